//! All positions of a small board of Go, and who can force what, found backwards from the finished
//! games by the rules alone.

use andor_core::{Claim, Game, Player, Verdict};
use andor_games::go::{Go, Move, Position, Rules};
use andor_games::points::{Point, Points};
use rustc_hash::FxHashMap;

/// All positions of a board.
pub struct World {
    /// The rules.
    pub game: Go<1>,
    /// The positions.
    pub positions: Vec<Position<1>>,
    /// The moves of each position, with the positions after them.
    pub children: Vec<Vec<(Move, u32)>>,
    parents: Vec<Vec<u32>>,
}

impl World {
    /// All positions of a board of this size under these rules.
    pub fn new(size: &str, rules: &str) -> World {
        let rules: Rules = rules.parse().expect("rules");
        let game = Go::<1>::new(size.parse().expect("a size"), rules);
        let mut world = World { game, positions: vec![], children: vec![], parents: vec![] };
        let mut numbers = FxHashMap::default();
        for pos in set_ups(&world.game) {
            world.number(pos, &mut numbers);
        }
        let mut next = 0;
        while next < world.positions.len() {
            let pos = world.positions[next].clone();
            let mut moves = Vec::new();
            world.game.moves(&pos, &mut moves);
            for mv in moves {
                let child = world.number(world.game.after(&pos, mv), &mut numbers);
                world.children[next].push((mv, child));
                world.parents[child as usize].push(next as u32);
            }
            next += 1;
        }
        world
    }

    fn number(&mut self, pos: Position<1>, numbers: &mut FxHashMap<u128, u32>) -> u32 {
        *numbers.entry(self.game.key(&pos).0).or_insert_with(|| {
            self.positions.push(pos);
            self.children.push(Vec::new());
            self.parents.push(Vec::new());
            self.positions.len() as u32 - 1
        })
    }

    /// The positions from which `winner` can force one of `ends`, nearest first.
    pub fn forced(&self, winner: Player, ends: impl Fn(&Position<1>) -> bool) -> Vec<u32> {
        let mut open: Vec<usize> = self.children.iter().map(Vec::len).collect();
        let mut order: Vec<u32> = (0..self.positions.len() as u32)
            .filter(|&id| ends(&self.positions[id as usize]))
            .collect();
        let mut known = vec![false; self.positions.len()];
        order.iter().for_each(|&id| known[id as usize] = true);
        let mut next = 0;
        while next < order.len() {
            for &parent in &self.parents[order[next] as usize] {
                let parent = parent as usize;
                open[parent] -= 1;
                let wins = self.positions[parent].to_move() == winner || open[parent] == 0;
                if wins && !known[parent] {
                    known[parent] = true;
                    order.push(parent as u32);
                }
            }
            next += 1;
        }
        order
    }

    /// Is the game over here, with this verdict on the claim?
    pub fn ends(&self, pos: &Position<1>, claim: Claim, verdict: Verdict) -> bool {
        self.game.outcome(pos).is_some_and(|end| claim.judge(end) == verdict)
    }
}

/// All boards whose blocks have liberties, with either player to move.
fn set_ups(game: &Go<1>) -> Vec<Position<1>> {
    let area = game.size().area();
    let mut out = Vec::new();
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
            out.extend(game.set_up(stones[0], stones[1], player));
        }
    }
    out
}
