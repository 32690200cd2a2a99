//! A game with variations: a start, and moves after it, each after the start or after an earlier
//! move.

use crate::error::BadInput;
use crate::interfaces::{InPlay, Problem, within};
use andor_core::{NotationError, Player};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::record::{Record, RecordMove, Turn};
use andor_games::notation::sgf::{self, Note, Variation};
use andor_games::size::Size;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// A game with variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTree {
    /// The start, without moves.
    pub start: Problem,
    /// What is written about the start.
    #[serde(flatten)]
    pub note: TreeNote,
    /// The moves. The first of those with the same parent is the main line.
    pub nodes: Vec<TreeMove>,
    /// The number of the move after which the position is shown first; the start without one.
    #[serde(default)]
    pub at: Option<usize>,
}

/// A move of a game with variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeMove {
    /// The number of the move before it; none at the start.
    pub parent: Option<usize>,
    /// The player of the move.
    #[serde(serialize_with = "name", deserialize_with = "player")]
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is written about the position after the move.
    #[serde(flatten)]
    pub note: TreeNote,
}

/// What is written about a position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNote {
    /// The comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Labels of points.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

fn name<S: Serializer>(player: &Player, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(player)
}

fn player<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Player, D::Error> {
    match String::deserialize(input)?.as_str() {
        "black" => Ok(Player::Black),
        "white" => Ok(Player::White),
        other => {
            let expected = format!("\"{other}\" is no player; expected black or white");
            Err(serde::de::Error::custom(expected))
        }
    }
}

impl GameTree {
    /// The moves of a problem, without variations; shown is the last position.
    pub fn of(problem: &Problem) -> Result<GameTree, BadInput> {
        let game = problem.open()?;
        let start = problem.clone().without_moves();
        let nodes = game.moves().into_iter().enumerate().map(|(number, (player, mv))| TreeMove {
            parent: number.checked_sub(1),
            player,
            mv,
            note: TreeNote::default(),
        });
        let nodes: Vec<TreeMove> = nodes.collect();
        Ok(GameTree { start, note: TreeNote::default(), at: nodes.len().checked_sub(1), nodes })
    }

    /// The game of an SGF text with all variations; messages call the text by `source`. `game`
    /// counts from 1. A game of the same kind as `like` is read as that game: Killall-Go reads
    /// records of Go.
    pub fn from_sgf(
        source: &str,
        text: &str,
        game: Option<usize>,
        like: Option<&Problem>,
    ) -> Result<GameTree, BadInput> {
        let (reading, note, moves) =
            sgf::parse_variations(text, game).map_err(|error| within(source, error))?;
        let like = like.map(Problem::family);
        let problem = match like.filter(|family| family.record == Some(reading.record.game)) {
            Some(family) => Problem::from_sgf_of(family, source, text, game)?,
            None => Problem::from_sgf(source, text, game)?,
        };
        let is_plain =
            |mv: &Variation| matches!(mv.turn.mv, RecordMove::Point(_) | RecordMove::Pass);
        let sets_up = (problem.family().set_up_moves)(&reading.record);
        if sets_up.is_ok_and(|moves| moves > 0) || !moves.iter().all(is_plain) {
            let note = TreeNote { comment: note.comment, ..TreeNote::default() };
            return Ok(GameTree { note, ..GameTree::of(&problem)? });
        }
        let Record { stones, to_move, game: kind, size, .. } = reading.record;
        let style = kind.style();
        let start = problem.without_moves().with_stones(stones, to_move);
        let named = |mv: Variation| TreeMove {
            parent: mv.parent,
            player: mv.turn.player,
            mv: match mv.turn.mv {
                RecordMove::Point(point) => point_text(size, style, point),
                _ => "pass".to_string(),
            },
            note: TreeNote::read(mv.note, size, style),
        };
        let places: Vec<usize> = moves.iter().map(|mv| mv.offset).collect();
        let nodes: Vec<TreeMove> = moves.into_iter().map(named).collect();
        let note = TreeNote::read(note, size, style);
        let tree = GameTree { start, note, at: last_of_main_line(&nodes), nodes };
        tree.check(|number| format!("{source}: {}", sgf::place(text, places[number])))?;
        Ok(tree)
    }

    /// Are all moves legal? The first that is not is an error, with its place.
    fn check(&self, place: impl Fn(usize) -> String) -> Result<(), BadInput> {
        let mut game: Box<dyn InPlay> = self.start.open()?;
        let mut way: Vec<usize> = Vec::new();
        for (number, TreeMove { parent, player, mv, .. }) in self.nodes.iter().enumerate() {
            while way.last() != parent.as_ref() && way.pop().is_some() {
                game.undo();
            }
            let refused = |problem: String, expected: &str| {
                let place = format!("{}, \"{mv}\"", place(number));
                BadInput::Notation(NotationError::new(place, problem, expected))
            };
            if game.to_move() != *player {
                let problem = format!("{player} moves out of turn");
                return Err(refused(problem, &format!("a move of {}", game.to_move())));
            }
            game.play(*player, mv).map_err(|why| refused(why.0, "a legal move"))?;
            way.push(number);
        }
        Ok(())
    }

    /// The game as an SGF file.
    pub fn to_sgf(&self) -> Result<String, BadInput> {
        let family = self.start.family();
        let size = self.start.board();
        let (Some(kind), Some(size)) = (family.record, size) else {
            let title = family.title;
            return Err(BadInput::Request(format!(
                "SGF has no number for {title}; expected a game of Go, Gomoku or Hex"
            )));
        };
        let option = |name| self.start.option(name).map(str::to_string);
        let record = Record {
            rules: option("rules"),
            komi: option("komi"),
            stones: self.start.stones().to_vec(),
            to_move: self.start.to_move(),
            ..Record::new(kind, size)
        };
        let nodes = self.nodes.iter().map(|node| node.variation(size, kind.style()));
        let nodes: Vec<Variation> = nodes.collect::<Result<_, NotationError>>()?;
        let note = self.note.written(size, kind.style())?;
        Ok(sgf::write_variations(&record, &note, &nodes)?)
    }
}

impl TreeMove {
    fn variation(&self, size: Size, style: Style) -> Result<Variation, NotationError> {
        let mv = match self.mv.as_str() {
            "pass" => RecordMove::Pass,
            text => RecordMove::Point(parse_point(size, style, text)?),
        };
        let (turn, note) = (Turn::new(self.player, mv), self.note.written(size, style)?);
        Ok(Variation { parent: self.parent, turn, note, offset: 0 })
    }
}

impl TreeNote {
    fn read(note: Note, size: Size, style: Style) -> TreeNote {
        let labels = note.labels.into_iter();
        let labels = labels.map(|(point, text)| (point_text(size, style, point), text));
        TreeNote { comment: note.comment, labels: labels.collect() }
    }

    fn written(&self, size: Size, style: Style) -> Result<Note, NotationError> {
        let label = |(point, text): (&String, &String)| {
            Ok((parse_point(size, style, point)?, text.clone()))
        };
        let labels = self.labels.iter().map(label).collect::<Result<_, NotationError>>()?;
        Ok(Note { comment: self.comment.clone(), labels })
    }
}

/// The last move of the main line.
fn last_of_main_line(nodes: &[TreeMove]) -> Option<usize> {
    let mut last = None;
    for (number, node) in nodes.iter().enumerate() {
        if node.parent == last {
            last = Some(number);
        }
    }
    last
}
