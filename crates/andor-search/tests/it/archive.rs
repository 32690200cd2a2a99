//! Searches with an archive agree with the plain reference, whatever other searches filed before.

use andor_core::{Claim, Class, Game, Key, Margin, Numbered, Outcome, Player, Repetition, Verdict};
use andor_games::any::{AnyGame, Variant};
use andor_games::go::{Go, Rules};
use andor_games::hex::Hex;
use andor_games::size::Size;
use andor_games::toy::graph::Graph;
use andor_games::toy::mnk::Mnk;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Common, Dfpn};
use andor_search::expected_work::{ExpectedWork, Options};
use andor_search::mcts::{self, MonteCarlo};
use andor_search::memory::{Archive, Archived, FiledIn, Memory, Patterns, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::{Answer, Budget, Line, Search};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The class of a position, the attacker and the margin of a claim.
type Question = (Key, Player, i16);

/// An archive in memory that takes everything.
struct Shelf<G: Game> {
    filed: Mutex<HashMap<Question, Vec<FiledIn<G>>>>,
    found: Mutex<usize>,
}

impl<G: Game> Default for Shelf<G> {
    fn default() -> Self {
        Shelf { filed: Mutex::default(), found: Mutex::default() }
    }
}

fn question(class: Class, claim: Claim) -> Question {
    (class.key, claim.attacker, claim.at_least.0)
}

impl<G: Game> Archive<G> for Shelf<G> {
    fn find(&self, _: &G, _: &G::Position, class: Class, claim: Claim) -> Option<FiledIn<G>> {
        let filed = self.filed.lock().expect("the lock");
        let known = filed.get(&question(class, claim))?;
        *self.found.lock().expect("the lock") += 1;
        known.iter().min_by_key(|filed| filed.marks.count_ones()).copied()
    }

    fn file(&self, _: &G, _: &G::Position, class: Class, claim: Claim, filed: &FiledIn<G>) {
        let mut known = self.filed.lock().expect("the lock");
        known.entry(question(class, claim)).or_default().push(*filed);
    }

    fn least_work(&self) -> u32 {
        1
    }
}

fn playouts() -> Playouts {
    Playouts::new(4, 0.5, FirstWork::Exponential { rate: 0.5, bend: 0.7 }, 1)
}

/// All searches that use a memory, with this memory and an archive beside it.
fn searches<G: Game<Move: Numbered> + Playout + 'static, M: Memory<G> + 'static>(
    memory: impl Fn() -> M,
    shelf: &Arc<Shelf<G>>,
) -> Vec<(&'static str, Box<dyn Search<G>>)> {
    let memory = || Archived::new(Box::new(memory()), shelf.clone());
    let dfpn = |options| Dfpn::new((), playouts(), memory(), Common::new(1, 1 << 22), options);
    vec![
        ("ews", Box::new(ExpectedWork::new((), playouts(), memory(), Options::default()))),
        ("dfpn", Box::new(dfpn(dfpn::Options::default()))),
        ("pns", Box::new(ProofNumberSearch::new((), (), memory(), 1))),
        ("mcts", Box::new(MonteCarlo::new((), playouts(), memory(), mcts::Options::default(), 1))),
        ("alpha-beta", Box::new(AlphaBeta::new((), playouts()).with_memory(memory()))),
    ]
}

/// Nodes after which the reference gives up.
const MOST: u64 = 200_000;

fn settle<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    nodes: u64,
) -> Option<Verdict> {
    match search.solve(line, claim, &mut Budget::unlimited().nodes(nodes), &mut ()) {
        Answer::Solved { verdict, best } => {
            if let Some(mv) = best.filter(|_| line.to_move() == verdict.winner(claim)) {
                assert!(line.allows(mv), "{mv:?}");
                line.play(mv);
                let after = DepthFirst::default();
                let after = settle(&mut { after }, line, claim, MOST);
                line.undo();
                assert!(after.is_none_or(|after| after == verdict), "{mv:?} does not win");
            }
            Some(verdict)
        }
        Answer::Stopped(_) => None,
    }
}

/// Compares the searches with the reference at the end of a line; says whether the reference was
/// done.
fn check<G, M>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: impl Fn() -> M,
    shelf: &Arc<Shelf<G>>,
) -> bool
where
    G: Game<Move: Numbered> + Playout + 'static,
    M: Memory<G> + 'static,
{
    let Some(expected) = settle(&mut DepthFirst::default(), line, claim, MOST) else {
        return false;
    };
    for (name, mut search) in searches(memory, shelf) {
        let found = settle(&mut *search, line, claim, u64::MAX);
        assert_eq!(found, Some(expected), "{name}, {claim:?}\n{:?}", line.position());
    }
    true
}

/// Plays so many random moves.
fn random_line<'g, G: Game>(game: &'g G, plies: usize, rng: &mut fastrand::Rng) -> Line<'g, G> {
    let mut line = Line::new(game, game.start());
    for _ in 0..plies {
        let mut moves = Vec::new();
        if line.outcome().is_none() {
            line.moves(&mut moves);
        }
        let Some(mv) = rng.choice(moves) else { break };
        line.play(mv);
    }
    if line.outcome().is_some() {
        line.undo();
    }
    line
}

fn cases(usual: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { usual }
}

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

/// In games that never repeat, with patterns and zones and without.
#[test]
fn positions_that_never_repeat() {
    let hex = Hex::<1>::new(size(3, 3));
    let shelves = [Arc::new(Shelf::default()), Arc::new(Shelf::default())];
    let both = Arc::new(Shelf::default());
    let mut rng = fastrand::Rng::with_seed(28);
    let mut checked = 0;
    for _ in 0..cases(40, 1000) {
        let plies = rng.usize(..6);
        let mut line = random_line(&hex, plies, &mut rng);
        for attacker in Player::BOTH {
            let claim = Claim::win(attacker);
            checked +=
                usize::from(check(&mut line, claim, Patterns::<Hex<1>>::default, &shelves[0]));
            check(&mut line, claim, Transpositions::<Hex<1>>::default, &shelves[1]);
            // What one kind of memory filed serves the other.
            check(&mut line, claim, Patterns::<Hex<1>>::default, &both);
            check(&mut line, claim, Transpositions::<Hex<1>>::default, &both);
        }
    }
    let mnk = Mnk::new(size(3, 3), 3).wrap();
    let shelf = Arc::new(Shelf::default());
    for _ in 0..cases(10, 200) {
        let plies = rng.usize(2..7);
        let mut line = random_line(&mnk, plies, &mut rng);
        for attacker in Player::BOTH {
            check(&mut line, Claim::win(attacker), Transpositions::<AnyGame>::default, &shelf);
        }
    }
    let found =
        [&shelves[0], &shelves[1], &both].map(|shelf| *shelf.found.lock().expect("the lock"));
    assert!(found.iter().all(|&found| found > 100) && checked > 50, "{found:?} {checked}");
    assert!(*shelf.found.lock().expect("the lock") > 50);
}

/// Under superko the same position comes with many pasts, and an archive is asked about all of
/// them.
#[test]
fn positions_with_a_past() {
    let mut found = 0;
    for (columns, rows, rules) in [
        (2, 2, Rules::PSK),
        (2, 2, Rules::SSK),
        (1, 4, Rules::PSK),
        (3, 1, Rules::TROMP_TAYLOR),
        (2, 3, Rules::PSK),
    ] {
        let go = Go::<1>::new(size(columns, rows), rules).wrap();
        let shelf = Arc::new(Shelf::default());
        let mut rng = fastrand::Rng::with_seed(7);
        let mut checked = 0;
        for _ in 0..cases(60, 2000) {
            let plies = rng.usize(..10);
            let mut line = random_line(&go, plies, &mut rng);
            let at_least = Margin(rng.i16(-3..=4));
            let attacker = if rng.bool() { Player::Black } else { Player::White };
            let claim = Claim { attacker, at_least };
            checked +=
                usize::from(check(&mut line, claim, Transpositions::<AnyGame>::default, &shelf));
        }
        assert!(checked > 2, "{columns}x{rows}: {checked}");
        found += *shelf.found.lock().expect("the lock");
    }
    assert!(found > 100, "{found}");
}

/// Where memories cannot tell what a verdict owes to its line, nothing wrong is filed.
#[test]
fn graphs_with_cycles() {
    let rules = [
        Repetition::Forbidden,
        Repetition::Ends(Outcome::NoResult),
        Repetition::Ends(Outcome::DRAW),
    ];
    for repetition in rules {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..cases(100, 5000) {
            let graph = Graph::random(8, repetition, &mut rng);
            let shelf = Arc::new(Shelf::default());
            for _ in 0..4 {
                let plies = rng.usize(..5);
                let mut line = random_line(&graph, plies, &mut rng);
                let claim = Claim { attacker: Player::Black, at_least: Margin(rng.i16(0..=1)) };
                if line.outcome().is_none() {
                    check(&mut line, claim, Transpositions::<Graph>::default, &shelf);
                }
            }
        }
    }
}
