//! Killall-Go: positions in which White has no room to live any more.
//!
//! Take a set of Black blocks and a set of empty points such that every point is a true eye of
//! these blocks (its neighbours are their stones, and so are its diagonal neighbours, all at the
//! edge, three of four elsewhere), and every block is beside two of the points at least. Such
//! blocks are *permanent*. White has no room if every point of the board is a stone of a permanent
//! block or beside one.
//!
//! ```text
//!  . X . X .     All of Black's stones are one permanent block: the three eyes of the first row are
//!  X X X X X     true eyes. Every point of the last row is beside the block, so White has no room there,
//!  . . O . .     although Black has not captured the stone yet.
//! ```
//!
//! # Why it is right
//!
//! *Permanent blocks stay.* Suppose that a block is captured or an eye is filled, and look at the
//! first such move. Until then all stones round each eye stand, so Black may not fill the eye.
//! White fills the eye only by capturing a block for which the eye is the last liberty, and every
//! block still has another eye. So there is no such move.
//!
//! *White never lives.* A vital region of a White block is a connected set of points without White
//! stones. If the region had a point beside a permanent stone, or such a stone, it would also have
//! an eye of the stone's block. That eye is empty and beside Black stones alone, so the region is
//! not vital. There are no other points.
//!
//! *Black never has to pass while a White stone is on the board.* The stone's block has a liberty.
//! The liberty is beside a permanent stone and beside a White stone. So it is no true eye of
//! Black's, no suicide, and no forbidden ko, because a stone that can be retaken has no friend
//! beside its point. Black may play there.
//!
//! So White gets no living stone, and two passes come only when no White stone is left and Black
//! has no other move. If the game does not end, Black has won under basic ko. Under superko the
//! past may forbid Black's last move, and the knowledge is not used.

use andor_core::{Claim, Details, Oracle, Player, Settled, SettledIn, Verdict};
use andor_games::killall::{Killall, KoRule, Position, Set};

/// Settles positions in which White has no room to live.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRoom;

/// The stones of Black's permanent blocks.
pub fn permanent(game: &Killall, pos: &Position) -> Set {
    let board = game.board();
    let mut stones = pos.board().stones(Player::Black);
    // Only an empty point among Black stones can be a true eye; mostly there are none.
    let empty = board.empty(pos.board().both());
    let mut eyes = empty - board.around(board.all() - stones);
    loop {
        let is_eye = |&point: &_| game.is_eye(stones, point);
        eyes = eyes.iter().filter(is_eye).collect();
        if !eyes.has_two() {
            return Set::EMPTY;
        }
        let has_two = |block: &Set| (board.around(*block) & eyes).has_two();
        let kept = board.parts(board.fill(board.around(eyes) & stones, stones)).filter(has_two);
        let kept = kept.fold(Set::EMPTY, |all, block| all | block);
        if kept == stones {
            return stones;
        }
        stones = kept;
    }
}

/// Has White no room to live?
pub fn has_no_room(game: &Killall, pos: &Position) -> bool {
    let stones = permanent(game, pos);
    !stones.is_empty() && game.board().all().is_subset(&(stones | game.board().around(stones)))
}

impl Oracle<Killall> for NoRoom {
    fn settle(
        &self,
        game: &Killall,
        pos: &Position,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Killall>> {
        let dead = game.rule() == KoRule::Basic && has_no_room(game, pos);
        dead.then(|| Settled {
            verdict: Verdict::for_winner(claim, Player::Black),
            best: None,
            // Of a Black win a zone says only that the win does not depend on the line.
            zone: wanted.zone.then(|| game.board().all()),
        })
    }
}
