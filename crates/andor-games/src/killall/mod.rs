//! Killall-Go: White wants one group to live, Black wants to kill everything.
//!
//! The board, captures and ko are those of [Go](crate::go); suicide is forbidden. Four rules are
//! different:
//!
//! 1. White has won as soon as a White stone is unconditionally alive (Benson 1976).
//! 2. Two passes in a row end the game. Then Black has won only if there is no White stone on the
//!    board and Black has no legal move but to pass.
//! 3. Nobody may fill an own *true eye*: an empty point whose neighbours are all own stones, and
//!    whose diagonal neighbours are own stones too, all of them at the edge and in the corner,
//!    three of four elsewhere.
//! 4. White must live in a limited number of moves: a game without end is not won by White.
//!
//! ```text
//!    A B C D E F G H J
//!  9 . . . . . . . . .     The start on 9x9: Black has a stone on each of the 3-3 points, and
//!  8 . . . . . . . . .     White moves. Boards of at least 7 columns and 7 rows start with these
//!  7 . . X . . . X . .     four stones, smaller boards are empty.
//!  6 . . . . . . . . .
//!  5 . . . . . . . . .
//!  4 . . . . . . . . .
//!  3 . . X . . . X . .
//!  2 . . . . . . . . .
//!  1 . . . . . . . . .
//! ```
//!
//! # The end, as soon as it is certain
//!
//! After a pass of Black's, White can end the game with a pass. White has then won if a White stone
//! is on the board or Black has another legal move. So the game is over after such a pass of
//! Black's, and White has won. Black passes only in a position without White stones in which no
//! other move is left.
//!
//! # Repetition
//!
//! Under [basic ko](KoRule::Basic) a position that comes back does not end the game, and a game
//! without end is won by Black. So White wins a position if White reaches one of the ends above in
//! a limited number of moves against all replies, whatever was played before. A shortest way to win
//! never comes back to a position of its own. Searches therefore take a repetition for a win of
//! Black's ([`Game::repetition`]) and forget the moves before their root.
//!
//! Under [situational superko](KoRule::Superko) no board play may recreate an earlier board with
//! the same player to move; boards after a pass do not count. The past matters there.

mod notation;
mod planes;
mod zones;

use crate::go::life::survivors;
use crate::go::{self, Board, Go, Ko, Move, Rules};
use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, NotationError, Outcome, Player, Repetition, Symmetric, Symmetry, Trace,
};
use std::fmt;
use std::str::FromStr;

/// Sets of points of the largest board.
pub type Set = Points<2>;

/// The most columns and rows.
pub const LARGEST: u8 = 9;

/// The rule of repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// No immediate retaking of a single ko stone; a longer cycle is not won by White.
    Basic,
    /// Situational superko.
    Superko,
}

impl KoRule {
    /// The names of the rules.
    pub const ALL: [(&'static str, KoRule); 2] =
        [("basic-ko", KoRule::Basic), ("ssk", KoRule::Superko)];
}

impl fmt::Display for KoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = KoRule::ALL.into_iter().find(|(_, rule)| rule == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

impl FromStr for KoRule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<KoRule, NotationError> {
        let named = KoRule::ALL.into_iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
        named.map(|(_, rule)| rule).ok_or_else(|| {
            let place = format!("rules \"{text}\"");
            NotationError::new(place, "no rule set of Killall-Go", "basic-ko or ssk")
        })
    }
}

/// Killall-Go on a board of up to 9x9 points.
#[derive(Clone, Debug)]
pub struct Killall {
    go: Go<2>,
    rule: KoRule,
    /// The diagonal neighbours of each point.
    diagonals: Box<[Set]>,
}

/// A position of Go, and the winner if the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: go::Position<2>,
    winner: Option<Player>,
}

impl Position {
    /// The stones, the player to move, the passes and the ko.
    #[inline]
    pub fn board(&self) -> &go::Position<2> {
        &self.board
    }
}

impl Killall {
    /// Killall-Go on a board of this size, of at most 9 columns and 9 rows.
    pub fn new(size: Size, rule: KoRule) -> Killall {
        assert!(size.columns().max(size.rows()) <= LARGEST, "{size} is too large");
        let ko = match rule {
            KoRule::Basic => Ko::Basic,
            KoRule::Superko => Ko::Situational,
        };
        let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let diagonals = |p| steps.iter().filter_map(|&(x, y)| size.step(p, x, y)).collect();
        let diagonals = size.points().map(diagonals).collect();
        Killall { go: Go::new(size, Rules { ko, ..Rules::PSK }), rule, diagonals }
    }

    /// The game of Go with the same board.
    #[inline]
    pub fn go(&self) -> &Go<2> {
        &self.go
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board<2> {
        self.go.board()
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.go.size()
    }

    /// The rule of repetition.
    #[inline]
    pub fn rule(&self) -> KoRule {
        self.rule
    }

    /// The diagonal neighbours of a point.
    #[inline]
    pub fn diagonals(&self, point: Point) -> Set {
        self.diagonals[point.index()]
    }

    /// Black's stones at the start.
    pub fn handicap(&self) -> Set {
        let size = self.size();
        let near = |at: u8, of: u8| at == 2 || at + 3 == of;
        let is_corner =
            |&p: &Point| near(size.column(p), size.columns()) && near(size.row(p), size.rows());
        match size.columns().min(size.rows()) >= 7 {
            true => size.points().filter(is_corner).collect(),
            false => Set::EMPTY,
        }
    }

    /// A position with these stones and no pass before it. Refused if the sets overlap or leave the
    /// board, or if a block has no liberty.
    pub fn set_up(
        &self,
        black: Set,
        white: Set,
        to_move: Player,
    ) -> Result<Position, NotationError> {
        Ok(self.judged(self.go.set_up(black, white, to_move)?))
    }

    /// Is this empty point a true eye among these stones of one player?
    #[inline]
    pub fn is_eye(&self, own: Set, point: Point) -> bool {
        let adjacent = self.board().adjacent(point);
        if !adjacent.is_subset(&own) {
            return false;
        }
        let gaps = self.diagonals(point) - own;
        match adjacent.len() {
            4 => !gaps.has_two(),
            _ => gaps.is_empty(),
        }
    }

    /// May the player to move play on this empty point, as far as the position tells?
    #[inline]
    fn allows(&self, pos: &go::Position<2>, point: Point) -> bool {
        !self.is_eye(pos.stones(pos.to_move()), point) && self.go.allows(pos, point)
    }

    /// The points on which the player to move may play, as far as the position tells.
    #[inline]
    pub(crate) fn plays(&self, pos: &go::Position<2>) -> Set {
        // A play beside an empty point is always allowed; the others are few.
        let empty = self.board().empty(pos.both());
        let mut allowed = empty & self.board().around(empty);
        for point in empty - allowed {
            if self.allows(pos, point) {
                allowed.insert(point);
            }
        }
        allowed
    }

    /// Is a White stone unconditionally alive?
    #[inline]
    fn is_alive(&self, board: &go::Position<2>) -> bool {
        let empty = self.board().empty(board.both());
        let white = board.stones(Player::White);
        !survivors(self.board(), white, empty).alive.is_empty()
    }

    /// The winner by passes, if there is one.
    fn winner_by_passes(&self, board: &go::Position<2>) -> Option<Player> {
        let black_passed = board.to_move() == Player::White;
        if board.passes() == 0 || board.passes() == 1 && !black_passed {
            return None;
        }
        let has_stone = !board.stones(Player::White).is_empty();
        if has_stone || !self.plays(&board.with(Player::Black, 0, None)).is_empty() {
            return Some(Player::White);
        }
        (board.passes() == 2).then_some(Player::Black)
    }

    /// The position with its winner.
    fn judged(&self, board: go::Position<2>) -> Position {
        let alive = self.is_alive(&board).then_some(Player::White);
        let winner = alive.or_else(|| self.winner_by_passes(&board));
        Position { board, winner }
    }
}

impl Game for Killall {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Zone = Set;

    fn start(&self) -> Position {
        let stones = self.go.set_up(self.handicap(), Set::EMPTY, Player::White);
        self.judged(stones.unwrap_or_else(|_| unreachable!("four stones have liberties")))
    }

    #[inline]
    fn to_move(&self, pos: &Position) -> Player {
        pos.board.to_move()
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        pos.winner.map(Outcome::win)
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.winner.is_none() {
            out.extend(self.plays(&pos.board).iter().map(Move::At));
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = pos.clone();
        self.after_into(&before, mv, pos);
        before
    }

    #[inline]
    fn after_into(&self, pos: &Position, mv: Move, after: &mut Position) {
        self.go.after_into(&pos.board, mv, &mut after.board);
        after.winner = match mv {
            Move::At(_) => self.is_alive(&after.board).then_some(Player::White),
            Move::Pass => self.winner_by_passes(&after.board),
        };
    }

    #[inline]
    fn undo(&self, pos: &mut Position, old: Position) {
        *pos = old;
    }

    #[inline]
    fn key(&self, pos: &Position) -> Key {
        self.go.key(&pos.board)
    }

    #[inline]
    fn class(&self, pos: &Position) -> Class {
        self.go.class(&pos.board)
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: Move) -> Move {
        self.go.map_move(symmetry, mv)
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.go.inverse(symmetry)
    }

    #[inline]
    fn stabilizer(&self, pos: &Position) -> u64 {
        self.go.stabilizer(&pos.board)
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        match self.rule {
            KoRule::Basic => Repetition::Ends(Outcome::win(Player::Black)),
            KoRule::Superko => Repetition::Forbidden,
        }
    }

    #[inline]
    fn trace(&self, pos: &Position) -> Trace {
        match pos.board.passes() {
            0 => self.go.trace(&pos.board),
            _ => Trace::Nothing,
        }
    }

    #[inline]
    fn census(&self, pos: &Position) -> Option<u32> {
        self.go.census(&pos.board)
    }
}

impl Symmetric for Killall {
    fn symmetries(&self) -> u8 {
        self.go.symmetries()
    }

    fn map_position(&self, symmetry: Symmetry, pos: &Position) -> Position {
        Position { board: self.go.map_position(symmetry, &pos.board), winner: pos.winner }
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        self.go.map_point(symmetry, point)
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.go.compose(first, second)
    }
}
