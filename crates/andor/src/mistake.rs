//! Messages about mistakes on the command line: where, what, what was expected.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;

/// The mistake in the words after `andor COMMAND`, in one sentence.
pub fn sentence(error: &Error, command: &str, commands: &[&str]) -> String {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        // The nearest comes last.
        Some(ContextValue::Strings(texts)) => texts.last().map(String::as_str),
        _ => None,
    };
    let argument = said(ContextKind::InvalidArg).unwrap_or_default();
    let name = bare(argument);
    let value = said(ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::ValueValidation => {
            let problem = error.source().map(ToString::to_string).unwrap_or_default();
            format!("{name}: {problem}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{name}: no value; expected one after it, see andor {command} --help")
        }
        ErrorKind::InvalidValue => {
            format!("{name}: \"{value}\" is no choice; expected {}", choices(error))
        }
        ErrorKind::UnknownArgument => format!(
            "argument \"{argument}\": not understood; expected what andor {command} --help lists"
        ),
        ErrorKind::ArgumentConflict => {
            let other = bare(said(ContextKind::PriorArg).unwrap_or_default());
            match other == name || other.is_empty() {
                true => format!("{name}: given twice; expected once"),
                false => format!("{name}: not together with {other}; expected one of the two"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let command = said(ContextKind::InvalidSubcommand).unwrap_or_default();
            let expected = match said(ContextKind::SuggestedSubcommand) {
                Some(near) => near.to_string(),
                None => commands.join(", "),
            };
            format!("command \"{command}\": not known; expected {expected}")
        }
        // An option that needs another, which is not there.
        ErrorKind::MissingRequiredArgument if command == "proof" && name.starts_with("--") => {
            format!("{name}: missing; expected it with the options that were given")
        }
        ErrorKind::MissingRequiredArgument => match command {
            "dataset" => {
                let example = "andor dataset go 6x6 --count 600 --out go-6x6.txt";
                format!("not all that is needed; expected for example: {example}")
            }
            "store" => "no store; expected for example: andor store info solved.store".to_string(),
            "report" => "no events; expected for example: andor report run.jsonl".to_string(),
            "play" => "no game; expected for example: andor play go".to_string(),
            "check" | "proof" => {
                format!("no certificate; expected for example: andor {command} hex.cert")
            }
            _ => "no game; expected for example: andor solve hex 5x5".to_string(),
        },
        _ => first_line(&error.to_string()),
    }
}

/// The name alone of an argument that is described like `--time <TIME>` or `--score[=<MARGIN>]`.
fn bare(argument: &str) -> &str {
    let ends: &[char] = if argument.starts_with('-') { &[' ', '=', '['] } else { &[' '] };
    argument.split(ends).next().unwrap_or_default()
}

/// The values that were possible.
fn choices(error: &Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => values.join(" or "),
        _ => "another one".to_string(),
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_string()
}
