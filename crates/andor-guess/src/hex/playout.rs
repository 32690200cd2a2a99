//! Playouts of Hex: random fillings of the board, 256 at a time.
//!
//! A random game of Hex played on to the full board is a random filling of the empty points. Each
//! point has four words, whose bits say who owns the point in each of 256 fillings, and a flood
//! fill works on all fillings at once. Filling from both edges gives more than the winner. A point
//! is *pivotal* in a filling that the player to move loses, if owning the point would join the
//! stones that reach one edge to the stones that reach the other. So every filling counts for every
//! move: the move wins in the fillings that are won anyway and in those where its point is pivotal.
//! This estimate is far less noisy than counting the fillings in which the player happens to own
//! the point, at the same price. In a prototype, on 5×5, a search with 64 fillings needs twice the
//! nodes of a search with 256, and 1,024 fillings save little more.
//!
//! The words lie on a board with a margin of one point, so that every point has six neighbours; the
//! margin along the edge where a flood starts is full.

use crate::{Playout, Tally};
use andor_core::{Claim, Game, Player};
use andor_games::hex::{Hex, HexMove, HexPosition};
use andor_games::points::Point;

/// Words of a point.
const WORDS: usize = 4;

/// Fillings in a batch.
const LANES: u32 = 64 * WORDS as u32;

/// A bit for each filling of a batch.
type Lanes = [u64; WORDS];

const NONE: Lanes = [0; WORDS];
const ALL: Lanes = [!0; WORDS];

#[inline]
fn ones(lanes: Lanes) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}

/// The union of the words of a place's six neighbours.
#[inline(always)]
fn around(reach: &[Lanes], place: usize, stride: usize) -> Lanes {
    let above = &reach[place - stride..place - stride + 2];
    let beside = &reach[place - 1..place + 2];
    let below = &reach[place + stride - 1..place + stride + 1];
    let mut all = NONE;
    for i in 0..WORDS {
        all[i] =
            above[0][i] | above[1][i] | beside[0][i] | beside[2][i] | below[0][i] | below[1][i];
    }
    all
}

/// Lets the flood into each place from its neighbours, in the order given; gives the fillings that
/// changed.
#[inline(always)]
fn sweep(
    own: &[Lanes],
    stride: usize,
    reach: &mut [Lanes],
    places: impl Iterator<Item = usize>,
) -> Lanes {
    let mut changed = NONE;
    for place in places {
        let mut new = around(reach, place, stride);
        let (own, old) = (own[place], reach[place]);
        for i in 0..WORDS {
            new[i] &= own[i];
            changed[i] |= new[i] ^ old[i];
        }
        reach[place] = new;
    }
    changed
}

/// Floods the points in `places`, which are in order: sweeps down and up until nothing changes.
fn flood(own: &[Lanes], stride: usize, reach: &mut [Lanes], places: &[u16], mut first: First) {
    let count = places.len();
    loop {
        let down = (0..count).map(|i| usize::from(places[i]));
        if first == First::Down && sweep(own, stride, reach, down) == NONE {
            return;
        }
        first = First::Down;
        let up = (0..count).map(|i| usize::from(places[count - 1 - i]));
        if sweep(own, stride, reach, up) == NONE {
            return;
        }
    }
}

/// The direction of the first sweep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Down,
    Up,
}

impl<const W: usize> Playout for Hex<W> {
    fn batch(&self) -> u32 {
        LANES
    }

    fn playouts(
        &self,
        pos: &HexPosition<W>,
        _: Claim,
        moves: &[HexMove],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        let player = self.to_move(pos);
        let (mine, empty) = (pos.stones(player), self.empty(pos));
        let board = self.size();
        let (columns, rows) = (board.columns() as usize, board.rows() as usize);
        let stride = columns + 2;
        let size = stride * (rows + 2);
        let place_of = |point: Point| {
            (board.row(point) as usize + 1) * stride + board.column(point) as usize + 1
        };
        let owned: Vec<(u16, bool)> = (mine | empty)
            .iter()
            .map(|point| (place_of(point) as u16, empty.contains(point)))
            .collect();
        let places: Vec<u16> = owned.iter().map(|(place, _)| *place).collect();
        let mut own = vec![NONE; size];
        for _ in 0..games.div_ceil(LANES) {
            for &(place, random) in &owned {
                let words = &mut own[place as usize];
                *words = ALL;
                if random {
                    for word in words {
                        *word = rng.u64(..);
                    }
                }
            }
            let (mut near, mut far) = (vec![NONE; size], vec![NONE; size]);
            match player {
                Player::Black => {
                    near[..stride].fill(ALL);
                    far[size - stride..].fill(ALL);
                }
                Player::White => {
                    for row in 0..rows + 2 {
                        near[row * stride] = ALL;
                        far[row * stride + columns + 1] = ALL;
                    }
                }
            }
            flood(&own, stride, &mut near, &places, First::Down);
            flood(&own, stride, &mut far, &places, First::Up);
            let mut won = NONE;
            for point in self.edges(player)[1] {
                let words = &near[place_of(point)];
                (0..WORDS).for_each(|i| won[i] |= words[i]);
            }
            tally.games += LANES as f32;
            tally.wins += ones(won) as f32;
            for (told, mv) in tally.moves.iter_mut().zip(moves) {
                let place = place_of(*mv);
                let (a, b) = (around(&near, place, stride), around(&far, place, stride));
                told.games += LANES as f32;
                told.wins +=
                    (0..WORDS).map(|i| (won[i] | a[i] & b[i]).count_ones()).sum::<u32>() as f32;
            }
        }
        let (played, left) = (games.next_multiple_of(LANES) as f32, empty.len() as f32);
        tally.plies += played * left;
        tally.choices += played * left * (left + 1.0) / 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use andor_core::Notation;
    use andor_games::points::Points;
    use andor_games::size::Size;

    fn size(columns: u8, rows: u8) -> Size {
        Size::new(columns, rows).expect("possible size")
    }

    #[test]
    fn laws_hold() {
        for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (3, 5), (6, 4), (8, 8)] {
            laws::playout(&Hex::<1>::new(size(columns, rows)), Claim::win(Player::White), 5, 2);
        }
        laws::playout(&Hex::<6>::new(size(19, 17)), Claim::win(Player::Black), 1, 5);
    }

    /// Where a move wins at once, every filling says so. The chances of a move agree with playing
    /// the move and filling the rest, on boards of every shape.
    #[test]
    fn chances_are_those_of_random_fillings() {
        for (columns, rows) in [(3, 3), (4, 2), (2, 5), (5, 5)] {
            let hex = Hex::<1>::new(size(columns, rows));
            let mut rng = fastrand::Rng::with_seed(1);
            andor_core::laws::walk(&hex, 3, 2, |pos| {
                let mut moves = Vec::new();
                hex.moves(pos, &mut moves);
                let mut tally = Tally::default();
                tally.reset(moves.len());
                let claim = Claim::win(Player::Black);
                if !moves.is_empty() {
                    hex.playouts(pos, claim, &moves, 1024, &mut rng, &mut tally);
                }
                for (mv, told) in moves.iter().zip(&tally.moves) {
                    let expected = filled(&hex, pos, *mv, &mut rng);
                    let chance = told.wins / told.games;
                    assert!(
                        (chance - expected).abs() < 0.1,
                        "{} on\n{}: {chance} but {expected}",
                        hex.move_text(*mv),
                        hex.draw(pos)
                    );
                    let mut next = pos.clone();
                    hex.play(&mut next, *mv);
                    assert!(hex.outcome(&next).is_none() || chance == 1.0);
                }
            });
        }
    }

    /// Two batches count as much as both at once.
    #[test]
    fn batches_add_up() {
        let hex = Hex::<1>::new(size(4, 4));
        let (start, claim) = (hex.start(), Claim::win(Player::Black));
        let counted = |batches: u32, games: u32| {
            let (mut rng, mut tally) = (fastrand::Rng::with_seed(3), Tally::default());
            (0..batches).for_each(|_| {
                hex.playouts(&start, claim, &[], games, &mut rng, &mut tally);
            });
            [tally.games, tally.wins, tally.plies, tally.choices]
        };
        assert_eq!(counted(2, hex.batch()), counted(1, 2 * hex.batch()));
    }

    /// How often the player to move wins after `mv`, if a coin decides the owner of every other
    /// point.
    fn filled(hex: &Hex<1>, pos: &HexPosition<1>, mv: HexMove, rng: &mut fastrand::Rng) -> f32 {
        let player = hex.to_move(pos);
        let wins = (0..1000).filter(|_| {
            let mut mine = pos.stones(player);
            mine.insert(mv);
            for point in hex.empty(pos) {
                if rng.bool() {
                    mine.insert(point);
                }
            }
            let mut stones = [Points::EMPTY; 2];
            stones[player.index()] = mine;
            hex.outcome(&hex.set_up(stones, player)).is_some()
        });
        wins.count() as f32 / 1000.0
    }
}
