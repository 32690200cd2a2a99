//! The line: a position, the moves that led to it, and the moves that the past forbids.
//!
//! Searches move only through a line, so that repetition, superko and undo are handled in one
//! place. In games that cannot repeat a line has no past, and nothing is looked up.
//!
//! The past is a list of keys, looked up through a small counting filter: almost every question
//! ("was this board there before?") is answered by one byte. A long past has an index by key in
//! addition.

use andor_core::{Claim, Game, Key, Outcome, Player, Repetition, Trace, Verdict};
use rustc_hash::FxHashMap;

/// The set of symmetries that contains only the identity.
const IDENTITY: u64 = 1;

/// A game in progress.
pub struct Line<'g, G: Game> {
    game: &'g G,
    start: G::Position,
    pos: G::Position,
    moves: Vec<Played<G::Move>>,
    /// What takes the moves back, one for each.
    undos: Vec<G::Undo>,
    past: Past,
    /// The sum of the tallies of the moves, where the rules keep a tally.
    tally: i32,
    stabilizer: u64,
    /// The positions before fill-in, each with the number of moves that led to it.
    unfilled: Vec<(usize, G::Position)>,
}

/// The result of a move that is not played.
pub struct Peek<P> {
    /// The position.
    pub position: P,
    /// The outcome, if the game is over after the move.
    pub outcome: Option<Outcome>,
    /// The ply of the earlier position to which the move returns, if the return ends the game.
    pub came_back_to: Option<usize>,
}

struct Played<M> {
    mv: M,
    remembered: bool,
    /// The earlier position to which the move came back.
    repeats: Option<PastPosition>,
    /// The tally before the move.
    tally: i32,
    /// The symmetries that left every earlier position as it is.
    stabilizer: u64,
}

impl<'g, G: Game> Line<'g, G> {
    /// A line that starts in `pos`, with no past before it.
    pub fn new(game: &'g G, pos: G::Position) -> Line<'g, G> {
        let mut past = Past::default();
        if game.repetition() != Repetition::Impossible
            && let Trace::Free(key) | Trace::Unique(key) = game.trace(&pos)
        {
            past.push(PastPosition { key, ply: 0, tally: 0, marks: mark(game, &pos) });
        }
        let stabilizer = game.stabilizer(&pos);
        let (start, moves, undos, unfilled) = (pos.clone(), Vec::new(), Vec::new(), Vec::new());
        Line { game, start, pos, moves, undos, past, tally: 0, stabilizer, unfilled }
    }

    /// The rules.
    #[inline]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position in which the line started.
    #[inline]
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The position reached.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.pos
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.game.to_move(&self.pos)
    }

    /// How many moves the line has.
    #[inline]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves of the line.
    pub fn played(&self) -> impl Iterator<Item = G::Move> {
        self.moves.iter().map(|played| played.mv)
    }

    /// The outcome of the game, if the position ends it or the last move returned to an earlier
    /// position. A player without a legal move because of the past is not noticed here but by
    /// [`Line::moves`].
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(seen) = self.moves.last().and_then(|played| played.repeats)
            && let Some(outcome) = self.game.repetition().ends(self.tally - seen.tally)
        {
            return Some(outcome);
        }
        self.game.outcome(&self.pos)
    }

    /// The ply of the earlier position to which the last move returned, if it did.
    #[inline]
    pub fn came_back_to(&self) -> Option<usize> {
        self.moves.last()?.repeats.map(|seen| seen.ply as usize)
    }

    /// The verdict on a claim, if the game is over.
    #[inline]
    pub fn verdict(&self, claim: Claim) -> Option<Verdict> {
        self.outcome().map(|outcome| claim.judge(outcome))
    }

    /// Appends the legal moves without those that the past forbids. If there are none although the
    /// game is not over, the game ends with [`Game::stuck`].
    pub fn moves(&mut self, out: &mut Vec<G::Move>) {
        let from = out.len();
        self.game.moves(&self.pos, out);
        if self.game.repetition() == Repetition::Forbidden {
            let mut kept = from;
            for i in from..out.len() {
                let mv = out[i];
                if !self.repeats(mv) {
                    out[kept] = mv;
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    /// Is this move of the position legal on this line?
    pub fn allows(&mut self, mv: G::Move) -> bool {
        self.game.repetition() != Repetition::Forbidden || !self.repeats(mv)
    }

    /// The ply of the last position that forbids this move on this line, if one does.
    pub fn forbidden_by(&mut self, mv: G::Move) -> Option<usize> {
        if self.game.repetition() != Repetition::Forbidden {
            return None;
        }
        let key = self.unique_key_after(mv)?;
        self.past.find(key)?;
        let last = self.past.seen.iter().rev().find(|seen| seen.key == key)?;
        Some(last.ply as usize)
    }

    /// The marks of all positions that the line remembers.
    #[inline]
    pub fn past_marks(&self) -> u128 {
        self.past.seen.last().map_or(0, |seen| seen.marks)
    }

    /// The mark of the position reached, if a move to it can be forbidden.
    #[inline]
    pub fn mark(&self) -> u128 {
        match self.game.trace(&self.pos) {
            Trace::Unique(_) => mark(self.game, &self.pos),
            Trace::Free(_) | Trace::Nothing => 0,
        }
    }

    fn repeats(&mut self, mv: G::Move) -> bool {
        self.unique_key_after(mv).is_some_and(|key| self.past.find(key).is_some())
    }

    /// The key that must not be in the past if `mv` is to be legal.
    #[inline]
    fn unique_key_after(&mut self, mv: G::Move) -> Option<Key> {
        let undo = self.game.play(&mut self.pos, mv);
        let trace = self.game.trace(&self.pos);
        self.game.undo(&mut self.pos, undo);
        match trace {
            Trace::Unique(key) => Some(key),
            Trace::Free(_) | Trace::Nothing => None,
        }
    }

    /// The symmetries, as a set of bits, that leave the position unchanged and, where the past
    /// matters, every position before it.
    #[inline]
    pub fn stabilizer(&self) -> u64 {
        match self.game.repetition() {
            Repetition::Impossible => self.game.stabilizer(&self.pos),
            _ => self.stabilizer,
        }
    }

    /// A key of the positions before this one, in any order, with the sum of the tallies since
    /// each. It may be combined with the key of a position: the key for A before B differs from the
    /// key for B before A.
    pub fn past_key(&self) -> Key {
        let before = self.past.seen.iter().filter(|seen| (seen.ply as usize) < self.ply());
        before.fold(Key::ZERO, |all, seen| {
            let tally = i128::from(self.tally - seen.tally) as u128;
            // The sum begins with a constant: the key of an empty board may be 0, and a past with
            // that board is not an empty past.
            let mixed = seen.key.0.wrapping_add(tally).wrapping_add(MIXER).wrapping_mul(MIXER);
            all ^ Key(mixed ^ mixed >> 64)
        })
    }

    /// The symmetries, as a set of bits, that leave every position before this one unchanged.
    pub fn past_stabilizer(&self) -> u64 {
        self.moves.last().map_or(u64::MAX, |played| played.stabilizer)
    }

    /// A buffer for [`Line::peek`].
    #[inline]
    pub fn room(&self) -> Peek<G::Position> {
        Peek { position: self.pos.clone(), outcome: None, came_back_to: None }
    }

    /// Writes the result of a legal move into `peek`, without playing the move.
    #[inline]
    pub fn peek(&self, mv: G::Move, peek: &mut Peek<G::Position>) {
        self.game.after_into(&self.pos, mv, &mut peek.position);
        let repetition = self.game.repetition();
        if let Repetition::Ends(_) | Repetition::Judged { .. } = repetition
            && let Trace::Unique(key) = self.game.trace(&peek.position)
            && let Some(seen) = self.past.find(key)
        {
            let tally = self.tally + self.game.tally(&self.pos, mv);
            peek.outcome = repetition.ends(tally - seen.tally);
            peek.came_back_to = Some(seen.ply as usize);
        } else {
            peek.outcome = self.game.outcome(&peek.position);
            peek.came_back_to = None;
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let (stabilizer, tally) = (self.stabilizer, self.tally);
        if let Repetition::Judged { .. } = self.game.repetition() {
            self.tally += self.game.tally(&self.pos, mv);
        }
        self.undos.push(self.game.play(&mut self.pos, mv));
        let mut played = Played { mv, remembered: false, repeats: None, tally, stabilizer };
        if self.game.repetition() != Repetition::Impossible {
            // Almost always the identity alone is left, and it stays.
            if self.stabilizer != IDENTITY {
                self.stabilizer &= self.game.stabilizer(&self.pos);
            }
            let trace = self.game.trace(&self.pos);
            if let Trace::Unique(key) = trace {
                played.repeats = self.past.find(key);
            }
            if let Trace::Free(key) | Trace::Unique(key) = trace {
                played.remembered = true;
                let ply = self.moves.len() as u32 + 1;
                let marks = self.past_marks() | mark(self.game, &self.pos);
                self.past.push(PastPosition { key, ply, tally: self.tally, marks });
            }
        }
        self.moves.push(played);
    }

    /// Replaces the position by another one of the same value, in a game that never repeats. Gives
    /// the old position, which must be put back before the last move is taken back.
    #[inline]
    pub fn replace(&mut self, pos: G::Position) -> G::Position {
        debug_assert!(self.game.repetition() == Repetition::Impossible);
        std::mem::replace(&mut self.pos, pos)
    }

    /// Changes the position, in a game that never repeats, and gives what the change says. The
    /// change must be taken back before the last move is.
    #[inline]
    pub fn change<T>(&mut self, change: impl FnOnce(&G, &mut G::Position) -> T) -> T {
        debug_assert!(self.game.repetition() == Repetition::Impossible);
        change(self.game, &mut self.pos)
    }

    /// Goes on in a position that fill-in made of the one reached, in a game that never repeats,
    /// until the last move or the fill-in is taken back.
    pub fn fill(&mut self, filled: G::Position) {
        let before = self.replace(filled);
        self.unfilled.push((self.ply(), before));
    }

    /// Takes the last fill-in back, if the position reached was filled in; says whether it was.
    #[inline]
    pub fn take_back(&mut self) -> bool {
        match self.unfilled.last() {
            Some((ply, _)) if *ply == self.moves.len() => {
                if let Some((_, before)) = self.unfilled.pop() {
                    self.pos = before;
                }
                true
            }
            _ => false,
        }
    }

    /// Takes the last move back, and the fill-in after it; there must be a move.
    pub fn undo(&mut self) {
        while self.take_back() {}
        if let Some(played) = self.moves.pop() {
            if played.remembered {
                self.past.pop();
            }
            self.tally = played.tally;
            self.stabilizer = played.stabilizer;
        }
        if let Some(undo) = self.undos.pop() {
            self.game.undo(&mut self.pos, undo);
        }
    }
}

/// The mark of a position: a set of one bit, chosen by its [census](Game::census). The set has all
/// bits if the game has no census or lets positions repeat. Positions that have no mark in common
/// are different.
#[inline]
fn mark<G: Game>(game: &G, pos: &G::Position) -> u128 {
    match game.repetition() {
        Repetition::Forbidden => game.census(pos).map_or(u128::MAX, |census| 1 << (census & 127)),
        _ => u128::MAX,
    }
}

/// A position that a line remembers.
#[derive(Clone, Copy)]
struct PastPosition {
    key: Key,
    ply: u32,
    tally: i32,
    /// The marks of this position and all that are remembered before it.
    marks: u128,
}

/// The positions that a line remembers, in order, and for each slot of the filter the number of
/// positions in it.
struct Past {
    seen: Vec<PastPosition>,
    filter: [u8; 256],
    /// The first place of each key, once the past was [`LONG`].
    first: FxHashMap<Key, u32>,
}

/// With more positions than this the past has an index.
const LONG: usize = 256;

impl Default for Past {
    fn default() -> Self {
        Past { seen: Vec::new(), filter: [0; 256], first: FxHashMap::default() }
    }
}

impl Past {
    fn slot(key: Key) -> usize {
        key.low() as usize & 255
    }

    fn push(&mut self, seen: PastPosition) {
        // A slot that is full stays full, so that the filter never says no wrongly.
        let slot = &mut self.filter[Past::slot(seen.key)];
        *slot = slot.saturating_add(1);
        self.seen.push(seen);
        if self.seen.len() > LONG {
            let from = if self.first.is_empty() { 0 } else { self.seen.len() - 1 };
            for (seen, place) in self.seen[from..].iter().zip(from as u32..) {
                self.first.entry(seen.key).or_insert(place);
            }
        }
    }

    fn pop(&mut self) {
        if let Some(seen) = self.seen.pop() {
            let slot = &mut self.filter[Past::slot(seen.key)];
            if *slot < u8::MAX {
                *slot -= 1;
            }
            if self.seen.len() == LONG {
                self.first.clear();
            } else if self.first.get(&seen.key) == Some(&(self.seen.len() as u32)) {
                self.first.remove(&seen.key);
            }
        }
    }

    /// Almost every question ends at the filter.
    #[inline(always)]
    fn find(&self, key: Key) -> Option<PastPosition> {
        if self.filter[Past::slot(key)] == 0 { None } else { self.find_among_all(key) }
    }

    fn find_among_all(&self, key: Key) -> Option<PastPosition> {
        match self.first.is_empty() {
            true => self.seen.iter().find(|seen| seen.key == key).copied(),
            false => self.first.get(&key).map(|&place| self.seen[place as usize]),
        }
    }
}

/// An odd number with random-looking bits, as a multiplier for mixing keys.
const MIXER: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Margin;
    use andor_games::go::{Go, Rules};
    use andor_games::toy::graph::{Graph, Node};

    fn ring(repetition: Repetition) -> Graph {
        let node = |edges: &[usize]| Node {
            player: Player::Black,
            edges: edges.to_vec(),
            outcome: Outcome::win(Player::White),
        };
        Graph::new(vec![node(&[1]), node(&[2, 3]), node(&[0, 3]), node(&[])], repetition)
    }

    #[test]
    fn superko_forbids_what_was_there_and_undo_allows_it_again() {
        let graph = ring(Repetition::Forbidden);
        let mut line = Line::new(&graph, 0);
        line.play(1);
        line.play(2);
        let mut moves = Vec::new();
        line.moves(&mut moves);
        assert_eq!(moves, [3], "node 0 was there");
        line.undo();
        line.undo();
        line.play(1);
        moves.clear();
        line.moves(&mut moves);
        assert_eq!(moves, [2, 3]);
    }

    /// A long past finds the first place of a key, also after moves were taken back.
    #[test]
    fn a_long_past_is_searched_by_an_index() {
        let seen =
            |ply: u32| PastPosition { key: Key(u128::from(ply % 300)), ply, tally: 0, marks: 0 };
        let mut past = Past::default();
        let ply_of = |past: &Past, key| past.find(Key(key)).map(|seen| seen.ply);
        for ply in 0..500 {
            past.push(seen(ply));
            assert_eq!(ply_of(&past, u128::from(ply % 300)), Some(ply % 300));
            assert_eq!(ply_of(&past, 1_000 + 256), None);
        }
        for ply in (100..500_u32).rev() {
            past.pop();
            let expected = (ply >= 300).then_some(ply % 300);
            assert_eq!(ply_of(&past, u128::from(ply % 300)), expected, "{ply}");
        }
        past.push(seen(399));
        assert_eq!((ply_of(&past, 99), past.seen.len()), (Some(99), 101));
    }

    #[test]
    fn what_the_moves_of_a_cycle_add_up_to_judges_it() {
        let [even, above, below] = [0, 1, -1].map(|margin| Outcome::Margin(Margin(margin)));
        let repetition = Repetition::Judged { even, above, below };
        for (tallies, expected) in [([2, -1, 0], above), ([2, -2, 0], even), ([0, 0, -1], below)] {
            let graph = ring(repetition).with_tallies(tallies.to_vec());
            let mut line = Line::new(&graph, 0);
            for node in [1, 2, 0] {
                assert_eq!((line.outcome(), line.came_back_to()), (None, None));
                let mut peek = line.room();
                line.peek(node, &mut peek);
                let Peek { position, outcome, came_back_to } = peek;
                line.play(node);
                let there = (*line.position(), line.outcome(), line.came_back_to());
                assert_eq!((position, outcome, came_back_to), there, "peeking tells the same");
            }
            assert_eq!((line.outcome(), line.came_back_to()), (Some(expected), Some(0)));
            line.undo();
            assert_eq!(line.outcome(), None);
        }
    }

    /// The key of position A with past B must differ from the key of position B with past A.
    #[test]
    fn a_position_and_its_past_are_not_mistaken_for_each_other() {
        let graph = ring(Repetition::Ends(Outcome::NoResult));
        let under = |past: usize, next: usize, pos: usize| {
            let mut line = Line::new(&graph, past);
            line.play(next);
            graph.key(&pos) ^ line.past_key()
        };
        assert_ne!(under(1, 2, 2), under(2, 0, 1));
        assert_ne!(under(1, 2, 2), under(0, 1, 2));
        assert_eq!(under(1, 2, 0), under(1, 3, 0), "the position reached is not part of its past");
    }

    /// The key of the empty Go board with Black to move is 0. The key of a past with this board
    /// must differ from the key of no past.
    #[test]
    fn an_empty_board_in_the_past_is_not_an_empty_past() {
        let game = Go::<1>::new("1x2".parse().expect("a size"), Rules::BASIC_KO);
        let mut line = Line::new(&game, game.start());
        assert_eq!(line.past_key(), Key::ZERO);
        let mut moves = Vec::new();
        line.moves(&mut moves);
        line.play(moves[0]);
        assert_ne!(line.past_key(), Key::ZERO);
    }

    #[test]
    fn a_long_cycle_ends_the_game() {
        let graph = ring(Repetition::Ends(Outcome::NoResult));
        let mut line = Line::new(&graph, 0);
        for node in [1, 2, 0] {
            assert_eq!(line.outcome(), None);
            line.play(node);
        }
        assert_eq!(line.outcome(), Some(Outcome::NoResult));
        line.undo();
        assert_eq!(line.outcome(), None);
    }
}
