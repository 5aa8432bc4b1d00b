/** The Python file that drives `kifu run`: moves, faults, undo, dice and searches. Skipped only where python3 is missing. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is missing, so the Python file is not tested');

const PROGRAM = `
import sys
sys.path.append(sys.argv[1])
from kifu import Fault, Kifu
with Kifu(sys.argv[2:]) as kifu:
    chess = kifu.match("chess")
    chess.move("e4")
    try:
        chess.move("Ke5")
    except Fault as fault:
        print(fault.code, fault.rule)
    chess.undo()
    dice = kifu.match("backgammon", seed=7)
    for _ in range(20):
        dice.move(dice.legal[0])
    print(chess.active, len(chess.legal), len(dice.active), len(dice.best(depth=1)))
    chess.set_position("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    print(chess.active, [score > 0 for score in chess.evaluate()])
    try:
        chess.set_position("k7/8/8/8/8/8/8/8 w - - 0 1")
    except Fault as fault:
        print(fault.code)
    chess.move("Rh8")
    print(chess.outcome["reason"])
    chess.set_position("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    chess.leave(0)
    print(chess.outcome["reason"])
    chess.close()
    try:
        chess.move("e4")
    except Fault as fault:
        print(fault.code)
`;

test.skipIf(!hasPython)(
  'drives several matches in one process',
  async () => {
    const command = [
      process.execPath,
      '--conditions=source',
      '--no-warnings',
      join(ROOT, 'packages/cli/bin/kifu.js'),
    ];
    const { stdout } = await promisify(execFile)('python3', [
      '-c',
      PROGRAM,
      join(ROOT, 'python'),
      ...command,
    ]);
    expect(stdout.trim().split('\n')).toEqual([
      'illegal-move noSuchMove',
      '[0] 20 1 1',
      '[0] [True, False]',
      'bad-state',
      'checkmate',
      'resignation',
      'not-found',
    ]);
  },
  120_000,
);
