//! The time for a move, from the clocks of the client.

use andor_core::Player;
use std::time::Duration;

/// The number of moves to come, unless the client gives it.
const MOVES_TO_COME: u32 = 20;

/// A move leaves a tenth of its time, but not more than this: answers take time to arrive.
const MOST_LEFT: Duration = Duration::from_millis(100);

/// The clocks of both players.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<TimeControl>,
    left: [Option<ClockReading>; 2],
}

/// A time control: main time, then periods in which a number of stones is to be played.
#[derive(Clone, Copy, Debug)]
struct TimeControl {
    main: Duration,
    period: Duration,
    stones: u32,
    /// What each move adds to the main time.
    increment: Duration,
}

/// The reading of a clock.
#[derive(Clone, Copy, Debug)]
struct ClockReading {
    time: Duration,
    /// Stones to play in it; 0 in main time.
    stones: u32,
}

impl Clock {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Clock::default();
    }

    /// A time control. A period without stones means no limit at all, as the protocol has it.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let is_unlimited = !period.is_zero() && stones == 0;
        self.left = [None; 2];
        let increment = Duration::ZERO;
        self.settings = (!is_unlimited).then_some(TimeControl { main, period, stones, increment });
    }

    /// A main time to which each move adds an increment.
    pub fn set_with_increment(&mut self, main: Duration, increment: Duration) {
        self.set(main, Duration::ZERO, 0);
        self.settings = self.settings.map(|setting| TimeControl { increment, ..setting });
    }

    /// Sets the reading of a player's clock.
    pub fn show(&mut self, player: Player, time: Duration, stones: u32) {
        self.left[player.index()] = Some(ClockReading { time, stones });
    }

    /// How long a player may think about the next move; `None` without a clock.
    pub fn allows(&self, player: Player) -> Option<Duration> {
        let shown = self.left[player.index()];
        let from_settings = |setting: TimeControl| match setting.main.is_zero() {
            true if setting.increment.is_zero() => {
                ClockReading { time: setting.period, stones: setting.stones.max(1) }
            }
            _ => ClockReading { time: setting.main, stones: 0 },
        };
        let left = shown.or(self.settings.map(from_settings))?;
        let moves = if left.stones == 0 { MOVES_TO_COME } else { left.stones };
        let mut time = left.time / moves;
        // In main time the increment is added, and a period to come may be used for the move that
        // begins it.
        if left.stones == 0
            && let Some(setting) = self.settings
        {
            let period = setting.period.checked_div(setting.stones).unwrap_or_default();
            time = (time + setting.increment).max(period).min(left.time);
        }
        Some(time - (time / 10).min(MOST_LEFT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: Option<(u64, u64, u32)>, left: Option<(u64, u32)>, millis: Option<u64>) {
        let seconds = Duration::from_secs;
        let mut clock = Clock::default();
        if let Some((main, period, stones)) = settings {
            clock.set(seconds(main), seconds(period), stones);
        }
        if let Some((time, stones)) = left {
            clock.show(Player::White, seconds(time), stones);
        }
        let allowed = clock.allows(Player::White);
        assert_eq!(allowed, millis.map(Duration::from_millis), "{settings:?} {left:?}");
    }

    #[test]
    fn the_time_is_shared_out_among_the_moves_to_come() {
        check(None, None, None);
        check(Some((0, 1, 0)), None, None);
        check(Some((100, 0, 0)), None, Some(4_900));
        check(Some((100, 0, 0)), Some((10, 0)), Some(450));
        check(Some((0, 10, 1)), None, Some(9_900));
        check(Some((60, 30, 5)), Some((30, 5)), Some(5_900));
        check(Some((60, 30, 5)), Some((3, 0)), Some(2_900));
        let mut clock = Clock::default();
        clock.set_with_increment(Duration::from_secs(40), Duration::from_secs(3));
        assert_eq!(clock.allows(Player::Black), Some(Duration::from_millis(4_900)));
        clock.show(Player::Black, Duration::from_secs(2), 0);
        assert_eq!(clock.allows(Player::Black), Some(Duration::from_millis(1_900)));
        clock.set_with_increment(Duration::ZERO, Duration::from_secs(3));
        assert_eq!(clock.allows(Player::Black), Some(Duration::ZERO));
        check(None, Some((0, 0)), Some(0));
        check(Some((0, 0, 0)), None, Some(0));
    }
}
