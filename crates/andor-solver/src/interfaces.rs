//! Three types that refer to each other: a [`Family`] of games opens a [`Problem`]; an opened
//! problem is a game in play ([`InPlay`]); a game in play gives its present position as a problem.

use crate::adapter::Piece;
use crate::error::BadInput;
use crate::options::OptionRow;
use crate::player::thought::{Aim, Thought};
use crate::report::Report;
use crate::sample::Sample;
use crate::search_name::Engine;
use crate::settings::{Settings, Watch};
use crate::store::reading::Reading;
use andor_certify::view::{Exported, Limits, StrategyPlace};
use andor_checker::Certificate;
use andor_core::{Margin, NotationError, Outcome, Player, Verdict};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::{Hints, Record, RecordGame};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_net::Subject;
use andor_store::{Entry, Fact, Place};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

/// A protocol by which a game is played with other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// The Hex Text Protocol.
    Htp,
    /// The protocol of Gomocup tournaments.
    Gomocup,
    /// The commands of the Go Text Protocol, with moves of Phutball.
    Phutball,
}

/// A family of games: one game on boards of many sizes, with options. What a family leaves out is
/// as [`Family::DEFAULT`] has it.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name, as it is typed.
    pub name: &'static str,
    /// The name, as it is written in a sentence.
    pub title: &'static str,
    /// How a size is written, and what there is to know about the game.
    pub size_help: &'static str,
    /// A size, for examples.
    pub example: &'static str,
    /// The options of the game.
    pub options: &'static [OptionRow],
    /// The options that make the question and not the game, such as the komi.
    pub options_of_question: &'static [&'static str],
    /// The options of which each position of a data set has its own value.
    pub sampled: &'static [&'static str],
    /// The pieces of knowledge about the game.
    pub knowledge: &'static [Piece],
    /// The searches that only this family has and that are not in the table of searches.
    pub searches: &'static [Engine],
    /// The game in SGF.
    pub record: Option<RecordGame>,
    /// How points of the board are named, where there is a board with stones.
    pub style: Option<Style>,
    /// The protocol by which the game is played, and the size of the board to begin with.
    pub protocol: Option<(Protocol, &'static str)>,
    /// Does the past of a position matter? If not, only the last position of a record counts.
    pub past_matters: bool,
    /// Reads a size; gives it as the game writes it.
    pub read_size: fn(&str) -> Result<String, NotationError>,
    /// The size of the board of a game of this size, where there is a board with stones.
    pub board: fn(&str) -> Option<Size>,
    /// Reads a value of an option of the table, by the name of the option; gives the value as the
    /// game writes it.
    pub read_option: fn(&str, &str) -> Result<String, NotationError>,
    /// A sentence for the user about a value of an option, if the value means less than its name.
    pub note: fn(&str, &str) -> Option<&'static str>,
    /// The number of moves at the beginning of a record that set up the start: Black's plays among
    /// them are set-up stones, and White moves after them.
    pub set_up_moves: fn(&Record) -> Result<usize, NotationError>,
    /// The options that a record sets, such as the marked block; an error is an option that must be
    /// set otherwise.
    pub options_of_record: fn(&Record, &Hints) -> Vec<OptionOfRecord>,
    /// Reads a drawn board, where the family has pieces of its own.
    pub drawn: Option<ReadDrawn>,
    /// The start of the game that a certificate is about, if it is of this family.
    pub of_certificate: fn(&andor_checker::Problem) -> Option<Problem>,
    /// A position for a data set, if the family makes positions in its own way.
    pub sample: Option<MakeSample>,
    /// Opens a problem of the family.
    pub open: fn(&Problem) -> Result<Box<dyn InPlay>, BadInput>,
}

/// Reads a drawn board.
pub type ReadDrawn = fn(&str) -> Result<Problem, BadInput>;

/// The name of an option and the value that a record gives it.
pub type OptionOfRecord = (&'static str, Result<String, NotationError>);

/// A position for a data set, made from the start, the settings and the number of a game; none if
/// the game has no fit position.
pub type MakeSample = fn(&Problem, &Settings, usize) -> Result<Option<Sample>, BadInput>;

impl Family {
    /// A game without options, knowledge, records, a board and protocols, in which the past
    /// matters. Every size is taken as it is typed, and no problem can be opened.
    pub const DEFAULT: Family = Family {
        name: "",
        title: "",
        size_help: "",
        example: "",
        options: &[],
        options_of_question: &[],
        sampled: &[],
        knowledge: &[],
        searches: &[],
        record: None,
        style: None,
        protocol: None,
        past_matters: true,
        read_size: |text| Ok(text.to_string()),
        board: |size| size.parse().ok(),
        read_option: |_, value| Ok(value.to_string()),
        note: |_, _| None,
        set_up_moves: |_| Ok(0),
        options_of_record: |_, _| Vec::new(),
        drawn: None,
        of_certificate: |_| None,
        sample: None,
        open: |problem| {
            let problem = format!("{}: the game cannot be opened", problem.game());
            Err(BadInput::Request(format!("{problem}; expected a family with `open`")))
        },
    };
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A position to solve: a start, possibly set up, and moves from there.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Problem {
    pub(crate) family: &'static Family,
    pub(crate) size: String,
    /// The options that were set, as the game writes them.
    pub(crate) options: BTreeMap<&'static str, String>,
    pub(crate) stones: Vec<(Player, Point)>,
    pub(crate) to_move: Player,
    pub(crate) moves: Vec<MoveText>,
    /// The source of the problem, for messages.
    pub(crate) source: Option<String>,
    /// Sentences for the user about values of options.
    pub(crate) notes: BTreeMap<&'static str, &'static str>,
    /// Errors of options that were read; another value for the option removes the error.
    pub(crate) wrong: BTreeMap<&'static str, NotationError>,
}

/// A move as it was written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    pub(crate) place: String,
    pub(crate) player: Option<Player>,
    pub(crate) text: String,
}

impl PartialEq for Problem {
    fn eq(&self, other: &Problem) -> bool {
        let parts = |problem: &Problem| {
            let moves: Vec<String> = problem.moves.iter().map(|mv| mv.text.clone()).collect();
            let Problem { size, options, stones, to_move, .. } = problem.clone();
            (problem.game(), size, options, stones, to_move, moves)
        };
        parts(self) == parts(other)
    }
}

impl Eq for Problem {}

impl Problem {
    /// The start of a game of a family, perhaps of one that is not in the list of families.
    pub fn of(family: &'static Family, size: &str) -> Result<Problem, BadInput> {
        Ok(Problem::start(family, (family.read_size)(size)?))
    }

    /// The start of a game of a family, whose size was read.
    pub(crate) fn start(family: &'static Family, size: String) -> Problem {
        Problem {
            family,
            size,
            options: BTreeMap::new(),
            stones: Vec::new(),
            to_move: Player::Black,
            moves: Vec::new(),
            source: None,
            notes: BTreeMap::new(),
            wrong: BTreeMap::new(),
        }
    }

    /// With further moves, separated by blanks or commas.
    pub fn with_moves(mut self, moves: &str) -> Problem {
        let texts = moves.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty());
        for (number, text) in texts.enumerate() {
            let place = format!("move {}", number + 1);
            self.moves.push(MoveText { place, player: None, text: text.to_string() });
        }
        self
    }

    /// With these stones set up before the first move, and this player to move then.
    pub fn with_stones(mut self, stones: Vec<(Player, Point)>, to_move: Player) -> Problem {
        (self.stones, self.to_move) = (stones, to_move);
        self
    }

    /// Without moves.
    pub fn without_moves(self) -> Problem {
        Problem { moves: Vec::new(), ..self }
    }

    /// The start of the game, without stones and moves.
    pub fn at_start(self) -> Problem {
        self.with_stones(Vec::new(), Player::Black).without_moves()
    }

    /// With moves that were made by the rules.
    pub(crate) fn with_played(mut self, moves: impl Iterator<Item = (Player, String)>) -> Problem {
        self.moves = moves
            .enumerate()
            .map(|(i, (player, text))| MoveText {
                place: format!("move {}", i + 1),
                player: Some(player),
                text,
            })
            .collect();
        self
    }

    /// The start of the same game on a board of another size.
    pub fn resized(&self, size: &str) -> Result<Problem, BadInput> {
        let start = Problem::start(self.family, (self.family.read_size)(size)?);
        Ok(Problem { options: self.options.clone(), ..start })
    }

    /// The error with the problem's source before its place.
    pub(crate) fn sourced(&self, error: NotationError) -> NotationError {
        match &self.source {
            Some(source) => within(source, error),
            None => error,
        }
    }

    /// The game, in play: the rules, the position, its past, ready to be asked.
    pub fn open(&self) -> Result<Box<dyn InPlay>, BadInput> {
        match self.wrong.values().next() {
            Some(error) => Err(error.clone().into()),
            None => (self.family.open)(self),
        }
    }

    /// The family of games.
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.family.name
    }

    /// The size of the board, as it is written for the game.
    pub fn size_text(&self) -> &str {
        &self.size
    }

    /// The size of the board, where there is a board with stones.
    pub fn board(&self) -> Option<Size> {
        (self.family.board)(&self.size)
    }

    /// The value of one of the game's options; `None` if the game has no such option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let row = self.family.options.iter().find(|row| row.name == name)?;
        Some(self.options.get(row.name).map_or(row.default, String::as_str))
    }

    /// Sentences for the user about the values of the options.
    pub fn notes(&self) -> impl Iterator<Item = &'static str> {
        self.notes.values().copied()
    }

    /// Sets an option of the game's table.
    pub(crate) fn set_option(
        &mut self,
        row: &'static str,
        value: &str,
    ) -> Result<(), NotationError> {
        self.options.insert(row, (self.family.read_option)(row, value)?);
        self.wrong.remove(row);
        self.notes.remove(row);
        self.notes.extend((self.family.note)(row, value).map(|note| (row, note)));
        Ok(())
    }

    /// The stones that are set up before the first move.
    pub fn stones(&self) -> &[(Player, Point)] {
        &self.stones
    }

    /// The player who moves first.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The moves, as they were written.
    pub(crate) fn moves(&self) -> &[MoveText] {
        &self.moves
    }
}

/// The error with `source` before its place.
pub(crate) fn within(source: &str, error: NotationError) -> NotationError {
    NotationError { place: format!("{source}: {}", error.place), ..error }
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// The present state of the board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The stones on the board.
    pub stones: Vec<(Player, Point)>,
    /// The player to move.
    pub to_move: Player,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Black's margin if the game ended here, where players can end it.
    pub standing: Option<Margin>,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The points that are surely Black's, and White's.
    pub safe: [Vec<Point>; 2],
    /// The board, drawn.
    pub picture: String,
}

/// A game in play. A game consists of parts, and within a part all moves follow the rules. A
/// position that is set up, a move out of turn or a move after the end begins a new part, without a
/// past.
pub trait InPlay: Send {
    /// The present part of the game as a problem.
    fn problem(&self) -> Problem;

    /// The present state of the board.
    fn scene(&self) -> Scene;

    /// The player to move.
    fn to_move(&self) -> Player;

    /// Plays a move of either player.
    fn play(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        self.play_all(&[(player, text)])
    }

    /// Plays moves of either player one after another, all or none. If it is not a player's turn,
    /// or the game is over and can go on, a new part begins.
    fn play_all(&mut self, moves: &[(Player, &str)]) -> Result<(), Refused>;

    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool;

    /// Sets up a position, as the start of a new game.
    fn set_up(&mut self, stones: &[(Player, Point)], to_move: Player) -> Result<(), BadInput>;

    /// Puts other stones in the place of the present ones; taken back like a move.
    fn replace(&mut self, stones: &[(Player, Point)], to_move: Player) -> Result<(), BadInput>;

    /// The present position as the start of a new part, with this player to move. Moves before it
    /// can still be taken back.
    fn start_part(&mut self, to_move: Player);

    /// Makes it this player's turn: if it is not, a new part of the game begins.
    fn give_turn(&mut self, player: Player);

    /// The moves of the present part.
    fn moves(&self) -> Vec<(Player, String)>;

    /// Did the game begin on the empty board, and has it been played by the rules since?
    fn is_from_start(&self) -> bool;

    /// What a network must be for to guess about this game; nothing if networks do not see it.
    fn network_subject(&self) -> Option<Subject>;

    /// Can the settings be followed in this game?
    fn check(&self, settings: &Settings) -> Result<(), BadInput>;

    /// Solves the present position. With [`Settings::proof`] the report has a certificate.
    fn solve(&self, settings: &Settings, watch: Option<Watch<'_>>) -> Result<Report, BadInput>;

    /// Thinks about the present position until the aim is reached, the settings' time or nodes are
    /// spent, or the stop switch is set. The results stay for the next call.
    fn think(
        &mut self,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput>;

    /// A game from the present position: the moves, and which of them are passes. `guided` says who
    /// chooses moves by random games; a player who does not chooses moves at random.
    fn guided_game(
        &self,
        settings: &Settings,
        guided: Guided,
        seed: u64,
    ) -> Result<Vec<(String, bool)>, BadInput>;

    /// A place in a certificate of this game, after some moves from a root.
    fn show_certificate(
        &self,
        certificate: &Certificate,
        root: usize,
        moves: &str,
    ) -> Result<StrategyPlace, BadInput>;

    /// The tree of replies of a certificate of this game, as an SGF file.
    fn certificate_sgf(
        &self,
        certificate: &Certificate,
        root: usize,
        limits: Limits,
    ) -> Result<Exported, BadInput>;

    /// The place of the present position in a store, and the key of its class; nothing if stores
    /// cannot keep it.
    fn place(&self) -> Option<(Place, u128)>;

    /// An entry of a store about this game, in words.
    fn read_entry(&self, entry: &Entry) -> Result<Reading, BadInput>;

    /// Solves the claim of a fact about an entry again: the verdict, unless the search stops
    /// before.
    fn settle_entry(
        &self,
        entry: &Entry,
        fact: &Fact,
        settings: &Settings,
    ) -> Result<(Option<Verdict>, Report), BadInput>;

    /// The same game, without the results of thinking.
    fn boxed_clone(&self) -> Box<dyn InPlay>;

    /// The game as `Any`, for callers who know its type.
    fn as_any(&self) -> &dyn Any;
}

/// The same game, without the results of thinking.
impl Clone for Box<dyn InPlay> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The players of a game who are guided by random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guided {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
    /// Both players.
    Both,
}

impl Guided {
    /// Is the player guided who makes the move of this number, counted from 0?
    pub(crate) fn moves_at(self, ply: usize) -> bool {
        match self {
            Guided::First => ply.is_multiple_of(2),
            Guided::Second => !ply.is_multiple_of(2),
            Guided::Both => true,
        }
    }
}
