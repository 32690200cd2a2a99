//! Threat search: wins in which every move of the attacker's threatens something.
//!
//! The search is for games in which a player may pass in thought ([`Passing`]). Knowledge sees
//! short wins by force (in Gomoku: by continuous fours) and tells their zones. At a node of the
//! defender's the attacker's last move is a *threat* if the attacker would win, by knowledge, were
//! the defender to pass. Then only the replies inside the zone of that win can help, and most of
//! them fall to another win by knowledge at once. A move that threatens nothing ends the attack:
//! the search restricts the attacker, so it proves and never disproves. (Allis 1994: threat-space
//! search; Thomsen 2000: lambda search; Nagai 2002: df-pn.)
//!
//! * **Quiet moves** are the same one level higher: after a move that threatens no win by knowledge
//!   the defender passes in thought, and a win by threats, searched for within a cap, gives the
//!   zone of the replies.
//! * **Zones.** An answer to one reply also answers all replies outside the zone of its win.
//! * **First numbers.** A move's first proof number depends on its kind
//!   ([`AttackKind`](andor_core::AttackKind)).
//! * **Restarts.** Each run is longer than the run before. All runs but the first draw their first
//!   numbers, their ε, the sum or the largest number, and their caps anew; solved positions are
//!   kept, open ones are forgotten.
//! * **Both players** attack, in turns: whoever wins settles the claim.
//!
//! When no attack is left that could succeed, another search decides the claim.

mod draw;
mod nodes;
pub mod proof;
mod run;

use crate::budget::{Budget, Stop};
use crate::explain::{KnownVerdict, SearchProof};
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::{Answer, Search, shares};
use andor_core::{Attack, Claim, Details, Oracle, Outcome, Passing, Player, Repetition, Verdict};
use draw::Draw;
use nodes::{Id, Nodes, State, Win};
use proof::ThreatProof;
use run::{Level, Run};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The expansions of the first run.
    pub slice: u32,
    /// How much longer than the run before each run is.
    pub growth: f32,
    /// Are quiet moves tried?
    pub quiet: bool,
    /// The search ends after so many expansions without a win.
    pub cap: u64,
    /// The seed of the settings.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { slice: 45_000, growth: 1.3, quiet: true, cap: u64::MAX, seed: 1 }
    }
}

/// One in so many runs, the second one first, is for the player who is not to move.
const OTHER_EVERY: u32 = 8;

/// One in so many runs tries quiet moves.
const QUIET_EVERY: u32 = 3;

/// Threat search with its plugs, and the search that decides where no attack succeeds.
pub struct Threats<G: Passing> {
    knowledge: Box<dyn Oracle<G>>,
    attack: Box<dyn Attack<G>>,
    rest: Box<dyn Search<G>>,
    nodes: Nodes<G>,
    options: Options,
    progress: Progress,
    /// Was the last answer found by an attack?
    by_attack: bool,
}

/// How the attacks of one player stand.
#[derive(Clone, Copy, Default)]
struct AttackState {
    runs: u32,
    no_threats: bool,
    no_quiet: bool,
}

impl AttackState {
    /// The level of the next run; nothing if no attack is left.
    fn next(&mut self, quiet: bool) -> Option<Level> {
        let may = [!self.no_threats, quiet && !self.no_quiet];
        self.runs += 1;
        match may {
            [false, false] => None,
            [true, false] => Some(Level::Threats),
            [false, true] => Some(Level::Quiet),
            [true, true] if self.runs.is_multiple_of(QUIET_EVERY) => Some(Level::Quiet),
            [true, true] => Some(Level::Threats),
        }
    }
}

impl<G: Passing> Threats<G> {
    /// A search from its plugs; `rest` decides where no attack succeeds.
    pub fn new(
        knowledge: impl Oracle<G> + 'static,
        attack: impl Attack<G> + 'static,
        rest: Box<dyn Search<G>>,
        options: Options,
    ) -> Self {
        Threats {
            knowledge: Box::new(knowledge),
            attack: Box::new(attack),
            rest,
            nodes: Nodes::default(),
            options,
            progress: Progress::default(),
            by_attack: false,
        }
    }

    /// The verdict if a player wins.
    fn won_by(&self, claim: Claim, player: Player) -> Verdict {
        claim.judge(Outcome::win(player))
    }

    /// The most bytes that positions may take.
    fn most_bytes(&self, budget: &Budget) -> usize {
        shares::of_memory(budget.most_bytes())
    }

    /// Attacks until a player wins; `None` if no attack is left.
    fn attacks(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Result<Option<Player>, Stop> {
        if line.game().repetition() != Repetition::Impossible || line.outcome().is_some() {
            return Ok(None);
        }
        let mover = line.to_move();
        let mut standing = [AttackState::default(); 2];
        let mut rng = fastrand::Rng::with_seed(self.options.seed);
        let mut slice = self.options.slice as f32;
        let start = self.progress.expansions;
        for run in 0u32.. {
            let left = self.options.cap.saturating_sub(self.progress.expansions - start);
            if left == 0 {
                return Ok(None);
            }
            let turn = run % OTHER_EVERY == 1;
            let turns = if turn { [mover.other(), mover] } else { [mover, mover.other()] };
            let next = turns.into_iter().find_map(|player| {
                let level = standing[player.index()].next(self.options.quiet)?;
                Some((player, level))
            });
            let Some((attacker, level)) = next else { return Ok(None) };
            let draw = if run == 0 { Draw::FIRST } else { Draw::any(&mut rng) };
            let expansions = left.min(slice as u64);
            slice *= self.options.growth;
            let mut once =
                Run::new(self, line, claim, attacker, budget, observer, (draw, expansions));
            match once.run(level)? {
                Some(true) => return Ok(Some(attacker)),
                Some(false) if level == Level::Threats => {
                    standing[attacker.index()].no_threats = true;
                }
                Some(false) => standing[attacker.index()].no_quiet = true,
                None => {}
            }
            self.nodes.forget_open();
            if self.nodes.bytes() > self.most_bytes(budget) / 2 {
                self.nodes.clear();
            }
        }
        Ok(None)
    }

    /// The line's position in the list, if it is proven, and the attacker who wins.
    fn proven(&self, line: &Line<'_, G>) -> Option<(Id, Player)> {
        let position = line.game().key(line.position());
        Player::BOTH.into_iter().find_map(|attacker| {
            [Level::Threats, Level::Quiet].into_iter().find_map(|level| {
                let id = self.nodes.find(run::key(position, attacker, level))?;
                (self.nodes.get(id).proof == 0).then_some((id, attacker))
            })
        })
    }

    /// The proof by threats of a verdict on the line's position, if the search found one.
    pub fn threat_proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<ThreatProof<G::Move>> {
        let (id, attacker) = self.proven(line)?;
        (self.won_by(claim, attacker) == verdict)
            .then(|| proof::extract(&self.nodes, id, attacker))?
    }

    /// The attacker's move in a proven position in which they are to move.
    fn best(&self, line: &Line<'_, G>, claim: Claim, id: Id) -> Option<G::Move> {
        match &self.nodes.get(id).state {
            State::Won(Win::Move(mv, _), _) => Some(*mv),
            State::Won(Win::As(id), _) => self.best(line, claim, *id),
            State::Won(Win::Strike, _) => self.struck(line, claim)?.best,
            _ => None,
        }
    }

    /// The verdict of knowledge on the line's position.
    fn struck(&self, line: &Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        if line.outcome().is_some() {
            return None;
        }
        let settled = self.knowledge.settle(line.game(), line.position(), claim, Details::MOVE)?;
        Some(KnownVerdict { verdict: settled.verdict, best: settled.best, work: 0 })
    }

    /// What the attacks know about the line's position.
    fn attacked(&self, line: &Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        if let Some((id, attacker)) = self.proven(line) {
            let best = self.best(line, claim, id);
            return Some(KnownVerdict { verdict: self.won_by(claim, attacker), best, work: 1 });
        }
        self.struck(line, claim)
    }
}

impl<G: Passing> Search<G> for Threats<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        self.by_attack = false;
        match self.attacks(line, claim, budget, observer) {
            Ok(Some(attacker)) => {
                self.by_attack = true;
                let best = self.attacked(line, claim).and_then(|known| known.best);
                Answer::Solved { verdict: self.won_by(claim, attacker), best }
            }
            Ok(None) => self.rest.solve(line, claim, budget, observer),
            Err(stop) => {
                self.progress.memory = self.nodes.bytes();
                observer.progress(&self.progress);
                Answer::Stopped(stop)
            }
        }
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        self.attacked(line, claim).or_else(|| self.rest.known(line, claim))
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        self.rest.remembered(line, claim)
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, G>> {
        match self.threat_proof(line, claim, verdict) {
            Some(proof) => Some(SearchProof::Threats(proof)),
            None => self.rest.proof(line, claim, verdict),
        }
    }

    fn progress(&self) -> Progress {
        let rest = self.rest.progress();
        let own = self.progress;
        Progress {
            nodes: own.nodes + rest.nodes,
            expansions: own.expansions + rest.expansions,
            solved: own.solved + rest.solved,
            memory: self.nodes.bytes() + rest.memory,
            ..if self.by_attack { own } else { rest }
        }
    }
}
