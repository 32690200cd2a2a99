//! Unconditional life in Go: section 4.3 of `docs/certificate.md`.
//!
//! The theorem is David Benson's, with a stricter definition of *vital*: every point of the region,
//! not only every empty point, is adjacent to the block. A player whose blocks have two such
//! regions each need not answer any move, and in territory of that kind the opponent cannot live.
//!
//! Unconditional territory is Erik van der Werf's: parts of the board in which the points that are
//! beside no living stone are one, or two neighbours. The opponent has no room for two eyes there.

use crate::cycles::Cycles;
use crate::model::{GoRules, Ko, Leaf, Player, PointSet, Root, Theorem, Verdict};
use crate::rules::{Line, Outcome, State, flood, go};
use std::collections::{BTreeMap, BTreeSet};

/// The blocks of a player and the regions between them.
struct BlockMap {
    blocks: Vec<Vec<usize>>,
    regions: Vec<Region>,
    /// For each block the numbers of the regions that are vital to it.
    vital: Vec<Vec<usize>>,
}

struct Region {
    points: Vec<usize>,
    /// The numbers of the blocks it is adjacent to.
    adjacent: Vec<usize>,
    /// Whether every point of it is adjacent to some block.
    covered: bool,
}

impl BlockMap {
    fn new((columns, rows): (usize, usize), board: &[Option<Player>], player: Player) -> BlockMap {
        let near = |point| go::neighbours(columns, rows, point);
        // The parts of the player's points and of the others, and which part a point is in.
        let (mut parts, mut part_of) = (Vec::new(), vec![usize::MAX; board.len()]);
        let mut own = Vec::new();
        for point in 0..board.len() {
            if part_of[point] == usize::MAX {
                let same =
                    |other: usize| (board[other] == Some(player)) == (board[point] == Some(player));
                let part = flood(board.len(), [point].into_iter(), near, same);
                part.iter().for_each(|&other| part_of[other] = parts.len());
                own.push(board[point] == Some(player));
                parts.push(part);
            }
        }
        let mut blocks = Vec::new();
        let mut number = vec![0; parts.len()];
        for part in (0..parts.len()).filter(|&part| own[part]) {
            number[part] = blocks.len();
            blocks.push(parts[part].clone());
        }
        let (mut regions, mut vital) = (Vec::new(), vec![Vec::new(); blocks.len()]);
        for part in (0..parts.len()).filter(|&part| !own[part]) {
            // For each block how many points of the region it is adjacent to.
            let mut beside: BTreeMap<usize, usize> = BTreeMap::new();
            let mut covered = true;
            for &point in &parts[part] {
                let next = near(point).map(|n| part_of[n]).filter(|&n| own[n]);
                let next: BTreeSet<usize> = next.map(|n| number[n]).collect();
                covered &= !next.is_empty();
                next.iter().for_each(|&block| *beside.entry(block).or_default() += 1);
            }
            let size = parts[part].len();
            let everywhere = beside.iter().filter(|(_, points)| **points == size);
            everywhere.for_each(|(&block, _)| vital[block].push(regions.len()));
            let (points, adjacent) = (parts[part].clone(), beside.into_keys().collect());
            regions.push(Region { points, adjacent, covered });
        }
        BlockMap { blocks, regions, vital }
    }

    /// Whether a block has two vital regions all whose blocks are in the set.
    fn lives(&self, set: &[bool], block: usize) -> bool {
        let good =
            |&&region: &&usize| self.regions[region].adjacent.iter().all(|&other| set[other]);
        self.vital[block].iter().filter(good).count() >= 2
    }

    /// The number of points that the player gets because the blocks of the set are alive.
    fn settled(&self, theorem: Theorem, (columns, rows): (usize, usize), set: &[bool]) -> usize {
        let alive = (0..set.len()).filter(|&block| set[block]).flat_map(|b| &self.blocks[b]);
        let alive: PointSet = alive.copied().collect();
        let surrounded =
            |region: &&Region| region.covered && region.adjacent.iter().all(|&other| set[other]);
        let regions = self.regions.iter().filter(surrounded);
        let mut got: PointSet = regions.flat_map(|region| region.points.iter().copied()).collect();
        alive.iter().for_each(|point| got.insert(point));
        if theorem == Theorem::Life {
            return got.len();
        }
        // Territory: the rest of the board, in parts in which the opponent has no room for two
        // eyes.
        let near = |point| go::neighbours(columns, rows, point);
        let rest: PointSet = (0..columns * rows).filter(|&point| !got.contains(point)).collect();
        let (mut seen, mut count) = (PointSet::EMPTY, got.len());
        for point in rest.iter() {
            if seen.contains(point) {
                continue;
            }
            let part = flood(columns * rows, [point].into_iter(), near, |p| rest.contains(p));
            part.iter().for_each(|&p| seen.insert(p));
            let inside = |p: &&usize| !near(**p).any(|n| alive.contains(n));
            let is_small = match *part.iter().filter(inside).collect::<Vec<_>>() {
                [_] => true,
                [one, two] => near(*one).any(|n| n == *two),
                _ => false,
            };
            count += if is_small && !alive.is_empty() { part.len() } else { 0 };
        }
        count
    }

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

/// Is a position ripe for a claim and verdict, by a theorem?
#[must_use]
pub fn ripe(theorem: Theorem, size: (usize, usize), state: &State, root: &Root) -> bool {
    let map = BlockMap::new(size, &state.board, root.winner());
    enough(root, state.board.len(), map.settled(theorem, size, &map.largest()))
}

/// Does a theorem hold under these rules on a board of this size?
#[must_use]
pub fn holds(theorem: Theorem, rules: GoRules, (columns, rows): (usize, usize)) -> bool {
    theorem == Theorem::Life || !rules.suicide && columns.min(rows) > 1
}

/// The points of the largest living set of a player's.
#[must_use]
pub fn living(size: (usize, usize), state: &State, player: Player) -> PointSet {
    let map = BlockMap::new(size, &state.board, player);
    let set = map.largest();
    let blocks = map.blocks.iter().zip(&set).filter(|(_, alive)| **alive);
    blocks.flat_map(|(block, _)| block.iter().copied()).collect()
}

/// Does a leaf settle the root's verdict at the end of a line? If not, why not.
pub fn settles_on(
    rules: GoRules,
    line: &Line,
    root: &Root,
    leaf: &Leaf,
) -> Result<(), &'static str> {
    let (size, states, winner) = (line.size(), line.states(), root.winner());
    settles(rules, size, line.now(), root, leaf)?;
    let played = |i: &usize| states[i - 1].to_move == winner && states[*i].passes == 0;
    let last = (1..states.len()).rev().find(played).unwrap_or(0);
    if states[..last].iter().any(|old| ripe(leaf.theorem, size, old, root)) {
        return Err("the winner's life settled the claim before the winner played on");
    }
    Ok(())
}

/// Whether so many settled points of the winner's are enough for the root's verdict.
fn enough(root: &Root, area: usize, settled: usize) -> bool {
    let margin = 2 * settled as i64 - area as i64;
    match root.verdict {
        Verdict::Proven => margin >= root.at_least,
        Verdict::Disproven => -margin < root.at_least,
    }
}

/// Does a leaf settle the root's verdict in a position? If not, why not. The past is not considered
/// here.
pub fn settles(
    rules: GoRules,
    size: (usize, usize),
    now: &State,
    root: &Root,
    leaf: &Leaf,
) -> Result<(), &'static str> {
    let (winner, points) = (root.winner(), &leaf.stones);
    if now.outcome.is_some() {
        return Err("the game is over at the leaf");
    }
    if !holds(leaf.theorem, rules, size) {
        return Err("territory needs rules without suicide and a board of more than one line");
    }
    let map = BlockMap::new(size, &now.board, winner);
    let inside = |block: &Vec<usize>| block.iter().all(|&point| points.contains(point));
    let set: Vec<bool> = map.blocks.iter().map(inside).collect();
    let stones = (0..set.len()).filter(|&block| set[block]).map(|block| map.blocks[block].len());
    if stones.sum::<usize>() != points.len() {
        return Err("the living points are not whole blocks of the winner's");
    }
    if (0..set.len()).any(|block| set[block] && !map.lives(&set, block)) {
        return Err("a block of the set has fewer than two vital regions");
    }
    if !enough(root, now.board.len(), map.settled(leaf.theorem, size, &set)) {
        return Err("the living points and their territory are too few");
    }
    if now.to_move != winner && now.passes == 1 + now.waits {
        let margin = go::end(rules, size.0, size.1, &now.board);
        if !Outcome::Margin(margin).confirms(root) {
            return Err("the loser can pass and end the game as it stands");
        }
    }
    let goes_round = rules.ko == Ko::Basic && rules.suicide;
    if goes_round && Cycles::that_suit(rules, now.board.len(), root) != Cycles::All {
        return Err(
            "with suicide the loser may go round for ever, and that does not suit the winner",
        );
    }
    Ok(())
}
