//! Solved positions by class: the transposition table of solutions.
//!
//! Where the past matters (superko, long cycles) a verdict may owe something to the line on which
//! it was found: a move of the loser's may have been banned there, or a move of the winner's may be
//! banned now (the graph-history interaction problem). The remedy is Kishimoto and Müller's (AAAI
//! 2004): before an entry is reused the entry is *replayed* on the present line. The winner's
//! remembered move must be legal and lead to another entry (or an end) that stands. Every legal
//! reply of the loser's must do the same. An entry that cannot be replayed, because an entry is
//! missing or a verdict fails on this line, counts as unknown on this line. A replay that passes is
//! a proof on this very line, so nothing wrong is ever reused.
//!
//! A replay walks a proof tree and can be long. The replay is given up after a number of steps. For
//! a child that is looked up in passing, the replay is also given up as soon as it takes more steps
//! than the solution took work: searching again costs no more, and in a fight for repetitions the
//! same replays fail again and again. Games that never repeat skip all of this.
//!
//! **Entries that need no replay.** Under superko a replay also finds what the proof owes to the
//! line. The positions that the winner creates must not be in the past. The positions that forbade
//! moves of the loser's must be in the past. If all positions that forbade moves are part of the
//! proof itself, the verdict holds on *every* line whose past has none of the positions that the
//! winner creates. Of these positions only marks are kept: a set of 128 bits with one bit for each
//! [census](Game::census) (in Go, how many stones each player has). So "the past has none of these
//! positions" is one operation; where marks coincide by chance the replay decides. On the empty 4x4
//! board five million steps of replaying became forty thousand. The mark set is kept as a fact
//! about the position, whatever becomes of the entries with which it was found.
//!
//! A win with a zone that rests on knowledge alone ([`Zones::is_fact`]) needs no replay either.
//! Where the zone of one refutation left out other moves of the loser's, the replay leaves them
//! out, too.

use super::{Memory, RecalledIn, Solved, SolvedIn};
use crate::line::Line;
use crate::save::{self, Lasting};
use crate::shares;
use crate::table::{self, Growing, Table};
use crate::zones::{KeptZones, NoZones, RefutedIn, Zones};
use andor_core::{
    Claim, Details, Game, Key, KeySource, Numbered, Oracle, Player, PointSet, Repetition, Settled,
    Verdict,
};
use std::cell::OnceCell;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

/// The entry of a solved position, in the standard form of the position's class.
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

/// The debt of a verdict to the line on which it was replayed.
#[derive(Clone, Copy)]
struct Debt {
    /// The marks of the positions that must not be in the past.
    marks: u128,
    /// The ply of the first position that forbids a move of the loser's.
    earliest: usize,
}

impl Debt {
    const NONE: Debt = Debt { marks: 0, earliest: usize::MAX };
}

/// A replay is given up after so many positions.
const LONGEST_REPLAY: u32 = 2_000;

/// The number of replay steps that a solution is worth that took so much work.
fn worth(work: u32) -> u32 {
    work.saturating_mul(2).saturating_add(20).min(LONGEST_REPLAY)
}

/// Solved positions by class.
pub struct Transpositions<
    G: Game,
    Z: KeptZones<G> = NoZones,
    T = Growing<Entry<<G as Game>::Move, <Z as KeptZones<G>>::Kept>>,
> {
    table: T,
    /// Verdicts that a replay has shown to need no further replay.
    timeless: OnceCell<Growing<Timeless>>,
    limit: usize,
    /// Are there positions before the root of the search?
    has_past: bool,
    plugs: PhantomData<fn(&G) -> Z>,
}

impl<G: Game, Z: KeptZones<G>, T> Transpositions<G, Z, T> {
    fn of(table: T) -> Self {
        let timeless = OnceCell::new();
        let (limit, has_past) = (usize::MAX, false);
        Transpositions { table, timeless, limit, has_past, plugs: PhantomData }
    }
}

impl<G: Game, Z: KeptZones<G>, T: Default> Default for Transpositions<G, Z, T> {
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

impl<G: Game, Z: KeptZones<G>, T: Table<Entry<G::Move, Z::Kept>>> Transpositions<G, Z, T> {
    /// Solved positions in this table, which other threads may share.
    pub fn new(table: T) -> Self {
        Transpositions::of(table)
    }

    fn entry(&self, line: &Line<'_, G>, claim: Claim) -> Option<SolvedIn<G>> {
        let game = line.game();
        let class = game.class(line.position());
        let entry = self.table.get(key_for(claim, class.key))?;
        let back = game.inverse(class.symmetry);
        let (zones, zone) = (Z::default(), Z::kept(entry.zone));
        let zone = match self.has_past && zones.is_fact(game, zone) {
            true => zones.whole(game),
            false => zones.map(game, back, zone),
        };
        Some(Solved {
            verdict: entry.verdict,
            best: entry.best.map(|mv| game.map_move(back, mv)),
            zone,
            work: entry.work,
        })
    }

    /// The solution, if it holds on this line; the work of the solution limits the steps of the
    /// replay.
    #[inline]
    fn reusable(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        worth: impl Fn(u32) -> u32,
    ) -> Option<SolvedIn<G>> {
        let solved = self.entry(line, claim)?;
        let holds = line.game().repetition() == Repetition::Impossible
            || Z::default().is_fact(line.game(), solved.zone)
            || self
                .stands(line, claim, knowledge, solved.verdict, &mut worth(solved.work))
                .is_some();
        holds.then_some(solved)
    }

    /// The debt of the verdict to the past, if the verdict holds on this line by the entries of the
    /// table.
    fn stands(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
        steps: &mut u32,
    ) -> Option<Debt> {
        if let Some(end) = line.verdict(claim) {
            return (end == verdict).then_some(Debt::NONE);
        }
        *steps = steps.checked_sub(1)?;
        if let Some(Settled { verdict: known, .. }) =
            knowledge.settle(line.game(), line.position(), claim, Details::VERDICT)
        {
            return (known == verdict).then_some(Debt::NONE);
        }
        let key = key_for(claim, line.game().class(line.position()).key);
        let solved = self.entry(line, claim).filter(|solved| solved.verdict == verdict)?;
        if Z::default().is_fact(line.game(), solved.zone) {
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
            table.limit(shares::of_timeless(self.limit));
            self.table.limit(shares::without_timeless(self.limit));
            table
        });
        table.put(key, known, worth);
    }

    /// The debt, if the verdict holds after a move of the winner's.
    fn stands_after(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
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

    /// Known refutations of some of the loser's moves that need no replay: wins with zones that
    /// rest on knowledge.
    fn refutations(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
        moves: &[G::Move],
    ) -> Vec<RefutedIn<G>> {
        let (zones, mut out) = (Z::default(), Vec::new());
        if !zones.has_facts() || self.has_past {
            return out;
        }
        for &mv in moves {
            line.play(mv);
            let (game, pos) = (line.game(), line.position());
            let settled = knowledge.settle(game, pos, claim, Details::ZONE);
            let known = match (line.outcome(), settled) {
                (Some(_), _) => None,
                (None, Some(settled)) => {
                    let zone = settled.zone.unwrap_or_else(|| zones.whole(game));
                    Some((settled.verdict, zone))
                }
                (None, None) => self.entry(line, claim).map(|solved| (solved.verdict, solved.zone)),
            };
            line.undo();
            if let Some((known, zone)) = known
                && known == verdict
                && Z::default().is_fact(game, zone)
            {
                out.push(zones.refutation(game, line.position(), mv, zone));
            }
        }
        out
    }

    /// The debt, if the verdict holds after every move of the loser's.
    fn stands_after_all(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
        steps: &mut u32,
    ) -> Option<Debt> {
        let mut moves = Vec::new();
        line.game().moves(line.position(), &mut moves);
        let refutations = self.refutations(line, claim, knowledge, verdict, &moves);
        let (game, pos) = (line.game(), line.position());
        let zones = Z::default();
        let left_out = |mv| refutations.iter().any(|known| zones.refutes(game, pos, known, mv));
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

impl<G: Game<Move: Numbered>, Z: KeptZones<G>, T: Table<Entry<G::Move, Z::Kept>> + Send> Memory<G>
    for Transpositions<G, Z, T>
{
    fn zones(&self) -> Box<dyn Zones<G>> {
        Box::new(Z::default())
    }

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
    }

    fn wants_zones(&self) -> bool {
        Z::default().is_used() && !self.has_past
    }

    #[inline]
    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
    ) -> Option<SolvedIn<G>> {
        self.reusable(line, claim, knowledge, worth)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        _: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        self.reusable(line, claim, knowledge, |_| LONGEST_REPLAY)
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        let game = line.game();
        let class = game.class(line.position());
        let entry = Entry {
            verdict: solved.verdict,
            best: solved.best.map(|mv| game.map_move(class.symmetry, mv)),
            zone: Z::keep(Z::default().map(game, class.symmetry, solved.zone)),
            work: solved.work,
        };
        self.table.put(key_for(claim, class.key), entry, solved.work);
    }

    fn holds(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
    ) -> Option<u128> {
        match line.game().repetition() {
            Repetition::Impossible => Some(0),
            Repetition::Forbidden => {
                let mut steps = LONGEST_REPLAY;
                let debt = self.stands(line, claim, knowledge, verdict, &mut steps)?;
                let is_free = debt.earliest >= line.ply() && debt.marks != u128::MAX;
                is_free.then_some(debt.marks)
            }
            _ => None,
        }
    }

    fn learn(&mut self, line: &mut Line<'_, G>, claim: Claim, solved: &SolvedIn<G>, marks: u128) {
        self.remember(line, claim, &(), solved);
        if line.game().repetition() == Repetition::Forbidden {
            let key = key_for(claim, line.game().class(line.position()).key);
            self.keep_timeless(key, Timeless { verdict: solved.verdict, marks }, solved.work);
        }
    }

    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.timeless.get().map_or(0, Growing::bytes)
    }

    fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
        let part = shares::of_timeless(bytes);
        match self.timeless.get() {
            Some(timeless) => {
                timeless.limit(part);
                self.table.limit(bytes - part);
            }
            None => self.table.limit(bytes),
        }
    }
}

/// Solved positions of any line: a solution that owes something to its line is replayed before it
/// is used.
impl<M: Numbered + Send, Z: PointSet> Lasting for table::Shared<Entry<M, Z>> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save::begin(out, b"TRAN")?;
        save::entries(out, self, |out, key, worth, entry| {
            save::key(out, key)?;
            save::number(out, worth.into())?;
            save::verdict(out, entry.verdict)?;
            save::mv(out, entry.best)?;
            save::number(out, entry.work.into())?;
            save::points(out, entry.zone)
        })
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        save::expect(input, b"TRAN")?;
        save::read_entries(input, |input| {
            let (key, worth) = (save::read_key(input)?, save::read_small(input)?);
            let (verdict, best) = (save::read_verdict(input)?, save::read_mv(input)?);
            let work = save::read_small(input)?;
            let zone = save::read_points(input, Z::END)?;
            self.put(key, Entry { verdict, best, zone, work }, worth);
            Ok(())
        })
    }
}
