//! The solver's rules and the checker's, which share no code, agree on random games: the same legal
//! moves at every turn and the same end.

use crate::support::cases;
use andor_checker::rules::{Line as CheckedLine, Outcome as CheckedOutcome};
use andor_checker::{Game as CheckedGame, GoRules, Player as CheckedPlayer, Problem};
use andor_core::{Game, Margin, Outcome, Player};
use andor_games::go::{Go, Move, Rules};
use andor_games::hex::Hex;
use andor_games::killall::{Killall, KoRule};
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;
use andor_search::Line;

/// The longest game that is played.
const LONGEST: usize = 150;

fn agree<G: Game>(
    game: &G,
    size: Size,
    checked: CheckedGame,
    number: impl Fn(G::Move) -> usize,
    seed: u64,
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut line = Line::new(game, game.start());
    let problem = Problem {
        game: checked,
        columns: size.columns().into(),
        rows: size.rows().into(),
        board: vec![None; size.area()],
        to_move: match line.to_move() {
            Player::Black => CheckedPlayer::Black,
            Player::White => CheckedPlayer::White,
        },
        moves: Vec::new(),
        roots: Vec::new(),
    };
    let mut other = CheckedLine::base(&problem).expect("an empty board");
    let mut moves = Vec::new();
    for _ in 0..LONGEST {
        let ours = line.outcome();
        let theirs = other.now().outcome.map(|outcome| match outcome {
            CheckedOutcome::Margin(margin) => Outcome::Margin(Margin(margin as i16)),
            CheckedOutcome::NoResult => Outcome::NoResult,
        });
        if checked == CheckedGame::Killall && line.game().outcome(line.position()) != ours {
            // A repetition: in certificates the game just goes on.
            return;
        }
        assert_eq!(ours, theirs, "{checked:?} {size}: {:?}", line.played().collect::<Vec<_>>());
        if ours.is_some() {
            return;
        }
        moves.clear();
        line.moves(&mut moves);
        let mut legal: Vec<usize> = moves.iter().map(|&mv| number(mv)).collect();
        legal.sort_unstable();
        let mut checked_legal = Vec::new();
        for point in 0..=size.area() {
            if other.play(point).is_ok() {
                other.undo();
                checked_legal.push(point);
            }
        }
        assert_eq!(legal, checked_legal, "{checked:?} {size}: {:?}", line.position());
        let mv = moves[rng.usize(..moves.len())];
        line.play(mv);
        other.play(number(mv)).expect("a legal move");
    }
}

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

#[test]
fn go_under_every_rule() {
    let options = [
        "basic-ko,cycle=tie",
        "basic-ko,atari=dead",
        "basic-ko-suicide,cycle=white",
        "chinese,cycle=black,atari=dead-unless-both",
        "migos,cycle=none",
        "migos,cycle=white,atari=alive",
    ];
    for name in Rules::ALL.iter().map(|(name, _)| *name).chain(options) {
        let rules: Rules = name.parse().expect("rules");
        let checked = GoRules::named(name).expect("rules that certificates know");
        assert_eq!(checked.name(), name);
        for (columns, rows) in [(1, 3), (2, 2), (1, 6), (2, 3), (3, 3), (4, 2), (5, 5)] {
            let board = size(columns, rows);
            let go = Go::<1>::new(board, rules);
            let exact = rules.on(board).name();
            let checked = GoRules::named(&exact).expect("rules that certificates know");
            let number = |mv| match mv {
                Move::At(point) => point.index(),
                Move::Pass => board.area(),
            };
            for seed in 0..cases(30, 60) as u64 {
                agree(&go, board, CheckedGame::Go(checked), number, seed);
            }
        }
    }
}

#[test]
fn killall() {
    for (columns, rows) in [(1, 1), (1, 6), (2, 2), (2, 3), (3, 3), (4, 2), (4, 4), (6, 5)] {
        let board = size(columns, rows);
        let killall = Killall::new(board, KoRule::Basic);
        let number = |mv| match mv {
            Move::At(point) => point.index(),
            Move::Pass => board.area(),
        };
        for seed in 0..cases(150, 300) as u64 {
            agree(&killall, board, CheckedGame::Killall, number, seed);
        }
    }
}

#[test]
fn hex_and_m_n_k() {
    for (columns, rows) in [(1, 1), (1, 4), (3, 3), (5, 4), (7, 7)] {
        let board = size(columns, rows);
        for seed in 0..40 {
            agree(&Hex::<1>::new(board), board, CheckedGame::Hex, |mv| mv.index(), seed);
            let mnk = Mnk::new(board, 3);
            agree(&mnk, board, CheckedGame::Mnk { row: 3 }, |mv| mv.index(), seed);
        }
    }
}
