//! Rollouts: games that are played to the end, for searches that choose a move.

use crate::{Game, Outcome, Player};

/// A first guess about a move, which counts as so many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// How many games the guess is worth.
    pub games: f32,
    /// The chance that the player of the move wins.
    pub chance: f32,
}

/// Unsound: says which moves of a position look good, and plays games to the end.
pub trait Rollouts<G: Game>: Clone + Send {
    /// The number of places of the board; 0 if a move means something different later in the game.
    fn places(&self) -> usize;

    /// The place of a move, below [`Rollouts::places`]. A move that was good later in a game is
    /// taken for a good move now. Moves without a place are not compared in this way.
    fn place(&self, mv: G::Move) -> Option<usize>;

    /// For each of these legal moves a guess; `None` for a move that nobody should try. `last` is
    /// the move that led to the position.
    fn priors(
        &mut self,
        game: &G,
        pos: &G::Position,
        last: Option<G::Move>,
        moves: &[G::Move],
        priors: &mut Vec<Option<Prior>>,
    );

    /// Plays a game from this position to its end and appends its moves.
    fn finish(
        &mut self,
        game: &G,
        pos: &G::Position,
        last: Option<G::Move>,
        rng: &mut fastrand::Rng,
        played: &mut Vec<(Player, G::Move)>,
    ) -> Outcome;
}

/// After so many moves a game without plan is given up.
const MOST_MOVES: usize = 10_000;

/// Games of random moves, without guesses.
impl<G: Game> Rollouts<G> for () {
    fn places(&self) -> usize {
        0
    }

    fn place(&self, _: G::Move) -> Option<usize> {
        None
    }

    fn priors(
        &mut self,
        _: &G,
        _: &G::Position,
        _: Option<G::Move>,
        moves: &[G::Move],
        priors: &mut Vec<Option<Prior>>,
    ) {
        priors.clear();
        priors.resize(moves.len(), Some(Prior { games: 0.0, chance: 0.5 }));
    }

    fn finish(
        &mut self,
        game: &G,
        pos: &G::Position,
        _: Option<G::Move>,
        rng: &mut fastrand::Rng,
        _: &mut Vec<(Player, G::Move)>,
    ) -> Outcome {
        let (mut pos, mut moves) = (pos.clone(), Vec::new());
        for _ in 0..MOST_MOVES {
            if let Some(outcome) = game.outcome(&pos) {
                return outcome;
            }
            moves.clear();
            game.moves(&pos, &mut moves);
            let Some(&mv) = rng.choice(&moves) else { return game.stuck(&pos) };
            game.play(&mut pos, mv);
        }
        Outcome::NoResult
    }
}
