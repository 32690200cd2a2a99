//! Playouts: random games from a position to the end of the game, as a source of guesses.
//!
//! A [`Tally`] counts the wins of the player to move, for the position and for each move. By
//! default a move counts in every game in which the player to move makes the move at any time: all
//! moves as first (Brügmann 1993).

use andor_core::{Claim, Game, Outcome};

/// Random games, as a source of guesses.
///
/// Every playout should count for as many moves as possible. Unless the game has a better method,
/// all moves of a random game count as if they had been played first. In Hex a random filling of
/// the board counts for every point at once.
pub trait Playout: Game + Sized {
    /// How many random games are played between two looks at the time; games that are played at
    /// once are one batch.
    fn batch(&self) -> u32 {
        16
    }

    /// A random game of so many plies is given up and counts as a game without result.
    fn longest(&self) -> u32 {
        2_000
    }

    /// Plays about `games` random games from `pos`, which must not be over, and adds their results
    /// for the claim and for each of `moves` to `tally`.
    fn playouts(
        &self,
        pos: &Self::Position,
        claim: Claim,
        moves: &[Self::Move],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        random_games(self, pos, claim, moves, games, rng, tally);
    }
}

/// The results of playouts for a position and its moves.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: f32,
    /// Games won by the player to move in the position.
    pub wins: f32,
    /// Plies from the position to the end of the game, added up over the games.
    pub plies: f32,
    /// The numbers of moves to choose from, added up over the plies of each game and over the
    /// games.
    pub choices: f32,
    /// One tally for each move that was asked about.
    pub moves: Vec<MoveTally>,
}

/// The results of playouts for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTally {
    /// Games that count for the move.
    pub games: f32,
    /// Of these games, those won by the player who makes the move.
    pub wins: f32,
}

impl Tally {
    /// Forgets everything and makes room for `moves` moves.
    pub fn reset(&mut self, moves: usize) {
        self.games = 0.0;
        self.wins = 0.0;
        self.plies = 0.0;
        self.choices = 0.0;
        self.moves.clear();
        self.moves.resize(moves, MoveTally::default());
    }
}

/// Uniformly random games, in which every move of the player to move counts as if played first.
pub fn random_games<G: Playout>(
    game: &G,
    pos: &G::Position,
    claim: Claim,
    moves: &[G::Move],
    games: u32,
    rng: &mut fastrand::Rng,
    tally: &mut Tally,
) {
    let mover = game.to_move(pos);
    let mut choices = Vec::new();
    let mut told = vec![false; moves.len()];
    for _ in 0..games {
        told.fill(false);
        let mut board = pos.clone();
        let mut outcome = Outcome::NoResult;
        for _ in 0..game.longest() {
            if let Some(end) = game.outcome(&board) {
                outcome = end;
                break;
            }
            choices.clear();
            game.moves(&board, &mut choices);
            tally.plies += 1.0;
            tally.choices += choices.len() as f32;
            let mv = choices[rng.usize(..choices.len())];
            if game.to_move(&board) == mover
                && let Some(i) = moves.iter().position(|&m| m == mv)
            {
                told[i] = true;
            }
            game.play(&mut board, mv);
        }
        let won = f32::from(claim.judge(outcome).winner(claim) == mover);
        tally.games += 1.0;
        tally.wins += won;
        for (tally, _) in tally.moves.iter_mut().zip(&told).filter(|(_, told)| **told) {
            tally.games += 1.0;
            tally.wins += won;
        }
    }
}
