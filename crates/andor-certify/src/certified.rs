//! The trait of games that have certificates: how positions and moves appear there.

use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution};
use crate::searcher::Searcher;
use andor_checker::{BallTurn, Game as CheckedGame, PointSet, Root, Theorem};
use andor_core::{Claim, Notation, NotationError, Player, Symmetric, Verdict};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_search::Line;
use andor_search::threats::proof::ThreatProof;

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

    /// In Hex: a proof by knowledge, where the search gives no proof by patterns. The result is the
    /// winner's first move, if the winner moves, and the entry that holds after it.
    fn link_proof(
        &self,
        _draft: &mut Draft,
        _searcher: &mut Searcher<'_, Self>,
        _line: &mut Line<'_, Self>,
        _solution: &Solution<Self::Move>,
    ) -> Result<(Option<u16>, u64), NoCertificate>
    where
        Self: Sized,
    {
        Err(NoCertificate::Lost)
    }

    /// In Gomoku: the entries of a proof by threats. The result is the winner's first move, if the
    /// winner moves, and the entry that holds after it, if the game is not over then.
    fn threat_proof(
        &self,
        _draft: &mut Draft,
        _searcher: &mut Searcher<'_, Self>,
        _line: &mut Line<'_, Self>,
        _proof: &ThreatProof<Self::Move>,
    ) -> Result<(Option<u16>, Option<u64>), NoCertificate>
    where
        Self: Sized,
    {
        Err(NoCertificate::Lost)
    }

    /// In capture, Phutball and Killall-Go: the entries of a proof by the game's own method. The
    /// result is the winner's first move, if the winner moves, and the entry that holds after it,
    /// if the game is not over then.
    fn own_proof(
        &self,
        _draft: &mut Draft,
        _searcher: &mut Searcher<'_, Self>,
        _pos: &Self::Position,
        _goal: Goal,
    ) -> Result<(Option<u16>, Option<u64>), NoCertificate>
    where
        Self: Sized,
    {
        Err(NoCertificate::Lost)
    }

    /// In Phutball: a turn of a shape as a move of the position.
    fn shape_turn(&self, _pos: &Self::Position, _turn: &BallTurn) -> Option<Self::Move> {
        None
    }
}

/// The points of a set of a board.
pub fn points<const W: usize>(set: Points<W>) -> PointSet {
    set.iter().map(|point| point.index()).collect()
}
