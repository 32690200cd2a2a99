//! The report of a solved position in words.

use crate::live::{self, short};
use andor_games::notation::picture;
use andor_solver::{CaptureReport, MoveReport, Plies, Report, ReportAnswer, TreeReport, named};
use std::io::{self, IsTerminal, Write};

/// Prints a report for a person to read.
pub fn report(out: &mut (impl Write + IsTerminal), report: &Report) -> io::Result<()> {
    let coloured = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let picture = if coloured { picture::colour(&report.picture) } else { report.picture.clone() };
    write!(out, "{picture}")?;
    writeln!(out, "{}", answer(report))?;
    if let Some(capture) = &report.capture {
        writeln!(out, "{}", code(capture))?;
    }
    if let Some(best) = &report.best_move {
        let label = if report.best_move_is_guess { "best guess" } else { "best move" };
        writeln!(out, "{label}: {best}")?;
    }
    if let Some(plies) = report.plies {
        writeln!(out, "{}", length(plies))?;
    }
    if let Some(pv) = report.pv.as_ref().filter(|pv| !pv.is_empty()) {
        writeln!(out, "best play: {}", pv.join(" "))?;
    }
    if let Some(moves) = &report.moves {
        match &report.stop_reason {
            _ if report.capture.is_some() => writeln!(out, "codes of the first moves:")?,
            Some(stop) => writeln!(out, "moves, as far as known when stopped ({stop}):")?,
            None => writeln!(out, "moves:")?,
        }
        values(out, report, moves)?;
    }
    if let Some(capture) = &report.capture {
        zone(out, report, capture)?;
    }
    if let Some(tree) = &report.tree {
        writeln!(out, "solution:")?;
        branches(out, tree, 1)?;
    }
    if let (Some(seconds), Some(nodes)) = (report.seconds_before, report.nodes_before) {
        writeln!(out, "went on from a checkpoint after {nodes} nodes, {seconds:.3} s")?;
    }
    if let (Some(entries), Some(bytes)) = (report.proof_entries, report.proof_bytes) {
        writeln!(out, "certificate: {entries} entries, {bytes} bytes")?;
    }
    writeln!(
        out,
        "{} nodes, {} expanded, {:.3} s, {}B, {} (knowledge: {}, seed {})",
        report.nodes,
        report.expansions,
        report.seconds,
        short(report.memory_bytes as f64),
        report.search,
        named(&report.knowledge),
        report.seed
    )
}

/// The length of a win.
fn length(Plies { least, most }: Plies) -> String {
    match most {
        Some(most) if most == least => format!("quickest win: {least} plies"),
        Some(most) => format!("quickest win: {least} to {most} plies"),
        None => format!("quickest win: {least} plies or more"),
    }
}

/// The code of an answer about a block, and the step that gave it.
fn code(capture: &CaptureReport) -> String {
    let code = match (capture.code, capture.at_least) {
        (Some(code), false) => format!("code {code}"),
        (Some(code), true) => format!("code {code}, or stronger"),
        (None, _) => "no code".to_string(),
    };
    let step = capture.step.as_ref().map(|step| format!(" ({step})")).unwrap_or_default();
    format!("{code}{step}")
}

/// The zone of an answer about a block, drawn: the empty points on which the answer depends.
fn zone(out: &mut impl Write, report: &Report, capture: &CaptureReport) -> io::Result<()> {
    if capture.zone.is_empty() {
        return Ok(());
    }
    let is_in = |name: &str| capture.zone.iter().any(|point| point == name);
    let board = picture::with_texts(&report.picture, |name| is_in(name).then(|| "+".to_string()));
    if let Some(board) = board {
        writeln!(out, "zone (+ is an empty point of the zone):\n{board}")?;
    }
    writeln!(out, "the answer depends on {} points", capture.zone.len())
}

/// The values of the moves: on the board, and in words for moves that are no points of the board.
fn values(out: &mut impl Write, report: &Report, moves: &[MoveReport]) -> io::Result<()> {
    let of = |name: &str| moves.iter().find(|value| value.mv == name);
    let board = picture::with_texts(&report.picture, |name| of(name).map(mark));
    let is_on_board = |value: &&MoveReport| {
        let mut letters = value.mv.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.as_str().parse::<u8>().is_ok()
    };
    let mut rest: Vec<&MoveReport> = moves.iter().collect();
    if let Some(board) = board {
        write!(out, "{board}")?;
        let margins = moves.iter().all(|value| value.margin.is_some());
        match margins {
            _ if report.capture.is_some() => {
                writeln!(
                    out,
                    "each point: the code of a first move there, ? if it is not settled"
                )?;
            }
            true => writeln!(out, "each point: Black's margin after a move there")?,
            false => {
                write!(out, "b: black wins, w: white wins, =: nobody does, ")?;
                if moves.iter().any(is_only_denied) {
                    write!(out, "-: {} does not win, ", report.claim)?;
                }
                write!(out, "?: not solved")?;
                if moves.iter().any(|value| value.plies.is_some()) {
                    write!(out, "; b7: black wins in 7 plies, b7+: in 7 or more")?;
                }
                writeln!(out)?;
            }
        }
        rest.retain(|value| !is_on_board(value));
    }
    for value in rest {
        let worth = match (value.winner, value.margin) {
            _ if report.capture.is_some() => mark(value),
            (_, Some(margin)) => format!("{margin:+}"),
            (Some(winner), None) => match value.plies {
                Some(plies) => format!("{winner} wins in {} plies", in_plies(plies)),
                None => format!("{winner} wins"),
            },
            (None, None) if value.draw => "no win".to_string(),
            (None, None) if is_only_denied(value) => format!("{} does not win", report.claim),
            (None, None) => "not solved".to_string(),
        };
        writeln!(out, "  {:5} {worth}", value.mv)?;
    }
    Ok(())
}

/// The worth of a move, as a mark on the board.
fn mark(value: &MoveReport) -> String {
    if let Some(code) = value.code {
        return code.to_string();
    }
    match (value.winner, value.margin) {
        (_, Some(margin)) => format!("{margin:+}"),
        (Some(winner), None) => {
            let letter: String = winner.to_string().chars().take(1).collect();
            letter + &value.plies.map(in_plies).unwrap_or_default()
        }
        (None, None) if value.draw => "=".to_string(),
        (None, None) if is_only_denied(value) => "-".to_string(),
        (None, None) => "?".to_string(),
    }
}

/// The length of a win after a letter: `7`, or `7+` if it may be longer.
fn in_plies(Plies { least, most }: Plies) -> String {
    if most == Some(least) { least.to_string() } else { format!("{least}+") }
}

/// Is all that is known that the claimed player does not win?
fn is_only_denied(value: &MoveReport) -> bool {
    value.answer == ReportAnswer::Disproven && !value.solved
}

fn branches(out: &mut impl Write, tree: &[TreeReport], depth: usize) -> io::Result<()> {
    for branch in tree {
        writeln!(out, "{:indent$}{} {}", "", branch.player, branch.mv, indent = 2 * depth)?;
        branches(out, &branch.replies, depth + 1)?;
    }
    Ok(())
}

/// The bounds of the margin, if the margin was asked for.
fn margins(report: &Report) -> Option<String> {
    let (lower, upper) = (report.lower_bound, report.upper_bound);
    if let Some(margin) = report.margin {
        return Some(format!("Black's margin is {margin}"));
    }
    if report.answer == ReportAnswer::Stopped {
        return Some(format!("Black's margin is from {} to {}", lower?, upper?));
    }
    let lower = lower.map(|lower| format!("Black can force {lower}"));
    let upper = upper.map(|upper| format!("White can hold Black to {upper}"));
    let both: Vec<String> = lower.into_iter().chain(upper).collect();
    (!both.is_empty()).then(|| both.join(", "))
}

/// The progress of a search that stopped, as far as it is known.
fn how_far(report: &Report) -> String {
    let chance = |chance: f32| format!("{} is given {:.0}%", report.to_move, chance * 100.0);
    let work = |work: f32| format!("the expected work is {} nodes", short(work.into()));
    let proof = |proof: u32| format!("the proof number is {}", short(proof.into()));
    let disproof = |disproof: u32| format!("the disproof number is {}", short(disproof.into()));
    let depth = |depth: u16| format!("it looked {depth} plies ahead");
    let is_partial = report.part.is_some() || report.lower_bound.is_some();
    let of = match report.part {
        Some((number, of)) => format!("part {number} of {of}"),
        None if is_partial => "the present claim".to_string(),
        None => "the work".to_string(),
    };
    let done = match report.share_done {
        Some(share) => {
            format!("about {}% of {of} is done ({})", live::likely(share), live::range(share))
        }
        None => format!("it is not known how much of {of} is done"),
    };
    let words = [
        report.chance.map(chance),
        report.expected_work.map(work),
        report.proof_number.map(proof),
        report.disproof_number.map(disproof),
        report.depth.map(depth),
        Some(done),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Who wins, in a sentence.
fn answer(report: &Report) -> String {
    let komi = report.komi.as_ref().map(|komi| format!(" with komi {komi}")).unwrap_or_default();
    let rules = report.rules.as_ref().map(|rules| format!(", {rules}")).unwrap_or_default();
    let place = format!("{} {}{rules}", report.game, report.size);
    if let Some(capture) = &report.capture {
        let stop = report.stop_reason.map(|stop| format!(" (stopped: {stop})"));
        return format!("{}: {}{}", capture.target, capture.words, stop.unwrap_or_default());
    }
    if report.answer == ReportAnswer::Stopped {
        let stop = report.stop_reason.map(|stop| stop.to_string()).unwrap_or_default();
        let margin = margins(report).map(|words| format!("; {words}")).unwrap_or_default();
        return format!("{place}: not solved, stopped ({stop}){margin}; {}", how_far(report));
    }
    if let Some(words) = margins(report) {
        return format!("{place}: {words}");
    }
    match report.winner {
        Some(winner) => format!("{place}: {winner} wins{komi}"),
        None if report.draw => format!("{place}: neither player can force a win{komi}"),
        None => format!("{place}: {} cannot force a win{komi}", report.claim),
    }
}
