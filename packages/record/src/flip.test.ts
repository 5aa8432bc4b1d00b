/** Every bit counts: change any one of a record, and verification finds it there or before. */
import { type Game, ok } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { describe, expect, test } from 'vitest';
import { lane } from '../../core/test/toys/lane.ts';
import { race } from '../../core/test/toys/race.ts';
import { beginMatch, endMatch, type MatchPlan, playOn } from '../test/matches.ts';
import { headOf, nodesOf, verify } from './index.ts';

/** Three matches of different kinds: signed turns with a referee and clocks, fair dice, and real time. */
const PLANS: { readonly [name: string]: MatchPlan } = {
  chess: {
    game: chess.game as Game,
    keys: true,
    referee: true,
    clock: { type: 'byo-yomi', mainMs: 10_000, periods: 3, periodMs: 5000 },
    hashEvery: 4,
  },
  race: { game: race as Game, fair: true, keys: true },
  lane: { game: lane as Game, hashEvery: 2 },
};

describe.each(Object.entries(PLANS))('%s', (_, plan) => {
  test('no bit of any node can be changed unnoticed', async () => {
    const playing = await beginMatch(plan);
    await playOn(playing, 12);
    if (playing.chain.table.outcome !== null) await endMatch(playing);
    const nodes = nodesOf(playing.chain);
    const head = headOf(playing.chain).digest;
    const find = () => Promise.resolve(ok(plan.game));
    expect((await verify(nodes, find, { head })).fault).toBeNull();
    let flips = 0;
    for (const [i, node] of nodes.entries())
      for (let bit = 0; bit < 8 * node.length; bit++) {
        const bytes = node.slice();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        // links are enough: no signature has to be looked at
        const { fault, good } = await verify(nodes.with(i, bytes), find, {
          head,
          signatures: 'none',
        });
        if (fault === null || good >= Math.max(1, i))
          expect.fail(`bit ${bit} of node ${i}: ${fault?.message ?? 'unnoticed'}, ${good} good`);
        flips++;
      }
    expect(flips).toBe(nodes.reduce((sum, node) => sum + 8 * node.length, 0));
  });
});
