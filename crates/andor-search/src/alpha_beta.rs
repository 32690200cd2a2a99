//! Enhanced alpha-beta: the paper's depth-first baseline.
//!
//! Iterative deepening; leaves at the horizon are judged by the heuristic, ends of the game and what
//! the knowledge settles count as won or lost. The search is over when the root's value is one of
//! these two. A value between them is only a guess: it may cut the tree, but never a verdict, and
//! nothing but wins and losses enters the memory of solutions.
//!
//! The enhancements: the memory of solved positions with enhanced transposition cut-offs, a table of
//! the best move and value found for unsolved positions, killer moves, the history heuristic,
//! symmetric siblings left out, relevancy zones with must-play reduction.

use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::memory::{Memory, Recalled, Solved, ZoneOf};
use crate::observe::{Observer, Progress};
use crate::symmetry::{images, with_images};
use crate::table::{Growing, Table};
use crate::zones::Zones;
use crate::{Answer, Search, known};
use andor_core::{Claim, Game, Guess, Heuristic, Oracle, Verdict};
use rustc_hash::FxHashMap;

/// The value of a proven win, for the player to move.
const WIN: i32 = 1_000_000;

/// The heuristic's values lie between minus and plus this.
const GUESS_RANGE: f32 = 10_000.0;

/// A share of the memory goes to the table of guesses.
const HINT_SHARE: usize = 4;

/// What is known about an unsolved position: guesses, for ordering and cuts.
#[derive(Clone, Copy)]
struct Hint<M> {
    mv: M,
    /// The depth of the iteration it is from; older ones order moves but cut nothing, because a
    /// position that comes back deeper on a line would be cut by its own guess for ever.
    iteration: u16,
    depth: u16,
    value: i32,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The search, with its plugs: knowledge, heuristic, memory.
pub struct AlphaBeta<G: Game, K, H, M> {
    knowledge: K,
    heuristic: H,
    memory: M,
    progress: Progress,
    hints: Growing<Hint<G::Move>>,
    killers: Vec<[Option<G::Move>; 2]>,
    history: FxHashMap<G::Move, u32>,
}

impl<G: Game, K, H, M> AlphaBeta<G, K, H, M> {
    /// A search from its plugs.
    pub fn new(knowledge: K, heuristic: H, memory: M) -> Self {
        AlphaBeta {
            knowledge,
            heuristic,
            memory,
            progress: Progress::default(),
            hints: Growing::default(),
            killers: Vec::new(),
            history: FxHashMap::default(),
        }
    }

    /// The memory of solved positions, and the knowledge: what explains an answer.
    pub fn memory_and_knowledge(&mut self) -> (&mut M, &K) {
        (&mut self.memory, &self.knowledge)
    }
}

/// A value for the player to move, and the zone if it is a win or a loss.
type Valued<Z> = (i32, Option<Z>);

struct Run<'r, 'g, G: Game, K, H, M, O> {
    search: &'r mut AlphaBeta<G, K, H, M>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut O,
    iteration: u16,
}

impl<G, K, H, M, O> Run<'_, '_, G, K, H, M, O>
where
    G: Game,
    K: Oracle<G>,
    H: Heuristic<G>,
    M: Memory<G>,
    O: Observer<G>,
{
    fn value(
        &mut self,
        depth: u16,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<Valued<ZoneOf<G, M>>, Stop> {
        // 1. The budget.
        self.search.progress.nodes += 1;
        if let Some(stop) = self.budget.spend(1) {
            return Err(stop);
        }
        if self.search.progress.nodes.is_multiple_of(1 << 14) {
            self.measure();
            self.observer.progress(&self.search.progress);
        }

        // 2. Ends, knowledge, remembered solutions.
        let (game, mover) = (self.line.game(), self.line.to_move());
        if let Some(solved) = self.known() {
            return Ok(self.valued(&solved));
        }
        if depth == 0 {
            return Ok((self.guess(), None));
        }
        let mut recalled = Recalled::default();
        let search = &mut *self.search;
        let found = search.memory.recall(self.line, self.claim, &search.knowledge, &mut recalled);
        if let Some(solved) = found {
            return Ok(self.settle(&solved));
        }

        // 3. What an earlier visit found.
        let class = game.class(self.line.position());
        let hint = self.search.hints.get(class.key);
        if let Some(hint) = hint
            && hint.iteration == self.iteration
            && hint.depth >= depth
        {
            let cuts = match hint.bound {
                Bound::Exact => true,
                Bound::AtLeast => hint.value >= beta,
                Bound::AtMost => hint.value <= alpha,
            };
            if cuts {
                return Ok((hint.value, None));
            }
        }

        // 4. Moves: symmetric twins left out; children known to be lost decide, those known to be
        // won cut with their zones.
        self.search.progress.expansions += 1;
        let mut legal = Vec::new();
        self.line.moves(&mut legal);
        if legal.is_empty() {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            let zone = M::Zones::whole(game);
            return Ok(self.valued(&Solved { verdict, best: None, zone, work: 1 }));
        }
        let stabilizer = self.line.stabilizer();
        let twin = |mv| images(stabilizer).any(|symmetry| game.map_move(symmetry, mv) < mv);
        let mut zones = recalled.threats;
        let pos = self.line.position();
        let meets = |mv| zones.iter().all(|&zone| M::Zones::meets(game, pos, mv, zone));
        let mut moves: Vec<G::Move> =
            legal.iter().copied().filter(|&mv| meets(mv) && !twin(mv)).collect();
        if depth > 1 && !M::COVERS_CHILDREN {
            for mv in moves.clone() {
                self.line.play(mv);
                let known = self.known();
                self.line.undo();
                let Some(solved) = known else { continue };
                if solved.verdict.winner(self.claim) == mover {
                    return Ok(self.won(mv, solved.zone));
                }
                self.refute(&mut moves, &mut zones, mv, solved.zone);
            }
        }
        let first = hint.map(|hint| game.map_move(game.inverse(class.symmetry), hint.mv));
        self.order(&mut moves, first, ply);

        // 5. The moves one by one.
        let from = alpha;
        let mut best: Option<(i32, G::Move)> = None;
        while let Some(&mv) = moves.first() {
            moves.remove(0);
            self.line.play(mv);
            // Values are the mover's; a player who moves twice in a row sees no change of sides.
            let same = self.line.to_move() == mover;
            let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
            let child = self.value(depth - 1, low, high, ply + 1);
            self.line.undo();
            let (value, zone) = child?;
            let value = if same { value } else { -value };
            match zone {
                Some(zone) if value == WIN => {
                    self.reward(mv, depth, ply);
                    return Ok(self.won(mv, zone));
                }
                Some(zone) if value == -WIN => self.refute(&mut moves, &mut zones, mv, zone),
                _ => {
                    if best.is_none_or(|(known, _)| value > known) {
                        best = Some((value, mv));
                    }
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        self.reward(mv, depth, ply);
                        break;
                    }
                }
            }
        }

        // 6. All refuted: a loss. Otherwise a guess to keep.
        let Some((value, mv)) = best else {
            let zone = M::Zones::lost(game, self.line.position(), &legal, &zones);
            let verdict = Verdict::for_winner(self.claim, mover.other());
            let solved = Solved { verdict, best: None, zone, work: depth as u32 };
            return Ok(self.settle(&solved));
        };
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value <= from {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let mv = game.map_move(class.symmetry, mv);
        let hint = Hint { mv, iteration: self.iteration, depth, value, bound };
        self.search.hints.put(class.key, hint, depth as u32);
        Ok((value, None))
    }

    fn known(&mut self) -> Option<Solved<G::Move, ZoneOf<G, M>>> {
        known(self.line, self.claim, &self.search.knowledge, &self.search.memory)
    }

    fn valued(&self, solved: &Solved<G::Move, ZoneOf<G, M>>) -> Valued<ZoneOf<G, M>> {
        let wins = solved.verdict.winner(self.claim) == self.line.to_move();
        (if wins { WIN } else { -WIN }, Some(solved.zone))
    }

    /// Remembers a solution of the line's position.
    fn settle(&mut self, solved: &Solved<G::Move, ZoneOf<G, M>>) -> Valued<ZoneOf<G, M>> {
        self.search.memory.remember(self.line, self.claim, solved);
        self.search.progress.solved += 1;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
        self.valued(solved)
    }

    fn won(&mut self, mv: G::Move, zone: ZoneOf<G, M>) -> Valued<ZoneOf<G, M>> {
        let (game, pos) = (self.line.game(), self.line.position());
        let zone = M::Zones::winner(game, pos, mv, zone);
        let verdict = Verdict::for_winner(self.claim, self.line.to_move());
        self.settle(&Solved { verdict, best: Some(mv), zone, work: 1 })
    }

    /// Takes out a refuted move and all that cannot meet the refutation.
    fn refute(
        &self,
        moves: &mut Vec<G::Move>,
        zones: &mut Vec<ZoneOf<G, M>>,
        mv: G::Move,
        zone: ZoneOf<G, M>,
    ) {
        let (game, pos) = (self.line.game(), self.line.position());
        for zone in with_images::<G, M::Zones>(game, self.line.stabilizer(), zone) {
            zones.push(zone);
            moves.retain(|&other| other != mv && M::Zones::meets(game, pos, other, zone));
        }
    }

    fn guess(&mut self) -> i32 {
        let (game, pos) = (self.line.game(), self.line.position());
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let mut guesses: Vec<Guess> = Vec::new();
        let chance = self.search.heuristic.guess(game, pos, self.claim, &moves, &mut guesses);
        ((2.0 * chance - 1.0) * GUESS_RANGE) as i32
    }

    /// The hinted move, then killers, then by history.
    fn order(&mut self, moves: &mut [G::Move], first: Option<G::Move>, ply: usize) {
        if self.search.killers.len() <= ply {
            self.search.killers.resize(ply + 1, [None; 2]);
        }
        let killers = self.search.killers[ply];
        let history = &self.search.history;
        moves.sort_by_key(|&mv| {
            let rank = match Some(mv) {
                mv if mv == first => 0,
                mv if mv == killers[0] => 1,
                mv if mv == killers[1] => 2,
                _ => 3,
            };
            (rank, std::cmp::Reverse(history.get(&mv).copied().unwrap_or(0)))
        });
    }

    fn reward(&mut self, mv: G::Move, depth: u16, ply: usize) {
        let killers = &mut self.search.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = self.search.history.entry(mv).or_insert(0);
        *count = count.saturating_add(depth as u32 * depth as u32);
    }

    fn measure(&mut self) {
        let progress = &mut self.search.progress;
        progress.memory = self.search.memory.bytes() + self.search.hints.bytes();
        progress.playouts = self.search.heuristic.playouts();
    }
}

impl<G, K, H, M> Search<G> for AlphaBeta<G, K, H, M>
where
    G: Game,
    K: Oracle<G>,
    H: Heuristic<G>,
    M: Memory<G>,
{
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer {
        let share = budget.most_bytes() / HINT_SHARE;
        self.hints = Growing::default();
        self.hints.limit(share);
        self.memory.limit(budget.most_bytes() - share);
        let mover = line.to_move();
        let mut run = Run { search: self, line, claim, budget, observer, iteration: 1 };
        loop {
            match run.value(run.iteration, -WIN, WIN, 0) {
                Err(stop) => {
                    run.measure();
                    return Answer::Stopped(stop);
                }
                Ok((value, Some(_))) => {
                    run.measure();
                    let winner = if value > 0 { mover } else { mover.other() };
                    return Answer::Solved(Verdict::for_winner(claim, winner));
                }
                Ok((_, None)) => run.iteration = run.iteration.saturating_add(1),
            }
        }
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
