//! Questions about blocks of Go: the codes and moves of drawn problems.

use crate::support::cases;
use crate::support::truth::Truth;
use andor_checker::{Certificate, Entry, Options, Right, check as checked};
use andor_core::{Claim, Game, Player as Side, Verdict};
use andor_games::go::capture::{Capture, Goal, Retake};
use andor_games::points::{Point, Points};
use andor_search::widening::{Strategy, Widening};
use andor_search::{Budget, Line, Search};
use andor_solver::games::capture::{self, Question};
use andor_solver::{CaptureReport, Problem, Proof, Report, Settings, family};
use std::time::Duration;

/// The report on a drawn board.
fn report(picture: &str, options: &[(&str, &str)], settings: &Settings) -> Report {
    let family = family("capture").expect("the family");
    let mut problem = Problem::from_picture(family, "the picture", picture).expect("a board");
    for (name, value) in options {
        problem = problem.with_option(name, value).expect("an option");
    }
    let game = problem.open().unwrap_or_else(|error| panic!("{error}\n{picture}"));
    game.solve(settings, None).expect("an answer")
}

/// The code of the first player, and the move where one is named.
fn check(picture: &str, target: &str, first: &str, code: Option<u8>, best: Option<&str>) -> Report {
    check_until("5", picture, target, first, code, best)
}

/// The same, with so many liberties as the escape.
fn check_until(
    escape: &str,
    picture: &str,
    target: &str,
    first: &str,
    code: Option<u8>,
    best: Option<&str>,
) -> Report {
    let options = [("target", target), ("first", first), ("escape", escape)];
    let settings = Settings { nodes: Some(3_000_000), pv: true, ..Settings::default() };
    let settings = Settings { proof: Proof::Stored, ..settings };
    let report = report(picture, &options, &settings);
    if code.is_some() {
        let certificate = report.certificate.as_ref();
        let certificate = certificate.unwrap_or_else(|| panic!("{:?}\n{picture}", report.no_proof));
        let bytes = certificate.to_vec().expect("its bytes");
        let result = checked(&bytes, &Options::default());
        result
            .unwrap_or_else(|refusal| panic!("{refusal}\n{first} first at {target} in\n{picture}"));
    }
    let CaptureReport { code: found, at_least, .. } = report.capture.clone().expect("an answer");
    assert_eq!((found, at_least), (code, false), "{first} first at {target} in\n{picture}");
    if best.is_some() {
        assert_eq!(report.best_move.as_deref(), best, "{first} first at {target} in\n{picture}");
    }
    report
}

const NET: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X . . . . .
    . . O . . . . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .
    white to move";

#[test]
fn a_net_captures_and_its_point_saves() {
    let report = check(NET, "d5", "attacker", Some(1), None);
    assert!(report.capture.is_some_and(|capture| !capture.zone.is_empty()));
    check(NET, "d5", "defender", Some(1), None);
}

/// A game in play gives the question as it was put; networks and stores know nothing of it.
#[test]
fn a_game_in_play_gives_its_question() {
    let family = family("capture").expect("the family");
    let problem = Problem::from_picture(family, "the picture", NET);
    let problem = problem.and_then(|problem| problem.with_option("target", "d5"));
    let problem = problem.expect("a problem");
    let game = problem.open().expect("a game").clone();
    assert_eq!(game.problem(), problem);
    assert!(game.place().is_none() && game.network_subject().is_none());
    let report = game.solve(&Settings::default(), None).expect("an answer");
    assert_eq!(report.position, problem.to_string());
    assert_eq!(report.picture, game.scene().picture);
}

/// Threads search the cases at the same time and change no answer.
#[test]
fn threads_change_no_answer() {
    for (picture, target, first) in
        [(NET, "d5", "attacker"), (NET, "d5", "defender"), (KO, "d5", "attacker")]
    {
        let [one, three] = [1, 3].map(|threads| {
            let settings = Settings { nodes: Some(3_000_000), threads, ..Settings::default() };
            let found = report_of(picture, &[("target", target), ("first", first)], &settings);
            (found.code, found.at_least)
        });
        assert_eq!(one, three, "{first} first at {target} in\n{picture}");
    }
}

const KO: &str = "
    . . . . . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    white to move";

#[test]
fn a_ko_is_taken_first() {
    let report = check_until("4", KO, "d5", "attacker", Some(2), Some("C5"));
    let words = report.capture.expect("an answer").words;
    assert_eq!(words, "captured by ko by C5, White takes first");
    check_until("4", KO, "d5", "defender", Some(1), Some("C5"));
}

#[test]
fn a_forbidden_ko_needs_a_threat() {
    let settings = Settings { nodes: Some(3_000_000), ..Settings::default() };
    let taken = KO.replace(". X . X O . .", ". X O . O . .");
    let options = [("target", "c5"), ("first", "attacker"), ("forbidden", "d5")];
    let capture = report(&taken.replace("white", "black"), &options, &settings).capture;
    assert_eq!(capture.expect("an answer").code, Some(3));
}

#[test]
fn a_snapback_is_no_capture() {
    let snapback = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X . . . .
        O O X . . . .
        X . X . . . .
        white to move";
    check(snapback, "a1", "attacker", Some(0), None);
    check(snapback, "a1", "defender", Some(1), Some("B1"));
    check(snapback, "a2", "attacker", Some(1), Some("B1"));
    check(snapback, "a2", "defender", Some(0), None);
}

/// A ladder across the whole board, and a stone that breaks it.
#[test]
fn ladders_run_across_the_board() {
    let board = |breaker: Option<(usize, usize)>| {
        let mut rows = vec![vec!["."; 19]; 19];
        for (column, row) in [(2, 2), (3, 1), (4, 1), (2, 3)] {
            rows[row][column] = "O";
        }
        rows[2][3] = "X";
        if let Some((column, row)) = breaker {
            rows[row][column] = "X";
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.join(" ")).collect();
        rows.join("\n") + "\nwhite to move"
    };
    let settings = Settings { nodes: Some(20_000), ..Settings::default() };
    let options = [("target", "d17"), ("first", "attacker")];
    let capture = report_of(&board(None), &options, &settings);
    assert_eq!(capture.code, Some(1), "{}", capture.words);
    // Ladders alone: a net captures in spite of the stone that breaks the ladder.
    let by_ladder = |breaker| {
        let family = family("capture").expect("the family");
        let problem = Problem::from_picture(family, "the picture", &board(breaker));
        let problem = problem.and_then(|problem| problem.with_option("target", "d17"));
        let question = Question::of(&problem.expect("a problem")).expect("a question");
        let question = Question { strategy: Strategy::Chase, ..question };
        capture::answer(&question, &settings, None).expect("an answer")
    };
    let ladder = by_ladder(None);
    assert_eq!(ladder.code, Some(1));
    assert!(ladder.zone.len() > 60, "a ladder across the board: {:?}", ladder.zone);
    for breaker in [(10, 10), (5, 4), (16, 16)] {
        assert_eq!(by_ladder(Some(breaker)).code, None, "{breaker:?}");
    }
}

fn report_of(picture: &str, options: &[(&str, &str)], settings: &Settings) -> CaptureReport {
    report(picture, options, settings).capture.expect("an answer")
}

/// Every first move has its code, and the best move has the code of the answer.
#[test]
fn all_moves_have_codes() {
    let settings = Settings {
        nodes: Some(300_000),
        all_moves: true,
        time: Some(Duration::from_secs(20)),
        ..Settings::default()
    };
    let small = "
        . . . .
        . X O .
        . . X .
        . . . .
        black to move";
    let report = report(small, &[("target", "c3"), ("first", "attacker")], &settings);
    let moves = report.moves.expect("the moves");
    let code = |name: &str| moves.iter().find(|told| told.mv == name).and_then(|told| told.code);
    assert_eq!(code("pass"), Some(0));
    let best = report.capture.and_then(|capture| capture.code);
    assert_eq!(report.best_move.as_deref().and_then(code), best);
}

/// A race between two blocks, each with one liberty. White captures first with A1, but then Black
/// plays D1, and the three empty points leave White one eye: the block under which stones were
/// captured dies all the same.
#[test]
fn a_race_is_won_by_the_first_move() {
    let race = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X . . .
        X X O X . . .
        . X O . . . .
        black to move";
    check(race, "c3", "attacker", Some(1), Some("D1"));
    check(race, "b2", "attacker", Some(1), Some("A1"));
    check(race, "b2", "defender", Some(1), Some("D1"));
    check(race, "c3", "defender", Some(0), None);
}

/// A single stone that reaches its friends is saved with them.
#[test]
fn a_target_grows_by_connecting() {
    let near = "
        . . . . . . .
        . O O . . . .
        O X . X . . .
        . O O . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        black to move";
    check_until("4", near, "b5", "defender", Some(1), Some("C5"));
    check_until("4", near, "b5", "attacker", Some(1), Some("C5"));
}

/// The certificate of a position, if the search settles it with a proof that can be written.
fn certified(
    game: &Capture<1>,
    pos: &andor_games::go::capture::Position<1>,
) -> Option<Certificate> {
    Some(certified_with_zone(game, pos)?.0)
}

/// The certificate of a position with the zone of the win.
fn certified_with_zone(
    game: &Capture<1>,
    pos: &andor_games::go::capture::Position<1>,
) -> Option<(Certificate, Points<1>)> {
    let mut search = Widening::new(Strategy::Auto);
    let mut line = Line::new(game, pos.clone());
    let mut budget = Budget::unlimited().nodes(20_000);
    search.solve(&mut line, Claim::win(game.attacker()), &mut budget, &mut ()).verdict()?;
    let proof = search.proof(game, pos)?;
    let forbidden = pos.board().ko().map(|ko| ko.0);
    let problem = andor_certify::capture::problem(game, pos, forbidden);
    let mut certificate = Certificate { problem, entries: Vec::new() };
    let root = andor_certify::capture::root(game, &proof, &mut certificate.entries);
    certificate.problem.roots.push(root);
    Some((certificate, search.zone(game, pos)?))
}

fn retakes() -> [(Retake, Right); 3] {
    [
        (Retake::Nobody, Right::Nobody),
        (Retake::Attacker, Right::Attacker),
        (Retake::Defender, Right::Defender),
    ]
}

/// Certificates of random positions are accepted.
#[test]
fn proofs_of_random_positions_are_accepted() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut seen = [0; 2];
    for (text, count) in [("3x3", 75), ("4x4", 125), ("5x5", 125), ("7x7", 30)] {
        for _ in 0..cases(count, 2 * count) {
            let Some((game, pos)) = random(text, &mut rng) else { continue };
            let Some(certificate) = certified(&game, &pos) else { continue };
            let winner = certificate.problem.roots[0].verdict == andor_checker::Verdict::Proven;
            seen[usize::from(winner)] += 1;
            let bytes = certificate.encode(None);
            if let Err(refusal) = checked(&bytes, &Options::default()) {
                panic!("{refusal}\n{:?} {:?}\n{pos:?}", game.goal(), game.retake());
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 25), "{seen:?}");
}

/// A random position with a White stone on a random target.
fn random(
    text: &str,
    rng: &mut fastrand::Rng,
) -> Option<(Capture<1>, andor_games::go::capture::Position<1>)> {
    let size: andor_games::size::Size = text.parse().expect("a size");
    let target = Point(rng.u16(..size.area() as u16));
    let goal = Goal { target, owner: Side::White, escape: rng.u8(2..6) };
    let game = Capture::<1>::new(size, goal, retakes()[rng.usize(..3)].0);
    let mut stones = [Points::EMPTY; 2];
    for point in size.points() {
        match rng.u8(..5) {
            0 | 1 => {}
            2 | 3 => stones[0].insert(point),
            _ => stones[1].insert(point),
        }
    }
    stones[0].remove(target);
    stones[1].insert(target);
    let to_move = Side::BOTH[rng.usize(..2)];
    let pos = game.set_up(stones[0], stones[1], to_move).ok()?;
    game.outcome(&pos).is_none().then_some((game, pos))
}

/// The entries of a proof prove the same for every board with the same stones in the zone.
#[test]
fn stones_outside_a_zone_change_nothing() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut seen = 0;
    for _ in 0..cases(200, 400) {
        let Some((game, pos)) = random("7x7", &mut rng) else { continue };
        let Some((certificate, zone)) = certified_with_zone(&game, &pos) else { continue };
        for _ in 0..5 {
            let mut stones = Side::BOTH.map(|side| pos.board().stones(side));
            for point in game.size().points().filter(|&point| !zone.contains(point)) {
                if rng.u8(..3) == 0 {
                    stones.iter_mut().for_each(|own| own.remove(point));
                    if let Some(own) = stones.get_mut(rng.usize(..3)) {
                        own.insert(point);
                    }
                }
            }
            let to_move = pos.board().to_move();
            let Ok(other) = game.set_up(stones[0], stones[1], to_move) else { continue };
            if game.outcome(&other).is_some() {
                continue;
            }
            let mut moved = certificate.clone();
            moved.problem = andor_certify::capture::problem(&game, &other, None);
            moved.problem.roots = certificate.problem.roots.clone();
            if let Err(refusal) = checked(&moved.encode(None), &Options::default()) {
                panic!("{refusal}\n{:?} {zone:?}\n{pos:?}\n{other:?}", game.goal());
            }
            seen += usize::from(other != pos);
        }
    }
    assert!(seen > 100, "{seen}");
}

/// A changed certificate is refused, unless its claim is true.
#[test]
fn mutants_are_refused_unless_they_are_true() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut accepted, mut refused) = (0, 0);
    for target in [0, 1, 4] {
        for escape in [2, 3, 5] {
            let game = |retake| {
                let goal = Goal { target: Point(target), owner: Side::White, escape };
                Capture::<1>::new("3x3".parse().expect("a size"), goal, retake)
            };
            let truths = retakes().map(|(retake, _)| (game(retake), Truth::new(&game(retake))));
            let (first, truth) = &truths[0];
            for _ in 0..60 {
                let pos = &truth.positions[rng.usize(..truth.positions.len())];
                let on_board = pos.board().stones(Side::White).contains(Point(target));
                if first.outcome(pos).is_some() || !on_board || pos.board().ko().is_some() {
                    continue;
                }
                let right = rng.usize(..3);
                let Some(certificate) = certified(&truths[right].0, pos) else { continue };
                for _ in 0..30 {
                    let mut mutant = certificate.clone();
                    mutate(&mut mutant, &mut rng);
                    if checked(&mutant.encode(None), &Options::default()).is_err() {
                        refused += 1;
                        continue;
                    }
                    accepted += 1;
                    let root = &mutant.problem.roots[0];
                    let (game, truth) = &truths[root.at_least as usize];
                    let of = |player| -> Points<1> {
                        let own = mutant.problem.board.iter().enumerate();
                        let own = own.filter(|(_, stone)| **stone == Some(player));
                        own.map(|(at, _)| Point(at as u16)).collect()
                    };
                    let [black, white] = andor_checker::Player::BOTH.map(of);
                    let to_move = match mutant.problem.to_move {
                        andor_checker::Player::Black => Side::Black,
                        andor_checker::Player::White => Side::White,
                    };
                    let pos = game.set_up(black, white, to_move).expect("a checked board");
                    let verdict = truth.verdict(truth.place[&game.key(&pos)]);
                    let claimed = root.verdict == andor_checker::Verdict::Proven;
                    assert_eq!(verdict == Verdict::Proven, claimed, "{mutant:?}");
                }
            }
        }
    }
    assert!(accepted > 50 && refused > 500, "{accepted} {refused}");
}

/// Changes one thing in a certificate.
fn mutate(certificate: &mut Certificate, rng: &mut fastrand::Rng) {
    let area = certificate.problem.area();
    let point = rng.usize(..area);
    let many = certificate.entries.len();
    let entry = (many > 0).then(|| rng.usize(..many));
    let root = &mut certificate.problem.roots[0];
    match rng.u8(..16) {
        0 => root.at_least = rng.i64(0..3),
        1 => {
            root.verdict = match root.verdict {
                andor_checker::Verdict::Proven => andor_checker::Verdict::Disproven,
                andor_checker::Verdict::Disproven => andor_checker::Verdict::Proven,
            }
        }
        2 => root.first = rng.bool().then_some(point as u16),
        3 => root.entry = rng.bool().then(|| rng.u64(..many as u64 + 1)),
        4 => certificate.problem.to_move = certificate.problem.to_move.other(),
        5 | 6 => {
            let stones =
                [None, Some(andor_checker::Player::Black), Some(andor_checker::Player::White)];
            certificate.problem.board[point] = stones[rng.usize(..3)];
        }
        number => {
            let Some(Entry::Local(local)) = entry.map(|entry| &mut certificate.entries[entry])
            else {
                return;
            };
            let toggle = |set: &mut andor_checker::PointSet| match set.contains(point) {
                true => set.remove(point),
                false => set.insert(point),
            };
            let answers = local.answers.len();
            match number {
                7 | 8 => {
                    toggle(&mut local.zone);
                    if !local.zone.contains(point) {
                        local.black.remove(point);
                        local.white.remove(point);
                    }
                }
                9 => toggle(&mut local.black),
                10 => toggle(&mut local.white),
                11 => local.ko = rng.bool().then_some(point as u16),
                12 => local.right = Right::ALL[rng.usize(..3)],
                _ if answers == 0 => {}
                13 => {
                    local.answers.remove(rng.usize(..answers));
                }
                14 => local.answers[rng.usize(..answers)].point = Some(point as u16),
                _ => local.answers[rng.usize(..answers)].entry = None,
            }
        }
    }
}
