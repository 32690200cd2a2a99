//! Limits of memory: small files that would be large in memory are refused, and the limit holds for
//! what is read.

use crate::support::problems::{claim, go, problem};
use andor_checker::write::{block_bytes, entry_bytes, file_start, header_text};
use andor_checker::{
    Certificate, Entry, Frame, Game, Lemma, Mark, Player, PointSet, Position, Refusal, Side,
    Verdict,
};
use std::time::{Duration, Instant};

/// The most memory that the process has taken so far.
#[cfg(target_os = "linux")]
fn peak() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").expect("a process");
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches("kB").trim().parse::<usize>().expect("a number") * 1024
}

#[cfg(not(target_os = "linux"))]
fn peak() -> usize {
    0
}

fn pack(raw: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(raw, ruzstd::encoding::CompressionLevel::Fastest)
}

fn lemma() -> Entry {
    Entry::Lemma(Lemma {
        cells: vec![[1, 1]],
        ring: vec![Side::Nobody; 6],
        less: vec![Side::Loser],
        more: vec![Side::Nobody],
    })
}

/// The game is over, so that the root is true whatever the entries are.
fn finished() -> andor_checker::Problem {
    let mut problem = problem(Game::Hex, "X./X.", Player::Black, &[]);
    problem.roots = vec![claim(Player::Black, 1, Verdict::Proven, &[])];
    problem
}

/// So many equal blocks, each with so many lemmas of one cell, and a header that tells so many
/// entries.
fn bomb(blocks: u64, lemmas: usize, entries: u64) -> Vec<u8> {
    let problem = finished();
    let raw = entry_bytes(problem.game, problem.area(), &lemma()).repeat(lemmas);
    let block = block_bytes(&raw, Some(&pack));
    let mut bytes = file_start(&header_text(&problem, [entries, 0, 0, blocks]));
    (0..blocks).for_each(|_| bytes.extend_from_slice(&block));
    bytes
}

/// The words of a refusal by a limit.
fn limit(decoded: Result<(Certificate, usize), Refusal>) -> String {
    match decoded {
        Err(Refusal::Limit { what }) => what,
        Err(refusal) => panic!("{refusal}"),
        Ok((certificate, taken)) => panic!("{} entries, {taken}", certificate.entries.len()),
    }
}

/// An entry of Go with as many marks as a block has room for.
fn marks() -> Vec<u8> {
    let (black, white) = ([0].into_iter().collect::<PointSet>(), PointSet::EMPTY);
    let mark = Mark { black, white, to_move: Player::Black, ko: None, waits: 0 };
    let mut problem = problem(go("psk"), ".", Player::White, &[]);
    problem.roots = vec![claim(Player::Black, -1, Verdict::Proven, &[])];
    let entry = Entry::Position(Position {
        root: 0,
        black,
        white,
        frame: Frame { fresh: vec![mark; 500_000], ..Frame::default() },
        answers: Vec::new(),
    });
    let block = block_bytes(&entry_bytes(problem.game, 1, &entry), Some(&pack));
    let mut bytes = file_start(&header_text(&problem, [40, 0, 0, 40]));
    (0..40).for_each(|_| bytes.extend_from_slice(&block));
    bytes
}

/// The only test of this file, because the peak is that of the process.
#[test]
fn bombs_are_refused_below_the_limit() {
    const MIB: usize = 1 << 20;
    let each = 87_000;
    let whole = bomb(100, each, 100 * each as u64);
    assert!(whole.len() < 128 << 10, "{} bytes", whole.len());
    let (before, begun) = (peak(), Instant::now());

    // By the header alone.
    let what = limit(Certificate::decode_within(&whole, 64 * MIB));
    assert!(
        what.contains("67108864 bytes of memory") && what.contains("8700000 entries"),
        "{what}"
    );
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(peak() - before < 8 * MIB, "{} bytes", peak() - before);

    // A header that tells less than there is.
    let lying = bomb(100, each, 1000);
    let refusal = Certificate::decode_within(&lying, 64 * MIB).expect_err("too many entries");
    assert!(matches!(refusal, Refusal::Malformed { .. }), "{refusal}");
    assert!(peak() - before < 24 * MIB, "{} bytes", peak() - before);

    // Marks are not counted by the header, and lemmas take more than their entry.
    let what = limit(Certificate::decode_within(&marks(), 32 * MIB));
    assert!(what.contains("33554432 bytes of memory") && what.contains("of 40 entries"), "{what}");
    let before = peak();
    let what = limit(Certificate::decode_within(&marks(), 160 * MIB));
    assert!(what.contains("of 40 entries"), "{what}");
    assert!(peak() - before < 160 * MIB, "{} bytes", peak() - before);

    // What the limit counts is what is taken.
    let small = bomb(4, each, 4 * each as u64);
    let before = peak();
    let (certificate, taken) = Certificate::decode_within(&small, usize::MAX).expect("room");
    assert_eq!(certificate.entries.len(), 4 * each);
    let found = peak() - before;
    assert!(found < taken + taken / 4 + 32 * MIB, "{found} bytes, counted {taken}");
    drop(certificate);
    let refused = limit(Certificate::decode_within(&small, taken - 1));
    assert!(refused.contains("of 348000 entries take more"), "{refused}");
}
