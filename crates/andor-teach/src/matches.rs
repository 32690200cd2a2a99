//! Matches between two networks, by Monte Carlo tree search.

use crate::parallel::in_order;
use crate::with_typed;
use andor_core::{Game, Planes, Player, Verdict};
use andor_games::any::AnyGame;
use andor_guess::{Network, Works};
use andor_search::mcts::{MonteCarlo, Options, Selection};
use andor_search::memory::Transpositions;
use andor_search::threads::on_deep_stack;
use andor_search::{Answer, Budget, Line, Observer, Search};
use andor_solver::score::Score;
use andor_solver::{Adapter, BadInput, EXPLORATION, Guide, Problem};
use std::sync::Arc;

/// A match between networks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchPlan {
    /// The number of games; both networks begin equally often, from the same openings.
    pub games: usize,
    /// The simulations for a move.
    pub simulations: u64,
    /// The random moves of an opening.
    pub opening: usize,
    /// The seed.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
}

/// A match between two networks; the score is that of the first one.
pub fn play_match(
    problem: &Problem,
    guides: [&Arc<Guide>; 2],
    plan: MatchPlan,
) -> Result<Score, BadInput> {
    with_typed(problem, |typed| games(typed.game(), guides, plan))
}

fn games(game: &AnyGame, guides: [&Arc<Guide>; 2], plan: MatchPlan) -> Result<Score, BadInput> {
    let games = in_order(plan.threads, |number| {
        if number >= plan.games {
            return Ok(None);
        }
        let mut rng = fastrand::Rng::with_seed(plan.seed.wrapping_add(number as u64 / 2));
        let first = if number % 2 == 0 { Player::Black } else { Player::White };
        let winner = on_deep_stack(|| duel(game, guides, first, plan, &mut rng))?;
        Ok(Some(winner.map(|winner| winner == first)))
    })?;
    Ok(games.into_iter().collect())
}

/// Keeps the move that looks best.
struct Best<M>(Option<M>);

impl<G: Game> Observer<G> for Best<G::Move> {
    fn guess(&mut self, mv: G::Move) {
        self.0 = Some(mv);
    }
}

/// The winner of a game in which the first network plays `first`.
fn duel(
    game: &AnyGame,
    guides: [&Arc<Guide>; 2],
    first: Player,
    plan: MatchPlan,
    rng: &mut fastrand::Rng,
) -> Option<Player> {
    let mut line = Line::new(game, game.start());
    let mut moves = Vec::new();
    let shape = game.plane_shape();
    let most_plies = 3 * shape.moves();
    let claims = game.question().claims;
    let winner = |outcome| {
        let wins = |player: &Player| claims[player.index()].judge(outcome) == Verdict::Proven;
        Player::BOTH.into_iter().find(wins)
    };
    for ply in 0..most_plies {
        if let Some(outcome) = line.outcome() {
            return winner(outcome);
        }
        moves.clear();
        line.moves(&mut moves);
        if moves.is_empty() {
            return winner(game.stuck(line.position()));
        }
        let mv = if ply < plan.opening {
            moves[rng.usize(..moves.len())]
        } else {
            let guide = guides[usize::from(line.to_move() != first)];
            let claim = claims[line.to_move().index()];
            let guesses = Network::new(guide.evaluator(), guide.target());
            let guesses = guesses.with_works(Works::Nodes);
            let (exploration, batch) = (EXPLORATION, 1);
            let options = Options { selection: Selection::Puct, exploration, batch };
            let memory = Transpositions::<AnyGame>::default();
            let mut search = MonteCarlo::new((), guesses, memory, options, rng.u64(..));
            let mut budget = Budget::unlimited().nodes(plan.simulations);
            let mut best = Best(None);
            let answer = search.solve(&mut line, claim, &mut budget, &mut best);
            // Guesses on the way come by the clock, only that of the end always.
            let found = match answer {
                Answer::Solved { best, .. } => best,
                Answer::Stopped(_) => best.0,
            };
            found.unwrap_or_else(|| moves[rng.usize(..moves.len())])
        };
        line.play(mv);
    }
    None
}
