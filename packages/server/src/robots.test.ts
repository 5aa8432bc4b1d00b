/** Bots among themselves, with a spectator. */
import { type LiveMatch, makeInvite } from '@kifu/client';
import { type Kit, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { autoplay, ended, type Served, seen, serve, until } from '../test/serve.ts';

const PAUSE_MS = 60;

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { botThreads: 2, botPauseMs: PAUSE_MS } });
});
afterAll(() => served.close());

const BOT = { type: 'bot', level: 1 } as const;

async function watch(game: string): Promise<LiveMatch> {
  const { invite } = unwrap(
    await makeInvite(served.url, { game, seats: [BOT, BOT], countdownMs: 0 }),
  );
  return served.connect(invite.id);
}

test('bots pause between moves, so that people can follow', async () => {
  const live = await watch('checkers');
  await seen(live, 6);
  const { moves, ms } = live.replay!.table!;
  expect(ms).toBeGreaterThanOrEqual(moves * PAUSE_MS);
});

test('bots do not wait for each other in a game in real time', async () => {
  const lives = await Promise.all(Array.from({ length: 8 }, () => watch('kung-fu-chess')));
  await Promise.all(lives.map(live => seen(live, 2)));
});

const kit = unwrap(await loadKit('chess')) as Kit;

async function against(seat: { bot?: string; level: number }, rated = false): Promise<LiveMatch> {
  const seats = [{ type: 'you', name: 'Ann' } as const, { type: 'bot', ...seat } as const];
  const invite = { game: 'chess', seats, rated, countdownMs: 0 };
  const [live] = await served.play(invite);
  await seen(live!, 0);
  return live!;
}

test('a bot declines a draw early, and pauses when it is asked to', async () => {
  const live = await against(BOT);
  unwrap(await live.submit(live.seat!, { type: 'offer-draw' }));
  await until(live, ({ replay }) => replay!.table!.talk.offer === null);
  expect(live.replay!.outcome).toBeNull();
  unwrap(await live.submit(live.seat!, { type: 'pause' }));
  await until(live, ({ replay }) => replay!.table!.talk.isPaused);
  unwrap(await live.submit(live.seat!, { type: 'resume' }));
  await until(live, ({ replay }) => !replay!.table!.talk.isPaused);
});

test('a bot that stands worse accepts a draw after twenty moves', async () => {
  const live = await against({ bot: 'random', level: 1 });
  const worth = (move: unknown): number => {
    const { state } = live.replay!.table!;
    return kit.evaluate!(unwrap(kit.game.play(state, 0, move as never)).state, 0);
  };
  const stop = autoplay(live, legal => {
    if (live.replay!.table!.moves >= 20) return null;
    return legal.reduce((best, move) => (worth(move) > worth(best) ? move : best));
  });
  await until(live, ({ replay }) => replay!.table!.moves >= 20);
  stop();
  expect(kit.evaluate!(live.replay!.table!.state, 1)).toBeLessThanOrEqual(0);
  unwrap(await live.submit(live.seat!, { type: 'offer-draw' }));
  await ended(live);
  expect(live.replay!.outcome).toMatchObject({ result: 'draw', reason: 'agreement' });
});
