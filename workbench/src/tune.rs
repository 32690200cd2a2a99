//! Matches between settings of the player of Hex, by nodes: `--range` looks for better values of options, else the setting
//! of `--set` plays against that of `--against`.
//!
//! Values are looked for by simultaneous perturbation (Spall 1992): in each round all values are moved a little, each up or
//! down by lot, the setting plays two games against the setting with all moves turned round, and the values follow the
//! winner. A step of a round with one result says little, the sum over many rounds does. Every round is kept in a file, and
//! a file that is there is gone on with.

use andor_core::Player;
use andor_games::size::Size;
use andor_solver::score::Score;
use andor_solver::{Aim, OptionValues, Problem, SEARCH_OPTIONS, Session, Settings, Values, Worth};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// How far the first values of a round are moved, as a share of the range, and how slowly that shrinks.
const MOVED: (f64, f64) = (0.15, 0.101);

/// The first step of the values towards the winner, as a share of the range, and how slowly that shrinks.
const STEP: (f64, f64) = (0.06, 0.602);

/// The rounds after which steps begin to shrink.
const SETTLING: f64 = 20.0;

/// What plays against what.
#[derive(Args)]
pub struct Arguments {
    /// The board
    size: Size,
    /// The nodes of a move
    #[arg(long, default_value = "200")]
    nodes: u64,
    /// The games to play, those of the file included
    #[arg(long, default_value = "100")]
    games: usize,
    /// Keeps the games in this file, and goes on with it
    #[arg(long)]
    file: PathBuf,
    /// The threads of the setting that is measured; its opponent has one
    #[arg(long, default_value = "1")]
    threads: usize,
    /// An option of the setting that is measured, such as conspiracy.delta=0.2
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// An option of its opponent
    #[arg(long, value_name = "NAME=VALUE")]
    against: Vec<String>,
    /// An option whose value is looked for, such as conspiracy.delta=0.1..0.6
    #[arg(long, value_name = "NAME=LEAST..MOST")]
    range: Vec<String>,
}

/// An option whose value is looked for.
struct Range {
    name: String,
    least: f64,
    most: f64,
}

impl Range {
    fn parse(text: &str) -> Result<Range> {
        let parts = text.split_once('=').and_then(|(name, range)| {
            let (least, most) = range.split_once("..")?;
            Some((name.to_string(), least.parse().ok()?, most.parse().ok()?))
        });
        match parts {
            Some((name, least, most)) if least < most => Ok(Range { name, least, most }),
            _ => bail!(
                "--range {text}: expected NAME=LEAST..MOST, such as conspiracy.delta=0.1..0.6"
            ),
        }
    }

    /// Are values compared by their ratios?
    fn is_ratio(&self) -> bool {
        self.least > 0.0 && self.most / self.least >= 4.0
    }

    /// The value at a place between 0 and 1.
    fn value(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        match self.is_ratio() {
            true => self.least * (self.most / self.least).powf(place),
            false => self.least + (self.most - self.least) * place,
        }
    }

    /// The value at a place, as the option is written.
    fn text(&self, place: f64) -> String {
        let is_whole = SEARCH_OPTIONS
            .iter()
            .any(|row| row.name == self.name && matches!(row.values, Values::Whole(..)));
        let value = self.value(place);
        if is_whole { format!("{value:.0}") } else { format!("{value:.4}") }
    }
}

/// The options of the command line.
fn options(texts: &[String]) -> Result<OptionValues> {
    let mut values = OptionValues::default();
    for text in texts {
        let (name, value) =
            text.split_once('=').with_context(|| format!("{text}: expected NAME=VALUE"))?;
        values.set(SEARCH_OPTIONS, name, value)?;
    }
    Ok(values)
}

/// The balanced openings of one stone: the first and the last row without their ends, and the rows next to them.
fn openings(size: Size) -> Vec<String> {
    let name = |column: u8, row: u8| format!("{}{}", (b'a' + column) as char, row + 1);
    let (columns, rows) = (size.columns(), size.rows());
    let inner = (1..columns - 1).flat_map(|column| [name(column, 0), name(column, rows - 1)]);
    let next = (0..columns).flat_map(|column| [name(column, 1), name(column, rows - 2)]);
    inner.chain(next).collect()
}

/// The winner of a game between the settings of Black and White.
fn winner(size: Size, opening: &str, players: [&Settings; 2]) -> Result<Player> {
    let start = Problem::named("hex", &size.to_string())?.with_moves(opening);
    let mut tables = Vec::new();
    for settings in players {
        tables.push((Session::new(&start)?, settings));
    }
    loop {
        let mover = tables[0].0.to_move();
        let (session, settings) = &mut tables[mover.index()];
        if let Some(outcome) = session.scene().outcome {
            let won = Player::BOTH.into_iter().find(|&p| outcome == andor_core::Outcome::win(p));
            return won.context("a game of Hex has a winner");
        }
        let thought = session.think(Aim::Move, settings, &mut |_| {})?;
        if let Some(Worth::Won(winner)) = thought.worth {
            return Ok(winner);
        }
        let mv = thought.best.context("a position has a move")?;
        for (session, _) in &mut tables {
            session.play(mover, &mv)?;
        }
    }
}

/// The results of two games with one opening for the first setting, which is Black in the first.
fn pair(size: Size, opening: &str, [one, other]: [&Settings; 2]) -> Result<[bool; 2]> {
    let game = |players| winner(size, opening, players);
    Ok([game([one, other])? == Player::Black, game([other, one])? == Player::White])
}

/// The rounds of a file, and the file, open for more.
fn kept(arguments: &Arguments, setting: &Value) -> Result<(Vec<Value>, std::fs::File)> {
    let file = &arguments.file;
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).context(format!("{}", file.display())),
    };
    // A line that was cut by a stop is played again.
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut rounds = Vec::new();
    for (number, line) in whole.lines().enumerate() {
        let place = || format!("{}, line {}", file.display(), number + 1);
        rounds.push(serde_json::from_str(line).with_context(place)?);
    }
    let out = std::fs::OpenOptions::new().create(true).append(true).open(file);
    let mut out = out.with_context(|| format!("{}", file.display()))?;
    out.set_len(whole.len() as u64)?;
    match rounds.first() {
        None => writeln!(out, "{setting}")?,
        Some(found) if found == setting => {
            rounds.remove(0);
        }
        Some(found) => bail!(
            "{}, line 1: another match: {found}; expected {setting}, or another file",
            file.display()
        ),
    }
    Ok((rounds, out))
}

/// Plays the rounds that are not in the file yet.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { size, nodes, threads, set, against, .. } = arguments;
    if size.columns() < 3 || size.rows() < 3 {
        bail!("{size}: the board is too small; expected 3x3 at least");
    }
    let ranges: Vec<Range> =
        arguments.range.iter().map(|text| Range::parse(text)).collect::<Result<_>>()?;
    let setting = json!({
        "size": size.to_string(), "nodes": nodes, "threads": threads, "set": set, "against": against,
        "range": arguments.range,
    });
    let (rounds, mut out) = kept(arguments, &setting)?;
    let openings = openings(*size);
    let mut places = vec![0.5; ranges.len()];
    let (mut won, mut total) = (Vec::new(), arguments.games.div_ceil(2));
    total = total.max(rounds.len());
    for number in 0..total {
        // Every round draws by its number, so that a match that goes on is the same match.
        let mut rng = fastrand::Rng::with_seed(number as u64);
        let mut order: Vec<usize> = (0..openings.len()).collect();
        fastrand::Rng::with_seed((number / openings.len()) as u64).shuffle(&mut order);
        let opening = &openings[order[number % openings.len()]];
        let signs: Vec<f64> = ranges.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect();
        let time = 1.0 + number as f64;
        let moved = MOVED.0 / time.powf(MOVED.1);
        let results = match rounds.get(number) {
            Some(round) => [round["won"][0] == true, round["won"][1] == true],
            None => {
                let mut settings = [options(set)?, options(against)?];
                if !ranges.is_empty() {
                    settings[1] = settings[0].clone();
                }
                for ((range, &place), sign) in ranges.iter().zip(&places).zip(&signs) {
                    for (side, turn) in [1.0, -1.0].into_iter().enumerate() {
                        let value = range.text(place + turn * sign * moved);
                        settings[side].set(SEARCH_OPTIONS, &range.name, &value)?;
                    }
                }
                let [one, other] = settings.map(|options| Settings {
                    options,
                    nodes: Some(*nodes),
                    ..Settings::default()
                });
                let one = Settings { threads: *threads, ..one };
                let won = pair(*size, opening, [&one, &other])?;
                let values: Vec<String> =
                    ranges.iter().zip(&places).map(|(range, &place)| range.text(place)).collect();
                writeln!(out, "{}", json!({ "opening": opening, "won": won, "values": values }))?;
                won
            }
        };
        won.extend(results.map(Some));
        let result = results.map(f64::from).iter().sum::<f64>() - 1.0;
        let step = STEP.0 * (SETTLING / (SETTLING + time)).powf(STEP.1);
        for (place, sign) in places.iter_mut().zip(&signs) {
            *place = (*place + step * result * sign).clamp(0.0, 1.0);
        }
        if rounds.get(number).is_none() || number + 1 == total {
            let texts: Vec<String> = ranges
                .iter()
                .zip(&places)
                .map(|(range, &place)| format!("{}={}", range.name, range.text(place)))
                .collect();
            let told = match ranges.is_empty() {
                true => won.iter().copied().collect::<Score>().to_string(),
                false => texts.join(" "),
            };
            println!("{} games: {told}", won.len());
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        let range = Range::parse("conspiracy.delta=0.1..0.9").expect("a range");
        assert_eq!(range.text(0.5), "0.3000", "ratios");
        let range = Range::parse("conspiracy.balance=0..1").expect("a range");
        assert_eq!((range.text(0.25), range.text(7.0)), ("0.2500".into(), "1.0000".into()));
        let range = Range::parse("conspiracy.interlude=10..100").expect("a range");
        assert_eq!(range.text(0.5), "32");
        for wrong in ["", "a", "a=1", "a=2..1", "a=x..2"] {
            assert!(Range::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn openings_lie_at_blacks_edges() {
        let openings = openings("11x11".parse().expect("a size"));
        assert_eq!(openings.len(), 40);
        for opening in ["b1", "j11", "a2", "k10"] {
            assert!(openings.iter().any(|known| known == opening), "{opening}");
        }
        assert!(!openings.iter().any(|known| known == "a1" || known == "f6"));
    }

    /// A match is kept, goes on, and is not mixed with another one.
    #[test]
    fn matches_go_on() {
        let folder = std::env::temp_dir().join(format!("andor-tune-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut arguments = Arguments {
            size: "4x4".parse().expect("a size"),
            nodes: 3,
            threads: 1,
            games: 4,
            file: folder.join("games.jsonl"),
            set: Vec::new(),
            against: vec!["conspiracy.siblings=no".into()],
            range: Vec::new(),
        };
        let lines = |arguments: &Arguments| {
            let text = std::fs::read_to_string(&arguments.file).expect("a file");
            text.lines().map(str::to_string).collect::<Vec<_>>()
        };
        run(&arguments).expect("a match");
        let first = lines(&arguments);
        assert_eq!(first.len(), 3);
        std::fs::write(&arguments.file, format!("{}\n{{\"op", first[..2].join("\n")))
            .expect("a file");
        run(&arguments).expect("a match");
        assert_eq!(lines(&arguments), first, "a cut line is played again");
        arguments.nodes = 4;
        assert!(run(&arguments).is_err(), "another match");
        std::fs::remove_dir_all(&folder).expect("a folder");
    }
}
