//! Unconditional life against drawn boards, a naive version of itself, and brute force.

use crate::support;
use crate::support::go::brute_force::BruteForce;
use crate::support::go::{agrees_from_every_position, agrees_with_a_past, go};
use andor_core::{Claim, Game, Margin, Notation, Player, Verdict, laws};
use andor_games::go::{Board, Go, Position, Rules, Stones};
use andor_games::points::{Point, Points};
use andor_knowledge::go::life::{Life, UnconditionalLife, unconditional_life};
use std::collections::BTreeSet;

/// `+` marks what is alive or territory of `side`.
fn check_life(size: &str, side: Player, picture: &str, expected: &str) {
    let game = go(size, Rules::PSK);
    let pos = game.parse_position(picture).expect("a position");
    let life = unconditional_life(game.board(), pos.both(), side);
    assert!(life.alive.is_subset(&pos.stones(side)));
    let sure = life.alive | life.territory;
    let mark = |p| if sure.contains(p) { '+' } else { '.' };
    let drawn: String = game.size().points().map(mark).collect();
    let expected: String = expected.chars().filter(|c| "+.".contains(*c)).collect();
    assert_eq!(drawn, expected, "{side} in\n{picture}");
}

#[test]
fn life_on_drawn_boards() {
    let black = Player::Black;
    check_life("5x1", black, ". X . X .", "+ + + + +");
    check_life("6x1", black, ". X O . X .", ". . . . . .");
    check_life("5x1", black, ". X . . X", ". . . . .");
    // One eye is not enough, two are; a dead stone in a wide eye is no matter.
    check_life(
        "5x3",
        black,
        ". X . . .
         X X . . .
         . . . . .",
        ". . . . .
         . . . . .
         . . . . .",
    );
    check_life(
        "5x3",
        black,
        ". X O X .
         X X . X .
         . X X X .",
        "+ + + + +
         + + + + +
         + + + + +",
    );
    // The white stone in the corner is not beside Black: White could make room there.
    check_life(
        "5x3",
        black,
        ". X X . O
         X X X X .
         X X X X X",
        ". . . . .
         . . . . .
         . . . . .",
    );
    check_life(
        "5x3",
        black,
        ". X X O .
         X X X X .
         X X X X X",
        ". . . . .
         . . . . .
         . . . . .",
    );
    // Two blocks that share two eyes are alive together, the third is not.
    check_life(
        "5x5",
        Player::White,
        "O . O X .
         O O O X .
         . O . X .
         O O . . .
         . O X . O",
        "+ + + . .
         + + + . .
         + + . . .
         + + . . .
         + + . . .",
    );
}

#[test]
fn claims_are_settled_exactly_at_the_bound() {
    let game = go("5x2", Rules::PSK);
    let pos = game.parse_position(". X O . .\nX X X . .").expect("a position");
    assert_eq!(settle(&game, &pos, Player::Black, -9), None);
    assert_eq!(settle(&game, &pos, Player::Black, -10), Some(Verdict::Proven), "nobody misses it");

    let game = go("5x1", Rules::PSK);
    let pos = game.parse_position(". X . X .\nwhite to move").expect("a position");
    assert_eq!(settle(&game, &pos, Player::Black, 5), Some(Verdict::Proven));
    assert_eq!(settle(&game, &pos, Player::Black, 6), Some(Verdict::Disproven), "nobody gets it");
    assert_eq!(settle(&game, &pos, Player::White, -5), Some(Verdict::Proven), "nobody misses it");
    assert_eq!(settle(&game, &pos, Player::White, -4), Some(Verdict::Disproven));
}

/// After a pass the opponent may end the game before dead stones are taken off.
#[test]
fn a_pass_away_from_the_end_the_board_itself_must_do() {
    let picture = ". X O X .\nX X . X .\n. X X X .\nwhite to move\n";
    let game = go("5x3", Rules::PSK);
    let now = game.parse_position(picture).expect("a position");
    let passed = game.parse_position(&format!("{picture}1 pass")).expect("a position");
    let Margin(margin) = game.margin(&now);
    assert!(margin < 15);
    assert_eq!(settle(&game, &now, Player::Black, 15), Some(Verdict::Proven));
    assert_eq!(settle(&game, &passed, Player::Black, 15), None);
    assert_eq!(settle(&game, &passed, Player::Black, margin), Some(Verdict::Proven));
    let own = format!("{}1 pass", picture.replace("white", "black"));
    let own = game.parse_position(&own).expect("a position");
    assert_eq!(settle(&game, &own, Player::Black, 15), Some(Verdict::Proven));
}

#[test]
fn with_suicide_under_basic_ko_life_is_good_for_whom_a_cycle_suits() {
    let (won, lost) = (Some(Verdict::Proven), Some(Verdict::Disproven));
    for (rules, attacks, defends) in [
        ("basic-ko-suicide", None, lost),
        ("basic-ko-suicide,cycle=black", won, lost),
        ("basic-ko-suicide,cycle=white", None, None),
    ] {
        let game = go("5x1", rules.parse().expect("a rule set"));
        let pos = game.parse_position(". X . X .").expect("a position");
        assert_eq!(settle(&game, &pos, Player::Black, 1), attacks, "{rules}");
        assert_eq!(settle(&game, &pos, Player::White, 0), defends, "{rules}");
    }
}

fn settle(game: &Go<1>, pos: &Position<1>, attacker: Player, at_least: i16) -> Option<Verdict> {
    support::go::settle(&UnconditionalLife, game, pos, attacker, at_least)
}

/// The definition, word by word, on sets of numbers.
fn naive_life(board: &Board<1>, stones: &Stones<1>, side: Player) -> Life<1> {
    type Set = BTreeSet<Point>;
    let own = stones[side.index()];
    let beside = |set: &Set| -> Set { set.iter().flat_map(|&p| board.adjacent(p)).collect() };
    let parts = |points: Points<1>| -> Vec<Set> {
        let mut rest: Set = points.iter().collect();
        let mut out = Vec::new();
        while let Some(first) = rest.pop_first() {
            let mut part = Set::from([first]);
            loop {
                let more: Set = beside(&part).intersection(&rest).copied().collect();
                if more.is_empty() {
                    break;
                }
                rest.retain(|p| !more.contains(p));
                part.extend(more);
            }
            out.push(part);
        }
        out
    };
    let regions = parts(board.all() - own);
    let mut blocks = parts(own);
    loop {
        let alive: Set = blocks.iter().flatten().copied().collect();
        let is_enclosed = |region: &Set| {
            beside(region).into_iter().filter(|&p| own.contains(p)).all(|p| alive.contains(&p))
        };
        let before = blocks.len();
        blocks.retain(|block| {
            let border = beside(block);
            let vital = regions.iter().filter(|r| is_enclosed(r) && r.is_subset(&border));
            vital.count() >= 2
        });
        if blocks.len() == before {
            let is_close = |r: &&Set| r.is_subset(&beside(&alive)) && is_enclosed(r);
            let territory = regions.iter().filter(is_close).flatten().copied().collect();
            return Life { side, alive: alive.iter().copied().collect(), territory };
        }
    }
}

#[test]
fn bits_and_sets_agree() {
    let mut lives = 0;
    for size in ["5x5", "6x6", "7x3"] {
        let game = go(size, Rules::PSK);
        laws::walk(&game, 150, 11, |pos| {
            for side in Player::BOTH {
                let life = unconditional_life(game.board(), pos.both(), side);
                let naive = naive_life(game.board(), pos.both(), side);
                assert_eq!(life, naive, "{}", game.draw(pos));
                lives += usize::from(!life.alive.is_empty());
            }
        });
    }
    assert!(lives > 100, "only {lives} positions with life");
}

#[test]
fn brute_force_agrees_from_every_position() {
    for (size, most_nodes, enough) in
        [("2x2", 10_000, 16), ("1x5", 10_000, 32), ("2x3", 100_000, 176), ("3x3", 300_000, 1632)]
    {
        agrees_from_every_position(&UnconditionalLife, size, most_nodes, enough);
    }
}

#[test]
fn brute_force_agrees_with_a_past() {
    for (size, enough) in [("2x2", 400), ("1x5", 400), ("2x3", 600), ("2x4", 600), ("3x3", 600)] {
        agrees_with_a_past(&UnconditionalLife, size, 1000, enough);
    }
}

/// The condition on the past is needed: here Black was alive with B1, B2 and A2, filled the own eye
/// and lost all. Back again, Black needs just that board, and superko forbids it. A search that
/// asks at every position never gets here: it stops at the first life.
#[test]
fn who_gave_up_life_may_find_the_clean_up_forbidden() {
    let game = go("2x3", Rules::PSK);
    let claim = Claim { attacker: Player::Black, at_least: Margin(6) };
    let mut pos = game.start();
    let mut search = BruteForce::new(&game, &pos);
    let mut asked_before = Vec::new();
    for text in "B2 B3 A3 B1 A2 pass A1 pass B1 B3 pass B1 A2 A1 B2 B1".split_whitespace() {
        asked_before.push(UnconditionalLife.why(&game, &pos, claim).is_some());
        let mv = game.parse_move(&pos, text).expect("a move");
        assert!(search.moves(&pos).contains(&mv), "{text} is legal");
        game.play(&mut pos, mv);
        search.remember(&pos);
    }
    assert_eq!(settle(&game, &pos, Player::Black, 6), Some(Verdict::Proven));
    assert_eq!(search.verdict_by_deepening(&pos, claim), Some(Verdict::Disproven));
    assert!(asked_before.contains(&true), "a search would have stopped before");
}
