//! Sets of points.

/// A set of points of a board of at most 20 by 20.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet([u64; 7]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet([0; 7]);

    /// Whether the point is in the set.
    #[must_use]
    pub fn contains(&self, point: usize) -> bool {
        self.0.get(point / 64).is_some_and(|word| word >> (point % 64) & 1 == 1)
    }

    /// Puts a point into the set; a number of 448 or more is left out.
    pub fn insert(&mut self, point: usize) {
        if let Some(word) = self.0.get_mut(point / 64) {
            *word |= 1 << (point % 64);
        }
    }

    /// Takes a point out of the set.
    pub fn remove(&mut self, point: usize) {
        if let Some(word) = self.0.get_mut(point / 64) {
            *word &= !(1 << (point % 64));
        }
    }

    /// How many points are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 7]
    }

    /// Whether every point of this set is in the other one.
    #[must_use]
    pub fn is_part_of(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The points in either set.
    #[must_use]
    pub fn or(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The points in both sets.
    #[must_use]
    pub fn and(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The points of this set that are not in the other one.
    #[must_use]
    pub fn without(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The points, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(64 * i + bit)
            })
        })
    }
}

impl FromIterator<usize> for PointSet {
    fn from_iter<I: IntoIterator<Item = usize>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}
