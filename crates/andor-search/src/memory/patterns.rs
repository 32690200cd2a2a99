//! Solved positions as patterns, for monotone games.
//!
//! A position lost for the player to move, with the winner's zone, is the pattern "these points
//! hold the winner's stones, and the loser has none in the zone". It answers for
//!
//! * every position that has the pattern, whoever moves;
//! * every position where one needed stone is missing and its point is empty: if the winner moves,
//!   placing it wins; if the loser moves, it is a threat, and only moves inside the zone can meet
//!   it.
//!
//! So one solution serves many positions, and won positions need not be kept at all: they are one
//! move before a lost one.
//!
//! Patterns are looked up by scanning all of them, 64 at a time. A block holds for every point two
//! words: in which of its 64 patterns the point lies in the zone, and in which it must hold a stone.
//! The union of the zone words over the loser's stones gives the patterns that are broken; a
//! counter with two states over the need words of the empty points tells how many stones are
//! missing. A block is left as soon as nothing in it can fit, usually after a few points, so that a
//! pattern costs well under a nanosecond.

use super::{Memory, Solved};
use crate::line::Line;
use crate::zones::Relevancy;
use andor_core::{Claim, Monotone, Oracle, Player, Symmetry, Verdict};

/// Patterns in a block.
const LANES: usize = 64;

/// Solved positions as patterns.
pub struct Patterns<G: Monotone> {
    /// By winner.
    books: [Book<G::Zone>; 2],
    solved: usize,
    limit: usize,
}

impl<G: Monotone> Default for Patterns<G> {
    fn default() -> Self {
        Patterns { books: [Book::default(), Book::default()], solved: 0, limit: usize::MAX }
    }
}

/// The patterns of one winner.
struct Book<Z> {
    zones: Vec<Z>,
    /// For each block and point: the zone word and the need word.
    words: Vec<[u64; 2]>,
}

impl<Z> Default for Book<Z> {
    fn default() -> Self {
        Book { zones: Vec::new(), words: Vec::new() }
    }
}

/// A pattern that fits, at most one stone short.
struct Fit {
    pattern: usize,
    missing: Option<usize>,
}

impl<Z: Copy> Book<Z> {
    fn bytes(&self) -> usize {
        self.zones.capacity() * size_of::<Z>() + self.words.capacity() * size_of::<[u64; 2]>()
    }

    fn push<G: Monotone<Zone = Z>>(&mut self, game: &G, zone: Z, need: Z) {
        let area = game.area();
        let (block, lane) = (self.zones.len() / LANES, self.zones.len() % LANES);
        if lane == 0 {
            self.words.resize((block + 1) * area, [0; 2]);
        }
        let words = &mut self.words[block * area..];
        game.each_point(zone, |point| words[point][0] |= 1 << lane);
        game.each_point(need, |point| words[point][1] |= 1 << lane);
        self.zones.push(zone);
    }

    /// Calls `found` for every pattern that fits, until it says to stop.
    fn fits(&self, area: usize, loser: &[u16], empty: &[u16], mut found: impl FnMut(Fit) -> Scan) {
        for (block, words) in self.words.chunks_exact(area).enumerate() {
            let lanes = (self.zones.len() - block * LANES).min(LANES);
            let mut broken = if lanes == LANES { 0 } else { !0 << lanes };
            for &point in loser {
                broken |= words[point as usize][0];
            }
            if broken == !0 {
                continue;
            }
            let mut short = 0;
            for &point in empty {
                let need = words[point as usize][1];
                broken |= short & need;
                short |= need;
            }
            let mut open = !broken;
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                let missing = (short >> lane & 1 == 1).then(|| {
                    let needed = |point: &&u16| words[**point as usize][1] >> lane & 1 == 1;
                    empty.iter().find(needed).map_or(0, |&point| point as usize)
                });
                if found(Fit { pattern: block * LANES + lane, missing }) == Scan::Stop {
                    return;
                }
            }
        }
    }
}

/// Whether a scan goes on.
#[derive(PartialEq, Eq)]
enum Scan {
    GoOn,
    Stop,
}

/// The points of a position, sorted into the three kinds that a scan needs.
struct Sorted {
    stones: [Vec<u16>; 2],
    empty: Vec<u16>,
}

impl Sorted {
    fn new<G: Monotone>(game: &G, pos: &G::Position) -> Sorted {
        let mut stones = [Vec::new(), Vec::new()];
        let mut taken = vec![false; game.area()];
        for player in Player::BOTH {
            game.each_point(game.stones(pos, player), |point| {
                taken[point] = true;
                stones[player.index()].push(point as u16);
            });
        }
        let empty = (0..game.area() as u16).filter(|&point| !taken[point as usize]).collect();
        Sorted { stones, empty }
    }
}

impl<G: Monotone> Patterns<G> {
    /// The smallest zone with which the player to move wins at once or by a known pattern.
    fn win(
        &self,
        game: &G,
        pos: &G::Position,
        sorted: &Sorted,
    ) -> Option<(G::Zone, Option<G::Move>)> {
        let mover = game.to_move(pos);
        let mut best: Option<(G::Zone, Option<G::Move>)> = None;
        let offer = |best: &mut Option<(G::Zone, Option<G::Move>)>, zone, mv| {
            if best.is_none_or(|(known, _)| game.zone_size(zone) < game.zone_size(known)) {
                *best = Some((zone, mv));
            }
        };
        game.each_point(game.winning_points(pos, mover), |point| {
            let zone = game.winning_zone(pos, mover, point);
            offer(&mut best, zone, Some(game.move_at(point)));
        });
        if best.is_some() {
            return best;
        }
        let book = &self.books[mover.index()];
        let loser = &sorted.stones[mover.other().index()];
        book.fits(game.area(), loser, &sorted.empty, |fit| {
            // A pattern that is complete already wins with any move.
            let point = fit.missing.or(sorted.empty.first().map(|&point| point as usize));
            offer(&mut best, book.zones[fit.pattern], point.map(|point| game.move_at(point)));
            Scan::GoOn
        });
        best
    }

    /// A zone with which the opponent has won, or, in `threats`, those with which they threaten to.
    fn loss(
        &self,
        game: &G,
        pos: &G::Position,
        sorted: &Sorted,
        threats: &mut Vec<G::Zone>,
    ) -> Option<G::Zone> {
        let mover = game.to_move(pos);
        let opponent = mover.other();
        game.each_point(game.winning_points(pos, opponent), |point| {
            threats.push(game.winning_zone(pos, opponent, point));
        });
        let book = &self.books[opponent.index()];
        let mut lost = None;
        book.fits(game.area(), &sorted.stones[mover.index()], &sorted.empty, |fit| {
            let zone = book.zones[fit.pattern];
            match fit.missing {
                Some(_) => {
                    threats.push(zone);
                    Scan::GoOn
                }
                None => {
                    lost = Some(zone);
                    Scan::Stop
                }
            }
        });
        lost
    }
}

impl<G: Monotone> Memory<G> for Patterns<G> {
    type Zones = Relevancy;

    const COVERS_CHILDREN: bool = true;

    /// A child is not looked up by itself: what is known about it is a threat or a win to its
    /// parent, found by [`Memory::recall`] in one scan for all children.
    #[inline]
    fn look(
        &self,
        _: &mut Line<'_, G>,
        _: Claim,
        _: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        None
    }

    fn recall(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &impl Oracle<G>,
        threats: &mut Vec<G::Zone>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        let (game, pos) = (line.game(), line.position());
        let mover = game.to_move(pos);
        let sorted = Sorted::new(game, pos);
        if let Some((zone, best)) = self.win(game, pos, &sorted) {
            return Some(Solved {
                verdict: Verdict::for_winner(claim, mover),
                best,
                zone,
                work: 1,
            });
        }
        self.loss(game, pos, &sorted, threats).map(|zone| Solved {
            verdict: Verdict::for_winner(claim, mover.other()),
            best: None,
            zone,
            work: 1,
        })
    }

    fn remember(&mut self, line: &Line<'_, G>, claim: Claim, solved: &Solved<G::Move, G::Zone>) {
        let (game, pos) = (line.game(), line.position());
        let winner = solved.verdict.winner(claim);
        if winner == game.to_move(pos) || self.bytes() > self.limit {
            return;
        }
        self.solved += 1;
        let need = game.common(solved.zone, game.stones(pos, winner));
        let book = &mut self.books[winner.index()];
        book.push(game, solved.zone, need);
        for bits in 1..game.symmetries() {
            let image = |zone| game.map_zone(Symmetry(bits), zone);
            if image(solved.zone) != solved.zone || image(need) != need {
                book.push(game, image(solved.zone), image(need));
            }
        }
    }

    fn len(&self) -> usize {
        self.solved
    }

    fn bytes(&self) -> usize {
        self.books.iter().map(Book::bytes).sum()
    }

    fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }
}
