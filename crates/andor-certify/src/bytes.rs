//! Estimates of the memory that maps take.

use rustc_hash::FxHashMap;

/// Bytes of a map: one byte more for each slot, and an eighth of the slots free. A map that grows
/// with the next entry has twice as many slots beside the old ones meanwhile.
pub(crate) fn map_bytes<K, V>(map: &FxHashMap<K, V>) -> usize {
    let bytes = (size_of::<(K, V)>() + 1) * map.capacity() / 7 * 8;
    if map.len() < map.capacity() { bytes } else { 3 * bytes }
}
