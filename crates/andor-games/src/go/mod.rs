//! Go on any board from 1x1 to 19x19, under any of the usual ko rules, counted by area.
//!
//! The outcome is Black's area less White's; a [`Komi`] turns it into a claim. Two successive
//! passes end the game, and every stone that is then on the board is alive, unless the rules say
//! otherwise (see [`Passes`] and [`Atari`]).
//!
//! # What a line remembers
//!
//! | ko rule | after a board play | after one pass |
//! |---|---|---|
//! | positional | board, unique | board, free |
//! | situational | board and player to move, unique | board and player to move, free |
//! | natural situational | board and its creator, unique | board and its creator, free |
//! | basic | the whole position, unique | nothing |
//!
//! (Under basic ko the passes are those at the end of the game, two or more as the rules ask.)
//!
//! A position that was set up counts as created by the player who is not to move. The board after a
//! pass is in the line already, under positional and natural situational superko with the same key.
//! The board is remembered once more so that a line that *starts* after a pass knows the board from
//! which it starts.
//!
//! Under basic ko a pass is not compared with anything: a pass that ended the game by repetition
//! would take from the opponent the right to end the game by a second pass. No cycle escapes in
//! this way. A pass that does not end the game is followed by a board play, so that every cycle
//! contains a board play, and the board play is compared.
//!
//! A suicide of one stone leaves the board unchanged. Positional superko forbids this suicide
//! whatever the past, and [`Game::moves`](andor_core::Game::moves) leaves it out at once. Under
//! basic ko the suicide would be a pass that does not count as a pass, and is left out too. Under
//! the situational rules the suicide is a move like any other, and the line decides whether it is
//! legal.

mod board;
mod by_stones;
pub mod capture;
mod images;
mod komi;
pub mod life;
mod notation;
mod planes;
mod play;
mod position;
mod rules;
mod zones;

pub use board::{Board, Stones, Taken};
pub use komi::Komi;
pub use position::{Move, Position};
pub use rules::{Atari, Cycle, Ko, Passes, Rules, Suicide, Uneven};

use crate::dihedral::Dihedral;
use crate::notation::coordinates::{Style, point_text};
use crate::points::Points;
use crate::size::Size;
use andor_core::{Key, Margin, NotationError, Player, Repetition};
use images::{IMAGES, Images};

/// Go on boards of up to `64 * W` points.
#[derive(Clone, Debug)]
pub struct Go<const W: usize> {
    board: Board<W>,
    rules: Rules,
    symmetries: Dihedral,
    images: Images,
    /// The rule of repetition; asked for with every move.
    repetition: Repetition,
    /// The state of blocks with one liberty at the end, on this board.
    atari: Atari,
}

impl<const W: usize> Go<W> {
    /// Go on a board of this size under these rules. The board must fit into `64 * W` points.
    pub fn new(size: Size, rules: Rules) -> Go<W> {
        let symmetries = Dihedral::new(size);
        let images = Images::new(size, &symmetries);
        let repetition = play::repetition(rules, size);
        let atari = rules.on(size).atari;
        Go { board: Board::new(size), rules, symmetries, images, repetition, atari }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board<W> {
        &self.board
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The rule set.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same game without superko, in which a long cycle is lost for `player` whoever closes it.
    /// `None` if the rules have no superko, or a superko that allows the opponent a move that basic
    /// ko forbids. Every other move that the opponent may make under superko is allowed in this
    /// game. So a strategy that wins this game for `player` and never creates a board that was
    /// there before wins under superko, too.
    pub fn without_superko(&self, player: Player) -> Option<Go<W>> {
        let cycle = Cycle::Won(player.other());
        let rules = Rules { ko: Ko::Basic, cycle, uneven: Uneven::Same, ..self.rules };
        self.rules.is_covered_by_basic_ko().then(|| Go::new(self.size(), rules))
    }

    /// Black's margin if the game ended with the board as it is.
    pub fn margin(&self, pos: &Position<W>) -> Margin {
        let mut stones = pos.stones;
        if self.atari != Atari::Alive {
            let dead = Player::both(|player| self.board.in_atari(&stones, player));
            let both = dead.iter().all(|dead| !dead.is_empty());
            if !(both && self.atari == Atari::DeadUnlessBoth) {
                stones = [stones[0] - dead[0], stones[1] - dead[1]];
            }
        }
        self.board.margin(&stones)
    }

    /// A position with these stones, no pass before it and no forbidden ko point. Refused if the
    /// sets overlap or leave the board, or if a block has no liberty.
    pub fn set_up(
        &self,
        black: Points<W>,
        white: Points<W>,
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let name = |point| point_text(self.size(), Style::Go, point);
        let wrong = |problem, expected| Err(NotationError::new("board", problem, expected));
        if let Some(point) = ((black | white) - self.board.all()).first() {
            let problem = format!("there is a stone on {point:?}");
            return wrong(problem, format!("stones on the {} board only", self.size()));
        }
        if let Some(point) = (black & white).first() {
            let problem = format!("two stones on {}", name(point));
            return wrong(problem, "one stone on a point at most".to_string());
        }
        let stones = [black, white];
        if let Some((player, block)) = self.board.breathless(&stones) {
            let point = block.first().map(name).unwrap_or_default();
            let problem = format!("the {player} block at {point} has no liberty");
            return wrong(problem, "every block to be beside an empty point".to_string());
        }
        Ok(self.unchecked(stones, to_move))
    }

    /// The position with these stones.
    fn unchecked(&self, stones: Stones<W>, to_move: Player) -> Position<W> {
        let mut keys = [Key::ZERO; IMAGES];
        for player in Player::BOTH {
            self.toggle(&mut keys, player, stones[player.index()]);
        }
        Position { stones, keys, to_move, passes: 0, waits: 0, ko: None }
    }

    /// Adds stones to the keys, or takes them out again. Not inlined, because most plays change one
    /// stone, and the loop would keep the keys from being changed two words at a time.
    #[inline(never)]
    fn toggle(&self, keys: &mut [Key; IMAGES], player: Player, points: Points<W>) {
        for point in points {
            let changes = self.images.stone(player, point);
            for image in 0..IMAGES {
                keys[image] ^= changes[image];
            }
        }
    }
}
