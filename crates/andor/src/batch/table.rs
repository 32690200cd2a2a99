//! The results of a batch: a table, totals, and the answers that are not the expected ones.

use super::entry::Entry;
use super::speed::Speed;
use serde_json::{Value, json};
use std::fmt::Write;

/// The most positions that are listed one by one.
const LISTED: usize = 40;

/// The widest name in columns.
const WIDEST: usize = 48;

/// What became of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RowKind {
    Solved,
    /// The target of a capture reaches the liberties of an escape.
    Undecided,
    Open,
    Refused(String),
    NotBegun,
}

impl RowKind {
    fn of(line: &Value) -> RowKind {
        match (line["error"].as_str(), line["stop_reason"].is_null()) {
            (Some(error), _) => RowKind::Refused(error.to_string()),
            (None, true) if line["answer"] == "escapes" => RowKind::Undecided,
            (None, true) => RowKind::Solved,
            (None, false) => RowKind::Open,
        }
    }
}

/// The answer of a report in a few words.
pub fn answer_in_words(report: &Value) -> String {
    answer(&RowKind::of(report), report)
}

/// A position and what became of it.
pub struct Row {
    name: String,
    kind: RowKind,
    answer: String,
    /// The best move of a solved position.
    best: Option<String>,
    seconds: f64,
    processor_seconds: f64,
    nodes: u64,
    expected: Option<&'static str>,
    agrees: Option<bool>,
    is_old: bool,
}

impl Row {
    /// The row of a line.
    pub fn new(entry: &Entry, line: &Value) -> Row {
        let kind = RowKind::of(line);
        let best = line["best_move"].as_str().filter(|_| kind == RowKind::Solved);
        Row {
            name: entry.name.clone(),
            answer: answer(&kind, line),
            best: best.map(str::to_string),
            kind,
            seconds: line["seconds"].as_f64().unwrap_or_default(),
            processor_seconds: line["processor_seconds"].as_f64().unwrap_or_default(),
            nodes: line["nodes"].as_u64().unwrap_or_default(),
            expected: entry.expected.map(|expected| expected.name()),
            agrees: entry.expected.and_then(|expected| expected.agrees(line)),
            is_old: false,
        }
    }

    /// The row of a line that an earlier run wrote.
    pub fn old(entry: &Entry, line: &Value) -> Row {
        Row { is_old: true, ..Row::new(entry, line) }
    }

    /// The row of a position that was not begun.
    pub fn not_begun(entry: &Entry) -> Row {
        let row = Row::new(entry, &Value::Null);
        Row { kind: RowKind::NotBegun, answer: "not begun".to_string(), ..row }
    }

    /// Is there an answer to the whole question?
    pub fn is_solved(&self) -> bool {
        self.kind == RowKind::Solved
    }

    /// Why the position could not be read or searched, in words that name it.
    pub fn error_in_words(&self) -> Option<String> {
        let RowKind::Refused(error) = &self.kind else { return None };
        // The error of a file names the file.
        let name = match error.starts_with("file \"") {
            true => String::new(),
            false => format!("{}: ", shown(&self.name)),
        };
        Some(format!("{name}{}", printable(error)))
    }

    fn is_different(&self) -> bool {
        self.agrees == Some(false)
    }
}

/// The answer in a few words.
fn answer(kind: &RowKind, line: &Value) -> String {
    let stop = line["stop_reason"].as_str();
    match (kind, line["winner"].as_str()) {
        (RowKind::Refused(_), _) => "refused".to_string(),
        (RowKind::Undecided, _) => format!("reaches {} liberties", line["capture"]["escape"]),
        _ if line["margin"].is_i64() => {
            format!("margin {:+}", line["margin"].as_i64().unwrap_or(0))
        }
        (_, Some(winner)) => format!("{winner} wins"),
        _ if line["draw"] == true => "draw".to_string(),
        _ if line["answer"] == "disproven" => {
            format!("no win for {}", line["claim"].as_str().unwrap_or("the claim"))
        }
        (RowKind::Open, None) => format!("open ({})", stop.unwrap_or("stopped")),
        (_, None) => match line["capture"]["code"].as_u64() {
            Some(code) => format!("code {code}"),
            None => "no win".to_string(),
        },
    }
}

/// The results of a batch.
pub struct Table<'a> {
    /// The positions.
    pub rows: &'a [Row],
    /// Wall-clock time of this run in seconds.
    pub seconds: f64,
    /// The file of an earlier run, if there is one.
    pub file: Option<&'a str>,
    /// The most time of a position in seconds.
    pub limit: Option<f64>,
}

impl Table<'_> {
    fn count(&self, is_one: impl Fn(&Row) -> bool) -> usize {
        self.rows.iter().filter(|row| is_one(row)).count()
    }

    /// The positions that could not be read or searched.
    pub fn refused(&self) -> usize {
        self.count(|row| matches!(row.kind, RowKind::Refused(_)))
    }

    /// The answers that are not the expected ones.
    pub fn different(&self) -> usize {
        self.count(Row::is_different)
    }

    /// Has every position an answer?
    pub fn is_solved(&self) -> bool {
        self.rows.iter().all(Row::is_solved)
    }

    /// Is a position open or not begun?
    pub fn is_open(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.kind, RowKind::Open | RowKind::NotBegun))
    }

    fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }

    fn processor_seconds(&self) -> f64 {
        self.rows.iter().map(|row| row.processor_seconds).sum()
    }

    fn speed(&self) -> Speed {
        let solved = self.rows.iter().filter(|row| row.is_solved());
        let solved: Vec<_> = solved.map(|row| (row.processor_seconds, row.nodes)).collect();
        Speed::of(&solved, self.limit)
    }

    /// The table in words.
    pub fn words(&self) -> String {
        let mut text = String::new();
        if self.rows.len() <= LISTED {
            self.rows_in_words(&mut text);
        }
        text += &self.totals();
        for row in self.rows {
            if let Some(error) = row.error_in_words() {
                let _ = write!(text, "\nrefused: {error}");
            }
        }
        for row in self.rows.iter().filter(|row| row.is_different()) {
            let (name, expected) = (shown(&row.name), row.expected.unwrap_or_default());
            let _ = write!(text, "\ndifferent: {name}: expected {expected}, found {}", row.answer);
        }
        text
    }

    fn rows_in_words(&self, text: &mut String) {
        let names: Vec<String> = self.rows.iter().map(|row| shown(&row.name)).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
        let answers =
            self.rows.iter().map(|row| row.answer.chars().count()).max().unwrap_or_default();
        for (row, name) in self.rows.iter().zip(names) {
            let Row { answer, seconds, nodes, .. } = row;
            let _ = match row.kind {
                RowKind::Refused(_) | RowKind::NotBegun => {
                    writeln!(text, "{name:widest$}  {answer}")
                }
                _ => {
                    let best = row.best.iter().map(|best| format!("  {}", printable(best)));
                    let mark = row.is_different().then(|| "  different".to_string());
                    let more: String = best.chain(mark).collect();
                    writeln!(
                        text,
                        "{name:widest$}  {answer:answers$} {seconds:10.3} s {nodes:11} nodes{more}"
                    )
                }
            };
        }
    }

    /// The totals in words.
    pub fn totals(&self) -> String {
        let mut counts = vec![format!("{} solved", self.count(Row::is_solved))];
        for (count, words) in [
            (self.count(|row| row.kind == RowKind::Undecided), "not decided"),
            (self.count(|row| row.kind == RowKind::Open), "open"),
            (self.count(|row| row.kind == RowKind::NotBegun), "not begun"),
            (self.refused(), "refused"),
            (self.count(|row| row.agrees == Some(true)), "as expected"),
            (self.different(), "different"),
        ] {
            counts.extend((count > 0).then(|| format!("{count} {words}")));
        }
        let many = if self.rows.len() == 1 { "position" } else { "positions" };
        let mut text = format!("{} {many}: {}", self.rows.len(), counts.join(", "));
        let old = self.count(|row| row.is_old);
        if let (Some(file), 1..) = (self.file, old) {
            let _ = write!(text, "; {old} of them from {}", shown(file));
        }
        let (seconds, nodes) = (self.processor_seconds(), self.nodes());
        let _ = write!(
            text,
            "\n{:.3} s in this run; in all {seconds:.3} s of processor time, {nodes} nodes",
            self.seconds
        );
        if let Some(speed) = self.speed().words() {
            let _ = write!(text, "\n{speed}");
        }
        text
    }

    /// The totals and the differences as an object.
    pub fn object(&self) -> Value {
        let row =
            |row: &Row| json!({ "name": row.name, "expected": row.expected, "found": row.answer });
        let different = self.rows.iter().filter(|row| row.is_different()).map(row);
        let mut summary = json!({
            "positions": self.rows.len(),
            "solved": self.count(Row::is_solved),
            "undecided": self.count(|row| row.kind == RowKind::Undecided),
            "open": self.count(|row| row.kind == RowKind::Open),
            "not_begun": self.count(|row| row.kind == RowKind::NotBegun),
            "refused": self.refused(),
            "as_expected": self.count(|row| row.agrees == Some(true)),
            "different": different.collect::<Vec<_>>(),
            "from_file": self.count(|row| row.is_old),
            "seconds": self.seconds,
            "processor_seconds": self.processor_seconds(),
            "nodes": self.nodes(),
        });
        if let Value::Object(fields) = &mut summary {
            fields.extend(self.speed().fields());
        }
        json!({ "summary": summary })
    }
}

/// A name in at most so many columns: the middle of a long name is left out.
fn shown(name: &str) -> String {
    let name = printable(name);
    let count = name.chars().count();
    if count <= WIDEST {
        return name;
    }
    let head: String = name.chars().take(WIDEST / 3).collect();
    let tail: String = name.chars().skip(count - (WIDEST - WIDEST / 3 - 1)).collect();
    format!("{head}…{tail}")
}

/// The text with escapes for control characters.
fn printable(text: &str) -> String {
    let escape = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Expected, Place};
    use super::*;

    fn entry(name: &str, expected: Option<Expected>) -> Entry {
        Entry { expected, ..Entry::new(name, Place::Text(String::new())) }
    }

    #[test]
    fn tables_have_rows_totals_and_differences() {
        let solved = |winner: &str| json!({ "winner": winner, "seconds": 0.5, "processor_seconds": 1.0, "nodes": 10, "best_move": "C3" });
        let late =
            json!({ "winner": null, "answer": "stopped", "stop_reason": "time", "seconds": 2.0 });
        let escapes = json!({ "winner": null, "answer": "escapes", "capture": { "escape": 5 } });
        let black = Some(Expected::Black);
        let rows = [
            Row::old(&entry("a.sgf", black), &solved("black")),
            Row::new(&entry("b.sgf", black), &solved("white")),
            Row::new(&entry("c\u{1b}", black), &late),
            Row::new(&entry("d", None), &json!({ "error": "no game" })),
            Row::not_begun(&entry("e", black)),
            Row::new(&entry("f", black), &escapes),
        ];
        let table = Table { rows: &rows, seconds: 3.0, file: Some("out.jsonl"), limit: Some(5.0) };
        let expected = "\
a.sgf    black wins               0.500 s          10 nodes  C3
b.sgf    white wins               0.500 s          10 nodes  C3  different
c\\u{1b}  open (time)              2.000 s           0 nodes
d        refused
e        not begun
f        reaches 5 liberties      0.000 s           0 nodes
6 positions: 2 solved, 1 not decided, 1 open, 1 not begun, 1 refused, 1 as expected, 1 different; 1 of them from out.jsonl
3.000 s in this run; in all 2.000 s of processor time, 20 nodes
processor time of the solved: 2 within 1 s, 2 within 5 s; median 1.000 s, 10 nodes
refused: d: no game
different: b.sgf: expected black, found white wins";
        assert_eq!(table.words(), expected);
        assert_eq!((table.refused(), table.different(), table.is_solved()), (1, 1, false));
        let summary = &table.object()["summary"];
        assert_eq!(summary["different"][0]["name"], "b.sgf");
        assert_eq!((&summary["solved_within"]["5"], &summary["nodes"]), (&2.into(), &20.into()));
    }

    #[test]
    fn long_names_lose_their_middle() {
        let name = format!("{}{}", "a".repeat(60), "b".repeat(60));
        let text = shown(&name);
        assert_eq!(text.chars().count(), WIDEST);
        assert!(text.starts_with("aa") && text.contains('…') && text.ends_with("bb"));
    }
}
