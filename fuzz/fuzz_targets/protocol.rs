//! Fuzz target for protocol lines: any line gives a command or nothing, and any answer ends with
//! its only blank line.

#![no_main]

// The reader belongs to the binary crate, which is no library.
#[path = "../../crates/andor/src/play/command.rs"]
#[allow(dead_code, reason = "the target uses a part of it")]
mod command;

use command::{Command, answer, is_interrupt};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for line in text.split('\n') {
        if is_interrupt(line) {
            assert_eq!(Command::parse(line), None);
        }
        let Some(command) = Command::parse(line) else { continue };
        let words = || command.arguments.iter().chain([&command.name]);
        assert!(words().all(|word| !word.contains(char::is_control) && !word.contains('#')));
        let id = command.id.clone().unwrap_or_default();
        assert!(id.bytes().all(|b| b.is_ascii_digit()));
        let written = [&[id][..], &[command.name.clone()], &command.arguments].concat().join(" ");
        assert_eq!(Command::parse(&written), Some(command.clone()));
    }
    for result in [Ok(text.to_string()), Err(text.to_string())] {
        let said = answer(Some("1"), &result);
        assert!(said.ends_with("\n\n"));
        assert_eq!(said.find("\n\n"), Some(said.len() - 2));
    }
});
