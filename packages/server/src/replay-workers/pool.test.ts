import { ok } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createReplayWorkers, ReplayWorkerError, type ReplayWorkers } from './pool.ts';

const GAMES = { names: gameNames, load: loadKit, module: 'unused' };
const WORKER = new URL('../../test/slow-worker.ts', import.meta.url);
let workers: ReplayWorkers;
afterEach(() => workers.close());

const make = (more: object = {}) => {
  workers = createReplayWorkers({
    ...{ games: GAMES, threads: 1, timeoutMs: 600_000, queue: 3, queuePerGuest: 3, worker: WORKER },
    log: pino({ level: 'silent' }),
    ...more,
  });
};
const run = (form: string, signal?: AbortSignal, by = 'Ann') =>
  workers.run(
    { do: 'write', head: '', nodes: [], form, remarks: null },
    signal === undefined ? { by } : { by, signal },
  );
const DONE = ok({ output: 'done', losses: [] });

test('work that takes too long is ended, and the next is done', async () => {
  make({ timeoutMs: 200 });
  expect(await run('warm')).toEqual(DONE);
  const [stuck, next] = await Promise.all([run('forever'), run('next')]);
  expect(stuck).toMatchObject({ fault: { code: 'too-large' } });
  expect(next).toEqual(DONE);
});

test('a crash is reported, and the next job runs', async () => {
  make();
  await expect(run('crash')).rejects.toThrow(ReplayWorkerError);
  await expect(run('throw')).rejects.toThrow('thrown');
  expect(await run('next')).toEqual(DONE);
});

test('a job is refused when too many wait', async () => {
  make();
  expect(await run('warm')).toEqual(DONE);
  const all = await Promise.all(['begins', '1', '2', '3', '4'].map(form => run(form)));
  expect(all.slice(0, 4)).toEqual([DONE, DONE, DONE, DONE]);
  expect(all[4]).toMatchObject({ fault: { code: 'too-large' } });
});

test('one guest takes up only so much of what may wait, and all take turns', async () => {
  make({ queue: 10, queuePerGuest: 3 });
  expect(await run('warm')).toEqual(DONE);
  const order: string[] = [];
  const note = async (form: string, by: string) => {
    const done = await run(form, undefined, by);
    order.push(`${by} ${done.ok ? form : 'refused'}`);
  };
  await Promise.all([
    note('next', 'Ann'), // begins at once
    ...['1', '2', '3', '4'].map(form => note(form, 'Ann')),
    ...['1', '2'].map(form => note(form, 'Bob')),
  ]);
  expect(order).toEqual([
    'Ann refused',
    'Ann next',
    ...['Bob 1', 'Ann 1', 'Bob 2', 'Ann 2', 'Ann 3'],
  ]);
});

test('a few addresses that fill the queue give way to others, and so does a network', async () => {
  make({ queue: 6, queuePerGuest: 3 });
  expect(await run('warm')).toEqual(DONE);
  const ask = async (by: string): Promise<string> =>
    `${by} ${(await run('next', undefined, by)).ok ? 'done' : 'shed'}`;
  const came = await Promise.all([
    ask('192.0.2.1'), // begins at once
    ...['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.2'].map(ask),
    ...['198.51.100.1', '203.0.113.1', '203.0.113.2'].map(ask),
    ask('192.0.2.3'), // of the network for which most waits
  ]);
  expect(came.filter(what => what.endsWith('shed'))).toEqual([
    '192.0.2.1 shed',
    '192.0.2.2 shed',
    '192.0.2.2 shed',
    '192.0.2.3 shed',
  ]);
});

test('uploads leave a thread to all others', async () => {
  make({ threads: 2, queue: 10 });
  const upload = (as: string) =>
    workers.run(
      { do: 'upload', bytes: new Uint8Array(), as, keep: false, signatures: 'last' },
      { by: 'Eve' },
    );
  expect(await Promise.all([run('warm'), run('warm')])).toEqual([DONE, DONE]);
  const uploads = [upload('asleep'), upload('asleep')]; // for longer than the test may take
  expect(await Promise.all([run('1'), run('2')])).toEqual([DONE, DONE]);
  await workers.close();
  for (const { ok: isDone } of await Promise.all(uploads)) expect(isDone).toBe(false);
});

test('a job whose signal is aborted is not done', async () => {
  make({ timeoutMs: 200 });
  expect(await run('warm')).toEqual(DONE);
  const gone = new AbortController();
  const stuck = run('forever');
  const waiting = run('1', gone.signal);
  gone.abort();
  expect(await waiting).toMatchObject({ ok: false });
  expect(await stuck).toMatchObject({ ok: false });
});

test('closing ends what is under way', async () => {
  make();
  expect(await run('warm')).toEqual(DONE);
  const stuck = run('forever');
  await workers.close();
  expect(await stuck).toMatchObject({ ok: false });
  expect(await run('late')).toMatchObject({ ok: false });
});

test('without a module of games the work is done here', async () => {
  make({ games: { names: gameNames, load: loadKit }, worker: undefined });
  expect(await run('car')).toMatchObject({ ok: false, fault: { code: 'malformed' } });
});
