//! A server on a GPU: evaluators send their inputs to two threads, which gather them into batches. While one thread
//! answers, the batch of the other one is on the GPU.

use super::batches::Batches;
use super::driver::{CudaError, Gpu};
use crate::parameters::Parameters;
use crate::sample::Output;
use crate::server::{Evaluator, Server};
use crate::shape::Shape;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// The most positions of a batch.
const MOST: usize = 256;
/// The threads that gather batches.
const THREADS: usize = 2;

/// A network on a GPU for many threads. Whatever has arrived while batches are computed, up to 256 positions, goes
/// into the next batch.
#[derive(Debug)]
pub struct GpuNetwork {
    shape: Shape,
    questions: Sender<Question>,
}

/// The number of a question, and the outputs.
type Answer = (usize, Result<Vec<Output>, CudaError>);

/// Inputs of one evaluator, at most half a batch.
struct Question {
    number: usize,
    inputs: Vec<u32>,
    answer: Sender<Answer>,
}

impl GpuNetwork {
    /// Puts a network on a GPU. Its threads end with the last evaluator.
    pub fn new(gpu: &Gpu, parameters: &Parameters) -> Result<GpuNetwork, CudaError> {
        let (questions, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..THREADS {
            let batches = Batches::new(gpu, parameters, MOST)?;
            let receiver = Arc::clone(&receiver);
            std::thread::spawn(move || serve(batches, &receiver));
        }
        Ok(GpuNetwork { shape: *parameters.shape(), questions })
    }
}

/// Answers questions until nobody can ask any more.
fn serve(mut batches: Batches, questions: &Mutex<Receiver<Question>>) {
    let words = batches.shape().input_words();
    let (mut batch, mut inputs) = (Vec::new(), Vec::new());
    loop {
        gather(questions, MOST * words, &mut batch);
        if batch.is_empty() {
            return;
        }
        inputs.clear();
        batch.iter().for_each(|question: &Question| inputs.extend_from_slice(&question.inputs));
        let answers = batches.evaluate(&inputs);
        let mut index = 0;
        for Question { number, inputs, answer } in batch.drain(..) {
            let mut outputs = vec![Output::default(); inputs.len() / words];
            for output in &mut outputs {
                if let Ok(answers) = &answers {
                    answers.write(index, output);
                }
                index += 1;
            }
            let outputs = answers.as_ref().map(|_| outputs).map_err(Clone::clone);
            // An evaluator that is gone needs no answer.
            let _ = answer.send((number, outputs));
        }
    }
}

/// Waits for a question, and takes all that are there as long as a batch has room for the largest one. Leaves the
/// batch empty if nobody can ask any more.
fn gather(questions: &Mutex<Receiver<Question>>, most: usize, batch: &mut Vec<Question>) {
    let questions = questions.lock().expect("no thread panics while it gathers");
    let mut words = 0;
    let mut next = questions.recv().ok();
    while let Some(question) = next {
        words += question.inputs.len();
        batch.push(question);
        let has_room = words + most / 2 <= most;
        next = if has_room { questions.try_recv().ok() } else { None };
    }
}

impl Server for GpuNetwork {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Evaluations panic if the GPU fails.
    fn evaluator(&self) -> Box<dyn Evaluator> {
        let (sender, answers) = channel();
        let (words, questions) = (self.shape.input_words(), self.questions.clone());
        Box::new(GpuEvaluator { words, questions, sender, answers })
    }
}

struct GpuEvaluator {
    /// The words of an input.
    words: usize,
    questions: Sender<Question>,
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
}

impl GpuEvaluator {
    fn ask(&self, number: usize, inputs: &[u32]) {
        let question = Question { number, inputs: inputs.to_vec(), answer: self.sender.clone() };
        let sent = self.questions.send(question);
        sent.expect("the threads of the GPU live as long as its evaluators");
    }

    fn answer(&self) -> (usize, Vec<Output>) {
        let (number, outputs) = self.answers.recv().expect("every question is answered");
        (number, outputs.unwrap_or_else(|error| panic!("{error}")))
    }
}

impl Evaluator for GpuEvaluator {
    fn evaluate(&mut self, input: &[u32], output: &mut Output) {
        assert_eq!(input.len(), self.words, "words of an input");
        self.ask(0, input);
        *output = self.answer().1.pop().expect("an output for an input");
    }

    fn evaluate_all(&mut self, inputs: &[u32], outputs: &mut Vec<Output>) {
        assert!(inputs.len().is_multiple_of(self.words), "words of inputs");
        let chunks = inputs.chunks(MOST / 2 * self.words);
        let mut answers = vec![Vec::new(); chunks.len()];
        chunks.enumerate().for_each(|(number, inputs)| self.ask(number, inputs));
        for _ in 0..answers.len() {
            let (number, outputs) = self.answer();
            answers[number] = outputs;
        }
        outputs.clear();
        outputs.extend(answers.into_iter().flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the questions in each batch, where a batch has 8 words.
    fn batches(sizes: &[usize]) -> Vec<Vec<usize>> {
        let (sender, receiver) = channel();
        for (number, &size) in sizes.iter().enumerate() {
            let question = Question { number, inputs: vec![0; size], answer: channel().0 };
            sender.send(question).expect("a receiver");
        }
        drop(sender);
        let receiver = Mutex::new(receiver);
        let mut batches = Vec::new();
        loop {
            let mut batch = Vec::new();
            gather(&receiver, 8, &mut batch);
            if batch.is_empty() {
                return batches;
            }
            assert!(batch.iter().map(|question| question.inputs.len()).sum::<usize>() <= 8);
            batches.push(batch.iter().map(|question| question.number).collect());
        }
    }

    #[test]
    fn a_batch_takes_what_is_there_while_it_has_room() {
        assert_eq!(batches(&[]), [[0; 0]; 0]);
        assert_eq!(batches(&[1, 2]), [[0, 1]]);
        assert_eq!(batches(&[4, 4, 4, 1]), [[0, 1], [2, 3]]);
        assert_eq!(batches(&[1; 7]), [vec![0, 1, 2, 3, 4], vec![5, 6]]);
    }
}
