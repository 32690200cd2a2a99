//! Rollouts of Go: games that are played out sensibly, and first guesses about moves.
//!
//! A player who moves in a rollout takes the first of these that there is:
//!
//! 1. the answer to an atari of the last move: capture, or run to two liberties or more;
//! 2. a [shape](super::shape) beside the last move;
//! 3. a capture anywhere;
//! 4. any move that is sensible.
//!
//! Sensible moves fill no own eye and put no large own block into atari. A player without a
//! sensible move passes, and two passes end the game. Rollouts know basic ko, no superko, and no
//! suicide.

use super::playout::nth;
use super::quick::Quick;
use andor_core::{Margin, Outcome, Player, Prior, Rollouts};
use andor_games::go::{Go, Move, Position};
use andor_games::points::{Point, Points};

/// Blocks of so many stones are not put into atari by their owner.
const LARGE: u32 = 3;

/// Rollouts on a board.
#[derive(Clone, Debug)]
pub struct GoRollouts<const W: usize> {
    quick: Quick<W>,
}

impl<const W: usize> GoRollouts<W> {
    /// Rollouts for a game.
    pub fn new(game: &Go<W>) -> GoRollouts<W> {
        GoRollouts { quick: Quick::new(game.board()) }
    }
}

/// A point of a set, each with the same chance.
#[inline]
fn any<const W: usize>(set: Points<W>, rng: &mut fastrand::Rng) -> Option<Point> {
    match set.len() {
        0 => None,
        1 => set.first(),
        count => Some(nth(set, rng.u32(0..count))),
    }
}

impl<const W: usize> Quick<W> {
    /// The next move of a rollout.
    #[inline]
    fn choose(&mut self, rng: &mut fastrand::Rng) -> Option<Point> {
        if let Some(last) = self.last {
            let answers = self.answers(last);
            if let Some(point) = any(answers, rng) {
                return Some(point);
            }
            let shapes = self.shapes_beside(last);
            if let Some(point) = any(shapes, rng) {
                return Some(point);
            }
        }
        let capturing = self.capturing();
        any(capturing, rng).or_else(|| self.sensible(rng))
    }

    /// The moves that capture the last stone or save own blocks that the last stone put into atari.
    fn answers(&self, last: Point) -> Points<W> {
        let mut answers = Points::EMPTY;
        let attacker = self.block(last);
        if attacker.is_in_atari() {
            answers |= attacker.liberties;
        }
        for stone in self.adjacent(last) & self.own() {
            if self.block(stone).is_in_atari() {
                answers |= self.rescues(stone);
            }
        }
        if let Some(ko) = self.ko {
            answers.remove(ko);
        }
        answers
    }

    /// The moves that save the own block of this stone, which is in atari: captures beside it, and
    /// the last liberty if a stone there has two or more.
    fn rescues(&self, stone: Point) -> Points<W> {
        let block = self.block(stone);
        let mut rescues = Points::EMPTY;
        for attacker in self.tables.board.around(block.stones) & self.other() {
            let attacker = self.block(attacker);
            if attacker.is_in_atari() {
                rescues |= attacker.liberties;
            }
        }
        if let Some(liberty) = block.liberties.first()
            && self.after(liberty).liberties.has_two()
        {
            rescues.insert(liberty);
        }
        rescues
    }

    /// The sensible moves beside the last one that have a shape.
    fn shapes_beside(&self, last: Point) -> Points<W> {
        let beside = self.adjacent(last) | self.tables.diagonal[last.index()];
        let has_shape = |point: &Point| self.has_shape(*point) && self.is_sensible(*point);
        (beside & self.empty()).iter().filter(has_shape).collect()
    }

    /// A sensible move, each with the same chance.
    fn sensible(&self, rng: &mut fastrand::Rng) -> Option<Point> {
        let mut open = self.empty();
        while let Some(point) = any(open, rng) {
            if self.is_sensible(point) {
                return Some(point);
            }
            open.remove(point);
        }
        None
    }

    /// Is this empty point a legal move that fills no eye and puts no large own block into atari?
    #[inline]
    fn is_sensible(&self, point: Point) -> bool {
        let free = self.adjacent(point) & self.empty();
        free.has_two()
            || self.is_legal(point) && !self.is_eye(point) && {
                let after = self.after(point);
                !after.is_in_atari() || after.stones.len() < LARGE
            }
    }
}

impl<const W: usize> Rollouts<Go<W>> for GoRollouts<W> {
    fn places(&self) -> usize {
        self.quick.tables.height.len()
    }

    fn place(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::At(point) => Some(point.index()),
            Move::Pass => None,
        }
    }

    fn priors(
        &mut self,
        _: &Go<W>,
        pos: &Position<W>,
        last: Option<Move>,
        moves: &[Move],
        priors: &mut Vec<Option<Prior>>,
    ) {
        self.quick.set_up(pos, point_of(last));
        let quick = &mut self.quick;
        let capturing = quick.capturing();
        let mut urgent = Points::EMPTY;
        for stone in quick.own() {
            if quick.block(stone).is_in_atari() {
                urgent |= quick.rescues(stone);
            }
        }
        priors.clear();
        priors.extend(moves.iter().map(|&mv| match mv {
            Move::Pass => Some(PASS.prior()),
            Move::At(point) => quick.look(point, capturing, urgent).map(Opinion::prior),
        }));
    }

    fn finish(
        &mut self,
        game: &Go<W>,
        pos: &Position<W>,
        last: Option<Move>,
        rng: &mut fastrand::Rng,
        played: &mut Vec<(Player, Move)>,
    ) -> Outcome {
        let quick = &mut self.quick;
        quick.set_up(pos, point_of(last));
        let area = game.size().area();
        for _ in 0..3 * area + 10 {
            if quick.passes >= 2 {
                break;
            }
            let player = quick.to_move;
            match quick.choose(rng) {
                Some(point) => {
                    quick.play(point);
                    played.push((player, Move::At(point)));
                }
                None => quick.pass(),
            }
        }
        Outcome::Margin(quick.margin())
    }
}

impl<const W: usize> Quick<W> {
    /// Black's area less White's.
    fn margin(&self) -> Margin {
        self.tables.board.margin(&self.stones)
    }
}

fn point_of(mv: Option<Move>) -> Option<Point> {
    match mv {
        Some(Move::At(point)) => Some(point),
        _ => None,
    }
}

/// Games won and games played, in thought.
#[derive(Clone, Copy)]
struct Opinion {
    games: f32,
    wins: f32,
}

impl Opinion {
    fn add(&mut self, games: f32, chance: f32) {
        self.games += games;
        self.wins += games * chance;
    }

    fn prior(self) -> Prior {
        Prior { games: self.games, chance: self.wins / self.games }
    }
}

/// The first guess about every move, and about the pass.
const EVEN: Opinion = Opinion { games: 10.0, wins: 5.0 };
const PASS: Opinion = Opinion { games: 20.0, wins: 4.0 };

/// The games that a move is worth at a distance of 1, 2, 3 and 4 from the last move.
const NEAR: [f32; 4] = [20.0, 16.0, 10.0, 4.0];

impl<const W: usize> Quick<W> {
    /// The opinion about a move on an empty point; `None` if the move fills an eye.
    fn look(&self, point: Point, capturing: Points<W>, urgent: Points<W>) -> Option<Opinion> {
        if self.is_eye(point) {
            return None;
        }
        let mut opinion = EVEN;
        let after = self.after(point);
        if after.is_in_atari() {
            opinion.add(10.0 + 4.0 * after.stones.len().min(5) as f32, 0.0);
        }
        if capturing.contains(point) {
            let stones = self.adjacent(point) & self.other();
            let taken = stones.iter().map(|stone| self.block(stone));
            let most = taken.filter(|block| block.is_in_atari()).map(|block| block.stones.len());
            opinion.add(if most.max() > Some(1) { 30.0 } else { 15.0 }, 1.0);
        }
        if urgent.contains(point) && !after.is_in_atari() {
            opinion.add(15.0, 1.0);
        }
        if self.has_shape(point) {
            opinion.add(10.0, 1.0);
        }
        if let Some(last) = self.last {
            let size = self.tables.board.size();
            let across = size.column(point).abs_diff(size.column(last));
            let down = size.row(point).abs_diff(size.row(last));
            let far = usize::from(across.max(down)) + usize::from(across.min(down) > 1);
            opinion.add(NEAR.get(far.max(1) - 1).copied().unwrap_or(0.0), 1.0);
        }
        let height = self.tables.height[point.index()];
        if height <= 2 && self.is_lonely(point) {
            opinion.add(10.0, if height == 2 { 1.0 } else { 0.0 });
        }
        Some(opinion)
    }

    /// Are there no stones within three steps?
    fn is_lonely(&self, point: Point) -> bool {
        let board = &self.tables.board;
        let near = (0..3).fold(Points::one(point), |near, _| near | board.around(near));
        near.is_subset(&self.empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Game, Notation};
    use andor_games::go::Rules;
    use andor_games::notation::coordinates::{Style, parse_point};

    fn game(size: &str) -> Go<1> {
        Go::new(size.parse().expect("a size"), Rules::BASIC_KO)
    }

    fn quick(game: &Go<1>, picture: &str, to_move: Player, last: &str) -> Quick<1> {
        let pos = game.parse_position(picture).expect("a position").with(to_move, 0, None);
        let mut quick = Quick::new(game.board());
        quick.set_up(&pos, parse_point(game.size(), Style::Go, last).ok());
        quick
    }

    /// Every move of a rollout is legal, and at the end nothing but eyes is empty.
    #[test]
    fn rollouts_keep_to_the_rules_and_fill_the_board() {
        for size in ["3x3", "5x5", "7x7", "4x8"] {
            let game = game(size);
            let mut rollouts = GoRollouts::new(&game);
            let mut rng = fastrand::Rng::with_seed(7);
            for _ in 0..100 {
                let mut played = Vec::new();
                let start = game.start();
                let outcome = rollouts.finish(&game, &start, None, &mut rng, &mut played);
                let mut pos = start;
                for (player, mv) in played {
                    // Passes are not told.
                    if player != pos.to_move() {
                        game.play(&mut pos, Move::Pass);
                    }
                    let Move::At(point) = mv else { panic!("a pass") };
                    let is_empty = game.board().empty(pos.both()).contains(point);
                    assert!(is_empty && game.allows(&pos, point), "{pos:?} {point:?}");
                    game.play(&mut pos, mv);
                }
                assert_eq!(outcome, Outcome::Margin(game.margin(&pos)));
            }
        }
    }

    /// What a rollout answers to the last move.
    #[test]
    fn ataris_are_answered() {
        let game = game("5x5");
        for (picture, to_move, last, expected) in [
            // C3 runs.
            (". . . . .\n. . O . .\n. O X O .\n. . . . .\n. . . . .", Player::Black, "C4", "C2"),
            // B2 cannot run, but its attacker on A2 is in atari.
            (". . . . .\n. . . . .\n. X . . .\nX O X . .\nO . . . .", Player::White, "C2", "A3"),
            // The last stone is in atari itself.
            (". . . . .\n. . . . .\n. O . . .\nO X O . .\n. . . . .", Player::White, "B2", "B1"),
            // A1 is lost.
            (". . . . .\n. . . . .\n. . . . .\nO O . . .\nX . O . .", Player::Black, "A2", ""),
        ] {
            let quick = quick(&game, picture, to_move, last);
            let answers = quick.answers(quick.last.expect("a last move")).iter();
            let names: Vec<String> = answers.map(|point| game.move_text(Move::At(point))).collect();
            assert_eq!(names.join(" "), expected, "{picture}");
        }
    }

    /// Eyes are never filled, and false eyes are no eyes.
    #[test]
    fn eyes_are_left_alone() {
        let game = game("5x5");
        let board = ". X . X X\nX X X X .\n. . . X X\nO O O O O\n. . . . .";
        let black = quick(&game, board, Player::Black, "");
        let eye = |name| black.is_eye(parse_point(game.size(), Style::Go, name).expect("a point"));
        assert_eq!(["A5", "C5", "E4", "A3", "B3"].map(eye), [true, true, true, false, false]);
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..50 {
            let mut rollout = black.clone();
            for _ in 0..60 {
                match rollout.choose(&mut rng) {
                    Some(point) => rollout.play(point),
                    None => rollout.pass(),
                }
                assert!(black.stones[0].is_subset(&rollout.stones[0]), "the living stones died");
            }
        }
    }
}
