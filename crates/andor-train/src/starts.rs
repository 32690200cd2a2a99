//! Where games start: with random stones, from given positions, or from hard positions of earlier
//! games.
//!
//! Hard positions are made as the problems of the paper (Wu et al. 2021, appendix B): a decided
//! game is taken back from its end, over positions with the winner to move, until a number of
//! simulations no longer settles a position.

use andor_core::Planes;
use andor_search::Line;

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

/// The position after at most so many random stones near the centre.
pub fn opening<G: Planes>(game: &G, most: u32, random: &mut fastrand::Rng) -> G::Position {
    stones(game, most, random, |_| ())
}

/// Plays random stones near the centre, at most so many, and tells their numbers.
pub(crate) fn stones<G: Planes>(
    game: &G,
    most: u32,
    random: &mut fastrand::Rng,
    mut tell: impl FnMut(usize),
) -> G::Position {
    let shape = game.plane_shape();
    let mut line = Line::new(game, game.start());
    let mut moves = Vec::new();
    for _ in 0..random.u32(..=most) {
        moves.clear();
        line.moves(&mut moves);
        let reach = 2 + random.usize(..3);
        let is_near = |index: usize| {
            let (columns, rows) = (shape.columns, shape.rows);
            let distance = |place: usize, side: usize| (2 * place + 1).abs_diff(side) / 2;
            index < shape.area()
                && distance(index % columns, columns) <= reach
                && distance(index / columns, rows) <= reach
        };
        moves.retain(|&mv| is_near(game.move_index(mv)));
        if moves.is_empty() || line.came_back_to().is_some() {
            break;
        }
        let mv = moves[random.usize(..moves.len())];
        tell(game.move_index(mv));
        line.play(mv);
    }
    line.position().clone()
}
