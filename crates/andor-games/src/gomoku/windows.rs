//! Windows: the places of five points in a row, and how the players' stones lie in them.
//!
//! A point lies in at most 20 windows, so that a move changes few of them. For each player and each number
//! of stones the board keeps the set of windows that hold so many of the player's stones and none of the
//! other's. Fives, fours and threats are read off these sets.

use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::Player;
use std::ops::Range;

/// The steps to the next point of a row: right, down, and the two diagonals.
pub const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// How many points a window has.
pub const LENGTH: usize = 5;

/// How many of five bits are set.
const COUNT: [u8; 32] = {
    let mut count = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        count[bits] = (bits as u8).count_ones() as u8;
        bits += 1;
    }
    count
};

/// The windows of a board: their points, and the windows of each point.
#[derive(Clone, Debug)]
pub struct Layout<const W: usize> {
    windows: Vec<[Point; LENGTH]>,
    /// The same points as sets.
    sets: Vec<Points<W>>,
    /// Of each point: the windows, and the place of the point in each.
    of: Vec<Vec<(u16, u8)>>,
}

impl<const W: usize> Layout<W> {
    /// The windows of a board of this size.
    pub fn new(size: Size) -> Layout<W> {
        let mut layout =
            Layout { windows: Vec::new(), sets: Vec::new(), of: vec![Vec::new(); size.area()] };
        for (right, down) in STEPS {
            for first in size.points() {
                let step = |point: &Point| size.step(*point, right, down);
                let row = std::iter::successors(Some(first), step).take(LENGTH);
                let row: Vec<Point> = row.collect();
                let Ok(window) = <[Point; LENGTH]>::try_from(row) else { continue };
                for (place, point) in window.into_iter().enumerate() {
                    layout.of[point.index()].push((layout.windows.len() as u16, place as u8));
                }
                layout.windows.push(window);
                layout.sets.push(window.into_iter().collect());
            }
        }
        layout
    }

    /// How many points the board has.
    pub fn area(&self) -> usize {
        self.of.len()
    }

    /// How many windows there are.
    pub fn count(&self) -> usize {
        self.windows.len()
    }

    /// The points of a window.
    #[inline]
    pub fn points(&self, window: usize) -> &[Point; LENGTH] {
        &self.windows[window]
    }

    /// The windows of a point, and the place of the point in each.
    #[inline]
    pub fn of(&self, point: Point) -> &[(u16, u8)] {
        &self.of[point.index()]
    }
}

/// The stones on a board of up to 64 × W points and 64 × V windows, and how they lie in the windows.
#[derive(Clone, Debug)]
pub struct Stones<const W: usize, const V: usize> {
    players: [Points<W>; 2],
    /// Of each window: the places with a stone of each player's, as bits.
    taken: [[[u8; 2]; 64]; V],
    /// For each player and each number of stones from 1 to 5: the windows with so many stones of the
    /// player's and none of the other's. A set of windows is a set of numbers, as a set of points is.
    by_count: [[Points<V>; LENGTH]; 2],
    key: u64,
}

impl<const W: usize, const V: usize> Default for Stones<W, V> {
    fn default() -> Self {
        Stones {
            players: [Points::EMPTY; 2],
            taken: [[[0; 2]; 64]; V],
            by_count: [[Points::EMPTY; LENGTH]; 2],
            key: 0,
        }
    }
}

impl<const W: usize, const V: usize> Stones<W, V> {
    /// The points with a player's stones.
    #[inline]
    pub fn of(&self, player: Player) -> Points<W> {
        self.players[player.index()]
    }

    /// The points with a stone.
    #[inline]
    pub fn all(&self) -> Points<W> {
        self.players[0] | self.players[1]
    }

    /// A number that is most likely different for other stones: for tables whose mistakes do no harm.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.key
    }

    /// The windows with so many stones of a player's, 1 to 5, and none of the other's.
    #[inline]
    pub fn windows(&self, player: Player, count: usize) -> &Points<V> {
        &self.by_count[player.index()][count - 1]
    }

    /// How many stones of a player's are in a window.
    #[inline]
    pub fn count(&self, window: usize, player: Player) -> u8 {
        COUNT[usize::from(self.taken[window >> 6][window & 63][player.index()])]
    }

    /// The empty places of a window, as bits.
    #[inline]
    fn empty_places(&self, window: usize) -> u8 {
        let [black, white] = self.taken[window >> 6][window & 63];
        !(black | white) & 31
    }

    /// The empty points of a window.
    #[inline]
    pub fn empty_points<'a>(
        &self,
        layout: &'a Layout<W>,
        window: usize,
    ) -> impl Iterator<Item = Point> + 'a {
        let (mut places, points) = (self.empty_places(window), layout.points(window));
        std::iter::from_fn(move || {
            let place = (places != 0).then(|| places.trailing_zeros() as usize)?;
            places &= places - 1;
            Some(points[place])
        })
    }

    /// The first two empty points of a window that has at least two.
    #[inline]
    pub fn empty_pair(&self, layout: &Layout<W>, window: usize) -> (Point, Point) {
        let (places, points) = (self.empty_places(window), layout.points(window));
        let first = places.trailing_zeros() as usize;
        (points[first], points[(places & (places - 1)).trailing_zeros() as usize])
    }

    /// The points on which a player completes five in a row.
    #[inline]
    pub fn fives(&self, layout: &Layout<W>, player: Player) -> Points<W> {
        let mut fives = Points::EMPTY;
        for window in self.windows(player, 4).iter() {
            let place = self.empty_places(window.index()).trailing_zeros() as usize;
            fives.insert(layout.points(window.index())[place]);
        }
        fives
    }

    /// The empty points of all windows with so many stones of a player's, each number from 1 to 4, and none
    /// of the other's.
    pub fn reach(&self, layout: &Layout<W>, player: Player, counts: Range<usize>) -> Points<W> {
        let mut reach = Points::EMPTY;
        for count in counts {
            for window in self.windows(player, count).iter() {
                reach |= layout.sets[window.index()];
            }
        }
        reach - self.all()
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, layout: &Layout<W>, player: Player, point: Point) {
        debug_assert!(!self.all().contains(point), "{point:?} is not empty");
        self.players[player.index()].insert(point);
        self.key ^= hash(player, point);
        let (own, other) = (player.index(), player.other().index());
        for &(window, place) in layout.of(point) {
            let taken = &mut self.taken[usize::from(window) >> 6][usize::from(window) & 63];
            let (mine, theirs) = (taken[own], taken[other]);
            taken[own] |= 1 << place;
            let count = usize::from(COUNT[usize::from(mine)]);
            if theirs == 0 {
                if count > 0 {
                    self.by_count[own][count - 1].remove(Point(window));
                }
                self.by_count[own][count].insert(Point(window));
            } else if mine == 0 {
                let count = usize::from(COUNT[usize::from(theirs)]);
                self.by_count[other][count - 1].remove(Point(window));
            }
        }
    }

    /// Takes a player's stone off its point.
    #[inline]
    pub fn lift(&mut self, layout: &Layout<W>, player: Player, point: Point) {
        debug_assert!(
            self.of(player).contains(point),
            "there is no stone of {player} on {point:?}"
        );
        self.players[player.index()].remove(point);
        self.key ^= hash(player, point);
        let (own, other) = (player.index(), player.other().index());
        for &(window, place) in layout.of(point) {
            let taken = &mut self.taken[usize::from(window) >> 6][usize::from(window) & 63];
            taken[own] &= !(1 << place);
            let (mine, theirs) = (taken[own], taken[other]);
            let count = usize::from(COUNT[usize::from(mine)]);
            if theirs == 0 {
                self.by_count[own][count].remove(Point(window));
                if count > 0 {
                    self.by_count[own][count - 1].insert(Point(window));
                }
            } else if mine == 0 {
                let count = usize::from(COUNT[usize::from(theirs)]);
                self.by_count[other][count - 1].insert(Point(window));
            }
        }
    }
}

/// A number for a stone, by which sets of stones differ.
#[inline]
fn hash(player: Player, point: Point) -> u64 {
    let mut z = (u64::from(point.0) << 1 | player.index() as u64)
        .wrapping_add(1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Board = Stones<7, 18>;

    /// A board of 15x15 points has 572 windows, one of 20x20 has 1152.
    #[test]
    fn windows_are_counted() {
        for (columns, rows, windows) in
            [(15, 15, 572), (20, 20, 1152), (5, 5, 12), (5, 4, 4), (4, 4, 0)]
        {
            let size = Size::new(columns, rows).expect("a size");
            assert_eq!(Layout::<7>::new(size).count(), windows, "{size}");
        }
    }

    /// Stones come and go in any order; the sets are those that counting gives.
    #[test]
    fn sets_are_what_counting_gives() {
        let size = Size::new(9, 7).expect("a size");
        let layout = Layout::<7>::new(size);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut board = Board::default();
        let mut stones: Vec<Option<Player>> = vec![None; size.area()];
        for _ in 0..2000 {
            let point = Point(rng.u16(..size.area() as u16));
            match stones[point.index()].take() {
                Some(player) => board.lift(&layout, player, point),
                None => {
                    let player = Player::BOTH[rng.usize(..2)];
                    board.put(&layout, player, point);
                    stones[point.index()] = Some(player);
                }
            }
            for player in Player::BOTH {
                let count = |window: usize, player| {
                    let of = |p: &&Point| stones[p.index()] == Some(player);
                    layout.points(window).iter().filter(of).count()
                };
                for window in 0..layout.count() {
                    let (own, other) = (count(window, player), count(window, player.other()));
                    assert_eq!(usize::from(board.count(window, player)), own);
                    for number in 1..=5 {
                        let listed = board.windows(player, number).contains(Point(window as u16));
                        assert_eq!(listed, own == number && other == 0);
                    }
                }
            }
        }
    }
}
