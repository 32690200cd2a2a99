//! Fuzz target for lines of the Gomocup protocol: any line gives a command, an item, or what is
//! wrong with it; what was read is read again from its text.

#![no_main]

// The reader belongs to the binary crate, which is no library.
#[path = "../../crates/andor/src/play/gomocup/line.rs"]
#[allow(dead_code, reason = "the target uses a part of it")]
mod line;

use libfuzzer_sys::fuzz_target;
use line::{BadLine, Request, ends_thinking, parse, parse_item};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.split('\n') {
        match parse(line) {
            None => {}
            Some(Ok(request)) => {
                let is_end = matches!(request, Request::Stop | Request::End);
                assert_eq!(ends_thinking(line), is_end);
                assert_eq!(parse(&request.to_string()), Some(Ok(request)));
            }
            Some(Err(BadLine::Unknown(text) | BadLine::Broken(text))) => {
                assert!(!text.contains(char::is_control), "{text:?}");
            }
        }
        if let Some(item) = parse_item(line) {
            assert_eq!(parse_item(&item.to_string()), Some(item));
        }
    }
});
