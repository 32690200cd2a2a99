//! The budget of a search, and the reasons for an early end.
//!
//! Running out of budget is data, not an error: a search that stops says why and what it knows.

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
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
        })
    }
}

/// The clock is read once in so many nodes.
const NODES_PER_LOOK: u64 = 512;

/// The budget of a search. Clones share the node count and the stop switches, so that several searches can
/// spend one budget.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    most_nodes: u64,
    most_bytes: usize,
    spent: Arc<AtomicU64>,
    stopped: Vec<Arc<AtomicBool>>,
    next_look: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            deadline: None,
            most_nodes: u64::MAX,
            most_bytes: usize::MAX,
            spent: Arc::default(),
            stopped: Vec::new(),
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
        self.deadline = Instant::now().checked_add(time);
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
        self.stopped.push(stopped);
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

    /// Spends nodes; says if the search has to stop.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> Option<Stop> {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if spent > self.most_nodes {
            return Some(Stop::Nodes);
        }
        if spent < self.next_look {
            return None;
        }
        self.look()
    }

    /// Reads the clock and the switches now; for searches whose nodes may take long.
    pub fn look(&mut self) -> Option<Stop> {
        self.next_look = self.spent() + NODES_PER_LOOK;
        if self.stopped.iter().any(|switch| switch.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Stop::Time)
    }
}
