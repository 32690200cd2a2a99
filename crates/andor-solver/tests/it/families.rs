//! What every family of games promises.

use andor_solver::{Problem, families};

/// Every family opens its own example, and its options have the values that they say.
#[test]
fn every_family_keeps_what_its_tables_promise() {
    for family in families() {
        let problem = Problem::named(family.name, family.example).expect("a problem");
        problem.open().expect("a game");
        for row in family.options {
            let value = (family.read_option)(row.name, row.default).expect(row.name);
            assert_eq!(problem.option(row.name), Some(value.as_str()), "{}", row.name);
        }
    }
}
