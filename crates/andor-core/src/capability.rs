//! Capabilities: what only some games can do. A search asks for them in its bounds.

use crate::{Game, Key, Player, Symmetry};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Sub};

/// Text for moves and positions.
pub trait Notation: Game {
    /// The move as players write it.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move that `pos` allows; the error says what was expected.
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Self::Move, NotationError>;

    /// The position as a picture that [`Notation::parse_position`] reads back.
    fn draw(&self, pos: &Self::Position) -> String;

    /// Reads a picture.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;
}

/// Why a text is not a move or a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}; expected {expected}")]
pub struct NotationError {
    /// Where in the text.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
    /// What would have been right.
    pub expected: String,
}

impl NotationError {
    /// An error at `place`.
    pub fn new(
        place: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> NotationError {
        NotationError { place: place.into(), problem: problem.into(), expected: expected.into() }
    }
}

/// Symmetries of the rules: they keep the player to move and the outcome.
pub trait Symmetric: Game {
    /// How many there are, the identity included; they are numbered from 0.
    fn symmetries(&self) -> u8;

    /// The position as it appears after `symmetry`.
    fn map_position(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position;

    /// The symmetry that does `first`, then `second`.
    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry;
}

/// Relevancy zones: what a verdict depends on (Shih, Wu, Wei and Wu 2021).
///
/// A zone belongs to a position and to the player who wins it: the winner wins whatever the loser
/// does outside. A search propagates zones from the end of the game backwards and leaves out the
/// loser's moves that cannot upset a win already known.
///
/// A refuted move that does not meet the zone of its refutation leaves the zone *open*: it refutes
/// every other move that does not meet it either. One that does meet it is refuted *alone*.
pub trait Zoned: Game {
    /// A set of points, in some form.
    type Zone: Copy + Eq + Debug + Send + Sync;

    /// What the outcome of a finished position depends on.
    fn end_zone(&self, pos: &Self::Position) -> Self::Zone;

    /// The zone that is always right: everything.
    fn whole_zone(&self) -> Self::Zone;

    /// The winner plays `mv` in `pos` and wins the position that follows with `zone`: the zone of
    /// `pos`.
    fn winner_zone(&self, pos: &Self::Position, mv: Self::Move, zone: Self::Zone) -> Self::Zone;

    /// All points of two zones.
    fn join(&self, first: Self::Zone, second: Self::Zone) -> Self::Zone;

    /// The zone of a lost position, from the zones of its refutations: their union, what all open ones
    /// have in common, and the moves that are refuted alone, with their zones.
    fn lost_zone(
        &self,
        _pos: &Self::Position,
        union: Self::Zone,
        _open: Self::Zone,
        _alone: &[(Self::Move, Self::Zone)],
    ) -> Self::Zone {
        union
    }

    /// May the loser's move `mv` in `pos` upset a win with `zone`?
    fn meets(&self, pos: &Self::Position, mv: Self::Move, zone: Self::Zone) -> bool;

    /// The zone as it appears after `symmetry`.
    fn map_zone(&self, symmetry: Symmetry, zone: Self::Zone) -> Self::Zone;

    /// How many points the zone has; smaller zones cut more.
    fn zone_size(&self, zone: Self::Zone) -> u32;
}

/// Games in which a win with a zone holds wherever the zone looks the same, although stones may be
/// captured and a move may hurt: Go and its kin.
///
/// Such a win is a *shape*. What an oracle [depends on](crate::Oracle::depends_on) is where shapes
/// come from.
pub trait Shaped: Zoned<Zone: PointSet> {
    /// Who may be the winner of a shape that is looked up in `pos`: neither, one of them or both.
    fn can_have_shape(&self, pos: &Self::Position, winner: Player) -> bool;

    /// A key of what a zone holds in `pos`: if `winner` wins one position with the zone, they win every
    /// other position with the same key that [can have a shape](Shaped::can_have_shape) of theirs, and
    /// if it is their turn, by the same move.
    fn shape(&self, pos: &Self::Position, zone: Self::Zone) -> Key;
}

/// Games in which stones stay where they are, a move is one stone on one point, and a stone of
/// one's own never hurts: Hex and its kin.
///
/// There a win with a zone is a pattern: it holds in every position in which the winner has the
/// same stones inside the zone and the loser has none there. And a threat binds: if the opponent,
/// were it their turn, would win with a zone, then a move that does not meet the zone loses.
pub trait Monotone: Zoned<Zone: PointSet> + Symmetric {
    /// How many points the board has.
    fn area(&self) -> usize;

    /// The points with a player's stones.
    fn stones(&self, pos: &Self::Position, player: Player) -> Self::Zone;

    /// The move that places a stone on the point with this number.
    fn move_at(&self, point: usize) -> Self::Move;

    /// The number of the point on which a move places its stone.
    fn point_of(&self, mv: Self::Move) -> usize;

    /// The points on which `player`, with these stones and these points empty, would win at once.
    fn winning_points(&self, player: Player, stones: Self::Zone, empty: Self::Zone) -> Self::Zone;

    /// A small zone with which `player` has won, with these stones.
    fn winning_zone(&self, player: Player, stones: Self::Zone) -> Self::Zone;

    /// Where these points lie when the players change places, if the game is the same for both: with the
    /// images of one player's stones the other wins wherever the first one did.
    fn exchanged(&self, _points: Self::Zone) -> Option<Self::Zone> {
        None
    }
}

/// A set of points, numbered from 0.
pub trait PointSet:
    Copy + Eq + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self>
{
    /// The set without points.
    const NOTHING: Self;

    /// The set of one point.
    fn of(point: usize) -> Self;

    /// How many points it has.
    fn count(self) -> u32;

    /// Is the point in the set?
    fn holds(self, point: usize) -> bool;

    /// The points in order.
    fn each(self) -> impl Iterator<Item = usize>;
}

/// Moves that have numbers, for tables that pack them.
pub trait Numbered: Copy {
    /// The number, less than [`u32::MAX`].
    fn number(self) -> u32;
    /// The move with a number that [`Numbered::number`] gave.
    fn with_number(number: u32) -> Self;
}

/// Numbers that fit.
impl Numbered for usize {
    fn number(self) -> u32 {
        self as u32
    }

    fn with_number(number: u32) -> usize {
        number as usize
    }
}

impl Numbered for u32 {
    fn number(self) -> u32 {
        self
    }

    fn with_number(number: u32) -> u32 {
        number
    }
}
