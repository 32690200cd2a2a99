//! Lines: the positions of a game so far, with their marks.

use super::board::{Board, State};
use super::{go, gomoku, hex, killall, mnk, phutball};
use crate::model::{Game, Ko, Mark, Player, Problem};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A game and its positions so far.
#[derive(Clone, Debug)]
pub struct Line {
    game: Game,
    columns: usize,
    rows: usize,
    states: Vec<State>,
    /// For each position the mark that it leaves, in Go.
    marks: Vec<Option<Mark>>,
    /// The number of the first position that left a mark.
    first: HashMap<Mark, usize>,
}

impl Line {
    /// A line that begins with a board.
    pub fn new(
        game: Game,
        (columns, rows): (usize, usize),
        board: Board,
        to_move: Player,
    ) -> Result<Line, &'static str> {
        let outcome = match game {
            Game::Hex => hex::outcome(columns, rows, &board),
            Game::Mnk { row } => {
                let won = |player| mnk::has_row(columns, rows, row, &board, player);
                if won(Player::Black) && won(Player::White) {
                    return Err("both players have a winning row on the first board");
                }
                mnk::outcome(columns, rows, row, &board)
            }
            Game::Gomoku(five) => {
                let won = |player| gomoku::has_five((columns, rows), five, &board, player);
                if won(Player::Black) && won(Player::White) {
                    return Err("both players have five in a row on the first board");
                }
                gomoku::outcome((columns, rows), five, &board)
            }
            Game::Phutball => match phutball::field(&board) {
                Some(_) => phutball::outcome((columns, rows), &board),
                None => return Err("the first board has not exactly one ball"),
            },
            Game::Go(_) | Game::Capture(_) | Game::Killall
                if go::has_dead_block(columns, rows, &board) =>
            {
                return Err("a block on the first board has no liberty");
            }
            Game::Killall => killall::outcome((columns, rows), &board),
            Game::Go(_) | Game::Capture(_) => None,
        };
        let first = State { outcome, ..State::new(board, to_move) };
        let mut line =
            Line { game, columns, rows, states: vec![], marks: vec![], first: HashMap::new() };
        line.push(first);
        Ok(line)
    }

    /// The line of a problem up to its base position.
    pub fn base(problem: &Problem) -> Result<Line, &'static str> {
        let size = (problem.columns, problem.rows);
        let mut line = Line::new(problem.game, size, problem.board.clone(), problem.to_move)?;
        for &point in &problem.moves {
            line.play(usize::from(point))?;
        }
        Ok(line)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// Columns and rows of the board.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The number of points, which also stands for a pass.
    #[must_use]
    pub fn area(&self) -> usize {
        self.columns * self.rows
    }

    /// The number of possible moves: numbers from 0 to one less than this.
    #[must_use]
    pub fn moves(&self) -> usize {
        match self.game {
            Game::Go(_) | Game::Killall => self.area() + 1,
            Game::Phutball => self.area() + 1 + phutball::MOST_RESULTS,
            Game::Hex | Game::Mnk { .. } | Game::Gomoku(_) | Game::Capture(_) => self.area(),
        }
    }

    /// The position at hand.
    #[must_use]
    pub fn now(&self) -> &State {
        // A line is never without its first position, which `undo` leaves in place.
        &self.states[self.states.len() - 1]
    }

    /// Every position so far, the one at hand included.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The mark that a position so far has left, if it has left one.
    #[must_use]
    pub fn mark(&self, number: usize) -> Option<&Mark> {
        self.marks.get(number)?.as_ref()
    }

    /// Whether a mark is on the line.
    #[must_use]
    pub fn has_mark(&self, mark: &Mark) -> bool {
        self.first.contains_key(mark)
    }

    /// The marks on the line, in Go.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().flatten()
    }

    /// Plays a move, or says why it is not legal and changes nothing.
    pub fn play(&mut self, point: usize) -> Result<(), &'static str> {
        let mut next = after(self.game, self.size(), self.now(), point)?;
        let mark = mark_left(self.game, &next);
        if let (Game::Go(rules), Some(mark)) = (self.game, mark)
            && point < self.area()
            && let Some(&start) = self.first.get(&mark)
        {
            if rules.ko != Ko::Basic {
                return Err("the move repeats what was on the line before");
            }
            // The move that closes the cycle is no pass.
            let tally = self.states[start..].windows(2).map(|pair| go::tally(&pair[0], &pair[1]));
            next.outcome = Some(go::cycle(rules, self.area(), tally.sum()));
        }
        self.push(next);
        Ok(())
    }

    fn push(&mut self, state: State) {
        let mark = mark_left(self.game, &state);
        if let Some(mark) = mark {
            self.first.entry(mark).or_insert(self.states.len());
        }
        self.marks.push(mark);
        self.states.push(state);
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
            if let Some(Some(mark)) = self.marks.pop()
                && let Entry::Occupied(first) = self.first.entry(mark)
                && *first.get() == self.states.len()
            {
                first.remove();
            }
        }
    }
}

/// The mark that a position leaves, if it leaves one.
fn mark_left(game: Game, state: &State) -> Option<Mark> {
    match game {
        Game::Go(rules) => go::leaves_mark(rules, state).then(|| go::mark(rules, state)),
        Game::Hex
        | Game::Mnk { .. }
        | Game::Gomoku(_)
        | Game::Capture(_)
        | Game::Phutball
        | Game::Killall => None,
    }
}

/// The position after a move that is legal except for repetition, or why the move is not legal.
pub fn after(
    game: Game,
    (columns, rows): (usize, usize),
    now: &State,
    point: usize,
) -> Result<State, &'static str> {
    let area = columns * rows;
    if now.outcome.is_some() {
        return Err("the game is over before the move");
    }
    if game == Game::Phutball && (point >= area || now.board[point].is_none()) {
        return phutball::after((columns, rows), now, point);
    }
    if point > area || point == area && !matches!(game, Game::Go(_) | Game::Killall) {
        return Err("the move is not on the board");
    }
    if point < area && now.board[point].is_some() {
        return Err("the point of the move is not empty");
    }
    if let Game::Capture(_) = game {
        return Err("no moves come before a position of capture");
    }
    if game == Game::Killall {
        return killall::after((columns, rows), now, point);
    }
    if let Game::Go(rules) = game {
        return go::after(rules, (columns, rows), now, point);
    }
    let mut state = State::new(now.board.clone(), now.to_move.other());
    state.board[point] = Some(now.to_move);
    state.outcome = match game {
        Game::Mnk { row } => mnk::outcome(columns, rows, row, &state.board),
        Game::Gomoku(five) => gomoku::outcome((columns, rows), five, &state.board),
        Game::Hex | Game::Go(_) | Game::Capture(_) | Game::Phutball | Game::Killall => {
            hex::outcome(columns, rows, &state.board)
        }
    };
    Ok(state)
}
