//! A game that the solver has never heard of: its rules, every search, and a search of its own.

use andor_core::{Claim, Game, Key, NoZone, Notation, NotationError, Outcome, Player, Verdict};
use andor_guess::Playout;
use andor_search::{Answer, Budget, KnownVerdict, Line, Observer, Progress, Search};
use andor_solver::{
    Adapter, Aim, Engine, EngineSpec, Family, InPlay, OptionRow, Problem, SearchName, Settings,
    Shared, Values, Worth, plain,
};
use std::str::FromStr;

/// Take one or two of so many matches; who takes the last one wins.
#[derive(Clone, Debug)]
struct Matches(usize);

impl Game for Matches {
    type Position = (usize, Player);
    type Move = usize;
    type Undo = (usize, Player);
    type Zone = NoZone;

    fn start(&self) -> (usize, Player) {
        (self.0, Player::Black)
    }

    fn to_move(&self, pos: &(usize, Player)) -> Player {
        pos.1
    }

    fn outcome(&self, pos: &(usize, Player)) -> Option<Outcome> {
        (pos.0 == 0).then(|| Outcome::win(pos.1.other()))
    }

    fn moves(&self, pos: &(usize, Player), out: &mut Vec<usize>) {
        out.extend(1..=pos.0.min(2));
    }

    fn play(&self, pos: &mut (usize, Player), taken: usize) -> (usize, Player) {
        std::mem::replace(pos, (pos.0 - taken, pos.1.other()))
    }

    fn undo(&self, pos: &mut (usize, Player), old: (usize, Player)) {
        *pos = old;
    }

    fn key(&self, pos: &(usize, Player)) -> Key {
        Key((2 * pos.0 + pos.1.index()) as u128 * 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
    }
}

impl Notation for Matches {
    fn move_text(&self, taken: usize) -> String {
        taken.to_string()
    }

    fn parse_move(&self, pos: &(usize, Player), text: &str) -> Result<usize, NotationError> {
        let taken = text.parse().ok().filter(|&taken| taken == 1 || taken == 2 && pos.0 >= 2);
        taken.ok_or_else(|| NotationError::new(format!("move \"{text}\""), "no move", "1 or 2"))
    }

    fn draw(&self, pos: &(usize, Player)) -> String {
        format!("{} matches, {} to move\n", pos.0, pos.1)
    }

    fn parse_position(&self, text: &str) -> Result<(usize, Player), NotationError> {
        let wrong = || NotationError::new("position", "not matches", "what was drawn");
        let (count, rest) = text.split_once(" matches, ").ok_or_else(wrong)?;
        let to_move = Player::BOTH.into_iter().find(|player| rest.starts_with(&player.to_string()));
        Ok((count.parse().map_err(|_| wrong())?, to_move.ok_or_else(wrong)?))
    }
}

impl Playout for Matches {}

/// Who has a multiple of three before them loses: no search is needed. Every answer costs as many
/// nodes as the option says.
struct Theory {
    nodes: u64,
    progress: Progress,
}

const THEORY: SearchName = SearchName::new("theory");

/// The row of the search.
const ENGINE: Engine = Engine {
    options: &[OptionRow {
        name: "theory.nodes",
        default: "1",
        values: Values::Whole(1, 10),
        sentence: "the nodes of an answer",
    }],
    ..Engine::new(THEORY, "the theory of matches")
};

impl Search<Matches> for Theory {
    fn solve(
        &mut self,
        line: &mut Line<'_, Matches>,
        claim: Claim,
        budget: &mut Budget,
        _: &mut dyn Observer<Matches>,
    ) -> Answer<usize> {
        self.progress.nodes += self.nodes;
        if let Some(stop) = budget.spend(self.nodes) {
            return Answer::Stopped(stop);
        }
        let (verdict, best) = theory(*line.position(), claim);
        Answer::Solved { verdict, best }
    }

    fn known(&mut self, line: &mut Line<'_, Matches>, claim: Claim) -> Option<KnownVerdict<usize>> {
        let (verdict, best) = theory(*line.position(), claim);
        Some(KnownVerdict { verdict, best, work: 1 })
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}

/// The verdict, and the move of a player who wins.
fn theory((count, to_move): (usize, Player), claim: Claim) -> (Verdict, Option<usize>) {
    let winner = if count % 3 == 0 { to_move.other() } else { to_move };
    (Verdict::for_winner(claim, winner), (winner == to_move).then_some(count % 3))
}

impl Adapter for Matches {
    fn has_search(&self, search: SearchName) -> bool {
        search.is_general() || search == THEORY
    }

    fn engine(&self, spec: &EngineSpec<'_>, shared: &Shared<Self>) -> Box<dyn Search<Self>> {
        match spec.search {
            THEORY => {
                let nodes = spec.options.whole("theory.nodes", 1).into();
                Box::new(Theory { nodes, progress: Progress::default() })
            }
            _ => plain(spec, shared),
        }
    }
}

impl FromStr for Matches {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Matches, NotationError> {
        let wrong = |_| NotationError::new(format!("size \"{text}\""), "no number", "such as 12");
        text.parse().map(Matches).map_err(wrong)
    }
}

static MATCHES: Family = Family { searches: &[ENGINE], ..Family::of::<Matches>("matches", "12") };

/// The game in play.
fn matches(count: usize, moves: &str) -> Box<dyn InPlay> {
    let problem = Problem::of(&MATCHES, &count.to_string()).expect("a problem");
    problem.with_moves(moves).open().expect("a game")
}

#[test]
fn the_laws_hold() {
    andor_core::laws::rules(&Matches(12), 50, 1);
    andor_core::laws::text(&Matches(12), 50, 1);
}

/// Who has a multiple of three before them loses.
#[test]
fn every_search_solves_it() {
    for (name, search) in SearchName::ALL.into_iter().filter(|(_, search)| search.is_general()) {
        for (count, threads) in [(1, 1), (2, 1), (3, 2), (9, 1), (10, 2), (11, 1)] {
            let settings = Settings {
                search: Some(search),
                threads,
                pv: true,
                all_moves: true,
                tree_depth: Some(2),
                ..Settings::default()
            };
            let report = matches(count, "").solve(&settings, None).expect("an answer");
            let winner = if count % 3 == 0 { Player::White } else { Player::Black };
            assert_eq!(report.winner, Some(winner), "{count} {name}");
            let moves = report.moves.expect("all moves");
            assert_eq!(moves.len(), count.min(2), "{count} {name}");
            for of_move in moves {
                let wins = count % 3 == of_move.mv.parse::<usize>().expect("a number");
                let winner = if wins { Player::Black } else { Player::White };
                assert_eq!(of_move.winner, Some(winner), "{count} {name} {}", of_move.mv);
            }
            if winner == Player::Black {
                assert_eq!(report.best_move, Some((count % 3).to_string()), "{count} {name}");
                let pv = report.pv.as_ref().expect("a line");
                assert_eq!(pv.first(), report.best_move.as_ref());
            }
            assert!(!report.tree.expect("a tree").is_empty());
        }
    }
}

/// A search of the game's own is named in a text, with its options, and solves the game.
#[test]
fn a_search_of_its_own_is_named() {
    let text = "--search theory --set theory.nodes=5";
    let mut settings = MATCHES.settings();
    assert_eq!(settings.take(text), Ok(Vec::new()));
    assert_eq!((settings.search, settings.to_string().as_str()), (Some(THEORY), text));
    for (count, winner) in [(100, Player::Black), (99, Player::White)] {
        let report = matches(count, "").solve(&settings, None).expect("an answer");
        assert_eq!((report.winner, report.search), (Some(winner), THEORY), "{count}");
        assert!((5..=20).contains(&report.nodes), "{count}: {} nodes", report.nodes);
    }
}

/// Other games do not know the search.
#[test]
fn a_search_of_another_game_is_refused() {
    let error = "--search theory".parse::<Settings>().map(|_| ()).expect_err("no such search");
    let sentence = "search \"theory\": no search; expected one of ews, ";
    assert!(error.to_string().starts_with(sentence), "{error}");
    let error = "--set theory.nodes=5".parse::<Settings>().map(|_| ()).expect_err("no such option");
    let sentence = "--set theory.nodes=5: no such option; expected ews.games, ";
    assert!(error.to_string().starts_with(sentence), "{error}");
    let settings = Settings { search: Some(THEORY), ..Settings::default() };
    let nim = Problem::named("nim", "1-2").and_then(|problem| problem.open()).expect("a game");
    let error = nim.solve(&settings, None).map(|_| ()).expect_err("a search of another game");
    let sentence = "search \"theory\": not for nim; expected one of ews, ";
    assert!(error.to_string().starts_with(sentence), "{error}");
    let error = MATCHES.settings().set("search", "magic").expect_err("no such search");
    assert!(error.to_string().ends_with(", depth-first, theory"), "{error}");
    let settings = Settings { search: Some(SearchName::Conspiracy), ..Settings::default() };
    let error = matches(3, "").solve(&settings, None).map(|_| ()).expect_err("a search for Hex");
    assert!(error.to_string().ends_with(", depth-first, theory"), "{error}");
}

#[test]
fn it_is_played_and_thought_about() {
    let mut game = matches(11, "1,2");
    assert_eq!(game.scene().legal, ["1", "2"]);
    assert!(game.play(Player::Black, "3").is_err());
    let refused = game.play(Player::White, "1").expect_err("out of turn");
    assert_eq!(refused.to_string(), "it is the turn of black");
    assert_eq!((game.to_move(), game.moves().len()), (Player::Black, 2));
    let thought = game.think(Aim::Values, &Settings::default(), &mut |_| {}).expect("a thought");
    assert_eq!(thought.worth, Some(Worth::Won(Player::Black)));
    assert_eq!(thought.best.as_deref(), Some("2"));
    assert!(thought.moves.iter().all(|told| told.worth.is_some()));
    game.play(Player::Black, "2").expect("a move");
    assert_eq!(game.to_move(), Player::White);
    assert!(game.undo() && game.undo() && game.undo() && !game.undo());
}
