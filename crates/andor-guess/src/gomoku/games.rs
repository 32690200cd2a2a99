//! Random games of Gomoku: stones on empty points in random order, until one makes five in a row.

use crate::playout::{Playout, Tally, random_games};
use andor_core::{Claim, Game, Outcome, Player};
use andor_games::gomoku::{Gomoku, GomokuPosition, Rules};
use andor_games::points::Point;
use andor_games::size::Size;

/// The cells of a board with a rim of one cell: so many to a row.
const STRIDE: usize = 22;

/// The steps along rows of the board with a rim.
const STEPS: [usize; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// A cell without stone.
const EMPTY: u8 = 2;

/// A board with a rim. A cell holds the index of a player, or [`EMPTY`], which the rim has too.
type Cells = [u8; STRIDE * STRIDE];

/// The cell of a point.
fn cell(size: Size, point: Point) -> u16 {
    let (column, row) = (size.column(point), size.row(point));
    ((usize::from(row) + 1) * STRIDE + usize::from(column) + 1) as u16
}

/// Does the player's stone on the cell make five in a row, or more unless `exact`?
#[inline]
fn makes_five(cells: &Cells, cell: usize, player: u8, exact: bool) -> bool {
    STEPS.iter().any(|&step| {
        let (mut first, mut last) = (cell - step, cell + step);
        while cells[first] == player {
            first -= step;
        }
        while cells[last] == player {
            last += step;
        }
        let row = (last - first) / step - 1;
        row == 5 || row > 5 && !exact
    })
}

impl<const W: usize, const V: usize> Playout for Gomoku<W, V> {
    /// In Renju, where moves may be forbidden, the games are played by the rules, move by move.
    fn playouts(
        &self,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        moves: &[Point],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        if self.rules() == Rules::Renju {
            return random_games(self, pos, claim, moves, games, rng, tally);
        }
        let (size, mover, exact) = (self.size(), self.to_move(pos), self.rules() == Rules::Exact);
        let mut start = [EMPTY; STRIDE * STRIDE];
        for player in Player::BOTH {
            for point in pos.stones().of(player) {
                start[usize::from(cell(size, point))] = player.index() as u8;
            }
        }
        let mut empty: Vec<u16> = self.empty(pos).iter().map(|point| cell(size, point)).collect();
        let asked: Vec<u16> = moves.iter().map(|&mv| cell(size, mv)).collect();
        let own = mover.index() as u8;
        for _ in 0..games {
            let mut cells = start;
            let mut player = own;
            let mut outcome = Outcome::DRAW;
            for left in (1..=empty.len()).rev() {
                tally.plies += 1.0;
                tally.choices += left as f32;
                // The cells that are taken come to stand behind those that are empty.
                let drawn = rng.usize(..left);
                empty.swap(drawn, left - 1);
                let cell = usize::from(empty[left - 1]);
                cells[cell] = player;
                if makes_five(&cells, cell, player, exact) {
                    outcome = Outcome::win(Player::BOTH[usize::from(player)]);
                    break;
                }
                player ^= 1;
            }
            let won = f32::from(claim.judge(outcome).winner(claim) == mover);
            tally.games += 1.0;
            tally.wins += won;
            // A move counts in every game in which the mover made it at any time.
            for (tally, &cell) in tally.moves.iter_mut().zip(&asked) {
                let made = f32::from(cells[usize::from(cell)] == own);
                tally.games += made;
                tally.wins += made * won;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_games::gomoku::SmallGomoku;

    /// The games go as those that are played by the rules, move by move: the shares of wins, the
    /// lengths and the moves' shares are the same but for chance.
    #[test]
    fn games_are_as_by_the_rules() {
        for (columns, rows, rules) in
            [(5, 5, Rules::Freestyle), (7, 6, Rules::Freestyle), (8, 7, Rules::Exact)]
        {
            let game = SmallGomoku::new(Size::new(columns, rows).expect("a size"), rules);
            let mut pos = game.start();
            for mv in [Point(7), Point(3), Point(8), Point(11), Point(9)] {
                game.play(&mut pos, mv);
            }
            let mut moves = Vec::new();
            game.moves(&pos, &mut moves);
            let mut rng = fastrand::Rng::with_seed(7);
            let claim = Claim::win(Player::White);
            let [mut own, mut plain] = [Tally::default(), Tally::default()];
            own.reset(moves.len());
            plain.reset(moves.len());
            game.playouts(&pos, claim, &moves, 20_000, &mut rng, &mut own);
            random_games(&game, &pos, claim, &moves, 20_000, &mut rng, &mut plain);
            let near = |a: f32, b: f32, by: f32| assert!((a - b).abs() < by, "{a} and {b}");
            near(own.wins / own.games, plain.wins / plain.games, 0.02);
            near(own.plies / own.games, plain.plies / plain.games, 0.3);
            near(own.choices / plain.choices, 1.0, 0.02);
            for (own, plain) in own.moves.iter().zip(&plain.moves) {
                near(own.games / 20_000.0, plain.games / 20_000.0, 0.02);
                near(own.wins / own.games, plain.wins / plain.games, 0.03);
            }
        }
    }
}
