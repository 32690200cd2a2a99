//! Strategies that need no superko: the winner makes no board again.
//!
//! Under rules that forbid to make a board again a strategy that was found without them ([`crate::lenient`])
//! is good if the winner never does. Which boards follow which is a graph, up to symmetry. Where it
//! leads nowhere into itself no board comes again. The other parts are small, mostly the two boards of a
//! ko, which follow each other after different moves. There every way is followed, with the boards as they
//! would lie on a line: a board that the loser makes again is forbidden to the loser and needs no answer;
//! if the winner makes one the move is given up for another that wins.

use super::{Again, FEWEST_NODES, Graph, LOST, Node, Step};
use crate::certificate::{NoCertificate, Recorder};
use crate::certified::Certified;
use crate::engine::Engine;
use andor_checker::{PointSet, frames};
use andor_core::{Key, Symmetry};
use andor_search::{Budget, Line};
use rustc_hash::{FxHashMap, FxHashSet};

/// So often moves that lead back are given up for others.
const MOST_ROUNDS: usize = 16;

/// Moves, each from one position to another, by their numbers.
type Turns = Vec<(usize, usize)>;

impl<G: Certified> Graph<'_, G> {
    /// The boards that come up in a strategy by which the winner makes none again, nor one of the line; and
    /// the winner's first move, if it is theirs.
    pub(crate) fn boards_in_order(
        mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
        budget: &mut Budget,
    ) -> Result<(Ordered, Option<G::Move>), NoCertificate> {
        let (root, symmetry, boards) = self.orderly(engine, line, best, budget)?;
        let back = self.game.inverse(symmetry);
        let first = match &self.nodes[root] {
            Node::Winner(_, choices) => self.best(choices),
            _ => None,
        };
        Ok((boards, first.map(|step| self.game.map_move(back, step.mv))))
    }

    /// Finds a strategy by which the winner makes no board again: its root, what turns the position into its
    /// picture, and the boards. Moves that lead back are given up for others.
    pub(super) fn orderly(
        &mut self,
        engine: &mut dyn Engine<G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
        budget: &mut Budget,
    ) -> Result<(usize, Symmetry, Ordered), NoCertificate> {
        let pos = line.position().clone();
        for _ in 0..MOST_ROUNDS {
            let (root, symmetry) = self.strategy(engine, &pos, best, budget)?;
            let again = match self.in_order(root, line).ok_or(LOST)? {
                Ok(boards) => return Ok((root, symmetry, boards)),
                Err(again) => again,
            };
            for (node, next) in again {
                self.refuse(node, next);
                let mut most_nodes = FEWEST_NODES;
                while let Again { named: false, open: true } =
                    self.ask_again(&[node], most_nodes, engine, budget)?
                {
                    most_nodes *= 8;
                }
            }
        }
        Err(LOST)
    }

    /// Takes a choice out that leads to a node.
    fn refuse(&mut self, node: usize, next: usize) {
        let Node::Winner(_, choices) = &mut self.nodes[node] else { return };
        let leads = |step: &Step<G>| step.after.node() == Some(next);
        let refused = self.refused.entry(node).or_default();
        refused.extend(choices.iter().filter(|step| leads(step)).map(|step| step.mv));
        choices.retain(|step| !leads(step));
    }

    /// The boards after the line, put in order; or the moves by which the winner makes some of them again.
    /// Passes leave the board as it is. None if a board of the line may come again.
    fn in_order(&mut self, root: usize, line: &mut Line<'_, G>) -> Option<Result<Ordered, Turns>> {
        let past = boards(self.recorder, self.game, line);
        let mut positions = FxHashSet::default();
        let mut board_of = FxHashMap::default();
        let (mut edges, mut with) = (Vec::new(), Vec::new());
        let needed = self.needed(root);
        for &node in &needed {
            positions.insert(self.game.class(self.position(node)?).key);
            let board = self.board(node)? as usize;
            board_of.insert(node, board);
            if edges.len() <= board {
                edges.resize(board + 1, Vec::new());
                with.resize(board + 1, Vec::new());
            }
            with[board].push(node);
        }
        let is_needed =
            |board: &Board| with.get(board.class as usize).is_some_and(|w| !w.is_empty());
        if past.iter().any(|board| Some(board) != past.last() && is_needed(board)) {
            return None;
        }
        for node in &needed {
            let others = self.chosen(*node).into_iter().map(|(next, _)| board_of[&next]);
            edges[board_of[node]].extend(others.filter(|other| *other != board_of[node]));
        }
        let (mut ranks, mut again) = (vec![0; edges.len()], Vec::new());
        for (rank, part) in frames::components(&edges).iter().enumerate() {
            part.iter().for_each(|&board| ranks[board] = rank);
            // The two boards of a ko follow each other, but seldom does one come again on one line.
            if part.len() > 1 {
                let nodes = part.iter().flat_map(|&board| with[board].iter().copied());
                let here: FxHashMap<usize, usize> =
                    nodes.map(|node| (node, board_of[&node])).collect();
                again.extend(here.keys().filter_map(|&node| self.comes_again(node, &here)));
            }
        }
        again.sort_unstable();
        again.dedup();
        Some(if again.is_empty() { Ok(Ordered { positions, ranks }) } else { Err(again) })
    }

    /// A move by which the winner makes the board of a node again after others, all of them in nodes of
    /// which the classes of the boards are given. The loser must not.
    fn comes_again(&self, start: usize, here: &FxHashMap<usize, usize>) -> Option<(usize, usize)> {
        let game = self.game;
        let board = game.picture(self.position(start)?).stones;
        let mut seen = FxHashSet::default();
        // Nodes, with what turns the board as it would lie on the line into the picture of the node.
        let mut open = vec![(start, Symmetry::IDENTITY, true)];
        while let Some((node, symmetry, is_same)) = open.pop() {
            for (next, turn) in self.chosen(node) {
                if !here.contains_key(&next) {
                    continue;
                }
                let turned = game.then(symmetry, turn);
                let comes = here[&next] == here[&start] && {
                    let on_the_line = game.image(game.inverse(turned), self.position(next)?);
                    game.picture(&on_the_line).stones == board
                };
                match (is_same, comes) {
                    (false, true) if matches!(self.nodes[node], Node::Winner(..)) => {
                        // Who could do something else to begin with does.
                        let first = matches!(self.nodes[start], Node::Winner(..));
                        let way =
                            if first { self.chosen(start).pop().map(|step| step.0) } else { None };
                        return Some(way.map_or((node, next), |way| (start, way)));
                    }
                    (false, true) => {}
                    // After a pass; that node is looked at by itself.
                    (true, true) => {}
                    _ if seen.insert((next, turned)) => open.push((next, turned, false)),
                    _ => {}
                }
            }
        }
        None
    }

    /// The number of the class of a node's board.
    fn board(&mut self, node: usize) -> Option<u32> {
        let (Node::Loser(pos, _) | Node::Winner(pos, _)) = &self.nodes[node] else { return None };
        self.recorder.mark_class(self.game, pos)
    }
}

/// A board as it lies on a line, and the number of its class.
#[derive(PartialEq, Eq)]
struct Board {
    class: u32,
    stones: [PointSet; 2],
}

/// The boards of a line, from its start to the position reached.
fn boards<G: Certified>(recorder: &mut Recorder, game: &G, line: &mut Line<'_, G>) -> Vec<Board> {
    let played: Vec<G::Move> = line.played().collect();
    let mut board = |pos: &G::Position| {
        let class = recorder.mark_class(game, pos)?;
        Some(Board { class, stones: game.picture(pos).stones })
    };
    let mut boards = Vec::from_iter(board(line.position()));
    for _ in &played {
        line.undo();
        boards.extend(board(line.position()));
    }
    played.into_iter().for_each(|mv| line.play(mv));
    boards.reverse();
    boards
}

/// The positions of a strategy and the order of their boards, up to symmetry.
pub(crate) struct Ordered {
    positions: FxHashSet<Key>,
    /// By the number of a board's class: no more than any from which it is reached.
    ranks: Vec<usize>,
}

impl Ordered {
    /// Whether the line's position is one of the strategy, and what follows it there is new to the line.
    pub(crate) fn go_on<G: Certified>(
        &self,
        recorder: &mut Recorder,
        game: &G,
        line: &mut Line<'_, G>,
    ) -> bool {
        let boards = boards(recorder, game, line);
        let rank = |board: &Board| self.ranks.get(board.class as usize);
        let Some(last) = boards.last() else { return false };
        let is_before =
            |board: &Board| board == last || rank(board).is_none_or(|r| Some(r) > rank(last));
        self.positions.contains(&game.class(line.position()).key) && boards.iter().all(is_before)
    }
}
