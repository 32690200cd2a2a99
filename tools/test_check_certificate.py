"""Tests of check_certificate.py: certificates made by exhaustive solving, and mutants of them.

The encoder and the rules below are written from docs/certificate.md, apart from the checker. Every
mutant that the checker accepts must have true roots; that is decided by brute force.
"""

import copy
import itertools
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check_certificate as checker  # noqa: E402

BLACK, WHITE = 0, 1
NAME = ("black", "white")


# ---- The encoder (sections 2 to 4) --------------------------------------------------------------


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n % 128 + 128)
        n //= 128
    out.append(n)
    return bytes(out)


def bits(points, area):
    out = bytearray((area + 7) // 8)
    for p in points:
        out[p // 8] |= 1 << p % 8
    return bytes(out)


def numbers(moves):
    return ",".join(map(str, moves)) or "-"


def encode_entry(doc, e):
    area = doc["columns"] * doc["rows"]
    if doc["game"] == "hex":
        out = bytes([0, e["winner"]]) + bits(e["zone"], area) + bits(e["need"], area)
        out += varint(len(e["answers"]))
        for move, ref, sym in e["answers"]:
            out += varint(move) + varint(ref) + bytes([sym])
        return out
    out = bytes([1, e["winner"]]) + bits(e["black"], area) + bits(e["white"], area)
    if doc["game"] == "go":
        out += bytes([e["passes"]]) + varint(e["ko"])
    out += varint(len(e["answers"]))
    for reply, kind, move, leaf, ref, sym in e["answers"]:
        out += varint(reply) + varint(kind)
        if kind >= 2:
            out += varint(move)
        if kind in (1, 3):
            out += b"\x01" + bits(leaf, area)
        if kind == 4:
            out += varint(ref) + bytes([sym])
    return out


def encode(doc, block=None, **change):
    """The file. `block` is the greatest length of a block; `change` replaces header values."""
    pieces = [encode_entry(doc, e) for e in doc["entries"]]
    blocks = []
    for piece in pieces:
        if blocks and (block is None or len(blocks[-1]) + len(piece) <= block):
            blocks[-1] += piece
        else:
            blocks.append(piece)
    head = [("game", doc["game"]), ("columns", doc["columns"]), ("rows", doc["rows"])]
    if doc["game"] == "mnk":
        head.append(("row", doc["row"]))
    if doc["game"] == "go":
        head.append(("rules", doc["rules"]))
    head += [("board", doc["board"]), ("to-move", NAME[doc["to_move"]]),
             ("moves", numbers(doc["moves"]))]
    for attacker, least, proven, moves, first, entry in doc["roots"]:
        head.append(("root", "%s %d %s %s %s %s" % (
            NAME[attacker], least, "proven" if proven else "disproven", numbers(moves),
            "-" if first is None else first, "-" if entry is None else entry)))
    head += [("entries", len(pieces)),
             ("edges", sum(len(e["answers"]) for e in doc["entries"])),
             ("leaves", 0 if doc["game"] == "hex" else sum(
                 a[1] in (1, 3) for e in doc["entries"] for a in e["answers"])),
             ("blocks", len(blocks))]
    head = [(key, change.get(key.replace("-", "_"), value)) for key, value in head]
    text = "".join("%s %s\n" % line for line in head).encode()
    return container(text, blocks)


def container(text, blocks, version=1):
    out = b"ANDORCRT" + struct.pack("<HI", version, len(text)) + text
    out += struct.pack("<I", zlib.crc32(text))
    for raw in blocks:
        out += struct.pack("<BIII", 0, len(raw), len(raw), zlib.crc32(raw)) + raw
    return out


# ---- The games, naively (section 5). A line is a tuple of states ---------------------------------
# A state is (stones, to_move, passes, ko, by_play, end): stones a tuple of None, 0, 1; end None or
# (margin,), margin None for no result.


class Rules:
    def __init__(self, doc):
        self.game, self.c, self.r = doc["game"], doc["columns"], doc["rows"]
        self.k, self.rules, self.area = doc.get("row"), doc.get("rules"), self.c * self.r

    def adjacent(self, p, hexagonal=False):
        x, y = p % self.c, p // self.c
        steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + ([(1, -1), (-1, 1)] if hexagonal else [])
        return [(y + b) * self.c + x + a for a, b in steps
                if 0 <= x + a < self.c and 0 <= y + b < self.r]

    def group(self, stones, p, hexagonal=False):
        group = {p}
        while True:
            more = {q for g in group for q in self.adjacent(g, hexagonal)
                    if stones[q] == stones[p]} - group
            if not more:
                return group
            group |= more

    ENDINGS = {}

    def ending(self, stones):
        key = self.game, self.c, self.r, self.k, tuple(stones)
        if key not in self.ENDINGS:
            self.ENDINGS[key] = self.find_ending(stones)
        return self.ENDINGS[key]

    def find_ending(self, stones):
        if self.game == "hex":
            for p in range(self.area):
                if stones[p] is not None:
                    g = self.group(stones, p, True)
                    place = [q // self.c if stones[p] == BLACK else q % self.c for q in g]
                    if 0 in place and (self.r if stones[p] == BLACK else self.c) - 1 in place:
                        return (1 - 2 * stones[p],)
            return None
        for p in range(self.area):
            x, y = p % self.c, p // self.c
            for a, b in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                run = [(x + a * i, y + b * i) for i in range(self.k)]
                if all(0 <= u < self.c and 0 <= v < self.r for u, v in run):
                    found = {stones[v * self.c + u] for u, v in run}
                    if found in ({BLACK}, {WHITE}):
                        return (1 - 2 * found.pop(),)
        return None if None in stones else (0,)

    def start(self, board, to_move):
        stones = tuple({".": None, "X": 0, "O": 1}[x] for x in board)
        end = None if self.game == "go" else self.ending(stones)
        return ((stones, to_move, 0, self.area, True, end),)

    def play(self, line, move):
        """The longer line, or None if the move is not legal."""
        stones, me, passes, ko, _, end = line[-1]
        if end is not None or move > self.area or (move == self.area and self.game != "go"):
            return None
        if move == self.area:
            end = (self.score(stones),) if passes else None
            return line + ((stones, 1 - me, passes + 1, self.area, False, end),)
        if stones[move] is not None:
            return None
        board = list(stones)
        board[move] = me
        if self.game != "go":
            return line + ((tuple(board), 1 - me, 0, self.area, True, self.ending(board)),)
        if move == ko:
            return None
        dead = {q for p in self.adjacent(move) if board[p] == 1 - me
                for q in self.group(board, p) if not self.liberties(board, p)}
        for q in dead:
            board[q] = None
        own = self.group(board, move)
        free = self.liberties(board, move)
        basic = self.rules.startswith("basic-ko")
        if not free:
            if self.rules in ("psk", "ssk", "nssk", "basic-ko"):
                return None
            if len(own) == 1 and (basic or self.rules == "tromp-taylor"):
                return None
            for q in own:
                board[q] = None
        board = tuple(board)
        ko = min(free) if basic and len(dead) == len(own) == len(free) == 1 else self.area
        new = (board, 1 - me, 0, ko, True, None)
        if basic:
            if any(s[4] and (s[0], s[1], s[3]) == (board, 1 - me, ko) for s in line):
                new = new[:5] + ((None,),)
        elif self.rules in ("psk", "tromp-taylor"):
            if any(s[0] == board for s in line):
                return None
        elif self.rules.startswith("ssk"):
            if any(s[:2] == (board, 1 - me) for s in line):
                return None
        elif any(s[4] and s[:2] == (board, 1 - me) for s in line):
            return None
        return line + (new,)

    def liberties(self, board, p):
        return {q for g in self.group(board, p) for q in self.adjacent(g) if board[q] is None}

    def score(self, stones):
        total = 0
        for p in range(self.area):
            if stones[p] is None:
                owners = {stones[q] for g in self.group(stones, p) for q in self.adjacent(g)}
                owners.discard(None)
                total += {(0,): 1, (1,): -1}.get(tuple(owners), 0)
            else:
                total += 1 - 2 * stones[p]
        return total

    def moves(self, line):
        """The legal moves with the lines after them; passes first, they end games."""
        order = [self.area] + list(range(self.area))
        lines = [(m, self.play(line, m)) for m in order]
        return [(m, longer) for m, longer in lines if longer is not None]

    def life(self, stones, player):
        """Section 4.3: the points of the largest living set, and the number s."""
        mine = [p for p in range(self.area) if stones[p] == player]
        blocks = {frozenset(self.group(stones, p)) for p in mine}
        rest = [player == s for s in stones]
        regions = {frozenset(self.group(rest, p)) for p in range(self.area) if not rest[p]}
        near = {p: {b for b in blocks if b & set(self.adjacent(p))} for p in range(self.area)}
        border = {reg: set().union(*(near[p] for p in reg)) for reg in regions}
        alive = set(blocks)
        while True:
            keep = {b for b in alive if sum(
                all(b in near[p] for p in reg) and border[reg] <= alive for reg in regions) >= 2}
            if keep == alive:
                break
            alive = keep
        s = sum(map(len, alive)) + sum(
            len(reg) for reg in regions
            if border[reg] <= alive and all(near[p] for p in reg))
        return frozenset().union(*alive), s


def success(claim, margin):
    attacker, least, proven = claim
    good = margin is not None and (margin if attacker == BLACK else -margin) >= least
    return good == proven


def winner_of(claim):
    return claim[0] if claim[2] else 1 - claim[0]


class Prover:
    """Strategies by exhaustive search of growing depth, with the exact past."""

    def __init__(self, rules, claim, leaves=None):
        """`leaves` is the least length of a line that may end with a leaf, or None."""
        self.rules, self.claim, self.winner = rules, claim, winner_of(claim)
        self.leaves, self.memo = leaves, {}

    def depths(self):
        """The depths to be tried one after the other."""
        return itertools.count(0 if self.rules.game == "go" else self.rules.area)

    def settles(self, state):
        live, s = self.rules.life(state[0], self.winner)
        bound = 2 * s - self.rules.area
        if not success(self.claim, bound if self.winner == BLACK else -bound):
            return None
        if state[1] != self.winner and state[2] == 1:
            if not success(self.claim, self.rules.score(state[0])):
                return None
        if self.rules.rules == "basic-ko-suicide" and self.winner == self.claim[0]:
            return None
        return live

    def prove(self, line, depth):
        """None, or the proof: ("over",), ("leaf", points), ("move", m, proof) or
        ("all", {r: proof})."""
        state = line[-1]
        if state[5] is not None:
            return ("over",) if success(self.claim, state[5][0]) else None
        if depth == 0 and self.leaves is None:
            return None
        key = state, frozenset(s[:4] + (s[4],) for s in line) if self.rules.game == "go" else None
        done, proof = self.memo.get(key, (-1, None))
        if proof is not None or done >= depth:
            return proof
        if self.leaves is not None and len(line) >= self.leaves and state[1] != self.winner:
            live = self.settles(state)
            if live is not None and all(self.settles(s) is None for s in line[:-1]):
                proof = ("leaf", live)
        if proof is None and depth > 0:
            if state[1] == self.winner:
                for m, longer in self.rules.moves(line):
                    sub = self.prove(longer, depth - 1)
                    if sub is not None:
                        proof = ("move", m, sub)
                        break
            else:
                proof = ("all", {})
                for m, longer in self.rules.moves(line):
                    sub = self.prove(longer, depth - 1)
                    if sub is None:
                        proof = None
                        break
                    proof[1][m] = sub
        self.memo[key] = depth, proof
        return proof


TRUTH = {}


def truth(doc, root):
    """Whether the verdict of a root is right, by search for both sides with growing depth."""
    attacker, least, proven, moves = root[:4]
    key = (doc["game"], doc["columns"], doc["rows"], doc.get("row"), doc.get("rules"), doc["board"],
           doc["to_move"], tuple(doc["moves"]), tuple(moves), attacker, least)
    if key not in TRUTH:
        rules = Rules(doc)
        line = rules.start(doc["board"], doc["to_move"])
        for m in list(doc["moves"]) + list(moves):
            line = rules.play(line, m)
            if line is None:
                return False
        sides = [Prover(rules, (attacker, least, True)), Prover(rules, (attacker, least, False))]
        for depth in sides[0].depths():
            found = [side.prove(line, depth) is not None for side in sides]
            if any(found):
                TRUTH[key] = found[0]
                break
    return TRUTH[key] == proven


# ---- Certificates from proofs -------------------------------------------------------------------


def symmetries(doc):
    c, r = doc["columns"], doc["rows"]
    maps = []
    for s in range(8 if c == r else 4):
        image = []
        for p in range(c * r):
            x, y = p % c, p // c
            x = c - 1 - x if s & 1 else x
            y = r - 1 - y if s & 2 else y
            if s & 4:
                x, y = y, x
            image.append(y * c + x)
        maps.append(image + [c * r])
    return maps


class Writer:
    """Makes the entries of positions, each in its smallest picture, equal ones once."""

    def __init__(self, doc, turn=True):
        self.doc, self.known, self.maps = doc, {}, symmetries(doc)
        self.count = len(self.maps) if turn else 1

    def add(self, rules, line, proof, winner, plain=False):
        """The number of the entry for the end of the line and the map to its picture."""
        stones, _, passes, ko = line[-1][:4]

        def picture(image):
            return (sorted(image[p] for p in range(rules.area) if stones[p] == BLACK),
                    sorted(image[p] for p in range(rules.area) if stones[p] == WHITE), image[ko])

        image = min(self.maps[:1 if plain else self.count], key=picture)
        answers = []
        for reply, sub in proof[1].items():
            after = rules.play(line, reply)
            move = None
            if sub[0] == "move":
                move, sub = sub[1], sub[2]
                after = rules.play(after, move)
            turned = None if move is None else image[move]
            if sub[0] == "over":
                answers.append((image[reply], 0 if move is None else 2, turned, None, None, None))
            elif sub[0] == "leaf":
                leaf = frozenset(image[p] for p in sub[1])
                answers.append((image[reply], 1 if move is None else 3, turned, leaf, None, None))
            else:
                ref, other = self.add(rules, after, sub, winner)
                sym = next(s for s, m in enumerate(self.maps)
                           if all(m[image[p]] == other[p] for p in range(rules.area)))
                answers.append((image[reply], 4, turned, None, ref, sym))
        answers.sort(key=lambda a: a[0])
        black, white, turned_ko = picture(image)
        key = winner, tuple(black), tuple(white), passes, turned_ko, tuple(answers)
        if key not in self.known:
            self.known[key] = len(self.doc["entries"])
            self.doc["entries"].append(dict(
                winner=winner, black=set(black), white=set(white), passes=passes, ko=turned_ko,
                answers=answers))
        return self.known[key], image


def certificate(game, columns, rows, claims, leaves=False, turn=True, board=None, to_move=BLACK,
                moves=(), **more):
    """A certificate of Go or mnk. `claims` are (attacker, at least, moves); verdicts are found."""
    doc = dict(game=game, columns=columns, rows=rows, board=board or "." * (columns * rows),
               to_move=to_move, moves=list(moves), roots=[], entries=[], **more)
    rules, writer = Rules(doc), Writer(doc, turn)
    for attacker, least, further in claims:
        line = rules.start(doc["board"], to_move)
        for m in list(moves) + list(further):
            line = rules.play(line, m)
        proven = truth(doc, (attacker, least, True, further))
        claim = attacker, least, proven
        prover = Prover(rules, claim, len(line) + 2 if leaves else None)
        proof = next(filter(None, (prover.prove(line, depth) for depth in prover.depths())))
        first = entry = None
        if proof[0] == "move":
            first, proof = proof[1], proof[2]
            line = rules.play(line, first)
        if proof[0] == "all":
            # The root refers without a symmetry: its entry is in the line's own picture.
            entry = writer.add(rules, line, proof, winner_of(claim), plain=True)[0]
        doc["roots"].append((attacker, least, proven, list(further), first, entry))
    return doc


def hex_certificate(columns, rows, whole):
    """All first moves of Hex as roots. Zones are whole boards, or as small as the answers allow."""
    doc = dict(game="hex", columns=columns, rows=rows, board="." * (columns * rows), to_move=BLACK,
               moves=[], roots=[], entries=[])
    rules, area, memo, known = Rules(doc), columns * rows, {}, {}

    def add(winner, zone, need, answers):
        """The number and symmetry of the pattern; of it and its half turn one is written."""
        key = winner, frozenset(zone), frozenset(need)
        half = winner, *(frozenset(area - 1 - p for p in part) for part in (zone, need))
        if half in known:
            return known[half], 1
        if key not in known:
            known[key] = len(doc["entries"])
            doc["entries"].append(dict(winner=winner, zone=set(zone), need=set(need),
                                       answers=list(answers)))
        return known[key], 0

    def pattern(line, winner):
        """(zone, need, number, symmetry) if the winner wins with the loser to move, or None."""
        stones = line[-1][0]
        if (stones, winner) not in memo:
            memo[stones, winner] = find(line, winner)
        return memo[stones, winner]

    def find(line, winner):
        stones, end = line[-1][0], line[-1][5]
        mine = {p for p in range(area) if stones[p] == winner}
        if end is not None:
            if end[0] != 1 - 2 * winner:
                return None
            return (mine, mine) + add(winner, mine, mine, [])
        zone, need, answers = set(), set(), []
        if whole:
            zone, need = {p for p in range(area) if stones[p] != 1 - winner}, set(mine)
        common = {p for p in range(area) if stones[p] is None}
        while common:
            after = rules.play(line, min(common))
            for m, longer in rules.moves(after):
                sub = pattern(longer, winner)
                if sub is not None:
                    break
            else:
                return None
            answers.append((m,) + sub[2:])
            zone |= sub[0] | {m}
            need |= sub[1] - {m}
            common &= sub[0] | {m}
        return (zone, need) + add(winner, zone, need, answers)

    for first in range(area):
        line = rules.play(rules.start(doc["board"], BLACK), first)
        black = pattern(line, BLACK)
        if black is not None:
            doc["roots"].append((BLACK, 1, True, [first], None, root_pattern(doc, black)))
            continue
        if line[-1][5] is not None:
            doc["roots"].append((BLACK, 1, True, [first], None, None))
            continue
        for m, longer in rules.moves(line):
            white = pattern(longer, WHITE)
            if white is not None:
                doc["roots"].append((BLACK, 1, False, [first], m, root_pattern(doc, white)))
                doc["roots"].append((WHITE, 1, True, [first], m, root_pattern(doc, white)))
                break
    best = next(r for r in doc["roots"] if r[2] and r[0] == BLACK)
    doc["roots"].append((BLACK, 1, True, [], best[3][0], best[5]))
    return doc


def root_pattern(doc, found):
    """The number of a pattern in the line's own picture: a root refers without a symmetry."""
    zone, need, number, symmetry = found
    if symmetry == 0:
        return number
    area, e = doc["columns"] * doc["rows"], doc["entries"][number]
    doc["entries"].append(dict(winner=e["winner"], zone=set(zone), need=set(need), answers=[
        (area - 1 - m, ref, 1 - sym) for m, ref, sym in e["answers"]]))
    return len(doc["entries"]) - 1


# ---- The tests ----------------------------------------------------------------------------------


def status(data, **options):
    return checker.check_bytes(data, **options)


MAKERS = {
    "hex 1x1": lambda: hex_certificate(1, 1, False),
    "hex 2x2 whole": lambda: hex_certificate(2, 2, True),
    "hex 2x2": lambda: hex_certificate(2, 2, False),
    "hex 3x2": lambda: hex_certificate(3, 2, False),
    "hex 3x3 whole": lambda: hex_certificate(3, 3, True),
    "hex 3x3": lambda: hex_certificate(3, 3, False),
    "mnk 3x3x3": lambda: certificate("mnk", 3, 3, [(BLACK, 1, []), (WHITE, 1, [])], row=3),
    "mnk 3x3x3 plain": lambda: certificate(
        "mnk", 3, 3, [(BLACK, 0, []), (WHITE, 0, [0]), (BLACK, 1, [0, 1]), (BLACK, 2, [4])],
        turn=False, row=3),
    "mnk 3x3x2": lambda: certificate("mnk", 3, 3, [(BLACK, 1, []), (WHITE, 1, [0])], row=2),
    "mnk 3x2x3": lambda: certificate(
        "mnk", 3, 2, [(BLACK, 1, []), (WHITE, 0, []), (BLACK, 1, [1])], row=3,
        board="X.O...", moves=[5]),
}
ALL_RULES = ("psk", "ssk", "nssk", "basic-ko", "tromp-taylor", "ssk-suicide", "nssk-suicide",
             "basic-ko-suicide")


def go(columns, rows, rules, claims, **options):
    name = "go %dx%d %s %s" % (columns, rows, rules, " ".join(
        "%s>=%d after %s" % (NAME[a], n, numbers(m)) for a, n, m in claims))
    for key, value in options.items():
        name += " %s=%s" % (key, value)
    MAKERS[name] = lambda: certificate("go", columns, rows, claims, rules=rules, **options)


for _rules in ALL_RULES:
    for _leaves in (False, True):
        go(3, 1, _rules, [(BLACK, 3, []), (BLACK, 3, [0]), (WHITE, 1, [0]), (BLACK, 4, [])],
           leaves=_leaves)
        go(4, 1, _rules, [(BLACK, 4, []), (BLACK, 1, [])], leaves=_leaves)
        go(2, 2, _rules, [(BLACK, 1, []), (BLACK, 2, [])], leaves=_leaves)
    go(3, 1, _rules, [(BLACK, 0, []), (WHITE, 1, [3])], moves=[0, 2], turn=False)
    go(1, 3, _rules, [(WHITE, 3, []), (BLACK, -2, [3, 3])], board="X..", to_move=WHITE, moves=[2])
    go(4, 1, _rules, [(WHITE, 1, [])], board=".X.O", moves=[0, 2], leaves=True)


DOCS = {}


def made(name):
    """The certificate of this name, made once, as a copy to be changed."""
    if name not in DOCS:
        DOCS[name] = MAKERS[name]()
    return copy.deepcopy(DOCS[name])


def changes(doc, rng, each):
    """Changed copies: (what, doc). At most about `each` of every sort."""
    area = doc["columns"] * doc["rows"]
    greatest = area + (doc["game"] == "go")
    count = len(doc["entries"])

    def some(items):
        items = list(items)
        return items if len(items) <= each else rng.sample(items, each)

    def entry(what, number, **new):
        entries = list(doc["entries"])
        entries[number] = dict(entries[number], **new)
        return what, dict(doc, entries=entries)

    for n in some(range(count)):  # drop an entry; later numbers shift, references to it are bent
        other = copy.deepcopy(doc)
        del other["entries"][n]
        for e in other["entries"]:
            column = 1 if doc["game"] == "hex" else 4
            for i, a in enumerate(e["answers"]):
                if a[column] is not None and a[column] >= n:
                    e["answers"][i] = a[:column] + (max(0, a[column] - 1),) + a[column + 1:]
        other["roots"] = [r[:5] + (r[5] - 1 if r[5] is not None and r[5] > n else r[5],)
                          for r in other["roots"]]
        yield "drop entry", other
    for n in some(range(count)):
        e = doc["entries"][n]
        yield entry("winner", n, winner=1 - e["winner"])
        p = rng.randrange(area)
        if doc["game"] == "hex":
            yield entry("zone", n, zone=e["zone"] ^ {p})
            yield entry("need", n, need=e["need"] ^ {p})
            yield entry("zone and need", n, zone=e["zone"] ^ {p}, need=e["need"] ^ {p})
            yield entry("whole zone", n, zone=set(range(area)))
        else:
            yield entry("black", n, black=e["black"] ^ {p})
            yield entry("white", n, white=e["white"] ^ {p})
            if doc["game"] == "go":
                yield entry("passes", n, passes=1 - e["passes"])
                yield entry("ko", n, ko=rng.choice([x for x in range(area + 1) if x != e["ko"]]))
    places = [(n, i) for n in range(count) for i in range(len(doc["entries"][n]["answers"]))]
    for n, i in some(places):
        answers = doc["entries"][n]["answers"]
        a = answers[i]

        def answer(what, *new):
            return entry(what, n, answers=answers[:i] + list(new) + answers[i + 1:])

        yield answer("drop answer")
        yield answer("double answer", a, a)
        if doc["game"] == "hex":
            for move in some(m for m in range(area + 1) if m != a[0]):
                yield answer("move", (move,) + a[1:])
            yield answer("symmetry", a[:2] + (1 - a[2],))
            yield answer("bad symmetry", a[:2] + (2,))
            for ref in some(r for r in range(count) if r != a[1]):
                yield answer("reference", (a[0], ref, a[2]))
            continue
        for reply in some(m for m in range(greatest + 1) if m != a[0]):
            yield answer("reply", (reply,) + a[1:])
        if a[1] >= 2:
            for move in some(m for m in range(greatest + 1) if m != a[2]):
                yield answer("move", a[:2] + (move,) + a[3:])
            yield answer("kind", (a[0], 0) + a[2:])
        yield answer("kind", (a[0], 2, a[2] or 0) + a[3:])
        if a[1] == 4:
            for sym in some(s for s in range(9) if s != a[5]):
                yield answer("symmetry", a[:5] + (sym,))
            for ref in some(r for r in range(count) if r != a[4]):
                yield answer("reference", a[:4] + (ref, a[5]))
        if doc["game"] == "go":
            e = doc["entries"][n]
            for leaf in (a[3] or frozenset()), e["black"], e["white"]:
                yield answer("leaf", (a[0], 1, None, leaf ^ {rng.randrange(area)}, None, None))
                yield answer("leaf", (a[0], 1, None, leaf, None, None))
                move = rng.randrange(area + 1)
                yield answer("leaf", (a[0], 3, move, leaf | ({move} - {area}), None, None))
    for i, r in enumerate(doc["roots"]):
        def root(what, *new):
            return what, dict(doc, roots=doc["roots"][:i] + [new] + doc["roots"][i + 1:])

        yield root("attacker", 1 - r[0], *r[1:])
        for least in (r[1] - 1, r[1] + 1, -r[1], r[1] - 2 * area - 2, r[1] + 2 * area + 2):
            yield root("at least", r[0], least, *r[2:])
        yield root("verdict", r[0], r[1], not r[2], *r[3:])
        yield root("attacker and verdict", 1 - r[0], r[1], not r[2], *r[3:])
        for m in range(greatest + 1):
            yield root("moves", *r[:3], r[3] + [m], *r[4:])
            yield root("moves", *r[:3], r[3][:-1] + [m], *r[4:])
            yield root("first", *r[:4], m, r[5])
        yield root("no first", *r[:4], None, r[5])
        yield root("no entry", *r[:5], None)
        for ref in some(range(count + 1)):
            yield root("entry", *r[:5], ref)
    for p in range(area):
        for letter in ".XO":
            yield "board", dict(doc, board=doc["board"][:p] + letter + doc["board"][p + 1:])
    yield "to-move", dict(doc, to_move=1 - doc["to_move"])
    for m in range(greatest + 1):
        yield "moves", dict(doc, moves=doc["moves"] + [m])
        yield "moves", dict(doc, moves=[m] + doc["moves"])
    if doc["game"] == "go":
        for rules in ALL_RULES:
            yield "rules", dict(doc, rules=rules)
    if doc["game"] == "mnk":
        for row in (1, 2, 3, 4):
            yield "row", dict(doc, row=row)


class Certificates(unittest.TestCase):
    def test_verified(self):
        leaves = 0
        for name in MAKERS:
            with self.subTest(name):
                doc = made(name)
                for data in (encode(doc), encode(doc, block=1), encode(doc, block=40)):
                    code, text = status(data)
                    self.assertEqual(code, 0, text)
                    self.assertTrue(text.endswith("\nverified"))
                    self.assertEqual(text.count("root "), len(doc["roots"]))
                used = "(unconditional life)" in text
                leaves += used
                self.assertEqual(status(encode(doc), rules_only=True)[0], 3 if used else 0)
                for root in doc["roots"]:
                    self.assertTrue(truth(doc, root))
        self.assertGreater(leaves, 15)

    def test_features(self):
        """The certificates use what they are to test."""
        symmetries_used, kinds = set(), set()
        for name in MAKERS:
            for e in made(name)["entries"]:
                for a in e["answers"]:
                    symmetries_used.add((name[:3], a[-1]))
                    kinds.add(a[1] if name[:3] != "hex" else None)
        self.assertLessEqual({("hex", 1)} | {("mnk", s) for s in range(8)} | {
            ("go ", s) for s in range(4)}, symmetries_used)
        self.assertLessEqual({0, 2, 3, 4}, kinds)

    def test_changes(self):
        """A changed certificate is refused, or its roots are true all the same."""
        rng = random.Random(1)
        counts = {0: 0, 1: 0, 3: 0}
        for name in MAKERS:
            doc = made(name)
            large, area = len(doc["entries"]) > 60, doc["columns"] * doc["rows"]
            for what, other in changes(doc, rng, 2 if large else 3):
                if rng.random() > (0.15 if large else 0.4 if area == 4 else 0.8):
                    continue
                code, text = status(encode(other))
                counts[code] += 1
                with self.subTest(name, what=what):
                    if code == 0:
                        for root in other["roots"]:
                            self.assertTrue(truth(other, root), "%s: %s" % (root, text))
                    elif code == 3:
                        self.assertRegex(text, "^(entry|root|the (board|moves)).*\\(section [1345]")
                    else:
                        self.assertIn(what, ("bad symmetry", "symmetry"))
        self.assertGreater(counts[3], 5000)
        self.assertGreater(counts[0], 100)
        print("\nchanges: %(0)d accepted with true roots, %(1)d malformed, %(3)d wrong" % {
            str(k): v for k, v in counts.items()}, file=sys.stderr)

    def test_refused(self):
        """Changes that no certificate survives."""
        for name in MAKERS:
            doc = made(name)
            rules = Rules(doc)
            for i, r in enumerate(doc["roots"]):
                with self.subTest(name, root=i):
                    other = copy.deepcopy(doc)
                    other["roots"][i] = r[:2] + (not r[2],) + r[3:]
                    self.assertEqual(status(encode(other))[0], 3)
                    if r[5] is None:
                        continue
                    # The answer to a legal reply in the root's entry is missing.
                    other = copy.deepcopy(doc)
                    line = rules.start(doc["board"], doc["to_move"])
                    for m in doc["moves"] + r[3] + ([] if r[4] is None else [r[4]]):
                        line = rules.play(line, m)
                    e = other["entries"][r[5]]
                    if doc["game"] == "hex":
                        # One answer cannot do: its own move is without an answer.
                        if e["answers"]:
                            e["answers"] = e["answers"][:1]
                            self.assertEqual(status(encode(other))[0], 3)
                        continue
                    for reply, _ in rules.moves(line):
                        e["answers"] = [a for a in doc["entries"][r[5]]["answers"] if a[0] != reply]
                        code, text = status(encode(other))
                        self.assertEqual(code, 3)
                        self.assertIn("no answer to the legal reply", text)

    def test_illegal_reply_is_left_aside(self):
        doc = made("mnk 3x3x2")
        e = doc["entries"][0]
        taken = min(e["black"])
        e["answers"] = sorted(e["answers"] + [(taken, 0, None, None, None, None)])
        self.assertEqual(status(encode(doc))[0], 0)

    def test_past(self):
        """A move put before the roots changes their past and the player to move."""
        doc = made(next(name for name in MAKERS if name.startswith("go 2x2 psk")))
        other = dict(doc, moves=[4])
        self.assertEqual(status(encode(other))[0], 3)

    def test_random_bytes_of_the_body(self):
        """With the CRC put right, a damaged body is refused or harmless."""
        rng = random.Random(2)
        accepted = 0
        for name in MAKERS:
            doc = made(name)
            good = encode(doc)
            length = struct.unpack("<I", good[10:14])[0]
            text, raw = good[14:14 + length], good[14 + length + 4 + 13:]
            for _ in range(min(100, 4000 // (len(raw) + 1)) if raw else 0):
                body = bytearray(raw)
                for _ in range(rng.choice((1, 1, 2))):
                    body[rng.randrange(len(body))] = rng.choice((
                        rng.randrange(256), rng.randrange(6)))
                code, text_out = status(container(text, [bytes(body)]))
                self.assertIn(code, (0, 1, 3))
                accepted += code == 0
        print("\nrandom bytes: %d accepted with true roots" % accepted, file=sys.stderr)


class Container(unittest.TestCase):
    NAMES = ("hex 2x2", "mnk 3x3x2", "go 4x1 psk black>=4 after - black>=1 after - leaves=True")

    def refused(self, data, words, code=1):
        found, text = status(data)
        self.assertEqual(found, code, text)
        self.assertRegex(text, words)

    def test_cut_at_every_length(self):
        for name in self.NAMES:
            data = encode(made(name), block=20)
            for length in range(len(data)):
                self.refused(data[:length], "cut short|not a certificate")

    def test_every_bit(self):
        for name in self.NAMES:
            data = encode(made(name))
            for place in range(len(data)):
                for bit in range(8):
                    bad = data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1:]
                    self.assertEqual(status(bad)[0], 1, (name, place, bit))

    def test_trailing(self):
        for name in self.NAMES:
            self.refused(encode(made(name)) + b"\0", "follows the last block")

    def test_versions(self):
        data = encode(made("hex 2x2"))
        self.refused(data[:8] + b"\x02\0" + data[10:], "newer")
        self.refused(data[:8] + b"\0\1" + data[10:], "newer")
        self.refused(data[:8] + b"\0\0" + data[10:], "no version 0")

    def test_lengths(self):
        data = encode(made("hex 2x2"))
        self.refused(data[:10] + b"\xff" * 4 + data[14:], "at most 1048576")
        start = 14 + struct.unpack("<I", data[10:14])[0] + 4
        self.refused(data[:start + 1] + b"\xff" * 4 + data[start + 5:], "at most 1048576")
        self.refused(data[:start + 5] + b"\xff" * 4 + data[start + 9:], "stored block")
        self.refused(data[:start] + b"\2" + data[start + 1:], "method")
        lying = data[:start] + b"\1" + data[start + 1:start + 5] + b"\xff" * 4 + data[start + 9:]
        self.refused(lying, "cut short")

    def test_zstd(self):
        doc = made("hex 2x2")
        data = encode(doc)
        start = 14 + struct.unpack("<I", data[10:14])[0] + 4
        raw = data[start + 13:]

        def packed(frame, length=len(raw)):
            return data[:start] + struct.pack("<BIII", 1, length, len(frame),
                                              zlib.crc32(raw)) + frame

        # A frame with one raw block and its content size in one byte.
        frame = b"\x28\xb5\x2f\xfd\x20" + bytes([len(raw)])
        frame += (len(raw) << 3 | 1).to_bytes(3, "little") + raw
        try:
            import compression.zstd  # noqa: F401
        except ImportError:
            self.refused(packed(frame), "cannot read compressed blocks.*stored blocks")
            return
        self.assertEqual(status(packed(frame))[0], 0)
        self.refused(packed(frame + frame), "one zstd frame")
        self.refused(packed(frame[:-1]), "zstd frame")
        self.refused(packed(frame, len(raw) - 1), "zstd frame")
        self.refused(packed(b"nothing at all"), "zstd frame")

    def test_counts(self):
        for name in self.NAMES:
            doc = made(name)
            for key in ("entries", "edges", "leaves", "blocks"):
                for value in (10 ** 30, 10 ** 18, 99, 2 ** 63):
                    self.refused(encode(doc, **{key: value}), "as the header says|cut short")
                self.refused(encode(doc, **{key: -1}), "not a number")
            for key in ("entries", "blocks"):
                self.refused(encode(doc, **{key: 0}), "as the header says|follows the last block")

    def test_header(self):
        go = made(self.NAMES[2])
        for change, words in (
                ({"game": "chess"}, "unknown"), ({"columns": 0}, "1 to 19"),
                ({"columns": 20}, "1 to 19"), ({"rows": "1 "}, "not a number"),
                ({"rows": "\u0661"}, "not a number"), ({"rows": "9" * 10000}, "1 to 19"),
                ({"rules": "japanese"}, "rules"), ({"board": "..."}, "4 letters"),
                ({"board": "..x."}, "4 letters"), ({"to_move": "Black"}, "to-move"),
                ({"moves": ""}, "not a number"), ({"moves": "1,"}, "not a number"),
                ({"root": "black 1 proven -"}, "ATTACKER"),
                ({"root": "black + proven - - -"}, "number"),
                ({"board": "....\nboard ...."}, "to-move"),
                ({"blocks": "1\n"}, "end of the header"),
                ({"blocks": "1\r"}, "not a number")):
            with self.subTest(change):
                self.refused(encode(go, **change), words)
        for change in ({"moves": 5}, {"moves": "1,1"}, {"moves": "4,4,4"}, {"board": "XXXX"},
                       {"root": "black 1 proven 9 - -"}):
            self.refused(encode(go, **change), "section [35]", 3)
        for text in (b"", b"\n", b"game", b"game hex", b"game hex\n", b"\xff\n", b"game  hex\n"):
            self.refused(container(text, []), "header")
        self.refused(encode(made("mnk 3x3x2"), row=0), "1 to 19")

    def test_entries(self):
        text = encode(made("hex 2x2"), entries=1, edges=0, leaves=0)
        length = struct.unpack("<I", text[10:14])[0]
        head = text[14:14 + length]
        for raw, words in (
                (b"\2", "first byte"), (b"\1", "first byte"), (b"\0\2", "winner"),
                (b"\0\0\x10", "beyond the board"), (b"\0\0\x0f\x0f\xff", "inside"),
                (b"\0\0\x0f\x0f" + b"\x80" * 10, "more than 10 bytes"),
                (b"\0\0\x0f\x0f" + b"\xff" * 9 + b"\1", "too great"),
                (b"\0\0\x0f\x0f" + b"\xff" * 8 + b"\x7f", "do not fit"),
                (b"\0\0\x0f", "inside")):
            self.refused(container(head, [raw]), words)
        self.refused(container(head, [b"\0\0\x0f\x0f\1\0\0\0"]), "not smaller", 3)

    def test_garbage(self):
        rng = random.Random(3)
        good = encode(made(self.NAMES[2]))
        for _ in range(3000):
            data = bytearray(good)
            for _ in range(rng.randrange(1, 5)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            length = min(struct.unpack("<I", data[10:14])[0], 400)
            crc = zlib.crc32(bytes(data[14:14 + length]))
            data[14 + length:18 + length] = struct.pack("<I", crc)
            self.assertIn(status(bytes(data))[0], (0, 1, 3))


class CommandLine(unittest.TestCase):
    def run_on(self, *arguments):
        program = os.path.join(HERE, "check_certificate.py")
        done = subprocess.run([sys.executable, program, *arguments], timeout=50,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertNotIn(b"Traceback", done.stderr)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, data):
                path = os.path.join(folder, name)
                with open(path, "wb") as stream:
                    stream.write(data)
                return path

            doc = made(Container.NAMES[2])
            good, hexa = write("good", encode(doc)), write("hex", encode(made("hex 3x3")))
            code, out, err = self.run_on(good, hexa)
            self.assertEqual((code, out.count("verified\n"), err), (0, 2, ""))
            self.assertIn("root 0: in the given position (Black to move) Black can get", out)
            wrong = write("wrong", encode(dict(doc, moves=[0])))
            cut = write("cut", encode(doc)[:-1])
            self.assertEqual(self.run_on(cut)[0], 1)
            code, out, err = self.run_on(good, cut, wrong)
            self.assertEqual((code, out.count("verified\n")), (3, 1))
            self.assertIn("X . . .", err)
            code, out, err = self.run_on("--rules-only", good)
            self.assertEqual((code, out), (3, ""))
            self.assertIn("section 4.3", err)
            self.assertEqual(self.run_on(folder)[0], 1)
            self.assertEqual(self.run_on(os.path.join(folder, "missing"))[0], 1)
            self.assertEqual(self.run_on()[0], 2)


if __name__ == "__main__":
    unittest.main()
