//! Zones as a plug: `()` does without, [`Relevancy`] uses those of the game, [`PointRelevancy`] does
//! the same with sets of points, faster.

use andor_core::{Game, Monotone, PointSet, Symmetry, Zoned};
use std::fmt::Debug;

/// How a search gets and propagates zones; see [`andor_core::Zoned`].
pub trait Zones<G: Game>: Copy + Send + Sync {
    /// What a verdict depends on.
    type Zone: Copy + Debug + PartialEq + Send + Sync;

    /// The zone of a finished position.
    fn end(game: &G, pos: &G::Position) -> Self::Zone;
    /// The zone that is always right.
    fn whole(game: &G) -> Self::Zone;
    /// The zone of a position won by `mv`.
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> Self::Zone;
    /// The zone of a position in which all of `moves` are refuted: each of them fails to meet one
    /// of `zones`, the zones of the refutations.
    fn lost(game: &G, pos: &G::Position, moves: &[G::Move], zones: &[Self::Zone]) -> Self::Zone;
    /// May the loser's move upset a win with the zone?
    fn meets(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> bool;
    /// The zone after a symmetry.
    fn map(game: &G, symmetry: Symmetry, zone: Self::Zone) -> Self::Zone;
}

impl<G: Game> Zones<G> for () {
    type Zone = ();

    #[inline]
    fn end(_: &G, _: &G::Position) {}
    #[inline]
    fn whole(_: &G) {}
    #[inline]
    fn winner(_: &G, _: &G::Position, _: G::Move, (): ()) {}
    #[inline]
    fn lost(_: &G, _: &G::Position, _: &[G::Move], _: &[()]) {}
    #[inline]
    fn meets(_: &G, _: &G::Position, _: G::Move, (): ()) -> bool {
        true
    }
    #[inline]
    fn map(_: &G, _: Symmetry, (): ()) {}
}

/// The game's own relevancy zones.
#[derive(Clone, Copy, Debug)]
pub struct Relevancy;

impl<G: Zoned> Zones<G> for Relevancy {
    type Zone = G::Zone;

    #[inline]
    fn end(game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }
    #[inline]
    fn whole(game: &G) -> G::Zone {
        game.whole_zone()
    }
    #[inline]
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }
    /// A small union of zones that still refutes every move: zones are taken greedily, by points
    /// added for each move refuted, and those that turn out superfluous are dropped again.
    fn lost(game: &G, pos: &G::Position, moves: &[G::Move], zones: &[G::Zone]) -> G::Zone {
        let misses = |mv: G::Move, zone: G::Zone| !game.meets(pos, mv, zone);
        let mut open = moves.to_vec();
        let mut used: Vec<G::Zone> = Vec::new();
        let mut union: Option<G::Zone> = None;
        let joined =
            |union: Option<G::Zone>, zone| union.map_or(zone, |union| game.join(union, zone));
        while !open.is_empty() {
            let before = union.map_or(0, |union| game.zone_size(union));
            let mut best: Option<(f32, G::Zone)> = None;
            for &zone in zones {
                let refuted = open.iter().filter(|&&mv| misses(mv, zone)).count();
                if refuted > 0 {
                    let added = game.zone_size(joined(union, zone)) - before;
                    let price = (added as f32 + 0.5) / refuted as f32;
                    if best.is_none_or(|(known, _)| price < known) {
                        best = Some((price, zone));
                    }
                }
            }
            let Some((_, zone)) = best else { return game.whole_zone() };
            used.push(zone);
            union = Some(joined(union, zone));
            open.retain(|&mv| !misses(mv, zone));
        }
        let mut i = 0;
        while i < used.len() && used.len() > 1 {
            let others = || used.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, zone)| *zone);
            if moves.iter().all(|&mv| others().any(|zone| misses(mv, zone))) {
                used.remove(i);
            } else {
                i += 1;
            }
        }
        used.into_iter().reduce(|a, b| game.join(a, b)).unwrap_or_else(|| game.whole_zone())
    }
    #[inline]
    fn meets(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> bool {
        game.meets(pos, mv, zone)
    }
    #[inline]
    fn map(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

/// The game's own zones, where they are sets of points and a move meets a zone if it lies in it.
#[derive(Clone, Copy, Debug)]
pub struct PointRelevancy;

impl<G: Monotone> Zones<G> for PointRelevancy {
    type Zone = G::Zone;

    #[inline]
    fn end(game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }
    #[inline]
    fn whole(game: &G) -> G::Zone {
        game.whole_zone()
    }
    #[inline]
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }
    fn lost(game: &G, _: &G::Position, moves: &[G::Move], zones: &[G::Zone]) -> G::Zone {
        let open =
            moves.iter().fold(G::Zone::NOTHING, |set, &mv| set | G::Zone::of(game.point_of(mv)));
        cover(open, zones).unwrap_or_else(|| game.whole_zone())
    }
    #[inline]
    fn meets(game: &G, _: &G::Position, mv: G::Move, zone: G::Zone) -> bool {
        zone.holds(game.point_of(mv))
    }
    #[inline]
    fn map(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

/// A small union of zones such that every point of `open` lies outside one of them; `None` if there
/// is a point that lies in all. Taken greedily, by points added for each point refuted; what turns
/// out superfluous is dropped again.
pub(crate) fn cover<Z: PointSet>(open: Z, zones: &[Z]) -> Option<Z> {
    let mut left = open;
    let mut union = Z::NOTHING;
    let mut used: Vec<Z> = Vec::new();
    while left != Z::NOTHING {
        let mut best: Option<(f32, Z)> = None;
        for &zone in zones {
            let refuted = (left - zone).count();
            if refuted > 0 {
                let price = ((zone - union).count() as f32 + 0.5) / refuted as f32;
                if best.is_none_or(|(known, _)| price < known) {
                    best = Some((price, zone));
                }
            }
        }
        let (_, zone) = best?;
        used.push(zone);
        union = union | zone;
        left = left & zone;
    }
    let mut i = 0;
    while i < used.len() && used.len() > 1 {
        let others = used.iter().enumerate().filter(|&(j, _)| j != i);
        if others.fold(open, |left, (_, &zone)| left & zone) == Z::NOTHING {
            used.swap_remove(i);
        } else {
            i += 1;
        }
    }
    Some(used.into_iter().fold(Z::NOTHING, |union, zone| union | zone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_games::points::{Point, Points};

    fn set(points: &[u16]) -> Points<1> {
        points.iter().map(|&point| Point(point)).collect()
    }

    #[test]
    fn covers_are_small_and_refute_everything() {
        let zones = [set(&[1, 2, 3, 4]), set(&[1, 5]), set(&[2, 3]), set(&[1, 2, 3])];
        assert_eq!(cover(set(&[1, 2, 3, 4, 5]), &zones), Some(set(&[1, 2, 3, 5])));
        assert_eq!(cover(set(&[1]), &[set(&[1, 2])]), None, "1 meets the only zone");
        assert_eq!(cover(set(&[]), &zones), Some(set(&[])));
    }
}
