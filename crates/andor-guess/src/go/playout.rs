//! Playouts of Go: random games to the end of the board.
//!
//! A move is drawn from the plays that capture a stone or keep a liberty and do not fill an own
//! eye. An own eye is a point with own stones on all sides, unless one of these stones is in atari.
//! When no such play is left the player passes, so that games end by themselves with little but
//! eyes left. Playouts ignore superko, and a game that lasts too long is counted as it stands.
//!
//! All moves as first (Brügmann 1993): a game counts for every point that the player to move at the
//! root occupied before the opponent did. A pass has no point, so a few extra games begin with a
//! pass.

use crate::{MoveTally, Playout, Tally};
use andor_core::{Claim, Outcome, Player};
use andor_games::go::{Board, Go, Ko, Move, Position, Stones};
use andor_games::points::{Point, Points};

/// One in so many games is spent on the pass.
const GAMES_PER_PASS_GAME: u32 = 16;

/// A random game in progress.
struct Random<'a, const W: usize> {
    board: &'a Board<W>,
    stones: Stones<W>,
    to_move: Player,
    passes: u8,
    ko: Option<Point>,
}

/// The result of a random game.
struct Told<const W: usize> {
    winner: Player,
    plies: u32,
    choices: u32,
    /// The points that each player occupied before the opponent did.
    first: [Points<W>; 2],
}

impl<const W: usize> Random<'_, W> {
    /// Plays to the end.
    fn finish(&mut self, claim: Claim, rng: &mut fastrand::Rng) -> Told<W> {
        let area = self.board.size().area() as u32;
        let mut first = [Points::EMPTY; 2];
        let (mut plies, mut choices) = (0, 0);
        for _ in 0..3 * area + 10 {
            if self.passes >= 2 {
                break;
            }
            plies += 1;
            choices += self.board.empty(&self.stones).len() + 1;
            match self.draw_play(rng) {
                Some(point) => {
                    if !(first[0] | first[1]).contains(point) {
                        first[self.to_move.index()].insert(point);
                    }
                    self.play(point);
                }
                None => self.pass(),
            }
        }
        let outcome = Outcome::Margin(self.board.margin(&self.stones));
        Told { winner: claim.judge(outcome).winner(claim), plies, choices, first }
    }

    /// A sensible play, every one with the same chance.
    #[inline]
    fn draw_play(&self, rng: &mut fastrand::Rng) -> Option<Point> {
        let empty = self.board.empty(&self.stones);
        let mut open = empty;
        if let Some(ko) = self.ko {
            open.remove(ko);
        }
        let mut left = open.len();
        while left > 0 {
            let point = nth(open, rng.u32(0..left));
            if self.board.adjacent(point).meets(&empty) || self.is_sensible(empty, point) {
                return Some(point);
            }
            open.remove(point);
            left -= 1;
        }
        None
    }

    /// Is a play on this point, which has no empty neighbour, neither suicide nor the filling of
    /// an own eye?
    fn is_sensible(&self, empty: Points<W>, point: Point) -> bool {
        let own = self.stones[self.to_move.index()];
        let adjacent = self.board.adjacent(point);
        let is_eye = adjacent.is_subset(&own);
        let others = empty - Points::one(point);
        let in_atari = || {
            adjacent.iter().any(|stone| {
                let block = self.board.fill(Points::one(stone), own);
                !self.board.around(block).meets(&others)
            })
        };
        (!is_eye || in_atari()) && self.board.lives(&self.stones, self.to_move, point)
    }

    #[inline]
    fn play(&mut self, point: Point) {
        let taken = self.board.place(&mut self.stones, self.to_move, point);
        // Retaking at once is left out under every rule: it only goes round in circles.
        let open = self.board.adjacent(point) - self.stones[self.to_move.other().index()];
        let is_ko = taken.captured.len() == 1 && open == taken.captured;
        self.ko = if is_ko { taken.captured.first() } else { None };
        self.passes = 0;
        self.to_move = self.to_move.other();
    }

    fn pass(&mut self) {
        self.ko = None;
        self.passes += 1;
        self.to_move = self.to_move.other();
    }
}

/// The point of a set with `rank` smaller points in the set.
#[inline]
pub(super) fn nth<const W: usize>(set: Points<W>, mut rank: u32) -> Point {
    let mut index = 0;
    while rank >= set.0[index].count_ones() {
        rank -= set.0[index].count_ones();
        index += 1;
    }
    let mut word = set.0[index];
    for _ in 0..rank {
        word &= word - 1;
    }
    Point((index as u16) << 6 | word.trailing_zeros() as u16)
}

/// A random game that begins at `pos`.
fn random_game<'a, const W: usize>(game: &'a Go<W>, pos: &Position<W>) -> Random<'a, W> {
    debug_assert!(pos.ko().is_none() || game.rules().ko == Ko::Basic);
    Random {
        board: game.board(),
        stones: *pos.both(),
        to_move: pos.to_move(),
        passes: pos.passes(),
        ko: pos.ko(),
    }
}

impl<const W: usize> Playout for Go<W> {
    fn playouts(
        &self,
        pos: &Position<W>,
        claim: Claim,
        moves: &[Move],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        let root = pos.to_move();
        let mut points = [[MoveTally::default(); 64]; W];
        let mut pass = MoveTally::default();
        let add = |told: &mut MoveTally, winner: Player| {
            told.games += 1.0;
            told.wins += f32::from(winner == root);
        };
        for _ in 0..games.max(1) {
            let told = random_game(self, pos).finish(claim, rng);
            tally.games += 1.0;
            tally.wins += f32::from(told.winner == root);
            tally.plies += told.plies as f32;
            tally.choices += told.choices as f32;
            for point in told.first[root.index()] {
                add(&mut points[point.index() >> 6][point.index() & 63], told.winner);
            }
        }
        if moves.contains(&Move::Pass) {
            for _ in 0..games.div_ceil(GAMES_PER_PASS_GAME) {
                let mut game = random_game(self, pos);
                game.pass();
                add(&mut pass, game.finish(claim, rng).winner);
            }
        }
        for (&mv, told) in moves.iter().zip(&mut tally.moves) {
            let new = match mv {
                Move::At(point) => points[point.index() >> 6][point.index() & 63],
                Move::Pass => pass,
            };
            told.games += new.games;
            told.wins += new.wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use andor_core::{Game, Margin};
    use andor_games::go::Rules;

    #[test]
    fn laws_hold_on_small_boards_under_all_rules() {
        let claim = Claim { attacker: Player::Black, at_least: Margin(1) };
        for (_, rules) in Rules::ALL {
            for size in ["1x1", "1x2", "5x1", "2x2", "3x3", "2x5", "5x5", "7x3", "8x8"] {
                let game = Go::<1>::new(size.parse().expect("a size"), rules);
                laws::playout(&game, claim, 1, 2);
            }
        }
    }

    #[test]
    fn every_game_on_the_largest_board_is_counted() {
        let game = Go::<6>::new("19x19".parse().expect("a size"), Rules::NSSK);
        let claim = Claim { attacker: Player::White, at_least: Margin(0) };
        let (start, mut moves, mut tally) = (game.start(), Vec::new(), Tally::default());
        game.moves(&start, &mut moves);
        tally.reset(moves.len());
        let mut rng = fastrand::Rng::with_seed(9);
        game.playouts(&start, claim, &moves, 8, &mut rng, &mut tally);
        assert_eq!((tally.games, moves.len()), (8.0, 362));
    }
}
