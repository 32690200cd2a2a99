//! The statements of entries: all that the check of one entry may use of a certificate.
//!
//! An entry is right if its statement follows from the statements of the entries that it refers to.
//! So every kind of entry is checked by a function of a [`Statements`] and the entry, and entries
//! can be checked in any order.

use super::lemma::LemmaOnBoard;
use crate::lattice::TURNS;
use crate::model::{
    Game, Link, Local, Placed, Player, Position, Problem, Reference, Root, Shape, Threat,
};
use crate::read::{Body, Statement};
use crate::report::{Place, Refusal};
use crate::steps::StepCounter;
use crate::{symmetry, words};

/// The header of a certificate, the statements of its entries, and the steps that the check may
/// take.
pub(crate) struct Statements<'b, 's> {
    body: &'b Body<'s>,
    counter: &'b StepCounter,
    maps: Vec<Vec<usize>>,
}

impl<'b, 's> Statements<'b, 's> {
    pub fn new(body: &'b Body<'s>, counter: &'b StepCounter) -> Statements<'b, 's> {
        let Problem { game, columns, rows, .. } = body.problem;
        Statements { body, counter, maps: symmetry::all(game, columns, rows) }
    }

    /// The symmetries of the board.
    pub fn maps(&self) -> &[Vec<usize>] {
        &self.maps
    }

    /// The statement of an entry, if there is one of that number.
    pub fn statement(&self, number: u64) -> Result<Option<Statement>, Refusal> {
        self.body.statement(number)
    }

    pub fn game(&self) -> Game {
        self.body.problem.game
    }

    pub fn size(&self) -> (usize, usize) {
        (self.body.problem.columns, self.body.problem.rows)
    }

    pub fn area(&self) -> usize {
        self.body.problem.area()
    }

    /// Counts steps, and refuses when they are spent.
    pub fn step(&self, steps: u64) -> Result<(), Refusal> {
        self.counter.step(steps)
    }

    /// Counts the work of looking at so many whole boards.
    pub fn look(&self, boards: u64) -> Result<(), Refusal> {
        self.step(boards * (1 + self.area() as u64 / 8))
    }

    /// A root by its number.
    pub fn root_named(&self, number: u64) -> Option<&Root> {
        self.body.problem.roots.get(usize::try_from(number).ok()?)
    }

    /// The statement of an entry, which must have a smaller number, unless there are credits or it
    /// is a position of Killall-Go.
    fn earlier(&self, from: u64, entry: u64) -> Result<Statement, Refusal> {
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4", problem);
        let said = self.statement(entry)?;
        let is_free = match self.game() {
            Game::Go(rules) => rules.has_credits(),
            Game::Killall => matches!(said, Some(Statement::Position(_))),
            _ => false,
        };
        if entry >= from && !is_free {
            let problem = format!("it refers to entry {entry}, which has no smaller number");
            return Err(wrong(problem));
        }
        said.ok_or_else(|| wrong(format!("there is no entry {entry}")))
    }

    /// The statement of the entry of a reference, and the symmetry.
    fn target(&self, from: u64, reference: Reference) -> Result<(Statement, &[usize]), Refusal> {
        let symmetry = reference.symmetry;
        let said = self.earlier(from, reference.entry)?;
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4", problem);
        let no_symmetry = || wrong(format!("{symmetry} is no symmetry of the board"));
        Ok((said, self.maps.get(usize::from(symmetry)).ok_or_else(no_symmetry)?))
    }

    /// A lemma of Hex at its place on the board.
    pub fn lemma_on_board(&self, from: u64, placed: Placed) -> Result<LemmaOnBoard, Refusal> {
        let Reference { entry, symmetry } = placed.lemma;
        let wrong = |problem| Refusal::wrong(Place::Entry(from), "4.1", problem);
        let Statement::Lemma(lemma) = self.earlier(from, entry)? else {
            return Err(wrong(format!("it refers to entry {entry}, which is no lemma")));
        };
        if symmetry >= TURNS {
            return Err(wrong(format!("{symmetry} is no symmetry of a lemma")));
        }
        LemmaOnBoard::new(lemma, symmetry, placed.at.into(), self.size()).map_err(wrong)
    }

    /// The statement of an entry of Hex with this winner, mapped back by the symmetry.
    pub fn link(&self, from: u64, winner: Player, reference: Reference) -> Result<Link, Refusal> {
        self.step(1 + self.area() as u64 / 32)?;
        match self.target(from, reference)? {
            (Statement::Link(link), map) if link.winner == winner => {
                Ok(symmetry::link_taken_back(map, reference.symmetry != 0, &link))
            }
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of an entry of Gomoku with this winner, and the symmetry.
    pub fn threat(
        &self,
        from: u64,
        winner: Player,
        reference: Reference,
    ) -> Result<(Threat, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Statement::Threat(threat), map) if threat.winner == winner => Ok((threat, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of an entry of Phutball with this winner, and the symmetry.
    pub fn shape(
        &self,
        from: u64,
        winner: Player,
        reference: Reference,
    ) -> Result<(Shape, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Statement::Shape(shape), map) if shape.winner == winner => Ok((shape, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of a local entry of Killall-Go, and the symmetry.
    pub fn living(&self, from: u64, reference: Reference) -> Result<(Local, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Statement::Local(local), map) => Ok((local, map)),
            _ => Err(other_winner(from, reference)),
        }
    }

    /// The statement of a local entry of capture, which has a smaller number unless it may have
    /// any.
    pub fn local(&self, from: Option<u64>, entry: u64) -> Result<Option<Local>, Refusal> {
        if from.is_some_and(|from| entry >= from) {
            return Ok(None);
        }
        Ok(match self.statement(entry)? {
            Some(Statement::Local(local)) => Some(local),
            _ => None,
        })
    }

    /// The header without its counts.
    pub fn problem(&self) -> &Problem {
        &self.body.problem
    }

    /// The position of an entry with the claim and verdict of this root, and the symmetry.
    pub fn position(
        &self,
        from: u64,
        root: &Root,
        reference: Reference,
    ) -> Result<(Position, &[usize]), Refusal> {
        match self.target(from, reference)? {
            (Statement::Position(position), map)
                if self.root_named(position.root).is_some_and(|other| other.says_as(root)) =>
            {
                Ok((position, map))
            }
            _ => Err(other_winner(from, reference)),
        }
    }

    /// A drawing of the board.
    pub fn draw(&self, game: Game, letter: impl Fn(usize) -> char) -> String {
        words::picture(game, self.size(), letter)
    }
}

fn other_winner(from: u64, reference: Reference) -> Refusal {
    let problem =
        format!("it refers to entry {}, which has another winner or claim", reference.entry);
    Refusal::wrong(Place::Entry(from), "4", problem)
}
