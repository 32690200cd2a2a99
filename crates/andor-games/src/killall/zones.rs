//! Relevancy zones of Killall-Go: those of [Go](crate::go) for White's wins, and a mark for Black's
//! wins.
//!
//! # White's wins
//!
//! As in Go, a position P' *agrees* with P on a set Z of points if the same player is to move, Z
//! holds the same stones, and
//!
//! * if Black is to move: where P forbids Black to retake a ko on a point of Z, P' does too;
//! * if White is to move: where P' forbids White to retake a ko on a point of Z, P does too.
//!
//! Z is a *zone* of P if White wins every position that agrees with P on Z; where Black is to move
//! Z has a White stone. The passes that came last need not be alike, because a pass of Black's
//! loses at once while a White stone is on the board. The steps are those of Go, with four
//! differences:
//!
//! * *Life* ends the game. The zone is the alive blocks with two vital regions for each block,
//!   whole, with the Black stones in them.
//! * *White passes.* The zone of the next position is a zone of this position: after the pass no ko
//!   is forbidden.
//! * *Black's pass* is refuted by every zone with a White stone that the pass leaves on the board.
//!   If no such zone is known the pass is refuted by the White stone that is there, and by that
//!   stone the pass alone is refuted: the win depends on the pass.
//! * *True eyes.* A White play must not fill a true eye of White's in P' either: the zone has a
//!   neighbour of the point that is no White stone, or else as many diagonal neighbours as show
//!   that the eye is no true one. And where a play of Black's on an empty point of all open zones
//!   is illegal because it fills a true eye, the stones that make the eye are in the zone, so that
//!   the play is illegal in P'. Black fills an eye without capturing anything, and no White block
//!   with a single liberty is beside that point, so nothing else in the proof changes.
//!
//! A win of White's always has a zone, ends after a limited number of moves, and so is a fact on
//! every line, with any past ([`super`]).
//!
//! # Black's wins
//!
//! Black's wins concern the whole board. All that matters is whether a win depends on the line: a
//! Black win by a repetition does. A zone of two marks beside the whole board says so (the *whole
//! zone* of the trait); a win without repetitions has all points of the board and no mark.

use super::{Killall, Position, Set};
use crate::go::Move;
use crate::go::life::survivors;
use crate::points::{Point, Points};
use andor_core::{Key, Player, Shaped, Symmetric, Symmetry, Zoned};

/// The mark of a verdict that depends on the line.
const BY_LINE: Point = Point(127);

/// The mark of a zone that refutes a pass and no other move.
const BY_PASS: Point = Point(126);

/// The marks, beside the points of the largest board.
fn marks() -> Set {
    Points::one(BY_LINE) | Points::one(BY_PASS)
}

impl Killall {
    /// Adds what shows that White's play on `point` fills no true eye.
    fn add_no_eye(&self, white: Set, point: Point, zone: &mut Set) {
        let adjacent = self.board().adjacent(point);
        let others = adjacent - white;
        let (shows, wanted) = match others.is_empty() {
            false => (others, 1),
            true => (self.diagonals(point) - white, if adjacent.len() == 4 { 2 } else { 1 }),
        };
        for show in shows - *zone {
            if (shows & *zone).len() >= wanted {
                return;
            }
            zone.insert(show);
        }
    }

    /// Adds the stones that make true eyes of Black's among the empty points of `open`.
    fn add_eyes(&self, pos: &Position, open: Set, zone: &mut Set) {
        let black = pos.board.stones(Player::Black);
        let board = self.board();
        let enclosed = board.empty(pos.board.both()) - board.around(board.all() - black);
        for point in open & enclosed {
            if self.is_eye(black, point) {
                *zone |= board.adjacent(point);
                let corners = self.diagonals(point) & black;
                let wanted = if board.adjacent(point).len() == 4 { 3 } else { corners.len() };
                for corner in corners - *zone {
                    if (corners & *zone).len() >= wanted {
                        break;
                    }
                    zone.insert(corner);
                }
            }
        }
    }
}

impl Zoned for Killall {
    fn end_zone(&self, pos: &Position) -> Set {
        let white = pos.board.stones(Player::White);
        match pos.winner {
            // The end of the line is a repetition.
            None => self.whole_zone(),
            Some(Player::Black) => self.board().all(),
            Some(Player::White) => {
                let empty = self.board().empty(pos.board.both());
                let life = survivors(self.board(), white, empty);
                match (life.alive.is_empty(), white.first()) {
                    (false, _) => life.roots(self.board(), empty),
                    (true, Some(stone)) => Points::one(stone) | Points::one(BY_PASS),
                    (true, None) => self.whole_zone(),
                }
            }
        }
    }

    #[inline]
    fn whole_zone(&self) -> Set {
        self.board().all() | marks()
    }

    #[inline]
    fn has_zones_of(&self, winner: Player) -> bool {
        winner == Player::White
    }

    fn winner_zone(&self, pos: &Position, mv: Move, zone: Set) -> Set {
        match mv {
            Move::At(point) if self.is_local(zone) && pos.board.to_move() == Player::White => {
                let mut before = self.go.zone_before_play(&pos.board, point, zone);
                self.add_no_eye(pos.board.stones(Player::White), point, &mut before);
                before
            }
            _ => zone,
        }
    }

    #[inline]
    fn join(&self, first: Set, second: Set) -> Set {
        first | second
    }

    #[inline]
    fn meets(&self, pos: &Position, mv: Move, zone: Set) -> bool {
        if pos.board.to_move() == Player::White || zone.contains(BY_PASS) {
            return true;
        }
        let white = pos.board.stones(Player::White);
        match mv {
            Move::Pass => !zone.meets(&white),
            Move::At(point) => {
                zone.contains(point)
                    || self.board().adjacent(point).meets(&white)
                        && self.go.captured(&pos.board, point).meets(&zone)
            }
        }
    }

    fn lost_zone(&self, pos: &Position, union: Set, open: Set, alone: &[(Move, Set)]) -> Set {
        if pos.board.to_move() == Player::White || union.contains(BY_LINE) {
            return union;
        }
        let mut zone = union - marks();
        for &(mv, own) in alone {
            if let Move::At(point) = mv {
                self.go.add_refuted(&pos.board, point, own, &mut zone);
            }
        }
        self.add_eyes(pos, open, &mut zone);
        self.go.close(&pos.board, open, &mut zone);
        zone
    }

    fn map_zone(&self, symmetry: Symmetry, zone: Set) -> Set {
        if symmetry == Symmetry::IDENTITY || self.board().all().is_subset(&zone) {
            return zone;
        }
        let image = |point: Point| Point(self.go.map_point(symmetry, point.index()) as u16);
        (zone - marks()).iter().map(image).collect::<Set>() | (zone & marks())
    }

    #[inline]
    fn zone_size(&self, zone: Set) -> u32 {
        zone.len()
    }
}

impl Killall {
    /// Does the zone say more than "the whole board"?
    #[inline]
    fn is_local(&self, zone: Set) -> bool {
        !zone.contains(BY_LINE)
    }
}

impl Shaped for Killall {
    #[inline]
    fn can_have_shape(&self, _: &Position, winner: Player) -> bool {
        winner == Player::White
    }

    #[inline]
    fn shape(&self, pos: &Position, zone: Set) -> Key {
        self.go.shape(&pos.board, zone)
    }
}

#[cfg(test)]
mod tests {
    use super::super::KoRule;
    use super::*;
    use andor_core::Game;

    /// A zone of a White win with the position to which it belongs.
    type Claimed = (Position, Set);

    /// Random points, one of so many.
    fn points(game: &Killall, of: u8, rng: &mut fastrand::Rng) -> Set {
        game.board().all().iter().filter(|_| rng.u8(..of) == 0).collect()
    }

    /// The position with these stones, if they all have liberties, perhaps after a ko.
    fn position(
        game: &Killall,
        stones: [Set; 2],
        to_move: Player,
        rng: &mut fastrand::Rng,
    ) -> Option<Position> {
        let mut pos = game.set_up(stones[0], stones[1], to_move).ok()?;
        let others = stones[to_move.other().index()];
        let may_be_ko = |point: &Point| game.board().adjacent(*point).is_subset(&others);
        let kos: Vec<Point> = game.board().empty(&stones).iter().filter(may_be_ko).collect();
        if !kos.is_empty() && rng.bool() {
            pos.board = pos.board.with(to_move, 0, Some(kos[rng.usize(..kos.len())]));
        }
        pos.winner.is_none().then_some(pos)
    }

    fn random(game: &Killall, to_move: Player, rng: &mut fastrand::Rng) -> Position {
        loop {
            let free = rng.u8(2..5);
            let stones = game.board().all() - points(game, free, rng);
            // Many stones of one colour make many eyes.
            let many = rng.u8(2..5);
            let some = stones & points(game, many, rng);
            let colours = if rng.bool() { [some, stones - some] } else { [stones - some, some] };
            if let Some(pos) = position(game, colours, to_move, rng) {
                return pos;
            }
        }
    }

    /// A position with the same stones in the zone, and others elsewhere.
    fn alike(
        game: &Killall,
        pos: &Position,
        zone: Set,
        rng: &mut fastrand::Rng,
    ) -> Option<Position> {
        let many = rng.u8(1..6);
        let changed = points(game, many, rng) - zone;
        let mut stones = pos.board.both().map(|set| set - changed);
        for point in changed {
            match rng.u8(..5) {
                0 => {}
                1 | 2 => stones[0].insert(point),
                _ => stones[1].insert(point),
            }
        }
        let mut other = position(game, stones, pos.board.to_move(), rng)?;
        let enemies = other.board.stones(pos.board.to_move().other());
        if let Some(ko) = pos.board.ko()
            && rng.bool()
            && game.board().empty(other.board.both()).contains(ko)
            && game.board().adjacent(ko).is_subset(&enemies)
        {
            other.board = other.board.with(pos.board.to_move(), 0, Some(ko));
        }
        Some(other)
    }

    /// Does `other` agree with the position of a zone? A position that is over must be won by
    /// White.
    fn agrees((pos, zone): &Claimed, other: &Position) -> bool {
        let bans = |pos: &Position| pos.board.ko().filter(|&point| zone.contains(point));
        let kos = match pos.board.to_move() {
            Player::White => bans(other).is_none() || bans(other) == bans(pos),
            Player::Black => bans(pos).is_none() || bans(other) == bans(pos),
        };
        let [ours, theirs] = [pos, other].map(|pos| pos.board.both().map(|set| set & *zone));
        ours == theirs && pos.board.to_move() == other.board.to_move() && kos
    }

    fn moves(game: &Killall, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves
    }

    const SIZES: [&str; 6] = ["2x3", "3x3", "3x4", "4x4", "5x4", "5x5"];

    fn killall(size: &str) -> Killall {
        Killall::new(size.parse().expect("a size"), KoRule::Basic)
    }

    /// If two positions agree on the zone, the positions after White's play agree too, or White has
    /// won.
    #[test]
    fn a_play_of_white_keeps_positions_alike() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut seen = 0;
        for size in SIZES {
            let game = killall(size);
            for _ in 0..30_000 {
                let pos = random(&game, Player::White, &mut rng);
                let all = moves(&game, &pos);
                let mv = all[rng.usize(..all.len())];
                let many = rng.u8(2..8);
                let after = (game.after(&pos, mv), points(&game, many, &mut rng));
                let before = (pos.clone(), game.winner_zone(&pos, mv, after.1));
                let Some(other) = alike(&game, &pos, before.1, &mut rng) else { continue };
                if agrees(&before, &other) {
                    seen += 1;
                    assert!(moves(&game, &other).contains(&mv), "{mv:?}\n{before:?}\n{other:?}");
                    let next = game.after(&other, mv);
                    assert!(agrees(&after, &next), "{mv:?}\n{before:?}\n{other:?}");
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }

    /// Whatever Black does, the next position agrees with the position after a refuted move, or
    /// White has won.
    #[test]
    fn every_move_of_black_meets_a_refutation() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut seen = 0;
        for size in SIZES {
            let game = killall(size);
            for _ in 0..30_000 {
                let pos = random(&game, Player::Black, &mut rng);
                let white = pos.board.stones(Player::White);
                let many = rng.u8(2..8);
                let mut open = points(&game, many, &mut rng);
                let Some(stone) = white.first() else { continue };
                open.insert(stone);
                let passed = pos.board.with(Player::White, 0, None);
                let mut refuted: Vec<Claimed> =
                    vec![(Position { board: passed, winner: None }, open)];
                let (mut union, mut alone) = (open, Vec::new());
                for mv in moves(&game, &pos) {
                    if game.meets(&pos, mv, open) {
                        let own = points(&game, many, &mut rng);
                        refuted.push((game.after(&pos, mv), own));
                        alone.push((mv, own));
                        union |= own;
                    }
                }
                let before = (pos.clone(), game.lost_zone(&pos, union, open, &alone));
                let Some(other) = alike(&game, &pos, before.1, &mut rng) else { continue };
                if agrees(&before, &other) {
                    seen += 1;
                    for mv in moves(&game, &other) {
                        let next = game.after(&other, mv);
                        let known = refuted.iter().any(|claimed| agrees(claimed, &next));
                        let won = next.winner == Some(Player::White);
                        assert!(known || won, "{mv:?}\n{before:?}\n{other:?}\n{alone:?} {open:?}");
                    }
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }
}
