//! A forecast of the share of the work that is done, with a range, from a share that each search
//! measures.
//!
//! A proof is a tree in which the winner has one move and the loser has all moves. If the moves of
//! a position share its work evenly, the settled part of the tree is a share between 0 and 1 (Knuth
//! 1975 estimates the size of a search tree in the same way). The moves do not share the work
//! evenly: the first moves take more than their part, because later moves use their results again,
//! and a search may leave a proof for another proof. So each kind of search has a table of its own
//! (`table.rs`): for shares as the search measures them, the 5th, the 50th and the 95th percentile
//! of the share of the work that was done in searches that were measured to their end. Early shares
//! count as much as late shares there, by their logarithm: nobody who looks at a search knows the
//! order of magnitude of its work. `cargo xtask fit forecast` makes the table, and
//! `docs/experiments/2026-11-19-forecast.md` says how often the ranges hold. Alpha-beta and Monte
//! Carlo tree search have no forecast: the growth of the iterations, and the settled share of the
//! tree, say too little.

mod table;

use table::KNOTS;

/// A measured share, and the 5th, the 50th and the 95th percentile of the share of the work.
pub type Knot = (f32, [f32; 3]);

/// What measures a share; each kind has a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Expected work search: the settled share of the tree.
    ExpectedWork,
    /// Expected work search that begins its tree anew: the nodes spent, of these and the expected
    /// work.
    Restarts,
    /// Depth-first proof-number search: the settled share of the tree.
    Dfpn,
    /// Proof-number search: the settled share of the tree.
    Pns,
    /// Depth-first search: the settled share of the tree.
    DepthFirst,
    /// The values of all moves: the nodes spent, of what the finished moves foretell.
    Moves,
}

impl Kind {
    /// All kinds, with their names.
    pub const ALL: [(&str, Kind); 6] = [
        ("ews", Kind::ExpectedWork),
        ("ews, restarting", Kind::Restarts),
        ("dfpn", Kind::Dfpn),
        ("pns", Kind::Pns),
        ("depth-first", Kind::DepthFirst),
        ("all moves", Kind::Moves),
    ];
}

/// The share of the work that is done, as a forecast: in three of four searches the true share lies
/// between `least` and `most`, and in half of the searches below `likely`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The lower end of the range.
    pub least: f32,
    /// The middle: as often too high as too low.
    pub likely: f32,
    /// The upper end of the range.
    pub most: f32,
}

impl Share {
    /// What is left of a work of which so much is spent, in the same unit.
    pub fn left(self, spent: f64) -> Left {
        let rest = |share: f32| spent * (1.0 / f64::from(share) - 1.0).max(0.0);
        Left { least: rest(self.most), likely: rest(self.likely), most: rest(self.least) }
    }
}

/// What is left of a work, as a forecast; in nodes or seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// The lower end of the range.
    pub least: f64,
    /// The middle.
    pub likely: f64,
    /// The upper end of the range.
    pub most: f64,
}

/// A forecast whose lower end is below this share says too little to be told.
const LEAST: f32 = 0.002;

/// The forecast when a search of this kind measured this share; `None` if it is too early to tell.
pub fn share(kind: Kind, measured: f32) -> Option<Share> {
    let (_, knots) = KNOTS.iter().find(|(known, _)| *known == kind)?;
    share_by(knots, measured)
}

/// The forecast by a table when a search measured this share; `None` if it is too early to tell.
pub fn share_by(knots: &[Knot], measured: f32) -> Option<Share> {
    let found = between(knots, measured)?;
    (measured > 0.0 && found.least >= LEAST).then_some(found)
}

/// The forecast between the two knots around a share; beyond the last knot that of the last knot.
fn between(knots: &[Knot], measured: f32) -> Option<Share> {
    let after = knots.iter().position(|(at, _)| *at >= measured).unwrap_or(knots.len());
    let &(to, upper) = knots.get(after).or(knots.last())?;
    let &(from, lower) = knots.get(after.saturating_sub(1))?;
    let part = if to > from { ((measured - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
    let mix = |i: usize| lower[i] + (upper[i] - lower[i]) * part;
    Some(Share { least: mix(0), likely: mix(1), most: mix(2) })
}

/// The work for the values of all moves, in nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovesWork {
    /// The moves that are finished, and the nodes that they took.
    pub finished: (usize, u64),
    /// The moves at which threads are, and the nodes spent on these so far.
    pub begun: (usize, u64),
    /// The moves at which no thread was.
    pub waiting: usize,
}

impl MovesWork {
    /// The share of the work that is done, if a waiting move takes as long as a finished move did
    /// on average, and a begun move at least half as long again as until now. `None` before the
    /// first move is finished.
    pub fn share(self) -> Option<f32> {
        let (count, taken) = (self.finished.0 as f64, self.finished.1.max(1) as f64);
        if count == 0.0 {
            return None;
        }
        let (begun, spent) = (self.begun.0 as f64, self.begun.1 as f64);
        let mean = taken / count;
        let begun_left = if begun > 0.0 { (begun * mean - spent).max(spent / 2.0) } else { 0.0 };
        let done = taken + spent;
        Some((done / (done + begun_left + self.waiting as f64 * mean)) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind has a table; nothing is said at first, and all figures grow with the share and
    /// keep their order.
    #[test]
    fn the_range_grows_with_the_share() {
        for (name, kind) in Kind::ALL {
            assert_eq!(share(kind, 0.0), None, "{name}");
            let shares: Vec<Share> =
                (0..=1000).filter_map(|i| share(kind, i as f32 / 1000.0)).collect();
            assert!(shares.len() > 300, "{name}: {}", shares.len());
            for pair in shares.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                assert!(a.least <= b.least && a.likely <= b.likely && a.most <= b.most, "{name}");
            }
            for Share { least, likely, most } in shares {
                assert!(0.0 < least && least <= likely && likely <= most && most <= 1.0, "{name}");
            }
        }
    }

    #[test]
    fn what_is_left_follows_from_the_share() {
        let share = Share { least: 0.1, likely: 0.25, most: 0.5 };
        let Left { least, likely, most } = share.left(100.0);
        assert_eq!([least, likely, most].map(f64::round), [100.0, 300.0, 900.0]);
    }

    /// A waiting move counts as a finished one, and a move that takes long makes the share smaller.
    #[test]
    fn open_moves_count_by_their_work() {
        let work = |finished, begun, waiting| MovesWork { finished, begun, waiting }.share();
        assert_eq!(work((0, 0), (1, 50), 5), None);
        assert_eq!(work((2, 100), (0, 0), 2), Some(0.5));
        assert_eq!(work((2, 100), (1, 0), 1), Some(0.5));
        assert_eq!(work((2, 100), (1, 300), 1), Some(400.0 / 600.0));
        assert_eq!(work((5, 100), (0, 0), 0), Some(1.0));
    }
}
