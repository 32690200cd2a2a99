//! Gomoku: the worth of points by the windows through them, and the kinds of moves of an attack.

mod games;
mod glance;
mod learnt;
mod sight;

pub use learnt::LearntWorks;
pub use sight::Sight;

use andor_core::{
    Attack, AttackKind, Attempt, Claim, Game, Guess, Heuristic, LEAST_CHANCE, Player,
};
use andor_games::gomoku::windows::{Layout, Stones};
use andor_games::gomoku::{Gomoku, GomokuPosition};
use andor_games::points::{Point, Points};

/// What a window with so many own stones, 1 to 4, and no other is worth to a point in it.
const OWN: [i32; 4] = [8, 40, 200, 5000];

/// What a window with so many stones of the opponent's and no other is worth.
const OTHER: [i32; 4] = [5, 25, 120, 3000];

/// How good a stone of `player`'s on each empty point looks, by the windows through the point;
/// points with a stone have any number.
pub(crate) fn worths<const W: usize, const V: usize>(
    layout: &Layout<W>,
    stones: &Stones<W, V>,
    player: Player,
    out: &mut Vec<i32>,
) {
    out.clear();
    out.extend((0..layout.area()).map(|point| layout.of(Point(point as u16)).len() as i32));
    for (player, worths) in [(player, OWN), (player.other(), OTHER)] {
        for (count, worth) in (1..).zip(worths) {
            for window in stones.windows(player, count).iter() {
                for point in layout.points(window) {
                    out[point.index()] += worth;
                }
            }
        }
    }
}

/// The moves of an attack by what they make of windows: fours, threes, and stones beside own
/// stones.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// For each point the point that completes five after a stone on it, or the point itself.
    partner: Vec<u16>,
    worths: Vec<i32>,
    ranked: Vec<(AttackKind, i32, Point)>,
}

/// There is no partner.
const NONE: u16 = u16::MAX;

impl Shapes {
    /// Notes that a stone on one of two points lets the other complete five; says if one of them
    /// has two such partners.
    fn pair(&mut self, (one, other): (Point, Point)) -> bool {
        let mut note = |from: Point, to: Point| {
            let partner = &mut self.partner[from.index()];
            let two = *partner != NONE && *partner != to.0;
            *partner = to.0;
            two
        };
        note(one, other) | note(other, one)
    }

    /// Would a stone of `player`'s on the point threaten to make two fives at once with the next
    /// stone?
    fn is_three<const W: usize, const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        stones: &Stones<W, V>,
        player: Player,
        point: Point,
    ) -> bool {
        let layout = game.layout();
        let mut noted: [(Point, u16); 40] = [(Point(0), NONE); 40];
        let mut count = 0;
        let mut two = false;
        for &window in layout.of(point) {
            let window = usize::from(window);
            if stones.count(window, player) == 2 && stones.count(window, player.other()) == 0 {
                let mut others = stones.empty_points(layout, window).filter(|p| *p != point);
                if let (Some(one), Some(other)) = (others.next(), others.next()) {
                    for end in [one, other] {
                        noted[count] = (end, self.partner[end.index()]);
                        count += 1;
                    }
                    two |= self.pair((one, other));
                }
            }
        }
        for &(end, partner) in noted[..count].iter().rev() {
            self.partner[end.index()] = partner;
        }
        two
    }

    /// Notes which points complete five after a stone of the player's on which others.
    fn note_fours<const W: usize, const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        stones: &Stones<W, V>,
        player: Player,
    ) {
        self.partner.clear();
        self.partner.resize(game.size().area(), NONE);
        for window in stones.windows(player, 3).iter() {
            self.pair(stones.empty_pair(game.layout(), window));
        }
    }

    /// The kind of a move, from the empty points of windows with three and with two stones.
    fn kind<const W: usize, const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        stones: &Stones<W, V>,
        player: Player,
        [fours, twos]: [&Points<W>; 2],
        mv: Point,
    ) -> AttackKind {
        if fours.contains(mv) {
            AttackKind::Forcing
        } else if !twos.contains(mv) {
            AttackKind::Quiet
        } else if self.is_three(game, stones, player, mv) {
            AttackKind::Threatening
        } else {
            AttackKind::Hinting
        }
    }

    /// The kinds and the worth of the player's moves.
    fn rank<const W: usize, const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        with_quiet: bool,
    ) {
        let (layout, stones, player) = (game.layout(), pos.stones(), game.to_move(pos));
        self.note_fours(game, stones, player);
        worths(layout, stones, player, &mut self.worths);
        let [fours, twos] = [3, 2].map(|n| stones.reach(layout, player, n..n + 1));
        self.ranked.clear();
        for mv in if with_quiet { game.empty(pos) } else { fours | twos } {
            let kind = self.kind(game, stones, player, [&fours, &twos], mv);
            self.ranked.push((kind, -self.worths[mv.index()], mv));
        }
        self.ranked.sort_unstable();
    }
}

impl<const W: usize, const V: usize> Attack<Gomoku<W, V>> for Shapes {
    /// Where the opponent threatens five, the block is the only attempt.
    fn attempts(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        quiet: usize,
        out: &mut Vec<Attempt<Point>>,
    ) {
        let opponent = game.to_move(pos).other();
        if let Some(block) = pos.stones().fives(game.layout(), opponent).first() {
            return out.push(Attempt { mv: block, kind: AttackKind::Forcing });
        }
        self.rank(game, pos, quiet > 0);
        let mut left = quiet;
        for &(kind, _, mv) in &self.ranked {
            if quiet > 0 && kind >= AttackKind::Hinting {
                if left == 0 {
                    continue;
                }
                left -= 1;
            }
            out.push(Attempt { mv, kind });
        }
    }

    fn sort_replies(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        replies: &mut Vec<Point>,
    ) {
        worths(game.layout(), pos.stones(), game.to_move(pos), &mut self.worths);
        replies.sort_unstable_by_key(|&reply| (-self.worths[reply.index()], reply));
    }
}

/// A stone of this worth has an even chance.
const EVEN: f32 = 400.0;

/// The first works of moves by their kinds: a proof with a threat in every move is short; a four is
/// cheap, and often spoils what it prepares.
const WORKS: [f32; AttackKind::COUNT] = [5.0, 3.0, 8.0, 16.0];

/// A guess for each move by the worth of its point, and by what it threatens.
impl<const W: usize, const V: usize> Heuristic<Gomoku<W, V>> for Shapes {
    fn guess(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        _: Claim,
        moves: &[Point],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let (layout, stones, player) = (game.layout(), pos.stones(), game.to_move(pos));
        self.note_fours(game, stones, player);
        worths(layout, stones, player, &mut self.worths);
        let [fours, twos] = [3, 2].map(|n| stones.reach(layout, player, n..n + 1));
        out.extend(moves.iter().map(|&mv| {
            let kind = self.kind(game, stones, player, [&fours, &twos], mv);
            let worth = self.worths[mv.index()] as f32;
            let chance = (worth / (worth + EVEN)).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            Guess { chance, work_if_won: WORKS[kind as usize], work_if_lost: 1.0 }
        }));
        0.5
    }
}
