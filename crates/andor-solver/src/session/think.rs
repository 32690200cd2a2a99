//! Thinking about a position for a limited time: its value and its moves' values where they can be
//! solved, guesses where they cannot.
//!
//! Random games come first; they give every move a chance within milliseconds. Then the search works
//! in rounds, each with twice the nodes of the one before. Half of a round goes to the position
//! itself, half is shared out among the moves that are not solved yet, most to those that look best.
//! What is solved stays in the search's memory from round to round; the tree is grown anew, which
//! costs no more than the last round again. A move's chance is what the search says about the
//! position after it.
//!
//! If knowledge settles the position itself, it is not asked about what follows: see [`super::plan`].

use super::guess::Guesses;
use super::plan::trusted;
use super::shortest::shortest;
use super::thought::{Aim, MoveThought, Thought, Worth};
use crate::engine::Engine;
use crate::explain;
use crate::games::{Task, with_game};
use crate::playable::Playable;
use crate::plugs::{self, Common};
use crate::problem::{BadInput, Problem};
use crate::settings::Settings;
use crate::solve::{Question, STACK, Value, settle};
use andor_core::{Outcome, Player, Verdict};
use andor_search::{Budget, Line, Progress, Stop};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A move while it is thought about.
#[derive(Clone, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) worth: Option<Worth>,
    pub(super) chance: f32,
    pub(super) visits: u64,
    /// Does a random player ever consider it, and does the game call it promising?
    pub(super) is_sensible: bool,
    pub(super) pv: Vec<M>,
}

/// The nodes of the first round.
const FIRST_ROUND: u64 = 1 << 10;

/// The least number of random games at the start, and the most.
const GAMES: (f32, f32) = (32.0, 512.0);

/// The share of the time that random games may take.
const GUESSING: f64 = 0.2;

/// The share of the time in which a shorter win or a longer loss is looked for, and its limit.
const SHORTENING: (f64, Duration) = (0.25, Duration::from_secs(2));

/// A pass has to look better than other moves by this much: guesses cannot tell them apart early in
/// the game.
const PASS_DOUBT: f32 = 0.1;

/// Thinks about a problem.
pub(super) fn think(
    problem: &Problem,
    aim: Aim,
    settings: &Settings,
    hear: &mut (dyn FnMut(&Thought) + Send),
) -> Result<Thought, BadInput> {
    std::thread::scope(|scope| {
        let work = || with_game(problem, Think { problem, aim, settings, hear });
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(BadInput::Request(format!("no thread could be started: {error}"))),
        }
    })
}

struct Think<'a, 'h> {
    problem: &'a Problem,
    aim: Aim,
    settings: &'a Settings,
    hear: &'h mut (dyn FnMut(&Thought) + Send),
}

impl Task for Think<'_, '_> {
    type Done = Result<Thought, BadInput>;

    fn run<G: Playable>(self, game: &G) -> Self::Done {
        let Think { problem, aim, settings, hear } = self;
        let names = plugs::knowledge::<G>(settings, problem.game())?;
        let line = super::line(game, problem)?;
        let question = Question::new(problem, &Settings { claimed: None, ..settings.clone() });
        let (names, plan) = trusted(game, problem, question, names)?;
        let root = game.set_up(&problem.stones, problem.to_move)?;
        let mut thinker = Thinker::new(game, root, line, question, settings, &names);
        if let Some((winner, mv)) = plan {
            thinker.worth = Some(Worth::Won(winner));
            thinker.best = mv;
            thinker.is_planned = mv.is_some();
        }
        thinker.think(aim, &names, hear);
        Ok(thinker.thought())
    }
}

struct Thinker<'a, G: Playable> {
    game: &'a G,
    root: G::Position,
    line: Line<'a, G>,
    question: Question,
    settings: &'a Settings,
    engine: Box<dyn Engine<G>>,
    candidates: Vec<Candidate<G::Move>>,
    worth: Option<Worth>,
    /// The move that shows what the position is worth.
    best: Option<G::Move>,
    /// Does the best move carry on what knowledge says?
    is_planned: bool,
    pv: Vec<G::Move>,
    plies: Option<usize>,
    nodes: u64,
    started: Instant,
}

impl<'a, G: Playable> Thinker<'a, G> {
    fn new(
        game: &'a G,
        root: G::Position,
        mut line: Line<'a, G>,
        question: Question,
        settings: &'a Settings,
        names: &[&'static str],
    ) -> Thinker<'a, G> {
        let mut moves = Vec::new();
        let outcome = line.outcome();
        if outcome.is_none() {
            line.moves(&mut moves);
        }
        let candidate = |mv| Candidate {
            mv,
            worth: None,
            chance: 0.5,
            visits: 0,
            is_sensible: true,
            pv: vec![mv],
        };
        Thinker {
            game,
            root,
            line,
            question,
            settings,
            engine: game.engine(settings, names, settings.seed, &Common::new(settings)),
            candidates: moves.into_iter().map(candidate).collect(),
            worth: outcome.map(|outcome| judged(question, outcome)),
            best: None,
            is_planned: false,
            pv: Vec::new(),
            plies: None,
            nodes: 0,
            started: Instant::now(),
        }
    }

    /// Thinks until the aim is reached or the budget spent.
    fn think(&mut self, aim: Aim, names: &[&'static str], hear: &mut (dyn FnMut(&Thought) + Send)) {
        if self.candidates.is_empty() {
            return;
        }
        // 1. First guesses.
        self.guess();
        hear(&self.thought());

        // 2. If knowledge settles the position, it says no more about what follows.
        let pos = self.line.position();
        let claims = self.question.claims;
        let speaks = |name: &&&str| {
            claims.iter().any(|&claim| self.game.settles(name, pos, claim).is_some())
        };
        let left: Vec<&str> = names.iter().filter(|name| !speaks(name)).copied().collect();
        if left.len() < names.len() {
            self.search_position(FIRST_ROUND, hear);
            if let (Some(Worth::Won(winner)), None) = (self.worth, self.best)
                && winner == self.line.to_move()
            {
                self.best = names.iter().find_map(|name| {
                    let plan = |claim| self.game.plan(name, self.line.position(), claim);
                    claims.into_iter().find_map(|claim| plan(claim)?.1)
                });
                self.is_planned = self.best.is_some();
            }
            self.engine = self.game.engine(
                self.settings,
                &left,
                self.settings.seed,
                &Common::new(self.settings),
            );
        }

        // 3. Rounds, each twice as long as the last.
        let mut round = FIRST_ROUND;
        while !self.is_done(aim) && !self.is_over() {
            if self.worth.is_none() {
                self.search_position(round, hear);
            }
            if !self.is_done(aim) && !self.is_over() {
                self.search_moves(aim, round, hear);
            }
            hear(&self.thought());
            round = round.saturating_mul(2);
        }

        // 4. Of the moves that win or lose, the quickest win and the longest loss. A plan is not left
        // for it: what comes after the plan is known without search.
        if aim == Aim::Move && !self.is_planned {
            self.shorten();
        }
    }

    fn is_done(&self, aim: Aim) -> bool {
        match aim {
            Aim::Move if self.worth.is_none() => false,
            // A win or a draw needs its move; a loss may be played on with any.
            Aim::Move => {
                self.best.is_some() || self.worth == Some(Worth::Won(self.mover().other()))
            }
            Aim::Values => self.candidates.iter().all(|candidate| candidate.worth.is_some()),
        }
    }

    fn mover(&self) -> Player {
        self.line.to_move()
    }

    /// Is the time up, are the nodes spent, or was the search told to stop?
    fn is_over(&self) -> bool {
        self.settings.stop.load(Ordering::Relaxed)
            || self.settings.time.is_some_and(|time| self.started.elapsed() >= time)
            || self.settings.nodes.is_some_and(|nodes| self.nodes >= nodes)
    }

    /// The time that is left, times a share.
    fn time_left(&self, share: f64) -> Option<Duration> {
        let left = self.settings.time?.saturating_sub(self.started.elapsed());
        Some(left.mul_f64(share))
    }

    /// A part of the budget.
    fn slice(&self, nodes: u64) -> Budget {
        let left = self.settings.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        let budget = Budget::unlimited().memory(self.settings.memory).nodes(nodes.min(left));
        let budget = match self.time_left(1.0) {
            Some(time) => budget.time(time),
            None => budget,
        };
        budget.switch(self.settings.stop.clone())
    }

    /// Random games.
    fn guess(&mut self) {
        let moves: Vec<G::Move> = self.candidates.iter().map(|candidate| candidate.mv).collect();
        let mut guesses = Guesses::new(moves, self.settings.seed);
        let claim = self.question.claims[self.mover().index()];
        let until = self.settings.time.map(|time| time.mul_f64(GUESSING));
        let (least, most) = GAMES;
        loop {
            guesses.play(self.game, self.line.position(), claim);
            let late = until.is_some_and(|until| self.started.elapsed() >= until);
            let enough = guesses.games() >= least && (late || self.is_over());
            if guesses.games() >= most || enough {
                break;
            }
        }
        guesses.tell(&mut self.candidates);
        if let Some(promising) = self.game.promising(self.line.position()) {
            for candidate in &mut self.candidates {
                candidate.is_sensible = promising.contains(&candidate.mv);
            }
        }
    }

    /// Lets the search settle the line's position.
    fn settle(
        &mut self,
        nodes: u64,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<(Worth, Vec<G::Move>), Stop> {
        let mut snapshot = self.thought();
        let mut budget = self.slice(nodes);
        let before = self.engine.progress().nodes;
        let (spent, started) = (self.nodes, self.started);
        let mut relay = |progress: &Progress| {
            snapshot.nodes = spent + progress.nodes.saturating_sub(before);
            snapshot.time = started.elapsed();
            hear(&snapshot);
        };
        let engine = &mut *self.engine;
        let settled = settle(engine, &mut self.line, self.question, &mut budget, &mut relay);
        self.nodes += self.engine.progress().nodes.saturating_sub(before);
        let (value, solutions) = settled?;
        let pv = solutions.last().map_or_else(Vec::new, |solution| {
            explain::best_line(&mut *self.engine, &mut self.line, solution, usize::MAX)
        });
        Ok((worth(value), pv))
    }

    /// A round's work on the position itself.
    fn search_position(&mut self, nodes: u64, hear: &mut (dyn FnMut(&Thought) + Send)) {
        if let Ok((worth, pv)) = self.settle(nodes, hear) {
            self.worth = Some(worth);
            self.best = pv.first().copied();
            if let Some(candidate) = self.candidates.iter_mut().find(|c| Some(c.mv) == self.best)
                && worth != Worth::Won(self.line.to_move().other())
            {
                candidate.worth = Some(worth);
                candidate.chance = worth.chance(self.line.to_move());
                candidate.pv = pv.clone();
            }
            self.pv = pv;
        }
    }

    /// A round's work on the moves: for a move to play the better half gets it, then a quarter of
    /// them, and so on; for the values of all moves every one gets the same.
    fn search_moves(&mut self, aim: Aim, nodes: u64, hear: &mut (dyn FnMut(&Thought) + Send)) {
        let mut open: Vec<usize> = self.order();
        open.retain(|&i| self.candidates[i].worth.is_none());
        let halvings = (nodes / FIRST_ROUND).ilog2();
        let few = (open.len() >> halvings.min(16)).max(3);
        if aim == Aim::Move {
            open.truncate(few);
        }
        let share = (nodes / open.len().max(1) as u64).max(FIRST_ROUND / 16);
        for i in open {
            if self.is_done(aim) || self.is_over() {
                return;
            }
            self.search_move(i, share, hear);
            self.deduce();
        }
    }

    fn search_move(&mut self, i: usize, nodes: u64, hear: &mut (dyn FnMut(&Thought) + Send)) {
        let mover = self.mover();
        let before = self.nodes;
        let mv = self.candidates[i].mv;
        self.line.play(mv);
        let settled = self.settle(nodes, hear);
        self.line.undo();
        let told = self.engine.progress().chance;
        let candidate = &mut self.candidates[i];
        candidate.visits += self.nodes - before;
        match settled {
            Ok((worth, line)) => {
                candidate.worth = Some(worth);
                candidate.chance = worth.chance(mover);
                candidate.pv = std::iter::once(mv).chain(line).collect();
            }
            // The search speaks of the player to move after the move.
            Err(_) => candidate.chance = told.map_or(candidate.chance, |told| 1.0 - told),
        }
    }

    /// What the moves' values say about the position.
    fn deduce(&mut self) {
        if self.worth.is_some() && self.best.is_some() {
            return;
        }
        let mover = self.mover();
        let won = self.candidates.iter().find(|c| c.worth == Some(Worth::Won(mover)));
        let drawn = || self.candidates.iter().find(|c| c.worth == Some(Worth::Draw));
        let all = self.candidates.iter().all(|candidate| candidate.worth.is_some());
        let known = match won.or_else(|| drawn().filter(|_| all)) {
            Some(candidate) => Some((candidate.worth, Some(candidate))),
            None if all => Some((Some(Worth::Won(mover.other())), None)),
            None => None,
        };
        if let Some((worth, candidate)) = known {
            self.best = candidate.map(|candidate| candidate.mv);
            self.pv = candidate.map_or_else(Vec::new, |candidate| candidate.pv.clone());
            self.worth = worth;
        }
    }

    /// Looks for the quickest win or the longest loss for a while.
    fn shorten(&mut self) {
        let Some(Worth::Won(winner)) = self.worth else { return };
        let (share, most) = SHORTENING;
        let time = self.time_left(share).map_or(most, |time| time.min(most));
        let mut budget = self.slice(u64::MAX).time(time);
        let played: Vec<G::Move> = self.line.played().collect();
        let claim = self.question.claims[winner.index()];
        let found = shortest(self.game, &self.root, &played, claim, &mut budget);
        self.plies = found.plies;
        if let Some(mv) = found.best {
            self.best = Some(mv);
            if self.pv.first() != Some(&mv) {
                self.pv = vec![mv];
            }
        }
    }

    /// The candidates' numbers, the best first: known wins, then by chance, what is not
    /// sensible behind the rest, known losses last.
    fn order(&self) -> Vec<usize> {
        let mover = self.mover();
        let rank = |i: usize| {
            let candidate = &self.candidates[i];
            let class = match candidate.worth {
                _ if Some(candidate.mv) == self.best => 4,
                Some(Worth::Won(winner)) if winner == mover => 3,
                Some(Worth::Won(_)) => 0,
                _ if candidate.is_sensible => 2,
                _ => 1,
            };
            let doubt = if self.game.is_pass(candidate.mv) { PASS_DOUBT } else { 0.0 };
            (class, candidate.chance - doubt)
        };
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        order
    }

    fn thought(&self) -> Thought {
        let mover = self.mover();
        let text = |moves: &[G::Move]| moves.iter().map(|&mv| self.game.move_text(mv)).collect();
        let order = self.order();
        let first = order.first().map(|&i| &self.candidates[i]);
        let chance = match self.worth {
            Some(worth) => worth.chance(mover),
            None => first.map_or(0.5, |candidate| candidate.chance),
        };
        let best = self.best.or(first.map(|candidate| candidate.mv));
        let pv = match (self.pv.is_empty(), first) {
            (true, Some(candidate)) => text(&candidate.pv),
            _ => text(&self.pv),
        };
        Thought {
            to_move: mover,
            worth: self.worth,
            chance,
            best: best.map(|mv| self.game.move_text(mv)),
            pv,
            plies: self.plies,
            moves: order.into_iter().map(|i| self.told(&self.candidates[i])).collect(),
            nodes: self.nodes,
            time: self.started.elapsed(),
        }
    }

    fn told(&self, candidate: &Candidate<G::Move>) -> MoveThought {
        MoveThought {
            mv: self.game.move_text(candidate.mv),
            worth: candidate.worth,
            chance: candidate.chance,
            visits: candidate.visits,
            pv: candidate.pv.iter().map(|&mv| self.game.move_text(mv)).collect(),
        }
    }
}

/// The worth of a finished game.
fn judged(question: Question, outcome: Outcome) -> Worth {
    let wins = |player: &Player| question.claims[player.index()].judge(outcome) == Verdict::Proven;
    Player::BOTH.into_iter().find(wins).map_or(Worth::Draw, Worth::Won)
}

fn worth(value: Value) -> Worth {
    match value.winner() {
        Some(winner) => Worth::Won(winner),
        None => Worth::Draw,
    }
}
