//! `andor-checker FILE...`: the program that checks certificates.
//!
//! Ends with 0 only if all files are verified, else with the status of the first file that is not:
//! 1 for a file that is no certificate, 2 for a check that ran out of steps, 3 for a certificate
//! that is wrong.
#![forbid(unsafe_code)]

use andor_checker::{Knowledge, Options, check_source};
use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str =
    "usage: andor-checker FILE... [--rules-only] [--steps N] [--memory BYTES] [--threads N]";

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.to_str().and_then(|n| n.parse().ok()));
        match word.to_str() {
            Some("--rules-only") => options.knowledge = Knowledge::RulesOnly,
            Some(flag @ ("--steps" | "--memory" | "--threads")) => {
                let Some(number) = number() else {
                    eprintln!("{flag}: expected a number\n{USAGE}");
                    return ExitCode::from(1);
                };
                let size = usize::try_from(number).unwrap_or(usize::MAX);
                match flag {
                    "--steps" => options.steps = number,
                    "--memory" => options.memory = size,
                    _ => options.threads = size,
                }
            }
            Some(flag) if flag.starts_with("--") => {
                eprintln!("{flag}: unknown option\n{USAGE}");
                return ExitCode::from(1);
            }
            _ => files.push(word),
        }
    }
    if files.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::from(1);
    }
    let mut status = 0;
    for file in &files {
        let begin = Instant::now();
        let name = file.to_string_lossy();
        let result = match File::open(file) {
            Ok(file) => check_source(BufReader::new(file), &options)
                .map_err(|refusal| (refusal.exit_status(), refusal.to_string())),
            Err(error) => Err((1, format!("cannot be read: {error}"))),
        };
        let (text, ended) = match result {
            Ok(summary) => {
                let seconds = begin.elapsed().as_secs_f64();
                (format!("{summary}, {seconds:.3} s\nverified\n"), 0)
            }
            Err((ended, problem)) => (format!("{name}: {problem}\n"), ended),
        };
        let written = match ended {
            0 => std::io::stdout().write_all(text.as_bytes()),
            _ => std::io::stderr().write_all(text.as_bytes()),
        };
        if status == 0 {
            status = if written.is_ok() { ended } else { 1 };
        }
    }
    ExitCode::from(status)
}
