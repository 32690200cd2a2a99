//! From what was found to the report.

use super::{Case, Found, Value};
use crate::certificate::Recorder;
use crate::certified::Certified;
use crate::problem::{Kind, Problem};
use crate::report::{MoveReport, Report};
use crate::score::Bounds;
use crate::settings::Proof;
use andor_search::Line;

/// How hard zstd tries.
const COMPRESSION: i32 = 15;

/// The certificate as bytes, with the number of its entries.
fn encode(proof: Proof, recorder: Recorder) -> (usize, Vec<u8>) {
    let certificate = recorder.finish();
    let compress = |raw: &[u8]| zstd::bulk::compress(raw, COMPRESSION).unwrap_or_default();
    let bytes = match proof {
        Proof::Compressed => certificate.encode(Some(&compress)),
        Proof::None | Proof::Stored => certificate.encode(None),
    };
    (certificate.entries.len(), bytes)
}

/// The report on what was found.
pub(super) fn report<G: Certified>(
    problem: &Problem,
    case: &Case<'_, G>,
    line: &Line<'_, G>,
    found: Found,
    moves: Option<Vec<MoveReport>>,
) -> Report {
    let settings = case.settings;
    let (rules, komi) = match &problem.kind {
        Kind::Go { rules, komi } => (Some(rules.to_string()), Some(komi.to_string())),
        _ => (None, None),
    };
    let claimed = case.question.first();
    let (answer, value, stop) = match found.value {
        Ok(value) => {
            let proven = value == Value::Won(claimed);
            (if proven { "proven" } else { "disproven" }, Some(value), None)
        }
        Err(stop) => ("stopped", None, Some(stop)),
    };
    let written_bytes =
        found.proofs.as_ref().and_then(|proofs| Some(proofs.as_ref().ok()?.bytes()));
    let proof = found.proofs.map(|proofs| proofs.map(|found| encode(settings.proof, found)));
    let (written, no_proof) = match proof {
        Some(Ok(written)) => (Some(written), None),
        Some(Err(error)) => (None, Some(error.to_string())),
        None => (None, None),
    };
    let progress = found.progress;
    let stop_reason = stop.or(found.unfinished).map(|stop| stop.to_string());
    Report {
        game: problem.game().to_string(),
        size: problem.size_text(),
        rules,
        komi,
        to_move: line.to_move().to_string(),
        claim: claimed.to_string(),
        answer: answer.to_string(),
        winner: value.and_then(Value::winner).map(|player| player.to_string()),
        draw: value == Some(Value::Draw),
        margin: found.bounds.and_then(Bounds::margin),
        lower_bound: found.bounds.map(|bounds| bounds.lower),
        upper_bound: found.bounds.map(|bounds| bounds.upper),
        best_move: found.pv.first().cloned(),
        pv: found.pv,
        moves,
        tree: found.tree,
        nodes: progress.nodes,
        expansions: progress.expansions,
        playouts: progress.playouts,
        solved: progress.solved,
        chance: stop.and(progress.chance),
        depth: stop.and(progress.depth),
        work_left: stop.and(progress.work_left),
        seconds: case.started.elapsed().as_secs_f64(),
        memory_bytes: progress.memory + written_bytes.unwrap_or(0),
        seed: settings.seed,
        search: settings.search.to_string(),
        knowledge: if case.names.is_empty() { "none".into() } else { case.names.join(",") },
        threads: settings.threads,
        stop_reason,
        proof_entries: written.as_ref().map(|(entries, _)| *entries),
        proof_bytes: written.as_ref().map(|(_, bytes)| bytes.len()),
        no_proof,
        certificate: written.map(|(_, bytes)| bytes),
        picture: case.game.draw(line.position()),
    }
}
