//! Tests of self-play: labels, roots, starts, the end of games.

#[cfg(test)]
use super::*;
use crate::record::{Symmetries, blank};
use crate::settings::{Branching, TrainSettings};
use crate::testing::{
    BINS, Blocks, CLAIMS, exact, exact_winner, noise, play, short_settings, square,
};
use andor_core::{Details, Game, Notation, Ruling, Thoroughness};
use andor_games::toy::mnk::Mnk;
use andor_net::Sample;

fn turn(mover: Player, moves: f32) -> Turn {
    Turn { mover, factor: moves.log10(), ply: 0 }
}

#[test]
fn labels_of_hand_made_games() {
    use Player::{Black, White};
    let infinite = f32::INFINITY;
    let game = [turn(Black, 10.0), turn(White, 100.0), turn(Black, 10.0), turn(White, 1000.0)];
    let check = |winner, target, expected: [[f32; 2]; 4]| {
        assert_eq!(labels(&game, winner, target), expected, "{winner}");
    };
    let of_black = [[5.0, infinite], [infinite, 5.0], [3.0, infinite], [infinite, 3.0]];
    check(Black, Target::Costs, of_black);
    let of_white = [[infinite, 2.0], [1.0, infinite], [infinite, 1.0], [0.0, infinite]];
    check(White, Target::Costs, of_white);
    let outcome = [[0.0, infinite], [infinite, 0.0], [0.0, infinite], [infinite, 0.0]];
    check(Black, Target::Outcome, outcome);
    assert!(labels(&[], Black, Target::Costs).is_empty());
    // One player may move twice.
    let twice = [turn(White, 10.0), turn(White, 10.0), turn(Black, 10.0)];
    let expected = [[infinite, 2.0], [infinite, 1.0], [0.0, infinite]];
    assert_eq!(labels(&twice, Black, Target::Costs), expected);
}

/// The samples of a game's records.
fn samples(game: &Mnk, finished: &Finished) -> Vec<Sample> {
    let identity = &Symmetries::new(game).0[0];
    let write = |record: &Record| {
        let mut sample = blank();
        record.write(game.plane_shape(), identity, &mut sample);
        sample
    };
    finished.records.iter().map(write).collect()
}

/// Computes the samples of a game from its moves alone, by plain rules.
fn check_labels(setup: &Setup<'_, Mnk>, oracle: &dyn Oracle<Mnk>, play: &SelfPlay<'_, Mnk>) {
    let game = setup.game;
    // The choices of the game: the planes, the mover, and the number of moves.
    let mut choices = Vec::new();
    let mut pos = game.start();
    let mut winner = None;
    for ply in 0..=play.numbers.len() {
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let mover = game.to_move(&pos);
        let claim = play.claim;
        if let Some(outcome) = game.outcome(&pos) {
            winner = Some(claim.judge(outcome).winner(claim));
        } else if ply >= setup.settings.longest as usize {
            winner = Some(claim.defender());
        } else {
            match oracle.consider(
                game,
                &pos,
                claim,
                Thoroughness::Quick,
                Details::VERDICT,
                &mut moves,
            ) {
                Ruling::Settled(settled) => winner = Some(settled.verdict.winner(claim)),
                Ruling::Open { .. } if moves.len() > 1 && ply >= play.start.moves.len() => {
                    choices.push((game.planes(&pos, claim), mover, moves.len()));
                }
                Ruling::Open { .. } => {}
            }
        }
        if let Some(&number) = play.numbers.get(ply) {
            assert_eq!(winner, None, "the game goes on");
            game.play(&mut pos, game.indexed_move(usize::from(number)));
        }
    }
    let winner = winner.expect("the game is over");
    assert_eq!(play.finished.proven, winner == play.claim.attacker);
    let found = samples(game, &play.finished);
    assert_eq!(found.len(), choices.len(), "a sample for each choice");
    for (index, (planes, mover, _)) in choices.iter().enumerate() {
        let later = choices[index..].iter().filter(|(_, other, _)| *other != winner);
        let cost: f64 = later
            .map(|(_, _, moves)| match setup.settings.branching {
                Branching::Legal => (*moves as f64).log10(),
                Branching::Most => (setup.shape.moves() as f64).log10(),
            })
            .sum();
        let side = usize::from(*mover != winner);
        let sample = &found[index];
        assert_eq!(&sample.input, planes);
        assert!((f64::from(sample.costs[side]) - cost).abs() < 1e-4, "{sample:?}, not {cost}");
        assert_eq!(sample.costs[1 - side], f32::INFINITY);
        let total: f32 = sample.policy.iter().map(|(_, chance)| chance).sum();
        assert!((total - 1.0).abs() < 1e-4, "{sample:?}");
    }
}

#[test]
fn labels_follow_from_the_moves_of_a_game() {
    let game = square(4);
    let mut proven = 0;
    let mut forced = 0;
    for seed in 0..60 {
        let branching = if seed % 2 == 0 { Branching::Legal } else { Branching::Most };
        let root = match seed % 3 {
            0 => Root::Dirichlet { alpha: 0.3 },
            _ => Root::Gumbel { candidates: 4 },
        };
        let longest = if seed % 5 == 0 { 6 } else { 400 };
        let settings = TrainSettings { branching, root, longest, openings: 3, ..short_settings() };
        let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
        let oracles: [&dyn Oracle<Mnk>; 2] = [&(), &Blocks];
        let oracle = oracles[usize::from(seed % 4 < 2)];
        let mut random = fastrand::Rng::with_seed(seed);
        let play = play(&setup, oracle, &HardStarts::default(), seed, |_| noise(16, &mut random));
        check_labels(&setup, oracle, &play);
        assert!(play.numbers.len() <= longest as usize);
        proven += u32::from(play.finished.proven);
        forced += play.numbers.len() - play.start.moves.len() - play.turns.len();
    }
    assert!((5..55).contains(&proven), "{proven} of 60 claims were proven");
    assert!(forced > 10, "{forced} forced moves");
}

#[test]
fn with_exact_values_mistakes_are_rare() {
    let game = square(3);
    let settings = TrainSettings { simulations: 32, openings: 3, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let is_right = |seed: &u64| {
        let play = play(&setup, &(), &HardStarts::default(), *seed, |input| exact(&game, input));
        let mut pos = game.start();
        for &number in &play.start.moves {
            game.play(&mut pos, game.indexed_move(usize::from(number)));
        }
        play.winner == exact_winner(&game, &pos, play.claim)
    };
    let right = (0..60).filter(is_right).count();
    // The noise of the root makes some mistakes; players without values would make them in half of
    // the games.
    assert!(right >= 54, "{right} of 60");
}

/// The start of a game from a drawn board, with a claim.
fn at_board(game: &Mnk, board: &str) -> <Mnk as Game>::Position {
    game.parse_position(board).expect("a board")
}

#[test]
fn a_settled_root_plays_the_winning_move() {
    let game = square(3);
    // Black wins at the upper right; the policy does not want that.
    let starts = [at_board(&game, "X X .\nO O .\n. . .\nblack to move")];
    let claims = [Claim::win(Player::Black), Claim::win(Player::White)];
    for root in [Root::Gumbel { candidates: 16 }, Root::Dirichlet { alpha: 0.3 }] {
        for claim in claims {
            let settings = TrainSettings { root, simulations: 200, ..short_settings() };
            let claims = [claim];
            let setup =
                Setup::new(&game, &claims, &starts, &settings, BINS).expect("right settings");
            for seed in 0..10 {
                let play = play(&setup, &(), &HardStarts::default(), seed, |_| {
                    let cost = Cost { mean: 5.0, infinite: 0.2 };
                    ((0..9).map(|number| if number == 2 { -1.0 } else { 0.0 }).collect(), [cost; 2])
                });
                assert_eq!(play.numbers[0], 2, "{root:?}");
                assert_eq!(play.winner, Player::Black);
                let first = &samples(&game, &play.finished)[0];
                assert_eq!(first.policy, [(2, 1.0)], "{root:?}");
                assert_eq!(first.costs, [0.0, f32::INFINITY]);
            }
        }
    }
}

#[test]
fn puct_visits_the_better_move_more() {
    let game = square(3);
    // White to move must block at the upper right.
    let starts = [at_board(&game, "X X .\nO . .\n. . .\nwhite to move")];
    let settings =
        TrainSettings { root: Root::Dirichlet { alpha: 0.3 }, simulations: 64, ..short_settings() };
    let claims = [Claim::win(Player::Black)];
    let setup = Setup::new(&game, &claims, &starts, &settings, BINS).expect("right settings");
    for seed in 0..10 {
        let play = play(&setup, &(), &HardStarts::default(), seed, |input| exact(&game, input));
        let first = &samples(&game, &play.finished)[0];
        assert_eq!(first.policy[0].0, 2, "{:?}", first.policy);
        assert!(first.policy[0].1 > 0.5, "{:?}", first.policy);
    }
}

#[test]
fn draws_and_long_games_are_disproven() {
    let game = square(3);
    let settings = TrainSettings { longest: 2, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let hard = HardStarts::default();
    let long = play(&setup, &(), &hard, 1, |input| exact(&game, input));
    assert_eq!((long.numbers.len(), long.finished.proven), (2, false));
    // White to move must play at the lower right, then Black has one move left.
    let starts = [at_board(&game, "X O X\nO O X\n. X .")];
    let settings = TrainSettings { simulations: 2, ..short_settings() };
    let claims = [Claim::win(Player::Black)];
    let setup = Setup::new(&game, &claims, &starts, &settings, BINS).expect("right settings");
    let draw = play(&setup, &(), &hard, 1, |input| exact(&game, input));
    assert_eq!((&draw.numbers[..], draw.turns.len(), draw.winner), (&[8, 6][..], 1, Player::White));
    assert_eq!(samples(&game, &draw.finished)[0].costs, [0.0, f32::INFINITY]);
    // For the claim that White wins the game is decided as well, and White had two moves.
    let claims = [Claim::win(Player::White)];
    let setup = Setup::new(&game, &claims, &starts, &settings, BINS).expect("right settings");
    let lost = play(&setup, &(), &hard, 1, |input| exact(&game, input));
    assert_eq!((lost.turns.len(), lost.winner), (1, Player::Black));
    assert_eq!(samples(&game, &lost.finished)[0].costs, [f32::INFINITY, 2f32.log10()]);
}

#[test]
fn only_full_searches_give_samples() {
    let game = square(4);
    let settings =
        TrainSettings { full_share: 0.3, simulations: 12, fast_simulations: 3, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let mut random = fastrand::Rng::with_seed(3);
    let (mut records, mut turns, mut evaluations) = (0, 0, 0);
    for seed in 0..40 {
        let play = play(&setup, &Blocks, &HardStarts::default(), seed, |_| noise(16, &mut random));
        records += play.finished.records.len();
        turns += play.turns.len();
        evaluations += play.finished.evaluations;
    }
    assert!(records * 2 < turns && records * 8 > turns, "{records} samples of {turns} turns");
    assert!(evaluations < 9 * turns as u64, "{evaluations} evaluations for {turns} turns");
}

#[test]
fn a_hard_position_is_not_settled_by_the_budget() {
    let game = square(4);
    let settings = TrainSettings { hard_share: 1.0, budget: 6, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let even = |_: &[u32]| (vec![0.0; 16], [Cost { mean: 5.0, infinite: 0.2 }; 2]);
    let mut hard = HardStarts::default();
    let mut games = 0;
    while hard.len() < 64 {
        games += 1;
        assert!(games < 1000, "{} hard positions", hard.len());
        let mut play = play(&setup, &(), &hard, games, even);
        let winner = play.winner;
        let Some(start) = play.take_finished().hard else { continue };
        assert!(setup.is_start(&start));
        play.start = start.clone();
        play.numbers.clone_from(&start.moves);
        assert_eq!(play.set_up(&setup, &(), start.moves.len()), None);
        assert_eq!(play.line.to_move(), winner);
        hard.push(start);
    }
    // Enough of them: every game starts from one, and looks for no other one.
    let play = play(&setup, &(), &hard, 5000, even);
    assert!(hard.starts.contains(&play.start));
    assert_eq!(play.finished.hard, None);
}

#[test]
fn a_start_that_is_settled_gives_no_positions() {
    let game = square(3);
    let starts = [at_board(&game, "X X X\nO O .\n. . .\nwhite to move")];
    let settings = short_settings();
    let setup = Setup::new(&game, &CLAIMS, &starts, &settings, BINS).expect("right settings");
    let play = play(&setup, &(), &HardStarts::default(), 1, |_| panic!("nothing to evaluate"));
    assert_eq!(
        (play.finished.records.len(), play.finished.proven),
        (0, play.claim.attacker == Player::Black)
    );
}

#[test]
fn random_stones_lie_near_the_centre() {
    let game = Mnk::new(andor_games::size::Size::new(8, 8).expect("a size"), 8);
    let settings = TrainSettings { openings: 6, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let mut random = fastrand::Rng::with_seed(1);
    let (mut start, mut seen, mut counts) = (Start::default(), [false; 64], [0; 7]);
    for _ in 0..2000 {
        setup.draw(&mut random, &mut start);
        counts[start.moves.len()] += 1;
        start.moves.iter().for_each(|&number| seen[usize::from(number)] = true);
        assert!(setup.is_start(&start));
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    assert!(
        seen[3 * 8 + 3] && seen[4 * 8 + 4] && seen[0] && seen[63],
        "four points from the centre"
    );
    start.moves = vec![3, 3];
    assert!(!setup.is_start(&start), "two stones on a point");
}

#[test]
fn a_game_never_repeats_where_that_is_forbidden() {
    use andor_games::go::{Go, Move, Rules};
    let game: Go<1> = Go::new(andor_games::size::Size::new(2, 3).expect("a size"), Rules::PSK);
    let settings = TrainSettings { simulations: 8, longest: 60, ..short_settings() };
    let setup = Setup::new(&game, &CLAIMS, &[], &settings, BINS).expect("right settings");
    let pass = game.move_index(Move::Pass);
    let mut random = fastrand::Rng::with_seed(1);
    let mut longest = 0;
    for seed in 0..100 {
        let play = play(&setup, &(), &HardStarts::default(), seed, |_| {
            let (mut policy, costs) = noise(setup.shape.moves(), &mut random);
            policy[pass] = -9.0;
            (policy, costs)
        });
        let mut line = Line::new(&game, game.start());
        for &number in &play.numbers {
            let mv = game.indexed_move(usize::from(number));
            assert!(line.allows(mv), "game {seed} repeats a board at move {}", line.ply());
            line.play(mv);
        }
        longest = longest.max(play.numbers.len());
    }
    assert!((15..=60).contains(&longest), "{longest} moves");
}
