//! Random positions of all games and rule sets: every answer has a certificate, and two independent checkers
//! accept it.
//!
//! The usual run takes a sample; `ANDOR_SLOW=1` tries 10,000 positions.

use andor_checker::rules::Line;
use andor_checker::{Five, Game, GoRules, Options, Player as Stone, check};
use andor_core::Player;
use andor_solver::{Problem, Proof, Score, SearchName, Settings, solve};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A problem that takes longer is left out; there are hardly any.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many certificates one run of the second checker gets.
const BATCH: usize = 100;

/// The rule sets of Go; options are added to those with basic ko.
const RULES: [&str; 10] = [
    "psk",
    "ssk",
    "nssk",
    "tromp-taylor",
    "ssk-suicide",
    "nssk-suicide",
    "basic-ko",
    "basic-ko-suicide",
    "chinese",
    "migos",
];

/// A random problem, and the command that solves it.
struct Case {
    problem: Problem,
    settings: Settings,
    command: String,
}

/// One of several things.
fn one<T: Copy>(dice: &mut fastrand::Rng, of: &[T]) -> T {
    of[dice.usize(..of.len())]
}

/// A random set of rules.
fn rules(dice: &mut fastrand::Rng) -> String {
    let mut rules =
        if dice.bool() { one(dice, &RULES) } else { one(dice, &RULES[6..]) }.to_string();
    if GoRules::named(&format!("{rules},cycle=tie")).is_some() {
        if dice.bool() {
            rules += &format!(",cycle={}", one(dice, &["tie", "black", "white", "none"]));
        }
        if dice.u8(..4) == 0 {
            rules += &format!(",atari={}", one(dice, &["alive", "dead", "dead-unless-both"]));
        }
    }
    rules
}

/// A random position of Go, with a past or without.
fn go(dice: &mut fastrand::Rng, command: &mut String) -> Option<Problem> {
    let sizes =
        [(1, 2), (3, 1), (4, 1), (1, 5), (2, 2), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (3, 3)];
    let (columns, rows) = one(dice, &sizes);
    let area = columns * rows;
    let rules = rules(dice);
    let game = Game::Go(GoRules::named(&rules).expect("rules"));
    let mut board = vec![None; area];
    let mut to_move = Stone::Black;
    if dice.bool() || area > 8 {
        for point in &mut board {
            let stone = one(dice, &[Stone::Black, Stone::White]);
            *point = Some(stone).filter(|_| dice.u8(..5) < if area > 8 { 4 } else { 3 });
        }
        to_move = one(dice, &[Stone::Black, Stone::White]);
    }
    let mut line = Line::new(game, (columns, rows), board.clone(), to_move).ok()?;
    let mut moves = Vec::new();
    for _ in 0..if dice.bool() { dice.usize(..15) } else { 0 } {
        let mv = if dice.u8(..5) == 0 { area } else { dice.usize(..=area) };
        if line.play(mv).is_ok() {
            if line.now().outcome.is_some() {
                line.undo();
                continue;
            }
            let name = |p: usize| {
                format!("{}{}", char::from(b'A' + (p % columns) as u8), rows - p / columns)
            };
            moves.push(if mv == area { "pass".to_string() } else { name(mv) });
        }
    }
    let sgf = sgf(1, (columns, rows), &board, to_move);
    *command = format!("{sgf} --rules {rules} --moves \"{}\"", moves.join(" "));
    let problem =
        Problem::from_sgf("file", &sgf, None).and_then(|p| p.with_option("rules", &rules));
    Some(problem.expect("a problem").with_moves(&moves.join(" ")))
}

/// A random position of Hex or mnk.
fn stones_only(dice: &mut fastrand::Rng, command: &mut String) -> Problem {
    let (game, size, columns, rows) = one(
        dice,
        &[("hex", "3x3", 3, 3), ("hex", "4x4", 4, 4), ("hex", "5x4", 5, 4), ("mnk", "3x3x3", 3, 3)],
    );
    let mut points: Vec<String> = (0..columns * rows)
        .map(|p: u8| format!("{}{}", char::from(b'a' + p % columns), p / columns + 1))
        .collect();
    dice.shuffle(&mut points);
    points.truncate(dice.usize(..4));
    let moves = points.join(" ");
    *command = format!("{game} {size} --moves \"{moves}\"");
    Problem::named(game, size).expect("a problem").with_moves(&moves)
}

/// A random position of Gomoku with few empty points, that nobody has won.
fn gomoku(dice: &mut fastrand::Rng, command: &mut String) -> Problem {
    loop {
        let (columns, rows) = one(dice, &[(5, 5), (6, 5), (5, 7), (6, 6), (8, 7)]);
        let (size, area) = (format!("{columns}x{rows}"), columns * rows);
        let rules = one(dice, &["freestyle", "freestyle", "exact"]);
        let empty = dice.usize(3..if rules == "exact" { 6 } else { 9 });
        let mut points: Vec<usize> = (0..area).collect();
        dice.shuffle(&mut points);
        let mut board = vec![None; area];
        for (number, &point) in points[empty..].iter().enumerate() {
            board[point] = Some(one(dice, &[Stone::Black, Stone::White]));
            if number % 3 > 0 {
                // Rows are what the game is about: a stone often stands beside one of its colour.
                board[point] =
                    if point > 0 { board[point - 1].or(board[point]) } else { board[point] };
            }
        }
        let to_move = one(dice, &[Stone::Black, Stone::White]);
        let five = if rules == "exact" { Five::Exact } else { Five::Freestyle };
        let line = Line::new(Game::Gomoku(five), (columns, rows), board.clone(), to_move);
        if !line.is_ok_and(|line| line.now().outcome.is_none()) {
            continue;
        }
        let sgf = sgf(4, (columns, rows), &board, to_move);
        *command = format!("{sgf} --rules {rules}");
        let problem = Problem::from_sgf("file", &sgf, None);
        let problem = problem.and_then(|p| p.with_option("rules", rules)).expect("a problem");
        assert_eq!(problem.size_text(), size);
        return problem;
    }
}

/// A position as a record.
fn sgf(
    game: u8,
    (columns, rows): (usize, usize),
    board: &[Option<Stone>],
    to_move: Stone,
) -> String {
    let mut sgf = format!("(;GM[{game}]SZ[{columns}:{rows}]");
    for (key, player) in [("AB", Stone::Black), ("AW", Stone::White)] {
        let own: Vec<usize> = (0..board.len()).filter(|&p| board[p] == Some(player)).collect();
        sgf += if own.is_empty() { "" } else { key };
        for point in own {
            let letter = |n: usize| char::from(b'a' + n as u8);
            sgf += &format!("[{}{}]", letter(point % columns), letter(point / columns));
        }
    }
    sgf += if to_move == Stone::Black { "PL[B])" } else { "PL[W])" };
    if columns == rows {
        sgf = sgf.replace(&format!("[{columns}:{rows}]"), &format!("[{columns}]"));
    }
    sgf
}

/// A random problem with settings.
fn case(seed: u64) -> Case {
    let mut dice = fastrand::Rng::with_seed(seed);
    let dice = &mut dice;
    let mut command = String::new();
    let kind = dice.u8(..8);
    let is_go = kind > 1;
    let mut legal = || std::iter::repeat_with(|| go(dice, &mut command)).flatten().next();
    let mut problem = match kind {
        0 => stones_only(dice, &mut command),
        1 => gomoku(dice, &mut command),
        _ => legal().expect("a legal position"),
    };
    let (proof, time) = (Proof::Stored, Some(PATIENCE));
    let mut settings = Settings { proof, time, ..Settings::default() };
    match if is_go { dice.u8(..4) } else { 3 } {
        0 | 1 => {
            settings.score = Some(Score::Unknown);
            command += " --score";
        }
        2 => {
            let komi = f64::from(dice.i8(-9..10)) / 2.0;
            problem = problem.with_option("komi", &komi.to_string()).expect("a komi");
            command += &format!(" --komi={komi}");
        }
        _ => {
            let claimed = one(dice, &[None, Some(Player::Black), Some(Player::White)]);
            settings.claimed = claimed;
            command += claimed
                .map_or("", |p| if p == Player::Black { " --for black" } else { " --for white" });
        }
    }
    if dice.u8(..3) == 0 {
        settings.all_moves = true;
        command += " --all-moves";
    }
    if dice.u8(..3) == 0 {
        let (name, search) = one(dice, &SearchName::ALL);
        let is_freestyle =
            problem.game() == "gomoku" && problem.option("rules") == Some("freestyle");
        let is_possible = search.is_general() || search == SearchName::Threats && is_freestyle;
        // On the larger boards of Go some searches take too long, and brute force on all but the smallest.
        let is_large = ["2x4", "3x3"].contains(&problem.size_text());
        if name != "depth-first" && !is_large && is_possible {
            settings.search = Some(search);
            command += &format!(" --search {name}");
        }
    }
    if dice.u8(..4) == 0 {
        settings.knowledge = "none".to_string();
        command += " --knowledge none";
    }
    Case { problem, settings, command }
}

/// Solves and certifies a problem: the certificate, or what went wrong; nothing if the search takes too long.
fn certified(case: &Case) -> Result<Option<Vec<u8>>, String> {
    let report = solve(&case.problem, &case.settings, None).map_err(|error| error.to_string())?;
    if report.stop_reason.is_some() {
        return Ok(None);
    }
    if let Some(reason) = report.no_proof {
        return Err(format!("no certificate: {reason}"));
    }
    let certificate = report.certificate.ok_or("no certificate, and no reason")?;
    let certificate = certificate.to_vec().map_err(|error| error.to_string())?;
    match check(&certificate, &Options { threads: 1, ..Options::default() }) {
        Ok(_) => Ok(Some(certificate)),
        Err(refusal) => Err(format!("refused: {refusal}")),
    }
}

/// What the second checker refuses, if there is a Python.
fn refused_by_python(batch: &[(PathBuf, String)]) -> Vec<String> {
    if batch.is_empty() {
        return Vec::new();
    }
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check_certificate.py");
    let files = batch.iter().map(|(path, _)| path);
    let output = Command::new("python3").arg(tool).args(files).output();
    let said = output.map_or(String::new(), |output| {
        if output.status.success() {
            String::new()
        } else {
            String::from_utf8_lossy(&output.stderr).into_owned()
        }
    });
    let refused = |(path, command): &(PathBuf, String)| {
        let found = said.lines().find(|line| line.starts_with(&path.display().to_string()))?;
        Some(format!("{command}\n    second checker: {found}"))
    };
    let refused: Vec<String> = batch.iter().filter_map(refused).collect();
    if refused.is_empty() && !said.is_empty() { vec![said] } else { refused }
}

/// Takes numbers below the last one, and tries the problem of each; gives those that failed.
fn soak(folder: &Path, [next, left_out]: [&AtomicU64; 2], last: u64) -> Vec<String> {
    let (mut failed, mut batch) = (Vec::new(), Vec::new());
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed < last {
            let case = case(seed);
            match certified(&case) {
                Ok(None) => drop(left_out.fetch_add(1, Ordering::Relaxed)),
                Ok(Some(bytes)) => {
                    let path = folder.join(format!("{seed}.cert"));
                    std::fs::write(&path, bytes).expect("a file");
                    batch.push((path, case.command));
                }
                Err(problem) => failed.push(format!("{}\n    {problem}", case.command)),
            }
        }
        if batch.len() >= BATCH || seed >= last {
            failed.extend(refused_by_python(&batch));
            for (path, _) in batch.drain(..) {
                std::fs::remove_file(path).expect("a file");
            }
        }
        if seed >= last {
            return failed;
        }
    }
}

#[test]
fn every_answer_has_a_certificate_that_both_checkers_accept() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("soak");
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let count = if std::env::var_os("ANDOR_SLOW").is_some() { 10_000 } else { 200 };
    let (next, left_out) = (AtomicU64::new(0), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let work = || soak(&folder, [&next, &left_out], count);
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let left_out = left_out.into_inner();
    assert!(left_out * 1000 <= count, "{left_out} of {count} took too long");
    assert!(failed.is_empty(), "{} of {count} failed:\n{}", failed.len(), failed.join("\n"));
}
