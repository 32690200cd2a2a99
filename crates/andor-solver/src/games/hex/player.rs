//! The player of Hex: sibling conspiracy number search over fill, connections and circuits.
//!
//! The search keeps its tree from move to move. The move with the most work is played, a proven win
//! at once. Where the winner, the values of all moves or another search are asked for, the
//! [`Thinker`] is asked. Threads share the tree.

use crate::adapter::SearchGoal;
use crate::engines;
use crate::error::BadInput;
use crate::player::{Aim, MoveThought, Player as GamePlayer, Table, Thinker, Thought, Worth};
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use andor_certify::own_line;
use andor_core::{Claim, Game, Notation, Player, Siblings};
use andor_games::any::{AnyGame, Variant};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Point;
use andor_guess::hex::HexSiblings;
use andor_search::conspiracy::{Conspiracy, Options, RatedMove, Tree};
use andor_search::threads::on_deep_stack;
use andor_search::{Budget, Search, Stop};
use std::time::{Duration, Instant};

/// The connections take this share of the memory, the tree the rest.
const KNOWLEDGE_SHARE: usize = 4;

/// The time between two thoughts that are told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The value of which the chance is 1 / (1 + 1/e), about 0.73.
const SCALE: f32 = 0.5;

/// The player of Hex.
pub(super) struct DeepHex<const B: usize> {
    kept: Option<Kept<B>>,
    thinker: Thinker<AnyGame>,
}

/// A search with its tree, and the settings that it was made for.
struct Kept<const W: usize> {
    made_for: MadeFor,
    search: Conspiracy<Hex<W>>,
}

/// The settings that a search was made for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MadeFor {
    memory: usize,
    threads: usize,
    options: Options,
}

impl MadeFor {
    /// A search with an empty tree.
    fn search<const W: usize>(self, game: &Hex<W>) -> Conspiracy<Hex<W>> {
        let share = self.memory / KNOWLEDGE_SHARE / self.threads;
        let siblings = |_| Box::new(HexSiblings::new(game, share)) as Box<dyn Siblings<Hex<W>>>;
        Conspiracy::with_team((0..self.threads).map(siblings).collect(), self.options)
    }
}

impl<const B: usize> Default for DeepHex<B> {
    fn default() -> Self {
        DeepHex { kept: None, thinker: Thinker::new() }
    }
}

/// The chance of a player who is ahead by a value.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// The budget of a move.
fn budget(settings: &Settings) -> Budget {
    let mut budget = Budget::unlimited().switch(settings.stop.clone());
    if let Some(time) = settings.time {
        budget = budget.time(time);
    }
    if let Some(nodes) = settings.nodes {
        budget = budget.nodes(nodes);
    }
    budget
}

impl<const B: usize> GamePlayer<AnyGame> for DeepHex<B>
where
    Hex<B>: Variant<Move = Point, Position = HexPosition<B>>,
{
    fn think(
        &mut self,
        table: Table<'_, AnyGame>,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        let any = table.game;
        let names = knowledge(any, table.name, settings, chosen(any, settings, SearchGoal::Move))?;
        let knows = [super::CONNECTIONS, super::INFERIOR].iter().all(|name| names.contains(name));
        let line = own_line::<Hex<B>>(&table.line());
        let game = line.game();
        if aim != Aim::Move || settings.search.is_some() || !knows || line.outcome().is_some() {
            return self.thinker.think(table, aim, settings, hear);
        }
        let started = Instant::now();
        let made_for = MadeFor {
            memory: settings.memory,
            threads: settings.threads,
            options: engines::conspiracy(&settings.options),
        };
        let fits = |kept: &Kept<B>| kept.made_for == made_for;
        let kept = self.kept.take().filter(fits);
        let mut search = kept.map_or_else(|| made_for.search(game), |kept| kept.search);
        let mut budget =
            budget(settings).memory(settings.memory - settings.memory / KNOWLEDGE_SHARE);
        let pos = line.position().clone();
        let mover = game.to_move(&pos);
        let before = search.progress().expansions;
        let found = on_deep_stack(|| {
            let claim = Claim::win(Player::Black);
            let mut next = started + TELL_EVERY;
            let mut tell = |tree: &Tree<Hex<B>>| {
                let time = started.elapsed();
                if started + time >= next {
                    next = started + time + TELL_EVERY;
                    let nodes = tree.progress().expansions - before;
                    let seen = thought(game, mover, &tree.outlook(game), None, tree.value());
                    hear(&Thought { nodes, time, ..seen });
                }
            };
            loop {
                let found = search.search(game, &pos, claim, &mut budget, &mut tell);
                if found != Err(Stop::Memory) {
                    return found;
                }
                search.forget();
            }
        });
        let worth = found?.ok().map(Worth::Won);
        let (moves, value) = (search.outlook(game), search.value());
        let nodes = search.progress().expansions - before;
        self.kept = Some(Kept { made_for, search });
        let is_won = worth == Some(Worth::Won(mover));
        let has_move = |first: &RatedMove<Point>| !is_won || first.winner.is_some();
        if !moves.first().is_some_and(has_move) {
            // The time was over before a move was looked at.
            return self.thinker.think(table, aim, settings, hear);
        }
        let told = Thought { nodes, ..thought(game, mover, &moves, worth, value) };
        let told = Thought { time: started.elapsed(), ..told };
        hear(&told);
        Ok(told)
    }
}

/// The thoughts about a position from the moves that the search has seen.
fn thought<const W: usize>(
    game: &Hex<W>,
    mover: Player,
    moves: &[RatedMove<Point>],
    worth: Option<Worth>,
    value: f32,
) -> Thought {
    let told = |seen: &RatedMove<Point>| {
        let worth = seen.winner.map(Worth::Won);
        MoveThought {
            mv: game.move_text(seen.mv),
            worth,
            chance: worth.map_or(chance(seen.value), |worth| worth.chance(mover)),
            visits: seen.work.into(),
            pv: seen.pv.iter().map(|&mv| game.move_text(mv)).collect(),
        }
    };
    let moves: Vec<MoveThought> = moves.iter().map(told).collect();
    Thought {
        to_move: mover,
        worth,
        chance: worth.map_or(chance(value), |worth| worth.chance(mover)),
        best: moves.first().map(|first| first.mv.clone()),
        pv: moves.first().map_or_else(Vec::new, |first| first.pv.clone()),
        plies: None,
        moves,
        depth: None,
        nodes: 0,
        time: Duration::ZERO,
    }
}
