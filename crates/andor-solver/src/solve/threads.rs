//! The work of several threads: a race for the value of a position, or the distribution of its
//! moves.

use super::job::{Found, Job};
use super::question::{Listener, Value};
use super::report::answer;
use super::score::Bounds;
use crate::adapter::Adapter;
use crate::checkpoint::{Finished, Keeper};
use crate::report::MoveReport;
use crate::settings::{Hear, Proof};
use andor_certify::{NoCertificate, Recorder, Searcher, Solution};
use andor_core::{Player, Repetition, Symmetry, lock, unlocked};
use andor_search::forecast::{self, Kind, MovesWork};
use andor_search::threads;
use andor_search::{Line, Progress, Stop};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

impl<G: Adapter> Job<'_, G> {
    /// Every thread searches the position; the first answer counts.
    pub(super) fn race(&self, watch: Hear<'_>) -> Found {
        let over = Arc::new(AtomicBool::new(false));
        let shared = self.budget.clone();
        if self.settings.threads <= 1 {
            return self.search(0, shared, &mut |progress| watch(progress));
        }
        let first: Mutex<Option<Found>> = Mutex::new(None);
        let spent = shared.clone();
        let relay = Mutex::new(watch);
        let total = Mutex::new(Progress::default());
        std::thread::scope(|scope| {
            for thread in 0..self.settings.threads {
                let (over, first, relay, spent) = (over.clone(), &first, &relay, &spent);
                let total = &total;
                let budget = shared.clone().switch(over.clone());
                let work = move || {
                    let mut hear = |progress: &Progress| {
                        // One thread speaks for all, unless another has an answer and writes it
                        // down.
                        let writes = progress.strategy.is_some() || progress.entries.is_some();
                        if thread == 0 || writes {
                            lock(relay)(&Progress { nodes: spent.spent(), ..*progress });
                        }
                    };
                    let found = self.search(thread, budget, &mut hear);
                    add(&mut lock(total), &found.progress);
                    let mut first = lock(first);
                    let better = match &*first {
                        None => true,
                        Some(known) => known.value.is_err() && found.value.is_ok(),
                    };
                    if better {
                        *first = Some(found);
                    }
                    if first.as_ref().is_some_and(|found| found.value.is_ok()) {
                        over.store(true, Ordering::Relaxed);
                    }
                };
                // A thread that cannot be started is one racer fewer.
                let _ = threads::start(scope, Box::new(work));
            }
        });
        let mut found = unlocked(first).unwrap_or_else(|| self.search(0, shared, &mut |_| {}));
        let total = unlocked(total);
        let Progress { expansions, playouts, solved, .. } = total;
        found.progress = Progress {
            nodes: spent.spent(),
            expansions,
            playouts,
            solved,
            // What one thread holds is mostly what all share.
            ..found.progress
        };
        found
    }

    /// The value of every move, besides the result about the position itself.
    pub(super) fn all_moves(
        &self,
        mut found: Found,
        watch: Hear<'_>,
    ) -> (Found, Option<Vec<MoveReport>>) {
        let relay = Mutex::new(watch);
        let mut line = self.line();
        let mut moves = Vec::new();
        if line.outcome().is_none() {
            line.moves(&mut moves);
        }
        let twins = self.twins(&line, &moves);
        let wanted = twins.iter().enumerate().filter(|&(i, &twin)| i == twin).count();
        // One certificate is written for all, by one thread at a time, and has the twins as well.
        if let Some(Ok(recorder)) = &mut found.proofs {
            recorder.keep_within(self.spec.room.certificate(), self.settings.overflow.clone());
        }
        let proofs = Mutex::new(Proofs { written: found.proofs.take(), stop: None });
        let proving = self.settings.proof != Proof::None;
        let (first, later): (Vec<usize>, _) = (0..moves.len()).partition(|&i| twins[i] == i);
        let shares = Shares::new(first.into_iter().chain(later.into_iter().filter(|_| proving)));
        let valued = AtomicUsize::new(0);
        type Of = Option<(Result<Value, Stop>, Option<Bounds>)>;
        let mut values: Vec<Of> = vec![None; moves.len()];
        for (i, finished) in self.finished(&moves) {
            self.tell_value(&moves, &twins, i, finished.0);
            values[i] = Some((Ok(finished.0), finished.1));
            shares.finish(i);
            valued.fetch_add(usize::from(twins[i] == i), Ordering::Relaxed);
        }
        let values: Mutex<Vec<Of>> = Mutex::new(values);
        let open = wanted - valued.load(Ordering::Relaxed);
        let ledger = Mutex::new(Ledger::new(self.budget.spent(), open));
        let total = Mutex::new(Progress::default());
        let shared = &self.budget;
        let threads = self.settings.threads.max(1);
        let timeless = self.at.game.repetition() == Repetition::Impossible;
        let mut started = 0;
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (shares, values, total, relay) = (&shares, &values, &total, &relay);
                let (proofs, valued, ledger) = (&proofs, &valued, &ledger);
                let (moves, twins) = (&moves, &twins);
                let work = move || {
                    let mut search = self.engine(thread);
                    let mut unwritten = Vec::new();
                    let mut hear = |progress: &Progress| {
                        let (mut watch, ledger) = (lock(relay), lock(ledger));
                        let valued_moves = Some((valued.load(Ordering::Relaxed), wanted));
                        let nodes = shared.spent();
                        let share = ledger.work(nodes, threads).share();
                        watch(&Progress {
                            nodes,
                            valued_moves,
                            part: None,
                            measured: share.map(|share| (Kind::Moves, share)),
                            done: share.and_then(|share| forecast::share(Kind::Moves, share)),
                            ..*progress
                        });
                    };
                    while let Some(share) = shares.take() {
                        let i = share.number;
                        let mut budget = shared.clone().switch(share.over.clone());
                        let mut line = self.line_after(moves[i]);
                        let mut look = |line: &[G::Move], _: &[_]| self.look(&[moves[i]], line);
                        let mut listener =
                            Listener { hear: &mut hear, look: &mut look, guess: None };
                        let (settled, bounds) = match budget.look().or(budget.spend(0)) {
                            Some(stop) => (Err(stop), None),
                            None => {
                                self.settle(&mut *search, &mut line, &mut budget, &mut listener)
                            }
                        };
                        // Another thread that is at the same move may have been faster.
                        if share.end(settled.is_ok()) {
                            if let Ok((value, _)) = &settled {
                                self.tell_value(moves, twins, i, *value);
                                lock(ledger).finish(shared.spent(), twins[i] == i);
                            }
                            let value = settled.map(|(value, solutions)| {
                                let (mv, is_twin) = (moves[i], twins[i] != i);
                                unwritten.push(Unwritten { mv, is_twin, solutions, value, bounds });
                                value
                            });
                            lock(values)[i] = Some((value, bounds));
                        }
                        // Rather than wait until another has written its proofs this one goes on,
                        // if it will remember what it has solved.
                        let turn = match timeless || unwritten.is_empty() {
                            true => proofs.try_lock().ok(),
                            false => Some(lock(proofs)),
                        };
                        if let Some(mut proofs) = turn {
                            let solved = std::mem::take(&mut unwritten);
                            let mut budget = shared.clone();
                            let mut searcher = Searcher::new(&mut *search, &mut budget, &mut hear);
                            self.write_down(&mut proofs, &mut searcher, solved, valued);
                        }
                        // Who gives up what others are still at has nothing left to take.
                        if !share.is_over() {
                            break;
                        }
                    }
                    let mut budget = shared.clone();
                    let mut searcher = Searcher::new(&mut *search, &mut budget, &mut hear);
                    self.write_down(&mut lock(proofs), &mut searcher, unwritten, valued);
                    add(&mut lock(total), &search.progress());
                };
                // If no thread can be started, this one does the work: its stack is as deep.
                match threads::start(scope, Box::new(work)) {
                    Ok(_) => started += 1,
                    Err(_) if started == 0 && thread + 1 == threads => work(),
                    Err(_) => {}
                }
            }
        });
        let values = unlocked(values);
        let known = |i: usize| values.get(twins[i]).copied().flatten();
        let of_move = |i: usize| known(i).map(|(value, _)| value);
        let reports = moves.iter().enumerate().map(|(i, &mv)| {
            let value = of_move(i).and_then(Result::ok);
            MoveReport {
                mv: self.at.game.move_text(mv),
                answer: answer(value, self.inquiry.first()),
                winner: value.and_then(Value::winner),
                draw: value == Some(Value::Draw),
                solved: matches!(value, Some(Value::Won(_) | Value::Draw)),
                margin: known(i).and_then(|(_, bounds)| bounds).and_then(Bounds::margin),
                ..MoveReport::default()
            }
        });
        let reports: Vec<MoveReport> = reports.collect();
        let unfinished = (0..moves.len()).find_map(|i| match of_move(i) {
            Some(Ok(_)) => None,
            Some(Err(stop)) => Some(stop),
            None => Some(Stop::Interrupted),
        });
        let Proofs { written: proofs, stop } = unlocked(proofs);
        let unfinished = unfinished.or(stop);
        let spent = unlocked(total);
        let mut progress = found.progress;
        add(&mut progress, &spent);
        // What the search of the position itself held is given back before the moves' turn.
        progress.memory = found.progress.memory.max(spent.memory);
        (Found { unfinished, progress, proofs, ..found }, Some(reports))
    }

    /// Tells the listener the value of a move and of its twins.
    fn tell_value(&self, moves: &[G::Move], twins: &[usize], number: usize, value: Value) {
        if matches!(value, Value::NotWon(_)) {
            return;
        }
        let mover = self.line().to_move();
        let mut outlook = lock(self.outlook);
        let twins = moves.iter().zip(twins).filter(|(_, twin)| **twin == twins[number]);
        for (&mv, _) in twins {
            outlook.finish(self.at.game.move_text(mv), mover, value.winner());
        }
    }

    /// Writes the proofs of a thread's solutions, and counts them.
    fn write_down(
        &self,
        proofs: &mut Proofs,
        searcher: &mut Searcher<'_, G>,
        unwritten: Vec<Unwritten<G::Move>>,
        valued: &AtomicUsize,
    ) {
        let mut finished = Vec::new();
        for Unwritten { mv, is_twin, solutions, value, bounds } in unwritten {
            let mut line = self.line_after(mv);
            proofs.add(self.at.game.move_text(mv), |recorder| {
                self.record(recorder, searcher, &mut line, &solutions, &[mv])
            });
            valued.fetch_add(usize::from(!is_twin), Ordering::Relaxed);
            if proofs.are_complete(self.settings.proof) {
                let value = value_text(value, bounds);
                finished.push(Finished { mv: self.at.game.move_text(mv), value });
            }
        }
        if let Some(keeper) = self.keeper.as_ref().filter(|_| !finished.is_empty()) {
            let proofs = proofs.written.as_ref().and_then(|written| written.as_ref().ok());
            // A move whose proof cannot be read again is not finished.
            if let Ok(proofs) = proofs.map_or(Ok(Vec::new()), Recorder::encode) {
                keeper.finish(finished, proofs);
            }
        }
    }

    /// The moves that earlier runs finished, with their values.
    fn finished(&self, moves: &[G::Move]) -> Vec<(usize, (Value, Option<Bounds>))> {
        let finished = self.keeper.as_ref().map(Keeper::moves).unwrap_or_default();
        let number = |text: &str| moves.iter().position(|&mv| self.at.game.move_text(mv) == text);
        let values = finished
            .iter()
            .filter_map(|Finished { mv, value }| Some((number(mv)?, text_value(value)?)));
        values.collect()
    }

    /// For each move the first move that is its twin by symmetry, or the move itself.
    fn twins(&self, line: &Line<'_, G>, moves: &[G::Move]) -> Vec<usize> {
        let stabilizer = line.stabilizer();
        let symmetries = || (0..64).filter(|bits| stabilizer >> bits & 1 == 1).map(Symmetry);
        let first = |mv: G::Move| {
            symmetries()
                .filter_map(|symmetry| {
                    let image = self.at.game.map_move(symmetry, mv);
                    moves.iter().position(|&other| other == image)
                })
                .min()
        };
        moves.iter().enumerate().map(|(i, &mv)| first(mv).unwrap_or(i)).collect()
    }
}

/// The work for the moves so far, for the forecast. Moves that an earlier run finished do not
/// count.
struct Ledger {
    /// The nodes spent when the first move was begun, and when the last finished move was finished.
    spent: [u64; 2],
    finished: usize,
    open: usize,
}

impl Ledger {
    fn new(spent: u64, open: usize) -> Ledger {
        Ledger { spent: [spent; 2], finished: 0, open }
    }

    /// A move is finished when so many nodes are spent; the twin of another move does not count.
    fn finish(&mut self, spent: u64, counts: bool) {
        self.spent[1] = spent;
        self.finished += usize::from(counts);
        self.open -= usize::from(counts && self.open > 0);
    }

    /// The work when so many nodes are spent, and so many threads are at open moves.
    fn work(&self, spent: u64, threads: usize) -> MovesWork {
        let [begin, last] = self.spent;
        let begun = threads.min(self.open);
        MovesWork {
            finished: (self.finished, last - begin),
            begun: (begun, spent.saturating_sub(last)),
            waiting: self.open - begun,
        }
    }
}

/// A move that is solved and whose proof is to be written.
struct Unwritten<M> {
    mv: M,
    value: Value,
    bounds: Option<Bounds>,
    /// Is the move the twin of a move that counts?
    is_twin: bool,
    solutions: Vec<Solution<M>>,
}

/// The proofs of several moves in one certificate.
#[derive(Default)]
pub struct Proofs {
    /// The written proofs, or why there are none.
    pub written: Option<Result<Recorder, NoCertificate>>,
    /// Why some proofs were not written, if the search had to stop.
    pub stop: Option<Stop>,
}

/// The value of a move in words, as a checkpoint has it.
fn value_text(value: Value, bounds: Option<Bounds>) -> String {
    let value = match value {
        Value::Won(player) => format!("won {player}"),
        Value::Draw => "draw -".to_string(),
        Value::NotWon(player) => format!("not-won {player}"),
    };
    match bounds {
        Some(Bounds { lower, upper }) => {
            let word =
                |bound: Option<i16>| bound.map_or("-".to_string(), |bound| bound.to_string());
            format!("{value} {} {}", word(lower), word(upper))
        }
        None => value,
    }
}

/// The value of a move from its words.
fn text_value(text: &str) -> Option<(Value, Option<Bounds>)> {
    let mut words = text.split(' ');
    let (kind, player) = (words.next()?, words.next()?);
    let player = Player::BOTH.into_iter().find(|known| known.to_string() == player);
    let value = match (kind, player) {
        ("won", Some(player)) => Value::Won(player),
        ("draw", None) => Value::Draw,
        ("not-won", Some(player)) => Value::NotWon(player),
        _ => return None,
    };
    let bounds = match (words.next(), words.next()) {
        (Some(lower), Some(upper)) => {
            let bound = |word: &str| match word {
                "-" => Some(None),
                word => word.parse().ok().map(Some),
            };
            Some(Bounds { lower: bound(lower)?, upper: bound(upper)? })
        }
        _ => None,
    };
    Some((value, bounds))
}

impl Proofs {
    /// Is everything written that was added so far, or is nothing to be written? If the position
    /// itself is not solved there is nothing to write on, and moves have no proofs.
    pub fn are_complete(&self, proof: Proof) -> bool {
        let is_written = matches!(self.written, Some(Ok(_))) && self.stop.is_none();
        proof == Proof::None || is_written
    }

    /// Writes the proof of one more move.
    pub fn add(
        &mut self,
        after: String,
        write: impl FnOnce(&mut Recorder) -> Result<(), NoCertificate>,
    ) {
        let Some(Ok(recorder)) = &mut self.written else { return };
        match write(recorder) {
            Ok(()) => {}
            // What was written before is complete without it.
            Err(NoCertificate::Stopped(stop)) => self.stop = Some(stop),
            Err(error) => self.written = Some(Err(NoCertificate::After(after, error.into()))),
        }
    }
}

/// Pieces of work that threads distribute: each thread takes a piece that no thread has taken. When
/// none is left the thread helps with a piece that is not done yet.
pub struct Shares(pub Vec<Share>);

/// One piece of work.
pub struct Share {
    /// The number of the piece.
    pub number: usize,
    /// The number of threads that work on the piece.
    busy: AtomicUsize,
    /// Set when a thread has finished the piece, or all threads have given up.
    over: Arc<AtomicBool>,
}

impl Shares {
    /// Pieces with these numbers, in this order.
    pub fn new(numbers: impl Iterator<Item = usize>) -> Shares {
        let share = |number| Share { number, busy: AtomicUsize::new(0), over: Arc::default() };
        Shares(numbers.map(share).collect())
    }

    /// A piece that was finished before.
    fn finish(&self, number: usize) {
        if let Some(share) = self.0.iter().find(|share| share.number == number) {
            share.over.store(true, Ordering::Relaxed);
        }
    }

    /// The next piece to work on: among the pieces that are not over, the first with the fewest
    /// threads.
    pub fn take(&self) -> Option<&Share> {
        let relaxed = Ordering::Relaxed;
        loop {
            let open = self.0.iter().filter(|share| !share.is_over());
            let counted = open.map(|share| (share, share.busy.load(relaxed)));
            let (share, count) = counted.min_by_key(|(_, count)| *count)?;
            if share.busy.compare_exchange(count, count + 1, relaxed, relaxed).is_ok() {
                return Some(share);
            }
        }
    }
}

impl Share {
    /// A thread leaves the piece, finished or not. Does the thread's answer count? The first
    /// finished answer counts; if there is none, the answer of the last thread to give up counts.
    pub fn end(&self, is_done: bool) -> bool {
        let is_last = self.busy.fetch_sub(1, Ordering::Relaxed) == 1;
        (is_done || is_last) && !self.over.swap(true, Ordering::Relaxed)
    }

    /// Has a thread finished the piece, or have all threads given up?
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

fn add(total: &mut Progress, part: &Progress) {
    total.nodes += part.nodes;
    total.expansions += part.expansions;
    total.playouts += part.playouts;
    total.solved += part.solved;
    total.memory += part.memory;
}
