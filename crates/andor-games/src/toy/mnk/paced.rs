//! Lengths of wins in m,n,k games, by the stones that a row still needs, and by rows that must be
//! blocked at once.
//!
//! An own stone never hurts. Let the attacker have k moves left, and the defender j moves before
//! the last of them. A *useful* point is an empty point of a place for a row that the attacker can
//! fill with k stones or the defender with j. A row that is completed in time never holds another
//! point, so that a stone there is no better than a pass.

use super::{Mnk, MnkPosition};
use crate::points::{Point, Points};
use andor_core::{Paced, Player};

/// What a player's rows still need.
struct Needs {
    /// The fewest stones, if a row is possible.
    least: Option<u32>,
    /// The points that complete a row.
    at_once: Points<1>,
}

impl Mnk {
    /// The points that each row without stones of the other player's still needs.
    fn open_rows(&self, pos: &MnkPosition, player: Player) -> impl Iterator<Item = Points<1>> {
        let (own, other) = (pos.stones(player), pos.stones(player.other()));
        let places = self.windows.iter().filter(move |place| !place.meets(&other));
        places.map(move |&place| place - own)
    }

    fn needs(&self, pos: &MnkPosition, player: Player) -> Needs {
        let mut needs = Needs { least: None, at_once: Points::EMPTY };
        for open in self.open_rows(pos, player) {
            needs.least = Some(needs.least.map_or(open.len(), |least| least.min(open.len())));
            if !open.has_two() {
                needs.at_once |= open;
            }
        }
        needs
    }

    /// Appends the useful points, where the attacker has so many moves left and the defender so
    /// many before the last of these: those of fuller rows first.
    fn useful(&self, pos: &MnkPosition, attacker: Player, moves: [u32; 2], out: &mut Vec<Point>) {
        let mut by_need = [Points::EMPTY; 65];
        for (player, moves) in [attacker, attacker.other()].into_iter().zip(moves) {
            for open in self.open_rows(pos, player).filter(|open| open.len() <= moves) {
                by_need[open.len() as usize] |= open;
            }
        }
        let mut listed = Points::EMPTY;
        for points in by_need {
            out.extend(points - listed);
            listed |= points;
        }
    }
}

impl Paced for Mnk {
    fn least_plies(&self, pos: &MnkPosition, attacker: Player) -> u32 {
        let [own, other] = [attacker, attacker.other()].map(|player| self.needs(pos, player));
        let Some(least) = own.least else { return u32::MAX };
        match pos.to_move == attacker {
            true if least == 1 => 1,
            true if other.at_once.has_two() => u32::MAX,
            true => 2 * least - 1,
            false if other.least == Some(1) => u32::MAX,
            false if least == 1 && !own.at_once.has_two() => 4,
            false => 2 * least,
        }
    }

    fn most_plies(&self, pos: &MnkPosition) -> u32 {
        self.empty(pos).len()
    }

    fn wait(&self, pos: &mut MnkPosition) -> bool {
        pos.to_move = pos.to_move.other();
        true
    }

    fn attacks_within(&self, pos: &MnkPosition, plies: u32, out: &mut Vec<Point>) {
        let own = pos.to_move;
        let at_once = self.needs(pos, own).at_once;
        if !at_once.is_empty() || plies <= 2 {
            return out.extend(at_once);
        }
        let to_block = self.needs(pos, own.other()).at_once;
        if !to_block.is_empty() {
            return out.extend(to_block);
        }
        let moves = plies.div_ceil(2);
        self.useful(pos, own, [moves, moves - 1], out);
    }

    fn replies_within(&self, pos: &MnkPosition, plies: u32, out: &mut Vec<Point>) {
        self.useful(pos, pos.to_move.other(), [plies / 2; 2], out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;
    use andor_core::laws::{self, Lengths};

    /// Positions of games on small boards, and late ones on larger boards.
    #[test]
    fn laws_hold() {
        for (columns, rows, row, most) in [
            (3, 3, 3, 9),
            (3, 3, 2, 9),
            (2, 2, 1, 4),
            (2, 2, 3, 4),
            (4, 3, 3, 8),
            (4, 4, 3, 9),
            (5, 3, 4, 10),
            (5, 5, 4, 9),
        ] {
            let game = Mnk::new(Size::new(columns, rows).expect("a size"), row);
            let mut lengths = Lengths::default();
            laws::walk(&game, 60, 4, |pos| {
                if game.empty(pos).len() <= most {
                    laws::pace(&game, pos, &mut lengths);
                }
            });
        }
    }
}
