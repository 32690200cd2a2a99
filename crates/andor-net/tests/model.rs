//! Model files: what is written is read again, and what was changed is refused.

use andor_net::model::{MAGIC, crc32};
use andor_net::{Encoding, Model, Parameters, Shape, Subject, Target};

const ENCODINGS: [Encoding; 3] = [Encoding::F32, Encoding::Bf16, Encoding::Int8];

/// The place of the first text.
const TEXTS: usize = 23;

fn model(shape: Shape, scales: Option<Vec<f32>>) -> Model {
    Model {
        game: "gomoku".to_string(),
        rules: "freestyle, ☖".to_string(),
        planes_version: 513,
        target: Target::Costs,
        record: "3 steps".to_string(),
        parameters: Parameters::new(shape, 1),
        scales,
    }
}

fn small() -> Model {
    let shape =
        Shape { width: 3, height: 2, planes: 2, extra_moves: 1, blocks: 1, filters: 2, bins: 3 };
    model(shape, Some(vec![0.25, 0.5]))
}

/// Gives changed bytes the right checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn bytes_of(model: &Model, encoding: Encoding) -> Vec<u8> {
    model.encode(encoding).expect("a good model")
}

fn error_of(bytes: &[u8]) -> String {
    Model::decode(bytes).expect_err("a wrong file").to_string()
}

#[test]
fn the_checksum_is_that_of_gzip() {
    assert_eq!((crc32(b""), crc32(b"123456789")), (0, 0xcbf4_3926));
}

#[test]
fn floats_are_read_again() {
    for target in [Target::Costs, Target::Outcome] {
        for scales in [None, Some(vec![0.25, 0.5])] {
            let model = Model { target, scales, ..small() };
            assert_eq!(Model::decode(&bytes_of(&model, Encoding::F32)), Ok(model));
        }
    }
}

#[test]
fn shorter_numbers_are_near_and_stay() {
    let shape =
        Shape { width: 9, height: 9, planes: 5, extra_moves: 0, blocks: 2, filters: 20, bins: 30 };
    let exact = model(shape, None);
    let length = bytes_of(&exact, Encoding::F32).len();
    for (encoding, share, steps) in
        [(Encoding::Bf16, 0.55, 1.0 / 128.0), (Encoding::Int8, 0.6, 1.0 / 127.0)]
    {
        let bytes = bytes_of(&exact, encoding);
        assert!((bytes.len() as f64) < share * length as f64, "{encoding:?}: {}", bytes.len());
        let near = Model::decode(&bytes).expect("a model");
        for tensor in shape.tensors() {
            let exact = &exact.parameters.values()[tensor.range()];
            let near = &near.parameters.values()[tensor.range()];
            let most = exact.iter().fold(0f32, |most, value| most.max(value.abs()));
            for (exact, near) in exact.iter().zip(near) {
                assert!(
                    (exact - near).abs() <= 0.51 * steps * most,
                    "{}: {near}, not {exact}",
                    tensor.part
                );
            }
        }
        assert_ne!(near, exact);
        assert_eq!(bytes_of(&near, encoding), bytes, "{encoding:?} of {encoding:?}");
    }
}

#[test]
fn the_largest_numbers_stay_finite() {
    let mut large = small();
    let values = large.parameters.values_mut();
    values.iter_mut().for_each(|value| *value = f32::MAX.copysign(*value));
    for encoding in ENCODINGS {
        let back = Model::decode(&bytes_of(&large, encoding)).expect("finite numbers");
        let near = back.parameters.values().iter().all(|value| value.abs() > 0.99 * f32::MAX);
        assert!(near, "{encoding:?}");
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    for encoding in ENCODINGS {
        let bytes = bytes_of(&small(), encoding);
        for at in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert!(Model::decode(&changed).is_err(), "byte {at} changed by {change}");
            }
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    for encoding in ENCODINGS {
        let bytes = bytes_of(&small(), encoding);
        for length in 0..bytes.len() {
            assert!(Model::decode(&bytes[..length]).is_err(), "{length} bytes");
            // A cut with a right checksum shows the length that is missing.
            if length >= MAGIC.len() + 6 {
                assert!(
                    Model::decode(&sealed(bytes[..length].to_vec())).is_err(),
                    "{length} bytes"
                );
            }
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(error_of(&sealed(longer)), "1 bytes after the last tensor; expected none");
    }
}

#[test]
fn errors_say_what_was_found_and_expected() {
    let bytes = bytes_of(&small(), Encoding::F32);
    let change = |at: usize, new: &[u8]| {
        let mut changed = bytes.clone();
        changed[at..at + new.len()].copy_from_slice(new);
        error_of(&sealed(changed))
    };
    assert_eq!(error_of(b"PK\x03"), "it begins with PK\\x03; expected ANDORNET, a model file");
    assert_eq!(change(8, &[2, 1]), "version 258 of the format; expected version 1");
    assert_eq!(change(10, &[20]), "a network with 20 columns; expected 2 to 19");
    assert_eq!(change(12, &[0, 1]), "a network with 256 planes; expected 1 to 64");
    assert_eq!(change(20, &[255, 255]), "a network with 65535 bins; expected 2 to 2048");
    assert_eq!(change(22, &[7]), "the number 7 as the target; expected 0 or 1");
    assert_eq!(
        change(TEXTS, &[0, 0, 0, 64]),
        "1073741824 bytes as the game; expected at most 1048576 bytes of UTF-8"
    );
    let rest = bytes.len() - TEXTS - 8;
    assert_eq!(change(TEXTS, &[0, 0, 15]), format!("{rest} bytes for the game; expected 983040"));
    assert_eq!(
        change(TEXTS + 4, &[0xff]),
        "invalid utf-8 sequence of 1 bytes from index 0 as the game; expected at most 1048576 bytes of UTF-8"
    );
    let end = bytes.len();
    assert_eq!(
        change(end - 8, &f32::NAN.to_le_bytes()),
        "NaN among the biases of heads; expected finite numbers"
    );
    assert_eq!(
        change(end - 8, &f32::NEG_INFINITY.to_le_bytes()),
        "-inf among the biases of heads; expected finite numbers"
    );
    let first = TEXTS + 12 + "gomoku".len() + "freestyle, ☖".len() + "3 steps".len();
    assert_eq!(change(first, &[2]), "the number 2 as the mark of scales; expected 0 or 1");
    assert_eq!(
        change(first + 1, &0f32.to_le_bytes()),
        "0 among the scales of activations; expected positive numbers"
    );
    assert_eq!(
        change(first + 9, &[3]),
        "the number 3 as the encoding of the convolution 0; expected 0, 1 or 2"
    );
    let mut changed = bytes.clone();
    changed[end - 1] ^= 1;
    let checksum = crc32(&bytes[..end - 4]);
    let expected = format!(
        "the checksum of the bytes is {checksum:08x}; expected {:08x} as stored at the end, so bytes are \
         missing or changed",
        checksum ^ 1 << 24
    );
    assert_eq!(error_of(&changed), expected);
}

#[test]
fn a_network_for_something_else_is_refused() {
    let model = small();
    let subject = model.subject();
    assert_eq!(model.check_subject(&subject), Ok(()));
    let changes: [fn(&mut Subject); 6] = [
        |subject| subject.game.push('x'),
        |subject| subject.rules.clear(),
        |subject| subject.board.1 += 1,
        |subject| subject.extra_moves = 0,
        |subject| subject.planes += 1,
        |subject| subject.planes_version += 1,
    ];
    for change in changes {
        let mut other = subject.clone();
        change(&mut other);
        let error = model.check_subject(&other).expect_err("another subject").to_string();
        assert_eq!(error, format!("a network for {subject}; expected {other}"));
    }
}

#[test]
fn files_are_replaced_whole() {
    let folder = std::env::temp_dir().join(format!("andor-net-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let path = folder.join("small.net");
    let mut model = small();
    model.write(&path, Encoding::Int8).expect("a new file");
    model.record = "4 steps".to_string();
    model.write(&path, Encoding::F32).expect("a replaced file");
    assert_eq!(Model::read(&path).expect("a model"), model);
    let mut wrong = small();
    wrong.parameters.values_mut()[7] = f32::NAN;
    for encoding in ENCODINGS {
        let error = wrong.write(&path, encoding).expect_err("a number that is none").to_string();
        let expected = "NaN among the convolution 0; expected finite numbers";
        assert_eq!(error, format!("{}: {expected}", path.display()));
    }
    let wrong = Model { record: "x".repeat((1 << 20) + 1), ..small() };
    assert!(wrong.write(&path, Encoding::F32).is_err(), "a record that is too long");
    let wrong = Model { scales: Some(vec![1.0; 3]), ..small() };
    let error = wrong.write(&path, Encoding::F32).expect_err("a scale too many").to_string();
    assert!(error.ends_with("12 bytes for the scales of activations; expected 8"), "{error}");
    assert_eq!(Model::read(&path).expect("the old model"), model);
    let nowhere = folder.join("none").join("small.net");
    let error = model.write(&nowhere, Encoding::F32).expect_err("no such folder").to_string();
    assert!(error.starts_with(&nowhere.display().to_string()), "{error}");
    // A folder cannot be replaced by a file, and no part of the file is left beside it.
    let inner = folder.join("inner");
    std::fs::create_dir(&inner).expect("a folder in the folder");
    assert!(model.write(&inner, Encoding::F32).is_err());
    let error = Model::read(&nowhere).expect_err("no such file").to_string();
    assert!(error.starts_with(&nowhere.display().to_string()), "{error}");
    let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder").collect();
    assert_eq!(left.len(), 2, "{left:?}");
    std::fs::remove_dir_all(&folder).expect("an end");
}

/// With `ANDOR_SEEDS` set to a folder, writes small files there for the fuzzer.
#[test]
fn seeds_for_the_fuzzer() {
    let Some(folder) = std::env::var_os("ANDOR_SEEDS") else { return };
    for (name, encoding) in ["f32", "bf16", "int8"].iter().zip(ENCODINGS) {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(path, bytes_of(&small(), encoding)).expect("a folder for seeds");
    }
}
