//! Oracles and heuristics of one game as plugs of [`AnyGame`].
//!
//! A [`Plug`] looks up the real game and the real position at each call ([`Variant`]), and changes
//! moves and zones from one type to the other. Where the zones of the real game are no sets of
//! points, the real plug is not asked for zones and the [`Plug`] tells none.

use andor_core::{
    Claim, Details, Guess, GuessQuery, Guessed, Halt, Heuristic, Oracle, Player, Ruling, RulingIn,
    Settled, SettledIn, Thoroughness,
};
use andor_games::any::{AnyGame, AnyMove, AnyPosition, AnyZone, Variant};
use std::marker::PhantomData;

/// A plug of the game `V` as a plug of [`AnyGame`].
pub(crate) struct Plug<V, P> {
    plug: P,
    game: PhantomData<fn() -> V>,
}

impl<V, P> Plug<V, P> {
    pub(crate) fn new(plug: P) -> Plug<V, P> {
        Plug { plug, game: PhantomData }
    }
}

/// Moves as moves of the real game.
pub(crate) fn own_moves<V: Variant>(moves: &[AnyMove]) -> Vec<V::Move> {
    moves.iter().map(|&mv| V::mv(mv)).collect()
}

/// What may be wanted from an oracle of the game.
fn own_wanted<V: Variant>(wanted: Details) -> Details {
    Details { zone: wanted.zone && V::HAS_ZONES, ..wanted }
}

/// The answer of an oracle of the game.
fn wrapped<V: Variant>(settled: SettledIn<V>) -> SettledIn<AnyGame> {
    let Settled { verdict, best, zone } = settled;
    let zone = zone.filter(|_| V::HAS_ZONES).map(V::wrap_zone);
    Settled { verdict, best: best.map(V::wrap_move), zone }
}

impl<V: Variant, P: Oracle<V>> Oracle<AnyGame> for Plug<V, P> {
    fn heed(&mut self, halt: &Halt) {
        self.plug.heed(halt);
    }

    fn bytes(&self) -> usize {
        self.plug.bytes()
    }

    fn settle(
        &self,
        game: &AnyGame,
        pos: &AnyPosition,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<AnyGame>> {
        let wanted = own_wanted::<V>(wanted);
        self.plug.settle(V::of(game), V::position(pos), claim, wanted).map(wrapped::<V>)
    }

    fn settle_after(
        &self,
        game: &AnyGame,
        before: &AnyPosition,
        pos: &AnyPosition,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<AnyGame>> {
        let (game, before, pos) = (V::of(game), V::position(before), V::position(pos));
        let wanted = own_wanted::<V>(wanted);
        self.plug.settle_after(game, before, pos, claim, wanted).map(wrapped::<V>)
    }

    fn consider(
        &self,
        game: &AnyGame,
        pos: &AnyPosition,
        claim: Claim,
        look: Thoroughness,
        wanted: Details,
        moves: &mut Vec<AnyMove>,
    ) -> RulingIn<AnyGame> {
        let (game, pos) = (V::of(game), V::position(pos));
        let mut own = own_moves::<V>(moves);
        let wanted = own_wanted::<V>(wanted);
        let ruling = self.plug.consider(game, pos, claim, look, wanted, &mut own);
        moves.clear();
        moves.extend(own.into_iter().map(V::wrap_move));
        match ruling {
            Ruling::Settled(settled) => Ruling::Settled(wrapped::<V>(settled)),
            Ruling::Open { threats } => {
                let threats = threats.into_iter().filter(|_| V::HAS_ZONES);
                Ruling::Open { threats: threats.map(V::wrap_zone).collect() }
            }
        }
    }

    fn has_quick_look(&self) -> bool {
        self.plug.has_quick_look()
    }

    fn fill(&self, game: &AnyGame, pos: &AnyPosition, claim: Claim) -> Option<AnyPosition> {
        self.plug.fill(V::of(game), V::position(pos), claim).map(V::wrap_position)
    }

    fn before_fill(
        &self,
        game: &AnyGame,
        pos: &AnyPosition,
        winner: Player,
        zone: AnyZone,
    ) -> Option<AnyZone> {
        let zone = V::HAS_ZONES.then(|| V::zone(zone))?;
        self.plug.before_fill(V::of(game), V::position(pos), winner, zone).map(V::wrap_zone)
    }

    fn zone_without(&self, game: &AnyGame, pos: &AnyPosition, open: AnyZone) -> Option<AnyZone> {
        let open = V::HAS_ZONES.then(|| V::zone(open))?;
        self.plug.zone_without(V::of(game), V::position(pos), open).map(V::wrap_zone)
    }
}

impl<V: Variant, P: Heuristic<V>> Heuristic<AnyGame> for Plug<V, P> {
    fn heed(&mut self, halt: &Halt) {
        self.plug.heed(halt);
    }

    fn guess(
        &mut self,
        game: &AnyGame,
        pos: &AnyPosition,
        claim: Claim,
        moves: &[AnyMove],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let own = own_moves::<V>(moves);
        self.plug.guess(V::of(game), V::position(pos), claim, &own, out)
    }

    fn guess_all(
        &mut self,
        game: &AnyGame,
        claim: Claim,
        asked: &[GuessQuery<AnyGame>],
        out: &mut [Guessed],
    ) {
        let own = |asked: &GuessQuery<AnyGame>| GuessQuery::<V> {
            position: V::position(&asked.position).clone(),
            moves: own_moves::<V>(&asked.moves),
        };
        let asked: Vec<GuessQuery<V>> = asked.iter().map(own).collect();
        self.plug.guess_all(V::of(game), claim, &asked, out);
    }

    fn learn(&mut self, game: &AnyGame, pos: &AnyPosition, claim: Claim, works: [f32; 2]) {
        self.plug.learn(V::of(game), V::position(pos), claim, works);
    }

    fn playouts(&self) -> u64 {
        self.plug.playouts()
    }
}
