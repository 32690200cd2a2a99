//! Unconditional territory: X's plan is carried out against everything that O can do.

use crate::support::go::{for_every_board, go};
use andor_core::{Game, Player};
use andor_games::go::{Board, Go, Ko, Move, Position, Rules};
use andor_games::points::{Point, Points};
use andor_knowledge::go::territory::{Territory, territory};
use std::collections::HashSet;

/// The rule sets without suicide.
const RULES: [Rules; 5] = [Rules::PSK, Rules::SSK, Rules::NSSK, Rules::BASIC_KO, Rules::MIGOS];

/// The move of X's plan, as the essay says, or none if no O stone stands in what is X's.
fn planned(board: &Board<1>, pos: &Position<1>, sure: &Territory<1>) -> Option<Point> {
    let (own, other) = (pos.stones(sure.life.side), pos.stones(sure.life.side.other()));
    let empty = board.all() - own - other;
    let mut last = None;
    for part in board.parts(sure.life.territory | sure.enclosed) {
        if !part.meets(&other) {
            continue;
        }
        let beside = board.around(sure.life.alive) & part & empty;
        match beside.first() {
            Some(point) => return Some(point),
            None => last = (part & empty).first(),
        }
    }
    last
}

/// X's plan against O, who plays inside what is promised or elsewhere.
struct Plan<'a> {
    game: &'a Go<1>,
    side: Player,
    promised: Points<1>,
    /// The positions of the line since the promise, and whether a play led there.
    line: Vec<(Position<1>, bool)>,
    /// With O to move: what was looked at. A board that X makes again would be found on the line.
    done: HashSet<([Points<1>; 2], Option<Point>)>,
}

impl Plan<'_> {
    fn sure(&self, pos: &Position<1>) -> Territory<1> {
        territory(self.game.board(), pos.both(), self.side)
    }

    /// Was the position there in the sense of the ko rule? If in doubt it was for X and was not for
    /// O.
    fn came_before(&self, pos: &Position<1>, for_x: bool) -> bool {
        let same = |(old, played): &(Position<1>, bool)| match self.game.rules().ko {
            Ko::Positional => old.both() == pos.both(),
            Ko::Situational | Ko::Basic => {
                old.both() == pos.both() && old.to_move() == pos.to_move()
            }
            Ko::NaturalSituational => {
                old.both() == pos.both() && old.to_move() == pos.to_move() && (for_x || *played)
            }
        };
        self.line.iter().any(same)
    }

    /// It is X's turn.
    fn x_plays(&mut self, pos: &Position<1>) {
        let sure = self.sure(pos);
        assert!(self.promised.is_subset(&sure.points()), "{pos:?} keeps the promise");
        let Some(point) = planned(self.game.board(), pos, &sure) else {
            let other = pos.stones(self.side.other());
            assert!(!self.promised.meets(&other), "{pos:?} is as promised");
            return;
        };
        assert!(self.game.allows(pos, point), "{pos:?} {point:?} is legal");
        let after = self.game.after(pos, Move::At(point));
        assert!(!self.came_before(&after, true), "{pos:?} {point:?} makes a new board");
        let sure = self.sure(&after);
        assert!(self.promised.is_subset(&sure.points()), "{pos:?} {point:?} keeps the promise");
        self.line.push((after.clone(), true));
        self.o_plays(&after);
        self.line.pop();
    }

    /// It is O's turn.
    fn o_plays(&mut self, pos: &Position<1>) {
        if !self.done.insert((*pos.both(), pos.ko())) {
            return;
        }
        let empty = self.promised - pos.stones(Player::Black) - pos.stones(Player::White);
        let plays = empty.iter().filter(|&point| self.game.allows(pos, point)).map(Move::At);
        for mv in plays.chain([Move::Pass]) {
            let after = self.game.after(pos, mv);
            if mv != Move::Pass && self.came_before(&after, false) {
                // Forbidden to O by superko; a long cycle elsewhere, and there must be none.
                assert!(self.game.rules().ko != Ko::Basic, "{pos:?} {mv:?} makes a new board");
                continue;
            }
            self.line.push((after.clone(), mv != Move::Pass));
            self.x_plays(&after);
            self.line.pop();
        }
    }
}

/// Carries out the plan from a board on, if there is one beyond life; whether there is.
fn carry_out(game: &Go<1>, board: &Position<1>, side: Player) -> bool {
    let sure = territory(game.board(), board.both(), side);
    if sure.enclosed.is_empty() {
        return false;
    }
    for to_move in Player::BOTH {
        let [black, white] = *board.both();
        let pos = game.set_up(black, white, to_move).expect("the same board");
        let (promised, line) = (sure.points(), vec![(pos.clone(), false)]);
        let mut plan = Plan { game, side, promised, line, done: HashSet::new() };
        match to_move == side {
            true => plan.x_plays(&pos),
            false => plan.o_plays(&pos),
        }
    }
    true
}

/// A random board on which one side has most of the stones, so that something may be enclosed.
fn random_board(game: &Go<1>, rng: &mut fastrand::Rng) -> Option<Position<1>> {
    let mut stones = [Points::EMPTY; 2];
    let strong = rng.usize(..2);
    for point in game.size().points() {
        match rng.u8(..10) {
            0..=5 => stones[strong].insert(point),
            6 | 7 => stones[1 - strong].insert(point),
            _ => {}
        }
    }
    game.set_up(stones[0], stones[1], Player::Black).ok()
}

#[test]
fn whatever_o_plays_x_carries_out_the_plan() {
    for size in ["2x5", "3x4"] {
        // These rules have the same boards and the same territory, which is found once.
        let (any, mut boards) = (go(size, RULES[0]), Vec::new());
        for_every_board(&any, |board| {
            let has_some = |side| !territory(any.board(), board.both(), side).enclosed.is_empty();
            if Player::BOTH.into_iter().any(has_some) {
                boards.push(board.clone());
            }
        });
        for rules in RULES {
            let (game, mut plans) = (go(size, rules), 0);
            for board in &boards {
                plans += Player::BOTH.iter().filter(|&&side| carry_out(&game, board, side)).count();
            }
            eprintln!("{size} {rules}: {plans} plans");
            assert!(plans > 0, "{size} {rules}");
        }
    }
    for rules in RULES {
        let mut rng = fastrand::Rng::with_seed(8);
        for size in ["2x6", "3x5", "4x4", "4x5", "5x5"] {
            let (game, mut plans) = (go(size, rules), 0);
            while plans < 300 {
                let Some(board) = random_board(&game, &mut rng) else { continue };
                plans += Player::BOTH.iter().filter(|&&s| carry_out(&game, &board, s)).count();
            }
        }
    }
}
