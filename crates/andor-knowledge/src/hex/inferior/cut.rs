//! Points that are cut off from a player's edges.
//!
//! Black's winning chain, taken without detours, is a path from edge to edge that visits every
//! block and every point at most once. Let every block of Black's stones be one vertex, with the
//! stones that touch an edge part of that edge, and every empty point another vertex; join vertices
//! that touch. An empty point that lies on no simple path between the two edges is in no shortest
//! chain, whatever happens. So nothing depends on the owner of the point: the point is *dead*, and
//! may be filled for either player. It is filled for the opponent, who has walled it off. The same
//! holds for White.
//!
//! ```text
//!  . . O . .      Black reaches a1 and b1 only from the top, and from there only
//!   O O . . .     the top: no path of Black's from top to bottom needs them.
//! ```
//!
//! By Menger's theorem a point is on a simple path between the edges if and only if no other vertex
//! (a block, an empty point, or one of the two edges) cuts it off from what remains of the edges.
//! Few points can cut anything off: those whose neighbours that are open to the player form at
//! least two runs. For each of these, each block and each edge one flood fill finds what it cuts
//! off.

use super::Inferior;
use super::fill::{Fill, FillRule};
use crate::hex::split::flood;
use andor_core::Player;
use andor_games::points::Points;

impl<const W: usize> Inferior<W> {
    /// Fills what is cut off from a player's edges for the other player.
    pub(super) fn fill_cut_off(&self, filled: &mut [Points<W>; 2], tell: &mut impl FnMut(Fill<W>)) {
        for player in Player::BOTH {
            let empty = self.hex.board() - (filled[0] | filled[1]);
            let dead = empty - self.on_paths(filled[player.index()], empty, player);
            if !dead.is_empty() {
                let mut stones = [Points::EMPTY; 2];
                stones[player.other().index()] = dead;
                filled[player.other().index()] |= dead;
                tell(Fill { rule: FillRule::CutOff(player), carrier: dead, stones });
            }
        }
    }

    /// The empty points on simple paths of a player's between the edges.
    pub(super) fn on_paths(&self, own: Points<W>, empty: Points<W>, player: Player) -> Points<W> {
        let open = own | empty;
        let edges = self.hex.edges(player);
        let joined = edges.map(|edge| flood(&self.hex, edge, own));
        if joined[0].meets(&joined[1]) || joined[0].meets(&edges[1]) {
            // The edges are joined by stones, and no other point matters.
            return Points::EMPTY;
        }
        let mut live = flood(&self.hex, edges[0], open - joined[1])
            & flood(&self.hex, edges[1], open - joined[0]);
        let mut without = |cut: Points<W>| {
            live &= flood(&self.hex, edges[0] | edges[1], open - cut) | cut;
        };
        for point in self.waists(open, player) & empty {
            without(Points::one(point));
        }
        let mut stones = own - (joined[0] | joined[1]);
        while let Some(stone) = stones.first() {
            let block = flood(&self.hex, Points::one(stone), own);
            without(block);
            stones = stones - block;
        }
        live & empty
    }

    /// The points whose open neighbours form at least two runs.
    fn waists(&self, open: Points<W>, player: Player) -> Points<W> {
        let around: [Points<W>; 6] = std::array::from_fn(|i| self.around.leads_to(i, open, player));
        let (mut one, mut two) = (Points::EMPTY, Points::EMPTY);
        for i in 0..6 {
            let run_ends = around[i] - around[(i + 1) % 6];
            two |= one & run_ends;
            one |= run_ends;
        }
        two
    }
}
