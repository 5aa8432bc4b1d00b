/** Network lag is given back to the player who has it, up to a limit, and never costs the opponent time. */
import type { LiveMatch } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { shownMs } from '@kifu/record/match-state';
import { decodeNext, isEnding } from '@kifu/record/node';
import { afterEach, expect, test } from 'vitest';
import {
  findGame,
  handClock,
  inMemory,
  openingOf,
  type Served,
  seen,
  serve,
} from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const SEATS = [
  { type: 'you' as const, name: 'Ann' },
  { type: 'you' as const, name: 'Bob' },
];
const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

/** A server whose clock is moved by hand alone, and a match on it. */
async function begin(mainMs: number, stores = inMemory()) {
  const { now, pass } = handClock();
  served = await serve({ stores, now });
  const clock = { type: 'absolute', mainMs } as const;
  const [ann, bob] = (await served.play({ game: 'chess', seats: SEATS, clock })) as [
    LiveMatch,
    LiveMatch,
  ];
  await Promise.all([seen(ann, 0), seen(bob, 0)]);
  return { ann, bob, pass };
}

/** As if a line took so long, whatever the server measures. */
async function slow(live: LiveMatch, roundTripMs: number): Promise<void> {
  const room = (await served.server.registry.find(live.invite!.id))!;
  for (const { seat, connection } of room.members)
    if (seat === live.seat)
      Object.defineProperty(connection, 'roundTripMs', { get: () => roundTripMs, set() {} });
}

const lags = (live: LiveMatch): number[] =>
  live.replay!.nodes.slice(1 + openingOf(live)).flatMap(bytes => {
    const node = unwrap(decodeNext(bytes));
    return isEnding(node) || node.seat === null ? [] : [node.lag ?? 0];
  });

test('who fakes a slow line takes nothing from the other', async () => {
  const { ann, bob, pass } = await begin(60_000);
  await slow(ann, 0);
  await slow(bob, 10_000);
  for (const [i, move] of [...SHUFFLE, ...SHUFFLE, ...SHUFFLE].entries()) {
    pass(400);
    unwrap(await [ann, bob][i % 2]!.play(uci(move)));
    await Promise.all([ann, bob].map(live => seen(live, i + 1)));
  }
  const { clocks, ms } = ann.replay!.table!;
  const used = [0, 1].map(seat => 60_000 - shownMs(clocks!, seat, ms)!);
  // six turns of 400 ms; the cheat gains by his own turns alone
  expect(used[0]!).toBe(6 * 400);
  expect(lags(ann).filter((_, i) => i % 2 === 0)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await verify(ann.replay!.nodes, findGame, { signatures: 'all' })).fault).toBeNull();
});

test('the budget of a match ends, and is not forgotten by a restart', async () => {
  const stores = inMemory();
  const { ann, bob, pass } = await begin(100_000, stores); // a twentieth is the least: five seconds
  await slow(ann, 0);
  await slow(bob, 10_000);
  let n = 0;
  const shuffle = async (rounds: number) => {
    for (let i = 0; i < rounds * 4; i++) {
      pass(600);
      unwrap(await [ann, bob][i % 2]!.play(uci(SHUFFLE[i % 4]!)));
      n++;
      await Promise.all([ann, bob].map(live => seen(live, n)));
    }
  };
  await shuffle(3);
  expect(lags(bob).filter(lag => lag > 0)).toEqual([500, 500, 500, 500, 500, 500]);
  const room = (await served.server.registry.find(ann.invite!.id))!;
  expect(room.lagged.get(1)).toBe(3000);
  served.server.registry.drop(room, 'moved'); // loaded again from the store
  const again = (await served.server.registry.find(ann.invite!.id))!;
  expect(again.lagged.get(1)).toBe(3000);
});

test('no more is given back than a turn took', async () => {
  const { ann, bob, pass } = await begin(60_000);
  await slow(ann, 10_000);
  pass(70);
  unwrap(await ann.play(uci('e2e4')));
  await seen(bob, 1);
  expect(lags(bob)).toEqual([70]);
  const { clocks, ms } = bob.replay!.table!;
  expect(shownMs(clocks!, 0, ms)!).toBe(60_000);
});
