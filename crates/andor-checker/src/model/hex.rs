//! Hex in certificates, as plain data: patterns, their proofs, and lemmas.

use super::player::Player;
use super::points::PointSet;
use super::reference::Reference;

/// The most cells of a lemma.
pub(crate) const MOST_CELLS: usize = 4;

/// The most neighbours of the cells of a lemma.
pub(crate) const MOST_NEIGHBOURS: usize = 10;

/// An answer of a pattern: a move of the winner's and the entry that holds after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatternAnswer {
    /// The winner's move.
    pub point: u16,
    /// The entry that holds after the move.
    pub reference: Reference,
}

/// How an entry of Hex is proven.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// Sort 0: the winner's threats; none if the need joins the ends.
    Answers(Vec<PatternAnswer>),
    /// Sort 2: parts from one end to the other.
    Chain(Vec<Reference>),
    /// Sort 3: points that may be taken for the winner's.
    Capture(Vec<u16>, Reference),
    /// Sort 5: cells that lemmas, one after the other, fill in.
    Fill(Vec<Placed>, Reference),
    /// Sort 6: the winner's threats, and lemmas about other moves of the loser's.
    Drops(Vec<PatternAnswer>, Vec<Placed>),
}

/// The owner of the stone on a cell of a lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// No owner; beside the cells: nothing is known.
    Nobody,
    /// The winner's.
    Winner,
    /// The loser's.
    Loser,
}

/// Sort 4: a fact about a few cells of Hex that holds wherever they lie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lemma {
    /// The cells: columns to the right, rows down.
    pub cells: Vec<[u8; 2]>,
    /// The known content of their neighbours, row by row from the top left.
    pub ring: Vec<Side>,
    /// The first position on the cells: if the winner wins with this position ...
    pub less: Vec<Side>,
    /// ... then also with this one.
    pub more: Vec<Side>,
}

/// A lemma at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The lemma, and a symmetry of the lattice.
    pub lemma: Reference,
    /// The place of its first cell.
    pub at: u16,
}

/// The statement of an entry of Hex: the winner, moving second, joins two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The player who joins the ends.
    pub winner: Player,
    /// Points of the need, or edges: the number of points for the first, one more for the second.
    pub ends: [u16; 2],
    /// Points without a stone of the loser's.
    pub zone: PointSet,
    /// Points with a stone of the winner's.
    pub need: PointSet,
}

/// An entry of Hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The statement.
    pub link: Link,
    /// Its proof.
    pub proof: Proof,
}
