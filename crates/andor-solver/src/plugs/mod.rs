//! Which plugs belong to which game, by name.

mod build;
mod common;
mod go;
mod hex;

pub(crate) use common::Common;
pub(crate) use hex::inferior;

use crate::engine::{Engine, Recorded};
use crate::problem::BadInput;
use crate::settings::{SearchName, Settings};
use andor_core::{Claim, Game, Notation, NotationError, Numbered, Player, Verdict};
use andor_games::points::{Point, Points};
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_guess::Playout;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::expected_work::LookAhead;
use build::{Tuning, own_or_common};

/// A game that can be solved by name.
pub(crate) trait Plugs: Game<Move: Numbered> + Notation + Playout {
    /// The names of its knowledge.
    const KNOWLEDGE: &'static [&'static str];

    /// The names of knowledge that is used only where it is asked for by name, or with the searches
    /// for which it [pays](Plugs::pays).
    const FURTHER: &'static [&'static str] = &[];

    /// Of further knowledge, does this one save a search more than it costs?
    fn pays(_name: &str, _search: SearchName) -> bool {
        false
    }

    /// May the knowledge of this name be used by this search, after so many moves of a given game?
    fn serves(_name: &str, _search: SearchName, _moves: usize) -> bool {
        true
    }

    /// Of all these, what certificates can quote.
    const QUOTABLE: &'static [&'static str] = Self::KNOWLEDGE;

    /// What the memory of its depth-first proof-number search keeps of refutations.
    type Refutation: Send + Sync;

    /// What searches share besides solved positions by class.
    type Patterns: Send + Sync;

    /// The same, to take no more than so many bytes.
    fn patterns(bytes: usize) -> Self::Patterns;

    /// The position with these stones.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError>;

    /// Has the knowledge of this name something to say under the rules?
    fn applies(&self, _name: &str) -> bool {
        true
    }

    /// How the knowledge of this name settles the claim in `pos`, if it does.
    fn settles(&self, name: &str, pos: &Self::Position, claim: Claim) -> Option<Verdict>;

    /// The same after a move from `before`, where it did not.
    fn settles_after(
        &self,
        name: &str,
        _before: &Self::Position,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<Verdict> {
        self.settles(name, pos, claim)
    }

    /// The search that the settings ask for, with a seed of its own, one of those that have `common`
    /// in common.
    fn engine(
        &self,
        settings: &Settings,
        knowledge: &[&str],
        seed: u64,
        common: &Common<Self>,
    ) -> Box<dyn Engine<Self>>;
}

/// The knowledge that the settings ask for.
pub(crate) fn knowledge<G: Plugs>(
    settings: &Settings,
    game: &str,
) -> Result<Vec<&'static str>, BadInput> {
    match settings.knowledge.as_str() {
        "none" => Ok(Vec::new()),
        "full" => {
            let further = G::FURTHER.iter().filter(|name| G::pays(name, settings.search));
            Ok(G::KNOWLEDGE.iter().chain(further).copied().collect())
        }
        names => names
            .split(',')
            .map(|name| {
                let mut known = G::KNOWLEDGE.iter().chain(G::FURTHER).copied();
                known.find(|known| *known == name).ok_or_else(|| {
                    let mut all = vec!["none", "full"];
                    all.extend(G::KNOWLEDGE);
                    all.extend(G::FURTHER);
                    BadInput::Request(format!(
                        "knowledge \"{name}\": {game} has none of that name; expected {}",
                        all.join(", ")
                    ))
                })
            })
            .collect(),
    }
}

/// The sets of stones of both players.
fn sets<const W: usize>(stones: &[(Player, Point)]) -> [Points<W>; 2] {
    Player::BOTH.map(|player| {
        stones.iter().filter(|(owner, _)| *owner == player).map(|(_, point)| *point).collect()
    })
}

/// What the toy games share: transpositions, no knowledge, no set-up from files.
macro_rules! plain_plugs {
    ($($game:ty),*) => {$(
        impl Plugs for $game {
            const KNOWLEDGE: &'static [&'static str] = &[];

            type Refutation = ();

            type Patterns = ();

            fn patterns(_: usize) {}

            fn set_up(
                &self,
                _: &[(Player, Point)],
                _: Player,
            ) -> Result<Self::Position, NotationError> {
                Ok(self.start())
            }

            fn settles(&self, _: &str, _: &Self::Position, _: Claim) -> Option<Verdict> {
                None
            }

            fn engine(
                &self,
                settings: &Settings,
                _: &[&str],
                seed: u64,
                common: &Common<Self>,
            ) -> Box<dyn Engine<Self>> {
                let tuning = Tuning {
                    games: 16,
                    tempo: 0.5,
                    rate: 0.5,
                    bend: 0.7,
                    look_ahead: LookAhead::Moves,
                };
                let playouts = tuning.playouts(tuning.games, seed);
                match settings.search {
                    SearchName::ProofNumber => common.dfpn((), playouts, common.memory()),
                    SearchName::AlphaBeta => {
                        Box::new(AlphaBeta::new((), playouts, common.memory()))
                    }
                    SearchName::DepthFirst => Box::new(Recorded::default()),
                    _ => own_or_common(settings, tuning.usual(), (), playouts, common),
                }
            }
        }
    )*};
}

plain_plugs!(Mnk, Nim);
