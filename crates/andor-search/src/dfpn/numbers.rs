//! Proof and disproof numbers, their thresholds, and the share of either proof that is done.

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
    /// The share of the proof and the share of the disproof that is done.
    done: [ShareByte; 2],
}

/// A share between 0 and 1 in a byte. The byte holds the square root of the share, so that small
/// shares differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ShareByte(u8);

impl ShareByte {
    const NOTHING: ShareByte = ShareByte(0);
    const ALL: ShareByte = ShareByte(u8::MAX);

    fn new(share: f32) -> ShareByte {
        ShareByte((share.sqrt() * f32::from(u8::MAX)).round() as u8)
    }

    #[inline]
    fn value(self) -> f32 {
        (f32::from(self.0) / f32::from(u8::MAX)).powi(2)
    }
}

impl Numbers {
    /// The numbers of a position about which nothing is known.
    pub(super) const NEW: Numbers = Numbers::undone(1, 1);

    /// The thresholds of the root.
    pub(super) const UNREACHABLE: Numbers = Numbers::undone(UNREACHABLE, UNREACHABLE);

    const fn undone(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, done: [ShareByte::NOTHING; 2] }
    }

    /// The numbers as they are saved.
    pub(super) fn saved(self) -> [u64; 2] {
        let done = u64::from(self.done[0].0) << 8 | u64::from(self.done[1].0);
        [u64::from(self.proof) << 32 | u64::from(self.disproof), done]
    }

    /// Numbers from their saved form.
    pub(super) fn loaded([numbers, done]: [u64; 2]) -> Numbers {
        Numbers {
            proof: (numbers >> 32).min(UNREACHABLE.into()) as u32,
            disproof: (numbers & u64::from(u32::MAX)).min(UNREACHABLE.into()) as u32,
            done: [ShareByte((done >> 8) as u8), ShareByte(done as u8)],
        }
    }

    /// The numbers of a solved position.
    pub(super) fn solved(verdict: Verdict) -> Numbers {
        let (all, nothing) = (ShareByte::ALL, ShareByte::NOTHING);
        match verdict {
            Verdict::Proven => Numbers { proof: 0, disproof: UNREACHABLE, done: [all, nothing] },
            Verdict::Disproven => Numbers { proof: UNREACHABLE, disproof: 0, done: [nothing, all] },
        }
    }

    /// The verdict, if these are the numbers of a solved position.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self {
            Numbers { proof: 0, .. } => Some(Verdict::Proven),
            Numbers { disproof: 0, .. } => Some(Verdict::Disproven),
            _ => None,
        }
    }

    /// The numbers of a position about which there are first guesses: the numbers towards a win and
    /// towards a loss of `player`.
    pub(super) fn guessed(claim: Claim, player: Player, [win, loss]: [u32; 2]) -> Numbers {
        Numbers::of(claim, player, win.clamp(1, MOST), loss.clamp(1, MOST))
    }

    /// The numbers from the two numbers towards a win and towards a loss of `player`.
    fn of(claim: Claim, player: Player, win: u32, loss: u32) -> Numbers {
        if player == claim.attacker {
            Numbers::undone(win, loss)
        } else {
            Numbers::undone(loss, win)
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

    /// The proof number and the disproof number.
    pub(super) fn pair(self) -> (u32, u32) {
        (self.proof, self.disproof)
    }

    /// The larger of the share of the proof and the share of the disproof that is done.
    pub(super) fn share_done(self) -> f32 {
        self.done[0].value().max(self.done[1].value())
    }
}

/// The shares of both proofs that are done below a position, without the child to work on. A loss
/// needs all moves to lose. A win needs one winning move, so the child with the largest share
/// counts.
#[derive(Clone, Copy, Default)]
struct Done {
    most: f32,
    sum: f32,
    moves: usize,
}

/// The number of a child on which another thread works is raised by one part in so many, and by at
/// least one. With a much larger raise the threads separate near the root, and one thread works on
/// positions that nobody needs.
const CROWD: u32 = 20;

/// How the numbers of the children that all have to be refuted count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// The largest one counts, and one for each other move.
    Largest,
    /// All are added up.
    Sum,
}

/// The result of backing up the children that count.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The numbers of the position.
    pub(super) numbers: Numbers,
    /// The child to work on.
    pub(super) best: usize,
    second: u32,
    /// What the other open moves add to the number towards a loss.
    others: u64,
    /// Among the other children that count, the least number towards a win of the player to move
    /// and the largest number towards a loss.
    beside: [u32; 2],
    done: Done,
}

impl Choice {
    /// Backs up the numbers of the open children that count, of which there is at least one, and
    /// chooses the child to work on. `more` is the number of other open moves. `busy` says how many
    /// other threads work on each child.
    pub(super) fn new(
        claim: Claim,
        mover: Player,
        children: impl Iterator<Item = (usize, Numbers)>,
        more: usize,
        together: Together,
        busy: impl Fn(usize) -> u32,
    ) -> Choice {
        let (mut beside, mut chosen, mut open) = ([MOST, 0], [MOST, 0], more as u64);
        let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, MOST, 0);
        for (child, numbers) in children {
            open += 1;
            let own = [numbers.toward(claim, mover), numbers.toward(claim, mover.other())];
            sum += u64::from(own[1]);
            let crowd = (own[0] / CROWD).max(1).saturating_mul(busy(child));
            let crowded = own[0].saturating_add(crowd).min(MOST);
            let mut other = own;
            if crowded < least {
                (second, least, best) = (least.min(MOST), crowded, child);
                (other, chosen) = (chosen, own);
            } else {
                second = second.min(crowded);
            }
            beside = [beside[0].min(other[0]), beside[1].max(other[1])];
        }
        let mut others = open.saturating_sub(1);
        if together == Together::Sum {
            others = sum - u64::from(chosen[1]) + more as u64;
            beside[1] = 0;
        }
        let done = Done::default();
        let mut choice = Choice { numbers: Numbers::NEW, best, second, others, beside, done };
        choice.numbers = choice.with(claim, mover, Numbers::of(claim, mover, chosen[0], chosen[1]));
        choice
    }

    /// Adds the shares that are done below the other open children. `closed` moves lose.
    pub(super) fn add_done(
        &mut self,
        claim: Claim,
        mover: Player,
        others: impl Iterator<Item = Numbers>,
        closed: usize,
    ) {
        let win = usize::from(mover != claim.attacker);
        self.done = Done { most: 0.0, sum: closed as f32, moves: closed + 1 };
        for child in others {
            self.done.most = self.done.most.max(child.done[win].value());
            self.done.sum += child.done[1 - win].value();
            self.done.moves += 1;
        }
    }

    /// The numbers and shares of the position, when the child to work on has these.
    pub(super) fn with(&self, claim: Claim, mover: Player, child: Numbers) -> Numbers {
        let win = self.beside[0].min(child.toward(claim, mover));
        let worst = self.beside[1].max(child.toward(claim, mover.other()));
        let loss = (u64::from(worst) + self.others).min(u64::from(MOST)) as u32;
        let Done { most, sum, moves } = self.done;
        let index = usize::from(mover != claim.attacker);
        let lost = sum + child.done[1 - index].value();
        let mut done = [ShareByte::new(lost / moves.max(1) as f32); 2];
        done[index] = ShareByte::new(most.max(child.done[index].value()));
        Numbers { done, ..Numbers::of(claim, mover, win, loss) }
    }

    /// The thresholds for the chosen child, from the child's numbers and the thresholds of the
    /// position, which the position's numbers do not reach.
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

#[cfg(test)]
mod tests {
    use super::*;

    const CLAIM: Claim = Claim { attacker: Player::Black, at_least: andor_core::Margin(1) };

    fn numbers(proof: u32, disproof: u32) -> Numbers {
        Numbers::undone(proof, disproof)
    }

    /// The choice for a position with these children, on which no other thread works.
    fn choice(mover: Player, children: &[Numbers]) -> Choice {
        counted(Together::Largest, mover, children)
    }

    fn counted(together: Together, mover: Player, children: &[Numbers]) -> Choice {
        Choice::new(CLAIM, mover, children.iter().copied().enumerate(), 0, together, |_| 0)
    }

    /// A number of an open position: small, large, or the largest.
    fn any_number(rng: &mut fastrand::Rng) -> u32 {
        match rng.u32(..4) {
            0 => rng.u32(1..10),
            1 => rng.u32(1..=MOST),
            2 => MOST - rng.u32(..3),
            _ => MOST,
        }
    }

    #[test]
    fn the_attacker_takes_the_least_proof_number_and_the_largest_disproof_number() {
        let children = [numbers(5, 2), numbers(3, 4), numbers(7, 1)];
        let attacker = choice(Player::Black, &children);
        assert_eq!((attacker.numbers, attacker.best), (numbers(3, 4 + 2), 1));
        let defender = choice(Player::White, &children);
        assert_eq!((defender.numbers, defender.best), (numbers(7 + 2, 1), 2));
        let list = children.into_iter().enumerate();
        let wide = Choice::new(CLAIM, Player::Black, list, 5, Together::Largest, |_| 0);
        assert_eq!(
            (wide.numbers, wide.best),
            (numbers(3, 4 + 7), 1),
            "open moves that do not count"
        );
        let sum = counted(Together::Sum, Player::White, &children);
        assert_eq!((sum.numbers, sum.best), (numbers(5 + 3 + 7, 1), 2));
    }

    #[test]
    fn solved_positions_have_a_verdict_and_open_ones_none() {
        for verdict in [Verdict::Proven, Verdict::Disproven] {
            let solved = Numbers::solved(verdict);
            assert_eq!((solved.verdict(), solved.share_done()), (Some(verdict), 1.0));
            assert!(
                solved.reach(Numbers::UNREACHABLE),
                "no threshold keeps a solved position open"
            );
        }
        for open in [Numbers::NEW, numbers(MOST, 1), numbers(1, MOST), numbers(MOST, MOST)] {
            assert_eq!(open.verdict(), None);
            assert!(!open.reach(Numbers::UNREACHABLE));
        }
    }

    /// One of a player's four moves is refuted, and half of the work on another move is done: three
    /// eighths of the loss are done, and of the win as much as on the best move.
    #[test]
    fn a_loss_needs_all_moves_and_a_win_one() {
        let half = Numbers { done: [ShareByte::new(0.2), ShareByte::new(0.5)], ..numbers(3, 3) };
        let shares = |mover, child, others: &[Numbers], closed| {
            let mut choice = choice(mover, &[child]);
            choice.add_done(CLAIM, mover, others.iter().copied(), closed);
            choice.with(CLAIM, mover, child)
        };
        let open = [numbers(1, 1), numbers(2, 2)];
        let done = shares(Player::Black, half, &open, 1).done;
        assert!((done[0].value() - 0.2).abs() < 0.01, "{done:?}");
        assert!((done[1].value() - 0.375).abs() < 0.01, "{done:?}");
        assert_eq!(shares(Player::Black, open[0], &[half, open[1]], 1).done, done);
        assert_eq!(shares(Player::White, open[0], &open[1..], 0).share_done(), 0.0);
    }

    /// Numbers stop at the largest one, so that a position with open children never looks solved.
    #[test]
    fn positions_with_the_largest_numbers_stay_open() {
        let children = vec![numbers(MOST, MOST); 400];
        for mover in Player::BOTH {
            let choice = choice(mover, &children);
            assert_eq!(choice.numbers, numbers(MOST, MOST));
            assert_eq!(choice.numbers.verdict(), None);
            let root = Numbers::UNREACHABLE;
            let thresholds = choice.thresholds(CLAIM, mover, children[0], root, 1e9);
            assert_eq!(thresholds, Numbers::UNREACHABLE);
        }
    }

    /// The search stays at the best child until that child falls behind the second by a share of
    /// epsilon, or by one.
    #[test]
    fn epsilon_leaves_the_turn_longer_with_the_best_child() {
        let children = [numbers(10, 1), numbers(40, 1)];
        let choice = choice(Player::Black, &children);
        let least_proof = |epsilon: f32, most: u32| {
            let thresholds = numbers(most, UNREACHABLE);
            choice.thresholds(CLAIM, Player::Black, children[0], thresholds, epsilon).proof
        };
        assert_eq!(least_proof(0.0, UNREACHABLE), 41);
        assert_eq!(least_proof(0.25, UNREACHABLE), 50);
        assert_eq!(least_proof(0.25, 45), 45, "never beyond the position's own threshold");
        assert_eq!(least_proof(1e30, UNREACHABLE), UNREACHABLE, "however large");
    }

    /// A child on which others work looks harder, but the position's numbers stay as they are.
    #[test]
    fn what_others_work_on_looks_harder() {
        let children = [numbers(3, 2), numbers(4, 2), numbers(MOST, 2)];
        let busy = |child| if child == 1 { 0 } else { u32::MAX - 1 };
        let list = children.into_iter().enumerate();
        let choice = Choice::new(CLAIM, Player::Black, list, 0, Together::Largest, busy);
        assert_eq!((choice.numbers, choice.best), (numbers(3, 2 + 2), 1));
    }

    /// Threads separate only where another child is nearly as good.
    #[test]
    fn one_thread_more_leaves_a_child_for_one_that_is_nearly_as_good() {
        let best = |least: u32, next: u32| {
            let list = [numbers(least, 1), numbers(next, 1)].into_iter().enumerate();
            let busy = |child| u32::from(child == 0);
            Choice::new(CLAIM, Player::Black, list, 0, Together::Largest, busy).best
        };
        assert_eq!([best(100, 104), best(100, 105), best(100, 106)], [1, 0, 0]);
        assert_eq!([best(1, 1), best(1, 2), best(1, 3)], [1, 0, 0], "by one at least");
    }

    /// Whatever the numbers: thresholds lie above the child's own numbers and within range, and
    /// once the child's number towards a loss reaches its threshold, so does the position's, and
    /// not before.
    #[test]
    fn thresholds_never_overflow_and_mean_what_they_say() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut kept_room = 0;
        for _ in 0..20_000 {
            let count = rng.usize(1..8);
            let mut children: Vec<Numbers> =
                (0..count).map(|_| numbers(any_number(&mut rng), any_number(&mut rng))).collect();
            let mover = rng.choice(Player::BOTH).unwrap_or(Player::Black);
            let together = if rng.bool() { Together::Largest } else { Together::Sum };
            let choice = |mover, children: &[Numbers]| counted(together, mover, children);
            let first = choice(mover, &children);
            let mut above = |number: u32| match rng.u32(..3) {
                0 => UNREACHABLE,
                1 => number + 1,
                _ => rng.u32(number..=MOST) + 1,
            };
            let own = numbers(above(first.numbers.proof), above(first.numbers.disproof));
            let epsilon = rng.f32() * 4.0;
            let child = children[first.best];
            let thresholds = first.thresholds(CLAIM, mover, child, own, epsilon);
            assert!(!child.reach(thresholds), "there is something to do");
            assert!(thresholds.proof <= UNREACHABLE && thresholds.disproof <= UNREACHABLE);
            let loser = mover.other();
            let limit = thresholds.toward(CLAIM, loser);
            if limit == UNREACHABLE || own.toward(CLAIM, loser) > MOST {
                continue;
            }
            kept_room += 1;
            let win = child.toward(CLAIM, mover);
            for (loss, reached) in [(limit, true), (limit - 1, false)] {
                children[first.best] = Numbers::of(CLAIM, mover, win, loss);
                let loss = choice(mover, &children).numbers.toward(CLAIM, loser);
                assert_eq!(loss >= own.toward(CLAIM, loser), reached);
            }
        }
        assert!(kept_room > 1000, "{kept_room}");
    }
}
