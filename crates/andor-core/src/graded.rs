//! Graded moves: an attack that begins with few moves and widens.

use crate::{Claim, Passing, Player};

/// Games whose moves of attack come in *widths*: the moves that most likely reach the goal first,
/// all legal moves last (Cazenave 2001: iterative widening).
///
/// Each player may attack: the player whom the claim is about wants to fulfil the claim, the other
/// player wants to make its fulfilment impossible. In this trait the attacker is the player who is
/// searched for a win, and the defender is the other player. The position after "elsewhere" is the
/// position after [`Passing::pass_in_thought`]: if the attacker wins that position with a zone,
/// every move of the defender's that does not [meet](crate::Zoned::meets) the zone loses.
///
/// A win is a finite tree of moves. So a position that comes back on the way to a win is no
/// progress for the attacker, and a search for wins of bounded length needs no rule of repetition.
/// The rules of a graded game must not forbid repetitions (superko).
pub trait Graded: Passing {
    /// How many widths there are, at least one.
    fn widths(&self) -> u8;

    /// Appends the moves of a width, counted from 0, to an empty list, the most promising first.
    /// `pos` is not over, and the attacker is to move. The moves of each width begin with the moves
    /// of the width before. The last width has every legal move that can win.
    fn attacks(&self, pos: &Self::Position, width: u8, out: &mut Vec<Self::Move>);

    /// A lower bound on the number of the attacker's own moves until the attacker has won, if the
    /// defender does not help. `pos` is not over; either player may be to move.
    #[inline]
    fn least_moves(&self, _pos: &Self::Position, _attacker: Player) -> u32 {
        1
    }

    /// A move that wins at once, with the zone of the position before the move, if the game knows a
    /// quick way to find the move. `pos` is not over, and the attacker is to move. The claim says
    /// what a win is.
    #[inline]
    fn strike(&self, _pos: &Self::Position, _claim: Claim) -> Option<(Self::Move, Self::Zone)> {
        None
    }

    /// Does [`Graded::strike`] find a win at once wherever there is one for this attacker? If not,
    /// a search tries the attacks.
    #[inline]
    fn sees_strikes(&self, _attacker: Player) -> bool {
        false
    }

    /// If the attacker does not win after "elsewhere", does the attacker not win `pos` either? This
    /// is so where the defender may pass, and where an own stone never hurts. Elsewhere a search
    /// must try every reply before it gives a position up.
    #[inline]
    fn waiting_is_safe(&self) -> bool {
        true
    }

    /// A legal move of the defender's, who is to move in `pos`, that is as good as "elsewhere",
    /// where [waiting is safe](Graded::waiting_is_safe): a pass, or any move where an own stone
    /// never hurts.
    fn waiting_move(&self, pos: &Self::Position) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        moves.first().copied()
    }

    /// Appends the legal moves of the defender, who is to move in `pos`, that meet a zone of the
    /// attacker's win after "elsewhere". The default asks [`meets`](crate::Zoned::meets) for every
    /// legal move; moves that lose at once may be missing.
    fn replies(&self, pos: &Self::Position, zone: Self::Zone, out: &mut Vec<Self::Move>) {
        let from = out.len();
        self.moves(pos, out);
        let mut kept = from;
        for i in from..out.len() {
            if self.meets(pos, out[i], zone) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Appends the moves of a forced attack that a search follows to any length, such as a ladder:
    /// each move threatens a [strike](Graded::strike). `pos` is not over, and the attacker is to
    /// move.
    #[inline]
    fn chases(&self, _pos: &Self::Position, _out: &mut Vec<Self::Move>) {}
}
