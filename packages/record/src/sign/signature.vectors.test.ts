/** Signatures against published ones, and against what ZIP-215 says of those on which platforms differ; weak keys and R are refused. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachVector } from '../../../../test/vectors.ts';
import { platforms, signaturesOn } from '../../test/ed25519-platforms.ts';

interface Row {
  readonly name: string;
  readonly key: string;
  readonly message: string;
  readonly signature: string;
  /** By ZIP-215. */
  readonly valid: boolean;
  /** Why it is refused all the same. */
  readonly refused?: string;
  readonly why: string;
  readonly secret?: string;
}

const NAMES = Object.keys(platforms) as (keyof typeof platforms)[];
const modules = new Map<string, Awaited<ReturnType<typeof signaturesOn>>>();
for (const name of NAMES) modules.set(name, await signaturesOn(platforms[name]));

eachVector<Row[]>('record', 'signatures', rows => {
  const cases = rows.map(row => ({
    ...row,
    bytes: [hexToBytes(row.key), hexToBytes(row.message), hexToBytes(row.signature)] as const,
  }));
  const signed = cases.filter(({ secret }) => secret !== undefined);

  describe.each(NAMES)('%s', platform => {
    const { isSignedBy, publicKeyOf, sign } = modules.get(platform)!;
    const native = platforms[platform].verify;

    test.each(cases)('$name: $why', async ({ bytes, valid, refused }) => {
      expect(await isSignedBy(...bytes)).toBe(valid && refused === undefined);
    });

    test.each(signed)('$name: signing gives these bytes', async ({ secret, key, ...row }) => {
      expect(bytesToHex(await publicKeyOf(hexToBytes(secret!)))).toBe(key);
      const signature = await sign(hexToBytes(secret!), hexToBytes(row.message));
      expect(bytesToHex(signature)).toBe(row.signature);
    });

    test('the platform itself takes nothing that is not good', async () => {
      for (const { name, bytes, valid } of cases)
        if (await native(...bytes).catch(() => false)) expect(valid, name).toBe(true);
    });

    test.skipIf(platform === 'none')('the platform itself takes what people sign', async () => {
      for (const { name, bytes } of signed) expect(await native(...bytes), name).toBe(true);
    });
  });

  test('gives the same answer everywhere for recombined keys, messages, R and s', async () => {
    const whole = cases.filter(({ bytes }) => bytes[0].length === 32 && bytes[2].length === 64);
    const row = fc.constantFrom(...whole.map(({ bytes }) => bytes));
    await fc.assert(
      fc.asyncProperty(row, row, row, row, async (a, b, c, d) => {
        const signature = concatBytes(c[2].subarray(0, 32), d[2].subarray(32));
        const answers = await Promise.all(
          NAMES.map(name => modules.get(name)!.isSignedBy(a[0], b[1], signature)),
        );
        expect(new Set(answers).size).toBe(1);
      }),
    );
  });
});
