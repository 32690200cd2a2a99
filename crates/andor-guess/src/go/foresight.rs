//! Numbers foreseen: their logarithms, linear in the patterns of the windows of the board and, if
//! they are asked for, in the liberties of both players, learnt while a search runs.
//!
//! The weights begin at zero, and no file is read. After each visit one step of regression brings
//! the foreseen numbers closer to what the visit returned.

use crate::windows::Windows;
use andor_core::{Foresight, Game, Player};
use andor_games::go::{Go, Position};

/// How fast the model learns, and what of a visit it believes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// The share of an error by which a step of the regression corrects it.
    pub rate: f32,
    /// The largest logarithm that is learnt.
    pub most: f32,
    /// The least logarithm of the number that would be infinite, of a solved position.
    pub solved: f32,
    /// The largest error that counts in one step.
    pub step: f32,
}

impl Learning {
    /// What one step of the regression adds to each of so many weights, if these numbers were
    /// foreseen and those found.
    #[inline]
    pub(crate) fn corrections(
        self,
        found: [f32; 2],
        foreseen: [f32; 2],
        weights: usize,
    ) -> [f32; 2] {
        [0, 1].map(|i| {
            let error = match found[i].is_finite() {
                true => found[i].min(self.most) - foreseen[i],
                false => (self.solved - foreseen[i]).max(0.0),
            };
            self.rate * error.clamp(-self.step, self.step) / weights as f32
        })
    }
}

impl Default for Learning {
    fn default() -> Self {
        Learning { rate: 1.0, most: 14.0, solved: 8.0, step: 4.0 }
    }
}

/// Liberties from this number on count the same.
const LIBERTIES: usize = 32;

/// The foresight for one player as the prover.
#[derive(Clone, Debug)]
pub struct GoForesight<const W: usize> {
    windows: Windows<W>,
    /// Do the liberties count?
    liberties: bool,
    /// For the prover to move and for the opponent to move: the weights of the patterns, then of
    /// the liberties.
    weights: [Vec<[f32; 2]>; 2],
    learning: Learning,
}

impl<const W: usize> GoForesight<W> {
    /// A foresight for a game by windows alone; all weights are zero.
    pub fn new(game: &Go<W>, learning: Learning) -> GoForesight<W> {
        let size = game.size();
        let (columns, rows) = (size.columns(), size.rows());
        let shapes: &[(u16, u16)] = match (columns, rows) {
            (1, _) => &[(1, 7), (1, 4)],
            (_, 1) => &[(7, 1), (4, 1)],
            (2, _) => &[(2, 5), (2, 3)],
            (_, 2) => &[(5, 2), (3, 2)],
            _ => &[(3, 3)],
        };
        let windows = Windows::new(game, size, shapes);
        let weights = || vec![[0.0; 2]; windows.patterns()];
        let weights = [weights(), weights()];
        GoForesight { windows, liberties: false, weights, learning }
    }

    /// The same with the liberties of both players.
    pub fn with_liberties(mut self) -> GoForesight<W> {
        self.liberties = true;
        let count = self.windows.patterns() + LIBERTIES * LIBERTIES;
        self.weights.iter_mut().for_each(|weights| weights.resize(count, [0.0; 2]));
        self
    }

    /// The same with weights at random numbers close to zero, chosen by the seed.
    pub fn with_noise(mut self, seed: u64) -> GoForesight<W> {
        let mut rng = fastrand::Rng::with_seed(seed);
        for weight in self.weights.iter_mut().flatten().flatten() {
            *weight = 0.001 * (rng.f32() - 0.5);
        }
        self
    }

    /// Gives the index of each weight that counts in a position.
    #[inline]
    fn each(&self, game: &Go<W>, pos: &Position<W>, prover: Player, mut give: impl FnMut(usize)) {
        let (own, other) = (pos.stones(prover), pos.stones(prover.other()));
        self.windows.each([&own, &other], &mut give);
        if !self.liberties {
            return;
        }
        let board = game.board();
        let empty = board.empty(pos.both());
        let liberties = |stones| (board.around(stones) & empty).len() as usize;
        let least = |count: usize| count.min(LIBERTIES - 1);
        let pair = least(liberties(own)) * LIBERTIES + least(liberties(other));
        give(self.windows.patterns() + pair);
    }
}

/// Which weights serve a position.
#[inline]
fn side<const W: usize>(game: &Go<W>, pos: &Position<W>, prover: Player) -> usize {
    usize::from(game.to_move(pos) != prover)
}

impl<const W: usize> Foresight<Go<W>> for GoForesight<W> {
    #[inline]
    fn foresee(&self, game: &Go<W>, pos: &Position<W>, prover: Player) -> [f32; 2] {
        let weights = &self.weights[side(game, pos, prover)];
        let mut sum = [0.0; 2];
        self.each(game, pos, prover, |index| {
            let [proof, disproof] = weights[index];
            sum[0] += proof;
            sum[1] += disproof;
        });
        sum
    }

    #[inline]
    fn learn(&mut self, game: &Go<W>, pos: &Position<W>, prover: Player, numbers: [f32; 2]) {
        let foreseen = self.foresee(game, pos, prover);
        let count = self.windows.count() + usize::from(self.liberties);
        let corrections = self.learning.corrections(numbers, foreseen, count);
        let mut weights = std::mem::take(&mut self.weights[side(game, pos, prover)]);
        self.each(game, pos, prover, |index| {
            weights[index][0] += corrections[0];
            weights[index][1] += corrections[1];
        });
        self.weights[side(game, pos, prover)] = weights;
    }

    fn bytes(&self) -> usize {
        self.weights.iter().map(|weights| size_of_val(&weights[..])).sum()
    }
}
