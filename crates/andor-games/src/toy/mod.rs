//! Small games, for tests and for learning: explicit trees and graphs, m,n,k, and nim.

pub mod graph;
pub mod mnk;
pub mod nim;
pub mod tree;
