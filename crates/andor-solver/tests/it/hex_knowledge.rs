//! Hex with knowledge: every search agrees with the plain one, whatever is known and however many
//! threads there are.

use andor_core::Player;
use andor_solver::{Problem, Report, SearchName, Settings, solve};
use std::collections::HashMap;

fn answer(size: &str, moves: &str, settings: &Settings) -> Report {
    let problem = Problem::named("hex", size).expect("a board").with_moves(moves);
    solve(&problem, settings, None).expect("a problem")
}

fn settings(search: SearchName, knowledge: &str, threads: usize) -> Settings {
    Settings { search: Some(search), knowledge: knowledge.into(), threads, ..Settings::default() }
}

fn openings(size: &str) -> Vec<String> {
    let plain = Settings { all_moves: true, ..settings(SearchName::ExpectedWork, "none", 1) };
    let report = answer(size, "", &plain);
    report.moves.expect("all moves").into_iter().map(|mv| mv.mv).collect()
}

#[test]
fn knowledge_and_threads_change_no_verdict() {
    let mut winners = HashMap::new();
    for size in ["3x3", "4x4", "4x5"] {
        for opening in openings(size) {
            let expected = answer(size, &opening, &settings(SearchName::ExpectedWork, "none", 1));
            assert!(expected.winner.is_some());
            for search in [SearchName::ExpectedWork, SearchName::ProofNumber, SearchName::AlphaBeta]
            {
                for (knowledge, threads) in
                    [("none", 1), ("connections", 1), ("inferior", 1), ("full", 1), ("full", 2)]
                {
                    if search == SearchName::AlphaBeta && knowledge == "none" {
                        continue;
                    }
                    let found = answer(size, &opening, &settings(search, knowledge, threads));
                    assert_eq!(
                        found.winner, expected.winner,
                        "{size} {opening} {search} {knowledge} {threads}"
                    );
                    check_best(size, &opening, &found, &mut winners);
                }
            }
        }
    }
}

/// The best move of whoever wins wins. The winners that the plain search finds after best moves are
/// kept, by size and moves.
fn check_best(
    size: &str,
    moves: &str,
    report: &Report,
    winners: &mut HashMap<(String, String), Option<Player>>,
) {
    if report.winner == Some(report.to_move) {
        let best = report.best_move.as_ref().expect("a best move");
        let moves = format!("{moves} {best}");
        let plain = settings(SearchName::ExpectedWork, "none", 1);
        let after = winners
            .entry((size.to_string(), moves.clone()))
            .or_insert_with(|| answer(size, &moves, &plain).winner);
        assert_eq!(*after, report.winner, "{size} {moves}");
    }
}

/// The values of all openings of 5×5, from one table, are those of the plain search.
#[test]
fn the_values_of_all_openings() {
    let values = |settings: Settings| {
        let moves = answer("5x5", "", &Settings { all_moves: true, ..settings }).moves;
        let values: Vec<_> =
            moves.expect("all moves").into_iter().map(|mv| (mv.mv, mv.winner)).collect();
        values
    };
    let plain = values(settings(SearchName::ExpectedWork, "none", 1));
    assert!(plain.len() == 25 && plain.iter().all(|(_, winner)| winner.is_some()));
    for threads in [1, 2] {
        assert_eq!(values(settings(SearchName::ProofNumber, "full", threads)), plain);
    }
}

/// Fill-in of dominated cells takes away the room of Black's connections here; the position as it
/// stands shows the win.
#[test]
fn a_win_is_seen_before_fill_in() {
    let moves = "j8 i3 f4 g5 e6 f7 d8 d9 c9 b11 c10 c11 d10 d11 e10";
    let report = answer("11x11", moves, &Settings { nodes: Some(10), ..Settings::default() });
    assert_eq!(report.winner, Some(Player::Black));
    assert_eq!(report.nodes, 1);
}
