//! A run as it is asked for.

use crate::error::Wrong;
use crate::position::player;
use andor_solver::{InPlay, OptionValues, Problem, Proof, SEARCH_OPTIONS, Score, SearchName};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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

/// The settings of a run; what is left out is as the command line has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Settings {
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    knowledge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "is_false")]
    all_moves: bool,
    #[serde(skip_serializing_if = "is_false")]
    score: bool,
    #[serde(skip_serializing_if = "is_false")]
    shortest: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) proof: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
}

fn is_false(on: &bool) -> bool {
    !on
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
        let usual = andor_solver::Settings::default();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = asked.threads.unwrap_or(1);
        if !(1..=processors).contains(&threads) {
            let expected = format!("expected a number from 1 to {processors}");
            return Err(Wrong::malformed(format!("threads {threads}: {expected}")));
        }
        let time = match asked.seconds {
            Some(seconds) if !(0.0..=LONGEST).contains(&seconds) => {
                let expected = "expected a number of seconds that is not negative";
                return Err(Wrong::malformed(format!("seconds {seconds}: {expected}")));
            }
            seconds => seconds.map(Duration::from_secs_f64),
        };
        if self.kind == Kind::Think && time.is_none() && asked.nodes.is_none() {
            return Err(Wrong::malformed("thinking has no end; expected seconds or nodes"));
        }
        let mut options = OptionValues::default();
        for (name, value) in &asked.options {
            options.set(SEARCH_OPTIONS, name, value)?;
        }
        let settings = andor_solver::Settings {
            search: asked.search.as_deref().map(str::parse::<SearchName>).transpose()?,
            knowledge: asked.knowledge.clone().unwrap_or(usual.knowledge),
            claimed: asked.claim.as_deref().map(player).transpose()?,
            options,
            score: asked.score.then_some(Score::Unknown),
            all_moves: asked.all_moves,
            shortest: asked.shortest,
            proof: if asked.proof { Proof::Compressed } else { Proof::None },
            pv: true,
            time,
            nodes: asked.nodes,
            memory: asked.memory.unwrap_or(most_memory).min(most_memory).max(LEAST_MEMORY),
            threads,
            seed: asked.seed.unwrap_or(usual.seed),
            stop,
            ..andor_solver::Settings::default()
        };
        if self.kind == Kind::Think {
            game.check(&settings)?;
        }
        Ok(settings)
    }
}
