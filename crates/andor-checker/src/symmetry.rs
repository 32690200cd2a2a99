//! Symmetries of the board, as the numbers that references carry.

use crate::model::{Game, PointSet};

/// Where each point (and the pass) goes, or nothing if the number is no symmetry of this board.
#[must_use]
pub fn images(game: Game, columns: usize, rows: usize, symmetry: u8) -> Option<Vec<usize>> {
    let area = columns * rows;
    let image = |point: usize| {
        if game == Game::Hex {
            return if symmetry == 0 { point } else { area - 1 - point };
        }
        let (mut column, mut row) = (point % columns, point / columns);
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        row * columns + column
    };
    let count = match game {
        Game::Hex => 2,
        Game::Go(_) | Game::Mnk { .. } if columns == rows => 8,
        Game::Go(_) | Game::Mnk { .. } => 4,
    };
    (symmetry < count).then(|| (0..area).map(image).chain([area]).collect())
}

/// The set whose image under the map is this one.
pub(crate) fn taken_back(images: &[usize], set: &PointSet) -> PointSet {
    (0..images.len() - 1).filter(|&point| set.contains(images[point])).collect()
}
