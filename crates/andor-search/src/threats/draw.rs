//! The settings of one short run, drawn anew for each.

use andor_core::AttackKind;

/// The settings of a run. A position that takes a minute under one setting takes a second under
/// another, and nobody knows which: so runs are short, and each draws its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Draw {
    /// The first proof number of a move of each kind.
    first: [u32; AttackKind::COUNT],
    /// Of the moves of one kind, each so many add one to the first number; 0 for none.
    rank: u32,
    /// The search stays below a child until it falls behind the next by a factor of 1 + this.
    pub(super) epsilon: f32,
    /// Are numbers added up? If not, the largest counts, and one for each other child.
    pub(super) sum: bool,
    /// The largest number of expansions of an inner search for threats alone.
    pub(super) inner: u64,
    /// How many quiet moves are tried.
    pub(super) quiet: usize,
}

impl Draw {
    /// The settings of the first run.
    pub(super) const FIRST: Draw =
        Draw { first: [5, 3, 8, 8], rank: 0, epsilon: 0.5, sum: false, inner: 200, quiet: 20 };

    /// Settings drawn at random.
    pub(super) fn any(rng: &mut fastrand::Rng) -> Draw {
        let mut pick = |values: &[u32]| values[rng.usize(..values.len())];
        Draw {
            first: [
                pick(&[2, 3, 4, 5, 7]),
                pick(&[2, 3, 3]),
                pick(&[5, 6, 8, 10]),
                pick(&[4, 8, 12, 20]),
            ],
            rank: pick(&[0, 1, 2, 4]),
            sum: pick(&[0, 0, 1]) == 1,
            inner: pick(&[15, 50, 150, 500]).into(),
            quiet: pick(&[12, 20]) as usize,
            epsilon: pick(&[1, 2, 2, 4]) as f32 / 4.0,
        }
    }

    /// The first proof number of the move with this place among the moves of its kind.
    pub(super) fn first(&self, kind: AttackKind, place: u32) -> u32 {
        let later = place.checked_div(self.rank).unwrap_or(0);
        self.first[kind as usize] + later.min(30)
    }
}
