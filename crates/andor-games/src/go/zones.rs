//! Relevancy zones of Go (after Shih, Wu, Wei and Wu 2021), where they are sound: under basic ko
//! without suicide.
//!
//! Let W be the player who wins a claim in a position P, L the other player, and Z a set of points.
//! A position P' *agrees* with P on Z if the same player is to move, Z holds the same stones, and
//!
//! * if L is to move: where P forbids L to retake a ko on a point of Z, P' does too, and L cannot
//!   end the game in P' by a pass;
//! * if W is to move: where P' forbids W to retake a ko on a point of Z, P does too.
//!
//! Z is a *zone* of P if W wins in every position that agrees with P on Z. Nothing else need be
//! alike: neither the stones elsewhere nor the number of passes that came last.
//!
//! # Where zones come from
//!
//! 1. *Knowledge* says that a position is won because of W's stones on some points alone
//!    (`Settled::zone`): the zone is these points. Where L could end the game at once there is no
//!    zone.
//! 2. *W plays a stone* and wins the next position with the zone z. The new zone has z and the
//!    point of the stone, and the points that make the play the same wherever it is made: captured
//!    blocks that meet z, with the stones round them, so that they are captured; a liberty of the
//!    new stone's block with the stones that lead to it, or else a captured block, so that the play
//!    is no suicide; for L's stones in z that stay, a liberty, with the whole block if the liberty
//!    is not next to them, so that they stay; and if the play forbids L to retake a stone in z, all
//!    neighbours of the point, so that the play forbids it there too.
//! 3. *L has lost*, because each of L's moves is *refuted*: by the zone with which W wins after the
//!    move, or by the zone z of another refuted move. The latter needs that neither of the two
//!    moves *meets* z: a play meets a zone if its point or a stone that it captures is in the zone,
//!    a pass if it ends the game. Then z is a zone of the position after a pass; call z *open*. The
//!    new zone is the union of the zones that are used, with an open zone among them, and
//!    * of W's blocks that meet it two liberties (all, if there is only one), and the whole block
//!      if the liberties are not next to the stones in the zone;
//!    * for an empty point of all open zones where L's play is suicide, the blocks of L that the
//!      play would join and W's stones round the point and round these blocks;
//!    * for a play that only its own zone z refutes, its point and, if the play captures stones of
//!      z, all that it captures, with the stones round them, and if the captured stone is single
//!      and may be retaken, a neighbour of the point that shows this: empty, or a stone of L's.
//! 4. All other wins have no zone but the *whole board*, which stands for "nothing is known": the
//!    end of the game by passes, a cycle, a pass of W's, a verdict from a table without a zone. The
//!    whole board makes every zone that is built from it the whole board.
//!
//! # Why they are right
//!
//! Let P' agree with P on Z.
//!
//! *W's play m.* The point is empty in P' and W is not forbidden to retake there, because P would
//! forbid it too. The captured blocks that meet z are the same blocks in P', without other
//! liberties: they are captured. The liberty, or the capture, makes the play legal. An L stone of z
//! that stays in P has in P' a liberty besides m, and stays. So z holds the same stones afterwards.
//! If L must not retake in z, then in P' the same single stone was captured and no other, for the
//! neighbours are L's stones that stay: L must not retake there either. No pass came last, so that
//! L cannot end the game. The next position agrees on z.
//!
//! *L's pass.* The pass does not end the game. No ko is forbidden after the pass. The next position
//! agrees with the position after a pass on the open zone.
//!
//! *L's play outside Z.* A W stone of Z has a liberty in Z, which L does not fill: the stone stays.
//! Stones that L may have captured are outside Z, and so is the point that W may be forbidden to
//! retake. The next position agrees with the position after a pass on the open zone.
//!
//! *L's play on a point of Z.* A block of W's that meets Z and is captured in P' has its last
//! liberty there, so it has no two liberties in P: the block is captured in P too. Suppose that in
//! P the play does not meet one of the open zones. Then the play captures nothing of that zone in
//! P, hence nothing in P', and the case is that of a play outside. Suppose that the play meets all
//! open zones. If the play is forbidden in P as retaking, so it is in P'. If the play is suicide in
//! P, its point is in all open zones, the joined blocks are the same in P' and without liberties,
//! and W's stones beside it keep a liberty: the play is suicide in P'. Otherwise the play's own
//! zone z refutes it. The stones of z that the play captures are captured in P' too; the zone z
//! holds the same stones afterwards. And if W must not retake in z after the play in P', then the
//! captured stone is in z, so that in P the same stone was captured. The point that shows that the
//! stone may be retaken there is in Z, so W must not retake it in P either.
//!
//! *There is no circle.* A zone that is not the whole board rests on knowledge alone, a limited
//! number of moves away, and every move of the game in P' comes closer. So no cycle can help L. W
//! never passes on the way, so that passes do not end the game: at most one pass comes in a row.
//! Hence a win with a zone owes nothing to the line on which it was found: the win is a fact, in
//! the sense of a game that goes on after repetitions. A line with moves before its root is
//! different: coming back to a position before the root would end the game. Searches use no zones
//! on such lines.
//!
//! *Superko.* The past may forbid any play of W's, and which play depends on the whole board: L
//! makes W's answer illegal by a play far away. A win with a zone would hold only where no board
//! that W makes on the way was there before, and the zone knows only a part of these boards. What
//! remains is an answer that reaches settled life at once, which no line that is still open has
//! seen. This saves the last two plies and no more, and is not done. Suicide lets L change stones
//! that were counted on to stay. Under both all zones are the whole board.

use super::{Go, Ko, Move, Position, Suicide};
use crate::points::{Point, Points};
use andor_core::{Game, Key, Player, Shaped, Symmetry, Zoned};

impl<const W: usize> Go<W> {
    /// Are there zones under these rules?
    #[inline]
    pub fn has_zones(&self) -> bool {
        self.rules.ko == Ko::Basic && self.rules.suicide == Suicide::Forbidden
    }

    /// Does a pass end the game?
    #[inline]
    fn pass_ends(&self, pos: &Position<W>) -> bool {
        pos.passes + 1 == pos.last_pass()
    }

    /// The stones that a play of the player to move captures.
    #[inline]
    pub(crate) fn captured(&self, pos: &Position<W>, point: Point) -> Points<W> {
        let mut stones = pos.stones;
        self.board.place(&mut stones, pos.to_move, point).captured
    }

    /// Adds the points that make W's play legal wherever the zone is the same: a liberty, or a
    /// capture.
    fn add_legality(&self, own: Points<W>, empty: Points<W>, point: Point, zone: &mut Points<W>) {
        let adjacent = self.board.adjacent(point);
        let empty = empty - Points::one(point);
        let near = adjacent & empty;
        if near.meets(zone) {
            return;
        }
        if let Some(liberty) = near.first() {
            zone.insert(liberty);
            return;
        }
        let friends = self.board.fill(adjacent & own, own);
        let liberties = self.board.around(friends) & empty;
        let known = self.board.parts(friends).find(|friend| {
            let seen = self.board.around(*friend) & empty;
            friend.is_subset(zone) && seen.meets(zone)
        });
        if known.is_some() {
            return;
        }
        let wanted = if liberties.meets(zone) { liberties & *zone } else { liberties };
        if let Some(liberty) = wanted.first() {
            let leads = |part: &Points<W>| self.board.around(*part).contains(liberty);
            let friend = self.board.parts(friends).find(leads).unwrap_or(friends);
            *zone |= friend | Points::one(liberty);
        }
    }

    /// Adds liberties for the stones of `part`, connected stones of one colour in the zone, until
    /// the zone has so many of the block's liberties among `empty`, or all of them.
    fn add_liberties(
        &self,
        colour: Points<W>,
        empty: Points<W>,
        part: Points<W>,
        wanted: u32,
        zone: &mut Points<W>,
    ) {
        if (self.board.around(part) & empty & *zone).len() >= wanted {
            return;
        }
        let block = self.board.fill(part, colour);
        let liberties = self.board.around(block) & empty;
        *zone |= block;
        for liberty in liberties - *zone {
            if (liberties & *zone).len() >= wanted {
                break;
            }
            zone.insert(liberty);
        }
    }

    /// The zone of a position that W wins by a play, from the zone of the next position: step 2.
    pub(crate) fn zone_before_play(
        &self,
        pos: &Position<W>,
        point: Point,
        z: Points<W>,
    ) -> Points<W> {
        let board = &self.board;
        let (own, other) = (pos.to_move.index(), pos.to_move.other().index());
        let (own, other) = (pos.stones[own], pos.stones[other]);
        let empty = board.empty(&pos.stones);
        let captured = self.captured(pos, point);
        let with_border = |block: Points<W>| block | (board.around(block) & own);
        let mut zone = z;
        zone.insert(point);
        let mut captures = false;
        for block in board.parts(captured).filter(|block| block.meets(&z)) {
            zone |= with_border(block);
            captures = true;
        }
        if !captures {
            let beside = board.adjacent(point);
            let friends = board.fill(beside & own, own);
            let open = (beside | board.around(friends)) & (empty - Points::one(point));
            if !open.is_empty() {
                self.add_legality(own, empty, point, &mut zone);
            } else {
                let smallest = board.parts(captured).min_by_key(|block| block.len());
                zone |= smallest.map_or(Points::EMPTY, with_border);
            }
        }
        let mut stay = (other & z) - captured;
        if self.ko_after_play(pos, point).is_some_and(|ko| z.contains(ko)) {
            zone |= board.adjacent(point);
            stay |= (board.adjacent(point) & other) - captured;
        }
        for part in board.parts(stay) {
            self.add_liberties(other, empty - Points::one(point), part, 1, &mut zone);
        }
        zone
    }

    /// The point that may not be retaken after a play.
    fn ko_after_play(&self, pos: &Position<W>, point: Point) -> Option<Point> {
        self.after(pos, Move::At(point)).ko
    }

    /// Adds the points that a play needs which only its own zone refutes: step 3.
    pub(crate) fn add_refuted(
        &self,
        pos: &Position<W>,
        point: Point,
        z: Points<W>,
        zone: &mut Points<W>,
    ) {
        let captured = self.captured(pos, point);
        zone.insert(point);
        if !captured.meets(&z) {
            return;
        }
        *zone |= captured | self.board.around(captured);
        if captured.len() == 1 && self.ko_after_play(pos, point).is_none() {
            let winner = pos.stones[pos.to_move.other().index()];
            let shows = self.board.adjacent(point) - winner;
            if !shows.meets(zone)
                && let Some(point) = shows.first()
            {
                zone.insert(point);
            }
        }
    }

    /// Adds the points that keep W's stones on the board and L's suicides illegal, until nothing is
    /// missing.
    pub(crate) fn close(&self, pos: &Position<W>, open: Points<W>, zone: &mut Points<W>) {
        let board = &self.board;
        let (loser, winner) = (pos.to_move, pos.to_move.other());
        let [weak, strong] = [loser, winner].map(|side| pos.stones[side.index()]);
        let empty = board.empty(&pos.stones);
        loop {
            let before = *zone;
            for part in board.parts(strong & before) {
                self.add_liberties(strong, empty, part, 2, zone);
            }
            for point in open & empty {
                if !board.lives(&pos.stones, loser, point) {
                    let joined = board.fill(board.adjacent(point) & weak, weak);
                    let beside = board.around(joined) | board.adjacent(point);
                    *zone |= joined | (beside & strong);
                }
            }
            if *zone == before {
                return;
            }
        }
    }
}

/// The start values of the two halves of a shape's key, and their factors.
const SEEDS: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];
const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];

/// Multiplies, and mixes the two halves of the product.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64 ^ a.rotate_left(32)
}

impl<const W: usize> Zoned for Go<W> {
    #[inline]
    fn end_zone(&self, _: &Position<W>) -> Points<W> {
        self.board.all()
    }

    #[inline]
    fn whole_zone(&self) -> Points<W> {
        self.board.all()
    }

    fn winner_zone(&self, pos: &Position<W>, mv: Move, zone: Points<W>) -> Points<W> {
        match mv {
            Move::At(point) if zone != self.board.all() => self.zone_before_play(pos, point, zone),
            _ => self.board.all(),
        }
    }

    #[inline]
    fn join(&self, first: Points<W>, second: Points<W>) -> Points<W> {
        first | second
    }

    fn meets(&self, pos: &Position<W>, mv: Move, zone: Points<W>) -> bool {
        match mv {
            Move::Pass => self.pass_ends(pos),
            Move::At(point) => {
                let others = pos.stones[pos.to_move.other().index()];
                zone.contains(point)
                    || self.board.adjacent(point).meets(&others)
                        && self.captured(pos, point).meets(&zone)
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
        if zone == self.board.all() {
            return zone;
        }
        for &(mv, own) in alone {
            if let Move::At(point) = mv {
                self.add_refuted(pos, point, own, &mut zone);
            }
        }
        self.close(pos, open, &mut zone);
        zone
    }

    fn map_zone(&self, symmetry: Symmetry, zone: Points<W>) -> Points<W> {
        if symmetry == Symmetry::IDENTITY || zone == self.board.all() {
            return zone;
        }
        zone.iter().map(|point| self.symmetries.map(symmetry, point)).collect()
    }

    #[inline]
    fn zone_size(&self, zone: Points<W>) -> u32 {
        zone.len()
    }
}

impl<const W: usize> Shaped for Go<W> {
    #[inline]
    fn can_have_shape(&self, pos: &Position<W>, winner: Player) -> bool {
        pos.to_move == winner || !self.pass_ends(pos)
    }

    #[inline]
    fn shape(&self, pos: &Position<W>, zone: Points<W>) -> Key {
        let ban = pos.ko.filter(|&point| zone.contains(point)).map_or(0, |point| 1 + point.index());
        let [black, white] = pos.stones;
        let [mut low, mut high] = SEEDS;
        let mut mix = |word: u64| {
            low = fold(low ^ word, FACTORS[0]);
            high = fold(high.wrapping_add(word), FACTORS[1]);
        };
        mix(2 * ban as u64 + pos.to_move.index() as u64);
        for i in 0..W {
            mix(zone.0[i]);
            mix(black.0[i] & zone.0[i]);
            mix(white.0[i] & zone.0[i]);
        }
        Key(u128::from(high) << 64 | u128::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;

    type Set = Points<1>;

    /// A zone with the position to which it belongs.
    type Claimed = (Position<1>, Set);

    fn game(size: &str) -> Go<1> {
        Go::new(size.parse().expect("a size"), Rules::MIGOS)
    }

    /// Random points, one of so many.
    fn points(game: &Go<1>, of: u8, rng: &mut fastrand::Rng) -> Set {
        game.board.all().iter().filter(|_| rng.u8(..of) == 0).collect()
    }

    /// May the player to move be forbidden to retake here? Only where a single stone was taken.
    fn may_be_ko(game: &Go<1>, pos: &Position<1>, point: Point) -> bool {
        let others = pos.stones[pos.to_move.other().index()];
        let is_empty = game.board.empty(&pos.stones).contains(point);
        is_empty && game.board.adjacent(point).is_subset(&others)
    }

    /// The position with these stones, if they all have liberties, perhaps after a pass or a ko.
    fn position(
        game: &Go<1>,
        stones: [Set; 2],
        to_move: Player,
        rng: &mut fastrand::Rng,
    ) -> Option<Position<1>> {
        let mut pos = game.set_up(stones[0], stones[1], to_move).ok()?;
        match rng.u8(..4) {
            0 => {
                pos.passes = 1;
                pos.waits = rng.u8(..2);
            }
            1 | 2 => {
                let points = game.board.all().iter();
                let kos: Vec<Point> = points.filter(|&p| may_be_ko(game, &pos, p)).collect();
                pos.ko = (!kos.is_empty()).then(|| kos[rng.usize(..kos.len())]);
            }
            _ => {}
        }
        Some(pos)
    }

    fn random(game: &Go<1>, rng: &mut fastrand::Rng) -> Position<1> {
        loop {
            let free = rng.u8(2..5);
            let stones = game.board.all() - points(game, free, rng);
            let black = stones & points(game, 2, rng);
            let to_move = if rng.bool() { Player::Black } else { Player::White };
            if let Some(pos) = position(game, [black, stones - black], to_move, rng) {
                return pos;
            }
        }
    }

    /// A position with the same stones in the zone, and others elsewhere.
    fn alike(game: &Go<1>, pos: &Position<1>, zone: Set, rng: &mut fastrand::Rng) -> Position<1> {
        loop {
            let many = rng.u8(1..6);
            let changed = points(game, many, rng) - zone;
            let mut stones = pos.stones.map(|set| set - changed);
            for point in changed {
                match rng.u8(..5) {
                    0 => {}
                    1 | 2 => stones[0].insert(point),
                    _ => stones[1].insert(point),
                }
            }
            let Some(mut other) = position(game, stones, pos.to_move, rng) else { continue };
            if rng.bool() && pos.ko.is_some_and(|ko| may_be_ko(game, &other, ko)) {
                (other.ko, other.passes) = (pos.ko, 0);
            }
            return other;
        }
    }

    /// Does `other` agree with the position of a zone of `winner`'s? The definition is in the head
    /// of this file.
    fn agrees((pos, zone): &Claimed, other: &Position<1>, winner: Player) -> bool {
        let zone = *zone;
        let bans = |pos: &Position<1>| pos.ko.filter(|&point| zone.contains(point));
        let kos = match pos.to_move == winner {
            true => bans(other).is_none() || bans(other) == bans(pos),
            false => bans(pos).is_none() || bans(other) == bans(pos),
        };
        let ends = pos.to_move != winner && other.passes + 1 == other.last_pass();
        let same = (0..2).all(|side| pos.stones[side] & zone == other.stones[side] & zone);
        same && pos.to_move == other.to_move && kos && !ends && !other.is_over()
    }

    fn moves(game: &Go<1>, pos: &Position<1>) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves
    }

    /// A pass that ends the game meets every zone, so that no other move's refutation refutes it.
    #[test]
    fn a_pass_meets_zones_where_it_ends_the_game() {
        let game = game("3x3");
        let first = game.after(&game.start(), Move::Pass);
        assert!(!game.meets(&game.start(), Move::Pass, game.whole_zone()));
        assert!(game.meets(&first, Move::Pass, Points::EMPTY));
        assert!(!game.can_have_shape(&first, first.to_move.other()));
        assert!(game.can_have_shape(&first, first.to_move));
    }

    /// If two positions agree on the zone, the positions after the winner's play agree too.
    #[test]
    fn a_play_of_the_winner_keeps_positions_alike() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut seen = 0;
        for size in ["2x3", "3x3", "3x4", "4x4", "5x5"] {
            let game = game(size);
            for _ in 0..20_000 {
                let pos = random(&game, &mut rng);
                let all = moves(&game, &pos);
                let mv = all[rng.usize(..all.len())];
                let many = rng.u8(2..8);
                let after = (game.after(&pos, mv), points(&game, many, &mut rng));
                let before = (pos.clone(), game.winner_zone(&pos, mv, after.1));
                if before.1 == game.whole_zone() {
                    continue;
                }
                let other = alike(&game, &pos, before.1, &mut rng);
                if agrees(&before, &other, pos.to_move) {
                    seen += 1;
                    assert!(moves(&game, &other).contains(&mv), "{mv:?}\n{before:?}\n{other:?}");
                    let next = game.after(&other, mv);
                    assert!(agrees(&after, &next, pos.to_move), "{mv:?}\n{before:?}\n{other:?}");
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }

    /// Whatever the loser does, the next position agrees with the position after a refuted move.
    #[test]
    fn every_move_of_the_loser_meets_a_refutation() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut seen = 0;
        for size in ["2x3", "3x3", "3x4", "4x4", "5x5"] {
            let game = game(size);
            for _ in 0..20_000 {
                let pos = random(&game, &mut rng);
                let winner = pos.to_move.other();
                if game.pass_ends(&pos) {
                    continue;
                }
                let many = rng.u8(2..8);
                let open = points(&game, many, &mut rng);
                let mut refuted: Vec<Claimed> = vec![(game.after(&pos, Move::Pass), open)];
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
                if before.1 == game.whole_zone() {
                    continue;
                }
                let other = alike(&game, &pos, before.1, &mut rng);
                if agrees(&before, &other, winner) {
                    seen += 1;
                    for mv in moves(&game, &other) {
                        let next = game.after(&other, mv);
                        let known = refuted.iter().any(|claimed| agrees(claimed, &next, winner));
                        assert!(known, "{mv:?}\n{before:?}\n{other:?}\n{alone:?} {open:?}");
                    }
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }
}
