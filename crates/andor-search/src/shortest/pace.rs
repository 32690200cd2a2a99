//! What a search for the shortest win knows about lengths without searching: a plug.

use crate::line::Line;
use andor_core::{Game, Paced, Player};

/// Bounds on the length of a win, and the moves that matter within a number of plies; see
/// [`Paced`]. The plug without knowledge is `()`, for every game.
pub trait Pace<G: Game>: Send {
    /// Do the players move in turns, and does a player win only by a move of their own? Then the
    /// parity of a length follows from the player to move.
    fn wins_by_own_moves(&self) -> bool {
        false
    }

    /// A lower bound on the length of the attacker's win in `pos`, which is not over; [`u32::MAX`]
    /// if there is no win.
    fn least_plies(&self, _: &G, _pos: &G::Position, _attacker: Player) -> u32 {
        1
    }

    /// An upper bound on the plies until the game is over, if there is one.
    fn most_plies(&self, _: &G, _pos: &G::Position) -> Option<u32> {
        None
    }

    /// Makes the other player the one to move, where waiting is never worse than the best move, and
    /// says so. A second call takes the first back.
    fn wait(&self, _: &G, _pos: &mut G::Position) -> bool {
        false
    }

    /// Appends moves of the attacker: if the attacker wins within so many plies, then by one of
    /// them.
    fn attacks(&self, line: &mut Line<'_, G>, _plies: u32, out: &mut Vec<G::Move>) {
        line.moves(out);
    }

    /// Appends replies of the defender: if the attacker does not win within so many plies, then
    /// because of one of them, or because the defender waits.
    fn replies(&self, line: &mut Line<'_, G>, _plies: u32, out: &mut Vec<G::Move>) {
        line.moves(out);
    }
}

impl<G: Game> Pace<G> for () {}

/// The bounds of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByRules;

impl<G: Paced> Pace<G> for ByRules {
    fn wins_by_own_moves(&self) -> bool {
        true
    }

    fn least_plies(&self, game: &G, pos: &G::Position, attacker: Player) -> u32 {
        game.least_plies(pos, attacker)
    }

    fn most_plies(&self, game: &G, pos: &G::Position) -> Option<u32> {
        Some(game.most_plies(pos))
    }

    fn wait(&self, game: &G, pos: &mut G::Position) -> bool {
        game.wait(pos)
    }

    fn attacks(&self, line: &mut Line<'_, G>, plies: u32, out: &mut Vec<G::Move>) {
        line.game().attacks_within(line.position(), plies, out);
    }

    fn replies(&self, line: &mut Line<'_, G>, plies: u32, out: &mut Vec<G::Move>) {
        line.game().replies_within(line.position(), plies, out);
    }
}
