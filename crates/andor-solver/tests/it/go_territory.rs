//! Unconditional territory agrees with a search that knows nothing of it.

use andor_core::{Claim, Game, Margin, Notation, Player, Repetition, Verdict};
use andor_games::go::{Go, Position, Rules};
use andor_games::points::Points;
use andor_guess::AtAGlance;
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::UnconditionalTerritory;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::memory::Transpositions;
use andor_search::{Budget, Line, Search};

/// What the search says, if it can within a limit.
fn searched(line: &mut Line<'_, Go<1>>, claim: Claim) -> Option<Verdict> {
    let mut budget = Budget::unlimited().nodes(40_000);
    let answer = match line.game().repetition() {
        Repetition::Forbidden => {
            let memory = Transpositions::<Go<1>>::default();
            let mut search = AlphaBeta::new((), AtAGlance).with_memory(memory);
            search.solve(line, claim, &mut budget, &mut ())
        }
        _ => AlphaBeta::new((), AtAGlance).solve(line, claim, &mut budget, &mut ()),
    };
    answer.verdict()
}

/// A random position in which one side has most of the stones, so that something may be settled.
fn random_position(game: &Go<1>, rng: &mut fastrand::Rng) -> Option<Position<1>> {
    let mut stones = [Points::EMPTY; 2];
    let strong = rng.usize(..2);
    for point in game.size().points() {
        match rng.u8(..10) {
            0..=4 => stones[strong].insert(point),
            5 => stones[1 - strong].insert(point),
            6 if rng.bool() => stones[1 - strong].insert(point),
            _ => {}
        }
    }
    let to_move = Player::BOTH[rng.usize(..2)];
    game.set_up(stones[0], stones[1], to_move).ok()
}

/// On set-up positions and on those that a few random moves lead to, for claims that only the
/// territory settles.
#[test]
fn search_agrees() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let mut rng = fastrand::Rng::with_seed(3);
    for size in ["2x5", "3x4", "4x3", "2x6", "3x5", "4x4"] {
        for rules in [
            "migos",
            "migos,atari=alive,cycle=white",
            "chinese",
            "basic-ko,cycle=black",
            "psk",
            "ssk",
            "nssk",
        ] {
            let rules: Rules = rules.parse().expect("rules");
            let game = Go::<1>::new(size.parse().expect("a size"), rules);
            let area = game.size().area() as i16;
            let (mut checked, mut unknown) = (0, 0);
            let wanted = if slow { 1000 } else { 40 };
            while checked + unknown < wanted {
                let Some(start) = random_position(&game, &mut rng) else { continue };
                let attacker = Player::BOTH[rng.usize(..2)];
                let claim = Claim { attacker, at_least: Margin(rng.i16(-area..=area)) };
                let mut line = Line::new(&game, start);
                for _ in 0..4 {
                    if line.outcome().is_some()
                        || UnconditionalLife.why(&game, line.position(), claim).is_some()
                    {
                        break;
                    }
                    let settled = UnconditionalTerritory.why(&game, line.position(), claim);
                    if let Some((verdict, _)) = settled {
                        match searched(&mut line, claim) {
                            Some(found) => {
                                let picture = game.draw(line.position());
                                assert_eq!(found, verdict, "{rules} {claim:?}\n{picture}");
                                checked += 1;
                            }
                            None => unknown += 1,
                        }
                        break;
                    }
                    let mut moves = Vec::new();
                    line.moves(&mut moves);
                    line.play(moves[rng.usize(..moves.len())]);
                }
            }
            eprintln!("{size} {rules}: {checked} checked, {unknown} too hard");
            assert!(checked > unknown, "{size} {rules}: {checked} checked, {unknown} too hard");
        }
    }
}

/// Elsewhere it says nothing.
#[test]
fn it_keeps_to_its_conditions() {
    let picture = ". X . X . .\nX X X X . .\nwhite to move";
    for (rules, expected) in
        [("migos", true), ("psk", true), ("chinese", true), ("tromp-taylor", false)]
    {
        let game = Go::<1>::new("6x2".parse().expect("a size"), rules.parse().expect("rules"));
        let pos = game.parse_position(picture).expect("a position");
        let claim = Claim { attacker: Player::Black, at_least: Margin(12) };
        let settled = UnconditionalTerritory.why(&game, &pos, claim).is_some();
        assert_eq!(settled, expected, "{rules}");
    }
}
