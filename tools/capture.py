"""Local entries of certificates of capture: sections 4.5 and 5.5 of docs/certificate.md.

A picture is a list with one of ".", "X", "O" and "?" (unknown) for each point. Written from the text of the format alone.
"""

from collections import namedtuple

OTHER = {"X": "O", "O": "X"}
NOBODY, ATTACKER, DEFENDER = range(3)

# The question of the header. `owner` is the defender.
Block = namedtuple("Block", "target escape forbidden owner")
# An entry; `zone` is a set of points, `board` has "?" outside the zone.
Local = namedtuple("Local", "winner right back zone board ko answers")
# An answer; `reply` and `move` are None for elsewhere and a pass, `entry` is None if the game is over.
LocalAnswer = namedtuple("LocalAnswer", "reply move entry symmetry leaf", defaults=(None,))
Piece = namedtuple("Piece", "stones liberties is_open")


class Picture:
    """What is known about a board."""

    def __init__(self, cells, neighbours):
        self.cells, self.neighbours = list(cells), neighbours

    def copy(self):
        return Picture(self.cells, self.neighbours)

    def part(self, point):
        """The part with a stone."""
        colour, found, queue = self.cells[point], {point}, [point]
        liberties, is_open = set(), False
        while queue:
            for near in self.neighbours[queue.pop()]:
                cell = self.cells[near]
                if cell == ".":
                    liberties.add(near)
                elif cell == "?":
                    is_open = True
                elif cell == colour and near not in found:
                    found.add(near)
                    queue.append(near)
        return Piece(found, liberties, is_open)

    def parts(self, player):
        """All parts of a player."""
        seen, result = set(), []
        for point, cell in enumerate(self.cells):
            if cell == player and point not in seen:
                piece = self.part(point)
                seen |= piece.stones
                result.append(piece)
        return result

    def beside(self, player, point):
        """The parts of a player beside a point."""
        return [self.part(near) for near in self.neighbours[point] if self.cells[near] == player]

    def play(self, player, point):
        """A play on a known empty point: the captured points, and whether points became unknown."""
        captured, unsure = set(), False
        near = set(self.neighbours[point])
        short = [piece for piece in self.parts(OTHER[player]) if piece.liberties <= {point}]
        exposed = any(self.cells[other] == "?" for other in near) or any(
            piece.is_open and piece.stones & near for piece in short)
        for piece in short:
            if piece.is_open and exposed:
                unsure = True
                for stone in piece.stones:
                    self.cells[stone] = "?"
            elif not piece.is_open and piece.stones & near:
                captured |= piece.stones
                for stone in piece.stones:
                    self.cells[stone] = "."
        self.cells[point] = player
        return captured, unsure

    def elsewhere(self, winner):
        """The loser passes, or plays on an unknown point."""
        for piece in self.parts(winner):
            if piece.is_open and not piece.liberties:
                for stone in piece.stones:
                    self.cells[stone] = "?"

    def region(self, point, free):
        """The points that are reached from a point over cells among `free`."""
        found, queue = {point}, [point]
        while queue:
            for near in self.neighbours[queue.pop()]:
                if self.cells[near] in free and near not in found:
                    found.add(near)
                    queue.append(near)
        return found

    def is_suicide(self, player, point):
        """Whether a play is suicide for certain."""
        return (all(self.cells[near] in "XO" for near in self.neighbours[point])
                and all(not piece.is_open and piece.liberties <= {point}
                        for piece in self.beside(player, point))
                and all(piece.liberties - {point} for piece in self.beside(OTHER[player], point)))

    def has_liberty(self, player, point):
        """Whether a play has a liberty for certain."""
        return (any(self.cells[near] == "." for near in self.neighbours[point])
                or any(piece.liberties - {point} for piece in self.beside(player, point)))


class Case:
    """A winner and a right, for the question of the header."""

    def __init__(self, block, winner, right, entries):
        self.block, self.winner, self.right, self.entries = block, winner, right, entries
        self.loser, self.attacks = OTHER[winner], winner != block.owner

    def may_retake(self, player):
        """Whether a player may retake every ko at once."""
        return self.right == (DEFENDER if player == self.block.owner else ATTACKER)

    def counted(self, picture, piece, unknown=""):
        """How many liberties of the target's part count; unknown cells are free only if named."""
        free = "." + OTHER[self.block.owner] + unknown
        return sum(len(picture.region(liberty, free)) >= self.block.escape + 3
                   for liberty in piece.liberties)

    def has_escaped(self, picture):
        """Whether the target has escaped for certain."""
        target = self.block.target
        return picture.cells[target] == self.block.owner and (
            self.counted(picture, picture.part(target)) >= self.block.escape)

    def forbids(self, picture, point, captured, unsure, ko):
        """Whether a move of the winner forbids the loser to retake on a point."""
        return (not self.may_retake(self.loser) and captured == {ko} and not unsure
                and all(picture.cells[near] == self.loser
                        for near in picture.neighbours[point] if near != ko))

    def reply_problem(self, picture, was_single):
        """What is wrong after a reply, and whether the target must be put back."""
        target = self.block.target
        stands = picture.cells[target] == self.block.owner
        if self.attacks:
            if stands:
                piece = picture.part(target)
                if not piece.is_open and self.counted(picture, piece, "?") < self.block.escape:
                    return None, False
            return "the target may have escaped", False
        if stands or was_single:
            return None, not stands
        return "the target may be captured", False

    def answer_problem(self, picture, number, reply, captured, put_back, answer):
        """What is wrong with an answer; `number` is that of the entry, or None in a root."""
        target, move = self.block.target, answer.move
        taken, unsure, size = set(), False, 0
        if move is None:
            if self.attacks or put_back:
                return "a pass does not win"
        else:
            if picture.cells[move] != ".":
                return "the point %d is not known to be empty" % move
            if put_back and move != target:
                return "the target is not put back"
            if captured == {move} and not self.may_retake(self.winner) and not any(
                    near != move and picture.cells[near] in (".", self.loser)
                    for near in picture.neighbours[reply]):
                return "the ko rule may forbid the move %d" % move
            legal = picture.has_liberty(self.winner, move)
            if picture.cells[target] == self.block.owner:
                size = len(picture.part(target).stones)
            taken, unsure = picture.play(self.winner, move)
            if not taken and (put_back or not legal):
                return "the move %d may be illegal" % move
        gone = target in taken
        if answer.entry is None:
            return self.end_problem(picture, move, taken, unsure, size if gone else None)
        if answer.symmetry != 0 or answer.entry >= len(self.entries) or (
                self.attacks and number is not None and answer.entry >= number):
            return "it refers to entry %d, to which it may not refer" % answer.entry
        after = self.entries[answer.entry]
        if (after.winner, after.right) != (self.winner, self.right):
            return "entry %d has another winner or right" % answer.entry
        for point in after.zone:
            if picture.cells[point] != after.board[point]:
                return "point %d is not as in entry %d" % (point, answer.entry)
        if after.ko is not None and (move is None or not self.forbids(
                picture, move, taken, unsure, after.ko)):
            return "the ko of entry %d is not forbidden for certain" % answer.entry
        fits = gone and size == 1 if after.back else picture.cells[target] == self.block.owner
        return None if fits else "entry %d does not fit the target" % answer.entry

    def end_problem(self, picture, move, taken, unsure, size):
        """Why the winner has not won. `size` is that of the target's part if it was captured."""
        target = self.block.target
        if not self.attacks:
            return None if self.has_escaped(picture) else "the target has not escaped"
        if size is None:
            return "the target is not captured"
        if size == 1 and not self.forbids(picture, move, taken, unsure, target) and not all(
                piece.liberties - {target} for piece in picture.beside(self.winner, target)):
            return "the target may be put back"
        return None


def form_problem(case, entry):
    """What is wrong with the statement of an entry."""
    target = case.block.target
    if target not in entry.zone:
        return "the target's point is not in the zone"
    if entry.back and (not case.attacks or entry.board[target] != "."):
        return "the target cannot be one that may be put back"
    if not entry.back and entry.board[target] != case.block.owner:
        return "the target is not on the board"
    if entry.ko is not None and (entry.board[entry.ko] != "." or case.may_retake(case.loser)):
        return "its ko is no point that can be forbidden to the loser"
    return None


def entry_problem(block, entries, number, neighbours):
    """Section 4.5: what is wrong with an entry, or None."""
    entry = entries[number]
    case = Case(block, entry.winner, entry.right, entries)
    problem = form_problem(case, entry)
    if problem is not None:
        return problem
    picture = Picture(entry.board, neighbours)
    answers = {answer.reply: answer for answer in entry.answers}
    if entry.back:
        replies = [block.target]
    else:
        replies = [point for point in sorted(entry.zone)
                   if entry.board[point] == "." and point != entry.ko] + [None]
    for reply in replies:
        if reply is not None and picture.is_suicide(case.loser, reply):
            continue
        name = "elsewhere" if reply is None else str(reply)
        answer = answers.get(reply, None if entry.back else answers.get(None))
        if answer is None:
            return "the reply %s has no answer" % name
        after = picture.copy()
        single = not entry.back and len(picture.part(block.target).stones) == 1
        captured = set()
        if reply is None:
            after.elsewhere(entry.winner)
        else:
            captured, _ = after.play(case.loser, reply)
        problem, put_back = case.reply_problem(after, single and block.target in captured)
        problem = problem or case.answer_problem(after, number, reply, captured, put_back, answer)
        if problem is not None:
            return "the reply %s: %s" % (name, problem)
    return None


def root_problem(block, entries, root, board, to_move, neighbours):
    """Section 4.5: what is wrong with a root, or None."""
    claim = root.claim
    if not 0 <= claim.at_least <= 2:
        return "there is no right %d" % claim.at_least
    if claim.attacker == block.owner:
        return "the attacker owns the target"
    if root.moves or isinstance(root.entry, str):
        return "there are no moves to a root and no leaves in capture"
    case = Case(block, claim.winner, claim.at_least, entries)
    picture = Picture(board, neighbours)
    if to_move != block.owner and case.has_escaped(picture):
        if not claim.proven and root.first is None and root.entry is None:
            return None
        return "the target has escaped before the first move"
    forbidden = None if case.may_retake(to_move) else block.forbidden
    if to_move == case.winner:
        if root.first is None:
            return "the winner is to move, and there is no first move"
        if root.first == forbidden:
            return "the first move is forbidden"
        if root.first > len(board):
            return "%d is not a move of this game" % root.first
        move = None if root.first == len(board) else root.first
        return case.answer_problem(picture, None, None, set(), False,
                                   LocalAnswer(None, move, root.entry, 0))
    if root.first is not None:
        return "there is a first move, and the loser is to move"
    if root.entry is None or root.entry >= len(entries):
        return "there is no such entry"
    entry = entries[root.entry]
    if (entry.winner, entry.right, entry.back) != (case.winner, case.right, False):
        return "its entry has another winner, right or target"
    if any(entry.board[point] != board[point] for point in entry.zone):
        return "its entry has other stones"
    if entry.ko is not None and entry.ko != forbidden:
        return "the ko of its entry is not forbidden"
    return None
