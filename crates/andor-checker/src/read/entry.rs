//! Reading entries from bytes: section 4 of `docs/certificate.md`, its form only.
//!
//! The reader trusts no number: a count is used to stop early, never to allocate more than the
//! bytes that are really there can fill.

use crate::lattice::neighbours;
use crate::model::{
    Attack, BallTurn, Entry, Frame, Game, GoRules, Ko, Leaf, Lemma, Link, Local, LocalAnswer,
    MOST_CELLS, MOST_NEIGHBOURS, Mark, Pattern, PatternAnswer, Placed, Player, PointSet, Position,
    PositionAnswer, Problem, Proof, Reference, Right, Shape, ShapeAnswer, ShapeThen, Side, Then,
    Theorem, Threat, ThreatAnswer,
};
use crate::rules::phutball::{MOST_JUMPS, MOST_RESULTS};

/// The most passes just before a position in which the game is not over.
const MOST_PASSES: u8 = 3;

/// The most additional passes that the end of the game can need.
const MOST_WAITS: u8 = 2;

/// The largest credit.
const MOST_CREDIT: u64 = 1 << 62;

/// The bytes that an allocation takes besides its content, about.
const ALLOCATION: usize = 24;

/// Reads bytes one after the other.
pub(crate) struct Cursor<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
    /// How much memory the lists of entries may still take; below 0 when they would take more.
    pub room: i64,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Cursor<'a> {
        Cursor { bytes, at, room: i64::MAX }
    }

    /// Takes the room of a list before the list is made.
    fn allocate<T>(&mut self, count: usize) -> Result<(), String> {
        if count > 0 {
            self.room -= (count * size_of::<T>() + ALLOCATION) as i64;
        }
        if self.room < 0 {
            Err("there is not enough memory for its lists".to_string())
        } else {
            Ok(())
        }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else {
            let left = self.bytes.len() - self.at;
            return Err(format!("cut short: expected {count} more bytes, there are {left}"));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    fn player(&mut self) -> Result<Player, String> {
        match self.byte()? {
            0 => Ok(Player::Black),
            1 => Ok(Player::White),
            other => Err(format!("expected 0 or 1 for a player, found {other}")),
        }
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 127);
            if shift == 63 && part != 0 {
                return Err("a number is larger than 2^63 - 1".to_string());
            }
            number |= part << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is longer than 10 bytes".to_string())
    }

    fn up_to(&mut self, most: usize, what: &str) -> Result<u16, String> {
        let number = self.varint()?;
        if number > most as u64 {
            return Err(format!("{what} is {number}, expected at most {most}"));
        }
        Ok(number as u16)
    }

    fn set(&mut self, area: usize) -> Result<PointSet, String> {
        let bytes = self.take(area.div_ceil(8))?;
        let mut set = PointSet::EMPTY;
        for (i, byte) in bytes.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                if i * 8 + bit >= area {
                    return Err("a bit set has a point beyond the board".to_string());
                }
                set.insert(i * 8 + bit);
            }
        }
        Ok(set)
    }

    fn reference(&mut self) -> Result<Reference, String> {
        Ok(Reference { entry: self.varint()?, symmetry: self.byte()? })
    }

    fn leaf(&mut self, problem: &Problem) -> Result<Leaf, String> {
        let theorem = match (self.byte()?, problem.game) {
            (1, Game::Go(_)) => Theorem::Life,
            (2, Game::Go(_)) => Theorem::Territory,
            (3, Game::Killall) => Theorem::Room,
            (kind, game) => {
                return Err(format!("there is no leaf of kind {kind} in {}", game.name()));
            }
        };
        Ok(Leaf { theorem, stones: self.set(problem.area())? })
    }

    fn ko(&mut self, area: usize) -> Result<Option<u16>, String> {
        let ko = self.up_to(area, "the ko point")?;
        Ok(Some(ko).filter(|&ko| usize::from(ko) < area))
    }

    fn mark(&mut self, rules: GoRules, area: usize) -> Result<Mark, String> {
        let (black, white) = (self.set(area)?, self.set(area)?);
        if !black.and(&white).is_empty() {
            return Err("a mark has a point with a black and a white stone".to_string());
        }
        let to_move = if rules.ko == Ko::Positional { Player::Black } else { self.player()? };
        let ko = if rules.ko == Ko::Basic { self.ko(area)? } else { None };
        Ok(Mark { black, white, to_move, ko, waits: 0 })
    }

    /// A list of items that take at least so many bytes each.
    fn list<T>(
        &mut self,
        least: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let count = self.varint()?;
        let left = (self.bytes.len() - self.at) as u64;
        if count > left / least as u64 {
            return Err(format!("cut short: a list of {count} cannot be in {left} bytes"));
        }
        let count = count as usize;
        self.allocate::<T>(count)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(read(self)?);
        }
        Ok(list)
    }
}

impl Entry {
    /// The entry that these bytes begin with, of a certificate of this problem.
    pub fn decode(bytes: &[u8], problem: &Problem) -> Result<Entry, String> {
        read_entry(&mut Cursor::new(bytes, 0), problem)
    }
}

/// Reads an entry.
pub(crate) fn read_entry(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<Entry, String> {
    let area = problem.area();
    match (cursor.byte()?, problem.game) {
        (4, Game::Hex) => read_lemma(cursor).map(Entry::Lemma),
        (sort @ (0 | 2 | 3 | 5 | 6), Game::Hex) => {
            let link = read_link(cursor, area)?;
            let proof = match sort {
                0 => Proof::Answers(read_answers(cursor, area)?),
                2 => Proof::Chain(cursor.list(2, Cursor::reference)?),
                3 => {
                    let point = |cursor: &mut Cursor<'_>| cursor.up_to(area - 1, "a point");
                    Proof::Capture(cursor.list(1, point)?, cursor.reference()?)
                }
                5 => Proof::Fill(read_positiond(cursor, area)?, cursor.reference()?),
                _ => Proof::Drops(read_answers(cursor, area)?, read_positiond(cursor, area)?),
            };
            Ok(Entry::Pattern(Pattern { link, proof }))
        }
        (7, Game::Gomoku(_)) => {
            let mut threat = read_threat(cursor, area)?;
            threat.answers = cursor.list(4, |cursor| read_threat_answer(cursor, area))?;
            Ok(Entry::Threat(threat))
        }
        (8, Game::Capture(_) | Game::Killall) => {
            let mut local = read_local(cursor, area)?;
            local.answers = cursor.list(3, |cursor| read_local_answer(cursor, area))?;
            Ok(Entry::Local(local))
        }
        (9, Game::Phutball) => {
            let mut shape = read_shape(cursor, area)?;
            shape.answers = cursor.list(2, |cursor| read_shape_answer(cursor, area))?;
            Ok(Entry::Shape(shape))
        }
        (1, Game::Go(_) | Game::Mnk { .. } | Game::Gomoku(_) | Game::Killall) => {
            let mut position = read_position(cursor, problem)?;
            position.answers = cursor.list(2, |cursor| read_answer(cursor, problem))?;
            Ok(Entry::Position(position))
        }
        (sort, game) => Err(format!("there is no entry of sort {sort} in {}", game.name())),
    }
}

/// Reads the statement of an entry of Hex.
fn read_link(cursor: &mut Cursor<'_>, area: usize) -> Result<Link, String> {
    let winner = cursor.player()?;
    let ends = [cursor.up_to(area + 1, "an end")?, cursor.up_to(area + 1, "an end")?];
    Ok(Link { winner, ends, zone: cursor.set(area)?, need: cursor.set(area)? })
}

fn read_answers(cursor: &mut Cursor<'_>, area: usize) -> Result<Vec<PatternAnswer>, String> {
    cursor.list(3, |cursor| {
        let point = cursor.up_to(area - 1, "a move")?;
        Ok(PatternAnswer { point, reference: cursor.reference()? })
    })
}

fn read_positiond(cursor: &mut Cursor<'_>, area: usize) -> Result<Vec<Placed>, String> {
    cursor.list(3, |cursor| {
        let lemma = cursor.reference()?;
        Ok(Placed { lemma, at: cursor.up_to(area - 1, "the place of a lemma")? })
    })
}

/// Reads a lemma of Hex.
fn read_lemma(cursor: &mut Cursor<'_>) -> Result<Lemma, String> {
    let count = cursor.varint()?;
    if !(1..=MOST_CELLS as u64).contains(&count) {
        return Err(format!("a lemma has {count} cells, expected 1 to {MOST_CELLS}"));
    }
    let bytes = cursor.take(2 * count as usize)?;
    let cells: Vec<[u8; 2]> = bytes.chunks_exact(2).map(|cell| [cell[0], cell[1]]).collect();
    if let Some(offset) = bytes.iter().find(|offset| **offset > 7) {
        return Err(format!("an offset of a lemma is {offset}, expected at most 7"));
    }
    let ring = neighbours(&cells);
    if ring > MOST_NEIGHBOURS {
        let problem = format!("the cells of a lemma have {ring} neighbours");
        return Err(format!("{problem}, expected at most {MOST_NEIGHBOURS}"));
    }
    for length in [2 * cells.len(), ring, cells.len(), cells.len()] {
        cursor.allocate::<u8>(length)?;
    }
    let mut word = |length: usize| {
        let side = |byte: &u8| match byte {
            0 => Ok(Side::Nobody),
            1 => Ok(Side::Winner),
            2 => Ok(Side::Loser),
            other => Err(format!("expected 0, 1 or 2 for a stone of a lemma, found {other}")),
        };
        cursor.take(length)?.iter().map(side).collect::<Result<Vec<Side>, String>>()
    };
    let (ring, less, more) = (word(ring)?, word(cells.len())?, word(cells.len())?);
    Ok(Lemma { cells, ring, less, more })
}

/// Reads the position of an entry of Go or mnk; the answers are left out.
fn read_position(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<Position, String> {
    let area = problem.area();
    let root = cursor.varint()?;
    let (black, white) = (cursor.set(area)?, cursor.set(area)?);
    let mut frame = Frame::default();
    if let Game::Go(rules) = problem.game {
        let most = if rules.has_credits() { MOST_PASSES } else { 1 };
        frame.passes = small(cursor, most, "the passes just before")?;
        frame.ko = cursor.ko(area)?;
        if rules.has_credits() {
            frame.waits = small(cursor, MOST_WAITS, "the further passes")?;
        }
        if rules.has_credits() {
            let flags = small(cursor, 6, "whether the entry is quiet and bound")?;
            (frame.quiet, frame.bound) = (quiet(flags & !2)?, flags & 2 == 2);
            frame.credit = cursor.varint()?;
            if frame.credit > MOST_CREDIT {
                return Err("a credit is larger than 2^62".to_string());
            }
        } else {
            frame.quiet = quiet(cursor.byte()?)?;
            frame.rank = cursor.varint()?;
            let least = 2 * area.div_ceil(8);
            frame.fresh = cursor.list(least, |cursor| cursor.mark(rules, area))?;
            frame.assumed = cursor.list(least, |cursor| cursor.mark(rules, area))?;
        }
    }
    if problem.game == Game::Killall {
        frame.passes = small(cursor, 1, "the passes just before")?;
        frame.ko = cursor.ko(area)?;
    }
    Ok(Position { root, black, white, frame, answers: Vec::new() })
}

/// A byte that is at most so much.
fn small(cursor: &mut Cursor<'_>, most: u8, what: &str) -> Result<u8, String> {
    match cursor.byte()? {
        small if small <= most => Ok(small),
        other if most == 1 => Err(format!("expected 0 or 1 for {what}, found {other}")),
        other => Err(format!("expected 0 to {most} for {what}, found {other}")),
    }
}

/// Reads the statement of a threat of Gomoku; the answers are left out.
fn read_threat(cursor: &mut Cursor<'_>, area: usize) -> Result<Threat, String> {
    let winner = cursor.player()?;
    let (black, white) = (cursor.set(area)?, cursor.set(area)?);
    let cover = [cursor.set(area)?, cursor.set(area)?, cursor.set(area)?];
    Ok(Threat { winner, black, white, cover, answers: Vec::new() })
}

fn read_threat_answer(cursor: &mut Cursor<'_>, area: usize) -> Result<ThreatAnswer, String> {
    let reply = Some(cursor.up_to(area, "a reply")?).filter(|&reply| usize::from(reply) < area);
    let flags = cursor.byte()?;
    let attack = match flags {
        0 | 1 => Attack::Fours(cursor.list(1, |cursor| cursor.up_to(area - 1, "a move"))?),
        2 | 3 => Attack::Move(cursor.up_to(area - 1, "a move")?, cursor.reference()?),
        other => return Err(format!("expected 0 to 3 for the kind of an answer, found {other}")),
    };
    Ok(ThreatAnswer { reply, open: flags & 1 == 1, attack })
}

/// Reads the statement of a local entry; the answers are left out.
fn read_local(cursor: &mut Cursor<'_>, area: usize) -> Result<Local, String> {
    let winner = cursor.player()?;
    let right = match cursor.byte()? {
        number @ 0..=2 => Right::ALL[usize::from(number)],
        other => return Err(format!("expected 0, 1 or 2 for a right, found {other}")),
    };
    let back = match cursor.byte()? {
        byte @ 0..=1 => byte == 1,
        other => return Err(format!("expected 0 or 1 for the state of the target, found {other}")),
    };
    let (zone, black, white) = (cursor.set(area)?, cursor.set(area)?, cursor.set(area)?);
    Ok(Local { winner, right, back, zone, black, white, ko: cursor.ko(area)?, answers: Vec::new() })
}

fn read_local_answer(cursor: &mut Cursor<'_>, area: usize) -> Result<LocalAnswer, String> {
    let on_board = |point: u16| Some(point).filter(|&point| usize::from(point) < area);
    let reply = on_board(cursor.up_to(area, "a reply")?);
    let kind = cursor.byte()?;
    let point = on_board(cursor.up_to(area, "a move")?);
    let entry = match kind {
        0 => None,
        1 => Some(cursor.reference()?),
        other => return Err(format!("expected 0 or 1 for the kind of an answer, found {other}")),
    };
    Ok(LocalAnswer { reply, point, entry })
}

/// Reads the statement of a shape of Phutball; the answers are left out.
fn read_shape(cursor: &mut Cursor<'_>, area: usize) -> Result<Shape, String> {
    let winner = cursor.player()?;
    let ball = cursor.up_to(area - 1, "the point of the ball")?;
    Ok(Shape { winner, ball, zone: cursor.set(area)?, men: cursor.set(area)?, answers: Vec::new() })
}

fn read_shape_answer(cursor: &mut Cursor<'_>, area: usize) -> Result<ShapeAnswer, String> {
    let reply = cursor.up_to(area + MOST_RESULTS, "a reply")?;
    let then = match cursor.byte()? {
        0 => ShapeThen::Over,
        1 => ShapeThen::TurnOver(read_turn(cursor, area)?),
        2 => ShapeThen::TurnEntry(read_turn(cursor, area)?, cursor.reference()?),
        other => return Err(format!("expected 0 to 2 for the kind of an answer, found {other}")),
    };
    Ok(ShapeAnswer { reply, then })
}

/// Reads a turn of Phutball: no jump and the point of a man, or directions.
fn read_turn(cursor: &mut Cursor<'_>, area: usize) -> Result<BallTurn, String> {
    let count = cursor.up_to(MOST_JUMPS, "the number of jumps")?;
    if count == 0 {
        return Ok(BallTurn::Man(cursor.up_to(area - 1, "the point of a man")?));
    }
    let directions = cursor.take(count.into())?;
    match directions.iter().find(|direction| **direction > 7) {
        Some(direction) => Err(format!("a direction is {direction}, expected at most 7")),
        None => {
            cursor.allocate::<u8>(directions.len())?;
            Ok(BallTurn::Jumps(directions.to_vec()))
        }
    }
}

/// Whether an entry is quiet, from its byte.
fn quiet(byte: u8) -> Result<Option<Theorem>, String> {
    match byte {
        0 => Ok(None),
        1 => Ok(Some(Theorem::Life)),
        4 => Ok(Some(Theorem::Territory)),
        other => Err(format!("expected 0, 1 or 4 for whether the entry is quiet, found {other}")),
    }
}

fn read_answer(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<PositionAnswer, String> {
    let has_passes = matches!(problem.game, Game::Go(_) | Game::Killall);
    let has_falls = matches!(problem.game, Game::Go(rules) if !rules.has_credits());
    let most = problem.area() - usize::from(!has_passes);
    let reply = cursor.up_to(most, "a reply")?;
    let (kind, mut point, mut fall) = (cursor.varint()?, 0, 0);
    if (2..=4).contains(&kind) {
        point = cursor.up_to(most, "a move")?;
        if has_falls && kind > 2 {
            fall = cursor.varint()?;
        }
    }
    let then = match kind {
        0 => Then::Over,
        1 => Then::Leaf(cursor.leaf(problem)?),
        2 => Then::MoveOver(point),
        3 => Then::MoveLeaf(point, cursor.leaf(problem)?),
        4 => Then::MoveEntry(point, cursor.reference()?),
        _ => return Err(format!("there is no answer of kind {kind}")),
    };
    Ok(PositionAnswer { reply, then, fall })
}

/// The statement of an entry, without its proof: a link or a lemma of Hex, or a position without
/// answers.
pub(crate) enum Statement {
    Link(Link),
    Lemma(Lemma),
    Position(Position),
    Threat(Threat),
    Local(Local),
    Shape(Shape),
}

/// Reads the statement of an entry.
pub(crate) fn read_statement(
    cursor: &mut Cursor<'_>,
    problem: &Problem,
) -> Result<Statement, String> {
    match (cursor.byte()?, problem.game) {
        (4, Game::Hex) => read_lemma(cursor).map(Statement::Lemma),
        (_, Game::Hex) => read_link(cursor, problem.area()).map(Statement::Link),
        (7, Game::Gomoku(_)) => read_threat(cursor, problem.area()).map(Statement::Threat),
        (_, Game::Capture(_)) | (8, Game::Killall) => {
            read_local(cursor, problem.area()).map(Statement::Local)
        }
        (_, Game::Phutball) => read_shape(cursor, problem.area()).map(Statement::Shape),
        (_, Game::Go(_) | Game::Mnk { .. } | Game::Gomoku(_) | Game::Killall) => {
            read_position(cursor, problem).map(Statement::Position)
        }
    }
}
