//! `andor solve --store` and `andor store`.

#![cfg(feature = "cli")]

use crate::support::{Run, command, finished};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("store").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs the words of a command; the word STORE is the file.
fn andor(words: &str, store: &Path) -> Run {
    let store = store.to_str().expect("a path");
    let words = words.split(' ').map(|word| word.replace("STORE", store).replace('_', " "));
    finished(command().args(words).output().expect("the command to run"))
}

fn object(run: &Run) -> Value {
    assert!(run.code == 0 || run.code == 2, "{} {}", run.code, run.err);
    serde_json::from_str(&run.out).expect("an object")
}

fn solve(problem: &str, store: &Path) -> Value {
    object(&andor(&format!("solve {problem} --quiet --json --store STORE"), store))
}

fn number(object: &Value, name: &str) -> u64 {
    object[name].as_u64().unwrap_or_else(|| panic!("{name} in {object}"))
}

fn answer(object: &Value) -> (Value, Value, Value) {
    (object["winner"].clone(), object["draw"].clone(), object["margin"].clone())
}

/// What was solved once is answered at once, also by other searches, for images of the position and
/// for other komis.
#[test]
fn solved_positions_are_answered_at_once() {
    let folder = folder("again");
    for (i, (first, second)) in [
        (
            "hex 5x5 --knowledge none --moves a1",
            "hex 5x5 --moves e5 --search dfpn --knowledge none",
        ),
        ("mnk 3x3x3 --moves a1", "mnk 3x3x3 --moves c3 --search pns"),
        ("go 3x3 --rules psk --komi 8.5", "go 3x3 --rules psk --komi 8.5 --search ews"),
        ("go 2x3 --rules basic-ko --score", "go 2x3 --rules basic-ko --score --search ews"),
        ("go 3x3 --rules psk --komi 8.5 --moves B2", "go 3x3 --rules psk --komi 8.5 --moves B2"),
        (
            "gomoku 5x5 --moves C3,B2,C2,B3 --search ews",
            "gomoku 5x5 --moves C2,B3,C3,B2 --search ews",
        ),
        ("nim 3-4-5", "nim 3-4-5 --search dfpn"),
    ]
    .into_iter()
    .enumerate()
    {
        let store = folder.join(format!("{i}.store"));
        let cold = solve(first, &store);
        assert!(number(&cold, "to_store") > 0, "{first}");
        assert_eq!(number(&cold, "from_store"), 0, "{first}");
        let warm = solve(second, &store);
        assert_eq!(answer(&warm), answer(&cold), "{second}");
        assert!(number(&warm, "from_store") > 0, "{second}");
        assert_eq!(number(&warm, "nodes"), 0, "{second}");
        assert_eq!(warm["best_move"].is_null(), cold["best_move"].is_null(), "{second}");
    }
    // A fact about a margin decides other komis.
    let store = folder.join("komi.store");
    assert_eq!(solve("go 3x3 --rules psk --komi 8.5", &store)["winner"], "black");
    let other = solve("go 3x3 --rules psk --komi 3.5", &store);
    assert_eq!((other["winner"].as_str(), number(&other, "nodes")), (Some("black"), 0));
    // The same board after another past is another question.
    let with_past = solve("go 3x3 --rules psk --komi 8.5 --moves B2,pass", &store);
    assert_eq!(number(&with_past, "from_store"), 0);
}

/// Every position of many games, solved with one store for all searches: the answers are those
/// without a store.
#[test]
fn answers_do_not_depend_on_the_store() {
    let folder = folder("agreement");
    let games =
        ["hex 4x4 --knowledge none", "hex 5x5", "mnk 4x4x3", "go 2x3 --rules psk --komi 0.5"];
    let searches = ["ews", "dfpn", "pns", "mcts", "alpha-beta"];
    let mut rng = fastrand::Rng::with_seed(3);
    let mut found = 0;
    for (i, game) in games.into_iter().enumerate() {
        let store = folder.join(format!("{i}.store"));
        let plain = folder.join(format!("{i}.none"));
        let moves = ["a1", "b2", "c1", "a3", "b1"];
        for search in searches {
            let mut moves: Vec<&str> = moves.to_vec();
            rng.shuffle(&mut moves);
            moves.truncate(rng.usize(1..4));
            moves.retain(|mv| !game.contains("2x3") || !mv.starts_with('c'));
            let moves = if moves.is_empty() { "a1".to_string() } else { moves.join(",") };
            let problem = format!("{game} --moves {moves} --search {search} --all-moves");
            let with = solve(&problem, &store);
            let without = object(&andor(&format!("solve {problem} --quiet --json"), &plain));
            assert_eq!(answer(&with), answer(&without), "{problem}");
            let values = |object: &Value| -> Vec<Value> {
                let moves = object["moves"].as_array().expect("moves");
                moves.iter().map(|mv| mv["winner"].clone()).collect()
            };
            assert_eq!(values(&with), values(&without), "{problem}");
            found += number(&with, "from_store");
        }
        let verified = andor("store verify STORE --sample 10 --seed 4", &store);
        assert_eq!(verified.code, 0, "{game}: {}{}", verified.out, verified.err);
    }
    assert!(found > 20, "{found}");
}

/// Positions inside a search are found again by another search, which takes fewer nodes.
#[test]
fn searches_use_what_others_solved() {
    let folder = folder("inside");
    let store = folder.join("a.store");
    let first = solve("hex 6x6 --knowledge none --search dfpn --moves a1", &store);
    assert!(number(&first, "to_store") > 50, "{first}");
    let (search, empty) =
        ("hex 6x6 --knowledge none --search dfpn --moves a1,c4", folder.join("b.store"));
    let (with, without) = (solve(search, &store), solve(search, &empty));
    assert_eq!(answer(&with), answer(&without));
    assert!(number(&with, "nodes") < number(&without, "nodes") / 2 || number(&with, "nodes") == 0);
}

/// Proofs and lines of play need more than verdicts.
#[test]
fn certificates_do_not_rest_on_the_store() {
    let folder = folder("proof");
    let store = folder.join("a.store");
    solve("hex 4x4", &store);
    let proof = folder.join("a.proof");
    let run = solve(&format!("hex 4x4 --pv --proof {}", proof.display()), &store);
    assert_eq!(number(&run, "from_store"), 0);
    assert!(number(&run, "proof_entries") > 0 && run["pv"].is_array());
    assert_eq!(finished(command().arg("check").arg(&proof).output().expect("a run")).code, 0);
}

#[test]
fn stores_are_listed_exported_merged_and_verified() {
    let folder = folder("commands");
    let (a, b) = (folder.join("a.store"), folder.join("b.store"));
    solve("hex 4x4 --moves a1", &a);
    solve("go 2x2 --rules psk --komi 0.5", &a);
    solve("hex 4x4 --moves b2", &b);
    let info = object(&andor("store info STORE --json", &a));
    assert_eq!((number(&info, "positions"), number(&info, "set_aside")), (2, 0));
    assert_eq!(info["games"]["hex 4x4"]["positions"], 1);
    let run = andor(&format!("store merge STORE {}", b.display()), &a);
    assert_eq!(
        (run.code, run.out.contains("1 facts are new")),
        (0, true),
        "{}{}",
        run.out,
        run.err
    );
    let list = andor("store list STORE --of hex_4x4", &a);
    assert_eq!(list.out.lines().filter(|line| !line.starts_with(' ')).count(), 2, "{}", list.out);
    let get = object(&andor("store get STORE hex_4x4_--moves_d4 --json", &a));
    assert_eq!(get["expected"], "white", "{get}");
    assert_eq!(andor("store get STORE hex_4x4", &a).code, 2);

    // What is exported can be solved as a batch, and agrees.
    let exported = folder.join("exported");
    std::fs::create_dir_all(&exported).expect("a folder");
    for (out, batch) in [("exported/all.sgf", "exported"), ("all.jsonl", "all.jsonl")] {
        let (out, batch) = (folder.join(out), folder.join(batch));
        let run = andor(&format!("store export STORE --of hex_4x4 -o {}", out.display()), &a);
        assert!(run.out.contains("2 positions"), "{}{}", run.out, run.err);
        let solved = folder.join("solved.jsonl");
        let _ = std::fs::remove_file(&solved);
        let words = format!("solve {} --out {} --quiet", batch.display(), solved.display());
        let run = andor(&words, &a);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let lines = std::fs::read_to_string(&solved).expect("lines");
        assert_eq!(lines.matches("\"agrees\":true").count(), 2, "{lines}");
    }
    assert_eq!(andor("store verify STORE", &a).code, 0);
}

/// A store and a search that contradict each other: both facts are set aside, loudly.
#[test]
fn contradictions_are_told() {
    use andor_solver::store::Store;
    let folder = folder("contradiction");
    let (a, b) = (folder.join("a.store"), folder.join("b.store"));
    solve("hex 4x4 --moves a1", &a);
    // A lie: the opposite of what is true.
    let mut entries = Vec::new();
    Store::open(&a)
        .expect("a store")
        .each(None, &mut |entry| {
            entries.push(entry);
            std::ops::ControlFlow::Continue(())
        })
        .expect("entries");
    let lie = Store::open_or_create(&b).expect("a store");
    for entry in &entries {
        let fact = &entry.facts[0];
        let opposite = match fact.verdict() {
            andor_core::Verdict::Proven => andor_core::Verdict::Disproven,
            andor_core::Verdict::Disproven => andor_core::Verdict::Proven,
        };
        let wrong = andor_solver::store::Fact::new(fact.claim(), opposite, 9, 0, "a lie");
        lie.add_one(&entry.place, entry.class, wrong).expect("added");
    }
    let verified = andor("store verify STORE", &b);
    assert_eq!(verified.code, 3, "{}", verified.out);
    assert!(verified.err.contains("CONTRADICTION") && verified.out.contains(" 1 wrong"));
    let info = object(&andor("store info STORE --json", &b));
    assert_eq!((number(&info, "positions"), number(&info, "set_aside")), (0, 1));
    let merged = andor(&format!("store merge STORE {}", b.display()), &a);
    assert_eq!(merged.code, 0, "what is set aside there is set aside here");
    let aside = andor("store list STORE --aside", &a);
    assert!(aside.out.contains("a lie"), "{}", aside.out);
    let again = solve("hex 4x4 --moves a1", &a);
    assert_eq!((again["winner"].as_str(), number(&again, "from_store")), (Some("white"), 0));
}

/// Killed again and again while it writes: the file can always be read, and the answer is right.
#[test]
fn a_store_survives_kills() {
    let folder = folder("kills");
    let store = folder.join("a.store");
    let rounds = if std::env::var_os("ANDOR_SLOW").is_some() { 200 } else { 20 };
    let mut rng = fastrand::Rng::with_seed(9);
    let openings = ["a1", "b1", "c1", "a2", "b2", "d1", "a3", "e2"];
    for round in 0..rounds {
        let opening = openings[round % openings.len()];
        let words = format!(
            "solve hex 5x5 --knowledge none --search dfpn --moves {opening} --quiet --json"
        );
        let mut child = command()
            .args(words.split(' '))
            .arg("--store")
            .arg(&store)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        std::thread::sleep(Duration::from_millis(rng.u64(1..150)));
        child.kill().expect("a process to kill");
        child.wait().expect("an end");
        if store.exists() {
            let info = andor("store info STORE --json", &store);
            assert_eq!(info.code, 0, "round {round}: {}", info.err);
        }
    }
    assert_eq!(solve("hex 5x5 --knowledge none --moves b4", &store)["winner"], "black");
    let verified = andor("store verify STORE --sample 30", &store);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// Several processes at a time, as a batch has them.
#[test]
fn batches_share_a_store() {
    let folder = folder("batch");
    let (store, list) = (folder.join("a.store"), folder.join("some.list"));
    let problems: Vec<String> =
        ["a1", "b2", "c3", "d4", "a2"].iter().map(|mv| format!("hex 4x4 --moves {mv}\n")).collect();
    std::fs::write(&list, problems.concat()).expect("a list");
    let words = format!("solve {} --jobs 3 --quiet --store STORE", list.display());
    let run = andor(&words, &store);
    assert_eq!(run.code, 0, "{}", run.err);
    let info = object(&andor("store info STORE --json", &store));
    // a1 and d4 are images of each other, and so are b2 and c3.
    assert_eq!(number(&info, "positions"), 3);
}

/// A store that cannot be used is refused, and stays as it is. A disk that is full ends the writing
/// and not the search.
#[test]
fn stores_that_cannot_be_used() {
    let folder = folder("refused");
    let text = folder.join("text");
    std::fs::write(&text, "no store\n").expect("a file");
    for words in ["solve hex 3x3 --store STORE", "store info STORE", "store verify STORE"] {
        let run = andor(words, &text);
        assert_eq!(run.code, 1, "{words}");
        assert!(run.err.contains("it is no store; expected a file"), "{}", run.err);
    }
    assert_eq!(std::fs::read_to_string(&text).expect("a file"), "no store\n");
    let missing = andor("store info STORE", &folder.join("missing"));
    assert!(missing.err.contains("there is no such file"), "{}", missing.err);
    let capture = andor("solve capture 5x5 --target C3 --store STORE", &folder.join("capture"));
    assert_eq!(capture.code, 1, "{}", capture.err);

    let store = folder.join("a.store");
    solve("hex 4x4", &store);
    let whole = std::fs::read(&store).expect("a file");
    std::fs::write(&store, &whole[..whole.len() / 2]).expect("a file");
    let cut = andor("solve hex 4x4 --store STORE", &store);
    assert_eq!(cut.code, 1, "{}", cut.err);
    assert!(cut.err.contains("damaged") || cut.err.contains("no store"), "{}", cut.err);
    assert_eq!(std::fs::read(&store).expect("a file").len(), whole.len() / 2);

    // Files of this process may not grow: the system says so as for a full disk.
    let small = folder.join("small.store");
    solve("hex 3x3", &small);
    let before = std::fs::metadata(&small).expect("a file").len();
    let script = format!(
        "trap '' XFSZ; ulimit -f {}; exec {} solve hex 6x6 --knowledge none --search dfpn --moves a1 --quiet --json --store {}",
        before / 1024,
        env!("CARGO_BIN_EXE_andor"),
        small.display()
    );
    let full = std::process::Command::new("bash").arg("-c").arg(script).output().expect("bash");
    let full = finished(full);
    assert_eq!(full.code, 2, "{}{}", full.out, full.err);
    let report: Value = serde_json::from_str(&full.out).expect("an object");
    assert_eq!(report["winner"], "white");
    assert!(report["no_store"].is_string(), "{report}");
    let info = andor("store info STORE --json", &small);
    assert_eq!(info.code, 0, "{}", info.err);
}

/// Runs a command where no file may grow: the system says so as for a full disk.
fn without_room(words: &str, store: &Path) -> Run {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut command = std::process::Command::new("bash");
    command.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_andor"));
    command.args(words.split(' ')).arg("--store").arg(store);
    finished(command.output().expect("bash"))
}

/// A new store that finds no room leaves no file, and does not stop the search; nor does a store
/// that cannot grow.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_do_not_stop_a_search() {
    let folder = folder("full");
    let store = folder.join("a.store");
    for (words, code) in [
        ("solve hex 4x4 --quiet --json", 2),
        ("solve hex 6x6 --knowledge none --nodes 3 --quiet --json", 2),
    ] {
        let run = without_room(words, &store);
        assert_eq!(run.code, code, "{}{}", run.out, run.err);
        let report: Value = serde_json::from_str(&run.out).expect("an object");
        let reason = report["no_store"].as_str().expect("a reason");
        assert!(reason.contains("there is no room for it"), "{reason}");
        assert!(run.err.contains(reason), "{}", run.err);
        assert_eq!(report["to_store"], 0);
        assert_eq!(report["winner"].is_null(), words.contains("--nodes"), "{report}");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0, "a file is left");
    }
    // Later there is room, and the store that came of it answers without room.
    assert_eq!(solve("hex 4x4", &store)["winner"], "black");
    let before = std::fs::read(&store).expect("a file");
    let again = object(&without_room("solve hex 4x4 --quiet --json", &store));
    assert_eq!((again["winner"].as_str(), number(&again, "from_store") > 0), (Some("black"), true));
    assert!(std::fs::read(&store).expect("a file") == before);

    let empty = folder.join("empty");
    std::fs::write(&empty, "").expect("a file");
    let run = andor("solve hex 4x4 --store STORE", &empty);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("remove it, and the next run makes a new store"), "{}", run.err);
}

/// With --every the store is written so often.
#[test]
fn a_store_is_written_every_so_often() {
    let folder = folder("every");
    let store = folder.join("a.store");
    let words = "solve hex 8x8 --search dfpn --quiet --every 20ms --store";
    let mut child = command()
        .args(words.split(' '))
        .arg(&store)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    let started = Instant::now();
    let positions = || {
        let run = andor("store info STORE --json", &store);
        if run.code == 0 { number(&object(&run), "positions") } else { 0 }
    };
    // Without --every the first write comes after 20 seconds.
    while positions() == 0 && started.elapsed() < Duration::from_secs(15) {
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("a process to kill");
    child.wait().expect("an end");
    assert!(positions() > 0);
}

/// Who reads a store for long does not stop a search.
#[test]
fn a_reader_does_not_stop_a_search() {
    let folder = folder("reader");
    let store = folder.join("a.store");
    solve("hex 4x4", &store);
    let file = andor_solver::store::Store::open(&store).expect("a store");
    std::thread::scope(|scope| {
        let (tell, began) = std::sync::mpsc::channel();
        scope.spawn(move || {
            file.each(None, &mut |_| {
                tell.send(()).expect("a listener");
                std::thread::sleep(Duration::from_millis(600));
                std::ops::ControlFlow::Continue(())
            })
            .expect("entries");
        });
        began.recv().expect("a reader");
        let started = Instant::now();
        assert_eq!(solve("hex 4x4 --moves a1", &store)["winner"], "white");
        assert!(started.elapsed() < Duration::from_secs(20));
    });
}
