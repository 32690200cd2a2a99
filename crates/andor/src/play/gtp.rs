//! The engine for Go over GTP, version 2.
//!
//! Beside the commands of the specification there are commands that graphical clients use: set-up
//! without a past, rules, analysis, drawings. A position is counted as it stands, by area: the
//! rules take every stone on the board for alive.

use super::analyze::{self, AnalysisLines, ChanceForm};
use super::answers::write_now;
use super::client::Until;
use super::engine::{
    Answer, Commands, Engine, EngineState, Reply, board_size, common, numbers, ok, player,
    player_argument, syntax_error,
};
use super::graphics::LiveDrawing;
use super::reading;
use super::rules;
use andor_core::{Margin, Outcome, Player};
use andor_games::go::{Komi, Rules};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::points::Point;
use andor_search::widening::Strategy;
use andor_solver::games::go::rules_and_komi;
use andor_solver::{Aim, Thought};

/// The engine for Go.
pub struct Gtp {
    pub(super) state: EngineState,
    resigned: Option<Player>,
}

impl Gtp {
    /// An engine with this state.
    pub fn new(state: EngineState) -> Gtp {
        Gtp { state, resigned: None }
    }

    /// The move of a thought, or `resign`.
    fn answer(&mut self, thought: Thought) -> String {
        match self.state.gives_up(&thought) {
            true => "resign".to_string(),
            false => thought.best.unwrap_or_else(|| "pass".to_string()),
        }
    }

    fn rules_and_komi(&self) -> (Rules, Komi) {
        rules_and_komi(&self.state.game.problem()).unwrap_or((Rules::PSK, Komi(0)))
    }

    /// Reads a point of the board.
    pub(super) fn point(&self, text: &str) -> Result<Point, String> {
        if !is_vertex(text) {
            return Err(syntax_error());
        }
        parse_point(self.state.game.size(), Style::Go, text).map_err(|_| illegal_move())
    }

    pub(super) fn point_name(&self, point: Point) -> String {
        point_text(self.state.game.size(), Style::Go, point)
    }

    /// Pairs of a colour and a point.
    fn stones(&self, arguments: &[String]) -> Result<Vec<(Player, Point)>, String> {
        let (pairs, rest) = arguments.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(syntax_error());
        }
        let stone = |[colour, text]: &[String; 2]| {
            Ok((player(colour).ok_or_else(syntax_error)?, self.point(text)?))
        };
        pairs.iter().map(stone).collect()
    }

    /// Analyses until the client sends something.
    fn analyze(&mut self, arguments: &[String], form: ChanceForm) -> Answer {
        let request = analyze::request(arguments).ok_or_else(syntax_error)?;
        if let Some(player) = request.player {
            self.state.game.give_turn(player);
        }
        let mut lines = AnalysisLines::new(request, form);
        self.state.begin_stream();
        let mut hear = |thought: &Thought| {
            if let Some(line) = lines.due(thought) {
                write_now(&format!("{line}\n"));
            }
        };
        let thought = self.state.think(Aim::Values, None, Until::Input, &mut hear)?;
        write_now(&format!("{}\n", lines.line(&thought)));
        self.state.wait();
        Ok(Reply::Streamed)
    }

    /// Plays a move and streams the thoughts meanwhile.
    fn genmove_analyze(&mut self, arguments: &[String], form: ChanceForm) -> Answer {
        let request = analyze::request(arguments).ok_or_else(syntax_error)?;
        let player = request.player.unwrap_or(self.state.game.to_move());
        let time = self.state.time_for(player);
        self.state.game.give_turn(player);
        let mut lines = AnalysisLines::new(request, form);
        self.state.begin_stream();
        let mut hear = |thought: &Thought| {
            if let Some(line) = lines.due(thought) {
                write_now(&format!("{line}\n"));
            }
        };
        let thought = self.state.choose(time, &mut hear)?;
        let line = lines.line(&thought);
        let best = self.answer(thought);
        self.play(player, &best)?;
        write_now(&format!("{line}\nplay {best}\n"));
        Ok(Reply::Streamed)
    }

    /// The points that certainly belong to a player, drawn.
    fn safe(&mut self) -> String {
        let scene = self.state.game.scene();
        let names = |player: Player| {
            let points = scene.safe[player.index()].iter();
            points.map(|&point| self.point_name(point)).collect::<Vec<_>>().join(" ")
        };
        let [black, white] = Player::both(names);
        let [many, more] = Player::both(|player| scene.safe[player.index()].len());
        format!("BLACK {black}\nWHITE {white}\nTEXT safe: {many} black, {more} white")
    }

    fn undo_many(&mut self, arguments: &[String]) -> Answer {
        let [count] = if arguments.is_empty() { [1.0] } else { numbers(arguments)? };
        let before = self.state.game.clone();
        for _ in 0..count as usize {
            if !self.state.game.undo() {
                self.state.game = before;
                return Err("cannot undo".to_string());
            }
        }
        ok("")
    }

    fn set_up(&mut self, arguments: &[String]) -> Answer {
        let stones = self.stones(arguments)?;
        if !self.state.game.scene().stones.is_empty() {
            return Err("the board is not empty".to_string());
        }
        let to_move = self.state.game.to_move();
        self.state.game.set_up(&stones, to_move).map_err(|error| error.to_string())?;
        ok("")
    }

    fn free_handicap(&mut self, arguments: &[String]) -> Answer {
        let mut stones = Vec::new();
        for text in arguments {
            let stone = (Player::Black, self.point(text)?);
            if stones.contains(&stone) {
                return Err("repeated vertex".to_string());
            }
            stones.push(stone);
        }
        if stones.len() < 2 {
            return Err(syntax_error());
        }
        if !self.state.game.scene().stones.is_empty() {
            return Err("board not empty".to_string());
        }
        let set_up = self.state.game.set_up(&stones, Player::White);
        set_up.map_err(|_| "bad vertex list".to_string())?;
        ok("")
    }

    /// The rules take every stone on the board for alive.
    fn status_list(&mut self, arguments: &[String]) -> Answer {
        match arguments {
            [status] if status == "dead" || status == "seki" => ok(""),
            [status] if status == "alive" => {
                let stones = self.state.game.scene().stones;
                let names: Vec<String> =
                    stones.into_iter().map(|(_, point)| self.point_name(point)).collect();
                ok(names.join("\n"))
            }
            _ => Err(syntax_error()),
        }
    }
}

/// Changes an option of the game.
fn set_option(gtp: &mut Gtp, name: &str, value: &str) -> Answer {
    gtp.state.game = gtp.state.game.with_option(name, value).map_err(|error| error.to_string())?;
    ok("")
}

fn illegal_move() -> String {
    "illegal move".to_string()
}

/// Can this be the name of a point on some board?
fn is_vertex(text: &str) -> bool {
    let mut letters = text.chars();
    let is_column = letters.next().is_some_and(|c| c.is_ascii_alphabetic() && !"iI".contains(c));
    let row = letters.as_str();
    is_column && row.parse::<u8>().is_ok_and(|row| (1..=25).contains(&row))
}

/// A margin with komi, as scores are written.
fn score_text(margin: Margin, komi: Komi) -> String {
    let halves = 2 * margin.0 - komi.0;
    let points = f32::from(halves.abs()) / 2.0;
    match halves {
        0 => "0".to_string(),
        1.. => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}

impl Engine for Gtp {
    fn commands() -> Commands<Gtp> {
        let mut commands = common();
        commands.extend(own());
        commands
    }

    fn state(&mut self) -> &mut EngineState {
        &mut self.state
    }

    fn game_id(&self) -> &'static str {
        "Go"
    }

    fn shape(&mut self) -> Result<String, String> {
        let size = self.state.game.size();
        let is_square = size.columns() == size.rows();
        is_square.then(|| size.columns().to_string()).ok_or("the board is no square".to_string())
    }

    fn name_out(&mut self, mv: &str) -> String {
        mv.to_string()
    }

    fn choose(&mut self, player: Player) -> Result<String, String> {
        let game = &mut self.state.game;
        game.give_turn(player);
        // After two passes there is nothing to do but to pass again.
        if game.scene().outcome.is_some() {
            return Ok("pass".to_string());
        }
        let time = self.state.time_for(player);
        let mut live = LiveDrawing::new(self.state.stream, "genmove");
        let mut hear = |thought: &Thought| live.show(thought, &|mv| mv.to_string());
        let thought = self.state.choose(time, &mut hear)?;
        Ok(self.answer(thought))
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
        self.resigned = text.eq_ignore_ascii_case("resign").then_some(player);
        if self.resigned.is_some() {
            return Ok(());
        }
        if !text.eq_ignore_ascii_case("pass") {
            self.point(text)?;
        }
        self.state.game.play(player, text).map_err(|_| illegal_move())
    }

    fn score(&mut self) -> Result<String, String> {
        match self.resigned {
            Some(Player::Black) => return Ok("W+R".to_string()),
            Some(Player::White) => return Ok("B+R".to_string()),
            None => {}
        }
        let scene = self.state.game.scene();
        let (_, komi) = self.rules_and_komi();
        match (scene.outcome, scene.standing) {
            (Some(Outcome::NoResult), _) => Err("cannot score".to_string()),
            (Some(Outcome::Margin(margin)), _) | (None, Some(margin)) => {
                Ok(score_text(margin, komi))
            }
            (None, None) => Err("cannot score".to_string()),
        }
    }

    fn undo(&mut self) -> bool {
        self.resigned.take().is_some() || self.state.game.undo()
    }

    fn begin(&mut self) {
        self.state.begin();
        self.resigned = None;
    }
}

/// The commands that only Go has.
fn own() -> Commands<Gtp> {
    vec![
        ("boardsize", |gtp, arguments| {
            let size = board_size(arguments)?;
            gtp.state.game = gtp.state.game.resized(size).map_err(|error| error.to_string())?;
            gtp.begin();
            ok("")
        }),
        ("rectangular_boardsize", |gtp, arguments| {
            if arguments.len() != 2 {
                return Err(syntax_error());
            }
            let size = board_size(arguments)?;
            gtp.state.game = gtp.state.game.resized(size).map_err(|error| error.to_string())?;
            gtp.begin();
            ok("")
        }),
        ("komi", |gtp, arguments| {
            let text = arguments.first().ok_or_else(syntax_error)?;
            text.parse::<f64>().map_err(|_| syntax_error())?;
            let komi: Komi = text.parse().map_err(|error| format!("{error}"))?;
            set_option(gtp, "komi", &komi.to_string())
        }),
        ("get_komi", |gtp, _| ok(gtp.rules_and_komi().1.to_string())),
        ("gg-undo", Gtp::undo_many),
        ("set_free_handicap", Gtp::free_handicap),
        ("final_status_list", Gtp::status_list),
        ("kgs-rules", |gtp, arguments| {
            let rules = rules::parse(&arguments.join(" "))?;
            set_option(gtp, "rules", &rules.to_string())
        }),
        ("kata-get-rules", |gtp, _| ok(rules::written(gtp.rules_and_komi().0))),
        ("kata-set-rules", |gtp, arguments| {
            let rules = rules::parse(&arguments.join(" "))?;
            set_option(gtp, "rules", &rules.to_string())
        }),
        ("analyze", |gtp, arguments| gtp.analyze(arguments, ChanceForm::Kata)),
        ("lz-analyze", |gtp, arguments| gtp.analyze(arguments, ChanceForm::Leela)),
        ("kata-analyze", |gtp, arguments| gtp.analyze(arguments, ChanceForm::Kata)),
        ("genmove_analyze", |gtp, arguments| gtp.genmove_analyze(arguments, ChanceForm::Kata)),
        ("lz-genmove_analyze", |gtp, arguments| gtp.genmove_analyze(arguments, ChanceForm::Leela)),
        ("kata-genmove_analyze", |gtp, arguments| gtp.genmove_analyze(arguments, ChanceForm::Kata)),
        ("gogui-setup", Gtp::set_up),
        ("gogui-setup_player", |gtp, arguments| {
            let player = player_argument(arguments)?;
            gtp.state.game.give_turn(player);
            ok("")
        }),
        ("gogui-analyze_commands", |_, _| ok(ANALYZE_COMMANDS)),
        ("andor-safe", |gtp, arguments| {
            let player = player_argument(arguments)?;
            let points = gtp.state.game.scene().safe[player.index()].clone();
            let names: Vec<String> =
                points.into_iter().map(|point| gtp.point_name(point)).collect();
            ok(names.join(" "))
        }),
        ("andor-gfx-safe", |gtp, _| ok(gtp.safe())),
        ("attack", |gtp, arguments| reading::attack(gtp, arguments, Strategy::Auto)),
        ("defend", reading::defend),
        ("ladder_attack", |gtp, arguments| reading::attack(gtp, arguments, Strategy::Chase)),
        ("andor-capture", reading::capture),
        ("andor-gfx-capture", reading::draw),
    ]
}

/// The menu of GoGui.
const ANALYZE_COMMANDS: &str = "\
gfx/Safe Points/andor-gfx-safe
plist/Safe Points of One Side/andor-safe %c
gfx/Values of All Moves/andor-gfx-values
varc/Best Play/andor-pv %c
string/Solve/andor-solve %c
string/Value/andor-value
string/Rules/kata-get-rules
string/Attack/attack %p
string/Defend/defend %p
string/Capture/andor-capture %p
gfx/Capture Zone/andor-gfx-capture %p";
