//! Fuzz target for SGF: any text gives a list of game trees or an error, and trees, records and
//! variations are written and read again the same.

#![no_main]

use andor_games::notation::record::Record;
use andor_games::notation::sgf::{self, Variation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(trees) = sgf::parse_trees(&text) else { return };
    let written = sgf::write_trees(&trees);
    let again = sgf::parse_trees(&written).expect("what was written can be read");
    let bare = |trees: Vec<sgf::tree::Tree>| -> Vec<_> {
        trees.into_iter().map(sgf::tree::Tree::without_places).collect()
    };
    assert_eq!(bare(trees), bare(again));

    let Ok(reading) = sgf::parse_record(&text) else { return };
    for &offset in &reading.offsets {
        sgf::place(&text, offset);
    }
    let written = sgf::write_record(&reading.record).expect("what was read can be written");
    let again = sgf::parse_record(&written).expect("what was written can be read");
    assert_eq!(again.record, reading.record);

    let Ok((reading, note, moves)) = sgf::parse_variations(&text, Some(1)) else { return };
    let start = Record { moves: Vec::new(), ..reading.record };
    let Ok(written) = sgf::write_variations(&start, &note, &moves) else { return };
    // A variation without moves is not written, and the next one, whose moves nobody has tried, may
    // then be the main line.
    let Ok(again) = sgf::parse_variations(&written, None) else { return };
    let bare = |moves: Vec<Variation>| -> Vec<Variation> {
        moves.into_iter().map(|mv| Variation { offset: 0, ..mv }).collect()
    };
    assert_eq!((again.1, bare(again.2)), (note, bare(moves)), "{written}");
});
