//! What knowledge sees in a position of Hex, for those who look at it: connections, the must-play,
//! points that can be filled in, moves that need not be tried.

use super::Session;
use crate::problem::Kind;
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_guess::hex::Circuit;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::derivation::Strength;
use andor_knowledge::hex::inferior::Inferior;
use andor_knowledge::hex::inferior::consider::DropRule;
use andor_knowledge::hex::{End, Options};

/// What knowledge sees in a position of Hex.
#[derive(Clone, Debug)]
pub struct HexView {
    /// All connections that were found, of both players, the smaller carriers of a kind first.
    pub connections: Vec<HexConnection>,
    /// Who wins by a connection of the edges, if somebody does.
    pub winner: Option<Player>,
    /// The only points that can win, if nobody does yet.
    pub must_play: Vec<Point>,
    /// Points that are as good as filled with a stone of a player.
    pub filled: Vec<(Player, Point)>,
    /// Moves that need not be tried, and why.
    pub inferior: Vec<(Point, Inferiority)>,
    /// Guesses from the electric circuit, if nobody wins by a connection yet.
    pub circuit: Option<HexCircuit>,
}

/// What the electric circuit tells: guesses.
#[derive(Clone, Debug)]
pub struct HexCircuit {
    /// How much better the edges of the player to move conduct than the opponent's.
    pub balance: f64,
    /// How much hangs on each empty point.
    pub energies: Vec<(Point, f64)>,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexConnection {
    /// Whose.
    pub player: Player,
    /// What it joins.
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
    /// The opponent's answer here takes all it could gain.
    Answered(Point),
    /// This move is at least as good.
    Dominated(Point),
}

impl Session {
    /// What knowledge sees, if `to_move` is to move; `None` if the game is not Hex.
    pub fn hex_view(&self, to_move: Player) -> Option<HexView> {
        let area = self.size().area();
        match self.kind() {
            Kind::Hex if area <= 64 => Some(self.look::<1>(to_move)),
            Kind::Hex if area <= 128 => Some(self.look::<2>(to_move)),
            Kind::Hex => Some(self.look::<6>(to_move)),
            _ => None,
        }
    }

    fn look<const W: usize>(&self, to_move: Player) -> HexView {
        let hex = Hex::<W>::new(self.size());
        let all = self.stones();
        let stones: [Points<W>; 2] = Player::BOTH.map(|player| {
            all.iter().filter(|(owner, _)| *owner == player).map(|(_, point)| *point).collect()
        });
        let mut connections = Connections::new(&hex, Options::default());
        let finding = connections.build_all(&hex, &stones, to_move);
        let (winner, must_play) = match finding {
            Finding::Won(winner) => (Some(winner), Vec::new()),
            Finding::Open { must_play } => (None, must_play.iter().collect()),
        };
        let empty = hex.board() - (stones[0] | stones[1]);
        let circuit = winner.is_none().then(|| {
            let mut circuit = Circuit::new();
            circuit.measure(&hex, &connections);
            let energies = empty.iter().map(|point| (point, circuit.energy(point))).collect();
            HexCircuit { balance: circuit.balance(to_move), energies }
        });
        let inferior = Inferior::new(&hex);
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

/// The moves that are not considered, each with the first reason that was told.
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
