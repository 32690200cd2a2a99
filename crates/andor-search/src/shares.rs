//! The shares of a search's memory budget: for tables, patterns, shapes and lists.

/// One part in so many of a memory of solved positions is for verdicts that need no replay.
const TIMELESS_SHARE: usize = 4;

/// One part in so many of a memory with zones is for shapes.
const SHAPES_SHARE: usize = 4;

/// One part in so many of the memory that threads of `dfpn` share is for lists of moves.
const LIST_SHARE: usize = 4;

/// The share of a memory of solved positions in the bytes of its search; the tree or table gets the
/// rest.
pub fn of_memory(bytes: usize) -> usize {
    bytes / 2
}

/// The share of verdicts that need no replay in a memory of solved positions.
pub fn of_timeless(bytes: usize) -> usize {
    bytes / TIMELESS_SHARE
}

/// The share of the positions themselves in a memory of solved positions.
pub fn without_timeless(bytes: usize) -> usize {
    bytes - of_timeless(bytes)
}

/// The share of shapes in a memory with zones.
pub fn of_shapes(bytes: usize) -> usize {
    bytes / SHAPES_SHARE
}

/// The share of the lists of moves in the memory that threads of `dfpn` share.
pub fn of_lists(bytes: usize) -> usize {
    bytes / LIST_SHARE
}
