//! The table: what is known for sure about a position, and the last guess about it.
//!
//! One entry serves all claims of an attacker: it keeps the largest margin that was proven and the
//! smallest that was disproven, and both answer for every claim beyond them. So a search for the
//! exact margin loses nothing between its claims. The guess is that of the last visit.

use crate::line::Line;
use crate::lockless::Packed;
use crate::table::Table;
use andor_core::{Claim, Class, Game, Key, KeySource, Numbered, Repetition, Symmetry, Verdict};

/// What the table keeps of a position, in the standard form of its class.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    /// The attacker gets at least this.
    proven: i16,
    /// The attacker does not get this.
    disproven: i16,
    guess: Guessed<M>,
}

/// What an unfinished visit left behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guessed<M> {
    /// The move that looked best, or that is known to win.
    pub(super) mv: Option<M>,
    pub(super) value: i16,
    /// How deep the visit looked; more than fits is no more than fits.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// What a guess bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing: there is only a move.
    Nothing,
    /// Nothing either, but the move wins the claim that the fact is about.
    Wins,
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// All, in order.
    const ALL: [Bound; 5] =
        [Bound::Nothing, Bound::Wins, Bound::Exact, Bound::AtLeast, Bound::AtMost];
}

/// What facts of a line rest on: the positions before the root, if the past matters.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    past: Key,
    /// Are positions that are alike by symmetry alike on this line?
    symmetric: bool,
    /// May facts be kept at all?
    pub(super) keeps_facts: bool,
}

impl Ground {
    /// The ground of a line at the root of a search.
    pub(super) fn new<G: Game>(line: &Line<'_, G>) -> Ground {
        let game = line.game();
        let keeps_facts = game.repetition() != Repetition::Forbidden;
        if game.repetition() == Repetition::Impossible || line.ply() == 0 {
            return Ground { past: Key::ZERO, symmetric: true, keeps_facts };
        }
        let all = game.stabilizer(&game.start());
        Ground { past: line.past_key(), symmetric: line.past_stabilizer() == all, keeps_facts }
    }
}

/// Where a position's entry is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    key: Key,
    symmetry: Symmetry,
    claim: Claim,
    keeps_facts: bool,
}

impl Place {
    #[inline]
    pub(super) fn new<G: Game>(line: &Line<'_, G>, ground: Ground, claim: Claim) -> Place {
        let (game, pos) = (line.game(), line.position());
        let Class { key, symmetry } = match ground.symmetric {
            true => game.class(pos),
            false => Class { key: game.key(pos), symmetry: Symmetry::IDENTITY },
        };
        let key = key ^ ground.past ^ ATTACKERS[claim.attacker.index()];
        Place { key, symmetry, claim, keeps_facts: ground.keeps_facts }
    }

    /// The key of the position, up to all that does not matter.
    #[inline]
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// The entry.
    #[inline]
    pub(super) fn entry<M: Copy>(&self, table: &impl Table<Entry<M>>) -> Option<Entry<M>> {
        table.get(self.key)
    }

    /// The verdict that the entry gives.
    #[inline]
    pub(super) fn verdict<M>(&self, entry: &Entry<M>) -> Option<Verdict> {
        if entry.proven >= self.claim.at_least.0 {
            return Some(Verdict::Proven);
        }
        (entry.disproven <= self.claim.at_least.0).then_some(Verdict::Disproven)
    }

    /// The entry's guess with its move as it appears in the position.
    #[inline]
    pub(super) fn guess<G: Game>(&self, game: &G, entry: &Entry<G::Move>) -> Guessed<G::Move> {
        let back = game.inverse(self.symmetry);
        Guessed { mv: entry.guess.mv.map(|mv| game.map_move(back, mv)), ..entry.guess }
    }

    /// The verdict in the table, with a winning move if one is known.
    pub(super) fn fact<G: Game>(
        &self,
        game: &G,
        table: &impl Table<Entry<G::Move>>,
    ) -> Option<(Verdict, Option<G::Move>)> {
        let entry = self.entry(table)?;
        let verdict = self.verdict(&entry)?;
        let guess = self.guess(game, &entry);
        Some((verdict, guess.mv.filter(|_| guess.bound == Bound::Wins)))
    }

    /// Enters a fact; `best` wins, if it is the winner's turn.
    pub(super) fn settle<G: Game>(
        &self,
        game: &G,
        table: &impl Table<Entry<G::Move>>,
        verdict: Verdict,
        best: Option<G::Move>,
        work: u32,
    ) {
        debug_assert!(self.keeps_facts);
        let mv = best.map(|mv| game.map_move(self.symmetry, mv));
        let old = self.entry(table);
        let mut entry = old.unwrap_or(Entry::new(mv));
        match verdict {
            Verdict::Proven => entry.proven = entry.proven.max(self.claim.at_least.0),
            Verdict::Disproven => entry.disproven = entry.disproven.min(self.claim.at_least.0),
        }
        if mv.is_some() {
            entry.guess = Guessed { bound: Bound::Wins, ..Guessed::new(mv) };
        }
        table.put(self.key, entry, work);
    }

    /// Enters a guess.
    pub(super) fn suppose<G: Game>(
        &self,
        game: &G,
        table: &impl Table<Entry<G::Move>>,
        guess: Guessed<G::Move>,
    ) {
        let mv = guess.mv.map(|mv| game.map_move(self.symmetry, mv));
        let old = self.entry(table);
        let mut entry = old.unwrap_or(Entry::new(mv));
        entry.guess = Guessed { mv, ..guess };
        table.put(self.key, entry, guess.depth as u32);
    }
}

impl<M> Entry<M> {
    fn new(mv: Option<M>) -> Entry<M> {
        Entry { proven: i16::MIN, disproven: i16::MAX, guess: Guessed::new(mv) }
    }
}

/// The number of no move.
const NO_MOVE: u32 = u32::MAX;

impl<M: Numbered> Packed for Entry<M> {
    #[inline]
    fn pack(self) -> (u64, u32) {
        let Entry { proven, disproven, guess: Guessed { mv, value, depth, bound } } = self;
        let [[a, b], [c, d], [e, f]] = [proven, disproven, value].map(i16::to_le_bytes);
        let long = u64::from_le_bytes([a, b, c, d, e, f, depth, bound as u8]);
        (long, mv.map_or(NO_MOVE, M::number))
    }

    #[inline]
    fn unpack((long, number): (u64, u32)) -> Entry<M> {
        let [a, b, c, d, e, f, depth, bound] = long.to_le_bytes();
        let guess = Guessed {
            mv: (number != NO_MOVE).then(|| M::with_number(number)),
            value: i16::from_le_bytes([e, f]),
            depth,
            bound: Bound::ALL[usize::from(bound)],
        };
        let (proven, disproven) = (i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d]));
        Entry { proven, disproven, guess }
    }
}

impl<M> Default for Entry<M> {
    fn default() -> Self {
        Entry::new(None)
    }
}

impl<M> Guessed<M> {
    /// A move without a value.
    pub(super) fn new(mv: Option<M>) -> Guessed<M> {
        Guessed { mv, depth: 0, value: 0, bound: Bound::Nothing }
    }
}

/// Keys that keep the entries of the two attackers apart.
const ATTACKERS: [Key; 2] = {
    let mut source = KeySource::new(0xAB);
    [source.next_key(), source.next_key()]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_as_they_went_in() {
        let margins = [i16::MIN, -25, -1, 0, 1, 300, i16::MAX];
        for (i, &proven) in margins.iter().enumerate() {
            for bound in Bound::ALL {
                let [disproven, value] = [margins[6 - i], margins[(i + 3) % 7]];
                let mv = [None, Some(0), Some(65_536_usize)][i % 3];
                let guess = Guessed { mv, value, depth: 17 * i as u8, bound };
                let entry = Entry { proven, disproven, guess };
                let again = Entry::<usize>::unpack(entry.pack());
                assert_eq!(format!("{again:?}"), format!("{entry:?}"));
            }
        }
    }
}
