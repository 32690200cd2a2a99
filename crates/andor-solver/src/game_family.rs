//! The family of a game outside this crate.

use crate::adapter::Adapter;
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use andor_core::NotationError;
use std::fmt;

/// The family of a game outside this crate: a name, and how a game is made from the text of its
/// size.
///
/// ```
/// # use andor_solver::GameFamily;
/// # use andor_games::toy::nim::Nim;
/// # use andor_core::NotationError;
/// fn heaps(text: &str) -> Result<Nim, NotationError> {
///     let heaps: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
///     let wrong = |_| {
///         NotationError::new(format!("heaps \"{text}\""), "not heaps", "such as 3-4-5")
///     };
///     heaps.map(|heaps| Nim::new(&heaps)).map_err(wrong)
/// }
///
/// static HEAPS: GameFamily<Nim> = GameFamily::new("heaps", "3-4-5", heaps);
/// ```
pub struct GameFamily<G> {
    name: &'static str,
    example: &'static str,
    make: fn(&str) -> Result<G, NotationError>,
}

impl<G> GameFamily<G> {
    /// A family with a name, a size as an example, and a function that makes the game of a size.
    pub const fn new(
        name: &'static str,
        example: &'static str,
        make: fn(&str) -> Result<G, NotationError>,
    ) -> GameFamily<G> {
        GameFamily { name, example, make }
    }
}

impl<G> fmt::Debug for GameFamily<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameFamily").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Adapter> Family for GameFamily<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.name
    }

    fn size_help(&self) -> &'static str {
        "as the game reads it"
    }

    fn example(&self) -> &'static str {
        self.example
    }

    fn read_size(&self, text: &str) -> Result<String, NotationError> {
        (self.make)(text).map(|_| text.to_string())
    }

    fn open(&self, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
        Playing::open((self.make)(problem.size_text())?, problem)
    }
}
