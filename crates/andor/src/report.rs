//! `andor report`: files of `andor solve --events` as one page of HTML with curves.

use crate::batch::answer_in_words;
use crate::live::short;
use crate::output::Destination;
use andor_train::chart::{self, Band, Curve};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The band of the forecast ends at so many times the work that was done.
const CUT: f64 = 10.0;

/// Which runs, and where the page goes.
#[derive(Args)]
pub struct Arguments {
    /// Files that andor solve --events wrote
    #[arg(required = true, value_name = "EVENTS")]
    files: Vec<PathBuf>,
    /// The page, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
}

/// Writes the page.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let runs: Vec<Run> =
        arguments.files.iter().map(|path| Run::read(path)).collect::<Result<_>>()?;
    let destination = Destination::open(&arguments.out)?;
    destination.write(page(&runs).as_bytes(), |_| Ok(()))?;
    Ok(ExitCode::SUCCESS)
}

/// The events of a search.
struct Run {
    name: String,
    events: Vec<Value>,
}

impl Run {
    fn read(path: &Path) -> Result<Run> {
        let place = format!("file \"{}\"", path.display());
        let expected = "expected a file that andor solve --events wrote";
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{place}: cannot be read; {expected}"))?;
        let name =
            path.file_name().map_or(place.clone(), |name| name.to_string_lossy().into_owned());
        Run::of(name, &text).map_err(|error| anyhow!("{place}: {error:#}; {expected}"))
    }

    /// The run of a text. The last line may be cut: the search may still run.
    fn of(name: String, text: &str) -> Result<Run> {
        let mut events = Vec::new();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            match serde_json::from_str::<Value>(line) {
                Ok(event) if event["seconds"].is_number() && event["nodes"].is_number() => {
                    events.push(event);
                }
                Err(_) if !line.ends_with('\n') && line.starts_with("{\"seconds\":") => {}
                _ => bail!("line {number}: not an event"),
            }
        }
        if events.is_empty() {
            bail!("no event in it");
        }
        Ok(Run { name, events })
    }

    /// The answer, if the search has ended.
    fn report(&self) -> Option<&Value> {
        self.events.last().map(|event| &event["report"]).filter(|report| report.is_object())
    }

    fn last(&self, name: &str) -> f64 {
        self.events.last().and_then(|event| event[name].as_f64()).unwrap_or_default()
    }

    /// A figure over the seconds.
    fn places(&self, value: impl Fn(&Value) -> Option<f64>) -> Vec<(f64, f64)> {
        let place = |event: &Value| Some((event["seconds"].as_f64()?, value(event)?));
        self.events.iter().filter_map(place).collect()
    }

    /// The nodes of each second.
    fn rates(&self) -> Vec<(f64, f64)> {
        let nodes = self.places(|event| event["nodes"].as_f64());
        let rate = |pair: &[(f64, f64)]| {
            let (seconds, nodes) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            (seconds > 1e-3).then(|| (pair[1].0, nodes.max(0.0) / seconds))
        };
        nodes.windows(2).filter_map(rate).collect()
    }

    /// The work that was done, the work that was foreseen and its range; nothing without a
    /// forecast.
    fn work(&self) -> Option<([Curve; 2], Band)> {
        let most = CUT * self.last("nodes");
        let foreseen = |bound: &str| {
            self.places(|event| {
                let left = event["nodes_left"][bound].as_f64()?;
                Some((event["nodes"].as_f64()? + left).min(most))
            })
        };
        let [least, likely, upper] = ["least", "likely", "most"].map(foreseen);
        let band: Band =
            least.iter().zip(&upper).map(|(low, high)| (low.0, low.1, high.1)).collect();
        let done = self.places(|event| event["nodes"].as_f64());
        let curves = [("done".to_string(), done), ("foreseen".to_string(), likely)];
        (!band.is_empty()).then_some((curves, band))
    }
}

/// The rows of the table: what stands in the column of a run.
fn rows(run: &Run) -> Vec<(&'static str, String)> {
    let report = run.report();
    let text = |name: &str| {
        let value = report.map(|report| &report[name]).unwrap_or(&Value::Null);
        value.as_str().map_or_else(
            || if value.is_null() { "–".to_string() } else { value.to_string() },
            str::to_string,
        )
    };
    let known = |name: &str, words: fn(f64) -> String| {
        let value = run.events.last().and_then(|event| event[name].as_f64());
        value.map_or("–".to_string(), words)
    };
    let answer = report.map_or("not known: the file has no end".to_string(), answer_in_words);
    vec![
        ("run", run.name.clone()),
        ("position", text("position")),
        ("answer", answer),
        ("best move", text("best_move")),
        ("search", text("search")),
        ("knowledge", text("knowledge")),
        ("threads", text("threads")),
        ("seed", text("seed")),
        ("seconds", format!("{:.3}", run.last("seconds"))),
        ("nodes", format!("{:.0}", run.last("nodes"))),
        ("positions solved", format!("{:.0}", run.last("solved"))),
        ("memory", format!("{}B", short(run.last("memory_bytes")))),
        ("memory cap", known("memory_cap", |bytes| format!("{}B", short(bytes)))),
        ("processors", known("processors", |count| format!("{count:.0}"))),
    ]
}

/// A figure of a run over the seconds.
type Figure<'a> = &'a dyn Fn(&Run) -> Vec<(f64, f64)>;

/// The page of some runs.
fn page(runs: &[Run]) -> String {
    let columns: Vec<Vec<(&str, String)>> = runs.iter().map(rows).collect();
    let mut content = String::from("<table>");
    for number in 0..columns.first().map_or(0, Vec::len) {
        content += &format!("<tr><td>{}", columns[0][number].0);
        for column in &columns {
            content += &format!("<td>{}", chart::escape(&column[number].1));
        }
    }
    content += "</table><main>";
    let end = runs.iter().map(|run| run.last("seconds")).fold(0.0, f64::max);
    let field = |name: &'static str| move |run: &Run| run.places(|event| event[name].as_f64());
    let memory = |run: &Run| run.places(|event| Some(event["memory_bytes"].as_f64()? / 1e6));
    let pictures: [(&str, Figure<'_>); 4] = [
        ("Nodes", &field("nodes")),
        ("Nodes a second", &Run::rates),
        ("Positions solved", &field("solved")),
        ("Memory in MB", &memory),
    ];
    for (title, places) in pictures {
        let curves: Vec<Curve> = runs.iter().map(|run| (run.name.clone(), places(run))).collect();
        chart::draw(&mut content, title, (end, "s"), &curves, &Band::new());
    }
    for run in runs {
        if let Some((curves, band)) = run.work() {
            let title = format!("Work in nodes, done and foreseen: {}", run.name);
            chart::draw(&mut content, &title, (run.last("seconds"), "s"), &curves, &band);
        }
    }
    content += "</main>";
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    chart::page(&names.join(", "), &content)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: &str = r#"{"seconds":0.5,"nodes":10,"solved":1,"memory_bytes":1000000,"nodes_left":null}
{"seconds":1.5,"nodes":30,"solved":2,"memory_bytes":2000000,"nodes_left":{"least":10,"likely":20,"most":900}}
{"seconds":2.5,"nodes":40,"solved":3,"memory_bytes":2000000,"memory_cap":3000000,"processors":2,"report":{"winner":"black","position":"<hex>","seed":1}}
"#;

    #[test]
    fn the_page_shows_every_run() {
        let runs = ["a&b", "c"].map(|name| Run::of(name.to_string(), EVENTS).expect("events"));
        let page = page(&runs);
        let count = |part: &str| page.matches(part).count();
        assert_eq!((count("<svg"), count("<path"), count("<polygon")), (6, 12, 2));
        assert!(
            page.contains("<tr><td>memory cap<td>3.00MB<td>3.00MB<tr><td>processors<td>2<td>2")
        );
        assert!(page.contains("<td>a&amp;b<td>c") && page.contains("<td>&lt;hex&gt;"), "{page}");
        assert!(page.contains("<tr><td>answer<td>black wins<td>black wins"), "{page}");
        assert!(!page.contains("NaN") && !page.contains("inf") && !page.contains("http"));
        assert_eq!(runs[0].rates(), [(1.5, 20.0), (2.5, 10.0)]);
    }

    #[test]
    fn a_run_that_has_not_ended_has_no_answer() {
        let cut = &EVENTS[..EVENTS.len() - 9];
        let run = Run::of("a".to_string(), cut).expect("events");
        assert!(run.report().is_none() && run.events.len() == 2);
        assert!(page(&[run]).contains("not known: the file has no end"));
        for wrong in ["", "hello\n", "hello", "{\"seconds\":1}\n", &format!("{cut}\n{EVENTS}")] {
            assert!(Run::of("a".to_string(), wrong).is_err(), "{wrong}");
        }
    }
}
