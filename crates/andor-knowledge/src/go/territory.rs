//! Unconditional territory (van der Werf 2003): where the opponent has no room for two eyes.
//!
//! Let X be a colour and O the other, and take the X stones that are [alive](super::life). What they
//! leave of the board falls into connected parts. Among the points of a part, those that are beside
//! no alive stone are its *inside*: only there can O have an eye. If the inside is one point, or two
//! that are neighbours, O never has two, and the whole part becomes X's.
//!
//! ```text
//!  . X . .      Black is alive without the two columns on the right. The inside of these is the
//!  X X . .      last column: two neighbours. White cannot live there.
//! ```
//!
//! # Why it is right
//!
//! The alive stones have their two eyes elsewhere: the parts round the eyes have no inside. So X may
//! fill the part. X's plan, as long as O has stones in it (otherwise the part is X's as it stands):
//!
//! 1. Play on an empty point of the part that is beside an alive stone. The new stone is alive, is no
//!    suicide and retakes no ko. What remains of the part has no more inside than before.
//! 2. If there is none, all points but the inside are O's, and the only empty points are one or two
//!    of the inside. If there is one, it is the only liberty of every O block in the part: X plays
//!    there and captures them all. If there are two, X plays on one of them; if that captures nothing,
//!    O can take the stone by playing on the other, which leaves one empty point and cannot be a ko,
//!    because the new stone has another O neighbour; or X plays there and captures everything.
//!
//! Nor is the capture in 2 forbidden by the basic ko: what may be retaken is one stone, and O has
//! several there. A point of the inside has two neighbours at least, if the board is more than one line;
//! if both are outside it they are O's, and if the inside is two points each has a neighbour of its own
//! outside, because no two neighbours share a third.
//!
//! For the same reason at least two points of the part are beside alive stones. After a capture of
//! everything O can occupy only one of them, and 1 follows. So the alive stones grow after every capture,
//! and the plan comes to its end.
//!
//! **Conditions.** No suicide: O could empty the part. A board of more than one line. Any ko rule, and any
//! number of passes that ends the game: as long as O has stones in the part X has a move there.
//!
//! **Repetition.** What is promised depends on X's alive stones only; O cannot change it, and 1 and 2
//! do not lower it. So, as with unconditional life, none of the boards that X makes was there before on
//! a line on which this knowledge settled nothing earlier. Nor does X make one twice. It would have to be
//! between two growths of the alive stones; there X makes two boards in a part at most: with a stone on one
//! of two empty points, all others O's, and with the part captured, after which X grows as soon as O has
//! played there. The first cannot follow the second, nor come twice: who takes the stone off it leaves one
//! empty point, and X captures. So superko forbids nothing that X needs, and no long cycle comes about. The
//! case in which O may end the game at once is left out as with life.
//!
//! # Moves inside
//!
//! MIGOS leaves out moves inside unconditional territory, with exceptions. Here they are tried: without
//! any exception, which is not sound, that saves no more than 2 % of the nodes on 3x6 and nothing on 4x4
//! and 3x5, whether the moves are left out in the own territory, in the opponent's or in both. A search
//! for a claim stops soon after somebody has territory.

use super::life::{Life, unconditional_life};
use super::settle::{BOTH_SIDES, changed, settle, sure_margin};
use andor_core::{Claim, Margin, Oracle, Player, PointSet, Verdict};
use andor_games::go::{Board, Go, Position, Stones, Suicide};
use andor_games::points::Points;

/// Settles claims by what is alive without condition and the territory that it encloses. Says
/// nothing under rules that do not meet the conditions.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnconditionalTerritory;

/// What is sure without condition: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory<const W: usize> {
    /// What is alive.
    pub life: Life<W>,
    /// The parts in which the opponent has no room for two eyes.
    pub enclosed: Points<W>,
}

impl<const W: usize> Territory<W> {
    /// All points that the side will hold.
    pub fn points(&self) -> Points<W> {
        self.life.alive | self.life.territory | self.enclosed
    }
}

/// Do the rules and the board meet the conditions?
#[inline]
pub fn applies<const W: usize>(game: &Go<W>) -> bool {
    let (rules, size) = (game.rules(), game.size());
    rules.suicide == Suicide::Forbidden && size.columns().min(size.rows()) > 1
}

/// What is sure for one side, where the conditions are met.
#[inline]
pub fn territory<const W: usize>(
    board: &Board<W>,
    stones: &Stones<W>,
    side: Player,
) -> Territory<W> {
    let life = unconditional_life(board, stones, side);
    let enclosed = if life.alive.is_empty() { Points::EMPTY } else { enclosed(board, &life) };
    Territory { life, enclosed }
}

/// The parts in which the opponent has no room for two eyes.
fn enclosed<const W: usize>(board: &Board<W>, life: &Life<W>) -> Points<W> {
    let inside = board.all() - life.alive - board.around(life.alive);
    let small = |part: &Points<W>| {
        let room = *part & inside;
        match room.len() {
            1 => true,
            2 => board.around(room).meets(&room),
            _ => false,
        }
    };
    let parts = board.parts(board.all() - life.alive - life.territory);
    parts.filter(small).fold(Points::EMPTY, |all, part| all | part)
}

impl<const W: usize> Oracle<Go<W>> for UnconditionalTerritory {
    type Reason = Territory<W>;

    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Territory<W>)> {
        settle(game, pos, claim, BOTH_SIDES, |side, needed| self.sure_for(game, pos, side, needed))
    }

    /// What is sure depends on the own stones only.
    #[inline]
    fn settle_after(
        &self,
        game: &Go<W>,
        before: &Position<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Territory<W>)> {
        let sides = changed(before, pos);
        settle(game, pos, claim, sides, |side, needed| self.sure_for(game, pos, side, needed))
    }

    /// What is enclosed depends on the alive stones alone, and is no less if there are more of them.
    fn depends_on<Z: PointSet>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        territory: &Territory<W>,
    ) -> Option<Z> {
        territory.life.depends_on(game, pos)
    }
}

impl UnconditionalTerritory {
    /// What gives `side` at least the margin, if there is.
    #[inline]
    fn sure_for<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        side: Player,
        needed: Margin,
    ) -> Option<Territory<W>> {
        let sure = territory(game.board(), pos.both(), side);
        // Mostly there is nothing, and that is soon seen.
        let points = if sure.life.alive.is_empty() { 0 } else { sure.points().len() };
        let does = sure_margin(game.board(), points) >= needed && applies(game);
        does.then_some(sure)
    }
}
