//! The implementation of [`InPlay`] for every game with an adapter.

use super::own::OwnAnswers;
use crate::adapter::{Adapter, Question, SearchGoal};
use crate::dataset;
use crate::error::BadInput;
use crate::interfaces::{Guided, InPlay, Problem, Refused, Scene};
use crate::network::subject;
use crate::player::table::{Player as GamePlayer, Table};
use crate::player::think::Thinker;
use crate::player::thought::{Aim, Thought};
use crate::report::Report;
use crate::settings::{Settings, Watch};
use crate::solve::job::At;
use crate::solve::knowledge::{chosen, knowledge};
use crate::solve::run::run;
use crate::store::entries;
use crate::store::reading::Reading;
use crate::store::shelf::Shelf;
use andor_certify::view::{Exported, Limits, StrategyPlace};
use andor_certify::{Certifier, NoCertificate};
use andor_checker::Certificate;
use andor_core::{Game, NotationError, Player, Verdict};
use andor_games::points::Point;
use andor_net::Subject;
use andor_search::Line;
use andor_store::{Entry, Fact, Place};
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

/// A game in play.
pub struct Playing<G: Adapter> {
    game: G,
    question: Question,
    /// The game without its moves.
    start: Problem,
    /// The parts of the game, never empty; the last one is the present.
    parts: Vec<Part<G>>,
    /// The player, with its results so far.
    player: Box<dyn GamePlayer<G>>,
    /// Makes a player without results.
    new_player: NewPlayer<G>,
    /// The answers of a game that answers in its own way.
    own: Option<Arc<dyn OwnAnswers<G>>>,
}

/// Makes a player of a game.
type NewPlayer<G> = fn() -> Box<dyn GamePlayer<G>>;

/// A position and the moves played from it.
struct Part<G: Adapter> {
    stones: Vec<(Player, Point)>,
    to_move: Player,
    root: G::Position,
    moves: Vec<G::Move>,
    start: Start,
}

/// Moves in one part of a game, and the position if a new part begins after them.
type InPart<G> = (Vec<<G as Game>::Move>, Option<<G as Game>::Position>);

impl<G: Adapter> Clone for Part<G> {
    fn clone(&self) -> Self {
        Part {
            stones: self.stones.clone(),
            to_move: self.to_move,
            root: self.root.clone(),
            moves: self.moves.clone(),
            start: self.start,
        }
    }
}

/// Why a part of the game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// The game began, or a position was set up.
    SetUp,
    /// A move that is not the next move by the rules: it is taken back together with its part.
    Move,
}

impl<G: Adapter> Playing<G> {
    /// Opens a problem of a game.
    pub fn open(game: G, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
        let root = Self::first_position(&game, problem)?;
        let question = game.question();
        Ok(Box::new(Playing::begin(game, question, problem, root)?))
    }

    /// Opens a problem of a game that answers in its own way, and whose first position may be more
    /// than the stones of the problem.
    pub(crate) fn answered_by(
        game: G,
        problem: &Problem,
        root: G::Position,
        own: Arc<dyn OwnAnswers<G>>,
    ) -> Result<Box<dyn InPlay>, BadInput> {
        let question = game.question();
        let playing = Playing::begin(game, question, problem, root)?;
        Ok(Box::new(Playing { own: Some(own), ..playing }))
    }

    /// Opens a problem of a game that has a player of its own.
    pub fn played_by(
        game: G,
        problem: &Problem,
        new_player: fn() -> Box<dyn GamePlayer<G>>,
    ) -> Result<Box<dyn InPlay>, BadInput> {
        let question = game.question();
        Playing::with_question(game, question, problem, new_player)
    }

    /// Opens a problem of a game that has a player of its own, and in which these claims say who
    /// wins.
    pub fn with_question(
        game: G,
        question: Question,
        problem: &Problem,
        new_player: fn() -> Box<dyn GamePlayer<G>>,
    ) -> Result<Box<dyn InPlay>, BadInput> {
        let root = Self::first_position(&game, problem)?;
        let playing = Playing::begin(game, question, problem, root)?;
        Ok(Box::new(Playing { player: new_player(), new_player, ..playing }))
    }

    /// The position of a problem before its moves.
    fn first_position(game: &G, problem: &Problem) -> Result<G::Position, BadInput> {
        let set_up = game.set_up(problem.stones(), problem.to_move());
        set_up.map_err(|error| problem.sourced(error).into())
    }

    fn begin(
        game: G,
        question: Question,
        problem: &Problem,
        root: G::Position,
    ) -> Result<Playing<G>, BadInput> {
        let moves = played(&game, &root, problem)?;
        let part = Part {
            stones: problem.stones().to_vec(),
            to_move: problem.to_move(),
            root,
            moves,
            start: Start::SetUp,
        };
        let start = problem.clone().at_start();
        let new_player: NewPlayer<G> = || Box::new(Thinker::new());
        let parts = vec![part];
        let player = new_player();
        Ok(Playing { game, question, start, parts, player, new_player, own: None })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game without its moves.
    pub(crate) fn start(&self) -> &Problem {
        &self.start
    }

    /// The present position.
    pub fn position(&self) -> G::Position {
        self.line().position().clone()
    }

    /// The present part by the rules of the game, as a problem.
    fn present(&self) -> Problem {
        let part = self.part();
        let start = self.start.clone().with_stones(part.stones.clone(), part.to_move);
        start.with_played(self.moves().into_iter())
    }

    /// Solves the present position by its claims.
    fn by_claims(&self, settings: &Settings, watch: Option<Watch<'_>>) -> Result<Report, BadInput> {
        let part = self.part();
        let at = At {
            problem: &self.start,
            game: &self.game,
            question: self.question,
            root: &part.root,
            played: &part.moves,
        };
        let report = run(at, settings, watch)?;
        Ok(Report { position: self.present().to_string(), ..report })
    }

    /// The game that a root of a certificate is about.
    fn certified(&self, certificate: &Certificate, root: usize) -> Result<Cow<'_, G>, BadInput> {
        match &self.own {
            Some(own) => Ok(Cow::Owned(own.certified(certificate, root)?)),
            None => Ok(Cow::Borrowed(&self.game)),
        }
    }

    fn certifier(&self) -> Result<&'static dyn Certifier<G>, BadInput> {
        let no_face = || BadInput::Request(NoCertificate::Game(self.start.game()).to_string());
        self.game.certificate().ok_or_else(no_face)
    }

    /// The present position with its past, and the player who thinks about it.
    fn table(&mut self) -> (Table<'_, G>, &mut dyn GamePlayer<G>) {
        let Playing { game, question, start, parts, player, .. } = self;
        let part = parts.last().unwrap_or_else(|| unreachable!("a game has a part"));
        let (name, question) = (start.game(), *question);
        let table = Table { name, game, question, root: &part.root, played: &part.moves };
        (table, &mut **player)
    }

    fn part(&self) -> &Part<G> {
        self.parts.last().unwrap_or_else(|| unreachable!("a game has a part"))
    }

    fn part_mut(&mut self) -> &mut Part<G> {
        self.parts.last_mut().unwrap_or_else(|| unreachable!("a game has a part"))
    }

    /// The line of the present part.
    fn line(&self) -> Line<'_, G> {
        let part = self.part();
        self.game.line(&part.root, &part.moves)
    }

    /// The stones on the board.
    fn stones(&self, pos: &G::Position) -> Vec<(Player, Point)> {
        let sets = self.game.stones(pos);
        let of = |player: Player| sets[player.index()].iter().map(move |&point| (player, point));
        let mut stones: Vec<(Player, Point)> = Player::BOTH.into_iter().flat_map(of).collect();
        stones.sort_by_key(|(_, point)| point.0);
        stones
    }

    fn new_part(
        &self,
        stones: Vec<(Player, Point)>,
        to_move: Player,
        start: Start,
    ) -> Result<Part<G>, NotationError> {
        let root = self.game.set_up(&stones, to_move)?;
        Ok(Part { stones, to_move, root, moves: Vec::new(), start })
    }

    /// Begins a part with the stones on the board, which can be set up.
    fn push_part(&mut self, to_move: Player, start: Start) {
        let stones = self.stones(self.line().position());
        if let Ok(part) = self.new_part(stones, to_move, start) {
            self.parts.push(part);
        }
    }

    /// Plays the first moves of a list in the present part, up to a move that begins a new part:
    /// the moves, and the position if a new part begins there.
    fn play_in_part(&self, list: &[(Player, &str)]) -> Result<InPart<G>, Refused> {
        let mut line = self.line();
        let mut moves = Vec::new();
        for &(player, text) in list {
            let is_over = line.outcome().is_some();
            let goes_on = is_over && self.game.standing(line.position()).is_some();
            if goes_on || player != line.to_move() {
                return Ok((moves, Some(line.position().clone())));
            }
            if is_over {
                return Err(Refused("the game is over".to_string()));
            }
            let read = self.game.parse_move(line.position(), text);
            let mv = read.map_err(|error| Refused(error.problem))?;
            if !line.allows(mv) {
                return Err(Refused("it repeats an earlier position".to_string()));
            }
            self.game.advance(&mut line, mv);
            moves.push(mv);
        }
        Ok((moves, None))
    }

    /// Plays all moves of a list, or some of them before the first that is refused.
    fn play_list(&mut self, mut list: &[(Player, &str)]) -> Result<(), Refused> {
        let mut is_new = false;
        loop {
            let (moves, end) = self.play_in_part(list)?;
            let is_stuck = is_new && moves.is_empty();
            list = &list[moves.len()..];
            self.part_mut().moves.extend(moves);
            let (Some(&(player, _)), Some(end)) = (list.first(), end) else { return Ok(()) };
            // Where positions cannot be set up, nobody moves out of turn.
            let part = self.new_part(self.stones(&end), player, Start::Move);
            let Some(part) = part.ok().filter(|_| !is_stuck) else {
                return Err(Refused(format!("it is the turn of {}", player.other())));
            };
            self.parts.push(part);
            is_new = true;
        }
    }
}

/// Plays the moves of a problem by the rules.
fn played<G: Adapter>(
    game: &G,
    root: &G::Position,
    problem: &Problem,
) -> Result<Vec<G::Move>, BadInput> {
    let (mut line, mut moves) = (Line::new(game, root.clone()), Vec::new());
    for written in problem.moves() {
        let wrong = |problem: &str, expected: &str| {
            let place = format!("{}, \"{}\"", written.place, written.text);
            Err(NotationError::new(place, problem, expected).into())
        };
        if let Some(player) = written.player
            && player != line.to_move()
        {
            let problem = format!("{player} moves out of turn");
            return wrong(&problem, &format!("a move of {}", line.to_move()));
        }
        if line.outcome().is_some() {
            return wrong("the game is over", "no further move");
        }
        let mv = match game.parse_move(line.position(), &written.text) {
            Ok(mv) => mv,
            Err(error) => return wrong(&error.problem, &error.expected),
        };
        if !line.allows(mv) {
            return wrong("it repeats an earlier position", "a move that the ko rule allows");
        }
        game.advance(&mut line, mv);
        moves.push(mv);
    }
    Ok(moves)
}

impl<G: Adapter> InPlay for Playing<G> {
    fn problem(&self) -> Problem {
        self.own.as_ref().map_or_else(|| self.present(), |own| own.problem())
    }

    fn scene(&self) -> Scene {
        let mut line = self.line();
        let mut moves = Vec::new();
        if line.outcome().is_none() {
            line.moves(&mut moves);
        }
        let pos = line.position();
        Scene {
            stones: self.stones(pos),
            to_move: line.to_move(),
            outcome: line.outcome(),
            standing: self.game.standing(pos),
            legal: moves.into_iter().map(|mv| self.game.move_text(mv)).collect(),
            safe: Player::both(|player| self.game.safe_points(pos, player)),
            picture: self.game.draw(pos),
        }
    }

    fn to_move(&self) -> Player {
        self.line().to_move()
    }

    fn play_all(&mut self, moves: &[(Player, &str)]) -> Result<(), Refused> {
        let (parts, kept) = (self.parts.len(), self.part().moves.len());
        let played = self.play_list(moves);
        if played.is_err() {
            self.parts.truncate(parts);
            self.part_mut().moves.truncate(kept);
        }
        played
    }

    fn undo(&mut self) -> bool {
        let part = self.part_mut();
        let took = part.moves.pop().is_some();
        let was_implied = part.start == Start::Move && part.moves.is_empty();
        if (was_implied || !took) && self.parts.len() > 1 {
            let implied = self.parts.pop().is_some_and(|part| part.start == Start::Move);
            return took || implied || self.undo();
        }
        took
    }

    fn set_up(&mut self, stones: &[(Player, Point)], to_move: Player) -> Result<(), BadInput> {
        self.parts = vec![self.new_part(stones.to_vec(), to_move, Start::SetUp)?];
        Ok(())
    }

    fn replace(&mut self, stones: &[(Player, Point)], to_move: Player) -> Result<(), BadInput> {
        let part = self.new_part(stones.to_vec(), to_move, Start::Move)?;
        self.parts.push(part);
        Ok(())
    }

    fn start_part(&mut self, to_move: Player) {
        self.push_part(to_move, Start::SetUp);
    }

    fn give_turn(&mut self, player: Player) {
        if self.to_move() == player {
            return;
        }
        if self.part().moves.is_empty() {
            let (stones, start) = (self.part().stones.clone(), self.part().start);
            if let Ok(part) = self.new_part(stones, player, start) {
                *self.part_mut() = part;
            }
        } else {
            self.push_part(player, Start::SetUp);
        }
    }

    fn moves(&self) -> Vec<(Player, String)> {
        let part = self.part();
        let mut line = Line::new(&self.game, part.root.clone());
        let mut moves = Vec::with_capacity(part.moves.len());
        for &mv in &part.moves {
            moves.push((line.to_move(), self.game.move_text(mv)));
            self.game.advance(&mut line, mv);
        }
        moves
    }

    fn is_from_start(&self) -> bool {
        self.parts.len() == 1 && self.parts[0].stones.is_empty()
    }

    fn check(&self, settings: &Settings) -> Result<(), BadInput> {
        let search = chosen(&self.game, settings, SearchGoal::Move);
        knowledge(&self.game, self.start.game(), settings, search)?;
        subject::check(settings.guide.as_deref(), self.network_subject(), self.start.game())
    }

    fn network_subject(&self) -> Option<Subject> {
        Some(subject::subject(&self.game, self.game.networks()?, &self.start))
    }

    fn solve(&self, settings: &Settings, watch: Option<Watch<'_>>) -> Result<Report, BadInput> {
        subject::check(settings.guide.as_deref(), self.network_subject(), self.start.game())?;
        let Some(own) = &self.own else { return self.by_claims(settings, watch) };
        let report = own.solve(settings, watch, &|watch| self.by_claims(settings, watch))?;
        Ok(Report { picture: self.game.draw(self.line().position()), ..report })
    }

    fn think(
        &mut self,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        let (table, player) = self.table();
        player.think(table, aim, settings, hear)
    }

    fn guided_game(
        &self,
        settings: &Settings,
        guided: Guided,
        seed: u64,
    ) -> Result<Vec<(String, bool)>, BadInput> {
        let search = chosen(&self.game, settings, SearchGoal::Winner);
        let names = knowledge(&self.game, self.start.game(), settings, search)?;
        let mut line = self.line();
        Ok(dataset::guided_game(&mut line, self.question, &names, guided, seed))
    }

    fn show_certificate(
        &self,
        certificate: &Certificate,
        root: usize,
        moves: &str,
    ) -> Result<StrategyPlace, BadInput> {
        let game = self.certified(certificate, root)?;
        Ok(self.certifier()?.show(&game, certificate, root, moves)?)
    }

    fn certificate_sgf(
        &self,
        certificate: &Certificate,
        root: usize,
        limits: Limits,
    ) -> Result<Exported, BadInput> {
        let game = self.certified(certificate, root)?;
        Ok(self.certifier()?.sgf(&game, certificate, root, limits)?)
    }

    fn place(&self) -> Option<(Place, u128)> {
        if self.own.is_some() {
            return None;
        }
        let line = self.line();
        let rules = self.start.rules_text();
        let (place, class) = Shelf::place_of(&rules, &self.part().root, &line)?;
        Some((place, class.key.0))
    }

    fn read_entry(&self, entry: &Entry) -> Result<Reading, BadInput> {
        entries::read(&self.game, self.question, &self.start, entry)
    }

    fn settle_entry(
        &self,
        entry: &Entry,
        fact: &Fact,
        settings: &Settings,
    ) -> Result<(Option<Verdict>, Report), BadInput> {
        entries::settle(&self.game, self.question, &self.start, (entry, fact), settings)
    }

    fn boxed_clone(&self) -> Box<dyn InPlay> {
        Box::new(Playing {
            game: self.game.clone(),
            question: self.question,
            start: self.start.clone(),
            parts: self.parts.clone(),
            player: (self.new_player)(),
            new_player: self.new_player,
            own: self.own.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
