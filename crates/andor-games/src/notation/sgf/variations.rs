//! Reads and writes the moves of a game with all variations, comments and labels.
//!
//! The start and the main line are those of the record. A variation ends where a node sets up
//! stones.

use super::moves;
use super::record_reader::{Reading, turn_of};
use super::record_writer::{move_property, root};
use super::tree::{Node, Property, Tree, Value};
use super::write_trees;
use crate::notation::record::{Record, Turn};
use crate::points::Point;
use andor_core::NotationError;

/// What is written about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The comment; empty if there is none.
    pub comment: String,
    /// Labels of points.
    pub labels: Vec<(Point, String)>,
}

/// A move of a game with variations, and what is written about the position after the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The number of the move before it, if there is one.
    pub parent: Option<usize>,
    /// The move.
    pub turn: Turn,
    /// What is written about it.
    pub note: Note,
    /// The byte of the file at which the move begins.
    pub offset: usize,
}

/// The moves of a tree that was read as this record, each after the move before it, and the note of
/// the start.
pub(super) fn of_tree(
    text: &str,
    tree: &Tree,
    reading: &Reading,
) -> Result<(Note, Vec<Variation>), NotationError> {
    let first = reading.offsets.first().copied();
    let begins = |node: &Node| {
        let values = node.values("B").chain(node.values("W"));
        first.is_some() && values.map(Value::offset).min() == first
    };
    let before = tree.main_line().take_while(|node| !begins(node)).last();
    let start = before.unwrap_or(tree.root());
    let mut found: Vec<Variation> = Vec::new();
    let children = |node: &Node, parent| {
        node.children().iter().rev().map(move |&child| (child, parent)).collect::<Vec<_>>()
    };
    let mut open = children(start, None);
    // A root that has the first move itself.
    if begins(tree.root()) {
        open = vec![(0, None)];
    }
    while let Some((index, mut parent)) = open.pop() {
        let node = &tree.nodes()[index];
        if ["AB", "AW", "AE"].iter().any(|name| index > 0 && node.values(name).next().is_some()) {
            continue;
        }
        if let Some((value, turn)) = turn_of(text, &reading.record, node)? {
            let offset = value.offset();
            let note = note(&reading.record, node);
            found.push(Variation { parent, turn, note, offset });
            parent = Some(found.len() - 1);
        }
        open.extend(children(node, parent));
    }
    Ok((note(&reading.record, start), found))
}

fn note(record: &Record, node: &Node) -> Note {
    let label = |value: &Value| {
        let (point, text) = value.pair()?;
        Some((moves::parse_point(record.game, record.size, &point).ok()?, text))
    };
    let comment = node.values("C").map(Value::text).collect::<Vec<_>>().join("\n");
    Note { comment, labels: node.values("LB").filter_map(label).collect() }
}

/// The text of a file with a game and its variations; the moves of the record itself do not count.
pub fn write_variations(
    record: &Record,
    start: &Note,
    variations: &[Variation],
) -> Result<String, NotationError> {
    let mut tree = Tree::new(root(record));
    written(record, start).into_iter().for_each(|property| tree.push(0, property));
    let mut nodes: Vec<usize> = Vec::with_capacity(variations.len());
    for (number, variation) in variations.iter().enumerate() {
        let parent = match variation.parent {
            None => 0,
            Some(parent) => *nodes.get(parent).ok_or_else(|| {
                let place = format!("move {}", number + 1);
                NotationError::new(place, "its parent comes later", "the number of an earlier move")
            })?,
        };
        let mut properties = vec![move_property(record, variation.turn, number)?];
        properties.extend(written(record, &variation.note));
        nodes.push(tree.add(parent, properties));
    }
    Ok(write_trees(&[tree]))
}

/// The properties of a note.
fn written(record: &Record, note: &Note) -> Vec<Property> {
    let label = |(point, label): &(Point, String)| {
        Value::of_pair(&moves::point_text(record.game, record.size, *point), label)
    };
    let labels: Vec<Value> = note.labels.iter().map(label).collect();
    let comment =
        (!note.comment.is_empty()).then(|| Property::new("C", vec![Value::of_text(&note.comment)]));
    let labels = (!labels.is_empty()).then(|| Property::new("LB", labels));
    comment.into_iter().chain(labels).collect()
}
