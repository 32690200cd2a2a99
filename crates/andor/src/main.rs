//! andor
fn main(){}
