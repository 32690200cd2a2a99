//! Where a player of Gomoku looks: points near stones, by the windows through them; and what the
//! player sees there: the glance, and in freestyle Gomoku wins by continuous fours.
//!
//! In freestyle Gomoku a threatened win by fours leaves only the replies in its zone; elsewhere the
//! best points near stones are taken. With exactly five in a row and in Renju nothing is known
//! about fours, and only the glance speaks.

use super::glance::fives;
use super::worths;
use crate::Glance;
use andor_core::{Claim, Evaluate, Game, MOST_EVALUATION, Player, Selector};
use andor_games::gomoku::{Gomoku, GomokuPosition, Rules};
use andor_games::points::{Point, Points};
use andor_knowledge::gomoku::fours::{Fours, replay};

/// Points farther from every stone than this, in a row or column or diagonally, are not looked at.
const NEAR: i8 = 2;

/// A search for fours tries so many moves at most.
const CAP: u32 = 60;

/// The eyes of a player.
#[derive(Clone, Debug)]
pub struct Sight<const W: usize> {
    /// For each point the points near it.
    near: Vec<Points<W>>,
    /// Wins by fours, in freestyle Gomoku.
    fours: Option<Fours>,
    /// How many moves of a position are looked at.
    width: usize,
    worths: Vec<i32>,
    ranked: Vec<(i32, Point)>,
}

impl<const W: usize> Sight<W> {
    /// The eyes of a player who looks at so many moves of a position.
    pub fn new<const V: usize>(game: &Gomoku<W, V>, width: usize) -> Sight<W> {
        let size = game.size();
        let near = |point| {
            let steps =
                (-NEAR..=NEAR).flat_map(|down| (-NEAR..=NEAR).map(move |right| (right, down)));
            steps.filter_map(|(right, down)| size.step(point, right, down)).collect()
        };
        Sight {
            near: size.points().map(near).collect(),
            fours: (game.rules() == Rules::Freestyle).then(|| Fours::new(CAP)),
            width,
            worths: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// The same eyes, which do not look for wins by fours.
    pub fn without_fours(self) -> Sight<W> {
        Sight { fours: None, ..self }
    }

    /// Changes how many moves of a position are looked at.
    pub fn widen(&mut self, width: usize) {
        self.width = width;
    }

    /// The points to look at: those in the zone of a threatened win by fours, or those near stones.
    fn points<const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
    ) -> Points<W> {
        let (stones, opponent) = (pos.stones(), game.to_move(pos).other());
        if let Some(line) = self.line(game, pos, opponent)
            && let Some((_, cover)) = replay(game.layout(), stones, opponent, &line)
        {
            return cover.0[0] - stones.all();
        }
        let all = stones.all();
        all.iter().fold(Points::EMPTY, |points, stone| points | self.near[stone.index()]) - all
    }

    /// A win by fours of a player, if it is their turn.
    fn line<const V: usize>(
        &mut self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        player: Player,
    ) -> Option<Vec<Point>> {
        let stones = pos.stones();
        if stones.windows(player, 3).is_empty() && stones.windows(player, 4).is_empty() {
            return None;
        }
        self.fours.as_mut()?.find(game.layout(), &mut stones.clone(), player)
    }
}

impl<const W: usize, const V: usize> Evaluate<Gomoku<W, V>> for Sight<W> {
    fn evaluate(&mut self, game: &Gomoku<W, V>, pos: &GomokuPosition<W, V>, claim: Claim) -> i16 {
        let guess = game.glance(pos, claim);
        if guess.abs() < MOST_EVALUATION && self.line(game, pos, game.to_move(pos)).is_some() {
            return MOST_EVALUATION;
        }
        guess
    }
}

impl<const W: usize, const V: usize> Selector<Gomoku<W, V>> for Sight<W> {
    /// The block of a four.
    fn only_move(&mut self, game: &Gomoku<W, V>, pos: &GomokuPosition<W, V>) -> Option<Point> {
        let opponent = game.to_move(pos).other();
        if pos.stones().windows(opponent, 4).is_empty() {
            return None;
        }
        let block = fives(game, pos, opponent).next()?;
        game.forbids(pos, block).is_none().then_some(block)
    }

    fn select(&mut self, game: &Gomoku<W, V>, pos: &GomokuPosition<W, V>, out: &mut Vec<Point>) {
        let (layout, stones, mover) = (game.layout(), pos.stones(), game.to_move(pos));
        let points = self.points(game, pos);
        self.ranked.clear();
        worths(layout, stones, mover, &mut self.worths);
        self.ranked.extend(points.iter().map(|point| (-self.worths[point.index()], point)));
        self.ranked.sort_unstable();
        let allowed = self.ranked.iter().filter(|(_, point)| game.forbids(pos, *point).is_none());
        let before = out.len();
        out.extend(allowed.take(self.width).map(|(_, point)| *point));
        // An empty board, or one on which all points near stones are forbidden.
        if out.len() == before {
            game.moves(pos, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Notation;
    use andor_games::gomoku::SmallGomoku;
    use andor_games::size::Size;

    fn position(rules: Rules, moves: &str) -> (SmallGomoku, GomokuPosition<4, 19>) {
        let game = SmallGomoku::new(Size::new(15, 15).expect("a size"), rules);
        let mut pos = game.start();
        for text in moves.split_whitespace() {
            let mv = game.parse_move(&pos, text).expect("a legal move");
            game.play(&mut pos, mv);
        }
        (game, pos)
    }

    fn selected(rules: Rules, moves: &str) -> Vec<String> {
        let (game, pos) = position(rules, moves);
        let (mut sight, mut out) = (Sight::new(&game, 16), Vec::new());
        sight.select(&game, &pos, &mut out);
        assert!(out.iter().all(|&mv| game.parse_move(&pos, &game.move_text(mv)).is_ok()));
        out.iter().map(|&mv| game.move_text(mv)).collect()
    }

    /// An open three leaves the points that stop it.
    #[test]
    fn a_threat_leaves_the_replies_in_its_zone() {
        let moves = selected(Rules::Freestyle, "h8 a1 j8 o1 k8");
        for stop in ["G8", "L8", "F8"] {
            assert!(moves.contains(&stop.to_string()), "{stop}: {moves:?}");
        }
        assert!(!moves.contains(&"H9".to_string()), "{moves:?}");
    }

    /// All that is selected is legal, also where most is forbidden; the empty board has all its
    /// moves.
    #[test]
    fn what_is_selected_is_legal() {
        assert_eq!(selected(Rules::Freestyle, "").len(), 225);
        assert_eq!(selected(Rules::Exact, "h8").len(), 16);
        // Black's fork of two threes at H8 is forbidden.
        let moves = selected(Rules::Renju, "h9 a1 h10 c1 j8 e1 k8 g1");
        assert!(!moves.contains(&"H8".to_string()), "{moves:?}");
    }

    fn glance(rules: Rules, moves: &str) -> i16 {
        let (game, pos) = position(rules, moves);
        game.glance(&pos, Claim::win(game.to_move(&pos)))
    }

    /// Fives and double fours decide, by the rules; a row that would be too long is no four.
    #[test]
    fn fives_and_double_fours_are_seen_at_a_glance() {
        let four = "h8 a1 j8 c1 k8 e1 l8 g1";
        assert_eq!(glance(Rules::Freestyle, four), MOST_EVALUATION);
        assert_eq!(glance(Rules::Freestyle, "h8 a1 j8 c1 k8 e1 l8"), -MOST_EVALUATION);
        let overline = "h8 a1 j8 c1 k8 e1 m8 g1 n8 a3";
        assert_eq!(glance(Rules::Freestyle, overline), MOST_EVALUATION);
        assert!(glance(Rules::Exact, overline) < MOST_EVALUATION);
        let more = glance(Rules::Freestyle, "h8 a1 j8 o1");
        assert!(more > 0 && more < MOST_EVALUATION, "{more}");
    }

    /// The windows tell an open row from a closed one.
    #[test]
    fn an_open_row_is_worth_more_than_a_closed_one() {
        let open = glance(Rules::Exact, "h8 a1 j8 o15");
        let closed = glance(Rules::Exact, "h8 g8 j8 o15");
        assert!(open > closed, "{open} {closed}");
    }
}
