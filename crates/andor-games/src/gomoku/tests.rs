//! The rules against published shapes and against counting.

use super::*;
use andor_core::laws;

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("a size")
}

/// The position with these stones, by name.
fn position(game: &SmallGomoku, black: &str, white: &str) -> GomokuPosition<4, 19> {
    let points = |names: &str| {
        let point = |name| parse_point(game.size(), Style::Go, name).expect("a point");
        names.split_whitespace().map(point).collect()
    };
    game.set_up([points(black), points(white)], Player::Black).expect("a position")
}

#[test]
fn laws_hold() {
    for (columns, rows) in [(5, 5), (7, 6), (1, 5)] {
        for (_, rules) in Rules::ALL {
            laws::all(&SmallGomoku::new(size(columns, rows), rules), 4, 1);
            laws::planes(&SmallGomoku::new(size(columns, rows), rules), 4, 2);
        }
    }
    laws::rules(&SmallGomoku::new(size(15, 15), Rules::Freestyle), 1, 1);
    laws::rules(&LargeGomoku::new(size(20, 20), Rules::Freestyle), 1, 1);
}

/// Random games end with the first row that the rules count, as looking at every row shows.
#[test]
fn the_winner_is_who_has_a_row() {
    for (_, rules) in Rules::ALL {
        let game = SmallGomoku::new(size(8, 7), rules);
        laws::walk(&game, 40, 7, |pos| {
            let longest = |player: Player| {
                let own = pos.stones().of(player);
                let rows = |p: Point| windows::STEPS.map(|s| rows::run(game.size(), &own, p, s));
                own.iter().flat_map(rows).collect::<Vec<usize>>()
            };
            for player in Player::BOTH {
                let exact =
                    rules == Rules::Exact || rules == Rules::Renju && player == Player::Black;
                let wins = |&row: &usize| if exact { row == 5 } else { row >= 5 };
                assert_eq!(longest(player).iter().any(wins), pos.winner() == Some(player));
            }
        });
    }
}

#[test]
fn six_in_a_row_win_in_freestyle_alone() {
    let row = "D8 E8 F8 H8 J8";
    for (rules, wins) in [(Rules::Freestyle, true), (Rules::Exact, false)] {
        let game = SmallGomoku::new(size(15, 15), rules);
        let mut pos = position(&game, row, "A1");
        let mv = game.parse_move(&pos, "G8").expect("a move");
        game.play(&mut pos, mv);
        assert_eq!(pos.winner().is_some(), wins, "{rules}");
    }
}

/// Shapes of the rule book of the Renju International Federation, and shapes near them.
#[test]
fn renju_forbids_what_the_rules_say() {
    use Forbidden::{DoubleFour, DoubleThree, Overline};
    let cases: &[(&str, &str, Option<Forbidden>)] = &[
        ("D8 E8 F8 G8 J8", "", Some(Overline)),
        ("F8 G8 H9 H10", "", Some(DoubleThree)),
        ("F8 G8 J9 K10", "", Some(DoubleThree)),
        // Broken threes count as well.
        ("E8 G8 H9 H11", "", Some(DoubleThree)),
        // One end of a row is closed.
        ("F8 G8 H9 H10", "E8", None),
        ("F8 G8 H9 H10", "H11", None),
        // With the edges of the row closed at a distance there is no room for a five on either
        // side.
        ("F8 G8 H9 H10", "D8 J8", None),
        // A four and a three.
        ("E8 F8 G8 H9 H10", "D8", None),
        ("E8 F8 G8 H9 H10 H11", "", Some(DoubleFour)),
        ("E8 F8 G8 H9 H10 H11", "D8 H12", Some(DoubleFour)),
        // Two fours in one row.
        ("E8 G8 J8 L8", "", Some(DoubleFour)),
        ("D8 E8 F8 K8 L8 M8", "", Some(DoubleFour)),
        ("F8 G8 K8 L8", "", None),
        ("E8 F8 J8 K8 L8", "", None),
        // Five comes first.
        ("D8 E8 F8 G8 H9 H10 J9 K10", "", None),
        ("D8 E8 F8 G8 H9 H10 H11 H7 H6", "", None),
    ];
    let game = SmallGomoku::new(size(15, 15), Rules::Renju);
    for &(black, white, expected) in cases {
        let pos = position(&game, black, white);
        let point = parse_point(game.size(), Style::Go, "H8").expect("a point");
        assert_eq!(game.forbids(&pos, point), expected, "{}", game.draw(&pos));
        assert_eq!(game.parse_move(&pos, "H8").is_err(), expected.is_some());
    }
}

/// A three whose straight four is itself forbidden is no three.
#[test]
fn renju_looks_further_at_the_stones_that_make_straight_fours() {
    let game = SmallGomoku::new(size(15, 15), Rules::Renju);
    let h8 = parse_point(game.size(), Style::Go, "H8").expect("a point");
    // The column can become a straight four on H11 or H7 alone, since H12 and H6 … are tested by
    // the rows through them: both are double fours.
    let base = "F8 G8 H9 H10";
    assert_eq!(game.forbids(&position(&game, base, ""), h8), Some(Forbidden::DoubleThree));
    let blocked = "F8 G8 H9 H10 E11 F11 G11 E7 F7 G7";
    let pos = position(&game, blocked, "D11 D7 E8");
    assert_eq!(game.forbids(&pos, h8), None, "{}", game.draw(&pos));
}

#[test]
fn both_players_cannot_have_won() {
    let game = SmallGomoku::new(size(15, 15), Rules::Freestyle);
    let text = game.draw(&position(&game, "A1 B1 C1 D1", "A3 B3 C3 D3 E3"));
    assert!(game.parse_position(&text).is_ok());
    let both = text.replace("1 X X X X .", "1 X X X X X");
    let error = game.parse_position(&both).expect_err("both have won").to_string();
    assert_eq!(
        error,
        "set-up: both players have won; expected five in a row of one player at most"
    );
}
