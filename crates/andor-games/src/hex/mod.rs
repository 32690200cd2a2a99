//! Hex on any m×n board up to 19×19.
//!
//! Black joins the top to the bottom, White the left to the right; a stone once placed stays. A
//! full board has exactly one winner, so there are no draws, and nothing ever repeats. A point has
//! up to six neighbours: left and right, up and up-right, down and down-left.
//!
//! ```text
//!    a b c
//!  1 . . .          the neighbours of b2 are
//!   2 . X .         b1, c1, a2, c2, a3, b3
//!    3 . . .
//! ```
//!
//! Sets of stones are bit sets, and a block grows by shifting the whole set: one step of a flood
//! fill costs a dozen word operations whatever the size of its front. A finished position has a
//! *zone*: a shortest chain of the winner's stones from edge to edge. Own stones never hurt in Hex,
//! so that a player who wins with a zone wins whatever lies outside the zone.
//!
//! The only symmetry that keeps the players apart is the half turn.

mod graded;
mod notation;
mod paced;
mod planes;

use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, KeySource, Monotone, Outcome, Player, Symmetric, Symmetry, Zoned,
};

/// The rules of Hex on a board of at most `64 * W` points.
#[derive(Clone, Debug)]
pub struct Hex<const W: usize> {
    size: Size,
    board: Points<W>,
    /// For each player the edge where the flood fill starts, and the edge where it must arrive.
    edges: [[Points<W>; 2]; 2],
    not_left: Points<W>,
    not_right: Points<W>,
    neighbours: Vec<Points<W>>,
    keys: [Vec<Key>; 2],
    white_to_move: Key,
}

/// A point on which the player to move places a stone.
pub type HexMove = Point;

/// The stones on the board and who moves.
#[derive(Clone, Debug)]
pub struct HexPosition<const W: usize> {
    stones: [Points<W>; 2],
    to_move: Player,
    winner: Option<Player>,
    /// The stones' keys, as they stand and after the half turn.
    keys: [Key; 2],
}

impl<const W: usize> PartialEq for HexPosition<W> {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.to_move == other.to_move
    }
}

impl<const W: usize> Eq for HexPosition<W> {}

impl<const W: usize> HexPosition<W> {
    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: Player) -> Points<W> {
        self.stones[player.index()]
    }
}

impl<const W: usize> Hex<W> {
    /// Hex on a board of this size, which must have at most `64 * W` points.
    pub fn new(size: Size) -> Hex<W> {
        let board = Points::first_points(size.area());
        let column = |c| size.points().filter(|&p| size.column(p) == c).collect::<Points<W>>();
        let row = |r| size.points().filter(|&p| size.row(p) == r).collect::<Points<W>>();
        let (left, right) = (column(0), column(size.columns() - 1));
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
        let neighbours = size
            .points()
            .map(|p| steps.iter().filter_map(|&(right, down)| size.step(p, right, down)).collect())
            .collect();
        let mut source = KeySource::new(0x48_45_58);
        let mut keys = || size.points().map(|_| source.next_key()).collect::<Vec<_>>();
        Hex {
            size,
            board,
            edges: [[row(0), row(size.rows() - 1)], [left, right]],
            not_left: board - left,
            not_right: board - right,
            neighbours,
            keys: [keys(), keys()],
            white_to_move: KeySource::new(0x57).next_key(),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All points of the board.
    #[inline]
    pub fn board(&self) -> Points<W> {
        self.board
    }

    /// The points along the two edges that the player joins: top and bottom, or left and right.
    #[inline]
    pub fn edges(&self, player: Player) -> [Points<W>; 2] {
        self.edges[player.index()]
    }

    /// The points beside a point.
    #[inline]
    pub fn neighbours(&self, point: Point) -> Points<W> {
        self.neighbours[point.index()]
    }

    /// The empty points of a position.
    #[inline]
    pub fn empty(&self, pos: &HexPosition<W>) -> Points<W> {
        self.board - (pos.stones[0] | pos.stones[1])
    }

    /// The position with these stones on it, of which no point may be in both sets.
    pub fn set_up(&self, stones: [Points<W>; 2], to_move: Player) -> HexPosition<W> {
        debug_assert!(!stones[0].meets(&stones[1]));
        let mut keys = [Key::ZERO; 2];
        for player in Player::BOTH {
            for point in stones[player.index()] {
                keys[0] ^= self.keys[player.index()][point.index()];
                keys[1] ^= self.keys[player.index()][self.turned(point).index()];
            }
        }
        let winner = Player::BOTH
            .into_iter()
            .find(|&p| self.joins(p, stones[p.index()], self.edges[p.index()][0]));
        HexPosition { stones, to_move, winner, keys }
    }

    /// The point after the half turn.
    #[inline]
    fn turned(&self, point: Point) -> Point {
        Point(self.size.area() as u16 - 1 - point.0)
    }

    /// The set and all its neighbours; bits beyond the last row may be among them.
    #[inline]
    pub fn grown(&self, set: Points<W>) -> Points<W> {
        let columns = self.size.columns() as u32;
        let mut out = set | (set << columns) | (set >> columns);
        out |= (set & self.not_right) << 1;
        out |= (set & self.not_left) >> 1;
        if columns > 1 {
            out |= (set & self.not_left) << (columns - 1);
            out |= (set & self.not_right) >> (columns - 1);
        }
        out
    }

    /// Does some block of `stones` that meets `seed` join the player's edges?
    #[inline]
    fn joins(&self, player: Player, stones: Points<W>, seed: Points<W>) -> bool {
        let [from, to] = &self.edges[player.index()];
        let mut block = seed & stones;
        loop {
            let next = self.grown(block) & stones;
            if next == block {
                return block.meets(from) && block.meets(to);
            }
            block = next;
        }
    }

    /// A shortest chain of the player's stones from edge to edge, which must exist.
    fn shortest_chain(&self, player: Player, stones: Points<W>) -> Points<W> {
        let [from, to] = self.edges[player.index()];
        let mut layers = vec![from & stones];
        let mut reached = layers[0];
        while !reached.meets(&to) {
            let next = (self.grown(reached) & stones) - reached;
            debug_assert!(!next.is_empty(), "the edges are not joined");
            layers.push(next);
            reached |= next;
        }
        let mut chain = Points::EMPTY;
        let mut wanted = to;
        for layer in layers.iter().rev() {
            let Some(point) = (*layer & wanted).first() else { unreachable!("layers touch") };
            chain.insert(point);
            wanted = self.neighbours[point.index()];
        }
        chain
    }
}

/// The data to take a Hex move back.
pub struct HexUndo(Point);

impl<const W: usize> Game for Hex<W> {
    type Position = HexPosition<W>;
    type Move = HexMove;
    type Undo = HexUndo;
    type Zone = Points<W>;

    fn start(&self) -> HexPosition<W> {
        self.set_up([Points::EMPTY; 2], Player::Black)
    }

    #[inline]
    fn to_move(&self, pos: &HexPosition<W>) -> Player {
        pos.to_move
    }

    #[inline]
    fn outcome(&self, pos: &HexPosition<W>) -> Option<Outcome> {
        pos.winner.map(Outcome::win)
    }

    #[inline]
    fn moves(&self, pos: &HexPosition<W>, out: &mut Vec<HexMove>) {
        if pos.winner.is_none() {
            out.extend(self.empty(pos));
        }
    }

    fn play(&self, pos: &mut HexPosition<W>, mv: HexMove) -> HexUndo {
        let player = pos.to_move;
        pos.stones[player.index()].insert(mv);
        pos.keys[0] ^= self.keys[player.index()][mv.index()];
        pos.keys[1] ^= self.keys[player.index()][self.turned(mv).index()];
        if self.joins(player, pos.stones[player.index()], Points::one(mv)) {
            pos.winner = Some(player);
        }
        pos.to_move = player.other();
        HexUndo(mv)
    }

    #[inline]
    fn undo(&self, pos: &mut HexPosition<W>, HexUndo(mv): HexUndo) {
        let player = pos.to_move.other();
        pos.stones[player.index()].remove(mv);
        pos.keys[0] ^= self.keys[player.index()][mv.index()];
        pos.keys[1] ^= self.keys[player.index()][self.turned(mv).index()];
        pos.winner = None;
        pos.to_move = player;
    }

    #[inline]
    fn key(&self, pos: &HexPosition<W>) -> Key {
        match pos.to_move {
            Player::Black => pos.keys[0],
            Player::White => pos.keys[0] ^ self.white_to_move,
        }
    }

    #[inline]
    fn class(&self, pos: &HexPosition<W>) -> Class {
        let turned = pos.keys[1] < pos.keys[0];
        let key = pos.keys[usize::from(turned)];
        Class {
            key: if pos.to_move == Player::Black { key } else { key ^ self.white_to_move },
            symmetry: Symmetry(u8::from(turned)),
        }
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: HexMove) -> HexMove {
        if symmetry == Symmetry::IDENTITY { mv } else { self.turned(mv) }
    }

    #[inline]
    fn stabilizer(&self, pos: &HexPosition<W>) -> u64 {
        if pos.keys[0] == pos.keys[1] { 0b11 } else { 0b01 }
    }
}

impl<const W: usize> Symmetric for Hex<W> {
    fn symmetries(&self) -> u8 {
        2
    }

    fn map_position(&self, symmetry: Symmetry, pos: &HexPosition<W>) -> HexPosition<W> {
        self.set_up(pos.stones.map(|set| self.map_zone(symmetry, set)), pos.to_move)
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        if symmetry == Symmetry::IDENTITY { point } else { self.size.area() - 1 - point }
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        Symmetry(first.0 ^ second.0)
    }
}

impl<const W: usize> Zoned for Hex<W> {
    #[inline]
    fn end_zone(&self, pos: &HexPosition<W>) -> Points<W> {
        match pos.winner {
            Some(player) => self.shortest_chain(player, pos.stones[player.index()]),
            None => self.board,
        }
    }

    fn whole_zone(&self) -> Points<W> {
        self.board
    }

    /// The zone holds every stone of the winner's that the win needs, including `mv` if it is
    /// needed.
    #[inline]
    fn winner_zone(&self, _: &HexPosition<W>, _: HexMove, zone: Points<W>) -> Points<W> {
        zone
    }

    #[inline]
    fn join(&self, first: Points<W>, second: Points<W>) -> Points<W> {
        first | second
    }

    #[inline]
    fn meets(&self, _: &HexPosition<W>, mv: HexMove, zone: Points<W>) -> bool {
        zone.contains(mv)
    }

    #[inline]
    fn map_zone(&self, symmetry: Symmetry, zone: Points<W>) -> Points<W> {
        if symmetry == Symmetry::IDENTITY {
            return zone;
        }
        // The half turn reverses the order of the points: reverse all bits, then move them down.
        let mut words = zone.0;
        words.reverse();
        let mut out = Points(words.map(u64::reverse_bits));
        let mut down = (64 * W - self.size.area()) as u32;
        while down > 0 {
            let step = down.min(63);
            out = out >> step;
            down -= step;
        }
        out
    }

    #[inline]
    fn zone_size(&self, zone: Points<W>) -> u32 {
        zone.len()
    }
}

impl<const W: usize> Monotone for Hex<W> {
    fn area(&self) -> usize {
        self.size.area()
    }

    #[inline]
    fn stones(&self, pos: &HexPosition<W>, player: Player) -> Points<W> {
        pos.stones(player)
    }

    #[inline]
    fn move_at(&self, point: usize) -> HexMove {
        Point(point as u16)
    }

    #[inline]
    fn point_of(&self, mv: HexMove) -> usize {
        mv.index()
    }

    /// The empty points that touch both the stones that reach one edge and the stones that reach
    /// the other.
    fn winning_points(&self, player: Player, stones: Points<W>, empty: Points<W>) -> Points<W> {
        let reach = |edge: Points<W>| {
            let mut set = edge & stones;
            loop {
                let grown = self.grown(set);
                let next = grown & stones;
                if next == set {
                    return grown | edge;
                }
                set = next;
            }
        };
        let [from, to] = self.edges[player.index()];
        reach(from) & reach(to) & empty
    }

    fn winning_zone(&self, player: Player, stones: Points<W>) -> Points<W> {
        self.shortest_chain(player, stones)
    }

    /// On a board with as many columns as rows: columns become rows, and Black's edges White's.
    fn exchanged(&self, points: Points<W>) -> Option<Points<W>> {
        let size = self.size;
        let turned = |p: Point| size.point(size.row(p), size.column(p));
        (size.columns() == size.rows()).then(|| points.iter().map(turned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Notation, laws};

    fn size(columns: u8, rows: u8) -> Size {
        Size::new(columns, rows).expect("possible size")
    }

    #[test]
    fn laws_hold() {
        for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (3, 5), (6, 4), (8, 8)] {
            laws::all(&Hex::<1>::new(size(columns, rows)), 5, 1);
            laws::zones(&Hex::<1>::new(size(columns, rows)), 20, 2);
            laws::planes(&Hex::<1>::new(size(columns, rows)), 5, 5);
        }
        laws::all(&Hex::<2>::new(size(11, 11)), 1, 3);
        laws::all(&Hex::<6>::new(size(19, 19)), 1, 4);
    }

    fn check(picture: &str, outcome: Option<Player>, chain: &str) {
        let hex = Hex::<1>::new(size(3, 3));
        let pos = hex.parse_position(picture).expect("a picture");
        assert_eq!(hex.outcome(&pos), outcome.map(Outcome::win), "{picture}");
        if outcome.is_some() {
            let mut names: Vec<_> = hex.end_zone(&pos).iter().map(|p| hex.move_text(p)).collect();
            names.sort();
            assert_eq!(names.join(" "), chain, "{picture}");
        }
    }

    #[test]
    fn black_joins_top_and_bottom_white_left_and_right() {
        check(". X .\n X . .\n  X . .", Some(Player::Black), "a2 a3 b1");
        check("X . .\n . X .\n  . . X", None, "");
        check("X X X\n . . .\n  . . .", None, "");
        check(". . O\n . O .\n  O . .", Some(Player::White), "a3 b2 c1");
        check("O . .\n . O .\n  . . O", None, "");
        check("X X X\n X . X\n  X X X", Some(Player::Black), "a1 a2 a3");
    }

    /// On a full board exactly one player has joined their edges.
    #[test]
    fn full_boards_have_one_winner() {
        let mut rng = fastrand::Rng::with_seed(9);
        for (columns, rows) in [(1, 1), (2, 3), (5, 5), (7, 4)] {
            let hex = Hex::<1>::new(size(columns, rows));
            for _ in 0..200 {
                let black: Points<1> = hex.size.points().filter(|_| rng.bool()).collect();
                let stones = [black, hex.board - black];
                let winners = Player::BOTH
                    .iter()
                    .filter(|p| hex.joins(**p, stones[p.index()], hex.edges[p.index()][0]))
                    .count();
                assert_eq!(winners, 1, "{black:?} on {}", hex.size);
            }
        }
    }

    /// The points that win at once are exactly those that end the game.
    #[test]
    fn winning_points_end_the_game() {
        let hex = Hex::<1>::new(size(4, 5));
        laws::walk(&hex, 200, 3, |pos| {
            if hex.outcome(pos).is_some() {
                return;
            }
            for player in Player::BOTH {
                let turn = hex.set_up(pos.stones, player);
                for point in hex.empty(pos) {
                    let mut next = turn.clone();
                    hex.play(&mut next, point);
                    let stones = pos.stones(player);
                    let wins = hex.winning_points(player, stones, hex.empty(pos)).contains(point);
                    assert_eq!(wins, hex.outcome(&next).is_some(), "{}", hex.draw(&turn));
                    if wins {
                        let zone = hex.winning_zone(player, stones | Points::one(point));
                        assert_eq!(zone, hex.end_zone(&next));
                    }
                }
            }
        });
    }

    /// The winner loses when the players change places, and wins again when they change back.
    #[test]
    fn players_change_places_on_square_boards() {
        let hex = Hex::<1>::new(size(5, 5));
        let exchanged = |points| hex.exchanged(points).expect("a square board");
        laws::walk(&hex, 200, 6, |pos| {
            let [black, white] = pos.stones.map(exchanged);
            let other = hex.set_up([white, black], pos.to_move.other());
            let winner = pos.winner.map(Player::other);
            assert_eq!(other.winner, winner, "{}", hex.draw(pos));
            assert_eq!([black, white].map(exchanged), pos.stones);
            for player in Player::BOTH {
                let (own, empty) = (pos.stones(player), hex.empty(pos));
                let points = hex.winning_points(player, own, empty);
                let (own, empty) = (exchanged(own), exchanged(empty));
                let images = hex.winning_points(player.other(), own, empty);
                assert_eq!(exchanged(points), images, "{}", hex.draw(pos));
            }
        });
        assert_eq!(Hex::<1>::new(size(5, 4)).exchanged(Points::EMPTY), None);
    }

    /// Wide and narrow sets of points give the same game.
    #[test]
    fn the_width_of_the_set_does_not_matter() {
        let (narrow, wide) = (Hex::<1>::new(size(7, 9)), Hex::<6>::new(size(7, 9)));
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..50 {
            let (mut a, mut b) = (narrow.start(), wide.start());
            let mut moves = Vec::new();
            loop {
                assert_eq!(narrow.outcome(&a), wide.outcome(&b));
                assert_eq!(narrow.key(&a), wide.key(&b));
                assert_eq!(narrow.end_zone(&a).len(), wide.end_zone(&b).len());
                moves.clear();
                narrow.moves(&a, &mut moves);
                let Some(&mv) = rng.choice(&moves) else { break };
                narrow.play(&mut a, mv);
                wide.play(&mut b, mv);
            }
        }
    }
}
