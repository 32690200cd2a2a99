//! Split positions of Hex against brute force.

use crate::support::hex_values::{Searcher, Stones, Values, Winner};
use andor_core::{Game, Notation, Player};
use andor_games::hex::Hex;
use andor_games::size::Size;
use andor_knowledge::hex::split::Split;

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

/// Says what the parts say about the whole, if the position splits, and compares.
fn check(hex: &Hex<1>, stones: Stones, truth: &mut impl Winner) -> bool {
    if hex.outcome(&hex.set_up(stones, Player::Black)).is_some() {
        return false;
    }
    let Some(split) = Split::find(hex, stones) else { return false };
    let owner = split.owner;
    assert!(!split.parts[0].meets(&split.parts[1]));
    let mut wins =
        |part: usize, to_move: Player| truth.winner(split.alone(part, stones), to_move) == owner;
    let second = [wins(0, owner.other()), wins(1, owner.other())];
    let first = [wins(0, owner), wins(1, owner)];
    let holds_both = second[0] && second[1];
    let takes_one = first[0] && second[1] || second[0] && first[1];
    assert_eq!(truth.winner(stones, owner.other()) == owner, holds_both, "{stones:?}");
    assert_eq!(truth.winner(stones, owner) == owner, takes_one, "{stones:?}");
    true
}

#[test]
fn the_parts_tell_about_the_whole() {
    for (columns, rows) in [(3, 3), (2, 5), (5, 2), (3, 4), (4, 3)] {
        let mut values = Values::new(size(columns, rows));
        let hex = values.hex.clone();
        let split = (0..values.len()).filter(|&i| check(&hex, values.stones(i), &mut values));
        assert!(split.count() > 100, "{columns}x{rows}");
    }
}

/// Walls across 5x5 with random stones on both sides.
#[test]
fn random_walls_on_5x5() {
    let mut searcher = Searcher::new(size(5, 5));
    let hex = searcher.hex.clone();
    let mut rng = fastrand::Rng::with_seed(2);
    let mut count = 0;
    while count < 100 {
        let side = hex.size();
        let mut stones = Stones::default();
        let owner = Player::BOTH[rng.usize(..2)];
        // A wall of the owner's in the middle of the board, with a step in it.
        let step = rng.u8(..5);
        for i in 0..5 {
            let j = if i < step { 2 } else { 1 };
            let (column, row) = if owner == Player::Black { (i, j) } else { (j, i) };
            stones[owner.index()].insert(side.point(column, row));
        }
        for point in hex.board() - stones[owner.index()] {
            if rng.bool() {
                stones[rng.usize(..2)].insert(point);
            }
        }
        count += usize::from(check(&hex, stones, &mut searcher));
    }
}

#[test]
fn a_drawn_position_splits() {
    let hex = Hex::<1>::new(size(4, 4));
    let drawn = ". . . .\n . X X X\n  X . . .\n   . . O .";
    let pos = hex.parse_position(drawn).expect("a picture");
    let split = Split::find(&hex, Player::both(|player| pos.stones(player))).expect("a split");
    assert_eq!(split.owner, Player::Black);
    assert_eq!(split.parts.map(|part| part.len()), [5, 6]);
}
