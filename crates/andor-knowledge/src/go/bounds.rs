//! Bounds on the margin from what is safe: a window for searches that look for a score.
//!
//! What a side has for sure bounds the margin from its side; what the other side has, from the
//! other. The bounds answer claims: if Black's lower bound reaches what a claim asks for, the claim
//! is settled, and so it is if the upper bound stays below.
//!
//! **The past.** The bounds hold on the lines on which the knowledge behind them holds (see
//! [`crate::go::life`]): for a claim, on every line on which the bounds of no earlier position
//! settled it. A search that asks at every position and stops where the bounds cut its window
//! keeps to such lines, under superko too, as long as all it searches for are claims. Under basic
//! ko the past does not matter to them.
//!
//! Where a game may end without result in spite of what is safe (basic ko with suicide) there are
//! no bounds but the size of the board.

use super::life::unconditional_life;
use andor_core::{Margin, Player};
use andor_games::go::{Go, Ko, Position, Suicide};

/// Black's margin is at least the first and at most the second.
pub fn bounds<const W: usize>(game: &Go<W>, pos: &Position<W>) -> (Margin, Margin) {
    let [black, white] = Player::BOTH.map(|side| least(game, pos, side));
    (black, Margin(-white.0))
}

/// What a side gets at least, its own score minus the opponent's.
fn least<const W: usize>(game: &Go<W>, pos: &Position<W>, side: Player) -> Margin {
    let Margin(now) = game.margin(pos);
    let now = if side == Player::Black { now } else { -now };
    if pos.passes() == 2 {
        return Margin(now);
    }
    let rules = game.rules();
    if rules.ko == Ko::Basic && rules.suicide == Suicide::Allowed {
        return Margin(-(game.size().area() as i16));
    }
    let sure = unconditional_life(game.board(), pos.both(), side).least_margin(game.board());
    // The opponent may end the game before dead stones are taken off.
    let can_end = pos.passes() == 1 && pos.to_move() != side;
    if can_end { Margin(sure.0.min(now)) } else { sure }
}
