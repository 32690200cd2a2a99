//! Any game with a limit of plies: whoever attacks has to win in time.
//!
//! The game ends as the inner one does, or when the plies are used up, with a loss for the attacker.
//! Its outcomes are plain wins and losses: what the inner game's outcome means for a claim.

use andor_core::{
    Claim, Class, Game, Key, KeySource, Outcome, Player, Repetition, Symmetry, Trace,
};

/// The game in which a claim has to be fulfilled within a number of plies.
#[derive(Clone, Debug)]
pub struct Within<'g, G> {
    game: &'g G,
    claim: Claim,
    /// A key for each number of plies that may be left.
    keys: Vec<Key>,
}

/// A position of the inner game, and how many plies are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithinPosition<P> {
    inner: P,
    left: usize,
}

impl<'g, G: Game> Within<'g, G> {
    /// The game in which the claim's attacker has `plies` plies, counted from the start.
    pub fn new(game: &'g G, claim: Claim, plies: usize) -> Within<'g, G> {
        let mut source = KeySource::new(0x57_49_54_48);
        Within { game, claim, keys: (0..=plies).map(|_| source.next_key()).collect() }
    }

    /// A position of the inner game, with all plies left.
    pub fn from(&self, inner: G::Position) -> WithinPosition<G::Position> {
        WithinPosition { inner, left: self.keys.len() - 1 }
    }

    /// The claim that the attacker makes it.
    pub fn claim(&self) -> Claim {
        Claim::win(self.claim.attacker)
    }

    fn plain(&self, outcome: Outcome) -> Outcome {
        Outcome::win(self.claim.judge(outcome).winner(self.claim))
    }
}

impl<G: Game> Game for Within<'_, G> {
    type Position = WithinPosition<G::Position>;
    type Move = G::Move;
    type Undo = G::Undo;

    fn start(&self) -> Self::Position {
        self.from(self.game.start())
    }

    fn to_move(&self, pos: &Self::Position) -> Player {
        self.game.to_move(&pos.inner)
    }

    fn outcome(&self, pos: &Self::Position) -> Option<Outcome> {
        let late = || (pos.left == 0).then(|| Outcome::win(self.claim.defender()));
        self.game.outcome(&pos.inner).map(|outcome| self.plain(outcome)).or_else(late)
    }

    fn moves(&self, pos: &Self::Position, out: &mut Vec<G::Move>) {
        if pos.left > 0 {
            self.game.moves(&pos.inner, out);
        }
    }

    fn play(&self, pos: &mut Self::Position, mv: G::Move) -> G::Undo {
        pos.left -= 1;
        self.game.play(&mut pos.inner, mv)
    }

    fn undo(&self, pos: &mut Self::Position, undo: G::Undo) {
        pos.left += 1;
        self.game.undo(&mut pos.inner, undo);
    }

    fn key(&self, pos: &Self::Position) -> Key {
        self.game.key(&pos.inner) ^ self.keys[pos.left]
    }

    fn class(&self, pos: &Self::Position) -> Class {
        let class = self.game.class(&pos.inner);
        Class { key: class.key ^ self.keys[pos.left], ..class }
    }

    fn map_move(&self, symmetry: Symmetry, mv: G::Move) -> G::Move {
        self.game.map_move(symmetry, mv)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        self.game.inverse(symmetry)
    }

    fn stabilizer(&self, pos: &Self::Position) -> u64 {
        self.game.stabilizer(&pos.inner)
    }

    fn repetition(&self) -> Repetition {
        match self.game.repetition() {
            Repetition::Ends(outcome) => Repetition::Ends(self.plain(outcome)),
            other => other,
        }
    }

    fn trace(&self, pos: &Self::Position) -> Trace {
        self.game.trace(&pos.inner)
    }

    fn stuck(&self, pos: &Self::Position) -> Outcome {
        self.plain(self.game.stuck(&pos.inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Go, Rules};
    use crate::hex::Hex;
    use andor_core::laws;

    #[test]
    fn laws_hold() {
        let hex = Hex::<1>::new("3x3".parse().expect("a size"));
        let go = Go::<1>::new("2x3".parse().expect("a size"), Rules::PSK);
        for plies in [0, 1, 4, 30] {
            laws::rules(&Within::new(&hex, Claim::win(Player::White), plies), 20, 1);
            laws::rules(&Within::new(&go, Claim::win(Player::Black), plies), 20, 1);
        }
    }

    #[test]
    fn whoever_is_late_has_lost() {
        let hex = Hex::<1>::new("1x2".parse().expect("a size"));
        let game = Within::new(&hex, Claim::win(Player::Black), 2);
        let mut pos = game.start();
        assert_eq!(game.outcome(&pos), None);
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        game.play(&mut pos, moves[0]);
        game.play(&mut pos, moves[1]);
        assert_eq!(game.outcome(&pos), Some(Outcome::win(Player::White)));
    }
}
