//! Writes SGF game trees.

use super::tree::{Node, Tree};

/// Where a new line is begun, in bytes.
const WIDTH: usize = 80;

/// The text of a file with these trees, which [`parse_trees`](super::parse_trees) reads back.
///
/// Lines break only between nodes, and never inside a value, where breaks would mean something.
pub fn write_trees(trees: &[Tree]) -> String {
    let mut out = String::new();
    for tree in trees {
        write_tree(&mut out, tree);
        out.push('\n');
    }
    out
}

/// An item that is still to be written.
enum Item {
    Node(usize),
    Variation(usize),
    Closing,
}

fn write_tree(out: &mut String, tree: &Tree) {
    let mut line_start = out.len();
    let mut items = vec![Item::Variation(0)];
    while let Some(item) = items.pop() {
        match item {
            Item::Closing => out.push(')'),
            Item::Variation(index) => {
                out.push('(');
                items.push(Item::Closing);
                items.push(Item::Node(index));
            }
            Item::Node(index) => {
                let node = &tree.nodes()[index];
                let start = out.len();
                write_node(out, node);
                if out.len() - line_start > WIDTH && start > line_start + 1 {
                    out.insert(start, '\n');
                    line_start = start + 1;
                }
                match node.children() {
                    &[child] => items.push(Item::Node(child)),
                    children => {
                        items.extend(children.iter().rev().map(|&child| Item::Variation(child)));
                    }
                }
            }
        }
    }
}

fn write_node(out: &mut String, node: &Node) {
    out.push(';');
    for property in node.properties() {
        out.push_str(property.identifier());
        for value in property.values() {
            out.push('[');
            out.push_str(value.raw());
            out.push(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_trees;
    use super::super::tree::{Property, Value};
    use super::*;

    #[test]
    fn texts_are_escaped_and_read_back() {
        for text in ["", "]", "\\", "a:b", "[(;)]\\", "ü\n\nß", "\\]"] {
            let tree = Tree::new(vec![Property::new("C", vec![Value::of_text(text)])]);
            let trees = parse_trees(&write_trees(std::slice::from_ref(&tree))).expect("own text");
            assert_eq!(trees[0].root().values("C").next().expect("a value").text(), text);
            assert_eq!(trees[0].clone().without_places(), tree);
        }
    }

    #[test]
    fn long_games_are_broken_between_nodes() {
        let mut tree = Tree::new(Vec::new());
        for last in 0..100 {
            tree.add(last, vec![Property::new("B", vec![Value::of_text("aa")])]);
        }
        let text = write_trees(std::slice::from_ref(&tree));
        assert!(text.lines().all(|line| line.len() <= WIDTH + 1), "{text}");
        assert_eq!(parse_trees(&text).expect("own text")[0].clone().without_places(), tree);
    }
}
