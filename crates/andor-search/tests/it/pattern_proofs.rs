//! Proofs by patterns hold, and are small.

use andor_core::{Claim, Game, Monotone, Player, PointSet, Verdict};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Points;
use andor_games::size::Size;
use andor_guess::{FirstWork, Playouts};
use andor_search::expected_work::{ExpectedWork, LookAhead, Options};
use andor_search::memory::{PatternProof, Patterns};
use andor_search::{Budget, Line, Search, SearchProof};

fn set(points: &[usize]) -> Points<1> {
    points.iter().fold(Points::NOTHING, |set, &point| set | Points::of(point))
}

/// Checks a proof by its own definition.
fn check(hex: &Hex<1>, pos: &HexPosition<1>, winner: Player, proof: &PatternProof) {
    for (number, step) in proof.steps.iter().enumerate() {
        let (zone, need) = (set(&step.zone), set(&step.need));
        assert!(need.is_subset(&zone));
        if step.answers.is_empty() {
            assert_eq!(hex.winning_zone(winner, need) - need, Points::NOTHING);
            continue;
        }
        let mut spoilt = zone - need;
        for &(stone, next) in &step.answers {
            assert!(next < number, "a step leads to a later one");
            let stone = Points::of(stone);
            let (next_zone, next_need) =
                (set(&proof.steps[next].zone), set(&proof.steps[next].need));
            assert!(next_need.is_subset(&(need | stone)) && next_zone.is_subset(&zone));
            assert!(stone.is_subset(&(zone - need)));
            spoilt &= next_zone | stone;
        }
        assert!(spoilt.is_empty(), "step {number} is spoilt by {spoilt:?}");
    }
    let first = proof.first.map_or(Points::NOTHING, Points::of);
    let (zone, need) = (set(&proof.steps[proof.root].zone), set(&proof.steps[proof.root].need));
    assert!(need.is_subset(&(pos.stones(winner) | first)));
    assert!(!zone.meets(&pos.stones(winner.other())));
    assert!(first.is_subset(&hex.empty(pos)));
    assert_eq!(proof.first.is_some(), hex.to_move(pos) == winner && hex.outcome(pos).is_none());
}

fn proof(hex: &Hex<1>, pos: &HexPosition<1>, seed: u64) -> PatternProof {
    let first_work = FirstWork::Exponential { rate: 0.9, bend: 0.7 };
    let options = Options { look_ahead: LookAhead::Replies, ..Options::default() };
    let playouts = Playouts::new(256, 0.6, first_work, seed);
    let mut search = ExpectedWork::new((), playouts, Patterns::<Hex<1>>::default(), options);
    let mut line = Line::new(hex, pos.clone());
    let claim = Claim::win(Player::Black);
    let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    let verdict = answer.verdict().expect("solved");
    let Some(SearchProof::Patterns(proof)) = search.proof(&mut line, claim, verdict) else {
        panic!("no proof by patterns of {pos:?}");
    };
    check(hex, pos, verdict.winner(claim), &proof);
    assert!(matches!(verdict, Verdict::Proven | Verdict::Disproven));
    proof
}

#[test]
fn empty_boards() {
    for (side, most) in [(1, 1), (2, 10), (3, 60), (4, 400), (5, 5_000)] {
        let hex = Hex::<1>::new(Size::new(side, side).expect("possible size"));
        for seed in 1..=3 {
            let steps = proof(&hex, &hex.start(), seed).steps.len();
            assert!(steps <= most, "{side}x{side} takes {steps} steps");
        }
    }
}

#[test]
fn positions_of_random_games() {
    for (columns, rows) in [(3, 3), (4, 4), (5, 3)] {
        let hex = Hex::<1>::new(Size::new(columns, rows).expect("possible size"));
        andor_core::laws::walk(&hex, 20, 5, |pos| {
            proof(&hex, pos, 1);
        });
    }
}
