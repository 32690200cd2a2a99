//! Relevancy zones as a plug of a memory: how a search gets zones and propagates them up the tree.
//!
//! [`NoZones`] is for searches without zones. [`PointRelevancy`] serves monotone games, in which a
//! move meets a zone if the move's point lies in the zone. [`LocalRelevancy`] serves games in which
//! a move may meet the zone of its own refutation. [`CountedRelevancy`] serves Gomoku, where a zone
//! counts the further stones of the loser that the win endures. The trait [`Zones`] is object-safe;
//! a memory says which plug its search must use.

use crate::save::{self, Saved};
use andor_core::{Game, Monotone, NoZone, Numbered, Oracle, Player, PointSet, Symmetry, Zoned};
use std::io::{self, Read, Write};

/// How moves of the loser are refuted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refuted<M, Z> {
    /// The move that was refuted; none if the zone is that of a threat.
    mv: Option<M>,
    /// The zone with which the winner wins after the move.
    zone: Z,
    /// Does the zone also refute all other moves that do not meet the zone?
    open: bool,
}

/// How moves of a game are refuted.
pub type RefutedIn<G> = Refuted<<G as Game>::Move, <G as Game>::Zone>;

impl<M, Z> Refuted<M, Z> {
    /// A zone that refutes every move that does not meet it.
    pub fn by_threat(zone: Z) -> Refuted<M, Z> {
        Refuted { mv: None, zone, open: true }
    }
}

impl<M: Numbered, Z: PointSet> Saved for Refuted<M, Z> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save::mv(out, self.mv)?;
        save::points(out, self.zone)?;
        save::number(out, self.open.into())
    }

    fn load(input: &mut dyn Read) -> io::Result<Refuted<M, Z>> {
        let (mv, zone) = (save::read_mv(input)?, save::read_points(input, Z::END)?);
        Ok(Refuted { mv, zone, open: save::read_number(input)? == 1 })
    }
}

/// How a search gets and propagates zones; see [`andor_core::Zoned`].
pub trait Zones<G: Game>: Send + Sync {
    /// Are zones used at all?
    fn is_used(&self) -> bool {
        true
    }

    /// Are there zones of which [`Zones::is_fact`] is true?
    fn has_facts(&self) -> bool {
        false
    }

    /// The zone of a finished position.
    fn end(&self, game: &G, pos: &G::Position) -> G::Zone;

    /// The zone that is always right: the whole board.
    fn whole(&self, game: &G) -> G::Zone;

    /// Does a win with this zone rest on knowledge alone? Such a win owes nothing to the line on
    /// which it was found, although the rules look back.
    fn is_fact(&self, _: &G, _: G::Zone) -> bool {
        false
    }

    /// The zone of a position won by `mv`.
    fn winner(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone;

    /// The refutation of `mv` by a win with this zone.
    fn refutation(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> RefutedIn<G>;

    /// Does the refutation, of a move of the loser's or of a threat, also refute `mv`?
    fn refutes(&self, game: &G, pos: &G::Position, refuted: &RefutedIn<G>, mv: G::Move) -> bool;

    /// The zone of a position in which all of `moves` are refuted, each by one of `refutations`.
    fn lost(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone;

    /// The same zone, where the knowledge also speaks against moves: against those that no
    /// refutation refutes, and perhaps against others.
    fn left_without(
        &self,
        game: &G,
        _pos: &G::Position,
        _knowledge: &dyn Oracle<G>,
        _moves: &[G::Move],
        _refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        self.whole(game)
    }

    /// The zone of a win in a position before fill-in, from its zone in the filled position.
    fn before_fill(
        &self,
        game: &G,
        _pos: &G::Position,
        _knowledge: &dyn Oracle<G>,
        _winner: Player,
        _zone: G::Zone,
    ) -> G::Zone {
        self.whole(game)
    }

    /// The zone after a symmetry.
    fn map(&self, game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone;

    /// The refutation after a symmetry.
    fn map_refutation(&self, game: &G, symmetry: Symmetry, refuted: &RefutedIn<G>) -> RefutedIn<G> {
        let mv = refuted.mv.map(|mv| game.map_move(symmetry, mv));
        Refuted { mv, zone: self.map(game, symmetry, refuted.zone), open: refuted.open }
    }
}

/// Zones in a table of solved positions.
pub trait KeptZones<G: Game>: Zones<G> + Copy + Default + 'static {
    /// The form in which the table keeps a zone.
    type Kept: PointSet;

    /// The kept form of this zone.
    fn keep(zone: G::Zone) -> Self::Kept;

    /// The zone of a kept form.
    fn kept(kept: Self::Kept) -> G::Zone;
}

/// No zones: tables keep nothing of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoZones;

impl<G: Game> Zones<G> for NoZones {
    fn is_used(&self) -> bool {
        false
    }

    #[inline]
    fn end(&self, _: &G, _: &G::Position) -> G::Zone {
        G::Zone::NOTHING
    }

    #[inline]
    fn whole(&self, _: &G) -> G::Zone {
        G::Zone::NOTHING
    }

    #[inline]
    fn winner(&self, _: &G, _: &G::Position, _: G::Move, zone: G::Zone) -> G::Zone {
        zone
    }

    #[inline]
    fn refutation(&self, _: &G, _: &G::Position, mv: G::Move, zone: G::Zone) -> RefutedIn<G> {
        Refuted { mv: Some(mv), zone, open: false }
    }

    #[inline]
    fn refutes(&self, _: &G, _: &G::Position, _: &RefutedIn<G>, _: G::Move) -> bool {
        false
    }

    #[inline]
    fn lost(&self, _: &G, _: &G::Position, _: &[G::Move], _: &[RefutedIn<G>]) -> G::Zone {
        G::Zone::NOTHING
    }

    #[inline]
    fn map(&self, _: &G, _: Symmetry, zone: G::Zone) -> G::Zone {
        zone
    }
}

impl<G: Game> KeptZones<G> for NoZones {
    type Kept = NoZone;

    #[inline]
    fn keep(_: G::Zone) -> NoZone {
        NoZone
    }

    #[inline]
    fn kept(_: NoZone) -> G::Zone {
        G::Zone::NOTHING
    }
}

/// The game's own zones, where a move meets a zone if the move's point lies in the zone. A refuted
/// move never meets the zone of its refutation.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointRelevancy;

impl<G: Monotone> Zones<G> for PointRelevancy {
    #[inline]
    fn end(&self, game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }

    #[inline]
    fn whole(&self, game: &G) -> G::Zone {
        game.whole_zone()
    }

    #[inline]
    fn winner(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }

    #[inline]
    fn refutation(&self, _: &G, _: &G::Position, _: G::Move, zone: G::Zone) -> RefutedIn<G> {
        Refuted::by_threat(zone)
    }

    #[inline]
    fn refutes(&self, game: &G, _: &G::Position, refuted: &RefutedIn<G>, mv: G::Move) -> bool {
        !refuted.zone.holds(game.point_of(mv))
    }

    fn lost(
        &self,
        game: &G,
        _: &G::Position,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        cover(points(game, moves), &zones(refutations)).unwrap_or_else(|| game.whole_zone())
    }

    fn left_without(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &dyn Oracle<G>,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        let (all, zones) = (points(game, moves), zones(refutations));
        let open = zones.iter().fold(all, |open, &zone| open & zone);
        let whole = || game.whole_zone();
        if open == G::Zone::NOTHING {
            return cover(all, &zones).unwrap_or_else(whole);
        }
        // One threat at least shows that the loser has not won already with what is outside the
        // zone.
        let refuted = match all == open {
            true => zones.iter().copied().min_by_key(|zone| zone.count()),
            false => cover(all - open, &zones),
        };
        let against = || knowledge.zone_without(game, pos, open);
        refuted.and_then(|zone| Some(zone | against()?)).unwrap_or_else(whole)
    }

    fn before_fill(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &dyn Oracle<G>,
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
    fn map(&self, game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

impl<G: Monotone> KeptZones<G> for PointRelevancy {
    type Kept = G::Zone;

    #[inline]
    fn keep(zone: G::Zone) -> G::Zone {
        zone
    }

    #[inline]
    fn kept(zone: G::Zone) -> G::Zone {
        zone
    }
}

/// The game's own zones, where a move may meet the zone of its own refutation: sets of points whose
/// verdicts rest on knowledge.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalRelevancy;

impl<G: Zoned> Zones<G> for LocalRelevancy {
    fn has_facts(&self) -> bool {
        true
    }

    #[inline]
    fn end(&self, game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }

    #[inline]
    fn whole(&self, game: &G) -> G::Zone {
        game.whole_zone()
    }

    #[inline]
    fn is_fact(&self, game: &G, zone: G::Zone) -> bool {
        zone != game.whole_zone()
    }

    #[inline]
    fn winner(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }

    #[inline]
    fn refutation(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> RefutedIn<G> {
        Refuted { mv: Some(mv), zone, open: !game.meets(pos, mv, zone) }
    }

    #[inline]
    fn refutes(&self, game: &G, pos: &G::Position, refuted: &RefutedIn<G>, mv: G::Move) -> bool {
        refuted.mv == Some(mv) || refuted.open && !game.meets(pos, mv, refuted.zone)
    }

    /// A small union, chosen greedily by points added for each move refuted, and closed as the game
    /// requires.
    fn lost(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        if !game.has_zones_of(game.to_move(pos).other()) {
            let all = refutations.iter().map(|refuted| refuted.zone);
            return all.reduce(|a, b| game.join(a, b)).unwrap_or_else(|| game.whole_zone());
        }
        let covers = |refuted: &RefutedIn<G>, moves: &[G::Move]| {
            moves.iter().filter(|&&mv| self.refutes(game, pos, refuted, mv)).count()
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
            if !self.is_fact(game, refuted.zone) {
                return refuted.zone;
            }
            union = union | refuted.zone;
            left.retain(|&mv| !self.refutes(game, pos, &refuted, mv));
            used.push(refuted);
        }
        let open = used.iter().filter(|refuted| refuted.open);
        let open = open.map(|refuted| refuted.zone).reduce(|a, b| a & b);
        let Some(open) = open else { return game.whole_zone() };
        let alone = used.iter().filter(|refuted| !refuted.open);
        let alone: Vec<_> = alone.filter_map(|refuted| Some((refuted.mv?, refuted.zone))).collect();
        game.lost_zone(pos, union, open, &alone)
    }

    /// The same zone where threats refute all moves that the knowledge left out, else the whole
    /// board.
    fn left_without(
        &self,
        game: &G,
        pos: &G::Position,
        _: &dyn Oracle<G>,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        match game.has_zones_of(game.to_move(pos).other()) {
            true => self.lost(game, pos, moves, refutations),
            false => game.whole_zone(),
        }
    }

    #[inline]
    fn map(&self, game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

impl<G: Zoned> KeptZones<G> for LocalRelevancy {
    type Kept = G::Zone;

    #[inline]
    fn keep(zone: G::Zone) -> G::Zone {
        zone
    }

    #[inline]
    fn kept(zone: G::Zone) -> G::Zone {
        zone
    }
}

/// The game's own zones, where a zone says less after a further move outside it: see
/// [`Zoned::opened`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CountedRelevancy;

impl<G: Zoned> Zones<G> for CountedRelevancy {
    #[inline]
    fn end(&self, game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }

    #[inline]
    fn whole(&self, game: &G) -> G::Zone {
        game.whole_zone()
    }

    #[inline]
    fn winner(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }

    #[inline]
    fn refutation(&self, game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> RefutedIn<G> {
        Refuted { mv: Some(mv), zone, open: !game.meets(pos, mv, zone) }
    }

    #[inline]
    fn refutes(&self, game: &G, pos: &G::Position, refuted: &RefutedIn<G>, mv: G::Move) -> bool {
        refuted.mv == Some(mv) || refuted.open && !game.meets(pos, mv, refuted.zone)
    }

    fn lost(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &[G::Move],
        refutations: &[RefutedIn<G>],
    ) -> G::Zone {
        let refuted = |mv| refutations.iter().any(|known| self.refutes(game, pos, known, mv));
        debug_assert!(moves.iter().all(|&mv| refuted(mv)), "a move is not refuted: {pos:?}");
        let opened = |refuted: &RefutedIn<G>| match refuted.open {
            true => game.opened(refuted.zone),
            false => refuted.zone,
        };
        let union = refutations.iter().map(opened).reduce(|a, b| game.join(a, b));
        let open = refutations.iter().filter(|refuted| refuted.open);
        let open = open.map(|refuted| refuted.zone).reduce(|a, b| a & b);
        let (Some(union), Some(open)) = (union, open) else { return game.whole_zone() };
        let alone = refutations.iter().filter(|refuted| !refuted.open);
        let alone: Vec<_> = alone.filter_map(|refuted| Some((refuted.mv?, refuted.zone))).collect();
        game.lost_zone(pos, union, open, &alone)
    }

    #[inline]
    fn map(&self, game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}

/// The zones of refutations.
fn zones<M, Z: Copy>(refutations: &[Refuted<M, Z>]) -> Vec<Z> {
    refutations.iter().map(|refuted| refuted.zone).collect()
}

/// The points of moves.
fn points<G: Monotone>(game: &G, moves: &[G::Move]) -> G::Zone {
    moves.iter().fold(G::Zone::NOTHING, |set, &mv| set | G::Zone::of(game.point_of(mv)))
}

/// A small union of zones such that every point of `open` lies outside at least one of them; `None`
/// if a point lies in all zones. The zones are chosen greedily, by points added for each point
/// refuted; zones that turn out superfluous are dropped again.
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
