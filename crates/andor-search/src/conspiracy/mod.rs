//! Sibling conspiracy number search (Pawlewicz and Hayward 2015): a best-first search for games in
//! which the moves of one position can be compared well, and the values of different positions
//! badly.
//!
//! A move has an *error*: how much weaker than the strongest move of its position the move looks
//! ([`Siblings`]). The value of a leaf is the sum of the errors on the way to it, the opponent's
//! minus the own. For each value the *proof function* of a node is the number of leaves that must
//! change until the player to move reaches the value, and the *disproof function* the number for
//! the other player (McAllester 1988: conspiracy numbers). The search works where the fewest leaves
//! must change: with targets of both players, in an interval round the present value of the root,
//! it is a proof-number search. The move with the most work is played.
//!
//! The functions of a node are kept relative to the node, so that a position has the same functions
//! on every line: with the error e of a move from n to s,
//!
//! ```text
//! own(n, v)   = min over s of other(s, v + e)       the player to move reaches the value v
//! other(n, v) = sum over s of own(s, v − e)         the other player reaches v, with the sign of that player
//! ```
//!
//! Knock-outs, as in the paper's Table 2: [`Leaf::TwoSteps`], no [`siblings`](Options::siblings),
//! `forget` 0, `epsilon` 0.
//!
//! **Threads.** The threads share the tree. For each thread that works below a move the move's
//! number counts twice as much for the others, so that they go other ways where there are ways
//! nearly as good; leaves at which a thread looks are closed. A thread returns to the root after an
//! interlude and sets targets of its own. One thread gives the same tree each time, several do not.
//!
//! **Differences from the paper.** When a move was looked at, the values of the positions before
//! and after it say how much the move has lost, and its error becomes mostly that loss
//! ([`balance`](Options::balance)). The moves of won and lost lines (RAVE) do not count: matches
//! showed no gain. The functions are staircases on a fixed ladder of heights. A position that was
//! solved is told apart, and choosing skips solved moves: else the search would not end where all
//! moves lie beyond the ladder. Rounding to the ladder can make limits meet at once; then one
//! expansion is made all the same.

mod stairs;
mod tree;
mod work;

use crate::budget::{Budget, Stop};
use crate::explain::KnownVerdict;
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::threads;
use crate::{Answer, Search};
use andor_core::{Claim, Game, Player, Siblings, Verdict, lock};
pub use stairs::Leaf;
use std::sync::{Mutex, MutexGuard};
pub use tree::Tree;
use work::{SharedTree, Worker};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The function of a leaf.
    pub leaf: Leaf,
    /// How much the heights of the ladder grow.
    pub growth: f32,
    /// How much larger than the second smallest number of its siblings a number may grow before the
    /// search leaves.
    pub epsilon: f32,
    /// The numbers up to which the targets of the player to move and of the other player lie (P and
    /// D).
    pub most: (f32, f32),
    /// How far beyond the present value the targets lie at least.
    pub extend: f32,
    /// The expansions before the search returns to the root and sets its targets anew.
    pub interlude: u32,
    /// The work after which the error of a move is forgotten; 0: never.
    pub forget: f32,
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
            leaf: Leaf::ManySteps(0.13),
            growth: 1.3,
            epsilon: 0.41,
            most: (8.0, 8.0),
            extend: 0.02,
            interlude: 20,
            forget: 1824.0,
            balance: 0.9,
            tempo: 0.6,
            siblings: true,
        }
    }
}

/// A move of the root, as far as the search sees it.
#[derive(Clone, Debug)]
pub struct RatedMove<M> {
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
    /// What looks at positions, for each thread.
    team: Vec<Box<dyn Siblings<G>>>,
    tree: Mutex<Tree<G>>,
}

impl<G: Game> Conspiracy<G> {
    /// A search from its plug.
    pub fn new(siblings: impl Siblings<G> + 'static, options: Options) -> Self {
        Conspiracy::with_team(vec![Box::new(siblings)], options)
    }

    /// A search with one thread for each plug.
    pub fn with_team(team: Vec<Box<dyn Siblings<G>>>, options: Options) -> Self {
        Conspiracy { team, tree: Mutex::new(Tree::new(options)) }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.tree().forget();
    }

    fn tree(&self) -> MutexGuard<'_, Tree<G>> {
        lock(&self.tree)
    }

    /// Searches a position, which is not over, until it is solved or the budget is spent. Gives the
    /// winner of the claim.
    pub fn search(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Tree<G>),
    ) -> Result<Player, Stop> {
        let root = self.tree().set_root(game, pos, claim);
        let shared = SharedTree::new(game, claim, root, &self.tree);
        let (first, others) = self.team.split_first_mut().expect("a team has a thread");
        let found = std::thread::scope(|scope| {
            for siblings in others {
                let (shared, budget) = (&shared, budget.clone());
                let work = move || {
                    let _ = Worker::new(shared, siblings.as_mut(), budget).run(&mut |_| {});
                };
                // A thread that cannot be started is one fewer.
                let _ = threads::start(scope, Box::new(work));
            }
            Worker::new(&shared, first.as_mut(), budget.clone()).run(hear)
        });
        if let Ok(winner) = found {
            let mut tree = lock(&self.tree);
            tree.name_move(game, root, winner, self.team[0].as_mut());
        }
        found
    }

    /// The moves of the root of the last search: won ones first, then by work, lost ones last.
    pub fn outlook(&self, game: &G) -> Vec<RatedMove<G::Move>> {
        self.tree().outlook(game)
    }

    /// The value of the root of the last search for the player to move: 0 is even, one unit is a
    /// factor e in strength.
    pub fn value(&self) -> f32 {
        self.tree().value()
    }
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
        let found = self.search(game, line.position(), claim, budget, &mut |tree| {
            observer.progress(&tree.progress())
        });
        observer.progress(&self.progress());
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

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        let (winner, work) = self.tree().solved(&line.game().key(line.position()))?;
        Some(KnownVerdict {
            verdict: Verdict::for_winner(claim, winner),
            best: self
                .outlook(line.game())
                .first()
                .filter(|_| winner == line.to_move())
                .map(|seen| seen.mv),
            work,
        })
    }

    fn progress(&self) -> Progress {
        let tree = self.tree();
        let knowledge: usize = self.team.iter().map(|siblings| siblings.bytes()).sum();
        Progress { memory: tree.bytes() + knowledge, ..tree.progress() }
    }
}
