//! Every search agrees with the plain reference on every small case.

use andor_core::{
    Claim, Game, Graded, GuessQuery, Guessed, Heuristic, Margin, Numbered, Outcome, Player,
    Repetition, Verdict,
};
use andor_games::any::{AnyGame, Variant};
use andor_games::gomoku::{Rules, SmallGomoku};
use andor_games::hex::{Hex, HexPosition};
use andor_games::size::Size;
use andor_games::toy::graph::Graph;
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_games::toy::tree::Tree;
use andor_guess::{FirstWork, Playout, Playouts};
use andor_search::alpha_beta::{AlphaBeta, Busy};
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Common, Dfpn};
use andor_search::expected_work::{Backup, ExpectedWork, LookAhead, Options, Order, TeamOf};
use andor_search::lockless::{Lockless, Words};
use andor_search::mcts::{self, MonteCarlo, Selection};
use andor_search::memory::{Memory, Patterns, SharedPatterns, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::table::Shared;
use andor_search::widening::{PAPER, Strategy, Widening};
use andor_search::zones::{NoZones, PointRelevancy};
use andor_search::{Answer, Budget, Line, Search};
use std::cell::{OnceCell, RefCell};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How many cases: many when the slow suite is asked for.
fn cases(usual: usize, slow: usize) -> usize {
    if std::env::var_os("ANDOR_SLOW").is_some() { slow } else { usual }
}

fn size(columns: u8, rows: u8) -> Size {
    Size::new(columns, rows).expect("possible size")
}

/// A question about a position. What the reference says about the position, and about the positions
/// after best moves, is found once for all searches.
struct Asked<'a, G: Game> {
    game: &'a G,
    pos: &'a G::Position,
    claim: Claim,
    expected: OnceCell<Verdict>,
    after: RefCell<Vec<(G::Move, Option<Verdict>)>>,
}

/// Nodes after which the reference gives up on the position after a best move.
const MOST_AFTER_BEST: u64 = 100_000;

impl<'a, G: Game> Asked<'a, G> {
    fn new(game: &'a G, pos: &'a G::Position, claim: Claim) -> Self {
        Asked { game, pos, claim, expected: OnceCell::new(), after: RefCell::default() }
    }

    /// What the reference says.
    fn expected(&self) -> Verdict {
        *self.expected.get_or_init(|| self.solve(DepthFirst::default()))
    }

    fn solve(&self, mut search: impl Search<G>) -> Verdict {
        let mut line = Line::new(self.game, self.pos.clone());
        let answer = search.solve(&mut line, self.claim, &mut Budget::unlimited(), &mut ());
        let is_back = line.position() == self.pos && line.ply() == 0;
        assert!(is_back, "the search did not put the board back");
        self.check_best(&answer);
        match answer {
            Answer::Solved { verdict, .. } => verdict,
            Answer::Stopped(stop) => panic!("stopped: {stop}"),
        }
    }

    /// A search says what the reference says.
    fn check(&self, name: &dyn std::fmt::Debug, search: impl Search<G>) {
        let verdict = self.solve(search);
        assert_eq!(verdict, self.expected(), "{name:?}\n{:?}\n{:?}", self.claim, self.pos);
    }

    /// A solved position whose winner is to move comes with a move that wins, in games that never
    /// repeat.
    fn check_best(&self, answer: &Answer<G::Move>) {
        let Asked { game, pos, claim, .. } = *self;
        let Some(verdict) = answer.verdict() else { return };
        let winner = verdict.winner(claim);
        let told = || format!("{answer:?} {claim:?}\n{pos:?}");
        if game.outcome(pos).is_some() || game.to_move(pos) != winner {
            assert_eq!(answer.best(), None, "nobody to win by a move: {}", told());
            return;
        }
        if game.repetition() != Repetition::Impossible {
            return;
        }
        let best = answer.best().unwrap_or_else(|| panic!("no move: {}", told()));
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        assert!(moves.contains(&best), "not legal: {}", told());
        let after = self.after(best);
        assert!(after.is_none_or(|after| after == verdict), "does not win: {}", told());
    }

    /// What the reference says about the position after a move, if it can tell.
    fn after(&self, mv: G::Move) -> Option<Verdict> {
        let known = self.after.borrow().iter().find(|(other, _)| *other == mv).copied();
        if let Some((_, verdict)) = known {
            return verdict;
        }
        let mut line = Line::new(self.game, self.game.after(self.pos, mv));
        let mut budget = Budget::unlimited().nodes(MOST_AFTER_BEST);
        let answer = DepthFirst::default().solve(&mut line, self.claim, &mut budget, &mut ());
        self.after.borrow_mut().push((mv, answer.verdict()));
        answer.verdict()
    }
}

fn solve<G: Game>(search: impl Search<G>, game: &G, pos: &G::Position, claim: Claim) -> Verdict {
    Asked::new(game, pos, claim).solve(search)
}

fn playouts(first_work: FirstWork, seed: u64) -> Playouts {
    Playouts::new(8, 0.5, first_work, seed)
}

const EXPONENTIAL: FirstWork = FirstWork::Exponential { rate: 0.5, bend: 0.7 };

/// All variants of expected work search.
fn variants() -> Vec<(Options, FirstWork)> {
    let usual = Options::default();
    vec![
        (usual, EXPONENTIAL),
        (Options { backup: Backup::Mean, epsilon: 0.0, ..usual }, FirstWork::Choices),
        (Options { order: Order::Work, ..usual }, FirstWork::One),
        (
            Options { order: Order::WinRate { exploration: 0.7 }, backup: Backup::Mean, ..usual },
            FirstWork::One,
        ),
        (
            Options { look_ahead: LookAhead::Replies, epsilon: 0.2, prior: 0.0, ..usual },
            EXPONENTIAL,
        ),
        (Options { look_ahead: LookAhead::Replies, restart: Some(4), ..usual }, EXPONENTIAL),
        (
            Options { share: 0.2, shared: true, watchful: true, epsilon: 0.25, ..usual },
            FirstWork::One,
        ),
        (Options { conjecture: Some(Verdict::Proven), ..usual }, EXPONENTIAL),
        (Options { conjecture: Some(Verdict::Disproven), ..usual }, EXPONENTIAL),
    ]
}

/// Compares every search that has a memory with the reference.
fn check_with<G: Game<Move: Numbered> + Playout, M: Memory<G> + 'static>(
    asked: &Asked<'_, G>,
    memory: impl Fn() -> M,
) {
    for (options, first_work) in variants() {
        let search = ExpectedWork::new((), playouts(first_work, 1), memory(), options);
        asked.check(&options, search);
    }
    let search = AlphaBeta::new((), playouts(FirstWork::One, 1)).with_memory(memory());
    asked.check(&"alpha-beta", search);
    for options in dfpn_variants() {
        let guesses = playouts(FirstWork::One, 1);
        let search = Dfpn::new((), guesses, memory(), Common::new(1, ROOMY), options);
        asked.check(&options, search);
    }
    asked.check(&"pns", ProofNumberSearch::new((), (), memory(), 1));
    let search = ProofNumberSearch::new((), playouts(EXPONENTIAL, 1), memory(), 2);
    asked.check(&"pns, guesses", search);
    for options in mcts_variants() {
        let guesses = Playouts::new(1, 0.5, FirstWork::One, 1);
        asked.check(&options, MonteCarlo::new((), guesses, memory(), options, 1));
    }
}

/// Memory that is never full.
const ROOMY: usize = 1 << 24;

/// Depth-first proof-number search with narrow and wide looks, sums and first guesses.
fn dfpn_variants() -> [dfpn::Options; 5] {
    let usual = dfpn::Options::default();
    [
        usual,
        dfpn::Options { epsilon: 0.0, base: 1, share: 0.0, ..usual },
        dfpn::Options { epsilon: 0.5, base: 100, share: 1.0, ..usual },
        dfpn::Options { sum: true, share: 1.0, ..usual },
        dfpn::Options { guessed: true, lazy: true, ..usual },
    ]
}

/// Monte Carlo tree search with both ways to choose, one leaf at a time and in batches.
fn mcts_variants() -> [mcts::Options; 3] {
    let usual = mcts::Options::default();
    [
        usual,
        mcts::Options { batch: 5, ..usual },
        mcts::Options { selection: Selection::Puct, exploration: 1.0, batch: 3 },
    ]
}

fn check<G>(game: &G, pos: &G::Position, claim: Claim)
where
    G: Game<Move: Numbered + 'static> + Playout + 'static,
{
    let asked = Asked::new(game, pos, claim);
    check_with(&asked, Transpositions::<G>::default);
    asked.check(&"alpha-beta, facts", AlphaBeta::new((), ()));
}

#[test]
fn trees() {
    let texts = [
        "(B 1 -1)",
        "(W 1 (B -1 0))",
        "(B (W 2 (B 3 -1)) (W 1 0))",
        "(W (B (W ? 1) 0) (B (B (B 1))))",
        "(B (W (B -1 (W -1 1)) 1) (W 1 (B (W 1 2) -5)))",
    ];
    for text in texts {
        let tree: Tree = text.parse().expect("a tree");
        for attacker in Player::BOTH {
            for at_least in -1..=3 {
                check(&tree, &0, Claim { attacker, at_least: Margin(at_least) });
            }
        }
    }
}

/// The games in which a table that forgets the past gives wrong verdicts.
#[test]
fn graphs_with_cycles() {
    let rules = [
        Repetition::Forbidden,
        Repetition::Ends(Outcome::NoResult),
        Repetition::Ends(Outcome::DRAW),
        Repetition::Ends(Outcome::win(Player::White)),
        Repetition::Judged {
            even: Outcome::DRAW,
            above: Outcome::win(Player::Black),
            below: Outcome::win(Player::White),
        },
        Repetition::Judged {
            even: Outcome::NoResult,
            above: Outcome::win(Player::Black),
            below: Outcome::win(Player::White),
        },
    ];
    for repetition in rules {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..cases(300, 20_000) {
            let tallies = (0..8).map(|_| rng.i32(-1..=1)).collect();
            let graph = Graph::random(8, repetition, &mut rng).with_tallies(tallies);
            for attacker in Player::BOTH {
                check(&graph, &0, Claim { attacker, at_least: Margin(rng.i16(0..=1)) });
            }
        }
    }
}

/// Threads of alpha-beta share a table, here one so small that they write over each other's
/// entries, for both attackers one after the other.
#[test]
fn threads_of_alpha_beta_share_a_table() {
    let (even, above) = (Outcome::DRAW, Outcome::win(Player::Black));
    let judged = Repetition::Judged { even, above, below: Outcome::win(Player::White) };
    let mut rng = fastrand::Rng::with_seed(4);
    for repetition in [judged, Repetition::Ends(Outcome::NoResult)] {
        for _ in 0..cases(100, 4000) {
            let tallies = (0..12).map(|_| rng.i32(-1..=1)).collect();
            let graph = Graph::random(12, repetition, &mut rng).with_tallies(tallies);
            let (words, busy) = (Arc::new(Words::new(200)), Arc::new(Busy::default()));
            let claims = Player::both(|attacker| {
                let claim = Claim { attacker, at_least: Margin(rng.i16(0..=1)) };
                (claim, solve(DepthFirst::default(), &graph, &0, claim))
            });
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    let (words, busy, graph) = (words.clone(), busy.clone(), &graph);
                    scope.spawn(move || {
                        for (claim, expected) in claims {
                            let table = Lockless::new(words.clone());
                            let search = AlphaBeta::with_table((), (), table);
                            let verdict = solve(search.beside(busy.clone()), graph, &0, claim);
                            assert_eq!(verdict, expected, "{claim:?}\n{graph:?}");
                        }
                    });
                }
            });
        }
    }
}

/// Three threads search one tree with one memory, for both attackers one after the other.
fn check_team<G, M>(game: &G, pos: &G::Position, options: Options, memory: impl Fn() -> M + Sync)
where
    G: Game + Playout,
    M: Memory<G> + 'static,
{
    let team: Arc<TeamOf<G>> = Arc::default();
    let claims = Player::both(|attacker| {
        let claim = Claim { attacker, at_least: Margin(1) };
        (claim, solve(DepthFirst::default(), game, pos, claim))
    });
    std::thread::scope(|scope| {
        for seed in 0..3 {
            let (team, memory) = (team.clone(), &memory);
            scope.spawn(move || {
                let search = ExpectedWork::new((), playouts(EXPONENTIAL, seed), memory(), options);
                let mut search = search.beside(team);
                for (claim, expected) in claims {
                    let mut line = Line::new(game, pos.clone());
                    let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
                    assert_eq!(answer.verdict(), Some(expected), "{options:?} {claim:?}\n{pos:?}");
                    Asked::new(game, pos, claim).check_best(&answer);
                    assert!(line.position() == pos && line.ply() == 0);
                }
            });
        }
    });
}

#[test]
fn threads_of_expected_work_share_a_tree() {
    let mut rng = fastrand::Rng::with_seed(7);
    for repetition in [Repetition::Forbidden, Repetition::Ends(Outcome::NoResult)] {
        for case in 0..cases(150, 6000) {
            let graph = Graph::random(12, repetition, &mut rng);
            let table = Arc::new(Shared::new(ROOMY));
            let memory = || Transpositions::<Graph, NoZones, _>::new(table.clone());
            check_team(&graph, &0, variants()[case % 6].0, memory);
        }
    }
    for size in [size(3, 3), size(2, 4)] {
        let hex = Hex::<1>::new(size);
        for (options, _) in &variants()[..6] {
            let patterns = SharedPatterns::new(&hex, ROOMY);
            check_team(&hex, &hex.start(), *options, || patterns.clone());
        }
    }
}

#[test]
fn nim_by_bouton() {
    for heaps in [[1, 2, 3], [2, 2, 1], [3, 3, 0], [3, 2, 2], [1, 1, 1]] {
        let nim = Nim::new(&heaps).wrap();
        check(&nim, &nim.start(), Claim::win(Player::Black));
        check(&nim, &nim.start(), Claim::win(Player::White));
    }
    // Too large for the reference: Bouton knows.
    let nim = Nim::new(&[5, 6, 7, 4]);
    let winner = nim.winner(&nim.start());
    let nim = nim.wrap();
    let search = ExpectedWork::new(
        (),
        playouts(EXPONENTIAL, 1),
        Transpositions::<AnyGame>::default(),
        Options::default(),
    );
    let claim = Claim::win(Player::Black);
    let expected = Verdict::for_winner(claim, winner);
    assert_eq!(solve(search, &nim, &nim.start(), claim), expected);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for (columns, rows, row, winner) in [(3, 3, 3, None), (4, 3, 3, Some(Player::Black))] {
        let game = Mnk::new(size(columns, rows), row).wrap();
        for attacker in Player::BOTH {
            let claim = Claim::win(attacker);
            let search = ExpectedWork::new(
                (),
                playouts(EXPONENTIAL, 1),
                Transpositions::<AnyGame>::default(),
                Options::default(),
            );
            let verdict = solve(search, &game, &game.start(), claim);
            assert_eq!(
                verdict == Verdict::Proven,
                winner == Some(attacker),
                "{columns},{rows},{row}"
            );
        }
    }
    let game = Mnk::new(size(3, 3), 3).wrap();
    andor_core::laws::walk(&game, cases(5, 100), 3, |pos| {
        check(&game, pos, Claim::win(Player::Black));
        check(&game, pos, Claim { attacker: Player::White, at_least: Margin(0) });
    });
}

/// Positions of random games, from the empty board on where the reference can.
fn hex_positions(columns: u8, rows: u8, most_empty: usize, games: usize) {
    let hex = Hex::<1>::new(size(columns, rows));
    let mut seen = Vec::new();
    andor_core::laws::walk(&hex, games, 7, |pos| {
        let empty = hex.empty(pos).len() as usize;
        if empty <= most_empty && !seen.contains(pos) {
            seen.push(pos.clone());
        }
    });
    for pos in seen {
        for attacker in Player::BOTH {
            let asked = Asked::new(&hex, &pos, Claim::win(attacker));
            check_with(&asked, Patterns::<Hex<1>>::default);
            check_with(&asked, Transpositions::<Hex<1>, PointRelevancy>::default);
            check_with(&asked, Transpositions::<Hex<1>>::default);
            asked.check(&"alpha-beta, facts", AlphaBeta::new((), ()));
        }
    }
}

#[test]
fn hex_with_and_without_zones() {
    hex_positions(2, 2, 4, 10);
    hex_positions(3, 3, 9, cases(20, 200));
    hex_positions(3, 4, 9, cases(20, 200));
    hex_positions(4, 4, 9, cases(30, 1000));
    hex_positions(5, 2, 9, cases(20, 200));
    hex_positions(5, 5, 9, cases(10, 500));
}

/// Every position of the 3×3 board that a game can reach, against a plain table.
#[test]
fn every_position_of_small_hex() {
    fn first_player_wins(hex: &Hex<1>, pos: &mut HexPosition<1>, known: &mut Values) -> bool {
        if let Some(outcome) = hex.outcome(pos) {
            return outcome == Outcome::win(Player::Black);
        }
        let key = hex.key(pos);
        if let Some((_, value)) = known.get(&key) {
            return *value;
        }
        let black = hex.to_move(pos) == Player::Black;
        let mut moves = Vec::new();
        hex.moves(pos, &mut moves);
        // No stop at the first winning move, so that every position is visited.
        let mut value = !black;
        for mv in moves {
            let undo = hex.play(pos, mv);
            let child = first_player_wins(hex, pos, known);
            hex.undo(pos, undo);
            value = if black { value | child } else { value & child };
        }
        known.insert(key, (pos.clone(), value));
        value
    }
    type Values = std::collections::HashMap<andor_core::Key, (HexPosition<1>, bool)>;
    let hex = Hex::<1>::new(size(3, 3));
    let mut known = Values::new();
    first_player_wins(&hex, &mut hex.start(), &mut known);
    assert_eq!(known.len(), 4520);
    let claim = Claim::win(Player::Black);
    for (pos, value) in known.values() {
        let expected = if *value { Verdict::Proven } else { Verdict::Disproven };
        let asked = Asked::new(&hex, pos, claim);
        for look_ahead in [LookAhead::Moves, LookAhead::Replies] {
            let options = Options { look_ahead, ..Options::default() };
            let memory = Patterns::<Hex<1>>::default();
            let search = ExpectedWork::new((), playouts(EXPONENTIAL, 1), memory, options);
            assert_eq!(asked.solve(search), expected, "{pos:?}");
        }
    }
}

/// The value of every opening on 4×4.
#[test]
fn hex_openings() {
    let hex = Hex::<1>::new(size(4, 4));
    let mut moves = Vec::new();
    hex.moves(&hex.start(), &mut moves);
    let claim = Claim::win(Player::Black);
    for mv in moves {
        let mut pos = hex.start();
        hex.play(&mut pos, mv);
        let memory = Transpositions::<Hex<1>, PointRelevancy>::default();
        let reference = AlphaBeta::new((), ()).with_memory(memory);
        let asked = Asked::new(&hex, &pos, claim);
        let expected = asked.solve(reference);
        for seed in 1..=3 {
            let search = ExpectedWork::new(
                (),
                playouts(EXPONENTIAL, seed),
                Patterns::<Hex<1>>::default(),
                Options::default(),
            );
            assert_eq!(asked.solve(search), expected, "{mv:?}");
        }
    }
}

/// With hardly any memory the search still finds the answer.
#[test]
fn a_full_tree_is_pruned_and_the_search_goes_on() {
    let hex = Hex::<1>::new(size(4, 4));
    let search = || {
        ExpectedWork::new(
            (),
            playouts(FirstWork::Choices, 5),
            Transpositions::<Hex<1>>::default(),
            Options::default(),
        )
    };
    let claim = Claim::win(Player::Black);
    let mut line = Line::new(&hex, hex.start());
    let mut roomy = search();
    let answer = roomy.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
    assert_eq!(answer.verdict(), Some(Verdict::Proven));
    let unlimited = roomy.progress().memory;

    let mut tight = search();
    let cap = 400_000;
    assert!(unlimited > 2 * cap, "the cap does not bind: {unlimited} bytes");
    let answer = tight.solve(&mut line, claim, &mut Budget::unlimited().memory(cap), &mut ());
    assert_eq!(answer.verdict(), Some(Verdict::Proven));
    let used = tight.progress().memory;
    assert!(used <= cap, "{used} bytes used of {cap}");
}

/// One thread and one seed give the same nodes every time; another seed gives others.
#[test]
fn a_seed_repeats_a_search() {
    let hex = Hex::<1>::new(size(4, 4));
    let nodes = |seed| {
        let memory = Patterns::<Hex<1>>::default();
        let mut search =
            ExpectedWork::new((), playouts(EXPONENTIAL, seed), memory, Options::default());
        let mut line = Line::new(&hex, hex.start());
        search.solve(&mut line, Claim::win(Player::Black), &mut Budget::unlimited(), &mut ());
        search.progress().nodes
    };
    assert_eq!(nodes(1), nodes(1));
    assert!((2..10).any(|seed| nodes(seed) != nodes(1)));
}

/// Guesses about many positions at once are those about one after the other, through a pointer as
/// well.
#[test]
fn guesses_at_once_are_those_one_by_one() {
    fn check<G: Game + Playout>(game: &G, seed: u64) {
        let mut asked = Vec::new();
        andor_core::laws::walk(game, 5, seed, |pos| {
            let mut moves = Vec::new();
            game.moves(pos, &mut moves);
            // Not always about all moves, as a search that has left some out.
            moves.truncate(1 + asked.len() % 7);
            if game.outcome(pos).is_none() {
                asked.push(GuessQuery { position: pos.clone(), moves });
            }
        });
        assert!(asked.len() > 5, "only {} positions", asked.len());
        for first_work in [FirstWork::One, FirstWork::Choices, EXPONENTIAL] {
            let claim = Claim::win(Player::Black);
            let mut single = playouts(first_work, seed);
            let expected = asked.iter().map(|GuessQuery { position, moves }| {
                let mut guesses = Vec::new();
                let chance = single.guess(game, position, claim, moves, &mut guesses);
                Guessed { chance, costs: None, moves: guesses }
            });
            let expected: Vec<Guessed> = expected.collect();
            let mut boxed: Box<dyn Heuristic<G>> = Box::new(playouts(first_work, seed));
            // In two parts, and over what was there before.
            let before = Guessed { chance: 0.25, costs: None, moves: expected[0].moves.clone() };
            let mut found = vec![before; asked.len()];
            let (first, rest) = asked.split_at(2);
            boxed.guess_all(game, claim, first, &mut found[..2]);
            boxed.guess_all(game, claim, rest, &mut found[2..]);
            assert_eq!(found, expected, "{first_work:?}");
            assert_eq!(boxed.playouts(), Heuristic::<G>::playouts(&single));
            assert!(boxed.playouts() > 0);
            let counts = |guessed: &[Guessed]| guessed.iter().map(|g| g.moves.len()).collect();
            let told: Vec<usize> = counts(&found);
            assert_eq!(told, asked.iter().map(|asked| asked.moves.len()).collect::<Vec<_>>());
        }
    }
    for seed in 1..=3 {
        check(&Hex::<1>::new(size(4, 4)), seed);
        check(&Mnk::new(size(3, 3), 3), seed);
        check(&Nim::new(&[5, 6, 7]), seed);
    }
}

#[test]
fn a_budget_stops_every_search() {
    let hex = Hex::<1>::new(size(6, 6));
    let claim = Claim::win(Player::Black);
    fn stop(hex: &Hex<1>, mut search: impl Search<Hex<1>>, claim: Claim) {
        let mut line = Line::new(hex, hex.start());
        let answer = search.solve(&mut line, claim, &mut Budget::unlimited().nodes(1000), &mut ());
        assert_eq!(answer, Answer::Stopped(andor_search::Stop::Nodes));
        assert_eq!(line.ply(), 0);
    }
    let memory = Transpositions::<Hex<1>, PointRelevancy>::default;
    let ews = ExpectedWork::new((), playouts(EXPONENTIAL, 1), memory(), Options::default());
    stop(&hex, ews, claim);
    stop(&hex, AlphaBeta::new((), playouts(EXPONENTIAL, 1)).with_memory(memory()), claim);
    stop(&hex, ProofNumberSearch::new((), (), memory(), 1), claim);
    let guesses = playouts(FirstWork::One, 1);
    stop(&hex, MonteCarlo::new((), guesses, memory(), mcts::Options::default(), 1), claim);
    stop(&hex, DepthFirst::default(), claim);
}

/// Widening says what the reference says, with a move that wins, about claims with these margins.
fn check_widening<G: Graded<Move: Numbered>>(
    game: &G,
    pos: &G::Position,
    margins: RangeInclusive<i16>,
) {
    for attacker in Player::BOTH {
        for at_least in margins.clone() {
            let claim = Claim { attacker, at_least: Margin(at_least) };
            let asked = Asked::new(game, pos, claim);
            asked.check(&"auto", Widening::new(Strategy::Auto));
            let mut line = Line::new(game, pos.clone());
            // Many strategies of the paper cannot settle all positions, and are given up.
            let most = cases(10_000, 20_000) as u64;
            for number in PAPER {
                let mut search = Widening::new(Strategy::Paper(number));
                let mut budget = Budget::unlimited().nodes(most);
                if let Answer::Solved { verdict, .. } =
                    search.solve(&mut line, claim, &mut budget, &mut ())
                {
                    let told = || format!("strategy {number}, {claim:?}\n{pos:?}");
                    assert_eq!(verdict, asked.expected(), "{}", told());
                }
            }
        }
    }
}

/// Nobody draws, so that one margin will do, but for the empty boards.
#[test]
fn widening_on_hex() {
    for text in ["1x1", "2x2", "3x2", "3x3"] {
        let game = Hex::<1>::new(text.parse().expect("a size"));
        check_widening(&game, &game.start(), 0..=1);
    }
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..cases(50, 3000) {
        let game = Hex::<1>::new(size(rng.u8(2..=4), rng.u8(2..=4)));
        let stones = rng.usize(2..game.size().area());
        let pos = random_position(&game, stones, &mut rng);
        if game.outcome(&pos).is_none() {
            check_widening(&game, &pos, 1..=1);
        }
    }
}

#[test]
fn widening_on_gomoku() {
    let mut rng = fastrand::Rng::with_seed(10);
    for round in 0..cases(150, 3000) {
        let board = if round % 2 == 0 { size(5, 5) } else { size(6, 5) };
        let game = SmallGomoku::new(board, Rules::Freestyle);
        let stones = board.area() - rng.usize(2..9);
        let pos = random_position(&game, stones, &mut rng);
        if game.outcome(&pos).is_none() {
            check_widening(&game, &pos, 0..=1);
        }
    }
}

/// The position after so many random moves, or at the end of the game.
fn random_position<G: Game>(game: &G, plies: usize, rng: &mut fastrand::Rng) -> G::Position {
    let mut pos = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game.outcome(&pos).is_some() {
            break;
        }
        moves.clear();
        game.moves(&pos, &mut moves);
        game.play(&mut pos, moves[rng.usize(..moves.len())]);
    }
    pos
}
