//! Unpacking a zstd frame: the form of section 2 of `docs/certificate.md`, and RFC 8878.
//!
//! Whatever the RFC calls reserved or corrupted is refused, so that the checkers cannot differ about a file.
//! Blocks are small, and the decoder is plain rather than quick.

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

type Result<T> = std::result::Result<T, String>;

/// Unpacks one zstd frame of so many raw bytes, and gives up as soon as it is longer.
pub(crate) fn unpack(data: &[u8], length: usize) -> Result<Vec<u8>> {
    unpack_frame(data, length).map_err(|problem| format!("its zstd frame is not right: {problem}"))
}

fn unpack_frame(data: &[u8], length: usize) -> Result<Vec<u8>> {
    let (flags, window, mut rest) = read_header(data, length as u64)?;
    let mut frame = Frame::new(window as usize);
    let mut last = false;
    while !last {
        let head = number(take(&mut rest, 3)?) as usize;
        let size = head >> 3;
        need(size <= frame.most_block, "a block is too large")?;
        last = head & 1 == 1;
        match head >> 1 & 3 {
            0 => frame.content.extend_from_slice(take(&mut rest, size)?),
            1 => {
                let byte = take(&mut rest, 1)?[0];
                frame.content.resize(frame.content.len() + size, byte);
            }
            2 => frame.block(take(&mut rest, size)?)?,
            _ => return Err("a block is of the reserved type".to_string()),
        }
        let has = frame.content.len();
        need(has <= length, &format!("it has more than {length} bytes of content"))?;
    }
    let content = frame.content;
    need(content.len() == length, &format!("it has {} bytes of content", content.len()))?;
    if flags & CHECKSUM != 0 {
        let checksum = number(take(&mut rest, 4)?);
        let is_right = checksum == xxh64(&content) & 0xFFFF_FFFF;
        need(is_right, "its checksum is not that of its content")?;
    }
    need(rest.is_empty(), "bytes follow it")?;
    Ok(content)
}

fn need(condition: bool, problem: &str) -> Result<()> {
    if condition { Ok(()) } else { Err(problem.to_string()) }
}

/// The next bytes, all of which must be there.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count).ok_or("it is cut short")?;
    *rest = after;
    Ok(taken)
}

/// The flags of a frame with so many raw bytes, its window, and the rest.
fn read_header(data: &[u8], length: u64) -> Result<(u8, u64, &[u8])> {
    let mut rest = data.strip_prefix(&MAGIC).ok_or("it does not begin like a frame")?;
    let mut take = |count: usize| take(&mut rest, count).map(number);
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

/// An unsigned little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Bits that are read from the end, which is the highest bit that is set.
struct Backward<'a> {
    data: &'a [u8],
    /// How many bits are left; below 0 if more were read than there are.
    left: isize,
}

impl Backward<'_> {
    fn new(data: &[u8]) -> Result<Backward<'_>> {
        let last =
            data.last().copied().filter(|&byte| byte != 0).ok_or("a bit stream has no end")?;
        let left = 8 * data.len() - 1 - last.leading_zeros() as usize;
        Ok(Backward { data, left: left as isize })
    }

    /// The next bits, at most 32, zeros following the last one.
    fn peek(&self, count: usize) -> usize {
        let first = self.left - count as isize;
        let missing = (-first).clamp(0, count as isize);
        let from = first.max(0) as usize;
        let bytes = self.data.get(from / 8..).unwrap_or_default();
        let bits = number(&bytes[..bytes.len().min(8)]) >> (from % 8);
        ((bits & ((1 << (count as isize - missing)) - 1)) << missing) as usize
    }

    /// The next bits. Whether there are enough of them is seen from `left` in the end.
    fn read(&mut self, count: usize) -> usize {
        let bits = self.peek(count);
        self.left -= count as isize;
        bits
    }
}

/// A state of a table of finite state entropy: the symbol, how many bits follow, and what is added to them.
type State = (u8, usize, usize);

#[derive(Clone)]
struct Fse {
    states: Vec<State>,
    accuracy: usize,
}

impl Fse {
    /// The table of a distribution.
    fn new(counts: &[i32], accuracy: usize) -> Fse {
        let size = 1 << accuracy;
        let (mut symbols, mut high) = (vec![0_u8; size], size);
        for (symbol, _) in counts.iter().enumerate().filter(|(_, count)| **count == -1) {
            high -= 1;
            symbols[high] = symbol as u8;
        }
        let mut at = 0;
        for (symbol, &count) in counts.iter().enumerate() {
            for _ in 0..count.max(0) {
                symbols[at] = symbol as u8;
                at = (at + (size >> 1) + (size >> 3) + 3) % size;
                while at >= high {
                    at = (at + (size >> 1) + (size >> 3) + 3) % size;
                }
            }
        }
        let mut next: Vec<usize> =
            counts.iter().map(|count| count.unsigned_abs() as usize).collect();
        let state = |&symbol: &u8| {
            let following = &mut next[usize::from(symbol)];
            let bits = accuracy - following.ilog2() as usize;
            let state = (symbol, bits, (*following << bits) - size);
            *following += 1;
            state
        };
        Fse { states: symbols.iter().map(state).collect(), accuracy }
    }

    /// Reads a distribution.
    fn read(rest: &mut &[u8], most_accuracy: usize, most_symbol: usize) -> Result<Fse> {
        let data = *rest;
        let mut at = 4;
        let peek = |at: usize, count: usize| {
            let bytes = data.get(at / 8..).unwrap_or_default();
            (number(&bytes[..bytes.len().min(8)]) >> (at % 8)) as usize & ((1 << count) - 1)
        };
        let accuracy = peek(0, 4) + 5;
        need(accuracy <= most_accuracy, "a distribution is too exact")?;
        let (mut counts, mut left) = (Vec::new(), 1_i32 << accuracy);
        while left > 0 {
            need(counts.len() <= most_symbol, "a distribution has too many symbols")?;
            let width = (left + 1).ilog2() as usize + 1;
            let mut value = peek(at, width) as i32;
            let short = value & ((1 << (width - 1)) - 1);
            let spare = (1 << width) - 2 - left;
            if short < spare {
                (value, at) = (short, at + width - 1);
            } else {
                value -= if value >> (width - 1) == 1 { spare } else { 0 };
                at += width;
            }
            counts.push(value - 1);
            left -= (value - 1).abs();
            let mut again = if value == 1 { 3 } else { 0 };
            while again == 3 {
                again = peek(at, 2);
                at += 2;
                counts.resize(counts.len() + again, 0);
            }
        }
        let is_whole = left == 0 && counts.len() <= most_symbol + 1;
        need(is_whole, "a distribution is not a whole one")?;
        take(rest, at.div_ceil(8))?;
        Ok(Fse::new(&counts, accuracy))
    }
}

/// A tree of Huffman codes: for each number of so many bits the symbol and the bits that it takes.
struct Huffman {
    codes: Vec<(u8, usize)>,
    width: usize,
}

impl Huffman {
    /// Reads a tree.
    fn read(rest: &mut &[u8]) -> Result<Huffman> {
        let first = usize::from(take(rest, 1)?[0]);
        let mut weights: Vec<u8> = if first < 128 {
            weights(take(rest, first)?)?
        } else {
            let nibbles =
                take(rest, (first - 126) / 2)?.iter().flat_map(|byte| [byte >> 4, byte & 15]);
            nibbles.take(first - 127).collect()
        };
        let total: u64 = weights.iter().filter(|&&w| w > 0).map(|&w| 1 << (w - 1)).sum();
        need(total > 0, "a tree has no symbols")?;
        let width = total.ilog2() as usize + 1;
        let left = (1 << width) - total;
        let is_whole = width <= 11 && left.is_power_of_two();
        need(is_whole, "the weights of a tree are not those of a whole one")?;
        weights.push(left.ilog2() as u8 + 1);
        let mut codes = Vec::new();
        for weight in 1..=width {
            let those =
                (0_u8..=255).zip(&weights).filter(|(_, found)| usize::from(**found) == weight);
            for (symbol, _) in those {
                codes.resize(codes.len() + (1 << (weight - 1)), (symbol, width + 1 - weight));
            }
        }
        Ok(Huffman { codes, width })
    }

    /// So many symbols, which take all bits of the stream.
    fn decode(&self, data: &[u8], count: usize, symbols: &mut Vec<u8>) -> Result<()> {
        let mut bits = Backward::new(data)?;
        for _ in 0..count {
            let (symbol, used) = self.codes[bits.peek(self.width)];
            bits.left -= used as isize;
            symbols.push(symbol);
        }
        need(bits.left == 0, "a stream of literals has another length")
    }
}

/// The weights of a tree, which two states tell in turn.
fn weights(mut rest: &[u8]) -> Result<Vec<u8>> {
    let fse = Fse::read(&mut rest, 6, 255)?;
    let mut bits = Backward::new(rest)?;
    let mut states = [bits.read(fse.accuracy), bits.read(fse.accuracy)];
    need(bits.left >= 0, "the weights of a tree are cut short")?;
    let mut weights = Vec::new();
    for turn in [0, 1].into_iter().cycle() {
        let (symbol, width, base) = fse.states[states[turn]];
        weights.push(symbol);
        states[turn] = base + bits.read(width);
        need(weights.len() < 255, "a tree has too many weights")?;
        if bits.left < 0 {
            weights.push(fse.states[states[1 - turn]].0);
            break;
        }
    }
    need(weights.iter().all(|&weight| weight <= 11), "a weight of a tree is too large")?;
    Ok(weights)
}

/// How the codes of one part of the sequences are read.
struct Part {
    shift: usize,
    usual: &'static [i32],
    usual_accuracy: usize,
    most_symbol: usize,
    most_accuracy: usize,
}

/// Literals lengths, offsets, match lengths.
const PARTS: [Part; 3] = [
    Part {
        shift: 6,
        usual: &[
            4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
            1, 1, 1, -1, -1, -1, -1,
        ],
        usual_accuracy: 6,
        most_symbol: 35,
        most_accuracy: 9,
    },
    Part {
        shift: 4,
        usual: &[
            1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
            -1,
        ],
        usual_accuracy: 5,
        most_symbol: 31,
        most_accuracy: 8,
    },
    Part {
        shift: 2,
        usual: &[
            1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
        ],
        usual_accuracy: 6,
        most_symbol: 52,
        most_accuracy: 9,
    },
];

/// The extra bits of the codes of literals lengths from 16 on, and of match lengths from 32 on.
const LITERAL_BITS: [usize; 20] =
    [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const MATCH_BITS: [usize; 21] =
    [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// The least length of a code and its extra bits; codes below the first one have none.
fn length(code: u8, first: usize, bits: &[usize]) -> (usize, usize) {
    let code = usize::from(code);
    match code.checked_sub(first) {
        None => (code, 0),
        Some(above) => {
            (first + bits[..above].iter().map(|bits| 1 << bits).sum::<usize>(), bits[above])
        }
    }
}

/// The content so far, and what a block leaves to the next one.
struct Frame {
    window: usize,
    most_block: usize,
    content: Vec<u8>,
    huffman: Option<Huffman>,
    tables: [Option<Fse>; 3],
    offsets: [usize; 3],
}

impl Frame {
    fn new(window: usize) -> Frame {
        Frame {
            window,
            most_block: window.min(MAX_BLOCK as usize),
            content: Vec::new(),
            huffman: None,
            tables: [None, None, None],
            offsets: [1, 4, 8],
        }
    }

    /// Adds the content of a compressed block.
    fn block(&mut self, mut rest: &[u8]) -> Result<()> {
        need(rest.len() > 1, "a compressed block is too short")?;
        let literals = self.literals(&mut rest)?;
        let most = self.content.len() + self.most_block;
        let count = match usize::from(take(&mut rest, 1)?[0]) {
            first @ 0..128 => first,
            first @ 128..255 => (first - 128) << 8 | usize::from(take(&mut rest, 1)?[0]),
            _ => number(take(&mut rest, 2)?) as usize + 0x7F00,
        };
        let left = if count > 0 {
            self.sequences(rest, count, &literals, most)?
        } else {
            need(rest.is_empty(), "bytes follow the last sequence")?;
            &literals
        };
        self.content.extend_from_slice(left);
        need(self.content.len() <= most, "a block has too much content")
    }

    fn literals(&mut self, rest: &mut &[u8]) -> Result<Vec<u8>> {
        let (kind, form) = (rest[0] & 3, usize::from(rest[0] >> 2 & 3));
        let too_many = "there are too many literals";
        if kind < 2 {
            let head = number(take(rest, [1, 2, 1, 3][form])?) as usize;
            let count = head >> if form % 2 == 1 { 4 } else { 3 };
            need(count <= self.most_block, too_many)?;
            return Ok(match kind {
                0 => take(rest, count)?.to_vec(),
                _ => vec![take(rest, 1)?[0]; count],
            });
        }
        let (size, width) = [(3, 10), (3, 10), (4, 14), (5, 18)][form];
        let head = number(take(rest, size)?) as usize >> 4;
        let (count, packed) = (head & ((1 << width) - 1), head >> width);
        need(count <= self.most_block, too_many)?;
        let mut data = take(rest, packed)?;
        if kind == 2 {
            self.huffman = Some(Huffman::read(&mut data)?);
        }
        let huffman = self.huffman.as_ref().ok_or("there is no tree of an earlier block")?;
        let mut literals = Vec::with_capacity(count);
        if form == 0 {
            huffman.decode(data, count, &mut literals)?;
            return Ok(literals);
        }
        let sizes = take(&mut data, 6)?;
        let each = count.div_ceil(4);
        need(3 * each <= count, "there are too few literals for four streams")?;
        for size in sizes.chunks_exact(2) {
            let stream = take(&mut data, number(size) as usize)?;
            huffman.decode(stream, each, &mut literals)?;
        }
        huffman.decode(data, count - 3 * each, &mut literals)?;
        Ok(literals)
    }

    /// Adds the content of so many sequences, and gives the literals that are left.
    fn sequences<'l>(
        &mut self,
        mut rest: &[u8],
        count: usize,
        mut literals: &'l [u8],
        most: usize,
    ) -> Result<&'l [u8]> {
        let modes = take(&mut rest, 1)?[0];
        need(modes & 3 == 0, "a bit of the sequences that has no meaning is set")?;
        for (part, table) in PARTS.iter().zip(&mut self.tables) {
            match modes >> part.shift & 3 {
                0 => *table = Some(Fse::new(part.usual, part.usual_accuracy)),
                1 => {
                    let symbol = take(&mut rest, 1)?[0];
                    need(usize::from(symbol) <= part.most_symbol, "a symbol is too large")?;
                    *table = Some(Fse { states: vec![(symbol, 0, 0)], accuracy: 0 });
                }
                2 => *table = Some(Fse::read(&mut rest, part.most_accuracy, part.most_symbol)?),
                _ => need(table.is_some(), "there is no table of an earlier block")?,
            }
        }
        let tables =
            self.tables.clone().map(|table| table.map_or(Vec::new(), |table| table.states));
        let mut bits = Backward::new(rest)?;
        let mut states = tables.each_ref().map(|table| bits.read(table.len().ilog2() as usize));
        for left in (0..count).rev() {
            let [of_literals, of_offset, of_match] = [0, 1, 2].map(|i| tables[i][states[i]]);
            let code = usize::from(of_offset.0);
            let value = (1 << code) + bits.read(code);
            let (least, extra) = length(of_match.0, 32, &MATCH_BITS);
            let copied = 3 + least + bits.read(extra);
            let (least, extra) = length(of_literals.0, 16, &LITERAL_BITS);
            let taken = least + bits.read(extra);
            if left > 0 {
                for (i, state) in [(0, of_literals), (2, of_match), (1, of_offset)] {
                    states[i] = state.2 + bits.read(state.1);
                }
            }
            need(bits.left >= 0, "the sequences are cut short")?;
            let offset = self.offset(value, taken)?;
            let (own, after) = (literals.split_at_checked(taken))
                .ok_or("a sequence needs more literals than there are")?;
            self.content.extend_from_slice(own);
            literals = after;
            let reach = self.content.len().min(self.window);
            need(offset <= reach, "an offset is too large")?;
            need(self.content.len() + copied <= most, "a block has too much content")?;
            for _ in 0..copied {
                self.content.push(self.content[self.content.len() - offset]);
            }
        }
        need(bits.left == 0, "bits follow the last sequence")?;
        Ok(literals)
    }

    /// An offset, which may be one of the last three.
    fn offset(&mut self, value: usize, literals: usize) -> Result<usize> {
        let [first, second, third] = self.offsets;
        self.offsets = match (value, literals) {
            (1, 1..) => [first, second, third],
            (2, 1..) | (1, 0) => [second, first, third],
            (3, 1..) | (2, 0) => [third, first, second],
            (3, 0) => [first - 1, first, second],
            _ => [value - 3, first, second],
        };
        need(self.offsets[0] > 0, "an offset is 0")?;
        Ok(self.offsets[0])
    }
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
