//! From the certain points of a side to verdicts: the part that life and territory share.

use andor_core::{Claim, Game, Margin, Outcome, Player, Verdict};
use andor_games::go::{Board, Go, Ko, Position, Suicide};

/// The least margin of a side with so many certain points, its own score minus the opponent's.
#[inline]
pub(super) fn sure_margin<const W: usize>(board: &Board<W>, points: u32) -> Margin {
    Margin(2 * points as i16 - board.size().area() as i16)
}

/// Can a game cycle although points are safe? Under basic ko with suicide it can.
#[inline]
pub(super) fn may_cycle<const W: usize>(game: &Go<W>) -> bool {
    let rules = game.rules();
    rules.ko == Ko::Basic && rules.suicide == Suicide::Allowed
}

/// Does a long cycle give this verdict, whoever captured more in it?
fn cycles_suit<const W: usize>(game: &Go<W>, claim: Claim, verdict: Verdict) -> bool {
    let ends = [-1, 0, 1].map(|sum| game.repetition().ends(sum));
    ends.into_iter().flatten().all(|end| claim.judge(end) == verdict)
}

/// May the opponent of `side` end the game at once, before dead stones are taken off?
#[inline]
pub(super) fn can_end<const W: usize>(pos: &Position<W>, side: Player) -> bool {
    pos.passes() + 1 == pos.last_pass() && pos.to_move() != side
}

/// The sides to look at, by their numbers.
pub(super) type Sides = [bool; 2];

/// Both sides.
pub(super) const BOTH_SIDES: Sides = [true; 2];

/// The sides to look at after a move, where the position before the move was not settled by the
/// sides' own stones: the sides whose stones have changed, and both sides if a pass may have kept
/// one of them from being settled.
#[inline]
pub(super) fn changed<const W: usize>(before: &Position<W>, pos: &Position<W>) -> Sides {
    Player::both(|side| before.passes() > 0 || before.stones(side) != pos.stones(side))
}

/// The verdict on a claim, where `reason` knows why one of `sides` gets at least a margin.
///
/// Two cases are left out, whatever is safe. If the opponent may end the game at once, the margin
/// on the board must be enough as well. If the game may cycle, safety is a success only for the
/// player for whom a cycle is good.
#[inline]
pub(super) fn settle<const W: usize, R>(
    game: &Go<W>,
    pos: &Position<W>,
    claim: Claim,
    sides: Sides,
    reason: impl Fn(Player, Margin) -> Option<R>,
) -> Option<(Verdict, R)> {
    if pos.is_over() {
        return None;
    }
    for side in Player::BOTH {
        if !sides[side.index()] {
            continue;
        }
        let verdict = Verdict::for_winner(claim, side);
        let needed = match verdict {
            _ if may_cycle(game) && !cycles_suit(game, claim, verdict) => continue,
            Verdict::Proven => claim.at_least,
            Verdict::Disproven => Margin(1 - claim.at_least.0),
        };
        let Some(reason) = reason(side, needed) else { continue };
        let ends_well = || claim.judge(Outcome::Margin(game.margin(pos))) == verdict;
        if !can_end(pos, side) || ends_well() {
            return Some((verdict, reason));
        }
    }
    None
}
