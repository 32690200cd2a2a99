//! The game of a problem with its type, for crates that need positions and not only text, such as
//! the training of networks.
//!
//! Networks see games of the type [`AnyGame`] only, which has three widths. So the type of a game
//! in play is one of three. What needs searches or knowledge is behind `dyn`: searches are compiled
//! in this crate, and not again in the crates that call them.

use crate::adapter::{Adapter, Asked};
use crate::engines::{EngineSpec, Shared};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{InPlay, Problem};
use crate::network::Guided;
use crate::room::Room;
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use andor_core::{Claim, Game, Heuristic, Notation, Oracle, Verdict};
use andor_games::any::{AnyGame, AnyPosition};
use andor_guess::{FirstWork, Playouts, Works};
use andor_search::{Budget, Line, Observer};

/// A game that networks see, with its type.
pub enum Typed<'a> {
    /// Boards of up to 64 points.
    One(Box<dyn TypedGame<1> + 'a>),
    /// Boards of up to 128 points, and games whose type has no width.
    Two(Box<dyn TypedGame<2> + 'a>),
    /// Larger boards.
    Six(Box<dyn TypedGame<6> + 'a>),
}

impl<'a> Typed<'a> {
    /// The type of a game in play; nothing if networks do not see the game.
    pub fn of(game: &'a dyn InPlay) -> Option<Typed<'a>> {
        let game = game.as_any();
        if let Some(game) = game.downcast_ref() {
            return Opened::<1>::of(game).map(|game| Typed::One(Box::new(game)));
        }
        if let Some(game) = game.downcast_ref() {
            return Opened::<2>::of(game).map(|game| Typed::Two(Box::new(game)));
        }
        Opened::<6>::of(game.downcast_ref()?).map(|game| Typed::Six(Box::new(game)))
    }
}

/// What is done with a typed game besides its rules and its planes.
pub trait TypedGame<const W: usize>: Sync {
    /// The rules.
    fn game(&self) -> &AnyGame<W>;

    /// The position at the end of the moves of a problem of this game.
    fn end_of(&self, problem: &Problem) -> Result<AnyPosition<W>, BadInput>;

    /// The knowledge that takes little time.
    fn quick_knowledge(&self) -> Box<dyn Oracle<AnyGame<W>>>;

    /// The guesses of the settings' network; without a network, those of so many random games.
    fn guesses(&self, settings: &Settings, games: u32, seed: u64)
    -> Box<dyn Heuristic<AnyGame<W>>>;

    /// Searches with the search, the knowledge and the limits of the settings, and tells the
    /// observer. Gives the verdict, unless the search stops before.
    fn search(
        &self,
        position: AnyPosition<W>,
        claim: Claim,
        settings: &Settings,
        seed: u64,
        observer: &mut dyn Observer<AnyGame<W>>,
    ) -> Result<Option<Verdict>, BadInput>;
}

/// A game that networks see, and its start.
struct Opened<'a, const W: usize> {
    game: &'a AnyGame<W>,
    start: &'a Problem,
}

impl<'a, const W: usize> Opened<'a, W> {
    fn of(playing: &'a Playing<AnyGame<W>>) -> Option<Opened<'a, W>> {
        let (game, start) = (playing.game(), playing.start());
        game.networks().map(|_| Opened { game, start })
    }
}

impl<const W: usize> TypedGame<W> for Opened<'_, W> {
    fn game(&self) -> &AnyGame<W> {
        self.game
    }

    fn end_of(&self, problem: &Problem) -> Result<AnyPosition<W>, BadInput> {
        let mut pos = Adapter::set_up(self.game, problem.stones(), problem.to_move())?;
        for mv in problem.moves() {
            let mv =
                self.game.parse_move(&pos, &mv.text).map_err(|error| problem.sourced(error))?;
            self.game.play(&mut pos, mv);
        }
        Ok(pos)
    }

    fn quick_knowledge(&self) -> Box<dyn Oracle<AnyGame<W>>> {
        self.game.quick_knowledge()
    }

    fn guesses(
        &self,
        settings: &Settings,
        games: u32,
        seed: u64,
    ) -> Box<dyn Heuristic<AnyGame<W>>> {
        match Guided::of(self.game, self.game.networks(), settings) {
            Some(guided) => guided.heuristic(Works::Nodes),
            None => Box::new(Playouts::new(games, 0.0, FirstWork::One, seed)),
        }
    }

    fn search(
        &self,
        position: AnyPosition<W>,
        claim: Claim,
        settings: &Settings,
        seed: u64,
        observer: &mut dyn Observer<AnyGame<W>>,
    ) -> Result<Option<Verdict>, BadInput> {
        let game = self.game;
        let search = chosen(game, settings, Asked::Winner);
        let mut names = knowledge(game, self.start.game(), settings, search)?;
        names.retain(|name| game.applies(name) && game.serves(name, search, 0));
        let room = Room::new(settings.memory, 1);
        let shared = Shared::new(room).guided(game, game.networks(), settings);
        let spec = EngineSpec {
            search,
            knowledge: &names,
            options: &settings.options,
            seed,
            thread: 0,
            room,
            is_proof: false,
            conjecture: None,
        };
        let mut budget =
            Budget::unlimited().memory(room.of_a_thread()).switch(settings.stop.clone());
        if let Some(nodes) = settings.nodes {
            budget = budget.nodes(nodes);
        }
        let mut line = Line::new(game, position);
        let answer = game.engine(&spec, &shared).solve(&mut line, claim, &mut budget, observer);
        Ok(answer.verdict())
    }
}
