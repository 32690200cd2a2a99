//! Where games start: with random stones, from given positions, or from hard positions of earlier games.
//!
//! Hard positions are made as the problems of the paper (Wu et al. 2021, appendix B): a decided game is taken back from
//! its end, over positions with the winner to move, until a number of simulations no longer settles a position.

use crate::selfplay::Setup;
use andor_core::Planes;

/// The hard positions that are kept.
const KEPT: usize = 8192;

/// Games start from hard positions when there are so many.
const ENOUGH: usize = 64;

/// The start of a game: moves from a position that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    /// 0 for the start of the game, otherwise a given position, counted from 1.
    pub(crate) base: u32,
    /// The claim, by its number.
    pub(crate) claim: u8,
    /// The numbers of the moves.
    pub(crate) moves: Vec<u16>,
}

/// The hard positions of the last games, a ring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HardStarts {
    pub(crate) starts: Vec<Start>,
    /// The place of the oldest one, once the ring is full.
    pub(crate) next: usize,
}

impl HardStarts {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    pub(crate) fn push(&mut self, start: Start) {
        if self.starts.len() < KEPT {
            self.starts.push(start);
        } else {
            self.starts[self.next] = start;
            self.next = (self.next + 1) % KEPT;
        }
    }

    /// One of them, if there are enough.
    pub(crate) fn draw(&self, random: &mut fastrand::Rng) -> Option<&Start> {
        (self.starts.len() >= ENOUGH).then(|| &self.starts[random.usize(..self.starts.len())])
    }
}

/// A start with random stones near the centre, or a given position.
pub(crate) fn draw<G: Planes>(setup: &Setup<'_, G>, random: &mut fastrand::Rng, start: &mut Start) {
    start.claim = random.usize(..setup.claims.len()) as u8;
    start.moves.clear();
    if !setup.starts.is_empty() {
        start.base = 1 + random.u32(..setup.starts.len() as u32);
        return;
    }
    start.base = 0;
    let game = setup.game;
    let mut pos = game.start();
    let mut moves = Vec::new();
    for _ in 0..random.u32(..=setup.course.openings) {
        moves.clear();
        game.moves(&pos, &mut moves);
        let reach = 2 + random.usize(..3);
        let is_near = |index: usize| {
            let (columns, rows) = (setup.shape.columns, setup.shape.rows);
            let distance = |place: usize, side: usize| (2 * place + 1).abs_diff(side) / 2;
            index < setup.shape.area()
                && distance(index % columns, columns) <= reach
                && distance(index / columns, rows) <= reach
        };
        moves.retain(|&mv| is_near(game.move_index(mv)));
        let Some(&mv) = (!moves.is_empty()).then(|| &moves[random.usize(..moves.len())]) else {
            return;
        };
        start.moves.push(game.move_index(mv) as u16);
        game.play(&mut pos, mv);
    }
}
