//! The shortest win: in how many plies does the attacker win, if the attacker wins as quickly as
//! possible and the defender resists as long as possible?
//!
//! The search asks "does the attacker win within n plies?" for growing n, depth-first (iterative
//! deepening). The last n refuted is a lower bound; the first n proven is the length. The plug
//! [`Pace`] tells the bounds of the rules ([`Paced`](andor_core::Paced)) and the moves that matter
//! within n plies; the plug [`Zones`] tells the points on which a win depends.
//!
//! * **Table.** A transposition table keeps for each class of positions the plies that are not
//!   enough, the plies that are enough with the zone of that win, and the best move. Where
//!   positions repeat there is no table.
//! * **Waiting** (a null move). Where a further own stone never hurts its owner, a defender who
//!   waits is no better off than after any move: if the attacker wins within n plies, the attacker
//!   wins within n − 1 plies after the defender waited. So a defender who escapes by waiting is not
//!   searched further.
//! * **Zones.** A win within n plies with a zone refutes the replies outside the zone *in as many
//!   plies*. The attacker answers such a reply as if the defender had waited: the strategy plays on
//!   the points of its zone alone, the defender's stone is on none of them, and each line of the
//!   strategy ends after as many plies as before. The induction of each game's zones (a win at
//!   once; the winner's move; the loser's turn) never uses the length of the lines, so it holds for
//!   strategies of at most n plies as it holds for strategies of any length.
//! * **Few plies first.** A position with the attacker to move is searched within few plies before
//!   more plies, because a quick win has a small zone.
//!
//! Tried and dropped: the reply of the table before waiting, and the best replies by credit between
//! two searches after waiting; neither saves nodes on the empty 6x6 board of Hex, where a reply
//! that refutes stands at place 1.1 of its list.

mod pace;
mod run;
mod table;

use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::ranking::History;
use crate::zones::Zones;
use andor_core::{Claim, Game, Verdict};
pub use pace::{ByRules, Pace};
use run::Run;
use table::{Lengths, NEVER};

/// What is known about the length of a win, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The winner does not win within fewer plies.
    pub least: u32,
    /// The winner wins within so many plies, if a bound is known.
    pub most: Option<u32>,
}

impl Length {
    /// The length, if it is known exactly.
    pub fn exact(self) -> Option<u32> {
        self.most.filter(|most| *most == self.least)
    }
}

/// Finds the lengths of wins; object-safe.
pub trait FindsLengths<G: Game>: Send {
    /// See [`Shortest::length`].
    fn length(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> (Length, Option<Stop>);

    /// See [`Shortest::best`].
    fn best(&self) -> Option<G::Move>;

    /// See [`Shortest::nodes`].
    fn nodes(&self) -> u64;
}

impl<G: Game> FindsLengths<G> for Shortest<G> {
    fn length(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> (Length, Option<Stop>) {
        Shortest::length(self, line, claim, budget, observer)
    }

    fn best(&self) -> Option<G::Move> {
        Shortest::best(self)
    }

    fn nodes(&self) -> u64 {
        Shortest::nodes(self)
    }
}

/// A search for the shortest win. The table is kept from search to search, as long as the claim
/// stays the same.
pub struct Shortest<G: Game> {
    pace: Box<dyn Pace<G>>,
    zones: Box<dyn Zones<G>>,
    table: Lengths<G>,
    history: History<G>,
    progress: Progress,
    claim: Option<Claim>,
    best: Option<G::Move>,
}

impl<G: Game> Shortest<G> {
    /// A search with these plugs.
    pub fn new(pace: impl Pace<G> + 'static, zones: impl Zones<G> + 'static) -> Shortest<G> {
        Shortest {
            pace: Box::new(pace),
            zones: Box::new(zones),
            table: Lengths::default(),
            history: History::default(),
            progress: Progress::default(),
            claim: None,
            best: None,
        }
    }

    /// The length of the attacker's win in the line's position, which the attacker must win, or
    /// bounds of the length and the reason for the early end.
    pub fn length(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> (Length, Option<Stop>) {
        if let Some(verdict) = line.verdict(claim) {
            let least = if verdict == Verdict::Proven { 0 } else { NEVER };
            return (Length { least, most: Some(least) }, None);
        }
        self.best = None;
        if self.claim != Some(claim) {
            self.table = Lengths::default();
            self.claim = Some(claim);
        }
        self.table.limit(budget.most_bytes());
        let Shortest { pace, zones, table, history, progress, .. } = self;
        let mut run = Run {
            line,
            claim,
            pace: &**pace,
            zones: &**zones,
            table,
            history,
            budget,
            progress,
            observer,
        };
        let known = run.known();
        let most = run.pace.most_plies(run.line.game(), run.line.position());
        let most = most.map(|most| run.rounded(most));
        let mut length = Length { least: run.raised(known.least), most };
        loop {
            run.progress.depth = u16::try_from(length.least).ok();
            run.observer.progress(run.progress);
            match run.within(length.least) {
                Err(stop) => return (length, Some(stop)),
                Ok(Some(won)) => {
                    length.most = Some(won.plies);
                    self.best = won.best;
                    return (length, None);
                }
                Ok(None) => length.least = run.raised(length.least + 1),
            }
        }
    }

    /// The move that keeps to the length, if the last length is exact and the winner is to move.
    pub fn best(&self) -> Option<G::Move> {
        self.best
    }

    /// The nodes of all searches so far.
    pub fn nodes(&self) -> u64 {
        self.progress.nodes
    }
}
