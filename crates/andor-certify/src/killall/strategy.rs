//! Black's wins: all positions of the whole board that White can reach while Black plays a
//! strategy.
//!
//! A game that does not end is won by Black, so that every move to a position that White cannot win
//! is good enough for Black, also a move to a position that was there before. The strategy prefers
//! moves after which the game is over, White has no room, or the position has an entry already.

use crate::certified::{Certified, Picture, Start, points};
use crate::draft::{Draft, Written};
use crate::goal::{Goal, NoCertificate, Solution};
use crate::searcher::Searcher;
use andor_checker::{Entry, Frame, Leaf, PositionAnswer, Reference, Then, Theorem};
use andor_core::{Game, Outcome, Player, Symmetric};
use andor_games::go::Move;
use andor_games::killall::{Killall, Position};
use andor_knowledge::killall::{has_no_room, permanent};
use andor_search::Line;

/// A strategy with more positions than this is not written.
const MOST_POSITIONS: usize = 1_000_000;

/// Writes the entries of a win of Black's.
pub(super) fn proof(
    game: &Killall,
    draft: &mut Draft,
    searcher: &mut Searcher<'_, Killall>,
    pos: &Position,
    goal: Goal,
) -> Result<Start, NoCertificate> {
    let mut writer = Writer { game, first: draft.next(), draft, searcher, goal, list: Vec::new() };
    let (first, entry) = match game.to_move(pos) {
        Player::White => (None, Some(writer.number(pos.clone())?)),
        Player::Black => {
            let mv = writer.winning_move(pos)?;
            let after = game.after(pos, mv);
            let entry = match game.outcome(&after) {
                Some(_) => None,
                None => Some(writer.number(after)?),
            };
            (Some(game.number(mv)), entry)
        }
    };
    writer.write()?;
    Ok(Start::new(first, entry))
}

struct Writer<'a, 's> {
    game: &'a Killall,
    draft: &'a mut Draft,
    searcher: &'a mut Searcher<'s, Killall>,
    goal: Goal,
    /// The number of the first entry.
    first: u64,
    /// The positions of the entries, in their order, with White to move.
    list: Vec<Position>,
}

impl Writer<'_, '_> {
    /// The number of a new entry about a position as it is.
    fn number(&mut self, pos: Position) -> Result<u64, NoCertificate> {
        if self.list.len() >= MOST_POSITIONS {
            let most = MOST_POSITIONS as u64;
            return Err(NoCertificate::TooLong(most, "positions of a strategy"));
        }
        self.list.push(pos);
        Ok(self.first + self.list.len() as u64 - 1)
    }

    /// Writes the entries of the list, which grows meanwhile.
    fn write(&mut self) -> Result<(), NoCertificate> {
        let mut next = 0;
        while let Some(pos) = self.list.get(next).cloned() {
            let list = self.list.capacity() * size_of::<Position>();
            self.draft.step(self.searcher, list)?;
            let game = self.game;
            let mut replies = Vec::new();
            game.moves(&pos, &mut replies);
            let mut answers = Vec::with_capacity(replies.len());
            for reply in replies {
                let then = self.answer(&game.after(&pos, reply))?;
                answers.push(PositionAnswer { reply: game.number(reply), then, fall: 0 });
            }
            answers.sort_by_key(|answer| answer.reply);
            let Picture { stones: [black, white], passes, ko, .. } = game.picture(&pos);
            let frame = Frame { passes, ko, ..Frame::default() };
            let root = self.draft.root_of(self.goal);
            let entry = andor_checker::Position { root, black, white, frame, answers };
            self.draft.add(Entry::Position(entry));
            next += 1;
        }
        Ok(())
    }

    /// Black's answer in a position after a reply.
    fn answer(&mut self, pos: &Position) -> Result<Then, NoCertificate> {
        let game = self.game;
        match game.outcome(pos) {
            Some(end) if end == Outcome::win(Player::Black) => return Ok(Then::Over),
            Some(_) => return Err(NoCertificate::Lost),
            None => {}
        }
        if let Some(leaf) = self.leaf(pos) {
            return Ok(Then::Leaf(leaf));
        }
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        for &mv in &moves {
            let after = game.after(pos, mv);
            let number = game.number(mv);
            if game.outcome(&after) == Some(Outcome::win(Player::Black)) {
                return Ok(Then::MoveOver(number));
            }
            if game.outcome(&after).is_none() {
                if let Some(leaf) = self.leaf(&after) {
                    return Ok(Then::MoveLeaf(number, leaf));
                }
                if let Some(reference) = self.known(&after) {
                    return Ok(Then::MoveEntry(number, reference));
                }
            }
        }
        let mv = self.winning_move(pos)?;
        let after = game.after(pos, mv);
        let class = game.class(&after);
        let entry = self.number(game.map_position(class.symmetry, &after))?;
        let name = (class.key, self.goal.claim, self.goal.winner());
        self.draft.positions.insert(name, Written::Entry(entry, 0));
        let reference = Reference { entry, symmetry: class.symmetry.0 };
        Ok(Then::MoveEntry(game.number(mv), reference))
    }

    /// A move of Black's after which White cannot win.
    fn winning_move(&mut self, pos: &Position) -> Result<Move, NoCertificate> {
        let Goal { claim, verdict } = self.goal;
        let mut line = Line::new(self.game, pos.clone());
        self.searcher.winning_move(&mut line, &Solution { claim, verdict, best: None })
    }

    /// The leaf of a position in which White has no room to live.
    fn leaf(&self, pos: &Position) -> Option<Leaf> {
        let (game, theorem) = (self.game, Theorem::Room);
        let settles = self.draft.may_quote(theorem.word()) && has_no_room(game, pos);
        settles.then(|| Leaf { theorem, stones: points(permanent(game, pos)) })
    }

    /// The entry of a position, if there is one.
    fn known(&self, pos: &Position) -> Option<Reference> {
        let class = self.game.class(pos);
        let name = (class.key, self.goal.claim, self.goal.winner());
        match self.draft.positions.get(&name) {
            Some(&Written::Entry(entry, _)) => {
                Some(Reference { entry, symmetry: class.symmetry.0 })
            }
            _ => None,
        }
    }
}
