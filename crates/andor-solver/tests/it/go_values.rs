//! The values of the smallest Go boards under every superko rule, by every search.
//!
//! The values are those of brute force with the whole past and no table. A search that reuses a
//! result where the past forbids it gets some of them wrong.

use andor_core::Player;
use andor_games::go::Komi;
use andor_solver::{Problem, SearchName, Settings, solve};

/// Who wins with the komi, if Black's margin with best play is `value`.
fn expected(value: i16, komi: Komi) -> Option<Player> {
    match (2 * value).cmp(&komi.0) {
        std::cmp::Ordering::Greater => Some(Player::Black),
        std::cmp::Ordering::Less => Some(Player::White),
        std::cmp::Ordering::Equal => None,
    }
}

fn check(board: &str, rules: &str, value: i16, searches: &[SearchName], knowledge: &[&str]) {
    for half_points in [2 * value - 2, 2 * value - 1, 2 * value, 2 * value + 1] {
        let komi = Komi(half_points);
        for &search in searches {
            for knowledge in knowledge {
                let settings = Settings {
                    search: Some(search),
                    knowledge: (*knowledge).into(),
                    ..Settings::default()
                };
                let problem = Problem::named("go", board)
                    .and_then(|problem| problem.with_option("rules", rules))
                    .and_then(|problem| problem.with_option("komi", &komi.to_string()))
                    .expect("a problem");
                let report = solve(&problem, &settings, None).expect("an answer");
                assert_eq!(
                    report.winner,
                    expected(value, komi),
                    "{board} {rules} komi {komi} {search} {knowledge}"
                );
                assert_eq!(report.stop_reason, None);
            }
        }
    }
}

const RULES: [&str; 5] = ["psk", "ssk", "nssk", "tromp-taylor", "ssk-suicide"];

const BEST_FIRST: [SearchName; 3] =
    [SearchName::ExpectedWork, SearchName::WithoutWinRate, SearchName::WithoutProofSize];

#[test]
fn boards_of_one_row() {
    for rules in &RULES[..4] {
        for (board, value) in [("1x1", 0), ("1x2", 0), ("1x3", 3), ("4x1", 4)] {
            check(board, rules, value, &BEST_FIRST, &["none", "full"]);
            check(board, rules, value, &[SearchName::AlphaBeta], &["full"]);
        }
        check("1x5", rules, 0, &[SearchName::ExpectedWork], &["none", "full"]);
    }
}

#[test]
fn two_by_two() {
    for rules in &RULES[..4] {
        check("2x2", rules, 1, &BEST_FIRST, &["none", "full"]);
        check("2x2", rules, 1, &[SearchName::AlphaBeta], &["full"]);
    }
}

#[test]
fn three_by_three_is_blacks() {
    for rules in ["psk", "ssk", "tromp-taylor", "ssk-suicide"] {
        check("3x3", rules, 9, &[SearchName::ExpectedWork], &["full"]);
    }
}

/// Natural situational superko lets a player who passed retake a ko, because a pass creates no
/// position: on 3x3 White keeps a ko alive that way, and Black wins by two points only.
#[test]
fn three_by_three_where_passes_create_nothing() {
    check("3x3", "nssk", 2, &[SearchName::ExpectedWork, SearchName::AlphaBeta], &["full"]);
}

/// With basic ko a long cycle has no result: on 2x2 neither side can force anything.
#[test]
fn long_cycles_have_no_result() {
    let ews = Settings { search: Some(SearchName::ExpectedWork), ..Settings::default() };
    for komi in ["-0.5", "0", "0.5"] {
        let problem = Problem::named("go", "2x2")
            .and_then(|problem| problem.with_option("rules", "basic-ko"))
            .and_then(|problem| problem.with_option("komi", komi))
            .expect("a problem");
        let report = solve(&problem, &ews, None).expect("an answer");
        assert!(report.draw && report.winner.is_none(), "komi {komi}: {:?}", report.winner);
    }
}
