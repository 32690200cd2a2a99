//! Shapes of Phutball: section 4.6 of `docs/certificate.md`.
//!
//! Every entry is checked by itself, on its own picture: the ball, and the men in its zone.
//! Whatever stands outside the zone, nothing that is asked here depends on it.

use super::statements::Statements;
use crate::model::{BallTurn, Game, PointSet, Shape, ShapeThen};
use crate::report::{Place, Refusal};
use crate::rules::State;
use crate::rules::phutball::{self, ALWAYS, Ball, Field, MOST_JUMPS};
use crate::symmetry::taken_back;

const SECTION: &str = "4.6";

/// The boards that the search for all jumps looks at for each result, about.
const EACH_RESULT: u64 = 16;

/// Checks the entry of this number.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    shape: &Shape,
) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        let letter = |point| match point {
            _ if point == usize::from(shape.ball) => 'O',
            _ if shape.men.contains(point) => 'X',
            _ if shape.zone.contains(point) => '.',
            _ => '?',
        };
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| statements.draw(statements.game(), letter))
    };
    if statements.game() != Game::Phutball {
        return Err(wrong("there are shapes in Phutball only".to_string()));
    }
    let (size, area, ball) = (statements.size(), statements.area(), usize::from(shape.ball));
    if !shape.men.is_part_of(&shape.zone) || shape.men.contains(ball) {
        return Err(wrong("a man is outside the zone or on the point of the ball".to_string()));
    }
    let field = Field { ball: Ball::At(ball), men: shape.men };
    if phutball::winner(size, field.ball).is_some() {
        return Err(wrong("the game is over in the position of the entry".to_string()));
    }
    if !shape.answers.is_sorted_by(|one, next| one.reply < next.reply) {
        return Err(wrong("the replies are not in strictly ascending order".to_string()));
    }
    let loser = shape.winner.other();
    let jumps = phutball::jumps(size, &field, loser);
    statements.look(EACH_RESULT * (1 + jumps.results.len() as u64))?;
    if !jumps.asked.is_part_of(&shape.zone) {
        return Err(wrong("the loser's jumps depend on points outside the zone".to_string()));
    }
    let is_free = |point: usize| point != ball && !shape.men.contains(point);
    let is_reply = |reply: usize| match reply.checked_sub(area) {
        None => shape.zone.contains(reply) && is_free(reply),
        Some(0) => (0..area).any(|point| point != ball && !shape.zone.contains(point)),
        Some(place) => place <= jumps.results.len(),
    };
    let mut answers = shape.answers.iter().peekable();
    for reply in 0..=area + jumps.results.len() {
        let given = answers.next_if(|answer| usize::from(answer.reply) == reply);
        if !is_reply(reply) {
            if given.is_some() {
                return Err(wrong(format!("{reply} is not a reply of the loser's")));
            }
            continue;
        }
        let Some(answer) = given else {
            return Err(wrong(format!("the loser's reply {reply} is left without an answer")));
        };
        let mut now = field;
        match reply.checked_sub(area) {
            None => now.men.insert(reply),
            Some(0) => {}
            Some(place) => now = jumps.results[place - 1],
        }
        let position = AfterReply { statements, number, shape, field: now };
        position.check(&answer.then).map_err(|fault| match fault {
            WrongAnswer::Wrong(problem) => wrong(format!("the reply {reply}: {problem}")),
            WrongAnswer::Refused(refusal) => refusal,
        })?;
    }
    match answers.next() {
        Some(answer) => Err(wrong(format!("{} is not a reply of the loser's", answer.reply))),
        None => Ok(()),
    }
}

/// Why an answer is wrong, or why the check ends.
enum WrongAnswer {
    Wrong(String),
    Refused(Refusal),
}

impl From<&str> for WrongAnswer {
    fn from(problem: &str) -> WrongAnswer {
        WrongAnswer::Wrong(problem.to_string())
    }
}

/// The picture after a reply: the winner is to move.
struct AfterReply<'c, 'b, 's> {
    statements: &'c Statements<'b, 's>,
    number: u64,
    shape: &'c Shape,
    field: Field,
}

impl AfterReply<'_, '_, '_> {
    fn check(&self, then: &ShapeThen) -> Result<(), WrongAnswer> {
        let size = self.statements.size();
        let winner = self.shape.winner;
        let over = phutball::winner(size, self.field.ball);
        let turn = match then {
            ShapeThen::Over if over == Some(winner) => return Ok(()),
            ShapeThen::Over => return Err("the winner has not won".into()),
            ShapeThen::TurnOver(turn) | ShapeThen::TurnEntry(turn, _) => turn,
        };
        if over.is_some() {
            return Err("the game is over, and a turn follows".into());
        }
        self.statements.look(1).map_err(WrongAnswer::Refused)?;
        let after = self.after(turn)?;
        let over = phutball::winner(size, after.ball);
        let ShapeThen::TurnEntry(_, reference) = then else {
            return if over == Some(winner) {
                Ok(())
            } else {
                Err("the winner has not won".into())
            };
        };
        let Ball::At(ball) = after.ball else {
            return Err("the game is over after the turn".into());
        };
        let target = self.statements.shape(self.number, winner, *reference);
        let (next, map) = target.map_err(WrongAnswer::Refused)?;
        let (zone, men) = (taken_back(map, &next.zone), taken_back(map, &next.men));
        let wrong =
            |problem: &str| Err(WrongAnswer::Wrong(format!("entry {} {problem}", reference.entry)));
        if map[ball] != usize::from(next.ball) {
            return wrong("has the ball on another point");
        }
        if !zone.is_part_of(&self.shape.zone) {
            return wrong("has a larger zone");
        }
        if after.men.and(&zone) != men {
            return wrong("has other men in its zone");
        }
        Ok(())
    }

    /// The picture after a turn that is legal whatever stands outside the zone.
    fn after(&self, turn: &BallTurn) -> Result<Field, WrongAnswer> {
        let (size, zone) = (self.statements.size(), &self.shape.zone);
        let mut field = self.field;
        let directions = match turn {
            BallTurn::Man(point) => {
                let point = usize::from(*point);
                let is_free = field.ball != Ball::At(point) && !field.men.contains(point);
                if !is_free || !zone.contains(point) {
                    return Err("the winner's man is not on an empty point of the zone".into());
                }
                field.men.insert(point);
                return Ok(field);
            }
            BallTurn::Jumps(directions) => directions,
        };
        let mut asked = PointSet::EMPTY;
        for &direction in directions {
            let (after, points) = phutball::jump(size, &field, direction, self.shape.winner);
            asked = asked.or(&points);
            field = after.ok_or("one of the winner's jumps is not legal")?;
        }
        if directions.len() > ALWAYS {
            let jumps = phutball::jumps(size, &self.field, self.shape.winner);
            let work = EACH_RESULT * (1 + jumps.results.len() as u64);
            self.statements.look(work).map_err(WrongAnswer::Refused)?;
            asked = asked.or(&jumps.asked);
            if !jumps.results.contains(&field) {
                return Err("the result of the winner's jumps does not count".into());
            }
        }
        match asked.is_part_of(zone) && !directions.is_empty() && directions.len() <= MOST_JUMPS {
            true => Ok(field),
            false => Err("the winner's jumps depend on points outside the zone".into()),
        }
    }
}

/// Why the entry does not hold for a position, if it does not.
pub(crate) fn misfit(shape: &Shape, now: &State) -> Option<&'static str> {
    if now.to_move == shape.winner {
        return Some("the winner is to move");
    }
    let Some(field) = phutball::field(&now.board) else { return Some("there is no ball") };
    if field.ball != Ball::At(shape.ball.into()) {
        return Some("it has the ball on another point");
    }
    let same = field.men.and(&shape.zone) == shape.men;
    if same { None } else { Some("it has other men in its zone") }
}
