//! Positions to learn from, packed: planes that are all zeros or all ones take two bits each.
//!
//! | words of 32 bits | contents |
//! |---|---|
//! | 2 | the planes that are all zeros, as bits |
//! | 2 | the planes that are all ones |
//! | ⌈moves / 32⌉ | the legal moves |
//! | ⌈points / 32⌉ for each other plane | its points |
//! | the rest | moves with their wanted chances: the number below, the chance of 65535 above |

use andor_core::{PlaneShape, Planes, Symmetry};
use andor_net::Sample;

/// The most moves with wanted chances.
pub(crate) const MOST_CHANCES: usize = 32;

/// The words before the legal moves.
const HEADER: usize = 4;

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The costs from the side of the player to move, in bins.
    pub(crate) costs: [f32; 2],
    pub(crate) words: Box<[u32]>,
}

/// The words of a bit for each move.
fn move_words(shape: PlaneShape) -> usize {
    shape.moves().div_ceil(32)
}

/// The ones of a plane that is all ones, in one of its words.
fn ones(area: usize, word: usize) -> u32 {
    let bits = area.saturating_sub(32 * word).min(32);
    u32::MAX.checked_shr(32 - bits as u32).unwrap_or(0)
}

fn masks(words: &[u32]) -> [u64; 2] {
    [0, 2].map(|place| u64::from(words[place]) | u64::from(words[place + 1]) << 32)
}

impl Record {
    /// A position by its planes, the numbers of its legal moves and the wanted chances of moves,
    /// largest first; without chances there is nothing to learn about moves.
    pub(crate) fn new(
        shape: PlaneShape,
        planes: &[u32],
        legal: impl Iterator<Item = u16>,
        chances: &[(u16, f32)],
        costs: [f32; 2],
    ) -> Record {
        let mut words = vec![0; HEADER + move_words(shape)];
        for number in legal.map(usize::from) {
            words[HEADER + number / 32] |= 1 << (number % 32);
        }
        for (index, plane) in planes.chunks_exact(shape.words_of_plane()).enumerate() {
            let bit = 1 << (index % 32);
            if plane.iter().all(|&word| word == 0) {
                words[index / 32] |= bit;
            } else if (0..).zip(plane).all(|(place, &word)| word == ones(shape.area(), place)) {
                words[2 + index / 32] |= bit;
            } else {
                words.extend_from_slice(plane);
            }
        }
        for &(number, chance) in chances.iter().take(MOST_CHANCES) {
            let share = (chance * 65535.0).round() as u32;
            if share > 0 {
                words.push(u32::from(number) | share << 16);
            }
        }
        Record { costs, words: words.into() }
    }

    /// Do the words describe a position of this shape?
    pub(crate) fn is_sound(&self, shape: PlaneShape) -> bool {
        let (plane, moves) = (shape.words_of_plane(), move_words(shape));
        if self.words.len() < HEADER + moves {
            return false;
        }
        let [zeros, full] = masks(&self.words);
        let all = u64::MAX.checked_shr(64 - shape.planes as u32).unwrap_or(0);
        if zeros & full != 0 || (zeros | full) & !all != 0 {
            return false;
        }
        let mixed = shape.planes - (zeros | full).count_ones() as usize;
        let end = HEADER + moves + mixed * plane;
        if self.words.len() < end {
            return false;
        }
        let fits = |words: &[u32], bits: usize| {
            (0..).zip(words).all(|(place, &word)| word & !ones(bits, place) == 0)
        };
        let legal = &self.words[HEADER..HEADER + moves];
        let chances = &self.words[end..];
        let is_legal = |&word: &u32| {
            let number = (word & 0xFFFF) as usize;
            word >> 16 > 0 && number < shape.moves() && legal[number / 32] >> (number % 32) & 1 == 1
        };
        fits(legal, shape.moves())
            && self.words[HEADER + moves..end].chunks(plane).all(|words| fits(words, shape.area()))
            && chances.len() <= MOST_CHANCES
            && chances.iter().all(is_legal)
            && self.costs.iter().all(|cost| *cost >= 0.0)
    }

    /// Writes the position, as it appears after a symmetry, to a sample.
    pub(crate) fn write(&self, shape: PlaneShape, table: &[u16], sample: &mut Sample) {
        let (plane, moves) = (shape.words_of_plane(), move_words(shape));
        let [zeros, full] = masks(&self.words);
        let (legal, mut rest) = self.words[HEADER..].split_at(moves);
        sample.input.clear();
        sample.input.resize(shape.words(), 0);
        for (index, words) in sample.input.chunks_exact_mut(plane).enumerate() {
            if zeros >> index & 1 == 1 {
                continue;
            }
            if full >> index & 1 == 1 {
                (0..).zip(words).for_each(|(place, word)| *word = ones(shape.area(), place));
                continue;
            }
            let (own, others) = rest.split_at(plane);
            map_bits(own, table, words);
            rest = others;
        }
        sample.legal.clear();
        sample.legal.resize(moves, 0);
        map_bits(legal, table, &mut sample.legal);
        let total: u32 = rest.iter().map(|word| word >> 16).sum();
        sample.policy.clear();
        sample.policy.extend(
            rest.iter()
                .map(|word| (table[(word & 0xFFFF) as usize], (word >> 16) as f32 / total as f32)),
        );
        sample.policy_weight = if rest.is_empty() { 0.0 } else { 1.0 };
        sample.costs = self.costs;
        sample.cost_weights = [1.0; 2];
    }
}

/// The images of bits.
fn map_bits(bits: &[u32], table: &[u16], images: &mut [u32]) {
    for (word, &set) in bits.iter().enumerate() {
        let mut left = set;
        while left != 0 {
            let image = usize::from(table[32 * word + left.trailing_zeros() as usize]);
            images[image / 32] |= 1 << (image % 32);
            left &= left - 1;
        }
    }
}

/// For each symmetry of a game the image of each number of a move.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries(pub(crate) Vec<Vec<u16>>);

impl Symmetries {
    pub(crate) fn new<G: Planes>(game: &G) -> Symmetries {
        let moves = game.plane_shape().moves();
        let image = |symmetry, index| game.map_index(symmetry, index) as u16;
        let table = |symmetry| (0..moves).map(|index| image(Symmetry(symmetry), index)).collect();
        Symmetries((0..game.symmetries()).map(table).collect())
    }
}

/// An empty sample, to be written.
pub(crate) fn blank() -> Sample {
    Sample {
        input: Vec::new(),
        legal: Vec::new(),
        policy: Vec::new(),
        costs: [0.0; 2],
        policy_weight: 0.0,
        cost_weights: [1.0; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::square;
    use andor_core::{Claim, Game, Player, Symmetric};

    #[test]
    fn a_record_gives_the_position_under_every_symmetry() {
        // A plane of the larger board has two words.
        for side in [4, 8] {
            let game = square(side);
            let shape = game.plane_shape();
            let area = shape.area();
            let claim = Claim::win(Player::White);
            let stones = [0, area / 2 - 2, area - 7];
            let mut pos = game.start();
            for index in stones {
                game.play(&mut pos, game.indexed_move(index));
            }
            let legal = (0..area).filter(|index| !stones.contains(index)).map(|index| index as u16);
            let (best, second) = (3, area - 4);
            let chances = [(best as u16, 0.75), (second as u16, 0.25), (1, 1e-6)];
            let costs = [f32::INFINITY, 2.5];
            let record = Record::new(shape, &game.planes(&pos, claim), legal, &chances, costs);
            assert!(record.is_sound(shape));
            let plane = shape.words_of_plane();
            assert_eq!(record.words.len(), 4 + plane + 2 * plane + 2, "two planes and two moves");
            let symmetries = Symmetries::new(&game);
            assert_eq!(symmetries.0.len(), 8);
            let mut sample = blank();
            for (number, table) in (0..).zip(&symmetries.0) {
                record.write(shape, table, &mut sample);
                let image = game.map_position(Symmetry(number), &pos);
                assert_eq!(sample.input, game.planes(&image, claim), "symmetry {number}");
                let mut moves = Vec::new();
                game.moves(&image, &mut moves);
                let mut bits = vec![0; plane];
                moves
                    .iter()
                    .map(|&mv| game.move_index(mv))
                    .for_each(|i| bits[i / 32] |= 1 << (i % 32));
                assert_eq!(sample.legal, bits);
                let image = |index: usize| game.map_index(Symmetry(number), index);
                // A chance that rounds to nothing is left out.
                let numbers: Vec<_> = sample.policy.iter().map(|(number, _)| *number).collect();
                assert_eq!(numbers, [image(best), image(second)].map(|index| index as u16));
                assert!((sample.policy[0].1 - 0.75).abs() < 1e-4);
                assert_eq!((sample.costs, sample.policy_weight), (costs, 1.0));
            }
        }
    }

    #[test]
    fn words_that_are_no_position_are_refused() {
        let game = square(4);
        let shape = game.plane_shape();
        let claim = Claim::win(Player::Black);
        let mut pos = game.start();
        game.play(&mut pos, game.indexed_move(5));
        let legal = (0..16).filter(|&number| number != 5);
        let chances = [(3, 1.0)];
        let record = Record::new(shape, &game.planes(&pos, claim), legal, &chances, [1.0, 2.0]);
        let check = |change: &dyn Fn(&mut Vec<u32>), costs: [f32; 2]| {
            let mut words = record.words.to_vec();
            change(&mut words);
            Record { costs, words: words.into() }.is_sound(shape)
        };
        assert!(check(&|_| (), [1.0, f32::INFINITY]));
        assert!(!check(&|_| (), [f32::NAN, 1.0]));
        assert!(!check(&|_| (), [-1.0, 1.0]));
        assert!(!check(&|words| words.truncate(3), [1.0; 2]));
        assert!(!check(&|words| words[0] |= 1 << 5, [1.0; 2]), "a plane that is not there");
        assert!(!check(&|words| words[2] |= words[0], [1.0; 2]), "zeros and ones");
        assert!(!check(&|words| words[0] = 0, [1.0; 2]), "a plane is missing");
        assert!(!check(&|words| words[4] |= 1 << 16, [1.0; 2]), "a move beyond the board");
        assert!(!check(&|words| words[5] |= 1 << 16, [1.0; 2]), "a stone beyond the board");
        assert!(!check(&|words| words.push(5 | 9 << 16), [1.0; 2]), "an illegal move");
        assert!(!check(&|words| words.push(16 | 9 << 16), [1.0; 2]), "no move");
        assert!(!check(&|words| words.push(3), [1.0; 2]), "no chance");
        assert!(!check(&|words| words.extend([3 | 9 << 16; 32]), [1.0; 2]), "too many moves");
    }
}
