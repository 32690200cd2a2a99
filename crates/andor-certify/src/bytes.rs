//! Estimates of the memory that maps take.

use rustc_hash::FxHashMap;

/// Bytes of a map: one byte more for each slot, and an eighth of the slots free.
pub(crate) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    (size_of::<(K, V)>() + 1) * map.capacity() / 7 * 8
}

/// Bytes that a map takes in addition while it grows, if the next entry makes it grow: twice its slots, beside
/// the old ones.
pub(crate) fn growing_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    if map.len() < map.capacity() { 0 } else { 2 * map_bytes(map) }
}
