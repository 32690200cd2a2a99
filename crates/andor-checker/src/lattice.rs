//! Cells of the unbounded lattice of Hex, on which lemmas are stated: their neighbours and
//! symmetries.

use crate::rules::hex::NEIGHBOURS;
use std::collections::BTreeSet;

/// How many symmetries the unbounded lattice has that keep a cell.
pub(crate) const TURNS: u8 = 12;

/// Columns to the right and rows down.
pub(crate) type Offset = (isize, isize);

/// The cells as offsets.
pub(crate) fn offsets(cells: &[[u8; 2]]) -> Vec<Offset> {
    cells.iter().map(|cell| (cell[0].into(), cell[1].into())).collect()
}

/// The neighbours of some cells, row by row from the top left.
pub(crate) fn around(cells: &[Offset]) -> Vec<Offset> {
    let near = |&(c, r): &Offset| NEIGHBOURS.map(|(dc, dr)| (r + dr, c + dc));
    let all: BTreeSet<Offset> = cells.iter().flat_map(near).collect();
    all.into_iter().map(|(r, c)| (c, r)).filter(|cell| !cells.contains(cell)).collect()
}

/// How many neighbours some cells have.
pub(crate) fn neighbours(cells: &[[u8; 2]]) -> usize {
    around(&offsets(cells)).len()
}

/// An offset after a symmetry of the lattice.
pub(crate) fn turned(turn: u8, (c, r): Offset) -> Offset {
    let start = if turn >= TURNS / 2 { (r, c) } else { (c, r) };
    (0..turn % (TURNS / 2)).fold(start, |(c, r), _| (c + r, -c))
}
