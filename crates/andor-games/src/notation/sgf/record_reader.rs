//! Reads records from game trees.
//!
//! Only the main line is read. Where the format leaves a choice, these rules hold:
//!
//! - A set-up before the first move is the start of the game. A set-up after a move starts a new
//!   game from the position it makes: the record holds that position and the moves after it, since
//!   a line that was interfered with has no meaning for rules that look back at it.
//! - The player who moves first is the player of `PL`; without `PL`, the player who makes the first
//!   move; without any move, White after handicap stones (`HA`), else the player whose turn it is.
//!   Beside a move `PL` is ignored.
//! - Rules and komi are taken from the first node that gives them.
//! - Marks (`MA`, `TR`, `CR`, `SQ`) are taken from the root; marks that name no point of the board
//!   are ignored there.

use super::moves;
use super::tree::{Node, Tree, Value};
use super::variations::{self, Note, Variation};
use super::{parse_trees, place};
use crate::notation::board::{Board, Refusal};
use crate::notation::record::{Hints, Record, RecordGame, Turn};
use andor_core::{NotationError, Player};

/// A record, and where its moves stand in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The record.
    pub record: Record,
    /// For each of its moves the byte at which the move's text begins; [`place`] turns it
    /// into a line and a column, for errors that only the rules of the game can find.
    pub offsets: Vec<usize>,
    /// What the file says besides.
    pub hints: Hints,
}

/// Reads the first game of a file.
pub fn parse_record(text: &str) -> Result<Reading, NotationError> {
    read_tree(text, &parse_trees(text)?[0])
}

/// Reads a game of a file, counted from 1. Without a number the file must hold one game.
pub fn parse_game(text: &str, number: Option<usize>) -> Result<Reading, NotationError> {
    read_tree(text, &tree_of(text, number)?)
}

/// Reads a game of a file with all variations: the record, the note of the start, and the moves,
/// each after the move before it.
pub fn parse_variations(
    text: &str,
    number: Option<usize>,
) -> Result<(Reading, Note, Vec<Variation>), NotationError> {
    let tree = tree_of(text, number)?;
    let reading = read_tree(text, &tree)?;
    let (note, moves) = variations::of_tree(text, &tree, &reading)?;
    Ok((reading, note, moves))
}

/// The tree of a game of a file.
fn tree_of(text: &str, number: Option<usize>) -> Result<Tree, NotationError> {
    let mut trees = parse_trees(text)?;
    let expected = format!("--game with a number from 1 to {}", trees.len());
    let wrong = |place: String, problem| Err(NotationError::new(place, problem, expected));
    match number {
        None if trees.len() == 1 => Ok(trees.remove(0)),
        None => wrong(format!("{} games", trees.len()), "which game is not said"),
        Some(number) => match number.checked_sub(1).filter(|&i| i < trees.len()) {
            Some(i) => Ok(trees.swap_remove(i)),
            None => wrong(format!("game {number}"), "there is no such game"),
        },
    }
}

/// Reads all games of a file.
pub fn parse_records(text: &str) -> Result<Vec<Reading>, NotationError> {
    parse_trees(text)?.iter().map(|tree| read_tree(text, tree)).collect()
}

fn read_tree(text: &str, tree: &Tree) -> Result<Reading, NotationError> {
    let mut reader = Reader::new(text, tree.root())?;
    reader.mark(tree.root());
    for node in tree.main_line() {
        reader.node(node)?;
    }
    Ok(reader.finish())
}

struct Reader<'a> {
    text: &'a str,
    record: Record,
    offsets: Vec<usize>,
    hints: Hints,
    board: Board,
    /// The player of `PL` since the last move before a set-up.
    to_move: Option<Player>,
    handicap: bool,
}

impl Reader<'_> {
    fn new<'a>(text: &'a str, root: &Node) -> Result<Reader<'a>, NotationError> {
        let at = |value: &Value| place(text, value.offset());
        let game = match only(text, root, "GM")? {
            None => RecordGame::Go,
            Some(value) => moves::parse_game(value).map_err(|refusal| refusal.at(at(value)))?,
        };
        let size = match only(text, root, "SZ")? {
            None => moves::default_size(game),
            Some(value) => {
                moves::parse_size(game, value).map_err(|refusal| refusal.at(at(value)))?
            }
        };
        let handicap = root.values("HA").next().and_then(|value| value.simple_text().parse().ok());
        Ok(Reader {
            text,
            record: Record::new(game, size),
            offsets: Vec::new(),
            hints: Hints::default(),
            board: Board::new(game, size),
            to_move: None,
            handicap: game == RecordGame::Go && handicap.is_some_and(|stones: u16| stones >= 2),
        })
    }

    fn at(&self, value: &Value) -> String {
        place(self.text, value.offset())
    }

    fn node(&mut self, node: &Node) -> Result<(), NotationError> {
        let said = |identifier| {
            let value = only(self.text, node, identifier)?;
            Ok(value.map(Value::simple_text).filter(|text| !text.is_empty()))
        };
        let (rules, komi) = (said("RU")?, said("KM")?);
        self.record.rules = self.record.rules.take().or(rules);
        self.record.komi = self.record.komi.take().or(komi);
        let is_set_up = self.set_up(node)?;
        match turn_of(self.text, &self.record, node)? {
            None => self.set_to_move(node),
            Some((value, _)) if is_set_up => Err(NotationError::new(
                self.at(value),
                "a set-up and a move in one node",
                "each in a node of its own",
            )),
            Some((value, turn)) => {
                self.board.play(turn).map_err(|refusal| refusal.at(self.at(value)))?;
                self.record.moves.push(turn);
                self.offsets.push(value.offset());
                Ok(())
            }
        }
    }

    /// Carries out `AB`, `AW` and `AE`; says whether there were any.
    fn set_up(&mut self, node: &Node) -> Result<bool, NotationError> {
        let (text, game, size) = (self.text, self.record.game, self.record.size);
        let mut is_set_up = false;
        let mut seen = vec![false; size.area()];
        for (identifier, stone) in
            [("AB", Some(Player::Black)), ("AW", Some(Player::White)), ("AE", None)]
        {
            for value in node.values(identifier) {
                let at = |refusal: Refusal| refusal.at(place(text, value.offset()));
                for point in moves::parse_points(game, size, value).map_err(at)? {
                    if std::mem::replace(&mut seen[point.index()], true) {
                        let name = moves::point_text(game, size, point);
                        let problem = format!("{name} is set up twice in one node");
                        return Err(at(Refusal::new(problem, "each point at most once")));
                    }
                    self.board.set_up(stone, point).map_err(at)?;
                }
                is_set_up = true;
            }
        }
        if is_set_up {
            self.start_anew();
        }
        Ok(is_set_up)
    }

    /// Takes the marks of the root.
    fn mark(&mut self, root: &Node) {
        let (game, size) = (self.record.game, self.record.size);
        for value in ["MA", "TR", "CR", "SQ"].iter().flat_map(|name| root.values(name)) {
            let points = moves::parse_points(game, size, value).unwrap_or_default();
            self.hints.marks.extend(points);
        }
        self.hints.marks.sort_unstable();
        self.hints.marks.dedup();
    }

    /// Carries out `PL` in a node without a move.
    fn set_to_move(&mut self, node: &Node) -> Result<(), NotationError> {
        let Some(value) = only(self.text, node, "PL")? else { return Ok(()) };
        let player = match value.simple_text().to_ascii_lowercase().as_str() {
            "b" | "black" => Player::Black,
            "w" | "white" => Player::White,
            other => {
                let problem = format!("\"{other}\" is no player");
                return Err(NotationError::new(self.at(value), problem, "B or W"));
            }
        };
        if player != self.board.to_move() {
            self.board.set_to_move(player);
            self.start_anew();
        }
        if self.record.moves.is_empty() {
            self.to_move = Some(player);
        }
        Ok(())
    }

    /// Makes the board the start of the record.
    fn start_anew(&mut self) {
        self.record.stones = self.board.stones().to_vec();
        self.record.stones.sort_unstable_by_key(|&(_, point)| point);
        if !self.record.moves.is_empty() {
            self.record.moves.clear();
            self.offsets.clear();
            self.to_move = None;
            self.handicap = false;
        }
    }

    fn finish(mut self) -> Reading {
        let first = self.record.moves.first().map(|turn| turn.player);
        let handicap = self.handicap && !self.record.stones.is_empty();
        let anyway = if handicap { Player::White } else { self.board.to_move() };
        self.record.to_move = self.to_move.or(first).unwrap_or(anyway);
        self.hints.says_to_move = self.to_move.or(first).is_some();
        Reading { record: self.record, offsets: self.offsets, hints: self.hints }
    }
}

/// The move of a node.
pub(super) fn turn_of<'n>(
    text: &str,
    record: &Record,
    node: &'n Node,
) -> Result<Option<(&'n Value, Turn)>, NotationError> {
    let at = |value: &Value| place(text, value.offset());
    let of = |player, identifier| node.values(identifier).map(move |value| (player, value));
    let mut found: Vec<(Player, &Value)> =
        of(Player::Black, "B").chain(of(Player::White, "W")).collect();
    found.sort_by_key(|(_, value)| value.offset());
    match found[..] {
        [] => Ok(None),
        [(player, value)] => {
            let mv = moves::parse_move(record.game, record.size, value)
                .map_err(|refusal| refusal.at(at(value)))?;
            Ok(Some((value, Turn::new(player, mv))))
        }
        [_, (_, second), ..] => {
            Err(NotationError::new(at(second), "a second move in one node", "a node for each move"))
        }
    }
}

/// The value of a property that has one value at most.
fn only<'n>(
    text: &str,
    node: &'n Node,
    identifier: &str,
) -> Result<Option<&'n Value>, NotationError> {
    let mut values = node.values(identifier);
    let first = values.next();
    match values.next() {
        None => Ok(first),
        Some(second) => Err(NotationError::new(
            place(text, second.offset()),
            format!("a second value of {identifier}"),
            "one value",
        )),
    }
}

#[cfg(test)]
#[path = "record_reader_tests.rs"]
mod tests;
