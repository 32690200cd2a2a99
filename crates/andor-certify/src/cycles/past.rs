//! The past of a root: the positions of its line before the proof begins.

use super::{Coverage, END, Graph, Node};
use crate::certified::{Certified, Start};
use crate::draft::Written;
use andor_checker::Entry;
use andor_checker::cycles::Cycles;
use andor_search::Line;

impl<G: Certified> Graph<'_, G> {
    /// Binds an empty graph to the line of its root: the positions before the root become nodes.
    pub(super) fn bind(&mut self, line: &mut Line<'_, G>) {
        self.lines = Coverage::OfRoot(line.ply());
        let played: Vec<G::Move> = line.played().collect();
        let mut gained = 0;
        for &mv in played.iter().rev() {
            line.undo();
            let pos = line.position();
            gained += self.gain(self.game.to_move(pos) == self.goal.winner(), mv);
            if self.is_mark(pos) {
                self.index.insert(self.game.key(pos), self.nodes.len());
                self.nodes.push(Node::Past(gained));
                self.reached.push(None);
            }
        }
        played.into_iter().for_each(|mv| line.play(mv));
    }

    /// Does a board play to this position close a cycle if the position was there before?
    fn is_mark(&self, pos: &G::Position) -> bool {
        self.game.picture(pos).passes == 0
    }

    /// Does a move to this node end the game, because the position is in the past of the root's
    /// proof?
    pub(super) fn is_past(&self, node: usize) -> bool {
        match &self.nodes[node] {
            Node::Past(_) => true,
            Node::Winner(pos, _) => {
                self.lines != Coverage::Any && node == self.root && self.is_mark(pos)
            }
            Node::Loser(..) | Node::Written(_) => false,
        }
    }

    /// Is a return to the positions of the line before an entry good for the winner?
    pub(super) fn suits_the_past(&mut self, line: &mut Line<'_, G>, start: &Start) -> bool {
        let entry = start.entry.and_then(|entry| self.draft.entry(entry));
        let Some(Entry::Position(entry)) = entry.filter(|_| self.cycles != Cycles::All) else {
            return true;
        };
        let played: Vec<G::Move> = line.played().collect();
        let (mut gained, mut suits) = (0, true);
        let mut legal = Vec::new();
        line.moves(&mut legal);
        let first = legal.into_iter().find(|&mv| Some(self.game.number(mv)) == start.first);
        let mut moves: Vec<G::Move> = played.iter().copied().chain(first).collect();
        while let Some(mv) = moves.pop() {
            if line.ply() > moves.len() {
                line.undo();
            }
            let pos = line.position();
            let winner_moves = self.game.to_move(pos) == self.goal.winner();
            gained += self.gain(winner_moves, mv);
            let name = (self.game.class(pos).key, self.goal.claim, self.goal.winner());
            let is_mark = self.is_mark(pos);
            suits &= match self.draft.positions.get(&name).filter(|_| is_mark) {
                Some(Written::Move(_, END)) => false,
                Some(Written::Entry(_, credit) | Written::Move(_, credit)) => {
                    credit.saturating_add(gained) >= entry.frame.credit as i64
                }
                None => true,
            };
        }
        played.into_iter().for_each(|mv| line.play(mv));
        suits
    }
}
