//! Planes tell whose win is claimed where a game can be drawn, and only there.

use andor_core::{Claim, Planes, Player};
use andor_games::go::{Go, Rules};
use andor_games::gomoku::{Rules as GomokuRules, SmallGomoku};
use andor_games::hex::Hex;
use andor_games::killall::{Killall, KoRule};
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

/// Do the claims of the two players have different planes at the start?
fn tells_claims<G: Planes>(game: &G) -> bool {
    let [black, white] = Player::both(|player| game.planes(&game.start(), Claim::win(player)));
    black != white
}

#[test]
fn claims_are_told_where_there_are_draws() {
    assert!(tells_claims(&Mnk::new(size("4x3"), 3)));
    assert!(tells_claims(&SmallGomoku::new(size("5x5"), GomokuRules::Freestyle)));
    assert!(tells_claims(&Go::<1>::new(size("3x3"), Rules::PSK)));
    assert!(!tells_claims(&Hex::<1>::new(size("3x3"))));
    assert!(!tells_claims(&Killall::new(size("3x3"), KoRule::Basic)));
}
