"""Plays chess from Python: the rules run in a separate process, one JSON line in, one JSON line out."""
import json
import subprocess

with subprocess.Popen(
    ["npx", "kifu", "run", "chess"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
) as rules:

    def answer():
        return json.loads(rules.stdout.readline())

    print("start", answer()["hash"][:8])
    for move in ["f3", "e5", "Ke3", "g4", "Qh4"]:
        print(json.dumps({"move": move}), file=rules.stdin, flush=True)
        line = answer()
        if line["ok"]:
            print(move, line["hash"][:8])
        else:
            print(move, line["fault"]["code"] + ":", line["fault"]["message"])
    print(line["outcome"])
    rules.stdin.close()
