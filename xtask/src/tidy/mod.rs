//! `cargo xtask tidy`: compares the crates and their sources with ARCHITECTURE.md.
//!
//! Compared are the crates of the workspace and the dependencies between them with the table of
//! crates; the words of that table's "must not know" column with the sources; and every file with a
//! few habits (its first line, its length, the width of its comments, forbidden words). Files of a
//! crate that need each other are found, too.

mod architecture;
mod circles;
mod crates;
mod files;

use anyhow::{Context, Result};
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use architecture::Architecture;
use files::Source;

/// A deviation from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    place: String,
    problem: String,
    /// The expected state; a finding without it is a warning.
    expected: Option<String>,
}

impl Finding {
    fn new(
        place: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Finding {
        Finding { place: place.into(), problem: problem.into(), expected: Some(expected.into()) }
    }

    fn warning(place: impl Into<String>, problem: impl Into<String>) -> Finding {
        Finding { place: place.into(), problem: problem.into(), expected: None }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { place, problem, expected } = self;
        match expected {
            Some(expected) => write!(f, "{place}: {problem}; expected {expected}"),
            None => write!(f, "warning: {place}: {problem}"),
        }
    }
}

/// Checks the workspace.
pub fn run(root: &Path) -> Result<ExitCode> {
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let sources = files::read(root)?;
    let mut findings = Vec::new();
    match Architecture::parse(&text) {
        Ok(architecture) => {
            findings.extend(crates::check(&architecture, &metadata(root)?)?);
            findings.extend(sources.iter().flat_map(|source| architecture.check(source)));
        }
        Err(finding) => findings.push(finding),
    }
    findings.extend(sources.iter().flat_map(Source::check));
    findings.extend(circles::check(&sources));
    for finding in &findings {
        println!("{finding}");
    }
    let errors = findings.iter().filter(|finding| finding.expected.is_some()).count();
    println!("tidy: {} files, {errors} problems", sources.len());
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The metadata of the workspace from cargo, as JSON.
fn metadata(root: &Path) -> Result<String> {
    let output = crate::cargo()
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .context("cargo metadata")?;
    anyhow::ensure!(
        output.status.success(),
        "cargo metadata: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).context("cargo metadata")
}
