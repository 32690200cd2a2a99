//! The positions that a training learns from: a ring of the last ones of self-play, and positions
//! that a search has solved.

use crate::error::Error;
use crate::record::{Record, Symmetries, blank};
use andor_core::{Claim, Game, PlaneShape, Planes, Player};
use andor_net::Sample;

/// The last positions of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub(crate) capacity: usize,
    pub(crate) records: Vec<Record>,
    /// The place of the oldest position, once the ring is full.
    pub(crate) next: usize,
}

impl Replay {
    pub(crate) fn new(capacity: usize) -> Replay {
        Replay { capacity, records: Vec::new(), next: 0 }
    }

    /// How many positions are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Are there no positions?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(crate) fn push(&mut self, record: Record) {
        if self.records.len() < self.capacity {
            self.records.push(record);
        } else {
            self.records[self.next] = record;
            self.next = (self.next + 1) % self.capacity;
        }
    }
}

/// A position whose claim was settled by a search, to be learned from.
#[derive(Clone, Debug)]
pub struct ProofSample<G: Game> {
    /// The position.
    pub position: G::Position,
    /// The claim.
    pub claim: Claim,
    /// The player who gets what they want: the attacker if the claim was proven.
    pub winner: Player,
    /// The logarithm of the size of the proof, in bins of the network.
    pub cost: f32,
    /// A move that wins, where the winner is to move.
    pub best: Option<G::Move>,
}

/// Solved positions by the size of their proofs.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProofSamples {
    /// Each is not empty; the proofs of one have sizes within half a bin.
    shelves: Vec<Vec<Record>>,
}

impl ProofSamples {
    pub(crate) fn new<G: Planes>(
        game: &G,
        proofs: &[ProofSample<G>],
    ) -> Result<ProofSamples, Error> {
        let shape = game.plane_shape();
        let mut shelves = Vec::new();
        let mut moves = Vec::new();
        for (number, proof) in proofs.iter().enumerate() {
            let wrong = |problem| Error::ProofSample { number, problem };
            if !(0.0..f32::INFINITY).contains(&proof.cost) {
                return Err(wrong(format!("a cost of {}", proof.cost)));
            }
            moves.clear();
            game.moves(&proof.position, &mut moves);
            let is_winner = game.to_move(&proof.position) == proof.winner;
            if let Some(best) = proof.best.filter(|best| !moves.contains(best)) {
                return Err(wrong(format!("the illegal move {best:?}")));
            }
            let best = proof.best.filter(|_| is_winner);
            let chances: Vec<_> =
                best.iter().map(|&mv| (game.move_index(mv) as u16, 1.0)).collect();
            let cost = proof.cost;
            let costs = if is_winner { [cost, f32::INFINITY] } else { [f32::INFINITY, cost] };
            let planes = game.planes(&proof.position, proof.claim);
            let legal = moves.iter().map(|&mv| game.move_index(mv) as u16);
            let shelf = ((2.0 * cost) as usize).min(4096);
            if shelves.len() <= shelf {
                shelves.resize_with(shelf + 1, Vec::new);
            }
            shelves[shelf].push(Record::new(shape, &planes, legal, &chances, costs));
        }
        shelves.retain(|shelf| !shelf.is_empty());
        Ok(ProofSamples { shelves })
    }

    fn draw(&self, random: &mut fastrand::Rng) -> &Record {
        let shelf = &self.shelves[random.usize(..self.shelves.len())];
        &shelf[random.usize(..shelf.len())]
    }
}

/// Makes batches: positions of a replay and solved positions, each after a random symmetry.
pub(crate) struct Batcher {
    shape: PlaneShape,
    symmetries: Symmetries,
    proofs: ProofSamples,
    /// The share of a batch that are solved positions.
    share: f32,
    samples: Vec<Sample>,
}

impl Batcher {
    pub(crate) fn new<G: Planes>(
        game: &G,
        proofs: &[ProofSample<G>],
        share: f32,
        size: usize,
    ) -> Result<Batcher, Error> {
        let proofs = ProofSamples::new(game, proofs)?;
        Ok(Batcher {
            shape: game.plane_shape(),
            symmetries: Symmetries::new(game),
            share: if proofs.shelves.is_empty() { 0.0 } else { share },
            proofs,
            samples: (0..size).map(|_| blank()).collect(),
        })
    }

    /// A batch; the seed decides all. There must be positions in the replay.
    pub(crate) fn batch(&mut self, replay: &Replay, seed: u64) -> &[Sample] {
        let mut random = fastrand::Rng::with_seed(seed);
        let solved = (self.share * self.samples.len() as f32).round() as usize;
        for (index, sample) in self.samples.iter_mut().enumerate() {
            let record = match index < solved {
                true => self.proofs.draw(&mut random),
                false => &replay.records[random.usize(..replay.records.len())],
            };
            let table = &self.symmetries.0[random.usize(..self.symmetries.0.len())];
            record.write(self.shape, table, sample);
        }
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::square;

    fn record(cost: f32) -> Record {
        let game = square(3);
        let planes = game.planes(&game.start(), Claim::win(Player::Black));
        Record::new(game.plane_shape(), &planes, 0..9, &[(4, 1.0)], [cost, f32::INFINITY])
    }

    #[test]
    fn the_oldest_positions_go() {
        let mut replay = Replay::new(3);
        assert!(replay.is_empty());
        (0..5).for_each(|number| replay.push(record(number as f32)));
        let kept: Vec<f32> = replay.records.iter().map(|record| record.costs[0]).collect();
        assert_eq!((replay.len(), kept), (3, vec![3.0, 4.0, 2.0]));
    }

    #[test]
    fn proof_samples_are_drawn_evenly_by_size() {
        let game = square(3);
        let mut lost = game.start();
        game.play(&mut lost, game.indexed_move(0));
        let claim = Claim::win(Player::Black);
        let proof = |position: &_, cost: f32, best: Option<usize>| ProofSample {
            position: Clone::clone(position),
            claim,
            winner: Player::Black,
            cost,
            best: best.map(|index| game.indexed_move(index)),
        };
        let mut proofs = vec![proof(&game.start(), 1.0, Some(4)); 99];
        proofs.push(proof(&lost, 7.0, Some(1)));
        let mut batcher = Batcher::new(&game, &proofs, 0.5, 64).expect("right samples");
        let mut replay = Replay::new(1);
        replay.push(record(3.0));
        let [mut small, mut large] = [0, 0];
        for seed in 0..50 {
            let batch = batcher.batch(&replay, seed);
            assert!(batch[32..].iter().all(|sample| sample.costs[0] == 3.0));
            for sample in &batch[..32] {
                match sample.costs {
                    [1.0, f32::INFINITY] => {
                        assert_eq!(
                            (&sample.policy[..], sample.policy_weight),
                            (&[(4, 1.0)][..], 1.0)
                        );
                        small += 1;
                    }
                    // The loser is to move: the move is not learned.
                    [f32::INFINITY, 7.0] => {
                        assert_eq!((sample.policy.len(), sample.policy_weight), (0, 0.0));
                        large += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert!((700..=900).contains(&small) && (700..=900).contains(&large), "{small}, {large}");
        let again = batcher.batch(&replay, 3).to_vec();
        assert_eq!(batcher.batch(&replay, 3), again);
        assert_ne!(batcher.batch(&replay, 4), again);
    }

    #[test]
    fn wrong_proof_samples_are_refused() {
        let game = square(3);
        let mut position = game.start();
        game.play(&mut position, game.indexed_move(0));
        let (claim, winner) = (Claim::win(Player::Black), Player::White);
        let check = |cost: f32, best: Option<usize>, text: &str| {
            let best = best.map(|index| game.indexed_move(index));
            let proof = ProofSample { position: position.clone(), claim, winner, cost, best };
            let found = ProofSamples::new(&game, &[proof]).expect_err(text).to_string();
            assert!(found.starts_with(text), "{found}");
        };
        check(f32::NAN, None, "proof sample 0: a cost of NaN");
        check(f32::INFINITY, None, "proof sample 0: a cost of inf");
        check(1.0, Some(0), "proof sample 0: the illegal move");
    }

    #[test]
    fn symmetries_are_drawn() {
        let game = square(3);
        let planes = game.planes(&game.start(), Claim::win(Player::Black));
        let mut replay = Replay::new(1);
        let corner = Record::new(game.plane_shape(), &planes, 0..9, &[(0, 1.0)], [1.0; 2]);
        replay.push(corner);
        let mut batcher = Batcher::new(&game, &[], 0.5, 64).expect("no samples");
        let mut corners: Vec<u16> =
            batcher.batch(&replay, 1).iter().map(|sample| sample.policy[0].0).collect();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners, [0, 2, 6, 8]);
    }
}
