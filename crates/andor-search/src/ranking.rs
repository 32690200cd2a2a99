//! Sorting by rank. The sort is compiled once, not for every search with every game.

/// Sorts by rank, the least first; what ranks alike keeps its order.
pub(crate) fn sort_by_rank<T: Copy>(items: &mut [T], rank: impl Fn(&T) -> f32) {
    let ranks = items.iter().map(rank);
    let mut ranked: Vec<(f32, u32)> = ranks.zip(0..).collect();
    sort(&mut ranked);
    let sorted: Vec<T> = ranked.into_iter().map(|(_, place)| items[place as usize]).collect();
    items.copy_from_slice(&sorted);
}

fn sort(ranked: &mut [(f32, u32)]) {
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_alike_keeps_its_order() {
        let mut words = vec!["three", "to", "one", "seven", "a", "six"];
        sort_by_rank(&mut words, |word| word.len() as f32);
        assert_eq!(words, ["a", "to", "one", "six", "three", "seven"]);
        sort_by_rank(&mut words, |word| -(word.len() as f32));
        assert_eq!(words, ["three", "seven", "one", "six", "to", "a"]);
    }
}
