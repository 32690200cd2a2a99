//! Wins of Go that rest on the winner's stones, and the search that uses them, against brute force.
//!
//! All positions of a small board are listed. Reaches are built as a search builds them, from
//! settled positions backwards, with random choices. Every position that agrees with one on its
//! reach must be a forced win without regard to repetitions.

use crate::support::cases;
use crate::support::go_world::World;
use andor_core::{
    Claim, Details, Game, Heuristic, Margin, Notation, Oracle, Player, Verdict, WonByStones as _,
};
use andor_games::go::{Go, Position, Rules};
use andor_guess::AtAGlance;
use andor_guess::go::{GoFitted, GoForesight, GoLearnt, Learning as Rates};
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::expected_work::ExpectedWork;
use andor_search::learning::Learning;
use andor_search::memory::Transpositions;
use andor_search::{Answer, Budget, Line, Search};
use rustc_hash::FxHashMap;

/// Reaches of positions that `winner` can force into settled ones or good ends; `None` if the win
/// does not rest on stones.
fn reaches(
    world: &World,
    knowledge: &impl Oracle<Go<1>>,
    claim: Claim,
    winner: Player,
    rng: &mut fastrand::Rng,
) -> FxHashMap<u32, Option<u64>> {
    let game = &world.game;
    let verdict = Verdict::for_winner(claim, winner);
    let settled = |pos: &Position<1>| {
        let settled = knowledge.settle(game, pos, claim, Details::VERDICT)?;
        (settled.verdict == verdict).then(|| game.reach_of_knowledge(pos, winner))
    };
    let mut reaches: FxHashMap<u32, Option<u64>> = FxHashMap::default();
    let ends = |pos: &Position<1>| world.ends(pos, claim, verdict) || settled(pos).is_some();
    for id in world.forced(winner, ends) {
        let pos = &world.positions[id as usize];
        let children = &world.children[id as usize];
        let reach = if pos.is_over() {
            None
        } else if let Some(reach) = settled(pos) {
            reach
        } else if pos.to_move() == winner {
            let won = children.iter().filter_map(|(mv, child)| {
                let after = &world.positions[*child as usize];
                game.reach_before(pos, *mv, after, (*reaches.get(child)?)?)
            });
            let won: Vec<u64> = won.collect();
            let smallest = won.iter().min_by_key(|reach| reach.count_ones()).copied();
            if rng.u8(..4) > 0 || won.is_empty() {
                smallest
            } else {
                Some(won[rng.usize(..won.len())])
            }
        } else {
            lost(world, id, winner, &reaches, rng)
        };
        reaches.insert(id, reach);
    }
    reaches
}

/// The reach of a position that the player to move loses: the pass is refuted first, the plays in
/// any order, and plays that are refuted elsewhere are left out.
fn lost(
    world: &World,
    id: u32,
    winner: Player,
    reaches: &FxHashMap<u32, Option<u64>>,
    rng: &mut fastrand::Rng,
) -> Option<u64> {
    let game = &world.game;
    let pos = &world.positions[id as usize];
    let mut order = world.children[id as usize].clone();
    rng.shuffle(&mut order);
    order.sort_by_key(|(mv, _)| game.taken_point(*mv) != 0);
    let stones = |pos| game.stones_of(pos, winner);
    let (mut union, mut elsewhere) = (0, u64::MAX);
    for (mv, child) in order {
        let captures = stones(&world.positions[child as usize]) != stones(pos);
        let point = game.taken_point(mv);
        if point & elsewhere == 0 && point != 0 && !captures && rng.u8(..4) > 0 {
            continue;
        }
        let reach = reaches[&child]?;
        union |= reach;
        if point & reach == 0 && !captures {
            elsewhere &= reach;
        }
    }
    Some(game.reach_of_lost(pos, union))
}

/// Checks at most so many reaches of one claim; gives how many there were, and how often they
/// fitted.
fn check_claim(
    world: &World,
    knowledge: &impl Oracle<Go<1>>,
    claim: Claim,
    most: usize,
    rng: &mut fastrand::Rng,
) -> [usize; 2] {
    let game = &world.game;
    let mut seen = [0; 2];
    for winner in Player::BOTH {
        let verdict = Verdict::for_winner(claim, winner);
        let mut wins = vec![false; world.positions.len()];
        let forced = world.forced(winner, |pos| world.ends(pos, claim, verdict));
        forced.into_iter().for_each(|id| wins[id as usize] = true);
        let reaches = reaches(world, knowledge, claim, winner, rng);
        let kept = |(id, reach): (u32, Option<u64>)| {
            let is_typical = game.is_typical(&world.positions[id as usize], winner);
            Some((id, reach.filter(|_| is_typical)?))
        };
        let mut kept: Vec<(u32, u64)> = reaches.into_iter().filter_map(kept).collect();
        kept.sort_by_key(|(id, _)| *id);
        rng.shuffle(&mut kept);
        kept.truncate(most);
        for (id, reach) in kept {
            let pos = &world.positions[id as usize];
            assert!(wins[id as usize], "{claim:?}, {winner}\n{}", game.draw(pos));
            seen[0] += 1;
            let own = game.stones_of(pos, winner);
            let others = |pos| game.stones_of(pos, winner.other()) & reach;
            for (other, wins) in world.positions.iter().zip(&wins) {
                if !other.is_over()
                    && other.to_move() == pos.to_move()
                    && game.stones_of(other, winner) == own
                    && others(other) == others(pos)
                    && game.is_alike(other, winner)
                {
                    seen[1] += 1;
                    assert!(
                        wins,
                        "{claim:?}: {winner} wins with the reach {reach:b} in\n{}not in\n{}",
                        game.draw(pos),
                        game.draw(other)
                    );
                }
            }
        }
    }
    seen
}

/// Checks reaches of random claims.
fn check(size: &str, rules: &str, claims: usize, most: usize) {
    let world = World::new(size, rules);
    let area = world.game.size().area() as i16;
    let mut rng = fastrand::Rng::with_seed(7);
    let mut seen = [0; 2];
    for _ in 0..claims {
        let attacker = if rng.bool() { Player::Black } else { Player::White };
        let claim = Claim { attacker, at_least: Margin(rng.i16(1 - area..=area)) };
        let found = match rng.bool() && territory::applies(&world.game) {
            true => check_claim(&world, &UnconditionalTerritory, claim, most, &mut rng),
            false => check_claim(&world, &UnconditionalLife, claim, most, &mut rng),
        };
        seen = [seen[0] + found[0], seen[1] + found[1]];
    }
    assert!(seen[0] > 0 && seen[1] > seen[0], "{size} {rules}: {seen:?} reaches and uses");
}

#[test]
fn who_wins_by_stones_wins_wherever_they_stand() {
    for rules in ["migos", "migos,cycle=black,atari=dead", "chinese,atari=alive"] {
        check("2x4", rules, cases(10, 100), cases(400, 4000));
        check("3x3", rules, cases(4, 40), cases(200, 1000));
    }
    check("1x6", "migos", cases(10, 100), 1000);
    for _ in 0..cases(0, 1) {
        check("2x5", "migos", 20, 1000);
        check("2x5", "basic-ko", 10, 1000);
        check("3x4", "migos", 20, 500);
    }
}

fn solve(
    search: &mut impl Search<Go<1>>,
    game: &Go<1>,
    pos: &Position<1>,
    claim: Claim,
) -> Verdict {
    let mut line = Line::new(game, pos.clone());
    match search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ()) {
        Answer::Solved { verdict, .. } => verdict,
        Answer::Stopped(stop) => panic!("stopped: {stop}"),
    }
}

/// Depth-first proof-number search that learns.
fn by_proof_numbers<K: Oracle<Go<1>> + Copy + 'static>(
    game: &Go<1>,
    knowledge: K,
) -> impl Search<Go<1>> + use<K> {
    let foresight = |player: Player| {
        GoForesight::new(game, Rates::default()).with_liberties().with_noise(player.index() as u64)
    };
    Learning::new(knowledge, foresight, AlphaBeta::new(knowledge, AtAGlance))
}

/// Expected work search that learns.
fn by_works(knowledge: impl Oracle<Go<1>> + 'static) -> ExpectedWork<Go<1>> {
    let guesses = GoLearnt::<1>::new(GoFitted::new(1), 1.0);
    let memory = Transpositions::<Go<1>>::default();
    ExpectedWork::new(knowledge, guesses, memory, Default::default())
}

/// A search finds what alpha-beta finds without knowledge, in every so many-th position and for
/// random claims, and its memory is right about positions that it was not asked about. It keeps
/// what it learns from one position to the next.
fn check_search<S: Search<Go<1>>>(
    size: &str,
    rules: &str,
    every: usize,
    make: impl Fn(&Go<1>) -> S,
) {
    let world = World::new(size, rules);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(3);
    let mut plain = AlphaBeta::new((), AtAGlance);
    let mut learning = make(game);
    let area = game.size().area() as i16;
    let claims: Vec<Claim> = (0..3)
        .map(|_| {
            let attacker = if rng.bool() { Player::Black } else { Player::White };
            Claim { attacker, at_least: Margin(rng.i16(1 - area..=area)) }
        })
        .collect();
    let whole = Claim { attacker: Player::Black, at_least: Margin(area) };
    for pos in world.positions.iter().filter(|pos| !pos.is_over()) {
        if rng.usize(..every) > 0 {
            continue;
        }
        let claim = if rng.bool() { whole } else { claims[rng.usize(..claims.len())] };
        let expected = solve(&mut plain, game, pos, claim);
        let told = || format!("{rules}, {claim:?}\n{}", game.draw(pos));
        let mut line = Line::new(game, pos.clone());
        if let Some(known) = learning.known(&mut line, claim) {
            assert_eq!(known.verdict, expected, "known before, {}", told());
        }
        assert_eq!(solve(&mut learning, game, pos, claim), expected, "{}", told());
    }
}

#[test]
fn the_learning_searches_find_the_same() {
    let life = |game: &Go<1>| by_proof_numbers(game, UnconditionalLife);
    let territory = |game: &Go<1>| by_proof_numbers(game, UnconditionalTerritory);
    check_search("2x3", "migos", 1, territory);
    check_search("2x3", "chinese", 1, life);
    check_search("1x6", "migos", 3, life);
    check_search("2x3", "basic-ko-suicide", 2, life);
    check_search("2x4", "migos", cases(100, 2), territory);
    check_search("2x4", "migos,cycle=white,atari=alive", cases(100, 2), territory);
    check_search("2x4", "migos,cycle=black,atari=dead", cases(100, 2), life);
    check_search("2x4", "chinese", cases(100, 2), life);
    check_search("2x4", "basic-ko", cases(100, 2), territory);
    check_search("3x3", "migos", cases(600, 10), territory);
    check_search("3x3", "chinese", cases(600, 10), territory);
    for _ in 0..cases(0, 1) {
        check_search("3x4", "migos", 1000, territory);
        check_search("3x4", "chinese", 1000, territory);
        check_search("2x5", "basic-ko,cycle=white", 100, territory);
    }
    let works = |_: &Go<1>| by_works(UnconditionalLife);
    check_search("2x3", "migos", 3, works);
    check_search("1x6", "chinese", 10, works);
    check_search("2x4", "basic-ko", cases(200, 10), works);
    check_search("3x3", "migos", cases(2000, 100), works);
}

/// Learnt works begin as those of the fitted model and come close to what is told; the work of the
/// other outcome and the chance stay.
#[test]
fn works_come_close_to_what_is_learnt() {
    let game = Go::<1>::new("4x5".parse().expect("a size"), Rules::PSK);
    let claim = Claim { attacker: Player::Black, at_least: Margin(3) };
    let mut learnt = GoLearnt::<1>::new(GoFitted::new(1), 0.3);
    let mut fitted = GoFitted::new(1);
    let start = game.start();
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let mv = moves[7];
    let pos = game.after(&start, mv);
    let ask = |learnt: &mut dyn Heuristic<Go<1>>| {
        let mut out = Vec::new();
        learnt.guess(&game, &start, claim, &[mv], &mut out);
        out[0]
    };
    let before = ask(&mut learnt);
    let own = ask(&mut fitted);
    assert_eq!([before.work_if_won, before.work_if_lost], [own.work_if_won, own.work_if_lost]);
    // The player to move after the move wins with so much work. At first that is no lesson.
    let learn = |learnt: &mut GoLearnt<1>, times: usize| {
        (0..times).for_each(|_| learnt.learn(&game, &pos, claim, [5000.0, f32::INFINITY]));
    };
    learn(&mut learnt, 100);
    assert_eq!(ask(&mut learnt).work_if_lost, own.work_if_lost);
    learn(&mut learnt, 6000);
    let after = ask(&mut learnt);
    assert!((after.work_if_lost / 5000.0 - 1.0).abs() < 0.01, "{after:?}");
    assert_eq!(after.work_if_won, own.work_if_won);
}
