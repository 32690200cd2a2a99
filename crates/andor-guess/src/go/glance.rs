//! A static evaluation of Go positions, with the features of MIGOS' evaluation (van der Werf 2003).
//!
//! The features are stones, liberties, stones off the edge, and shape by Euler's number. Euler's
//! number is the number of blocks minus the number of holes in the blocks; few blocks with many
//! eyes are good.

use super::features::euler;
use crate::Glance;
use andor_core::{Claim, Player};
use andor_games::go::{Go, Position};

/// The weight of a difference of one stone, block or edge stone; each liberty counts one, up to
/// [`MOST_LIBERTIES`].
const STONE: i32 = 5;
const EULER: i32 = 4;
const EDGE: i32 = 1;
const MOST_LIBERTIES: i32 = 4;

impl<const W: usize> Glance for Go<W> {
    #[inline]
    fn glance(&self, pos: &Position<W>, _: Claim) -> i16 {
        let board = self.board();
        let empty = board.empty(pos.both());
        let of = |player: Player| {
            let own = pos.stones(player);
            let liberties = (board.around(own) & empty).len() as i32;
            let edge = (own & board.edge()).len() as i32;
            (liberties, STONE * own.len() as i32 - EULER * euler(board, own) - EDGE * edge)
        };
        let (mine, theirs) = (of(pos.to_move()), of(pos.to_move().other()));
        let liberties = (mine.0 - theirs.0).clamp(-MOST_LIBERTIES, MOST_LIBERTIES);
        (liberties + mine.1 - theirs.1) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Notation;
    use andor_games::go::Rules;

    /// Euler's number is blocks minus holes; holes that meet at a corner are one.
    #[test]
    fn shape_is_blocks_less_holes() {
        let game = Go::<1>::new("5x4".parse().expect("a size"), Rules::PSK);
        for (picture, expected) in [
            (". . . . .\n. . . . .\n. . . . .\n. . . . .", 0),
            ("X . X . .\n. X . . .\n. . . . X\n. . . X X", 4),
            ("X X X . .\nX . X . .\nX X X X X\n. . X . X", 0),
            (". X X X .\nX X . X .\nX . X X .\nX X X . .", 0),
            ("X X X . .\nX . X X X\nX X X . X\n. . X X X", -1),
        ] {
            let pos = game.parse_position(picture).expect("a position");
            assert_eq!(euler(game.board(), pos.stones(Player::Black)), expected, "{picture}");
        }
    }
}
