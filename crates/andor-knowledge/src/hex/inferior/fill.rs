//! Fill-in: stones that may be added to a position without changing the winner.
//!
//! Lemmas that fill are applied until none applies, then points that are cut off are filled, and so
//! on until nothing changes. Each step reports, in order, the points it filled and the rule, so
//! that a certificate can repeat the step.
//!
//! The value of the position stays the same, whoever is to move. A winning move need not stay a
//! winning move: where a lemma fills only some cells of its shape, a move on one of the other cells
//! may win with the fill and fail without. So a search that goes on after fill-in searches the
//! filled position. Dead points and captured sets ([`Fills::Captured`]) keep winning moves as well:
//! whatever is played elsewhere, they can still be filled.

use super::lemma::Fact;
use super::matcher::{Image, Planes, distance};
use super::{Fills, Inferior, Spot};
use andor_core::Player;
use andor_games::points::{Point, Points};

/// The rule by which some points may be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// By a lemma.
    Lemma(Spot),
    /// The points are on no simple path of this player's between the own edges, so that they are
    /// dead.
    CutOff(Player),
}

/// A step of a fill-in: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill<const W: usize> {
    /// The rule.
    pub rule: FillRule,
    /// The points on which the rule rests, all of them empty. For a lemma they are its shape: the
    /// shape and the stones around it are all that is needed to prove the step again.
    pub carrier: Points<W>,
    /// The points that are filled for Black and for White.
    pub stones: [Points<W>; 2],
}

impl<const W: usize> Inferior<W> {
    /// The stones of both players with all that can be filled in.
    pub fn fill(&self, stones: [Points<W>; 2]) -> [Points<W>; 2] {
        self.fill_and_tell(stones, self.hex.board(), |_| {})
    }

    /// The same, if nothing could be filled before the stones on the points `news` were added.
    pub fn fill_after(&self, stones: [Points<W>; 2], news: Points<W>) -> [Points<W>; 2] {
        self.fill_and_tell(stones, news, |_| {})
    }

    /// The stones of both players with all that can be filled in near new stones; `tell` is called
    /// with each step.
    pub fn fill_and_tell(
        &self,
        stones: [Points<W>; 2],
        news: Points<W>,
        mut tell: impl FnMut(Fill<W>),
    ) -> [Points<W>; 2] {
        let mut filled = stones;
        let mut planes = Planes::default();
        let mut among = self.vicinity(news);
        loop {
            let before = filled;
            self.apply_lemmas(&mut filled, among, &mut planes, &mut tell);
            if filled == before && self.fills == Fills::All {
                self.fill_cut_off(&mut filled, &mut tell);
            }
            if filled == before {
                return filled;
            }
            let news = (filled[0] | filled[1]) - (before[0] | before[1]);
            among = self.vicinity(news);
        }
    }

    /// Applies each lemma wherever it applied before the call, with its first cell among the given
    /// points.
    fn apply_lemmas(
        &self,
        filled: &mut [Points<W>; 2],
        among: Points<W>,
        planes: &mut Planes<W>,
        tell: &mut impl FnMut(Fill<W>),
    ) {
        let mut empty = self.hex.board() - (filled[0] | filled[1]);
        self.fill_offsets.planes(&self.around, empty, *filled, planes);
        for player in Player::BOTH {
            self.fills.matcher().search(planes, player, among & empty, |image, places| {
                for place in places {
                    let step = self.step_at(image, player, place);
                    // A lemma that was applied meanwhile may have taken some of the cells. Stones
                    // on the ring do no harm.
                    if step.carrier.is_subset(&empty) {
                        filled[0] |= step.stones[0];
                        filled[1] |= step.stones[1];
                        empty = empty - (step.stones[0] | step.stones[1]);
                        tell(step);
                    }
                }
            });
        }
    }

    /// The step of an image of a lemma at a place, for a player.
    fn step_at(&self, image: &Image, player: Player, place: Point) -> Fill<W> {
        let Fact::Fill(fill) = image.fact else { unreachable!("this matcher knows fills only") };
        let mut step = Fill {
            rule: FillRule::Lemma(self.spot_at(image, player, place)),
            carrier: Points::EMPTY,
            stones: [Points::EMPTY; 2],
        };
        for (i, &cell) in image.cells.iter().enumerate() {
            let point = self.at(place, cell);
            step.carrier.insert(point);
            if fill.black >> i & 1 != 0 {
                step.stones[player.index()].insert(point);
            }
            if fill.white >> i & 1 != 0 {
                step.stones[player.other().index()].insert(point);
            }
        }
        step
    }

    /// The lemma of an image at a place.
    pub(super) fn spot_at(&self, image: &Image, player: Player, place: Point) -> Spot {
        let at = self.at(place, image.first);
        Spot { lemma: image.lemma, turn: image.turn, at, player }
    }

    /// The point at an offset, which must be on the board.
    #[inline]
    pub(super) fn at(&self, place: Point, cell: (i8, i8)) -> Point {
        Point((i32::from(place.0) + distance(self.hex.size(), cell)) as u16)
    }

    /// The places where the first cell of a lemma can lie that has one of these points on its ring.
    fn vicinity(&self, points: Points<W>) -> Points<W> {
        let mut out = points;
        for _ in 0..self.fills.matcher().reach() {
            out = self.hex.grown(out);
        }
        out
    }
}
