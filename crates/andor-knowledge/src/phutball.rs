//! Phutball: wins at once, and the replies that a threatened win at once leaves.
//!
//! A player who can jump to the goal in this turn has won. If the opponent could do so after a man
//! elsewhere, every man outside the zone of that turn loses: the zone's proof is in
//! [`andor_games::phutball`]. What is left are the men on the landing points, and all jumps.
//!
//! ```text
//!    A B C D E
//!  5 . . . . .    White is to move. Black threatens C3-E5. White can put a man on E5, or jump:
//!  4 . . . * .    every other man loses at once.
//!  3 . . o . .
//!  2 . . . . .
//!  1 . . . . .
//! ```

use andor_core::{
    Claim, Details, Game, Oracle, Ruling, RulingIn, Settled, SettledIn, Thoroughness, Verdict,
    Zoned,
};
use andor_games::phutball::{Phutball, Position, Turn};

/// Settles positions that are won at once, and leaves out men that do not meet a threat.
#[derive(Clone, Copy, Debug, Default)]
pub struct Jumps;

impl<const W: usize> Oracle<Phutball<W>> for Jumps {
    fn settle(
        &self,
        game: &Phutball<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Phutball<W>>> {
        let mover = game.to_move(pos);
        let turn = game.winning_turn(pos, mover)?;
        Some(Settled {
            verdict: Verdict::for_winner(claim, mover),
            best: wanted.best.then_some(turn),
            zone: wanted.zone.then(|| game.zone_of_jumps(pos, mover, turn)),
        })
    }

    fn consider(
        &self,
        game: &Phutball<W>,
        pos: &Position<W>,
        claim: Claim,
        _: Thoroughness,
        wanted: Details,
        moves: &mut Vec<Turn>,
    ) -> RulingIn<Phutball<W>> {
        if let Some(settled) = self.settle(game, pos, claim, wanted) {
            return Ruling::Settled(settled);
        }
        let opponent = game.to_move(pos).other();
        let Some(turn) = game.winning_turn(pos, opponent) else { return Ruling::OPEN };
        let zone = game.zone_of_jumps(pos, opponent, turn);
        moves.retain(|&mv| game.meets(pos, mv, zone));
        Ruling::Open { threats: vec![zone] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Notation, Outcome, Player, laws};

    /// The knowledge agrees with one and two turns of play, on every position of random games.
    #[test]
    fn settled_positions_are_won_at_once_and_moves_left_out_lose_at_once() {
        let (mut won, mut left_out) = (0, 0);
        for size in ["3x5", "5x5", "6x7"] {
            let game = Phutball::<1>::new(size.parse().expect("a size"));
            let moves = |pos: &Position<1>| {
                let mut moves = Vec::new();
                game.moves(pos, &mut moves);
                moves
            };
            let wins = |pos: &Position<1>| {
                let mover = Outcome::win(game.to_move(pos));
                moves(pos).into_iter().any(|mv| game.outcome(&game.after(pos, mv)) == Some(mover))
            };
            laws::walk(&game, 60, 1, |pos| {
                if game.outcome(pos).is_some() {
                    return;
                }
                let claim = Claim::win(Player::Black);
                let all = moves(pos);
                let mut kept = all.clone();
                let (look, wanted) = (Thoroughness::Full, Details::MOVE);
                match Jumps.consider(&game, pos, claim, look, wanted, &mut kept) {
                    Ruling::Settled(settled) => {
                        won += 1;
                        assert!(wins(pos), "{}", game.draw(pos));
                        let best = settled.best.expect("a move");
                        assert!(all.contains(&best), "{best:?}\n{}", game.draw(pos));
                    }
                    Ruling::Open { .. } => {
                        assert!(!wins(pos), "{}", game.draw(pos));
                        for mv in all.into_iter().filter(|mv| !kept.contains(mv)) {
                            left_out += 1;
                            assert!(wins(&game.after(pos, mv)), "{mv:?}\n{}", game.draw(pos));
                        }
                    }
                }
            });
        }
        assert!(won > 100 && left_out > 500, "{won} won, {left_out} left out");
    }
}
