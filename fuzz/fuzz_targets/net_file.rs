//! Fuzz target for model files: any bytes give a model or a refusal, and a model is written and
//! read again the same.
//!
//! The checksum would keep the fuzzer out, so the last four bytes are replaced by the right ones.

#![no_main]

use andor_net::model::crc32;
use andor_net::{Encoding, Model};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Model::decode(bytes);
    let Some((body, _)) = bytes.split_last_chunk::<4>() else { return };
    let sealed = [body, &crc32(body).to_le_bytes()].concat();
    let Ok(model) = Model::decode(&sealed) else { return };
    assert!(model.parameters.values().iter().all(|value| value.is_finite()));
    let again = model.encode(Encoding::F32).expect("a model that was read");
    assert_eq!(Model::decode(&again), Ok(model.clone()));
    for encoding in [Encoding::Bf16, Encoding::Int8] {
        let bytes = model.encode(encoding).expect("a model that was read");
        let near = Model::decode(&bytes).expect("a model that was written");
        assert_eq!(near.subject(), model.subject());
    }
});
