//! The progress of a training as one page of HTML with curves in SVG, without anything from
//! elsewhere.

use crate::chart::{Band, draw, page};
use crate::history::{History, Point};

/// What a curve shows: its name, and its value in a stretch.
type Measure = (&'static str, fn(&Point) -> Option<f64>);

/// A picture: its title and its curves.
type Picture = (&'static str, &'static [Measure]);

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

/// The page. The title may be any text. Without solved problems there is no curve of them.
#[must_use]
pub fn html(history: &History, title: &str, solved: &[Solved]) -> String {
    let mut content = String::new();
    let points = history.points();
    match points.last() {
        None => content.push_str("<p>Nothing was done yet.</p>"),
        Some(last) => {
            content.push_str(&summary(history, last));
            content.push_str("<main>");
            let end = last.until.steps as f64;
            for (title, curves) in PICTURES {
                let curves = curves.iter().map(|(name, value)| {
                    let place = |point: &Point| Some((point.until.steps as f64, value(point)?));
                    (name.to_string(), points.iter().filter_map(place).collect())
                });
                draw(
                    &mut content,
                    title,
                    (end, "steps"),
                    &curves.collect::<Vec<_>>(),
                    &Band::new(),
                );
            }
            if !solved.is_empty() {
                let place = |row: &Solved| (row.steps as f64, row.problems as f64);
                let curve = ("problems".to_string(), solved.iter().map(place).collect());
                draw(&mut content, "Problems solved", (end, "steps"), &[curve], &Band::new());
            }
            content.push_str("</main>");
        }
    }
    page(title, &content)
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
}
