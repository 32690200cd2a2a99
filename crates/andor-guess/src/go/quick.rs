//! A board of Go for rollouts: the liberties of all blocks are kept while stones come and go.
//!
//! A block is known by one of its stones, its head. Each block has the set of its stones and the
//! set of its liberties, so that atari, captures and the liberties after a move are questions about
//! a few small sets.

use andor_core::Player;
use andor_games::go::{Board, Position, Stones};
use andor_games::points::{Point, Points};
use std::sync::Arc;

/// The tables of a board.
#[derive(Debug)]
pub(super) struct Tables<const W: usize> {
    pub(super) board: Board<W>,
    /// The diagonal neighbours of each point.
    pub(super) diagonal: Box<[Points<W>]>,
    /// The eight points round each point, in rows; `None` beyond the edge.
    pub(super) round: Box<[[Option<Point>; 8]]>,
    /// The distance of each point from the edge; 0 on the edge.
    pub(super) height: Box<[u8]>,
}

impl<const W: usize> Tables<W> {
    pub(super) fn new(board: &Board<W>) -> Tables<W> {
        let size = board.size();
        let steps = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let round = |point| steps.map(|(right, down)| size.step(point, right, down));
        let diagonal = |point| [0, 2, 5, 7].into_iter().filter_map(|i| round(point)[i]).collect();
        let height = |point| {
            let (column, row) = (size.column(point), size.row(point));
            let far = (size.columns() - 1 - column).min(size.rows() - 1 - row);
            column.min(row).min(far)
        };
        Tables {
            board: board.clone(),
            diagonal: size.points().map(diagonal).collect(),
            round: size.points().map(round).collect(),
            height: size.points().map(height).collect(),
        }
    }
}

/// A block of stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<const W: usize> {
    pub(super) stones: Points<W>,
    pub(super) liberties: Points<W>,
}

impl<const W: usize> Block<W> {
    const NONE: Block<W> = Block { stones: Points::EMPTY, liberties: Points::EMPTY };

    /// Has the block a single liberty?
    #[inline]
    pub(super) fn is_in_atari(&self) -> bool {
        !self.liberties.has_two()
    }
}

/// A game on a board.
#[derive(Clone, Debug)]
pub(super) struct Quick<const W: usize> {
    pub(super) tables: Arc<Tables<W>>,
    pub(super) stones: Stones<W>,
    heads: Vec<Point>,
    blocks: Vec<Block<W>>,
    pub(super) to_move: Player,
    pub(super) passes: u8,
    pub(super) ko: Option<Point>,
    pub(super) last: Option<Point>,
    /// Points of which some were the last liberty of a block.
    atari: Points<W>,
}

impl<const W: usize> Quick<W> {
    pub(super) fn new(board: &Board<W>) -> Quick<W> {
        let area = board.size().area();
        Quick {
            tables: Arc::new(Tables::new(board)),
            stones: [Points::EMPTY; 2],
            heads: vec![Point(0); area],
            blocks: vec![Block::NONE; area],
            to_move: Player::Black,
            passes: 0,
            ko: None,
            last: None,
            atari: Points::EMPTY,
        }
    }

    /// Takes over a position.
    pub(super) fn set_up(&mut self, pos: &Position<W>, last: Option<Point>) {
        let Quick { tables, heads, blocks, .. } = self;
        let board = &tables.board;
        self.stones = *pos.both();
        (self.to_move, self.passes, self.ko) = (pos.to_move(), pos.passes(), pos.ko());
        self.last = last;
        self.atari = Points::EMPTY;
        let empty = board.empty(&self.stones);
        for set in self.stones {
            for stones in board.parts(set) {
                let Some(head) = stones.first() else { continue };
                let block = Block { stones, liberties: board.around(stones) & empty };
                if block.is_in_atari() {
                    self.atari |= block.liberties;
                }
                blocks[head.index()] = block;
                stones.iter().for_each(|stone| heads[stone.index()] = head);
            }
        }
    }

    #[inline]
    pub(super) fn empty(&self) -> Points<W> {
        self.tables.board.empty(&self.stones)
    }

    #[inline]
    pub(super) fn own(&self) -> Points<W> {
        self.stones[self.to_move.index()]
    }

    #[inline]
    pub(super) fn other(&self) -> Points<W> {
        self.stones[self.to_move.other().index()]
    }

    #[inline]
    pub(super) fn adjacent(&self, point: Point) -> Points<W> {
        self.tables.board.adjacent(point)
    }

    /// The block of a stone.
    #[inline]
    pub(super) fn block(&self, stone: Point) -> &Block<W> {
        &self.blocks[self.heads[stone.index()].index()]
    }

    /// Puts a stone of the player to move on an empty point where that is no suicide.
    #[inline]
    pub(super) fn play(&mut self, point: Point) {
        let (player, adjacent) = (self.to_move, self.adjacent(point));
        let (own, other) = (player.index(), player.other().index());
        let friends = adjacent & self.stones[own];
        let liberties = adjacent & self.empty();
        self.stones[own].insert(point);

        // 1. The stone joins the largest block beside it; smaller blocks change their heads.
        let mut head = point;
        let mut joined = Block { stones: Points::one(point), liberties };
        for friend in friends {
            let next = self.heads[friend.index()];
            if joined.stones.contains(next) {
                continue;
            }
            let block = self.blocks[next.index()];
            let smaller = if block.stones.len() > joined.stones.len() {
                head = next;
                joined.stones
            } else {
                block.stones
            };
            smaller.iter().for_each(|stone| self.heads[stone.index()] = head);
            joined.stones |= block.stones;
            joined.liberties |= block.liberties;
        }
        joined.liberties.remove(point);
        self.heads[point.index()] = head;
        self.blocks[head.index()] = joined;

        // 2. Blocks of the opponent lose a liberty; those without one leave the board.
        let mut captured = Points::EMPTY;
        for stone in adjacent & self.stones[other] {
            let block = &mut self.blocks[self.heads[stone.index()].index()];
            block.liberties.remove(point);
            if block.liberties.is_empty() {
                captured |= block.stones;
            } else if block.is_in_atari() {
                self.atari |= block.liberties;
            }
        }
        self.ko = None;
        if !captured.is_empty() {
            self.stones[other] = self.stones[other] - captured;
            for stone in captured {
                for friend in self.adjacent(stone) & self.stones[own] {
                    let head = self.heads[friend.index()];
                    self.blocks[head.index()].liberties.insert(stone);
                }
            }
            let block = self.blocks[head.index()];
            if block.liberties == captured && !captured.has_two() && !block.stones.has_two() {
                self.ko = captured.first();
            }
        }
        let block = &self.blocks[head.index()];
        if block.is_in_atari() {
            self.atari |= block.liberties;
        }
        self.last = Some(point);
        self.passes = 0;
        self.to_move = player.other();
    }

    pub(super) fn pass(&mut self) {
        self.ko = None;
        self.last = None;
        self.passes += 1;
        self.to_move = self.to_move.other();
    }

    /// Does a play on this empty point capture a block?
    #[inline]
    pub(super) fn captures(&self, point: Point) -> bool {
        (self.adjacent(point) & self.other()).iter().any(|stone| self.block(stone).is_in_atari())
    }

    /// May the player to move play on this empty point? Suicide is left out under all rules.
    #[inline]
    pub(super) fn is_legal(&self, point: Point) -> bool {
        if self.adjacent(point).meets(&self.empty()) {
            return true;
        }
        let has_liberty = |stone: Point| !self.block(stone).is_in_atari();
        self.ko != Some(point)
            && ((self.adjacent(point) & self.own()).iter().any(has_liberty) || self.captures(point))
    }

    /// The block of a play on this empty point: its stones, and its liberties with those that
    /// captures open beside the new stone.
    #[inline]
    pub(super) fn after(&self, point: Point) -> Block<W> {
        let adjacent = self.adjacent(point);
        let mut after = Block { stones: Points::one(point), liberties: adjacent & self.empty() };
        for stone in adjacent & self.own() {
            let block = self.block(stone);
            after.stones |= block.stones;
            after.liberties |= block.liberties;
        }
        for stone in adjacent & self.other() {
            let block = self.block(stone);
            if block.is_in_atari() {
                after.liberties |= block.stones & self.tables.board.around(after.stones);
            }
        }
        after.liberties.remove(point);
        after
    }

    /// Is this empty point an eye of the player to move? All neighbours are own stones, and the
    /// opponent holds at most one diagonal point, none at the edge.
    #[inline]
    pub(super) fn is_eye(&self, point: Point) -> bool {
        let taken = self.tables.diagonal[point.index()] & self.other();
        let most = u32::from(self.tables.height[point.index()] > 0);
        self.adjacent(point).is_subset(&self.own()) && taken.len() <= most
    }

    /// The points where the player to move captures a block at once.
    pub(super) fn capturing(&mut self) -> Points<W> {
        let (mut capturing, mut kept) = (Points::EMPTY, Points::EMPTY);
        let in_atari = |quick: &Self, stone| quick.block(stone).is_in_atari();
        for point in self.atari & self.empty() {
            if self.captures(point) {
                kept.insert(point);
                if self.ko != Some(point) {
                    capturing.insert(point);
                }
            } else if (self.adjacent(point) & self.own()).iter().any(|stone| in_atari(self, stone))
            {
                kept.insert(point);
            }
        }
        self.atari = kept;
        capturing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Game;
    use andor_games::go::{Go, Move, Rules};

    /// In random games the blocks, the ko and the captures agree with the rules.
    fn check<const W: usize>(size: &str, games: u64) {
        let game = Go::<W>::new(size.parse().expect("a size"), Rules::BASIC_KO);
        let board = game.board();
        let (mut quick, mut fresh) = (Quick::new(board), Quick::new(board));
        for seed in 0..games {
            let mut rng = fastrand::Rng::with_seed(seed);
            let (mut pos, mut moves) = (game.start(), Vec::new());
            quick.set_up(&pos, None);
            for _ in 0..4 * size.len() * board.size().area() {
                moves.clear();
                game.moves(&pos, &mut moves);
                let allowed: Points<W> =
                    board.all().iter().filter(|p| game_allows(&moves, *p)).collect();
                let legal = quick.empty().iter().filter(|&p| quick.is_legal(p));
                assert_eq!(legal.collect::<Points<W>>(), allowed, "{pos:?}");
                fresh.set_up(&pos, quick.last);
                assert_eq!(
                    (quick.stones, quick.ko, quick.to_move),
                    (fresh.stones, fresh.ko, fresh.to_move)
                );
                for stone in quick.stones[0] | quick.stones[1] {
                    let (kept, found) = (quick.block(stone), fresh.block(stone));
                    assert_eq!((kept.stones, kept.liberties), (found.stones, found.liberties));
                }
                assert_eq!(quick.capturing(), fresh.capturing());
                let Some(point) = allowed.iter().nth(rng.usize(0..=allowed.len() as usize)) else {
                    break;
                };
                let after = quick.after(point);
                quick.play(point);
                assert_eq!(quick.block(point).stones, after.stones);
                if after.stones.len() == 1 {
                    assert_eq!(quick.block(point).liberties, after.liberties);
                }
                game.play(&mut pos, Move::At(point));
            }
        }
    }

    fn game_allows(moves: &[Move], point: Point) -> bool {
        moves.contains(&Move::At(point))
    }

    #[test]
    fn blocks_and_captures_agree_with_the_rules() {
        check::<1>("3x3", 200);
        check::<1>("5x4", 100);
        check::<1>("7x7", 30);
        check::<2>("9x9", 10);
        check::<6>("19x19", 1);
    }
}
