//! Fuzz target for points and pictures: any text gives a value or an error, and a value is written
//! and read again the same.
//!
//! The first two bytes choose the size of the board.

#![no_main]

use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::picture;
use andor_games::size::Size;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [columns, rows, rest @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(rest);
    let _ = text.parse::<Size>().map(|size| assert_eq!(size.to_string().parse(), Ok(size)));
    let size = Size::new(columns % 19 + 1, rows % 19 + 1).expect("a possible size");
    for style in [Style::Go, Style::Hex] {
        if let Ok(point) = parse_point(size, style, &text) {
            let written = point_text(size, style, point);
            assert_eq!(parse_point(size, style, &written), Ok(point));
        }
    }
    let Ok(read) = picture::parse(size, &text) else { return };
    assert_eq!(read.stones.len(), size.area());
    for style in [Style::Go, Style::Hex] {
        let drawn = picture::draw(size, style, |point| read.stones[point.index()]);
        picture::colour(&drawn);
        let again = picture::parse(size, &drawn).expect("what was drawn can be read");
        assert_eq!(again.stones, read.stones);
        assert!(again.notes.is_empty());
    }
});
