//! The order of moves: the table's move, the first by history, the killers among the next, then the
//! rest by history, as in MIGOS; deep in the tree, sibling promotion moves up what answered the last
//! try well.

use andor_core::Numbered;

/// What past cuts tell about moves.
pub(super) struct Order<M> {
    /// By ply, the moves that cut last.
    killers: Vec<[Option<M>; 2]>,
    /// How much each move has cut, by its number.
    history: Vec<u32>,
    /// By ply, the move that came out best last.
    best: Vec<Option<M>>,
}

impl<M> Default for Order<M> {
    fn default() -> Self {
        Order { killers: Vec::new(), history: Vec::new(), best: Vec::new() }
    }
}

/// Ranks of the moves that come first; history stays below.
const TABLE_MOVE: u32 = u32::MAX;
const KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
const MOST_HISTORY: u32 = u32::MAX / 2;

/// Moves with larger numbers than this share a history.
const MOST_NUMBER: u32 = 1 << 17;

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

    /// What answered the move that was tried last: it may be as good before it.
    #[inline]
    pub(super) fn answer(&self, ply: usize) -> Option<M> {
        self.best.get(ply + 1).copied().flatten()
    }

    /// A move cut at this depth.
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
