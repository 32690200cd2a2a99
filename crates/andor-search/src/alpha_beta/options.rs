//! The options of alpha-beta. The defaults were chosen on Go boards of 12 to 25 points.

/// The step from an iteration to the next one, by the depth of the iteration. With steps of one ply
/// the two sides would have the last move in turn, and a late iteration costs hardly more than the
/// iteration before.
const STEPS: [(u16, u16); 3] = [(9, 2), (13, 4), (u16::MAX, 6)];

/// The number of plies by which the next iteration is deeper, before the options shorten the step.
pub(super) fn step(depth: u16) -> u16 {
    STEPS.iter().find(|(until, _)| depth < *until).map_or(1, |(_, step)| *step)
}

/// The options of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// With more moves than this at the root a step is at most `longest_of_many` plies. With that
    /// limit two threads solve 5x5 Go with 927 to 1,199 million nodes; with steps of six 947
    /// million did not solve it.
    pub many_moves: usize,
    /// The longest step with more than `many_moves` moves at the root.
    pub longest_of_many: u16,
    /// The longest step with fewer moves at the root.
    pub longest_of_few: u16,
    /// The aspiration bound: an iteration measures a gain of the player who seems ahead up to this
    /// much over the value of the last iteration. A larger gain is cut off.
    pub gain: i32,
    /// The gain is bounded from this depth on; iterations before search with the full window.
    pub bounded_from: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            many_moves: 21,
            longest_of_many: 4,
            longest_of_few: u16::MAX,
            gain: 20,
            bounded_from: 9,
        }
    }
}

impl Options {
    /// The longest step with this many moves at the root.
    pub(super) fn longest_step(&self, moves: usize) -> u16 {
        if moves > self.many_moves { self.longest_of_many } else { self.longest_of_few }
    }
}
