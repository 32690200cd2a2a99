//! Certificates behind one object-safe trait, so that only games with certificates pay for them.

use crate::certified::Certified;
use crate::goal::{NoCertificate, Solution, checked};
use crate::recorder::Recorder;
use crate::searcher::Searcher;
use crate::view::{self, CannotShow, Exported, Limits, StrategyPlace};
use andor_checker::{Certificate, Game as CheckedGame, PointSet, Problem};
use andor_core::{Game, Player};
use andor_search::Line;

/// The operations on the certificates of a game.
pub trait Certifier<G: Game>: Sync {
    /// A problem as certificates show it, without claims: a position, and moves from there.
    fn problem(
        &self,
        game: &G,
        root: &G::Position,
        played: &[G::Move],
    ) -> Result<Problem, NoCertificate>;

    /// The numbers of moves from a position on.
    fn numbers(&self, game: &G, from: &G::Position, moves: &[G::Move]) -> Vec<u16>;

    /// Are proofs lists of patterns, which contain nothing but stones?
    fn is_by_patterns(&self, game: &G) -> bool;

    /// The stones of both players.
    fn stones(&self, game: &G, pos: &G::Position) -> [PointSet; 2];

    /// Adds the proof of a solution of the line's position, reached from the problem's by the moves
    /// with these numbers.
    fn write(
        &self,
        recorder: &mut Recorder,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        moves: &[u16],
    ) -> Result<(), NoCertificate>;

    /// The place after some moves from a root.
    fn show(
        &self,
        game: &G,
        certificate: &Certificate,
        root: usize,
        moves: &str,
    ) -> Result<StrategyPlace, CannotShow>;

    /// The tree of replies as an SGF file.
    fn sgf(
        &self,
        game: &G,
        certificate: &Certificate,
        root: usize,
        limits: Limits,
    ) -> Result<Exported, CannotShow>;
}

/// The certifier of every game that is [`Certified`].
pub struct Certificates;

impl<G: Certified> Certifier<G> for Certificates {
    fn problem(
        &self,
        game: &G,
        root: &G::Position,
        played: &[G::Move],
    ) -> Result<Problem, NoCertificate> {
        let checked_game = game.checked_game_from(root);
        let checked_game = checked_game.ok_or(NoCertificate::Game(game.without_certificates()))?;
        let (size, stones) = (game.size(), game.picture(root).stones);
        let stone = |point: usize| {
            let of = |player: &Player| stones[player.index()].contains(point);
            Player::BOTH.into_iter().find(of).map(checked)
        };
        Ok(Problem {
            game: checked_game,
            columns: size.columns().into(),
            rows: size.rows().into(),
            board: (0..size.area()).map(stone).collect(),
            to_move: checked(game.to_move(root)),
            moves: self.numbers(game, root, played),
            roots: Vec::new(),
        })
    }

    fn numbers(&self, game: &G, from: &G::Position, moves: &[G::Move]) -> Vec<u16> {
        let mut pos = from.clone();
        let number = |&mv: &G::Move| {
            let number = game.number_in(&pos, mv);
            game.play(&mut pos, mv);
            number
        };
        moves.iter().map(number).collect()
    }

    fn is_by_patterns(&self, game: &G) -> bool {
        game.checked_game() == Some(CheckedGame::Hex)
    }

    fn stones(&self, game: &G, pos: &G::Position) -> [PointSet; 2] {
        game.picture(pos).stones
    }

    fn write(
        &self,
        recorder: &mut Recorder,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        moves: &[u16],
    ) -> Result<(), NoCertificate> {
        recorder.root(searcher, line, solution, moves)
    }

    fn show(
        &self,
        game: &G,
        certificate: &Certificate,
        root: usize,
        moves: &str,
    ) -> Result<StrategyPlace, CannotShow> {
        view::show(game, certificate, root, moves)
    }

    fn sgf(
        &self,
        game: &G,
        certificate: &Certificate,
        root: usize,
        limits: Limits,
    ) -> Result<Exported, CannotShow> {
        view::sgf(game, certificate, root, limits)
    }
}
