/** Engines on seats of matches elsewhere: they play, answer offers, and give up with a reason. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RemoteMatch } from '@kifu/client';
import { fail, type Game, unwrap } from '@kifu/core';
import type { EnginePlayer } from '@kifu/engines';
import { loadKit } from '@kifu/games';
import { LocalHost, SteppedTimer } from '@kifu/record/match';
import { beginMatch } from '@kifu/record/store';
import { memoryBlocks, memoryHeads } from '@kifu/stores/memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeProgram, PROGRAM_ENV } from '../../test/fake-programs.ts';
import { collector, jsonLines, kifu, makeIo } from '../../test/run-kifu.ts';
import { type Serving, startServing } from '../../test/serving.ts';
import { run } from '../index.ts';
import { colorsFor } from '../io.ts';
import { headerOf } from '../new-header.ts';
import { onlineSession } from '../online/online-session.ts';
import { driveSeat } from './drive-seat.ts';

const folder = mkdtempSync(join(tmpdir(), 'kifu-drive-'));
const env = (home: string) => ({ ...PROGRAM_ENV, KIFU_HOME: join(folder, home) });
let serving: Serving;
beforeAll(async () => {
  serving = await startServing(['--store', join(folder, 'served.sqlite')]);
});
afterAll(async () => {
  await serving.stop();
});

/** A command that runs until its match is over, with its own home. */
function player(home: string, ...words: readonly string[]) {
  const out = collector();
  const stdin = new Readable({ read() {} });
  const io = makeIo({ env: env(home) }, { stdin, stdout: out.stream, stderr: out.stream });
  const code = run(words, { ...io, now: Date.now });
  return {
    ...{ code, out: out.text, type: (line: string) => stdin.push(`${line}\n`) },
    saw: (words: string | RegExp) =>
      expect.poll(out.text, { timeout: 60_000, interval: 10 }).toMatch(words),
  };
}

/** An engine that waits for an opponent, and the opponent who joins. */
async function meet(engine: string, ...opponent: readonly string[]) {
  const { url } = serving;
  const driven = player('engine', 'play', 'chess', '--server', url, '--as', engine);
  await driven.saw(/\/live\/\S+/);
  const [link] = /http\S+\/live\/\S+/.exec(driven.out())!;
  return [driven, player('other', 'play', '--join', link, ...opponent)] as const;
}

test('an engine plays its seat of a match on a server, and answers offers', async () => {
  const [engine, ben] = await meet(fakeProgram('uci'), '--name', 'Ben');
  await ben.saw(/1\. White {2}\S/);
  ben.type('e5');
  await ben.saw(/2\. White {2}\S/);
  ben.type('draw');
  await ben.saw('White declines');
  ben.type('takeback');
  await ben.saw('White accepts the takeback');
  ben.type('resign');
  expect([await engine.code, await ben.code]).toEqual([0, 0]);
  const { out } = await kifu(['library', 'list', '--json'], { env: env('engine') });
  expect(jsonLines(out)[0]).toMatchObject({
    players: ['Fake Fish 1.2', 'Ben'],
    outcome: { reason: 'resignation', winners: [0] },
  });
}, 120_000);

test('an engine that crashes resigns, and the record says why', async () => {
  const [engine, ben] = await meet(fakeProgram('uci', 'crash'), '--name', 'Ben');
  expect([await engine.code, await ben.code]).toEqual([0, 0]);
  expect(engine.out()).toMatch(/Fake Fish 1\.2 failed: it exited with status 3/);
  const { out } = await kifu(['library', 'list', '--limit', '1', '--json'], { env: env('engine') });
  const { match, outcome } = jsonLines(out)[0] as { match: string; outcome: object };
  expect(outcome).toMatchObject({ reason: 'resignation', winners: [1] });
  const shown = await kifu(['convert', match, '--to', 'json'], { env: env('engine') });
  expect(shown.out).toContain('Fake Fish 1.2 failed: it exited with status 3');
}, 120_000);

test('a resignation that is refused ends the command', async () => {
  const kit = unwrap(await loadKit('chess'));
  const stores = { blocks: memoryBlocks(), heads: memoryHeads() };
  const header = headerOf(kit, {}, ['Broken', 'Ben'], 1e12);
  const host = new LocalHost({
    open: unwrap(await beginMatch(stores, kit.game as Game, header)),
    timer: new SteppedTimer(0),
  });
  const live = {
    ...{ seat: 0, invite: null, stopped: null, connection: { isConnected: true } },
    ...{ seats: [0], players: host.players, viewsOf: () => null, elapsedMs: () => 0 },
    replay: host.replay,
    on: () => () => {},
    submit: async () => fail('paused', 'not now'),
  } as unknown as RemoteMatch;
  const broken: EnginePlayer = {
    ...{ name: 'Broken', author: null, options: [] },
    decide: () => Promise.reject(new Error('it is broken')),
    restart: () => Promise.reject(new Error('it is broken')),
    close: async () => {},
  };
  const out = collector();
  const stdin = new Readable({ read() {} });
  const io = makeIo({}, { stdin, stdout: out.stream, stderr: out.stream });
  const context = { io, isJson: false, colors: colorsFor(false) };
  const session = onlineSession(context as never, kit, live, { save: false });
  expect(await driveSeat(session, live, broken, out.stream)).toBe(1);
  expect(out.text()).toContain('Broken failed: it is broken');
  expect(out.text()).toContain('not now');
  await host.close();
});
