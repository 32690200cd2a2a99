//! The rules of the capture game on drawn boards, the laws of every game, and a comparison with
//! naive rules.

use crate::support::naive_go::{Cell, Naive};
use andor_core::{Game, Notation, Outcome, Player, laws};
use andor_games::go::Move;
use andor_games::go::capture::{Capture, Goal, Position, Retake};
use andor_games::points::{Point, Points};
use andor_games::size::Size;

fn size(text: &str) -> Size {
    text.parse().expect("a size")
}

fn game(text: &str, target: u16, owner: Player, escape: u8, retake: Retake) -> Capture<1> {
    Capture::new(size(text), Goal { target: Point(target), owner, escape }, retake)
}

fn winner(game: &Capture<1>, pos: &Position<1>) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| game.outcome(pos) == Some(Outcome::win(player)))
}

#[test]
fn laws_hold() {
    for (text, target) in [("1x1", 0), ("1x4", 1), ("2x2", 0), ("3x3", 4), ("2x5", 3), ("5x5", 6)] {
        for owner in Player::BOTH {
            for retake in Retake::ALL {
                for escape in [2, 4, 20] {
                    let game = game(text, target, owner, escape, retake);
                    laws::all(&game, 4, 1);
                    laws::zones(&game, 4, 2);
                    laws::walk(&game, 4, 3, |pos| {
                        if game.outcome(pos).is_none() && game.to_move(pos) == owner.other() {
                            laws::widths(&game, pos);
                        }
                    });
                }
            }
        }
    }
    let goal = Goal { target: Point(180), owner: Player::White, escape: 12 };
    let large = Capture::<6>::new(size("19x19"), goal, Retake::Nobody);
    laws::rules(&large, 1, 1);
    laws::zones(&large, 1, 2);
}

fn cell(player: Player) -> Cell {
    if player == Player::Black { Cell::Black } else { Cell::White }
}

/// The rules in the simplest form: a board, and a flag for a target that may be put back.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    board: Naive,
    goal: Goal,
    privileged: Option<Player>,
    end: Option<Player>,
    put_back: bool,
}

impl Plain {
    fn target(&self) -> usize {
        self.goal.target.index()
    }

    /// The liberties of a block that are no eye space: point by point, the region of each.
    fn open_liberties(&self, block: &[usize]) -> usize {
        let owner = cell(self.goal.owner);
        let region = |liberty: usize| {
            let mut region = vec![liberty];
            let mut at = 0;
            while let Some(&point) = region.get(at) {
                for near in self.board.neighbours(point) {
                    if self.board.cells[near] != owner && !region.contains(&near) {
                        region.push(near);
                    }
                }
                at += 1;
            }
            region.len()
        };
        let is_open = |&&liberty: &&usize| region(liberty) >= usize::from(self.goal.escape) + 3;
        self.board.liberties(block).iter().filter(is_open).count()
    }

    /// Drops a ko that does not bind, and ends the game where the rules say so.
    fn judged(mut self) -> Plain {
        if self.privileged.map(cell) == Some(self.board.to_move) {
            self.board.ko = None;
        }
        self.board.passes = 0;
        let owner = cell(self.goal.owner);
        if self.end.is_none() && self.board.to_move != owner {
            let stands = self.board.cells[self.target()] == owner;
            let block = self.board.block(self.target());
            if !stands {
                self.end = Some(self.goal.owner.other());
            } else if self.open_liberties(&block) >= self.goal.escape.into() {
                self.end = Some(self.goal.owner);
            }
        }
        self
    }

    fn pass(&self) -> Plain {
        let attacked = self.board.to_move != cell(self.goal.owner);
        let end = attacked.then_some(self.goal.owner);
        Plain { board: self.board.pass(), end, put_back: false, ..self.clone() }.judged()
    }

    fn play(&self, at: usize) -> Option<Plain> {
        let owner = cell(self.goal.owner);
        let board = self.board.place(at)?;
        let mut after = Plain { board, put_back: false, ..self.clone() };
        if self.board.to_move != owner && after.board.cells[self.target()] != owner {
            let single = self.board.block(self.target()).len() == 1;
            let after_ko = after.clone().judged().board;
            let stones = |board: &Naive| board.cells.iter().filter(|&&c| c != Cell::Empty).count();
            let back = after_ko.place(self.target());
            let takes = back.is_some_and(|back| stones(&back) <= stones(&after_ko));
            match single && takes {
                true => after.put_back = true,
                false => after.end = Some(self.goal.owner.other()),
            }
        }
        Some(after.judged())
    }
}

fn plain(game: &Capture<1>, pos: &Position<1>) -> Plain {
    let board = pos.board();
    let at = |point: Point| {
        let owner = Player::BOTH.into_iter().find(|&side| board.stones(side).contains(point));
        owner.map_or(Cell::Empty, cell)
    };
    let naive = Naive {
        columns: game.size().columns().into(),
        rows: game.size().rows().into(),
        cells: game.size().points().map(at).collect(),
        to_move: cell(board.to_move()),
        passes: 0,
        ko: board.ko().map(Point::index),
    };
    let goal = game.goal();
    let privileged = match game.retake() {
        Retake::Nobody => None,
        Retake::Attacker => Some(goal.owner.other()),
        Retake::Defender => Some(goal.owner),
    };
    let end = winner(game, pos);
    let gone = naive.cells[goal.target.index()] != cell(goal.owner);
    Plain { board: naive, goal, privileged, end, put_back: gone && end.is_none() }
}

/// The same moves lead to the same boards and the same ends.
fn check(game: &Capture<1>, pos: &Position<1>) {
    let ours = plain(game, pos);
    let told = || format!("{}{game:?}", game.draw(pos));
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    if ours.end.is_some() {
        assert_eq!(moves, [], "{}", told());
        return;
    }
    let plays = (0..game.size().area()).filter(|&at| ours.play(at).is_some());
    let mut expected: Vec<Move> = plays.map(|at| Move::At(Point(at as u16))).collect();
    expected.push(Move::Pass);
    assert_eq!(moves, expected, "{}", told());
    for mv in moves {
        let after = match mv {
            Move::At(point) => ours.play(point.index()).expect("a legal play"),
            Move::Pass => ours.pass(),
        };
        assert_eq!(plain(game, &game.after(pos, mv)), after, "{mv:?} in {}", told());
    }
}

/// All positions of small boards and their children are those of the naive rules.
#[test]
fn the_rules_are_the_naive_rules_on_all_small_boards() {
    for (text, target) in [("1x4", 1), ("2x2", 0), ("2x3", 1), ("3x3", 0), ("3x3", 1), ("3x3", 4)] {
        for (retake, escape) in Retake::ALL.into_iter().zip([2, 3, 4]) {
            let game = game(text, target, Player::White, escape, retake);
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
                    let Ok(pos) = game.set_up(stones[0], stones[1], player) else { continue };
                    check(&game, &pos);
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    moves.into_iter().for_each(|mv| check(&game, &game.after(&pos, mv)));
                }
            }
        }
    }
}

/// And so are the positions of random games on larger boards.
#[test]
fn the_rules_are_the_naive_rules_in_random_games() {
    for (text, target) in [("4x4", 5), ("5x3", 7), ("6x6", 0), ("7x7", 24)] {
        for retake in Retake::ALL {
            let game = game(text, target, Player::Black, 7, retake);
            laws::walk(&game, 40, 5, |pos| check(&game, pos));
        }
    }
}

/// The game of a drawn board: `x` is a Black target, `o` a White one.
fn board(picture: &str, retake: Retake) -> (Capture<1>, Position<1>) {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_row = |line: &&&str| line.split_whitespace().all(|cell| ".XOxo".contains(cell));
    let height = rows.iter().filter(is_row).count();
    let text = format!("{}x{height}", rows[0].split_whitespace().count());
    let cells: Vec<&str> =
        rows.iter().filter(is_row).flat_map(|row| row.split_whitespace()).collect();
    let target = cells.iter().position(|&cell| cell == "x" || cell == "o").expect("a target");
    let owner = if cells[target] == "x" { Player::Black } else { Player::White };
    let game = game(&text, target as u16, owner, 5, retake);
    let stones: Vec<String> = rows
        .iter()
        .map(|row| if is_row(&row) { row.to_uppercase() } else { (*row).to_string() })
        .collect();
    let pos = game.parse_position(&stones.join("\n")).expect("a position");
    (game, pos)
}

/// The player who has won after these moves.
fn check_winner(picture: &str, retake: Retake, moves: &str, expected: Option<Player>) {
    let (game, mut pos) = board(picture, retake);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&pos, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut pos, mv);
    }
    assert_eq!(winner(&game, &pos), expected, "{moves} in\n{picture}");
}

#[test]
fn a_stone_that_can_be_put_back_is_not_captured() {
    // A ko: White takes C3, and Black may retake only with the right to do so.
    let ko = "
        . X O . .
        X O x O .
        . X O . .
        . . . . .
        white to move";
    let ko = ko.replace("X O x O .", "X . x O .");
    let white = Some(Player::White);
    check_winner(&ko, Retake::Nobody, "B3", white);
    check_winner(&ko, Retake::Attacker, "B3", white);
    check_winner(&ko, Retake::Defender, "B3", None);
    check_winner(&ko, Retake::Defender, "B3 C3", None);
    check_winner(&ko, Retake::Defender, "B3 E1", white);
    check_winner(&ko, Retake::Defender, "B3 pass", white);
    // A snapback: the stone on A1 is taken, and the stones that took it have one liberty.
    let snapback = "
        . . . . .
        X X X . .
        O O X . .
        x . X . .
        white to move";
    check_winner(snapback, Retake::Nobody, "B1", None);
    check_winner(snapback, Retake::Nobody, "B1 A1", None);
    check_winner(snapback, Retake::Nobody, "B1 D1", white);
}

#[test]
fn the_game_ends_by_liberties_and_by_the_attackers_pass() {
    let open = "
        . . . . .
        . . O . .
        . O x . .
        . . . . .
        white to move";
    check_winner(open, Retake::Nobody, "pass", Some(Player::Black));
    check_winner(open, Retake::Nobody, "A1 pass", None);
    check_winner(open, Retake::Nobody, "A1 D2", None);
    check_winner(open, Retake::Nobody, "A1 D2 A2 E2", Some(Player::Black));
}

#[test]
fn a_missing_target_is_refused() {
    let game = game("3x3", 4, Player::White, 5, Retake::Nobody);
    let error = game.set_up(Points::one(Point(4)), Points::EMPTY, Player::Black);
    let told = error.expect_err("no White stone").to_string();
    assert_eq!(told, "target B2: no such stone; expected a white stone");
}
