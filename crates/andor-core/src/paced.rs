//! Lengths of wins: what the rules say about them without a search.

use crate::{Game, Player};

/// Games in which the rules bound the length of a win, for a search that asks "does the attacker
/// win within so many plies?".
///
/// The players move in turns, a player wins only by a move of their own, and nothing ever repeats.
/// The length of a win is the number of plies to the attacker's last move, if the attacker wins as
/// quickly as possible and the defender resists as long as possible. In this trait the attacker is
/// the player who is searched for a win, and `pos` is never over.
pub trait Paced: Game {
    /// A lower bound on the length of the attacker's win; [`u32::MAX`] only if the attacker does
    /// not win. The bound is 1 exactly where a move wins at once.
    fn least_plies(&self, pos: &Self::Position, attacker: Player) -> u32;

    /// An upper bound on the plies until the game is over.
    fn most_plies(&self, pos: &Self::Position) -> u32;

    /// Makes the other player the one to move, and says so, where a further own stone never hurts
    /// its owner. Then a defender who may wait in thought has no advantage: if the attacker wins
    /// within n plies, the attacker wins within n − 1 plies after the defender waited.
    fn wait(&self, _pos: &mut Self::Position) -> bool {
        false
    }

    /// Appends moves of the attacker, who is to move, the most promising first: if the attacker
    /// wins within so many plies, then by one of these moves. For one ply these are moves that win
    /// at once.
    fn attacks_within(&self, pos: &Self::Position, plies: u32, out: &mut Vec<Self::Move>);

    /// Appends replies of the defender, who is to move: if the attacker does not win within so many
    /// plies, then because of one of these replies, or because the defender [waits](Paced::wait).
    fn replies_within(&self, pos: &Self::Position, _plies: u32, out: &mut Vec<Self::Move>) {
        self.moves(pos, out);
    }
}
