/** Packs that are damaged, and bytes that are none: each gives a fault with a place. */
import { fail, type Game, isSameBytes, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { race } from '../../../core/test/toys/race.ts';
import { anyChess, MATCHES, played } from '../../test/kinds.ts';
import { nodesOf } from '../index.ts';
import { pack, readPackHeader, unpack, unpackWith } from './index.ts';

describe('refuses every flipped bit and every cut', () => {
  const isDeep = process.env.KIFU_DEEP === '1';
  /** Kinds of which every bit is tried each time; of the others some, as their signatures alone have thousands. */
  const SMALL = ['a header alone', 'chess, unsigned', 'chess with byo-yomi', 'a takeback'];

  const KINDS = Object.entries(MATCHES).flatMap(
    ([name, make]) =>
      [
        [name, make, { isPlain: false }],
        [name, make, { isPlain: true }],
      ] as const,
  );

  test.each(KINDS)('%s, %$', async (name, make, options) => {
    const { chain, plan } = await make();
    if (options.isPlain && plan.game.numbered === undefined) return;
    const packed = unwrap(pack(plan.game, nodesOf(chain), null, options));
    const isRefused = (bytes: Uint8Array) => {
      const result = unpackWith(plan.game, bytes);
      return !result.ok && (result.fault.at?.offset ?? bytes.length + 1) <= bytes.length;
    };
    const flipped = (bit: number) => packed.with(bit >> 3, packed[bit >> 3]! ^ (1 << (bit & 7)));
    if (isDeep || SMALL.includes(name)) {
      for (let bit = 0; bit < 8 * packed.length; bit++)
        if (!isRefused(flipped(bit))) expect.fail(`bit ${bit}`);
      for (let length = 0; length < packed.length; length++)
        if (!isRefused(packed.subarray(0, length))) expect.fail(`cut off after ${length} bytes`);
    } else {
      const bits = fc.nat(8 * packed.length - 1);
      const lengths = fc.nat(packed.length - 1);
      fc.assert(
        fc.property(bits, bit => isRefused(flipped(bit))),
        { numRuns: 15 },
      );
      fc.assert(
        fc.property(lengths, length => isRefused(packed.subarray(0, length))),
        {
          numRuns: 5,
        },
      );
    }
    for (const more of [[0], [1], [255], [0, 0, 0, 0], [0, 0, 0, 0, 0, 1]])
      expect(isRefused(Uint8Array.from([...packed, ...more]))).toBe(true);
    expect(unpackWith(plan.game, packed).ok).toBe(true);
  });
});

describe('bytes of strangers', () => {
  const start = [0x89, 0x4b, 0x46, 1];
  const isFault = (bytes: Uint8Array) =>
    [unpackWith(anyChess, bytes), readPackHeader(bytes)].every(
      result => result.ok || (result.fault.at?.offset ?? -1) >= 0,
    );

  test('are refused with a place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), bytes => isFault(bytes)),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.constantFrom(1, 129), fc.uint8Array({ maxLength: 200 }), (version, bytes) =>
        isFault(Uint8Array.from([...start.slice(0, 3), version, ...bytes])),
      ),
      { numRuns: 1000 },
    );
  });

  test('are refused after a good header too', async () => {
    const { chain, plan } = await played({ game: race as Game, fair: true, referee: true }, 4);
    const packed = unwrap(pack(plan.game, nodesOf(chain)));
    const tail = fc.uint8Array({ minLength: 1, maxLength: 100 });
    const place = fc.integer({ min: packed.length - 80, max: packed.length });
    fc.assert(
      fc.property(place, tail, (at, bytes) => {
        const changed = Uint8Array.from([...packed.subarray(0, at), ...bytes]);
        // they may be the bytes that were there
        return isSameBytes(changed, packed) || !unpackWith(plan.game, changed).ok;
      }),
      { numRuns: 100 },
    );
  });

  test.each<[string, number[], string, number]>([
    ['nothing', [], 'malformed', 0],
    ['a text', [0x5b, 0x45, 0x76], 'malformed', 0],
    ['two bytes of the beginning', start.slice(0, 2), 'malformed', 0],
    ['the beginning alone', start.slice(0, 3), 'malformed', 3],
    ['no more than a version', start, 'malformed', 4],
    ['another version', [...start.slice(0, 3), 2, 0, 0], 'unsupported', 3],
    ['zeros', [...start, ...new Array(96).fill(0)], 'malformed', 100],
    ['ones', [...start, ...new Array(96).fill(255)], 'malformed', 100],
  ])('are refused: %s', (_, bytes, code, offset) => {
    const result = unpackWith(anyChess, Uint8Array.from(bytes));
    expect(result).toMatchObject({ ok: false, fault: { code } });
    if (!result.ok) expect(result.fault.at?.offset).toBeLessThanOrEqual(offset);
  });

  test('a pack of an unknown game is refused at the offset of the game', async () => {
    const packed = unwrap(pack(anyChess, nodesOf((await played({ game: anyChess })).chain)));
    const lost = await unpack(async () => fail('unknown-game', 'no such game'), packed);
    expect(lost).toMatchObject({ fault: { code: 'unknown-game', at: { offset: 12 } } });
  });
});

test('the fault of a damaged pack has its place', async () => {
  const { chain } = await played({ game: anyChess }, 60);
  const packed = unwrap(pack(anyChess, nodesOf(chain)));
  const cut = unpackWith(anyChess, packed.subarray(0, packed.length - 12));
  if (cut.ok) return expect.fail('a pack that is cut off holds');
  expect(cut.fault).toMatchObject({ code: 'malformed', at: { offset: packed.length - 12 } });
  expect(cut.fault.at?.path).toMatch(/^\/entries\/[3-5]\d$/);
  expect(cut.fault.message).toMatch(/^entry \d+ of 60: damaged pack: the bytes end too soon/);
});
