//! The question about a position: the claims that say who wins, and the value that follows from
//! their verdicts.

use super::score::{Bounds, Scoring};
use crate::adapter::Question;
use andor_certify::Solution;
use andor_core::{Game, Player, Verdict};
use andor_search::{Answer, Budget, Line, Observer, Progress, RootMove, Search, Stop};

/// A question about a position, as it was put.
#[derive(Clone, Copy)]
pub(crate) struct Inquiry {
    pub(crate) question: Question,
    /// The player whose win is claimed; without a claim the winner is found.
    pub(crate) claimed: Option<Player>,
    /// How the exact margin is searched for, if it is asked for.
    pub(crate) scoring: Option<Scoring>,
}

impl Inquiry {
    /// Who wins?
    pub(crate) fn winner(question: Question) -> Inquiry {
        Inquiry { question, claimed: None, scoring: None }
    }

    /// The value for a margin between these bounds, which cannot be made closer.
    pub(super) fn value(&self, bounds: Bounds) -> Value {
        let reached = [bounds.lower, bounds.upper.map(|upper| -upper)];
        let wins = |player: &Player| {
            let at_least = self.question.claims[player.index()].at_least.0;
            reached[player.index()].is_some_and(|reached| at_least <= reached)
        };
        Player::BOTH.into_iter().find(wins).map_or(Value::Draw, Value::Won)
    }

    pub(super) fn first(&self) -> Player {
        self.claimed.unwrap_or(Player::Black)
    }
}

/// The winner, as far as the question asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Won(Player),
    Draw,
    /// The claimed player does not win; whether the game is a draw was not asked.
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

/// Hears of the line and the open moves of a search.
pub(crate) type Look<'a, M> = &'a mut dyn FnMut(&[M], &[RootMove<M>]);

/// Hears of the progress and the outlook of a search, and keeps the move that looks best.
pub(crate) struct Listener<'a, M> {
    pub(crate) hear: &'a mut dyn FnMut(&Progress),
    pub(crate) look: Look<'a, M>,
    pub(crate) guess: Option<M>,
}

impl<G: Game> Observer<G> for Listener<'_, G::Move> {
    fn progress(&mut self, progress: &Progress) {
        (self.hear)(progress);
    }

    fn guess(&mut self, mv: G::Move) {
        self.guess = Some(mv);
    }

    fn outlook(&mut self, line: &[G::Move], moves: &[RootMove<G::Move>]) {
        (self.look)(line, moves);
    }
}

/// A value, with the solutions that prove it.
pub(crate) type Settled<G> = Result<(Value, Vec<Solution<<G as Game>::Move>>), Stop>;

/// Settles who wins the line's position. With the value come the claims that prove it; the claim
/// that explains best play is last.
pub(crate) fn settle<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    inquiry: Inquiry,
    budget: &mut Budget,
    listener: &mut Listener<'_, G::Move>,
) -> Settled<G> {
    let mover = line.to_move();
    let is_one_claim = !inquiry.question.can_draw || inquiry.claimed.is_some();
    let mut ask = |player: Player, number: u16| {
        let claim = inquiry.question.claims[player.index()];
        let Listener { hear, look, guess } = &mut *listener;
        let mut relay = |progress: &Progress| match is_one_claim {
            true => hear(progress),
            false => hear(&progress.within(number, 2)),
        };
        let mut relay = Listener { hear: &mut relay, look: &mut **look, guess: *guess };
        let answer = search.solve(line, claim, budget, &mut relay);
        listener.guess = relay.guess;
        match answer {
            Answer::Solved { verdict, best } => Ok(Solution { claim, verdict, best }),
            Answer::Stopped(stop) => Err(stop),
        }
    };
    // Where there are draws the opponent's claim comes last: that it fails is what the mover's best
    // move in a draw has to show.
    let first = match inquiry.claimed {
        None if inquiry.question.can_draw => mover,
        claimed => claimed.unwrap_or(Player::Black),
    };
    let solution = ask(first, 1)?;
    if solution.verdict == Verdict::Proven {
        return Ok((Value::Won(first), vec![solution]));
    }
    if !inquiry.question.can_draw {
        return Ok((Value::Won(first.other()), vec![solution]));
    }
    if inquiry.claimed.is_some() {
        return Ok((Value::NotWon(first), vec![solution]));
    }
    let other = ask(first.other(), 2)?;
    Ok(match other.verdict {
        Verdict::Proven => (Value::Won(first.other()), vec![other]),
        Verdict::Disproven => (Value::Draw, vec![solution, other]),
    })
}
