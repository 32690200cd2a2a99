//! What several tests use.

#[allow(dead_code, reason = "the tests of other crates use more of it")]
pub mod brute_force;
pub mod naive_go;
pub mod naive_killall;
pub mod naive_phutball;
