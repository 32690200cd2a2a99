//! One game of self-play as a state machine: it asks for one evaluation at a time, so that
//! thousands of games run side by side.
//!
//! A game has a claim. The claim is proven or disproven in the end, so one player succeeds and the
//! other one fails: a draw and a game that is too long are disproven. From the game follow the
//! costs that the network should have given (Wu, Shih, Wu, Yu, Li, Chen and Wu 2021): the player
//! who succeeded pays the product of the numbers of moves that the other player could choose from
//! in the rest of the game, the player who failed pays infinity.

mod setup;

use crate::forced::ForcedMoves;
use crate::record::Record;
use crate::root::Chooser;
use crate::settings::Root;
use crate::starts::{HardStarts, Start};
use crate::tree::{Leaf, Tree};
use andor_core::{Claim, Oracle, Painter, Planes, Player};
use andor_net::{Cost, Target};
use andor_search::Line;
pub use setup::Setup;

/// A random opening that is settled is drawn again, at most so often.
const TRIES: usize = 64;

/// What a game does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A position is to be evaluated.
    Evaluation,
    /// The game is over.
    Over,
}

/// A choice that a player had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) mover: Player,
    /// The logarithm of the number of moves.
    pub(crate) factor: f32,
    /// The moves of the game before.
    ply: usize,
}

/// What a game that is over leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Finished {
    pub(crate) records: Vec<Record>,
    /// Was the claim proven?
    pub(crate) proven: bool,
    pub(crate) plies: u64,
    pub(crate) evaluations: u64,
    /// A hard position.
    pub(crate) hard: Option<Start>,
}

/// What a game is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Play,
    /// Looking for a hard position: so many turns are still to be looked at, the last one first.
    GoBack {
        turns: usize,
    },
    Over,
}

/// A game of self-play.
pub struct SelfPlay<'a, G: Planes> {
    random: fastrand::Rng,
    claim: Claim,
    start: Start,
    from_hard: bool,
    mode: Mode,
    /// The numbers of all moves from the base of the start on.
    numbers: Vec<u16>,
    /// From the base of the start to the last leaf, or to the root of an empty tree.
    line: Line<'a, G>,
    /// The moves of the line before the root.
    root_ply: usize,
    /// The moves at the last leaf, or at the root of an empty tree.
    moves: Vec<G::Move>,
    tree: Tree,
    chooser: Chooser,
    /// Simulations of the tree.
    simulations: u32,
    is_full: bool,
    turns: Vec<Turn>,
    /// Records with the number of their turn; their costs are not known yet.
    records: Vec<(Record, usize)>,
    winner: Player,
    chances: Vec<(u16, f32)>,
    planes: Vec<u32>,
    finished: Finished,
}

impl<'a, G: Planes> SelfPlay<'a, G> {
    /// A game that is over; see [`SelfPlay::begin`].
    #[must_use]
    pub fn new(setup: &Setup<'a, G>) -> SelfPlay<'a, G> {
        SelfPlay {
            random: fastrand::Rng::with_seed(0),
            claim: setup.claims[0],
            start: Start::default(),
            from_hard: false,
            mode: Mode::Over,
            numbers: Vec::new(),
            line: Line::new(setup.game, setup.game.start()),
            root_ply: 0,
            moves: Vec::new(),
            tree: Tree::new(setup.scale),
            chooser: Chooser::default(),
            simulations: 0,
            is_full: true,
            turns: Vec::new(),
            records: Vec::new(),
            winner: Player::Black,
            chances: Vec::new(),
            planes: vec![0; setup.shape.words()],
            finished: Finished::default(),
        }
    }

    /// Begins a game; the seed and the answers decide all.
    pub fn begin(
        &mut self,
        setup: &Setup<'a, G>,
        oracle: &dyn Oracle<G>,
        hard: &HardStarts,
        seed: u64,
    ) {
        self.random = fastrand::Rng::with_seed(seed);
        self.finished = Finished::default();
        self.turns.clear();
        self.records.clear();
        let share = setup.settings.hard_share;
        let hard = if self.random.f32() < share { hard.draw(&mut self.random) } else { None };
        self.from_hard = hard.is_some();
        self.mode = Mode::Play;
        for _ in 0..TRIES {
            match hard {
                Some(start) => self.start.clone_from(start),
                None => setup.draw(&mut self.random, &mut self.start),
            }
            self.numbers.clone_from(&self.start.moves);
            match self.set_up(setup, oracle, self.start.moves.len()) {
                None => return self.new_root(setup),
                Some(winner) => self.winner = winner,
            }
        }
        self.finish(setup);
        self.mode = Mode::Over;
    }

    /// Puts the root after the first moves of the line, so many; tells the winner if the position
    /// is settled.
    fn set_up(
        &mut self,
        setup: &Setup<'a, G>,
        oracle: &dyn Oracle<G>,
        count: usize,
    ) -> Option<Player> {
        let game = setup.game;
        self.claim = setup.claims[usize::from(self.start.claim)];
        self.line = Line::new(game, setup.base(&self.start));
        for &number in &self.numbers[..count] {
            self.line.play(game.indexed_move(usize::from(number)));
        }
        self.play_forced(setup, oracle)
    }

    /// Plays forced moves at the root; there are none after the moves before a turn.
    fn play_forced(&mut self, setup: &Setup<'a, G>, oracle: &dyn Oracle<G>) -> Option<Player> {
        let forced = ForcedMoves { claim: self.claim, oracle, longest: setup.settings.longest };
        forced.play(&mut self.line, &mut self.numbers, &mut self.moves)
    }

    /// Begins a search of the root.
    fn new_root(&mut self, setup: &Setup<'a, G>) {
        self.is_full = self.random.f32() < setup.settings.full_share;
        self.simulations = 0;
        self.tree.clear();
        self.root_ply = self.line.ply();
    }

    /// Goes on until a position is to be evaluated, whose planes are written, or until the game is
    /// over.
    ///
    /// # Panics
    ///
    /// If the input does not have the words of the planes.
    pub fn next(
        &mut self,
        setup: &Setup<'a, G>,
        oracle: &dyn Oracle<G>,
        input: &mut [u32],
    ) -> Asked {
        while self.mode != Mode::Over {
            if self.tree.is_empty() || self.simulate(setup, oracle) {
                let mut painter = Painter::new(setup.shape, input);
                setup.game.paint(self.line.position(), self.claim, &mut painter);
                return Asked::Evaluation;
            }
        }
        Asked::Over
    }

    /// Takes the answer to the last question: the logits of all moves, and the costs of both heads.
    pub fn feed(&mut self, setup: &Setup<'a, G>, policy: &[f32], costs: [Cost; 2]) {
        self.finished.evaluations += 1;
        let mover = self.line.to_move();
        let numbers = self.moves.iter().map(|&mv| setup.game.move_index(mv) as u16);
        self.tree.expand(mover, numbers, policy, costs);
        if !self.tree.is_root() {
            self.simulations += 1;
        } else if self.mode == Mode::Play {
            self.chooser.begin(&mut self.tree, setup.settings.root, &mut self.random);
        }
    }

    /// One simulation, or one move if there were enough. Is there a leaf to be evaluated?
    fn simulate(&mut self, setup: &Setup<'a, G>, oracle: &dyn Oracle<G>) -> bool {
        while self.line.ply() > self.root_ply {
            self.line.undo();
        }
        let settings = setup.settings;
        let most = match (self.mode, self.is_full) {
            (Mode::GoBack { .. }, _) => settings.budget,
            (_, true) => settings.simulations,
            (_, false) => settings.fast_simulations,
        };
        if self.simulations >= most || self.tree.winner().is_some() {
            match self.mode {
                Mode::GoBack { turns } => self.go_back(setup, oracle, turns),
                _ => self.play(setup, oracle),
            }
            return false;
        }
        let first = match (self.mode, settings.root) {
            (Mode::Play, Root::Gumbel { candidates }) => {
                let count = self.tree.root().len().min(candidates as usize);
                let sequence = &setup.halving[usize::from(self.is_full)][count - 1];
                let wanted = sequence[self.simulations as usize];
                Some(self.chooser.next(&self.tree, candidates, wanted))
            }
            _ => None,
        };
        let forced = ForcedMoves { claim: self.claim, oracle, longest: settings.longest };
        match self.tree.descend(&forced, first, &mut self.line, &mut self.moves) {
            Leaf::Choice => true,
            Leaf::Settled => {
                self.simulations += 1;
                false
            }
        }
    }

    /// Plays the move that the tree says.
    fn play(&mut self, setup: &Setup<'a, G>, oracle: &dyn Oracle<G>) {
        let (game, root) = (setup.game, setup.settings.root);
        let mover = self.line.to_move();
        let SelfPlay { tree, chooser, random, chances, .. } = self;
        let edge = chooser.choose(tree, root, mover, random, chances);
        if self.is_full || tree.winner() == Some(mover) {
            let mut painter = Painter::new(setup.shape, &mut self.planes);
            game.paint(self.line.position(), self.claim, &mut painter);
            let legal = tree.root().iter().map(|edge| edge.number);
            let record = Record::new(setup.shape, &self.planes, legal, chances, [0.0; 2]);
            self.records.push((record, self.turns.len()));
        }
        let factor = setup.scale.factor(tree.root().len());
        self.turns.push(Turn { mover, factor, ply: self.line.ply() });
        let number = tree.root()[edge].number;
        self.line.play(game.indexed_move(usize::from(number)));
        self.numbers.push(number);
        match self.play_forced(setup, oracle) {
            None => self.new_root(setup),
            Some(winner) => {
                self.winner = winner;
                self.finish(setup);
                // Half as many games look for hard positions as start from one.
                let looks = !self.from_hard && self.random.f32() < 0.5 * setup.settings.hard_share;
                self.mode = Mode::GoBack { turns: self.turns.len() };
                match looks {
                    true => self.look_before(setup, oracle, self.turns.len()),
                    false => self.mode = Mode::Over,
                }
            }
        }
    }

    /// Writes the costs of all records.
    fn finish(&mut self, setup: &Setup<'a, G>) {
        let costs = labels(&self.turns, self.winner, setup.settings.target);
        self.finished.proven = self.winner == self.claim.attacker;
        self.finished.plies = self.numbers.len() as u64;
        let finish = |(record, turn): (Record, usize)| Record { costs: costs[turn], ..record };
        self.finished.records.extend(self.records.drain(..).map(finish));
    }

    /// The search of a turn has ended: the turn is hard, or an earlier one is looked at.
    fn go_back(&mut self, setup: &Setup<'a, G>, oracle: &dyn Oracle<G>, turns: usize) {
        if self.tree.winner().is_some() {
            return self.look_before(setup, oracle, turns);
        }
        let moves = self.numbers[..self.turns[turns].ply].to_vec();
        self.finished.hard = Some(Start { moves, ..self.start });
        self.mode = Mode::Over;
    }

    /// Looks at the last turn of the winner before a turn.
    fn look_before(&mut self, setup: &Setup<'a, G>, oracle: &dyn Oracle<G>, turns: usize) {
        let earlier = self.turns[..turns].iter().rposition(|turn| turn.mover == self.winner);
        let Some(turns) = earlier else {
            self.mode = Mode::Over;
            return;
        };
        self.mode = Mode::GoBack { turns };
        match self.set_up(setup, oracle, self.turns[turns].ply) {
            None => self.new_root(setup),
            Some(_) => self.mode = Mode::Over,
        }
    }

    /// What the game leaves, once it is over.
    pub(crate) fn take_finished(&mut self) -> Finished {
        std::mem::take(&mut self.finished)
    }

    /// The positions with samples and the evaluations of the game so far, for measurements.
    #[must_use]
    pub fn counts(&self) -> (usize, u64) {
        (self.finished.records.len(), self.finished.evaluations)
    }
}

/// The costs of both players at each turn, the player to move first: the sum of the factors of the
/// turns to come of the player who failed, and infinity for that player.
pub(crate) fn labels(turns: &[Turn], winner: Player, target: Target) -> Vec<[f32; 2]> {
    let mut cost = 0.0;
    let mut costs: Vec<[f32; 2]> = Vec::with_capacity(turns.len());
    for turn in turns.iter().rev() {
        if turn.mover != winner && target == Target::Costs {
            cost += turn.factor;
        }
        let infinite = f32::INFINITY;
        costs.push(if turn.mover == winner { [cost, infinite] } else { [infinite, cost] });
    }
    costs.reverse();
    costs
}

#[cfg(test)]
mod tests;
