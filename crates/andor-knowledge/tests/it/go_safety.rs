//! Safety under alternating play against drawn boards, its own plan, and brute force.

use crate::support::go::{agrees_from_every_position, agrees_with_a_past, for_every_board, go};
use andor_core::{Notation, Player, laws};
use andor_games::go::{Board, Rules, Stones};
use andor_knowledge::go::life::unconditional_life;
use andor_knowledge::go::safety::{AlternatingSafety, Promise, safety};

/// `+` marks what is alive or territory, `~` where the side grows.
fn check(size: &str, side: Player, picture: &str, expected: &str) {
    let game = go(size, Rules::PSK);
    let pos = game.parse_position(picture).expect("a position");
    let safety = safety(game.board(), pos.both(), side);
    let mark = |p| match p {
        p if (safety.alive | safety.territory).contains(p) => '+',
        p if safety.growth.contains(p) => '~',
        _ => '.',
    };
    let drawn: String = game.size().points().map(mark).collect();
    let expected: String = expected.chars().filter(|c| "+.~".contains(*c)).collect();
    assert_eq!(drawn, expected, "{side} in\n{picture}");
}

#[test]
fn safety_on_drawn_boards() {
    let black = Player::Black;
    // Four in a row split, three do not.
    check("6x2", black, "X . . . . X\nX X X X X X", "++++++ ++++++");
    check("5x2", black, "X . . . X\nX X X X X", "..... .....");
    // A white stone in the middle leaves one place to split only.
    check("6x2", black, "X . O . . X\nX X X X X X", "...... ......");
    // Two blocks with two commons are one chain; with one they are not.
    check("5x4", black, ". X . X .\nX X . X X\n. . . . .\n. . . . .", "++~++ ++~++ ~~.~~ .....");
}

/// What a side is promised if the other moves next.
fn promised(board: &Board<1>, stones: &Stones<1>, side: Player) -> u32 {
    safety(board, stones, side).points(Promise::Growing, side.other())
}

/// On every board, or one of so many, Black has an answer to every white move after which the promise
/// is as good as before. Returns how many boards had something to lose.
fn black_keeps_promises(size: &str, one_of: u32) -> u32 {
    let game = go(size, Rules::TROMP_TAYLOR);
    let (board, side) = (game.board(), Player::Black);
    let mut seen = 0;
    let mut number = 0_u32;
    for_every_board(&game, |pos| {
        number += 1;
        let now = promised(board, pos.both(), side);
        if !number.is_multiple_of(one_of) || now == 0 {
            return;
        }
        seen += 1;
        for first in board.empty(pos.both()) {
            let mut after = *pos.both();
            board.place(&mut after, side.other(), first);
            let keeps = |second| {
                let mut then = after;
                let taken = board.place(&mut then, side, second);
                taken.sacrificed.is_empty() && promised(board, &then, side) >= now
            };
            let kept =
                promised(board, &after, side) >= now || board.empty(&after).iter().any(keeps);
            assert!(kept, "no answer to {first:?} in\n{}", game.draw(pos));
        }
    });
    seen
}

#[test]
fn whatever_white_plays_black_keeps_the_promise() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    for (size, one_of, enough) in
        [("1x9", 1, 13), ("2x4", 1, 207), ("3x3", 1, 739), ("3x4", 2, 5000), ("2x6", 2, 3500)]
    {
        let seen = black_keeps_promises(size, if slow { 1 } else { one_of });
        eprintln!("{size}: {seen} boards");
        assert!(seen >= enough, "{size}: only {seen} boards with something safe");
    }
    if slow {
        assert!(black_keeps_promises("4x4", 37) > 10_000);
    }
}

#[test]
fn what_is_alive_without_condition_is_safe() {
    let game = go("5x4", Rules::PSK);
    let mut more = 0;
    laws::walk(&game, 200, 3, |pos| {
        for side in Player::BOTH {
            let life = unconditional_life(game.board(), pos.both(), side);
            let safety = safety(game.board(), pos.both(), side);
            let sure = safety.alive | safety.territory;
            assert!((life.alive | life.territory).is_subset(&sure), "{}", game.draw(pos));
            more += u32::from(safety.alive != life.alive);
        }
    });
    assert!(more > 50, "only {more} positions in which more is safe than alive");
}

#[test]
fn brute_force_agrees_from_every_position() {
    for (size, most_nodes, enough) in
        [("2x2", 10_000, 16), ("1x5", 10_000, 32), ("2x3", 100_000, 176), ("3x3", 300_000, 1632)]
    {
        agrees_from_every_position(&AlternatingSafety::default(), size, most_nodes, enough);
    }
}

#[test]
fn brute_force_agrees_with_a_past() {
    for (size, enough) in [("2x2", 400), ("1x5", 400), ("2x3", 600), ("2x4", 600), ("3x3", 550)] {
        agrees_with_a_past(&AlternatingSafety::default(), size, 1000, enough);
        let safe = AlternatingSafety { promise: Promise::Safe };
        agrees_with_a_past(&safe, size, 300, enough / 4);
    }
}
