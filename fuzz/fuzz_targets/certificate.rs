//! Fuzz target for certificates: any bytes give a certificate or a refusal, and a certificate is
//! written and read again the same.
//!
//! Checksums would keep the fuzzer out. So bytes that do not begin like a file are taken as a
//! header, a blank line and the body of one block, and get their checksums here. The body is stored
//! in one file and compressed in a second file: both give the same certificate or no certificate.

#![no_main]

use andor_checker::write::{MAGIC, crc32, file_start};
use andor_checker::{Certificate, Options, check};
use libfuzzer_sys::fuzz_target;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fuzz_target!(|bytes: &[u8]| {
    if bytes.starts_with(MAGIC) {
        read(bytes);
        return;
    }
    let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |at| at + 1);
    let (header, body) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let start = file_start(&String::from_utf8_lossy(header));
    let stored = read(&file(&start, STORED, body, body));
    let packed =
        read(&file(&start, PACKED, body, &compress_to_vec(body, CompressionLevel::Fastest)));
    assert!(stored == packed, "a block is the same stored and compressed");
});

/// The ways in which a block lies in a file.
const STORED: u8 = 0;
const PACKED: u8 = 1;

/// Checks and reads a file; gives its certificate, if the file has one.
fn read(file: &[u8]) -> Option<Certificate> {
    let options = Options { steps: 20_000, memory: 1 << 24, threads: 1, ..Options::default() };
    let checked = check(file, &options);
    let Ok(certificate) = Certificate::decode(file) else {
        assert!(checked.is_err(), "what is checked can be read");
        return None;
    };
    let again = certificate.encode(None);
    assert_eq!(Certificate::decode(&again).as_ref(), Ok(&certificate));
    if let Ok(summary) = checked {
        let again = check(&again, &options).expect("the same certificate");
        assert_eq!(again.claims, summary.claims);
    }
    Some(certificate)
}

/// A file with one block: its raw bytes, and the bytes in which they lie in the file.
fn file(start: &[u8], method: u8, raw: &[u8], data: &[u8]) -> Vec<u8> {
    let mut file = start.to_vec();
    file.push(method);
    for number in [raw.len() as u32, data.len() as u32, crc32(raw)] {
        file.extend_from_slice(&number.to_le_bytes());
    }
    file.extend_from_slice(data);
    file
}
