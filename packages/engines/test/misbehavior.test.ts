/** What engines do wrong, and what becomes of the match: the failure is the engine's, and no process is left. */
import { type Kit, start, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { beforeAll, expect, test } from 'vitest';
import { type EnginePlayer, type EngineProtocol, openEngine } from '../src/index.ts';
import { OUTPUT_LIMITS } from '../src/process/line-splitter.ts';
import { contextFor, fakeSpec, openFake, playMatch } from './matches.ts';
import { turnOf } from './turns.ts';

let chess: Kit;
let go: Kit;
beforeAll(async () => {
  chess = unwrap(await loadKit('chess'));
  go = unwrap(await loadKit('go'));
});

/** The other player: an engine that resigns at once when its turn comes. */
const resigning = {
  name: 'resigning',
  decide: async ({ seat }: { readonly seat: number }) =>
    ({ do: 'action', action: { type: 'leave', of: seat, how: 'resignation' } }) as const,
};

test.each([
  ['crash', /it exited with status 3: "segmentation fault"/],
  ['hang', /it did not answer .* within 350 ms/],
  ['illegal', /it chose .*, which is not legal/],
  ['nonsense', /it answered "castle", which is not a move/],
  ['flood', /it wrote more than 20000 lines within one second/],
  ['endless', /it wrote a line of more than 65536 bytes/],
])('an engine that does this forfeits: %s', async (mode, message) => {
  const context = contextFor(chess, { graceMs: mode === 'hang' ? 300 : 10_000 });
  const first = await openEngine(fakeSpec('uci', mode), context);
  let restarts = 0;
  const counted: EnginePlayer = {
    ...first,
    async restart() {
      restarts++;
      return first.restart();
    },
  };
  const { host, faults } = await playMatch({ kit: chess, players: [counted, resigning] });
  expect(faults.map(({ code, rule }) => [code, rule])).toEqual([
    ['unreadable', 'seat-player'],
    ['unreadable', 'seat-player'],
  ]);
  expect(faults[0]!.message).toMatch(message);
  expect(faults[0]!.message).toMatch(/^Fake Fish 1\.2 failed: /);
  expect(restarts).toBe(1);
  expect(host.replay.outcome).toMatchObject({ winners: [1], reason: 'absence' });
});

test.each<[EngineProtocol, string, string, RegExp]>([
  ['gtp', 'go', 'crash', /it exited with status 3/],
  ['gtp', 'go', 'illegal', /it answered "Z99", which is not a move/],
  ['gtp', 'go', 'flood', /it wrote more than 100 lines within one second/],
  ['gtp', 'go', 'endless', /it wrote a line of more than 65536 bytes/],
  ['hub', 'checkers', 'crash', /it exited with status 3/],
  ['hub', 'checkers', 'hang', /it did not answer .* within 350 ms/],
  ['hub', 'checkers', 'illegal', /it answered "1-32", which is not a legal move/],
  ['hub', 'checkers', 'flood', /it wrote more than 100 lines within one second/],
  ['json', 'backgammon', 'crash', /it exited with status 3/],
  ['json', 'chess', 'hang', /it did not answer .* within 350 ms/],
  ['json', 'chess', 'illegal', /0xFFFF/],
  ['json', 'chess', 'endless', /it wrote a line of more than 65536 bytes/],
  ['gnubg', 'backgammon', 'crash', /it exited with status 3|it closed the connection/],
  ['gnubg', 'backgammon', 'illegal', /it answered "24\/1 24\/1", which is not a legal turn/],
  ['gnubg', 'backgammon', 'endless', /it wrote a line of more than 65536 bytes/],
])('%s, %s: an engine that does this fails: %s', async (protocol, game, mode, message) => {
  const kit = unwrap(await loadKit(game));
  // a busy machine does not write twenty thousand lines in a second
  const output = mode === 'flood' ? { ...OUTPUT_LIMITS, linesPerSecond: 100 } : OUTPUT_LIMITS;
  const context = contextFor(kit, { output, ...(mode === 'hang' ? { graceMs: 300 } : {}) });
  const engine = await openEngine(fakeSpec(protocol, mode), context);
  const seed = kit.game.chance === undefined ? {} : { seed: 7 };
  const { state } = unwrap(start(kit.game, seed));
  const decision = engine.decide(turnOf(kit, state), new AbortController().signal);
  await expect(decision).rejects.toThrow(message);
  await engine.close();
});

test('garbage before the answer is ignored', async () => {
  const player = await openFake(chess, 'uci', 'garbage');
  const { host, faults } = await playMatch({ kit: chess, players: [player, resigning] });
  expect(faults).toEqual([]);
  expect(host.replay.outcome).toMatchObject({ winners: [0], reason: 'resignation' });
});

test('a process that ignores quit is killed with its children', async () => {
  const player = await openFake(chess, 'uci', 'children');
  expect(childProcesses().length).toBeGreaterThan(0);
  const since = performance.now();
  await player.close();
  expect(performance.now() - since).toBeLessThan(3000);
  await expect.poll(childProcesses, { timeout: 3000 }).toEqual([]);
});

test('an engine that does not start in time is not waited for', async () => {
  const opened = openEngine(fakeSpec('uci', 'mute'), contextFor(chess, { startMs: 1500 }));
  await expect(opened).rejects.toMatchObject({ problem: 'timeout' });
});

test.each([
  ['/nowhere/engine', /could not be started: program not found/],
  [process.execPath, /did not answer|exited/],
])('a program that is not an engine is reported: %s', async (program, message) => {
  const opened = openEngine(
    { protocol: 'uci', command: [program] },
    contextFor(chess, { startMs: 1000 }),
  );
  await expect(opened).rejects.toThrow(message);
});

test('an engine of another game is refused', async () => {
  await expect(openFake(go, 'uci')).rejects.toThrow('it cannot play go: UCI is for chess');
  await expect(openFake(chess, 'gtp')).rejects.toThrow('it cannot play chess: GTP is for go');
});

test('the engine gets no variables of its caller but those that programs need', async () => {
  const { engineEnv } = await import('../src/index.ts');
  const env = { PATH: '/bin', HOME: '/home/a', KIFU_KEY: 'secret', AWS_SECRET: 'secret' };
  expect(engineEnv(env)).toEqual({ PATH: '/bin', HOME: '/home/a' });
});

/** Processes of the fake engine's children that run. */
function childProcesses(): string[] {
  const { globSync, readFileSync } = process.getBuiltinModule('node:fs');
  return globSync('/proc/[0-9]*/cmdline').flatMap(path => {
    try {
      const text = readFileSync(path, 'utf8').replaceAll('\0', ' ');
      return /fake-engine\.ts uci children|setInterval\(\(\) => \{\}, 1000\)/.test(text)
        ? [text]
        : [];
    } catch {
      return [];
    }
  });
}
