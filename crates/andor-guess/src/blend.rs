//! Two heuristics as one: chances as a weighted mean, works as a weighted geometric mean.
//!
//! In Go under superko a glance is cheap and good while the board is quiet, but in a fight for
//! repetitions the glance takes the player who captured last for the winner. A few playouts see
//! what comes of the fight, too roughly to be used alone.

use andor_core::{Claim, Game, Guess, GuessQuery, Guessed, Halt, Heuristic};

/// Two heuristics as one.
#[derive(Clone, Debug)]
pub struct Blend<A, B> {
    first: A,
    second: B,
    /// The weight of the first heuristic, at most 1.
    weight: f32,
    guesses: Vec<Guess>,
    /// The second heuristic's guesses about a batch.
    beside: Vec<Guessed>,
}

impl<A, B> Blend<A, B> {
    /// The first heuristic with this weight, the second with the rest of 1.
    pub fn new(first: A, second: B, weight: f32) -> Blend<A, B> {
        Blend { first, second, weight, guesses: Vec::new(), beside: Vec::new() }
    }
}

/// Mixes guesses with the guesses of the second heuristic; `own` is the weight of the first.
fn mix(own: f32, guesses: &mut [Guess], beside: &[Guess]) {
    let other = 1.0 - own;
    let work = |first: f32, second: f32| first.powf(own) * second.powf(other);
    for (guess, beside) in guesses.iter_mut().zip(beside) {
        *guess = Guess {
            chance: own * guess.chance + other * beside.chance,
            work_if_won: work(guess.work_if_won, beside.work_if_won),
            work_if_lost: work(guess.work_if_lost, beside.work_if_lost),
        };
    }
}

impl<G: Game, A: Heuristic<G>, B: Heuristic<G>> Heuristic<G> for Blend<A, B> {
    fn heed(&mut self, halt: &Halt) {
        self.first.heed(halt);
        self.second.heed(halt);
    }

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
        mix(self.weight, &mut out[from..], &self.guesses);
        self.weight * first + (1.0 - self.weight) * second
    }

    fn guess_all(&mut self, game: &G, claim: Claim, asked: &[GuessQuery<G>], out: &mut [Guessed]) {
        self.first.guess_all(game, claim, asked, out);
        if self.beside.len() < asked.len() {
            self.beside.resize(asked.len(), Guessed::default());
        }
        self.second.guess_all(game, claim, asked, &mut self.beside[..asked.len()]);
        for (guessed, beside) in out.iter_mut().zip(&self.beside) {
            mix(self.weight, &mut guessed.moves, &beside.moves);
            guessed.chance = self.weight * guessed.chance + (1.0 - self.weight) * beside.chance;
        }
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

    /// A heuristic with the same guess about every move.
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
