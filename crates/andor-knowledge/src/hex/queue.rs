//! A priority queue by size: one bucket for each size.

/// The waiting items, by size.
#[derive(Clone, Debug)]
pub(super) struct Queue<T> {
    buckets: Vec<Vec<T>>,
}

impl<T> Queue<T> {
    /// An empty queue of items up to this size.
    pub(super) fn new(largest: usize) -> Queue<T> {
        Queue { buckets: std::iter::repeat_with(Vec::new).take(largest + 1).collect() }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
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
