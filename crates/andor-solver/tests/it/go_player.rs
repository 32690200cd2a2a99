//! The player of Go: plays well, sees captures and eyes, keeps to the rules and to its limits.

use andor_core::Player;
use andor_games::go::Rules;
use andor_solver::{Aim, InPlay, Problem, SearchName, Settings, Thought, Worth};
use std::time::{Duration, Instant};

fn game(size: &str, rules: &str, komi: &str, moves: &str) -> Box<dyn InPlay> {
    let problem = Problem::named("go", size).expect("a size").with_moves(moves);
    let problem = problem.with_option("rules", rules).expect("rules");
    problem.with_option("komi", komi).expect("a komi").open().expect("a game")
}

fn by_nodes(nodes: u64) -> Settings {
    Settings { nodes: Some(nodes), ..Settings::default() }
}

fn think(game: &mut Box<dyn InPlay>, settings: &Settings) -> Thought {
    game.think(Aim::Move, settings, &mut |_| {}).expect("a thought")
}

/// Plays a game between two settings, each with a tree of its own, and gives Black's margin.
fn margin(size: &str, komi: &str, settings: &[Settings; 2]) -> i16 {
    let mut seats = [(); 2].map(|()| game(size, "psk", komi, ""));
    let moves = 3 * seats[0].scene().legal.len();
    for _ in 0..moves {
        if seats[0].scene().outcome.is_some() {
            break;
        }
        let mover = seats[0].to_move();
        let mv = think(&mut seats[mover.index()], &settings[mover.index()]).best.expect("a move");
        seats.iter_mut().for_each(|seat| seat.play(mover, &mv).expect("legal"));
    }
    seats[0].scene().standing.expect("a margin").0
}

/// The player wins against the player before, which may look at more positions.
#[test]
fn it_wins_against_the_solver_as_a_player() {
    let own = by_nodes(400);
    let other = Settings { search: Some(SearchName::ExpectedWork), ..by_nodes(1000) };
    assert!(margin("7x7", "9", &[own.clone(), other.clone()]) > 9);
    assert!(margin("7x7", "9", &[other, own]) < 9);
}

/// The best move in a drawn position.
fn best(picture: &str, to_move: Player, komi: &str, nodes: u64) -> String {
    let rows: Vec<&str> = picture.lines().collect();
    let size = format!("{0}x{0}", rows.len());
    let mut game = game(&size, "psk", komi, "");
    let mut stones = Vec::new();
    for (place, letter) in picture.split_whitespace().enumerate() {
        let player = match letter {
            "X" => Player::Black,
            "O" => Player::White,
            _ => continue,
        };
        stones.push((player, andor_games::points::Point(place as u16)));
    }
    game.set_up(&stones, to_move).expect("a position");
    think(&mut game, &by_nodes(nodes)).best.expect("a move")
}

#[test]
fn a_capture_that_decides_is_made() {
    let race = "\
. . . . . . .
. O O O O O .
. O X X X O .
. O X O O X .
. O X O . O .
. O X X X O .
. . . . . . .";
    assert_eq!(best(race, Player::Black, "0", 2000), "E3");
}

/// Two eyes live, one eye does not.
#[test]
fn eyes_are_made_and_not_filled() {
    let three = "\
. X O . . . .
. X O . . . .
. X O . O . .
X X O . . . .
O O O . O . .
. . . . . . .
. . . . . . .";
    assert_eq!(best(three, Player::Black, "-40", 2000), "A6", "Black lives");
    assert_eq!(best(three, Player::White, "-40", 2000), "A6", "White kills");
    let alive = "\
. X . X O O .
X X X X O . O
O O O O O O O
O O O O O O O
O O . O O O O
O O O O O . O
O O O O O O O";
    assert_eq!(best(alive, Player::Black, "-60", 500), "pass");
    assert_eq!(best(alive, Player::Black, "60", 500), "pass", "nothing else is sensible");
}

/// In games between two players with few random games every move is legal, and the games end.
#[test]
fn every_move_is_legal_under_all_rules() {
    for (name, _) in Rules::ALL {
        for (seed, size) in ["3x3", "5x5", "6x4", "7x7"].into_iter().enumerate() {
            let mut game = game(size, name, "0.5", "");
            let settings = Settings { seed: seed as u64, ..by_nodes(12) };
            let most = 3 * game.scene().legal.len();
            for _ in 0..most {
                let scene = game.scene();
                if scene.outcome.is_some() {
                    break;
                }
                let mv = think(&mut game, &settings).best.expect("a move");
                assert!(scene.legal.contains(&mv), "{name} {size}: {mv}\n{}", scene.picture);
                game.play(scene.to_move, &mv).expect("legal");
            }
        }
    }
}

/// The same number of games gives the same thought; the time holds; threads and reports work.
#[test]
fn thinking_repeats_and_ends() {
    let nine = || game("9x9", "psk", "7.5", "E5 C3");
    let [one, other] = [(); 2].map(|()| think(&mut nine(), &by_nodes(1000)));
    assert_eq!((&one.best, &one.pv, one.nodes), (&other.best, &other.pv, 1000));
    assert!(one.moves.is_sorted_by_key(|told| std::cmp::Reverse(told.visits)));
    assert_eq!((one.worth, one.chance > 0.1 && one.chance < 0.9), (None, true));
    let time = Some(Duration::from_millis(400));
    let settings = Settings { time, threads: 2, ..Settings::default() };
    let mut heard = 0;
    let started = Instant::now();
    let thought = nine().think(Aim::Values, &settings, &mut |_| heard += 1).expect("a thought");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert!(heard >= 2 && thought.nodes > 100, "{heard} reports, {} games", thought.nodes);
}

/// A win that unconditional life shows is told as proven, and its plan is followed: every stone
/// inside is answered.
#[test]
fn a_proven_win_is_told_and_brought_home() {
    let moves = "C1 A1 C2 A2 C3 A3 C4 A4 C5 A5 D3 pass E4 pass D5 pass E2 pass";
    let mut game = game("5x5", "psk", "0.5", moves);
    for reply in ["D4", "E5", "E1", "D1", "pass", "pass"] {
        let mover = game.to_move();
        let thought = think(&mut game, &by_nodes(300));
        assert_eq!((thought.worth, thought.chance), (Some(Worth::Won(Player::Black)), 1.0));
        game.play(mover, &thought.best.expect("a move")).expect("legal");
        if game.scene().outcome.is_some() || game.play(Player::White, reply).is_err() {
            break;
        }
    }
    assert!(game.scene().standing.expect("a margin").0 > 0);
}

/// Whatever the player calls proven, the solver finds too.
#[test]
fn proofs_agree_with_the_solver() {
    let (mut proven, mut compared) = (0, 0);
    for seed in 0..120 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = game("5x5", ["psk", "ssk", "chinese"][seed as usize % 3], "0.5", "");
        for _ in 0..rng.usize(14..26) {
            let mover = game.to_move();
            let mv = think(&mut game, &by_nodes(rng.u64(2..12))).best.expect("a move");
            game.play(mover, &mv).expect("legal");
            if game.scene().outcome.is_some() {
                break;
            }
        }
        if game.scene().outcome.is_some() {
            continue;
        }
        let Some(worth) = think(&mut game, &by_nodes(300)).worth else { continue };
        proven += 1;
        let report = game.solve(&by_nodes(30_000), None).expect("a report");
        if let Some(winner) = report.winner {
            compared += 1;
            assert_eq!(worth, Worth::Won(winner), "{}", game.problem());
        }
    }
    assert!(proven >= 10 && compared >= 10, "{compared} of {proven}");
}
