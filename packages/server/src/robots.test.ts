/** Bots among themselves, with a spectator. */
import { type LiveMatch, makeInvite } from '@kifu/client';
import { type Json, type Kit, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { autoplay, ended, type Served, seen, serve, until } from '../test/serve.ts';
import type { BotPool, BotQuestion } from './bots/pool.ts';

const PAUSE_MS = 60;
/** Machines may be busy. */
const WAIT = { timeout: 20_000 };

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
    const { state } = unwrap(kit.game.play(live.replay!.table!.state, 0, move as never));
    // a match that ends before has no draw to offer
    return kit.game.outcome(state) === null ? kit.evaluate!(state, 0) : Number.NEGATIVE_INFINITY;
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

describe('a bot that fails or is no longer needed', () => {
  interface Asked {
    readonly question: BotQuestion;
    readonly signal: AbortSignal;
    readonly answer: PromiseWithResolvers<Json | null>;
  }
  const asked: Asked[] = [];
  let other: Served;

  beforeAll(async () => {
    other = await serve();
    // a server without the pool's threads: the test decides for the bots
    const choose: BotPool['choose'] = (question, _table, signal) => {
      const answer = Promise.withResolvers<Json | null>();
      asked.push({ question, signal: signal!, answer });
      return answer.promise;
    };
    Object.assign(other.server.registry.bots!, { choose });
  });
  afterAll(() => other.close());

  /** Ann has played her first move, and the bot is asked for its own. */
  async function begin(rated = false): Promise<LiveMatch> {
    asked.length = 0;
    const seats = [{ type: 'you', name: 'Ann' } as const, BOT];
    const [live] = await other.play({ game: 'chess', seats, rated, countdownMs: 0 });
    await seen(live!, 0);
    const { game, table } = live!.replay!;
    unwrap(await live!.play([...game.legal(table!.state, 0)][0]!));
    await vi.waitFor(() => expect(asked).toHaveLength(1), WAIT);
    return live!;
  }

  test.each([false, true])('is asked once more and then leaves (rated: %s)', async rated => {
    const live = await begin(rated);
    asked[0]!.answer.reject(new Error('crashed'));
    await vi.waitFor(() => expect(asked).toHaveLength(2), WAIT);
    expect(live.replay!.outcome).toBeNull();
    asked[1]!.answer.reject(new Error('crashed'));
    await ended(live);
    expect(live.replay!.outcome).toMatchObject({ reason: 'absence', winners: [0] });
  });

  test('is stopped by a takeback, and its late answer is dropped', async () => {
    const live = await begin();
    unwrap(await live.submit(0, { type: 'ask-takeback' }));
    await until(live, ({ replay }) => replay!.table!.talk.takeback === null);
    const [{ signal, question, answer }] = asked as [Asked];
    expect(signal.aborted).toBe(true);
    answer.resolve(question.legal[0]!);
    const { game, table } = live.replay!;
    unwrap(await live.play([...game.legal(table!.state, 0)][1]!));
    await vi.waitFor(() => expect(asked).toHaveLength(2), WAIT);
    asked[1]!.answer.resolve(asked[1]!.question.legal[0]!);
    await until(live, ({ replay }) => replay!.table!.moves === 3);
    expect(live.replay!.outcome).toBeNull();
  });

  test('is stopped when the match ends', async () => {
    const live = await begin();
    unwrap(await live.resign());
    await ended(live);
    expect(asked[0]!.signal.aborted).toBe(true);
  });

  test('is stopped when the room is dropped', async () => {
    const live = await begin();
    const { registry } = other.server;
    registry.drop(registry.rooms.get(live.invite!.id)!, 'moved');
    expect(asked[0]!.signal.aborted).toBe(true);
  });
});
