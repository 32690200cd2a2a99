//! Shapes of three by three points round a move: hane, cuts and moves at the edge (after the shapes
//! of MoGo, Gelly et al. 2006).
//!
//! A shape is drawn with the move in the middle. Each drawing stands for all its turns and
//! reflections, and for both players.

use super::quick::Quick;
use andor_games::points::Point;
use std::sync::LazyLock;

/// `X` and `O` are stones, `.` is empty, `x` is anything on the board but X, `o` anything on the
/// board but O, `?` anything, `#` lies beyond the edge.
const DRAWINGS: [[&str; 3]; 14] = [
    // Hane: round the head of a stone.
    ["XOX", ".*.", "???"],
    ["XO.", ".*.", "?.?"],
    ["XO?", "X*.", "x.?"],
    [".O.", "X*.", "..."],
    // Cuts: across, and between two stones.
    ["XO?", "O*o", "?o?"],
    ["XO?", "O*X", "???"],
    ["?X?", "O*O", "ooo"],
    ["OX?", "o*O", "???"],
    // At the edge.
    ["X.?", "O*?", "###"],
    ["OX?", "o*O", "###"],
    ["?X?", "x*O", "###"],
    ["?XO", "x*x", "###"],
    ["?OX", "X*O", "###"],
    ["XO?", ".*.", "###"],
];

/// What lies on a point: two bits.
const EMPTY: u16 = 0;
const OWN: u16 = 1;
const OTHER: u16 = 2;
const BEYOND: u16 = 3;

/// One bit for each way to fill the eight points round a move.
static SHAPES: LazyLock<Box<[u64]>> = LazyLock::new(|| {
    let mut shapes = vec![0; 1 << 10].into_boxed_slice();
    for drawing in DRAWINGS {
        for image in images(drawing) {
            for swap in [false, true] {
                fill(&image, swap, 0, 0, &mut shapes);
            }
        }
    }
    shapes
});

/// The eight letters round the middle, in rows, of the drawing's turns and reflections.
fn images(drawing: [&str; 3]) -> Vec<[u8; 8]> {
    let letter = |column: usize, row: usize| drawing[row].as_bytes()[column];
    let mut images = Vec::new();
    for turn in 0..8 {
        let at = |mut column: usize, mut row: usize| {
            if turn & 1 != 0 {
                column = 2 - column;
            }
            if turn & 2 != 0 {
                row = 2 - row;
            }
            if turn & 4 != 0 { letter(row, column) } else { letter(column, row) }
        };
        let places = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        images.push(places.map(|(column, row)| at(column, row)));
    }
    images
}

/// Sets the bits of all ways to fill the points from `place` on.
fn fill(letters: &[u8; 8], swap: bool, place: usize, code: u16, shapes: &mut [u64]) {
    let Some(letter) = letters.get(place) else {
        shapes[usize::from(code >> 6)] |= 1 << (code & 63);
        return;
    };
    let (black, white) = if swap { (OTHER, OWN) } else { (OWN, OTHER) };
    for content in [EMPTY, OWN, OTHER, BEYOND] {
        let fits = match letter {
            b'X' => content == black,
            b'O' => content == white,
            b'.' => content == EMPTY,
            b'x' => content != black && content != BEYOND,
            b'o' => content != white && content != BEYOND,
            b'#' => content == BEYOND,
            _ => true,
        };
        if fits {
            fill(letters, swap, place + 1, code | content << (2 * place), shapes);
        }
    }
}

impl<const W: usize> Quick<W> {
    /// Do the points round this point have one of the shapes?
    #[inline]
    pub(super) fn has_shape(&self, point: Point) -> bool {
        let (own, other) = (self.own(), self.other());
        let mut code = 0;
        for (place, next) in self.tables.round[point.index()].iter().enumerate() {
            let content = match next {
                None => BEYOND,
                Some(next) if own.contains(*next) => OWN,
                Some(next) if other.contains(*next) => OTHER,
                Some(_) => EMPTY,
            };
            code |= content << (2 * place);
        }
        SHAPES[usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Notation, Player};
    use andor_games::go::{Go, Rules};
    use andor_games::notation::coordinates::{Style, parse_point};

    #[test]
    fn shapes_are_seen_in_the_middle_and_at_the_edge() {
        let game = Go::<1>::new("5x5".parse().expect("a size"), Rules::PSK);
        for (picture, point, expected) in [
            (". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . .", "C3", true),
            (". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . .", "C2", false),
            (". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . .", "C3", true),
            (". . . . .\n. . . . .\n. . . . .\n. . X . .\n. . O . .", "D1", true),
            (". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .", "C3", false),
        ] {
            let pos = game.parse_position(picture).expect("a position");
            let mut quick = Quick::new(game.board());
            let point = parse_point(game.size(), Style::Go, point).expect("a point");
            for player in Player::BOTH {
                quick.set_up(&pos.with(player, 0, None), None);
                assert_eq!(quick.has_shape(point), expected, "{picture} {point:?} {player}");
            }
        }
    }
}
