//! The live line: the progress of a search while it runs.
//!
//! On a terminal one line is redrawn in place, on standard error, so that standard output holds
//! only the answer. The line fits the terminal: the least important figures are left out. When the
//! run ends or is interrupted the line is cleared.

use andor_core::lock;
use andor_solver::Outlook;
use andor_solver::forecast::Share;
use console::Term;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The line is redrawn this often at most.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// The widest line in columns.
const WIDEST: usize = 80;

/// The columns that the terminal writes when Ctrl-C is pressed twice.
const INTERRUPT: usize = 4;

/// Shows progress on a terminal, and nothing elsewhere.
pub struct LiveLine {
    started: Instant,
    drawn: Option<Instant>,
    is_terminal: bool,
}

impl LiveLine {
    /// Starts the clock.
    pub fn new() -> LiveLine {
        let is_terminal = io::stderr().is_terminal();
        LiveLine { started: Instant::now(), drawn: None, is_terminal }
    }

    /// Shows how far the search is.
    pub fn show(&mut self, outlook: &Outlook) {
        self.draw(|time, width| line(outlook, time, width));
    }

    /// Draws a line, made from the time since the start and the columns that it may take.
    pub fn draw(&mut self, line: impl FnOnce(Duration, usize) -> String) {
        if !self.is_terminal || self.drawn.is_some_and(|drawn| drawn.elapsed() < DRAW_EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        let columns = Term::stderr().size_checked().map_or(WIDEST, |(_, columns)| columns.into());
        let width = columns.min(WIDEST).saturating_sub(INTERRUPT + 1);
        let text = line(self.started.elapsed(), width);
        // A terminal that is gone is no reason to stop the search.
        let _ = on_terminal(|drawn, err| drawn.draw(err, &text));
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        clear();
    }
}

/// Removes the line for good.
pub fn clear() {
    let _ = on_terminal(TerminalLine::clear);
}

/// Empties the line, so that something else can be written to the terminal.
pub fn step_aside() {
    let _ = on_terminal(|drawn, err| match drawn.columns {
        0 => Ok(()),
        _ => drawn.draw(err, ""),
    });
}

/// Writes a message to standard error, above the line if there is one.
pub fn tell(text: &str) {
    let _ = on_terminal(|drawn, err| drawn.tell(err, text));
}

/// The line on the terminal, which another thread clears when the run is interrupted.
fn on_terminal(
    change: impl FnOnce(&mut TerminalLine, &mut io::Stderr) -> io::Result<()>,
) -> io::Result<()> {
    static DRAWN: Mutex<TerminalLine> = Mutex::new(TerminalLine { columns: 0, is_over: false });
    change(&mut lock(&DRAWN), &mut io::stderr())
}

/// What stands on the terminal's line.
struct TerminalLine {
    columns: usize,
    is_over: bool,
}

impl TerminalLine {
    /// Draws a line over the last line.
    fn draw(&mut self, out: &mut impl Write, text: &str) -> io::Result<()> {
        if self.is_over {
            return Ok(());
        }
        let columns = text.chars().count();
        let rest = self.columns.saturating_sub(columns);
        self.columns = columns;
        write!(out, "\r{text}{:rest$}{}", "", "\u{8}".repeat(rest))?;
        out.flush()
    }

    /// Writes a message in the place of the line; the line is drawn below when there is news.
    fn tell(&mut self, out: &mut impl Write, text: &str) -> io::Result<()> {
        if self.columns > 0 {
            self.draw(out, "")?;
        }
        writeln!(out, "{text}")
    }

    /// Clears the line, with the columns of an interrupt; nothing is drawn after that.
    fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.columns > 0 {
            write!(out, "\r{:width$}\r", "", width = self.columns + INTERRUPT)?;
            out.flush()?;
        }
        (self.columns, self.is_over) = (0, true);
        Ok(())
    }
}

/// The outlook in words, in at most so many columns.
fn line(outlook: &Outlook, time: Duration, width: usize) -> String {
    fit(figures(outlook, time), width)
}

/// Figures with their ranks as a line of at most so many columns: those of the highest ranks are
/// left out, and the first stays.
pub fn fit(mut figures: Vec<(u8, String)>, width: usize) -> String {
    loop {
        let texts: Vec<&str> = figures.iter().map(|(_, text)| text.as_str()).collect();
        let text = texts.join(", ");
        let least = (1..figures.len()).max_by_key(|&i| figures[i].0);
        match least {
            Some(least) if text.chars().count() > width => {
                figures.remove(least);
            }
            _ => return text.chars().take(width).collect(),
        }
    }
}

/// The plies of the line of play that are shown.
const PLIES: usize = 4;

/// The figures of an outlook in the order of the line, each with its rank: the highest rank is the
/// least important.
fn figures(outlook: &Outlook, time: Duration) -> Vec<(u8, String)> {
    let progress = &outlook.progress;
    let rate = progress.nodes as f64 / time.as_secs_f64().max(1e-3);
    let mut figures = vec![
        (0, clock(time.as_secs())),
        (1, format!("{} nodes", short(progress.nodes as f64))),
        (6, format!("{}/s", short(rate))),
        (8, format!("{} solved", short(progress.solved as f64))),
        (7, format!("{}B", short(progress.memory as f64))),
    ];
    if let Some((lower, upper)) = progress.margins {
        figures.push((3, format!("margin {lower} to {upper}")));
    }
    if let Some(chance) = progress.chance {
        figures.push((4, format!("win rate {:.1}%", chance * 100.0)));
    }
    if let Some(work) = progress.expected_work {
        figures.push((5, format!("expected work {}", short(work.into()))));
    }
    if let Some((proof, disproof)) = progress.proof_numbers {
        figures.push((4, format!("pn {}, dn {}", short(proof.into()), short(disproof.into()))));
    }
    if let Some(depth) = progress.depth {
        figures.push((4, format!("depth {depth}")));
    }
    if let Some(positions) = progress.strategy {
        figures.push((4, format!("strategy of {} positions", short(positions as f64))));
    }
    if let Some(entries) = progress.entries {
        figures.push((4, format!("certificate of {} entries", short(entries as f64))));
    }
    if let Some((valued, all)) = progress.valued_moves {
        figures.push((2, format!("{valued} of {all} moves")));
    }
    let of = match progress.part {
        Some((number, of)) => format!(" of part {number} of {of}"),
        None if progress.is_partial() => " of this claim".to_string(),
        None => String::new(),
    };
    match progress.done {
        Some(done) => {
            figures.push((2, format!("{}%{of} done ({})", likely(done), range(done))));
            if !progress.is_partial() {
                let left = done.left(time.as_secs_f64());
                let [least, likely, most] = [left.least, left.likely, left.most]
                    .map(|seconds| clock(seconds.round() as u64));
                figures.push((3, format!("{likely} left ({least} to {most})")));
            }
        }
        // The length of a certificate is not forecast.
        None if progress.entries.is_some() => {}
        None => figures.push((2, "work left: not known".to_string())),
    }
    if !outlook.line.is_empty() {
        let more = if outlook.line.len() > PLIES { " ..." } else { "" };
        let line: Vec<&str> = outlook.line.iter().take(PLIES).map(String::as_str).collect();
        figures.push((9, format!("looks at {}{more}", line.join(" "))));
    }
    figures
}

/// A time in its two largest units.
pub fn clock(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

/// The share that is most likely done, in whole percent.
pub fn likely(share: Share) -> u8 {
    (share.likely * 100.0).round().clamp(1.0, 99.0) as u8
}

/// The range of a share in percent, rounded outwards.
pub fn range(share: Share) -> String {
    // In tenths of a percent, so that 0.3 is 30 and not a little more.
    let [least, most] = [share.least, share.most].map(|share| (share * 1000.0).round() / 10.0);
    let step = |percent: f32| if percent < 10.0 { 1.0 } else { 5.0 };
    let down = (least / step(least)).floor() * step(least);
    let up = (most / step(most)).ceil() * step(most);
    match (down > 0.0, up < 100.0) {
        (true, true) => format!("{down:.0}-{up:.0}%"),
        (true, false) => format!("over {down:.0}%"),
        (false, _) => format!("under {up:.0}%"),
    }
}

/// A number with three digits and a unit.
pub fn short(number: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    if number >= 1e18 {
        return format!("{number:.0e}");
    }
    match units.into_iter().find(|(size, _)| number >= *size) {
        Some((size, unit)) => {
            let scaled = number / size;
            let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
            format!("{scaled:.digits$}{unit}")
        }
        None => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_solver::Progress;

    const SECOND: Duration = Duration::from_secs(1);

    fn some() -> Progress {
        Progress { nodes: 3000, solved: 20, memory: 5_000_000, ..Progress::default() }
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 999.0, 1234.0, 56_789.0, 1.234e8, 9.99e14, 1e17, 3e22].map(short);
        assert_eq!(shown, ["0", "999", "1.23k", "56.8k", "123M", "999T", "100P", "3e22"]);
        assert_eq!(
            [0, 59, 60, 3599, 3600, 90_000].map(clock).join(" "),
            "0s 59s 1m00s 59m59s 1h00m 25h00m"
        );
    }

    /// Ranges are rounded outwards, and the bounds 0 and 1 are no figures.
    #[test]
    fn shares_are_ranges() {
        let shown =
            [(0.1, 0.3), (0.123, 0.456), (0.028, 0.23), (0.3, 0.97), (0.4, 1.0), (0.004, 0.2)];
        assert_eq!(
            shown.map(|(least, most)| range(Share { least, likely: 0.5, most })),
            ["10-30%", "10-50%", "2-25%", "over 30%", "over 40%", "under 20%"]
        );
    }

    /// Each search shows its own figures.
    #[test]
    fn the_line_says_what_is_known() {
        let check = |progress: Progress, expected: &str| {
            assert_eq!(
                line(&Outlook { progress, ..Outlook::default() }, SECOND, 200),
                format!("1s, 3.00k nodes, 3.00k/s, {expected}")
            );
        };
        let done = |least, likely, most| Some(Share { least, likely, most });
        check(some(), "20 solved, 5.00MB, work left: not known");
        let ews = Progress { chance: Some(0.75), expected_work: Some(1e7), ..some() };
        check(
            Progress { done: done(0.1, 0.2, 0.5), ..ews },
            "20 solved, 5.00MB, win rate 75.0%, expected work 10.0M, 20% done (10-50%), \
             4s left (1s to 9s)",
        );
        let dfpn = Progress { proof_numbers: Some((17, 123_456)), ..some() };
        check(
            Progress { part: Some((1, 2)), done: done(0.1, 0.2, 0.3), ..dfpn },
            "20 solved, 5.00MB, pn 17, dn 123k, 20% of part 1 of 2 done (10-30%)",
        );
        let alpha_beta = Progress { depth: Some(13), margins: Some((-3, 9)), ..some() };
        check(
            Progress { done: done(0.4, 0.7, 1.0), ..alpha_beta },
            "20 solved, 5.00MB, margin -3 to 9, depth 13, 70% of this claim done (over 40%)",
        );
        check(
            Progress { entries: Some(12_345), valued_moves: Some((3, 30)), ..some() },
            "20 solved, 5.00MB, certificate of 12.3k entries, 3 of 30 moves",
        );
        check(
            Progress { strategy: Some(12_345), part: Some((2, 3)), ..some() },
            "20 solved, 5.00MB, strategy of 12.3k positions, work left: not known",
        );
    }

    /// In every width the line fits. The time and the share are left out last.
    #[test]
    fn the_line_fits() {
        let full = Progress {
            nodes: u64::MAX,
            expansions: u64::MAX,
            playouts: u64::MAX,
            solved: u64::MAX,
            memory: usize::MAX,
            chance: Some(0.123_456),
            expected_work: Some(1e30),
            proof_numbers: Some((u32::MAX, u32::MAX)),
            depth: Some(u16::MAX),
            margins: Some((-361, 361)),
            strategy: Some(u64::MAX),
            entries: Some(u64::MAX),
            valued_moves: Some((361, 362)),
            part: Some((u16::MAX, u16::MAX)),
            measured: None,
            done: Some(Share { least: 0.123, likely: 0.2, most: 0.456 }),
        };
        let moves = ["a1", "b2", "c3", "d4", "e5"].map(str::to_string).to_vec();
        let full = Outlook { progress: full, line: moves, moves: Vec::new() };
        assert!(line(&full, SECOND, 1000).ends_with(", looks at a1 b2 c3 d4 ..."));
        let long = Duration::from_secs(1_000_000);
        for width in 0..=WIDEST {
            let text = line(&full, long, width);
            assert!(text.chars().count() <= width, "{width}: {text}");
        }
        let of = |progress| Outlook { progress, ..Outlook::default() };
        let some = of(some());
        assert_eq!(line(&some, SECOND, 37), "1s, 3.00k nodes, work left: not known");
        assert_eq!(line(&some, SECOND, 35), "1s, 3.00k nodes");
        let share = Share { least: 0.1, likely: 0.2, most: 0.3 };
        let (part, proof_numbers) = (Some((1, 2)), Some((1, 2)));
        let done = of(Progress { done: Some(share), part, proof_numbers, ..some.progress });
        let shares = "20% of part 1 of 2 done (10-30%)";
        assert_eq!(line(&done, SECOND, 61), format!("1s, 3.00k nodes, pn 1, dn 2, {shares}"));
        assert_eq!(line(&done, SECOND, 60), format!("1s, 3.00k nodes, {shares}"));
    }

    /// A terminal of one row: what stands in each column after these bytes, and the column of the
    /// cursor.
    fn terminal(bytes: &[u8]) -> (String, usize) {
        let (mut row, mut column) = (Vec::new(), 0);
        for &byte in bytes {
            match byte {
                b'\r' => column = 0,
                8 => column -= 1,
                byte => {
                    row.resize(row.len().max(column + 1), b' ');
                    row[column] = byte;
                    column += 1;
                }
            }
        }
        (String::from_utf8_lossy(&row).into_owned(), column)
    }

    /// A shorter line leaves nothing of a longer one, and after the end nothing is left, not even
    /// what the terminal writes when Ctrl-C is pressed.
    #[test]
    fn nothing_is_left_on_the_terminal() -> io::Result<()> {
        let (mut drawn, mut out) = (TerminalLine { columns: 0, is_over: false }, Vec::new());
        drawn.draw(&mut out, "a long line")?;
        drawn.draw(&mut out, "short")?;
        assert_eq!(terminal(&out), ("short      ".to_string(), 5));
        out.extend_from_slice(b"^C^C");
        drawn.clear(&mut out)?;
        let (row, column) = terminal(&out);
        assert_eq!((row.trim(), column), ("", 0));
        let length = out.len();
        drawn.draw(&mut out, "too late")?;
        drawn.clear(&mut out)?;
        assert_eq!(out.len(), length, "the line is gone for good");
        Ok(())
    }

    /// A message replaces the line, and stands alone where there is no line.
    #[test]
    fn messages_replace_the_line() -> io::Result<()> {
        let (mut drawn, mut out) = (TerminalLine { columns: 0, is_over: false }, Vec::new());
        drawn.tell(&mut out, "first")?;
        assert_eq!(out, b"first\n");
        out.clear();
        drawn.draw(&mut out, "a long line")?;
        drawn.tell(&mut out, "second")?;
        assert_eq!(out.pop(), Some(b'\n'));
        assert_eq!(terminal(&out), ("second     ".to_string(), 6));
        assert_eq!(drawn.columns, 0);
        Ok(())
    }

    /// Where no line was drawn nothing is written.
    #[test]
    fn nothing_is_cleared_where_nothing_was_drawn() -> io::Result<()> {
        let (mut drawn, mut out) = (TerminalLine { columns: 0, is_over: false }, Vec::new());
        drawn.clear(&mut out)?;
        assert!(out.is_empty());
        Ok(())
    }
}
