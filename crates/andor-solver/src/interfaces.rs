//! Three interfaces that refer to each other: a [`Family`] of games opens a [`Problem`]; an opened
//! problem is a game in play ([`InPlay`]); a game in play gives its present position as a problem.

use crate::adapter::Piece;
use crate::dataset::{self, Sample};
use crate::error::BadInput;
use crate::options::OptionRow;
use crate::player::thought::{Aim, Thought};
use crate::report::Report;
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

/// A family of games: one game on boards of many sizes, with options.
pub trait Family: Send + Sync + fmt::Debug {
    /// The name, as it is typed.
    fn name(&self) -> &'static str;

    /// The name, as it is written in a sentence.
    fn title(&self) -> &'static str;

    /// How a size is written, and what there is to know about the game.
    fn size_help(&self) -> &'static str;

    /// A size, for examples.
    fn example(&self) -> &'static str;

    /// The options of the game.
    fn options(&self) -> &'static [OptionRow] {
        &[]
    }

    /// The options that make the question and not the game, such as the komi.
    fn options_of_question(&self) -> &'static [&'static str] {
        &[]
    }

    /// The pieces of knowledge about the game.
    fn knowledge(&self) -> &'static [Piece] {
        &[]
    }

    /// The game in SGF.
    fn record(&self) -> Option<RecordGame> {
        None
    }

    /// The number of moves at the beginning of a record that set up the start: Black's plays among
    /// them are set-up stones, and White moves after them.
    fn set_up_moves(&self, _record: &Record) -> Result<usize, NotationError> {
        Ok(0)
    }

    /// The options that a record sets, such as the marked block; an error is an option that must be
    /// set otherwise.
    fn options_of_record(
        &self,
        _record: &Record,
        _hints: &Hints,
    ) -> Vec<(&'static str, Result<String, NotationError>)> {
        Vec::new()
    }

    /// Reads a drawn board, where the family has pieces of its own.
    fn drawn(&self, _text: &str) -> Option<Result<Problem, BadInput>> {
        None
    }

    /// How points of the board are named, where there is a board with stones.
    fn style(&self) -> Option<Style> {
        None
    }

    /// The size of the board of a game of this size, where there is a board with stones.
    fn board(&self, size: &str) -> Option<Size> {
        size.parse().ok()
    }

    /// The protocol by which the game is played, and the size of the board to begin with.
    fn protocol(&self) -> Option<(Protocol, &'static str)> {
        None
    }

    /// Does the past of a position matter? If not, only the last position of a record counts.
    fn past_matters(&self) -> bool {
        true
    }

    /// Reads a size; gives it as the game writes it.
    fn read_size(&self, text: &str) -> Result<String, NotationError>;

    /// Reads a value of an option of the table; gives it as the game writes it.
    fn read_option(&self, _name: &str, value: &str) -> Result<String, NotationError> {
        Ok(value.to_string())
    }

    /// A sentence for the user about a value of an option, if the value means less than its name.
    fn note(&self, _name: &str, _value: &str) -> Option<&'static str> {
        None
    }

    /// The start of the game that a certificate is about, if it is of this family.
    fn of_certificate(&self, _: &andor_checker::Problem) -> Option<Problem> {
        None
    }

    /// The options of which each position of a data set has its own value.
    fn sampled(&self) -> &'static [&'static str] {
        &[]
    }

    /// A position for a data set, made from the game of this number; none if the game has no fit
    /// position.
    fn sample(
        &self,
        start: &Problem,
        settings: &Settings,
        number: usize,
    ) -> Result<Option<Sample>, BadInput> {
        dataset::earliest(start, settings, number)
    }

    /// Opens a problem of the family.
    fn open(&self, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput>;
}

/// A position to solve: a start, possibly set up, and moves from there.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Problem {
    pub(crate) family: &'static dyn Family,
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
    pub fn of(family: &'static dyn Family, size: &str) -> Result<Problem, BadInput> {
        Ok(Problem::start(family, family.read_size(size)?))
    }

    /// The start of a game of a family, whose size was read.
    pub(crate) fn start(family: &'static dyn Family, size: String) -> Problem {
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
        let start = Problem::start(self.family, self.family.read_size(size)?);
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
            None => self.family.open(self),
        }
    }

    /// The family of games.
    pub fn family(&self) -> &'static dyn Family {
        self.family
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.family.name()
    }

    /// The size of the board, as it is written for the game.
    pub fn size_text(&self) -> &str {
        &self.size
    }

    /// The value of one of the game's options; `None` if the game has no such option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let row = self.family.options().iter().find(|row| row.name == name)?;
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
        self.options.insert(row, self.family.read_option(row, value)?);
        self.wrong.remove(row);
        self.notes.remove(row);
        self.notes.extend(self.family.note(row, value).map(|note| (row, note)));
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

    /// Plays a move of either player. If it is not that player's turn, or the game is over and can
    /// go on, a new part begins.
    fn play(&mut self, player: Player, text: &str) -> Result<(), Refused>;

    /// Plays moves of either player one after another, all or none.
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
    fn place(&self) -> Option<(Place, u128)> {
        None
    }

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
