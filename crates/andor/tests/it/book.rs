//! `andor book`, and books of openings in the engine of Hex.

use crate::support::{Run, answers, command, file, finished, solve};
use std::path::Path;

/// Runs `andor book` with these words and this file.
fn book(words: &str, file: &Path) -> Run {
    let words = words.split_whitespace();
    finished(command().arg("book").args(words).arg(file).output().expect("the command to start"))
}

/// Every opening of a small board is solved, rightly, and a book goes on where it was left.
#[test]
fn openings_are_solved() {
    let path = file("built-book.txt", "andor-hex-book 1\nboard 3x3\nb1 0.30 c1 7\n");
    let run = book("build hex 4x4 --quiet --out", &path);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "8 of 8 openings of 4x4, 8 of them solved\n");
    let text = std::fs::read_to_string(&path).expect("a book");
    assert!(text.starts_with("andor-hex-book 1\nboard 3x3\nb1 0.30 c1 7\nboard 4x4\n"), "{text}");
    for line in text.lines().skip_while(|line| *line != "board 4x4").skip(1) {
        let words: Vec<&str> = line.split(' ').collect();
        let winner = |moves: &str| solve(&["hex", "4x4", "--moves", moves]).out;
        let told = winner(words[0]);
        assert!(told.contains(&format!("{} wins", words[1])), "{line}: {told}");
        let after = winner(&format!("{} {}", words[0], words[2]));
        assert!(after.contains(&format!("{} wins", words[1])), "{line}: {after}");
    }
    let again = book("build hex 4x4 --time 0 --quiet --out", &path);
    assert_eq!((again.code, std::fs::read_to_string(&path).expect("a book")), (0, text));
    let shown = book("show hex 4x4 --book", &path);
    assert_eq!(shown.code, 0);
    assert!(shown.out.contains(" 3 w b w w") || shown.out.contains("b"), "{}", shown.out);
    assert!(shown.out.contains("fairest opening: "), "{}", shown.out);
}

#[test]
fn broken_books_are_told() {
    let broken = file("broken-book.txt", "andor-hex-book 1\nboard 4x4\na1 0.5 z9 3\n");
    let name = broken.display();
    let told =
        format!("file \"{name}\", line 3: found \"a1 0.5 z9 3\"; expected points of the board");
    for words in ["build hex 4x4 --out", "show hex 4x4 --book"] {
        let run = book(words, &broken);
        assert_eq!((run.code, run.err), (1, format!("andor: {told}\n")));
    }
    let text = std::fs::read_to_string(&broken).expect("a file");
    assert!(text.ends_with("z9 3\n"), "nothing was overwritten");
    let whole = file("whole-book.txt", "andor-hex-book 1\n");
    for (words, told) in [
        ("show hex 4x4 --book", "board 4x4: the book says nothing about it; expected another size"),
        ("show go 4x4 --book", "game \"go\": it has no book of openings; expected hex"),
        ("build go 4x4 --out", "game \"go\": it has no book of openings; expected hex"),
        ("build hex 4y --out", "<SIZE>: size \"4y\": not a possible size"),
    ] {
        let run = book(words, &whole);
        assert!(run.code == 1 && run.err.starts_with(&format!("andor: {told}")), "{run:?}");
    }
    // The engine says so in its own words, keeps the book that it has, and lives on.
    let input = format!("andor-book {name}\nandor-book\nplay b b2\ngenmove w\nname\n");
    let said = answers("hex 5x5", &input);
    assert_eq!(said[0], format!("? {told}"));
    assert_eq!(said[1], "? syntax error");
    assert_eq!(said[4], "= Andor");
}

/// With the swap rule the engine opens as the book says, and takes over what the book says is good.
#[test]
fn the_engine_follows_the_book() {
    let text = "andor-hex-book 1\nboard 5x5\na1 0.20 d3 9\nb1 0.46 c4 9\nc3 0.90 a1 9\n";
    let path = file("followed-book.txt", text);
    let load = format!("andor-book {}\nparam_game allow_swap 1\n", path.display());
    let after = |words: &str| answers("hex 5x5 --time 200ms", &format!("{load}{words}\n"));
    assert_eq!(after("genmove b")[2], "= b1");
    assert_eq!(after("play b e5\ngenmove w")[3], "= b3", "the reply, turned");
    assert_eq!(after("play b c3\ngenmove w")[3], "= swap-pieces");
    assert_eq!(after("param_game allow_swap 0\nplay b c3\ngenmove w")[4], "= a1");
    assert_ne!(after("andor-book none\nplay b c3\ngenmove w")[4], "= a1");
    // Without a word about the board openings are compared by a short search of each.
    let said = answers("hex 4x4 --time 1s --book none", "param_game allow_swap 1\ngenmove b\n");
    assert!(said[1].starts_with("= ") && said[1].len() == 4, "{said:?}");
}
