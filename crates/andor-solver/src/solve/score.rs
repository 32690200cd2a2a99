//! The exact margin of a position, by claims one after another.
//!
//! Each claim says that Black gets at least some margin. [`Margins`] says which margin is claimed
//! next: without an expectation first the whole board, which ends the search if it is proven, then
//! that Black is ahead.
//!
//! Expected work search puts off the claim of the whole board if it takes long: hopeless claims are
//! hard to refute (on 4x4 under superko fifty times as hard as claims next to the margin) and
//! seldom needed. The search keeps its memory between the claims.
//!
//! Where long cycles have no result, the margin that Black can force and the margin that White can
//! hold need not meet. Then both margins are found, and there is no single margin.

use super::question::Listener;
use crate::adapter::Question;
use crate::search_name::SearchName;
use crate::settings::Score;
use andor_certify::Solution;
use andor_core::{Claim, Game, Margin, Player, Verdict};
use andor_search::margins::Margins;
use andor_search::{Answer, Budget, Line, Progress, Search, Stop};

/// The bounds of Black's margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// Black gets at least this; nothing if Black need not get any result.
    pub(crate) lower: Option<i16>,
    /// White holds Black to this; nothing if White need not get any result.
    pub(crate) upper: Option<i16>,
}

impl Bounds {
    /// The margin, if it is known.
    pub(crate) fn margin(self) -> Option<i16> {
        self.lower.filter(|_| self.lower == self.upper)
    }
}

/// How the margin is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoring {
    /// No margin is larger.
    pub(crate) most: i16,
    /// The expected margin, if there is one.
    pub(crate) expected: Option<i16>,
    /// Can a game end without result?
    pub(crate) no_result: bool,
    /// Does a player who always passes get a result in any case, if the game has no past?
    passing_is_sure: bool,
    /// The margins with which each player wins.
    wins: [Margin; 2],
    /// The claim of the whole board is put off after so many nodes.
    patience: u64,
}

/// The nodes that expected work search spends on the claim of the whole board before other claims.
const PATIENCE: u64 = 20_000;

impl Scoring {
    /// How the margin is looked for, if the game has one.
    pub(crate) fn new(question: &Question, score: Score, search: SearchName) -> Option<Scoring> {
        let most = question.most_margin?;
        let expected = match score {
            Score::Unknown => None,
            Score::Expected(margin) => Some(margin),
        };
        let patience = match search {
            SearchName::ExpectedWork if expected.is_none() => PATIENCE,
            _ => u64::MAX,
        };
        let Question { no_result, passing_is_sure, claims, .. } = *question;
        let wins = claims.map(|claim| claim.at_least);
        Some(Scoring { most, expected, no_result, passing_is_sure, wins, patience })
    }

    /// What is known of the margin without a claim.
    pub(super) fn bounds<G: Game>(&self, line: &Line<'_, G>) -> Bounds {
        match self.has_result(line) {
            true => Bounds { lower: Some(-self.most), upper: Some(self.most) },
            false => Bounds { lower: None, upper: None },
        }
    }

    /// Is it sure that each player can get a result?
    fn has_result<G: Game>(&self, line: &Line<'_, G>) -> bool {
        !self.no_result || (self.passing_is_sure && line.ply() == 0)
    }

    /// Does the player win with any result, so that it has to be settled whether there is one?
    fn wins_with_any(&self, player: Player) -> bool {
        self.wins[player.index()].0 <= -self.most
    }
}

/// Finds the margin of the line's position; `bounds` holds the present bounds at any time. With the
/// answer come the claims that prove it; the claim that explains the mover's best play is last.
/// Where the bounds stay apart this is the claim of what the mover gets for sure: the move that
/// keeps the other player from more may lead to a cycle without result.
pub(crate) fn settle<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    scoring: Scoring,
    bounds: &mut Bounds,
    budget: &mut Budget,
    listener: &mut Listener<'_, G::Move>,
) -> Result<Vec<Solution<G::Move>>, Stop> {
    let mut solutions: Vec<Solution<G::Move>> = Vec::new();
    let sides: &[Player] = if scoring.no_result { &Player::BOTH } else { &[Player::Black] };
    for &attacker in sides {
        let expected = scoring.expected.map(|margin| margin * attacker.sign());
        let (has_result, wins_with_any) =
            (scoring.has_result(line), scoring.wins_with_any(attacker));
        let mut margins = Margins::new(scoring.most, expected, has_result || !wins_with_any);
        let is_sure = |margin: i16| {
            margin > -scoring.most || margin == -scoring.most && (has_result || wins_with_any)
        };
        let mut shown: [Option<Solution<G::Move>>; 2] = [None, None];
        while let Some(margin) = margins.next_claim() {
            let claim = Claim { attacker, at_least: Margin(margin) };
            let known = *bounds;
            let Listener { hear, look, guess } = &mut *listener;
            let mut relay = |progress: &Progress| {
                hear(&Progress { margins: known.lower.zip(known.upper), ..*progress });
            };
            let mut relay = Listener { hear: &mut relay, look: &mut **look, guess: *guess };
            let can_wait = margins.can_wait();
            let mut part = budget.part(if can_wait { scoring.patience } else { u64::MAX });
            let answer = search.solve(line, claim, &mut part, &mut relay);
            listener.guess = relay.guess;
            let (verdict, best) = match answer {
                Answer::Solved { verdict, best } => (verdict, best),
                Answer::Stopped(Stop::Nodes) if can_wait && budget.spend(0).is_none() => {
                    continue;
                }
                Answer::Stopped(stop) => return Err(stop),
            };
            margins.learn(margin, verdict);
            let least = Some(margins.least()).filter(|&least| is_sure(least));
            match (attacker, scoring.no_result) {
                (Player::Black, true) => bounds.lower = least,
                (Player::Black, false) => {
                    *bounds = Bounds { lower: least, upper: Some(margins.most()) };
                }
                (Player::White, _) => bounds.upper = least.map(|least| -least),
            }
            let solution = Solution { claim, verdict, best };
            shown[usize::from(verdict == Verdict::Disproven)] = Some(solution);
        }
        solutions.extend(shown.into_iter().flatten());
    }
    let mover = line.to_move();
    let serves_mover = |solution: &Solution<G::Move>| {
        let Solution { claim, verdict, .. } = *solution;
        (verdict.winner(claim) == mover, claim.attacker == mover)
    };
    solutions.sort_by_key(serves_mover);
    Ok(solutions)
}
