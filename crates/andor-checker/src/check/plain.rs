//! Positions of games in which the past does not matter (mnk, Gomoku, Killall-Go): section 4.2 of
//! `docs/certificate.md`.

use super::position::{Fault, common, over, same_passes, same_stones};
use super::statements::Statements;
use crate::model::{Game, Player, Position, PositionAnswer, Then, Theorem};
use crate::rules::{Line, Outcome, State, after, killall};
use crate::steps::PLAY;

/// Checks an entry of a game in which the past does not matter.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    position: &Position,
) -> Result<(), Fault> {
    let (root, board) = common(statements, number, position)?;
    let (game, size, frame) = (statements.game(), statements.size(), &position.frame);
    let line = Line::new(game, size, board, root.winner().other())?;
    let ko = frame.ko.map(usize::from);
    let mut now = State { passes: frame.passes, ko, ..line.now().clone() };
    if game == Game::Killall {
        // A game that does not end is won by Black.
        if root.winner() != Player::Black || !Outcome::Margin(1).confirms(root) {
            return Err("the winner is not Black by a margin of 1".into());
        }
        now.outcome = now.outcome.or_else(|| killall::passed(size, &now));
    }
    if now.outcome.is_some() {
        return Err("the game is over in the position of the entry".into());
    }
    let play = |state: &State, point: u16| {
        after(game, size, state, usize::from(point))
            .map_err(|problem| format!("the move {point} is not legal: {problem}"))
    };
    let is_free = |reply: &u16| !matches!(now.board.get(usize::from(*reply)), Some(Some(_)));
    for reply in (0..line.moves() as u16).filter(is_free) {
        statements.look(2 * PLAY)?;
        let Ok(first) = play(&now, reply) else { continue };
        let then = answer(position, reply)?.then;
        let in_reply = |problem: String| Fault::from(format!("after the reply {reply}: {problem}"));
        let last = then.point().map(|point| play(&first, point)).transpose().map_err(in_reply)?;
        let last = last.as_ref().unwrap_or(&first);
        match then {
            Then::Over | Then::MoveOver(_) => over(last, root).map_err(in_reply)?,
            Then::MoveEntry(_, reference) => {
                let (next, map) = statements.position(number, root, reference)?;
                if last.outcome.is_some() {
                    return Err(in_reply("the game is over, and an entry follows".to_string()));
                }
                same_stones(&next, last, map).map_err(in_reply)?;
                same_passes(&next, last, map).map_err(in_reply)?;
            }
            Then::Leaf(leaf) | Then::MoveLeaf(_, leaf) => {
                if game != Game::Killall || leaf.theorem != Theorem::Room || last.outcome.is_some()
                {
                    return Err(in_reply("there is no such leaf here".to_string()));
                }
                if let Some(problem) = killall::room(size, &last.board, &leaf.stones) {
                    return Err(Fault::Wrong("4.3", problem.to_string()).after(reply.into()));
                }
            }
        }
    }
    Ok(())
}

fn answer(position: &Position, reply: u16) -> Result<PositionAnswer, Fault> {
    let found = position.answers.binary_search_by_key(&reply, |a| a.reply);
    let missing = |_| format!("the legal reply {reply} has no answer");
    Ok(position.answers[found.map_err(missing)?])
}
