//! Problems as texts and as JSON.

use andor_solver::Problem;

#[test]
fn problems_are_read_as_they_are_written() {
    for text in [
        "hex 5x5",
        "hex 5x5 --moves c3,d4",
        "hex 4x3 --black a1,b2 --white c3 --to-move white",
        "go 3x3 --rules ssk --komi -1.5 --moves B2,pass",
        "mnk 3x3x3 --moves b2",
        "mnk 4x3x3 --black a1,b2 --white c3",
        "nim 3-4-5",
    ] {
        let problem: Problem = text.parse().expect(text);
        assert_eq!(problem.to_string(), text);
        let json = serde_json::to_string(&problem).expect("JSON");
        assert_eq!(serde_json::from_str::<Problem>(&json).expect("a problem"), problem);
    }
}

#[test]
fn what_is_no_problem_is_refused() {
    for (text, expected) in [
        ("", "expected a game and a size"),
        ("chess 8x8", "expected hex, go, capture, killall, gomoku, phutball, mnk or nim"),
        ("hex 5x5 --rules psk", "expected --rules with go or killall or gomoku only"),
        ("hex 5x5 --moves", "expected a value behind it"),
        ("hex 5x5 c3 d4", "expected options such as"),
        ("nim 3-4 --black a1", "expected no stones in this game"),
        ("hex 4x4 --black a1,c3 --white c3", "point \"c3\": there are a black and a white stone"),
        ("go 3x3 --to-move red", "expected black or white"),
    ] {
        let error = text.parse::<Problem>().expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}
