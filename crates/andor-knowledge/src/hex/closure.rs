//! H-search for one side: the closure of touching ends under the AND and OR rules.
//!
//! Connections are made in order of the size of their carriers. A connection made from others is
//! never smaller than these. So, as in Dijkstra's algorithm, a connection that is taken from the
//! queue can no longer be improved: nothing is ever removed, lists only grow, and a number in a
//! list stays valid. Full connections of a size are taken up before the semi connections of that
//! size.
//!
//! Two rules keep the lists short; both are rules of the solver Benzene:
//!
//! * A full connection is kept if it lacks a point that all full connections of the pair so far
//!   have in common. Whatever single point the opponent takes, the pair stays connected if any full
//!   connection found avoids the point; more connections are seldom worth their price.
//! * A semi connection that contains all the points which the pair's full connections have in
//!   common can be part of no such full connection, and is dropped.
//!
//! The number of semi connections of a pair is limited in addition; in the order of sizes the
//! smallest come first.

use super::captured::{Circles, Pairs, cover};
use super::derivation::Strength;
use super::ends::{EDGES, Ends};
use super::heap;
use super::options::Options;
use super::queue::Queue;
use andor_core::{Halt, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};

/// The origin of a full or semi connection.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The ends touch.
    Touch,
    /// Two full connections with these numbers that share an end.
    And(u32, u32),
    /// The semi connections whose numbers are in `members`: the first index and the count.
    Or(u32, u32),
    /// A connection of an earlier position.
    Earlier,
}

/// A connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<const W: usize> {
    pub(super) carrier: Points<W>,
    /// The smaller number first.
    pub(super) ends: (u16, u16),
    pub(super) origin: Origin,
}

/// A full connection from the view of one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoke<const W: usize> {
    /// The carrier and, if it is an empty point, the far end.
    pub(super) reach: Points<W>,
    pub(super) other: u16,
    pub(super) number: u32,
}

/// A full connection that is to be joined to others at one of its ends, the middle.
pub(super) struct Arm<const W: usize> {
    carrier: Points<W>,
    /// The carrier and, if it is an empty point, the outer end.
    reach: Points<W>,
    number: u32,
    middle: u16,
    outer: u16,
    is_solid: bool,
}

/// The state of a pair of ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<const W: usize> {
    /// The intersection of all full connections that were taken up.
    pub(super) common_full: Points<W>,
    /// The intersection of all semi connections.
    pub(super) common_semi: Points<W>,
    /// The place of the semi connections in `lists`, their number, and the room for them.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) room: u16,
    /// The size of the smallest full connection.
    pub(super) least: u16,
    /// The size of the largest semi connection.
    pub(super) largest: u16,
}

impl<const W: usize> Pair<W> {
    pub(super) const UNKNOWN: Pair<W> = Pair {
        common_full: Points([!0; W]),
        common_semi: Points([!0; W]),
        first: 0,
        count: 0,
        room: 0,
        least: u16::MAX,
        largest: 0,
    };
}

/// After so many attempts to join two connections, some hundred microseconds, a closure asks
/// whether to end early.
const JOINS_PER_LOOK: usize = 1 << 13;

/// A semi connection in the list of its pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<const W: usize> {
    pub(super) carrier: Points<W>,
    pub(super) number: u32,
}

/// The condition for stopping early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Never.
    Done,
    /// As soon as the edges have a semi connection.
    Semi,
    /// As soon as the edges have a full connection.
    Full,
}

/// The connections that wait for their turn, and the origins of those that were taken up since the
/// position was new.
#[derive(Clone, Debug, Default)]
pub(super) struct Work<const W: usize> {
    pub(super) fulls: Vec<Link<W>>,
    pub(super) semis: Vec<Link<W>>,
    pub(super) members: Vec<u32>,
    full_queue: Queue<Link<W>>,
    semi_queue: Queue<Link<W>>,
    chosen: Vec<Listed<W>>,
}

impl<const W: usize> Work<W> {
    fn clear(&mut self) {
        self.fulls.clear();
        self.semis.clear();
        self.members.clear();
        self.full_queue.clear(64 * W);
        self.semi_queue.clear(64 * W);
    }

    /// How many bytes the lists take.
    fn bytes(&self) -> usize {
        let links = heap(&self.fulls) + heap(&self.semis) + heap(&self.members);
        links + self.full_queue.bytes() + self.semi_queue.bytes()
    }
}

/// The connections of one side.
#[derive(Clone, Debug)]
pub(super) struct Closure<const W: usize> {
    /// The stones of the position.
    pub(super) stones: [Points<W>; 2],
    /// Are all connections found, not only those asked for?
    pub(super) is_complete: bool,
    /// Was the closure made from an earlier position? Then its connections have no derivation.
    pub(super) is_updated: bool,
    pub(super) ends: Ends<W>,
    /// The connections on their way, and their origins. All closures of a side take turns with one.
    pub(super) work: Work<W>,
    options: Options,
    pub(super) captures: Vec<Pairs<W>>,
    any_captured: Points<W>,
    /// The full connections, from each end.
    pub(super) spokes: Vec<Vec<Spoke<W>>>,
    pub(super) pairs: Vec<Pair<W>>,
    /// For each pair the intersection of all full connections, including those in the queue. This
    /// set is read so often that it is stored apart.
    pub(super) common_found: Vec<Points<W>>,
    /// The semi connections, pair by pair.
    pub(super) lists: Vec<Listed<W>>,
    pub(super) halt: Halt,
    /// Attempts to join two connections since the last look at `halt`.
    pub(super) joins: usize,
}

/// The place of a pair in the triangle of pairs.
#[inline]
pub(super) fn place(a: u16, b: u16) -> usize {
    let (low, high) = if a < b { (a as usize, b as usize) } else { (b as usize, a as usize) };
    high * (high - 1) / 2 + low
}

impl<const W: usize> Closure<W> {
    pub(super) fn new(options: Options) -> Closure<W> {
        let mut closure = Closure {
            stones: [Points::EMPTY; 2],
            is_complete: false,
            is_updated: false,
            ends: Ends::default(),
            work: Work::default(),
            options,
            captures: Vec::new(),
            any_captured: Points::EMPTY,
            spokes: Vec::new(),
            pairs: Vec::new(),
            common_found: Vec::new(),
            lists: Vec::new(),
            halt: Halt::default(),
            joins: 0,
        };
        closure.forget();
        closure
    }

    /// How many bytes the closure takes.
    pub(super) fn bytes(&self) -> usize {
        let pairs = heap(&self.pairs) + heap(&self.common_found) + heap(&self.captures);
        let spokes = heap(&self.spokes) + self.spokes.iter().map(heap).sum::<usize>();
        size_of::<Self>() + pairs + spokes + heap(&self.lists) + self.work.bytes()
    }

    /// Finds the connections of `side` among these stones.
    pub(super) fn build(
        &mut self,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        self.stones = *stones;
        self.ends.find(hex, stones, side);
        self.clear(self.ends.count());
        self.find_captures(hex, circles, side);
        self.close(until);
    }

    /// Takes up the queued connections, the touching ends, and all connections that follow. If the
    /// closure must end early, the connections taken up so far stay and hold.
    pub(super) fn close(&mut self, until: Until) {
        if self.ends.joined() {
            self.propose_full(EDGES.0, EDGES.1, Points::EMPTY, || Origin::Touch);
        }
        for i in 0..self.ends.touching().len() {
            let (a, b) = self.ends.touching()[i];
            self.propose_full(a, b, Points::EMPTY, || Origin::Touch);
        }
        for size in 0..=64 * W {
            while let Some(full) = self.work.full_queue.pop(size) {
                self.take_full(full);
                if self.is_halted() {
                    return;
                }
            }
            while let Some(semi) = self.work.semi_queue.pop(size) {
                self.take_semi(semi);
                if self.is_halted() {
                    return;
                }
            }
            let stop = match until {
                Until::Done => false,
                Until::Semi => self.has_edge_semi(),
                Until::Full => self.has_edge_full(),
            };
            if stop {
                return;
            }
        }
        self.is_complete = true;
    }

    /// Must the closure end early? The handle is asked now and then.
    #[inline]
    pub(super) fn is_halted(&mut self) -> bool {
        if self.joins < JOINS_PER_LOOK {
            return false;
        }
        self.joins = 0;
        self.halt.is_due()
    }

    /// Forgets the connections of the last position.
    pub(super) fn forget(&mut self) {
        self.clear(2);
    }

    /// Makes room for the pairs of so many ends, at least the edges, with no connections.
    fn clear(&mut self, ends: usize) {
        self.is_complete = false;
        self.is_updated = false;
        self.work.clear();
        self.lists.clear();
        self.spokes.iter_mut().for_each(Vec::clear);
        if self.spokes.len() < ends {
            self.spokes.resize_with(ends, Vec::new);
        }
        self.pairs.clear();
        self.pairs.resize(ends * (ends - 1) / 2, Pair::UNKNOWN);
        self.common_found.clear();
        self.common_found.resize(self.pairs.len(), Points([!0; W]));
    }

    /// Finds the pairs of points that stones on empty points would capture.
    pub(super) fn find_captures(&mut self, hex: &Hex<W>, circles: &Circles, side: Player) {
        self.captures.clear();
        self.captures.resize(self.ends.count(), Pairs::NONE);
        self.any_captured = Points::EMPTY;
        if !self.options.captured {
            return;
        }
        let (own, empty) = (self.stones[side.index()], self.empty(hex));
        for (number, pairs) in self.captures.iter_mut().enumerate() {
            if let Some(point) = self.ends.bit(number as u16).first() {
                *pairs = circles.pairs(point, side, own, empty);
                self.any_captured |= pairs.all;
            }
        }
    }

    /// The empty points.
    pub(super) fn empty(&self, hex: &Hex<W>) -> Points<W> {
        hex.board() - (self.stones[0] | self.stones[1])
    }

    /// Queues a full connection if it lacks a point that the others have in common.
    #[inline]
    pub(super) fn propose_full(
        &mut self,
        a: u16,
        b: u16,
        carrier: Points<W>,
        origin: impl Fn() -> Origin,
    ) {
        let common = &mut self.common_found[place(a, b)];
        if !common.is_subset(&carrier) {
            *common &= carrier;
            let link = Link { carrier, ends: (a.min(b), a.max(b)), origin: origin() };
            self.work.full_queue.push(carrier.len() as usize, link);
        }
    }

    /// Takes up a full connection: joins it to all others at its two ends.
    fn take_full(&mut self, full: Link<W>) {
        let (a, b) = full.ends;
        let pair = &mut self.pairs[place(a, b)];
        if pair.common_full.is_subset(&full.carrier) {
            return;
        }
        pair.common_full &= full.carrier;
        pair.least = pair.least.min(full.carrier.len() as u16);
        let number = self.work.fulls.len() as u32;
        self.work.fulls.push(full);
        for (middle, outer) in [(a, b), (b, a)] {
            if middle > EDGES.1 {
                self.join_all(full.carrier, number, middle, outer);
            }
            let reach = full.carrier | self.ends.bit(middle);
            let spoke = Spoke { reach, other: middle, number };
            self.spokes[outer as usize].push(spoke);
        }
    }

    /// The AND rule for one full connection, of `middle` and `outer`, with all connections at
    /// `middle` that were taken up before it.
    fn join_all(&mut self, carrier: Points<W>, number: u32, middle: u16, outer: u16) {
        let arm = self.arm(carrier, number, middle, outer);
        let spokes = std::mem::take(&mut self.spokes[middle as usize]);
        self.joins += spokes.len();
        for spoke in &spokes {
            self.join(&arm, spoke);
        }
        self.spokes[middle as usize] = spokes;
    }

    /// A full connection of `middle` and `outer`, ready to be joined to others at `middle`.
    pub(super) fn arm(&self, carrier: Points<W>, number: u32, middle: u16, outer: u16) -> Arm<W> {
        let reach = carrier | self.ends.bit(outer);
        let is_solid = self.ends.is_solid(middle);
        Arm { carrier, reach, number, middle, outer, is_solid }
    }

    /// The AND rule for two full connections that meet.
    #[inline(always)]
    pub(super) fn join(&mut self, arm: &Arm<W>, spoke: &Spoke<W>) {
        let overlap = spoke.reach & arm.reach;
        let mut carrier = spoke.reach | arm.carrier;
        if !overlap.is_empty() {
            if !overlap.is_subset(&self.any_captured) {
                return;
            }
            let used = self.cover_and(overlap, arm.middle, arm.outer, spoke.other);
            let Some(used) = used else { return };
            carrier |= used;
        }
        if spoke.other == arm.outer {
            return;
        }
        carrier = carrier - self.ends.bit(spoke.other);
        let origin = || Origin::And(arm.number, spoke.number);
        if arm.is_solid {
            self.propose_full(arm.outer, spoke.other, carrier, origin);
        } else {
            let carrier = carrier | self.ends.bit(arm.middle);
            self.propose_semi(arm.outer, spoke.other, carrier, origin);
        }
    }

    /// The captured pairs that allow two full connections to overlap in these points.
    fn cover_and(&self, overlap: Points<W>, middle: u16, a: u16, b: u16) -> Option<Points<W>> {
        let taken = self.ends.bit(middle) | self.ends.bit(a) | self.ends.bit(b);
        let of = |end: u16| &self.captures[end as usize];
        let pairs = [of(middle), of(a), of(b)];
        cover(overlap, taken, &pairs, |_, _| ())
    }

    /// The captured pairs that allow semi connections to have these points in common.
    fn cover_or(&self, overlap: Points<W>, (a, b): (u16, u16)) -> Option<Points<W>> {
        let taken = self.ends.bit(a) | self.ends.bit(b);
        let pairs = [&self.captures[a as usize], &self.captures[b as usize]];
        cover(overlap, taken, &pairs, |_, _| ())
    }

    /// Queues a semi connection unless it is useless.
    #[inline(always)]
    pub(super) fn propose_semi(
        &mut self,
        a: u16,
        b: u16,
        carrier: Points<W>,
        origin: impl Fn() -> Origin,
    ) {
        if self.is_useful(a, b, &carrier) {
            let link = Link { carrier, ends: (a.min(b), a.max(b)), origin: origin() };
            self.work.semi_queue.push(carrier.len() as usize, link);
        }
    }

    /// Might a semi connection with this carrier be of use?
    #[inline(always)]
    fn is_useful(&self, a: u16, b: u16, carrier: &Points<W>) -> bool {
        let at = place(a, b);
        !self.common_found[at].is_subset(carrier) && self.is_new(at, a, b, carrier)
    }

    /// Is there room for a semi connection of a pair, and is no listed one a part of it?
    fn is_new(&self, at: usize, a: u16, b: u16, carrier: &Points<W>) -> bool {
        let pair = &self.pairs[at];
        // Without an update the smaller ones come first.
        if pair.count >= self.most_semis(a, b)
            && !(self.is_updated && u32::from(pair.largest) > carrier.len())
        {
            return false;
        }
        !self.list(pair).iter().any(|listed| listed.carrier.is_subset(carrier))
    }

    /// How many semi connections may two ends have?
    #[inline]
    pub(super) fn most_semis(&self, a: u16, b: u16) -> u16 {
        match (a <= EDGES.1, b <= EDGES.1) {
            (false, false) => self.options.semis,
            (true, true) => u16::MAX,
            _ => self.options.edge_semis,
        }
    }

    /// The semi connections of a pair.
    #[inline]
    pub(super) fn list(&self, pair: &Pair<W>) -> &[Listed<W>] {
        &self.lists[pair.first as usize..][..pair.count as usize]
    }

    /// Takes up a semi connection: lists it, and tries the OR rule.
    fn take_semi(&mut self, semi: Link<W>) {
        let (a, b) = semi.ends;
        if !self.is_useful(a, b, &semi.carrier) {
            return;
        }
        let listed = Listed { carrier: semi.carrier, number: self.work.semis.len() as u32 };
        self.work.semis.push(semi);
        let at = place(a, b);
        if self.is_updated {
            self.make_way(at, semi.ends, &semi.carrier);
        }
        let pair = &mut self.pairs[at];
        if pair.count == pair.room {
            let (first, count) = (pair.first as usize, pair.count as usize);
            pair.first = self.lists.len() as u32;
            pair.room = if count == 0 { 4 } else { pair.room * 2 };
            let end = pair.first as usize + pair.room as usize;
            self.lists.reserve(pair.room as usize);
            for kept in first..first + count {
                self.lists.push(self.lists[kept]);
            }
            while self.lists.len() < end {
                self.lists.push(listed);
            }
        }
        self.lists[pair.first as usize + pair.count as usize] = listed;
        pair.count += 1;
        pair.common_semi &= semi.carrier;
        pair.largest = pair.largest.max(semi.carrier.len() as u16);
        self.alternatives(at, semi.ends, listed);
    }

    /// The OR rule for the newest semi connection of a pair and the others.
    fn alternatives(&mut self, at: usize, ends: (u16, u16), newest: Listed<W>) {
        let pair = self.pairs[at];
        if !self.may_be_full(pair.common_semi, ends) {
            return;
        }
        if self.common_found[at] == Points([!0; W]) {
            self.choose(at, ends, newest, None);
        }
        // What does each point that all have in common allow, if it is left out?
        let mut points = self.common_found[at] - newest.carrier;
        while let Some(point) = points.first() {
            points.remove(point);
            self.choose(at, ends, newest, Some(point));
            points &= self.common_found[at];
        }
    }

    /// May semi connections with these points in common make a full connection?
    #[inline]
    fn may_be_full(&self, common: Points<W>, ends: (u16, u16)) -> bool {
        common.is_empty()
            || common.is_subset(&self.any_captured) && self.cover_or(common, ends).is_some()
    }

    /// Chooses few semi connections, the newest among them and none with `without` in it, that have
    /// nothing in common, and queues the full connection that they make.
    fn choose(&mut self, at: usize, ends: (u16, u16), newest: Listed<W>, without: Option<Point>) {
        let pair = self.pairs[at];
        self.joins += usize::from(pair.count);
        let mut chosen = std::mem::take(&mut self.work.chosen);
        chosen.clear();
        let allowed = |listed: &&Listed<W>| !without.is_some_and(|p| listed.carrier.contains(p));
        let mut common = newest.carrier;
        for listed in self.list(&pair) {
            if allowed(&listed) {
                common &= listed.carrier;
            }
        }
        if self.may_be_full(common, ends) {
            let (mut union, mut left) = (newest.carrier, newest.carrier);
            chosen.push(newest);
            while left != common {
                let best = self
                    .list(&pair)
                    .iter()
                    .filter(allowed)
                    .filter(|listed| !left.is_subset(&listed.carrier))
                    .min_by_key(|l| (l.carrier & left).len() * 2 + (l.carrier - union).len());
                let Some(best) = best else { unreachable!("all together have nothing in common") };
                chosen.push(*best);
                union |= best.carrier;
                left &= best.carrier;
            }
            self.propose_alternatives(at, ends, &chosen, union, left);
        }
        self.work.chosen = chosen;
    }

    /// Queues the full connection that these semi connections make, unless it is useless.
    fn propose_alternatives(
        &mut self,
        at: usize,
        ends: (u16, u16),
        chosen: &[Listed<W>],
        union: Points<W>,
        common: Points<W>,
    ) {
        let Some(used) = self.cover_or(common, ends) else { return };
        let carrier = union | used;
        if !self.common_found[at].is_subset(&carrier) {
            let first = self.work.members.len() as u32;
            for listed in chosen {
                self.work.members.push(listed.number);
            }
            let origin = || Origin::Or(first, chosen.len() as u32);
            self.propose_full(ends.0, ends.1, carrier, origin);
        }
    }

    /// The full or semi connection with this number.
    pub(super) fn link(&self, strength: Strength, number: u32) -> &Link<W> {
        match strength {
            Strength::Full => &self.work.fulls[number as usize],
            Strength::Semi => &self.work.semis[number as usize],
        }
    }

    /// Have the edges a full connection?
    #[inline]
    pub(super) fn has_edge_full(&self) -> bool {
        self.pairs[place(EDGES.0, EDGES.1)].common_full != Points([!0; W])
    }

    /// Have the edges a semi or full connection?
    #[inline]
    pub(super) fn has_edge_semi(&self) -> bool {
        self.pairs[place(EDGES.0, EDGES.1)].count > 0 || self.has_edge_full()
    }

    /// The intersection of all semi connections of the edges.
    pub(super) fn common_edge_semi(&self) -> Points<W> {
        self.pairs[place(EDGES.0, EDGES.1)].common_semi
    }

    /// All pairs of ends with a full connection, and the size of the smallest.
    pub(super) fn each_connected(&self, mut each: impl FnMut(u16, u16, u16)) {
        let mut pairs = self.pairs.iter();
        for high in 1..self.ends.count() as u16 {
            for (low, pair) in (0..high).zip(&mut pairs) {
                if pair.least < u16::MAX {
                    each(low, high, pair.least);
                }
            }
        }
    }
}
