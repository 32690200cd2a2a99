//! Phutball, philosophers' football (Berlekamp, Conway and Guy, *Winning Ways*): both players move
//! one ball over men that belong to nobody.
//!
//! ```text
//!    A B C D E
//!  7 . . . . .    Black wins with the ball on the top row or above it, White on the bottom row or below.
//!  6 . . . * .    The ball `o` jumps over a row of men `*` without gaps to the first point behind the row,
//!  5 . . * . .    in one of eight directions, and the men are taken off the board. Here the ball may jump to
//!  4 . . o . .    C6 over C5; and from there over D6 to E6, or stay on C6. Between the two
//!  3 . . . . .    jumps the man on C5 has left the board.
//!  2 . . . . .
//!  1 . . . . .
//! ```
//!
//! A turn puts a man on an empty point, or moves the ball by one or more jumps. The rules in
//! detail:
//!
//! * The *goal line* of Black is the bottom row, the goal line of White the top row. The ball over
//!   the men of a column, of the last point before a goal line, or of a corner may leave the board
//!   over the opponent's goal line; it may not leave the board over the own goal line, nor at the
//!   sides.
//! * The game is over when a turn ends with the ball on a goal line or over it: its owner has lost,
//!   also after an own turn. During a turn the ball may step on a goal line and off again.
//! * Nobody may pass. There is always a move: on a board without an empty point the ball can jump
//!   over the opponent's goal line.
//! * The game starts without men and with the ball in the middle: in the column that has as many
//!   columns on the left as on the right, or one more; and in the row that has as many rows above
//!   as below, or one more.
//! * Two routes that leave the ball and the men alike are one move, and are written by the shortest
//!   route.
//! * A turn has at most [`MOST_JUMPS`] jumps. The results that need more than [`ALWAYS`] jumps
//!   count, one number of jumps after the other, as long as there are at most [`MOST_RESULTS`]
//!   results with them. The rules have no such limits, but on a board half full of men there can be
//!   more results than any memory holds.
//!
//! # Repetition
//!
//! A position that comes back ends the game without result. No claim of either player holds then,
//! so a win is a win in a limited number of moves, and a position's value does not depend on the
//! moves before it: the shortest way to win never comes back to a position of its own. Searches
//! forget the moves before their root.

mod graded;
mod jumps;
mod notation;
mod turns;
mod zones;

pub use jumps::{ALWAYS, Jump, MOST_RESULTS};
pub use turns::{MOST_JUMPS, Turn};

use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, KeySource, NotationError, Outcome, Player, Repetition, Symmetric, Symmetry,
    Trace,
};
use turns::DIRECTIONS;

/// The fewest columns and rows.
pub const SMALLEST: u8 = 3;

/// Phutball on a board of at most `64 * W` points.
#[derive(Clone, Debug)]
pub struct Phutball<const W: usize> {
    size: Size,
    /// The next place in each direction, for each point.
    next: Box<[[Next; DIRECTIONS]]>,
    men: Box<[Key]>,
    /// The keys of the ball on each point, above the board and below it.
    ball: Box<[Key]>,
    white_to_move: Key,
}

/// A step from a point in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// To a point of the board.
    To(Point),
    /// Off the board at the sides.
    Aside,
    /// Over the goal line of this player.
    Over(Player),
}

/// The place of the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ball {
    /// On a point.
    At(Point),
    /// Over the goal line of this player.
    Over(Player),
}

/// The men, the ball and the player to move.
#[derive(Clone, Debug)]
pub struct Position<const W: usize> {
    men: Points<W>,
    ball: Ball,
    to_move: Player,
    /// The keys of men and ball, as they are and mirrored.
    keys: [Key; 2],
}

impl<const W: usize> Position<W> {
    /// The men.
    #[inline]
    pub fn men(&self) -> Points<W> {
        self.men
    }

    /// The ball.
    #[inline]
    pub fn ball(&self) -> Ball {
        self.ball
    }
}

impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.men, self.ball, self.to_move) == (other.men, other.ball, other.to_move)
    }
}

impl<const W: usize> Eq for Position<W> {}

/// The mirror of left and right.
const MIRROR: Symmetry = Symmetry(1);

impl<const W: usize> Phutball<W> {
    /// Phutball on a board of this size, with at least [`SMALLEST`] columns and rows.
    pub fn new(size: Size) -> Phutball<W> {
        assert!(size.columns().min(size.rows()) >= SMALLEST, "{size} is too small for Phutball");
        assert!(size.area() <= 64 * W, "{size} is too large for {W} words");
        let mut source = KeySource::new(0x50_48_55_54);
        let mut keys = |count: usize| (0..count).map(|_| source.next_key()).collect();
        let (men, ball) = (keys(size.area()), keys(size.area() + 2));
        let next = size.points().map(|point| turns::steps(size, point)).collect();
        Phutball { size, next, men, ball, white_to_move: source.next_key() }
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The points without man and ball.
    #[inline]
    pub fn empty(&self, pos: &Position<W>) -> Points<W> {
        let free = self.all() - pos.men;
        match pos.ball {
            Ball::At(point) => free - Points::one(point),
            Ball::Over(_) => free,
        }
    }

    fn all(&self) -> Points<W> {
        Points::first_points(self.size.area())
    }

    /// A position with these men and this ball. Refused if the ball stands on a man, or if
    /// something lies beside the board.
    pub fn set_up(
        &self,
        men: Points<W>,
        ball: Ball,
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let wrong = |problem, expected| Err(NotationError::new("set-up", problem, expected));
        let all = self.all();
        if !men.is_subset(&all) || matches!(ball, Ball::At(point) if !all.contains(point)) {
            return wrong("a man or the ball lies beside the board", "points of the board");
        }
        if matches!(ball, Ball::At(point) if men.contains(point)) {
            return wrong("the ball stands on a man", "the ball on a point without man");
        }
        Ok(self.placed(men, ball, to_move))
    }

    /// A position with its keys.
    fn placed(&self, men: Points<W>, ball: Ball, to_move: Player) -> Position<W> {
        let mut pos = Position { men, ball, to_move, keys: [Key::ZERO; 2] };
        men.iter().for_each(|point| self.toggle_key(&mut pos, point));
        self.toggle_ball(&mut pos, ball);
        pos
    }

    /// The mirror image of a point.
    fn mirrored(&self, point: Point) -> Point {
        let column = self.size.columns() - 1 - self.size.column(point);
        self.size.point(column, self.size.row(point))
    }

    fn mirrored_ball(&self, ball: Ball) -> Ball {
        match ball {
            Ball::At(point) => Ball::At(self.mirrored(point)),
            over @ Ball::Over(_) => over,
        }
    }

    fn mirrored_set(&self, set: Points<W>) -> Points<W> {
        set.iter().map(|point| self.mirrored(point)).collect()
    }

    #[inline]
    fn toggle_key(&self, pos: &mut Position<W>, point: Point) {
        pos.keys[0] ^= self.men[point.index()];
        pos.keys[1] ^= self.men[self.mirrored(point).index()];
    }

    #[inline]
    fn toggle_ball(&self, pos: &mut Position<W>, ball: Ball) {
        pos.keys[0] ^= self.ball_key(ball);
        pos.keys[1] ^= self.ball_key(self.mirrored_ball(ball));
    }

    #[inline]
    fn ball_key(&self, ball: Ball) -> Key {
        self.ball[match ball {
            Ball::At(point) => point.index(),
            Ball::Over(owner) => self.size.area() + owner.index(),
        }]
    }

    #[inline]
    fn turn_key(&self, pos: &Position<W>) -> Key {
        if pos.to_move == Player::White { self.white_to_move } else { Key::ZERO }
    }

    /// The winner when a turn ends with the ball here.
    #[inline]
    pub fn winner(&self, ball: Ball) -> Option<Player> {
        let row = match ball {
            Ball::Over(owner) => return Some(owner.other()),
            Ball::At(point) => self.size.row(point),
        };
        match row {
            0 => Some(Player::Black),
            row if row + 1 == self.size.rows() => Some(Player::White),
            _ => None,
        }
    }
}

impl<const W: usize> Game for Phutball<W> {
    type Position = Position<W>;
    type Move = Turn;
    type Undo = Position<W>;
    type Zone = Points<W>;

    fn start(&self) -> Position<W> {
        let middle = self.size.point(self.size.columns() / 2, self.size.rows() / 2);
        self.placed(Points::EMPTY, Ball::At(middle), Player::Black)
    }

    #[inline]
    fn to_move(&self, pos: &Position<W>) -> Player {
        pos.to_move
    }

    #[inline]
    fn outcome(&self, pos: &Position<W>) -> Option<Outcome> {
        self.winner(pos.ball).map(Outcome::win)
    }

    fn moves(&self, pos: &Position<W>, out: &mut Vec<Turn>) {
        if self.winner(pos.ball).is_some() {
            return;
        }
        let mut jumps = Vec::new();
        self.jumps(pos, &mut jumps);
        out.extend(jumps.iter().map(|jump| jump.turn));
        out.extend(self.empty(pos).iter().map(Turn::man));
    }

    fn play(&self, pos: &mut Position<W>, turn: Turn) -> Position<W> {
        let old = pos.clone();
        match turn.is_man() {
            true => {
                pos.men.insert(turn.from());
                self.toggle_key(pos, turn.from());
            }
            false => {
                let (ball, men) = self.follow(pos.men, turn);
                (pos.men ^ men).iter().for_each(|point| self.toggle_key(pos, point));
                self.toggle_ball(pos, old.ball);
                self.toggle_ball(pos, ball);
                (pos.ball, pos.men) = (ball, men);
            }
        }
        pos.to_move = pos.to_move.other();
        old
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, old: Position<W>) {
        *pos = old;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> Key {
        pos.keys[0] ^ self.turn_key(pos)
    }

    #[inline]
    fn class(&self, pos: &Position<W>) -> Class {
        let symmetry = if self.is_mirrored(pos) { MIRROR } else { Symmetry::IDENTITY };
        Class { key: pos.keys[0].min(pos.keys[1]) ^ self.turn_key(pos), symmetry }
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, turn: Turn) -> Turn {
        if symmetry == MIRROR { turn.mirrored(self.mirrored(turn.from())) } else { turn }
    }

    #[inline]
    fn stabilizer(&self, pos: &Position<W>) -> u64 {
        if pos.keys[0] == pos.keys[1] { 0b11 } else { 0b01 }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ends(Outcome::NoResult)
    }

    #[inline]
    fn trace(&self, pos: &Position<W>) -> Trace {
        Trace::Unique(self.key(pos))
    }

    #[inline]
    fn census(&self, pos: &Position<W>) -> Option<u32> {
        Some(self.class(pos).key.low() as u32)
    }
}

impl<const W: usize> Symmetric for Phutball<W> {
    fn symmetries(&self) -> u8 {
        2
    }

    fn map_position(&self, symmetry: Symmetry, pos: &Position<W>) -> Position<W> {
        match symmetry == MIRROR {
            true => {
                self.placed(self.mirrored_set(pos.men), self.mirrored_ball(pos.ball), pos.to_move)
            }
            false => pos.clone(),
        }
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        if symmetry == MIRROR { self.mirrored(Point(point as u16)).index() } else { point }
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        Symmetry(first.0 ^ second.0)
    }
}
