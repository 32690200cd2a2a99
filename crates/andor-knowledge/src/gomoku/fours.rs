//! Wins by continuous fours: every move of the attacker's threatens five, so that each reply is
//! forced.
//!
//! A *line of fours* is the list of the attacker's moves. After each move but the last the attacker
//! has one point on which they complete five, and the defender plays there. The last move completes
//! five, or leaves two such points. The defender must never be able to complete five; so where the
//! defender threatens to, the attacker's move must be on that very point.
//!
//! The zone of a line follows from the rules of [`andor_games::gomoku::Cover`]: all points of the
//! line, the forced ones and the two last ones included, and wherever further stones could give the
//! defender four in a window while the line is played.

use andor_core::{Player, PointSet};
use andor_games::gomoku::windows::{Layout, Stones};
use andor_games::gomoku::{Cover, guard};
use andor_games::points::{Point, Points};

/// So many positions without a win by fours are remembered.
const REMEMBERED: usize = 1 << 16;

/// A search for lines of fours.
#[derive(Clone, Debug)]
pub struct Fours {
    /// How many of the attacker's moves a search tries.
    cap: u32,
    /// Positions in which the attacker has no line of fours, by their hashes. A wrong entry hides a
    /// win and makes none.
    failed: Vec<u64>,
}

impl Fours {
    /// A search that tries so many moves of the attacker's at most.
    pub fn new(cap: u32) -> Fours {
        Fours { cap, failed: vec![0; REMEMBERED] }
    }

    /// Finds a line of fours of `attacker`, who is to move; nobody has five. The stones are left as
    /// they were. Gives nothing if there is none, or if the search is too long.
    pub fn find<const W: usize, const V: usize>(
        &mut self,
        layout: &Layout<W>,
        stones: &mut Stones<W, V>,
        attacker: Player,
    ) -> Option<Vec<Point>> {
        if let Some(five) = stones.fives(layout, attacker).first() {
            return Some(vec![five]);
        }
        if stones.windows(attacker, 3).is_empty() {
            return None;
        }
        let mut line = Vec::new();
        let mut left = self.cap;
        let must = one_or_none(stones.fives(layout, attacker.other()))?;
        self.search(layout, stones, attacker, must, &mut left, &mut line).then(|| {
            line.reverse();
            line
        })
    }

    /// Is there a line of fours? The line is appended backwards. The attacker has no five to
    /// complete, and must play on `must`, if the defender threatens five there.
    fn search<const W: usize, const V: usize>(
        &mut self,
        layout: &Layout<W>,
        stones: &mut Stones<W, V>,
        attacker: Player,
        must: Option<Point>,
        left: &mut u32,
        line: &mut Vec<Point>,
    ) -> bool {
        // Each move with a point that completes five; a second such point wins.
        let mut moves: [(Point, Point); MOST_FOURS] = [(Point(0), Point(0)); MOST_FOURS];
        let mut count = 0;
        for window in stones.windows(attacker, 3).iter() {
            let (one, other) = stones.empty_pair(layout, window);
            for (mv, five) in [(one, other), (other, one)] {
                if must.is_some_and(|must| must != mv) {
                    continue;
                }
                match moves[..count].iter().find(|(known, _)| *known == mv) {
                    Some((_, known)) if *known != five => {
                        line.push(mv);
                        return true;
                    }
                    None if count < MOST_FOURS => {
                        moves[count] = (mv, five);
                        count += 1;
                    }
                    _ => {}
                }
            }
        }
        if count == 0 {
            return false;
        }
        let hash = stones.hash() ^ SIDES[attacker.index()];
        let slot = (hash >> 40) as usize % REMEMBERED;
        if self.failed[slot] == hash {
            return false;
        }
        let defender = attacker.other();
        for &(mv, reply) in &moves[..count] {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            stones.put(layout, attacker, mv);
            stones.put(layout, defender, reply);
            let won = match one_or_none(stones.fives(layout, defender)) {
                Some(must) => self.search(layout, stones, attacker, must, left, line),
                None => false,
            };
            stones.lift(layout, defender, reply);
            stones.lift(layout, attacker, mv);
            if won {
                line.push(mv);
                return true;
            }
        }
        if *left > 0 {
            self.failed[slot] = hash;
        }
        false
    }
}

/// More moves that make a four than these are not looked at in one position.
const MOST_FOURS: usize = 64;

/// What distinguishes the searches of the two players.
const SIDES: [u64; 2] = [0x9D39_247E_3377_6D41, 0x2AF7_3980_05AA_A5C7];

/// The only point of a set, or none; nothing at all if there are two.
fn one_or_none<const W: usize>(points: Points<W>) -> Option<Option<Point>> {
    if points.has_two() { None } else { Some(points.first()) }
}

/// A line of fours as it is played: with the forced replies, and the two points at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The attacker's and the defender's moves in turn.
    pub moves: Vec<Point>,
    /// After the last move of the attacker's: two points on which the attacker completes five; none
    /// if the last move completes five.
    pub ends: Option<[Point; 2]>,
}

/// Plays a line of fours of `attacker` and gives the cover of the position before it; nothing if
/// the list is no line of fours.
pub fn replay<const W: usize, const V: usize>(
    layout: &Layout<W>,
    stones: &Stones<W, V>,
    attacker: Player,
    line: &[Point],
) -> Option<(Played, Cover<W>)> {
    let (mut stones, defender) = (stones.clone(), attacker.other());
    let mut played = Played { moves: Vec::with_capacity(2 * line.len()), ends: None };
    let mut cover = Cover::NOTHING;
    for (number, &mv) in line.iter().enumerate() {
        let is_last = number + 1 == line.len();
        if stones.all().contains(mv) {
            return None;
        }
        if stones.fives(layout, attacker).contains(mv) {
            played.moves.push(mv);
            cover = cover | guard(layout, &stones, defender, 5);
            cover.insert(mv);
            return is_last.then_some((played, cover));
        }
        stones.put(layout, attacker, mv);
        played.moves.push(mv);
        cover.insert(mv);
        if !stones.fives(layout, defender).is_empty() {
            return None;
        }
        match number {
            0 => cover = cover | guard(layout, &stones, defender, 4),
            // The defender's last stone is the only one that is new.
            _ => {
                cover = cover | guard_near(layout, &stones, defender, played.moves[2 * number - 1])
            }
        }
        let mut fives = stones.fives(layout, attacker).iter();
        let (first, second) = (fives.next()?, fives.next());
        cover.insert(first);
        if let Some(second) = second {
            cover.insert(second);
            played.ends = Some([first, second]);
            return is_last.then_some((played, cover));
        }
        played.moves.push(first);
        stones.put(layout, defender, first);
    }
    None
}

/// What [`guard`] with four adds because of one stone of `player`'s: the empty points of the
/// windows through it.
fn guard_near<const W: usize, const V: usize>(
    layout: &Layout<W>,
    stones: &Stones<W, V>,
    player: Player,
    stone: Point,
) -> Cover<W> {
    let mut cover = Cover::NOTHING;
    for &window in layout.of(stone) {
        let window = usize::from(window);
        if stones.count(window, player.other()) == 0 {
            let least = 4usize.saturating_sub(stones.count(window, player) as usize).max(1);
            for point in stones.empty_points(layout, window) {
                cover.0[least - 1..].iter_mut().for_each(|set| set.insert(point));
            }
        }
    }
    cover
}
