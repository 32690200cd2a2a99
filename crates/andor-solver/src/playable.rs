//! What playing a game needs beyond solving it.

use crate::certified::Certified;
use andor_checker::PointSet;
use andor_core::{Claim, Game, Margin, Oracle, Player};
use andor_games::go::{Go, Move as GoMove, Position};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_knowledge::go::life::{Life, UnconditionalLife, unconditional_life};
use andor_knowledge::hex::Options;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::inferior::Inferior;

/// A game that can be played as well as solved.
pub(crate) trait Playable: Certified {
    /// Black's margin if the game ended here, where games can be ended by agreement.
    fn standing(&self, _: &Self::Position) -> Option<Margin> {
        None
    }

    /// Is this the move that changes nothing on the board?
    fn is_pass(&self, _: Self::Move) -> bool {
        false
    }

    /// If the knowledge of this name settles the claim: who wins by it, and the move by which the
    /// winner, if it is their turn, goes on so that it stays true. A game in which the winner always
    /// went on so is still won, although knowledge must not be asked again about later positions.
    fn plan(
        &self,
        _name: &str,
        _: &Self::Position,
        _: Claim,
    ) -> Option<(Player, Option<Self::Move>)> {
        None
    }

    /// The moves among which to guess, if there is reason not to take all: a guess itself.
    fn promising(&self, _: &Self::Position) -> Option<Vec<Self::Move>> {
        None
    }

    /// The points that are surely a player's, as far as knowledge sees.
    fn safe_points(&self, _: &Self::Position, _: Player) -> PointSet {
        PointSet::EMPTY
    }
}

impl<const W: usize> Playable for Go<W> {
    fn standing(&self, pos: &Self::Position) -> Option<Margin> {
        Some(self.margin(pos))
    }

    fn is_pass(&self, mv: GoMove) -> bool {
        mv == GoMove::Pass
    }

    fn plan(
        &self,
        name: &str,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<(Player, Option<GoMove>)> {
        if name != "life" {
            return None;
        }
        let (_, life) = UnconditionalLife.settle(self, pos, claim)?;
        let goes_on = pos.to_move() == life.side;
        Some((life.side, goes_on.then(|| clean_up(self, pos, &life))))
    }

    fn safe_points(&self, pos: &Self::Position, player: Player) -> PointSet {
        let life = unconditional_life(self.board(), pos.both(), player);
        (life.alive | life.territory).iter().map(|point| point.index()).collect()
    }
}

/// The plan that unconditional life is proven by: pass, unless an enemy stone stands in the
/// territory; then play on an empty point of its region.
fn clean_up<const W: usize>(game: &Go<W>, pos: &Position<W>, life: &Life<W>) -> GoMove {
    let own = pos.stones(life.side);
    let intruders = pos.stones(life.side.other()) & life.territory;
    let Some(stone) = intruders.first() else { return GoMove::Pass };
    let region = game.board().fill(Points::one(stone), game.board().all() - own);
    let empty = region & game.board().empty(pos.both());
    empty.first().map_or(GoMove::Pass, GoMove::At)
}

/// On larger boards than 11x11 connections take too long to be looked at before the first guess.
const LARGEST_GUESSED: usize = 121;

impl<const W: usize> Playable for Hex<W> {
    /// Moves after which connections win; if there is none, the must-play without inferior moves.
    fn promising(&self, pos: &Self::Position) -> Option<Vec<Point>> {
        if self.size().area() > LARGEST_GUESSED {
            return None;
        }
        let stones = Player::BOTH.map(|player| pos.stones(player));
        let mover = self.to_move(pos);
        let mut connections = Connections::new(self, Options::default());
        let points = match connections.build(self, &stones, mover) {
            Finding::Won(winner) if winner == mover => {
                let wins = |point: &Point| {
                    let mut after = stones;
                    after[mover.index()].insert(*point);
                    connections.build(self, &after, mover.other()) == Finding::Won(mover)
                };
                self.empty(pos).iter().filter(wins).collect()
            }
            Finding::Won(_) => Points::<W>::EMPTY,
            Finding::Open { must_play } => must_play & Inferior::new(self).consider(stones, mover),
        };
        (!points.is_empty()).then(|| points.iter().collect())
    }
}

impl Playable for Mnk {}

impl Playable for Nim {}
