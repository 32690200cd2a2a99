//! Relevancy zones of the capture game: those of [Go](crate::go) for both players.
//!
//! Let W be the player who wins a position P, L the other player, t the target's point, and Z a set
//! of points with t. A position P' *agrees* with P on Z if the same player is to move, Z holds the
//! same stones, and
//!
//! * if L is to move: where P forbids L to retake a ko on a point of Z, P' does too;
//! * if W is to move: where P' forbids W to retake a ko on a point of Z, P does too;
//! * if t is empty and the game goes on in P: the defender can put the stone back in P' too, or W
//!   is the attacker and has won P';
//! * if P is over: W has won P' too.
//!
//! Z is a *zone* of P if W wins every position that agrees with P on Z. A zone of an attacker's win
//! also has the target's block and all neighbours of the block, while the block is on the board. So
//! the block and its liberties are the same in P'. If they are as many as an escape asks, the zone
//! has so many regions of liberties that do not count, with the defender's stones round the
//! regions, that the other liberties are too few. These regions are the same in P', so P' is not
//! over by an escape where P is not. A zone of a defender's win by putting the stone back also has
//! a block that this play captures, with the stones round the block.
//!
//! The steps of `go/zones.rs` are used as they stand, and their proof holds word for word where it
//! does not speak of the end of the game. The differences:
//!
//! * *A player who may retake.* No point is ever forbidden to this player, neither in P nor in P'.
//!   The conditions about forbidden points are empty for this player, and all other parts of the
//!   proof do not use them.
//! * *The defender has won by an escape.* The zone is the target's block and as many liberties that
//!   count as the goal asks, each with a connected part of its region that has the points of a
//!   liberty that counts. In P' the block has these stones and these liberties at least, and their
//!   regions have these points at least.
//! * *The attacker has captured the target.* The zone has t. If the target was a single stone and
//!   no ko forbids to put the stone back, the zone also has, for each block of the attacker's
//!   beside t, the block and a liberty other than t. Step 2 goes from here to the position before
//!   the capture: the target's block and the stones round the block are in the zone, so the same
//!   block is captured in P'. If the block has two stones or more the game is over. If the block is
//!   a single stone, the neighbours of t are the attacker's stones of the zone. Each of their
//!   blocks has a liberty besides t, so that a play on t captures nothing; or the capture forbids
//!   the defender to retake, then step 2 shows that the capture does so in P'. In both cases the
//!   stone cannot be put back.
//! * *The defender can put the stone back.* The attacker wins: all moves but the play on t lose at
//!   once, with the open zone {t}. The play on t is refuted by its own zone, as any play on a point
//!   of the zone. If the defender cannot make this play in P', the attacker has won P' already. The
//!   defender wins: the play on t captures a block, and the zone has this block with the stones
//!   round it, so that the play captures in P'. The attacker's capture before it is refuted by its
//!   own zone, which has t: step 3 puts the neighbours of t into the zone, so the same single stone
//!   is captured in P'.
//! * *Passes.* The attacker's pass ends the game: the pass loses, in P' too, but says nothing about
//!   other moves. The pass *meets* every zone. The defender's pass is a winning move with the zone
//!   of the next position: after a pass no ko is forbidden.
//!
//! A win with a zone is a finite tree of moves, so no repetition plays a part in it. A win by a
//! repetition has the whole board as zone, which stands for "nothing is known" and makes every zone
//! built from it the whole board.

use super::{Capture, Position, State};
use crate::go::Move;
use crate::points::Points;
use andor_core::{Key, Passing, Player, Shaped, Symmetry, Zoned};

impl<const W: usize> Capture<W> {
    /// The zone of a captured target.
    fn taken_zone(&self, pos: &Position<W>) -> Points<W> {
        let (board, stones) = (self.board(), pos.board.both());
        let target = self.goal.target;
        let mut zone = Points::one(target);
        if pos.state == State::TakenSingle && pos.board.ko != Some(target) {
            let own = stones[self.attacker().index()];
            let liberties = board.empty(stones) - Points::one(target);
            for stone in board.adjacent(target) & own {
                let block = board.fill(Points::one(stone), own);
                zone |= block;
                let open = board.around(block) & liberties;
                if !open.meets(&zone)
                    && let Some(liberty) = open.first()
                {
                    zone.insert(liberty);
                }
            }
        }
        zone
    }

    /// The zone of a target that escaped.
    fn escaped_zone(&self, pos: &Position<W>) -> Points<W> {
        let board = &pos.board;
        let counted = self.counted(board, self.target_liberties(board));
        let mut zone = Points::EMPTY;
        while (zone & counted).len() < self.goal.escape.into() {
            let left = counted - zone;
            match ((left & self.board().around(zone)).first(), left.first()) {
                (Some(liberty), _) => zone.insert(liberty),
                (None, Some(liberty)) => zone |= self.region(board, liberty),
                (None, None) => return self.whole_zone(),
            }
        }
        zone | self.target_block(board)
    }

    /// Adds what shows that the target has not escaped: the target's block, its neighbours, and
    /// regions of liberties that do not count.
    fn add_target(&self, pos: &Position<W>, zone: &mut Points<W>) {
        let block = self.target_block(&pos.board);
        *zone |= block | self.board().around(block);
        let own = pos.board.stones[self.goal.owner.index()];
        let mut liberties = self.target_liberties(&pos.board);
        let mut small = liberties - self.counted(&pos.board, liberties);
        while liberties.len() >= self.goal.escape.into()
            && let Some(liberty) = small.first()
        {
            let region = self.region(&pos.board, liberty);
            *zone |= region | (self.board().around(region) & own);
            (liberties, small) = (liberties - region, small - region);
        }
    }

    /// Adds a block that the play on the target's point captures, with the stones round the block.
    fn add_captured(&self, pos: &Position<W>, zone: &mut Points<W>) {
        let captured = self.go.captured(&pos.board, self.goal.target);
        let own = pos.board.stones[self.goal.owner.index()];
        if let Some(block) = self.board().parts(captured).min_by_key(Points::len) {
            *zone |= block | (self.board().around(block) & own);
        }
    }
}

impl<const W: usize> Zoned for Capture<W> {
    fn end_zone(&self, pos: &Position<W>) -> Points<W> {
        match pos.state {
            State::Taken | State::TakenSingle => self.taken_zone(pos),
            State::Safe if pos.board.to_move == self.goal.owner => Points::one(self.goal.target),
            State::Safe => self.escaped_zone(pos),
            // The end of the line is a repetition.
            State::Open | State::Retake => self.whole_zone(),
        }
    }

    #[inline]
    fn whole_zone(&self) -> Points<W> {
        self.board().all()
    }

    fn winner_zone(&self, pos: &Position<W>, mv: Move, zone: Points<W>) -> Points<W> {
        let attacks = pos.board.to_move != self.goal.owner;
        match mv {
            _ if zone == self.whole_zone() => zone,
            Move::Pass => zone,
            Move::At(point) => {
                let mut before = self.go.zone_before_play(&pos.board, point, zone);
                if attacks {
                    self.add_target(pos, &mut before);
                } else if pos.state == State::Retake {
                    self.add_captured(pos, &mut before);
                }
                before
            }
        }
    }

    #[inline]
    fn join(&self, first: Points<W>, second: Points<W>) -> Points<W> {
        first | second
    }

    fn meets(&self, pos: &Position<W>, mv: Move, zone: Points<W>) -> bool {
        match mv {
            Move::Pass => pos.board.to_move != self.goal.owner,
            Move::At(point) => {
                let others = pos.board.stones[pos.board.to_move.other().index()];
                zone.contains(point)
                    || self.board().adjacent(point).meets(&others)
                        && self.go.captured(&pos.board, point).meets(&zone)
            }
        }
    }

    fn lost_zone(
        &self,
        pos: &Position<W>,
        union: Points<W>,
        open: Points<W>,
        alone: &[(Move, Points<W>)],
    ) -> Points<W> {
        let mut zone = union;
        if zone == self.whole_zone() {
            return zone;
        }
        for &(mv, own) in alone {
            if let Move::At(point) = mv {
                self.go.add_refuted(&pos.board, point, own, &mut zone);
            }
        }
        if pos.board.to_move == self.goal.owner {
            self.add_target(pos, &mut zone);
        }
        self.go.close(&pos.board, open, &mut zone);
        zone
    }

    fn map_zone(&self, symmetry: Symmetry, zone: Points<W>) -> Points<W> {
        self.go.map_zone(self.of_board(symmetry), zone)
    }

    #[inline]
    fn zone_size(&self, zone: Points<W>) -> u32 {
        zone.len()
    }
}

impl<const W: usize> Passing for Capture<W> {
    /// The defender's pass, or a pass of the attacker's after which the game goes on.
    fn pass_in_thought(&self, pos: &mut Position<W>) {
        pos.board.to_move = pos.board.to_move.other();
        pos.board.ko = None;
        pos.state = self.state_of(&pos.board);
    }
}

impl<const W: usize> Shaped for Capture<W> {
    #[inline]
    fn can_have_shape(&self, pos: &Position<W>, _: Player) -> bool {
        self.winner(pos.state).is_none()
    }

    #[inline]
    fn shape(&self, pos: &Position<W>, zone: Points<W>) -> Key {
        self.go.shape(&pos.board, zone) ^ super::STATE_KEYS[pos.state as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Goal, Retake};
    use super::*;
    use crate::points::Point;
    use andor_core::Game;

    type Set = Points<1>;

    /// A zone with the position to which it belongs.
    type Claimed = (Position<1>, Set);

    /// Random points, one of so many.
    fn points(game: &Capture<1>, of: u8, rng: &mut fastrand::Rng) -> Set {
        game.board().all().iter().filter(|_| rng.u8(..of) == 0).collect()
    }

    /// The position with these stones, if it is a possible one that is not over, perhaps after a ko
    /// or after the capture of the target.
    fn position(
        game: &Capture<1>,
        stones: [Set; 2],
        to_move: Player,
        rng: &mut fastrand::Rng,
    ) -> Option<Position<1>> {
        let mut board = game.go.set_up(stones[0], stones[1], to_move).ok()?;
        let others = stones[to_move.other().index()];
        let may_be_ko = |point: &Point| game.board().adjacent(*point).is_subset(&others);
        let kos: Vec<Point> = game.board().empty(&stones).iter().filter(may_be_ko).collect();
        if !kos.is_empty() && rng.bool() {
            board.ko = Some(kos[rng.usize(..kos.len())]);
            game.allow_retaking(&mut board);
        }
        let mut pos = game.judged(board);
        if pos.state == State::Taken && to_move == game.goal.owner && game.can_put_back(&pos.board)
        {
            pos.state = State::Retake;
        }
        game.winner(pos.state).is_none().then_some(pos)
    }

    fn random(game: &Capture<1>, to_move: Player, rng: &mut fastrand::Rng) -> Position<1> {
        loop {
            let free = rng.u8(2..5);
            let stones = game.board().all() - points(game, free, rng);
            let many = rng.u8(2..4);
            let some = stones & points(game, many, rng);
            let colours = if rng.bool() { [some, stones - some] } else { [stones - some, some] };
            if let Some(pos) = position(game, colours, to_move, rng) {
                return pos;
            }
        }
    }

    /// A position with the same stones in the zone, and others elsewhere.
    fn alike(
        game: &Capture<1>,
        pos: &Position<1>,
        zone: Set,
        rng: &mut fastrand::Rng,
    ) -> Option<Position<1>> {
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
        let mut other = position(game, stones, pos.board.to_move, rng)?;
        let enemies = other.board.stones(pos.board.to_move.other());
        if let Some(ko) = pos.board.ko
            && rng.bool()
            && game.board().empty(other.board.both()).contains(ko)
            && game.board().adjacent(ko).is_subset(&enemies)
        {
            other.board.ko = Some(ko);
        }
        Some(other)
    }

    /// Does `other` agree with the position of a zone of `winner`'s? The definition is in the head
    /// of this file.
    fn agrees(
        game: &Capture<1>,
        (pos, zone): &Claimed,
        other: &Position<1>,
        winner: Player,
    ) -> bool {
        if game.winner(pos.state).is_some() || game.winner(other.state).is_some() {
            let attacks = winner == game.attacker();
            let put_back = pos.state == State::Retake && attacks;
            return game.winner(other.state) == Some(winner)
                && (game.winner(pos.state) == Some(winner)
                    || put_back
                    || winner == game.goal.owner);
        }
        let bans = |pos: &Position<1>| pos.board.ko.filter(|&point| zone.contains(point));
        let kos = match pos.board.to_move == winner {
            true => bans(other).is_none() || bans(other) == bans(pos),
            false => bans(pos).is_none() || bans(other) == bans(pos),
        };
        let [ours, theirs] = [pos, other].map(|pos| pos.board.both().map(|set| set & *zone));
        let states = pos.state == other.state;
        ours == theirs && pos.board.to_move == other.board.to_move && kos && states
    }

    fn moves(game: &Capture<1>, pos: &Position<1>) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves
    }

    const SIZES: [&str; 6] = ["2x3", "3x3", "3x4", "4x4", "5x4", "5x5"];

    /// Games on boards of all sizes with all rights to retake, and random targets.
    fn games(rng: &mut fastrand::Rng) -> Vec<Capture<1>> {
        let mut games = Vec::new();
        for size in SIZES {
            for retake in Retake::ALL {
                for _ in 0..6 {
                    let size: crate::size::Size = size.parse().expect("a size");
                    let owner = Player::BOTH[rng.usize(..2)];
                    let target = Point(rng.u16(..size.area() as u16));
                    let goal = Goal { target, owner, escape: rng.u8(2..6) };
                    games.push(Capture::new(size, goal, retake));
                }
            }
        }
        games
    }

    /// A zone that a win of `winner`'s may have in a position: random points with those that every
    /// zone has.
    fn some_zone(
        game: &Capture<1>,
        pos: &Position<1>,
        winner: Player,
        rng: &mut fastrand::Rng,
    ) -> Option<Set> {
        match game.winner(pos.state) {
            Some(player) if player == winner => return Some(game.end_zone(pos)),
            Some(_) => return None,
            None => {}
        }
        let many = rng.u8(2..8);
        let mut zone = points(game, many, rng);
        zone.insert(game.goal.target);
        if winner == game.attacker() {
            game.add_target(pos, &mut zone);
        } else if pos.state == State::Retake {
            game.add_captured(pos, &mut zone);
        }
        Some(zone)
    }

    /// The attacker's pass ends the game, so its refutation refutes no other move; after the
    /// defender's pass play goes on.
    #[test]
    fn a_pass_meets_zones_where_it_ends_the_game() {
        let goal = Goal { target: Point(4), owner: Player::Black, escape: 2 };
        let game = Capture::<1>::new("3x3".parse().expect("a size"), goal, Retake::Nobody);
        let stone = Points::one(goal.target);
        let pos = |to_move| game.set_up(stone, Points::EMPTY, to_move).expect("a position");
        assert!(game.meets(&pos(Player::White), Move::Pass, stone));
        assert!(!game.meets(&pos(Player::Black), Move::Pass, game.whole_zone()));
    }

    /// If two positions agree on the zone, the positions after the winner's move agree too.
    #[test]
    fn a_play_of_the_winner_keeps_positions_alike() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut seen = [0; 2];
        for game in games(&mut rng) {
            for _ in 0..4000 {
                let winner = Player::BOTH[rng.usize(..2)];
                let pos = random(&game, winner, &mut rng);
                let all = moves(&game, &pos);
                // The moves beside the target matter most.
                let mv = match rng.bool() {
                    true => all[rng.usize(..all.len())],
                    false => {
                        let near = game.target_liberties(&pos.board);
                        let near = |mv: &Move| matches!(mv, Move::At(point) if near.contains(*point) || *point == game.goal.target);
                        all.iter().copied().find(near).unwrap_or(Move::Pass)
                    }
                };
                let next = game.after(&pos, mv);
                let Some(zone) = some_zone(&game, &next, winner, &mut rng) else { continue };
                let after = (next, zone);
                let before = (pos.clone(), game.winner_zone(&pos, mv, after.1));
                if before.1 == game.whole_zone() {
                    continue;
                }
                let Some(other) = alike(&game, &pos, before.1, &mut rng) else { continue };
                if agrees(&game, &before, &other, winner) {
                    let over = game.winner(after.0.state).is_some();
                    seen[usize::from(over)] += 1;
                    let told =
                        || format!("{mv:?}\n{:?}\n{before:?}\n{other:?}\n{after:?}", game.goal);
                    assert!(moves(&game, &other).contains(&mv), "{}", told());
                    let next = game.after(&other, mv);
                    assert!(agrees(&game, &after, &next, winner), "{}", told());
                }
            }
        }
        assert!(seen[0] > 20_000 && seen[1] > 5_000, "{seen:?}");
    }

    /// Whatever the loser does, the next position agrees with the position after a refuted move.
    #[test]
    fn every_move_of_the_loser_meets_a_refutation() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut seen = 0;
        for game in games(&mut rng) {
            'position: for _ in 0..4000 {
                let winner = Player::BOTH[rng.usize(..2)];
                let pos = random(&game, winner.other(), &mut rng);
                let mut passed = pos.clone();
                game.pass_in_thought(&mut passed);
                let Some(open) = some_zone(&game, &passed, winner, &mut rng) else { continue };
                let mut refuted: Vec<Claimed> = vec![(passed, open)];
                let (mut union, mut alone) = (open, Vec::new());
                for mv in moves(&game, &pos) {
                    if game.meets(&pos, mv, open) {
                        let next = game.after(&pos, mv);
                        let Some(own) = some_zone(&game, &next, winner, &mut rng) else {
                            continue 'position;
                        };
                        refuted.push((next, own));
                        alone.push((mv, own));
                        union |= own;
                    }
                }
                let before = (pos.clone(), game.lost_zone(&pos, union, open, &alone));
                if before.1 == game.whole_zone() {
                    continue;
                }
                let Some(other) = alike(&game, &pos, before.1, &mut rng) else { continue };
                if agrees(&game, &before, &other, winner) && game.winner(other.state).is_none() {
                    seen += 1;
                    for mv in moves(&game, &other) {
                        let next = game.after(&other, mv);
                        let known = game.winner(next.state) == Some(winner)
                            || refuted.iter().any(|claimed| agrees(&game, claimed, &next, winner));
                        assert!(known, "{mv:?}\n{before:?}\n{other:?}\n{alone:?} {open:?}");
                    }
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }
}
