//! Solving a problem: the claims that have to be settled, one after the other or on several threads.
//!
//! With several threads the value of one position is raced for: every thread searches with a seed
//! of its own, sharing with the others what its search can share, and the first answer stops the
//! others. The values of all moves are shared out, each thread taking the next move that nobody has
//! taken.

use crate::certificate::{NoCertificate, Recorder, checked};
use crate::certified::Certified;
use crate::engine::Engine;
use crate::explain::{self, Solution};
use crate::games::{Task, with_game};
use crate::playable::Playable;
use crate::plugs::{self, Common};
use crate::problem::{BadInput, Kind, Problem};
use crate::report::{MoveReport, Report, TreeReport};
use crate::score::{self, Bounds, Scoring};
use crate::settings::{Proof, SearchName, Settings};
use andor_checker::Game as CheckedGame;
use andor_core::{Claim, Game, Margin, NotationError, Player, Symmetry, Verdict};
use andor_search::{Answer, Budget, Line, Progress, Stop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// Hears how far the search is.
pub type Watch<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// A proof that the search cannot write down is searched for again with so many nodes.
const MOST_PROVED_AGAIN: u64 = 1_000_000;

/// Searches run on a stack of this size: their depth is that of the game.
pub(crate) const STACK: usize = 1 << 30;

/// Solves a problem.
pub fn solve(
    problem: &Problem,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    if let Some(error) = problem.wrong_rules.as_ref().or(problem.wrong_komi.as_ref()) {
        return Err(error.clone().into());
    }
    with_game(problem, Solve { problem, settings, watch })
}

/// Solving, whatever the game.
struct Solve<'a, 'w> {
    problem: &'a Problem,
    settings: &'a Settings,
    watch: Option<Watch<'w>>,
}

impl Task for Solve<'_, '_> {
    type Done = Result<Report, BadInput>;

    fn run<G: Playable>(self, game: &G) -> Self::Done {
        run(game, self.problem, self.settings, self.watch)
    }
}

/// The claims that say who wins.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) claims: [Claim; 2],
    pub(crate) can_draw: bool,
    claimed: Option<Player>,
    /// How the exact margin is looked for, if it is.
    scoring: Option<Scoring>,
}

impl Question {
    pub(crate) fn new(problem: &Problem, settings: &Settings) -> Question {
        let (claims, can_draw) = match &problem.kind {
            Kind::Go { rules, komi } => {
                let open = komi.can_draw() || rules.may_have_no_result();
                (Player::BOTH.map(|player| komi.claim(player)), open)
            }
            Kind::Mnk { .. } => (Player::BOTH.map(Claim::win), true),
            Kind::Hex | Kind::Nim { .. } => (Player::BOTH.map(Claim::win), false),
        };
        let scoring =
            settings.score.and_then(|score| Scoring::new(problem, score, settings.search));
        Question { claims, can_draw, claimed: settings.claimed, scoring }
    }

    /// Who wins with a margin between these bounds, which are all that can be known.
    fn value(&self, bounds: Bounds) -> Value {
        let reached = [bounds.lower, -bounds.upper];
        let wins =
            |player: &Player| self.claims[player.index()].at_least.0 <= reached[player.index()];
        Player::BOTH.into_iter().find(wins).map_or(Value::Draw, Value::Won)
    }

    /// All claims that may be asked.
    fn all_claims(&self) -> Vec<Claim> {
        let Some(scoring) = self.scoring else { return self.claims.to_vec() };
        let margins = (-scoring.most..=scoring.most).map(Margin);
        let both = |at_least| Player::BOTH.map(|attacker| Claim { attacker, at_least });
        margins.flat_map(both).collect()
    }

    fn first(&self) -> Player {
        self.claimed.unwrap_or(Player::Black)
    }
}

/// Who wins, as far as it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Won(Player),
    Draw,
    /// The claimed player does not win; whether it is a draw was not asked.
    NotWon(Player),
}

impl Value {
    pub(crate) fn winner(self) -> Option<Player> {
        match self {
            Value::Won(player) => Some(player),
            Value::Draw | Value::NotWon(_) => None,
        }
    }
}

/// A value, with the solutions that show it.
pub(crate) type Settled<G> = Result<(Value, Vec<Solution<<G as Game>::Move>>), Stop>;

/// Settles who wins the line's position; with the value come the claims that show it, the one that
/// explains best play last.
pub(crate) fn settle<G: Game>(
    engine: &mut dyn Engine<G>,
    line: &mut Line<'_, G>,
    question: Question,
    budget: &mut Budget,
    hear: &mut dyn FnMut(&Progress),
) -> Settled<G> {
    let mover = line.to_move();
    let mut ask = |player: Player| {
        let claim = question.claims[player.index()];
        match engine.settle(line, claim, budget, &mut *hear) {
            (Answer::Solved(verdict), best) => Ok(Solution { claim, verdict, best }),
            (Answer::Stopped(stop), _) => Err(stop),
        }
    };
    // Where there are draws the opponent's claim comes last: that it fails is what the mover's best
    // move in a draw has to show.
    let first = match question.claimed {
        None if question.can_draw => mover,
        claimed => claimed.unwrap_or(Player::Black),
    };
    let solution = ask(first)?;
    if solution.verdict == Verdict::Proven {
        return Ok((Value::Won(first), vec![solution]));
    }
    if !question.can_draw {
        return Ok((Value::Won(first.other()), vec![solution]));
    }
    if question.claimed.is_some() {
        return Ok((Value::NotWon(first), vec![solution]));
    }
    let other = ask(first.other())?;
    Ok(match other.verdict {
        Verdict::Proven => (Value::Won(first.other()), vec![other]),
        Verdict::Disproven => (Value::Draw, vec![solution, other]),
    })
}

/// What a thread brings back.
struct Found {
    value: Result<Value, Stop>,
    /// What is known about the margin, if it was asked for.
    bounds: Option<Bounds>,
    /// Why the value of some move is not known, if all were asked for.
    unfinished: Option<Stop>,
    pv: Vec<String>,
    tree: Option<Vec<TreeReport>>,
    progress: Progress,
    /// The proofs of the roots, if a certificate is wanted and the claims are settled.
    proofs: Option<Result<Recorder, NoCertificate>>,
}

fn run<G: Certified>(
    game: &G,
    problem: &Problem,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    let started = Instant::now();
    let mut names = plugs::knowledge::<G>(settings, problem.game())?;
    names.retain(|name| game.applies(name));
    if settings.proof != Proof::None {
        // A certificate quotes what the search relied on.
        names.retain(|name| G::QUOTABLE.contains(name));
    }
    let root =
        game.set_up(&problem.stones, problem.to_move).map_err(|error| problem.sourced(error))?;
    let mut line = Line::new(game, root.clone());
    if settings.score.is_some() && !matches!(problem.kind, Kind::Go { .. }) {
        let problem = format!("--score: {} has no score", problem.game());
        return Err(BadInput::Request(format!("{problem}; expected --score with go only")));
    }
    let question = Question::new(problem, settings);
    // Knowledge is sound on lines that stop where it speaks: see `Oracle`. If the game went on
    // beyond such a position, or is to go on to each of its moves, it is left out.
    let claims = question.all_claims();
    let mut leave = |pos: &G::Position| {
        names.retain(|name| claims.iter().all(|&claim| !game.settles(name, pos, claim)));
    };
    let played = play(&mut line, problem, &mut leave)?;
    if settings.all_moves {
        leave(line.position());
    }
    names.retain(|name| G::serves(name, settings.search, played.len()));
    let budget = budget(settings);
    let names = &names;
    let common = Common::racing(settings);
    let case =
        Case { problem, game, root, played, settings, names, question, started, budget, common };

    let (found, moves) = std::thread::scope(|scope| {
        let work = || {
            let mut quiet = |_: &Progress| {};
            let watch: Watch<'_> = watch.unwrap_or(&mut quiet);
            let found = case.race(&mut *watch);
            match settings.all_moves {
                true => case.all_moves(found, watch),
                false => (found, None),
            }
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(BadInput::Request(format!("no thread could be started: {error}"))),
        }
    })?;
    Ok(report(problem, &case, &line, found, moves))
}

/// Plays the problem's moves and shows every position that is left behind.
pub(crate) fn play<G: Certified>(
    line: &mut Line<'_, G>,
    problem: &Problem,
    mut leave: impl FnMut(&G::Position),
) -> Result<Vec<G::Move>, BadInput> {
    for written in &problem.moves {
        let wrong = |problem: &str, expected: &str| {
            let place = format!("{}, \"{}\"", written.place, written.text);
            Err(NotationError::new(place, problem, expected).into())
        };
        if let Some(player) = written.player
            && player != line.to_move()
        {
            let problem = format!("{player} moves out of turn");
            return wrong(&problem, &format!("a move of {}", line.to_move()));
        }
        if line.outcome().is_some() {
            return wrong("the game is over", "no further move");
        }
        let mv = match line.game().parse_move(line.position(), &written.text) {
            Ok(mv) => mv,
            Err(error) => return wrong(&error.problem, &error.expected),
        };
        if !line.allows(mv) {
            return wrong("it repeats an earlier position", "a move that the ko rule allows");
        }
        leave(line.position());
        line.play(mv);
    }
    Ok(line.played().collect())
}

/// What the settings allow all threads together to spend.
fn budget(settings: &Settings) -> Budget {
    let threads = settings.threads.max(1);
    let mut budget = Budget::unlimited().memory(settings.memory / threads);
    if let Some(time) = settings.time {
        budget = budget.time(time);
    }
    if let Some(nodes) = settings.nodes {
        budget = budget.nodes(nodes);
    }
    budget.switch(settings.stop.clone())
}

/// All that a thread needs to know.
struct Case<'a, G: Certified> {
    problem: &'a Problem,
    game: &'a G,
    root: G::Position,
    played: Vec<G::Move>,
    settings: &'a Settings,
    names: &'a [&'static str],
    question: Question,
    started: Instant,
    budget: Budget,
    common: Common<G>,
}

impl<G: Certified> Case<'_, G> {
    fn line(&self) -> Line<'_, G> {
        let mut line = Line::new(self.game, self.root.clone());
        self.played.iter().for_each(|&mv| line.play(mv));
        line
    }

    fn engine(&self, thread: usize) -> Box<dyn Engine<G>> {
        let seed = self.settings.seed.wrapping_add(thread as u64 * 0x9E37_79B9);
        self.game.engine(self.settings, self.names, seed, &self.common)
    }

    /// One thread's search for the value of the position.
    fn search(&self, thread: usize, mut budget: Budget, hear: &mut dyn FnMut(&Progress)) -> Found {
        let mut line = self.line();
        let mut engine = self.engine(thread);
        let (settled, bounds) = self.settle(&mut *engine, &mut line, &mut budget, hear);
        let mut proofs = None;
        if let Ok((_, solutions)) = &settled
            && self.settings.proof != Proof::None
        {
            proofs = Some(self.checked_problem().and_then(|problem| {
                let mut recorder = Recorder::new(problem, self.names);
                self.record(&mut recorder, &mut *engine, &mut line, solutions, &[], &mut budget)
                    .map(|()| recorder)
            }));
        }
        Found { proofs, bounds, ..self.explain(&mut *engine, &mut line, settled) }
    }

    /// Settles what is asked about the line's position, and says what is known of its margin.
    fn settle(
        &self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> (Settled<G>, Option<Bounds>) {
        let Some(scoring) = self.question.scoring else {
            return (settle(engine, line, self.question, budget, hear), None);
        };
        let mut bounds = Bounds { lower: -scoring.most, upper: scoring.most };
        let found = score::settle(engine, line, scoring, &mut bounds, budget, hear);
        let settled = found.map(|solutions| (self.question.value(bounds), solutions));
        (settled, Some(bounds))
    }

    /// The problem as certificates show it, without claims.
    fn checked_problem(&self) -> Result<andor_checker::Problem, NoCertificate> {
        let (game, size) = (self.game, self.problem.size);
        let unknown = || {
            NoCertificate::Game(match &self.problem.kind {
                Kind::Go { rules, .. } => format!("go under the rules {rules}"),
                _ => self.problem.game().to_string(),
            })
        };
        let picture = game.picture(&self.root);
        let stone = |point: usize| {
            let of = |player: &Player| picture.stones[player.index()].contains(point);
            Player::BOTH.into_iter().find(of).map(checked)
        };
        Ok(andor_checker::Problem {
            game: game.checked_game().ok_or_else(unknown)?,
            columns: size.columns().into(),
            rows: size.rows().into(),
            board: (0..size.area()).map(stone).collect(),
            to_move: checked(game.to_move(&self.root)),
            moves: self.played.iter().map(|&mv| game.number(mv)).collect(),
            roots: Vec::new(),
        })
    }

    /// Writes down the proofs of a position's solutions; what the search cannot give, expected work
    /// search finds again.
    fn record(
        &self,
        recorder: &mut Recorder,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        solutions: &[Solution<G::Move>],
        moves: &[G::Move],
        budget: &mut Budget,
    ) -> Result<(), NoCertificate> {
        for solution in solutions {
            match recorder.root(engine, line, solution, moves, budget) {
                Err(NoCertificate::Lost) => {
                    let search = SearchName::ExpectedWork;
                    let settings = Settings { search, ..self.settings.clone() };
                    // Proofs by patterns know nothing but the stones that are there.
                    let by_patterns = self.game.checked_game() == Some(CheckedGame::Hex);
                    let names = if by_patterns { &[] } else { self.names };
                    let common = Common::new(&settings);
                    let mut again = self.game.engine(&settings, names, settings.seed, &common);
                    let mut part = budget.part(MOST_PROVED_AGAIN);
                    if let (Answer::Stopped(stop), _) =
                        again.settle(line, solution.claim, &mut part, &mut |_| {})
                    {
                        return Err(NoCertificate::Stopped(stop));
                    }
                    recorder.root(&mut *again, line, solution, moves, budget)?;
                }
                done => done?,
            }
        }
        Ok(())
    }

    fn explain(
        &self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        settled: Settled<G>,
    ) -> Found {
        let (mut pv, mut tree) = (Vec::new(), None);
        if let Ok((_, solutions)) = &settled
            && let Some(solution) = solutions.last()
        {
            let most = if self.settings.pv { usize::MAX } else { 1 };
            let moves = explain::best_line(engine, line, solution, most);
            pv = moves.into_iter().map(|mv| self.game.move_text(mv)).collect();
            let depth = self.settings.tree_depth;
            tree = depth.map(|depth| explain::tree(engine, line, solution, depth));
        }
        let value = settled.map(|(value, _)| value);
        let progress = engine.progress();
        Found { value, bounds: None, unfinished: None, pv, tree, progress, proofs: None }
    }

    /// Every thread searches the position; the first answer counts.
    fn race(&self, watch: Watch<'_>) -> Found {
        let over = std::sync::Arc::new(AtomicBool::new(false));
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
                        if thread == 0
                            && let Ok(mut watch) = relay.lock()
                        {
                            watch(&Progress { nodes: spent.spent(), ..*progress });
                        }
                    };
                    let found = self.search(thread, budget, &mut hear);
                    if let Ok(mut total) = total.lock() {
                        add(&mut total, &found.progress);
                    }
                    let Ok(mut first) = first.lock() else { return };
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
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
        });
        let found = first.into_inner().ok().flatten();
        let mut found = found.unwrap_or_else(|| self.search(0, shared, &mut |_| {}));
        let total = total.into_inner().unwrap_or_default();
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

    /// The value of every move, besides what was found about the position itself.
    fn all_moves(&self, mut found: Found, watch: Watch<'_>) -> (Found, Option<Vec<MoveReport>>) {
        let relay = Mutex::new(watch);
        let mut line = self.line();
        let mut moves = Vec::new();
        if line.outcome().is_none() {
            line.moves(&mut moves);
        }
        let (next, valued) = (AtomicUsize::new(0), AtomicUsize::new(0));
        type Of = Option<(Result<Value, Stop>, Option<Bounds>)>;
        let values: Mutex<Vec<Of>> = Mutex::new(vec![None; moves.len()]);
        let total = Mutex::new(Progress::default());
        let shared = &self.budget;
        let twins = self.twins(&line, &moves);
        let wanted = twins.iter().enumerate().filter(|&(i, &twin)| i == twin).count();
        // One certificate is written for all, by one thread at a time.
        let proofs = Mutex::new(found.proofs.take());
        let proving = self.settings.proof != Proof::None;
        let threads = self.settings.threads.max(1);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (next, values, total, relay) = (&next, &values, &total, &relay);
                let (proofs, valued) = (&proofs, &valued);
                let (moves, twins) = (&moves, &twins);
                let work = move || {
                    let mut engine = self.engine(thread);
                    let mut line = self.line();
                    let mut budget = shared.clone();
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&mv) = moves.get(i) else { break };
                        if twins[i] != i && !proving {
                            continue;
                        }
                        line.play(mv);
                        let mut hear = |progress: &Progress| {
                            if let Ok(mut watch) = relay.lock() {
                                let valued_moves = Some((valued.load(Ordering::Relaxed), wanted));
                                let nodes = shared.spent();
                                watch(&Progress { nodes, valued_moves, ..*progress });
                            }
                        };
                        let (settled, bounds) =
                            self.settle(&mut *engine, &mut line, &mut budget, &mut hear);
                        if let Ok((_, solutions)) = &settled
                            && let Ok(mut proofs) = proofs.lock()
                            && let Some(Ok(recorder)) = &mut *proofs
                        {
                            let engine = &mut *engine;
                            let played = [mv];
                            if let Err(error) = self.record(
                                recorder,
                                engine,
                                &mut line,
                                solutions,
                                &played,
                                &mut budget,
                            ) {
                                *proofs = Some(Err(error));
                            }
                        }
                        line.undo();
                        if settled.is_ok() && twins[i] == i {
                            valued.fetch_add(1, Ordering::Relaxed);
                        }
                        if let Ok(mut values) = values.lock() {
                            values[i] = Some((settled.map(|(value, _)| value), bounds));
                        }
                    }
                    if let Ok(mut total) = total.lock() {
                        add(&mut total, &engine.progress());
                    }
                };
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
        });
        let values = values.into_inner().unwrap_or_default();
        let known = |i: usize| values.get(twins[i]).copied().flatten();
        let of_move = |i: usize| known(i).map(|(value, _)| value);
        let reports = moves.iter().enumerate().map(|(i, &mv)| MoveReport {
            mv: self.game.move_text(mv),
            winner: of_move(i)
                .and_then(Result::ok)
                .and_then(Value::winner)
                .map(|winner| winner.to_string()),
            solved: matches!(of_move(i), Some(Ok(_))),
            margin: known(i).and_then(|(_, bounds)| bounds).and_then(Bounds::margin),
        });
        let reports: Vec<MoveReport> = reports.collect();
        let unfinished = (0..moves.len()).find_map(|i| match of_move(i) {
            Some(Ok(_)) => None,
            Some(Err(stop)) => Some(stop),
            None => Some(Stop::Interrupted),
        });
        let spent = total.into_inner().unwrap_or_default();
        let mut progress = found.progress;
        add(&mut progress, &spent);
        // What the search of the position itself held is given back before the moves' turn.
        progress.memory = found.progress.memory.max(spent.memory);
        let proofs = proofs.into_inner().unwrap_or_default();
        (Found { unfinished, progress, proofs, ..found }, Some(reports))
    }

    /// For each move the first one that is its twin by symmetry, or itself.
    fn twins(&self, line: &Line<'_, G>, moves: &[G::Move]) -> Vec<usize> {
        let stabilizer = line.stabilizer();
        let symmetries = || (0..64).filter(|bits| stabilizer >> bits & 1 == 1).map(Symmetry);
        let first = |mv: G::Move| {
            symmetries()
                .filter_map(|symmetry| {
                    let image = self.game.map_move(symmetry, mv);
                    moves.iter().position(|&other| other == image)
                })
                .min()
        };
        moves.iter().enumerate().map(|(i, &mv)| first(mv).unwrap_or(i)).collect()
    }
}

fn add(total: &mut Progress, part: &Progress) {
    total.nodes += part.nodes;
    total.expansions += part.expansions;
    total.playouts += part.playouts;
    total.solved += part.solved;
    total.memory += part.memory;
}

/// How hard zstd tries.
const COMPRESSION: i32 = 15;

/// The certificate as bytes, with the number of its entries.
fn encode(proof: Proof, recorder: Recorder) -> (usize, Vec<u8>) {
    let certificate = recorder.finish();
    let compress = |raw: &[u8]| zstd::bulk::compress(raw, COMPRESSION).unwrap_or_default();
    let bytes = match proof {
        Proof::Compressed => certificate.encode(Some(&compress)),
        Proof::None | Proof::Stored => certificate.encode(None),
    };
    (certificate.entries.len(), bytes)
}

fn report<G: Certified>(
    problem: &Problem,
    case: &Case<'_, G>,
    line: &Line<'_, G>,
    found: Found,
    moves: Option<Vec<MoveReport>>,
) -> Report {
    let settings = case.settings;
    let (rules, komi) = match &problem.kind {
        Kind::Go { rules, komi } => (Some(rules.to_string()), Some(komi.to_string())),
        _ => (None, None),
    };
    let claimed = case.question.first();
    let (answer, value, stop) = match found.value {
        Ok(value) => {
            let proven = value == Value::Won(claimed);
            (if proven { "proven" } else { "disproven" }, Some(value), None)
        }
        Err(stop) => ("stopped", None, Some(stop)),
    };
    let proof = found.proofs.map(|proofs| proofs.map(|found| encode(settings.proof, found)));
    let (written, no_proof) = match proof {
        Some(Ok(written)) => (Some(written), None),
        Some(Err(error)) => (None, Some(error.to_string())),
        None => (None, None),
    };
    let progress = found.progress;
    let stop_reason = stop.or(found.unfinished).map(|stop| stop.to_string());
    Report {
        game: problem.game().to_string(),
        size: problem.size_text(),
        rules,
        komi,
        to_move: line.to_move().to_string(),
        claim: claimed.to_string(),
        answer: answer.to_string(),
        winner: value.and_then(Value::winner).map(|player| player.to_string()),
        draw: value == Some(Value::Draw),
        margin: found.bounds.and_then(Bounds::margin),
        lower_bound: found.bounds.map(|bounds| bounds.lower),
        upper_bound: found.bounds.map(|bounds| bounds.upper),
        best_move: found.pv.first().cloned(),
        pv: found.pv,
        moves,
        tree: found.tree,
        nodes: progress.nodes,
        expansions: progress.expansions,
        playouts: progress.playouts,
        solved: progress.solved,
        chance: stop.and(progress.chance),
        work_left: stop.and(progress.work_left),
        seconds: case.started.elapsed().as_secs_f64(),
        memory_bytes: progress.memory,
        seed: settings.seed,
        search: settings.search.to_string(),
        knowledge: if case.names.is_empty() { "none".into() } else { case.names.join(",") },
        threads: settings.threads,
        stop_reason,
        proof_entries: written.as_ref().map(|(entries, _)| *entries),
        proof_bytes: written.as_ref().map(|(_, bytes)| bytes.len()),
        no_proof,
        certificate: written.map(|(_, bytes)| bytes),
        picture: case.game.draw(line.position()),
    }
}
