//! Game records, as files and links tell them: a size, a set-up, and the moves of the main line.
//!
//! A record holds everything that can be read without the rules of the game. The rules decide
//! whether its moves are legal; [`Board`] gives the stones after the moves.

use super::board::{Board, Refusal};
use super::coordinates::Style;
use crate::points::Point;
use crate::size::Size;
use andor_core::{NotationError, Player};

/// A game that has records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordGame {
    /// Go and its relatives: `GM[1]`.
    Go,
    /// Hex: `GM[11]`. Black joins top and bottom, White left and right.
    Hex,
    /// Gomoku: `GM[4]`.
    Gomoku,
}

impl RecordGame {
    /// The number of the game in SGF's property `GM`.
    pub fn number(self) -> u8 {
        match self {
            RecordGame::Go => 1,
            RecordGame::Gomoku => 4,
            RecordGame::Hex => 11,
        }
    }

    /// The name of the game, as it is written in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            RecordGame::Go => "Go",
            RecordGame::Gomoku => "Gomoku",
            RecordGame::Hex => "Hex",
        }
    }

    /// How the game's players name points when they talk.
    pub fn style(self) -> Style {
        match self {
            RecordGame::Hex => Style::Hex,
            RecordGame::Go | RecordGame::Gomoku => Style::Go,
        }
    }
}

/// The two ways in which the second player of Hex takes over the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swap {
    /// The black stone becomes a white one on the point mirrored in the long diagonal.
    Pieces,
    /// The players change colours; the stone stays.
    Sides,
}

/// A move as a record writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordMove {
    /// A stone.
    Point(Point),
    /// No stone.
    Pass,
    /// The first move taken over.
    Swap(Swap),
    /// The player gives up.
    Resign,
    /// The player has lost for another reason, such as time.
    Forfeit,
}

/// A move and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The player.
    pub player: Player,
    /// The move.
    pub mv: RecordMove,
}

impl Turn {
    /// A move by a player.
    pub fn new(player: Player, mv: RecordMove) -> Turn {
        Turn { player, mv }
    }
}

/// The content of a file or a link about a game.
///
/// All moves of the main line are kept; for an earlier position call [`Record::board`], or cut
/// `moves` short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game.
    pub game: RecordGame,
    /// The size of the board.
    pub size: Size,
    /// The name of the rules, as written (`RU`).
    pub rules: Option<String>,
    /// Points for White, as written (`KM`).
    pub komi: Option<String>,
    /// The stones set up before the first move, in order of their points.
    pub stones: Vec<(Player, Point)>,
    /// The player to move after the set-up.
    pub to_move: Player,
    /// The moves after the set-up.
    pub moves: Vec<Turn>,
}

/// What a file says about a position besides the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Does the file say who moves, by `PL` or by a move?
    pub says_to_move: bool,
    /// The points that the root marks with `MA`, `TR`, `CR` or `SQ`, in order.
    pub marks: Vec<Point>,
}

impl Record {
    /// A game that has not begun: an empty board, Black to move.
    pub fn new(game: RecordGame, size: Size) -> Record {
        Record {
            game,
            size,
            rules: None,
            komi: None,
            stones: Vec::new(),
            to_move: Player::Black,
            moves: Vec::new(),
        }
    }

    /// The board after the first `moves` moves, or after all if there are fewer.
    ///
    /// A move that cannot be carried out is an error that names its number.
    pub fn board(&self, moves: usize) -> Result<Board, NotationError> {
        let mut board = Board::new(self.game, self.size);
        for (number, &(player, point)) in self.stones.iter().enumerate() {
            let put = match board.stones().iter().find(|&&(_, other)| other == point) {
                None => board.set_up(Some(player), point),
                Some(_) => Err(Refusal::new("there is a stone already", "an empty point")),
            };
            put.map_err(|refusal| refusal.at(format!("set-up stone {}", number + 1)))?;
        }
        board.set_to_move(self.to_move);
        for (number, &turn) in self.moves.iter().take(moves).enumerate() {
            board.play(turn).map_err(|refusal| refusal.at(format!("move {}", number + 1)))?;
        }
        Ok(board)
    }
}
