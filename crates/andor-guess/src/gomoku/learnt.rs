//! Guesses about Gomoku whose works are learnt while a search runs.
//!
//! The chances are those of other guesses. The logarithms of the works are linear in the patterns
//! of windows of 3x3 points, with weights that begin at zero. On 5x7 expected work search takes 0.7
//! million nodes with them; with the works of random games it is open after 4.9 million.

use crate::go::Learning;
use crate::windows::Windows;
use andor_core::{Claim, Game, Guess, Halt, Heuristic};
use andor_games::gomoku::{Gomoku, GomokuPosition};
use andor_games::points::Point;

/// The largest logarithm of a work that is guessed.
const MOST: f32 = 25.0;

/// So many lessons are taken before the learnt works are used.
const PATIENCE: u32 = 5_000;

/// Guesses with the chances of others and with works that are learnt.
#[derive(Debug)]
pub struct LearntWorks<H, const W: usize> {
    guesses: H,
    learning: Learning,
    lessons: u32,
    /// What was learnt so far, made for the first lesson.
    model: Option<Model<W>>,
}

/// The logarithms of works, linear in patterns.
#[derive(Debug)]
struct Model<const W: usize> {
    windows: Windows<W>,
    /// For the attacker to move and for the defender to move: the weights of the patterns, for the
    /// works to prove the claim and to disprove it.
    weights: [Vec<[f32; 2]>; 2],
}

impl<H, const W: usize> LearntWorks<H, W> {
    /// Guesses with the chances, and at first the works, of others; `rate` is the
    /// share of an error by which one step corrects it. The works of one outcome say nothing about
    /// those of the other.
    pub fn new(guesses: H, rate: f32) -> LearntWorks<H, W> {
        let learning = Learning { rate, most: 20.0, solved: f32::NEG_INFINITY, step: 2.0 };
        LearntWorks { guesses, learning, lessons: 0, model: None }
    }
}

impl<const W: usize> Model<W> {
    fn new<const V: usize>(game: &Gomoku<W, V>) -> Model<W> {
        let windows = Windows::new(game, game.size(), &[(3, 3)]);
        let weights = || vec![[0.0; 2]; windows.patterns()];
        let weights = [weights(), weights()];
        Model { windows, weights }
    }

    /// Gives the pattern of each window, seen by the attacker.
    #[inline]
    fn each<const V: usize>(
        &self,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        give: impl FnMut(usize),
    ) {
        let stones = |player| pos.stones().of(player);
        let (own, other) = (stones(claim.attacker), stones(claim.attacker.other()));
        self.windows.each([&own, &other], give);
    }

    /// The logarithms of the works to prove and to disprove the claim; `side` is 0 if the attacker
    /// is to move.
    #[inline]
    fn foresee<const V: usize>(
        &self,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        side: usize,
    ) -> [f32; 2] {
        let mut sum = [0.0; 2];
        self.each(pos, claim, |index| {
            let [proof, disproof] = self.weights[side][index];
            sum = [sum[0] + proof, sum[1] + disproof];
        });
        sum
    }
}

/// Which weights serve a position.
fn side<G: Game>(game: &G, pos: &G::Position, claim: Claim) -> usize {
    usize::from(game.to_move(pos) != claim.attacker)
}

impl<H, const W: usize, const V: usize> Heuristic<Gomoku<W, V>> for LearntWorks<H, W>
where
    H: Heuristic<Gomoku<W, V>>,
{
    fn heed(&mut self, halt: &Halt) {
        self.guesses.heed(halt);
    }

    fn guess(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        moves: &[Point],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let first = out.len();
        let chance = self.guesses.guess(game, pos, claim, moves, out);
        let Some(model) = self.model.as_ref().filter(|_| self.lessons >= PATIENCE) else {
            return chance;
        };
        let mut after = pos.clone();
        let attacks = side(game, pos, claim) == 0;
        for (&mv, guess) in moves.iter().zip(&mut out[first..]) {
            let undo = game.play(&mut after, mv);
            let works = model.foresee(&after, claim, side(game, &after, claim));
            let [proof, disproof] = works.map(|work| work.clamp(0.0, MOST).exp());
            (guess.work_if_won, guess.work_if_lost) =
                if attacks { (proof, disproof) } else { (disproof, proof) };
            game.undo(&mut after, undo);
        }
        chance
    }

    fn learn(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        [won, lost]: [f32; 2],
    ) {
        self.lessons = self.lessons.saturating_add(1);
        let side = side(game, pos, claim);
        let works = if side == 0 { [won, lost] } else { [lost, won] };
        let numbers = works.map(|work| work.max(1.0).ln());
        let model = self.model.get_or_insert_with(|| Model::new(game));
        let foreseen = model.foresee(pos, claim, side);
        let corrections = self.learning.corrections(numbers, foreseen, model.windows.count());
        let mut weights = std::mem::take(&mut model.weights[side]);
        model.each(pos, claim, |index| {
            weights[index][0] += corrections[0];
            weights[index][1] += corrections[1];
        });
        model.weights[side] = weights;
    }

    fn playouts(&self) -> u64 {
        self.guesses.playouts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Player;
    use andor_games::gomoku::{Rules, SmallGomoku};

    /// Works begin as those of the other guesses; after some time they are what was learnt.
    #[test]
    fn works_come_close_to_what_is_learnt() {
        let game = SmallGomoku::new("6x6".parse().expect("a size"), Rules::Freestyle);
        let claim = Claim::win(Player::Black);
        let mut learnt = LearntWorks::<_, 4>::new((), 0.3);
        let start = game.start();
        let mv = Point(14);
        let after = game.after(&start, mv);
        let ask = |learnt: &mut dyn Heuristic<SmallGomoku>| {
            let mut out = Vec::new();
            learnt.guess(&game, &start, claim, &[mv], &mut out);
            out[0]
        };
        assert_eq!(ask(&mut learnt), ask(&mut ()));
        for _ in 0..PATIENCE {
            // The player to move after the move loses with so much work.
            learnt.learn(&game, &after, claim, [f32::INFINITY, 5000.0]);
        }
        let guess = ask(&mut learnt);
        assert!((guess.work_if_won / 5000.0 - 1.0).abs() < 0.01, "{guess:?}");
        assert_eq!((guess.work_if_lost, guess.chance), (1.0, 0.5));
    }
}
