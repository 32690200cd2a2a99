//! A run as it is asked for.

use crate::error::Wrong;
use andor_solver::{InPlay, Problem, search_options};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a run shall find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Who wins.
    #[default]
    Solve,
    /// A move to play.
    Think,
}

/// A request for a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) problem: Problem,
    #[serde(default)]
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) settings: Settings,
}

/// The settings of a run as they were sent: a JSON object. What is left out is as the command line
/// has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub(crate) struct Settings(Map<String, Value>);

/// The fields with the settings of the command line that they are.
const FIELDS: [(&str, &str); 10] = [
    ("search", "search"),
    ("knowledge", "knowledge"),
    ("claim", "for"),
    ("nodes", "nodes"),
    ("threads", "threads"),
    ("seed", "seed"),
    ("all_moves", "all-moves"),
    ("score", "score"),
    ("shortest", "shortest"),
    ("proof", "proof"),
];

/// The fields that no setting reads as they are: a number of seconds, a number of bytes, an object
/// of the options of the searches.
const OTHER_FIELDS: [&str; 3] = ["seconds", "memory", "options"];

/// What is off or empty is left out.
impl TryFrom<Map<String, Value>> for Settings {
    type Error = String;

    fn try_from(mut fields: Map<String, Value>) -> Result<Settings, String> {
        let names = || FIELDS.iter().map(|(field, _)| *field).chain(OTHER_FIELDS);
        if let Some(field) = fields.keys().find(|field| names().all(|name| name != *field)) {
            let expected: Vec<&str> = names().collect();
            return Err(format!("unknown field \"{field}\"; expected {}", expected.join(", ")));
        }
        let is_off = |value: &Value| {
            matches!(value, Value::Null | Value::Bool(false))
                || value.as_object().is_some_and(Map::is_empty)
        };
        fields.retain(|_, value| !is_off(value));
        Ok(Settings(fields))
    }
}

impl Settings {
    /// The time, if there is a limit.
    fn time(&self) -> Result<Option<Duration>, Wrong> {
        let Some(value) = self.0.get("seconds") else { return Ok(None) };
        let seconds = value.as_f64().filter(|seconds| (0.0..=LONGEST).contains(seconds));
        let expected = "expected a number of seconds that is not negative";
        match seconds {
            Some(seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
            None => Err(Wrong::malformed(format!("seconds {value}: {expected}"))),
        }
    }

    /// The memory, `most` at most.
    fn memory(&self, most: usize) -> Result<usize, Wrong> {
        let Some(value) = self.0.get("memory") else { return Ok(most.max(LEAST_MEMORY)) };
        let bytes = value.as_u64().ok_or_else(|| {
            Wrong::malformed(format!("memory {value}: expected a whole number of bytes"))
        })?;
        Ok(usize::try_from(bytes).unwrap_or(most).min(most).max(LEAST_MEMORY))
    }
}

/// The value of a field as the text of a setting.
fn text_of(value: &Value) -> String {
    match value {
        Value::Bool(true) => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The least memory of a run.
pub(crate) const LEAST_MEMORY: usize = 1 << 20;

/// The longest time of a run.
const LONGEST: f64 = 1e9;

impl Request {
    /// The settings for the solver, with at most so much memory; an error says which setting cannot
    /// be followed.
    pub(crate) fn settings(
        &self,
        game: &dyn InPlay,
        most_memory: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<andor_solver::Settings, Wrong> {
        let asked = &self.settings;
        let mut settings = andor_solver::Settings {
            pv: true,
            time: asked.time()?,
            memory: asked.memory(most_memory)?,
            stop,
            ..andor_solver::Settings::default()
        };
        for (field, setting) in FIELDS {
            let Some(value) = asked.0.get(field) else { continue };
            settings.set(setting, &text_of(value)).map_err(|error| match field {
                // A search that does not exist is no malformed request.
                "search" => error.into(),
                _ => Wrong::malformed(format!("{field} {value}: {error}")),
            })?;
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        if settings.threads > processors {
            let problem = format!("threads {}", settings.threads);
            return Err(Wrong::malformed(format!("{problem}: expected 1 to {processors}")));
        }
        if self.kind == Kind::Think && settings.time.is_none() && settings.nodes.is_none() {
            return Err(Wrong::malformed("thinking has no end; expected seconds or nodes"));
        }
        match asked.0.get("options") {
            None => {}
            Some(Value::Object(options)) => {
                let rows = search_options(&[]);
                for (name, value) in options {
                    settings.options.set(&rows, name, &text_of(value))?;
                }
            }
            Some(other) => {
                let expected = "expected an object of options, such as {\"dfpn.epsilon\": \"0.5\"}";
                return Err(Wrong::malformed(format!("options {other}: {expected}")));
            }
        }
        if self.kind == Kind::Think {
            game.check(&settings)?;
        }
        Ok(settings)
    }
}
