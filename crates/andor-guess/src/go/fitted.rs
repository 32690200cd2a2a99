//! Guesses about Go from a linear model that was fitted to positions that Andor solved.
//!
//! The model takes the numbers of a position ([`super::features`]) and gives the logarithm of the
//! odds that the player to move wins, and the logarithms of the work of a proof if that player wins
//! and loses. `cargo xtask fit go` makes the positions and fits the weights ([`super::weights`]),
//! separately for three classes of boards.
//!
//! A move is judged by the position after the move. A little noise makes one seed different from
//! another.
//!
//! **Tried and dropped**: guesses about the replies to each move, and claims near the balance of an
//! opening in the fit. docs/experiments/2026-11-18-go-cheap-guesses.md has the figures.

use super::features::{FEATURES, Features, features};
use super::weights::WEIGHTS;
use andor_core::{Claim, Game, Guess, Heuristic, LEAST_CHANCE};
use andor_games::go::{Go, Move, Position};

/// The number of classes of boards, by points.
pub const SIZES: usize = 3;

/// The class of boards with so many points: up to 3x3, up to 4x4, larger.
pub fn size_class(area: usize) -> usize {
    match area {
        ..=9 => 0,
        10..=16 => 1,
        _ => 2,
    }
}

/// The weights of the numbers of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct GoWeights {
    /// For the logarithm of the odds that the player to move wins.
    pub odds: [f32; FEATURES],
    /// For the logarithm of the work if the player to move wins.
    pub won: [f32; FEATURES],
    /// For the logarithm of the work if the player to move loses.
    pub lost: [f32; FEATURES],
}

/// The bound of the random change of the logarithm of the odds.
const NOISE: f32 = 0.1;

/// Logarithms of works are stretched by this factor. The fit leaves out positions that were too
/// hard to solve, so that its large works are too small.
const STRETCH: f32 = 1.1;

/// The largest logarithm of a work, far beyond any search.
const LARGEST_LOGARITHM: f32 = 30.0;

/// Guesses of the fitted model.
#[derive(Clone, Debug)]
pub struct GoFitted {
    weights: Box<[GoWeights; SIZES]>,
    stretch: f32,
    rng: fastrand::Rng,
}

impl GoFitted {
    /// Guesses with the weights of this crate, from a seed.
    pub fn new(seed: u64) -> GoFitted {
        GoFitted::with_weights(WEIGHTS, STRETCH, seed)
    }

    /// Guesses with other weights, by class of boards, and another stretch of the logarithms of
    /// works.
    pub fn with_weights(weights: [GoWeights; SIZES], stretch: f32, seed: u64) -> GoFitted {
        let rng = fastrand::Rng::with_seed(seed);
        GoFitted { weights: Box::new(weights), stretch, rng }
    }

    /// The guess about the player to move in a position that is not over.
    #[inline]
    fn judge<const W: usize>(&mut self, game: &Go<W>, pos: &Position<W>, claim: Claim) -> Guess {
        self.judge_with(game, pos, claim, [0.0; 2])
    }

    /// The guess, with these numbers added to the logarithms of the two works.
    #[inline]
    pub(super) fn judge_with<const W: usize>(
        &mut self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        more: [f32; 2],
    ) -> Guess {
        let seen = features(game, pos, claim);
        let weights = &self.weights[size_class(game.size().area())];
        let odds = sum(&weights.odds, &seen) + NOISE * (2.0 * self.rng.f32() - 1.0);
        let chance = 1.0 / (1.0 + (-odds).exp());
        let [won, lost] = self.logarithms(weights, &seen);
        let work = |logarithm: f32| logarithm.clamp(0.0, LARGEST_LOGARITHM).exp();
        Guess {
            chance: chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE),
            work_if_won: work(won + more[0]),
            work_if_lost: work(lost + more[1]),
        }
    }

    /// The logarithms of the works if the player to move wins and loses.
    #[inline]
    pub(super) fn works<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> [f32; 2] {
        let seen = features(game, pos, claim);
        self.logarithms(&self.weights[size_class(game.size().area())], &seen)
    }

    #[inline]
    fn logarithms(&self, weights: &GoWeights, seen: &Features) -> [f32; 2] {
        [&weights.won, &weights.lost].map(|weights| self.stretch * sum(weights, seen))
    }
}

/// The weighted sum of the numbers, in eight sums side by side.
#[inline]
fn sum(weights: &[f32; FEATURES], seen: &Features) -> f32 {
    let mut sums = [0.0; 8];
    for first in (0..FEATURES).step_by(8) {
        for i in 0..8 {
            sums[i] += weights[first + i] * seen[first + i];
        }
    }
    sums.iter().sum()
}

/// The guess about a player to move whose game is over.
fn over(wins: bool) -> Guess {
    let chance = if wins { 1.0 - LEAST_CHANCE } else { LEAST_CHANCE };
    Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
}

/// Appends a guess about each move, by what `judge` says of the player to move after it. Gives the
/// best chance.
#[inline]
pub(super) fn guess_by_replier<const W: usize>(
    game: &Go<W>,
    pos: &Position<W>,
    claim: Claim,
    moves: &[Move],
    out: &mut Vec<Guess>,
    mut judge: impl FnMut(&Position<W>) -> Guess,
) -> f32 {
    let mut after = pos.clone();
    let mut best = LEAST_CHANCE;
    for &mv in moves {
        let undo = game.play(&mut after, mv);
        let replier = match game.outcome(&after) {
            Some(outcome) => over(claim.judge(outcome).winner(claim) == after.to_move()),
            None => judge(&after),
        };
        game.undo(&mut after, undo);
        let chance = 1.0 - replier.chance;
        best = best.max(chance);
        let (work_if_won, work_if_lost) = (replier.work_if_lost, replier.work_if_won);
        out.push(Guess { chance, work_if_won, work_if_lost });
    }
    best
}

impl<const W: usize> Heuristic<Go<W>> for GoFitted {
    fn guess(
        &mut self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        moves: &[Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        guess_by_replier(game, pos, claim, moves, out, |after| self.judge(game, after, claim))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws::walk;
    use andor_core::{Margin, Player, Symmetric, Symmetry};
    use andor_games::go::Rules;

    fn claims(area: usize) -> Vec<Claim> {
        let margins = [-(area as i16), -3, 0, 1, 4, area as i16].map(Margin);
        let of = |attacker| margins.map(|at_least| Claim { attacker, at_least });
        Player::BOTH.into_iter().flat_map(of).collect()
    }

    /// Chances lie between the least and the largest chance, works are finite and at least 1.
    #[test]
    fn guesses_are_in_range() {
        for (size, rules) in [
            ("1x1", Rules::PSK),
            ("5x1", Rules::TROMP_TAYLOR),
            ("3x3", Rules::NSSK),
            ("4x4", Rules::MIGOS),
            ("6x6", Rules::PSK),
            ("8x8", Rules::BASIC_KO),
        ] {
            let game = Go::<1>::new(size.parse().expect("a size"), rules);
            check_range(&game);
        }
        check_range(&Go::<2>::new("9x9".parse().expect("a size"), Rules::PSK));
    }

    fn check_range<const W: usize>(game: &Go<W>) {
        let mut fitted = GoFitted::new(1);
        let (mut moves, mut out) = (Vec::new(), Vec::new());
        walk(game, 2, 1, |pos| {
            moves.clear();
            game.moves(pos, &mut moves);
            for claim in claims(game.size().area()) {
                out.clear();
                let best = fitted.guess(game, pos, claim, &moves, &mut out);
                assert_eq!(out.len(), moves.len());
                let range = LEAST_CHANCE * 0.99..=1.0 - LEAST_CHANCE * 0.99;
                assert!(range.contains(&best), "{best} in {pos:?}");
                for guess in &out {
                    assert!(range.contains(&guess.chance), "{guess:?} in {pos:?}");
                    for work in [guess.work_if_won, guess.work_if_lost] {
                        assert!((1.0..1e15).contains(&work), "{guess:?} in {pos:?}");
                    }
                }
            }
        });
    }

    /// A turned or reflected position has the same numbers.
    #[test]
    fn symmetric_positions_look_alike() {
        for size in ["3x3", "4x3", "5x5"] {
            let game = Go::<1>::new(size.parse().expect("a size"), Rules::PSK);
            walk(&game, 10, 3, |pos| {
                for claim in claims(game.size().area()) {
                    let seen = features(&game, pos, claim);
                    for symmetry in (0..game.symmetries()).map(Symmetry) {
                        let image = game.map_position(symmetry, pos);
                        assert_eq!(features(&game, &image, claim), seen, "{pos:?} {symmetry:?}");
                    }
                }
            });
        }
    }

    /// A position with the colours swapped has the same numbers, for the claim of the other player.
    #[test]
    fn colours_do_not_matter() {
        let game = Go::<1>::new("4x4".parse().expect("a size"), Rules::PSK);
        walk(&game, 20, 5, |pos| {
            let [black, white] = *pos.both();
            let swapped = game.set_up(white, black, pos.to_move().other()).expect("a position");
            let swapped = swapped.with(pos.to_move().other(), pos.passes(), None);
            for claim in claims(16) {
                let other = Claim { attacker: claim.attacker.other(), ..claim };
                assert_eq!(features(&game, pos, claim), features(&game, &swapped, other));
            }
        });
    }
}
