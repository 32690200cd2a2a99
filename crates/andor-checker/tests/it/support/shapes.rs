//! Mutants of shapes of Phutball.

use super::mutate::Dice;
use andor_checker::{BallTurn, Reference, Shape, ShapeAnswer, ShapeThen};

/// Changes a shape in a way that has a name.
pub fn change_shape(
    shape: &mut Shape,
    name: &str,
    (point, place): (u16, usize),
    reference: Reference,
    dice: &mut Dice,
) {
    let at = dice.below(shape.answers.len());
    let turn = match dice.below(2) {
        0 => BallTurn::Man(point),
        _ => BallTurn::Jumps((0..1 + dice.below(2)).map(|_| dice.below(8) as u8).collect()),
    };
    match name {
        "widen a zone" => shape.zone.insert(place),
        "shrink a zone" => {
            shape.zone.remove(place);
            shape.men.remove(place);
            // Without its reply nothing else is wrong with the entry.
            if dice.below(2) == 0 {
                shape.answers.retain(|answer| usize::from(answer.reply) != place);
            }
        }
        "wrong winner of an entry" => shape.winner = shape.winner.other(),
        "change stones of an entry" => match dice.below(3) {
            0 => shape.men.insert(place),
            1 => shape.men.remove(place),
            _ => shape.ball = place as u16,
        },
        "add an answer" => {
            let then = match dice.below(3) {
                0 => ShapeThen::Over,
                1 => ShapeThen::TurnOver(turn),
                _ => ShapeThen::TurnEntry(turn, reference),
            };
            shape.answers.push(ShapeAnswer { reply: point, then });
            shape.answers.sort_by_key(|answer| answer.reply);
        }
        _ if shape.answers.is_empty() => {}
        "drop an answer" => drop(shape.answers.remove(at)),
        "copy an answer" => shape.answers.push(shape.answers[at].clone()),
        "change a reply" => {
            shape.answers[at].reply = point + dice.below(4) as u16;
            shape.answers.sort_by_key(|answer| answer.reply);
        }
        "flip a move" | "change an answer's kind" => {
            shape.answers[at].then = match (&shape.answers[at].then, name) {
                (ShapeThen::TurnEntry(_, old), "flip a move") => ShapeThen::TurnEntry(turn, *old),
                (ShapeThen::TurnOver(old), "change an answer's kind") => {
                    ShapeThen::TurnEntry(old.clone(), reference)
                }
                (ShapeThen::TurnEntry(old, _), _) => ShapeThen::TurnOver(old.clone()),
                _ => ShapeThen::TurnOver(turn),
            };
        }
        _ => {}
    }
}
