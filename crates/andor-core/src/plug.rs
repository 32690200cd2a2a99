//! Heuristics and evaluations: unsound knowledge as plugs of a search.
//!
//! Sound and unsound knowledge are different traits. The answer of an [oracle](crate::Oracle) may
//! decide a verdict. The guess of a heuristic only orders the search, and no answer depends on a
//! guess being right. The plug without guesses is `()`.

use crate::{Claim, Game, Halt, Player};

/// A guess about a move, seen from the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The chance that the move wins, strictly between 0 and 1.
    pub chance: f32,
    /// Expected work, in nodes, to show that the move wins, if it does.
    pub work_if_won: f32,
    /// Expected work, in nodes, to show that the move loses, if it does.
    pub work_if_lost: f32,
}

/// Chances are kept this far from 0 and 1, because no guess is certain.
pub const LEAST_CHANCE: f32 = 0.002;

/// Evaluations lie between minus and plus this.
pub const MOST_EVALUATION: i16 = 10_000;

/// Unsound knowledge: a guess about a position, for searches that look to a horizon.
pub trait Evaluate<G: Game>: Send {
    /// From now on guesses that take long end early when the handle is due, and say anything.
    fn heed(&mut self, _: &Halt) {}

    /// How good `pos`, which is not over, is for the player to move: from minus to plus
    /// [`MOST_EVALUATION`].
    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16;

    /// Random games played so far.
    fn playouts(&self) -> u64 {
        0
    }
}

impl<G: Game> Evaluate<G> for () {
    fn evaluate(&mut self, _: &G, _: &G::Position, _: Claim) -> i16 {
        0
    }
}

/// A position to guess about, which is not over, and the moves that are asked about, all legal
/// there.
#[derive(Debug)]
pub struct GuessQuery<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The moves.
    pub moves: Vec<G::Move>,
}

/// A guess about the costs of proofs: logarithms, to the base 10, of their sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// The expected cost to show that the player to move wins.
    pub own: f32,
    /// The expected cost to show that the opponent wins.
    pub other: f32,
    /// The cost of a proof that does not exist; no other cost is larger.
    pub most: f32,
}

/// The guesses of a heuristic about a position and its moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guessed {
    /// The chance that the player to move wins.
    pub chance: f32,
    /// What a proof costs, if the heuristic tells.
    pub costs: Option<Costs>,
    /// A guess for each move that was asked about.
    pub moves: Vec<Guess>,
}

/// Unsound knowledge: guesses about the moves of a position.
pub trait Heuristic<G: Game>: Send {
    /// From now on guesses that take long end early when the handle is due, and say anything.
    fn heed(&mut self, _: &Halt) {}

    /// Appends one guess for each of `moves`, all legal in `pos`, which is not over. Returns the
    /// chance that the player to move wins.
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32;

    /// Guesses about many positions at once, in their order; `out` has a place for each, whose
    /// content is overwritten. A heuristic that works on batches, such as a network, overrides the
    /// loop.
    fn guess_all(&mut self, game: &G, claim: Claim, asked: &[GuessQuery<G>], out: &mut [Guessed]) {
        for (GuessQuery { position, moves }, guessed) in asked.iter().zip(out) {
            guessed.moves.clear();
            guessed.costs = None;
            guessed.chance = self.guess(game, position, claim, moves, &mut guessed.moves);
        }
    }

    /// Learns what a search found out about `pos`: the works, in nodes, to show that the player to
    /// move wins and that the player to move loses. Of a solved position the work for what is not
    /// so is infinite.
    fn learn(&mut self, _: &G, _: &G::Position, _: Claim, _: [f32; 2]) {}

    /// Random games played so far.
    fn playouts(&self) -> u64 {
        0
    }
}

impl<G: Game> Heuristic<G> for () {
    fn guess(
        &mut self,
        _: &G,
        _: &G::Position,
        _: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let even = Guess { chance: 0.5, work_if_won: 1.0, work_if_lost: 1.0 };
        out.extend(moves.iter().map(|_| even));
        0.5
    }
}

/// Unsound knowledge: the moves that a player looks at in a game that is played, where there are
/// too many to look at all of them. A selection decides nothing but where a player looks.
pub trait Selector<G: Game>: Evaluate<G> {
    /// The only move worth a look in `pos`, which is not over, if that is plain to see: any other
    /// move loses at once.
    fn only_move(&mut self, _: &G, _: &G::Position) -> Option<G::Move> {
        None
    }

    /// Appends legal moves of `pos`, which is not over, that are worth a look, the most promising
    /// first; at least one.
    fn select(&mut self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>);
}

/// A move that an attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// The move.
    pub mv: M,
    /// What the move does, as far as it is seen at a glance.
    pub kind: AttackKind,
}

/// What a move of an attack does, as far as it is seen at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AttackKind {
    /// The defender has one reply.
    Forcing,
    /// The move threatens a win that knowledge sees.
    Threatening,
    /// The move may threaten such a win.
    Hinting,
    /// The move threatens nothing that is seen.
    Quiet,
}

impl AttackKind {
    /// How many kinds there are.
    pub const COUNT: usize = 4;
}

/// Unsound knowledge: the moves that an attack should try, and the replies that a defence should
/// try first.
pub trait Attack<G: Game>: Send {
    /// Appends moves of the player to move in `pos`, which is not over, with their kinds, the most
    /// promising of each kind first; at most `quiet` quiet moves.
    fn attempts(
        &mut self,
        game: &G,
        pos: &G::Position,
        quiet: usize,
        out: &mut Vec<Attempt<G::Move>>,
    );

    /// Sorts replies of the player to move, the most stubborn first.
    fn sort_replies(&mut self, game: &G, pos: &G::Position, replies: &mut Vec<G::Move>);
}

/// Unsound knowledge that is learnt while a search runs: the numbers that a visit of a position
/// would return.
pub trait Foresight<G: Game>: Send {
    /// The natural logarithms of the proof number and of the disproof number of `pos`, for
    /// `prover` as the player who is to win.
    fn foresee(&self, game: &G, pos: &G::Position, prover: Player) -> [f32; 2];

    /// Learns what a visit returned. Of a position that was solved one number is the logarithm of
    /// the work, and the other is infinite.
    fn learn(&mut self, game: &G, pos: &G::Position, prover: Player, numbers: [f32; 2]);

    /// Bytes that are held.
    fn bytes(&self) -> usize {
        0
    }
}

/// Every position is foreseen to be as hard as any other.
impl<G: Game> Foresight<G> for () {
    fn foresee(&self, _: &G, _: &G::Position, _: Player) -> [f32; 2] {
        [0.0; 2]
    }

    fn learn(&mut self, _: &G, _: &G::Position, _: Player, _: [f32; 2]) {}
}

/// A heuristic behind a pointer; every method is forwarded.
impl<G: Game, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    fn heed(&mut self, halt: &Halt) {
        (**self).heed(halt);
    }

    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        (**self).guess(game, pos, claim, moves, out)
    }

    fn guess_all(&mut self, game: &G, claim: Claim, asked: &[GuessQuery<G>], out: &mut [Guessed]) {
        (**self).guess_all(game, claim, asked, out);
    }

    fn learn(&mut self, game: &G, pos: &G::Position, claim: Claim, works: [f32; 2]) {
        (**self).learn(game, pos, claim, works);
    }

    fn playouts(&self) -> u64 {
        (**self).playouts()
    }
}

/// An evaluation behind a pointer; every method is forwarded.
impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for Box<E> {
    fn heed(&mut self, halt: &Halt) {
        (**self).heed(halt);
    }

    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16 {
        (**self).evaluate(game, pos, claim)
    }

    fn playouts(&self) -> u64 {
        (**self).playouts()
    }
}

/// A look at a position: who wins, or the moves worth a try.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison<M> {
    /// This player wins, for certain.
    Won(Player),
    /// Nobody wins at a look.
    Open {
        /// The moves, at least one, each with the logarithm of its strength, the strongest first.
        /// Strengths compare the moves of one position only. A move that is left out loses, or is
        /// no better than another move.
        moves: Vec<(M, f32)>,
        /// How good the position looks for the player to move, if the look tells; 0 is even.
        value: Option<f32>,
    },
}

/// The place of a position in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreePlace {
    /// The position is the one that was asked about.
    Root,
    /// The position came from [`Siblings::after`].
    Inside,
}

/// Compares the moves of a position with each other: sound about wins, unsound about the strength
/// of moves.
pub trait Siblings<G: Game>: Send {
    /// From now on looks that take long end early when the handle is due, and say anything.
    fn heed(&mut self, _: &Halt) {}

    /// Looks at a position.
    fn look(&mut self, game: &G, pos: &G::Position, place: TreePlace) -> Comparison<G::Move>;

    /// A position with the same winner as the position after a move, such as that position with
    /// stones filled in.
    fn after(&mut self, game: &G, pos: &G::Position, mv: G::Move, _: TreePlace) -> G::Position {
        game.after(pos, mv)
    }

    /// A move that wins in a position that the player to move wins at a look.
    fn winning_move(&mut self, _game: &G, _pos: &G::Position) -> Option<G::Move> {
        None
    }

    /// The move that is hardest to answer in a position that the player to move loses at a look.
    fn last_resort(&mut self, _game: &G, _pos: &G::Position) -> Option<G::Move> {
        None
    }

    /// Bytes that are held.
    fn bytes(&self) -> usize {
        0
    }
}

/// All legal moves, of which none looks stronger than another.
impl<G: Game> Siblings<G> for () {
    fn look(&mut self, game: &G, pos: &G::Position, _: TreePlace) -> Comparison<G::Move> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        Comparison::Open { moves: moves.into_iter().map(|mv| (mv, 0.0)).collect(), value: None }
    }
}
