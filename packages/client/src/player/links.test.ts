/** Hash chains for fair randomness: the same links as the record makes, in any order of requests. */
import { bytesToHex } from '@kifu/core';
import { makeChain, REFEREE } from '@kifu/record/chance';
import { expect, test } from 'vitest';
import { chainSecret, makeLinks } from './links.ts';

const NONCE = '00112233445566778899aabbccddeeff';
const SECRET = new Uint8Array(32).fill(3);

test('every link is the one of the whole chain, in any order', () => {
  const whole = makeChain(NONCE, 1, SECRET, 300);
  const links = makeLinks(NONCE, 1, SECRET, 300);
  for (const k of [0, 1, 2, 127, 128, 129, 298, 299, 5, 250, 0])
    expect(links.link(k)).toEqual(whole[k]);
});

test('there is none before the first and none after the last', () => {
  const links = makeLinks(NONCE, 0, SECRET, 10);
  expect([links.link(-1), links.link(10), links.link(Number.NaN)]).toEqual([null, null, null]);
});

test('secrets differ by match and holder', () => {
  const made = [
    chainSecret(SECRET, NONCE, 0),
    chainSecret(SECRET, NONCE, 1),
    chainSecret(SECRET, NONCE, REFEREE),
    chainSecret(SECRET, NONCE.replace('0', '1'), 0),
  ];
  expect(new Set(made.map(bytesToHex)).size).toBe(4);
});
