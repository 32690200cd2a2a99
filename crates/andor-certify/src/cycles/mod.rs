//! Proofs of Go under rules that judge long cycles: one move of the winner's for each position.
//!
//! Under these rules nothing is forbidden because of the past, and the winner can win with a move that
//! depends on the position alone. A search may answer one position differently on different lines, so its
//! answers cannot be copied as they are. The answers form a graph: all positions that the replies lead to,
//! each with one or several moves that the search names.
//!
//! Then the *credits* of the format are computed: the least numbers that say how much worse than even a
//! way back to the position may be. Where the winner has several moves, the move that needs the least
//! credit counts. The credits of a strongly connected component of the graph are raised until nothing
//! changes, or until a credit exceeds what any way without a repetition could need.
//!
//! In the second case the moves of the component are circular: all verdicts are right, but the proof of A
//! uses B and the proof of B uses A, and the search did not keep the first proof. Then the search is asked
//! about all other moves in the positions of the component, and the winning moves are added to the graph.
//! In the worst case this adds every move after which the winner still wins, and among all of these moves
//! there is a strategy that does not look at the past.
//!
//! The same graph, in which no cycle is good for the winner, serves under superko where a win was found
//! without superko (`Search::proven_under_other_rules`): the search then names moves by which the winner
//! never creates a board again.

mod write;

use crate::certified::Certified;
use crate::draft::{Draft, Written};
use crate::goal::{Goal, NoCertificate, Solution};
use crate::leaves::settled;
use crate::searcher::Searcher;
use andor_checker::credit::Cycles;
use andor_checker::{Entry, Leaf, frames};
use andor_core::{Key, Symmetry};
use andor_search::{Line, Progress, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

const LOST: NoCertificate = NoCertificate::Lost;

/// The largest number of positions of a graph that is written.
const MOST_NODES: usize = 10_000_000;

/// The node budget of the first question whether a further move wins.
const FEWEST_NODES: u64 = 10_000;

/// The largest node budget of such a question: beyond it the question is hopeless or the whole budget is
/// spent.
const NODES_ENOUGH: u64 = 1 << 36;

/// The largest number of passes that the loser may be ahead of the winner on a way through a strongly
/// connected component.
const MOST_DEBT: i64 = 64;

/// The credit of a position in which the winner makes the last move that matters.
const END: i64 = i64::MIN;

/// The credit of a position from which the winner's moves are circular.
const NEVER: i64 = i64::MAX;

/// The start of a proof.
pub(crate) struct Start {
    /// The winner's first move, if the winner moves.
    pub(crate) first: Option<u16>,
    /// The entry that holds after the first move, if the game is not over and not settled.
    pub(crate) entry: Option<u64>,
    /// Does life settle the position after the first move?
    pub(crate) life: bool,
}

/// A position of the graph, in the standard picture of the position's class.
enum Node<G: Certified> {
    /// The loser is to move: all replies.
    Loser(G::Position, Vec<Step<G>>),
    /// The winner is to move: the moves that the search named.
    Winner(G::Position, Vec<Step<G>>),
    /// The position has an entry already.
    Written(Written),
}

/// A move and its result.
struct Step<G: Certified> {
    mv: G::Move,
    after: After,
}

/// The result of a move.
#[derive(Clone, Copy)]
enum After {
    /// The game is over, and the winner has won.
    Over,
    /// Knowledge settles the position.
    Leaf,
    /// The node of the next position, and the symmetry that turns the position into the node's picture.
    Node(u32, Symmetry),
}

impl After {
    /// The node, if there is one.
    fn node(self) -> Option<usize> {
        match self {
            After::Node(node, _) => Some(node as usize),
            After::Over | After::Leaf => None,
        }
    }
}

/// A graph under construction.
pub(crate) struct Graph<'a, G: Certified> {
    game: &'a G,
    goal: Goal,
    cycles: Cycles,
    draft: &'a mut Draft,
    nodes: Vec<Node<G>>,
    index: FxHashMap<Key, usize>,
    /// Nodes before this one are expanded.
    done: usize,
    credits: Vec<i64>,
    /// The entries and moves that were written about nodes.
    written: FxHashMap<usize, Written>,
}

impl<'a, G: Certified> Graph<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        goal: Goal,
        cycles: Cycles,
        draft: &'a mut Draft,
    ) -> Graph<'a, G> {
        Graph {
            game,
            goal,
            cycles,
            draft,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            done: 0,
            credits: Vec::new(),
            written: FxHashMap::default(),
        }
    }

    /// Writes the proof of the line's position, which is not over and not settled. The proof begins with
    /// the winner's best move if one is given.
    pub(crate) fn prove(
        mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
    ) -> Result<Start, NoCertificate> {
        if self.draft.has_ranks() {
            let pos = line.position().clone();
            let (root, symmetry) = self.strategy(searcher, &pos, best)?;
            self.write_in_order(root).ok_or(LOST)?;
            return self.start(root, symmetry).ok_or(LOST);
        }
        let pos = line.position().clone();
        let (root, symmetry) = self.strategy(searcher, &pos, best)?;
        self.write(root);
        let start = self.start(root, symmetry).ok_or(LOST)?;
        if self.suits_the_past(line, &start) { Ok(start) } else { Err(LOST) }
    }

    /// Finds a complete strategy of the winner for a position. Gives the node of the position, and the
    /// symmetry that turns the position into the node's picture.
    fn strategy(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        pos: &G::Position,
        best: Option<G::Move>,
    ) -> Result<(usize, Symmetry), NoCertificate> {
        let (root, symmetry) = self.node(pos);
        if let (Some(best), Node::Winner(..)) = (best, &self.nodes[root]) {
            self.name(root, self.game.map_move(symmetry, best))?;
        }
        let mut most_nodes = FEWEST_NODES;
        loop {
            self.complete(searcher)?;
            let circles = self.find_credits();
            if self.credits[root] != NEVER {
                return Ok((root, symmetry));
            }
            let mut again = Again { named: false, open: false };
            for part in circles {
                let Again { named, open } = self.ask_again(&part, most_nodes, searcher)?;
                again = Again { named: again.named | named, open: again.open | open };
            }
            match again {
                Again { named: true, .. } => {}
                Again { open: true, .. } if most_nodes > NODES_ENOUGH => {
                    return Err(NoCertificate::Stopped(Stop::Nodes));
                }
                Again { open: true, .. } => most_nodes *= 8,
                _ => return Err(LOST),
            }
        }
    }

    /// The node of a position, made if it is new, and the symmetry that turns the position into the node's
    /// picture.
    fn node(&mut self, pos: &G::Position) -> (usize, Symmetry) {
        let class = self.game.class(pos);
        let next = self.nodes.len();
        let node = *self.index.entry(class.key).or_insert(next);
        if node == next {
            let name = (class.key, self.goal.claim, self.goal.winner());
            let standard = || self.game.image(class.symmetry, pos);
            self.nodes.push(match self.draft.positions.get(&name) {
                Some(written) => {
                    self.written.insert(node, *written);
                    Node::Written(*written)
                }
                None if self.game.to_move(pos) == self.goal.winner() => {
                    Node::Winner(standard(), Vec::new())
                }
                None => Node::Loser(standard(), Vec::new()),
            });
        }
        (node, class.symmetry)
    }

    /// The result of a move in a position.
    fn after(&mut self, pos: &G::Position, mv: G::Move) -> Result<After, NoCertificate> {
        let mut line = Line::new(self.game, pos.clone());
        line.play(mv);
        if let Some(end) = line.verdict(self.goal.claim) {
            return if end == self.goal.verdict { Ok(After::Over) } else { Err(LOST) };
        }
        if settled(self.draft, self.game, line.position(), self.goal).is_some() {
            return Ok(After::Leaf);
        }
        let (node, symmetry) = self.node(line.position());
        Ok(After::Node(node as u32, symmetry))
    }

    /// The leaf that settles the position after a move.
    fn leaf(&self, pos: &G::Position, mv: G::Move) -> Option<Leaf> {
        let after = self.game.after(pos, mv);
        settled(self.draft, self.game, &after, self.goal).map(Leaf::Life)
    }

    /// Expands all new nodes, and the nodes that are added by this.
    fn complete(&mut self, searcher: &mut Searcher<'_, G>) -> Result<(), NoCertificate> {
        while self.done < self.nodes.len() {
            if self.nodes.len() > MOST_NODES {
                return Err(NoCertificate::TooLong(MOST_NODES as u64, "positions"));
            }
            let positions = Some(self.done as u64);
            searcher.step(|progress| Progress { strategy: positions, ..progress })?;
            let node = self.done;
            match &self.nodes[node] {
                Node::Written(_) => {}
                Node::Loser(pos, _) => {
                    let pos = pos.clone();
                    let mut moves = Vec::new();
                    self.game.moves(&pos, &mut moves);
                    let mut replies = Vec::with_capacity(moves.len());
                    for mv in moves {
                        replies.push(Step { mv, after: self.after(&pos, mv)? });
                    }
                    self.nodes[node] = Node::Loser(pos, replies);
                }
                Node::Winner(_, choices) if !choices.is_empty() => {}
                Node::Winner(pos, _) => {
                    let mut line = Line::new(self.game, pos.clone());
                    let mv = self.sound_move(&mut line, searcher)?;
                    self.name(node, mv)?;
                }
            }
            self.done += 1;
        }
        Ok(())
    }

    /// The winner's move on a line, remembered or searched for. The search is also asked about the
    /// position after the move, because one move that does not win spoils the whole graph.
    fn sound_move(
        &self,
        line: &mut Line<'_, G>,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<G::Move, NoCertificate> {
        let Goal { claim, verdict } = self.goal;
        let mv = searcher.winning_move(line, &Solution { claim, verdict, best: None })?;
        match searcher.verdict_after(line, mv, claim).map_err(NoCertificate::Stopped)? {
            found if found == verdict => Ok(mv),
            _ => searcher.move_found_by_trying(line, claim, verdict),
        }
    }

    /// Adds a move to the moves of a node with the winner to move; says whether the move is new.
    fn name(&mut self, node: usize, mv: G::Move) -> Result<bool, NoCertificate> {
        let Node::Winner(pos, choices) = &self.nodes[node] else { return Err(LOST) };
        if choices.iter().any(|choice| choice.mv == mv) {
            return Ok(false);
        }
        let pos = pos.clone();
        let after = self.after(&pos, mv)?;
        if let Node::Winner(_, choices) = &mut self.nodes[node] {
            choices.push(Step { mv, after });
        }
        Ok(true)
    }

    /// The amount by which a move may raise the credit.
    fn gain(&self, winner_moves: bool, mv: G::Move) -> i64 {
        let is_pass = usize::from(self.game.number(mv)) == self.draft.area();
        match (is_pass, winner_moves) {
            (false, _) => self.cycles.gain(0),
            (true, true) => self.cycles.gain(1),
            (true, false) => self.cycles.gain(-1),
        }
    }

    /// The credit that a node needs with the present credits of the next nodes. Where the loser moves all
    /// moves count, where the winner moves only the best move counts.
    fn asked_credit(&self, node: usize) -> i64 {
        let credit = |step: &Step<G>, winner_moves: bool| match step
            .after
            .node()
            .map_or(END, |next| self.credits[next])
        {
            known @ (END | NEVER) => known,
            known => known - self.gain(winner_moves, step.mv),
        };
        match &self.nodes[node] {
            Node::Written(Written::Entry(_, credit) | Written::Move(_, credit)) => *credit,
            Node::Loser(_, replies) => {
                let credits = replies.iter().map(|step| credit(step, false));
                credits.max().unwrap_or(0).max(0)
            }
            Node::Winner(_, choices) => {
                let credits = choices.iter().map(|step| credit(step, true));
                credits.min().unwrap_or(NEVER)
            }
        }
    }

    /// The nodes that follow a node.
    fn next(&self, node: usize) -> Vec<usize> {
        match &self.nodes[node] {
            Node::Written(_) => Vec::new(),
            Node::Loser(_, steps) | Node::Winner(_, steps) => {
                steps.iter().filter_map(|step| step.after.node()).collect()
            }
        }
    }

    /// Finds all credits. Gives the strongly connected components in which the winner's moves are
    /// circular.
    fn find_credits(&mut self) -> Vec<Vec<usize>> {
        let edges: Vec<Vec<usize>> = (0..self.nodes.len()).map(|node| self.next(node)).collect();
        self.credits = vec![0; self.nodes.len()];
        let mut circles = Vec::new();
        for part in frames::components(&edges) {
            let only = part[0];
            if part.len() == 1 && !edges[only].contains(&only) {
                self.credits[only] = self.asked_credit(only);
                continue;
            }
            // Nothing is asked where every cycle suits the winner.
            if self.cycles == Cycles::All {
                continue;
            }
            let leads_to_a_circle =
                part.iter().flat_map(|&node| &edges[node]).any(|&next| self.credits[next] == NEVER);
            self.go_round(&part, &edges);
            let is_circle = part.iter().any(|&node| self.credits[node] == NEVER);
            if is_circle && !leads_to_a_circle {
                circles.push(part);
            }
        }
        circles
    }

    /// Raises the credits of a strongly connected component until they are enough, or beyond all bounds.
    fn go_round(&mut self, part: &[usize], edges: &[Vec<usize>]) {
        let place: FxHashMap<usize, usize> =
            part.iter().enumerate().map(|(i, &node)| (node, i)).collect();
        // Where cycles must be better than even, credits count passes first and moves second.
        let unit = match self.cycles {
            Cycles::Ahead => self.cycles.gain(1) - self.cycles.gain(0),
            Cycles::All | Cycles::NotBehind | Cycles::None => NEVER,
        };
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); part.len()];
        let (mut most_units, mut most_rest) = (0, 0);
        for (i, &node) in part.iter().enumerate() {
            for &next in &edges[node] {
                match (place.get(&next), self.credits[next]) {
                    (Some(&to), _) => before[to].push(i),
                    (None, END | NEVER) => {}
                    (None, credit) => {
                        let credit = credit.max(0);
                        most_units = most_units.max(credit.div_euclid(unit));
                        most_rest = most_rest.max(credit.rem_euclid(unit));
                    }
                }
            }
            if matches!(self.nodes[node], Node::Winner(..)) {
                self.credits[node] = END;
            }
        }
        // A way without a repetition visits each node once.
        most_units += MOST_DEBT.min(part.len() as i64);
        most_rest += part.len() as i64 + 1;
        let mut open: Vec<usize> = (0..part.len()).rev().collect();
        let mut is_open = vec![true; part.len()];
        while let Some(i) = open.pop() {
            is_open[i] = false;
            let (node, old) = (part[i], self.credits[part[i]]);
            let mut credit = self.asked_credit(node);
            if matches!(self.nodes[node], Node::Loser(..)) && credit != NEVER {
                if credit.rem_euclid(unit) > most_rest {
                    credit = credit.div_euclid(unit).saturating_add(1).saturating_mul(unit);
                }
                if unit != NEVER && credit.div_euclid(unit) > most_units {
                    credit = NEVER;
                }
                credit = credit.max(old);
            }
            if credit == old {
                continue;
            }
            self.credits[node] = credit;
            for &earlier in &before[i] {
                if !std::mem::replace(&mut is_open[earlier], true) {
                    open.push(earlier);
                }
            }
        }
    }

    /// Asks the search for further winning moves in the positions of a component, each with this node
    /// budget. Says whether the search named a move, and whether it left a move open.
    fn ask_again(
        &mut self,
        part: &[usize],
        most_nodes: u64,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<Again, NoCertificate> {
        let mut again = Again { named: false, open: false };
        for &node in part {
            let Node::Winner(pos, choices) = &self.nodes[node] else { continue };
            let mut line = Line::new(self.game, pos.clone());
            let mut moves = Vec::new();
            line.moves(&mut moves);
            moves.retain(|mv| choices.iter().all(|choice| choice.mv != *mv));
            for mv in moves {
                let mut limited = searcher.budget.part(most_nodes);
                let mut searcher = searcher.with_budget(&mut limited);
                match searcher.verdict_after(&mut line, mv, self.goal.claim) {
                    Ok(verdict) if verdict == self.goal.verdict => {
                        again.named |= self.name(node, mv)?;
                    }
                    Ok(_) => {}
                    Err(Stop::Nodes) => again.open = true,
                    Err(stop) => return Err(NoCertificate::Stopped(stop)),
                }
            }
        }
        Ok(again)
    }

    /// The winner's choice that needs the least credit.
    fn best<'c>(&self, choices: &'c [Step<G>]) -> Option<&'c Step<G>> {
        choices.iter().min_by_key(|step| {
            let credit = step.after.node().map_or(END, |next| self.credits[next]);
            credit.saturating_sub(self.gain(true, step.mv))
        })
    }

    /// All nodes that the winner's choices lead to, each after a node with a move to it.
    fn needed(&self, root: usize) -> Vec<usize> {
        let (mut order, mut open) = (Vec::new(), vec![root]);
        let mut seen: FxHashSet<usize> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            order.push(node);
            let next = self.chosen(node).into_iter().map(|(next, _)| next);
            open.extend(next.filter(|next| seen.insert(*next)));
        }
        order
    }

    /// The position of a node, in its picture.
    fn position(&self, node: usize) -> Option<&G::Position> {
        match &self.nodes[node] {
            Node::Loser(pos, _) | Node::Winner(pos, _) => Some(pos),
            Node::Written(_) => None,
        }
    }

    /// The next nodes of a node if the winner makes the best choice, each with the symmetry that turns the
    /// position into the node's picture.
    fn chosen(&self, node: usize) -> Vec<(usize, Symmetry)> {
        let follows = |step: &Step<G>| match step.after {
            After::Node(next, symmetry) => Some((next as usize, symmetry)),
            After::Over | After::Leaf => None,
        };
        match &self.nodes[node] {
            Node::Written(_) => Vec::new(),
            Node::Loser(_, replies) => replies.iter().filter_map(follows).collect(),
            Node::Winner(_, choices) => self.best(choices).and_then(follows).into_iter().collect(),
        }
    }

    /// Is a return to the positions of the line before an entry good for the winner?
    fn suits_the_past(&self, line: &mut Line<'_, G>, start: &Start) -> bool {
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
            let is_mark = self.game.picture(pos).passes == 0;
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

/// The result of asking the search for further moves.
#[derive(Clone, Copy)]
struct Again {
    /// Whether a new move was named.
    named: bool,
    /// Whether a move was left open.
    open: bool,
}
