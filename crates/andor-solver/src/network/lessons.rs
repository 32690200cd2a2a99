//! Lessons from proofs: positions that a search settles, with the winner, the winning move and the
//! size of the proof.
//!
//! A search tells its observer of every position that it solves, and of the positions below before
//! those above. So the size of a proof is known when its root is told: a position that the player
//! to move wins needs its winning move and the proof behind it; a position that the player to move
//! loses needs the proofs of all moves that were tried. Moves that knowledge left out, and ends
//! that knowledge sees, add nothing.

use crate::adapter::Adapter;
use crate::engines::{EngineSpec, Shared};
use crate::room::Room;
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use crate::{BadInput, SearchGoal};
use andor_core::{Claim, Game, Guess, Heuristic, Key, Player, Verdict};
use andor_guess::{FirstWork, Playouts, Works};
use andor_search::threads::on_deep_stack;
use andor_search::{Budget, Line, Observer};
use rustc_hash::FxHashMap;

/// Random games behind a guess, where no network guesses.
const GAMES: u32 = 8;

/// A settled position.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson<G: Game> {
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
pub struct Sizes<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    /// The sizes, by class.
    known: FxHashMap<Key, f64>,
    /// The smallest proof of each settled position, by class.
    pub lessons: FxHashMap<Key, Lesson<G>>,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> Sizes<'a, G> {
    /// No proofs of a claim.
    pub fn new(game: &'a G, claim: Claim) -> Sizes<'a, G> {
        let (known, lessons) = (FxHashMap::default(), FxHashMap::default());
        Sizes { game, claim, known, lessons, moves: Vec::new() }
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

impl<G: Game> Observer<G> for Sizes<'_, G> {
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
        let lesson = Lesson { position: pos.clone(), claim: self.claim, winner, best, size };
        match self.lessons.get(&key) {
            Some(known) if known.size <= size && known.best.is_some() >= best.is_some() => {}
            _ => drop(self.lessons.insert(key, lesson)),
        }
    }
}

/// The lessons of a search from one position, which is made from a start by so many moves at most,
/// drawn by guesses: all positions that the search of the settings settles within their limits.
/// Says whether the search settled the position itself.
pub fn lessons<G: Adapter>(
    game: &G,
    name: &str,
    settings: &Settings,
    start: G::Position,
    most_moves: u32,
    seed: u64,
) -> Result<(Vec<Lesson<G>>, bool), BadInput> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let question = game.question();
    let claim = question.claims[rng.usize(..2)];
    let search = chosen(game, settings, SearchGoal::Winner);
    let mut names = knowledge(game, name, settings, search)?;
    names.retain(|name| game.applies(name) && game.serves(name, search, 0));
    let room = Room::new(settings.memory, 1);
    let shared = Shared::new(room).guided(game, game.networks(), settings);
    let playouts = Playouts::new(GAMES, 0.0, FirstWork::One, rng.u64(..));
    let mut guesses = shared.guesses(Box::new(playouts), Works::Nodes);
    let position = play(game, start, claim, rng.u32(..=most_moves), &mut *guesses, &mut rng);
    if game.outcome(&position).is_some() {
        return Ok((Vec::new(), false));
    }
    let spec = EngineSpec {
        search,
        knowledge: &names,
        options: &settings.options,
        seed,
        thread: 0,
        room,
        is_proof: false,
        conjecture: None,
    };
    let mut budget = Budget::unlimited().memory(room.of_a_thread()).switch(settings.stop.clone());
    if let Some(nodes) = settings.nodes {
        budget = budget.nodes(nodes);
    }
    let mut sizes = Sizes::new(game, claim);
    let answer = on_deep_stack(|| {
        let mut line = Line::new(game, position);
        game.engine(&spec, &shared).solve(&mut line, claim, &mut budget, &mut sizes)
    })?;
    let is_settled = answer.verdict().is_some();
    let mut lessons: Vec<(Key, Lesson<G>)> = sizes.lessons.into_iter().collect();
    lessons.sort_unstable_by_key(|(key, _)| *key);
    Ok((lessons.into_iter().map(|(_, lesson)| lesson).collect(), is_settled))
}

/// The position after so many moves, drawn by guesses, or before the game would be over.
pub(super) fn play<G: Adapter>(
    game: &G,
    mut pos: G::Position,
    claim: Claim,
    count: u32,
    heuristic: &mut dyn Heuristic<G>,
    rng: &mut fastrand::Rng,
) -> G::Position {
    let (mut moves, mut guesses) = (Vec::new(), Vec::new());
    for _ in 0..count {
        moves.clear();
        guesses.clear();
        game.moves(&pos, &mut moves);
        if moves.iter().any(|&mv| !game.is_pass(mv)) {
            moves.retain(|&mv| !game.is_pass(mv));
        }
        if moves.is_empty() {
            break;
        }
        heuristic.guess(game, &pos, claim, &moves, &mut guesses);
        let next = game.after(&pos, moves[drawn(&guesses, rng)]);
        if game.outcome(&next).is_some() {
            break;
        }
        pos = next;
    }
    pos
}

/// A move drawn in proportion to the guesses about it.
fn drawn(guesses: &[Guess], rng: &mut fastrand::Rng) -> usize {
    let sum: f32 = guesses.iter().map(|guess| guess.chance).sum();
    let mut left = rng.f32() * sum;
    for (number, guess) in guesses.iter().enumerate() {
        left -= guess.chance;
        if left <= 0.0 {
            return number;
        }
    }
    guesses.len() - 1
}
