//! Trainings on processors: they learn, repeat bit by bit, and go on where they stopped.

use andor_core::{Claim, Game, Oracle, Outcome, Planes, Player};
use andor_games::points::Points;
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;
use andor_net::{Kernel, Network, Output, Rule, Server, Target};
use andor_train::{
    Begin, BytesError, Checkpoint, Device, Error, Length, ProofSample, Replay, Root, Task,
    TrainProgress, TrainSettings, Trained, WatchAnswer, report, shape_for, train,
};

fn square(side: u8) -> Mnk {
    Mnk::new(Size::new(side, side).expect("a size"), 3)
}

fn no_oracle() -> Box<dyn Oracle<Mnk>> {
    Box::new(())
}

fn task<'a>(game: &'a Mnk, proofs: &'a [ProofSample<Mnk>], threads: usize) -> Task<'a, Mnk> {
    let claims = Player::both(Claim::win).to_vec();
    Task { game, claims, starts: &[], proofs, oracle: &no_oracle, threads }
}

/// A short training with everything in it.
fn short() -> TrainSettings {
    TrainSettings {
        simulations: 12,
        fast_simulations: 4,
        full_share: 0.7,
        root: Root::Gumbel { candidates: 4 },
        batch: 24,
        games: 6,
        openings: 3,
        hard_share: 0.5,
        budget: 5,
        replay: 200,
        passes: 1.5,
        seed: 7,
        ..TrainSettings::default()
    }
}

/// A proof: Black wins at the upper right.
fn proofs(game: &Mnk) -> Vec<ProofSample<Mnk>> {
    let points = |indices: &[usize]| -> Points<1> {
        indices.iter().map(|&index| game.indexed_move(index)).collect()
    };
    let position = game.set_up([points(&[0, 1]), points(&[3, 4])], Player::Black);
    let (claim, best) = (Claim::win(Player::Black), Some(game.indexed_move(2)));
    vec![ProofSample { position, claim, winner: Player::Black, cost: 0.0, best }]
}

/// Runs a training for so many rounds.
fn run(settings: &TrainSettings, begin: Begin, threads: usize, rounds: u64) -> Trained {
    let game = square(3);
    let proofs = proofs(&game);
    let mut watch = |progress: &TrainProgress<'_>| match progress.point.until.rounds == rounds {
        true => WatchAnswer::Stop,
        false => WatchAnswer::GoOn,
    };
    let task = task(&game, &proofs, threads);
    train(&task, settings, begin, Device::Cpu, Length::Steps(1000), &mut watch).expect("a training")
}

fn new() -> Begin {
    Begin::New(shape_for(&square(3), 1, 8, 12))
}

/// The two trainings are equal bit by bit, but for the time they took.
fn assert_same(mut first: Trained, mut second: Trained) {
    let without_time = |trained: &mut Trained| {
        let points = trained.checkpoint.history.points().iter();
        points.map(|point| (point.until, point.done, point.losses)).collect::<Vec<_>>()
    };
    assert_eq!(without_time(&mut first), without_time(&mut second));
    assert_eq!(first.checkpoint.counters, second.checkpoint.counters);
    assert!(first.checkpoint.parameters == second.checkpoint.parameters, "other parameters");
    assert!(first.checkpoint.state == second.checkpoint.state, "another state");
    assert!(first.checkpoint.hard == second.checkpoint.hard, "other hard positions");
    assert!(first.replay == second.replay, "another replay");
}

#[test]
fn the_same_seed_gives_the_same_bits_with_every_number_of_threads() {
    let one = run(&short(), new(), 1, 8);
    assert!(one.checkpoint.counters.steps > 5, "{:?}", one.checkpoint.counters);
    assert_same(one.clone(), run(&short(), new(), 2, 8));
    assert_same(one.clone(), run(&short(), new(), 3, 8));
    let other = run(&TrainSettings { seed: 8, ..short() }, new(), 2, 8);
    assert!(one.checkpoint.parameters != other.checkpoint.parameters);
}

#[test]
fn a_training_goes_on_bit_by_bit() {
    let shape = square(3).plane_shape();
    for rule in [Rule::Adam { decay: 1e-2 }, Rule::Sgd { momentum: 0.9, decay: 1e-4 }] {
        let settings = TrainSettings { rule, ..short() };
        let whole = run(&settings, new(), 2, 60);
        for (stop, threads) in [(1, 1), (50, 2)] {
            let half = run(&settings, new(), threads, stop);
            assert!(
                stop == 1 || half.checkpoint.hard.len() >= 64,
                "{}",
                half.checkpoint.hard.len()
            );
            let bytes = (half.checkpoint.encode(), half.replay.encode(shape));
            let checkpoint = Checkpoint::decode(&bytes.0).expect("a checkpoint");
            let replay = Replay::decode(&bytes.1, shape).expect("a replay");
            assert!(checkpoint == half.checkpoint && replay == half.replay);
            let begin = Begin::Resume(Box::new(checkpoint), Some(replay));
            assert_same(run(&settings, begin, 3 - threads, 60), whole.clone());
        }
    }
}

#[test]
fn a_short_training_learns_to_win() {
    let game = square(3);
    let settings = TrainSettings {
        batch: 64,
        games: 48,
        openings: 5,
        rate: 4e-3,
        passes: 3.0,
        ..TrainSettings::default()
    };
    let begin = Begin::New(shape_for(&game, 2, 24, 12));
    let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
    let task = task(&game, &[], 2);
    let trained = train(&task, &settings, begin, Device::Cpu, Length::Steps(1500), &mut watch);
    let checkpoint = trained.expect("a training").checkpoint;
    assert_eq!(checkpoint.counters.steps, 1500);
    let points = checkpoint.history.points();
    let mean = |points: &[andor_train::Point], loss: &dyn Fn(&andor_train::Point) -> f64| {
        points.iter().map(|point| loss(point) * point.done.steps as f64).sum::<f64>()
            / points.iter().map(|point| point.done.steps as f64).sum::<f64>()
    };
    let third = points.len() / 3;
    let names = ["policy", "own cost", "other cost"];
    for (name, head) in names.into_iter().zip(0..) {
        let loss = |point: &andor_train::Point| match head {
            0 => point.losses.policy,
            head => point.losses.costs[head - 1],
        };
        let (first, last) = (mean(&points[..third], &loss), mean(&points[2 * third..], &loss));
        assert!(last < 0.8 * first, "{name}: {first}, then {last}");
    }
    let network = Network::new(&checkpoint.parameters, Kernel::best());
    let (mut evaluator, mut output) = (network.evaluator(), Output::default());
    // Of positions in which the attacker wins in one move, and of others with the attacker to move:
    // how many there are, how often the policy prefers a winning move, and the sum of the chances
    // that the attacker fails.
    let mut seen = [(0, 0, 0.0); 2];
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..1000 {
        let (mut pos, mut moves) = (game.start(), Vec::new());
        for _ in 0..random.usize(3..7) {
            moves.clear();
            game.moves(&pos, &mut moves);
            if let Some(&mv) = (!moves.is_empty()).then(|| &moves[random.usize(..moves.len())]) {
                game.play(&mut pos, mv);
            }
        }
        moves.clear();
        game.moves(&pos, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let mover = game.to_move(&pos);
        evaluator.evaluate(&game.planes(&pos, Claim::win(mover)), &mut output);
        let chance = |mv: &_| output.policy[game.move_index(*mv)];
        let wins = |mv: &_| game.outcome(&game.after(&pos, *mv)) == Some(Outcome::win(mover));
        let best = moves.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
        let (count, right, fails) = &mut seen[usize::from(moves.iter().any(wins))];
        *count += 1;
        *right += u32::from(best.is_some_and(wins));
        *fails += output.costs()[0].infinite;
    }
    let [(others, _, other_fails), (wins, right, fails)] = seen;
    assert!(right * 10 >= wins * 8, "{right} of {wins} wins were found");
    let (fails, other_fails) = (fails / wins as f32, other_fails / others as f32);
    assert!(fails + 0.2 < other_fails, "{fails} with a win, {other_fails} without");
    let page = report::html(&checkpoint.history, "m,n,k", &[]);
    assert!(page.contains("<svg") && !page.contains("NaN"));
}

#[test]
fn the_watch_gets_a_checkpoint_when_it_asks() {
    let game = square(3);
    let settings = TrainSettings { full_share: 1.0, ..short() };
    let (mut calls, mut saved) = (0, None);
    let mut watch = |progress: &TrainProgress<'_>| {
        calls += 1;
        match (progress.state, progress.point.until.rounds) {
            (Some((checkpoint, replay)), rounds) => {
                assert_eq!(rounds, 3);
                saved = Some(Trained { checkpoint: checkpoint.clone(), replay: replay.clone() });
                WatchAnswer::Stop
            }
            (None, 3) => WatchAnswer::Save,
            (None, _) => WatchAnswer::GoOn,
        }
    };
    let done = std::sync::atomic::AtomicU32::new(0);
    let share = || f64::from(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) / 1e6;
    let task = task(&game, &[], 1);
    let trained = train(&task, &settings, new(), Device::Cpu, Length::Share(&share), &mut watch);
    assert_eq!(calls, 4);
    assert_same(trained.expect("a training"), saved.expect("a checkpoint"));
}

#[test]
fn the_share_ends_a_training_and_lowers_the_rate() {
    let game = square(3);
    let task = task(&game, &[], 1);
    let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
    let over = train(&task, &short(), new(), Device::Cpu, Length::Share(&|| 1.0), &mut watch);
    assert_eq!(over.expect("a training").checkpoint.counters.games, 0);
    let run = |steps: u64| {
        let mut stop = |progress: &TrainProgress<'_>| match progress.point.until.rounds {
            2 => WatchAnswer::Stop,
            _ => WatchAnswer::GoOn,
        };
        let length = Length::Steps(steps);
        train(&task, &short(), new(), Device::Cpu, length, &mut stop).expect("a training")
    };
    let (short, long) = (run(10), run(1000));
    let steps = |trained: &Trained| trained.checkpoint.counters.steps;
    assert_eq!(steps(&short), steps(&long).min(10));
    assert!(short.checkpoint.parameters != long.checkpoint.parameters, "another rate");
}

#[test]
fn what_does_not_fit_is_refused() {
    let game = square(3);
    let fails = |task: &Task<'_, Mnk>, settings: &TrainSettings, begin: Begin| {
        let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
        train(task, settings, begin, Device::Cpu, Length::Steps(5), &mut watch)
            .expect_err("an error")
    };
    let plain = || task(&game, &[], 1);
    let shape = shape_for(&square(4), 1, 8, 12);
    let error = fails(&plain(), &short(), Begin::New(shape));
    assert_eq!(
        error.to_string(),
        "a network for 4x4 points, 5 planes and 0 moves besides points; the game has 3x3 points, 5 planes and 0 \
         moves besides points"
    );
    let error = fails(&plain(), &short(), Begin::New(shape_for(&game, 1, 999, 12)));
    assert!(matches!(error, Error::Setting { what: "network", .. }), "{error}");
    let error = fails(&Task { claims: vec![], ..plain() }, &short(), new());
    assert!(matches!(error, Error::Setting { what: "claims", .. }), "{error}");
    let trained = run(&short(), new(), 1, 2);
    let resume =
        |checkpoint: Checkpoint| Begin::Resume(Box::new(checkpoint), Some(trained.replay.clone()));
    let other = TrainSettings { simulations: 13, ..short() };
    let error = fails(&plain(), &other, resume(trained.checkpoint.clone()));
    assert!(
        matches!(&error, Error::Resume { found, .. } if found.contains("simulations 12")),
        "{error}"
    );
    let claims = vec![Claim::win(Player::Black)];
    let error = fails(&Task { claims, ..plain() }, &short(), resume(trained.checkpoint.clone()));
    assert!(matches!(error, Error::Resume { .. }), "{error}");
    let mut changed = trained.checkpoint.clone();
    changed.state.second.clear();
    assert_eq!(fails(&plain(), &short(), resume(changed)), Error::Checkpoint("rule"));
    // Without the replay a training goes on too.
    let begin = Begin::Resume(Box::new(trained.checkpoint.clone()), None);
    let on = run(&short(), begin, 1, 4).checkpoint.counters;
    assert!(on.steps >= trained.checkpoint.counters.steps && on.rounds == 4, "{on:?}");
    // Without a choice there is nothing to learn.
    let mut position = game.start();
    for index in [0, 1, 2, 4, 3, 5, 7, 6] {
        game.play(&mut position, game.indexed_move(index));
    }
    let starts = [position];
    let error = fails(&Task { starts: &starts, ..plain() }, &short(), new());
    assert_eq!(error, Error::NoPositions);
}

#[test]
fn a_target_of_outcomes_is_learned_too() {
    let settings =
        TrainSettings { target: Target::Outcome, root: Root::Dirichlet { alpha: 0.3 }, ..short() };
    let trained = run(&settings, new(), 2, 3);
    assert!(trained.checkpoint.counters.steps > 0);
    assert!(trained.checkpoint.settings.contains("target outcome"));
}

/// No byte can change or be missing.
fn check_changes(bytes: &[u8], is_refused: &dyn Fn(&[u8]) -> bool) {
    assert!(!is_refused(bytes));
    for index in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[index] ^= 1 << (index % 8);
        assert!(is_refused(&changed), "byte {index}");
        assert!(is_refused(&bytes[..index]), "{index} bytes");
    }
    assert!(is_refused(&[bytes, &[0]].concat()));
}

#[test]
fn changed_bytes_are_refused() {
    let game = square(3);
    let shape = game.plane_shape();
    let task = task(&game, &[], 1);
    let settings = TrainSettings { games: 2, hard_share: 0.0, ..short() };
    let begin = Begin::New(shape_for(&game, 0, 1, 2));
    let mut watch = |_: &TrainProgress<'_>| WatchAnswer::Stop;
    let trained = train(&task, &settings, begin, Device::Cpu, Length::Steps(9), &mut watch)
        .expect("a training");
    let checkpoint = trained.checkpoint.encode();
    let replay = trained.replay.encode(shape);
    check_changes(&checkpoint, &|bytes| Checkpoint::decode(bytes).is_err());
    check_changes(&replay, &|bytes| Replay::decode(bytes, shape).is_err());
    let error = Checkpoint::decode(&replay).expect_err("another kind");
    assert!(matches!(error, BytesError::Magic { .. }), "{error}");
    assert!(Replay::decode(&replay, square(4).plane_shape()).is_err());
}

#[test]
fn no_bytes_make_a_reader_panic() {
    let game = square(3);
    let shape = game.plane_shape();
    let trained = run(&TrainSettings { games: 2, ..short() }, new(), 1, 1);
    let mut random = fastrand::Rng::with_seed(5);
    for mut bytes in [trained.checkpoint.encode(), trained.replay.encode(shape)] {
        let end = bytes.len() - 4;
        for _ in 0..3000 {
            let kept = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let most = if random.bool() { end.min(400) } else { end };
                let place = random.usize(10..most);
                bytes[place] = if random.bool() { random.u8(..) } else { 0xFF };
            }
            // With a right checksum the changes reach the reader.
            let sum = andor_net::model::crc32(&bytes[..end]).to_le_bytes();
            bytes[end..].copy_from_slice(&sum);
            if let Ok(checkpoint) = Checkpoint::decode(&bytes) {
                assert!(checkpoint.parameters.values().iter().all(|value| value.is_finite()));
            }
            if let Ok(replay) = Replay::decode(&bytes, shape) {
                assert!(replay.len() <= trained.replay.len());
            }
            bytes = kept;
        }
    }
}
