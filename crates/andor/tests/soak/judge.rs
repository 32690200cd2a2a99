//! What a report says, as claims that brute force and the certificate can be asked about.

use crate::capture;
use crate::cases::Case;
use crate::positions::{Drawn, stone};
use andor_checker::{Certificate, Player as Stone, Verdict};
use andor_core::Player;
use andor_solver::games::capture::Question;
use andor_solver::{MoveReport, Report, ReportAnswer};
use std::fmt;

/// The player can force a margin of at least so much, or cannot; in the position or after a move
/// there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    after: Option<String>,
    game: usize,
    claim: (Stone, i64),
    holds: bool,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (player, at_least) = self.claim;
        let can = if self.holds { "gets" } else { "does not get" };
        write!(f, "{player:?} {can} {at_least}")?;
        if let Some(mv) = &self.after {
            write!(f, " after {mv}")?;
        }
        Ok(())
    }
}

/// A value as a report has it.
struct Value {
    answer: ReportAnswer,
    winner: Option<Player>,
    is_draw: bool,
    /// The margin that Black gets at least, and the one that White allows at most.
    bounds: Option<(i64, i64)>,
}

impl Value {
    fn of_move(mv: &MoveReport) -> Value {
        let bounds = mv.margin.map(|margin| (margin.into(), margin.into()));
        Value { answer: mv.answer, winner: mv.winner, is_draw: mv.draw, bounds }
    }
}

/// All that a report says.
pub fn statements(case: &Case, report: &Report) -> Result<Vec<Statement>, String> {
    if report.capture.is_some() {
        return of_capture(case, report);
    }
    let bounds = report.lower_bound.zip(report.upper_bound);
    let value = Value {
        answer: report.answer,
        winner: report.winner,
        is_draw: report.draw,
        bounds: bounds.map(|(lower, upper)| (lower.into(), upper.into())),
    };
    let is_settled = value.answer != ReportAnswer::Stopped;
    if !is_settled && report.stop_reason.is_none() {
        return Err("neither an answer nor a reason to stop".to_string());
    }
    let asked = report.claim;
    let mut all = of_value(&case.drawn, None, asked, &value);
    if is_settled && !report.best_move_is_guess {
        all.extend(of_best_move(case, report, &value)?);
    }
    for mv in report.moves.iter().flatten().filter(|mv| mv.solved) {
        all.extend(of_value(&case.drawn, Some(&mv.mv), asked, &Value::of_move(mv)));
    }
    Ok(all)
}

/// What a value says about the claims of the players and about margins.
fn of_value(drawn: &Drawn, after: Option<&str>, asked: Player, value: &Value) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut say = |player: Stone, at_least: i64, holds: bool| {
        let after = after.map(str::to_string);
        let new = Statement { after, game: drawn.game, claim: (player, at_least), holds };
        if !all.contains(&new) {
            all.push(new);
        }
    };
    let wins = |player: Player| (stone(player), drawn.claims[player.index()]);
    if value.answer != ReportAnswer::Stopped {
        let (player, at_least) = wins(asked);
        say(player, at_least, value.answer == ReportAnswer::Proven);
    }
    for player in Player::BOTH {
        if value.winner.is_some() || value.is_draw {
            let (own, at_least) = wins(player);
            say(own, at_least, value.winner == Some(player));
        }
    }
    if let (Some((lower, upper)), Some(most)) = (value.bounds, drawn.most) {
        for (player, own) in [(Stone::Black, lower), (Stone::White, -upper)] {
            if own > -most {
                say(player, own, true);
            }
            // A bound that a search that stopped has not moved says nothing.
            if own < most && lower == upper {
                say(player, own + 1, false);
            }
        }
    }
    all
}

/// What it means that a move is best: it keeps what the player to move has.
fn of_best_move(case: &Case, report: &Report, value: &Value) -> Result<Vec<Statement>, String> {
    let (drawn, mover) = (&case.drawn, report.to_move);
    let Some(best) = &report.best_move else {
        return match report.stop_reason {
            // Knowledge may see a win and no move; and a player who gets no more than in any case
            // needs no move.
            None if value.winner == Some(mover)
                && report.knowledge.is_empty()
                && case.settings.score.is_none() =>
            {
                Err("a win without a best move".to_string())
            }
            _ => Ok(Vec::new()),
        };
    };
    let claim = |player: Player| (stone(player), drawn.claims[player.index()]);
    let after =
        |claim, holds| Statement { after: Some(best.clone()), game: drawn.game, claim, holds };
    let mut all = Vec::new();
    // Where games may have no result a margin takes two claims, and no move need serve both.
    if case.settings.score.is_some() && drawn.no_result {
        return Ok(all);
    }
    match (value.winner, value.bounds) {
        (Some(winner), _) => all.push(after(claim(winner), true)),
        (None, _) if value.is_draw => all.push(after(claim(mover.other()), false)),
        _ if value.answer == ReportAnswer::Disproven && report.claim == mover.other() => {
            all.push(after(claim(report.claim), false));
        }
        _ => {}
    }
    if let (Some((lower, upper)), Some(most)) = (value.bounds, drawn.most) {
        let own = if mover == Player::Black { lower } else { -upper };
        if lower == upper && own > -most {
            all.push(after((stone(mover), own), true));
        }
    }
    Ok(all)
}

/// What the code of a capture problem says, and those of its moves.
fn of_capture(case: &Case, report: &Report) -> Result<Vec<Statement>, String> {
    let question = Question::of(&case.drawn.problem).map_err(|error| error.to_string())?;
    let Some(capture) = &report.capture else { return Ok(Vec::new()) };
    let games = capture::games(&question);
    let first = stone(question.first);
    let succeeds = |after: Option<&str>, place: usize, holds| {
        let after = after.map(str::to_string);
        Statement { after, game: games[place], claim: (first, 1), holds }
    };
    let mut all = Vec::new();
    match capture.code.map(usize::from) {
        None if report.stop_reason.is_none() => {
            return Err("neither a code nor a reason to stop".to_string());
        }
        None => {}
        Some(0) => all.push(succeeds(None, games.len() - 1, false)),
        Some(code) => {
            all.push(succeeds(None, code - 1, true));
            if code > 1 && !capture.at_least {
                all.push(succeeds(None, code - 2, false));
            }
            let best = report.best_move.as_ref().ok_or("a success without a move")?;
            all.push(succeeds(Some(best), code - 1, true));
        }
    }
    for mv in report.moves.iter().flatten() {
        match mv.code.map(usize::from) {
            None => {}
            Some(0) => all.push(succeeds(Some(&mv.mv), games.len() - 1, false)),
            Some(code) => all.push(succeeds(Some(&mv.mv), code - 1, true)),
        }
    }
    Ok(all)
}

/// How many statements brute force settled, and those that are wrong.
pub fn refuted(case: &mut Case, statements: &[Statement]) -> (u64, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for statement in statements {
        let Statement { after, game, claim, holds } = statement;
        match case.drawn.truth.holds(after.as_deref(), *game, *claim) {
            Ok(None) => {}
            Ok(Some(found)) => {
                count += 1;
                if found != *holds {
                    wrong.push(format!("wrong by brute force: {statement}"));
                }
            }
            Err(error) => wrong.push(format!("by brute force {error}: {statement}")),
        }
    }
    (count, wrong)
}

/// What is wrong with a certificate that the checkers accept: another position, or roots that do
/// not show what the report says.
pub fn beside_the_point(
    case: &Case,
    statements: &[Statement],
    certificate: &Certificate,
) -> Option<String> {
    let problem = &certificate.problem;
    if let Some(root) = &case.drawn.root {
        let base = match andor_checker::rules::Line::base(problem) {
            Ok(line) => (line.now().board.clone(), line.now().to_move),
            Err(error) => return Some(format!("certificate of an illegal position: {error}")),
        };
        if base != *root {
            return Some("certificate of another position".to_string());
        }
    }
    if matches!(problem.game, andor_checker::Game::Capture(_)) {
        return problem.roots.is_empty().then(|| "certificate without a root".to_string());
    }
    let no_result = case.drawn.no_result;
    // Where nobody draws, who does not win has lost.
    let least_loss = match case.drawn.problem.game() {
        "hex" | "killall" => 1,
        _ => 0,
    };
    let most = case.drawn.most.unwrap_or(1);
    let shows = |statement: &Statement| {
        // No margin is smaller than the loss of the whole board.
        let least = |at_least: i64| at_least.max(-most);
        let (player, at_least) = (statement.claim.0, least(statement.claim.1));
        let is_trivial = match statement.holds {
            // With a score a player who passes gets a result in any case, or a claim shows that
            // there is one.
            true => at_least <= -most && (!no_result || case.settings.score.is_some()),
            false => at_least > most,
        };
        let root_shows = |root: &andor_checker::Root| {
            let is_proven = root.verdict == Verdict::Proven;
            let is_own = root.attacker == player;
            root.moves.is_empty()
                && match (statement.holds, is_own, is_proven) {
                    (true, true, true) => least(root.at_least) >= at_least,
                    (true, false, false) => {
                        !no_result && root.at_least <= 1 - at_least + least_loss
                    }
                    (false, true, false) => least(root.at_least) <= at_least,
                    (false, false, true) => root.at_least > -at_least,
                    _ => false,
                }
        };
        is_trivial || problem.roots.iter().any(root_shows)
    };
    let at_root = statements.iter().filter(|statement| statement.after.is_none());
    let missing = at_root.into_iter().find(|statement| !shows(statement))?;
    Some(format!("the certificate does not show: {missing}"))
}
