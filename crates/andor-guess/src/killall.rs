//! Killall-Go: uniformly random games, and an order of moves that costs little.
//!
//! [`KillallOrder`] looks at the points round a move: captures, blocks with one liberty, White stones nearby.
//! Both players want the same points, because the point that makes an eye is the point that destroys the eye.
//! The order plays no games and costs about as much as the moves themselves.

use crate::Playout;
use andor_core::{Claim, Guess, Heuristic, LEAST_CHANCE};
use andor_games::go::Move;
use andor_games::killall::{Killall, Position};
use andor_games::points::{Point, Points};

impl Playout for Killall {}

/// Orders the moves of Killall-Go by what stands round their points.
#[derive(Clone, Copy, Debug, Default)]
pub struct KillallOrder;

impl KillallOrder {
    /// How good a play looks; larger is better.
    fn worth(game: &Killall, pos: &Position, point: Point) -> f32 {
        let (board, go) = (game.board(), pos.board());
        let mover = go.to_move();
        let mut stones = *go.both();
        let before = board.empty(&stones);
        let [own, other] = [mover, mover.other()].map(|player| stones[player.index()]);
        let white = stones[1];
        let adjacent = board.adjacent(point);
        let captured = board.place(&mut stones, mover, point).captured;
        let empty = board.empty(&stones);
        let block = board.fill(Points::one(point), stones[mover.index()]);
        let liberties = (board.around(block) & empty).len();
        let mut worth = 0.0;
        if !captured.is_empty() {
            worth += 4.0 + captured.len() as f32;
        }
        // A block of one's own with one liberty gets more.
        let saved = board.parts(own & block);
        let in_atari = saved.filter(|part| (board.around(*part) & before).len() == 1);
        let stones_saved: u32 = in_atari.map(|part| part.len()).sum();
        if stones_saved > 0 && liberties > 1 {
            worth += 3.0 + stones_saved as f32;
        }
        if liberties == 1 && captured.is_empty() {
            worth -= 4.0;
        }
        let attacked = board.parts(board.fill(adjacent & other, other) - captured);
        let threatened = attacked.filter(|part| (board.around(*part) & empty).len() == 1);
        worth += threatened.map(|part| 1.5 + 0.5 * part.len() as f32).sum::<f32>();
        worth += 1.0 * (adjacent & white).len() as f32;
        worth += 0.6 * (game.diagonals(point) & white).len() as f32;
        worth += 0.4 * (adjacent & before).len() as f32;
        worth + 0.2 * (game.diagonals(point) & before).len() as f32
    }
}

impl Heuristic<Killall> for KillallOrder {
    fn guess(
        &mut self,
        game: &Killall,
        pos: &Position,
        _: Claim,
        moves: &[Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        out.extend(moves.iter().map(|&mv| {
            let chance = match mv {
                Move::At(point) => 1.0 / (1.0 + (-0.3 * Self::worth(game, pos, point)).exp()),
                Move::Pass => LEAST_CHANCE,
            };
            let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        0.5
    }
}
