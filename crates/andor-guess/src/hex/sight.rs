//! What a player of Hex that looks to a horizon sees: the strongest moves of a position, and the balance of its circuits.

use super::HexSiblings;
use andor_core::{
    Claim, Evaluate, Game, Halt, Key, MOST_EVALUATION, Place, Selector, Siblings, Sighted,
};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Point;
use rustc_hash::FxHashMap;

/// How many moves of a position are looked at.
const WIDTH: usize = 15;

/// How much better a position stands for the player to move than its circuits say.
const TEMPO: f32 = 0.3;

/// The most looks that are kept.
const MOST_LOOKS: usize = 200_000;

/// Looks at positions of Hex, each of them once.
pub struct HexSight<const W: usize> {
    siblings: HexSiblings<W>,
    looks: FxHashMap<Key, (Vec<Point>, i16)>,
    halt: Halt,
}

impl<const W: usize> HexSight<W> {
    /// The evaluation of a position whose conductances differ by a factor e.
    pub const SCALE: f32 = 1000.0;

    /// Looks at positions of this board, with connections that take at most so many bytes.
    pub fn new(hex: &Hex<W>, bytes: usize) -> HexSight<W> {
        let siblings = HexSiblings::new(hex, bytes);
        HexSight { siblings, looks: FxHashMap::default(), halt: Halt::default() }
    }

    /// The moves at the root, where fill must keep every winning move; none if somebody wins at a look.
    pub fn root(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Vec<Point> {
        match self.siblings.look(hex, pos, Place::Root) {
            Sighted::Won(_) => Vec::new(),
            Sighted::Open { moves, .. } => {
                moves.into_iter().map(|(mv, _)| mv).take(WIDTH).collect()
            }
        }
    }

    /// The moves of a position, none if it is decided, and its evaluation.
    fn look(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> (&[Point], i16) {
        let key = hex.key(pos);
        if !self.looks.contains_key(&key) {
            let filled = self.siblings.filled(hex, pos);
            let seen = match self.siblings.look(hex, &filled, Place::Inside) {
                Sighted::Won(winner) if winner == hex.to_move(pos) => (Vec::new(), MOST_EVALUATION),
                Sighted::Won(_) => (Vec::new(), -MOST_EVALUATION),
                Sighted::Open { moves, value } => {
                    let most = f32::from(MOST_EVALUATION - 1);
                    let moves = moves.into_iter().map(|(mv, _)| mv).take(WIDTH);
                    (
                        moves.collect(),
                        (Self::SCALE * (value.unwrap_or(0.0) + TEMPO)).clamp(-most, most) as i16,
                    )
                }
            };
            if self.looks.len() >= MOST_LOOKS {
                self.looks.clear();
            }
            self.looks.insert(key, seen);
            if self.halt.is_due() {
                // The look may have ended early, and the search is over.
                self.looks.clear();
                return (&[], 0);
            }
        }
        let (moves, value) = &self.looks[&key];
        (moves, *value)
    }
}

impl<const W: usize> Evaluate<Hex<W>> for HexSight<W> {
    fn heed(&mut self, halt: &Halt) {
        self.siblings.heed(halt);
        self.halt = halt.clone();
    }

    fn evaluate(&mut self, hex: &Hex<W>, pos: &HexPosition<W>, _: Claim) -> i16 {
        self.look(hex, pos).1
    }
}

impl<const W: usize> Selector<Hex<W>> for HexSight<W> {
    fn only_move(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Option<Point> {
        match self.look(hex, pos).0 {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn select(&mut self, hex: &Hex<W>, pos: &HexPosition<W>, out: &mut Vec<Point>) {
        out.extend_from_slice(self.look(hex, pos).0);
    }
}
