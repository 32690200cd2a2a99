//! Solves a position with a certificate, and has the certificate checked.
//!
//! `cargo run --release --example solve`

use andor::checker::{self, Options};
use andor::{Problem, Proof, Settings, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem: Problem = "hex 5x5 --moves c3".parse()?;
    let settings = Settings { proof: Proof::Compressed, pv: true, ..Settings::default() };
    let report = solve(&problem, &settings, None)?;
    let winner = report.winner.map_or("nobody".to_string(), |winner| winner.to_string());
    eprintln!("{problem}: {winner} wins, best play {}", report.pv.unwrap_or_default().join(" "));
    let certificate = report.certificate.ok_or("no certificate")?.to_vec()?;
    let summary = checker::check(&certificate, &Options::default()).map_err(|e| e.to_string())?;
    eprintln!("{summary}");
    eprintln!("{}", serde_json::to_string(&problem)?);
    Ok(())
}
