//! Adapters: the properties of a game that the solver needs besides the rules.
//!
//! A game outside this workspace implements [`Adapter`] with no method at all and gets every
//! search, the best move, the values of all moves, draws, threads and JSON. The games of this crate
//! add knowledge, tuned guesses and certificates, each in a folder of its own.
//!
//! All games of this crate but Phutball are played as [`AnyGame`](andor_games::any::AnyGame), so
//! that generic code is compiled for few types. The adapter of `AnyGame` hands the questions about
//! rules and knowledge to the adapter of the real game. Searches, networks and certificates belong
//! to `AnyGame`: the adapters of the real games leave these methods at their defaults.

use crate::engines::{self, EngineSpec, Shared};
use crate::network::guide::Networks;
use crate::search_name::SearchName;
use andor_certify::Certifier;
use andor_core::{
    Claim, Game, Halt, Margin, Notation, NotationError, Numbered, Oracle, Player, Symmetry, Verdict,
};
use andor_games::points::Point;
use andor_guess::Playout;
use andor_search::shortest::{FindsLengths, Shortest};
use andor_search::zones::NoZones;
use andor_search::{Line, Search};

/// A piece of knowledge, by name.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The name.
    pub name: &'static str,
    /// The meaning of the knowledge, in a sentence.
    pub sentence: &'static str,
    /// The searches that use the knowledge by default.
    pub usual: Usual,
    /// The part of the knowledge that certificates can quote.
    pub quoted: Quoted,
}

/// The searches that use a piece of knowledge by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usual {
    /// Every search.
    Always,
    /// The searches that play many random games for a node.
    WithDearNodes,
}

/// The part of a piece of knowledge that certificates can quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted {
    /// All of it.
    Whole,
    /// A part, in words.
    Part(&'static str),
    /// Nothing.
    Nothing,
}

/// The claims that say who wins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// For each player, the claim that the player wins.
    pub claims: [Claim; 2],
    /// Can it be that neither player wins?
    pub can_draw: bool,
    /// The largest margin, if the game has a score.
    pub most_margin: Option<i16>,
    /// Can a game end without result?
    pub no_result: bool,
    /// Does a player who always passes get a result in any case, if the game has no past?
    pub passing_is_sure: bool,
}

impl Question {
    /// The question who wins, in a game without draws.
    pub fn win_or_loss() -> Question {
        let claims = Player::both(Claim::win);
        Question {
            claims,
            can_draw: false,
            most_margin: None,
            no_result: false,
            passing_is_sure: false,
        }
    }

    /// The question who wins, in a game that may be a draw.
    pub fn with_draws() -> Question {
        Question { can_draw: true, ..Question::win_or_loss() }
    }

    /// The players' claims, and the claims of every margin if a score is asked for.
    pub(crate) fn all_claims(&self, score: bool) -> Vec<Claim> {
        let Some(most) = self.most_margin.filter(|_| score) else { return self.claims.to_vec() };
        let both = |at_least| Player::both(|attacker| Claim { attacker, at_least });
        (-most..=most).map(Margin).flat_map(both).collect()
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Is there any knowledge?
    pub has_knowledge: bool,
    /// The question to the search.
    pub asked: SearchGoal,
}

/// The question to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchGoal {
    /// Who wins.
    Winner,
    /// The exact margin.
    Margin,
    /// A move in a game that is played.
    Move,
}

/// The properties of a game that the solver needs besides the rules. Every method has a default.
pub trait Adapter:
    Game<Move: Numbered> + Notation + Playout + Clone + Send + Sync + 'static
{
    /// The claims that say who wins. A game without draws needs only one of the two claims with
    /// [`Question::win_or_loss`].
    fn question(&self) -> Question {
        Question::with_draws()
    }

    /// The position with these stones.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        let start = self.start();
        if stones.is_empty() && self.to_move(&start) == to_move {
            return Ok(start);
        }
        Err(NotationError::new("set-up", "positions of this game are not set up", "moves alone"))
    }

    /// The position as it appears after this symmetry, which takes it to the standard form of its
    /// class; nothing for games that cannot tell.
    fn in_standard_form(&self, pos: &Self::Position, symmetry: Symmetry) -> Option<Self::Position> {
        (symmetry == Symmetry::IDENTITY).then(|| pos.clone())
    }

    /// The pieces of knowledge about the game.
    fn knowledge(&self) -> &'static [Piece] {
        &[]
    }

    /// Does the piece of this name apply under the rules?
    fn applies(&self, _name: &str) -> bool {
        true
    }

    /// How many of a thread's bytes the pieces of these names may take; nothing for pieces that
    /// keep little.
    fn knowledge_bytes(&self, _names: &[&'static str], _of: usize) -> usize {
        0
    }

    /// May this search use the piece of this name, after so many moves of a given game?
    fn serves(&self, _name: &str, _search: SearchName, _moves: usize) -> bool {
        true
    }

    /// Does the value of a position not depend on the moves before it, although searches use a rule
    /// of repetition? Then a game in play goes on after a repetition, and a search forgets the
    /// moves before its root.
    fn forgets_past(&self) -> bool {
        false
    }

    /// Plays a move at the end of a line; the line begins anew after the move where the past does
    /// not matter.
    fn advance<'g>(&'g self, line: &mut Line<'g, Self>, mv: Self::Move)
    where
        Self: Sized,
    {
        line.play(mv);
        if self.forgets_past() {
            *line = Line::new(self, line.position().clone());
        }
    }

    /// The line from `root` over these moves.
    fn line<'g>(&'g self, root: &Self::Position, played: &[Self::Move]) -> Line<'g, Self>
    where
        Self: Sized,
    {
        let mut line = Line::new(self, root.clone());
        played.iter().for_each(|&mv| self.advance(&mut line, mv));
        line
    }

    /// The verdict of the piece of this name on the claim in `pos`, if there is one and it matters
    /// later in the game: see [`andor_core::Oracle::settle`].
    fn settles(&self, _name: &str, _pos: &Self::Position, _claim: Claim) -> Option<Verdict> {
        None
    }

    /// The same verdict after a move from `before`, where the piece did not settle the claim.
    fn settles_after(
        &self,
        name: &str,
        _before: &Self::Position,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<Verdict> {
        self.settles(name, pos, claim)
    }

    /// The search that does best for the purpose.
    fn usual(&self, _purpose: Purpose) -> SearchName {
        SearchName::ExpectedWork
    }

    /// Can this search solve the game?
    fn has_search(&self, search: SearchName) -> bool {
        search.is_general()
    }

    /// The search that is asked for, one of those that share `shared`.
    fn engine(&self, spec: &EngineSpec<'_>, shared: &Shared<Self>) -> Box<dyn Search<Self>> {
        engines::plain(spec, shared)
    }

    /// The search for the shortest win, in games that never repeat.
    fn shortest(&self) -> Box<dyn FindsLengths<Self>> {
        Box::new(Shortest::new((), NoZones))
    }

    /// How certificates of the game are written and shown, if the format knows the game.
    fn certificate(&self) -> Option<&'static dyn Certifier<Self>> {
        None
    }

    /// The knowledge that takes little time, for the training of networks: plain ends and forced
    /// moves.
    fn quick_knowledge(&self) -> Box<dyn Oracle<Self>> {
        Box::new(())
    }

    /// How networks see the game, if they do.
    fn networks(&self) -> Option<&'static dyn Networks<Self>> {
        None
    }

    /// The stones of both players, where there is a board.
    fn stones(&self, pos: &Self::Position) -> [Vec<Point>; 2] {
        let Some(certifier) = self.certificate() else { return [Vec::new(), Vec::new()] };
        certifier.stones(self, pos).map(|set| set.iter().map(|point| Point(point as u16)).collect())
    }

    /// Black's margin if the game ended here, where games can be ended by agreement.
    fn standing(&self, _pos: &Self::Position) -> Option<Margin> {
        None
    }

    /// Is this the move that changes nothing on the board?
    fn is_pass(&self, _mv: Self::Move) -> bool {
        false
    }

    /// If the piece of this name settles the claim: the winner, and the winner's next move, if the
    /// winner moves, by which the verdict stays true. A game in which the winner always followed
    /// these moves is still won, although knowledge must not be asked again about later positions.
    fn plan(
        &self,
        _name: &str,
        _pos: &Self::Position,
        _claim: Claim,
    ) -> Option<(Player, Option<Self::Move>)> {
        None
    }

    /// The moves to guess among, if some moves can be left out; the choice is itself a guess. Long
    /// computations end early when `halt` is due.
    fn promising(&self, _pos: &Self::Position, _halt: &Halt) -> Option<Vec<Self::Move>> {
        None
    }

    /// The points that are certain to be a player's, as far as the knowledge sees.
    fn safe_points(&self, _pos: &Self::Position, _player: Player) -> Vec<Point> {
        Vec::new()
    }
}
