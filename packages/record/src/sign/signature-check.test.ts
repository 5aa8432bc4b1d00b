/** Signatures checked some at a time: each once, also while more come; every one must be good. */
import type { Game } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { expect, test } from 'vitest';
import { playOn, sitDown } from '../../test/matches.ts';
import { formatReport, judge, nodesOf, verifyUnsigned } from '../index.ts';
import { checkSignatures, SignatureCheck, type SignatureClaim } from './index.ts';

const game = chess.game as Game;

/** What is known, without signatures, of a match that both players and a referee signed, after this many entries. */
async function signedMatch(entries: number) {
  const playing = await sitDown({ game, keys: true, referee: true });
  await playOn(playing, entries);
  return verifyUnsigned(game, nodesOf(playing.chain));
}

test('checks signatures in order, and reports what checking all at once gives', async () => {
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

test('checks only signatures that have come since the last time', async () => {
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

/** The claims, those at these places with the signature of another. */
const forged = (claims: readonly SignatureClaim[], ...places: number[]): SignatureClaim[] =>
  claims.map((claim, i) =>
    places.includes(i) ? { ...claim, signature: claims[i - 2]!.signature } : claim,
  );

test('a bad signature breaks the record at its node, also where a later one of its key covers it', async () => {
  const { report, claims } = await signedMatch(10);
  const { n } = claims[7]!;
  const broken = await checkSignatures(report, forged(claims, 7, 14), 'all');
  expect(broken).toMatchObject({
    fault: { code: 'bad-signature', at: { path: `/entries/${n - 1}` } },
    ...{ good: n - 1, outcome: null, signatures: 'all' },
    checked: { signatures: 7 },
  });
  expect(judge(broken)).toMatchObject({
    verdict: 'broken',
    caveats: [{ n, word: 'broken', why: 'bad-signature', by: null }],
  });
});

test('a quick check looks at covering signatures only, and the first line says so', async () => {
  const { report, claims } = await signedMatch(10);
  const quick = await checkSignatures(report, forged(claims, 7, 14), 'last');
  const { signatures, signed } = quick.checked;
  expect(signatures).toBeLessThan(signed - 2);
  expect(judge(quick)).toMatchObject({ verdict: 'refereed', signatures: 'last' });
  expect(formatReport(quick)[0]).toBe(
    `refereed (quick check: ${signatures} of ${signed} signatures)`,
  );
  expect(formatReport(await checkSignatures(report, claims, 'all'))[0]).toBe('refereed');
});

test.each(['last', 'all'] as const)(
  'where the last signature of a key is bad too, the first bad one is named: %s',
  async which => {
    const { report, claims } = await signedMatch(10);
    const broken = await checkSignatures(report, forged(claims, 7, 19), which);
    expect(broken).toMatchObject({
      fault: { code: 'bad-signature', at: { path: `/entries/${claims[7]!.n - 1}` } },
      ...{ good: claims[7]!.n - 1, outcome: null, signatures: 'all' },
    });
  },
);

test('no signature after a bad one is looked at more than a batch far', async () => {
  const { report, claims } = await signedMatch(10);
  const looked = new Set<SignatureClaim>();
  const many = forged(claims, 7).map(claim => ({
    ...claim,
    message: () => {
      looked.add(claim);
      return claim.message();
    },
  }));
  const check = new SignatureCheck(many);
  while (await check.next(4));
  expect(looked.size).toBe(8);
  expect(check.complete(report).fault).toMatchObject({ code: 'bad-signature' });
});
