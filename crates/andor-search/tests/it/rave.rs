//! RAVE proves what is true, repeats itself, keeps its tree and works with several threads.

use andor_core::{Claim, Game, Margin, Player, Repetition, Verdict};
use andor_games::any::Variant;
use andor_games::toy::graph::Graph;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_games::toy::tree::Tree;
use andor_search::Budget;
use andor_search::depth_first::DepthFirst;
use andor_search::rave::{Inquiry, Options, RatedMoves, Rave, Until};
use andor_search::{Line, Search};

const CLAIMS: [Claim; 2] = [
    Claim { attacker: Player::Black, at_least: Margin(1) },
    Claim { attacker: Player::White, at_least: Margin(1) },
];

fn search<G: Game>(seed: u64) -> Rave<G, ()> {
    Rave::new((), Options { exploration: 0.7, patience: 1, ..Options::default() }, seed)
}

fn think<G: Game>(
    search: &mut Rave<G, ()>,
    game: &G,
    played: &[G::Move],
    threads: usize,
    budget: &Budget,
) -> RatedMoves<G::Move> {
    let root = game.start();
    let inquiry = Inquiry { game, root: &root, played, claims: CLAIMS, until: Until::Spent };
    search.think(&inquiry, &(), threads, budget, &mut |_, _| {})
}

/// The chance of the player to move by plain search.
fn truth<G: Game>(game: &G) -> f32 {
    let wins = |player: Player| {
        let mut line = Line::new(game, game.start());
        let claim = CLAIMS[player.index()];
        let budget = &mut Budget::unlimited();
        let answer = DepthFirst::default().solve(&mut line, claim, budget, &mut ());
        answer.verdict() == Some(Verdict::Proven)
    };
    let mover = game.to_move(&game.start());
    if wins(mover) {
        1.0
    } else if wins(mover.other()) {
        0.0
    } else {
        0.5
    }
}

fn agrees<G: Game>(game: &G, what: &str) {
    for threads in [1, 3] {
        let found = think(&mut search(1), game, &[], threads, &Budget::unlimited());
        let expected = truth(game);
        assert_eq!(found.proven, Some(expected), "{what}, {threads} threads");
        let best = found.moves.first().expect("a move");
        // A move that keeps the value comes first.
        if expected > 0.5 {
            assert_eq!((best.chance, best.is_proven), (1.0, true), "{what}");
        }
    }
}

#[test]
fn proofs_agree_with_plain_search() {
    for text in ["(B 1 (W -1 0))", "(B (B 0 -1) (W 1 1))", "(W (W 0 (B 1 -1)) (B -1 ?) 1)"] {
        agrees(&text.parse::<Tree>().expect("a tree"), text);
    }
    for heaps in [&[1, 2, 3][..], &[2, 3], &[1, 1, 4]] {
        agrees(&Nim::new(heaps).wrap(), &format!("nim {heaps:?}"));
    }
    agrees(&Mnk::new("3x3".parse().expect("a size"), 3).wrap(), "tic-tac-toe");
    for seed in 0..300 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let graph = Graph::random(8, Repetition::Forbidden, &mut rng);
        if graph.outcome(&graph.start()).is_none() {
            agrees(&graph, &format!("graph {seed}"));
        }
    }
}

/// The same number of games gives the same tree; more games go into the tree that is there.
#[test]
fn searches_repeat_and_keep_their_trees() {
    let game = Mnk::new("4x4".parse().expect("a size"), 4).wrap();
    let games = |count| Budget::unlimited().nodes(count);
    let told = |found: &RatedMoves<_>| -> Vec<_> {
        found.moves.iter().map(|told| (told.mv, told.visits, told.pv.clone())).collect()
    };
    let [mut one, mut other] = [search(3), search(3)];
    let [first, second] = [&mut one, &mut other].map(|s| think(s, &game, &[], 1, &games(500)));
    assert_eq!(told(&first), told(&second));
    assert!(first.proven.is_none(), "500 games do not solve the board");
    let visits = |found: &RatedMoves<_>| found.moves.iter().map(|told| told.visits).sum::<u32>();
    assert_eq!(visits(&first), 500);
    let best = &first.moves[0];
    let next = think(&mut one, &game, &best.pv[..1], 1, &games(1));
    assert!(visits(&next) + 2 >= best.visits, "{} of {}", visits(&next), best.visits);
    let fresh = think(&mut other, &game, &[first.moves[0].mv, first.moves[1].mv], 1, &games(5));
    assert!(visits(&fresh) >= 5);
    let other_line = think(&mut one, &game, &[first.moves[2].mv], 1, &games(7));
    assert_eq!(visits(&other_line), 7, "another line has another tree");
}

/// With little memory the tree stops growing, and games go on.
#[test]
fn memory_is_bounded() {
    let game = Mnk::new("5x5".parse().expect("a size"), 4).wrap();
    let budget = Budget::unlimited().nodes(3000).memory(1 << 14);
    let found = think(&mut search(1), &game, &[], 2, &budget);
    let games: u32 = found.moves.iter().map(|told| told.visits).sum();
    assert!((3000..3010).contains(&games), "{games}");
    assert!(found.moves.iter().all(|told| told.pv.len() <= 4), "{found:?}");
}
