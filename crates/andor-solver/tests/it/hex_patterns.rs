//! Searches with knowledge about Hex and a memory of patterns: their answers, and every pattern
//! that they keep, against brute force.

use crate::support::hex_values::{Searcher, Winner};
use andor_core::{Claim, Game, Heuristic, Player, Verdict, laws};
use andor_games::hex::Hex;
use andor_games::points::Points;
use andor_guess::hex::HexOrder;
use andor_knowledge::hex::Options;
use andor_knowledge::hex::inferior::Fills;
use andor_knowledge::hex::oracle::HexOracle;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{self, ExpectedWork};
use andor_search::mcts::{self, MonteCarlo, Selection};
use andor_search::memory::SharedPatterns;
use andor_search::pns::ProofNumberSearch;
use andor_search::{Budget, Line, Search};
use std::collections::HashSet;

/// The searches that keep patterns beside knowledge.
const SEARCHES: [&str; 5] = ["proof-number", "expected work", "shared work", "tree", "Monte Carlo"];

/// A search by name.
fn search(
    name: &str,
    oracle: HexOracle<1>,
    memory: SharedPatterns<Hex<1>>,
) -> Box<dyn Search<Hex<1>>> {
    let order: Box<dyn Heuristic<Hex<1>>> = match oracle.connections() {
        Some(connections) => Box::new(HexOrder::new(connections)),
        None => Box::new(()),
    };
    let works = expected_work::Options::default();
    match name {
        "proof-number" => {
            let common = dfpn::Common::new(1, 1 << 24);
            Box::new(Dfpn::new(oracle, order, memory, common, dfpn::Options::default()))
        }
        "expected work" => Box::new(ExpectedWork::new(oracle, order, memory, works)),
        "shared work" => {
            let works =
                expected_work::Options { share: 0.2, shared: true, watchful: true, ..works };
            Box::new(ExpectedWork::new(oracle, order, memory, works))
        }
        "tree" => Box::new(ProofNumberSearch::new(oracle, order, memory, 1)),
        _ => {
            let options = mcts::Options { selection: Selection::Puct, ..mcts::Options::default() };
            Box::new(MonteCarlo::new(oracle, order, memory, options, 1))
        }
    }
}

/// Knowledge with these fills, of inferior cells alone or beside connections.
#[derive(Clone, Copy)]
struct Known {
    fills: Fills,
    connections: bool,
}

impl Known {
    fn oracle(self, hex: &Hex<1>) -> HexOracle<1> {
        let oracle = HexOracle::new().with_inferior(hex, self.fills);
        match (self.connections, self.fills) {
            (false, _) => oracle,
            (true, Fills::All) => oracle.with_connections(hex, Options::default()).with_splits(),
            (true, _) => oracle.with_connections(hex, Options::default()),
        }
    }
}

/// Solves positions of random games with one memory for all, then looks at what it kept. Gives the
/// number of patterns.
fn check(name: &str, brute: &mut Searcher, known: Known, games: usize, most_empty: u32) -> usize {
    let hex = brute.hex.clone();
    let memory = SharedPatterns::new(&hex, usize::MAX);
    let mut search = search(name, known.oracle(&hex), memory.clone());
    let claim = Claim::win(Player::Black);
    laws::walk(&hex, games, 7, |pos| {
        if hex.empty(pos).len() > most_empty || hex.outcome(pos).is_some() {
            return;
        }
        for to_move in Player::BOTH {
            let stones = Player::both(|player| pos.stones(player));
            let pos = hex.set_up(stones, to_move);
            let mut line = Line::new(&hex, pos.clone());
            let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
            let expected = Verdict::for_winner(claim, brute.winner(stones, to_move));
            assert_eq!(answer.verdict(), Some(expected), "{name} {pos:?}");
            if to_move == expected.winner(claim) {
                let best = answer.best().expect("a winning move");
                let after = hex.after(&pos, best);
                let stones = Player::both(|player| after.stones(player));
                assert_eq!(brute.winner(stones, to_move.other()), to_move, "{best:?} in {pos:?}");
            }
        }
    });
    let mut count = 0;
    for winner in Player::BOTH {
        let patterns: HashSet<(Points<1>, Points<1>)> = memory.each(winner).into_iter().collect();
        for (zone, need) in patterns {
            if (zone - need).len() > most_empty || zone == hex.board() {
                continue;
            }
            let mut stones = [hex.board() - zone; 2];
            stones[winner.index()] = need;
            let told = brute.winner(stones, winner.other());
            assert_eq!(told, winner, "{name} {need:?} in {zone:?}");
            count += 1;
        }
    }
    count
}

fn many() -> bool {
    std::env::var_os("ANDOR_SLOW").is_some()
}

#[test]
fn patterns_hold_on_small_boards() {
    let games = if many() { 1000 } else { 60 };
    let mut cases = Vec::new();
    for name in SEARCHES {
        for fills in [Fills::All, Fills::Whole] {
            cases.extend([true, false].map(|connections| (name, Known { fills, connections }, 0)));
        }
    }
    for (size, most) in [("3x3", 9), ("4x4", 12), ("5x4", 12), ("5x5", 12)] {
        // The searches meet the same positions, so one brute force serves them all.
        let mut brute = Searcher::new(size.parse().expect("a size"));
        for (name, known, count) in &mut cases {
            *count += check(name, &mut brute, *known, games / 2, most);
        }
    }
    for (name, known, count) in cases {
        let fewest = if known.connections { 50 } else { 500 };
        assert!(count > fewest, "{name}: {count} patterns");
    }
}

/// With knowledge that settles positions and fills them in, every search tells a move that wins in
/// the position itself, if the winner is to move; alpha-beta may tell none where the knowledge
/// settled the position. So do the moves that are told afterwards.
#[test]
fn best_moves_win() {
    let games = if many() { 200 } else { 15 };
    let hex = Hex::<1>::new("4x4".parse().expect("a size"));
    let mut brute = Searcher::new(hex.size());
    for fills in [Fills::All, Fills::Whole] {
        let oracle = || {
            let connections = HexOracle::new().with_connections(&hex, Options::default());
            connections.with_inferior(&hex, fills)
        };
        let memory = || SharedPatterns::new(&hex, usize::MAX);
        for name in SEARCHES.into_iter().chain(["alpha-beta"]) {
            let mut search = match name {
                "alpha-beta" => Box::new(AlphaBeta::new(oracle(), ()).with_memory(memory())),
                name => search(name, oracle(), memory()),
            };
            let claim = Claim::win(Player::Black);
            let mut moves = 0;
            laws::walk(&hex, games, 11, |pos| {
                if hex.empty(pos).len() > 12 || hex.outcome(pos).is_some() {
                    return;
                }
                for to_move in Player::BOTH {
                    let stones = Player::both(|player| pos.stones(player));
                    let pos = hex.set_up(stones, to_move);
                    let winner = brute.winner(stones, to_move);
                    let verdict = Verdict::for_winner(claim, winner);
                    let mut line = Line::new(&hex, pos.clone());
                    let answer = search.solve(&mut line, claim, &mut Budget::unlimited(), &mut ());
                    assert_eq!(answer.verdict(), Some(verdict), "{name} {pos:?}");
                    let may_lack = name == "alpha-beta" && winner == to_move;
                    let fits = answer.best().is_some() == (winner == to_move) || may_lack;
                    assert!(fits, "{name} {answer:?} {pos:?}");
                    let known = search.known(&mut line, claim);
                    assert!(known.is_none_or(|known| known.verdict == verdict), "{name} {pos:?}");
                    for best in answer.best().into_iter().chain(known.and_then(|known| known.best))
                    {
                        assert!(line.allows(best), "{name} {best:?} {pos:?}");
                        let after = hex.after(&pos, best);
                        let stones = Player::both(|player| after.stones(player));
                        let winner = brute.winner(stones, to_move.other());
                        assert_eq!(winner, to_move, "{name} {best:?} {pos:?}");
                        moves += 1;
                    }
                }
            });
            assert!(moves > 20, "{name}: {moves} moves");
        }
    }
}
