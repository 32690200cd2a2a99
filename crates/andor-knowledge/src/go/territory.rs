//! Unconditional territory (van der Werf 2003): parts of the board where the opponent has no room
//! for two eyes.
//!
//! Let X be a colour and O the other colour, and take the X stones that are [alive](super::life).
//! The rest of the board falls into connected parts. Among the points of a part, the points that
//! are beside no alive stone are its *inside*: only there can O have an eye. If the inside is one
//! point, or two points that are neighbours, O never has two eyes, and the whole part becomes X's.
//!
//! ```text
//!  . X . .      Black is alive without the two columns on the right. The inside of these is the
//!  X X . .      last column: two neighbours. White cannot live there.
//! ```
//!
//! # Why it is right
//!
//! The alive stones have their two eyes elsewhere: the parts round the eyes have no inside. So X
//! may fill the part. X's plan, as long as O has stones in the part (otherwise the part is X's as
//! it stands):
//!
//! 1. Play on an empty point of the part that is beside an alive stone. The new stone is alive, is
//!    no suicide and retakes no ko. The rest of the part has no more inside than before.
//! 2. If there is no such point, all points but the inside are O's, and the only empty points are
//!    one or two of the inside. If there is one empty point, it is the only liberty of every O
//!    block in the part: X plays there and captures them all. If there are two empty points, X
//!    plays on one of them. If that captures nothing, there are two continuations. O can take the
//!    stone by playing on the second point, which leaves one empty point and cannot be a ko,
//!    because the new stone has another O neighbour. Or X plays on the second point and captures
//!    everything.
//!
//! Nor does basic ko forbid the capture in 2: only one stone may be retaken, and O has several
//! there. A point of the inside has at least two neighbours, if the board is more than one line. If
//! both neighbours are outside the inside they are O's. If the inside is two points, each has a
//! neighbour of its own outside, because no two neighbours share a third.
//!
//! For the same reason at least two points of the part are beside alive stones. After a capture of
//! everything O can occupy only one of these points, and step 1 follows. So the alive stones grow
//! after every capture, and the plan ends.
//!
//! **Conditions.** No suicide: O could empty the part. A board of more than one line. Any ko rule,
//! and any number of passes that ends the game: as long as O has stones in the part X has a move
//! there.
//!
//! **Repetition.** The promise depends on X's alive stones only. O cannot change it, and steps 1
//! and 2 do not lower it. So, as with unconditional life, none of the boards that X makes was there
//! before on a line on which this knowledge settled nothing earlier. Nor does X make a board twice.
//! A repetition would have to be between two growths of the alive stones. Between two growths X
//! makes at most two boards in a part: the board with a stone on one of two empty points, all other
//! points O's, and the board with the part captured, after which X grows as soon as O has played
//! there. The first board cannot follow the second, nor come twice: O takes the stone off the first
//! board only by leaving one empty point, and X captures. So superko forbids nothing that X needs,
//! and no long cycle comes about. The case in which O may end the game at once is left out as with
//! life.
//!
//! # Moves inside
//!
//! MIGOS leaves out moves inside unconditional territory, with exceptions. This search tries these
//! moves. Leaving them out without any exception, which is not sound, saves no more than 2 % of the
//! nodes on 3x6 and nothing on 4x4 and 3x5, whether the moves are left out in the own territory, in
//! the opponent's or in both. A search for a claim stops soon after a player has territory.

use super::life::{Life, unconditional_life};
use super::settle::{BOTH_SIDES, Sides, changed, settle, sure_margin};
use andor_core::{Claim, Details, Margin, Oracle, Player, SettledIn, Verdict};
use andor_games::go::{Board, Go, Position, Stones, Suicide};
use andor_games::points::Points;

/// Settles claims by unconditional life and the territory that it encloses. Settles nothing under
/// rules that do not meet the conditions.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnconditionalTerritory;

/// Unconditionally certain points of one side: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory<const W: usize> {
    /// The unconditional life.
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

/// The unconditional territory of one side, where the conditions are met.
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

/// The zone is the zone of the life alone: the enclosed parts depend on the alive stones, and do
/// not shrink if there are more alive stones.
impl<const W: usize> Oracle<Go<W>> for UnconditionalTerritory {
    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        let (verdict, sure) = self.why(game, pos, claim)?;
        Some(sure.life.settled(game, pos, verdict, wanted))
    }

    /// Territory depends on the own stones only.
    #[inline]
    fn settle_after(
        &self,
        game: &Go<W>,
        before: &Position<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        let (verdict, sure) = self.why_for(game, pos, claim, changed(before, pos))?;
        Some(sure.life.settled(game, pos, verdict, wanted))
    }
}

impl UnconditionalTerritory {
    /// The verdict on a claim, and the territory that settles it.
    #[inline]
    pub fn why<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Territory<W>)> {
        self.why_for(game, pos, claim, BOTH_SIDES)
    }

    #[inline]
    fn why_for<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        sides: Sides,
    ) -> Option<(Verdict, Territory<W>)> {
        settle(game, pos, claim, sides, |side, needed| self.sure_for(game, pos, side, needed))
    }

    /// The territory that gives `side` at least the margin, if there is one.
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
