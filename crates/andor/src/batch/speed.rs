//! How fast the positions of a batch were solved: counts within limits of processor time, medians.

use serde_json::{Map, Value, json};

/// The limits in seconds within which solved positions are counted.
const WITHIN: [f64; 4] = [1.0, 5.0, 20.0, 60.0];

/// How fast the solved positions were solved.
pub struct Speed {
    /// The solved positions within each limit in seconds, up to the limit of a search.
    within: Vec<(f64, usize)>,
    /// The medians of the processor seconds and the nodes, if there are solved positions.
    medians: Option<(f64, f64)>,
}

impl Speed {
    /// The speed of positions that were solved in so many processor seconds, with so many nodes.
    /// No search had more seconds than the limit.
    pub fn of(solved: &[(f64, u64)], limit: Option<f64>) -> Speed {
        let count = |most: f64| solved.iter().filter(|(seconds, _)| *seconds <= most).count();
        let limits = WITHIN.into_iter().filter(|&most| limit.is_none_or(|limit| most <= limit));
        let seconds = median(solved.iter().map(|(seconds, _)| *seconds).collect());
        let nodes = median(solved.iter().map(|(_, nodes)| *nodes as f64).collect());
        Speed {
            within: limits.map(|most| (most, count(most))).collect(),
            medians: seconds.zip(nodes),
        }
    }

    /// The counts and the medians in words; nothing if nothing is solved.
    pub fn words(&self) -> Option<String> {
        let (seconds, nodes) = self.medians?;
        let within = self.within.iter().map(|(most, count)| format!("{count} within {most} s"));
        let within: Vec<String> = within.collect();
        let within = match within.is_empty() {
            true => String::new(),
            false => format!("{}; ", within.join(", ")),
        };
        Some(format!("processor time of the solved: {within}median {seconds:.3} s, {nodes} nodes"))
    }

    /// The counts and the medians as fields of an object.
    pub fn fields(&self) -> Map<String, Value> {
        let within = self.within.iter().map(|(most, count)| (most.to_string(), json!(count)));
        let mut fields = Map::new();
        fields.insert("solved_within".to_string(), Value::Object(within.collect()));
        let (seconds, nodes) = self.medians.unzip();
        fields.insert("median_processor_seconds".to_string(), json!(seconds));
        fields.insert("median_nodes".to_string(), json!(nodes));
        fields
    }
}

/// The middle value, or the mean of the two in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let (low, high) = (values.len().checked_sub(1)? / 2, values.len() / 2);
    Some((values[low] + values[high]) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(Vec::new()), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn positions_are_counted_within_limits() {
        let solved = [(0.5, 10), (7.0, 15)];
        let words = |limit| Speed::of(&solved, limit).words().expect("words");
        let medians = "median 3.750 s, 12.5 nodes";
        for (limit, within) in [
            (Some(20.0), "1 within 1 s, 1 within 5 s, 2 within 20 s; "),
            (None, "1 within 1 s, 1 within 5 s, 2 within 20 s, 2 within 60 s; "),
            (Some(0.5), ""),
        ] {
            assert_eq!(words(limit), format!("processor time of the solved: {within}{medians}"));
        }
        assert_eq!(Speed::of(&[], None).words(), None);
        let fields = Value::Object(Speed::of(&solved, Some(5.0)).fields());
        let expected = json!({
            "solved_within": { "1": 1, "5": 1 },
            "median_processor_seconds": 3.75,
            "median_nodes": 12.5,
        });
        assert_eq!(fields, expected);
        assert_eq!(Speed::of(&[], None).fields()["median_nodes"], Value::Null);
    }
}
