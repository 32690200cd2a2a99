//! The division of the memory: all shares of `--memory`.
//!
//! `--memory` is the whole. With a certificate a quarter of the whole is for the certificate.
//! Knowledge that keeps much gets a part of each thread's memory. The remaining memory for
//! searching is divided among the threads; a table that threads share takes one part for all of
//! them. Each search divides its part further, by the shares that it documents
//! ([`andor_search::shares`]).

use andor_search::shares;

/// Memory in bytes, to be divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    whole: usize,
    certificate: usize,
    /// The part of each thread's knowledge, if it has a limit.
    knowledge: Option<usize>,
    threads: usize,
}

/// A certificate gets one part in so many of the whole.
const CERTIFICATE_SHARE: usize = 4;

/// Strategies get one part in so many of a search's memory under superko.
const STRATEGY_SHARE: usize = 4;

impl Room {
    /// So many bytes for so many threads.
    pub fn new(whole: usize, threads: usize) -> Room {
        Room { whole, certificate: 0, knowledge: None, threads: threads.max(1) }
    }

    /// The same, with a certificate to be written.
    pub fn with_certificate(self) -> Room {
        Room { certificate: self.whole / CERTIFICATE_SHARE, ..self }
    }

    /// The same, with so many bytes for the knowledge of each thread.
    pub fn with_knowledge(self, bytes: usize) -> Room {
        Room { knowledge: Some(bytes), ..self }
    }

    /// The memory of a certificate.
    pub fn certificate(self) -> usize {
        self.certificate
    }

    /// The memory of the knowledge of each thread.
    pub fn knowledge(self) -> usize {
        self.knowledge.unwrap_or(usize::MAX)
    }

    /// The memory of the tables and trees of all searches together.
    pub fn searching(self) -> usize {
        let knowledge = self.knowledge.unwrap_or(0).saturating_mul(self.threads);
        (self.whole - self.certificate).saturating_sub(knowledge)
    }

    /// The memory of each thread.
    pub fn of_a_thread(self) -> usize {
        self.searching() / self.threads
    }

    /// How many threads there are.
    pub fn threads(self) -> usize {
        self.threads
    }

    /// The table of proof numbers and the lists of moves that threads of `dfpn` share.
    pub fn numbers(self) -> usize {
        self.searching() / 2
    }

    /// Solved positions that threads share, besides each thread's verdicts that need no replay.
    pub fn solved(self) -> usize {
        shares::without_timeless(self.searching() / 2)
    }

    /// Patterns of solved positions, shared by threads.
    pub fn patterns(self) -> usize {
        self.searching() / 2
    }

    /// The tables of the games without superko, without the share of strategies.
    pub fn beside_strategies(bytes: usize) -> usize {
        bytes - bytes / STRATEGY_SHARE
    }

    /// Strategies under superko, of all threads together.
    pub fn strategies(self) -> usize {
        self.searching() - Room::beside_strategies(self.searching())
    }
}
