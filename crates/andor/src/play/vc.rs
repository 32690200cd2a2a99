//! Commands about the knowledge of Hex: connections, must-play, fill-in, inferior moves,
//! resistance.

use super::engine::{Answer, Commands, Engine, ok, player, player_argument, syntax_error};
use super::htp::Htp;
use andor_core::Player;
use andor_games::points::Point;
use andor_solver::games::hex::{HexCircuit, HexConnection, HexEnd, HexView, Inferiority, hex_view};

/// The commands.
pub fn commands() -> Commands<Htp> {
    vec![
        ("vc-build", |htp, arguments| {
            let (player, view) = view(htp, arguments)?;
            let count = |player: Player, is_full: bool| {
                let same = |c: &&HexConnection| c.player == player && c.is_full == is_full;
                view.connections.iter().filter(same).count()
            };
            let sides = Player::both(|player| {
                format!("{player} {} full {} semi", count(player, true), count(player, false))
            });
            let finding = match view.winner {
                Some(winner) => format!("{winner} wins"),
                None => format!("{player} has {} moves to try", view.must_play.len()),
            };
            ok(format!("{}\n{finding}", sides.join("\n")))
        }),
        ("vc-between-cells-full", |htp, arguments| between(htp, arguments, true)),
        ("vc-between-cells-semi", |htp, arguments| between(htp, arguments, false)),
        ("vc-get-mustplay", |htp, arguments| {
            let (_, view) = view(htp, arguments)?;
            match view.winner {
                Some(winner) => Err(decided(winner)),
                None => ok(points(htp, &view.must_play)),
            }
        }),
        ("compute-fillin", |htp, _| {
            let turn = htp.state().game.to_move();
            let view = look(htp, turn)?;
            let pair = |(player, point): &(Player, Point)| {
                let letter = if *player == Player::Black { 'B' } else { 'W' };
                format!("{} {letter}", htp.point_name(*point))
            };
            ok(view.filled.iter().map(pair).collect::<Vec<_>>().join(" "))
        }),
        ("compute-inferior", |htp, arguments| {
            let (_, view) = view(htp, arguments)?;
            let pair = |(point, why): &(Point, Inferiority)| {
                let (letter, other) = match why {
                    Inferiority::Answered(reply) => ('R', reply),
                    Inferiority::Dominated(by) => ('D', by),
                };
                format!("{} {letter}{}", htp.point_name(*point), htp.point_name(*other))
            };
            ok(view.inferior.iter().map(pair).collect::<Vec<_>>().join(" "))
        }),
        ("eval-resist", |htp, arguments| ok(format!("{:.3}", circuit(htp, arguments)?.balance))),
        ("eval-resist-cells", |htp, arguments| {
            let circuit = circuit(htp, arguments)?;
            let pair =
                |(point, energy): &(Point, f64)| format!("{} {energy:.3}", htp.point_name(*point));
            ok(circuit.energies.iter().map(pair).collect::<Vec<_>>().join(" "))
        }),
    ]
}

/// The view of the player whom a command names, as if that player were to move.
fn view(htp: &mut Htp, arguments: &[String]) -> Result<(Player, HexView), String> {
    let player = player_argument(arguments)?;
    Ok((player, look(htp, player)?))
}

/// The guesses from resistance, if no winner is known.
fn circuit(htp: &mut Htp, arguments: &[String]) -> Result<HexCircuit, String> {
    let (player, view) = view(htp, arguments)?;
    view.circuit.ok_or_else(|| decided(view.winner.unwrap_or(player)))
}

fn decided(winner: Player) -> String {
    format!("{winner} wins by a connection")
}

fn look(htp: &mut Htp, player: Player) -> Result<HexView, String> {
    let scene = htp.state().game.scene();
    if scene.outcome.is_some() {
        return Err("the game is over".to_string());
    }
    hex_view(&*htp.state().game, player).ok_or("no game of Hex".to_string())
}

fn points(htp: &Htp, points: &[Point]) -> String {
    points.iter().map(|&point| htp.point_name(point)).collect::<Vec<_>>().join(" ")
}

/// The connections between two ends: `FROM TO COLOUR`, where an end is a point or an edge (`north`,
/// `south`, `west`, `east`). One line for each connection, with its carrier.
fn between(htp: &mut Htp, arguments: &[String], is_full: bool) -> Answer {
    let [from, to, colour] = arguments else { return Err(syntax_error()) };
    let side = player(colour).ok_or_else(syntax_error)?;
    let wanted = [end(htp, from, side)?, end(htp, to, side)?];
    let view = look(htp, side)?;
    let matches = |connection: &&HexConnection| {
        let joins = |a: usize, b: usize| {
            is_at(htp, connection.ends[0], wanted[a], side)
                && is_at(htp, connection.ends[1], wanted[b], side)
        };
        connection.player == side && connection.is_full == is_full && (joins(0, 1) || joins(1, 0))
    };
    let strength = if is_full { "full" } else { "semi" };
    let line = |connection: &HexConnection| {
        format!("{from} {to} {side} {strength} [ {} ]", points(htp, &connection.carrier))
    };
    let found: Vec<String> = view.connections.iter().filter(matches).map(line).collect();
    ok(found.join("\n"))
}

/// Reads an end of a side's connections.
fn end(htp: &Htp, text: &str, side: Player) -> Result<HexEnd, String> {
    match (text.to_ascii_lowercase().as_str(), side) {
        ("north", Player::Black) | ("west", Player::White) => Ok(HexEnd::Edge(0)),
        ("south", Player::Black) | ("east", Player::White) => Ok(HexEnd::Edge(1)),
        ("north" | "south" | "west" | "east", _) => Err(format!("{side} does not join {text}")),
        _ => htp.point(text).map(HexEnd::Point),
    }
}

/// Is an end of a connection the wanted end? A block is named by any of its stones.
fn is_at(htp: &Htp, found: HexEnd, wanted: HexEnd, side: Player) -> bool {
    match (found, wanted) {
        (HexEnd::Point(found), HexEnd::Point(wanted)) => {
            found == wanted || htp.block(wanted, side).contains(&found)
        }
        (HexEnd::Edge(number), HexEnd::Point(wanted)) => htp.touches_edge(wanted, side, number),
        (found, wanted) => found == wanted,
    }
}
