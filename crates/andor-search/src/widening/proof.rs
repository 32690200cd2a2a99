//! A proof taken out of the table: for every position with the loser to move, an answer to
//! "elsewhere" and to each reply that meets the zones.

use super::Widening;
use andor_core::{Game, Graded, Key, Player};
use rustc_hash::FxHashMap;

/// The winner's move after a reply, and the position with the loser to move behind it; none if the
/// game is over.
#[derive(Clone, Copy, Debug)]
pub struct Answered<M> {
    /// The loser's reply; none for "elsewhere".
    pub reply: Option<M>,
    /// The winner's move.
    pub mv: M,
    /// The number of the position after the move, if the game is not over.
    pub next: Option<usize>,
}

/// A position with the loser to move.
#[derive(Clone, Debug)]
pub struct Defended<P, M, Z> {
    /// The position.
    pub position: P,
    /// The points on which the win depends.
    pub zone: Z,
    /// The answers.
    pub answers: Vec<Answered<M>>,
    /// The answers that also serve all other replies that do not meet their zones, that to
    /// "elsewhere" first, each with its zone.
    pub open: Vec<(Z, Answered<M>)>,
}

/// A position with the loser to move, in a game.
pub type DefendedIn<G> = Defended<<G as Game>::Position, <G as Game>::Move, <G as Game>::Zone>;

/// A proof of a win. Positions with the loser to move have numbers; each rests on positions with
/// smaller numbers.
#[derive(Clone, Debug)]
pub struct LocalProof<G: Game> {
    /// The winner.
    pub winner: Player,
    /// The winner's first move, if the winner is to move.
    pub first: Option<G::Move>,
    /// The position with the loser to move where the proof begins, if the game is not over there.
    pub start: Option<usize>,
    /// The positions.
    pub defended: Vec<DefendedIn<G>>,
}

impl<G: Graded> Widening<G> {
    /// The proof of a win, if the table has all of it.
    pub fn proof(&self, game: &G, pos: &G::Position) -> Option<LocalProof<G>> {
        let win = self.table.win(game.key(pos))?;
        let mut extract = Extract {
            search: self,
            game,
            winner: win.winner,
            numbers: FxHashMap::default(),
            defended: Vec::new(),
        };
        let (first, start) = match win.mv {
            Some(mv) => (Some(mv), extract.after(pos, mv)?),
            None => (None, Some(extract.defence(pos)?)),
        };
        let defended = extract.defended;
        Some(LocalProof { winner: win.winner, first, start, defended })
    }
}

struct Extract<'s, G: Graded> {
    search: &'s Widening<G>,
    game: &'s G,
    winner: Player,
    numbers: FxHashMap<Key, usize>,
    defended: Vec<DefendedIn<G>>,
}

impl<G: Graded> Extract<'_, G> {
    /// The winning move of a position and its zone, if the win was found before the win with a
    /// number.
    fn win(&self, pos: &G::Position, before: u32) -> Option<(G::Move, G::Zone)> {
        let win = self.search.table.win(self.game.key(pos))?;
        (win.winner == self.winner && win.serial < before).then_some((win.mv?, win.zone))
    }

    /// The position after the winner's move; nothing inside if the game is over there.
    fn after(&mut self, pos: &G::Position, mv: G::Move) -> Option<Option<usize>> {
        let after = self.game.after(pos, mv);
        match self.game.outcome(&after) {
            Some(_) => Some(None),
            None => Some(Some(self.defence(&after)?)),
        }
    }

    /// The number of a position with the loser to move.
    fn defence(&mut self, pos: &G::Position) -> Option<usize> {
        let key = self.game.key(pos);
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let game = self.game;
        let win = self.search.table.win(key).filter(|win| win.winner == self.winner)?.clone();
        let (mut answers, mut open) = (Vec::new(), Vec::new());
        let mut passed = pos.clone();
        game.pass_in_thought(&mut passed);
        let elsewhere = match game.outcome(&passed) {
            Some(_) => game.end_zone(&passed),
            None => {
                let (mv, zone) = self.win(&passed, win.serial)?;
                let answer = Answered { reply: None, mv, next: self.after(&passed, mv)? };
                open.push((zone, answer));
                answers.push(answer);
                zone
            }
        };
        for &reply in &win.answered {
            let child = game.after(pos, reply);
            let (mv, zone) = self.win(&child, win.serial)?;
            let answer = Answered { reply: Some(reply), mv, next: self.after(&child, mv)? };
            if !game.meets(pos, reply, zone) {
                open.push((zone, answer));
            }
            answers.push(answer);
        }
        // The other replies fall with one of these, or with "elsewhere".
        let mut replies = Vec::new();
        game.replies(pos, elsewhere, &mut replies);
        for reply in replies.into_iter().filter(|reply| !win.answered.contains(reply)) {
            if game.outcome(&game.after(pos, reply)).is_some() {
                continue;
            }
            let with = open.iter().find(|(zone, _)| !game.meets(pos, reply, *zone))?;
            answers.push(Answered { reply: Some(reply), ..with.1 });
        }
        let zone = win.zone;
        let number = self.defended.len();
        self.defended.push(Defended { position: pos.clone(), zone, answers, open });
        self.numbers.insert(key, number);
        Some(number)
    }
}
