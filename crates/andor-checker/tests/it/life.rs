//! Unconditional life and territory against brute force: what a leaf settles is so, with any past.

#![allow(clippy::print_stdout, reason = "counts are what these tests are read for")]

use crate::support::Brute;
use crate::support::mutate::Dice;
use crate::support::problems::claim;
use andor_checker::rules::Line;
use andor_checker::{Game, GoRules, Leaf, Player, PointSet, Root, Theorem, Verdict, life};

/// The stones of the player's blocks of the board in some sets that a leaf could name.
fn sets(line: &Line, player: Player) -> Vec<PointSet> {
    let board = &line.now().board;
    let own = |&point: &usize| board[point] == Some(player);
    let all: PointSet = (0..board.len()).filter(own).collect();
    let (columns, rows) = line.size();
    let block = |point| andor_checker::rules::go::block(columns, rows, board, point).0;
    let mut sets: Vec<PointSet> =
        (0..board.len()).filter(own).map(|p| block(p).into_iter().collect()).collect();
    sets.extend([all, PointSet::EMPTY]);
    sets
}

/// The hardest claims that the leaf settles for the player, proven and disproven.
fn hardest(theorem: Theorem, rules: GoRules, line: &Line, player: Player) -> Vec<Root> {
    let area = line.area() as i64;
    let settled = |root: &Root| {
        let leaf = |stones: &PointSet| Leaf { theorem, stones: *stones };
        sets(line, player).iter().any(|set| life::settles_on(rules, line, root, &leaf(set)).is_ok())
    };
    let proven = |at_least| claim(player, at_least, Verdict::Proven, &[]);
    let disproven = |at_least| claim(player.other(), at_least, Verdict::Disproven, &[]);
    let mut found = Vec::new();
    found.extend((-area..=area).rev().map(proven).find(|root| settled(root)));
    found.extend((-area..=area).map(disproven).find(|root| settled(root)));
    found
}

#[test]
fn what_life_settles_is_true() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let wanted = if slow { 150_000 } else { 5_000 };
    let mut dice = Dice(1976);
    let (mut tried, mut undecided, mut with_territory) = (0, 0, 0);
    for _ in 0..wanted {
        let (columns, rows) = [(4, 1), (5, 1), (6, 1), (2, 2), (3, 2), (3, 2)][dice.below(6)];
        let rules = GoRules::ALL[dice.below(GoRules::ALL.len())].1;
        let stones = [None, Some(Player::Black), Some(Player::White), Some(Player::Black)];
        let board = (0..columns * rows).map(|_| stones[dice.below(4)]).collect();
        let to_move = [Player::Black, Player::White][dice.below(2)];
        let Ok(mut line) = Line::new(Game::Go(rules), (columns, rows), board, to_move) else {
            continue;
        };
        for _ in 0..dice.below(7) {
            let _ = line.play(dice.below(line.moves()));
        }
        if line.now().outcome.is_some() {
            continue;
        }
        for player in [Player::Black, Player::White] {
            for root in hardest(Theorem::Life, rules, &line, player) {
                tried += 1;
                let trivial = -(line.area() as i64);
                let lowest = if root.verdict == Verdict::Proven { trivial } else { 1 - trivial };
                with_territory += u64::from(root.at_least != lowest);
                let mut brute = Brute::new(if slow { 30_000 } else { 3_000 });
                match brute.holds(&mut line.clone(), &root) {
                    None => undecided += 1,
                    Some(held) => assert!(held, "{rules:?} {root:?} {:#?}", line.states()),
                }
            }
        }
    }
    println!("{tried} leaves, {with_territory} with life, {undecided} too hard for brute force");
}

/// Boards with two eyes of Black's on the left and some part on the right, which may be territory.
#[test]
fn what_territory_settles_is_true() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let wanted = if slow { 20_000 } else { 400 };
    let mut dice = Dice(2003);
    let (mut tried, mut undecided) = (0, 0);
    let eyes = [".X.X", "XXXX"];
    while tried < wanted {
        let columns = [5, 6, 6, 6][dice.below(4)];
        let rules = GoRules::ALL[dice.below(GoRules::ALL.len())].1;
        let stones = [None, None, Some(Player::White), Some(Player::Black)];
        let mut board = vec![None; 2 * columns];
        for (point, stone) in board.iter_mut().enumerate() {
            let (column, row) = (point % columns, point / columns);
            *stone = match eyes[row].as_bytes().get(column) {
                Some(b'X') => Some(Player::Black),
                Some(_) => None,
                None => stones[dice.below(4)],
            };
        }
        let to_move = [Player::Black, Player::White][dice.below(2)];
        let Ok(mut line) = Line::new(Game::Go(rules), (columns, 2), board, to_move) else {
            continue;
        };
        for _ in 0..dice.below(3) {
            let _ = line.play(dice.below(line.moves()));
        }
        if line.now().outcome.is_some() {
            continue;
        }
        let of_life = hardest(Theorem::Life, rules, &line, Player::Black);
        for root in hardest(Theorem::Territory, rules, &line, Player::Black) {
            if of_life.contains(&root) {
                continue;
            }
            tried += 1;
            let mut brute = Brute::new(if slow { 100_000 } else { 10_000 });
            match brute.holds(&mut line.clone(), &root) {
                None => undecided += 1,
                Some(held) => assert!(held, "{rules:?} {root:?} {:#?}", line.states()),
            }
        }
    }
    println!("{tried} leaves, {undecided} too hard for brute force");
    assert!(undecided < tried / 2, "brute force decided {} of {tried}", tried - undecided);
}
