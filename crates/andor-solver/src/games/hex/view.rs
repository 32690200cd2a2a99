//! The knowledge about a position of Hex for display: connections, the must-play, fill-in, inferior
//! moves.

use crate::in_play::Playing;
use crate::interfaces::InPlay;
use andor_core::Player;
use andor_games::any::{AnyGame, AnyPosition, Variant};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use andor_guess::hex::Circuit;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::derivation::Strength;
use andor_knowledge::hex::inferior::Inferior;
use andor_knowledge::hex::inferior::consider::DropRule;
use andor_knowledge::hex::{End, Options};

/// The knowledge about a position of Hex.
#[derive(Clone, Debug)]
pub struct HexView {
    /// All connections that were found, of both players, the smaller carriers of a kind first.
    pub connections: Vec<HexConnection>,
    /// The player who wins by a connection between the edges, if there is one.
    pub winner: Option<Player>,
    /// The must-play: the only points that can win, if no player wins yet.
    pub must_play: Vec<Point>,
    /// Points that are as good as filled with a stone of a player.
    pub filled: Vec<(Player, Point)>,
    /// Moves that need not be tried, and why.
    pub inferior: Vec<(Point, Inferiority)>,
    /// Guesses from the electric circuit, if no player wins by a connection yet.
    pub circuit: Option<HexCircuit>,
}

/// The guesses from the electric circuit.
#[derive(Clone, Debug)]
pub struct HexCircuit {
    /// How much better the edges of the player to move conduct than the opponent's.
    pub balance: f64,
    /// The energy of each empty point: how much depends on the point.
    pub energies: Vec<(Point, f64)>,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexConnection {
    /// The owner.
    pub player: Player,
    /// The two ends.
    pub ends: [HexEnd; 2],
    /// Does it hold even if the opponent moves first?
    pub is_full: bool,
    /// The points it uses.
    pub carrier: Vec<Point>,
}

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexEnd {
    /// The first edge of the player's (top or left), or the second.
    Edge(u8),
    /// An empty point, or any stone of a block.
    Point(Point),
}

/// Why a move need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inferiority {
    /// The opponent's answer here cancels the gain of the move.
    Answered(Point),
    /// This move is at least as good.
    Dominated(Point),
}

/// The knowledge about the position, if `to_move` is to move; `None` if the game is not Hex.
pub fn hex_view(game: &dyn InPlay, to_move: Player) -> Option<HexView> {
    let any = game.as_any();
    let playing: &Playing<AnyGame> = any.downcast_ref()?;
    let pos = playing.position();
    match playing.game() {
        AnyGame::SmallHex(hex) => Some(known(hex, &pos, to_move)),
        AnyGame::MidHex(hex) => Some(known(hex, &pos, to_move)),
        AnyGame::LargeHex(hex) => Some(known(hex, &pos, to_move)),
        _ => None,
    }
}

/// The knowledge about a position.
fn known<const B: usize>(hex: &Hex<B>, pos: &AnyPosition, to_move: Player) -> HexView
where
    Hex<B>: Variant<Position = HexPosition<B>>,
{
    let position = Hex::<B>::position(pos);
    let stones: [Points<B>; 2] = Player::both(|player| position.stones(player));
    let mut connections = Connections::new(hex, Options::default());
    let finding = connections.build_all(hex, &stones, to_move);
    let (winner, must_play) = match finding {
        Finding::Won(winner) => (Some(winner), Vec::new()),
        Finding::Open { must_play } => (None, must_play.iter().collect()),
    };
    let empty = hex.board() - (stones[0] | stones[1]);
    let circuit = winner.is_none().then(|| {
        let mut circuit = Circuit::new();
        circuit.measure(hex, &connections);
        let energies = empty.iter().map(|point| (point, circuit.energy(point))).collect();
        HexCircuit { balance: circuit.balance(to_move), energies }
    });
    let inferior = Inferior::new(hex);
    let filled = inferior.fill(stones);
    let new = |player: Player| {
        let points = filled[player.index()] - stones[player.index()];
        points.iter().map(move |point| (player, point))
    };
    HexView {
        connections: found(&connections),
        winner,
        must_play,
        filled: Player::BOTH.into_iter().flat_map(new).collect(),
        inferior: dropped(&inferior, stones, to_move),
        circuit,
    }
}

fn found<const W: usize>(connections: &Connections<W>) -> Vec<HexConnection> {
    let end = |end: End| match end {
        End::Edge(number) => HexEnd::Edge(number),
        End::Point(point) => HexEnd::Point(point),
    };
    let mut out = Vec::new();
    for player in Player::BOTH {
        for strength in [Strength::Full, Strength::Semi] {
            out.extend(connections.found(player, strength).map(|connection| HexConnection {
                player,
                ends: connection.ends.map(end),
                is_full: strength == Strength::Full,
                carrier: connection.carrier.iter().collect(),
            }));
        }
    }
    out
}

/// The moves that are not considered, each with the first reason.
fn dropped<const W: usize>(
    inferior: &Inferior<W>,
    stones: [Points<W>; 2],
    to_move: Player,
) -> Vec<(Point, Inferiority)> {
    let mut told = Vec::new();
    let kept = inferior.consider_and_tell(stones, to_move, |drop| {
        let why = match drop.rule {
            DropRule::Answered { reply, .. } => Inferiority::Answered(reply),
            DropRule::Dominated { by } => Inferiority::Dominated(by),
        };
        if !told.iter().any(|(point, _)| *point == drop.point) {
            told.push((drop.point, why));
        }
    });
    told.retain(|(point, _)| !kept.contains(*point));
    told
}
