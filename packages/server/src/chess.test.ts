/** Two people play chess over real sockets. */

import { bytesToHex, formatCid, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import { readKifu, verify } from '@kifu/record';
import { presentOf } from '@kifu/record/match';
import { publicKeyOf } from '@kifu/record/sign';
import { afterEach, expect, test } from 'vitest';
import { ended, findGame, type Served, seen, serve } from '../test/serve.ts';

let served: Served;
afterEach(() => served.close());

const uci = (text: string) => unwrap(parseUci(text)) as never;
const TWO = [{ type: 'you', name: 'Ann' }, { type: 'open' }] as const;

test('a match to mate: both follow, verify and see the same head', async () => {
  served = await serve();
  const [ann, bob] = await served.play({ game: 'chess', seats: [...TWO] });
  await Promise.all([ann!, bob!].map(live => seen(live, 0)));
  expect(await ann!.play(uci('f2f3'))).toEqual({ ok: true, value: 3 });
  await seen(bob!, 1);
  expect(await bob!.play(uci('e7e5'))).toEqual({ ok: true, value: 4 });
  expect(await bob!.play(uci('e5e4'))).toMatchObject({ ok: false, fault: { code: 'wrong-seat' } });
  await seen(ann!, 2);
  expect((await ann!.play(uci('g2g4'))).ok).toBe(true);
  await seen(bob!, 3);
  expect((await bob!.play(uci('d8h4'))).ok).toBe(true);
  await Promise.all([ended(ann!), ended(bob!)]);
  for (const { replay } of [ann!, bob!]) {
    expect(replay!.outcome).toMatchObject({ result: 'win', winners: [1], reason: 'checkmate' });
    const report = await verify(replay!.nodes, findGame, { signatures: 'all' });
    expect(report.fault).toBeNull();
    expect(unwrap(readKifu(replay!.nodes)).entries).toHaveLength(6);
  }
  expect(formatCid(ann!.replay!.head)).toBe(formatCid(bob!.replay!.head));
});

test('an own move is there at once, before it is signed', async () => {
  served = await serve();
  const secret = new Uint8Array(32).fill(1);
  const key = bytesToHex(await publicKeyOf(secret));
  const seats = [
    { type: 'you', name: 'Ann', key },
    { type: 'you', name: 'Bob' },
  ] as const;
  const [ann] = await served.play({ game: 'chess', seats: [...seats] }, { secret });
  await seen(ann!, 0);
  const turn = () => chess.game.active(presentOf(ann!)!.state as never);
  expect(turn()).toEqual([0]);
  const played = ann!.play(uci('e2e4'));
  expect(turn()).toEqual([1]);
  unwrap(await played);
  expect(turn()).toEqual([1]);
  expect(ann!.replay!.n).toBe(3);
});
