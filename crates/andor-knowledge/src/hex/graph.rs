//! The graph of one side's full connections.
//!
//! The nodes of the graph are the numbers of the ends that connections join: the two edges of the
//! side ([`EDGES`]), its blocks and the empty points. Two nodes are joined if the ends have a full
//! connection, touching ends among them. An end that became part of another end, or that the
//! opponent took, keeps its number and is joined to nothing.

use super::closure::Closure;
use super::ends;
use andor_games::points::Point;

/// The numbers of the two edges: top and bottom, or left and right. Every other end has a larger
/// number.
pub const EDGES: (u16, u16) = ends::EDGES;

/// The graph of the full connections that were found for one side.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a, const W: usize>(pub(super) &'a Closure<W>);

impl<const W: usize> Graph<'_, W> {
    /// How many numbers there are; 0 if the side's connections were not looked for.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.ends.count()
    }

    /// Is the end an edge or a block?
    #[inline]
    pub fn is_solid(&self, end: u16) -> bool {
        self.0.ends.is_solid(end)
    }

    /// Is the end an empty point?
    #[inline]
    pub fn is_empty_point(&self, end: u16) -> bool {
        self.0.ends.is_empty_point(end)
    }

    /// The number of the end that a point belongs to, unless an opponent's stone stands there.
    #[inline]
    pub fn number(&self, point: Point) -> Option<u16> {
        self.0.ends.number(point)
    }

    /// Calls `each` with the two ends of every joined pair, the smaller number first, and with the
    /// size of the pair's smallest carrier.
    pub fn each_joined(&self, each: impl FnMut(u16, u16, u16)) {
        self.0.each_connected(each);
    }
}
