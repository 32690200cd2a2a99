//! Solving a position: the question, the search, the knowledge and the number of threads.

use super::job::{At, Job};
use super::knowledge::{chosen, knowledge};
use super::question::Inquiry;
use super::report::report;
use super::score::Scoring;
use crate::adapter::{Adapter, Quoted, SearchGoal};
use crate::checkpoint::Keeper;
use crate::engines::{EngineSpec, Shared};
use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::outlook::Outlook;
use crate::report::{Report, named};
use crate::search_name::{self, ENGINES};
use crate::settings::{Hear, Knowledge, Proof, Score, Settings, Watch};
use crate::store::shelf::{Shelf, Terms};
use andor_core::{Repetition, Verdict, lock};
use andor_search::memory::Archive;
use andor_search::threads::on_deep_stack;
use andor_search::{Budget, Line, Progress};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The usual time between two writes to the store.
const STORE_EVERY: Duration = Duration::from_secs(20);

/// Solves a position.
pub(crate) fn run<G: Adapter>(
    at: At<'_, G>,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    let started = Instant::now();
    let At { game, question, problem, .. } = at;
    if settings.score.is_some() && question.most_margin.is_none() {
        let problem = format!("--score: {} has no score", problem.game());
        return Err(BadInput::Request(format!("{problem}; expected --score with go only")));
    }
    if settings.shortest && game.repetition() != Repetition::Impossible {
        let problem = format!("--shortest: positions of {} can come back", problem.game());
        return Err(BadInput::Request(format!("{problem}; expected a game that never repeats")));
    }
    let asked = if settings.score.is_some() { SearchGoal::Margin } else { SearchGoal::Winner };
    let search = chosen(game, settings, asked);
    if !game.has_search(search) {
        let all = ENGINES.iter().chain(problem.family().searches).map(|engine| engine.search);
        let names = search_name::names(all.filter(|&search| game.has_search(search)));
        let problem = format!("search \"{search}\": not for {}", problem.game());
        return Err(BadInput::Request(format!("{problem}; expected one of {names}")));
    }
    let mut names = knowledge(game, problem.game(), settings, search)?;
    names.retain(|name| game.applies(name));
    if settings.proof != Proof::None {
        // A certificate quotes what the search relied on.
        let quoted = |name: &str| {
            let mut pieces = game.knowledge().iter();
            pieces.any(|piece| piece.name == name && piece.quoted != Quoted::Nothing)
        };
        names.retain(|name| quoted(name));
    }
    let all_names = names.len();
    // Knowledge is sound on lines that stop where it speaks: see `Oracle`. If the game went on
    // beyond such a position, or is to go on to each of its moves, it is left out.
    let claims = question.all_claims(settings.score.is_some());
    let mut budget = budget(settings);
    let mut leave = |pos: &G::Position| {
        // A search without knowledge is sound as well, and ends at once when the time is up.
        if budget.look().is_some() {
            names.clear();
        }
        names.retain(|name| claims.iter().all(|&claim| game.settles(name, pos, claim).is_none()));
    };
    let mut line = Line::new(game, at.root.clone());
    for &mv in at.played {
        leave(line.position());
        game.advance(&mut line, mv);
    }
    if settings.all_moves {
        leave(line.position());
    }
    let is_shortened = names.len() < all_names;
    names.retain(|name| game.serves(name, search, at.played.len()));
    let scoring = settings.score.and_then(|score| Scoring::new(&question, score, search));
    let room = settings.room();
    let room = room.with_knowledge(game.knowledge_bytes(&names, room.of_a_thread()));
    let budget = budget.memory(room.of_a_thread());
    let spec = EngineSpec {
        search,
        knowledge: &names,
        options: &settings.options,
        seed: settings.seed,
        thread: 0,
        room,
        is_proof: settings.proof != Proof::None,
        conjecture: settings.claimed.map(|_| Verdict::Proven),
    };
    let keeper = settings.checkpoint.as_ref().map(|file| {
        let played: Vec<String> = at.played.iter().map(|&mv| game.move_text(mv)).collect();
        let subject = subject(problem, &played.join(" "), settings, &spec);
        Keeper::open(file, settings.every, subject)
    });
    let keeper = keeper.transpose()?;
    let shelf = settings.store.as_ref().map(|file| {
        // On a line on which knowledge spoke before, facts that rest on this knowledge are not
        // used. Where a proof, a line or a tree is wanted, a verdict is not enough.
        let is_shortened = is_shortened && game.repetition() != Repetition::Impossible;
        let wants_more =
            settings.proof != Proof::None || settings.pv || settings.tree_depth.is_some();
        let terms = Terms {
            game: problem.rules_text(),
            source: format!("{search}, {}, {}", named(&names), env!("CARGO_PKG_VERSION")),
            asks: !is_shortened && !wants_more,
            is_mirrored: !question.can_draw && question.most_margin.is_none(),
            has_past: game.repetition() != Repetition::Impossible,
            memory: settings.memory,
            every: settings.every.unwrap_or(STORE_EVERY),
        };
        Ok::<_, BadInput>(Arc::new(Shelf::open(file, terms)?))
    });
    let shelf = shelf.transpose()?;
    let inquiry = Inquiry { question, claimed: settings.claimed, scoring };
    let shared = if keeper.is_some() { Shared::lasting(room) } else { Shared::racing(room) };
    let shared = shared.guided(game, game.networks(), settings);
    let shared = shared.with_archive(shelf.clone().map(|shelf| shelf as Arc<dyn Archive<G>>));
    let outlook = &Mutex::new(Outlook::default());
    let job = Job { at, settings, spec, inquiry, started, budget, shared, keeper, shelf, outlook };
    job.resume()?;
    let (found, moves, win) = on_deep_stack(|| {
        let mut watch = watch;
        let mut hear = |progress: &Progress| {
            if let Some(watch) = &mut watch {
                let mut outlook = lock(outlook);
                outlook.progress = *progress;
                watch(&outlook);
            }
        };
        let watch: Hear<'_> = &mut hear;
        job.kept(|| {
            let found = job.race(&mut *watch);
            let (found, mut moves) = match settings.all_moves {
                true => job.all_moves(found, &mut *watch),
                false => (found, None),
            };
            let win = settings.shortest.then(|| job.shortest(&found, moves.as_mut(), watch));
            (found, moves, win)
        })
    })?;
    Ok(report(&job, &line, found, moves, win))
}

/// What must agree between a run and the checkpoint from which it goes on. The search and the
/// knowledge are those that were chosen.
fn subject(
    problem: &Problem,
    played: &str,
    settings: &Settings,
    spec: &EngineSpec<'_>,
) -> Vec<(&'static str, String)> {
    let knowledge = spec.knowledge.iter().map(ToString::to_string).collect();
    let asked = Settings {
        search: Some(spec.search),
        knowledge: Knowledge::Named(knowledge),
        options: spec.options.clone(),
        claimed: settings.claimed,
        score: settings.score.map(|_| Score::Unknown),
        all_moves: settings.all_moves,
        proof: if spec.is_proof { Proof::Compressed } else { Proof::None },
        ..Settings::default()
    };
    vec![
        ("version", env!("CARGO_PKG_VERSION").to_string()),
        ("problem", problem.to_string()),
        ("moves", played.to_string()),
        ("settings", asked.to_string()),
    ]
}

/// The budget of all threads together, without a limit of memory.
fn budget(settings: &Settings) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(time) = settings.time {
        budget = budget.time(time);
    }
    if let Some(nodes) = settings.nodes {
        budget = budget.nodes(nodes);
    }
    budget.switch(settings.stop.clone())
}
