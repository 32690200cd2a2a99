//! A player of Hex that looks to a horizon by alpha-beta, with the balance of the circuits as the value of a position.

use super::player::{KNOWLEDGE_SHARE, budget, chance};
use crate::error::BadInput;
use crate::player::{MoveThought, Thought};
use crate::settings::Settings;
use andor_core::{Evaluate, Notation};
use andor_games::hex::Hex;
use andor_guess::hex::HexSight;
use andor_search::Line;
use andor_search::selective::{Limits, Selective};
use andor_search::threads::on_deep_stack;
use std::time::Instant;

/// The least and the largest chance of a position that is not proven.
const UNPROVEN: (f32, f32) = (0.01, 0.99);

/// Looks ahead, and keeps what it has seen for the next move.
#[derive(Default)]
pub(super) struct Ahead<const W: usize> {
    looking: Option<Selective<Hex<W>, HexSight<W>>>,
}

impl<const W: usize> Ahead<W> {
    /// Thinks about a position; says nothing where connections decide it.
    pub(super) fn think(
        &mut self,
        mut line: Line<'_, Hex<W>>,
        settings: &Settings,
    ) -> Result<Option<Thought>, BadInput> {
        let started = Instant::now();
        let share = settings.memory / KNOWLEDGE_SHARE;
        let (game, to_move) = (line.game(), line.to_move());
        let looking =
            self.looking.get_or_insert_with(|| Selective::new(HexSight::new(game, share), share));
        let mut budget = budget(settings);
        looking.selector().heed(&budget.halt());
        let moves = looking.selector().root(game, line.position());
        if moves.is_empty() {
            return Ok(None);
        }
        let (limits, before) = (Limits { depth: u16::MAX, lines: 1 }, looking.nodes());
        let outlook = on_deep_stack(|| {
            looking.look_ahead(&mut line, &moves, limits, &mut budget, &mut |_, _| {})
        })?;
        let Some(best) = outlook.lines.first() else { return Ok(None) };
        // Only some moves are looked at, so that neither a win nor a loss that was seen is proven.
        let worth = None;
        let chance = chance(best.value as f32 / HexSight::<W>::SCALE).clamp(UNPROVEN.0, UNPROVEN.1);
        let pv: Vec<String> = best.moves.iter().map(|&mv| game.move_text(mv)).collect();
        let nodes = looking.nodes() - before;
        let told = MoveThought { mv: pv[0].clone(), worth, chance, visits: nodes, pv: pv.clone() };
        Ok(Some(Thought {
            to_move,
            worth,
            chance,
            best: Some(pv[0].clone()),
            pv,
            plies: None,
            moves: vec![told],
            depth: Some(outlook.depth),
            nodes,
            time: started.elapsed(),
        }))
    }
}
