//! Sibling conspiracy number search on games whose winners are known.

use andor_core::{Claim, Comparison, Game, Player, Siblings, TreePlace, Verdict};
use andor_games::hex::Hex;
use andor_games::size::Size;
use andor_games::toy::nim::Nim;
use andor_games::toy::tree::Tree;
use andor_search::conspiracy::{Conspiracy, Leaf, Options};
use andor_search::depth_first::DepthFirst;
use andor_search::{Answer, Budget, Line, Search, Stop};

/// All legal moves, with strengths that are drawn by their place and the seed, and values of
/// positions with every second seed.
struct Drawn {
    rng: fastrand::Rng,
    has_values: bool,
}

impl Drawn {
    fn new(seed: u64) -> Drawn {
        Drawn { rng: fastrand::Rng::with_seed(seed), has_values: seed.is_multiple_of(2) }
    }
}

impl<G: Game> Siblings<G> for Drawn {
    fn look(&mut self, game: &G, pos: &G::Position, _: TreePlace) -> Comparison<G::Move> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let mut moves: Vec<_> = moves.into_iter().map(|mv| (mv, 3.0 * self.rng.f32())).collect();
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        Comparison::Open { moves, value: self.has_values.then(|| self.rng.f32() - 0.5) }
    }
}

/// The options of the paper, and each of its knock-outs.
fn variants() -> Vec<Options> {
    let usual = Options::default();
    vec![
        usual,
        Options { leaf: Leaf::TwoSteps, ..usual },
        Options { leaf: Leaf::ManySteps(0.01), ..usual },
        Options { siblings: false, ..usual },
        Options { forget: 0.0, ..usual },
        Options { epsilon: 0.0, most: (0.0, 0.0), extend: 0.0, interlude: 1, ..usual },
        Options { most: (3.0, 4.0), growth: 2.0, forget: 3.0, interlude: 1000, ..usual },
    ]
}

/// A search with the same plug for each of so many threads.
fn team<G: Game>(threads: usize, seed: u64, options: Options) -> Conspiracy<G> {
    let plug = |thread| Box::new(Drawn::new(seed + 2 * thread as u64)) as Box<dyn Siblings<G>>;
    Conspiracy::with_team((0..threads).map(plug).collect(), options)
}

/// Every variant finds the winner, and a move that wins, with one thread and with three.
fn check<G: Game>(game: &G, pos: &G::Position) {
    // What the plain search says about the position, or after a move, is found once.
    let mut known: Vec<(Player, Option<G::Move>, Option<Verdict>)> = Vec::new();
    let mut truth = |mv: Option<G::Move>, claim: Claim| {
        let is_same = |(attacker, after, _): &&(Player, Option<G::Move>, Option<Verdict>)| {
            (*attacker, *after) == (claim.attacker, mv)
        };
        if let Some((.., verdict)) = known.iter().find(is_same) {
            return *verdict;
        }
        let mut line = Line::new(game, mv.map_or_else(|| pos.clone(), |mv| game.after(pos, mv)));
        let mut plain = DepthFirst::default();
        let answer = plain.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
        known.push((claim.attacker, mv, answer.verdict()));
        answer.verdict()
    };
    for (seed, options) in variants().into_iter().enumerate() {
        for (attacker, threads) in [(Player::Black, 1), (Player::White, 1), (Player::Black, 3)] {
            let claim = Claim::win(attacker);
            let mut search = team(threads, seed as u64, options);
            let mut line = Line::new(game, pos.clone());
            let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
            assert_eq!(answer.verdict(), truth(None, claim), "{options:?}\n{pos:?}");
            if let Some(best) = answer.best() {
                let after = truth(Some(best), claim);
                assert_eq!(after, answer.verdict(), "{best:?} {options:?}\n{pos:?}");
            }
        }
    }
}

#[test]
fn it_solves_games_with_known_winners() {
    for text in ["1x1", "2x2", "3x2", "3x3"] {
        let game = Hex::<1>::new(text.parse::<Size>().expect("a size"));
        check(&game, &game.start());
    }
    for heaps in [&[1, 2, 3][..], &[2, 3], &[2, 4, 3], &[4]] {
        let game = Nim::new(heaps);
        check(&game, &game.start());
    }
    for text in ["(B 1 -1)", "(B (W 1 -1) (W -1 (B 1 -1)))", "(W (B (W 1 1) -1) (B (B (B 1))))"] {
        let tree: Tree = text.parse().expect("a tree");
        check(&tree, &0);
    }
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..40 {
        let game = Hex::<1>::new(Size::new(4, 3).expect("a size"));
        let mut pos = game.start();
        for _ in 0..rng.usize(2..6) {
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            if !moves.is_empty() {
                game.play(&mut pos, moves[rng.usize(..moves.len())]);
            }
        }
        if game.outcome(&pos).is_none() {
            check(&game, &pos);
        }
    }
}

/// The same seed gives the same tree; a search that was stopped goes on.
#[test]
fn searches_repeat_and_go_on() {
    let game = Hex::<1>::new(Size::new(5, 5).expect("a size"));
    let run = |parts: &[u64]| {
        let mut search = Conspiracy::new(Drawn::new(1), Options::default());
        for &nodes in parts {
            let mut budget = Budget::unlimited().nodes(nodes);
            let found = search.search(
                &game,
                &game.start(),
                Claim::win(Player::Black),
                &mut budget,
                &mut |_| {},
            );
            assert_eq!(found, Err(Stop::Nodes));
        }
        let moves = search.outlook(&game);
        assert!(moves.is_sorted_by_key(|seen| std::cmp::Reverse(seen.work)), "{moves:?}");
        moves.iter().map(|seen| (seen.mv, seen.work)).collect::<Vec<_>>()
    };
    assert_eq!(run(&[2000]), run(&[2000]));
    let work = |moves: Vec<(_, u32)>| moves.iter().map(|(_, work)| work).sum::<u32>();
    assert!(work(run(&[500, 1500])) > 1500);
}

/// The search stops when the memory is full.
#[test]
fn memory_is_limited() {
    let game = Hex::<1>::new(Size::new(6, 6).expect("a size"));
    let mut search = Conspiracy::new(Drawn::new(1), Options::default());
    let mut line = Line::new(&game, game.start());
    let mut budget = Budget::unlimited().memory(4 << 20);
    let claim = Claim::win(Player::Black);
    let answer = search.solve(&mut line, claim, &mut budget, &mut ());
    assert!(matches!(answer, Answer::Stopped(Stop::Memory)), "{answer:?}");
    assert!(search.progress().memory <= 5 << 20);
}

/// Threads look at different leaves, and spend one budget.
#[test]
fn threads_share_the_tree_and_the_budget() {
    let game = Hex::<1>::new(Size::new(5, 5).expect("a size"));
    let mut search = team(4, 1, Options::default());
    let claim = Claim::win(Player::Black);
    for most in [1000, 3000] {
        let mut budget = Budget::unlimited().nodes(most);
        let found = search.search(&game, &game.start(), claim, &mut budget, &mut |_| {});
        assert_eq!(found, Err(Stop::Nodes));
    }
    let progress = search.progress();
    assert_eq!(progress.expansions, 4000);
    let work: u32 = search.outlook(&game).iter().map(|seen| seen.work).sum();
    assert!((3900..4000).contains(&work), "every look counts once: {work}");
}
