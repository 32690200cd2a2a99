//! Opening books of Hex: read, written, and refused with the place of the mistake.

use andor_games::notation::coordinates::{Style, parse_point};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::games::hex::HexBook;

fn point(size: Size, text: &str) -> Point {
    parse_point(size, Style::Hex, text).expect("a point")
}

#[test]
fn books_are_read_and_written() {
    let text = "andor-hex-book 1\nboard 3x3\na1 white b2 4\nb1 0.25 c2 7\nb2 black a1 9\n";
    let book = HexBook::parse(text, "book").expect("a book");
    assert_eq!(book.to_string(), text);
    let size: Size = "3x3".parse().expect("a size");
    let opening = book.opening(size, point(size, "b3")).expect("a rotation");
    assert_eq!((opening.reply, opening.chance), (point(size, "a2"), 0.25));
    assert!(!opening.is_swapped());
    assert!(book.opening(size, point(size, "b2")).expect("an opening").is_swapped());
    assert_eq!(book.opening(size, point(size, "a2")), None);
    assert_eq!(book.fairest(size), Some(point(size, "b1")));
    assert_eq!(book.fairest("4x4".parse().expect("a size")), None);
    assert_eq!(HexBook::stones(size).count(), 5);
}

#[test]
fn broken_books_are_refused() {
    let check = |text: &str, place: &str, expected: &str| {
        let error = HexBook::parse(text, "book").expect_err(text).to_string();
        assert!(error.starts_with(place) && error.contains(expected), "{text:?}: {error}");
    };
    let head = "andor-hex-book 1\n";
    check("", "book", "andor-hex-book 1");
    check("# nothing\nboard 3x3\n", "book, line 2", "andor-hex-book 1");
    check("andor-hex-book 2\n", "book, line 1", "andor-hex-book 1");
    check(&format!("{head}a1 white b2 4\n"), "book, line 2", "board COLUMNSxROWS");
    check(&format!("{head}board 99x1\n"), "book, line 2", "board COLUMNSxROWS");
    let board = format!("{head}board 3x3\n");
    check(&format!("{board}a4 white b2 4\n"), "book, line 3", "points of the board");
    check(&format!("{board}a1 red b2 4\n"), "book, line 3", "black, white or a chance");
    check(&format!("{board}a1 NaN b2 4\n"), "book, line 3", "black, white or a chance");
    check(&format!("{board}a1 0.5 b2 -4\n"), "book, line 3", "a number of nodes");
    check(&format!("{board}a1 0.5 a1 4\n"), "book, line 3", "another point");
    check(&format!("{board}a1 0.5 b2\n"), "book, line 3", "STONE");
    check(&format!("{board}a1 0.5 b2 4\nc3 0.5 b2 4\n"), "book, line 4", "not there before");
}

/// Changed texts give an error or a book that is written and read again the same.
#[test]
fn changed_books_do_no_harm() {
    let text = "andor-hex-book 1\nboard 3x3 # small\na1 white b2 4\nb1 0.25 c2 7\nboard 19x2\ns1 black a1 99\n";
    let bits =
        ["board", "1x1", "19x19", "\n", " ", "#", "a1", "s19", "0.5", "-1", "é", "black", "1e9"];
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..rng.usize(1..4) {
            let place = rng.usize(..words.len());
            match rng.usize(..3) {
                0 => words[place] = bits[rng.usize(..bits.len())],
                1 => words.insert(place, bits[rng.usize(..bits.len())]),
                _ => words.truncate(place.max(1)),
            }
        }
        if let Ok(book) = HexBook::parse(&words.concat(), "book") {
            assert_eq!(HexBook::parse(&book.to_string(), "book"), Ok(book));
        }
    }
}

/// The book that comes with Andor can be read.
#[test]
fn the_usual_book_is_there() {
    let text = include_str!("../../data/hex-openings.txt");
    assert_eq!(HexBook::parse(text, "book").map(|book| &book == HexBook::usual()), Ok(true));
    let size: Size = "11x11".parse().expect("a size");
    assert!(HexBook::stones(size).all(|stone| HexBook::usual().opening(size, stone).is_some()));
}
