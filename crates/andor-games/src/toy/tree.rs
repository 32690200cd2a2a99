//! Explicit game trees, written as text: `(B 1 (W -1 0))` is a choice of Black's between winning at
//! once and a choice of White's.
//!
//! A leaf is Black's margin, or `?` for a game without result. Players need not alternate.

use andor_core::{Game, Key, Margin, NoZone, Notation, NotationError, Outcome, Player};
use std::str::FromStr;

/// A game tree. Positions are its nodes, numbered in the order of the text.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Choice { player: Player, children: Vec<usize> },
    End(Outcome),
}

impl FromStr for Tree {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Tree, NotationError> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut words = spaced.split_whitespace().enumerate();
        while let Some((number, word)) = words.next() {
            let wrong = |expected: &str| {
                NotationError::new(format!("word {}", number + 1), format!("\"{word}\""), expected)
            };
            if open.is_empty() && !nodes.is_empty() {
                return Err(wrong("the end of the tree"));
            }
            if word == ")" {
                let node = open.pop().ok_or_else(|| wrong("\"(\" or a leaf"))?;
                if matches!(&nodes[node], Node::Choice { children, .. } if children.is_empty()) {
                    return Err(wrong("at least one child before \")\""));
                }
                continue;
            }
            let node = nodes.len();
            if let Some(&parent) = open.last()
                && let Node::Choice { children, .. } = &mut nodes[parent]
            {
                children.push(node);
            }
            nodes.push(match word {
                "(" => {
                    let player = match words.next() {
                        Some((_, "B")) => Player::Black,
                        Some((_, "W")) => Player::White,
                        _ => return Err(wrong("\"B\" or \"W\" after \"(\"")),
                    };
                    open.push(node);
                    Node::Choice { player, children: Vec::new() }
                }
                "?" => Node::End(Outcome::NoResult),
                leaf => Node::End(Outcome::Margin(Margin(
                    leaf.parse().map_err(|_| wrong("\"(\", a whole number or \"?\""))?,
                ))),
            });
        }
        if nodes.is_empty() || !open.is_empty() {
            return Err(NotationError::new("end of the tree", "unfinished", "\")\" or a leaf"));
        }
        Ok(Tree { nodes })
    }
}

impl Game for Tree {
    type Position = usize;
    type Move = u32;
    type Undo = usize;
    type Zone = NoZone;

    fn start(&self) -> usize {
        0
    }

    fn to_move(&self, &pos: &usize) -> Player {
        match &self.nodes[pos] {
            Node::Choice { player, .. } => *player,
            Node::End(_) => Player::Black,
        }
    }

    fn outcome(&self, &pos: &usize) -> Option<Outcome> {
        match &self.nodes[pos] {
            Node::Choice { .. } => None,
            Node::End(outcome) => Some(*outcome),
        }
    }

    fn moves(&self, &pos: &usize, out: &mut Vec<u32>) {
        if let Node::Choice { children, .. } = &self.nodes[pos] {
            out.extend(0..children.len() as u32);
        }
    }

    fn play(&self, pos: &mut usize, mv: u32) -> usize {
        let old = *pos;
        if let Node::Choice { children, .. } = &self.nodes[old] {
            *pos = children[mv as usize];
        }
        old
    }

    fn undo(&self, pos: &mut usize, undo: usize) {
        *pos = undo;
    }

    fn key(&self, &pos: &usize) -> Key {
        Key(pos as u128 + 1)
    }
}

impl Notation for Tree {
    fn move_text(&self, mv: u32) -> String {
        (mv + 1).to_string()
    }

    fn parse_move(&self, pos: &usize, text: &str) -> Result<u32, NotationError> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        let read = text.parse::<u32>().ok().and_then(|n| n.checked_sub(1));
        read.filter(|mv| moves.contains(mv)).ok_or_else(|| {
            let expected = format!("the number of a child, 1 to {}", moves.len());
            NotationError::new(format!("move \"{text}\""), "no such child", expected)
        })
    }

    fn draw(&self, pos: &usize) -> String {
        pos.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<usize, NotationError> {
        text.trim().parse().ok().filter(|&n: &usize| n < self.nodes.len()).ok_or_else(|| {
            let expected = format!("the number of a node below {}", self.nodes.len());
            NotationError::new(format!("node \"{text}\""), "no such node", expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws;

    #[test]
    fn laws_hold() {
        let tree: Tree = "(B 1 (W -1 (W 0 ?)) (B 3))".parse().expect("a tree");
        laws::rules(&tree, 50, 1);
        laws::text(&tree, 50, 1);
    }

    #[test]
    fn what_is_no_tree_is_refused_with_the_place() {
        for text in ["", "(", "(B)", "(X 1)", "1 2", "(B 1", ")", "(B 1))", "(B one)"] {
            assert!(text.parse::<Tree>().is_err(), "{text}");
        }
        let error = "(B 1 (W x))".parse::<Tree>().expect_err("x is no leaf");
        assert_eq!(error.to_string(), "word 6: \"x\"; expected \"(\", a whole number or \"?\"");
    }
}
