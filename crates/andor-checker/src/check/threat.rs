//! Threats of freestyle Gomoku: section 4.4 of `docs/certificate.md`.
//!
//! Every entry is checked by itself: its answers by replaying fours, or by the covers that other
//! entries state. All sets are computed anew from the windows of the board.

use super::statements::Statements;
use crate::fours::AttackBoard;
use crate::model::{Attack, Five, Game, Player, PointSet, Threat};
use crate::report::{Place, Refusal};
use crate::rules::{Board, State, gomoku};
use crate::steps::PLAY;
use crate::symmetry::taken_back;
use crate::words;

const SECTION: &str = "4.4";

/// How often a question about all windows looks at the whole board, about.
const WINDOWS: u64 = 3;

/// Checks the entry of this number.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    threat: &Threat,
) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        let letter = |point| words::letter(threat.stone(point));
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| statements.draw(statements.game(), letter))
    };
    if statements.game() != Game::Gomoku(Five::Freestyle) {
        return Err(wrong("there are threats in freestyle Gomoku only".to_string()));
    }
    if !threat.black.and(&threat.white).is_empty() {
        return Err(wrong("a point has a black and a white stone".to_string()));
    }
    statements.look(2 * WINDOWS)?;
    let (size, area) = (statements.size(), statements.area());
    let board: Board = (0..area).map(|point| threat.stone(point)).collect();
    let place = |reply: Option<u16>| reply.map_or(area, usize::from);
    if !threat.answers.is_sorted_by(|one, next| place(one.reply) < place(next.reply)) {
        return Err(wrong("the replies are not in strictly ascending order".to_string()));
    }
    let windows: Vec<[usize; 5]> = gomoku::windows(size).collect();
    let is_full = board.iter().all(Option::is_some);
    if is_full || Player::BOTH.iter().any(|&player| has_five(&windows, &board, player)) {
        return Err(wrong("the game is over in the position of the entry".to_string()));
    }
    let loser = threat.winner.other();
    let everything: PointSet = (0..area).collect();
    let mut unanswered: PointSet = (0..area).filter(|&point| board[point].is_none()).collect();
    let mut cover = [PointSet::EMPTY; 3];
    for answer in &threat.answers {
        let after =
            |problem: String| wrong(format!("the reply {}: {problem}", place(answer.reply)));
        let (windows, winner) = (&windows[..], threat.winner);
        let mut position = AttackBoard { windows, board: board.clone(), winner };
        if let Some(reply) = answer.reply {
            position.put(loser, reply.into()).map_err(after)?;
            statements.look(WINDOWS)?;
            if has_five(windows, &position.board, loser) {
                return Err(after("the loser has five in a row".to_string()));
            }
            unanswered.remove(reply.into());
        }
        let [one, two, three] = match &answer.attack {
            Attack::Fours(moves) => {
                statements.look(5 * WINDOWS * moves.len() as u64)?;
                position.fours(moves).map_err(after)?
            }
            Attack::Move(point, reference) => {
                position.put(winner, (*point).into()).map_err(after)?;
                statements.look(PLAY)?;
                let (next, map) = statements.threat(number, winner, *reference)?;
                let stones = |player| {
                    let own =
                        position.board.iter().enumerate().filter(|(_, s)| **s == Some(player));
                    own.map(|(point, _)| point).collect::<PointSet>()
                };
                if [next.black, next.white].map(|set| taken_back(map, &set))
                    != Player::BOTH.map(stones)
                {
                    let problem = format!("entry {} has other stones", reference.entry);
                    return Err(after(problem));
                }
                next.cover.map(|set| {
                    let mut set = taken_back(map, &set);
                    set.insert((*point).into());
                    set
                })
            }
        };
        let adds = if answer.open { [two, three, everything] } else { [one, two, three] };
        if answer.open {
            unanswered = unanswered.and(&one);
        }
        cover = [0, 1, 2].map(|i: usize| cover[i].or(&adds[i]));
    }
    if let Some(point) = unanswered.iter().next() {
        return Err(wrong(format!("the loser's reply {point} is left without an answer")));
    }
    if cover.iter().zip(&threat.cover).any(|(found, said)| !found.is_part_of(said)) {
        return Err(wrong("the answers depend on points outside the cover".to_string()));
    }
    Ok(())
}

/// Why the entry does not hold for a position, if it does not.
pub(crate) fn misfit(threat: &Threat, now: &State) -> Option<&'static str> {
    if now.to_move == threat.winner {
        return Some("the winner is to move");
    }
    let same = now.board.iter().enumerate().all(|(point, held)| *held == threat.stone(point));
    if same { None } else { Some("it has other stones") }
}

/// Whether a player has five in a row.
fn has_five(windows: &[[usize; 5]], board: &Board, player: Player) -> bool {
    windows.iter().any(|window| window.iter().all(|&point| board[point] == Some(player)))
}
