//! Gomoku: the first player with five stones in a row wins; a full board is a draw.
//!
//! Three sets of rules: *freestyle* (five or more win), *exact* (only exactly five win), and
//! *Renju*, in which Black wins with exactly five, White with five or more, and Black may not play
//! an overline, a double four or a double three ([`rows`]). A player who may not move anywhere has
//! reached a draw.

mod graded;
mod paced;
mod planes;
pub mod rows;
pub mod windows;
mod zones;

pub use rows::Forbidden;
pub use zones::{Cover, guard};

use crate::dihedral::Dihedral;
use crate::notation::coordinates::{Style, parse_point, point_text};
use crate::notation::picture;
use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, KeySource, Notation, NotationError, Outcome, Player, Symmetric, Symmetry,
};
use rows::Renju;
use std::fmt;
use std::str::FromStr;
use windows::{Layout, Stones};

/// Gomoku on boards of at most 15x15.
pub type SmallGomoku = Gomoku<4, 19>;

/// Gomoku on boards of at most 20x20.
pub type LargeGomoku = Gomoku<7, 26>;

/// The largest number of columns and rows of [`SmallGomoku`].
pub const SMALL: u8 = 15;

/// When a row wins, and what is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Exact,
    /// For Black exactly five win, for White five or more; some moves are forbidden to Black.
    Renju,
}

impl Rules {
    /// All rules with their names.
    pub const ALL: [(&'static str, Rules); 3] =
        [("freestyle", Rules::Freestyle), ("exact", Rules::Exact), ("renju", Rules::Renju)];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Rules::ALL.iter().find(|(_, rules)| rules == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Rules, NotationError> {
        let lower = text.to_ascii_lowercase();
        let known = Rules::ALL.iter().find(|(name, _)| *name == lower);
        known.map(|(_, rules)| *rules).ok_or_else(|| {
            let names = Rules::ALL.map(|(name, _)| name).join(", ");
            NotationError::new(format!("rules \"{text}\""), "no rules of Gomoku", names)
        })
    }
}

/// The rules of Gomoku on a board of at most 64 × W points and 4 × V lines.
#[derive(Clone, Debug)]
pub struct Gomoku<const W: usize, const V: usize> {
    size: Size,
    rules: Rules,
    board: Points<W>,
    layout: Layout<W>,
    symmetries: Dihedral,
    /// For each player and point: the keys of all images of the stone.
    keys: [Vec<[Key; 8]>; 2],
    white_to_move: Key,
}

/// The stones, the player to move, and the keys of all symmetric images.
#[derive(Clone, Debug)]
pub struct GomokuPosition<const W: usize, const V: usize> {
    stones: Stones<W, V>,
    to_move: Player,
    winner: Option<Player>,
    keys: [Key; 8],
}

impl<const W: usize, const V: usize> GomokuPosition<W, V> {
    /// The stones and how they lie in the windows.
    pub fn stones(&self) -> &Stones<W, V> {
        &self.stones
    }

    /// The player with five in a row.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }
}

impl<const W: usize, const V: usize> PartialEq for GomokuPosition<W, V> {
    fn eq(&self, other: &Self) -> bool {
        let stones = |pos: &Self| Player::both(|player| pos.stones.of(player));
        stones(self) == stones(other) && self.to_move == other.to_move
    }
}

impl<const W: usize, const V: usize> Eq for GomokuPosition<W, V> {}

impl<const W: usize, const V: usize> Gomoku<W, V> {
    /// The game on a board that fits.
    pub fn new(size: Size, rules: Rules) -> Self {
        let layout = Layout::new(size);
        assert!(size.area() <= 64 * W && layout.lines() <= 4 * V, "{size} is too large");
        let symmetries = Dihedral::new(size);
        let mut source = KeySource::new(0x60_30_C0);
        let mut keys = || size.points().map(|_| source.next_key()).collect::<Vec<_>>();
        let images = |keys: Vec<Key>| {
            let of = |point: Point| {
                let image = |bits: usize| match bits < usize::from(symmetries.count()) {
                    true => keys[symmetries.map(Symmetry(bits as u8), point).index()],
                    false => Key::ZERO,
                };
                std::array::from_fn(image)
            };
            size.points().map(of).collect()
        };
        let keys = [images(keys()), images(keys())];
        let board = Points::first_points(size.area());
        Gomoku { size, rules, board, layout, symmetries, keys, white_to_move: source.next_key() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The windows of the board.
    pub fn layout(&self) -> &Layout<W> {
        &self.layout
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, pos: &GomokuPosition<W, V>) -> Points<W> {
        self.board - pos.stones.all()
    }

    /// Must a row of a player's be exactly five to win?
    fn is_exact(&self, player: Player) -> bool {
        match self.rules {
            Rules::Freestyle => false,
            Rules::Exact => true,
            Rules::Renju => player == Player::Black,
        }
    }

    /// Has the player won with the stone on `point`?
    #[inline]
    fn wins(&self, stones: &Stones<W, V>, player: Player, point: Point) -> bool {
        if stones.windows(player, 5).is_empty() {
            return false;
        }
        let own = stones.of(player);
        let wins = |row| row == 5 || row > 5 && !self.is_exact(player);
        windows::STEPS.iter().any(|&step| wins(rows::run(self.size, &own, point, step)))
    }

    /// Would a stone of a player's on an empty point win?
    pub fn completes(&self, pos: &GomokuPosition<W, V>, player: Player, point: Point) -> bool {
        let mut own = pos.stones.of(player);
        own.insert(point);
        let wins = |row| row == 5 || row > 5 && !self.is_exact(player);
        windows::STEPS.iter().any(|&step| wins(rows::run(self.size, &own, point, step)))
    }

    /// The position with these stones. Both players must not have won.
    pub fn set_up(
        &self,
        stones: [Points<W>; 2],
        to_move: Player,
    ) -> Result<GomokuPosition<W, V>, NotationError> {
        let mut pos = GomokuPosition {
            stones: Stones::default(),
            to_move,
            winner: None,
            keys: [Key::ZERO; 8],
        };
        for player in Player::BOTH {
            for point in stones[player.index()] {
                self.toggle_keys(&mut pos, player, point);
                pos.stones.put(&self.layout, player, point);
            }
        }
        let won = |player: &Player| {
            stones[player.index()].iter().any(|point| self.wins(&pos.stones, *player, point))
        };
        let winners: Vec<Player> = Player::BOTH.into_iter().filter(won).collect();
        if winners.len() == 2 {
            let problem = "both players have won";
            return Err(NotationError::new(
                "set-up",
                problem,
                "five in a row of one player at most",
            ));
        }
        pos.winner = winners.first().copied();
        Ok(pos)
    }

    #[inline]
    fn toggle_keys(&self, pos: &mut GomokuPosition<W, V>, player: Player, point: Point) {
        for (key, image) in pos.keys.iter_mut().zip(&self.keys[player.index()][point.index()]) {
            *key ^= *image;
        }
    }

    /// Why the player to move may not play on an empty point; `None` if they may.
    pub fn forbids(&self, pos: &GomokuPosition<W, V>, point: Point) -> Option<Forbidden> {
        if self.rules != Rules::Renju || pos.to_move != Player::Black {
            return None;
        }
        Renju::new(self.size, pos.stones.of(Player::Black), self.empty(pos)).forbids(point)
    }

    /// The empty points that are not forbidden.
    #[inline]
    pub(crate) fn plays(&self, pos: &GomokuPosition<W, V>) -> impl Iterator<Item = Point> {
        let is_renju = self.rules == Rules::Renju;
        let empty = self.empty(pos).iter();
        empty.filter(move |&point| !is_renju || self.forbids(pos, point).is_none())
    }

    /// The key of the player to move.
    fn turn(&self, to_move: Player) -> Key {
        if to_move == Player::White { self.white_to_move } else { Key::ZERO }
    }

    /// The class of the position whose images have these keys.
    #[inline]
    fn least(&self, keys: &[Key; 8], to_move: Player) -> Class {
        let images = (0..self.symmetries.count()).map(|bits| (keys[bits as usize], bits));
        let (key, bits) = images.min().unwrap_or((keys[0], 0));
        Class { key: key ^ self.turn(to_move), symmetry: Symmetry(bits) }
    }
}

impl<const W: usize, const V: usize> Game for Gomoku<W, V> {
    type Position = GomokuPosition<W, V>;
    type Move = Point;
    type Undo = Point;
    type Zone = Cover<W>;

    fn start(&self) -> Self::Position {
        GomokuPosition {
            stones: Stones::default(),
            to_move: Player::Black,
            winner: None,
            keys: [Key::ZERO; 8],
        }
    }

    #[inline]
    fn to_move(&self, pos: &Self::Position) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &Self::Position) -> Option<Outcome> {
        match pos.winner {
            Some(player) => Some(Outcome::win(player)),
            None => {
                let empty = self.empty(pos);
                let stuck = match self.rules {
                    Rules::Freestyle | Rules::Exact => empty.is_empty(),
                    Rules::Renju => empty.iter().all(|p| self.forbids(pos, p).is_some()),
                };
                stuck.then_some(Outcome::DRAW)
            }
        }
    }

    fn moves(&self, pos: &Self::Position, out: &mut Vec<Point>) {
        if pos.winner.is_none() {
            out.extend(self.plays(pos));
        }
    }

    fn play(&self, pos: &mut Self::Position, mv: Point) -> Point {
        let player = pos.to_move;
        self.toggle_keys(pos, player, mv);
        pos.stones.put(&self.layout, player, mv);
        if self.wins(&pos.stones, player, mv) {
            pos.winner = Some(player);
        }
        pos.to_move = player.other();
        mv
    }

    fn undo(&self, pos: &mut Self::Position, mv: Point) {
        pos.to_move = pos.to_move.other();
        self.toggle_keys(pos, pos.to_move, mv);
        pos.stones.lift(&self.layout, pos.to_move, mv);
        pos.winner = None;
    }

    #[inline]
    fn key(&self, pos: &Self::Position) -> Key {
        pos.keys[0] ^ self.turn(pos.to_move)
    }

    fn class(&self, pos: &Self::Position) -> Class {
        self.least(&pos.keys, pos.to_move)
    }

    /// Without four stones in a window no move makes five.
    fn class_after(&self, pos: &Self::Position, mv: Point) -> Option<Class> {
        let mover = pos.to_move;
        let goes_on = self.rules != Rules::Renju
            && pos.stones.windows(mover, 4).is_empty()
            && self.empty(pos).len() > 1;
        goes_on.then(|| {
            let images = &self.keys[mover.index()][mv.index()];
            self.least(&std::array::from_fn(|i| pos.keys[i] ^ images[i]), mover.other())
        })
    }

    fn map_move(&self, symmetry: Symmetry, mv: Point) -> Point {
        self.symmetries.map(symmetry, mv)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries.inverse(symmetry)
    }

    fn stabilizer(&self, pos: &Self::Position) -> u64 {
        let fixed = |bits: &u8| pos.keys[*bits as usize] == pos.keys[0];
        (0..self.symmetries.count()).filter(fixed).fold(0, |set, bits| set | 1 << bits)
    }
}

impl<const W: usize, const V: usize> Symmetric for Gomoku<W, V> {
    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn map_position(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position {
        let image = |player| {
            let points = pos.stones.of(player).iter();
            points.map(|p| self.symmetries.map(symmetry, p)).collect::<Points<W>>()
        };
        let mut mapped = self.start();
        for player in Player::BOTH {
            for point in image(player) {
                self.toggle_keys(&mut mapped, player, point);
                mapped.stones.put(&self.layout, player, point);
            }
        }
        (mapped.to_move, mapped.winner) = (pos.to_move, pos.winner);
        mapped
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        self.symmetries.map(symmetry, Point(point as u16)).index()
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.symmetries.compose(first, second)
    }
}

impl<const W: usize, const V: usize> Notation for Gomoku<W, V> {
    fn move_text(&self, mv: Point) -> String {
        point_text(self.size, Style::Go, mv)
    }

    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Point, NotationError> {
        let point = parse_point(self.size, Style::Go, text)?;
        let place = format!("move \"{text}\"");
        if pos.winner.is_some() {
            return Err(NotationError::new(place, "the game is over", "no further move"));
        }
        if pos.stones.all().contains(point) {
            return Err(NotationError::new(place, "the point is occupied", "an empty point"));
        }
        if let Some(reason) = self.forbids(pos, point) {
            let problem = format!("{reason} is forbidden to Black");
            return Err(NotationError::new(place, problem, "another point"));
        }
        Ok(point)
    }

    fn draw(&self, pos: &Self::Position) -> String {
        let board = picture::draw(self.size, Style::Go, |point| {
            Player::BOTH.into_iter().find(|player| pos.stones.of(*player).contains(point))
        });
        format!("{board}{} to move\n", pos.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let picture = picture::parse(self.size, text)?;
        let stones = Player::both(|player| {
            let of_player = |p: &Point| picture.stones[p.index()] == Some(player);
            self.size.points().filter(of_player).collect::<Points<W>>()
        });
        let mut to_move =
            if stones[0].len() > stones[1].len() { Player::White } else { Player::Black };
        for note in picture.notes {
            to_move = picture::parse_turn(note)?;
        }
        self.set_up(stones, to_move)
    }
}

#[cfg(test)]
mod tests;
