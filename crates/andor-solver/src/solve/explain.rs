//! Explanation of a solved position: a line of best play and a tree of replies. When the time of
//! the budget is up, the explanation ends where it is; the first move is told in any case.

use crate::report::TreeReport;
use andor_certify::Solution;
use andor_core::{Claim, Game, Notation, Repetition, Verdict};
use andor_search::{Budget, Line, Search};

/// A line of best play: the winner's moves win, the loser's moves resist as long as they can. The
/// line ends with the game, after `most` moves, or where the rest is settled without moves.
pub(crate) fn best_line<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    solution: &Solution<G::Move>,
    most: usize,
    budget: &mut Budget,
) -> Vec<G::Move> {
    let &Solution { claim, verdict, best } = solution;
    let mut played = Vec::new();
    while line.outcome().is_none()
        && played.len() < most
        && (played.is_empty() || budget.look().is_none())
    {
        let mv = if line.to_move() == verdict.winner(claim) {
            let best = best.filter(|_| played.is_empty());
            // Where the past matters a remembered move may be one that wins on other lines.
            match line.game().repetition() {
                Repetition::Impossible => winning(search, line, claim, verdict).or(best),
                _ => best.or_else(|| winning(search, line, claim, verdict)),
            }
        } else {
            resisting(search, line, claim, budget)
        };
        let Some(mv) = mv else { break };
        line.play(mv);
        played.push(mv);
    }
    played.iter().for_each(|_| line.undo());
    played
}

/// The winner's move, as far as it is remembered.
fn winning<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    verdict: Verdict,
) -> Option<G::Move> {
    search.known(line, claim).filter(|known| known.verdict == verdict)?.best
}

/// The nodes of a search for a move that wins, where the search that proved the win has lost it.
const MOST_NODES: u64 = 10_000;

/// The winner's move in a position that is known to be won: a move after which the verdict is
/// known, or found with little work. Knowledge must not have spoken about the position, if the
/// rules look back.
pub(crate) fn found_by_trying<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    solution: &Solution<G::Move>,
    budget: &mut Budget,
) -> Option<G::Move> {
    let &Solution { claim, verdict, .. } = solution;
    let mut moves = Vec::new();
    line.moves(&mut moves);
    let mut part = budget.part(MOST_NODES);
    let mut wins =
        |mv: G::Move, verdict_of: &mut dyn FnMut(&mut Line<'_, G>) -> Option<Verdict>| {
            line.play(mv);
            let found = line.verdict(claim).or_else(|| verdict_of(line));
            line.undo();
            found == Some(verdict)
        };
    let known = |line: &mut Line<'_, G>| Some(search.known(line, claim)?.verdict);
    let known: &mut dyn FnMut(&mut Line<'_, G>) -> Option<Verdict> = &mut { known };
    let found = moves.iter().copied().find(|&mv| wins(mv, known));
    found.or_else(|| {
        moves.iter().copied().find(|&mv| {
            wins(mv, &mut |line| search.solve(line, claim, &mut part, &mut ()).verdict())
        })
    })
}

/// The loser's move whose refutation took the most work; any move if none is known.
fn resisting<G: Game>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
) -> Option<G::Move> {
    if search.known(line, claim).is_some_and(|known| known.best.is_none() && known.work == 0) {
        return None;
    }
    let mut moves = Vec::new();
    line.moves(&mut moves);
    let mut best = None;
    for mv in moves {
        line.play(mv);
        let work = match line.outcome() {
            Some(_) => None,
            None if budget.look().is_some() => None,
            None => search.known(line, claim).map(|known| known.work),
        };
        line.undo();
        if best.is_none_or(|(_, known)| work > known) {
            best = Some((mv, work));
        }
    }
    best.map(|(mv, _)| mv)
}

/// The solution to a depth: the winner's move, and all replies of the loser.
pub(crate) fn tree<G: Game + Notation>(
    search: &mut dyn Search<G>,
    line: &mut Line<'_, G>,
    solution: &Solution<G::Move>,
    depth: usize,
    budget: &mut Budget,
) -> Vec<TreeReport> {
    let &Solution { claim, verdict, best } = solution;
    if depth == 0 || line.outcome().is_some() || budget.look().is_some() {
        return Vec::new();
    }
    let mut moves = Vec::new();
    if line.to_move() == verdict.winner(claim) {
        moves.extend(winning(search, line, claim, verdict).or(best));
    } else {
        line.moves(&mut moves);
    }
    let player = line.to_move();
    let mut out = Vec::with_capacity(moves.len());
    let below = Solution { best: None, ..*solution };
    for mv in moves {
        line.play(mv);
        let replies = tree(search, line, &below, depth - 1, budget);
        line.undo();
        out.push(TreeReport { mv: line.game().move_text(mv), player, replies });
    }
    out
}
