//! What all games of a training have in common: the game, the claims, the starts and the settings.

use crate::error::Error;
use crate::root::halving;
use crate::settings::{Root, TrainSettings};
use crate::starts::{Start, stones};
use crate::tree::Scale;
use andor_core::{Claim, PlaneShape, Planes};
use andor_search::Line;

/// What all games of a training have in common.
pub struct Setup<'a, G: Planes> {
    pub(crate) game: &'a G,
    pub(crate) claims: &'a [Claim],
    pub(crate) starts: &'a [G::Position],
    pub(crate) settings: &'a TrainSettings,
    pub(crate) shape: PlaneShape,
    pub(super) scale: Scale,
    /// Of Gumbel roots, for fast and for full searches, by the number of candidates: the visits
    /// that the next one has.
    pub(super) halving: [Vec<Vec<u32>>; 2],
}

impl<'a, G: Planes> Setup<'a, G> {
    /// Games about one of the claims each. A game starts from one of the given positions, if there
    /// are some, otherwise with random stones. The network has heads of so many bins.
    pub fn new(
        game: &'a G,
        claims: &'a [Claim],
        starts: &'a [G::Position],
        settings: &'a TrainSettings,
        bins: usize,
    ) -> Result<Setup<'a, G>, Error> {
        settings.check()?;
        let shape = game.plane_shape();
        if claims.is_empty() || claims.len() > usize::from(u8::MAX) {
            let (what, found) = ("claims", claims.len().to_string());
            return Err(Error::Setting { what, found, expected: "1 to 255" });
        }
        let sequence = |simulations| match settings.root {
            Root::Gumbel { candidates } => {
                (1..=candidates).map(|count| halving(count, simulations)).collect()
            }
            Root::Dirichlet { .. } => Vec::new(),
        };
        let halving = [sequence(settings.fast_simulations), sequence(settings.simulations)];
        let scale = Scale::new(settings, shape.moves(), bins);
        Ok(Setup { game, claims, starts, settings, shape, scale, halving })
    }

    pub(super) fn base(&self, start: &Start) -> G::Position {
        match start.base {
            0 => self.game.start(),
            number => self.starts[number as usize - 1].clone(),
        }
    }

    /// Makes a start one with random stones near the centre, or one of the given positions.
    pub(super) fn draw(&self, random: &mut fastrand::Rng, start: &mut Start) {
        start.claim = random.usize(..self.claims.len()) as u8;
        start.moves.clear();
        if !self.starts.is_empty() {
            start.base = 1 + random.u32(..self.starts.len() as u32);
            return;
        }
        start.base = 0;
        stones(self.game, self.settings.openings, random, |index| start.moves.push(index as u16));
    }

    /// Does a start of an earlier training name a claim, a position and legal moves?
    pub(crate) fn is_start(&self, start: &Start) -> bool {
        if usize::from(start.claim) >= self.claims.len() || start.base as usize > self.starts.len()
        {
            return false;
        }
        let mut line = Line::new(self.game, self.base(start));
        start.moves.iter().all(|&number| {
            let mut moves = Vec::new();
            line.moves(&mut moves);
            let found =
                moves.into_iter().find(|&mv| self.game.move_index(mv) == usize::from(number));
            found.map(|mv| line.play(mv)).is_some()
        })
    }
}
