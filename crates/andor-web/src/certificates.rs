//! Certificates that were found or dropped on the page: their heads, their check, and walks through
//! them.

use crate::error::{Wrong, words_of};
use crate::position::{named, names, scene};
use andor_checker::{Certificate, Options, Refusal};
use andor_core::{Player, lock};
use andor_solver::view::{self, Limits, Reply, ReplyStatus, StrategyPlace, Turn};
use andor_solver::{GameTree, TreeNote};
use axum::body::Bytes;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Instant;

/// The least memory of a certificate.
const LEAST_MEMORY: usize = 1 << 20;

/// The most moves that lead to all roots of a certificate together.
const MOST_MOVES: usize = 1 << 17;

/// About how many bytes of memory a certificate takes besides its bytes and entries, for each root,
/// and for each move to a root.
const BESIDES: [usize; 3] = [1 << 12, 1 << 10, 1 << 6];

/// How many steps a check may take: they are some ten minutes of work.
const MOST_STEPS: u64 = 6_000_000_000;

/// A certificate.
pub(crate) struct Kept {
    pub(crate) id: u64,
    pub(crate) bytes: Bytes,
    certificate: Certificate,
    problem: String,
    roots: Vec<Value>,
    stats: String,
    /// About how many bytes of memory are held.
    held: usize,
    check: Mutex<Value>,
}

/// All certificates. The oldest leave when there is no more room; the newest always stays.
pub(crate) struct Certificates {
    list: Mutex<List>,
    /// The memory of all certificates.
    memory: usize,
    /// Held while a certificate is unpacked, so that the memory is that of one.
    unpacking: Mutex<()>,
}

#[derive(Default)]
struct List {
    kept: BTreeMap<u64, Arc<Kept>>,
    last: u64,
}

/// A certificate that waits for its check. The certificate may leave before, and then nothing is
/// checked.
pub(crate) struct Unchecked(Weak<Kept>);

/// A check that begins. The certificate may leave meanwhile.
pub(crate) struct Check {
    pub(crate) id: u64,
    bytes: Bytes,
    kept: Weak<Kept>,
}

/// A place of a certificate that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    #[serde(default)]
    root: usize,
    #[serde(default)]
    moves: Vec<String>,
}

/// A tree of replies, or a line, that is asked for as an SGF file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedSgf {
    #[serde(default)]
    root: usize,
    #[serde(default = "usual_depth")]
    depth: usize,
    #[serde(default = "usual_nodes")]
    nodes: usize,
    moves: Option<String>,
}

fn usual_depth() -> usize {
    6
}

fn usual_nodes() -> usize {
    10_000
}

impl Certificates {
    pub(crate) fn new(memory: usize) -> Arc<Certificates> {
        Arc::new(Certificates { list: Mutex::default(), memory, unpacking: Mutex::default() })
    }

    fn list(&self) -> MutexGuard<'_, List> {
        lock(&self.list)
    }

    /// The certificate of a number.
    pub(crate) fn kept(&self, id: u64) -> Result<Arc<Kept>, Wrong> {
        let found = self.list().kept.get(&id).cloned();
        found.ok_or_else(|| {
            Wrong::missing(format!("certificate {id}: there is no such certificate"))
        })
    }

    /// Unpacks a certificate and keeps it, if there is enough memory for it.
    pub(crate) fn add(&self, bytes: Bytes) -> Result<Arc<Kept>, Wrong> {
        let most = self.memory.max(LEAST_MEMORY);
        let _alone = lock(&self.unpacking);
        let (certificate, taken) = view::read(&bytes, most)?;
        let ways = certificate.problem.roots.iter().map(|root| root.moves.len());
        let besides = ways.clone().map(|moves| BESIDES[1] + BESIDES[2] * moves).sum::<usize>();
        let held = taken + BESIDES[0] + besides;
        if held > most {
            let sentence =
                format!("the limit of {most} bytes of memory is too small: it takes {held}");
            return Err(Wrong::new(StatusCode::PAYLOAD_TOO_LARGE, sentence));
        }
        let before = 1 + certificate.problem.moves.len();
        let moves: usize = ways.map(|moves| before + moves).sum();
        if moves > MOST_MOVES {
            let sentence =
                format!("{moves} moves lead to its roots; expected at most {MOST_MOVES}");
            return Err(Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, sentence));
        }
        let (problem, roots) = (start(&certificate)?, roots(&certificate)?);
        let stats = view::stats(&certificate, bytes.len()).trim_end().to_string();
        let check = Mutex::new(json!({ "state": "running", "words": "", "seconds": null }));
        let mut list = self.list();
        list.last += 1;
        let id = list.last;
        let kept = Arc::new(Kept { id, bytes, certificate, problem, roots, stats, held, check });
        list.kept.insert(id, kept.clone());
        while list.kept.len() > 1
            && list.kept.values().map(|kept| kept.held).sum::<usize>() > self.memory
        {
            list.kept.pop_first();
        }
        Ok(kept)
    }
}

/// The problem of a certificate, with the moves before its roots.
fn start(certificate: &Certificate) -> Result<String, Wrong> {
    let (problem, shown) = view::show(certificate, 0, "")?;
    let before = shown.moves.iter().take(certificate.problem.moves.len());
    let before: Vec<&str> = before.map(|(_, mv)| mv.as_str()).collect();
    Ok(problem.without_moves().with_moves(&before.join(" ")).to_string())
}

/// The roots of a certificate in words.
fn roots(certificate: &Certificate) -> Result<Vec<Value>, Wrong> {
    let root = |number: usize| {
        let claim = &certificate.problem.roots[number];
        let (_, shown) = view::show(certificate, number, "")?;
        let played = shown.moves.iter().skip(certificate.problem.moves.len());
        let moves: Vec<&str> = played.map(|(_, mv)| mv.as_str()).collect();
        let after = match moves.is_empty() {
            true => String::new(),
            false => format!(" after {}", moves.join(" ")),
        };
        let words = capitalised(&view::statement(&certificate.problem, claim));
        let winner = claim.winner().name();
        Ok(json!({ "moves": moves, "winner": winner, "words": format!("{words}{after}") }))
    };
    (0..certificate.problem.roots.len()).map(root).collect()
}

impl Unchecked {
    pub(crate) fn new(kept: &Arc<Kept>) -> Unchecked {
        Unchecked(Arc::downgrade(kept))
    }

    /// Has the certificate not left yet?
    pub(crate) fn is_here(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// The check, if the certificate has not left yet.
    pub(crate) fn check(self) -> Option<Check> {
        let kept = self.0.upgrade()?;
        Some(Check { id: kept.id, bytes: kept.bytes.clone(), kept: self.0 })
    }
}

impl Check {
    /// Checks the certificate with the independent checker, which has at most so much of it in
    /// memory; gives the answer.
    pub(crate) fn run(&self, memory: usize) -> Value {
        let started = Instant::now();
        let usual = Options::default();
        let memory = usual.memory.min(memory);
        let options = Options { steps: MOST_STEPS, memory, threads: 1, ..usual };
        let checked =
            catch_unwind(AssertUnwindSafe(|| andor_checker::check(&self.bytes, &options)));
        let (state, words) = match checked {
            Ok(Ok(summary)) => ("right", format!("accepted: {summary}")),
            Ok(Err(refusal)) => {
                let state = match refusal {
                    Refusal::Malformed { .. } => "malformed",
                    Refusal::Wrong { .. } => "wrong",
                    Refusal::Limit { .. } => "limit",
                };
                (state, refusal.to_string())
            }
            Err(panic) => ("limit", format!("a fault of the checker: {}", words_of(&*panic))),
        };
        let seconds = started.elapsed().as_secs_f64();
        json!({ "state": state, "words": words.trim_end(), "seconds": seconds })
    }

    /// Notes the answer of the check.
    pub(crate) fn note(&self, answer: &Value) {
        if let Some(kept) = self.kept.upgrade() {
            *lock(&kept.check) = answer.clone();
        }
    }
}

impl Kept {
    /// The head of the certificate.
    pub(crate) fn head(&self) -> Value {
        json!({
            "id": self.id,
            "game": self.certificate.problem.game.name(),
            "problem": self.problem,
            "bytes": self.bytes.len(),
            "entries": self.certificate.entries.len(),
            "words": self.stats,
            "roots": self.roots,
            "check": *lock(&self.check),
        })
    }

    /// A place of the winner's strategy.
    pub(crate) fn walk(&self, asked: &Asked) -> Result<Value, Wrong> {
        let (problem, shown) = view::show(&self.certificate, asked.root, &asked.moves.join(" "))?;
        let game = problem.open()?;
        let names = |points: &[u16]| names(&problem, points);
        let plays = match &shown.turn {
            Turn::Move(mv) => Some(json!({ "move": mv, "words": said(&shown) })),
            Turn::Anywhere(_) => Some(json!({ "move": null, "words": said(&shown) })),
            Turn::Over | Turn::Settled(_) | Turn::Replies(_) => None,
        };
        let replies = match &shown.turn {
            Turn::Replies(replies) => replies.iter().map(reply).collect(),
            _ => Vec::new(),
        };
        let reason = match &shown.turn {
            Turn::Settled(reason) => {
                Some(json!({ "words": reason.words, "points": names(&reason.points) }))
            }
            _ => None,
        };
        let entries = shown.statements.iter().map(|statement| {
            json!({
                "number": statement.entry,
                "kind": statement.kind,
                "words": statement.words,
                "points": names(&statement.points),
            })
        });
        let [black, white] = &shown.filled;
        Ok(json!({
            "position": scene(&*game),
            "winner": shown.winner.to_string(),
            "turn": turn(&shown),
            "words": said(&shown),
            "plays": plays,
            "zone": shown.zone.as_deref().map(names),
            "filled": { "black": black, "white": white },
            "entries": entries.collect::<Vec<_>>(),
            "reason": reason,
            "replies": replies,
        }))
    }

    /// The tree of replies, or a line, as an SGF file.
    pub(crate) fn sgf(&self, asked: &AskedSgf) -> Result<String, Wrong> {
        if let Some(moves) = &asked.moves {
            let (problem, shown) = view::show(&self.certificate, asked.root, moves)?;
            let note = TreeNote { comment: said(&shown), ..TreeNote::default() };
            let tree = GameTree { note, ..GameTree::of(&problem)? };
            return Ok(tree.to_sgf()?);
        }
        let limits = Limits { depth: asked.depth, nodes: asked.nodes };
        Ok(view::sgf(&self.certificate, asked.root, limits)?.text)
    }
}

fn turn(shown: &StrategyPlace) -> &'static str {
    match shown.turn {
        Turn::Over => "over",
        Turn::Settled(_) => "settled",
        Turn::Move(_) | Turn::Anywhere(_) => "winner",
        Turn::Replies(_) => "loser",
    }
}

/// What the certificate says at a place, in a sentence.
fn said(shown: &StrategyPlace) -> String {
    match shown.turn {
        Turn::Replies(_) => format!("{} has an answer to each reply", named(shown.winner)),
        _ => {
            let named =
                |text: String, player: Player| text.replace(&player.to_string(), named(player));
            capitalised(&Player::BOTH.into_iter().fold(shown.words(), named))
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn reply(Reply { mv, then }: &Reply) -> Value {
    let (kind, answer) = match then {
        ReplyStatus::By(answer) => ("answered", Some(answer)),
        ReplyStatus::NoBetter(better) => ("dominated", Some(better)),
        ReplyStatus::Anywhere(_) => ("covered", None),
        ReplyStatus::Settled => ("settled", None),
        ReplyStatus::Open => ("open", None),
    };
    json!({ "move": mv, "kind": kind, "answer": answer, "words": then.to_string() })
}
