/** Double signing: what proves it, and what does not. */
import { type Act, type Game, moveAct, unwrap } from '@kifu/core';
import { chess, parseUci } from '@kifu/games/chess';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beginMatch,
  doAct,
  type Playing,
  refereeSigner,
  secretOf,
  signAct,
  signAhead,
} from '../../test/matches.ts';
import { appendSigned } from '../index.ts';
import {
  checkDoubleSigning,
  decodeDoubleSigning,
  describeDoubleSigning,
  encodeDoubleSigning,
  findDoubleIntent,
  findDoubleNode,
  publicKeyOf,
  type SignedIntent,
  whenOf,
} from './index.ts';

const move = (uci: string): Act => moveAct(chess.game, unwrap(parseUci(uci)));

async function intentOf(playing: Playing, seat: number, act: Act): Promise<SignedIntent> {
  const { table, last } = playing.chain;
  const { signature, seq } = await signAct(playing, seat, act);
  const when = whenOf(table.terms, {});
  return { intent: { match: table.match, seat, seq, seen: last.digest, act, when }, signature };
}

async function nodeOf(playing: Playing, act: Act): Promise<Uint8Array> {
  const signed = await signAct(playing, 0, act);
  const doing = { seat: 0, act, ms: 5, signed };
  return unwrap(await appendSigned(playing.chain, doing, refereeSigner)).chain.last.bytes;
}

test('a player who signs two acts of one number is proven to', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true });
  const key = await publicKeyOf(secretOf('seat 0'));
  const [a, b] = [
    await intentOf(playing, 0, move('e2e4')),
    await intentOf(playing, 0, move('d2d4')),
  ];
  const proof = findDoubleIntent(key, a, b)!;
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  const kept = unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)));
  expect(kept).toEqual(proof);
  expect((await checkDoubleSigning(kept)).ok).toBe(true);
  expect(describeDoubleSigning(proof)).toMatchObject({ by: 'player', seat: 0, seq: 2 });
  expect(findDoubleIntent(key, a, a)).toBeNull();
  const other = await publicKeyOf(secretOf('seat 1'));
  expect(await checkDoubleSigning({ ...proof, key: other })).toMatchObject({
    fault: { code: 'bad-signature' },
  });
  playing.seqs.set(0, 2);
  expect(findDoubleIntent(key, a, await intentOf(playing, 0, move('d2d4')))).toBeNull();
});

test('a move that is signed ahead takes a number as any other does', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  await doAct(playing, 0, move('e2e4'));
  const key = await publicKeyOf(secretOf('seat 0'));
  const { table, last } = playing.chain;
  const [act, answer] = [move('g1f3'), move('e7e5') as Extract<Act, { type: 'move' }>];
  const given = [{ seat: 1, move: answer.move }];
  const { seq, signature } = await signAhead(playing, 0, act, given);
  const place = { match: table.match, seat: 0, seq, seen: last.digest, act, when: null };
  const ahead = { intent: { ...place, given }, signature };
  const proof = findDoubleIntent(key, ahead, await intentOf(playing, 0, act))!;
  const kept = unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)));
  expect(kept).toEqual(proof);
  expect((await checkDoubleSigning(kept)).ok).toBe(true);
});

test('a referee who signs two nodes after one is proven to', async () => {
  const playing = await beginMatch({ game: chess.game as Game, keys: true, referee: true });
  const key = await publicKeyOf(secretOf('referee'));
  const [a, b] = [await nodeOf(playing, move('e2e4')), await nodeOf(playing, move('d2d4'))];
  const proof = findDoubleNode(key, a, b)!;
  expect((await checkDoubleSigning(proof)).ok).toBe(true);
  expect(unwrap(decodeDoubleSigning(encodeDoubleSigning(proof)))).toEqual(proof);
  expect(describeDoubleSigning(proof)).toMatchObject({ by: 'referee' });
  expect(findDoubleNode(key, a, a)).toBeNull();
  await doAct(playing, 0, move('e2e4'));
  const later = playing.chain.last.bytes;
  await doAct(playing, 1, move('e7e5'));
  expect(findDoubleNode(key, later, playing.chain.last.bytes)).toBeNull();
});

test('garbage is no proof', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      expect(decodeDoubleSigning(bytes).ok).toBe(false);
    }),
    { seed: 9 },
  );
});
