#!/usr/bin/env python3
"""Check certificates of game values, format versions 1 to 6.

    python3 check_certificate.py [--rules-only] [--steps N] FILE...

The checker follows the text docs/certificate.md; the numbers after "section" are the sections of
that text. It uses the standard library only and is meant to be read: plain strings, lists and sets,
no search and no cleverness. Every entry is checked by itself.

Exit status: 0 if every file is verified; 1 if a file is not a certificate, is cut short, is of a
newer version or of an unknown game; 2 if the check would take more steps than it may; 3 if a certificate is well formed, but does not prove what it
claims.

Boards are strings with one letter for each point: "." empty, "X" Black, "O" White (section 3).
Players are the letters "X" and "O". A bit set of points is a Python integer; point i is bit i.
"""

import argparse
import io
import os
import sys
import zlib
from collections import namedtuple
from functools import lru_cache
from itertools import product

import capture
import killall
import unzstd

VERSION = 6
LIMIT = 1 << 20  # section 2: the greatest length of the header and of a block's raw bytes
WINDOW = 1 << 23  # section 2: the greatest window of a zstd frame
NAMES = {"X": "Black", "O": "White"}
OTHER = {"X": "O", "O": "X"}
PLAYERS = {"black": "X", "white": "O"}
GO_RULES = {  # section 5.3: name -> (what is forbidden, whether suicide is allowed)
    "psk": ("psk", False),
    "ssk": ("ssk", False),
    "nssk": ("nssk", False),
    "basic-ko": ("basic-ko", False),
    "chinese": ("basic-ko", False),
    "migos": ("basic-ko", False),
    "tromp-taylor": ("psk", True),
    "ssk-suicide": ("ssk", True),
    "nssk-suicide": ("nssk", True),
    "basic-ko-suicide": ("basic-ko", True),
}
CYCLES = ("tie", "black", "white", "none")  # section 5.3: the options of rules with basic ko
ATARIS = ("alive", "dead", "dead-unless-both")
MOST_CREDIT = 1 << 62  # section 4.2
# A set of rules of Go: `cycle` is what a long cycle is worth in which nobody captured more, `atari`
# what blocks with one liberty are at the end. `credits` is False for rules with ranks.
RuleSet = namedtuple("RuleSet", "name forbidden suicide cycle atari credits")

# `block` is the question of a game of capture.
Header = namedtuple("Header", "game columns rows row rules board to_move moves roots counts block",
                    defaults=(None,))
Root = namedtuple("Root", "number claim moves first entry")
Claim = namedtuple("Claim", "attacker at_least proven winner")
# What a position is, apart from its past. `margin` is None before the end and without result;
# `waits` says by how many more passes than two the game ends.
State = namedtuple("State", "board to_move passes ko over margin waits", defaults=(0,))
# An entry of Hex; `captured` is empty but in a capture, `placed` but in fills and drops.
Join = namedtuple("Join", "sort winner ends zone need captured answers placed")
Part = namedtuple("Part", "move entry symmetry")  # `move` is None in chains, captures and fills
# A lemma of Hex: its words are tuples of EMPTY, OWN (the winner's) and OTHERS (the loser's).
Lemma = namedtuple("Lemma", "cells ring less more winner answers placed")
Placed = namedtuple("Placed", "entry symmetry at")
EMPTY, OWN, OTHERS = range(3)
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]  # section 5.1: to the neighbours
# An entry of Go, mnk, Gomoku or Killall-Go; `frame` is None in mnk and Gomoku.
Position = namedtuple("Position", "claim winner board frame answers")
Frame = namedtuple("Frame", "passes ko quiet rank fresh assumed")
# `bound` is the number of the root to which the entry is bound, or None.
CreditFrame = namedtuple("CreditFrame", "passes ko waits quiet bound credit")
PassFrame = namedtuple("PassFrame", "passes ko")
# What a position leaves on the line; all but `board` is None where the rules do not use it.
Mark = namedtuple("Mark", "board to_move ko waits", defaults=(None,))
END = "end"  # section 4.2: what a mark may have instead of a credit
# `move`, `fall`, `leaf`, `entry` and `symmetry` are None where the kind has none.
Answer = namedtuple("Answer", "reply kind move fall leaf entry symmetry")
# Section 4.3: `theorem` is BY_LIFE or BY_TERRITORY, `stones` a bit set. An entry that is not quiet has the
# number NOT_QUIET instead of a theorem.
Leaf = namedtuple("Leaf", "theorem stones")
NOT_QUIET, BY_LIFE, BY_TERRITORY, BY_ROOM = range(4)
THEOREMS = {"life": BY_LIFE, "territory": BY_TERRITORY}  # section 3: the words of roots
# Section 4: the sorts of entries.
PATTERN, POSITION, CHAIN, CAPTURE, LEMMA, FILL, DROPS, THREAT, LOCAL, SHAPE = range(10)

# Section 5.6: the steps of the directions, and the limits of the jumps of a turn.
BALL_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
MOST_JUMPS, ALWAYS, MOST_RESULTS = 14, 4, 4000
# Section 4.4: an entry of Gomoku. `cover` is three bit sets. Of an answer `reply` is the area for a pass
# in thought; `fours` is a list of moves, or None if the answer is by a move.
Threat = namedtuple("Threat", "winner board cover answers")

# Section 4.6: an entry of Phutball; `zone` and `men` are bit sets. A `turn` is the number of its jumps, and
# the directions or the point of a man.
Shape = namedtuple("Shape", "winner ball zone men answers")
ShapeAnswer = namedtuple("ShapeAnswer", "reply kind turn entry symmetry")
Attack = namedtuple("Attack", "reply is_open fours move entry symmetry leaf", defaults=(None,))


class Malformed(Exception):
    """The file is not a certificate of this version (exit status 1)."""

    def __init__(self, place, problem, expected):
        super().__init__("%s: %s; expected %s" % (place, problem, expected))


class Wrong(Exception):
    """The file is a certificate, but it does not prove its roots (exit status 3)."""

    def __init__(self, place, problem, section, drawing=""):
        sentence = "%s: %s (section %s)" % (place, problem, section)
        super().__init__(sentence + ("\n" + drawing if drawing else ""))


class Limit(Exception):
    """The check would take more steps than it may (exit status 2)."""


class IllegalMove(Exception):
    """A move that the rules forbid; the text is the reason."""


# --------------------------------------------------------------------------------------------------
# Section 6: the work of a check

# How often a move, the image of a mark, life and a question about all windows look at the whole board.
PLAY, CLASS, LIFE, WINDOWS = 2, 2, 4, 3


class Meter:
    """Counts the steps of a check before they are made. A step is the work on about 16 bytes of the file or
    on 8 points of a board."""

    def __init__(self, limit=None):
        self.limit, self.steps = limit, 0

    def step(self, steps):
        """Counts steps, and ends the check when they are spent."""
        self.steps += steps
        if self.limit is not None and self.steps > self.limit:
            raise Limit("the limit of %d steps is reached" % self.limit)

    def read(self, count):
        """Counts the work on so many bytes."""
        self.step(1 + count // 16)


# --------------------------------------------------------------------------------------------------
# Section 2: the file


class File:
    """The bytes of the file, read in order and never more of them than there are."""

    def __init__(self, stream, meter):
        self.stream, self.meter = stream, meter
        self.offset = 0

    def take(self, count, what):
        """The next `count` bytes, which are `what`. Reads piece by piece: a length may be a lie."""
        pieces, left = [], count
        while left > 0:
            piece = self.stream.read(min(left, LIMIT))
            if not piece:
                raise Malformed("byte %d" % (self.offset + count - left),
                                "the file is cut short in %s" % what,
                                "%d more bytes" % left)
            pieces.append(piece)
            left -= len(piece)
        self.offset += count
        return b"".join(pieces)

    def number(self, size, what):
        """An unsigned little-endian number of `size` bytes."""
        return int.from_bytes(self.take(size, what), "little")


def read_container(file):
    """Section 2, first table: the letters, the version and the header's bytes."""
    letters = file.stream.read(8)
    file.offset = len(letters)
    if letters != b"ANDORCRT":
        if letters and b"ANDORCRT".startswith(letters):
            raise Malformed("byte %d" % len(letters), "the file is cut short in its first letters",
                            "the letters ANDORCRT")
        raise Malformed("byte 0", "this is not a certificate", "the letters ANDORCRT")
    version = file.number(2, "the version")
    if version > VERSION:
        raise Malformed("byte 8", "the file has version %d, newer than this checker" % version,
                        "version %d" % VERSION)
    if version == 0:
        raise Malformed("byte 8", "there is no version 0", "version 1 to %d" % VERSION)
    file.version = version
    length = file.number(4, "the length of the header")
    if length > LIMIT:
        raise Malformed("byte 10", "the header has %d bytes" % length, "at most %d" % LIMIT)
    text = file.take(length, "the header")
    file.meter.read(length)
    crc = file.number(4, "the CRC of the header")
    if crc != zlib.crc32(text):
        raise Malformed("the header", "its CRC-32 is %08x" % zlib.crc32(text),
                        "%08x as the file says" % crc)
    return text


def read_block(file, number):
    """Section 2, second table: the raw bytes of the next block."""
    place = "block %d at byte %d" % (number, file.offset)
    method = file.number(1, "block %d" % number)
    if method > 1:
        raise Malformed(place, "its method is %d" % method, "0 (stored) or 1 (zstd)")
    raw_length = file.number(4, "block %d" % number)
    if raw_length > LIMIT:
        raise Malformed(place, "it has %d raw bytes" % raw_length, "at most %d" % LIMIT)
    length = file.number(4, "block %d" % number)
    if length > 2 * LIMIT:
        raise Malformed(place, "it has %d bytes in the file" % length, "at most %d" % (2 * LIMIT))
    crc = file.number(4, "block %d" % number)
    file.meter.read(length + raw_length)
    if method == 0:
        if length != raw_length:
            raise Malformed(place, "a stored block has %d bytes" % length,
                            "%d, the number of its raw bytes" % raw_length)
        raw = file.take(length, "block %d" % number)
    else:
        raw = unpack(file.take(length, "block %d" % number), raw_length, place)
    if zlib.crc32(raw) != crc:
        raise Malformed(place, "the CRC-32 of its raw bytes is %08x" % zlib.crc32(raw),
                        "%08x as the block says" % crc)
    return raw


def unpack(packed, raw_length, place):
    """Section 2: the raw bytes of one zstd frame, never more than the block announced."""
    try:
        return unzstd.unpack(packed, raw_length, WINDOW)
    except unzstd.Broken as error:
        raise Malformed(place, "its zstd frame is not right: %s" % error,
                        "one frame of %d raw bytes" % raw_length) from None


# --------------------------------------------------------------------------------------------------
# Section 3: the header


def decimal(text, place, negative=False):
    """A decimal number of the header, without leading zeros."""
    digits = text[1:] if negative and text.startswith("-") else text
    if not digits or any(d not in "0123456789" for d in digits) or (
            digits.startswith("0") and text != "0"):
        raise Malformed(place, "%s is not a number" % quoted(text), "a decimal number")
    if len(digits) > 19 or int(digits) >= 1 << 63:
        raise Malformed(place, "%s is too great" % quoted(text), "at most 2^63 - 1")
    return int(text)


def quoted(text):
    """A piece of the file for a message: short, and without odd characters."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def move_list(text, place):
    """Section 3: numbers of points and passes with commas, or "-"."""
    return [] if text == "-" else [decimal(number, place) for number in text.split(",")]


@lru_cache(maxsize=None)
def go_rules(text):
    """Section 5.3: the set of rules with this name and these options, or None."""
    name, *options = text.split(",")
    if name not in GO_RULES:
        return None
    forbidden, suicide = GO_RULES[name]
    found = {"cycle": "none", "atari": "alive"}
    if name == "migos":
        found = {"cycle": "tie", "atari": "dead-unless-both"}
    if forbidden == "basic-ko":
        for key, choices in (("cycle", CYCLES), ("atari", ATARIS)):
            if options and options[0] in [key + "=" + choice for choice in choices]:
                found[key] = options.pop(0)[len(key) + 1:]
    if options:
        return None
    has_credits = name in ("chinese", "migos") or found != {"cycle": "none", "atari": "alive"}
    return RuleSet(name, forbidden, suicide, found["cycle"], found["atari"], has_credits)


def read_header(data):
    """Section 3: the keys in their order, each with a value of its form."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("the header, byte %d" % error.start, "it is not UTF-8", "UTF-8") from None
    if not text.endswith("\n"):
        raise Malformed("the header", "its last line has no end", "a line feed")
    lines = text[:-1].split("\n")
    at = 0

    def place():
        return "line %d of the header" % (at + 1)

    def peek():
        return lines[at].partition(" ")[0] if at < len(lines) else ""

    def value(key):
        nonlocal at
        if at == len(lines):
            raise Malformed(place(), "the header is at its end", "the key '%s'" % key)
        found, blank, rest = lines[at].partition(" ")
        if found != key or not blank:
            raise Malformed(place(), "it is %s" % quoted(lines[at]),
                            "the key '%s', one blank and a value" % key)
        at += 1
        return rest

    def word(key, choices):
        found = value(key)
        if found not in choices:
            raise Malformed("line %d of the header" % at, "%s is %s" % (key, quoted(found)),
                            "one of " + ", ".join(choices))
        return found

    def size(key):
        found = decimal(value(key), "line %d of the header" % at)
        least, most = 3 if game == "phutball" else 1, 20 if game == "gomoku" else 19
        if not least <= found <= most:
            raise Malformed("line %d of the header" % at, "%s is %d" % (key, found),
                            "%d to %d" % (least, most))
        return found

    game = value("game")
    if game not in ("hex", "go", "mnk", "gomoku", "capture", "phutball", "killall"):
        raise Malformed("line 1 of the header", "the game %s is unknown" % quoted(game),
                        "hex, go, mnk, gomoku, capture, phutball or killall")
    columns, rows = size("columns"), size("rows")
    row = size("row") if game == "mnk" else None
    rules = value("rules") if game == "go" else None
    if game == "gomoku":
        row, rules = 5, word("rules", ("freestyle", "exact"))
    elif game == "killall":
        rules = word("rules", ("basic-ko",))
    elif rules is not None and go_rules(rules) is None:
        raise Malformed("line %d of the header" % at, "rules is %s" % quoted(rules),
                        "one of %s, those with basic ko with the options ',cycle=' (%s) and "
                        "',atari=' (%s) behind them, in this order" % tuple(
                            ", ".join(names) for names in (GO_RULES, CYCLES, ATARIS)))
    block = read_block_lines(value, place, columns * rows) if game == "capture" else None
    board = value("board")
    if len(board) != columns * rows or any(letter not in ".XO" for letter in board):
        raise Malformed("line %d of the header" % at, "the board is %s" % quoted(board),
                        "%d letters '.', 'X' or 'O'" % (columns * rows))
    to_move = PLAYERS[word("to-move", list(PLAYERS))]
    moves = move_list(value("moves"), place())
    roots = []
    while not roots or peek() == "root":
        roots.append(read_root(len(roots), value("root"), "line %d of the header" % at))
    counts = {}
    for key in ("entries", "edges", "leaves", "blocks"):
        counts[key] = decimal(value(key), "line %d of the header" % at)
    if at != len(lines):
        raise Malformed(place(), "it is %s" % quoted(lines[at]), "the end of the header")
    if block is not None:
        block = block._replace(owner=board[block.target])
    return Header(game, columns, rows, row, rules, board, to_move, moves, roots, counts, block)


def read_block_lines(value, place, area):
    """Section 3: the target, the escape and the forbidden point of capture."""
    def number(key, least, most, text):
        found = decimal(text, place())
        if not least <= found <= most:
            raise Malformed(place(), "%s is %d" % (key, found), "%d to %d" % (least, most))
        return found

    target = number("target", 0, area - 1, value("target"))
    escape = number("escape", 2, 20, value("escape"))
    text = value("forbidden")
    forbidden = None if text == "-" else number("forbidden", 0, area - 1, text)
    return capture.Block(target, escape, forbidden, None)


def read_root(number, text, place):
    """Section 3: `ATTACKER AT-LEAST VERDICT MOVES FIRST ENTRY`, separated by single blanks."""
    words = text.split(" ")
    if len(words) != 6 or words[0] not in PLAYERS or words[2] not in ("proven", "disproven"):
        raise Malformed(place, "the root is %s" % quoted(text),
                        "ATTACKER AT-LEAST VERDICT MOVES FIRST ENTRY")
    attacker, proven = PLAYERS[words[0]], words[2] == "proven"
    at_least = decimal(words[1], place, negative=True)
    if abs(at_least) > 1000000:
        raise Malformed(place, "the claim is about a margin of %d" % at_least,
                        "at most 1000000 either way")
    claim = Claim(attacker, at_least, proven, attacker if proven else OTHER[attacker])
    first = None if words[4] == "-" else decimal(words[4], place)
    entry = words[5] if words[5] == "-" or words[5] in THEOREMS else decimal(words[5], place)
    entry = None if entry == "-" else entry
    return Root(number, claim, move_list(words[3], place), first, entry)


# --------------------------------------------------------------------------------------------------
# Section 4: the entries as they are written


class Body:
    """The raw bytes of one block; `entry` is the number of the entry that is being read."""

    def __init__(self, raw, block, version):
        self.raw, self.at, self.block, self.entry = raw, 0, block, 0
        self.version = version

    def bad(self, problem, expected):
        return Malformed("entry %d, byte %d of block %d" % (self.entry, self.at, self.block),
                         problem, expected)

    def byte(self):
        if self.at == len(self.raw):
            raise self.bad("the block ends inside the entry", "more bytes")
        self.at += 1
        return self.raw[self.at - 1]

    def varint(self):
        """Section 2: LEB128, at most 10 bytes and at most 2^63 - 1."""
        value = 0
        for place in range(10):
            byte = self.byte()
            value |= (byte & 127) << (7 * place)
            if byte < 128:
                if value >= 1 << 63:
                    raise self.bad("the number %d is too great" % value, "at most 2^63 - 1")
                return value
        raise self.bad("a number has more than 10 bytes", "at most 10")

    def bit_set(self, area):
        """Section 2: ceil(area / 8) bytes, the bits beyond the area being 0."""
        size = (area + 7) // 8
        if size > len(self.raw) - self.at:
            raise self.bad("the block ends inside a bit set", "%d bytes" % size)
        value = int.from_bytes(self.raw[self.at:self.at + size], "little")
        self.at += size
        if value >> area:
            raise self.bad("a bit set has points beyond the board", "%d points" % area)
        return value

    def count(self, least=2):
        """The number of answers, parts, marks or moves, each of which has at least so many bytes."""
        count = self.varint()
        if least * count > len(self.raw) - self.at:
            raise self.bad("%d things do not fit into the block" % count,
                           "at most %d" % ((len(self.raw) - self.at) // least))
        return count


def points(bits):
    """The points of a bit set in ascending order."""
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def read_entries(file, header):
    """Sections 2 and 4: all entries of all blocks, the end of the file, and the header's counts."""
    entries = []
    counted = {"edges": 0, "leaves": 0}
    for number in range(header.counts["blocks"]):
        body = Body(read_block(file, number), number, file.version)
        while body.at < len(body.raw):
            if len(entries) == header.counts["entries"]:
                raise Malformed("block %d" % number, "the body has further entries",
                                "%d entries, as the header says" % len(entries))
            body.entry = len(entries)
            start = body.at
            entry = read_entry(body, header, entries)
            file.meter.read(body.at - start)
            counted["edges"] += len(entry.answers)
            if header.game == "hex":
                counted["edges"] += len(entry.placed)
            if header.game not in ("hex", "capture"):
                counted["leaves"] += sum(getattr(answer, "leaf", None) is not None for answer in entry.answers)
            entries.append(entry)
    if file.stream.read(1):
        raise Malformed("byte %d" % file.offset, "something follows the last block",
                        "the end of the file")
    if len(entries) != header.counts["entries"]:
        raise Malformed("the body", "it has %d entries" % len(entries),
                        "%d, as the header says" % header.counts["entries"])
    for key, count in counted.items():
        if count != header.counts[key]:
            raise Malformed("the body", "the entries have %d %s" % (count, key),
                            "%d, as the header says" % header.counts[key])
    return entries


def read_entry(body, header, entries):
    """Section 4: one byte for the sort of entry, and the rest."""
    sort = body.byte()
    expected = (POSITION,)
    if header.game == "hex":
        expected = (PATTERN, CHAIN, CAPTURE)
        if body.version > 1:
            expected += (LEMMA, FILL, DROPS)
    elif header.game == "gomoku":
        expected = (POSITION, THREAT)
    elif header.game == "capture":
        expected = (LOCAL,)
    elif header.game == "phutball":
        expected = (SHAPE,)
    elif header.game == "killall":
        expected = (POSITION, LOCAL)
    if sort not in expected:
        raise body.bad("the first byte of an entry is %d" % sort, "%s in a certificate of %s" % (
            " or ".join(map(str, expected)), header.game))
    if sort == POSITION:
        return read_position(body, header, entries)
    if sort == LEMMA:
        return read_lemma(body)
    if sort == LOCAL:
        return read_local(body, header, entries)
    if sort == THREAT:
        return read_threat(body, header, entries)
    if sort == SHAPE:
        return read_shape(body, header, entries)
    return read_join(body, header, sort, entries)


def read_reference(body, header, entries, is_free=False):
    """Section 4: the number of a smaller entry, or of any entry where that is free, and a symmetry
    that the game has."""
    entry, symmetry = body.varint(), body.byte()
    most = 1 if header.game in ("hex", "phutball") else 7 if header.columns == header.rows else 3
    if symmetry > most:
        raise body.bad("the symmetry is %d" % symmetry, "0 to %d" % most)
    if is_free:
        if entry >= header.counts["entries"]:
            raise Wrong("entry %d" % len(entries),
                        "it refers to entry %d, which there is not" % entry, "4.2")
    elif entry >= len(entries):
        raise Wrong("entry %d" % len(entries),
                    "it refers to entry %d, which is not smaller" % entry, "4")
    return entry, symmetry


def read_join(body, header, sort, entries):
    """Section 4.1: an entry of Hex."""
    area = header.columns * header.rows
    winner = body.byte()
    if winner > 1:
        raise body.bad("the winner is %d" % winner, "0 (Black) or 1 (White)")
    ends = body.varint(), body.varint()
    zone, need = body.bit_set(area), body.bit_set(area)
    captured, placed, count = [], [], 1
    if sort == CAPTURE:
        number = body.varint()
        if number not in (1, 2):
            raise body.bad("%d points are captured" % number, "1 or 2")
        captured = [body.varint() for _ in range(number)]
    elif sort == FILL:
        placed = read_placed(body, area, entries)
    else:
        count = body.count()
    answers = []
    for _ in range(count):
        move = body.varint() if sort in (PATTERN, DROPS) else None
        answers.append(Part(move, *read_reference(body, header, entries)))
    if sort == DROPS:
        placed = read_placed(body, area, entries)
    return Join(sort, "XO"[winner], ends, zone, need, captured, answers, placed)


def read_placed(body, area, entries):
    """Section 4.1: lemmas, each with a symmetry of the lattice and the point of its first cell."""
    placed = []
    for _ in range(body.count()):
        entry, symmetry, at = body.varint(), body.byte(), body.varint()
        if at >= area:
            raise body.bad("a lemma lies on point %d" % at, "at most %d" % (area - 1))
        place = "entry %d" % len(entries)
        if entry >= len(entries):
            raise Wrong(place, "it refers to entry %d, which is not smaller" % entry, "4")
        if not isinstance(entries[entry], Lemma):
            raise Wrong(place, "it refers to entry %d, which is no lemma" % entry, "4.1")
        if symmetry > 11:
            raise Wrong(place, "the symmetry of a lemma is %d, not 0 to 11" % symmetry, "4.1")
        placed.append(Placed(entry, symmetry, at))
    return placed


def read_lemma(body):
    """Section 4.1: the cells, what is known of their neighbours, and two words."""
    count = body.varint()
    if not 1 <= count <= 4:
        raise body.bad("a lemma has %d cells" % count, "1 to 4")
    cells = [(body.byte(), body.byte()) for _ in range(count)]
    if any(max(cell) > 7 for cell in cells):
        raise body.bad("a cell of a lemma is %s" % (max(cells),), "columns and rows from 0 to 7")
    around = lattice_neighbours(cells)
    if len(around) > 10:
        raise body.bad("the cells of a lemma have %d neighbours" % len(around), "at most 10")

    def word(length):
        letters = tuple(body.byte() for _ in range(length))
        if any(letter > OTHERS for letter in letters):
            raise body.bad("a stone of a lemma is %d" % max(letters), "0, 1 or 2")
        return letters

    return Lemma(cells, word(len(around)), word(count), word(count), None, (), ())


def read_stones(body, area, place):
    """Section 4.2: the black and the white stones, without a common point; a board."""
    black, white = body.bit_set(area), body.bit_set(area)
    if black & white:
        raise Wrong(place, "point %d is black and white" % points(black & white)[0], "4.2")
    return "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(area))


def read_position(body, header, entries):
    """Section 4.2: the root, the stones, the frame and the answers of a position."""
    area, place = header.columns * header.rows, "entry %d" % len(entries)
    root = body.varint()
    if root >= len(header.roots):
        raise Wrong(place, "there is no root %d" % root, "4.2")
    claim = header.roots[root].claim
    board = read_stones(body, area, place)
    frame = None
    if header.game == "go":
        frame = read_frame(body, header, place, root)
    elif header.game == "killall":
        frame = PassFrame(read_flag(body, "the number of passes"), read_ko(body, header, place))
    is_free = isinstance(frame, (CreditFrame, PassFrame))
    greatest = area if frame else area - 1
    answers = []
    for _ in range(body.count()):
        reply, kind = body.varint(), body.varint()
        if kind > 4:
            raise body.bad("the kind of an answer is %d" % kind, "0 to 4")
        move = body.varint() if kind >= 2 else None
        fall = body.varint() if kind >= 3 and isinstance(frame, Frame) else None
        leaf = read_leaf(body, header, place) if kind in (1, 3) else None
        entry, symmetry = None, None
        if kind == 4:
            entry, symmetry = read_reference(body, header, entries, is_free)
        for number in (reply,) if move is None else (reply, move):
            if number > greatest:
                raise Wrong(place, "%d is not a move of this game" % number, "4.2")
        if answers and answers[-1].reply >= reply:
            raise Wrong(place, "the reply %d comes after the reply %d" % (reply, answers[-1].reply),
                        "4.2")
        if fall is not None and fall > frame.rank:
            raise Wrong(place, "the fall %d of the reply %d is greater than the rank %d" % (
                fall, reply, frame.rank), "4.2")
        answers.append(Answer(reply, kind, move, fall, leaf, entry, symmetry))
    return Position(claim, claim.winner, board, frame, answers)


def read_threat(body, header, entries):
    """Section 4.4: the winner, the stones, the cover and the answers of a threat."""
    area, place = header.columns * header.rows, "entry %d" % len(entries)
    winner = body.byte()
    if winner > 1:
        raise body.bad("the winner is %d" % winner, "0 or 1")
    board = read_stones(body, area, place)
    cover = [body.bit_set(area) for _ in range(3)]
    answers = []
    for _ in range(body.count()):
        reply, kind = body.varint(), body.byte()
        if kind > 3:
            raise body.bad("the kind of an answer is %d" % kind, "0 to 3")
        fours = move = entry = symmetry = None
        if kind < 2:
            fours = [body.varint() for _ in range(body.count(1))]
        else:
            move = body.varint()
            entry, symmetry = read_reference(body, header, entries)
        for number in fours or [] if move is None else [move]:
            if number >= area:
                raise Wrong(place, "%d is not a move of this game" % number, "4.4")
        if reply > area:
            raise Wrong(place, "%d is not a reply" % reply, "4.4")
        if answers and answers[-1].reply >= reply:
            raise Wrong(place, "the reply %d comes after the reply %d" % (reply, answers[-1].reply),
                        "4.4")
        answers.append(Attack(reply, kind % 2 == 1, fours, move, entry, symmetry))
    return Threat("XO"[winner], board, cover, answers)


def read_local(body, header, entries):
    """Section 4.5: the statement and the answers of a local entry."""
    area, place = header.columns * header.rows, "entry %d" % len(entries)
    winner, right, back = body.byte(), body.byte(), body.byte()
    if winner > 1 or right > 2 or back > 1:
        raise body.bad("winner, right and target are %d, %d, %d" % (winner, right, back),
                       "at most 1, 2 and 1")
    zone = body.bit_set(area)
    stones = read_stones(body, area, place)

    def point(what):
        found = body.varint()
        if found > area:
            raise body.bad("%s is %d" % (what, found), "at most %d" % area)
        return None if found == area else found

    ko = point("the ko")
    answers = []
    for _ in range(body.count(3)):
        reply, kind, move = point("a reply"), body.byte(), point("a move")
        if kind > 1:
            raise body.bad("the kind of an answer is %d" % kind, "0 or 1")
        entry, symmetry = None, 0
        if kind and header.game == "killall":
            entry, symmetry = read_reference(body, header, entries)
        elif kind:
            entry, symmetry = body.varint(), body.byte()
        if answers and (answers[-1].reply is None
                        or reply is not None and answers[-1].reply >= reply):
            raise Wrong(place, "the replies are not in strictly ascending order", "4.5")
        answers.append(capture.LocalAnswer(reply, move, entry, symmetry))
    for i in range(area):
        if stones[i] != "." and not zone >> i & 1:
            raise Wrong(place, "the stone on point %d is outside the zone" % i, "4.5")
    board = "".join(stones[i] if zone >> i & 1 else "?" for i in range(area))
    return capture.Local("XO"[winner], right, back == 1, set(points(zone)), board, ko, answers)


def read_shape(body, header, entries):
    """Section 4.6: the winner, the ball, the zone, the men and the answers of a shape."""
    area, place = header.columns * header.rows, "entry %d" % len(entries)
    winner, ball = body.byte(), body.varint()
    if winner > 1:
        raise body.bad("the winner is %d" % winner, "0 or 1")
    if ball >= area:
        raise body.bad("the point of the ball is %d" % ball, "0 to %d" % (area - 1))
    zone, men = body.bit_set(area), body.bit_set(area)
    answers = []
    for _ in range(body.count()):
        reply, kind = body.varint(), body.byte()
        if reply > area + MOST_RESULTS or kind > 2:
            raise body.bad("a reply is %d and its kind %d" % (reply, kind),
                           "at most %d, and 0 to 2" % (area + MOST_RESULTS))
        turn = entry = symmetry = None
        if kind > 0:
            count = body.varint()
            if count > MOST_JUMPS:
                raise body.bad("a turn has %d jumps" % count, "at most %d" % MOST_JUMPS)
            turn = [count] + ([body.byte() for _ in range(count)] or [body.varint()])
            if (turn[1] >= area) if count == 0 else any(d > 7 for d in turn[1:]):
                raise body.bad("a turn is %s" % turn, "a point of the board, or directions 0 to 7")
        if kind == 2:
            entry, symmetry = read_reference(body, header, entries)
        if answers and answers[-1].reply >= reply:
            raise Wrong(place, "the reply %d comes after the reply %d" % (reply, answers[-1].reply),
                        "4.6")
        answers.append(ShapeAnswer(reply, kind, turn, entry, symmetry))
    return Shape("XO"[winner], ball, zone, men, answers)


def read_ko(body, header, place):
    """Section 4.2: a ko point, or area if there is none."""
    area, ko = header.columns * header.rows, body.varint()
    if ko > area or (ko < area and go_rules(header.rules).forbidden != "basic-ko"):
        raise Wrong(place, "%d cannot be a ko point" % ko, "4.2")
    return ko


def read_flag(body, what):
    """A byte that is 0 or 1."""
    value = body.byte()
    if value > 1:
        raise body.bad("%s is %d" % (what, value), "0 or 1")
    return value


def read_quiet(body, byte):
    """Section 4.2: whether an entry is quiet, from its byte."""
    known = {0: NOT_QUIET, 1: BY_LIFE}
    if body.version > 3:
        known[4] = BY_TERRITORY
    if byte not in known:
        raise body.bad("the byte that says whether the entry is quiet is %d" % byte,
                       " or ".join(map(str, known)))
    return known[byte]


def read_frame(body, header, place, root):
    """Section 4.2: the frame of an entry of Go that names this root."""
    if go_rules(header.rules).credits:
        return read_credit_frame(body, header, place, root)
    passes = read_flag(body, "the number of passes")
    ko = read_ko(body, header, place)
    quiet = read_quiet(body, body.byte())
    rank = body.varint()
    fresh = [read_mark(body, header, place) for _ in range(body.count())]
    assumed = [read_mark(body, header, place) for _ in range(body.count())]
    return Frame(passes, ko, quiet, rank, fresh, assumed)


def read_credit_frame(body, header, place, root):
    """Section 4.2: the frame of an entry of Go with credits that names this root."""
    passes, ko, waits = body.byte(), read_ko(body, header, place), body.byte()
    if waits > (2 if go_rules(header.rules).name == "migos" else 0):
        raise Wrong(place, "under these rules there are no %d waits" % waits, "4.2")
    if passes > waits + 1:
        raise Wrong(place, "the game is over after %d passes with %d waits" % (passes, waits),
                    "4.2")
    flags = body.byte()
    if flags & 2 and body.version < 4:
        raise body.bad("an entry is bound", "none before version 4")
    quiet, bound = read_quiet(body, flags & ~2), root if flags & 2 else None
    credit = body.varint()
    if credit > MOST_CREDIT:
        raise Wrong(place, "its credit is %d, more than 2^62" % credit, "4.2")
    return CreditFrame(passes, ko, waits, quiet, bound, credit)


def read_mark(body, header, place):
    """Section 4.2: a mark, as much of it as the rules use."""
    forbidden = go_rules(header.rules).forbidden
    board = read_stones(body, header.columns * header.rows, place)
    to_move = "XO"[read_flag(body, "the player to move")] if forbidden != "psk" else None
    ko = read_ko(body, header, place) if forbidden == "basic-ko" else None
    return Mark(board, to_move, ko)


def read_leaf(body, header, place):
    """Section 4.3: one byte, the kind of the leaf, and a bit set."""
    kind = body.byte()
    if header.game == "killall":
        if kind != BY_ROOM:
            raise body.bad("the kind of a leaf is %d" % kind, "3 (no room)")
    elif kind not in ((BY_LIFE, BY_TERRITORY) if body.version > 3 else (BY_LIFE,)):
        raise body.bad("the kind of a leaf is %d" % kind,
                       "1 (unconditional life) or, since version 4, 2 (territory)")
    if header.game not in ("go", "killall"):
        raise Wrong(place, "it has a leaf of unconditional life, which is for Go", "4.3")
    return Leaf(kind, body.bit_set(header.columns * header.rows))


# --------------------------------------------------------------------------------------------------
# Section 5: the rules


def grid_neighbours(columns, rows, steps):
    """For every point the list of the points one of the `steps` away."""
    return [[(r + dr) * columns + c + dc for dc, dr in steps
             if 0 <= c + dc < columns and 0 <= r + dr < rows]
            for r in range(rows) for c in range(columns)]


def connected(start, inside, neighbours):
    """The points that `start` is connected to through points p with inside(p)."""
    found, todo = {start}, [start]
    while todo:
        for point in neighbours[todo.pop()]:
            if point not in found and inside(point):
                found.add(point)
                todo.append(point)
    return found


def components(members, neighbours):
    """The maximal connected parts of the set of points `members`."""
    parts, seen = [], set()
    for point in sorted(members):
        if point not in seen:
            parts.append(frozenset(connected(point, lambda p: p in members, neighbours)))
            seen |= parts[-1]
    return parts


class Hex:
    """Section 5.1. The points area and area + 1 of a player's `graph` are the player's two edges,
    which on a path count as stones (section 4.1)."""

    def __init__(self, header):
        self.columns, self.rows = header.columns, header.rows
        self.area = self.columns * self.rows
        neighbours = grid_neighbours(self.columns, self.rows,
                                     STEPS)
        top, left = range(self.columns), range(0, self.area, self.columns)
        self.graph = {"X": self.with_edges(neighbours, top),
                      "O": self.with_edges(neighbours, left)}

    def with_edges(self, neighbours, first):
        """The neighbours of all points and of two edges; `first` has the points of the one, which
        a half turn takes to those of the other."""
        graph = [list(near) for near in neighbours] + [[], []]
        for point in first:
            for edge, at in ((self.area, point), (self.area + 1, self.area - 1 - point)):
                graph[at].append(edge)
                graph[edge].append(at)
        return graph

    def reached(self, start, stones, player):
        """What `start` is connected to by stones of the player's on these points and by edges."""
        return connected(start, lambda p: p in stones or p >= self.area, self.graph[player])

    def state(self, board, to_move):
        """The position with this board; the game is over when a player's edges are joined."""
        for player, margin in (("X", 1), ("O", -1)):
            stones = {i for i in range(self.area) if board[i] == player}
            if self.area + 1 in self.reached(self.area, stones, player):
                return State(board, to_move, 0, self.area, True, margin)
        return State(board, to_move, 0, self.area, False, None)

    def after(self, state, move):
        """The position after a stone on an empty point."""
        if state.over:
            raise IllegalMove("the game is over")
        return self.state(put_stone(state, move, self.area), OTHER[state.to_move])

    def mark(self, state):
        """The past does not matter."""
        return None


class Mnk(Hex):
    """Section 5.2."""

    def __init__(self, header):
        self.columns, self.rows, self.row = header.columns, header.rows, header.row
        self.area = self.columns * self.rows
        self.runs = []  # all lists of `row` points in a line
        for i in range(self.area):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                run = [(i % self.columns + n * dc, i // self.columns + n * dr)
                       for n in range(self.row)]
                if all(0 <= c < self.columns and 0 <= r < self.rows for c, r in run):
                    self.runs.append([r * self.columns + c for c, r in run])

    def has_row(self, board, player):
        """Whether the player has `row` or more stones in an unbroken line."""
        return any(all(board[p] == player for p in run) for run in self.runs)

    def state(self, board, to_move):
        """The position with this board: won, drawn, or not over."""
        black, white = self.has_row(board, "X"), self.has_row(board, "O")
        if black and white:
            raise IllegalMove("both players have %d in a row" % self.row)
        margin = 1 if black else -1 if white else 0
        over = margin != 0 or "." not in board
        return State(board, to_move, 0, self.area, over, margin if over else None)


class Gomoku(Mnk):
    """Section 5.4; the windows of section 4.4 are the runs of five points."""

    def __init__(self, header):
        super().__init__(header)
        self.exact = header.rules == "exact"
        self.through = [[run for run in self.runs if i in run] for i in range(self.area)]

    def has_row(self, board, player):
        """Whether the player has five or more stones in an unbroken line, or exactly five."""
        for run in self.runs:
            if all(board[p] == player for p in run):
                if not self.exact:
                    return True
                (c, r), step = self.place(run[0]), run[1] - run[0]
                dc, dr = self.place(run[1])[0] - c, self.place(run[1])[1] - r
                ends = ((c - dc, r - dr, run[0] - step), (c + 5 * dc, r + 5 * dr, run[4] + step))
                if not any(0 <= c < self.columns and 0 <= r < self.rows and board[p] == player
                           for c, r, p in ends):
                    return True
        return False

    def place(self, point):
        """The column and the row of a point."""
        return point % self.columns, point // self.columns

    def reach(self, board, player, least):
        """Section 4.4: the empty points of the windows that hold at least so many stones of the
        player's and none of the other's, as a bit set."""
        found = 0
        for run in self.runs:
            letters = [board[p] for p in run]
            if OTHER[player] not in letters and letters.count(player) >= least:
                for p in run:
                    if board[p] == ".":
                        found |= 1 << p
        return found

    def guard(self, board, loser, count):
        """The sets with which further stones never give the loser a window with `count` stones."""
        return [self.reach(board, loser, count - i) for i in (1, 2, 3)]

    def fours(self, board, winner, moves):
        """The cover of a position that the winner, to move, wins by these fours, and None; or None and
        what is wrong."""
        loser, cover = OTHER[winner], [0, 0, 0]

        def add(sets, played):
            for i, more in enumerate(sets):
                cover[i] |= more | sum(1 << p for p in set(played))

        for number, move in enumerate(moves):
            last = number + 1 == len(moves)
            if board[move] != ".":
                return None, "the point %d of the fours is not empty" % move
            if self.reach(board, winner, 4) >> move & 1:
                add(self.guard(board, loser, 5), [move])
                return (cover, None) if last else (None, "moves follow a five")
            board = board[:move] + winner + board[move + 1:]
            if self.reach(board, loser, 4):
                return None, "after the move %d the loser can complete five" % move
            fives = points(self.reach(board, winner, 4))
            add(self.guard(board, loser, 4), [move] + fives[:2])
            if not fives:
                return None, "the move %d makes no four" % move
            if len(fives) > 1:
                return (cover, None) if last else (None, "moves follow a double four")
            board = board[:fives[0]] + loser + board[fives[0] + 1:]
        return None, "the fours do not end with a win"


def put_stone(state, move, area):
    """The board after a stone of the player to move on the empty point `move`."""
    if move >= area:
        raise IllegalMove("there is no point %d" % move)
    if state.board[move] != ".":
        raise IllegalMove("the point is not empty")
    return state.board[:move] + state.to_move + state.board[move + 1:]



class Phutball(Hex):
    """Section 5.6. On boards X is a man and O is the ball; in shapes the men are a bit set, and the ball is
    a point, or "X" or "O" when it is over the row where that player wins."""

    def __init__(self, header):
        self.columns, self.rows = header.columns, header.rows
        self.area = self.columns * self.rows

    def winner(self, ball):
        """The player who has won when a turn ends with the ball here, or None."""
        if ball in ("X", "O"):
            return ball
        row = ball // self.columns
        return "X" if row == 0 else "O" if row == self.rows - 1 else None

    def jump(self, ball, men, direction, player):
        """The ball and the men after a jump, or None; and the points that it asks about."""
        if ball in ("X", "O"):
            return None, 0
        dc, dr = BALL_STEPS[direction]
        c, r, asked, count = ball % self.columns, ball // self.columns, 0, 0
        while True:
            c, r = c + dc, r + dr
            if not (0 <= c < self.columns and 0 <= r < self.rows):
                break
            asked |= 1 << r * self.columns + c
            if not men >> r * self.columns + c & 1:
                return ((r * self.columns + c, men) if count else None), asked
            men &= ~(1 << r * self.columns + c)
            count += 1
        if count and (r == -1 and player == "X" or r == self.rows and player == "O"):
            return (player, men), asked
        return None, asked

    def jumps(self, ball, men, player):
        """The results that count, in their order, and the points that the jumps ask about."""
        results, asked, last = set(), 0, [(ball, men)]
        for length in range(1, MOST_JUMPS + 1):
            found = set()
            for place in last:
                for direction in range(8):
                    after, points_asked = self.jump(place[0], place[1], direction, player)
                    asked |= points_asked
                    if after is not None and after not in results:
                        found.add(after)
            if not found or length > ALWAYS and len(results) + len(found) > MOST_RESULTS:
                break
            results |= found
            last = list(found)
        order = {"X": self.area, "O": self.area}
        return sorted(results, key=lambda result: (order.get(result[0], result[0]), [
            result[1] >> i & 1 for i in range(self.area)])), asked

    def field(self, board):
        """The ball and the men of a board."""
        return board.index("O"), sum(1 << i for i in range(self.area) if board[i] == "X")

    def state(self, board, to_move):
        """The position with this board."""
        if board.count("O") != 1:
            raise IllegalMove("the board has not exactly one ball")
        winner = self.winner(board.index("O"))
        margin = None if winner is None else 1 if winner == "X" else -1
        return State(board, to_move, 0, self.area, winner is not None, margin)

    def after(self, state, move):
        """The position after a man on an empty point, or after jumps."""
        if state.over:
            raise IllegalMove("the game is over")
        if move < self.area:
            if state.board[move] != ".":
                raise IllegalMove("point %d is not empty" % move)
            board = state.board[:move] + "X" + state.board[move + 1:]
            return self.state(board, OTHER[state.to_move])
        ball, men = self.field(state.board)
        results = self.jumps(ball, men, state.to_move)[0]
        if not 0 < move - self.area <= len(results):
            raise IllegalMove("there is no such jump")
        ball, men = results[move - self.area - 1]
        board = "".join("O" if i == ball else "X" if men >> i & 1 else "." for i in range(self.area))
        if ball in ("X", "O"):
            return State(board, OTHER[state.to_move], 0, self.area, True, 1 if ball == "X" else -1)
        return self.state(board, OTHER[state.to_move])


class Go:
    """Section 5.3, and what section 4 says of marks, of cycles and of life."""

    def __init__(self, header):
        self.columns, self.rows = header.columns, header.rows
        self.area = self.columns * self.rows
        self.neighbours = grid_neighbours(self.columns, self.rows,
                                          [(1, 0), (-1, 0), (0, 1), (0, -1)])
        self.set = go_rules(header.rules)
        self.forbidden, self.suicide = self.set.forbidden, self.set.suicide
        self.credits = self.set.credits
        self.stones_after = lru_cache(maxsize=1 << 15)(self.stones_after)
        self.margin = lru_cache(maxsize=1 << 15)(self.margin)
        self.largest_bound = lru_cache(maxsize=1 << 15)(self.largest_bound)

    def block(self, board, point):
        """The block of the stone at `point` and its liberties."""
        stones = connected(point, lambda p: board[p] == board[point], self.neighbours)
        return stones, {q for p in stones for q in self.neighbours[p] if board[q] == "."}

    def without(self, board, stones):
        """The board after these stones were taken off."""
        return "".join("." if i in stones else letter for i, letter in enumerate(board))

    def state(self, board, to_move):
        """The start of a line: no block may be without liberty."""
        for i in range(self.area):
            if board[i] != "." and not self.block(board, i)[1]:
                raise IllegalMove("the block at point %d has no liberty" % i)
        return State(board, to_move, 0, self.area, False, None)

    def stones_after(self, board, player, move):
        """The board after a stone at `move`, the ko point of basic ko, and whether the stones just
        placed died, and how many: first the opponent's blocks without liberty are taken off, then
        one's own."""
        board = board[:move] + player + board[move + 1:]
        taken = set()
        for point in self.neighbours[move]:
            if board[point] == OTHER[player]:
                stones, liberties = self.block(board, point)
                if not liberties:
                    taken |= stones
        board = self.without(board, taken)
        stones, liberties = self.block(board, move)
        if not liberties:
            return self.without(board, stones), self.area, len(stones)
        ko = self.area
        if len(taken) == 1 and len(stones) == 1 and len(liberties) == 1:
            ko = min(liberties)
        return board, ko, 0

    def mark(self, state):
        """Section 4.2: the mark that a position leaves on the line, or None."""
        if self.forbidden == "psk":
            return Mark(state.board, None, None)
        if self.forbidden == "ssk":
            return Mark(state.board, state.to_move, None)
        if state.passes > 0:
            return None
        return Mark(state.board, state.to_move, state.ko if self.forbidden == "basic-ko" else None,
                    state.waits if self.credits else None)

    def after(self, state, move):
        """The position after a pass or a board play that is legal but for repetition."""
        player = state.to_move
        if state.over:
            raise IllegalMove("the game is over")
        if move == self.area:
            over = self.last_pass(state)
            return State(state.board, OTHER[player], state.passes + 1, self.area, over,
                         self.margin(state.board) if over else None, state.waits)
        put_stone(state, move, self.area)  # refuses what is not an empty point
        board, ko, died = self.stones_after(state.board, player, move)
        if died and not self.suicide:
            raise IllegalMove("it is suicide")
        if died == 1 and self.forbidden in ("psk", "basic-ko"):
            raise IllegalMove("it is suicide of a single stone")
        if self.forbidden != "basic-ko":
            ko = self.area
        elif move == state.ko:
            raise IllegalMove("basic ko forbids to retake there")
        waits = 0
        if self.set.name == "migos" and ko < self.area:
            waits = 2 if state.passes == 0 and state.waits > 0 else 1
        return State(board, OTHER[player], 0, ko, False, None, waits)

    @staticmethod
    def last_pass(state):
        """Whether a pass ends the game: the second one, or one more for each wait."""
        return state.passes == 1 + state.waits

    def without_ataris(self, board):
        """The board that is counted: what blocks with one liberty are depends on the options."""
        if self.set.atari == "alive":
            return board
        own = {player: {i for i in range(self.area) if board[i] == player
                        and len(self.block(board, i)[1]) == 1} for player in "XO"}
        if self.set.atari == "dead-unless-both" and own["X"] and own["O"]:
            return board
        return self.without(board, own["X"] | own["O"])

    def margin(self, board):
        """Black's area minus White's when passes end the game with this board: stones, and empty
        regions adjacent to one player only."""
        board = self.without_ataris(board)
        margin = board.count("X") - board.count("O")
        empty = {i for i in range(self.area) if board[i] == "."}
        for region in components(empty, self.neighbours):
            border = {board[q] for p in region for q in self.neighbours[p]} - {"."}
            if border == {"X"}:
                margin += len(region)
            elif border == {"O"}:
                margin -= len(region)
        return margin

    # Section 4.2: cycles, and what they are worth (section 5.3)

    def cycle_margin(self, more):
        """The margin of a long cycle in which Black passed `more` times more often than White,
        that is, captured so many more stones; None is no result."""
        if more and self.set.name in ("chinese", "migos"):
            return self.area if more > 0 else -self.area
        return {"tie": 0, "black": self.area, "white": -self.area, "none": None}[self.set.cycle]

    def suiting(self, claim):
        """Whether cycles suit the winner with a tally below 0, of 0, and above 0."""
        return [succeeds(claim, self.cycle_margin(tally if claim.winner == "X" else -tally))
                for tally in (-1, 0, 1)]

    def gain(self, claim, player, move):
        """The gain of a step, a move of the player's; None if all cycles suit the winner. No result
        may be worse for the winner than to lose the whole board; then only cycles above 0 count."""
        below, level, above = self.suiting(claim)
        tally = 0 if move < self.area else 1 if player == claim.winner else -1
        if below and level and above:
            return None
        if level and above:
            return tally
        return (tally << 32) - 1 if above else -1

    # Section 4.3: unconditional life

    def life(self, board, player):
        """The player's blocks; their regions; for each region the blocks adjacent to it; for each
        block the regions vital to it, that is, every point of which is adjacent to the block."""
        own = {i for i in range(self.area) if board[i] == player}
        blocks = components(own, self.neighbours)
        regions = components(set(range(self.area)) - own, self.neighbours)
        touches = {region: {block for block in blocks
                            if any(q in block for p in region for q in self.neighbours[p])}
                   for region in regions}
        vital = {block: [region for region in regions
                         if all(any(q in block for q in self.neighbours[p]) for p in region)]
                 for block in blocks}
        return blocks, regions, touches, vital

    @staticmethod
    def has_life(block, alive, touches, vital):
        """Whether the block has two vital regions all whose adjacent blocks are in `alive`."""
        return sum(touches[region] <= alive for region in vital[block]) >= 2

    def bound(self, theorem, alive, regions, touches):
        """2s - area, s being the number of points that the theorem gives to the player whose blocks
        of the set are alive."""
        stones = set().union(*alive)
        got = set(stones)
        for region in regions:
            if touches[region] <= alive and all(
                    any(q in stones for q in self.neighbours[p]) for p in region):
                got |= region
        if theorem == BY_TERRITORY and stones:
            rest = [p for p in range(self.area) if p not in got]
            for part in components(rest, self.neighbours):
                inside = [p for p in part if not any(q in stones for q in self.neighbours[p])]
                if len(inside) == 1 or (
                        len(inside) == 2 and inside[0] in self.neighbours[inside[1]]):
                    got |= set(part)
        return 2 * len(got) - self.area

    def claimed_bound(self, board, player, leaf):
        """The bound of the points of a leaf, or the reason (a sentence) why they are not alive."""
        blocks, regions, touches, vital = self.life(board, player)
        claimed = set(points(leaf.stones))
        alive = {block for block in blocks if block <= claimed}
        if set().union(*alive) != claimed:
            return "the points of the leaf are not whole blocks of %s" % NAMES[player]
        for block in alive:
            if not self.has_life(block, alive, touches, vital):
                return "the block at point %d of the board has not two vital regions" % min(block)
        return self.bound(leaf.theorem, alive, regions, touches)

    def largest_bound(self, theorem, board, player):
        """The bound of the largest set: blocks are taken out as long as one has no life."""
        blocks, regions, touches, vital = self.life(board, player)
        alive = set(blocks)
        while True:
            dead = [block for block in alive if not self.has_life(block, alive, touches, vital)]
            if not dead:
                return self.bound(theorem, alive, regions, touches)
            alive.remove(dead[0])

    def ripe(self, theorem, board, claim):
        """Section 4.2: whether the largest living set makes the winner succeed, by a theorem."""
        bound = self.largest_bound(theorem, board, claim.winner)
        return succeeds(claim, bound if claim.winner == "X" else -bound)

    def unsettled(self, state, claim, leaf):
        """Why a leaf does not settle the matter, None if it does; its points are those of the
        largest living set if `leaf.stones` is None. The past is left to the caller."""
        if state.over:
            return "the game is over"
        if leaf.theorem == BY_TERRITORY and (self.suicide or min(self.columns, self.rows) < 2):
            return "territory needs rules without suicide and a board of more than one line"
        if leaf.stones is None:
            bound = self.largest_bound(leaf.theorem, state.board, claim.winner)
        else:
            bound = self.claimed_bound(state.board, claim.winner, leaf)
        if isinstance(bound, str):
            return bound
        if not succeeds(claim, bound if claim.winner == "X" else -bound):
            return "the bound %d for %s is not enough" % (bound, NAMES[claim.winner])
        if state.to_move != claim.winner and self.last_pass(state):
            if not succeeds(claim, self.margin(state.board)):
                return "one more pass would end the game and %s would fail" % NAMES[claim.winner]
        if self.forbidden == "basic-ko" and self.suicide and not all(self.suiting(claim)):
            return "under basic ko with suicide a leaf serves only a winner whom all cycles suit"
        return None

    def played_on(self, theorem, line, claim):
        """The last condition of the leaf of a root; None if it is met, or else the reason."""
        plays = [i for i in range(1, len(line.states))
                 if line.states[i - 1].to_move == claim.winner and line.states[i].passes == 0]
        for number, state in enumerate(line.states[:plays[-1]] if plays else []):
            if self.ripe(theorem, state.board, claim):
                return ("after %d moves of the line life would have settled the claim, and %s "
                        "played on" % (number, NAMES[claim.winner]))
        return None


class Killall(Go):
    """Section 5.7: the past does not matter."""

    def __init__(self, header):
        super().__init__(header)
        self.diagonals = grid_neighbours(self.columns, self.rows, [(1, 1), (1, -1), (-1, 1), (-1, -1)])

    def picture(self, board):
        """A board as a picture."""
        return killall.Board(board, self.neighbours, self.diagonals)

    def mark(self, state):
        """A position that comes back does not end the game."""
        return None

    def state(self, board, to_move):
        """The position with this board; White has won if a White stone is alive."""
        super().state(board, to_move)
        return self.judged(State(board, to_move, 0, self.area, False, None))

    def judged(self, state):
        """The position with its end: by life or, after passes, by what is on the board."""
        white = self.picture(state.board).has_life("O")
        if not white and (state.passes == 2 or state.passes == 1 and state.to_move == "O"):
            free = State(state.board, "X", 0, self.area, False, None)
            white = "O" in state.board or any(
                self.can_play(free, point) for point in range(self.area))
            if not white and state.passes == 2:
                return state._replace(over=True, margin=1)
        return state._replace(over=True, margin=-1) if white else state

    def can_play(self, state, move):
        """Whether a play on a point is legal."""
        try:
            self.play(state, move)
        except IllegalMove:
            return False
        return True

    def play(self, state, move):
        """The position after a stone, without its end."""
        put_stone(state, move, self.area)
        if self.picture(state.board).is_eye(move, state.to_move):
            raise IllegalMove("it fills a true eye of one's own")
        return super().after(state, move)

    def after(self, state, move):
        """The position after a move."""
        if state.over:
            raise IllegalMove("the game is over")
        if move == self.area:
            passed = State(state.board, OTHER[state.to_move], state.passes + 1, self.area, False, None)
            return self.judged(passed)
        return self.judged(self.play(state, move))


class Line:
    """A line of play from the header's board, with every earlier position of it."""

    def __init__(self, rules, board, to_move):
        self.rules = rules
        self.states = [rules.state(board, to_move)]
        self.moves = []
        self.first = {rules.mark(self.state): 0}  # mark -> number of the first position that left it

    @property
    def state(self):
        """The position at the end of the line."""
        return self.states[-1]

    def has_mark(self, mark):
        """Section 4.2: whether the mark is on the line."""
        return mark is not None and mark in self.first

    def play(self, move):
        """Make a legal move, or raise IllegalMove and change nothing."""
        state = self.rules.after(self.state, move)
        mark = self.rules.mark(state)
        if state.passes == 0 and self.has_mark(mark):
            if self.rules.forbidden != "basic-ko":
                raise IllegalMove("it repeats an earlier time of the line (%s)"
                                  % self.rules.forbidden)
            state = state._replace(over=True, margin=self.cycle_margin(self.first[mark]))
        self.first.setdefault(mark, len(self.states))
        self.states.append(state)
        self.moves.append(move)

    def cycle_margin(self, start):
        """Section 5.3: what the cycle is worth that comes back to the position of this number."""
        passed = [state.to_move for state, move in zip(self.states[start:], self.moves[start:])
                  if move == self.rules.area]
        return self.rules.cycle_margin(passed.count("X") - passed.count("O"))

    def undo(self, count):
        """Take back the last `count` moves."""
        for _ in range(count):
            mark = self.rules.mark(self.states.pop())
            self.moves.pop()
            if self.first[mark] == len(self.states):
                del self.first[mark]


def succeeds(claim, margin):
    """Section 1: whether the winner succeeds with this margin; None is the end without result,
    which fulfils no claim."""
    fulfilled = margin is not None and (
        margin if claim.attacker == "X" else -margin) >= claim.at_least
    return fulfilled == claim.proven


def symmetry_map(header, symmetry):
    """Section 4: where the symmetry sends each point; a pass stays a pass."""
    columns, rows = header.columns, header.rows
    area = columns * rows
    if header.game == "hex":  # with the two edges, which change places
        return [area - 1 - i for i in range(area)] + [area + 1, area] if symmetry else list(
            range(area + 2))
    image = []
    for i in range(area):
        c, r = i % columns, i // columns
        if symmetry & 1:
            c = columns - 1 - c
        if symmetry & 2:
            r = rows - 1 - r
        if symmetry & 4:
            c, r = r, c
        image.append(r * columns + c)
    return image + [area]


def inverse(image):
    """The map of the inverse symmetry."""
    return [image.index(i) for i in range(len(image))]


def turned(board, image):
    """The board after the symmetry with this map."""
    result = ["."] * len(board)
    for i, letter in enumerate(board):
        result[image[i]] = letter
    return "".join(result)


def turned_mark(mark, image):
    """The mark after the symmetry with this map."""
    return mark._replace(board=turned(mark.board, image),
                         ko=None if mark.ko is None else image[mark.ko])


# --------------------------------------------------------------------------------------------------
# Sections 3 and 4: what holds


def draw(header, board, note=""):
    """A board for a message; the rows of Hex lean as its neighbours do."""
    lines = [note] if note else []
    for r in range(header.rows):
        letters = " ".join(board[r * header.columns:(r + 1) * header.columns])
        lines.append("  " + " " * (r if header.game == "hex" else 0) + letters)
    return "\n".join(lines)


def move_name(header, move):
    """A move for a message."""
    return "pass" if header.game == "go" and move == header.columns * header.rows else str(move)


def moves_text(header, moves):
    """A list of moves for a message."""
    shown = [move_name(header, move) for move in moves[-30:]]
    return ("... " if len(moves) > 30 else "") + (",".join(shown) or "-")


def draw_line(header, line):
    """The end of a line for a message."""
    return draw(header, line.state.board, "%s to move after the moves %s:" % (
        NAMES[line.state.to_move], moves_text(header, line.moves)))


# --------------------------------------------------------------------------------------------------
# Section 4.1: lemmas


def lattice_neighbours(cells):
    """The points adjacent to cells that are no cells, row by row from the top left."""
    near = {(c + right, r + down) for c, r in cells for right, down in STEPS} - set(cells)
    return sorted(near, key=lambda cell: (cell[1], cell[0]))


def lattice_turned(symmetry, step):
    """A step after a symmetry of the lattice."""
    c, r = step if symmetry < 6 else step[::-1]
    for _ in range(symmetry % 6):
        c, r = c + r, -c
    return c, r


@lru_cache(maxsize=None)
def words(count):
    """All words of so many cells, those with fewer empty cells first, and for each of them the words
    after a stone of the winner's and after one of the loser's."""
    def after(word, stone):
        return [word[:i] + (stone,) + word[i + 1:] for i, old in enumerate(word) if old == EMPTY]

    found = sorted(product((EMPTY, OWN, OTHERS), repeat=count), key=lambda word: word.count(EMPTY))
    return {word: (after(word, OWN), after(word, OTHERS)) for word in found}


@lru_cache(maxsize=1 << 16)
def lemma_problem(cells, ring, less, more):
    """What is not right about a lemma, a sentence, or None. Equal lemmas are decided once."""
    if len(set(cells)) != len(cells):
        return "a cell of the lemma is there twice"
    joined, after, known = joined_more(cells, ring), words(len(cells)), {}

    def at_most(less, more):
        if (less, more) not in known:
            if EMPTY not in less and EMPTY not in more:
                known[less, more] = more in joined[less]
            else:
                known[less, more] = (
                    all(nearly(next_less, more) for next_less in after[less][0])
                    and all(nearly(less, next_more) for next_more in after[more][1]))
        return known[less, more]

    def nearly(less, more):
        return (at_most(less, more)
                or any(at_most(less, next_more) for next_more in after[more][0])
                or any(at_most(next_less, more) for next_less in after[less][1]))

    return None if at_most(less, more) else "the lemma is not true"


def lemma_work(lemma):
    """The steps that a lemma takes at most if no equal one was decided."""
    return 8 + (1 << lemma.ring.count(EMPTY) >> 4) + (9 ** len(lemma.cells) >> 5)


@lru_cache(maxsize=1 << 10)
def joined_more(cells, ring):
    """For each full word the full words under which, however the unknown neighbours are given to the
    players, all of the winner's neighbours are joined that are joined under it."""
    left, top = (min(cell[i] for cell in cells) for i in (0, 1))
    full = list(product((OWN, OTHERS), repeat=len(cells)))
    orders = shape_orders(tuple((c - left, r - top) for c, r in cells))
    every = (1 << len(full)) - 1
    rows = [every] * len(full)
    for colouring in product(*[(known,) if known else (OWN, OTHERS) for known in ring]):
        rows = [row & order for row, order in zip(rows, orders[colouring])]
    return {word: {other for i, other in enumerate(full) if row >> i & 1}
            for word, row in zip(full, rows)}


@lru_cache(maxsize=None)
def shape_orders(cells):
    """For each way to give all neighbours to the players, for each full word the full words, as bits,
    under which at least as many of the winner's neighbours are joined. There are few shapes of at most
    four cells with at most ten neighbours."""
    around = lattice_neighbours(cells)
    everything = around + list(cells)
    near = [[i for i, other in enumerate(everything)
             if (other[0] - cell[0], other[1] - cell[1]) in STEPS] for cell in everything]
    orders = {}
    for colouring in product((OWN, OTHERS), repeat=len(around)):
        joined = []
        for word in product((OWN, OTHERS), repeat=len(cells)):
            stones = {i for i, stone in enumerate(colouring + word) if stone == OWN}
            pairs, rest = set(), {i for i in stones if i < len(around)}
            while rest:
                found = connected(rest.pop(), stones.__contains__, near)
                found = {i for i in found if i < len(around)}
                pairs |= set(product(found, found))
                rest -= found
            joined.append(pairs)
        orders[colouring] = [sum(1 << i for i, others in enumerate(joined) if pairs <= others)
                             for pairs in joined]
    return orders


class Checker:
    """The entries of a certificate, and what is asked of them."""

    def __init__(self, header, entries, meter):
        self.header, self.entries, self.meter = header, entries, meter
        self.rules = {"hex": Hex, "mnk": Mnk, "go": Go, "gomoku": Gomoku,
                      "phutball": Phutball, "killall": Killall}[header.game](header)
        self.images = [symmetry_map(header, symmetry) for symmetry in range(
            2 if header.game in ("hex", "phutball") else 8 if header.columns == header.rows else 4)]
        self.back = [inverse(image) for image in self.images]
        self.ranks = {}  # section 4.2: (claim, the least image of a mark) -> rank
        # Section 4.2: (claim, the least image of a mark) -> credit or END; and for bound entries
        # (number of the root, mark) -> credit or END.
        self.credits = {}
        self.pasts = {}  # section 4.2: the past marks of roots with bound entries

    def look(self, boards):
        """Counts the work of looking at so many whole boards."""
        self.meter.step(boards * (1 + self.rules.area // 8))

    def entry_work(self, entry):
        """How many boards the check of an entry looks at, at most."""
        if self.header.game == "hex":
            return 1 + len(entry.answers) + len(entry.placed) + 10 * len(getattr(
                entry, "captured", ()))
        if isinstance(entry, Threat):
            return 2 * WINDOWS + sum(WINDOWS + PLAY + 5 * WINDOWS * len(answer.fours or ())
                                     for answer in entry.answers)
        if isinstance(entry, Shape):
            return 16 + sum(PLAY + 16 * (len(answer.turn or ()) > ALWAYS + 1) for answer in entry.answers)
        if isinstance(entry, capture.Local):
            return 2 + 6 * (1 + len(entry.zone))
        boards = 1 + PLAY * entry.board.count(".")
        for answer in entry.answers:
            boards += 2 * PLAY + CLASS + 2 * LIFE
            other = None if answer.entry is None else getattr(self.entries[answer.entry], "frame", None)
            if isinstance(other, Frame):
                boards += len(other.fresh) + len(other.assumed)
        if isinstance(entry.frame, Frame):
            boards += CLASS * len(entry.frame.fresh) + len(entry.frame.assumed)
        return boards

    def check_entry(self, number):
        """Section 4: an entry is right."""
        entry = self.entries[number]
        self.look(self.entry_work(entry))
        for answer in entry.answers:
            if answer.entry is None:
                continue
            part = self.entries[answer.entry]
            if part.winner != entry.winner:
                raise Wrong("entry %d" % number,
                            "it refers to entry %d, which has another winner" % answer.entry, "4")
            if type(part) is not type(entry):
                raise Wrong("entry %d" % number, "it refers to entry %d, which is of another sort"
                            % answer.entry, "4.2")
            if isinstance(entry, Position) and part.claim != entry.claim:
                raise Wrong("entry %d" % number, "it refers to entry %d, which is for another claim"
                            " or verdict" % answer.entry, "4.2")
            if isinstance(getattr(entry, "frame", None), CreditFrame) and (
                    part.frame.bound != entry.frame.bound
                    or (entry.frame.bound is not None and answer.symmetry != 0)):
                raise Wrong("entry %d" % number, "it refers to entry %d, which is not bound to the"
                            " same root, or with a symmetry" % answer.entry, "4.2")
        if isinstance(entry, Lemma):
            self.meter.step(lemma_work(entry))
            problem = lemma_problem(tuple(entry.cells), entry.ring, entry.less, entry.more)
            if problem is not None:
                raise Wrong("entry %d" % number, problem, "4.1")
            return
        if self.header.game == "hex":
            problem = self.join_problem(entry)
            if problem is not None:
                letters = (entry.winner if entry.need >> i & 1 else "*" if entry.zone >> i & 1
                           else "." for i in range(self.rules.area))
                raise Wrong("entry %d" % number, problem, "4.1", draw(
                    self.header, "".join(letters), "the need %s and the rest * of the zone:"
                    % entry.winner))
            return
        if isinstance(entry, Shape):
            problem = self.shape_problem(entry)
            if problem is not None:
                letters = ("O" if i == entry.ball else "X" if entry.men >> i & 1 else
                           "." if entry.zone >> i & 1 else "?" for i in range(self.rules.area))
                raise Wrong("entry %d" % number, problem, "4.6", draw(
                    self.header, "".join(letters), "%s to move:" % NAMES[OTHER[entry.winner]]))
            return
        if isinstance(entry, capture.Local):
            problem = killall.entry_problem(
                self.entries, number, self.rules.picture("." * self.rules.area), self.images)
            if problem is not None:
                raise Wrong("entry %d" % number, problem, "4.7", draw(
                    self.header, entry.board, "Black to move:"))
            return
        if isinstance(entry, Threat):
            check, section = self.threat_problem, "4.4"
        else:
            check = self.go_problem if self.header.game == "go" else self.plain_problem
            section = "4.2"
        problem = check(entry)
        if problem is not None:
            drawing = draw(self.header, entry.board, "%s to move:" % NAMES[OTHER[entry.winner]])
            raise Wrong("entry %d" % number, problem, section, drawing)

    # Section 4.1: what is not right about an entry of Hex, a sentence, or None

    def join_problem(self, entry):
        """What is the same for patterns, chains and captures, and then the rest."""
        area = self.rules.area
        if entry.need & ~entry.zone:
            return "point %d of the need is not in the zone" % points(entry.need & ~entry.zone)[0]
        for end in entry.ends:
            if end > area + 1 or (end < area and not entry.need >> end & 1):
                return "its end %d is neither a point of the need nor an edge" % end
        if entry.ends[0] == entry.ends[1]:
            return "its two ends are the same"
        parts = []
        for answer in entry.answers:
            part, image = self.entries[answer.entry], self.back[answer.symmetry]
            ends = [image[end] for end in part.ends]
            zone = sum(1 << image[p] for p in points(part.zone))
            need = sum(1 << image[p] for p in points(part.need))
            if zone & ~entry.zone:
                return "the zone of entry %d has point %d, which is outside the zone" % (
                    answer.entry, points(zone & ~entry.zone)[0])
            given = entry.need | sum(1 << p for p in entry.captured if p < area)
            given |= entry.zone if entry.sort == FILL else 0  # fill_problem looks closer
            if answer.move is not None and answer.move < area:
                given |= 1 << answer.move
            if need & ~given:
                return "entry %d needs point %d, which is not the winner's then" % (
                    answer.entry, points(need & ~given)[0])
            if entry.sort != CHAIN and set(ends) != set(entry.ends):
                return "entry %d has other ends" % answer.entry
            parts.append((ends, zone, need))
        rest = {PATTERN: self.pattern_problem, CHAIN: self.chain_problem,
                CAPTURE: self.capture_problem, FILL: self.fill_problem,
                DROPS: self.drops_problem}[entry.sort]
        return rest(entry, parts)

    def pattern_problem(self, entry, parts):
        """Section 4.1: a pattern without answers joins its ends; one with answers has for every
        point of the zone outside the need an answer that does without it."""
        if not entry.answers:
            first, second = entry.ends
            if second not in self.rules.reached(first, set(points(entry.need)), entry.winner):
                return "it has no answers and its need does not join its ends"
            return None
        problem = self.move_problem(entry)
        if problem is not None:
            return problem
        common = self.open_points(entry, parts)
        if common:
            return "a stone of the loser's on point %d has no answer" % points(common)[0]
        return None

    @staticmethod
    def move_problem(entry):
        """Section 4.1: moves are points of the zone outside the need."""
        for answer in entry.answers:
            if not (entry.zone & ~entry.need) >> answer.move & 1:
                return "the move %d is not a point of the zone outside the need" % answer.move
        return None

    @staticmethod
    def open_points(entry, parts):
        """Section 4.1: the points of the zone outside the need that no answer can do without."""
        common = entry.zone & ~entry.need
        for answer, (_, zone, _) in zip(entry.answers, parts):
            common &= zone | 1 << answer.move
        return common

    def laid(self, placed):
        """Section 4.1: the points of a placed lemma's cells, and for each neighbour a point, or the
        player beyond whose edge it lies; or None if a cell lies beyond the board."""
        cells = self.entries[placed.entry].cells
        start = placed.at % self.rules.columns, placed.at // self.rules.columns

        def spot(cell):
            step = cell[0] - cells[0][0], cell[1] - cells[0][1]
            right, down = lattice_turned(placed.symmetry, step)
            column, row = start[0] + right, start[1] + down
            if not 0 <= row < self.rules.rows:
                return "X"
            if not 0 <= column < self.rules.columns:
                return "O"
            return row * self.rules.columns + column

        laid = [spot(cell) for cell in cells]
        if "X" in laid or "O" in laid:
            return None
        return laid, [spot(cell) for cell in lattice_neighbours(cells)]

    def unsuited(self, placed, winner, zone, need):
        """Section 4.1: why a placed lemma does not apply to a zone and a need, or None."""
        laid = self.laid(placed)
        if laid is None:
            return "a lemma at point %d has a cell beyond the board" % placed.at
        for cell in laid[0]:
            if not (zone & ~need) >> cell & 1:
                return "point %d of a lemma is not in the zone outside the need" % cell
        for spot, known in zip(laid[1], self.entries[placed.entry].ring):
            if known == EMPTY:
                continue
            if spot in ("X", "O"):
                good = (spot == winner) == (known == OWN)
            else:
                good = need >> spot & 1 if known == OWN else not zone >> spot & 1
            if not good:
                return "beside the lemma at point %d there is something else" % placed.at
        return None

    def fill_problem(self, entry, parts):
        """Section 4.1: the entry referred to holds after the lemmas have filled in their cells."""
        zone, need = entry.zone, entry.need
        for placed in entry.placed:
            lemma = self.entries[placed.entry]
            problem = self.unsuited(placed, entry.winner, zone, need)
            if problem is not None:
                return problem
            if any(lemma.more):
                return "the lemma at point %d fills in cells that are not empty" % placed.at
            for cell, stone in zip(self.laid(placed)[0], lemma.less):
                if stone == OTHERS:
                    zone &= ~(1 << cell)
                elif stone == OWN:
                    need |= 1 << cell
        _, zone_then, need_then = parts[0]
        for points_then, has, what in ((zone_then, zone, "zone"), (need_then, need, "need")):
            if points_then & ~has:
                return "point %d of the %s of entry %d is not there then" % (
                    points(points_then & ~has)[0], what, entry.answers[0].entry)
        return None

    def drops_problem(self, entry, parts):
        """Section 4.1: what has no answer is dominated by what has one, or has a reply."""
        first, second = entry.ends
        if not parts and second not in self.rules.reached(
                first, set(points(entry.zone)), entry.winner):
            return "it has no answers and its zone does not join its ends"
        problem = self.move_problem(entry)
        if problem is not None:
            return problem
        still_open, replied = self.open_points(entry, parts), 0
        for placed in entry.placed:
            problem = self.unsuited(placed, entry.winner, entry.zone, entry.need)
            if problem is not None:
                return problem
            lemma, cells = self.entries[placed.entry], self.laid(placed)[0]
            less, more = sorted(filter(None, lemma.less)), sorted(filter(None, lemma.more))
            if less == more == [OTHERS] and lemma.less != lemma.more:
                by, lost = cells[lemma.less.index(OTHERS)], cells[lemma.more.index(OTHERS)]
                if still_open >> by & 1:
                    return "point %d is dominated by %d, which is open" % (lost, by)
                still_open &= ~(1 << lost)
            elif more == [OWN, OTHERS] and less == [OWN] * len(cells):
                replied |= 1 << cells[lemma.more.index(OTHERS)]
            else:
                return "the lemma at point %d is about no move of the loser's" % placed.at
        if still_open & ~replied:
            return "a stone of the loser's on point %d has no answer" % points(
                still_open & ~replied)[0]
        return None

    def chain_problem(self, entry, parts):
        """Section 4.1: the parts of a chain lead from end to end and have no free point in
        common."""
        if len(parts) < 2:
            return "a chain has less than two parts"
        used, at = 0, entry.ends[0]
        for answer, (ends, zone, _) in zip(entry.answers, parts):
            both = used & zone & ~entry.need
            if both:
                return "point %d is in the zones of two parts" % points(both)[0]
            used |= zone
            if at not in ends:
                return "the parts lead to %d, which is no end of entry %d" % (at, answer.entry)
            at = ends[0] + ends[1] - at
        if at != entry.ends[1]:
            return "the parts lead to %d, which is not the second end" % at
        return None

    def capture_problem(self, entry, parts):
        """Section 4.1: a path by way of a captured point that was lost can go round it."""
        _, zone, need = parts[0]
        graph = self.rules.graph[entry.winner]
        for x in entry.captured:
            if x >= self.rules.area or not (entry.zone & ~entry.need) >> x & 1:
                return "the captured point %d is not a point of the zone outside the need" % x
            if entry.captured.count(x) > 1:
                return "the point %d is captured twice" % x
            if (zone & ~need) >> x & 1:
                return "the captured point %d is in the zone of entry %d and not in its need" % (
                    x, entry.answers[0].entry)
            stones = set(points(entry.need)) | set(entry.captured) - {x}
            near = [p for p in graph[x] if p >= self.rules.area or zone >> p & 1]
            for a in near:
                found = self.rules.reached(a, stones, entry.winner)
                for b in near:
                    if b not in found and not found.intersection(graph[b]):
                        return "no path goes round the captured point %d from %d to %d" % (x, a, b)
        return None

    # Section 4.4: what is not right about a threat, a sentence, or None

    def threat_problem(self, entry):
        """Every reply has an answer, and the cover holds what the answers depend on."""
        area, winner, loser = self.rules.area, entry.winner, OTHER[entry.winner]
        if self.rules.exact:
            return "there are threats in freestyle Gomoku only"
        if "." not in entry.board or any(self.rules.has_row(entry.board, p) for p in "XO"):
            return "the game is over in its position"
        unanswered = sum(1 << i for i in range(area) if entry.board[i] == ".")
        everything, needed = (1 << area) - 1, [0, 0, 0]
        for answer in entry.answers:
            board = entry.board
            if answer.reply < area:
                if board[answer.reply] != ".":
                    return "the reply %d is not on an empty point" % answer.reply
                board = board[:answer.reply] + loser + board[answer.reply + 1:]
                if any(all(board[p] == loser for p in run)
                       for run in self.rules.through[answer.reply]):
                    return "after the reply %d the loser has five in a row" % answer.reply
                unanswered &= ~(1 << answer.reply)
            if answer.fours is not None:
                cover, problem = self.rules.fours(board, winner, answer.fours)
                if problem is not None:
                    return "after the reply %d: %s" % (answer.reply, problem)
            else:
                if board[answer.move] != ".":
                    return "the move %d after the reply %d is not on an empty point" % (
                        answer.move, answer.reply)
                board = board[:answer.move] + winner + board[answer.move + 1:]
                other, image = self.entries[answer.entry], self.images[answer.symmetry]
                if turned(board, image) != other.board:
                    return "entry %d has other stones" % answer.entry
                back = self.back[answer.symmetry]
                cover = [sum(1 << back[p] for p in points(part)) | 1 << answer.move
                         for part in other.cover]
            if answer.is_open:
                unanswered &= cover[0]
                cover = [cover[1], cover[2], everything]
            needed = [one | more for one, more in zip(needed, cover)]
        if unanswered:
            return "there is no answer to the reply %d" % points(unanswered)[0]
        if any(more & ~said for more, said in zip(needed, entry.cover)):
            return "the answers depend on points outside the cover"
        return None

    # Section 4.6: what is not right about a shape, a sentence, or None

    def shape_problem(self, entry):
        """Every reply has an answer that is right whatever stands outside the zone."""
        area, rules, zone = self.rules.area, self.rules, entry.zone
        if entry.men & ~zone or entry.men >> entry.ball & 1:
            return "a man is outside the zone or on the point of the ball"
        if rules.winner(entry.ball) is not None:
            return "the game is over in its position"
        results, asked = rules.jumps(entry.ball, entry.men, OTHER[entry.winner])
        self.look(16 * (1 + len(results)))
        if asked & ~zone:
            return "the loser's jumps depend on points outside the zone"
        replies = {}
        for point in points(zone & ~entry.men & ~(1 << entry.ball)):
            replies[point] = (entry.ball, entry.men | 1 << point)
        if (zone | 1 << entry.ball) != (1 << area) - 1:
            replies[area] = (entry.ball, entry.men)
        for i, result in enumerate(results):
            replies[area + 1 + i] = result
        for answer in entry.answers:
            if answer.reply not in replies:
                return "%d is not a reply of the loser's" % answer.reply
            problem = self.shape_answer_problem(entry, answer, *replies.pop(answer.reply))
            if problem is not None:
                return "after the reply %d: %s" % (answer.reply, problem)
        if replies:
            return "there is no answer to the reply %d" % min(replies)
        return None

    def shape_answer_problem(self, entry, answer, ball, men):
        """What is wrong with the answer to a reply after which ball and men are these."""
        rules, winner, zone = self.rules, entry.winner, entry.zone
        if answer.kind == 0:
            return None if rules.winner(ball) == winner else "the winner has not won"
        if rules.winner(ball) is not None:
            return "the game is over, and a turn follows"
        before = ball, men
        if answer.turn[0] == 0:
            point = answer.turn[1]
            if point == ball or not (zone & ~men) >> point & 1:
                return "the winner's man is not on an empty point of the zone"
            men |= 1 << point
        else:
            needed = 0
            for direction in answer.turn[1:]:
                after, asked = rules.jump(ball, men, direction, winner)
                needed |= asked
                if after is None:
                    return "one of the winner's jumps is not legal"
                ball, men = after
            if answer.turn[0] > ALWAYS:
                results, asked = rules.jumps(before[0], before[1], winner)
                self.look(16 * (1 + len(results)))
                needed |= asked
                if (ball, men) not in results:
                    return "the result of the winner's jumps does not count"
            if needed & ~zone:
                return "the winner's jumps depend on points outside the zone"
        if answer.kind == 1:
            return None if rules.winner(ball) == winner else "the winner has not won"
        if rules.winner(ball) is not None:
            return "the game is over after the turn"
        other, image = self.entries[answer.entry], self.images[answer.symmetry]
        back = self.back[answer.symmetry]
        other_zone, other_men = (sum(1 << back[p] for p in points(part))
                                 for part in (other.zone, other.men))
        if image[ball] != other.ball:
            return "entry %d has the ball on another point" % answer.entry
        if other_zone & ~zone:
            return "entry %d has a larger zone" % answer.entry
        if men & other_zone != other_men:
            return "entry %d has other men in its zone" % answer.entry
        return None

    # Section 4.2: what is not right about an entry of mnk, Gomoku, Killall-Go or Go, a sentence, or None

    def plain_problem(self, entry):
        """Where the past does not matter: every legal reply has an answer that is true."""
        try:
            state = self.rules.state(entry.board, OTHER[entry.winner])
        except IllegalMove as reason:
            return "its position cannot be: %s" % reason
        if isinstance(entry.frame, PassFrame):
            if entry.winner != "X" or not succeeds(entry.claim, 1):
                return "its winner is not Black by a margin of 1"
            if not state.over:
                state = self.rules.judged(state._replace(passes=entry.frame.passes, ko=entry.frame.ko))
        if state.over:
            return "the game is over in its position"
        answers = {answer.reply: answer for answer in entry.answers}
        for reply in range(self.rules.area + 1):
            try:
                end = self.rules.after(state, reply)
            except IllegalMove:
                continue
            if reply not in answers:
                return "there is no answer to the legal reply %d" % reply
            answer = answers[reply]
            if answer.move is not None:
                try:
                    end = self.rules.after(end, answer.move)
                except IllegalMove as reason:
                    return "the move %d after the reply %d is not legal: %s" % (
                        answer.move, reply, reason)
            if answer.leaf is not None:
                problem = "the game is over before a leaf" if end.over else killall.room_problem(
                    self.rules.picture(end.board), set(points(answer.leaf.stones)))
            elif answer.kind != 4:
                problem = end_problem(end, entry.claim)
            else:
                problem = self.mismatch(end, answer.entry, answer.symmetry)
            if problem is not None:
                return "after the reply %d and its answer %s" % (reply, problem)
        return None

    def mismatch(self, state, number, symmetry):
        """Why an entry is not about this position, or None."""
        entry, image = self.entries[number], self.images[symmetry]
        if state.over:
            return "the game is over where entry %d should hold" % number
        if state.to_move == entry.winner:
            return "the winner is to move where entry %d should hold" % number
        if turned(state.board, image) != entry.board:
            return "entry %d has other stones" % number
        if entry.frame is not None and state.passes != entry.frame.passes:
            return "entry %d is for %d passes just before, not %d" % (
                number, entry.frame.passes, state.passes)
        if entry.frame is not None and image[state.ko] != entry.frame.ko:
            return "entry %d has another ko point" % number
        if isinstance(entry.frame, CreditFrame) and state.waits != entry.frame.waits:
            return "entry %d is for %d waits, not %d" % (number, entry.frame.waits, state.waits)
        return None

    def give_rank(self, claim, mark, rank):
        """A mark gets a rank, if there is one. None, or what is wrong."""
        if mark is None:
            return None
        found = self.ranks.setdefault((claim, self.least_image(mark)), rank)
        if found == rank:
            return None
        return "it gives a mark the rank %d, which has the rank %d" % (rank, found)

    def least_image(self, mark):
        """The images of a mark under the symmetries have the same rank or credit."""
        return min(turned_mark(mark, image) for image in self.images)

    def go_problem(self, entry):
        """Every reply that is legal but for repetition repeats, or has an answer that is true."""
        rules, claim, frame = self.rules, entry.claim, entry.frame
        try:
            state = rules.state(entry.board, OTHER[entry.winner])
        except IllegalMove as reason:
            return "its position cannot be: %s" % reason
        if rules.credits:
            return self.credit_problem(entry, state._replace(
                passes=frame.passes, ko=frame.ko, waits=frame.waits))
        state = state._replace(passes=frame.passes, ko=frame.ko)
        own = rules.mark(state)
        for mark in [own] + frame.fresh:
            problem = self.give_rank(claim, mark, frame.rank)
            if problem is not None:
                return problem
        known = set(frame.assumed) | {own} - {None}
        answers = {answer.reply: answer for answer in entry.answers}
        for reply in range(rules.area + 1):
            try:
                after = rules.after(state, reply)
            except IllegalMove:
                continue
            answer, mark, problem = answers.get(reply), rules.mark(after), None
            if answer is not None and answer.kind >= 3:
                problem = self.give_rank(claim, mark, frame.rank - answer.fall)
            if problem is None and reply < rules.area and mark in known:
                if rules.forbidden == "basic-ko" and claim.proven:
                    problem = "it repeats, and without a result %s fails" % NAMES[claim.winner]
            elif problem is None and answer is None:
                return "there is no answer to the legal reply %s" % move_name(self.header, reply)
            elif problem is None:
                problem = self.answer_problem(entry, state, after, answer, known)
            if problem is not None:
                return "the reply %s: %s" % (move_name(self.header, reply), problem)
        return None

    def answer_problem(self, entry, state, after, answer, known):
        """Section 4.2, case 2: there is an answer. `state` is the entry's position, `after` the one
        after the reply. Much is the same with credits, where nothing is known."""
        rules, claim, frame = self.rules, entry.claim, entry.frame
        basic = rules.forbidden == "basic-ko" and not rules.credits
        board_play = answer.reply < rules.area
        if basic and board_play and claim.proven and answer.kind != 1:
            if not answer.fall and rules.mark(after) not in frame.fresh:
                return "it may repeat, and without a result %s fails" % NAMES[claim.winner]
        if answer.kind == 0:
            return end_problem(after, claim)
        if answer.leaf is not None and frame.quiet < answer.leaf.theorem:
            return "it has a leaf, but the entry is not quiet"
        if answer.kind == 1:
            return rules.unsettled(after, claim, answer.leaf)
        try:
            end = rules.after(after, answer.move)
        except IllegalMove as reason:
            return "the move %s is not legal: %s" % (move_name(self.header, answer.move), reason)
        if answer.kind == 2:
            if basic and not claim.proven and answer.move < rules.area and rules.mark(end) in known:
                return None
            return end_problem(end, claim)
        if answer.kind == 3:
            if answer.move == rules.area:
                return "a leaf follows a pass of the winner's"
            if any(rules.ripe(answer.leaf.theorem, s.board, claim) for s in (state, after)):
                return "the winner plays after a ripe position"
            return rules.unsettled(end, claim, answer.leaf)
        problem = self.mismatch(end, answer.entry, answer.symmetry)
        quiet = self.entries[answer.entry].frame.quiet
        if problem is None and quiet != NOT_QUIET and (frame.quiet < quiet or any(
                rules.ripe(quiet, s.board, claim) for s in (state, after))):
            problem = "entry %d is quiet, but there may be a ripe position before" % answer.entry
        if problem is None and rules.credits:
            problem = self.step_problem(entry, answer)
        elif problem is None:
            problem = self.line_problem(entry, after, end, answer, known)
        return problem

    def line_problem(self, entry, after, end, answer, known):
        """Section 4.2, kind 4: whether the move is legal and the other entry holds on every line
        on which this one holds; `end` is the position after the move."""
        rules, claim, frame = self.rules, entry.claim, entry.frame
        other, back = self.entries[answer.entry].frame, self.back[answer.symmetry]
        reply_mark, move_mark = rules.mark(after), rules.mark(end)
        added = {reply_mark, move_mark} - {None}
        harmless = answer.move == rules.area or (
            rules.forbidden == "basic-ko" and not claim.proven)
        if not harmless and (move_mark == reply_mark or (
                other.rank >= frame.rank and move_mark not in frame.fresh)):
            return "the move %s may repeat" % move_name(self.header, answer.move)
        if other.rank > frame.rank or (
                reply_mark is not None and other.rank > frame.rank - answer.fall):
            return "entry %d has a greater rank" % answer.entry
        fresh = {turned_mark(mark, back) for mark in other.fresh}
        if fresh & added:
            return "a fresh mark of entry %d is on the line" % answer.entry
        if other.rank == frame.rank and not fresh <= set(frame.fresh):
            return "a fresh mark of entry %d may be on the line" % answer.entry
        if not {turned_mark(mark, back) for mark in other.assumed} <= known | added:
            return "a mark that entry %d assumes may not be on the line" % answer.entry
        return None

    # Section 4.2, Go with credits

    def give_credit(self, entry, mark, credit):
        """An entry gives a mark a credit or the word end, if there is one. None, or what is wrong."""
        if mark is None or all(self.rules.suiting(entry.claim)):
            return None
        key = (entry.claim, self.least_image(mark))
        if entry.frame.bound is not None:
            key = (entry.frame.bound, mark)
        found = self.credits.setdefault(key, credit)
        if found == credit:
            return None
        return "it gives a mark %s, which has %s" % tuple(
            "the word end" if given == END else "the credit %d" % given
            for given in (credit, found))

    def credit_problem(self, entry, state):
        """Every reply that is legal but for repetition has an answer that is true, and no mark gets
        two credits. `state` is the entry's own."""
        rules = self.rules
        problem = self.give_credit(entry, rules.mark(state), entry.frame.credit)
        if problem is not None:
            return problem
        past = {}
        if entry.frame.bound is not None:
            past, problem = self.past(self.header.roots[entry.frame.bound])
            if problem is not None:
                return problem
        answers = {answer.reply: answer for answer in entry.answers}
        for reply in range(rules.area + 1):
            try:
                after = rules.after(state, reply)
            except IllegalMove:
                continue
            answer = answers.get(reply)
            if answer is None:
                return "there is no answer to the legal reply %s" % move_name(self.header, reply)
            closed = self.closed(past, after, answer)
            if closed is not None:
                problem = self.closing_problem(entry, after, answer, *closed)
            else:
                problem = self.answer_problem(entry, state, after, answer, set())
            if problem is None and closed is None and answer.kind in (2, 3):
                problem = self.give_credit(entry, rules.mark(after), END)
            elif problem is None and closed is None and answer.kind == 4:
                credit = self.reply_credit(answer, entry.claim)
                problem = self.give_credit(entry, rules.mark(after), credit)
            if problem is not None:
                return "the reply %s: %s" % (move_name(self.header, reply), problem)
        return None

    def past(self, root):
        """The past marks of a root with bound entries and their credits, and None; or anything and
        what is wrong."""
        if root.number not in self.pasts:
            self.pasts[root.number] = self.find_past(root)
        return self.pasts[root.number]

    def find_past(self, root):
        """What `past` gives, found by playing the line of the root."""
        if not isinstance(root.entry, int) or root.entry >= len(self.entries) or (
                self.entries[root.entry].frame.bound != root.number):
            return {}, "root %d does not begin with an entry that is bound to it" % root.number
        line = Line(self.rules, self.header.board, self.header.to_move)
        moves = self.header.moves + root.moves + ([] if root.first is None else [root.first])
        self.look(PLAY * (1 + len(moves)))
        try:
            for move in moves:
                line.play(move)
        except IllegalMove:
            return {}, "the moves of root %d are not legal" % root.number
        past, credit = {}, self.entries[root.entry].frame.credit
        for state, move in zip(line.states[-2::-1], line.moves[::-1]):
            credit -= self.rules.gain(root.claim, state.to_move, move) or 0
            past[self.rules.mark(state)] = credit
        past.pop(None, None)
        return past, None

    def closed(self, past, after, answer):
        """Whether a reply or the answer to it comes to a past mark: the kind of answer that must be
        there, and the credit of the past mark. None if neither does."""
        if self.rules.mark(after) in past:
            return 0, past[self.rules.mark(after)]
        if answer.move is None:
            return None
        try:
            mark = self.rules.mark(self.rules.after(after, answer.move))
        except IllegalMove:
            return None
        return (2, past[mark]) if mark in past else None

    def closing_problem(self, entry, after, answer, kind, credit):
        """What is wrong about an answer of a bound entry where the game ends with a past mark."""
        if answer.kind != kind:
            return "the game is over, and the answer is of kind %d" % answer.kind
        gain = self.rules.gain(entry.claim, OTHER[entry.winner], answer.reply)
        if gain is None:
            return None
        if kind == 2:
            credit -= self.rules.gain(entry.claim, entry.winner, answer.move)
            problem = self.give_credit(entry, self.rules.mark(after), credit)
            if problem is not None:
                return problem
        if credit > entry.frame.credit + gain:
            return "the cycle does not suit %s" % NAMES[entry.winner]
        return None

    def reply_credit(self, answer, claim):
        """The credit of the state after a reply with an answer of kind 4; None if all cycles suit
        the winner."""
        gain = self.rules.gain(claim, claim.winner, answer.move)
        return None if gain is None else self.entries[answer.entry].frame.credit - gain

    def step_problem(self, entry, answer):
        """Section 4.2, kind 4: whether the credit of the state after the reply is small enough."""
        credit = self.reply_credit(answer, entry.claim)
        if credit is None:
            return None
        most = entry.frame.credit + self.rules.gain(
            entry.claim, OTHER[entry.winner], answer.reply)
        if credit > most:
            return "entry %d has too great a credit: the state after the reply has %d, not %d" % (
                answer.entry, credit, most)
        return None

    def credit_root_problem(self, number, line, claim):
        """Whether an entry with a credit holds for the end of the line, which is in its state."""
        if all(self.rules.suiting(claim)):
            return None
        gained = 0
        for state, move in zip(line.states[-2::-1], line.moves[::-1]):
            gained += self.rules.gain(claim, state.to_move, move)
            mark = self.rules.mark(state)
            found = None if mark is None else self.credits.get((claim, self.least_image(mark)))
            if found == END:
                return "a mark on the line has the word end"
            if found is not None and found + gained < self.entries[number].frame.credit:
                return "a mark on the line has the credit %d and the steps since then gain %d," \
                    " and entry %d has the credit %d" % (
                        found, gained, number, self.entries[number].frame.credit)
        return None

    # Section 3: the roots

    def check_root(self, root, line):
        """One of the four ways in which a root holds. `line` ends in the root position."""
        claim, place = root.claim, "root %d" % root.number
        self.look(len(line.states) * (CLASS + LIFE) if self.header.game == "go" else PLAY)

        def wrong(problem, section):
            return Wrong(place, problem, section, draw_line(self.header, line))

        if root.first is None:
            if root.entry is not None and root.entry not in THEOREMS and line.state.to_move == claim.winner:
                raise wrong("%s is to move, but the root names no first move"
                            % NAMES[claim.winner], "3, case 2")
        else:
            if line.state.to_move != claim.winner:
                raise wrong("it names a first move, but %s is not to move" % NAMES[claim.winner],
                            "3, case 3")
            try:
                line.play(root.first)
            except IllegalMove as reason:
                raise wrong("the first move %s is not legal: %s" % (
                    move_name(self.header, root.first), reason), "3, case 3") from None
        if root.entry is None:
            problem, section = end_problem(line.state, claim), "3, cases 1 and 3"
        elif root.entry in THEOREMS:
            problem, section = self.life_problem(THEOREMS[root.entry], line, claim), "3, case 4"
        elif root.entry >= len(self.entries):
            problem, section = "there is no entry %d" % root.entry, "3"
        else:
            problem, section = self.root_problem(root.entry, line, claim, root.number), "4"
        if problem is not None:
            raise wrong(problem, section)

    def life_problem(self, theorem, line, claim):
        """Section 3, case 4: whether a theorem about life settles the root."""
        if self.header.game != "go":
            return "there is no life outside Go"
        problem = self.rules.unsettled(line.state, claim, Leaf(theorem, None))
        return problem or self.rules.played_on(theorem, line, claim)

    def root_problem(self, number, line, claim, root=None):
        """Whether an entry holds for the end of the line, which is that of the root with this
        number."""
        entry = self.entries[number]
        if entry.winner != claim.winner:
            return "entry %d is not for %s, the winner" % (number, NAMES[claim.winner])
        if self.header.game == "hex":
            if set(entry.ends) != {self.rules.area, self.rules.area + 1}:
                return "entry %d does not join the edges" % number
            for i, letter in enumerate(line.state.board):
                if entry.need >> i & 1 and letter != claim.winner:
                    return "entry %d needs a stone of %s's on point %d" % (
                        number, NAMES[claim.winner], i)
                if entry.zone >> i & 1 and letter == OTHER[claim.winner]:
                    return "%s has a stone on point %d in the zone of entry %d" % (
                        NAMES[letter], i, number)
            if not succeeds(claim, 1 if claim.winner == "X" else -1):
                return "%s does not succeed by winning" % NAMES[claim.winner]
            return None
        if isinstance(entry, Shape):
            if line.state.over:
                return "the game is over where entry %d should hold" % number
            ball, men = self.rules.field(line.state.board)
            if ball != entry.ball or men & entry.zone != entry.men:
                return "entry %d has the ball or men in its zone elsewhere" % number
            if not succeeds(claim, 1 if claim.winner == "X" else -1):
                return "%s does not succeed by winning" % NAMES[claim.winner]
            return None
        if isinstance(entry, Threat):
            if line.state.over:
                return "the game is over where entry %d should hold" % number
            if line.state.board != entry.board:
                return "entry %d has other stones" % number
            if not succeeds(claim, 1 if claim.winner == "X" else -1):
                return "%s does not succeed by winning" % NAMES[claim.winner]
            return None
        if isinstance(entry, capture.Local):
            if not succeeds(claim, -1):
                return "White does not succeed by winning"
            problem = killall.misfit(entry, line.state, self.rules.picture("." * self.rules.area))
            return problem and "entry %d does not hold: %s" % (number, problem)
        if entry.claim != claim:
            return "entry %d is for another claim or verdict" % number
        problem = self.mismatch(line.state, number, 0)
        if problem is not None or entry.frame is None or isinstance(entry.frame, PassFrame):
            return problem
        frame = entry.frame
        if frame.quiet != NOT_QUIET and any(
                self.rules.ripe(frame.quiet, s.board, claim) for s in line.states[:-1]):
            return "entry %d is quiet, but there was a ripe position before" % number
        if self.rules.credits and frame.bound is not None:
            return None if frame.bound == root else "entry %d is bound to another root" % number
        if self.rules.credits:
            return self.credit_root_problem(number, line, claim)
        for mark in filter(None, line.first):
            rank = self.ranks.get((claim, self.least_image(mark)))
            if rank is not None and rank < frame.rank:
                return "a mark on the line has the rank %d, and entry %d has the rank %d" % (
                    rank, number, frame.rank)
        if any(line.has_mark(mark) for mark in frame.fresh):
            return "a fresh mark of entry %d is on the line" % number
        if not all(line.has_mark(mark) for mark in frame.assumed):
            return "a mark that entry %d assumes is not on the line" % number
        return None


def end_problem(state, claim):
    """Why a game has not ended as the winner wants it, or None."""
    if not state.over:
        return "the game is not over"
    return None if succeeds(claim, state.margin) else "%s has not succeeded" % NAMES[claim.winner]


def root_sentence(header, root, line):
    """What a root says, in words. `line` ends in the root position."""
    state = line.state
    where = "the position after the moves %s" % moves_text(header, line.moves)
    if not line.moves:
        where = "the given position"
    return "root %d: in %s (%s to move) %s %s get a margin of at least %d." % (
        root.number, where, NAMES[state.to_move], NAMES[root.claim.attacker],
        "can" if root.claim.proven else "cannot", root.claim.at_least)


def check_stream(stream, rules_only=False, steps=None):
    """Check one certificate; returns the lines to print, or raises Malformed, Wrong or Limit."""
    meter = Meter(steps)
    file = File(stream, meter)
    header = read_header(read_container(file))
    if file.version < 6 and header.game in ("capture", "phutball", "killall"):
        raise Malformed("the header", "there is no %s in version %d" % (header.game, file.version),
                        "version 6 for this game")
    if file.version < 5 and header.game == "gomoku":
        raise Malformed("the header", "there is no Gomoku in version %d" % file.version,
                        "version 5 for this game")
    if file.version < 3 and header.game == "go" and go_rules(header.rules).credits:
        raise Malformed("the header", "the rules %s do not occur in version %d" % (
            header.rules, file.version), "version 3 for these rules")
    entries = read_entries(file, header)
    leaves = header.counts["leaves"]
    lives = any(root.entry in THEOREMS for root in header.roots)
    if file.version < 4 and any(root.entry == "territory" for root in header.roots):
        raise Malformed("the header", "a root rests on territory in version %d" % file.version,
                        "version 4 for such roots")
    if rules_only and lives:
        raise Wrong("the roots", "one rests on unconditional life, which is to be refused", "4.3",
                    draw(header, header.board))
    if rules_only and leaves:
        number = next(i for i, entry in enumerate(entries)
                      if any(answer.leaf is not None for answer in entry.answers))
        raise Wrong("entry %d" % number,
                    "it has a leaf of unconditional life, and leaves are to be refused", "4.3",
                    draw(header, entries[number].board))
    if header.game == "capture":
        return check_capture(header, entries, meter)
    checker = Checker(header, entries, meter)
    try:
        line = Line(checker.rules, header.board, header.to_move)
    except IllegalMove as reason:
        raise Wrong("the board of the header", str(reason), "5",
                    draw(header, header.board)) from None
    checker.look(PLAY * (1 + len(header.moves)))
    play_all(header, line, header.moves, "the moves of the header")
    for number in range(len(entries)):
        checker.check_entry(number)
    output, base = [], len(line.moves)
    for root in header.roots:
        checker.look(PLAY * (2 + len(root.moves)))
        play_all(header, line, root.moves, "the moves of root %d" % root.number)
        output.append(root_sentence(header, root, line))
        checker.check_root(root, line)
        line.undo(len(line.moves) - base)
    used = {THEOREMS[root.entry] for root in header.roots if root.entry in THEOREMS}
    if header.game == "go":
        used |= {answer.leaf.theorem for entry in entries for answer in entry.answers
                 if answer.leaf is not None}
    theorems = [word for word, theorem in THEOREMS.items() if theorem in used]
    output.append("%s %d x %d%s: %d roots, %d entries, %d answers, %d leaves%s, %d steps." % (
        header.game, header.columns, header.rows, " " + header.rules if header.rules else "",
        len(header.roots), len(entries), header.counts["edges"], leaves,
        " (unconditional %s)" % " and ".join(theorems) if theorems else "", meter.steps))
    output.append("verified")
    return output


def check_capture(header, entries, meter):
    """Section 4.5: the entries and the roots of a certificate of capture."""
    area, block = header.columns * header.rows, header.block
    if block.owner == ".":
        raise Wrong("the board of the header", "the target's point has no stone", "5.5")
    if header.moves:
        raise Wrong("the moves of the header", "there are no moves in capture", "4.5")
    neighbours = grid_neighbours(header.columns, header.rows, ((1, 0), (-1, 0), (0, 1), (0, -1)))
    picture = capture.Picture(header.board, neighbours)
    for player in "XO":
        if any(not part.liberties for part in picture.parts(player)):
            raise Wrong("the board of the header", "a block has no liberty", "5.5")
    for number, entry in enumerate(entries):
        meter.step((1 + 6 * (1 + len(entry.zone))) * (1 + area // 8))
        problem = capture.entry_problem(block, entries, number, neighbours)
        if problem is not None:
            raise Wrong("entry %d" % number, problem, "4.5", draw(header, entry.board))
    output = []
    who = ("nobody", "the attacker", "the defender")
    for root in header.roots:
        meter.step(2 * (1 + area // 8))
        problem = capture.root_problem(block, entries, root, header.board, header.to_move,
                                       neighbours)
        if problem is not None:
            raise Wrong("root %d" % root.number, problem, "4.5", draw(header, header.board))
        output.append("root %d: %s is %scaptured (%s to move) if %s may retake a ko at once." % (
            root.number, move_name(header, block.target), "" if root.claim.proven else "not ",
            NAMES[header.to_move], who[root.claim.at_least]))
    output.append("capture %d x %d: %d roots, %d entries, %d answers, %d steps." % (
        header.columns, header.rows, len(header.roots), len(entries), header.counts["edges"],
        meter.steps))
    output.append("verified")
    return output


def play_all(header, line, moves, place):
    """Section 3: the moves to a position must be legal."""
    for number, move in enumerate(moves):
        try:
            line.play(move)
        except IllegalMove as reason:
            raise Wrong(place, "move %d of them, %s, is not legal: %s" % (
                number + 1, move_name(header, move), reason), "3",
                draw_line(header, line)) from None


def check_bytes(data, rules_only=False, steps=None):
    """Check a certificate in memory: the exit status and the text to print."""
    return check_open(io.BytesIO(data), rules_only, steps)


def check_open(stream, rules_only=False, steps=None):
    """Check a certificate that is open for reading: the exit status and the text to print."""
    try:
        return 0, "\n".join(check_stream(stream, rules_only, steps))
    except Malformed as error:
        return 1, str(error)
    except Limit as error:
        return 2, str(error)
    except Wrong as error:
        return 3, str(error)
    except OSError as error:
        return 1, "the file cannot be read: %s" % (error.strerror or error)
    except MemoryError:
        return 1, "the certificate does not fit into the memory of this machine"


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description="Check certificates of game values (versions 1 to 6).")
    parser.add_argument("--rules-only", action="store_true",
                        help="refuse certificates with leaves, which rest on a theorem")
    parser.add_argument("--steps", metavar="N", type=int, help="give up after this many steps")
    parser.add_argument("files", metavar="FILE", nargs="+")
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    status = 0
    for name in options.files:
        try:
            with open(name, "rb") as stream:
                code, text = check_open(stream, options.rules_only, options.steps)
        except (OSError, ValueError) as error:
            code, text = 1, "the file cannot be read: %s" % (
                getattr(error, "strerror", None) or error)
        if code == 0:
            print("\n".join("%s: %s" % (name, sentence) for sentence in text.split("\n")))
        else:
            print("%s: %s" % (name, text), file=sys.stderr)
        status = max(status, code)
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # nobody reads what is printed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
