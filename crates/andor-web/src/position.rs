//! A position as the page shows it.

use crate::error::Wrong;
use andor_core::{Outcome, Player};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::{BadInput, InPlay, Problem, Protocol};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// A question about a position, perhaps with a change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    problem: Problem,
    play: Option<String>,
    set_up: Option<SetUp>,
    #[serde(default)]
    pass_turn: bool,
}

/// Stones instead of those on the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUp {
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
}

impl SetUp {
    /// The stones, at most one on a point.
    fn stones(&self, points: &Points) -> Result<Vec<(Player, Point)>, Wrong> {
        let mut taken: HashMap<Point, Player> = HashMap::new();
        let mut stones = Vec::new();
        for (owner, names) in [(Player::Black, &self.black), (Player::White, &self.white)] {
            for name in names {
                let point = parse_point(points.size, points.style, name).map_err(BadInput::from)?;
                match taken.insert(point, owner) {
                    None => stones.push((owner, point)),
                    Some(other) if other == owner => {}
                    Some(_) => {
                        let problem = "there are a black and a white stone";
                        let sentence = format!("point \"{name}\": {problem}; expected one at most");
                        return Err(Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, sentence));
                    }
                }
            }
        }
        Ok(stones)
    }
}

/// The player of a name.
pub(crate) fn player(name: &str) -> Result<Player, Wrong> {
    let found = Player::BOTH.into_iter().find(|player| player.to_string() == name);
    found.ok_or_else(|| {
        Wrong::malformed(format!("player \"{name}\": no player; expected black or white"))
    })
}

/// The position that is asked about, after its change.
pub(crate) fn answer(asked: &Asked) -> Result<Value, Wrong> {
    let mut game = asked.problem.open()?;
    if let Some(set_up) = &asked.set_up {
        let stones = set_up.stones(&points_of(&asked.problem)?)?;
        game.set_up(&stones, player(&set_up.to_move)?)?;
    }
    if asked.pass_turn {
        game.give_turn(game.to_move().other());
    }
    if let Some(mv) = &asked.play {
        let refused = |why: andor_solver::Refused| {
            Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{mv}: {}", why.0))
        };
        game.play(game.to_move(), mv).map_err(refused)?;
    }
    Ok(scene(&*game))
}

/// The points of a board and their names.
struct Points {
    size: Size,
    style: Style,
}

fn points_of(problem: &Problem) -> Result<Points, Wrong> {
    let family = problem.family();
    let found = family.style.zip(problem.board());
    let (style, size) = found.ok_or_else(|| {
        Wrong::malformed(format!("{} has no board on which stones are set up", family.title))
    })?;
    Ok(Points { size, style })
}

impl Points {
    fn name(&self, point: Point) -> String {
        point_text(self.size, self.style, point)
    }

    fn all(&self) -> Vec<String> {
        (0..self.size.area()).map(|point| self.name(Point(point as u16))).collect()
    }
}

/// The names of points with these numbers; none in a game without a board.
pub(crate) fn names(problem: &Problem, numbers: &[u16]) -> Vec<String> {
    match points_of(problem) {
        Ok(points) => numbers.iter().map(|&number| points.name(Point(number))).collect(),
        Err(_) => Vec::new(),
    }
}

/// The state of a game in play.
pub(crate) fn scene(game: &dyn InPlay) -> Value {
    let (problem, scene) = (game.problem(), game.scene());
    let (family, points) = (problem.family(), points_of(&problem).ok());
    let owned = |player| {
        let own = scene.stones.iter().filter(move |(owner, _)| *owner == player);
        let names = own.filter_map(|(_, point)| Some(points.as_ref()?.name(*point)));
        names.collect::<Vec<_>>()
    };
    let safe = |player: Player| {
        let safe = scene.safe[player.index()].iter();
        safe.filter_map(|point| Some(points.as_ref()?.name(*point))).collect::<Vec<_>>()
    };
    let all = points.as_ref().map(Points::all).unwrap_or_default();
    let legal = scene.legal.iter().map(|mv| {
        // A stone lies where its move says, and the ball where its last jump ends.
        let point = mv.rsplit('-').next().filter(|last| all.iter().any(|name| name == last));
        json!({ "move": mv, "point": point })
    });
    let legal: Vec<Value> = legal.collect();
    let moves = game.moves().into_iter();
    let moves: Vec<Value> =
        moves.map(|(player, mv)| json!({ "player": player.to_string(), "move": mv })).collect();
    let options = family.options.iter();
    let options: serde_json::Map<String, Value> =
        options.map(|row| (row.name.to_string(), json!(problem.option(row.name)))).collect();
    let board = points.as_ref().map(|points| {
        json!({
            "columns": points.size.columns(),
            "rows": points.size.rows(),
            "shape": shape(&problem),
            "names": all,
        })
    });
    json!({
        "problem": problem.to_string(),
        "start": problem.clone().without_moves().to_string(),
        "game": problem.game(),
        "title": family.title,
        "size": problem.size_text(),
        "options": options,
        "board": board,
        "black": owned(Player::Black),
        "white": owned(Player::White),
        "to_move": scene.to_move.to_string(),
        "moves": moves,
        "legal": legal,
        "outcome": scene.outcome.map(|outcome| ended(&problem, outcome)),
        "standing": scene.standing.map(|margin| margin.0),
        "safe": { "black": safe(Player::Black), "white": safe(Player::White) },
        "notes": problem.notes().collect::<Vec<_>>(),
    })
}

/// How the board is drawn.
fn shape(problem: &Problem) -> &'static str {
    match problem.family().protocol {
        Some((Protocol::Htp, _)) => "hexagons",
        Some((Protocol::Phutball, _)) => "phutball",
        _ => "crossings",
    }
}

/// How a game ended. A komi counts for the winner, and the margin is that of the board.
fn ended(problem: &Problem, outcome: Outcome) -> Value {
    let Outcome::Margin(margin) = outcome else {
        return json!({ "winner": null, "margin": null, "words": "the game has no result" });
    };
    let komi: Option<f32> = problem.option("komi").and_then(|komi| komi.parse().ok());
    let balance = f32::from(margin.0) - komi.unwrap_or(0.0);
    let winner = match balance {
        balance if balance > 0.0 => Some(Player::Black),
        balance if balance < 0.0 => Some(Player::White),
        _ => None,
    };
    let words = match (winner, komi) {
        (None, _) => "a draw".to_string(),
        (Some(winner), Some(_)) => format!("{} wins by {}", named(winner), balance.abs()),
        (Some(winner), None) => format!("{} has won", named(winner)),
    };
    let margin = komi.map(|_| margin.0);
    json!({ "winner": winner.map(|winner| winner.to_string()), "margin": margin, "words": words })
}

/// A player at the beginning of a sentence.
pub(crate) fn named(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}
