//! What several tests use.

pub mod truth;
