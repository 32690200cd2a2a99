//! Positions of Go: what entries with ranks and entries with credits have in common: section 4.2 of
//! `docs/certificate.md`.

use super::position::{Fault, common, same_passes, same_stones};
use super::statements::Statements;
use crate::life;
use crate::model::{Frame, Game, GoRules, Ko, Leaf, Mark, Position, Reference, Root, Theorem};
use crate::report::Refusal;
use crate::rules::{State, after, go};
use crate::steps::{LIFE, PLAY};
use std::cell::OnceCell;

/// An entry of Go, and the consequences on all lines on which it holds.
pub(crate) struct GoEntry<'c, 'b, 's> {
    pub(crate) statements: &'c Statements<'b, 's>,
    number: u64,
    pub(crate) rules: GoRules,
    pub(crate) root: &'c Root,
    pub(crate) frame: &'c Frame,
    pub(crate) state: State,
    /// Whether the position is ripe by each theorem.
    ripe: [OnceCell<bool>; 2],
}

impl<'c, 'b, 's> GoEntry<'c, 'b, 's> {
    pub(crate) fn new(
        statements: &'c Statements<'b, 's>,
        number: u64,
        rules: GoRules,
        position: &'c Position,
    ) -> Result<Self, Fault> {
        let (root, board) = common(statements, number, position)?;
        let (columns, rows) = statements.size();
        if go::has_dead_block(columns, rows, &board) {
            return Err("a block has no liberty".into());
        }
        let frame = &position.frame;
        if frame.ko.is_some() && rules.ko != Ko::Basic {
            return Err("there is a ko point, and the rules are not basic ko".into());
        }
        let state = State {
            passes: frame.passes,
            ko: frame.ko.map(usize::from),
            waits: frame.waits,
            ..State::new(board, root.winner().other())
        };
        let ripe = Default::default();
        Ok(GoEntry { statements, number, rules, root, frame, state, ripe })
    }

    /// Counts the work of a reply.
    pub(crate) fn count(&self, reply: usize) -> Result<(), Refusal> {
        match self.state.board.get(reply) {
            Some(Some(_)) => self.statements.step(1),
            _ => self.statements.look(PLAY),
        }
    }

    pub(crate) fn play(&self, state: &State, point: usize) -> Result<State, &'static str> {
        after(Game::Go(self.rules), self.statements.size(), state, point)
    }

    /// The mark that a position leaves, if it leaves one.
    pub(crate) fn left(&self, state: &State) -> Option<Mark> {
        go::leaves_mark(self.rules, state).then(|| go::mark(self.rules, state))
    }

    /// Is a position ripe by a theorem?
    fn is_ripe(&self, theorem: Theorem, state: &State) -> bool {
        life::ripe(theorem, self.statements.size(), state, self.root)
    }

    /// The position after a move of the winner's.
    pub(crate) fn moved(&self, next: &State, point: u16) -> Result<State, Fault> {
        self.statements.look(PLAY)?;
        let moved = self.play(next, usize::from(point));
        moved.map_err(|problem| format!("the move {point} is not legal: {problem}").into())
    }

    /// Kind 1: a leaf after the reply.
    pub(crate) fn leaf_after_reply(&self, next: &State, leaf: Leaf) -> Result<(), Fault> {
        self.quiet(leaf.theorem)?;
        self.leaf(next, leaf)
    }

    /// Kind 3: a leaf after a move of the winner's.
    pub(crate) fn leaf_after_move(
        &self,
        next: &State,
        point: u16,
        leaf: Leaf,
    ) -> Result<(), Fault> {
        self.quiet(leaf.theorem)?;
        self.not_ripe(leaf.theorem, next)?;
        if usize::from(point) == self.statements.area() {
            return Err("a pass stands before a leaf".into());
        }
        self.leaf(&self.moved(next, point)?, leaf)
    }

    /// Is no earlier position ripe by a theorem?
    fn quiet(&self, theorem: Theorem) -> Result<(), Fault> {
        if self.frame.quiet >= Some(theorem) {
            Ok(())
        } else {
            Err("the entry is not quiet".into())
        }
    }

    fn not_ripe(&self, theorem: Theorem, next: &State) -> Result<(), Fault> {
        self.statements.look(LIFE)?;
        let own = &self.ripe[theorem as usize];
        if *own.get_or_init(|| self.is_ripe(theorem, &self.state)) || self.is_ripe(theorem, next) {
            return Err("the winner plays on from a ripe position".into());
        }
        Ok(())
    }

    fn leaf(&self, state: &State, leaf: Leaf) -> Result<(), Fault> {
        self.statements.look(LIFE)?;
        life::settles(self.rules, self.statements.size(), state, self.root, &leaf)
            .map_err(|problem| Fault::Wrong("4.3", problem.to_string()))
    }

    /// Kind 4: the entry that is about the position after the winner's move, and the symmetry.
    pub(crate) fn target(
        &self,
        reference: Reference,
        next: &State,
        last: &State,
    ) -> Result<(Position, &'c [usize]), Fault> {
        if last.outcome.is_some() {
            return Err("the game is over, and an entry follows".into());
        }
        let (target, map) = self.statements.position(self.number, self.root, reference)?;
        self.statements.look(1 + (target.frame.fresh.len() + target.frame.assumed.len()) as u64)?;
        let wrong = |problem: &str| Fault::from(format!("entry {} {problem}", reference.entry));
        same_stones(&target, last, map)?;
        let frame = &target.frame;
        same_passes(&target, last, map)?;
        if frame.waits != last.waits {
            return Err(wrong("has another number of passes that end the game"));
        }
        if let Some(theorem) = frame.quiet {
            self.quiet(theorem)?;
            self.not_ripe(theorem, next)?;
        }
        Ok((target, map))
    }
}
