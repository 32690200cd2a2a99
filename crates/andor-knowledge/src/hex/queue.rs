//! A priority queue by size: one bucket for each size.

use super::heap;

/// The waiting items, by size.
#[derive(Clone, Debug)]
pub(super) struct Queue<T> {
    buckets: Vec<Vec<T>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { buckets: Vec::new() }
    }
}

impl<T> Queue<T> {
    /// Empties the queue and makes it ready for items up to this size.
    pub(super) fn clear(&mut self, largest: usize) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize_with(largest + 1, Vec::new);
    }

    /// How many bytes the queue takes.
    pub(super) fn bytes(&self) -> usize {
        heap(&self.buckets) + self.buckets.iter().map(heap).sum::<usize>()
    }

    #[inline]
    pub(super) fn push(&mut self, size: usize, thing: T) {
        self.buckets[size].push(thing);
    }

    #[inline]
    pub(super) fn pop(&mut self, size: usize) -> Option<T> {
        self.buckets[size].pop()
    }
}
