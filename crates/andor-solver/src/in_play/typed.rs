//! The game of a problem with its type, for crates that need positions and not only text, such as
//! the training of networks.
//!
//! Networks see games of the type [`AnyGame`] only. What needs searches or knowledge is a method
//! here: searches are compiled in this crate, and not again in the crates that call them.

use crate::adapter::{Adapter, SearchGoal};
use crate::engines::{EngineSpec, Shared};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{InPlay, Problem};
use crate::network::guide::Guided;
use crate::room::Room;
use crate::settings::Settings;
use crate::solve::knowledge::{chosen, knowledge};
use andor_core::{Claim, Game, Heuristic, Notation, Oracle, Verdict};
use andor_games::any::{AnyGame, AnyPosition};
use andor_guess::{FirstWork, Playouts, Works};
use andor_search::{Budget, Line, Observer};

/// A game that networks see, with its type.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    game: &'a AnyGame,
    start: &'a Problem,
}

impl<'a> Typed<'a> {
    /// The type of a game in play; nothing if networks do not see the game.
    pub fn of(game: &'a dyn InPlay) -> Option<Typed<'a>> {
        let playing: &Playing<AnyGame> = game.as_any().downcast_ref()?;
        let (game, start) = (playing.game(), playing.start());
        game.networks().map(|_| Typed { game, start })
    }

    /// The rules.
    pub fn game(&self) -> &'a AnyGame {
        self.game
    }

    /// The position at the end of the moves of a problem of this game.
    pub fn end_of(&self, problem: &Problem) -> Result<AnyPosition, BadInput> {
        let mut pos = Adapter::set_up(self.game, problem.stones(), problem.to_move())?;
        for mv in problem.moves() {
            let mv =
                self.game.parse_move(&pos, &mv.text).map_err(|error| problem.sourced(error))?;
            self.game.play(&mut pos, mv);
        }
        Ok(pos)
    }

    /// The knowledge that takes little time.
    pub fn quick_knowledge(&self) -> Box<dyn Oracle<AnyGame>> {
        self.game.quick_knowledge()
    }

    /// The guesses of the settings' network; without a network, those of so many random games.
    pub fn guesses(
        &self,
        settings: &Settings,
        games: u32,
        seed: u64,
    ) -> Box<dyn Heuristic<AnyGame>> {
        let (networks, guide) = (self.game.networks(), settings.guide.as_ref());
        match Guided::of(self.game, networks, guide, settings.is_symmetric()) {
            Some(guided) => guided.heuristic(Works::Nodes),
            None => Box::new(Playouts::new(games, 0.0, FirstWork::One, seed)),
        }
    }

    /// Searches with the search, the knowledge and the limits of the settings, and tells the
    /// observer. Gives the verdict, unless the search stops before.
    pub fn search(
        &self,
        position: AnyPosition,
        claim: Claim,
        settings: &Settings,
        seed: u64,
        observer: &mut dyn Observer<AnyGame>,
    ) -> Result<Option<Verdict>, BadInput> {
        let game = self.game;
        let search = chosen(game, settings, SearchGoal::Winner);
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
