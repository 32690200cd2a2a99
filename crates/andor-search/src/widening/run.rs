//! One step of widening: a search for a win of one player's within a number of own moves.
//!
//! A search within n moves needs no path: whether the attacker wins within n own moves depends on
//! the position alone, also in games with repetitions. A line that comes back to a position has
//! fewer moves left there, and the iteration before has shown that fewer moves are not enough.

use super::steps::{Order, Step};
use super::table::{FOR_GOOD, SolvedTable};
use crate::budget::{Budget, Stop};
use crate::observe::Progress;
use crate::ranking::History;
use andor_core::{Claim, Game, Graded, Key, Outcome, Player};

/// The size of the table is looked at once in so many nodes.
const NODES_PER_LOOK: u64 = 4096;

/// A move that wins, and the zone of the position before the move.
pub(super) type WonBy<G> = (<G as Game>::Move, <G as Game>::Zone);

/// A win as the table has it: the move, if the winner is to move, and the zone.
type KnownWin<G> = (Option<<G as Game>::Move>, <G as Game>::Zone);

/// The state of one step.
pub(super) struct Run<'r, G: Graded> {
    pub(super) game: &'r G,
    pub(super) claim: Claim,
    pub(super) attacker: Player,
    pub(super) step: Step,
    /// The number of the step among the steps of both players.
    pub(super) place: usize,
    pub(super) table: &'r mut SolvedTable<G>,
    pub(super) history: &'r mut History<G>,
    pub(super) budget: &'r mut Budget,
    pub(super) progress: &'r mut Progress,
    /// The step ends when the search has this many nodes.
    pub(super) share: u64,
    /// The most bytes of the table.
    pub(super) most_bytes: usize,
    pub(super) stopped: Option<Stop>,
    /// Did the number of moves cut anything off since the flag was reset?
    pub(super) limited: bool,
}

impl<G: Graded> Run<'_, G> {
    /// Does the attacker win the line's position within `n` own moves, those of threats not
    /// counted?
    pub(super) fn wins(&mut self, pos: &G::Position, n: u8) -> bool {
        self.limited = false;
        match self.game.to_move(pos) == self.attacker {
            true => self.attack(pos, n).is_some(),
            false => self.defend(pos, n).is_some(),
        }
    }

    /// Must the step end?
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.stopped.is_some() || self.progress.nodes >= self.share
    }

    /// Counts a node; says if the step must end.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.progress.nodes += 1;
        if self.progress.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.table.shrink(self.most_bytes);
        }
        self.stopped = self.stopped.or_else(|| self.budget.spend(1));
        self.is_due()
    }

    /// Has the attacker won with this outcome?
    #[inline]
    pub(super) fn is_won(&self, outcome: Outcome) -> bool {
        self.claim.judge(outcome).winner(self.claim) == self.attacker
    }

    /// The order of the small games that end each node.
    pub(super) fn small_order(&self) -> u8 {
        match self.step.order {
            Order::UpTo(order) => order,
            Order::Any => 2,
            Order::All => 1,
        }
    }

    /// The zone of the attacker's win in a position, if the table has it; `Some(None)` if the
    /// attacker is known not to win within `n` moves.
    fn look(&mut self, key: Key, n: u8) -> Option<Option<KnownWin<G>>> {
        if let Some(win) = self.table.win(key) {
            return Some((win.winner == self.attacker).then_some((win.mv, win.zone)));
        }
        let depth = self.table.failure(key)?.depths[self.place];
        if depth > n {
            self.limited |= depth != FOR_GOOD;
            return Some(None);
        }
        None
    }

    /// Keeps a failure within `n` moves.
    fn fail(&mut self, key: Key, n: u8, best: Option<G::Move>) {
        let depth = if self.limited { n + 1 } else { FOR_GOOD };
        let place = self.place;
        let failure = self.table.failure_mut(key);
        failure.depths[place] = depth;
        failure.best = best;
    }

    /// Are more moves needed than are left?
    fn is_too_far(&mut self, pos: &G::Position, n: u8) -> bool {
        let most = u32::from(n) + u32::from(self.small_order().max(1));
        let far = self.game.least_moves(pos, self.attacker) > most;
        self.limited |= far;
        far
    }

    /// The attacker is to move: the small games first, then the attacks of the step's width.
    pub(super) fn attack(&mut self, pos: &G::Position, n: u8) -> Option<WonBy<G>> {
        if self.spend() {
            return None;
        }
        let key = self.game.key(pos);
        if let Some(known) = self.look(key, n) {
            return known.and_then(|(mv, zone)| Some((mv?, zone)));
        }
        if self.is_too_far(pos, n) {
            return None;
        }
        if let Some(won) = self.small(pos, key, true) {
            return Some(won);
        }
        if n == 0 {
            self.limited = true;
            return None;
        }
        let outer = std::mem::take(&mut self.limited);
        let mut moves = Vec::new();
        self.game.attacks(pos, self.step.width.min(self.game.widths() - 1), &mut moves);
        let best = self.table.failure(key).and_then(|failure| failure.best);
        self.history.sort(&mut moves, self.attacker, [best, None]);
        let mut won = None;
        let mut after = pos.clone();
        for mv in moves {
            if self.is_due() {
                break;
            }
            self.game.after_into(pos, mv, &mut after);
            let zone = match self.game.outcome(&after) {
                Some(outcome) => self.is_won(outcome).then(|| self.game.end_zone(&after)),
                None => self.defend(&after, n - 1),
            };
            if let Some(zone) = zone {
                won = Some((mv, self.game.winner_zone(pos, mv, zone)));
                break;
            }
        }
        match &mut won {
            Some((mv, zone)) => {
                self.history.credit(self.attacker, *mv, 1 << n.min(12));
                *zone = self.table.keep_win(key, self.attacker, Some(*mv), *zone, &[]);
            }
            None if !self.is_due() => self.fail(key, n, best),
            None => {}
        }
        self.limited |= outer;
        won
    }

    /// The defender is to move: "elsewhere" first, then the replies that meet the zones so far.
    pub(super) fn defend(&mut self, pos: &G::Position, n: u8) -> Option<G::Zone> {
        if self.spend() {
            return None;
        }
        let key = self.game.key(pos);
        if let Some(known) = self.look(key, n) {
            return known.map(|(_, zone)| zone);
        }
        if self.is_too_far(pos, n) {
            return None;
        }
        let outer = std::mem::take(&mut self.limited);
        let mut best = None;
        let refuted = self.refute(pos, key, n, &mut best);
        let zone = match refuted {
            Some(refuted) => {
                let zone = refuted.zone(self.game, pos);
                let answered = &refuted.answered;
                Some(self.table.keep_win(key, self.attacker, None, zone, answered))
            }
            None => {
                if !self.is_due() {
                    self.fail(key, n, best);
                }
                None
            }
        };
        self.limited |= outer;
        zone
    }

    /// The answers to all replies, or else a reply that helps; no reply if "elsewhere" does.
    fn refute(
        &mut self,
        pos: &G::Position,
        key: Key,
        n: u8,
        best: &mut Option<G::Move>,
    ) -> Option<Refutations<G>> {
        let game = self.game;
        let mut passed = pos.clone();
        game.pass_in_thought(&mut passed);
        let threat = match game.outcome(&passed) {
            Some(outcome) => self.is_won(outcome).then(|| (None, game.end_zone(&passed))),
            None => self.threat(&passed, n).map(|(mv, zone)| (Some(mv), zone)),
        };
        let mut replies = Vec::new();
        let mut refuted = Refutations::default();
        let mut key_move = None;
        match threat {
            Some((mv, zone)) => {
                key_move = mv;
                refuted.open(game, zone);
                match self.step.order {
                    Order::All => game.moves(pos, &mut replies),
                    _ => game.replies(pos, zone, &mut replies),
                }
            }
            None if self.is_due() || matches!(self.step.order, Order::UpTo(_)) => return None,
            None if game.waiting_is_safe() => return None,
            None if !self.step.is_complete() => {
                // The defender may have no good move all the same: nothing is shown for good.
                self.limited = true;
                return None;
            }
            None => game.moves(pos, &mut replies),
        }
        let last = self.table.failure(key).and_then(|failure| failure.best);
        self.history.sort(&mut replies, self.attacker.other(), [last, key_move]);
        let mut after = passed;
        for reply in replies {
            let is_covered = refuted.covers(game, pos, reply);
            if is_covered && self.step.order != Order::All {
                continue;
            }
            if self.is_due() {
                return None;
            }
            game.after_into(pos, reply, &mut after);
            let zone = match game.outcome(&after) {
                Some(outcome) => self.is_won(outcome).then(|| game.end_zone(&after)),
                None => self.attack(&after, n).map(|(_, zone)| zone),
            };
            let Some(zone) = zone else {
                self.history.credit(self.attacker.other(), reply, 1 << n.min(12));
                *best = Some(reply);
                return None;
            };
            if !is_covered {
                refuted.add(game, pos, reply, zone);
            }
        }
        Some(refuted)
    }

    /// The attacker's win after "elsewhere".
    fn threat(&mut self, passed: &G::Position, n: u8) -> Option<WonBy<G>> {
        let key = self.game.key(passed);
        if let Some(win) = self.table.win(key) {
            return (win.winner == self.attacker).then_some((win.mv?, win.zone));
        }
        match self.step.order {
            Order::UpTo(_) => self.small(passed, key, false),
            Order::Any | Order::All => self.attack(passed, n),
        }
    }
}

/// The refuted replies of a position, and what they say together.
pub(super) struct Refutations<G: Game> {
    /// The zones that refute every reply that does not meet them.
    open: Vec<G::Zone>,
    /// The replies that are refuted alone.
    alone: Vec<(G::Move, G::Zone)>,
    /// All replies with an answer of their own.
    pub(super) answered: Vec<G::Move>,
    union: Option<G::Zone>,
}

impl<G: Game> Default for Refutations<G> {
    fn default() -> Self {
        Refutations { open: Vec::new(), alone: Vec::new(), answered: Vec::new(), union: None }
    }
}

impl<G: Graded> Refutations<G> {
    fn join(&mut self, game: &G, zone: G::Zone) {
        self.union = Some(self.union.map_or(zone, |union| game.join(union, zone)));
    }

    /// Adds the zone of a win after "elsewhere", or of an answer that serves other replies too.
    pub(super) fn open(&mut self, game: &G, zone: G::Zone) {
        self.join(game, game.opened(zone));
        self.open.push(zone);
    }

    /// Adds the answer to a reply.
    pub(super) fn add(&mut self, game: &G, pos: &G::Position, reply: G::Move, zone: G::Zone) {
        self.answered.push(reply);
        if game.meets(pos, reply, zone) {
            self.join(game, zone);
            self.alone.push((reply, zone));
        } else {
            self.open(game, zone);
        }
    }

    /// Is the reply refuted by the zone of another answer?
    pub(super) fn covers(&self, game: &G, pos: &G::Position, reply: G::Move) -> bool {
        self.open.iter().any(|&zone| !game.meets(pos, reply, zone))
    }

    /// The zone of the position in which all replies are refuted.
    pub(super) fn zone(&self, game: &G, pos: &G::Position) -> G::Zone {
        let open = self.open.iter().copied().reduce(|a, b| a & b);
        match (self.union, open) {
            (Some(union), Some(open)) => game.lost_zone(pos, union, open, &self.alone),
            _ => game.whole_zone(),
        }
    }
}
