//! What is known about Gomoku, as one oracle.

use super::fours::{Fours, replay};
use super::pairs::can_block;
use andor_core::{
    Claim, Details, Game, Oracle, Outcome, Player, Ruling, RulingIn, Settled, SettledIn,
    Thoroughness, Verdict,
};
use andor_games::gomoku::{Cover, Gomoku, GomokuPosition};
use andor_games::points::{Point, Points};
use std::cell::RefCell;

/// Forced blocks and double fours, by name.
pub const FOUR_THREATS: &str = "4t";

/// Wins by continuous fours, by name.
pub const FOURS: &str = "vcf";

/// The replies that a threatened win by fours leaves, by name.
pub const THREAT: &str = "threat";

/// Pairs of points that block all rows of a player's, by name.
pub const PAIRS: &str = "pairs";

/// A search for a line of fours tries so many moves.
const CAP: u32 = 400;

/// Knowledge about Gomoku. All but the pairs is for freestyle only.
#[derive(Debug, Default)]
pub struct GomokuOracle {
    four_threats: bool,
    fours: Option<RefCell<Fours>>,
    threat: bool,
    pairs: bool,
}

impl GomokuOracle {
    /// The pieces of knowledge of which this is true.
    pub fn new(uses: impl Fn(&str) -> bool) -> GomokuOracle {
        let (fours, threat) = (uses(FOURS), uses(THREAT));
        GomokuOracle {
            four_threats: fours || threat || uses(FOUR_THREATS),
            fours: (fours || threat).then(|| RefCell::new(Fours::new(CAP))),
            threat,
            pairs: uses(PAIRS),
        }
    }

    /// Wins by continuous fours, and the replies that they leave.
    pub fn of_fours() -> GomokuOracle {
        GomokuOracle::new(|name| name == FOURS || name == THREAT)
    }

    /// The verdict on a claim that a player wins, if the opponent can block all rows by pairs.
    fn blocked<const W: usize, const V: usize>(
        &self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
    ) -> Option<SettledIn<Gomoku<W, V>>> {
        let verdict = claim.judge(Outcome::DRAW);
        let is_blocked = self.pairs
            && verdict == Verdict::Disproven
            && can_block(game.layout(), pos.stones(), claim.attacker);
        is_blocked.then_some(Settled { verdict, best: None, zone: None })
    }

    /// The line of fours of `attacker`, if it is their turn.
    fn line<const W: usize, const V: usize>(
        &self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        attacker: Player,
    ) -> Option<Vec<Point>> {
        let stones = pos.stones();
        if stones.windows(attacker, 4).is_empty() && stones.windows(attacker, 3).is_empty() {
            return None;
        }
        match &self.fours {
            Some(fours) => fours.borrow_mut().find(game.layout(), &mut stones.clone(), attacker),
            None => stones.fives(game.layout(), attacker).first().map(|five| vec![five]),
        }
    }
}

/// The two points on which the opponent completes five, if there are two and the player to move has
/// none.
fn double_four<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
    pos: &GomokuPosition<W, V>,
) -> Option<[Point; 2]> {
    let opponent = game.to_move(pos).other();
    let mut fives = pos.stones().fives(game.layout(), opponent).iter();
    Some([fives.next()?, fives.next()?])
}

impl<const W: usize, const V: usize> Oracle<Gomoku<W, V>> for GomokuOracle {
    fn settle(
        &self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Gomoku<W, V>>> {
        if pos.winner().is_some() {
            return None;
        }
        if let Some(settled) = self.blocked(game, pos, claim) {
            return Some(settled);
        }
        if !self.four_threats {
            return None;
        }
        let mover = game.to_move(pos);
        if let Some(line) = self.line(game, pos, mover) {
            let zone = || replay(game.layout(), pos.stones(), mover, &line).map(|(_, cover)| cover);
            return Some(Settled {
                verdict: claim.judge(Outcome::win(mover)),
                best: wanted.best.then(|| line[0]),
                zone: if wanted.zone { zone() } else { None },
            });
        }
        let ends = double_four(game, pos)?;
        let zone = || {
            let mut cover: Cover<W> = game.guard(pos, mover, 4);
            ends.into_iter().for_each(|point| cover.insert(point));
            cover
        };
        let verdict = claim.judge(Outcome::win(mover.other()));
        Some(Settled { verdict, best: None, zone: wanted.zone.then(zone) })
    }

    fn consider(
        &self,
        game: &Gomoku<W, V>,
        pos: &GomokuPosition<W, V>,
        claim: Claim,
        _: Thoroughness,
        wanted: Details,
        moves: &mut Vec<Point>,
    ) -> RulingIn<Gomoku<W, V>> {
        if let Some(settled) = self.settle(game, pos, claim, wanted) {
            return Ruling::Settled(settled);
        }
        let opponent = game.to_move(pos).other();
        if !self.four_threats || claim.judge(Outcome::win(opponent)).winner(claim) != opponent {
            return Ruling::OPEN;
        }
        let forced: Points<W> = pos.stones().fives(game.layout(), opponent);
        if !forced.is_empty() {
            moves.retain(|&mv| forced.contains(mv));
            return Ruling::OPEN;
        }
        if !self.threat {
            return Ruling::OPEN;
        }
        let Some(line) = self.line(game, pos, opponent) else { return Ruling::OPEN };
        let Some((_, cover)) = replay(game.layout(), pos.stones(), opponent, &line) else {
            return Ruling::OPEN;
        };
        moves.retain(|&mv| cover.0[0].contains(mv));
        Ruling::Open { threats: if wanted.zone { vec![cover] } else { Vec::new() } }
    }
}
