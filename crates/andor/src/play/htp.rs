//! The engine for Hex over HTP, the protocol of HexGui and its engines.
//!
//! HTP is like GTP, with boards that need not be square, points named from the top left, and moves
//! that take over the first move (swap). `swap-pieces` mirrors the stone and gives it to White.
//! `swap-sides`, also written `swap`, leaves the stone: the players change colours, and White moves
//! next.

use super::Coordinates;
use super::engine::{
    Answer, Commands, Engine, EngineState, board_size, common, names, ok, player, player_argument,
    syntax_error, values, winner,
};
use super::graphics::{LiveDrawing, Stream, label};
use super::record;
use super::vc;
use andor_core::{Outcome, Player};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::record::Swap;
use andor_games::points::Point;
use andor_solver::games::hex::{HexBook, HexOpening};
use andor_solver::{Aim, Thought, Worth};
use std::path::Path;
use std::time::{Duration, Instant};

/// The shortest time for a look at an opening.
const SHORTEST: Duration = Duration::from_millis(20);

/// The engine for Hex.
pub struct Htp {
    state: EngineState,
    style: Style,
    resigned: Option<Player>,
    /// May the engine take the first move over?
    allows_swap: bool,
    /// Does a solver draw its progress?
    draws: bool,
    /// The last thought.
    last: Option<Thought>,
    book: Option<HexBook>,
}

impl Htp {
    /// An engine with this state, this way of naming points, and a book of openings if it shall
    /// have one.
    pub fn new(state: EngineState, coordinates: Coordinates, book: Option<HexBook>) -> Htp {
        let style = match coordinates {
            Coordinates::Hex => Style::Hex,
            Coordinates::Gogui => Style::Go,
        };
        Htp { state, style, resigned: None, allows_swap: false, draws: false, last: None, book }
    }

    /// A move in the game's notation, from the client's name.
    fn name_in(&self, text: &str) -> Result<String, String> {
        let point = self.point(text)?;
        Ok(point_text(self.state.game.size(), Style::Hex, point))
    }

    /// The client's name of a point.
    pub fn point_name(&self, point: Point) -> String {
        point_text(self.state.game.size(), self.style, point)
    }

    /// Reads a point.
    pub fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.state.game.size();
        let mut letters = text.chars();
        let is_point = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.as_str().parse::<u16>().is_ok();
        if !is_point {
            return Err(syntax_error());
        }
        parse_point(size, self.style, text).map_err(|_| illegal_move())
    }

    /// The block of a side's stones that this point belongs to; nothing if there is no such stone.
    pub fn block(&self, point: Point, side: Player) -> Vec<Point> {
        let stones = self.state.game.scene().stones;
        let is_own = |point: Point| stones.contains(&(side, point));
        let mut block: Vec<Point> =
            Some(point).filter(|&point| is_own(point)).into_iter().collect();
        let mut looked_at = 0;
        while let Some(&stone) = block.get(looked_at) {
            looked_at += 1;
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
            let size = self.state.game.size();
            for next in steps.iter().filter_map(|&(right, down)| size.step(stone, right, down)) {
                if is_own(next) && !block.contains(&next) {
                    block.push(next);
                }
            }
        }
        block
    }

    /// Does the block of this stone touch the side's first edge (0) or second (1)?
    pub fn touches_edge(&self, point: Point, side: Player, edge: u8) -> bool {
        let size = self.state.game.size();
        self.block(point, side).into_iter().any(|stone| {
            let (at, last) = match side {
                Player::Black => (size.row(stone), size.rows() - 1),
                Player::White => (size.column(stone), size.columns() - 1),
            };
            at == if edge == 0 { 0 } else { last }
        })
    }

    /// Can the player to move take the first move over?
    fn can_swap(&self) -> bool {
        let size = self.state.game.size();
        self.allows_swap
            && self.state.game.is_from_start()
            && self.state.game.moves().len() == 1
            && size.columns() == size.rows()
    }

    /// Thinks for a player, with live graphics if they are wanted.
    fn think(&mut self, player: Player, aim: Aim, title: &'static str) -> Result<Thought, String> {
        self.state.game.give_turn(player);
        let mut live = LiveDrawing::new(self.stream(), title);
        let (size, style) = (self.state.game.size(), self.style);
        let name = move |mv: &str| match parse_point(size, Style::Hex, mv) {
            Ok(point) => point_text(size, style, point),
            Err(_) => mv.to_string(),
        };
        let mut hear = |thought: &Thought| live.show(thought, &name);
        let thought = match aim {
            Aim::Move => self.state.choose(self.state.time_for(player), &mut hear),
            _ => self.state.settle(aim, &mut hear),
        }?;
        self.last = Some(thought.clone());
        Ok(thought)
    }

    /// What the book says about the first stone, if that is all there is.
    fn book_opening(&self) -> Option<HexOpening> {
        let game = &self.state.game;
        match game.scene().stones[..] {
            [(Player::Black, stone)] if game.is_from_start() => {
                self.book.as_ref()?.opening(game.size(), stone)
            }
            _ => None,
        }
    }

    /// The opening for a game in which the opponent may swap: the fairest of the book, else the one
    /// that looks most even after a short search of each.
    fn fair_opening(&mut self, player: Player) -> Result<String, String> {
        let size = self.state.game.size();
        let known = self.book.as_ref().and_then(|book| book.fairest(size));
        if let Some(stone) = known {
            return Ok(self.point_name(stone));
        }
        let (started, time) = (Instant::now(), self.state.time_for(player));
        let stones: Vec<Point> = HexBook::stones(size).collect();
        let part = (time / u32::try_from(stones.len()).unwrap_or(1)).max(SHORTEST);
        let before = self.state.game.clone();
        let mut fairest = (f32::INFINITY, stones[0]);
        // The stones come row by row, and the fair ones lie in the first rows: if the time is short
        // the others wait.
        for stone in stones {
            if started.elapsed() + 2 * part > time && fairest.0 < f32::INFINITY {
                break;
            }
            let name = point_text(size, Style::Hex, stone);
            self.state.game.play(player, &name).map_err(|_| illegal_move())?;
            let thought = self.state.choose(part.min(time), &mut |_| {});
            self.state.game = before.clone();
            let doubt = (thought?.chance - 0.5).abs();
            if doubt < fairest.0 {
                fairest = (doubt, stone);
            }
        }
        Ok(self.point_name(fairest.1))
    }

    fn solve_state(&mut self, arguments: &[String]) -> Answer {
        let player = player_argument(arguments)?;
        let thought = self.think(player, Aim::Winner, "dfpn")?;
        ok(winner(&thought).ok_or("not solved")?)
    }

    fn find_winning(&mut self, arguments: &[String]) -> Answer {
        let player = player_argument(arguments)?;
        self.state.game.give_turn(player);
        let thought = values(self)?;
        self.last = Some(thought.clone());
        if thought.moves.iter().any(|told| told.worth.is_none()) {
            return Err("not solved".to_string());
        }
        let winning = thought.moves.iter().filter(|told| told.worth == Some(Worth::Won(player)));
        let names: Vec<String> = winning.map(|told| self.name_out(&told.mv)).collect();
        ok(names.join(" "))
    }

    fn last(&self) -> Result<Thought, String> {
        self.last.clone().ok_or("nothing was solved yet".to_string())
    }

    /// Shows or sets the options of a group: `[bool] NAME VALUE`.
    fn option(arguments: &[String], name: &str, value: &mut bool) -> Answer {
        match arguments {
            [] => ok(format!("[bool] {name} {}", u8::from(*value))),
            [asked, new] if asked == name => {
                *value = match new.as_str() {
                    "0" | "false" => false,
                    "1" | "true" => true,
                    _ => return Err(syntax_error()),
                };
                ok("")
            }
            _ => Err(format!("unknown parameter; expected {name} and 0 or 1")),
        }
    }

    /// Plays moves in turn; a colour before a move says whose it is.
    fn play_game(&mut self, arguments: &[String]) -> Answer {
        let before = self.state.game.clone();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let played = match player(word) {
                Some(player) => match words.next() {
                    Some(text) => self.play(player, text),
                    None => Err(syntax_error()),
                },
                None => self.play(self.state.game.to_move(), word),
            };
            if let Err(error) = played {
                self.state.game = before;
                return Err(error);
            }
        }
        ok("")
    }
}

fn illegal_move() -> String {
    "illegal move".to_string()
}

impl Engine for Htp {
    fn commands() -> Commands<Htp> {
        let mut commands = common();
        commands.extend(own());
        commands.extend(vc::commands());
        commands
    }

    fn state(&mut self) -> &mut EngineState {
        &mut self.state
    }

    fn game_id(&self) -> &'static str {
        "Hex"
    }

    fn shape(&mut self) -> Result<String, String> {
        let size = self.state.game.size();
        let is_square = size.columns() == size.rows();
        let shape = is_square.then(|| format!("{} hex", size.columns()));
        shape.ok_or("the board is no square".to_string())
    }

    fn name_out(&mut self, mv: &str) -> String {
        let size = self.state.game.size();
        match parse_point(size, Style::Hex, mv) {
            Ok(point) => point_text(size, self.style, point),
            Err(_) => mv.to_string(),
        }
    }

    fn choose(&mut self, player: Player) -> Result<String, String> {
        self.state.game.give_turn(player);
        if self.state.game.scene().outcome.is_some() || self.resigned.is_some() {
            return Err("the game is over".to_string());
        }
        let is_first = self.state.game.is_from_start() && self.state.game.moves().is_empty();
        if self.allows_swap && is_first {
            return self.fair_opening(player);
        }
        if let Some(opening) = self.book_opening() {
            return Ok(match self.can_swap() && opening.is_swapped() {
                true => "swap-pieces".to_string(),
                false => self.point_name(opening.reply),
            });
        }
        let thought = self.think(player, Aim::Move, "genmove")?;
        if self.can_swap() && thought.chance < 0.5 {
            return Ok("swap-pieces".to_string());
        }
        if self.state.gives_up(&thought) {
            return Ok("resign".to_string());
        }
        let best = thought.best.ok_or("no move")?;
        Ok(self.name_out(&best))
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
        if self.resigned.is_some() {
            return Err(illegal_move());
        }
        match text.to_ascii_lowercase().as_str() {
            "resign" | "forfeit" => self.resigned = Some(player),
            "pass" => self.state.game.start_part(player.other()),
            "swap-pieces" => record::swap(&mut self.state.game, Swap::Pieces)?,
            "swap-sides" | "swap" => record::swap(&mut self.state.game, Swap::Sides)?,
            _ => {
                let name = self.name_in(text)?;
                self.state.game.play(player, &name).map_err(|_| illegal_move())?;
            }
        }
        Ok(())
    }

    fn score(&mut self) -> Result<String, String> {
        let won = |winner: Player| match winner {
            Player::Black => "B+".to_string(),
            Player::White => "W+".to_string(),
        };
        if let Some(loser) = self.resigned {
            return Ok(won(loser.other()));
        }
        let outcome = self.state.game.scene().outcome;
        let winner = Player::BOTH.into_iter().find(|&p| outcome == Some(Outcome::win(p)));
        winner.map(won).ok_or("cannot score".to_string())
    }

    fn undo(&mut self) -> bool {
        self.resigned.take().is_some() || self.state.game.undo()
    }

    fn stream(&mut self) -> Stream {
        if self.draws { self.state.stream } else { Stream::None }
    }

    fn begin(&mut self) {
        self.state.begin();
        (self.resigned, self.last) = (None, None);
    }
}

/// The commands that only Hex has, and commands with another meaning than in Go.
fn own() -> Commands<Htp> {
    vec![
        ("boardsize", |htp, arguments| {
            let size = board_size(arguments)?;
            htp.state.game = htp.state.game.resized(size).map_err(|error| error.to_string())?;
            htp.begin();
            ok("")
        }),
        ("play-game", Htp::play_game),
        ("andor-book", |htp, arguments| match arguments {
            [none] if none == "none" => {
                htp.book = None;
                ok("")
            }
            [file] => {
                let read = crate::book::read(Path::new(file));
                htp.book = Some(read.map_err(|error| format!("{error:#}"))?);
                ok("")
            }
            _ => Err(syntax_error()),
        }),
        ("param_game", |htp, arguments| Htp::option(arguments, "allow_swap", &mut htp.allows_swap)),
        ("param_dfpn", |htp, arguments| Htp::option(arguments, "use_guifx", &mut htp.draws)),
        ("dfpn-solve-state", Htp::solve_state),
        ("dfpn-solver-find-winning", Htp::find_winning),
        ("dfpn-get-pv", |htp, _| {
            let thought = htp.last()?;
            let line: Vec<String> = thought.pv.iter().map(|mv| htp.name_out(mv)).collect();
            ok(line.join(" "))
        }),
        ("dfpn-get-work", |htp, _| ok(htp.last()?.nodes.to_string())),
        ("dfpn-get-state", |htp, _| ok(super::graphics::sentence(&htp.last()?))),
        ("dfpn-get-bounds", |htp, _| {
            let thought = htp.last()?;
            let names = names(htp, &thought);
            let pair = |told: &andor_solver::MoveThought| {
                let label = label(told.worth, told.chance, thought.to_move);
                format!("{} {label}", names(&told.mv))
            };
            ok(thought.moves.iter().map(pair).collect::<Vec<_>>().join(" "))
        }),
        ("hexgui-analyze_commands", |_, _| ok(ANALYZE_COMMANDS)),
        ("gogui-analyze_commands", |_, _| ok(ANALYZE_COMMANDS)),
    ]
}

/// The menu of HexGui.
const ANALYZE_COMMANDS: &str = "\
string/Solve Position/dfpn-solve-state %c
plist/Winning Moves/dfpn-solver-find-winning %c
gfx/Values of All Moves/andor-gfx-values
var/Best Play/andor-pv %c
string/Connections/vc-build %c
plist/Must-Play/vc-get-mustplay %c
pspairs/Fill-In/compute-fillin
pspairs/Inferior Moves/compute-inferior %c
string/Resistance/eval-resist %c
pspairs/Resistance of Points/eval-resist-cells %c
pspairs/Bounds of the Last Solution/dfpn-get-bounds
string/State of the Last Solution/dfpn-get-state
param/Game Options/param_game
param/Solver Options/param_dfpn";
