//! All positions of a small board of Killall-Go, and who wins them, by brute force.

use andor_core::{Game, Outcome, Player};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::Point;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::sync::{Mutex, OnceLock, PoisonError};

/// All positions of a board under basic ko.
pub struct World {
    pub game: Killall,
    pub positions: Vec<Position>,
    pub children: Vec<Vec<(Move, u32)>>,
    pub parents: Vec<Vec<u32>>,
    /// The positions that White wins, nearest to the end first.
    pub won: Vec<u32>,
    /// Does White win the position?
    pub wins: Vec<bool>,
}

pub fn is_won(game: &Killall, pos: &Position) -> bool {
    game.outcome(pos) == Some(Outcome::win(Player::White))
}

impl World {
    /// The world of a board, which is made once for all tests.
    pub fn of(size: &str) -> &'static World {
        static WORLDS: Mutex<FxHashMap<String, &OnceLock<World>>> =
            Mutex::new(FxHashMap::with_hasher(FxBuildHasher));
        let mut worlds = WORLDS.lock().unwrap_or_else(PoisonError::into_inner);
        let world = *worlds.entry(size.to_string()).or_insert_with(|| Box::leak(Box::default()));
        drop(worlds);
        world.get_or_init(|| World::new(size))
    }

    fn new(size: &str) -> World {
        let game = Killall::new(size.parse().expect("a size"), KoRule::Basic);
        let (positions, children, parents) = (Vec::new(), Vec::new(), Vec::new());
        let (won, wins) = (Vec::new(), Vec::new());
        let mut world = World { game, positions, children, parents, won, wins };
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
        world.solve();
        world
    }

    fn number(&mut self, pos: Position, numbers: &mut FxHashMap<u128, u32>) -> u32 {
        *numbers.entry(self.game.key(&pos).0).or_insert_with(|| {
            self.positions.push(pos);
            self.children.push(Vec::new());
            self.parents.push(Vec::new());
            self.positions.len() as u32 - 1
        })
    }

    /// Finds the positions from which White can force a won end.
    fn solve(&mut self) {
        let mut open: Vec<usize> = self.children.iter().map(Vec::len).collect();
        self.wins = self.positions.iter().map(|pos| is_won(&self.game, pos)).collect();
        self.won = (0..self.positions.len() as u32).filter(|&id| self.wins[id as usize]).collect();
        let mut next = 0;
        while next < self.won.len() {
            for &parent in &self.parents[self.won[next] as usize] {
                let parent = parent as usize;
                open[parent] -= 1;
                let white = self.game.to_move(&self.positions[parent]) == Player::White;
                if (white || open[parent] == 0) && !self.wins[parent] {
                    self.wins[parent] = true;
                    self.won.push(parent as u32);
                }
            }
            next += 1;
        }
    }
}

/// All boards whose blocks have liberties, with either player to move.
pub fn set_ups(game: &Killall) -> Vec<Position> {
    let area = game.size().area();
    let mut out = Vec::new();
    for code in 0..3_usize.pow(area as u32) {
        let mut stones = [Set::EMPTY; 2];
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
