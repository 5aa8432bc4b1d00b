/** Signatures checked some at a time: each once, also while more come, and none after one that is not good. */
import type { Game } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { playOn, sitDown } from '../../test/matches.ts';
import { nodesOf, verifyUnsigned } from '../index.ts';
import { checkSignatures, SignatureCheck } from './index.ts';

const game = chess.game as Game;

/** What is known without signatures of a match that both players and a referee signed, after so many entries. */
async function signedMatch(entries: number) {
  const playing = await sitDown({ game, keys: true, referee: true });
  await playOn(playing, entries);
  return verifyUnsigned(game, nodesOf(playing.chain));
}

test('goes through them in order, and reports what all of them at once give', async () => {
  const { report, claims } = await signedMatch(10);
  const check = new SignatureCheck(claims);
  expect([check.left, check.until]).toEqual([20, 0]);
  expect(await check.next(5)).toBe(true); // both of the first two entries, and the player's of the third
  expect([check.left, check.until]).toEqual([15, 2]);
  expect(check.complete(report).checked).toMatchObject({ signatures: 5, signed: 20 });
  expect(await check.next(100)).toBe(false);
  expect([check.left, check.until]).toEqual([0, null]);
  expect(check.complete(report)).toEqual(await checkSignatures(report, claims, 'all'));
});

test('checks only what has come since', async () => {
  const { claims } = await signedMatch(6);
  const looked: number[] = [];
  const counted = claims.map(claim => ({
    ...claim,
    message: () => {
      looked.push(claim.n);
      return claim.message();
    },
  }));
  const growing = counted.slice(0, 8);
  const check = new SignatureCheck(growing);
  await check.next(100);
  growing.push(...counted.slice(8));
  expect(check.left).toBe(4);
  expect(await check.next(100)).toBe(false);
  expect(looked).toEqual(claims.map(({ n }) => n));
});

test('ends at the first that is not good, which breaks the record there', async () => {
  const { report, claims } = await signedMatch(10);
  const wrong = claims.map((claim, i) =>
    i === 7 || i === 15 ? { ...claim, signature: claims[i + 2]!.signature } : claim,
  );
  const check = new SignatureCheck(wrong);
  expect(await check.next(100)).toBe(false);
  expect([check.left, check.until]).toEqual([0, null]);
  expect(await check.next(100)).toBe(false);
  const broken = check.complete(report);
  expect(broken).toMatchObject({
    fault: { code: 'bad-signature', at: { path: `/entries/${claims[7]!.n - 1}` } },
    good: claims[7]!.n - 1,
    checked: { signatures: 7 },
  });
  expect(broken).toEqual(await checkSignatures(report, wrong, 'all'));
});
