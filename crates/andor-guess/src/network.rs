//! Networks: an evaluation of a position by a network of `andor-net`, as a source of guesses.
//!
//! A network gives a policy and two costs: the logarithm of the size of a proof that the player to
//! move wins, and of a proof that the opponent wins. The last bin of a cost means that there is no
//! such proof.
//!
//! * **Chance** of the position: the mean of "the first cost is finite" and "the second cost is
//!   infinite".
//! * **Chance of a move**: the chance of the position, times the ratio of the move's policy to the
//!   largest policy. The guesses of a position, divided by their sum, are the policy again.
//! * **Works** of a move, with `W` and `L` for the sizes of the two proofs and `b` for the number
//!   of moves: `W` if the move wins, because one winning move is enough; `L / b` if it loses,
//!   because all moves have to be refuted.
//! * **Works for proof numbers** ([`Works::ProofNumbers`]): the same from the logarithms
//!   themselves, in hundredths, as focused depth-first proof-number search with a proof cost
//!   network starts (Wu et al. 2022, section 3.4).
//! * **Symmetries.** A network knows nothing of the symmetries of its game. With
//!   [`Network::symmetric`] an evaluation is the mean over all images of the position.

use andor_core::{
    Claim, Costs, Evaluate, Guess, GuessQuery, Guessed, Heuristic, LEAST_CHANCE, MOST_EVALUATION,
    Painter, Planes, Symmetry,
};
use andor_net::{Cost, Evaluator, Output, Target};

/// The least chance of a move. It is below [`LEAST_CHANCE`], because guesses that are cut off there
/// would not give back the policy.
const LEAST_OF_MOVE: f32 = 1e-6;

/// The logarithm of the largest work.
const MOST_WORK: f32 = 18.0;

/// What the works of guesses are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// Expected nodes.
    Nodes,
    /// First proof numbers, in hundredths.
    ProofNumbers,
}

/// Guesses of a network, for one thread.
pub struct Network {
    evaluator: Box<dyn Evaluator>,
    target: Target,
    works: Works,
    symmetric: bool,
    inputs: Vec<u32>,
    outputs: Vec<Output>,
    views: Vec<View>,
}

/// What an evaluation says about a position and the moves that were asked about.
#[derive(Clone, Debug, Default)]
struct View {
    /// The policy over the moves.
    policy: Vec<f32>,
    /// The costs of the player to move and of the opponent.
    costs: [Told; 2],
    /// The number of the last bin.
    most: f32,
}

/// A cost.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    /// With infinity as the last bin.
    mean: f32,
    /// The probability of infinity.
    infinite: f32,
    /// If it is finite.
    finite: f32,
}

impl Told {
    fn new(cost: Cost, last: f32) -> Told {
        let Cost { mean, infinite } = cost;
        let finite = (mean - infinite * last) / (1.0 - infinite).max(1e-3);
        Told { mean, infinite, finite: finite.clamp(0.0, last) }
    }

    fn add(&mut self, other: Told, share: f32) {
        self.mean += share * other.mean;
        self.infinite += share * other.infinite;
        self.finite += share * other.finite;
    }
}

impl Network {
    /// The guesses of an evaluator whose heads mean this.
    pub fn new(evaluator: Box<dyn Evaluator>, target: Target) -> Network {
        let (inputs, outputs, views) = (Vec::new(), Vec::new(), Vec::new());
        let (works, symmetric) = (Works::Nodes, false);
        Network { evaluator, target, works, symmetric, inputs, outputs, views }
    }

    /// With works of this kind.
    pub fn with_works(self, works: Works) -> Network {
        Network { works, ..self }
    }

    /// With evaluations that are means over all symmetries.
    pub fn symmetric(self) -> Network {
        Network { symmetric: true, ..self }
    }

    /// Evaluates positions, each with the moves that are asked about.
    fn look<'a, G: Planes + 'a>(
        &mut self,
        game: &G,
        claim: Claim,
        asked: impl Iterator<Item = (&'a G::Position, &'a [G::Move])> + Clone,
    ) {
        let images = if self.symmetric { game.symmetries() } else { 1 };
        let shape = game.plane_shape();
        self.inputs.clear();
        let mut count = 0;
        for (pos, _) in asked.clone() {
            count += 1;
            for symmetry in 0..images {
                let start = self.inputs.len();
                self.inputs.resize(start + shape.words(), 0);
                let mut painter = Painter::new(shape, &mut self.inputs[start..]);
                match symmetry {
                    0 => game.paint(pos, claim, &mut painter),
                    _ => {
                        let image = game.map_position(Symmetry(symmetry), pos);
                        game.paint(&image, claim, &mut painter);
                    }
                }
            }
        }
        self.outputs.resize(1, Output::default());
        match count * usize::from(images) {
            1 => self.evaluator.evaluate(&self.inputs, &mut self.outputs[0]),
            _ => self.evaluator.evaluate_all(&self.inputs, &mut self.outputs),
        }
        self.views.clear();
        let mut outputs = self.outputs.iter();
        let share = 1.0 / f32::from(images);
        for (_, moves) in asked {
            let mut view = View { policy: vec![0.0; moves.len()], ..View::default() };
            for (symmetry, output) in (0..images).map(Symmetry).zip(outputs.by_ref()) {
                let index = |mv: &G::Move| game.map_index(symmetry, game.move_index(*mv));
                let logits = moves.iter().map(|mv| output.policy[index(mv)]);
                let most = logits.clone().fold(f32::NEG_INFINITY, f32::max);
                let total: f32 = logits.clone().map(|logit| (logit - most).exp()).sum();
                for (policy, logit) in view.policy.iter_mut().zip(logits) {
                    *policy += share * (logit - most).exp() / total;
                }
                view.most = (output.heads.len() / view.costs.len() - 1) as f32;
                for (told, cost) in view.costs.iter_mut().zip(output.costs()) {
                    told.add(Told::new(cost, view.most), share);
                }
            }
            self.views.push(view);
        }
    }
}

impl View {
    /// The chance that the player to move wins.
    fn chance(&self) -> f32 {
        let [own, other] = self.costs;
        (0.5 * (1.0 - own.infinite + other.infinite)).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
    }

    /// Appends the guesses about the moves.
    fn guesses(&self, works: Works, out: &mut Vec<Guess>) {
        let chance = self.chance();
        let most = self.policy.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let count = self.policy.len() as f32;
        let work = |told: Told| match works {
            Works::Nodes => 10f32.powf(told.finite.min(MOST_WORK)),
            Works::ProofNumbers => 100.0 * told.mean,
        };
        let [own, other] = self.costs.map(work);
        let (work_if_won, work_if_lost) = match works {
            Works::Nodes => (own.max(1.0), (other / count).max(1.0)),
            Works::ProofNumbers => (own, other / count),
        };
        out.extend(self.policy.iter().map(|policy| {
            let chance = (chance * policy / most).max(LEAST_OF_MOVE);
            Guess { chance, work_if_won, work_if_lost }
        }));
    }
}

impl<G: Planes> Heuristic<G> for Network {
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        self.look(game, claim, std::iter::once((pos, moves)));
        let view = &self.views[0];
        view.guesses(self.works, out);
        view.chance()
    }

    fn guess_all(&mut self, game: &G, claim: Claim, asked: &[GuessQuery<G>], out: &mut [Guessed]) {
        if asked.is_empty() {
            return;
        }
        self.look(game, claim, asked.iter().map(|asked| (&asked.position, &asked.moves[..])));
        for (view, guessed) in self.views.iter().zip(out) {
            guessed.moves.clear();
            view.guesses(self.works, &mut guessed.moves);
            guessed.chance = view.chance();
            guessed.costs = match self.target {
                Target::Costs => {
                    let [own, other] = view.costs.map(|told| told.mean);
                    Some(Costs { own, other, most: view.most })
                }
                Target::Outcome => None,
            };
        }
    }
}

impl<G: Planes> Evaluate<G> for Network {
    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16 {
        self.look(game, claim, std::iter::once((pos, &[][..])));
        ((2.0 * self.views[0].chance() - 1.0) * f32::from(MOST_EVALUATION)) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Game, Player, Symmetric};
    use andor_games::toy::mnk::Mnk;
    use andor_net::{Kernel, Parameters, Server, Shape};

    fn game() -> Mnk {
        Mnk::new("4x4".parse().expect("a size"), 3)
    }

    /// A network with random weights in all of its layers.
    fn evaluator(game: &Mnk) -> Box<dyn Evaluator> {
        let planes = game.plane_shape();
        let shape = Shape {
            width: planes.columns,
            height: planes.rows,
            planes: planes.planes,
            extra_moves: planes.others,
            blocks: 1,
            filters: 8,
            bins: 20,
        };
        let mut parameters = Parameters::new(shape, 3);
        let mut rng = fastrand::Rng::with_seed(4);
        parameters.values_mut().iter_mut().for_each(|value| *value = rng.f32() - 0.5);
        andor_net::Network::new(&parameters, Kernel::best()).evaluator()
    }

    fn after(game: &Mnk, moves: usize) -> (<Mnk as Game>::Position, Vec<<Mnk as Game>::Move>) {
        let (mut pos, mut list) = (game.start(), Vec::new());
        for step in 0..=moves {
            list.clear();
            game.moves(&pos, &mut list);
            if step < moves {
                game.play(&mut pos, list[(5 * step + 1) % list.len()]);
            }
        }
        (pos, list)
    }

    const CLAIM: Claim = Claim { attacker: Player::White, at_least: andor_core::Margin(1) };

    #[test]
    fn guesses_divided_by_their_sum_are_the_policy() {
        let game = game();
        let (pos, moves) = after(&game, 4);
        let mut evaluator = evaluator(&game);
        let mut output = Output::default();
        evaluator.evaluate(&game.planes(&pos, CLAIM), &mut output);
        let logits: Vec<f32> = moves.iter().map(|mv| output.policy[game.move_index(*mv)]).collect();
        let total: f32 = logits.iter().map(|logit| logit.exp()).sum();
        let mut network = Network::new(evaluator, Target::Costs);
        let mut guesses = Vec::new();
        let chance = network.guess(&game, &pos, CLAIM, &moves, &mut guesses);
        assert!(chance > 0.0 && chance < 1.0);
        let sum: f32 = guesses.iter().map(|guess| guess.chance).sum();
        for (guess, logit) in guesses.iter().zip(&logits) {
            assert!((guess.chance / sum - logit.exp() / total).abs() < 1e-4, "{guess:?}");
            assert!(guess.chance <= chance && guess.work_if_won >= 1.0);
        }
        let best = guesses.iter().map(|guess| guess.chance).fold(0.0, f32::max);
        assert!((best - chance).abs() < 1e-6, "the best move is as good as the position");
    }

    #[test]
    fn a_batch_tells_what_single_positions_tell() {
        let game = game();
        for symmetric in [false, true] {
            let network = || match Network::new(evaluator(&game), Target::Costs) {
                network if symmetric => network.symmetric(),
                network => network,
            };
            let (mut one, mut many) = (network(), network());
            let asked: Vec<GuessQuery<Mnk>> = (0..5)
                .map(|count| after(&game, count))
                .map(|(position, moves)| GuessQuery { position, moves })
                .collect();
            let mut out = vec![Guessed::default(); asked.len()];
            many.guess_all(&game, CLAIM, &asked, &mut out);
            for (GuessQuery { position, moves }, guessed) in asked.iter().zip(&out) {
                let mut guesses = Vec::new();
                let chance = one.guess(&game, position, CLAIM, moves, &mut guesses);
                assert_eq!((chance, &guesses), (guessed.chance, &guessed.moves));
                assert!(guessed.costs.is_some());
            }
            let mut chances = Network::new(evaluator(&game), Target::Outcome);
            chances.guess_all(&game, CLAIM, &asked, &mut out);
            assert!(out.iter().all(|guessed| guessed.costs.is_none()), "no costs, no logarithms");
        }
    }

    /// The mean over all images does not depend on the image that is asked about.
    #[test]
    fn symmetric_guesses_are_those_of_every_image() {
        let game = game();
        let (pos, moves) = after(&game, 5);
        let mut network = Network::new(evaluator(&game), Target::Costs).symmetric();
        let mut guesses = |pos: &_, moves: &[_]| {
            let mut out = Vec::new();
            let chance = network.guess(&game, pos, CLAIM, moves, &mut out);
            (chance, out)
        };
        let (chance, own) = guesses(&pos, &moves);
        for symmetry in (0..game.symmetries()).map(Symmetry) {
            let image = game.map_position(symmetry, &pos);
            let images: Vec<_> = moves.iter().map(|mv| game.map_move(symmetry, *mv)).collect();
            let (other, found) = guesses(&image, &images);
            assert!((chance - other).abs() < 1e-5);
            for (a, b) in own.iter().zip(&found) {
                assert!((a.chance - b.chance).abs() < 1e-5, "{a:?} {b:?}");
            }
        }
    }

    /// The numbers of a position come back from the first numbers of its moves: the least number
    /// towards a win, and the sum of the numbers towards a loss.
    #[test]
    fn first_proof_numbers_add_up_to_the_costs() {
        let game = game();
        let (pos, moves) = after(&game, 3);
        let network = || Network::new(evaluator(&game), Target::Costs);
        let mut out = vec![Guessed::default()];
        let asked = [GuessQuery { position: pos.clone(), moves: moves.clone() }];
        network().guess_all(&game, CLAIM, &asked, &mut out);
        let costs = out[0].costs.expect("costs");
        let mut guesses = Vec::new();
        let mut numbers = network().with_works(Works::ProofNumbers);
        numbers.guess(&game, &pos, CLAIM, &moves, &mut guesses);
        let least = guesses.iter().map(|guess| guess.work_if_won).fold(f32::INFINITY, f32::min);
        let sum: f32 = guesses.iter().map(|guess| guess.work_if_lost).sum();
        assert!((least / 100.0 - costs.own).abs() < 1e-3, "{least} {costs:?}");
        assert!((sum / 100.0 - costs.other).abs() < 1e-2, "{sum} {costs:?}");
    }
}
