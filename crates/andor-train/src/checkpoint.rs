//! Checkpoints: a training as bytes, to go on later bit by bit.
//!
//! A checkpoint holds the network, what its training remembers, and what was done. The positions of
//! the replay are bytes of their own, because they are large and a training can go on without them.

use crate::bytes::{BytesError, Kind, Reader, Writer};
use crate::history::{Counters, History, MOST_POINTS, Point};
use crate::record::Record;
use crate::replay::Replay;
use crate::starts::{HardStarts, Start};
use andor_core::PlaneShape;
use andor_net::{Losses, Parameters, Shape, State};

const CHECKPOINT: Kind = Kind { magic: b"ANDORTRN", version: 1 };
const REPLAY: Kind = Kind { magic: b"ANDORRPL", version: 1 };

/// A training that can go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The network.
    pub parameters: Parameters,
    /// What the steps remember.
    pub state: State,
    /// What was done.
    pub counters: Counters,
    /// The progress over time.
    pub history: History,
    /// The settings as text; a training goes on with the same settings only.
    pub settings: String,
    /// Positions from which games start.
    pub hard: HardStarts,
}

impl Checkpoint {
    /// The checkpoint as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::new(&CHECKPOINT);
        let Shape { width, height, planes, extra_moves, blocks, filters, bins } =
            *self.parameters.shape();
        for size in [width, height, planes, extra_moves, blocks, filters, bins] {
            writer.u32(size);
        }
        writer.text(&self.settings);
        self.counters.numbers().into_iter().for_each(|number| writer.u64(number));
        writer.u32(self.history.points.len());
        self.history.points.iter().for_each(|point| write_point(&mut writer, point));
        writer.u32(self.hard.starts.len());
        for start in &self.hard.starts {
            writer.u32(start.base as usize);
            writer.bytes(&[start.claim]);
            writer.u32(start.moves.len());
            start.moves.iter().for_each(|number| writer.bytes(&number.to_le_bytes()));
        }
        writer.u32(self.hard.next);
        writer.floats(self.parameters.values());
        writer.u64(self.state.steps);
        writer.floats(&self.state.first);
        writer.bytes(&[u8::from(!self.state.second.is_empty())]);
        writer.floats(&self.state.second);
        writer.finish()
    }

    /// Reads the bytes of a checkpoint.
    pub fn decode(bytes: &[u8]) -> Result<Checkpoint, BytesError> {
        let mut reader = Reader::new(&CHECKPOINT, bytes)?;
        let mut size = || reader.u32("sizes of the network");
        let shape = Shape {
            width: size()?,
            height: size()?,
            planes: size()?,
            extra_moves: size()?,
            blocks: size()?,
            filters: size()?,
            bins: size()?,
        };
        shape.check().map_err(|error| BytesError::Value {
            what: "sizes of the network",
            found: error.to_string(),
            expected: "sizes that a network may have",
        })?;
        let settings = reader.text("settings")?;
        let counters = read_counters(&mut reader)?;
        let mut history = History::default();
        for _ in 0..limit(reader.count(8, "history")?, MOST_POINTS, "history")? {
            history.points.push(read_point(&mut reader)?);
        }
        let mut hard = HardStarts::default();
        for _ in 0..reader.count(9, "hard positions")? {
            let base = reader.u32("hard position")? as u32;
            let claim = reader.u8("hard position")?;
            let count = reader.count(2, "hard position")?;
            let bytes = reader.take(2 * count, "hard position")?.chunks_exact(2);
            let moves = bytes.map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
            hard.push(Start { base, claim, moves });
        }
        hard.next =
            limit(reader.u32("hard positions")?, hard.len().saturating_sub(1), "hard positions")?;
        let count = shape.parameters();
        let parameters = Parameters::from_values(shape, reader.finite(count, "parameters")?);
        let steps = reader.u64("steps")?;
        let first = reader.finite(count, "means of gradients")?;
        let second = match reader.u8("mark of squares")? {
            0 => Vec::new(),
            1 => reader.finite(count, "means of squares")?,
            found => {
                let (what, found) = ("mark of squares", found.to_string());
                return Err(BytesError::Value { what, found, expected: "0 or 1" });
            }
        };
        reader.end()?;
        let state = State { steps, first, second };
        Ok(Checkpoint { parameters, state, counters, history, settings, hard })
    }
}

fn limit(found: usize, most: usize, what: &'static str) -> Result<usize, BytesError> {
    match found <= most {
        true => Ok(found),
        false => Err(BytesError::Value { what, found: found.to_string(), expected: "fewer" }),
    }
}

fn write_point(writer: &mut Writer, point: &Point) {
    for counters in [point.until, point.done] {
        counters.numbers().into_iter().for_each(|number| writer.u64(number));
    }
    let Losses { policy, costs: [first, second] } = point.losses;
    [point.seconds, policy, first, second].into_iter().for_each(|number| writer.f64(number));
}

fn read_point(reader: &mut Reader<'_>) -> Result<Point, BytesError> {
    let (until, done) = (read_counters(reader)?, read_counters(reader)?);
    let mut number = || {
        let found = reader.f64("history")?;
        match found.is_finite() {
            true => Ok(found),
            false => {
                let (what, found) = ("history", found.to_string());
                Err(BytesError::Value { what, found, expected: "finite numbers" })
            }
        }
    };
    let (seconds, policy) = (number()?, number()?);
    let costs = [number()?, number()?];
    Ok(Point { until, done, seconds, losses: Losses { policy, costs } })
}

fn read_counters(reader: &mut Reader<'_>) -> Result<Counters, BytesError> {
    let mut numbers = [0; 7];
    for number in &mut numbers {
        *number = reader.u64("counters")?;
    }
    Ok(Counters::of(numbers))
}

impl Replay {
    /// The positions as bytes; the measures are those of the game.
    #[must_use]
    pub fn encode(&self, shape: PlaneShape) -> Vec<u8> {
        let mut writer = Writer::new(&REPLAY);
        for size in [shape.columns, shape.rows, shape.planes, shape.others] {
            writer.u32(size);
        }
        writer.u64(self.capacity as u64);
        writer.u32(self.next);
        writer.u32(self.records.len());
        for record in &self.records {
            writer.u32(record.words.len());
            writer.floats(&record.costs);
            record.words.iter().for_each(|word| writer.bytes(&word.to_le_bytes()));
        }
        writer.finish()
    }

    /// Reads the bytes of positions with these measures.
    pub fn decode(bytes: &[u8], shape: PlaneShape) -> Result<Replay, BytesError> {
        let wrong = |found: String, expected| BytesError::Value { what: "replay", found, expected };
        let mut reader = Reader::new(&REPLAY, bytes)?;
        for size in [shape.columns, shape.rows, shape.planes, shape.others] {
            let found = reader.u32("measures")?;
            if found != size {
                return Err(wrong(format!("a measure of {found}"), "the measures of the game"));
            }
        }
        let capacity = usize::try_from(reader.u64("capacity")?).unwrap_or(usize::MAX);
        let next = reader.u32("replay")?;
        let count = reader.count(12, "replay")?;
        let mut records = Vec::with_capacity(count);
        for _ in 0..count {
            let words = reader.count(4, "position")?;
            let costs = reader.floats(2, "position")?;
            let bytes = reader.take(4 * words, "position")?.chunks_exact(4);
            let words = bytes.map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            let record = Record { costs: [costs[0], costs[1]], words: words.collect() };
            if !record.is_sound(shape) {
                return Err(wrong("words of no position".to_string(), "packed positions"));
            }
            records.push(record);
        }
        reader.end()?;
        if count > capacity || (next > 0 && (count < capacity || next >= count)) || capacity == 0 {
            return Err(wrong(format!("{count} positions in a ring of {capacity}"), "a ring"));
        }
        Ok(Replay { capacity, records, next })
    }
}
