//! How many bytes things take.

use andor_checker::{Entry, Lemma, Pattern, Position, Proof};
use rustc_hash::FxHashMap;

/// Bytes that a map takes, which has a byte besides for each slot and an eighth of them free.
pub(crate) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    (size_of::<(K, V)>() + 1) * map.capacity() / 7 * 8
}

/// Bytes that an entry takes besides its own size.
pub(crate) fn listed_bytes(entry: &Entry) -> usize {
    fn bytes<T>(list: &[T]) -> usize {
        size_of_val(list)
    }
    match entry {
        Entry::Pattern(Pattern { proof, .. }) => match proof {
            Proof::Answers(answers) => bytes(answers),
            Proof::Chain(links) => bytes(links),
            Proof::Capture(points, _) => bytes(points),
            Proof::Fill(lemmas, _) => bytes(lemmas),
            Proof::Drops(answers, lemmas) => bytes(answers) + bytes(lemmas),
        },
        Entry::Position(Position { frame, answers, .. }) => {
            bytes(answers) + bytes(&frame.fresh) + bytes(&frame.assumed)
        }
        Entry::Lemma(Lemma { cells, ring, less, more }) => {
            bytes(cells) + bytes(ring) + bytes(less) + bytes(more)
        }
    }
}
