//! Percentiles of the share of the work that is done, by the share that a search measures. Written by
//! `cargo xtask fit forecast`.

use super::Kind;

/// A measured share, and the tenth, the fiftieth and the ninetieth percentile of the share of the work.
pub(super) type Knot = (f32, [f32; 3]);

/// The knots of each kind.
pub(super) const KNOTS: [(Kind, &[Knot]); 8] = [
    (Kind::ExpectedWork, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::Restarts, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::Dfpn, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::Pns, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::Mcts, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::AlphaBeta, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::DepthFirst, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
    (Kind::Moves, &[(0.0, [0.0, 0.0, 0.0]), (1.0, [0.5, 1.0, 1.0])]),
];
