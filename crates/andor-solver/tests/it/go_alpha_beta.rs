//! Alpha-beta with all that it knows and keeps agrees with brute force on the smallest boards, from
//! every position and for every claim.

use crate::support::brute_force::BruteForce;
use andor_core::{Claim, Game, Margin, Notation, Player, Symmetry};
use andor_games::go::{Go, Ko, Position, Rules};
use andor_games::points::Points;
use andor_guess::AtAGlance;
use andor_knowledge::go::GoKnowledge;
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::{Budget, Line, Search};

/// Nodes after which brute force gives up.
const MOST_NODES: u64 = 2_000;

/// All positions of a board, one of each class.
fn positions(game: &Go<1>) -> Vec<Position<1>> {
    let area = game.size().area() as u32;
    let mut out = Vec::new();
    for code in 0..3_usize.pow(area) {
        let colour = |point: u32| code / 3_usize.pow(point) % 3;
        let set = |wanted| (0..area).filter(|&p| colour(p) == wanted).map(|p| 1 << p).sum();
        for player in Player::BOTH {
            let set_up = game.set_up(Points([set(1)]), Points([set(2)]), player);
            out.extend(set_up.ok().filter(|pos| game.class(pos).symmetry == Symmetry::IDENTITY));
        }
    }
    out
}

/// Each search answers the claims of one attacker on all positions, so that it meets what it kept
/// of one when it is at another.
fn check(size: &str, rules: Rules, enough: u32) {
    let game = Go::<1>::new(size.parse().expect("a size"), rules);
    let area = game.size().area() as i16;
    let territory = territory::applies(&game).then_some(UnconditionalTerritory);
    let knowledge = GoKnowledge { territory, life: Some(UnconditionalLife) };
    let (mut checked, mut gave_up) = (0, 0);
    for attacker in Player::BOTH {
        let mut search = AlphaBeta::new(knowledge, AtAGlance);
        for pos in positions(&game) {
            for at_least in (1 - area..=area).map(Margin) {
                let claim = Claim { attacker, at_least };
                let mut force = BruteForce::new(&game, &pos);
                force.most_nodes = MOST_NODES;
                let Some(expected) = force.verdict_by_deepening(&pos, claim) else {
                    gave_up += 1;
                    continue;
                };
                let mut line = Line::new(&game, pos.clone());
                let found = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
                assert_eq!(
                    found.verdict(),
                    Some(expected),
                    "{rules} {claim:?}\n{}",
                    game.draw(&pos)
                );
                checked += 1;
            }
        }
    }
    eprintln!("{size} {rules}: {checked} checked, {gave_up} too hard");
    assert!(checked >= enough, "{size} {rules}: {checked} checked, {gave_up} too hard");
}

/// Under every rule set with basic ko, where facts are kept and the knowledge of territory speaks.
#[test]
fn brute_force_agrees() {
    let options = [
        "migos,atari=alive",
        "migos,cycle=black",
        "migos,atari=dead,cycle=white",
        "basic-ko-suicide,cycle=black",
        "basic-ko-suicide,cycle=white",
    ];
    let further = options.map(|text| text.parse().expect("rules"));
    let named = Rules::ALL.into_iter().map(|(_, rules)| rules);
    for rules in named.filter(|rules| rules.ko == Ko::Basic).chain(further) {
        check("3x1", rules, 100);
        check("4x1", rules, 300);
        check("2x2", rules, 100);
        check("5x1", rules, 300);
        check("3x2", rules, 300);
    }
}
