//! What the tests share.

use andor_certify::Certified;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::Search;
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::memory::Memory;

/// Expected work search, guided by random games.
pub fn expected_work<G: Certified + Playout>(memory: impl Memory<G> + 'static) -> impl Search<G> {
    let first_work = FirstWork::Exponential { rate: 0.9, bend: 0.7 };
    let playouts = Playouts::new(32, 0.6, first_work, 1);
    ExpectedWork::new((), playouts, memory, expected_work::Options::default())
}
