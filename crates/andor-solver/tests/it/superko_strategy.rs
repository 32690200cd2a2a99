//! The table of the positions of a strategy under superko.

use andor_core::Key;
use andor_core::KeySource;
use andor_solver::tested::{Name, Strategy};
use rustc_hash::FxHashMap;

/// A random run of calls against a map.
#[test]
fn it_keeps_what_was_entered() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut source = KeySource::new(9);
    let boards: Vec<Key> = (0..50_000).map(|_| source.next_key()).collect();
    let mut strategy = Strategy::new(1 << 24);
    let mut all: FxHashMap<Name, (Option<u16>, bool)> = FxHashMap::default();
    for round in 0..3 {
        for _ in 0..100_000 {
            let board = boards[rng.usize(..boards.len())];
            let name = Name { board, rest: rng.u16(..5) };
            let before = all.get(&name).copied();
            assert_eq!(strategy.enter(name), Some(before.is_none_or(|(_, counts)| !counts)));
            let mv = if rng.bool() { Some(rng.u16(..362)) } else { None };
            strategy.set_move(name, mv);
            all.insert(name, (mv, true));
        }
        assert_eq!(strategy.positions(), all.len());
        for board in &boards {
            for rest in 0..5 {
                let found = strategy.find(Name { board: *board, rest }).map(|entry| entry.mv);
                let known = all.get(&Name { board: *board, rest });
                assert_eq!(found, known.filter(|(_, counts)| *counts).map(|(mv, _)| *mv));
            }
        }
        if round < 2 {
            strategy.start_again();
            all.values_mut().for_each(|(_, counts)| *counts = false);
        }
    }
    for (i, board) in boards.iter().enumerate() {
        strategy.set_order(*board, i as u32 + 1);
        // A position that comes later finds the place of its board.
        strategy.enter(Name { board: *board, rest: 7 });
    }
    for (i, board) in boards.iter().enumerate() {
        let known = all.contains_key(&Name { board: *board, rest: 0 });
        let expected = if known { i as u32 + 1 } else { strategy.order(*board) };
        assert!(strategy.with_board(*board).all(|entry| entry.order == expected));
    }
}

#[test]
fn it_keeps_to_its_room() {
    let mut source = KeySource::new(4);
    let mut strategy = Strategy::new(1 << 21);
    let mut entered = 0;
    while strategy.enter(Name { board: source.next_key(), rest: 0 }) == Some(true) {
        entered += 1;
    }
    assert!(strategy.bytes() <= 1 << 21 && entered > 1 << 16, "{entered}");
}
