//! Solved positions and the sizes of their proofs: against searches that look at everything.

use andor_core::{Claim, Game, Player, Verdict};
use andor_games::any::{AnyGame, AnyPosition};
use andor_games::toy::mnk::Mnk;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{Common, Dfpn, Options};
use andor_search::memory::Transpositions;
use andor_search::{Budget, Line, Search};
use andor_solver::{Problem, Settings, Typed};
use andor_teach::tested::{ProofSizes, solved_positions};

/// The winner and the size of the smallest proof, by looking at everything.
fn brute(game: &Mnk, pos: &<Mnk as Game>::Position, claim: Claim) -> (Player, f64) {
    if let Some(outcome) = game.outcome(pos) {
        return (claim.judge(outcome).winner(claim), 1.0);
    }
    let (mover, mut moves) = (game.to_move(pos), Vec::new());
    game.moves(pos, &mut moves);
    let below = moves.iter().map(|&mv| brute(game, &game.after(pos, mv), claim));
    let below: Vec<(Player, f64)> = below.collect();
    let won = below.iter().filter(|(winner, _)| *winner == mover).map(|(_, size)| *size);
    match won.fold(f64::INFINITY, f64::min) {
        f64::INFINITY => (mover.other(), 1.0 + below.iter().map(|(_, size)| size).sum::<f64>()),
        least => (mover, 1.0 + least),
    }
}

/// Sizes of proofs are never smaller than the smallest proof, and the smallest one where one move
/// wins at once.
#[test]
fn sizes_are_those_of_proofs() {
    let game = Mnk::new("3x3".parse().expect("a size"), 3);
    let claim = Claim::win(Player::Black);
    let common = Common::new(1, 1 << 24);
    let memory = Transpositions::<Mnk>::default();
    let mut search = Dfpn::new((), (), memory, common, Options::default());
    let mut start = game.start();
    for number in [4, 1] {
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        game.play(&mut start, moves[number]);
    }
    let mut sizes = ProofSizes::new(&game, claim);
    let mut line = Line::new(&game, start.clone());
    let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut sizes);
    assert_eq!(answer.verdict(), Some(Verdict::Proven));
    assert!(sizes.positions.len() > 10);
    let (mut equal, mut larger) = (0, 0);
    for solved in sizes.positions.values() {
        let (winner, least) = brute(&game, &solved.position, claim);
        assert_eq!(solved.winner, winner, "{solved:?}");
        assert!(solved.size >= least.min(2.0), "{solved:?}: {least}");
        if solved.size == least {
            equal += 1;
        } else {
            larger += 1;
        }
        if let Some(best) = solved.best {
            let after = brute(&game, &game.after(&solved.position, best), claim);
            assert_eq!((after.0, game.to_move(&solved.position)), (winner, winner));
        }
    }
    assert!(equal > larger, "{equal} smallest proofs, {larger} others");
    let root = &sizes.positions[&game.class(&start).key];
    assert!(root.size >= brute(&game, &start, claim).1 && root.size < 300.0, "{}", root.size);
}

#[test]
fn solved_positions_agree_with_the_plain_search() {
    let problem: Problem = "mnk 4x3x3".parse().expect("a problem");
    let opened = problem.open().expect("a game");
    let typed = Typed::of(&*opened).expect("networks see the game");
    let AnyGame::Mnk(game) = typed.game() else { panic!("m,n,k") };
    let settings = Settings { nodes: Some(300), memory: 1 << 26, ..Settings::default() };
    let (mut count, mut settled) = (0, 0);
    for seed in 0..30 {
        let found = solved_positions(&typed, &settings, typed.game().start(), 7, seed);
        let (found, is_settled) = found.expect("solved positions");
        settled += usize::from(is_settled);
        for solved in found.iter().take(20) {
            let AnyPosition::Mnk(position) = &solved.position else { panic!("m,n,k") };
            let answer = DepthFirst::default().solve(
                &mut Line::new(game, position.clone()),
                solved.claim,
                &mut Budget::unlimited(),
                &mut (),
            );
            let winner = answer.verdict().map(|verdict| verdict.winner(solved.claim));
            assert_eq!(winner, Some(solved.winner), "{solved:?}");
            count += 1;
        }
    }
    assert!(count > 100 && settled > 10, "{count} solved positions, {settled} starts");
}
