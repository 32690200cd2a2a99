//! `andor train`: trains a network for a game by self-play, from proofs, or both.
//!
//! The folder of a training holds these files: `checkpoint` (the network and all that is needed to
//! go on), `replay` (the positions that are kept, if there is room for them), `model.net` (the
//! network for `--guess`), `report.html`, and with `--problems` the file `problems.tsv`. All are
//! written every minute, at Ctrl-C and at the end; a large replay at the end alone. Each file is
//! replaced only by a complete new one.

mod problems;

use crate::exit::{Failure, NOT_WRITTEN};
use crate::game_options::{GameOptions, tell_notes};
use crate::guide::{Device as Where, read_model, write_model};
use crate::input::from_file;
use crate::interrupt::on_interrupt;
use crate::output::{Destination, write_line};
use crate::{batch, processor};
use andor_core::{PlaneShape, Player};
use andor_net::{Encoding, Model, Rule, Subject, Target};
use andor_solver::{Problem, Settings, amounts, no_network};
use andor_teach::{ProofPlan, TrainPlan};
use andor_train::{
    Branching, Checkpoint, Counters, Device, Length, Point, Replay, Root, TrainProgress,
    TrainSettings, Trained, WatchAnswer, report,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use problems::{ProblemSolver, Rows};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Files are written this often.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The progress is shown this often.
const SHOW_EVERY: Duration = Duration::from_secs(10);

/// More positions than these are written at the end of a training alone.
const MOST_KEPT: usize = 200_000;

/// Nodes of a search whose solved positions are learned from.
const PROOF_NODES: u64 = 1500;

/// Moves before such a search, at most.
const PROOF_MOVES: u32 = 15;

/// What to train, and how.
#[derive(Args)]
pub struct Arguments {
    /// A game that networks see: gomoku, killall, hex, go or mnk
    game: String,
    /// The size of the board: COLUMNSxROWS (mnk: COLUMNSxROWSxK)
    size: String,
    /// The folder of the training
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How long, in minutes
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    #[arg(required_unless_present = "steps", conflicts_with = "steps")]
    minutes: Option<f64>,
    /// How long, in steps: on processors one seed and so many steps repeat a training exactly
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    steps: Option<u64>,
    /// Go on with the training in the folder
    #[arg(long)]
    resume: bool,
    /// Begin with the network of this file
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    start: Option<PathBuf>,
    /// Where the network is evaluated and trained: auto takes a GPU if there is one
    #[arg(long, value_enum, default_value = "auto")]
    device: Where,
    /// How many threads [default: all processors; on a GPU all but two, because two more ask and
    /// train]
    #[arg(long, value_parser = amounts::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Where the random numbers start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// The residual blocks of a new network
    #[arg(long, value_parser = amounts::whole, default_value = "5", allow_negative_numbers = true)]
    blocks: usize,
    /// The filters of each block
    #[arg(long, value_parser = amounts::number, default_value = "64", allow_negative_numbers = true)]
    filters: usize,
    /// What the network learns: costs of proofs, or the outcome alone
    #[arg(long, value_enum, default_value = "costs")]
    target: Heads,
    /// The moves of a loser that count in the cost of a proof: those that are left, or all of the
    /// board
    #[arg(long, value_enum, default_value = "legal")]
    branching: Moves,
    /// Whose win is claimed in self-play
    #[arg(long, value_enum, default_value = "both")]
    attacker: Attacker,
    /// none, or quick: what settles positions and forces moves in little time
    #[arg(long, value_enum, default_value = "quick")]
    knowledge: Known,
    /// Simulations for a move
    #[arg(long, value_parser = amounts::count, default_value = "32", allow_negative_numbers = true)]
    simulations: u64,
    /// Simulations for the moves that give no samples
    #[arg(long, value_parser = amounts::count, default_value = "32", allow_negative_numbers = true)]
    fast_simulations: u64,
    /// The share of moves with all simulations
    #[arg(long, default_value = "1", allow_negative_numbers = true)]
    full_share: f32,
    /// The noise at the root: gumbel, or dirichlet:ALPHA
    #[arg(long, default_value = "gumbel")]
    root: String,
    /// Random stones at the start of a game, at most
    #[arg(long, value_name = "N", default_value = "8", value_parser = amounts::whole)]
    #[arg(allow_negative_numbers = true)]
    openings: usize,
    /// The most plies of a game; then the claim is disproven
    #[arg(long, value_parser = amounts::count, default_value = "400", allow_negative_numbers = true)]
    longest: u64,
    /// Games start from the positions of the SGF files of this folder
    #[arg(long, value_name = "DIR")]
    starts: Option<String>,
    /// The share of games that start from hard positions of earlier games
    #[arg(long, default_value = "0", allow_negative_numbers = true)]
    hard_share: f32,
    /// Simulations that do not settle a hard position
    #[arg(long, value_parser = amounts::count, default_value = "800", allow_negative_numbers = true)]
    budget: u64,
    /// Also learn from positions that the solver settles; with 1 from nothing else
    #[arg(long, value_name = "SHARE", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "0.25", allow_negative_numbers = true)]
    from_proofs: Option<f32>,
    /// How a gradient changes the network: adam, or sgd with momentum
    #[arg(long, value_enum, default_value = "adam")]
    rule: RuleName,
    /// The rate of the first steps [default: 0.001 for adam, 0.02 for sgd]
    #[arg(long, allow_negative_numbers = true)]
    rate: Option<f32>,
    /// Samples of a step [default: 256, on a GPU 1024]
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    batch: Option<u64>,
    /// How often a position is learned from
    #[arg(long, default_value = "2", allow_negative_numbers = true)]
    passes: f32,
    /// The positions that are kept [default: 500k, on a GPU 2M]
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    replay: Option<u64>,
    /// Games of a round, or side by side on a GPU [default: 32, on a GPU 3584]
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    games: Option<u64>,
    #[command(flatten)]
    problems: problems::Arguments,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// What the heads learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Heads {
    Costs,
    Outcome,
}

/// The moves that count in a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    Legal,
    Most,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Attacker {
    Black,
    White,
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Known {
    None,
    Quick,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RuleName {
    Adam,
    Sgd,
}

/// Trains.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    if let Some(minutes) = arguments.minutes
        && !(minutes > 0.0 && minutes.is_finite())
    {
        bail!("--minutes {minutes}: no time to train; expected more than 0");
    }
    let problem = options.of_problem(Problem::named(&arguments.game, &arguments.size)?)?;
    tell_notes(&problem);
    let subject = subject_of(&problem)?;
    let (device, is_gpu) = device(arguments.device)?;
    let settings = train_settings(arguments, is_gpu)?;
    let starts = starts(arguments, problem.game())?;
    let problems = arguments.problems.read(&subject, options)?;
    let folder = Folder::open(&arguments.out, arguments.resume)?;
    let rows = match arguments.resume {
        true => Rows::read(&folder.path("problems.tsv"))?,
        false => Rows::default(),
    };
    let head = head(arguments, &subject);
    let begin = match arguments.resume {
        true => Some(folder.resume(&head, plane_shape(&subject))?),
        false => None,
    };
    let first = match &arguments.start {
        Some(path) => {
            let model = read_model(path)?;
            let place = format!("file \"{}\"", path.display());
            model.check_subject(&subject).with_context(|| place)?;
            Some(model.parameters)
        }
        None => None,
    };

    let stop = on_interrupt()?;
    let started = Instant::now();
    let proof_settings =
        Settings { nodes: Some(PROOF_NODES), stop: stop.clone(), ..Settings::default() };
    let seconds = arguments.minutes.unwrap_or(0.0) * 60.0;
    let enough = |searches: usize, _: usize| match arguments.steps {
        Some(_) => searches >= FEW_SEARCHES,
        None => started.elapsed().as_secs_f64() > seconds * TIME_FOR_PROOFS,
    };
    let share = || started.elapsed().as_secs_f64() / seconds;
    let plan = TrainPlan {
        settings,
        size: (arguments.blocks, arguments.filters),
        first,
        device,
        length: match arguments.steps {
            Some(steps) => Length::Steps(steps),
            None => Length::Share(&share),
        },
        threads: arguments.threads.unwrap_or_else(|| usual_threads(is_gpu)),
        attacker: match arguments.attacker {
            Attacker::Black => Some(Player::Black),
            Attacker::White => Some(Player::White),
            Attacker::Both => None,
        },
        has_knowledge: arguments.knowledge == Known::Quick,
        starts: &starts,
        proofs: arguments.from_proofs.map(|_| ProofPlan {
            settings: &proof_settings,
            enough: &enough,
            most_moves: PROOF_MOVES,
        }),
    };
    let solver = problems.map(|problems| ProblemSolver::start(problems, &stop, &rows));
    let target = plan.settings.target;
    let files = Files { folder: &folder, head, subject, target, rows: &rows };
    let mut watch = Watch {
        files: &files,
        solver: solver.as_ref(),
        stop: stop.clone(),
        quiet: arguments.quiet,
        started,
        saved: Instant::now(),
        shown: Instant::now(),
        failed: None,
    };
    let trained = andor_teach::train(&problem, &plan, begin, &mut |progress| watch.hear(progress));
    if let Some(error) = watch.failed {
        return Err(error);
    }
    let Trained { checkpoint, replay } = trained?;
    let model = files.write(&checkpoint, Some(&replay))?;
    let Counters { games, positions, steps, .. } = checkpoint.counters;
    write_line(&format!(
        "{steps} steps, {games} games, {positions} positions; the network is in \"{}\"",
        folder.path("model.net").display()
    ))?;
    if let Some(solver) = solver
        && !stop.load(Ordering::Relaxed)
    {
        solver.take(model, &checkpoint);
        solver.finish()?;
        files.write_report(&checkpoint)?;
        if let Some(row) = rows.last().filter(|row| row.steps == steps) {
            write_line(&row.to_string())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The share of the time in which positions are solved, if they are learned from.
const TIME_FOR_PROOFS: f64 = 0.25;

/// The searches whose positions are learned from, if the length is given in steps.
const FEW_SEARCHES: usize = 400;

fn usual_threads(is_gpu: bool) -> usize {
    let processors = processor::count();
    if is_gpu { processors.saturating_sub(2).max(1) } else { processors }
}

/// What a network for the game of a problem must be for.
fn subject_of(problem: &Problem) -> Result<Subject> {
    problem.open()?.network_subject().ok_or_else(|| anyhow!(no_network(problem.game())))
}

/// The measures of the planes of a network.
fn plane_shape(subject: &Subject) -> PlaneShape {
    let (columns, rows) = subject.board;
    PlaneShape { columns, rows, planes: subject.planes, others: subject.extra_moves }
}

/// The device, and whether it is a GPU.
fn device(wanted: Where) -> Result<(Device, bool)> {
    Ok(match wanted.gpu()? {
        Some(gpu) => (Device::Cuda(gpu), true),
        None => (Device::Cpu, false),
    })
}

/// The settings of the training.
fn train_settings(arguments: &Arguments, is_gpu: bool) -> Result<TrainSettings> {
    let usual = if is_gpu { TrainSettings::on_gpu() } else { TrainSettings::default() };
    let whole = |value: Option<u64>, usual: usize| value.map_or(usual, |value| value as usize);
    let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let root = match arguments.root.split_once(':') {
        None if arguments.root == "gumbel" => usual.root,
        Some(("dirichlet", alpha)) => {
            let alpha = alpha.parse().ok().filter(|alpha: &f32| *alpha > 0.0 && alpha.is_finite());
            Root::Dirichlet { alpha: alpha.ok_or_else(|| bad_root(&arguments.root))? }
        }
        _ => return Err(bad_root(&arguments.root)),
    };
    let (rule, rate) = match arguments.rule {
        RuleName::Adam => (usual.rule, usual.rate),
        RuleName::Sgd => (Rule::Sgd { momentum: 0.9, decay: 1e-4 }, 0.02),
    };
    Ok(TrainSettings {
        simulations: small(arguments.simulations),
        fast_simulations: small(arguments.fast_simulations),
        full_share: arguments.full_share,
        root,
        branching: match arguments.branching {
            Moves::Legal => Branching::Legal,
            Moves::Most => Branching::Most,
        },
        target: match arguments.target {
            Heads::Costs => Target::Costs,
            Heads::Outcome => Target::Outcome,
        },
        passes: arguments.passes,
        batch: whole(arguments.batch, usual.batch),
        rate: arguments.rate.unwrap_or(rate),
        rule,
        replay: whole(arguments.replay, usual.replay),
        openings: arguments.openings as u32,
        hard_share: arguments.hard_share,
        budget: small(arguments.budget),
        proof_share: arguments.from_proofs.unwrap_or(0.0),
        seed: arguments.seed,
        games: whole(arguments.games, usual.games),
        longest: small(arguments.longest),
    })
}

fn bad_root(text: &str) -> anyhow::Error {
    anyhow!(
        "--root \"{text}\": no noise; expected gumbel or dirichlet:ALPHA, such as dirichlet:0.05"
    )
}

/// The problems from which games start.
fn starts(arguments: &Arguments, game: &str) -> Result<Vec<Problem>> {
    let Some(folder) = &arguments.starts else { return Ok(Vec::new()) };
    let files = batch::files_of(folder)?;
    let problems = files.iter().map(|file| {
        let problem = from_file(file, Some(game), None)?;
        match problem.size_text() == arguments.size {
            true => Ok(problem),
            false => bail!(
                "file \"{file}\": a board of {}; expected {}",
                problem.size_text(),
                arguments.size
            ),
        }
    });
    problems.collect()
}

/// What stands at the beginning of the record of a training: a training goes on with the same words
/// only.
fn head(arguments: &Arguments, subject: &Subject) -> String {
    let knowledge = match arguments.knowledge {
        Known::None => "none",
        Known::Quick => "quick",
    };
    format!("{subject}, knowledge {knowledge}")
}

/// The folder of a training.
struct Folder(PathBuf);

impl Folder {
    /// Opens the folder, or makes it. A training that is in it is not overwritten.
    fn open(path: &Path, resumes: bool) -> Result<Folder> {
        let place = format!("folder \"{}\"", path.display());
        let checkpoint = path.join("checkpoint");
        if checkpoint.exists() && !resumes {
            bail!("{place}: there is a training in it; expected --resume, or another folder");
        }
        if !resumes {
            std::fs::create_dir_all(path).map_err(|error| Failure {
                code: NOT_WRITTEN,
                words: format!(
                    "{place}: cannot be made ({error}); expected a folder that can be written"
                ),
            })?;
        } else if !checkpoint.exists() {
            bail!("{place}: no training in it to go on with; expected a file \"checkpoint\"");
        }
        // Refused now rather than after the first minute.
        Destination::open(&checkpoint)?;
        Ok(Folder(path.to_path_buf()))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The checkpoint, and the replay if it is there. The model beside them says for what they are.
    fn resume(&self, head: &str, shape: PlaneShape) -> Result<(Checkpoint, Option<Replay>)> {
        let model = self.path("model.net");
        let found = read_model(&model)?.record;
        if !found.starts_with(head) {
            let words = found.split(';').next().unwrap_or_default().to_string();
            bail!("file \"{}\": a training for {words}; expected one for {head}", model.display());
        }
        let path = self.path("checkpoint");
        let place = format!("file \"{}\"", path.display());
        let bytes = std::fs::read(&path).with_context(|| format!("{place}: cannot be read"))?;
        let checkpoint = Checkpoint::decode(&bytes).map_err(|error| anyhow!("{place}: {error}"))?;
        let replay = match std::fs::read(self.path("replay")) {
            Ok(bytes) => {
                let replay = Replay::decode(&bytes, shape);
                Some(replay.map_err(|error| anyhow!("replay: {error}"))?)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                bail!("file \"{}\": cannot be read: {error}", self.path("replay").display())
            }
        };
        Ok((checkpoint, replay))
    }
}

/// Writes the files of a training.
struct Files<'a> {
    folder: &'a Folder,
    head: String,
    subject: Subject,
    target: Target,
    rows: &'a Rows,
}

impl Files<'_> {
    /// Writes all files, and gives the network. Without a replay an older one is removed, since it
    /// does not fit the checkpoint. The replay is left out if there is no room for it; every other
    /// file must be written.
    fn write(&self, checkpoint: &Checkpoint, replay: Option<&Replay>) -> Result<Model> {
        let subject = &self.subject;
        let Counters { games, positions, evaluations, steps, .. } = checkpoint.counters;
        let record = format!(
            "{}; {}; {games} games, {positions} positions, {evaluations} evaluations, {steps} steps",
            self.head, checkpoint.settings
        );
        let model = Model {
            game: subject.game.clone(),
            rules: subject.rules.clone(),
            planes_version: subject.planes_version,
            target: self.target,
            record,
            parameters: checkpoint.parameters.clone(),
            scales: None,
        };
        let kept = replay.map(|replay| replay.encode(plane_shape(subject)));
        let kept = kept.map_or(Ok(false), |bytes| self.put("replay", &bytes).map(|()| true));
        if !kept.as_ref().is_ok_and(|kept| *kept) {
            let _ = std::fs::remove_file(self.folder.path("replay"));
        }
        if let Err(error) = kept {
            eprintln!("andor: the positions are not kept: {error:#}");
        }
        write_model(&model, &self.folder.path("model.net"), Encoding::F32)?;
        self.write_report(checkpoint)?;
        self.put("checkpoint", &checkpoint.encode())?;
        Ok(model)
    }

    /// Writes the report and the rows of solved problems.
    fn write_report(&self, checkpoint: &Checkpoint) -> Result<()> {
        if let Some(text) = self.rows.text() {
            self.put("problems.tsv", text.as_bytes())?;
        }
        let subject = &self.subject;
        let title = format!("{} {}x{}", subject.game, subject.board.0, subject.board.1);
        let page = report::html(&checkpoint.history, &title, &self.rows.solved());
        self.put("report.html", page.as_bytes())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        Destination::open(&self.folder.path(name))?.write(bytes, |_| Ok(()))
    }
}

/// Hears how a training goes, shows it, and has it written.
struct Watch<'a> {
    files: &'a Files<'a>,
    solver: Option<&'a ProblemSolver>,
    stop: Arc<AtomicBool>,
    quiet: bool,
    started: Instant,
    saved: Instant,
    shown: Instant,
    failed: Option<anyhow::Error>,
}

impl Watch<'_> {
    fn hear(&mut self, progress: &TrainProgress<'_>) -> WatchAnswer {
        if let Some((checkpoint, replay)) = progress.state {
            self.saved = Instant::now();
            // A large replay takes seconds to write, so it is written at the end alone.
            let replay = (progress.kept <= MOST_KEPT).then_some(replay);
            match (self.files.write(checkpoint, replay), self.solver) {
                (Err(error), _) => {
                    self.failed = Some(error);
                    return WatchAnswer::Stop;
                }
                (Ok(model), Some(solver)) => solver.take(model, checkpoint),
                (Ok(_), None) => {}
            }
            return WatchAnswer::GoOn;
        }
        if !self.quiet && self.shown.elapsed() >= SHOW_EVERY {
            self.shown = Instant::now();
            self.show(progress.point, progress.share);
        }
        if self.stop.load(Ordering::Relaxed) {
            return WatchAnswer::Stop;
        }
        if self.saved.elapsed() >= SAVE_EVERY { WatchAnswer::Save } else { WatchAnswer::GoOn }
    }

    fn show(&self, point: &Point, share: f64) {
        let Point { until, done, seconds, losses } = point;
        let rate = |count: u64| count as f64 / seconds.max(1e-9);
        eprintln!(
            "{:5.0} s {:3.0} %  {} games {} positions {} steps  {:.0} evaluations/s {:.0} positions/s {:.1} steps/s  \
             policy {:.3} costs {:.3} {:.3}  {:.1} plies",
            self.started.elapsed().as_secs_f64(),
            100.0 * share,
            until.games,
            until.positions,
            until.steps,
            rate(done.evaluations),
            rate(done.positions),
            rate(done.steps),
            losses.policy,
            losses.costs[0],
            losses.costs[1],
            done.plies as f64 / done.games.max(1) as f64,
        );
    }
}
