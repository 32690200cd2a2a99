//! Capabilities: traits that only some games implement. A search asks for them in its bounds.

use crate::{Class, Game, Key, Player, Symmetry};

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
    /// The place in the text.
    pub place: String,
    /// The problem.
    pub problem: String,
    /// The expected input.
    pub expected: String,
}

impl NotationError {
    /// An error at `place`. Characters that a terminal would obey are written as escapes, because
    /// the texts may quote the input.
    pub fn new(
        place: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> NotationError {
        NotationError {
            place: printable(place.into()),
            problem: printable(problem.into()),
            expected: printable(expected.into()),
        }
    }
}

/// The text with escapes for control characters, line separators and characters that turn the
/// direction of writing.
fn printable(text: String) -> String {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_odd) {
        return text;
    }
    let escape = |c: char| if is_odd(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// Symmetries of the rules: they keep the player to move and the outcome. The defaults are those of
/// a game that has the identity alone.
pub trait Symmetric: Game {
    /// How many there are, the identity included; they are numbered from 0.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The position as it appears after `symmetry`.
    fn map_position(&self, _symmetry: Symmetry, pos: &Self::Position) -> Self::Position {
        pos.clone()
    }

    /// The number of a point of the board as it appears after `symmetry`.
    fn map_point(&self, _symmetry: Symmetry, point: usize) -> usize {
        point
    }

    /// The symmetry that does `first`, then `second`.
    fn compose(&self, first: Symmetry, _second: Symmetry) -> Symmetry {
        first
    }
}

/// Relevancy zones: the points on which a verdict depends (Shih, Wu, Wei and Wu 2021).
///
/// A zone belongs to a position and to the player who wins it: the winner wins whatever the loser
/// does outside the zone. A search propagates zones from the end of the game backwards and leaves
/// out the loser's moves that cannot upset a win already known.
///
/// A refuted move that does not meet the zone of its refutation leaves the zone *open*: the zone
/// refutes every other move that does not meet it either. A move that meets the zone of its
/// refutation is refuted *alone*.
///
/// In some games the zone holds for one further move of the loser's only: there two moves outside
/// together may upset the win. Such a game says with [`Zoned::opened`] what is left of a zone after
/// that move.
pub trait Zoned: Game {
    /// The points on which the outcome of a finished position depends.
    fn end_zone(&self, pos: &Self::Position) -> Self::Zone;

    /// The zone that is always right: all points.
    fn whole_zone(&self) -> Self::Zone;

    /// Do wins of this player have zones smaller than the board? Where they have none, a zone only
    /// says whether the win depends on the line: the [whole zone](Zoned::whole_zone) says that it
    /// does.
    #[inline]
    fn has_zones_of(&self, _winner: Player) -> bool {
        true
    }

    /// The zone of `pos`, if the winner plays `mv` in `pos` and wins the next position with `zone`.
    fn winner_zone(&self, pos: &Self::Position, mv: Self::Move, zone: Self::Zone) -> Self::Zone;

    /// All points of two zones.
    fn join(&self, first: Self::Zone, second: Self::Zone) -> Self::Zone;

    /// The zone of a lost position, from the zones of its refutations: their union, the
    /// intersection of all open zones, and the moves that are refuted alone, with their zones.
    fn lost_zone(
        &self,
        _pos: &Self::Position,
        union: Self::Zone,
        _open: Self::Zone,
        _alone: &[(Self::Move, Self::Zone)],
    ) -> Self::Zone {
        union
    }

    /// What the zone of a position adds to the zone of the position before, if it is to answer
    /// there for every move of the loser's outside it.
    #[inline]
    fn opened(&self, zone: Self::Zone) -> Self::Zone {
        zone
    }

    /// May the loser's move `mv` in `pos` upset a win with `zone`?
    fn meets(&self, pos: &Self::Position, mv: Self::Move, zone: Self::Zone) -> bool;

    /// The zone as it appears after `symmetry`.
    fn map_zone(&self, symmetry: Symmetry, zone: Self::Zone) -> Self::Zone;

    /// How many points the zone has; smaller zones cut more.
    fn zone_size(&self, zone: Self::Zone) -> u32;
}

/// Games in which a player may pass in thought, to see what the opponent threatens.
///
/// If the opponent, were it their turn, would win with a zone, then every move outside the zone
/// loses.
pub trait Passing: Zoned {
    /// Makes the other player the one to move.
    fn pass_in_thought(&self, pos: &mut Self::Position);
}

/// Games in which a win with a zone holds wherever the zone looks the same, although stones may be
/// captured and a move may hurt: Go and similar games.
///
/// Such a win is a *shape*. Shapes come from the [zones](crate::Settled::zone) that oracles give.
pub trait Shaped: Zoned {
    /// May `winner` win `pos` by a shape that is looked up?
    fn can_have_shape(&self, pos: &Self::Position, winner: Player) -> bool;

    /// A key of the content of a zone in `pos`: if `winner` wins one position with the zone,
    /// `winner` wins every other position with the same key that [can have a
    /// shape](Shaped::can_have_shape) of that player, and by the same move if `winner` is to move.
    fn shape(&self, pos: &Self::Position, zone: Self::Zone) -> Key;
}

/// Games in which stones stay where they are, a move is one stone on one point, and an own stone
/// never hurts: Hex and similar games.
///
/// In such a game a win with a zone is a pattern: it holds in every position in which the winner
/// has the same stones inside the zone and the loser has none there. And a threat binds: if the
/// opponent, were it their turn, would win with a zone, then a move that does not meet the zone
/// loses.
pub trait Monotone: Zoned + Symmetric {
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

    /// The images of these points when the players change places, if the game is the same for both
    /// players: with the images of one player's stones the opponent wins wherever the first player
    /// did.
    fn exchanged(&self, _points: Self::Zone) -> Option<Self::Zone> {
        None
    }
}

/// Games in which a win can rest on the winner's stones: the winner wins every position with the
/// same stones of the winner, the same player to move and, on the points of a *reach*, the same
/// stones of the loser. Whatever the loser has elsewhere does not matter.
///
/// Sets of points are words: bit `i` is point `i`. Games on boards with more than 64 points do not
/// have the capability.
pub trait WonByStones: Symmetric {
    /// Do the rules allow such wins at all?
    fn can_rest_on_stones(&self) -> bool;

    /// The stones of a player.
    fn stones_of(&self, pos: &Self::Position, player: Player) -> u64;

    /// The class of the winner's stones and the player to move: the key is equal for all positions
    /// in which these are images of each other.
    fn class_of_stones(&self, pos: &Self::Position, winner: Player) -> Class;

    /// A set of points as it appears after `symmetry`.
    fn map_points(&self, symmetry: Symmetry, points: u64) -> u64;

    /// The reach of a win of `winner` that the winner's stones alone decide, by knowledge; `None`
    /// if the loser could end the game before the winner has what the knowledge promises.
    fn reach_of_knowledge(&self, pos: &Self::Position, winner: Player) -> Option<u64>;

    /// The reach of a position that the player to move wins by `mv`, from the reach of the position
    /// `after` the move; `None` if the win does not rest on stones.
    fn reach_before(
        &self,
        pos: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
        reach: u64,
    ) -> Option<u64>;

    /// The reach of a position that the player to move loses, from the union of the reaches after
    /// all of that player's moves, a pass included.
    fn reach_of_lost(&self, pos: &Self::Position, union: u64) -> u64;

    /// The point that a move takes, as a set; empty for a pass. A move that takes no stone of the
    /// winner's is refuted by the reach after another such move if both take points outside it.
    fn taken_point(&self, mv: Self::Move) -> u64;

    /// May a win of `pos` be kept for other positions?
    fn is_typical(&self, pos: &Self::Position, winner: Player) -> bool;

    /// May a win of another position, with the same player to move and the same stones as far as
    /// they matter, be used in `pos`?
    fn is_alike(&self, pos: &Self::Position, winner: Player) -> bool;
}

/// Moves that have numbers, for tables that pack them.
pub trait Numbered: Copy {
    /// The number, less than [`u128::MAX`]. Moves with small numbers make tables smaller.
    fn number(self) -> u128;
    /// The move with a number that [`Numbered::number`] gave.
    fn with_number(number: u128) -> Self;
}

impl Numbered for usize {
    fn number(self) -> u128 {
        self as u128
    }

    fn with_number(number: u128) -> usize {
        number as usize
    }
}

impl Numbered for u32 {
    fn number(self) -> u128 {
        self.into()
    }

    fn with_number(number: u128) -> u32 {
        number as u32
    }
}
