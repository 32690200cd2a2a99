//! Lists of moves that alpha-beta keeps for each ply and fills again at each node.

use super::facts::Place;

/// Lists of one ply, filled again at each node.
pub(super) struct Lists<M, R> {
    pub(super) legal: Vec<M>,
    /// Children to look up, each with the place of its entry.
    pub(super) children: Vec<(M, Place)>,
    pub(super) ranked: Vec<(u32, M)>,
    pub(super) refutations: Vec<R>,
}

impl<M, R> Lists<M, R> {
    pub(super) fn new() -> Lists<M, R> {
        let (legal, children, ranked) = (Vec::new(), Vec::new(), Vec::new());
        Lists { legal, children, ranked, refutations: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.legal.clear();
        self.children.clear();
        self.ranked.clear();
        self.refutations.clear();
    }
}

/// Removes moves. Gives how many of the first `seen` moves were removed and how many of them stay.
#[inline]
pub(super) fn take_out<M: Copy>(
    ranked: &mut Vec<(u32, M)>,
    seen: usize,
    goes: impl Fn(M) -> bool,
) -> (usize, usize) {
    let (mut place, mut gone) = (0, 0);
    ranked.retain(|&(_, mv)| {
        let stays = !goes(mv);
        gone += usize::from(!stays && place < seen);
        place += 1;
        stays
    });
    (gone, seen - gone)
}

/// Removes the move with the highest rank, the first of equal ones.
#[inline]
pub(super) fn take_first<M: Copy>(ranked: &mut Vec<(u32, M)>) -> Option<M> {
    let mut first = 0;
    for i in 1..ranked.len() {
        if ranked[i].0 > ranked[first].0 {
            first = i;
        }
    }
    (!ranked.is_empty()).then(|| ranked.remove(first).1)
}
