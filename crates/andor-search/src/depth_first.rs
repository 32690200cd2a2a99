//! The plain reference: depth-first search of the whole tree, with no table and no knowledge.
//!
//! Every other search must agree with the reference on every small case. The reference tries moves
//! in the game's order and stops at the first winning move; the past is exactly the past of the
//! line. The last solved positions are recorded to explain the answer; the search itself never
//! reads this record. The work left is estimated from the share of the tree that is done, as if the
//! moves of a position shared the work evenly.

use crate::budget::{Budget, Stop};
use crate::forecast::Kind;
use crate::line::Line;
use crate::observe::{Observer, Progress};
use crate::{Answer, KnownVerdict, Search};
use andor_core::{Claim, Game, Key, Repetition, Verdict};
use rustc_hash::FxHashMap;

/// How many solved positions are recorded at most to explain the answer.
const MOST_RECORDED: usize = 1_000_000;

/// The record takes so many times the bytes of its entries: a hash table is half empty after it
/// grew, and is held with its old copy while it grows.
const RECORD_SHARE: usize = 3;

/// The plain reference search.
pub struct DepthFirst<G: Game> {
    progress: Progress,
    /// The claim that was searched last.
    claim: Option<Claim>,
    /// Solved positions of that claim, each with its past, and with a winning move if the winner
    /// moves.
    solved: FxHashMap<Key, (Verdict, Option<G::Move>)>,
    /// The share of this search's tree that is done.
    done: f64,
}

/// A key of the position with its past, where the past matters.
fn key<G: Game>(line: &Line<'_, G>) -> Key {
    let key = line.game().key(line.position());
    match line.game().repetition() {
        Repetition::Impossible => key,
        _ => key ^ line.past_key(),
    }
}

impl<G: Game> Default for DepthFirst<G> {
    fn default() -> Self {
        let (progress, solved) = (Progress::default(), FxHashMap::default());
        DepthFirst { progress, claim: None, solved, done: 0.0 }
    }
}

impl<G: Game> DepthFirst<G> {
    fn verdict(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        share: f64,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Result<Verdict, Stop> {
        let done = self.done + share;
        self.progress.nodes += 1;
        if let Some(stop) = budget.spend(1) {
            return Err(stop);
        }
        if let Some(verdict) = line.verdict(claim) {
            self.done = done;
            return Ok(verdict);
        }
        if self.progress.nodes.is_multiple_of(1 << 16) {
            self.measure();
            observer.progress(&self.progress);
        }
        let mover = line.to_move();
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let mut result = Verdict::for_winner(claim, mover.other());
        if moves.is_empty() {
            result = claim.judge(line.game().stuck(line.position()));
        }
        let mut best = None;
        let part = share / moves.len() as f64;
        for mv in moves {
            line.play(mv);
            let verdict = self.verdict(line, claim, part, budget, observer);
            line.undo();
            let verdict = verdict?;
            if verdict.winner(claim) == mover {
                result = verdict;
                best = Some(mv);
                break;
            }
        }
        self.done = done;
        self.progress.expansions += 1;
        self.progress.solved += 1;
        let most = budget.most_bytes() / (RECORD_SHARE * self.entry_bytes());
        if self.solved.len() >= MOST_RECORDED.min(most) {
            self.solved.clear();
        }
        self.solved.insert(key(line), (result, best));
        observer.solved(line.position(), result, best);
        Ok(result)
    }

    fn entry_bytes(&self) -> usize {
        size_of::<(Key, (Verdict, Option<G::Move>))>()
    }

    /// The bytes of the record: its slots, of which one in eight stays empty, and half as many that
    /// were held while it grew.
    fn bytes(&self) -> usize {
        let slots = self.solved.capacity() * 8 / 7;
        slots * (self.entry_bytes() + 1) * 3 / 2
    }

    fn measure(&mut self) {
        self.progress.memory = self.bytes();
        self.progress.foresee(Kind::DepthFirst, Some(self.done as f32));
    }
}

impl<G: Game> Search<G> for DepthFirst<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        self.claim = Some(claim);
        self.solved.clear();
        self.done = 0.0;
        match self.verdict(line, claim, 1.0, budget, observer) {
            Ok(verdict) => {
                let best = self.known(line, claim).and_then(|known| known.best);
                Answer::Solved { verdict, best }
            }
            Err(stop) => {
                self.measure();
                observer.progress(&self.progress);
                Answer::Stopped(stop)
            }
        }
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        self.claim.filter(|&known| known == claim)?;
        let (verdict, best) = *self.solved.get(&key(line))?;
        Some(KnownVerdict { verdict, best: best.filter(|&mv| line.allows(mv)), work: 0 })
    }

    fn progress(&self) -> Progress {
        Progress { memory: self.bytes(), ..self.progress }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forecast::Share;
    use andor_core::{Player, Repetition};
    use andor_games::toy::graph::{Graph, Node};
    use andor_games::toy::mnk::Mnk;
    use andor_games::toy::nim::Nim;
    use andor_games::toy::tree::Tree;

    fn answer<G: Game>(game: &G, claim: Claim) -> Option<Verdict> {
        let mut line = Line::new(game, game.start());
        let mut search = DepthFirst::default();
        search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ()).verdict()
    }

    #[test]
    fn trees_are_solved() {
        let check = |text: &str, claim, expected| {
            let tree: Tree = text.parse().expect("a tree");
            assert_eq!(answer(&tree, claim), Some(expected), "{text}");
        };
        check("(B -1 (W 1 1))", Claim::win(Player::Black), Verdict::Proven);
        check("(B -1 (W 1 0))", Claim::win(Player::Black), Verdict::Disproven);
        check("(B -1 (W 1 0))", Claim::win(Player::White), Verdict::Disproven);
        check("(W ? ?)", Claim::win(Player::White), Verdict::Disproven);
    }

    #[test]
    fn nim_follows_bouton() {
        for heaps in [[1, 2, 3], [1, 1, 0], [2, 3, 3], [0, 0, 1]] {
            let nim = Nim::new(&heaps);
            let expected = Verdict::for_winner(Claim::win(Player::Black), nim.winner(&nim.start()));
            assert_eq!(answer(&nim, Claim::win(Player::Black)), Some(expected));
        }
    }

    /// A search that stops reports a range of the share that is done, and the share is within the
    /// range.
    #[test]
    fn the_share_done_is_told() {
        let board = Mnk::new("3x3".parse().expect("a size"), 3);
        let progress = |nodes: u64| {
            let mut search = DepthFirst::default();
            let (mut line, mut budget) =
                (Line::new(&board, board.start()), Budget::unlimited().nodes(nodes));
            search.solve(&mut line, Claim::win(Player::Black), &mut budget, &mut ());
            search.progress()
        };
        let whole = progress(u64::MAX).nodes;
        for part in [8, 4, 2] {
            let Share { least, most, .. } = progress(whole / part).done.expect("a forecast");
            let covered = least..=most;
            assert!(covered.contains(&(1.0 / part as f32)), "after one of {part}: {covered:?}");
        }
    }

    /// A player whose only move is banned has lost.
    #[test]
    fn who_is_stuck_has_lost() {
        let node = |player, edges: &[usize]| Node {
            player,
            edges: edges.to_vec(),
            outcome: andor_core::Outcome::DRAW,
        };
        let nodes = vec![node(Player::Black, &[1]), node(Player::White, &[0])];
        let graph = Graph::new(nodes, Repetition::Forbidden);
        assert_eq!(answer(&graph, Claim::win(Player::Black)), Some(Verdict::Proven));
    }
}
