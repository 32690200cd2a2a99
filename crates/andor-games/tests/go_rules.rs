//! The rules of Go on drawn boards, the laws of every game, and counts of legal positions.

#[path = "support/brute_force.rs"]
mod brute_force;

use andor_core::{Claim, Game, Margin, Notation, Outcome, Player, Repetition, laws};
use andor_games::go::{Go, Move, Position, Rules};
use andor_games::points::Points;
use andor_games::size::Size;
use brute_force::BruteForce;

const SUICIDE: Rules = Rules::TROMP_TAYLOR;

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

/// The game and the position of a drawn board.
fn board(rules: Rules, picture: &str) -> (Go<1>, Position<1>) {
    let rows: Vec<_> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_row = |line: &&&str| line.split_whitespace().all(|cell| ".XO".contains(cell));
    let height = rows.iter().filter(is_row).count() as u8;
    let width = rows[0].split_whitespace().count() as u8;
    let game = Go::new(Size::new(width, height).expect("a size"), rules);
    let pos = game.parse_position(picture).expect("a position");
    (game, pos)
}

fn play(game: &Go<1>, pos: &mut Position<1>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(pos, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(pos, mv);
    }
}

/// After `moves` on the first board stands the second.
fn check_play(rules: Rules, before: &str, moves: &str, after: &str) {
    let (game, mut pos) = board(rules, before);
    play(&game, &mut pos, moves);
    let (_, expected) = board(rules, after);
    assert_eq!(game.draw(&pos), game.draw(&expected), "after {moves} from\n{before}");
    assert_eq!(game.key(&pos), game.key(&expected));
}

/// The move is refused for this reason.
fn check_refused(rules: Rules, picture: &str, mv: &str, problem: &str) {
    let (game, pos) = board(rules, picture);
    let error = game.parse_move(&pos, mv).expect_err("a refused move").to_string();
    let expected = "expected an empty point where the rules allow a play, or pass";
    assert_eq!(error, format!("move \"{mv}\": {problem}; {expected}"));
    let mut moves = Vec::new();
    game.moves(&pos, &mut moves);
    assert!(moves.iter().all(|&m| game.move_text(m) != mv), "{mv} is listed in\n{picture}");
}

#[test]
fn laws_hold_on_small_boards_under_all_rules() {
    for (_, rules) in Rules::ALL {
        for text in ["1x1", "1x2", "5x1", "2x2", "3x3", "2x5", "5x5", "7x3", "8x8"] {
            let game = Go::<1>::new(size(text), rules);
            laws::all(&game, 4, 1);
            let claim = Claim { attacker: Player::Black, at_least: Margin(1) };
            laws::playout(&game, claim, 1, 2);
        }
    }
}

#[test]
fn laws_hold_on_large_boards() {
    let claim = Claim { attacker: Player::White, at_least: Margin(0) };
    for rules in [Rules::PSK, Rules::BASIC_KO, SUICIDE] {
        let nine = Go::<2>::new(size("9x9"), rules);
        laws::rules(&nine, 2, 3);
        laws::text(&nine, 1, 4);
        let nineteen = Go::<6>::new(size("19x19"), rules);
        laws::rules(&nineteen, 1, 5);
    }
    let nine = Go::<2>::new(size("9x9"), Rules::SSK);
    laws::symmetry(&nine, 1, 6);
    let tall = Go::<6>::new(size("7x19"), Rules::BASIC_KO);
    laws::text(&tall, 1, 7);
    let nineteen = Go::<6>::new(size("19x19"), Rules::NSSK);
    laws::text(&nineteen, 1, 8);
    let mut moves = Vec::new();
    let mut tally = andor_core::Tally::default();
    let start = nineteen.start();
    nineteen.moves(&start, &mut moves);
    tally.reset(moves.len());
    let mut rng = fastrand::Rng::with_seed(9);
    andor_core::Playout::playouts(&nineteen, &start, claim, &moves, 8, &mut rng, &mut tally);
    assert_eq!((tally.games, moves.len()), (8.0, 362));
}

/// How many colourings of the board have a liberty for every block.
fn legal_positions(text: &str) -> usize {
    let game = Go::<1>::new(size(text), Rules::PSK);
    let area = game.size().area() as u32;
    let mut count = 0;
    for occupied in 0..1u64 << area {
        let mut black = occupied;
        loop {
            let stones = [Points([black]), Points([occupied & !black])];
            count += usize::from(game.board().breathless(&stones).is_none());
            if black == 0 {
                break;
            }
            black = (black - 1) & occupied;
        }
    }
    count
}

#[test]
fn legal_positions_are_as_many_as_published() {
    for (text, count) in
        [("1x1", 1), ("1x2", 5), ("2x2", 57), ("2x3", 489), ("3x3", 12_675), ("4x4", 24_318_165)]
    {
        assert_eq!(legal_positions(text), count, "{text}");
    }
}

#[test]
fn captures_take_whole_blocks() {
    check_play(
        Rules::PSK,
        "X O O .
         . X X .
         . . . .",
        "d3",
        "X . . X
         . X X .
         . . . .
         white to move",
    );
    // Two blocks at once, in the middle of which the stone stands.
    check_play(
        Rules::PSK,
        "X O . O X
         . X . X .
         . . X . .",
        "c3",
        "X . X . X
         . X . X .
         . . X . .
         white to move",
    );
}

#[test]
fn a_snapback_gives_one_stone_for_two() {
    check_play(
        Rules::BASIC_KO,
        "O . X O .
         O X O O .
         O O O . .",
        "b3 c3 b3",
        "O X . O .
         O . . O .
         . . . . .",
    );
}
