//! The engine for Gomoku over the protocol of Gomocup tournaments (Piskvork), with commands of
//! Yixin-Board.
//!
//! The client is the manager of the game. A manager asks for a move and gets `x,y`. Every other
//! line that the engine writes begins with `MESSAGE`, `INFO`, `ERROR` or `UNKNOWN`. A line that is
//! not understood leaves the game as it was.

mod line;
mod swap;
mod time_limits;
mod view;

use super::answers::{check_written, write_now};
use super::client::{ClientInput, Signal, Until};
use andor_core::Player;
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::{Aim, Horizon, InPlay, Settings, Thought, Worth};
use anyhow::Result;
use line::{BadLine, ColumnRow, ListLine, ListPurpose, Request};
use std::sync::Arc;
use std::time::{Duration, Instant};
use time_limits::TimeLimits;
use view::View;

/// The smallest board: five in a row must fit.
const SMALLEST: u32 = 5;

/// What the process takes besides tables and trees.
const OWN_BYTES: usize = 16 << 20;

/// Tables and trees get this many bytes at least.
const LEAST_BYTES: usize = 1 << 20;

/// How many moves of a position are looked at, by the caution factor 0 to 5.
const WIDTHS: [usize; 6] = [8, 12, 16, 24, 32, 48];

/// What a line means to the work on earlier commands.
pub fn signal(line: &str) -> Signal {
    if line::ends_thinking(line) { Signal::Command } else { Signal::Nothing }
}

/// The engine.
pub struct Gomocup {
    game: Box<dyn InPlay>,
    /// The stones in the order in which they were played.
    stones: Vec<(Player, Point)>,
    settings: Settings,
    /// The memory that the command line allows.
    memory: usize,
    clock: TimeLimits,
    usual_time: Duration,
    client: Arc<ClientInput>,
    number: u64,
    name: [String; 2],
    /// How much is shown while the engine thinks.
    detail: u32,
    /// Are lines of play shown in the form of Yixin-Board?
    shows_lines: bool,
    /// Has the client said `END`?
    has_ended: bool,
}

/// Ok, or what is wrong.
type Done = Result<(), String>;

fn tell(text: &str) {
    write_now(&format!("{text}\n"));
}

impl Gomocup {
    /// An engine for this game, which thinks for `usual_time` where the client sets no limit; with
    /// its name and version.
    pub fn new(
        game: Box<dyn InPlay>,
        settings: Settings,
        client: Arc<ClientInput>,
        usual_time: Duration,
        name: [String; 2],
    ) -> Gomocup {
        Gomocup {
            game,
            stones: Vec::new(),
            memory: settings.memory,
            settings,
            clock: TimeLimits::default(),
            usual_time,
            client,
            number: 0,
            name,
            detail: 0,
            shows_lines: false,
            has_ended: false,
        }
    }

    /// Answers lines until the client says `END` or goes away. An answer that cannot be written is
    /// an error.
    pub fn converse(&mut self) -> Result<()> {
        while !self.has_ended
            && let Some((number, text)) = self.client.next()
        {
            self.number = number;
            if let Some(request) = line::parse(&text) {
                self.answer(request);
                check_written()?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Result<Request, BadLine>) {
        let done = match request {
            Ok(request) => self.obey(request),
            Err(BadLine::Broken(text)) => Err(text),
            Err(BadLine::Unknown(name)) => return tell(&format!("UNKNOWN command {name}")),
        };
        if let Err(text) = done {
            tell(&format!("ERROR {text}"));
        }
    }

    fn obey(&mut self, request: Request) -> Done {
        match request {
            Request::Start(side) => self.start(side, side),
            Request::RectStart(columns, rows) => self.start(columns, rows),
            Request::Restart => {
                self.restart();
                tell("OK");
                Ok(())
            }
            Request::Begin if !self.stones.is_empty() => {
                Err("BEGIN: there are stones on the board; expected RESTART before it".to_string())
            }
            Request::Begin => self.reply(),
            Request::Turn(place) => {
                self.play(place)?;
                self.reply()
            }
            Request::Play(place) => {
                self.play(place)?;
                tell(&format!("{},{}", place.0, place.1));
                Ok(())
            }
            Request::TakeBack(place) => self.take_back(place),
            Request::List(list) => self.read_list(list),
            Request::Info(key, value) => self.set(&key, &value),
            Request::Best(lines) => self.analyze(lines as usize),
            Request::Forget => {
                self.game = self.game.clone();
                Ok(())
            }
            Request::ShowLines => {
                self.shows_lines = true;
                Ok(())
            }
            Request::ShowForbidden => {
                self.show_forbidden();
                Ok(())
            }
            Request::About => {
                let [name, version] = &self.name;
                tell(&format!(
                    "name=\"{name}\", version=\"{version}\", author=\"the authors of Andor\", country=\"\""
                ));
                Ok(())
            }
            // Thinking has ended before the line was read.
            Request::Stop => Ok(()),
            Request::End => {
                self.has_ended = true;
                Ok(())
            }
        }
    }

    // ------------------------------------------------------------------ the board

    fn start(&mut self, columns: u32, rows: u32) -> Done {
        let side = |side: u32| u8::try_from(side).ok().filter(|_| side >= SMALLEST);
        let size = side(columns).zip(side(rows)).and_then(|(c, r)| Size::new(c, r));
        let size = size.ok_or_else(|| {
            let most = andor_games::size::LARGEST;
            format!("a board of {columns}x{rows}; expected {SMALLEST} to {most} columns and rows")
        })?;
        self.game = self.game.resized(size).map_err(|error| error.to_string())?;
        self.restart();
        tell("OK");
        Ok(())
    }

    fn restart(&mut self) {
        self.stones.clear();
        self.clock.restart();
        self.set_up(Player::Black);
    }

    /// Shows the game the stones. All lists of stones that come here can be set up.
    fn set_up(&mut self, to_move: Player) {
        // Stones of one side with five, which were checked before, and no stones twice.
        let _ = self.game.set_up(&self.stones, to_move);
    }

    fn size(&self) -> Size {
        self.game.size()
    }

    fn point(&self, (x, y): ColumnRow) -> Result<Point, String> {
        let size = self.size();
        let inside = |number: u32, most: u8| u8::try_from(number).ok().filter(|n| *n < most);
        let column_and_row = inside(x, size.columns()).zip(inside(y, size.rows()));
        let (column, row) =
            column_and_row.ok_or_else(|| format!("{x},{y} is outside the board of {size}"))?;
        Ok(size.point(column, row))
    }

    /// The name of a point in the game.
    fn name_of(&self, point: Point) -> String {
        point_text(self.size(), Style::Go, point)
    }

    /// The client's name of a move in the game.
    fn place_of(&self, mv: &str) -> String {
        self.view().place(mv)
    }

    fn view(&self) -> View {
        View { size: self.size(), detail: self.detail, shows_lines: self.shows_lines }
    }

    /// Plays a move of the player to move.
    fn play(&mut self, place: ColumnRow) -> Done {
        let point = self.point(place)?;
        let (player, name) = (self.game.to_move(), self.name_of(point));
        let refused = |reason| format!("{},{}: {reason}", place.0, place.1);
        self.game.play(player, &name).map_err(|error| refused(error.to_string()))?;
        self.stones.push((player, point));
        Ok(())
    }

    fn take_back(&mut self, place: ColumnRow) -> Done {
        let point = self.point(place)?;
        let at = self.stones.iter().position(|(_, stone)| *stone == point);
        let at = at.ok_or_else(|| format!("{},{}: there is no stone", place.0, place.1))?;
        let (player, _) = self.stones.remove(at);
        // The player of the last stone that was taken back is to move.
        self.set_up(player);
        tell("OK");
        Ok(())
    }

    /// Reads a list of stones to its end. A command inside ends the list and is obeyed; a broken
    /// line is remembered.
    fn read_list(&mut self, list: ListPurpose) -> Done {
        let mut items = Vec::new();
        let mut wrong = None;
        while let Some((number, text)) = self.client.next() {
            self.number = number;
            match (line::parse_item(&text), line::parse(&text)) {
                (Some(ListLine::Done), _) => {
                    return match wrong {
                        Some(wrong) => Err(wrong),
                        None => self.take_list(list, &items),
                    };
                }
                (Some(ListLine::Stone(place, owner)), _) => items.push((place, owner)),
                (None, None) => {}
                (None, Some(Ok(request))) => {
                    tell("ERROR the list of stones has no end; expected DONE");
                    return self.obey(request);
                }
                (None, Some(Err(_))) => {
                    wrong.get_or_insert(format!("\"{}\" is no stone; expected x,y,f", text.trim()));
                }
            }
        }
        Err("the list of stones has no end; expected DONE".to_string())
    }

    fn take_list(&mut self, list: ListPurpose, items: &[(ColumnRow, Option<u32>)]) -> Done {
        let mut points: Vec<Point> = Vec::new();
        for &((x, y), _) in items {
            let point = self.point((x, y))?;
            if points.contains(&point) {
                return Err(format!("{x},{y}: the point is occupied"));
            }
            points.push(point);
        }
        if list == ListPurpose::Swap {
            return self.swap(&points);
        }
        let own = items.iter().filter(|(_, owner)| *owner == Some(1)).count();
        if let Some(((x, y), owner)) = items.iter().find(|(_, o)| !matches!(o, Some(1 | 2))) {
            let owner = owner.map_or("nothing".to_string(), |owner| owner.to_string());
            return Err(format!("{x},{y} has {owner}; expected 1 (own) or 2 (the opponent's)"));
        }
        // The engine is to move: with fewer stones than the opponent it is White.
        let me = if items.len() - own > own { Player::White } else { Player::Black };
        let colour = |owner: Option<u32>| if owner == Some(1) { me } else { me.other() };
        let stones = items.iter().zip(&points).map(|(item, point)| (colour(item.1), *point));
        let stones: Vec<(Player, Point)> = stones.collect();
        let mut game = self.game.clone();
        game.set_up(&stones, me).map_err(|error| error.to_string())?;
        if game.scene().outcome.is_some() {
            return Err("the game is over".to_string());
        }
        self.stones = stones;
        self.set_up(me);
        match list {
            ListPurpose::Answer => self.reply(),
            ListPurpose::SetUp | ListPurpose::Swap => Ok(()),
        }
    }

    // ------------------------------------------------------------------ thinking

    /// Chooses a move, plays it and tells it.
    fn reply(&mut self) -> Done {
        self.reply_for(1.0)
    }

    /// The same in a share of the time.
    fn reply_for(&mut self, share: f64) -> Done {
        let thought = self.think(self.settings.horizon, share)?;
        let Some(best) = &thought.best else { return Err("the game is over".to_string()) };
        self.tell_proof(&thought);
        let point = parse_point(self.size(), Style::Go, best).map_err(|error| error.to_string())?;
        let player = self.game.to_move();
        self.game.play(player, best).map_err(|error| error.to_string())?;
        self.stones.push((player, point));
        tell(&self.place_of(best));
        Ok(())
    }

    /// Thinks and shows the best lines, and the best move, without playing it.
    fn analyze(&mut self, lines: usize) -> Done {
        let thought = self.think(Horizon { lines, ..self.settings.horizon }, 1.0)?;
        let Some(best) = &thought.best else { return Err("the game is over".to_string()) };
        self.tell_proof(&thought);
        View { detail: 1, ..self.view() }.show(&thought);
        tell(&self.place_of(best));
        Ok(())
    }

    /// Thinks about the position for a share of the time.
    fn think(&mut self, horizon: Horizon, share: f64) -> Result<Thought, String> {
        let started = Instant::now();
        let time = self.clock.allows(self.usual_time).mul_f64(share);
        let settings = Settings { time: Some(time), horizon, ..self.settings.clone() };
        self.client.begin(self.number, Until::Interrupt, &settings.stop);
        let view = self.view();
        let mut hear = |thought: &Thought| view.show(thought);
        let thought = self.game.think(Aim::Move, &settings, &mut hear);
        self.client.end();
        self.clock.spent += started.elapsed();
        thought.map_err(|error| error.to_string())
    }

    fn tell_proof(&self, thought: &Thought) {
        let Some(Worth::Won(winner)) = thought.worth else { return };
        let what = if winner == thought.to_move { "win" } else { "loss" };
        tell(&match thought.plies {
            Some(plies) => format!("MESSAGE {what} proven, mate in {plies} plies"),
            None => format!("MESSAGE {what} proven"),
        });
    }

    /// The points where Black may not play, as Yixin-Board reads them.
    fn show_forbidden(&self) {
        let mut game = self.game.clone();
        game.give_turn(Player::Black);
        let (size, scene) = (game.size(), game.scene());
        let mut text = "FORBID ".to_string();
        if scene.outcome.is_none() {
            let is_free = |point: &Point| scene.stones.iter().all(|(_, stone)| stone != point);
            for point in size.points().filter(is_free) {
                if !scene.legal.contains(&point_text(size, Style::Go, point)) {
                    text += &format!("{:02}{:02}", size.column(point), size.row(point));
                }
            }
        }
        tell(&format!("{text}."));
    }

    // ------------------------------------------------------------------ settings

    /// Sets what `INFO` sets; names that are not known are ignored, as the protocol demands.
    fn set(&mut self, key: &str, value: &str) -> Done {
        let wrong = || format!("INFO {key} {value}; expected a whole number");
        let number =
            || value.parse::<i64>().map(|number| number.max(0) as u64).map_err(|_| wrong());
        let time = || number().map(Duration::from_millis);
        match key {
            "timeout_turn" => self.clock.turn = Some(time()?),
            "timeout_match" => self.clock.game = Some(time()?).filter(|time| !time.is_zero()),
            "time_left" => self.clock.left = Some(time()?),
            "max_memory" => self.limit_memory(number()?, OWN_BYTES),
            "hash_size" => self.limit_memory(number()?.saturating_mul(1024), 0),
            "rule" => return self.set_rule(number()?),
            "max_node" => self.settings.nodes = Some(number()?).filter(|nodes| *nodes > 0),
            "max_depth" => {
                let plies = u16::try_from(number()?).unwrap_or(u16::MAX);
                self.settings.horizon.plies = Some(plies).filter(|plies| *plies > 0);
            }
            "caution_factor" => {
                let caution = (number()? as usize).min(WIDTHS.len() - 1);
                self.settings.horizon.width = WIDTHS[caution];
            }
            "thread_num" => self.settings.threads = (number()? as usize).clamp(1, 256),
            "show_detail" => self.detail = number()?.min(3) as u32,
            _ => {}
        }
        Ok(())
    }

    /// Keeps tables and trees below a limit, of which the process takes a part itself; zero is no
    /// limit.
    fn limit_memory(&mut self, bytes: u64, own: usize) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let limit = if bytes == 0 { usize::MAX } else { bytes.saturating_sub(own) };
        self.settings.memory = self.memory.min(limit).max(LEAST_BYTES);
    }

    /// Sets the rules from the bits of the protocol.
    fn set_rule(&mut self, bits: u64) -> Done {
        let name = match bits {
            0 => "freestyle",
            1 => "exact",
            4 | 5 => "renju",
            _ => {
                return Err(format!(
                    "INFO rule {bits}; expected 0 (freestyle), 1 (exactly five) or 4 (renju)"
                ));
            }
        };
        let to_move = self.game.to_move();
        self.game = self.game.with_option("rules", name).map_err(|error| error.to_string())?;
        self.set_up(to_move);
        Ok(())
    }
}
