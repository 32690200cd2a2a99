//! `andor match`: our engine against itself, and against scripts that cheat, hang and die.

use crate::support;
use crate::support::{command, file, finished};
use serde_json::Value;
use std::time::{Duration, Instant};

/// The lines of a match: an object for each game, and the result.
fn played(arguments: &[&str]) -> (Vec<Value>, Value) {
    let run =
        finished(command().arg("match").args(arguments).arg("--json").output().expect("a match"));
    assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
    let mut lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let result = lines.pop().expect("a result");
    (lines, result)
}

const OWN: &str = "andor play gomoku";
const HEX: &str = "andor play hex";

/// An engine as a script: answers `START` and plays by the script's own lines.
fn script(name: &str, on_move: &str) -> String {
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         START*|RECTSTART*) echo OK;;\n\
         BEGIN*|TURN*|DONE*) {on_move};;\n\
         END*) exit 0;;\n\
         esac\n\
         done\n"
    );
    format!("sh {}", file(&format!("{name}.sh"), &text).display())
}

/// An engine of GTP or HTP as a script, with lines for some commands.
fn text_script(name: &str, lines: &str) -> String {
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         {lines}\n\
         quit) echo =; echo; exit 0;;\n\
         *) echo =; echo;;\n\
         esac\n\
         done\n"
    );
    format!("sh {}", file(&format!("{name}.sh"), &text).display())
}

/// The words of a match that ends with an error.
fn refused(arguments: &[&str]) -> String {
    let run = finished(command().arg("match").args(arguments).output().expect("a match"));
    assert_eq!(run.code, 1, "{arguments:?}: {run:?}");
    run.err
}

/// Lines of a script that do something the first time and something else from then on, in all
/// processes together.
fn at_first(name: &str, first: &str, then: &str) -> String {
    let counter = file(&format!("{name}.count"), "");
    let counter = counter.display();
    format!("if [ -s {counter} ]; then {then}; else echo x > {counter}; {first}; fi")
}

/// A folder of its own, empty.
fn empty_folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// An engine that cheats, hangs, dies or talks after its first move loses every game for that
/// reason, and is started again.
#[test]
fn faults_lose_the_game() {
    for (name, on_move, reason) in [
        ("occupied", "echo 7,7", "made an illegal move (H8: the point is occupied)"),
        ("outside", "echo 15,15", "answered \"15,15\""),
        ("talks", "echo hello", "answered \"hello\""),
        ("errors", "echo ERROR no move", "answered \"ERROR no move\""),
        ("hangs", "sleep 60", "exceeded the time"),
        ("dies", "exit 3", "died"),
    ] {
        let started = Instant::now();
        let openings = file("one-stone.txt", "h8 j9\n");
        let openings = openings.display().to_string();
        let script = script(name, &at_first(name, "echo 0,0", on_move));
        let arguments =
            [OWN, &script, "--time", "200ms", "--openings", &openings, "--faults", "lose"];
        let (games, result) = played(&arguments);
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!(game["winner"], "A", "{name}: {game}");
            assert_eq!(game["fault"], "B", "{name}: {game}");
            let told = game["reason"].as_str().expect("a reason");
            assert!(told.ends_with(reason), "{name}: {told}, expected {reason}");
        }
        assert_eq!((&result["wins"], &result["faults"][1]), (&2.into(), &2.into()), "{result}");
        assert!(started.elapsed() < Duration::from_secs(30), "{name}");
    }
}

/// An engine that is at fault before its first move ends the match: the words have its command and
/// its last lines.
#[test]
fn engines_without_a_move_end_the_match() {
    let openings = file("early.txt", "h8 j9\n").display().to_string();
    let limits = ["--time", "200ms", "--openings", &openings];
    let check = |engine: &str, fault: &str, said: &str| {
        for (pair, name) in [([engine, OWN], "A"), ([OWN, engine], "B")] {
            let words = refused(&[&pair[..], &limits[..]].concat());
            let start = format!("andor: engine {name}, \"{engine}\", has made no move: it {fault}");
            let end = "expected an engine of gomoku that speaks the protocol of Gomocup";
            for part in [&start, end, said] {
                assert!(words.contains(part), "{part} in {words}");
            }
        }
    };
    let nothing = "The engine said nothing.";
    check("/there/is/no/engine", "did not start (No such file", nothing);
    check("sh -c 'echo ERROR size'", "answered \"ERROR size\"", "  ERROR size\n");
    check("sh -c 'echo MESSAGE oops; echo no file >&2; exit 3'", "died", "  no file\n");
    check("sh -c 'exit 3'", "died", nothing);
    for (name, on_move, fault) in [
        ("early-outside", "echo 15,15", "answered \"15,15\""),
        ("early-occupied", "echo 7,7", "made an illegal move (H8: the point is occupied)"),
        ("early-hangs", "echo thinking >&2; sleep 60", "exceeded the time"),
        ("early-dies", "echo bad weights >&2; exit 3", "died"),
    ] {
        let said = match name {
            "early-hangs" => "\n  OK\n  thinking\n",
            "early-dies" => "  bad weights\n",
            _ => "The last words of the engine:\n  OK\n",
        };
        check(&script(name, on_move), fault, said);
    }
    // Games that are played at the same time end, too.
    let dies = script("early-jobs", "exit 3");
    let words = refused(&[OWN, &dies, "--games", "8", "--jobs", "2", "--time", "100ms"]);
    assert!(words.contains("engine B") && words.contains("it died"), "{words}");
}

/// An engine of another game is not let in, although the commands are the same.
#[test]
fn engines_of_other_games_are_refused() {
    for (game, size, other, fault) in [
        ("hex", "3x3", "andor play go", "of the moves a2 b2 b1 a1 it refused a1: "),
        ("hex", "11x11", "andor play go", "of the moves a2 f6 b1 a1 it refused a1: "),
        ("hex", "5x7", "andor play go --rules basic-ko", "it refused a1: "),
        ("hex", "11x11", "andor play phutball", "it refused f6: "),
        ("go", "9x9", "andor play hex", "it does not know the command komi"),
        ("go", "2x2", "andor play hex", "it does not know the command komi"),
        ("go", "9x9", "andor play phutball", "it does not know the command komi"),
    ] {
        let own = format!("andor play {game}");
        let words = refused(&[&own, other, "--game", game, "--size", size]);
        let protocol = if game == "go" { "GTP" } else { "HTP" };
        let end = format!("expected an engine of {game} that speaks {protocol}");
        for part in ["engine B", other, "plays another game (", fault, &end] {
            assert!(words.contains(part), "{game} {size} {other}: {part} in {words}");
        }
    }
    // An engine of Hex that lists the commands of Go, as it was made of one, is told by its moves.
    let like_go = "list_commands) echo = komi play genmove; echo;;\ngenmove) echo = resign; echo;;";
    let like_go = text_script("like-go", like_go);
    let (games, _) = played(&[HEX, &like_go, "--size", "5x5", "--games", "1"]);
    assert_eq!(games[0]["reason"], "white resigned", "{games:?}");
    let occupied = "play) [ \"$rest\" = 'white a1' ] && echo '? occupied' || echo =; echo;;";
    let occupied = format!("list_commands) echo = komi; echo;;\n{occupied}");
    let occupied = text_script("occupied-go", &occupied);
    let words = refused(&["andor play go", &occupied, "--size", "5x5"]);
    let fault = "of the moves a1 a2 c3 b1 c1 a1 it refused a1: \"? occupied\"";
    assert!(words.to_lowercase().contains(fault), "{words}");
}

/// No process of a match is left, not even one that an engine started and that ignores its input.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left() {
    let pid = file("pid.txt", "");
    let hangs = script("orphans", &format!("sleep 77 & echo $! > {}; wait", pid.display()));
    refused(&[OWN, &hangs, "--time", "100ms", "--games", "1"]);
    let pid = std::fs::read_to_string(pid).expect("a number");
    let status = std::fs::read_to_string(format!("/proc/{}/cmdline", pid.trim()));
    assert!(!status.is_ok_and(|line| line.contains("sleep")), "process {pid} lives");
}

/// More time wins more; records can be read again; colours change.
#[test]
fn our_engine_against_itself() {
    let folder = empty_folder("own-games");
    let path = folder.display().to_string();
    let arguments = [OWN, OWN, "--time", "300ms", "--second-time", "20ms", "--games", "4"];
    let (games, result) = played(&[&arguments[..], &["--folder", &path, "--seed", "3"]].concat());
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["fault"].is_null()), "{games:?}");
    let blacks: Vec<&str> = games.iter().filter_map(|game| game["black"].as_str()).collect();
    assert_eq!(blacks, ["A", "B", "A", "B"]);
    assert!(result["score"].as_f64().expect("a score") >= 0.5, "{result}");
    for number in 1..=4 {
        let record = folder.join(format!("game-000{number}.sgf"));
        let text = std::fs::read_to_string(&record).expect("a record");
        assert!(text.contains("GM[4]") && text.contains("C[on the board]"), "{text}");
        let run = support::solve(&[&record.display().to_string(), "--json"]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

/// Under all rules and on other boards games end without faults; a folder gets a file for each
/// game.
#[test]
fn all_rules_are_played() {
    for (size, rules) in
        [("15x15", "renju"), ("9x9", "exact"), ("20x20", "freestyle"), ("7x12", "freestyle")]
    {
        let arguments = [OWN, OWN, "--time", "40ms", "--size", size, "--rules", rules];
        let (games, _) = played(&arguments);
        assert!(games.iter().all(|game| game["fault"].is_null()), "{size} {rules}: {games:?}");
    }
}

/// After a fault the last position is solved: on 3x3 Black wins with the centre, whoever dies.
/// Without time to solve the game is void.
#[test]
fn positions_of_faults_are_solved() {
    let openings = file("centre.txt", "b2\n").display().to_string();
    let dies = |name: &str| {
        let lines = at_first(name, "echo = a1; echo", "exit 3");
        text_script(name, &format!("genmove) {lines};;"))
    };
    let small = dies("hex-dies");
    let arguments = [HEX, &small, "--size", "3x3", "--openings", &openings];
    let (games, result) = played(&arguments);
    let winners: Vec<&Value> = games.iter().map(|game| &game["winner"]).collect();
    assert_eq!(winners, ["A", "B"], "{games:?}");
    assert!(games.iter().all(|game| game["fault"] == "B" && game["void"] == false), "{games:?}");
    assert_eq!((&result["faults"][1], &result["void"]), (&2.into(), &0.into()));
    let (games, result) = played(&[
        HEX,
        &dies("hex-dies-void"),
        "--size",
        "14x14",
        "--openings",
        &openings,
        "--faults",
        "0s",
    ]);
    assert!(games.iter().all(|game| game["void"] == true && game["winner"].is_null()));
    assert_eq!((&result["games"], &result["void"]), (&0.into(), &2.into()), "{result}");
}

/// Hex is played to the end of the board; resignations, swaps and refusals are understood.
#[test]
fn engines_of_hex_play() {
    let (games, result) = played(&[HEX, HEX, "--size", "4x4", "--games", "6", "--jobs", "2"]);
    assert_eq!((games.len(), &result["faults"]), (6, &serde_json::json!([0, 0])));
    assert!(games.iter().all(|game| game["reason"] == "on the board"), "{games:?}");
    let openings = file("first-row.txt", "a1\n").display().to_string();
    let limits = ["--size", "3x3", "--time", "300ms", "--faults", "lose", "--openings", &openings];
    for (name, lines, reason) in [
        ("resigns", "echo = resign; echo", "resigned"),
        ("refuses", "echo ? no move; echo", "answered \"? no move\""),
        ("draws", "echo gogui-gfx:; echo TEXT; echo; echo = resign; echo", "resigned"),
        ("slow", "sleep 60", "exceeded the time"),
    ] {
        let lines = at_first(name, "echo = b2; echo", lines);
        let script = text_script(name, &format!("genmove) {lines};;"));
        let arguments = [&[HEX, &script][..], &limits[..]].concat();
        let (games, _) = played(&arguments);
        for game in &games {
            let told = game["reason"].as_str().expect("a reason");
            assert!(told.ends_with(reason), "{name}: {told}, expected {reason}");
            assert_eq!(game["winner"], "A", "{name}: {game}");
        }
    }
    for (name, lines, reason) in [
        ("early-refuses", "genmove) echo ? no move; echo;;", "answered \"? no move\""),
        ("no-start", "list_commands) exit 0;;", "died"),
        ("no-size", "boardsize) echo ? unacceptable size; echo;;", "unacceptable size\""),
    ] {
        let words = refused(&[&[HEX, &text_script(name, lines)][..], &limits[..]].concat());
        let end = format!("{reason}; expected an engine of hex that speaks HTP");
        assert!(words.contains(&end), "{name}: {words}, expected {end}");
    }
    let swaps = text_script("swaps", "genmove) echo = swap-pieces; echo;;");
    let arguments = [HEX, &swaps, "--size", "3x3", "--openings", &openings, "--faults", "lose"];
    let (games, _) = played(&[&arguments[..], &["--swap", "--games", "1"]].concat());
    // The second time there is nothing to take over.
    assert_eq!(games[0]["moves"][1], "swap-pieces", "{games:?}");
    assert!(games[0]["reason"].as_str().expect("a reason").contains("illegal move"), "{games:?}");
    let words = refused(&[&arguments[..], &["--games", "1"]].concat());
    assert!(words.contains("made an illegal move (swap-pieces"), "{words}");
}

/// Go ends after two passes and is counted with the komi.
#[test]
fn engines_of_go_play() {
    let passes = text_script("passes", "genmove) echo = PASS; echo;;");
    let openings = file("middle.txt", "b2\n").display().to_string();
    for (komi, winner) in [("7.5", "black"), ("9.5", "white")] {
        let (games, _) = played(&[
            &passes,
            &passes,
            "--game",
            "go",
            "--size",
            "3x3",
            "--komi",
            komi,
            "--openings",
            &openings,
        ]);
        let expected = if winner == "black" { ["A", "B"] } else { ["B", "A"] };
        let winners: Vec<&Value> = games.iter().map(|game| &game["winner"]).collect();
        assert_eq!(winners, expected, "{games:?}");
    }
    let (games, _) =
        played(&["andor play go", "andor play go", "--size", "3x2", "--time", "100ms"]);
    assert!(games.iter().all(|game| game["fault"].is_null()), "{games:?}");
}

/// A clock of processor time does not count sleep, but work.
#[cfg(target_os = "linux")]
#[test]
fn clocks_count_their_own_time() {
    let sleeps = text_script("sleeps", "genmove) sleep 0.4; echo = resign; echo;;");
    let works =
        "genmove) i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done; echo = resign; echo;;";
    let works = text_script("works", works);
    let arguments = |engine: &str, clock: &str| {
        let limits = ["--time", "100ms", "--grace", "50ms", "--clock", clock, "--games", "1"];
        let arguments = [engine, engine, "--game", "hex", "--size", "3x3", "--faults", "0s"];
        [&arguments[..], &limits[..]].concat().into_iter().map(str::to_string).collect::<Vec<_>>()
    };
    let reason = |engine: &str, clock: &str| {
        let arguments = arguments(engine, clock);
        let (games, _) = played(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        games[0]["reason"].as_str().expect("a reason").to_string()
    };
    assert!(reason(&sleeps, "cpu").ends_with("resigned"));
    let late = arguments(&sleeps, "wall");
    let late = refused(&late.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(late.contains("exceeded the time"), "{late}");
    assert!(reason(&works, "cpu").ends_with("exceeded the time"));
}

/// A match goes on where it was stopped, even in the middle of a line; another match is refused.
/// Reports are kept.
#[test]
fn matches_go_on() {
    let folder = empty_folder("resumed");
    let path = folder.display().to_string();
    let arguments = [HEX, HEX, "--size", "3x3", "--folder", &path];
    let (games, _) = played(&[&arguments[..], &["--games", "2"]].concat());
    assert_eq!(games.len(), 2);
    let list = folder.join("games.jsonl");
    let before = std::fs::read_to_string(&list).expect("games");
    std::fs::write(&list, format!("{before}{{\"game\":3,\"ope")).expect("a broken line");
    let (games, result) = played(&[&arguments[..], &["--games", "4"]].concat());
    let numbers: Vec<u64> = games.iter().filter_map(|game| game["game"].as_u64()).collect();
    assert_eq!((numbers, &result["games"]), (vec![3, 4], &4.into()));
    let after = std::fs::read_to_string(&list).expect("games");
    assert!(after.starts_with(&before) && after.lines().count() == 4, "{after}");
    let report = std::fs::read_to_string(folder.join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((&report["games"], &report["score"]), (&4.into(), &result["score"]));
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    assert!(page.contains("game-0004.sgf") && page.contains("points of A"), "{page}");

    let refused = |extra: &[&str], words: &str| {
        let all = [&arguments[..], extra].concat();
        let run = finished(command().arg("match").args(all).output().expect("a match"));
        assert!(run.code == 1 && run.err.contains(words), "{extra:?}: {run:?}, expected {words}");
    };
    refused(&["--time", "2s"], "another match: seconds is [1.0,1.0]; expected [2.0,2.0]");
    std::fs::write(&list, "{}\n").expect("a wrong game");
    refused(&[], "line 1: expected a game");
    std::fs::write(folder.join("match.json"), "no").expect("a wrong match");
    refused(&[], "match.json: expected JSON");
}

/// The test ends a match early.
#[test]
fn the_test_ends_a_match() {
    let resigns = text_script("gives-up", "genmove) echo = resign; echo;;");
    let arguments = [HEX, &resigns, "--size", "3x3", "--games", "50", "--sprt", "0,400"];
    let (games, result) = played(&arguments);
    // (20/11)^5 = 19.9; games that were under way may still end.
    assert!((5..25).contains(&games.len()), "{games:?}");
    assert!(result["sprt"].as_str().expect("a test").contains("+400 Elo ("), "{result}");
}

/// Mistakes on the command line and in files.
#[test]
fn bad_input_is_refused() {
    let refused = |arguments: &[&str], words: &str| {
        let told = refused(arguments);
        assert!(told.contains(words), "{arguments:?}: {told}, expected {words}");
    };
    let openings = |name: &str, text: &str| file(name, text).display().to_string();
    refused(&[OWN], "expected");
    refused(&["sh -c 'x", OWN], "no command line");
    refused(&["sh", "sh"], "--game: the engines do not tell their game; expected");
    refused(&["sh", "sh", "--game", "nim"], "game \"nim\": there are no matches of it");
    refused(&["sh", "sh", "--game", "go", "--swap"], "--swap");
    refused(&[OWN, OWN, "--sprt", "50,0"], "two differences in Elo");
    refused(&[OWN, OWN, "--increment", "1s"], "time-match");
    refused(&[OWN, OWN, "--faults", "win"], "win");
    refused(&[OWN, OWN, "--size", "21x21"], "21x21");
    refused(&[OWN, OWN, "--rules", "caro"], "caro");
    refused(&[OWN, OWN, "--openings", "/there/is/no/file"], "cannot be read");
    let bad = openings("bad-point.txt", "h8 z99\n");
    refused(&[OWN, OWN, "--openings", &bad], "line 1, move \"z99\"");
    let bad = openings("bad-twice.txt", "h8 j9\n\nh8 h8 # twice\n");
    refused(&[OWN, OWN, "--openings", &bad], "line 3, move \"h8\"");
    let bad = openings("bad-empty.txt", "# nothing\n");
    refused(&[OWN, OWN, "--openings", &bad], "no opening");
    let bad = openings("bad-over.txt", "h8 a1 h9 a2 h10 a3 h11 a4 h12\n");
    refused(&[OWN, OWN, "--openings", &bad], "the game is over");
}
