//! The options of games and searches on the command line: listed, set, refused.

use crate::support;
use crate::support::{command, finished, json, solve};
use andor_solver::{ENGINES, families, search_options};
use serde_json::Value;

fn andor(arguments: &[&str]) -> support::Run {
    finished(command().args(arguments).output().expect("the command to start"))
}

/// What a search answers and what it cost, without times, memory and notes.
fn essence(report: &Value) -> Value {
    let mut essence = report.clone();
    let fields = essence.as_object_mut().expect("an object");
    for field in ["seconds", "explain_seconds", "memory_bytes", "notes"] {
        assert!(fields.remove(field).is_some(), "{field} in {report}");
    }
    essence
}

#[test]
fn every_option_is_listed() {
    let plain = andor(&["options"]);
    let markdown = andor(&["options", "--markdown"]);
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    assert_eq!((markdown.code, markdown.err.as_str()), (0, ""));
    let of_games = families().iter().flat_map(|family| family.options);
    let of_searches = search_options(&[]);
    let rows: Vec<_> = of_games.chain(&of_searches).collect();
    for name in ["rules", "komi", "ews.games", "dfpn.epsilon", "alpha-beta.gain"] {
        assert!(rows.iter().any(|row| row.name == name), "{name} is not in a table");
    }
    for row in rows {
        let (name, sentence, values) = (row.name, row.sentence, row.values.words());
        let told = format!("  {name}: {sentence}\n      {values} [default: {}]\n", row.default);
        assert!(plain.out.contains(&told), "{told:?} is not in\n{}", plain.out);
        let told = format!("| `{name}` | {} | {values} | {sentence} |\n", row.default);
        assert!(markdown.out.contains(&told), "{told:?} is not in\n{}", markdown.out);
    }
    for family in families() {
        let told = format!("| `{}` | {} |\n", family.name, family.size_help);
        assert!(markdown.out.contains(&told), "{told:?} is not in\n{}", markdown.out);
        for piece in family.knowledge {
            let told = format!("| `{}` | {} | {} | ", piece.name, family.title, piece.sentence);
            assert!(markdown.out.contains(&told), "{told:?} is not in\n{}", markdown.out);
        }
    }
    for engine in ENGINES {
        let told = format!("  {} (", engine.search);
        assert!(plain.out.contains(&told), "{told:?} is not in\n{}", plain.out);
        let told = format!("| `{}` | {} | ", engine.search, engine.sentence);
        assert!(markdown.out.contains(&told), "{told:?} is not in\n{}", markdown.out);
    }
    let help = andor(&["solve", "--help"]).out;
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "conspiracy (hex), alpha-beta or depth-first [default: dfpn for Hex with knowledge,";
    assert!(words.contains(told), "{told:?} is not in\n{help}");
    for command in ["solve", "dataset", "play"] {
        let help = andor(&[command, "--help"]);
        for option in ["--rules <VALUE>", "--komi <VALUE>", "--set <NAME=VALUE>"] {
            assert!(help.out.contains(option), "{command} --help:\n{}", help.out);
        }
    }
}

/// Options of a search change what it costs, never what it answers.
#[test]
fn options_of_searches_change_no_answer() {
    for (search, settings) in [
        ("dfpn", "dfpn.epsilon=0"),
        ("dfpn", "dfpn.base=5"),
        ("dfpn", "dfpn.share=1"),
        ("ldfpn", "ldfpn.epsilon=1"),
        ("ldfpn", "ldfpn.rate=0.1"),
        ("mcts", "mcts.exploration=0.5"),
        ("mcts", "mcts.batch=4"),
        ("conspiracy", "conspiracy.delta=0"),
        ("conspiracy", "conspiracy.most=1"),
        ("conspiracy", "conspiracy.interlude=3"),
        ("ews", "ews.games=512"),
        ("ews", "ews.tempo=0"),
        ("ews", "ews.rate=1.5"),
        ("ews", "ews.bend=2"),
        ("ews", "ews.look-ahead=moves"),
        ("ews", "ews.prior=0.9"),
        ("ews-wr", "ews.epsilon=0.5"),
    ] {
        // Where the option has something to change.
        let problem = match search {
            "dfpn" => "hex 5x5 --knowledge inferior",
            "ldfpn" => "go 2x4 --rules psk --komi 3.5",
            "conspiracy" => "hex 4x3 --knowledge none",
            _ => "hex 4x4 --knowledge none",
        };
        let plain = format!("{problem} --moves a1 --all-moves --search {search}");
        let (usual, set) = (json(&plain, 0), json(&format!("{plain} --set {settings}"), 0));
        for field in ["winner", "answer", "search"] {
            assert_eq!(usual[field], set[field], "{settings}");
        }
        let winners = |report: &Value| -> Vec<Value> {
            let moves = report["moves"].as_array().expect("all moves");
            moves.iter().map(|of_move| of_move["winner"].clone()).collect()
        };
        assert_eq!(winners(&usual), winners(&set), "{settings}");
        assert_ne!(usual["nodes"], set["nodes"], "{settings} changes nothing at all");
    }
    // Works are learnt in longer searches only.
    let plain = "go 4x4 --rules psk --komi 1.5 --search ews";
    let (usual, set) = (json(plain, 0), json(&format!("{plain} --set ews.learning=0.3"), 0));
    assert_eq!(usual["winner"], set["winner"]);
    assert_ne!(usual["nodes"], set["nodes"], "go");
    let plain = "gomoku 5x7 --search ews --nodes 200000";
    let (usual, set) = (json(plain, 2), json(&format!("{plain} --set ews.learning=0"), 2));
    assert_ne!(usual["expansions"], set["expansions"], "gomoku");
    let usual = json("hex 4x4", 0);
    let set = json("hex 4x4 --set dfpn.epsilon=0", 0);
    assert_eq!((&usual["winner"], &usual["answer"]), (&set["winner"], &set["answer"]));
    for settings in ["alpha-beta.longest-step=1", "alpha-beta.gain=1", "alpha-beta.bounded-from=1"]
    {
        let report = json(&format!("go 3x4 --rules migos --score --set {settings}"), 0);
        assert_eq!(report["margin"], 4, "{settings}");
    }
}

/// The value that an option has anyway changes nothing, and the last of several counts.
#[test]
fn usual_values_change_nothing() {
    for (problem, set) in [
        ("hex 5x5", "--set dfpn.epsilon=0.25 --set dfpn.base=1 --set dfpn.share=0.2"),
        ("hex 5x5", "--set dfpn.epsilon=0 --set dfpn.epsilon=0.25"),
        ("hex 5x5", "--set ews.games=1"),
        ("hex 4x4 --knowledge none", "--set ews.games=256 --set ews.tempo=0.6 --set ews.rate=0.9"),
        ("hex 4x4 --knowledge none", "--set ews.bend=0.7 --set ews.prior=0.2 --set ews.epsilon=0"),
        ("hex 4x4 --knowledge none", "--set ews.look-ahead=replies"),
        ("go 3x3 --rules migos", "--set ews.games=0 --set ews.look-ahead=moves"),
        ("mnk 3x3x3", "--set ews.games=16 --set ews.tempo=0.5 --set ews.rate=0.5"),
        ("mnk 3x3x3", "--set ews.look-ahead=moves"),
        ("go 3x4 --rules nssk --komi 4.5 --nodes 1000", "--set ews.games=0"),
        (
            "go 3x4 --rules migos --score",
            "--set alpha-beta.longest-step=6 --set alpha-beta.gain=20",
        ),
        ("go 3x4 --rules migos --score", "--set alpha-beta.bounded-from=9"),
    ] {
        let code = if problem.contains("--nodes") { 2 } else { 0 };
        let (usual, set_so) = (json(problem, code), json(&format!("{problem} {set}"), code));
        assert_eq!(essence(&usual), essence(&set_so), "{problem} {set}");
    }
}

/// `--set` knows the options of the game, too.
#[test]
fn options_of_a_game_are_set_by_either_name() {
    for (one, other) in [
        ("go 2x2 --komi 1", "go 2x2 --set komi=1"),
        ("go 2x2 --komi -0.5", "go 2x2 --set komi=-0.5"),
        ("go 2x2 --rules ssk --komi 0.5", "go 2x2 --set rules=ssk --set komi=0.5"),
        ("go 2x2 --rules migos,cycle=black", "go 2x2 --set rules=migos,cycle=black"),
        ("go 2x2 --rules japanese", "go 2x2 --rules basic-ko"),
    ] {
        assert_eq!(essence(&json(one, 0)), essence(&json(other, 0)), "{one} and {other}");
    }
    let report = json("go 2x2 --set komi=1", 0);
    assert_eq!((&report["komi"], &report["draw"]), (&"1".into(), &true.into()), "{report}");
}

#[test]
fn what_cannot_be_set_is_refused() {
    let names: Vec<&str> = search_options(&[]).iter().map(|row| row.name).collect();
    let names = names.join(", ");
    for (set, sentence) in [
        ("dfpn.epsilom=1", format!("--set dfpn.epsilom=1: no such option; expected {names}")),
        ("=1", "--set: \"=1\" sets nothing; expected NAME=VALUE, such as dfpn.epsilon=0.5".into()),
        ("x", "--set: \"x\" sets nothing; expected NAME=VALUE, such as dfpn.epsilon=0.5".into()),
        ("", "--set: \"\" sets nothing; expected NAME=VALUE, such as dfpn.epsilon=0.5".into()),
        (
            "dfpn.epsilon=x",
            "--set dfpn.epsilon=x: not possible; expected a number from 0 to 1000".into(),
        ),
        (
            "dfpn.epsilon=-1",
            "--set dfpn.epsilon=-1: not possible; expected a number from 0 to 1000".into(),
        ),
        (
            "dfpn.epsilon=NaN",
            "--set dfpn.epsilon=NaN: not possible; expected a number from 0 to 1000".into(),
        ),
        (
            "ews.games=65537",
            "--set ews.games=65537: not possible; expected a whole number from 0 to 65536".into(),
        ),
        (
            "ews.look-ahead=both",
            "--set ews.look-ahead=both: not possible; expected moves, replies".into(),
        ),
        (
            "komi=six",
            "komi \"six\": not a number; expected a whole or half number of points from -1000 to \
             1000, such as 6.5"
                .into(),
        ),
    ] {
        for run in [
            solve(&["go", "3x3", "--set", set]),
            andor(&["play", "go", "--set", set]),
            andor(&["dataset", "go", "3x3", "--count", "1", "--out", "/no/such", "--set", set]),
        ] {
            assert_eq!(run.err, format!("andor: {sentence}\n"), "{set}");
            assert_eq!((run.code, run.out.as_str()), (1, ""), "{set}");
        }
    }
    // Hex has no komi.
    let run = solve(&["hex", "3x3", "--set", "komi=1"]);
    assert_eq!(run.err, format!("andor: --set komi=1: no such option; expected {names}\n"));
    assert_eq!(run.code, 1);
}

/// The best move is always told, a line of play if it was asked for.
#[test]
fn the_line_of_play_is_told_when_asked_for() {
    for problem in ["hex 4x4", "go 2x2 --komi 0.5", "go 2x2 --score", "mnk 3x3x3", "nim 1-2"] {
        let plain = json(problem, 0);
        assert!(plain["best_move"].is_string() && plain.get("pv").is_none(), "{plain}");
        let asked = json(&format!("{problem} --pv"), 0);
        let pv = asked["pv"].as_array().expect("a line of play");
        assert_eq!(asked["best_move"], pv[0], "{asked}");
        assert_eq!(plain["best_move"], asked["best_move"], "{problem}");
        assert_eq!(plain["nodes"], asked["nodes"], "{problem}");
        for report in [&plain, &asked] {
            assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{report}");
        }
    }
}
