//! Threats of freestyle Gomoku: section 4.4 of `docs/certificate.md`.
//!
//! Every entry is checked by itself: its answers by replaying fours, or by the covers that other entries
//! state. All sets are computed anew from the windows of the board.

use crate::check::{Checker, PLAY};
use crate::model::{Attack, Five, Game, Player, PointSet, Threat};
use crate::report::{Place, Refusal};
use crate::rules::{Board, State, gomoku};
use crate::symmetry::taken_back;

const SECTION: &str = "4.4";

/// The sets that cover a win.
type Cover = [PointSet; 3];

/// How often a question about all windows looks at the whole board, about.
const WINDOWS: u64 = 3;

/// Checks the entry of this number.
pub(crate) fn check(
    checker: &Checker<'_, '_>,
    number: u64,
    threat: &Threat,
) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        let letter = |point| crate::check::letter(stone(threat, point));
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| checker.draw(checker.game(), letter))
    };
    if checker.game() != Game::Gomoku(Five::Freestyle) {
        return Err(wrong("there are threats in freestyle Gomoku only".to_string()));
    }
    if !threat.black.and(&threat.white).is_empty() {
        return Err(wrong("a point has a black and a white stone".to_string()));
    }
    checker.look(2 * WINDOWS)?;
    let (size, area) = (checker.size(), checker.area());
    let board: Board = (0..area).map(|point| stone(threat, point)).collect();
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
        let mut position = Attacked { windows, board: board.clone(), winner };
        if let Some(reply) = answer.reply {
            position.put(loser, reply.into()).map_err(after)?;
            checker.look(WINDOWS)?;
            if has_five(windows, &position.board, loser) {
                return Err(after("the loser has five in a row".to_string()));
            }
            unanswered.remove(reply.into());
        }
        let [one, two, three] = match &answer.attack {
            Attack::Fours(moves) => {
                checker.look(5 * WINDOWS * moves.len() as u64)?;
                position.fours(moves).map_err(after)?
            }
            Attack::Move(point, reference) => {
                position.put(winner, (*point).into()).map_err(after)?;
                checker.look(PLAY)?;
                let (next, map) = checker.threat(number, winner, *reference)?;
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

/// A position in which the winner is to move.
struct Attacked<'a> {
    windows: &'a [[usize; 5]],
    board: Board,
    winner: Player,
}

impl Attacked<'_> {
    fn put(&mut self, player: Player, point: usize) -> Result<(), String> {
        if self.board[point].is_some() {
            return Err(format!("the point {point} is not empty"));
        }
        self.board[point] = Some(player);
        Ok(())
    }

    /// The sets whose i-th is good against i further stones: these never give the loser a window with
    /// `count` stones.
    fn guard(&self, count: usize) -> Cover {
        let loser = self.winner.other();
        [1, 2, 3].map(|i| gomoku::reach(self.windows, &self.board, loser, count - i))
    }

    /// The points on which a player completes five in a row.
    fn fives(&self, player: Player) -> PointSet {
        gomoku::reach(self.windows, &self.board, player, 4)
    }

    /// Replays a line of fours: the cover of the position, or what is wrong with the line.
    fn fours(mut self, moves: &[u16]) -> Result<Cover, String> {
        let mut cover = [PointSet::EMPTY; 3];
        let mut add = |sets: Cover, points: &[usize]| {
            for (set, more) in cover.iter_mut().zip(sets) {
                *set = set.or(&more);
                points.iter().for_each(|&point| set.insert(point));
            }
            cover
        };
        for (number, &point) in moves.iter().enumerate() {
            let (point, is_last) = (usize::from(point), number + 1 == moves.len());
            if self.fives(self.winner).contains(point) {
                let cover = add(self.guard(5), &[point]);
                return if is_last { Ok(cover) } else { Err("moves follow a five".to_string()) };
            }
            self.put(self.winner, point)?;
            if !self.fives(self.winner.other()).is_empty() {
                return Err(format!("after the move {point} the loser can complete five"));
            }
            let fives: Vec<usize> = self.fives(self.winner).iter().take(2).collect();
            let cover = add(self.guard(4), &[&[point], fives.as_slice()].concat());
            match fives[..] {
                [] => return Err(format!("the move {point} makes no four")),
                [reply] => self.put(self.winner.other(), reply)?,
                _ if is_last => return Ok(cover),
                _ => return Err("moves follow a double four".to_string()),
            }
        }
        Err("the line of fours does not end with a win".to_string())
    }
}

/// The cover of a position that the winner, to move, wins by a line of fours; nothing if the line is wrong.
#[must_use]
pub fn fours(
    size: (usize, usize),
    board: Board,
    winner: Player,
    moves: &[u16],
) -> Option<[PointSet; 3]> {
    let windows: Vec<[usize; 5]> = gomoku::windows(size).collect();
    Attacked { windows: &windows, board, winner }.fours(moves).ok()
}

/// Whether a player has five in a row.
fn has_five(windows: &[[usize; 5]], board: &Board, player: Player) -> bool {
    windows.iter().any(|window| window.iter().all(|&point| board[point] == Some(player)))
}

/// The stone on a point of the entry's position.
fn stone(threat: &Threat, point: usize) -> Option<Player> {
    match (threat.black.contains(point), threat.white.contains(point)) {
        (true, _) => Some(Player::Black),
        (_, true) => Some(Player::White),
        _ => None,
    }
}

/// Why the entry does not hold for a position, if it does not.
pub(crate) fn misfit(threat: &Threat, now: &State) -> Option<&'static str> {
    if now.to_move == threat.winner {
        return Some("the winner is to move");
    }
    let same = now.board.iter().enumerate().all(|(point, held)| *held == stone(threat, point));
    if same { None } else { Some("it has other stones") }
}
