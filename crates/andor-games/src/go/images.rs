//! The keys of a board and of all its images under the symmetries.
//!
//! For each stone the table holds its key in every image, side by side, so that a play updates the
//! keys of all images in one sweep. The class of a position is the smallest of these keys.

use crate::dihedral::Dihedral;
use crate::points::Point;
use crate::size::Size;
use andor_core::{Key, KeySource, Player, Symmetry};

/// The most images that a board has.
pub const IMAGES: usize = 8;

/// The keys of everything that a position can hold.
#[derive(Clone, Debug)]
pub struct Images {
    stones: Box<[[[Key; IMAGES]; 2]]>,
    kos: Box<[[Key; IMAGES]]>,
    white: Key,
    passes: [Key; 5],
    waits: [Key; 3],
}

impl Images {
    /// The tables of a size.
    pub fn new(size: Size, symmetries: &Dihedral) -> Images {
        let seed = 0x60 << 16 | u64::from(size.columns()) << 8 | u64::from(size.rows());
        let mut source = KeySource::new(seed);
        let white = source.next_key();
        let (one_pass, two_passes) = (source.next_key(), source.next_key());
        let mut keys = || size.points().map(|_| source.next_key()).collect::<Vec<_>>();
        let [black_stones, white_stones, kos] = [keys(), keys(), keys()];
        let passes = [Key::ZERO, one_pass, two_passes, source.next_key(), source.next_key()];
        let waits = [Key::ZERO, source.next_key(), source.next_key()];
        // On a board that is no square the last four images repeat the first.
        let image = |p, i: usize| symmetries.map(Symmetry(i as u8 % symmetries.count()), p);
        let images = |p, keys: &[Key]| std::array::from_fn(|i| keys[image(p, i).index()]);
        Images {
            stones: size
                .points()
                .map(|p| [images(p, &black_stones), images(p, &white_stones)])
                .collect(),
            kos: size.points().map(|p| images(p, &kos)).collect(),
            white,
            passes,
            waits,
        }
    }

    /// The keys of a stone.
    #[inline]
    pub fn stone(&self, player: Player, point: Point) -> &[Key; IMAGES] {
        &self.stones[point.index()][player.index()]
    }

    /// The keys of a forbidden ko point.
    #[inline]
    pub fn ko(&self, point: Point) -> &[Key; IMAGES] {
        &self.kos[point.index()]
    }

    /// The key of the player to move, the same in every image.
    #[inline]
    pub fn to_move(&self, player: Player) -> Key {
        match player {
            Player::Black => Key::ZERO,
            Player::White => self.white,
        }
    }

    /// The key of a number of passes, the same in every image.
    #[inline]
    pub fn passes(&self, passes: u8) -> Key {
        self.passes[passes as usize]
    }

    /// The key of the passes that are needed beyond two, the same in every image.
    #[inline]
    pub fn waits(&self, waits: u8) -> Key {
        self.waits[waits as usize]
    }
}
