//! Plans: wins that knowledge saw earlier in the game and that still hold.
//!
//! Knowledge is sound on lines that end where it settles a position (see `Oracle`). So knowledge is
//! not asked again after it settled a position of the game. But the verdict stays true as long as
//! the winner follows the plan of the verdict, and the moves played show whether the winner did.

use super::table::Table;
use crate::adapter::Adapter;
use andor_core::{Halt, Player};
use andor_search::Line;

/// A win that knowledge saw before, and the winner's next move if the winner moves.
pub(crate) type Plan<M> = Option<(Player, Option<M>)>;

/// The knowledge that may be asked here, and a win that knowledge saw before and that still holds.
/// No knowledge is trusted if `halt` is due before all moves of the game were looked at.
pub(crate) fn trusted<G: Adapter>(
    table: &Table<'_, G>,
    mut names: Vec<&'static str>,
    halt: &Halt,
) -> (Vec<&'static str>, Plan<G::Move>) {
    let (game, question) = (table.game, table.question);
    let mut line = Line::new(game, table.root.clone());
    // The knowledge that settled a position, and the claim.
    let mut held = None;
    for &mv in table.played {
        if halt.is_due() {
            return (Vec::new(), None);
        }
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
        game.advance(&mut line, mv);
    }
    if line.outcome().is_some() {
        return (names, None);
    }
    let plan = held.and_then(|(name, claim)| {
        let (winner, mv) = game.plan(name, line.position(), claim)?;
        (winner == claim.attacker || !question.can_draw).then_some((winner, mv))
    });
    (names, plan)
}
