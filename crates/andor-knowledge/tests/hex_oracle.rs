//! The plugs of Hex against brute force: every position of 3×3, many of 4×4 and 5×4.

use andor_core::{Claim, Game, Key, Notation, Oracle, Outcome, Player, Verdict, laws};
use andor_games::hex::{Hex, HexPosition};
use andor_knowledge::hex::Options;
use andor_knowledge::hex::inferior::Fills;
use andor_knowledge::hex::oracle::HexOracle;
use std::collections::HashMap;

struct Case {
    hex: Hex<1>,
    known: HashMap<Key, Player>,
    oracles: Vec<HexOracle<1>>,
}

impl Case {
    fn new(size: &str) -> Case {
        let hex = Hex::<1>::new(size.parse().expect("a size"));
        let connections = || HexOracle::new().with_connections(&hex, Options::default());
        let oracles = vec![
            connections(),
            connections().with_splits(),
            HexOracle::new().with_inferior(&hex, Fills::All),
            HexOracle::new().with_inferior(&hex, Fills::Whole),
            connections().with_inferior(&hex, Fills::All),
            connections().with_inferior(&hex, Fills::All).with_splits(),
            connections().with_inferior(&hex, Fills::Whole),
        ];
        Case { hex, known: HashMap::new(), oracles }
    }

    /// Who wins, by trying everything.
    fn winner(&mut self, pos: &mut HexPosition<1>) -> Player {
        if let Some(outcome) = self.hex.outcome(pos) {
            let black = outcome == Outcome::win(Player::Black);
            return if black { Player::Black } else { Player::White };
        }
        let key = self.hex.key(pos);
        if let Some(&winner) = self.known.get(&key) {
            return winner;
        }
        let mover = self.hex.to_move(pos);
        let mut winner = mover.other();
        for mv in self.hex.empty(pos) {
            let undo = self.hex.play(pos, mv);
            let found = self.winner(pos);
            self.hex.undo(pos, undo);
            if found == mover {
                winner = mover;
                break;
            }
        }
        self.known.insert(key, winner);
        winner
    }

    fn check(&mut self, pos: &HexPosition<1>) {
        if self.hex.outcome(pos).is_some() {
            return;
        }
        let (claim, mover) = (Claim::win(Player::Black), self.hex.to_move(pos));
        let winner = self.winner(&mut pos.clone());
        let verdict = Verdict::for_winner(claim, winner);
        for oracle in self.oracles.clone() {
            let picture = self.hex.draw(pos);
            if let Some((told, reason)) = oracle.settle(&self.hex, pos, claim) {
                assert_eq!(told, verdict, "{reason:?}\n{picture}");
            }
            let filled = oracle.fill(&self.hex, pos, claim);
            if let Some(filled) = &filled {
                assert_eq!(self.hex.to_move(filled), mover);
                assert_eq!(self.winner(&mut filled.clone()), winner, "filled\n{picture}");
            }
            let on = filled.unwrap_or_else(|| pos.clone());
            if let Some(mv) = oracle.winning_move(&self.hex, pos, claim) {
                let mut next = on.clone();
                self.hex.play(&mut next, mv);
                assert_eq!(self.winner(&mut next), mover, "{mv:?}\n{picture}");
            }
            for on in [pos.clone(), on] {
                self.check_moves(&oracle, &on, winner);
            }
        }
    }

    /// What is left of the moves decides.
    fn check_moves(&mut self, oracle: &HexOracle<1>, pos: &HexPosition<1>, winner: Player) {
        if self.hex.outcome(pos).is_some() {
            return;
        }
        let (claim, mover) = (Claim::win(Player::Black), self.hex.to_move(pos));
        for ask in [HexOracle::consider_quickly, HexOracle::consider] {
            let mut moves = Vec::new();
            self.hex.moves(pos, &mut moves);
            let told = ask(oracle, &self.hex, pos, claim, &mut moves);
            if let Some((told, _)) = told {
                assert_eq!(told.winner(claim), winner, "{}", self.hex.draw(pos));
                continue;
            }
            let wins = moves.iter().any(|&mv| {
                let mut next = pos.clone();
                self.hex.play(&mut next, mv);
                self.winner(&mut next) == mover
            });
            assert_eq!(wins, winner == mover, "{moves:?}\n{}", self.hex.draw(pos));
        }
    }
}

fn many() -> bool {
    std::env::var_os("ANDOR_SLOW").is_some()
}

/// Every way to put stones on nine points, whoever moves.
#[test]
fn every_position_of_3x3() {
    let mut case = Case::new("3x3");
    for code in 0..3_u32.pow(9) {
        let stones = Player::BOTH.map(|player| {
            let holds = |point: &u32| code / 3_u32.pow(*point) % 3 == player.index() as u32 + 1;
            (0..9).filter(holds).map(|point| andor_games::points::Point(point as u16)).collect()
        });
        for to_move in Player::BOTH {
            let pos = case.hex.set_up(stones, to_move);
            // Both players cannot have joined their edges.
            case.check(&pos);
        }
    }
}

#[test]
fn random_positions() {
    let games = if many() { 400 } else { 25 };
    for (size, most_empty) in [("4x4", 14), ("5x4", 13), ("5x5", 13)] {
        let mut case = Case::new(size);
        let hex = case.hex.clone();
        laws::walk(&hex, games, 11, |pos| {
            if hex.empty(pos).len() <= most_empty {
                for to_move in Player::BOTH {
                    let stones = Player::BOTH.map(|player| pos.stones(player));
                    case.check(&hex.set_up(stones, to_move));
                }
            }
        });
    }
}
