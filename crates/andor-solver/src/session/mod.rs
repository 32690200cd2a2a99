//! A game in progress, as somebody plays it at a board: moves, moves taken back, positions set up.
//!
//! A session knows the rules and the past; it asks the solver about the present. Players at a board
//! do more than the rules foresee. They set up positions, let one side move twice, and go on after
//! the end. Each of these starts a new part of the game, a position without a past, because a past
//! that was not played by the rules says nothing about repetition. Within a part everything is
//! played by the rules.

mod guess;
mod hex;
mod plan;
mod shortest;
mod think;
mod thought;

pub use hex::{HexCircuit, HexConnection, HexEnd, HexView, Inferiority};
pub use thought::{Aim, MoveThought, Thought, Worth};

use crate::games::{Task, with_game};
use crate::playable::Playable;
use crate::plugs;
use crate::problem::{BadInput, Kind, MoveText, Problem};
use crate::report::Report;
use crate::settings::Settings;
use crate::solve::{Watch, play, solve};
use andor_core::{Margin, Outcome, Player};
use andor_games::go::{Komi, Rules};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_search::Line;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    kind: Kind,
    size: Size,
    /// The parts of the game, never empty; the last one is the present.
    parts: Vec<Part>,
}

/// A position and the moves played from it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    stones: Vec<(Player, Point)>,
    to_move: Player,
    moves: Vec<(Player, String)>,
    start: Start,
}

/// Why a part of the game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// The game began, or a position was set up.
    SetUp,
    /// A move that is not the next one by the rules: it is taken back together with its part.
    Move,
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// What is on the board now.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The stone on each point, row by row from the top left.
    pub stones: Vec<Option<Player>>,
    /// Who moves.
    pub to_move: Player,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Black's margin if the game ended here, where players can end it.
    pub standing: Option<Margin>,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The points that are surely Black's, and White's.
    pub safe: [Vec<Point>; 2],
    /// The board, drawn.
    pub picture: String,
}

impl Session {
    /// The start of a game.
    pub fn new(kind: Kind, size: Size) -> Session {
        let mut session = Session { kind, size, parts: Vec::new() };
        session.clear();
        session
    }

    /// The game of a problem, with its moves played.
    pub fn from_problem(problem: &Problem) -> Result<Session, BadInput> {
        if let Some(error) = problem.wrong_rules.as_ref().or(problem.wrong_komi.as_ref()) {
            return Err(error.clone().into());
        }
        let mut session = Session::new(problem.kind.clone(), problem.size);
        session.set_up(problem.stones.clone(), problem.to_move)?;
        for written in &problem.moves {
            let player = written.player.unwrap_or(session.to_move());
            session.play(player, &written.text).map_err(|refused| {
                BadInput::Request(format!("{}, \"{}\": {refused}", written.place, written.text))
            })?;
        }
        Ok(session)
    }

    /// The game.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Back to the empty board.
    pub fn clear(&mut self) {
        let start = Start::SetUp;
        self.parts =
            vec![Part { stones: Vec::new(), to_move: Player::Black, moves: Vec::new(), start }];
    }

    /// A new game on a board of another size.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
        self.clear();
    }

    /// Sets up a position, as the start of a new game.
    pub fn set_up(
        &mut self,
        stones: Vec<(Player, Point)>,
        to_move: Player,
    ) -> Result<(), BadInput> {
        let part = Part { stones, to_move, moves: Vec::new(), start: Start::SetUp };
        let old = std::mem::replace(&mut self.parts, vec![part]);
        let checked = with_game(&self.problem(), Look(&self.problem())).map(|_| ());
        if checked.is_err() {
            self.parts = old;
        }
        checked
    }

    /// The present position as the start of a new part, with this player to move. Moves before it
    /// can still be taken back.
    pub fn start_part(&mut self, to_move: Player) {
        self.push_part(to_move, Start::SetUp);
    }

    fn push_part(&mut self, to_move: Player, start: Start) {
        let stones = self.stones();
        self.parts.push(Part { stones, to_move, moves: Vec::new(), start });
    }

    /// Puts the stones of a part of its own in the place of the present ones; taken back like a move.
    pub fn replace(
        &mut self,
        stones: Vec<(Player, Point)>,
        to_move: Player,
    ) -> Result<(), BadInput> {
        self.parts.push(Part { stones, to_move, moves: Vec::new(), start: Start::Move });
        let checked = with_game(&self.problem(), Look(&self.problem())).map(|_| ());
        if checked.is_err() {
            self.parts.pop();
        }
        checked
    }

    /// The stones on the board.
    pub fn stones(&self) -> Vec<(Player, Point)> {
        let scene = self.scene();
        let stones = scene.stones.iter().enumerate();
        stones.filter_map(|(i, stone)| stone.map(|player| (player, Point(i as u16)))).collect()
    }

    /// Plays a move of either player.
    pub fn play(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        let scene = self.scene();
        let goes_on = scene.outcome.is_some() && scene.standing.is_some();
        let out_of_turn = player != scene.to_move;
        if goes_on || out_of_turn {
            self.push_part(player, Start::Move);
        }
        let played = self.play_by_the_rules(player, text);
        if played.is_err() && (goes_on || out_of_turn) {
            self.parts.pop();
        }
        played
    }

    fn play_by_the_rules(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        let canonical = with_game(&self.problem(), Read { problem: &self.problem(), text })?;
        if let Some(part) = self.parts.last_mut() {
            part.moves.push((player, canonical));
        }
        Ok(())
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(part) = self.parts.last_mut() else { return false };
        let took = part.moves.pop().is_some();
        let was_implied = part.start == Start::Move && part.moves.is_empty();
        if (was_implied || !took) && self.parts.len() > 1 {
            let implied = self.parts.pop().is_some_and(|part| part.start == Start::Move);
            return took || implied || self.undo();
        }
        took
    }

    /// The moves since the position was set up or the rules were last left aside.
    pub fn moves(&self) -> &[(Player, String)] {
        self.parts.last().map_or(&[], |part| &part.moves)
    }

    /// Did the game begin on the empty board, and has it been played by the rules since?
    pub fn is_from_start(&self) -> bool {
        self.parts.len() == 1 && self.parts[0].stones.is_empty()
    }

    /// Who moves.
    pub fn to_move(&self) -> Player {
        self.parts.last().map_or(Player::Black, |part| match part.moves.last() {
            Some((player, _)) => player.other(),
            None => part.to_move,
        })
    }

    /// Makes it this player's turn: if it is not, a new part of the game begins.
    pub fn give_turn(&mut self, player: Player) {
        if self.to_move() == player {
            return;
        }
        match self.parts.last_mut() {
            Some(part) if part.moves.is_empty() => part.to_move = player,
            _ => self.push_part(player, Start::SetUp),
        }
    }

    /// Changes the komi of Go.
    pub fn set_komi(&mut self, new: Komi) {
        if let Kind::Go { komi, .. } = &mut self.kind {
            *komi = new;
        }
    }

    /// Changes the rules of Go. A game that the new rules would not have allowed goes on from the
    /// present position.
    pub fn set_rules(&mut self, new: Rules) {
        let (stones, to_move) = (self.stones(), self.to_move());
        if let Kind::Go { rules, .. } = &mut self.kind {
            *rules = new;
        }
        if with_game(&self.problem(), Look(&self.problem())).is_err() {
            self.parts = vec![Part { stones, to_move, moves: Vec::new(), start: Start::SetUp }];
        }
    }

    /// The present position as a problem.
    pub fn problem(&self) -> Problem {
        let mut problem = Problem::start(self.kind.clone(), self.size);
        if let Some(part) = self.parts.last() {
            problem.stones = part.stones.clone();
            problem.to_move = part.to_move;
            let written = part.moves.iter().enumerate().map(|(i, (player, text))| MoveText {
                place: format!("move {}", i + 1),
                player: Some(*player),
                text: text.clone(),
            });
            problem.moves = written.collect();
        }
        problem
    }

    /// What is on the board now.
    pub fn scene(&self) -> Scene {
        let problem = self.problem();
        // A session holds only what was checked when it came.
        with_game(&problem, Look(&problem)).unwrap_or_else(|_| Scene {
            stones: vec![None; self.size.area()],
            to_move: self.to_move(),
            outcome: None,
            standing: None,
            legal: Vec::new(),
            safe: [Vec::new(), Vec::new()],
            picture: String::new(),
        })
    }

    /// Can the settings be followed in this game?
    pub fn check(&self, settings: &Settings) -> Result<(), BadInput> {
        with_game(&self.problem(), Check { settings, game: self.problem().game() })
    }

    /// Thinks about the present position until the aim is reached, the settings' time or nodes are
    /// spent, or they are told to stop.
    pub fn think(
        &self,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        think::think(&self.problem(), aim, settings, hear)
    }

    /// Solves the present position.
    pub fn solve(&self, settings: &Settings, watch: Option<Watch<'_>>) -> Result<Report, BadInput> {
        solve(&self.problem(), settings, watch)
    }
}

/// Looks whether the settings name what there is.
struct Check<'a> {
    settings: &'a Settings,
    game: &'static str,
}

impl Task for Check<'_> {
    type Done = Result<(), BadInput>;

    fn run<G: Playable>(self, _: &G) -> Self::Done {
        plugs::knowledge::<G>(self.settings, self.game).map(|_| ())
    }
}

/// Reads what is on the board.
struct Look<'a>(&'a Problem);

impl Task for Look<'_> {
    type Done = Result<Scene, BadInput>;

    fn run<G: Playable>(self, game: &G) -> Self::Done {
        let mut line = line(game, self.0)?;
        let mut moves = Vec::new();
        if line.outcome().is_none() {
            line.moves(&mut moves);
        }
        let pos = line.position();
        let shown = game.picture(pos);
        let owner = |point: usize| {
            Player::BOTH.into_iter().find(|player| shown.stones[player.index()].contains(point))
        };
        let safe = |player| {
            game.safe_points(pos, player).iter().map(|point| Point(point as u16)).collect()
        };
        Ok(Scene {
            stones: (0..self.0.size.area()).map(owner).collect(),
            to_move: line.to_move(),
            outcome: line.outcome(),
            standing: game.standing(pos),
            legal: moves.into_iter().map(|mv| game.move_text(mv)).collect(),
            safe: Player::BOTH.map(safe),
            picture: game.draw(pos),
        })
    }
}

/// The line of a problem, with its moves played.
fn line<'g, G: Playable>(game: &'g G, problem: &Problem) -> Result<Line<'g, G>, BadInput> {
    let root = game.set_up(&problem.stones, problem.to_move)?;
    let mut line = Line::new(game, root);
    play(&mut line, problem, |_| {})?;
    Ok(line)
}

/// Reads a move that is legal now, and writes it in the game's own way.
struct Read<'a> {
    problem: &'a Problem,
    text: &'a str,
}

impl Task for Read<'_> {
    type Done = Result<String, Refused>;

    fn run<G: Playable>(self, game: &G) -> Self::Done {
        let mut line = line(game, self.problem).map_err(|error| Refused(error.to_string()))?;
        if line.outcome().is_some() {
            return Err(Refused("the game is over".to_string()));
        }
        let read = game.parse_move(line.position(), self.text);
        let mv = read.map_err(|error| Refused(error.problem))?;
        if !line.allows(mv) {
            return Err(Refused("it repeats an earlier position".to_string()));
        }
        Ok(game.move_text(mv))
    }
}
