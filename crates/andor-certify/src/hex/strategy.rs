//! Proofs of Hex by knowledge: the winner's strategy is walked and written.
//!
//! The walk sees every position as the search saw it: filled in. An entry about the filled position
//! is then turned back, step by step, into an entry about the position before fill-in. Stones
//! filled in for the loser only made the win harder. For each needed stone filled in for the winner
//! the entry quotes the lemma that gave the stone. A lemma that fills all cells of its shape may be
//! quoted after the winner's next move as well as before it, so that the loser is to move in all
//! entries.
//!
//! Where the loser is to move and the winner's edges are virtually connected, the derivation of the
//! connection is written. Elsewhere the winner's semi connections between the edges are threats:
//! each is an answer to every reply outside its carrier. The replies inside all carriers (the
//! must-play) are treated one by one: the winner's move, then the same question again. Each answer
//! found in this way serves more replies than the one it was made for, so that few answers are
//! needed. Replies that the search left out as inferior come last: most of them have an answer by
//! then, and for the others the entry quotes the lemma that excludes the reply.

use super::entries::{Entries, Move, PatternEntry};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate};
use crate::searcher::Searcher;
use andor_core::{Game, Halt, Player};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use andor_knowledge::hex::Options;
use andor_knowledge::hex::connections::Connections;
use andor_knowledge::hex::derivation::{Derivation, Strength};
use andor_knowledge::hex::inferior::consider::Drop;
use andor_knowledge::hex::inferior::fill::{Fill, FillRule};
use andor_knowledge::hex::inferior::grounds::Against;
use andor_knowledge::hex::inferior::{Inferior, Spot};
use andor_search::{Answer, KnownVerdict, Line};

/// The winner's first move, if the winner moves, and the entry that holds after it.
pub(crate) type Proven = (Option<u16>, u64);

/// A winner's strategy while it is written.
pub(crate) struct Strategy<'a, const W: usize> {
    hex: &'a Hex<W>,
    goal: Goal,
    entries: Entries<'a, W>,
    connections: Connections<W>,
    inferior: Option<Inferior<W>>,
}

impl<'a, const W: usize> Strategy<'a, W> {
    /// A strategy for positions that the search filled in with these inferior cells, if it did.
    /// After `halt` the strategy finds no more connections.
    pub(crate) fn new(
        hex: &'a Hex<W>,
        goal: Goal,
        draft: &'a mut Draft,
        inferior: Option<Inferior<W>>,
        halt: &Halt,
    ) -> Self {
        let mut connections = Connections::new(hex, Options::default());
        connections.heed(halt);
        Strategy { hex, goal, entries: Entries::new(hex, goal, draft), connections, inferior }
    }

    /// Proves the line's position, which is not over.
    pub(crate) fn root(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Proven, NoCertificate> {
        if line.to_move() != self.goal.winner() {
            let after = self.after(searcher, line)?;
            return Ok((None, self.entries.upright(after)));
        }
        let (mv, next) = self.answer(searcher, line)?;
        Ok((Some(mv.0), self.entries.upright(next)))
    }

    /// Fills a position in: the steps of fill-in, and the filled position.
    fn fill(&self, pos: &HexPosition<W>) -> (Vec<Fill<W>>, HexPosition<W>) {
        let mut steps = Vec::new();
        let stones = Player::both(|player| pos.stones(player));
        let over = self.hex.outcome(pos).is_some();
        let Some(inferior) = self.inferior.as_ref().filter(|_| !over) else {
            return (steps, pos.clone());
        };
        let filled = inferior.fill_and_tell(stones, self.hex.board(), |step| steps.push(step));
        (steps, self.hex.set_up(filled, self.hex.to_move(pos)))
    }

    /// The entry about the position before some steps of fill-in, from an entry about the filled
    /// position.
    fn unfill(
        &mut self,
        steps: &[Fill<W>],
        written: PatternEntry<W>,
    ) -> Result<PatternEntry<W>, NoCertificate> {
        let winner = self.goal.winner().index();
        let (mut zone, mut need) = (written.zone, written.need);
        let mut spots: Vec<Spot> = Vec::new();
        for step in steps.iter().rev() {
            if !step.stones[winner].meets(&need) {
                continue;
            }
            let (Some(inferior), FillRule::Lemma(spot)) = (&self.inferior, step.rule) else {
                return Err(NoCertificate::Lost);
            };
            let grounds = inferior.grounds(&spot)[winner];
            need = (need - step.stones[winner]) | grounds;
            zone |= step.carrier | grounds;
            spots.push(spot);
        }
        if spots.is_empty() {
            return Ok(written);
        }
        spots.reverse();
        Ok(self.entries.fill(&spots, (zone, need), written))
    }

    /// The entry of a position with the loser to move.
    fn after(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<PatternEntry<W>, NoCertificate> {
        let (steps, filled) = self.fill(line.position());
        let written = match self.entries.known(&filled) {
            Some((_, written)) => written,
            None => {
                let old = line.replace(filled);
                let written = self.lost(searcher, line);
                let filled = line.replace(old);
                let written = written?;
                self.entries.keep(&filled, None, written);
                written
            }
        };
        self.unfill(&steps, written)
    }

    /// The winner's move in a position, and what holds after it.
    fn answer(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Move<W>, NoCertificate> {
        let (steps, filled) = self.fill(line.position());
        let (mv, next) = match self.entries.known(&filled) {
            Some(won) => won,
            None => {
                let old = line.replace(filled);
                let won = self.won(searcher, line);
                let filled = line.replace(old);
                let (mv, next) = won?;
                self.entries.keep(&filled, mv, next);
                (mv, next)
            }
        };
        let next = self.unfill(&steps, next)?;
        // If no move is needed any will do.
        let free = self.hex.empty(line.position());
        let any = || (free & next.zone).first().or(free.first());
        Ok((mv.or_else(any).ok_or(NoCertificate::Lost)?, next))
    }

    /// The entry of a filled position with the loser to move.
    fn lost(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<PatternEntry<W>, NoCertificate> {
        let winner = self.goal.winner();
        let stones = Player::both(|player| line.position().stones(player));
        let own = stones[winner.index()];
        if line.outcome().is_some() {
            return self.joined(line);
        }
        self.entries.step(searcher)?;
        self.connections.build_one(self.hex, &stones, winner, winner.other());
        if let Some(written) = self.connected(own) {
            return Ok(written);
        }
        let threats = self.connections.why_must_play(winner);
        let derivations: Vec<Derivation<W>> =
            threats.iter().map(|threat| self.connections.derivation(winner, threat)).collect();
        let all = self.hex.empty(line.position());
        let mut replies = Replies { answers: Vec::new(), all, open: all };
        for derivation in &derivations {
            if let Some(threat) = self.entries.threat(derivation, own) {
                replies.narrow(threat);
            }
        }
        let mut left_out = Vec::new();
        let kept = match &self.inferior {
            Some(inferior) => {
                inferior.consider_and_tell(stones, winner.other(), |drop| left_out.push(drop))
            }
            None => replies.open,
        };
        while let Some(reply) = (replies.open & kept).first() {
            line.play(reply);
            let answer = self.answer(searcher, line);
            line.undo();
            if !replies.narrow(answer?) || replies.open.contains(reply) {
                return Err(NoCertificate::Lost);
            }
        }
        self.drops(replies, &left_out)
    }

    /// The entry of a position in which every reply has an answer, except some that lemmas exclude.
    fn drops(
        &mut self,
        mut replies: Replies<W>,
        left_out: &[Drop<W>],
    ) -> Result<PatternEntry<W>, NoCertificate> {
        replies.thin_out();
        let Replies { answers, open, .. } = replies;
        let against = match &self.inferior {
            Some(inferior) => inferior.against(left_out, open, self.goal.winner()),
            None => open.is_empty().then(Against::default),
        };
        let Against { spots, carrier, need } = against.ok_or(NoCertificate::Lost)?;
        Ok(self.entries.drops(&answers, &spots, (carrier, need)))
    }

    /// The winner's move in a filled position, if one is needed, and the entry that holds after it.
    fn won(
        &mut self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<(Option<Point>, PatternEntry<W>), NoCertificate> {
        if line.outcome().is_some() {
            return Ok((None, self.joined(line)?));
        }
        let winner = self.goal.winner();
        let stones = Player::both(|player| line.position().stones(player));
        let own = stones[winner.index()];
        self.entries.step(searcher)?;
        self.connections.build_one(self.hex, &stones, winner, winner);
        if let Some(written) = self.connected(own) {
            return Ok((None, written));
        }
        let semi = self.connections.of_edges(winner, Strength::Semi).next();
        if let Some(semi) = semi {
            let derivation = self.connections.derivation(winner, &semi);
            if let Some((mv, next)) = self.entries.threat(&derivation, own) {
                return Ok((Some(mv), next));
            }
        }
        let mv = self.move_of_the_search(searcher, line)?;
        line.play(mv);
        let next = self.after(searcher, line);
        line.undo();
        Ok((Some(mv), next?))
    }

    /// The entry of a full connection of the winner's edges, if one was found.
    fn connected(&mut self, own: Points<W>) -> Option<PatternEntry<W>> {
        let winner = self.goal.winner();
        let full = self.connections.of_edges(winner, Strength::Full).next()?;
        let derivation = self.connections.derivation(winner, &full);
        self.entries.derivation(&derivation, own)
    }

    /// The entry of a position that is over.
    fn joined(&mut self, line: &Line<'_, Hex<W>>) -> Result<PatternEntry<W>, NoCertificate> {
        if line.verdict(self.goal.claim) != Some(self.goal.verdict) {
            return Err(NoCertificate::Lost);
        }
        Ok(self.entries.joined(line.position().stones(self.goal.winner())))
    }

    /// A move of the winner's in a filled position, remembered or searched for again.
    fn move_of_the_search(
        &self,
        searcher: &mut Searcher<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Point, NoCertificate> {
        let claim = self.goal.claim;
        let wins = |known: KnownVerdict<Point>| match known.verdict == self.goal.verdict {
            true => known.best,
            false => None,
        };
        // The knowledge was looked at before; what is remembered is there at once.
        if let Some(mv) = searcher.search.remembered(line, claim).and_then(wins) {
            return Ok(mv);
        }
        if let Some(mv) = searcher.search.known(line, claim).and_then(wins) {
            return Ok(mv);
        }
        match searcher.settle(line, claim) {
            Answer::Solved { verdict, best: Some(mv) } if verdict == self.goal.verdict => Ok(mv),
            Answer::Stopped(stop) => Err(NoCertificate::Stopped(stop)),
            _ => Err(NoCertificate::Lost),
        }
    }
}

/// Answers to replies of the loser's, and the replies that have no answer.
struct Replies<const W: usize> {
    answers: Vec<Move<W>>,
    /// All replies.
    all: Points<W>,
    /// The replies without an answer.
    open: Points<W>,
}

impl<const W: usize> Replies<W> {
    /// Adds an answer if it leaves fewer replies open; says whether it does.
    fn narrow(&mut self, (point, next): Move<W>) -> bool {
        let open = self.open & (next.zone | Points::one(point));
        let narrows = open != self.open;
        if narrows {
            self.open = open;
            self.answers.push((point, next));
        }
        narrows
    }

    /// Removes superfluous answers, the widest first: with fewer answers the zone is smaller.
    fn thin_out(&mut self) {
        let spoils = |(point, next): &Move<W>| next.zone | Points::one(*point);
        self.answers.sort_by_key(|answer| std::cmp::Reverse(spoils(answer).len()));
        let mut at = 0;
        while at < self.answers.len() {
            let others = self.answers.iter().enumerate().filter(|(i, _)| *i != at);
            let open = others.fold(self.all, |open, (_, answer)| open & spoils(answer));
            if open == self.open {
                self.answers.remove(at);
            } else {
                at += 1;
            }
        }
    }
}
