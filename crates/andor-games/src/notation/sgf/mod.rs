//! The Smart Game Format, `FF[4]`, in two layers.
//!
//! The lower layer ([`parse_trees`], [`write_trees`]) knows brackets, escapes and variations, and
//! keeps every property of every game. The upper layer ([`parse_record`], [`write_record`]) takes
//! from a tree what a [`Record`](super::record::Record) holds, and [`parse_variations`] and
//! [`write_variations`] do so with all variations. Errors begin with the place, `LINE:COLUMN`, both
//! counted from 1, the column in characters.
//!
//! Files in old encodings may be read by `String::from_utf8_lossy`: beyond ASCII there are only
//! names and comments.
//!
//! ```
//! use andor_games::notation::sgf;
//!
//! let record = sgf::parse_record("(;GM[11]SZ[5];B[c3];W[swap-pieces];B[b4])").unwrap().record;
//! assert_eq!(record.moves.len(), 3);
//!
//! let error = sgf::parse_record("(;GM[11]SZ[5]\n;B[c6])").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "2:4: point \"c6\": outside the 5x5 board; expected a letter and a number from a1 to e5"
//! );
//! ```
//!
//! This reader is our own because its errors must name the place, and because files from strangers
//! must not exhaust the stack: nothing in this module recurses.

mod moves;
mod record_reader;
mod record_writer;
pub mod tree;
mod tree_reader;
mod tree_writer;
mod variations;

pub use record_reader::{Reading, parse_game, parse_record, parse_records, parse_variations};
pub use record_writer::write_record;
pub use tree_reader::parse_trees;
pub use tree_writer::write_trees;
pub use variations::{Note, Variation, write_variations};

/// The line and the column of a byte, as errors name them: `3:14`.
///
/// Lines end with LF, CR, or both in either order, as the format has it.
pub fn place(text: &str, offset: usize) -> String {
    places(text, [offset]).next().unwrap_or_default()
}

/// The same for many bytes, in one pass through the text; the offsets must not descend.
pub fn places(
    text: &str,
    offsets: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = String> {
    let mut letters = text.char_indices().peekable();
    letters.next_if(|&(_, letter)| letter == '\u{feff}');
    let (mut line, mut column) = (1, 1);
    // The second half of a line break of two letters.
    let mut half = None;
    offsets.into_iter().map(move |offset| {
        while let Some((at, letter)) = letters.next_if(|&(at, l)| at + l.len_utf8() <= offset) {
            match letter {
                _ if half == Some((at, letter)) => half = None,
                '\n' | '\r' => {
                    half = Some((at + 1, if letter == '\n' { '\r' } else { '\n' }));
                    (line, column) = (line + 1, 1);
                }
                _ => column += 1,
            }
        }
        format!("{line}:{column}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        for (text, offset, expected) in [
            ("", 0, "1:1"),
            ("abc", 2, "1:3"),
            ("abc", 99, "1:4"),
            ("a\nb", 2, "2:1"),
            ("a\r\nb\r\n", 4, "2:2"),
            ("a\n\nb\rc", 5, "4:1"),
            ("a\n\rb", 3, "2:1"),
            ("äöb", 4, "1:3"),
            ("ä", 1, "1:1"),
            ("\u{feff}ab", 4, "1:2"),
        ] {
            assert_eq!(place(text, offset), expected, "{text:?} {offset}");
        }
    }
}
