//! The reader meets strangers: no panic, no large memory, a clear sentence.

use crate::support;
use crate::support::mutate::{Dice, one_block};
use crate::support::problems::{claim, go, lemmas, links, problem, solved};
use andor_checker::write::{BLOCK, crc32, file_start, header_text};
use andor_checker::{
    Certificate, Entry, Link, Options, Pattern, Place, Player, PointSet, Proof, Refusal, Verdict,
    check,
};

fn tic_tac_toe() -> Certificate {
    let board = problem(andor_checker::Game::Mnk { row: 3 }, "X.O/.X./..O", Player::Black, &[]);
    solved(board, support::RICH, &[(Player::Black, 1, &[])]).expect("an easy problem")
}

fn hex() -> Certificate {
    let board = problem(andor_checker::Game::Hex, ".../.../...", Player::Black, &[]);
    solved(board, support::RICH, &[(Player::Black, 1, &[])]).expect("an easy problem")
}

fn pack(raw: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(raw, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn packed_blocks_are_read() {
    let mut certificate = hex();
    for _ in 0..60_000 {
        certificate.entries.push(certificate.entries[0].clone());
    }
    let (stored, packed) = (certificate.encode(None), certificate.encode(Some(&pack)));
    assert!(stored.len() > BLOCK && packed.len() < stored.len() / 4);
    assert_eq!(Certificate::decode(&packed), Ok(certificate));
    for threads in [1, 4] {
        let options = Options { threads, ..Options::default() };
        assert_eq!(
            check(&packed, &options).map(|s| s.claims),
            check(&stored, &options).map(|s| s.claims)
        );
    }
    // With next to no memory blocks are read again and again, and the answer is the same.
    let options = Options { memory: 1, threads: 1, ..Options::default() };
    assert_eq!(
        check(&packed, &options).map(|s| s.claims),
        check(&stored, &Options::default()).map(|s| s.claims)
    );
}

/// A file with one block that is this zstd frame of so many raw bytes.
fn framed(certificate: &Certificate, frame: &[u8], raw: &[u8]) -> Vec<u8> {
    let stored = certificate.encode(None);
    let mut bytes = stored[..stored.len() - raw.len() - 13].to_vec();
    bytes.push(1);
    bytes.extend_from_slice(&(raw.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(frame.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&crc32(raw).to_le_bytes());
    bytes.extend_from_slice(frame);
    bytes
}

/// Section 2 says what a frame may look like; the tests of the second checker have the same frames,
/// and one with a wrong checksum, which is left to the decoder here.
#[test]
fn frames_have_one_form() {
    let certificate = links(true);
    let stored = certificate.encode(None);
    let header = u32::from_le_bytes([stored[10], stored[11], stored[12], stored[13]]) as usize;
    let raw = &stored[14 + header + 4 + 13..];
    let size = raw.len() as u64;
    let block = [&((size as u32) << 3 | 1).to_le_bytes()[..3], raw].concat();
    let magic = [0x28, 0xB5, 0x2F, 0xFD];
    let frame = |head: &[u8], tail: &[u8]| [&magic[..], head, &block, tail].concat();
    let sized =
        |flags: u8, size: u64, bytes: usize| [&[flags][..], &size.to_le_bytes()[..bytes]].concat();
    let verdict = |frame: &[u8]| {
        let checked = check(&framed(&certificate, frame, raw), &Options::default());
        checked.map(drop).map_err(|refusal| refusal.to_string())
    };
    assert!(size < 256 && verdict(&frame(&sized(0x20, size, 1), &[])) == Ok(()));
    assert_eq!(verdict(&frame(&sized(0xE0, size, 8), &[])), Ok(()));
    assert_eq!(verdict(&frame(&sized(0xA0, size, 4), &[])), Ok(()));
    assert_eq!(verdict(&frame(&[0, 0x68], &[])), Ok(()), "a window of 2^23 bytes");
    let plain = frame(&sized(0x20, size, 1), &[]);
    let skipped = [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0];
    for (bad, words) in [
        (frame(&sized(0x24, size, 1), &[1, 2, 3]), "checksum"),
        (frame(&sized(0x20, size + 1, 1), &[]), "says that it has"),
        (frame(&sized(0xE0, size + 1, 8), &[]), "says that it has"),
        (frame(&sized(0xE0, u64::MAX, 8), &[]), "says that it has"),
        (frame(&sized(0x60, 0, 2), &[]), "says that it has 256"),
        (frame(&sized(0x28, size, 1), &[]), "no meaning"),
        (frame(&sized(0x30, size, 1), &[]), "no meaning"),
        (frame(&sized(0x21, 0, 1), &[]), "dictionary"),
        (frame(&[0, 0x69], &[]), "a window of 9437184 bytes"),
        (frame(&sized(0x20, size, 1), &[0]), "bytes follow"),
        ([&plain[..], &plain].concat(), "bytes follow"),
        ([&plain[..], &skipped].concat(), "bytes follow"),
        ([&skipped[..], &plain].concat(), "begin like a frame"),
        (Vec::new(), "begin like a frame"),
    ] {
        let refusal = verdict(&bad).expect_err(words);
        assert!(refusal.contains("zstd frame") && refusal.contains(words), "{words}: {refusal}");
    }
}

/// A compressed block with some bytes changed is refused, or it has the same content.
#[test]
fn changed_frames_are_refused_or_equal() {
    let certificate = hex();
    let good = certificate.encode(Some(&pack));
    let header = u32::from_le_bytes([good[10], good[11], good[12], good[13]]) as usize;
    let frame = 14 + header + 4 + 13;
    assert_eq!(good[frame..frame + 4], [0x28, 0xB5, 0x2F, 0xFD], "a compressed block");
    let mut dice = Dice(7);
    let mut refused = 0;
    for _ in 0..5_000 {
        let mut changed = good.clone();
        for _ in 0..=dice.below(3) {
            let place = frame + dice.below(good.len() - frame);
            changed[place] = dice.below(256) as u8;
        }
        match Certificate::decode(&changed) {
            Ok(found) => assert_eq!(found, certificate),
            Err(refusal) => {
                let refusal = refusal.to_string();
                assert!(refusal.starts_with("not a certificate: block 0, byte "), "{refusal}");
                refused += 1;
            }
        }
    }
    assert!(refused > 4_000, "{refused}");
}

#[test]
fn every_cut_is_refused() {
    for certificate in [tic_tac_toe(), hex()] {
        for bytes in [certificate.encode(None), certificate.encode(Some(&pack))] {
            assert!(check(&bytes, &Options::default()).is_ok());
            for length in 0..bytes.len() {
                let refusal = check(&bytes[..length], &Options::default()).expect_err("cut short");
                assert_eq!(refusal.exit_status(), 1, "{length}: {refusal}");
            }
            let mut longer = bytes.clone();
            longer.push(0);
            assert_eq!(check(&longer, &Options::default()).map_err(|r| r.exit_status()), Err(1));
        }
    }
}

#[test]
fn random_bytes_are_refused() {
    let mut dice = Dice(3);
    let options = Options { threads: 1, steps: 10_000, ..Options::default() };
    let header = header_text(&hex().problem, [3, 3, 0, 1]);
    let go_header = header_text(
        &solved(
            problem(go("psk"), "..", Player::Black, &[]),
            support::PLAIN,
            &[(Player::Black, 0, &[])],
        )
        .expect("an easy problem")
        .problem,
        [3, 3, 0, 1],
    );
    for number in 0..30_000 {
        let random: Vec<u8> = (0..dice.below(80)).map(|_| dice.below(256) as u8).collect();
        let bytes = match number % 5 {
            0 => random,
            1 => file_start(&String::from_utf8_lossy(&random)),
            2 => one_block(&header, &random),
            3 => one_block(&go_header, &random),
            _ => {
                let mut bytes = file_start(&header);
                bytes.push(1);
                bytes.extend_from_slice(&1000_u32.to_le_bytes());
                let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
                frame.extend(random);
                bytes.extend_from_slice(&(frame.len() as u32).to_le_bytes());
                bytes.extend_from_slice(&crc32(&frame).to_le_bytes());
                bytes.extend_from_slice(&frame);
                bytes
            }
        };
        assert!(check(&bytes, &options).is_err());
    }
}

#[test]
fn giant_counts_are_refused() {
    let (certificate, giant) = (hex(), i64::MAX as u64);
    for which in 0..4 {
        let mut counts = [0, 0, 0, 1];
        counts[which] = giant;
        let bytes = one_block(&header_text(&certificate.problem, counts), &[]);
        assert_eq!(check(&bytes, &Options::default()).map_err(|r| r.exit_status()), Err(1));
    }
    // A pattern that says it has 2^63 - 1 answers, and one with a number that is too long.
    let varints: [&[u8]; 2] = [&[255, 255, 255, 255, 255, 255, 255, 255, 127], &[128; 12]];
    for varint in varints {
        let body: Vec<u8> = [0, 0, 9, 10, 0, 0, 0, 0].iter().chain(varint).copied().collect();
        let bytes = one_block(&header_text(&certificate.problem, [1, giant, 0, 1]), &body);
        assert_eq!(check(&bytes, &Options::default()).map_err(|r| r.exit_status()), Err(1));
    }
}

#[test]
fn refusals_are_clear() {
    let certificate = tic_tac_toe();
    let good = header_text(&certificate.problem, [0; 4]);
    let expect = |from: &str, to: &str, sentence: &str| {
        let refusal = check(&file_start(&good.replace(from, to)), &Options::default());
        let refusal = refusal.expect_err("a broken header").to_string();
        assert!(refusal.contains(sentence), "{refusal}");
    };
    expect(
        "game mnk",
        "game chess",
        "unknown game `chess`; expected hex, go, mnk, gomoku, capture, phutball or killall",
    );
    expect("columns 3", "columns 20", "a number from 1 to 19, found `20`");
    expect("columns 3", "columns 03", "found `03`");
    expect("row 3", "rules psk", "expected `row …`, found `rules psk`");
    expect("proven", "true", "expected proven or disproven");
    expect("board X", "board ?", "expected 9 letters");
    expect("blocks 0\n", "blocks 0", "the header ends before its line `blocks …`");
    let mut newer = certificate.encode(None);
    newer[8] += 1;
    let refusal = check(&newer, &Options::default()).expect_err("a newer version").to_string();
    assert!(refusal.contains("version 7, which is newer"), "{refusal}");
    let refusal = check(b"GIF89a..", &Options::default()).expect_err("a picture").to_string();
    assert!(refusal.contains("expected the letters ANDORCRT"), "{refusal}");
}

/// Rules with credits are there since version 3.
#[test]
fn rules_with_credits_are_new() {
    let all = support::problems::all();
    let (_, certificate) =
        all.iter().find(|(name, _)| name == "go 2x2 migos").expect("it is there");
    let mut bytes = certificate.encode(None);
    assert!(check(&bytes, &Options::default()).is_ok());
    bytes[8] = 2;
    let refusal = check(&bytes, &Options::default()).expect_err("too new").to_string();
    assert!(refusal.contains("such rules since version 3 only"), "{refusal}");
}

/// A file of version 1 is read as before; what it did not have yet is refused in it.
#[test]
fn the_first_version_is_read() {
    let first = |certificate: Certificate| {
        let mut bytes = certificate.encode(None);
        bytes[8] = 1;
        check(&bytes, &Options::default()).map_err(|refusal| refusal.to_string())
    };
    assert!(first(hex()).is_ok() && first(links(true)).is_ok() && first(links(false)).is_ok());
    for name in ["fill", "replies", "domination"] {
        let refusal = first(lemmas(name)).expect_err("too new");
        assert!(refusal.contains("of a sort that there is since version 2 only"), "{refusal}");
    }
}

#[test]
fn a_wrong_entry_is_named_and_drawn() {
    let mut certificate = hex();
    let need: PointSet = [0, 3].into_iter().collect();
    let link = Link { winner: Player::Black, ends: [9, 10], zone: need, need };
    certificate.entries.push(Entry::Pattern(Pattern { link, proof: Proof::Answers(vec![]) }));
    let number = certificate.entries.len() as u64 - 1;
    let refusal = check(&certificate.encode(None), &Options::default()).expect_err("wrong");
    let Refusal::Wrong { place, section, picture, .. } = &refusal else { panic!("{refusal}") };
    assert_eq!((*place, *section), (Place::Entry(number), "4.1"));
    assert_eq!(picture, "X . .\n X . .\n  . . .");
    assert_eq!(refusal.exit_status(), 3);
}

#[test]
fn no_game_of_hex_is_won_by_two() {
    let mut certificate = hex();
    certificate.problem.roots[0].at_least = 2;
    let refusal = check(&certificate.encode(None), &Options::default()).expect_err("a lie");
    assert_eq!(refusal.exit_status(), 3);
}

#[test]
fn a_finished_game_needs_no_entry() {
    let mut board = problem(andor_checker::Game::Hex, "XO/X.", Player::White, &[]);
    board.roots = vec![claim(Player::White, 1, Verdict::Disproven, &[])];
    let certificate = Certificate { problem: board, entries: vec![] };
    let summary = check(&certificate.encode(None), &Options::default()).expect("right");
    let claim = "hex 2x2, board with 2 black and 1 white stones, white to move: black wins";
    assert_eq!(summary.claims, [claim]);
}

/// A root whose game is over has no entry if the winner is to move; section 3 has no such case.
#[test]
fn an_entry_holds_with_the_loser_to_move_only() {
    for (to_move, expected) in [(Player::White, Ok(())), (Player::Black, Err(3))] {
        let mut problem = problem(andor_checker::Game::Hex, "XO/X.", to_move, &[]);
        let need: PointSet = [0, 2].into_iter().collect();
        let link = Link { winner: Player::Black, ends: [4, 5], zone: need, need };
        let entry = Entry::Pattern(Pattern { link, proof: Proof::Answers(vec![]) });
        let over = claim(Player::Black, 1, Verdict::Proven, &[]);
        for (number, expected) in [(Some(0), expected), (None, Ok(()))] {
            problem.roots = vec![andor_checker::Root { entry: number, ..over.clone() }];
            let certificate =
                Certificate { problem: problem.clone(), entries: vec![entry.clone()] };
            let found = check(&certificate.encode(None), &Options::default());
            let found = found.map(drop).map_err(|refusal| refusal.exit_status());
            assert_eq!(found, expected, "{to_move:?} to move, entry {number:?}");
        }
    }
}

#[test]
fn control_characters_are_shown_as_escapes() {
    let good = header_text(&tic_tac_toe().problem, [0; 4]);
    for (from, to) in [("game mnk", "game \u{1b}[2J\u{202e}"), ("board X", "board \u{7}\u{9b}1m")] {
        let refusal = check(&file_start(&good.replace(from, to)), &Options::default());
        let text = refusal.expect_err("a broken header").to_string();
        assert!(text.contains("\\u{"), "{text:?}");
        assert!(!text.contains(char::is_control) && !text.contains('\u{202e}'), "{text:?}");
    }
}

#[test]
fn steps_are_limited() {
    let options = Options { steps: 3, ..Options::default() };
    let refusal = check(&tic_tac_toe().encode(None), &options).expect_err("too few steps");
    assert_eq!(refusal.exit_status(), 2);
}
