//! The line: a position, the moves that led to it, and what the past forbids.
//!
//! Searches move only through a line, so that repetition, superko and putting the board back live
//! in one place. For games that cannot repeat all of it compiles away.
//!
//! The past is a list of keys, looked up through a small counting filter: almost every question
//! ("was this board there before?") is answered by one byte.

use andor_core::{Claim, Game, Key, Outcome, Player, Repetition, Trace, Verdict};

/// A game in progress.
pub struct Line<'g, G: Game> {
    game: &'g G,
    pos: G::Position,
    moves: Vec<Played<G>>,
    past: Past,
    stabilizer: u64,
}

struct Played<G: Game> {
    mv: G::Move,
    undo: G::Undo,
    remembered: bool,
    repeats: bool,
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
            past.push(key);
        }
        let stabilizer = game.stabilizer(&pos);
        Line { game, pos, moves: Vec::new(), past, stabilizer }
    }

    /// The rules.
    #[inline]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position reached.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.pos
    }

    /// Who moves.
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

    /// How the game ended, by the position or because the line came back to where it had been. A
    /// player whom the past leaves no move is not noticed here but by [`Line::moves`].
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Repetition::Ends(outcome) = self.game.repetition()
            && self.moves.last().is_some_and(|played| played.repeats)
        {
            return Some(outcome);
        }
        self.game.outcome(&self.pos)
    }

    /// The verdict on a claim, if the game is over.
    #[inline]
    pub fn verdict(&self, claim: Claim) -> Option<Verdict> {
        self.outcome().map(|outcome| claim.judge(outcome))
    }

    /// Appends the legal moves, those that the past forbids left out. If there are none although
    /// the game is not over, it ends with [`Game::stuck`].
    #[inline]
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

    fn repeats(&mut self, mv: G::Move) -> bool {
        let undo = self.game.play(&mut self.pos, mv);
        let trace = self.game.trace(&self.pos);
        self.game.undo(&mut self.pos, undo);
        matches!(trace, Trace::Unique(key) if self.past.contains(key))
    }

    /// The symmetries, as a set of bits, under which nothing that matters here changes: neither the
    /// position nor, where the past matters, any position before it.
    #[inline]
    pub fn stabilizer(&self) -> u64 {
        match self.game.repetition() {
            Repetition::Impossible => self.game.stabilizer(&self.pos),
            _ => self.stabilizer,
        }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: G::Move) {
        let undo = self.game.play(&mut self.pos, mv);
        let stabilizer = self.stabilizer;
        let mut played = Played { mv, undo, remembered: false, repeats: false, stabilizer };
        if self.game.repetition() != Repetition::Impossible {
            self.stabilizer &= self.game.stabilizer(&self.pos);
            let trace = self.game.trace(&self.pos);
            if let Trace::Unique(key) = trace {
                played.repeats = self.past.contains(key);
            }
            if let Trace::Free(key) | Trace::Unique(key) = trace {
                played.remembered = true;
                self.past.push(key);
            }
        }
        self.moves.push(played);
    }

    /// Takes the last move back; there must be one.
    #[inline]
    pub fn undo(&mut self) {
        if let Some(played) = self.moves.pop() {
            if played.remembered {
                self.past.pop();
            }
            self.stabilizer = played.stabilizer;
            self.game.undo(&mut self.pos, played.undo);
        }
    }
}

/// The keys that a line remembers, in order, and how many share each slot of the filter.
struct Past {
    keys: Vec<Key>,
    filter: [u8; 256],
}

impl Default for Past {
    fn default() -> Self {
        Past { keys: Vec::new(), filter: [0; 256] }
    }
}

impl Past {
    fn slot(key: Key) -> usize {
        key.low() as usize & 255
    }

    fn push(&mut self, key: Key) {
        // A slot that is full stays full, so that the filter never says no wrongly.
        let slot = &mut self.filter[Past::slot(key)];
        *slot = slot.saturating_add(1);
        self.keys.push(key);
    }

    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let slot = &mut self.filter[Past::slot(key)];
            if *slot < u8::MAX {
                *slot -= 1;
            }
        }
    }

    fn contains(&self, key: Key) -> bool {
        self.filter[Past::slot(key)] != 0 && self.keys.contains(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
