//! `andor store`: looks at a store of solved positions, merges stores, writes their entries, and
//! verifies them.

use crate::exit::{STOPPED, WRONG};
use crate::game_options::GameOptions;
use crate::input::from_file;
use crate::interrupt::on_interrupt;
use crate::output::{Destination, write_line};
use crate::search_args::{SearchArguments, settings_of};
use andor_core::Verdict;
use andor_games::notation::record::Record;
use andor_games::notation::sgf::tree::{Property, Value};
use andor_games::notation::sgf::{parse_trees, write_record, write_trees};
use andor_solver::store::{AT_START, Contradiction, Entry, Fact, Found, Reading, Store};
use andor_solver::{InPlay, Problem, Settings, amounts};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What to do with a store.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Count the positions of each game
    Info(Info),
    /// List positions with what is known about them
    List(List),
    /// Show what is known about one position
    Get(Get),
    /// Add the entries of other stores to a store
    Merge(Merge),
    /// Write the entries as JSON lines or as SGF
    Export(Export),
    /// Solve some entries again and compare
    Verify(Verify),
}

#[derive(Args)]
struct Info {
    /// The store
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct List {
    /// The store
    file: PathBuf,
    /// Only this game, as andor store info names it, such as "hex 8x8"
    #[arg(long, value_name = "GAME")]
    of: Option<String>,
    /// At most so many positions
    #[arg(long, value_name = "N", value_parser = amounts::count, default_value = "100", allow_negative_numbers = true)]
    most: u64,
    /// The positions that were set aside because their facts contradict each other
    #[arg(long)]
    aside: bool,
}

#[derive(Args)]
struct Get {
    /// The store
    file: PathBuf,
    /// The text of a position, such as "hex 5x5 --moves a1", an SGF file or a HexWorld link
    position: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Merge {
    /// The store that gets the entries; made if it is not there
    into: PathBuf,
    /// The stores that give them
    #[arg(required = true)]
    from: Vec<PathBuf>,
}

#[derive(Args)]
struct Export {
    /// The store
    file: PathBuf,
    /// The file to write, as SGF if its name ends with .sgf, else as JSON lines; - for standard
    /// output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Only this game, as andor store info names it, such as "hex 8x8"
    #[arg(long, value_name = "GAME")]
    of: Option<String>,
}

#[derive(Args)]
struct Verify {
    /// The store
    file: PathBuf,
    /// Only this game, as andor store info names it, such as "hex 8x8"
    #[arg(long, value_name = "GAME")]
    of: Option<String>,
    /// How many facts
    #[arg(long, value_name = "N", value_parser = amounts::count, default_value = "20", allow_negative_numbers = true)]
    sample: u64,
    /// The time for each fact
    #[arg(long, value_parser = amounts::time, default_value = "10s", allow_negative_numbers = true)]
    time: Duration,
    #[command(flatten)]
    how: SearchArguments,
}

/// Does what is asked for.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    match &arguments.task {
        Task::Info(info) => info.run(),
        Task::List(list) => list.run(),
        Task::Get(get) => get.run(),
        Task::Merge(merge) => merge.run(),
        Task::Export(export) => export.run(),
        Task::Verify(verify) => verify.run(options),
    }
}

/// The games that entries are about, each opened once.
#[derive(Default)]
struct OpenGames(BTreeMap<String, Box<dyn InPlay>>);

impl OpenGames {
    fn game(&mut self, entry: &Entry) -> Result<&dyn InPlay> {
        let name = &entry.place.game;
        if !self.0.contains_key(name) {
            let game = name.parse::<Problem>()?.open()?;
            self.0.insert(name.clone(), game);
        }
        self.0.get(name).map(|game| &**game).context("a game")
    }

    fn read(&mut self, entry: &Entry) -> Result<Reading> {
        Ok(self.game(entry)?.read_entry(entry)?)
    }
}

/// A fact in words.
fn words(fact: &Fact) -> String {
    let (claim, is_proven) = (fact.claim(), fact.verdict() == Verdict::Proven);
    let (player, margin) = (claim.attacker, claim.at_least.0);
    match (margin, is_proven) {
        (1, true) => format!("{player} wins"),
        (1, false) => format!("{player} does not win"),
        (margin, true) => format!("{player} gets a margin of {margin} or more"),
        (margin, false) => format!("{player} does not get a margin of {margin}"),
    }
}

/// Where a fact holds, in words.
fn holds(entry: &Entry, fact: &Fact) -> String {
    match fact.marks {
        0 => "everywhere".to_string(),
        AT_START if entry.place.moves.is_empty() => "without earlier moves".to_string(),
        AT_START => "after these moves".to_string(),
        marks => format!("without earlier positions of the marks {marks:#x}"),
    }
}

/// An entry as a JSON object. With `problem` and `expected` it is a line of a batch.
fn object(entry: &Entry, reading: &Reading) -> Json {
    let facts = entry.facts.iter().enumerate().map(|(i, fact)| {
        json!({
            "claim": fact.claim().attacker.to_string(),
            "at_least": fact.claim().at_least.0,
            "verdict": fact.verdict().to_string(),
            "best_move": reading.best[i],
            "zone": reading.zones[i],
            "work": fact.work,
            "holds": holds(entry, fact),
            "source": fact.source,
        })
    });
    let mut object = json!({
        "game": entry.place.game,
        "picture": entry.place.position,
        "to_move": reading.to_move.to_string(),
        "facts": facts.collect::<Vec<Json>>(),
    });
    let parts = [
        ("moves", Some(entry.place.moves.clone()).filter(|moves| !moves.is_empty())),
        ("problem", reading.problem.clone()),
        ("expected", reading.winner.map(str::to_string)),
    ];
    for (name, value) in parts {
        if let Some(value) = value {
            object[name] = json!(value);
        }
    }
    object
}

/// An entry for people: the position, and a line for each fact.
fn text(entry: &Entry, reading: &Reading) -> String {
    let name = reading.problem.clone().unwrap_or_else(|| entry.place.line());
    let mut text = name;
    for (i, fact) in entry.facts.iter().enumerate() {
        let by = reading.best[i].as_ref().map_or(String::new(), |mv| format!(" by {mv}"));
        let (words, holds) = (words(fact), holds(entry, fact));
        text.push_str(&format!(
            "\n  {words}{by}; {} nodes; holds {holds}; {}",
            fact.work, fact.source
        ));
    }
    text
}

/// Facts that contradict each other, loudly.
pub fn tell_contradiction(place: &str) {
    eprintln!(
        "andor: CONTRADICTION in the store about {place}: one of its facts is wrong; both are set aside \
         (andor store list FILE --aside)"
    );
}

fn tell_all(contradictions: &[Contradiction]) {
    contradictions.iter().for_each(|found| tell_contradiction(&found.place.line()));
}

/// The name of a game as stores have it.
fn game_name(of: Option<&String>) -> Result<Option<String>> {
    let parsed = of.map(|text| text.parse::<Problem>());
    Ok(parsed.transpose()?.map(|problem| problem.rules_text()))
}

impl Info {
    fn run(&self) -> Result<ExitCode> {
        let store = Store::open(&self.file)?;
        let totals = store.totals()?;
        let mut games: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let mut sources: BTreeMap<String, u64> = BTreeMap::new();
        store.each(None, &mut |entry| {
            let count = games.entry(entry.place.game).or_default();
            *count = (count.0 + 1, count.1 + entry.facts.len() as u64);
            entry.facts.into_iter().for_each(|fact| *sources.entry(fact.source).or_default() += 1);
            ControlFlow::Continue(())
        })?;
        if self.json {
            let games: BTreeMap<_, _> = games
                .into_iter()
                .map(|(name, (positions, facts))| {
                    (name, json!({ "positions": positions, "facts": facts }))
                })
                .collect();
            write_line(
                &json!({
                    "positions": totals.entries,
                    "set_aside": totals.aside,
                    "bytes": totals.bytes,
                    "games": games,
                    "sources": sources,
                })
                .to_string(),
            )?;
            return Ok(ExitCode::SUCCESS);
        }
        write_line(&format!("{} positions, {} bytes", totals.entries, totals.bytes))?;
        for (name, (positions, facts)) in games {
            write_line(&format!("{name}: {positions} positions, {facts} facts"))?;
        }
        for (source, facts) in sources {
            write_line(&format!("by {source}: {facts} facts"))?;
        }
        if totals.aside > 0 {
            write_line(&format!(
                "{} positions are set aside, because their facts contradict each other",
                totals.aside
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(&self) -> Result<ExitCode> {
        let store = Store::open(&self.file)?;
        let of = game_name(self.of.as_ref())?;
        let (mut games, mut told) = (OpenGames::default(), 0);
        let mut failed = Ok(());
        let mut show = |entry: Entry| {
            if told == self.most {
                return ControlFlow::Break(());
            }
            told += 1;
            failed = games.read(&entry).and_then(|reading| write_line(&text(&entry, &reading)));
            if failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match self.aside {
            true => store.each_aside(&mut show)?,
            false => store.each(of.as_deref(), &mut show)?,
        }
        failed?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The problem that a word names.
fn problem_of(word: &str) -> Result<Problem> {
    if word.contains("hexworld.org") {
        return Ok(Problem::from_hexworld(word)?);
    }
    if Path::new(word).is_file() || word.ends_with(".sgf") {
        return from_file(word, None, None);
    }
    Ok(word.parse()?)
}

impl Get {
    fn run(&self) -> Result<ExitCode> {
        let store = Store::open(&self.file)?;
        let game = problem_of(&self.position)?.open()?;
        let Some((place, class)) = game.place() else {
            bail!("position \"{}\": stores do not keep it; expected another game", self.position);
        };
        let (facts, is_aside) = match store.get(&place)? {
            Found::Nothing => (Vec::new(), false),
            Found::Facts(facts) => (facts, false),
            Found::Aside(facts) => (facts, true),
        };
        let entry = Entry { place, class, facts };
        let reading = game.read_entry(&entry)?;
        if self.json {
            let mut object = object(&entry, &reading);
            object["set_aside"] = json!(is_aside);
            write_line(&object.to_string())?;
        } else if entry.facts.is_empty() {
            write_line("nothing is known")?;
        } else {
            if is_aside {
                write_line("set aside, because these facts contradict each other:")?;
            }
            // The moves are those of the standard form of the position, which is shown.
            write_line(&format!("{}{}", entry.place.position, text(&entry, &reading)))?;
        }
        Ok(if entry.facts.is_empty() { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }
}

impl Merge {
    fn run(&self) -> Result<ExitCode> {
        let from = self.from.iter().map(|file| {
            if file == &self.into {
                bail!("store \"{}\": given twice; expected another store", file.display());
            }
            Ok(Store::open(file)?)
        });
        let from = from.collect::<Result<Vec<Store>>>()?;
        let into = Store::open_or_create(&self.into)?;
        let mut contradictions = 0;
        for store in &from {
            let added = into.merge(store)?;
            tell_all(&added.contradictions);
            contradictions += added.contradictions.len();
            write_line(&format!("{}: {} facts are new", store.path().display(), added.facts))?;
        }
        Ok(if contradictions > 0 { ExitCode::from(WRONG) } else { ExitCode::SUCCESS })
    }
}

/// An entry as a record of a game, with the facts as a comment; nothing for games and positions
/// without records.
fn record(entry: &Entry, reading: &Reading, game: &dyn InPlay) -> Result<Option<String>> {
    let Some(problem) = &reading.problem else { return Ok(None) };
    let problem: Problem = problem.parse()?;
    let family = problem.family();
    let (Some(kind), Some(size)) = (family.record, problem.board()) else {
        return Ok(None);
    };
    if !entry.place.moves.is_empty() {
        return Ok(None);
    }
    let record = Record {
        rules: game.problem().option("rules").map(str::to_string),
        stones: problem.stones().to_vec(),
        to_move: problem.to_move(),
        ..Record::new(kind, size)
    };
    let mut comment = text(entry, reading);
    if let Some(winner) = reading.winner {
        comment.push_str(&format!("\nexpected: {winner}"));
    }
    let mut trees = parse_trees(&write_record(&record)?)?;
    let tree = trees.first_mut().context("a tree")?;
    tree.push(0, Property::new("C", vec![Value::of_text(&comment)]));
    Ok(Some(write_trees(&trees)))
}

impl Export {
    fn run(&self) -> Result<ExitCode> {
        let store = Store::open(&self.file)?;
        let of = game_name(self.of.as_ref())?;
        let out = Destination::open(&self.out)?;
        let as_sgf = self.out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"));
        let (mut games, mut text) = (OpenGames::default(), String::new());
        let (mut written, mut left_out) = (0, 0);
        let mut failed = Ok(());
        let mut write = |entry: &Entry| -> Result<()> {
            let reading = games.read(entry)?;
            let one = match as_sgf {
                true => record(entry, &reading, games.game(entry)?)?,
                false => Some(object(entry, &reading).to_string()),
            };
            match one {
                Some(one) => {
                    written += 1;
                    text.push_str(one.trim_end());
                    text.push('\n');
                }
                None => left_out += 1,
            }
            Ok(())
        };
        store.each(of.as_deref(), &mut |entry| {
            failed = write(&entry);
            if failed.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        failed?;
        out.write(text.as_bytes(), |_| Ok(()))?;
        let rest = match left_out {
            0 => String::new(),
            _ => format!("; {left_out} have no record"),
        };
        out.write_line(&format!("{written} positions{rest}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Verify {
    fn run(&self, options: &GameOptions) -> Result<ExitCode> {
        let store = Store::open(&self.file)?;
        let of = game_name(self.of.as_ref())?;
        let sample = sample(&store, of.as_deref(), self.sample, self.how.seed)?;
        let stop = on_interrupt()?;
        let mut games = OpenGames::default();
        let (mut right, mut wrong, mut open) = (0, 0, 0);
        for (entry, number) in &sample {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let game = games.game(entry)?;
            let settings = settings_of(&self.how, options, game, stop.clone())?;
            let settings = Settings { time: Some(self.time), ..settings };
            let fact = &entry.facts[*number];
            let (verdict, report) = game.settle_entry(entry, fact, &settings)?;
            match verdict {
                None => open += 1,
                Some(verdict) if verdict == fact.verdict() => right += 1,
                Some(verdict) => {
                    wrong += 1;
                    let source =
                        format!("{}, {}, verified", report.search, env!("CARGO_PKG_VERSION"));
                    let found = Fact::new(fact.claim(), verdict, 1, fact.marks, &source);
                    store.set_aside(&entry.place, entry.class, &[found])?;
                    tell_contradiction(&entry.place.line());
                }
            }
        }
        write_line(&format!(
            "{} facts: {right} right, {wrong} wrong, {open} not settled in {} s each",
            sample.len(),
            self.time.as_secs_f64()
        ))?;
        Ok(match (wrong, open) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(STOPPED),
            _ => ExitCode::from(WRONG),
        })
    }
}

/// Some facts of a store, each equally likely.
fn sample(store: &Store, of: Option<&str>, most: u64, seed: u64) -> Result<Vec<(Entry, usize)>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let most = usize::try_from(most).map_err(|_| anyhow!("--sample: too many"))?;
    let mut sample: Vec<(Entry, usize)> = Vec::new();
    let mut seen = 0;
    store.each(of, &mut |entry| {
        for number in 0..entry.facts.len() {
            seen += 1;
            if sample.len() < most {
                sample.push((entry.clone(), number));
            } else if let place = rng.usize(..seen)
                && place < most
            {
                sample[place] = (entry.clone(), number);
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(sample)
}
