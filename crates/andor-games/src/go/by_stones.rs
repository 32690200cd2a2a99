//! Wins of Go that rest on the winner's stones, where they are sound: under basic ko without
//! suicide.
//!
//! Let W be the winner and L the loser. A win of W in a position P with a *reach* D holds in every
//! position P' in which the same player is to move, W has the same stones, L has the same stones
//! on the points of D, and
//!
//! * if L is to move: L cannot end the game by a pass, and where P forbids L to retake a ko, so
//!   does P';
//! * if W is to move: the game is not over, and P' forbids W no retaking that P allows.
//!
//! Life depends on the own stones alone ([`WonByStones::reach_of_knowledge`]). So where W takes
//! the whole board, most wins have a small reach, whatever L has elsewhere. Zones (`zones.rs`)
//! hold for other stones of both players outside the zone; there the whole board would be the
//! zone.
//!
//! # Where reaches come from
//!
//! 1. *Knowledge* about W's stones alone: the reach is empty.
//! 2. *W plays m* and wins the next position with the reach d. Call the connected parts of the
//!    points without W's stones, m taken out, the *rooms*. The new reach has d, the point m and
//!    the captured stones; if the play captures nothing, a liberty of the new block; if the play
//!    forbids L to retake a ko, the neighbours of m; and an empty point of every room beside m in
//!    which L keeps a stone on the points of d, or on the neighbours of m in the case of a ko.
//! 3. *L has lost*: every move of L's is refuted by the reach after it, or by that of another
//!    move. The new reach has all these, L's blocks beside every empty point of the reach where
//!    L's play is suicide, and of every block of W's two liberties, or its only liberty and all of
//!    L's stones beside the block.
//! 4. Wins that rest on a pass of W's, or on the end of the game, have no reach.
//!
//! # Why they are right
//!
//! *W's play m.* The rooms beside m hold the same points in P and P', because W's stones are the
//! same. A play captures the stones of the rooms beside m that have no empty point. A room that is
//! full in P belongs to the reach, and is full in P'. A room that is not full in P and has stones
//! of L's in d has an empty point in the reach, and is not full in P'. Other rooms may be full in
//! P' alone: no stone of d is captured. So after the play L has the same stones on d. The play is
//! no suicide, by the capture or by the liberty. If L must not retake in P, then m has no
//! neighbour but W's stones, L's stones and the captured stone; these are the same in P', and the
//! same single stone is captured, so that L must not retake in P' either. The next position has no
//! pass before it, so that a pass of L's does not end the game.
//!
//! *L's moves.* A block of W's has two liberties in the reach, which are liberties in P', and is
//! not captured by one play; or its only liberty and all other points beside it are in the reach,
//! and the block is captured by the same play in P and in P'. So a play of L's captures the same
//! stones in both. A play outside the reach captures nothing; the next position agrees with the
//! position after L's pass, whose reach is a part of D. A play on a point of the reach that is
//! suicide in P is suicide in P': the joined block is the same, and W's blocks beside it have
//! other liberties. A play on any other point of the reach is refuted in P by its own reach or by
//! that of a move that captures nothing, and both plays are outside that reach: P' agrees with
//! what was refuted. Whether W may retake what L captured depends on W's stones and the captured
//! stones alone.
//!
//! *There is no circle*, as with zones: each step comes closer to knowledge, a limited number of
//! moves away, so that no repetition can help L, and W never passes on the way.

use super::images::IMAGES;
use super::{Go, Ko, Move, Position, Suicide};
use crate::points::{Point, Points};
use andor_core::{Class, Key, Player, Symmetry, WonByStones};

/// The images of a board that is no square.
const HALF: usize = IMAGES / 2;

/// No set of points.
const NONE: u64 = 0;

/// The lowest point of a set, as a set.
#[inline]
fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

impl Go<1> {
    #[inline]
    fn neighbours(&self, set: u64) -> u64 {
        self.board.around(Points([set])).0[0]
    }

    #[inline]
    fn part(&self, seed: u64, within: u64) -> u64 {
        self.board.fill(Points([seed]), Points([within])).0[0]
    }
}

impl WonByStones for Go<1> {
    #[inline]
    fn can_rest_on_stones(&self) -> bool {
        self.rules.ko == Ko::Basic && self.rules.suicide == Suicide::Forbidden
    }

    #[inline]
    fn stones_of(&self, pos: &Position<1>, player: Player) -> u64 {
        pos.stones[player.index()].0[0]
    }

    #[inline]
    fn class_of_stones(&self, pos: &Position<1>, winner: Player) -> Class {
        let (mut keys, count) = ([Key::ZERO; IMAGES], self.symmetries.count() as usize);
        let mut rest = self.stones_of(pos, winner);
        while rest != 0 {
            let changes = self.images.stone(winner, Point(rest.trailing_zeros() as u16));
            rest &= rest - 1;
            // On a board that is no square the last images repeat the first.
            if count <= HALF {
                for i in 0..HALF {
                    keys[i] ^= changes[i];
                }
            } else {
                for i in 0..IMAGES {
                    keys[i] ^= changes[i];
                }
            }
        }
        let (mut least, mut best) = (keys[0], 0);
        for (image, &key) in keys[..count].iter().enumerate().skip(1) {
            (least, best) = if key < least { (key, image) } else { (least, best) };
        }
        Class { key: least ^ self.images.to_move(pos.to_move), symmetry: Symmetry(best as u8) }
    }

    #[inline]
    fn map_points(&self, symmetry: Symmetry, points: u64) -> u64 {
        match symmetry {
            Symmetry::IDENTITY => points,
            _ => {
                let image = |point| self.symmetries.map(symmetry, point);
                Points([points]).iter().fold(0, |all, point| all | 1 << image(point).0)
            }
        }
    }

    #[inline]
    fn reach_of_knowledge(&self, pos: &Position<1>, winner: Player) -> Option<u64> {
        let can_end = pos.passes + 1 == pos.last_pass() && pos.to_move != winner;
        (!can_end).then_some(NONE)
    }

    fn reach_before(
        &self,
        pos: &Position<1>,
        mv: Move,
        after: &Position<1>,
        reach: u64,
    ) -> Option<u64> {
        let Move::At(point) = mv else { return None };
        let (own, other) = (pos.to_move, pos.to_move.other());
        let (own, before) = (self.stones_of(pos, own), self.stones_of(pos, other));
        let left = self.stones_of(after, other);
        let all = self.board.all().0[0];
        let placed = 1u64 << point.0;
        let captured = before & !left;
        let beside = self.board.adjacent(point).0[0];
        let mut union = reach | placed | captured;
        let mut kept = reach;
        if after.ko.is_some() {
            union |= beside;
            kept |= beside;
        }
        let own = own | placed;
        let empty = all & !own & !left;
        let mut seeds = beside & !own & !captured;
        while seeds != 0 {
            let room = self.part(lowest(seeds), all & !own);
            seeds &= !room;
            if room & kept & left != 0 && room & union & empty == 0 {
                union |= lowest(room & empty);
            }
        }
        if captured == 0 {
            let liberties = self.neighbours(self.part(placed, own)) & empty;
            if liberties & union == 0 {
                union |= lowest(liberties);
            }
        }
        Some(union)
    }

    fn reach_of_lost(&self, pos: &Position<1>, union: u64) -> u64 {
        let winner = pos.to_move.other();
        let (own, other) = (self.stones_of(pos, winner), self.stones_of(pos, pos.to_move));
        let empty = self.board.all().0[0] & !(own | other);
        let mut reach = union;
        // Points with an empty neighbour are no suicide.
        for point in Points([empty & union & !self.neighbours(empty)]) {
            if !self.board.lives(&pos.stones, pos.to_move, point) {
                let beside = self.board.adjacent(point).0[0] & other;
                reach |= self.part(beside, other);
            }
        }
        let mut rest = own;
        while rest != 0 {
            let block = self.part(lowest(rest), own);
            rest &= !block;
            let beside = self.neighbours(block);
            let liberties = beside & empty;
            if liberties & liberties.wrapping_sub(1) == 0 {
                reach |= liberties | beside & other;
                continue;
            }
            let mut more = liberties & !reach;
            for _ in (liberties & reach).count_ones()..2 {
                reach |= lowest(more);
                more &= more.wrapping_sub(1);
            }
        }
        reach
    }

    #[inline]
    fn taken_point(&self, mv: Move) -> u64 {
        match mv {
            Move::At(point) => 1 << point.0,
            Move::Pass => NONE,
        }
    }

    #[inline]
    fn is_typical(&self, pos: &Position<1>, winner: Player) -> bool {
        pos.to_move == winner || pos.passes == 0 && pos.ko.is_none()
    }

    #[inline]
    fn is_alike(&self, pos: &Position<1>, winner: Player) -> bool {
        match pos.to_move == winner {
            true => pos.ko.is_none(),
            false => pos.passes == 0,
        }
    }
}
