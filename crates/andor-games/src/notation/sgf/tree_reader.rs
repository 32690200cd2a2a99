//! Reads SGF game trees.
//!
//! ```text
//! tree     = "(" node+ tree* ")"
//! node     = ";" property*
//! property = identifier ("[" value "]")+
//! ```
//!
//! White space may stand anywhere between. The reader accepts two departures that occur in files:
//! text before the first `(;` is skipped (mail headers, a byte order mark), and lower-case letters
//! in identifiers are dropped, as in the versions before `FF[4]` (`SiZe` is `SZ`).

use super::place;
use super::tree::{Node, Property, Tree, Value};
use andor_core::NotationError;

/// Reads the game trees of a file, of which there is at least one.
pub fn parse_trees(text: &str) -> Result<Vec<Tree>, NotationError> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    reader.skip_to_tree()?;
    let mut trees = Vec::new();
    loop {
        trees.push(reader.tree()?);
        reader.skip_space();
        match reader.peek() {
            None => return Ok(trees),
            Some(b'(') => {}
            Some(_) => return Err(reader.unexpected("a ( or the end after the game")),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

/// What the reader has just passed inside a tree.
#[derive(Clone, Copy)]
enum Passed {
    Opening,
    Node,
    Variation,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace() || b == 0x0b) {
            self.at += 1;
        }
    }

    fn error(&self, at: usize, problem: impl Into<String>, expected: &str) -> NotationError {
        NotationError::new(place(self.text, at), problem, expected)
    }

    /// The error that something else should be where the reader stands.
    fn unexpected(&self, expected: &str) -> NotationError {
        let problem = match self.text[self.at..].chars().next() {
            Some(letter) => format!("unexpected {letter:?}"),
            None => "the text ends".to_owned(),
        };
        self.error(self.at, problem, expected)
    }

    fn skip_to_tree(&mut self) -> Result<(), NotationError> {
        while let Some(found) = self.text[self.at..].find('(') {
            let opening = self.at + found;
            self.at = opening + 1;
            self.skip_space();
            if self.peek() == Some(b';') {
                self.at = opening;
                return Ok(());
            }
        }
        Err(self.error(0, "there is no game", "a game that begins with (;"))
    }

    /// Reads one tree; the reader stands on its opening parenthesis.
    fn tree(&mut self) -> Result<Tree, NotationError> {
        // For each open parenthesis, where it is and the node before it.
        let mut open = vec![(self.at, 0)];
        self.at += 1;
        self.skip_space();
        if self.peek() != Some(b';') {
            return Err(self.unexpected("a node that begins with ;"));
        }
        let mut tree = Tree::from_root(self.node()?);
        let mut last = 0;
        let mut passed = Passed::Node;
        while let Some(&(opening, before)) = open.last() {
            self.skip_space();
            passed = match (self.peek(), passed) {
                (Some(b';'), Passed::Opening | Passed::Node) => {
                    let node = self.node()?;
                    last = tree.add_node(last, node);
                    Passed::Node
                }
                (Some(b'('), Passed::Node | Passed::Variation) => {
                    open.push((self.at, last));
                    self.at += 1;
                    Passed::Opening
                }
                (Some(b')'), Passed::Node | Passed::Variation) => {
                    open.pop();
                    last = before;
                    self.at += 1;
                    Passed::Variation
                }
                (None, _) => {
                    return Err(self.error(opening, "this ( is never closed", "a ) for it"));
                }
                (_, Passed::Opening) => return Err(self.unexpected("a node that begins with ;")),
                (_, Passed::Node) => {
                    return Err(self.unexpected("a property such as B[, or one of ; ( )"));
                }
                (_, Passed::Variation) => {
                    return Err(self.unexpected("( or ) after a variation"));
                }
            };
        }
        Ok(tree)
    }

    /// Reads a node; the reader stands on its semicolon.
    fn node(&mut self) -> Result<Node, NotationError> {
        let offset = self.at;
        let mut properties = Vec::new();
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b) if b.is_ascii_alphabetic() => properties.push(self.property()?),
                _ => return Ok(Node::new(properties, offset)),
            }
        }
    }

    /// Reads a property; the reader stands on its first letter.
    fn property(&mut self) -> Result<Property, NotationError> {
        let offset = self.at;
        let mut identifier = String::new();
        while let Some(b) = self.peek().filter(u8::is_ascii_alphanumeric) {
            if b.is_ascii_uppercase() || b.is_ascii_digit() && !identifier.is_empty() {
                identifier.push(b as char);
            }
            self.at += 1;
        }
        if identifier.is_empty() {
            let found = &self.text[offset..self.at];
            let problem = format!("\"{found}\" has no upper-case letter");
            return Err(self.error(offset, problem, "a property such as B[ or SZ["));
        }
        self.skip_space();
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value()?);
            self.skip_space();
        }
        if values.is_empty() {
            return Err(self.unexpected(&format!("[ after the property {identifier}")));
        }
        Ok(Property::read(identifier, values, offset))
    }

    /// Reads a value; the reader stands on its opening bracket.
    fn value(&mut self) -> Result<Value, NotationError> {
        let opening = self.at;
        let mut escaped = false;
        loop {
            self.at += 1;
            match self.peek() {
                None => {
                    return Err(self.error(opening, "this [ is never closed", "a ] for it"));
                }
                Some(b']') if !escaped => break,
                Some(b) => escaped = b == b'\\' && !escaped,
            }
        }
        let raw = self.text[opening + 1..self.at].to_owned();
        self.at += 1;
        Ok(Value::read(raw, opening + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::write_trees;
    use super::*;

    /// Reads `text` and writes it again.
    fn check(text: &str, expected: &str) {
        let trees = parse_trees(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(write_trees(&trees), expected, "{text}");
    }

    fn check_error(text: &str, expected: &str) {
        let error = parse_trees(text).expect_err(text).to_string();
        assert_eq!(error, expected, "{text}");
    }

    #[test]
    fn trees_are_read() {
        check("(;)", "(;)\n");
        check(" ( ; B [aa] ; W\t[] )\r\n", "(;B[aa];W[])\n");
        check("(;A[1](;B[2];C[3])(;D[4](;E[5])))", "(;A[1](;B[2];C[3])(;D[4];E[5]))\n");
        check("(;AB[aa] [bb]\n[cc])", "(;AB[aa][bb][cc])\n");
        check(r"(;C[a \] \\])", "(;C[a \\] \\\\])\n");
        check("(;C[(;B[aa\\])])", "(;C[(;B[aa\\])])\n");
        check("(;A[1])\n(;B[2])", "(;A[1])\n(;B[2])\n");
    }

    #[test]
    fn habits_of_old_files_are_read() {
        check("\u{feff}(;GaMe[1]SiZe[9])", "(;GM[1]SZ[9])\n");
        check("Subject: a game (new)\n\n(;B[aa])", "(;B[aa])\n");
        check("(;K2[x])", "(;K2[x])\n");
    }

    #[test]
    fn what_is_no_tree_is_refused_with_the_place() {
        let no_game = "1:1: there is no game; expected a game that begins with (;";
        check_error("", no_game);
        check_error("hello (world)", no_game);
        check_error("(;B[aa]\n;W[bb]", "1:1: this ( is never closed; expected a ) for it");
        check_error("(;A[](;B[]\n(;C[])", "1:6: this ( is never closed; expected a ) for it");
        check_error("(;A[]\n;B[aa;W[bb\\])", "2:3: this [ is never closed; expected a ] for it");
        check_error("(;A[]\r\n(B[]))", "2:2: unexpected 'B'; expected a node that begins with ;");
        check_error("(;A[](;B[]) ;C[])", "1:13: unexpected ';'; expected ( or ) after a variation");
        check_error(
            "(;A[]é[])",
            "1:6: unexpected 'é'; expected a property such as B[, or one of ; ( )",
        );
        check_error("(;A B[])", "1:5: unexpected 'B'; expected [ after the property A");
        check_error("(;A", "1:4: the text ends; expected [ after the property A");
        check_error(
            "(;size[9])",
            "1:3: \"size\" has no upper-case letter; expected a property such as B[ or SZ[",
        );
        check_error("(;A[]))", "1:7: unexpected ')'; expected a ( or the end after the game");
        check_error("(;A[])(B)", "1:8: unexpected 'B'; expected a node that begins with ;");
    }

    #[test]
    fn a_hundred_thousand_nested_variations_are_read_and_written() {
        let deep = "(;".repeat(100_000);
        check_error(&deep, "1:199999: this ( is never closed; expected a ) for it");
        let closed = deep + &")".repeat(100_000);
        assert_eq!(
            write_trees(&parse_trees(&closed).expect("a tree")).matches(';').count(),
            100_000
        );
    }

    #[test]
    fn the_main_line_follows_the_first_variation() {
        let trees = parse_trees("(;A[](;B[](;C[])(;D[]))(;E[]))").expect("a tree");
        let names: Vec<&str> =
            trees[0].main_line().map(|node| node.properties()[0].identifier()).collect();
        assert_eq!(names, ["A", "B", "C"]);
        assert_eq!(trees[0].root().children(), [1, 4]);
        assert_eq!(trees[0].nodes()[4].offset(), 24);
    }
}
