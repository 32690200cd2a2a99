//! The recorder: writes the proofs of solved positions into a certificate, one root after another.
//!
//! The checker's crate defines the format and its meaning (`docs/certificate.md`); the recorder
//! turns a search's memory into entries of that format. A game may write its proofs by a method of
//! its own ([`Certified::own_proof`]). Where the rules of Go judge long cycles, and where a win was
//! found under other rules, a proof is a graph ([`crate::cycles`]). In all other cases the strategy
//! is walked line by line ([`crate::lines`]).

use crate::certified::{Certified, Start};
use crate::cycles::Graph;
use crate::draft::Draft;
use crate::finish::Finished;
use crate::goal::{NoCertificate, Solution};
use crate::lines::{After, ByLines, Orientation, WalkedLines};
use crate::searcher::Searcher;
use crate::spool::Overflow;
use andor_checker::cycles::Cycles;
use andor_checker::life;
use andor_checker::rules::Line as CheckedLine;
use andor_checker::{
    Certificate, Game as CheckedGame, Leaf, Problem as CheckedProblem, Root, Theorem,
};
use andor_search::{Budget, Line, Progress, SearchProof};

/// Writes proofs, one root after another.
pub struct Recorder {
    draft: Draft,
    lines: WalkedLines,
}

impl Recorder {
    /// A recorder that may quote the knowledge with these names. The problem has no roots so far.
    pub fn new(problem: CheckedProblem, names: &[&'static str]) -> Recorder {
        Recorder { draft: Draft::new(problem, names), lines: WalkedLines::default() }
    }

    /// A recorder that goes on from the certificate of an earlier one.
    pub fn resumed(certificate: Certificate, names: &[&'static str]) -> Recorder {
        Recorder { draft: Draft::resumed(certificate, names), lines: WalkedLines::default() }
    }

    /// From now on at most so many bytes are in memory. What entries need beyond goes to files;
    /// when the rest needs more, the writing stops with the reason `memory`.
    pub fn keep_within(&mut self, bytes: usize, overflow: Overflow) {
        self.draft.keep_within(bytes, overflow);
    }

    /// The certificate of all roots so far, unless the budget ends before it is complete.
    pub fn finish(self, budget: &mut Budget) -> Result<Finished, NoCertificate> {
        let Recorder { draft, lines } = self;
        drop(lines);
        draft.finish(budget)
    }

    /// The roots so far and all entries as bytes, for [`Recorder::resumed`].
    pub fn encode(&self) -> Result<Vec<u8>, NoCertificate> {
        self.draft.encode()
    }

    /// Bytes in memory of the entries and of the index over them.
    pub fn bytes(&self) -> usize {
        self.draft.bytes() + self.lines.bytes()
    }

    /// The progress of a search and of the writing of its proofs.
    pub fn so_far(&self, searched: Progress) -> Progress {
        self.draft.so_far(searched)
    }

    /// Adds the proof of a solution of the line's position, reached from the base position by the
    /// moves with these numbers. Where the past does not matter the line may begin after the moves.
    pub fn root<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        moves: &[u16],
    ) -> Result<(), NoCertificate> {
        self.draft.spend(searcher.budget);
        let game = line.game();
        let goal = solution.goal();
        let mut root = Root { moves: moves.to_vec(), ..game.root(goal) };
        let mut walk = ByLines { draft: &mut self.draft, state: &mut self.lines };
        walk.remember_past(&root);
        if line.outcome().is_none() {
            let start = if let Some(theorem) = self.theorem(&root) {
                Start { theorem: Some(theorem), ..Start::default() }
            } else if let Some(cycles) = self.draft.cycles(&root) {
                let is_quiet = self.is_quiet(&root);
                let graph = Graph::new(game, goal, cycles, &mut self.draft);
                graph.prove(searcher, line, solution.best, is_quiet)?
            } else if let Some(start) = game.own_proof(&mut self.draft, searcher, line, solution)? {
                start
            } else if let Some(start) = self.by_other_rules(searcher, line, solution)? {
                start
            } else {
                self.by_lines(searcher, line, solution)?
            };
            start.begin(&mut root);
        }
        self.draft.check(self.lines.bytes())?;
        self.draft.problem.roots.push(root);
        Ok(())
    }

    /// The theorem that settles a root, with all that was played before, if there is one.
    fn theorem(&self, root: &Root) -> Option<Theorem> {
        let CheckedGame::Go(rules) = self.draft.problem.game else { return None };
        let line = self.line(root)?;
        let stones = life::living(line.size(), line.now(), root.winner());
        let settles = |theorem: &Theorem| {
            let leaf = Leaf { theorem: *theorem, stones };
            life::settles_on(rules, &line, root, &leaf).is_ok()
        };
        self.draft.theorems().find(settles)
    }

    /// Is no position ripe before the one in which the loser moves first?
    fn is_quiet(&self, root: &Root) -> bool {
        let Some(line) = self.line(root) else { return true };
        let Some(theorem) = self.draft.theorems().next_back() else { return true };
        let winner_begins = line.now().to_move == root.winner();
        let before = line.states().len() - usize::from(!winner_begins);
        !line.states()[..before].iter().any(|state| life::ripe(theorem, line.size(), state, root))
    }

    /// The line of a root in the checker's rules.
    fn line(&self, root: &Root) -> Option<CheckedLine> {
        let mut line = CheckedLine::base(&self.draft.problem).ok()?;
        root.moves.iter().try_for_each(|&point| line.play(point.into())).ok()?;
        Some(line)
    }

    /// The proof of a solution that was found under other rules, if it holds under these.
    fn by_other_rules<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
    ) -> Result<Option<Start>, NoCertificate> {
        let (goal, best) = (solution.goal(), solution.best);
        let Searcher { search, budget, hear, .. } = searcher;
        let proof = search.proof(line, goal.claim, goal.verdict);
        let Some(SearchProof::OtherRules { game, mut search }) = proof else { return Ok(None) };
        let mut there = Searcher::new(&mut *search, budget, &mut **hear);
        let graph = Graph::new(&game, goal, Cycles::None, &mut self.draft);
        match graph.prove_ranked(&mut there, line.position(), best) {
            Ok(start) => Ok(Some(start)),
            Err(NoCertificate::Lost) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The proof of a solution by lines of play.
    fn by_lines<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
    ) -> Result<Start, NoCertificate> {
        let (game, goal) = (line.game(), solution.goal());
        let mut walk = ByLines { draft: &mut self.draft, state: &mut self.lines };
        if line.to_move() != goal.winner() {
            let reference = walk.position(searcher, line, goal, Orientation::Upright)?;
            return Ok(Start::new(None, Some(reference.entry)));
        }
        let mv = searcher.winning_move(line, solution)?;
        let first = Some(game.number(mv));
        walk.play(line, mv);
        let after = walk.after(searcher, line, goal, Orientation::Upright);
        walk.undo(line);
        Ok(match after? {
            After::Over => Start::new(first, None),
            After::Leaf(leaf) => Start { first, entry: None, theorem: Some(leaf.theorem) },
            After::Entry(reference) => Start::new(first, Some(reference.entry)),
        })
    }
}
