//! Superko by way of basic ko.
//!
//! Under superko almost nothing that a search finds out about a position holds on every line, and a table
//! of positions is of little use. Without superko it is, if a long cycle is lost for the player who is
//! to win ([`Go::lenient`](andor_games::go::Go::lenient)): such a win never looks back. And in most
//! proofs of large wins no board ever comes again. So the claim is first settled in the lenient game of its
//! attacker, then, if the attacker does not win that, in the one of the defender. Then the winner's strategy is
//! gone through: all positions that the loser can bring about, with one move of the winner's in each.
//!
//! # Why it is right
//!
//! If the winner makes no board again on any line, nor one of the line before ([`crate::cycles`]), superko
//! forbids none of the winner's moves. It may forbid some of the loser's; all others are moves of the lenient
//! game, and are answered. The strategy stops where the knowledge settles a position, for the first time on
//! its line: that is what unconditional life asks for under superko. Certificates of such strategies are
//! checked by the rules with superko like any others.
//!
//! If there is no such strategy among the moves that the lenient search names, the search under superko has to
//! do the work. On 3x6, where Black takes the whole board, that search had not come to an end after 15 million
//! nodes; this way it takes 5.5 million under positional superko. On 4x4 with komi 1.5 neither player wins the own lenient
//! game, and what is spent on them is lost.

use crate::certificate::{Goal, NoCertificate, Recorder};
use crate::certified::Certified;
use crate::cycles::{Graph, Ordered};
use crate::engine::{Engine, Hear, Known};
use andor_checker::Problem as CheckedProblem;
use andor_checker::credit::Cycles;
use andor_core::{Claim, Player, Verdict};
use andor_search::{Answer, Budget, Line, Progress};

/// Of a search's memory, the strategy gets the fourth part.
const SHARE: usize = 4;

/// A lenient game and a search in it.
pub(crate) struct Court<G> {
    pub(crate) game: G,
    pub(crate) engine: Box<dyn Engine<G>>,
}

/// Makes the court of a player for whom cycles are lost.
pub(crate) type Maker<G> = Box<dyn Fn(Player) -> Court<G>>;

/// Settles claims under superko.
pub(crate) struct Lenient<G: Certified> {
    make: Maker<G>,
    /// Writes down which boards follow which.
    recorder: Recorder,
    /// What settled the last claim, if that was not the search under superko.
    shown: Option<Shown<G>>,
    strict: Box<dyn Engine<G>>,
    /// One of how many parts of the memory the strategy gets.
    share: usize,
    /// What searches did that are gone.
    before: Progress,
}

/// A strategy that wins without superko and with it.
struct Shown<G> {
    claim: Claim,
    winner: Player,
    court: Court<G>,
    boards: Ordered,
}

impl<G: Certified> Lenient<G> {
    /// A search that asks `strict` where the lenient games do not help. The problem tells the rules and
    /// the size of the board, certificates may quote the knowledge of these names, and so many threads
    /// do the same.
    pub(crate) fn new(
        make: Maker<G>,
        strict: Box<dyn Engine<G>>,
        problem: CheckedProblem,
        names: &[&'static str],
        threads: usize,
    ) -> Lenient<G> {
        let recorder = Recorder::new(problem, names);
        let (share, before) = (SHARE * threads, Progress::default());
        Lenient { make, recorder, shown: None, strict, share, before }
    }

    /// The court of a player: the last one if it is theirs, else a new one.
    fn court(&mut self, winner: Player) -> Court<G> {
        match self.shown.take() {
            Some(shown) if shown.winner == winner => shown.court,
            Some(shown) => {
                self.close(&shown.court);
                (self.make)(winner)
            }
            None => (self.make)(winner),
        }
    }

    /// Keeps count of what a search did.
    fn close(&mut self, court: &Court<G>) {
        let Progress { nodes, expansions, solved, .. } = court.engine.progress();
        self.before.nodes += nodes;
        self.before.expansions += expansions;
        self.before.solved += solved;
    }
}

impl<G: Certified> Engine<G> for Lenient<G> {
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>) {
        // After a pass a board may give enough and yet not be settled, so that it may be needed again.
        let (game, pos) = (line.game(), line.position());
        if game.picture(pos).passes > 0
            || line.outcome().is_some()
            || game.life(pos, claim).is_some()
        {
            return self.strict.settle(line, claim, budget, hear);
        }
        let bytes = budget.most_bytes() / self.share;
        let mut part = budget.part(u64::MAX).memory(budget.most_bytes() - bytes);
        for winner in [claim.attacker, claim.attacker.other()] {
            let goal = Goal { claim, verdict: Verdict::for_winner(claim, winner) };
            let mut court = self.court(winner);
            let Court { game, engine } = &mut court;
            let mut lenient = Line::new(game, line.position().clone());
            let (answer, best) = engine.settle(&mut lenient, claim, &mut part, hear);
            if let Answer::Stopped(_) = answer {
                self.close(&court);
                return (answer, None);
            }
            if answer == Answer::Solved(goal.verdict) {
                let graph = Graph::new(game, goal, Cycles::None, &mut self.recorder).within(bytes);
                match graph.boards_in_order(&mut **engine, line, best, &mut part) {
                    Ok((boards, first)) => {
                        self.shown = Some(Shown { claim, winner, court, boards });
                        return (answer, first);
                    }
                    Err(NoCertificate::Stopped(stop)) => {
                        self.close(&court);
                        return (Answer::Stopped(stop), None);
                    }
                    // Who wins although cycles are lost also wins where the other player loses them.
                    Err(_) => {
                        self.close(&court);
                        break;
                    }
                }
            }
            self.close(&court);
        }
        self.strict.settle(line, claim, budget, hear)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let shown = self.shown.as_mut().filter(|shown| shown.claim == claim);
        let Some(Shown { winner, court: Court { game, engine }, boards, .. }) = shown else {
            return self.strict.known(line, claim);
        };
        // The strategy may be taken up where it goes on to boards that are new to the line.
        if !boards.go_on(&mut self.recorder, game, line) {
            return None;
        }
        let known = engine.known(&mut Line::new(game, line.position().clone()), claim)?;
        let best = known.best.filter(|&mv| line.allows(mv));
        (known.verdict == Verdict::for_winner(claim, *winner)).then_some(Known { best, ..known })
    }

    fn lenient(&mut self, winner: Player) -> Option<(&G, &mut dyn Engine<G>)> {
        let shown = self.shown.as_mut().filter(|shown| shown.winner == winner)?;
        Some((&shown.court.game, &mut *shown.court.engine))
    }

    fn progress(&self) -> Progress {
        let now = match &self.shown {
            Some(shown) => shown.court.engine.progress(),
            None => self.strict.progress(),
        };
        Progress {
            nodes: now.nodes + self.before.nodes,
            expansions: now.expansions + self.before.expansions,
            solved: now.solved + self.before.solved,
            ..now
        }
    }
}
