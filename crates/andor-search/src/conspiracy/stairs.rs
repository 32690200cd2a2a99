//! Proof and disproof functions as staircases on a ladder of heights.
//!
//! A function f says how many leaves must change so that a player reaches a value; f never falls as
//! the value grows. What is kept is the inverse: for each height of the ladder the largest value
//! that so many leaves can reach. The least of some functions is then the largest of their
//! inverses, height by height, and a shift of the value is an addition. Heights between two steps
//! of the ladder count as the higher one, so that large numbers are known up to a factor.

/// How many heights there are.
pub(super) const HEIGHTS: usize = 30;

/// More than any height.
pub(super) const MANY: f32 = 1e9;

/// The largest value for each height.
pub(super) type Stairs = [f32; HEIGHTS];

/// Every value is reached already.
pub(super) const REACHED: Stairs = [f32::INFINITY; HEIGHTS];

/// No value can be reached.
pub(super) const NEVER: Stairs = [f32::NEG_INFINITY; HEIGHTS];

/// The heights, and the function of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    heights: Stairs,
    /// The function of a position that was not looked at.
    pub(super) leaf: Stairs,
}

/// Room for values and steps while functions are added.
pub(super) type Steps = Vec<(f32, f32)>;

/// The function of a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaf {
    /// One more leaf reaches each value beyond 0 (formula 4 of the paper).
    TwoSteps,
    /// The number of leaves doubles with each step of this width (formula 15).
    ManySteps(f32),
}

impl Ladder {
    /// A ladder that grows by this factor, and by 1 at least.
    pub(super) fn new(growth: f32, leaf: Leaf) -> Ladder {
        let mut heights = [0.0; HEIGHTS];
        for i in 1..HEIGHTS {
            let last: f32 = heights[i - 1];
            heights[i] = (last * growth).floor().max(last + 1.0);
        }
        let leaf = match leaf {
            Leaf::ManySteps(width) => heights.map(|height| width * (height + 1.0).log2()),
            Leaf::TwoSteps => {
                let mut leaf = REACHED;
                leaf[0] = 0.0;
                leaf
            }
        };
        Ladder { heights, leaf }
    }

    /// How many leaves reach a value.
    #[inline]
    pub(super) fn height(&self, stairs: &Stairs, value: f32) -> f32 {
        stairs.iter().position(|&most| value <= most).map_or(MANY, |i| self.heights[i])
    }

    /// The largest value that at most so many leaves reach.
    pub(super) fn reach(&self, stairs: &Stairs, height: f32) -> f32 {
        let i = self.heights.iter().rposition(|&own| own <= height).unwrap_or(0);
        stairs[i]
    }

    /// The sum of functions, each shifted: their values are larger by the shift.
    pub(super) fn sum<'a>(
        &self,
        steps: &mut Steps,
        parts: impl Iterator<Item = (&'a Stairs, f32)> + Clone,
    ) -> Stairs {
        let last = |(stairs, shift): (&Stairs, f32)| stairs[HEIGHTS - 1] + shift;
        let end = parts.clone().map(last).fold(f32::INFINITY, f32::min);
        if end == f32::NEG_INFINITY {
            return NEVER;
        }
        steps.clear();
        for (stairs, shift) in parts {
            for (i, &most) in stairs.iter().enumerate() {
                let at = most + shift;
                if at > end || at == f32::INFINITY {
                    break;
                }
                let next = self.heights.get(i + 1).map_or(MANY, |next| next - self.heights[i]);
                steps.push((at, next));
            }
        }
        steps.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut sum = REACHED;
        let (mut i, mut total) = (0, 0.0);
        for &(at, step) in steps.iter() {
            total += step;
            while i < HEIGHTS && total > self.heights[i] {
                sum[i] = at;
                i += 1;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A random function, whose values grow with the height.
    fn random(rng: &mut fastrand::Rng) -> Stairs {
        let mut value = rng.f32() - 0.5;
        std::array::from_fn(|_| {
            value += rng.f32() * rng.f32();
            value
        })
    }

    /// A sum of functions is, at every value, the sum of the numbers, rounded up to the ladder.
    #[test]
    fn functions_are_added_value_by_value() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (ladder, mut steps) = (Ladder::new(1.3, Leaf::ManySteps(0.3)), Vec::new());
        for _ in 0..300 {
            let parts: Vec<(Stairs, f32)> =
                (0..rng.usize(1..5)).map(|_| (random(&mut rng), rng.f32() - 0.5)).collect();
            let sum = ladder.sum(&mut steps, parts.iter().map(|(stairs, shift)| (stairs, *shift)));
            for _ in 0..30 {
                let value = rng.f32() * 12.0 - 2.0;
                let numbers = parts.iter().map(|(own, shift)| ladder.height(own, value - shift));
                let exact: f32 = numbers.sum();
                let told = ladder.height(&sum, value);
                let up = ladder.heights.iter().find(|&&height| height >= exact);
                assert_eq!(told, up.copied().unwrap_or(MANY).min(MANY), "{value} {exact}");
            }
        }
    }

    #[test]
    fn a_leaf_doubles_its_number_with_each_step() {
        let ladder = Ladder::new(1.3, Leaf::ManySteps(0.5));
        let numbers = [-1.0, 0.0, 0.1, 0.5, 0.6, 1.0].map(|v| ladder.height(&ladder.leaf, v));
        assert_eq!(numbers, [0.0, 0.0, 1.0, 1.0, 2.0, 3.0]);
        let ladder = Ladder::new(1.3, Leaf::TwoSteps);
        assert_eq!([-1.0, 0.0, 9.0].map(|v| ladder.height(&ladder.leaf, v)), [0.0, 0.0, 1.0]);
        assert_eq!(ladder.reach(&ladder.leaf, 0.5), 0.0);
    }
}
