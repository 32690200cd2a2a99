//! What one thread does: it searches, explains what it found and writes down the proofs.

use super::{Case, Found, Settled, settle};
use crate::certificate::{NoCertificate, Recorder, checked};
use crate::certified::Certified;
use crate::engine::Engine;
use crate::explain::{self, Solution};
use crate::plugs::Common;
use crate::problem::Kind;
use crate::score::{self, Bounds};
use crate::settings::{Proof, SearchName, Settings};
use crate::source::Source;
use andor_checker::Game as CheckedGame;
use andor_core::Player;
use andor_search::{Answer, Budget, Line, Progress, Stop};

/// A proof that the search cannot write down is searched for again with so many nodes.
const MOST_PROVED_AGAIN: u64 = 1_000_000;

impl<G: Certified> Case<'_, G> {
    pub(super) fn line(&self) -> Line<'_, G> {
        let mut line = Line::new(self.game, self.root.clone());
        self.played.iter().for_each(|&mv| line.play(mv));
        line
    }

    pub(super) fn engine(&self, thread: usize) -> Box<dyn Engine<G>> {
        let seed = self.settings.seed.wrapping_add(thread as u64 * 0x9E37_79B9);
        self.game.engine(self.settings, self.names, seed, &self.common)
    }

    /// One thread's search for the value of the position.
    pub(super) fn search(
        &self,
        thread: usize,
        mut budget: Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> Found {
        let mut line = self.line();
        let mut engine = self.engine(thread);
        let (settled, bounds) = self.settle(&mut *engine, &mut line, &mut budget, hear);
        let mut proofs = None;
        if let Ok((_, solutions)) = &settled
            && self.settings.proof != Proof::None
        {
            proofs = Some(self.checked_problem().and_then(|problem| {
                let mut recorder = Recorder::new(problem, self.names);
                let mut source = Source::new(&mut *engine, &mut budget, hear);
                self.record(&mut recorder, &mut source, &mut line, solutions, &[])
                    .map(|()| recorder)
            }));
        }
        Found { proofs, bounds, ..self.explain(&mut *engine, &mut line, settled) }
    }

    /// Settles what is asked about the line's position, and says what is known of its margin.
    pub(super) fn settle(
        &self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> (Settled<G>, Option<Bounds>) {
        let Some(scoring) = self.question.scoring else {
            return (settle(engine, line, self.question, budget, hear), None);
        };
        let mut bounds = Bounds { lower: -scoring.most, upper: scoring.most };
        let found = score::settle(engine, line, scoring, &mut bounds, budget, hear);
        let settled = found.map(|solutions| (self.question.value(bounds), solutions));
        (settled, Some(bounds))
    }

    /// The problem as certificates show it, without claims.
    fn checked_problem(&self) -> Result<andor_checker::Problem, NoCertificate> {
        let (game, size) = (self.game, self.problem.size);
        let unknown = || {
            NoCertificate::Game(match &self.problem.kind {
                Kind::Go { rules, .. } => format!("go under the rules {rules}"),
                _ => self.problem.game().to_string(),
            })
        };
        let picture = game.picture(&self.root);
        let stone = |point: usize| {
            let of = |player: &Player| picture.stones[player.index()].contains(point);
            Player::BOTH.into_iter().find(of).map(checked)
        };
        Ok(andor_checker::Problem {
            game: game.checked_game().ok_or_else(unknown)?,
            columns: size.columns().into(),
            rows: size.rows().into(),
            board: (0..size.area()).map(stone).collect(),
            to_move: checked(game.to_move(&self.root)),
            moves: self.played.iter().map(|&mv| game.number(mv)).collect(),
            roots: Vec::new(),
        })
    }

    /// Writes down the proofs of a position's solutions; what the search cannot give, expected work
    /// search finds again.
    pub(super) fn record(
        &self,
        recorder: &mut Recorder,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        solutions: &[Solution<G::Move>],
        moves: &[G::Move],
    ) -> Result<(), NoCertificate> {
        for solution in solutions {
            match recorder.root(source, line, solution, moves) {
                Err(NoCertificate::Lost) => {
                    let search = SearchName::ExpectedWork;
                    let settings = Settings { search, ..self.settings.clone() };
                    // Proofs by patterns know nothing but the stones that are there.
                    let by_patterns = self.game.checked_game() == Some(CheckedGame::Hex);
                    let names = if by_patterns { &[] } else { self.names };
                    let common = Common::new(&settings);
                    let mut again = self.game.engine(&settings, names, settings.seed, &common);
                    let mut source = source.with_engine(&mut *again);
                    let mut part = source.budget.part(MOST_PROVED_AGAIN);
                    match source.with_budget(&mut part).settle(line, solution.claim).0 {
                        Answer::Stopped(Stop::Nodes) => return Err(NoCertificate::Lost),
                        Answer::Stopped(stop) => return Err(NoCertificate::Stopped(stop)),
                        Answer::Solved(_) => {}
                    }
                    recorder.root(&mut source, line, solution, moves)?;
                }
                done => done?,
            }
        }
        Ok(())
    }

    fn explain(
        &self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        settled: Settled<G>,
    ) -> Found {
        let (mut pv, mut tree) = (Vec::new(), None);
        if let Ok((_, solutions)) = &settled
            && let Some(solution) = solutions.last()
        {
            let most = if self.settings.pv { usize::MAX } else { 1 };
            let moves = explain::best_line(engine, line, solution, most);
            pv = moves.into_iter().map(|mv| self.game.move_text(mv)).collect();
            let depth = self.settings.tree_depth;
            tree = depth.map(|depth| explain::tree(engine, line, solution, depth));
        }
        let value = settled.map(|(value, _)| value);
        let progress = engine.progress();
        Found { value, bounds: None, unfinished: None, pv, tree, progress, proofs: None }
    }
}
