//! The bounds say what the oracle says, claim by claim.

use andor_core::{Claim, Margin, Oracle, Player, Verdict, laws};
use andor_games::go::{Go, Rules};
use andor_games::size::Size;
use andor_knowledge::go::bounds::bounds;
use andor_knowledge::go::safety::AlternatingSafety;

#[test]
fn bounds_are_what_the_oracle_settles() {
    for (size, rules) in [("5x5", Rules::PSK), ("4x3", Rules::BASIC_KO), ("3x3", Rules::SSK)] {
        let game = Go::<1>::new(size.parse::<Size>().expect("a size"), rules);
        let area = game.size().area() as i16;
        let mut narrow = 0;
        laws::walk(&game, 100, 7, |pos| {
            if pos.is_over() {
                return;
            }
            let (lower, upper) = bounds(&game, pos);
            narrow += usize::from(lower.0 > -area || upper.0 < area);
            for at_least in -area..=area {
                let claim = Claim { attacker: Player::Black, at_least: Margin(at_least) };
                let settled =
                    AlternatingSafety::default().settle(&game, pos, claim).map(|found| found.0);
                let expected = if lower >= claim.at_least {
                    Some(Verdict::Proven)
                } else if upper < claim.at_least {
                    Some(Verdict::Disproven)
                } else {
                    None
                };
                assert_eq!(settled, expected, "{claim:?} in {pos:?}");
            }
        });
        assert!(narrow > 20, "{size}: only {narrow} positions with bounds");
    }
}
