//! A server on a GPU: evaluators send their inputs to two threads, which gather them into batches.
//! While one thread answers, the batch of the other one is on the GPU. If the GPU fails, the
//! evaluators go on on the processor.

use super::batches::Batches;
use super::driver::{CudaError, Gpu};
use crate::kernel::Kernel;
use crate::network::Network;
use crate::parameters::Parameters;
use crate::sample::Output;
use crate::server::{Evaluator, Server};
use crate::shape::Shape;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};

/// The most positions of a batch.
const MOST: usize = 256;
/// The threads that gather batches.
const THREADS: usize = 2;

/// A network on a GPU for many threads. Whatever has arrived while batches are computed, up to 256
/// positions, goes into the next batch. The first failure of the GPU is told, and from then on
/// every evaluator computes on the processor with the same parameters.
#[derive(Debug)]
pub struct GpuNetwork {
    questions: Sender<Question>,
    fallback: Arc<Fallback>,
}

/// The processor in place of a GPU that has failed.
#[derive(Debug)]
struct Fallback {
    parameters: Parameters,
    tell: fn(&CudaError),
    /// The first failure, and the network on the processor.
    failed: OnceLock<(CudaError, Network)>,
}

impl Fallback {
    /// An evaluator after a failure. The first failure is told.
    fn evaluator(&self, error: CudaError) -> Box<dyn Evaluator> {
        let (_, network) = self.failed.get_or_init(|| {
            (self.tell)(&error);
            (error, Network::new(&self.parameters, Kernel::best()))
        });
        network.evaluator()
    }
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
    /// Puts a network on a GPU. Its threads end with the last evaluator. `tell` is called once if
    /// the GPU fails.
    pub fn new(
        gpu: &Gpu,
        parameters: &Parameters,
        tell: fn(&CudaError),
    ) -> Result<GpuNetwork, CudaError> {
        let words = parameters.shape().input_words();
        let device = || {
            let mut batches = Batches::new(gpu, parameters, MOST)?;
            Ok(move |inputs: &[u32]| {
                let answers = batches.evaluate(inputs)?;
                let output = |index| {
                    let mut output = Output::default();
                    answers.write(index, &mut output);
                    output
                };
                Ok((0..inputs.len() / words).map(output).collect())
            })
        };
        let devices = (0..THREADS).map(|_| device()).collect::<Result<Vec<_>, _>>()?;
        Ok(GpuNetwork::on_devices(devices, parameters, tell))
    }

    /// A network on devices that evaluate batches, each in a thread of its own.
    fn on_devices(
        devices: Vec<impl FnMut(&[u32]) -> Result<Vec<Output>, CudaError> + Send + 'static>,
        parameters: &Parameters,
        tell: fn(&CudaError),
    ) -> GpuNetwork {
        let (questions, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let words = parameters.shape().input_words();
        for device in devices {
            let receiver = Arc::clone(&receiver);
            std::thread::spawn(move || serve(device, words, &receiver));
        }
        let parameters = parameters.clone();
        let fallback = Fallback { parameters, tell, failed: OnceLock::new() };
        GpuNetwork { questions, fallback: Arc::new(fallback) }
    }

    /// The first failure of the GPU, if it has failed.
    #[must_use]
    pub fn failure(&self) -> Option<&CudaError> {
        self.fallback.failed.get().map(|(error, _)| error)
    }
}

/// Answers questions of inputs of so many words until nobody can ask any more.
fn serve(
    mut device: impl FnMut(&[u32]) -> Result<Vec<Output>, CudaError>,
    words: usize,
    questions: &Mutex<Receiver<Question>>,
) {
    let (mut batch, mut inputs) = (Vec::new(), Vec::new());
    loop {
        gather(questions, MOST * words, &mut batch);
        if batch.is_empty() {
            return;
        }
        inputs.clear();
        batch.iter().for_each(|question: &Question| inputs.extend_from_slice(&question.inputs));
        let mut answers = device(&inputs).map(Vec::into_iter);
        for Question { number, inputs, answer } in batch.drain(..) {
            let outputs = match &mut answers {
                Ok(answers) => Ok(answers.take(inputs.len() / words).collect()),
                Err(error) => Err(error.clone()),
            };
            // An evaluator that is gone needs no answer.
            let _ = answer.send((number, outputs));
        }
    }
}

/// Waits for a question, and takes all that are there as long as a batch has room for the largest
/// one. Leaves the batch empty if nobody can ask any more.
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
        self.fallback.parameters.shape()
    }

    fn evaluator(&self) -> Box<dyn Evaluator> {
        let (sender, answers) = channel();
        let (words, questions) = (self.shape().input_words(), self.questions.clone());
        let fallback = Arc::clone(&self.fallback);
        Box::new(GpuEvaluator { words, questions, sender, answers, fallback, processor: None })
    }
}

struct GpuEvaluator {
    /// The words of an input.
    words: usize,
    questions: Sender<Question>,
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
    fallback: Arc<Fallback>,
    /// The evaluator of the processor, once the GPU has failed.
    processor: Option<Box<dyn Evaluator>>,
}

impl GpuEvaluator {
    fn ask(&self, number: usize, inputs: &[u32]) {
        let question = Question { number, inputs: inputs.to_vec(), answer: self.sender.clone() };
        let sent = self.questions.send(question);
        sent.expect("the threads of the GPU live as long as its evaluators");
    }

    /// Asks the GPU. Every question is answered, also if the GPU fails at one of them.
    fn on_gpu(&self, inputs: &[u32]) -> Result<Vec<Output>, CudaError> {
        if let Some((error, _)) = self.fallback.failed.get() {
            return Err(error.clone());
        }
        let chunks = inputs.chunks(MOST / 2 * self.words);
        let mut answers = vec![Ok(Vec::new()); chunks.len()];
        chunks.enumerate().for_each(|(number, inputs)| self.ask(number, inputs));
        for _ in 0..answers.len() {
            let (number, outputs) = self.answers.recv().expect("every question is answered");
            answers[number] = outputs;
        }
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(answers.into_iter().flatten().collect())
    }

    /// The outputs of the GPU, or the evaluator of the processor if the GPU has failed.
    fn outputs(&mut self, inputs: &[u32]) -> Result<Vec<Output>, &mut dyn Evaluator> {
        if self.processor.is_none() {
            match self.on_gpu(inputs) {
                Ok(outputs) => return Ok(outputs),
                Err(error) => self.processor = Some(self.fallback.evaluator(error)),
            }
        }
        Err(&mut **self.processor.as_mut().expect("the GPU has failed"))
    }
}

impl Evaluator for GpuEvaluator {
    fn evaluate(&mut self, input: &[u32], output: &mut Output) {
        assert_eq!(input.len(), self.words, "words of an input");
        match self.outputs(input) {
            Ok(mut outputs) => *output = outputs.pop().expect("an output for an input"),
            Err(processor) => processor.evaluate(input, output),
        }
    }

    fn evaluate_all(&mut self, inputs: &[u32], outputs: &mut Vec<Output>) {
        assert!(inputs.len().is_multiple_of(self.words), "words of inputs");
        match self.outputs(inputs) {
            Ok(answers) => *outputs = answers,
            Err(processor) => processor.evaluate_all(inputs, outputs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{SHAPES, random_input, random_parameters};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// What the failing device says.
    const BROKEN: &str = "the device is gone";

    /// The failures that were told.
    static TOLD: AtomicUsize = AtomicUsize::new(0);

    fn count(error: &CudaError) {
        assert_eq!(error.to_string(), BROKEN);
        TOLD.fetch_add(1, Ordering::Relaxed);
    }

    #[test]
    fn evaluators_go_on_when_the_device_fails() {
        let parameters = random_parameters(&SHAPES[1], 5);
        let processor = Network::new(&parameters, Kernel::best());
        let mut random = fastrand::Rng::with_seed(6);
        let inputs: Vec<_> = (0..300).map(|_| random_input(&SHAPES[1], &mut random)).collect();
        let mut expected = Vec::new();
        processor.evaluator().evaluate_all(&inputs.concat(), &mut expected);
        // The failures are told before the first batch, between two batches, and never.
        for (lasts, told) in [(0, 1), (40, 1), (usize::MAX, 0)] {
            TOLD.store(0, Ordering::Relaxed);
            let left = Arc::new(AtomicUsize::new(lasts));
            let device = || {
                let (mut evaluator, left) = (processor.evaluator(), Arc::clone(&left));
                move |inputs: &[u32]| {
                    let one_less = |left: usize| left.checked_sub(1);
                    let had = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
                    had.map_err(|_| CudaError(BROKEN.to_string()))?;
                    let mut outputs = Vec::new();
                    evaluator.evaluate_all(inputs, &mut outputs);
                    Ok(outputs)
                }
            };
            let network = GpuNetwork::on_devices(vec![device(), device()], &parameters, count);
            assert_eq!(network.failure(), None);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    let (mut evaluator, inputs, expected) =
                        (network.evaluator(), &inputs, &expected);
                    scope.spawn(move || {
                        let (mut output, mut outputs) = (Output::default(), Vec::new());
                        for (input, expected) in inputs.iter().zip(expected).take(50) {
                            evaluator.evaluate(input, &mut output);
                            assert_eq!(output, *expected);
                        }
                        evaluator.evaluate_all(&inputs.concat(), &mut outputs);
                        assert_eq!(outputs, *expected);
                        evaluator.evaluate_all(&[], &mut outputs);
                        assert_eq!(outputs, []);
                    });
                }
            });
            assert_eq!(TOLD.load(Ordering::Relaxed), told, "after {lasts} batches");
            let failure = network.failure().map(ToString::to_string);
            assert_eq!(failure.as_deref(), (told > 0).then_some(BROKEN));
        }
    }

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
