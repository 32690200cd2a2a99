//! Problems as text: a position of a game, read from words, files and links, and written.
//!
//! A problem has a text form that determines it: `go 6x6 --rules psk --komi 3.5 --moves C3,D4`.
//! Serde writes and reads that text.

use crate::error::BadInput;
use crate::family::family;
use crate::games::families;
use crate::interfaces::{Family, MoveText, Problem, within};
use andor_core::{Notation, NotationError, Player};
use andor_games::go::{Go, Rules};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::hexworld::Link;
use andor_games::notation::record::{Hints, Record, RecordMove};
use andor_games::notation::{picture, sgf};
use andor_games::points::Point;
use std::fmt;
use std::str::FromStr;

impl Problem {
    /// The start of a game, by name and size: `hex 5x5`, `go 3x3`, `mnk 4x4x3`, `nim 3-4-5`.
    pub fn named(game: &str, size: &str) -> Result<Problem, BadInput> {
        Problem::of(family(game)?, size)
    }

    /// The position at the end of a game of an SGF text; messages call it by `source`, such as
    /// `file "game.sgf"`. `game` counts from 1; a text of several games needs it.
    ///
    /// Options, such as rules or a komi, that are not understood are refused when the problem is
    /// [opened](Problem::open), unless [`Problem::with_option`] replaces them.
    pub fn from_sgf(source: &str, text: &str, game: Option<usize>) -> Result<Problem, BadInput> {
        Problem::read_sgf(source, text, None, game)
    }

    /// As [`Problem::from_sgf`], but of this family, which reads records of the same kind:
    /// Killall-Go reads records of Go.
    pub fn from_sgf_of(
        family: &'static Family,
        source: &str,
        text: &str,
        game: Option<usize>,
    ) -> Result<Problem, BadInput> {
        Problem::read_sgf(source, text, Some(family), game)
    }

    fn read_sgf(
        source: &str,
        text: &str,
        family: Option<&'static Family>,
        game: Option<usize>,
    ) -> Result<Problem, BadInput> {
        let reading = sgf::parse_game(text, game).map_err(|error| within(source, error))?;
        let places = sgf::places(text, reading.offsets.iter().copied());
        let places = places.map(|place| format!("{source}: {place}")).collect();
        Problem::from_record(source, (&reading.record, &reading.hints), family, places)
    }

    /// The position of a drawn board: with the pieces of the family, or of Go if the family asks
    /// about positions of Go.
    pub fn from_picture(
        family: &'static Family,
        source: &str,
        text: &str,
    ) -> Result<Problem, BadInput> {
        if let Some(drawn) = family.drawn {
            let named = |error| match error {
                BadInput::Notation(error) => BadInput::Notation(within(source, error)),
                other => other,
            };
            return drawn(text).map_err(named);
        }
        let no_board = || {
            let expected = "an SGF file, or rows of points, each . or X or O";
            NotationError::new(source, "no record and no drawn board", expected)
        };
        let size = picture::size_of(text).ok_or_else(no_board)?;
        let go = Go::<7>::new(size, Rules::BASIC_KO);
        let pos = go.parse_position(text).map_err(|error| within(source, error))?;
        let mut problem = Problem::start(family, (family.read_size)(&size.to_string())?);
        problem.source = Some(source.to_string());
        let stones = |player| pos.stones(player).iter().map(move |point| (player, point));
        problem.stones = Player::BOTH.into_iter().flat_map(stones).collect();
        problem.stones.sort_unstable_by_key(|&(_, point)| point);
        problem.to_move = pos.to_move();
        let told = text.contains("to move");
        let ko = pos.ko().map(|point| ("forbidden", point_text(size, Style::Go, point)));
        let first = (!told).then(|| ("first", "attacker".to_string()));
        for (name, value) in ko.into_iter().chain(first) {
            if let Some(row) = problem.row(name) {
                problem.set_option(row, &value)?;
            }
        }
        Ok(problem)
    }

    /// The position of a HexWorld link.
    pub fn from_hexworld(text: &str) -> Result<Problem, BadInput> {
        let source = "link";
        let link: Link = text.parse().map_err(|error| within(source, error))?;
        Problem::from_record(source, (&link.record(), &Hints::default()), None, Vec::new())
    }

    /// The family of a record, if the record is of a game that the family plays.
    fn family_of(
        record: &Record,
        wanted: Option<&'static Family>,
    ) -> Result<&'static Family, NotationError> {
        let numbered = |family: &Family| {
            let number = family.record.map_or(0, |game| game.number());
            format!("{} (GM[{number}])", family.title)
        };
        let readable = families().iter().copied().filter(|family| family.record.is_some());
        let found = match wanted {
            Some(family) => Some(family),
            None => readable.clone().find(|family| family.record == Some(record.game)),
        };
        if let Some(family) = found.filter(|family| family.record == Some(record.game)) {
            return Ok(family);
        }
        let (problem, expected) = match wanted {
            Some(family) => {
                let problem = format!("a record of {} is none of ", record.game.title());
                let expected = match family.record {
                    Some(_) => format!("a record of {}", numbered(family)),
                    None => "a game that has records".to_string(),
                };
                (problem + family.title, expected)
            }
            None => {
                let names: Vec<String> = readable.map(numbered).collect();
                let problem = format!("{} cannot be solved yet", record.game.title());
                (problem, format!("a game of {}", names.join(" or ")))
            }
        };
        Err(NotationError::new(format!("GM[{}]", record.game.number()), problem, expected))
    }

    fn from_record(
        source: &str,
        (record, hints): (&Record, &Hints),
        wanted: Option<&'static Family>,
        places: Vec<String>,
    ) -> Result<Problem, BadInput> {
        let family = Problem::family_of(record, wanted).map_err(|error| within(source, error))?;
        let mut problem = Problem::start(family, record.size.to_string());
        problem.source = Some(source.to_string());
        for (row, value) in (family.options_of_record)(record, hints) {
            let set = value.and_then(|value| problem.set_option(row, &value));
            if let Err(error) = set {
                problem.wrong.insert(row, within(source, error));
            }
        }
        if !family.past_matters {
            // Stones never move and the past does not matter: only the last position counts.
            let board = record.board(usize::MAX).map_err(|error| within(source, error))?;
            problem.stones = board.stones().to_vec();
            problem.to_move = board.to_move();
            return Ok(problem);
        }
        problem.stones = record.stones.clone();
        problem.to_move = record.to_move;
        let set_up = (family.set_up_moves)(record).map_err(|error| within(source, error))?;
        if set_up > 0 {
            problem.to_move = Player::White;
        }
        let set_up_stones = record.moves[..set_up].iter().filter_map(|turn| match turn.mv {
            RecordMove::Point(point) => Some((turn.player, point)),
            _ => None,
        });
        problem.stones.extend(set_up_stones);
        problem.stones.sort_unstable_by_key(|&(_, point)| point);
        for (name, value) in [("rules", &record.rules), ("komi", &record.komi)] {
            if let (Some(value), Some(row)) = (value, problem.row(name))
                && let Err(error) = problem.set_option(row, value)
            {
                let expected = format!("{}, or --{name} to choose", error.expected);
                let error = within(source, NotationError { expected, ..error });
                problem.wrong.insert(row, error);
            }
        }
        for (turn, place) in record.moves.iter().zip(places).skip(set_up) {
            let text = match turn.mv {
                RecordMove::Point(point) => point_text(record.size, record.game.style(), point),
                RecordMove::Pass => "pass".to_string(),
                RecordMove::Swap(_) | RecordMove::Resign | RecordMove::Forfeit => continue,
            };
            problem.moves.push(MoveText { place, player: Some(turn.player), text });
        }
        Ok(problem)
    }

    /// With another value of one of the game's options, such as `rules` or `komi` of Go.
    pub fn with_option(mut self, name: &str, value: &str) -> Result<Problem, BadInput> {
        let Some(row) = self.row(name) else {
            let has = |family: &&&Family| family.options.iter().any(|row| row.name == name);
            let others: Vec<&str> =
                families().iter().filter(has).map(|family| family.name).collect();
            let problem = format!("{} has no {name}", self.game());
            let expected = match others.is_empty() {
                true => "an option of the game".to_string(),
                false => format!("--{name} with {} only", others.join(" or ")),
            };
            return Err(NotationError::new(format!("{name} \"{value}\""), problem, expected).into());
        };
        self.set_option(row, value)?;
        Ok(self)
    }

    /// The game with its size and its rules, without what only makes the question: the name of the
    /// game in a store.
    pub fn rules_text(&self) -> String {
        let rules = self.family.options.iter();
        let rules = rules.filter(|row| !self.family.options_of_question.contains(&row.name));
        let texts =
            rules.filter_map(|row| Some(format!(" --{} {}", row.name, self.option(row.name)?)));
        format!("{} {}{}", self.game(), self.size, texts.collect::<String>())
    }

    /// The name of a row of the game's options.
    fn row(&self, name: &str) -> Option<&'static str> {
        self.family.options.iter().find(|row| row.name == name).map(|row| row.name)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.size)?;
        for row in self.family.options {
            if let Some(value) = self.options.get(row.name) {
                write!(f, " --{} {value}", row.name)?;
            }
        }
        if let (Some(style), Some(size)) = (self.family.style, self.board()) {
            for player in Player::BOTH {
                let own = self.stones.iter().filter(|(owner, _)| *owner == player);
                let names: Vec<String> =
                    own.map(|(_, point)| point_text(size, style, *point)).collect();
                if !names.is_empty() {
                    write!(f, " --{player} {}", names.join(","))?;
                }
            }
        }
        if self.to_move == Player::White {
            write!(f, " --to-move white")?;
        }
        if !self.moves.is_empty() {
            let texts: Vec<&str> = self.moves.iter().map(|mv| mv.text.as_str()).collect();
            write!(f, " --moves {}", texts.join(","))?;
        }
        Ok(())
    }
}

impl From<Problem> for String {
    fn from(problem: Problem) -> String {
        problem.to_string()
    }
}

impl TryFrom<String> for Problem {
    type Error = BadInput;

    fn try_from(text: String) -> Result<Problem, BadInput> {
        text.parse()
    }
}

impl Problem {
    /// Puts a stone on the point of this name.
    fn put(&mut self, player: Player, point: Point, name: &str) -> Result<(), BadInput> {
        match self.stones.iter().find(|(_, taken)| *taken == point) {
            Some((owner, _)) if *owner != player => {
                let place = format!("point \"{name}\"");
                let problem = "there are a black and a white stone";
                return Err(NotationError::new(place, problem, "one stone at most").into());
            }
            Some(_) => {}
            None => self.stones.push((player, point)),
        }
        Ok(())
    }
}

impl FromStr for Problem {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Problem, BadInput> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = |place: &str, expected: &str| {
            let place = format!("problem \"{text}\": {place}");
            BadInput::Notation(NotationError::new(place, "not understood", expected))
        };
        let expected = "a game and a size, such as go 6x6 --rules psk --komi 3.5 --moves C3,D4";
        let [game, size, ref options @ ..] = words[..] else {
            return Err(wrong("its beginning", expected));
        };
        let mut problem = Problem::named(game, size)?;
        for pair in options.chunks(2) {
            let [name, value] = pair else { return Err(wrong(pair[0], "a value behind it")) };
            problem = match name.strip_prefix("--") {
                Some("moves") => problem.with_moves(value),
                Some(side @ ("black" | "white")) => {
                    let player = if side == "black" { Player::Black } else { Player::White };
                    let board = (problem.family.board)(size);
                    let (Some(style), Some(size)) = (problem.family.style, board) else {
                        return Err(wrong(name, "no stones in this game"));
                    };
                    for name in value.split(',') {
                        problem.put(player, parse_point(size, style, name)?, name)?;
                    }
                    problem
                }
                Some("to-move") => {
                    problem.to_move = match *value {
                        "black" => Player::Black,
                        "white" => Player::White,
                        _ => return Err(wrong(name, "black or white")),
                    };
                    problem
                }
                Some(option) => problem.with_option(option, value)?,
                None => return Err(wrong(name, "options such as --moves C3,D4")),
            };
        }
        Ok(problem)
    }
}
