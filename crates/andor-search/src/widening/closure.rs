//! Failure for good where positions repeat: a set of positions that the defender never has to
//! leave.
//!
//! A search within n moves cannot tell "never" from "not within n moves" if the game can go on for
//! ever. The closure can: it collects positions with the attacker to move, from the root on. For
//! each position and each move of the attacker's it asks the search for a reply after which the
//! attacker does not win within n moves, and adds the position after that reply. If the set closes,
//! and no position in it is won by the attacker, the defender can stay in the set for ever: the
//! attacker never wins. The number n only guides the choice of replies.

use super::run::Run;
use super::table::FOR_GOOD;
use andor_core::Graded;
use rustc_hash::FxHashSet;

/// A reply of the defender's.
enum Reply<P> {
    /// The defender has won, or is known to win.
    Safe,
    /// The attacker is to move here.
    To(P),
    /// The attacker wins, or the search ended.
    None,
}

impl<G: Graded> Run<'_, G> {
    /// Can the defender stay out of a win for ever? The step must try all moves of the attacker's.
    pub(super) fn never_wins(&mut self, root: &G::Position, n: u8) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), Vec::new());
        if self.game.to_move(root) == self.attacker {
            open.push(root.clone());
        } else {
            match self.reply(root, n) {
                Reply::Safe => return true,
                Reply::To(pos) => open.push(pos),
                Reply::None => return false,
            }
        }
        let mut moves = Vec::new();
        while let Some(pos) = open.pop() {
            if !seen.insert(self.game.key(&pos)) || self.is_safe(&pos) {
                continue;
            }
            moves.clear();
            self.game.attacks(&pos, self.game.widths() - 1, &mut moves);
            for &mv in &moves {
                let after = self.game.after(&pos, mv);
                let reply = match self.game.outcome(&after) {
                    Some(outcome) if self.is_won(outcome) => Reply::None,
                    Some(_) => Reply::Safe,
                    None => self.reply(&after, n),
                };
                match reply {
                    Reply::Safe => {}
                    Reply::To(next) if seen.contains(&self.game.key(&next)) => {}
                    Reply::To(next) => open.push(next),
                    Reply::None => return false,
                }
            }
        }
        true
    }

    /// Is the attacker known never to win a position?
    fn is_safe(&self, pos: &G::Position) -> bool {
        let key = self.game.key(pos);
        let lost = self.table.win(key).is_some_and(|win| win.winner != self.attacker);
        let failed =
            self.table.failure(key).is_some_and(|known| known.depths[self.place] == FOR_GOOD);
        lost || failed
    }

    /// A reply after which the attacker does not win within `n` moves.
    fn reply(&mut self, pos: &G::Position, n: u8) -> Reply<G::Position> {
        if self.is_safe(pos) {
            return Reply::Safe;
        }
        if self.defend(pos, n).is_some() || self.is_due() {
            return Reply::None;
        }
        if self.is_safe(pos) {
            return Reply::Safe;
        }
        let best = self.table.failure(self.game.key(pos)).and_then(|failure| failure.best);
        let after = match best {
            Some(mv) => self.game.after(pos, mv),
            None => {
                let mut passed = pos.clone();
                self.game.pass_in_thought(&mut passed);
                passed
            }
        };
        match self.game.outcome(&after) {
            Some(outcome) if self.is_won(outcome) => Reply::None,
            Some(_) => Reply::Safe,
            None => Reply::To(after),
        }
    }
}
