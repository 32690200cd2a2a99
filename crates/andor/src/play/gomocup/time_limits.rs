//! The time for a move under the limits of the protocol: for a turn, and for all turns of a game.

use std::time::Duration;

/// The time that a move takes although it is to be made at once.
const AT_ONCE: Duration = Duration::from_millis(10);

/// So many moves are expected to come; each gets the same share of the time that is left.
const MOVES_TO_COME: u32 = 20;

/// The part of a limit that is left unused, since answers take time to arrive: a tenth, within
/// these bounds.
const LEAST_MARGIN: Duration = Duration::from_millis(20);
const MOST_MARGIN: Duration = Duration::from_millis(150);

/// The limits, as the client has set them.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeLimits {
    /// The limit of a turn; zero means at once.
    pub turn: Option<Duration>,
    /// The limit of a game.
    pub game: Option<Duration>,
    /// The time that is left of a game's limit, as the client says.
    pub left: Option<Duration>,
    /// The time spent in this game.
    pub spent: Duration,
}

impl TimeLimits {
    /// Another game begins.
    pub fn restart(&mut self) {
        (self.left, self.spent) = (None, Duration::ZERO);
    }

    /// The time for the next move; `usual` where nothing is set.
    pub fn allows(&self, usual: Duration) -> Duration {
        let turn = self.turn.unwrap_or(usual);
        let of_game = self.game.map(|game| game.saturating_sub(self.spent));
        let left = self.left.or(of_game);
        let limit = left.map_or(turn, |left| turn.min(left / MOVES_TO_COME));
        if limit <= LEAST_MARGIN + AT_ONCE {
            return AT_ONCE.min(left.unwrap_or(AT_ONCE));
        }
        limit - (limit / 10).clamp(LEAST_MARGIN, MOST_MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(turn: Option<u64>, game: Option<u64>, left: Option<u64>, spent: u64, expected: u64) {
        let [turn, game, left] = [turn, game, left].map(|time| time.map(Duration::from_millis));
        let clock = TimeLimits { turn, game, left, spent: Duration::from_millis(spent) };
        let allowed = clock.allows(Duration::from_secs(5));
        assert_eq!(allowed.as_millis(), u128::from(expected), "{clock:?}");
    }

    #[test]
    fn the_time_stays_below_all_limits() {
        check(None, None, None, 0, 4850);
        check(Some(0), None, None, 0, 10);
        check(Some(1000), None, None, 0, 900);
        check(Some(100), None, None, 0, 80);
        check(Some(25), None, None, 0, 10);
        check(Some(30_000), Some(180_000), Some(180_000), 0, 8850);
        check(Some(30_000), Some(180_000), None, 160_000, 900);
        check(Some(30_000), Some(180_000), None, 200_000, 0);
        check(Some(1000), None, Some(i32::MAX as u64), 0, 900);
        check(Some(1000), None, Some(4), 0, 4);
    }
}
