//! Unpacking a zstd frame: section 2 of `docs/certificate.md`, and RFC 8878.
//!
//! The crate `ruzstd` decodes. Nothing that it gives is trusted: the raw bytes must have the length
//! and the CRC-32 of their block, and every entry in them is checked. The header of the frame is
//! read here, because it decides how much memory the decoder takes.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The letters at the start of a frame.
const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The largest window of a frame.
const MAX_WINDOW: u64 = 1 << 23;

/// The bits of the frame header that name a dictionary.
const DICTIONARY: u8 = 3;
/// The bit that says that a checksum follows the blocks.
const CHECKSUM: u8 = 4;
/// The reserved bit and the unused one.
const NO_MEANING: u8 = 24;
/// The bit that says that the window is the whole content.
const SINGLE_SEGMENT: u8 = 32;
/// The bits that say that the length of the content has eight bytes.
const EIGHT_BYTES: u8 = 192;

/// Unpacks one zstd frame of so many raw bytes, and gives up soon after it is longer.
pub(super) fn unpack(data: &[u8], length: usize) -> Result<Vec<u8>, String> {
    unpack_frame(data, length).map_err(|problem| format!("its zstd frame is not right: {problem}"))
}

fn unpack_frame(data: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let (flags, window, mut blocks) = read_header(data, length as u64)?;
    // The decoder keeps a window of what it has unpacked. It gets a header of one segment in place
    // of the frame's own, so that a window larger than the content takes no memory.
    let flags = SINGLE_SEGMENT | EIGHT_BYTES | flags & CHECKSUM;
    let window = window.min(length as u64).to_le_bytes();
    let header = [&MAGIC[..], &[flags], &window].concat();
    let mut decoder = FrameDecoder::new();
    let cannot = |error| format!("it cannot be unpacked ({error})");
    decoder.init(header.as_slice()).map_err(cannot)?;
    let mut content = Vec::new();
    while !decoder.is_finished() {
        let decoded = decoder.decode_blocks(&mut blocks, BlockDecodingStrategy::UptoBlocks(1));
        decoded.map_err(cannot)?;
        content.append(&mut decoder.collect().unwrap_or_default());
        if content.len() > length {
            return Err(format!("it has more than {length} bytes of content"));
        }
    }
    if content.len() < length {
        return Err(format!("it has {} bytes of content", content.len()));
    }
    match blocks {
        [] => Ok(content),
        _ => Err("bytes follow it".to_string()),
    }
}

/// The flags of a frame with so many raw bytes, its window, and the rest.
fn read_header(data: &[u8], length: u64) -> Result<(u8, u64, &[u8]), String> {
    let mut rest = data.strip_prefix(&MAGIC).ok_or("it does not begin like a frame")?;
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at_checked(count).ok_or("it is cut short")?;
        rest = after;
        let number = taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Ok::<u64, String>(number)
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
    Ok((flags, window, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a block of the frame that has this byte so many times.
    fn repeated(count: u32, byte: u8, is_last: bool) -> [u8; 4] {
        let [one, two, three, _] = (count << 3 | 1 << 1 | u32::from(is_last)).to_le_bytes();
        [one, two, three, byte]
    }

    /// A frame with a window of 8 MiB.
    fn frame(blocks: &[[u8; 4]]) -> Vec<u8> {
        [&MAGIC[..], &[0, 0x68], &blocks.concat()].concat()
    }

    #[test]
    fn a_frame_of_the_right_length_is_unpacked() {
        let packed = frame(&[repeated(1000, 5, false), repeated(24, 6, true)]);
        let content = [vec![5; 1000], vec![6; 24]].concat();
        assert_eq!(unpack(&packed, 1024), Ok(content));
        for (length, words) in [(1023, "more than 1023"), (1025, "1024 bytes of content")] {
            let problem = unpack(&packed, length).expect_err(words);
            assert!(problem.contains(words), "{problem}");
        }
        for end in 0..packed.len() {
            assert!(unpack(&packed[..end], 1024).is_err(), "{end}");
        }
    }

    /// The frame has 64 GiB of content.
    #[test]
    fn a_bomb_is_refused_when_its_content_is_too_long() {
        let packed = frame(&vec![repeated(1 << 17, 0, false); 1 << 19]);
        for length in [1 << 17, 1 << 20] {
            let problem = unpack(&packed, length).expect_err("too long");
            assert!(problem.contains("more than"), "{problem}");
        }
        let problem = unpack(&packed, 1000).expect_err("too long");
        assert!(problem.contains("zstd frame"), "{problem}");
    }
}
