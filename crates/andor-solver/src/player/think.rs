//! Thinking about a position for a limited time: solved values where possible, guesses elsewhere.
//!
//! Random games come first; they give every move a chance within milliseconds. Then the search
//! works in rounds, each with twice the nodes of the round before. Half of a round goes to the
//! position itself. The other half is divided among the moves that are not solved yet, with the
//! largest shares for the moves that look best. Solved positions stay in the search's memory from
//! round to round and from move to move. The tree is grown anew, which costs no more than the last
//! round again. The chance of a move is the search's win rate for the position after the move, or
//! that of the random games if the search has none.
//!
//! If knowledge settles the position itself, it is not asked about later positions: see
//! [`super::plan`].

use super::candidate::Candidate;
use super::guess::Guesses;
use super::plan::trusted;
use super::table::{Player as GamePlayer, Table};
use super::thought::{Aim, MoveThought, Thought, Worth};
use crate::adapter::{Adapter, Question, SearchGoal};
use crate::engines::{EngineSpec, Shared};
use crate::error::BadInput;
use crate::network::guide::Guide;
use crate::options::OptionValues;
use crate::room::Room;
use crate::search_name::SearchName;
use crate::settings::Settings;
use crate::solve::explain;
use crate::solve::knowledge::{chosen, knowledge};
use crate::solve::question::{Inquiry, Listener, Value, settle};
use andor_core::{Outcome, Player, Verdict};
use andor_search::quickest::quickest;
use andor_search::threads::on_deep_stack;
use andor_search::{Budget, Line, Progress, Search, Stop};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The nodes of the first round.
const FIRST_ROUND: u64 = 1 << 10;

/// The least number of random games at the start, and the most.
const GAMES: (f32, f32) = (32.0, 512.0);

/// The share of the time that random games may take.
const GUESSING: f64 = 0.2;

/// The share of the time for the search for a shorter win or a longer loss, and its limit.
const SHORTENING: (f64, Duration) = (0.25, Duration::from_secs(2));

/// A pass must look better than the other moves by this much: early in the game guesses cannot
/// distinguish them.
const PASS_DOUBT: f32 = 0.1;

/// The player of every game that has no other player. The search with its solved positions is kept
/// from move to move, as long as the settings and the knowledge that may be asked stay the same.
pub struct Thinker<G: Adapter> {
    kept: Option<Kept<G>>,
}

/// A kept search, and the settings it was made for.
struct Kept<G: Adapter> {
    made_for: MadeFor,
    search: Box<dyn Search<G>>,
}

/// The settings that a search was made for.
#[derive(Clone, Debug, PartialEq)]
struct MadeFor {
    search: SearchName,
    names: Vec<&'static str>,
    options: OptionValues,
    seed: u64,
    memory: usize,
    guide: Option<Arc<Guide>>,
}

impl<G: Adapter> Thinker<G> {
    /// A player who has not thought yet.
    pub fn new() -> Thinker<G> {
        Thinker { kept: None }
    }

    /// The search for these names of knowledge: the kept search if it was made for the same
    /// settings.
    fn search(&mut self, game: &G, settings: &Settings, names: &[&'static str]) -> Kept<G> {
        let made_for = MadeFor {
            search: chosen(game, settings, SearchGoal::Move),
            names: names.to_vec(),
            options: settings.options.clone(),
            seed: settings.seed,
            memory: settings.memory,
            guide: settings.guide.clone(),
        };
        match self.kept.take() {
            Some(kept) if kept.made_for == made_for => kept,
            _ => {
                let spec = EngineSpec {
                    search: made_for.search,
                    knowledge: names,
                    options: &settings.options,
                    seed: settings.seed,
                    thread: 0,
                    room: room(game, settings, names),
                    is_proof: false,
                    conjecture: None,
                };
                let shared = Shared::new(spec.room).guided(game, game.networks(), settings);
                let search = game.engine(&spec, &shared);
                Kept { made_for, search }
            }
        }
    }
}

impl<G: Adapter> Default for Thinker<G> {
    fn default() -> Self {
        Thinker::new()
    }
}

impl<G: Adapter> GamePlayer<G> for Thinker<G> {
    fn think(
        &mut self,
        table: Table<'_, G>,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        let started = Instant::now();
        let chosen = chosen(table.game, settings, SearchGoal::Move);
        let names = knowledge(table.game, table.name, settings, chosen)?;
        Ok(on_deep_stack(|| {
            let halt = limited(settings, settings.time).halt();
            let (names, plan) = trusted(&table, names, &halt);
            let kept = self.search(table.game, settings, &names);
            let mut thinking = Thinking::new(&table, settings, kept.search, started);
            thinking.memory = room(table.game, settings, &names).of_a_thread();
            if let Some((winner, mv)) = plan {
                thinking.worth = Some(Worth::Won(winner));
                thinking.best = mv;
                thinking.is_planned = mv.is_some();
            }
            let mut made_for = kept.made_for;
            let make = |names: &[&'static str]| {
                let kept = Thinker::new().search(table.game, settings, names);
                made_for = kept.made_for;
                kept.search
            };
            thinking.think(aim, &names, make, hear);
            let thought = thinking.thought();
            self.kept = Some(Kept { made_for, search: thinking.search });
            thought
        })?)
    }
}

/// One position while it is thought about.
struct Thinking<'a, G: Adapter> {
    game: &'a G,
    line: Line<'a, G>,
    question: Question,
    settings: &'a Settings,
    search: Box<dyn Search<G>>,
    candidates: Vec<Candidate<G::Move>>,
    worth: Option<Worth>,
    /// The best move, from which the value of the position follows.
    best: Option<G::Move>,
    /// Does the best move follow a plan of the knowledge?
    is_planned: bool,
    pv: Vec<G::Move>,
    plies: Option<usize>,
    nodes: u64,
    /// The bytes of tables and trees.
    memory: usize,
    started: Instant,
}

impl<'a, G: Adapter> Thinking<'a, G> {
    fn new(
        table: &Table<'a, G>,
        settings: &'a Settings,
        search: Box<dyn Search<G>>,
        started: Instant,
    ) -> Thinking<'a, G> {
        let mut line = table.line();
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
        Thinking {
            game: table.game,
            line,
            question: table.question,
            settings,
            search,
            candidates: moves.into_iter().map(candidate).collect(),
            worth: outcome.map(|outcome| judged(table.question, outcome)),
            best: None,
            is_planned: false,
            pv: Vec::new(),
            plies: None,
            nodes: 0,
            memory: settings.memory,
            started,
        }
    }

    /// Thinks until the aim is reached or the budget spent.
    fn think(
        &mut self,
        aim: Aim,
        names: &[&'static str],
        make: impl FnOnce(&[&'static str]) -> Box<dyn Search<G>>,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) {
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
        let left: Vec<&'static str> = names.iter().filter(|name| !speaks(name)).copied().collect();
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
            self.search = make(&left);
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

        // 4. Of the moves that win or lose, the quickest win and the longest loss. A plan is not
        //    left
        // for it: what comes after the plan is known without search.
        if aim != Aim::Values && !self.is_planned {
            self.shorten();
        }
    }

    fn is_done(&self, aim: Aim) -> bool {
        match aim {
            Aim::Move | Aim::Winner if self.worth.is_none() => false,
            // A win or a draw needs its move; a loss may be played on with any.
            Aim::Move | Aim::Winner => {
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
        let time = self.time_left(1.0);
        limited(self.settings, time).memory(self.memory).nodes(nodes.min(left))
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
        if let Some(promising) = self.game.promising(self.line.position(), &self.slice(0).halt()) {
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
        let before = self.search.progress().nodes;
        let (spent, started) = (self.nodes, self.started);
        let mut relay = |progress: &Progress| {
            snapshot.nodes = spent + progress.nodes.saturating_sub(before);
            snapshot.time = started.elapsed();
            hear(&snapshot);
        };
        let (search, inquiry) = (&mut *self.search, Inquiry::winner(self.question));
        let mut listener = Listener { hear: &mut relay, look: &mut |_, _| {}, guess: None };
        let settled = settle(search, &mut self.line, inquiry, &mut budget, &mut listener);
        self.nodes += self.search.progress().nodes.saturating_sub(before);
        let (value, solutions) = settled?;
        let search = &mut *self.search;
        let pv = solutions.last().map_or_else(Vec::new, |solution| {
            explain::best_line(search, &mut self.line, solution, usize::MAX, &mut budget)
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

    /// A round's work on the moves. For a move to play, the better half of the moves gets a share,
    /// then the better quarter, and so on; for the values of all moves every move gets the same
    /// share.
    fn search_moves(&mut self, aim: Aim, nodes: u64, hear: &mut (dyn FnMut(&Thought) + Send)) {
        let mut open: Vec<usize> = self.order();
        open.retain(|&i| self.candidates[i].worth.is_none());
        let halvings = (nodes / FIRST_ROUND).ilog2();
        let few = (open.len() >> halvings.min(16)).max(3);
        if aim != Aim::Values {
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
        let told = self.search.progress().chance;
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

    /// Deduces the value of the position from the values of its moves.
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

    /// Looks for the shortest win or the longest loss for a while.
    fn shorten(&mut self) {
        let Some(Worth::Won(winner)) = self.worth else { return };
        let (share, most) = SHORTENING;
        let time = self.time_left(share).map_or(most, |time| time.min(most));
        let mut budget = self.slice(u64::MAX).time(time);
        let claim = self.question.claims[winner.index()];
        let found = quickest(&mut self.line, claim, &mut budget);
        self.plies = found.plies;
        if let Some(mv) = found.best {
            self.best = Some(mv);
            if self.pv.first() != Some(&mv) {
                self.pv = vec![mv];
            }
        }
    }

    /// The indices of the candidates, the best first: known wins, then by chance; moves that are
    /// not sensible come after these, known losses last.
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
            depth: None,
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

/// The memory of a search with this knowledge.
fn room<G: Adapter>(game: &G, settings: &Settings, names: &[&'static str]) -> Room {
    let knowledge = game.knowledge_bytes(names, settings.memory);
    Room::new(settings.memory, 1).with_knowledge(knowledge)
}

/// The budget of the settings with this time from now on, and any number of nodes and bytes.
fn limited(settings: &Settings, time: Option<Duration>) -> Budget {
    let budget = Budget::unlimited().switch(settings.stop.clone());
    match time {
        Some(time) => budget.time(time),
        None => budget,
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
