//! What a move did not change need not be looked at again: knowledge that is asked after a move
//! says what it would say if it were asked from scratch.

use crate::support::go::{for_every_board, go};
use andor_core::{Claim, Details, Game, Margin, Notation, Oracle, Player, SettledIn};
use andor_games::go::{Go, Move, Position, Rules};
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::UnconditionalTerritory;

/// Compares both ways to ask after every move of a position, for every claim that was not settled
/// before it; gives the number of claims that a move settled.
fn check(oracle: &impl Oracle<Go<1>>, game: &Go<1>, before: &Position<1>) -> u32 {
    let verdict = |settled: Option<SettledIn<Go<1>>>| settled.map(|settled| settled.verdict);
    let area = game.size().area() as i16;
    let mut moves = Vec::new();
    game.moves(before, &mut moves);
    let after: Vec<_> = moves.iter().map(|&mv| (mv, game.after(before, mv))).collect();
    let mut settled = 0;
    for at_least in (1 - area..=area).map(Margin) {
        for attacker in Player::BOTH {
            let claim = Claim { attacker, at_least };
            if oracle.settle(game, before, claim, Details::VERDICT).is_some() {
                continue;
            }
            for (mv, pos) in &after {
                let expected = verdict(oracle.settle(game, pos, claim, Details::VERDICT));
                let found = oracle.settle_after(game, before, pos, claim, Details::VERDICT);
                let found = verdict(found);
                assert_eq!(found, expected, "{claim:?} after {mv:?}\n{}", game.draw(pos));
                settled += u32::from(expected.is_some());
            }
        }
    }
    settled
}

/// With either player to move, after no pass, one, and two where the game goes on.
fn check_every_position(oracle: &impl Oracle<Go<1>>, size: &str, rules: Rules) {
    let game = go(size, rules);
    let mut settled = 0;
    for_every_board(&game, |board| {
        for player in Player::BOTH {
            let [black, white] = *board.both();
            let mut pos = game.set_up(black, white, player).expect("the same board");
            while !pos.is_over() {
                settled += check(oracle, &game, &pos);
                pos = game.after(&pos, Move::Pass);
            }
        }
    });
    assert!(settled > 100, "{size} {rules}: {settled} settled");
}

#[test]
fn after_every_move_of_every_position() {
    for (_, rules) in Rules::ALL {
        for size in ["5x1", "3x2"] {
            check_every_position(&UnconditionalLife, size, rules);
        }
    }
    check_every_position(&UnconditionalTerritory, "3x2", Rules::MIGOS);
    check_every_position(&UnconditionalTerritory, "4x2", Rules::MIGOS);
}

/// Larger boards, with kos that keep the game from ending.
#[test]
fn after_random_games() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut settled = 0;
    for size in ["4x3", "6x2", "5x5"] {
        let game = go(size, Rules::MIGOS);
        for _ in 0..60 {
            let mut pos = game.start();
            for _ in 0..50 {
                let mut moves = Vec::new();
                game.moves(&pos, &mut moves);
                if moves.is_empty() {
                    break;
                }
                settled += check(&UnconditionalTerritory, &game, &pos);
                settled += check(&UnconditionalLife, &game, &pos);
                let pass = rng.u8(..4) == 0;
                let mv = if pass { Move::Pass } else { moves[rng.usize(..moves.len())] };
                pos = game.after(&pos, mv);
            }
        }
    }
    assert!(settled > 1000, "{settled} settled");
}
