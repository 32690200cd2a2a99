//! What the rules and knowledge say about a position, before a network is asked.
//!
//! A position is settled by its outcome, by a repetition, by an oracle, by the length of the game,
//! or because the player to move has no move. A single move that is left is played at once. What
//! remains is a position with a choice.

use andor_core::{Claim, Details, Oracle, Planes, Player, Ruling, Thoroughness};
use andor_search::Line;

/// Plays forced moves, for one claim and one thread.
pub(crate) struct ForcedMoves<'a, G: Planes> {
    pub(crate) claim: Claim,
    pub(crate) oracle: &'a dyn Oracle<G>,
    /// The most plies of a game; then the claim is disproven.
    pub(crate) longest: u32,
}

impl<G: Planes> ForcedMoves<'_, G> {
    /// Plays forced moves until there is a choice, whose moves are then in `moves`, or until the
    /// claim is settled: tells the winner. The numbers of the forced moves are added to `forced`.
    pub(crate) fn play(
        &self,
        line: &mut Line<'_, G>,
        forced: &mut Vec<u16>,
        moves: &mut Vec<G::Move>,
    ) -> Option<Player> {
        let (game, claim) = (line.game(), self.claim);
        loop {
            if let Some(verdict) = line.verdict(claim) {
                return Some(verdict.winner(claim));
            }
            if line.ply() >= self.longest as usize {
                return Some(claim.defender());
            }
            moves.clear();
            line.moves(moves);
            let pos = line.position();
            if moves.is_empty() {
                return Some(claim.judge(game.stuck(pos)).winner(claim));
            }
            match self.oracle.consider(
                game,
                pos,
                claim,
                Thoroughness::Quick,
                Details::VERDICT,
                moves,
            ) {
                Ruling::Settled(settled) => return Some(settled.verdict.winner(claim)),
                Ruling::Open { .. } => {}
            }
            match moves[..] {
                [] => return Some(line.to_move().other()),
                [single] => {
                    forced.push(game.move_index(single) as u16);
                    line.play(single);
                }
                _ => return None,
            }
        }
    }
}
