//! The quickest win and the longest loss, for positions whose winner is known.
//!
//! "The winner wins within n plies" is a claim about another game, [`Within`], which ends after n
//! plies. Asked for n = 1, 2, 3 …, the first n for which it holds is the length of the game if both
//! play for it. The winner's move then wins as quickly as possible; the loser's best is a move that
//! refuted the claim just before.

use andor_core::{Claim, Game, Numbered, Verdict};
use andor_games::within::Within;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::memory::Transpositions;
use andor_search::{Answer, Budget, Line, Observer, Search};

/// What was found out about the length of the game.
pub(super) struct Length<M> {
    /// The number of plies, if it was found.
    pub(super) plies: Option<usize>,
    /// A move that keeps to it, or that resists for as long as was found out.
    pub(super) best: Option<M>,
}

/// The length of a game in which the claim is won, from the position at the end of the moves; as far
/// as the budget goes.
pub(super) fn shortest<G: Game<Move: Numbered>>(
    game: &G,
    root: &G::Position,
    played: &[G::Move],
    claim: Claim,
    budget: &mut Budget,
) -> Length<G::Move> {
    let mut found = Length { plies: None, best: None };
    for plies in 1.. {
        let within = Within::new(game, claim, played.len() + plies);
        let mut line = Line::new(&within, within.from(root.clone()));
        played.iter().for_each(|&mv| line.play(mv));
        let mut search = AlphaBeta::new((), (), Transpositions::<Within<'_, G>, ()>::default());
        let mut last = Last(None);
        let wins = line.to_move() == claim.attacker;
        match search.solve(&mut line, within.claim(), budget, &mut last) {
            Answer::Solved(Verdict::Proven) => {
                found.plies = Some(plies);
                if wins {
                    found.best = last.0;
                }
                return found;
            }
            Answer::Solved(Verdict::Disproven) if !wins => found.best = last.0.or(found.best),
            Answer::Solved(Verdict::Disproven) => {}
            Answer::Stopped(_) => return found,
        }
    }
    found
}

/// Remembers the best move of the position that was solved last, which in the end is the root.
struct Last<M>(Option<M>);

impl<G: Game> Observer<G> for Last<G::Move> {
    fn solved(&mut self, _: &G::Position, _: Verdict, best: Option<G::Move>) {
        self.0 = best;
    }
}
