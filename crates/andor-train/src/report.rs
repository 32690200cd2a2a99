//! The course of a training as one page of HTML with curves in SVG, without anything from elsewhere.

use crate::history::{History, Point};
use std::fmt::Write;

/// The measures of a picture.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 62.0;
const BOTTOM: f64 = 26.0;
const TOP: f64 = 10.0;

/// A curve: its name, and its value in a stretch.
type Curve = (&'static str, fn(&Point) -> Option<f64>);

/// A picture: its title and its curves.
type Picture = (&'static str, &'static [Curve]);

/// How many problems the network solved after so many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The steps.
    pub steps: u64,
    /// The problems that were solved.
    pub problems: u64,
}

const PICTURES: [Picture; 6] = [
    (
        "Losses",
        &[
            ("policy (divergence)", |point| after_steps(point, point.losses.policy)),
            ("cost of the player to move (cross-entropy)", |point| {
                after_steps(point, point.losses.costs[0])
            }),
            ("cost of the other player (cross-entropy)", |point| {
                after_steps(point, point.losses.costs[1])
            }),
        ],
    ),
    ("Evaluations a second", &[("evaluations", |point| a_second(point, point.done.evaluations))]),
    ("Positions a second", &[("positions", |point| a_second(point, point.done.positions))]),
    ("Steps a second", &[("steps", |point| a_second(point, point.done.steps))]),
    ("Moves of a game", &[("moves", |point| a_game(point, point.done.plies))]),
    ("Share of claims that were proven", &[("share", |point| a_game(point, point.done.proven))]),
];

fn after_steps(point: &Point, loss: f64) -> Option<f64> {
    (point.done.steps > 0).then_some(loss)
}

fn a_second(point: &Point, count: u64) -> Option<f64> {
    (point.seconds > 0.0).then(|| count as f64 / point.seconds)
}

fn a_game(point: &Point, count: u64) -> Option<f64> {
    (point.done.games > 0).then(|| count as f64 / point.done.games as f64)
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2329;--soft:#68727d;--line:#d5dae0;--paper:#fff;\
--c0:#0b6bcb;--c1:#c4460a;--c2:#2e8540}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9aa4ae;--line:#39414a;--paper:#15191d;\
--c0:#6cb6ff;--c1:#ff9b57;--c2:#7fd493}}\
body{margin:2rem auto;max-width:76rem;padding:0 1rem;font:15px/1.5 system-ui,sans-serif;\
color:var(--ink);background:var(--paper)}\
main{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0}svg{max-width:100%}\
text{font-size:11px;fill:var(--soft)}.grid{stroke:var(--line)}\
path{fill:none;stroke-width:1.6;stroke-linecap:round}\
.k0{stroke:var(--c0)}.k1{stroke:var(--c1)}.k2{stroke:var(--c2)}.t0{color:var(--c0)}.t1{color:var(--c1)}\
.t2{color:var(--c2)}td{padding-right:1.5rem}";

/// The page. The title may be any text. Without solved problems there is no curve of them.
#[must_use]
pub fn html(history: &History, title: &str, solved: &[Solved]) -> String {
    let title = escape(title);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
    );
    let points = history.points();
    match points.last() {
        None => page.push_str("<p>Nothing was done yet.</p>"),
        Some(last) => {
            page.push_str(&summary(history, last));
            page.push_str("<main>");
            let end = last.until.steps;
            for (title, curves) in PICTURES {
                let curves = curves.iter().map(|(name, value)| {
                    let place = |point: &Point| Some((point.until.steps as f64, value(point)?));
                    (*name, points.iter().filter_map(place).collect())
                });
                draw(&mut page, title, end, &curves.collect::<Vec<_>>());
            }
            if !solved.is_empty() {
                let place = |row: &Solved| (row.steps as f64, row.problems as f64);
                let curve = ("problems", solved.iter().map(place).collect());
                draw(&mut page, "Problems solved", end, &[curve]);
            }
            page.push_str("</main>");
        }
    }
    page.push_str("</html>\n");
    page
}

fn summary(history: &History, last: &Point) -> String {
    let until = &last.until;
    let rows = [
        ("minutes", format!("{:.1}", history.seconds() / 60.0)),
        ("games", until.games.to_string()),
        ("positions", until.positions.to_string()),
        ("evaluations", until.evaluations.to_string()),
        ("steps", until.steps.to_string()),
    ];
    let row = |(name, value): &(&str, String)| format!("<tr><td>{name}<td>{value}");
    format!("<table>{}</table>", rows.iter().map(row).collect::<String>())
}

/// The places of a curve: steps and values, with the name of the curve.
type Places = (&'static str, Vec<(f64, f64)>);

/// Draws a picture over the steps of the training, so many.
fn draw(page: &mut String, title: &str, steps: u64, curves: &[Places]) {
    let end = steps.max(1) as f64;
    let values = curves.iter().flat_map(|(_, curve)| curve.iter().map(|(_, value)| *value));
    let top = round_up(values.fold(0.0, f64::max));
    let x = |steps: f64| LEFT + steps / end * (WIDTH - LEFT - 10.0);
    let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
    let _ = write!(
        page,
        "<figure><h2>{title}</h2><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"{title}\">"
    );
    for quarter in 0..=4 {
        let value = top * f64::from(quarter) / 4.0;
        let (level, right) = (y(value), WIDTH - 10.0);
        let _ = write!(
            page,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{level:.1}\" y2=\"{level:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            level + 4.0,
            short(value)
        );
    }
    for (steps, anchor) in [(0.0, "start"), (end, "end")] {
        let _ = write!(
            page,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{} steps</text>",
            x(steps),
            HEIGHT - 8.0,
            short(steps)
        );
    }
    for (number, (_, curve)) in curves.iter().enumerate() {
        let mut path = String::new();
        for (place, &(steps, value)) in curve.iter().enumerate() {
            let start = if place == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{start}{:.1} {:.1}", x(steps), y(value));
        }
        if curve.len() == 1 {
            // A line of no length is a dot.
            path.push_str("h0");
        }
        let _ = write!(page, "<path class=\"k{number}\" d=\"{path}\"/>");
    }
    page.push_str("</svg>");
    if curves.len() > 1 {
        let name = |(number, (name, _)): (usize, &(&str, _))| {
            format!("<span class=\"t{number}\">&#9644; {name}</span> ")
        };
        let names: String = curves.iter().enumerate().map(name).collect();
        let _ = write!(page, "<figcaption>{names}</figcaption>");
    }
    page.push_str("</figure>");
}

/// The next of 1, 2, 4, 5 or 8 times a power of ten.
fn round_up(value: f64) -> f64 {
    if !(value > 0.0 && value.is_finite()) {
        return 1.0;
    }
    let power = 10f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 4.0, 5.0, 8.0, 10.0];
    power * steps.into_iter().find(|step| step * power >= value * 0.999_999).unwrap_or(10.0)
}

/// A number in a few letters.
fn short(value: f64) -> String {
    match value {
        1e6.. => format!("{:.3}M", value / 1e6),
        1e4.. => format!("{:.0}k", value / 1e3),
        100.0.. => format!("{value:.0}"),
        _ => format!("{}", (value * 1000.0).round() / 1000.0),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Counters;
    use andor_net::Losses;

    #[test]
    fn the_page_shows_every_stretch() {
        let mut history = History::default();
        for step in 1..=20u64 {
            let done = Counters { games: 4, proven: 1, plies: 40, steps: 5, ..Counters::default() };
            let until = Counters { steps: 5 * step, ..done };
            let losses = Losses { policy: 1.0 / step as f64, costs: [2.0, 3.0] };
            history.push(Point { until, done, seconds: 2.0, losses });
        }
        // A stretch without steps has no losses.
        let mut idle = history.points()[19];
        idle.done = Counters::default();
        history.push(idle);
        let page = html(&history, "Hex <11> & \"more\"", &[]);
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
        assert!(page.contains("<h1>Hex &lt;11&gt; &amp; &quot;more&quot;</h1>"));
        assert_eq!(page.matches("<svg").count(), 6);
        assert_eq!(page.matches("<path").count(), 8);
        assert!(!page.contains("NaN") && !page.contains("inf") && !page.contains("http"));
        let first = page.split("<path").nth(1).expect("a curve");
        assert_eq!(first.split("/>").next().expect("a path").matches(['M', 'L']).count(), 20);
        assert!(html(&History::default(), "", &[]).contains("Nothing was done yet."));
    }

    #[test]
    fn the_page_shows_solved_problems() {
        let mut history = History::default();
        let until = Counters { steps: 100, ..Counters::default() };
        history.push(Point { until, ..Point::default() });
        let solved = [(40, 1), (100, 3)].map(|(steps, problems)| Solved { steps, problems });
        let curve = |solved: &[Solved]| {
            let page = html(&history, "", solved);
            let picture = page.split("<h2>").find(|part| part.starts_with("Problems solved"));
            let path = picture?.split(" d=\"").nth(1)?;
            path.split('"').next().map(str::to_string)
        };
        assert_eq!(curve(&[]), None);
        assert_eq!(curve(&solved[..1]).as_deref(), Some("M257.2 10.0h0"));
        // The scale goes up to 4.
        assert_eq!(curve(&solved).as_deref(), Some("M257.2 133.0L550.0 51.0"));
    }

    #[test]
    fn scales_end_above_the_largest_value() {
        for (value, expected) in
            [(0.0, 1.0), (0.3, 0.4), (1.0, 1.0), (7.5, 8.0), (9.9, 10.0), (4.5e5, 5e5)]
        {
            assert!(
                (round_up(value) / expected - 1.0).abs() < 1e-9,
                "{value}: {}",
                round_up(value)
            );
        }
        let shown = [0.25, 12.5, 1234.0, 56_789.0, 2.5e6].map(short);
        assert_eq!(shown, ["0.25", "12.5", "1234", "57k", "2.500M"]);
    }
}
