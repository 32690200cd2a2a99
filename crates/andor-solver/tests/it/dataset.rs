//! Data sets as texts.

use andor_solver::dataset::Dataset;

#[test]
fn sets_are_read_as_they_are_written() {
    let text = "go 3x3 --rules ssk --komi -1.5\nblack 12 B2 pass A1\nwhite 1 \n";
    let set = Dataset::parse("set", text).expect("a set");
    assert_eq!(set.samples.len(), 2);
    assert_eq!((set.samples[0].moves.len(), set.samples[1].moves.len()), (3, 0));
    assert_eq!(set.to_string(), text);
    let text = "capture 9x9 --escape 4\n2 12 --target C3 C3 D4\n";
    let set = Dataset::parse("set", text).expect("a set");
    assert_eq!(set.to_string(), text);
    let problem = set.problem(&set.samples[0]).expect("a problem");
    assert_eq!((problem.option("target"), problem.option("escape")), (Some("C3"), Some("4")));
}

#[test]
fn what_is_no_set_is_refused_with_its_place() {
    for (text, place) in [
        ("", "set: line 1"),
        ("# a remark\nchess", "set: line 2"),
        ("go 3x3 --rules", "set: line 1"),
        ("go 3x3\nnobody 1 A1", "set: line 2"),
        ("go 3x3\n\nblack many A1", "set: line 3"),
        ("capture 3x3\n1 2 --target", "set: line 2"),
    ] {
        let error = Dataset::parse("set", text).expect_err(text).to_string();
        assert!(error.starts_with(place), "{text:?}: {error}");
    }
    assert!(Dataset::parse("set", "chess 8x8").is_err());
    assert!(Dataset::parse("set", "go 3x3 --rules old").is_err());
    assert!(Dataset::parse("set", "capture 3x3\n1 2 --komi 3 A1").is_err());
}
