//! Small games: wins within a few own moves, and forced attacks of any length.
//!
//! | game | says | here |
//! |---|---|---|
//! | gi(k) | the attacker, to move, wins within k own moves | [`Run::within`] |
//! | ip(k) | gi(k) holds after "elsewhere" | the first part of [`Run::meets_all`] |
//! | g(k) | the defender is to move, and the attacker wins within k own moves | [`Run::meets_all`] |

use super::run::{Refutations, Run, WonBy};
use andor_core::{Graded, Key};
use rustc_hash::FxHashSet;

/// A forced attack is followed for so many moves of the attacker's.
const LONGEST_CHASE: u16 = 200;

impl<G: Graded> Run<'_, G> {
    /// A win of the attacker, who is to move, by a small game; forced attacks only if they are
    /// asked for.
    pub(super) fn small(&mut self, pos: &G::Position, key: Key, chase: bool) -> Option<WonBy<G>> {
        let side = self.attacker.index();
        if let Some(won) = self.strike(pos, key) {
            return Some(won);
        }
        let known = self.table.failure(key).copied().unwrap_or_default();
        if chase && !known.no_chase[side] {
            let mut failed = FxHashSet::default();
            if let Some(won) = self.chase(pos, key, LONGEST_CHASE, &mut failed) {
                return Some(won);
            }
            if self.is_due() {
                return None;
            }
            self.table.failure_mut(key).no_chase[side] = true;
        }
        let order = self.small_order();
        let width = self.step.width.min(1);
        let rank = order * 2 + width;
        if known.small[side] > rank {
            return None;
        }
        let won = self.within_up_to(pos, key, order);
        if won.is_none() && !self.is_due() {
            self.table.failure_mut(key).small[side] = rank + 1;
        }
        won
    }

    /// A win at once.
    fn strike(&mut self, pos: &G::Position, key: Key) -> Option<WonBy<G>> {
        let (mv, zone) = self.game.strike(pos, self.claim)?;
        let zone = self.table.keep_win(key, self.attacker, Some(mv), zone, &[]);
        Some((mv, zone))
    }

    /// The least k for which gi(k) holds, up to an order; strikes that the game sees are known to
    /// fail.
    fn within_up_to(&mut self, pos: &G::Position, key: Key, order: u8) -> Option<WonBy<G>> {
        let least = self.game.least_moves(pos, self.attacker);
        let first = if self.game.sees_strikes(self.attacker) { 2 } else { 1 };
        (first..=order).find_map(|k| match least <= k.into() {
            true => self.within(pos, key, k, least),
            false => None,
        })
    }

    /// The game gi(k), for a position without a strike.
    fn within(&mut self, pos: &G::Position, key: Key, k: u8, least: u32) -> Option<WonBy<G>> {
        let game = self.game;
        let mut moves = Vec::new();
        // Where every move must bring the goal closer, the first width has these moves.
        let width = if least == u32::from(k) { 0 } else { self.step.width.min(1) };
        game.attacks(pos, width.min(game.widths() - 1), &mut moves);
        let mut after = pos.clone();
        for mv in moves {
            if self.is_due() {
                return None;
            }
            game.after_into(pos, mv, &mut after);
            let zone = match game.outcome(&after) {
                Some(outcome) => self.is_won(outcome).then(|| game.end_zone(&after)),
                None if k > 1 => self.meets_all(&after, k - 1),
                None => None,
            };
            if let Some(zone) = zone {
                let zone = game.winner_zone(pos, mv, zone);
                let zone = self.table.keep_win(key, self.attacker, Some(mv), zone, &[]);
                return Some((mv, zone));
            }
        }
        None
    }

    /// gi up to k, with strikes and the wins of the table.
    fn quick(&mut self, pos: &G::Position, k: u8) -> Option<WonBy<G>> {
        let key = self.game.key(pos);
        if let Some(win) = self.table.win(key) {
            return (win.winner == self.attacker).then_some((win.mv?, win.zone));
        }
        if self.game.least_moves(pos, self.attacker) > k.into() {
            return None;
        }
        self.strike(pos, key).or_else(|| self.within_up_to(pos, key, k))
    }

    /// The game g(k): the zone of a win within k own moves against every reply.
    fn meets_all(&mut self, pos: &G::Position, k: u8) -> Option<G::Zone> {
        if self.spend() {
            return None;
        }
        if self.game.least_moves(pos, self.attacker) > k.into() {
            return None;
        }
        let key = self.game.key(pos);
        if let Some(win) = self.table.win(key) {
            return (win.winner == self.attacker).then_some(win.zone);
        }
        self.answer_all(pos, key, |run, after| run.quick(after, k))
    }

    /// The zone of a win against "elsewhere" and every reply that meets the zones so far, each
    /// answered by `win`.
    fn answer_all(
        &mut self,
        pos: &G::Position,
        key: Key,
        mut win: impl FnMut(&mut Self, &G::Position) -> Option<WonBy<G>>,
    ) -> Option<G::Zone> {
        let game = self.game;
        let mut answer = |run: &mut Self, after: &G::Position| match game.outcome(after) {
            Some(outcome) => run.is_won(outcome).then(|| game.end_zone(after)),
            None => win(run, after).map(|(_, zone)| zone),
        };
        let mut after = pos.clone();
        game.pass_in_thought(&mut after);
        let zone = answer(self, &after)?;
        let mut refuted = Refutations::default();
        refuted.open(game, zone);
        let mut replies = Vec::new();
        game.replies(pos, zone, &mut replies);
        for reply in replies {
            if refuted.covers(game, pos, reply) {
                continue;
            }
            if self.spend() {
                return None;
            }
            game.after_into(pos, reply, &mut after);
            let zone = answer(self, &after)?;
            refuted.add(game, pos, reply, zone);
        }
        let zone = refuted.zone(game, pos);
        Some(self.table.keep_win(key, self.attacker, None, zone, &refuted.answered))
    }

    /// A forced attack: each move threatens a strike. The positions of the attack that failed are
    /// not tried again.
    fn chase(
        &mut self,
        pos: &G::Position,
        key: Key,
        left: u16,
        failed: &mut FxHashSet<Key>,
    ) -> Option<WonBy<G>> {
        if left == 0 || !failed.insert(key) {
            return None;
        }
        let game = self.game;
        let mut moves = Vec::new();
        game.chases(pos, &mut moves);
        let mut after = pos.clone();
        for mv in moves {
            if self.spend() {
                return None;
            }
            game.after_into(pos, mv, &mut after);
            if game.outcome(&after).is_some() {
                continue;
            }
            let key_after = game.key(&after);
            let known = self.table.win(key_after).filter(|win| win.winner == self.attacker);
            let zone = match known.map(|win| win.zone) {
                Some(zone) => Some(zone),
                None => self.chased(&after, key_after, left - 1, failed),
            };
            if let Some(zone) = zone {
                let zone = game.winner_zone(pos, mv, zone);
                let zone = self.table.keep_win(key, self.attacker, Some(mv), zone, &[]);
                return Some((mv, zone));
            }
        }
        None
    }

    /// The zone of a forced attack against every reply.
    fn chased(
        &mut self,
        pos: &G::Position,
        key: Key,
        left: u16,
        failed: &mut FxHashSet<Key>,
    ) -> Option<G::Zone> {
        let mut first = true;
        self.answer_all(pos, key, |run, after| {
            let key = run.game.key(after);
            if let Some(win) = run.table.win(key) {
                return (win.winner == run.attacker).then_some((win.mv?, win.zone));
            }
            // The move must threaten a strike: after "elsewhere" nothing else counts.
            let is_threat = std::mem::take(&mut first);
            let struck = run.strike(after, key);
            if struck.is_some() || is_threat {
                return struck;
            }
            run.chase(after, key, left, failed)
        })
    }
}
