"""Tests of check_certificate.py: certificates made by exhaustive solving, and mutants of them.

The encoder and the rules below are written from docs/certificate.md, apart from the checker. Every
mutant that the checker accepts must have true roots; that is decided by brute force. Beyond that,
entries are put together at random as the text allows, without any regard to what is true, and all
that they say must be true all the same: this tests the text as well as the checker.

ANDOR_SLOW=1 asks for many more of them.
"""

import copy
import itertools
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check_certificate as checker  # noqa: E402
import unzstd  # noqa: E402

BLACK, WHITE = 0, 1
SLOW = 12 if os.environ.get("ANDOR_SLOW") == "1" else 1
NAME = ("black", "white")


class Territory(frozenset):
    """The points of a leaf of kind 2."""


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


def encode_mark(doc, mark):
    stones, to_move, ko = mark
    area = len(stones)
    out = b"".join(bits([p for p in range(area) if stones[p] == c], area) for c in (BLACK, WHITE))
    if doc["rules"] not in ("psk", "tromp-taylor"):
        out += bytes([to_move or 0])
    if doc["rules"].startswith("basic-ko"):
        out += varint(area if ko is None else ko)
    return out


def has_credits(rules):
    """Section 5.3: whether these are rules with credits, not with ranks."""
    name, *options = rules.split(",")
    return name in ("chinese", "migos") or bool(set(options) - {"cycle=none", "atari=alive"})


def encode_placed(placed):
    return varint(len(placed)) + b"".join(
        varint(ref) + bytes([sym]) + varint(at) for ref, sym, at in placed)


def encode_entry(doc, e):
    area = doc["columns"] * doc["rows"]
    if e.get("sort") == 4:
        return b"\4" + varint(len(e["cells"])) + b"".join(map(bytes, e["cells"])) + bytes(
            e["ring"] + e["less"] + e["more"])
    if doc["game"] == "hex":
        out = bytes([e["sort"], e["winner"]]) + varint(e["ends"][0]) + varint(e["ends"][1])
        out += bits(e["zone"], area) + bits(e["need"], area)
        if e["sort"] == 3:
            out += varint(len(e["captured"])) + b"".join(map(varint, e["captured"]))
        elif e["sort"] == 5:
            out += encode_placed(e["placed"])
        else:
            out += varint(len(e["answers"]))
        for move, ref, sym in e["answers"]:
            out += (varint(move or 0) if e["sort"] in (0, 6) else b"") + varint(ref) + bytes([sym])
        return out + (encode_placed(e["placed"]) if e["sort"] == 6 else b"")
    out = b"\1" + varint(e["root"]) + bits(e["black"], area) + bits(e["white"], area)
    credit = doc["game"] == "go" and has_credits(doc["rules"])
    if credit:
        out += bytes([e["passes"]]) + varint(e["ko"]) + bytes([e["waits"], e["quiet"]])
        out += varint(e["credit"])
    elif doc["game"] == "go":
        out += bytes([e["passes"]]) + varint(e["ko"]) + bytes([e["quiet"]]) + varint(e["rank"])
        for marks in e["fresh"], e["assumed"]:
            out += varint(len(marks)) + b"".join(encode_mark(doc, m) for m in marks)
    out += varint(len(e["answers"]))
    for reply, kind, move, fall, leaf, ref, sym in e["answers"]:
        out += varint(reply) + varint(kind)
        if kind >= 2:
            out += varint(move)
        if kind >= 3 and doc["game"] == "go" and not credit:
            out += varint(fall or 0)
        if kind in (1, 3):
            out += (b"\x02" if isinstance(leaf, Territory) else b"\x01") + bits(leaf, area)
        if kind == 4:
            out += varint(ref) + bytes([sym])
    return out


def encode(doc, block=None, version=None, **change):
    """The file. `block` is the greatest length of a block; `change` replaces header values."""
    if version is None:
        version = 2 if any(e.get("sort", 0) >= 4 for e in doc["entries"]) else 1
        if doc["game"] == "go" and has_credits(doc["rules"]):
            version = 3
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
             ("edges", sum(len(e["answers"]) + len(e.get("placed", ())) for e in doc["entries"])),
             ("leaves", 0 if doc["game"] == "hex" else sum(
                 a[1] in (1, 3) for e in doc["entries"] for a in e["answers"])),
             ("blocks", len(blocks))]
    head = [(key, change.get(key.replace("-", "_"), value)) for key, value in head]
    text = "".join("%s %s\n" % line for line in head).encode()
    return container(text, blocks, version)


def container(text, blocks, version=1):
    out = b"ANDORCRT" + struct.pack("<HI", version, len(text)) + text
    out += struct.pack("<I", zlib.crc32(text))
    for raw in blocks:
        out += struct.pack("<BIII", 0, len(raw), len(raw), zlib.crc32(raw)) + raw
    return out


# ---- The games, naively (section 5). A line is a tuple of states ---------------------------------
# A state is (stones, to_move, passes, ko, by_play, end, waits): stones a tuple of None, 0, 1; end
# None or (margin,), margin None for no result.


class Rules:
    def __init__(self, doc):
        self.game, self.c, self.r = doc["game"], doc["columns"], doc["rows"]
        self.k, self.rules, self.area = doc.get("row"), doc.get("rules"), self.c * self.r
        self.name, *options = (self.rules or "").split(",")
        self.basic = self.name in ("basic-ko", "basic-ko-suicide", "chinese", "migos")
        self.credits = self.rules is not None and has_credits(self.rules)
        self.tallied = self.name in ("chinese", "migos")
        self.cycle, self.atari = ("tie", "dead-unless-both") if self.name == "migos" else (
            "none", "alive")
        for option in options:
            key, value = option.split("=")
            setattr(self, key, value)

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
        return ((stones, to_move, 0, self.area, True, end, 0),)

    def mark(self, state):
        """Section 4.2: (stones, player to move or None, ko point or None), or None."""
        stones, to_move, _, ko, by_play = state[:5]
        if self.rules in ("psk", "tromp-taylor"):
            return stones, None, None
        if self.rules.startswith("ssk"):
            return stones, to_move, None
        return (stones, to_move, ko if self.basic else None) if by_play else None

    def marks(self, line):
        return frozenset(map(self.mark, line)) - {None} if self.game == "go" else None

    def past(self, line):
        """All that matters of a line but its end: with credits, who captured more since then."""
        if not self.credits:
            return self.marks(line)
        return frozenset((s[0], s[1], s[3], s[6], self.tallied and self.captured(line[n:]))
                         for n, s in enumerate(line) if s[4])

    @staticmethod
    def captured(line):
        """How many stones Black captured less those that White captured."""
        more = 0
        for before, after in zip(line, line[1:]):
            me = before[1]
            more += (1 - 2 * me) * (before[0].count(1 - me) - after[0].count(1 - me))
        return more

    def worth(self, more):
        """Section 5.3: the margin of a long cycle in which Black captured so many more stones."""
        if more and self.tallied:
            return self.area if more > 0 else -self.area
        return {"tie": 0, "black": self.area, "white": -self.area, "none": None}[self.cycle]

    def bare(self, state, move):
        """The state after a move that is legal but for repetition, or None."""
        stones, me, passes, ko, by_play, end, waits = state
        if end is not None or move > self.area or (move == self.area and self.game != "go"):
            return None
        if move == self.area:
            end = (self.score(stones),) if passes == 1 + waits else None
            return stones, 1 - me, passes + 1, self.area, False, end, waits
        if stones[move] is not None:
            return None
        board = list(stones)
        board[move] = me
        if self.game != "go":
            return tuple(board), 1 - me, 0, self.area, True, self.ending(board), 0
        if move == ko:
            return None
        dead = {q for p in self.adjacent(move) if board[p] == 1 - me
                for q in self.group(board, p) if not self.liberties(board, p)}
        for q in dead:
            board[q] = None
        own = self.group(board, move)
        free = self.liberties(board, move)
        if not free:
            if self.name in ("psk", "ssk", "nssk", "basic-ko", "chinese", "migos"):
                return None
            if len(own) == 1 and (self.basic or self.rules == "tromp-taylor"):
                return None
            for q in own:
                board[q] = None
        ko = self.area
        if self.basic and len(dead) == len(own) == len(free) == 1:
            ko = min(free)
        waits = (2 if by_play and waits else 1) if self.name == "migos" and ko < self.area else 0
        return tuple(board), 1 - me, 0, ko, True, None, waits

    def play(self, line, move):
        """The longer line, or None if the move is not legal."""
        new = self.bare(line[-1], move)
        if new is None or self.game != "go" or move == self.area:
            return None if new is None else line + (new,)
        stones, to_move, _, ko = new[:4]
        if self.basic:
            for n, s in enumerate(line):
                if s[4] and (s[0], s[1], s[3], s[6]) == (stones, to_move, ko, new[6]):
                    more = self.captured(line[n:] + (new,))
                    new = new[:5] + ((self.worth(more),), new[6])
                    break
        elif self.rules in ("psk", "tromp-taylor"):
            if any(s[0] == stones for s in line):
                return None
        elif self.rules.startswith("ssk"):
            if any(s[:2] == (stones, to_move) for s in line):
                return None
        elif any(s[4] and s[:2] == (stones, to_move) for s in line):
            return None
        return line + (new,)

    def liberties(self, board, p):
        return {q for g in self.group(board, p) for q in self.adjacent(g) if board[q] is None}

    def score(self, stones):
        total = 0
        weak = {p for p in range(self.area)
                if stones[p] is not None and len(self.liberties(stones, p)) == 1}
        if self.atari == "dead" or (
                self.atari == "dead-unless-both" and len({stones[p] for p in weak}) == 1):
            stones = [None if p in weak else stone for p, stone in enumerate(stones)]
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

    def ripe(self, state):
        bound = 2 * self.rules.life(state[0], self.winner)[1] - self.rules.area
        return success(self.claim, bound if self.winner == BLACK else -bound)

    def settles(self, state):
        """The points of a leaf, or None."""
        if not self.ripe(state):
            return None
        if state[1] != self.winner and state[2] == 1 + state[6]:
            if not success(self.claim, self.rules.score(state[0])):
                return None
        if self.rules.name == "basic-ko-suicide" and not success(self.claim, self.rules.worth(0)):
            return None
        return self.rules.life(state[0], self.winner)[0]

    def leaf(self, line):
        """The points of a leaf at the end of the line, after a board play of the winner's or after
        a reply, or None."""
        if self.leaves is None or len(line) < self.leaves:
            return None
        mine = line[-1][1] != self.winner
        if mine and line[-1][2] or any(map(self.ripe, line[:-1] if mine else line[:-2])):
            return None
        return self.settles(line[-1])

    def prove(self, line, depth):
        """None, or the proof: ("over",), ("leaf", points), ("move", m, proof) or
        ("all", {r: proof})."""
        state = line[-1]
        if state[5] is not None:
            return ("over",) if success(self.claim, state[5][0]) else None
        if depth == 0 and self.leaves is None:
            return None
        key = state, self.rules.past(line)
        done, proof = self.memo.get(key, (-1, None))
        if proof is not None or done >= depth:
            return proof
        live = self.leaf(line)
        if live is not None:
            proof = ("leaf", live)
        elif depth > 0 and state[1] == self.winner:
            for m, longer in self.rules.moves(line):
                sub = self.prove(longer, depth - 1)
                if sub is not None:
                    proof = ("move", m, sub)
                    break
        elif depth > 0:
            proof = ("all", {})
            for m, longer in self.rules.moves(line):
                sub = self.prove(longer, depth - 1)
                if sub is None:
                    proof = None
                    break
                proof[1][m] = sub
        self.memo[key] = depth, proof
        return proof


TRUTH, SIDES = {}, {}


def true_on(doc, rules, line, attacker, least):
    """Whether the attacker can get the margin, by search for both sides with growing depth."""
    place = doc["game"], doc["columns"], doc["rows"], doc.get("row"), doc.get("rules"), attacker
    key = place + (least, line[-1], rules.past(line))
    if key not in TRUTH:
        sides = SIDES.setdefault(place + (least,), [
            Prover(rules, (attacker, least, True)), Prover(rules, (attacker, least, False))])
        for depth in sides[0].depths():
            found = [side.prove(line, depth) is not None for side in sides]
            if any(found):
                TRUTH[key] = found[0]
                break
    return TRUTH[key]


def root_line(doc, rules, root):
    """The line to the root position, or None if a move of it is not legal."""
    line = rules.start(doc["board"], doc["to_move"])
    for m in list(doc["moves"]) + list(root[3]):
        line = line and rules.play(line, m)
    return line


def truth(doc, root):
    """Whether the verdict of a root is right."""
    rules = Rules(doc)
    line = root_line(doc, rules, root)
    return line is not None and true_on(doc, rules, line, *root[:2]) == root[2]


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


def turn_mark(mark, image):
    stones = [None] * len(mark[0])
    for p, stone in enumerate(mark[0]):
        stones[image[p]] = stone
    return tuple(stones), mark[1], None if mark[2] is None else image[mark[2]]


def least_image(mark, maps):
    return min((turn_mark(mark, image) for image in maps), key=repr)


def ranks_of(graph):
    """For a graph {node: set of nodes}: the same rank for nodes that reach one another, and else
    the length of the longest way to a sink."""
    order, seen = [], set()

    def visit(node, edges, out):
        if node not in seen:
            seen.add(node)
            for other in edges[node]:
                visit(other, edges, out)
            out.append(node)

    back = {node: set() for node in graph}
    for node in graph:
        visit(node, graph, order)
        for other in graph[node]:
            back[other].add(node)
    seen = set()
    parts = []
    for node in reversed(order):
        parts.append([])
        visit(node, back, parts[-1])
    ranks = {}
    for part in reversed(parts):  # sinks first
        below = [ranks[other] + 1 for node in part for other in graph[node] if other in ranks]
        ranks.update(dict.fromkeys(part, max(below, default=0)))
    return ranks


class Writer:
    """Makes the entries for the proofs of one claim and verdict, each in its smallest picture,
    equal ones once. `flat` gives rank 0 to all marks, so that all are fresh or assumed."""

    def __init__(self, doc, rules, claim, root, turn, flat):
        self.doc, self.rules, self.claim, self.root, self.flat = doc, rules, claim, root, flat
        self.maps, self.known, self.done, self.seen = symmetries(doc), {}, {}, set()
        self.count = len(self.maps) if turn else 1
        self.graph = {}  # of marks, and of positions that leave none

    def node(self, state):
        """What has a rank: the mark of a state, or, if it leaves none, the state."""
        mark = self.rules.mark(state)
        if mark is None:
            node = "no mark", least_image((state[0], state[1], state[3]), self.maps)
        else:
            node = least_image(mark, self.maps)
        self.graph.setdefault(node, set())
        return node

    def steps(self, line, proof):
        """For every reply of an ("all", ...) proof: reply, the line after it, the winner's move or
        None, the line after that, and the rest of the proof."""
        for reply, sub in proof[1].items():
            move, after = None, self.rules.play(line, reply)
            end = after
            if sub[0] == "move":
                move, sub = sub[1], sub[2]
                end = self.rules.play(after, move)
            yield reply, after, move, end, sub

    def scan(self, line, proof):
        """Enter the marks below the end of the line into the graph: ranks never rise."""
        if id(proof) in self.seen:
            return
        self.seen.add(id(proof))
        own = self.node(line[-1])
        for _, after, move, end, sub in self.steps(line, proof):
            if move is None or sub[0] == "over":
                continue
            above = [own]
            if self.rules.mark(after[-1]) is not None:
                above.append(self.node(after[-1]))
                self.graph[own].add(above[-1])
            if sub[0] == "all":
                for node in above:
                    self.graph[node].add(self.node(end[-1]))
                self.scan(end, sub)

    def prepare(self, proofs):
        """Find the ranks: for lines and the proofs of what they end with."""
        if self.doc["game"] != "go":
            return
        for line, proof in proofs:
            self.scan(line, proof)
            for state in line[:-1]:  # the past has no smaller rank than the first entry
                if self.rules.mark(state) is not None:
                    self.graph.setdefault(self.node(state), set()).add(self.node(line[-1]))
        self.ranks = dict.fromkeys(self.graph, 0) if self.flat else ranks_of(self.graph)

    def add(self, line, proof, plain=False):
        """The number of the entry for the end of the line, the map to its picture, and its frame
        in the picture of the line."""
        key = id(proof), plain
        if key not in self.done:
            self.done[key] = self.make(line, proof, plain)
        return self.done[key]

    def make(self, line, proof, plain):
        rules, state = self.rules, line[-1]
        stones, ko = state[0], state[3]

        def picture(image):
            return (sorted(image[p] for p in range(rules.area) if stones[p] == BLACK),
                    sorted(image[p] for p in range(rules.area) if stones[p] == WHITE), image[ko])

        image = min(self.maps[:1 if plain else self.count], key=picture)
        frame = self.new_frame(line)
        answers = []
        for reply, after, move, end, sub in self.steps(line, proof):
            if sub[0] == "over" and end[-1][5] == (None,):  # the end without result
                self.assume(frame, rules.mark(end[-1]))
                if move is None:
                    continue
            there = None if move is None else image[move]
            fall = None
            if rules.game == "go" and move is not None and sub[0] != "over":
                fall = self.fall(frame, after[-1])
            if sub[0] == "over":
                rest = (0 if move is None else 2, there, None, None, None, None)
            elif sub[0] == "leaf":
                leaf = frozenset(image[p] for p in sub[1])
                rest = (1 if move is None else 3, there, fall, leaf, None, None)
                frame["quiet"] = True
            else:
                ref, other, below = self.add(end, sub)
                sym = next(s for s, m in enumerate(self.maps)
                           if all(m[image[p]] == other[p] for p in range(rules.area)))
                rest = (4, there, fall, None, ref, sym)
                self.follow(frame, below, after[-1], end[-1])
            answers.append((image[reply],) + rest)
        answers.sort(key=lambda a: a[0])
        black, white, turned_ko = picture(image)
        entry = dict(root=self.root, black=set(black), white=set(white), passes=state[2],
                     ko=turned_ko, answers=answers)
        if rules.game == "go":
            entry.update(quiet=frame["quiet"], rank=frame["rank"], **{
                key: sorted((turn_mark(m, image) for m in frame[key]), key=repr)
                for key in ("fresh", "assumed")})
        key = repr(sorted(entry.items()))
        if key not in self.known:
            self.known[key] = len(self.doc["entries"])
            self.doc["entries"].append(entry)
        return self.known[key], image, frame

    def new_frame(self, line):
        """The frame of an entry before its answers: replies that repeat are assumed to."""
        if self.rules.game != "go":
            return None
        own = self.rules.mark(line[-1])
        frame = dict(quiet=False, rank=self.ranks[self.node(line[-1])], fresh=set(), assumed=set(),
                     own=own)
        for reply in range(self.rules.area):
            bare = self.rules.bare(line[-1], reply)
            if bare is not None and self.rules.play(line, reply) is None:
                self.assume(frame, self.rules.mark(bare))
        return frame

    def assume(self, frame, mark):
        if mark != frame["own"]:
            frame["assumed"].add(mark)

    def fall(self, frame, after):
        """The fall of a reply; under basic ko it must not repeat if that suits the loser."""
        mark = self.rules.mark(after)
        if mark is None:
            return 0
        fall = frame["rank"] - self.ranks[self.node(after)]
        if fall == 0 and self.rules.basic and self.claim[2] and after[2] == 0:
            frame["fresh"].add(mark)
        return fall

    def follow(self, frame, below, after, end):
        """What the entry has to promise for the one that it refers to, whose frame is `below`."""
        if below is None:
            return
        added = {self.rules.mark(after), self.rules.mark(end)}
        if below["rank"] == frame["rank"]:
            frame["fresh"] |= below["fresh"]
            if end[2] == 0 and not (self.rules.basic and not self.claim[2]):
                frame["fresh"].add(self.rules.mark(end))
        for mark in below["assumed"] - added:
            self.assume(frame, mark)
        frame["quiet"] |= below["quiet"]


def certificate(game, columns, rows, claims, leaves=False, turn=True, board=None, to_move=BLACK,
                moves=(), flat=False, **more):
    """A certificate of Go or mnk. `claims` are (attacker, at least, moves); verdicts are found."""
    doc = dict(game=game, columns=columns, rows=rows, board=board or "." * (columns * rows),
               to_move=to_move, moves=list(moves), roots=[], entries=[], **more)
    rules = Rules(doc)
    found = {}
    for number, (attacker, least, further) in enumerate(claims):
        line = root_line(doc, rules, (attacker, least, None, further))
        claim = attacker, least, true_on(doc, rules, line, attacker, least)
        prover = Prover(rules, claim, len(line) + 2 if leaves else None)
        proof = next(filter(None, (prover.prove(line, depth) for depth in prover.depths())))
        first = None
        if proof[0] == "move":
            first, proof = proof[1], proof[2]
            line = rules.play(line, first)
        found.setdefault(claim, []).append((number, line, proof, prover))
        doc["roots"].append(claim + (list(further), first, None))
    for claim, proofs in found.items():
        writer = Writer(doc, rules, claim, proofs[0][0], turn, flat)
        open_ones = [(n, line, proof) for n, line, proof, _ in proofs if proof[0] == "all"]
        writer.prepare([(line, proof) for _, line, proof in open_ones])
        for number, line, proof in open_ones:
            # The root refers without a symmetry: its entry is in the line's own picture.
            entry = writer.add(line, proof, plain=True)[0]
            doc["roots"][number] = doc["roots"][number][:5] + (entry,)
    return doc


class Strategy:
    """One choice for every state of Go with credits, and the credits that it needs (section 4.2).
    The nodes are states, each in its smallest picture."""

    def __init__(self, doc, claim, leaves=False):
        """With `leaves` all entries are quiet, and life settles what it can."""
        self.rules, self.claim, self.winner = Rules(doc), claim, winner_of(claim)
        self.maps, self.leaves, self.area = symmetries(doc), leaves, self.rules.area
        self.life = Prover(self.rules, claim)
        self.options = {}  # a node of the winner's -> [(kind, move, leaf, node)]
        self.replies = {}  # a node of the loser's -> {reply: node}, or None: it cannot be an entry
        self.suits = [success(claim, self.rules.worth(t * (1 - 2 * self.winner)))
                      for t in (-1, 0, 1)]

    def turn(self, state, image):
        stones = turn_mark((state[0], None, None), image)[0]
        return (stones,) + state[1:3] + (image[state[3]],) + state[4:]

    def node(self, state):
        return min((self.turn(state, image) for image in self.maps), key=repr)

    def symmetry(self, state, other):
        """A symmetry that takes the one state to the other."""
        return next(s for s, image in enumerate(self.maps) if self.turn(state, image) == other)

    def gain(self, player, move, large=1 << 32):
        below, level, above = self.suits
        tally = 0 if move < self.area else 1 if player == self.winner else -1
        if below and level and above:
            return 0
        return tally if level and above else large * tally - 1 if above else -1

    def explore(self, state):
        """Find all nodes that can be reached from a state."""
        todo = [self.node(state)]
        while todo:
            node = todo.pop()
            if node in self.options or node in self.replies:
                continue
            then = [(m, self.rules.bare(node, m)) for m in range(self.area + 1)]
            then = [(m, end) for m, end in then if end is not None]
            if node[1] == self.winner:
                self.options[node] = self.find_options(node, then)
                todo += [option[3] for option in self.options[node] if option[0] == 4]
                continue
            bad = any(end[5] and not success(self.claim, end[5][0]) for _, end in then)
            self.replies[node] = None if bad or self.leaves and self.life.ripe(node) else {
                m: self.node(end) for m, end in then if not end[5]}
            todo += (self.replies[node] or {}).values()

    def find_options(self, node, then):
        if self.leaves and self.life.settles(node) is not None:
            return [(1, None, self.life.settles(node), None)]
        found = [(2, m, None, None) for m, end in then
                 if end[5] and success(self.claim, end[5][0])]
        if self.leaves and self.life.ripe(node):
            return found
        for m, end in then:
            leaf = self.life.settles(end) if self.leaves and m < self.area else None
            if leaf is not None:
                found.append((3, m, leaf, None))
            elif not end[5]:
                found.append((4, m, None, self.node(end)))
        return found

    def credits(self, large, most):
        """The smallest credits of all nodes; those above `most` are infinite."""
        found = dict.fromkeys(self.replies, 0)
        found.update(dict.fromkeys(self.options, -math.inf))
        changed = True
        while changed:
            changed = False
            for node in found:
                if node in self.options:
                    value = min((self.need(found, option, large)
                                 for option in self.options[node]), default=math.inf)
                elif self.replies[node] is None:
                    value = math.inf
                else:
                    value = max([0] + [found[then] - self.gain(1 - self.winner, m, large)
                                       for m, then in self.replies[node].items()])
                value = value if value <= most else math.inf
                if value > found[node]:
                    found[node], changed = value, True
        return found

    def need(self, found, option, large):
        """The credit that the winner's node needs for an option."""
        if option[0] < 4:
            return -math.inf
        return found[option[3]] - self.gain(self.winner, option[1], large)

    def solve(self):
        """Choose one option for each node, and find the credits."""
        large = len(self.options) + len(self.replies)
        found = self.credits(large, 8 * large)
        for node, options in self.options.items():
            good = [option for option in options if self.need(found, option, large) < math.inf]
            self.options[node] = sorted(good, key=lambda o: self.need(found, o, large))[:1]
        self.found = self.credits(1 << 32, 1 << 50)
        return self

    def entry(self, root, state, extra=0):
        """The entry for a state of the loser's; a reference is a node instead of a number."""
        stones, _, passes, ko, _, _, waits = state
        answers = []
        for reply in range(self.area + 1):
            after = self.rules.bare(state, reply)
            if after is None:
                continue
            if after[5]:
                answers.append((reply, 0) + (None,) * 5)
                continue
            node = self.node(after)
            kind, move, leaf, then = self.options[node][0]
            image = self.maps[self.symmetry(after, node)]
            move = None if move is None else image.index(move)
            leaf = leaf and frozenset(image.index(p) for p in leaf)
            sym = kind == 4 and self.symmetry(self.rules.bare(after, move), then)
            answers.append((reply, kind, move, None, leaf, then, sym))
        return dict(root=root, passes=passes, ko=ko, waits=waits, quiet=self.leaves,
                    credit=self.found[self.node(state)] + extra, answers=answers,
                    black={p for p in range(self.area) if stones[p] == BLACK},
                    white={p for p in range(self.area) if stones[p] == WHITE})

    def write(self, doc, root, states, extra=0):
        """Add the entries for these states and for what they refer to; the number of each."""
        known = {}
        todo = list(states)
        while todo:
            state = todo.pop(0)
            if state not in known:
                known[state] = len(doc["entries"])
                doc["entries"].append(self.entry(root, state, extra))
                todo += [a[5] for a in doc["entries"][-1]["answers"] if a[1] == 4]
        for number in known.values():
            e = doc["entries"][number]
            e["answers"] = [a[:5] + (known.get(a[5]), a[6]) for a in e["answers"]]
        return known


def credit_certificate(columns, rows, rules, claims, leaves=False, board=None, to_move=BLACK,
                       moves=(), extra=0):
    """A certificate of Go with credits. `claims` are (attacker, at least, moves); verdicts are
    found."""
    doc = dict(game="go", columns=columns, rows=rows, rules=rules, to_move=to_move, roots=[],
               board=board or "." * (columns * rows), moves=list(moves), entries=[])
    lines = [root_line(doc, Rules(doc), (None, None, None, claim[2])) for claim in claims]
    groups = {}
    for (attacker, least, further), line in zip(claims, lines):
        sides = []
        for proven in (True, False):
            strategy = Strategy(doc, (attacker, least, proven), leaves)
            for start in lines:
                strategy.explore(start[-1])
            sides.append(strategy.solve())
        good = [side for side in sides if side.found[side.node(line[-1])] < math.inf]
        assert len(good) == 1, (rules, attacker, least, further)
        strategy, state, first, entry = good[0], line[-1], None, None
        if state[1] == strategy.winner:
            node = strategy.node(state)
            kind, move = strategy.options[node][0][:2]
            entry = "life" if kind in (1, 3) else None
            if move is not None:
                first = strategy.maps[strategy.symmetry(state, node)].index(move)
                state = strategy.rules.bare(state, first)
        group = groups.setdefault(strategy.claim, (strategy, len(doc["roots"]), []))
        if entry is None and not state[5]:
            group[2].append((len(doc["roots"]), state))
        doc["roots"].append(strategy.claim + (list(further), first, entry))
    for strategy, root, states in groups.values():
        known = strategy.write(doc, root, [state for _, state in states], extra)
        for number, state in states:
            doc["roots"][number] = doc["roots"][number][:5] + (known[state],)
    return doc


def join(sort, winner, ends, zone, need, answers, captured=()):
    """An entry of Hex."""
    return dict(sort=sort, winner=winner, ends=tuple(ends), zone=set(zone), need=set(need),
                answers=list(answers), captured=list(captured))


def lemma(cells, ring, less, more):
    """A lemma of Hex, with what its placed cells need of their neighbours."""
    return dict(sort=4, winner=None, cells=list(cells), ring=list(ring), less=list(less),
                more=list(more), answers=[])


def placing(sort, winner, ends, zone, need, answers, placed):
    """A fill or a pattern with drops."""
    return dict(join(sort, winner, ends, zone, need, answers), placed=list(placed))


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
            doc["entries"].append(join(0, winner, (area, area + 1), zone, need, answers))
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
    doc["entries"].append(join(0, e["winner"], e["ends"], zone, need, [
        (area - 1 - m, ref, 1 - sym) for m, ref, sym in e["answers"]]))
    return len(doc["entries"]) - 1


def hex_chain():
    """Black in the middle of 3 x 3: captured points on one side, two answers on the other."""
    top, bottom = 9, 10
    return dict(
        game="hex", columns=3, rows=3, board="." * 9, to_move=BLACK, moves=[],
        roots=[(BLACK, 1, True, [4], None, 4), (WHITE, 0, False, [], 4, 4)],
        entries=[join(0, BLACK, (4, top), {4, 1}, {4, 1}, []),
                 join(0, BLACK, (top, 4), {4, 2}, {4, 2}, []),
                 join(0, BLACK, (4, top), {4, 1, 2}, {4}, [(1, 0, 0), (2, 1, 0)]),
                 join(3, BLACK, (4, top), {4, 1, 2}, {4}, [(None, 0, 0)], [1, 2]),
                 join(2, BLACK, (bottom, top), {1, 2, 4, 6, 7}, {4}, [(None, 2, 1), (None, 3, 0)])])


# Two cells side by side, a stone of the winner's above both, and the winner's edge below: whichever
# cell the loser takes, the winner takes the other. Neighbours row by row: the stone is the second.
PAIR, ABOVE_THE_EDGE = [(1, 1), (2, 1)], [0, 1, 0, 0, 0, 1, 1, 1]


def full_board():
    """A certificate of 3 x 3 whose only root is over, for entries that no root leads to."""
    return dict(game="hex", columns=3, rows=3, board="X" * 9, to_move=WHITE, moves=[],
                roots=[(BLACK, 1, True, [], None, None)], entries=[])


def hex_lemmas(*middle):
    """Black in the middle of 3 x 3: the way down by `middle`, entries from number 1 on of which the
    last joins the stone to the bottom, and the way up by its half turn. Entry 0 has the way down
    joined."""
    entries = [join(0, BLACK, (4, 10), {4, 7}, {4, 7}, []), *middle]
    last = len(entries) - 1
    parts = [(None, last, 1), (None, last, 0)]
    entries.append(join(2, BLACK, (9, 10), {1, 2, 4, 6, 7}, {4}, parts))
    return dict(game="hex", columns=3, rows=3, board="." * 9, to_move=BLACK, moves=[],
                roots=[(BLACK, 1, True, [4], None, last + 1)], entries=entries)


def hex_fill():
    """Both cells below the stone are filled in for Black."""
    return hex_lemmas(lemma(PAIR, ABOVE_THE_EDGE, [1, 1], [0, 0]),
                      placing(5, BLACK, (4, 10), {4, 6, 7}, {4}, [(None, 0, 0)], [(1, 0, 6)]))


def hex_replies():
    """White's moves on both cells below the stone have a reply; no answer is needed."""
    return hex_lemmas(lemma(PAIR, ABOVE_THE_EDGE, [1, 1], [2, 1]),
                      lemma(PAIR, ABOVE_THE_EDGE, [1, 1], [1, 2]),
                      placing(6, BLACK, (4, 10), {4, 6, 7}, {4}, [], [(1, 0, 6), (2, 0, 6)]))


def hex_domination():
    """White's move on 6 has an answer, and that on 7 is dominated by it."""
    return hex_lemmas(lemma(PAIR, ABOVE_THE_EDGE, [2, 0], [0, 2]),
                      placing(6, BLACK, (4, 10), {4, 6, 7}, {4}, [(7, 0, 0)], [(1, 0, 6)]))


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
    "hex 3x3 chain": hex_chain,
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
        go(2, 2, _rules, [(BLACK, 1, [])], leaves=_leaves, flat=_leaves)
    go(3, 1, _rules, [(BLACK, 0, []), (WHITE, 1, [3])], moves=[0, 2], turn=False)
    go(1, 3, _rules, [(WHITE, 3, []), (BLACK, -2, [3, 3])], board="X..", to_move=WHITE, moves=[2])
    go(4, 1, _rules, [(WHITE, 1, [])], board=".X.O", moves=[0, 2], leaves=True)
    go(2, 1, _rules, [(BLACK, 1, []), (BLACK, 0, []), (WHITE, 0, []), (BLACK, 1, [0])], flat=True)
    go(3, 1, _rules, [(BLACK, 3, []), (BLACK, 1, [0])], flat=True)
    go(3, 2, _rules, [(BLACK, 1, [])], board="X.OXX.")
    go(3, 2, _rules, [(BLACK, 6, [])], board="XX.O.O", leaves=True)


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
            column = 1 if doc["game"] == "hex" else 5
            for i, a in enumerate(e["answers"]):
                if a[column] is not None and a[column] >= n:
                    e["answers"][i] = a[:column] + (max(0, a[column] - 1),) + a[column + 1:]
        other["roots"] = [r[:5] + (r[5] - 1 if r[5] is not None and r[5] > n else r[5],)
                          for r in other["roots"]]
        yield "drop entry", other
    for n in some(range(count)):
        e = doc["entries"][n]
        p = rng.randrange(area)
        if doc["game"] == "hex":
            yield entry("winner", n, winner=1 - e["winner"])
            yield entry("sort", n, sort=rng.choice((0, 2, 3)), captured=[p])
            yield entry("ends", n, ends=(rng.randrange(area + 3), e["ends"][1]))
            yield entry("ends", n, ends=e["ends"][::-1])
            yield entry("captured", n, captured=e["captured"] + [p])
            yield entry("captured", n, captured=e["captured"][1:])
            yield entry("zone", n, zone=e["zone"] ^ {p})
            yield entry("need", n, need=e["need"] ^ {p})
            yield entry("zone and need", n, zone=e["zone"] ^ {p}, need=e["need"] ^ {p})
            yield entry("whole zone", n, zone=set(range(area)))
        else:
            for root in range(len(doc["roots"]) + 1):
                yield entry("root", n, root=root)
            yield entry("black", n, black=e["black"] ^ {p})
            yield entry("white", n, white=e["white"] ^ {p})
            if doc["game"] == "go":
                yield entry("passes", n, passes=1 - e["passes"])
                yield entry("ko", n, ko=rng.choice([x for x in range(area + 1) if x != e["ko"]]))
                yield entry("quiet", n, quiet=not e["quiet"])
                for rank in {0, e["rank"] + 1, max(0, e["rank"] - 1)} - {e["rank"]}:
                    yield entry("rank", n, rank=rank)
                others = [m for other in doc["entries"] for m in other["fresh"] + other["assumed"]]
                for key in ("fresh", "assumed"):
                    for i in range(len(e[key])):
                        yield entry(key, n, **{key: e[key][:i] + e[key][i + 1:]})
                    for mark in some(others):
                        yield entry(key, n, **{key: e[key] + [mark]})
                    yield entry(key, n, **{key: []})
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
            for sym in some(s for s in range(9) if s != a[6]):
                yield answer("symmetry", a[:6] + (sym,))
            for ref in some(r for r in range(count) if r != a[5]):
                yield answer("reference", a[:5] + (ref, a[6]))
        if doc["game"] == "go":
            e = doc["entries"][n]
            if a[1] >= 3:
                for fall in {0, a[3] + 1, a[3] + 2} - {a[3]}:
                    yield answer("fall", a[:3] + (fall,) + a[4:])
            for leaf in (a[4] or frozenset()), e["black"], e["white"]:
                for points in leaf, leaf ^ {rng.randrange(area)}:
                    yield answer("leaf", (a[0], 1, None, None, points, None, None))
                move = rng.randrange(area + 1)
                yield answer("leaf", (a[0], 3, move, 0, leaf | ({move} - {area}), None, None))
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
        self.assertEqual({0, 1, 2, 3, 4}, kinds - {None})
        entries = [e for name in MAKERS if name[:2] == "go" for e in made(name)["entries"]]
        for what in ("quiet", "fresh", "assumed", "rank"):
            self.assertGreater(sum(bool(e[what]) for e in entries), 60, what)

    def test_changes(self):
        """A changed certificate is refused, or its roots are true all the same."""
        rng = random.Random(1)
        counts = {0: 0, 1: 0, 3: 0}
        for name in MAKERS:
            doc = made(name)
            large, area = len(doc["entries"]) > 60, doc["columns"] * doc["rows"]
            for what, other in changes(doc, rng, 2 if large else 3):
                if rng.random() > SLOW * (0.04 if large else 0.1 if area >= 4 else 0.3):
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
                        self.assertIn(what, ("bad symmetry", "symmetry", "captured"))
        self.assertGreater(counts[3], 3000)
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
                    for reply, longer in rules.moves(line):
                        if longer[-1][5] == (None,):
                            continue  # it repeats, which suits the winner
                        e["answers"] = [a for a in doc["entries"][r[5]]["answers"] if a[0] != reply]
                        code, text = status(encode(other))
                        self.assertEqual(code, 3)
                        self.assertIn("no answer to the legal reply", text)

    def test_illegal_reply_is_left_aside(self):
        doc = made("mnk 3x3x2")
        e = doc["entries"][0]
        taken = min(e["black"])
        e["answers"] = sorted(e["answers"] + [(taken, 0, None, None, None, None, None)])
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


class VersionTwo(unittest.TestCase):
    """Lemmas, fills and patterns with drops (section 4.1): good ones, and every kind of bad one."""

    MAKERS = {"fill": hex_fill, "replies": hex_replies, "domination": hex_domination}

    def refused(self, doc, words, code=3, **change):
        found, text = status(encode(doc, **change))
        self.assertEqual((found, words in text), (code, True), text)

    def changed(self, name, number, **new):
        """The certificate of this name with another entry of this number."""
        doc = self.MAKERS[name]()
        doc["entries"][number] = dict(doc["entries"][number], **new)
        return doc

    def test_good(self):
        for name, make in self.MAKERS.items():
            with self.subTest(name):
                doc = make()
                for data in (encode(doc), encode(doc, block=1)):
                    code, text = status(data)
                    self.assertEqual(code, 0, text)
                for root in doc["roots"]:
                    self.assertTrue(truth(doc, root))

    def test_version_one_has_none(self):
        for name, make in self.MAKERS.items():
            self.refused(make(), "the first byte of an entry is 4", 1, version=1)
        for sort in (5, 6):
            answers = [(None, 0, 0)] if sort == 5 else []
            last = placing(sort, BLACK, (4, 10), {4, 7}, {4, 7}, answers, [])
            doc = dict(full_board(), entries=[join(0, BLACK, (4, 10), {4, 7}, {4, 7}, []), last])
            self.assertEqual(status(encode(doc))[0], 0)
            self.refused(doc, "the first byte of an entry is %d" % sort, 1, version=1)

    def test_malformed_lemmas(self):
        far = [(0, 0), (3, 0), (0, 3), (3, 3)]
        for new, words in (
                (dict(cells=[]), "a lemma has 0 cells"),
                (dict(cells=[(c, 1) for c in range(5)]), "a lemma has 5 cells"),
                (dict(cells=[(1, 1), (8, 1)]), "columns and rows from 0 to 7"),
                (dict(cells=[(1, 8), (2, 1)]), "columns and rows from 0 to 7"),
                (dict(cells=far[:2]), "have 12 neighbours"),
                (dict(ring=[3] + ABOVE_THE_EDGE[1:]), "a stone of a lemma is 3"),
                (dict(less=[1, 3]), "a stone of a lemma is 3"),
                (dict(more=[4, 0]), "a stone of a lemma is 4")):
            with self.subTest(words):
                self.refused(self.changed("fill", 1, **new), words, 1)
        self.refused(hex_fill(), "edges", 1, edges=3)

    def test_lemmas_that_are_not_true(self):
        self.refused(self.changed("fill", 1, cells=[(1, 1), (1, 1)], ring=[0] * 6),
                     "there twice")
        for new in (dict(ring=[0] * 8),  # nothing is known of the neighbours
                    dict(ring=[0, 0, 0, 0, 0, 1, 1, 1]),  # there is no stone above
                    dict(ring=[0, 1, 0, 0, 0, 1, 2, 1]),  # a hole in the edge
                    dict(more=[2, 0]), dict(more=[2, 2]), dict(less=[1, 0], more=[0, 2])):
            with self.subTest(str(new)):
                code, text = status(encode(self.changed("fill", 1, **new)))
                self.assertEqual(code, 3)
                self.assertIn("entry 1", text)

    def test_placed_lemmas_that_do_not_apply(self):
        for new, words in (
                (dict(placed=[(1, 0, 8)]), "a cell beyond the board"),
                (dict(placed=[(1, 3, 0)]), "a cell beyond the board"),
                (dict(placed=[(1, 0, 7)]), "not in the zone outside the need"),
                (dict(zone={4, 7}), "not in the zone outside the need"),
                (dict(zone={4, 6, 7}, need={4, 6}), "not in the zone outside the need"),
                (dict(zone={3, 4, 5, 6, 7}, placed=[(1, 0, 3)]), "not in the zone"),
                (dict(zone={4, 6, 7, 8}, placed=[(1, 0, 7)]), "beside the lemma"),
                (dict(placed=[(1, 0, 6), (1, 0, 6)]), "not in the zone outside the need")):
            with self.subTest(str(new)):
                self.refused(self.changed("fill", 2, **new), words)
        for placed, words, code in (
                ((0, 0, 6), "which is no lemma", 3), ((2, 0, 6), "which is not smaller", 3),
                ((7, 0, 6), "which is not smaller", 3), ((1, 12, 6), "not 0 to 11", 3),
                ((1, 0, 9), "a lemma lies on point 9", 1)):
            with self.subTest(words):
                self.refused(self.changed("fill", 2, placed=[placed]), words, code)

    def test_edges_beside_a_lemma(self):
        """Half turned the lemma lies below the top, which is Black's too, mirrored beside the right
        edge, which is White's."""
        doc = hex_fill()
        white = [join(0, WHITE, (7, 10), {7, 8}, {7, 8}, []),
                 placing(5, WHITE, (7, 10), {5, 7, 8}, {7}, [(None, 4, 0)], [(1, 6, 5)])]
        doc["entries"] += white + [
            placing(5, BLACK, (4, 9), {1, 2, 4}, {4}, [(None, 0, 1)], [(1, 3, 2)])]
        code, text = status(encode(doc))
        self.assertEqual(code, 0, text)
        for wrong in (
                placing(5, BLACK, (4, 10), {4, 5, 7, 8}, {4, 7}, [(None, 0, 0)], [(1, 6, 5)]),
                placing(6, WHITE, (4, 10), {4, 5, 6, 7}, {4, 5}, [], [(1, 0, 6)])):
            self.refused(dict(doc, entries=doc["entries"] + [wrong]), "beside the lemma")

    def test_neighbours_of_the_loser(self):
        """A cell between two neighbours of the winner's and four of the loser's is dead."""
        dead = lemma([(1, 1)], [2, 2, 1, 2, 1, 2], [1], [0])
        whole = placing(5, BLACK, (3, 6), {3, 4, 6}, {3, 6}, [(None, 0, 0)], [(1, 0, 4)])
        doc = dict(full_board(), entries=[join(0, BLACK, (3, 6), {3, 6}, {3, 6}, []), dead, whole])
        self.assertEqual(status(encode(doc))[0], 0)
        doc["entries"][2] = dict(whole, zone={3, 4, 5, 6})
        self.refused(doc, "beside the lemma")
        doc["entries"][2] = dict(whole, need={3}, ends=(3, 9))
        self.refused(doc, "entry 0 has other ends")

    def test_bad_fills(self):
        for new, words in (
                (dict(ends=(4, 9)), "entry 0 has other ends"),
                (dict(placed=[]), "the need of entry 0 is not there then"),
                (dict(answers=[(None, 1, 0)]), "which has another winner"),
                (dict(winner=WHITE), "which has another winner"),
                (dict(answers=[(None, 2, 0)]), "which is not smaller")):
            with self.subTest(words):
                self.refused(self.changed("fill", 2, **new), words)
        self.refused(self.changed("fill", 1, less=[1, 1], more=[0, 1]), "not empty")
        # A stone of the loser's leaves the zone: then the pattern below has no room any more.
        self.refused(self.changed("fill", 1, less=[1, 2]), "the zone of entry 0 is not there then")

    def test_bad_drops(self):
        for name, number, new, words in (
                ("replies", 3, dict(placed=[(1, 0, 6)]), "on point 7 has no answer"),
                ("replies", 3, dict(placed=[]), "on point 6 has no answer"),
                ("replies", 3, dict(zone={4, 6, 7, 8}), "on point 8 has no answer"),
                ("replies", 3, dict(ends=(4, 9)), "its zone does not join its ends"),
                ("replies", 1, dict(less=[1, 1], more=[0, 1]), "about no move of the loser's"),
                ("replies", 1, dict(less=[2, 1], more=[2, 1]), "about no move of the loser's"),
                ("replies", 1, dict(less=[1, 1], more=[1, 1]), "about no move of the loser's"),
                ("domination", 2, dict(placed=[]), "on point 7 has no answer"),
                ("domination", 2, dict(need={4, 7}), "the move 7 is not a point of the zone"),
                ("domination", 2, dict(need={4, 7}, answers=[(8, 0, 0)]),
                 "the move 8 is not a point of the zone"),
                ("domination", 2, dict(answers=[(6, 0, 0)]), "entry 0 needs point 7"),
                ("domination", 2, dict(answers=[]), "7 is dominated by 6, which is open"),
                ("domination", 1, dict(less=[0, 2], more=[2, 0]),
                 "6 is dominated by 7, which is open"),
                ("domination", 1, dict(less=[2, 0], more=[2, 0]), "about no move of the loser's"),
                ("domination", 1, dict(less=[2, 2], more=[0, 2]), "about no move of the loser's")):
            with self.subTest(name, new=str(new)):
                self.refused(self.changed(name, number, **new), words)

    def test_changes(self):
        """Whatever is changed: refused, or every entry and every root is true all the same."""
        rng = random.Random(11)
        counts = {0: 0, 1: 0, 3: 0}
        for _ in range(1000 * SLOW):
            doc = self.MAKERS[rng.choice(sorted(self.MAKERS))]()
            for _ in range(rng.choice((1, 1, 2, 3))):
                self.change(rng, doc)
            code, text = status(encode(doc))
            counts[code] += 1
            if code:
                continue
            truths = HexLiar(doc, rng)
            for e in doc["entries"]:
                if e["sort"] == 4:
                    self.assertTrue(lemma_holds(e, rng), (e, doc))
                else:
                    self.assertTrue(truths.true(e), (e, doc, text))
            for root in doc["roots"]:
                self.assertTrue(truth(doc, root), (doc, text))
        self.assertGreater(counts[0], 100)
        self.assertGreater(counts[3], 500)
        print("\nversion 2: %(0)d accepted and true, %(1)d malformed, %(3)d wrong" % {
            str(k): v for k, v in counts.items()}, file=sys.stderr)

    def change(self, rng, doc):
        """One change of one entry, of any kind that the encoder can write."""
        e = rng.choice(doc["entries"])
        if e["sort"] == 4:
            word = e[rng.choice(("ring", "less", "more"))]
            word[rng.randrange(len(word))] = rng.randrange(3)
            return
        what = rng.choice(("zone", "need", "ends", "answers", "placed", "winner"))
        if what in ("zone", "need"):
            e[what] = e[what] ^ {rng.randrange(9)}
        elif what == "ends":
            e["ends"] = tuple(rng.sample(sorted(e["need"]) + [9, 10], 2))
        elif what == "winner":
            e["winner"] = 1 - e["winner"] if rng.random() < 0.2 else e["winner"]
        elif what == "answers" and e["answers"]:
            at = rng.randrange(len(e["answers"]))
            move, ref, sym = e["answers"][at]
            e["answers"][at] = (None if move is None else rng.randrange(9),
                                rng.choice((ref, rng.randrange(len(doc["entries"])))),
                                rng.randrange(2))
        elif e.get("placed"):
            at = rng.randrange(len(e["placed"]))
            if rng.random() < 0.3:
                del e["placed"][at]
            else:
                ref, sym, point = e["placed"][at]
                e["placed"][at] = (rng.choice((ref, rng.randrange(len(doc["entries"])))),
                                   rng.choice((sym, rng.randrange(12))),
                                   rng.choice((point, rng.randrange(9))))

    def test_accepted_lemmas_hold_on_boards(self):
        """Random lemmas: those that are accepted hold wherever they fit, by brute force; and of the
        others some fail."""
        rng = random.Random(13)
        accepted = failed = 0
        for _ in range(250 * SLOW):
            count = rng.choice((1, 2, 2))
            ring = [rng.choice((0, 1, 1, 2, 2)) for _ in range(8 if count == 2 else 6)]
            words = [[rng.choice((0, 1, 2)) for _ in range(count)] for _ in "lm"]
            e = lemma(PAIR[:count], ring, *words)
            holds = lemma_holds(e, rng)
            read = checker.Lemma([tuple(c) for c in e["cells"]], tuple(e["ring"]),
                                 tuple(e["less"]), tuple(e["more"]), None, (), ())
            if checker.lemma_problem(tuple(read.cells), *read[1:4]) is None:
                accepted += 1
                self.assertTrue(holds, e)
            else:
                failed += not holds
        self.assertGreater(accepted, 40)
        self.assertGreater(failed, 20)


class VersionThree(unittest.TestCase):
    """Go with credits (sections 4.2 and 5.3): good ones, and every kind of bad one. The entries
    that are written by hand are for 3 x 1, Black being the winner of "at least 3"."""

    RULES = ("chinese", "migos", "basic-ko,cycle=tie", "basic-ko,cycle=black",
             "basic-ko,atari=dead", "migos,cycle=none", "migos,cycle=white,atari=alive",
             "chinese,cycle=black,atari=dead-unless-both", "basic-ko-suicide,cycle=black",
             "basic-ko-suicide,cycle=tie,atari=dead", "basic-ko-suicide,atari=dead-unless-both")

    def accepted(self, doc, **change):
        code, text = status(encode(doc, **change))
        self.assertEqual(code, 0, text)

    def refused(self, doc, words, code=3, **change):
        found, text = status(encode(doc, **change))
        self.assertEqual((found, words in text), (code, True), text)

    def checked(self, doc, words):
        """The certificate is refused with these words, or accepted if there are none."""
        if words is None:
            self.accepted(doc)
        else:
            self.refused(doc, words)

    @staticmethod
    def entry(board, answers, credit=0, passes=0, ko=3, waits=0, quiet=False):
        """An entry; an answer is (reply, kind, and what the kind needs)."""
        needs = {0: "", 1: "4", 2: "2", 3: "24", 4: "256"}
        long = []
        for reply, kind, *rest in answers:
            answer = [reply, kind] + [None] * 5
            for place, value in zip(map(int, needs[kind]), rest):
                answer[place] = value
            long.append(tuple(answer))
        return dict(root=0, black={p for p in range(len(board)) if board[p] == "X"},
                    white={p for p in range(len(board)) if board[p] == "O"}, answers=long,
                    credit=credit, passes=passes, ko=ko, waits=waits, quiet=quiet)

    def alive(self, **more):
        """Black has two eyes: White can only pass, and then Black passes."""
        return self.entry(".X.", [(3, 2, 3)], **more)

    def still_empty(self, *answers, **more):
        """White may not play in the middle, where there is a ko point (in no game of Go, but the
        text does not care); then Black does."""
        return self.entry("...", answers or [(r, 4, 1, 0, 0) for r in (0, 2, 3)], ko=1, **more)

    def in_atari(self, **more):
        """White may take two stones, and Black takes one back."""
        return self.entry(".XX", [(0, 4, 1, 0, 0), (3, 2, 3)], **more)

    def by_hand(self, *entries, rules="chinese", **more):
        """Black first plays in the middle, and entry 0 is for what follows."""
        return dict(dict(game="go", columns=3, rows=1, rules=rules, board="...", to_move=BLACK,
                         moves=[], roots=[(BLACK, 3, True, [], 1, 0)], entries=list(entries)),
                    **more)

    def ended(self, rules, columns, board, to_move, moves, margin):
        """After the moves the game is over with this margin, None without result."""
        doc = dict(game="go", columns=columns, rows=1, rules=rules, board=board, to_move=to_move,
                   moves=list(moves), entries=[], roots=[])
        for least in range(-columns, columns + 2):
            proven = margin is not None and margin >= least
            for verdict in (True, False):
                doc["roots"] = [(BLACK, least, verdict, [], None, None)]
                if verdict == proven:
                    self.accepted(doc)
                    self.assertTrue(truth(doc, doc["roots"][0]))
                else:
                    self.refused(doc, "has not succeeded")

    def test_good(self):
        used = set()
        for rules in self.RULES:
            for columns, rows in ((2, 1), (3, 1), (1, 3), (4, 1), (2, 2)):
                area = columns * rows
                for least in {-area, 0, 1, area}:
                    leaves = least == 1 and "suicide" not in rules
                    with self.subTest(rules, columns=columns, rows=rows, least=least):
                        claims = [(BLACK, least, []), (WHITE, least, [0])]
                        doc = credit_certificate(columns, rows, rules, claims, leaves, extra=7)
                        self.accepted(doc)
                        self.accepted(doc, block=1)
                        for root in doc["roots"]:
                            used.add(tuple(Strategy(doc, root[:3]).suits))
                            self.assertTrue(area == 4 or truth(doc, root))
        for suits in itertools.combinations_with_replacement((False, True), 3):
            self.assertIn(suits, used)

    def test_versions(self):
        doc = self.by_hand(self.alive())
        for rules in self.RULES:
            self.accepted(dict(doc, rules=rules))
            for version in (1, 2):
                self.refused(dict(doc, rules=rules), "do not occur in version", 1, version=version)
            self.accepted(dict(doc, rules=rules), version=5)
            self.refused(dict(doc, rules=rules), "newer", 1, version=7)
        # With these options the rules are still those with ranks, in every version.
        for options in ("", ",cycle=none", ",atari=alive", ",cycle=none,atari=alive"):
            for name in ("basic-ko", "basic-ko-suicide"):
                ranked = certificate("go", 2, 1, [(BLACK, 0, [])], rules=name)
                for version in (1, 2, 3):
                    self.accepted(dict(ranked, rules=name + options), version=version)
        for version in (1, 2, 3):
            self.accepted(made(Container.NAMES[2]), version=version)
            self.accepted(made("hex 2x2"), version=version)

    def test_gains(self):
        """The credit that an entry needs at least, the one that it refers to having 5."""
        large, leaf = 1 << 32, {1}
        plays = [(0, 4, 1, 0, 0), (2, 4, 1, 0, 0), (3, 3, 1, leaf)]
        passes = [(0, 3, 1, leaf), (2, 3, 1, leaf), (3, 4, 1, 0, 0)]
        for rules, after_play, after_pass in (
                ("basic-ko,cycle=black", 0, 0), ("basic-ko-suicide,cycle=black", 0, 0),
                ("chinese,cycle=black", 5, 6), ("migos,cycle=black", 5, 6),
                ("chinese", 7, large + 7), ("chinese,cycle=tie", 7, large + 7),
                ("migos", 7, large + 7), ("migos,cycle=none", 7, large + 7),
                ("basic-ko,cycle=tie", 7, 7), ("basic-ko,cycle=white", 7, 7),
                ("basic-ko,atari=dead", 7, 7)):
            for answers, least in ((plays, after_play), (passes, after_pass)):
                with self.subTest(rules, least=least):
                    self.accepted(self.by_hand(self.alive(credit=5), self.still_empty(
                        *answers, quiet=True, credit=least), rules=rules))
                    if least:
                        self.refused(self.by_hand(self.alive(credit=5), self.still_empty(
                            *answers, quiet=True, credit=least - 1), rules=rules),
                            "entry 0 has too great a credit")
        # Two passes, of both players.
        for rules, least in (("migos", 7), ("migos,cycle=black", 5)):
            doc = self.by_hand(self.alive(), self.entry(".X.", [(3, 0)], 5, passes=2, waits=1),
                               self.entry(".X.", [(3, 4, 3, 1, 0)], least, waits=1), rules=rules)
            self.accepted(doc)
            doc["entries"][2]["credit"] -= 1
            self.refused(doc, "entry 1 has too great a credit")

    def test_credit_is_at_most(self):
        for rules in ("chinese", "basic-ko,cycle=black"):
            self.accepted(self.by_hand(self.alive(credit=1 << 62), rules=rules))
            self.refused(self.by_hand(self.alive(credit=(1 << 62) + 1), rules=rules),
                         "more than 2^62")

    def test_one_credit_for_a_mark(self):
        good = self.by_hand(self.alive(), self.in_atari(credit=9))
        leaf = [(r, 3, 1, {1}) for r in (0, 2, 3)]
        for more, words in (
                # An entry's own state, as it is and mirrored.
                ([self.alive()], None),
                ([self.alive(credit=1)], "the credit 1, which has the credit 0"),
                ([self.entry("XX.", [(2, 4, 1, 0, 0), (3, 2, 3)], 9)], None),
                ([self.entry("XX.", [(2, 4, 1, 0, 0), (3, 2, 3)], 8)],
                 "the credit 8, which has the credit 9"),
                # With another ko point it is another mark, and with a pass just before it is none.
                ([self.alive(ko=0, credit=1)], None),
                ([self.entry(".X.", [(3, 0)], 8, passes=1),
                  self.entry(".X.", [(3, 0)], 9, passes=1)], None),
                # The state after White's stone at 0 or 2 has the credit 1, and no leaf follows.
                ([self.still_empty(credit=1 << 40)], None),
                ([self.still_empty(*leaf, quiet=True)], "the word end, which has the credit 1"),
                # Nor is it an end here and has a credit there.
                ([self.still_empty(leaf[0], (2, 4, 1, 0, 0), leaf[2], quiet=True, credit=9)],
                 "the word end, which has the credit 1")):
            with self.subTest(str(more)):
                doc = dict(good, entries=good["entries"] + more)
                self.checked(doc, words)
                # Where all cycles suit the winner there are no credits.
                self.accepted(dict(doc, rules="basic-ko,cycle=black"))
        doc = self.by_hand(self.alive(), self.still_empty(
            leaf[0], (2, 4, 1, 0, 0), leaf[2], quiet=True, credit=9))
        self.refused(doc, "the credit 1, which has the word end")

    def test_one_credit_for_a_mark_after_a_reply(self):
        """Black passes whatever White does."""
        def start(first, second, credit=9):
            return self.entry("..", [(0, 4, 2, first, 0), (1, 4, 2, second, 1), (2, 0)], credit,
                              passes=1, ko=2)

        def stone(credit):
            return self.entry("O.", [(2, 0)], credit, passes=1, ko=2)

        doc = dict(game="go", columns=2, rows=1, rules="basic-ko,atari=dead", board="..", moves=[],
                   to_move=BLACK, roots=[(BLACK, -2, True, [], 2, 0)],
                   entries=[start(1, 1), stone(5), stone(6)])
        self.accepted(doc)
        self.assertTrue(truth(doc, doc["roots"][0]))
        self.accepted(dict(doc, entries=doc["entries"] + [start(1, 1, 10)]))
        self.refused(dict(doc, entries=[start(1, 2)] + doc["entries"][1:]),
                     "the credit 7, which has the credit 6")
        self.refused(dict(doc, entries=doc["entries"] + [start(2, 2)]),
                     "the credit 7, which has the credit 6")
        # For another claim it may be another one.
        other = [dict(e, root=1) for e in (start(4, 4), stone(6))]
        doc["roots"].append((BLACK, -3, True, [], 2, 3))
        self.accepted(dict(doc, entries=doc["entries"] + other))
        other[0] = dict(start(2, 4), root=1)
        self.refused(dict(doc, entries=doc["entries"] + other), "another claim")

    def test_references(self):
        """Forwards and to itself, which ranks do not allow."""
        for number in range(4):
            entries = [self.entry(".XX", [(0, 4, 1, number, 0), (3, 2, 3)], 9) for _ in range(2)]
            doc = self.by_hand(*entries, roots=[(BLACK, 3, True, [], 1, number)])
            doc["entries"].insert(number, self.alive(credit=3))
            words = "entry 3, which there is not" if number == 3 else None
            self.checked(doc, words)
        # An illegal reply, too, must refer to an entry, if only to its own.
        self.accepted(self.by_hand(self.entry(".X.", [(1, 4, 3, 0, 0), (3, 2, 3)])))
        self.refused(self.by_hand(self.entry(".X.", [(1, 4, 3, 1, 0), (3, 2, 3)])),
                     "entry 1, which there is not")
        for rules in ("basic-ko", "basic-ko,cycle=none", "psk"):
            e = dict(self.entry(".XX", [(0, 4, 1, 1, 0), (3, 2, 3)]), rank=0, fresh=[], assumed=[])
            self.refused(self.by_hand(e, e, rules=rules), "entry 1, which is not smaller",
                         version=3)

    def test_frames(self):
        for rules, new, words, code in (
                ("chinese", dict(passes=1), "the move pass is not legal: the game is over", 3),
                ("chinese", dict(passes=2), "over after 2 passes with 0 waits", 3),
                ("migos", dict(passes=2), "over after 2 passes with 0 waits", 3),
                ("migos", dict(passes=3, waits=1), "over after 3 passes with 1 waits", 3),
                ("migos", dict(passes=4, waits=2), "over after 4 passes with 2 waits", 3),
                ("migos", dict(waits=3), "there are no 3 waits", 3),
                ("chinese", dict(waits=1), "there are no 1 waits", 3),
                ("basic-ko,cycle=tie", dict(waits=1), "there are no 1 waits", 3),
                ("chinese", dict(ko=4), "4 cannot be a ko point", 3),
                ("chinese", dict(quiet=2), "an entry is bound", 1),
                ("chinese", dict(quiet=4), "quiet is 4", 1),
                # The root is in another state.
                ("chinese", dict(ko=0), "entry 0 has another ko point", 3),
                ("migos", dict(waits=1), "the game is not over", 3)):
            with self.subTest(rules, new=str(new)):
                self.refused(self.by_hand(self.alive(**new), rules=rules), words, code)
        self.refused(self.by_hand(self.entry(".X.", [(3, 4, 3, 1, 0)], 9, waits=1), self.entry(
            ".X.", [(3, 0)], passes=2, waits=1), rules="migos"), "is for 1 waits, not 0")
        self.refused(self.by_hand(self.entry(".X.", [])), "no answer to the legal reply pass")
        self.refused(self.by_hand(self.entry("XXX", [(3, 2, 3)])), "has no liberty")

    def test_kinds(self):
        leaf = {1}
        for answers, quiet, words in (
                ([(3, 0)], False, "the reply pass: the game is not over"),
                ([(3, 2, 1)], False, "the move 1 is not legal"),
                ([(3, 1, leaf)], True, None), ([(3, 1, leaf)], False, "the entry is not quiet"),
                ([(3, 1, {0, 1})], True, "not whole blocks"),
                ([(3, 3, 3, leaf)], True, "a leaf follows a pass")):
            with self.subTest(str(answers)):
                doc = self.by_hand(self.entry(".X.", answers, quiet=quiet))
                self.checked(doc, words)
        kinds = [(r, 3, 1, leaf) for r in (0, 2, 3)]
        self.accepted(self.by_hand(self.alive(), self.still_empty(*kinds, quiet=True)))
        self.refused(self.by_hand(self.alive(), self.still_empty(*kinds)), "not quiet")
        quiet = self.entry(".X.", [(3, 0)], passes=2, waits=1, quiet=True)
        for before in (False, True):
            e = self.entry(".X.", [(3, 4, 3, 1, 0)], 9, waits=1, quiet=before)
            self.refused(self.by_hand(self.alive(), quiet, e, rules="migos"),
                         "may be a ripe position before")

    def test_roots_with_a_past(self):
        """White takes two stones, which comes back to the first position, with a stone at 0. Black
        passes nowhere in this cycle and White once, so that it is White's."""
        doc = self.by_hand(self.alive(), self.in_atari(credit=1 << 40), board="O..", moves=[2, 3])
        root = (BLACK, 3, True, [], 1, 1)
        for rules in ("chinese", "chinese,cycle=black", "migos,atari=alive", "basic-ko,cycle=tie"):
            with self.subTest(rules):
                self.refused(dict(doc, rules=rules, roots=[root]), "and the steps since then gain")
                self.assertFalse(truth(dict(doc, rules=rules), root))
        self.accepted(dict(doc, rules="basic-ko,cycle=black", roots=[root]))
        self.assertTrue(truth(dict(doc, rules="basic-ko,cycle=black"), root))
        # Without that past all is well.
        other = dict(doc, board="O.X", moves=[], roots=[root])
        self.accepted(other)
        self.assertTrue(truth(other, root))
        # The step from the first position, which has the credit 1, costs what it is to cost: then
        # there is just enough for the entry, or not when there are two more steps.
        for rules, moves, words in (
                ("basic-ko,cycle=tie", [], None), ("basic-ko,cycle=tie", [3, 2], "gain -3"),
                ("chinese", [], None), ("chinese", [3, 2], None)):
            self.checked(dict(doc, rules=rules, moves=moves, roots=[(BLACK, 3, True, [], 1, 0)]),
                         words)
        # It is an end.
        leaf = [(r, 3, 1, {1}) for r in (0, 2, 3)]
        doc["entries"] = [self.alive(), self.still_empty(*leaf, quiet=True)]
        doc.update(moves=[], roots=[(BLACK, 3, True, [], 1, 0)])
        self.refused(doc, "a mark on the line has the word end")
        self.refused(dict(doc, board="..O"), "a mark on the line has the word end")
        self.accepted(dict(doc, board="O.O"))
        self.accepted(dict(doc, rules="basic-ko,cycle=black"))

    def test_no_result_is_worse_than_the_whole_board(self):
        """Black has at least -3 after every cycle but those without result. White can come back to
        an earlier position, both having captured equally many stones; then nothing is proven."""
        doc = self.by_hand(moves=[3, 1, 3, 2, 0, 3, 1, 2, 3])
        claim, line = (BLACK, -3, True), root_line(doc, Rules(doc), (None, None, None, []))
        strategy = Strategy(doc, claim)
        self.assertEqual(strategy.suits, [True, False, True])
        strategy.suits = [True] * 3
        strategy.explore(line[-1])
        known = strategy.solve().write(doc, 0, [line[-1]])
        doc["roots"] = [claim + ([], None, known[line[-1]])]
        self.assertFalse(truth(doc, doc["roots"][0]))
        self.refused(doc, "too great a credit")
        strategy = Strategy(doc, claim)
        strategy.explore(line[-1])
        doc["entries"] = []
        strategy.solve().write(doc, 0, [line[-1]])
        self.refused(doc, "the steps since then gain")
        doc["moves"], doc["board"] = [3], "..O"
        self.accepted(doc)
        self.assertTrue(truth(doc, doc["roots"][0]))

    def test_quiet_roots(self):
        quiet = self.entry(".X.", [(3, 1, {1})], quiet=True)
        self.accepted(self.by_hand(quiet))
        last = self.entry(".X.", [(3, 0)], passes=1, quiet=True)
        self.refused(self.by_hand(last, board=".X.", roots=[(BLACK, 3, True, [], 3, 0)]),
                     "there was a ripe position before")

    def test_suicide_and_leaves(self):
        """Unless all cycles suit the winner, a leaf is no use where there is suicide."""
        words = "serves only a winner whom all cycles suit"
        doc = self.by_hand(self.entry(".X.", [(3, 1, {1})], quiet=True))
        life = self.by_hand(roots=[(BLACK, 3, True, [], 1, "life")])
        for rules, good in (
                ("basic-ko-suicide,cycle=black", True), ("basic-ko-suicide,cycle=tie", False),
                ("basic-ko-suicide,cycle=white", False), ("basic-ko-suicide,atari=dead", False),
                ("basic-ko-suicide,cycle=none,atari=alive", None), ("chinese", True),
                ("basic-ko,cycle=white", True), ("migos", True)):
            with self.subTest(rules):
                if good is not None:
                    self.checked(dict(doc, rules=rules), None if good else words)
                self.checked(dict(life, rules=rules), None if good else words)
        # White prevents it, and a tie suits White.
        doc = dict(life, board=".O.", roots=[(BLACK, 1, False, [], None, "life")])
        for cycle in ("tie", "white", "none"):
            self.accepted(dict(doc, rules="basic-ko-suicide,cycle=" + cycle))
        self.refused(dict(doc, rules="basic-ko-suicide,cycle=black"), words)

    def test_leaves_before_the_last_pass(self):
        """White's stone in the corner is dead, but it is still there."""
        doc = dict(game="go", columns=3, rows=2, board="OX..X.", to_move=BLACK, moves=[6],
                   entries=[], roots=[(BLACK, 6, True, [], None, "life")])
        for rules, good in (("chinese", False), ("chinese,atari=dead", True), ("migos", True),
                            ("migos,atari=alive", False), ("basic-ko,cycle=black", False)):
            with self.subTest(rules):
                self.checked(dict(doc, rules=rules), None if good else "one more pass")
        # White takes a ko, and Black passes: under migos one more pass does not end the game.
        doc = dict(game="go", columns=9, rows=2, board="OXXXXOOOX.X.OXO.X.", to_move=WHITE,
                   moves=[17, 18], entries=[], roots=[(BLACK, 2, True, [], None, "life")])
        self.accepted(dict(doc, rules="migos,atari=alive"))
        self.refused(dict(doc, rules="chinese"), "one more pass")

    def test_ends_by_passes(self):
        for rules, moves, margin in (
                ("chinese", [2, 2], 0), ("migos", [2, 2], 0),
                ("migos,atari=alive", [0, 2, 2], 2),
                # White takes a stone, and there is a ko point.
                ("chinese", [0, 1, 2, 2], -2), ("migos,atari=alive", [0, 1, 2, 2, 2], -2),
                # With a pass between them the first ko does not matter for the second.
                ("migos,atari=alive", [0, 1, 2, 2, 0, 2, 2, 2], 2)):
            with self.subTest(rules, moves=moves):
                self.ended(rules, 2, "..", BLACK, moves, margin)
        # A ko right after a ko: four passes.
        moves = [0, 3, 5, 5, 5, 5]
        self.ended("migos,atari=alive", 5, ".OX.X", BLACK, moves, 1)
        for rules, columns, board, moves in (
                ("migos", 2, "..", [0, 1, 2, 2]), ("migos", 5, ".OX.X", moves[:-1]),
                ("migos", 5, ".OX.X", moves[:-2]), ("migos", 2, "..", [0, 1, 2, 2, 0, 2, 2])):
            doc = dict(game="go", columns=columns, rows=1, rules=rules, board=board, moves=moves,
                       to_move=BLACK, entries=[], roots=[(BLACK, -5, True, [], None, None)])
            self.refused(doc, "the game is not over")
        for rules, columns, board, moves in (
                ("migos", 2, "..", [0, 1, 2, 2, 2]), ("migos", 5, ".OX.X", [0, 3, 5, 5, 5, 5])):
            doc = dict(game="go", columns=columns, rows=1, rules=rules, board=board,
                       moves=moves + [columns], to_move=BLACK, entries=[],
                       roots=[(BLACK, -5, True, [], None, None)])
            self.refused(doc, "the game is over")

    def test_ends_with_ataris(self):
        for board, alive, dead, unless_both in (
                ("X.O.", -1, -4, -4), (".X.O", 1, 4, 4), ("XX.O", 1, 0, 1), ("X..O", 0, 0, 0),
                (".XX.", 4, 4, 4), ("X.X.", 4, 4, 4), ("O.O.", -4, -4, -4), ("XXX.", 4, 0, 0)):
            for name in ("chinese", "migos", "basic-ko", "basic-ko-suicide"):
                for atari, margin in (("alive", alive), ("dead", dead),
                                      ("dead-unless-both", unless_both)):
                    with self.subTest(name, board=board, atari=atari):
                        self.ended(name + ",atari=" + atari, 4, board, WHITE, [4, 4], margin)
            self.ended("chinese", 4, board, BLACK, [4, 4], alive)
            self.ended("migos", 4, board, BLACK, [4, 4], unless_both)
            self.ended("basic-ko,cycle=tie", 4, board, BLACK, [4, 4], alive)

    def test_ends_by_cycles(self):
        """White captures two stones and Black one, or the other way round, or both equally many."""
        for board, to_move, moves, value in (
                ("O..", BLACK, [2, 3, 1, 0], -3), ("X..", WHITE, [2, 3, 1, 0], 3),
                ("O..", BLACK, [3, 1, 2, 3, 1, 0], None), ("X.O", BLACK, [1, 2, 0, 1, 0, 2], None)):
            for name in ("chinese", "migos", "basic-ko", "basic-ko-suicide"):
                for cycle in ("", "tie", "black", "white", "none"):
                    margin = {"tie": 0, "black": 3, "white": -3, "none": None,
                              "": 0 if name == "migos" else None}[cycle]
                    if value is not None and name in ("chinese", "migos"):
                        margin = value
                    rules = name + (",cycle=" + cycle if cycle else "")
                    with self.subTest(rules, board=board):
                        self.ended(rules, 3, board, to_move, moves, margin)

    def test_changes(self):
        """Whatever is changed: refused, or the roots are true all the same."""
        rng = random.Random(17)
        counts = {0: 0, 1: 0, 3: 0}
        docs = []
        for rules in self.RULES:
            for columns, least in ((2, 1), (2, -2), (3, 3), (3, 1)):
                leaves = rng.random() < 0.3 and "suicide" not in rules
                docs.append(credit_certificate(columns, 1, rules, [
                    (BLACK, least, []), (WHITE, 0, [0])], leaves))
        for _ in range(2500 * SLOW):
            doc = copy.deepcopy(rng.choice(docs))
            for _ in range(rng.choice((1, 1, 2))):
                self.change(rng, doc)
            code, text = status(encode(doc))
            counts[code] += 1
            for root in doc["roots"] if code == 0 else ():
                self.assertTrue(truth(doc, root), (doc, root))
        self.assertGreater(counts[0], 300)
        self.assertGreater(counts[3], 1000)
        print("\nversion 3: %(0)d accepted and true, %(1)d malformed, %(3)d wrong" % {
            str(k): v for k, v in counts.items()}, file=sys.stderr)

    def change(self, rng, doc):
        """One change of the header or of one entry."""
        area, count = doc["columns"], len(doc["entries"])
        what = rng.choice(("credit", "credit", "frame", "answer", "answer", "root", "moves",
                           "rules"))
        if what == "rules":
            doc["rules"] = rng.choice(self.RULES)
        elif what == "moves":
            doc["board"] = rng.choice((doc["board"], "O" + doc["board"][1:]))
            doc["moves"] = [rng.randrange(area + 1) for _ in range(rng.randrange(6))]
        elif what == "root":
            n = rng.randrange(len(doc["roots"]))
            root = list(doc["roots"][n])
            place = rng.choice((1, 2, 4, 5))
            root[place] = {1: rng.randint(-area, area), 2: not root[2], 4: rng.choice(
                [None] + list(range(area + 1))), 5: rng.randrange(count + 1)}[place]
            doc["roots"][n] = tuple(root)
        if count == 0 or what in ("rules", "moves", "root"):
            return
        e = rng.choice(doc["entries"])
        if what == "credit":
            step = rng.choice((1, -1, 2, -2, 1 << 32, -(1 << 32)))
            e["credit"] = max(0, e["credit"] + step)
        elif what == "frame":
            key = rng.choice(("passes", "waits", "quiet", "ko", "root"))
            e[key] = rng.randrange({"quiet": 2, "ko": area + 1, "root": 2}.get(key, 3))
        elif e["answers"]:
            n = rng.randrange(len(e["answers"]))
            a = list(e["answers"][n])
            a[2] = a[2] if a[2] is None or rng.random() < 0.5 else rng.randrange(area + 1)
            if a[1] == 4 and rng.random() < 0.5:
                a[5:] = rng.randrange(count), rng.randrange(4)
            e["answers"][n:n + 1] = [tuple(a)] if rng.random() < 0.9 else []


def lemma_holds(e, rng, boards=8):
    """Whether the winner wins with the more wherever the winner wins with the less: on random boards
    of 4 x 3 with the lemma's cells in the middle, whoever is the winner and whoever moves."""
    doc = dict(game="hex", columns=4, rows=3)
    rules, cells = Rules(doc), [r * 4 + c for c, r in e["cells"]]
    near = {(c + a, r + b) for c, r in e["cells"]
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1))} - set(e["cells"])
    around = [r * 4 + c for c, r in sorted(near, key=lambda cell: (cell[1], cell[0]))]
    for _ in range(boards):
        winner, to_move = rng.choice((BLACK, WHITE)), rng.choice((BLACK, WHITE))
        stones = [rng.choice((None, BLACK, WHITE)) for _ in range(12)]
        for p, known in zip(around, e["ring"]):
            stones[p] = {0: stones[p], 1: winner, 2: 1 - winner}[known]

        def wins(word):
            board = list(stones)
            for p, stone in zip(cells, word):
                board[p] = {0: None, 1: winner, 2: 1 - winner}[stone]
            end = rules.ending(board)
            return outcome(rules, tuple(board), to_move) == 1 - 2 * winner if end is None \
                else end[0] == 1 - 2 * winner

        if wins(e["less"]) and not wins(e["more"]):
            return False
    return True


OUTCOMES = {}


def outcome(rules, stones, to_move):
    """Who wins a position of Hex, as a margin; a player may have more stones than the other."""
    key = stones, to_move
    if key not in OUTCOMES:
        end, mine = rules.ending(stones), 1 - 2 * to_move
        if end is not None:
            OUTCOMES[key] = end[0]
        else:
            OUTCOMES[key] = -mine
            for p, stone in enumerate(stones):
                if stone is None and outcome(
                        rules, stones[:p] + (to_move,) + stones[p + 1:], 1 - to_move) == mine:
                    OUTCOMES[key] = mine
                    break
    return OUTCOMES[key]


class VersionFour(unittest.TestCase):
    """Bound entries and territory (sections 4.2 and 4.3): certificates that were written by a program,
    and changes of them."""

    FOLDER = os.path.join(HERE, "..", "crates", "andor-checker", "tests", "it", "data")
    FILES = ("go-1x2-bound", "go-2x2-bound", "go-2x2-bound-all", "go-1x5-bound", "go-6x2-territory")

    def document(self, name):
        """A certificate of Go as the encoder wants it."""
        with open(os.path.join(self.FOLDER, name + ".cert"), "rb") as stream:
            file = checker.File(stream, checker.Meter(None))
            header = checker.read_header(checker.read_container(file))
            found = checker.read_entries(file, header)
            with open(stream.name, "rb") as again:
                self.assertEqual(status(again.read())[0], 0, name)
        player = {"X": BLACK, "O": WHITE}
        roots = [(player[r.claim.attacker], r.claim.at_least, r.claim.proven, r.moves, r.first,
                  r.entry) for r in header.roots]
        claims = [root.claim for root in header.roots]
        return dict(game="go", columns=header.columns, rows=header.rows, rules=header.rules,
                    board=header.board, to_move=player[header.to_move], moves=header.moves,
                    roots=roots, entries=[self.entry(e, claims) for e in found])

    @staticmethod
    def entry(e, claims):
        answers = []
        for a in e.answers:
            leaf = None
            if a.leaf is not None:
                kind = frozenset if a.leaf.theorem == checker.BY_LIFE else Territory
                leaf = kind(checker.points(a.leaf.stones))
            answers.append((a.reply, a.kind, a.move, a.fall, leaf, a.entry, a.symmetry))
        frame, quiet = e.frame, (0, 1, 4)[e.frame.quiet]
        stones = {letter: {i for i, found in enumerate(e.board) if found == letter}
                  for letter in "XO"}
        made = dict(root=claims.index(e.claim), black=stones["X"], white=stones["O"],
                    passes=frame.passes, ko=frame.ko, quiet=quiet, answers=answers)
        if isinstance(frame, checker.Frame):
            return dict(made, rank=frame.rank, fresh=[], assumed=[])
        if frame.bound is not None:
            made.update(root=frame.bound, quiet=quiet + 2)
        return dict(made, waits=frame.waits, credit=frame.credit)

    def test_versions(self):
        for name in self.FILES:
            doc = self.document(name)
            self.assertEqual(status(encode(doc, version=4))[0], 0, name)
            code, text = status(encode(doc, version=3))
            self.assertEqual(code, 1, name)
            self.assertRegex(text, "version 4|quiet is 4", name)

    def test_bound(self):
        """What binds an entry to its root, one condition after the other."""
        good = self.document("go-1x2-bound")
        number = next(n for n, e in enumerate(good["entries"]) if e["quiet"] & 2)
        bound = good["entries"][number]

        def refused(words, root=None, moves=None, **new):
            doc = copy.deepcopy(good)
            doc["entries"][number].update(new)
            doc["moves"] = doc["moves"] if moves is None else moves
            if root is not None:
                doc["roots"][bound["root"]] = doc["roots"][bound["root"]][:5] + (root,)
            code, text = status(encode(doc, version=4))
            self.assertEqual(code, 3, text)
            self.assertRegex(text, words)

        refused("the game is not over", quiet=bound["quiet"] - 2)
        refused("does not begin with an entry that is bound to it", root=number + 1)
        refused("bound to another root|does not begin", root=bound["root"] + 1)
        refused("White is to move", moves=[0])
        reply = bound["answers"][-1]
        refused("the game is over, and the answer is of kind 4", answers=bound["answers"][:-1] + [
            (reply[0], 4, reply[2], None, None, number, 0)])
        refused("not over|is not legal", answers=bound["answers"][:-1] + [
            (reply[0], 0, None, None, None, None, None)])

    def test_changes(self):
        """Whatever is changed: refused, or the roots are true all the same."""
        rng = random.Random(22)
        counts = {0: 0, 1: 0, 3: 0}
        docs = [self.document(name) for name in self.FILES]
        known = {}
        for _ in range(2500 * SLOW):
            doc = copy.deepcopy(rng.choice(docs))
            for _ in range(rng.choice((1, 1, 2))):
                self.change(rng, doc)
            code, text = status(encode(doc, version=4))
            counts[code] += 1
            for root in doc["roots"] if code == 0 else ():
                key = repr([doc[part] for part in ("board", "to_move", "moves", "rules")] + [root[:4]])
                if key not in known:
                    known[key] = truth(doc, root)
                self.assertTrue(known[key], (doc, root))
        self.assertGreater(counts[0], 100)
        self.assertGreater(counts[3], 1000)
        print("\nversion 4: %(0)d accepted and true, %(1)d malformed, %(3)d wrong" % {
            str(k): v for k, v in counts.items()}, file=sys.stderr)

    @staticmethod
    def change(rng, doc):
        """One change of the past or of one entry."""
        area = doc["columns"] * doc["rows"]
        if rng.random() < 0.15:
            moves = doc["moves"]
            doc["moves"] = rng.choice((moves[:-1], moves[1:], moves + [rng.randrange(area + 1)]))
            return
        e = rng.choice(doc["entries"])
        what = rng.choice(("credit", "quiet", "root", "ko", "passes", "answers", "answers"))
        if what == "credit":
            step = rng.choice((1, -1, 1 << 32, -1 << 32))
            key = "credit" if "credit" in e else "rank"
            e[key] = max(0, e[key] + step)
        elif what == "quiet":
            e["quiet"] ^= rng.choice((1, 2, 4))
        elif what == "root":
            e["root"] = rng.randrange(len(doc["roots"]))
        elif what == "ko":
            e["ko"] = rng.randrange(area + 1)
        elif what == "passes":
            e["passes"] = 1 - min(1, e["passes"])
        elif e["answers"]:
            at = rng.randrange(len(e["answers"]))
            reply, kind, move, fall, leaf, ref, sym = e["answers"][at]
            number = rng.randrange(len(doc["entries"]))
            point = rng.randrange(area + 1)
            e["answers"][at] = rng.choice((
                (reply, 0, None, None, None, None, None),
                (reply, 2, point, None, None, None, None),
                (reply, 2, point if move is None else move, None, None, None, None),
                (reply, 4, point if move is None else move, fall or 0, None, number, sym or 0),
                (reply, 4, point, 0, None, number, rng.randrange(4)),
                (reply, 1, None, None, Territory(e["black"]), None, None),
                (reply, 3, point, 0, Territory(e["black"] | ({point} - {area})), None, None)))


class Saturation(unittest.TestCase):
    """Entries put together at random, as the text allows and without regard to what is true."""

    def test_go(self):
        rng = random.Random(4)
        counts = dict.fromkeys(("entries", "lines", "hold", "false"), 0)
        for _ in range(10 * SLOW):
            for rules in ALL_RULES:
                columns, rows = rng.choice(((2, 1), (3, 1), (3, 1), (4, 1), (2, 2)))
                with self.subTest(rules=rules, columns=columns, rows=rows):
                    self.saturate(rng, rules, columns, rows, counts)
        print("\nsaturation of Go: %s" % counts, file=sys.stderr)
        self.assertGreater(counts["hold"], 200)
        self.assertGreater(counts["false"], 100)

    def saturate(self, rng, rules_name, columns, rows, counts):
        area = columns * rows
        claim = rng.choice((BLACK, WHITE)), rng.randint(-area, area), rng.random() < 0.5
        doc = dict(game="go", columns=columns, rows=rows, rules=rules_name, board="." * area,
                   to_move=BLACK, moves=[], entries=[], roots=[claim + ([], None, None)])
        liar = Liar(doc, rng)
        for _ in range(80):
            liar.grow()
        counts["entries"] += len(doc["entries"])
        code, text = status(encode(doc))  # the entries are right, the root has none
        self.assertFalse(code == 1 or text.startswith("entry"), text)
        places = {}
        for n, e in enumerate(doc["entries"]):
            places.setdefault((e["stones"], e["passes"], e["ko"]), []).append(n)
        for _ in range(60):
            self.follow(liar, places, counts)

    def follow(self, liar, places, counts):
        """Where the entries hold at the end of a random line, what they say is true."""
        doc, rng, rules, claim = liar.doc, liar.rng, liar.rules, liar.claim
        doc["board"], doc["to_move"], doc["moves"] = liar.board(), rng.choice((0, 1)), []
        line = rules.start(doc["board"], doc["to_move"])
        for _ in range(rng.randrange(9)):
            legal = [(m, longer) for m, longer in rules.moves(line) if longer[-1][5] is None]
            if not legal:
                break
            m, line = rng.choice(legal)
            doc["moves"].append(m)
        stones, to_move, passes, ko = line[-1][:4]
        numbers = places.get((stones, passes, ko), [])
        if to_move == winner_of(claim) or not numbers:
            return
        counts["lines"] += 1
        past = checker.Line(liar.checker.rules, doc["board"], "XO"[doc["to_move"]])
        for m in doc["moves"]:
            past.play(m)
        root = checker.Claim("XO"[claim[0]], claim[1], claim[2], "XO"[winner_of(claim)])
        holding = [n for n in numbers if liar.checker.root_problem(n, past, root) is None]
        true = true_on(doc, rules, line, *claim[:2]) == claim[2]
        counts["hold"] += len(holding)
        counts["false"] += not true
        if holding:
            doc["roots"] = [claim + ([], None, holding[0])]
            self.assertEqual(status(encode(doc))[0], 0)
            self.assertTrue(true, (encode(doc), doc))


    def test_go_with_credits(self):
        rng = random.Random(6)
        counts = dict.fromkeys(("entries", "wrong", "lines", "hold", "false", "cycles"), 0)
        for _ in range(6 * SLOW):
            for rules in VersionThree.RULES:
                columns, rows = rng.choice(((2, 1), (3, 1), (3, 1), (3, 1), (2, 2)))
                with self.subTest(rules=rules, columns=columns, rows=rows):
                    self.saturate_credits(rng, rules, columns, rows, counts)
        print("\nsaturation of Go with credits: %s" % counts, file=sys.stderr)
        self.assertGreater(counts["hold"], 200)
        self.assertGreater(counts["false"], 10)
        self.assertGreater(counts["cycles"], 50)

    def saturate_credits(self, rng, rules_name, columns, rows, counts):
        """A choice at random for many states, as far as there are credits for it; sometimes as if
        other cycles suited the winner, which the checker has to refuse."""
        area = columns * rows
        claim = rng.choice((BLACK, WHITE)), rng.randint(-area, area), rng.random() < 0.5
        doc = dict(game="go", columns=columns, rows=rows, rules=rules_name, board="." * area,
                   to_move=BLACK, moves=[], entries=[], roots=[claim + ([], None, None)])
        strategy = Strategy(doc, claim, rng.random() < 0.3)
        right = list(strategy.suits)
        if rng.random() < 0.3:
            strategy.suits = sorted(rng.choice((False, True)) for _ in range(3))
        for player in (BLACK, WHITE):
            strategy.explore(strategy.rules.start(doc["board"], player)[-1])
        part = rng.choice((0.1, 0.3, 1))
        for node, options in strategy.options.items():
            if options and rng.random() < part:
                strategy.options[node] = [rng.choice(options)]
        strategy.solve()
        states = [strategy.turn(node, image) for node in strategy.replies
                  if strategy.found[node] < math.inf for image in strategy.maps]
        places = strategy.write(doc, 0, dict.fromkeys(states), rng.randrange(3))
        counts["entries"] += len(doc["entries"])
        code, text = status(encode(doc))  # the root has no entry
        wrong = text.startswith("entry")
        self.assertFalse(code == 1 or wrong and strategy.suits == right, text)
        counts["wrong"] += wrong
        if wrong:
            return
        check = empty_checker(doc)
        body = checker.Body(b"".join(encode_entry(doc, e) for e in doc["entries"]), 0, 3)
        check.header.counts["entries"] = len(doc["entries"])
        while body.at < len(body.raw):
            check.entries.append(checker.read_entry(body, check.header, check.entries))
        for number in range(len(check.entries)):
            check.check_entry(number)
        for _ in range(60):
            self.follow_credits(rng, doc, strategy, places, check, counts)

    def follow_credits(self, rng, doc, strategy, places, check, counts):
        """Where an entry holds at the end of a random line, what it says is true."""
        rules, claim = strategy.rules, strategy.claim
        doc["to_move"], doc["moves"] = rng.choice((0, 1)), []
        line = rules.start(doc["board"], doc["to_move"])
        for _ in range(rng.randrange(12)):
            legal = [(m, longer) for m, longer in rules.moves(line) if longer[-1][5] is None]
            if not legal:
                break
            m, line = rng.choice(legal)
            doc["moves"].append(m)
        if line[-1] not in places:
            return
        counts["lines"] += 1
        past = checker.Line(check.rules, doc["board"], "XO"[doc["to_move"]])
        for m in doc["moves"]:
            past.play(m)
        root = checker.Claim("XO"[claim[0]], claim[1], claim[2], "XO"[strategy.winner])
        holds = check.root_problem(places[line[-1]], past, root) is None
        true = true_on(doc, rules, line, *claim[:2]) == claim[2]
        counts["hold"] += holds
        counts["false"] += not true
        counts["cycles"] += any(longer[-1][5] and longer[-1][2] == 0
                                for _, longer in rules.moves(line))
        self.assertFalse(holds and not true, doc)

    def test_hex(self):
        rng = random.Random(5)
        counts = dict.fromkeys(HexLiar.NAMES.values(), 0)
        for _ in range(200 * SLOW):
            columns, rows = rng.choice(((1, 1), (3, 1), (2, 2), (3, 2), (2, 3), (3, 3), (3, 3)))
            with self.subTest(columns=columns, rows=rows):
                self.saturate_hex(rng, columns, rows, counts)
        print("\nsaturation of Hex: %s" % counts, file=sys.stderr)
        for name, count in counts.items():
            self.assertGreater(count, 100, name)

    def saturate_hex(self, rng, columns, rows, counts):
        area = columns * rows
        doc = dict(game="hex", columns=columns, rows=rows, board="X" * area, to_move=WHITE,
                   moves=[], entries=[], roots=[(BLACK, 1, True, [], None, None)])
        liar = HexLiar(doc, rng)
        for _ in range(120):
            entry = liar.grow()
            if entry is not None:
                counts[liar.NAMES[entry["sort"]]] += 1
                self.assertTrue(liar.true(entry), (entry, doc))
        self.assertEqual(status(encode(doc))[0], 0)


def empty_checker(doc):
    """The checker of a certificate without entries."""
    data = encode(dict(doc, entries=[]))
    header = data[14:14 + struct.unpack("<I", data[10:14])[0]]
    return checker.Checker(checker.read_header(header), [], checker.Meter())


class HexLiar:
    """Writes entries of Hex that satisfy section 4.1, from the bottom up."""

    NAMES = {0: "patterns", 2: "chains", 3: "captures"}

    def __init__(self, doc, rng):
        self.doc, self.rng, self.rules = doc, rng, Rules(doc)
        self.area, self.memo, self.checker = self.rules.area, {}, empty_checker(doc)

    def back(self, entry, sym):
        """Ends, zone and need of an entry, taken back."""
        last = self.area - 1
        ends = entry["ends"]
        if sym:
            ends = [last - e if e <= last else 2 * last + 3 - e for e in ends]
        return list(ends), *({last - p if sym else p for p in entry[key]}
                             for key in ("zone", "need"))

    def some_points(self, most):
        return {self.rng.randrange(self.area) for _ in range(self.rng.randrange(most + 1))}

    def grow(self):
        """Try to add an entry."""
        rng, entries = self.rng, self.doc["entries"]
        sort, winner = rng.choice((0, 0, 2, 3)), rng.choice((BLACK, WHITE))
        pool = [(ref, sym) + self.back(e, sym) for ref, e in enumerate(entries)
                if e["winner"] == winner for sym in (0, 1)]
        if len(pool) < 12:
            sort = 0
        elif rng.random() < 0.6:  # those with free points tell more
            pool = [x for x in pool if x[3] != x[4]] or pool
        need, captured, answers = self.some_points(3 if sort == 0 else 1), [], []
        zone = need | self.some_points(2)
        ends = rng.sample(sorted(need) + [self.area, self.area + 1], 2)
        if sort == 0 and pool and len(entries) >= 12 and rng.random() < 0.8:
            ends = rng.choice(pool)[2]
            for ref, sym, _, z, n in rng.choices(
                    [x for x in pool if set(x[2]) == set(ends)], k=rng.randrange(1, 5)):
                move = rng.choice(sorted(n) or [rng.randrange(self.area)])
                answers.append((move, ref, sym))
                zone |= z | {move}
                need |= n - {move}
            if rng.random() < 0.9:
                need -= {a[0] for a in answers}
        elif sort == 2:
            ends = [rng.choice(rng.choice(pool)[2])]
            while len(answers) < 2 or rng.random() < 0.3:
                ref, sym, e, z, n = rng.choice([x for x in pool if ends[-1] in x[2]] or pool)
                answers.append((None, ref, sym))
                ends.append(e[0] if e[1] == ends[-1] else e[1])
                zone |= z
                need |= n
            ends = [ends[0], ends[-1]]
        elif sort == 3:
            ref, sym, ends, z, n = rng.choice(pool)
            zone, answers = zone | z, [(None, ref, sym)]
            captured = rng.sample(range(self.area), min(self.area, rng.choice((1, 1, 2, 2))))
            if n and rng.random() < 0.8:
                captured[0] = rng.choice(sorted(n))
            need, zone = (need | n) - set(captured), zone | set(captured)
        if rng.random() < 0.4:  # and not all that is asked for
            ends = rng.sample(sorted(need) + [self.area, self.area + 1], 2)
        if rng.random() < 0.4:
            need, zone = need - self.some_points(1), zone - self.some_points(1)
            captured += [rng.choice(captured + sorted(zone))] if captured and zone else []
        entry = join(sort, winner, ends, zone, need, answers, captured[:2])
        self.checker.entries.append(checker.read_entry(
            checker.Body(encode_entry(self.doc, entry), 0, 1), self.checker.header,
            self.checker.entries))
        try:
            self.checker.check_entry(len(entries))
        except checker.Wrong:
            self.checker.entries.pop()
            return None
        entries.append(entry)
        return entry

    def true(self, entry):
        """Whether the winner, moving second, can join the ends inside the zone."""
        winner, (first, second), zone = entry["winner"], entry["ends"], frozenset(entry["zone"])
        edge = [{p for p in range(self.area) if (p // self.rules.c, p % self.rules.c)[winner] == n}
                for n in (0, (self.rules.r, self.rules.c)[winner] - 1)]

        def joined(mine):
            seen, todo = {first}, [first]
            while todo:
                p = todo.pop()
                near = edge[p - self.area] & mine if p >= self.area else {
                    q for q in self.rules.adjacent(p, True) if q in mine} | {
                    self.area + i for i in (0, 1) if p in edge[i]}
                todo += near - seen
                seen |= near
            return second in seen

        def holds(mine, free):
            """With the loser to move; passing is never better."""
            key = winner, first, second, zone, mine, free
            if key not in self.memo:
                self.memo[key] = joined(mine) or bool(free) and all(
                    any(holds(mine | {m}, free - {r, m}) for m in free - {r}) for r in free)
            return self.memo[key]

        need = frozenset(entry["need"])
        return holds(need, zone - need)


class Liar:
    """Writes entries of Go that satisfy section 4.2, for whatever ranks and marks, from the bottom
    up. The checker itself says which answers it would accept."""

    def __init__(self, doc, rng):
        self.doc, self.rng, self.rules = doc, rng, Rules(doc)
        self.maps, self.ranks = symmetries(doc), {}
        self.claim, self.levels = doc["roots"][0][:3], rng.randrange(1, 4)
        self.by_stones = rng.random() < 0.7
        self.checker = empty_checker(doc)
        self.boards = [b for b in itertools.product((None, 0, 1), repeat=self.rules.area) if all(
            b[p] is None or self.rules.liberties(b, p) for p in range(self.rules.area))]

    def board(self):
        return "".join({None: ".", 0: "X", 1: "O"}[x] for x in self.rng.choice(self.boards))

    @staticmethod
    def place(e):
        return e["stones"], e["passes"], e["ko"]

    def rank(self, mark):
        """A random rank for every mark; often it falls with the number of empty points."""
        key = least_image(mark, self.maps)
        if key not in self.ranks:
            base = key[0].count(None) if self.by_stones else 0
            self.ranks[key] = max(0, base + self.rng.randrange(self.levels) - 1)
        return self.ranks[key]

    def grow(self):
        """Try to add an entry: every reply gets an answer, or is assumed to repeat."""
        rng, rules, doc = self.rng, self.rules, self.doc
        stones, loser = rng.choice(self.boards), 1 - winner_of(self.claim)
        passes = rng.choice((0, 0, 1))
        ko = rng.randrange(rules.area + 1) if rules.basic and passes == 0 else rules.area
        state = stones, loser, passes, ko, passes == 0, None, 0
        own = rules.mark(state)
        rank = rng.randrange(self.levels + rules.area) if own is None else self.rank(own)
        entry = dict(root=0, stones=stones, passes=passes, ko=ko, quiet=rng.random() < 0.4,
                     rank=rank, fresh=[], assumed=[], answers=[],
                     black={p for p in range(rules.area) if stones[p] == BLACK},
                     white={p for p in range(rules.area) if stones[p] == WHITE})
        promised = {own} - {None}
        replies = [(r, rules.bare(state, r)) for r in range(rules.area + 1)]
        for reply, after in replies:
            if after is not None and reply < rules.area and rng.random() < 0.2:
                entry["assumed"].append(rules.mark(after))
        for reply, after in replies:
            if after is None or (reply < rules.area and rules.mark(after) in
                                 promised | set(entry["assumed"])):
                continue
            options = [dict(entry, answers=entry["answers"] + [answer],
                            fresh=self.union(entry["fresh"], fresh),
                            assumed=self.union(entry["assumed"], assumed))
                       for answer, fresh, assumed in self.options(entry, reply, after)]
            options = [option for option in options if self.accepted(option, state, after)]
            if options:
                entry = rng.choice(options)
            elif reply == rules.area or (rules.basic and self.claim[2]):
                return
            else:
                entry["assumed"] = entry["assumed"] + [rules.mark(after)]
        number = len(doc["entries"])
        self.checker.entries.append(self.read(entry))
        try:
            self.checker.check_entry(number)
            doc["entries"].append(entry)
        except checker.Wrong:
            self.checker.entries.pop()

    def some_entries(self):
        count = len(self.doc["entries"])
        numbers = self.rng.sample(range(count), min(count, 25))
        return [(n, self.doc["entries"][n]) for n in numbers]

    def union(self, marks, more):
        """Not all that an answer asks for: a checker that does not ask must be caught."""
        return marks + [m for m in dict.fromkeys(more)
                        if m not in marks and self.rng.random() < 0.85]

    def accepted(self, entry, state, after):
        """Whether the checker takes the last answer of the entry."""
        before, then = (checker.State(
            "".join({None: ".", 0: "X", 1: "O"}[x] for x in s[0]), "XO"[s[1]], s[2], s[3],
            s[5] is not None, s[5] and s[5][0]) for s in (state, after))
        read = self.read(entry)
        known = set(read.frame.assumed) | {self.checker.rules.mark(before)} - {None}
        return self.checker.answer_problem(read, before, then, read.answers[-1], known) is None

    def read(self, entry):
        return checker.read_entry(checker.Body(encode_entry(self.doc, entry), 0, 1),
                                  self.checker.header, self.checker.entries)

    def options(self, entry, reply, after):
        """Possible answers, each with the fresh and assumed marks that it asks for."""
        rules, claim = self.rules, self.claim
        winner, area = winner_of(claim), rules.area
        if after[5] is not None:
            if success(claim, after[5][0]):
                yield (reply, 0, None, None, None, None, None), [], []
            return
        live = rules.life(after[0], winner)[0]
        if entry["quiet"]:
            yield (reply, 1, None, None, live, None, None), [], []
        mark = rules.mark(after)
        fall = 0 if mark is None else entry["rank"] - self.rank(mark)
        if fall < 0:
            return
        fresh = [mark] if fall == 0 and rules.basic and claim[2] and reply < area else []
        for move in range(area + 1):
            end = rules.bare(after, move)
            if end is None:
                continue
            if end[5] is not None:
                if success(claim, end[5][0]):
                    yield (reply, 2, move, None, None, None, None), [], []
                continue
            if rules.basic and not claim[2] and move < area:
                yield (reply, 2, move, None, None, None, None), [], [rules.mark(end)]
            if entry["quiet"] and move < area:
                yield ((reply, 3, move, fall, rules.life(end[0], winner)[0], None, None), fresh, [])
            for ref, other in self.some_entries():
                for sym, image in enumerate(self.maps):
                    if other["passes"] != end[2] or image[end[3]] != other["ko"] or turn_mark(
                            (end[0], None, None), image)[0] != other["stones"]:
                        continue
                    back = [image.index(p) for p in range(area + 1)]
                    more, added = list(fresh), {mark, rules.mark(end)}
                    if other["rank"] == entry["rank"]:
                        more += [turn_mark(m, back) for m in other["fresh"]]
                        if move < area:
                            more.append(rules.mark(end))
                    yield ((reply, 4, move, fall, None, ref, sym), more, [
                        m for m in (turn_mark(m, back) for m in other["assumed"])
                        if m not in added])


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
                    versions = place == 8 and 1 <= bad[8] <= 6  # it has not to be the oldest
                    self.assertEqual(status(bad)[0], 0 if versions else 1, (name, place, bit))

    def test_long_header(self):
        """The work grows with the number of moves, not with its square, and steps limit it."""
        rules = "ssk-suicide"
        doc = {"game": "go", "columns": 9, "rows": 9, "rules": rules, "board": "." * 81,
               "to_move": WHITE, "moves": [], "entries": [],
               "roots": [(BLACK, -81, True, [81], 81, None)]}
        game = checker.Go(checker.read_header(encode(doc)[14:-4]))
        line, rng = checker.Line(game, doc["board"], "O"), random.Random(1)
        while len(line.moves) < 6000 or line.state.passes or line.state.to_move != "O":
            for move in rng.sample(range(81), 81) + [81]:
                try:
                    line.play(move)
                    break
                except checker.IllegalMove:
                    pass
            self.assertFalse(line.state.over, len(line.moves))
        data = encode(dict(doc, moves=line.moves))
        begin = time.process_time()
        code, text = status(data)
        self.assertEqual(code, 0, text)
        self.assertLess(time.process_time() - begin, 60)
        found = int(text.rpartition(" steps")[0].rpartition(" ")[2])
        self.assertLess(found, 262 * len(data))
        self.assertEqual(status(data, steps=found)[0], 0)
        self.assertEqual(status(data, steps=found - 1)[0], 2)
        self.assertEqual(status(data, steps=10)[0], 2)

    def test_many_lemmas(self):
        """Equal lemmas are decided once, and what is known of a shape serves for all its lemmas."""
        doc, rng = made("hex 2x2"), random.Random(2)
        cells = [(1, 1), (2, 1), (1, 2), (2, 2)]
        words = [[rng.randrange(3) for _ in cells] for _ in range(60)]
        rings = [[0] * 9 + [rng.randrange(3)] for _ in words]
        doc["entries"] += [lemma(cells, ring, word, word) for ring, word in zip(rings, words)] * 30
        begin = time.process_time()
        code, text = status(encode(doc))
        self.assertEqual(code, 0, text)
        self.assertLess(time.process_time() - begin, 60)

    def test_trailing(self):
        for name in self.NAMES:
            self.refused(encode(made(name)) + b"\0", "follows the last block")

    def test_versions(self):
        data = encode(made("hex 2x2"))
        self.refused(data[:8] + b"\x07\0" + data[10:], "newer")
        self.refused(data[:8] + b"\0\1" + data[10:], "newer")
        self.refused(data[:8] + b"\0\0" + data[10:], "no version 0")

    def test_lengths(self):
        data = encode(made("hex 2x2"))
        self.refused(data[:10] + b"\xff" * 4 + data[14:], "at most 1048576")
        start = 14 + struct.unpack("<I", data[10:14])[0] + 4
        self.refused(data[:start + 1] + b"\xff" * 4 + data[start + 5:], "at most 1048576")
        self.refused(data[:start + 5] + b"\xff" * 4 + data[start + 9:], "bytes in the file")
        self.refused(data[:start + 5] + b"\xff\xff\0\0" + data[start + 9:], "stored block")
        self.refused(data[:start] + b"\2" + data[start + 1:], "method")
        lying = b"\1" + data[start + 1:start + 5] + b"\xff\xff\0\0" + data[start + 9:]
        lying = data[:start] + lying
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
        wide = b"\x28\xb5\x2f\xfd\0\x69" + frame[6:]  # 2^23 and an eighth of it
        self.refused(packed(wide), "window of 9437184 bytes")
        self.refused(packed(frame[:4] + b"\x21" + frame[5:]), "dictionary")
        self.assertEqual(status(packed(frame))[0], 0)
        head, block = frame[:4], frame[6:]
        checksum = struct.pack("<I", unzstd.xxh64(raw) & 0xFFFFFFFF)
        size = struct.pack("<Q", len(raw))
        for good in (head + b"\0\x68" + block,  # a window of 2^23, no content size
                     head + b"\xe0" + size + block, head + b"\xa0" + size[:4] + block,
                     head + b"\x04\x00" + block + checksum,
                     head + b"\x24" + size[:1] + block + checksum):
            self.assertEqual(status(packed(good)), status(packed(frame)))
        other = struct.pack("<I", unzstd.xxh64(raw) + 1 & 0xFFFFFFFF)
        long_size = struct.pack("<Q", len(raw) + 1)
        for bad, words in (
                (head + b"\x24" + size[:1] + block + other, "checksum"),
                (head + b"\x24" + size[:1] + block + checksum[:3], "cut short"),
                (head + b"\x24" + size[:1] + block, "cut short"),
                (head + b"\x20" + size[:1] + block + checksum, "bytes follow"),
                (head + b"\x20" + long_size[:1] + block, "says that it has"),
                (head + b"\xe0" + long_size + block, "says that it has"),
                (head + b"\x80\x00" + long_size[:4] + block, "says that it has"),
                (head + b"\x60\0\0" + block, "says that it has 256"),
                (head + b"\x28" + size[:1] + block, "no meaning"),
                (head + b"\x30" + size[:1] + block, "no meaning"),
                (b"\x50\x2a\x4d\x18\0\0\0\0" + frame, "begin like a frame"),
                (frame + b"\x50\x2a\x4d\x18\0\0\0\0", "bytes follow"),
                (frame + frame, "bytes follow"), (frame + b"\0", "bytes follow"),
                (frame[:-1], "cut short"), (b"nothing at all", "begin like a frame"),
                (b"", "begin like a frame")):
            with self.subTest(words, bad=bad):
                self.refused(packed(bad), "zstd frame.*" + words)
        self.refused(packed(frame, len(raw) - 1), "zstd frame.*says that it has")
        self.refused(packed(head + b"\0\0" + block, len(raw) - 1), "zstd frame.*more than")

    def test_written_certificates(self):
        """Certificates that the solver wrote, most of them compressed."""
        folder = os.path.join(HERE, "..", "crates", "andor-checker", "tests", "it", "data")
        methods = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as stream:
                data = stream.read()
            code, text = status(data)
            self.assertEqual(code, 0, "%s: %s" % (name, text))
            methods.append(data[14 + struct.unpack("<I", data[10:14])[0] + 4])
        self.assertGreaterEqual(methods.count(1), 8)

    def test_counts(self):
        for name in self.NAMES:
            doc = made(name)
            for key in ("entries", "edges", "leaves", "blocks"):
                for value in (10 ** 30, 10 ** 18, 99, 2 ** 63):
                    self.refused(encode(doc, **{key: value}),
                                 "as the header says|cut short|too great")
                self.refused(encode(doc, **{key: -1}), "not a number")
            for key in ("entries", "blocks"):
                self.refused(encode(doc, **{key: 0}), "as the header says|follows the last block")

    def test_header(self):
        go = made(self.NAMES[2])
        for change, words in (
                ({"game": "chess"}, "unknown"), ({"columns": 0}, "1 to 19"),
                ({"columns": 20}, "1 to 19"), ({"rows": "1 "}, "not a number"),
                ({"rows": "\u0661"}, "not a number"), ({"rows": "9" * 10000}, "too great"),
                ({"rules": "japanese"}, "rules"), ({"board": "..."}, "4 letters"),
                ({"rules": "psk,cycle=none"}, "rules is"), ({"rules": "chinese,"}, "rules is"),
                ({"rules": "tromp-taylor,atari=dead"}, "rules is"),
                ({"rules": "migos,atari=dead,cycle=tie"}, "rules is"),
                ({"rules": "basic-ko,cycle=draw"}, "rules is"),
                ({"rules": "basic-ko,cycle=tie,cycle=tie"}, "rules is"),
                ({"rules": "chinese,cycle=tie, atari=dead"}, "rules is"),
                ({"board": "..x."}, "4 letters"), ({"to_move": "Black"}, "to-move"),
                ({"moves": ""}, "not a number"), ({"moves": "1,"}, "not a number"),
                ({"root": "black 1 proven -"}, "ATTACKER"),
                ({"root": "black + proven - - -"}, "number"), ({"columns": "04"}, "number"),
                ({"root": "black -0 proven - - -"}, "number"), ({"columns": -4}, "number"),
                ({"root": "black -1000001 proven - - -"}, "1000000"),
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

    def test_control_characters(self):
        for change in ({"game": "\x1b[2J\u202e"}, {"board": "\x07\x9b1m"}):
            text = status(encode(made(self.NAMES[2]), **change))[1]
            self.assertTrue(text.isprintable(), text)
            self.assertIn("\\x", text)

    def test_finished_game(self):
        """A root whose game is over has no entry if the winner is to move (section 3)."""
        need = {0, 2}
        for to_move, code in ((WHITE, 0), (BLACK, 3)):
            for entry, expected in ((0, code), (None, 0)):
                doc = {"game": "hex", "columns": 2, "rows": 2, "board": "XOX.", "to_move": to_move,
                       "moves": [], "roots": [(BLACK, 1, True, [], None, entry)],
                       "entries": [join(0, BLACK, (4, 5), need, need, [])]}
                found, text = status(encode(doc))
                self.assertEqual(found, expected, text)

    def test_entries(self):
        text = encode(made("hex 2x2"), entries=1, edges=0, leaves=0)
        length = struct.unpack("<I", text[10:14])[0]
        head = text[14:14 + length]
        for raw, words in (
                (b"\4", "first byte"), (b"\1", "first byte"), (b"\0\2", "winner"),
                (b"\0\0\4\5\x10", "beyond the board"), (b"\0\0\4\5\x0f\x0f\xff", "inside"),
                (b"\0\0\4\5\x0f\x0f" + b"\x80" * 10, "more than 10 bytes"),
                (b"\0\0\4\5\x0f\x0f" + b"\xff" * 9 + b"\1", "too great"),
                (b"\2\0\4\5\x0f\x0f" + b"\xff" * 8 + b"\x7f", "do not fit"),
                (b"\3\0\4\5\x0f\x0f\3", "1 or 2"), (b"\0\0\4\5\x0f", "inside")):
            self.refused(container(head, [raw]), words)
        self.refused(container(head, [b"\0\0\4\5\x0f\x0f\1\0\0\0"]), "not smaller", 3)

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
