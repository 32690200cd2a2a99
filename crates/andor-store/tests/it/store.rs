//! Stores: what is kept, what contradicts, and what happens to files that are damaged, cut, locked
//! or of other kinds.

use andor_core::{Claim, Margin, Player, Verdict};
use andor_store::{AT_START, Entry, Fact, Found, New, Place, Store};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn place(game: &str, number: usize) -> Place {
    let position = format!(". X\nO {number}\n");
    Place { game: game.to_string(), position, moves: String::new() }
}

fn fact(margin: i16, verdict: Verdict) -> Fact {
    let claim = Claim { attacker: Player::Black, at_least: Margin(margin) };
    Fact::new(claim, verdict, 1000, 0, "dfpn, full, 0.1.0")
}

fn new(place: &Place, fact: Fact) -> New {
    New { place: place.clone(), class: 7, fact }
}

fn all(store: &Store, game: Option<&str>) -> Vec<Entry> {
    let mut entries = Vec::new();
    store
        .each(game, &mut |entry| {
            entries.push(entry);
            ControlFlow::Continue(())
        })
        .expect("entries");
    entries
}

/// A store with so many entries of two games.
fn filled(path: &std::path::Path, entries: usize) -> Store {
    let store = Store::open_or_create(path).expect("a store");
    let news: Vec<New> = (0..entries)
        .map(|i| {
            let game = if i % 2 == 0 { "hex 3x3" } else { "hex 3x30" };
            let zone = Some((0..(i % 50) as u16).collect());
            let best = (i % 3 == 0).then_some(i as u128);
            let mut fact = fact(1, Verdict::Proven);
            (fact.zone, fact.best) = (zone, best);
            new(&place(game, i), fact)
        })
        .collect();
    let added = store.add(&news).expect("added");
    assert_eq!((added.facts, added.contradictions.len()), (entries, 0));
    store
}

#[test]
fn what_is_added_is_found() {
    let folder = folder("found");
    let path = folder.join("a.store");
    let store = filled(&path, 40);
    let totals = store.totals().expect("totals");
    assert_eq!((totals.entries, totals.aside), (40, 0));
    let of_one = all(&store, Some("hex 3x3"));
    assert_eq!(of_one.len(), 20, "the other game's name begins in the same way");
    assert!(of_one.iter().all(|entry| entry.place.game == "hex 3x3" && entry.class == 7));
    assert_eq!(all(&store, None).len(), 40);
    let again = Store::open(&path).expect("a store");
    let Found::Facts(facts) = again.get(&place("hex 3x3", 12)).expect("an answer") else {
        panic!("nothing")
    };
    assert_eq!((facts[0].best, facts[0].zone.as_ref().map(Vec::len)), (Some(12), Some(12)));
    assert_eq!(again.get(&place("hex 3x3", 13)).expect("an answer"), Found::Nothing);
}

/// Facts that follow from others are not kept twice.
#[test]
fn the_strongest_facts_are_kept() {
    let folder = folder("strongest");
    let store = Store::open_or_create(&folder.join("a.store")).expect("a store");
    let place = place("go 3x3 --rules psk", 0);
    let facts = || match store.get(&place).expect("an answer") {
        Found::Facts(facts) => facts,
        other => panic!("{other:?}"),
    };
    let add = |fact| store.add(&[new(&place, fact)]).expect("added").facts;
    let mut at_start = fact(3, Verdict::Proven);
    at_start.marks = AT_START;
    assert_eq!(add(at_start), 1);
    assert_eq!(add(fact(2, Verdict::Proven)), 1, "it holds on more lines");
    assert_eq!(facts().len(), 2);
    assert_eq!(add(fact(4, Verdict::Proven)), 1);
    assert_eq!(facts().len(), 1);
    assert_eq!(add(fact(1, Verdict::Proven)), 0);
    assert_eq!(add(fact(7, Verdict::Disproven)), 1);
    assert_eq!(add(fact(5, Verdict::Disproven)), 1);
    assert_eq!(facts().len(), 2);
}

/// Facts that contradict each other are set aside, and stay so.
#[test]
fn contradictions_are_set_aside() {
    let folder = folder("contradictions");
    let store = filled(&folder.join("a.store"), 10);
    let place = place("hex 3x3", 4);
    let added = store.add(&[new(&place, fact(1, Verdict::Disproven))]).expect("added");
    assert_eq!(added.contradictions.len(), 1);
    assert_eq!(added.contradictions[0].facts.len(), 2);
    let totals = store.totals().expect("totals");
    assert_eq!((totals.entries, totals.aside), (9, 1));
    assert!(matches!(store.get(&place), Ok(Found::Aside(facts)) if facts.len() == 2));
    let again = store.add(&[new(&place, fact(1, Verdict::Proven))]).expect("added");
    assert_eq!((again.facts, again.refused), (0, 1));

    // A merge sets aside what is set aside there.
    let other = filled(&folder.join("b.store"), 20);
    let merged = other.merge(&store).expect("merged");
    assert_eq!((merged.facts, merged.contradictions.len()), (0, 0));
    let totals = other.totals().expect("totals");
    assert_eq!((totals.entries, totals.aside), (19, 1));
    // And it finds contradictions itself.
    let third = Store::open_or_create(&folder.join("c.store")).expect("a store");
    third.add(&[new(&self::place("hex 3x3", 6), fact(1, Verdict::Disproven))]).expect("added");
    let merged = third.merge(&other).expect("merged");
    assert_eq!((merged.facts, merged.contradictions.len()), (18, 1));
}

/// Many processes may use a store: here threads, each with a handle of its own.
#[test]
fn writers_and_readers_take_turns() {
    let folder = folder("turns");
    let path = folder.join("a.store");
    filled(&path, 100);
    std::thread::scope(|scope| {
        for writer in 0..3 {
            let path = &path;
            scope.spawn(move || {
                let store = Store::open_or_create(path).expect("a store");
                for i in 0..10 {
                    let place = place(&format!("nim {writer}"), i);
                    store.add(&[new(&place, fact(1, Verdict::Proven))]).expect("added");
                }
            });
            scope.spawn(move || {
                let store = Store::open(path).expect("a store");
                for _ in 0..10 {
                    assert!(all(&store, None).len() >= 100);
                }
            });
        }
    });
    assert_eq!(Store::open(&path).and_then(|store| store.totals()).expect("totals").entries, 130);
}

/// A new store gets its name when it is complete, and nothing else is left in the folder; a link
/// stays a link.
#[test]
fn new_stores_are_made_at_once() {
    let folder = folder("new");
    let names = || {
        let read = std::fs::read_dir(&folder).expect("a folder");
        let mut names: Vec<_> =
            read.map(|entry| entry.expect("a name").file_name().into_string()).collect();
        names.sort();
        names.into_iter().collect::<Result<Vec<String>, _>>().expect("UTF-8")
    };
    std::thread::scope(|scope| {
        for i in 0..8 {
            let path = folder.join("a.store");
            scope.spawn(move || {
                let store = Store::open_or_create(&path).expect("a store");
                let added = store.add(&[new(&place("nim 3", i), fact(1, Verdict::Proven))]);
                assert_eq!(added.expect("added").facts, 1);
            });
        }
    });
    assert_eq!(names(), ["a.store"]);
    let totals = Store::open(&folder.join("a.store")).and_then(|store| store.totals());
    assert_eq!(totals.expect("totals").entries, 8, "no store took the place of another one");

    #[cfg(unix)]
    {
        let link = folder.join("link");
        std::os::unix::fs::symlink("b.store", &link).expect("a link");
        Store::open_or_create(&link).expect("a store");
        assert_eq!(names(), ["a.store", "b.store", "link"]);
        assert!(link.is_symlink());
    }
}

/// Whatever happened to a file: a true entry, or a sentence, never something else. The file stays
/// as it was.
#[test]
fn damaged_files_are_refused() {
    let folder = folder("damaged");
    let path = folder.join("a.store");
    let whole = all(&filled(&path, 300), None);
    let bytes = std::fs::read(&path).expect("a file");
    let rounds = if std::env::var_os("ANDOR_SLOW").is_some() { 20_000 } else { 400 };
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..rounds {
        let mut changed = bytes.clone();
        match rng.u8(..4) {
            0 => changed.truncate(rng.usize(..bytes.len())),
            1 => changed.extend((0..rng.usize(1..5000)).map(|_| rng.u8(..))),
            // The pages that are in use lie at the beginning.
            2 => changed[rng.usize(..4096)] ^= 1 << rng.u8(..8),
            _ => (0..rng.usize(1..20)).for_each(|_| {
                let place = rng.usize(..bytes.len());
                changed[place] = rng.u8(..);
            }),
        }
        let copy = folder.join("b.store");
        std::fs::write(&copy, &changed).expect("a file");
        let mut seen = Vec::new();
        let told = Store::open(&copy).and_then(|store| {
            store.each(None, &mut |entry| {
                seen.push(entry);
                ControlFlow::Continue(())
            })
        });
        for entry in &seen {
            assert!(whole.contains(entry), "{entry:?}");
        }
        match told {
            Ok(()) => read += 1,
            Err(error) => {
                refused += 1;
                let text = error.to_string();
                assert!(text.contains("b.store") && text.contains("; expected "), "{text}");
                assert!(std::fs::read(&copy).expect("a file") == changed, "changed: {text}");
            }
        }
    }
    assert!(refused > rounds / 8 && read > rounds / 8, "{refused} refused, {read} read");
}

#[test]
fn what_is_no_store_is_refused() {
    let folder = folder("none");
    let database = folder.join("database");
    drop(redb::Database::create(&database).expect("a database"));
    let database = std::fs::read(&database).expect("a file");
    let other = "it is no store; expected a file";
    // A run that was killed while it made the store, before there were new stores under other
    // names.
    let unfinished = "it holds nothing, as if a run had ended while it made the store; expected a \
                      store or no file; remove it";
    for (name, content, words) in [
        ("text", b"hex 5x5\n".to_vec(), other),
        ("long", vec![b'x'; 20_000], other),
        ("empty", Vec::new(), unfinished),
        ("zeros", vec![0; 20_000], unfinished),
        ("no-tables", database, unfinished),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, &content).expect("a file");
        for opened in [Store::open(&path), Store::open_or_create(&path)] {
            let error = opened.expect_err(name).to_string();
            assert!(error.contains(words), "{name}: {error}");
        }
        assert_eq!(std::fs::read(&path).expect("a file"), content, "{name}");
    }
    let missing = Store::open(&folder.join("missing")).expect_err("missing").to_string();
    assert!(missing.contains("there is no such file"), "{missing}");
    assert!(Store::open(&folder).expect_err("a folder").to_string().contains("no store"));
    let nowhere = folder.join("nowhere").join("a.store");
    assert!(Store::open_or_create(&nowhere).is_err());
}
