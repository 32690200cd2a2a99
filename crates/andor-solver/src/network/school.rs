//! What networks do with a game besides guessing in a search: positions, an exam, matches.

use super::lessons::{self, Lesson, play};
use super::parallel::in_order;
use super::{Guide, Networks};
use crate::adapter::Adapter;
use crate::engines::Shared;
use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::room::Room;
use crate::score::Score;
use crate::settings::Settings;
use andor_core::{Game, PlaneShape, Planes, Player, Verdict};
use andor_guess::{FirstWork, Playouts, Works};
use andor_net::{Evaluator, Losses, Output, Parameters, Sample, Subject};
use andor_search::mcts::{MonteCarlo, Options, Selection};
use andor_search::memory::Transpositions;
use andor_search::threads::on_deep_stack;
use andor_search::{Answer, Budget, Line, Observer, Search};
use andor_train::{
    Begin, Checkpoint, Course, Device, Length, Moment, Replay, Task, Wish, shape_for, train,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A game as networks see it; object-safe.
pub trait School {
    /// What a network must be for to guess about this game.
    fn subject(&self) -> Subject;

    /// The planes of positions of games that a network plays against itself by its policy.
    fn positions(&self, guide: &Arc<Guide>, count: usize, seed: u64) -> Vec<Vec<u32>>;

    /// Examines the network of the settings with positions that the search of the settings settles.
    fn exam(&self, settings: &Settings, plan: ExamPlan) -> Result<Exam, BadInput>;

    /// Trains a network, or goes on from a checkpoint and the bytes of its replay. The watch hears
    /// how it goes. Gives the last checkpoint and the bytes of its replay.
    fn train(
        &self,
        plan: &TrainPlan<'_>,
        begin: Option<(Checkpoint, Option<Vec<u8>>)>,
        watch: &mut dyn FnMut(&TrainMoment<'_>) -> Wish,
    ) -> Result<(Checkpoint, Vec<u8>), BadInput>;

    /// A match between two networks; the score is that of the first one.
    fn compete(&self, guides: [&Arc<Guide>; 2], plan: MatchPlan) -> Result<Score, BadInput>;
}

/// How a network is examined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExamPlan {
    /// The positions from which searches start.
    pub positions: usize,
    /// The most moves before such a position.
    pub most_moves: u32,
    /// How many searches at a time.
    pub threads: usize,
}

/// How a network is trained.
pub struct TrainPlan<'a> {
    /// The settings.
    pub course: Course,
    /// The residual blocks of a new network, and their filters.
    pub size: (usize, usize),
    /// The network to begin with, instead of a new one.
    pub first: Option<Parameters>,
    /// Where evaluations and steps are computed.
    pub device: Device,
    /// When the training ends.
    pub length: Length<'a>,
    /// How many threads.
    pub threads: usize,
    /// The player whose win is claimed in all games; without a name each claim in half of the
    /// games.
    pub attacker: Option<Player>,
    /// May knowledge that takes little time settle positions and leave out moves?
    pub has_knowledge: bool,
    /// Positions from which games start; if there are none, games start with random stones.
    pub starts: &'a [Problem],
    /// How lessons from proofs are made, if there are any.
    pub lessons: Option<LessonPlan<'a>>,
}

/// How lessons from proofs are made.
#[derive(Clone, Copy)]
pub struct LessonPlan<'a> {
    /// The search, its knowledge and its nodes.
    pub settings: &'a Settings,
    /// Says when there are enough, given the number of searches and of lessons.
    pub enough: &'a (dyn Fn(usize, usize) -> bool + Sync),
    /// The most moves before a position, after the random stones.
    pub most_moves: u32,
}

/// What the watch of a training hears.
pub struct TrainMoment<'a> {
    /// How it goes.
    pub moment: Moment<'a>,
    /// The positions that are kept, as bytes: only when the moment has a state.
    pub replay: &'a dyn Fn() -> Vec<u8>,
}

/// A match between networks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchPlan {
    /// The number of games; both networks begin equally often, from the same openings.
    pub games: usize,
    /// The simulations for a move.
    pub simulations: u64,
    /// The random moves of an opening.
    pub opening: usize,
    /// The seed.
    pub seed: u64,
    /// How many games at a time.
    pub threads: usize,
}

/// What an exam found.
#[derive(Clone, Debug, Default)]
pub struct Exam {
    /// The searches, and those that settled their position.
    pub searches: [usize; 2],
    /// The settled positions that were asked about.
    pub lessons: usize,
    /// The mean losses. That of the policy is over positions with a known winning move.
    pub losses: Losses,
    /// How well the cost of the winner's proof goes with the logarithm of its size (the coefficient
    /// of correlation): where the winner is to move, and where the loser is.
    pub correlations: [Option<f64>; 2],
    /// For chances of the player to move from 0 to 1 in ten steps: the positions, their mean
    /// chance, and the share that the player to move wins.
    pub calibration: Vec<(usize, f64, f64)>,
}

/// Lessons whose sizes differ by less than this factor, as a power of ten, are alike.
const ALIKE: f64 = 0.25;

/// So many of the lessons of an exam that are alike are asked about.
const MOST_ALIKE: usize = 400;

/// So many of the lessons of a search that are alike are learned from.
const MOST_ALIKE_OF_SEARCH: usize = 8;

/// The most bins of a head.
const MOST_BINS: usize = 200;

/// A game with planes.
pub(super) struct Classroom<'a, G: 'static> {
    pub(super) game: &'a G,
    pub(super) networks: &'static dyn Networks<G>,
    pub(super) problem: &'a Problem,
}

impl<G: Adapter + Planes> School for Classroom<'_, G> {
    fn subject(&self) -> Subject {
        super::subject(self.game, self.networks, self.problem)
    }

    fn positions(&self, guide: &Arc<Guide>, count: usize, seed: u64) -> Vec<Vec<u32>> {
        let settings = Settings { guide: Some(guide.clone()), ..Settings::default() };
        let game = self.game;
        let shared =
            Shared::new(Room::new(1 << 24, 1)).guided(game, Some(self.networks), &settings);
        let mut rng = fastrand::Rng::with_seed(seed);
        let playouts = Playouts::new(1, 0.0, FirstWork::One, seed);
        let mut guesses = shared.guesses(Box::new(playouts), Works::Nodes);
        let claims = game.question().claims;
        let longest = game.plane_shape().moves() as u32 / 2;
        let mut position = || {
            let (claim, length) = (claims[rng.usize(..2)], rng.u32(..=longest));
            let pos = play(game, game.start(), claim, length, &mut *guesses, &mut rng);
            game.planes(&pos, claim)
        };
        (0..count).map(|_| position()).collect()
    }

    fn exam(&self, settings: &Settings, plan: ExamPlan) -> Result<Exam, BadInput> {
        let Some(guide) = &settings.guide else { return Ok(Exam::default()) };
        let made = in_order(plan.threads, |number| {
            if number >= plan.positions || settings.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let seed = settings.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64);
            let (name, start) = (self.problem.game(), self.game.start());
            lessons::lessons(self.game, name, settings, start, plan.most_moves, seed).map(Some)
        })?;
        let searches = [made.len(), made.iter().filter(|(_, is_settled)| *is_settled).count()];
        let found = made.into_iter().flat_map(|(lessons, _)| lessons).collect();
        let mut evaluator = guide.evaluator();
        Ok(Exam { searches, ..examine(self.game, &mut *evaluator, evenly(found, MOST_ALIKE)) })
    }

    fn train(
        &self,
        plan: &TrainPlan<'_>,
        begin: Option<(Checkpoint, Option<Vec<u8>>)>,
        watch: &mut dyn FnMut(&TrainMoment<'_>) -> Wish,
    ) -> Result<(Checkpoint, Vec<u8>), BadInput> {
        let game = self.game;
        let shape = game.plane_shape();
        let starts = plan.starts.iter().map(|problem| self.position(problem));
        let starts = starts.collect::<Result<Vec<_>, _>>()?;
        let claims = game.question().claims;
        let lessons = match plan.lessons {
            Some(lessons) => self.lessons(lessons, plan)?,
            None => Vec::new(),
        };
        let task = Task {
            game,
            claims: match plan.attacker {
                Some(attacker) => vec![claims[attacker.index()]],
                None => claims.to_vec(),
            },
            starts: &starts,
            lessons: &lessons,
            oracle: &|| match plan.has_knowledge {
                true => game.quick_knowledge(),
                false => Box::new(()),
            },
            threads: plan.threads,
        };
        let begin = match begin {
            None => match &plan.first {
                Some(parameters) => Begin::From(parameters.clone()),
                None => {
                    let (blocks, filters) = plan.size;
                    Begin::New(shape_for(game, blocks, filters, bins(shape)))
                }
            },
            Some((checkpoint, replay)) => {
                let replay = replay.map(|bytes| Replay::decode(&bytes, shape)).transpose();
                let replay =
                    replay.map_err(|error| BadInput::Request(format!("replay: {error}")))?;
                Begin::Resume(Box::new(checkpoint), replay)
            }
        };
        let mut hear = |moment: &Moment<'_>| {
            let replay = || moment.state.map_or(Vec::new(), |(_, replay)| replay.encode(shape));
            watch(&TrainMoment { moment: *moment, replay: &replay })
        };
        let device = plan.device.clone();
        let trained = train(&task, &plan.course, begin, device, plan.length, &mut hear);
        let trained = trained.map_err(|error| BadInput::Request(format!("training: {error}")))?;
        Ok((trained.checkpoint, trained.replay.encode(shape)))
    }

    fn compete(&self, guides: [&Arc<Guide>; 2], plan: MatchPlan) -> Result<Score, BadInput> {
        let games = in_order(plan.threads, |number| {
            if number >= plan.games {
                return Ok(None);
            }
            let mut rng = fastrand::Rng::with_seed(plan.seed.wrapping_add(number as u64 / 2));
            let first = if number % 2 == 0 { Player::Black } else { Player::White };
            let winner = on_deep_stack(|| self.duel(guides, first, plan, &mut rng))?;
            Ok(Some(winner.map(|winner| winner == first)))
        })?;
        Ok(games.into_iter().collect())
    }
}

/// Keeps the move that looks best.
struct Best<M>(Option<M>);

impl<G: Game> Observer<G> for Best<G::Move> {
    fn guess(&mut self, mv: G::Move) {
        self.0 = Some(mv);
    }
}

/// The bins of the heads for a game: enough for the cost of half of the moves of the board, within
/// limits.
fn bins(shape: PlaneShape) -> usize {
    let moves = shape.moves() as f32;
    ((0.5 * moves * moves.log10()) as usize + 3).clamp(MOST_BINS / 10, MOST_BINS)
}

impl<G: Adapter + Planes> Classroom<'_, G> {
    /// The position at the end of a problem's moves.
    fn position(&self, problem: &Problem) -> Result<G::Position, BadInput> {
        let mut pos = self.game.set_up(problem.stones(), problem.to_move())?;
        for mv in problem.moves() {
            let mv =
                self.game.parse_move(&pos, &mv.text).map_err(|error| problem.sourced(error))?;
            self.game.play(&mut pos, mv);
        }
        Ok(pos)
    }

    /// Lessons from as many searches as are wanted, on all threads. Which searches were made
    /// depends on the time, but the lessons of a search on its number alone.
    fn lessons(
        &self,
        wanted: LessonPlan<'_>,
        plan: &TrainPlan<'_>,
    ) -> Result<Vec<andor_train::Lesson<G>>, BadInput> {
        let count = AtomicUsize::new(0);
        let found = in_order(plan.threads, |number| {
            let stops = wanted.settings.stop.load(Ordering::Relaxed);
            if stops || (wanted.enough)(number, count.load(Ordering::Relaxed)) {
                return Ok(None);
            }
            let seed = plan.course.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64);
            let mut rng = fastrand::Rng::with_seed(seed ^ 0x51A7);
            let start = andor_train::opening(self.game, plan.course.openings, &mut rng);
            let (name, most) = (self.problem.game(), wanted.most_moves);
            let (found, _) = lessons::lessons(self.game, name, wanted.settings, start, most, seed)?;
            let found = evenly(found, MOST_ALIKE_OF_SEARCH);
            count.fetch_add(found.len(), Ordering::Relaxed);
            Ok(Some(found))
        })?;
        let lesson = |lesson: Lesson<G>| andor_train::Lesson {
            position: lesson.position,
            claim: lesson.claim,
            winner: lesson.winner,
            cost: lesson.size.log10() as f32,
            best: lesson.best,
        };
        Ok(found.into_iter().flatten().map(lesson).collect())
    }

    /// The winner of a game in which the first network plays `first`.
    fn duel(
        &self,
        guides: [&Arc<Guide>; 2],
        first: Player,
        plan: MatchPlan,
        rng: &mut fastrand::Rng,
    ) -> Option<Player> {
        let game = self.game;
        let mut line = Line::new(game, game.start());
        let mut moves = Vec::new();
        let shape = game.plane_shape();
        let most_plies = 3 * shape.moves();
        let claims = game.question().claims;
        let winner = |outcome| {
            let wins = |player: &Player| claims[player.index()].judge(outcome) == Verdict::Proven;
            Player::BOTH.into_iter().find(wins)
        };
        for ply in 0..most_plies {
            if let Some(outcome) = line.outcome() {
                return winner(outcome);
            }
            moves.clear();
            line.moves(&mut moves);
            if moves.is_empty() {
                return winner(game.stuck(line.position()));
            }
            let mv = if ply < plan.opening {
                moves[rng.usize(..moves.len())]
            } else {
                let guide = guides[usize::from(line.to_move() != first)];
                let claim = claims[line.to_move().index()];
                let works = guide.guesses(Works::Nodes, false);
                let (exploration, batch) = (crate::engines::EXPLORATION, 1);
                let options = Options { selection: Selection::Puct, exploration, batch };
                let memory = Transpositions::<G>::default();
                let mut search = MonteCarlo::new((), works, memory, options, rng.u64(..));
                let mut budget = Budget::unlimited().nodes(plan.simulations);
                let mut best = Best(None);
                let answer = search.solve(&mut line, claim, &mut budget, &mut best);
                let solved = match answer {
                    Answer::Solved { best, .. } => best,
                    Answer::Stopped(_) => None,
                };
                solved.or(best.0).unwrap_or(moves[rng.usize(..moves.len())])
            };
            line.play(mv);
        }
        None
    }
}

/// Of lessons that are alike only some are left.
fn evenly<G: Game>(lessons: Vec<Lesson<G>>, most_alike: usize) -> Vec<Lesson<G>> {
    let mut counts = BTreeMap::new();
    let mut is_few = |lesson: &Lesson<G>| {
        let kind = ((lesson.size.log10() / ALIKE) as u64, lesson.best.is_some());
        let count: &mut usize = counts.entry(kind).or_default();
        *count += 1;
        *count <= most_alike
    };
    lessons.into_iter().filter(|lesson| is_few(lesson)).collect()
}

/// The sample that a lesson stands for.
fn sample<G: Planes>(game: &G, lesson: &Lesson<G>) -> Sample {
    let mut moves = Vec::new();
    game.moves(&lesson.position, &mut moves);
    let mut legal = vec![0; game.plane_shape().moves().div_ceil(32)];
    for index in moves.iter().map(|&mv| game.move_index(mv)) {
        legal[index / 32] |= 1 << (index % 32);
    }
    let cost = lesson.size.log10() as f32;
    let wins = lesson.winner == game.to_move(&lesson.position);
    Sample {
        input: game.planes(&lesson.position, lesson.claim),
        legal,
        policy: lesson.best.iter().map(|&mv| (game.move_index(mv) as u16, 1.0)).collect(),
        costs: if wins { [cost, f32::INFINITY] } else { [f32::INFINITY, cost] },
        policy_weight: if lesson.best.is_some() { 1.0 } else { 0.0 },
        cost_weights: [1.0; 2],
    }
}

/// Compares a network with lessons.
fn examine<G: Planes>(game: &G, evaluator: &mut dyn Evaluator, lessons: Vec<Lesson<G>>) -> Exam {
    let mut exam = Exam { lessons: lessons.len(), ..Exam::default() };
    let (mut pairs, mut steps) = ([Vec::new(), Vec::new()], [(0, 0.0, 0.0); 10]);
    let (mut output, mut gradient) = (Output::default(), Output::default());
    let mut with_moves = 0;
    for lesson in &lessons {
        let sample = sample(game, lesson);
        evaluator.evaluate(&sample.input, &mut output);
        gradient.clone_from(&output);
        let losses = sample.losses(&output, &mut gradient);
        with_moves += usize::from(lesson.best.is_some());
        exam.losses.policy += losses.policy;
        exam.losses.costs[0] += losses.costs[0];
        exam.losses.costs[1] += losses.costs[1];
        let costs = output.costs();
        let loses = usize::from(lesson.winner != game.to_move(&lesson.position));
        pairs[loses].push((f64::from(costs[loses].mean), lesson.size.log10()));
        let chance = 0.5 * f64::from(1.0 - costs[0].infinite + costs[1].infinite);
        let step = &mut steps[((10.0 * chance) as usize).min(9)];
        *step = (step.0 + 1, step.1 + chance, step.2 + (1 - loses) as f64);
    }
    let share = |sum: f64, count: usize| if count > 0 { sum / count as f64 } else { 0.0 };
    exam.losses.policy = share(exam.losses.policy, with_moves);
    exam.losses.costs = exam.losses.costs.map(|loss| share(loss, lessons.len()));
    exam.correlations = pairs.map(|pairs| correlation(&pairs));
    let mean = |&(count, chance, won): &(usize, f64, f64)| {
        (count, share(chance, count), share(won, count))
    };
    exam.calibration = steps.iter().map(mean).collect();
    exam
}

/// The coefficient of correlation of pairs; nothing if one side does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    (spread > 0.0).then(|| sum(&|x, y| x * y) / spread)
}
