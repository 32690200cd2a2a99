//! The recorder: writes the proofs of solved positions into a certificate, one root after another.
//!
//! The checker's crate defines the format and its meaning (`docs/certificate.md`); the recorder
//! turns a search's memory into entries of that format. Hex proofs are lists of patterns, which a
//! memory of patterns gives directly, or strategies of knowledge ([`crate::hex`]). Proofs by
//! threats of Gomoku come from the search as they are ([`crate::gomoku`]). Phutball, Killall-Go and
//! capture have methods of their own ([`crate::phutball`], [`crate::killall`], [`crate::local`]).
//! Where the rules of Go judge long cycles a proof is a graph ([`crate::cycles`]). In all other
//! cases the strategy is walked line by line ([`crate::lines`]).

use crate::certified::Certified;
use crate::cycles::{Graph, Start};
use crate::draft::Draft;
use crate::finish::Finished;
use crate::goal::{Goal, NoCertificate, Solution, checked};
use crate::lines::{After, ByLines, Lines, Turn};
use crate::searcher::Searcher;
use crate::spool::Overflow;
use andor_checker::cycles::Cycles;
use andor_checker::life;
use andor_checker::rules::Line as CheckedLine;
use andor_checker::{
    Certificate, Game as CheckedGame, Leaf, Problem as CheckedProblem, Root, Theorem,
};
use andor_search::{Budget, Line, Progress, Search};

/// Writes proofs, one root after another.
pub struct Recorder {
    draft: Draft,
    lines: Lines,
}

impl Recorder {
    /// A recorder that may quote the knowledge with these names. The problem has no roots so far.
    pub fn new(problem: CheckedProblem, names: &[&'static str]) -> Recorder {
        Recorder { draft: Draft::new(problem, names), lines: Lines::default() }
    }

    /// A recorder that goes on from the certificate of an earlier one.
    pub fn resumed(certificate: Certificate, names: &[&'static str]) -> Recorder {
        Recorder { draft: Draft::resumed(certificate, names), lines: Lines::default() }
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
        let Goal { claim, verdict } = goal;
        let winner = goal.winner();
        let mut root = Root { moves: moves.to_vec(), ..game.root(goal) };
        let mut walk = ByLines { draft: &mut self.draft, state: &mut self.lines };
        walk.remember_past(&root);
        if line.outcome().is_none() {
            if game.checked_game() == Some(CheckedGame::Hex) {
                let (first, entry) = match searcher.search.pattern_proof(line, claim, verdict) {
                    Some(proof) => self.draft.patterns(checked(winner), &proof)?,
                    None if self.draft.quotes() => {
                        game.link_proof(&mut self.draft, searcher, line, solution)?
                    }
                    None => return Err(NoCertificate::Lost),
                };
                (root.first, root.entry) = (first, Some(entry));
            } else if let Some(
                CheckedGame::Phutball | CheckedGame::Killall | CheckedGame::Capture(_),
            ) = game.checked_game()
            {
                (root.first, root.entry) =
                    game.own_proof(&mut self.draft, searcher, line.position(), goal)?;
            } else if let Some(proof) = searcher.search.threat_proof(line, claim, verdict) {
                (root.first, root.entry) =
                    game.threat_proof(&mut self.draft, searcher, line, &proof)?;
            } else if let Some(theorem) = self.theorem(&root) {
                root.theorem = Some(theorem);
            } else if let Some(cycles) = self.draft.cycles(&root) {
                let is_quiet = self.is_quiet(&root);
                let graph = Graph::new(game, goal, cycles, &mut self.draft);
                let start = graph.prove(searcher, line, solution.best, is_quiet)?;
                start.begin(&mut root);
            } else if let Some(start) = self.by_other_rules(searcher, line, solution)? {
                start.begin(&mut root);
            } else if line.to_move() == winner {
                let mv = searcher.winning_move(line, solution)?;
                root.first = Some(game.number(mv));
                let mut walk = ByLines { draft: &mut self.draft, state: &mut self.lines };
                walk.play(line, mv);
                let after = walk.after(searcher, line, goal, Turn::Upright);
                walk.undo(line);
                match after? {
                    After::Over => {}
                    After::Leaf(leaf) => root.theorem = Some(leaf.theorem),
                    After::Entry(reference) => root.entry = Some(reference.entry),
                }
            } else {
                let mut walk = ByLines { draft: &mut self.draft, state: &mut self.lines };
                let reference = walk.position(searcher, line, goal, Turn::Upright)?;
                root.entry = Some(reference.entry);
            }
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
        let (draft, root) = (&mut self.draft, line.position().clone());
        let Searcher { search, budget, hear, .. } = searcher;
        let mut proved = Err(NoCertificate::Lost);
        let mut prove = |game: &G, search: &mut dyn Search<G>| {
            let mut there = Searcher::new(search, budget, &mut **hear);
            let graph = Graph::new(game, goal, Cycles::None, &mut *draft);
            proved = graph.prove_ranked(&mut there, &root, best);
        };
        search.under_other_rules(line, goal.claim, goal.winner(), &mut prove);
        match proved {
            Ok(start) => Ok(Some(start)),
            Err(NoCertificate::Lost) => Ok(None),
            Err(other) => Err(other),
        }
    }
}
