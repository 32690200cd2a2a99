//! The options of the games on the command line, from the tables of their families.

use andor_solver::{Family, OptionValues, Problem, Settings, families, search_options};
use anyhow::{Result, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};

/// Adds an option for each row of the families' tables, and `--set`.
pub fn add_to(mut command: Command) -> Command {
    let rows = families().iter().flat_map(|family| family.options);
    for row in rows {
        if command.get_arguments().any(|argument| argument.get_id() == row.name) {
            continue;
        }
        let of: Vec<&str> = families()
            .iter()
            .filter(|family| family.options.iter().any(|other| other.name == row.name))
            .map(|family| family.name)
            .collect();
        let (sentence, of, values) = (row.sentence, of.join(", "), row.values.words());
        let help = format!("In {of}: {sentence}; {values} [default: {}]", row.default);
        let argument = Arg::new(row.name).long(row.name).value_name("VALUE").help(help);
        command = command.arg(argument.allow_negative_numbers(true));
    }
    let help = "Set an option of the game or of the search, such as dfpn.epsilon=0.5; all are listed \
                by andor options";
    let set = Arg::new("set").long("set").value_name("NAME=VALUE").help(help);
    command.arg(set.action(ArgAction::Append))
}

/// The options that were given.
pub struct GameOptions {
    pairs: Vec<(String, String)>,
    set: Vec<String>,
}

impl GameOptions {
    /// The options of the games in the arguments of a command.
    pub fn new(matches: &ArgMatches) -> GameOptions {
        let (mut pairs, mut set) = (Vec::new(), Vec::new());
        if let Some((_, matches)) = matches.subcommand() {
            for row in families().iter().flat_map(|family| family.options) {
                if let Ok(Some(value)) = matches.try_get_one::<String>(row.name) {
                    // Several games have options of one name.
                    let pair = (row.name.to_string(), value.clone());
                    if !pairs.contains(&pair) {
                        pairs.push(pair);
                    }
                }
            }
            if let Ok(Some(values)) = matches.try_get_many::<String>("set") {
                set.extend(values.cloned());
            }
        }
        GameOptions { pairs, set }
    }

    /// The problem with the options of its game.
    pub fn of_problem(&self, mut problem: Problem) -> Result<Problem> {
        for (name, value) in &self.pairs {
            problem = problem.with_option(name, value)?;
        }
        for (name, value) in self.set()? {
            if is_of(problem.family(), name) {
                problem = problem.with_option(name, value)?;
            }
        }
        Ok(problem)
    }

    /// The options of the searches, in a game of this family.
    pub fn of_search(&self, family: &Family) -> Result<OptionValues> {
        let rows = search_options(family.searches);
        let mut values = Settings::default().options;
        for (name, value) in self.set()? {
            if !is_of(family, name) {
                values.set(&rows, name, value)?;
            }
        }
        Ok(values)
    }

    /// The options of the games as words of a command line.
    pub fn words(&self) -> String {
        let given = self.pairs.iter().map(|(name, value)| format!(" --{name} {value}"));
        let set = self.set.iter().map(|pair| format!(" --set {pair}"));
        given.chain(set).collect()
    }

    /// The options of the games as arguments for another process.
    pub fn arguments(&self) -> impl Iterator<Item = String> {
        let given = self.pairs.iter().map(|(name, value)| format!("--{name}={value}"));
        given.chain(self.set.iter().map(|pair| format!("--set={pair}")))
    }

    /// The pairs of `--set`.
    fn set(&self) -> Result<Vec<(&str, &str)>> {
        self.set.iter().map(|pair| split(pair)).collect()
    }
}

/// Tells the user what an option means that means less than its name.
pub fn tell_notes(problem: &Problem) {
    problem.notes().for_each(|note| eprintln!("andor: note: {note}"));
}

fn is_of(family: &Family, name: &str) -> bool {
    family.options.iter().any(|row| row.name == name)
}

fn split(pair: &str) -> Result<(&str, &str)> {
    match pair.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name, value)),
        _ => bail!("--set: \"{pair}\" sets nothing; expected NAME=VALUE, such as dfpn.epsilon=0.5"),
    }
}
