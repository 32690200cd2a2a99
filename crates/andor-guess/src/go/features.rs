//! What is soon seen of a Go position with a claim: the numbers from which [`super::fitted`]
//! guesses.
//!
//! All numbers are from the view of the player to move, so that a position and the same position
//! with colours swapped have the same numbers, and so have a position and its turns and
//! reflections.

use andor_core::{Claim, Margin, Player};
use andor_games::go::{Board, Go, Position};
use andor_games::points::Points;
use andor_knowledge::go::territory::territory;

/// How many numbers there are.
pub const FEATURES: usize = 32;

/// The numbers of a position.
pub type Features = [f32; FEATURES];

/// Blocks minus holes, computed as stones minus neighbouring pairs plus full squares.
#[inline]
pub(super) fn euler<const W: usize>(board: &Board<W>, set: Points<W>) -> i32 {
    let columns = board.size().columns() as u32;
    let beside = ((set & board.not_right()) << 1) & set;
    let below = (set << columns) & set;
    let squares = (beside << columns) & beside;
    set.len() as i32 - beside.len() as i32 - below.len() as i32 + squares.len() as i32
}

/// The margin that the player to move needs to win, less half a point: the opponent needs the
/// negative number.
#[inline]
fn needed(mover: Player, claim: Claim) -> f32 {
    let Margin(at_least) = claim.at_least;
    let attackers = f32::from(at_least) - 0.5;
    if mover == claim.attacker { attackers } else { -attackers }
}

/// The counts of one side.
struct Side {
    stones: f32,
    liberties: f32,
    /// Points of unconditional territory.
    sure: f32,
    edge: f32,
    euler: f32,
    /// Empty points with own stones on all sides.
    eyes: f32,
    /// Stones of blocks with one liberty, and with two.
    short: [f32; 2],
    /// The stones of the largest block with one liberty.
    largest: f32,
}

#[inline]
fn count<const W: usize>(set: Points<W>) -> f32 {
    set.len() as f32
}

impl Side {
    #[inline]
    fn of<const W: usize>(board: &Board<W>, pos: &Position<W>, player: Player) -> Side {
        let (own, empty) = (pos.stones(player), board.empty(pos.both()));
        let (mut short, mut largest) = ([0.0; 2], 0.0_f32);
        for block in board.parts(own) {
            let liberties = board.around(block) & empty;
            let stones = count(block);
            match liberties.len() {
                1 => {
                    short[0] += stones;
                    largest = largest.max(stones);
                }
                2 => short[1] += stones,
                _ => {}
            }
        }
        Side {
            stones: count(own),
            liberties: count(board.around(own) & empty),
            sure: count(territory(board, pos.both(), player).points()),
            edge: count(own & board.edge()),
            euler: euler(board, own) as f32,
            eyes: count(empty - board.around(board.all() - own)),
            short,
            largest,
        }
    }
}

/// How many points are nearer to each player's stones, Black's first; stones count. A point as near
/// to both belongs to neither.
#[inline]
fn nearer<const W: usize>(board: &Board<W>, pos: &Position<W>, empty: Points<W>) -> [f32; 2] {
    let [mut black, mut white] = *pos.both();
    let mut free = empty;
    loop {
        let (b, w) = (board.around(black) & free, board.around(white) & free);
        if (b | w).is_empty() {
            return [count(black), count(white)];
        }
        (black, white) = (black | (b - w), white | (w - b));
        free = free - b - w;
    }
}

/// The numbers of a position that is not over.
#[inline]
pub fn features<const W: usize>(game: &Go<W>, pos: &Position<W>, claim: Claim) -> Features {
    let board = game.board();
    let (mover, other) = (pos.to_move(), pos.to_move().other());
    let free = board.empty(pos.both());
    let mine = Side::of(board, pos, mover);
    let theirs = Side::of(board, pos, other);
    let near = nearer(board, pos, free);
    let (near, far) = (near[mover.index()], near[other.index()]);

    let needed = needed(mover, claim);
    let empty = count(free);
    let area = board.size().area() as f32;
    let filled = 1.0 - empty / area;
    let passed = pos.passes() > 0;
    // After a pass the player to move may end the game.
    let ends_well = passed && f32::from(mover.sign() * game.margin(pos).0) > needed;
    let is = |yes: bool| f32::from(u8::from(yes));
    let stones = mine.stones - theirs.stones;
    let liberties = mine.liberties - theirs.liberties;
    let ahead = near - far - needed;
    [
        1.0,
        needed,
        stones,
        liberties,
        mine.edge - theirs.edge,
        mine.euler - theirs.euler,
        near - far,
        mine.sure - theirs.sure,
        mine.short[0],
        theirs.short[0],
        mine.short[1],
        theirs.short[1],
        mine.eyes - theirs.eyes,
        empty,
        is(passed),
        is(ends_well),
        ahead.abs(),
        needed.abs(),
        mine.sure + theirs.sure,
        empty * empty / area,
        theirs.largest,
        (needed - area / 2.0).max(0.0),
        (-needed - area / 2.0).max(0.0),
        (mine.eyes + theirs.eyes).min(4.0),
        filled * needed,
        filled * stones,
        filled * (near - far),
        filled * liberties,
        mine.largest,
        ahead.clamp(-4.0, 4.0),
        near + far,
        mine.liberties + theirs.liberties,
    ]
}
