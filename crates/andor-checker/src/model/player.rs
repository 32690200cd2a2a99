//! The players.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Black, `X` in boards.
    Black,
    /// White, `O` in boards.
    White,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// `black` or `white`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Player::Black => "black",
            Player::White => "white",
        }
    }
}
