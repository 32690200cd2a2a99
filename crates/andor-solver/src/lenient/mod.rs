//! Superko by way of basic ko.
//!
//! Under superko almost nothing that a search finds out about a position holds on every line, and a table
//! of positions is of little use. Without superko it is, if a long cycle is lost for the player who is
//! to win ([`Go::lenient`](andor_games::go::Go::lenient)): such a win never looks back. And in most
//! proofs of large wins no board ever comes again. So the claim is first settled in the lenient game of its
//! attacker, then, if the attacker does not win that, in the one of the defender. Then the winner's strategy is
//! gone through: all positions that the loser can bring about, with one move of the winner's in each.
//!
//! # Why it is right
//!
//! If the winner makes no board again on any line, nor one of the line before (`order`), superko
//! forbids none of the winner's moves. It may forbid some of the loser's; all others are moves of the lenient
//! game, and are answered. The strategy stops where the knowledge settles a position, for the first time on
//! its line: that is what unconditional life and territory ask for under superko. Certificates of such strategies are
//! checked by the rules with superko like any others.
//!
//! If there is no such strategy among the moves that the lenient search names, the search under superko has to
//! do the work. On 3x6, where Black takes the whole board, that search had not come to an end after 15 million
//! nodes; this way it takes 3.4 million under positional superko. On 4x4 with komi 1.5 neither player wins the own lenient
//! game, and what is spent on them is lost.

mod boards;
mod order;
mod strategy;
mod walk;

pub(crate) use boards::{Boards, OnBoards};

use crate::certificate::{Goal, NoCertificate};
use crate::engine::{Engine, Hear, Known};
use crate::source::Source;
use andor_core::{Claim, Player, Verdict};
use andor_search::{Answer, Budget, Line, Progress, Stop};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use strategy::Strategy;
use walk::Walk;

/// Of a search's memory, strategies get the fourth part.
const SHARE: usize = 4;

/// The bytes that the tables of lenient games may take; the rest is for strategies.
pub(crate) fn table_bytes(memory: usize) -> usize {
    memory - memory / SHARE
}

/// A lenient game and a search in it.
pub(crate) struct Court<G> {
    pub(crate) game: G,
    pub(crate) engine: Box<dyn Engine<G>>,
}

/// Makes the court of a player for whom cycles are lost.
pub(crate) type Maker<G> = Box<dyn Fn(Player) -> Court<G>>;

/// The strategies of several threads: one at a time is gone through, and all together keep to their share of
/// the memory.
#[derive(Default)]
pub(crate) struct Strategies {
    turn: Mutex<()>,
    bytes: AtomicUsize,
}

/// How long a thread sleeps whose turn it is not.
const NAP: Duration = Duration::from_millis(5);

impl Strategies {
    /// Waits until nobody goes through a strategy.
    fn turn(&self, budget: &mut Budget) -> Result<MutexGuard<'_, ()>, Stop> {
        loop {
            match self.turn.try_lock() {
                Ok(turn) => return Ok(turn),
                Err(TryLockError::Poisoned(error)) => return Ok(error.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            if let Some(stop) = budget.look() {
                return Err(stop);
            }
            std::thread::sleep(NAP);
        }
    }
}

/// What a search needs to know of the rules and of the other threads.
pub(crate) struct Circumstances {
    pub(crate) boards: Boards,
    /// The knowledge that ends a line where it settles the claim.
    pub(crate) names: Vec<&'static str>,
    pub(crate) strategies: Arc<Strategies>,
    /// The bytes that the strategies of all threads may take.
    pub(crate) strategy_bytes: usize,
    /// Bytes of a table that threads share, which are not given back.
    pub(crate) shared_bytes: usize,
}

/// Settles claims under superko.
pub(crate) struct Lenient<G: OnBoards> {
    make: Maker<G>,
    around: Circumstances,
    /// What settled the last claim, if that was not the search under superko.
    shown: Option<Shown<G>>,
    strict: Box<dyn Engine<G>>,
    /// What searches did that are gone.
    before: Progress,
}

/// A strategy that wins without superko and with it, found in a lenient game.
struct Shown<G> {
    game: G,
    guided: Guided<G>,
}

/// A search in a lenient game that plays a strategy where it has one.
struct Guided<G> {
    engine: Box<dyn Engine<G>>,
    goal: Goal,
    boards: Boards,
    strategy: Kept,
}

/// A strategy, and who counts its bytes.
struct Kept(Strategy, Arc<Strategies>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.1.bytes.fetch_sub(self.0.bytes(), Ordering::Relaxed);
    }
}

impl<G: OnBoards> Guided<G> {
    /// The winner's move in a position, if the strategy has one.
    fn planned(&self, game: &G, pos: &G::Position) -> Option<G::Move> {
        let (name, symmetry) = boards::name(game, self.boards, pos);
        let number = self.strategy.0.find(name)?.mv?;
        Some(game.map_move(game.inverse(symmetry), game.numbered(number)))
    }
}

impl<G: OnBoards> Engine<G> for Guided<G> {
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>) {
        self.engine.settle(line, claim, budget, hear)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let known = self.engine.known(line, claim);
        let (name, _) = boards::name(line.game(), self.boards, line.position());
        if claim != self.goal.claim || self.strategy.0.find(name).is_none() {
            return known;
        }
        let work = known.map_or(0, |known| known.work);
        let best = self.planned(line.game(), line.position());
        Some(Known { verdict: self.goal.verdict, best, work })
    }

    fn progress(&self) -> Progress {
        let progress = self.engine.progress();
        Progress { memory: progress.memory + self.strategy.0.bytes(), ..progress }
    }
}

impl<G: OnBoards> Lenient<G> {
    /// A search that asks `strict` where the lenient games do not help.
    pub(crate) fn new(
        make: Maker<G>,
        strict: Box<dyn Engine<G>>,
        around: Circumstances,
    ) -> Lenient<G> {
        Lenient { make, around, shown: None, strict, before: Progress::default() }
    }

    /// The court of a player: the last one if it is theirs, else a new one.
    fn court(&mut self, winner: Player) -> Court<G> {
        match self.shown.take() {
            Some(Shown { game, guided }) if guided.goal.winner() == winner => {
                Court { game, engine: guided.engine }
            }
            Some(shown) => {
                self.close(&*shown.guided.engine);
                (self.make)(winner)
            }
            None => (self.make)(winner),
        }
    }

    /// Keeps count of what a search did.
    fn close(&mut self, engine: &dyn Engine<G>) {
        let Progress { nodes, expansions, solved, memory, depth, work_left, .. } =
            engine.progress();
        // What a search held is given back; the most is told.
        self.before.memory = self.before.memory.max(memory);
        self.before.nodes += nodes;
        self.before.expansions += expansions;
        self.before.solved += solved;
        (self.before.depth, self.before.work_left) = (depth, work_left);
    }

    /// Goes through the strategy of a winner of a lenient game.
    fn walk(
        &self,
        court: &mut Court<G>,
        goal: Goal,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> Result<Kept, NoCertificate> {
        let Circumstances { boards, names, strategies, strategy_bytes, .. } = &self.around;
        let _turn = strategies.turn(budget).map_err(NoCertificate::Stopped)?;
        let bytes = strategy_bytes.saturating_sub(strategies.bytes.load(Ordering::Relaxed));
        let Court { game, engine } = court;
        let walk = Walk::new(game, goal, *boards, names, bytes);
        let strategy = walk.go(&mut Source::new(&mut **engine, budget, hear), line, best)?;
        strategies.bytes.fetch_add(strategy.bytes(), Ordering::Relaxed);
        Ok(Kept(strategy, strategies.clone()))
    }

    /// Is the claim settled in a position without a search?
    fn is_settled(&self, game: &G, pos: &G::Position, claim: Claim) -> bool {
        self.around.names.iter().any(|name| game.settles(name, pos, claim).is_some())
    }
}

impl<G: OnBoards> Engine<G> for Lenient<G> {
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>) {
        // After a pass a board may give enough and yet not be settled, so that it may be needed again.
        let (game, pos) = (line.game(), line.position());
        let is_lenient = game.picture(pos).passes == 0
            && line.outcome().is_none()
            && !self.is_settled(game, pos, claim);
        let players = [claim.attacker, claim.attacker.other()];
        for winner in players.into_iter().filter(|_| is_lenient) {
            let goal = Goal { claim, verdict: Verdict::for_winner(claim, winner) };
            let mut court = self.court(winner);
            let mut lenient = Line::new(&court.game, line.position().clone());
            let mut part = budget.part(u64::MAX).memory(table_bytes(budget.most_bytes()));
            let (answer, best) = court.engine.settle(&mut lenient, claim, &mut part, hear);
            let walked = match answer {
                Answer::Stopped(stop) => Err(NoCertificate::Stopped(stop)),
                Answer::Solved(verdict) if verdict != goal.verdict => {
                    self.close(&*court.engine);
                    continue;
                }
                Answer::Solved(_) => self.walk(&mut court, goal, line, best, budget, hear),
            };
            match walked {
                Ok(strategy) => {
                    let (Court { game, engine }, boards) = (court, self.around.boards);
                    let guided = Guided { engine, goal, boards, strategy };
                    let first = guided.planned(&game, line.position());
                    self.shown = Some(Shown { game, guided });
                    return (answer, first);
                }
                Err(error) => {
                    self.close(&*court.engine);
                    match error {
                        NoCertificate::Stopped(stop) => return (Answer::Stopped(stop), None),
                        // Who wins although cycles are lost also wins where the other player loses them.
                        _ => break,
                    }
                }
            }
        }
        let left = budget.most_bytes().saturating_sub(self.around.shared_bytes);
        let mut part = budget.part(u64::MAX).memory(left);
        self.strict.settle(line, claim, &mut part, hear)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let shown = self.shown.as_mut().filter(|shown| shown.guided.goal.claim == claim);
        let Some(Shown { game, guided }) = shown else { return self.strict.known(line, claim) };
        // The strategy may be taken up where it goes on to boards that are new to the line.
        if !guided.strategy.0.goes_on(game, guided.boards, line) {
            return None;
        }
        let known = guided.known(&mut Line::new(game, line.position().clone()), claim)?;
        let best = known.best.filter(|&mv| line.allows(mv));
        (known.verdict == guided.goal.verdict).then_some(Known { best, ..known })
    }

    fn lenient(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        winner: Player,
    ) -> Option<(&G, &mut dyn Engine<G>)> {
        let Shown { game, guided } = self.shown.as_mut()?;
        let is_it = guided.goal.claim == claim
            && guided.goal.winner() == winner
            && guided.strategy.0.goes_on(game, guided.boards, line);
        if is_it { Some((game, guided)) } else { None }
    }

    fn progress(&self) -> Progress {
        let now = match &self.shown {
            Some(shown) => shown.guided.progress(),
            None => self.strict.progress(),
        };
        Progress {
            nodes: now.nodes + self.before.nodes,
            expansions: now.expansions + self.before.expansions,
            solved: now.solved + self.before.solved,
            memory: now.memory.max(self.before.memory),
            depth: now.depth.or(self.before.depth),
            work_left: now.work_left.or(self.before.work_left),
            ..now
        }
    }
}
