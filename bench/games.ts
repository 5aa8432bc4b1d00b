/**
 * All games through `step`, each in a process of its own: in one process the machine code of `step` would have to serve all games at
 * once, which no user of one game pays for.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './measure.ts';

const MODULES = [
  'step-checkers',
  'step-backgammon',
  'step-ludo',
  'step-dominos',
  'step-go',
  'step-mage-duel',
  'go-replay',
  'step',
];

export async function* bench(): AsyncGenerator<Figure> {
  for (const name of MODULES) {
    const args = [...process.execArgv, join(import.meta.dirname, 'games-one.ts'), name];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    process.stderr.write(stderr);
    for (const line of stdout.split('\n')) if (line.startsWith('{')) yield JSON.parse(line);
  }
}
