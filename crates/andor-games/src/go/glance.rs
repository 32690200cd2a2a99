//! A guess at a glance, with the features of MIGOS' evaluation (van der Werf 2003): stones, liberties,
//! stones off the edge, and shape by Euler's number. That is the number of blocks less the number of
//! the holes in them; few blocks with many eyes are good.

use super::{Board, Go, Position};
use crate::points::Points;
use andor_core::{Claim, Glance, Player};

/// What a difference of one stone, block or edge stone counts; liberties count one each, up to
/// [`MOST_LIBERTIES`].
const STONE: i32 = 5;
const EULER: i32 = 4;
const EDGE: i32 = 1;
const MOST_LIBERTIES: i32 = 4;

impl<const W: usize> Board<W> {
    /// Blocks less holes, counted as stones less neighbouring pairs plus full squares.
    #[inline]
    fn euler(&self, set: Points<W>) -> i32 {
        let columns = self.size().columns() as u32;
        let beside = ((set & self.not_right()) << 1) & set;
        let below = (set << columns) & set;
        let squares = (beside << columns) & beside;
        set.len() as i32 - beside.len() as i32 - below.len() as i32 + squares.len() as i32
    }
}

impl<const W: usize> Glance for Go<W> {
    #[inline]
    fn glance(&self, pos: &Position<W>, _: Claim) -> i16 {
        let board = self.board();
        let empty = board.empty(pos.both());
        let of = |player: Player| {
            let own = pos.stones(player);
            let liberties = (board.around(own) & empty).len() as i32;
            let edge = (own & board.edge()).len() as i32;
            (liberties, STONE * own.len() as i32 - EULER * board.euler(own) - EDGE * edge)
        };
        let (mine, theirs) = (of(pos.to_move()), of(pos.to_move().other()));
        let liberties = (mine.0 - theirs.0).clamp(-MOST_LIBERTIES, MOST_LIBERTIES);
        (liberties + mine.1 - theirs.1) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use andor_core::Notation;

    /// Euler's number is blocks less holes; holes that meet at a corner are one.
    #[test]
    fn shape_is_blocks_less_holes() {
        let game = Go::<1>::new("5x4".parse().expect("a size"), Rules::PSK);
        for (picture, euler) in [
            (". . . . .\n. . . . .\n. . . . .\n. . . . .", 0),
            ("X . X . .\n. X . . .\n. . . . X\n. . . X X", 4),
            ("X X X . .\nX . X . .\nX X X X X\n. . X . X", 0),
            (". X X X .\nX X . X .\nX . X X .\nX X X . .", 0),
            ("X X X . .\nX . X X X\nX X X . X\n. . X X X", -1),
        ] {
            let pos = game.parse_position(picture).expect("a position");
            assert_eq!(game.board().euler(pos.stones(Player::Black)), euler, "{picture}");
        }
    }
}
