/** Every game over real sockets, to the end: two clients and a bot, who all follow and verify the same record. */
import type { LiveMatch, NewInvite } from '@kifu/client';
import { formatCid, type Json, unwrap } from '@kifu/core';
import { gameNames, loadKit } from '@kifu/games';
import { verify } from '@kifu/record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { autoplay, ended, findGame, type Served, serve } from '../test/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ limits: { botThreads: 2 } });
});
afterAll(() => served.close());

const BOT = { type: 'bot', level: 1 } as const;
const ANN = { type: 'you', name: 'Ann' } as const;
const BOB = { type: 'you', name: 'Bob' } as const;

/** After how many entries players have enough of it; of a game with ticks sooner, since time passes there. */
const ENOUGH = 200;
const ENOUGH_WITH_TICKS = process.env.KIFU_DEEP === '1' ? 40 : 15;

describe.each(gameNames())('%s', game => {
  test('is played to the end', async () => {
    const kit = unwrap(await loadKit(game));
    const seats: NewInvite['seats'] = kit.game.seats[1] > 2 ? [ANN, BOT, BOB] : [ANN, BOT];
    const options = kit.demos?.[0]?.options ?? {};
    const enough = kit.game.time === undefined ? ENOUGH : ENOUGH_WITH_TICKS;
    const people = await served.play({ game, seats, options, countdownMs: 0 });
    const watcher = await served.connect(people[0]!.invite!.id);
    const all = [...people, watcher];
    const faults: unknown[] = [];
    for (const live of all) live.on('fault', fault => faults.push(fault));
    for (const live of people) autoplay(live, pickFor(live, enough));
    await Promise.all(all.map(ended));
    expect(faults).toEqual([]);
    const heads = new Set(all.map(({ replay }) => formatCid(replay!.head)));
    expect(heads.size).toBe(1);
    for (const { replay } of all) {
      const report = await verify(replay!.nodes, findGame);
      expect(report.fault).toBeNull();
      expect(report.outcome).toEqual(replay!.outcome);
    }
  });
});

/** Some legal move, not always the same; resigns in a long match. */
function pickFor(live: LiveMatch, enough: number) {
  let k = 0;
  return (legal: readonly Json[], n: number): Json | null => {
    if (n < enough) return legal[(k++ * 7 + n) % legal.length] ?? null;
    void live.resign();
    return null;
  };
}
