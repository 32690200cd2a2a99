//! Brute force, whatever the game.

use andor_checker::Player;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Brute force below a position.
pub trait Truth {
    /// Whether the attacker can force a margin of at least so much, in the position or after a move
    /// there; nothing if that takes too long. A capture problem has several games. The error says
    /// why the move is none.
    fn holds(
        &mut self,
        after: Option<&str>,
        game: usize,
        claim: (Player, i64),
    ) -> Result<Option<bool>, String>;
}

/// No brute force.
impl Truth for () {
    fn holds(
        &mut self,
        _: Option<&str>,
        _: usize,
        _: (Player, i64),
    ) -> Result<Option<bool>, String> {
        Ok(None)
    }
}

/// A hash that is wide enough to stand for the value.
pub fn hashed(value: &impl Hash) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
