//! The plainest search there is: every legal move, the whole past, no table.
//!
//! What a search with tables and knowledge finds is compared with this. The past is handled here,
//! once, as [`Trace`] says.

use andor_core::{Claim, Game, Key, Repetition, Trace, Verdict};

/// A game in progress with all it remembers.
pub struct BruteForce<'g, G: Game> {
    game: &'g G,
    past: Vec<(Key, i32)>,
    /// What the moves so far add up to.
    tally: i32,
    /// Positions visited so far.
    pub nodes: u64,
    /// The search gives up when it has visited so many.
    pub most_nodes: u64,
}

impl<'g, G: Game> BruteForce<'g, G> {
    /// A game that starts in `pos`, with no past before it.
    pub fn new(game: &'g G, pos: &G::Position) -> BruteForce<'g, G> {
        let mut search =
            BruteForce { game, past: Vec::new(), tally: 0, nodes: 0, most_nodes: u64::MAX };
        search.remember(pos);
        search
    }

    /// Adds a position to the past.
    pub fn remember(&mut self, pos: &G::Position) {
        if let Trace::Free(key) | Trace::Unique(key) = self.game.trace(pos) {
            self.past.push((key, self.tally));
        }
    }

    /// Adds what a move of the past is worth to the tally.
    pub fn count(&mut self, pos: &G::Position, mv: G::Move) {
        self.tally += self.game.tally(pos, mv);
    }

    /// Does a move that leads to `pos` repeat?
    pub fn repeats(&self, pos: &G::Position) -> bool {
        self.tally_there(pos).is_some()
    }

    /// The tally when the line was where a move that leads to `pos` comes back to.
    fn tally_there(&self, pos: &G::Position) -> Option<i32> {
        let Trace::Unique(key) = self.game.trace(pos) else { return None };
        self.past.iter().find(|(seen, _)| *seen == key).map(|(_, tally)| *tally)
    }

    /// The moves that the past allows, the last one of the game's list first: in Go that is the
    /// pass, which ends most branches soon.
    pub fn moves(&self, pos: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(pos, &mut moves);
        moves.reverse();
        if self.game.repetition() == Repetition::Forbidden {
            moves.retain(|&mv| {
                let mut next = pos.clone();
                self.game.play(&mut next, mv);
                !self.repeats(&next)
            });
        }
        moves
    }

    /// The verdict on a claim about `pos`, which the past contains; `None` if the nodes ran out.
    pub fn verdict(&mut self, pos: &G::Position, claim: Claim) -> Option<Verdict> {
        self.within(pos, claim, u32::MAX)
    }

    /// As [`BruteForce::verdict`], looking one ply deeper each time: finds short proofs next to
    /// long ones.
    pub fn verdict_by_deepening(&mut self, pos: &G::Position, claim: Claim) -> Option<Verdict> {
        self.nodes = 0;
        (1..).find_map(|plies| match self.within(pos, claim, plies) {
            None if self.nodes <= self.most_nodes => None,
            found => Some(found),
        })?
    }

    /// The verdict, if so many plies tell it.
    fn within(&mut self, pos: &G::Position, claim: Claim, plies: u32) -> Option<Verdict> {
        self.nodes += 1;
        if let Some(outcome) = self.game.outcome(pos) {
            return Some(claim.judge(outcome));
        }
        if plies == 0 || self.nodes > self.most_nodes {
            return None;
        }
        let mover = self.game.to_move(pos);
        let good = Verdict::for_winner(claim, mover);
        let mut verdict = Some(Verdict::for_winner(claim, mover.other()));
        for mv in self.moves(pos) {
            let mut next = pos.clone();
            self.game.play(&mut next, mv);
            let before = self.tally;
            self.count(pos, mv);
            let sum = self.tally_there(&next).map(|there| self.tally - there);
            let found = match sum.and_then(|sum| self.game.repetition().ends(sum)) {
                Some(outcome) => Some(claim.judge(outcome)),
                None => {
                    let behind = self.past.len();
                    self.remember(&next);
                    let found = self.within(&next, claim, plies - 1);
                    self.past.truncate(behind);
                    found
                }
            };
            self.tally = before;
            if found == Some(good) {
                return found;
            }
            verdict = verdict.and(found);
        }
        verdict
    }
}
