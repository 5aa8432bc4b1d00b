/** The site describes proofs in the same sentences as the command line, in every language. */
import { readFileSync } from 'node:fs';
import { capital, hexToBytes, unwrap } from '@kifu/core';
import { decodeDoubleSigning, describeDoubleSigning, formatProof } from '@kifu/record/sign';
import { site as german } from '@kifu/texts/de/site';
import { site as english } from '@kifu/texts/en/site';
import { site as japanese } from '@kifu/texts/ja/site';
import { expect, test } from 'vitest';

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
  expect(english.verify.proof(described)).toBe(`${capital(formatProof(described))}.`);
  for (const { verify } of [german, japanese]) {
    expect(verify.proof(described)).toContain(described.key);
    expect(verify.says(...described.says)).toContain(described.says[0]);
  }
});
