//! Sibling conspiracy number search (Pawlewicz and Hayward 2015): a best-first search for games in which the moves of one
//! position can be compared well, and the values of different positions badly.
//!
//! A move has an *error*: how much weaker than the strongest move of its position the move looks ([`Siblings`]). The value
//! of a leaf is the sum of the errors on the way to it, the opponent's minus the own. For each value the *proof function*
//! of a node is the number of leaves that must change until the player to move reaches the value, and the *disproof
//! function* the number for the other player (McAllester 1988: conspiracy numbers). The search works where the fewest
//! leaves must change: with targets of both players, in an interval round the present value of the root, it is a
//! proof-number search. The move with the most work is played.
//!
//! The functions of a node are kept relative to the node, so that a position has the same functions on every line: with
//! the error e of a move from n to s,
//!
//! ```text
//! own(n, v)   = min over s of other(s, v + e)       the player to move reaches the value v
//! other(n, v) = sum over s of own(s, v − e)         the other player reaches v, with the sign of that player
//! ```
//!
//! Knock-outs, as in the paper's Table 2: [`Leaf::TwoSteps`], no [`siblings`](Options::siblings), `forget` 0, `rave` 0,
//! `epsilon` 0.
//!
//! **Differences from the paper.** When a move was looked at, the values of the positions before and after it say how much
//! the move has lost, and its error becomes mostly that loss ([`balance`](Options::balance)). The functions are staircases
//! on a fixed ladder of heights. A position that was solved is told apart, and choosing skips solved moves: else the
//! search would not end where all moves lie beyond the ladder. Rounding to the ladder can make limits meet at once; then
//! one expansion is made all the same.

mod stairs;

use crate::budget::{Budget, Stop};
use crate::explain::Known;
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::{Answer, Search, shares};
use andor_core::{Claim, Game, Key, Place, Player, Siblings, Sighted, Verdict};
use rustc_hash::FxHashMap;
pub use stairs::Leaf;
use stairs::{Ladder, MANY, NEVER, REACHED, Stairs, Steps};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The function of a leaf.
    pub leaf: Leaf,
    /// How much the heights of the ladder grow.
    pub growth: f32,
    /// How much larger than the second smallest number of its siblings a number may grow before the search leaves.
    pub epsilon: f32,
    /// The numbers up to which the targets of the player to move and of the other player lie (P and D).
    pub most: (f32, f32),
    /// How far beyond the present value the targets lie at least.
    pub extend: f32,
    /// The expansions before the search returns to the root and sets its targets anew.
    pub interlude: u32,
    /// The work after which the error of a move is forgotten; 0: never.
    pub forget: f32,
    /// The weight of the moves of won and lost lines in the error of a move; 0: none.
    pub rave: f32,
    /// The number of lines after which these moves count half.
    pub rave_shift: f32,
    /// The share of the values of positions in the error of a move that was looked at, from 0 to 1.
    pub balance: f32,
    /// How much a good move gains in value.
    pub tempo: f32,
    /// Do moves have errors? If not, all moves of a position look alike.
    pub siblings: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            leaf: Leaf::ManySteps(0.3),
            growth: 1.3,
            epsilon: 0.41,
            most: (8.0, 8.0),
            extend: 0.02,
            interlude: 20,
            forget: 1824.0,
            rave: 0.0,
            rave_shift: 211.0,
            balance: 0.9,
            tempo: 0.6,
            siblings: true,
        }
    }
}

/// No node.
const NONE: u32 = u32::MAX;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    error: f32,
    node: u32,
    /// Lines through this node in which the move was made, and its player won or lost.
    lines: [u32; 2],
}

/// How a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The node was not looked at.
    Leaf,
    /// The node has moves.
    Open,
    /// This player wins.
    Solved(Player),
}

struct Node<G: Game> {
    pos: G::Position,
    children: Vec<Child<G::Move>>,
    /// The functions of the player to move and of the other player.
    own: Stairs,
    other: Stairs,
    /// The expansions below the node.
    work: u32,
    state: State,
    /// How good the position looked for the player to move, if the look told.
    value: Option<f32>,
}

/// A move of the root, as far as the search sees it.
#[derive(Clone, Debug)]
pub struct Outlook<M> {
    /// The move.
    pub mv: M,
    /// The expansions below the move.
    pub work: u32,
    /// How much weaker than the strongest move the move looked at first.
    pub error: f32,
    /// The value for the player of the move.
    pub value: f32,
    /// The winner after the move, if it is certain.
    pub winner: Option<Player>,
    /// How the game may go on, the move itself first.
    pub pv: Vec<M>,
}

/// The state of a search from one root.
pub struct Conspiracy<G: Game> {
    siblings: Box<dyn Siblings<G>>,
    options: Options,
    ladder: Ladder,
    steps: Steps,
    nodes: Vec<Node<G>>,
    table: FxHashMap<Key, u32>,
    /// The bytes of the nodes.
    bytes: usize,
    /// The nodes and moves from the root to the present node.
    path: Vec<(u32, usize)>,
    progress: Progress,
    /// The key of the root of the last search, and its node.
    root: Option<(Key, u32)>,
    /// The claim to which the nodes belong.
    claim: Option<Claim>,
}

impl<G: Game> Conspiracy<G> {
    /// A search from its plug.
    pub fn new(siblings: impl Siblings<G> + 'static, options: Options) -> Self {
        Conspiracy {
            siblings: Box::new(siblings),
            ladder: Ladder::new(options.growth, options.leaf),
            options,
            steps: Steps::new(),
            claim: None,
            nodes: Vec::new(),
            table: FxHashMap::default(),
            bytes: 0,
            path: Vec::new(),
            progress: Progress::default(),
            root: None,
        }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.table.clear();
        self.bytes = 0;
        self.root = None;
    }

    /// Searches a position, which is not over, until it is solved or the budget is spent. Gives the winner of the claim.
    pub fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> Result<Player, Stop> {
        if self.claim != Some(claim) {
            self.forget();
            self.claim = Some(claim);
        }
        self.siblings.heed(&budget.halt());
        let key = game.key(pos);
        let root = match self.root {
            Some((known, root)) if known == key => root,
            _ => self.add(pos.clone()),
        };
        self.root = Some((key, root));
        loop {
            if let State::Solved(winner) = self.nodes[root as usize].state {
                self.name_move(game, root, winner);
                return Ok(winner);
            }
            if self.bytes > shares::of_memory(budget.most_bytes()) {
                return Err(Stop::Memory);
            }
            let node = &self.nodes[root as usize];
            let target = |stairs: &Stairs, most: f32| {
                let least = self.ladder.height(stairs, stairs[0] + self.options.extend);
                self.ladder.reach(stairs, least.max(most))
            };
            let (p, d) = self.options.most;
            let targets = (target(&node.own, p), target(&node.other, d));
            let mut run = Run { game, claim, budget, left: self.options.interlude, stopped: None };
            self.path.clear();
            self.work(&mut run, root, targets, (MANY, MANY));
            hear(&self.progress);
            if let Some(stop) = run.stopped {
                return Err(stop);
            }
        }
    }

    /// Gives a root that was decided at a look the move that wins, or that resists.
    fn name_move(&mut self, game: &G, root: u32, winner: Player) {
        let node = &self.nodes[root as usize];
        if !node.children.is_empty() {
            return;
        }
        let mv = match winner == game.to_move(&node.pos) {
            true => self.siblings.winning_move(game, &node.pos),
            false => self.siblings.last_resort(game, &node.pos),
        };
        if let Some(mv) = mv {
            let after = game.after(&node.pos, mv);
            let next = self.add(after);
            self.solve(next, game, winner);
            let child = Child { mv, error: 0.0, node: next, lines: [0; 2] };
            self.nodes[root as usize].children.push(child);
        }
    }

    /// The moves of the root of the last search: won ones first, then by work, lost ones last.
    pub fn outlook(&self, game: &G) -> Vec<Outlook<G::Move>> {
        let Some((_, root)) = self.root else { return Vec::new() };
        let node = &self.nodes[root as usize];
        let mover = game.to_move(&node.pos);
        let mut moves: Vec<Outlook<G::Move>> = node
            .children
            .iter()
            .map(|child| {
                let next = (child.node != NONE).then(|| &self.nodes[child.node as usize]);
                let winner = next.and_then(|next| match next.state {
                    State::Solved(winner) => Some(winner),
                    _ => None,
                });
                let mut pv = vec![child.mv];
                self.add_line(child.node, &mut pv);
                Outlook {
                    mv: child.mv,
                    work: next.map_or(0, |next| next.work),
                    error: child.error,
                    value: next.map_or(0.0, |next| next.other[0]) - child.error,
                    winner,
                    pv,
                }
            })
            .collect();
        let class = |seen: &Outlook<G::Move>| match seen.winner {
            Some(winner) if winner == mover => 2,
            None => 1,
            Some(_) => 0,
        };
        // The moves are in the order of their errors, and the sort keeps it where the work is the same.
        moves.sort_by_key(|seen| std::cmp::Reverse((class(seen), seen.work)));
        moves
    }

    /// The value of the root of the last search for the player to move: 0 is even, one unit is a factor e in strength.
    pub fn value(&self) -> f32 {
        self.root.map_or(0.0, |(_, root)| self.nodes[root as usize].own[0])
    }

    /// The moves with the most work from a node on.
    fn add_line(&self, mut at: u32, line: &mut Vec<G::Move>) {
        while at != NONE && line.len() < 64 {
            let children = self.nodes[at as usize].children.iter();
            let known = children.filter(|child| child.node != NONE);
            let Some(best) = known.max_by_key(|child| self.nodes[child.node as usize].work) else {
                return;
            };
            line.push(best.mv);
            at = best.node;
        }
    }

    fn add(&mut self, pos: G::Position) -> u32 {
        let (own, other) = (self.ladder.leaf, self.ladder.leaf);
        let node = Node {
            pos,
            children: Vec::new(),
            own,
            other,
            work: 0,
            state: State::Leaf,
            value: None,
        };
        self.bytes += size_of::<Node<G>>() + 2 * size_of::<(Key, u32)>();
        self.nodes.push(node);
        self.progress.nodes += 1;
        (self.nodes.len() - 1) as u32
    }

    /// The node of a move, made if it is new.
    fn child(&mut self, game: &G, n: u32, i: usize) -> u32 {
        let place = self.place(n);
        let node = &self.nodes[n as usize];
        let child = node.children[i];
        if child.node != NONE {
            return child.node;
        }
        let pos = self.siblings.after(game, &node.pos, child.mv, place);
        let key = game.key(&pos);
        let s = match self.table.get(&key) {
            Some(&known) => known,
            None => {
                let new = self.add(pos);
                self.table.insert(key, new);
                new
            }
        };
        self.nodes[n as usize].children[i].node = s;
        s
    }

    fn place(&self, n: u32) -> Place {
        match self.root {
            Some((_, root)) if root == n => Place::Root,
            _ => Place::Inside,
        }
    }

    /// Looks at a leaf.
    fn expand(&mut self, run: &mut Run<'_, G>, n: u32) {
        let place = self.place(n);
        let node = &self.nodes[n as usize];
        let seen = match run.game.outcome(&node.pos) {
            Some(outcome) => Sighted::Won(run.claim.judge(outcome).winner(run.claim)),
            None => self.siblings.look(run.game, &node.pos, place),
        };
        run.stopped = run.stopped.or_else(|| run.budget.spend(1)).or_else(|| run.budget.look());
        if run.stopped.is_some() {
            // The look may have ended early.
            return;
        }
        run.left = run.left.saturating_sub(1);
        self.progress.expansions += 1;
        let has_errors = self.options.siblings;
        let node = &mut self.nodes[n as usize];
        node.work += 1;
        match seen {
            Sighted::Won(winner) => {
                self.solve(n, run.game, winner);
                self.credit(run.game, winner);
            }
            Sighted::Open { moves, value } => {
                node.value = value;
                let best = moves.first().map_or(0.0, |first| first.1);
                let error = |strength: f32| if has_errors { best - strength } else { 0.0 };
                node.children = moves
                    .iter()
                    .map(|&(mv, strength)| Child {
                        mv,
                        error: error(strength),
                        node: NONE,
                        lines: [0; 2],
                    })
                    .collect();
                node.state = State::Open;
                self.bytes += size_of_val(&node.children[..]);
                self.update(n, run.game);
            }
        }
    }

    fn solve(&mut self, n: u32, game: &G, winner: Player) {
        let node = &mut self.nodes[n as usize];
        node.state = State::Solved(winner);
        (node.own, node.other) =
            if winner == game.to_move(&node.pos) { (REACHED, NEVER) } else { (NEVER, REACHED) };
        self.progress.solved += 1;
    }

    /// Credits the moves of a line that one player has won, in every node of the line.
    fn credit(&mut self, game: &G, winner: Player) {
        if self.options.rave == 0.0 {
            return;
        }
        for from in 0..self.path.len() {
            let at = self.path[from].0;
            let mover = game.to_move(&self.nodes[at as usize].pos);
            for later in (from..self.path.len()).step_by(2) {
                let (n, i) = self.path[later];
                let mv = self.nodes[n as usize].children[i].mv;
                let children = &mut self.nodes[at as usize].children;
                if let Some(child) = children.iter_mut().find(|child| child.mv == mv) {
                    child.lines[usize::from(winner != mover)] += 1;
                }
            }
        }
    }

    /// The error of a move of a position with this value: corrected by the values of positions and by the lines in which
    /// the move was made, and forgotten with the work.
    #[inline]
    fn error(&self, value: Option<f32>, child: &Child<G::Move>) -> f32 {
        let Options { forget, rave, rave_shift, balance, tempo, .. } = self.options;
        let mut error = child.error;
        if balance > 0.0 && child.node != NONE {
            let next = &self.nodes[child.node as usize];
            if let (Some(before), Some(after), State::Open) = (value, next.value, next.state) {
                error += balance * (before + after + tempo - error);
            }
        }
        let [won, lost] = child.lines.map(|count| count as f32);
        if rave > 0.0 && won + lost > 0.0 {
            let weight = ((won + lost) / (3.0 * rave_shift + won + lost)).sqrt();
            let by_lines = inverse_erf((lost - won) / (won + lost + 1.0));
            error = (1.0 - weight) * error + weight * rave * by_lines;
        }
        if forget > 0.0 && child.node != NONE {
            let work = self.nodes[child.node as usize].work as f32;
            error *= (1.0 - work / forget).max(0.0);
        }
        error
    }

    /// The functions of a child, and the error of its move.
    fn part(&self, value: Option<f32>, child: &Child<G::Move>) -> (&Stairs, &Stairs, f32) {
        let error = self.error(value, child);
        match child.node {
            NONE => (&self.ladder.leaf, &self.ladder.leaf, error),
            s => (&self.nodes[s as usize].own, &self.nodes[s as usize].other, error),
        }
    }

    /// Finds the functions of a node from those of its children.
    fn update(&mut self, n: u32, game: &G) {
        let mut steps = std::mem::take(&mut self.steps);
        let node = &self.nodes[n as usize];
        let mover = game.to_move(&node.pos);
        let parts = node.children.iter().map(|child| self.part(node.value, child));
        let mut own = NEVER;
        for (_, other, error) in parts.clone() {
            for (most, reach) in own.iter_mut().zip(other) {
                *most = most.max(reach - error);
            }
        }
        let other = self.ladder.sum(&mut steps, parts.map(|(own, _, error)| (own, error)));
        let state = |child: &Child<G::Move>| match child.node {
            NONE => State::Leaf,
            s => self.nodes[s as usize].state,
        };
        let wins = node.children.iter().any(|child| state(child) == State::Solved(mover));
        let loses = node.children.iter().all(|child| state(child) == State::Solved(mover.other()));
        self.steps = steps;
        if wins || loses {
            self.solve(n, game, if wins { mover } else { mover.other() });
        } else {
            let node = &mut self.nodes[n as usize];
            (node.own, node.other) = (own, other);
        }
    }

    /// Works below a node for the targets of the player to move and of the other player, until one of their numbers
    /// reaches its limit or the interlude is over.
    fn work(&mut self, run: &mut Run<'_, G>, n: u32, targets: (f32, f32), limits: (f32, f32)) {
        if self.nodes[n as usize].state == State::Leaf {
            self.expand(run, n);
            return;
        }
        loop {
            let node = &self.nodes[n as usize];
            if node.state != State::Open || run.is_over() {
                return;
            }
            let own = self.ladder.height(&node.own, targets.0);
            let other = self.ladder.height(&node.other, targets.1);
            if own >= limits.0 || other >= limits.1 {
                return;
            }
            // The move with the least number, of equal ones that with the least error.
            let mut best = (f32::INFINITY, f32::INFINITY, 0);
            let mut second = f32::INFINITY;
            for (i, child) in node.children.iter().enumerate() {
                let solved = |s: u32| matches!(self.nodes[s as usize].state, State::Solved(_));
                if child.node != NONE && solved(child.node) {
                    continue;
                }
                let (_, reply, error) = self.part(node.value, child);
                let cost = self.ladder.height(reply, targets.0 + error);
                if (cost, error) < (best.0, best.1) {
                    second = best.0;
                    best = (cost, error, i);
                } else {
                    second = second.min(cost);
                }
            }
            let (_, error, i) = best;
            let s = self.child(run.game, n, i);
            let next = &self.nodes[s as usize];
            let cost = self.ladder.height(&next.own, targets.1 - error);
            let loose = (second * (1.0 + self.options.epsilon)).max(second + 1.0);
            let rest = if limits.1 >= MANY { MANY } else { limits.1 - other + cost };
            let below = (targets.1 - error, targets.0 + error);
            let (left, before) = (run.left, next.work);
            self.path.push((n, i));
            self.work(run, s, below, (rest, limits.0.min(loose)));
            if run.left == left && before > 0 && !run.is_over() {
                let most = run.left;
                run.left = 1;
                self.work(run, s, below, (2.0 * MANY, 2.0 * MANY));
                run.left = most.saturating_sub(1);
            }
            self.path.pop();
            self.nodes[n as usize].work += left.saturating_sub(run.left);
            self.update(n, run.game);
        }
    }
}

/// The state of one interlude.
struct Run<'r, G: Game> {
    game: &'r G,
    claim: Claim,
    budget: &'r mut Budget,
    /// The expansions that are left.
    left: u32,
    stopped: Option<Stop>,
}

impl<G: Game> Run<'_, G> {
    fn is_over(&self) -> bool {
        self.left == 0 || self.stopped.is_some()
    }
}

/// The inverse of the error function, within a few thousandths (Winitzki 2008).
fn inverse_erf(x: f32) -> f32 {
    let a = 0.147;
    let log = (1.0 - x * x).max(1e-6).ln();
    let b = 2.0 / (std::f32::consts::PI * a) + log / 2.0;
    x.signum() * ((b * b - log / a).sqrt() - b).max(0.0).sqrt()
}

impl<G: Game> Search<G> for Conspiracy<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        if let Some(verdict) = line.verdict(claim) {
            return Answer::Solved { verdict, best: None };
        }
        let game = line.game();
        let found = self.search(game, line.position(), claim, budget, &mut |progress| {
            observer.progress(progress)
        });
        self.progress.memory = self.bytes;
        observer.progress(&self.progress);
        match found {
            Ok(winner) => {
                let verdict = Verdict::for_winner(claim, winner);
                let best = self
                    .outlook(game)
                    .first()
                    .filter(|_| winner == line.to_move())
                    .map(|seen| seen.mv);
                Answer::Solved { verdict, best }
            }
            Err(stop) => Answer::Stopped(stop),
        }
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let (key, root) = self.root?;
        let State::Solved(winner) = self.nodes[root as usize].state else { return None };
        (key == line.game().key(line.position())).then(|| Known {
            verdict: Verdict::for_winner(claim, winner),
            best: self
                .outlook(line.game())
                .first()
                .filter(|_| winner == line.to_move())
                .map(|seen| seen.mv),
            work: self.nodes[root as usize].work,
        })
    }

    fn progress(&self) -> Progress {
        Progress { memory: self.bytes + self.siblings.bytes(), ..self.progress }
    }
}
