//! Phutball against brute force: searches, zones and certificates.
//!
//! All positions of a tiny board are listed, and the positions from which a player can force a win
//! are found backwards from the finished games. Searches must find the same winners. Zones are
//! built as a search builds them, backwards; every position that agrees with one on its zone must
//! be a forced win.

use andor_checker::{Options, check};
use andor_core::{Claim, Game, Outcome, Player, Verdict, Zoned};
use andor_games::phutball::{Ball, Phutball, Position, Turn};
use andor_games::points::{Point, Points};
use andor_guess::PhutballOrder;
use andor_knowledge::phutball::Jumps;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::mcts::{self, MonteCarlo, Selection};
use andor_search::memory::{LocalTranspositions, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::widening::{Strategy, Widening};
use andor_search::zones::{LocalRelevancy, Zones};
use andor_search::{Answer, Budget, Line, Search};
use andor_solver::{Problem, Proof, Report, SearchName, Settings, solve};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

type Set = Points<1>;

/// All positions of a board that are not over.
struct World {
    game: Phutball<1>,
    positions: Vec<Position<1>>,
    numbers: FxHashMap<u128, usize>,
    children: Vec<Vec<(Turn, Position<1>)>>,
    /// For each player the positions that the player wins.
    won: [OnceLock<Vec<(usize, Set)>>; 2],
}

/// The boards of the tests. The last two have so many positions that tests share them.
const BOARDS: [&str; 3] = ["3x3", "4x3", "3x4"];

impl World {
    /// The world of one of the boards, which is made once for all tests.
    fn of(size: &str) -> &'static World {
        static WORLDS: [OnceLock<World>; 3] = [const { OnceLock::new() }; 3];
        let number = BOARDS.iter().position(|board| *board == size).expect("one of the boards");
        WORLDS[number].get_or_init(|| World::new(size))
    }

    fn new(size: &str) -> World {
        let game = Phutball::new(size.parse().expect("a size"));
        let area = game.size().area() as u16;
        let mut positions = Vec::new();
        for men in 0..1u64 << area {
            for ball in (0..area).filter(|ball| men >> ball & 1 == 0) {
                for player in Player::BOTH {
                    let pos = game.set_up(Points([men]), Ball::At(Point(ball)), player);
                    let pos = pos.expect("a position");
                    positions.extend(game.outcome(&pos).is_none().then_some(pos));
                }
            }
        }
        let numbers = positions.iter().enumerate().map(|(i, pos)| (game.key(pos).0, i)).collect();
        let after = |pos: &Position<1>| {
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            moves.into_iter().map(|mv| (mv, game.after(pos, mv))).collect()
        };
        let children = positions.iter().map(after).collect();
        World { game, positions, numbers, children, won: Default::default() }
    }

    /// The positions that a player wins, with a zone, those nearest to the end first.
    fn won(&self, player: Player) -> &[(usize, Set)] {
        self.won[player.index()].get_or_init(|| self.find_won(player))
    }

    fn find_won(&self, player: Player) -> Vec<(usize, Set)> {
        let game = &self.game;
        let mut zones: Vec<Option<Set>> = vec![None; self.positions.len()];
        let mut won = Vec::new();
        loop {
            let before = won.len();
            for (number, pos) in self.positions.iter().enumerate() {
                if zones[number].is_some() {
                    continue;
                }
                let zone_of = |next: &Position<1>| match game.outcome(next) {
                    Some(end) => {
                        (end == Outcome::win(player)).then(|| LocalRelevancy.end(game, next))
                    }
                    None => zones[self.numbers[&game.key(next).0]],
                };
                let known = self.children[number].iter().map(|(mv, next)| (*mv, zone_of(next)));
                let known: Vec<(Turn, Option<Set>)> = known.collect();
                let zone = match game.to_move(pos) == player {
                    true => {
                        let zones = known.iter().filter_map(|(mv, zone)| Some((*mv, (*zone)?)));
                        let zones =
                            zones.map(|(mv, zone)| LocalRelevancy.winner(game, pos, mv, zone));
                        zones.min_by_key(|zone| zone.len())
                    }
                    false if known.iter().all(|(_, zone)| zone.is_some()) => {
                        let moves: Vec<Turn> = known.iter().map(|(mv, _)| *mv).collect();
                        let refuted = known.iter().filter_map(|(mv, zone)| {
                            Some(LocalRelevancy.refutation(game, pos, *mv, (*zone)?))
                        });
                        let refuted: Vec<_> = refuted.collect();
                        Some(LocalRelevancy.lost(game, pos, &moves, &refuted))
                    }
                    false => None,
                };
                zones[number] = zone;
                won.extend(zone.map(|zone| (number, zone)));
            }
            if won.len() == before {
                return won;
            }
        }
    }
}

/// Every position that agrees with a won position on its zone is won; zones are smaller than the
/// board.
#[test]
fn zones_of_all_positions_are_right() {
    let mut rng = fastrand::Rng::with_seed(1);
    for size in BOARDS {
        let world = World::of(size);
        let (game, whole) = (&world.game, world.game.whole_zone());
        for player in Player::BOTH {
            let won = world.won(player);
            let is_won: FxHashMap<usize, ()> =
                won.iter().map(|(number, _)| (*number, ())).collect();
            let mut small = 0;
            for &(number, zone) in won {
                small += usize::from(zone != whole);
                let pos = &world.positions[number];
                let Ball::At(ball) = pos.ball() else { panic!("it is over") };
                for _ in 0..20 {
                    let outside = (whole - zone) - Points::one(ball);
                    let men = (pos.men() - outside) | outside & Points([rng.u64(..)]);
                    let other =
                        game.set_up(men, pos.ball(), game.to_move(pos)).expect("a position");
                    let other = world.numbers[&game.key(&other).0];
                    assert!(
                        is_won.contains_key(&other),
                        "{pos:?} {zone:?} {:?}",
                        world.positions[other]
                    );
                }
            }
            assert!(2 * small > won.len(), "{size}: {small} small zones of {}", won.len());
        }
    }
}

/// Searches find the winners of all positions, with and without zones and knowledge.
#[test]
fn searches_agree_with_brute_force() {
    for (size, share) in [("3x3", 1), ("4x3", 23), ("3x4", 41)] {
        let world = World::of(size);
        let game = &world.game;
        for player in Player::BOTH {
            let mut won = vec![false; world.positions.len()];
            world.won(player).iter().for_each(|(number, _)| won[*number] = true);
            let options = dfpn::Options::default;
            let common = || dfpn::Common::new(1, 1 << 24);
            let zoned = LocalTranspositions::<Phutball<1>>::default;
            let works = expected_work::Options::default();
            let samples = mcts::Options { selection: Selection::Puct, ..mcts::Options::default() };
            let mut searches: [Box<dyn Search<Phutball<1>>>; 6] = [
                Box::new(Dfpn::new(
                    (),
                    (),
                    Transpositions::<Phutball<1>>::default(),
                    common(),
                    options(),
                )),
                Box::new(Dfpn::new(
                    Jumps,
                    PhutballOrder,
                    Transpositions::<Phutball<1>>::default(),
                    common(),
                    options(),
                )),
                Box::new(Dfpn::new(Jumps, PhutballOrder, zoned(), common(), options())),
                Box::new(ExpectedWork::new(Jumps, PhutballOrder, zoned(), works)),
                Box::new(ProofNumberSearch::new(Jumps, PhutballOrder, zoned(), 1)),
                Box::new(MonteCarlo::new(Jumps, PhutballOrder, zoned(), samples, 1)),
            ];
            for (number, pos) in world.positions.iter().enumerate().step_by(share) {
                for (which, search) in searches.iter_mut().enumerate() {
                    let mut line = Line::new(game, pos.clone());
                    let mut budget = Budget::unlimited();
                    let claim = Claim::win(player);
                    let answer = search.solve(&mut line, claim, &mut budget, &mut ());
                    let Answer::Solved { verdict, best } = answer else { panic!("{answer:?}") };
                    assert_eq!(
                        verdict == Verdict::Proven,
                        won[number],
                        "{which} {claim:?} {pos:?}"
                    );
                    if let Some(best) = best.filter(|_| won[number] && game.to_move(pos) == player)
                    {
                        let next = game.after(pos, best);
                        let wins = match game.outcome(&next) {
                            Some(end) => end == Outcome::win(player),
                            None => won[world.numbers[&game.key(&next).0]],
                        };
                        assert!(wins, "{which}: {best:?} does not win {pos:?}");
                    }
                }
            }
        }
    }
}

/// Widening says nothing wrong about any position, and settles most of them. The usual run asks
/// about every third position of the larger boards, `ANDOR_SLOW=1` about all.
#[test]
fn widening_agrees_with_brute_force() {
    let share = if std::env::var_os("ANDOR_SLOW").is_some() { 1 } else { 3 };
    for (size, share) in [("3x3", 1), ("4x3", share), ("3x4", share)] {
        let world = World::of(size);
        let game = &world.game;
        for player in Player::BOTH {
            let mut won = vec![false; world.positions.len()];
            world.won(player).iter().for_each(|(number, _)| won[*number] = true);
            let (mut tried, mut settled) = (0, 0);
            for (number, pos) in world.positions.iter().enumerate().step_by(share) {
                let mut line = Line::new(game, pos.clone());
                let mut budget = Budget::unlimited().nodes(20_000);
                let mut search = Widening::new(Strategy::Auto);
                let claim = Claim::win(player);
                let answer = search.solve(&mut line, claim, &mut budget, &mut ());
                tried += 1;
                if let Some(verdict) = answer.verdict() {
                    settled += 1;
                    assert_eq!(verdict == Verdict::Proven, won[number], "{claim:?} {pos:?}");
                }
            }
            assert!(4 * settled > 3 * tried, "{size}: {settled} of {tried} settled");
        }
    }
}

fn named(text: &str) -> Problem {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn certified(problem: &Problem, settings: &Settings) -> Report {
    let settings = Settings { proof: Proof::Stored, ..settings.clone() };
    let report = solve(problem, &settings, None).expect("an answer");
    assert_eq!(report.no_proof, None, "{problem}");
    let bytes = report.certificate.as_ref().expect("a certificate").to_vec().expect("its bytes");
    if let Err(refusal) = check(&bytes, &Options::default()) {
        panic!("{problem} {settings:?}\n{refusal}");
    }
    report
}

/// The figures of docs/phutball.md: the first player wins, by a small certificate.
#[test]
fn the_first_player_wins_small_boards() {
    for (size, nodes) in
        [("5x5", 20), ("5x7", 500), ("7x7", 500), ("11x7", 500), ("5x9", 2000), ("9x9", 5000)]
    {
        let report = certified(&named(&format!("phutball {size}")), &Settings::default());
        assert_eq!(report.winner, Some(Player::Black), "{size}");
        assert!(report.nodes <= nodes, "{size}: {} nodes", report.nodes);
    }
}

/// All searches but the plain reference, which has no knowledge and follows every way of the ball.
#[test]
fn every_search_solves_and_certifies() {
    let serves = |search: SearchName| match search {
        SearchName::DepthFirst => false,
        search => search.is_general() || search == SearchName::Widening,
    };
    for (name, search) in SearchName::ALL.into_iter().filter(|(_, search)| serves(*search)) {
        let settings = Settings { search: Some(search), ..Settings::default() };
        for size in ["3x3", "4x4", "5x5"] {
            let report = certified(&named(&format!("phutball {size}")), &settings);
            assert_eq!(report.winner, Some(Player::Black), "{size} with {name}");
        }
    }
}

/// Random boards with either player to move, all moves, two threads.
#[test]
fn random_positions_are_certified() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut winners = [0; 2];
    for _ in 0..30 {
        let mut names: Vec<String> = Vec::new();
        for (row, column) in (1..=4).flat_map(|row| "ABCD".chars().map(move |c| (row, c))) {
            if rng.u8(..4) == 0 {
                names.push(format!("{column}{row}"));
            }
        }
        let (row, column) = (rng.u8(2..4), b"ABCD"[rng.usize(..4)] as char);
        let ball = format!("{column}{row}");
        names.retain(|name| *name != ball);
        let men =
            if names.is_empty() { String::new() } else { format!("--black {} ", names.join(",")) };
        let to_move = if rng.bool() { " --to-move white" } else { "" };
        let problem = named(&format!("phutball 4x4 {men}--white {ball}{to_move}"));
        let settings = Settings { all_moves: true, threads: 2, ..Settings::default() };
        let report = certified(&problem, &settings);
        winners[report.winner.expect("a winner").index()] += 1;
    }
    assert!(winners.iter().all(|&count| count > 3), "{winners:?}");
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    for (text, expected) in [
        ("phutball 2x5", "size \"2x5\": too small for Phutball; expected COLUMNSxROWS from 3x3"),
        ("phutball 5x20", "size \"5x20\": not a possible size of a board"),
        ("phutball 5x5 --black C3", "set-up: 0 balls; expected men as Black's stones and the ball"),
        ("phutball 5x5 --white C3,C4", "set-up: 2 balls; expected men as Black's stones"),
        ("phutball 5x5 --black C3 --white C3", "point \"C3\": there are a black and a white stone"),
        ("phutball 5x5 --moves C3", "move 1, \"C3\": the ball is there"),
        (
            "phutball 5x5 --moves C4,C3-C6",
            "move 2, \"C3-C6\": there is no jump to \"C6\"; expected a jump to C5",
        ),
        ("phutball 5x5 --moves C4,C3-C5,A1", "move 3, \"A1\": the game is over"),
        ("phutball 5x5 --rules psk", "phutball has no rules"),
    ] {
        let opened = text.parse::<Problem>().and_then(|problem| problem.open().map(|_| ()));
        let error = opened.expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
