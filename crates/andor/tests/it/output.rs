//! The files that the command writes: what stands at the path stays until the new file is complete,
//! and the answer is never lost.

#![cfg(unix)]

use crate::support::{Run, command, finished};
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A new folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("output").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for files");
    path
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a name"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Solves a small problem with a certificate.
fn solve(path: &Path, more: &[&str]) -> Run {
    let words = ["solve", "hex", "3x3", "--quiet", "--proof"];
    finished(command().args(words).arg(path).args(more).output().expect("a start"))
}

fn is_certificate(path: &Path) -> bool {
    let check = command().arg("check").arg(path).output().expect("a start");
    check.status.success()
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o7777
}

#[test]
fn permissions_stay_and_a_new_file_has_the_usual_ones() {
    let folder = folder("permissions");
    let (old, new, usual) = (folder.join("old"), folder.join("new"), folder.join("usual"));
    std::fs::write(&usual, "").expect("a file");
    for bits in [0o600, 0o640, 0o666] {
        std::fs::write(&old, "old").expect("a file");
        std::fs::set_permissions(&old, Permissions::from_mode(bits)).expect("permissions");
        assert_eq!(solve(&old, &[]).code, 0);
        assert!(is_certificate(&old));
        assert_eq!(mode(&old), bits);
    }
    assert_eq!(solve(&new, &[]).code, 0);
    assert_eq!(mode(&new), mode(&usual));
    assert_eq!(names(&folder), ["new", "old", "usual"]);
}

#[test]
fn a_file_of_the_user_beside_it_stays() {
    let folder = folder("beside");
    let (path, own) = (folder.join("x.cert"), folder.join("x.cert.part"));
    std::fs::write(&own, "my own").expect("a file");
    assert_eq!(solve(&path, &[]).code, 0);
    assert_eq!(std::fs::read_to_string(&own).expect("a file"), "my own");
    assert_eq!(names(&folder), ["x.cert", "x.cert.part"]);
}

/// The file behind a symbolic link is replaced, or made; the link stays.
#[test]
fn links_stay() {
    let folder = folder("links");
    std::fs::create_dir(folder.join("far")).expect("a folder");
    std::fs::write(folder.join("far/old"), "old").expect("a file");
    for (link, target) in [("to-old", "far/old"), ("to-new", "far/new"), ("twice", "to-new")] {
        symlink(target, folder.join(link)).expect("a link");
    }
    for name in ["to-old", "twice"] {
        assert_eq!(solve(&folder.join(name), &[]).code, 0, "{name}");
        assert!(folder.join(name).is_symlink(), "{name}");
    }
    assert!(is_certificate(&folder.join("far/old")) && is_certificate(&folder.join("far/new")));
    assert_eq!(names(&folder.join("far")), ["new", "old"]);
    symlink("circle", folder.join("circle")).expect("a link");
    assert_eq!(solve(&folder.join("circle"), &[]).code, 5);
}

/// What is no plain file is refused before the search, and stays.
#[test]
fn what_is_no_plain_file_is_refused() {
    let folder = folder("kinds");
    let fifo = folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo").success());
    let _socket = UnixListener::bind(folder.join("socket")).expect("a socket");
    symlink("fifo", folder.join("link")).expect("a link");
    std::fs::create_dir(folder.join("folder")).expect("a folder");
    for (name, kind) in [
        ("fifo", "a FIFO"),
        ("link", "a FIFO"),
        ("socket", "a socket"),
        ("folder", "a folder"),
        ("new/", "the name of a folder"),
        ("/dev/null", "a device"),
    ] {
        let path = folder.join(name);
        let run = solve(&path, &[]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{name}: {run:?}");
        let expected = "; expected a plain file, or - for standard output\n";
        let sentence = format!("andor: file \"{}\": {kind}{expected}", path.display());
        assert_eq!(run.err, sentence, "{name}");
    }
    let kind = |path: &Path| std::fs::symlink_metadata(path).expect("a file").file_type();
    assert!(kind(&fifo).is_fifo() && kind(Path::new("/dev/null")).is_char_device());
    assert_eq!(names(&folder), ["fifo", "folder", "link", "socket"]);
}

/// A path that cannot be written is told before a search that would not end.
#[test]
fn the_path_is_tried_before_the_search() {
    for arguments in [
        "solve hex 11x11 --quiet --proof",
        "solve hex 11x11 --quiet --no-self-check --json --proof",
        "dataset go 9x9 --count 1000000 --quiet --out",
    ] {
        let words = arguments.split(' ').chain(["/no/such/folder/file"]);
        let run = finished(command().args(words).output().expect("a start"));
        assert_eq!((run.code, run.out.as_str()), (5, ""), "{arguments}: {run:?}");
        let start = "andor: file \"/no/such/folder/file\": cannot be written (No such file";
        assert!(run.err.starts_with(start), "{arguments}: {}", run.err);
    }
}

/// Runs a command of a shell in which files of more than a few kilobytes are not written, as on a
/// full disk.
fn on_a_full_disk(folder: &Path, line: &str) -> Run {
    let line = format!("trap '' XFSZ; ulimit -f 2; exec \"$0\" {line}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_andor")]).current_dir(folder);
    finished(shell.output().expect("a shell"))
}

/// On a full disk the answer is printed, the failure has an exit code of its own, the old file
/// stays and no part file is left.
#[test]
fn a_full_disk_costs_no_answer() {
    let folder = folder("full");
    let old = folder.join("old");
    for (form, answer) in [("", "hex 5x5: black wins\n"), ("--json", "\"winner\":\"black\"")] {
        std::fs::write(&old, "old").expect("a file");
        for name in ["old", "new"] {
            let line = format!("solve hex 5x5 --all-moves --proof-stored --quiet --proof {name}");
            let run = on_a_full_disk(&folder, &format!("{line} {form}"));
            assert_eq!(run.code, 5, "{name}: {run:?}");
            assert!(run.out.contains(answer), "{name}: {run:?}");
            let start = format!("andor: file \"{name}\": cannot be written: ");
            assert!(run.err.starts_with(&start), "{name}: {run:?}");
            assert_eq!(std::fs::read_to_string(&old).expect("a file"), "old");
            assert_eq!(names(&folder), ["old"]);
        }
    }
    let set = "dataset go 4x4 --komi 1.5 --count 100 --nodes 100 --quiet --out old";
    assert_eq!(on_a_full_disk(&folder, set).code, 5);
    assert_eq!(std::fs::read_to_string(&old).expect("a file"), "old");
    assert_eq!(names(&folder), ["old"]);
}

/// An answer that nobody gets is an error with an exit code of its own: on a full disk, after the
/// reader has gone, and where there is no output from the beginning.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_not_heard_ends_with_an_error() {
    let start = |game: &str, out: Stdio| {
        let mut play = command();
        play.args(["play", game]).stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
        play.spawn().expect("the engine starts")
    };
    let ended = |mut child: std::process::Child, line: &str| {
        let mut input = child.stdin.take().expect("input");
        // The engine ends at the first line, although more may come.
        writeln!(input, "{line}").expect("the engine reads");
        let run = finished(child.wait_with_output().expect("the engine ends"));
        drop(input);
        assert_eq!(run.code, 5, "{line}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{line}: {run:?}");
        assert!(run.err.starts_with("andor: the answer cannot be written: "), "{line}: {run:?}");
    };
    for (game, line) in [("go", "name"), ("hex", "name"), ("phutball", "quit"), ("gomoku", "ABOUT")]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        ended(start(game, full.into()), line);
        let mut child = start(game, Stdio::piped());
        drop(child.stdout.take());
        ended(child, line);
        let closed = format!("exec \"$0\" play {game} >&-");
        let mut shell = Command::new("sh");
        shell.args(["-c", &closed, env!("CARGO_BIN_EXE_andor")]).stdin(Stdio::null());
        let run = finished(shell.output().expect("a shell"));
        assert_eq!(run.code, 5, "{game}: {run:?}");
        let words = "andor: standard output is closed; expected a client that reads\n";
        assert_eq!(run.err, words, "{game}");
        let nowhere = format!("exec \"$0\" play {game} > /dev/null");
        shell = Command::new("sh");
        shell.args(["-c", &nowhere, env!("CARGO_BIN_EXE_andor")]).stdin(Stdio::null());
        assert_eq!(finished(shell.output().expect("a shell")).code, 0, "{game}");
    }
}

/// Every command notices that its answer cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn no_answer_is_lost_on_a_full_disk() {
    let folder = folder("full-output");
    let run = |line: &str, out: Stdio| {
        let words = line.split(' ');
        let mut command = command();
        command.args(words).current_dir(&folder).stdin(Stdio::null()).stdout(out);
        finished(command.stderr(Stdio::piped()).output().expect("the command to start"))
    };
    for line in [
        "solve hex 3x3 --quiet --proof x.cert",
        "solve hex 3x3 --quiet --store x.store",
        "solve hex 3x3 --quiet --events x.jsonl",
    ] {
        assert_eq!(run(line, Stdio::null()).code, 0, "{line}");
    }
    std::fs::write(folder.join("list.txt"), "hex 3x3\nhex 2x2\n").expect("a file");
    for line in [
        "solve hex 3x3 --quiet",
        "solve hex 3x3 --quiet --json",
        "solve hex 3x3 --quiet --all-moves --tree 2",
        "solve hex 3x3 --quiet --proof -",
        "solve list.txt --quiet",
        "think hex 3x3 --time 50ms",
        "check x.cert",
        "proof x.cert",
        "proof x.cert --stats",
        "proof x.cert --sgf -",
        "options",
        "options --markdown",
        "report x.jsonl --out -",
        "store info x.store",
        "store list x.store",
        "store export x.store --out -",
        "book show hex 5x5",
        "dataset go 3x3 --komi 1.5 --count 1 --nodes 100 --quiet --out -",
        "--help",
        "solve --help",
        "--version",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let run = run(line, full.into());
        assert_eq!(run.code, 5, "{line}: {run:?}");
        assert!(run.err.contains("cannot be written: "), "{line}: {run:?}");
    }
}

/// Without a certificate nothing changes at the path.
#[test]
fn a_search_without_certificate_changes_no_file() {
    let folder = folder("none");
    let path = folder.join("old");
    std::fs::write(&path, "old").expect("a file");
    let words = ["solve", "hex", "8x8", "--nodes", "500", "--quiet", "--proof"];
    let run = finished(command().args(words).arg(&path).output().expect("a start"));
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "old");
    assert_eq!(names(&folder), ["old"]);
}

/// `-` is standard output, for every file; the words for the user go to standard error.
#[test]
fn files_go_to_standard_output() {
    let folder = folder("dash");
    let words = |line: &str| line.split(' ').map(str::to_string).collect::<Vec<_>>();
    let run = |line: &str| {
        command().args(words(line)).current_dir(&folder).output().expect("the command to start")
    };
    let path = folder.join("x.cert");
    for (line, answer) in [
        ("solve hex 3x3 --quiet --proof -", "hex 3x3: black wins\n"),
        ("solve hex 3x3 --quiet --json --proof -", "\"winner\":\"black\""),
    ] {
        let output = run(line);
        assert!(output.status.success(), "{line}: {output:?}");
        std::fs::write(&path, &output.stdout).expect("a file");
        assert!(is_certificate(&path), "{line}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(answer), "{line}: {output:?}");
    }
    let sgf = finished(run("proof x.cert --sgf - --stats"));
    assert!(sgf.code == 0 && sgf.out.starts_with("(;FF[4]"), "{sgf:?}");
    assert!(sgf.err.contains("1 roots"), "{sgf:?}");
    let set = finished(run("dataset go 3x3 --komi 1.5 --count 2 --nodes 100 --quiet --out -"));
    assert!(set.code == 0 && set.out.starts_with("# andor dataset go 3x3"), "{set:?}");
    assert!(set.err.starts_with("2 positions, "), "{set:?}");
    assert_eq!(names(&folder), ["x.cert"]);
}

/// The check is told, unless it is switched off.
#[test]
fn a_certificate_is_checked_before_it_is_written() {
    let folder = folder("checked");
    let path = folder.join("x.cert");
    let run = |more: &[&str]| {
        let words = ["solve", "hex", "3x3", "--proof"];
        finished(command().args(words).arg(&path).args(more).output().expect("a start"))
    };
    let said = "certificate checked in ";
    let checked = run(&[]);
    assert!(checked.code == 0 && checked.err.contains(said), "{checked:?}");
    let unchecked = run(&["--no-self-check"]);
    assert!(unchecked.code == 0 && !unchecked.err.contains(said), "{unchecked:?}");
    assert!(is_certificate(&path));
}

/// Ctrl-C while the certificate is checked leaves the old file, unless the check is done by then.
#[test]
fn ctrl_c_ends_the_check() {
    let folder = folder("interrupted-check");
    let path = folder.join("old");
    std::fs::write(&path, "old").expect("a file");
    // The check of this certificate takes a good part of a second.
    let words = ["solve", "go", "4x4", "--rules", "migos", "--score", "--quiet", "--proof"];
    let mut command = command();
    let output = command.args(words).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = output.spawn().expect("the command to start");
    let is_written = |name: &String| {
        let length = std::fs::metadata(folder.join(name)).map_or(0, |data| data.len());
        name.ends_with(".part") && length > 0
    };
    let started = Instant::now();
    while !names(&folder).iter().any(is_written) {
        assert!(started.elapsed() < Duration::from_secs(300), "no certificate is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let run = finished(child.wait_with_output().expect("an end"));
    assert!(run.out.contains("Black's margin is 2\n"), "{run:?}");
    match run.code {
        130 => assert_eq!(std::fs::read_to_string(&path).expect("a file"), "old"),
        code => assert!(code == 0 && is_certificate(&path), "{run:?}"),
    }
    assert_eq!(names(&folder), ["old"]);
}

/// Ctrl-C, once or twice, leaves the old file and no part file.
#[test]
fn ctrl_c_leaves_the_old_file() {
    let folder = folder("interrupted");
    let path = folder.join("old");
    std::fs::write(&path, "old").expect("a file");
    for (times, code) in [(1, 2), (2, 130)] {
        // Depth-first search does not end; the reply to the first Ctrl-C may be as quick as the
        // second.
        let words = ["solve", "hex", "8x8", "--search", "depth-first", "--quiet", "--proof"];
        let child = command()
            .args(words)
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command to start");
        std::thread::sleep(Duration::from_millis(500));
        let sent = Instant::now();
        for _ in 0..times {
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.expect("kill").success());
        }
        let run = finished(child.wait_with_output().expect("an end"));
        assert!(sent.elapsed() < Duration::from_secs(10), "it took {:?}", sent.elapsed());
        assert!(run.code == code || (times == 2 && run.code == 2), "{run:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(names(&folder), ["old"]);
    }
}
