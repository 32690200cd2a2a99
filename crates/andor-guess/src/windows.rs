//! The patterns of stones in small windows of a board, as indices of weights.
//!
//! A window is a rectangle of points. Its pattern is a number to the base 3: for each point empty,
//! a stone of the one player, or a stone of the other. Windows that are images of each other under
//! the symmetries of the board share their weights.

use andor_core::{Symmetric, Symmetry};
use andor_games::points::Points;
use andor_games::size::Size;

/// The windows of a board of up to `64 * W` points.
#[derive(Clone, Debug)]
pub struct Windows<const W: usize> {
    windows: Vec<Window>,
    patterns: usize,
}

#[derive(Clone, Debug)]
struct Window {
    /// The first points of the rows.
    rows: Vec<u16>,
    columns: u32,
    /// For each set of points of the window the sum of their powers of three, where the window's
    /// representative has them.
    powers: Box<[u32]>,
    /// The index of the representative's first pattern.
    first: usize,
}

impl<const W: usize> Windows<W> {
    /// All windows of these shapes, columns and rows, on the board of a game.
    pub fn new(game: &impl Symmetric, size: Size, shapes: &[(u16, u16)]) -> Windows<W> {
        let mut windows = Vec::new();
        let mut known: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut patterns = 0;
        for &(columns, rows) in shapes {
            for row in 0..=(size.rows() as u16).saturating_sub(rows) {
                for column in 0..=(size.columns() as u16).saturating_sub(columns) {
                    if columns > size.columns() as u16 || rows > size.rows() as u16 {
                        continue;
                    }
                    let starts: Vec<u16> =
                        (row..row + rows).map(|row| row * size.columns() as u16 + column).collect();
                    let points: Vec<usize> = starts
                        .iter()
                        .flat_map(|&start| (start..start + columns).map(usize::from))
                        .collect();
                    let image = |symmetry: u8| -> Vec<usize> {
                        points.iter().map(|&p| game.map_point(Symmetry(symmetry), p)).collect()
                    };
                    let sorted = |symmetry: u8| {
                        let mut image = image(symmetry);
                        image.sort_unstable();
                        image
                    };
                    let best = (0..game.symmetries()).min_by_key(|&symmetry| sorted(symmetry));
                    let best = best.unwrap_or_default();
                    let (image, standard) = (image(best), sorted(best));
                    let count = points.len() as u32;
                    let power = |point: usize| {
                        let place = standard.iter().position(|&p| p == point).unwrap_or_default();
                        3u32.pow(place as u32)
                    };
                    let powers: Vec<u32> = image.iter().map(|&point| power(point)).collect();
                    let sum = |set: usize| {
                        (0..points.len()).filter(|i| set >> i & 1 != 0).map(|i| powers[i]).sum()
                    };
                    let first = match known.iter().find(|(points, _)| *points == standard) {
                        Some((_, first)) => *first,
                        None => {
                            let first = patterns;
                            patterns += 3usize.pow(count);
                            known.push((standard, first));
                            first
                        }
                    };
                    windows.push(Window {
                        rows: starts,
                        columns: columns.into(),
                        powers: (0..1usize << count).map(sum).collect(),
                        first,
                    });
                }
            }
        }
        Windows { windows, patterns }
    }

    /// How many patterns there are.
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    /// How many windows there are.
    pub fn count(&self) -> usize {
        self.windows.len()
    }

    /// Gives the pattern of each window.
    #[inline]
    pub fn each(&self, stones: [&Points<W>; 2], mut give: impl FnMut(usize)) {
        for window in &self.windows {
            let (mut one, mut other) = (0, 0);
            for &row in window.rows.iter().rev() {
                one = one << window.columns | bits(stones[0], row, window.columns);
                other = other << window.columns | bits(stones[1], row, window.columns);
            }
            let index = window.powers[one] + 2 * window.powers[other];
            give(window.first + index as usize);
        }
    }
}

/// So many points of a set, from a first one on.
#[inline]
fn bits<const W: usize>(set: &Points<W>, from: u16, count: u32) -> usize {
    let (word, shift) = (usize::from(from >> 6), u32::from(from & 63));
    let mut found = set.0[word] >> shift;
    if W > 1 && shift + count > 64 && word + 1 < W {
        found |= set.0[word + 1] << (64 - shift);
    }
    found as usize & ((1 << count) - 1)
}
