//! Searches of any game as searches of a real game, and back.
//!
//! A search that needs the type of its game runs in the real game: alpha-beta of Go, threats and
//! widening of Gomoku, conspiracy numbers of Hex. [`Widened`] makes a search of [`AnyGame`] of such
//! a search. The methods of a real game that write proofs ask a search of the real game;
//! [`Narrowed`] makes this search of a search of any game.
//!
//! A search gets the same question in both types: the line begins where the line of the other type
//! began and has the same moves. In a game that never repeats a line without moves is enough,
//! because the past does not matter; there the position may have been [filled in](Line::fill).

use andor_core::{Claim, Game, Repetition, Verdict};
use andor_games::any::{AnyGame, AnyMove, AnyPosition, Variant};
use andor_search::shortest::{FindsLengths, Length};
use andor_search::{
    Answer, Budget, KnownVerdict, Line, Observer, Progress, RootMove, Search, SearchProof, Stop,
};
use std::marker::PhantomData;

/// A line of any game as a line of the real game.
pub fn own_line<'g, V: Variant>(line: &Line<'g, AnyGame>) -> Line<'g, V> {
    let game = V::of(line.game());
    if game.repetition() == Repetition::Impossible {
        return Line::new(game, V::position(line.position()).clone());
    }
    let mut own = Line::new(game, V::position(line.start()).clone());
    line.played().for_each(|mv| own.play(V::mv(mv)));
    own
}

/// A line of a real game as a line of any game.
fn any_line<'g, V: Variant>(game: &'g AnyGame, line: &Line<'_, V>) -> Line<'g, AnyGame> {
    if game.repetition() == Repetition::Impossible {
        return Line::new(game, V::wrap_position(line.position().clone()));
    }
    let mut any = Line::new(game, V::wrap_position(line.start().clone()));
    line.played().for_each(|mv| any.play(V::wrap_move(mv)));
    any
}

/// An answer with other names of the moves.
fn answer<M, N>(answer: Answer<M>, of: impl Fn(M) -> N) -> Answer<N> {
    match answer {
        Answer::Solved { verdict, best } => Answer::Solved { verdict, best: best.map(of) },
        Answer::Stopped(stop) => Answer::Stopped(stop),
    }
}

/// What is known, with other names of the moves.
fn known<M, N>(known: KnownVerdict<M>, of: impl Fn(M) -> N) -> KnownVerdict<N> {
    let KnownVerdict { verdict, best, work } = known;
    KnownVerdict { verdict, best: best.map(of), work }
}

/// A line and the moves of the root, with other names of the moves.
fn outlook<M: Copy, N>(
    line: &[M],
    moves: &[RootMove<M>],
    of: impl Fn(M) -> N,
) -> (Vec<N>, Vec<RootMove<N>>) {
    let root = |&RootMove { mv, chance, work }: &_| RootMove { mv: of(mv), chance, work };
    (line.iter().map(|&mv| of(mv)).collect(), moves.iter().map(root).collect())
}

/// An observer of any game that listens to a search of a real game.
struct ToAny<'a>(&'a mut dyn Observer<AnyGame>);

impl<V: Variant> Observer<V> for ToAny<'_> {
    fn solved(&mut self, pos: &V::Position, verdict: Verdict, best: Option<V::Move>) {
        self.0.solved(&V::wrap_position(pos.clone()), verdict, best.map(V::wrap_move));
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }

    fn guess(&mut self, mv: V::Move) {
        self.0.guess(V::wrap_move(mv));
    }

    fn outlook(&mut self, line: &[V::Move], moves: &[RootMove<V::Move>]) {
        let (line, moves) = outlook(line, moves, V::wrap_move);
        self.0.outlook(&line, &moves);
    }
}

/// An observer of a real game that listens to a search of any game.
struct ToOwn<'a, V>(&'a mut dyn Observer<V>);

impl<V: Variant> Observer<AnyGame> for ToOwn<'_, V> {
    fn solved(&mut self, pos: &AnyPosition, verdict: Verdict, best: Option<AnyMove>) {
        self.0.solved(V::position(pos), verdict, best.map(V::mv));
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }

    fn guess(&mut self, mv: AnyMove) {
        self.0.guess(V::mv(mv));
    }

    fn outlook(&mut self, line: &[AnyMove], moves: &[RootMove<AnyMove>]) {
        let (line, moves) = outlook(line, moves, V::mv);
        self.0.outlook(&line, &moves);
    }
}

/// A search of any game, as a search of the real game inside.
pub struct Narrowed<S> {
    game: AnyGame,
    search: S,
}

impl<S> Narrowed<S> {
    /// A search of this game.
    pub fn new(game: AnyGame, search: S) -> Narrowed<S> {
        Narrowed { game, search }
    }
}

impl<V: Variant, S: Search<AnyGame>> Search<V> for Narrowed<S> {
    fn solve(
        &mut self,
        line: &mut Line<'_, V>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<V>,
    ) -> Answer<V::Move> {
        let mut line = any_line(&self.game, line);
        let found = self.search.solve(&mut line, claim, budget, &mut ToOwn(observer));
        answer(found, V::mv)
    }

    fn known(&mut self, line: &mut Line<'_, V>, claim: Claim) -> Option<KnownVerdict<V::Move>> {
        let mut line = any_line(&self.game, line);
        Some(known(self.search.known(&mut line, claim)?, V::mv))
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, V>,
        claim: Claim,
    ) -> Option<KnownVerdict<V::Move>> {
        let mut line = any_line(&self.game, line);
        Some(known(self.search.remembered(&mut line, claim)?, V::mv))
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, V>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, V>> {
        let mut line = any_line(&self.game, line);
        Some(match self.search.proof(&mut line, claim, verdict)? {
            SearchProof::Patterns(proof) => SearchProof::Patterns(proof),
            SearchProof::Threats(proof) => SearchProof::Threats(proof.map(V::mv)),
            SearchProof::OtherRules { game, search } => SearchProof::OtherRules {
                game: V::of(&game).clone(),
                search: Box::new(Narrowed::new(game, search)),
            },
        })
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }
}

/// A search of the real game `V`, as a search of any game.
pub struct Widened<S, V> {
    search: S,
    game: PhantomData<fn() -> V>,
}

impl<S, V> Widened<S, V> {
    /// The search as one of any game.
    pub fn new(search: S) -> Widened<S, V> {
        Widened { search, game: PhantomData }
    }
}

impl<S: Search<V>, V: Variant> Search<AnyGame> for Widened<S, V> {
    fn solve(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<AnyGame>,
    ) -> Answer<AnyMove> {
        let mut line = own_line(line);
        let found = self.search.solve(&mut line, claim, budget, &mut ToAny(observer));
        answer(found, V::wrap_move)
    }

    fn known(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
    ) -> Option<KnownVerdict<AnyMove>> {
        Some(known(self.search.known(&mut own_line(line), claim)?, V::wrap_move))
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
    ) -> Option<KnownVerdict<AnyMove>> {
        Some(known(self.search.remembered(&mut own_line(line), claim)?, V::wrap_move))
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, AnyGame>> {
        Some(match self.search.proof(&mut own_line(line), claim, verdict)? {
            SearchProof::Patterns(proof) => SearchProof::Patterns(proof),
            SearchProof::Threats(proof) => SearchProof::Threats(proof.map(V::wrap_move)),
            SearchProof::OtherRules { game, search } => SearchProof::OtherRules {
                game: game.wrap(),
                search: Box::new(Widened::<_, V>::new(search)),
            },
        })
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }
}

impl<S: FindsLengths<V>, V: Variant> FindsLengths<AnyGame> for Widened<S, V> {
    fn length(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<AnyGame>,
    ) -> (Length, Option<Stop>) {
        self.search.length(&mut own_line(line), claim, budget, &mut ToAny(observer))
    }

    fn best(&self) -> Option<AnyMove> {
        self.search.best().map(V::wrap_move)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
