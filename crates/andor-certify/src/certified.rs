//! The trait of games that have certificates: how positions and moves appear there.

use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution};
use crate::searcher::Searcher;
use andor_checker::{BallTurn, Game as CheckedGame, PointSet, Root, Theorem};
use andor_core::{Claim, Notation, NotationError, Player, Symmetric, Verdict};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_search::Line;

/// A position as a certificate shows it.
pub struct Picture {
    /// The stones of Black and of White.
    pub stones: [PointSet; 2],
    /// How many passes were made last.
    pub passes: u8,
    /// The point where the ko rule forbids a move.
    pub ko: Option<u16>,
    /// How many passes more than two end the game.
    pub waits: u8,
}

impl Picture {
    /// A position of stones alone.
    pub fn of_stones(stones: [PointSet; 2]) -> Picture {
        Picture { stones, passes: 0, ko: None, waits: 0 }
    }
}

/// The start of a proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    /// The winner's first move, if the winner moves.
    pub first: Option<u16>,
    /// The entry that holds after the first move, if the game is not over and not settled.
    pub entry: Option<u64>,
    /// The theorem that settles the position after the first move.
    pub theorem: Option<Theorem>,
}

impl Start {
    /// A proof that begins with this move, if the winner moves, and this entry, if the game is not
    /// over.
    pub(crate) fn new(first: Option<u16>, entry: Option<u64>) -> Start {
        Start { first, entry, theorem: None }
    }

    /// Writes the start into the root of the proof.
    pub(crate) fn begin(self, root: &mut Root) {
        (root.first, root.entry, root.theorem) = (self.first, self.entry, self.theorem);
    }
}

/// How a game appears in certificates: a board with stones, on which moves are points.
pub trait Certified: Symmetric + Notation {
    /// The game and its rules; `None` if the format does not know them.
    fn checked_game(&self) -> Option<CheckedGame>;

    /// The game as the header of a certificate shows it whose first position is `root`.
    fn checked_game_from(&self, _root: &Self::Position) -> Option<CheckedGame> {
        self.checked_game()
    }

    /// The root of a claim with its verdict, without a proof.
    fn root(&self, goal: Goal) -> Root {
        goal.root()
    }

    /// The name of a game or of rules that the format does not know.
    fn without_certificates(&self) -> &'static str {
        "this game"
    }

    /// The size of the board.
    fn size(&self) -> Size;

    /// The position with these stones.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError>;

    /// The position as an entry shows it.
    fn picture(&self, pos: &Self::Position) -> Picture;

    /// The move as a number.
    fn number(&self, mv: Self::Move) -> u16;

    /// The move as a number, where the number may depend on the position, in which the move is
    /// legal.
    fn number_in(&self, _pos: &Self::Position, mv: Self::Move) -> u16 {
        self.number(mv)
    }

    /// The verdict on a claim by a theorem about unconditionally alive stones, and these stones.
    fn leaf(
        &self,
        _theorem: Theorem,
        _pos: &Self::Position,
        _claim: Claim,
    ) -> Option<(Verdict, PointSet)> {
        None
    }

    /// The start of a proof that only this game can write, of a solution of the line's position,
    /// which is not over; `None` if the proof goes by lines of play, like that of any game.
    fn own_proof(
        &self,
        _draft: &mut Draft,
        _searcher: &mut Searcher<'_, Self>,
        _line: &mut Line<'_, Self>,
        _solution: &Solution<Self::Move>,
    ) -> Result<Option<Start>, NoCertificate>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// The move of the position that an entry of shapes writes as a turn; `None` in games without
    /// such entries.
    fn shape_turn(&self, _pos: &Self::Position, _turn: &BallTurn) -> Option<Self::Move> {
        None
    }
}

/// The points of a set of a board.
pub fn points<const W: usize>(set: Points<W>) -> PointSet {
    set.iter().map(|point| point.index()).collect()
}
