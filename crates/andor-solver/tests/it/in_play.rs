//! Games in progress: moves by the rules and beside them, and what is thought about them.

use andor_core::{Outcome, Player};
use andor_games::points::Point;
use andor_solver::games::hex::hex_view;
use andor_solver::{
    Aim, InPlay, Knowledge, Problem, Report, SearchName, Settings, Thought, Worth, solve,
};
use std::time::Duration;

fn game(text: &str) -> Box<dyn InPlay> {
    let problem: Problem = text.parse().expect("a problem");
    problem.open().expect("a game")
}

fn hex(size: &str) -> Box<dyn InPlay> {
    game(&format!("hex {size}"))
}

fn go(size: &str, komi: &str) -> Box<dyn InPlay> {
    game(&format!("go {size} --rules psk --komi {komi}"))
}

/// Plays `b c3`, `w pass` … separated by commas.
fn play(game: &mut Box<dyn InPlay>, moves: &str) {
    for text in moves.split(',').filter(|text| !text.is_empty()) {
        let (colour, mv) = text.trim().split_once(' ').expect("a colour and a move");
        let player = if colour == "b" { Player::Black } else { Player::White };
        game.play(player, mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Settings with expected work search.
fn ews() -> Settings {
    Settings { search: Some(SearchName::ExpectedWork), ..Settings::default() }
}

fn think(game: &mut Box<dyn InPlay>, aim: Aim, seconds: f64) -> Thought {
    let time = Some(Duration::from_secs_f64(seconds));
    let settings = Settings { time, memory: 64 << 20, ..ews() };
    game.think(aim, &settings, &mut |_| {}).expect("a thought")
}

/// The stones as a picture without letters and numbers.
fn board(game: &dyn InPlay) -> String {
    let (stones, size) = (game.scene().stones, game.size());
    let letter = |point: Point| match stones.iter().find(|(_, other)| *other == point) {
        None => '.',
        Some((Player::Black, _)) => 'X',
        Some((Player::White, _)) => 'O',
    };
    let letters: Vec<char> = size.points().map(letter).collect();
    let rows = letters.chunks(size.columns() as usize).map(String::from_iter);
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn moves_out_of_turn_are_legal_and_can_be_taken_back() {
    let mut game = go("3x3", "0");
    play(&mut game, "b a1, b b1, b c1, w b2");
    assert_eq!(board(&*game), ".../.O./XXX");
    assert_eq!(game.to_move(), Player::Black);
    for expected in [".../.../XXX", ".../.../XX.", ".../.../X..", ".../.../..."] {
        assert!(game.undo());
        assert_eq!(board(&*game), expected);
    }
    assert!(!game.undo());
    assert_eq!(game.to_move(), Player::Black);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = go("2x2", "0");
    play(&mut game, "b a1, w b1, b b2");
    let before = board(&*game);
    for (player, text) in [
        (Player::White, "a1"),
        (Player::Black, "b2"),
        (Player::White, "c1"),
        (Player::White, "nonsense"),
        (Player::White, ""),
    ] {
        assert!(game.play(player, text).is_err(), "{text}");
        assert_eq!(board(&*game), before);
        assert_eq!(game.moves().len(), 3);
    }
}

#[test]
fn superko_looks_at_the_past_but_not_beyond_a_set_up() {
    // Black takes a ko; White may not take back at once, because the board was there before.
    let moves = "b b3, w c3, b a2, w d2, b b1, w c1, b c2, w b2";
    let mut game = go("4x3", "0");
    play(&mut game, moves);
    assert_eq!(board(&*game), ".XO./XO.O/.XO.");
    assert!(game.play(Player::Black, "c2").is_err(), "superko");
    let (stones, to_move) = (game.scene().stones, game.to_move());
    game.set_up(&stones, to_move).expect("a position");
    assert!(game.play(Player::Black, "c2").is_ok(), "a position without a past");
}

#[test]
fn a_game_of_go_goes_on_after_two_passes() {
    let mut game = go("3x3", "0.5");
    play(&mut game, "b b2, w pass, b pass");
    assert_eq!(game.scene().outcome, Some(Outcome::Margin(andor_core::Margin(9))));
    play(&mut game, "w a1");
    assert_eq!(game.scene().outcome, None);
    assert!(game.undo());
    assert!(game.scene().outcome.is_some());
}

#[test]
fn a_game_of_hex_does_not() {
    let mut game = hex("2x2");
    play(&mut game, "b a1, w b1, b a2");
    assert_eq!(game.scene().outcome, Some(Outcome::win(Player::Black)));
    assert!(game.play(Player::White, "b2").is_err());
}

#[test]
fn other_rules_keep_the_position() {
    let mut game = go("2x2", "0");
    game = game.with_option("rules", "tromp-taylor").expect("rules");
    play(&mut game, "b a1, w pass, b b1, w pass, b a2");
    // Suicide of three stones: the board is White's alone to fill.
    play(&mut game, "w pass");
    let before = board(&*game);
    game = game.with_option("rules", "psk").expect("rules");
    assert_eq!(board(&*game), before);
    assert_eq!(game.to_move(), Player::Black);
}

#[test]
fn a_set_up_that_cannot_be_is_refused() {
    let mut game = go("2x1", "0");
    play(&mut game, "b a1");
    let full = vec![(Player::Black, Point(0)), (Player::White, Point(1))];
    assert!(game.set_up(&full, Player::Black).is_err());
    assert_eq!(board(&*game), "X.");
}

/// What a solved position is worth.
fn worth(report: &Report) -> Worth {
    assert!(report.winner.is_some() || report.draw, "not solved");
    report.winner.map_or(Worth::Draw, Worth::Won)
}

/// Every position of a random game is thought about, and agrees with the solver.
#[test]
fn thoughts_agree_with_the_solver() {
    let mut rng = fastrand::Rng::with_seed(5);
    for start in [hex("3x3"), hex("4x3"), go("2x2", "0.5"), go("2x3", "1"), go("3x2", "2")] {
        for _ in 0..3 {
            let mut game = start.clone();
            while game.scene().outcome.is_none() {
                let report = game.solve(&ews(), None).expect("an answer");
                let expected = worth(&report);
                let thought = think(&mut game, Aim::Values, 20.0);
                let mover = game.to_move();
                let legal = game.scene().legal;
                assert_eq!(thought.moves.len(), legal.len());
                for told in &thought.moves {
                    let mut next = game.clone();
                    next.play(mover, &told.mv).expect("a legal move");
                    let after = solve(&next.problem(), &ews(), None);
                    let expected = worth(&after.expect("an answer"));
                    assert_eq!(told.worth, Some(expected), "{} in\n{}", told.mv, board(&*game));
                    assert_eq!(told.pv.first(), Some(&told.mv));
                }
                let move_thought = think(&mut game, Aim::Move, 20.0);
                for worth in [thought.worth, move_thought.worth] {
                    assert_eq!(worth, Some(expected), "{}", board(&*game));
                }
                // The best move keeps the value.
                let best = move_thought.best.expect("a move");
                let mut next = game.clone();
                next.play(mover, &best).expect("a legal move");
                let after = solve(&next.problem(), &ews(), None).expect("an answer");
                assert_eq!(worth(&after), expected, "{best}");
                let any = legal[rng.usize(..legal.len())].clone();
                game.play(mover, &any).expect("a legal move");
            }
        }
    }
}

/// How many plies a won game of Hex lasts, by brute force.
fn length(game: &dyn InPlay, winner: Player) -> usize {
    let scene = game.scene();
    if scene.outcome == Some(Outcome::win(winner)) {
        return 0;
    }
    if scene.outcome.is_some() {
        return 1000;
    }
    let after = scene.legal.iter().map(|mv| {
        let mut next = game.boxed_clone();
        next.play(scene.to_move, mv).expect("a legal move");
        length(&*next, winner) + 1
    });
    if scene.to_move == winner { after.min() } else { after.max() }.unwrap_or(1000)
}

#[test]
fn wins_are_quick_and_losses_long() {
    for (size, moves) in [
        ("2x2", ""),
        ("3x2", ""),
        ("2x3", ""),
        ("3x3", "b b2"),
        ("3x3", "b a1, w b2"),
        ("3x3", "b a1, w c3"),
    ] {
        let mut game = hex(size);
        play(&mut game, moves);
        let thought = think(&mut game, Aim::Move, 60.0);
        let Some(Worth::Won(winner)) = thought.worth else { panic!("{thought:?}") };
        let expected = length(&*game, winner);
        assert_eq!(thought.plies, Some(expected), "{size} {moves}");
        let mover = game.to_move();
        game.play(mover, &thought.best.expect("a move")).expect("a legal move");
        assert_eq!(length(&*game, winner) + 1, expected, "{size} {moves}");
    }
}

/// A game that unconditional life decides is played to its end by the plan, and won.
#[test]
fn what_life_decides_is_carried_through() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..10 {
        let mut game = go("5x5", "0.5");
        // Black's wall lives and has most of the board; the right side is open.
        play(&mut game, "b b1, b b2, b b3, b b4, b b5, b a2, b a4");
        play(&mut game, "b c1, b c2, b c3, b c4, b c5");
        let stones = game.scene().stones;
        game.set_up(&stones, Player::White).expect("a position");
        for ply in 0.. {
            assert!(ply < 200, "the game does not end");
            let scene = game.scene();
            if let Some(outcome) = scene.outcome {
                let Outcome::Margin(margin) = outcome else { panic!("{outcome:?}") };
                assert!(margin.0 >= 1, "{}", scene.picture);
                break;
            }
            if scene.to_move == Player::White {
                let any = scene.legal[rng.usize(..scene.legal.len())].clone();
                game.play(Player::White, &any).expect("a legal move");
            } else {
                let thought = think(&mut game, Aim::Move, 0.05);
                assert_eq!(thought.worth, Some(Worth::Won(Player::Black)), "{}", scene.picture);
                game.play(Player::Black, &thought.best.expect("a move")).expect("legal");
            }
        }
    }
}

#[test]
fn a_large_board_gets_a_move_in_time() {
    for mut game in [hex("11x11"), go("9x9", "6.5"), go("19x19", "6.5")] {
        let started = std::time::Instant::now();
        let thought = think(&mut game, Aim::Move, 0.3);
        let best = thought.best.expect("a move");
        assert!(game.scene().legal.contains(&best));
        assert_ne!(best, "pass");
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}

#[test]
fn records_become_sessions() {
    let text = "(;GM[1]SZ[3]KM[0.5]AB[aa]PL[W];W[bb];B[cc])";
    let problem = Problem::from_sgf("file \"x\"", text, None).expect("a record");
    let game = problem.open().expect("a game");
    assert_eq!(board(&*game), "X../.O./..X");
    assert_eq!(game.to_move(), Player::White);
}

/// What is shown about Hex agrees with brute force: who wins by connections wins, and outside the
/// must-play, where nobody does yet, every move loses.
#[test]
fn what_is_seen_in_hex_is_true() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut won = 0;
    for _ in 0..60 {
        let mut game = hex("4x4");
        for _ in 0..rng.usize(1..8) {
            let scene = game.scene();
            if scene.outcome.is_none() {
                let any = &scene.legal[rng.usize(..scene.legal.len())];
                game.play(scene.to_move, any).expect("a legal move");
            }
        }
        let scene = game.scene();
        if scene.outcome.is_some() {
            continue;
        }
        let view = hex_view(&*game, scene.to_move).expect("a view of Hex");
        let thought = think(&mut game, Aim::Values, 20.0);
        match view.winner {
            Some(winner) => {
                won += 1;
                assert_eq!(thought.worth, Some(Worth::Won(winner)), "{}", scene.picture);
            }
            None => {
                let loses = Some(Worth::Won(scene.to_move.other()));
                for told in &thought.moves {
                    let at = |point: &Point| {
                        let style = andor_games::notation::coordinates::Style::Hex;
                        let size = game.size();
                        andor_games::notation::coordinates::point_text(size, style, *point)
                    };
                    if !view.must_play.iter().any(|point| at(point) == told.mv) {
                        assert_eq!(told.worth, loses, "{} in\n{}", told.mv, scene.picture);
                    }
                }
            }
        }
        for connection in &view.connections {
            assert!(
                connection.carrier.iter().all(|p| scene.stones.iter().all(|(_, stone)| stone != p))
            );
        }
    }
    assert!(won > 0, "connections decide most positions of a small board");
    assert!(hex_view(&*go("3x3", "0"), Player::Black).is_none());
}

/// A player keeps what was found: the same question costs less the second time, and the answer
/// stays.
#[test]
fn the_second_thought_is_faster() {
    for (text, settings) in [
        ("hex 5x5", Settings::default()),
        ("hex 5x5", Settings { knowledge: Knowledge::None, ..Settings::default() }),
        ("go 2x3 --komi 0.5", Settings::default()),
        ("mnk 3x3x3 --moves b2", Settings::default()),
    ] {
        let mut game = game(text);
        let values = |game: &mut Box<dyn InPlay>| {
            let thought = game.think(Aim::Values, &settings, &mut |_| {}).expect("a thought");
            assert!(thought.moves.iter().all(|told| told.worth.is_some()), "{text}: {thought:?}");
            let mut told: Vec<(String, Option<Worth>)> =
                thought.moves.iter().map(|told| (told.mv.clone(), told.worth)).collect();
            told.sort_by(|a, b| a.0.cmp(&b.0));
            (thought.nodes, thought.worth, told)
        };
        let (first, worth, moves) = values(&mut game);
        let (second, again, same) = values(&mut game);
        assert!(second < first, "{text}: {first} nodes, then {second}");
        assert_eq!((again, same), (worth, moves.clone()), "{text}");
        // A copy has not thought yet.
        let (fresh, ..) = values(&mut game.clone());
        assert_eq!(fresh, first, "{text}");
        // What was found serves the next move, too.
        let (mover, best) = (game.to_move(), &moves[0].0);
        game.play(mover, best).expect("a legal move");
        let (after, worth, _) = values(&mut game);
        assert_eq!(worth, moves[0].1, "{text} {best}");
        let (alone, ..) = values(&mut game.clone());
        assert!(after <= alone, "{text} {best}: {after} nodes, alone {alone}");
    }
}
