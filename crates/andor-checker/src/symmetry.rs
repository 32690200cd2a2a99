//! Symmetries of the board, as the numbers that references carry.

use crate::model::{Game, Link, Mark, PointSet};

/// The image of each point (and of the pass), or nothing if the number is no symmetry of this
/// board.
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
        Game::Capture(_) => 1,
        Game::Hex | Game::Phutball => 2,
        Game::Go(_) | Game::Mnk { .. } | Game::Gomoku(_) | Game::Killall => {
            if columns == rows {
                8
            } else {
                4
            }
        }
    };
    (symmetry < count).then(|| (0..area).map(image).chain([area]).collect())
}

/// All symmetries of a board.
#[must_use]
pub fn all(game: Game, columns: usize, rows: usize) -> Vec<Vec<usize>> {
    (0..8).map_while(|symmetry| images(game, columns, rows, symmetry)).collect()
}

/// The set whose image under the map is this one.
pub(crate) fn taken_back(images: &[usize], set: &PointSet) -> PointSet {
    (0..images.len() - 1).filter(|&point| set.contains(images[point])).collect()
}

/// The mark whose image under the map is this one.
#[must_use]
pub fn mark_taken_back(images: &[usize], mark: &Mark) -> Mark {
    let back = |ko: u16| images.iter().position(|&image| image == usize::from(ko));
    Mark {
        black: taken_back(images, &mark.black),
        white: taken_back(images, &mark.white),
        to_move: mark.to_move,
        ko: mark.ko.and_then(back).map(|point| point as u16),
        waits: mark.waits,
    }
}

/// The class of a mark: the smallest of its images.
#[must_use]
pub fn mark_class(maps: &[Vec<usize>], mark: &Mark) -> Mark {
    maps.iter().map(|map| mark_taken_back(map, mark)).min().unwrap_or(*mark)
}

/// The statement of an entry of Hex, mapped back; a half turn makes the first edge the second.
pub(crate) fn link_taken_back(images: &[usize], turned: bool, link: &Link) -> Link {
    let area = images.len() - 1;
    let end = |end: u16| match usize::from(end) {
        point if point < area => images[point] as u16,
        edge => (area + ((edge - area) ^ usize::from(turned))) as u16,
    };
    Link {
        winner: link.winner,
        ends: link.ends.map(end),
        zone: taken_back(images, &link.zone),
        need: taken_back(images, &link.need),
    }
}
