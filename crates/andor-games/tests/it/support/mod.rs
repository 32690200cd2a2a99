//! What several tests use.

pub mod brute_force;
pub mod naive_go;
pub mod naive_killall;
pub mod naive_phutball;
