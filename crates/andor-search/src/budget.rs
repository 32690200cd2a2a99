//! The budget of a search, and the reasons for an early end.
//!
//! Running out of budget is data, not an error: a search that stops says why and what it knows.

use andor_core::Halt;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is up.
    Time,
    /// The nodes are spent.
    Nodes,
    /// The memory is full of entries that cannot be dropped.
    Memory,
    /// The caller asked the search to stop.
    Interrupted,
    /// The search tries only some moves, and has tried all of them.
    Exhausted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Exhausted => "exhausted",
        })
    }
}

/// The clock is read once in so many nodes. A node without long computations takes up to 50 µs.
const NODES_PER_LOOK: u64 = 64;

/// The budget of a search. Clones share the node count and the stop switches, so that several
/// searches can spend one budget.
#[derive(Clone, Debug)]
pub struct Budget {
    end: Arc<End>,
    most_nodes: u64,
    most_bytes: usize,
    spent: Arc<AtomicU64>,
    next_look: u64,
}

/// When a budget ends, whatever is left of it.
#[derive(Debug, Default)]
struct End {
    deadline: Option<Instant>,
    /// How many nanoseconds before the deadline the search ends.
    reserve: Arc<AtomicU64>,
    switches: Vec<Arc<AtomicBool>>,
    /// Set by the first look that finds the end. Long computations look by themselves, so that the
    /// next node stops although its turn to look has not come.
    found: AtomicBool,
}

impl End {
    /// The same end without a look so far.
    fn renewed(&self) -> End {
        let (reserve, switches) = (self.reserve.clone(), self.switches.clone());
        End { deadline: self.deadline, reserve, switches, ..End::default() }
    }

    /// The time that is left.
    fn left(&self) -> Option<Duration> {
        let reserve = Duration::from_nanos(self.reserve.load(Ordering::Relaxed));
        let left = self.deadline?.saturating_duration_since(Instant::now());
        Some(left.saturating_sub(reserve))
    }

    /// Reads the switches and the clock.
    fn look(&self) -> Option<Stop> {
        let stop = if self.switches.iter().any(|switch| switch.load(Ordering::Relaxed)) {
            Some(Stop::Interrupted)
        } else {
            self.left().filter(Duration::is_zero).map(|_| Stop::Time)
        };
        if stop.is_some() {
            self.found.store(true, Ordering::Relaxed);
        }
        stop
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            end: Arc::default(),
            most_nodes: u64::MAX,
            most_bytes: usize::MAX,
            spent: Arc::default(),
            next_look: 0,
        }
    }
}

impl Budget {
    /// Everything: no limit.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Stops after this time, counted from now.
    pub fn time(mut self, time: Duration) -> Budget {
        let deadline = Instant::now().checked_add(time);
        self.end = Arc::new(End { deadline, ..self.end.renewed() });
        self
    }

    /// Stops after this many nodes.
    pub fn nodes(mut self, nodes: u64) -> Budget {
        self.most_nodes = nodes;
        self
    }

    /// A part of what is left: at most this many nodes more.
    pub fn part(&self, nodes: u64) -> Budget {
        let most_nodes = self.most_nodes.min(self.spent().saturating_add(nodes));
        Budget { most_nodes, ..self.clone() }
    }

    /// Keeps tables and trees below this many bytes.
    pub fn memory(mut self, bytes: usize) -> Budget {
        self.most_bytes = bytes;
        self
    }

    /// Stops when this switch is set; a budget may have several.
    pub fn switch(mut self, stopped: Arc<AtomicBool>) -> Budget {
        let mut end = self.end.renewed();
        end.switches.push(stopped);
        self.end = Arc::new(end);
        self
    }

    /// The most bytes that tables and trees may take.
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Nodes spent so far by all searches that share the budget.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The time that is left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.end.left()
    }

    /// From now on all clones stop so much before the time is up, so that what comes after the
    /// search is in time.
    pub fn reserve(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.end.reserve.store(nanoseconds, Ordering::Relaxed);
    }

    /// The budget of what comes after the search: all the time that is left, with what was
    /// reserved, whatever switch has ended the search.
    pub fn after_search(&self) -> Budget {
        let end = Arc::new(End { deadline: self.end.deadline, ..End::default() });
        Budget { end, ..self.clone() }
    }

    /// The nodes that are left.
    pub fn nodes_left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.spent())
    }

    /// Spends nodes; says if the search has to stop.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Option<Stop> {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent > self.most_nodes {
            return Some(Stop::Nodes);
        }
        if spent < self.next_look && !self.has_ended() {
            return None;
        }
        self.look()
    }

    /// Reads the clock and the switches now; for searches whose nodes may take long.
    pub fn look(&mut self) -> Option<Stop> {
        self.next_look = self.spent() + NODES_PER_LOOK;
        self.end.look()
    }

    /// Has a look found the end? Then a computation inside a node may have ended early.
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.end.found.load(Ordering::Relaxed)
    }

    /// A handle for computations inside a node, due when the time is up or a switch is set. Every
    /// search gives the handle to its plugs.
    pub fn halt(&self) -> Halt {
        let end = self.end.clone();
        Halt::when(move || end.look().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A computation inside a node that sees the end stops the search at its next node.
    #[test]
    fn an_end_seen_inside_a_node_stops_the_next_node() {
        let switch = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::unlimited().switch(switch.clone());
        let halt = budget.halt();
        assert_eq!((budget.spend(1), halt.is_due()), (None, false));
        switch.store(true, Ordering::Relaxed);
        assert_eq!(budget.spend(1), None, "the next look is far away");
        assert!(!budget.has_ended() && halt.is_due() && budget.has_ended());
        assert_eq!(budget.clone().spend(1), Some(Stop::Interrupted));
        assert_eq!(budget.spend(1), Some(Stop::Interrupted));
    }

    /// A search ends before the time that is reserved, and what comes after it has this time.
    #[test]
    fn reserved_time_is_for_what_comes_after() {
        let hour = Duration::from_secs(3600);
        let budget = Budget::unlimited().time(hour);
        let mut search = budget.clone().switch(Arc::default());
        assert_eq!(search.look(), None);
        budget.reserve(2 * hour);
        assert_eq!((search.look(), search.time_left()), (Some(Stop::Time), Some(Duration::ZERO)));
        assert_eq!(budget.after_search().look(), None);
    }

    /// The end of a part is no end of the whole.
    #[test]
    fn a_shorter_time_ends_only_the_part() {
        let mut whole = Budget::unlimited();
        let mut part = whole.clone().time(Duration::ZERO);
        assert_eq!((part.look(), part.halt().is_due()), (Some(Stop::Time), true));
        assert_eq!((whole.spend(1), whole.halt().is_due()), (None, false));
    }
}
