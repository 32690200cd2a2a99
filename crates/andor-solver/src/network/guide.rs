//! What a search needs of a network: guesses about positions of one game, for many threads.
//!
//! A [`Guide`] is a network behind a server, without the type of a game. [`Networks`] says how
//! networks see a game. [`Guided`] is both together: the network that guides the searches of a
//! game.

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
    /// The network, if there is one and networks see the game; with `symmetric` the guesses are
    /// means over all symmetries. A network for another board is no guide: the board may have
    /// changed in a game that is played.
    pub(crate) fn of(
        game: &G,
        networks: Option<&'static dyn Networks<G>>,
        guide: Option<&Arc<Guide>>,
        symmetric: bool,
    ) -> Option<Guided<G>> {
        let (guide, networks) = (guide?.clone(), networks?);
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
