//! Commands that read tactics: can a block be captured, can it be saved? The answers are those of
//! GNU Go: a code and a move (`1 E5`), or `0`.

use super::engine::{Answer, ok, syntax_error};
use super::gtp::Gtp;
use andor_core::Player;
use andor_games::go::capture::{Goal, USUAL_ESCAPE};
use andor_games::go::{Board, Stones};
use andor_games::points::{Point, Points, sets};
use andor_search::widening::Strategy;
use andor_solver::Settings;
use andor_solver::games::capture::{self, Question, Rights};

/// The most nodes of a command that reads.
const NODES: u64 = 120_000;

/// The player who moves first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Attacker,
    Defender,
}

/// The block at the point that a command names: its owner and the point.
fn target(gtp: &Gtp, arguments: &[String]) -> Result<(Player, Point), String> {
    let [text] = arguments else { return Err(syntax_error()) };
    let point = gtp.point(text)?;
    let stones = gtp.state.game.scene().stones;
    let stone = stones.into_iter().find(|(_, other)| *other == point);
    stone.ok_or_else(|| "vertex must not be empty".to_string())
}

/// The point where the player to move could retake one stone, if the rules forbid it now.
fn forbidden(gtp: &mut Gtp) -> Option<Point> {
    let scene = gtp.state.game.scene();
    let board = Board::<7>::new(gtp.state.game.size());
    let stones: Stones<7> = sets(&scene.stones);
    let others = stones[scene.to_move.other().index()];
    board.empty(&stones).iter().find(|&point| {
        let mut after = stones;
        board.adjacent(point).is_subset(&others)
            && board.place(&mut after, scene.to_move, point).captured.len() == 1
            && !scene.legal.contains(&gtp.point_name(point))
    })
}

/// Answers the question about a block.
fn ask(
    gtp: &mut Gtp,
    arguments: &[String],
    first: First,
    strategy: Strategy,
    nodes: Option<u64>,
) -> Result<capture::Answer, String> {
    let (owner, target) = target(gtp, arguments)?;
    let first = if first == First::Attacker { owner.other() } else { owner };
    let game = &gtp.state.game;
    let question = Question {
        size: game.size(),
        stones: game.scene().stones,
        forbidden: forbidden(gtp).filter(|_| gtp.state.game.to_move() == first),
        first,
        goal: Goal { target, owner, escape: USUAL_ESCAPE },
        rights: Rights::All,
        strategy,
    };
    let time = gtp.state.time_for(first);
    let answer = gtp.state.within(time, |settings| {
        let settings = Settings { nodes, pv: true, ..settings.clone() };
        capture::answer(&question, &settings, None)
    });
    answer.map_err(|error| error.to_string())
}

/// A code with its move.
fn reply(reading: &(u8, Option<String>)) -> Answer {
    match reading {
        (0, _) => ok("0"),
        (code, Some(mv)) if mv == "pass" => ok(format!("{code} PASS")),
        (code, mv) => ok(format!("{code} {}", mv.as_deref().unwrap_or("PASS"))),
    }
}

/// `attack V`: the code and the move of the attacker.
pub fn attack(gtp: &mut Gtp, arguments: &[String], strategy: Strategy) -> Answer {
    reply(&ask(gtp, arguments, First::Attacker, strategy, Some(NODES))?.reading)
}

/// `defend V`: the code and the move of the defender; a block that nobody attacks needs no move.
pub fn defend(gtp: &mut Gtp, arguments: &[String]) -> Answer {
    let attack = ask(gtp, arguments, First::Attacker, Strategy::Auto, Some(NODES))?.reading;
    if attack.0 == 0 {
        return ok("1 PASS");
    }
    reply(&ask(gtp, arguments, First::Defender, Strategy::Auto, Some(NODES))?.reading)
}

/// `andor-capture V`: both questions in words, with best play and nodes, within the time of a move.
pub fn capture(gtp: &mut Gtp, arguments: &[String]) -> Answer {
    let mut lines = Vec::new();
    for (who, first) in [("attacker", First::Attacker), ("defender", First::Defender)] {
        let found = ask(gtp, arguments, first, Strategy::Auto, Some(10 * NODES))?;
        let code = found.code.map_or("?".to_string(), |code| code.to_string());
        lines.push(format!("{who} first: {code} {}", found.words()));
        if !found.pv.is_empty() {
            lines.push(format!("best play: {}", found.pv.join(" ")));
        }
        lines.push(format!("{} nodes", found.progress.nodes));
    }
    ok(lines.join("\n"))
}

/// `andor-gfx-capture V`: the attacker's move, the zone and the line of play.
pub fn draw(gtp: &mut Gtp, arguments: &[String]) -> Answer {
    let found = ask(gtp, arguments, First::Attacker, Strategy::Auto, Some(10 * NODES))?;
    let mut lines = Vec::new();
    if !found.pv.is_empty() {
        let line = super::graphics::variation(found.attacker(), &found.pv, &|mv| mv.to_string());
        lines.push(format!("VAR {line}"));
    }
    let zone: Points<7> = found.zone.iter().copied().collect();
    if !zone.is_empty() {
        let names: Vec<String> = zone.iter().map(|point| gtp.point_name(point)).collect();
        lines.push(format!("COLOR yellow {}", names.join(" ")));
    }
    if let Some(best) = found.best.as_ref().filter(|mv| *mv != "pass") {
        lines.push(format!("LABEL {best} {}", found.code.unwrap_or(0)));
    }
    lines.push(format!("TEXT {}", found.words()));
    ok(lines.join("\n"))
}
