//! The family of a game outside this crate.

use crate::adapter::Adapter;
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use crate::settings::Settings;
use andor_core::NotationError;
use std::str::FromStr;

impl Family {
    /// The family of a game that is read from the text of its size (`FromStr`), with a name and a
    /// size as an example. Further fields may be set beside it:
    ///
    /// ```text
    /// static CHOMP: Family = Family::of::<Chomp>("chomp", "4x3");
    /// static OTHER: Family = Family { title: "Other Chomp", ..Family::of::<Other>("other", "4x3") };
    /// ```
    pub const fn of<G>(name: &'static str, example: &'static str) -> Family
    where
        G: Adapter + FromStr<Err = NotationError>,
    {
        Family {
            name,
            title: name,
            size_help: "as the game reads it",
            example,
            read_size: read_size::<G>,
            open: open::<G>,
            ..Family::DEFAULT
        }
    }

    /// The default settings. A text that is read into them ([`Settings::take`]) may also name the
    /// family's own searches and their options.
    pub fn settings(&self) -> Settings {
        Settings { own_searches: self.searches, ..Settings::default() }
    }
}

fn read_size<G: FromStr<Err = NotationError>>(text: &str) -> Result<String, NotationError> {
    text.parse::<G>().map(|_| text.to_string())
}

fn open<G>(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput>
where
    G: Adapter + FromStr<Err = NotationError>,
{
    Playing::open(problem.size_text().parse::<G>()?, problem)
}
