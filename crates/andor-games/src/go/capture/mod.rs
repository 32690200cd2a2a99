//! Capture: can one block of Go be captured, whatever its owner does?
//!
//! The board, captures and basic ko are those of [Go](crate::go); suicide is forbidden. One point,
//! the *target*, holds a stone of the *defender*. The opponent is the *attacker*.
//!
//! ```text
//!    A B C D E
//!  5 . . . . .      The target is the stone on C3, White attacks and moves first. White captures with
//!  4 . . O . .      D2, a net (geta): neither C2 nor D3 gets out.
//!  3 . O X . .
//!  2 . O . . .
//!  1 . . . . .
//! ```
//!
//! 1. The attacker has won when the target's stone has left the board. A single stone that the
//!    defender can put back at once by a play that captures is an exception (a snapback, or a ko
//!    that the defender may retake): then the defender is to move, and play goes on with the new
//!    stone as target. Any other move of the defender's ends the game, and the attacker has won.
//! 2. The defender has won when the attacker is to move and at least so many liberties of the
//!    target's block count as the *escape* E of the goal says. A liberty counts if its *region*,
//!    the maximal connected set of points without stones of the defender, has at least E + 3
//!    points; a smaller region is eye space. This is a convention: such a block is hard to capture
//!    by force.
//! 3. A game without end is won by the defender, and so is a game with two passes in a row.
//! 4. One player, or none, may retake every ko at once ([`Retake`]): no point is ever forbidden to
//!    this player. An answer for each of the three cases tells whether the capture depends on a ko
//!    and who needs the first ko threat.
//!
//! # The end, as soon as it is certain
//!
//! After a pass of the attacker's the defender ends the game with a second pass. So the game is
//! over after the attacker's pass, and the defender has won. Passes that came last are therefore no
//! part of a position.
//!
//! # Captured is a fact, not captured may depend on the line
//!
//! The attacker wins a position exactly if there is a number n such that the attacker captures
//! within n moves against every defence. Searches take a repetition for a win of the defender's.
//! Play that makes n smaller with every move never comes back to a position. Hence a win of the
//! attacker's holds on every line, with any past. A table may keep wins for ever, and a search may
//! drop a move of the attacker's that comes back to a position of the present line: if the attacker
//! wins at all, another move wins in less.
//!
//! A win of the defender's may rest on a repetition with a position before. A search must not use
//! it on other lines, unless all moves below it were searched without a repetition. Searches forget
//! the moves before their root.

mod graded;
mod notation;
mod zones;

use super::{Board, Go, Move, Rules, position};
use crate::notation::coordinates::{Style, point_text};
use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{
    Class, Game, Key, NotationError, Outcome, Player, Repetition, Symmetric, Symmetry, Trace,
};

/// The least and the most liberties of an escape.
pub const ESCAPES: std::ops::RangeInclusive<u8> = 2..=20;

/// The liberties of an escape, unless the user says otherwise.
pub const USUAL_ESCAPE: u8 = 5;

/// The region of a liberty that counts has so many points more than the escape.
pub const EYE_SPACE: usize = 3;

/// The question about one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// A point with a stone of the block.
    pub target: Point,
    /// The owner of the block: the defender.
    pub owner: Player,
    /// The block is safe with so many liberties that count.
    pub escape: u8,
}

impl Goal {
    /// A liberty counts if its region has so many points.
    #[inline]
    fn least_region(&self) -> u32 {
        u32::from(self.escape) + EYE_SPACE as u32
    }
}

/// The player who may retake every ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Retake {
    /// The defender.
    Defender,
    /// Nobody.
    Nobody,
    /// The attacker.
    Attacker,
}

impl Retake {
    /// All cases, in the order in which the capture gets easier.
    pub const ALL: [Retake; 3] = [Retake::Defender, Retake::Nobody, Retake::Attacker];
}

/// A question about one block of Go, on boards of up to `64 * W` points.
#[derive(Clone, Debug)]
pub struct Capture<const W: usize> {
    go: Go<W>,
    goal: Goal,
    retake: Retake,
    /// The player who may retake at once.
    privileged: Option<Player>,
    /// The symmetries of the board that leave the target where it is, in the numbers of Go.
    symmetries: Vec<Symmetry>,
}

/// The end of a game, or the special case of a stone that can be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    /// The target is on the board, and the game goes on.
    Open,
    /// The target was a single stone and is captured; the defender is to move and can put it back.
    Retake,
    /// The target was a single stone and is captured; the defender cannot put it back.
    TakenSingle,
    /// The target is captured.
    Taken,
    /// The target has the liberties of an escape, or the attacker has passed.
    Safe,
}

/// A position of Go, and the state of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    board: position::Position<W>,
    state: State,
}

impl<const W: usize> Position<W> {
    /// The stones, the player to move and the ko.
    #[inline]
    pub fn board(&self) -> &position::Position<W> {
        &self.board
    }
}

/// The keys of states other than [`State::Open`].
const STATE_KEYS: [Key; 5] = [
    Key::ZERO,
    Key(0x8C5B_02F1_6D3A_97E4_51B7_2E90_C4A8_3F6D),
    Key(0x1F94_E7A3_0B5C_D826_E93D_74C1_5A0F_8B27),
    Key(0xD3A6_518E_F270_4C9B_2846_B9D5_0E7C_A1F3),
    Key(0x67E1_C93B_85F4_2A0D_9C70_1DA2_F35B_64E8),
];

impl<const W: usize> Capture<W> {
    /// The question on a board of this size. The target must be a point of the board.
    pub fn new(size: Size, goal: Goal, retake: Retake) -> Capture<W> {
        assert!(goal.target.index() < size.area(), "the target is off the board");
        assert!(ESCAPES.contains(&goal.escape), "no possible escape: {}", goal.escape);
        let go = Go::<W>::new(size, Rules::BASIC_KO);
        let target = goal.target.index();
        let every = (0..go.symmetries()).map(Symmetry);
        let symmetries = every.filter(|&s| go.map_point(s, target) == target).collect();
        let privileged = match retake {
            Retake::Nobody => None,
            Retake::Attacker => Some(goal.owner.other()),
            Retake::Defender => Some(goal.owner),
        };
        Capture { go, goal, retake, privileged, symmetries }
    }

    /// The game of Go with the same board.
    #[inline]
    pub fn go(&self) -> &Go<W> {
        &self.go
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board<W> {
        self.go.board()
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.go.size()
    }

    /// The question.
    #[inline]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The player who may retake every ko at once.
    #[inline]
    pub fn retake(&self) -> Retake {
        self.retake
    }

    /// The player who wants to capture.
    #[inline]
    pub fn attacker(&self) -> Player {
        self.goal.owner.other()
    }

    /// The block of the target, if the target is on the board.
    #[inline]
    pub fn target_block(&self, board: &position::Position<W>) -> Points<W> {
        let own = board.stones[self.goal.owner.index()];
        self.go.board.fill(Points::one(self.goal.target) & own, own)
    }

    /// The liberties of the target's block.
    #[inline]
    pub fn target_liberties(&self, board: &position::Position<W>) -> Points<W> {
        let block = self.target_block(board);
        self.go.board.around(block) & self.go.board.empty(&board.stones)
    }

    /// The region of a liberty, or a connected part of the region with as many points as a liberty
    /// that counts needs: stones of the attacker first, on which nobody can play.
    fn region(&self, board: &position::Position<W>, liberty: Point) -> Points<W> {
        let free = self.go.board.all() - board.stones[self.goal.owner.index()];
        let mut region = Points::one(liberty);
        loop {
            let beside = (self.go.board.around(region) & free) - region;
            let stones = beside & board.stones[self.attacker().index()];
            let more = if stones.is_empty() { beside } else { stones };
            let wanted = self.goal.least_region() - region.len();
            if more.is_empty() || more.len() >= wanted {
                return region | more.iter().take(wanted as usize).collect();
            }
            region |= more;
        }
    }

    /// The liberties among these that count for an escape.
    fn counted(&self, board: &position::Position<W>, liberties: Points<W>) -> Points<W> {
        let (mut left, mut counted) = (liberties, Points::EMPTY);
        while let Some(liberty) = left.first() {
            let region = self.region(board, liberty);
            if region.len() >= self.goal.least_region() {
                counted |= region & left;
            }
            left = left - region;
        }
        counted
    }

    /// Has the target the liberties of an escape, with the attacker to move?
    fn has_escaped(&self, board: &position::Position<W>) -> bool {
        let (liberties, escape) = (self.target_liberties(board), self.goal.escape.into());
        liberties.len() >= escape && self.counted(board, liberties).len() >= escape
    }

    /// A position with these stones. Refused if the sets overlap or leave the board, if a block has
    /// no liberty, or if the target's point has no stone of the defender's.
    pub fn set_up(
        &self,
        black: Points<W>,
        white: Points<W>,
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let board = self.go.set_up(black, white, to_move)?;
        if !board.stones[self.goal.owner.index()].contains(self.goal.target) {
            let name = point_text(self.size(), Style::Go, self.goal.target);
            let expected = format!("a {} stone", self.goal.owner);
            return Err(NotationError::new(format!("target {name}"), "no such stone", expected));
        }
        Ok(self.judged(board))
    }

    /// The same position with a point that the player to move must not retake, if the rules forbid
    /// it to this player.
    #[must_use]
    pub fn with_ko(&self, pos: &Position<W>, point: Point) -> Position<W> {
        let mut board = pos.board.with(pos.board.to_move, 0, Some(point));
        self.allow_retaking(&mut board);
        Position { board, state: pos.state }
    }

    /// The position with the state that the board shows.
    fn judged(&self, board: position::Position<W>) -> Position<W> {
        let state = self.state_of(&board);
        Position { board, state }
    }

    /// The state that a board shows without the moves before it.
    fn state_of(&self, board: &position::Position<W>) -> State {
        if !board.stones[self.goal.owner.index()].contains(self.goal.target) {
            State::Taken
        } else if board.to_move != self.goal.owner && self.has_escaped(board) {
            State::Safe
        } else {
            State::Open
        }
    }

    /// No point is forbidden to the player who may retake.
    #[inline]
    fn allow_retaking(&self, board: &mut position::Position<W>) {
        if self.privileged == Some(board.to_move) {
            board.ko = None;
        }
    }

    /// May the defender, to move, play on the target's empty point and capture?
    fn can_put_back(&self, board: &position::Position<W>) -> bool {
        let mut stones = board.stones;
        board.ko != Some(self.goal.target)
            && !self
                .go
                .board
                .place(&mut stones, board.to_move, self.goal.target)
                .captured
                .is_empty()
    }

    /// The state after a play of the attacker's.
    fn state_after_attack(&self, before: &Position<W>, after: &position::Position<W>) -> State {
        let [old, new] = [&before.board, after].map(|board| board.stones[self.goal.owner.index()]);
        if new.contains(self.goal.target) {
            State::Open
        } else if self.go.board.adjacent(self.goal.target).meets(&old) {
            State::Taken
        } else if self.can_put_back(after) {
            State::Retake
        } else {
            State::TakenSingle
        }
    }

    /// Is the game over in this state?
    #[inline]
    fn winner(&self, state: State) -> Option<Player> {
        match state {
            State::Open | State::Retake => None,
            State::Taken | State::TakenSingle => Some(self.attacker()),
            State::Safe => Some(self.goal.owner),
        }
    }

    /// The symmetry in the numbers of Go.
    #[inline]
    fn of_board(&self, symmetry: Symmetry) -> Symmetry {
        self.symmetries[symmetry.0 as usize]
    }

    /// The symmetry of the board in the numbers of this game.
    fn of_game(&self, symmetry: Symmetry) -> Symmetry {
        let place = self.symmetries.iter().position(|&own| own == symmetry);
        Symmetry(place.unwrap_or_else(|| unreachable!("the symmetries are a group")) as u8)
    }
}

impl<const W: usize> Game for Capture<W> {
    type Position = Position<W>;
    type Move = Move;
    type Undo = Position<W>;
    type Zone = Points<W>;

    /// The target's stone alone, with the attacker to move; on the board of one point the target is
    /// captured.
    fn start(&self) -> Position<W> {
        let mut stones = [Points::EMPTY; 2];
        if self.size().area() > 1 {
            stones[self.goal.owner.index()].insert(self.goal.target);
        }
        self.judged(self.go.unchecked(stones, self.attacker()))
    }

    #[inline]
    fn to_move(&self, pos: &Position<W>) -> Player {
        pos.board.to_move
    }

    #[inline]
    fn outcome(&self, pos: &Position<W>) -> Option<Outcome> {
        self.winner(pos.state).map(Outcome::win)
    }

    #[inline]
    fn moves(&self, pos: &Position<W>, out: &mut Vec<Move>) {
        if self.winner(pos.state).is_none() {
            self.go.moves(&pos.board, out);
        }
    }

    #[inline]
    fn play(&self, pos: &mut Position<W>, mv: Move) -> Position<W> {
        let before = pos.clone();
        self.after_into(&before, mv, pos);
        before
    }

    #[inline]
    fn after_into(&self, pos: &Position<W>, mv: Move, after: &mut Position<W>) {
        let attacks = pos.board.to_move != self.goal.owner;
        self.go.after_into(&pos.board, mv, &mut after.board);
        after.board.passes = 0;
        self.allow_retaking(&mut after.board);
        after.state = match (attacks, mv) {
            (true, Move::Pass) => State::Safe,
            (true, Move::At(_)) => self.state_after_attack(pos, &after.board),
            (false, _) => self.state_of(&after.board),
        };
    }

    #[inline]
    fn undo(&self, pos: &mut Position<W>, old: Position<W>) {
        *pos = old;
    }

    #[inline]
    fn key(&self, pos: &Position<W>) -> Key {
        self.go.key(&pos.board) ^ STATE_KEYS[pos.state as usize]
    }

    fn class(&self, pos: &Position<W>) -> Class {
        let keys = self.go.image_keys(&pos.board);
        let common = self.go.common_key(&pos.board) ^ STATE_KEYS[pos.state as usize];
        let images = self.symmetries.iter().enumerate();
        let least = images.map(|(own, &symmetry)| (keys[symmetry.0 as usize], own)).min();
        let (key, own) = least.unwrap_or_else(|| unreachable!("the identity is a symmetry"));
        Class { key: key ^ common, symmetry: Symmetry(own as u8) }
    }

    fn map_move(&self, symmetry: Symmetry, mv: Move) -> Move {
        self.go.map_move(self.of_board(symmetry), mv)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.of_game(self.go.inverse(self.of_board(symmetry)))
    }

    fn stabilizer(&self, pos: &Position<W>) -> u64 {
        let all = self.go.stabilizer(&pos.board);
        let images = self.symmetries.iter().enumerate();
        let same = images.filter(|(_, symmetry)| all >> symmetry.0 & 1 == 1);
        same.fold(0, |set, (own, _)| set | 1 << own)
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        Repetition::Ends(Outcome::win(self.goal.owner))
    }

    #[inline]
    fn trace(&self, pos: &Position<W>) -> Trace {
        match self.winner(pos.state) {
            None => Trace::Unique(self.key(pos)),
            Some(_) => Trace::Nothing,
        }
    }

    #[inline]
    fn census(&self, pos: &Position<W>) -> Option<u32> {
        self.go.census(&pos.board)
    }
}

impl<const W: usize> Symmetric for Capture<W> {
    fn symmetries(&self) -> u8 {
        self.symmetries.len() as u8
    }

    fn map_position(&self, symmetry: Symmetry, pos: &Position<W>) -> Position<W> {
        let board = self.go.map_position(self.of_board(symmetry), &pos.board);
        Position { board, state: pos.state }
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        self.go.map_point(self.of_board(symmetry), point)
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        self.of_game(self.go.compose(self.of_board(first), self.of_board(second)))
    }
}
