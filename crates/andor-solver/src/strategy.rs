//! Proofs of Hex by knowledge: the winner's strategy is walked and written down.
//!
//! The walk sees every position as the search saw it: filled in. What an entry says about the filled
//! position is then taken back, step by step, to what was on the board: stones that were filled in
//! for the loser only made it harder, and for those of the winner's that are needed the lemma is quoted
//! that gave them. A lemma that fills all cells of its shape may be quoted after the winner's next
//! move as well as before it, so that the loser is to move in all entries.
//!
//! Where the loser is to move and the winner's edges are connected, the derivation of that is written
//! down. Elsewhere the winner's semi connections of the edges are threats, each an answer to every
//! reply outside its carrier; what all of them leave is dealt with reply by reply: the winner's move,
//! then the same question again. Each answer found in this way is good for more replies than the one
//! it was made for, so that few are needed. Replies that the search left out as inferior come last: most
//! have an answer by then, and for the others the lemma is quoted that speaks against them.

use crate::certificate::{Goal, NoCertificate, Recorder};
use crate::engine::Known;
use crate::links::{Links, Move, Written};
use crate::source::Source;
use andor_core::{Game, Player};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use andor_knowledge::hex::Options;
use andor_knowledge::hex::connections::Connections;
use andor_knowledge::hex::derivation::{Derivation, Strength};
use andor_knowledge::hex::inferior::consider::Drop;
use andor_knowledge::hex::inferior::fill::{Fill, FillRule};
use andor_knowledge::hex::inferior::grounds::Against;
use andor_knowledge::hex::inferior::{Inferior, Spot};
use andor_search::{Answer, Line};

/// The winner's first move, if the winner moves, and the entry that holds then.
pub(crate) type Proven = (Option<u16>, u64);

/// A winner's strategy that is being written down.
pub(crate) struct Strategy<'a, const W: usize> {
    hex: &'a Hex<W>,
    goal: Goal,
    links: Links<'a, W>,
    connections: Connections<W>,
    inferior: Option<Inferior<W>>,
}

impl<'a, const W: usize> Strategy<'a, W> {
    /// Of positions that the search filled in with these inferior cells, if it did.
    pub(crate) fn new(
        hex: &'a Hex<W>,
        goal: Goal,
        recorder: &'a mut Recorder,
        inferior: Option<Inferior<W>>,
    ) -> Self {
        Strategy {
            hex,
            goal,
            links: Links::new(hex, goal, recorder),
            connections: Connections::new(hex, Options::default()),
            inferior,
        }
    }

    /// Proves the line's position, which is not over.
    pub(crate) fn root(
        &mut self,
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Proven, NoCertificate> {
        if line.to_move() != self.goal.winner() {
            let after = self.after(source, line)?;
            return Ok((None, self.links.upright(after)));
        }
        let (mv, next) = self.answer(source, line)?;
        Ok((Some(mv.0), self.links.upright(next)))
    }

    /// Fills a position in: how, and the position that it becomes.
    fn fill(&self, pos: &HexPosition<W>) -> (Vec<Fill<W>>, HexPosition<W>) {
        let mut steps = Vec::new();
        let stones = Player::BOTH.map(|player| pos.stones(player));
        let over = self.hex.outcome(pos).is_some();
        let Some(inferior) = self.inferior.as_ref().filter(|_| !over) else {
            return (steps, pos.clone());
        };
        let filled = inferior.fill_and_tell(stones, self.hex.board(), |step| steps.push(step));
        (steps, self.hex.set_up(filled, self.hex.to_move(pos)))
    }

    /// What an entry about a filled position says about the one before some steps of filling in.
    fn unfill(
        &mut self,
        steps: &[Fill<W>],
        written: Written<W>,
    ) -> Result<Written<W>, NoCertificate> {
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
        Ok(self.links.fill(&spots, (zone, need), written))
    }

    /// The entry of a position with the loser to move.
    fn after(
        &mut self,
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Written<W>, NoCertificate> {
        let (steps, filled) = self.fill(line.position());
        let written = match self.links.known(&filled) {
            Some((_, written)) => written,
            None => {
                let old = line.replace(filled);
                let written = self.lost(source, line);
                let filled = line.replace(old);
                let written = written?;
                self.links.keep(&filled, None, written);
                written
            }
        };
        self.unfill(&steps, written)
    }

    /// The winner's move in a position, and what holds after it.
    fn answer(
        &mut self,
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Move<W>, NoCertificate> {
        let (steps, filled) = self.fill(line.position());
        let (mv, next) = match self.links.known(&filled) {
            Some(won) => won,
            None => {
                let old = line.replace(filled);
                let won = self.won(source, line);
                let filled = line.replace(old);
                let (mv, next) = won?;
                self.links.keep(&filled, mv, next);
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
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Written<W>, NoCertificate> {
        let winner = self.goal.winner();
        let stones = Player::BOTH.map(|player| line.position().stones(player));
        let own = stones[winner.index()];
        if line.outcome().is_some() {
            return self.joined(line);
        }
        source.step(|progress| self.links.so_far(progress))?;
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
            if let Some(threat) = self.links.threat(derivation, own) {
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
            let answer = self.answer(source, line);
            line.undo();
            if !replies.narrow(answer?) || replies.open.contains(reply) {
                return Err(NoCertificate::Lost);
            }
        }
        self.drops(replies, &left_out)
    }

    /// The entry of a position in which all replies have an answer but some that lemmas speak against.
    fn drops(
        &mut self,
        mut replies: Replies<W>,
        left_out: &[Drop<W>],
    ) -> Result<Written<W>, NoCertificate> {
        replies.thin_out();
        let Replies { answers, open, .. } = replies;
        let against = match &self.inferior {
            Some(inferior) => inferior.against(left_out, open, self.goal.winner()),
            None => open.is_empty().then(Against::default),
        };
        let Against { spots, carrier, need } = against.ok_or(NoCertificate::Lost)?;
        Ok(self.links.drops(&answers, &spots, (carrier, need)))
    }

    /// The winner's move in a filled position, if one is needed, and what holds after it.
    fn won(
        &mut self,
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<(Option<Point>, Written<W>), NoCertificate> {
        if line.outcome().is_some() {
            return Ok((None, self.joined(line)?));
        }
        let winner = self.goal.winner();
        let stones = Player::BOTH.map(|player| line.position().stones(player));
        let own = stones[winner.index()];
        source.step(|progress| self.links.so_far(progress))?;
        self.connections.build_one(self.hex, &stones, winner, winner);
        if let Some(written) = self.connected(own) {
            return Ok((None, written));
        }
        let semi = self.connections.of_edges(winner, Strength::Semi).next();
        if let Some(semi) = semi {
            let derivation = self.connections.derivation(winner, &semi);
            if let Some((mv, next)) = self.links.threat(&derivation, own) {
                return Ok((Some(mv), next));
            }
        }
        let mv = self.winning_move(source, line)?;
        line.play(mv);
        let next = self.after(source, line);
        line.undo();
        Ok((Some(mv), next?))
    }

    /// The entry of a full connection of the winner's edges, if one was found.
    fn connected(&mut self, own: Points<W>) -> Option<Written<W>> {
        let winner = self.goal.winner();
        let full = self.connections.of_edges(winner, Strength::Full).next()?;
        let derivation = self.connections.derivation(winner, &full);
        self.links.derivation(&derivation, own)
    }

    /// The entry of a position that is over.
    fn joined(&mut self, line: &Line<'_, Hex<W>>) -> Result<Written<W>, NoCertificate> {
        if line.verdict(self.goal.claim) != Some(self.goal.verdict) {
            return Err(NoCertificate::Lost);
        }
        Ok(self.links.joined(line.position().stones(self.goal.winner())))
    }

    /// A move of the winner's in a filled position, remembered or searched for again.
    fn winning_move(
        &self,
        source: &mut Source<'_, Hex<W>>,
        line: &mut Line<'_, Hex<W>>,
    ) -> Result<Point, NoCertificate> {
        let claim = self.goal.claim;
        let wins = |known: Known<Point>| match known.verdict == self.goal.verdict {
            true => known.best,
            false => None,
        };
        // The knowledge was looked at before; what is remembered is there at once.
        if let Some(mv) = source.engine.remembered(line, claim).and_then(wins) {
            return Ok(mv);
        }
        if let Some(mv) = source.engine.known(line, claim).and_then(wins) {
            return Ok(mv);
        }
        match source.settle(line, claim) {
            (Answer::Solved(verdict), Some(mv)) if verdict == self.goal.verdict => Ok(mv),
            (Answer::Stopped(stop), _) => Err(NoCertificate::Stopped(stop)),
            _ => Err(NoCertificate::Lost),
        }
    }
}

/// Answers to replies of the loser's, and the replies that have none.
struct Replies<const W: usize> {
    answers: Vec<Move<W>>,
    /// All replies.
    all: Points<W>,
    /// Those without an answer.
    open: Points<W>,
}

impl<const W: usize> Replies<W> {
    /// Adds an answer if it leaves fewer replies open; whether it does.
    fn narrow(&mut self, (point, next): Move<W>) -> bool {
        let open = self.open & (next.zone | Points::one(point));
        let narrows = open != self.open;
        if narrows {
            self.open = open;
            self.answers.push((point, next));
        }
        narrows
    }

    /// Takes out answers without which no more replies are open, the widest first: the fewer there
    /// are, the smaller is the zone.
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
