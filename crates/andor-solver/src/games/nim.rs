//! Nim in the solver: its family and its adapter.

use crate::adapter::{Adapter, Question};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use andor_core::NotationError;
use andor_games::any::AnyGame;
use andor_games::toy::nim::Nim;

/// The family of nim.
#[derive(Debug)]
pub struct NimFamily;

/// Reads heaps such as `3-4-5`.
fn read(text: &str) -> Result<Vec<u8>, NotationError> {
    let heaps: Option<Vec<u8>> = text.split('-').map(|n| n.parse().ok()).collect();
    heaps.filter(|heaps| heaps.len() <= 64).ok_or_else(|| {
        NotationError::new(
            format!("heaps \"{text}\""),
            "not heaps of nim",
            "numbers from 0 to 255 with hyphens, such as 3-4-5",
        )
    })
}

impl Family for NimFamily {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn title(&self) -> &'static str {
        "nim"
    }

    fn size_help(&self) -> &'static str {
        "heaps, such as `3-4-5`; who cannot move has lost"
    }

    fn example(&self) -> &'static str {
        "3-4-5"
    }

    fn read_size(&self, text: &str) -> Result<String, NotationError> {
        let heaps: Vec<String> = read(text)?.iter().map(u8::to_string).collect();
        Ok(heaps.join("-"))
    }

    fn open(&self, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
        let nim = Nim::new(&read(problem.size_text())?);
        Playing::open(AnyGame::Nim(nim), problem)
    }
}

impl Adapter for Nim {
    fn question(&self) -> Question {
        Question::win_or_loss()
    }
}
