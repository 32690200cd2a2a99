//! Solved positions by class: the transposition table.
//!
//! Where the past matters (superko, long cycles) a verdict may owe something to the line on which it
//! was found: a move of the loser's may have been banned, or a move of the winner's may be banned
//! now. The remedy is Kishimoto and Müller's (AAAI 2004): before an entry is reused it is *replayed*
//! on the present line. The winner's remembered move must be legal and lead to another entry (or an
//! end) that stands; every legal reply of the loser's must do the same. What cannot be replayed,
//! because an entry is missing or a verdict fails on this line, is simply not known here. A replay
//! that passes is a proof on this very line, so nothing wrong is ever reused.
//!
//! A replay walks a proof tree and can be long; it is given up after a number of steps, and for a child
//! that is looked up in passing as soon as it takes more of them than the solution took work: searching
//! again costs no more, and in a fight for repetitions the same replays fail again and again. Games that
//! never repeat skip all of this.
//!
//! **What needs no replay.** Under superko a replay also finds out what the proof owes to the line: the
//! positions that the winner creates must not have been there, and what forbade moves of the loser's
//! must have been. If the latter are all part of the proof itself, the verdict holds on *every* line
//! whose past has none of the former. Of these only marks are kept, a set of 128 bits with one for
//! each [census](Game::census) (in Go, how many stones each player has), so that "none of them was
//! there" is one operation; where marks meet by chance the replay decides. On the empty 4x4 board
//! five million steps of replaying became forty thousand. What is kept is a fact about the position,
//! whatever becomes of the entries it was found with.
//!
//! Nor is there a replay for a win with a zone that rests on knowledge alone ([`Zones::is_fact`]). Where the
//! zone of one refutation left out other moves of the loser's, so does the replay.

use super::{Memory, Recalled, Solved};
use crate::line::Line;
use crate::table::{Growing, Table};
use crate::zones::Zones;
use andor_core::{Claim, Game, Key, KeySource, Oracle, Player, Repetition, Verdict};
use std::cell::OnceCell;
use std::marker::PhantomData;

/// What the table keeps of a solved position, in the standard form of its class.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M, Z> {
    verdict: Verdict,
    best: Option<M>,
    zone: Z,
    work: u32,
}

/// A verdict that holds on every line whose past has none of these marks.
#[derive(Clone, Copy)]
struct Timeless {
    verdict: Verdict,
    marks: u128,
}

/// What a verdict owes to the line on which it was replayed.
#[derive(Clone, Copy)]
struct Debt {
    /// The marks of the positions that must not have been there before.
    marks: u128,
    /// The ply of the first position that forbids a move of the loser's.
    earliest: usize,
}

impl Debt {
    const NONE: Debt = Debt { marks: 0, earliest: usize::MAX };
}

/// One part in so many of the memory is for what needs no replay.
const TIMELESS_SHARE: usize = 4;

/// A replay is given up after so many positions.
const LONGEST_REPLAY: u32 = 2_000;

/// The steps that a solution is worth which took so much work.
fn worth(work: u32) -> u32 {
    work.saturating_mul(2).saturating_add(20).min(LONGEST_REPLAY)
}

/// Solved positions by class.
pub struct Transpositions<
    G: Game,
    Z: Zones<G>,
    T = Growing<Entry<<G as Game>::Move, <Z as Zones<G>>::Zone>>,
> {
    table: T,
    /// What a replay found to need no other.
    timeless: OnceCell<Growing<Timeless>>,
    limit: usize,
    /// Are there positions before the root of the search?
    has_past: bool,
    plugs: PhantomData<fn(&G) -> Z>,
}

impl<G: Game, Z: Zones<G>, T> Transpositions<G, Z, T> {
    fn of(table: T) -> Self {
        let timeless = OnceCell::new();
        let (limit, has_past) = (usize::MAX, false);
        Transpositions { table, timeless, limit, has_past, plugs: PhantomData }
    }
}

impl<G: Game, Z: Zones<G>, T: Default> Default for Transpositions<G, Z, T> {
    fn default() -> Self {
        Transpositions::of(T::default())
    }
}

/// The key under which a position is kept: its class, and the claim.
pub(crate) fn key_for(claim: Claim, class: Key) -> Key {
    let attacker = if claim.attacker == Player::Black { 1 } else { 2 };
    let seed = (claim.at_least.0 as u16 as u64) << 8 | attacker;
    class ^ KeySource::new(seed).next_key()
}

impl<G: Game, Z: Zones<G>, T: Table<Entry<G::Move, Z::Zone>>> Transpositions<G, Z, T> {
    /// Solved positions in this table, which others may share.
    pub fn new(table: T) -> Self {
        Transpositions::of(table)
    }

    fn entry(&self, line: &Line<'_, G>, claim: Claim) -> Option<Solved<G::Move, Z::Zone>> {
        let game = line.game();
        let class = game.class(line.position());
        let entry = self.table.get(key_for(claim, class.key))?;
        let back = game.inverse(class.symmetry);
        let zone = match self.has_past && Z::is_fact(game, entry.zone) {
            true => Z::whole(game),
            false => Z::map(game, back, entry.zone),
        };
        Some(Solved {
            verdict: entry.verdict,
            best: entry.best.map(|mv| game.map_move(back, mv)),
            zone,
            work: entry.work,
        })
    }

    /// The solution, if it holds on this line; by its work, how many steps of replaying it is worth.
    #[inline]
    fn reusable(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        worth: impl Fn(u32) -> u32,
    ) -> Option<Solved<G::Move, Z::Zone>> {
        let solved = self.entry(line, claim)?;
        let holds = line.game().repetition() == Repetition::Impossible
            || Z::is_fact(line.game(), solved.zone)
            || self
                .stands(line, claim, knowledge, solved.verdict, &mut worth(solved.work))
                .is_some();
        holds.then_some(solved)
    }

    /// What the verdict owes to the past if it holds on this line, by what the table knows.
    fn stands(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        steps: &mut u32,
    ) -> Option<Debt> {
        if let Some(end) = line.verdict(claim) {
            return (end == verdict).then_some(Debt::NONE);
        }
        *steps = steps.checked_sub(1)?;
        if let Some((known, _)) = knowledge.settle(line.game(), line.position(), claim) {
            return (known == verdict).then_some(Debt::NONE);
        }
        let key = key_for(claim, line.game().class(line.position()).key);
        let solved = self.entry(line, claim).filter(|solved| solved.verdict == verdict)?;
        if Z::is_fact(line.game(), solved.zone) {
            return Some(Debt::NONE);
        }
        if let Some(marks) = self.timeless_marks(key, verdict)
            && marks & line.past_marks() == 0
        {
            return Some(Debt { marks, ..Debt::NONE });
        }
        let debt = match line.to_move() == verdict.winner(claim) {
            true => {
                let best = solved.best.filter(|&mv| line.allows(mv))?;
                self.stands_after(line, claim, knowledge, verdict, best, steps)?
            }
            false => self.stands_after_all(line, claim, knowledge, verdict, steps)?,
        };
        let forbids = line.game().repetition() == Repetition::Forbidden;
        if forbids && debt.earliest >= line.ply() && debt.marks != u128::MAX {
            self.keep_timeless(key, Timeless { verdict, marks: debt.marks }, solved.work);
        }
        Some(debt)
    }

    fn timeless_marks(&self, key: Key, verdict: Verdict) -> Option<u128> {
        let known = self.timeless.get()?.get(key)?;
        (known.verdict == verdict).then_some(known.marks)
    }

    fn keep_timeless(&self, key: Key, known: Timeless, worth: u32) {
        let table = self.timeless.get_or_init(|| {
            let table = Growing::default();
            table.limit(self.limit / TIMELESS_SHARE);
            self.table.limit(self.limit - self.limit / TIMELESS_SHARE);
            table
        });
        table.put(key, known, worth);
    }

    /// What is owed if the verdict holds after a move of the winner's.
    fn stands_after(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        mv: G::Move,
        steps: &mut u32,
    ) -> Option<Debt> {
        line.play(mv);
        let mark = line.mark();
        let debt = self.stands(line, claim, knowledge, verdict, steps);
        line.undo();
        debt.map(|debt| Debt { marks: debt.marks | mark, ..debt })
    }

    /// What is known, without replay, to refute some of the loser's moves: wins with zones that rest on
    /// knowledge.
    fn refutations(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        moves: &[G::Move],
    ) -> Vec<Z::Refutation> {
        let mut out = Vec::new();
        if !Z::HAS_FACTS || self.has_past {
            return out;
        }
        for &mv in moves {
            line.play(mv);
            let (game, pos) = (line.game(), line.position());
            let known = match (line.outcome(), knowledge.settle(game, pos, claim)) {
                (Some(_), _) => None,
                (None, Some((known, reason))) => {
                    Some((known, self.settled(game, pos, knowledge, &reason)))
                }
                (None, None) => self.entry(line, claim).map(|solved| (solved.verdict, solved.zone)),
            };
            line.undo();
            if let Some((known, zone)) = known
                && known == verdict
                && Z::is_fact(game, zone)
            {
                out.push(Z::refutation(game, line.position(), mv, zone));
            }
        }
        out
    }

    /// What is owed if the verdict holds after every move of the loser's.
    fn stands_after_all(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        steps: &mut u32,
    ) -> Option<Debt> {
        let mut moves = Vec::new();
        line.game().moves(line.position(), &mut moves);
        let refutations = self.refutations(line, claim, knowledge, verdict, &moves);
        let (game, pos) = (line.game(), line.position());
        let left_out = |mv| refutations.iter().any(|&known| Z::refutes(game, pos, known, mv));
        moves.retain(|&mv| !left_out(mv));
        let (mut owed, mut created) = (Debt::NONE, 0);
        let (mut legal, mut can_be_stuck) = (!refutations.is_empty(), true);
        for mv in moves {
            if let Some(ply) = line.forbidden_by(mv) {
                owed.earliest = owed.earliest.min(ply);
                continue;
            }
            legal = true;
            line.play(mv);
            let mark = line.mark();
            let debt = self.stands(line, claim, knowledge, verdict, steps);
            line.undo();
            let debt = debt?;
            can_be_stuck &= mark != 0;
            created |= mark;
            owed =
                Debt { marks: owed.marks | debt.marks, earliest: owed.earliest.min(debt.earliest) };
        }
        if !legal && claim.judge(line.game().stuck(line.position())) != verdict {
            return None;
        }
        // Where every move can be forbidden the loser may be stuck on another line, which the rules
        // may call a win: there it matters what the loser's moves lead to.
        if can_be_stuck {
            owed.marks |= created;
        }
        Some(owed)
    }
}

impl<G: Game, Z: Zones<G>, T: Table<Entry<G::Move, Z::Zone>>> Memory<G>
    for Transpositions<G, Z, T>
{
    type Zones = Z;

    const COVERS_CHILDREN: bool = false;

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
    }

    fn settled<K: Oracle<G>>(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> Z::Zone {
        match self.has_past {
            true => Z::whole(game),
            false => Z::settled(game, pos, knowledge, reason),
        }
    }

    #[inline]
    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, Z::Zone>> {
        self.reusable(line, claim, knowledge, worth)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        _: &mut Recalled<G::Move, Z::Zone>,
    ) -> Option<Solved<G::Move, Z::Zone>> {
        self.reusable(line, claim, knowledge, |_| LONGEST_REPLAY)
    }

    fn hint(&self, line: &Line<'_, G>, claim: Claim) -> Option<(Verdict, u32)> {
        if line.game().repetition() == Repetition::Impossible {
            return None;
        }
        self.entry(line, claim).map(|solved| (solved.verdict, solved.work))
    }

    fn remember(&mut self, line: &Line<'_, G>, claim: Claim, solved: &Solved<G::Move, Z::Zone>) {
        let game = line.game();
        let class = game.class(line.position());
        let entry = Entry {
            verdict: solved.verdict,
            best: solved.best.map(|mv| game.map_move(class.symmetry, mv)),
            zone: Z::map(game, class.symmetry, solved.zone),
            work: solved.work,
        };
        self.table.put(key_for(claim, class.key), entry, solved.work);
    }

    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.timeless.get().map_or(0, Growing::bytes)
    }

    fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
        let part = bytes / TIMELESS_SHARE;
        match self.timeless.get() {
            Some(timeless) => {
                timeless.limit(part);
                self.table.limit(bytes - part);
            }
            None => self.table.limit(bytes),
        }
    }
}
