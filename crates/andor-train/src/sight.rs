//! What the rules and knowledge say about a position, before a network is asked.
//!
//! A position is settled by its outcome, by an oracle, by the length of the game, or because the
//! player to move has no move. A single move that is left is played at once. What remains is a
//! position with a choice.

use andor_core::{
    Claim, Details, Game, Key, Oracle, Planes, Player, Repetition, Ruling, Thoroughness, Trace,
};

/// The positions of a game in play that a later position may repeat. A tree below the game knows
/// these, but not the positions of its own lines; where the sum of a cycle decides, the cycle
/// counts as even.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    keys: Vec<Key>,
}

impl Past {
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    pub(crate) fn add<G: Game>(&mut self, game: &G, pos: &G::Position) {
        if game.repetition() != Repetition::Impossible
            && let Trace::Free(key) | Trace::Unique(key) = game.trace(pos)
        {
            self.keys.push(key);
        }
    }

    /// The winner if the last move led to a position of the past.
    pub(crate) fn winner<G: Game>(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
    ) -> Option<Player> {
        let repetition = game.repetition();
        if repetition == Repetition::Impossible {
            return None;
        }
        let Trace::Unique(key) = game.trace(pos) else { return None };
        if !self.keys.contains(&key) {
            return None;
        }
        Some(match repetition.ends(0) {
            Some(outcome) => claim.judge(outcome).winner(claim),
            None => game.to_move(pos),
        })
    }
}

/// A game with knowledge about it, for one thread.
pub(crate) struct Sight<'a, G: Planes> {
    pub(crate) game: &'a G,
    pub(crate) oracle: &'a dyn Oracle<G>,
    pub(crate) longest: u32,
}

impl<G: Planes> Sight<'_, G> {
    /// Plays forced moves until there is a choice, whose moves are then in `moves`, or until the
    /// claim is settled: tells the winner. The numbers of the forced moves are added to `forced`;
    /// `ply` is the number of moves before.
    pub(crate) fn advance(
        &self,
        pos: &mut G::Position,
        claim: Claim,
        past: &Past,
        ply: usize,
        forced: &mut Vec<u16>,
        moves: &mut Vec<G::Move>,
    ) -> Option<Player> {
        let before = forced.len();
        loop {
            if let Some(outcome) = self.game.outcome(pos) {
                return Some(claim.judge(outcome).winner(claim));
            }
            let ply = ply + forced.len() - before;
            if ply > 0
                && let Some(winner) = past.winner(self.game, pos, claim)
            {
                return Some(winner);
            }
            if ply >= self.longest as usize {
                return Some(claim.defender());
            }
            moves.clear();
            self.game.moves(pos, moves);
            let wanted = Details::VERDICT;
            match self.oracle.consider(self.game, pos, claim, Thoroughness::Quick, wanted, moves) {
                Ruling::Settled(settled) => return Some(settled.verdict.winner(claim)),
                Ruling::Open { .. } => {}
            }
            match moves[..] {
                [] => return Some(self.game.to_move(pos).other()),
                [single] => {
                    forced.push(self.game.move_index(single) as u16);
                    self.game.play(pos, single);
                }
                _ => return None,
            }
        }
    }
}
