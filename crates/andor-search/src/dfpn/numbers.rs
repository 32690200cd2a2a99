//! Proof and disproof numbers, and the thresholds for them.

use andor_core::{Claim, Player, Verdict};

/// The largest number of a position that is not solved.
const MOST: u32 = 1 << 30;

/// A threshold that no number of an open position reaches.
const UNREACHABLE: u32 = MOST + 1;

/// The proof and the disproof number of a position, or thresholds for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// Those of a position about which nothing is known.
    pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The thresholds of the root.
    pub(super) const UNREACHABLE: Numbers = Numbers { proof: UNREACHABLE, disproof: UNREACHABLE };

    /// Those of a solved position.
    pub(super) fn solved(verdict: Verdict) -> Numbers {
        match verdict {
            Verdict::Proven => Numbers { proof: 0, disproof: UNREACHABLE },
            Verdict::Disproven => Numbers { proof: UNREACHABLE, disproof: 0 },
        }
    }

    /// The verdict, if they are those of a solved position.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self {
            Numbers { proof: 0, .. } => Some(Verdict::Proven),
            Numbers { disproof: 0, .. } => Some(Verdict::Disproven),
            _ => None,
        }
    }

    /// From the numbers towards a win of `player` and towards a win of the other.
    fn of(claim: Claim, player: Player, win: u32, loss: u32) -> Numbers {
        if player == claim.attacker {
            Numbers { proof: win, disproof: loss }
        } else {
            Numbers { proof: loss, disproof: win }
        }
    }

    /// The number towards a win of `player`.
    #[inline]
    fn toward(self, claim: Claim, player: Player) -> u32 {
        if player == claim.attacker { self.proof } else { self.disproof }
    }

    /// Does one of the numbers reach its threshold?
    pub(super) fn reach(self, thresholds: Numbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }

    /// The smaller one: at least so many leaves are left.
    pub(super) fn least(self) -> u32 {
        self.proof.min(self.disproof)
    }
}

/// What follows from the children that count.
pub(super) struct Choice {
    /// The numbers of the position.
    pub(super) numbers: Numbers,
    /// The child to work on.
    pub(super) best: usize,
    second: u32,
    others: u64,
}

impl Choice {
    /// Backs up the numbers of the open children that count, of which there is at least one, and
    /// chooses among them. `busy` says how many others work on a child.
    pub(super) fn new(
        claim: Claim,
        mover: Player,
        children: impl Iterator<Item = (usize, Numbers)>,
        busy: impl Fn(usize) -> u32,
    ) -> Choice {
        let (mut win, mut sum) = (MOST, 0_u64);
        let (mut best, mut least, mut second, mut share) = (0, u32::MAX, MOST, 0);
        for (child, numbers) in children {
            let loss = numbers.toward(claim, mover.other());
            sum += u64::from(loss);
            let own = numbers.toward(claim, mover);
            win = win.min(own);
            let crowded = own.saturating_mul(1 + busy(child)).min(MOST);
            if crowded < least {
                (second, least) = (least.min(MOST), crowded);
                (best, share) = (child, loss);
            } else {
                second = second.min(crowded);
            }
        }
        let loss = sum.min(u64::from(MOST)) as u32;
        let numbers = Numbers::of(claim, mover, win, loss);
        Choice { numbers, best, second, others: sum - u64::from(share) }
    }

    /// The thresholds for the chosen child, given those of the position, which its numbers do not
    /// reach, and the child's own numbers.
    pub(super) fn thresholds(
        &self,
        claim: Claim,
        mover: Player,
        own: Numbers,
        thresholds: Numbers,
        epsilon: f32,
    ) -> Numbers {
        let slack = (self.second as f32 * (1.0 + epsilon)) as u32;
        let win = thresholds
            .toward(claim, mover)
            .min(slack.max(self.second + 1))
            .clamp(own.toward(claim, mover) + 1, UNREACHABLE);
        let loss = match thresholds.toward(claim, mover.other()) {
            UNREACHABLE => UNREACHABLE,
            reachable => u64::from(reachable).saturating_sub(self.others) as u32,
        };
        let loss = loss.max(own.toward(claim, mover.other()) + 1);
        Numbers::of(claim, mover, win, loss)
    }
}
