//! The results of a set in words and as an object.

use super::problem::Entry;
use serde_json::{Value, json};

/// The limits in seconds within which solved problems are counted.
const WITHIN: [f64; 4] = [1.0, 5.0, 20.0, 60.0];

/// The line of a problem.
pub fn line(entry: &Entry, width: usize) -> String {
    let name = entry.name();
    if let Some(error) = entry.error() {
        return format!("{name:width$}  not read: {error}");
    }
    let (answer, seconds, nodes) = (entry.answer(), entry.seconds(), entry.nodes());
    let line =
        format!("{name:width$}  {answer:10} {seconds:9.3} s {nodes:11} nodes  {}", entry.best());
    line.trim_end().to_string()
}

/// The figures of a set.
struct Figures {
    problems: usize,
    unread: usize,
    solved: usize,
    /// The solved problems within each limit up to that of the command.
    within: Vec<(f64, usize)>,
    nodes: u64,
    seconds: f64,
    median_nodes: Option<f64>,
    median_seconds: Option<f64>,
}

fn figures(entries: &[Entry], limit: f64) -> Figures {
    let solved: Vec<&Entry> = entries.iter().filter(|entry| entry.is_solved()).collect();
    let count = |most: f64| solved.iter().filter(|entry| entry.seconds() <= most).count();
    Figures {
        problems: entries.len(),
        unread: entries.iter().filter(|entry| entry.error().is_some()).count(),
        solved: solved.len(),
        within: WITHIN
            .into_iter()
            .filter(|&most| most <= limit)
            .map(|most| (most, count(most)))
            .collect(),
        nodes: entries.iter().map(Entry::nodes).sum(),
        seconds: entries.iter().map(Entry::seconds).sum(),
        median_nodes: median(solved.iter().map(|entry| entry.nodes() as f64).collect()),
        median_seconds: median(solved.iter().map(|entry| entry.seconds()).collect()),
    }
}

/// The middle value, or the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values.len().checked_sub(1)? / 2, values.len() / 2);
    Some((values[low] + values[high]) / 2.0)
}

/// The summary of a set in words.
pub fn words(entries: &[Entry], limit: f64) -> String {
    let figures = figures(entries, limit);
    let within = figures.within.iter().map(|(most, count)| format!("{count} within {most} s"));
    let within: Vec<String> = within.collect();
    let mut text = format!("{} problems, {} solved", figures.problems, figures.solved);
    if !within.is_empty() {
        text += &format!(": {}", within.join(", "));
    }
    if figures.unread > 0 {
        text += &format!("; {} not read", figures.unread);
    }
    text += &format!("\n{} nodes, {:.3} s of processor time", figures.nodes, figures.seconds);
    if let (Some(nodes), Some(seconds)) = (figures.median_nodes, figures.median_seconds) {
        text += &format!("; median of the solved: {nodes} nodes, {seconds:.3} s");
    }
    text
}

/// The summary of a set as an object.
pub fn object(entries: &[Entry], limit: f64) -> Value {
    let figures = figures(entries, limit);
    let within = figures.within.iter().map(|(most, count)| (most.to_string(), json!(count)));
    json!({ "summary": {
        "problems": figures.problems,
        "not_read": figures.unread,
        "solved": figures.solved,
        "solved_within": within.collect::<serde_json::Map<_, _>>(),
        "nodes": figures.nodes,
        "processor_seconds": figures.seconds,
        "median_nodes": figures.median_nodes,
        "median_processor_seconds": figures.median_seconds,
    } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(Vec::new()), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn problems_are_counted_within_their_limits() {
        let entry = |seconds: f64, stop: Value| {
            let winner = if stop.is_null() { json!("white") } else { Value::Null };
            Entry(json!({
                "file": "a/7.sgf", "winner": winner, "best_move": "C3", "nodes": 10,
                "stop_reason": stop, "processor_seconds": seconds,
            }))
        };
        let late = entry(20.0, json!("time"));
        assert_eq!(line(&late, 6), "7.sgf   not solved    20.000 s          10 nodes");
        let refused = Entry::refused("a/8.sgf", &anyhow::anyhow!("no game"));
        assert_eq!(line(&refused, 6), "8.sgf   not read: no game");
        let entries = [entry(0.5, Value::Null), entry(7.0, Value::Null), late, refused];
        assert_eq!(
            words(&entries, 20.0),
            "4 problems, 2 solved: 1 within 1 s, 1 within 5 s, 2 within 20 s; 1 not read\n\
             30 nodes, 27.500 s of processor time; median of the solved: 10 nodes, 3.750 s"
        );
    }
}
