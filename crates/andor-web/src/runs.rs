//! The list of runs. As many runs as there are seats search at the same time, each on a thread of
//! its own and with an equal part of the memory; others wait in the order in which they were asked
//! for.
//!
//! A check of a certificate takes a seat, too. One check goes on at a time, on one thread, and
//! checks take turns with runs that wait, so that many certificates never hold up all runs.

use crate::certificates::{Certificates, Check, Kept, Unchecked};
use crate::error::{Wrong, words_of};
use crate::request::{Kind, LEAST_MEMORY, Request, Settings};
use crate::run::{Run, State, moment, moment_of};
use crate::task::Task;
use andor_core::lock;
use andor_solver::{Aim, Outlook, Problem, Spool, Thought};
use axum::body::Bytes;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::broadcast;

/// The most runs that are kept.
const MOST_RUNS: usize = 1000;

/// The time between two moments that are told.
const BETWEEN_MOMENTS: Duration = Duration::from_millis(250);

/// The time between two summaries that are told while a run goes on.
const BETWEEN_SUMMARIES: Duration = Duration::from_secs(1);

/// Something that watching pages hear.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// A run began or changed.
    Run(Value),
    /// A run was taken from the list.
    Gone(u64),
    /// A moment of a run.
    Moment(u64, Value),
    /// The check of a certificate ended.
    Check(Value),
    /// The server ends.
    Goodbye,
}

/// What gets a free seat.
enum Next {
    Run(Arc<Run>),
    Check(Check),
}

/// All runs.
pub(crate) struct Runs {
    list: Mutex<List>,
    seats: usize,
    /// The memory of each run.
    memory: usize,
    tasks: Arc<Vec<Task>>,
    certificates: Arc<Certificates>,
    news: broadcast::Sender<Happening>,
}

#[derive(Default)]
struct List {
    runs: BTreeMap<u64, Arc<Run>>,
    last: u64,
    /// How many seats are taken.
    running: usize,
    /// The certificates that wait for their check.
    unchecked: VecDeque<Unchecked>,
    is_checking: bool,
    /// Was the last seat given to a check?
    was_check: bool,
    /// No further run begins.
    is_closed: bool,
}

impl Runs {
    pub(crate) fn new(
        seats: usize,
        memory: usize,
        tasks: Arc<Vec<Task>>,
        certificates: Arc<Certificates>,
        news: broadcast::Sender<Happening>,
    ) -> Arc<Runs> {
        let (seats, list) = (seats.max(1), Mutex::default());
        Arc::new(Runs { list, seats, memory: memory / seats, tasks, certificates, news })
    }

    fn list(&self) -> MutexGuard<'_, List> {
        lock(&self.list)
    }

    /// The answer that the folder expects of a run.
    fn expected(&self, run: &Run) -> Option<&str> {
        let expected = self.tasks.get(run.entry?)?.expected.as_ref()?;
        Some(&expected.words)
    }

    fn summary(&self, run: &Run) -> Value {
        run.summary(self.expected(run))
    }

    fn tell(&self, run: &Run) {
        // Nobody may be watching.
        let _ = self.news.send(Happening::Run(self.summary(run)));
    }

    /// The summaries of all runs.
    pub(crate) fn summaries(&self) -> Vec<Value> {
        let runs: Vec<Arc<Run>> = self.list().runs.values().cloned().collect();
        runs.iter().map(|run| self.summary(run)).collect()
    }

    /// The run of a number.
    pub(crate) fn run(&self, id: u64) -> Result<Arc<Run>, Wrong> {
        let found = self.list().runs.get(&id).cloned();
        found.ok_or_else(|| Wrong::missing(format!("run {id}: there is no such run")))
    }

    /// Everything that is known about a run.
    pub(crate) fn whole(&self, id: u64) -> Result<Value, Wrong> {
        let run = self.run(id)?;
        Ok(run.whole(self.expected(&run)))
    }

    /// The newest run of a problem of the folder.
    pub(crate) fn newest_of(&self, entry: usize) -> Option<u64> {
        let list = self.list();
        list.runs.values().rev().find(|run| run.entry == Some(entry)).map(|run| run.id)
    }

    /// Is a problem of the folder solved, or will it be soon?
    pub(crate) fn has_solved(&self, entry: usize) -> bool {
        let list = self.list();
        list.runs.values().any(|run| {
            let state = run.known().state;
            run.entry == Some(entry) && !matches!(state, State::Stopped | State::Failed)
        })
    }

    /// Begins a run, or lets it wait; gives its summary.
    pub(crate) fn begin(self: &Arc<Runs>, request: Request) -> Result<Value, Wrong> {
        self.add(request, None)
    }

    /// Begins a run about a problem of the folder.
    pub(crate) fn solve_entry(
        self: &Arc<Runs>,
        entry: usize,
        problem: Problem,
        settings: Settings,
    ) -> Result<Value, Wrong> {
        self.add(Request { problem, kind: Kind::Solve, settings }, Some(entry))
    }

    fn add(self: &Arc<Runs>, request: Request, entry: Option<usize>) -> Result<Value, Wrong> {
        // What cannot be followed is refused at once.
        let game = request.problem.open()?;
        request.settings(&*game, self.memory, Arc::default())?;
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (run, gone) = {
            let mut list = self.list();
            let gone = list.make_room()?;
            list.last += 1;
            let run = Arc::new(Run::new(list.last, request, entry, began.as_secs_f64()));
            list.runs.insert(run.id, run.clone());
            (run, gone)
        };
        if let Some(id) = gone {
            let _ = self.news.send(Happening::Gone(id));
        }
        self.tell(&run);
        self.fill_seats();
        Ok(self.summary(&run))
    }

    /// Keeps a certificate, which waits for its check.
    pub(crate) fn add_certificate(self: &Arc<Runs>, bytes: Bytes) -> Result<Arc<Kept>, Wrong> {
        let kept = self.keep(bytes)?;
        self.fill_seats();
        Ok(kept)
    }

    /// The same; somebody else begins the check.
    fn keep(&self, bytes: Bytes) -> Result<Arc<Kept>, Wrong> {
        let kept = self.certificates.add(bytes)?;
        let mut list = self.list();
        list.unchecked.retain(Unchecked::is_here);
        list.unchecked.push_back(Unchecked::new(&kept));
        Ok(kept)
    }

    /// Begins waiting runs and checks while there are free seats.
    fn fill_seats(self: &Arc<Runs>) {
        loop {
            let next = self.list().next(self.seats);
            match next {
                Some(Next::Run(run)) => self.begin_run(run),
                Some(Next::Check(check)) => self.begin_check(check),
                None => return,
            }
        }
    }

    fn begin_run(self: &Arc<Runs>, run: Arc<Run>) {
        self.tell(&run);
        let runs = self.clone();
        let search = run.clone();
        let thread = thread::Builder::new().name(format!("run {}", run.id));
        let started = thread.spawn(move || {
            let caught = catch_unwind(AssertUnwindSafe(|| runs.search(&search)));
            let error = match caught {
                Ok(Ok(())) => None,
                Ok(Err(wrong)) => Some(wrong.to_string()),
                Err(panic) => Some(format!("a fault of the program: {}", words_of(&*panic))),
            };
            runs.finish(&search, error);
        });
        if let Err(error) = started {
            self.finish(&run, Some(format!("no thread could be started: {error}")));
        }
    }

    fn begin_check(self: &Arc<Runs>, check: Check) {
        let (runs, memory) = (self.clone(), self.memory.max(LEAST_MEMORY));
        let check = Arc::new(check);
        let begun = check.clone();
        let thread = thread::Builder::new().name(format!("check {}", check.id));
        let started = thread.spawn(move || {
            let answer = begun.run(memory);
            runs.end_check(&begun, &answer);
        });
        if let Err(error) = started {
            let words = format!("no thread could be started: {error}");
            let answer = json!({ "state": "limit", "words": words, "seconds": 0.0 });
            self.end_check(&check, &answer);
        }
    }

    /// A check is over; whatever waits gets its seat.
    fn end_check(self: &Arc<Runs>, check: &Check, answer: &Value) {
        check.note(answer);
        let _ = self.news.send(Happening::Check(json!({ "id": check.id, "check": answer })));
        {
            let mut list = self.list();
            list.running -= 1;
            list.is_checking = false;
        }
        self.fill_seats();
    }

    /// Makes the search of a run.
    fn search(&self, run: &Run) -> Result<(), Wrong> {
        let mut game = run.request.problem.open()?;
        let settings = run.request.settings(&*game, self.memory, run.stop.clone())?;
        let started = Instant::now();
        let mut news = News { runs: self, run, moment: None, summary: started };
        match run.request.kind {
            Kind::Think => {
                let mut hear = |thought: &Thought| news.hear(thought.nodes, || moment_of(thought));
                let thought = game.think(Aim::Move, &settings, &mut hear)?;
                let mut known = run.known();
                known.hear(moment_of(&thought));
                known.thought(&thought);
            }
            Kind::Solve => {
                let mut hear = |outlook: &Outlook| {
                    let seconds = started.elapsed().as_secs_f64();
                    news.hear(outlook.progress.nodes, || moment(outlook, seconds));
                };
                let mut report = game.solve(&settings, Some(&mut hear))?;
                let written = report.certificate.take();
                let kept = written.map(|written| self.keep_written(&written)).transpose();
                let expected = run.entry.and_then(|entry| self.tasks[entry].expected.as_ref());
                let mut known = run.known();
                known.solved(&report);
                match kept {
                    Ok(kept) => known.certificate = kept.map(|kept| kept.id),
                    Err(why) => known.error = Some(format!("no certificate was kept: {why}")),
                }
                let answer = known.report.as_ref();
                known.is_right =
                    expected.zip(answer).and_then(|(expected, answer)| (expected.agrees)(answer));
            }
        }
        Ok(())
    }

    /// Keeps the certificate of a run.
    fn keep_written(&self, written: &Spool) -> Result<Arc<Kept>, Wrong> {
        let bytes = written.to_vec().map_err(|error| Wrong::malformed(error.to_string()))?;
        self.keep(bytes.into())
    }

    /// A run is over; the next one gets its seat.
    fn finish(self: &Arc<Runs>, run: &Arc<Run>, error: Option<String>) {
        {
            let mut known = run.known();
            if let Some(error) = error {
                (known.state, known.error) = (State::Failed, Some(error));
            }
        }
        self.list().running -= 1;
        let last = run.known().last.clone();
        if let Some(last) = last {
            let _ = self.news.send(Happening::Moment(run.id, last));
        }
        self.tell(run);
        self.fill_seats();
    }

    /// Stops a run; what is known is kept.
    pub(crate) fn stop(&self, id: u64) -> Result<Value, Wrong> {
        let run = self.run(id)?;
        run.stop.store(true, Ordering::Relaxed);
        let was_waiting = {
            let mut known = run.known();
            let was_waiting = known.state == State::Waiting;
            if was_waiting {
                known.state = State::Stopped;
            }
            was_waiting
        };
        if was_waiting {
            self.tell(&run);
        }
        Ok(self.summary(&run))
    }

    /// Stops a run and takes it from the list.
    pub(crate) fn remove(&self, id: u64) -> Result<(), Wrong> {
        self.stop(id)?;
        self.list().runs.remove(&id);
        let _ = self.news.send(Happening::Gone(id));
        Ok(())
    }

    /// Stops all runs and says goodbye.
    pub(crate) fn close(&self) {
        let mut list = self.list();
        list.is_closed = true;
        list.runs.values().for_each(|run| run.stop.store(true, Ordering::Relaxed));
        let _ = self.news.send(Happening::Goodbye);
    }
}

impl List {
    /// What gets a free seat next, if there is a free seat.
    fn next(&mut self, seats: usize) -> Option<Next> {
        if self.running >= seats || self.is_closed {
            return None;
        }
        let is_waiting = |run: &&Arc<Run>| run.known().state == State::Waiting;
        let run = self.runs.values().find(is_waiting).cloned();
        let is_turn = !self.is_checking && (run.is_none() || !self.was_check);
        let check = if is_turn { self.next_check() } else { None };
        let next = check.map(Next::Check).or_else(|| run.map(Next::Run))?;
        self.running += 1;
        self.was_check = matches!(next, Next::Check(_));
        match &next {
            Next::Run(run) => run.known().state = State::Running,
            Next::Check(_) => self.is_checking = true,
        }
        Some(next)
    }

    /// The check of the certificate that waits longest.
    fn next_check(&mut self) -> Option<Check> {
        while let Some(unchecked) = self.unchecked.pop_front() {
            if let Some(check) = unchecked.check() {
                return Some(check);
            }
        }
        None
    }

    /// Makes room for one more run; gives the number of the run that had to leave.
    fn make_room(&mut self) -> Result<Option<u64>, Wrong> {
        if self.runs.len() < MOST_RUNS {
            return Ok(None);
        }
        let oldest = self.runs.values().find(|run| run.known().state.is_over()).map(|run| run.id);
        let full = || {
            Wrong::new(
                axum::http::StatusCode::TOO_MANY_REQUESTS,
                format!(
                    "{MOST_RUNS} runs wait or go on; expected that one of them is stopped first"
                ),
            )
        };
        let oldest = oldest.ok_or_else(full)?;
        self.runs.remove(&oldest);
        Ok(Some(oldest))
    }
}

/// Tells the watching pages about a run while it goes on, not too often.
struct News<'a> {
    runs: &'a Runs,
    run: &'a Run,
    /// When the last moment was told.
    moment: Option<Instant>,
    /// When the last summary was told.
    summary: Instant,
}

impl News<'_> {
    fn hear(&mut self, nodes: u64, moment: impl FnOnce() -> Value) {
        let now = Instant::now();
        if self.moment.is_some_and(|last| now.duration_since(last) < BETWEEN_MOMENTS) {
            return;
        }
        self.moment = Some(now);
        let moment = moment();
        {
            let mut known = self.run.known();
            known.nodes = nodes;
            known.seconds = moment["seconds"].as_f64().unwrap_or_default();
            known.hear(moment.clone());
        }
        let _ = self.runs.news.send(Happening::Moment(self.run.id, moment));
        if now.duration_since(self.summary) >= BETWEEN_SUMMARIES {
            self.summary = now;
            self.runs.tell(self.run);
        }
    }
}

/// A happening as the data of an event, with its name.
impl Happening {
    pub(crate) fn event(&self) -> (&'static str, Value) {
        match self {
            Happening::Run(summary) => ("run", summary.clone()),
            Happening::Gone(id) => ("gone", json!({ "id": id })),
            Happening::Moment(id, moment) => ("moment", json!({ "id": id, "moment": moment })),
            Happening::Check(check) => ("check", check.clone()),
            Happening::Goodbye => ("goodbye", json!({})),
        }
    }
}
