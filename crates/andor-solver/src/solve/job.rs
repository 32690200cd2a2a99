//! The work of one thread: the search, the explanation of the answer, and the writing of proofs.

use super::explain;
use super::question::{Inquiry, Listener, Settled, Value, settle};
use super::score::{self, Bounds};
use crate::adapter::Adapter;
use crate::adapter::Question;
use crate::checkpoint::Keeper;
use crate::engines::{EngineSpec, Shared};
use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::outlook::Outlook;
use crate::report::TreeReport;
use crate::room::Room;
use crate::search_name::SearchName;
use crate::settings::{Proof, Settings};
use crate::store::shelf::Shelf;
use crate::store::shelved::Shelved;
use andor_certify::{Certifier, NoCertificate, Recorder, Searcher, Solution};
use andor_checker::Certificate;
use andor_core::{Repetition, lock};
use andor_search::{Answer, Budget, Line, Progress, RootMove, Search, Stop};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// Does some work again and again on a thread of its own, as long as what is returned is kept.
fn repeat<'scope>(
    scope: &'scope Scope<'scope, '_>,
    every: Duration,
    work: Box<dyn Fn() + Send + 'scope>,
) -> Sender<()> {
    let (lasts, waits) = channel();
    scope.spawn(move || {
        while waits.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            work();
        }
    });
    lasts
}

/// The node budget for searching a proof again that the search cannot write.
const MOST_PROVED_AGAIN: u64 = 1_000_000;

/// A position with its past: the position to solve.
pub(crate) struct At<'a, G: Adapter> {
    pub(crate) problem: &'a Problem,
    pub(crate) game: &'a G,
    pub(crate) question: Question,
    pub(crate) root: &'a G::Position,
    pub(crate) played: &'a [G::Move],
}

/// The result of a thread.
pub(super) struct Found {
    pub(super) value: Result<Value, Stop>,
    /// The bounds of the margin, if the margin was asked for.
    pub(super) bounds: Option<Bounds>,
    /// Why the value of some move is unknown, if the values of all moves were asked for.
    pub(super) unfinished: Option<Stop>,
    /// The line of best play of a solved position.
    pub(super) pv: Vec<String>,
    /// The move that looked best to a search that stopped.
    pub(super) guess: Option<String>,
    pub(super) tree: Option<Vec<TreeReport>>,
    /// How long it took to find the line of play and the tree.
    pub(super) explained: Duration,
    pub(super) progress: Progress,
    /// The proofs of the roots, if a certificate is wanted and the claims are settled.
    pub(super) proofs: Option<Result<Recorder, NoCertificate>>,
}

impl Found {
    pub(super) fn new(value: Result<Value, Stop>, progress: Progress) -> Found {
        Found {
            value,
            bounds: None,
            unfinished: None,
            pv: Vec::new(),
            guess: None,
            tree: None,
            explained: Duration::ZERO,
            progress,
            proofs: None,
        }
    }
}

/// The input of a thread.
pub(super) struct Job<'a, G: Adapter> {
    pub(super) at: At<'a, G>,
    pub(super) settings: &'a Settings,
    pub(super) spec: EngineSpec<'a>,
    pub(super) inquiry: Inquiry,
    pub(super) started: Instant,
    pub(super) budget: Budget,
    pub(super) shared: Shared<G>,
    /// Keeps the checkpoint, if there is one.
    pub(super) keeper: Option<Keeper<'a>>,
    /// Stands between the search and the store, if there is one.
    pub(super) shelf: Option<Arc<Shelf>>,
    /// What the listener hears besides the progress.
    pub(super) outlook: &'a Mutex<Outlook>,
}

impl<G: Adapter> Job<'_, G> {
    pub(super) fn line(&self) -> Line<'_, G> {
        self.at.game.line(self.at.root, self.at.played)
    }

    /// The line after a move in the position to solve.
    pub(super) fn line_after(&self, mv: G::Move) -> Line<'_, G> {
        let mut line = self.line();
        self.at.game.advance(&mut line, mv);
        line
    }

    pub(super) fn engine(&self, thread: usize) -> Box<dyn Search<G>> {
        let seed = self.spec.seed.wrapping_add(thread as u64 * 0x9E37_79B9);
        let search = self.at.game.engine(&EngineSpec { seed, thread, ..self.spec }, &self.shared);
        match &self.shelf {
            None => search,
            Some(shelf) => {
                let (shelf, root) = (shelf.clone(), self.at.root.clone());
                Box::new(Shelved { search, shelf, root })
            }
        }
    }

    /// Notes the line of play at which a search looks, after these moves from the position to
    /// solve.
    pub(super) fn look(&self, before: &[G::Move], line: &[G::Move]) {
        let moves = before.iter().chain(line);
        lock(self.outlook).line = moves.map(|&mv| self.at.game.move_text(mv)).collect();
    }

    /// Makes the tables of a checkpoint, and loads what an earlier run found, if there was one.
    pub(super) fn resume(&self) -> Result<(), BadInput> {
        let Some(keeper) = &self.keeper else { return Ok(()) };
        // A search makes its tables when it is made; every save must have all of them.
        drop(self.engine(0));
        keeper.load(&self.shared.tables())
    }

    /// Does some work, and meanwhile saves it at the times of the checkpoint and of the store, and
    /// at the end.
    pub(super) fn kept<T>(&self, work: impl FnOnce() -> T) -> T {
        let keeper = self.keeper.as_ref();
        let save = || {
            keeper.inspect(|keeper| keeper.save(&self.shared.tables(), self.budget.spent()));
        };
        let shelf = self.shelf.as_deref();
        let write = || {
            shelf.inspect(|shelf| shelf.write());
        };
        let result = std::thread::scope(|scope| {
            let _saves = keeper.map(|keeper| repeat(scope, keeper.every(), Box::new(save)));
            let _writes = shelf.map(|shelf| repeat(scope, shelf.every(), Box::new(write)));
            work()
        });
        save();
        write();
        result
    }

    /// The recorder of an earlier run with the proofs of the position and of finished moves, if
    /// there was one.
    fn resumed_recorder(&self) -> Option<Recorder> {
        let bytes = self.keeper.as_ref()?.proofs()?;
        let certificate = Certificate::decode(&bytes).ok()?;
        Some(self.within_limits(Recorder::resumed(certificate, self.spec.knowledge)))
    }

    /// One thread's search for the value of the position.
    pub(super) fn search(
        &self,
        thread: usize,
        mut budget: Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> Found {
        let mut line = self.line();
        let mut search = self.engine(thread);
        let mut heard = None;
        let mut hear = |progress: &Progress| {
            // The values of the moves come after the position itself.
            let told = if self.settings.all_moves { progress.within(1, 2) } else { *progress };
            heard = Some(told);
            hear(&told);
        };
        let mut look = |line: &[G::Move], open: &[RootMove<G::Move>]| {
            self.look(&[], line);
            lock(self.outlook).look(open, |mv| self.at.game.move_text(mv));
        };
        let mut listener = Listener { hear: &mut hear, look: &mut look, guess: None };
        let (settled, bounds) = self.settle(&mut *search, &mut line, &mut budget, &mut listener);
        // A guess may be from a game without superko.
        let guess = listener.guess.filter(|&mv| settled.is_err() && line.allows(mv));
        let guess = guess.map(|mv| self.at.game.move_text(mv));
        let mut proofs = None;
        if let Ok((_, solutions)) = &settled
            && self.settings.proof != Proof::None
        {
            proofs = self.resumed_recorder().map(Ok).or_else(|| {
                Some(self.recorder().and_then(|mut recorder| {
                    let mut searcher = Searcher::new(&mut *search, &mut budget, &mut hear);
                    self.record(&mut recorder, &mut searcher, &mut line, solutions, &[])
                        .map(|()| recorder)
                }))
            });
        }
        let explaining = Instant::now();
        let found = self.explain(&mut *search, &mut line, settled, &mut budget);
        let progress = match heard {
            Some(heard) => found.progress.with_rest_of(heard),
            None => found.progress,
        };
        Found { proofs, bounds, guess, explained: explaining.elapsed(), progress, ..found }
    }

    /// Settles the question about the line's position, and updates the bounds of its margin.
    pub(super) fn settle(
        &self,
        search: &mut dyn Search<G>,
        line: &mut Line<'_, G>,
        budget: &mut Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> (Settled<G>, Option<Bounds>) {
        let Some(scoring) = self.inquiry.scoring else {
            return (settle(search, line, self.inquiry, budget, listener), None);
        };
        let mut bounds = scoring.bounds(line);
        let found = score::settle(search, line, scoring, &mut bounds, budget, listener);
        let settled = found.map(|solutions| (self.inquiry.value(bounds), solutions));
        (settled, Some(bounds))
    }

    fn certifier(&self) -> Result<&'static dyn Certifier<G>, NoCertificate> {
        self.at.game.certificate().ok_or(NoCertificate::Game(self.at.problem.game()))
    }

    /// A recorder for the problem, without claims.
    fn recorder(&self) -> Result<Recorder, NoCertificate> {
        let problem = self.certifier()?.problem(self.at.game, self.at.root, self.at.played)?;
        Ok(self.within_limits(Recorder::new(problem, self.spec.knowledge)))
    }

    /// A recorder with its share of the memory: each thread that races may write a certificate.
    fn within_limits(&self, mut recorder: Recorder) -> Recorder {
        let share = self.spec.room.certificate() / self.spec.room.threads();
        recorder.keep_within(share, self.settings.overflow.clone());
        recorder
    }

    /// Writes the proofs of the solutions of a position, reached by `moves`. If the search cannot
    /// give a proof, expected work search searches again.
    pub(super) fn record(
        &self,
        recorder: &mut Recorder,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solutions: &[Solution<G::Move>],
        moves: &[G::Move],
    ) -> Result<(), NoCertificate> {
        let certifier = self.certifier()?;
        let moves = &certifier.numbers(self.at.game, self.line().position(), moves);
        for solution in solutions {
            match certifier.write(recorder, searcher, line, solution, moves) {
                Err(NoCertificate::Lost) => {
                    // Proofs by patterns know nothing but the stones that are there.
                    let by_patterns = certifier.is_by_patterns(self.at.game);
                    let knowledge = if by_patterns { &[] } else { self.spec.knowledge };
                    let search = SearchName::ExpectedWork;
                    let spec = EngineSpec { search, knowledge, ..self.spec };
                    let shared = Shared::new(Room::new(spec.room.searching(), 1));
                    let mut again = self.at.game.engine(&spec, &shared);
                    let mut searcher = searcher.with_search(&mut *again);
                    let mut part = searcher.budget.part(MOST_PROVED_AGAIN);
                    match searcher.with_budget(&mut part).settle(line, solution.claim) {
                        Answer::Stopped(Stop::Nodes) => return Err(NoCertificate::Lost),
                        Answer::Stopped(stop) => return Err(NoCertificate::Stopped(stop)),
                        Answer::Solved { .. } => {}
                    }
                    certifier.write(recorder, &mut searcher, line, solution, moves)?;
                }
                done => done?,
            }
        }
        Ok(())
    }

    fn explain(
        &self,
        search: &mut dyn Search<G>,
        line: &mut Line<'_, G>,
        settled: Settled<G>,
        budget: &mut Budget,
    ) -> Found {
        let (mut pv, mut tree) = (Vec::new(), None);
        if let Ok((_, solutions)) = &settled
            && let Some(solution) = solutions.last()
        {
            let most = if self.settings.pv { usize::MAX } else { 1 };
            let mut moves = explain::best_line(search, line, solution, most, budget);
            let is_win = line.outcome().is_none()
                && line.to_move() == solution.verdict.winner(solution.claim);
            let never_repeats = line.game().repetition() == Repetition::Impossible;
            if moves.is_empty() && is_win && (never_repeats || self.spec.knowledge.is_empty()) {
                // Another thread may have found the verdict, and kept no move.
                moves.extend(explain::found_by_trying(search, line, solution, budget));
            }
            pv = moves.into_iter().map(|mv| self.at.game.move_text(mv)).collect();
            let depth = self.settings.tree_depth;
            tree = depth.map(|depth| explain::tree(search, line, solution, depth, budget));
        }
        Found { pv, tree, ..Found::new(settled.map(|(value, _)| value), search.progress()) }
    }
}
