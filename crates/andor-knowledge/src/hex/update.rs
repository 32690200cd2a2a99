//! The update: connections of a position from the connections of an earlier position.
//!
//! When stones are added most connections stay the same. Of a side's connections
//!
//! * a connection whose carrier or end is taken by the opponent's stone is *lost*;
//! * a connection with the own stone in its carrier needs one point less, and a connection of the
//!   end on which the own stone is put is now a connection of a block, which may be part of a
//!   larger block: these connections are *changed*. They are taken out, and queued as if they were
//!   new;
//! * all other connections stay in their lists. Their combinations are known already.
//!
//! Then the queue is worked off as in a build. Where a pair of ends lost a connection, other
//! connections may be useful that were not useful before. So all connections of this pair that can
//! be made are made again.
//!
//! Every connection found holds: a connection does not depend on anything outside its carrier and
//! the own stones, and no own stone is ever taken away. An update may find fewer connections than a
//! build from nothing, and sometimes more: which connections are kept depends on the order in which
//! they come.

use super::captured::Circles;
use super::closure::{Closure, Origin, Pair, Spoke, Until, place};
use super::ends::{EDGES, Fate, NOBODY};
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Points;

/// A connection that is taken out.
struct Taken<const W: usize> {
    ends: (u16, u16),
    carrier: Points<W>,
}

/// The connections that an update takes out.
struct Unlearned<const W: usize> {
    fulls: Vec<Taken<W>>,
    semis: Vec<Taken<W>>,
    /// The pairs that have lost a connection, by place and by ends.
    lossy: Vec<bool>,
    lossy_pairs: Vec<(u16, u16)>,
}

impl<const W: usize> Closure<W> {
    /// Finds the connections among these stones from those of an earlier position, which had no
    /// other stones on the board.
    pub(super) fn update(
        &mut self,
        earlier: &Closure<W>,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        self.copy(earlier);
        let (own, other) = (side.index(), side.other().index());
        let gained = stones[own] - earlier.stones[own];
        let lost = stones[other] - earlier.stones[other];
        self.stones = *stones;
        let weight = |end: u16| self.spokes[end as usize].len();
        let fates = self.ends.advance(hex, (stones[own], gained, lost), side, weight);
        self.find_captures(hex, circles, side);
        let mut unlearned = self.unlearn(gained | lost, lost, &fates);
        for Taken { ends: (a, b), carrier } in &unlearned.fulls {
            self.propose_full(*a, *b, *carrier - gained, || Origin::Earlier);
        }
        for Taken { ends: (a, b), carrier } in &unlearned.semis {
            self.propose_semi(*a, *b, *carrier - gained, || Origin::Earlier);
        }
        unlearned.lossy_pairs.sort_unstable();
        self.join_again(&unlearned.lossy_pairs);
        self.close(until);
    }

    /// Takes the lists of another closure over, without the derivations.
    fn copy(&mut self, earlier: &Closure<W>) {
        self.forget();
        self.is_updated = true;
        self.ends.clone_from(&earlier.ends);
        self.spokes.clone_from(&earlier.spokes);
        self.pairs.clone_from(&earlier.pairs);
        self.common_found.clone_from(&earlier.common_found);
        self.lists.clone_from(&earlier.lists);
    }

    /// Takes out the lost and the changed connections.
    fn unlearn(&mut self, stones: Points<W>, lost: Points<W>, fates: &[Fate]) -> Unlearned<W> {
        let mut unlearned = Unlearned {
            fulls: Vec::new(),
            semis: Vec::new(),
            lossy: vec![false; self.pairs.len()],
            lossy_pairs: Vec::new(),
        };
        let mut touched = Vec::new();
        for (a, fate) in (0..).zip(fates) {
            let mut spokes = std::mem::take(&mut self.spokes[a as usize]);
            spokes.retain(|spoke| {
                let b = spoke.other;
                let is_same = fate.is_same && fates[b as usize].is_same;
                if is_same && !spoke.reach.meets(&stones) {
                    return true;
                }
                if a < b {
                    touched.push((a, b));
                    let carrier = spoke.reach - self.ends.bit(b);
                    unlearned.note_full(Taken { ends: (a, b), carrier }, &lost, fates);
                }
                false
            });
            self.spokes[a as usize] = spokes;
        }
        for (a, b) in touched {
            self.compare_fulls(a, b);
        }
        for high in 1..fates.len() as u16 {
            for low in 0..high {
                if self.pairs[place(low, high)].count > 0 {
                    self.unlearn_semis((low, high), &stones, &lost, fates, &mut unlearned);
                }
            }
        }
        unlearned
    }

    /// Computes the intersection of the full connections of a pair.
    fn compare_fulls(&mut self, a: u16, b: u16) {
        let mut common = Points([!0; W]);
        let mut least = u16::MAX;
        for spoke in &self.spokes[a as usize] {
            if spoke.other == b {
                let carrier = spoke.reach - self.ends.bit(b);
                common &= carrier;
                least = least.min(carrier.len() as u16);
            }
        }
        let at = place(a, b);
        self.common_found[at] = common;
        let pair = &mut self.pairs[at];
        (pair.common_full, pair.least) = (common, least);
    }

    /// Takes out the semi connections of a pair that are lost or changed; all, if one is lost.
    fn unlearn_semis(
        &mut self,
        (a, b): (u16, u16),
        stones: &Points<W>,
        lost: &Points<W>,
        fates: &[Fate],
        unlearned: &mut Unlearned<W>,
    ) {
        let at = place(a, b);
        let is_same = fates[a as usize].is_same && fates[b as usize].is_same;
        let list = self.list(&self.pairs[at]);
        let is_lossy = unlearned.lossy[at] || list.iter().any(|l| l.carrier.meets(lost));
        let renew = !is_same || is_lossy;
        if !renew && !list.iter().any(|listed| listed.carrier.meets(stones)) {
            return;
        }
        for listed in list {
            if renew || listed.carrier.meets(stones) {
                let taken = Taken { ends: (a, b), carrier: listed.carrier };
                unlearned.note_semi(taken, lost, fates);
            }
        }
        self.keep_semis(at, |carrier| !renew && !carrier.meets(stones));
    }

    /// Keeps only some of the semi connections of a pair.
    fn keep_semis(&mut self, at: usize, keep: impl Fn(&Points<W>) -> bool) {
        let Pair { first, count, .. } = self.pairs[at];
        let list = &mut self.lists[first as usize..][..count as usize];
        let (mut kept, mut common, mut largest) = (0, Points([!0; W]), 0);
        for i in 0..list.len() {
            if keep(&list[i].carrier) {
                common &= list[i].carrier;
                largest = largest.max(list[i].carrier.len());
                list[kept] = list[i];
                kept += 1;
            }
        }
        let pair = &mut self.pairs[at];
        (pair.count, pair.common_semi) = (kept as u16, common);
        pair.largest = largest as u16;
    }

    /// Removes the semi connections that a new one makes superfluous, and the largest one if there
    /// is no room.
    pub(super) fn make_way(&mut self, at: usize, (a, b): (u16, u16), carrier: &Points<W>) {
        let pair = &self.pairs[at];
        if self.list(pair).iter().any(|listed| carrier.is_subset(&listed.carrier)) {
            self.keep_semis(at, |old| !carrier.is_subset(old));
        }
        let pair = &self.pairs[at];
        if pair.count >= self.most_semis(a, b) {
            let largest = self.list(pair).iter().max_by_key(|listed| listed.carrier.len());
            let largest = largest.expect("a full list").carrier;
            self.keep_semis(at, |old| *old != largest);
        }
    }

    /// Makes again the AND combinations of two full connections for pairs that lost a connection.
    fn join_again(&mut self, lossy: &[(u16, u16)]) {
        let mut middles: Vec<Spoke<W>> = Vec::new();
        let mut last = NOBODY;
        for &(a, b) in lossy {
            if a != last {
                middles.clone_from(&self.spokes[a as usize]);
                middles.sort_unstable_by_key(|spoke| spoke.other);
                last = a;
            }
            if self.is_halted() {
                return;
            }
            let spokes = std::mem::take(&mut self.spokes[b as usize]);
            self.joins += spokes.len();
            for second in spokes.iter().filter(|spoke| spoke.other > EDGES.1) {
                let from = middles.partition_point(|spoke| spoke.other < second.other);
                let same = middles[from..].iter().take_while(|first| first.other == second.other);
                for first in same {
                    let middle = self.ends.bit(first.other);
                    let arm = self.arm(first.reach - middle, first.number, first.other, a);
                    let reach = (second.reach - middle) | self.ends.bit(b);
                    self.join(&arm, &Spoke { reach, other: b, number: second.number });
                }
            }
            self.spokes[b as usize] = spokes;
        }
    }
}

impl<const W: usize> Unlearned<W> {
    fn note_full(&mut self, taken: Taken<W>, lost: &Points<W>, fates: &[Fate]) {
        if let Some(taken) = self.changed(taken, lost, fates) {
            self.fulls.push(taken);
        }
    }

    fn note_semi(&mut self, taken: Taken<W>, lost: &Points<W>, fates: &[Fate]) {
        if let Some(taken) = self.changed(taken, lost, fates) {
            self.semis.push(taken);
        }
    }

    /// The ends of a taken-out connection after the update; nothing if it is lost.
    fn changed(&mut self, taken: Taken<W>, lost: &Points<W>, fates: &[Fate]) -> Option<Taken<W>> {
        let (a, b) = (fates[taken.ends.0 as usize], fates[taken.ends.1 as usize]);
        if a.now == NOBODY || b.now == NOBODY || a.now == b.now {
            return None;
        }
        if !taken.carrier.meets(lost) {
            return Some(Taken { ends: (a.now, b.now), ..taken });
        }
        if a.is_same && b.is_same {
            let is_lossy = &mut self.lossy[place(a.now, b.now)];
            if !std::mem::replace(is_lossy, true) {
                self.lossy_pairs.push((a.now.min(b.now), a.now.max(b.now)));
            }
        }
        None
    }
}
