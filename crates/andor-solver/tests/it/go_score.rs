//! Exact margins of Go boards: those of van der Werf and Winands' Table 2, of Drange's openings,
//! and of brute force.

use andor_checker::{Options, check};
use andor_core::Player;
use andor_solver::{InPlay, Problem, Proof, Report, Score, SearchName, Settings, named, solve};

fn slow() -> bool {
    std::env::var_os("ANDOR_SLOW").is_some()
}

fn scored(size: &str, rules: &str, settings: Settings) -> Report {
    let problem =
        Problem::named("go", size).expect("a board").with_option("rules", rules).expect("rules");
    let settings = Settings { score: settings.score.or(Some(Score::Unknown)), ..settings };
    solve(&problem, &settings, None).expect("an answer")
}

fn settings(search: SearchName) -> Settings {
    Settings { search: Some(search), ..Settings::default() }
}

/// The board's margin, with the claims that prove it on both sides.
fn check_margin(size: &str, rules: &str, search: SearchName, margin: i16) {
    let report = scored(size, rules, settings(search));
    let found = (report.margin, report.lower_bound, report.upper_bound);
    assert_eq!(found, (Some(margin), Some(margin), Some(margin)), "{size} {rules} {search}");
    eprintln!("{size} {rules} {search}: {margin}, {} nodes", report.nodes);
}

const MIGOS: &str = "migos";
const ALIVE: &str = "migos,atari=alive";

/// Table 2 of van der Werf and Winands comes out under one name.
#[test]
fn the_published_values() {
    let rows = [0, 0, 3, 4, 0, 1, 2, 3, 0];
    for (length, margin) in (1..).zip(rows) {
        check_margin(&format!("1x{length}"), MIGOS, SearchName::AlphaBeta, margin);
        check_margin(&format!("{length}x1"), MIGOS, SearchName::AlphaBeta, margin);
    }
    check_margin("1x4", "migos,atari=dead-unless-both", SearchName::AlphaBeta, 0);
    let boards = [("2x2", 0), ("2x3", 0), ("2x4", 8), ("3x3", 9), ("2x5", 10), ("3x4", 4)];
    for (size, margin) in boards {
        check_margin(size, MIGOS, SearchName::AlphaBeta, margin);
        check_margin(size, ALIVE, SearchName::AlphaBeta, margin);
    }
    check_margin("2x6", MIGOS, SearchName::AlphaBeta, 12);
    check_margin("3x5", MIGOS, SearchName::AlphaBeta, 15);
    check_margin("4x4", MIGOS, SearchName::AlphaBeta, 2);
    if slow() {
        let boards = [("2x7", 14), ("2x8", 16), ("3x6", 18), ("2x9", 18), ("4x5", 20)];
        for (size, margin) in boards {
            check_margin(size, MIGOS, SearchName::AlphaBeta, margin);
        }
        check_margin("1x10", MIGOS, SearchName::AlphaBeta, 1);
        check_margin("1x11", MIGOS, SearchName::AlphaBeta, 2);
    }
}

/// Knowledge by name changes the work, never the margin.
#[test]
fn all_knowledge_finds_the_margin() {
    for knowledge in ["none", "life", "territory", "territory,life"] {
        for (size, rules, margin) in [
            ("1x4", "psk", 4),
            ("1x5", ALIVE, 0),
            ("2x2", "psk", 1),
            ("2x3", MIGOS, 0),
            ("2x4", MIGOS, 8),
            ("3x3", MIGOS, 9),
        ] {
            let knowledge = knowledge.into();
            let search = settings(SearchName::AlphaBeta);
            let report = scored(size, rules, Settings { knowledge, ..search });
            assert_eq!(report.margin, Some(margin), "{size} {rules} {}", named(&report.knowledge));
        }
    }
}

/// Threads share what they find, and find the same.
#[test]
fn threads_find_the_same() {
    for threads in [2, 3] {
        for (size, rules, margin) in [
            ("1x5", ALIVE, 0),
            ("1x7", ALIVE, 2),
            ("2x2", MIGOS, 0),
            ("2x3", MIGOS, 0),
            ("2x4", MIGOS, 8),
            ("3x3", MIGOS, 9),
            ("3x4", MIGOS, 4),
            ("3x5", MIGOS, 15),
        ] {
            let search = settings(SearchName::AlphaBeta);
            let report = scored(size, rules, Settings { threads, ..search });
            assert_eq!(report.margin, Some(margin), "{size} {rules} with {threads} threads");
        }
    }
}

#[test]
fn every_search_finds_the_margin() {
    for (_, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general()) {
        check_margin("1x3", "psk", search, 3);
        check_margin("1x4", ALIVE, search, 4);
        // The plain reference takes millions of nodes even for 2x2.
        if search != SearchName::DepthFirst || slow() {
            check_margin("2x2", "psk", search, 1);
            check_margin("2x2", MIGOS, search, 0);
        }
    }
    for (size, rules, margin) in [("2x2", MIGOS, 0), ("2x4", "psk", 8), ("3x4", MIGOS, 4)] {
        check_margin(size, rules, SearchName::Learning, margin);
    }
    check_margin("2x3", "ssk", SearchName::ExpectedWork, 0);
    check_margin("3x3", "psk", SearchName::ExpectedWork, 9);
    // Under natural situational superko White has a way out, as certificates confirm.
    check_margin("3x3", "nssk", SearchName::AlphaBeta, 2);
}

/// Where long cycles have no result the bounds need not meet.
#[test]
fn without_result_the_bounds_may_stay_apart() {
    for search in [SearchName::AlphaBeta, SearchName::ExpectedWork] {
        for (rules, bounds) in [("chinese", (-1, 1)), ("basic-ko", (-4, 4))] {
            let report = scored("2x2", rules, settings(search));
            let found = (report.lower_bound, report.upper_bound, report.margin);
            assert_eq!(found, (Some(bounds.0), Some(bounds.1), None), "{rules} {search}");
            assert!(report.draw && report.winner.is_none());
        }
    }
}

/// Where the bounds stay apart the best move keeps what the mover gets for sure, after any moves.
#[test]
fn the_best_move_keeps_the_bound() {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut apart = 0;
    for size in ["3x1", "4x1", "2x2"] {
        for rules in ["basic-ko", "basic-ko-suicide", "chinese"] {
            for search in
                [SearchName::AlphaBeta, SearchName::ExpectedWork, SearchName::ProofNumberTree]
            {
                for _ in 0..15 {
                    apart += u32::from(keeps_the_bound(&mut dice, size, rules, search));
                }
            }
        }
    }
    assert!(apart > 50, "{apart} positions");
    // Here the move that was told did not keep the bound.
    let go = "go 3x1 --rules basic-ko-suicide --white C1 --to-move black".to_string();
    let go = Problem::try_from(go).expect("a problem");
    let mut game = go.open().expect("a position");
    for mv in ["B1", "pass", "C1", "A1", "C1", "B1"] {
        game.play(game.to_move(), mv).expect("a move");
    }
    best_move_keeps_the_bound(&mut game, SearchName::AlphaBeta, 3);
}

/// A random position of this board: does its margin have bounds that stay apart?
fn keeps_the_bound(dice: &mut fastrand::Rng, size: &str, rules: &str, search: SearchName) -> bool {
    let go =
        Problem::named("go", size).expect("a board").with_option("rules", rules).expect("rules");
    let mut game = go.open().expect("a position");
    let points = ["A1", "B1", "C1", "D1", "A2", "B2", "pass"];
    for _ in 0..dice.usize(..12) {
        // Moves that are not there are refused.
        let mv = points[dice.usize(..points.len())];
        let _ = game.play(game.to_move(), mv);
    }
    best_move_keeps_the_bound(&mut game, search, if size == "3x1" { 3 } else { 4 })
}

/// Plays the best move on a board with so many points, and says whether the bounds stay apart.
fn best_move_keeps_the_bound(game: &mut Box<dyn InPlay>, search: SearchName, points: i16) -> bool {
    let settings = Settings { score: Some(Score::Unknown), ..settings(search) };
    let bounds = |report: &Report| (report.lower_bound, report.upper_bound);
    let report = game.solve(&settings, None).expect("an answer");
    let (lower, upper) = bounds(&report);
    let Some(mv) = report.best_move else { return false };
    let mover = game.to_move();
    game.play(mover, &mv).expect("a move");
    let after = bounds(&game.solve(&settings, None).expect("an answer"));
    let (before, kept) = match mover {
        Player::Black => (lower, after.0),
        Player::White => (upper.map(|upper| -upper), after.1.map(|upper| -upper)),
    };
    // That there is a result at all is sure at the start of a game, and not looked for later.
    let is_sure_at_the_start = kept.is_none() && before == Some(-points);
    let is_kept = kept == before || is_sure_at_the_start;
    let moves = game.moves();
    assert!(
        is_kept,
        "{search}: {lower:?} to {upper:?}, then {after:?}: {} {moves:?}",
        game.problem()
    );
    lower != upper
}

/// An expectation saves claims and changes nothing.
#[test]
fn expectations_do_not_matter() {
    for expected in [-20, -1, 0, 4, 5, 12, 20] {
        let score = Some(Score::Expected(expected));
        let report = scored("3x4", MIGOS, Settings { score, ..settings(SearchName::AlphaBeta) });
        assert_eq!(report.margin, Some(4), "expected {expected}");
    }
}

/// Drange's openings on 3x3: the centre, a side point, a corner.
#[test]
fn the_margin_of_every_opening() {
    for rules in [MIGOS, "psk"] {
        let all_moves = Settings { all_moves: true, ..settings(SearchName::AlphaBeta) };
        let report = scored("3x3", rules, all_moves);
        let moves = report.moves.expect("the moves");
        let margin = |name: &str| {
            moves.iter().find(|report| report.mv == name).expect("a move").margin.expect("a margin")
        };
        assert_eq!(["B2", "A2", "C3", "pass"].map(margin), [9, 3, -9, -9], "{rules}");
    }
}

/// A certificate proves both bounds.
#[test]
fn both_bounds_are_certified() {
    let boards = [
        ("2x2", "psk", 2),
        ("1x3", "ssk", 1),
        ("2x3", "nssk", 2),
        ("2x2", MIGOS, 2),
        ("2x3", "chinese", 4),
    ];
    for (size, rules, roots) in boards {
        let proof = Settings { proof: Proof::Compressed, ..settings(SearchName::ExpectedWork) };
        let report = scored(size, rules, proof);
        assert_eq!(report.no_proof, None, "{size} {rules}");
        let bytes = report.certificate.expect("a certificate").to_vec().expect("its bytes");
        let summary = check(&bytes, &Options::default()).expect("a right certificate");
        assert_eq!(summary.claims.len(), roots, "{size} {rules}");
    }
}

#[test]
fn games_without_score_are_refused() {
    let problem = Problem::named("hex", "3x3").expect("a board");
    let score = Some(Score::Unknown);
    let error = solve(&problem, &Settings { score, ..Settings::default() }, None);
    let expected = "--score: hex has no score; expected --score with go only";
    assert_eq!(error.map(|_| ()).expect_err("refused").to_string(), expected);
}
