//! The player of Go: Monte Carlo tree search with RAVE over rollouts, and knowledge about life and
//! territory.
//!
//! The search keeps its tree from move to move. The move with the most games is played, a proven
//! win at once. Where unconditional life decides the game the player follows the plan of the
//! knowledge. On the smallest boards, and where the winner or another search is asked for, the
//! [`Thinker`] is asked.

use super::known;
use crate::adapter::{Adapter, SearchGoal};
use crate::error::BadInput;
use crate::games::any::plug::own_moves;
use crate::player::plan::trusted;
use crate::player::{Aim, MoveThought, Player as GamePlayer, Table, Thinker, Thought, Worth};
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use andor_core::{Notation, Player, Verdict};
use andor_games::any::{AnyGame, Variant};
use andor_games::go::{Go, Move, Position};
use andor_guess::GoRollouts;
use andor_search::Budget;
use andor_search::rave::{Inquiry, Options, RatedMove, RatedMoves, Rave, Until};
use std::time::Instant;

/// On boards of so many points the solver plays.
const SMALL: usize = 20;

/// The player of Go.
pub(super) struct GoPlayer<const B: usize> {
    kept: Option<Kept<B>>,
    thinker: Thinker<AnyGame>,
}

/// A search with its tree, and the seed that it was made for.
struct Kept<const W: usize> {
    seed: u64,
    search: Rave<Go<W>, GoRollouts<W>>,
}

impl<const B: usize> Default for GoPlayer<B> {
    fn default() -> Self {
        GoPlayer { kept: None, thinker: Thinker::new() }
    }
}

/// What is known about a position before the search.
struct Known {
    /// The knowledge that may be asked about later positions.
    names: Vec<&'static str>,
    worth: Option<Worth>,
    /// The next move of the player to move, who wins, by a plan.
    planned: Option<Move>,
}

impl Known {
    fn new<const B: usize>(
        _: &Go<B>,
        table: &Table<'_, AnyGame>,
        names: Vec<&'static str>,
        budget: &Budget,
    ) -> Known
    where
        Go<B>: Variant<Move = Move, Position = Position<B>>,
    {
        let any = table.game;
        let line = table.line();
        let (pos, mover) = (line.position(), line.to_move());
        let (mut names, plan) = trusted(table, names, &budget.halt());
        let mut known = Known { names: Vec::new(), worth: None, planned: None };
        if let Some((winner, mv)) = plan {
            (known.worth, known.planned) = (Some(Worth::Won(winner)), mv.map(Go::<B>::mv));
        }
        for claim in table.question.claims {
            let settled = |name: &&str| any.settles(name, pos, claim);
            let Some(verdict) = names.iter().find_map(settled) else { continue };
            let winner = verdict.winner(claim);
            if verdict == Verdict::Proven || !table.question.can_draw {
                known.worth = Some(Worth::Won(winner));
                let plan = names.iter().find_map(|name| any.plan(name, pos, claim));
                let planned = plan.and_then(|(_, mv)| mv).map(Go::<B>::mv);
                known.planned = known.planned.or(planned);
            }
            names.retain(|name| settled(name).is_none());
        }
        if known.worth != Some(Worth::Won(mover)) {
            known.planned = None;
        }
        Known { names, ..known }
    }
}

impl<const B: usize> GamePlayer<AnyGame> for GoPlayer<B>
where
    Go<B>: Variant<Move = Move, Position = Position<B>>,
{
    fn think(
        &mut self,
        table: Table<'_, AnyGame>,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        let started = Instant::now();
        let (any, game) = (table.game, Go::<B>::of(table.game));
        let names = knowledge(any, table.name, settings, chosen(any, settings, SearchGoal::Move))?;
        let is_small = game.size().area() <= SMALL;
        let line = table.line();
        let is_other = aim == Aim::Winner || settings.search.is_some();
        if is_other || is_small || line.outcome().is_some() {
            return self.thinker.think(table, aim, settings, hear);
        }
        let mut budget = Budget::unlimited().memory(settings.memory).switch(settings.stop.clone());
        if let Some(time) = settings.time {
            budget = budget.time(time.saturating_sub(started.elapsed()));
        }
        if let Some(nodes) = settings.nodes {
            budget = budget.nodes(nodes);
        }
        let mover = line.to_move();
        let Known { names, worth, planned } = Known::new(game, &table, names, &budget);
        let thinking = Thinking { game, mover, worth, started };
        if let (Some(mv), Aim::Move) = (planned, aim) {
            let planned = RatedMove { mv, visits: 1, chance: 1.0, is_proven: true, pv: vec![mv] };
            return Ok(thinking.thought(&RatedMoves { proven: Some(1.0), moves: vec![planned] }, 0));
        }
        let make = || Rave::new(GoRollouts::new(game), Options::default(), settings.seed);
        let kept = self.kept.take().filter(|kept| kept.seed == settings.seed);
        let mut search = kept.map_or_else(make, |kept| kept.search);
        let Table { root, played, question, .. } = table;
        let (root, played) = (Go::<B>::position(root), &own_moves::<Go<B>>(played));
        let until = if aim == Aim::Move { Until::Decided } else { Until::Spent };
        let inquiry = Inquiry { game, root, played, claims: question.claims, until };
        let mut tell = |found: &RatedMoves<Move>, games| hear(&thinking.thought(found, games));
        let names = if question.can_draw { &[][..] } else { &names };
        let knowledge = known(game, names);
        let found = search.think(&inquiry, &knowledge, settings.threads, &budget, &mut tell);
        self.kept = Some(Kept { seed: settings.seed, search });
        let thought = thinking.thought(&found, budget.spent());
        hear(&thought);
        Ok(thought)
    }
}

/// A position while it is thought about.
struct Thinking<'a, const W: usize> {
    game: &'a Go<W>,
    mover: Player,
    /// The value of the position, if it is known before the search.
    worth: Option<Worth>,
    started: Instant,
}

impl<const W: usize> Thinking<'_, W> {
    /// The thoughts about the position after so many games.
    fn thought(&self, found: &RatedMoves<Move>, games: u64) -> Thought {
        let told = |seen: &RatedMove<Move>| MoveThought {
            mv: self.game.move_text(seen.mv),
            worth: seen.is_proven.then(|| self.worth_of(seen.chance)),
            chance: seen.chance,
            visits: seen.visits.into(),
            pv: seen.pv.iter().map(|&mv| self.game.move_text(mv)).collect(),
        };
        let moves: Vec<MoveThought> = found.moves.iter().map(told).collect();
        let first = moves.first();
        let worth = self.worth.or(found.proven.map(|chance| self.worth_of(chance)));
        let guess = first.map_or(0.5, |first| first.chance);
        Thought {
            to_move: self.mover,
            worth,
            chance: worth.map_or(guess, |worth| worth.chance(self.mover)),
            best: first.map(|first| first.mv.clone()),
            pv: first.map_or_else(Vec::new, |first| first.pv.clone()),
            plies: None,
            moves,
            depth: None,
            nodes: games,
            time: self.started.elapsed(),
        }
    }

    fn worth_of(&self, chance: f32) -> Worth {
        match chance {
            0.5 => Worth::Draw,
            _ if chance > 0.5 => Worth::Won(self.mover),
            _ => Worth::Won(self.mover.other()),
        }
    }
}
