//! The score of a match, and the test whether it is better than another.

use andor_solver::score::{Score, Sprt, Tested};

#[test]
fn intervals_are_those_of_wilson() {
    let check = |wins, draws, losses, expected: &str| {
        assert_eq!(Score { wins, draws, losses }.to_string(), expected);
    };
    check(0, 0, 0, "0 wins, 0 draws, 0 losses: 0.0 % (95 %: 0.0 to 100.0)");
    check(10, 0, 0, "10 wins, 0 draws, 0 losses: 100.0 % (95 %: 72.2 to 100.0)");
    let even = "5 wins, 0 draws, 5 losses: 50.0 % (95 %: 23.7 to 76.3), Elo +0 (-204 to +204)";
    check(5, 0, 5, even);
    let better = "50 wins, 20 draws, 30 losses: 60.0 % (95 %: 50.2 to 69.1), Elo +70 (+1 to +139)";
    check(50, 20, 30, better);
}

/// The test ends where the odds are 19 to 1: by hand, with shares of 1/2 and 10/11.
#[test]
fn the_test_ends_when_the_odds_are_large() {
    let sprt: Sprt = "0,400".parse().expect("a test");
    let tested = |wins, losses| sprt.tested(&Score { wins, draws: 0, losses });
    assert_eq!(tested(4, 0), Tested::Open);
    assert_eq!(tested(5, 0), Tested::Upper, "(20/11)^5 = 19.9");
    assert_eq!(tested(0, 1), Tested::Open);
    assert_eq!(tested(0, 2), Tested::Lower, "(2/11)^2 = 1/30");
    for wrong in ["", "0", "50,0", "0,0", "a,b", "0,1e9", "nan,1"] {
        assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
    }
}
