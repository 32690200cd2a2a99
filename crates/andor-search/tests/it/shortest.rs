//! The search for the shortest win, against the lengths by their definition.

use andor_core::laws::{self, Lengths};
use andor_core::{Claim, Game, Paced, Player};
use andor_games::any::Variant;
use andor_games::gomoku::{Rules, SmallGomoku};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_games::toy::tree::Tree;
use andor_search::shortest::{ByRules, Length, Shortest};
use andor_search::zones::{CountedRelevancy, NoZones, PointRelevancy};
use andor_search::{Budget, Line, Stop};

/// How many cases: many when the slow suite is asked for.
fn cases(usual: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { usual }
}

/// The length of a player's win, as the search finds it.
fn length<G: Game>(
    search: &mut Shortest<G>,
    game: &G,
    pos: &G::Position,
    attacker: Player,
    budget: Budget,
) -> (Length, Option<Stop>) {
    let mut line = Line::new(game, pos.clone());
    let mut budget = budget;
    let found = search.length(&mut line, Claim::win(attacker), &mut budget, &mut ());
    assert!(line.position() == pos && line.ply() == 0, "the search did not put the board back");
    found
}

/// Compares searches, one that is kept and one that is new, with the lengths by their definition.
struct Check<'g, G: Game> {
    game: &'g G,
    lengths: Lengths,
    kept: [Shortest<G>; 2],
    make: fn() -> Shortest<G>,
    won: usize,
}

impl<'g, G: Game> Check<'g, G> {
    fn new(game: &'g G, make: fn() -> Shortest<G>) -> Self {
        let kept = [make(), make()];
        Check { game, lengths: Lengths::default(), kept, make, won: 0 }
    }

    fn position(&mut self, pos: &G::Position) {
        for attacker in Player::BOTH {
            let expected = self.lengths.of(self.game, pos, attacker);
            if expected == u32::MAX {
                continue;
            }
            self.won += 1;
            let all = Budget::unlimited;
            let mut new = (self.make)();
            for search in [&mut self.kept[attacker.index()], &mut new] {
                let (found, stop) = length(search, self.game, pos, attacker, all());
                assert_eq!((found.exact(), stop), (Some(expected), None), "{attacker}: {pos:?}");
            }
            for nodes in [1, 5, 30, 200] {
                let budget = all().nodes(nodes);
                let (found, _) = length(&mut (self.make)(), self.game, pos, attacker, budget);
                assert!(found.least <= expected, "{nodes} nodes, {attacker}: {found:?} {pos:?}");
                let is_enough = found.most.is_none_or(|most| most >= expected);
                assert!(is_enough, "{nodes} nodes, {attacker}: {found:?} {pos:?}");
            }
        }
    }
}

fn hex(text: &str) -> Hex<1> {
    Hex::new(text.parse().expect("a size"))
}

fn of_hex() -> Shortest<Hex<1>> {
    Shortest::new(ByRules, PointRelevancy)
}

/// Visits every position that is chosen of all positions of a board.
fn set_ups(
    hex: &Hex<1>,
    mut is_chosen: impl FnMut() -> bool,
    mut visit: impl FnMut([Points<1>; 2]),
) {
    for code in 0..3_u32.pow(hex.size().area() as u32) {
        if !is_chosen() {
            continue;
        }
        let mut stones = [Points::EMPTY; 2];
        let mut rest = code;
        for point in hex.size().points() {
            if let player @ (0 | 1) = rest as usize % 3 {
                stones[player].insert(point);
            }
            rest /= 3;
        }
        visit(stones);
    }
}

#[test]
fn lengths_in_hex_are_right_on_3x3() {
    let hex = hex("3x3");
    let mut rng = fastrand::Rng::with_seed(1);
    let one_in = cases(8, 1);
    let mut check = Check::new(&hex, of_hex);
    let chosen = || rng.usize(..one_in) == 0;
    set_ups(&hex, chosen, |stones| {
        for mover in Player::BOTH {
            check.position(&hex.set_up(stones, mover));
        }
    });
    assert!(check.won > 2500, "only {} wins", check.won);
}

/// Random positions with at most so many empty points.
fn crowded(text: &str, most: usize, count: usize) {
    let hex = hex(text);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut check = Check::new(&hex, of_hex);
    for _ in 0..count {
        let mut points: Vec<Point> = hex.size().points().collect();
        rng.shuffle(&mut points);
        points.truncate(hex.size().area() - rng.usize(most / 2..=most));
        let mut stones = [Points::EMPTY; 2];
        for (i, &point) in points.iter().enumerate() {
            stones[i % 2].insert(point);
        }
        let pos = hex.set_up(stones, Player::BOTH[rng.usize(..2)]);
        if hex.outcome(&pos).is_none() {
            check.position(&pos);
        }
    }
    assert!(check.won > 0);
}

#[test]
fn lengths_in_hex_are_right_on_larger_boards() {
    crowded("4x3", 12, cases(8, 100));
    crowded("4x4", 11, cases(30, 400));
    crowded("5x5", 10, cases(30, 400));
}

#[test]
fn lengths_in_mnk_are_right() {
    for (text, row, most, games) in [
        ("3x3", 3, 9, 40),
        ("4x3", 3, 9, 40),
        ("4x4", 3, 9, 40),
        ("5x4", 4, 9, 40),
        ("3x3", 2, 9, 5),
    ] {
        let game = Mnk::new(text.parse().expect("a size"), row).wrap();
        let mut check = Check::new(&game, || Shortest::new(ByRules, NoZones));
        laws::walk(&game, games, 3, |pos| {
            if game.most_plies(pos) <= most {
                check.position(pos);
            }
        });
        assert!(check.won > 0, "{text}x{row}");
    }
}

/// In every set of rules; zones and waiting are for freestyle alone.
#[test]
fn lengths_in_gomoku_are_right() {
    let mut rng = fastrand::Rng::with_seed(5);
    for (_, rules) in Rules::ALL {
        let game = SmallGomoku::new("7x6".parse().expect("a size"), rules);
        let make: fn() -> Shortest<SmallGomoku> = match rules {
            Rules::Freestyle => || Shortest::new(ByRules, CountedRelevancy),
            Rules::Exact | Rules::Renju => || Shortest::new(ByRules, NoZones),
        };
        let mut check = Check::new(&game, make);
        for _ in 0..cases(150, 2000) {
            let mut stones = [Points::EMPTY; 2];
            for point in game.size().points() {
                stones[rng.usize(..2)].insert(point);
            }
            for _ in 0..9 {
                let point = Point(rng.u16(..42));
                stones.iter_mut().for_each(|set| set.remove(point));
            }
            let Ok(pos) = game.set_up(stones, Player::BOTH[rng.usize(..2)]) else { continue };
            if game.outcome(&pos).is_none() {
                check.position(&pos);
            }
        }
        assert!(check.won > 10, "{rules}: only {} wins", check.won);
    }
}

#[test]
fn lengths_in_games_without_bounds_are_right() {
    for heaps in [&[3][..], &[1, 2, 3], &[2, 2], &[3, 4], &[1, 1, 4]] {
        let nim = Nim::new(heaps).wrap();
        let mut check = Check::new(&nim, || Shortest::new((), NoZones));
        laws::walk(&nim, 4, 1, |pos| check.position(pos));
    }
    // Players need not move in turns.
    for (text, plies) in [
        ("(B (W (B 1 -1) (B 1 -1)) 1)", 1),
        ("(B (W (B 1 -1) (B 1 -1)) -1)", 3),
        ("(W 1 (B 1 -1))", 2),
        ("(W (B 1 1) (B (W (B 1 -1))))", 4),
        ("(B (B -1 (B -1 1)) (W (W 1 1) 1))", 3),
    ] {
        let tree: Tree = text.parse().expect("a tree");
        let mut check = Check::new(&tree, || Shortest::new((), NoZones));
        assert_eq!(check.lengths.of(&tree, &0, Player::Black), plies, "{text}");
        check.position(&0);
    }
}
