//! From the result of the threads to the report.

use super::job::{Found, Job};
use super::question::Value;
use super::score::Bounds;
use super::shortest::Win;
use crate::adapter::Adapter;
use crate::checkpoint::Keeper;
use crate::report::{MoveReport, Report, ReportAnswer};
use crate::settings::{Proof, Settings};
use andor_certify::{NoCertificate, Recorder, Spool};
use andor_checker::write::Compress;
use andor_core::Player;
use andor_search::{Budget, Line};
use std::io::Write;
use std::sync::Arc;

/// The compression level of zstd.
const COMPRESSION: i32 = 15;

/// The certificate of a recorder as bytes, with the number of its entries, unless the budget ends
/// before.
fn encode(
    settings: &Settings,
    recorder: Recorder,
    budget: &mut Budget,
) -> Result<(usize, Spool), NoCertificate> {
    let finished = recorder.finish(budget)?;
    let encoded = encoded(settings, |out, compress| finished.write(out, compress, budget))?;
    Ok((finished.entries() as usize, encoded))
}

/// The bytes of a certificate that is written so.
pub(crate) fn encoded(
    settings: &Settings,
    write: impl FnOnce(&mut dyn Write, Option<Compress<'_>>) -> Result<(), NoCertificate>,
) -> Result<Spool, NoCertificate> {
    let compress =
        |raw: &[u8]| zstd::bulk::compress(raw, COMPRESSION).unwrap_or_else(|_| raw.to_vec());
    let mut out = Spool::new(settings.room().certificate() / 2, settings.overflow.clone());
    write(&mut out, (settings.proof == Proof::Compressed).then_some(&compress))?;
    Ok(out)
}

/// The answer to the claim that a player wins, from the value of a position, if the value is known.
pub(super) fn answer(value: Option<Value>, claimed: Player) -> ReportAnswer {
    match value {
        Some(value) if value == Value::Won(claimed) => ReportAnswer::Proven,
        Some(_) => ReportAnswer::Disproven,
        None => ReportAnswer::Stopped,
    }
}

/// The report on what was found.
pub(super) fn report<G: Adapter>(
    job: &Job<'_, G>,
    line: &Line<'_, G>,
    found: Found,
    moves: Option<Vec<MoveReport>>,
    win: Option<Win>,
) -> Report {
    let (settings, problem) = (job.settings, job.at.problem);
    // The line of play is no part of the time, and a certificate is compressed within it.
    let explained = found.explained;
    let claimed = job.inquiry.first();
    let (value, stop) = (found.value.ok(), found.value.err());
    let written_bytes =
        found.proofs.as_ref().and_then(|proofs| Some(proofs.as_ref().ok()?.bytes()));
    let mut budget = job.budget.after_search();
    let proof = found
        .proofs
        .map(|proofs| proofs.and_then(|recorder| encode(settings, recorder, &mut budget)));
    let (written, no_proof) = match proof {
        Some(Ok(written)) => (Some(written), None),
        Some(Err(error)) => (None, Some(error.to_string())),
        None => (None, None),
    };
    let progress = found.progress;
    let quickest = win.as_ref().and_then(|win| win.best.clone());
    let shelf = job.shelf.as_deref();
    let before = job.keeper.as_ref().and_then(Keeper::before);
    Report {
        version: env!("CARGO_PKG_VERSION"),
        played: job.at.played.iter().map(|&mv| job.at.game.move_text(mv)).collect(),
        notes: problem.notes().map(str::to_string).collect(),
        game: problem.game(),
        size: problem.size_text().to_string(),
        rules: problem.option("rules").map(str::to_string),
        komi: problem.option("komi").map(str::to_string),
        to_move: line.to_move(),
        claim: claimed,
        answer: answer(value, claimed),
        winner: value.and_then(Value::winner),
        draw: value == Some(Value::Draw),
        margin: found.bounds.and_then(Bounds::margin),
        lower_bound: found.bounds.and_then(|bounds| bounds.lower),
        upper_bound: found.bounds.and_then(|bounds| bounds.upper),
        best_move_is_guess: found.guess.is_some(),
        best_move: quickest.or(found.pv.first().cloned()).or(found.guess),
        plies: win.as_ref().and_then(|win| win.plies),
        pv: settings.pv.then(|| win.as_ref().and_then(|win| win.line.clone()).unwrap_or(found.pv)),
        moves,
        tree: found.tree,
        nodes: progress.nodes,
        expansions: progress.expansions,
        playouts: progress.playouts,
        solved: progress.solved,
        chance: stop.and(progress.chance),
        expected_work: stop.and(progress.expected_work),
        proof_number: stop.and(progress.proof_numbers).map(|(proof, _)| proof),
        disproof_number: stop.and(progress.proof_numbers).map(|(_, disproof)| disproof),
        depth: stop.and(progress.depth),
        part: stop.and(progress.part),
        share_done: stop.and(progress.done),
        seconds: job.started.elapsed().saturating_sub(explained).as_secs_f64(),
        explain_seconds: explained.as_secs_f64(),
        memory_bytes: progress.memory + written_bytes.unwrap_or(0),
        seed: settings.seed,
        search: job.spec.search,
        knowledge: job.spec.knowledge.to_vec(),
        threads: settings.threads,
        stop_reason: stop.or(found.unfinished).or(win.and_then(|win| win.stop)),
        seconds_before: before.map(|before| before.seconds),
        nodes_before: before.map(|before| before.nodes),
        no_checkpoint: job.keeper.as_ref().and_then(Keeper::failed),
        from_store: shelf.map(|shelf| shelf.found()),
        to_store: shelf.map(|shelf| shelf.filed()),
        no_store: shelf.and_then(|shelf| shelf.failed()),
        contradictions: shelf.map_or(Vec::new(), |shelf| {
            shelf.contradictions().iter().map(|found| found.place.line()).collect()
        }),
        proof_entries: written.as_ref().map(|(entries, _)| *entries),
        proof_bytes: written.as_ref().map(|(_, bytes)| bytes.length() as usize),
        no_proof,
        certificate: written.map(|(_, bytes)| Arc::new(bytes)),
        picture: job.at.game.draw(line.position()),
        ..Report::default()
    }
}
