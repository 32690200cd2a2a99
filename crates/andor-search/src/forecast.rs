//! A forecast of the share of the work that is done, as a range, from the share of the proof that is done.
//!
//! A proof is a tree in which the winner has one move and the loser has all moves. If the moves of a
//! position share its work evenly, the settled part of the tree is a share between 0 and 1 (Knuth 1975
//! estimates the size of a search tree in the same way). The moves do not share the work evenly: the first
//! moves take more than their part, because later moves use their results again, and a search may leave a
//! proof for another proof. So the share of the work lies in a range around the share of the proof. The
//! bounds were chosen so that most of 43 searches in Hex, Go and m,n,k lie within them at each tenth of
//! their work; `docs/experiments/2026-11-17-share-done.md` has the figures.

/// Below this share of the proof it is too early to tell.
const LEAST: f32 = 0.05;

/// The lower bound is this part of the share of the proof.
const PART: f32 = 0.5;

/// The upper bound is what is done when so many moves in a row each settle that share of the rest.
const MOVES: i32 = 5;

/// Bounds of the share of the work that is done, when this share of the proof is done; `None` if it is too
/// early to tell.
pub fn range(share: f32) -> Option<(f32, f32)> {
    let share = share.min(1.0);
    (share >= LEAST).then(|| (PART * share, 1.0 - (1.0 - share).powi(MOVES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing is said at first, and both bounds grow with the share and lie around it.
    #[test]
    fn the_range_grows_with_the_share() {
        assert_eq!([range(0.0), range(0.049)], [None, None]);
        let ranges: Vec<(f32, f32)> = (5..=100).filter_map(|i| range(i as f32 / 100.0)).collect();
        assert_eq!(ranges.len(), 96);
        assert!(ranges.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{ranges:?}");
        for (i, (least, most)) in (5..).zip(ranges) {
            let share = i as f32 / 100.0;
            assert!(0.0 < least && least < share && share <= most && most <= 1.0, "{share}");
        }
    }
}
