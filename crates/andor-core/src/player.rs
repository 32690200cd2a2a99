//! The two players.

use std::fmt;

/// One of the two players. Black moves first from the start position of every game here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The first player.
    #[default]
    Black = 0,
    /// The second player.
    White = 1,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The values for both players, Black's first.
    #[inline(always)]
    pub fn both<T>(mut value: impl FnMut(Player) -> T) -> [T; 2] {
        let black = value(Player::Black);
        [black, value(Player::White)]
    }

    /// The other player.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into arrays of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// +1 for Black, −1 for White: turns Black's margin into this player's.
    #[inline]
    pub fn sign(self) -> i16 {
        match self {
            Player::Black => 1,
            Player::White => -1,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "black",
            Player::White => "white",
        })
    }
}
