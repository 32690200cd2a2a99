//! The length of the win of a solved position and of each of its moves, and the line of the
//! shortest win.

use super::job::{Found, Job};
use super::question::Value;
use crate::adapter::Adapter;
use crate::report::{MoveReport, Plies};
use crate::settings::Hear;
use andor_core::{Claim, Player};
use andor_search::shortest::FindsLengths;
use andor_search::{Budget, Line, Observer, OnProgress, Progress, Stop};

/// The length of a win, the winner's first move if it keeps to the length, and why the search ended
/// early.
#[derive(Default)]
pub(super) struct Win {
    /// Nothing without a winner.
    pub(super) plies: Option<Plies>,
    pub(super) best: Option<String>,
    /// The line in which both players play for the length, if a line was asked for and the length
    /// is exact.
    pub(super) line: Option<Vec<String>>,
    pub(super) stop: Option<Stop>,
}

impl<G: Adapter> Job<'_, G> {
    /// In how many plies the winner wins, as far as the limits allow. The moves that win or lose,
    /// if their values are known, get their lengths too, in a draw as well.
    pub(super) fn shortest(
        &self,
        found: &Found,
        moves: Option<&mut Vec<MoveReport>>,
        watch: Hear<'_>,
    ) -> Win {
        let mut line = self.line();
        let mut search = self.at.game.shortest();
        let mut budget = self.budget.clone();
        let before = found.progress;
        let mut hear = |progress: &Progress| {
            let nodes = before.nodes + progress.nodes;
            watch(&Progress { nodes, depth: progress.depth, ..before.totals() });
        };
        let observer: &mut dyn Observer<G> = &mut OnProgress(&mut hear);
        let winner = found.value.ok().and_then(Value::winner);
        let mut win = winner.map_or_else(Win::default, |winner| {
            self.win(&mut *search, &mut line, winner, &mut budget, observer)
        });
        for report in moves.into_iter().flatten() {
            let Some(winner) = report.winner else { continue };
            let claim = self.inquiry.question.claims[winner.index()];
            let Ok(mv) = self.at.game.parse_move(line.position(), &report.mv) else { continue };
            line.play(mv);
            let (length, stopped) = search.length(&mut line, claim, &mut budget, observer);
            line.undo();
            report.plies = Some(Plies { least: length.least, most: length.most });
            win.stop = win.stop.or(stopped);
        }
        win
    }

    /// In how many plies this player wins the position.
    fn win(
        &self,
        search: &mut dyn FindsLengths<G>,
        line: &mut Line<'_, G>,
        winner: Player,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Win {
        let claim = self.inquiry.question.claims[winner.index()];
        let (length, stop) = search.length(line, claim, budget, observer);
        let plies = Some(Plies { least: length.least, most: length.most });
        let best = search.best().map(|mv| self.at.game.move_text(mv));
        let win = Win { plies, best, line: None, stop };
        if !self.settings.pv || length.exact().is_none() {
            return win;
        }
        match shortest_line(search, line, claim, budget, observer) {
            Ok(shown) => Win { line: Some(self.texts(&shown)), ..win },
            Err(stopped) => Win { stop: stop.or(Some(stopped)), ..win },
        }
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.at.game.move_text(mv)).collect()
    }
}

/// The line from a won position to the end of the game, in which the winner wins as quickly as
/// possible and the loser resists as long as possible.
fn shortest_line<G: Adapter>(
    search: &mut dyn FindsLengths<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
    observer: &mut dyn Observer<G>,
) -> Result<Vec<G::Move>, Stop> {
    let from = line.ply();
    let mut stopped = None;
    while line.outcome().is_none() {
        let next = if line.to_move() == claim.attacker {
            let (_, stop) = search.length(line, claim, budget, observer);
            stopped = stop;
            search.best()
        } else {
            let mut replies = Vec::new();
            line.moves(&mut replies);
            let mut longest: Option<(u32, G::Move)> = None;
            for reply in replies {
                line.play(reply);
                let (length, stop) = search.length(line, claim, budget, observer);
                line.undo();
                stopped = stopped.or(stop);
                if longest.is_none_or(|(known, _)| length.least > known) {
                    longest = Some((length.least, reply));
                }
            }
            longest.map(|(_, reply)| reply)
        };
        match next.filter(|_| stopped.is_none()) {
            Some(mv) => line.play(mv),
            None => break,
        }
    }
    let moves: Vec<G::Move> = line.played().skip(from).collect();
    moves.iter().for_each(|_| line.undo());
    match stopped {
        Some(stop) => Err(stop),
        None => Ok(moves),
    }
}
