//! Certificates of small problems are accepted, and what they say is true.

mod support;

use andor_checker::{Certificate, Knowledge, Options, check};
use std::time::Instant;

#[test]
fn certificates_of_small_problems_verify() {
    for (name, certificate) in support::problems::all() {
        let begin = Instant::now();
        let bytes = certificate.encode(None);
        let summary = check(&bytes, &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let seconds = begin.elapsed().as_secs_f64();
        println!("{name}: {summary}, {seconds:.4} s");
        assert_eq!(Certificate::decode(&bytes).as_ref(), Ok(&certificate), "{name}");
        for root in &certificate.problem.roots {
            assert_eq!(
                support::truth(&certificate.problem, root, 100_000_000),
                Some(true),
                "{name}"
            );
        }
        let rules_only = Options { knowledge: Knowledge::RulesOnly, ..Options::default() };
        assert_eq!(check(&bytes, &rules_only).is_ok(), summary.leaves.is_empty());
    }
}

/// With `ANDOR_SEEDS` set to a folder, writes small certificates there for the fuzzer: whole files,
/// and header and body without checksums.
#[test]
fn seeds_for_the_fuzzer() {
    let Some(folder) = std::env::var_os("ANDOR_SEEDS") else { return };
    for (name, certificate) in support::problems::all() {
        let bytes = certificate.encode(None);
        let wanted = ["hex 2x2 rich", "mnk 3x2x2 rich", "go 1x3 psk rich", "go 1x5 left ssk rich"];
        if !wanted.contains(&name.as_str()) {
            continue;
        }
        let path = std::path::Path::new(&folder).join(name.replace(' ', "-"));
        let length = u32::from_le_bytes([bytes[10], bytes[11], bytes[12], bytes[13]]) as usize;
        let (header, body) = (&bytes[14..14 + length], &bytes[14 + length + 4 + 13..]);
        let bare = [header, b"\n", body].concat();
        std::fs::write(path.with_extension("bare"), bare).expect("a folder for seeds");
        std::fs::write(path.with_extension("cert"), bytes).expect("a folder for seeds");
    }
}
