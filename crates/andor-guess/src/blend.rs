//! Two heuristics as one: chances as a weighted mean, works as a weighted geometric mean.
//!
//! In Go under superko a glance is cheap and good while the board is quiet, but in a fight for repetitions
//! the glance takes the player who captured last for the winner. A few playouts see what comes of the
//! fight, too roughly to be used alone.

use andor_core::{Claim, Game, Guess, Heuristic};

/// Two heuristics as one.
#[derive(Clone, Debug)]
pub struct Blend<A, B> {
    first: A,
    second: B,
    /// What the first one counts, at most 1.
    weight: f32,
    guesses: Vec<Guess>,
}

impl<A, B> Blend<A, B> {
    /// The first heuristic with this weight, the second with the rest of 1.
    pub fn new(first: A, second: B, weight: f32) -> Blend<A, B> {
        Blend { first, second, weight, guesses: Vec::new() }
    }
}

impl<G: Game, A: Heuristic<G>, B: Heuristic<G>> Heuristic<G> for Blend<A, B> {
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let from = out.len();
        let first = self.first.guess(game, pos, claim, moves, out);
        self.guesses.clear();
        let second = self.second.guess(game, pos, claim, moves, &mut self.guesses);
        let (own, other) = (self.weight, 1.0 - self.weight);
        for (guess, beside) in out[from..].iter_mut().zip(&self.guesses) {
            let work = |first: f32, second: f32| first.powf(own) * second.powf(other);
            *guess = Guess {
                chance: own * guess.chance + other * beside.chance,
                work_if_won: work(guess.work_if_won, beside.work_if_won),
                work_if_lost: work(guess.work_if_lost, beside.work_if_lost),
            };
        }
        own * first + other * second
    }

    fn playouts(&self) -> u64 {
        self.first.playouts() + self.second.playouts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Player;
    use andor_games::toy::nim::Nim;

    /// Guesses the same about every move.
    struct Always(f32, f32);

    impl<G: Game> Heuristic<G> for Always {
        fn guess(
            &mut self,
            _: &G,
            _: &G::Position,
            _: Claim,
            moves: &[G::Move],
            out: &mut Vec<Guess>,
        ) -> f32 {
            let Always(chance, work) = *self;
            out.extend(moves.iter().map(|_| Guess {
                chance,
                work_if_won: work,
                work_if_lost: 1.0,
            }));
            chance
        }
    }

    #[test]
    fn a_blend_lies_between() {
        let nim = Nim::new(&[2, 1]);
        let (pos, mut moves) = (nim.start(), Vec::new());
        nim.moves(&pos, &mut moves);
        let mut out = Vec::new();
        let mut blend = Blend::new(Always(0.2, 100.0), Always(0.6, 1.0), 0.5);
        let claim = Claim::win(Player::Black);
        let chance = blend.guess(&nim, &pos, claim, &moves, &mut out);
        assert!((chance - 0.4).abs() < 1e-6 && out.len() == moves.len());
        for guess in out {
            assert!((guess.chance - 0.4).abs() < 1e-6);
            assert!((guess.work_if_won - 10.0).abs() < 1e-4 && guess.work_if_lost == 1.0);
        }
    }
}
