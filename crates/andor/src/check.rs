//! `andor check`: checks certificates.

use crate::exit::{Failure, REFUSED};
use crate::output::write_line;
use andor_checker::{Knowledge, Options, Source, check_source};
use anyhow::{Context, Result};
use clap::Args;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Which certificates, and what to accept.
#[derive(Args)]
pub struct Arguments {
    /// Certificates
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Refuse certificates that rest on knowledge
    #[arg(long)]
    rules_only: bool,
    /// Give up after this many steps
    #[arg(long, value_parser = andor_solver::amounts::count)]
    steps: Option<u64>,
    /// How much of a certificate may be in memory at once [default: 512M]
    #[arg(long, value_parser = andor_solver::amounts::bytes)]
    memory: Option<usize>,
    /// How many threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Checks one certificate after another; of several, each line begins with the name of the file.
/// Ends with the status of the first file that is not right: 1 for a file that is no certificate, 2
/// for a check that was given up, 3 for a certificate that is wrong.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut options = Options::default();
    if arguments.rules_only {
        options.knowledge = Knowledge::RulesOnly;
    }
    options.steps = arguments.steps.unwrap_or(options.steps);
    options.memory = arguments.memory.unwrap_or(options.memory);
    options.threads = arguments.threads.map_or(options.threads, usize::from);
    let mut status = 0;
    for path in &arguments.files {
        let name = path.display();
        let file = File::open(path)
            .with_context(|| format!("file \"{name}\": expected a certificate that can be read"))?;
        let started = Instant::now();
        match check_source(BufReader::new(file), &options) {
            Ok(summary) => {
                let seconds = started.elapsed().as_secs_f64();
                let words = format!("{summary}, {seconds:.3} s\nverified");
                match arguments.files.len() {
                    1 => write_line(&words)?,
                    _ => {
                        words.lines().try_for_each(|line| write_line(&format!("{name}: {line}")))?
                    }
                }
            }
            Err(refusal) => {
                eprintln!("andor: file \"{name}\": {refusal}");
                status = if status == 0 { refusal.exit_status() } else { status };
            }
        }
    }
    Ok(ExitCode::from(status))
}

/// Checks a certificate that `andor solve` made, before the certificate is handed out. A refusal is
/// a bug, reported in words.
pub fn before_handing_out(source: &mut dyn Source, options: &Options) -> Result<()> {
    let Err(refusal) = check_source(source, options) else { return Ok(()) };
    let version = env!("CARGO_PKG_VERSION");
    let words = format!(
        "no certificate was written, because the checker refused the certificate: {refusal}\n\
         This is a bug of Andor. The answer may be right all the same. Please report the refusal with the \
         version and the command line: andor {version}, {}\n\
         --no-self-check writes the certificate without the check.",
        command_line()
    );
    Err(Failure { code: REFUSED, words }.into())
}

/// The command line, as it is typed into a shell.
fn command_line() -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(c);
    let quoted = |word: String| match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words = std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    ["andor".to_string()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit;
    use crate::output::Destination;
    use andor_solver::{Problem, Proof, Settings, solve};

    /// A certificate that the checker refuses is not written: the old file stays, and the words are
    /// a bug report.
    #[test]
    fn a_refused_certificate_is_not_written() {
        let problem: Problem = "hex 3x3".parse().expect("a problem");
        let settings = Settings { proof: Proof::Stored, ..Settings::default() };
        let report = solve(&problem, &settings, None).expect("a report");
        let right = report.certificate.expect("a certificate").to_vec().expect("its bytes");
        let mut wrong = andor_checker::Certificate::decode(&right).expect("a certificate");
        wrong.problem.roots[0].verdict = andor_checker::Verdict::Disproven;
        let wrong = wrong.encode(None);

        let folder = std::env::temp_dir().join(format!("andor-refused-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("x.cert");
        std::fs::write(&path, "old").expect("a file");
        let destination = Destination::open(&path).expect("a path that can be written");
        let write = |bytes: &[u8]| {
            destination.write(bytes, |source| before_handing_out(source, &Options::default()))
        };
        for bytes in [&wrong[..], &right[..right.len() / 2]] {
            let error = write(bytes).expect_err("a refusal");
            assert_eq!(exit::code(&error), REFUSED);
            let words = error.to_string();
            let version = format!("andor {}", env!("CARGO_PKG_VERSION"));
            for part in ["bug of Andor", "The answer may be right", "--no-self-check", &version] {
                assert!(words.contains(part), "no {part} in {words}");
            }
            assert_eq!(std::fs::read(&path).expect("a file"), b"old");
            assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1, "a part file");
        }
        write(&right).expect("a certificate that is right");
        assert_eq!(std::fs::read(&path).expect("a file"), right);
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
