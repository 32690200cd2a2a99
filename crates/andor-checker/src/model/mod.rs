//! The content of a certificate, as plain data.
//!
//! These types mirror `docs/certificate.md` one to one and do not check anything: a [`Certificate`]
//! can hold nonsense, and [`crate::check`] finds it. A solver fills in these types and
//! [`Certificate::encode`] writes them; [`Certificate::decode`] reads them.
//!
//! Points are numbers, row by row from the top left; the number of points stands for a pass.

mod capture;
mod entry;
mod game;
mod go;
mod gomoku;
mod hex;
mod leaf;
mod phutball;
mod player;
mod points;
mod position;
mod reference;
mod root;

pub use capture::{Block, Local, LocalAnswer, Right};
pub use entry::Entry;
pub use game::Game;
pub use go::{Atari, Cycle, GoRules, Ko};
pub use gomoku::{Attack, Five, Threat, ThreatAnswer};
pub use hex::{Lemma, Link, Pattern, PatternAnswer, Placed, Proof, Side};
pub(crate) use hex::{MOST_CELLS, MOST_NEIGHBOURS};
pub use leaf::{Leaf, Theorem};
pub use phutball::{BallTurn, Shape, ShapeAnswer, ShapeThen};
pub use player::Player;
pub use points::PointSet;
pub use position::{Frame, Mark, Position, PositionAnswer, Then};
pub use reference::Reference;
pub use root::{Root, Verdict};

/// The largest number of columns or rows; in Gomoku it is one more.
pub const MAX_SIDE: usize = 19;

/// Everything in the header but the counts: the game, the position, the claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The game.
    pub game: Game,
    /// Columns of the board, 1 to 19, in Gomoku to 20.
    pub columns: usize,
    /// Rows of the board, 1 to 19, in Gomoku to 20.
    pub rows: usize,
    /// The board before the first move, point by point.
    pub board: Vec<Option<Player>>,
    /// The player to move there.
    pub to_move: Player,
    /// The moves from there to the base position.
    pub moves: Vec<u16>,
    /// The claims about the base position and positions after it.
    pub roots: Vec<Root>,
}

impl Problem {
    /// The number of points, which also stands for a pass.
    #[must_use]
    pub fn area(&self) -> usize {
        self.columns * self.rows
    }
}

/// A whole certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The problem and the claims.
    pub problem: Problem,
    /// The entries; each refers to earlier entries only, except where the text says so.
    pub entries: Vec<Entry>,
}
