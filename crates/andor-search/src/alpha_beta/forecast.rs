//! The share that is done in iterative deepening, from the growth of the iterations.
//!
//! Each ply of an iteration takes a number of nodes. The logarithm of this number rises with the depth,
//! ever more slowly. The logarithm is highest at the depth where most lines end. Then the logarithm falls,
//! first faster and faster, later evenly, because a few long lines remain. So the growth between the last
//! two iterations predicts the later iterations.
//!
//! The fall of the growth from ply to ply ([`SLOWDOWN`]) was chosen on Go. The data were 75 forecasts of
//! the whole work for 23 claims on boards of 12 to 20 points, made after the fifth iteration and after
//! later ones. Half of the forecasts were between 0.9 and 1.5 times the real work, and eight of ten
//! between 0.6 and 2.8 times. On 5x5, which was not among these boards, the forecast was right within a
//! seventh from depth 29 on. [`crate::forecast`] makes a range of the share.

/// The growth of the logarithm falls by this with each ply.
const SLOWDOWN: f64 = 0.07;

/// The growth does not fall below this value; a smaller measured growth stays as it is.
const STEADY: f64 = -0.15;

/// The forecast ends with the first ply that takes less than this share of the work so far, and at the
/// latest after `MOST_PLIES` plies.
const NEGLIGIBLE: f64 = 1e-4;
const MOST_PLIES: u32 = 400;

/// A forecast is told if the work left is at most so many times the work so far. Before, the growth of the
/// iterations has not slowed down, and the forecast is arbitrary.
const MOST_LEFT: f64 = 10.0;

/// The nodes that the iterations of a search took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    /// The nodes spent before the first iteration.
    before: u64,
    /// The last iteration: its depth, and the nodes spent when it ended.
    last: (u16, u64),
    /// The middle of the last iteration's plies, and the logarithm of the nodes that each ply took.
    plies: Option<(f64, f64)>,
    /// The nodes of the whole search, once two iterations are known.
    whole: Option<f64>,
}

impl Forecast {
    /// A forecast for a search that begins when `spent` nodes are spent.
    pub(super) fn new(spent: u64) -> Forecast {
        Forecast { before: spent, last: (0, spent), plies: None, whole: None }
    }

    /// Notes that the iteration to this depth ended when `spent` nodes were spent.
    pub(super) fn learn(&mut self, depth: u16, spent: u64) {
        let (from, taken) = (f64::from(self.last.0), spent.saturating_sub(self.last.1));
        let (until, so_far) = (f64::from(depth), spent.saturating_sub(self.before) as f64);
        let middle = (from + until) / 2.0;
        let each = (taken as f64 / (until - from).max(1.0)).max(1.0).ln();
        self.whole = self.plies.map(|(last_middle, last_each)| {
            let apart = middle - last_middle;
            let growth = slowed((each - last_each) / apart, apart / 2.0);
            so_far + ahead(until - middle, each, growth, so_far * NEGLIGIBLE)
        });
        (self.last, self.plies) = ((depth, spent), Some((middle, each)));
    }

    /// The share that is done when `spent` nodes are spent, if the forecast is right. Nothing is said while most of
    /// the work is ahead.
    pub(super) fn share(&self, spent: u64) -> Option<f32> {
        let [spent, last] = [spent, self.last.1].map(|n| n.saturating_sub(self.before) as f64);
        let left = self.whole? - last;
        (left <= last * MOST_LEFT).then(|| (spent / (last + left)).min(1.0) as f32)
    }
}

/// The growth after this many further plies.
fn slowed(growth: f64, plies: f64) -> f64 {
    (growth - SLOWDOWN * plies).max(growth.min(STEADY))
}

/// The nodes of all plies from `from` plies ahead on. The last ply took `each` nodes (a logarithm) with
/// this growth.
fn ahead(from: f64, mut each: f64, mut growth: f64, negligible: f64) -> f64 {
    let mut sum = 0.0;
    for ply in 1..=MOST_PLIES {
        growth = slowed(growth, 1.0);
        each += growth;
        if f64::from(ply) <= from {
            continue;
        }
        sum += each.exp();
        if growth < 0.0 && each.exp() < negligible {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that the iterations of a search took, depth by depth; the last iteration found the
    /// answer. The iterations of 5x5 are known from depth 21 on.
    const SERIES: [(&str, &[(u16, u64)]); 3] = [
        (
            "3x6",
            &[
                (1, 8),
                (3, 227),
                (5, 1_608),
                (7, 8_574),
                (9, 38_278),
                (13, 303_971),
                (19, 2_394_776),
                (25, 2_967_425),
                (31, 3_189_897),
            ],
        ),
        (
            "4x5",
            &[
                (1, 8),
                (3, 254),
                (5, 2_923),
                (7, 19_859),
                (9, 87_034),
                (13, 947_771),
                (19, 8_208_743),
                (25, 12_850_394),
                (31, 15_166_767),
                (37, 16_187_289),
            ],
        ),
        (
            "5x5",
            &[
                (21, 158_000_000),
                (25, 500_000_000),
                (29, 723_000_000),
                (33, 873_000_000),
                (37, 918_000_000),
                (41, 927_000_000),
            ],
        ),
    ];

    #[test]
    fn work_of_go_boards_is_foreseen() {
        for (board, iterations) in SERIES {
            let whole = iterations[iterations.len() - 1].1 as f64;
            let mut forecast = Forecast { last: iterations[0], ..Forecast::new(0) };
            let mut told = 0;
            for pair in iterations[1..].windows(2) {
                forecast.learn(pair[0].0, pair[0].1);
                // In the middle of the next iteration, and at its end.
                for spent in [(pair[0].1 + pair[1].1) / 2, pair[1].1] {
                    let Some(told_share) = forecast.share(spent) else { continue };
                    let share = spent as f64 / whole;
                    let ratio = f64::from(told_share) / share;
                    assert!((0.25..4.0).contains(&ratio), "{board}: {told_share} for {share}");
                    told += 1;
                }
            }
            assert!(told >= 6, "{board}: {told}");
        }
    }

    /// Nothing is said after one iteration, nor while the iterations grow as fast as ever. The share grows
    /// with the nodes, and is the whole when the search has taken more than the forecast.
    #[test]
    fn the_share_grows_with_the_nodes() {
        let mut forecast = Forecast::new(1_000);
        assert_eq!(forecast.share(1_500), None);
        forecast.learn(1, 1_100);
        assert_eq!(forecast.share(1_500), None);
        forecast.learn(3, 1_400);
        let share = forecast.share(1_400).expect("a forecast");
        let later = forecast.share(1_500).expect("a forecast");
        assert!(0.0 < share && share < later && later <= 1.0);
        assert_eq!(forecast.share(2_001_000), Some(1.0));
        let mut steep = Forecast::new(0);
        (1..8).for_each(|depth| steep.learn(depth, 20_u64.pow(depth.into())));
        assert_eq!(steep.share(20_u64.pow(7)), None);
    }

    /// Whatever the iterations take, the share is one.
    #[test]
    fn every_growth_gives_shares() {
        let mut forecast = Forecast::new(0);
        let mut spent: u64 = 0;
        for depth in 1..200 {
            spent = spent.saturating_mul(depth % 7 + 1).saturating_add(depth % 2);
            forecast.learn(depth as u16, spent);
            let share = forecast.share(spent);
            let is_share = |share| (0.0..=1.0).contains(&share);
            assert!(share.is_none_or(is_share), "{depth}: {share:?}");
        }
    }
}
