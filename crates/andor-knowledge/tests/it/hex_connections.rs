//! Connections of Hex against brute force: every connection, every win, every must-play.

use crate::support::hex_play;
use crate::support::hex_play::{LocalPlay, Rules, Values, hex, random_stones};
use andor_core::{Halt, Notation, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::derivation::Strength;
use andor_knowledge::hex::{End, Options};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Is the long version of the tests wanted?
fn slow() -> bool {
    std::env::var_os("ANDOR_SLOW").is_some()
}

/// With captured pairs and without.
fn kinds() -> [Options; 2] {
    [Options::default(), Options::plain()]
}

/// Draws a position for a message.
fn drawn(game: &Hex<1>, stones: &[Points<1>; 2]) -> String {
    game.draw(&game.set_up(*stones, Player::Black))
}

/// Every connection holds if it is played out within its carrier, and its derivation is right.
#[test]
fn connections_hold() {
    let rounds = if slow() { 400 } else { 8 };
    for (columns, rows) in [(1, 1), (2, 3), (3, 3), (4, 4), (5, 4), (5, 5)] {
        let game = hex(columns, rows);
        let mut rng = fastrand::Rng::with_seed(u64::from(columns) * 10 + u64::from(rows));
        for round in 0..rounds {
            let least = if round == 0 { 0 } else { 1 };
            let stones = random_stones(&game, &mut rng, least);
            for options in kinds() {
                let mut connections = Connections::new(&game, options);
                connections.build_all(&game, &stones, Player::Black);
                for side in Player::BOTH {
                    check_side(&game, &stones, &connections, side, options);
                }
            }
        }
    }
}

fn check_side(
    game: &Hex<1>,
    stones: &[Points<1>; 2],
    connections: &Connections<1>,
    side: Player,
    options: Options,
) {
    let most = if slow() { 14 } else { 10 };
    let rules = Rules::new(game, stones, side, options.captured);
    let mut play = LocalPlay::new(game, stones[side.index()], side);
    for strength in [Strength::Full, Strength::Semi] {
        for connection in connections.found(side, strength) {
            let derivation = connections.derivation(side, &connection);
            let claim = derivation.claim();
            assert_eq!((claim.ends, claim.carrier), (connection.ends, connection.carrier));
            if let Err(step) = rules.follow(&derivation) {
                panic!("step {step} of {derivation:#?} for {side} on\n{}", drawn(game, stones));
            }
            if connection.carrier.len() <= most {
                assert!(
                    play.holds(connection.ends, connection.carrier, strength),
                    "{connection:?} of {side} on\n{}",
                    drawn(game, stones)
                );
            }
        }
    }
}

/// What a finding says about a position is true.
fn check_finding(
    game: &Hex<1>,
    stones: &[Points<1>; 2],
    to_move: Player,
    finding: Finding<1>,
    values: &mut Values,
) {
    let winner = values.winner(game, stones, to_move);
    match finding {
        Finding::Won(player) => assert_eq!(player, winner, "{}", drawn(game, stones)),
        Finding::Open { must_play } => {
            let pos = game.set_up(*stones, to_move);
            assert!(must_play.is_subset(&game.empty(&pos)));
            for point in game.empty(&pos) - must_play {
                let mut next = *stones;
                next[to_move.index()].insert(point);
                let winner = values.winner(game, &next, to_move.other());
                assert_eq!(winner, to_move.other(), "{point:?} on\n{}", drawn(game, stones));
            }
        }
    }
}

/// Findings are true, and stopping early changes none.
fn check_position(
    game: &Hex<1>,
    stones: &[Points<1>; 2],
    connections: &mut Connections<1>,
    values: &mut Values,
) {
    for to_move in Player::BOTH {
        let all = connections.build_all(game, stones, to_move);
        check_finding(game, stones, to_move, all, values);
        let finding = connections.build(game, stones, to_move);
        assert_eq!(finding, all, "{}", drawn(game, stones));
        match finding {
            Finding::Won(winner) => {
                let why = connections.why_won(winner).expect("a reason");
                let claim = why.claim();
                assert_eq!(claim.ends.map(edge_number).iter().sum::<u8>(), 1);
                assert!(claim.strength == Strength::Full || winner == to_move);
                assert_eq!(why.side, winner);
                let rules = Rules::new(game, stones, winner, true);
                rules.follow(&why).expect("a right derivation");
            }
            Finding::Open { must_play } => {
                let empty = game.empty(&game.set_up(*stones, to_move));
                let why = connections.why_must_play(to_move.other());
                let common = why.iter().fold(empty, |common, c| common & c.carrier);
                assert_eq!(common, must_play);
            }
        }
    }
}

fn edge_number(end: End) -> u8 {
    match end {
        End::Edge(edge) => edge,
        End::Point(point) => panic!("{point:?} is no edge"),
    }
}

/// All positions of these boards, with any number of stones of each colour.
#[test]
fn findings_are_true_on_all_small_boards() {
    let mut sizes = vec![(1, 1), (1, 3), (3, 1), (2, 2), (3, 2), (2, 4), (3, 3)];
    if slow() {
        sizes.extend([(3, 4), (4, 3)]);
    }
    for (columns, rows) in sizes {
        let game = hex(columns, rows);
        let mut values = Values::default();
        let mut connections = Connections::new(&game, Options::default());
        let area = u32::from(columns) * u32::from(rows);
        for code in 0..3u64.pow(area) {
            let stones = hex_play::decode(&game, code);
            check_position(&game, &stones, &mut connections, &mut values);
        }
    }
}

/// Random positions of 4x4 and 5x5, with so many stones that brute force can follow.
#[test]
fn findings_are_true_on_random_boards() {
    let samples = if slow() { [100_000, 20_000] } else { [200, 60] };
    for ((size, stones), samples) in [(4, 2), (5, 14)].into_iter().zip(samples) {
        let game = hex(size, size);
        let mut rng = fastrand::Rng::with_seed(7);
        let mut values = Values::default();
        for options in kinds() {
            let mut connections = Connections::new(&game, options);
            for _ in 0..samples {
                let stones = random_stones(&game, &mut rng, stones);
                check_position(&game, &stones, &mut connections, &mut values);
            }
        }
    }
}

/// A walk through positions of a game: stones are added, one or a few at a time, and taken back.
fn walk(game: &Hex<1>, rng: &mut fastrand::Rng, steps: usize) -> Vec<[Points<1>; 2]> {
    let mut path = vec![[Points::EMPTY; 2]];
    let mut out = Vec::new();
    for _ in 0..steps {
        if path.len() > 1 && rng.u8(..4) == 0 {
            path.pop();
        }
        let mut stones = path[path.len() - 1];
        for _ in 0..[1, 1, 1, 2, 4][rng.usize(..5)] {
            let empty: Vec<Point> = (game.board() - (stones[0] | stones[1])).iter().collect();
            match empty.is_empty() {
                true => path.truncate(1),
                false => stones[rng.usize(..2)].insert(empty[rng.usize(..empty.len())]),
            }
        }
        path.push(stones);
        out.push(stones);
    }
    out
}

/// What updates find holds when it is played out, and their findings are true, wherever the walk
/// through the positions leads.
#[test]
fn updates_hold() {
    let (steps, most) = if slow() { (4_000, 10) } else { (60, 7) };
    for ((columns, rows), options) in
        [(3, 3), (4, 4), (5, 3)].into_iter().flat_map(|size| kinds().map(|kind| (size, kind)))
    {
        let game = hex(columns, rows);
        let mut rng = fastrand::Rng::with_seed(u64::from(columns));
        let mut values = Values::default();
        let mut connections = Connections::new(&game, options);
        for stones in walk(&game, &mut rng, steps) {
            for to_move in Player::BOTH {
                let threats = connections.threats(&game, &stones, to_move);
                check_finding(&game, &stones, to_move, threats, &mut values);
                let finding = connections.update(&game, &stones, to_move);
                check_finding(&game, &stones, to_move, finding, &mut values);
                for side in Player::BOTH {
                    let mut play = LocalPlay::new(&game, stones[side.index()], side);
                    for strength in [Strength::Full, Strength::Semi] {
                        for c in connections.found(side, strength) {
                            let holds =
                                c.carrier.len() > most || play.holds(c.ends, c.carrier, strength);
                            assert!(holds, "{c:?} of {side} on\n{}", drawn(&game, &stones));
                        }
                    }
                }
            }
        }
    }
}

/// The pairs of ends of a side that are connected; a block is named by its first stone.
fn connected(
    game: &Hex<1>,
    stones: &[Points<1>; 2],
    connections: &Connections<1>,
    side: Player,
    strength: Strength,
) -> std::collections::BTreeSet<[End; 2]> {
    let own = stones[side.index()];
    let name = |end: End| match end {
        End::Point(point) if own.contains(point) => {
            let mut block = Points::one(point);
            while block != (game.grown(block) & own) {
                block = game.grown(block) & own;
            }
            End::Point(block.first().expect("a stone"))
        }
        other => other,
    };
    let pair = |c: andor_knowledge::hex::connections::Connection<1>| {
        let mut ends = c.ends.map(name);
        ends.sort();
        ends
    };
    connections.found(side, strength).map(pair).collect()
}

/// A build from nothing agrees with an update: of a hundred pairs of ends that it connects at least
/// ninety-nine are connected by the update too, which often connects more, and of a hundred
/// findings at most three differ.
#[test]
fn updates_agree_with_builds() {
    let game = hex(6, 6);
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut updated, mut fresh) =
        (Connections::new(&game, Options::default()), Connections::new(&game, Options::default()));
    let (mut pairs, mut missing, mut findings, mut different_findings) = (0, 0, 0, 0);
    for stones in walk(&game, &mut rng, if slow() { 4_000 } else { 300 }) {
        let finding = updated.update(&game, &stones, Player::Black);
        findings += 1;
        different_findings += usize::from(finding != fresh.build(&game, &stones, Player::Black));
        if matches!(finding, Finding::Won(_)) {
            continue;
        }
        fresh.build_all(&game, &stones, Player::Black);
        for side in Player::BOTH {
            for strength in [Strength::Full, Strength::Semi] {
                let [one, two] = [&updated, &fresh]
                    .map(|connections| connected(&game, &stones, connections, side, strength));
                pairs += two.len();
                missing += two.difference(&one).count();
            }
        }
    }
    assert!(missing * 100 <= pairs, "{missing} of {pairs} pairs");
    assert!(different_findings * 33 <= findings, "{different_findings} of {findings} findings");
}

/// Coming back to a position finds what was there.
#[test]
fn taking_a_stone_back_restores_connections() {
    let game = hex(7, 7);
    let stones = [Points::one(Point(16)), Points::one(Point(31))];
    let mut connections = Connections::new(&game, Options::default());
    let all = |connections: &Connections<1>| -> Vec<_> {
        let both = Player::BOTH.into_iter();
        let kinds = [Strength::Full, Strength::Semi];
        both.flat_map(|side| kinds.into_iter().flat_map(move |kind| connections.found(side, kind)))
            .collect()
    };
    let before = (connections.update(&game, &stones, Player::Black), all(&connections));
    for point in [Point(24), Point(10), Point(40)] {
        let mut next = stones;
        next[0].insert(point);
        connections.update(&game, &next, Player::White);
        assert_ne!(all(&connections), before.1);
        let after = (connections.update(&game, &stones, Player::Black), all(&connections));
        assert_eq!(after, before);
    }
}

/// Small empty boards are won by connections alone, as Benzene reports.
#[test]
fn the_first_player_wins_empty_boards_up_to_5x5() {
    for size in 1..=5 {
        let game = hex(size, size);
        let stones = [Points::EMPTY; 2];
        for player in Player::BOTH {
            let found = Connections::new(&game, Options::plain()).build(&game, &stones, player);
            assert_eq!(found, Finding::Won(player), "{size}x{size}");
        }
    }
}

/// The edge templates of a single stone up to the fourth row need no table: the rules find them.
#[test]
fn edge_templates_are_found() {
    let game = Hex::<2>::new("11x11".parse().expect("a size"));
    let mut connections = Connections::new(&game, Options::default());
    for (row, size) in [(1, 0), (2, 2), (3, 8), (4, 19)] {
        let stone = Point((11 - row) * 11 + 5);
        connections.build_all(&game, &[Points::one(stone), Points::EMPTY], Player::White);
        let smallest = connections
            .found(Player::Black, Strength::Full)
            .find(|c| c.ends.contains(&End::Edge(1)) && c.ends.contains(&End::Point(stone)));
        match (row, smallest) {
            // A stone on the edge is part of it.
            (1, found) => assert_eq!(found, None),
            (_, found) => assert_eq!(found.map(|c| c.carrier.len()), Some(size), "row {row}"),
        }
    }
}

/// Captured pairs decide more than the plain rules.
#[test]
fn captured_pairs_help() {
    let game = hex(6, 6);
    let mut rng = fastrand::Rng::with_seed(11);
    let mut decided = [0, 0];
    let mut all = kinds().map(|options| Connections::new(&game, options));
    for _ in 0..200 {
        let mut points: Vec<Point> = game.board().iter().collect();
        rng.shuffle(&mut points);
        let mut stones = [Points::EMPTY; 2];
        (0..6).for_each(|i| stones[i % 2].insert(points[i]));
        for (connections, decided) in all.iter_mut().zip(&mut decided) {
            let finding = connections.build(&game, &stones, Player::Black);
            *decided += i32::from(matches!(finding, Finding::Won(_)));
        }
    }
    assert!(decided[0] > decided[1], "{decided:?}");
}

/// Wide and narrow sets find the same.
#[test]
fn the_width_of_the_set_does_not_matter() {
    let (narrow, wide) = (hex(6, 6), Hex::<2>::new("6x6".parse().expect("a size")));
    let mut rng = fastrand::Rng::with_seed(3);
    let mut a = Connections::new(&narrow, Options::default());
    let mut b = Connections::new(&wide, Options::default());
    for least in 0..20 {
        let stones = random_stones(&narrow, &mut rng, least);
        let widened = stones.map(|set| Points([set.0[0], 0]));
        let (one, two) = (
            a.build_all(&narrow, &stones, Player::White),
            b.build_all(&wide, &widened, Player::White),
        );
        assert_eq!(format!("{one:?}"), format!("{two:?}"));
        for side in Player::BOTH {
            for strength in [Strength::Full, Strength::Semi] {
                let [first, second] = [
                    a.found(side, strength).map(|c| format!("{c:?}")).collect::<Vec<_>>(),
                    b.found(side, strength).map(|c| format!("{c:?}")).collect(),
                ];
                assert_eq!(first, second);
            }
        }
    }
}

/// A search for connections that ends early finds nothing but connections that a complete search
/// finds as well, and more of them the later it ends.
#[test]
fn an_early_end_finds_less_and_nothing_else() {
    let game = hex(8, 8);
    let stones = random_stones(&game, &mut fastrand::Rng::with_seed(8), 0);
    let found = |looks: usize| {
        let mut connections = Connections::new(&game, Options::default());
        let left = AtomicUsize::new(looks);
        let sub = move || left.fetch_sub(1, Ordering::Relaxed) == 0;
        if looks < usize::MAX {
            connections.heed(&Halt::when(sub));
        }
        connections.build_one(&game, &stones, Player::Black, Player::White);
        let kinds = [Strength::Full, Strength::Semi].into_iter();
        let found = kinds.flat_map(|kind| connections.found(Player::Black, kind));
        found.map(|c| (c.ends, c.strength, c.carrier)).collect::<Vec<_>>()
    };
    let all = found(usize::MAX);
    let mut before = 0;
    for looks in 0..2 {
        let some = found(looks);
        assert!(some.iter().all(|connection| all.contains(connection)));
        assert!((before..all.len()).contains(&some.len()), "{looks}: {}", some.len());
        before = some.len();
    }
    assert!(before > 0);
}

/// With less memory fewer positions are kept, and the verdicts are as sound.
#[test]
fn few_positions_are_kept_in_little_memory() {
    let game = hex(7, 7);
    let mut rng = fastrand::Rng::with_seed(7);
    let [mut much, mut little] = [(); 2].map(|_| Connections::new(&game, Options::default()));
    little.limit(0);
    for _ in 0..20 {
        let stones = random_stones(&game, &mut rng, 10);
        for (mover, rest) in [(Player::Black, stones), (Player::White, stones)] {
            let [one, two] = [&mut much, &mut little].map(|c| c.update(&game, &rest, mover));
            if let (Finding::Won(one), Finding::Won(two)) = (one, two) {
                assert_eq!(one, two);
            }
        }
    }
    assert!(little.bytes() > 0 && little.bytes() < much.bytes(), "{}", little.bytes());
}
