//! A run: a search that the server makes, and what is known of it.

use crate::position::named;
use crate::request::Request;
use andor_core::{Player, lock};
use andor_solver::{
    Moment, MoveOutlook, MoveState, Outlook, Progress, Report, ReportAnswer, Thought, Worth,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};

/// The most moments that are kept of a run.
const MOST_MOMENTS: usize = 400;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// Others run first.
    Waiting,
    /// The search goes on.
    Running,
    /// The answer is known.
    Done,
    /// The target of a capture reaches the liberties of an escape.
    Undecided,
    /// A limit was reached, or somebody stopped the search.
    Stopped,
    /// The search could not be made.
    Failed,
}

impl State {
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, State::Waiting | State::Running)
    }
}

/// A search that the server makes.
pub(crate) struct Run {
    pub(crate) id: u64,
    pub(crate) request: Request,
    /// The number of the problem in the folder.
    pub(crate) entry: Option<usize>,
    /// Ends the search when set.
    pub(crate) stop: Arc<AtomicBool>,
    /// When the run was asked for, in seconds since 1970.
    pub(crate) began: f64,
    known: Mutex<Known>,
}

/// What is known of a run.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) state: State,
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    pub(crate) words: Option<String>,
    pub(crate) winner: Option<Player>,
    pub(crate) is_right: Option<bool>,
    pub(crate) certificate: Option<u64>,
    pub(crate) error: Option<String>,
    pub(crate) report: Option<Value>,
    pub(crate) thought: Option<Value>,
    moments: Vec<Value>,
    /// Every how many moments one is kept.
    stride: usize,
    heard: usize,
    pub(crate) last: Option<Value>,
}

impl Run {
    pub(crate) fn new(id: u64, request: Request, entry: Option<usize>, began: f64) -> Run {
        let known = Known {
            state: State::Waiting,
            seconds: 0.0,
            nodes: 0,
            words: None,
            winner: None,
            is_right: None,
            certificate: None,
            error: None,
            report: None,
            thought: None,
            moments: Vec::new(),
            stride: 1,
            heard: 0,
            last: None,
        };
        Run { id, request, entry, stop: Arc::default(), began, known: Mutex::new(known) }
    }

    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// What the list of runs shows.
    pub(crate) fn summary(&self, expected: Option<&str>) -> Value {
        let known = self.known();
        json!({
            "id": self.id,
            "kind": self.request.kind,
            "problem": self.request.problem,
            "entry": self.entry,
            "state": known.state,
            "began": self.began,
            "seconds": known.seconds,
            "nodes": known.nodes,
            "settings": self.request.settings,
            "words": known.words,
            "winner": known.winner.map(|winner| winner.to_string()),
            "expected": expected,
            "is_right": known.is_right,
            "certificate": known.certificate,
            "error": known.error,
        })
    }

    /// Everything that is known.
    pub(crate) fn whole(&self, expected: Option<&str>) -> Value {
        let summary = self.summary(expected);
        let known = self.known();
        let mut moments = known.moments.clone();
        if let Some(last) = &known.last {
            moments.push(last.clone());
        }
        json!({
            "run": summary,
            "moments": moments,
            "report": known.report,
            "thought": known.thought,
        })
    }
}

impl Known {
    /// Takes a moment into the history, in which there are never too many.
    pub(crate) fn hear(&mut self, moment: Value) {
        let past = self.last.replace(moment);
        self.heard += 1;
        if let Some(mut past) = past.filter(|_| self.heard.is_multiple_of(self.stride)) {
            if let Some(fields) = past.as_object_mut() {
                fields.remove("line");
                fields.remove("moves");
            }
            self.moments.push(past);
        }
        if self.moments.len() >= MOST_MOMENTS {
            let mut number = 0;
            self.moments.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// Takes over the report of a solver.
    pub(crate) fn solved(&mut self, report: &Report) {
        self.state = match report.answer {
            _ if report.stop_reason.is_some() => State::Stopped,
            ReportAnswer::Stopped => State::Stopped,
            ReportAnswer::Escapes => State::Undecided,
            ReportAnswer::Proven | ReportAnswer::Disproven => State::Done,
        };
        (self.seconds, self.nodes) = (report.seconds, report.nodes);
        self.winner = report.winner;
        self.words = Some(answer(report));
        self.settle(report);
        self.report = serde_json::to_value(report).ok();
        self.error =
            report.no_proof.as_ref().map(|why| format!("no certificate was written: {why}"));
    }

    /// The moves of the last moment, after the answer: the winning move, or nothing but lost moves.
    fn settle(&mut self, report: &Report) {
        let Some(winner) = report.winner.filter(|_| report.moves.is_none()) else { return };
        let last = self.last.get_or_insert_with(|| moment(&Outlook::default(), report.seconds));
        let Some(moves) = last["moves"].as_array_mut() else { return };
        if winner != report.to_move {
            moves.iter_mut().for_each(|known| *known = told(&known["move"], MoveState::Lost));
            return;
        }
        let Some(best) = &report.best_move else { return };
        moves.retain(|known| known["move"] != **best);
        for known in moves.iter_mut().filter(|known| known["state"] == "open") {
            *known = told(&known["move"], MoveState::Out);
        }
        moves.insert(0, told(&json!(best), MoveState::Won));
    }

    /// Takes over the thoughts of a player.
    pub(crate) fn thought(&mut self, thought: &Thought) {
        self.state = State::Done;
        (self.seconds, self.nodes) = (thought.time.as_secs_f64(), thought.nodes);
        self.winner = won(thought.worth);
        let best = thought.best.as_deref().unwrap_or("no move");
        self.words = Some(match thought.worth {
            Some(Worth::Won(winner)) => format!("{best}; {} wins", named(winner)),
            Some(Worth::Draw) => format!("{best}; a draw"),
            None => format!("{best}; chance {:.0} %", 100.0 * thought.chance),
        });
        self.thought = Some(as_value(thought));
    }
}

/// A move of which nothing but its state is told.
fn told(mv: &Value, state: MoveState) -> Value {
    json!({ "move": mv, "state": state })
}

/// The answer of a report in a sentence.
fn answer(report: &Report) -> String {
    if let Some(capture) = &report.capture {
        return format!("{}: {}", capture.target, capture.words);
    }
    if report.answer == ReportAnswer::Stopped {
        let why = report.stop_reason.map(|stop| format!(" ({stop})")).unwrap_or_default();
        return match (report.lower_bound, report.upper_bound) {
            (None, None) => format!("not solved{why}"),
            (least, most) => {
                let bound = |words, bound: Option<i16>| {
                    bound.map(|bound| format!(", {words} {bound:+}")).unwrap_or_default()
                };
                format!(
                    "not solved{why}: Black's margin{}{}",
                    bound("at least", least),
                    bound("at most", most)
                )
            }
        };
    }
    let with = match &report.best_move {
        Some(best) if report.winner == Some(report.to_move) || report.draw => {
            format!(" with {best}")
        }
        _ => String::new(),
    };
    let rest = match report.stop_reason {
        Some(stop) => format!("; the moves are not all known ({stop})"),
        None => String::new(),
    };
    match (report.margin, report.winner) {
        (Some(0), _) => format!("the margin is 0{with}{rest}"),
        (Some(margin), _) => format!("Black's margin is {margin:+}{with}{rest}"),
        (None, Some(winner)) => format!("{} wins{with}{rest}", named(winner)),
        (None, None) if report.draw => format!("neither player can force a win{with}{rest}"),
        (None, None) => format!("{} cannot force a win{rest}", named(report.claim)),
    }
}

fn won(worth: Option<Worth>) -> Option<Player> {
    match worth {
        Some(Worth::Won(winner)) => Some(winner),
        Some(Worth::Draw) | None => None,
    }
}

/// The thoughts of a player as JSON.
fn as_value(thought: &Thought) -> Value {
    let of = |worth: Option<Worth>| {
        (won(worth).map(|winner| winner.to_string()), worth == Some(Worth::Draw))
    };
    let moves = thought.moves.iter().map(|known| {
        let (winner, draw) = of(known.worth);
        json!({
            "move": known.mv,
            "chance": known.chance,
            "winner": winner,
            "draw": draw,
            "visits": known.visits,
            "pv": known.pv,
        })
    });
    let (winner, draw) = of(thought.worth);
    json!({
        "to_move": thought.to_move.to_string(),
        "best": thought.best,
        "chance": thought.chance,
        "winner": winner,
        "draw": draw,
        "plies": thought.plies,
        "pv": thought.pv,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": thought.time.as_secs_f64(),
        "moves": moves.collect::<Vec<_>>(),
    })
}

/// A moment of thinking, as a moment of a search.
pub(crate) fn moment_of(thought: &Thought) -> Value {
    let state = |worth| match worth {
        None => MoveState::Open,
        Some(Worth::Draw) => MoveState::Draw,
        Some(Worth::Won(winner)) if winner == thought.to_move => MoveState::Won,
        Some(Worth::Won(_)) => MoveState::Lost,
    };
    let moves = thought.moves.iter().map(|known| MoveOutlook {
        mv: known.mv.clone(),
        state: state(known.worth),
        chance: Some(known.chance),
        work: None,
    });
    let progress =
        Progress { nodes: thought.nodes, chance: Some(thought.chance), ..Progress::default() };
    let outlook = Outlook { progress, line: thought.pv.clone(), moves: moves.collect() };
    moment(&outlook, thought.time.as_secs_f64())
}

/// A moment of a search as JSON.
pub(crate) fn moment(outlook: &Outlook, seconds: f64) -> Value {
    serde_json::to_value(Moment::new(outlook, seconds)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        serde_json::from_value(json!({ "problem": "hex 3x3" })).expect("a request")
    }

    /// The history never grows beyond its limit, and covers the whole run.
    #[test]
    fn moments_are_thinned_out() {
        let run = Run::new(1, request(), None, 0.0);
        for nodes in 0..10_000 {
            run.known().hear(json!({ "nodes": nodes, "line": ["a1"], "moves": [] }));
        }
        let whole = run.whole(None);
        let moments = whole["moments"].as_array().expect("a list");
        assert!((100..=MOST_MOMENTS).contains(&moments.len()), "{}", moments.len());
        let nodes: Vec<u64> =
            moments.iter().filter_map(|moment| moment["nodes"].as_u64()).collect();
        assert!(
            nodes.is_sorted() && nodes[0] < 100 && nodes[nodes.len() - 1] == 9_999,
            "{nodes:?}"
        );
        assert!(moments[0].get("line").is_none());
        assert_eq!(moments[moments.len() - 1]["line"], json!(["a1"]));
    }
}
