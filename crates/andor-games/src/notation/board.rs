//! The board of a record: the stones that its turns leave.
//!
//! The board checks little, not the rules: a stone needs an empty point, a swap needs a stone to
//! swap, and no player moves after giving up. The Smart Game Format asks its readers for one more
//! thing: a Go move takes blocks without liberties off the board, legal or not, so that a later
//! stone may stand there.
//!
//! ```text
//! a swap of pieces, Hex:    a b c           a b c
//!                          1 . . X         1 . . .
//!                           2 . . .   →     2 . . .
//!                            3 . . .         3 O . .
//! ```

use super::coordinates;
use super::record::{RecordGame, RecordMove, Swap, Turn};
use crate::points::Point;
use crate::size::Size;
use andor_core::{NotationError, Player};

/// Why a turn cannot be carried out; the reader adds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The problem.
    pub problem: String,
    /// The expected input.
    pub expected: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(problem: impl Into<String>, expected: impl Into<String>) -> Refusal {
        Refusal { problem: problem.into(), expected: expected.into() }
    }

    /// The error at a place.
    pub fn at(self, place: impl Into<String>) -> NotationError {
        NotationError::new(place, self.problem, self.expected)
    }
}

/// The stones that the turns of a record leave on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    game: RecordGame,
    size: Size,
    points: Vec<Option<Player>>,
    stones: Vec<(Player, Point)>,
    is_set_up: bool,
    to_move: Player,
    turns: usize,
    given_up: Option<Player>,
}

impl Board {
    /// An empty board, Black to move.
    pub fn new(game: RecordGame, size: Size) -> Board {
        Board {
            game,
            size,
            points: vec![None; size.area()],
            stones: Vec::new(),
            is_set_up: false,
            to_move: Player::Black,
            turns: 0,
            given_up: None,
        }
    }

    /// The stones, in the order in which they came onto the board.
    pub fn stones(&self) -> &[(Player, Point)] {
        &self.stones
    }

    /// The stone on a point.
    pub fn stone(&self, point: Point) -> Option<Player> {
        self.points[point.index()]
    }

    /// The player to move next, if the players move in turn.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// How many turns were played since the set-up.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The player who resigned or forfeited.
    pub fn given_up(&self) -> Option<Player> {
        self.given_up
    }

    /// Puts a stone on a point or takes it off, whatever was there. The turns so far are
    /// forgotten: a set-up position starts a new game.
    pub fn set_up(&mut self, stone: Option<Player>, point: Point) -> Result<(), Refusal> {
        self.demand_on_board(point)?;
        self.start_anew();
        self.lift(point);
        if let Some(player) = stone {
            self.put(player, point);
        }
        Ok(())
    }

    /// Says who moves. If that is not the player whose turn it is, the turns so far are forgotten,
    /// as by [`Board::set_up`].
    pub fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.start_anew();
            self.to_move = player;
        }
    }

    fn start_anew(&mut self) {
        self.is_set_up = true;
        self.turns = 0;
        self.given_up = None;
    }

    /// Carries out a turn.
    ///
    /// After a swap of pieces Black moves, after a swap of sides White does: the stone stays
    /// black, and its owner now is the player who swapped.
    pub fn play(&mut self, turn: Turn) -> Result<(), Refusal> {
        let Turn { player, mv } = turn;
        if let Some(loser) = self.given_up {
            let problem = format!("a move after {loser} gave up");
            return Err(Refusal::new(problem, "no further move"));
        }
        let mut next = player.other();
        match mv {
            RecordMove::Point(point) => {
                self.demand_on_board(point)?;
                if self.stone(point).is_some() {
                    let name = coordinates::point_text(self.size, self.game.style(), point);
                    let problem = format!("there is a stone on {name} already");
                    return Err(Refusal::new(problem, "a move on an empty point"));
                }
                self.put(player, point);
                if self.game == RecordGame::Go {
                    self.take_captured(player, point);
                }
            }
            RecordMove::Pass => {}
            RecordMove::Swap(swap) => {
                let point = self.swappable(player, swap)?;
                match swap {
                    Swap::Pieces => {
                        self.lift(point);
                        let (column, row) = (self.size.column(point), self.size.row(point));
                        self.put(Player::White, self.size.point(row, column));
                    }
                    Swap::Sides => next = player,
                }
            }
            RecordMove::Resign | RecordMove::Forfeit => self.given_up = Some(player),
        }
        self.to_move = next;
        self.turns += 1;
        Ok(())
    }

    fn demand_on_board(&self, point: Point) -> Result<(), Refusal> {
        if point.index() < self.size.area() {
            return Ok(());
        }
        Err(Refusal::new(
            format!("{point:?} is outside the {} board", self.size),
            format!("a point below #{}", self.size.area()),
        ))
    }

    /// The stone that a swap is about.
    fn swappable(&self, player: Player, swap: Swap) -> Result<Point, Refusal> {
        let expected = "a swap as the second move of a game of Hex, after one black stone";
        if self.game != RecordGame::Hex {
            return Err(Refusal::new("a swap in a game without swaps", "a point or a pass"));
        }
        if self.is_set_up || self.turns != 1 || player != Player::White {
            return Err(Refusal::new("a swap is not possible here", expected));
        }
        if swap == Swap::Pieces && self.size.columns() != self.size.rows() {
            let problem = format!("no swap of pieces on the {} board", self.size);
            return Err(Refusal::new(problem, "a board with as many columns as rows"));
        }
        match self.stones[..] {
            [(Player::Black, point)] => Ok(point),
            _ => Err(Refusal::new("there is no black stone to swap", expected)),
        }
    }

    fn put(&mut self, player: Player, point: Point) {
        self.points[point.index()] = Some(player);
        self.stones.push((player, point));
    }

    fn lift(&mut self, point: Point) {
        if self.points[point.index()].take().is_some() {
            self.stones.retain(|&(_, other)| other != point);
        }
    }

    /// Takes off the blocks that the stone just put on `point` leaves without liberties: first the
    /// opponent's blocks, then its own.
    fn take_captured(&mut self, player: Player, point: Point) {
        let neighbours: Vec<Point> = self.neighbours(point).collect();
        for neighbour in neighbours {
            if self.stone(neighbour) == Some(player.other()) {
                self.take_if_captured(neighbour);
            }
        }
        self.take_if_captured(point);
    }

    fn take_if_captured(&mut self, point: Point) {
        let mut block = vec![point];
        let mut seen = vec![false; self.size.area()];
        seen[point.index()] = true;
        let mut looked_at = 0;
        while let Some(&stone) = block.get(looked_at) {
            looked_at += 1;
            for neighbour in self.neighbours(stone) {
                if self.stone(neighbour).is_none() {
                    return;
                }
                if self.stone(neighbour) == self.stone(point) && !seen[neighbour.index()] {
                    seen[neighbour.index()] = true;
                    block.push(neighbour);
                }
            }
        }
        for stone in block {
            self.lift(stone);
        }
    }

    fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .into_iter()
            .filter_map(move |(right, down)| size.step(point, right, down))
    }
}

#[cfg(test)]
mod tests {
    use super::super::picture;
    use super::*;
    use crate::notation::record::Record;

    /// Plays `moves` (`b3`, `pass`, `swap-pieces` …, in turn from Black) and compares pictures.
    fn check(game: RecordGame, size: &str, moves: &str, expected: Result<&str, &str>) {
        let size: Size = size.parse().expect("a size");
        let mut record = Record::new(game, size);
        for (number, text) in moves.split_whitespace().enumerate() {
            let mv = match text {
                "pass" => RecordMove::Pass,
                "swap-pieces" => RecordMove::Swap(Swap::Pieces),
                "swap-sides" => RecordMove::Swap(Swap::Sides),
                "resign" => RecordMove::Resign,
                _ => RecordMove::Point(
                    coordinates::parse_point(size, game.style(), text).expect("a point"),
                ),
            };
            record.moves.push(Turn::new(Player::BOTH[number % 2], mv));
        }
        match (record.board(usize::MAX), expected) {
            (Ok(board), Ok(drawn)) => {
                let stones = picture::parse(size, drawn).expect("a picture").stones;
                let found: Vec<_> = size.points().map(|point| board.stone(point)).collect();
                assert_eq!(found, stones, "{moves}");
                assert_eq!(board.stones().len(), stones.iter().flatten().count(), "{moves}");
                assert_eq!(board.turns(), record.moves.len());
            }
            (found, expected) => {
                let found = found.map(|_| ()).map_err(|error| error.to_string());
                assert_eq!(found, expected.map(|_| ()).map_err(str::to_owned), "{moves}");
            }
        }
    }

    #[test]
    fn a_swap_of_pieces_mirrors_the_stone_and_a_swap_of_sides_leaves_it() {
        check(RecordGame::Hex, "3", "c1 swap-pieces", Ok(". . .\n. . .\nO . ."));
        check(RecordGame::Hex, "3", "c1 swap-pieces c1", Ok(". . X\n. . .\nO . ."));
        check(RecordGame::Hex, "3", "b2 swap-pieces a1", Ok("X . .\n. O .\n. . ."));
        check(RecordGame::Hex, "3", "c1 swap-sides", Ok(". . X\n. . .\n. . ."));
        check(RecordGame::Hex, "3x2", "c1 swap-sides", Ok(". . X\n. . ."));
        let next = |swap| {
            let mut board = Board::new(RecordGame::Hex, Size::new(3, 3).expect("a size"));
            for (player, mv) in
                [(Player::Black, RecordMove::Point(Point(1))), (Player::White, swap)]
            {
                board.play(Turn::new(player, mv)).expect("a swap");
            }
            board.to_move()
        };
        assert_eq!(next(RecordMove::Swap(Swap::Pieces)), Player::Black);
        assert_eq!(next(RecordMove::Swap(Swap::Sides)), Player::White);
    }

    #[test]
    fn what_cannot_be_carried_out_is_refused_with_the_reason() {
        let second = "a swap as the second move of a game of Hex, after one black stone";
        for (game, size, moves, problem, expected) in [
            (RecordGame::Hex, "3", "a1 b1 swap-pieces", "3: a swap is not possible here", second),
            (RecordGame::Hex, "3", "swap-sides", "1: a swap is not possible here", second),
            (
                RecordGame::Hex,
                "3",
                "pass swap-pieces",
                "2: there is no black stone to swap",
                second,
            ),
            (
                RecordGame::Hex,
                "3x2",
                "a1 swap-pieces",
                "2: no swap of pieces on the 3x2 board",
                "a board with as many columns as rows",
            ),
            (
                RecordGame::Go,
                "3",
                "a1 swap-sides",
                "2: a swap in a game without swaps",
                "a point or a pass",
            ),
            (
                RecordGame::Hex,
                "3",
                "a1 a1",
                "2: there is a stone on a1 already",
                "a move on an empty point",
            ),
            (
                RecordGame::Hex,
                "3",
                "a1 resign b2",
                "3: a move after white gave up",
                "no further move",
            ),
        ] {
            check(game, size, moves, Err(&format!("move {problem}; expected {expected}")));
        }
    }

    #[test]
    fn go_takes_blocks_without_liberties_off_the_board() {
        check(RecordGame::Go, "3", "a3 b3 c1 a2", Ok(". O .\nO . .\n. . X"));
        check(RecordGame::Go, "3", "a3 b3 c1 a2 a3", Ok(". O .\nO . .\n. . X"));
        check(RecordGame::Go, "2x1", "a1 b1 a1", Ok("X ."));
        check(RecordGame::Gomoku, "3", "a3 b3 c1 a2", Ok("X O .\nO . .\n. . X"));
    }
}
