//! Random problems of capture, by the rules of Andor: the checker plays no moves there.

use crate::graph::{Graph, World};
use crate::lines::outcome;
use crate::positions::{Drawn, either, name, one, problem, stone, stones, wander};
use andor_checker::rules::{Line, Outcome};
use andor_checker::{Game, GoRules, Player as Stone};
use andor_core::{Game as _, Key, Notation as _};
use andor_games::go::capture::{Capture, Position, Retake};
use andor_games::notation::coordinates::Style;
use andor_solver::Problem;
use andor_solver::games::capture::{Question, Rights};

/// How many positions of a graph are made.
const MOST: usize = 3_000;

impl World for Capture<1> {
    type State = Position<1>;
    type Key = Key;

    fn key(&self, state: &Position<1>) -> Key {
        andor_core::Game::key(self, state)
    }

    fn to_move(&self, state: &Position<1>) -> Stone {
        stone(andor_core::Game::to_move(self, state))
    }

    fn outcome(&self, state: &Position<1>) -> Option<Outcome> {
        andor_core::Game::outcome(self, state).map(outcome)
    }

    fn children(&self, state: &Position<1>) -> Vec<Position<1>> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().map(|mv| andor_core::Game::after(self, state, mv)).collect()
    }

    fn after(&self, state: &Position<1>, text: &str) -> Option<Position<1>> {
        let mv = self.parse_move(state, text).ok()?;
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        legal.contains(&mv).then(|| andor_core::Game::after(self, state, mv))
    }
}

/// Brute force about the capture, in each of the games: a game without end is won by the defender.
struct Captured {
    attacker: Stone,
    graphs: Vec<Graph<Capture<1>>>,
}

impl crate::truth::Truth for Captured {
    fn holds(
        &mut self,
        after: Option<&str>,
        game: usize,
        (player, _): (Stone, i64),
    ) -> Result<Option<bool>, String> {
        let captured = self.graphs.holds(after, game, (self.attacker, 1))?;
        Ok(captured.map(|captured| captured == (player == self.attacker)))
    }
}

/// The games of the brute force, one for each right to retake.
pub const GAMES: [Retake; 3] = Retake::ALL;

/// The games that a question asks about, the most difficult one for the first player first.
pub fn games(question: &Question) -> Vec<usize> {
    let mut games: Vec<usize> = match question.rights {
        Rights::All => (0..GAMES.len()).collect(),
        Rights::Only(retake) => (0..GAMES.len()).filter(|&at| GAMES[at] == retake).collect(),
    };
    if question.first == question.goal.owner {
        games.reverse();
    }
    games
}

/// A random problem, or nothing if the position is not legal or has no stone.
pub fn draw(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let size = one(dice, &[(2, 2), (2, 3), (3, 3), (3, 3), (4, 2), (4, 3), (4, 4), (5, 5), (7, 7)]);
    let area = size.0 * size.1;
    let of_ten = if area > 12 { dice.u8(4..9) } else { dice.u8(1..8) };
    let (board, to_move) = (stones(dice, area, of_ten), either(dice));
    let rules = GoRules::named("basic-ko").expect("rules");
    let mut line = Line::new(Game::Go(rules), size, board.clone(), to_move).ok()?;
    let moves = wander(dice, &mut line, Style::Go, 10);
    let now = &line.now().board;
    let held: Vec<usize> = (0..area).filter(|&point| now[point].is_some()).collect();
    let target = name(size, Style::Go, *dice.choice(&held)?);
    let start = Problem::named("capture", &format!("{}x{}", size.0, size.1)).expect("a problem");
    let mut options = vec![("target", target), ("escape", dice.u8(2..6).to_string())];
    options.push(("ko", one(dice, &["all", "all", "none", "attacker", "defender"]).to_string()));
    options.push(("first", one(dice, &["mover", "attacker", "defender"]).to_string()));
    if dice.u8(..6) == 0 {
        options.push(("strategy", dice.u8(1..10).to_string()));
    }
    let with = |start: Problem, (name, value): (&str, String)| {
        start.with_option(name, &value).unwrap_or_else(|error| panic!("--{name} {value}: {error}"))
    };
    let start = options.into_iter().fold(start, with);
    let mut problem = problem(start, &board, to_move, &moves);
    if moves.is_empty() && dice.bool() {
        // Most positions have no ko.
        let with = |point| problem.clone().with_option("forbidden", &name(size, Style::Go, point));
        let mut kos = (0..area).filter_map(|point| with(point).ok());
        problem = kos.find(|problem| Question::of(problem).is_ok()).unwrap_or(problem);
    }
    let question = Question::of(&problem).unwrap_or_else(|error| panic!("{problem}: {error}"));
    let attacker = stone(question.goal.owner.other());
    let graph = |retake: Retake| {
        let (game, root) = question.game::<1>(retake).expect("a game");
        Graph::new(game, root, MOST)
    };
    let game = games(&question)[0];
    let truth = Box::new(Captured { attacker, graphs: GAMES.map(graph).into() });
    Some(Drawn { game, ..Drawn::new(problem, truth, None) })
}
