//! Strategies in which the winner never creates a board again.
//!
//! Under superko, which forbids creating a board again, a strategy that was found without superko
//! is good if the winner never creates a board again. The graph of boards says which board follows
//! which, up to symmetry. A board outside the cycles of this graph cannot come again. The strongly
//! connected components are small, mostly the two boards of a ko, which follow each other after
//! different moves.
//!
//! Within a component every path is followed, with the boards as they would lie on a line. A board
//! that the loser would create again is forbidden to the loser and needs no answer. If the winner
//! would create a board again, the winner's move is replaced by another winning move. Where no
//! other winning move is found the position is given up, and so are all positions from which the
//! loser can reach it; the winner avoids these positions. A position must not come again up to
//! symmetry either, whoever creates it, so that proofs can be written from their ends.
//!
//! The components are found depth-first (Gabow 2000), each after all components that it leads to;
//! the successors of a board are computed when the search reaches the board. So every board that
//! leads to a given-up position is treated later, and one pass corrects all of them.

use super::boards::{Boards, Name, OnBoards};
use super::strategy::{Entry, Strategy};
use super::walk::{Walk, boards};
use andor_certify::NoCertificate;
use andor_certify::Searcher;
use andor_checker::components::components;
use andor_core::{Class, Key, Symmetry};
use andor_search::Line;
use rustc_hash::{FxHashMap, FxHashSet};

/// Boards with at least this number in the order are done; the difference is their place in the
/// order.
const DONE: u32 = 1 << 31;

/// One of the positions `choices` needs another move of the winner's, or `start` is given up.
struct Again<P> {
    choices: Vec<P>,
    start: P,
}

/// A board on the path, and the boards that follow, as they lie.
struct Step<P> {
    key: Key,
    next: Vec<(Key, P)>,
    /// Does a given-up position follow?
    leads_astray: bool,
}

/// A board that is not done.
struct Open<P> {
    key: Key,
    board: P,
    /// The number of given-up positions when the path reached the board, if none of them followed.
    all_well: Option<usize>,
}

/// A position of a strongly connected component, in the standard picture of its board.
struct Node<P> {
    pos: P,
    is_winners: bool,
    board: usize,
    /// The next positions in the component, each with the symmetry that turns it into its picture.
    next: Vec<(usize, Symmetry)>,
}

impl<G: OnBoards> Walk<'_, G> {
    /// The position of an entry on a board; the symmetry turns the board into its standard picture.
    fn position(&self, board: &G::Position, entry: &Entry, symmetry: Symmetry) -> G::Position {
        self.game.with_rest(board, entry.rest, self.game.inverse(symmetry))
    }

    /// The moves that count in the position of an entry: the winner's chosen move, or all moves of
    /// the loser's.
    fn choices(
        &self,
        pos: &G::Position,
        entry: &Entry,
        symmetry: Symmetry,
        out: &mut Vec<G::Move>,
    ) {
        out.clear();
        match self.is_winners(pos) {
            true => out.extend(entry.mv.map(|number| self.lying(number, symmetry))),
            false => self.game.moves(pos, out),
        }
    }

    /// The boards that follow a board and are not done.
    fn step(&self, board: &G::Position) -> Step<G::Position> {
        let Class { key, symmetry } = self.game.class(board);
        let mut next: Vec<(Key, G::Position)> = Vec::new();
        let mut leads_astray = false;
        let mut moves = Vec::new();
        for entry in self.strategy.with_board(key) {
            let pos = self.position(board, &entry, symmetry);
            self.choices(&pos, &entry, symmetry, &mut moves);
            for &mv in &moves {
                let after = self.game.after(&pos, mv);
                let (name, _) = self.name(&after);
                let is_known = next.iter().any(|(known, _)| *known == name.board);
                if (name.board == key || is_known) && self.given_up.is_empty() {
                    continue;
                }
                match self.strategy.find(name) {
                    Some(entry) if entry.order < DONE && name.board != key && !is_known => {
                        next.push((name.board, self.game.board(self.boards, &after)));
                    }
                    Some(_) => {}
                    None => leads_astray |= self.given_up.contains(&name),
                }
            }
        }
        Step { key, next, leads_astray }
    }

    /// Puts all boards in order, a board after the boards that it leads to. Where the winner
    /// creates a board again or reaches a given-up position, the winner's move is replaced; where
    /// there is no other move the position is given up. Says whether nothing had to be changed:
    /// then the result is a strategy.
    pub fn put_in_order(
        &mut self,
        root: &G::Position,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<bool, NoCertificate> {
        let mut path: Vec<Step<G::Position>> = Vec::new();
        // The boards that are not done, and the numbers of those that begin parts.
        let mut open: Vec<Open<G::Position>> = Vec::new();
        let mut starts = Vec::new();
        let (mut count, mut done, mut is_well) = (0, DONE, true);
        let mut come = Some(self.game.board(self.boards, root));
        loop {
            if let Some(board) = come.take() {
                count += 1;
                searcher.step(|progress| self.so_far(progress))?;
                let step = self.step(&board);
                self.met += self.strategy.with_board(step.key).count();
                let all_well = (!step.leads_astray).then_some(self.given_up.len());
                self.strategy.set_order(step.key, count);
                open.push(Open { key: step.key, board, all_well });
                path.push(step);
                starts.push(count);
            }
            let Some(Step { key, next, .. }) = path.last_mut() else { break };
            if let Some((to, board)) = next.pop() {
                match self.strategy.order(to) {
                    0 => come = Some(board),
                    DONE.. => {}
                    order => while starts.pop_if(|start| *start > order).is_some() {},
                }
                continue;
            }
            let (key, order) = (*key, self.strategy.order(*key));
            path.pop();
            if starts.pop_if(|start| *start == order).is_none() {
                continue;
            }
            let first = open.iter().rposition(|open| open.key == key).unwrap_or(0);
            let part = open.split_off(first);
            let given_up = self.given_up.len();
            let changed = self.put_right(&part, searcher)?;
            is_well &= changed.is_empty() && self.given_up.len() == given_up;
            if changed.is_empty() {
                part.iter().for_each(|open| self.strategy.set_order(open.key, done));
                done += 1;
                continue;
            }
            // The part is looked at again with all that its new moves lead to.
            part.iter().for_each(|open| self.strategy.set_order(open.key, 0));
            let mut from = Vec::new();
            for pos in changed {
                let (name, symmetry) = self.name(&pos);
                let number = self.strategy.find(name).and_then(|entry| entry.mv);
                let mv = self.lying(number.ok_or(NoCertificate::Lost)?, symmetry);
                from.extend(self.after(&pos, mv)?);
            }
            self.complete(from, searcher)?;
            come = part.into_iter().next().map(|open| open.board);
        }
        Ok(is_well)
    }

    /// Replaces moves and gives up positions of a component until the winner creates no board of
    /// the component again and reaches no given-up position. Gives the positions with new moves,
    /// which must be examined again.
    fn put_right(
        &mut self,
        part: &[Open<G::Position>],
        searcher: &mut Searcher<'_, G>,
    ) -> Result<Vec<G::Position>, NoCertificate> {
        let mut changed = Vec::new();
        loop {
            let mut again = if part.len() > 1 { self.look_into(part) } else { Vec::new() };
            let is_well = |open: &Open<G::Position>| open.all_well == Some(self.given_up.len());
            for open in part.iter().filter(|open| !is_well(open)) {
                again.extend(self.led_astray(&open.board));
            }
            if again.is_empty() {
                return Ok(changed);
            }
            for Again { choices, start } in again {
                // What was just given up may have put this right as well.
                if choices.iter().chain([&start]).any(|pos| self.is_given_up(pos)) {
                    continue;
                }
                match self.choose_another(&choices, searcher)? {
                    Some(pos) => changed.push(pos),
                    None => self.give_up(self.name(&start).0),
                }
            }
            if !changed.is_empty() {
                return Ok(changed);
            }
        }
    }

    /// The positions with this board from which a given-up position follows: the winner needs
    /// another move there. Where the loser is to move there is no other move.
    fn led_astray(&self, board: &G::Position) -> Vec<Again<G::Position>> {
        let Class { key, symmetry } = self.game.class(board);
        let mut moves = Vec::new();
        let mut again = Vec::new();
        for entry in self.strategy.with_board(key) {
            let pos = self.position(board, &entry, symmetry);
            self.choices(&pos, &entry, symmetry, &mut moves);
            if moves.iter().any(|&mv| self.is_given_up(&self.game.after(&pos, mv))) {
                let choices = if self.is_winners(&pos) { vec![pos.clone()] } else { Vec::new() };
                again.push(Again { choices, start: pos });
            }
        }
        again
    }

    /// The moves by which the winner creates a board of a component again.
    fn look_into(&self, part: &[Open<G::Position>]) -> Vec<Again<G::Position>> {
        let mut nodes = Vec::new();
        let mut index = FxHashMap::default();
        let mut entries = Vec::new();
        for (board, Open { key, board: lying, .. }) in part.iter().enumerate() {
            let picture = self.game.map_position(self.game.class(lying).symmetry, lying);
            for entry in self.strategy.with_board(*key) {
                let pos = self.position(&picture, &entry, Symmetry::IDENTITY);
                let is_winners = self.is_winners(&pos);
                index.insert(Name { board: *key, rest: entry.rest }, nodes.len());
                nodes.push(Node { pos, is_winners, board, next: Vec::new() });
                entries.push(entry);
            }
        }
        let mut moves = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            self.choices(&nodes[i].pos, entry, Symmetry::IDENTITY, &mut moves);
            let follow = moves.iter().filter_map(|&mv| {
                let (name, symmetry) = self.name(&self.game.after(&nodes[i].pos, mv));
                Some((*index.get(&name)?, symmetry))
            });
            nodes[i].next = follow.collect();
        }
        let mut again = Vec::new();
        let edges: Vec<Vec<usize>> =
            nodes.iter().map(|node| node.next.iter().map(|(next, _)| *next).collect()).collect();
        let of = |start: usize, choices: &[usize]| Again {
            choices: choices.iter().map(|&node| nodes[node].pos.clone()).collect(),
            start: nodes[start].pos.clone(),
        };
        for mut circle in components(&edges) {
            if circle.len() > 1 {
                let start = circle[0];
                circle.retain(|&node| nodes[node].is_winners);
                again.push(of(start, &circle));
            }
        }
        let starts = 0..nodes.len();
        let back = starts.filter_map(|start| Some((start, self.comes_again(start, &nodes)?)));
        let mut back: Vec<(usize, Vec<usize>)> = back.collect();
        back.sort_unstable_by(|one, other| one.1.cmp(&other.1));
        back.dedup_by(|one, other| one.1 == other.1);
        again.extend(back.into_iter().map(|(start, choices)| of(start, &choices)));
        again
    }

    /// The positions of which one needs another move, if the winner creates the board of a node
    /// again after them. The loser may not create a board again.
    fn comes_again(&self, start: usize, nodes: &[Node<G::Position>]) -> Option<Vec<usize>> {
        let game = self.game;
        let mut seen = FxHashSet::default();
        // Nodes, with what turns the board as it would lie on the line into the picture of the
        // node, and from which of them the way came.
        let mut ways = vec![(start, Symmetry::IDENTITY, 0)];
        let mut open = vec![0];
        while let Some(way) = open.pop() {
            let (node, symmetry, _) = ways[way];
            for &(next, turn) in &nodes[node].next {
                let turned = game.compose(symmetry, turn);
                let comes = nodes[next].board == nodes[start].board && {
                    let on_the_line = game.map_position(game.inverse(turned), &nodes[next].pos);
                    game.same_stones(&on_the_line, &nodes[start].pos)
                };
                if comes && way > 0 && nodes[node].is_winners {
                    // Who could do something else to begin with does, else at the end or on the
                    // way.
                    let mut choices = vec![start];
                    let mut way = way;
                    while way > 0 {
                        choices.push(ways[way].0);
                        way = ways[way].2;
                    }
                    choices.retain(|&node| nodes[node].is_winners);
                    return Some(choices);
                }
                // The loser must not; and after a pass that node is looked at by itself.
                if !comes && seen.insert((next, turned)) {
                    open.push(ways.len());
                    ways.push((next, turned, way));
                }
            }
        }
        None
    }
}

impl Strategy {
    /// Is the line's position in the strategy, and are the boards that follow in the strategy new
    /// to the line?
    pub(super) fn goes_on<G: OnBoards>(
        &self,
        game: &G,
        kind: Boards,
        line: &mut Line<'_, G>,
    ) -> bool {
        let (name, _) = super::boards::name(game, kind, line.position());
        let rank = |board: &G::Position| {
            self.with_board(game.class(board).key).next().map(|entry| entry.order)
        };
        let boards = boards(game, kind, line);
        let Some(last) = boards.last() else { return false };
        let own = rank(last);
        let is_before =
            |board: &G::Position| board == last || rank(board).is_none_or(|r| Some(r) > own);
        self.find(name).is_some() && boards.iter().all(is_before)
    }
}
