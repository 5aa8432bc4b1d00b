#!/usr/bin/env python3
"""An engine for every game: it plays the first legal move, and speaks JSON lines as docs/engines.md describes them."""
import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if "kifu" in question:
        answer = {"name": "First Move", "version": "1.0"}
    elif "legal" in question:
        answer = {"id": question["id"], "move": question["legal"][0]["hex"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
