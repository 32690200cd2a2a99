//! Lessons from proofs: against searches that look at everything.

use andor_core::{Claim, Game, Player, Verdict};
use andor_games::toy::mnk::Mnk;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{Common, Dfpn, Options};
use andor_search::memory::Transpositions;
use andor_search::{Budget, Line, Search};
use andor_solver::Settings;
use andor_solver::tested::{Sizes, lessons};

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
    let mut sizes = Sizes::new(&game, claim);
    let mut line = Line::new(&game, start.clone());
    let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut sizes);
    assert_eq!(answer.verdict(), Some(Verdict::Proven));
    assert!(sizes.lessons.len() > 10);
    let (mut equal, mut larger) = (0, 0);
    for lesson in sizes.lessons.values() {
        let (winner, least) = brute(&game, &lesson.position, claim);
        assert_eq!(lesson.winner, winner, "{lesson:?}");
        assert!(lesson.size >= least.min(2.0), "{lesson:?}: {least}");
        if lesson.size == least {
            equal += 1;
        } else {
            larger += 1;
        }
        if let Some(best) = lesson.best {
            let after = brute(&game, &game.after(&lesson.position, best), claim);
            assert_eq!((after.0, game.to_move(&lesson.position)), (winner, winner));
        }
    }
    assert!(equal > larger, "{equal} smallest proofs, {larger} others");
    let root = &sizes.lessons[&game.class(&start).key];
    assert!(root.size >= brute(&game, &start, claim).1 && root.size < 300.0, "{}", root.size);
}

#[test]
fn lessons_agree_with_the_plain_search() {
    let game = Mnk::new("4x3".parse().expect("a size"), 3);
    let settings = Settings { nodes: Some(300), memory: 1 << 26, ..Settings::default() };
    let (mut count, mut settled) = (0, 0);
    for seed in 0..30 {
        let found = lessons(&game, "mnk", &settings, game.start(), 7, seed);
        let (found, is_settled) = found.expect("lessons");
        settled += usize::from(is_settled);
        for lesson in found.iter().take(20) {
            let mut line = Line::new(&game, lesson.position.clone());
            let answer = DepthFirst::default().solve(
                &mut line,
                lesson.claim,
                &mut Budget::unlimited(),
                &mut (),
            );
            let winner = answer.verdict().map(|verdict| verdict.winner(lesson.claim));
            assert_eq!(winner, Some(lesson.winner), "{lesson:?}");
            count += 1;
        }
    }
    assert!(count > 100 && settled > 10, "{count} lessons, {settled} positions");
}
