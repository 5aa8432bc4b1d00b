/** Every game over real sockets, to the end: two clients and a bot, who all follow and verify the same record. */
import type { Live, NewInvite } from '@kifu/client';
import { formatCid, type Json, type JsonObject } from '@kifu/core';
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

/** Which game, who plays, and after how many entries somebody has enough of it. */
const MATCHES: readonly [
  name: string,
  seats: NewInvite['seats'],
  options: JsonObject,
  enough: number,
][] = [
  ['chess', [ANN, BOT], {}, 60],
  ['checkers', [BOT, ANN], {}, 200],
  ['backgammon', [ANN, BOT], {}, 250],
  ['ludo', [ANN, BOT, BOB], {}, 250],
  ['dominos', [ANN, BOB, BOT], {}, 300],
  ['go', [ANN, BOT], { width: 5, height: 5 }, 80],
  ['mage-duel', [ANN, BOT], {}, 40],
  ['kung-fu-chess', [ANN, BOT, BOB], { speed: 'lightning', hz: 30 }, 40],
];

describe.each(MATCHES)('%s', (game, seats, options, enough) => {
  test('is played to the end', async () => {
    const people = await served.play({ game, seats, options, countdownMs: 0 });
    const watcher = await served.connect(people[0]!.invite!.id);
    const all = [...people, watcher];
    const faults: unknown[] = [];
    for (const live of all) live.on('fault', fault => faults.push(fault));
    for (const live of people) autoplay(live, pickFor(live, enough));
    await Promise.all(all.map(ended));
    expect(faults).toEqual([]);
    const heads = new Set(all.map(({ followed }) => formatCid(followed!.head)));
    expect(heads.size).toBe(1);
    for (const { followed } of all) {
      const report = await verify(followed!.nodes, findGame);
      expect(report.fault).toBeNull();
      expect(report.outcome).toEqual(followed!.outcome);
    }
  });
});

/** Some legal move, not always the same; resigns when it has gone on for long. */
function pickFor(live: Live, enough: number) {
  let k = 0;
  return (legal: readonly Json[], n: number): Json | null => {
    if (n < enough) return legal[(k++ * 7 + n) % legal.length] ?? null;
    void live.resign();
    return null;
  };
}
