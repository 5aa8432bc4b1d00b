/** Which refused moves a live record keeps. */
import { type Action, type Game, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lane } from '../../../core/test/toys/lane.ts';
import { beginMatch, doAct, refereeSigner, signAct } from '../../test/matches.ts';
import { appendSigned, type Chain, link, linkSigned, nodesOf, readKifu, verify } from '../index.ts';
import { keepRefusal, MAX_REFUSED_PER_SECOND, NO_REFUSALS, type Refusals } from './index.ts';

const move: Action = moveAct(lane as Game, 0);
const COOLDOWN = { code: 'illegal-move', rule: 'cooldown', message: 'the hand rests' } as const;

/** A match of lanes in which the hand of seat 0 rests. */
async function resting(): Promise<Chain> {
  const playing = await beginMatch({ game: lane as Game });
  await doAct(playing, 0, move, { at: 3, ms: 300 });
  return playing.chain;
}
const refuse = (chain: Chain, refusals: Refusals, nowMs: number, seat = 0) =>
  keepRefusal(chain, refusals, { seat, act: move, at: 5, ms: nowMs }, COOLDOWN, nowMs);

test('records a move that the rules refuse, and folds the record', async () => {
  const chain = await resting();
  const { keep, refusals } = refuse(chain, NO_REFUSALS, 500);
  expect(keep!.node).toMatchObject({
    seat: 0,
    act: { ...move, type: 'refused', fault: COOLDOWN },
    at: 5,
    ms: 500,
  });
  expect([...refusals]).toEqual([[0, [500]]]);
  expect([...NO_REFUSALS]).toEqual([]);
  expect(unwrap(link(keep!)).chain.table.n).toBe(chain.table.n + 1);
});

test('records at most MAX_REFUSED_PER_SECOND of a seat per second', async () => {
  const chain = await resting();
  let refusals = NO_REFUSALS;
  const kept = (nowMs: number) => {
    const refusal = refuse(chain, refusals, nowMs);
    ({ refusals } = refusal);
    return refusal.keep !== null;
  };
  expect(MAX_REFUSED_PER_SECOND).toBe(4);
  expect([300, 400, 500, 600, 700, 1299, 1300, 1301, 1400].map(kept)).toEqual([
    ...[true, true, true, true, false, false, true, false, true],
  ]);
  expect(refusals.get(0)!.length).toBeLessThanOrEqual(MAX_REFUSED_PER_SECOND);
});

test('each seat has its own count', async () => {
  const playing = await beginMatch({ game: lane as Game });
  await doAct(playing, 0, move, { at: 3, ms: 300 });
  await doAct(playing, 1, move, { at: 3, ms: 300 });
  const { chain } = playing;
  let refusals = NO_REFUSALS;
  for (let i = 0; i < MAX_REFUSED_PER_SECOND; i++)
    ({ refusals } = refuse(chain, refusals, 400 + i));
  expect(refuse(chain, refusals, 450).keep).toBeNull();
  expect(refuse(chain, refusals, 450, 1).keep).not.toBeNull();
});

test('no second has more, at any times', async () => {
  const chain = await resting();
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { maxLength: 120 }), times => {
      const kept: number[] = [];
      let refusals = NO_REFUSALS;
      for (const ms of times.toSorted((a, b) => a - b)) {
        const refusal = refuse(chain, refusals, 300 + ms);
        ({ refusals } = refusal);
        if (refusal.keep !== null) kept.push(ms);
      }
      for (const [i, ms] of kept.entries())
        expect(kept[i + MAX_REFUSED_PER_SECOND] ?? ms + 1000).toBeGreaterThanOrEqual(ms + 1000);
      for (const ms of times) {
        const before = kept.filter(other => other <= ms && ms - other < 1000).length;
        if (!kept.includes(ms)) expect(before).toBe(MAX_REFUSED_PER_SECOND);
      }
    }),
    { numRuns: 60 },
  );
});

test('a clock that was set back does not let more refused moves be kept', async () => {
  const chain = await resting();
  let refusals = NO_REFUSALS;
  for (let i = 0; i < MAX_REFUSED_PER_SECOND; i++)
    ({ refusals } = keepRefusal(chain, refusals, { seat: 0, act: move, at: 5 }, COOLDOWN, 9000));
  const again = keepRefusal(chain, refusals, { seat: 0, act: move, at: 5 }, COOLDOWN, 100);
  expect(again.keep).toBeNull();
});

describe('not kept', () => {
  const at = { at: 5, ms: 500 };
  test.each<[why: string, doing: Parameters<typeof keepRefusal>[2], fault: object]>([
    ['a word', { seat: 0, act: { type: 'offer-draw' }, ...at }, COOLDOWN],
    ['a move without a seat', { seat: null, act: move, ...at }, COOLDOWN],
    ['a tick that is over', { seat: 0, act: move, at: 1, ms: 500 }, { code: 'past-time' }],
    ['a time that is over', { seat: 0, act: move, at: 5, ms: 1 }, COOLDOWN],
    ['a move that is none', { seat: 0, act: move, ...at }, { code: 'malformed' }],
    ['what would be taken', { seat: 1, act: move, ...at }, COOLDOWN],
    ['another reason', { seat: 0, act: move, ...at }, { ...COOLDOWN, rule: 'lane' }],
    [
      'a signature in a match without keys',
      { seat: 0, act: move, signed: { seq: 1, seen: 0, signature: new Uint8Array(64) } },
      {},
    ],
  ])('%s', async (_why, doing, fault) => {
    const refusal = keepRefusal(await resting(), NO_REFUSALS, doing, fault as never, 500);
    expect(refusal).toEqual({ keep: null, refusals: NO_REFUSALS });
  });

  test('after the end', async () => {
    const playing = await beginMatch({ game: chess.game as Game });
    await doAct(playing, 0, { type: 'leave', of: 0, how: 'resignation' });
    const doing = { seat: 0, act: moveAct(chess.game, unwrap(parseUci('e2e5'))) };
    const fault = { code: 'illegal-move', message: '' } as const;
    expect(keepRefusal(playing.chain, NO_REFUSALS, doing, fault, 0).keep).toBeNull();
  });
});

test('a refused move that its player and the referee signed is verified', async () => {
  const game = chess.game as Game;
  const playing = await beginMatch({ game, keys: true, referee: true });
  const act = moveAct(chess.game, unwrap(parseUci('e2e5')));
  const signed = await signAct(playing, 0, act);
  const refused = await appendSigned(
    playing.chain,
    { seat: 0, act, signed, ms: 70 },
    refereeSigner,
  );
  if (refused.ok) throw new Error('the move is legal');
  const { keep } = keepRefusal(
    playing.chain,
    NO_REFUSALS,
    { seat: 0, act, signed, ms: 70 },
    { ...refused.fault, at: { path: '/x' } },
    70,
  );
  const { chain } = unwrap(await linkSigned(keep!, refereeSigner));
  const nodes = nodesOf(chain);
  expect((await verify(nodes, async () => ({ ok: true, value: game }))).fault).toBeNull();
  expect(unwrap(readKifu(nodes)).entries.at(-1)!.act).toMatchObject({
    type: 'refused',
    fault: { code: 'illegal-move', rule: refused.fault.rule },
  });
});
