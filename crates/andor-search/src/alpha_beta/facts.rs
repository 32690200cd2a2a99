//! The transposition table of alpha-beta: for each position the proven facts and the last guess.
//!
//! One entry serves all claims of an attacker. The entry keeps the largest proven margin and the
//! smallest disproven margin. A proven margin answers all claims of smaller margins, a disproven
//! margin answers all claims of larger margins. So a search for the exact margin loses nothing
//! between its claims. The guess is the guess of the last visit.

use crate::ground::Ground;
use crate::packed::{ENTRY_BITS, Packed};
use crate::table::Table;
use andor_core::{Claim, Class, Game, Key, KeySource, Numbered, Symmetry, Verdict};

/// The entry of a position, in the standard form of the position's class.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    /// The attacker gets at least this margin.
    proven: i16,
    /// The attacker does not get this margin.
    disproven: i16,
    guess: StoredGuess<M>,
}

/// The guess that an unfinished visit entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredGuess<M> {
    /// The move that looked best, or that is known to win.
    pub(super) mv: Option<M>,
    pub(super) value: i16,
    /// The depth of the visit; a larger depth than fits is kept as the largest that fits.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// The kind of bound that the value of a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// No bound: the guess has a move and no value.
    Nothing,
    /// No bound, but the move wins the claim of the fact.
    Wins,
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// All kinds, in order.
    const ALL: [Bound; 5] =
        [Bound::Nothing, Bound::Wins, Bound::Exact, Bound::AtLeast, Bound::AtMost];
}

/// The key of a position's entry, and the claim.
#[derive(Clone, Copy)]
pub(super) struct Place {
    key: Key,
    symmetry: Symmetry,
    claim: Claim,
    keeps_facts: bool,
}

impl Place {
    #[inline(always)]
    pub(super) fn new<G: Game>(game: &G, pos: &G::Position, ground: Ground, claim: Claim) -> Place {
        let Class { key, symmetry } = ground.class(game, pos);
        let key = key ^ ATTACKERS[claim.attacker.index()];
        Place { key, symmetry, claim, keeps_facts: ground.keeps_facts }
    }

    /// The key of the position's class, past and attacker.
    #[inline]
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// The entry.
    #[inline]
    pub(super) fn entry<M: Copy>(&self, table: &impl Table<Entry<M>>) -> Option<Entry<M>> {
        table.get(self.key)
    }

    /// The verdict of the entry on the claim.
    #[inline]
    pub(super) fn verdict<M>(&self, entry: &Entry<M>) -> Option<Verdict> {
        if entry.proven >= self.claim.at_least.0 {
            return Some(Verdict::Proven);
        }
        (entry.disproven <= self.claim.at_least.0).then_some(Verdict::Disproven)
    }

    /// The guess of the entry, its move mapped to the position.
    #[inline]
    pub(super) fn guess<G: Game>(&self, game: &G, entry: &Entry<G::Move>) -> StoredGuess<G::Move> {
        let back = game.inverse(self.symmetry);
        StoredGuess { mv: entry.guess.mv.map(|mv| game.map_move(back, mv)), ..entry.guess }
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
            entry.guess = StoredGuess { bound: Bound::Wins, ..StoredGuess::new(mv) };
        }
        table.put(self.key, entry, work);
    }

    /// Enters a guess.
    pub(super) fn suppose<G: Game>(
        &self,
        game: &G,
        table: &impl Table<Entry<G::Move>>,
        guess: StoredGuess<G::Move>,
    ) {
        let mv = guess.mv.map(|mv| game.map_move(self.symmetry, mv));
        let old = self.entry(table);
        let mut entry = old.unwrap_or(Entry::new(mv));
        entry.guess = StoredGuess { mv, ..guess };
        table.put(self.key, entry, guess.depth as u32);
    }
}

impl<M> Entry<M> {
    /// An upper bound for the player to move, if a visit to at least this depth guessed one;
    /// otherwise a number larger than any guess.
    #[inline]
    pub(super) fn at_most(&self, depth: u16) -> i32 {
        let StoredGuess { value, depth: looked, bound, .. } = self.guess;
        match bound {
            Bound::Exact | Bound::AtMost if u16::from(looked) >= depth => value.into(),
            _ => i32::MAX,
        }
    }

    fn new(mv: Option<M>) -> Entry<M> {
        Entry { proven: i16::MIN, disproven: i16::MAX, guess: StoredGuess::new(mv) }
    }
}

/// Bits of the fields of a packed entry.
const MARGIN_BITS: u32 = 10;
const VALUE_BITS: u32 = 15;
const DEPTH_BITS: u32 = 6;
const BOUND_BITS: u32 = 3;
const MOVE_BITS: u32 = ENTRY_BITS - 2 * MARGIN_BITS - VALUE_BITS - DEPTH_BITS - BOUND_BITS;

/// Larger margins are kept as this margin or as "nothing known", whichever is the weaker statement.
const MOST_MARGIN: i16 = (1 << (MARGIN_BITS - 1)) - 1;

/// The largest depth of a guess that can be kept.
const MOST_DEPTH: u8 = (1 << DEPTH_BITS) - 1;

/// Packs fields into a word and unpacks them, last in, first out.
struct Fields(u64);

impl Fields {
    #[inline]
    fn put(&mut self, value: u64, bits: u32) {
        debug_assert!(value >> bits == 0);
        self.0 = self.0 << bits | value;
    }

    #[inline]
    fn put_signed(&mut self, value: i16, bits: u32) {
        self.put((i64::from(value) + (1 << (bits - 1))) as u64, bits);
    }

    #[inline]
    fn take(&mut self, bits: u32) -> u64 {
        let value = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        value
    }

    #[inline]
    fn take_signed(&mut self, bits: u32) -> i16 {
        (self.take(bits) as i64 - (1 << (bits - 1))) as i16
    }
}

impl<M: Numbered> Packed for Entry<M> {
    #[inline]
    fn pack(self) -> u64 {
        let Entry { proven, disproven, guess: StoredGuess { mv, value, depth, bound } } = self;
        let mut fields = Fields(0);
        // The least number stands for nothing proven, the largest for nothing disproven.
        fields.put_signed(proven.clamp(-MOST_MARGIN - 1, MOST_MARGIN), MARGIN_BITS);
        fields.put_signed(disproven.clamp(-MOST_MARGIN - 1, MOST_MARGIN), MARGIN_BITS);
        fields.put_signed(value, VALUE_BITS);
        fields.put(depth.min(MOST_DEPTH).into(), DEPTH_BITS);
        fields.put(bound as u64, BOUND_BITS);
        let number = mv.map_or(0, |mv| mv.number() + 1);
        fields.put(if number >> MOVE_BITS == 0 { number as u64 } else { 0 }, MOVE_BITS);
        fields.0
    }

    #[inline]
    fn unpack(bits: u64) -> Entry<M> {
        let mut fields = Fields(bits);
        let number = u128::from(fields.take(MOVE_BITS));
        let bound = Bound::ALL[fields.take(BOUND_BITS) as usize];
        let depth = fields.take(DEPTH_BITS) as u8;
        let value = fields.take_signed(VALUE_BITS);
        let disproven = match fields.take_signed(MARGIN_BITS) {
            MOST_MARGIN => i16::MAX,
            margin => margin,
        };
        let proven = match fields.take_signed(MARGIN_BITS) {
            margin if margin < -MOST_MARGIN => i16::MIN,
            margin => margin,
        };
        let mv = number.checked_sub(1).map(M::with_number);
        Entry { proven, disproven, guess: StoredGuess { mv, value, depth, bound } }
    }
}

impl<M> Default for Entry<M> {
    fn default() -> Self {
        Entry::new(None)
    }
}

impl<M> StoredGuess<M> {
    /// A guess with a move and no value.
    pub(super) fn new(mv: Option<M>) -> StoredGuess<M> {
        StoredGuess { mv, depth: 0, value: 0, bound: Bound::Nothing }
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

    fn again(entry: Entry<usize>) -> Entry<usize> {
        Entry::unpack(entry.pack())
    }

    #[test]
    fn entries_come_out_as_they_went_in() {
        let margins = [i16::MIN, -361, -1, 0, 1, 361, i16::MAX];
        for (i, &proven) in margins.iter().enumerate() {
            for bound in Bound::ALL {
                let disproven = margins[6 - i];
                let value = [-10_000, -1, 0, 1, 25, 300, 10_000][i];
                let mv = [None, Some(0), Some(65_536_usize)][i % 3];
                let guess = StoredGuess { mv, value, depth: 10 * i as u8, bound };
                let entry = Entry { proven, disproven, guess };
                let expected = if proven == i16::MAX { MOST_MARGIN } else { proven };
                let entry = Entry { proven: expected, ..entry };
                let disproven = disproven.max(-MOST_MARGIN - 1);
                let expected = Entry { disproven, ..entry };
                assert_eq!(format!("{:?}", again(entry)), format!("{expected:?}"));
            }
        }
    }

    /// A margin that does not fit becomes a weaker statement, never a stronger one.
    #[test]
    fn what_does_not_fit_is_not_made_up() {
        for margin in i16::MIN..=i16::MAX {
            let entry = Entry { proven: margin, disproven: margin, guess: StoredGuess::new(None) };
            let Entry { proven, disproven, .. } = again(entry);
            assert!(proven <= margin && disproven >= margin, "{margin}");
        }
    }
}
