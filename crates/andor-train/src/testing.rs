//! Games, knowledge and evaluations for tests.

use crate::selfplay::{Asked, SelfPlay, Setup};
#[cfg(test)]
use crate::settings::TrainSettings;
use crate::starts::HardStarts;
use andor_core::{
    Claim, Details, Game, Oracle, Outcome, Planes, Player, Ruling, RulingIn, Settled, SettledIn,
    Thoroughness,
};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_games::toy::mnk::{Mnk, MnkPosition};
use andor_net::Cost;

/// The bins of networks in tests.
pub(crate) const BINS: usize = 20;

/// Three in a row on a square board.
pub(crate) fn square(side: u8) -> Mnk {
    Mnk::new(Size::new(side, side).expect("a size"), 3)
}

/// The claims that each player wins.
pub(crate) const CLAIMS: [Claim; 2] = [
    Claim { attacker: Player::Black, at_least: andor_core::Margin(1) },
    Claim { attacker: Player::White, at_least: andor_core::Margin(1) },
];

/// Few simulations, no random stones.
pub(crate) fn short_settings() -> TrainSettings {
    TrainSettings { simulations: 16, fast_simulations: 4, openings: 0, ..TrainSettings::default() }
}

/// Knows wins at once, and that threats must be met.
pub(crate) struct Blocks;

/// The moves with which a player wins at once.
fn wins(game: &Mnk, pos: &MnkPosition, player: Player) -> Vec<Point> {
    let pos = game.set_up(Player::both(|player| pos.stones(player)), player);
    let mut moves = Vec::new();
    game.moves(&pos, &mut moves);
    moves.retain(|&mv| game.outcome(&game.after(&pos, mv)) == Some(Outcome::win(player)));
    moves
}

impl Oracle<Mnk> for Blocks {
    fn settle(
        &self,
        game: &Mnk,
        pos: &MnkPosition,
        claim: Claim,
        _: Details,
    ) -> Option<SettledIn<Mnk>> {
        let mover = game.to_move(pos);
        let verdict = claim.judge(Outcome::win(mover));
        let settled = Settled { verdict, best: None, zone: None };
        (!wins(game, pos, mover).is_empty()).then_some(settled)
    }

    fn consider(
        &self,
        game: &Mnk,
        pos: &MnkPosition,
        claim: Claim,
        _: Thoroughness,
        wanted: Details,
        moves: &mut Vec<Point>,
    ) -> RulingIn<Mnk> {
        let opponent = game.to_move(pos).other();
        // The defender of a claim may let the other player win where that is no success.
        let threats = wins(game, pos, opponent);
        if claim.judge(Outcome::win(opponent)).winner(claim) == opponent && !threats.is_empty() {
            moves.retain(|mv| threats.contains(mv));
        }
        Ruling::of(self.settle(game, pos, claim, wanted))
    }
}

/// A position of m,n,k from its planes, which tell the stones of the player to move first, and
/// whether that player attacks.
pub(crate) fn position(game: &Mnk, input: &[u32]) -> (MnkPosition, Claim) {
    let words = game.plane_shape().words_of_plane();
    let points = |plane: usize| {
        let bits = &input[plane * words..][..words];
        let is_set = |point: &Point| bits[point.index() / 32] >> (point.index() % 32) & 1 == 1;
        game.size().points().filter(is_set).collect::<Points<1>>()
    };
    let (own, other) = (points(0), points(1));
    let mover = if points(3).is_empty() { Player::White } else { Player::Black };
    let attacker = if points(4).is_empty() { mover.other() } else { mover };
    let stones = if mover == Player::Black { [own, other] } else { [other, own] };
    (game.set_up(stones, mover), Claim::win(attacker))
}

/// The player who gets what they want if both play well.
pub(crate) fn exact_winner(game: &Mnk, pos: &MnkPosition, claim: Claim) -> Player {
    if let Some(outcome) = game.outcome(pos) {
        return claim.judge(outcome).winner(claim);
    }
    let mover = game.to_move(pos);
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let wins = moves.into_iter().any(|mv| exact_winner(game, &game.after(pos, mv), claim) == mover);
    if wins { mover } else { mover.other() }
}

/// An evaluation without preferences among moves, with the right winner.
pub(crate) fn exact(game: &Mnk, input: &[u32]) -> (Vec<f32>, [Cost; 2]) {
    let (pos, claim) = position(game, input);
    let cheap = Cost { mean: 1.0, infinite: 0.0 };
    let dear = Cost { mean: (BINS - 1) as f32, infinite: 1.0 };
    let wins = exact_winner(game, &pos, claim) == game.to_move(&pos);
    let costs = if wins { [cheap, dear] } else { [dear, cheap] };
    (vec![0.0; game.plane_shape().moves()], costs)
}

/// Plays a game from a seed with an evaluation of planes.
pub(crate) fn play<'a, G: Planes>(
    setup: &Setup<'a, G>,
    oracle: &dyn Oracle<G>,
    hard: &HardStarts,
    seed: u64,
    mut evaluate: impl FnMut(&[u32]) -> (Vec<f32>, [Cost; 2]),
) -> SelfPlay<'a, G> {
    let mut play = SelfPlay::new(setup);
    let mut input = vec![0; setup.shape.words()];
    play.begin(setup, oracle, hard, seed);
    while play.next(setup, oracle, &mut input) == Asked::Evaluation {
        let (policy, costs) = evaluate(&input);
        play.feed(setup, &policy, costs);
    }
    play
}

/// An evaluation of noise.
pub(crate) fn noise(moves: usize, random: &mut fastrand::Rng) -> (Vec<f32>, [Cost; 2]) {
    let mut cost = |most: f32| Cost { mean: most * random.f32(), infinite: random.f32() };
    let costs = [cost((BINS - 1) as f32), cost((BINS - 1) as f32)];
    ((0..moves).map(|_| 3.0 * random.f32()).collect(), costs)
}
