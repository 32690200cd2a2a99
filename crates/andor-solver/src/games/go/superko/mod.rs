//! Superko solved by way of basic ko.
//!
//! Under superko almost no result about a position holds on every line, so that a transposition
//! table is of little use. Without superko a table helps, if a long cycle is lost for the player
//! who is to win ([`Go::without_superko`](andor_games::go::Go::without_superko)): such a win never
//! depends on the past. In most proofs of large wins no board ever comes again. So the claim is
//! first settled in the game without superko of its attacker. If the attacker does not win that
//! game, the claim is settled in the game without superko of the defender. Then the winner's
//! strategy is walked: all positions that the loser can reach, with one move of the winner's in
//! each.
//!
//! # Why it is right
//!
//! If the winner creates no board again on any line, nor a board of the line before the root
//! (`order`), superko forbids none of the winner's moves. Superko may forbid some of the loser's
//! moves. All other moves of the loser's are moves of the game without superko, and the strategy
//! answers them. The strategy stops where the knowledge settles a position, for the first time on
//! its line: this is the condition of unconditional life and territory under superko. Certificates
//! of such strategies are checked by the rules with superko like any others.
//!
//! If there is no such strategy among the moves that the search without superko names, the search
//! under superko must do the work. On 3x6, where Black takes the whole board, the search under
//! superko had not ended after 15 million nodes; by way of basic ko the board takes 3.4 million
//! nodes under positional superko. On 4x4 with komi 1.5 neither player wins the own game without
//! superko, and the work spent on these two games is lost.

pub(crate) mod boards;
mod order;
pub(crate) mod strategy;
pub(crate) mod walk;

pub(super) use boards::Boards;
use boards::OnBoards;

use crate::room::Room;
use andor_certify::{Goal, NoCertificate};
use andor_certify::{ProgressListener, Searcher};
use andor_core::{Claim, Player, Verdict};
use andor_search::{
    Answer, Budget, KnownVerdict, Line, Observer, Progress, Search, SearchProof, Stop,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use strategy::Strategy;
use walk::Walk;

/// A game without superko and a search in it.
pub(super) struct WithoutSuperko<G> {
    pub(super) game: G,
    pub(super) search: Box<dyn Search<G>>,
}

/// Makes the game without superko of a player for whom cycles are lost.
pub(super) type Maker<G> = Box<dyn Fn(Player) -> WithoutSuperko<G> + Send>;

/// The strategies of several threads: one strategy at a time is walked, and all strategies together
/// keep to their share of the memory.
#[derive(Default)]
pub(super) struct Strategies {
    turn: Mutex<()>,
    bytes: AtomicUsize,
}

/// How long a thread sleeps while another thread walks a strategy.
const NAP: Duration = Duration::from_millis(5);

impl Strategies {
    /// Waits until no thread walks a strategy.
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

/// The rules and the shared state that a search needs.
pub(super) struct SuperkoSetting {
    pub(super) boards: Boards,
    /// The knowledge that ends a line where it settles the claim.
    pub(super) names: Vec<&'static str>,
    pub(super) strategies: Arc<Strategies>,
    /// The bytes that the strategies of all threads may take.
    pub(super) strategy_bytes: usize,
    /// Bytes of a table that threads share, which are not given back.
    pub(super) shared_bytes: usize,
}

/// The search under superko: first games without superko, then a search with superko.
pub(super) struct ByBasicKo<G: OnBoards> {
    make: Maker<G>,
    around: SuperkoSetting,
    /// The strategy that settled the last claim, if the search under superko did not.
    shown: Option<FoundStrategy<G>>,
    strict: Box<dyn Search<G>>,
    /// The progress of searches that were dropped.
    before: Progress,
}

/// The games in which a claim is settled: two games without superko, and the game with superko.
const GAMES: u16 = 3;

/// Passes on the progress in one of the games, with the work in the games before.
struct InGame<'a, G> {
    observer: &'a mut dyn Observer<G>,
    number: u16,
    before: Progress,
}

impl<G: OnBoards> Observer<G> for InGame<'_, G> {
    fn solved(&mut self, pos: &G::Position, verdict: Verdict, best: Option<G::Move>) {
        self.observer.solved(pos, verdict, best);
    }

    fn progress(&mut self, progress: &Progress) {
        let told = progress.within(self.number, GAMES);
        self.observer.progress(&added(told, &self.before));
    }
}

/// A strategy that wins without superko and with superko, found in a game without superko.
struct FoundStrategy<G> {
    game: G,
    guided: Guided<G>,
}

/// A search in a game without superko that plays a strategy where it has one.
struct Guided<G> {
    search: Box<dyn Search<G>>,
    goal: Goal,
    boards: Boards,
    strategy: Kept,
}

/// A strategy, and the counter of all strategies' bytes.
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

impl<G: OnBoards> Search<G> for Guided<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        self.search.solve(line, claim, budget, observer)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        let known = self.search.known(line, claim);
        let (name, _) = boards::name(line.game(), self.boards, line.position());
        if claim != self.goal.claim || self.strategy.0.find(name).is_none() {
            return known;
        }
        let work = known.map_or(0, |known| known.work);
        let best = self.planned(line.game(), line.position());
        Some(KnownVerdict { verdict: self.goal.verdict, best, work })
    }

    fn progress(&self) -> Progress {
        let progress = self.search.progress();
        Progress { memory: progress.memory + self.strategy.0.bytes(), ..progress }
    }
}

impl<G: OnBoards> ByBasicKo<G> {
    /// A search that uses `strict` where the games without superko do not help.
    pub(super) fn new(
        make: Maker<G>,
        strict: Box<dyn Search<G>>,
        around: SuperkoSetting,
    ) -> ByBasicKo<G> {
        ByBasicKo { make, around, shown: None, strict, before: Progress::default() }
    }

    /// The game without superko of a player: the last game if it is that player's, else a new one.
    fn relaxed(&mut self, winner: Player) -> WithoutSuperko<G> {
        match self.shown.take() {
            Some(FoundStrategy { game, guided }) if guided.goal.winner() == winner => {
                WithoutSuperko { game, search: guided.search }
            }
            Some(shown) => {
                self.close(&*shown.guided.search);
                (self.make)(winner)
            }
            None => (self.make)(winner),
        }
    }

    /// Adds the progress of a search to the total.
    fn close(&mut self, search: &dyn Search<G>) {
        let Progress { nodes, expansions, solved, memory, .. } = search.progress();
        // What a search held is given back; the most is told.
        self.before.memory = self.before.memory.max(memory);
        self.before.nodes += nodes;
        self.before.expansions += expansions;
        self.before.solved += solved;
    }

    /// Walks the strategy of a winner of a game without superko.
    fn walk(
        &self,
        relaxed: &mut WithoutSuperko<G>,
        goal: Goal,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
        budget: &mut Budget,
        hear: ProgressListener<'_>,
    ) -> Result<Kept, NoCertificate> {
        let SuperkoSetting { boards, names, strategies, strategy_bytes, .. } = &self.around;
        let _turn = strategies.turn(budget).map_err(NoCertificate::Stopped)?;
        let bytes = strategy_bytes.saturating_sub(strategies.bytes.load(Ordering::Relaxed));
        let WithoutSuperko { game, search } = relaxed;
        let walk = Walk::new(game, goal, *boards, names, bytes);
        let strategy = walk.go(&mut Searcher::new(&mut **search, budget, hear), line, best)?;
        strategies.bytes.fetch_add(strategy.bytes(), Ordering::Relaxed);
        Ok(Kept(strategy, strategies.clone()))
    }

    /// Is the claim settled in a position without a search?
    fn is_settled(&self, game: &G, pos: &G::Position, claim: Claim) -> bool {
        self.around.names.iter().any(|name| game.settles(name, pos, claim).is_some())
    }
}

impl<G: OnBoards> Search<G> for ByBasicKo<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        // After a pass a board may give enough and yet not be settled, so that it may be needed
        // again.
        let (game, pos) = (line.game(), line.position());
        let may_relax = game.picture(pos).passes == 0
            && line.outcome().is_none()
            && !self.is_settled(game, pos, claim);
        let players = [claim.attacker, claim.attacker.other()];
        for (number, winner) in (1..).zip(players).filter(|_| may_relax) {
            let goal = Goal { claim, verdict: Verdict::for_winner(claim, winner) };
            let mut relaxed = self.relaxed(winner);
            let before = self.before;
            let observer = &mut InGame { observer: &mut *observer, number, before };
            let mut there = Line::new(&relaxed.game, line.position().clone());
            let mut part =
                budget.part(u64::MAX).memory(Room::beside_strategies(budget.most_bytes()));
            let walked = match relaxed.search.solve(&mut there, claim, &mut part, observer) {
                Answer::Stopped(stop) => Err(NoCertificate::Stopped(stop)),
                Answer::Solved { verdict, .. } if verdict != goal.verdict => {
                    self.close(&*relaxed.search);
                    continue;
                }
                Answer::Solved { best, .. } => {
                    let mut hear = |progress: &Progress| observer.progress(progress);
                    self.walk(&mut relaxed, goal, line, best, budget, &mut hear)
                }
            };
            match walked {
                Ok(strategy) => {
                    let (WithoutSuperko { game, search }, boards) = (relaxed, self.around.boards);
                    let guided = Guided { search, goal, boards, strategy };
                    let first = guided.planned(&game, line.position());
                    self.shown = Some(FoundStrategy { game, guided });
                    return Answer::Solved { verdict: goal.verdict, best: first };
                }
                Err(error) => {
                    self.close(&*relaxed.search);
                    match error {
                        NoCertificate::Stopped(stop) => return Answer::Stopped(stop),
                        // Who wins although cycles are lost also wins where the other player loses
                        // them.
                        _ => break,
                    }
                }
            }
        }
        let left = budget.most_bytes().saturating_sub(self.around.shared_bytes);
        let mut part = budget.part(u64::MAX).memory(left);
        match may_relax {
            true => {
                let observer = &mut InGame { observer, number: GAMES, before: self.before };
                self.strict.solve(line, claim, &mut part, observer)
            }
            false => self.strict.solve(line, claim, &mut part, observer),
        }
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        let shown = self.shown.as_mut().filter(|shown| shown.guided.goal.claim == claim);
        let Some(FoundStrategy { game, guided }) = shown else {
            return self.strict.known(line, claim);
        };
        // The strategy may be taken up where it goes on to boards that are new to the line.
        if !guided.strategy.0.goes_on(game, guided.boards, line) {
            return None;
        }
        let known = guided.known(&mut Line::new(game, line.position().clone()), claim)?;
        let best = known.best.filter(|&mv| line.allows(mv));
        (known.verdict == guided.goal.verdict).then_some(KnownVerdict { best, ..known })
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, G>> {
        let FoundStrategy { game, guided } = self.shown.as_mut()?;
        let is_it = guided.goal.claim == claim
            && guided.goal.verdict == verdict
            && guided.strategy.0.goes_on(game, guided.boards, line);
        is_it.then(|| SearchProof::OtherRules { game: game.clone(), search: Box::new(guided) })
    }

    fn progress(&self) -> Progress {
        let now = match &self.shown {
            Some(shown) => shown.guided.progress(),
            None => self.strict.progress(),
        };
        added(now, &self.before)
    }
}

/// A progress, with the work of searches before.
fn added(now: Progress, before: &Progress) -> Progress {
    Progress {
        nodes: now.nodes + before.nodes,
        expansions: now.expansions + before.expansions,
        solved: now.solved + before.solved,
        memory: now.memory.max(before.memory),
        ..now
    }
}
