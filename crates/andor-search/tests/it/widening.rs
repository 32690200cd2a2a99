//! `widening` against a solution of the whole graph of positions, on the capture game of tiny
//! boards.

use crate::support::truth::Truth;
use andor_core::{Claim, Game, Graded, Player, Verdict, Zoned};
use andor_games::go::capture::{Capture, Goal, Position, Retake};
use andor_games::points::Point;
use andor_search::depth_first::DepthFirst;
use andor_search::widening::{PAPER, Strategy, Widening};
use andor_search::{Answer, Budget, Line, Search, Stop};

/// Slow tests try more positions.
fn cases(quick: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { quick }
}

fn games(text: &str, targets: &[u16], escapes: &[u8]) -> Vec<Capture<1>> {
    let mut games = Vec::new();
    for &target in targets {
        for &escape in escapes {
            for retake in Retake::ALL {
                let goal = Goal { target: Point(target), owner: Player::White, escape };
                games.push(Capture::new(text.parse().expect("a size"), goal, retake));
            }
        }
    }
    games
}

fn solve(
    search: &mut impl Search<Capture<1>>,
    game: &Capture<1>,
    pos: &Position<1>,
    budget: Budget,
) -> Answer<andor_games::go::Move> {
    let mut line = Line::new(game, pos.clone());
    let claim = Claim::win(game.attacker());
    let answer = search.solve(&mut line, claim, &mut budget.clone(), &mut ());
    assert!(line.position() == pos && line.ply() == 0);
    answer
}

/// The move that a search gives keeps the verdict.
fn check_best(
    game: &Capture<1>,
    truth: &Truth,
    place: usize,
    answer: &Answer<andor_games::go::Move>,
) {
    if let Some(mv) = answer.best() {
        let after = truth.place[&game.key(&game.after(&truth.positions[place], mv))];
        assert_eq!(truth.won[after], truth.won[place], "{mv:?} in {:?}", truth.positions[place]);
    }
}

/// Positions of a truth that are not over, one in so many.
fn some(game: &Capture<1>, truth: &Truth, count: usize, rng: &mut fastrand::Rng) -> Vec<usize> {
    let mut open: Vec<usize> = (0..truth.positions.len())
        .filter(|&place| game.outcome(&truth.positions[place]).is_none())
        .collect();
    rng.shuffle(&mut open);
    open.truncate(count);
    open
}

#[test]
fn every_strategy_agrees_on_tiny_boards() {
    let mut rng = fastrand::Rng::with_seed(1);
    let boards: [(&str, &[u16]); 4] =
        [("2x2", &[0]), ("2x3", &[0, 2]), ("2x4", &[0, 2]), ("3x3", &[0, 1, 4])];
    let mut seen = [0; 2];
    for (text, targets) in boards {
        for game in games(text, targets, &[2, 3, 5]) {
            let truth = Truth::new(&game);
            for place in some(&game, &truth, cases(12, usize::MAX), &mut rng) {
                let pos = &truth.positions[place];
                let expected = truth.verdict(place);
                seen[usize::from(truth.won[place])] += 1;
                let answer =
                    solve(&mut Widening::new(Strategy::Auto), &game, pos, Budget::unlimited());
                assert_eq!(answer.verdict(), Some(expected), "auto {game:?} {pos:?}");
                check_best(&game, &truth, place, &answer);
                let answer =
                    solve(&mut Widening::new(Strategy::Paper(9)), &game, pos, Budget::unlimited());
                assert_eq!(answer.verdict(), Some(expected), "strategy 9 {game:?} {pos:?}");
                let most = cases(10_000, 20_000) as u64;
                for number in PAPER {
                    let mut search = Widening::new(Strategy::Paper(number));
                    let answer = solve(&mut search, &game, pos, Budget::unlimited().nodes(most));
                    match answer.verdict() {
                        Some(verdict) => assert_eq!(verdict, expected, "strategy {number}"),
                        None => assert!(matches!(
                            answer,
                            Answer::Stopped(Stop::Exhausted | Stop::Nodes)
                        )),
                    }
                    check_best(&game, &truth, place, &answer);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

/// The plain reference, with the past, where it ends soon.
#[test]
fn the_reference_agrees_with_the_truth() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut seen = 0;
    for game in games("2x3", &[0, 2], &[3, 5]) {
        let truth = Truth::new(&game);
        for place in some(&game, &truth, cases(40, 400), &mut rng) {
            let pos = &truth.positions[place];
            let budget = Budget::unlimited().nodes(100_000);
            let answer = solve(&mut DepthFirst::default(), &game, pos, budget);
            if let Some(verdict) = answer.verdict() {
                assert_eq!(verdict, truth.verdict(place), "{game:?} {pos:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// More rights of the attacker's never turn captured into not captured, and a smaller escape never
/// helps the attacker.
#[test]
fn rights_and_escapes_are_monotone() {
    for (text, target) in [("2x3", 0), ("2x4", 2), ("3x3", 4)] {
        let by_escape: Vec<Vec<Truth>> = [2, 3, 4, 5]
            .iter()
            .map(|&escape| games(text, &[target], &[escape]).iter().map(Truth::new).collect())
            .collect();
        let game = &games(text, &[target], &[20])[0];
        let mut seen = 0;
        for truths in &by_escape {
            for pair in truths.windows(2) {
                for (place, pos) in pair[0].positions.iter().enumerate() {
                    if let Some(&other) = pair[1].place.get(&game.key(pos)) {
                        assert!(!pair[0].won[place] || pair[1].won[other], "{pos:?}");
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 100);
    }
}

/// A zone of a win holds with any stones outside the zone: the same position with other stones
/// there is won too.
#[test]
fn random_stones_outside_a_zone_change_nothing() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut seen = [0; 2];
    for game in games("3x3", &[0, 1, 4], &[2, 3, 5]) {
        let truth = Truth::new(&game);
        for place in some(&game, &truth, cases(200, 20_000), &mut rng) {
            let pos = &truth.positions[place];
            let mut search = Widening::new(Strategy::Auto);
            let answer = solve(&mut search, &game, pos, Budget::unlimited().nodes(5000));
            let Some(verdict) = answer.verdict() else { continue };
            let Some(zone) = search.zone(&game, pos) else { continue };
            if zone == game.whole_zone() || pos.board().ko().is_some() {
                continue;
            }
            for _ in 0..10 {
                let mut stones = pos.board().both().map(|set| set & zone);
                for point in game.board().all() - zone {
                    match rng.u8(..3) {
                        0 => {}
                        colour => stones[usize::from(colour) - 1].insert(point),
                    }
                }
                let Ok(other) = game.set_up(stones[0], stones[1], pos.board().to_move()) else {
                    continue;
                };
                if pos.board().stones(Player::White).contains(game.goal().target) {
                    seen[usize::from(verdict == Verdict::Proven)] += 1;
                    let known = truth.place[&game.key(&other)];
                    assert_eq!(truth.verdict(known), verdict, "{zone:?}\n{pos:?}\n{other:?}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 25), "{seen:?}");
}

/// The widths of the moves begin with each other, and strikes win.
#[test]
fn attacks_are_graded() {
    for game in games("3x3", &[0, 4], &[3, 5]) {
        andor_core::laws::walk(&game, 50, 3, |pos| {
            if game.outcome(pos).is_none() {
                andor_core::laws::widths(&game, pos);
            }
        });
        assert!(game.widths() > 1);
    }
}
