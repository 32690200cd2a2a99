//! Game trees: nodes, properties and values, of any game.
//!
//! Nodes lie in one list and name each other by index, so that a game of a million moves, or a
//! million nested variations, is dropped, written and walked without recursion.

/// A game tree. It has at least a root, which is node 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A node: its properties, and the nodes that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    properties: Vec<Property>,
    children: Vec<usize>,
    offset: usize,
}

/// A property: an identifier and its values, of which there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    identifier: String,
    values: Vec<Value>,
    offset: usize,
}

/// The text between a pair of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    raw: String,
    offset: usize,
}

impl Tree {
    /// A tree of one node.
    pub fn new(root: Vec<Property>) -> Tree {
        Tree { nodes: vec![Node::new(root, 0)] }
    }

    /// Adds a node behind `parent`, after the variations that are there; says its index.
    pub fn add(&mut self, parent: usize, properties: Vec<Property>) -> usize {
        self.add_node(parent, Node::new(properties, 0))
    }

    /// Adds a property to a node.
    pub fn push(&mut self, node: usize, property: Property) {
        self.nodes[node].properties.push(property);
    }

    pub(super) fn from_root(root: Node) -> Tree {
        Tree { nodes: vec![root] }
    }

    pub(super) fn add_node(&mut self, parent: usize, node: Node) -> usize {
        let index = self.nodes.len();
        self.nodes[parent].children.push(index);
        self.nodes.push(node);
        index
    }

    /// The nodes; the root comes first, and each node after its parent.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The first node.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The root, its first child, that one's first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(Some(self.root()), |node| {
            node.children.first().map(|&child| &self.nodes[child])
        })
    }

    /// The tree as if it had been made here and not read: all places in the text are forgotten.
    pub fn without_places(mut self) -> Tree {
        for node in &mut self.nodes {
            node.offset = 0;
            for property in &mut node.properties {
                property.offset = 0;
                property.values.iter_mut().for_each(|value| value.offset = 0);
            }
        }
        self
    }
}

impl Node {
    pub(super) fn new(properties: Vec<Property>, offset: usize) -> Node {
        Node { properties, children: Vec::new(), offset }
    }

    /// All properties, in the order of the file.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The indices of the nodes that follow; the first belongs to the main line.
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// Where the node begins in the text that it was read from, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The values of a property. If careless software wrote the property twice, these are the
    /// values of both.
    pub fn values(&self, identifier: &str) -> impl Iterator<Item = &Value> {
        self.properties
            .iter()
            .filter(move |property| property.identifier == identifier)
            .flat_map(|property| &property.values)
    }
}

impl Property {
    /// A property. The identifier is of upper-case letters and digits, and begins with a letter;
    /// there is at least one value.
    pub fn new(identifier: &str, values: Vec<Value>) -> Property {
        let fits = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        assert!(
            identifier.starts_with(|c: char| c.is_ascii_uppercase())
                && identifier.bytes().all(fits),
            "\"{identifier}\" is no identifier of a property"
        );
        assert!(!values.is_empty(), "property {identifier} without a value");
        Property { identifier: identifier.to_owned(), values, offset: 0 }
    }

    pub(super) fn read(identifier: String, values: Vec<Value>, offset: usize) -> Property {
        Property { identifier, values, offset }
    }

    /// The identifier, such as `AB`.
    pub fn identifier(&self) -> &str {
        &self.identifier
    }

    /// The values.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Where the identifier begins in the text that it was read from, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Value {
    /// The value that says `text`.
    ///
    /// Colons are escaped, too: that is right everywhere, and needed in composed values.
    pub fn of_text(text: &str) -> Value {
        let mut raw = String::with_capacity(text.len());
        for letter in text.chars() {
            if matches!(letter, '\\' | ']' | ':') {
                raw.push('\\');
            }
            raw.push(letter);
        }
        Value { raw, offset: 0 }
    }

    /// The value composed of two texts, such as the size `13:9`.
    pub fn of_pair(first: &str, second: &str) -> Value {
        let raw = format!("{}:{}", Value::of_text(first).raw, Value::of_text(second).raw);
        Value { raw, offset: 0 }
    }

    pub(super) fn read(raw: String, offset: usize) -> Value {
        Value { raw, offset }
    }

    /// The text between the brackets, with its escapes.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// Where the text between the brackets begins in the text that it was read from, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The value as Text: lines are kept and end with LF, a backslash before the end of a line
    /// joins it to the next, other white space becomes a space.
    pub fn text(&self) -> String {
        unescape(&self.raw, "\n")
    }

    /// The value as SimpleText: as [`Value::text`], but of one line and without space at the ends.
    pub fn simple_text(&self) -> String {
        unescape(&self.raw, " ").trim().to_owned()
    }

    /// The two parts of a composed value, as SimpleText; none if there is no bare colon.
    pub fn pair(&self) -> Option<(String, String)> {
        let mut escaped = false;
        let colon = self.raw.bytes().position(|b| {
            let found = b == b':' && !escaped;
            escaped = b == b'\\' && !escaped;
            found
        })?;
        let part = |raw: &str| unescape(raw, " ").trim().to_owned();
        Some((part(&self.raw[..colon]), part(&self.raw[colon + 1..])))
    }
}

/// Resolves escapes; `line_end` stands for each line break that is not escaped.
fn unescape(raw: &str, line_end: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    let mut escaped = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '\n' | '\r' => {
                letters.next_if_eq(if letter == '\n' { &'\r' } else { &'\n' });
                if !escaped {
                    out.push_str(line_end);
                }
            }
            '\t' | '\u{b}' | '\u{c}' => out.push(' '),
            _ => out.push(letter),
        }
        escaped = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_the_format_has_it() {
        for (raw, text, simple) in [
            ("plain", "plain", "plain"),
            (r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de"),
            (
                "one\ntwo\r\nthree\rfour\n\rfive",
                "one\ntwo\nthree\nfour\nfive",
                "one two three four five",
            ),
            ("joined\\\n up\\\r\n!", "joined up!", "joined up!"),
            (" a\tb\u{b}c ", " a b c ", "a b c"),
            ("\\\tx", " x", "x"),
            ("", "", ""),
        ] {
            let value = Value::read(raw.to_owned(), 0);
            assert_eq!(value.text(), text, "{raw:?}");
            assert_eq!(value.simple_text(), simple, "{raw:?}");
        }
    }

    #[test]
    fn composed_values_fall_apart_at_the_bare_colon() {
        for (raw, pair) in [
            ("13:9", Some(("13", "9"))),
            (r"a\:b:c:d", Some(("a:b", "c:d"))),
            (r"a\\:b", Some((r"a\", "b"))),
            ("13", None),
            (r"a\:b", None),
        ] {
            let pair = pair.map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(Value::read(raw.to_owned(), 0).pair(), pair, "{raw}");
        }
        assert_eq!(Value::of_pair("a:b", "c]").raw(), r"a\:b:c\]");
    }

    #[test]
    #[should_panic(expected = "\"Ab\" is no identifier")]
    fn a_wrong_identifier_is_a_bug() {
        Property::new("Ab", vec![Value::of_text("")]);
    }
}
