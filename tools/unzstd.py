"""Unpack a zstd frame as section 2 of docs/certificate.md allows it; standard library only.

The numbers after "RFC" are sections of RFC 8878. What the RFC calls corrupted is refused, and a frame
must moreover be exactly of the form that the text describes, so that two checkers cannot differ.
"""

MOST_BLOCK = 1 << 17  # RFC 3.1.1.2.4: the greatest size of a block, before and after
MASK = (1 << 64) - 1


class Broken(Exception):
    """The bytes are no such frame; the text is the reason."""


def need(condition, problem):
    """Refuse the frame unless the condition is true."""
    if not condition:
        raise Broken(problem)


def unpack(data, raw_length, most_window):
    """The content of the frame, which must have this length."""
    need(len(data) > 5 and data[:4] == b"\x28\xb5\x2f\xfd", "it does not begin like a frame")
    flags, at = data[4], 5
    need(not flags & 3, "it names a dictionary")
    need(not flags & 24, "a bit of its header that has no meaning is set")
    window = None
    if not flags & 32:  # RFC 3.1.1.1.2
        base = 1 << 10 + (data[5] >> 3)
        window, at = base + base // 8 * (data[5] & 7), 6
        need(window <= most_window, "it has a window of %d bytes, more than %d" % (
            window, most_window))
    size = (1 if flags & 32 else 0, 2, 4, 8)[flags >> 6]
    if size:  # RFC 3.1.1.1.4
        content = int.from_bytes(take(data, at, size), "little") + (256 if size == 2 else 0)
        need(content == raw_length, "it says that it has %d bytes of content" % content)
        at += size
    frame = Frame(raw_length if window is None else window)
    last = False
    while not last:
        head = int.from_bytes(take(data, at, 3), "little")
        last, kind, size, at = head & 1, head >> 1 & 3, head >> 3, at + 3
        need(size <= frame.most_block, "a block is too large")
        if kind == 1:
            frame.content += take(data, at, 1) * size
            at += 1
        else:
            need(kind != 3, "a block is of the reserved type")
            block = take(data, at, size)
            frame.content += block if kind == 0 else frame.block(block)
            at += size
        need(len(frame.content) <= raw_length, "it has more than %d bytes of content" % raw_length)
    content = bytes(frame.content)
    need(len(content) == raw_length, "it has %d bytes of content" % len(content))
    if flags & 4:  # RFC 3.1.1
        checksum = int.from_bytes(take(data, at, 4), "little")
        need(checksum == xxh64(content) & 0xFFFFFFFF, "its checksum is not that of its content")
        at += 4
    need(at == len(data), "bytes follow it")
    return content


def take(data, at, count):
    """The next bytes, all of which must be there."""
    need(at + count <= len(data), "it is cut short")
    return data[at:at + count]


def xxh64(data):
    """The hash XXH64 with the seed 0."""
    p1, p2, p3, p4, p5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                          0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)

    def turn(x, by):
        return (x << by | x >> 64 - by) & MASK

    def mix(lane, word):
        return turn(lane + word * p2 & MASK, 31) * p1 & MASK

    at, words = 0, [int.from_bytes(data[i:i + 8], "little") for i in range(0, len(data) - 7, 8)]
    if len(data) >= 32:
        lanes = [p1 + p2 & MASK, p2, 0, -p1 & MASK]
        while at + 32 <= len(data):
            lanes = [mix(lane, words[at // 8 + i]) for i, lane in enumerate(lanes)]
            at += 32
        total = sum(turn(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ mix(0, lane)) * p1 + p4) & MASK
    else:
        total = p5
    total = total + len(data) & MASK
    while at + 8 <= len(data):
        total = (turn(total ^ mix(0, words[at // 8]), 27) * p1 + p4) & MASK
        at += 8
    if at + 4 <= len(data):
        word = int.from_bytes(data[at:at + 4], "little")
        total = (turn(total ^ (word * p1 & MASK), 23) * p2 + p3) & MASK
        at += 4
    for byte in data[at:]:
        total = turn(total ^ (byte * p5 & MASK), 11) * p1 & MASK
    for by, prime in ((33, p2), (29, p3)):
        total = (total ^ total >> by) * prime & MASK
    return total ^ total >> 32


class Backward:
    """Bits that are read from the end, which is the highest bit that is set (RFC 4.1)."""

    def __init__(self, data):
        need(data and data[-1], "a bit stream has no end")
        self.data = data + bytes(8)
        self.left = 8 * len(data) - 8 + data[-1].bit_length() - 1

    def peek(self, count):
        """The next bits, zeros following the last one."""
        left = self.left - count
        if left < 0:
            known = max(self.left, 0)
            return (int.from_bytes(self.data[:8], "little") & (1 << known) - 1) << count - known
        return int.from_bytes(self.data[left >> 3:(left >> 3) + 8], "little") >> (left & 7) & (
            1 << count) - 1

    def read(self, count):
        """The next bits. That there are enough of them is seen from `left` in the end."""
        bits = self.peek(count)
        self.left -= count
        return bits


# RFC 3.1.1.3.2.1.1: for each code of a literals or match length the least length and the extra bits.
LITERAL_CODES = [(n, 0) for n in range(16)] + [
    (16, 1), (18, 1), (20, 1), (22, 1), (24, 2), (28, 2), (32, 3), (40, 3), (48, 4), (64, 6),
    (128, 7), (256, 8), (512, 9), (1024, 10), (2048, 11), (4096, 12), (8192, 13), (16384, 14),
    (32768, 15), (65536, 16)]
MATCH_CODES = [(n, 0) for n in range(3, 35)] + [
    (35, 1), (37, 1), (39, 1), (41, 1), (43, 2), (47, 2), (51, 3), (59, 3), (67, 4), (83, 4),
    (99, 5), (131, 7), (259, 8), (515, 9), (1027, 10), (2051, 11), (4099, 12), (8195, 13),
    (16387, 14), (32771, 15), (65539, 16)]
# RFC 3.1.1.3.2.2: the predefined distributions.
LITERAL_USUAL = [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
                 1, 1, 1, -1, -1, -1, -1]
MATCH_USUAL = [1, 4, 3, 2, 2, 2, 2, 2, 2] + [1] * 37 + [-1] * 7
OFFSET_USUAL = [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] + [-1] * 5


def fse_table(counts, accuracy):
    """RFC 4.1.1: for each state its symbol, how many bits follow, and what is added to them."""
    size = 1 << accuracy
    symbols, high = [None] * size, size
    for symbol, count in enumerate(counts):
        if count == -1:
            high -= 1
            symbols[high] = symbol
    at = 0
    for symbol, count in enumerate(counts):
        for _ in range(max(count, 0)):
            symbols[at] = symbol
            at = at + (size >> 1) + (size >> 3) + 3 & size - 1
            while at >= high:
                at = at + (size >> 1) + (size >> 3) + 3 & size - 1
    following, table = [abs(count) for count in counts], []
    for symbol in symbols:
        bits = accuracy - following[symbol].bit_length() + 1
        table.append((symbol, bits, (following[symbol] << bits) - size))
        following[symbol] += 1
    return table, accuracy


def fse_counts(data, most_accuracy, most_symbol):
    """RFC 4.1.1: a distribution that is written down, its accuracy, and how many bytes it takes."""
    bits, at = int.from_bytes(data[:512], "little"), 4
    accuracy = (bits & 15) + 5
    need(accuracy <= most_accuracy, "a distribution is too exact")
    counts, rest = [], 1 << accuracy
    while rest > 0:
        need(len(counts) <= most_symbol, "a distribution has too many symbols")
        width = (rest + 1).bit_length()
        value = bits >> at & (1 << width) - 1
        short, spare = value & (1 << width - 1) - 1, (1 << width) - 2 - rest
        if short < spare:
            value, at = short, at + width - 1
        else:
            value, at = value - spare if value >> width - 1 else value, at + width
        counts.append(value - 1)
        rest -= abs(value - 1)
        again = 3 if value == 1 else 0
        while again == 3:
            again, at = bits >> at & 3, at + 2
            counts += [0] * again
    need(rest == 0 and len(counts) <= most_symbol + 1, "a distribution is not a whole one")
    used = (at + 7) // 8
    need(used <= len(data), "it is cut short")
    return counts, accuracy, used


class Frame:
    """The content so far, and what a block leaves to the next one."""

    def __init__(self, window):
        self.window, self.most_block = window, min(window, MOST_BLOCK)
        self.content = bytearray()
        self.huffman = None
        self.tables = [None, None, None]  # of literals lengths, offsets and match lengths
        self.offsets = [1, 4, 8]

    def block(self, data):
        """RFC 3.1.1.3: what a compressed block adds to the content."""
        need(len(data) > 1, "a compressed block is too short")
        literals, at = self.literals(data)
        start, limit = len(self.content), len(self.content) + self.most_block
        count, at = self.sequence_count(data, at)
        if count == 0:
            need(at == len(data), "bytes follow the last sequence")
        used = 0
        for length, offset, match in self.sequences(data, at, count) if count else ():
            need(used + length <= len(literals), "a sequence needs more literals than there are")
            self.content += literals[used:used + length]
            used += length
            need(offset <= min(len(self.content), self.window), "an offset is too large")
            need(len(self.content) + match <= limit, "a block has too much content")
            from_there = self.content[len(self.content) - offset:]  # it may have to be repeated
            self.content += (from_there[:match] * (match // offset + 1))[:match]
        self.content += literals[used:]
        need(len(self.content) <= limit, "a block has too much content")
        content = bytes(self.content[start:])
        del self.content[start:]
        return content

    def literals(self, data):
        """RFC 3.1.1.3.1: the literals, and where the sequences begin."""
        kind, form = data[0] & 3, data[0] >> 2 & 3
        if kind < 2:
            size = (1, 2, 1, 3)[form]
            length = int.from_bytes(take(data, 0, size), "little") >> (4 if form & 1 else 3)
            need(length <= self.most_block, "there are too many literals")
            if kind == 1:
                return take(data, size, 1) * length, size + 1
            return take(data, size, length), size + length
        size, width = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        head = int.from_bytes(take(data, 0, size), "little") >> 4
        length, packed = head & (1 << width) - 1, head >> width
        need(length <= self.most_block, "there are too many literals")
        data, end = take(data, size, packed), size + packed
        if kind == 2:
            self.huffman, used = huffman_table(data)
            data = data[used:]
        need(self.huffman is not None, "there is no tree of an earlier block")
        if form == 0:
            return self.stream(data, length), end
        sizes = [int.from_bytes(take(data, i, 2), "little") for i in (0, 2, 4)]
        each, at, out = (length + 3) // 4, 6, b""
        need(3 * each <= length, "there are too few literals for four streams")
        for number, size in enumerate(sizes):
            out += self.stream(take(data, at, size), each)
            at += size
        return out + self.stream(data[at:], length - 3 * each), end

    def stream(self, data, length):
        """RFC 4.2.2: so many symbols, which take all bits of the stream."""
        table, width = self.huffman
        bits, out = Backward(data), bytearray()
        for _ in range(length):
            symbol, used = table[bits.peek(width)]
            bits.left -= used
            out.append(symbol)
        need(bits.left == 0, "a stream of literals has another length")
        return bytes(out)

    @staticmethod
    def sequence_count(data, at):
        """RFC 3.1.1.3.2.1: how many sequences there are."""
        first = take(data, at, 1)[0]
        if first < 128:
            return first, at + 1
        if first < 255:
            return (first - 128 << 8) + take(data, at, 2)[1], at + 2
        return int.from_bytes(take(data, at + 1, 2), "little") + 0x7F00, at + 3

    def sequences(self, data, at, count):
        """RFC 3.1.1.3.2: literals length, offset and match length, one after the other."""
        modes = take(data, at, 1)[0]
        at += 1
        need(not modes & 3, "a bit of the sequences that has no meaning is set")
        for i, (shift, usual, most, accuracy, least) in enumerate((
                (6, LITERAL_USUAL, 35, 9, 6), (4, OFFSET_USUAL, 31, 8, 5),
                (2, MATCH_USUAL, 52, 9, 6))):
            mode = modes >> shift & 3
            if mode == 0:
                self.tables[i] = fse_table(usual, least)
            elif mode == 1:
                symbol = take(data, at, 1)[0]
                need(symbol <= most, "a symbol is too large")
                self.tables[i], at = ([(symbol, 0, 0)], 0), at + 1
            elif mode == 2:
                counts, exact, used = fse_counts(data[at:], accuracy, most)
                self.tables[i], at = fse_table(counts, exact), at + used
            need(self.tables[i] is not None, "there is no table of an earlier block")
        (literal, a), (offset, b), (match, c) = self.tables
        bits = Backward(data[at:])
        states = [bits.read(a), bits.read(b), bits.read(c)]
        for number in range(count):
            of_length, of_offset, of_match = literal[states[0]], offset[states[1]], match[states[2]]
            value = (1 << of_offset[0]) + bits.read(of_offset[0])
            least, extra = MATCH_CODES[of_match[0]]
            copied = least + bits.read(extra)
            least, extra = LITERAL_CODES[of_length[0]]
            length = least + bits.read(extra)
            if number + 1 < count:
                states[0] = of_length[2] + bits.read(of_length[1])
                states[2] = of_match[2] + bits.read(of_match[1])
                states[1] = of_offset[2] + bits.read(of_offset[1])
            need(bits.left >= 0, "the sequences are cut short")
            yield length, self.offset(value, length), copied
        need(bits.left == 0, "bits follow the last sequence")

    def offset(self, value, length):
        """RFC 3.1.1.5: an offset, which may be one of the last three."""
        if value > 3:
            self.offsets = [value - 3] + self.offsets[:2]
            return self.offsets[0]
        which = value - 1 + (length == 0)
        offset = self.offsets[which] if which < 3 else self.offsets[0] - 1
        need(offset > 0, "an offset is 0")
        if which:
            rest = [old for i, old in enumerate(self.offsets) if i != min(which, 2)]
            self.offsets = [offset] + rest
        return offset


def huffman_table(data):
    """RFC 4.2.1: for each number of the greatest width the symbol and the bits that it takes; the
    width; and how many bytes the description has."""
    first = take(data, 0, 1)[0]
    if first >= 128:
        count, used = first - 127, 1 + (first - 126) // 2
        nibbles = [nibble for byte in take(data, 1, used - 1) for nibble in (byte >> 4, byte & 15)]
        weights = nibbles[:count]
    else:
        used = 1 + first
        weights = huffman_weights(take(data, 1, first))
    total = sum(1 << weight - 1 for weight in weights if weight)
    need(total > 0, "a tree has no symbols")
    width = total.bit_length()
    rest = (1 << width) - total
    need(width <= 11 and rest & rest - 1 == 0, "the weights of a tree are not those of a whole one")
    weights.append(rest.bit_length())
    table = []
    for weight in range(1, width + 1):
        for symbol, found in enumerate(weights):
            if found == weight:
                table += [(symbol, width + 1 - weight)] * (1 << weight - 1)
    return (table, width), used


def huffman_weights(data):
    """RFC 4.2.1.2: weights that two states tell in turn."""
    counts, accuracy, used = fse_counts(data, 6, 255)
    table = fse_table(counts, accuracy)[0]
    bits = Backward(data[used:])
    states, weights = [bits.read(accuracy), bits.read(accuracy)], []
    need(bits.left >= 0, "the weights of a tree are cut short")
    while True:
        for turn in (0, 1):
            symbol, width, base = table[states[turn]]
            weights.append(symbol)
            states[turn] = base + bits.read(width)
            need(len(weights) < 255, "a tree has too many weights")
            if bits.left < 0:
                weights.append(table[states[1 - turn]][0])
                return weights
