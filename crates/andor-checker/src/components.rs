//! The strongly connected components of a graph, for programs that write certificates.
//!
//! The components are found depth-first (Tarjan 1972), each after all components that it leads to.
//! The path is a list, so that long paths need no stack.

use std::convert::Infallible;

const NEW: u32 = u32::MAX;

/// The bytes that [`each_component`] takes for each node, with the lists that may be half empty.
pub const OF_A_NODE: usize = 7 * size_of::<u32>() + 2 * size_of::<(u32, usize)>();

/// Finds the strongly connected components of a graph of so many nodes, each after all that it
/// leads to. `next` is asked for a node and a number i, and tells the i-th node that follows the
/// node; its error ends the work.
pub fn each_component<E>(
    count: usize,
    mut next: impl FnMut(u32, usize) -> Result<Option<u32>, E>,
    mut each: impl FnMut(&[u32]),
) -> Result<(), E> {
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let (mut path, mut found) = (Vec::new(), 0);
    for start in 0..count as u32 {
        if order[start as usize] == NEW {
            path.push((start, 0));
        }
        while let Some((node, asked)) = path.last_mut() {
            let (node, i) = (*node, *asked);
            let place = node as usize;
            if i == 0 {
                (order[place], low[place]) = (found, found);
                found += 1;
                open.push(node);
                is_open[place] = true;
            }
            if let Some(to) = next(node, i)? {
                *asked += 1;
                if order[to as usize] == NEW {
                    path.push((to, 0));
                } else if is_open[to as usize] {
                    low[place] = low[place].min(order[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                let before = before as usize;
                low[before] = low[before].min(low[place]);
            }
            if low[place] == order[place] {
                let at = open.iter().rposition(|&other| other == node).unwrap_or(0);
                open[at..].iter().for_each(|&other| is_open[other as usize] = false);
                each(&open[at..]);
                open.truncate(at);
            }
        }
    }
    Ok(())
}

/// The strongly connected components of a graph of lists, each after all that it leads to.
#[must_use]
pub fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let next = |node: u32, i: usize| Ok(edges[node as usize].get(i).map(|&next| next as u32));
    never(each_component(edges.len(), next, |part| {
        found.push(part.iter().map(|&node| node as usize).collect());
    }));
    found
}

/// The result of work that cannot fail.
pub(crate) fn never<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(done) => done,
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 leads to the circle 1, 2, 3, which leads to 4 and to 5, a circle of its own.
        let edges = [vec![1], vec![2, 4], vec![3], vec![1, 5], vec![], vec![5]];
        let mut parts = components(&edges);
        assert_eq!(parts.last(), Some(&vec![0]));
        let circle = parts.iter().position(|part| part.len() == 3).expect("a circle");
        assert!(circle >= 2, "{parts:?}");
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts.sort();
        assert_eq!(parts, [vec![0], vec![1, 2, 3], vec![4], vec![5]]);
    }

    #[test]
    fn an_error_ends_the_work() {
        let mut asked = 0;
        let next = |node: u32, _| {
            asked += 1;
            if asked < 10 { Ok(Some(node + 1)) } else { Err("the end") }
        };
        assert_eq!(each_component(100, next, |_| ()), Err("the end"));
        assert_eq!(asked, 10);
    }
}
