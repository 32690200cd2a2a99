//! What several tests use, and the brute force of other crates' tests.

pub mod killall;

#[path = "../../../../andor-games/tests/it/support/brute_force.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod brute_force;

#[path = "../../../../andor-knowledge/tests/it/support/hex_values.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod hex_values;

#[path = "../../../../andor-search/tests/it/support/truth.rs"]
#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod truth;
