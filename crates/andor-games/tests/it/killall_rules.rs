//! The rules of Killall-Go on drawn boards, the laws of every game, and a comparison with naive
//! rules.

use crate::support::naive_go::{Cell, Naive};
use crate::support::naive_killall::End;
use andor_core::{Game, Notation, Outcome, Player, laws};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::Point;

fn game(size: &str) -> Killall {
    Killall::new(size.parse().expect("a size"), KoRule::Basic)
}

fn winner(game: &Killall, pos: &Position) -> Option<Player> {
    let won = |player| game.outcome(pos) == Some(Outcome::win(player));
    Player::BOTH.into_iter().find(|&player| won(player))
}

#[test]
fn laws_hold() {
    for rule in [KoRule::Basic, KoRule::Superko] {
        for size in ["1x1", "1x4", "2x2", "3x3", "2x5", "4x4", "5x5", "7x7", "9x9"] {
            let game = Killall::new(size.parse().expect("a size"), rule);
            laws::all(&game, 4, 1);
            laws::zones(&game, 4, 2);
            laws::planes(&game, 2, 3);
        }
    }
}

/// The naive form of a position.
fn naive(game: &Killall, pos: &Position) -> Naive {
    let cell = |point: Point| match pos.board() {
        board if board.stones(Player::Black).contains(point) => Cell::Black,
        board if board.stones(Player::White).contains(point) => Cell::White,
        _ => Cell::Empty,
    };
    Naive {
        columns: game.size().columns().into(),
        rows: game.size().rows().into(),
        cells: game.size().points().map(cell).collect(),
        to_move: if pos.board().to_move() == Player::Black { Cell::Black } else { Cell::White },
        passes: pos.board().passes(),
        ko: pos.board().ko().map(Point::index),
    }
}

/// The same moves lead to the same boards, and the same player has won. The game may end one pass
/// earlier than the letter of the rules asks: then White wins with a pass.
fn check(game: &Killall, pos: &Position) {
    let naive_pos = naive(game, pos);
    let told = || format!("{}{naive_pos:?}", game.draw(pos));
    let won = |end| if end == End::WhiteWins { Player::White } else { Player::Black };
    match (winner(game, pos), naive_pos.end().map(won)) {
        (Some(Player::White), None) => {
            assert!(naive_pos.passes == 1 && naive_pos.to_move == Cell::White, "{}", told());
            assert_eq!(naive_pos.pass().end(), Some(End::WhiteWins), "{}", told());
            return;
        }
        (ours, theirs) => assert_eq!(ours, theirs, "{}", told()),
    }
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    if winner(game, pos).is_some() {
        assert_eq!(moves, [], "{}", told());
        return;
    }
    let plays = moves.iter().filter_map(|mv| match mv {
        Move::At(point) => Some(point.index()),
        Move::Pass => None,
    });
    assert_eq!(plays.collect::<Vec<_>>(), naive_pos.plays(), "{}", told());
    for &mv in &moves {
        let after = naive(game, &game.after(pos, mv));
        let expected = match mv {
            Move::At(point) => naive_pos.play(point.index()).expect("a legal play"),
            Move::Pass => naive_pos.pass(),
        };
        assert_eq!(after, expected, "{mv:?} in {}", told());
    }
}

/// All positions of small boards and their children are those of the naive rules.
#[test]
fn the_rules_are_the_naive_rules_on_all_small_boards() {
    for size in ["1x1", "1x4", "1x6", "2x2", "2x3", "2x4", "3x3"] {
        let game = game(size);
        let area = game.size().area();
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
                let Ok(pos) = game.set_up(stones[0], stones[1], player) else { continue };
                check(&game, &pos);
                if winner(&game, &pos).is_none() {
                    let after = game.after(&pos, Move::Pass);
                    check(&game, &after);
                    if winner(&game, &after).is_none() {
                        check(&game, &game.after(&after, Move::Pass));
                    }
                }
            }
        }
    }
}

/// And so are the positions of random games on larger boards.
#[test]
fn the_rules_are_the_naive_rules_in_random_games() {
    for size in ["4x4", "5x3", "6x6", "7x7", "9x9"] {
        let game = game(size);
        laws::walk(&game, 12, 5, |pos| check(&game, pos));
    }
}

#[test]
fn the_start_has_four_stones_where_there_is_room() {
    for (size, stones) in [("9x9", "C7 G7 C3 G3"), ("7x7", "C5 E5 C3 E3"), ("9x6", ""), ("5x5", "")]
    {
        let game = game(size);
        let start = game.start();
        assert_eq!(game.to_move(&start), Player::White);
        let black = start.board().stones(Player::Black);
        let names: Vec<String> =
            black.iter().map(|point| game.move_text(Move::At(point))).collect();
        assert_eq!(names.join(" "), stones, "{size}");
        assert!(start.board().stones(Player::White).is_empty());
    }
}

/// The game and the position of a drawn board.
fn board(picture: &str) -> (Killall, Position) {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_row = |line: &&&str| line.split_whitespace().all(|cell| ".XO".contains(cell));
    let height = rows.iter().filter(is_row).count();
    let game = game(&format!("{}x{height}", rows[0].split_whitespace().count()));
    let pos = game.parse_position(picture).expect("a position");
    (game, pos)
}

/// Who has won the drawn position.
fn check_winner(picture: &str, expected: Option<Player>) {
    let (game, pos) = board(picture);
    assert_eq!(winner(&game, &pos), expected, "{picture}");
}

#[test]
fn white_wins_with_the_first_living_stone() {
    // Two eyes in the corner; Black's stone in the second eye does not matter.
    check_winner(
        "
        . O . O X
        O O O O X
        X X X X X
        . X . X .",
        Some(Player::White),
    );
    check_winner(
        "
        . O . X X
        O O O O X
        X X X X X
        . X . X .",
        None,
    );
}

#[test]
fn passes_end_the_game() {
    let white = Some(Player::White);
    let black = Some(Player::Black);
    // After Black's pass White ends the game and wins with a stone on the board.
    check_winner(". X .\nX X X\n. O .\nwhite to move\n1 pass", white);
    check_winner(". X .\nX X X\n. O .\nblack to move\n1 pass", None);
    // No White stone, and Black could still play.
    check_winner(". X .\nX X X\n. . .\nwhite to move\n1 pass", white);
    // No White stone, and three true eyes are left.
    check_winner(". X .\nX X X\n. X X\nwhite to move\n1 pass", None);
    check_winner(". X .\nX X X\n. X X\nblack to move\n2 passes", black);
}

#[test]
fn nobody_fills_a_true_eye() {
    let refused = |picture: &str, mv: &str| {
        let (game, pos) = board(picture);
        let error = game.parse_move(&pos, mv).expect_err("a refused move").to_string();
        assert!(error.contains("nobody may fill an own true eye"), "{error}");
    };
    let allowed = |picture: &str, mv: &str| {
        let (game, pos) = board(picture);
        assert!(game.parse_move(&pos, mv).is_ok(), "{mv} in\n{picture}");
    };
    refused(". X .\nX X .\n. . .", "A3");
    allowed(". X .\nX . .\n. . .", "A3");
    allowed(". X .\nX X .\n. . .\nwhite to move", "C3");
    refused("X X X .\nX . X .\nX X . .\n. . . .", "B3");
    allowed("X X O .\nX . X .\nX X . .\n. . . .", "B3");
}
