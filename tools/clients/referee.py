"""Plays games through an engine and lets sgfmill watch over them.

    python3 referee.py GAMES ENGINE ARGUMENTS...

The engine plays against random moves on boards of several sizes. After every move its board must
be the one that sgfmill has, at the end its score too, and the game, written by sgfmill as a file,
must be the same when the engine loads it.
"""

import random
import subprocess
import sys
import tempfile

from sgfmill import boards, sgf

LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    def __init__(self, arguments):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"{command}: the engine has gone")
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        if not lines[0].startswith("="):
            raise AssertionError(f"{command}: {lines}")
        return "\n".join([lines[0][2:]] + lines[1:])

    def quit(self):
        self.ask("quit")
        if self.process.wait() != 0:
            raise AssertionError("the engine did not end well")


def vertex(move):
    return "pass" if move is None else f"{LETTERS[move[1]]}{move[0] + 1}"


def point(text):
    return None if text == "pass" else (int(text[1:]) - 1, LETTERS.index(text[0].upper()))


def shown(engine):
    """The engine's board, the bottom row first."""
    rows = engine.ask("gogui-rules_board").split("\n")
    return [[{".": None, "X": "b", "O": "w"}[cell] for cell in row.split()] for row in reversed(rows)]


def held(board):
    return [[board.get(row, column) for column in range(board.side)] for row in range(board.side)]


def play(engine, size, rng):
    engine.ask(f"boardsize {size}")
    komi = rng.choice(["0.5", "3", "-2.5"])
    engine.ask(f"komi {komi}")
    board = boards.Board(size)
    game = sgf.Sgf_game(size)
    game.get_root().set("KM", float(komi))
    colour, passes = "b", 0
    for _ in range(4 * size * size):
        if rng.random() < 0.5:
            move = point(engine.ask(f"genmove {colour}"))
        else:
            move = point(rng.choice(engine.ask("all_legal_moves").split()))
            engine.ask(f"play {colour} {vertex(move)}")
        game.extend_main_sequence().set_move(colour, move)
        if move is None:
            passes += 1
        else:
            passes = 0
            board.play(move[0], move[1], colour)
        if shown(engine) != held(board):
            raise AssertionError(f"the boards differ after {vertex(move)}")
        if passes == 2:
            break
        colour = "w" if colour == "b" else "b"
    margin = board.area_score() - float(komi)
    expected = "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"
    score = engine.ask("final_score")
    if score != expected:
        raise AssertionError(f"{score} where sgfmill counts {expected}")
    with tempfile.NamedTemporaryFile(suffix=".sgf") as file:
        file.write(game.serialise())
        file.flush()
        engine.ask("clear_board")
        engine.ask(f"loadsgf {file.name}")
        if shown(engine) != held(board):
            raise AssertionError("the boards differ after the game was loaded")


def main():
    games, arguments = int(sys.argv[1]), sys.argv[2:]
    rng = random.Random(7)
    engine = Engine(arguments)
    for number in range(games):
        play(engine, 2 + number % 5, rng)
    engine.quit()
    print(f"{games} games, all as sgfmill has them")


main()
