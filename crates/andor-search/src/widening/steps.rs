//! Steps of widening, and the strategies that are lists of steps.

use std::fmt;

/// The replies of the defender that a step tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The attacker must threaten to win within so many own moves; the replies are those that meet
    /// the zone of the threat.
    UpTo(u8),
    /// The threat may have any length: "elsewhere" is searched like a reply.
    Any,
    /// All legal replies are tried, and nothing is left out.
    All,
}

/// A restriction of both players: the attacker's width, and the order of the threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The width of the attacks, counted from 0; larger numbers stand for the last width.
    pub width: u8,
    /// The order of the threats.
    pub order: Order,
}

impl Step {
    /// Does a failure of the step at every depth disprove the attacker's win?
    pub(super) fn is_complete(self) -> bool {
        self.width == LAST_WIDTH && !matches!(self.order, Order::UpTo(_))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width {
            LAST_WIDTH => f.write_str("all moves")?,
            width => write!(f, "width {}", width + 1)?,
        }
        match self.order {
            Order::UpTo(order) => write!(f, ", threats of order {order}"),
            Order::Any => f.write_str(", threats of any order"),
            Order::All => f.write_str(", all replies"),
        }
    }
}

/// The number of the last width, whatever the game.
pub const LAST_WIDTH: u8 = u8::MAX;

/// How the steps follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Steps from narrow to wide, each with a share of the work; the shares double in rounds, so
    /// that no step starves the others. The defender attacks too.
    #[default]
    Auto,
    /// Forced attacks alone, such as ladders: each move threatens to win at once.
    Chase,
    /// A strategy of the paper, from 1 to 9: each step is searched to its end.
    Paper(u8),
}

/// The numbers of the paper's strategies.
pub const PAPER: std::ops::RangeInclusive<u8> = 1..=9;

const fn step(width: u8, order: u8) -> Step {
    Step { width, order: Order::UpTo(order) }
}

/// The four pairs of sets of the paper: OR1 and OR2 are widths 0 and 1, AND1 and AND2 are threats
/// of order 2 and 3.
const S11: Step = step(0, 2);
const S12: Step = step(0, 3);
const S21: Step = step(1, 2);
const S22: Step = step(1, 3);

/// All moves of both players.
const ALL: Step = Step { width: LAST_WIDTH, order: Order::All };

const fn any(width: u8) -> Step {
    Step { width, order: Order::Any }
}

/// The steps of `auto`, and those of the other player.
const AUTO: [Step; 5] = [S21, S22, any(1), any(2), any(LAST_WIDTH)];
const CHASE: [Step; 1] = [step(0, 1)];
const COUNTER: [Step; 3] = [S11, S21, any(1)];

impl Strategy {
    /// The steps, from the first to the last.
    pub fn steps(self) -> &'static [Step] {
        match self {
            Strategy::Auto => &AUTO,
            Strategy::Chase => &CHASE,
            Strategy::Paper(2) => &[S12, S22],
            Strategy::Paper(3) => &[S21, S22],
            Strategy::Paper(4) => &[S11, S12, S22],
            Strategy::Paper(5) => &[S11, S21, S22],
            Strategy::Paper(6) => &[S11, S22],
            Strategy::Paper(7) => &[S11, S21, S12, S22],
            Strategy::Paper(8) => &[S11, S12, S21, S22],
            Strategy::Paper(9) => &[ALL],
            Strategy::Paper(_) => &[S22],
        }
    }

    /// The steps of the other player, whose win disproves the claim.
    pub fn counter_steps(self) -> &'static [Step] {
        match self {
            Strategy::Auto => &COUNTER,
            Strategy::Chase | Strategy::Paper(_) => &[],
        }
    }
}

/// The most steps of both players together.
pub(super) const MOST_STEPS: usize = 8;
