//! Captured pairs: pairs of points that a stone would capture.
//!
//! Suppose that X has stones and, besides, a stone on the empty point `e`. Two neighbours `a`, `b`
//! of `e` that are beside each other are *captured* if, with `b` of X, at least four consecutive of
//! the six places round `a` are X's, and the same holds with `a` and `b` exchanged. Places beyond
//! X's own edge are X's.
//!
//! ```text
//!      . e .         Black joins this row to the edge below it: round a, the places
//!     . a b .        e, b and the two beyond the edge are Black's; round b it is the same.
//!    ---------
//! ```
//!
//! # Why they may be counted as X's
//!
//! If the opponent plays `a`, X answers `b`. The opponent's stone on `a` is then *dead*: the four
//! or more places round `a` that are X's are connected, and each of the two or fewer other places
//! is beside them. So any two neighbours of `a` that ever become X's are joined without `a`.
//! Whoever owns `a`, the same points are joined for X. So X loses nothing by counting both points
//! as its own, as long as each pair is answered within itself; pairs in use must be disjoint.

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};

/// The six neighbours in circular order.
const ROUND: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// No point: the place lies beyond an edge.
const BEYOND: u16 = u16::MAX;

/// The circles of six places round all points.
#[derive(Clone, Debug)]
pub(super) struct Circles {
    places: Vec<[u16; 6]>,
    /// For each player and point the places beyond that player's own edge, as six bits.
    own_edge: [Vec<u8>; 2],
}

/// At most three disjoint pairs fit round a point.
const MOST: usize = 3;

/// The pairs that a stone on one point would capture, disjoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs<const W: usize> {
    /// The union of all pairs.
    pub(super) all: Points<W>,
    pairs: [Points<W>; MOST],
}

impl<const W: usize> Pairs<W> {
    /// A stone that captures nothing.
    pub(super) const NONE: Pairs<W> = Pairs { all: Points::EMPTY, pairs: [Points::EMPTY; MOST] };

    /// The pair with this point.
    #[inline]
    fn with(&self, point: Point) -> Option<Points<W>> {
        self.pairs.into_iter().find(|pair| pair.contains(point))
    }
}

/// Disjoint pairs, out of those that stones on the `ends` capture, which together contain `overlap`
/// and none of the points `taken`. `each` is called with the number of the end and the pair.
#[inline]
pub(super) fn cover<const W: usize>(
    overlap: Points<W>,
    taken: Points<W>,
    ends: &[&Pairs<W>],
    mut each: impl FnMut(usize, Points<W>),
) -> Option<Points<W>> {
    let mut used = Points::EMPTY;
    for point in overlap {
        if used.contains(point) {
            continue;
        }
        let free = |pair: &Points<W>| !pair.meets(&(used | taken));
        let with_end = |(end, pairs): (usize, &&Pairs<W>)| {
            pairs.with(point).filter(free).map(|pair| (end, pair))
        };
        let (end, pair) = ends.iter().enumerate().find_map(with_end)?;
        each(end, pair);
        used |= pair;
    }
    Some(used)
}

impl Circles {
    /// The circles of a board.
    pub(super) fn new<const W: usize>(hex: &Hex<W>) -> Circles {
        let size = hex.size();
        let place = |point, (right, down)| match size.step(point, right, down) {
            Some(Point(neighbour)) => neighbour,
            None => BEYOND,
        };
        let places = size.points().map(|p| ROUND.map(|step| place(p, step))).collect();
        let beyond = |player: Player| {
            let bits = |point: Point| {
                let is_own = |(right, down): (i8, i8)| {
                    let column = size.column(point) as i8 + right;
                    let row = size.row(point) as i8 + down;
                    let column_on = (0..size.columns() as i8).contains(&column);
                    let row_on = (0..size.rows() as i8).contains(&row);
                    match player {
                        Player::Black => column_on && !row_on,
                        Player::White => row_on && !column_on,
                    }
                };
                (0..6).filter(|&i| is_own(ROUND[i])).fold(0, |bits, i| bits | 1 << i)
            };
            size.points().map(bits).collect()
        };
        Circles { places, own_edge: Player::both(beyond) }
    }

    /// The places round a point that are the side's, as six bits.
    fn own<const W: usize>(&self, point: Point, side: Player, own: Points<W>) -> u8 {
        let mut bits = self.own_edge[side.index()][point.index()];
        for (i, &place) in self.places[point.index()].iter().enumerate() {
            if place != BEYOND && own.contains(Point(place)) {
                bits |= 1 << i;
            }
        }
        bits
    }

    /// Are the side's places round a point in one row, so that they are connected without the
    /// point?
    pub(super) fn is_end<const W: usize>(
        &self,
        point: Point,
        side: Player,
        own: Points<W>,
    ) -> bool {
        let bits = self.own(point, side, own);
        let starts = bits & !(bits << 1 | bits >> 5);
        starts.count_ones() <= 1
    }

    /// The pairs that a stone of `side` on `point` would capture.
    pub(super) fn pairs<const W: usize>(
        &self,
        point: Point,
        side: Player,
        own: Points<W>,
        empty: Points<W>,
    ) -> Pairs<W> {
        let mut out = Pairs::NONE;
        let mut count = 0;
        let round = &self.places[point.index()];
        for i in 0..6 {
            let (a, b) = (round[i], round[(i + 1) % 6]);
            if a == BEYOND || b == BEYOND {
                continue;
            }
            let (a, b) = (Point(a), Point(b));
            let pair = Points::one(a) | Points::one(b);
            if !pair.is_subset(&empty) || pair.meets(&out.all) {
                continue;
            }
            // Seen from a, the point lies at i + 3 and b at i + 2; seen from b, the point lies at
            // i + 4 and a at i + 5.
            let round_a = self.own(a, side, own) | bit(i + 3) | bit(i + 2);
            let round_b = self.own(b, side, own) | bit(i + 4) | bit(i + 5);
            if has_four(round_a) && has_four(round_b) {
                out.pairs[count] = pair;
                out.all |= pair;
                count += 1;
            }
        }
        out
    }
}

fn bit(place: usize) -> u8 {
    1 << (place % 6)
}

/// Are four consecutive of six places round a point in the set?
fn has_four(bits: u8) -> bool {
    let twice = u16::from(bits) | u16::from(bits) << 6;
    twice & twice >> 1 & twice >> 2 & twice >> 3 != 0
}
