//! What a batch asks about each position: the question, the search and the limits.
//!
//! A line of an output file holds all three, so that a later run knows whether the line answers its
//! question.

use crate::game_options::GameOptions;
use crate::guide::GuessArguments;
use crate::solve_args::Arguments;
use andor_solver::{Score, Settings, amounts};
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;

/// The limits of each position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// Wall-clock time in seconds.
    pub time: Option<f64>,
    /// Processor time in seconds, for each thread.
    pub processor_time: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Bytes.
    pub memory: u64,
}

/// What is asked about each position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchQuestion {
    /// The question, as words of the command line; empty for the winner.
    pub question: String,
    /// The search, as words of the command line.
    pub how: String,
    /// The limits.
    pub limits: Limits,
}

/// The settings that make the question.
const QUESTION: [&str; 6] = ["for", "score", "all-moves", "shortest", "pv", "tree"];

/// The settings that say how to search.
const HOW: [&str; 4] = ["knowledge", "search", "threads", "seed"];

/// The settings that limit a search and say where it is saved.
const REST: [&str; 5] = ["store", "every", "time", "nodes", "memory"];

impl BatchQuestion {
    /// What these arguments ask.
    pub fn new(arguments: &Arguments, options: &GameOptions) -> Result<BatchQuestion> {
        let settings = arguments.plain_settings()?;
        let mut how = arguments_of(&settings, &HOW);
        how.extend(arguments.how.guess.arguments());
        how.extend(options.arguments());
        // Where a margin is expected is no part of the question.
        let score = settings.score.map(|_| Score::Unknown);
        let asked = Settings { score, ..settings };
        Ok(BatchQuestion {
            question: arguments_of(&asked, &QUESTION).join(" "),
            how: how.join(" "),
            limits: Limits::new(arguments),
        })
    }

    /// Does a line about the same position answer the question? A solved position does, and an open
    /// one does if the same search had the same limits or larger ones.
    pub fn is_answered_by(&self, line: &Value) -> bool {
        if line["question"] != self.question.as_str() {
            return false;
        }
        match line["stop_reason"].as_str() {
            None => true,
            Some("interrupted") => false,
            Some(_) => line["how"] == self.how.as_str() && self.limits.are_within(&line["limits"]),
        }
    }
}

impl Limits {
    /// The limits of the arguments for each position.
    fn new(arguments: &Arguments) -> Limits {
        Limits {
            time: arguments.time.map(|time| time.as_secs_f64()),
            processor_time: arguments.processor_time.map(|time| time.as_secs_f64()),
            nodes: arguments.nodes,
            memory: arguments.how.memory_for(arguments.jobs()) as u64,
        }
    }

    /// Is no limit larger than that of a line?
    fn are_within(&self, line: &Value) -> bool {
        let is_within = |limit: Option<f64>, name: &str| match (limit, line[name].as_f64()) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(limit), Some(old)) => limit <= old,
        };
        is_within(self.time, "time")
            && is_within(self.processor_time, "processor_time")
            && is_within(self.nodes.map(|nodes| nodes as f64), "nodes")
            && is_within(Some(self.memory as f64), "memory")
    }
}

/// The settings of these names as arguments.
fn arguments_of(settings: &Settings, names: &[&str]) -> Vec<String> {
    names.iter().flat_map(|name| settings.arguments_of(name)).collect()
}

/// The arguments that let another process ask the same about a position that it reads.
pub fn words(arguments: &Arguments, options: &GameOptions) -> Result<Vec<String>> {
    let memory = arguments.how.memory_for(arguments.jobs());
    let settings = Settings { memory, ..arguments.plain_settings()? };
    let mut words = words_of(&settings, &arguments.how.guess, arguments.processor_time, options);
    words.extend(arguments.position.moves.iter().map(|moves| format!("--moves={moves}")));
    Ok(words)
}

/// The arguments that let another process search in the same way within the limits.
pub fn words_of(
    settings: &Settings,
    guess: &GuessArguments,
    processor_time: Option<Duration>,
    options: &GameOptions,
) -> Vec<String> {
    let mut words = arguments_of(settings, &[&QUESTION[..], &HOW, &REST].concat());
    words.extend(guess.arguments());
    let processor_time = processor_time.map(amounts::time_text);
    words.extend(processor_time.map(|time| format!("--processor-time={time}")));
    words.extend(options.arguments());
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn open_positions_are_tried_again_with_larger_limits() {
        let question = |time, nodes| BatchQuestion {
            question: "--pv".to_string(),
            how: "--seed=1".to_string(),
            limits: Limits { time, processor_time: None, nodes, memory: 100 },
        };
        let line = |stop: Value| {
            let limits = json!({ "time": 10.0, "nodes": null, "memory": 100 });
            json!({ "question": "--pv", "how": "--seed=1", "stop_reason": stop, "limits": limits })
        };
        for (time, nodes, is_answered) in [
            (Some(10.0), None, true),
            (Some(5.0), Some(9), true),
            (Some(11.0), None, false),
            (None, None, false),
        ] {
            let question = question(time, nodes);
            assert_eq!(question.is_answered_by(&line(json!("time"))), is_answered, "{question:?}");
            assert!(question.is_answered_by(&line(Value::Null)));
            assert!(!question.is_answered_by(&line(json!("interrupted"))));
            let other = BatchQuestion { how: "--seed=2".to_string(), ..question.clone() };
            assert!(other.is_answered_by(&line(Value::Null)));
            assert!(!other.is_answered_by(&line(json!("time"))));
            let limits = Limits { processor_time: Some(1.0), ..question.limits.clone() };
            let other = BatchQuestion { limits, ..question.clone() };
            assert_eq!(other.is_answered_by(&line(json!("time"))), is_answered);
            let other = BatchQuestion { question: String::new(), ..question };
            assert!(!other.is_answered_by(&line(Value::Null)));
        }
    }
}
