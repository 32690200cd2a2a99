//! andor
fn main() {}
