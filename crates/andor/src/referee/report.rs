//! The report of a match: as JSON, and as a page with a table of the openings.

use super::played::score;
use super::played::{EngineName, EngineTimes, PlayedGame};
use andor_solver::score::{Score, Sprt};
use serde_json::{Value, json};
use std::fmt::Write;

/// All that a report tells.
pub struct MatchReport<'a> {
    /// The settings of the match.
    pub settings: &'a Value,
    /// The games so far, by their numbers.
    pub games: &'a [PlayedGame],
    /// The test.
    pub sprt: Option<Sprt>,
}

/// The games of one opening.
struct OpeningRow<'a> {
    opening: String,
    games: Vec<&'a PlayedGame>,
}

impl MatchReport<'_> {
    /// The score of A.
    pub fn score(&self) -> Score {
        score(self.games)
    }

    fn faults(&self, name: EngineName) -> usize {
        self.games.iter().filter(|game| game.fault == Some(name)).count()
    }

    fn voids(&self) -> usize {
        self.games.iter().filter(|game| game.void).count()
    }

    /// The score of A as Black, or as White.
    fn with_colour(&self, is_black: bool) -> Score {
        score(self.games.iter().filter(|game| (game.black == EngineName::A) == is_black))
    }

    /// The times of an engine in all games.
    fn times(&self, name: EngineName) -> EngineTimes {
        let mut sum = EngineTimes::default();
        for times in self.games.iter().map(|game| game.times[name as usize]) {
            sum.turns += times.turns;
            sum.seconds += times.seconds;
            sum.longest = sum.longest.max(times.longest);
            if let Some(seconds) = times.processor_seconds {
                *sum.processor_seconds.get_or_insert_default() += seconds;
            }
        }
        sum
    }

    fn rows(&self) -> Vec<OpeningRow<'_>> {
        let mut rows: Vec<OpeningRow<'_>> = Vec::new();
        for game in self.games {
            let opening = game.opening.join(" ");
            match rows.iter_mut().find(|row| row.opening == opening) {
                Some(row) => row.games.push(game),
                None => rows.push(OpeningRow { opening, games: vec![game] }),
            }
        }
        rows
    }

    /// The result in words.
    pub fn words(&self) -> String {
        let [first, second] = EngineName::BOTH.map(|name| self.faults(name));
        let mut text = format!("A: {}; faults of A {first}, of B {second}", self.score());
        if self.voids() > 0 {
            let _ = write!(text, "; void {}", self.voids());
        }
        for name in EngineName::BOTH {
            let _ = write!(text, "\n{name}: {}", time_words(&self.times(name)));
        }
        if let Some(sprt) = self.sprt {
            let _ = write!(text, "\n{}", sprt.told(&self.score()));
        }
        text
    }

    /// The result as JSON.
    pub fn json(&self) -> Value {
        let mut object = score_json(&self.score());
        object["settings"] = self.settings.clone();
        object["void"] = json!(self.voids());
        object["faults"] = json!(EngineName::BOTH.map(|name| self.faults(name)));
        object["times"] = json!(EngineName::BOTH.map(|name| self.times(name)));
        object["black"] = score_json(&self.with_colour(true));
        object["white"] = score_json(&self.with_colour(false));
        object["sprt"] = json!(self.sprt.map(|sprt| sprt.told(&self.score())));
        let row = |row: OpeningRow<'_>| {
            let numbers: Vec<usize> = row.games.iter().map(|game| game.game).collect();
            let score = score(row.games);
            json!({ "opening": row.opening, "games": numbers, "points": score.points() })
        };
        object["openings"] = self.rows().into_iter().map(row).collect();
        object
    }

    /// The result as a page.
    pub fn html(&self) -> String {
        let engine = |name: &str| escaped(self.settings[name].as_str().unwrap_or_default());
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Match</title>\n\
             <style>body {{ font: 16px sans-serif; margin: 2em; }} table {{ border-collapse: collapse; }} \
             td, th {{ border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left; }}</style>\n\
             <h1>A against B</h1>\n<p>A: <code>{}</code><br>\nB: <code>{}</code></p>\n<p>{}</p>\n",
            engine("first"),
            engine("second"),
            escaped(&self.words()).replace('\n', "<br>\n")
        );
        page.push_str("<table>\n<tr><th>A is<th>wins<th>draws<th>losses\n");
        for (colour, is_black) in [("Black", true), ("White", false)] {
            let Score { wins, draws, losses } = self.with_colour(is_black);
            let _ = writeln!(page, "<tr><td>{colour}<td>{wins}<td>{draws}<td>{losses}");
        }
        page.push_str(
            "</table>\n<h2>Openings</h2>\n<table>\n<tr><th>opening<th>points of A<th>games\n",
        );
        for row in self.rows() {
            let games: Vec<String> = row.games.iter().map(|game| cell(game)).collect();
            let (opening, games) = (escaped(&row.opening), games.join("<br>"));
            let points = score(row.games.iter().copied()).points();
            let of = row.games.iter().filter(|game| !game.void).count();
            let _ = writeln!(page, "<tr><td>{opening}<td>{points} of {of}<td>{games}");
        }
        page.push_str("</table>\n</html>\n");
        page
    }
}

/// A game in the table of openings, with the link to its record.
fn cell(game: &PlayedGame) -> String {
    format!("<a href=\"game-{:04}.sgf\">{}</a>", game.game, escaped(&game.to_string()))
}

/// The times of an engine in words.
fn time_words(times: &EngineTimes) -> String {
    let turns = f64::from(times.turns.max(1));
    let mut text = format!("{:.2} s a move, longest {:.2} s", times.seconds / turns, times.longest);
    if let Some(seconds) = times.processor_seconds {
        let _ = write!(text, ", processor {:.2} s a move", seconds / turns);
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A score as JSON. A difference in Elo that is infinite is left out.
fn score_json(score: &Score) -> Value {
    let (lower, upper) = score.interval();
    json!({
        "games": score.games(), "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "score": score.mean(), "lower": lower, "upper": upper, "elo": score.elo(),
    })
}
