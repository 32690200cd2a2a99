//! Wins that knowledge saw earlier in the game and that still hold.
//!
//! Knowledge is sound on lines that stop where it speaks (see `Oracle`), so that it is not asked again
//! after it settled a position of the game. But what it saw stays true as long as the winner follows
//! the plan by which it is true, and that can be looked up in the moves that were played.

use crate::playable::Playable;
use crate::problem::{BadInput, Problem};
use crate::solve::Question;
use andor_core::Player;
use andor_search::Line;

/// A win that knowledge saw before, and the winner's next move if it is theirs.
pub(super) type Plan<M> = Option<(Player, Option<M>)>;

/// The knowledge that may be asked here, and a win that it saw before and that still holds.
pub(super) fn trusted<G: Playable>(
    game: &G,
    problem: &Problem,
    question: Question,
    mut names: Vec<&'static str>,
) -> Result<(Vec<&'static str>, Plan<G::Move>), BadInput> {
    let whole = super::line(game, problem)?;
    let mut line = Line::new(game, game.set_up(&problem.stones, problem.to_move)?);
    // The knowledge that settled a position, and the claim.
    let mut held = None;
    for mv in whole.played() {
        let pos = line.position();
        for claim in question.claims {
            let speaks = |name: &&str| game.settles(name, pos, claim).is_some();
            if let Some(&name) = names.iter().find(|name| speaks(name)) {
                held = held.or(Some((name, claim)));
                names.retain(|other| !speaks(other));
            }
        }
        held = held.filter(|(name, claim)| match game.plan(name, pos, *claim) {
            Some((_, planned)) => planned.is_none_or(|planned| planned == mv),
            None => false,
        });
        line.play(mv);
    }
    if line.outcome().is_some() {
        return Ok((names, None));
    }
    let plan = held.and_then(|(name, claim)| {
        let (winner, mv) = game.plan(name, line.position(), claim)?;
        (winner == claim.attacker || !question.can_draw).then_some((winner, mv))
    });
    Ok((names, plan))
}
