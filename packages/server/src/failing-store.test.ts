/** A store that fails at each of its calls in turn: nothing acknowledged is lost, nothing is stuck, and players hear how it is. */
import { connect, type LiveMatch, listLive, makeInvite } from '@kifu/client';
import { formatCid, type Json, parseCid, type Result, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { loadNodes } from '@kifu/record/store';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FailingStores, type FailureKind, failing } from '../test/failing-stores.ts';
import {
  ended,
  findGame,
  handClock,
  inMemory,
  type Served,
  seen,
  serve,
  until,
} from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const WAIT = { timeout: 30_000, interval: 20 };
const CHESS = {
  game: 'chess',
  seats: [
    { type: 'you' as const, name: 'Ann' },
    { type: 'you' as const, name: 'Bob' },
  ],
};
const MATE = ['f2f3', 'e7e5', 'g2g4', 'd8h4'].map(
  text => unwrap(parseUci(text)) as unknown as Json,
);

/** Tries something until the server can. */
const eventually = <T>(what: () => Promise<Result<T>>): Promise<T> =>
  vi.waitFor(async () => unwrap(await what()), WAIT);

/** A match from its invite to its end, by people who try again; all that was acknowledged. */
async function playThrough(url: string): Promise<{ match: string; acked: Map<number, string> }> {
  const { invite, tokens } = await eventually(() => makeInvite(url, CHESS));
  const lives: LiveMatch[] = [];
  for (const { token } of tokens)
    lives.push(await eventually(() => connect(url, { match: invite.id, token, findGame })));
  const acked = new Map<number, string>();
  for (const live of lives)
    live.on('node', ({ replay }) => acked.set(replay.n, formatCid(replay.head)));
  lives[0]!.chat.say('good luck');
  await Promise.all(lives.map(live => seen(live, 0)));
  for (const [i, move] of MATE.entries()) {
    const live = lives[i % 2]!;
    await seen(live, i);
    const played = await live.play(move);
    // that it was there already is the answer to the second attempt
    if (!played.ok && played.fault.code !== 'conflict') expect(played).toEqual({ ok: true });
    await seen(live, i + 1);
  }
  await Promise.all(lives.map(ended));
  const { match } = lives[0]!.invite!;
  for (const live of lives) live.close();
  return { match: match!, acked };
}

/** Checks that everything acknowledged is stored, that the record is valid, and that no match is left in progress. */
async function checkAll(
  { match, acked }: { match: string; acked: Map<number, string> },
  { stores }: FailingStores,
): Promise<void> {
  const cid = unwrap(parseCid(match));
  const nodes = unwrap(await loadNodes(stores, (await stores.heads.get(cid))!));
  const report = await verify(nodes, findGame, { signatures: 'all' });
  expect(report.fault).toBeNull();
  const newest = acked.get(Math.max(...acked.keys()));
  expect(await stores.heads.get(cid).then(head => formatCid(head!))).toBe(newest);
  await vi.waitFor(async () => expect(await stores.vault.names('room')).toEqual([]), WAIT);
  await vi.waitFor(async () => expect(unwrap(await listLive(served.url))).toEqual([]), WAIT);
  expect(served.server.registry.quotas.matches.held).toBe(0);
  await vi.waitFor(
    async () => expect((await fetch(`${served.url}/readyz`)).status).toBe(200),
    WAIT,
  );
}

const IS_DEEP = process.env.KIFU_DEEP === '1';
/** Calls that a match takes, so that each can fail once; checked below. */
const CALLS = 60;
const STEP = IS_DEEP ? 1 : 4;
const POINTS = Array.from({ length: Math.ceil(CALLS / STEP) }, (_, i) => i * STEP);

describe('one call fails', () => {
  for (const kind of ['before', 'after'] as const satisfies readonly FailureKind[])
    test.each(POINTS)(`the call %i, ${kind} it is done`, async point => {
      const store = failing(inMemory());
      served = await serve({ stores: store.stores, limits: { restMs: 50, unreadyMs: 100 } });
      store.failAt(point, kind);
      const played = await playThrough(served.url);
      store.disarm();
      await checkAll(played, store);
    });

  test('a match makes no more calls than are tried here', async () => {
    // without those that a server makes every second
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = failing(inMemory());
    served = await serve({ stores: store.stores });
    const before = store.calls.length;
    await playThrough(served.url);
    expect(store.calls.length - before).toBeLessThan(CALLS);
  });
});

test('matches continue after all calls failed for a while', async () => {
  const store = failing(inMemory());
  const { now, pass } = handClock();
  served = await serve({ stores: store.stores, now });
  const [ann, bob] = await served.play(CHESS);
  await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
  const reasons: string[] = [];
  ann!.on('down', ({ reason }) => reasons.push(reason));
  store.isDown = true;
  const playing = ann!.play(MATE[0]!);
  await until(ann!, ({ connection }) => !connection.isConnected);
  expect(reasons[0]).toBe('store');
  const ready = await fetch(`${served.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ fault: { code: 'unwritable' } });
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  expect(await makeInvite(served.url, CHESS)).toMatchObject({ fault: { code: 'unwritable' } });
  store.isDown = false;
  await seen(bob!, 1);
  expect((await playing).ok).toBe(true);
  pass(5000);
  await vi.waitFor(
    async () => expect((await fetch(`${served.url}/readyz`)).status).toBe(200),
    WAIT,
  );
});

test('bots that play each other continue after a long outage', async () => {
  const store = failing(inMemory());
  served = await serve({ stores: store.stores, limits: { botPauseMs: 100, restMs: 50 } });
  const bot = { type: 'bot' as const, level: 1, bot: 'random' };
  const { invite } = unwrap(await makeInvite(served.url, { game: 'chess', seats: [bot, bot] }));
  const head = async () => {
    const stored = await store.stores.vault.get('room', invite.id);
    const { match } = stored as { match: string };
    return formatCid((await store.stores.heads.get(unwrap(parseCid(match))))!);
  };
  const first = await head();
  await vi.waitFor(async () => expect(await head()).not.toBe(first), WAIT);
  store.isDown = true;
  const callsThen = store.calls.length;
  // the room breaks down, and its second load fails as well
  await vi.waitFor(
    () =>
      expect(
        store.calls.slice(callsThen).filter(name => name === 'vault.get').length,
      ).toBeGreaterThan(1),
    WAIT,
  );
  store.isDown = false;
  const then = await head();
  await vi.waitFor(async () => expect(await head()).not.toBe(then), WAIT);
});

test('one row that cannot be read stops no server', async () => {
  const stores = inMemory();
  const first = await serve({ stores });
  const [ann] = await first.play(CHESS);
  await seen(ann!, 0);
  const [bad] = await stores.vault.names('room');
  const other = await first.play(CHESS);
  await seen(other[0]!, 0);
  await first.close();
  const get: typeof stores.vault.get = async (kind, name, ask) => {
    if (kind === 'room' && name === bad) throw new Error('the row is damaged');
    return stores.vault.get(kind, name, ask);
  };
  served = await serve({ stores: { ...stores, vault: { ...stores.vault, get } } });
  expect(unwrap(await listLive(served.url)).map(({ id }) => id)).toEqual([other[0]!.invite!.id]);
});

test('a second server on one store is refused', async () => {
  const stores = inMemory();
  served = await serve({ stores });
  await expect(serve({ stores })).rejects.toThrow(/another server/);
  const [ann] = await served.play(CHESS);
  await seen(ann!, 0);
});

test('a server that was taken for dead leaves its store to the other', async () => {
  const stores = inMemory();
  served = await serve({ stores });
  const [ann] = await served.play(CHESS, { reconnects: false });
  await seen(ann!, 0);
  await stores.vault.put('server', 'alive', { at: 1, by: 'another' });
  await until(ann!, ({ connection }) => !connection.isConnected);
  expect((await fetch(`${served.url}/readyz`)).status).toBe(503);
});

test('a server stops though its store fails', async () => {
  const store = failing(inMemory());
  const own = await serve({ stores: store.stores });
  const [ann] = await own.play(CHESS, { reconnects: false });
  await seen(ann!, 0);
  store.isDown = true;
  await own.close();
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow();
  served = await serve();
});

test('a lone surrogate in talk costs its sender a line, and the others nothing', async () => {
  served = await serve();
  const [ann, bob] = await served.play(CHESS);
  await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
  ann!.chat.say('\ud800');
  ann!.chat.say('a\udc00b');
  bob!.chat.say('hello');
  await until(ann!, ({ chat }) => chat.messages.length === 2);
  expect(ann!.chat.messages.map(({ text }) => text).sort()).toEqual(['a b', 'hello']);
  expect(ann!.connection.isConnected && bob!.connection.isConnected).toBe(true);
});

test('what could not be kept of talk was not said', async () => {
  const store = failing(inMemory());
  served = await serve({ stores: store.stores });
  const [ann, bob] = await served.play(CHESS);
  await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
  const faults: unknown[] = [];
  ann!.on('fault', ({ code }) => faults.push(code));
  store.isDown = true;
  ann!.chat.say('lost');
  await vi.waitFor(() => expect(faults).toEqual(['unwritable']), WAIT);
  store.isDown = false;
  ann!.chat.say('kept');
  await until(bob!, ({ chat }) => chat.messages.length === 1);
  expect(bob!.chat.messages[0]!.text).toBe('kept');
  const late = await served.connect(bob!.invite!.id);
  expect(late.chat.messages.map(({ text }) => text)).toEqual(['kept']);
});

test.each(['\ud800', 'Ann\udfff', 'An\u200bn', '\u202eAnn'])(
  'refuses a seat to the name %j',
  async name => {
    served = await serve();
    const answer = await fetch(`${served.url}/api/invites`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CHESS, seats: [{ type: 'you', name }, { type: 'open' }] }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fault: { code: 'malformed' } });
  },
);
