//! The rules of the games against naive rules and published values.
//!
//! The tests are one program, because each program is linked anew.

mod any;
mod capture_rules;
mod go_rules;
mod go_values;
mod killall_rules;
mod notation;
mod phutball_rules;
mod phutball_zones;
mod planes;
mod support;
