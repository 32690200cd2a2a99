//! The table of the options of searches, and what is refused.

use andor_solver::{OptionValues, search_options};

#[test]
fn what_is_no_option_is_refused_with_what_was_expected() {
    let (rows, mut values) = (search_options(&[]), OptionValues::default());
    for (name, value, problem) in [
        ("dfpn.epsilom", "1", "--set dfpn.epsilom=1: no such option; expected ews.games, "),
        ("dfpn.epsilon", "x", "--set dfpn.epsilon=x: not possible; expected a number from 0"),
        ("dfpn.base", "0", "--set dfpn.base=0: not possible; expected a whole number from 1"),
        ("ews.look-ahead", "both", "--set ews.look-ahead=both: not possible; expected moves,"),
    ] {
        let error = values.set(&rows, name, value).expect_err(name).to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    assert_eq!(values, OptionValues::default());
    values.set(&rows, "dfpn.share", "0.5").expect("an option");
    assert_eq!((values.number("dfpn.share", 0.2), values.whole("dfpn.base", 1)), (0.5, 1));
}

/// Names are different, and a default that is a value is a possible value.
#[test]
fn the_table_is_right() {
    let rows = search_options(&[]);
    for (i, row) in rows.iter().enumerate() {
        assert!(rows[..i].iter().all(|other| other.name != row.name), "{}", row.name);
        let is_value = row.default.parse::<f64>().is_ok();
        let is_allowed = OptionValues::default().set(&rows, row.name, row.default).is_ok();
        assert!(!is_value || is_allowed, "{}", row.name);
    }
}
