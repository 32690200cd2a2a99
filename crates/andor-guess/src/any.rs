//! Random games of [`AnyGame`]: those of the real game.

use crate::{Playout, Tally};
use andor_core::Claim;
use andor_games::any::{AnyGame, AnyMove, AnyPosition, Variant};
use andor_games::each_game;

/// Plays random games of a real game.
fn play<V: Variant + Playout>(
    game: &V,
    (pos, claim): (&AnyPosition, Claim),
    moves: &[AnyMove],
    games: u32,
    rng: &mut fastrand::Rng,
    tally: &mut Tally,
) {
    let moves: Vec<V::Move> = moves.iter().map(|&mv| V::mv(mv)).collect();
    game.playouts(V::position(pos), claim, &moves, games, rng, tally);
}

impl Playout for AnyGame {
    fn batch(&self) -> u32 {
        each_game!(self, game => game.batch())
    }

    fn playouts(
        &self,
        pos: &AnyPosition,
        claim: Claim,
        moves: &[AnyMove],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        each_game!(self, game => play(game, (pos, claim), moves, games, rng, tally));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Game, Player};
    use andor_games::go::{Go, Rules};
    use andor_games::gomoku::{self, SmallGomoku};
    use andor_games::hex::Hex;
    use andor_games::killall::{Killall, KoRule};
    use andor_games::toy::nim::Nim;

    /// The same seed gives the same tally inside and outside.
    fn check<V: Variant + Playout>(game: V) {
        let claim = Claim::win(Player::Black);
        let (start, mut moves) = (game.start(), Vec::new());
        game.moves(&start, &mut moves);
        let (mut own, mut all) = (Tally::default(), Tally::default());
        own.reset(moves.len());
        all.reset(moves.len());
        let rng = || fastrand::Rng::with_seed(5);
        game.playouts(&start, claim, &moves, game.batch(), &mut rng(), &mut own);
        let batch = game.batch();
        let any = game.wrap();
        assert_eq!(any.batch(), batch);
        let moves: Vec<AnyMove> = moves.into_iter().map(V::wrap_move).collect();
        any.playouts(&any.start(), claim, &moves, batch, &mut rng(), &mut all);
        let told = |tally: &Tally| (tally.games, tally.wins, tally.plies, tally.choices);
        assert_eq!(told(&all), told(&own));
        assert_eq!(all.moves, own.moves);
    }

    #[test]
    fn random_games_are_those_of_the_real_game() {
        let size = |text: &str| text.parse().expect("a size");
        check(Hex::<1>::new(size("5x5")));
        check(Go::<1>::new(size("4x4"), Rules::PSK));
        check(Killall::new(size("7x7"), KoRule::Basic));
        check(SmallGomoku::new(size("7x7"), gomoku::Rules::Freestyle));
        check(Nim::new(&[3, 4]));
    }
}
