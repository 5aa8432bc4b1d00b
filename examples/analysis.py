"""Two matches in one process from Python: moves, undo, another position, and the best line."""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "python"))
from kifu import Fault, Kifu

with Kifu() as kifu:
    chess = kifu.match("chess")
    checkers = kifu.match("checkers")
    chess.move("e4")
    try:
        chess.move("Ke5")
    except Fault as fault:
        print(fault.code, fault.rule)
    chess.undo()
    print(chess.active, len(chess.legal), len(checkers.legal))
    chess.set_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    (best,) = chess.best(depth=6)
    print(best["notation"], best["evaluation"])
    print(checkers.evaluate())
