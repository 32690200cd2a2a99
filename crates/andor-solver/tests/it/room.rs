//! The division of the memory.

use andor_solver::Room;

#[test]
fn a_quarter_of_the_memory_is_for_the_certificate() {
    let room = Room::new(1 << 30, 2);
    assert_eq!((room.searching(), room.of_a_thread()), (1 << 30, 1 << 29));
    let with = room.with_certificate();
    assert_eq!((with.searching(), with.of_a_thread()), (3 << 28, 3 << 27));
    assert_eq!((room.certificate(), with.certificate()), (0, 1 << 28));
}

/// No part is larger than what it is a part of.
#[test]
fn parts_fit_into_the_whole() {
    for whole in [0, 1, 1 << 20, (1 << 34) + 7] {
        let room = Room::new(whole, 3).with_certificate();
        assert!(room.numbers() + room.solved() <= room.searching());
        assert!(room.of_a_thread() * room.threads() <= room.searching());
        let beside = Room::beside_strategies(room.searching());
        assert_eq!(beside + room.strategies(), room.searching());
    }
}
