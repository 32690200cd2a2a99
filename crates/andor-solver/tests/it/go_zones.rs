//! Zones of Go against brute force, and searches with zones against searches without.
//!
//! All positions of a small board are listed, with those that follow after passes and kos. Who can
//! force an end of the game that fulfils the claim is found backwards from the finished games, by
//! the rules alone. Zones are then built as a search builds them, from settled positions backwards,
//! with random choices of the winner's moves and of the order in which the loser's are refuted.
//! Every position that agrees with one on its zone must be a forced win.

use crate::support::cases;
use crate::support::go_world::World;
use andor_core::{Claim, Details, Margin, Notation, Oracle, Player, Shaped, Verdict, Zoned};
use andor_games::go::{Go, Move, Position, Rules};
use andor_games::points::Points;
use andor_guess::{AtAGlance, FirstWork, Playouts};
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::expected_work::{ExpectedWork, LookAhead, Options};
use andor_search::memory::{LocalTranspositions, ZonesOfFacts};
use andor_search::zones::{LocalRelevancy, Zones};
use andor_search::{Answer, Budget, Line, Search};
use rustc_hash::FxHashMap;

type Set = Points<1>;

/// Do the positions agree on the zone, as the essay on zones of Go means it?
fn agree(pos: &Position<1>, other: &Position<1>, zone: Set, winner: Player) -> bool {
    let same = |side: Player| pos.stones(side) & zone == other.stones(side) & zone;
    let bans = |pos: &Position<1>| pos.ko().filter(|&point| zone.contains(point));
    same(Player::Black)
        && same(Player::White)
        && pos.to_move() == other.to_move()
        && match pos.to_move() == winner {
            true => bans(other).is_none() || bans(other) == bans(pos),
            false => {
                (bans(pos).is_none() || bans(other) == bans(pos))
                    && other.passes() + 1 != other.last_pass()
            }
        }
}

/// Zones of the positions that `winner` can force into settled ones or good ends.
fn zones(
    world: &World,
    knowledge: &impl Oracle<Go<1>>,
    claim: Claim,
    winner: Player,
    rng: &mut fastrand::Rng,
) -> FxHashMap<u32, Set> {
    let game = &world.game;
    let verdict = Verdict::for_winner(claim, winner);
    let settled = |pos: &Position<1>| {
        let settled = knowledge.settle(game, pos, claim, Details::ZONE)?;
        (settled.verdict == verdict).then(|| settled.zone.unwrap_or(game.whole_zone()))
    };
    let mut zones: FxHashMap<u32, Set> = FxHashMap::default();
    let ends = |pos: &Position<1>| world.ends(pos, claim, verdict) || settled(pos).is_some();
    for id in world.forced(winner, ends) {
        let pos = &world.positions[id as usize];
        let children = &world.children[id as usize];
        let zone = if let Some(zone) = settled(pos) {
            zone
        } else if pos.is_over() {
            LocalRelevancy.end(game, pos)
        } else if pos.to_move() == winner {
            let won = children.iter().filter_map(|(mv, child)| Some((*mv, *zones.get(child)?)));
            let won = won.map(|(mv, zone)| LocalRelevancy.winner(game, pos, mv, zone));
            let won: Vec<Set> = won.collect();
            let smallest = won.iter().min_by_key(|zone| zone.len()).copied();
            if rng.u8(..4) > 0 { smallest.expect("a win") } else { won[rng.usize(..won.len())] }
        } else {
            let mut order = children.clone();
            rng.shuffle(&mut order);
            let mut refutations = Vec::new();
            for (mv, child) in order {
                let refutes = |known| LocalRelevancy.refutes(game, pos, known, mv);
                if !refutations.iter().any(refutes) {
                    refutations.push(LocalRelevancy.refutation(game, pos, mv, zones[&child]));
                }
            }
            let moves: Vec<Move> = children.iter().map(|(mv, _)| *mv).collect();
            LocalRelevancy.lost(game, pos, &moves, &refutations)
        };
        zones.insert(id, zone);
    }
    zones
}

/// Checks at most so many zones of one claim; gives how many there were, and how often they fitted.
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
        let zones = zones(world, knowledge, claim, winner, rng);
        let mut local: Vec<(u32, Set)> =
            zones.into_iter().filter(|(_, zone)| LocalRelevancy.is_fact(game, *zone)).collect();
        local.sort_by_key(|(id, _)| *id);
        rng.shuffle(&mut local);
        local.truncate(most);
        for (id, zone) in local {
            let pos = &world.positions[id as usize];
            assert!(wins[id as usize], "{claim:?}, {winner}\n{}", game.draw(pos));
            seen[0] += 1;
            for (other, wins) in world.positions.iter().zip(&wins) {
                if !other.is_over() && agree(pos, other, zone, winner) {
                    seen[1] += 1;
                    assert!(
                        wins,
                        "{claim:?}: {winner} wins with {zone:?} in\n{}not in\n{}",
                        game.draw(pos),
                        game.draw(other)
                    );
                }
            }
        }
    }
    seen
}

/// Checks zones of random claims.
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
    assert!(seen[0] > 0 && seen[1] > 4 * seen[0], "{size} {rules}: {seen:?} zones and uses");
}

#[test]
fn who_wins_with_a_zone_wins_wherever_it_looks_the_same() {
    for rules in ["migos", "migos,cycle=black,atari=dead", "chinese,atari=alive"] {
        check("2x4", rules, cases(10, 100), cases(150, 1000));
        check("3x3", rules, cases(4, 40), cases(40, 200));
    }
    for _ in 0..cases(0, 1) {
        check("2x5", "migos", 20, 200);
        check("2x5", "basic-ko", 10, 200);
        check("3x4", "migos", 20, 150);
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

fn playouts(seed: u64) -> Playouts {
    Playouts::new(4, 0.3, FirstWork::Exponential { rate: 0.4, bend: 0.7 }, seed)
}

/// Searches with zones find what alpha-beta without zones and knowledge finds, in every so many-th
/// position and for random claims; they keep what they learn from one position to the next.
fn check_searches(
    size: &str,
    rules: &str,
    every: usize,
    knowledge: impl Oracle<Go<1>> + Copy + 'static,
) {
    let world = World::new(size, rules);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(3);
    let options = Options { look_ahead: LookAhead::Replies, ..Options::default() };
    let mut plain = AlphaBeta::new((), AtAGlance);
    let mut facts =
        AlphaBeta::new(knowledge, AtAGlance).with_memory(ZonesOfFacts::<Go<1>>::default());
    let memory = LocalTranspositions::<Go<1>>::default;
    let mut works = ExpectedWork::new(knowledge, playouts(1), memory(), options);
    let area = game.size().area() as i16;
    for pos in world.positions.iter().filter(|pos| !pos.is_over()) {
        if rng.usize(..every) > 0 {
            continue;
        }
        let attacker = if rng.bool() { Player::Black } else { Player::White };
        let claim = Claim { attacker, at_least: Margin(rng.i16(1 - area..=area)) };
        let expected = solve(&mut plain, game, pos, claim);
        let told = || format!("{rules}, {claim:?}\n{}", game.draw(pos));
        assert_eq!(solve(&mut facts, game, pos, claim), expected, "alpha-beta, {}", told());
        assert_eq!(solve(&mut works, game, pos, claim), expected, "expected work, {}", told());
    }
}

#[test]
fn searches_with_zones_find_the_same() {
    let (life, territory) = (UnconditionalLife, UnconditionalTerritory);
    check_searches("2x3", "migos", 1, territory);
    check_searches("2x3", "chinese", 1, life);
    check_searches("2x4", "migos", cases(100, 2), territory);
    check_searches("2x4", "migos,cycle=white,atari=alive", cases(100, 2), territory);
    check_searches("2x4", "migos,cycle=black,atari=dead", cases(100, 2), life);
    check_searches("2x4", "chinese", cases(100, 2), life);
    check_searches("2x4", "basic-ko", cases(100, 2), territory);
    check_searches("3x3", "migos", cases(600, 10), territory);
    check_searches("3x3", "chinese", cases(600, 10), territory);
    for _ in 0..cases(0, 1) {
        check_searches("3x4", "migos", 1000, territory);
        check_searches("3x4", "chinese", 1000, territory);
        check_searches("2x5", "basic-ko,cycle=white", 100, territory);
    }
}

/// Positions with the same key of a zone agree on it.
#[test]
fn keys_of_shapes_tell_them_apart() {
    let game = Go::<1>::new("3x4".parse().expect("a size"), Rules::MIGOS);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut known = FxHashMap::default();
    for _ in 0..200_000 {
        let zone = Points([rng.u64(..1 << 12) & rng.u64(..1 << 12)]);
        let black = rng.u64(..1 << 12);
        let white = rng.u64(..1 << 12) & !black;
        let to_move = if rng.bool() { Player::Black } else { Player::White };
        let Ok(pos) = game.set_up(Points([black]), Points([white]), to_move) else { continue };
        let seen =
            (zone, pos.stones(Player::Black) & zone, pos.stones(Player::White) & zone, to_move);
        let old = known.insert(game.shape(&pos, zone), seen);
        assert!(old.is_none_or(|old| old == seen), "{old:?} and {seen:?}");
    }
    assert!(known.len() > 10_000);
    assert!(game.whole_zone().len() == 12);
}
