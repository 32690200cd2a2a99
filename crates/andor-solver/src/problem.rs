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
}

/// A move as it was written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    pub(crate) place: Option<String>,
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

    fn start(kind: Kind, size: Size) -> Problem {
        Problem { kind, size, stones: Vec::new(), to_move: Player::Black, moves: Vec::new() }
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

    /// The position at the end of the first game of an SGF file.
    pub fn from_sgf(text: &str) -> Result<Problem, BadInput> {
        let reading = sgf::parse_record(text)?;
        let places = reading.offsets.iter().map(|&offset| sgf::place(text, offset)).collect();
        Problem::from_record(&reading.record, places)
    }

    /// The position of a HexWorld link.
    pub fn from_hexworld(text: &str) -> Result<Problem, BadInput> {
        let link: Link = text.parse()?;
        Problem::from_record(&link.record(), Vec::new())
    }

    fn from_record(record: &Record, places: Vec<String>) -> Result<Problem, BadInput> {
        match record.game {
            RecordGame::Hex => {
                // Stones never move and the past does not matter: only the last position counts.
                let board = record.board(usize::MAX)?;
                let mut problem = Problem::start(Kind::Hex, record.size);
                problem.stones = board.stones().to_vec();
                problem.to_move = board.to_move();
                Ok(problem)
            }
            RecordGame::Go => {
                let rules = record.rules.as_deref().map_or(Ok(Rules::PSK), str::parse)?;
                let komi = record.komi.as_deref().map_or(Ok(Komi(0)), str::parse)?;
                let mut problem = Problem::start(Kind::Go { rules, komi }, record.size);
                problem.stones = record.stones.clone();
                problem.to_move = record.to_move;
                for (i, turn) in record.moves.iter().enumerate() {
                    let text = match turn.mv {
                        RecordMove::Point(point) => point_text(record.size, Style::Go, point),
                        RecordMove::Pass => "pass".to_string(),
                        RecordMove::Swap(_) | RecordMove::Resign | RecordMove::Forfeit => continue,
                    };
                    let place = places.get(i).cloned();
                    problem.moves.push(MoveText { place, player: Some(turn.player), text });
                }
                Ok(problem)
            }
            RecordGame::Gomoku => Err(BadInput::Request(
                "GM[4]: Gomoku cannot be solved yet; expected a file of Go (GM[1]) or Hex (GM[11])"
                    .to_string(),
            )),
        }
    }

    /// With further moves, separated by blanks or commas.
    pub fn with_moves(mut self, moves: &str) -> Problem {
        for text in moves.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty()) {
            self.moves.push(MoveText { place: None, player: None, text: text.to_string() });
        }
        self
    }

    /// Under other rules of Go.
    pub fn with_rules(mut self, name: &str) -> Result<Problem, BadInput> {
        match &mut self.kind {
            Kind::Go { rules, .. } => *rules = name.parse()?,
            _ => return Err(BadInput::Request("--rules: only Go has rule sets".to_string())),
        }
        Ok(self)
    }

    /// With another komi.
    pub fn with_komi(mut self, text: &str) -> Result<Problem, BadInput> {
        match &mut self.kind {
            Kind::Go { komi, .. } => *komi = text.parse()?,
            _ => return Err(BadInput::Request("--komi: only Go has a komi".to_string())),
        }
        Ok(self)
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
