//! Phutball: uniformly random games, and an order of moves that costs little.
//!
//! [`PhutballOrder`] looks at the place of the ball: jumps are ordered by the rows that they gain, men by their
//! distance from the ball, those on the side of the goal first.

use crate::Playout;
use andor_core::{Claim, Game, Guess, Heuristic, LEAST_CHANCE, Player};
use andor_games::phutball::{Ball, Phutball, Position, Turn};

impl<const W: usize> Playout for Phutball<W> {}

/// Orders the moves of Phutball by the place of the ball.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhutballOrder;

/// The worth of a row that a jump gains.
const ROW: f32 = 1.0;

/// What a man beside the ball is worth, and what each further step of distance takes away.
const BESIDE: f32 = 1.0;
const FARTHER: f32 = 0.75;

/// The worth of a man for each row that it stands nearer to the goal than the ball.
const AHEAD: f32 = 0.25;

impl PhutballOrder {
    /// How good a turn looks; larger is better.
    fn worth<const W: usize>(game: &Phutball<W>, pos: &Position<W>, turn: Turn) -> f32 {
        let size = game.size();
        let Ball::At(from) = pos.ball() else { return 0.0 };
        let ahead = |row: f32| match game.to_move(pos) {
            Player::Black => f32::from(size.row(from)) - row,
            Player::White => row - f32::from(size.row(from)),
        };
        if !turn.is_man() {
            return ROW
                * match game.after(pos, turn).ball() {
                    Ball::At(point) => ahead(f32::from(size.row(point))),
                    Ball::Over(owner) if owner == Player::White => ahead(-1.0),
                    Ball::Over(_) => ahead(f32::from(size.rows())),
                };
        }
        let point = turn.from();
        let columns = size.column(point).abs_diff(size.column(from));
        let distance = columns.max(size.row(point).abs_diff(size.row(from)));
        BESIDE - FARTHER * (f32::from(distance) - 1.0) + AHEAD * ahead(size.row(point).into())
    }
}

impl<const W: usize> Heuristic<Phutball<W>> for PhutballOrder {
    fn guess(
        &mut self,
        game: &Phutball<W>,
        pos: &Position<W>,
        _: Claim,
        moves: &[Turn],
        out: &mut Vec<Guess>,
    ) -> f32 {
        out.extend(moves.iter().map(|&mv| {
            let chance = 1.0 / (1.0 + (-0.5 * Self::worth(game, pos, mv)).exp());
            let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use andor_core::Notation;

    #[test]
    fn laws_hold() {
        for size in ["3x3", "5x5"] {
            let game = Phutball::<1>::new(size.parse().expect("a size"));
            laws::playout(&game, Claim::win(Player::Black), 5, 1);
        }
    }

    /// The first moves of the order on a drawn board.
    #[test]
    fn jumps_towards_the_goal_and_men_beside_the_ball_come_first() {
        let game = Phutball::<1>::new("5x7".parse().expect("a size"));
        let board = "
            . . . . .
            . . . . .
            . . * . .
            . . o . .
            . . * . .
            . . . . .
            . . . . .";
        for (player, expected) in
            [(Player::Black, ["C4-C6", "B5"]), (Player::White, ["C4-C2", "B3"])]
        {
            let pos = game.parse_position(&format!("{board}\n{player} to move")).expect("a board");
            let (mut moves, mut guesses) = (Vec::new(), Vec::new());
            game.moves(&pos, &mut moves);
            PhutballOrder.guess(&game, &pos, Claim::win(player), &moves, &mut guesses);
            let mut order: Vec<usize> = (0..moves.len()).collect();
            order.sort_by(|&a, &b| guesses[b].chance.total_cmp(&guesses[a].chance));
            let first: Vec<String> =
                order.iter().take(2).map(|&i| game.move_text(moves[i])).collect();
            assert_eq!(first, expected, "{player}");
        }
    }
}
