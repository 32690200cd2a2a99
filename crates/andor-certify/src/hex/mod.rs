//! Certificates of Hex: proofs by patterns, and strategies that quote knowledge.

mod entries;
mod strategy;

use crate::certified::{Certified, Picture, Start, points};
use crate::draft::Draft;
use crate::goal::{NoCertificate, Solution, checked};
use crate::searcher::Searcher;
use andor_checker::Game as CheckedGame;
use andor_core::{NotationError, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, sets};
use andor_games::size::Size;
use andor_knowledge::hex::inferior::{Fills, Inferior};
use andor_search::{Line, SearchProof};
use strategy::Strategy;

/// The name of the knowledge about inferior cells, as far as certificates can quote it.
pub const INFERIOR: &str = "inferior";

impl<const W: usize> Certified for Hex<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(CheckedGame::Hex)
    }

    fn size(&self) -> Size {
        Hex::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Ok(Hex::set_up(self, sets(stones), to_move))
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        Picture::of_stones(Player::both(|p| points(pos.stones(p))))
    }

    fn number(&self, mv: Point) -> u16 {
        mv.0
    }

    /// Patterns from the search's memory, or a strategy that quotes knowledge.
    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Point>,
    ) -> Result<Option<Start>, NoCertificate> {
        let goal = solution.goal();
        let patterns = match searcher.search.proof(line, goal.claim, goal.verdict) {
            Some(SearchProof::Patterns(proof)) => Some(proof),
            _ => None,
        };
        let (first, entry) = match patterns {
            Some(proof) => draft.patterns(checked(goal.winner()), &proof)?,
            None if draft.quotes() => {
                let quotes = draft.may_quote(INFERIOR);
                let inferior = quotes.then(|| Inferior::with_fills(self, Fills::Whole));
                let halt = searcher.budget.halt();
                Strategy::new(self, goal, draft, inferior, &halt).root(searcher, line)?
            }
            None => return Err(NoCertificate::Lost),
        };
        Ok(Some(Start::new(first, Some(entry))))
    }
}
