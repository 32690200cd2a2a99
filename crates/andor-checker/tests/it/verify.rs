//! Certificates of small problems are accepted, and what they say is true.

#![allow(clippy::print_stdout, reason = "counts are what these tests are read for")]

use crate::support;
use andor_checker::{Certificate, Entry, Game, Knowledge, Options, Player, Refusal, check};
use std::collections::HashMap;
use std::time::Instant;

/// A limit of just the memory that a certificate takes is enough, and less is not.
fn check_limit(name: &str, certificate: &Certificate, bytes: &[u8]) {
    let (read, taken) = Certificate::decode_within(bytes, usize::MAX).expect("room");
    assert_eq!(read, *certificate, "{name}");
    assert!(taken >= certificate.entries.len() * size_of::<Entry>(), "{name}: {taken}");
    assert_eq!(Certificate::decode_within(bytes, taken), Ok((read, taken)), "{name}");
    if taken > 0 {
        let refusal = Certificate::decode_within(bytes, taken - 1).expect_err("too little");
        assert!(matches!(refusal, Refusal::Limit { .. }), "{name}: {refusal}");
        assert!(
            refusal.to_string().contains(&format!("limit of {} bytes", taken - 1)),
            "{refusal}"
        );
    }
}

#[test]
fn certificates_of_small_problems_verify() {
    let all = support::problems::all();
    // The naive solver gives up on some; these must be there.
    for name in [
        "hex 2x2 plain",
        "hex 3x3 chain",
        "hex 3x3 capture",
        "hex 3x3 fill",
        "hex 3x3 replies",
        "hex 3x3 domination",
        "hex 4x4 a3",
        "hex 3x3 plain",
        "hex 3x3 rich",
        "mnk 3x3x3 rich",
        "mnk 4x3x3 rich",
        "go 1x3 psk rich",
        "go 1x3 moves tromp-taylor rich",
        "go 1x4 empty ssk rich",
        "go 1x4 black basic-ko rich",
        "go 2x2 moves psk rich",
        "go 2x2 empty tromp-taylor rich",
    ] {
        assert!(all.iter().any(|(made, _)| made == name), "{name} is missing");
    }
    // Certificates in several styles say the same.
    let mut truths: HashMap<String, Option<bool>> = HashMap::new();
    for (name, certificate) in all {
        let begin = Instant::now();
        let bytes = certificate.encode(None);
        let summary = check(&bytes, &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let seconds = begin.elapsed().as_secs_f64();
        println!("{name}: {summary}, {seconds:.4} s");
        assert_eq!(Certificate::decode(&bytes).as_ref(), Ok(certificate), "{name}");
        check_limit(name, certificate, &bytes);
        for root in &certificate.problem.roots {
            let mut bare = certificate.problem.clone();
            bare.roots = vec![root.clone()];
            (bare.roots[0].first, bare.roots[0].entry, bare.roots[0].theorem) = (None, None, None);
            let solve = || support::truth(&certificate.problem, root, 100_000_000);
            let truth = truths.entry(format!("{bare:?}")).or_insert_with(solve);
            assert_eq!(*truth, Some(true), "{name}");
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
        let wanted = [
            "hex 2x2 rich",
            "mnk 3x2x2 rich",
            "go 1x3 psk rich",
            "go 1x4 black ssk rich",
            "go 2x2 migos",
        ];
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

#[test]
fn the_program_ends_with_the_status_of_the_check() {
    let folder = std::env::temp_dir().join(format!("andor-checker-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let board = support::problems::problem(Game::Hex, "../..", Player::Black, &[]);
    let claims: [(Player, i64, &[u16]); 1] = [(Player::Black, 1, &[])];
    let certificate = support::problems::solved(board, support::PLAIN, &claims).expect("easy");
    let good = certificate.encode(None);
    let mut lie = certificate;
    lie.problem.roots[0].verdict = andor_checker::Verdict::Disproven;
    type Case<'a> = (&'a str, &'a [u8], &'a [&'a str], i32, &'a str);
    let cases: [Case<'_>; 5] = [
        ("good", &good, &[], 0, "black to move: black wins"),
        ("rules", &good, &["--rules-only", "--threads", "2"], 0, "verified"),
        ("lie", &lie.encode(None), &[], 3, "root 0"),
        ("cut", &good[..good.len() - 1], &[], 1, "cut short"),
        ("steps", &good, &["--steps", "1"], 2, "the limit of 1 steps"),
    ];
    for (name, bytes, options, status, text) in cases {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_andor-checker"));
        let output = command.arg(&path).args(options).output().expect("the program runs");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).to_string();
        assert_eq!(output.status.code(), Some(status), "{name}: {said}");
        assert!(said.contains(text), "{name}: {said}");
        assert_eq!(said.contains("verified"), status == 0, "{name}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
