//! The usual search of every game: what it is follows from measurements, so a change must be meant.

use andor_games::go::{Go, Rules};
use andor_games::hex::Hex;
use andor_games::toy::nim::Nim;
use andor_solver::{
    Adapter, Problem, Purpose, Score, SearchGoal, SearchName, Settings, family, solve,
};

/// The search that is used if none is asked for, by name.
fn usual(problem: &str, knowledge: &str, score: Option<Score>) -> String {
    let problem: Problem = problem.parse().expect("a problem");
    // The search is chosen before the first node.
    let (knowledge, nodes) = (knowledge.into(), Some(1));
    let settings = Settings { knowledge, score, nodes, ..Settings::default() };
    let report = solve(&problem, &settings, None).expect("a report");
    report.search.to_string()
}

#[test]
fn of_hex_and_the_toys() {
    assert_eq!(usual("hex 5x5", "full", None), "dfpn");
    assert_eq!(usual("hex 11x11", "full", None), "dfpn");
    assert_eq!(usual("hex 5x5", "connections", None), "dfpn");
    assert_eq!(usual("hex 5x5", "none", None), "ews");
    assert_eq!(usual("nim 3-4-5", "full", None), "ews");
    assert_eq!(usual("mnk 3x3x3", "full", None), "ews");
}

#[test]
fn of_go_under_every_rule_set() {
    let expected = [
        ("psk", "alpha-beta", "alpha-beta"),
        ("ssk", "alpha-beta", "alpha-beta"),
        ("tromp-taylor", "alpha-beta", "alpha-beta"),
        ("aga", "alpha-beta", "alpha-beta"),
        ("nssk", "ews", "ews"),
        ("ssk-suicide", "ews", "ews"),
        ("nssk-suicide", "ews", "ews"),
        ("new-zealand", "ews", "ews"),
        ("basic-ko", "ews", "alpha-beta"),
        ("basic-ko-suicide", "ews", "alpha-beta"),
        ("chinese", "ews", "alpha-beta"),
        ("migos", "ews", "alpha-beta"),
        ("japanese", "ews", "alpha-beta"),
    ];
    let aliases = Rules::ALIASES.into_iter().map(|(name, _)| name);
    for name in Rules::ALL.into_iter().map(|(name, _)| name).chain(aliases) {
        assert!(expected.iter().any(|(rules, ..)| *rules == name), "{name} is not in the table");
    }
    for (rules, winner, margin) in expected {
        for size in ["3x3", "9x9"] {
            let problem = format!("go {size} --rules {rules}");
            for knowledge in ["full", "none"] {
                assert_eq!(usual(&problem, knowledge, None), winner, "{problem} {knowledge}");
                let scored = usual(&problem, knowledge, Some(Score::Unknown));
                assert_eq!(scored, margin, "{problem} {knowledge} --score");
            }
        }
    }
}

/// In play a search without superko first would come to nothing.
#[test]
fn in_play() {
    let purpose = |has_knowledge| Purpose { has_knowledge, asked: SearchGoal::Move };
    for (name, rules) in Rules::ALL {
        let expected = SearchName::ExpectedWork;
        for size in ["3x3", "7x7"] {
            let game = Go::<1>::new(size.parse().expect("a size"), rules);
            for has_knowledge in [true, false] {
                assert_eq!(game.usual(purpose(has_knowledge)), expected, "{name} {size}");
            }
        }
    }
    let nim = Nim::new(&[1, 2]);
    assert_eq!(nim.usual(purpose(true)), SearchName::ExpectedWork);
    let hex = Hex::<1>::new("5x5".parse().expect("a size"));
    assert_eq!(hex.usual(purpose(false)), SearchName::ExpectedWork);
}

/// Every game that people can name has a usual search, and the one that is asked for is taken.
#[test]
fn what_is_asked_for_is_taken() {
    for name in ["hex", "go", "mnk", "nim"] {
        let example = family(name).expect("a family").example;
        let problem = Problem::named(name, example).expect("a problem");
        for (text, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general())
        {
            let settings = Settings { search: Some(search), nodes: Some(1), ..Settings::default() };
            let report = solve(&problem, &settings, None).expect("a report");
            assert_eq!(report.search.to_string(), text, "{name}");
        }
    }
}
