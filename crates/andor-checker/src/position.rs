//! Positions of Go and mnk: section 4.2 of the text.
//!
//! In mnk the past does not matter: every entry is checked once, for its own picture, against the
//! hardest claim that leads to it. In Go every line is walked from its root with its exact past.
//! A line can be as long as the certificate has entries, so the walk keeps its own stack.

use crate::check::Checker;
use crate::life::{self, succeeds};
use crate::model::{Entry, Game, Leaf, Player, Position, Reference, Root, Then};
use crate::report::{Place, Refusal};
use crate::rules::{Board, Line, Outcome};

const SECTION: &str = "4.2";

/// What every entry must be like, reached or not.
pub(crate) fn check_form(
    checker: &Checker<'_>,
    number: u64,
    position: &Position,
) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| picture(checker, position))
    };
    if !position.black.and(&position.white).is_empty() {
        return Err(wrong("a point has a black and a white stone".to_string()));
    }
    if position.ko.is_some() && !checker.has_ko_points() {
        return Err(wrong("there is a ko point, and the rules are not basic ko".to_string()));
    }
    if !position.answers.is_sorted_by(|one, next| one.reply < next.reply) {
        return Err(wrong("the replies are not in strictly ascending order".to_string()));
    }
    for answer in &position.answers {
        if let Then::MoveEntry(_, reference) = answer.then {
            checker.target(number, position.winner, reference).map_err(wrong)?;
        }
    }
    Ok(())
}

/// Checks an entry of mnk, where the winner's margin must become at least so much.
pub(crate) fn check_mnk(
    checker: &Checker<'_>,
    number: u64,
    position: &Position,
    margin: i64,
) -> Result<(), Refusal> {
    let board: Board = (0..checker.area()).map(|point| stone(position, point)).collect();
    let loser = position.winner.other();
    let wrong = |problem: String| {
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| picture(checker, position))
    };
    let mut line = Line::new(checker.game(), checker.size(), board, loser)
        .map_err(|problem| wrong(problem.to_string()))?;
    if line.now().outcome.is_some() {
        return Err(wrong("the game is over in the position of the entry".to_string()));
    }
    let enough = |outcome: Outcome| outcome.fulfils(position.winner, margin);
    for reply in 0..checker.area() {
        checker.step(1)?;
        if line.play(reply).is_err() {
            continue;
        }
        let then = answer(position, reply).map_err(wrong)?;
        if let Then::MoveOver(point) | Then::MoveEntry(point, _) | Then::MoveLeaf(point, _) = then {
            let moved = line.play(usize::from(point));
            moved.map_err(|problem| wrong(illegal(reply, point, problem)))?;
        }
        match then {
            Then::Over | Then::MoveOver(_) => over(&line, enough),
            Then::MoveEntry(_, reference) => checker
                .target(number, position.winner, reference)
                .and_then(|(map, black, white)| {
                    let now = &line.now().board;
                    let same = (0..checker.area()).all(|point| {
                        let (black, white) =
                            (black.contains(map[point]), white.contains(map[point]));
                        now[point] == colour(black, white)
                    });
                    if line.now().outcome.is_some() {
                        Err("the game is over, and an entry follows".to_string())
                    } else if same {
                        Ok(())
                    } else {
                        Err(format!("entry {} is about another position", reference.entry))
                    }
                }),
            Then::Leaf(_) | Then::MoveLeaf(..) => Err("there are no leaves in mnk".to_string()),
        }
        .map_err(|problem| wrong(format!("after the reply {reply}: {problem}")))?;
        line.undo();
        if !matches!(then, Then::Over) {
            line.undo();
        }
    }
    Ok(())
}

/// An entry on the line, how its picture lies on the board, and the reply that is next.
struct Frame {
    number: u64,
    position: Position,
    /// The point of the line's board for every point of the picture, and the pass.
    board_point: Vec<usize>,
    reply: usize,
}

/// Walks all lines of Go from an entry that should hold for the position at hand.
pub(crate) fn walk(
    checker: &Checker<'_>,
    line: &mut Line,
    root: &Root,
    entry: u64,
) -> Result<(), Refusal> {
    let area = checker.area();
    let mut stack = vec![enter(checker, line, entry, (0..=area).collect())?];
    while let Some(frame) = stack.last_mut() {
        if frame.reply > area {
            stack.pop();
            if !stack.is_empty() {
                line.undo();
                line.undo();
            }
            continue;
        }
        let reply = frame.reply;
        frame.reply += 1;
        checker.step(1 + line.states().len() as u64 / 64)?;
        if line.play(frame.board_point[reply]).is_err() {
            continue;
        }
        let (number, length) = (frame.number, line.states().len());
        match follow(checker, line, root, frame, reply) {
            Ok(Some((reference, board_point))) => {
                stack.push(enter(checker, line, reference.entry, board_point)?);
            }
            Ok(None) => {
                while line.states().len() >= length {
                    line.undo();
                }
            }
            Err((section, problem)) => {
                let problem = format!("after the reply {reply}: {problem}");
                return Err(Refusal::wrong(Place::Entry(number), section, problem)
                    .with_picture(|| checker.draw_board(line)));
            }
        }
    }
    Ok(())
}

/// The frame of an entry, if it is about the position at hand.
fn enter(
    checker: &Checker<'_>,
    line: &Line,
    number: u64,
    board_point: Vec<usize>,
) -> Result<Frame, Refusal> {
    let wrong = |problem: &str| {
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| checker.draw_board(line))
    };
    let Some(Entry::Position(position)) = checker.entry(number) else {
        return Err(wrong("there is no such entry"));
    };
    let (area, now) = (checker.area(), line.now());
    let ko = position.ko.map(|ko| board_point[usize::from(ko)]);
    if (0..area).any(|point| stone(&position, point) != now.board[board_point[point]]) {
        Err(wrong("its stones are not those of the position it is used for"))
    } else if position.passes != now.passes || ko != now.ko {
        Err(wrong("its passes or its ko point are not those of the position it is used for"))
    } else if now.to_move != position.winner.other() || now.outcome.is_some() {
        Err(wrong("the game is over, or the loser is not to move"))
    } else {
        Ok(Frame { number, position, board_point, reply: 0 })
    }
}

type Next = Option<(Reference, Vec<usize>)>;

/// Checks the answer to a reply that has been played; what follows, if another entry does.
fn follow(
    checker: &Checker<'_>,
    line: &mut Line,
    root: &Root,
    frame: &Frame,
    reply: usize,
) -> Result<Next, (&'static str, String)> {
    let here = |problem: String| (SECTION, problem);
    let then = answer(&frame.position, reply).map_err(here)?;
    if let Then::MoveOver(point) | Then::MoveEntry(point, _) | Then::MoveLeaf(point, _) = then {
        let moved = line.play(frame.board_point[usize::from(point)]);
        moved.map_err(|problem| here(illegal(reply, point, problem)))?;
    }
    match then {
        Then::Over | Then::MoveOver(_) => {
            over(line, |outcome| succeeds(root, outcome)).map_err(here)?;
            Ok(None)
        }
        Then::Leaf(Leaf::Life(set)) | Then::MoveLeaf(_, Leaf::Life(set)) => {
            let Game::Go(rules) = checker.game() else {
                return Err(here("there is life only in Go".to_string()));
            };
            let set = set.iter().map(|point| frame.board_point[point]).collect();
            life::settles(rules, line, root, &set)
                .map_err(|problem| ("4.3", problem.to_string()))?;
            Ok(None)
        }
        Then::MoveEntry(_, reference) => {
            let target = checker.target(frame.number, frame.position.winner, reference);
            let (map, _, _) = target.map_err(here)?;
            let mut board_point = vec![0; map.len()];
            for (point, &image) in map.iter().enumerate() {
                board_point[image] = frame.board_point[point];
            }
            Ok(Some((reference, board_point)))
        }
    }
}

fn answer(position: &Position, reply: usize) -> Result<Then, String> {
    let found = position.answers.binary_search_by_key(&reply, |a| usize::from(a.reply));
    let missing = |_| format!("the legal reply {reply} has no answer");
    Ok(position.answers[found.map_err(missing)?].then)
}

fn over(line: &Line, succeeded: impl Fn(Outcome) -> bool) -> Result<(), String> {
    match line.now().outcome {
        None => Err("the game is not over".to_string()),
        Some(outcome) if succeeded(outcome) => Ok(()),
        Some(Outcome::NoResult) => Err("the game ends without result".to_string()),
        Some(Outcome::Margin(margin)) => {
            Err(format!("the game ends with Black's margin {margin}, and the winner fails"))
        }
    }
}

fn illegal(reply: usize, point: u16, problem: &str) -> String {
    format!("after the reply {reply} the move {point} is not legal: {problem}")
}

fn colour(black: bool, white: bool) -> Option<Player> {
    if black { Some(Player::Black) } else { white.then_some(Player::White) }
}

fn stone(position: &Position, point: usize) -> Option<Player> {
    colour(position.black.contains(point), position.white.contains(point))
}

fn picture(checker: &Checker<'_>, position: &Position) -> String {
    checker.draw(checker.game(), |point| crate::check::letter(stone(position, point)))
}
