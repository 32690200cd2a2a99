//! The solved positions of a search, with the winner, the winning move and the size of the proof.
//!
//! A search tells its observer of every position that it solves, and of the positions below before
//! those above. So the size of a proof is known when its root is told: a position that the player
//! to move wins needs its winning move and the proof behind it; a position that the player to move
//! loses needs the proofs of all moves that were tried. Moves that knowledge left out, and ends
//! that knowledge sees, add nothing.

use crate::policy_games::play;
use andor_core::{Claim, Game, Key, Player, Verdict};
use andor_games::any::{AnyGame, AnyPosition};
use andor_search::Observer;
use andor_search::threads::on_deep_stack;
use andor_solver::{Adapter, BadInput, Settings, Typed};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Random games behind a guess, where no network guesses.
const GAMES: u32 = 8;

/// Positions whose proofs differ in size by less than this, as a power of ten, are alike.
const ALIKE: f64 = 0.25;

/// A position that a search has solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedPosition<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The claim.
    pub claim: Claim,
    /// The player who succeeds.
    pub winner: Player,
    /// A winning move, if the winner is to move.
    pub best: Option<G::Move>,
    /// The nodes of the smallest proof that was found.
    pub size: f64,
}

/// Hears of solved positions, and adds up the sizes of their proofs.
pub struct ProofSizes<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    /// The sizes, by class.
    known: FxHashMap<Key, f64>,
    /// The smallest proof of each solved position, by class.
    pub positions: FxHashMap<Key, SolvedPosition<G>>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> ProofSizes<'a, G> {
    /// No proofs of a claim.
    pub fn new(game: &'a G, claim: Claim) -> ProofSizes<'a, G> {
        let (known, positions) = (FxHashMap::default(), FxHashMap::default());
        ProofSizes { game, claim, known, positions, moves: Vec::new() }
    }

    /// The size of the proof behind a move; nothing for a move that was not tried.
    fn size_after(&self, pos: &G::Position, mv: G::Move) -> f64 {
        let size = |key: &Key| self.known.get(key).copied().unwrap_or(0.0);
        if let Some(class) = self.game.class_after(pos, mv) {
            return size(&class.key);
        }
        let after = self.game.after(pos, mv);
        match self.game.outcome(&after) {
            Some(_) => 1.0,
            None => size(&self.game.class(&after).key),
        }
    }
}

impl<G: Game> Observer<G> for ProofSizes<'_, G> {
    fn solved(&mut self, pos: &G::Position, verdict: Verdict, best: Option<G::Move>) {
        let winner = verdict.winner(self.claim);
        let mut size = 1.0;
        if winner == self.game.to_move(pos) {
            size += best.map_or(0.0, |mv| self.size_after(pos, mv));
        } else {
            self.moves.clear();
            self.game.moves(pos, &mut self.moves);
            size += self.moves.iter().map(|&mv| self.size_after(pos, mv)).sum::<f64>();
        }
        let key = self.game.class(pos).key;
        let least = self.known.entry(key).or_insert(size);
        *least = least.min(size);
        if self.game.outcome(pos).is_some() {
            return;
        }
        let solved =
            SolvedPosition { position: pos.clone(), claim: self.claim, winner, best, size };
        match self.positions.get(&key) {
            Some(known) if known.size <= size && known.best.is_some() >= best.is_some() => {}
            _ => drop(self.positions.insert(key, solved)),
        }
    }
}

/// The solved positions of one search, and whether the search solved its own position. The search
/// begins after at most so many moves from a start, drawn by guesses, and has the limits of the
/// settings.
pub fn solved_positions(
    typed: &Typed<'_>,
    settings: &Settings,
    start: AnyPosition,
    most_moves: u32,
    seed: u64,
) -> Result<(Vec<SolvedPosition<AnyGame>>, bool), BadInput> {
    let game = typed.game();
    let mut rng = fastrand::Rng::with_seed(seed);
    let claim = game.question().claims[rng.usize(..2)];
    let mut guesses = typed.guesses(settings, GAMES, rng.u64(..));
    let position = play(game, start, claim, rng.u32(..=most_moves), &mut *guesses, &mut rng);
    if game.outcome(&position).is_some() {
        return Ok((Vec::new(), false));
    }
    let mut sizes = ProofSizes::new(game, claim);
    let verdict = on_deep_stack(|| typed.search(position, claim, settings, seed, &mut sizes))??;
    let mut solved: Vec<_> = sizes.positions.into_iter().collect();
    solved.sort_unstable_by_key(|(key, _)| *key);
    Ok((solved.into_iter().map(|(_, position)| position).collect(), verdict.is_some()))
}

/// Of positions that are alike only some are left.
pub(crate) fn evenly<G: Game>(
    positions: Vec<SolvedPosition<G>>,
    most_alike: usize,
) -> Vec<SolvedPosition<G>> {
    let mut counts = BTreeMap::new();
    let mut is_few = |solved: &SolvedPosition<G>| {
        let kind = ((solved.size.log10() / ALIKE) as u64, solved.best.is_some());
        let count: &mut usize = counts.entry(kind).or_default();
        *count += 1;
        *count <= most_alike
    };
    positions.into_iter().filter(|solved| is_few(solved)).collect()
}
