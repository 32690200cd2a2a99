//! Bad input: one clear sentence that names the place and what was expected, exit code 1.

use crate::support::{command, file, finished, solve};

/// Runs `andor solve` and demands this sentence.
fn refused(arguments: &[&str], sentence: &str) {
    let run = solve(arguments);
    assert_eq!(run.err, format!("andor: {sentence}\n"), "{arguments:?}");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{arguments:?}");
}

/// The same, for a file with this text; `FILE` in the sentence stands for the file.
fn refused_file(name: &str, text: &str, sentence: &str) {
    let path = file(name, text);
    let path = path.to_str().expect("a plain path");
    refused(&[path], &sentence.replace("FILE", &format!("file \"{path}\"")));
}

const POINT: &str = "expected a letter and a number from a1 to c3";
const KOMI: &str = "expected a whole or half number of points from -1000 to 1000, such as 6.5";
const RULES: &str = "expected one of psk, ssk, nssk, basic-ko, chinese, migos, tromp-taylor, \
                     ssk-suicide, nssk-suicide, basic-ko-suicide, aga, new-zealand, japanese";

#[test]
fn unknown_games_are_refused() {
    let games =
        "not a game Andor knows; expected hex, go, capture, killall, gomoku, phutball, mnk or nim";
    refused(&["chess", "8x8"], &format!("game \"chess\": {games}"));
    refused(
        &["chess"],
        &format!("game \"chess\": {games}, or an SGF file that exists, or a HexWorld link"),
    );
    refused(&[], "no game; expected for example: andor solve hex 5x5");
}

#[test]
fn impossible_sizes_are_refused() {
    for size in ["20x20", "0x3", "axb", "5x", "x", "-1", "3x3x3", "999999999999"] {
        let sentence = "not a possible size of a board; expected COLUMNSxROWS, each from 1 to 19, \
                        such as 5x5";
        refused(&["hex", "--", size], &format!("size \"{size}\": {sentence}"));
    }
    refused(&["hex"], "no size of the board; expected for example: andor solve hex 5x5");
    refused(&["nim"], "no size of the board; expected for example: andor solve nim 3-4-5");
    for size in ["3x3", "9x9x3", "3x3x0", "k"] {
        let sentence = "not a game of m,n,k; expected COLUMNSxROWSxK with at most 64 points, such \
                        as 3x3x3";
        refused(&["mnk", size], &format!("size \"{size}\": {sentence}"));
    }
    for heaps in ["3-x", "256", "3--4"] {
        let sentence = "not heaps of nim; expected numbers from 0 to 255 with hyphens, such as \
                        3-4-5";
        refused(&["nim", heaps], &format!("heaps \"{heaps}\": {sentence}"));
    }
}

#[test]
fn illegal_moves_are_refused() {
    let hex = |moves: &str, sentence: &str| refused(&["hex", "3x3", "--moves", moves], sentence);
    hex("b2 b2", "move 2, \"b2\": the point is occupied; expected an empty point");
    hex("b2 d9", &format!("move 2, \"d9\": outside the 3x3 board; {POINT}"));
    hex("pass", &format!("move 1, \"pass\": not the name of a point; {POINT}"));
    hex("a1 b1 a2 b2 a3 b3", "move 6, \"b3\": the game is over; expected no further move");

    let play = "expected an empty point where the rules allow a play, or pass";
    let go = |size: &str, moves: &str, sentence: &str| {
        refused(&["go", size, "--moves", moves], sentence);
    };
    go("3x3", "B2 B2", &format!("move 2, \"B2\": the point is occupied; {play}"));
    go("1x1", "A1", &format!("move 1, \"A1\": the stone would have no liberty; {play}"));
    go("2x2", "pass pass A1", "move 3, \"A1\": the game is over; expected no further move");
    let column = "there is no column I; expected a letter and a number from A1 to J9";
    go("9x9", "I1", &format!("move 1, \"I1\": {column}"));
}

/// White takes the ko; Black may not take it back.
#[test]
fn moves_that_the_ko_rule_forbids_are_refused() {
    let moves = "B4 C4 A3 D3 B2 C2 C3 B3 C3";
    for rules in ["psk", "ssk", "nssk", "tromp-taylor"] {
        refused(
            &["go", "4x4", "--moves", moves, "--rules", rules],
            "move 9, \"C3\": it repeats an earlier position; expected a move that the ko rule \
             allows",
        );
    }
    refused(
        &["go", "4x4", "--moves", moves, "--rules", "basic-ko"],
        "move 9, \"C3\": the ko may not be retaken at once; expected an empty point where the \
         rules allow a play, or pass",
    );
}

#[test]
fn komi_and_rules_are_checked() {
    for (komi, problem) in [
        ("8.3", "not a multiple of half a point"),
        ("six", "not a number"),
        ("1e1", "not a number"),
        ("5000", "too large"),
    ] {
        let sentence = format!("komi \"{komi}\": {problem}; {KOMI}");
        refused(&["go", "3x3", "--komi", komi], &sentence);
    }
    refused(
        &["go", "3x3", "--rules", "ing"],
        &format!("rules \"ing\": no rule set of Go; {RULES}"),
    );
    refused(
        &["hex", "3x3", "--rules", "psk"],
        "rules \"psk\": hex has no rules; expected --rules with go or killall or gomoku only",
    );
    refused(
        &["hex", "3x3", "--komi", "1"],
        "komi \"1\": hex has no komi; expected --komi with go only",
    );
}

#[test]
fn options_are_checked() {
    for (option, value, sentence) in [
        (
            "--search",
            "magic",
            "search \"magic\": no search; expected one of ews, ews-wr, ews-ps, dfpn, fdfpn, \
             ldfpn, pns, mcts, threats, widening, conspiracy, alpha-beta, depth-first",
        ),
        (
            "--knowledge",
            "life,magic",
            "knowledge \"magic\": go has none of that name; expected none, full, life, \
             territory, zones",
        ),
        ("--for", "green", "--for: \"green\" is no choice; expected black or white"),
        (
            "--time",
            "-5",
            "--time: \"-5\" is no time; expected a number and a unit, such as 500ms, 60s, 5m or 2h",
        ),
        (
            "--nodes",
            "0",
            "--nodes: \"0\" is no count; expected a whole number, such as 5000, 1e6, 20k or 3M",
        ),
        (
            "--memory",
            "1",
            "--memory: \"1\" is no amount of memory; expected at least 1M, such as 512M or 4G",
        ),
        ("--threads", "0", "--threads: \"0\" is no number of threads; expected 1 to 256"),
        (
            "--seed",
            "x",
            "--seed: \"x\" is no seed; expected a whole number from 0 to 18446744073709551615",
        ),
        ("--tree", "0", "--tree: \"0\" is no depth; expected a number of plies, 1 to 1000"),
        (
            "--frob",
            "",
            "argument \"--frob\": not understood; expected what andor solve --help lists",
        ),
    ] {
        refused(&["go", "3x3", option, value], sentence);
    }
    let alone = "--every: nothing is saved; expected --checkpoint FILE or --store FILE with it";
    refused(&["hex", "3x3", "--every", "5s"], alone);
    let missing = "--time: no value; expected one after it, see andor solve --help";
    refused(&["go", "3x3", "--time"], missing);
    refused(&["go", "3x3", "--pv", "--pv"], "--pv: given twice; expected once");
    refused(
        &["go", "3x3", "more"],
        "argument \"more\": not understood; expected what andor solve --help lists",
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let score = "--score: not together with --for; expected one of the two";
    refused(&["go", "3x3", "--score", "--for", "black"], score);
    refused(&["go", "3x3", "--score=3", "--for", "black"], score);
    refused(
        &["hex", "3x3", "--proof-stored"],
        "--proof-stored: no certificate is written; expected --proof FILE with it",
    );
    refused(&["hex", "3x3", "--komi", "1", "--komi", "2"], "--komi: given twice; expected once");
    let words = ["proof", "hex.cert", "--depth", "4"];
    let run = finished(command().args(words).output().expect("the command to start"));
    let sentence = "--sgf: missing; expected it with the options that were given";
    assert_eq!((run.code, run.err), (1, format!("andor: {sentence}\n")));
}

/// Options of one position in a batch, options of a batch with one position, and lists without
/// positions.
#[test]
fn wrong_batches_are_refused() {
    let list = file("batch.list", "hex 3x3\n");
    let list = list.to_str().expect("a plain path");
    let one = "one position; expected";
    let many = "with a folder, a list or several files";
    refused(&["hex", "3x3", "--jobs", "2"], &format!("--jobs: {one} --jobs {many}"));
    refused(&["hex 3x3", "--out", "o.jsonl"], &format!("--out: {one} --out {many}"));
    refused(
        &[list, "--proof", "x.cert"],
        "--proof: several positions; expected --proof with one position",
    );
    refused(
        &[list, "--events", "x.jsonl"],
        "--events: several positions; expected --events with one position",
    );
    refused(
        &[list, "--game", "1"],
        "--game: a batch has every game of a file; expected --game with one SGF file only",
    );
    refused(&[list, "--jobs", "0"], "--jobs: \"0\" is no number of threads; expected 1 to 256");
    refused(
        &[list, "nowhere"],
        "\"nowhere\" is no position; expected an SGF file, a HexWorld link, or a position such as hex \
         4x4 --moves a1,b2",
    );
    refused(
        &["gone.jsonl"],
        "list \"gone.jsonl\": there is no such file; expected a position on each line",
    );
    refused(&["-"], "standard input: no position in it; expected a JSON object on each line");
    for (name, expected) in [
        ("empty.list", "one on each line"),
        ("empty.txt", "one on each line"),
        ("empty.jsonl", "a JSON object on each line"),
    ] {
        let path = file(name, "\n");
        let path = path.to_str().expect("a plain path");
        refused(&[path], &format!("list \"{path}\": no position in it; expected {expected}"));
    }
    let run = solve(&[list, "--search", "magic"]);
    assert!(run.code == 1 && run.err.starts_with("andor: search \"magic\": no search;"), "{run:?}");
}

/// A command that is nearly one is guessed; else all are listed.
#[test]
fn unknown_commands_are_refused() {
    let all = "solve, think, check, proof, dataset, play, match, explore, book, train, eval-net, net, report, store, options";
    for (words, told) in [
        (&["slove", "hex", "5x5"][..], "command \"slove\": not known; expected solve"),
        (&["optoins"], "command \"optoins\": not known; expected options"),
        (&["frob"], &format!("command \"frob\": not known; expected {all}")),
    ] {
        let run = finished(command().args(words).output().expect("the command to start"));
        assert_eq!(run.err, format!("andor: {told}\n"));
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{words:?}");
    }
}

#[test]
fn broken_files_are_refused() {
    for (name, text, sentence) in [
        ("empty.sgf", "", "FILE: 1:1: there is no game; expected a game that begins with (;"),
        ("words.sgf", "hello", "FILE: 1:1: there is no game; expected a game that begins with (;"),
        ("open.sgf", "(;GM[1]SZ[3\n", "FILE: 1:10: this [ is never closed; expected a ] for it"),
        (
            "occupied.sgf",
            "(;GM[1]SZ[3];B[bb]\n;W[bb])",
            "FILE: 2:4: there is a stone on B2 already; expected a move on an empty point",
        ),
        (
            "turn.sgf",
            "(;GM[1]SZ[3];B[bb];B[aa])",
            "FILE: 1:22, \"A3\": black moves out of turn; expected a move of white",
        ),
        (
            "captured.sgf",
            "(;GM[1]SZ[3]AB[aa]AW[ab][ba])",
            "FILE: board: the black block at A3 has no liberty; expected every block to be beside \
             an empty point",
        ),
        (
            "ko.sgf",
            "(;GM[1]SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]\n;B[cb])",
            "FILE: 2:4, \"C3\": it repeats an earlier position; expected a move that the ko rule \
             allows",
        ),
        (
            "gomoku.sgf",
            "(;GM[4]SZ[21])",
            "FILE: 1:11: SZ[21] is not a possible size of a board; expected SIZE or COLUMNS:ROWS, \
             each from 1 to 20",
        ),
        (
            "hex.sgf",
            "(;GM[11]SZ[5]\n;B[c6])",
            "FILE: 2:4: point \"c6\": outside the 5x5 board; expected a letter and a number from \
             a1 to e5",
        ),
    ] {
        refused_file(name, text, sentence);
    }
    refused_file(
        "komi.sgf",
        "(;GM[1]SZ[3]KM[0.3])",
        &format!("FILE: komi \"0.3\": not a multiple of half a point; {KOMI}, or --komi to choose"),
    );
    refused_file(
        "rules.sgf",
        "(;GM[1]SZ[3]RU[Ing])",
        &format!("FILE: rules \"Ing\": no rule set of Go; {RULES}, or --rules to choose"),
    );
    refused(&["missing.sgf"], "file \"missing.sgf\": there is no such file; expected an SGF file");
    refused(
        &["missing.sgf", "5x5"],
        "size \"5x5\": a file or a link has its own size; expected none",
    );
}

/// What the command line says replaces what the file says.
/// Control characters of a file do not reach the terminal.
#[test]
fn control_characters_of_a_file_are_escaped() {
    let rules = "no rule set of Go";
    for text in ["(;GM[1]SZ[3]RU[\u{1b}\\]0;x\u{7}])", "(;GM[1]SZ[3]RU[\u{9b}2J\u{202e}])"] {
        let path = file("control.sgf", text);
        let run = solve(&[path.to_str().expect("a plain path")]);
        assert_eq!(run.code, 1);
        assert!(run.err.contains(rules) && run.err.contains("\\u{"), "{:?}", run.err);
        assert!(!run.err.trim_end().contains(char::is_control), "{:?}", run.err);
        assert!(!run.err.contains('\u{202e}'), "{:?}", run.err);
    }
    let header = andor::checker::write::file_start("game \u{1b}[2J\n");
    let path = file("control.cert", "");
    std::fs::write(&path, header).expect("a file");
    let name = path.to_str().expect("a plain path");
    for words in [["check", name], ["proof", name]] {
        let run = finished(command().args(words).output().expect("the command to start"));
        assert_eq!(run.code, 1, "{words:?}");
        assert!(run.err.contains("`\\u{1b}[2J`"), "{:?}", run.err);
        assert!(!run.err.trim_end().contains(char::is_control), "{:?}", run.err);
    }
}

#[test]
fn rules_and_komi_of_a_file_can_be_replaced() {
    let path = file("replaced.sgf", "(;GM[1]SZ[2]RU[Ing]KM[0.3])");
    let path = path.to_str().expect("a plain path");
    let run = solve(&[path, "--rules", "ssk", "--komi", "0.5"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("go 2x2, ssk: black wins with komi 0.5"), "{}", run.out);
}

#[test]
fn broken_links_are_refused() {
    refused(
        &["https://hexworld.org/board/#3c1,b2zz"],
        &format!("link: character 35: point \"zz\": not the name of a point; {POINT}"),
    );
    refused(
        &["https://hexworld.org/board/#3c1,b2b2"],
        "link: character 35: there is a stone on b2 already; expected a move on an empty point",
    );
}

#[test]
fn wrong_gomoku_is_refused() {
    let sizes =
        "not a possible size of a board; expected COLUMNSxROWS, each from 1 to 20, such as 5x5";
    refused(&["gomoku", "21x21"], &format!("size \"21x21\": {sizes}"));
    let rules = "no rules of Gomoku; expected freestyle, exact, renju";
    refused(&["gomoku", "15x15", "--rules", "foo"], &format!("rules \"foo\": {rules}"));
    let moves = |moves: &str, rules: &str, sentence: &str| {
        refused(&["gomoku", "15x15", "--rules", rules, "--moves", moves], sentence);
    };
    let occupied = "the point is occupied; expected an empty point";
    moves("H8 H8", "freestyle", &format!("move 2, \"H8\": {occupied}"));
    let over = "the game is over; expected no further move";
    let won = "A1 A2 B1 B2 C1 C2 D1 D2 E1 E2";
    moves(won, "freestyle", &format!("move 10, \"E2\": {over}"));
    let forbidden = "a double three is forbidden to Black; expected another point";
    moves("F8 A1 G8 A2 H9 A3 H10 A5 H8", "renju", &format!("move 9, \"H8\": {forbidden}"));
    let run = solve(&["gomoku", "15x15", "--rules", "renju", "--search", "threats"]);
    let sentence = "andor: search \"threats\": not for gomoku; expected one of ews,";
    assert!(run.err.starts_with(sentence), "{}", run.err);
    let record = "(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])";
    let path = file("won.sgf", record);
    let run = solve(&[path.to_str().expect("a plain path")]);
    assert!(run.err.contains("the game is over; expected no further move"), "{}", run.err);
    let path = file("pass.sgf", "(;GM[4]SZ[15];B[aa];W[])");
    let run = solve(&[path.to_str().expect("a plain path")]);
    assert!(run.err.contains("\"pass\": not the name of a point"), "{}", run.err);
    refused_file(
        "both.sgf",
        "(;GM[4]SZ[15]AB[aa][ba][ca][da][ea]AW[ac][bc][cc][dc][ec])",
        "FILE: set-up: both players have won; expected five in a row of one player at most",
    );
}
