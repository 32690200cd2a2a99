//! The values of a tree: chances of the attacker, or costs of proofs.

use andor_core::Verdict;

/// The values of a tree, all for the attacker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Values {
    /// Chances.
    Chances,
    /// The defender's cost less the attacker's cost.
    Costs {
        /// The smallest value so far.
        least: f32,
        /// The largest value so far.
        most: f32,
        /// The cost of a proof that does not exist.
        infinite: f32,
    },
}

/// Values of costs that lie closer together than this are not spread over the whole range.
const LEAST_SPREAD: f32 = 4.0;

impl Values {
    /// Costs of which none is known yet.
    pub(super) fn costs(infinite: f32) -> Values {
        Values::Costs { least: f32::INFINITY, most: f32::NEG_INFINITY, infinite }
    }

    /// A mean as a number between 0 and 1, for the attacker or for the defender: eq. (3) of Wu et
    /// al. 2022, for a range from 0.
    #[inline]
    pub(super) fn normal(self, mean: f32, attacks: bool) -> f32 {
        let mean = match self {
            Values::Chances => mean,
            Values::Costs { least, most, .. } => (mean - least) / (most - least).max(LEAST_SPREAD),
        };
        if attacks { mean } else { 1.0 - mean }
    }

    /// Takes note of a value.
    pub(super) fn note(&mut self, value: f32) {
        if let Values::Costs { least, most, .. } = self {
            *least = least.min(value);
            *most = most.max(value);
        }
    }
}

/// The values of a leaf, for all nodes on its way.
#[derive(Clone, Copy)]
pub(super) enum LeafValue {
    /// The attacker's chance.
    Chance(f32),
    /// The costs of the attacker and of the defender.
    Costs([f32; 2]),
}

impl LeafValue {
    /// The attacker's value.
    pub(super) fn value(self) -> f32 {
        match self {
            LeafValue::Chance(chance) => chance,
            LeafValue::Costs([attacker, defender]) => defender - attacker,
        }
    }

    /// The same above a node with so many moves: all moves of a player have to be refuted, so the
    /// cost of the opponent's proof is so many times as large.
    pub(super) fn above(mut self, attacks: bool, moves: u16, values: Values) -> LeafValue {
        if let (LeafValue::Costs(costs), Values::Costs { infinite, .. }) = (&mut self, values) {
            let cost = &mut costs[usize::from(attacks)];
            *cost = (*cost + f32::from(moves).log10()).min(infinite);
        }
        self
    }

    /// The costs of a solved position: the winner's proof costs nothing more, and the loser has
    /// none.
    pub(super) fn solved(verdict: Verdict, infinite: f32) -> LeafValue {
        LeafValue::Costs(match verdict {
            Verdict::Proven => [0.0, infinite],
            Verdict::Disproven => [infinite, 0.0],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_spread_over_the_range_of_the_tree() {
        let mut values = Values::costs(50.0);
        values.note(-3.0);
        values.note(-2.0);
        assert_eq!(values.normal(-3.0, true), 0.0);
        assert_eq!(values.normal(-2.0, true), 0.25, "values that lie close together stay close");
        values.note(5.0);
        assert_eq!([values.normal(5.0, true), values.normal(5.0, false)], [1.0, 0.0]);
        assert_eq!(values.normal(1.0, true), 0.5);
        assert_eq!(Values::Chances.normal(0.25, false), 0.75);
    }

    /// A refutation of ten moves costs ten times as much; what does not exist costs no more than
    /// that.
    #[test]
    fn the_opponent_of_the_player_to_move_pays_for_all_moves() {
        let values = Values::costs(50.0);
        let told = LeafValue::Costs([2.0, 7.0]);
        assert_eq!(told.value(), 5.0);
        assert_eq!(told.above(true, 10, values).value(), 6.0, "the defender answers ten moves");
        assert_eq!(told.above(false, 100, values).value(), 3.0);
        assert_eq!(LeafValue::solved(Verdict::Proven, 50.0).above(true, 10, values).value(), 50.0);
        assert_eq!(
            LeafValue::solved(Verdict::Disproven, 50.0).above(true, 10, values).value(),
            -49.0
        );
        assert_eq!(LeafValue::Chance(0.3).above(true, 10, Values::Chances).value(), 0.3);
    }
}
