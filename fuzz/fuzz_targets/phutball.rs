//! Fuzz target for drawn boards and moves of Phutball: any text gives a value or an error, and a
//! value is written and read again the same.
//!
//! The first two bytes choose the size of the board. The lines before an empty line are the
//! picture, the words after it are moves.

#![no_main]

use andor_core::{Game, Notation};
use andor_games::phutball::Phutball;
use andor_games::size::Size;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [columns, rows, rest @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(rest);
    let size = Size::new(columns % 9 + 3, rows % 9 + 3).expect("a possible size");
    let game = Phutball::<2>::new(size);
    let (picture, moves) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut pos = game.parse_position(picture).unwrap_or_else(|_| game.start());
    for text in moves.split_whitespace() {
        let drawn = game.draw(&pos);
        assert_eq!(game.parse_position(&drawn).as_ref(), Ok(&pos), "{drawn}");
        let Ok(mv) = game.parse_move(&pos, text) else { continue };
        assert_eq!(game.parse_move(&pos, &game.move_text(mv)), Ok(mv));
        game.play(&mut pos, mv);
    }
});
