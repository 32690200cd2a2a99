//! The text of settings.

use andor_core::Player;
use andor_solver::{
    Horizon, Proof, Score, SearchName, Settings, Values, search_options, split_words,
};
use std::time::Duration;

/// One of several things.
fn one<T: Copy>(dice: &mut fastrand::Rng, things: &[T]) -> T {
    things[dice.usize(..things.len())]
}

/// A value that an option of a search may have.
fn value(dice: &mut fastrand::Rng, values: Values) -> String {
    match values {
        Values::Number(least, most) => (least + dice.f64() * (most - least)).to_string(),
        Values::Whole(least, most) => dice.u64(least..=most).to_string(),
        Values::Words(words) => one(dice, words).to_string(),
        Values::Text(_) => "text".to_string(),
    }
}

/// Settings in which anything may be set that a text can say.
fn random(dice: &mut fastrand::Rng) -> Settings {
    let mut settings = Settings::default();
    if dice.bool() {
        settings.search = Some(one(dice, &SearchName::ALL).1);
    }
    settings.knowledge = one(dice, &["full", "none", "inferior,connections"]).into();
    let rows = search_options(&[]);
    for row in &rows {
        if dice.u8(..8) == 0 {
            let value = value(dice, row.values);
            settings.options.set(&rows, row.name, &value).expect("a value of the table");
        }
    }
    settings.claimed = one(dice, &[None, Some(Player::Black), Some(Player::White)]);
    let margin = dice.i16(..);
    settings.score = one(dice, &[None, Some(Score::Unknown), Some(Score::Expected(margin))]);
    (settings.all_moves, settings.shortest, settings.pv) = (dice.bool(), dice.bool(), dice.bool());
    settings.tree_depth = dice.bool().then(|| dice.usize(1..=1000));
    settings.proof = one(dice, &[Proof::None, Proof::Compressed, Proof::Stored]);
    let time = |dice: &mut fastrand::Rng| {
        let is_set = dice.bool();
        is_set.then(|| Duration::from_micros(dice.u64(..1_000_000_000_000)))
    };
    (settings.time, settings.every) = (time(dice), time(dice));
    settings.nodes = dice.bool().then(|| dice.u64(1..));
    settings.horizon = Horizon {
        plies: dice.bool().then(|| dice.u16(..)),
        width: dice.usize(..100),
        lines: dice.usize(..10),
    };
    settings.memory = one(dice, &[2 << 30, 1 << 20, 3 << 20, (1 << 20) + 1, 5 << 40]);
    (settings.threads, settings.seed) = (dice.usize(1..=256), dice.u64(..));
    let file = one(dice, &["a", "a b", "it's \"here\"", "", "C:\\new\\a", "x=y", "--seed"]);
    settings.checkpoint = dice.bool().then(|| file.into());
    settings.store = dice.bool().then(|| file.into());
    settings
}

#[test]
fn what_is_written_is_read() {
    let mut dice = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let settings = random(&mut dice);
        let text = settings.to_string();
        let read: Settings = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(format!("{read:?}"), format!("{settings:?}"), "{text}");
        assert_eq!(read.to_string(), text);
        let json = serde_json::to_string(&settings).expect("JSON");
        let read: Settings = serde_json::from_str(&json).expect("settings");
        assert_eq!(read.to_string(), text);
        // As arguments, also with what is the default.
        let mut read = Settings::default();
        for argument in Settings::names().flat_map(|name| settings.arguments_of(name)) {
            let argument = argument.trim_start_matches("--");
            let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
            read.set(name, value).unwrap_or_else(|error| panic!("{argument}: {error}"));
        }
        assert_eq!(read.to_string(), text);
    }
    assert_eq!(Settings::default().to_string(), "");
}

#[test]
fn settings_are_read_as_people_write_them() {
    for (text, expected) in [
        ("", ""),
        (" --time 1m  --memory=4G ", "--time 60s --memory 4G"),
        ("--score=-3", "--score=-3"),
        ("--score --pv", "--score --pv"),
        ("--for white --nodes 1e6 --all-moves", "--for white --all-moves --nodes 1000000"),
        ("--proof-stored --proof", "--proof-stored"),
        ("--set dfpn.base=2 --set ews.games=3", "--set dfpn.base=2 --set ews.games=3"),
        ("--store 'my file' --threads 1", "--store \"my file\""),
    ] {
        let read = text.parse::<Settings>().map(|settings| settings.to_string());
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, words) in [
        ("--search quick", ["search \"quick\"", "dfpn"]),
        ("--for red", ["--for: \"red\"", "black or white"]),
        ("--score=much", ["--score: \"much\"", "a whole number"]),
        ("--time soon", ["--time: \"soon\"", "60s"]),
        ("--nodes 0", ["--nodes: \"0\"", "1e6"]),
        ("--memory 1", ["--memory: \"1\"", "4G"]),
        ("--threads 0", ["--threads: \"0\"", "1 to 256"]),
        ("--set dfpn.epsilon", ["--set: \"dfpn.epsilon\"", "NAME=VALUE"]),
        ("--set dfpn.epsilon=x", ["--set dfpn.epsilon=x", "a number from 0 to 1000"]),
        ("--set magic=1", ["--set magic=1", "dfpn.epsilon"]),
        ("--all-moves=yes", ["--all-moves=yes", "--all-moves alone"]),
        ("--seed", ["--seed", "no value"]),
        ("--store 'x", ["quote", "expected"]),
        ("--colour red", ["--colour", "--knowledge"]),
        ("hex 3x3", ["hex", "--search"]),
    ] {
        let error = text.parse::<Settings>().map(|_| ()).expect_err(text).to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{text}: {error}");
        assert!(error.contains("expected"), "{text}: {error}");
    }
}

#[test]
fn words_that_are_no_settings_are_left() {
    let mut settings = Settings::default();
    let rest = settings.take("hex 5x5 --search dfpn --moves a1,b2 --pv --komi=3").expect("words");
    assert_eq!(rest, ["hex", "5x5", "--moves", "a1,b2", "--komi=3"]);
    assert_eq!(settings.to_string(), "--search dfpn --pv");
}

#[test]
fn words_are_separated_by_blanks_and_held_together_by_quotes() {
    let check = |text: &str, expected: &[&str]| {
        let expected = expected.iter().map(ToString::to_string).collect();
        assert_eq!(split_words(text), Some(expected), "{text}");
    };
    check("andor play gomoku", &["andor", "play", "gomoku"]);
    check(" sh -c 'read x; echo \"OK\"' ", &["sh", "-c", "read x; echo \"OK\""]);
    check("a\"b c\"d ''", &["ab cd", ""]);
    check("  ", &[]);
    assert_eq!(split_words("sh -c 'echo"), None);
}
