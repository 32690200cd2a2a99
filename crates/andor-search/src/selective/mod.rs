//! Selective alpha-beta: looks ahead for a move to play, where nothing is proven.
//!
//! The search is depth-first with iterative deepening and principal variation search (Marsland). A
//! [`Selector`] chooses the moves of each position, so that boards with hundreds of moves can be
//! looked at; the values are therefore guesses, and the search gives no verdict.
//! [`alpha_beta`](crate::alpha_beta) is the search that proves.
//!
//! * A transposition table keeps the value and the best move of a position.
//! * The moves are tried in the selector's order, after the table's move and the moves that cut off
//!   at the same ply (killers). Late moves are looked at less deep first (late move reductions).
//! * A position with an only move is looked at one ply deeper.
//! * A position that the evaluation takes for won or lost is not looked into.
//!
//! Values are those of the player to move: between minus and plus [`MOST_EVALUATION`] a guess,
//! beyond that a win or a loss that the search has seen, the larger the sooner.

mod entry;

pub use entry::Entry;

use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::lockless::{Lockless, Words};
use crate::table::Table;
use andor_core::{Claim, Game, Key, MOST_EVALUATION, Numbered, Selector, Verdict};
use entry::Bound;
use std::sync::Arc;

/// The value of a game that is won now.
const WON: i32 = 30_000;

/// The value of a win that the evaluation has seen.
const SEEN: i32 = 20_000;

/// Values beyond this are wins or losses.
const MOST_GUESS: i32 = MOST_EVALUATION as i32;

/// The most plies below the root, with all extensions.
const MOST_PLIES: usize = 64;

/// From this depth and this place in the list on, a move is first looked at less deep.
const REDUCED_FROM: (i32, usize) = (3, 4);

/// From this place on it is looked at still less deep.
const REDUCED_TWICE_FROM: usize = 12;

/// How far the search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most plies of an iteration.
    pub depth: u16,
    /// How many of the best moves get a line and an exact value.
    pub lines: usize,
}

/// The best moves of a position, as far as the search has looked.
#[derive(Clone, Debug, Default)]
pub struct BestLines<M> {
    /// The depth of the last complete iteration.
    pub depth: u16,
    /// The best moves, each with its line, the best first.
    pub lines: Vec<Variation<M>>,
}

impl<M: Copy + Eq> BestLines<M> {
    /// Takes over the lines of an iteration that was not finished. Its first moves were the best of
    /// the last iteration, so what was looked at deeper counts; but a loss that it found is no
    /// reason to play the move, if there is another.
    fn overtake(&mut self, mut lines: Vec<Variation<M>>, order: &[M], count: usize) {
        if let ([lost], Some(&next)) = (&lines[..], order.get(1))
            && lost.seen() < 0
        {
            let value = self.lines.first().map_or(0, |line| line.value);
            lines = vec![Variation { moves: vec![next], value }];
        }
        self.lines.retain(|old| lines.iter().all(|new| new.moves[0] != old.moves[0]));
        self.lines.splice(0..0, lines);
        self.lines.truncate(count);
    }
}

/// A line of play and its value for the player who begins it.
#[derive(Clone, Debug)]
pub struct Variation<M> {
    /// The moves, never empty.
    pub moves: Vec<M>,
    /// The value.
    pub value: i32,
}

impl<M> Variation<M> {
    /// Has the search seen a win (1) or a loss (−1) at the end of the line?
    pub fn seen(&self) -> i32 {
        if self.value.abs() > MOST_GUESS { self.value.signum() } else { 0 }
    }
}

/// Selective alpha-beta with its plug.
pub struct Selective<G: Game, S> {
    selector: S,
    table: Lockless<Entry<G::Move>>,
    /// By ply, the last moves that caused a cut-off.
    killers: Vec<[Option<G::Move>; 2]>,
    /// The lists of moves of the positions on the line.
    lists: Vec<Vec<G::Move>>,
    nodes: u64,
}

impl<G: Game<Move: Numbered>, S: Selector<G>> Selective<G, S> {
    /// A search whose table takes so many bytes.
    pub fn new(selector: S, bytes: usize) -> Self {
        Selective {
            selector,
            table: Lockless::new(Arc::new(Words::new(bytes))),
            killers: vec![[None; 2]; MOST_PLIES + 1],
            lists: vec![Vec::new(); MOST_PLIES + 1],
            nodes: 0,
        }
    }

    /// The selector.
    pub fn selector(&mut self) -> &mut S {
        &mut self.selector
    }

    /// Gives the table so many bytes, if it has less than half of them; what it held is forgotten.
    pub fn enlarge(&mut self, bytes: usize) {
        if self.table.bytes() < bytes / 2 {
            self.table = Lockless::new(Arc::new(Words::new(bytes)));
        }
    }

    /// The positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks ahead from the line's position, which is not over, at these legal moves, until the
    /// limits are reached or the budget is spent; `hear` is told of every complete iteration.
    /// Leaves the line as it was. The result has a line at least, if there is a move.
    pub fn look_ahead(
        &mut self,
        line: &mut Line<'_, G>,
        moves: &[G::Move],
        limits: Limits,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&BestLines<G::Move>, u64),
    ) -> BestLines<G::Move> {
        self.selector.heed(&budget.halt());
        self.killers.fill([None; 2]);
        let first = moves.iter().map(|&mv| Variation { moves: vec![mv], value: -WON });
        let mut outlook = BestLines { depth: 0, lines: first.take(1).collect() };
        let mut order = moves.to_vec();
        for depth in 1..=limits.depth.min(MOST_PLIES as u16 / 2) {
            let root = line.ply();
            let mut run = Run { search: self, line, budget, root };
            let (lines, stop) = run.iterate(&mut order, depth, limits.lines.max(1));
            if stop.is_some() {
                outlook.overtake(lines, &order, limits.lines.max(1));
                break;
            }
            outlook = BestLines { depth, lines };
            hear(&outlook, self.nodes);
            let is_decided = outlook.lines.iter().all(|line| line.seen() != 0);
            if is_decided && outlook.lines[0].value.abs() >= SEEN - i32::from(depth) {
                break;
            }
        }
        outlook
    }
}

/// One iteration.
struct Run<'r, 'g, G: Game, S> {
    search: &'r mut Selective<G, S>,
    line: &'r mut Line<'g, G>,
    budget: &'r mut Budget,
    /// The ply of the root.
    root: usize,
}

impl<G: Game<Move: Numbered>, S: Selector<G>> Run<'_, '_, G, S> {
    /// The best lines to this depth; the best moves come to the front of the order. With a stop the
    /// lines are those whose moves were looked at completely.
    fn iterate(
        &mut self,
        order: &mut [G::Move],
        depth: u16,
        count: usize,
    ) -> (Vec<Variation<G::Move>>, Option<Stop>) {
        let mut lines = Vec::new();
        for place in 0..count.min(order.len()) {
            let (best, stop) = self.root(&order[place..], depth);
            if let Some((at, value)) = best {
                order[place..=place + at].rotate_right(1);
                let moves = self.variation(order[place], depth);
                lines.push(Variation { moves, value });
            }
            if stop.is_some() {
                return (lines, stop);
            }
        }
        lines.sort_by_key(|line| -line.value);
        (lines, None)
    }

    /// The place of the best of these moves, and its value.
    fn root(&mut self, moves: &[G::Move], depth: u16) -> (Option<(usize, i32)>, Option<Stop>) {
        let (mut alpha, mut best) = (-WON, None);
        for (place, &mv) in moves.iter().enumerate() {
            self.line.play(mv);
            let below = i32::from(depth) - 1;
            let value = match place {
                0 => self.visit(below, -WON, -alpha),
                _ => match self.visit(below, -alpha - 1, -alpha) {
                    Ok(value) if -value > alpha => self.visit(below, -WON, -alpha),
                    other => other,
                },
            };
            self.line.undo();
            match value {
                Err(stop) => return (best, Some(stop)),
                Ok(value) if -value > alpha || best.is_none() => {
                    (alpha, best) = (alpha.max(-value), Some((place, -value)));
                }
                Ok(_) => {}
            }
        }
        (best, None)
    }

    /// The value of the line's position for its player to move, within the window.
    fn visit(&mut self, depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Stop> {
        // 1. The end of the game, and what the evaluation takes for it.
        self.search.nodes += 1;
        if let Some(stop) = self.budget.spend(1) {
            return Err(stop);
        }
        let ply = self.line.ply() - self.root;
        let mover = self.line.to_move();
        if let Some(outcome) = self.line.outcome() {
            let wins = |player| Claim::win(player).judge(outcome) == Verdict::Proven;
            let sign = i32::from(wins(mover)) - i32::from(wins(mover.other()));
            return Ok(sign * (WON - ply as i32));
        }
        let (game, claim) = (self.line.game(), Claim::win(mover));
        let guess = i32::from(self.search.selector.evaluate(game, self.line.position(), claim));
        if guess.abs() >= MOST_GUESS {
            return Ok(guess.signum() * (SEEN - ply as i32));
        }

        // 2. The horizon, one ply farther where there is an only move.
        let only = self.search.selector.only_move(game, self.line.position());
        let depth = if only.is_some() { depth + 1 } else { depth };
        if depth <= 0 || ply >= MOST_PLIES {
            return Ok(guess);
        }

        // 3. The table.
        let key = game.key(self.line.position());
        let entry = self.search.table.get(key);
        if let Some(entry) = entry
            && i32::from(entry.depth) >= depth
        {
            let value = from_here(entry.value.into(), ply);
            match entry.bound {
                Bound::Exact => return Ok(value),
                Bound::AtLeast if value >= beta => return Ok(value),
                Bound::AtMost if value <= alpha => return Ok(value),
                _ => {}
            }
        }

        // 4. The moves, in their order.
        let mut moves = std::mem::take(&mut self.search.lists[ply]);
        moves.clear();
        match only {
            Some(mv) => moves.push(mv),
            None => self.search.selector.select(game, self.line.position(), &mut moves),
        }
        let [first, second] = self.search.killers[ply];
        for early in [second, first, entry.and_then(|entry| entry.mv)].into_iter().flatten() {
            if let Some(place) = moves.iter().position(|&mv| mv == early) {
                moves[..=place].rotate_right(1);
            }
        }

        // 5. Principal variation search.
        let floor = alpha;
        let (mut best, mut best_move) = (-WON, None);
        let mut stopped = None;
        for (place, &mv) in moves.iter().enumerate() {
            let value = match self.look_at(mv, place, depth, alpha, beta) {
                Ok(value) => value,
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            };
            if value > best || best_move.is_none() {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if first != Some(mv) {
                    self.search.killers[ply] = [Some(mv), first];
                }
                break;
            }
        }
        self.search.lists[ply] = moves;
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let Some(mv) = best_move else { return Ok(guess) };

        // 6. The result.
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.enter(key, depth, Entry { mv: Some(mv), value: to_here(best, ply), depth: 0, bound });
        Ok(best)
    }

    /// The value of a move, for its player.
    fn look_at(
        &mut self,
        mv: G::Move,
        place: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        let below = depth - 1;
        self.line.play(mv);
        let value = match place {
            0 => self.visit(below, -beta, -alpha),
            _ => {
                let (from_depth, from_place) = REDUCED_FROM;
                let less = match depth >= from_depth && place >= from_place {
                    true => 1 + i32::from(place >= REDUCED_TWICE_FROM),
                    false => 0,
                };
                let mut value = self.visit(below - less, -alpha - 1, -alpha);
                if less > 0 && matches!(value, Ok(value) if -value > alpha) {
                    value = self.visit(below, -alpha - 1, -alpha);
                }
                match value {
                    Ok(value) if -value > alpha && -value < beta => {
                        self.visit(below, -beta, -alpha)
                    }
                    other => other,
                }
            }
        };
        self.line.undo();
        value.map(|value| -value)
    }

    fn enter(&mut self, key: Key, depth: i32, entry: Entry<G::Move>) {
        let depth = depth.clamp(0, u8::MAX.into()) as u8;
        self.search.table.put(key, Entry { depth, ..entry }, depth.into());
    }

    /// The move and how the table goes on after it.
    fn variation(&mut self, mv: G::Move, depth: u16) -> Vec<G::Move> {
        let mut moves = vec![mv];
        self.line.play(mv);
        while moves.len() < usize::from(depth) && self.line.outcome().is_none() {
            let key = self.line.game().key(self.line.position());
            let Some(next) = self.search.table.get(key).and_then(|entry| entry.mv) else { break };
            let mut legal = Vec::new();
            self.line.moves(&mut legal);
            if !legal.contains(&next) {
                break;
            }
            self.line.play(next);
            moves.push(next);
        }
        moves.iter().for_each(|_| self.line.undo());
        moves
    }
}

/// A value with the plies of a win counted from a position, from those counted from the root.
fn to_here(value: i32, ply: usize) -> i16 {
    let away = if value.abs() > MOST_GUESS { value.signum() * ply as i32 } else { 0 };
    (value + away) as i16
}

/// The reverse of [`to_here`].
fn from_here(value: i32, ply: usize) -> i32 {
    let away = if value.abs() > MOST_GUESS { value.signum() * ply as i32 } else { 0 };
    value - away
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Evaluate, Player};
    use andor_games::points::Point;
    use andor_games::size::Size;
    use andor_games::toy::mnk::Mnk;

    /// All moves, and no opinion.
    struct All;

    impl<G: Game> Evaluate<G> for All {
        fn evaluate(&mut self, _: &G, _: &G::Position, _: Claim) -> i16 {
            0
        }
    }

    impl<G: Game> Selector<G> for All {
        fn select(&mut self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
            game.moves(pos, out);
        }
    }

    fn look(columns: u8, rows: u8, row: u8, moves: &[u16], limits: Limits) -> BestLines<Point> {
        let game = Mnk::new(Size::new(columns, rows).expect("a size"), row);
        let mut line = Line::new(&game, game.start());
        moves.iter().for_each(|&mv| line.play(Point(mv)));
        let mut legal = Vec::new();
        line.moves(&mut legal);
        let mut search = Selective::new(All, 1 << 20);
        let mut budget = Budget::unlimited();
        let outlook = search.look_ahead(&mut line, &legal, limits, &mut budget, &mut |_, _| {});
        assert_eq!(line.ply(), moves.len(), "the line is as it was");
        outlook
    }

    /// Where all moves are looked at to the end, the values are those of the game.
    #[test]
    fn small_games_are_seen_to_their_end() {
        let all = Limits { depth: 16, lines: 1 };
        for (columns, rows, row, moves, seen, plies) in [
            (3, 3, 3, &[][..], 0, None),
            (3, 3, 3, &[4, 1], 1, Some(5)),
            (3, 3, 3, &[4, 0, 1], 0, None),
            (4, 3, 3, &[], 1, None),
            (3, 3, 3, &[0, 1, 3], -1, None),
        ] {
            let outlook = look(columns, rows, row, moves, all);
            let best = &outlook.lines[0];
            assert_eq!(best.seen(), seen, "{columns}x{rows}x{row} {moves:?}: {outlook:?}");
            if let Some(plies) = plies {
                assert_eq!(WON - best.value, plies, "{moves:?}");
            }
        }
    }

    /// With several lines each has another move, and the values fall.
    #[test]
    fn lines_are_in_order() {
        let outlook = look(3, 3, 3, &[4, 1], Limits { depth: 9, lines: 4 });
        assert_eq!(outlook.lines.len(), 4);
        assert!(outlook.lines.is_sorted_by_key(|line| -line.value));
        let mut first: Vec<Point> = outlook.lines.iter().map(|line| line.moves[0]).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 4);
    }

    /// A search without time gives a move.
    #[test]
    fn there_is_always_a_move() {
        let game = Mnk::new(Size::new(5, 5).expect("a size"), 4);
        let mut line = Line::new(&game, game.start());
        let mut legal = Vec::new();
        line.moves(&mut legal);
        let mut search = Selective::new(All, 0);
        let mut budget = Budget::unlimited().nodes(0);
        let limits = Limits { depth: 9, lines: 1 };
        let outlook = search.look_ahead(&mut line, &legal, limits, &mut budget, &mut |_, _| {});
        assert_eq!(outlook.lines[0].moves, [legal[0]]);
        assert_eq!(line.to_move(), Player::Black);
    }
}
