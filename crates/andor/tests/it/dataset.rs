//! `andor dataset`: sets of positions, made again from their seeds.

use crate::support::{Run, command, finished};

/// Runs `andor dataset` with arguments separated by blanks; `OUT` stands for a file of this name,
/// whose text comes back.
fn dataset(arguments: &str, name: &str) -> (Run, String) {
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let out = path.to_str().expect("a plain path");
    let words = arguments.split_whitespace().map(|word| if word == "OUT" { out } else { word });
    let run = finished(command().arg("dataset").args(words).output().expect("a start"));
    (run, std::fs::read_to_string(&path).unwrap_or_default())
}

#[test]
fn a_seed_gives_the_same_set_on_any_number_of_threads() {
    let words = "go 4x4 --komi 1.5 --count 8 --nodes 200 --quiet --out OUT";
    let (run, one) = dataset(&format!("{words} --seed 5"), "one.txt");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("8 positions, "), "{}", run.out);
    let (_, two) = dataset(&format!("{words} --seed 5 --threads 2"), "two.txt");
    assert_eq!(one, two);
    let (_, other) = dataset(&format!("{words} --seed 6"), "other.txt");
    assert_ne!(one, other);
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 10);
    assert!(lines[0].starts_with("# andor dataset go 4x4 --komi 1.5 --count 8 --seed 5"));
    assert_eq!(lines[1], "go 4x4 --rules psk --komi 1.5");
    assert!(lines.iter().all(|line| !line.ends_with(" pass")), "won by a pass:\n{one}");
}

/// Every answer of a set is what another search says.
#[test]
fn the_answers_are_right() {
    let words = "go 3x4 --rules ssk --komi 3.5 --count 12 --nodes 100 --seed 2 --quiet --out OUT";
    let (_, text) = dataset(words, "answers.txt");
    let set = andor_solver::dataset::Dataset::parse("set", &text).expect("a set");
    assert_eq!(set.samples.len(), 12);
    for sample in &set.samples {
        let search = Some(andor_solver::SearchName::ExpectedWork);
        let settings = andor_solver::Settings { search, ..Default::default() };
        let report = andor_solver::solve(&set.problem(sample).expect("a problem"), &settings, None)
            .expect("a report");
        assert_eq!(
            report.winner.map(|winner| winner.to_string()).as_ref(),
            Some(&sample.answer),
            "{sample:?}"
        );
    }
}

#[test]
fn bad_input_is_refused() {
    let refused = |arguments: &str, sentence: &str| {
        let (run, text) = dataset(arguments, "refused.txt");
        assert_eq!((run.code, run.out.as_str(), text.as_str()), (1, "", ""), "{arguments}");
        assert!(run.err.starts_with(&format!("andor: {sentence}")), "{}", run.err);
    };
    refused("chess 8x8 --count 1 --out OUT", "game \"chess\": not a game Andor knows; expected");
    refused("go 3x3 --count 0 --out OUT", "--count: \"0\" is no count; expected a whole number");
    refused("go 0x3 --count 1 --out OUT", "size \"0x3\": not a possible size");
    refused("go 3x3 --rules old --count 1 --out OUT", "rules \"old\": ");
    refused("hex 3x3 --komi 1 --count 1 --out OUT", "komi \"1\": hex has no komi");
    refused("go 3x3 --count 5", "not all that is needed; expected for example: andor dataset");
    refused("go 1x1 --count 50 --quiet --out OUT", "--count: 50 positions, but 1000 games gave");
    let (run, _) = dataset("go 3x3 --count 1 --quiet --out /no/such/folder/set.txt", "no.txt");
    let expected = "andor: file \"/no/such/folder/set.txt\": cannot be written (No such";
    assert!(run.code == 5 && run.err.starts_with(expected), "{}", run.err);
}

/// What is kept in the repository can be read.
#[test]
fn the_set_that_is_kept_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go-6x6.txt");
    let text = std::fs::read_to_string(path).expect("the set");
    let set = andor_solver::dataset::Dataset::parse("set", &text).expect("a set");
    assert_eq!(set.samples.len(), 600);
    assert!(text.ends_with(&set.to_string()), "written as it is read");
}
