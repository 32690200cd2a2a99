//! The player of Gomoku: wins that are proven are played, lost moves are avoided, and elsewhere the
//! player looks ahead.
//!
//! 1. A move that completes five is played; five of the opponent's is prevented.
//! 2. In freestyle Gomoku a line of fours wins, and then threat search is asked for a win, for a
//!    part of the time. Both are proofs.
//! 3. If the opponent threatens a win by fours, only the replies in its zone are looked at.
//! 4. [`Selective`] alpha-beta chooses among the moves. Then threat search tries to refute the
//!    chosen move. A move that is proven to lose is left out, and the player looks ahead again.
//!
//! With two threads or more the threat search of step 2 runs beside step 4 for the whole time.
//!
//! With exactly five in a row and in Renju a stone of one's own may hurt, so that steps 2 and 3 and
//! the refutation are left out.
//!
//! The searches and their results are kept from move to move.

use super::mate;
use crate::adapter::{Adapter, SearchGoal};
use crate::error::BadInput;
use crate::player::{Aim, MoveThought, Player as GamePlayer, Table, Thinker, Thought, Worth};
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use andor_certify::own_line;
use andor_core::{
    Claim, Details, Game, Notation, Oracle, Passing, Player, Selector, Thoroughness, Verdict,
};
use andor_games::any::{AnyGame, Variant};
use andor_games::gomoku::{Gomoku, GomokuPosition};
use andor_games::points::Point;
use andor_guess::gomoku::{Shapes, Sight};
use andor_knowledge::gomoku::fours::Fours;
use andor_knowledge::gomoku::{FOURS, GomokuOracle, THREAT};
use andor_search::selective::{BestLines, Limits, Selective, Variation};
use andor_search::threads::{self, on_deep_stack};
use andor_search::threats::{self, Threats};
use andor_search::{Answer, Budget, KnownVerdict, Line, Observer, Progress, Search, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The search for a line of fours at the root tries so many moves.
const FOURS_CAP: u32 = 20_000;

/// The share of the time for a proof of a win.
const PROVING: f64 = 0.25;

/// The share of the time that is left for each look ahead; the next part tries to refute its
/// choice.
const LOOKING: f64 = 0.7;

/// Nothing is proven in less time than this.
const TOO_SHORT: Duration = Duration::from_millis(40);

/// The table of the look-ahead takes this share of the memory, but not more than so many bytes, and
/// so many for each millisecond of the time: making a larger table would take a good part of the
/// time.
const TABLE_SHARE: usize = 4;
const MOST_TABLE: usize = 32 << 20;
const TABLE_PER_MILLISECOND: usize = 32 << 10;

/// The share of the memory for the positions of threat search, but not more than so many bytes:
/// what takes long to forget would make a move late.
const PROOF_SHARE: usize = 2;
const MOST_PROOF: usize = 128 << 20;

/// The value at which the chance is 1 / (1 + 1/e), about 0.73.
const SCALE: f32 = 150.0;

/// The player of Gomoku.
pub(super) struct GomokuPlayer<const W: usize, const V: usize> {
    kept: Option<Kept<W, V>>,
    /// The player for a search that is asked for by name.
    thinker: Thinker<AnyGame>,
}

/// The player on boards of [`SmallGomoku`](andor_games::gomoku::SmallGomoku).
pub(super) type SmallPlayer = GomokuPlayer<4, 19>;

/// The player on boards of [`LargeGomoku`](andor_games::gomoku::LargeGomoku).
pub(super) type LargePlayer = GomokuPlayer<7, 26>;

impl<const W: usize, const V: usize> Default for GomokuPlayer<W, V> {
    fn default() -> Self {
        GomokuPlayer { kept: None, thinker: Thinker::new() }
    }
}

/// The searches, with their results, and the settings that they were made for.
struct Kept<const W: usize, const V: usize> {
    made_for: MadeFor,
    looking: Selective<Gomoku<W, V>, Sight<W>>,
    /// Looks for a win; elsewhere while a thread of its own uses it.
    proving: Option<Threats<Gomoku<W, V>>>,
    /// Looks for refutations of the chosen move.
    refuting: Threats<Gomoku<W, V>>,
    fours: Fours,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct MadeFor {
    /// Is anything known about fours and threats?
    knows: bool,
    memory: usize,
    seed: u64,
}

impl<const W: usize, const V: usize> Kept<W, V> {
    fn new(game: &Gomoku<W, V>, made_for: MadeFor) -> Self {
        let sight = Sight::new(game, 0);
        let sight = if made_for.knows { sight } else { sight.without_fours() };
        let options = threats::Options { seed: made_for.seed, ..threats::Options::default() };
        let threats = || {
            let oracle = GomokuOracle::of_fours();
            Threats::new(oracle, Shapes::default(), Box::new(Nothing), options)
        };
        Kept {
            made_for,
            looking: Selective::new(sight, 0),
            proving: Some(threats()),
            refuting: threats(),
            fours: Fours::new(FOURS_CAP),
        }
    }
}

/// The bytes of the look-ahead's table.
fn table_bytes(settings: &Settings) -> usize {
    let most = (settings.memory / TABLE_SHARE).min(MOST_TABLE);
    match settings.time {
        Some(time) => most.min(time.as_millis() as usize * TABLE_PER_MILLISECOND),
        None => most,
    }
}

impl<const W: usize, const V: usize> GamePlayer<AnyGame> for GomokuPlayer<W, V>
where
    Gomoku<W, V>: Variant,
{
    fn think(
        &mut self,
        table: Table<'_, AnyGame>,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        if settings.search.is_some() {
            return self.thinker.think(table, aim, settings, hear);
        }
        let started = Instant::now();
        let any = table.game;
        let names = knowledge(any, table.name, settings, chosen(any, settings, SearchGoal::Move))?;
        let knows = [FOURS, THREAT].iter().all(|name| names.contains(name) && any.applies(name));
        let made_for = MadeFor { knows, memory: settings.memory, seed: settings.seed };
        let kept = self.kept.take().filter(|kept| kept.made_for == made_for);
        let mut kept = kept.unwrap_or_else(|| Kept::new(Gomoku::<W, V>::of(any), made_for));
        kept.looking.selector().widen(settings.horizon.width);
        kept.looking.enlarge(table_bytes(settings));
        let thought = on_deep_stack(|| {
            let line = own_line::<Gomoku<W, V>>(&table.line());
            let nodes = kept.nodes();
            let enough = Arc::new(AtomicBool::new(false));
            let mut thinking = Thinking { kept: &mut kept, line, settings, started, nodes, enough };
            thinking.think(aim, hear)
        })?;
        self.kept = Some(kept);
        Ok(thought)
    }
}

impl<const W: usize, const V: usize> Kept<W, V> {
    fn nodes(&self) -> u64 {
        let proving = self.proving.as_ref().map_or(0, |proving| proving.progress().nodes);
        self.looking.nodes() + proving + self.refuting.progress().nodes
    }
}

/// One position while it is thought about.
struct Thinking<'a, 'g, const W: usize, const V: usize> {
    kept: &'a mut Kept<W, V>,
    line: Line<'g, Gomoku<W, V>>,
    settings: &'a Settings,
    started: Instant,
    /// The nodes of earlier moves.
    nodes: u64,
    /// Set when another thread has proven a win.
    enough: Arc<AtomicBool>,
}

/// What the player has found so far.
struct Found {
    /// The value of the position, if it is proven.
    worth: Option<Worth>,
    /// The plies to the end, if the proof tells.
    plies: Option<usize>,
    outlook: BestLines<Point>,
}

impl Found {
    /// A position that is decided, with the line of play.
    fn decided(winner: Player, line: Vec<Point>, plies: Option<usize>) -> Found {
        let lines = vec![Variation { moves: line, value: 0 }];
        Found { worth: Some(Worth::Won(winner)), plies, outlook: BestLines { depth: 0, lines } }
    }

    /// A move without more.
    fn only(mv: Point) -> Found {
        let lines = vec![Variation { moves: vec![mv], value: 0 }];
        Found { worth: None, plies: None, outlook: BestLines { depth: 0, lines } }
    }
}

impl<const W: usize, const V: usize> Thinking<'_, '_, W, V> {
    fn think(&mut self, aim: Aim, hear: &mut (dyn FnMut(&Thought) + Send)) -> Thought {
        let mut legal = Vec::new();
        let outcome = self.line.outcome();
        if outcome.is_none() {
            self.line.moves(&mut legal);
        }
        let found = match legal.is_empty() {
            true => Found {
                worth: Some(self.line.position().winner().map_or(Worth::Draw, Worth::Won)),
                plies: Some(0),
                outlook: BestLines { depth: 0, lines: Vec::new() },
            },
            false => self.choose(legal, aim, hear),
        };
        self.thought(&found)
    }

    /// Chooses among the legal moves.
    fn choose(
        &mut self,
        mut moves: Vec<Point>,
        aim: Aim,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Found {
        // 1. Five, and what five of the opponent's leaves.
        let (game, mover) = (self.line.game(), self.line.to_move());
        let (pos, opponent) = (self.line.position().clone(), mover.other());
        if let Some(&five) = moves.iter().find(|&&mv| game.completes(&pos, mover, mv)) {
            return Found::decided(mover, vec![five], Some(1));
        }
        let threats = game.empty(&pos).iter().filter(|&mv| game.completes(&pos, opponent, mv));
        let threats: Vec<Point> = threats.collect();
        if !threats.is_empty() {
            let block = threats.iter().copied().find(|mv| moves.contains(mv));
            return match (block, &threats[..]) {
                (Some(only), [_]) => Found::only(only),
                (block, _) => {
                    let mv = block.unwrap_or(moves[0]);
                    let five = threats.into_iter().find(|&five| five != mv);
                    let line = [mv].into_iter().chain(five).collect();
                    Found::decided(opponent, line, Some(2))
                }
            };
        }
        if pos.stones().all().is_empty() {
            let size = game.size();
            return Found::only(size.point(size.columns() / 2, size.rows() / 2));
        }

        // 2. A proof that a player wins.
        let mut worth = None;
        if self.kept.made_for.knows {
            if let Some(found) = self.fours(&pos, mover) {
                return found;
            }
            if self.settings.threads == 1
                && let Some(budget) = self.part(PROVING)
                && let Some(mut proving) = self.kept.proving.take()
            {
                worth = prove(&mut proving, &mut self.line, budget);
                self.kept.proving = Some(proving);
            }
            if let Some((Worth::Won(winner), Some(mv))) = worth
                && winner == mover
            {
                return Found::decided(winner, vec![mv], self.plies());
            }
        }
        let worth = worth.map(|(worth, _)| worth);

        // 3. The replies that a threat leaves, the most promising first.
        if self.kept.made_for.knows {
            self.restrict(&pos, &mut moves);
        }
        let width = self.settings.horizon.width;
        let mut selected = Vec::new();
        self.kept.looking.selector().widen(2 * width);
        self.kept.looking.selector().select(game, &pos, &mut selected);
        self.kept.looking.selector().widen(width);
        selected.retain(|mv| moves.contains(mv));
        if !selected.is_empty() {
            moves = selected;
        }

        // 4. Looking ahead, and refuting what looks best.
        let lines = match aim {
            Aim::Move | Aim::Winner => self.settings.horizon.lines,
            Aim::Values => moves.len(),
        };
        if self.settings.threads > 1 && self.kept.made_for.knows {
            return self.look_and_prove(moves, lines, hear);
        }
        let outlook = self.look(moves, lines, worth, hear);
        Found { worth, plies: None, outlook }
    }

    /// Looks ahead, while another thread looks for a proof. If the look ends early, the proof still
    /// gets the share of the time that it has with one thread.
    fn look_and_prove(
        &mut self,
        moves: Vec<Point>,
        lines: usize,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Found {
        let (game, pos, mover) =
            (self.line.game(), self.line.position().clone(), self.line.to_move());
        let over = Arc::new(AtomicBool::new(false));
        let budget = self.part_of(1.0).switch(over.clone());
        let least = self.left().map(|left| Instant::now() + left.mul_f64(PROVING));
        let (proving, enough) = (self.kept.proving.take(), self.enough.clone());
        let mut proof = None;
        let outlook = std::thread::scope(|scope| {
            let proof = &mut proof;
            let work = move || {
                let Some(mut proving) = proving else { return };
                let found = prove(&mut proving, &mut Line::new(game, pos), budget);
                let is_won = matches!(found, Some((Worth::Won(winner), _)) if winner == mover);
                enough.store(is_won, Ordering::Relaxed);
                *proof = Some((proving, found));
            };
            let thread = threads::start(scope, Box::new(work));
            let outlook = self.look(moves, lines, None, hear);
            let is_at_work = || thread.as_ref().is_ok_and(|thread| !thread.is_finished());
            while least.is_some_and(|least| Instant::now() < least) && is_at_work() {
                std::thread::sleep(Duration::from_millis(1));
            }
            over.store(true, Ordering::Relaxed);
            outlook
        });
        let mut worth = None;
        if let Some((proving, found)) = proof {
            self.kept.proving = Some(proving);
            if let Some((Worth::Won(winner), Some(mv))) = found
                && winner == mover
            {
                return Found::decided(winner, vec![mv], self.plies());
            }
            worth = found.map(|(worth, _)| worth);
        }
        Found { worth, plies: None, outlook }
    }

    /// The plies of the win that was proven for the player to move.
    fn plies(&mut self) -> Option<usize> {
        let claim = Claim::win(self.line.to_move());
        let proving = self.kept.proving.as_mut()?;
        let proof = proving.threat_proof(&self.line, claim, Verdict::Proven)?;
        mate::plies(self.line.game(), self.line.position(), &proof, &mut self.kept.fours)
    }

    /// A win by continuous fours.
    fn fours(&mut self, pos: &GomokuPosition<W, V>, mover: Player) -> Option<Found> {
        let line = mate::line_of_fours(self.line.game(), pos, mover, &mut self.kept.fours)?;
        let plies = line.len();
        Some(Found::decided(mover, line, Some(plies)))
    }

    /// Leaves the moves that a threatened win by fours leaves, unless none is left.
    fn restrict(&self, pos: &GomokuPosition<W, V>, moves: &mut Vec<Point>) {
        let (game, oracle) = (self.line.game(), GomokuOracle::of_fours());
        let claim = Claim::win(self.line.to_move().other());
        let all = moves.clone();
        oracle.consider(game, pos, claim, Thoroughness::Full, Details::VERDICT, moves);
        if moves.is_empty() {
            *moves = all;
        }
    }

    /// Looks ahead; where something is known about threats, a move that is refuted is left out.
    fn look(
        &mut self,
        mut moves: Vec<Point>,
        lines: usize,
        worth: Option<Worth>,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> BestLines<Point> {
        let refutes = self.kept.made_for.knows && worth.is_none() && lines == 1;
        let mut tested = Vec::new();
        let mut last =
            BestLines { depth: 0, lines: vec![Variation { moves: vec![moves[0]], value: 0 }] };
        loop {
            let share = if refutes { LOOKING } else { 1.0 };
            let outlook = self.look_once(&moves, lines, worth, share, hear);
            let Some(best) = outlook.lines.first().cloned() else { return last };
            last = outlook;
            if !refutes || best.seen() != 0 || tested.contains(&best.moves[0]) {
                return last;
            }
            let Some(budget) = self.part(0.5) else { return last };
            self.line.play(best.moves[0]);
            let refuted = prove(&mut self.kept.refuting, &mut self.line, budget);
            self.line.undo();
            let is_lost =
                refuted.is_some_and(|(worth, _)| worth != Worth::Won(self.line.to_move()));
            match is_lost {
                false => tested.push(best.moves[0]),
                true if moves.len() > 1 => {
                    moves.retain(|&mv| mv != best.moves[0]);
                    // Should the time be up, another move is better than one that is lost.
                    last.lines = vec![Variation { moves: vec![moves[0]], value: best.value }];
                }
                true => return last,
            }
        }
    }

    fn look_once(
        &mut self,
        moves: &[Point],
        lines: usize,
        worth: Option<Worth>,
        share: f64,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> BestLines<Point> {
        let limits = Limits { depth: self.settings.horizon.plies.unwrap_or(u16::MAX), lines };
        let mut budget = self.part_of(share);
        let (game, mover) = (self.line.game(), self.line.to_move());
        let (started, before) = (self.started, self.nodes);
        let others = self.kept.nodes() - self.kept.looking.nodes();
        let mut tell = |outlook: &BestLines<Point>, nodes: u64| {
            let found = Found { worth, plies: None, outlook: outlook.clone() };
            let nodes = (nodes + others).saturating_sub(before);
            hear(&thought(game, mover, &found, nodes, started.elapsed()));
        };
        self.kept.looking.look_ahead(&mut self.line, moves, limits, &mut budget, &mut tell)
    }

    /// The budget of a share of what is left; nothing if that is too short for a proof.
    fn part(&self, share: f64) -> Option<Budget> {
        let left = self.left();
        let is_short = left.is_some_and(|left| left.mul_f64(share) < TOO_SHORT);
        let is_over = [&self.settings.stop, &self.enough].iter().any(|s| s.load(Ordering::Relaxed));
        (!is_short && !is_over).then(|| self.part_of(share))
    }

    /// The budget of a share of what is left.
    fn part_of(&self, share: f64) -> Budget {
        let budget = Budget::unlimited().switch(self.settings.stop.clone());
        let budget = budget
            .switch(self.enough.clone())
            .memory((self.settings.memory / PROOF_SHARE).min(MOST_PROOF));
        let budget = match self.left() {
            Some(left) => budget.time(left.mul_f64(share)),
            None => budget,
        };
        match self.settings.nodes {
            Some(most) => {
                let left = most.saturating_sub(self.kept.nodes().saturating_sub(self.nodes));
                budget.nodes((left as f64 * share) as u64)
            }
            None => budget,
        }
    }

    /// The time that is left.
    fn left(&self) -> Option<Duration> {
        Some(self.settings.time?.saturating_sub(self.started.elapsed()))
    }

    fn thought(&self, found: &Found) -> Thought {
        let nodes = self.kept.nodes().saturating_sub(self.nodes);
        thought(self.line.game(), self.line.to_move(), found, nodes, self.started.elapsed())
    }
}

/// Asks for a proof that a player wins the line's position, within the budget: the winner, and the
/// move if the winner is to move. Attacks prove wins alone, never that there is none.
fn prove<G: Passing>(
    search: &mut Threats<G>,
    line: &mut Line<'_, G>,
    mut budget: Budget,
) -> Option<(Worth, Option<G::Move>)> {
    let claim = Claim::win(line.to_move());
    let answer = search.solve(line, claim, &mut budget, &mut ());
    Some((Worth::Won(answer.verdict()?.winner(claim)), answer.best()))
}

/// What was found, in words.
fn thought<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
    mover: Player,
    found: &Found,
    nodes: u64,
    time: Duration,
) -> Thought {
    let chance = |value: i32| 1.0 / (1.0 + (-value as f32 / SCALE).exp());
    let text =
        |moves: &[Point]| -> Vec<String> { moves.iter().map(|&mv| game.move_text(mv)).collect() };
    // A proven win is one of its first move; of a proven loss each move is lost.
    let told = |(place, line): (usize, &Variation<Point>)| {
        let worth = found.worth.filter(|worth| place == 0 || *worth != Worth::Won(mover));
        MoveThought {
            mv: game.move_text(line.moves[0]),
            worth,
            chance: worth.map_or(chance(line.value), |worth| worth.chance(mover)),
            visits: 0,
            pv: text(&line.moves),
        }
    };
    let moves: Vec<MoveThought> = found.outlook.lines.iter().enumerate().map(told).collect();
    let first = moves.first();
    Thought {
        to_move: mover,
        worth: found.worth,
        chance: match (found.worth, first) {
            (Some(worth), _) => worth.chance(mover),
            (None, first) => first.map_or(0.5, |told| told.chance),
        },
        best: first.map(|told| told.mv.clone()),
        pv: first.map(|told| told.pv.clone()).unwrap_or_default(),
        plies: found.plies,
        depth: (found.outlook.depth > 0).then_some(found.outlook.depth),
        moves,
        nodes,
        time,
    }
}

/// The search that decides nothing, where attacks fail.
struct Nothing;

impl<G: Game> Search<G> for Nothing {
    fn solve(
        &mut self,
        _: &mut Line<'_, G>,
        _: Claim,
        _: &mut Budget,
        _: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        Answer::Stopped(Stop::Nodes)
    }

    fn known(&mut self, _: &mut Line<'_, G>, _: Claim) -> Option<KnownVerdict<G::Move>> {
        None
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }
}
