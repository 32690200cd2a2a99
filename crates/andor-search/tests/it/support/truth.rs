//! The capture game of tiny boards, solved as a graph of positions.

use andor_core::{Claim, Game, Key, Player, Verdict};
use andor_games::go::capture::{Capture, Position};
use andor_games::points::{Point, Points};
use rustc_hash::FxHashMap;

/// All positions that games reach from all boards with the target, and whether the attacker wins
/// each of them: the least fixed point, found by going through all positions until nothing changes.
pub struct Truth {
    pub positions: Vec<Position<1>>,
    pub place: FxHashMap<Key, usize>,
    pub won: Vec<bool>,
}

impl Truth {
    pub fn new(game: &Capture<1>) -> Truth {
        let mut truth =
            Truth { positions: Vec::new(), place: FxHashMap::default(), won: Vec::new() };
        let area = game.size().area();
        for code in 0..3_usize.pow(area as u32) {
            let mut stones = [Points::EMPTY; 2];
            let mut rest = code;
            for point in 0..area {
                if rest % 3 > 0 {
                    stones[rest % 3 - 1].insert(Point(point as u16));
                }
                rest /= 3;
            }
            for player in Player::BOTH {
                if let Ok(pos) = game.set_up(stones[0], stones[1], player) {
                    truth.add(game, pos);
                }
            }
        }
        let (mut edges, mut moves): (Vec<Vec<usize>>, _) = (Vec::new(), Vec::new());
        while edges.len() < truth.positions.len() {
            let pos = truth.positions[edges.len()].clone();
            moves.clear();
            game.moves(&pos, &mut moves);
            let children = moves.iter().map(|&mv| truth.add(game, game.after(&pos, mv)));
            edges.push(children.collect());
        }
        let claim = Claim::win(game.attacker());
        let judge = |pos| game.outcome(pos).is_some_and(|end| claim.judge(end) == Verdict::Proven);
        truth.won = truth.positions.iter().map(judge).collect();
        loop {
            let mut changed = false;
            for (place, pos) in truth.positions.iter().enumerate() {
                if truth.won[place] || edges[place].is_empty() {
                    continue;
                }
                let mut children = edges[place].iter().map(|&child| truth.won[child]);
                let won = match game.to_move(pos) == game.attacker() {
                    true => children.any(|won| won),
                    false => children.all(|won| won),
                };
                truth.won[place] = won;
                changed |= won;
            }
            if !changed {
                return truth;
            }
        }
    }

    fn add(&mut self, game: &Capture<1>, pos: Position<1>) -> usize {
        let next = self.positions.len();
        let place = *self.place.entry(game.key(&pos)).or_insert(next);
        if place == next {
            self.positions.push(pos);
        }
        place
    }

    pub fn verdict(&self, place: usize) -> Verdict {
        if self.won[place] { Verdict::Proven } else { Verdict::Disproven }
    }
}
