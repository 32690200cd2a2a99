//! Fuzz target for HexWorld links: any text gives a link or an error, and a link is written and
//! read again the same.

#![no_main]

use andor_games::notation::hexworld::Link;
use andor_games::notation::sgf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(link) = text.parse::<Link>() else { return };
    let again: Link = link.to_string().parse().expect("what was written can be read");
    assert_eq!(again, link);
    let made = Link::new(link.size(), link.moves().to_vec(), link.future().to_vec());
    assert_eq!(made.as_ref(), Ok(&link));

    let record = link.record();
    let written = sgf::write_record(&record).expect("a game of Hex can be written");
    let read = sgf::parse_record(&written).expect("what was written can be read").record;
    assert_eq!(read.moves, record.moves);
    assert_eq!(read.board(usize::MAX), record.board(usize::MAX));
});
