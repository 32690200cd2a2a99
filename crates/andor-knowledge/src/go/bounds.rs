//! Bounds on the margin from what is safe: a window for searches that look for a score.
//!
//! What a side has for sure bounds the margin from its side; what the other side has, from the
//! other. The bounds answer claims: if Black's lower bound reaches what a claim asks for, the claim
//! is settled, and so it is if the upper bound stays below.
//!
//! **The past.** The bounds hold on the lines on which the knowledge behind them holds (see
//! [`super::safety`]): for a claim, on every line on which the bounds of no earlier position
//! settled it. A search that asks at every position and stops where the bounds cut its window
//! keeps to such lines, under superko too, as long as all it searches for are claims. Under basic
//! ko the past does not matter to them.
//!
//! Where a game may end without result in spite of what is safe (basic ko with suicide) there are
//! no bounds but the size of the board.

use super::safety::{Promise, safety};
use super::settle::{can_end, may_cycle, sure_margin};
use andor_core::{Margin, Player};
use andor_games::go::{Go, Position};

/// Black's margin is at least the first and at most the second.
pub fn bounds<const W: usize>(game: &Go<W>, pos: &Position<W>) -> (Margin, Margin) {
    let [black, white] = Player::BOTH.map(|side| least(game, pos, side));
    (black, Margin(-white.0))
}

/// What a side gets at least, its own score minus the opponent's.
fn least<const W: usize>(game: &Go<W>, pos: &Position<W>, side: Player) -> Margin {
    let Margin(now) = game.margin(pos);
    let now = if side == Player::Black { now } else { -now };
    if pos.is_over() {
        return Margin(now);
    }
    if may_cycle(game) {
        return Margin(-(game.size().area() as i16));
    }
    let safety = safety(game.board(), pos.both(), side);
    let sure = sure_margin(game.board(), safety.points(Promise::Growing, pos.to_move()));
    // The opponent may end the game before dead stones are taken off.
    if can_end(pos, side) { Margin(sure.0.min(now)) } else { sure }
}
