//! Options of the connections.

/// How far connections are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many semi connections two ends may have, neither of which is an edge.
    pub semis: u16,
    /// How many semi connections an edge and another end may have; the two edges may have any
    /// number.
    pub edge_semis: u16,
    /// Count captured pairs of points twice; without it only the plain AND and OR rules are used.
    pub captured: bool,
    /// How many recent positions are kept besides the present one, so that the next can be found from
    /// one of them ([`Connections::update`](super::connections::Connections::update)).
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
