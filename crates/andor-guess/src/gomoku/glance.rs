//! Gomoku at a glance: the windows of both players by the number of stones in them.
//!
//! A window without a stone of the opponent's can still become five. Rows with room on both sides
//! lie in more windows than rows that are blocked on one side: three stones with room lie together
//! in three windows, three stones beside a stone of the opponent's in one. So the sums over windows
//! tell open rows from closed ones without looking at rows. The sets of windows are kept by the
//! board, so that a glance counts bits.

use crate::Glance;
use andor_core::{Claim, Game, MOST_EVALUATION, Player};
use andor_games::gomoku::{Gomoku, GomokuPosition};

/// What a window with so many stones, 1 to 3, is worth to the player to move.
const MOVER: [i32; 3] = [1, 7, 42];

/// What it is worth to the other player.
const OTHER: [i32; 3] = [1, 5, 24];

/// What a four of the other player's costs: it must be answered.
const ANSWER: i32 = 30;

/// Guesses of positions that are not decided stay below this.
const UNDECIDED: i32 = MOST_EVALUATION as i32 - 1;

/// The points on which a player completes five by the rules of the game.
pub(super) fn fives<'a, const W: usize, const V: usize>(
    game: &'a Gomoku<W, V>,
    pos: &'a GomokuPosition<W, V>,
    player: Player,
) -> impl Iterator<Item = andor_games::points::Point> + 'a {
    let points = pos.stones().fives(game.layout(), player);
    points.iter().filter(move |&point| game.completes(pos, player, point))
}

impl<const W: usize, const V: usize> Glance for Gomoku<W, V> {
    fn glance(&self, pos: &GomokuPosition<W, V>, _: Claim) -> i16 {
        let (stones, mover) = (pos.stones(), self.to_move(pos));
        let other = mover.other();
        let mut value = 0;
        if !stones.windows(mover, 4).is_empty() && fives(self, pos, mover).next().is_some() {
            return MOST_EVALUATION;
        }
        if !stones.windows(other, 4).is_empty() {
            let mut threats = fives(self, pos, other);
            if threats.next().is_some() {
                if threats.next().is_some() {
                    return -MOST_EVALUATION;
                }
                value -= ANSWER;
            }
        }
        for (count, (own, others)) in MOVER.into_iter().zip(OTHER).enumerate() {
            let windows = |player| stones.windows(player, count + 1).len() as i32;
            value += own * windows(mover) - others * windows(other);
        }
        value.clamp(-UNDECIDED, UNDECIDED) as i16
    }
}
