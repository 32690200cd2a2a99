//! Certificates that were found or dropped on the page: their heads, their check, and walks through them.

use crate::error::Wrong;
use crate::position::{named, names, scene};
use crate::runs::{Happening, words_of};
use andor_checker::{Certificate, Entry, Options, Refusal};
use andor_core::Player;
use andor_solver::view::{self, Answered, Limits, Reply, Shown, Turn};
use andor_solver::{GameTree, TreeNote};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use tokio::sync::broadcast;

/// A certificate.
pub(crate) struct Kept {
    pub(crate) id: u64,
    pub(crate) bytes: Vec<u8>,
    certificate: Certificate,
    problem: String,
    roots: Vec<Value>,
    check: Mutex<Value>,
}

/// All certificates. The oldest leave when there is no more room; the newest always stays.
pub(crate) struct Certificates {
    list: Mutex<List>,
    /// The memory of all certificates, and of a check.
    memory: usize,
    news: broadcast::Sender<Happening>,
}

#[derive(Default)]
struct List {
    kept: BTreeMap<u64, Arc<Kept>>,
    last: u64,
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
    pub(crate) fn new(memory: usize, news: broadcast::Sender<Happening>) -> Arc<Certificates> {
        Arc::new(Certificates { list: Mutex::default(), memory, news })
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The certificate of a number.
    pub(crate) fn kept(&self, id: u64) -> Result<Arc<Kept>, Wrong> {
        let found = self.list().kept.get(&id).cloned();
        found.ok_or_else(|| {
            Wrong::missing(format!("certificate {id}: there is no such certificate"))
        })
    }

    /// Keeps a certificate, and begins to check it.
    pub(crate) fn add(self: &Arc<Self>, bytes: Vec<u8>) -> Result<Arc<Kept>, Wrong> {
        let unreadable =
            |sentence| Wrong::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, sentence);
        let certificate = view::read(&bytes).map_err(|error| unreadable(error.to_string()))?;
        let (problem, shown) = view::show(&certificate, 0, "")?;
        let before = shown.moves.iter().take(certificate.problem.moves.len());
        let before: Vec<&str> = before.map(|(_, mv)| mv.as_str()).collect();
        let problem = problem.without_moves().with_moves(&before.join(" ")).to_string();
        let root = |number: usize| {
            let claim = &certificate.problem.roots[number];
            let (_, shown) = view::show(&certificate, number, "")?;
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
        let roots = (0..certificate.problem.roots.len()).map(root).collect::<Result<_, Wrong>>()?;
        let check = Mutex::new(json!({ "state": "running", "words": "", "seconds": null }));
        let kept = {
            let mut list = self.list();
            list.last += 1;
            let kept = Arc::new(Kept { id: list.last, bytes, certificate, problem, roots, check });
            list.kept.insert(kept.id, kept.clone());
            while list.kept.len() > 1
                && list.kept.values().map(|kept| kept.held()).sum::<usize>() > self.memory
            {
                list.kept.pop_first();
            }
            kept
        };
        let (all, checked) = (self.clone(), kept.clone());
        let begun = thread::Builder::new()
            .name(format!("check {}", kept.id))
            .spawn(move || all.check(&checked));
        begun.map_err(|error| Wrong::malformed(format!("no thread could be started: {error}")))?;
        Ok(kept)
    }

    /// Checks a certificate with the independent checker.
    fn check(&self, kept: &Kept) {
        let started = Instant::now();
        let usual = Options::default();
        let options = Options { memory: usual.memory.min(self.memory), ..usual };
        let checked =
            catch_unwind(AssertUnwindSafe(|| andor_checker::check(&kept.bytes, &options)));
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
        let check = json!({ "state": state, "words": words.trim_end(), "seconds": seconds });
        *kept.check.lock().unwrap_or_else(PoisonError::into_inner) = check.clone();
        let _ = self.news.send(Happening::Check(json!({ "id": kept.id, "check": check })));
    }
}

impl Kept {
    /// About how many bytes of memory are held: an entry has lists besides its own size.
    fn held(&self) -> usize {
        self.bytes.len() + 2 * size_of::<Entry>() * self.certificate.entries.len()
    }

    /// The head of the certificate.
    pub(crate) fn head(&self) -> Value {
        json!({
            "id": self.id,
            "game": self.certificate.problem.game.name(),
            "problem": self.problem,
            "bytes": self.bytes.len(),
            "entries": self.certificate.entries.len(),
            "words": view::stats(&self.certificate, self.bytes.len()).trim_end(),
            "roots": self.roots,
            "check": *self.check.lock().unwrap_or_else(PoisonError::into_inner),
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

fn turn(shown: &Shown) -> &'static str {
    match shown.turn {
        Turn::Over => "over",
        Turn::Settled(_) => "settled",
        Turn::Move(_) | Turn::Anywhere(_) => "winner",
        Turn::Replies(_) => "loser",
    }
}

/// What the certificate says at a place, in a sentence.
fn said(shown: &Shown) -> String {
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
        Answered::By(answer) => ("answered", Some(answer)),
        Answered::NoBetter(better) => ("dominated", Some(better)),
        Answered::Anywhere(_) => ("covered", None),
        Answered::Settled => ("settled", None),
        Answered::Open => ("open", None),
    };
    json!({ "move": mv, "kind": kind, "answer": answer, "words": then.to_string() })
}
