//! Fuzz target for certificates: any bytes give a certificate or a refusal, and a certificate is written
//! and read again the same.
//!
//! Checksums would keep the fuzzer out. So bytes that do not begin like a file are taken as a header, a
//! blank line and the body of one block, and get their checksums here.

#![no_main]

use andor_checker::write::{MAGIC, crc32, file_start};
use andor_checker::{Certificate, Options, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = Options { steps: 20_000, memory: 1 << 24, threads: 1, ..Options::default() };
    let made;
    let file = if bytes.starts_with(MAGIC) {
        bytes
    } else {
        made = file_of(bytes);
        &made
    };
    let checked = check(file, &options);
    let Ok(certificate) = Certificate::decode(file) else {
        assert!(checked.is_err(), "what is checked can be read");
        return;
    };
    let again = certificate.encode(None);
    assert_eq!(Certificate::decode(&again), Ok(certificate));
    if let Ok(summary) = checked {
        let again = check(&again, &options).expect("the same certificate");
        assert_eq!(again.claims, summary.claims);
    }
});

fn file_of(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").map_or(bytes.len(), |at| at + 1);
    let (header, body) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let mut file = file_start(&String::from_utf8_lossy(header));
    file.push(0);
    file.extend_from_slice(&(body.len() as u32).to_le_bytes());
    file.extend_from_slice(&(body.len() as u32).to_le_bytes());
    file.extend_from_slice(&crc32(body).to_le_bytes());
    file.extend_from_slice(body);
    file
}
