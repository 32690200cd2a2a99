//! How each game appears in certificates.

use crate::certificate::{Goal, NoCertificate, Recorder};
use crate::explain::Solution;
use crate::plugs::{self, Plugs};
use crate::source::Source;
use crate::strategy::{Proven, Strategy};
use andor_checker::{Game as CheckedGame, GoRules, PointSet};
use andor_core::{Claim, Game, Oracle, Player, Symmetric, Symmetry, Verdict};
use andor_games::go::{Go, Move as GoMove};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_knowledge::go::life::UnconditionalLife;
use andor_search::Line;

/// What a certificate says about a position of Go or m,n,k.
pub(crate) struct Picture {
    pub(crate) stones: [PointSet; 2],
    pub(crate) passes: u8,
    pub(crate) ko: Option<u16>,
    /// How many passes more than two end the game.
    pub(crate) waits: u8,
}

/// How a game appears in certificates.
pub(crate) trait Certified: Plugs {
    /// The game and its rules; `None` if certificates do not know it.
    fn checked_game(&self) -> Option<CheckedGame>;

    /// The position as an entry shows it.
    fn picture(&self, pos: &Self::Position) -> Picture;

    /// The move as a number.
    fn number(&self, mv: Self::Move) -> u16;

    /// The stones whose unconditional life settles the claim, if they do.
    fn life(&self, _pos: &Self::Position, _claim: Claim) -> Option<(Verdict, PointSet)> {
        None
    }

    /// The position as it appears after a symmetry.
    fn image(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position;

    /// The point with this number as it appears after a symmetry.
    fn turned(&self, symmetry: Symmetry, point: usize) -> usize;

    /// The symmetry that does `first`, then `second`.
    fn then(&self, first: Symmetry, second: Symmetry) -> Symmetry;

    /// In Hex: a proof by knowledge, where the search gives none by patterns.
    fn link_proof(
        &self,
        _recorder: &mut Recorder,
        _source: &mut Source<'_, Self>,
        _line: &mut Line<'_, Self>,
        _solution: &Solution<Self::Move>,
    ) -> Result<Proven, NoCertificate> {
        Err(NoCertificate::Lost)
    }
}

/// The points of a set of a board.
fn points<const W: usize>(set: Points<W>) -> PointSet {
    set.iter().map(|point| point.index()).collect()
}

/// The number of a point after a symmetry that turns moves.
fn turned_by<G: Game<Move = Point>>(game: &G, symmetry: Symmetry, point: usize) -> usize {
    game.map_move(symmetry, Point(point as u16)).index()
}

impl<const W: usize> Certified for Hex<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(CheckedGame::Hex)
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        Picture {
            stones: Player::BOTH.map(|p| points(pos.stones(p))),
            passes: 0,
            ko: None,
            waits: 0,
        }
    }

    fn number(&self, mv: Point) -> u16 {
        mv.0
    }

    fn image(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position {
        self.map_position(symmetry, pos)
    }

    fn turned(&self, symmetry: Symmetry, point: usize) -> usize {
        turned_by(self, symmetry, point)
    }

    fn then(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.compose(first, second)
    }

    fn link_proof(
        &self,
        recorder: &mut Recorder,
        source: &mut Source<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Point>,
    ) -> Result<Proven, NoCertificate> {
        let goal = Goal { claim: solution.claim, verdict: solution.verdict };
        let inferior = plugs::inferior(self, recorder);
        Strategy::new(self, goal, recorder, inferior).root(source, line)
    }
}

impl Certified for Mnk {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(CheckedGame::Mnk { row: self.row().into() })
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        Picture {
            stones: Player::BOTH.map(|p| points(pos.stones(p))),
            passes: 0,
            ko: None,
            waits: 0,
        }
    }

    fn number(&self, mv: Point) -> u16 {
        mv.0
    }

    fn image(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position {
        self.map_position(symmetry, pos)
    }

    fn turned(&self, symmetry: Symmetry, point: usize) -> usize {
        turned_by(self, symmetry, point)
    }

    fn then(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.compose(first, second)
    }
}

impl<const W: usize> Certified for Go<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        GoRules::named(&self.rules().name()).map(CheckedGame::Go)
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        let ko = pos.ko().map(|point| point.0);
        let stones = Player::BOTH.map(|p| points(pos.stones(p)));
        Picture { stones, passes: pos.passes(), ko, waits: pos.last_pass() - 2 }
    }

    fn number(&self, mv: GoMove) -> u16 {
        match mv {
            GoMove::At(point) => point.0,
            GoMove::Pass => self.size().area() as u16,
        }
    }

    fn life(&self, pos: &Self::Position, claim: Claim) -> Option<(Verdict, PointSet)> {
        let (verdict, life) = UnconditionalLife.settle(self, pos, claim)?;
        Some((verdict, points(life.alive)))
    }

    fn image(&self, symmetry: Symmetry, pos: &Self::Position) -> Self::Position {
        self.map_position(symmetry, pos)
    }

    fn turned(&self, symmetry: Symmetry, point: usize) -> usize {
        match self.map_move(symmetry, GoMove::At(Point(point as u16))) {
            GoMove::At(point) => point.index(),
            GoMove::Pass => point,
        }
    }

    fn then(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.compose(first, second)
    }
}

impl Certified for Nim {
    fn checked_game(&self) -> Option<CheckedGame> {
        None
    }

    fn picture(&self, _: &Self::Position) -> Picture {
        Picture { stones: [PointSet::EMPTY; 2], passes: 0, ko: None, waits: 0 }
    }

    fn number(&self, _: Self::Move) -> u16 {
        0
    }

    fn image(&self, _: Symmetry, pos: &Self::Position) -> Self::Position {
        pos.clone()
    }

    fn turned(&self, _: Symmetry, point: usize) -> usize {
        point
    }

    fn then(&self, first: Symmetry, _: Symmetry) -> Symmetry {
        first
    }
}
