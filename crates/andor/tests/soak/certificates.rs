//! Certificates: where there are none, and the two checkers.

use crate::cases::Case;
use andor_checker::{Certificate, Options, check};
use andor_solver::Report;
use std::path::{Path, PathBuf};
use std::process::Command;

/// May there be no certificate, for this reason? The documents promise one everywhere else.
fn may_lack(case: &Case, reason: &str) -> bool {
    let problem = &case.drawn.problem;
    if reason.contains("before the search had to stop") {
        return true;
    }
    match problem.game() {
        "nim" => true,
        "gomoku" => problem.option("rules") == Some("renju"),
        "killall" => problem.option("rules") == Some("ssk"),
        // Neither player can force a win.
        "phutball" => reason.contains("only wins of Phutball have certificates"),
        // The claim that a game has a result at all, after other moves.
        "go" => case.drawn.no_result && reason.contains("no proof that can be written down"),
        // A defence that rests on a repetition.
        "capture" => reason.contains("no proof that can be written"),
        _ => false,
    }
}

/// The certificate of a report, accepted by the first checker; nothing if there need be none.
pub fn certified(case: &Case, report: &Report) -> Result<Option<(Vec<u8>, Certificate)>, String> {
    let Some(spool) = &report.certificate else {
        return match &report.no_proof {
            _ if report.stop_reason.is_some() => Ok(None),
            Some(reason) if may_lack(case, reason) => Ok(None),
            Some(reason) => Err(format!("no certificate: {reason}")),
            None => Err("no certificate, and no reason".to_string()),
        };
    };
    let bytes = spool.to_vec().map_err(|error| error.to_string())?;
    check(&bytes, &Options { threads: 1, ..Options::default() })
        .map_err(|refusal| format!("refused: {refusal}"))?;
    let certificate = Certificate::decode(&bytes).map_err(|refusal| refusal.to_string())?;
    Ok(Some((bytes, certificate)))
}

/// The folder of the sources: of the environment where the program runs elsewhere.
fn root() -> PathBuf {
    match std::env::var_os("ANDOR_ROOT") {
        Some(root) => root.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
    }
}

/// A certificate in a file, and the case in words.
pub struct Written {
    pub path: PathBuf,
    pub words: String,
}

/// What the second checker refuses. The files are removed.
pub fn refused_by_python(batch: &mut Vec<Written>) -> Vec<String> {
    if batch.is_empty() {
        return Vec::new();
    }
    let tool = root().join("tools/check_certificate.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(tool).args(batch.iter().map(|written| &written.path));
    let (is_fine, said) = match command.output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            (output.status.success(), said)
        }
        Err(error) => (false, format!("python3 does not run: {error}")),
    };
    let refused = |Written { path, words }: &Written| {
        let path = path.display().to_string();
        let found = said.lines().find(|line| line.starts_with(&path))?;
        Some(format!("{words}\n    second checker: {found}"))
    };
    let refused: Vec<String> = batch.iter().filter_map(refused).collect();
    for Written { path, .. } in batch.drain(..) {
        std::fs::remove_file(path).expect("a file");
    }
    match is_fine {
        true => Vec::new(),
        false if refused.is_empty() => vec![format!("second checker: {said}")],
        false => refused,
    }
}
