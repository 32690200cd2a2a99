//! The plugs of Hex.

use super::build::{Alone, TeamOf, Tuning, build};
use super::{Common, Plugs, sets};
use crate::certificate::Recorder;
use crate::engine::Engine;
use crate::settings::{Proof, SearchName, Settings};
use andor_core::{Claim, NotationError, Player, Verdict};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_guess::hex::HexOrder;
use andor_knowledge::hex::Options as ConnectionOptions;
use andor_knowledge::hex::inferior::{Fills, Inferior};
use andor_knowledge::hex::oracle::HexOracle;
use andor_search::expected_work::LookAhead;
use andor_search::memory::{Patterns, SharedPatterns};
use std::sync::Arc;

/// Virtual connections, by name.
const CONNECTIONS: &str = "connections";

/// Beside knowledge so many patterns are kept of each winner's, those that took most work: to look through
/// them must not take longer than to find connections.
const MOST_PATTERNS: usize = 1 << 17;

/// Inferior cells, by name.
const INFERIOR: &str = "inferior";

/// The inferior cells that a certificate may quote.
pub(crate) fn inferior<const W: usize>(hex: &Hex<W>, recorder: &Recorder) -> Option<Inferior<W>> {
    recorder.may_quote(INFERIOR).then(|| Inferior::with_fills(hex, Fills::Whole))
}

/// The knowledge about Hex of these names. For a proof it is close to what a certificate can tell: fills
/// of whole shapes, and no splits. Connections are updated in any case: those of the positions that
/// enter the proof are built again, from nothing, with their derivations.
fn hex_oracle<const W: usize>(hex: &Hex<W>, names: &[&str], is_proof: bool) -> HexOracle<W> {
    let mut oracle = HexOracle::new();
    if names.contains(&CONNECTIONS) {
        oracle = oracle.with_connections(hex, ConnectionOptions::default());
        if !is_proof {
            oracle = oracle.with_splits();
        }
    }
    if names.contains(&INFERIOR) {
        oracle = oracle.with_inferior(hex, if is_proof { Fills::Whole } else { Fills::All });
    }
    oracle
}

impl<const W: usize> Plugs for Hex<W> {
    const KNOWLEDGE: &'static [&'static str] = &[CONNECTIONS, INFERIOR];

    type Refutation = Points<W>;

    type Patterns = (SharedPatterns<Hex<W>>, TeamOf<Hex<W>, SharedPatterns<Hex<W>>>);

    fn patterns(bytes: usize) -> Self::Patterns {
        (SharedPatterns::new(bytes), Arc::default())
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Ok(Hex::set_up(self, sets(stones), to_move))
    }

    /// Nothing in Hex looks back, so that what is known holds on every line.
    fn settles(&self, _: &str, _: &Self::Position, _: Claim) -> Option<Verdict> {
        None
    }

    fn engine(
        &self,
        settings: &Settings,
        knowledge: &[&str],
        seed: u64,
        common: &Common<Self>,
    ) -> Box<dyn Engine<Self>> {
        let tuning =
            Tuning { games: 256, tempo: 0.6, rate: 0.9, bend: 0.7, look_ahead: LookAhead::Replies };
        let is_proof = settings.proof != Proof::None;
        let oracle = || hex_oracle(self, knowledge, is_proof);
        if settings.search == SearchName::ProofNumber {
            let (patterns, _) = common.patterns();
            let playouts = || tuning.playouts(tuning.games, seed);
            if knowledge.is_empty() {
                return common.dfpn((), playouts(), patterns.clone());
            }
            let (oracle, patterns) = (oracle(), patterns.clone().keep_most(MOST_PATTERNS));
            return match oracle.connections().map(HexOrder::new) {
                Some(order) => common.dfpn(oracle, order, patterns),
                None => common.dfpn(oracle, playouts(), patterns),
            };
        }
        // Expected work search does not tell zones of what is filled in.
        match (knowledge.is_empty(), &common.race) {
            (true, Some(_)) => {
                let (memory, team) = common.patterns();
                build(settings, seed, tuning, (), memory.clone(), team.clone())
            }
            (true, None) => build(settings, seed, tuning, (), Patterns::<Hex<W>>::default(), Alone),
            (false, Some(race)) => {
                build(settings, seed, tuning, oracle(), common.memory(), race.team.clone())
            }
            (false, None) => build(settings, seed, tuning, oracle(), common.memory(), Alone),
        }
    }
}
