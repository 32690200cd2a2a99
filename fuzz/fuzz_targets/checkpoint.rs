//! Fuzz target for the checkpoints of trainings and their positions: any bytes give one or a
//! refusal, and what is read is written again the same.
//!
//! The checksum would keep the fuzzer out, so the last four bytes are replaced by the right ones.

#![no_main]

use andor_core::PlaneShape;
use andor_net::model::crc32;
use andor_train::{Checkpoint, Replay};
use libfuzzer_sys::fuzz_target;

/// The measures of the positions in the seeds.
const SHAPE: PlaneShape = PlaneShape { columns: 3, rows: 3, planes: 5, others: 0 };

fuzz_target!(|bytes: &[u8]| {
    let _ = (Checkpoint::decode(bytes), Replay::decode(bytes, SHAPE));
    let Some((body, _)) = bytes.split_last_chunk::<4>() else { return };
    let sealed = [body, &crc32(body).to_le_bytes()].concat();
    if let Ok(checkpoint) = Checkpoint::decode(&sealed) {
        assert_eq!(checkpoint.encode(), sealed);
    }
    if let Ok(replay) = Replay::decode(&sealed, SHAPE) {
        assert_eq!(replay.encode(SHAPE), sealed);
    }
});
