/** Proofs of double signing against the vectors: what holds, what does not, and what each says. */
import { hexToBytes } from '@kifu/core';
import { expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { checkDoubleSigning, decodeDoubleSigning, describeDoubleSigning } from './index.ts';

interface Row {
  readonly name: string;
  readonly proof: string;
  readonly fault: string | null;
  readonly by: string | null;
  readonly says: readonly string[] | null;
}

eachVector<Row[]>('record', 'proofs', rows => {
  test.each(rows)('$name', async ({ proof, fault, by, says }) => {
    const decoded = decodeDoubleSigning(hexToBytes(proof));
    const checked = decoded.ok ? await checkDoubleSigning(decoded.value) : decoded;
    expect(checked.ok ? null : checked.fault.code).toBe(fault);
    const described = decoded.ok ? describeDoubleSigning(decoded.value) : null;
    expect(described?.by ?? null).toBe(by);
    expect(described?.says ?? null).toEqual(says);
  });
});
