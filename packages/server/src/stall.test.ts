/** The server stalls, or the clock of the machine is set: no player loses time. */
import { type LiveMatch, makeInvite, type NewInvite } from '@kifu/client';
import { type Json, unwrap } from '@kifu/core';
import { parseUci } from '@kifu/games/chess';
import { verify } from '@kifu/record';
import { shownMs } from '@kifu/record/match-state';
import { decodeNext, isEnding } from '@kifu/record/node';
import { afterEach, describe, expect, test } from 'vitest';
import {
  findGame,
  handClock,
  inMemory,
  openingOf,
  type Served,
  seen,
  serve,
  until,
} from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as unknown as Json;
const SEATS: NewInvite['seats'] = [
  { type: 'you', name: 'Ann' },
  { type: 'you', name: 'Bob' },
];
/** More than any machine needs for these tests, and less than the server stalls in them. */
const CLOCK = { type: 'absolute', mainMs: 600_000 } as const;

/** Clocks that can be put forward: that of the process, and that of the machine. */
function clocks() {
  const set = { stoodMs: 0, wallMs: 0 };
  return {
    set,
    now: () => performance.timeOrigin + performance.now() + set.stoodMs + set.wallMs,
    steadyNow: () => set.stoodMs,
  };
}

/** Entries after every seat has signed the header. */
const words = (live: LiveMatch): string[] =>
  live.replay!.nodes.slice(1 + openingOf(live)).flatMap(bytes => {
    const node = unwrap(decodeNext(bytes));
    return isEnding(node) ? ['ending'] : [node.seat === null ? node.act.type : 'player'];
  });

const isGood = async ({ replay }: LiveMatch) =>
  expect((await verify(replay!.nodes, findGame, { signatures: 'all' })).fault).toBeNull();

describe('a stalled process', () => {
  test('an hour costs no player a second', async () => {
    const { set, ...time } = clocks();
    served = await serve(time);
    const [ann, bob] = await served.play({ game: 'chess', seats: SEATS, clock: CLOCK });
    await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
    unwrap(await ann!.play(uci('e2e4')));
    await seen(bob!, 1);
    set.stoodMs += 3_600_000;
    unwrap(await bob!.play(uci('e7e5')));
    await seen(ann!, 4);
    expect(words(ann!)).toEqual(['player', 'pause', 'resume', 'player']);
    const { clocks: run, ms } = ann!.replay!.table!;
    expect(shownMs(run!, 1, ms)!).toBeGreaterThan(CLOCK.mainMs - 300_000);
    await isGood(ann!);
  });

  test('the timer of a flag that is the first to notice costs no player the match', async () => {
    const { now, pass } = handClock();
    const startMs = now();
    served = await serve({ now, steadyNow: () => now() - startMs });
    const clock = { type: 'absolute', mainMs: 100 } as const;
    const [, bob] = await served.play({ game: 'chess', seats: SEATS, clock });
    await seen(bob!, 0);
    pass(60_000);
    await seen(bob!, 2);
    expect(words(bob!).slice(0, 2)).toEqual(['pause', 'resume']);
    expect(bob!.replay!.outcome).toBeNull();
  });

  test('in games with ticks nothing moves meanwhile', async () => {
    const { set, ...time } = clocks();
    served = await serve(time);
    const [ann] = await served.play({ game: 'kung-fu-chess', seats: SEATS, countdownMs: 0 });
    await seen(ann!, 0);
    unwrap(await ann!.play({ piece: 'P:1:6:0', to: [4, 0] }));
    const tick = ann!.replay!.table!.game.time!.now(ann!.replay!.table!.state);
    set.stoodMs += 600_000;
    await until(ann!, live => words(live).includes('resume'));
    const after = ann!.replay!.table!;
    expect(after.game.time!.now(after.state) - tick).toBeLessThan(3000); // of 18,000
    await isGood(ann!);
  });

  test('a player who was away has the whole time to come back', async () => {
    const { set, ...time } = clocks();
    served = await serve(time);
    const [ann] = await served.play({ game: 'chess', seats: SEATS, absenceMs: 30_000 });
    await seen(ann!, 0);
    const room = (await served.server.registry.find(ann!.invite!.id))!;
    ann!.close();
    while (!room.away.has(0)) await new Promise(done => setTimeout(done, 5));
    set.stoodMs += 3_600_000;
    served.server.registry.notice();
    expect(room.away.get(0)!).toBeGreaterThan(served.server.registry.now() - 30_000);
  });

  test('for a second only: no pause is made', async () => {
    const { set, ...time } = clocks();
    served = await serve(time);
    const [ann] = await served.play({ game: 'chess', seats: SEATS, clock: CLOCK });
    await seen(ann!, 0);
    served.server.registry.notice();
    set.stoodMs += 1000;
    unwrap(await ann!.play(uci('e2e4')));
    expect(words(ann!)).toEqual(['player']);
  });
});

describe('started again', () => {
  test.each([-86_400_000, -3000, 86_400_000])(
    'with the clock of the machine set by %i ms, players lose no time',
    async wallMs => {
      const stores = inMemory();
      const { set, ...time } = clocks();
      const first = await serve({ stores, ...time });
      const lives = await first.play({ game: 'chess', seats: SEATS, clock: CLOCK });
      const port = Number(new URL(first.url).port);
      await Promise.all(lives.map(live => seen(live, 0)));
      unwrap(await lives[0]!.play(uci('e2e4')));
      await seen(lives[1]!, 1);
      await first.server.close();
      set.wallMs += wallMs;
      served = await serve({ stores, ...time }, port);
      const [ann, bob] = lives as [LiveMatch, LiveMatch];
      await Promise.all(lives.map(live => until(live, ({ connection }) => connection.isConnected)));
      await until(bob, live => words(live).includes('resume'));
      unwrap(await bob.play(uci('e7e5')));
      await seen(ann, 4);
      unwrap(await ann.play(uci('g1f3')));
      expect(words(ann)).toEqual(['player', 'pause', 'resume', 'player', 'player']);
      const { clocks: run, ms } = ann.replay!.table!;
      for (const seat of [0, 1])
        expect(shownMs(run!, seat, ms)!).toBeGreaterThan(CLOCK.mainMs - 300_000);
      // what a client shows as its time is what the server counts
      expect(Math.abs(ann.elapsedMs() - ms)).toBeLessThan(300_000);
      await isGood(ann);
      for (const live of lives) live.close();
    },
  );

  test('and stalling again before all are back, players lose no time', async () => {
    const stores = inMemory();
    const { set, ...time } = clocks();
    const first = await serve({ stores, ...time });
    const { invite, tokens } = unwrap(
      await makeInvite(first.url, { game: 'chess', seats: SEATS, clock: CLOCK }),
    );
    const [ann, bob] = await Promise.all(
      tokens.map(({ token }) => first.connect(invite.id, { token })),
    );
    await Promise.all([seen(ann!, 0), seen(bob!, 0)]);
    unwrap(await ann!.play(uci('e2e4')));
    await seen(bob!, 1);
    ann!.close();
    await first.server.close();
    served = await serve(
      { stores, ...time, limits: { resumeMs: 600_000 } },
      Number(new URL(first.url).port),
    );
    const { registry } = served.server;
    const room = (await registry.find(invite.id))!;
    set.stoodMs += 3_600_000;
    registry.notice();
    // who is missing has not had the time to come back
    expect(room.held).not.toBeNull();
    expect(room.resumeMs!).toBeGreaterThan(registry.now());
    await served.connect(invite.id, { token: tokens[0]!.token });
    await until(bob!, live => words(live).includes('resume'));
    unwrap(await bob!.play(uci('e7e5')));
    expect(words(bob!)).toEqual(['player', 'pause', 'resume', 'player']);
    await isGood(bob!);
    bob!.close();
  });
});
