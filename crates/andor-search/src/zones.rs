//! Zones as a plug: `()` does without, [`Relevancy`] uses those of the game, [`PointRelevancy`] does
//! the same with sets of points, faster, and [`LocalRelevancy`] is for games in which a move may meet
//! the zone of its own refutation.

use andor_core::{Game, Monotone, Oracle, Player, PointSet, Symmetry, Zoned};
use std::fmt::Debug;

/// How a search gets and propagates zones; see [`andor_core::Zoned`].
pub trait Zones<G: Game>: Copy + Send + Sync {
    /// What a verdict depends on.
    type Zone: Copy + Debug + PartialEq + Send + Sync;

    /// A move of the loser's and the zone of what refutes it.
    type Refutation: Copy + Debug + PartialEq + Send + Sync;

    /// Are there zones of which [`Zones::is_fact`] is true?
    const HAS_FACTS: bool = false;

    /// The zone of a finished position.
    fn end(game: &G, pos: &G::Position) -> Self::Zone;
    /// The zone of a position that the knowledge settles for this reason.
    fn settled<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> Self::Zone {
        let _ = (pos, knowledge, reason);
        Self::whole(game)
    }
    /// The zone that is always right.
    fn whole(game: &G) -> Self::Zone;
    /// Is a win with this zone one that rests on knowledge alone, and so owes nothing to the line on which
    /// it was found, although the rules look back?
    fn is_fact(_: &G, _: Self::Zone) -> bool {
        false
    }
    /// The zone of a position won by `mv`.
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> Self::Zone;
    /// A zone that refutes `mv`.
    fn refutation(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> Self::Refutation;
    /// A zone that refutes every move that does not meet it.
    fn threat(zone: Self::Zone) -> Self::Refutation;
    /// Does the refutation, of a move of the loser's or of none, refute `mv` too?
    fn refutes(game: &G, pos: &G::Position, refutation: Self::Refutation, mv: G::Move) -> bool;
    /// The zone of a position in which all of `moves` are refuted, each by one of `refutations`.
    fn lost(
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
        refutations: &[Self::Refutation],
    ) -> Self::Zone;
    /// The same, where the knowledge speaks against moves as well: those that no refutation refutes, and
    /// perhaps others.
    fn left_without<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        moves: &[G::Move],
        refutations: &[Self::Refutation],
    ) -> Self::Zone {
        let _ = (pos, knowledge, moves, refutations);
        Self::whole(game)
    }
    /// What refutes the moves that the knowledge, asked to consider the position just before, left out
    /// because of threats.
    fn threats<K: Oracle<G>>(_: &G, _: &G::Position, _: &K) -> Vec<Self::Refutation> {
        Vec::new()
    }
    /// The zone of a win in a position that the knowledge fills in, by its zone in what that becomes.
    fn before_fill<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        winner: Player,
        zone: Self::Zone,
    ) -> Self::Zone {
        let _ = (pos, knowledge, winner, zone);
        Self::whole(game)
    }
    /// The zone after a symmetry.
    fn map(game: &G, symmetry: Symmetry, zone: Self::Zone) -> Self::Zone;
    /// The refutation after a symmetry.
    fn map_refutation(
        game: &G,
        symmetry: Symmetry,
        refutation: Self::Refutation,
    ) -> Self::Refutation;
}

impl<G: Game> Zones<G> for () {
    type Zone = ();
    type Refutation = ();

    #[inline]
    fn end(_: &G, _: &G::Position) {}
    #[inline]
    fn whole(_: &G) {}
    #[inline]
    fn winner(_: &G, _: &G::Position, _: G::Move, (): ()) {}
    #[inline]
    fn refutation(_: &G, _: &G::Position, _: G::Move, (): ()) {}
    #[inline]
    fn threat((): ()) {}
    #[inline]
    fn refutes(_: &G, _: &G::Position, (): (), _: G::Move) -> bool {
        false
    }
    #[inline]
    fn lost(_: &G, _: &G::Position, _: &[G::Move], _: &[()]) {}
    #[inline]
    fn map(_: &G, _: Symmetry, (): ()) {}
    #[inline]
    fn map_refutation(_: &G, _: Symmetry, (): ()) {}
}

/// What plugs share whose refutations are zones: a refuted move never meets the zone of its refutation.
macro_rules! open_refutations {
    () => {
        type Refutation = G::Zone;

        #[inline]
        fn refutation(_: &G, _: &G::Position, _: G::Move, zone: G::Zone) -> G::Zone {
            zone
        }
        #[inline]
        fn threat(zone: G::Zone) -> G::Zone {
            zone
        }
        #[inline]
        fn map_refutation(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
            game.map_zone(symmetry, zone)
        }
    };
}

/// The game's own relevancy zones.
#[derive(Clone, Copy, Debug)]
pub struct Relevancy;

impl<G: Zoned> Zones<G> for Relevancy {
    type Zone = G::Zone;
    open_refutations!();

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
    fn refutes(game: &G, pos: &G::Position, zone: G::Zone, mv: G::Move) -> bool {
        !game.meets(pos, mv, zone)
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
    open_refutations!();

    #[inline]
    fn end(game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }
    fn settled<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> G::Zone {
        knowledge.depends_on(game, pos, reason).unwrap_or_else(|| game.whole_zone())
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
        cover(points(game, moves), zones).unwrap_or_else(|| game.whole_zone())
    }
    fn left_without<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        moves: &[G::Move],
        zones: &[G::Zone],
    ) -> G::Zone {
        let all = points(game, moves);
        let open = zones.iter().fold(all, |open, &zone| open & zone);
        let whole = || game.whole_zone();
        if open == G::Zone::NOTHING {
            return cover(all, zones).unwrap_or_else(whole);
        }
        // One threat at least shows that the loser has not won already with what is outside the zone.
        let refuted = match all == open {
            true => zones.iter().copied().min_by_key(|zone| zone.count()),
            false => cover(all - open, zones),
        };
        let against = || knowledge.inferior(game, pos, open);
        refuted.and_then(|zone| Some(zone | against()?)).unwrap_or_else(whole)
    }
    fn threats<K: Oracle<G>>(game: &G, pos: &G::Position, knowledge: &K) -> Vec<G::Zone> {
        let mut zones = Vec::new();
        knowledge.threats(game, pos, &mut zones);
        zones
    }
    fn before_fill<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        winner: Player,
        zone: G::Zone,
    ) -> G::Zone {
        if zone == game.whole_zone() {
            return zone;
        }
        let before = knowledge.before_fill(game, pos, winner, zone);
        before.unwrap_or_else(|| game.whole_zone())
    }
    #[inline]
    fn refutes(game: &G, _: &G::Position, zone: G::Zone, mv: G::Move) -> bool {
        !zone.holds(game.point_of(mv))
    }
    #[inline]
    fn map(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

/// The game's own zones, where a move may meet the zone of its own refutation: sets of points whose
/// verdicts rest on knowledge.
#[derive(Clone, Copy, Debug)]
pub struct LocalRelevancy;

/// How a move is refuted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refuted<M, Z> {
    mv: Option<M>,
    zone: Z,
    /// Does the zone refute all other moves, too, that do not meet it?
    open: bool,
}

/// How a move of a game is refuted.
type RefutedIn<G> = Refuted<<G as Game>::Move, <G as Zoned>::Zone>;

impl<G: Zoned<Zone: PointSet>> Zones<G> for LocalRelevancy {
    type Zone = G::Zone;
    type Refutation = RefutedIn<G>;

    const HAS_FACTS: bool = true;

    #[inline]
    fn end(game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }
    #[inline]
    fn settled<K: Oracle<G>>(
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> G::Zone {
        knowledge.depends_on(game, pos, reason).unwrap_or_else(|| game.whole_zone())
    }
    #[inline]
    fn whole(game: &G) -> G::Zone {
        game.whole_zone()
    }
    #[inline]
    fn is_fact(game: &G, zone: G::Zone) -> bool {
        zone != game.whole_zone()
    }
    #[inline]
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }
    #[inline]
    fn refutation(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> RefutedIn<G> {
        Refuted { mv: Some(mv), zone, open: !game.meets(pos, mv, zone) }
    }
    #[inline]
    fn threat(zone: G::Zone) -> RefutedIn<G> {
        Refuted { mv: None, zone, open: true }
    }
    #[inline]
    fn refutes(game: &G, pos: &G::Position, refuted: RefutedIn<G>, mv: G::Move) -> bool {
        refuted.mv == Some(mv) || refuted.open && !game.meets(pos, mv, refuted.zone)
    }
    /// A small union, as with [`Relevancy`], closed as the game wants it.
    fn lost(
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        let covers = |refuted: &RefutedIn<G>, moves: &[G::Move]| {
            moves.iter().filter(|&&mv| Self::refutes(game, pos, *refuted, mv)).count()
        };
        let mut left = moves.to_vec();
        let mut union = G::Zone::NOTHING;
        let mut used: Vec<RefutedIn<G>> = Vec::new();
        while !left.is_empty() {
            let mut best: Option<(f32, RefutedIn<G>)> = None;
            for refuted in refutations {
                let price = |count| ((refuted.zone - union).count() as f32 + 0.5) / count as f32;
                // Not even all of them would make it the best.
                if best.is_some_and(|(known, _)| price(left.len()) >= known) {
                    continue;
                }
                let count = covers(refuted, &left);
                if count > 0 && best.is_none_or(|(known, _)| price(count) < known) {
                    best = Some((price(count), *refuted));
                }
            }
            let Some((_, refuted)) = best else { return game.whole_zone() };
            if !Self::is_fact(game, refuted.zone) {
                return refuted.zone;
            }
            union = union | refuted.zone;
            left.retain(|&mv| !Self::refutes(game, pos, refuted, mv));
            used.push(refuted);
        }
        let open = used.iter().filter(|refuted| refuted.open);
        let open = open.map(|refuted| refuted.zone).reduce(|a, b| a & b);
        let Some(open) = open else { return game.whole_zone() };
        let alone = used.iter().filter(|refuted| !refuted.open);
        let alone: Vec<_> = alone.filter_map(|refuted| Some((refuted.mv?, refuted.zone))).collect();
        game.lost_zone(pos, union, open, &alone)
    }
    #[inline]
    fn map(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
    #[inline]
    fn map_refutation(game: &G, symmetry: Symmetry, refuted: RefutedIn<G>) -> RefutedIn<G> {
        let mv = refuted.mv.map(|mv| game.map_move(symmetry, mv));
        Refuted { mv, zone: game.map_zone(symmetry, refuted.zone), ..refuted }
    }
}

/// The points of moves.
fn points<G: Monotone>(game: &G, moves: &[G::Move]) -> G::Zone {
    moves.iter().fold(G::Zone::NOTHING, |set, &mv| set | G::Zone::of(game.point_of(mv)))
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
