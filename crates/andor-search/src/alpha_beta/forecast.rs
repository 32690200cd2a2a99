//! A forecast of the work left in iterative deepening, from the growth of the iterations.
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
//! seventh from depth 29 on.

use crate::observe::work_left;

/// The growth of the logarithm falls by this with each ply.
const SLOWDOWN: f64 = 0.07;

/// The growth does not fall below this value; a smaller measured growth stays as it is.
const STEADY: f64 = -0.15;

/// The forecast ends with the first ply that takes less than this share of the work so far, and at the
/// latest after `MOST_PLIES` plies.
const NEGLIGIBLE: f64 = 1e-4;
const MOST_PLIES: u32 = 400;

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

    /// The nodes left to search when `spent` nodes are spent.
    pub(super) fn left(&self, spent: u64) -> Option<f32> {
        self.whole.map(|whole| work_left(whole, spent.saturating_sub(self.before)))
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
            for &(depth, spent) in &iterations[1..] {
                forecast.learn(depth, spent);
                let Some(left) = forecast.left(spent).filter(|_| depth >= 9) else { continue };
                let ratio = (spent as f64 + f64::from(left)) / whole;
                assert!((0.25..4.0).contains(&ratio), "{board}, depth {depth}: {ratio}");
            }
        }
    }

    /// Nothing is said after one iteration; what is left falls with what is spent and is never nothing.
    #[test]
    fn what_is_left_falls_with_what_is_spent() {
        let mut forecast = Forecast::new(1_000);
        assert_eq!(forecast.left(1_500), None);
        forecast.learn(1, 1_100);
        assert_eq!(forecast.left(1_500), None);
        forecast.learn(3, 1_400);
        let left = forecast.left(1_400).expect("a forecast");
        let later = forecast.left(1_500).expect("a forecast");
        assert!((left - later - 100.0).abs() < 1.0, "{left} {later}");
        assert_eq!(forecast.left(2_001_000), Some(200_000.0));
    }

    /// Whatever the iterations take, what is left is a number.
    #[test]
    fn every_growth_gives_a_number() {
        let mut forecast = Forecast::new(0);
        let mut spent: u64 = 0;
        for depth in 1..200 {
            spent = spent.saturating_mul(depth % 7 + 1).saturating_add(depth % 2);
            forecast.learn(depth as u16, spent);
            let left = forecast.left(spent);
            assert!(left.is_none_or(|left| !left.is_nan() && left >= 0.0), "{depth}: {left:?}");
        }
    }
}
