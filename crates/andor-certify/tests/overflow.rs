//! A certificate that does not fit in its memory goes to temporary files and is the same.

use andor_certify::{
    Certificates, Certified, Certifier, NoCertificate, Overflow, Recorder, Scratch, Searcher,
    Solution,
};
use andor_core::{Claim, Margin, Player};
use andor_games::go::{Go, Rules};
use andor_games::hex::Hex;
use andor_games::killall::{Killall, KoRule};
use andor_games::toy::mnk::Mnk;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::memory::{Memory, Patterns, Transpositions};
use andor_search::{Answer, Budget, Line, Search, Stop};
use std::io::{self, Cursor};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Opened = io::Result<Box<dyn Scratch>>;

/// The certificate of the start of a game, and of its moves, within this memory.
fn certificate<G: Certified + Playout>(
    game: &G,
    claim: Claim,
    memory: impl Memory<G> + 'static,
    limits: Option<(usize, Overflow)>,
) -> Result<Vec<u8>, NoCertificate> {
    let first_work = FirstWork::Exponential { rate: 0.9, bend: 0.7 };
    let playouts = Playouts::new(32, 0.6, first_work, 1);
    let mut search = ExpectedWork::new((), playouts, memory, expected_work::Options::default());
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
        let mut searcher = Searcher::new(&mut search, &mut budget, &mut hear);
        let solution = Solution { claim, verdict, best };
        let moves = Vec::from_iter(mv);
        Certificates.write(&mut recorder, &mut searcher, &mut line, &solution, &moves)?;
        mv.into_iter().for_each(|_| line.undo());
    }
    let mut bytes = Vec::new();
    recorder.finish()?.write(&mut bytes, None).expect("memory");
    Ok(bytes)
}

/// Writes a certificate without limits; with less and less memory, so that entries go to a file, until the writing
/// stops; and with a file that cannot be opened.
fn check<G: Certified + Playout, M: Memory<G> + 'static>(
    name: &str,
    game: &G,
    claim: Claim,
    memory: impl Fn() -> M,
) {
    let whole = certificate(game, claim, memory(), None).expect("a certificate");
    let checked = andor_checker::check(&whole, &andor_checker::Options::default());
    checked.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let opened = Arc::new(AtomicUsize::new(0));
    let count = opened.clone();
    let files = Overflow::to(move || -> Opened {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Cursor::new(Vec::new())))
    });
    let none = Overflow::to(|| -> Opened { Err(io::Error::other("no place")) });
    let mut limit = 1 << 26;
    let stopped = loop {
        match certificate(game, claim, memory(), Some((limit, files.clone()))) {
            Ok(bytes) => assert!(bytes == whole, "{name}: {limit} bytes"),
            Err(stopped) => break stopped,
        }
        if opened.load(Ordering::Relaxed) > 0 {
            let failed = certificate(game, claim, memory(), Some((limit, none.clone())));
            assert_eq!(failed, Err(NoCertificate::File("no place".into())), "{name}: {limit}");
        }
        limit /= 2;
    };
    assert_eq!(stopped, NoCertificate::Stopped(Stop::Memory), "{name}: {limit} bytes");
    assert!(opened.load(Ordering::Relaxed) > 0, "{name}: no file");
}

fn win(attacker: Player) -> Claim {
    Claim { attacker, at_least: Margin(1) }
}

#[test]
fn lines_of_play() {
    let game = Mnk::new("4x4".parse().expect("a size"), 4);
    check("m,n,k", &game, win(Player::White), Transpositions::<Mnk>::default);
}

#[test]
fn patterns() {
    let game = Hex::<1>::new("5x5".parse().expect("a size"));
    check("hex", &game, win(Player::Black), Patterns::<Hex<1>>::default);
}

#[test]
fn lines_and_graphs_of_go() {
    for rules in ["psk", "chinese"] {
        let rules: Rules = rules.parse().expect("rules");
        let game = Go::<1>::new("2x3".parse().expect("a size"), rules);
        check(&format!("{rules:?}"), &game, win(Player::Black), Transpositions::<Go<1>>::default);
    }
}

#[test]
fn graphs_of_killall() {
    let game = Killall::new("2x3".parse().expect("a size"), KoRule::Basic);
    check("killall", &game, win(Player::Black), Transpositions::<Killall>::default);
}
