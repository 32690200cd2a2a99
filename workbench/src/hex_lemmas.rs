//! `cargo xtask hex-lemmas`: writes the lemmas about inferior cells of Hex, or proves them again.

use andor_knowledge::hex::inferior::generate;
use andor_knowledge::hex::inferior::lemma::{Lemma, TABLE};
use andor_knowledge::hex::inferior::shape::Shape;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::ExitCode;

/// Finds all lemmas and writes their table.
pub fn write(root: &Path) -> Result<ExitCode> {
    let shapes = Shape::all();
    let lemmas = generate::lemmas(&shapes);
    let path = root.join("crates/andor-knowledge/src/hex/inferior/lemmas.txt");
    std::fs::write(&path, Lemma::table(&lemmas, &shapes))
        .with_context(|| path.display().to_string())?;
    println!("{} lemmas about {} shapes", lemmas.len(), shapes.len());
    Ok(ExitCode::SUCCESS)
}

/// Proves every lemma of the table from the rules alone.
pub fn check() -> Result<ExitCode> {
    let shapes = Shape::all();
    let lemmas = match Lemma::parse_table(TABLE, &shapes) {
        Ok(lemmas) => lemmas,
        Err(problem) => bail!("lemmas.txt: {problem}"),
    };
    let wrong: Vec<&Lemma> = lemmas.iter().filter(|lemma| !lemma.is_true(&shapes)).collect();
    for lemma in &wrong {
        println!("not proven: {}", lemma.line(&shapes));
    }
    println!("{} of {} lemmas proven", lemmas.len() - wrong.len(), lemmas.len());
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
