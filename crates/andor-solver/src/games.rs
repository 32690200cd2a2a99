//! From a problem to the game it is about, whose type depends on its kind and size.

use crate::playable::Playable;
use crate::problem::{Kind, Problem};
use andor_games::go::Go;
use andor_games::hex::Hex;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;

/// Something that can be done with any game.
pub(crate) trait Task {
    /// What comes of it.
    type Done;

    /// Does it.
    fn run<G: Playable>(self, game: &G) -> Self::Done;
}

/// Does something with the game of a problem.
pub(crate) fn with_game<T: Task>(problem: &Problem, task: T) -> T::Done {
    let size = problem.size;
    let area = size.area();
    match &problem.kind {
        Kind::Hex if area <= 64 => task.run(&Hex::<1>::new(size)),
        Kind::Hex if area <= 128 => task.run(&Hex::<2>::new(size)),
        Kind::Hex => task.run(&Hex::<6>::new(size)),
        Kind::Go { rules, .. } if area <= 64 => task.run(&Go::<1>::new(size, *rules)),
        Kind::Go { rules, .. } if area <= 128 => task.run(&Go::<2>::new(size, *rules)),
        Kind::Go { rules, .. } => task.run(&Go::<6>::new(size, *rules)),
        Kind::Mnk { row } => task.run(&Mnk::new(size, *row)),
        Kind::Nim { heaps } => task.run(&Nim::new(heaps)),
    }
}
