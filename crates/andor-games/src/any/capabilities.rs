//! The capabilities of [`AnyGame`] that only some of the games have.

use super::lists::append;
use super::{AnyGame, AnyMove, AnyPosition, AnyZone, Variant};
use crate::only_games;
use andor_core::{
    Claim, Graded, Key, Monotone, Paced, Painter, Passing, PlaneShape, Planes, Player, Shaped,
    Symmetry, Zoned,
};

/// A zone as one of the real game.
#[inline]
fn own_zone<V: Variant>(_: &V, zone: AnyZone) -> V::Zone {
    V::zone(zone)
}

/// The zone of a lost position of a real game.
fn lost_zone<V: Variant + Zoned>(
    game: &V,
    pos: &AnyPosition,
    [union, open]: [AnyZone; 2],
    alone: &[(AnyMove, AnyZone)],
) -> AnyZone {
    let alone: Vec<_> = alone.iter().map(|&(mv, zone)| (mv.own(), V::zone(zone))).collect();
    V::wrap_zone(game.lost_zone(V::position(pos), V::zone(union), V::zone(open), &alone))
}

/// Calls an expression for the games with zones.
macro_rules! zoned {
    ($any:expr, $game:ident => $body:expr) => {
        only_games!($any, [SmallHex, MidHex, LargeHex, SmallGo, MidGo, LargeGo, Capture, Killall] $game => $body)
    };
}

impl Zoned for AnyGame {
    fn end_zone(&self, pos: &AnyPosition) -> AnyZone {
        zoned!(self, game => game.any_zone(game.end_zone(game.at(pos))))
    }

    fn whole_zone(&self) -> AnyZone {
        zoned!(self, game => game.any_zone(game.whole_zone()))
    }

    fn has_zones_of(&self, winner: Player) -> bool {
        zoned!(self, game => game.has_zones_of(winner))
    }

    fn winner_zone(&self, pos: &AnyPosition, mv: AnyMove, zone: AnyZone) -> AnyZone {
        zoned!(self, game => {
            game.any_zone(game.winner_zone(game.at(pos), mv.own(), own_zone(game, zone)))
        })
    }

    fn join(&self, first: AnyZone, second: AnyZone) -> AnyZone {
        zoned!(self, game => {
            game.any_zone(game.join(own_zone(game, first), own_zone(game, second)))
        })
    }

    fn lost_zone(
        &self,
        pos: &AnyPosition,
        union: AnyZone,
        open: AnyZone,
        alone: &[(AnyMove, AnyZone)],
    ) -> AnyZone {
        zoned!(self, game => lost_zone(game, pos, [union, open], alone))
    }

    fn opened(&self, zone: AnyZone) -> AnyZone {
        zoned!(self, game => game.any_zone(game.opened(own_zone(game, zone))))
    }

    fn meets(&self, pos: &AnyPosition, mv: AnyMove, zone: AnyZone) -> bool {
        zoned!(self, game => game.meets(game.at(pos), mv.own(), own_zone(game, zone)))
    }

    fn map_zone(&self, symmetry: Symmetry, zone: AnyZone) -> AnyZone {
        zoned!(self, game => game.any_zone(game.map_zone(symmetry, own_zone(game, zone))))
    }

    fn zone_size(&self, zone: AnyZone) -> u32 {
        zoned!(self, game => game.zone_size(own_zone(game, zone)))
    }
}

impl Passing for AnyGame {
    fn pass_in_thought(&self, pos: &mut AnyPosition) {
        only_games!(self, [SmallHex, MidHex, LargeHex, Capture, Gomoku, LargeGomoku] game => {
            game.pass_in_thought(game.at_mut(pos));
        });
    }
}

impl Shaped for AnyGame {
    fn can_have_shape(&self, pos: &AnyPosition, winner: Player) -> bool {
        only_games!(self, [SmallGo, MidGo, LargeGo, Capture, Killall] game => game.can_have_shape(game.at(pos), winner))
    }

    fn shape(&self, pos: &AnyPosition, zone: AnyZone) -> Key {
        only_games!(self, [SmallGo, MidGo, LargeGo, Capture, Killall] game => {
            game.shape(game.at(pos), own_zone(game, zone))
        })
    }
}

impl Monotone for AnyGame {
    fn area(&self) -> usize {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => game.area())
    }

    fn stones(&self, pos: &AnyPosition, player: Player) -> AnyZone {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => {
            game.any_zone(Monotone::stones(game, game.at(pos), player))
        })
    }

    fn move_at(&self, point: usize) -> AnyMove {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => AnyMove::of(game.move_at(point)))
    }

    fn point_of(&self, mv: AnyMove) -> usize {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => game.point_of(mv.own()))
    }

    fn winning_points(&self, player: Player, stones: AnyZone, empty: AnyZone) -> AnyZone {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => {
            let (stones, empty) = (own_zone(game, stones), own_zone(game, empty));
            game.any_zone(game.winning_points(player, stones, empty))
        })
    }

    fn winning_zone(&self, player: Player, stones: AnyZone) -> AnyZone {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => {
            game.any_zone(game.winning_zone(player, own_zone(game, stones)))
        })
    }

    fn exchanged(&self, points: AnyZone) -> Option<AnyZone> {
        only_games!(self, [SmallHex, MidHex, LargeHex] game => {
            Some(game.any_zone(game.exchanged(own_zone(game, points))?))
        })
    }
}

/// Calls an expression for the games with graded moves.
macro_rules! graded {
    ($any:expr, $game:ident => $body:expr) => {
        only_games!($any, [SmallHex, MidHex, LargeHex, Capture] $game => $body)
    };
}

impl Graded for AnyGame {
    fn widths(&self) -> u8 {
        graded!(self, game => game.widths())
    }

    fn attacks(&self, pos: &AnyPosition, width: u8, out: &mut Vec<AnyMove>) {
        graded!(self, game => append(out, |own| game.attacks(game.at(pos), width, own)));
    }

    fn least_moves(&self, pos: &AnyPosition, attacker: Player) -> u32 {
        graded!(self, game => game.least_moves(game.at(pos), attacker))
    }

    fn strike(&self, pos: &AnyPosition, claim: Claim) -> Option<(AnyMove, AnyZone)> {
        graded!(self, game => {
            let (mv, zone) = game.strike(game.at(pos), claim)?;
            Some((AnyMove::of(mv), game.any_zone(zone)))
        })
    }

    fn sees_strikes(&self, attacker: Player) -> bool {
        graded!(self, game => game.sees_strikes(attacker))
    }

    fn waiting_is_safe(&self) -> bool {
        graded!(self, game => game.waiting_is_safe())
    }

    fn waiting_move(&self, pos: &AnyPosition) -> Option<AnyMove> {
        graded!(self, game => game.waiting_move(game.at(pos)).map(AnyMove::of))
    }

    fn replies(&self, pos: &AnyPosition, zone: AnyZone, out: &mut Vec<AnyMove>) {
        graded!(self, game => append(out, |own| game.replies(game.at(pos), own_zone(game, zone), own)));
    }

    fn chases(&self, pos: &AnyPosition, out: &mut Vec<AnyMove>) {
        graded!(self, game => append(out, |own| game.chases(game.at(pos), own)));
    }
}

/// Calls an expression for the games that bound the length of a win.
macro_rules! paced {
    ($any:expr, $game:ident => $body:expr) => {
        only_games!($any, [SmallHex, MidHex, LargeHex, Gomoku, LargeGomoku, Mnk] $game => $body)
    };
}

impl Paced for AnyGame {
    fn least_plies(&self, pos: &AnyPosition, attacker: Player) -> u32 {
        paced!(self, game => game.least_plies(game.at(pos), attacker))
    }

    fn most_plies(&self, pos: &AnyPosition) -> u32 {
        paced!(self, game => game.most_plies(game.at(pos)))
    }

    fn wait(&self, pos: &mut AnyPosition) -> bool {
        paced!(self, game => game.wait(game.at_mut(pos)))
    }

    fn attacks_within(&self, pos: &AnyPosition, plies: u32, out: &mut Vec<AnyMove>) {
        paced!(self, game => append(out, |own| game.attacks_within(game.at(pos), plies, own)));
    }

    fn replies_within(&self, pos: &AnyPosition, plies: u32, out: &mut Vec<AnyMove>) {
        paced!(self, game => append(out, |own| game.replies_within(game.at(pos), plies, own)));
    }
}

/// Calls an expression for the games that networks see.
macro_rules! planes {
    ($any:expr, $game:ident => $body:expr) => {
        only_games!($any, [SmallHex, MidHex, LargeHex, SmallGo, MidGo, LargeGo, Killall, Gomoku, LargeGomoku, Mnk] $game => $body)
    };
}

impl Planes for AnyGame {
    fn planes_version(&self) -> u32 {
        planes!(self, game => game.planes_version())
    }

    fn plane_shape(&self) -> PlaneShape {
        planes!(self, game => game.plane_shape())
    }

    fn paint(&self, pos: &AnyPosition, claim: Claim, painter: &mut Painter<'_>) {
        planes!(self, game => game.paint(game.at(pos), claim, painter));
    }

    fn move_index(&self, mv: AnyMove) -> usize {
        planes!(self, game => game.move_index(mv.own()))
    }

    fn indexed_move(&self, index: usize) -> AnyMove {
        planes!(self, game => AnyMove::of(game.indexed_move(index)))
    }
}
