//! The outlook of a search while it runs: the progress, the line of play at which the search looks,
//! and what is known about each move of the position.

use andor_core::Player;
use andor_search::{Progress, RootMove};
use serde::Serialize;
use std::fmt::Display;

/// What a listener hears while a search runs.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// How far the search is.
    pub progress: Progress,
    /// The line of play at which the search looks, from the position that is solved; empty if the
    /// search does not tell.
    pub line: Vec<String>,
    /// The moves of the position, as far as something is known about them.
    pub moves: Vec<MoveOutlook>,
}

/// What is known about a move of the position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveOutlook {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is certain.
    pub state: MoveState,
    /// The chance that the player of the move wins, if the search keeps win rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f32>,
    /// A guess of the work that is left for the move, in nodes or in leaves of a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<f32>,
}

/// What is certain about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveState {
    /// Nothing.
    Open,
    /// The search does not look at the move any more: the move does not win, or another move is as
    /// good.
    Out,
    /// The player of the move wins.
    Won,
    /// The opponent wins.
    Lost,
    /// Neither player can force a win.
    Draw,
}

impl MoveOutlook {
    fn new(mv: String, state: MoveState) -> MoveOutlook {
        MoveOutlook { mv, state, chance: None, work: None }
    }
}

impl Outlook {
    /// Takes over the guesses of a search about the open moves. Moves that were open before and are
    /// so no longer are out.
    pub fn look<M: Copy>(&mut self, open: &[RootMove<M>], text: impl Fn(M) -> String) {
        if open.is_empty() {
            return;
        }
        for known in self.moves.iter_mut().filter(|known| known.state == MoveState::Open) {
            *known = MoveOutlook::new(std::mem::take(&mut known.mv), MoveState::Out);
        }
        for &RootMove { mv, chance, work } in open {
            let seen = self.entry(text(mv));
            if matches!(seen.state, MoveState::Open | MoveState::Out) {
                (seen.state, seen.chance, seen.work) = (MoveState::Open, chance, work);
            }
        }
    }

    /// A move has its value: the winner, or a draw.
    pub fn finish(&mut self, mv: String, mover: Player, winner: Option<Player>) {
        let state = match winner {
            Some(winner) if winner == mover => MoveState::Won,
            Some(_) => MoveState::Lost,
            None => MoveState::Draw,
        };
        let known = self.entry(mv);
        *known = MoveOutlook::new(std::mem::take(&mut known.mv), state);
    }

    /// The entry of a move, made if there is none.
    fn entry(&mut self, mv: String) -> &mut MoveOutlook {
        let place = self.moves.iter().position(|known| known.mv == mv);
        let place = place.unwrap_or_else(|| {
            self.moves.push(MoveOutlook::new(mv, MoveState::Open));
            self.moves.len() - 1
        });
        &mut self.moves[place]
    }
}

impl Display for MoveState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            MoveState::Open => "open",
            MoveState::Out => "out",
            MoveState::Won => "won",
            MoveState::Lost => "lost",
            MoveState::Draw => "draw",
        })
    }
}
