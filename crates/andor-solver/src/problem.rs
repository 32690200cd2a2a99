//! Which position of which game.

use andor_core::{NotationError, Player};
use andor_games::go::{Komi, Rules};
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::notation::hexworld::Link;
use andor_games::notation::record::{Record, RecordGame, RecordMove};
use andor_games::notation::sgf;
use andor_games::points::Point;
use andor_games::size::Size;

/// Input that cannot be solved as it stands: where, what is wrong, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadInput {
    /// Something that was read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Something that was asked for.
    #[error("{0}")]
    Request(String),
}

/// A game with its variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Hex.
    Hex,
    /// Go.
    Go {
        /// The rule set.
        rules: Rules,
        /// What Black gives White.
        komi: Komi,
    },
    /// m,n,k.
    Mnk {
        /// How many in a row win.
        row: u8,
    },
    /// Nim, from these heaps.
    Nim {
        /// The heaps at the start.
        heaps: Vec<u8>,
    },
}

/// The names of the games, for messages.
pub const GAMES: &str = "hex, go, mnk or nim";

/// A position to solve: a start, possibly set up, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The game.
    pub kind: Kind,
    /// The size of the board; 1x1 for games without one.
    pub size: Size,
    /// Stones set up before the first move.
    pub stones: Vec<(Player, Point)>,
    /// Who moves first.
    pub to_move: Player,
    /// The moves, with the place they were read from.
    pub(crate) moves: Vec<MoveText>,
    /// What the problem was read from, for messages.
    pub(crate) source: Option<String>,
    /// What is wrong with the rule set that was read, unless another one is asked for.
    pub(crate) wrong_rules: Option<NotationError>,
    /// What is wrong with the komi that was read, unless another one is asked for.
    pub(crate) wrong_komi: Option<NotationError>,
}

/// A move as it was written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    pub(crate) place: String,
    pub(crate) player: Option<Player>,
    pub(crate) text: String,
}

impl Problem {
    /// The start of a game, by name and size: `hex 5x5`, `go 3x3`, `mnk 4x4x3`, `nim 3-4-5`.
    pub fn named(game: &str, size: &str) -> Result<Problem, BadInput> {
        let kind = match game.to_ascii_lowercase().as_str() {
            "hex" => Kind::Hex,
            "go" => Kind::Go { rules: Rules::PSK, komi: Komi(0) },
            "mnk" => return Problem::mnk(size),
            "nim" => return Problem::nim(size),
            _ => {
                let problem = "not a game Andor knows";
                return Err(NotationError::new(format!("game \"{game}\""), problem, GAMES).into());
            }
        };
        Ok(Problem::start(kind, size.parse()?))
    }

    pub(crate) fn start(kind: Kind, size: Size) -> Problem {
        Problem {
            kind,
            size,
            stones: Vec::new(),
            to_move: Player::Black,
            moves: Vec::new(),
            source: None,
            wrong_rules: None,
            wrong_komi: None,
        }
    }

    fn mnk(text: &str) -> Result<Problem, BadInput> {
        let read = text
            .rsplit_once('x')
            .and_then(|(size, row)| Some((size.parse::<Size>().ok()?, row.parse::<u8>().ok()?)));
        match read {
            Some((size, row))
                if text.matches('x').count() == 2 && size.area() <= 64 && row >= 1 =>
            {
                Ok(Problem::start(Kind::Mnk { row }, size))
            }
            _ => Err(NotationError::new(
                format!("size \"{text}\""),
                "not a game of m,n,k",
                "COLUMNSxROWSxK with at most 64 points, such as 3x3x3",
            )
            .into()),
        }
    }

    fn nim(text: &str) -> Result<Problem, BadInput> {
        let heaps: Option<Vec<u8>> = text.split('-').map(|n| n.parse().ok()).collect();
        match heaps {
            Some(heaps) if heaps.len() <= 64 => {
                let size = Size::new(1, 1).ok_or_else(|| BadInput::Request(String::new()))?;
                Ok(Problem::start(Kind::Nim { heaps }, size))
            }
            _ => Err(NotationError::new(
                format!("heaps \"{text}\""),
                "not heaps of nim",
                "numbers from 0 to 255 with hyphens, such as 3-4-5",
            )
            .into()),
        }
    }

    /// The position at the end of the first game of an SGF text; messages call it by `source`,
    /// such as `file "game.sgf"`.
    ///
    /// Rules or a komi that are not understood are refused by [`crate::solve`], unless
    /// [`Problem::with_rules`] or [`Problem::with_komi`] replace them.
    pub fn from_sgf(source: &str, text: &str) -> Result<Problem, BadInput> {
        let reading = sgf::parse_record(text).map_err(|error| within(source, error))?;
        let place = |&offset: &usize| format!("{source}: {}", sgf::place(text, offset));
        let places = reading.offsets.iter().map(place).collect();
        Problem::from_record(source, &reading.record, places)
    }

    /// The position of a HexWorld link.
    pub fn from_hexworld(text: &str) -> Result<Problem, BadInput> {
        let source = "link";
        let link: Link = text.parse().map_err(|error| within(source, error))?;
        Problem::from_record(source, &link.record(), Vec::new())
    }

    fn from_record(
        source: &str,
        record: &Record,
        places: Vec<String>,
    ) -> Result<Problem, BadInput> {
        let mut problem = match record.game {
            RecordGame::Hex => {
                // Stones never move and the past does not matter: only the last position counts.
                let board = record.board(usize::MAX).map_err(|error| within(source, error))?;
                let mut problem = Problem::start(Kind::Hex, record.size);
                problem.stones = board.stones().to_vec();
                problem.to_move = board.to_move();
                problem
            }
            RecordGame::Go => Problem::from_go(source, record, places),
            RecordGame::Gomoku => {
                let expected = "a game of Go (GM[1]) or Hex (GM[11])";
                let problem = "Gomoku cannot be solved yet";
                return Err(within(source, NotationError::new("GM[4]", problem, expected)).into());
            }
        };
        problem.source = Some(source.to_string());
        Ok(problem)
    }

    fn from_go(source: &str, record: &Record, places: Vec<String>) -> Problem {
        let or_else = |error: NotationError, option: &str| {
            let expected = format!("{}, or {option} to choose", error.expected);
            within(source, NotationError { expected, ..error })
        };
        let (mut rules, mut komi) = (Rules::PSK, Komi(0));
        let (mut wrong_rules, mut wrong_komi) = (None, None);
        match record.rules.as_deref().map(str::parse) {
            Some(Ok(read)) => rules = read,
            Some(Err(error)) => wrong_rules = Some(or_else(error, "--rules")),
            None => {}
        }
        match record.komi.as_deref().map(str::parse) {
            Some(Ok(read)) => komi = read,
            Some(Err(error)) => wrong_komi = Some(or_else(error, "--komi")),
            None => {}
        }
        let mut problem = Problem {
            stones: record.stones.clone(),
            to_move: record.to_move,
            wrong_rules,
            wrong_komi,
            ..Problem::start(Kind::Go { rules, komi }, record.size)
        };
        for (turn, place) in record.moves.iter().zip(places) {
            let text = match turn.mv {
                RecordMove::Point(point) => point_text(record.size, Style::Go, point),
                RecordMove::Pass => "pass".to_string(),
                RecordMove::Swap(_) | RecordMove::Resign | RecordMove::Forfeit => continue,
            };
            problem.moves.push(MoveText { place, player: Some(turn.player), text });
        }
        problem
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

    /// Under other rules of Go.
    pub fn with_rules(mut self, name: &str) -> Result<Problem, BadInput> {
        match &mut self.kind {
            Kind::Go { rules, .. } => *rules = name.parse()?,
            _ => return Err(self.only_in_go("rules", "rule sets", name)),
        }
        self.wrong_rules = None;
        Ok(self)
    }

    /// With another komi.
    pub fn with_komi(mut self, text: &str) -> Result<Problem, BadInput> {
        match &mut self.kind {
            Kind::Go { komi, .. } => *komi = text.parse()?,
            _ => return Err(self.only_in_go("komi", "komi", text)),
        }
        self.wrong_komi = None;
        Ok(self)
    }

    fn only_in_go(&self, option: &str, what: &str, text: &str) -> BadInput {
        let problem = format!("{} has no {what}", self.game());
        let expected = format!("--{option} with go only");
        NotationError::new(format!("{option} \"{text}\""), problem, expected).into()
    }

    /// The error with what the problem was read from before its place.
    pub(crate) fn sourced(&self, error: NotationError) -> NotationError {
        match &self.source {
            Some(source) => within(source, error),
            None => error,
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        match self.kind {
            Kind::Hex => "hex",
            Kind::Go { .. } => "go",
            Kind::Mnk { .. } => "mnk",
            Kind::Nim { .. } => "nim",
        }
    }

    /// The size of the board, as it is written for the game.
    pub fn size_text(&self) -> String {
        match &self.kind {
            Kind::Hex | Kind::Go { .. } => self.size.to_string(),
            Kind::Mnk { row } => format!("{}x{row}", self.size),
            Kind::Nim { heaps } => heaps.iter().map(u8::to_string).collect::<Vec<_>>().join("-"),
        }
    }
}

/// The error with `source` before its place.
fn within(source: &str, error: NotationError) -> NotationError {
    NotationError { place: format!("{source}: {}", error.place), ..error }
}
