//! The rules of Go on drawn boards, the laws of every game, and counts of legal positions.

use crate::support::brute_force::BruteForce;
use andor_core::{Game, Margin, Notation, Outcome, Player, Repetition, Trace, laws};
use andor_games::go::{Go, Move, Position, Rules};
use andor_games::points::Points;
use andor_games::size::Size;

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
            laws::zones(&game, 4, 2);
            laws::planes(&game, 2, 3);
        }
    }
}

#[test]
fn laws_hold_on_large_boards() {
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
        "X X .
         O O X
         . . X",
        "a1 b1 a1",
        "X X .
         . . X
         X . X
         white to move",
    );
}

const KO: &str = "
    . X O .
    X . X O
    . X O .
    white to move";

#[test]
fn the_basic_ko_is_not_retaken_at_once() {
    let taken = "
        . X O .
        X O . O
        . X O .
        ko C2";
    check_play(Rules::BASIC_KO, KO, "b2", taken);
    check_refused(Rules::BASIC_KO, taken, "C2", "the ko may not be retaken at once");
    check_play(Rules::BASIC_KO, taken, "pass pass", &taken.replace("ko C2", "2 passes"));
    let threat = "
        X X O .
        X . X O
        . X O O
        white to move
        ko B2";
    check_play(Rules::BASIC_KO, taken, "a3 d1 c2", threat);
    check_play(Rules::PSK, KO, "b2", &taken.replace("ko C2", ""));
}

#[test]
fn suicide_is_as_the_rules_say() {
    let one = ". X .
               X . .
               . . .
               white to move";
    for rules in [Rules::PSK, Rules::BASIC_KO, SUICIDE] {
        check_refused(rules, one, "A3", "the stone would have no liberty");
    }
    // Under the situational rules a suicide of one stone changes who moves.
    for name in ["ssk-suicide", "nssk-suicide"] {
        let rules = name.parse().expect("a rule set");
        check_play(rules, one, "a3", &one.replace("white", "black"));
    }
    let two = "O . X
               X X .
               . . .
               white to move";
    check_refused(Rules::NSSK, two, "B3", "the stone would have no liberty");
    let after = ". . X
                 X X .
                 . . .";
    check_play(SUICIDE, two, "b3", after);
    check_play("basic-ko-suicide".parse().expect("a rule set"), two, "b3", after);
}

#[derive(Debug, PartialEq)]
enum Last {
    Legal,
    Forbidden,
    NoResult,
}
use Last::*;

/// What the past says about the first of `moves` that is not simply legal, or about the last, under
/// psk, ssk, nssk and basic ko.
fn check_repetition(picture: &str, moves: &str, expected: [Last; 4]) {
    let rules = [Rules::PSK, Rules::SSK, Rules::NSSK, Rules::BASIC_KO];
    for (rules, expected) in rules.into_iter().zip(expected) {
        let (game, mut pos) = board(rules, picture);
        let mut past = BruteForce::new(&game, &pos);
        let mut found = Legal;
        for text in moves.split_whitespace() {
            let Ok(mv) = game.parse_move(&pos, text) else {
                found = Forbidden;
                break;
            };
            let allowed = past.moves(&pos).contains(&mv);
            game.play(&mut pos, mv);
            found = match game.repetition() {
                Repetition::Ends(outcome) if past.repeats(&pos) => {
                    assert_eq!(outcome, Outcome::NoResult);
                    NoResult
                }
                _ if allowed => Legal,
                _ => Forbidden,
            };
            if found != Legal {
                break;
            }
            past.remember(&pos);
        }
        assert_eq!(found, expected, "{rules}: {moves} from\n{picture}");
    }
}

#[test]
fn superko_rules_differ_where_they_should() {
    // Retaking a ko at once.
    check_repetition(KO, "b2 c2", [Forbidden, Forbidden, Forbidden, Forbidden]);
    // After Black's pass the board stood there with White to move, but Black did not create it.
    let black_first = &KO.replace("white", "black");
    check_repetition(black_first, "pass b2 c2", [Forbidden, Forbidden, Legal, Forbidden]);

    // Sending two, returning one: the board comes back with the other player to move.
    let send_two = ". O . O .
                    white to move";
    check_repetition(send_two, "a1 c1 b1", [Forbidden, Legal, Legal, Legal]);
    // Once round again: now White has created the board with two stones before.
    let again = "a1 c1 b1 pass a1";
    check_repetition(send_two, again, [Forbidden, Forbidden, Forbidden, NoResult]);
    // The same from a start in which White has created the board.
    let passed = ". O . O .
                  black to move";
    check_repetition(passed, "pass a1 c1 b1", [Forbidden, Forbidden, Forbidden, NoResult]);
    // A line that starts after a pass knows the board it starts from.
    let after_pass = ". O . O .
                      white to move
                      1 pass";
    check_repetition(after_pass, "a1 c1 b1", [Forbidden, Legal, Forbidden, Legal]);
}

#[test]
fn area_is_stones_and_what_only_they_reach() {
    for (picture, margin) in [
        (". . .\n. . .\n. . .", 0),
        (". . .\n. X .\n. . .", 9),
        (". X . O .\n. X . O .", 0),
        (". X X O .\n. X . O .", 1),
        (". X O . X\n. X O . X", 4),
        (". O O . .\nO O . O O\nX X O . O\n. X O O .", -12),
    ] {
        let (game, pos) = board(Rules::PSK, picture);
        assert_eq!(game.margin(&pos), Margin(margin), "{picture}");
        assert_eq!(game.outcome(&pos), None);
        let mut end = pos.clone();
        play(&game, &mut end, "pass pass");
        assert_eq!(game.outcome(&end), Some(Outcome::Margin(Margin(margin))));
    }
}

/// Under MIGOS' rules a ko can be retaken after a pass before the game is over.
#[test]
fn after_a_ko_capture_more_passes_end_the_game() {
    let over = |rules: Rules, picture: &str, moves: &str| {
        let (game, mut pos) = board(rules, picture);
        play(&game, &mut pos, moves);
        (game.outcome(&pos).is_some(), pos.passes(), pos.last_pass())
    };
    assert_eq!(over(Rules::CHINESE, KO, "b2 pass pass"), (true, 2, 2));
    assert_eq!(over(Rules::MIGOS, KO, "d3 pass pass"), (true, 2, 2));
    assert_eq!(over(Rules::MIGOS, KO, "b2 pass pass"), (false, 2, 3));
    assert_eq!(over(Rules::MIGOS, KO, "b2 pass pass pass"), (true, 3, 3));
    assert_eq!(over(Rules::MIGOS, KO, "b2 pass pass c2"), (false, 0, 3));
    let two_kos = &format!("{}\nwhite to move", ". X O . O X .\nX . X O . O X\n. X O . O X .");
    assert_eq!(over(Rules::MIGOS, two_kos, "b2 e2 pass pass pass"), (false, 3, 4));
    assert_eq!(over(Rules::MIGOS, two_kos, "b2 e2 pass pass pass pass"), (true, 4, 4));
}

/// What blocks with one liberty are worth at the end.
#[test]
fn blocks_in_atari_are_as_the_rules_say() {
    for (picture, [alive, dead, unless_both]) in [
        (". X X O .\n. X X O .", [2, 2, 2]),
        ("O X . . .\n. X . . .", [7, 10, 10]),
        ("O X . O X\nO X . O .\n. X . O .", [-1, 0, -1]),
    ] {
        for (rules, margin) in [
            ("migos,atari=alive", alive),
            ("migos,atari=dead", dead),
            ("migos", unless_both),
            ("psk", alive),
        ] {
            let (game, pos) = board(rules.parse().expect("rules"), picture);
            assert_eq!(game.margin(&pos), Margin(margin), "{rules}\n{picture}");
        }
    }
}

/// Who captured more in a long cycle wins; an even one is worth what the rules say.
#[test]
fn long_cycles_are_judged_by_captures() {
    // White sends two and takes one back; Black passes meanwhile.
    let send_two = ". O . O .\nwhite to move";
    for (rules, uneven) in [
        ("basic-ko", Outcome::NoResult),
        ("chinese", Outcome::Margin(Margin(5))),
        ("migos", Outcome::Margin(Margin(5))),
        ("migos,cycle=white", Outcome::Margin(Margin(5))),
    ] {
        let (game, mut pos) = board(rules.parse().expect("rules"), send_two);
        let mut sum = 0;
        for text in ["a1", "c1", "b1", "pass"] {
            let mv = game.parse_move(&pos, text).expect("a move");
            sum += game.tally(&pos, mv);
            game.play(&mut pos, mv);
        }
        assert_eq!(sum, 1, "Black passed once and captured one stone more");
        assert_eq!(game.repetition().ends(sum), Some(uneven), "{rules}");
    }
    for (rules, even) in [
        ("basic-ko", Outcome::NoResult),
        ("chinese", Outcome::NoResult),
        ("migos", Outcome::DRAW),
        ("migos,cycle=black", Outcome::Margin(Margin(5))),
        ("migos,cycle=white", Outcome::Margin(Margin(-5))),
        ("migos,cycle=none", Outcome::NoResult),
    ] {
        let (game, _) = board(rules.parse().expect("rules"), send_two);
        assert_eq!(game.repetition().ends(0), Some(even), "{rules}");
    }
}

#[test]
fn what_cannot_stand_on_a_board_is_refused() {
    let game = Go::<1>::new(size("3x3"), Rules::BASIC_KO);
    let error = |text: &str| game.parse_position(text).expect_err("an error").to_string();
    assert_eq!(
        error("X O .\nX O .\nX O ."),
        "board: the black block at A3 has no liberty; expected every block to be beside an empty \
         point"
    );
    assert_eq!(
        error(". O X\n. O X\n. O O\nred to move"),
        "board: the black block at C3 has no liberty; expected every block to be beside an empty \
         point"
    );
    let empty = ". . .\n. . .\n. . .\n";
    assert_eq!(
        error(&format!("{empty}red to move")),
        "line \"red to move\": not understood; expected \"black to move\", \"white to move\", \
         \"ko POINT\", \"1 pass\", \"2 passes\" or, where ko captures ask for more, \"3 to end\""
    );
    let expected = "expected a point where the player to move could retake one stone, under basic \
                    ko, with no pass before";
    assert_eq!(
        error(&format!("{empty}ko b2")),
        format!("ko B2: no stone can be retaken there; {expected}")
    );
    let superko = Go::<1>::new(size("3x3"), Rules::PSK);
    assert_eq!(
        superko.parse_position(&format!("{empty}ko b2")).expect_err("an error").to_string(),
        format!("ko B2: no point is forbidden under the rules psk; {expected}")
    );
    assert!(error(&format!("{empty}ko z9")).starts_with("point \"z9\": outside"));

    let one = |index| Points::one(andor_games::points::Point(index));
    let set_up =
        |black, white| game.set_up(black, white, Player::Black).expect_err("an error").to_string();
    assert_eq!(
        set_up(one(4), one(4)),
        "board: two stones on B2; expected one stone on a point at most"
    );
    assert_eq!(
        set_up(one(9), one(4)),
        "board: there is a stone on #9; expected stones on the 3x3 board only"
    );
}

#[test]
fn wrong_moves_are_refused() {
    check_refused(Rules::PSK, "X .\n. .", "A2", "the point is occupied");
    check_refused(Rules::PSK, "X .\n. .\n2 passes", "A1", "the game is over");
    let (game, pos) = board(Rules::PSK, "X .\n. .");
    assert_eq!(game.parse_move(&pos, "PASS"), Ok(Move::Pass));
    assert!(game.parse_move(&pos, "c1").is_err());
}

/// What superko allows, the relaxed game allows: on random games under superko, played in both.
#[test]
fn what_superko_allows_is_allowed_without_it() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut retaken = 0;
    for round in 0..600 {
        let rules = ["psk", "ssk", "tromp-taylor"][round % 3].parse().expect("rules");
        let size = ["2x3", "3x3", "4x2"][round / 3 % 3].parse().expect("a size");
        let game = Go::<1>::new(size, rules);
        let relaxed = game.without_superko(Player::Black).expect("a relaxed game");
        let (mut pos, mut other) = (game.start(), relaxed.start());
        let mut past = Vec::new();
        for _ in 0..80 {
            if let Trace::Free(key) | Trace::Unique(key) = game.trace(&pos) {
                past.push(key);
            }
            let (mut moves, mut allowed) = (Vec::new(), Vec::new());
            game.moves(&pos, &mut moves);
            relaxed.moves(&other, &mut allowed);
            retaken += moves.iter().filter(|mv| !allowed.contains(mv)).count();
            moves.retain(|&mv| match game.trace(&game.after(&pos, mv)) {
                Trace::Unique(key) => !past.contains(&key),
                Trace::Free(_) | Trace::Nothing => true,
            });
            assert!(moves.iter().all(|mv| allowed.contains(mv)), "{rules} {size} {pos:?}");
            // Passes, which come last, are few.
            if moves.len() > 1 && rng.u8(..8) > 0 {
                moves.pop();
            }
            let Some(&mv) = rng.choice(&moves) else { break };
            (pos, other) = (game.after(&pos, mv), relaxed.after(&other, mv));
        }
    }
    assert!(retaken > 100, "{retaken} kos");
    for rules in ["nssk", "ssk-suicide", "basic-ko", "migos"] {
        let game = Go::<1>::new("3x3".parse().expect("a size"), rules.parse().expect("rules"));
        assert!(game.without_superko(Player::White).is_none(), "{rules}");
    }
}
