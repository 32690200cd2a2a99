//! Killall-Go against brute force: searches, zones and knowledge.
//!
//! All positions of a small board are listed, with those that follow after passes and kos. The positions from
//! which White can force a win are found backwards from the finished games. Searches must find the same
//! winner. Zones are built as a search builds them, backwards, with random choices; every position that agrees
//! with one on its zone must be a forced win.

use andor_core::{Claim, Game, Notation, Outcome, Player};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::Point;
use andor_guess::KillallOrder;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Dfpn};
use andor_search::memory::{LocalTranspositions, Transpositions};
use andor_search::zones::{LocalRelevancy, Zones};
use andor_search::{Answer, Budget, Line, Search};
use rustc_hash::FxHashMap;

/// How many cases: many when the slow suite is asked for.
fn cases(usual: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { usual }
}

/// All positions of a board under basic ko.
struct World {
    game: Killall,
    positions: Vec<Position>,
    children: Vec<Vec<(Move, u32)>>,
    parents: Vec<Vec<u32>>,
    /// The positions that White wins, nearest to the end first.
    won: Vec<u32>,
    /// Does White win the position?
    wins: Vec<bool>,
}

fn is_won(game: &Killall, pos: &Position) -> bool {
    game.outcome(pos) == Some(Outcome::win(Player::White))
}

impl World {
    fn new(size: &str) -> World {
        let game = Killall::new(size.parse().expect("a size"), KoRule::Basic);
        let (positions, children, parents) = (Vec::new(), Vec::new(), Vec::new());
        let (won, wins) = (Vec::new(), Vec::new());
        let mut world = World { game, positions, children, parents, won, wins };
        let mut numbers = FxHashMap::default();
        for pos in set_ups(&world.game) {
            world.number(pos, &mut numbers);
        }
        let mut next = 0;
        while next < world.positions.len() {
            let pos = world.positions[next].clone();
            let mut moves = Vec::new();
            world.game.moves(&pos, &mut moves);
            for mv in moves {
                let child = world.number(world.game.after(&pos, mv), &mut numbers);
                world.children[next].push((mv, child));
                world.parents[child as usize].push(next as u32);
            }
            next += 1;
        }
        world.solve();
        world
    }

    fn number(&mut self, pos: Position, numbers: &mut FxHashMap<u128, u32>) -> u32 {
        *numbers.entry(self.game.key(&pos).0).or_insert_with(|| {
            self.positions.push(pos);
            self.children.push(Vec::new());
            self.parents.push(Vec::new());
            self.positions.len() as u32 - 1
        })
    }

    /// Finds the positions from which White can force a won end.
    fn solve(&mut self) {
        let mut open: Vec<usize> = self.children.iter().map(Vec::len).collect();
        self.wins = self.positions.iter().map(|pos| is_won(&self.game, pos)).collect();
        self.won = (0..self.positions.len() as u32).filter(|&id| self.wins[id as usize]).collect();
        let mut next = 0;
        while next < self.won.len() {
            for &parent in &self.parents[self.won[next] as usize] {
                let parent = parent as usize;
                open[parent] -= 1;
                let white = self.game.to_move(&self.positions[parent]) == Player::White;
                if (white || open[parent] == 0) && !self.wins[parent] {
                    self.wins[parent] = true;
                    self.won.push(parent as u32);
                }
            }
            next += 1;
        }
    }

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

/// All boards whose blocks have liberties, with either player to move.
fn set_ups(game: &Killall) -> Vec<Position> {
    let area = game.size().area();
    let mut out = Vec::new();
    for code in 0..3_usize.pow(area as u32) {
        let mut stones = [Set::EMPTY; 2];
        let mut rest = code;
        for point in 0..area {
            if rest % 3 > 0 {
                stones[rest % 3 - 1].insert(Point(point as u16));
            }
            rest /= 3;
        }
        for player in Player::BOTH {
            out.extend(game.set_up(stones[0], stones[1], player));
        }
    }
    out
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
    let world = World::new(size);
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
                if game.outcome(other).is_none() && agree(pos, other, zone) {
                    used += 1;
                    let [pos, other] = [pos, other].map(|pos| game.draw(pos));
                    assert!(wins, "White wins with {zone:?} in\n{pos}not in\n{other}");
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
    Dfpn::new((), KillallOrder, memory, common, dfpn::Options::default())
}

fn white_wins(
    search: &mut impl Search<Killall>,
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

/// Searches find what is found backwards, in every so many-th position; a search keeps what it learns from
/// one position to the next.
fn check_searches(size: &str, every: usize) {
    let world = World::new(size);
    let game = &world.game;
    let mut rng = fastrand::Rng::with_seed(3);
    let mut zoned = proof_numbers(LocalTranspositions::<Killall>::default());
    let mut plain = proof_numbers(Transpositions::<Killall>::default());
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
    }
}

#[test]
fn searches_find_the_same_winner() {
    check_searches("1x5", 1);
    check_searches("2x2", 1);
    check_searches("2x3", cases(4, 1));
    check_searches("2x4", cases(400, 20));
    check_searches("3x3", cases(1000, 50));
    for _ in 0..cases(0, 1) {
        check_searches("3x4", 20_000);
    }
}

/// The reference search, which has no memory, finds what is found backwards wherever it finishes.
#[test]
fn depth_first_search_finds_the_same_winner() {
    for (size, most) in [("1x4", 2_000), ("2x2", 2_000), ("2x3", cases(100, 2_000)), ("3x3", 50)] {
        let world = World::new(size);
        let game = &world.game;
        let mut rng = fastrand::Rng::with_seed(5);
        let mut finished = 0;
        for _ in 0..most {
            let id = rng.usize(..world.positions.len());
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
        assert!(finished > most / 10, "{size}: {finished} searches finished");
    }
}
