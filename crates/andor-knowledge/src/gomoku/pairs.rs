//! Pairs of points: a player cannot win if each of their rows can be blocked by a pair of its own.
//!
//! A window without a stone of D's is *live* for A. If every live window can be given two of its
//! empty points, no point twice, then A never completes five: whenever A takes a point of a pair, D
//! takes the other one, and every window that was live gets a stone of D's before A has it (Hales
//! and Jewett 1963). D needs no turn to spare, so it does not matter who is to move. A row of more
//! than five stones holds a window, so the argument serves for freestyle and for exactly five. In
//! Renju D may be forbidden to play on a point: there it does not hold if D is Black.

use andor_core::Player;
use andor_games::gomoku::windows::{Layout, Stones};
use andor_games::points::Point;

/// Can D, the opponent of `attacker`, block all of the attacker's windows by pairs?
pub fn can_block<const W: usize, const V: usize>(
    layout: &Layout<W>,
    stones: &Stones<W, V>,
    attacker: Player,
) -> bool {
    let empty = layout.area() - stones.all().len() as usize;
    let is_live = |window: &usize| stones.count(*window, attacker.other()) == 0;
    let most = empty / 2;
    let live: Vec<usize> = layout.windows().filter(is_live).take(most + 1).collect();
    if live.len() > most {
        return false;
    }
    let mut pairs = Pairs {
        points: live.iter().map(|&w| stones.empty_points(layout, w).collect()).collect(),
        owner: vec![None; layout.area()],
        tried: Vec::new(),
    };
    (0..live.len()).all(|window| pairs.give(window) && pairs.give(window))
}

/// A matching of windows with points.
struct Pairs {
    /// The empty points of each window.
    points: Vec<Vec<Point>>,
    /// The window that has each point.
    owner: Vec<Option<usize>>,
    tried: Vec<bool>,
}

impl Pairs {
    /// Gives a window one more point, if that is possible.
    fn give(&mut self, window: usize) -> bool {
        self.tried.clear();
        self.tried.resize(self.owner.len(), false);
        self.find(window)
    }

    fn find(&mut self, window: usize) -> bool {
        for place in 0..self.points[window].len() {
            let point = self.points[window][place].index();
            if self.owner[point] == Some(window) || std::mem::replace(&mut self.tried[point], true)
            {
                continue;
            }
            if self.owner[point].is_none_or(|owner| self.find(owner)) {
                self.owner[point] = Some(window);
                return true;
            }
        }
        false
    }
}
