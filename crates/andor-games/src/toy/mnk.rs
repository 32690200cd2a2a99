//! m,n,k games: on a board of m columns and n rows, the first player with k stones in a row wins; a
//! full board is a draw.
//!
//! Tic-tac-toe is 3,3,3.

mod paced;

use crate::dihedral::Dihedral;
use crate::notation::coordinates::{Style, parse_point, point_text};
use crate::notation::picture;
use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Claim, Class, Game, Key, KeySource, NoZone, Notation, NotationError, Outcome, Painter,
    PlaneShape, Planes, Player, Symmetric, Symmetry,
};

/// The rules of m,n,k on a board of at most 64 points.
#[derive(Clone, Debug)]
pub struct Mnk {
    size: Size,
    row: u8,
    /// The places of a row.
    windows: Vec<Points<1>>,
    symmetries: Dihedral,
    keys: [Vec<Key>; 2],
    white_to_move: Key,
}

/// The stones, who moves, and the keys of all symmetric images.
#[derive(Clone, Debug)]
pub struct MnkPosition {
    stones: [Points<1>; 2],
    to_move: Player,
    winner: Option<Player>,
    keys: [Key; 8],
}

impl MnkPosition {
    /// The stones of a player.
    pub fn stones(&self, player: Player) -> Points<1> {
        self.stones[player.index()]
    }
}

impl PartialEq for MnkPosition {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.to_move == other.to_move
    }
}

impl Eq for MnkPosition {}

/// The directions of rows.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The places of a row of this length.
fn windows(size: Size, row: u8) -> Vec<Points<1>> {
    let places = size.points().flat_map(|point| STEPS.map(|step| (point, step)));
    let window = |(point, (right, down)): (Point, (i8, i8))| {
        let step = |p: &Point| size.step(*p, right, down);
        let points = std::iter::successors(Some(point), step).take(row.into());
        points.collect::<Points<1>>()
    };
    let mut windows: Vec<Points<1>> = places.map(window).collect();
    windows.retain(|window| window.len() == u32::from(row));
    windows.sort_unstable();
    windows.dedup();
    windows
}

impl Mnk {
    /// The game in which `row` stones in a row win, on a board of at most 64 points.
    pub fn new(size: Size, row: u8) -> Mnk {
        assert!(size.area() <= 64, "{size} is too large for m,n,k");
        let mut source = KeySource::new(0x4D_4E_4B);
        let mut keys = || size.points().map(|_| source.next_key()).collect::<Vec<_>>();
        let keys = [keys(), keys()];
        let (windows, symmetries) = (windows(size, row), Dihedral::new(size));
        Mnk { size, row, windows, symmetries, keys, white_to_move: source.next_key() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many in a row win.
    pub fn row(&self) -> u8 {
        self.row
    }

    /// Is there a row through `point`?
    fn completes(&self, stones: Points<1>, point: Point) -> bool {
        STEPS.into_iter().any(|(right, down)| {
            let run = |right: i8, down: i8| {
                let step = |p: &Point| self.size.step(*p, right, down);
                let on = |p: &Point| stones.contains(*p);
                std::iter::successors(Some(point), step).skip(1).take_while(on).count()
            };
            run(right, down) + run(-right, -down) + 1 >= self.row as usize
        })
    }

    fn toggle(&self, pos: &mut MnkPosition, player: Player, point: Point) {
        pos.stones[player.index()] = pos.stones[player.index()] ^ Points::one(point);
        for bits in 0..self.symmetries.count() {
            let image = self.symmetries.map(Symmetry(bits), point);
            pos.keys[bits as usize] ^= self.keys[player.index()][image.index()];
        }
    }

    /// The position with these stones.
    pub fn set_up(&self, stones: [Points<1>; 2], to_move: Player) -> MnkPosition {
        let mut pos =
            MnkPosition { stones: [Points::EMPTY; 2], to_move, winner: None, keys: [Key::ZERO; 8] };
        for player in Player::BOTH {
            for point in stones[player.index()] {
                self.toggle(&mut pos, player, point);
                if self.completes(stones[player.index()], point) {
                    pos.winner = Some(player);
                }
            }
        }
        pos
    }

    fn turn(&self, pos: &MnkPosition) -> Key {
        if pos.to_move == Player::White { self.white_to_move } else { Key::ZERO }
    }

    pub(crate) fn empty(&self, pos: &MnkPosition) -> Points<1> {
        Points::first_points(self.size.area()) - (pos.stones[0] | pos.stones[1])
    }
}

impl Game for Mnk {
    type Position = MnkPosition;
    type Move = Point;
    type Undo = Point;
    type Zone = NoZone;

    fn start(&self) -> MnkPosition {
        self.set_up([Points::EMPTY; 2], Player::Black)
    }

    fn to_move(&self, pos: &MnkPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &MnkPosition) -> Option<Outcome> {
        match pos.winner {
            Some(player) => Some(Outcome::win(player)),
            None => self.empty(pos).is_empty().then_some(Outcome::DRAW),
        }
    }

    fn moves(&self, pos: &MnkPosition, out: &mut Vec<Point>) {
        if pos.winner.is_none() {
            out.extend(self.empty(pos));
        }
    }

    fn play(&self, pos: &mut MnkPosition, mv: Point) -> Point {
        self.toggle(pos, pos.to_move, mv);
        if self.completes(pos.stones[pos.to_move.index()], mv) {
            pos.winner = Some(pos.to_move);
        }
        pos.to_move = pos.to_move.other();
        mv
    }

    fn undo(&self, pos: &mut MnkPosition, mv: Point) {
        pos.to_move = pos.to_move.other();
        self.toggle(pos, pos.to_move, mv);
        pos.winner = None;
    }

    fn key(&self, pos: &MnkPosition) -> Key {
        pos.keys[0] ^ self.turn(pos)
    }

    fn class(&self, pos: &MnkPosition) -> Class {
        let images = (0..self.symmetries.count()).map(|bits| (pos.keys[bits as usize], bits));
        let (key, bits) = images.min().unwrap_or((pos.keys[0], 0));
        Class { key: key ^ self.turn(pos), symmetry: Symmetry(bits) }
    }

    fn map_move(&self, symmetry: Symmetry, mv: Point) -> Point {
        self.symmetries.map(symmetry, mv)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries.inverse(symmetry)
    }

    fn stabilizer(&self, pos: &MnkPosition) -> u64 {
        let fixed = |bits: &u8| pos.keys[*bits as usize] == pos.keys[0];
        (0..self.symmetries.count()).filter(fixed).fold(0, |set, bits| set | 1 << bits)
    }
}

impl Symmetric for Mnk {
    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn map_position(&self, symmetry: Symmetry, pos: &MnkPosition) -> MnkPosition {
        let image = |set: Points<1>| set.iter().map(|p| self.symmetries.map(symmetry, p)).collect();
        self.set_up(pos.stones.map(image), pos.to_move)
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        self.symmetries.map(symmetry, Point(point as u16)).index()
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.symmetries.compose(first, second)
    }
}

/// The planes: own stones, the other player's, ones, ones if Black is to move, ones if the player
/// to move attacks.
impl Planes for Mnk {
    fn planes_version(&self) -> u32 {
        1
    }

    fn plane_shape(&self) -> PlaneShape {
        let [columns, rows] = [self.size.columns(), self.size.rows()].map(usize::from);
        PlaneShape { columns, rows, planes: 5, others: 0 }
    }

    fn paint(&self, pos: &MnkPosition, claim: Claim, painter: &mut Painter<'_>) {
        let mover = self.to_move(pos);
        for player in [mover, mover.other()] {
            painter.points(pos.stones(player).iter().map(Point::index));
        }
        painter.all(true);
        painter.all(mover == Player::Black);
        painter.all(mover == claim.attacker);
    }

    fn move_index(&self, mv: Point) -> usize {
        mv.index()
    }

    fn indexed_move(&self, index: usize) -> Point {
        Point(index as u16)
    }
}

impl Notation for Mnk {
    fn move_text(&self, mv: Point) -> String {
        point_text(self.size, Style::Hex, mv)
    }

    fn parse_move(&self, pos: &MnkPosition, text: &str) -> Result<Point, NotationError> {
        let point = parse_point(self.size, Style::Hex, text)?;
        let place = format!("move \"{text}\"");
        if pos.winner.is_some() {
            return Err(NotationError::new(place, "the game is over", "no further move"));
        }
        if !self.empty(pos).contains(point) {
            return Err(NotationError::new(place, "the point is occupied", "an empty point"));
        }
        Ok(point)
    }

    fn draw(&self, pos: &MnkPosition) -> String {
        // Rows are counted from the top as in Hex, but they stand one below the other.
        let board = picture::draw(self.size, Style::Hex, |point| {
            Player::BOTH.into_iter().find(|player| pos.stones[player.index()].contains(point))
        });
        let straight = board
            .lines()
            .enumerate()
            .map(|(i, line)| line.get(i.saturating_sub(1)..).unwrap_or(line).to_string() + "\n");
        format!("{}{} to move\n", straight.collect::<String>(), pos.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<MnkPosition, NotationError> {
        let picture = picture::parse(self.size, text)?;
        let stones = Player::both(|player| {
            let of_player = |p: &Point| picture.stones[p.index()] == Some(player);
            self.size.points().filter(of_player).collect::<Points<1>>()
        });
        let mut to_move =
            if stones[0].len() > stones[1].len() { Player::White } else { Player::Black };
        for note in picture.notes {
            to_move = picture::parse_turn(note)?;
        }
        Ok(self.set_up(stones, to_move))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws;

    #[test]
    fn laws_hold() {
        for (columns, rows, row) in [(3, 3, 3), (4, 4, 3), (5, 3, 4), (1, 5, 2), (8, 8, 5)] {
            let size = Size::new(columns, rows).expect("possible size");
            laws::all(&Mnk::new(size, row), 20, 1);
            laws::planes(&Mnk::new(size, row), 5, 1);
        }
    }
}
