//! Lines of the Gomocup protocol as text.
//!
//! A command is a word, in capitals or not, and what follows it. Points are `x,y`, counted from 0
//! at the top left. Between `BOARD` and `DONE` each line is a stone, `x,y,f`; blanks around commas
//! do not matter.

use std::fmt;

/// A point as the protocol writes it: column and row, from 0 at the top left.
pub type ColumnRow = (u32, u32);

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A new game on a square board.
    Start(u32),
    /// A new game on a board with so many columns and rows.
    RectStart(u32, u32),
    /// A new game on the same board.
    Restart,
    /// The engine opens the game.
    Begin,
    /// The opponent's move, to be answered.
    Turn(ColumnRow),
    /// A list of stones follows; what becomes of it.
    List(ListPurpose),
    /// A move is taken back.
    TakeBack(ColumnRow),
    /// The engine's move, chosen by the client.
    Play(ColumnRow),
    /// A setting: its name in small letters, and the rest of the line.
    Info(String, String),
    /// Think and show so many lines of play.
    Best(u32),
    /// Forget what was found.
    Forget,
    /// Show lines of play in the client's own form from now on.
    ShowLines,
    /// Show where Black may not play.
    ShowForbidden,
    /// End thinking.
    Stop,
    /// Who are you?
    About,
    /// The end.
    End,
}

/// What becomes of a list of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListPurpose {
    /// The engine moves in the position (`BOARD`).
    Answer,
    /// The position is set up (`YXBOARD`).
    SetUp,
    /// The opening of a game with swap (`SWAP2BOARD`).
    Swap,
}

impl ListPurpose {
    /// The command that begins the list.
    fn name(self) -> &'static str {
        match self {
            ListPurpose::Answer => "BOARD",
            ListPurpose::SetUp => "YXBOARD",
            ListPurpose::Swap => "SWAP2BOARD",
        }
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// The command is not known.
    Unknown(String),
    /// The command is known, and what follows it is not understood.
    Broken(String),
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListLine {
    /// A stone, and whose it is: 1 the engine's, 2 the opponent's.
    Stone(ColumnRow, Option<u32>),
    /// The end of the list.
    Done,
}

/// The line without control characters and blanks at its ends.
fn clean(line: &str) -> String {
    let blank = |letter: char| if letter == '\t' { ' ' } else { letter };
    let shown = line.chars().map(blank).filter(|letter| !letter.is_control());
    shown.collect::<String>().trim().to_string()
}

/// Whole numbers with commas between them.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(|part| part.trim().parse().ok()).collect()
}

fn place(text: &str) -> Option<ColumnRow> {
    match numbers(text)?[..] {
        [x, y] => Some((x, y)),
        _ => None,
    }
}

/// Reads a command; `None` if the line is blank.
pub fn parse(line: &str) -> Option<Result<Request, BadLine>> {
    let line = clean(line);
    if line.is_empty() {
        return None;
    }
    let (name, rest) = line.split_once(' ').unwrap_or((&line, ""));
    Some(request(&name.to_ascii_uppercase(), rest.trim()))
}

fn request(name: &str, rest: &str) -> Result<Request, BadLine> {
    let broken =
        |expected: &str| BadLine::Broken(format!("{name} \"{rest}\"; expected {expected}"));
    let point = || place(rest).ok_or_else(|| broken("a point, such as 7,7"));
    let plain = |request: Request| match rest.is_empty() {
        true => Ok(request),
        false => Err(broken("nothing after it")),
    };
    match name {
        "START" => {
            let side = rest.parse().map_err(|_| broken("a number from 5 to 20"))?;
            Ok(Request::Start(side))
        }
        "RECTSTART" => {
            let (columns, rows) =
                place(rest).ok_or_else(|| broken("two numbers, such as 20,15"))?;
            Ok(Request::RectStart(columns, rows))
        }
        "RESTART" => plain(Request::Restart),
        "BEGIN" => plain(Request::Begin),
        "TURN" => Ok(Request::Turn(point()?)),
        "BOARD" => plain(Request::List(ListPurpose::Answer)),
        "YXBOARD" => plain(Request::List(ListPurpose::SetUp)),
        "SWAP2BOARD" => plain(Request::List(ListPurpose::Swap)),
        "TAKEBACK" => Ok(Request::TakeBack(point()?)),
        "PLAY" => Ok(Request::Play(point()?)),
        "INFO" => match rest.split_once(' ') {
            Some((key, value)) => {
                Ok(Request::Info(key.to_ascii_lowercase(), value.trim().to_string()))
            }
            None => Err(broken("a name and a value")),
        },
        "YXNBEST" => {
            let lines = rest.parse().ok().filter(|&lines| lines > 0);
            Ok(Request::Best(lines.ok_or_else(|| broken("a number from 1"))?))
        }
        "YXHASHCLEAR" => plain(Request::Forget),
        "YXSHOWINFO" => plain(Request::ShowLines),
        "YXSHOWFORBID" => plain(Request::ShowForbidden),
        "STOP" | "YXSTOP" => plain(Request::Stop),
        "ABOUT" => plain(Request::About),
        "END" => plain(Request::End),
        _ => Err(BadLine::Unknown(name.to_string())),
    }
}

/// Reads a line of a list; nothing if it is none.
pub fn parse_item(line: &str) -> Option<ListLine> {
    let line = clean(line);
    if line.eq_ignore_ascii_case("DONE") {
        return Some(ListLine::Done);
    }
    match numbers(&line)?[..] {
        [x, y] => Some(ListLine::Stone((x, y), None)),
        [x, y, owner] => Some(ListLine::Stone((x, y), Some(owner))),
        _ => None,
    }
}

/// Does the line end the thinking about a command that was sent before it?
pub fn ends_thinking(line: &str) -> bool {
    matches!(parse(line), Some(Ok(Request::Stop | Request::End)))
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Start(side) => write!(f, "START {side}"),
            Request::RectStart(columns, rows) => write!(f, "RECTSTART {columns},{rows}"),
            Request::Restart => f.write_str("RESTART"),
            Request::Begin => f.write_str("BEGIN"),
            Request::Turn((x, y)) => write!(f, "TURN {x},{y}"),
            Request::List(list) => f.write_str(list.name()),
            Request::TakeBack((x, y)) => write!(f, "TAKEBACK {x},{y}"),
            Request::Play((x, y)) => write!(f, "PLAY {x},{y}"),
            Request::Info(key, value) => write!(f, "INFO {key} {value}"),
            Request::Best(lines) => write!(f, "YXNBEST {lines}"),
            Request::Forget => f.write_str("YXHASHCLEAR"),
            Request::ShowLines => f.write_str("YXSHOWINFO"),
            Request::ShowForbidden => f.write_str("YXSHOWFORBID"),
            Request::Stop => f.write_str("STOP"),
            Request::About => f.write_str("ABOUT"),
            Request::End => f.write_str("END"),
        }
    }
}

impl fmt::Display for ListLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListLine::Stone((x, y), None) => write!(f, "{x},{y}"),
            ListLine::Stone((x, y), Some(owner)) => write!(f, "{x},{y},{owner}"),
            ListLine::Done => f.write_str("DONE"),
        }
    }
}
