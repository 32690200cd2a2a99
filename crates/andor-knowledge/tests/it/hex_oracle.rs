//! The plugs of Hex against brute force: every position of 3×3, many of 4×4 and 5×4.

use crate::support::hex_values::{Searcher, Values, Winner};
use andor_core::{
    Claim, Details, Game, Notation, Oracle, Player, Ruling, Thoroughness, Verdict, laws,
};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Points;
use andor_knowledge::hex::Options;
use andor_knowledge::hex::inferior::Fills;
use andor_knowledge::hex::oracle::HexOracle;

struct Case {
    hex: Hex<1>,
    brute: Box<dyn Winner>,
    oracles: Vec<HexOracle<1>>,
    rng: fastrand::Rng,
    /// How many zones were checked.
    zones: u32,
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
        let rng = fastrand::Rng::with_seed(5);
        // The winners of all positions of a small board are in a table.
        let brute: Box<dyn Winner> = match hex.size().area() {
            ..=9 => Box::new(Values::new(hex.size())),
            _ => Box::new(Searcher::new(hex.size())),
        };
        Case { brute, hex, oracles, rng, zones: 0 }
    }

    /// Who wins, by trying everything.
    fn winner(&mut self, pos: &HexPosition<1>) -> Player {
        self.brute.winner(Player::both(|player| pos.stones(player)), self.hex.to_move(pos))
    }

    fn check(&mut self, pos: &HexPosition<1>) {
        if self.hex.outcome(pos).is_some() {
            return;
        }
        let (claim, mover) = (Claim::win(Player::Black), self.hex.to_move(pos));
        let winner = self.winner(pos);
        let verdict = Verdict::for_winner(claim, winner);
        let hex = self.hex.clone();
        let picture = || hex.draw(pos);
        let oracles = std::mem::take(&mut self.oracles);
        for oracle in &oracles {
            let wanted = Details { zone: true, best: true };
            let settled = oracle.settle(&self.hex, pos, claim, wanted);
            if let Some(settled) = &settled {
                assert_eq!(settled.verdict, verdict, "{settled:?}\n{}", picture());
                if let Some(zone) = settled.zone {
                    self.check_zone(pos, winner, zone, "settled");
                }
            }
            let filled = oracle.fill(&self.hex, pos, claim);
            if let Some(filled) = &filled {
                assert_eq!(self.hex.to_move(filled), mover);
                assert_eq!(self.winner(filled), winner, "filled\n{}", picture());
            }
            let on = filled.unwrap_or_else(|| pos.clone());
            // Asked again the oracle may see more or less: connections depend on what was seen
            // before.
            let told = oracle.settle(&self.hex, pos, claim, Details::MOVE);
            assert!(told.is_none_or(|told| told.verdict == verdict), "{told:?}\n{}", picture());
            for mv in [settled, told].into_iter().flatten().filter_map(|settled| settled.best) {
                let mut next = on.clone();
                self.hex.play(&mut next, mv);
                assert_eq!(self.winner(&next), mover, "{mv:?}\n{}", picture());
            }
            self.check_before_fill(oracle, pos, &on);
            for on in [pos.clone(), on] {
                self.check_moves(oracle, &on, winner);
                self.check_inferior(oracle, &on);
            }
        }
        self.oracles = oracles;
    }

    /// The position with the winner's stones inside the zone alone, and everything outside it the
    /// loser's.
    fn within(&self, pos: &HexPosition<1>, winner: Player, zone: Points<1>) -> HexPosition<1> {
        assert!(!zone.meets(&pos.stones(winner.other())), "the loser's stones are outside");
        let mut stones = [self.hex.board() - zone; 2];
        stones[winner.index()] = pos.stones(winner) & zone;
        self.hex.set_up(stones, self.hex.to_move(pos))
    }

    /// The winner still wins within the zone.
    fn check_zone(&mut self, pos: &HexPosition<1>, winner: Player, zone: Points<1>, what: &str) {
        let within = self.within(pos, winner, zone);
        assert_eq!(self.winner(&within), winner, "{what}: {zone:?}\n{}", self.hex.draw(pos));
        self.zones += 1;
    }

    /// Some points that are not the loser's.
    fn random_zone(&mut self, pos: &HexPosition<1>, winner: Player) -> Points<1> {
        let zone = self.hex.board() - pos.stones(winner.other());
        zone.iter().filter(|_| self.rng.u32(..8) > 0).collect()
    }

    /// A zone of the filled position becomes one of the position itself.
    fn check_before_fill(
        &mut self,
        oracle: &HexOracle<1>,
        pos: &HexPosition<1>,
        filled: &HexPosition<1>,
    ) {
        for winner in Player::BOTH {
            let zone = self.random_zone(filled, winner);
            let within = self.within(filled, winner, zone);
            if self.winner(&within) == winner
                && let Some(before) = oracle.before_fill(&self.hex, pos, winner, zone)
            {
                self.check_zone(pos, winner, before, "before the fill");
            }
        }
    }

    /// If no other move wins within a zone, those that are said to be inferior do not either.
    fn check_inferior(&mut self, oracle: &HexOracle<1>, pos: &HexPosition<1>) {
        if self.hex.outcome(pos).is_some() {
            return;
        }
        let mover = self.hex.to_move(pos);
        let zone = self.random_zone(pos, mover.other());
        let open: Points<1> =
            (zone & self.hex.empty(pos)).iter().filter(|_| self.rng.bool()).collect();
        let Some(against) = oracle.zone_without(&self.hex, pos, open) else { return };
        let zone = zone | against;
        let within = self.within(pos, mover.other(), zone);
        // Within the zone the mover may have won already.
        if self.hex.outcome(&within).is_some() {
            return;
        }
        let all = zone & self.hex.empty(pos);
        let mut wins = |points: Points<1>| {
            points.iter().any(|mv| {
                let mut next = within.clone();
                self.hex.play(&mut next, mv);
                self.winner(&next) == mover
            })
        };
        if !wins(all - open) {
            let wrong = wins(open);
            assert!(!wrong, "{open:?} in {zone:?}\n{}", self.hex.draw(pos));
            self.zones += 1;
        }
    }

    /// What is left of the moves decides.
    fn check_moves(&mut self, oracle: &HexOracle<1>, pos: &HexPosition<1>, winner: Player) {
        if self.hex.outcome(pos).is_some() {
            return;
        }
        let (claim, mover) = (Claim::win(Player::Black), self.hex.to_move(pos));
        for look in [Thoroughness::Quick, Thoroughness::Full] {
            let mut moves = Vec::new();
            self.hex.moves(pos, &mut moves);
            let told = oracle.consider(&self.hex, pos, claim, look, Details::ZONE, &mut moves);
            let threats = match told {
                Ruling::Open { threats } => threats,
                Ruling::Settled(told) => {
                    assert_eq!(told.verdict.winner(claim), winner, "{}", self.hex.draw(pos));
                    if let Some(zone) = told.zone {
                        self.check_zone(pos, winner, zone, "settled");
                    }
                    continue;
                }
            };
            let turned =
                self.hex.set_up([0, 1].map(|i| pos.stones(Player::BOTH[i])), mover.other());
            for threat in threats {
                self.check_zone(&turned, mover.other(), threat, "threat");
            }
            let wins = moves.iter().any(|&mv| {
                let mut next = pos.clone();
                self.hex.play(&mut next, mv);
                self.winner(&next) == mover
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
        let stones = Player::both(|player| {
            let holds = |point: &u32| code / 3_u32.pow(*point) % 3 == player.index() as u32 + 1;
            (0..9).filter(holds).map(|point| andor_games::points::Point(point as u16)).collect()
        });
        for to_move in Player::BOTH {
            let pos = case.hex.set_up(stones, to_move);
            // Both players cannot have joined their edges.
            case.check(&pos);
        }
    }
    assert!(case.zones > 100_000, "{} zones", case.zones);
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
                    let stones = Player::both(|player| pos.stones(player));
                    case.check(&hex.set_up(stones, to_move));
                }
            }
        });
    }
}
