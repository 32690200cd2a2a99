//! Roots: their moves are played, and their entry must hold for the position that is reached:
//! section 3 of `docs/certificate.md`.

use super::statements::Statements;
use super::{credit, living, local, pattern, position, ranked, shape, threat};
use crate::life;
use crate::model::{Game, Leaf, Mark, Root, Verdict};
use crate::read::Statement;
use crate::report::{Place, Refusal};
use crate::rules::Line;
use crate::steps::{CLASS, LIFE, PLAY};
use crate::words::letter;

/// Checks a root. The line ends in the base position, before and after.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: usize,
    line: &mut Line,
    known: impl Fn(&Root, &Mark) -> Option<i64>,
) -> Result<(), Refusal> {
    let Some(root) = statements.problem().roots.get(number) else { return Ok(()) };
    if let Game::Capture(block) = statements.game() {
        statements.look(PLAY)?;
        let problem = local::root_problem(statements, block, root)?;
        let wrong = |problem| Refusal::wrong(Place::Root(number), "4.5", problem);
        return problem.map_or(Ok(()), |problem| Err(wrong(problem)));
    }
    let base = line.states().len();
    statements.look(PLAY * (2 + root.moves.len() as u64))?;
    if let Some(problem) = start(statements, number, root, line, known)? {
        return Err(Refusal::wrong(Place::Root(number), "3", problem).with_picture(|| {
            statements.draw(statements.game(), |point| letter(line.now().board[point]))
        }));
    }
    (base..line.states().len()).for_each(|_| line.undo());
    Ok(())
}

/// Plays to the start of the root's proof; gives the problem, if there is one.
fn start(
    statements: &Statements<'_, '_>,
    number: usize,
    root: &Root,
    line: &mut Line,
    known: impl Fn(&Root, &Mark) -> Option<i64>,
) -> Result<Option<String>, Refusal> {
    for &point in &root.moves {
        if let Err(why) = line.play(usize::from(point)) {
            return Ok(Some(format!("the move {point} to the root is not legal: {why}")));
        }
    }
    let winner = root.winner();
    match (root.first, line.now().to_move == winner) {
        (None, true)
            if root.theorem.is_none() && (root.entry.is_some() || line.now().outcome.is_none()) =>
        {
            return Ok(Some("the winner is to move, and there is no first move".to_string()));
        }
        (Some(_), false) => {
            return Ok(Some("there is a first move, and the loser is to move".to_string()));
        }
        (Some(point), true) => {
            if let Err(why) = line.play(usize::from(point)) {
                return Ok(Some(format!("the first move {point} is not legal: {why}")));
            }
        }
        (None, _) => {}
    }
    let past = line.states().len() as u64;
    if let Some(theorem) = root.theorem {
        let Game::Go(rules) = statements.game() else {
            return Ok(Some("there is no life outside Go".to_string()));
        };
        statements.look(LIFE * (2 + past))?;
        let stones = life::living(line.size(), line.now(), winner);
        let settles = life::settles_on(rules, line, root, &Leaf { theorem, stones });
        return Ok(settles.err().map(str::to_string));
    }
    let outcome = line.now().outcome;
    let Some(entry) = root.entry else {
        return Ok(match outcome {
            None => Some("there is no entry, and the game is not over".to_string()),
            Some(outcome) if outcome.confirms(root) => None,
            Some(_) => Some("the game is over, and the winner has failed".to_string()),
        });
    };
    if outcome.is_some() && statements.game() != Game::Hex {
        return Ok(Some("the game is over, and an entry follows".to_string()));
    }
    Ok(match statements.statement(entry)? {
        None => Some(format!("there is no entry {entry}")),
        Some(Statement::Local(_)) if margin_for_winner(root) > 1 => {
            Some("no game of Killall-Go ends with such a margin".to_string())
        }
        Some(Statement::Local(local)) if local.winner == winner => {
            living::misfit(line.size(), &local, line.now())
                .map(|problem| format!("entry {entry} does not hold: {problem}"))
        }
        Some(Statement::Link(_)) if margin_for_winner(root) > 1 => {
            Some("no game of Hex ends with such a margin".to_string())
        }
        Some(Statement::Link(link)) if link.winner == winner => pattern::misfit(&link, line.now())
            .map(|problem| format!("entry {entry} does not hold: {problem}")),
        Some(Statement::Threat(_)) if margin_for_winner(root) > 1 => {
            Some("no game of Gomoku ends with such a margin".to_string())
        }
        Some(Statement::Shape(_)) if margin_for_winner(root) > 1 => {
            Some("no game of Phutball ends with such a margin".to_string())
        }
        Some(Statement::Shape(shape)) if shape.winner == winner => {
            shape::misfit(&shape, line.now())
                .map(|problem| format!("entry {entry} does not hold: {problem}"))
        }
        Some(Statement::Threat(threat)) if threat.winner == winner => {
            threat::misfit(&threat, line.now())
                .map(|problem| format!("entry {entry} does not hold: {problem}"))
        }
        Some(Statement::Position(position))
            if statements.root_named(position.root).is_some_and(|other| other.says_as(root)) =>
        {
            let quiet = if position.frame.quiet.is_some() { LIFE } else { 0 };
            statements.look(1 + past * (CLASS + quiet))?;
            let found = position::check_root(statements.game(), line, root, &position);
            let known = |mark: &Mark| known(root, mark);
            let behind = || match statements.game() {
                Game::Go(_) if position.frame.bound => (position.root != number as u64)
                    .then(|| format!("entry {entry} is bound to another root")),
                Game::Go(rules) if rules.has_credits() => {
                    credit::behind(rules, line, root, &position.frame, known)
                }
                _ => ranked::behind(line, &position.frame, known),
            };
            found.err().or_else(behind)
        }
        Some(_) => Some(format!("entry {entry} has another winner or claim")),
    })
}

/// The margin, from the winner's side, with which the root's verdict comes true.
fn margin_for_winner(root: &Root) -> i64 {
    match root.verdict {
        Verdict::Proven => root.at_least,
        Verdict::Disproven => 1 - root.at_least,
    }
}
