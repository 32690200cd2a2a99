//! The question "does the attacker win within so many plies?", depth-first.

use super::pace::Pace;
use super::table::{Entry, EntryIn, Lengths, NEVER};
use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::ranking::History;
use crate::zones::{Refuted, RefutedIn, Zones};
use andor_core::{Claim, Game, PointSet, Repetition, Verdict};

/// The observer hears of the progress once in so many nodes.
const NODES_PER_REPORT: u64 = 1 << 16;

/// A win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Won<M, Z> {
    /// The attacker wins within so many plies.
    pub(super) plies: u32,
    /// The points on which the win depends.
    pub(super) zone: Z,
    /// The winning move, if the attacker is to move.
    pub(super) best: Option<M>,
}

/// A win in a game.
pub(super) type WonIn<G> = Won<<G as Game>::Move, <G as Game>::Zone>;

/// The state of a search.
pub(super) struct Run<'r, 'g, G: Game> {
    pub(super) line: &'r mut Line<'g, G>,
    pub(super) claim: Claim,
    pub(super) pace: &'r dyn Pace<G>,
    pub(super) zones: &'r dyn Zones<G>,
    pub(super) table: &'r Lengths<G>,
    pub(super) history: &'r mut History<G>,
    pub(super) budget: &'r mut Budget,
    pub(super) progress: &'r mut Progress,
    pub(super) observer: &'r mut dyn Observer<G>,
}

impl<G: Game> Run<'_, '_, G> {
    /// Is the table used? Where positions repeat a length depends on the line.
    fn keeps(&self) -> bool {
        self.line.game().repetition() == Repetition::Impossible
    }

    /// Can the attacker not win after so many plies, because the last move would be the defender's?
    fn is_odd_one(&self, plies: u32) -> bool {
        let attacks = self.line.to_move() == self.claim.attacker;
        self.pace.wins_by_own_moves() && plies.is_multiple_of(2) == attacks
    }

    /// The most plies up to a number after which the attacker may win.
    pub(super) fn rounded(&self, plies: u32) -> u32 {
        plies.saturating_sub(self.is_odd_one(plies).into())
    }

    /// The fewest plies from a number on after which the attacker may win.
    pub(super) fn raised(&self, plies: u32) -> u32 {
        plies.saturating_add(self.is_odd_one(plies).into())
    }

    /// What is known about the line's position without a search, if the game is not over.
    pub(super) fn known(&self) -> EntryIn<G> {
        let (game, pos) = (self.line.game(), self.line.position());
        let least = self.pace.least_plies(game, pos, self.claim.attacker);
        match self.keeps() {
            true => {
                let entry = self.table.look(game, self.zones, pos);
                Entry { least: entry.least.max(least), ..entry }
            }
            false => Entry { least, ..Entry::default() },
        }
    }

    fn spend(&mut self) -> Result<(), Stop> {
        self.progress.nodes += 1;
        if self.progress.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.progress.memory = self.table.bytes();
            self.observer.progress(self.progress);
        }
        self.budget.spend(1).map_or(Ok(()), Err)
    }

    /// Does the attacker win the line's position within so many plies?
    pub(super) fn within(&mut self, plies: u32) -> Result<Option<WonIn<G>>, Stop> {
        self.spend()?;
        if let Some(verdict) = self.line.verdict(self.claim) {
            let zone = || self.zones.end(self.line.game(), self.line.position());
            let won = |()| Won { plies: 0, zone: zone(), best: None };
            return Ok((verdict == Verdict::Proven).then_some(()).map(won));
        }
        let plies = self.rounded(plies);
        if plies == 0 {
            return Ok(None);
        }
        let known = self.known();
        if known.most <= plies {
            return Ok(Some(Won { plies: known.most, zone: known.zone, best: known.best }));
        }
        if known.least > plies {
            return Ok(None);
        }
        match self.line.to_move() == self.claim.attacker {
            true => self.attack(known, plies),
            false => self.defend(known, plies),
        }
    }

    /// The attacker is to move: wins within few plies first, because their zones are small.
    fn attack(&mut self, known: EntryIn<G>, plies: u32) -> Result<Option<WonIn<G>>, Stop> {
        let mut known = known;
        let mut moves = Vec::new();
        let from = if self.keeps() { self.raised(known.least.max(1)) } else { plies };
        let step = if self.pace.wins_by_own_moves() { 2 } else { 1 };
        for plies in (from..=plies).step_by(step) {
            let before = self.progress.nodes;
            moves.clear();
            self.pace.attacks(self.line, plies, &mut moves);
            if moves.is_empty() && self.is_stuck_and_won() {
                let zone = self.zones.whole(self.line.game());
                return Ok(Some(Won { plies: 0, zone, best: None }));
            }
            self.history.sort(&mut moves, self.claim.attacker, [known.best, None]);
            let mut hardest = (0, None);
            for &mv in &moves {
                let before = self.progress.nodes;
                self.line.play(mv);
                let after = self.within(plies - 1);
                self.line.undo();
                if let Some(after) = after? {
                    let (game, pos) = (self.line.game(), self.line.position());
                    let zone = self.zones.winner(game, pos, mv, after.zone);
                    let won = Won { plies: after.plies + 1, zone, best: Some(mv) };
                    self.history.credit(self.claim.attacker, mv, plies * plies);
                    self.keep_won(known, won, before);
                    return Ok(Some(won));
                }
                hardest = hardest.max((self.progress.nodes - before, Some(mv)));
            }
            known.best = hardest.1.filter(|_| known.most == NEVER).or(known.best);
            known.least = plies + step as u32;
            self.keep(known, before);
        }
        Ok(None)
    }

    /// The defender is to move: waiting first, then the replies that meet the zones so far.
    fn defend(&mut self, known: EntryIn<G>, plies: u32) -> Result<Option<WonIn<G>>, Stop> {
        let before = self.progress.nodes;
        let mut refutations: Vec<RefutedIn<G>> = Vec::new();
        let mut longest = 0;
        let mut key_move = None;
        if self.wait() {
            let waited = self.within(plies - 1);
            self.wait();
            let Some(waited) = waited? else {
                self.keep_refuted(known, plies, None, before);
                return Ok(None);
            };
            longest = waited.plies;
            key_move = waited.best;
            refutations.push(Refuted::by_threat(waited.zone));
        }
        let mut replies = Vec::new();
        self.pace.replies(self.line, plies, &mut replies);
        if replies.is_empty() && refutations.is_empty() {
            let zone = self.zones.whole(self.line.game());
            return Ok(self.is_stuck_and_won().then_some(Won { plies: 0, zone, best: None }));
        }
        self.history.sort(&mut replies, self.claim.defender(), [known.best, key_move]);
        for reply in replies {
            let (game, pos) = (self.line.game(), self.line.position());
            if refutations.iter().any(|known| self.zones.refutes(game, pos, known, reply)) {
                continue;
            }
            self.line.play(reply);
            let after = self.within(plies - 1);
            self.line.undo();
            let Some(after) = after? else {
                self.history.credit(self.claim.defender(), reply, plies * plies);
                self.keep_refuted(known, plies, Some(reply), before);
                return Ok(None);
            };
            longest = longest.max(after.plies);
            let (game, pos) = (self.line.game(), self.line.position());
            refutations.push(self.zones.refutation(game, pos, reply, after.zone));
        }
        let mut zone = G::Zone::NOTHING;
        if self.zones.is_used() {
            let mut moves = Vec::new();
            self.line.moves(&mut moves);
            let (game, pos) = (self.line.game(), self.line.position());
            zone = self.zones.lost(game, pos, &moves, &refutations);
        }
        let won = Won { plies: longest + 1, zone, best: None };
        self.keep_won(known, won, before);
        Ok(Some(won))
    }

    /// Lets the defender wait, or takes the waiting back; says whether the game allows it.
    fn wait(&mut self) -> bool {
        let pace = self.pace;
        self.keeps() && self.line.change(|game, pos| pace.wait(game, pos))
    }

    /// Has the attacker won because the player to move has no move?
    fn is_stuck_and_won(&mut self) -> bool {
        let mut moves = Vec::new();
        self.line.moves(&mut moves);
        let stuck = || self.line.game().stuck(self.line.position());
        moves.is_empty() && self.claim.judge(stuck()) == Verdict::Proven
    }

    fn keep_won(&self, known: EntryIn<G>, won: WonIn<G>, before: u64) {
        let best = won.best.or(known.best);
        self.keep(Entry { most: won.plies, zone: won.zone, best, ..known }, before);
    }

    fn keep_refuted(&self, known: EntryIn<G>, plies: u32, reply: Option<G::Move>, before: u64) {
        let least = plies + 1;
        let best = reply.or(known.best);
        self.keep(Entry { least, best, ..known }, before);
    }

    /// Keeps an entry that was searched since the nodes were so many.
    fn keep(&self, entry: EntryIn<G>, before: u64) {
        if self.keeps() {
            let work = u32::try_from(self.progress.nodes - before).unwrap_or(u32::MAX);
            self.table.keep(self.line.game(), self.zones, self.line.position(), entry, work);
        }
    }
}
