//! The winner's answer to a reply in an entry of Phutball.

use super::walk::{Answer, Walk};
use crate::certified::Certified;
use andor_checker::{Reference, Shape, ShapeThen};
use andor_core::Symmetry;

impl<G: Certified> Walk<'_, G> {
    /// The answer to the reply itself, or to a man outside the zone.
    pub(super) fn shape_answer(&self, shape: &Shape, at: Reference, reply: u16) -> Option<Answer> {
        let (game, symmetry) = (self.game, Symmetry(at.symmetry));
        let reply = self.find(reply)?;
        let image = game.map_position(symmetry, self.line.position());
        let turned = game.map_move(symmetry, reply);
        let number = game.number_in(&image, turned);
        let area = self.certificate.problem.area() as u16;
        let is_outside = number < area && !shape.zone.contains(number.into());
        let number = if is_outside { area } else { number };
        let found = shape.answers.iter().find(|answer| answer.reply == number)?;
        let after = game.after(self.line.position(), reply);
        let played = |turn| {
            let inner = game.shape_turn(&game.after(&image, turned), turn)?;
            Some(game.number_in(&after, game.map_move(game.inverse(symmetry), inner)))
        };
        Some(match &found.then {
            ShapeThen::Over => Answer::new(None, None),
            ShapeThen::TurnOver(turn) => Answer::new(Some(played(turn)?), None),
            ShapeThen::TurnEntry(turn, next) => {
                let onward = game.compose(symmetry, Symmetry(next.symmetry));
                let plan = self.plan_of(Reference { entry: next.entry, symmetry: onward.0 });
                Answer::new(Some(played(turn)?), Some(plan))
            }
        })
    }
}
