//! The walk through a strategy under superko.

use andor_certify::{Goal, Searcher};
use andor_core::{Claim, Game, Margin, Player, Verdict};
use andor_games::go::{Go, Rules};
use andor_guess::AtAGlance;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::{Budget, Line, Progress};
use andor_solver::tested::{Boards, Walk, share_out};

/// The share grows from nothing to all while the positions are entered, and further while they are
/// put in order. The range never leaves the shares between 0 and 1.
#[test]
fn the_share_of_a_walk_grows() {
    let strict = Go::<1>::new("2x4".parse().expect("a size"), Rules::PSK);
    let game = strict.without_superko(Player::Black).expect("a game without superko");
    let claim = Claim { attacker: Player::Black, at_least: Margin(1) };
    let goal = Goal { claim, verdict: Verdict::Proven };
    let (mut search, root) = (AlphaBeta::new((), AtAGlance), game.start());
    let (mut budget, hear) = (Budget::unlimited(), &mut |_: &Progress| {});
    let mut searcher = Searcher::new(&mut search, &mut budget, hear);
    let mut line = Line::new(&game, root.clone());
    assert_eq!(searcher.settle(&mut line, claim).verdict(), Some(Verdict::Proven));

    let mut walk = Walk::new(&game, goal, Boards::Positional, &[], 1 << 24);
    assert_eq!(walk.done(), None, "too early to tell");
    walk.complete(vec![root.clone()], &mut searcher).expect("a strategy");
    assert!((walk.entered - 1.0).abs() < 1e-6, "{}", walk.entered);
    let first = walk.done().expect("a range");
    assert!(0.0 < first.least && first.least < first.most && first.most < 1.0, "{first:?}");
    walk.put_in_order(&root, &mut searcher).expect("an order");
    let later = walk.done().expect("a range");
    assert!(first.least < later.least && first.most < later.most && later.most <= 1.0);
    walk.is_repeated = true;
    assert_eq!(walk.done(), None, "nothing is known of later rounds");
}

#[test]
fn positions_share_evenly() {
    let mut open = [((), 0.0), ((), 0.0)];
    assert_eq!((share_out(&mut open, 0.5), open), (0.0, [((), 0.25), ((), 0.25)]));
    assert_eq!(share_out::<()>(&mut [], 0.5), 0.5);
}
