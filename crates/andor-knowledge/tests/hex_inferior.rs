//! Inferior cells of Hex against brute force.

#[path = "support/hex_values.rs"]
mod hex_values;

use andor_core::Player;
use andor_games::points::Points;
use andor_games::size::Size;
use andor_knowledge::hex::inferior::lemma::{Lemma, TABLE};
use andor_knowledge::hex::inferior::shape::Shape;
use andor_knowledge::hex::inferior::{Inferior, generate};
use hex_values::Values;

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

/// What the sweeps counted, so that a test of nothing is seen.
#[derive(Default, Debug)]
struct Counts {
    positions: usize,
    filled: usize,
    dropped: usize,
}

/// Every step of the fill-in keeps both values, and every position with a winning move keeps one.
fn check(knowledge: &Inferior<1>, values: &Values, stones: [Points<1>; 2], counts: &mut Counts) {
    let mut now = stones;
    let both = values.both(stones);
    let filled = knowledge.fill_and_tell(stones, |step| {
        let fill = step.stones[0] | step.stones[1];
        assert!(!step.stones[0].meets(&step.stones[1]) && fill.is_subset(&step.carrier));
        assert!(!step.carrier.meets(&(now[0] | now[1])), "{stones:?}: {step:?}");
        now = [now[0] | step.stones[0], now[1] | step.stones[1]];
        counts.filled += fill.len() as usize;
        assert_eq!(values.both(now), both, "{stones:?}: {step:?}");
    });
    assert_eq!(now, filled);
    assert_eq!(knowledge.fill(filled), filled, "nothing is left to fill");
    for stones in [stones, filled] {
        for player in Player::BOTH {
            let kept = knowledge.consider(stones, player);
            let empty = values.hex().board() - (stones[0] | stones[1]);
            assert!(kept.is_subset(&empty));
            counts.dropped += (empty - kept).len() as usize;
            let wins = |point| {
                let mut next = stones;
                next[player.index()].insert(point);
                values.winner(next, player.other()) == player
            };
            if values.winner(stones, player) == player && values.is_going_on(stones) {
                assert!(kept.iter().any(wins), "{stones:?}, {player} to move, kept {kept:?}");
            }
        }
    }
    counts.positions += 1;
}

fn sweep(size: Size, positions: impl Fn(&Values) -> Vec<usize>) {
    let values = Values::new(size);
    let knowledge = Inferior::new(values.hex());
    let mut counts = Counts::default();
    for index in positions(&values) {
        check(&knowledge, &values, values.stones(index), &mut counts);
    }
    eprintln!("{size}: {counts:?}");
}

#[test]
fn all_positions_of_tiny_boards() {
    for (columns, rows) in [(1, 1), (1, 5), (5, 1), (2, 2), (2, 4), (3, 3), (4, 2), (3, 4), (4, 3)]
    {
        sweep(size(columns, rows), |values| (0..values.len()).collect());
    }
}

#[test]
fn a_sample_of_4x4() {
    sweep(size(4, 4), |values| {
        let mut rng = fastrand::Rng::with_seed(3);
        (0..100_000).map(|_| rng.usize(..values.len())).collect()
    });
}

/// The table is what the program finds, and every line of it is proven by the definition alone.
#[test]
fn the_table_is_complete_and_true() {
    let shapes = Shape::all();
    assert_eq!(Lemma::table(&generate::lemmas(&shapes), &shapes), TABLE);
    let lemmas = Lemma::parse_table(TABLE, &shapes).expect("a table");
    for lemma in &lemmas {
        assert!(lemma.is_true(&shapes), "{}", lemma.line(&shapes));
    }
}

/// A lemma with less known of its ring, or with the wrong colour, is refused.
#[test]
fn lemmas_that_say_too_much_are_refused() {
    let shapes = Shape::all();
    let check = |line: &str, expected: bool| {
        let lemmas = Lemma::parse_table(line, &shapes).expect("a lemma");
        assert_eq!(lemmas[0].is_true(&shapes), expected, "{line}");
    };
    check("1 ..XXXX fill O", true);
    check("1 ...XXX fill O", false);
    check("2 ..XXX.X. fill XX", true);
    check("2 ..XXX.X. fill OO", false);
    check("2 ..XXX... fill XX", false);
    check("2 .....XXX drop 2 by 1", true);
    check("2 .....XXX drop 1 by 2", false);
    check("2 .....OOO drop 2 for 1", true);
    check("2 .....OOO drop 1 for 2", false);
}
