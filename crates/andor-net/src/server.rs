//! How threads ask for evaluations.
//!
//! A [`Server`] belongs to all threads, an [`Evaluator`] to one thread. On CPUs every evaluator
//! computes by itself, without locks. A device that gathers the inputs of many threads into batches
//! can stand behind the same two traits. In either case an output depends on its input alone: not
//! on other inputs, and not on the order of arrival.

use crate::sample::Output;
use crate::shape::Shape;

/// Gives evaluators to threads.
pub trait Server: Send + Sync {
    /// The sizes of the network.
    fn shape(&self) -> &Shape;

    /// An evaluator for one thread.
    fn evaluator(&self) -> Box<dyn Evaluator>;
}

/// Answers the questions of one thread.
pub trait Evaluator: Send {
    /// Evaluates one input.
    ///
    /// # Panics
    ///
    /// If the input does not have [`Shape::input_words`] words.
    fn evaluate(&mut self, input: &[u32], output: &mut Output);

    /// Evaluates inputs of [`Shape::input_words`] words each, one after the other in `inputs`, and
    /// gives as many outputs.
    ///
    /// # Panics
    ///
    /// If the last input is not whole.
    fn evaluate_all(&mut self, inputs: &[u32], outputs: &mut Vec<Output>);
}
