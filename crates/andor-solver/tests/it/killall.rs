//! Killall-Go against brute force: searches, zones and knowledge.
//!
//! All positions of a small board are listed, with those that follow after passes and kos. The
//! positions from which White can force a win are found backwards from the finished games. Searches
//! must find the same winner. Zones are built as a search builds them, backwards, with random
//! choices; every position that agrees with one on its zone must be a forced win.

use crate::support::cases;
use crate::support::killall::{World, is_won};
use andor_checker::{Options, check};
use andor_core::{Claim, Game, Notation, Player};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::Point;
use andor_guess::KillallOrder;
use andor_knowledge::killall::{NoRoom, has_no_room};
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::mcts::{self, MonteCarlo, Selection};
use andor_search::memory::{LocalTranspositions, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::zones::{LocalRelevancy, Zones};
use andor_search::{Answer, Budget, Line, Search};
use andor_solver::{Problem, Proof, SearchName, Settings, solve};
use rustc_hash::FxHashMap;

impl World {
    /// Zones of all positions that White wins.
    fn zones(&self, rng: &mut fastrand::Rng) -> FxHashMap<u32, Set> {
        let game = &self.game;
        let mut zones: FxHashMap<u32, Set> = FxHashMap::default();
        for &id in &self.won {
            let pos = &self.positions[id as usize];
            let children = &self.children[id as usize];
            let zone = if game.outcome(pos).is_some() {
                LocalRelevancy.end(game, pos)
            } else if game.to_move(pos) == Player::White {
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
}

/// Do the positions agree on the zone of a White win, as the essay on zones of Killall-Go means it?
fn agree(pos: &Position, other: &Position, zone: Set) -> bool {
    let [pos, other] = [pos, other].map(Position::board);
    let same = |side: Player| pos.stones(side) & zone == other.stones(side) & zone;
    let bans = |pos: &andor_games::go::Position<2>| pos.ko().filter(|&point| zone.contains(point));
    same(Player::Black)
        && same(Player::White)
        && pos.to_move() == other.to_move()
        && match pos.to_move() {
            Player::White => bans(other).is_none() || bans(other) == bans(pos),
            Player::Black => bans(pos).is_none() || bans(other) == bans(pos),
        }
}

/// Checks so many zones of each of some backward constructions.
fn check_zones(size: &str, constructions: usize, most: usize) {
    let world = World::of(size);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut checked, mut used) = (0, 0);
    for _ in 0..constructions {
        let mut local: Vec<(u32, Set)> = world.zones(&mut rng).into_iter().collect();
        // The zone of a pass of Black's belongs to that pass.
        local.retain(|(id, zone)| {
            let is_over = game.outcome(&world.positions[*id as usize]).is_some();
            LocalRelevancy.is_fact(game, *zone) && !is_over
        });
        local.sort_by_key(|(id, _)| *id);
        rng.shuffle(&mut local);
        local.truncate(most);
        for (id, zone) in local {
            let pos = &world.positions[id as usize];
            checked += 1;
            for (other, wins) in world.positions.iter().zip(&world.wins) {
                if agree(pos, other, zone) && game.outcome(other).is_none() {
                    used += 1;
                    assert!(
                        wins,
                        "White wins with {zone:?} in\n{}not in\n{}",
                        game.draw(pos),
                        game.draw(other)
                    );
                }
            }
        }
    }
    assert!(checked > 0 && used > checked, "{size}: {checked} zones, {used} uses");
}

#[test]
fn white_wins_with_a_zone_wherever_it_looks_the_same() {
    check_zones("2x4", cases(4, 40), cases(300, 2000));
    check_zones("3x3", cases(4, 40), cases(150, 1000));
    check_zones("2x5", cases(2, 20), cases(100, 1000));
    for _ in 0..cases(0, 1) {
        check_zones("3x4", 10, 150);
    }
}

/// Depth-first proof-number search as the solver builds it.
fn proof_numbers(memory: impl andor_search::memory::Memory<Killall> + 'static) -> Dfpn<Killall> {
    let common = dfpn::Common::new(1, 1 << 26);
    Dfpn::new(NoRoom, KillallOrder, memory, common, dfpn::Options::default())
}

/// The best-first searches with zones, by name.
fn best_first() -> [(&'static str, Box<dyn Search<Killall>>); 3] {
    let memory = LocalTranspositions::<Killall>::default;
    let works = expected_work::Options::default();
    [
        ("ews", Box::new(ExpectedWork::new(NoRoom, KillallOrder, memory(), works))),
        ("pns", Box::new(ProofNumberSearch::new(NoRoom, KillallOrder, memory(), 1))),
        ("mcts", {
            let options = mcts::Options { selection: Selection::Puct, ..mcts::Options::default() };
            Box::new(MonteCarlo::new(NoRoom, KillallOrder, memory(), options, 1))
        }),
    ]
}

fn white_wins(
    search: &mut dyn Search<Killall>,
    game: &Killall,
    pos: &Position,
    claim: Claim,
) -> bool {
    let mut line = Line::new(game, pos.clone());
    match search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ()) {
        Answer::Solved { verdict, .. } => verdict.winner(claim) == Player::White,
        Answer::Stopped(stop) => panic!("stopped: {stop}"),
    }
}

/// Searches find what is found backwards, in every so many-th position; a search keeps what it
/// learns from one position to the next.
fn check_searches(size: &str, every: usize) {
    let world = World::of(size);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(3);
    let mut zoned = proof_numbers(LocalTranspositions::<Killall>::default());
    let mut plain = proof_numbers(Transpositions::<Killall>::default());
    let mut others = best_first();
    for (pos, &wins) in world.positions.iter().zip(&world.wins) {
        if game.outcome(pos).is_some() || rng.usize(..every) > 0 {
            continue;
        }
        let claim = Claim::win(if rng.bool() { Player::Black } else { Player::White });
        let told = || format!("{claim:?}\n{}", game.draw(pos));
        assert_eq!(white_wins(&mut zoned, game, pos, claim), wins, "zones, {}", told());
        assert_eq!(white_wins(&mut plain, game, pos, claim), wins, "plain, {}", told());
        let mut fresh = proof_numbers(LocalTranspositions::<Killall>::default());
        assert_eq!(white_wins(&mut fresh, game, pos, claim), wins, "fresh, {}", told());
        if rng.usize(..4) > 0 {
            continue;
        }
        for (name, search) in &mut others {
            assert_eq!(white_wins(&mut **search, game, pos, claim), wins, "{name}, {}", told());
        }
    }
}

#[test]
fn searches_find_the_same_winner() {
    check_searches("1x5", 1);
    check_searches("2x2", 1);
    check_searches("2x3", cases(8, 1));
    check_searches("2x4", cases(800, 20));
    check_searches("3x3", cases(2000, 50));
    for _ in 0..cases(0, 1) {
        check_searches("3x4", 20_000);
    }
}

/// A random game from a random position, as a problem, with the number of its last position, and
/// whether a position comes back; the last position is not over.
fn game_with_past(
    world: &World,
    numbers: &FxHashMap<u128, usize>,
    rng: &mut fastrand::Rng,
) -> Option<(Problem, usize, bool)> {
    let game = &world.game;
    let number = |pos: &Position| numbers[&game.key(pos).0];
    let start = &world.positions[rng.usize(..world.positions.len())];
    let is_set_up = start.board().passes() == 0 && start.board().ko().is_none();
    let stones: Vec<(Player, Point)> = Player::BOTH
        .into_iter()
        .flat_map(|side| start.board().stones(side).iter().map(move |point| (side, point)))
        .collect();
    if !is_set_up || stones.is_empty() {
        return None;
    }
    let (mut pos, mut moves) = (start.clone(), Vec::new());
    let mut seen = vec![number(start)];
    for _ in 0..rng.usize(1..80) {
        let going_on = &world.children[number(&pos)];
        let going_on = going_on
            .iter()
            .filter(|(_, child)| game.outcome(&world.positions[*child as usize]).is_none());
        let Some((mv, child)) = rng.choice(going_on.collect::<Vec<_>>()) else { break };
        moves.push(game.move_text(*mv));
        pos = world.positions[*child as usize].clone();
        seen.push(*child as usize);
    }
    let comes_back = (1..seen.len()).any(|i| seen[..i].contains(&seen[i]));
    let size = game.size().to_string();
    let problem = Problem::named("killall", &size).expect("a size");
    let problem = problem.with_stones(stones, game.to_move(start)).with_moves(&moves.join(","));
    game.outcome(&pos).is_none().then(|| (problem, number(&pos), comes_back))
}

/// A position that comes back does not end the game, and the moves before a position change
/// nothing: in the value of the position, in the values of its moves, in a game in play, and in
/// certificates.
#[test]
fn the_past_does_not_matter() {
    let mut repeated = 0;
    for (size, games) in
        [("2x2", cases(40, 2_000)), ("2x3", cases(60, 4_000)), ("4x2", cases(60, 4_000))]
    {
        let world = World::of(size);
        let game = &world.game;
        let keys = world.positions.iter().map(|pos| game.key(pos).0);
        let numbers: FxHashMap<u128, usize> = keys.enumerate().map(|(id, key)| (key, id)).collect();
        let mut rng = fastrand::Rng::with_seed(13);
        for _ in 0..games {
            let Some((problem, id, comes_back)) = game_with_past(world, &numbers, &mut rng) else {
                continue;
            };
            let winner = |id: usize| if world.wins[id] { Player::White } else { Player::Black };
            let (search, proof) = match rng.bool() {
                true => (Some(SearchName::ProofNumber), Proof::Compressed),
                false => (Some(SearchName::ExpectedWork), Proof::None),
            };
            let settings = Settings { search, proof, all_moves: true, ..Settings::default() };
            let report = solve(&problem, &settings, None).expect("a problem");
            assert_eq!(report.winner, Some(winner(id)), "{problem}");
            for (mv, child) in &world.children[id] {
                let text = game.move_text(*mv);
                let told = report.moves.iter().flatten().find(|told| told.mv == text);
                let told = told.unwrap_or_else(|| panic!("{text} is missing: {problem}"));
                assert_eq!(told.winner, Some(winner(*child as usize)), "{text} in {problem}");
            }
            let in_play = problem.open().expect("a problem");
            assert_eq!(in_play.scene().outcome, None, "{problem}");
            assert_eq!(in_play.scene().legal.len(), world.children[id].len(), "{problem}");
            if let Some(certificate) = &report.certificate {
                let bytes = certificate.to_vec().expect("memory");
                let options = Options { threads: 1, ..Options::default() };
                check(&bytes, &options).unwrap_or_else(|error| panic!("{error}: {problem}"));
            }
            repeated += usize::from(comes_back);
        }
    }
    assert!(repeated > 5, "only {repeated} games with a repetition");
}

/// The reference search, which has no memory, finds what is found backwards wherever it finishes.
#[test]
fn depth_first_search_finds_the_same_winner() {
    for (size, most) in [("1x4", 2_000), ("2x2", 2_000), ("2x3", cases(100, 2_000)), ("3x3", 50)] {
        let world = World::of(size);
        let game = &world.game;
        let mut rng = fastrand::Rng::with_seed(5);
        let mut finished = 0;
        let mut some: Vec<usize> = (0..world.positions.len()).collect();
        rng.shuffle(&mut some);
        some.truncate(most);
        for &id in &some {
            let pos = &world.positions[id];
            let mut line = Line::new(game, pos.clone());
            let claim = Claim::win(Player::White);
            let mut budget = Budget::unlimited().nodes(20_000);
            let answer = DepthFirst::default().solve(&mut line, claim, &mut budget, &mut ());
            if let Answer::Solved { verdict, .. } = answer {
                finished += 1;
                let wins = verdict.winner(claim) == Player::White;
                assert_eq!(wins, world.wins[id], "{}", game.draw(pos));
            }
        }
        assert!(finished > some.len() / 10, "{size}: {finished} searches finished");
    }
}

/// Where White has no room White does not win, on all small boards.
#[test]
fn white_does_not_live_without_room() {
    for (size, least) in [("2x4", 1), ("3x3", 10), ("2x5", 10)] {
        let world = World::of(size);
        let mut seen = 0;
        for (pos, &wins) in world.positions.iter().zip(&world.wins) {
            if world.game.outcome(pos).is_none() && has_no_room(&world.game, pos) {
                seen += 1;
                assert!(!wins, "{}", world.game.draw(pos));
            }
        }
        assert!(seen >= least, "{size}: {seen} positions");
    }
}

/// And in random games on larger boards White never comes to life afterwards, and Black never has
/// to pass while a White stone is on the board.
#[test]
fn without_room_nothing_changes_any_more() {
    let mut seen = 0;
    for size in ["3x4", "4x4", "5x4", "5x5"] {
        let game = Killall::new(size.parse().expect("a size"), KoRule::Basic);
        let mut rng = fastrand::Rng::with_seed(9);
        for _ in 0..cases(20_000, 400_000) {
            let stones: Set = game.board().all().iter().filter(|_| rng.u8(..4) > 0).collect();
            let white: Set = stones.iter().filter(|_| rng.u8(..8) == 0).collect();
            let Ok(pos) = game.set_up(stones - white, white, Player::White) else { continue };
            if game.outcome(&pos).is_some() || !has_no_room(&game, &pos) {
                continue;
            }
            seen += 1;
            let mut pos = pos;
            for _ in 0..60 {
                let mut moves = Vec::new();
                game.moves(&pos, &mut moves);
                if game.to_move(&pos) == Player::Black && moves.len() > 1 {
                    moves.retain(|&mv| mv != Move::Pass);
                }
                let Some(&mv) = rng.choice(&moves) else { break };
                pos = game.after(&pos, mv);
                assert!(!is_won(&game, &pos), "{}", game.draw(&pos));
                assert!(game.outcome(&pos).is_some() || has_no_room(&game, &pos));
            }
        }
    }
    assert!(seen > 100, "{seen}");
}
