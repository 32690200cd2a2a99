//! A certificate that does not fit in its memory goes to temporary files and is the same. A
//! certificate that is not complete in time is left out.

use crate::support::expected_work;
use andor_certify::{
    Certificates, Certified, Certifier, NoCertificate, Overflow, Recorder, Scratch, Searcher,
    Solution,
};
use andor_checker::frames::Frames;
use andor_checker::{Entry, Frame};
use andor_core::{Claim, Game, Margin, Player};
use andor_games::go::{Go, Rules};
use andor_games::hex::Hex;
use andor_games::toy::mnk::Mnk;
use andor_guess::Playout;
use andor_search::memory::{Memory, Patterns, Transpositions};
use andor_search::{Answer, Budget, Line, Search, Stop};
use std::io::{self, Cursor};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

type Opened = io::Result<Box<dyn Scratch>>;

/// Records the proofs of the start of a game, and of its moves, with a search that knows them.
fn recorded<G: Certified>(
    game: &G,
    claim: Claim,
    search: &mut dyn Search<G>,
    limits: Option<(usize, Overflow)>,
) -> Result<Recorder, NoCertificate> {
    let start = game.start();
    let problem = Certificates.problem(game, &start, &[]).expect("a problem");
    let mut recorder = Recorder::new(problem, &[]);
    if let Some((bytes, overflow)) = limits {
        recorder.keep_within(bytes, overflow);
    }
    let mut line = Line::new(game, start);
    let mut moves = Vec::new();
    line.moves(&mut moves);
    for mv in std::iter::once(None).chain(moves.into_iter().map(Some)) {
        mv.into_iter().for_each(|mv| line.play(mv));
        let mut budget = Budget::unlimited();
        let answer = search.solve(&mut line, claim, &mut budget, &mut ());
        let Answer::Solved { verdict, best } = answer else { panic!("{answer:?}") };
        let mut hear = |_: &_| {};
        let mut searcher = Searcher::new(search, &mut budget, &mut hear);
        let solution = Solution { claim, verdict, best };
        let moves = Certificates.numbers(game, &game.start(), mv.as_slice());
        Certificates.write(&mut recorder, &mut searcher, &mut line, &solution, &moves)?;
        mv.into_iter().for_each(|_| line.undo());
    }
    Ok(recorder)
}

/// The certificate of these proofs.
fn certificate<G: Certified>(
    game: &G,
    claim: Claim,
    search: &mut dyn Search<G>,
    limits: Option<(usize, Overflow)>,
) -> Result<Vec<u8>, NoCertificate> {
    let (mut bytes, mut budget) = (Vec::new(), Budget::unlimited());
    recorded(game, claim, search, limits)?.finish(&mut budget)?.write(
        &mut bytes,
        None,
        &mut budget,
    )?;
    Ok(bytes)
}

/// Writes a certificate without limits; with less and less memory until the writing stops; and with
/// a file that cannot be opened. Says whether entries went to a file.
fn check<G: Certified + Playout>(
    name: &str,
    game: &G,
    claim: Claim,
    memory: impl Memory<G> + 'static,
) -> bool {
    let mut search = expected_work(memory);
    // The first time the search may solve more positions.
    let mut write = |limits| certificate(game, claim, &mut search, limits);
    write(None).expect("a certificate");
    let whole = write(None).expect("a certificate");
    let checked = andor_checker::check(&whole, &andor_checker::Options::default());
    checked.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let opened = Arc::new(AtomicUsize::new(0));
    let count = opened.clone();
    let files = Overflow::to(move || -> Opened {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Cursor::new(Vec::new())))
    });
    let none = Overflow::to(|| -> Opened { Err(io::Error::other("no place")) });
    let mut limit = 16 * whole.len() + 10_000;
    loop {
        let before = opened.load(Ordering::Relaxed);
        match write(Some((limit, files.clone()))) {
            Ok(bytes) => assert!(bytes == whole, "{name}: {limit} bytes"),
            Err(NoCertificate::Stopped(Stop::Memory) | NoCertificate::Unfinished(Stop::Memory)) => {
                return before > 0;
            }
            Err(reason) => panic!("{name}: {limit} bytes: {reason}"),
        }
        if opened.load(Ordering::Relaxed) > before {
            let failed = write(Some((limit, none.clone())));
            assert_eq!(failed, Err(NoCertificate::File("no place".into())), "{name}: {limit}");
        }
        limit -= limit / 6;
    }
}

fn win(attacker: Player) -> Claim {
    Claim { attacker, at_least: Margin(1) }
}

#[test]
fn lines_of_play() {
    let game = Mnk::new("4x4".parse().expect("a size"), 4);
    assert!(check("m,n,k", &game, win(Player::White), Transpositions::<Mnk>::default()));
}

#[test]
fn patterns() {
    let game = Hex::<1>::new("5x5".parse().expect("a size"));
    assert!(check("hex", &game, win(Player::Black), Patterns::<Hex<1>>::default()));
}

/// These certificates are small: one block, which is in memory.
#[test]
fn lines_and_graphs_of_go() {
    for rules in ["psk", "chinese"] {
        let rules: Rules = rules.parse().expect("rules");
        let game = Go::<1>::new("2x3".parse().expect("a size"), rules);
        let memory = Transpositions::<Go<1>>::default();
        check(&format!("{rules:?}"), &game, win(Player::Black), memory);
    }
}

/// A budget that is over ends the last steps of a certificate, each of them.
fn check_late<G: Certified + Playout>(
    name: &str,
    game: &G,
    claim: Claim,
    memory: impl Memory<G> + 'static,
) {
    let mut search = expected_work(memory);
    let mut record = || recorded(game, claim, &mut search, None).expect("proofs");
    let mut over = Budget::unlimited().time(Duration::ZERO);
    let late = NoCertificate::Unfinished(Stop::Time);
    assert_eq!(record().finish(&mut over).err(), Some(late.clone()), "{name}");
    let finished = record().finish(&mut Budget::unlimited()).expect("a certificate");
    assert_eq!(finished.write(&mut Vec::new(), None, &mut over), Err(late), "{name}");
    let mut certificate = finished.certificate().expect("memory");
    let Some(mut frames) = Frames::new(&certificate.problem) else { return };
    for entry in &mut certificate.entries {
        let Entry::Position(position) = entry else { panic!("{name}: an entry of another game") };
        frames.add(position, |_| Ok::<_, &str>(Frame::default())).expect("an entry");
    }
    assert_eq!(frames.rank(&mut || Err("late")), Err("late"), "{name}");
}

#[test]
fn what_is_late_is_left_out() {
    let size = || "2x3".parse().expect("a size");
    let hex = Hex::<1>::new(size());
    check_late("hex", &hex, win(Player::Black), Patterns::<Hex<1>>::default());
    for rules in ["psk", "basic-ko", "chinese"] {
        let game = Go::<1>::new(size(), rules.parse::<Rules>().expect("rules"));
        check_late(rules, &game, win(Player::Black), Transpositions::<Go<1>>::default());
    }
}

/// The graph of marks for the ranks counts, although all entries go to files.
#[test]
fn the_graph_of_marks_is_within_the_memory() {
    let game = Go::<1>::new("2x3".parse().expect("a size"), "psk".parse().expect("rules"));
    let mut search = expected_work(Transpositions::<Go<1>>::default());
    let mut finish = |bytes| {
        let mut recorder = recorded(&game, win(Player::Black), &mut search, None).expect("proofs");
        let files = || -> Opened { Ok(Box::new(Cursor::new(Vec::new()))) };
        recorder.keep_within(bytes, Overflow::to(files));
        recorder.finish(&mut Budget::unlimited()).err()
    };
    assert_eq!(finish(1_000), Some(NoCertificate::Unfinished(Stop::Memory)));
    assert_eq!(finish(1_000_000), None);
}

/// A search whose time is up writes no further proof, and leaves time for the last steps.
#[test]
fn the_last_steps_have_their_time() {
    let game = Hex::<1>::new("3x3".parse().expect("a size"));
    let claim = win(Player::Black);
    let mut search = expected_work(Patterns::<Hex<1>>::default());
    let mut line = Line::new(&game, game.start());
    let mut budget = Budget::unlimited().time(Duration::from_secs(3600));
    let Answer::Solved { verdict, best } = search.solve(&mut line, claim, &mut budget, &mut ())
    else {
        panic!("a small board")
    };
    let solution = Solution { claim, verdict, best };
    let mut write = |budget: &mut Budget| {
        let problem = Certificates.problem(&game, &game.start(), &[]).expect("a problem");
        let mut recorder = Recorder::new(problem, &[]);
        let mut hear = |_: &_| {};
        let mut searcher = Searcher::new(&mut search, budget, &mut hear);
        Certificates.write(&mut recorder, &mut searcher, &mut line, &solution, &[])
    };
    let before = budget.time_left().expect("a limit");
    assert_eq!(write(&mut budget), Ok(()));
    let after = budget.after_search().time_left().expect("a limit");
    let left = budget.time_left().expect("a limit");
    assert!(after <= before && left < after, "{left:?} of {after:?}");
    let mut over = Budget::unlimited().time(Duration::ZERO);
    assert_eq!(write(&mut over), Err(NoCertificate::Stopped(Stop::Time)));
}
