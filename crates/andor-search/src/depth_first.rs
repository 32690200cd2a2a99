//! The plain reference: depth-first search of the whole tree, with no table and no knowledge.
//!
//! Every other search must agree with it on every small case. It tries moves in the game's order
//! and stops at the first that wins; the past is exactly that of the line.

use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::{Answer, Search};
use andor_core::{Claim, Game, Verdict};

/// The plain reference search.
#[derive(Debug, Default)]
pub struct DepthFirst {
    progress: Progress,
}

impl DepthFirst {
    fn verdict<G: Game>(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Result<Verdict, Stop> {
        self.progress.nodes += 1;
        if let Some(stop) = budget.spend(1) {
            return Err(stop);
        }
        if let Some(verdict) = line.verdict(claim) {
            return Ok(verdict);
        }
        if self.progress.nodes.is_multiple_of(1 << 16) {
            observer.progress(&self.progress);
        }
        let mover = line.to_move();
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let mut result = Verdict::for_winner(claim, mover.other());
        if moves.is_empty() {
            result = claim.judge(line.game().stuck(line.position()));
        }
        let mut best = None;
        for mv in moves {
            line.play(mv);
            let verdict = self.verdict(line, claim, budget, observer);
            line.undo();
            let verdict = verdict?;
            if verdict.winner(claim) == mover {
                result = verdict;
                best = Some(mv);
                break;
            }
        }
        self.progress.expansions += 1;
        self.progress.solved += 1;
        observer.solved(line.position(), result, best);
        Ok(result)
    }
}

impl<G: Game> Search<G> for DepthFirst {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer {
        match self.verdict(line, claim, budget, observer) {
            Ok(verdict) => Answer::Solved(verdict),
            Err(stop) => Answer::Stopped(stop),
        }
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Player, Repetition};
    use andor_games::toy::graph::{Graph, Node};
    use andor_games::toy::nim::Nim;
    use andor_games::toy::tree::Tree;

    fn answer<G: Game>(game: &G, claim: Claim) -> Answer {
        let mut line = Line::new(game, game.start());
        DepthFirst::default().solve(&mut line, claim, &mut Budget::unlimited(), &mut ())
    }

    #[test]
    fn trees_are_solved() {
        let check = |text: &str, claim, expected| {
            let tree: Tree = text.parse().expect("a tree");
            assert_eq!(answer(&tree, claim), Answer::Solved(expected), "{text}");
        };
        check("(B -1 (W 1 1))", Claim::win(Player::Black), Verdict::Proven);
        check("(B -1 (W 1 0))", Claim::win(Player::Black), Verdict::Disproven);
        check("(B -1 (W 1 0))", Claim::win(Player::White), Verdict::Disproven);
        check("(W ? ?)", Claim::win(Player::White), Verdict::Disproven);
    }

    #[test]
    fn nim_follows_bouton() {
        for heaps in [[1, 2, 3], [1, 1, 0], [2, 3, 3], [0, 0, 1]] {
            let nim = Nim::new(&heaps);
            let expected = Verdict::for_winner(Claim::win(Player::Black), nim.winner(&nim.start()));
            assert_eq!(answer(&nim, Claim::win(Player::Black)), Answer::Solved(expected));
        }
    }

    /// A player whose only move is banned has lost.
    #[test]
    fn who_is_stuck_has_lost() {
        let node = |player, edges: &[usize]| Node {
            player,
            edges: edges.to_vec(),
            outcome: andor_core::Outcome::DRAW,
        };
        let nodes = vec![node(Player::Black, &[1]), node(Player::White, &[0])];
        let graph = Graph::new(nodes, Repetition::Forbidden);
        assert_eq!(answer(&graph, Claim::win(Player::Black)), Answer::Solved(Verdict::Proven));
    }
}
