//! What is asked: the claims that say who wins, and what their verdicts mean together.

use crate::engine::Engine;
use crate::explain::Solution;
use crate::problem::{Kind, Problem};
use crate::score::{Bounds, Scoring};
use crate::settings::Settings;
use andor_core::{Claim, Game, Margin, Player, Verdict};
use andor_search::{Answer, Budget, Line, Progress, Stop};

/// The claims that say who wins.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) claims: [Claim; 2],
    pub(crate) can_draw: bool,
    pub(super) claimed: Option<Player>,
    /// How the exact margin is looked for, if it is.
    pub(super) scoring: Option<Scoring>,
}

impl Question {
    pub(crate) fn new(problem: &Problem, settings: &Settings) -> Question {
        let (claims, can_draw) = match &problem.kind {
            Kind::Go { rules, komi } => {
                let open = komi.can_draw() || rules.may_have_no_result();
                (Player::BOTH.map(|player| komi.claim(player)), open)
            }
            Kind::Mnk { .. } => (Player::BOTH.map(Claim::win), true),
            Kind::Hex | Kind::Nim { .. } => (Player::BOTH.map(Claim::win), false),
        };
        let scoring =
            settings.score.and_then(|score| Scoring::new(problem, score, settings.search));
        Question { claims, can_draw, claimed: settings.claimed, scoring }
    }

    /// Who wins with a margin between these bounds, which are all that can be known.
    pub(super) fn value(&self, bounds: Bounds) -> Value {
        let reached = [bounds.lower, -bounds.upper];
        let wins =
            |player: &Player| self.claims[player.index()].at_least.0 <= reached[player.index()];
        Player::BOTH.into_iter().find(wins).map_or(Value::Draw, Value::Won)
    }

    /// All claims that may be asked.
    pub(super) fn all_claims(&self) -> Vec<Claim> {
        let Some(scoring) = self.scoring else { return self.claims.to_vec() };
        let margins = (-scoring.most..=scoring.most).map(Margin);
        let both = |at_least| Player::BOTH.map(|attacker| Claim { attacker, at_least });
        margins.flat_map(both).collect()
    }

    pub(super) fn first(&self) -> Player {
        self.claimed.unwrap_or(Player::Black)
    }
}

/// Who wins, as far as it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Won(Player),
    Draw,
    /// The claimed player does not win; whether it is a draw was not asked.
    NotWon(Player),
}

impl Value {
    pub(crate) fn winner(self) -> Option<Player> {
        match self {
            Value::Won(player) => Some(player),
            Value::Draw | Value::NotWon(_) => None,
        }
    }
}

/// A value, with the solutions that show it.
pub(crate) type Settled<G> = Result<(Value, Vec<Solution<<G as Game>::Move>>), Stop>;

/// Settles who wins the line's position; with the value come the claims that show it, the one that
/// explains best play last.
pub(crate) fn settle<G: Game>(
    engine: &mut dyn Engine<G>,
    line: &mut Line<'_, G>,
    question: Question,
    budget: &mut Budget,
    hear: &mut dyn FnMut(&Progress),
) -> Settled<G> {
    let mover = line.to_move();
    let mut ask = |player: Player| {
        let claim = question.claims[player.index()];
        match engine.settle(line, claim, budget, &mut *hear) {
            (Answer::Solved(verdict), best) => Ok(Solution { claim, verdict, best }),
            (Answer::Stopped(stop), _) => Err(stop),
        }
    };
    // Where there are draws the opponent's claim comes last: that it fails is what the mover's best
    // move in a draw has to show.
    let first = match question.claimed {
        None if question.can_draw => mover,
        claimed => claimed.unwrap_or(Player::Black),
    };
    let solution = ask(first)?;
    if solution.verdict == Verdict::Proven {
        return Ok((Value::Won(first), vec![solution]));
    }
    if !question.can_draw {
        return Ok((Value::Won(first.other()), vec![solution]));
    }
    if question.claimed.is_some() {
        return Ok((Value::NotWon(first), vec![solution]));
    }
    let other = ask(first.other())?;
    Ok(match other.verdict {
        Verdict::Proven => (Value::Won(first.other()), vec![other]),
        Verdict::Disproven => (Value::Draw, vec![solution, other]),
    })
}
