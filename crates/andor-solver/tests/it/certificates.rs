//! Every solved problem is certified, and the checker, which trusts nothing of this crate, agrees.

use andor_checker::{Certificate, Entry, Game, Knowledge, Options, Theorem, check};
use andor_core::Player;
use andor_solver::{Outlook, Problem, Proof, Report, Score, SearchName, Settings, Stop, solve};
use std::sync::atomic::Ordering;

fn certified(problem: &Problem, settings: &Settings) -> Report {
    let settings = Settings { proof: Proof::Compressed, ..settings.clone() };
    let report = solve(problem, &settings, None).expect("an answer");
    assert_eq!(report.no_proof, None, "{problem:?}");
    match check(&bytes(&report), &Options::default()) {
        Ok(summary) => assert_eq!(Some(summary.entries as usize), report.proof_entries),
        Err(refusal) => panic!("{problem:?} {settings:?}\n{refusal}"),
    }
    report
}

/// The bytes of the certificate of a report.
fn bytes(report: &Report) -> Vec<u8> {
    report.certificate.as_ref().expect("a certificate").to_vec().expect("its bytes")
}

fn named(game: &str, size: &str) -> Problem {
    Problem::named(game, size).expect("a problem")
}

/// Settings with expected work search.
fn ews() -> Settings {
    Settings { search: Some(SearchName::ExpectedWork), ..Settings::default() }
}

fn go(size: &str, rules: &str, komi: &str) -> Problem {
    named("go", size)
        .with_option("rules", rules)
        .and_then(|problem| problem.with_option("komi", komi))
        .expect("a problem")
}

#[test]
fn hex_by_every_search() {
    for (_, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general()) {
        for size in ["1x1", "2x2", "3x3", "2x4"] {
            certified(&named("hex", size), &Settings { search: Some(search), ..ews() });
        }
    }
    for (_, search) in &SearchName::ALL[..4] {
        certified(&named("hex", "4x4"), &Settings { search: Some(*search), ..ews() });
    }
}

/// Threads of expected work search share a tree and what they solved; the proof is as good.
#[test]
fn threads_of_every_expected_work_search() {
    let boards = [
        ("1x4", "psk", "3.5"),
        ("2x2", "psk", "0.5"),
        ("2x2", "ssk", "1"),
        ("2x3", "nssk", "0"),
        ("2x4", "psk", "7.5"),
        ("3x3", "psk", "8.5"),
    ];
    let alone = boards.map(|(size, rules, komi)| {
        let report = solve(&go(size, rules, komi), &ews(), None).expect("an answer");
        (report.winner, report.draw)
    });
    for (_, search) in &SearchName::ALL[..4] {
        let settings = Settings { search: Some(*search), threads: 3, ..ews() };
        let plain = Settings { knowledge: "none".into(), ..settings.clone() };
        certified(&named("hex", "4x4"), &plain);
        for ((size, rules, komi), alone) in boards.into_iter().zip(alone) {
            let report = certified(&go(size, rules, komi), &settings);
            assert_eq!((report.winner, report.draw), alone, "{size} {rules}");
        }
    }
}

#[test]
fn hex_five_by_five_is_small() {
    for seed in 1..=3 {
        let report = certified(&named("hex", "5x5"), &Settings { seed, ..ews() });
        let (entries, size) = (report.proof_entries.unwrap_or(0), report.proof_bytes.unwrap_or(0));
        assert!(entries <= 60 && size <= 700, "{entries} entries, {size} bytes");
        let rules_only = Options { knowledge: Knowledge::RulesOnly, ..Options::default() };
        assert!(check(&bytes(&report), &rules_only).is_ok());
    }
}

#[test]
fn hex_positions_and_all_moves() {
    for moves in ["a1", "b2 c3", "c2 b2 b3", "a1 b1 a2 b2 a3 b3 a4"] {
        let problem = named("hex", "4x4").with_moves(moves);
        certified(&problem, &ews());
        for claimed in Player::BOTH {
            let claimed = Some(claimed);
            certified(&problem, &Settings { claimed, ..ews() });
        }
        let all_moves = true;
        certified(&problem, &Settings { all_moves, ..ews() });
    }
    let report = certified(&named("hex", "3x3"), &Settings { all_moves: true, ..ews() });
    let certificate = Certificate::decode(&bytes(&report)).expect("a certificate");
    assert_eq!(certificate.problem.roots.len(), 10, "the position and its nine moves");
}

/// Proofs with connections and inferior cells, with either alone, and with neither agree.
#[test]
fn random_hex_positions_by_every_knowledge() {
    let mut dice = fastrand::Rng::with_seed(17);
    let mut by_lemmas = 0;
    for (size, columns, rows, count) in [("4x4", 4, 4, 12), ("5x5", 5, 5, 8), ("5x4", 5, 4, 8)] {
        for _ in 0..count {
            let mut moves: Vec<String> = (0..columns * rows)
                .map(|p| format!("{}{}", char::from(b'a' + p % columns), p / columns + 1))
                .collect();
            dice.shuffle(&mut moves);
            moves.truncate(dice.usize(1..6));
            let problem = named("hex", size).with_moves(&moves.join(" "));
            let winner = |knowledge: &str| {
                let knowledge = knowledge.into();
                let report = certified(&problem, &Settings { knowledge, ..ews() });
                let entries = Certificate::decode(&bytes(&report)).expect("a certificate").entries;
                let is_lemma = |entry: &&Entry| matches!(entry, Entry::Lemma(_));
                by_lemmas += entries.iter().filter(is_lemma).count();
                report.winner
            };
            let found = ["full", "connections", "inferior", "none"].map(winner);
            assert!(found.iter().all(|winner| *winner == found[0]), "{size} {moves:?}: {found:?}");
        }
    }
    assert!(by_lemmas > 50, "{by_lemmas} lemmas");
}

#[test]
fn m_n_k_and_its_draws() {
    for size in ["3x3x3", "4x3x3", "4x4x3", "2x2x2", "3x2x3", "1x1x2"] {
        certified(&named("mnk", size), &ews());
    }
    for (_, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general()) {
        certified(&named("mnk", "3x3x3"), &Settings { search: Some(search), ..ews() });
    }
    certified(&named("mnk", "3x3x3").with_moves("b2 a1 c3"), &ews());
    certified(&named("mnk", "3x3x3"), &Settings { all_moves: true, ..ews() });
}

#[test]
fn small_go_boards_under_every_rule() {
    let rules = [
        "psk",
        "ssk",
        "nssk",
        "basic-ko",
        "tromp-taylor",
        "ssk-suicide",
        "nssk-suicide",
        "basic-ko-suicide",
    ];
    for rules in rules {
        for (size, komi) in
            [("2x2", "0.5"), ("2x2", "1"), ("2x2", "-0.5"), ("1x4", "3.5"), ("1x3", "0")]
        {
            certified(&go(size, rules, komi), &ews());
        }
    }
    for rules in ["psk", "ssk", "nssk"] {
        let knowledge = "none".into();
        certified(&go("2x2", rules, "0.5"), &Settings { knowledge, ..ews() });
    }
    let search = SearchName::AlphaBeta;
    certified(&go("2x2", "psk", "0.5"), &Settings { search: Some(search), ..ews() });
}

/// Proofs of the learning search, whose wins come from other positions with the same stones.
#[test]
fn go_boards_by_the_learning_search() {
    for (size, rules, komi) in [
        ("2x4", "psk", "7.5"),
        ("2x4", "migos", "7.5"),
        ("3x3", "ssk", "8.5"),
        ("3x3", "basic-ko", "8.5"),
        ("2x5", "tromp-taylor", "9.5"),
        ("1x6", "psk", "0.5"),
        ("2x3", "chinese", "0.5"),
        ("2x7", "migos", "13.5"),
    ] {
        for threads in [1, 2] {
            let search = Some(SearchName::Learning);
            let alpha_beta = Settings { search: Some(SearchName::AlphaBeta), ..ews() };
            let usual = solve(&go(size, rules, komi), &alpha_beta, None);
            let report = certified(&go(size, rules, komi), &Settings { search, threads, ..ews() });
            assert_eq!(report.winner, usual.expect("an answer").winner, "{size} {rules}");
        }
    }
}

/// Where long cycles are judged: every claim that can be made about the smallest boards, and
/// margins. The usual run makes every third claim about 2x3, and others for other rules; margins of
/// 3x4 are certified by alpha-beta alone. `ANDOR_SLOW=1` does everything, on larger boards too.
#[test]
fn small_go_boards_where_cycles_are_judged() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let rules = [
        "chinese",
        "migos",
        "migos,cycle=black",
        "migos,cycle=white,atari=alive",
        "migos,cycle=none",
        "chinese,cycle=tie,atari=dead",
        "basic-ko,cycle=tie",
        "basic-ko,cycle=white",
        "basic-ko-suicide,cycle=black",
    ];
    let sizes = ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3", "1x5", "1x6", "2x4", "3x3"];
    for (number, rules) in rules.into_iter().enumerate() {
        for size in &sizes[..if slow { sizes.len() } else { 6 }] {
            let area: i32 =
                size.split('x').map(|side| side.parse::<i32>().expect("a side")).product();
            let (first, step) = if slow || area < 6 { (0, 1) } else { (number as i32 % 3, 3) };
            for half in (first - 2 * area..=2 * area).step_by(step) {
                let komi = format!("{}", f64::from(half) / 2.0);
                certified(&go(size, rules, &komi), &ews());
            }
            let score = Some(Score::Unknown);
            for knowledge in ["full", "none"] {
                let knowledge = knowledge.into();
                let settings = Settings { score, knowledge, ..ews() };
                certified(&go(size, rules, "0"), &settings);
            }
        }
    }
    for (size, rules) in [("3x3", "migos"), ("3x3", "chinese"), ("2x5", "migos"), ("3x4", "migos")]
    {
        let score = Some(Score::Unknown);
        for search in [SearchName::AlphaBeta, SearchName::ExpectedWork] {
            if !slow && size == "3x4" && search == SearchName::ExpectedWork {
                continue;
            }
            certified(&go(size, rules, "0"), &Settings { score, search: Some(search), ..ews() });
        }
    }
    let all_moves = Settings { all_moves: true, ..ews() };
    certified(&go("2x3", "migos", "0.5"), &all_moves);
    let moves = "A1 pass B1 pass A2 B2";
    certified(&go("2x3", "migos", "0.5").with_moves(moves), &ews());
}

/// On boards with one row a certificate spells out what `migos` is there, and `migos` in a
/// certificate means the same on all boards.
#[test]
fn certificates_of_one_row_name_the_rules_exactly() {
    for (size, rules, exact) in [
        ("1x4", "migos", "migos,atari=alive"),
        ("4x1", "migos,cycle=black", "migos,cycle=black,atari=alive"),
        ("1x4", "migos,atari=dead-unless-both", "migos"),
        ("2x2", "migos", "migos"),
    ] {
        let settings = Settings { score: Some(Score::Unknown), ..ews() };
        let report = certified(&go(size, rules, "0"), &settings);
        let certificate = Certificate::decode(&bytes(&report)).expect("a certificate");
        let Game::Go(found) = certificate.problem.game else { panic!("{rules}") };
        assert_eq!(found.name(), exact, "{size} {rules}");
        // The walk plays by the same rules as the certificate.
        andor_solver::view::show(&certificate, 0, "").expect("a certificate to show");
    }
    let dead = go("1x4", "migos,atari=dead-unless-both", "0");
    let settings = Settings { score: Some(Score::Unknown), ..ews() };
    assert_eq!(certified(&dead, &settings).margin, Some(0));
    assert_eq!(certified(&go("1x4", "migos", "0"), &settings).margin, Some(4));
}

#[test]
fn go_three_by_three() {
    for (rules, komi) in [("psk", "8.5"), ("ssk", "8.5"), ("tromp-taylor", "8.5"), ("psk", "9")] {
        certified(&go("3x3", rules, komi), &ews());
    }
    // The value under natural situational superko is two, from both sides.
    for komi in ["1.5", "2", "2.5"] {
        certified(&go("3x3", "nssk", komi), &ews());
    }
    certified(&go("3x3", "psk", "8.5").with_moves("B2 B1 pass"), &ews());
}

/// The margin of 4x4 under positional superko, both bounds in one certificate; alone and with two
/// threads.
#[test]
fn the_margin_of_go_four_by_four() {
    if std::env::var_os("ANDOR_SLOW").is_none() {
        return;
    }
    for threads in [1, 2] {
        let (search, score) = (SearchName::ExpectedWork, Some(Score::Unknown));
        let settings = Settings { search: Some(search), score, threads, ..ews() };
        let report = certified(&go("4x4", "psk", "0"), &settings);
        assert_eq!((report.margin, report.winner), (Some(2), Some(Player::Black)));
    }
}

/// Every claim about 3x4 under superko is settled, however the guesses fall: the searches agree.
#[test]
fn go_three_by_four_under_superko() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let komis: &[&str] = if slow { &["-4.5", "0.5", "2.5", "3.5", "4.5", "6.5"] } else { &["4.5"] };
    let search = SearchName::ExpectedWork;
    for rules in ["psk", "ssk", "nssk"] {
        for komi in komis {
            let report = certified(
                &go("3x4", rules, komi),
                &Settings { search: Some(search), nodes: Some(400_000), ..ews() },
            );
            let wins = if komi.parse::<f32>().is_ok_and(|komi| komi < 4.0) {
                Player::Black
            } else {
                Player::White
            };
            assert_eq!(report.winner, Some(wins), "{rules} {komi}");
        }
    }
}

/// Nim has no certificates; the answer stands, and the report says why.
#[test]
fn nim_has_none() {
    let settings = Settings { proof: Proof::Stored, ..ews() };
    let report = solve(&named("nim", "1-2"), &settings, None).expect("an answer");
    assert_eq!(report.no_proof.as_deref(), Some("certificates of nim are not defined"));
    assert_eq!(report.winner, Some(Player::Black));
}

/// Alpha-beta finds wins under superko without superko, and shows that they hold with it: after
/// random moves, whose boards must not come again either, it agrees with expected work search, and
/// its proofs hold.
#[test]
fn superko_by_way_of_basic_ko() {
    let mut dice = fastrand::Rng::with_seed(5);
    let mut solved = 0;
    for (size, columns, rows) in [("2x3", 2, 3), ("2x4", 2, 4), ("3x3", 3, 3)] {
        for round in 0..36 {
            let rules = ["psk", "ssk", "tromp-taylor"][round % 3];
            let point = |p: u8| format!("{}{}", char::from(b'A' + p % columns), p / columns + 1);
            let moves: Vec<String> = (0..dice.usize(..8))
                .map(|_| match dice.u8(..columns * rows + 1) {
                    pass if pass == columns * rows => "pass".to_string(),
                    p => point(p),
                })
                .collect();
            let komi = format!("{}.5", dice.i8(-9..9));
            let problem = go(size, rules, &komi).with_moves(&moves.join(" "));
            let Ok(usual) = solve(&problem, &ews(), None) else { continue };
            let threads = 1 + round / 3 % 2;
            let search = SearchName::AlphaBeta;
            let report = certified(&problem, &Settings { search: Some(search), threads, ..ews() });
            assert_eq!(report.winner, usual.winner, "{size} {rules} {komi} {moves:?}");
            // Without a certificate territory may be used as well.
            let settings = Settings { search: Some(search), threads, ..ews() };
            let plain = solve(&problem, &settings, None).expect("the same problem");
            assert_eq!(plain.winner, usual.winner, "{size} {rules} {komi} {moves:?}");
            solved += 1;
        }
    }
    assert!(solved > 30, "{solved} games were legal");
    for rules in ["psk", "ssk", "tromp-taylor"] {
        let search = SearchName::AlphaBeta;
        let report =
            certified(&go("2x6", rules, "11.5"), &Settings { search: Some(search), ..ews() });
        assert_eq!(report.winner, Some(Player::Black));
        assert!(report.nodes < 150_000, "{} nodes: superko was searched", report.nodes);
        let all_moves = true;
        certified(&go("2x3", rules, "0"), &Settings { search: Some(search), all_moves, ..ews() });
    }
    // Here the strategy has to do without some positions.
    let search = SearchName::AlphaBeta;
    let settings = Settings { search: Some(search), ..ews() };
    let report = certified(&go("3x5", "tromp-taylor", "14.5"), &settings);
    assert_eq!(report.winner, Some(Player::Black));
    assert!(report.nodes < 2_000_000, "{} nodes: superko was searched", report.nodes);
}

/// A switch that is set while a proof is written stops the writing: the answer stands, and so do
/// the proofs that were written before. Who watches hears how many entries there are.
#[test]
fn writing_can_be_stopped() {
    let stopped_while_writing = |problem: &Problem, settings: Settings, after: usize| {
        let settings =
            Settings { search: Some(SearchName::ProofNumber), proof: Proof::Stored, ..settings };
        let (stop, mut heard) = (settings.stop.clone(), 0);
        let mut watch = |Outlook { progress, .. }: &Outlook| {
            let written = progress.valued_moves.map_or(0, |(valued, _)| valued);
            if let Some(entries) = progress.entries
                && written >= after
            {
                heard = entries;
                stop.store(true, Ordering::Relaxed);
            }
        };
        let report = solve(problem, &settings, Some(&mut watch)).expect("an answer");
        assert!(heard > 0, "nobody heard of the writing");
        assert!(report.winner.is_some());
        report
    };
    let hex = named("hex", "7x7");
    let report = stopped_while_writing(&hex.clone().with_moves("c3"), ews(), 0);
    assert!(report.no_proof.is_some_and(|why| why.contains("(interrupted)")));
    assert!(report.certificate.is_none());

    let settings = Settings { all_moves: true, threads: 2, ..ews() };
    let report = stopped_while_writing(&hex, settings, 1);
    assert_eq!(report.stop_reason, Some(Stop::Interrupted));
    let summary = check(&bytes(&report), &Options::default()).expect("a proof");
    assert!(summary.entries > 0);
}

/// The memory that is told has the certificate in it.
#[test]
fn certificates_count_in_the_memory() {
    let search = SearchName::ProofNumber;
    let settings = Settings { search: Some(search), all_moves: true, ..ews() };
    let report = certified(&named("hex", "5x5"), &settings);
    // Of each entry at least the stones, the hash and the number.
    let entries = report.proof_entries.expect("a certificate") * 24;
    let plain = solve(&named("hex", "5x5"), &settings, None).expect("an answer");
    let (with, without) = (report.memory_bytes, plain.memory_bytes);
    assert!(with > without + entries, "{with}, {without} without {entries}");
}

/// Where the past decides: the winner's first move closes a cycle with the past, the loser may go
/// back to the past, or all moves of the search are circular.
#[test]
fn positions_whose_past_matters_are_certified() {
    let sgf = |text: &str| Problem::from_sgf("file", text, None).expect("a problem");
    let set_up = [
        ("(;GM[1]SZ[3:1]AB[ba]PL[B])", "basic-ko,cycle=black", "A1 C1 B1 pass", "0"),
        ("(;GM[1]SZ[2]PL[B])", "basic-ko-suicide,cycle=tie", "pass A1 B1 A2 B2 A1 A2", "0"),
        ("(;GM[1]SZ[5:1]PL[B])", "chinese", "pass A1 D1 B1 E1 C1 E1 D1 E1 D1", "0"),
        ("(;GM[1]SZ[2]AB[aa]AW[ab]PL[W])", "migos,atari=alive", "", "0"),
        ("(;GM[1]SZ[2]PL[B])", "chinese,cycle=none", "A1 pass A2 B2", "0"),
        ("(;GM[1]SZ[2:3]PL[B])", "migos,cycle=white", "B1 pass A2 B3 B2 pass", "-0.5"),
        (
            "(;GM[1]SZ[2]PL[B])",
            "basic-ko-suicide,cycle=white",
            "pass A2 pass B2 pass A1 pass",
            "-3.5",
        ),
        // The memory of the search knows the verdict, and a move that wins on another line.
        ("(;GM[1]SZ[2]PL[B])", "ssk-suicide", "", "0"),
    ];
    for (text, rules, moves, komi) in set_up {
        let problem =
            sgf(text).with_option("rules", rules).and_then(|p| p.with_option("komi", komi));
        let problem = problem.expect("a problem").with_moves(moves);
        for (score, all_moves) in [(None, false), (Some(Score::Unknown), true)] {
            for search in [None, Some(SearchName::ExpectedWork)] {
                certified(&problem, &Settings { score, all_moves, search, ..Settings::default() });
            }
        }
    }
}

/// On a small board the writing does not search for long where it can try all moves: it takes few
/// nodes more than the search alone.
#[test]
fn small_boards_are_certified_with_few_nodes() {
    let set_up = "(;GM[1]SZ[2:3]AB[bb][bc]AW[aa][ab][ac]PL[B])";
    let problem = Problem::from_sgf("file", set_up, None)
        .and_then(|problem| problem.with_option("rules", "basic-ko-suicide,atari=dead"))
        .and_then(|problem| problem.with_option("komi", "-4.5"));
    let scored = Settings { score: Some(Score::Unknown), ..ews() };
    for (problem, settings) in [
        (problem.expect("a problem"), Settings::default()),
        (go("3x2", "basic-ko-suicide,atari=dead-unless-both", "0"), scored),
    ] {
        let alone = solve(&problem, &settings, None).expect("an answer").nodes;
        certified(&problem, &Settings { nodes: Some(alone + 10_000), ..settings });
    }
}

/// A search that solves an empty board first, and then the positions after each move, keeps the
/// facts of both apart: the empty board is in the past of the positions. Symmetric moves have the
/// same margin.
#[test]
fn an_empty_board_in_the_past_matters() {
    let (score, all_moves) = (Some(Score::Unknown), true);
    let (search, knowledge) = (Some(SearchName::AlphaBeta), "none".into());
    let settings = Settings { score, all_moves, search, knowledge, ..Settings::default() };
    let problem = go("1x2", "basic-ko-suicide,cycle=white,atari=dead", "0");
    let moves = certified(&problem, &settings).moves.expect("all moves");
    let margins: Vec<_> = moves.iter().map(|report| report.margin).collect();
    assert_eq!(margins, [Some(-2), Some(-2), Some(0)]);
}

/// Certificates quote territory, so that a search with a certificate knows as much as without.
#[test]
fn territory_is_quoted() {
    for rules in ["psk", "basic-ko", "migos", "chinese"] {
        let problem = go("3x4", rules, "0");
        let settings = Settings { score: Some(Score::Unknown), ..Settings::default() };
        let report = certified(&problem, &settings);
        let alone = solve(&problem, &settings, None).expect("an answer");
        assert_eq!(report.knowledge, alone.knowledge, "{rules}");
        let entries = Certificate::decode(&bytes(&report)).expect("a certificate").entries;
        let rests_on = |theorem| {
            let leaves = entries.iter().filter_map(|entry| match entry {
                Entry::Position(position) => Some(&position.answers),
                Entry::Pattern(_)
                | Entry::Lemma(_)
                | Entry::Threat(_)
                | Entry::Local(_)
                | Entry::Shape(_) => None,
            });
            leaves.flatten().filter_map(|a| a.then.leaf()).any(|leaf| leaf.theorem == theorem)
        };
        assert!(rests_on(Theorem::Life) && rests_on(Theorem::Territory), "{rules}");
    }
}
