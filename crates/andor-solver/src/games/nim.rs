//! Nim in the solver: its family and its adapter.

use crate::adapter::{Adapter, Question};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use andor_core::NotationError;
use andor_games::any::AnyGame;
use andor_games::toy::nim::Nim;

/// The family of nim.
pub static FAMILY: Family = Family {
    name: "nim",
    title: "nim",
    size_help: "heaps, such as `3-4-5`; who cannot move has lost",
    example: "3-4-5",
    read_size,
    open,
    ..Family::DEFAULT
};

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

fn read_size(text: &str) -> Result<String, NotationError> {
    let heaps: Vec<String> = read(text)?.iter().map(u8::to_string).collect();
    Ok(heaps.join("-"))
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let nim = Nim::new(&read(problem.size_text())?);
    Playing::open(AnyGame::Nim(nim), problem)
}

impl Adapter for Nim {
    fn question(&self) -> Question {
        Question::win_or_loss()
    }
}
