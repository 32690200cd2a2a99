//! The part that both protocols share: the game in progress, the clock, and the commands with the
//! same meaning in Go and in Hex.

use super::answers::write_now;
use super::client::{ClientInput, Until};
use super::clock::Clock;
use super::command::head;
use super::graphics::{self, LiveDrawing, Stream};
use super::record;
use crate::processor::{self, ClockKind};
use andor_core::Player;
use andor_games::size::Size;
use andor_solver::{Aim, InPlay, Settings, Thought, Worth};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The engine resigns when its chance was too low for so many of its moves, one after the other.
const HOPELESS_MOVES: u32 = 3;

/// The processor time is read so often.
const PROCESSOR_LOOK: Duration = Duration::from_millis(2);

/// By the clock of the processor a move takes at most so many times its time on the wall.
const MOST_WALL: u32 = 8;

/// The function of a command: takes the words after the command's name, gives the answer.
pub type Handler<E> = fn(&mut E, &[String]) -> Answer;

/// The answer to a command: text, or the problem.
pub type Answer = Result<Reply, String>;

/// The commands of an engine, by name.
pub type Commands<E> = Vec<(&'static str, Handler<E>)>;

/// A good answer.
pub enum Reply {
    /// This text.
    Text(String),
    /// The text was written already, except for the blank line at the end.
    Streamed,
}

/// The answer with this text.
pub fn ok(text: impl Into<String>) -> Answer {
    Ok(Reply::Text(text.into()))
}

/// The error for words that cannot be understood.
pub fn syntax_error() -> String {
    "syntax error".to_string()
}

/// An engine: the commands of one protocol, on a [`EngineState`].
pub trait Engine: Sized + 'static {
    /// The commands, by name.
    fn commands() -> Commands<Self>;

    /// The shared state.
    fn state(&mut self) -> &mut EngineState;

    /// The name of the game, for clients that can show any game.
    fn game_id(&self) -> &'static str;

    /// The size of the board, for clients that can show any game.
    fn shape(&mut self) -> Result<String, String>;

    /// The client's name of a move.
    fn name_out(&mut self, mv: &str) -> String;

    /// Chooses a move for a player, without playing it.
    fn choose(&mut self, player: Player) -> Result<String, String>;

    /// Plays a move of a player, named by the client.
    fn play(&mut self, player: Player, text: &str) -> Result<(), String>;

    /// The result of the game, or of the position if it can be counted as it stands.
    fn score(&mut self) -> Result<String, String>;

    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool {
        self.state().game.undo()
    }

    /// The stream for live graphics.
    fn stream(&mut self) -> Stream {
        self.state().stream
    }

    /// Another game begins, or another position of the game is shown.
    fn begin(&mut self) {}
}

/// The game in progress with its clock, its settings and its streams.
pub struct EngineState {
    /// The game.
    pub game: Box<dyn InPlay>,
    /// The clocks.
    pub clock: Clock,
    /// The stream for live graphics.
    pub stream: Stream,
    settings: Settings,
    client: Arc<ClientInput>,
    number: u64,
    id: Option<String>,
    name: String,
    version: String,
    move_time: Duration,
    solve_time: Duration,
    clock_kind: ClockKind,
    /// A chance below this is too low to play on.
    resign: f32,
    /// For how many moves the chance has been too low.
    hopeless: u32,
}

impl EngineState {
    /// The state for a new game.
    pub fn new(game: Box<dyn InPlay>, settings: Settings, client: Arc<ClientInput>) -> EngineState {
        EngineState {
            game,
            clock: Clock::default(),
            stream: Stream::None,
            settings,
            client,
            number: 0,
            id: None,
            name: String::new(),
            version: String::new(),
            move_time: Duration::from_secs(5),
            solve_time: Duration::from_secs(600),
            clock_kind: ClockKind::Wall,
            resign: 0.0,
            hopeless: 0,
        }
    }

    /// Sets which time counts while the engine chooses a move.
    pub fn clock_kind(self, clock_kind: ClockKind) -> EngineState {
        EngineState { clock_kind, ..self }
    }

    /// Lets the engine resign when its chance stays below this.
    pub fn resigning(self, resign: f32) -> EngineState {
        EngineState { resign, ..self }
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.hopeless = 0;
    }

    /// Has the engine, whose turn it is, been without hope for long enough to resign?
    pub fn gives_up(&mut self, thought: &Thought) -> bool {
        self.hopeless = if thought.chance < self.resign { self.hopeless + 1 } else { 0 };
        self.hopeless >= HOPELESS_MOVES && thought.best.is_some()
    }

    /// Sets the answers to `name` and `version`.
    pub fn named(self, name: &str, version: &str) -> EngineState {
        EngineState { name: name.to_string(), version: version.to_string(), ..self }
    }

    /// Sets the time for a move, and the time for solving.
    pub fn times(self, move_time: Duration, solve_time: Duration) -> EngineState {
        EngineState { move_time, solve_time, ..self }
    }

    /// Sets the stream for live graphics.
    pub fn graphics(self, stream: Stream) -> EngineState {
        EngineState { stream, ..self }
    }

    /// Takes the next command from the client.
    pub fn take(&mut self, number: u64, id: Option<String>) {
        (self.number, self.id) = (number, id);
    }

    /// Writes the beginning of an answer whose lines follow one by one.
    pub fn begin_stream(&self) {
        write_now(&format!("{}\n", head(self.id.as_deref(), true)));
    }

    /// Waits until the client sends another command.
    pub fn wait(&self) {
        self.client.wait();
    }

    /// How long to think about the next move of a player.
    pub fn time_for(&self, player: Player) -> Duration {
        self.clock.allows(player).unwrap_or(self.move_time)
    }

    /// How long to work on a command that solves: where the client has set a clock, no longer than
    /// on a move.
    fn solve_time(&self) -> Duration {
        let clock = self.clock.allows(self.game.to_move());
        clock.map_or(self.solve_time, |time| time.min(self.solve_time))
    }

    /// Thinks about the position.
    pub fn think(
        &mut self,
        aim: Aim,
        time: Option<Duration>,
        until: Until,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, String> {
        let settings = Settings { time, ..self.settings.clone() };
        self.client.begin(self.number, until, &settings.stop);
        self.game.think(aim, &settings, hear).map_err(|error| error.to_string())
    }

    /// Chooses a move within a time, by the clock that counts.
    pub fn choose(
        &mut self,
        time: Duration,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, String> {
        let start = processor::own_time();
        let (ClockKind::Cpu, Some(start)) = (self.clock_kind, start) else {
            return self.think(Aim::Move, Some(time), Until::Interrupt, hear);
        };
        let is_done = AtomicBool::new(false);
        let stop = self.settings.stop.clone();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    if processor::own_time().is_none_or(|now| now >= start + time) {
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                    std::thread::sleep(PROCESSOR_LOOK);
                }
            });
            let wall = time.saturating_mul(MOST_WALL);
            let thought = self.think(Aim::Move, Some(wall), Until::Interrupt, hear);
            is_done.store(true, Ordering::Relaxed);
            thought
        })
    }

    /// Thinks about the opponent's move until a command arrives.
    pub fn ponder(&mut self) {
        if self.game.scene().outcome.is_none() {
            // The thoughts stay with the player; an error is told when a move is asked for.
            let _ = self.think(Aim::Move, None, Until::Input, &mut |_| {});
        }
    }

    /// Works on a question within a time, until the client interrupts.
    pub fn within<T>(&mut self, time: Duration, work: impl FnOnce(&Settings) -> T) -> T {
        let settings = Settings { time: Some(time), ..self.settings.clone() };
        self.client.begin(self.number, Until::Interrupt, &settings.stop);
        work(&settings)
    }

    /// Works on a command that solves: within its time, until the client interrupts or leaves. A
    /// client that sent its last line together with the command still gets the answer of so much
    /// time as a move has.
    fn solving<T>(&mut self, work: impl FnOnce(&mut Box<dyn InPlay>, &Settings) -> T) -> T {
        let settings = Settings { time: Some(self.solve_time()), ..self.settings.clone() };
        let patience = self.time_for(self.game.to_move());
        let client = self.client.clone();
        client.begin(self.number, Until::Leave, &settings.stop);
        std::thread::scope(|scope| {
            scope.spawn(|| client.attend(patience));
            let done = work(&mut self.game, &settings);
            client.end();
            done
        })
    }

    /// Solves the position: all threads race for it.
    pub fn solve(&mut self) -> Result<andor_solver::Report, String> {
        let solved = self
            .solving(|game, settings| game.solve(&Settings { pv: true, ..settings.clone() }, None));
        solved.map_err(|error| error.to_string())
    }

    /// Finds the winner or the values of all moves.
    pub fn settle(
        &mut self,
        aim: Aim,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, String> {
        let thought = self.solving(|game, settings| game.think(aim, settings, hear));
        thought.map_err(|error| error.to_string())
    }
}

/// Reads a colour.
pub fn player(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

/// The colour that a command names first.
pub fn player_argument(arguments: &[String]) -> Result<Player, String> {
    arguments.first().and_then(|text| player(text)).ok_or_else(syntax_error)
}

/// The colour that a command names first, or the player to move.
pub fn player_or_turn(state: &EngineState, arguments: &[String]) -> Result<Player, String> {
    if arguments.is_empty() { Ok(state.game.to_move()) } else { player_argument(arguments) }
}

/// Columns and rows, or one number for both.
pub fn board_size(arguments: &[String]) -> Result<Size, String> {
    let number = |text: &String| text.parse::<u64>().map_err(|_| syntax_error());
    let numbers = arguments.iter().map(number).collect::<Result<Vec<u64>, _>>()?;
    let (columns, rows) = match numbers[..] {
        [side] => (side, side),
        [columns, rows] => (columns, rows),
        _ => return Err(syntax_error()),
    };
    let small = |number: u64| u8::try_from(number).ok();
    let size = small(columns).zip(small(rows)).and_then(|(c, r)| Size::new(c, r));
    size.ok_or_else(|| "unacceptable size".to_string())
}

/// The commands that both protocols have.
pub fn common<E: Engine>() -> Commands<E> {
    vec![
        ("protocol_version", |_, _| ok("2")),
        ("name", |engine, _| ok(engine.state().name.clone())),
        ("version", |engine, _| ok(engine.state().version.clone())),
        ("known_command", |_, arguments| {
            let name = arguments.first().ok_or_else(syntax_error)?;
            let is_known = E::commands().iter().any(|(known, _)| known == name);
            ok(is_known.to_string())
        }),
        ("list_commands", |_, _| {
            let commands = E::commands();
            let names: Vec<&str> = commands.iter().map(|(name, _)| *name).collect();
            ok(names.join("\n"))
        }),
        ("quit", |_, _| ok("")),
        ("clear_board", |engine, _| {
            // The same game was opened before.
            if let Ok(game) = engine.state().game.restarted() {
                engine.state().game = game;
            }
            engine.begin();
            ok("")
        }),
        ("play", |engine, arguments| match arguments {
            [_, text] => {
                let player = player_argument(arguments)?;
                engine.play(player, text)?;
                ok("")
            }
            _ => Err(syntax_error()),
        }),
        ("genmove", |engine, arguments| {
            let player = player_argument(arguments)?;
            let mv = engine.choose(player)?;
            engine.play(player, &mv)?;
            ok(mv)
        }),
        ("reg_genmove", |engine, arguments| {
            let player = player_argument(arguments)?;
            ok(engine.choose(player)?)
        }),
        ("undo", |engine, _| match engine.undo() {
            true => ok(""),
            false => Err("cannot undo".to_string()),
        }),
        ("gogui-play_sequence", play_sequence),
        ("final_score", |engine, _| ok(engine.score()?)),
        ("showboard", |engine, _| ok(format!("\n{}", engine.state().game.scene().picture))),
        ("all_legal_moves", |engine, _| ok(legal_moves(engine))),
        ("loadsgf", load),
        ("time_settings", |engine, arguments| {
            let [main, period, stones] = numbers(arguments)?;
            engine.state().clock.set(seconds(main), seconds(period), stones as u32);
            ok("")
        }),
        ("kgs-time_settings", named_time_settings),
        ("kata-time_settings", named_time_settings),
        ("time_left", |engine, arguments| {
            let player = player_argument(arguments)?;
            let [time, stones] = numbers(&arguments[1..])?;
            engine.state().clock.show(player, seconds(time), stones as u32);
            ok("")
        }),
        ("cputime", |_, _| match processor::own_time() {
            Some(time) => ok(format!("{:.2}", time.as_secs_f64())),
            None => Err("the time is not known here".to_string()),
        }),
        ("gogui-interrupt", |_, _| ok("")),
        ("gogui-rules_game_id", |engine, _| ok(engine.game_id())),
        ("gogui-rules_board_size", |engine, _| ok(engine.shape()?)),
        ("gogui-rules_board", |engine, _| ok(plain_board(engine.state()))),
        ("gogui-rules_side_to_move", |engine, _| ok(engine.state().game.to_move().to_string())),
        ("gogui-rules_legal_moves", |engine, _| ok(legal_moves(engine))),
        ("gogui-rules_final_result", |engine, _| {
            let is_over = engine.state().game.scene().outcome.is_some();
            ok(if is_over { engine.score()? } else { String::new() })
        }),
        ("andor-solve", solve),
        ("andor-value", |engine, _| {
            let report = engine.state().solve()?;
            ok(match (report.winner, report.draw) {
                (Some(winner), _) => winner.to_string(),
                (None, true) => "draw".to_string(),
                (None, false) => "unknown".to_string(),
            })
        }),
        ("andor-values", |engine, _| {
            let thought = values(engine)?;
            let player = thought.to_move;
            let mut lines = Vec::new();
            for told in &thought.moves {
                let label = graphics::label(told.worth, told.chance, player);
                lines.push(format!("{} {label}", engine.name_out(&told.mv)));
            }
            ok(lines.join("\n"))
        }),
        ("andor-gfx-values", |engine, _| {
            let thought = values(engine)?;
            let names = names(engine, &thought);
            ok(graphics::drawing(&thought, &|mv| names(mv)))
        }),
        ("andor-pv", |engine, arguments| {
            let player = player_or_turn(engine.state(), arguments)?;
            engine.state().game.give_turn(player);
            let report = engine.state().solve()?;
            let line: Vec<String> =
                report.pv.iter().flatten().map(|mv| engine.name_out(mv)).collect();
            if line.is_empty() && report.stop_reason.is_some() {
                return Err(unsolved(&report));
            }
            ok(line.join(" "))
        }),
    ]
}

/// A time control by name: `none`, `absolute MAIN`, `fischer MAIN INCREMENT`,
/// `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`.
fn named_time_settings<E: Engine>(engine: &mut E, arguments: &[String]) -> Answer {
    let (kind, rest) = arguments.split_first().ok_or_else(syntax_error)?;
    let clock = &mut engine.state().clock;
    match kind.as_str() {
        "none" => clock.clear(),
        "absolute" => {
            let [main] = numbers(rest)?;
            clock.set(seconds(main), Duration::ZERO, 0);
        }
        "fischer" => {
            let [main, increment] = numbers(rest)?;
            clock.set_with_increment(seconds(main), seconds(increment));
        }
        "byoyomi" => {
            let [main, period, _] = numbers(rest)?;
            clock.set(seconds(main), seconds(period), 1);
        }
        "canadian" => {
            let [main, period, stones] = numbers(rest)?;
            clock.set(seconds(main), seconds(period), stones as u32);
        }
        _ => return Err(syntax_error()),
    }
    ok("")
}

/// Why there is no answer.
fn unsolved(report: &andor_solver::Report) -> String {
    let stop = report.stop_reason.map(|stop| stop.to_string()).unwrap_or_default();
    format!("not solved, stopped ({stop})")
}

/// A function that translates the moves of a thought into the client's names.
pub fn names<E: Engine>(engine: &mut E, thought: &Thought) -> impl Fn(&str) -> String + use<E> {
    let mut named = std::collections::HashMap::new();
    let lines = thought.moves.iter().flat_map(|told| &told.pv);
    for mv in thought.moves.iter().map(|told| &told.mv).chain(lines).chain(&thought.pv) {
        named.entry(mv.clone()).or_insert_with(|| engine.name_out(mv));
    }
    move |mv| named.get(mv).cloned().unwrap_or_else(|| mv.to_string())
}

/// The values of all moves, with live graphics meanwhile.
pub fn values<E: Engine>(engine: &mut E) -> Result<Thought, String> {
    let mut live = LiveDrawing::new(engine.stream(), "values");
    let legal = engine.state().game.scene().legal;
    let named: std::collections::HashMap<String, String> =
        legal.into_iter().map(|mv| (mv.clone(), engine.name_out(&mv))).collect();
    let name = |mv: &str| named.get(mv).cloned().unwrap_or_else(|| mv.to_string());
    let mut hear = |thought: &Thought| live.show(thought, &name);
    engine.state().settle(Aim::Values, &mut hear)
}

/// A finished thought's winner, as protocols write it.
pub fn winner(thought: &Thought) -> Option<&'static str> {
    match thought.worth? {
        Worth::Won(Player::Black) => Some("black"),
        Worth::Won(Player::White) => Some("white"),
        Worth::Draw => Some("draw"),
    }
}

fn solve<E: Engine>(engine: &mut E, arguments: &[String]) -> Answer {
    let player = player_or_turn(engine.state(), arguments)?;
    engine.state().game.give_turn(player);
    let report = engine.state().solve()?;
    let winner = match (report.winner, report.draw) {
        (Some(winner), _) => winner.to_string(),
        (None, true) => "draw".to_string(),
        (None, false) => return Err(unsolved(&report)),
    };
    let line: Vec<String> = report.pv.iter().flatten().map(|mv| engine.name_out(mv)).collect();
    ok(format!(
        "winner {winner}\nbest_move {}\npv {}\nnodes {}\nseconds {:.3}",
        line.first().map_or("none", String::as_str),
        line.join(" "),
        report.nodes,
        report.seconds
    ))
}

/// Plays pairs of colours and moves, all or none.
fn play_sequence<E: Engine>(engine: &mut E, arguments: &[String]) -> Answer {
    let before = engine.state().game.clone();
    let (pairs, rest) = arguments.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(syntax_error());
    }
    for [colour, text] in pairs {
        let played =
            player(colour).ok_or_else(syntax_error).and_then(|player| engine.play(player, text));
        if let Err(error) = played {
            engine.state().game = before;
            return Err(error);
        }
    }
    ok("")
}

fn legal_moves<E: Engine>(engine: &mut E) -> String {
    let legal = engine.state().game.scene().legal;
    legal.iter().map(|mv| engine.name_out(mv)).collect::<Vec<_>>().join(" ")
}

/// The board without letters and numbers.
fn plain_board(state: &EngineState) -> String {
    let size = state.game.size();
    let mut letters = vec!["."; size.area()];
    for (player, point) in state.game.scene().stones {
        letters[point.index()] = if player == Player::Black { "X" } else { "O" };
    }
    let rows = letters.chunks(size.columns().into()).map(|row| row.join(" "));
    rows.collect::<Vec<_>>().join("\n")
}

/// Loads a record: all of it, or the position before a move.
fn load<E: Engine>(engine: &mut E, arguments: &[String]) -> Answer {
    let number = |text: &String| text.parse::<usize>().ok();
    let (path, moves) = match arguments {
        [] => return Err(syntax_error()),
        [path @ .., last] if !path.is_empty() && number(last).is_some() => {
            (path.join(" "), number(last).map_or(0, |number| number.saturating_sub(1)))
        }
        path => (path.join(" "), usize::MAX),
    };
    let cannot = |_| "cannot load file".to_string();
    let text = crate::input::read(&path).map_err(cannot)?;
    record::load(&mut engine.state().game, &text, moves)
        .map_err(|_| "cannot load file".to_string())?;
    engine.begin();
    ok(engine.state().game.to_move().to_string())
}

/// The numbers of a command, each from 0 to a million.
pub fn numbers<const N: usize>(arguments: &[String]) -> Result<[f64; N], String> {
    let number = |text: &String| {
        text.parse()
            .ok()
            .filter(|number: &f64| (0.0..1e6).contains(number))
            .ok_or_else(syntax_error)
    };
    let read = arguments.iter().map(number).collect::<Result<Vec<f64>, _>>()?;
    read.try_into().map_err(|_| syntax_error())
}

/// So many seconds.
pub fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number)
}
