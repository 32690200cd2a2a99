//! The work of several threads on the moves of a position: who takes which, and what is written.

use andor_certify::{NoCertificate, Recorder};
use andor_search::Stop;
use andor_solver::Proof;
use andor_solver::tested::{Proofs, Shares};

fn taken(shares: &Shares) -> Option<usize> {
    shares.take().map(|share| share.number)
}

/// A limit that strikes while a proof is written keeps the proofs written before. A proof that
/// cannot be written at all discards them.
#[test]
fn what_was_written_stays() {
    let problem = andor_checker::Problem {
        game: andor_checker::Game::Hex,
        columns: 1,
        rows: 1,
        board: vec![None],
        to_move: andor_checker::Player::Black,
        moves: Vec::new(),
        roots: Vec::new(),
    };
    let mut proofs = Proofs { written: Some(Ok(Recorder::new(problem, &[]))), stop: None };
    proofs.add("a1".into(), |_| Ok(()));
    assert_eq!(proofs.stop, None);
    proofs.add("b1".into(), |_| Err(NoCertificate::Stopped(Stop::Time)));
    assert!(matches!(proofs.written, Some(Ok(_))));
    assert_eq!(proofs.stop, Some(Stop::Time));
    assert!(!proofs.are_complete(Proof::Stored) && proofs.are_complete(Proof::None));
    assert!(!Proofs::default().are_complete(Proof::Stored), "nothing to write on");
    proofs.add("c1".into(), |_| Err(NoCertificate::Lost));
    let Some(Err(error)) = &proofs.written else { panic!("a proof is missing") };
    assert_eq!(error.to_string(), format!("after c1: {}", NoCertificate::Lost));
    proofs.add("d1".into(), |_| panic!("nothing is written any more"));
}

#[test]
fn who_finds_nothing_left_helps() {
    let shares = Shares::new([3, 5].into_iter());
    assert_eq!([taken(&shares), taken(&shares)], [Some(3), Some(5)]);
    // The third helps with the first; who is done first counts, and the other goes on.
    assert_eq!(taken(&shares), Some(3));
    assert!(shares.0[0].end(true));
    assert!(!shares.0[0].end(false));
    assert_eq!(taken(&shares), Some(5));
}

#[test]
fn the_last_to_give_up_counts() {
    let shares = Shares::new(std::iter::once(7));
    assert_eq!([taken(&shares), taken(&shares)], [Some(7), Some(7)]);
    assert!(!shares.0[0].end(false) && !shares.0[0].is_over());
    assert!(shares.0[0].end(false) && shares.0[0].is_over());
    assert_eq!(taken(&shares), None);
}
