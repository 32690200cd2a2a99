//! Splits: Hex boards that fall into two independent parts.
//!
//! A block of Black's that touches both of White's edges leaves White two ways from left to right:
//! above the block or below it. Nothing that happens on one side matters on the other side. So the
//! position is two smaller positions, each of which is the position with the other side filled for
//! Black. White wins if White wins one of them, Black must win both:
//!
//! ```text
//!    a b c d
//!  1 . . . .
//!   2 . X X X       White, to move, wins if White can pass above the block or
//!    3 X . . .      below it; Black answers each move on its own side.
//!     4 . . . .
//! ```
//!
//! * With the opponent to move, the opponent wins the whole if and only if the opponent, to move,
//!   wins one of the parts: else every move is answered in its own part.
//! * With the owner of the block to move, the owner wins if and only if the owner wins one part
//!   with the first move and the other without it.

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Points;

/// A position in two parts: a reason for searching them one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split<const W: usize> {
    /// The owner of the block between the parts, who must win both parts.
    pub owner: Player,
    /// The block.
    pub block: Points<W>,
    /// The empty points on the two sides of the block, in the order of the owner's edges.
    pub parts: [Points<W>; 2],
}

impl<const W: usize> Split<W> {
    /// Finds a block that splits a position in which no player has won yet.
    pub fn find(hex: &Hex<W>, stones: [Points<W>; 2]) -> Option<Split<W>> {
        Player::BOTH.into_iter().find_map(|owner| {
            let block = wall(hex, stones[owner.index()], owner)?;
            let open = hex.board() - block;
            let empty = open - (stones[0] | stones[1]);
            let parts = hex.edges(owner).map(|edge| flood(hex, edge, open) & empty);
            Some(Split { owner, block, parts })
        })
    }

    /// The stones of the position in which only one part is left: the other is filled for the owner
    /// of the block.
    pub fn alone(&self, part: usize, stones: [Points<W>; 2]) -> [Points<W>; 2] {
        let mut alone = stones;
        alone[self.owner.index()] |= self.parts[1 - part];
        alone
    }
}

/// A block that touches both edges of the other player.
fn wall<const W: usize>(hex: &Hex<W>, own: Points<W>, owner: Player) -> Option<Points<W>> {
    let [from, to] = hex.edges(owner.other());
    let mut seeds = from & own;
    while let Some(seed) = seeds.first() {
        let block = flood(hex, Points::one(seed), own);
        if block.meets(&to) {
            return Some(block);
        }
        seeds = seeds - block;
    }
    None
}

/// The part of `within` that is joined to the part of `from` in it.
pub(super) fn flood<const W: usize>(hex: &Hex<W>, from: Points<W>, within: Points<W>) -> Points<W> {
    let mut reached = from & within;
    loop {
        let next = hex.grown(reached) & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
