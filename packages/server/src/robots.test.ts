/** Bots among themselves, with a spectator. */
import { type Live, makeInvite } from '@kifu/client';
import { unwrap } from '@kifu/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, seen, serve } from '../test/serve.ts';

const PAUSE_MS = 60;

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { botThreads: 2, botPauseMs: PAUSE_MS } });
});
afterAll(() => served.close());

const BOT = { type: 'bot', level: 1 } as const;

async function watch(game: string): Promise<Live> {
  const { invite } = unwrap(
    await makeInvite(served.url, { game, seats: [BOT, BOT], countdownMs: 0 }),
  );
  return served.connect(invite.id);
}

test('bots pause between moves, so that people can follow', async () => {
  const live = await watch('checkers');
  await seen(live, 6);
  const { moves, ms } = live.followed!.table!;
  expect(ms).toBeGreaterThanOrEqual(moves * PAUSE_MS);
});

test('bots do not wait for each other in a game in real time', async () => {
  const lives = await Promise.all(Array.from({ length: 8 }, () => watch('kung-fu-chess')));
  await Promise.all(lives.map(live => seen(live, 2)));
});
