//! What several tests use, and the brute force of other crates' tests.

pub mod go_world;
pub mod killall;

/// How many cases: many when the slow suite is asked for (`ANDOR_SLOW=1`).
pub fn cases(usual: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { usual }
}

#[path = "../../../../andor-games/tests/it/support/brute_force.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod brute_force;

#[path = "../../../../andor-knowledge/tests/it/support/hex_values.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod hex_values;

#[path = "../../../../andor-search/tests/it/support/truth.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod truth;
