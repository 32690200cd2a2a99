//! Knowledge about Gomoku against replay and brute force.

use andor_core::{Game, Passing, Player};
use andor_games::gomoku::windows::Stones;
use andor_games::gomoku::{Gomoku, GomokuPosition, Rules, SmallGomoku};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_knowledge::gomoku::fours::{Fours, replay};
use andor_knowledge::gomoku::pairs::can_block;

type Position = GomokuPosition<4, 19>;

/// A position with random stones, in clusters, that nobody has won.
fn any_position(game: &SmallGomoku, dice: &mut fastrand::Rng) -> Position {
    loop {
        let stones = dice.usize(6..30);
        let mut sets: [Points<4>; 2] = [Points::EMPTY; 2];
        let mut middle = |most: u8| dice.i8(3..most as i8 - 3);
        let centre = (middle(game.size().columns()), middle(game.size().rows()));
        for number in 0..stones {
            let mut near = |at: i8, most: u8| (at + dice.i8(-4..5)).clamp(0, most as i8 - 1) as u8;
            let column = near(centre.0, game.size().columns());
            let point = game.size().point(column, near(centre.1, game.size().rows()));
            if !sets[0].contains(point) && !sets[1].contains(point) {
                sets[number % 2].insert(point);
            }
        }
        if let Ok(pos) = game.set_up(sets, Player::Black)
            && pos.winner().is_none()
        {
            return pos;
        }
    }
}

/// The stones with further stones of a player's.
fn with(
    game: &SmallGomoku,
    stones: &Stones<4, 19>,
    player: Player,
    more: &[Point],
) -> Stones<4, 19> {
    let mut stones = stones.clone();
    more.iter().for_each(|&point| stones.put(game.layout(), player, point));
    stones
}

/// Further stones outside the sets of a line of fours leave the line a win: every single point, and
/// random lists of two and three points in which the i-th is outside the i-th set.
#[test]
fn lines_of_fours_endure_the_stones_that_their_covers_allow() {
    let game = SmallGomoku::new(Size::new(12, 11).expect("a size"), Rules::Freestyle);
    let mut dice = fastrand::Rng::with_seed(1);
    let mut fours = Fours::new(10_000);
    let (mut lines, mut long, mut lists) = (0, 0, 0);
    while lines < 300 {
        let pos = any_position(&game, &mut dice);
        for attacker in Player::BOTH {
            let mut stones = pos.stones().clone();
            let Some(line) = fours.find(game.layout(), &mut stones, attacker) else { continue };
            let (_, cover) = replay(game.layout(), &stones, attacker, &line)
                .expect("the line is a line of fours");
            lines += 1;
            long += usize::from(line.len() > 2);
            let outside: [Vec<Point>; 3] =
                cover.0.map(|set| (game.empty(&pos) - set).iter().collect());
            let holds = |more: &[Point]| {
                let stones = with(&game, &stones, attacker.other(), more);
                stones.windows(attacker.other(), 5).is_empty()
                    && replay(game.layout(), &stones, attacker, &line).is_some()
            };
            for &point in &outside[0] {
                assert!(holds(&[point]), "{point:?} {line:?} {pos:?}");
            }
            for _ in 0..100 {
                let [Some(one), Some(two)] = [0, 1].map(|i: usize| dice.choice(&outside[i])) else {
                    continue;
                };
                if one != two {
                    lists += 1;
                    assert!(holds(&[*one, *two]), "{one:?} {two:?} {line:?} {pos:?}");
                }
                let Some(three) = dice.choice(&outside[2]) else { continue };
                if one != two && one != three && two != three {
                    assert!(holds(&[*one, *two, *three]), "{three:?} {line:?} {pos:?}");
                }
            }
        }
    }
    assert!(long > 20 && lists > 5000, "{long} {lists}");
}

/// Does a player win by fours alone? Tried without any cap or memory.
fn wins_by_fours(game: &SmallGomoku, pos: &Position, attacker: Player) -> bool {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let has_five = |pos: &Position, player: Player| {
        let mut passed = pos.clone();
        if game.to_move(&passed) != player {
            game.pass_in_thought(&mut passed);
        }
        let mut moves = Vec::new();
        game.moves(&passed, &mut moves);
        moves
            .into_iter()
            .filter(|&mv| game.after(&passed, mv).winner().is_some())
            .collect::<Vec<_>>()
    };
    moves.into_iter().any(|mv| {
        let after = game.after(pos, mv);
        if after.winner().is_some() {
            return true;
        }
        if game.outcome(&after).is_some() || !has_five(&after, attacker.other()).is_empty() {
            return false;
        }
        match has_five(&after, attacker)[..] {
            [] => false,
            [only] => wins_by_fours(game, &game.after(&after, only), attacker),
            _ => true,
        }
    })
}

/// The search finds a line of fours exactly where there is one.
#[test]
fn lines_of_fours_are_found_where_there_are_any() {
    let game = SmallGomoku::new(Size::new(8, 8).expect("a size"), Rules::Freestyle);
    let mut dice = fastrand::Rng::with_seed(2);
    let mut fours = Fours::new(1_000_000);
    let mut found = [0; 2];
    for _ in 0..400 {
        let pos = any_position(&game, &mut dice);
        let mut stones = pos.stones().clone();
        let line = fours.find(game.layout(), &mut stones, Player::Black);
        assert_eq!(line.is_some(), wins_by_fours(&game, &pos, Player::Black), "{pos:?}");
        found[usize::from(line.is_some())] += 1;
    }
    assert!(found[0] > 50 && found[1] > 50, "{found:?}");
}

/// Black's best margin from the position, by trying everything.
fn margin<const W: usize, const V: usize>(game: &Gomoku<W, V>, pos: &GomokuPosition<W, V>) -> i16 {
    if let Some(outcome) = game.outcome(pos) {
        return match pos.winner() {
            Some(Player::Black) => 1,
            Some(Player::White) => -1,
            None => {
                assert_eq!(outcome, andor_core::Outcome::DRAW);
                0
            }
        };
    }
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let margins = moves.into_iter().map(|mv| margin(game, &game.after(pos, mv)));
    let best = if game.to_move(pos) == Player::Black { margins.max() } else { margins.min() };
    best.unwrap_or(0)
}

/// Where pairs block all rows of a player's, that player cannot win.
#[test]
fn who_is_blocked_by_pairs_does_not_win() {
    let mut dice = fastrand::Rng::with_seed(3);
    let mut blocked = 0;
    for _ in 0..300 {
        let size = Size::new(dice.u8(5..8), dice.u8(3..7)).expect("a size");
        let rules = if dice.bool() { Rules::Freestyle } else { Rules::Exact };
        let game = SmallGomoku::new(size, rules);
        let mut points: Vec<Point> = size.points().collect();
        dice.shuffle(&mut points);
        let empty = dice.usize(2..8);
        let mut sets = [Points::EMPTY; 2];
        points.iter().skip(empty).for_each(|&point| sets[dice.usize(..2)].insert(point));
        let to_move = Player::BOTH[dice.usize(..2)];
        let Ok(pos) = game.set_up(sets, to_move) else { continue };
        if pos.winner().is_some() {
            continue;
        }
        let value = margin(&game, &pos);
        for (attacker, wins) in [(Player::Black, value > 0), (Player::White, value < 0)] {
            if can_block(game.layout(), pos.stones(), attacker) {
                blocked += 1;
                assert!(!wins, "{attacker} wins {pos:?}");
            }
        }
    }
    assert!(blocked > 100, "{blocked}");
}
