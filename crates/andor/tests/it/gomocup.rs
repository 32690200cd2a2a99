//! `andor play gomoku`: conversations as managers of Gomocup tournaments and Yixin-Board hold them.

use crate::support::command;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// An engine that is talked to line by line.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &str) -> Engine {
        let mut child = command()
            .args(["play", "gomoku"])
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("input");
        let output = BufReader::new(child.stdout.take().expect("output"));
        Engine { child, input, output }
    }

    fn send(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).expect("the engine reads");
        self.input.flush().expect("the engine reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the engine writes");
        assert!(line.ends_with('\n'), "the engine is gone");
        line.trim_end().to_string()
    }

    /// The next line that is a move.
    fn mv(&mut self) -> (u32, u32) {
        loop {
            let line = self.line();
            if let Some((x, y)) = line.split_once(',')
                && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
            {
                return (x, y);
            }
            assert!(!line.starts_with("ERROR") && !line.starts_with("UNKNOWN"), "{line}");
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A conversation: lines after `> ` are sent, all others are answers.
fn check(arguments: &str, conversation: &str) {
    let lines = || conversation.lines().map(str::trim).filter(|line| !line.is_empty());
    let sent = lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n"));
    let expected: String =
        lines().filter(|line| !line.starts_with("> ")).map(|line| format!("{line}\n")).collect();
    let mut child = command()
        .args(["play", "gomoku"])
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let input = sent.collect::<String>();
    child.stdin.take().expect("input").write_all(input.as_bytes()).expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn what_the_protocol_demands() {
    check(
        "--name Test --engine-version 7",
        "
> ABOUT
name=\"Test\", version=\"7\", author=\"the authors of Andor\", country=\"\"
> START 15
OK
> INFO timeout_turn 100
> INFO max_memory 83886080
> INFO game_type 1
> INFO folder /tmp/some folder
> INFO something new
> BEGIN
7,7
> RESTART
OK
> PLAY 0,0
0,0
> TAKEBACK 0,0
OK
> start 20
OK
> begin
10,10
> RECTSTART 9,6
OK
> BEGIN
4,3
> END
> ABOUT
",
    );
}

/// Errors in the protocol's own form; the engine lives on and the game is as it was.
#[test]
fn bad_lines_leave_the_engine_alive() {
    check(
        "",
        "
> INFO timeout_turn 0
> START 4
ERROR a board of 4x4; expected 5 to 20 columns and rows
> START 21
ERROR a board of 21x21; expected 5 to 20 columns and rows
> RECTSTART 20,4
ERROR a board of 20x4; expected 5 to 20 columns and rows
> START
ERROR START \"\"; expected a number from 5 to 20
> START fifteen
ERROR START \"fifteen\"; expected a number from 5 to 20
> RECTSTART 15
ERROR RECTSTART \"15\"; expected two numbers, such as 20,15
> FLY 7,7
UNKNOWN command FLY
> é€
UNKNOWN command é€
> START 5
OK
> TURN
ERROR TURN \"\"; expected a point, such as 7,7
> TURN 5,0
ERROR 5,0 is outside the board of 5x5
> TURN 99999999999,0
ERROR TURN \"99999999999,0\"; expected a point, such as 7,7
> PLAY 2,2
2,2
> PLAY 2,2
ERROR 2,2: the point is occupied
> TURN 2,2
ERROR 2,2: the point is occupied
> BEGIN
ERROR BEGIN: there are stones on the board; expected RESTART before it
> TAKEBACK 1,1
ERROR 1,1: there is no stone
> BOARD
> 1,1,1
> 1,1,2
> DONE
ERROR 1,1: the point is occupied
> BOARD
> 1,1
> DONE
ERROR 1,1 has nothing; expected 1 (own) or 2 (the opponent's)
> BOARD
> 1,one,2
> 7
> DONE
ERROR \"1,one,2\" is no stone; expected x,y,f
> BOARD
> 1,1,2
> ABOUT now
ERROR \"ABOUT now\" is no stone; expected x,y,f
> DONE
> BOARD
> 1,1,2
> RESTART
ERROR the list of stones has no end; expected DONE
OK
> BOARD
> 0,0,1
> 1,0,1
> 2,0,1
> 3,0,1
> 4,0,1
> DONE
ERROR the game is over
> INFO timeout_turn soon
ERROR INFO timeout_turn soon; expected a whole number
> INFO rule 8
ERROR INFO rule 8; expected 0 (freestyle), 1 (exactly five) or 4 (renju)
> INFO timeout_turn
ERROR INFO \"timeout_turn\"; expected a name and a value
> YXNBEST 0
ERROR YXNBEST \"0\"; expected a number from 1
> SWAP2BOARD
> 1,1
> DONE
ERROR an opening of 1 stones; expected 0, 3 or 5
> DONE
UNKNOWN command DONE
> STOP
> YXSTOP
> YXHASHCLEAR
",
    );
}

/// A win by threats is announced with its length.
#[test]
fn a_win_by_threats_has_a_length() {
    let mut engine = Engine::start("");
    engine.send("START 15\nINFO timeout_turn 4000");
    engine.send("BOARD\n7,7,1\n7,8,2\n7,5,1\n9,7,2\n5,7,1\n10,5,2\nDONE");
    let mut said = String::new();
    let length = loop {
        let line = engine.line();
        let length = line.strip_prefix("MESSAGE win proven, mate in ");
        if let Some(length) = length.and_then(|rest| rest.strip_suffix(" plies")) {
            break length.parse::<usize>().ok();
        }
        said.push_str(&line);
        if line.contains(',') && !line.starts_with("MESSAGE") {
            break None;
        }
    };
    let length: usize = length.unwrap_or_else(|| panic!("no proven win: {said}"));
    assert!(length % 2 == 1 && (5..40).contains(&length), "{length}");
}

/// A win is played and announced, a five is prevented, and a lost game is played on.
#[test]
fn wins_are_proven_and_announced() {
    check(
        "",
        "
> START 15
OK
> INFO timeout_turn 500
> BOARD
> 7,7,1
> 0,0,2
> 8,7,1
> 14,14,2
> 9,7,1
> 0,14,2
> 10,7,1
> 14,0,2
> DONE
MESSAGE win proven, mate in 1 plies
6,7
> BOARD
> 7,7,2
> 6,7,1
> 8,7,2
> 14,14,1
> 9,7,2
> 0,14,1
> 10,7,2
> DONE
11,7
> YXBOARD
> 7,7,1
> 6,7,2
> 8,7,1
> 14,14,2
> 9,7,1
> 0,14,2
> 10,7,1
> 0,0,2
> DONE
> YXNBEST 2
MESSAGE win proven, mate in 1 plies
MESSAGE line 1: chance 100 %, depth 0, nodes 0, M8
11,7
",
    );
}

/// A line for Yixin-Board, and the forbidden points of Renju.
#[test]
fn yixin_board_is_answered() {
    check(
        "",
        "
> START 15
OK
> INFO rule 4
> YXBOARD
> 7,6,1
> 0,14,2
> 7,5,1
> 2,14,2
> 8,7,1
> 4,14,2
> 9,7,1
> 6,14,2
> DONE
> YXSHOWFORBID
FORBID 0707.
> TURN 7,7
ERROR 7,7: a double three is forbidden to Black
> INFO rule 0
> YXSHOWFORBID
FORBID .
",
    );
    let mut engine = Engine::start("");
    engine.send("START 15\nINFO timeout_turn 200\nYXSHOWINFO\nYXBOARD\n7,7,2\n8,8,1\n7,9,2\nDONE\nYXNBEST 3");
    assert_eq!(engine.line(), "OK");
    let first = engine.line();
    assert_eq!(first, "INFO PV 0");
    let mut lines = vec![first];
    loop {
        let line = engine.line();
        if !line.starts_with("INFO ") {
            assert!(line.contains(','), "{line}");
            break;
        }
        lines.push(line);
    }
    for word in [
        "INFO NUMPV 3",
        "INFO DEPTH ",
        "INFO BESTLINE ",
        "INFO WINRATE ",
        "INFO PV 2",
        "INFO PV DONE",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(word)), "{word}: {lines:?}");
    }
}

/// Limits of a turn, of a game, at once; on both sizes of boards and under all rules.
#[test]
fn the_time_is_kept() {
    let late = Duration::from_millis(50);
    // The machine may be busy with other tests: of three attempts one must be in time.
    let in_time = |start: &str, limit: Duration| {
        let mut times = Vec::new();
        for _ in 0..3 {
            let mut engine = Engine::start("");
            engine.send(start);
            assert_eq!(engine.line(), "OK");
            let mut turn = |text: &str| {
                let started = Instant::now();
                engine.send(text);
                engine.mv();
                started.elapsed()
            };
            let longest =
                turn("BOARD\n7,7,2\n8,8,1\n7,9,2\n7,8,1\n6,9,2\nDONE").max(turn("TURN 3,3"));
            if longest < limit + late {
                return;
            }
            times.push(longest);
        }
        panic!("{start}: {times:?}, at most {limit:?}");
    };
    for rule in [0, 1, 4] {
        let start = format!("START 15\nINFO rule {rule}\nINFO timeout_turn 300");
        in_time(&start, Duration::from_millis(300));
    }
    in_time("START 20\nINFO timeout_turn 1000\nINFO max_node 100000000", Duration::from_secs(1));
    in_time("START 15\nINFO timeout_turn 0", Duration::ZERO);
    in_time("START 20\nINFO timeout_turn 100", Duration::from_millis(100));
    let few = "START 15\nINFO timeout_turn 30000\nINFO timeout_match 4000\nINFO time_left 4000";
    in_time(few, Duration::from_millis(300));
    in_time("START 15\nINFO timeout_turn 30000\nINFO max_node 1000", Duration::from_millis(400));
    in_time("START 15\nINFO timeout_turn 30000\nINFO max_depth 2", Duration::from_secs(9));
}

/// `STOP` ends thinking at once with a move, and so does `END` with the process.
#[test]
fn thinking_can_be_stopped() {
    let mut engine = Engine::start("");
    let started = Instant::now();
    engine.send("START 15\nINFO timeout_turn 600000\nBOARD\n7,7,2\n8,8,1\n7,9,2\nDONE");
    assert_eq!(engine.line(), "OK");
    std::thread::sleep(Duration::from_millis(300));
    engine.send("YXSTOP");
    engine.mv();
    engine.send("TURN 2,2");
    std::thread::sleep(Duration::from_millis(100));
    engine.send("END");
    assert!(engine.child.wait().expect("the engine ends").success());
    assert!(started.elapsed() < Duration::from_secs(30));
}

/// The three answers of an opening with swap.
#[test]
fn swap_is_answered() {
    let mut engine = Engine::start("");
    engine.send("START 15\nINFO timeout_turn 400\nSWAP2BOARD\nDONE");
    assert_eq!(engine.line(), "OK");
    let three = engine.line();
    assert_eq!(three.split(' ').count(), 3, "{three}");
    // Black has two stones in the centre, White one in the corner: Black is better.
    engine.send("RESTART\nSWAP2BOARD\n7,7\n0,0\n8,8\nDONE");
    assert_eq!(engine.line(), "OK");
    assert_eq!(engine.line(), "SWAP");
    // White has the centre, Black two corners.
    engine.send("RESTART\nSWAP2BOARD\n0,0\n7,7\n14,14\nDONE");
    assert_eq!(engine.line(), "OK");
    engine.mv();
}

/// A naive opponent, who plays at random, loses every game, under all rules.
#[test]
fn a_naive_opponent_loses() {
    let mut rng = fastrand::Rng::with_seed(1);
    for (size, rule) in [(15, 0), (20, 0), (15, 1), (15, 4)] {
        let mut engine = Engine::start("");
        engine.send(&format!("START {size}\nINFO rule {rule}\nINFO timeout_turn 60\nBEGIN"));
        assert_eq!(engine.line(), "OK");
        let mut free: Vec<(u32, u32)> =
            (0..size).flat_map(|x| (0..size).map(move |y| (x, y))).collect();
        let mut own = vec![engine.mv()];
        for _ in 0..60 {
            if has_five(&own) {
                break;
            }
            free.retain(|point| *point != own[own.len() - 1]);
            let (x, y) = free.swap_remove(rng.usize(..free.len()));
            engine.send(&format!("TURN {x},{y}"));
            let mv = engine.mv();
            assert!(free.contains(&mv), "{mv:?} is occupied");
            own.push(mv);
        }
        assert!(has_five(&own), "{size} {rule}: {own:?}");
    }
}

fn has_five(stones: &[(u32, u32)]) -> bool {
    let has = |x: i64, y: i64| stones.iter().any(|&(a, b)| (i64::from(a), i64::from(b)) == (x, y));
    stones.iter().any(|&(x, y)| {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(dx, dy)| (0..5).all(|i| has(i64::from(x) + i * dx, i64::from(y) + i * dy)))
    })
}
