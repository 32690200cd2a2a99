//! The rules of Phutball: laws, naive rules, brute force on tiny boards, text.

use crate::support::naive_phutball as naive;
use crate::support::naive_phutball::Grid;
use andor_core::{Game, Notation, Numbered, Outcome, Player, Zoned, laws};
use andor_games::phutball::{Ball, Phutball, Position, Turn};
use andor_games::points::{Point, Points};
use std::collections::{BTreeSet, HashMap};

fn game<const W: usize>(size: &str) -> Phutball<W> {
    Phutball::new(size.parse().expect("a size"))
}

fn grid<const W: usize>(game: &Phutball<W>, pos: &Position<W>) -> naive::After {
    let size = game.size();
    let letter = |point: Point| match pos.ball() {
        Ball::At(ball) if ball == point => 'o',
        _ if pos.men().contains(point) => '*',
        _ => '.',
    };
    let row = |row| (0..size.columns()).map(|column| letter(size.point(column, row))).collect();
    let ball = match pos.ball() {
        Ball::At(point) => i32::from(size.row(point)),
        Ball::Over(Player::White) => -1,
        Ball::Over(Player::Black) => i32::from(size.rows()),
    };
    ((0..size.rows()).map(row).collect(), ball)
}

fn moves<const W: usize>(game: &Phutball<W>, pos: &Position<W>) -> Vec<Turn> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

#[test]
fn laws_hold() {
    for size in ["3x3", "3x4", "4x3", "5x5", "7x7"] {
        laws::all(&game::<1>(size), 20, 1);
        laws::zones(&game::<1>(size), 20, 2);
    }
    laws::all(&game::<2>("11x7"), 3, 1);
    laws::all(&game::<6>("15x19"), 1, 1);
}

/// A random position with many men, not over.
fn random<const W: usize>(game: &Phutball<W>, rng: &mut fastrand::Rng) -> Position<W> {
    loop {
        let share = rng.f32() * 0.5;
        let men: Points<W> = game.size().points().filter(|_| rng.f32() < share).collect();
        let ball = Point(rng.u16(..game.size().area() as u16));
        let player = if rng.bool() { Player::Black } else { Player::White };
        if let Ok(pos) = game.set_up(men - Points::one(ball), Ball::At(ball), player)
            && game.outcome(&pos).is_none()
        {
            return pos;
        }
    }
}

/// The turns have exactly the results of the naive rules, and no result twice.
fn check_turns<const W: usize>(game: &Phutball<W>, pos: &Position<W>) {
    let (board, row) = grid(game, pos);
    let over = naive::upwards_won(&board, row);
    let winner = over.map(|up| Outcome::win(if up { Player::Black } else { Player::White }));
    assert_eq!(game.outcome(pos), winner, "{}", game.draw(pos));
    if over.is_some() {
        return;
    }
    let turns = moves(game, pos);
    let after: BTreeSet<_> = turns.iter().map(|&mv| grid(game, &game.after(pos, mv))).collect();
    assert_eq!(after.len(), turns.len(), "a result is listed twice\n{}", game.draw(pos));
    let expected = naive::turns(&board, game.to_move(pos) == Player::Black);
    assert_eq!(after, expected, "\n{}", game.draw(pos));
}

#[test]
fn random_games_follow_the_naive_rules() {
    for size in ["3x3", "3x5", "4x6", "5x5", "7x7"] {
        let game = game::<1>(size);
        laws::walk(&game, 40, 3, |pos| check_turns(&game, pos));
    }
    laws::walk(&game::<6>("15x19"), 1, 3, |pos| check_turns(&game::<6>("15x19"), pos));
}

#[test]
fn random_positions_follow_the_naive_rules() {
    let mut rng = fastrand::Rng::with_seed(4);
    for size in ["3x3", "5x4", "6x6"] {
        let game = game::<1>(size);
        (0..400).for_each(|_| check_turns(&game, &random(&game, &mut rng)));
    }
}

#[test]
fn turns_are_numbers_and_back() {
    let game = game::<2>("9x9");
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let pos = random(&game, &mut rng);
        for mv in moves(&game, &pos) {
            assert_eq!(Turn::with_number(mv.number()), mv);
            assert_eq!(mv.is_man(), mv.number() < 81);
        }
    }
}

/// Every text of a jump, also of a longer route or in lower case, is read as the turn of the list.
#[test]
fn jumps_are_written_by_their_points() {
    let check = |size: &str, picture: &str, expected: &[&str]| {
        let game = game::<1>(size);
        let pos = game.parse_position(picture).expect(picture);
        let jumps: Vec<String> = moves(&game, &pos)
            .into_iter()
            .filter(|mv| !mv.is_man())
            .map(|mv| game.move_text(mv))
            .collect();
        assert_eq!(jumps, expected, "{picture}");
    };
    let picture = "
        . . . . .
        . . . * .
        . . * . .
        . . o . .
        . . . . .
        . . * . .
        . . . . .";
    check("5x7", picture, &["C4-C6", "C4-C6-E6"]);
    // Over the goal line and beside a corner; nobody jumps over the own goal line, nor off the
    // side.
    let corner = "
        * * . .
        * o * *
        * * * .
        . . . .";
    check("4x4", corner, &["B3-B5", "B3-A5", "B3-B1", "B3-D1"]);
    check("4x4", &format!("{corner}\nwhite to move"), &["B3-B1", "B3-D1"]);
    // Two ways round with one result are one turn.
    let ring = "
        . . . . .
        . o * . .
        . * . * .
        . . * . .
        . . . . .";
    let game = game::<1>("5x5");
    let pos = game.parse_position(ring).expect("a position");
    let [one, other] = ["b4-d4-d2-b2-b4", "B4-B2-D2-D4-B4"]
        .map(|text| game.parse_move(&pos, text).unwrap_or_else(|error| panic!("{text}: {error}")));
    assert_eq!(one, other);
    assert_eq!(game.after(&pos, one).men(), Points::EMPTY);
}

#[test]
fn bad_text_is_refused_with_the_reason() {
    let game = game::<1>("5x7");
    let pos = game
        .parse_position(
            "
        . . . . .
        . . . * .
        . . * . .
        . . o . .
        . . . . .
        . . . . .
        . . . . .",
        )
        .expect("a position");
    for (text, expected) in [
        ("C4", "move \"C4\": the ball is there; expected a man on an empty point, or jumps"),
        ("D6", "move \"D6\": a man is there; expected a man on an empty point, or jumps"),
        ("F3", "point \"F3\": outside the 5x7 board; expected"),
        ("B4-B6", "move \"B4-B6\": the ball is not on B4; expected jumps that begin with C4"),
        ("C4-C7", "move \"C4-C7\": there is no jump to \"C7\"; expected a jump to C6"),
        ("C4-C6-C6", "there is no jump to \"C6\"; expected a jump to E6"),
        ("C4-C6-E6-E5", "there is no jump to \"E5\"; expected no further jump"),
        ("C4-", "there is no jump to \"\"; expected a jump to C6"),
        ("-", "point \"\": not the name of a point"),
        ("pass", "point \"pass\": not the name of a point"),
    ] {
        let error = game.parse_move(&pos, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let empty = ". . . . .\n".repeat(6);
    for (row, expected) in [
        (". . . . .", "picture: there is no ball; expected one ball o on the board"),
        ("o . o . .", "picture: there is more than one ball; expected one ball o"),
        ("o . . . .\nball over the top row", "there is more than one ball"),
        ("o . . . X", "line 7: \"X\" is no point; expected 7 rows of 5 points, each . or * or o"),
        ("o . . . .\nred to move", "below the board: \"red to move\"; expected"),
    ] {
        let error = game.parse_position(&(empty.clone() + row)).expect_err(row).to_string();
        assert!(error.contains(expected), "{row}: {error}");
    }
}

#[test]
fn the_ball_starts_in_the_middle() {
    for (size, point) in [("3x3", "B2"), ("15x19", "H10"), ("4x4", "C2"), ("19x19", "K10")] {
        let game = game::<6>(size);
        let Ball::At(ball) = game.start().ball() else { panic!("{size}") };
        assert_eq!(game.move_text(Turn::man(ball)), point, "{size}");
    }
}

/// The values of all positions of a tiny board, by going backwards from the ends: true if Black
/// wins, false if White wins, nothing if nobody can force a win.
fn values(game: &Phutball<1>) -> HashMap<(Grid, bool), Option<bool>> {
    let area = game.size().area() as u32;
    let mut open: Vec<(Position<1>, Vec<Position<1>>)> = Vec::new();
    let mut values = HashMap::new();
    let name = |pos: &Position<1>| (grid(game, pos).0, game.to_move(pos) == Player::Black);
    for set in 0..1u64 << area {
        for ball in (0..area as u16).map(Point).filter(|ball| set >> ball.0 & 1 == 0) {
            for player in Player::BOTH {
                let pos = game.set_up(Points([set]), Ball::At(ball), player).expect("a position");
                let after = moves(game, &pos).into_iter().map(|mv| game.after(&pos, mv)).collect();
                let over = game.outcome(&pos).map(|won| won == Outcome::win(Player::Black));
                values.insert(name(&pos), over);
                if over.is_none() {
                    open.push((pos, after));
                }
            }
        }
    }
    loop {
        let before = open.len();
        open.retain(|(pos, after)| {
            let black = game.to_move(pos) == Player::Black;
            let value = |next: &Position<1>| match game.outcome(next) {
                Some(won) => Some(won == Outcome::win(Player::Black)),
                None => values[&name(next)],
            };
            let found = after.iter().map(value).collect::<Vec<_>>();
            let won = match found.contains(&Some(black)) {
                true => Some(black),
                false if found.iter().all(|value| *value == Some(!black)) => Some(!black),
                false => None,
            };
            if won.is_some() {
                values.insert(name(pos), won);
            }
            won.is_none()
        });
        if open.len() == before {
            return values;
        }
    }
}

/// Known values of tiny boards: the start, and how many positions are won for the player to move,
/// lost, and neither. Swapping the goals and the players changes nothing.
#[test]
fn tiny_boards_by_brute_force() {
    for (size, start, counts) in [
        ("3x3", Some(true), [1308, 228, 0]),
        ("3x4", Some(true), [19964, 4612, 0]),
        ("4x3", Some(true), [14452, 1932, 0]),
    ] {
        let game = game::<1>(size);
        let values = values(&game);
        assert_eq!(values[&(grid(&game, &game.start()).0, true)], start, "{size}");
        let mut found = [0; 3];
        for ((board, black), value) in &values {
            let (_, row) = naive::ball(board).expect("a ball");
            if naive::upwards_won(board, row).is_some() {
                continue;
            }
            found[match value {
                Some(won) => usize::from(won != black),
                None => 2,
            }] += 1;
            let mut turned = board.clone();
            turned.reverse();
            assert_eq!(values[&(turned, !black)], value.map(|won| !won), "{board:?}");
        }
        assert_eq!(found, counts, "{size}");
    }
}

/// If the player to move would win at once after the opponent's turn, a man outside the landing
/// points does not change that.
#[test]
fn a_man_outside_the_landing_points_does_not_stop_a_threat() {
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut threats, mut stopped) = (0, 0);
    for size in ["5x5", "6x7", "7x7"] {
        let game = game::<1>(size);
        for _ in 0..3000 {
            let pos = random(&game, &mut rng);
            let attacker = game.to_move(&pos).other();
            let Some(turn) = game.winning_turn(&pos, attacker) else { continue };
            threats += 1;
            let zone = game.zone_of_jumps(&pos, attacker, turn);
            for reply in moves(&game, &pos).into_iter().filter(|mv| mv.is_man()) {
                let after = game.after(&pos, reply);
                let wins =
                    |mv| game.outcome(&game.after(&after, mv)) == Some(Outcome::win(attacker));
                let still = moves(&game, &after).into_iter().any(wins);
                assert_eq!(still, game.winning_turn(&after, attacker).is_some());
                match game.meets(&pos, reply, zone) {
                    true => stopped += usize::from(!still),
                    false => assert!(still, "{reply:?} stops {turn:?}\n{}", game.draw(&pos)),
                }
            }
        }
    }
    assert!(threats > 500 && stopped > 100, "{threats} threats, {stopped} stopped");
}
