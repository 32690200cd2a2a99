//! The moves that are worth trying.
//!
//! A move is left out for one of two reasons, each from a lemma:
//!
//! * the move is *answered*: the opponent has a reply after which the whole shape of the lemma is
//!   the opponent's (a *vulnerable* cell if the shape is the cell and the reply, else
//!   *reversible*);
//! * the move is *dominated*: another move is at least as good.
//!
//! # Why the drops go together
//!
//! Let Black be to move, V be the answered moves, and M the other moves. **If no move of M wins, no
//! move at all wins.** Suppose that Black plays c of V, and White gives the reply to c. The shape T
//! of the lemma is now as good as white, so give T to White. Black moves again. The position is the
//! first position with more white points; a move of M loses in it, since the move lost without
//! these points. Now take a move c' of V with shape T' and reply r'. The points that were given
//! away are white. If r' is among them, White has more on T' than the reply. Else White replies at
//! r' and has the reply and perhaps more. Either way T' is as good as white as well, because more
//! white stones on a shape or on its ring are no better for Black, and White has not moved more
//! often than Black. So White can go on until Black plays in M or the board is full, when Black has
//! gained nothing. Note that replies may lie in V, and that moves may answer each other: White
//! always has the last word.
//!
//! *Dominated by* is a relation among all moves of one position: if c is dominated by d and c wins,
//! d wins. The relation may be followed from move to move, over moves of V too. From M we take out
//! one move after another, as long as the relation leads from the move to another move of M that is
//! still there. So the relation leads from every move taken out to a move that stays, also where
//! moves dominate each other in a circle, of which one move stays.
//!
//! Both arguments are about the position itself. So they can be combined with all other knowledge
//! about the position: moves outside a must-play region lose, and may be taken away from the
//! remaining moves without further thought. **If no move is left and the game is not over, the
//! player to move has lost.**
//!
//! The position should be filled in first: the table has no lemmas about moves where something can
//! be filled.

use super::lemma::Fact;
use super::matcher::{Image, Planes};
use super::{DROPS, Inferior, Spot};
use andor_core::Player;
use andor_games::points::{Point, Points};

/// Why a move need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropRule {
    /// The opponent's reply gives the opponent the whole shape of the lemma.
    Answered {
        /// The reply.
        reply: Point,
    },
    /// Another move is at least as good.
    Dominated {
        /// The other move.
        by: Point,
    },
}

/// A move that need not be tried: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop<const W: usize> {
    /// The move.
    pub point: Point,
    /// Why.
    pub rule: DropRule,
    /// The lemma, with the player to move as Black.
    pub spot: Spot,
    /// The shape of the lemma, all of it empty: the shape and the stones around it are all that is
    /// needed to prove the reason again.
    pub carrier: Points<W>,
}

impl<const W: usize> Inferior<W> {
    /// The moves that are worth trying. If there is none, the player to move has lost.
    pub fn consider(&self, stones: [Points<W>; 2], to_move: Player) -> Points<W> {
        self.consider_and_tell(stones, to_move, |_| {})
    }

    /// The moves that are worth trying. `tell` is called with everything that lemmas say against
    /// moves, also against moves that stay because they dominate each other.
    pub fn consider_and_tell(
        &self,
        stones: [Points<W>; 2],
        to_move: Player,
        mut tell: impl FnMut(Drop<W>),
    ) -> Points<W> {
        let empty = self.hex.board() - (stones[0] | stones[1]);
        let mut planes = Planes::default();
        self.drop_offsets.planes(&self.around, empty, stones, &mut planes);
        let mut answered = Points::EMPTY;
        let mut dominators = vec![Points::EMPTY; self.hex.size().area()];
        DROPS.search(&planes, to_move, empty, |image, places| {
            for place in places {
                let found = self.drop_at(image, to_move, place);
                match found.rule {
                    DropRule::Answered { .. } => answered.insert(found.point),
                    DropRule::Dominated { by } => dominators[found.point.index()].insert(by),
                }
                tell(found);
            }
        });
        undominated(empty - answered, &dominators)
    }

    fn drop_at(&self, image: &Image, player: Player, place: Point) -> Drop<W> {
        let at = |cell: usize| self.at(place, image.cells[cell]);
        let (cell, rule) = match image.fact {
            Fact::Answered { cell, reply } => (cell, DropRule::Answered { reply: at(reply) }),
            Fact::Dominated { cell, by } => (cell, DropRule::Dominated { by: at(by) }),
            Fact::Fill(_) => unreachable!("this matcher knows no fills"),
        };
        let carrier = (0..image.cells.len()).map(at).collect();
        let spot = self.spot_at(image, player, place);
        Drop { point: at(cell), rule, spot, carrier }
    }
}

/// The moves that stay when each move is removed from which the relation leads to another move that
/// is still there.
fn undominated<const W: usize>(moves: Points<W>, dominators: &[Points<W>]) -> Points<W> {
    let mut kept = moves;
    for point in moves {
        let mut reached = dominators[point.index()];
        let mut open = reached;
        kept.remove(point);
        while !reached.meets(&kept) {
            let Some(next) = open.first() else {
                kept.insert(point);
                break;
            };
            open.remove(next);
            let more = dominators[next.index()] - reached;
            reached |= more;
            open |= more;
        }
    }
    kept
}
