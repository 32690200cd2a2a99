//! Proofs of Go under rules that judge long cycles: one move of the winner's for each position.
//!
//! Under these rules nothing is forbidden because of the past, and the winner can win with a move
//! that depends on the position alone. A search may answer one position differently on different
//! lines, so its answers cannot be copied as they are. The answers form a graph: all positions that
//! the replies lead to, each with one or several moves that the search names.
//!
//! Then the *credits* of the format are computed: the least numbers that say how much worse than
//! even a way back to the position may be. Where the winner has several moves, the move that needs
//! the least credit counts. The credits of a strongly connected component of the graph are raised
//! until nothing changes, or until a credit exceeds what any way without a repetition could need.
//!
//! In the second case the moves of the component are circular: all verdicts are right, but the
//! proof of A uses B and the proof of B uses A, and the search did not keep the first proof. Then
//! the search is asked about all other moves in the positions of the component, and the winning
//! moves are added to the graph. In the worst case the graph gets every move of every position, and
//! among all of these moves there is a strategy that does not look at the past (Ehrenfeucht and
//! Mycielski, "Positional strategies for mean payoff games", 1979).
//!
//! A root with a past may have another value than its position alone: a return to the past ends the
//! game. The graph of such a root is *bound* to its line ([`past`]): positions of the past are
//! nodes that lead back to the root by the moves of the line, and the same theorem holds for this
//! graph.
//!
//! The same graph, in which no cycle is good for the winner, serves under superko where a win was
//! found without superko (`SearchProof::OtherRules`): the search then names moves by which the
//! winner never creates a board again.

mod credits;
mod past;
mod write;

use crate::bytes::map_bytes;
use crate::certified::{Certified, Start};
use crate::draft::{Draft, Written};
use crate::goal::{Goal, NoCertificate, Solution};
use crate::leaves::settled;
use crate::searcher::Searcher;
use andor_checker::Leaf;
use andor_checker::cycles::Cycles;
use andor_core::{Class, Key, Symmetry};
use andor_search::{Line, Progress, Stop};
use rustc_hash::FxHashMap;

const LOST: NoCertificate = NoCertificate::Lost;

/// The largest number of positions of a graph that is written.
const MOST_NODES: usize = 10_000_000;

/// The largest number of positions of a graph that has every move of every position.
const MOST_NODES_OF_ALL_MOVES: usize = 1_000_000;

/// On boards of at most so many points all moves are tried as soon as the search has spent its
/// [`PATIENCE`] on the graph: many searches on lines with a long past can take longer than the
/// whole graph.
const FEW_POINTS: usize = 10;

/// The node budget of all questions about a graph on a small board.
const PATIENCE: u64 = 3_000;

/// The node budget of the first question whether a further move wins.
const FEWEST_NODES: u64 = 10_000;

/// The largest node budget of such a question: beyond it the question is hopeless or the whole
/// budget is spent.
const NODES_ENOUGH: u64 = 1 << 36;

/// The largest number of passes that the loser may be ahead of the winner on a way through a
/// strongly connected component.
const MOST_DEBT: i64 = 64;

/// The credit of a position in which the winner makes the last move that matters.
const END: i64 = i64::MIN;

/// The credit of a position from which the winner's moves are circular.
const NEVER: i64 = i64::MAX;

/// A position of the graph, in the standard picture of the position's class.
enum Node<G: Certified> {
    /// The loser is to move: all replies.
    Loser(G::Position, Vec<Step<G>>),
    /// The winner is to move: the moves that the search named.
    Winner(G::Position, Vec<Step<G>>),
    /// The position has an entry already.
    Written(Written),
    /// A position of the past, from which the moves of the line gain so much on the way to the
    /// root.
    Past(i64),
}

/// A move and its result.
struct Step<G: Certified> {
    mv: G::Move,
    after: StepResult,
}

/// The result of a move.
#[derive(Clone, Copy)]
enum StepResult {
    /// The game is over, and the winner has won.
    Over,
    /// The game is over, and the winner has failed.
    Lost,
    /// Knowledge settles the position.
    Leaf,
    /// The node of the next position, and the symmetry that turns the position into the node's
    /// picture.
    Node(u32, Symmetry),
}

impl StepResult {
    /// The node, if there is one.
    fn node(self) -> Option<usize> {
        match self {
            StepResult::Node(node, _) => Some(node as usize),
            StepResult::Over | StepResult::Lost | StepResult::Leaf => None,
        }
    }
}

/// Which lines a graph is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coverage {
    /// All lines: symmetric positions share a node, and all roots share the entries.
    Any,
    /// The lines that begin with the root's line, which has so many moves.
    OfRoot(usize),
}

/// A graph under construction.
pub(crate) struct Graph<'a, G: Certified> {
    game: &'a G,
    goal: Goal,
    cycles: Cycles,
    draft: &'a mut Draft,
    lines: Coverage,
    /// May knowledge settle positions?
    leaves: bool,
    last: LastResort,
    /// Has the graph every move of the winner's?
    whole: bool,
    /// The remaining node budget of all questions, on a small board.
    patience: Option<u64>,
    nodes: Vec<Node<G>>,
    /// How many moves all nodes have together.
    steps: usize,
    /// The move by which each node was reached first, and the node before it.
    reached: Vec<Option<(usize, G::Move)>>,
    index: FxHashMap<Key, usize>,
    root: usize,
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
            lines: Coverage::Any,
            leaves: true,
            last: LastResort::Ask,
            whole: false,
            patience: None,
            nodes: Vec::new(),
            steps: 0,
            reached: Vec::new(),
            index: FxHashMap::default(),
            root: 0,
            done: 0,
            credits: Vec::new(),
            written: FxHashMap::default(),
        }
    }

    /// Writes the proof of a position that is not over and not settled, for rules with ranks. The
    /// proof begins with the winner's best move if one is given.
    pub(crate) fn prove_ranked(
        mut self,
        searcher: &mut Searcher<'_, G>,
        pos: &G::Position,
        best: Option<G::Move>,
    ) -> Result<Start, NoCertificate> {
        let mut line = Line::new(self.game, pos.clone());
        let symmetry = self.strategy(searcher, &mut line, best)?;
        self.write_in_order(self.root)?;
        self.start(symmetry).ok_or(LOST)
    }

    /// Writes the proof of the line's position, which is not over, for rules with credits. The
    /// proof begins with the winner's best move if one is given. The line is quiet if no position
    /// before the proof is ripe.
    pub(crate) fn prove(
        mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
        is_quiet: bool,
    ) -> Result<Start, NoCertificate> {
        if let Some(start) = self.first_move_that_wins(line, best) {
            return Ok(start);
        }
        let has_past = line.ply() > 0;
        let patience = Some(PATIENCE).filter(|_| self.draft.area() <= FEW_POINTS);
        self.patience = patience;
        if is_quiet {
            self.last = if has_past { LastResort::Ask } else { LastResort::TryAll };
            match self.prove_on_any_line(searcher, line, best) {
                Err(NoCertificate::Lost) if has_past => {}
                found => return found,
            }
        }
        let mut graph = Graph::new(self.game, self.goal, self.cycles, self.draft);
        graph.bind(line);
        (graph.leaves, graph.last, graph.patience) = (is_quiet, LastResort::TryAll, patience);
        let symmetry = graph.strategy(searcher, line, best)?;
        graph.write(graph.root)?;
        graph.start(symmetry).ok_or(LOST)
    }

    fn prove_on_any_line(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
    ) -> Result<Start, NoCertificate> {
        let symmetry = self.strategy(searcher, line, best)?;
        self.write(self.root)?;
        let start = self.start(symmetry).ok_or(LOST)?;
        if self.suits_the_past(line, &start) { Ok(start) } else { Err(LOST) }
    }

    /// A move with which the winner wins at once, if there is one: the last pass, or the end of a
    /// cycle.
    fn first_move_that_wins(&self, line: &mut Line<'_, G>, best: Option<G::Move>) -> Option<Start> {
        if line.to_move() != self.goal.winner() {
            return None;
        }
        let mut moves: Vec<G::Move> = best.into_iter().collect();
        line.moves(&mut moves);
        let wins = |mv: &G::Move| {
            line.play(*mv);
            let verdict = line.verdict(self.goal.claim);
            line.undo();
            verdict == Some(self.goal.verdict)
        };
        let first = moves.into_iter().find(wins).map(|mv| self.game.number(mv));
        first.map(|first| Start::new(Some(first), None))
    }

    /// Finds a complete strategy of the winner for the line's position, and gives the symmetry that
    /// turns the position into the picture of its node.
    fn strategy(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        best: Option<G::Move>,
    ) -> Result<Symmetry, NoCertificate> {
        let (root, symmetry) = self.node(line.position());
        self.root = root;
        if let (Some(best), Node::Winner(..)) = (best, &self.nodes[root]) {
            self.name(root, self.game.map_move(symmetry, best))?;
        }
        let mut most_nodes = FEWEST_NODES;
        loop {
            self.complete(searcher, line)?;
            let circles = self.find_credits(searcher)?;
            if self.credits[root] != NEVER {
                return Ok(symmetry);
            }
            let mut again = FurtherMoves { named: false, open: false };
            for part in circles {
                if self.whole {
                    break;
                }
                let FurtherMoves { named, open } =
                    self.ask_again(&part, most_nodes, searcher, line)?;
                again = FurtherMoves { named: again.named | named, open: again.open | open };
            }
            match again {
                FurtherMoves { named: true, .. } => {}
                _ if self.patience.is_some() && !self.whole => self.lose_patience()?,
                FurtherMoves { open: true, .. } if most_nodes > NODES_ENOUGH => {
                    return Err(NoCertificate::Stopped(Stop::Nodes));
                }
                FurtherMoves { open: true, .. } => most_nodes *= 8,
                _ if self.last == LastResort::TryAll && !self.whole => self.name_all()?,
                _ => return Err(LOST),
            }
        }
    }

    /// Goes on without the search, on a small board.
    fn lose_patience(&mut self) -> Result<(), NoCertificate> {
        match self.last {
            LastResort::Ask => Err(LOST),
            LastResort::TryAll => self.name_all(),
        }
    }

    /// Asks the search with this node budget, or with what is left of the patience on a small
    /// board.
    fn ask<T>(
        &mut self,
        most_nodes: u64,
        searcher: &mut Searcher<'_, G>,
        ask: impl FnOnce(&Self, &mut Searcher<'_, G>) -> T,
    ) -> T {
        let before = searcher.budget.spent();
        let mut limited = searcher.budget.part(most_nodes.min(self.patience.unwrap_or(u64::MAX)));
        let answer = ask(self, &mut searcher.with_budget(&mut limited));
        let spent = searcher.budget.spent() - before;
        self.patience = self.patience.map(|left| left.saturating_sub(spent));
        answer
    }

    /// Gives every position with the winner to move all its moves, now and from now on.
    fn name_all(&mut self) -> Result<(), NoCertificate> {
        self.whole = true;
        for node in 0..self.nodes.len() {
            self.name_all_at(node)?;
        }
        Ok(())
    }

    fn name_all_at(&mut self, node: usize) -> Result<(), NoCertificate> {
        let Node::Winner(pos, _) = &self.nodes[node] else { return Ok(()) };
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        moves.into_iter().try_for_each(|mv| self.name(node, mv).map(|_| ()))
    }

    /// Bytes that the graph takes, with those that [`Graph::find_credits`] takes meanwhile. The
    /// lists of nodes may be half empty.
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<G>>()
            + self.reached.capacity() * size_of::<Option<(usize, G::Move)>>()
            + self.steps * size_of::<Step<G>>()
            + self.bytes_of_credits()
            + map_bytes(&self.index)
            + map_bytes(&self.written)
    }

    /// Does something with a line that ends in the position of a node.
    fn on_line<T>(
        &self,
        node: usize,
        line: &mut Line<'_, G>,
        ask: impl FnOnce(&mut Line<'_, G>) -> T,
    ) -> Result<T, NoCertificate> {
        if self.lines == Coverage::Any {
            let pos = self.position(node).ok_or(LOST)?;
            return Ok(ask(&mut Line::new(self.game, pos.clone())));
        }
        let before = |(node, _): &(usize, G::Move)| self.reached[*node];
        let way: Vec<_> = std::iter::successors(self.reached[node], before).collect();
        way.iter().rev().for_each(|&(_, mv)| line.play(mv));
        let found = ask(line);
        way.iter().for_each(|_| line.undo());
        Ok(found)
    }

    /// The node of a position, made if it is new, and the symmetry that turns the position into the
    /// node's picture.
    fn node(&mut self, pos: &G::Position) -> (usize, Symmetry) {
        let class = self.class(pos);
        let next = self.nodes.len();
        let node = *self.index.entry(class.key).or_insert(next);
        if node == next {
            let name = (class.key, self.goal.claim, self.goal.winner());
            let standard = || self.game.map_position(class.symmetry, pos);
            let shared = self.draft.positions.get(&name).filter(|_| self.lines == Coverage::Any);
            self.reached.push(None);
            self.nodes.push(match shared {
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

    /// The class of a position: the position alone where the graph is bound to a line.
    fn class(&self, pos: &G::Position) -> Class {
        match self.lines {
            Coverage::Any => self.game.class(pos),
            Coverage::OfRoot(_) => Class { key: self.game.key(pos), symmetry: Symmetry::IDENTITY },
        }
    }

    /// The result of a move in the position of a node.
    fn after(&mut self, from: usize, pos: &G::Position, mv: G::Move) -> StepResult {
        let after = self.game.after(pos, mv);
        if let Some(end) = self.game.outcome(&after) {
            let has_won = self.goal.claim.judge(end) == self.goal.verdict;
            return if has_won { StepResult::Over } else { StepResult::Lost };
        }
        if self.leaves && settled(self.draft, self.game, &after, self.goal).is_some() {
            return StepResult::Leaf;
        }
        let count = self.nodes.len();
        let (node, symmetry) = self.node(&after);
        if node == count {
            self.reached[node] = Some((from, mv));
        }
        StepResult::Node(node as u32, symmetry)
    }

    /// The leaf that settles the position after a move.
    fn leaf(&self, pos: &G::Position, mv: G::Move) -> Option<Leaf> {
        let after = self.game.after(pos, mv);
        settled(self.draft, self.game, &after, self.goal)
    }

    /// Expands all new nodes, and the nodes that are added by this.
    fn complete(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
    ) -> Result<(), NoCertificate> {
        let most = if self.whole { MOST_NODES_OF_ALL_MOVES } else { MOST_NODES };
        while self.done < self.nodes.len() {
            if self.nodes.len() > most {
                return Err(NoCertificate::TooLong(most as u64, "positions"));
            }
            let positions = Some(self.done as u64);
            let bytes = self.bytes();
            self.draft.check(bytes)?;
            let memory = self.draft.bytes() + bytes;
            searcher.step(|progress| Progress {
                strategy: positions,
                memory: progress.memory + memory,
                ..progress
            })?;
            let node = self.done;
            match &self.nodes[node] {
                Node::Written(_) | Node::Past(_) => {}
                Node::Loser(pos, _) => {
                    let pos = pos.clone();
                    let mut moves = Vec::new();
                    self.game.moves(&pos, &mut moves);
                    let replies = moves.into_iter();
                    let replies = replies.map(|mv| Step { mv, after: self.after(node, &pos, mv) });
                    let replies: Vec<Step<G>> = replies.collect();
                    let is_lost = |step: &Step<G>| matches!(step.after, StepResult::Lost);
                    if self.last == LastResort::Ask && replies.iter().any(is_lost) {
                        return Err(LOST);
                    }
                    self.steps += replies.len();
                    self.nodes[node] = Node::Loser(pos, replies);
                }
                Node::Winner(..) if self.whole => self.name_all_at(node)?,
                Node::Winner(_, choices) if !choices.is_empty() => {}
                Node::Winner(..) => {
                    let Goal { claim, verdict } = self.goal;
                    let solution = Solution { claim, verdict, best: None };
                    let found = self.ask(u64::MAX, searcher, |graph, searcher| {
                        graph.on_line(node, line, |line| searcher.winning_move(line, &solution))
                    });
                    match found? {
                        Ok(mv) => self.name(node, mv).map(|_| ())?,
                        // The winner does not win after every way to the node.
                        Err(NoCertificate::Lost) if self.last == LastResort::TryAll => {}
                        Err(NoCertificate::Stopped(Stop::Nodes))
                            if self.patience == Some(0) && searcher.budget.spend(0).is_none() =>
                        {
                            self.lose_patience()?;
                        }
                        Err(stopped) => return Err(stopped),
                    }
                }
            }
            self.done += 1;
        }
        Ok(())
    }

    /// Adds a move to the moves of a node with the winner to move; says whether the move is new.
    fn name(&mut self, node: usize, mv: G::Move) -> Result<bool, NoCertificate> {
        let Node::Winner(pos, choices) = &self.nodes[node] else { return Err(LOST) };
        if choices.iter().any(|choice| choice.mv == mv) {
            return Ok(false);
        }
        let pos = pos.clone();
        let after = self.after(node, &pos, mv);
        if let Node::Winner(_, choices) = &mut self.nodes[node] {
            choices.push(Step { mv, after });
            self.steps += 1;
        }
        Ok(true)
    }

    /// Asks the search for further winning moves in the positions of a component, each with this
    /// node budget. Says whether the search named a move, and whether it left a move open.
    fn ask_again(
        &mut self,
        part: &[usize],
        most_nodes: u64,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
    ) -> Result<FurtherMoves, NoCertificate> {
        let mut again = FurtherMoves { named: false, open: false };
        for &node in part {
            let Node::Winner(pos, choices) = &self.nodes[node] else { continue };
            let mut moves = Vec::new();
            self.game.moves(pos, &mut moves);
            moves.retain(|mv| choices.iter().all(|choice| choice.mv != *mv));
            for mv in moves {
                if self.patience == Some(0) {
                    return Ok(again);
                }
                let claim = self.goal.claim;
                let found = self.ask(most_nodes, searcher, |graph, searcher| {
                    graph.on_line(node, line, |line| searcher.verdict_after(line, mv, claim))
                });
                match found? {
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
        choices.iter().min_by_key(|step| self.credit_before(step, true))
    }

    /// All nodes that the winner's choices lead to, each after a node with a move to it.
    fn needed(&mut self, root: usize) -> Result<Vec<usize>, NoCertificate> {
        let (mut order, mut open) = (Vec::new(), vec![root]);
        let mut seen = vec![false; self.nodes.len()];
        seen[root] = true;
        let bytes = self.bytes();
        while let Some(node) = open.pop() {
            self.draft.check(bytes)?;
            order.push(node);
            let next = self.chosen(node).into_iter().map(|(next, _)| next);
            open.extend(next.filter(|next| !std::mem::replace(&mut seen[*next], true)));
        }
        Ok(order)
    }

    /// The position of a node, in its picture.
    fn position(&self, node: usize) -> Option<&G::Position> {
        match &self.nodes[node] {
            Node::Loser(pos, _) | Node::Winner(pos, _) => Some(pos),
            Node::Written(_) | Node::Past(_) => None,
        }
    }

    /// The next nodes of a node if the winner makes the best choice, each with the symmetry that
    /// turns the position into the node's picture.
    fn chosen(&self, node: usize) -> Vec<(usize, Symmetry)> {
        let follows = |step: &Step<G>| match step.after {
            StepResult::Node(next, symmetry) => Some((next as usize, symmetry)),
            StepResult::Over | StepResult::Lost | StepResult::Leaf => None,
        };
        match &self.nodes[node] {
            Node::Written(_) | Node::Past(_) => Vec::new(),
            Node::Loser(_, replies) => replies.iter().filter_map(follows).collect(),
            Node::Winner(_, choices) => self.best(choices).and_then(follows).into_iter().collect(),
        }
    }
}

/// What is done when the moves of the search do not make a strategy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastResort {
    /// The search is asked for further moves.
    Ask,
    /// And if that is not enough, all moves of all positions are tried.
    TryAll,
}

/// The result of asking the search for further moves.
#[derive(Clone, Copy)]
struct FurtherMoves {
    /// Whether a new move was named.
    named: bool,
    /// Whether a move was left open.
    open: bool,
}
