//! Estimates of the memory that maps and entries take.

use andor_checker::{
    Attack, BallTurn, Entry, Lemma, Local, Pattern, Position, Proof, Shape, ShapeAnswer, ShapeThen,
    Threat, ThreatAnswer,
};
use rustc_hash::FxHashMap;

/// Bytes of a map: one byte more for each slot, and an eighth of the slots free.
pub(crate) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    (size_of::<(K, V)>() + 1) * map.capacity() / 7 * 8
}

/// Bytes of an entry's lists, besides the size of the entry itself.
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
        Entry::Threat(Threat { answers, .. }) => {
            let moves = |answer: &ThreatAnswer| match &answer.attack {
                Attack::Fours(moves) => bytes(moves),
                Attack::Move(..) => 0,
            };
            bytes(answers) + answers.iter().map(moves).sum::<usize>()
        }
        Entry::Local(Local { answers, .. }) => bytes(answers),
        Entry::Shape(Shape { answers, .. }) => {
            let jumps = |answer: &ShapeAnswer| match &answer.then {
                ShapeThen::TurnOver(BallTurn::Jumps(directions))
                | ShapeThen::TurnEntry(BallTurn::Jumps(directions), _) => bytes(directions),
                _ => 0,
            };
            bytes(answers) + answers.iter().map(jumps).sum::<usize>()
        }
        Entry::Lemma(Lemma { cells, ring, less, more }) => {
            bytes(cells) + bytes(ring) + bytes(less) + bytes(more)
        }
    }
}
