//! Positions as planes of bits and moves as numbers, the way networks take them.

use crate::{Claim, Symmetric, Symmetry};

/// The measures of a game's planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaneShape {
    /// The columns of the board.
    pub columns: usize,
    /// The rows of the board.
    pub rows: usize,
    /// How many planes a position has.
    pub planes: usize,
    /// How many moves are no point of the board, such as a pass; they come after the points.
    pub others: usize,
}

impl PlaneShape {
    /// The points of the board.
    pub fn area(self) -> usize {
        self.columns * self.rows
    }

    /// How many numbers of moves there are.
    pub fn moves(self) -> usize {
        self.area() + self.others
    }

    /// The words of 32 bits of one plane.
    pub fn words_of_plane(self) -> usize {
        self.area().div_ceil(32)
    }

    /// The words of a position.
    pub fn words(self) -> usize {
        self.planes * self.words_of_plane()
    }
}

/// Paints the planes of a position, one after the other.
pub struct Painter<'a> {
    shape: PlaneShape,
    words: std::slice::ChunksExactMut<'a, u32>,
}

impl<'a> Painter<'a> {
    /// A painter on these words, as many as the shape has. What stood there is removed.
    pub fn new(shape: PlaneShape, words: &'a mut [u32]) -> Painter<'a> {
        assert_eq!(words.len(), shape.words(), "the words of a position");
        words.fill(0);
        Painter { shape, words: words.chunks_exact_mut(shape.words_of_plane()) }
    }

    fn plane(&mut self) -> &'a mut [u32] {
        self.words.next().expect("no more planes than the shape has")
    }

    /// The next plane: ones on these points, counted row by row from the top left.
    pub fn points(&mut self, points: impl IntoIterator<Item = usize>) {
        let plane = self.plane();
        for point in points {
            plane[point / 32] |= 1 << (point % 32);
        }
    }

    /// The next plane: ones on all points, or on none.
    pub fn all(&mut self, are_ones: bool) {
        let area = if are_ones { self.shape.area() } else { 0 };
        let plane = self.plane();
        for (i, word) in plane.iter_mut().enumerate() {
            let bits = area.saturating_sub(32 * i).min(32);
            *word = u32::MAX.checked_shr(32 - bits as u32).unwrap_or(0);
        }
    }
}

/// Positions as planes of bits, for networks. The planes tell the position from the side of the
/// player to move, and the claim: who attacks, and for what margin, where it matters. They tell
/// nothing of the past.
pub trait Planes: Symmetric {
    /// The version of the planes: another number when their meaning changes.
    fn planes_version(&self) -> u32;

    /// The measures.
    fn plane_shape(&self) -> PlaneShape;

    /// Paints all planes of a position.
    fn paint(&self, pos: &Self::Position, claim: Claim, painter: &mut Painter<'_>);

    /// The number of a move: its point, or beyond the points.
    fn move_index(&self, mv: Self::Move) -> usize;

    /// The move with a number.
    fn indexed_move(&self, index: usize) -> Self::Move;

    /// The number of the image of a move. Moves beyond the points are their own images.
    fn map_index(&self, symmetry: Symmetry, index: usize) -> usize {
        if index < self.plane_shape().area() { self.map_point(symmetry, index) } else { index }
    }

    /// The planes of a position.
    fn planes(&self, pos: &Self::Position, claim: Claim) -> Vec<u32> {
        let shape = self.plane_shape();
        let mut words = vec![0; shape.words()];
        self.paint(pos, claim, &mut Painter::new(shape, &mut words));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_painted_one_after_the_other() {
        let shape = PlaneShape { columns: 5, rows: 7, planes: 3, others: 1 };
        assert_eq!((shape.area(), shape.moves(), shape.words()), (35, 36, 6));
        let mut words = [7; 6];
        let mut painter = Painter::new(shape, &mut words);
        painter.points([0, 31, 34]);
        painter.all(true);
        painter.all(false);
        assert_eq!(words, [0x8000_0001, 0b100, u32::MAX, 0b111, 0, 0]);
    }
}
