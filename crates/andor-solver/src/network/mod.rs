//! Networks in the solver: which network guesses about a game, and how a search asks it.

use crate::error::BadInput;
use crate::family::family;
use crate::interfaces::Problem;
use crate::settings::Settings;
use andor_core::{Evaluate, Game, Heuristic, PlaneShape, Planes};
use andor_guess::Works;
use andor_net::{Evaluator, Model, Network, Server, Subject, Target};
use std::fmt;
use std::sync::Arc;

/// A network that guesses for all threads of a search.
pub struct Guide {
    server: Box<dyn Server>,
    subject: Subject,
    target: Target,
    /// How many positions a thread should ask about at once.
    together: u32,
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Guide({})", self.subject)
    }
}

/// A network is equal to itself alone.
impl PartialEq for Guide {
    fn eq(&self, other: &Guide) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Guide {
    /// The network of a model, on the processor.
    pub fn new(model: &Model) -> Guide {
        Guide::behind(Box::new(Network::of_model(model)), model, 1)
    }

    /// The network of a model, behind any server. A thread asks about so many positions at once.
    pub fn behind(server: Box<dyn Server>, model: &Model, together: u32) -> Guide {
        Guide { server, subject: model.subject(), target: model.target, together }
    }

    /// What the network is for.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What the two heads of the network mean.
    pub fn target(&self) -> Target {
        self.target
    }

    /// How many positions a thread should ask about at once.
    pub(crate) fn together(&self) -> u32 {
        self.together
    }

    /// An evaluator for one thread.
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        self.server.evaluator()
    }

    /// The guesses of one thread; with `symmetric` the means over all symmetries.
    fn guesses(&self, works: Works, symmetric: bool) -> andor_guess::Network {
        let network = andor_guess::Network::new(self.evaluator(), self.target);
        let network = network.with_works(works);
        if symmetric { network.symmetric() } else { network }
    }
}

/// How networks see a game; object-safe.
pub trait Networks<G: Game>: Sync {
    /// The measures of the planes and their version.
    fn planes(&self, game: &G) -> (PlaneShape, u32);

    /// A network as a heuristic.
    fn heuristic(&self, network: andor_guess::Network) -> Box<dyn Heuristic<G>>;

    /// A network as an evaluation.
    fn evaluation(&self, network: andor_guess::Network) -> Box<dyn Evaluate<G>>;
}

/// Networks of every game with planes.
#[derive(Clone, Copy, Debug)]
pub struct ByPlanes;

impl<G: Planes> Networks<G> for ByPlanes {
    fn planes(&self, game: &G) -> (PlaneShape, u32) {
        (game.plane_shape(), game.planes_version())
    }

    fn heuristic(&self, network: andor_guess::Network) -> Box<dyn Heuristic<G>> {
        Box::new(network)
    }

    fn evaluation(&self, network: andor_guess::Network) -> Box<dyn Evaluate<G>> {
        Box::new(network)
    }
}

/// A network that guides the searches of a game.
pub(crate) struct Guided<G: Game + 'static> {
    pub(crate) guide: Arc<Guide>,
    networks: &'static dyn Networks<G>,
    symmetric: bool,
}

impl<G: Game + 'static> Guided<G> {
    /// The network of the settings, if there is one and networks see the game. A network for
    /// another board is no guide: the board may have changed in a game that is played.
    pub(crate) fn of(
        game: &G,
        networks: Option<&'static dyn Networks<G>>,
        settings: &Settings,
    ) -> Option<Guided<G>> {
        let (guide, networks) = (settings.guide.clone()?, networks?);
        // With this option the guesses are means over all symmetries.
        let symmetric = settings.options.get("net.symmetries") == Some("yes");
        let (shape, version) = networks.planes(game);
        let Subject { board, extra_moves, planes, planes_version, .. } = guide.subject;
        let fits = (board, extra_moves) == ((shape.columns, shape.rows), shape.others)
            && (planes, u32::from(planes_version)) == (shape.planes, version);
        fits.then_some(Guided { guide, networks, symmetric })
    }

    /// The heuristic of one thread.
    pub(crate) fn heuristic(&self, works: Works) -> Box<dyn Heuristic<G>> {
        self.networks.heuristic(self.guide.guesses(works, self.symmetric))
    }

    /// The evaluation of one thread.
    pub(crate) fn evaluation(&self) -> Box<dyn Evaluate<G>> {
        self.networks.evaluation(self.guide.guesses(Works::Nodes, self.symmetric))
    }
}

/// What a network for the game of a problem must be for.
pub(crate) fn subject<G: Game + 'static>(
    game: &G,
    networks: &'static dyn Networks<G>,
    problem: &Problem,
) -> Subject {
    let (shape, version) = networks.planes(game);
    // The size, where it is more than the board, and the values of all options.
    let board = format!("{}x{}", shape.columns, shape.rows);
    let size = (problem.size_text() != board).then(|| problem.size_text());
    let options = problem.family().options.iter().filter_map(|row| problem.option(row.name));
    let rules: Vec<&str> = size.into_iter().chain(options).collect();
    Subject {
        game: problem.game().to_string(),
        rules: rules.join(" "),
        board: (shape.columns, shape.rows),
        extra_moves: shape.others,
        planes: shape.planes,
        planes_version: u16::try_from(version).unwrap_or(u16::MAX),
    }
}

/// The start of the game that a network is for, if there is such a game.
pub fn problem_of(subject: &Subject) -> Option<Problem> {
    let family = family(&subject.game).ok()?;
    let mut words: Vec<&str> = subject.rules.split(' ').filter(|word| !word.is_empty()).collect();
    let rows = family.options;
    let board = format!("{}x{}", subject.board.0, subject.board.1);
    let size = if words.len() > rows.len() { words.remove(0) } else { &board };
    let mut problem = Problem::of(family, size).ok()?;
    for (row, value) in rows.iter().zip(words) {
        problem = problem.with_option(row.name, value).ok()?;
    }
    let found = problem.open().ok()?.network_subject()?;
    (found == *subject).then_some(problem)
}

/// Is the network of the settings, if there is one, for this game, whose networks have this
/// subject? The error names both.
pub(crate) fn check(
    settings: &Settings,
    expected: Option<Subject>,
    name: &str,
) -> Result<(), BadInput> {
    let Some(guide) = &settings.guide else { return Ok(()) };
    let Some(expected) = expected else { return Err(BadInput::Request(no_network(name))) };
    match *guide.subject() == expected {
        true => Ok(()),
        false => Err(BadInput::Request(format!(
            "--guess: the network is for {}; expected one for {expected}",
            guide.subject()
        ))),
    }
}

/// The message that networks do not see a game.
pub fn no_network(name: &str) -> String {
    format!("networks do not see {name}; expected gomoku, killall, hex, go or mnk")
}

/// The networks that are part of Andor.
const SHIPPED: &[&[u8]] = &[
    include_bytes!("../../data/nets/gomoku-15x15.net"),
    include_bytes!("../../data/nets/killall-9x9.net"),
];

/// The network that is part of Andor and is for this, if there is one.
pub fn shipped(subject: &Subject) -> Option<Model> {
    let mut models = SHIPPED.iter().filter_map(|bytes| Model::decode(bytes).ok());
    models.find(|model| model.subject() == *subject)
}
