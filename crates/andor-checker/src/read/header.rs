//! Reading the header: section 3 of `docs/certificate.md`.
//!
//! The keys come in one order and every number has one written form, so the reader goes through the
//! lines once and reports at the first difference what was expected there.

use crate::model::{Block, Five, Game, GoRules, MAX_SIDE, Player, Problem, Root, Theorem, Verdict};
use crate::report::Refusal;

/// How large `AT-LEAST` may be, up or down.
const MAX_AT_LEAST: i64 = 1_000_000;

/// A header: the problem, and the counts of entries, edges, leaves and blocks.
pub(crate) struct Header {
    pub problem: Problem,
    pub counts: [u64; 4],
}

struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The value of the next line, which must have this key.
    fn value(&mut self, key: &str) -> Result<&'a str, Refusal> {
        self.number += 1;
        let Some((line, rest)) = self.rest.split_once('\n') else {
            return Err(self.refusal(format!("the header ends before its line `{key} …`")));
        };
        self.rest = rest;
        let value = line.strip_prefix(key).and_then(|value| value.strip_prefix(' '));
        value.ok_or_else(|| self.refusal(format!("expected `{key} …`, found `{}`", short(line))))
    }

    fn next_is(&self, key: &str) -> bool {
        self.rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(' '))
    }

    fn refusal(&self, problem: String) -> Refusal {
        Refusal::Malformed { place: format!("line {} of the header", self.number), problem }
    }

    fn unknown(&self, what: &str, found: &str, expected: &str) -> Refusal {
        self.refusal(format!("unknown {what} `{}`; expected {expected}", short(found)))
    }

    fn number(&self, text: &str, least: u64, most: u64) -> Result<u64, Refusal> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits && (text == "0" || !text.starts_with('0'));
        let number = text.parse().ok().filter(|n| plain && (least..=most).contains(n));
        let problem =
            || format!("expected a number from {least} to {most}, found `{}`", short(text));
        number.ok_or_else(|| self.refusal(problem()))
    }

    fn or_dash(&self, text: &str, most: u64) -> Result<Option<u64>, Refusal> {
        if text == "-" { Ok(None) } else { self.number(text, 0, most).map(Some) }
    }

    fn player(&self, text: &str) -> Result<Player, Refusal> {
        match text {
            "black" => Ok(Player::Black),
            "white" => Ok(Player::White),
            _ => Err(self.unknown("player", text, "black or white")),
        }
    }

    fn moves(&self, text: &str, most: usize) -> Result<Vec<u16>, Refusal> {
        if text == "-" {
            return Ok(Vec::new());
        }
        text.split(',').map(|point| Ok(self.number(point, 0, most as u64)? as u16)).collect()
    }

    fn root(&self, text: &str, most_move: usize) -> Result<Root, Refusal> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[attacker, at_least, verdict, moves, first, entry] = parts.as_slice() else {
            let expected = "expected `ATTACKER AT-LEAST VERDICT MOVES FIRST ENTRY`";
            return Err(self.refusal(format!("{expected}, found {} words", parts.len())));
        };
        let most = MAX_AT_LEAST as u64;
        let at_least = match at_least.strip_prefix('-') {
            Some(digits) => -(self.number(digits, 1, most)? as i64),
            None => self.number(at_least, 0, most)? as i64,
        };
        let verdict = match verdict {
            "proven" => Verdict::Proven,
            "disproven" => Verdict::Disproven,
            _ => return Err(self.unknown("verdict", verdict, "proven or disproven")),
        };
        let theorem = Theorem::ALL.into_iter().find(|theorem| theorem.word() == entry);
        Ok(Root {
            attacker: self.player(attacker)?,
            at_least,
            verdict,
            moves: self.moves(moves, most_move)?,
            first: self.or_dash(first, most_move as u64)?.map(|point| point as u16),
            entry: if theorem.is_some() { None } else { self.or_dash(entry, i64::MAX as u64)? },
            theorem,
        })
    }
}

/// Reads a header.
pub(crate) fn parse(text: &str) -> Result<Header, Refusal> {
    let mut lines = Lines { rest: text, number: 0 };
    let name = lines.value("game")?;
    if !["hex", "go", "mnk", "gomoku", "capture", "phutball", "killall"].contains(&name) {
        let known = "hex, go, mnk, gomoku, capture, phutball or killall";
        return Err(lines.unknown("game", name, known));
    }
    let most = MAX_SIDE as u64 + u64::from(name == "gomoku");
    let mut side = |key| {
        let value = lines.value(key)?;
        let least = if name == "phutball" { 3 } else { 1 };
        Ok::<usize, Refusal>(lines.number(value, least, most)? as usize)
    };
    let (columns, rows) = (side("columns")?, side("rows")?);
    let game = match name {
        "hex" => Game::Hex,
        "phutball" => Game::Phutball,
        "mnk" => Game::Mnk { row: side("row")? },
        "capture" => {
            let last = (columns * rows - 1) as u64;
            let value = lines.value("target")?;
            let target = lines.number(value, 0, last)? as u16;
            let value = lines.value("escape")?;
            let escape = lines.number(value, 2, 20)? as u8;
            let value = lines.value("forbidden")?;
            let forbidden = lines.or_dash(value, last)?.map(|point| point as u16);
            Game::Capture(Block { target, escape, forbidden })
        }
        "gomoku" => {
            let name = lines.value("rules")?;
            let found = Five::ALL.iter().find(|(known, _)| *known == name);
            let refusal = || lines.unknown("rules", name, "freestyle or exact");
            Game::Gomoku(found.ok_or_else(refusal)?.1)
        }
        "killall" => match lines.value("rules")? {
            "basic-ko" => Game::Killall,
            other => return Err(lines.unknown("rules", other, "basic-ko")),
        },
        _ => {
            let name = lines.value("rules")?;
            let names: Vec<&str> = GoRules::ALL.iter().map(|(name, _)| *name).collect();
            let refusal = || lines.unknown("rules", name, &names.join(", "));
            Game::Go(GoRules::named(name).ok_or_else(refusal)?)
        }
    };
    let area = columns * rows;
    let value = lines.value("board")?;
    let letters = value.bytes().map(|letter| match letter {
        b'.' => Some(None),
        b'X' => Some(Some(Player::Black)),
        b'O' => Some(Some(Player::White)),
        _ => None,
    });
    let board: Option<Vec<_>> = letters.collect();
    let board = board.filter(|board| board.len() == area).ok_or_else(|| {
        lines.refusal(format!("expected {area} letters `.`, `X` and `O`, found `{}`", short(value)))
    })?;
    let value = lines.value("to-move")?;
    let to_move = lines.player(value)?;
    let value = lines.value("moves")?;
    // The number of a jump is larger than that of a pass.
    let most = if game == Game::Phutball { u16::MAX.into() } else { area };
    let moves = lines.moves(value, most)?;
    let value = lines.value("root")?;
    let mut roots = vec![lines.root(value, most)?];
    while lines.next_is("root") {
        let value = lines.value("root")?;
        roots.push(lines.root(value, most)?);
    }
    let mut counts = [0; 4];
    for (key, count) in ["entries", "edges", "leaves", "blocks"].iter().zip(&mut counts) {
        let value = lines.value(key)?;
        *count = lines.number(value, 0, i64::MAX as u64)?;
    }
    if !lines.rest.is_empty() {
        lines.number += 1;
        return Err(lines.refusal("expected the end of the header".to_string()));
    }
    Ok(Header { problem: Problem { game, columns, rows, board, to_move, moves, roots }, counts })
}

/// The beginning of a text of the file for a message; control characters, which a terminal would
/// obey, are written as escapes.
fn short(text: &str) -> String {
    let mut cut: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        cut.push('…');
    }
    cut
}
