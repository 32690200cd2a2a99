#!/usr/bin/env python3
"""Check certificates of game values, format version 1.

    python3 check_certificate.py [--rules-only] FILE...

The checker follows the text docs/certificate.md; the numbers after "section" are the sections of
that text. It uses the standard library only and is meant to be read: plain strings, lists and sets,
no search and no cleverness.

Exit status: 0 if every file is verified; 1 if a file is not a certificate, is cut short, is of a
newer version or of an unknown game; 3 if a certificate is well formed, but does not prove what it
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

VERSION = 1
LIMIT = 1 << 20  # section 2: the greatest length of the header and of a block's raw bytes
NAMES = {"X": "Black", "O": "White"}
OTHER = {"X": "O", "O": "X"}
PLAYERS = {"black": "X", "white": "O"}
GO_RULES = {  # section 5.3: name -> (what is forbidden, whether suicide is allowed)
    "psk": ("psk", False),
    "ssk": ("ssk", False),
    "nssk": ("nssk", False),
    "basic-ko": ("basic-ko", False),
    "tromp-taylor": ("psk", True),
    "ssk-suicide": ("ssk", True),
    "nssk-suicide": ("nssk", True),
    "basic-ko-suicide": ("basic-ko", True),
}

Header = namedtuple("Header", "game columns rows row rules board to_move moves roots counts")
Root = namedtuple("Root", "number claim moves first entry")
Claim = namedtuple("Claim", "attacker at_least proven winner")
# What a position is, apart from its past. `margin` is None before the end and without result.
State = namedtuple("State", "board to_move passes ko over margin")
Pattern = namedtuple("Pattern", "winner zone need answers")
PatternAnswer = namedtuple("PatternAnswer", "move entry symmetry")
Position = namedtuple("Position", "winner board passes ko answers")
# `move`, `leaf` (a bit set), `entry` and `symmetry` are None where the kind has none.
Answer = namedtuple("Answer", "reply kind move leaf entry symmetry")


class Malformed(Exception):
    """The file is not a certificate of this version (exit status 1)."""

    def __init__(self, place, problem, expected):
        super().__init__("%s: %s; expected %s" % (place, problem, expected))


class Wrong(Exception):
    """The file is a certificate, but it does not prove its roots (exit status 3)."""

    def __init__(self, place, problem, section, drawing=""):
        sentence = "%s: %s (section %s)" % (place, problem, section)
        super().__init__(sentence + ("\n" + drawing if drawing else ""))


class IllegalMove(Exception):
    """A move that the rules forbid; the text is the reason."""


# --------------------------------------------------------------------------------------------------
# Section 2: the file


class File:
    """The bytes of the file, read in order and never more of them than there are."""

    def __init__(self, stream):
        self.stream = stream
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
    if version != VERSION:
        raise Malformed("byte 8", "there is no version %d" % version, "version %d" % VERSION)
    length = file.number(4, "the length of the header")
    if length > LIMIT:
        raise Malformed("byte 10", "the header has %d bytes" % length, "at most %d" % LIMIT)
    text = file.take(length, "the header")
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
    crc = file.number(4, "block %d" % number)
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
        from compression import zstd
    except ImportError:
        raise Malformed(place, "this Python cannot read compressed blocks (Python 3.14 can)",
                        "a certificate written with stored blocks") from None
    try:
        frame = zstd.ZstdDecompressor()
        raw = frame.decompress(packed, max_length=raw_length + 1)
        while not frame.eof and not frame.needs_input and len(raw) <= raw_length:
            more = frame.decompress(b"", max_length=raw_length + 1 - len(raw))
            if not more and not frame.eof:
                break
            raw += more
    except (zstd.ZstdError, ValueError, EOFError) as error:
        raise Malformed(place, "its zstd frame is broken (%s)" % error, "a zstd frame") from None
    if len(raw) != raw_length or not frame.eof or frame.unused_data:
        raise Malformed(place, "its bytes are not one zstd frame of %d raw bytes" % raw_length,
                        "exactly one such frame")
    return raw


# --------------------------------------------------------------------------------------------------
# Section 3: the header


def decimal(text, place, negative=False):
    """A decimal number of the header. Beyond 18 digits its exact value makes no difference."""
    digits = text[1:] if negative and text.startswith("-") else text
    if not digits or any(d not in "0123456789" for d in digits):
        raise Malformed(place, "%s is not a number" % quoted(text), "a decimal number")
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) <= 18 else 10 ** 18
    return -value if digits and text.startswith("-") else value


def quoted(text):
    """A piece of the file for a message: short, and without odd characters."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def move_list(text, place):
    """Section 3: numbers of points and passes with commas, or "-"."""
    return [] if text == "-" else [decimal(number, place) for number in text.split(",")]


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
        if not 1 <= found <= 19:
            raise Malformed("line %d of the header" % at, "%s is %d" % (key, found), "1 to 19")
        return found

    game = value("game")
    if game not in ("hex", "go", "mnk"):
        raise Malformed("line 1 of the header", "the game %s is unknown" % quoted(game),
                        "hex, go or mnk")
    columns, rows = size("columns"), size("rows")
    row = size("row") if game == "mnk" else None
    rules = word("rules", list(GO_RULES)) if game == "go" else None
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
    return Header(game, columns, rows, row, rules, board, to_move, moves, roots, counts)


def read_root(number, text, place):
    """Section 3: `ATTACKER AT-LEAST VERDICT MOVES FIRST ENTRY`, separated by single blanks."""
    words = text.split(" ")
    if len(words) != 6 or words[0] not in PLAYERS or words[2] not in ("proven", "disproven"):
        raise Malformed(place, "the root is %s" % quoted(text),
                        "ATTACKER AT-LEAST VERDICT MOVES FIRST ENTRY")
    attacker, proven = PLAYERS[words[0]], words[2] == "proven"
    claim = Claim(attacker, decimal(words[1], place, negative=True), proven,
                  attacker if proven else OTHER[attacker])
    first = None if words[4] == "-" else decimal(words[4], place)
    entry = words[5] if words[5] in ("-", "life") else decimal(words[5], place)
    entry = None if entry == "-" else entry
    return Root(number, claim, move_list(words[3], place), first, entry)


# --------------------------------------------------------------------------------------------------
# Section 4: the entries as they are written


class Body:
    """The raw bytes of one block; `entry` is the number of the entry that is being read."""

    def __init__(self, raw, block):
        self.raw, self.at, self.block, self.entry = raw, 0, block, 0

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

    def count(self):
        """The number of answers, each of which has at least two bytes."""
        count = self.varint()
        if 2 * count > len(self.raw) - self.at:
            raise self.bad("%d answers do not fit into the block" % count,
                           "at most %d" % ((len(self.raw) - self.at) // 2))
        return count


def points(bits):
    """The points of a bit set in ascending order."""
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def read_entries(file, header):
    """Sections 2 and 4: all entries of all blocks, the end of the file, and the header's counts."""
    entries = []
    counted = {"edges": 0, "leaves": 0}
    for number in range(header.counts["blocks"]):
        body = Body(read_block(file, number), number)
        while body.at < len(body.raw):
            if len(entries) == header.counts["entries"]:
                raise Malformed("block %d" % number, "the body has further entries",
                                "%d entries, as the header says" % len(entries))
            body.entry = len(entries)
            entry = read_entry(body, header, entries)
            counted["edges"] += len(entry.answers)
            if header.game != "hex":
                counted["leaves"] += sum(answer.leaf is not None for answer in entry.answers)
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
    """Section 4: one byte for the sort of entry, one for the winner, and the rest."""
    sort, expected = body.byte(), 0 if header.game == "hex" else 1
    if sort != expected:
        raise body.bad("the first byte of an entry is %d" % sort,
                       "%d in a certificate of %s" % (expected, header.game))
    winner = body.byte()
    if winner > 1:
        raise body.bad("the winner is %d" % winner, "0 (Black) or 1 (White)")
    read = read_pattern if header.game == "hex" else read_position
    return read(body, header, "XO"[winner], entries)


def read_reference(body, header, winner, entries):
    """Section 4: a smaller entry of the same winner, and a symmetry that the game has."""
    entry, symmetry = body.varint(), body.byte()
    most = 1 if header.game == "hex" else 7 if header.columns == header.rows else 3
    if symmetry > most:
        raise body.bad("the symmetry is %d" % symmetry, "0 to %d" % most)
    if entry >= len(entries):
        raise Wrong("entry %d" % len(entries),
                    "it refers to entry %d, which is not smaller" % entry, "4")
    if entries[entry].winner != winner:
        raise Wrong("entry %d" % len(entries),
                    "it refers to entry %d, which has another winner" % entry, "4")
    return entry, symmetry


def read_pattern(body, header, winner, entries):
    """Section 4.1: zone, need and answers of a pattern."""
    area = header.columns * header.rows
    zone, need = body.bit_set(area), body.bit_set(area)
    answers = []
    for _ in range(body.count()):
        move = body.varint()
        answers.append(PatternAnswer(move, *read_reference(body, header, winner, entries)))
    return Pattern(winner, zone, need, answers)


def read_position(body, header, winner, entries):
    """Section 4.2: stones, passes, ko point and answers of a position."""
    area, place = header.columns * header.rows, "entry %d" % len(entries)
    black, white = body.bit_set(area), body.bit_set(area)
    if black & white:
        raise Wrong(place, "point %d is black and white" % points(black & white)[0], "4.2")
    board = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in range(area))
    passes, ko, greatest = 0, area, area - 1
    if header.game == "go":
        greatest = area
        passes = body.byte()
        if passes > 1:
            raise body.bad("the number of passes is %d" % passes, "0 or 1")
        ko = body.varint()
        if ko > area or (ko < area and GO_RULES[header.rules][0] != "basic-ko"):
            raise Wrong(place, "%d cannot be a ko point" % ko, "4.2")
    answers = []
    for _ in range(body.count()):
        reply, kind = body.varint(), body.varint()
        if kind > 4:
            raise body.bad("the kind of an answer is %d" % kind, "0 to 4")
        move = body.varint() if kind >= 2 else None
        leaf = read_leaf(body, header, place) if kind in (1, 3) else None
        entry, symmetry = None, None
        if kind == 4:
            entry, symmetry = read_reference(body, header, winner, entries)
        for number in (reply,) if move is None else (reply, move):
            if number > greatest:
                raise Wrong(place, "%d is not a move of this game" % number, "4.2")
        if answers and answers[-1].reply >= reply:
            raise Wrong(place, "the reply %d comes after the reply %d" % (reply, answers[-1].reply),
                        "4.2")
        answers.append(Answer(reply, kind, move, leaf, entry, symmetry))
    return Position(winner, board, passes, ko, answers)


def read_leaf(body, header, place):
    """Section 4.3: one byte, the kind of the leaf, and for kind 1 a bit set."""
    kind = body.byte()
    if kind != 1:
        raise body.bad("the kind of a leaf is %d" % kind, "1 (unconditional life)")
    if header.game != "go":
        raise Wrong(place, "it has a leaf of unconditional life, which is for Go", "4.3")
    return body.bit_set(header.columns * header.rows)


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
    """Section 5.1."""

    def __init__(self, header):
        self.columns, self.rows = header.columns, header.rows
        self.area = self.columns * self.rows
        self.neighbours = grid_neighbours(self.columns, self.rows,
                                          [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])

    def joined(self, stones, player):
        """Whether the set of points joins the player's two edges."""
        if player == "X":
            start = [p for p in stones if p < self.columns]
            goal = {p for p in stones if p >= self.area - self.columns}
        else:
            start = [p for p in stones if p % self.columns == 0]
            goal = {p for p in stones if p % self.columns == self.columns - 1}
        return any(connected(p, lambda q: q in stones, self.neighbours) & goal for p in start)

    def state(self, board, to_move):
        """The position with this board; the game is over when a player's edges are joined."""
        for player, margin in (("X", 1), ("O", -1)):
            if self.joined({i for i in range(self.area) if board[i] == player}, player):
                return State(board, to_move, 0, self.area, True, margin)
        return State(board, to_move, 0, self.area, False, None)

    def after(self, line, move):
        """The position after a stone on an empty point."""
        return self.state(put_stone(line.state, move, self.area), OTHER[line.state.to_move])

    def key(self, state, by_play):
        """The past does not matter."""
        return None


class Mnk(Hex):
    """Section 5.2."""

    def __init__(self, header):
        super().__init__(header)
        self.row = header.row
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


def put_stone(state, move, area):
    """The board after a stone of the player to move on the empty point `move`."""
    if move >= area:
        raise IllegalMove("there is no point %d" % move)
    if state.board[move] != ".":
        raise IllegalMove("the point is not empty")
    return state.board[:move] + state.to_move + state.board[move + 1:]


class Go:
    """Section 5.3. A line is followed with all its earlier positions, see Line."""

    def __init__(self, header):
        self.columns, self.rows = header.columns, header.rows
        self.area = self.columns * self.rows
        self.neighbours = grid_neighbours(self.columns, self.rows,
                                          [(1, 0), (-1, 0), (0, 1), (0, -1)])
        self.forbidden, self.suicide = GO_RULES[header.rules]
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

    def key(self, state, by_play):
        """What the rule compares of a time of the line with later ones; None if nothing.
        `by_play` says that a board play (or the start of the line) led to the state."""
        if self.forbidden == "psk":
            return state.board
        if self.forbidden == "ssk":
            return state.board, state.to_move
        if not by_play:
            return None
        if self.forbidden == "nssk":
            return state.board, OTHER[state.to_move]  # the board and the player who created it
        return state.board, state.to_move, state.ko

    def after(self, line, move):
        """The position after a pass or a board play on the line."""
        state, player = line.state, line.state.to_move
        if move == self.area:
            over = state.passes == 1
            return State(state.board, OTHER[player], state.passes + 1, self.area, over,
                         self.margin(state.board) if over else None)
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
        new = State(board, OTHER[player], 0, ko, False, None)
        if self.key(new, True) in line.seen:
            if self.forbidden != "basic-ko":
                raise IllegalMove("it repeats an earlier time of the line (%s)" % self.forbidden)
            return new._replace(over=True)  # the end without result
        return new

    def margin(self, board):
        """Black's area minus White's: stones, and empty regions adjacent to one player only."""
        margin = board.count("X") - board.count("O")
        empty = {i for i in range(self.area) if board[i] == "."}
        for region in components(empty, self.neighbours):
            border = {board[q] for p in region for q in self.neighbours[p]} - {"."}
            if border == {"X"}:
                margin += len(region)
            elif border == {"O"}:
                margin -= len(region)
        return margin

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

    def bound(self, alive, regions, touches):
        """2s - area, s being the number of points of the set and of territory together."""
        stones = set().union(*alive)
        s = len(stones)
        for region in regions:
            if touches[region] <= alive and all(
                    any(q in stones for q in self.neighbours[p]) for p in region):
                s += len(region)
        return 2 * s - self.area

    def claimed_bound(self, board, player, claimed):
        """The bound of the points of a leaf, or the reason (a sentence) why they are not alive."""
        blocks, regions, touches, vital = self.life(board, player)
        alive = {block for block in blocks if block <= claimed}
        if set().union(*alive) != claimed:
            return "the points of the leaf are not whole blocks of %s" % NAMES[player]
        for block in alive:
            if not self.has_life(block, alive, touches, vital):
                return "the block at point %d of the board has not two vital regions" % min(block)
        return self.bound(alive, regions, touches)

    def largest_bound(self, board, player):
        """The bound of the largest set: blocks are taken out as long as one has no life."""
        blocks, regions, touches, vital = self.life(board, player)
        alive = set(blocks)
        while True:
            dead = [block for block in alive if not self.has_life(block, alive, touches, vital)]
            if not dead:
                return self.bound(alive, regions, touches)
            alive.remove(dead[0])

    def bound_settles(self, state, claim, bound):
        """The first three conditions; None if they are met, or else the reason."""
        if not succeeds(claim, bound if claim.winner == "X" else -bound):
            return "the bound %d for %s is not enough" % (bound, NAMES[claim.winner])
        if state.to_move != claim.winner and state.passes == 1:
            if not succeeds(claim, self.margin(state.board)):
                return "a second pass would end the game and %s would fail" % NAMES[claim.winner]
        if self.forbidden == "basic-ko" and self.suicide and claim.winner == claim.attacker:
            return "under basic ko with suicide a leaf serves only the player against the claim"
        return None

    def leaf_settles(self, line, claim, claimed):
        """All four conditions of a leaf; None if they are met, or else the reason."""
        if line.state.over:
            return "the game is over"
        bound = self.claimed_bound(line.state.board, claim.winner, claimed)
        if isinstance(bound, str):
            return bound
        reason = self.bound_settles(line.state, claim, bound)
        if reason is not None:
            return reason
        return self.life_before(line, claim)

    def life_before(self, line, claim):
        """The fourth condition; None if it is met, or else the reason."""
        plays = [i for i in range(1, len(line.states))
                 if line.states[i - 1].to_move == claim.winner and line.states[i].passes == 0]
        for number, state in enumerate(line.states[:plays[-1]] if plays else []):
            bound = self.largest_bound(state.board, claim.winner)
            if succeeds(claim, bound if claim.winner == "X" else -bound):
                return ("after %d moves of the line life would have settled the claim, and %s "
                        "played on" % (number, NAMES[claim.winner]))
        return None

    def largest_settles(self, line, claim):
        """Section 3, case 4: the largest living set settles the matter; None, or else the reason."""
        if line.state.over:
            return "the game is over"
        bound = self.largest_bound(line.state.board, claim.winner)
        return self.bound_settles(line.state, claim, bound) or self.life_before(line, claim)


class Line:
    """A line of play from the header's board, with every earlier position of it."""

    def __init__(self, rules, board, to_move):
        self.rules = rules
        self.states = [rules.state(board, to_move)]
        self.seen = {rules.key(self.states[0], True)}
        self.added = [None]  # for each move the key that it added to `seen`, or None
        self.moves = []

    @property
    def state(self):
        """The position at the end of the line."""
        return self.states[-1]

    def play(self, move):
        """Make a legal move, or raise IllegalMove and change nothing."""
        if self.state.over:
            raise IllegalMove("the game is over")
        state = self.rules.after(self, move)
        key = self.rules.key(state, state.passes == 0)
        new = key is not None and key not in self.seen
        if new:
            self.seen.add(key)
        self.added.append(key if new else None)
        self.states.append(state)
        self.moves.append(move)

    def undo(self, count):
        """Take back the last `count` moves."""
        for _ in range(count):
            key = self.added.pop()
            if key is not None:
                self.seen.remove(key)
            self.states.pop()
            self.moves.pop()

    def legal_moves(self):
        """All legal moves, the pass of Go being the last one."""
        legal = []
        for move in range(self.rules.area + 1):
            try:
                self.play(move)
            except IllegalMove:
                continue
            self.undo(1)
            legal.append(move)
        return legal


def succeeds(claim, margin):
    """Section 1: whether the winner succeeds with this margin; None is the end without result,
    which fulfils no claim."""
    fulfilled = margin is not None and (
        margin if claim.attacker == "X" else -margin) >= claim.at_least
    return fulfilled == claim.proven


def ended_well(state, claim):
    """Whether the game is over and the winner has succeeded."""
    return state.over and succeeds(claim, state.margin)


def symmetry_map(header, symmetry):
    """Section 4: where the symmetry sends each point; a pass stays a pass."""
    columns, rows = header.columns, header.rows
    area = columns * rows
    if header.game == "hex":
        return [area - 1 - i if symmetry else i for i in range(area)] + [area]
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


def turned(board, image):
    """The board after the symmetry with this map."""
    result = ["."] * len(board)
    for i, letter in enumerate(board):
        result[image[i]] = letter
    return "".join(result)


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


def check_pattern(header, rules, entries, number, images):
    """Section 4.1: a pattern with no answers joins the edges; one with answers has for every point
    of the zone outside the need an answer that does without it."""
    entry = entries[number]

    def wrong(problem):
        letters = (entry.winner if entry.need >> i & 1 else "*" if entry.zone >> i & 1 else "."
                   for i in range(rules.area))
        return Wrong("entry %d" % number, problem, "4.1", draw(
            header, "".join(letters), "the need %s and the rest * of the zone:" % entry.winner))

    if entry.need & ~entry.zone:
        raise wrong("point %d of the need is not in the zone"
                    % points(entry.need & ~entry.zone)[0])
    if not entry.answers:
        if not rules.joined(set(points(entry.need)), entry.winner):
            raise wrong("it has no answers and its need does not join %s's edges"
                        % NAMES[entry.winner])
        return
    free = entry.zone & ~entry.need
    common = free  # the points that every answer so far cannot do without
    for answer in entry.answers:
        if answer.move >= rules.area or not free >> answer.move & 1:
            raise wrong("the move %d is not a point of the zone outside the need" % answer.move)
        part, image = entries[answer.entry], images[answer.symmetry]
        zone = sum(1 << image[p] for p in points(part.zone))  # a half turn is its own inverse
        need = sum(1 << image[p] for p in points(part.need))
        move = 1 << answer.move
        if need & ~(entry.need | move):
            raise wrong("the answer %d needs point %d for entry %d, which is neither the move nor "
                        "in the need" % (answer.move, points(need & ~(entry.need | move))[0],
                                         answer.entry))
        if zone & ~entry.zone:
            raise wrong("the answer %d has point %d in the zone of entry %d, which is outside the "
                        "zone" % (answer.move, points(zone & ~entry.zone)[0], answer.entry))
        common &= zone | move
    if common:
        raise wrong("a stone of the loser's on point %d has no answer" % points(common)[0])


def check_mnk_entry(header, rules, entries, number, images, forced):
    """Section 4.2 for mnk: the entry is checked once, for its own position. What `success` asks for
    depends on the claim of a root, so the result is the least margin that the entry forces for its
    winner, with the reply and the entry that lead to it. `forced` has the results of the smaller
    entries."""
    entry, place = entries[number], "entry %d" % number
    loser = OTHER[entry.winner]
    drawing = draw(header, entry.board, "%s to move:" % NAMES[loser])
    try:
        line = Line(rules, entry.board, loser)
    except IllegalMove as reason:
        raise Wrong(place, "its position cannot be: %s" % reason, "5.2", drawing) from None
    if line.state.over:
        raise Wrong(place, "the game is over in its position", "4.2", drawing)
    answers = {answer.reply: answer for answer in entry.answers}
    results = []
    for reply in line.legal_moves():
        if reply not in answers:
            raise Wrong(place, "there is no answer to the legal reply %d" % reply, "4.2", drawing)
        answer, played = answers[reply], 1
        line.play(reply)
        if answer.move is not None:
            try:
                line.play(answer.move)
            except IllegalMove as reason:
                raise Wrong(place, "the move %d after the reply %d is not legal: %s"
                            % (answer.move, reply, reason), "4.2", drawing) from None
            played = 2
        if answer.kind == 4:
            part = entries[answer.entry]
            if line.state.over or turned(line.state.board, images[answer.symmetry]) != part.board:
                raise Wrong(place, "after the reply %d and the move %d entry %d is not about the "
                            "position" % (reply, answer.move, answer.entry), "4.2",
                            drawing + "\n" + draw(header, part.board, "entry %d:" % answer.entry))
            results.append((forced[answer.entry][0], reply, answer.entry))
        else:
            if not line.state.over:
                raise Wrong(place, "the game is not over after the reply %d and its answer" % reply,
                            "4.2", drawing)
            margin = line.state.margin
            results.append((margin if entry.winner == "X" else -margin, reply, None))
        line.undo(played)
    return min(results, key=lambda result: result[0])


def entry_mismatch(line, entry, number, image):
    """Section 4.2: why an entry is not about the position at the end of the line, or None."""
    state = line.state
    if state.over:
        return "the game is over where entry %d should hold" % number
    if state.to_move == entry.winner:
        return "the winner is to move where entry %d should hold" % number
    if turned(state.board, image) != entry.board:
        return "entry %d has other stones" % number
    if state.passes != entry.passes:
        return "entry %d is for %d passes just before, not %d" % (
            number, entry.passes, state.passes)
    if image[state.ko] != entry.ko:
        return "entry %d has another ko point" % number
    return None


def check_go_lines(header, line, claim, entries, first_entry, images, place):
    """Section 4.2 for Go: follow every line that the entry allows from the end of `line`, with the
    exact past. `todo` has for each entry on the line: its number, the map from the line's points to
    the entry's picture, the replies still to be followed, and how many moves led to it."""
    rules, todo, lines = line.rules, [], 0

    def enter(number, image, moves, at):
        """Go on to an entry at the end of the line."""
        entry = entries[number]
        reason = entry_mismatch(line, entry, number, image)
        if reason is not None:
            raise Wrong(at, reason, "4.2", draw_line(header, line) + "\n" + draw(
                header, entry.board, "entry %d:" % number))
        known = {answer.reply: answer for answer in entry.answers}
        replies = []
        for reply in reversed(line.legal_moves()):
            if image[reply] not in known:
                raise Wrong("%s, entry %d" % (place, number),
                            "there is no answer to the legal reply %s"
                            % move_name(header, image[reply]), "4.2", draw_line(header, line))
            replies.append((reply, known[image[reply]]))
        todo.append((number, image, replies, moves))

    enter(first_entry, symmetry_map(header, 0), 0, place)
    while todo:
        number, image, replies, moves = todo[-1]
        if not replies:
            todo.pop()
            line.undo(moves)
            continue
        at = "%s, entry %d" % (place, number)
        reply, answer = replies.pop()
        line.play(reply)
        played = 1
        if answer.move is not None:
            try:
                line.play(image.index(answer.move))
            except IllegalMove as reason:
                raise Wrong(at, "the move %s after the reply %s is not legal: %s" % (
                    move_name(header, answer.move), move_name(header, answer.reply), reason),
                    "4.2", draw_line(header, line)) from None
            played = 2
        if answer.kind == 4:
            symmetry = images[answer.symmetry]
            enter(answer.entry, [symmetry[p] for p in image], played, at)
            continue
        lines += 1
        if answer.leaf is not None:
            claimed = {image.index(point) for point in points(answer.leaf)}
            reason = rules.leaf_settles(line, claim, claimed)
            if reason is not None:
                raise Wrong(at, "the leaf after the reply %s does not settle the matter: %s" % (
                    move_name(header, answer.reply), reason), "4.3", draw_line(header, line))
        elif not ended_well(line.state, claim):
            problem = "%s has not succeeded" % NAMES[claim.winner]
            raise Wrong(at, "after the reply %s and its answer %s" % (
                move_name(header, answer.reply),
                problem if line.state.over else "the game is not over"), "4.2",
                draw_line(header, line))
        line.undo(played)
    return lines


def check_root(header, root, line, entries, images, forced):
    """Section 3: one of the four ways in which a root holds. `line` ends in the root position."""
    claim, place = root.claim, "root %d" % root.number
    if root.entry == "life":
        return check_life_root(header, root, line)
    if root.entry is not None and root.entry >= len(entries):
        raise Wrong(place, "there is no entry %d" % root.entry, "3", draw_line(header, line))
    if root.entry is not None and entries[root.entry].winner != claim.winner:
        raise Wrong(place, "entry %d is not for %s, the winner" % (root.entry, NAMES[claim.winner]),
                    "4", draw_line(header, line))
    if root.first is None and root.entry is None:
        if not ended_well(line.state, claim):
            raise Wrong(place, "it names no move and no entry, but %s" % (
                "%s has not succeeded" % NAMES[claim.winner] if line.state.over
                else "the game is not over"), "3, case 1", draw_line(header, line))
        return 1
    if root.first is None:
        if line.state.to_move == claim.winner:
            raise Wrong(place, "%s is to move, but the root names no first move"
                        % NAMES[claim.winner], "3, case 2", draw_line(header, line))
    else:
        if line.state.to_move != claim.winner:
            raise Wrong(place, "it names a first move, but %s is not to move"
                        % NAMES[claim.winner], "3, case 3", draw_line(header, line))
        try:
            line.play(root.first)
        except IllegalMove as reason:
            raise Wrong(place, "the first move %s is not legal: %s" % (
                move_name(header, root.first), reason), "3, case 3",
                draw_line(header, line)) from None
        if root.entry is None:
            if not ended_well(line.state, claim):
                raise Wrong(place, "after the first move %s" % (
                    "%s has not succeeded" % NAMES[claim.winner] if line.state.over
                    else "the game is not over"), "3, case 3", draw_line(header, line))
            return 1
    if header.game == "go":
        return check_go_lines(header, line, claim, entries, root.entry, images, place)
    entry, drawing = entries[root.entry], draw_line(header, line)
    if header.game == "hex":
        for i, letter in enumerate(line.state.board):
            if entry.need >> i & 1 and letter != claim.winner:
                raise Wrong(place, "entry %d needs a stone of %s's on point %d" % (
                    root.entry, NAMES[claim.winner], i), "4.1", drawing)
            if entry.zone >> i & 1 and letter == OTHER[claim.winner]:
                raise Wrong(place, "%s has a stone on point %d in the zone of entry %d" % (
                    NAMES[letter], i, root.entry), "4.1", drawing)
        if not succeeds(claim, 1 if claim.winner == "X" else -1):
            raise Wrong(place, "%s does not succeed by winning" % NAMES[claim.winner], "1", drawing)
        return 1
    reason = entry_mismatch(line, entry, root.entry, images[0])
    if reason is not None:
        raise Wrong(place, reason, "4.2", drawing)
    margin, number = forced[root.entry][0], root.entry
    if not succeeds(claim, margin if claim.winner == "X" else -margin):
        while forced[number][2] is not None:
            number = forced[number][2]
        raise Wrong("%s, entry %d" % (place, number),
                    "after the reply %d and its answer %s has not succeeded"
                    % (forced[number][1], NAMES[claim.winner]), "4.2",
                    draw(header, entries[number].board, "entry %d:" % number))
    return 1


def check_life_root(header, root, line):
    """Section 3, case 4: unconditional life settles the root."""
    claim, place = root.claim, "root %d" % root.number
    if header.game != "go":
        raise Wrong(place, "there is no life outside Go", "3, case 4", draw_line(header, line))
    if root.first is not None:
        if line.state.to_move != claim.winner:
            raise Wrong(place, "it names a first move, but %s is not to move"
                        % NAMES[claim.winner], "3, case 4", draw_line(header, line))
        try:
            line.play(root.first)
        except IllegalMove as reason:
            raise Wrong(place, "the first move %s is not legal: %s" % (
                move_name(header, root.first), reason), "3, case 4",
                draw_line(header, line)) from None
    reason = line.rules.largest_settles(line, claim)
    if reason is not None:
        raise Wrong(place, reason, "3, case 4", draw_line(header, line))
    return 1


def root_sentence(header, root, line):
    """What a root says, in words. `line` ends in the root position."""
    state = line.state
    where = "the position after the moves %s" % moves_text(header, line.moves)
    if not line.moves:
        where = "the given position"
    return "root %d: in %s (%s to move) %s %s get a margin of at least %d." % (
        root.number, where, NAMES[state.to_move], NAMES[root.claim.attacker],
        "can" if root.claim.proven else "cannot", root.claim.at_least)


def check_stream(stream, rules_only=False):
    """Check one certificate; returns the lines to print, or raises Malformed or Wrong."""
    file = File(stream)
    header = read_header(read_container(file))
    entries = read_entries(file, header)
    leaves = header.counts["leaves"]
    if rules_only and any(root.entry == "life" for root in header.roots):
        raise Wrong("the roots", "one rests on unconditional life, which is to be refused", "4.3",
                    draw(header, header.board))
    if rules_only and leaves:
        number = next(i for i, entry in enumerate(entries)
                      if any(answer.leaf is not None for answer in entry.answers))
        raise Wrong("entry %d" % number,
                    "it has a leaf of unconditional life, and leaves are to be refused", "4.3",
                    draw(header, entries[number].board))
    rules = {"hex": Hex, "mnk": Mnk, "go": Go}[header.game](header)
    images = [symmetry_map(header, symmetry) for symmetry in range(
        2 if header.game == "hex" else 8 if header.columns == header.rows else 4)]
    try:
        line = Line(rules, header.board, header.to_move)
    except IllegalMove as reason:
        raise Wrong("the board of the header", str(reason), "5",
                    draw(header, header.board)) from None
    play_all(header, line, header.moves, "the moves of the header")
    forced = []
    for number in range(len(entries)):
        if header.game == "hex":
            check_pattern(header, rules, entries, number, images)
        elif header.game == "mnk":
            forced.append(check_mnk_entry(header, rules, entries, number, images, forced))
    output, lines, base = [], 0, len(line.moves)
    for root in header.roots:
        play_all(header, line, root.moves, "the moves of root %d" % root.number)
        sentence = root_sentence(header, root, line)
        lines += check_root(header, root, line, entries, images, forced)
        line.undo(len(line.moves) - base)
        output.append(sentence)
    output.append("%s %d x %d%s: %d roots, %d entries, %d answers, %d leaves%s%s." % (
        header.game, header.columns, header.rows, " " + header.rules if header.rules else "",
        len(header.roots), len(entries), header.counts["edges"], leaves,
        " (unconditional life)" if leaves else "",
        ", %d lines" % lines if header.game == "go" else ""))
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


def check_bytes(data, rules_only=False):
    """Check a certificate in memory: the exit status and the text to print."""
    return check_open(io.BytesIO(data), rules_only)


def check_open(stream, rules_only=False):
    """Check a certificate that is open for reading: the exit status and the text to print."""
    try:
        return 0, "\n".join(check_stream(stream, rules_only))
    except Malformed as error:
        return 1, str(error)
    except Wrong as error:
        return 3, str(error)
    except OSError as error:
        return 1, "the file cannot be read: %s" % (error.strerror or error)
    except MemoryError:
        return 1, "the certificate does not fit into the memory of this machine"


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description="Check certificates of game values (version 1).")
    parser.add_argument("--rules-only", action="store_true",
                        help="refuse certificates with leaves, which rest on a theorem")
    parser.add_argument("files", metavar="FILE", nargs="+")
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    status = 0
    for name in options.files:
        try:
            with open(name, "rb") as stream:
                code, text = check_open(stream, options.rules_only)
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
