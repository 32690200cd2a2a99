//! Values of tiny boards, by brute force with the whole past.
//!
//! The values agree with those of Tromp, Taylor and van der Werf & Winands; 2x2 is where the rule
//! sets differ: 1 under superko, a long cycle without it.

use crate::support::brute_force::BruteForce;
use andor_core::{Claim, Game, Margin, Player, Verdict};
use andor_games::go::{Go, Rules};
use andor_games::size::Size;

fn go(size: &str, rules: Rules) -> Go<1> {
    Go::new(size.parse::<Size>().expect("a size"), rules)
}

/// The verdict on the claim that `attacker` gets at least so much from the empty board, and the
/// nodes that it took.
fn solve(size: &str, rules: Rules, attacker: Player, at_least: i16) -> (Verdict, u64) {
    let game = go(size, rules);
    let start = game.start();
    let mut search = BruteForce::new(&game, &start);
    let claim = Claim { attacker, at_least: Margin(at_least) };
    let verdict = search.verdict(&start, claim).expect("no limit of nodes");
    (verdict, search.nodes)
}

/// `player` gets `best` and not more.
fn check(size: &str, rules: Rules, player: Player, best: i16) {
    for (at_least, expected) in [(best, Verdict::Proven), (best + 1, Verdict::Disproven)] {
        let (verdict, nodes) = solve(size, rules, player, at_least);
        eprintln!("{size} {rules}: {player} at least {at_least} {verdict}, {nodes} nodes");
        assert_eq!(verdict, expected, "{size} {rules}: {player} at least {at_least}");
    }
}

#[test]
fn tiny_boards_under_superko() {
    for rules in [Rules::PSK, Rules::SSK, Rules::NSSK, Rules::TROMP_TAYLOR] {
        for (size, value) in [("1x1", 0), ("1x2", 0), ("1x3", 3), ("1x4", 4), ("2x2", 1)] {
            check(size, rules, Player::Black, value);
        }
    }
    for rules in [Rules::PSK, Rules::SSK, Rules::NSSK] {
        check("1x5", rules, Player::Black, 0);
    }
}

#[test]
fn one_by_five_with_suicide() {
    check("1x5", Rules::TROMP_TAYLOR, Player::Black, 0);
}

/// Where a long cycle has no result, each player has a best margin that can be forced, and they
/// need not add up: on 1x5 and 2x2 either player can go round in circles, and who insists on a
/// result can be made to lose the whole board.
#[test]
fn tiny_boards_under_basic_ko() {
    for (size, black, white) in [
        ("1x1", 0, 0),
        ("1x2", 0, 0),
        ("1x3", 3, -3),
        ("1x4", 4, -4),
        ("1x5", -5, -5),
        ("2x2", -4, -4),
    ] {
        check(size, Rules::BASIC_KO, Player::Black, black);
        check(size, Rules::BASIC_KO, Player::White, white);
    }
}

/// Under MIGOS' rules the values are those of van der Werf and Winands' Table 2. All blocks are
/// alive on boards with one row; on 1x4 the value would be another one if blocks in atari were
/// dead.
#[test]
fn tiny_boards_under_migos_rules() {
    let alive = "migos,atari=alive".parse().expect("rules");
    for (size, value) in [("1x1", 0), ("1x2", 0), ("1x3", 3), ("1x4", 4), ("1x5", 0), ("2x2", 0)] {
        for rules in [Rules::MIGOS, alive] {
            check(size, rules, Player::Black, value);
            check(size, rules, Player::White, -value);
        }
    }
    check("4x1", Rules::MIGOS, Player::Black, 4);
    check("1x4", "migos,atari=dead-unless-both".parse().expect("rules"), Player::Black, 0);
}

/// 2x2 is a tie because either player can go round in circles, unless the other gives a point: who
/// gets the even cycles gets that point, and where they have no result the other can be made to
/// give it.
#[test]
fn two_by_two_under_all_values_of_cycles() {
    let rules = |text: &str| text.parse::<Rules>().expect("rules");
    check("2x2", rules("migos,cycle=black"), Player::Black, 1);
    check("2x2", rules("migos,cycle=white"), Player::White, 1);
    check("2x2", Rules::CHINESE, Player::Black, -1);
    check("2x2", Rules::CHINESE, Player::White, -1);
}
