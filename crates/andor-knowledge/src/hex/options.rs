//! The options of virtual connections.

/// Limits on the connections that are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The largest number of semi connections of two ends, neither of which is an edge.
    pub semis: u16,
    /// The largest number of semi connections of an edge and another end; the two edges may have
    /// any number.
    pub edge_semis: u16,
    /// Allow overlaps in captured pairs of points; without this option only the plain AND and OR
    /// rules are used.
    pub captured: bool,
    /// How many recent positions are kept besides the present position, so that the next position
    /// can be computed from one of them
    /// ([`Connections::update`](super::connections::Connections::update)).
    pub recent: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { semis: 8, edge_semis: 32, captured: true, recent: 8 }
    }
}

impl Options {
    /// Only the plain AND and OR rules.
    pub fn plain() -> Options {
        Options { captured: false, ..Options::default() }
    }
}
