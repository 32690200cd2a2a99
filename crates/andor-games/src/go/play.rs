//! [`Go`] as a game: moves, play, keys, repetition, symmetries.

use super::images::IMAGES;
use super::{Cycle, Go, Ko, Move, Passes, Position, Rules, Stones, Suicide, Uneven};
use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, Margin, Outcome, Player, Repetition, Symmetric, Symmetry, Trace,
};

impl<const W: usize> Go<W> {
    /// Do the rules allow a play on this empty point, as far as the position tells?
    pub fn allows(&self, pos: &Position<W>, point: Point) -> bool {
        if pos.ko == Some(point) {
            return false;
        }
        self.board.lives(&pos.stones, pos.to_move, point) || self.allows_suicide(pos, point)
    }

    /// The points on which the rules allow a play, as far as the position tells.
    pub(crate) fn plays(&self, pos: &Position<W>) -> Points<W> {
        // A play beside an empty point is always allowed; the others are few. A forbidden ko point
        // has no empty neighbour.
        let empty = self.board.empty(&pos.stones);
        let open = empty & self.board.around(empty);
        let enclosed = empty - open;
        let mut allowed = open;
        for point in enclosed {
            if self.allows(pos, point) {
                allowed.insert(point);
            }
        }
        allowed
    }

    /// May the player to move sacrifice the block that a play on `point` would make?
    fn allows_suicide(&self, pos: &Position<W>, point: Point) -> bool {
        let is_single = || !self.board.adjacent(point).meets(&pos.stones[pos.to_move.index()]);
        match (self.rules.suicide, self.rules.ko) {
            (Suicide::Forbidden, _) => false,
            (Suicide::Allowed, Ko::Situational | Ko::NaturalSituational) => true,
            (Suicide::Allowed, Ko::Positional | Ko::Basic) => !is_single(),
        }
    }

    /// Makes `after` the position after a play on a point.
    fn played(&self, pos: &Position<W>, point: Point, after: &mut Position<W>) {
        let player = pos.to_move;
        after.stones = pos.stones;
        let taken = self.board.place(&mut after.stones, player, point);
        let changes = self.images.stone(player, point);
        for (image, key) in after.keys.iter_mut().enumerate() {
            *key = pos.keys[image] ^ changes[image];
        }
        if !(taken.captured | taken.sacrificed).is_empty() {
            self.toggle(&mut after.keys, player.other(), taken.captured);
            self.toggle(&mut after.keys, player, taken.sacrificed);
        }
        after.to_move = player.other();
        after.passes = 0;
        after.ko = match self.rules.ko {
            Ko::Basic => self.ko_after(&after.stones, player, point, taken.captured),
            _ => None,
        };
        after.waits = match (self.rules.passes, after.ko) {
            (Passes::AfterKoMore, Some(_)) if pos.passes == 0 => (pos.waits + 1).min(2),
            (Passes::AfterKoMore, Some(_)) => 1,
            _ => 0,
        };
    }

    /// The point that may not be retaken after a stone on `point` captured: the captured stone was
    /// single, and the new one is single too with no other liberty than the point it emptied.
    #[inline]
    fn ko_after(
        &self,
        stones: &Stones<W>,
        player: Player,
        point: Point,
        captured: Points<W>,
    ) -> Option<Point> {
        let open = self.board.adjacent(point) - stones[player.other().index()];
        (open == captured && !captured.has_two()).then(|| captured.first()).flatten()
    }

    /// The keys of all images, less the part that they share.
    #[inline]
    pub(super) fn image_keys(&self, pos: &Position<W>) -> [Key; IMAGES] {
        let mut keys = pos.keys;
        if let Some(point) = pos.ko {
            let changes = self.images.ko(point);
            keys.iter_mut().zip(changes).for_each(|(key, &change)| *key ^= change);
        }
        keys
    }

    /// The part of a key that all images share.
    #[inline]
    pub(super) fn common_key(&self, pos: &Position<W>) -> Key {
        self.images.to_move(pos.to_move)
            ^ self.images.passes(pos.passes)
            ^ self.images.waits(pos.waits)
    }
}

/// The rule of repetition under these rules on a board of this size.
pub(super) fn repetition(rules: Rules, size: Size) -> Repetition {
    if rules.ko != Ko::Basic {
        return Repetition::Forbidden;
    }
    let whole_board = |winner: Player| Outcome::Margin(Margin(winner.sign() * size.area() as i16));
    let even = match rules.cycle {
        Cycle::NoResult => Outcome::NoResult,
        Cycle::Tie => Outcome::DRAW,
        Cycle::Won(player) => whole_board(player),
    };
    match rules.uneven {
        Uneven::Same => Repetition::Ends(even),
        Uneven::MoreCaptures => {
            let [above, below] = Player::both(whole_board);
            Repetition::Judged { even, above, below }
        }
    }
}

impl<const W: usize> Game for Go<W> {
    type Position = Position<W>;
    type Move = Move;
    type Undo = Position<W>;
    type Zone = Points<W>;

    fn start(&self) -> Position<W> {
        self.unchecked([Points::EMPTY; 2], Player::Black)
    }

    #[inline]
    fn to_move(&self, pos: &Position<W>) -> Player {
        pos.to_move
    }

    #[inline]
    fn outcome(&self, pos: &Position<W>) -> Option<Outcome> {
        pos.is_over().then(|| Outcome::Margin(self.margin(pos)))
    }

    #[inline]
    fn moves(&self, pos: &Position<W>, out: &mut Vec<Move>) {
        if !pos.is_over() {
            out.extend(self.plays(pos).iter().map(Move::At));
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move) -> Position<W> {
        let before = pos.clone();
        self.after_into(&before, mv, pos);
        before
    }

    #[inline]
    fn after(&self, pos: &Position<W>, mv: Move) -> Position<W> {
        let mut after = pos.clone();
        self.after_into(pos, mv, &mut after);
        after
    }

    #[inline]
    fn after_into(&self, pos: &Position<W>, mv: Move, after: &mut Position<W>) {
        match mv {
            Move::At(point) => self.played(pos, point, after),
            Move::Pass => {
                after.clone_from(pos);
                after.to_move = pos.to_move.other();
                after.passes += 1;
                after.ko = None;
            }
        }
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, old: Position<W>) {
        *pos = old;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> Key {
        let ko = pos.ko.map_or(Key::ZERO, |point| self.images.ko(point)[0]);
        pos.keys[0] ^ ko ^ self.common_key(pos)
    }

    #[inline]
    fn class(&self, pos: &Position<W>) -> Class {
        let least = |keys: &[Key]| {
            // Which is the least is a matter of chance: nothing to branch on.
            let (mut least, mut best) = (keys[0], 0);
            for (image, &key) in keys.iter().enumerate().skip(1) {
                (least, best) = if key < least { (key, image) } else { (least, best) };
            }
            Class { key: least ^ self.common_key(pos), symmetry: Symmetry(best as u8) }
        };
        let count = self.symmetries.count() as usize;
        match pos.ko {
            None => least(&pos.keys[..count]),
            Some(_) => least(&self.image_keys(pos)[..count]),
        }
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: Move) -> Move {
        match mv {
            Move::At(point) => Move::At(self.symmetries.map(symmetry, point)),
            Move::Pass => Move::Pass,
        }
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries.inverse(symmetry)
    }

    #[inline]
    fn stabilizer(&self, pos: &Position<W>) -> u64 {
        let keys = self.image_keys(pos);
        let same = |&image: &usize| keys[image] == keys[0];
        let images = 0..self.symmetries.count() as usize;
        images.filter(same).fold(0, |set, image| set | 1 << image)
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// Black's passes less White's. At the end of a cycle each player has as many stones as at its
    /// start, so that a player's plays are the opponent's captures; both had equally many turns.
    /// Hence Black passed as many times more than White as Black captured stones more than White.
    #[inline]
    fn tally(&self, pos: &Position<W>, mv: Move) -> i32 {
        if mv == Move::Pass { pos.to_move.sign().into() } else { 0 }
    }

    #[inline]
    fn trace(&self, pos: &Position<W>) -> Trace {
        let board = pos.keys[0];
        let with_mover = |player| board ^ self.images.to_move(player);
        if pos.is_over() {
            return Trace::Nothing;
        }
        match (self.rules.ko, pos.passes) {
            (Ko::Basic, 1..) => Trace::Nothing,
            (Ko::Basic, _) => Trace::Unique(self.key(pos)),
            (Ko::Positional, 0) => Trace::Unique(board),
            (Ko::Positional, _) => Trace::Free(board),
            (Ko::Situational, 0) => Trace::Unique(with_mover(pos.to_move)),
            (Ko::Situational, _) => Trace::Free(with_mover(pos.to_move)),
            // The creator of a board is named by who moves next; after a pass, the creator does.
            (Ko::NaturalSituational, 0) => Trace::Unique(with_mover(pos.to_move)),
            (Ko::NaturalSituational, _) => Trace::Free(with_mover(pos.to_move.other())),
        }
    }

    /// The stones of each player in one number. The numbers change little from move to move and are
    /// close to each other: with this factor the numbers of one line seldom share a bit of a set
    /// of 128.
    #[inline]
    fn census(&self, pos: &Position<W>) -> Option<u32> {
        let [black, white] = &pos.stones;
        Some(black.len() + 12 * white.len())
    }

    /// Never called: a pass is never forbidden.
    fn stuck(&self, pos: &Position<W>) -> Outcome {
        Outcome::Margin(self.margin(pos))
    }
}

impl<const W: usize> Symmetric for Go<W> {
    fn symmetries(&self) -> u8 {
        self.symmetries.count()
    }

    fn map_position(&self, symmetry: Symmetry, pos: &Position<W>) -> Position<W> {
        let image = |point| self.symmetries.map(symmetry, point);
        let stones = pos.stones.map(|set| set.iter().map(image).collect());
        Position {
            passes: pos.passes,
            waits: pos.waits,
            ko: pos.ko.map(image),
            ..self.unchecked(stones, pos.to_move)
        }
    }

    #[inline]
    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        self.symmetries.map(symmetry, Point(point as u16)).index()
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.symmetries.compose(first, second)
    }
}
