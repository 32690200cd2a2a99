//! Windows: the places of five points in a row, and how the players' stones lie in them.
//!
//! A *line* is a row, a column or a diagonal of at least five points. The stones of each player on
//! a line are the bits of a word, and the windows on the line are numbered by their first point.
//! For each player and each number of stones the board keeps the set of windows that hold so many
//! of the player's stones and none of the other's: again the bits of one word a line. A stone lies
//! on four lines, whose words are counted anew by adding the line's word to itself, shifted, bit by
//! bit for all windows at once. Fives, fours and threats are read off the sets.

use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::Player;
use std::ops::Range;

/// The steps to the next point of a row: right, down, and the two diagonals.
pub const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// How many points a window has.
pub const LENGTH: usize = 5;

/// A line has at most so many windows, so that the windows of four lines fill a word.
const PER_LINE: usize = 16;

/// Where a point lies in one of the four directions: the line, and its place on the line. A point
/// whose line is too short for a window lies on a line without windows.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u16,
    bit: u8,
}

/// The windows of a board: their points, and the windows of each point.
#[derive(Clone, Debug)]
pub struct Layout<const W: usize> {
    /// The points of each window.
    windows: Vec<[Point; LENGTH]>,
    /// The same points as sets; no points for a number that is no window.
    sets: Vec<Points<W>>,
    /// Of each point: the windows.
    of: Vec<Vec<u16>>,
    /// Of each point: the lines.
    lines: Vec<[Place; 4]>,
    /// Of each line: the windows as bits.
    starts: Vec<u16>,
}

impl<const W: usize> Layout<W> {
    /// The windows of a board of this size.
    pub fn new(size: Size) -> Layout<W> {
        let mut layout = Layout {
            windows: Vec::new(),
            sets: Vec::new(),
            of: vec![Vec::new(); size.area()],
            lines: vec![[Place::default(); 4]; size.area()],
            starts: Vec::new(),
        };
        // The line without windows is the first.
        layout.add(&[], 0);
        for (direction, (right, down)) in STEPS.into_iter().enumerate() {
            for first in size.points() {
                if size.step(first, -right, -down).is_none() {
                    let step = |point: &Point| size.step(*point, right, down);
                    let line: Vec<Point> = std::iter::successors(Some(first), step).collect();
                    if line.len() >= LENGTH {
                        layout.add(&line, direction);
                    }
                }
            }
        }
        layout
    }

    /// Adds a line.
    fn add(&mut self, points: &[Point], direction: usize) {
        let line = self.starts.len();
        for (bit, point) in points.iter().enumerate() {
            self.lines[point.index()][direction] = Place { line: line as u16, bit: bit as u8 };
        }
        let count = (points.len() + 1).saturating_sub(LENGTH);
        self.starts.push(((1u32 << count) - 1) as u16);
        for start in 0..PER_LINE {
            let mut window = [Point(0); LENGTH];
            let mut set = Points::EMPTY;
            if start < count {
                window.copy_from_slice(&points[start..start + LENGTH]);
                set = window.into_iter().collect();
                for point in window {
                    self.of[point.index()].push(self.windows.len() as u16);
                }
            }
            self.windows.push(window);
            self.sets.push(set);
        }
    }

    /// How many points the board has.
    pub fn area(&self) -> usize {
        self.of.len()
    }

    /// How many lines the board has.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The windows of the board.
    pub fn windows(&self) -> impl Iterator<Item = usize> {
        (0..self.windows.len()).filter(|&window| !self.sets[window].is_empty())
    }

    /// The points of a window.
    #[inline]
    pub fn points(&self, window: usize) -> &[Point; LENGTH] {
        &self.windows[window]
    }

    /// The windows of a point.
    #[inline]
    pub fn of(&self, point: Point) -> &[u16] {
        &self.of[point.index()]
    }
}

/// A set of windows of a board with at most 4 × V lines.
#[derive(Clone, Copy, Debug)]
pub struct Windows<const V: usize>([[u16; 4]; V]);

impl<const V: usize> Windows<V> {
    const EMPTY: Windows<V> = Windows([[0; 4]; V]);

    /// The windows of four lines, as bits.
    #[inline]
    fn word(lines: [u16; 4]) -> u64 {
        let [a, b, c, d] = lines;
        let [a, b, c, d] = [u64::from(a), u64::from(b), u64::from(c), u64::from(d)];
        a | b << 16 | c << 32 | d << 48
    }

    /// Is there no window in the set?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &lines| all | Self::word(lines)) == 0
    }

    /// How many windows are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|&lines| Self::word(lines).count_ones()).sum()
    }

    /// Is a window in the set?
    pub fn contains(&self, window: usize) -> bool {
        let line = window / PER_LINE;
        self.0[line >> 2][line & 3] >> (window % PER_LINE) & 1 == 1
    }

    /// The windows of the set, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(i, &lines)| {
            let mut word = Self::word(lines);
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(i << 6 | bit)
            })
        })
    }
}

/// The stones on a board of up to 64 × W points and 4 × V lines, and how they lie in the windows.
#[derive(Clone, Debug)]
pub struct Stones<const W: usize, const V: usize> {
    players: [Points<W>; 2],
    /// For each player and line: the places with a stone of the player's, as bits.
    lines: [[[u32; 4]; V]; 2],
    /// For each player and each number of stones from 1 to 5: the windows with so many stones of
    /// the player's and none of the other's.
    by_count: [[Windows<V>; LENGTH]; 2],
    key: u64,
}

impl<const W: usize, const V: usize> Default for Stones<W, V> {
    fn default() -> Self {
        Stones {
            players: [Points::EMPTY; 2],
            lines: [[[0; 4]; V]; 2],
            by_count: [[Windows::EMPTY; LENGTH]; 2],
            key: 0,
        }
    }
}

/// Of four lines with these stones of a player's and of the other's: for each number of stones the
/// windows with so many of the player's and none of the other's.
#[inline]
fn counted(own: [u32; 4], other: [u32; 4], starts: [u32; 4]) -> [[u32; 4]; LENGTH] {
    let mut counted = [[0; 4]; LENGTH];
    for line in 0..4 {
        let (own, other) = (own[line], other[line]);
        let pairs = other | other >> 1;
        let free = starts[line] & !(pairs | pairs >> 2 | other >> 4);
        // The sum of five bits: of the first three, of the last two, and of both sums.
        let [a, b, c, d, e] = [own, own >> 1, own >> 2, own >> 3, own >> 4];
        let (first, first_carry) = (a ^ b ^ c, a & b | b & c | a & c);
        let (last, last_carry) = (d ^ e, d & e);
        let (ones, carry) = (first ^ last, first & last);
        let twos = first_carry ^ last_carry ^ carry;
        let fours = first_carry & last_carry | last_carry & carry | first_carry & carry;
        counted[0][line] = free & ones & !twos & !fours;
        counted[1][line] = free & !ones & twos;
        counted[2][line] = free & ones & twos;
        counted[3][line] = free & !ones & fours;
        counted[4][line] = free & ones & fours;
    }
    counted
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

    /// A number that is most likely different for other stones: for tables whose mistakes do no
    /// harm.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.key
    }

    /// The windows with so many stones of a player's, 1 to 5, and none of the other's.
    #[inline]
    pub fn windows(&self, player: Player, count: usize) -> &Windows<V> {
        &self.by_count[player.index()][count - 1]
    }

    /// The places of a window with a stone of a player's, as bits.
    #[inline]
    fn places(&self, window: usize, player: Player) -> u32 {
        let (line, start) = (window / PER_LINE, window % PER_LINE);
        self.lines[player.index()][line >> 2][line & 3] >> start & 31
    }

    /// How many stones of a player's are in a window.
    #[inline]
    pub fn count(&self, window: usize, player: Player) -> u32 {
        self.places(window, player).count_ones()
    }

    /// The empty places of a window, as bits.
    #[inline]
    fn empty_places(&self, window: usize) -> u32 {
        !(self.places(window, Player::Black) | self.places(window, Player::White)) & 31
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
            let place = self.empty_places(window).trailing_zeros() as usize;
            fives.insert(layout.points(window)[place]);
        }
        fives
    }

    /// The empty points of all windows with so many stones of a player's, each number from 1 to 4,
    /// and none of the other's.
    pub fn reach(&self, layout: &Layout<W>, player: Player, counts: Range<usize>) -> Points<W> {
        let mut reach = Points::EMPTY;
        for count in counts {
            for window in self.windows(player, count).iter() {
                reach |= layout.sets[window];
            }
        }
        reach - self.all()
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub fn put(&mut self, layout: &Layout<W>, player: Player, point: Point) {
        debug_assert!(!self.all().contains(point), "{point:?} is not empty");
        self.players[player.index()].insert(point);
        self.change(layout, player, point);
    }

    /// Takes a player's stone off its point.
    #[inline]
    pub fn lift(&mut self, layout: &Layout<W>, player: Player, point: Point) {
        debug_assert!(
            self.of(player).contains(point),
            "there is no stone of {player} on {point:?}"
        );
        self.players[player.index()].remove(point);
        self.change(layout, player, point);
    }

    /// Puts a stone on the lines of a point, or takes it off, and counts these lines anew.
    fn change(&mut self, layout: &Layout<W>, player: Player, point: Point) {
        self.key ^= hash(player, point);
        let places = layout.lines[point.index()];
        let mut lines = [[0; 4]; 2];
        let mut starts = [0; 4];
        for (direction, place) in places.into_iter().enumerate() {
            let (word, lane) = (usize::from(place.line >> 2), usize::from(place.line & 3));
            self.lines[player.index()][word][lane] ^= 1 << place.bit;
            lines[0][direction] = self.lines[0][word][lane];
            lines[1][direction] = self.lines[1][word][lane];
            starts[direction] = u32::from(layout.starts[usize::from(place.line)]);
        }
        let [black, white] = lines;
        let counted = [counted(black, white, starts), counted(white, black, starts)];
        for (direction, place) in places.into_iter().enumerate() {
            let (word, lane) = (usize::from(place.line >> 2), usize::from(place.line & 3));
            for (player, counted) in counted.iter().enumerate() {
                for (count, counted) in counted.iter().enumerate() {
                    self.by_count[player][count].0[word][lane] = counted[direction] as u16;
                }
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

    type Board = Stones<7, 26>;

    /// A board of 15x15 points has 572 windows, one of 20x20 has 1152.
    #[test]
    fn windows_are_counted() {
        for (columns, rows, windows) in
            [(15, 15, 572), (20, 20, 1152), (5, 5, 12), (5, 4, 4), (4, 4, 0)]
        {
            let size = Size::new(columns, rows).expect("a size");
            assert_eq!(Layout::<7>::new(size).windows().count(), windows, "{size}");
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
                for window in layout.windows() {
                    let (own, other) = (count(window, player), count(window, player.other()));
                    assert_eq!(board.count(window, player) as usize, own);
                    for number in 1..=5 {
                        let listed = board.windows(player, number).contains(window);
                        assert_eq!(listed, own == number && other == 0);
                    }
                }
            }
        }
    }
}
