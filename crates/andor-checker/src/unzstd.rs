//! Unpacking a zstd frame: the form of section 2 of `docs/certificate.md`.
//!
//! The crate `ruzstd` decodes the blocks. A decoder of zstd may ignore much of the frame around them, so the
//! frame is read here a second time: flags, sizes and the checksum.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The letters at the start of a frame.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The largest window of a frame.
const MAX_WINDOW: u64 = 1 << 23;

/// The most bytes of a block, packed or not.
const MAX_BLOCK: u64 = 1 << 17;

/// The bits of the frame header that name a dictionary.
const DICTIONARY: u8 = 3;
/// The bit that says that a checksum follows the blocks.
const CHECKSUM: u8 = 4;
/// The reserved bit and the unused one.
const NO_MEANING: u8 = 24;
/// The bit that says that the window is the whole content.
const SINGLE_SEGMENT: u8 = 32;

/// Unpacks one zstd frame of so many raw bytes, and gives up as soon as it is longer.
pub(crate) fn unpack(data: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let broken = |problem: &str| Err(format!("its zstd frame is not right: {problem}"));
    let failed = |error: &dyn std::fmt::Display| format!("its zstd frame is not right: {error}");
    let (flags, most) = match read_header(data, length as u64) {
        Ok(read) => read,
        Err(problem) => return broken(&problem),
    };
    let (mut raw, mut rest) = (Vec::new(), data);
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(MAX_WINDOW);
    decoder.init(&mut rest).map_err(|error| failed(&error))?;
    while !decoder.is_finished() {
        let size = rest.get(..3).map_or(0, |head| number(head) >> 3);
        if size > most {
            return broken("a block is too large");
        }
        let one = BlockDecodingStrategy::UptoBlocks(1);
        decoder.decode_blocks(&mut rest, one).map_err(|error| failed(&error))?;
        raw.extend(decoder.collect().unwrap_or_default());
        if raw.len() > length {
            return broken(&format!("it has more than {length} bytes of content"));
        }
    }
    if !rest.is_empty() {
        return broken("bytes follow it");
    }
    let is_right = || number(&data[data.len() - 4..]) == xxh64(&raw) & 0xFFFF_FFFF;
    if flags & CHECKSUM != 0 && !is_right() {
        return broken("its checksum is not that of its content");
    }
    Ok(raw)
}

/// The flags of a frame with so many raw bytes, and the most bytes of a block.
fn read_header(data: &[u8], length: u64) -> Result<(u8, u64), String> {
    let mut rest = data.strip_prefix(&MAGIC).ok_or("it does not begin like a frame")?;
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at_checked(count).ok_or("it is cut short")?;
        rest = after;
        Ok::<u64, String>(number(taken))
    };
    let flags = take(1)? as u8;
    if flags & DICTIONARY != 0 {
        return Err("it names a dictionary".to_string());
    }
    if flags & NO_MEANING != 0 {
        return Err("a bit of its header that has no meaning is set".to_string());
    }
    let mut window = length;
    let is_single = flags & SINGLE_SEGMENT != 0;
    if !is_single {
        let byte = take(1)?;
        let base = 1 << (10 + (byte >> 3));
        window = base + base / 8 * (byte & 7);
        if window > MAX_WINDOW {
            return Err(format!("it has a window of {window} bytes, more than {MAX_WINDOW}"));
        }
    }
    let size = [usize::from(is_single), 2, 4, 8][usize::from(flags >> 6)];
    if size > 0 {
        let content = take(size)?.saturating_add(if size == 2 { 256 } else { 0 });
        if content != length {
            return Err(format!("it says that it has {content} bytes of content"));
        }
    }
    Ok((flags, window.min(MAX_BLOCK)))
}

/// An unsigned little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The hash XXH64 with the seed 0, of which a frame has the lower half.
fn xxh64(data: &[u8]) -> u64 {
    let [p1, p2, p3, p4, p5] = PRIMES;
    let mix = |lane: u64, word: u64| {
        lane.wrapping_add(word.wrapping_mul(p2)).rotate_left(31).wrapping_mul(p1)
    };
    let mut hash = p5;
    let stripes = data.chunks_exact(32);
    let rest = stripes.remainder();
    if data.len() >= 32 {
        let mut lanes = [p1.wrapping_add(p2), p2, 0, p1.wrapping_neg()];
        for stripe in stripes {
            let words = stripe.chunks_exact(8).map(number);
            lanes.iter_mut().zip(words).for_each(|(lane, word)| *lane = mix(*lane, word));
        }
        let turned = lanes.iter().zip([1, 7, 12, 18]).map(|(lane, by)| lane.rotate_left(by));
        hash = turned.fold(0, u64::wrapping_add);
        for lane in lanes {
            hash = (hash ^ mix(0, lane)).wrapping_mul(p1).wrapping_add(p4);
        }
    }
    hash = hash.wrapping_add(data.len() as u64);
    let words = rest.chunks_exact(8);
    let mut rest = words.remainder();
    for word in words.map(number) {
        hash = (hash ^ mix(0, word)).rotate_left(27).wrapping_mul(p1).wrapping_add(p4);
    }
    if let Some((word, after)) = rest.split_at_checked(4) {
        hash ^= number(word).wrapping_mul(p1);
        hash = hash.rotate_left(23).wrapping_mul(p2).wrapping_add(p3);
        rest = after;
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte).wrapping_mul(p5)).rotate_left(11).wrapping_mul(p1);
    }
    hash = (hash ^ hash >> 33).wrapping_mul(p2);
    hash = (hash ^ hash >> 29).wrapping_mul(p3);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_must_be_right() {
        let frame = |checksum: [u8; 4]| {
            let start = [0x28, 0xB5, 0x2F, 0xFD, 0x24, 3, 25, 0, 0];
            unpack(&[&start[..], b"abc", &checksum].concat(), 3)
        };
        assert_eq!(frame([0x99, 0x09, 0x77, 0xAD]), Ok(b"abc".to_vec()));
        for place in 0..4 {
            let mut wrong = [0x99, 0x09, 0x77, 0xAD];
            wrong[place] ^= 1;
            assert!(frame(wrong).is_err_and(|problem| problem.contains("checksum")));
        }
    }

    #[test]
    fn known_hashes() {
        assert_eq!(xxh64(b""), 0xEF46_DB37_51D8_E999);
        assert_eq!(xxh64(b"a"), 0xD24E_C4F1_A98C_6E5B);
        assert_eq!(xxh64(b"abc"), 0x44BC_2CF5_AD77_0999);
        assert_eq!(xxh64(b"Nobody inspects the spammish repetition"), 0xFBCE_A83C_8A37_8BF1);
    }
}
