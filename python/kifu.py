"""Drives Kifu from Python: the rules, evaluation and best moves of every game, with many matches in one process.

One file without dependencies: copy it into your project, or put this folder into PYTHONPATH. It needs the command `kifu`.

    from kifu import Kifu

    with Kifu() as kifu:
        match = kifu.match("chess")
        match.move("e4")
        print(match.best(depth=6)[0]["notation"])
"""

import json
import subprocess


class Fault(Exception):
    """Why something was refused. `code` and `rule` are stable; `message` is for people."""

    def __init__(self, fault):
        super().__init__(fault["message"])
        self.code = fault["code"]
        self.rule = fault.get("rule")


class Kifu:
    """A process with matches. Use it in a `with` statement, or call `close`."""

    def __init__(self, command=("npx", "kifu")):
        # the first match only opens the process
        self._process = subprocess.Popen(
            [*command, "run", "chess", "--legal"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._count = 0
        self._read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def match(self, game, **setup):
        """Starts a match; `setup` may have `seats`, `seed`, `options` and `start`."""
        self._count += 1
        return Match(self, str(self._count), game, setup)

    def close(self):
        """Ends the process."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def ask(self, line):
        """Sends a line as `kifu run` reads it, and returns the answer; raises `Fault` where it is refused."""
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        if not answer["ok"]:
            raise Fault(answer["fault"])
        return answer

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("kifu has ended")
        return json.loads(line)


class Match:
    """A match: `active` seats, `legal` moves, `outcome` and `hash` as of the newest answer."""

    def __init__(self, kifu, name, game, setup):
        self._kifu = kifu
        self._name = name
        self.game = game
        self._has_draws = "seed" in setup
        self._take(self._ask({"new": game, "setup": setup}))

    def move(self, move, seat=None):
        """Makes a move: JSON, hex, or any notation of the game. Returns the events."""
        line = {"move": move} if seat is None else {"move": move, "seat": seat}
        return self._take(self._ask(line))

    def leave(self, seat, how="resignation"):
        """Lets a seat leave the match."""
        return self._take(self._ask({"leave": seat, "how": how}))

    def undo(self, count=1):
        """Goes back by some moves."""
        self._take(self._ask({"undo": count}))

    def set_position(self, position):
        """Restarts at a position: a FEN, or a canonical state."""
        self._take(self._ask({"position": position}))

    def evaluate(self):
        """The game's own evaluation by seat, from -1000 to 1000; None in games without one."""
        return self._ask({"evaluate": True})["scores"]

    def best(self, **limits):
        """The best lines, within `depth`, `nodes`, `timeMs` and `lines`. Chances are shares in thousandths."""
        return self._ask({"best": limits or True})["lines"]

    def close(self):
        """Forgets the match."""
        self._ask({"close": True})

    def _ask(self, line):
        return self._kifu.ask({"match": self._name, **line})

    def _take(self, answer):
        self.active = answer["active"]
        self.outcome = answer["outcome"]
        self.hash = answer["hash"]
        self.legal = [move["notation"] or move["hex"] for move in answer["legal"]]
        # draws that follow a move come on lines of their own
        while self._has_draws and not self.active and self.outcome is None:
            answer = self._kifu._read()
            self.active, self.outcome = answer["active"], answer["outcome"]
            self.hash = answer["hash"]
            self.legal = [move["notation"] or move["hex"] for move in answer["legal"]]
        return answer["events"]
