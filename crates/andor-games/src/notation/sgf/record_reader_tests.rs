//! Tests of the record reader: accepted files and refused files.

use super::super::write_record;
use super::*;

/// The record as a file of its own, without what every file begins with.
fn written(record: &Record) -> String {
    let text = write_record(record).expect("a record");
    let start = format!("CA[UTF-8]AP[andor:{}]", env!("CARGO_PKG_VERSION"));
    text.replace('\n', "").replacen(&start, "", 1)
}

/// Reads a game and writes what was understood, which must read the same again.
fn check(text: &str, expected: &str) {
    let reading = parse_record(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(written(&reading.record), expected, "{text}");
    assert_eq!(reading.offsets.len(), reading.record.moves.len());
    assert_eq!(parse_record(expected).expect("own text").record, reading.record, "{text}");
}

fn check_error(text: &str, problem: &str, expected: &str) {
    let error = parse_record(text).expect_err(text).to_string();
    assert_eq!(error, format!("{problem}; expected {expected}"), "{text}");
}

#[test]
fn go_games_are_read() {
    check("(;)", "(;FF[4]GM[1]SZ[19])");
    check("(;SZ[5];B[aa];W[ee];B[];W[tt])", "(;FF[4]GM[1]SZ[5];B[aa];W[ee];B[];W[])");
    check("(;SZ[7:3]B[gc])", "(;FF[4]GM[1]SZ[7:3];B[gc])");
    check(
        "(;SZ[3] RU[Chinese] KM[ 7.5 ]C[hello];B[aa](;W[bb])(;W[cc]))",
        "(;FF[4]GM[1]SZ[3]RU[Chinese]KM[7.5];B[aa];W[bb])",
    );
    check("(;GM[4]SZ[9];B[ee];W[ef])", "(;FF[4]GM[4]SZ[9];B[ee];W[ef])");
    check("(;GM[4])", "(;FF[4]GM[4]SZ[15])");
    // The stone on aa was captured: its point is empty again.
    check(
        "(;SZ[3];B[aa];W[ba];B[cc];W[ab];B[aa])",
        "(;FF[4]GM[1]SZ[3];B[aa];W[ba];B[cc];W[ab];B[aa])",
    );
}

#[test]
fn hex_games_are_read() {
    check("(;GM[11])", "(;FF[4]GM[11]SZ[11])");
    check(
        "(;GM[11]SZ[5];B[C3];W[Swap-Pieces];B[b4];W[resign])",
        "(;FF[4]GM[11]SZ[5];B[c3];W[swap-pieces];B[b4];W[resign])",
    );
    check(
        "(;GM[11]SZ[3:7];B[c7];W[swap-sides];W[a1];B[pass];W[];B[forfeit])",
        "(;FF[4]GM[11]SZ[3:7];B[c7];W[swap-sides];W[a1];B[pass];W[pass];B[forfeit])",
    );
    check("(;GM[11]SZ[5]AB[a1:b2]AW[e5]PL[W])", "(;FF[4]GM[11]SZ[5]AB[a1][b1][a2][b2]AW[e5]PL[W])");
}

#[test]
fn set_ups_start_games() {
    check(
        "(;SZ[5]AB[aa:bb]AW[cc][dd]PL[W])",
        "(;FF[4]GM[1]SZ[5]AB[aa][ba][ab][bb]AW[cc][dd]PL[W])",
    );
    // In several nodes, later ones over earlier ones.
    check("(;SZ[5]AB[aa][bb];AW[aa]AE[bb];AB[cc])", "(;FF[4]GM[1]SZ[5]AB[cc]AW[aa]PL[B])");
    check("(;SZ[5]AB[aa]AB[bb])", "(;FF[4]GM[1]SZ[5]AB[aa][bb]PL[B])");
    // Who moves: PL, the first move, the handicap, Black.
    check("(;SZ[5]AB[aa];W[bb])", "(;FF[4]GM[1]SZ[5]AB[aa]PL[W];W[bb])");
    check("(;SZ[5]HA[2]AB[aa][bb])", "(;FF[4]GM[1]SZ[5]AB[aa][bb]PL[W])");
    check("(;SZ[5]HA[2]AB[aa][bb]PL[b])", "(;FF[4]GM[1]SZ[5]AB[aa][bb]PL[B])");
    check("(;SZ[5]HA[2])", "(;FF[4]GM[1]SZ[5])");
    check("(;SZ[5]PL[White])", "(;FF[4]GM[1]SZ[5]PL[W])");
    check("(;SZ[5]PL[B];W[aa])", "(;FF[4]GM[1]SZ[5]PL[B];W[aa])");
}

#[test]
fn a_set_up_after_a_move_starts_a_new_game() {
    check("(;SZ[3];B[aa];W[bb];AB[cc];W[ca])", "(;FF[4]GM[1]SZ[3]AB[aa][cc]AW[bb]PL[W];W[ca])");
    check("(;SZ[3];B[aa];W[bb];B[cc];AE[aa])", "(;FF[4]GM[1]SZ[3]AB[cc]AW[bb]PL[W])");
    // The white stone on aa is captured before.
    check("(;SZ[3];W[aa];B[ba];B[ab];AW[cc])", "(;FF[4]GM[1]SZ[3]AB[ba][ab]AW[cc]PL[W])");
    // To say whose turn it is anyway is no set-up; to say the opposite is one.
    check("(;SZ[3];B[aa];PL[W];W[bb])", "(;FF[4]GM[1]SZ[3];B[aa];W[bb])");
    check("(;SZ[3];B[aa];PL[B];B[bb])", "(;FF[4]GM[1]SZ[3]AB[aa]PL[B];B[bb])");
    check("(;SZ[3];B[aa]PL[B])", "(;FF[4]GM[1]SZ[3];B[aa])");
}

#[test]
fn several_games_are_read() {
    let text = "(;SZ[3];B[aa])(;GM[11]SZ[3];B[a1])";
    let games: Vec<RecordGame> =
        parse_records(text).expect("two games").iter().map(|reading| reading.record.game).collect();
    assert_eq!(games, [RecordGame::Go, RecordGame::Hex]);
    assert_eq!(parse_record("(;SZ[3])(;GM[2])").expect("the first game").record.size.area(), 9);
}

#[test]
fn moves_know_where_they_stand() {
    let text = "(;SZ[3]\n;B[aa]\n;W[bb])";
    let places: Vec<String> =
        parse_record(text).expect("a game").offsets.iter().map(|&at| place(text, at)).collect();
    assert_eq!(places, ["2:4", "3:4"]);
}

#[test]
fn unknown_games_and_sizes_are_refused() {
    let games = "1 (Go), 4 (Gomoku) or 11 (Hex)";
    let sizes = "SIZE or COLUMNS:ROWS, each from 1 to 19";
    for (text, problem, expected) in [
        ("(;GM[2])", "1:6: GM[2] is not a game Andor knows", games),
        ("(;GM[])", "1:6: GM[] is not a game Andor knows", games),
        ("(;SZ[20])", "1:6: SZ[20] is not a possible size of a board", sizes),
        ("(;SZ[0:5])", "1:6: SZ[0:5] is not a possible size of a board", sizes),
        ("(;SZ[9][9])", "1:9: a second value of SZ", "one value"),
    ] {
        check_error(text, problem, expected);
    }
}

#[test]
fn wrong_points_are_refused_with_the_place() {
    let go = "two letters, column and row, from aa to ee";
    let hex = "a letter and a number from a1 to k11";
    for (text, problem, expected) in [
        ("(;SZ[5]\n;B[af])", "2:4: point \"af\": outside the 5x5 board", go),
        ("(;SZ[5];B[AA])", "1:11: point \"AA\": outside the 5x5 board", go),
        ("(;SZ[5];B[c3])", "1:11: point \"c3\": not a point", go),
        ("(;SZ[5]AB[])", "1:11: point \"\": not a point", go),
        ("(;SZ[5]AB[tt])", "1:11: point \"tt\": outside the 5x5 board", go),
        (
            "(;SZ[5]AB[cc:aa])",
            "1:11: \"cc:aa\" is not a rectangle",
            "its top left and its bottom right point",
        ),
        ("(;GM[11];B[l1])", "1:12: point \"l1\": outside the 11x11 board", hex),
        (
            "(;GM[11];B[ee])",
            "1:12: point \"ee\": programs disagree which of two letters is the column",
            "a letter for the column and a number for the row",
        ),
    ] {
        check_error(text, problem, expected);
    }
}

#[test]
fn impossible_nodes_are_refused_with_the_place() {
    let each = "a node for each move";
    let empty = "a move on an empty point";
    let swap = "a swap as the second move of a game of Hex, after one black stone";
    for (text, problem, expected) in [
        (
            "(;SZ[5]AB[aa:bb]AW[ba])",
            "1:20: ba is set up twice in one node",
            "each point at most once",
        ),
        ("(;SZ[5];B[aa]W[bb])", "1:16: a second move in one node", each),
        ("(;SZ[5];W[aa]B[bb][cc])", "1:16: a second move in one node", each),
        (
            "(;SZ[5];AB[aa]B[bb])",
            "1:17: a set-up and a move in one node",
            "each in a node of its own",
        ),
        ("(;SZ[5];B[aa];W[aa])", "1:17: there is a stone on A5 already", empty),
        ("(;SZ[5]AB[aa];W[aa])", "1:17: there is a stone on A5 already", empty),
        ("(;SZ[5]PL[2])", "1:11: \"2\" is no player", "B or W"),
        (
            "(;GM[11];B[a1];W[swap])",
            "1:18: programs disagree what a bare \"swap\" means",
            "swap-pieces or swap-sides",
        ),
        ("(;GM[11];B[a1];W[b1];B[swap-pieces])", "1:24: a swap is not possible here", swap),
        (
            "(;GM[11]SZ[3:4];B[a1];W[swap-pieces])",
            "1:25: no swap of pieces on the 3x4 board",
            "a board with as many columns as rows",
        ),
        ("(;GM[11];B[a1];W[resign];B[b1])", "1:28: a move after white gave up", "no further move"),
    ] {
        check_error(text, problem, expected);
    }
}
