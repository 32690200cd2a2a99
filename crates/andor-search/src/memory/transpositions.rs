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
//! A replay walks a proof tree and can be long; it is given up after a number of steps. Games that
//! never repeat skip all of this.

use super::{Memory, Recalled, Solved};
use crate::line::Line;
use crate::table::{Growing, Table};
use crate::zones::Zones;
use andor_core::{Claim, Game, Key, KeySource, Oracle, Player, Repetition, Verdict};
use std::marker::PhantomData;

/// What the table keeps of a solved position, in the standard form of its class.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M, Z> {
    verdict: Verdict,
    best: Option<M>,
    zone: Z,
    work: u32,
}

/// A replay is given up after so many positions.
const LONGEST_REPLAY: u32 = 2_000;

/// Solved positions by class.
pub struct Transpositions<
    G: Game,
    Z: Zones<G>,
    T = Growing<Entry<<G as Game>::Move, <Z as Zones<G>>::Zone>>,
> {
    table: T,
    plugs: PhantomData<fn(&G) -> Z>,
}

impl<G: Game, Z: Zones<G>, T: Default> Default for Transpositions<G, Z, T> {
    fn default() -> Self {
        Transpositions { table: T::default(), plugs: PhantomData }
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
        Transpositions { table, plugs: PhantomData }
    }

    fn entry(&self, line: &Line<'_, G>, claim: Claim) -> Option<Solved<G::Move, Z::Zone>> {
        let game = line.game();
        let class = game.class(line.position());
        let entry = self.table.get(key_for(claim, class.key))?;
        let back = game.inverse(class.symmetry);
        Some(Solved {
            verdict: entry.verdict,
            best: entry.best.map(|mv| game.map_move(back, mv)),
            zone: Z::map(game, back, entry.zone),
            work: entry.work,
        })
    }

    /// Does the verdict hold on this line, by what the table knows?
    fn stands(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        steps: &mut u32,
    ) -> bool {
        if let Some(end) = line.verdict(claim) {
            return end == verdict;
        }
        *steps += 1;
        if *steps > LONGEST_REPLAY {
            return false;
        }
        if let Some((known, _)) = knowledge.settle(line.game(), line.position(), claim) {
            return known == verdict;
        }
        let Some(solved) = self.entry(line, claim).filter(|solved| solved.verdict == verdict)
        else {
            return false;
        };
        if line.to_move() == verdict.winner(claim) {
            return solved.best.is_some_and(|mv| {
                line.allows(mv) && self.stands_after(line, claim, knowledge, verdict, mv, steps)
            });
        }
        let mut moves = Vec::new();
        line.moves(&mut moves);
        if moves.is_empty() {
            return claim.judge(line.game().stuck(line.position())) == verdict;
        }
        moves.into_iter().all(|mv| self.stands_after(line, claim, knowledge, verdict, mv, steps))
    }

    fn stands_after(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        verdict: Verdict,
        mv: G::Move,
        steps: &mut u32,
    ) -> bool {
        line.play(mv);
        let stands = self.stands(line, claim, knowledge, verdict, steps);
        line.undo();
        stands
    }
}

impl<G: Game, Z: Zones<G>, T: Table<Entry<G::Move, Z::Zone>>> Memory<G>
    for Transpositions<G, Z, T>
{
    type Zones = Z;

    const COVERS_CHILDREN: bool = false;

    #[inline]
    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, Z::Zone>> {
        let solved = self.entry(line, claim)?;
        let reusable = line.game().repetition() == Repetition::Impossible
            || self.stands(line, claim, knowledge, solved.verdict, &mut 0);
        reusable.then_some(solved)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        _: &mut Recalled<G::Move, Z::Zone>,
    ) -> Option<Solved<G::Move, Z::Zone>> {
        self.look(line, claim, knowledge)
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
        self.table.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.table.limit(bytes);
    }
}
