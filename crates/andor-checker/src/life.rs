//! Unconditional life in Go: section 4.3 of the text.
//!
//! The theorem is David Benson's, with a stricter word for *vital*: every point of the region, not
//! only every empty one, is adjacent to the block. A player whose blocks have two such regions each
//! need not answer anything, and in territory of that kind the opponent cannot live.
//!
//! What the largest living set of a position settles depends on nothing but the board, so a line
//! remembers it with each of its positions: the fourth condition asks for all of them again and again.

use crate::model::{GoRules, Ko, Player, PointSet, Root, Verdict};
use crate::rules::{Line, Outcome, State, flood, go};

/// The blocks of a player and the regions between them.
struct Map {
    blocks: Vec<Vec<usize>>,
    regions: Vec<Region>,
}

struct Region {
    size: usize,
    /// The numbers of the blocks it is adjacent to.
    adjacent: Vec<usize>,
    /// The numbers of the blocks it is vital to.
    vital: Vec<usize>,
    /// Whether every point of it is adjacent to some block.
    covered: bool,
}

impl Map {
    fn new((columns, rows): (usize, usize), board: &[Option<Player>], player: Player) -> Map {
        let own = |point: usize| board[point] == Some(player);
        let near = |point| go::neighbours(columns, rows, point);
        let parts = |inside: &dyn Fn(usize) -> bool| {
            let mut parts: Vec<Vec<usize>> = Vec::new();
            for point in (0..board.len()).filter(|&point| inside(point)) {
                if !parts.iter().any(|part| part.contains(&point)) {
                    parts.push(flood(board.len(), [point].into_iter(), near, inside));
                }
            }
            parts
        };
        let blocks = parts(&own);
        let touches = |point: usize, block: usize| near(point).any(|n| blocks[block].contains(&n));
        let region = |points: Vec<usize>| {
            let all = 0..blocks.len();
            Region {
                size: points.len(),
                adjacent: all.clone().filter(|&b| points.iter().any(|&p| touches(p, b))).collect(),
                vital: all.filter(|&b| points.iter().all(|&p| touches(p, b))).collect(),
                covered: points.iter().all(|&point| near(point).any(own)),
            }
        };
        let regions = parts(&|point| !own(point)).into_iter().map(region).collect();
        Map { regions, blocks }
    }

    /// Whether a block has two vital regions all whose blocks are in the set.
    fn lives(&self, set: &[bool], block: usize) -> bool {
        let good = |region: &&Region| {
            region.vital.contains(&block) && region.adjacent.iter().all(|&other| set[other])
        };
        self.regions.iter().filter(good).count() >= 2
    }

    /// How many points the blocks of the set and their territory have.
    fn settled(&self, set: &[bool]) -> usize {
        let stones =
            (0..set.len()).filter(|&block| set[block]).map(|block| self.blocks[block].len());
        let territory =
            |region: &&Region| region.covered && region.adjacent.iter().all(|&other| set[other]);
        stones.sum::<usize>() + self.regions.iter().filter(territory).map(|r| r.size).sum::<usize>()
    }
}

impl Map {
    /// The largest living set.
    fn largest(&self) -> Vec<bool> {
        let mut set = vec![true; self.blocks.len()];
        while let Some(dead) = (0..set.len()).find(|&block| set[block] && !self.lives(&set, block))
        {
            set[dead] = false;
        }
        set
    }
}

/// How many points the largest living set of a player settles.
fn largest(size: (usize, usize), state: &State, player: Player) -> usize {
    *state.life[usize::from(player == Player::White)].get_or_init(|| {
        let map = Map::new(size, &state.board, player);
        map.settled(&map.largest())
    })
}

/// Whether the largest living set of the winner's settles the root's verdict at the end of the line.
pub fn largest_settles(rules: GoRules, line: &Line, root: &Root) -> Result<(), &'static str> {
    let map = Map::new(line.size(), &line.now().board, root.winner());
    let set = map.largest();
    let blocks = map.blocks.iter().zip(&set).filter(|(_, alive)| **alive);
    let points = blocks.flat_map(|(block, _)| block.iter().copied()).collect();
    settles(rules, line, root, &points)
}

/// Whether so many settled points of the winner's are enough for the root's verdict.
fn enough(root: &Root, area: usize, settled: usize) -> bool {
    let margin = 2 * settled as i64 - area as i64;
    match root.verdict {
        Verdict::Proven => margin >= root.at_least,
        Verdict::Disproven => -margin < root.at_least,
    }
}

/// Whether an outcome makes the root's verdict come true.
#[must_use]
pub fn succeeds(root: &Root, outcome: Outcome) -> bool {
    outcome.fulfils(root.attacker, root.at_least) == (root.verdict == Verdict::Proven)
}

/// Whether the life of these points settles the root's verdict at the end of the line, or why not.
pub fn settles(
    rules: GoRules,
    line: &Line,
    root: &Root,
    points: &PointSet,
) -> Result<(), &'static str> {
    let (size, now, winner) = (line.size(), line.now(), root.winner());
    if now.outcome.is_some() {
        return Err("the game is over at the leaf");
    }
    let map = Map::new(size, &now.board, winner);
    let inside = |block: &Vec<usize>| block.iter().all(|&point| points.contains(point));
    let set: Vec<bool> = map.blocks.iter().map(inside).collect();
    let stones = (0..set.len()).filter(|&block| set[block]).map(|block| map.blocks[block].len());
    if stones.sum::<usize>() != points.len() {
        return Err("the living points are not whole blocks of the winner's");
    }
    if (0..set.len()).any(|block| set[block] && !map.lives(&set, block)) {
        return Err("a block of the set has fewer than two vital regions");
    }
    if !enough(root, line.area(), map.settled(&set)) {
        return Err("the living points and their territory are too few");
    }
    if now.to_move != winner && now.passes == 1 {
        let margin = go::margin(size.0, size.1, &now.board);
        if !succeeds(root, Outcome::Margin(margin)) {
            return Err("the loser can pass and end the game as it stands");
        }
    }
    if rules == (GoRules { ko: Ko::Basic, suicide: true }) && root.verdict == Verdict::Proven {
        return Err("under basic ko with suicide life proves nothing for the attacker");
    }
    let states = line.states();
    let played = |i: &usize| states[i - 1].to_move == winner && states[*i].passes == 0;
    let last = (1..states.len()).rev().find(played).unwrap_or(0);
    if states[..last].iter().any(|old| enough(root, line.area(), largest(size, old, winner))) {
        return Err("the winner's life settled the claim before the winner played on");
    }
    Ok(())
}
