//! Iterative widening over abstract proof search (Cazenave 2001), for games with [graded](Graded)
//! moves.
//!
//! The search looks for a win of the attacker's with few moves first and with more moves later. At
//! a node of the attacker's it tries *small games* (a win within a few own moves, a forced attack
//! of any length), then the attacks of a *width*. At a node of the defender's it lets the defender
//! play "elsewhere" first: if the attacker has no *threat* then, the node fails at this width; else
//! only the replies that meet the zone of the threat can help.
//!
//! Differences from the paper:
//!
//! * **Zones instead of lists of replies.** The paper's complete sets of moves ip1, ip2 and ip3 are
//!   made by hand. Here the replies are the moves that meet the zone of the threat, for any game
//!   with zones and any order. Each refuted reply makes the list shorter: replies that do not meet
//!   the zone of its refutation fall with it (must-play).
//! * **Threats of any order.** A step may search "elsewhere" like any other reply (Thomsen 2000:
//!   lambda search).
//! * **Wins within n moves.** The depth counts the attacker's moves. Whether the attacker wins
//!   within n moves does not depend on the line, so repetitions need no care and the transposition
//!   table needs no path.
//! * **Interleaved steps** (`auto`): each step has a share of the work, and the shares double in
//!   rounds.
//! * **The other player attacks too** in `auto`: a win of the defender's disproves the claim.
//!
//! A win is a win at every width. A failure disproves the claim only if the last step tries all
//! moves of the attacker's and the number of moves cut nothing off, or if the defender can stay in
//! a closed set (`closure.rs`) of positions. Else the search ends with [`Stop::Exhausted`].

mod closure;
pub mod proof;
mod run;
mod small;
mod steps;
mod table;

use crate::budget::{Budget, Stop};
use crate::explain::KnownVerdict;
use crate::line::Line;
use crate::observe::{Observer, Progress, Rhythm};
use crate::ranking::History;
use crate::{Answer, Search, shares};
use andor_core::{Claim, Graded, Key, Player, Repetition, Verdict};
use run::Run;
pub use steps::{LAST_WIDTH, Order, PAPER, Step, Strategy};
use table::SolvedTable;

/// The nodes of each step in the first round of `auto`.
const FIRST_SHARE: u64 = 30;

/// The most moves of the attacker's that a step looks ahead, those of small games not counted.
const DEEPEST: u8 = 120;

/// Iterative widening.
pub struct Widening<G: Graded> {
    strategy: Strategy,
    table: SolvedTable<G>,
    history: History<G>,
    progress: Progress,
    /// The claim to which the table belongs.
    claim: Option<Claim>,
    /// How the steps stand for the root with this key, so that a search that was stopped goes on.
    plan: Option<(Key, Plan)>,
    /// The step that gave the last answer, and its depth.
    settled_by: Option<(Player, Step, u8)>,
}

/// How the steps of a root stand.
struct Plan {
    standings: Vec<StepState>,
    /// The nodes of each step in the present round.
    share: u64,
    /// The step that is next in the round.
    next: usize,
}

/// How one step stands.
struct StepState {
    attacker: Player,
    step: Step,
    depth: u8,
    done: bool,
}

impl<G: Graded> Widening<G> {
    /// A search with a strategy.
    pub fn new(strategy: Strategy) -> Self {
        Widening {
            strategy,
            table: SolvedTable::default(),
            history: History::default(),
            progress: Progress::default(),
            claim: None,
            plan: None,
            settled_by: None,
        }
    }

    /// The player, the step and the depth that gave the last answer.
    pub fn settled_by(&self) -> Option<(Player, Step, u8)> {
        self.settled_by
    }

    /// The zone of a position that was won, if the table has the win.
    pub fn zone(&self, game: &G, pos: &G::Position) -> Option<G::Zone> {
        self.table.win(game.key(pos)).map(|win| win.zone)
    }

    /// The move that looks best for the player to move of a position that was searched and not
    /// solved.
    pub fn guess(&self, game: &G, pos: &G::Position) -> Option<G::Move> {
        self.table.failure(game.key(pos))?.best
    }

    /// A move of the winner's, who has just been shown to win.
    fn best(&self, line: &Line<'_, G>, winner: Player) -> Option<G::Move> {
        let key = line.game().key(line.position());
        match self.table.win(key) {
            Some(win) => win.mv,
            None if line.to_move() != winner => None,
            None => {
                let best = self.table.failure(key).and_then(|failure| failure.best);
                let wait = || line.game().waiting_move(line.position());
                best.or_else(|| line.game().waiting_is_safe().then(wait)?)
            }
        }
    }

    /// The steps of both players, the attacker's last one at the end of each round.
    fn standings(&self, claim: Claim) -> Vec<StepState> {
        let own = self.strategy.steps().iter().map(|&step| (claim.attacker, step));
        let other = self.strategy.counter_steps().iter().map(|&step| (claim.defender(), step));
        let mut all: Vec<_> = own.collect();
        let last = all.pop();
        all.extend(other);
        all.extend(last);
        let standing = |(attacker, step)| StepState { attacker, step, depth: 0, done: false };
        all.into_iter().map(standing).collect()
    }

    /// Deepens a step until it is settled, or the share is spent. Says who wins.
    fn deepen(
        &mut self,
        line: &Line<'_, G>,
        claim: Claim,
        (place, standing): (usize, &mut StepState),
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<Player>, Stop> {
        let (game, root) = (line.game(), line.position());
        let StepState { attacker, step, .. } = *standing;
        let share = self.progress.nodes.saturating_add(share);
        let most_bytes = shares::of_memory(budget.most_bytes()) / 2;
        let mut run = Run {
            game,
            claim,
            attacker,
            step,
            place,
            table: &mut self.table,
            history: &mut self.history,
            budget,
            progress: &mut self.progress,
            share,
            most_bytes,
            stopped: None,
            limited: false,
        };
        loop {
            let won = run.wins(root, standing.depth);
            let never = |run: &mut Run<'_, G>| {
                step.is_complete() && !run.is_due() && {
                    let repeats = game.repetition() != Repetition::Impossible;
                    !run.limited || repeats && run.never_wins(root, standing.depth)
                }
            };
            let lost = !won && never(&mut run);
            let (limited, stopped, is_due) = (run.limited, run.stopped, run.is_due());
            if won || lost {
                self.settled_by = Some((attacker, step, standing.depth));
                return Ok(Some(if won { attacker } else { attacker.other() }));
            }
            if let Some(stop) = stopped {
                return Err(stop);
            }
            if is_due {
                return Ok(None);
            }
            if !limited || standing.depth >= DEEPEST {
                standing.done = true;
                return Ok(None);
            }
            standing.depth += 1;
        }
    }

    /// Runs the steps until the claim is settled.
    fn widen(
        &mut self,
        line: &Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Result<Player, Stop> {
        let root = line.game().key(line.position());
        let mut plan = match self.plan.take() {
            Some((key, plan)) if key == root => plan,
            _ => self.plan(claim),
        };
        let found = self.follow(line, claim, &mut plan, budget, observer);
        self.plan = Some((root, plan));
        found
    }

    fn plan(&self, claim: Claim) -> Plan {
        let share = match self.strategy {
            Strategy::Auto => FIRST_SHARE,
            Strategy::Chase | Strategy::Paper(_) => u64::MAX,
        };
        Plan { standings: self.standings(claim), share, next: 0 }
    }

    fn follow(
        &mut self,
        line: &Line<'_, G>,
        claim: Claim,
        plan: &mut Plan,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Result<Player, Stop> {
        let mut rhythm = Rhythm::new();
        loop {
            while plan.next < plan.standings.len() {
                let place = plan.next;
                let standing = &mut plan.standings[place];
                if standing.done {
                    plan.next += 1;
                    continue;
                }
                let found = self.deepen(line, claim, (place, standing), plan.share, budget)?;
                plan.next += 1;
                if let Some(winner) = found {
                    return Ok(winner);
                }
                if rhythm.is_due() {
                    self.progress.memory = self.table.bytes();
                    observer.progress(&self.progress);
                }
            }
            if plan.standings.iter().all(|standing| standing.done) {
                return Err(Stop::Exhausted);
            }
            plan.next = 0;
            plan.share = plan.share.saturating_mul(2);
        }
    }
}

impl<G: Graded> Search<G> for Widening<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        self.settled_by = None;
        if let Some(verdict) = line.verdict(claim) {
            return Answer::Solved { verdict, best: None };
        }
        if self.claim != Some(claim) {
            self.table.clear();
            self.plan = None;
            self.claim = Some(claim);
        }
        let answer = match self.widen(line, claim, budget, observer) {
            Ok(winner) => {
                let verdict = Verdict::for_winner(claim, winner);
                let best = self.best(line, winner);
                observer.solved(line.position(), verdict, best);
                Answer::Solved { verdict, best }
            }
            Err(stop) => Answer::Stopped(stop),
        };
        self.progress.memory = self.table.bytes();
        self.progress.solved = self.table.won() as u64;
        observer.progress(&self.progress);
        answer
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        if self.claim != Some(claim) {
            return None;
        }
        let key = line.game().key(line.position());
        let win = self.table.win(key)?;
        let verdict = Verdict::for_winner(claim, win.winner);
        // A win that depends on more points is more difficult.
        Some(KnownVerdict { verdict, best: win.mv, work: 1 + line.game().zone_size(win.zone) })
    }

    fn progress(&self) -> Progress {
        Progress { memory: self.table.bytes(), ..self.progress }
    }
}
