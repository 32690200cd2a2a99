//! Stores on full disks: nothing half made is left, what a good store holds can be read, and later
//! there is room again.
//!
//! Every test starts its own program again, where files may not grow beyond a limit, or on a small
//! disk in memory.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "the program that runs again tells what it did")]

use andor_core::{Claim, Player, Verdict};
use andor_store::{Fact, New, Place, Store};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A disk with fewer KiB has no room for the stores of a test.
const TINY: u64 = 1000;

/// The folder of a test that was started again.
const FOLDER: &str = "ANDOR_FULL_FOLDER";

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("full").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a test of this file again, after these words of a shell; the exit code and all output.
fn again(shell: &[&str], test: &str, folder: &Path, words: &str) -> (Option<i32>, String) {
    let program = std::env::current_exe().expect("this program");
    let script = format!("{words} && exec \"$0\" --exact full::{test} --nocapture");
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).arg("-c").arg(script).arg(program).env(FOLDER, folder);
    let output = command.output().expect("a shell");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

fn news(game: &str, entries: usize) -> Vec<New> {
    let fact = Fact::new(Claim::win(Player::Black), Verdict::Proven, 1000, 0, "dfpn, full, 0.1.0");
    let place = |i| Place {
        game: game.to_string(),
        position: format!("{i}").repeat(30),
        moves: String::new(),
    };
    (0..entries).map(|i| New { place: place(i), class: 7, fact: fact.clone() }).collect()
}

fn entries(store: &Store) -> usize {
    let mut entries = 0;
    let each = store.each(None, &mut |_| {
        entries += 1;
        ControlFlow::Continue(())
    });
    each.expect("entries");
    entries
}

fn names(folder: &Path) -> Vec<String> {
    let read = std::fs::read_dir(folder).expect("a folder");
    read.map(|entry| entry.expect("a name").file_name().to_string_lossy().into_owned()).collect()
}

/// Makes a store, which may find no room: then nothing is left, and a store that comes later is a
/// handle.
fn make(folder: &Path) -> bool {
    let path = folder.join("new.store");
    match Store::open_or_create(&path) {
        Ok(store) => {
            assert_eq!(entries(&store), 0);
            assert_eq!(names(folder), ["new.store"]);
            std::fs::remove_file(&path).expect("a file");
            true
        }
        Err(error) => {
            assert!(error.is_full, "{error}");
            let text = error.to_string();
            assert!(text.contains("no room for it") && text.contains("new.store"), "{text}");
            assert!(names(folder).is_empty(), "{:?} after {error}", names(folder));
            let (store, problem) = Store::open_or_create_later(&path).expect("a handle");
            assert_eq!(problem.as_ref(), Some(&error));
            assert!(store.add(&[]).is_err_and(|error| error.is_full));
            assert!(names(folder).is_empty());
            false
        }
    }
}

/// Opens a good store, and adds entries until there is no room.
fn fill(folder: &Path) {
    let path = folder.join("a.store");
    for round in 0..50 {
        let (store, problem) = Store::open_or_create_later(&path).expect("a store");
        assert_eq!(problem, None);
        let before = entries(&store);
        match store.add(&news(&format!("hex {round}x{round}"), 300)) {
            Ok(_) => assert_eq!(entries(&store), before + 300),
            Err(error) => {
                assert!(error.is_full, "{error}");
                assert_eq!(entries(&store), before);
                let again = Store::open_or_create(&path).expect("a store");
                assert_eq!(entries(&again), before);
                assert_eq!(names(folder), ["a.store"]);
                return;
            }
        }
    }
    panic!("there is always room");
}

/// A store as a kill leaves it that came before the file was in order: it must be put in order
/// before it is read.
fn killed(path: &Path) {
    let store = Store::open_or_create(path).expect("a store");
    store.add(&news("nim 3", 100)).expect("room");
    let database = redb::Database::open(path).expect("a database");
    let change = database.begin_write().expect("a change");
    let table = redb::TableDefinition::<&[u8], &[u8]>::new("set aside");
    change.open_table(table).expect("a table").insert(&b"x"[..], &b"x"[..]).expect("room");
    change.commit().expect("room");
    let bytes = std::fs::read(path).expect("a file");
    drop(database);
    std::fs::write(path, bytes).expect("room");
    let opened = redb::ReadOnlyDatabase::open(path);
    assert!(matches!(opened, Err(redb::DatabaseError::RepairAborted)));
}

/// Where the disk has no room to put a file in order, it is read all the same, and stays as it is.
#[test]
fn files_in_disorder_that_may_not_grow() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let path = PathBuf::from(folder).join("a.store");
        let opened = redb::Database::open(&path).map(drop);
        assert!(
            matches!(opened, Err(redb::DatabaseError::Storage(_))),
            "there is room: {opened:?}"
        );
        let store = Store::open_or_create(&path).expect("a store");
        assert_eq!(entries(&store), 100);
        assert!(store.add(&news("go 5x5", 300)).is_err_and(|error| error.is_full));
        assert_eq!(entries(&store), 100);
        return;
    }
    let folder = folder("disorder");
    let path = folder.join("a.store");
    killed(&path);
    let test = "files_in_disorder_that_may_not_grow";
    let (code, text) = again(&["bash"], test, &folder, "trap '' XFSZ; ulimit -f 0");
    assert_eq!(code, Some(0), "{text}");
    let store = Store::open_or_create(&path).expect("a store");
    store.add(&news("go 5x5", 300)).expect("room again");
    assert_eq!(entries(&store), 400);
}

/// Files may not grow: the system says so as for a full disk.
#[test]
fn files_that_may_not_grow() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        return match names(&folder).is_empty() {
            true => println!("made: {}", make(&folder)),
            false => fill(&folder),
        };
    }
    let folder = folder("limit");
    let test = "files_that_may_not_grow";
    let limit = |size: u64| format!("trap '' XFSZ; ulimit -f {size}");
    let mut made = 0;
    let sizes = (0..60).step_by(3).chain([500, 1020, 1023, 1024, 1025, 1030, 4000]);
    for size in sizes {
        let (code, text) = again(&["bash"], test, &folder, &limit(size));
        assert_eq!(code, Some(0), "{size}: {text}");
        made += usize::from(text.contains("made: true"));
    }
    assert!(made > 0, "no file may be large enough");

    let store = Store::open_or_create(&folder.join("a.store")).expect("a store");
    store.add(&news("nim 3", 100)).expect("room");
    let len = std::fs::metadata(store.path()).expect("a file").len();
    for more in [0, 100, 1000] {
        let before = entries(&store);
        let (code, text) = again(&["bash"], test, &folder, &limit(len / 1024 + more));
        assert_eq!(code, Some(0), "{more}: {text}");
        let held = entries(&store);
        store.add(&news(&format!("nim 4-{more}"), 100)).expect("room again");
        assert_eq!((held >= before, entries(&store)), (true, held + 100));
    }
}

/// Small disks in memory, where the system lets this user make one.
#[test]
fn disks_that_are_full() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return on_a_small_disk(&PathBuf::from(folder));
    }
    let folder = folder("disk");
    let shell = ["unshare", "--map-root-user", "--mount", "bash"];
    let disk = |size: u64| format!("mount -t tmpfs -o size={size}k none \"${FOLDER}\"");
    let probe = format!("{}; exit $?; true", disk(100));
    let (code, text) = again(&shell, "none", &folder, &probe);
    if code != Some(0) {
        eprintln!("no small disks here: {text}");
        return;
    }
    for size in (4..120).step_by(8).chain([1500, 2500]) {
        let (code, text) = again(&shell, "disks_that_are_full", &folder, &disk(size));
        assert_eq!(code, Some(0), "{size}: {text}");
    }
}

/// Fills the disk up to so many bytes.
fn fill_up(ballast: &Path, free: u64) {
    let mut file = File::create(ballast).expect("a file");
    for _ in 0..1000 {
        if let Err(error) = file.write_all(&[1; 4096]) {
            assert_eq!(error.kind(), ErrorKind::StorageFull);
            let len = file.metadata().expect("a file").len();
            return file.set_len(len.saturating_sub(free)).expect("room");
        }
    }
    panic!("the disk is large");
}

/// Has this mount less room than the stores of the test need?
fn is_tiny(mount: &str) -> bool {
    let size = mount.split("size=").nth(1).and_then(|rest| rest.split('k').next());
    size.and_then(|size| size.parse::<u64>().ok()).is_none_or(|size| size < TINY)
}

/// A store is made, filled and used while the disk has room for a few pages or for none. A smaller
/// disk has room for a new store at most.
fn on_a_small_disk(folder: &Path) {
    let mounts = std::fs::read_to_string("/proc/self/mounts").expect("the mounts");
    let disk = format!("none {} tmpfs ", folder.display());
    assert!(mounts.lines().any(|line| line.starts_with(&disk)), "no disk of its own: {mounts}");
    let (path, ballast) = (folder.join("a.store"), folder.join("ballast"));
    if !make(folder) || mounts.lines().any(|line| line.starts_with(&disk) && is_tiny(line)) {
        return;
    }
    let mut told = 0;
    for free in (0..80).step_by(4) {
        let store = Store::open_or_create(&path).expect("a store");
        store.add(&news("nim 3", 40)).expect("room");
        fill_up(&ballast, free * 1024);
        let opened = Store::open_or_create(&path).expect("a store on a full disk");
        assert_eq!(entries(&opened), 40);
        let added = opened.add(&news("go 5x5", 900));
        let opened = Store::open_or_create(&path).expect("a store on a full disk");
        match added {
            Ok(_) => assert_eq!(entries(&opened), 940),
            Err(error) => {
                told += 1;
                assert!(error.is_full, "{error}");
                assert_eq!(entries(&opened), 40);
            }
        }
        std::fs::remove_file(&ballast).expect("a file");
        opened.add(&news("go 5x5", 900)).expect("room again");
        assert_eq!(entries(&opened), 940);
        std::fs::remove_file(&path).expect("a file");
    }
    assert!(told > 0, "the disk never was full");
}
