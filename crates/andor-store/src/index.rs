//! The entries of one game in memory, by the class of the position.

use crate::{AT_START, Entry, Fact};
use rustc_hash::FxHashMap;

/// An entry, without what searches do not need.
pub struct Held {
    /// The picture of the position.
    pub position: Box<str>,
    /// The facts that hold on more than one line.
    pub facts: Vec<Fact>,
}

impl Held {
    fn bytes(&self) -> usize {
        let zone = |fact: &Fact| fact.zone.as_ref().map_or(0, |zone| zone.len() * 2);
        let facts: usize = self.facts.iter().map(|fact| size_of::<Fact>() + zone(fact)).sum();
        self.position.len() + facts + 2 * size_of::<(u128, Held)>()
    }

    fn work(&self) -> u32 {
        self.facts.iter().map(|fact| fact.work).max().unwrap_or(0)
    }
}

/// Entries by the key of their class, in limited memory: above the limit the entries that took
/// least work are left out.
pub struct Index {
    held: FxHashMap<u128, Held>,
    bytes: usize,
    limit: usize,
    /// Entries that took less work are left out.
    least: u32,
}

impl Index {
    /// No entries, and room for entries of so many bytes.
    pub fn within(limit: usize) -> Index {
        Index { held: FxHashMap::default(), bytes: 0, limit, least: 0 }
    }

    /// The entry of a class.
    pub fn get(&self, class: u128) -> Option<&Held> {
        self.held.get(&class)
    }

    /// Puts an entry in, with the facts that hold on more than one line.
    pub fn put(&mut self, Entry { place, class, facts }: Entry) {
        let facts = facts.into_iter().filter(|fact| fact.marks != AT_START);
        let facts = facts.map(|mut fact| {
            fact.source = String::new();
            fact
        });
        let held = Held { position: place.position.into(), facts: facts.collect() };
        if held.facts.is_empty() || held.work() < self.least || !place.moves.is_empty() {
            return;
        }
        self.bytes += held.bytes();
        if let Some(before) = self.held.insert(class, held) {
            self.bytes -= before.bytes();
        }
        if self.bytes > self.limit {
            self.thin_out();
        }
    }

    /// Leaves out the half that took less work.
    fn thin_out(&mut self) {
        let mut works: Vec<u32> = self.held.values().map(Held::work).collect();
        let middle = works.len() / 2;
        let (_, &mut median, _) = works.select_nth_unstable(middle);
        self.least = median.saturating_add(1);
        let (least, bytes) = (self.least, &mut self.bytes);
        self.held.retain(|_, held| {
            let stays = held.work() >= least;
            *bytes -= if stays { 0 } else { held.bytes() };
            stays
        });
    }

    /// The bytes that the entries take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use andor_core::{Claim, Player, Verdict};

    fn entry(class: u128, work: u32, marks: u128) -> Entry {
        let claim = Claim::win(Player::Black);
        let fact = Fact::new(claim, Verdict::Proven, work, marks, "a search");
        let place =
            Place { game: "hex 3x3".into(), position: class.to_string(), moves: String::new() };
        Entry { place, class, facts: vec![fact] }
    }

    /// What does not fit is left out, the cheapest first.
    #[test]
    fn dear_entries_stay() {
        let mut index = Index::within(20_000);
        for i in 0..2000 {
            index.put(entry(i, 1000 + i as u32 * 100, 0));
            assert!(index.bytes() <= 20_000);
        }
        assert!(index.get(1999).is_some() && index.get(3).is_none(), "{}", index.least);
        let bytes = index.bytes();
        index.put(entry(1999, 200_900, 0));
        assert_eq!(index.bytes(), bytes, "the same entry again");
    }

    /// What holds at the start only is not for positions inside a search.
    #[test]
    fn facts_of_one_line_are_left_out() {
        let mut index = Index::within(20_000);
        index.put(entry(1, 1000, AT_START));
        index.put(entry(2, 1000, 5));
        assert!(index.get(1).is_none() && index.get(2).is_some());
    }
}
