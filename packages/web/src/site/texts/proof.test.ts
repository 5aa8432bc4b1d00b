/** A proof is told on the site as the command tells it, in every language. */
import { readFileSync } from 'node:fs';
import { capital, hexToBytes, unwrap } from '@kifu/core';
import { decodeDoubleSigning, describeDoubleSigning, formatProof } from '@kifu/record/sign';
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { japanese } from './ja.ts';

const file = new URL('../../../../../vectors/record/proofs.json', import.meta.url);
const rows: readonly { name: string; proof: string; fault: string | null }[] = JSON.parse(
  readFileSync(file, 'utf8'),
).proofs;
const held = rows
  .filter(({ fault }) => fault === null)
  .map(({ name, proof }) => ({
    name,
    described: describeDoubleSigning(unwrap(decodeDoubleSigning(hexToBytes(proof)))),
  }));

test.each(held)('$name', ({ described }) => {
  expect(english.check.proof(described)).toBe(`${capital(formatProof(described))}.`);
  for (const { check } of [german, japanese]) {
    expect(check.proof(described)).toContain(described.key);
    expect(check.says(...described.says)).toContain(described.says[0]);
  }
});
