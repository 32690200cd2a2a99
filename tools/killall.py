"""Certificates of Killall-Go: sections 4.3 (kind 3), 4.7 and 5.7 of docs/certificate.md.

Pictures are those of capture.py. Written from the text of the format alone.
"""

from capture import NOBODY, Picture


class Board(Picture):
    """A picture of a board, or of a part of it, with what Killall-Go asks of it."""

    def __init__(self, cells, neighbours, diagonals):
        super().__init__(cells, neighbours)
        self.diagonals = diagonals

    def copy(self):
        return Board(self.cells, self.neighbours, self.diagonals)

    def is_eye(self, point, letters):
        """Whether a point is a true eye, if the points with these letters have the player's stones."""
        near = self.neighbours[point]
        if any(self.cells[other] not in letters for other in near):
            return False
        gaps = sum(self.cells[other] not in letters for other in self.diagonals[point])
        return gaps <= (1 if len(near) == 4 else 0)

    def regions(self, player):
        """The regions of a player: maximal connected sets of points not known to have a stone of theirs."""
        seen, found = set(), []
        for start, cell in enumerate(self.cells):
            if cell == player or start in seen:
                continue
            region, queue = {start}, [start]
            while queue:
                for near in self.neighbours[queue.pop()]:
                    if self.cells[near] != player and near not in region:
                        region.add(near)
                        queue.append(near)
            seen |= region
            found.append(region)
        return found

    def has_life(self, player):
        """Whether a set of the player's parts is alive."""
        regions = [region for region in self.regions(player)
                   if all(self.cells[point] != "?" for point in region)]
        alive = [piece.stones for piece in self.parts(player)]
        while True:
            stones = set().union(*alive)
            good = [region for region in regions if all(
                near in region or near in stones for p in region for near in self.neighbours[p])]
            kept = [part for part in alive if sum(
                all(part & set(self.neighbours[p]) for p in region if self.cells[p] == ".")
                for region in good) >= 2]
            if len(kept) == len(alive):
                return bool(alive)
            alive = kept


def may_pass(picture):
    """Section 4.7: whether Black may pass without losing at once. The picture is that of an entry."""
    return "O" not in picture.cells and not any(
        cell == "." and not picture.is_eye(point, "X?") and picture.has_liberty("X", point)
        for point, cell in enumerate(picture.cells))


def room_problem(board, stones):
    """Section 4.3, kind 3: why these stones of Black's leave White room, or None."""
    cells, neighbours = board.cells, board.neighbours
    if not stones or any(cells[point] != "X" for point in stones):
        return "the points of the leaf are not Black stones"
    alone = Board(["X" if i in stones else "." if cell == "." else "?" for i, cell in enumerate(cells)],
                  neighbours, board.diagonals)
    eyes = {i for i, cell in enumerate(cells) if cell == "." and alone.is_eye(i, "X")}
    for piece in alone.parts("X"):
        beside = {near for stone in piece.stones for near in neighbours[stone]} - piece.stones
        if any(cells[near] == "X" for near in beside):
            return "the stones of the leaf are not whole blocks"
        if len(beside & eyes) < 2:
            return "a block of the leaf has fewer than two eyes"
    for i in range(len(cells)):
        if i not in stones and not stones & set(neighbours[i]):
            return "White has room on point %d" % i
    return None


def entry_problem(entries, number, board, images):
    """Section 4.7: what is wrong with a local entry, or None. `board` is an empty board."""
    entry = entries[number]
    if entry.winner != "O" or entry.right != NOBODY or entry.back:
        return "its winner is not White, or it has a right or a target"
    if entry.ko is not None and entry.board[entry.ko] != ".":
        return "its ko is no empty point of the zone"
    picture = Board(entry.board, board.neighbours, board.diagonals)
    answers = {answer.reply: answer for answer in entry.answers}
    replies = [point for point in sorted(entry.zone)
               if entry.board[point] == "." and point != entry.ko]
    passes = may_pass(picture)
    if passes or len(entry.zone) < len(entry.board):
        replies.append(None)
    for reply in replies:
        if reply is not None and (picture.is_eye(reply, "X") or picture.is_suicide("X", reply)):
            continue
        name = "elsewhere" if reply is None else str(reply)
        answer = answers.get(reply, answers.get(None))
        if answer is None:
            return "the reply %s has no answer" % name
        if reply is None and passes and answer.move is None:
            return "a second pass ends the game"
        after, captured = picture.copy(), set()
        if reply is None:
            after.elsewhere("O")
        else:
            captured, _ = after.play("X", reply)
        problem = answer_problem(entries, after, reply, captured, answer, images)
        if problem is not None:
            return "the reply %s: %s" % (name, problem)
    return None


def answer_problem(entries, picture, reply, captured, answer, images):
    """What is wrong with White's answer to a reply that captured these points, or None."""
    move, taken, unsure = answer.move, set(), False
    if move is not None:
        if picture.cells[move] != ".":
            return "the point %d is not known to be empty" % move
        if captured == {move} and not any(near != move and picture.cells[near] in ".X"
                                          for near in picture.neighbours[reply]):
            return "the ko rule may forbid the move %d" % move
        if picture.is_eye(move, "O?"):
            return "the move %d may fill a true eye" % move
        legal = picture.has_liberty("O", move)
        taken, unsure = picture.play("O", move)
        if not legal and not taken:
            return "the move %d may be suicide" % move
    if answer.entry is None:
        return None if picture.has_life("O") else "no White stone is alive"
    after, image = entries[answer.entry], images[answer.symmetry]
    for point, cell in enumerate(picture.cells):
        if image[point] in after.zone and cell != after.board[image[point]]:
            return "point %d is not as in entry %d" % (point, answer.entry)
    if move is None and may_pass(Board(after.board, picture.neighbours, picture.diagonals)):
        return "Black may pass in entry %d" % answer.entry
    if after.ko is not None:
        ko = image.index(after.ko)
        if move is None or taken != {ko} or unsure or any(
                picture.cells[near] != "X" for near in picture.neighbours[move] if near != ko):
            return "the ko of entry %d is not forbidden for certain" % answer.entry
    return None


def misfit(entry, state, board):
    """Why a local entry does not hold for a position, or None. `board` is an empty board; the state's ko may be
    no point of it."""
    if state.over or state.to_move != "X":
        return "the game is over, or Black is not to move"
    if any(entry.board[point] != state.board[point] for point in entry.zone):
        return "it has other stones"
    if state.passes and may_pass(Board(entry.board, board.neighbours, board.diagonals)):
        return "Black may pass, and a pass came before"
    if entry.ko is not None and entry.ko != state.ko:
        return "its ko is not forbidden"
    return None
