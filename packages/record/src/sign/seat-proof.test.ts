/** Proofs that a player has the key of a seat. */
import { bytesToHex } from '@kifu/core';
import { expect, test } from 'vitest';
import { isSeatProof, type SeatClaim, seatMessage } from './seat-proof.ts';
import { publicKeyOf, sign } from './signature.ts';

const SECRET = new Uint8Array(32).fill(7);
const CLAIM: SeatClaim = {
  ...{ nonce: '00112233445566778899aabbccddeeff', seat: 1, name: 'Ann' },
  ...{ commitment: 'ab'.repeat(32), referee: 'cd'.repeat(32) },
};

test('the message is its tag, a zero, and a list of five', () => {
  const bytes = bytesToHex(seatMessage({ ...CLAIM, commitment: null, referee: null }));
  const tag = bytesToHex(new TextEncoder().encode('kifu/seat/1'));
  expect(bytes).toBe(`${tag}00855000112233445566778899aabbccddeeff0163416e6ef6f6`);
});

test('a proof holds for its key and its claim alone', async () => {
  const key = bytesToHex(await publicKeyOf(SECRET));
  const proof = bytesToHex(await sign(SECRET, seatMessage(CLAIM)));
  expect(await isSeatProof(key, CLAIM, proof)).toBe(true);
  const others: Partial<SeatClaim>[] = [
    { nonce: 'ff'.repeat(16) },
    { seat: 0 },
    { name: 'Anna' },
    { commitment: null },
    { commitment: 'ba'.repeat(32) },
    { referee: null },
  ];
  for (const other of others)
    expect(await isSeatProof(key, { ...CLAIM, ...other }, proof)).toBe(false);
  const another = bytesToHex(await publicKeyOf(new Uint8Array(32).fill(8)));
  expect(await isSeatProof(another, CLAIM, proof)).toBe(false);
});
