//! Toy games and the capture of a block: uniformly random playouts.

use crate::Playout;
use andor_games::go::capture::Capture;
use andor_games::toy::graph::Graph;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_games::toy::tree::Tree;

impl<const W: usize> Playout for Capture<W> {}

impl Playout for Graph {
    /// Many a graph has a cycle that no move leaves, and a path without a cycle is short.
    fn longest(&self) -> u32 {
        32
    }
}

impl Playout for Mnk {}
impl Playout for Nim {}
impl Playout for Tree {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use andor_core::{Claim, Player, Repetition};

    #[test]
    fn laws_hold() {
        let claim = Claim::win(Player::Black);
        laws::playout(&Nim::new(&[3, 2, 1]), claim, 5, 1);
        laws::playout(&Mnk::new("3x3".parse().expect("a size"), 3), claim, 5, 1);
        let tree: Tree = "(B 1 (W -1 (W 0 ?)) (B 3))".parse().expect("a tree");
        laws::playout(&tree, claim, 5, 1);
        let mut rng = fastrand::Rng::with_seed(1);
        laws::playout(&Graph::random(8, Repetition::Forbidden, &mut rng), claim, 5, 1);
    }
}
