//! Random positions of all games with all searches: no answer is wrong, and every answer has a
//! certificate that two independent checkers accept.
//!
//! Each case has a number, from which its game, rules, position, past, question, search, knowledge
//! and threads are drawn. The answers are compared with brute force where that is quick. The usual
//! run takes 150 cases; `ANDOR_SLOW=1` takes 20,000; `ANDOR_SOAK=7` takes case 7 alone,
//! `ANDOR_SOAK=300..500` those from 300 to 499.
//!
//! The second checker needs `python3` and the folder `tools`, which is looked for in `ANDOR_ROOT`,
//! if that is set.

mod capture;
mod cases;
mod certificates;
mod go;
mod graph;
mod judge;
mod killall;
mod lines;
mod phutball;
mod positions;
mod stones;
mod tree;
mod truth;

use cases::Case;
use certificates::{Written, certified, refused_by_python};
use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many certificates one run of the second checker gets.
const BATCH: usize = 100;

/// Brute force follows long lines.
const STACK: usize = 256 << 20;

/// What was done with the cases of a game.
#[derive(Clone, Copy, Default)]
struct Count {
    cases: u64,
    settled: u64,
    certificates: u64,
    /// Cases in which brute force settled something, and how much in all.
    compared: u64,
    statements: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.cases += other.cases;
        self.settled += other.settled;
        self.certificates += other.certificates;
        self.compared += other.compared;
        self.statements += other.statements;
    }
}

/// What all threads found.
#[derive(Default)]
struct Found {
    counts: BTreeMap<String, Count>,
    failed: Vec<String>,
}

impl Found {
    /// Notes failures, and tells them at once: a long run may be cut short.
    fn fail(&mut self, failed: Vec<String>) {
        failed.iter().for_each(|words| eprintln!("FAILED {words}"));
        self.failed.extend(failed);
    }
}

/// A case, judged: what was done, the certificate, and what is wrong.
struct Judged {
    words: String,
    game: &'static str,
    count: Count,
    certificate: Option<Vec<u8>>,
    wrong: Vec<String>,
}

/// Solves a case and judges the answer.
fn judged(case: &mut Case) -> Judged {
    let words = format!("case {}: {}", case.seed, case.command());
    let count = Count { cases: 1, ..Count::default() };
    let game = case.drawn.problem.game();
    let mut judged = Judged { words, game, count, certificate: None, wrong: Vec::new() };
    let report = match andor_solver::solve(&case.drawn.problem, &case.settings, None) {
        Ok(report) => report,
        Err(error) => {
            judged.wrong.push(error.to_string());
            return judged;
        }
    };
    judged.count.settled = u64::from(report.stop_reason.is_none());
    let statements = match judge::statements(case, &report) {
        Ok(statements) => statements,
        Err(error) => {
            judged.wrong.push(error);
            return judged;
        }
    };
    let (compared, wrong) = judge::refuted(case, &statements);
    judged.count.compared = u64::from(compared > 0);
    judged.count.statements = compared;
    judged.wrong.extend(wrong);
    match certified(case, &report) {
        Ok(None) => {}
        Ok(Some((bytes, certificate))) => {
            judged.count.certificates = 1;
            judged.wrong.extend(judge::beside_the_point(case, &statements, &certificate));
            judged.certificate = Some(bytes);
        }
        Err(error) => judged.wrong.push(error),
    }
    judged
}

/// Draws, solves and judges the case of a number; a panic is a failure like others.
fn tried(seed: u64) -> Result<Judged, String> {
    let mut words = format!("case {seed}");
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut case = Case::new(seed)?;
        words = format!("case {seed}: {}", case.command());
        Ok::<_, String>(judged(&mut case))
    }));
    match result {
        Ok(Ok(judged)) => Ok(judged),
        Ok(Err(error)) => Err(format!("{words}\n    {error}")),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
            Err(format!("{words}\n    panic: {text}"))
        }
    }
}

/// Takes numbers until none is left, and tries their cases.
fn soak(folder: &Path, next: &AtomicU64, last: u64, found: &Mutex<Found>) {
    let locked = || found.lock().expect("no thread panics with the lock");
    let mut batch = Vec::new();
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed < last {
            match tried(seed) {
                Ok(Judged { words, game, count, certificate, wrong }) => {
                    *locked().counts.entry(game.to_string()).or_default() += count;
                    let fail = |wrong: String| format!("{words}\n    {wrong}");
                    locked().fail(wrong.into_iter().map(fail).collect());
                    if let Some(bytes) = certificate {
                        let path = folder.join(format!("{seed}.cert"));
                        std::fs::write(&path, bytes).expect("a file");
                        batch.push(Written { path, words });
                    }
                }
                Err(words) => locked().fail(vec![words]),
            }
        }
        if batch.len() >= BATCH || seed >= last {
            let refused = refused_by_python(&mut batch);
            locked().fail(refused);
        }
        if seed >= last {
            return;
        }
    }
}

/// The numbers of the cases.
fn numbers() -> Range<u64> {
    match std::env::var("ANDOR_SOAK") {
        Ok(text) => {
            let number = |text: &str| text.parse().expect("ANDOR_SOAK: a number, or FROM..TO");
            match text.split_once("..") {
                Some((from, to)) => number(from)..number(to),
                None => number(&text)..number(&text) + 1,
            }
        }
        Err(_) if std::env::var_os("ANDOR_SLOW").is_some() => 0..20_000,
        Err(_) => 0..150,
    }
}

#[test]
fn no_answer_is_wrong_and_both_checkers_accept_the_certificates() {
    let folder = std::env::temp_dir().join(format!("andor-soak-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let numbers = numbers();
    let (next, found) = (AtomicU64::new(numbers.start), Mutex::new(Found::default()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min((numbers.end - numbers.start) as usize) {
            let work = || soak(&folder, &next, numbers.end, &found);
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, work).expect("a thread");
        }
    });
    std::fs::remove_dir_all(&folder).expect("the folder");
    let Found { counts, failed } = found.into_inner().expect("no thread panicked");
    eprintln!("game      cases  settled  certificates  compared  statements");
    for (game, Count { cases, settled, certificates, compared, statements }) in &counts {
        eprintln!("{game:8} {cases:6} {settled:8} {certificates:13} {compared:9} {statements:11}");
        let is_fair = cases * 8 <= settled * 10 && cases * 4 <= compared * 10;
        assert!(*cases < 20 || is_fair, "too few cases of {game} are settled and compared");
    }
    let count = numbers.end - numbers.start;
    assert!(failed.is_empty(), "{} of {count} failed:\n{}", failed.len(), failed.join("\n"));
}
