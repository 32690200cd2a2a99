//! Every search against a solution of the whole graph of positions, on the capture game of tiny
//! boards: a game with zones for both players, passes of two kinds, and wins that rest on a
//! repetition.
//!
//! The usual run takes a sample of the positions; `ANDOR_SLOW=1` takes all of them.

use crate::support::truth::Truth;
use andor_core::{Claim, Game, Outcome, Player, Zoned};
use andor_games::go::capture::{Capture, Goal, Position, Retake};
use andor_games::points::Point;
use andor_guess::{FirstWork, Playouts};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::dfpn::{self, Common, Dfpn};
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::mcts::{self, MonteCarlo};
use andor_search::memory::{LocalTranspositions, Memory, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::widening::{Strategy, Widening};
use andor_search::{Budget, Line, Search};

type Small = Capture<1>;

/// A way to make a search, by name.
type Maker = (&'static str, fn() -> Box<dyn Search<Small>>);

/// Memory that is never full.
const ROOMY: usize = 1 << 22;

fn zoned() -> impl Memory<Small> {
    LocalTranspositions::<Small>::default()
}

fn plain() -> impl Memory<Small> {
    Transpositions::<Small>::default()
}

fn playouts() -> Playouts {
    Playouts::new(4, 0.5, FirstWork::Choices, 1)
}

fn dfpn(memory: impl Memory<Small> + 'static, options: dfpn::Options) -> Box<dyn Search<Small>> {
    Box::new(Dfpn::new((), (), memory, Common::new(1, ROOMY), options))
}

fn ews(memory: impl Memory<Small> + 'static) -> Box<dyn Search<Small>> {
    let options = expected_work::Options::default();
    Box::new(ExpectedWork::new((), playouts(), memory, options))
}

/// Every search, with and without zones where the search has both.
const SEARCHES: [Maker; 12] = [
    ("dfpn, zones", || dfpn(zoned(), dfpn::Options::default())),
    ("dfpn", || dfpn(plain(), dfpn::Options::default())),
    ("dfpn, one move at a time", || {
        dfpn(zoned(), dfpn::Options { base: 1, share: 0.0, ..dfpn::Options::default() })
    }),
    ("dfpn, sums", || {
        dfpn(zoned(), dfpn::Options { sum: true, share: 1.0, ..dfpn::Options::default() })
    }),
    ("pns, zones", || Box::new(ProofNumberSearch::new((), (), zoned(), 1))),
    ("pns", || Box::new(ProofNumberSearch::new((), (), plain(), 1))),
    ("ews, zones", || ews(zoned())),
    ("ews", || ews(plain())),
    ("mcts, zones", || {
        Box::new(MonteCarlo::new((), playouts(), zoned(), mcts::Options::default(), 1))
    }),
    ("alpha-beta, zones", || Box::new(AlphaBeta::new((), ()).with_memory(zoned()))),
    ("alpha-beta", || Box::new(AlphaBeta::new((), ()))),
    ("widening", || Box::new(Widening::new(Strategy::Auto))),
];

/// Solves the position; checks the verdict, and that the best move keeps the verdict.
fn check(game: &Small, truth: &Truth, place: usize, (name, make): Maker) {
    let pos: &Position<1> = &truth.positions[place];
    let mut line = Line::new(game, pos.clone());
    let claim = Claim::win(game.attacker());
    let answer = make().solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    let told = || format!("{name}: {answer:?}\n{:?} {:?}\n{pos:?}", game.goal(), game.retake());
    assert_eq!(answer.verdict(), Some(truth.verdict(place)), "{}", told());
    if let Some(mv) = answer.best() {
        let after = truth.place[&game.key(&game.after(pos, mv))];
        assert_eq!(truth.won[after], truth.won[place], "the move loses: {}", told());
    }
}

/// What a zone claims, without a search: where a move loses at once and does not meet the zone of
/// that end, every other move that does not meet the zone loses too.
#[test]
fn the_zone_of_an_end_refutes_what_it_claims() {
    let mut moves = Vec::new();
    let mut refuted = 0;
    for (text, target) in [("6x1", 3), ("2x3", 0), ("2x4", 2), ("3x3", 1), ("3x3", 4)] {
        for (retake, escape) in Retake::ALL.into_iter().flat_map(|ko| [(ko, 2), (ko, 4)]) {
            let goal = Goal { target: Point(target), owner: Player::Black, escape };
            let game = Small::new(text.parse().expect("a size"), goal, retake);
            let truth = Truth::new(&game);
            for pos in truth.positions.iter().filter(|pos| game.outcome(pos).is_none()) {
                let mover = game.to_move(pos);
                let loses = |mv| {
                    let won = truth.won[truth.place[&game.key(&game.after(pos, mv))]];
                    won != (mover == game.attacker())
                };
                moves.clear();
                game.moves(pos, &mut moves);
                for &mv in &moves {
                    let after = game.after(pos, mv);
                    if game.outcome(&after) != Some(Outcome::win(mover.other())) {
                        continue;
                    }
                    let zone = game.end_zone(&after);
                    if game.meets(pos, mv, zone) {
                        continue;
                    }
                    for &other in moves.iter().filter(|&&other| !game.meets(pos, other, zone)) {
                        assert!(loses(other), "{mv:?} refutes {other:?}: {zone:?} in {pos:?}");
                        refuted += usize::from(other != mv);
                    }
                }
            }
        }
    }
    assert!(refuted > 500, "{refuted}");
}

#[test]
fn every_search_knows_every_capture_of_tiny_boards() {
    let all = std::env::var_os("ANDOR_SLOW").is_some();
    let boards: [(&str, &[u16]); 5] =
        [("6x1", &[0, 3]), ("2x2", &[0]), ("2x3", &[0, 2]), ("2x4", &[0, 2]), ("3x3", &[0, 1, 4])];
    let mut rng = fastrand::Rng::with_seed(11);
    let mut seen = [0; 2];
    for (text, targets) in boards {
        for (&target, escape) in targets.iter().flat_map(|target| [2, 4].map(|e| (target, e))) {
            for retake in Retake::ALL {
                let goal = Goal { target: Point(target), owner: Player::Black, escape };
                let game = Small::new(text.parse().expect("a size"), goal, retake);
                let truth = Truth::new(&game);
                let mut open: Vec<usize> = (0..truth.positions.len())
                    .filter(|&place| game.outcome(&truth.positions[place]).is_none())
                    .collect();
                if !all {
                    rng.shuffle(&mut open);
                    open.truncate(20);
                }
                for place in open {
                    seen[usize::from(truth.won[place])] += 1;
                    SEARCHES.into_iter().for_each(|maker| check(&game, &truth, place, maker));
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}
