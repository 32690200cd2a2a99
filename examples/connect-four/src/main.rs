//! A game of one's own: Connect Four on a small board, solved with every search.
//!
//! `cargo run --release --package connect-four -- 5x4`

use andor::{
    Adapter, Family, Game, Key, KeySource, NoZone, Notation, NotationError, Outcome, Player,
    Playout, Problem, Question, SearchName, Settings, solve,
};
use std::str::FromStr;

/// Four in a row on a board on which stones fall down.
#[derive(Clone)]
struct ConnectFour {
    columns: usize,
    rows: usize,
    keys: Vec<Key>,
}

/// The stones of each column, from the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stacks(Vec<Vec<Player>>);

impl ConnectFour {
    fn stone(&self, pos: &Stacks, column: i32, row: i32) -> Option<Player> {
        pos.0.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    /// Who has four in a row, if somebody does.
    fn winner(&self, pos: &Stacks) -> Option<Player> {
        let starts =
            (0..self.columns as i32).flat_map(|c| (0..self.rows as i32).map(move |r| (c, r)));
        let mut lines =
            starts.flat_map(|(c, r)| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|d| (c, r, d)));
        lines.find_map(|(c, r, (right, up))| {
            let first = self.stone(pos, c, r)?;
            let same = (1..4).all(|i| self.stone(pos, c + i * right, r + i * up) == Some(first));
            same.then_some(first)
        })
    }
}

impl Game for ConnectFour {
    type Position = Stacks;
    /// The column into which a stone falls.
    type Move = usize;
    type Undo = usize;
    type Zone = NoZone;

    fn start(&self) -> Stacks {
        Stacks(vec![Vec::new(); self.columns])
    }

    fn to_move(&self, pos: &Stacks) -> Player {
        Player::BOTH[pos.0.iter().map(Vec::len).sum::<usize>() % 2]
    }

    fn outcome(&self, pos: &Stacks) -> Option<Outcome> {
        let full = pos.0.iter().all(|stack| stack.len() == self.rows);
        self.winner(pos).map(Outcome::win).or(full.then_some(Outcome::DRAW))
    }

    fn moves(&self, pos: &Stacks, out: &mut Vec<usize>) {
        if self.outcome(pos).is_none() {
            out.extend((0..self.columns).filter(|&column| pos.0[column].len() < self.rows));
        }
    }

    fn play(&self, pos: &mut Stacks, column: usize) -> usize {
        let player = self.to_move(pos);
        pos.0[column].push(player);
        column
    }

    fn undo(&self, pos: &mut Stacks, column: usize) {
        pos.0[column].pop();
    }

    fn key(&self, pos: &Stacks) -> Key {
        let stones = pos.0.iter().enumerate().flat_map(|(column, stack)| {
            let place = move |row: usize| 2 * (column * self.rows + row);
            stack.iter().enumerate().map(move |(row, player)| place(row) + player.index())
        });
        stones.fold(Key::ZERO, |key, place| key ^ self.keys[place])
    }
}

impl Notation for ConnectFour {
    fn move_text(&self, column: usize) -> String {
        ((b'a' + column as u8) as char).to_string()
    }

    fn parse_move(&self, pos: &Stacks, text: &str) -> Result<usize, NotationError> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.into_iter().find(|&column| self.move_text(column) == text).ok_or_else(|| {
            NotationError::new(format!("move \"{text}\""), "no open column", "a letter such as c")
        })
    }

    fn draw(&self, pos: &Stacks) -> String {
        let letter = |column: usize, row: usize| match pos.0[column].get(row) {
            None => '.',
            Some(Player::Black) => 'X',
            Some(Player::White) => 'O',
        };
        let row = |row| (0..self.columns).map(|column| letter(column, row)).chain(['\n']).collect();
        (0..self.rows).rev().map(row).collect::<Vec<String>>().concat()
    }

    fn parse_position(&self, _: &str) -> Result<Stacks, NotationError> {
        Err(NotationError::new("board", "pictures are not read", "moves"))
    }
}

impl Playout for ConnectFour {}

impl Adapter for ConnectFour {
    fn question(&self) -> Question {
        Question::with_draws()
    }
}

impl FromStr for ConnectFour {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<ConnectFour, NotationError> {
        let read =
            |(columns, rows): (&str, &str)| Some((columns.parse().ok()?, rows.parse().ok()?));
        let (columns, rows) = text.split_once('x').and_then(read).ok_or_else(|| {
            NotationError::new(format!("size \"{text}\""), "no size", "COLUMNSxROWS, such as 5x4")
        })?;
        let mut source = KeySource::new(4);
        let keys = (0..2 * columns * rows).map(|_| source.next_key()).collect();
        Ok(ConnectFour { columns, rows, keys })
    }
}

static CONNECT_FOUR: Family = Family::of::<ConnectFour>("connect-four", "5x4");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = std::env::args().nth(1).unwrap_or("4x4".to_string());
    let problem = Problem::of(&CONNECT_FOUR, &size)?.with_moves("b b");
    for (name, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general()) {
        let settings = Settings { search: Some(search), threads: 2, ..Settings::default() };
        let report = solve(&problem, &settings, None)?;
        let winner = report.winner.map_or("nobody".to_string(), |winner| winner.to_string());
        eprintln!("{name}: {winner} wins by {:?}, {} nodes", report.best_move, report.nodes);
    }
    let settings = Settings { all_moves: true, pv: true, ..Settings::default() };
    eprintln!("{}", serde_json::to_string(&solve(&problem, &settings, None)?)?);
    Ok(())
}
