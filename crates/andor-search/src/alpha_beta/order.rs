//! The move order of alpha-beta, as in MIGOS.
//!
//! First comes the table's move, then the best move by the history heuristic, then the killers
//! among the next moves, then the remaining moves by history. Deep in the tree sibling promotion
//! moves up the move that answered the last tried sibling well.

use andor_core::Numbered;

/// The statistics of past cut-offs.
pub(super) struct Order<M> {
    /// By ply, the last moves that caused a cut-off (killers).
    killers: Vec<[Option<M>; 2]>,
    /// By the number of the move, how much the move has cut off (history heuristic).
    history: Vec<u32>,
    /// By ply, the last best move.
    best: Vec<Option<M>>,
}

impl<M> Default for Order<M> {
    fn default() -> Self {
        Order { killers: Vec::new(), history: Vec::new(), best: Vec::new() }
    }
}

/// Ranks of the moves that come first; the ranks by history stay below these.
const TABLE_MOVE: u32 = u32::MAX;
const KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
const MOST_HISTORY: u32 = u32::MAX / 2;

/// Moves with larger numbers share one history counter.
const MOST_NUMBER: u128 = 1 << 17;

#[inline]
fn index(mv: impl Numbered) -> usize {
    mv.number().min(MOST_NUMBER) as usize
}

impl<M: Copy + Eq + Numbered> Order<M> {
    /// Makes room for a ply.
    pub(super) fn reach(&mut self, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
            self.best.resize(ply + 1, None);
        }
    }

    /// Appends the moves with their ranks.
    pub(super) fn rank(&self, moves: &[M], first: Option<M>, ply: usize, out: &mut Vec<(u32, M)>) {
        let killers = self.killers[ply];
        out.extend(moves.iter().map(|&mv| {
            let rank = match Some(mv) {
                mv if mv == first => TABLE_MOVE,
                mv if mv == killers[0] => KILLERS[0],
                mv if mv == killers[1] => KILLERS[1],
                _ => self.history.get(index(mv)).copied().unwrap_or(0),
            };
            (rank, mv)
        }));
    }

    /// Remembers the best move of a ply.
    #[inline]
    pub(super) fn note(&mut self, mv: Option<M>, ply: usize) {
        if let Some(best) = self.best.get_mut(ply) {
            *best = mv;
        }
    }

    /// The best answer to the move that was tried last (sibling promotion): the answer may be as
    /// good here.
    #[inline]
    pub(super) fn answer(&self, ply: usize) -> Option<M> {
        self.best.get(ply + 1).copied().flatten()
    }

    /// Rewards a move that caused a cut-off at this depth.
    pub(super) fn reward(&mut self, mv: M, depth: u16, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let index = index(mv);
        if self.history.len() <= index {
            self.history.resize(index + 1, 0);
        }
        let count = &mut self.history[index];
        *count = count.saturating_add(u32::from(depth).saturating_pow(3));
        if *count > MOST_HISTORY {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
