//! The question about one block: the stones, the target, the first player, the rights to retake.

use crate::error::BadInput;
use crate::interfaces::{Family, Problem};
use andor_core::{Game, Notation, NotationError, Player, Verdict};
use andor_games::go::capture::{Capture, EYE_SPACE, Goal, Position, Retake};
use andor_games::go::{Board, Go, Move, Rules};
use andor_games::notation::board::Board as RecordBoard;
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::record::{Hints, Record};
use andor_games::points::{Point, Points, sets};
use andor_games::size::Size;
use andor_search::widening::Strategy;

/// The players who may retake a ko at once, one case after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// All three cases: the answer is a code.
    All,
    /// This case alone.
    Only(Retake),
}

impl Rights {
    /// The names of the rights.
    pub const ALL: [(&'static str, Rights); 4] = [
        ("all", Rights::All),
        ("none", Rights::Only(Retake::Nobody)),
        ("attacker", Rights::Only(Retake::Attacker)),
        ("defender", Rights::Only(Retake::Defender)),
    ];
}

/// A question about one block.
#[derive(Clone, Debug)]
pub struct Question {
    /// Columns and rows.
    pub size: Size,
    /// The stones on the board.
    pub stones: Vec<(Player, Point)>,
    /// The point that the basic ko rule forbids to the first player.
    pub forbidden: Option<Point>,
    /// The player to move.
    pub first: Player,
    /// The target, its owner and the liberties of an escape.
    pub goal: Goal,
    /// Who may retake a ko at once.
    pub rights: Rights,
    /// The strategy of the search.
    pub strategy: Strategy,
}

/// The name of a player at the beginning of a sentence.
fn title(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

/// An error of an option.
fn wrong(option: &str, value: &str, problem: &str, expected: impl Into<String>) -> NotationError {
    NotationError::new(format!("{option} \"{value}\""), problem, expected.into())
}

/// Reads a value of an option; gives it as it is written.
pub(super) fn read_option(name: &str, value: &str) -> Result<String, NotationError> {
    let lower = value.to_ascii_lowercase();
    let one_of = |words: &[&str]| match words.contains(&lower.as_str()) {
        true => Ok(lower.clone()),
        false => Err(wrong(name, value, "no choice", words.join(" or "))),
    };
    match name {
        "first" => one_of(&["mover", "attacker", "defender"]),
        "ko" => one_of(&Rights::ALL.map(|(name, _)| name)),
        "strategy" => {
            one_of(&["auto", "1", "2", "3", "4", "5", "6", "7", "8", "9"]).map_err(|error| {
                NotationError { expected: "auto or a number from 1 to 9".to_string(), ..error }
            })
        }
        "escape" => match value.parse::<u8>() {
            Ok(number) if andor_games::go::capture::ESCAPES.contains(&number) => {
                Ok(number.to_string())
            }
            _ => Err(wrong(name, value, "no number of liberties", "a number from 2 to 20")),
        },
        _ if lower == super::MARKED || lower == super::NONE => Ok(lower),
        _ => Ok(value.to_ascii_uppercase()),
    }
}

/// The target of a record: the block under its marks.
fn marked(record: &Record, board: &RecordBoard, marks: &[Point]) -> Result<String, NotationError> {
    let size = record.size;
    let name = |point: Point| point_text(size, Style::Go, point);
    let stones: [Points<6>; 2] = sets(board.stones());
    let blocks = Board::<6>::new(size);
    let mut found: Vec<(Points<6>, Point)> = Vec::new();
    for &mark in marks {
        let Some(own) = stones.iter().find(|own| own.contains(mark)) else {
            let place = format!("mark on {}", name(mark));
            return Err(NotationError::new(place, "no stone", "a mark on a stone of the target"));
        };
        let block = blocks.fill(Points::one(mark), *own);
        if !found.iter().any(|(other, _)| *other == block) {
            found.push((block, mark));
        }
    }
    match found[..] {
        [(_, mark)] => Ok(name(mark)),
        _ => {
            let names: Vec<String> = found.iter().map(|&(_, mark)| name(mark)).collect();
            let problem = format!("on several blocks: {}", names.join(", "));
            Err(NotationError::new("marks", problem, "marks on one block, or --target POINT"))
        }
    }
}

/// The point that the last move of a record forbids to retake, if the move takes a ko.
fn forbidden(record: &Record) -> Option<Point> {
    let count = record.moves.len();
    let before = record.board(count.checked_sub(1)?).ok()?;
    let after = record.board(count).ok()?;
    let gone: Vec<_> =
        before.stones().iter().filter(|stone| !after.stones().contains(stone)).collect();
    let [&(owner, point)] = gone[..] else { return None };
    let new = after.stones().iter().find(|stone| !before.stones().contains(stone))?;
    let stones: [Points<6>; 2] = sets(after.stones());
    let board = Board::<6>::new(record.size);
    let open = board.adjacent(new.1) - stones[owner.index()];
    (open == Points::one(point)).then_some(point)
}

/// The options that a record sets.
pub(super) fn options_of_record(
    record: &Record,
    hints: &Hints,
) -> Vec<(&'static str, Result<String, NotationError>)> {
    let mut options = Vec::new();
    let Ok(board) = record.board(usize::MAX) else { return options };
    if !hints.marks.is_empty() {
        options.push(("target", marked(record, &board, &hints.marks)));
    }
    if !hints.says_to_move {
        options.push(("first", Ok("attacker".to_string())));
    }
    if let Some(point) = forbidden(record) {
        options.push(("forbidden", Ok(point_text(record.size, Style::Go, point))));
    }
    options
}

/// The problem of a certificate.
pub(super) fn of_certificate(
    family: &'static Family,
    problem: &andor_checker::Problem,
) -> Option<Problem> {
    let andor_checker::Game::Capture(block) = problem.game else { return None };
    let size = Size::new(problem.columns as u8, problem.rows as u8)?;
    let player = |player| match player {
        andor_checker::Player::Black => Player::Black,
        andor_checker::Player::White => Player::White,
    };
    let stones = problem.board.iter().enumerate();
    let stones = stones.filter_map(|(at, &stone)| Some((player(stone?), Point(at as u16))));
    let name = |point: u16| point_text(size, Style::Go, Point(point));
    let mut found = Problem::start(family, size.to_string())
        .with_stones(stones.collect(), player(problem.to_move));
    found.set_option("target", &name(block.target)).ok()?;
    found.set_option("escape", &block.escape.to_string()).ok()?;
    if let Some(point) = block.forbidden {
        found.set_option("forbidden", &name(point)).ok()?;
    }
    Some(found)
}

impl Question {
    /// The question of a problem.
    pub fn of(problem: &Problem) -> Result<Question, BadInput> {
        let size: Size = problem.size_text().parse()?;
        let option = |name| problem.option(name).unwrap_or_default();
        let point = |name: &str, text: &str| {
            parse_point(size, Style::Go, text).map_err(|error| {
                let expected = format!("a point of the {size} board, such as C3");
                problem.sourced(wrong(name, text, &error.problem, expected))
            })
        };
        let names_nothing = problem.stones().is_empty() && option("target") == super::MARKED;
        let alone = match names_nothing && problem.source.is_none() {
            true => Some(size.point(size.columns() / 2, size.rows() / 2)),
            false => None,
        };
        let mut pos = start(size, problem, alone)?;
        if option("forbidden") != super::NONE && problem.moves().is_empty() {
            let ko = point("forbidden", option("forbidden"))?;
            let go = Go::<6>::new(size, Rules::BASIC_KO);
            pos = go.with_ko(&pos, ko).map_err(|error| problem.sourced(error))?;
        }
        if option("target") == super::MARKED && alone.is_none() {
            let expected = "--target POINT, or a mark (MA, TR, CR or SQ) at the root of the file";
            let error = NotationError::new("target", "no block is named", expected);
            return Err(problem.sourced(error).into());
        }
        let target = match alone {
            Some(point) => point,
            None => point("target", option("target"))?,
        };
        let owner = Player::BOTH.into_iter().find(|&side| pos.stones(side).contains(target));
        let Some(owner) = owner else {
            let error = wrong("target", option("target"), "an empty point", "a point with a stone");
            return Err(problem.sourced(error).into());
        };
        let first = match option("first") {
            "attacker" => owner.other(),
            "defender" => owner,
            _ => pos.to_move(),
        };
        let stones = |player| pos.stones(player).iter().map(move |point| (player, point));
        Ok(Question {
            size,
            stones: Player::BOTH.into_iter().flat_map(stones).collect(),
            forbidden: pos.ko().filter(|_| first == pos.to_move()),
            first,
            goal: Goal { target, owner, escape: option("escape").parse().unwrap_or(5) },
            rights: Rights::ALL
                .into_iter()
                .find(|(name, _)| *name == option("ko"))
                .map_or(Rights::All, |(_, rights)| rights),
            strategy: option("strategy").parse().map_or(Strategy::Auto, Strategy::Paper),
        })
    }

    /// The question as a problem: its position without the moves before it.
    pub(super) fn problem(&self, asked: &Problem) -> Result<Problem, BadInput> {
        let name = |point| point_text(self.size, Style::Go, point);
        let forbidden = self.forbidden.map_or(super::NONE.to_string(), name);
        asked
            .clone()
            .without_moves()
            .with_stones(self.stones.clone(), self.first)
            .with_option("target", &name(self.goal.target))?
            .with_option("first", "mover")?
            .with_option("forbidden", &forbidden)
    }

    /// Can an escape be the reason for this verdict on the capture? A proof of "not captured" leads
    /// to an escape unless the board has no room for one.
    pub(super) fn may_escape(&self, verdict: Verdict) -> bool {
        verdict == Verdict::Disproven
            && self.size.area() >= usize::from(self.goal.escape) + EYE_SPACE
    }

    /// The verdict on the capture that a code of the first player tells.
    pub(super) fn verdict(&self, code: Option<u8>) -> Option<Verdict> {
        let attacks = self.first != self.goal.owner;
        Some(if (code? > 0) == attacks { Verdict::Proven } else { Verdict::Disproven })
    }

    /// A code in the words of Go players.
    pub(super) fn words(&self, code: Option<u8>, is_at_least: bool, best: Option<&str>) -> String {
        let (first, other) = (title(self.first), title(self.first.other()));
        let (Some(code), Some(verdict)) = (code, self.verdict(code)) else {
            return "not settled".to_string();
        };
        let (is_chain, escape) = (self.rights == Rights::All, self.goal.escape);
        let (done, open) = match (verdict, self.may_escape(verdict)) {
            (Verdict::Proven, _) => ("captured".to_string(), ""),
            (_, true) => {
                (format!("not captured before it reaches {escape} liberties"), "; not decided")
            }
            (_, false) if code > 0 => ("saved".to_string(), ""),
            (_, false) => ("not captured".to_string(), ""),
        };
        let by = match best {
            Some("pass") => " without a move".to_string(),
            Some(mv) => format!(" by {mv}"),
            None => String::new(),
        };
        let least = if is_at_least { "at least " } else { "" };
        let words = match code {
            0 if is_chain => format!("{done}, whatever {first} does"),
            0 => done,
            _ if !is_chain => format!("{done}{by}"),
            1 => format!("{done}{by}, whatever {other} does"),
            2 => format!("{least}{done} by ko{by}, {first} takes first"),
            _ => format!("{least}{done} by ko{by}, {first} needs the first threat"),
        };
        words + open
    }

    /// The game with this right, and its position.
    pub fn game<const W: usize>(
        &self,
        retake: Retake,
    ) -> Result<(Capture<W>, Position<W>), NotationError> {
        let game = Capture::new(self.size, self.goal, retake);
        let [black, white] = sets(&self.stones);
        let mut pos = game.set_up(black, white, self.first)?;
        if let Some(point) = self.forbidden {
            pos = game.with_ko(&pos, point);
        }
        Ok((game, pos))
    }

    /// The rights to ask about, the most difficult case for the first player first.
    pub(super) fn cases(&self) -> Vec<Retake> {
        let mut all = match self.rights {
            Rights::All => Retake::ALL.to_vec(),
            Rights::Only(retake) => vec![retake],
        };
        if self.first == self.goal.owner {
            all.reverse();
        }
        all
    }
}

/// The position of a problem by the rules of Go; a problem without stones is about a White stone
/// alone.
pub(super) fn start(
    size: Size,
    problem: &Problem,
    alone: Option<Point>,
) -> Result<andor_games::go::Position<6>, BadInput> {
    let go = Go::<6>::new(size, Rules::BASIC_KO);
    let [black, mut white] = sets(problem.stones());
    white |= alone.into_iter().collect();
    let mut pos =
        go.set_up(black, white, problem.to_move()).map_err(|error| problem.sourced(error))?;
    for written in problem.moves() {
        let wrong = |problem: &str, expected: &str| {
            let place = format!("{}, \"{}\"", written.place, written.text);
            NotationError::new(place, problem, expected)
        };
        if written.player.is_some_and(|player| player != pos.to_move()) {
            let expected = format!("a move of {}", pos.to_move());
            return Err(wrong("a move out of turn", &expected).into());
        }
        let mv = go
            .parse_move(&pos, &written.text)
            .map_err(|error| wrong(&error.problem, &error.expected))?;
        pos = match mv {
            // Passes end no game here: the question is about the position.
            Move::Pass => pos.with(pos.to_move().other(), 0, None),
            Move::At(_) => go.after(&pos, mv),
        };
    }
    Ok(pos)
}
