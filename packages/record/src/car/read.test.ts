/** Reading and writing CARs, held against `@ipld/car` and fed garbage. */
import { CarBufferReader, CarWriter } from '@ipld/car';
import * as CarBufferWriter from '@ipld/car/buffer-writer';
import { type Cid, cidOf, type FaultCode, formatCid, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cids, foreignCid, node } from '../../../stores/test/blocks.ts';
import { type CarBlock, readCar, writeCar } from './index.ts';

const DEEP = process.env.KIFU_DEEP === '1' ? 50 : 1;

/** Lengths around the steps of varints, and usual ones. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(0, 91, 92, 93, 94, 127, 128, 16_347, 16_348, 16_349).map(n => new Uint8Array(n)),
);
const blockLists = fc.array(fc.record({ cid: cids, bytes: contents }), { maxLength: 8 });
const rootLists = fc.oneof(
  fc.array(cids, { maxLength: 3 }),
  // where the length of a CBOR list takes one byte more, and two
  fc.constantFrom(23, 24, 255, 256).map(n => Array.from({ length: n }, (_, i) => node(i).cid)),
);

const asText = (roots: readonly Cid[], blocks: readonly CarBlock[]) => ({
  roots: roots.map(formatCid),
  blocks: blocks.map(({ cid, bytes }) => [formatCid(cid), ...bytes]),
});

function foreignCar(roots: readonly Cid[], blocks: readonly CarBlock[]): Uint8Array {
  const header = { roots: roots.map(foreignCid) };
  const sections = blocks.map(({ cid, bytes }) => ({ cid: foreignCid(cid), bytes }));
  const size = sections.reduce(
    (sum, section) => sum + CarBufferWriter.blockLength(section),
    CarBufferWriter.headerLength(header),
  );
  const writer = CarBufferWriter.createWriter(new ArrayBuffer(size), header);
  for (const section of sections) writer.write(section);
  return writer.close();
}

const SMALL = [
  node(1),
  node(2, 0x80),
  { cid: cidOf('raw', new Uint8Array(0)), bytes: new Uint8Array(0) },
];
const small = writeCar([node(1).cid], SMALL);
const HEADER = writeCar([node(1).cid], []).length;

describe('against @ipld/car', () => {
  test('the same bytes, and both read what either wrote', () => {
    fc.assert(
      fc.property(rootLists, blockLists, (roots, blocks) => {
        const car = writeCar(roots, blocks);
        expect(Buffer.from(car).equals(foreignCar(roots, blocks))).toBe(true);
        const read = unwrap(readCar(car));
        expect(asText(read.roots, read.blocks)).toEqual(asText(roots, blocks));
        const foreign = CarBufferReader.fromBytes(car);
        expect(foreign.getRoots().map(String)).toEqual(roots.map(formatCid));
        expect(foreign.blocks().map(({ cid, bytes }) => [String(cid), ...bytes])).toEqual(
          asText(roots, blocks).blocks,
        );
      }),
      { numRuns: 200 * DEEP },
    );
  });

  test('the same bytes as the writer of streams', async () => {
    const { writer, out } = CarWriter.create([foreignCid(node(1).cid)]);
    const parts: Uint8Array[] = [];
    const read = (async () => {
      for await (const part of out) parts.push(part);
    })();
    for (const { cid, bytes } of SMALL) await writer.put({ cid: foreignCid(cid), bytes });
    await writer.close();
    await read;
    expect(Buffer.concat(parts)).toEqual(Buffer.from(small));
  });
});

test('blocks are plain views of the bytes given, also of a Buffer', () => {
  const room = Buffer.alloc(small.length + 20);
  room.set(small, 10);
  const { blocks } = unwrap(readCar(room.subarray(10, 10 + small.length)));
  expect(blocks.map(({ bytes }) => bytes)).toEqual(SMALL.map(({ bytes }) => bytes));
  for (const { bytes } of blocks) expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
  expect(blocks[0]!.bytes.buffer).toBe(room.buffer);
});

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const header = small.subarray(0, HEADER);
const id = small.subarray(HEADER + 1, HEADER + 37);
const link = join(hex('d82a582500'), id);
const [roots, version] = [hex('65 726f6f7473'), hex('67 76657273696f6e')];
/** A header with its length. */
const headed = (...parts: Uint8Array[]): Uint8Array =>
  join(Uint8Array.of(join(...parts).length), ...parts);

test('the header that these tests put together is the one that writeCar gives', () => {
  expect(headed(hex('a2'), roots, hex('81'), link, version, hex('01'))).toEqual(header.slice());
});

test.each<[string, Uint8Array, FaultCode, number]>([
  ['nothing', hex(''), 'malformed', 0],
  ['one byte', hex('3a'), 'malformed', 0],
  ['a header of no bytes', hex('00'), 'malformed', 1],
  ['a length with a needless byte', join(hex('ba 00'), header.subarray(1)), 'malformed', 0],
  ['a length of ten bytes', hex('80808080808080808001'), 'malformed', 0],
  ['a huge header', hex('ffffffffffffffff7f'), 'too-large', 0],
  ['version 2', hex('0a a1 67 76657273696f6e 02'), 'malformed', 0],
  ['version 2 with roots', headed(hex('a2'), roots, hex('80'), version, hex('02')), 'malformed', 9],
  ['no version', headed(hex('a1'), roots, hex('80')), 'malformed', 1],
  ['no roots', headed(hex('a1'), version, hex('01')), 'malformed', 1],
  ['keys the other way', headed(hex('a2'), version, hex('01'), roots, hex('80')), 'malformed', 1],
  [
    'one key more',
    headed(hex('a3'), roots, hex('80'), version, hex('01 61 78 01')),
    'malformed',
    1,
  ],
  [
    'more in the header',
    headed(hex('a2'), roots, hex('80'), version, hex('01 00')),
    'malformed',
    18,
  ],
  [
    'roots in something else than a list',
    headed(hex('a2'), roots, hex('01'), version, hex('01')),
    'malformed',
    8,
  ],
  ['a count too long', headed(hex('a2'), roots, hex('98 00'), version, hex('01')), 'malformed', 8],
  [
    'a list without end',
    headed(hex('a2'), roots, hex('9f ff'), version, hex('01')),
    'malformed',
    8,
  ],
  ['2^32 - 1 roots', headed(hex('a2'), roots, hex('9a ffffffff'), link), 'malformed', 54],
  [
    'a root without tag',
    headed(hex('a2'), roots, hex('81 41 00'), version, hex('01')),
    'malformed',
    9,
  ],
  [
    'a root of another kind',
    headed(hex('a2'), roots, hex('81 d82a 58 05 00 01 55 00 00'), version, hex('01')),
    'malformed',
    9,
  ],
  [
    'a root longer than the header',
    headed(hex('a2'), roots, hex('81 d82a 58 ff 00')),
    'malformed',
    9,
  ],
  ['a block of no bytes', join(header, hex('00')), 'malformed', HEADER],
  ['a block shorter than an id', join(header, hex('21'), id), 'malformed', HEADER],
  ['an id longer than its block', join(header, hex('23'), id), 'malformed', HEADER],
  ['a block with half a length', join(header, hex('80')), 'malformed', HEADER],
  ['a length of a needless byte', join(header, hex('a4 00'), id), 'malformed', HEADER],
  ['a block of 2^62 bytes', join(header, hex('ffffffffffffffff7f'), id), 'too-large', HEADER],
  [
    'an identity hash',
    join(header, hex('24 01 55 00 20'), id.subarray(4)),
    'malformed',
    HEADER + 1,
  ],
  ['another codec', join(header, hex('24 01 51 12 20'), id.subarray(4)), 'malformed', HEADER + 1],
  ['CIDv2', join(header, hex('24 02 71 12 20'), id.subarray(4)), 'malformed', HEADER + 1],
  [
    'a codec spelt long',
    join(header, hex('25 01 f1 00 12 20'), id.subarray(4)),
    'malformed',
    HEADER + 1,
  ],
  ['one byte after the last block', join(small, hex('00')), 'malformed', small.length],
])('refuses %s', (_name, bytes, code, offset) => {
  const result = readCar(bytes);
  expect(result.ok ? 'read' : [result.fault.code, result.fault.at?.offset]).toEqual([code, offset]);
});

describe('limits', () => {
  test.each([
    ['bytes', { maxBytes: small.length }, { maxBytes: small.length - 1 }],
    ['blocks', { maxBlocks: 3 }, { maxBlocks: 2 }],
    ['bytes a block', { maxBlockBytes: 0x80 }, { maxBlockBytes: 0x7f }],
    ['bytes of the header', { maxBlockBytes: 0x80 }, { maxBlockBytes: HEADER - 2 }],
  ])('on %s: reads up to it, refuses more', (_what, enough, short) => {
    expect(readCar(small, enough).ok).toBe(true);
    expect(readCar(small, short)).toMatchObject({ fault: { code: 'too-large' } });
  });

  test('a block of 1 MiB is read, one byte more is not', () => {
    const car = (length: number) => writeCar([], [node(1, length)]);
    expect(readCar(car(1 << 20)).ok).toBe(true);
    expect(readCar(car((1 << 20) + 1))).toMatchObject({
      fault: { code: 'too-large', at: { offset: 18 } },
    });
  });
});

describe('garbage', () => {
  /** A CAR that is read has one spelling: what is written again is the same. */
  const checkStrict = (bytes: Uint8Array) => {
    const result = readCar(bytes);
    if (result.ok) {
      const again = writeCar(result.value.roots, result.value.blocks);
      expect(Buffer.from(again).equals(bytes)).toBe(true);
    } else {
      expect(result.fault.at?.offset).toBeLessThanOrEqual(bytes.length);
    }
    return result;
  };

  test('a CAR cut anywhere is read only where a block ends', () => {
    let whole = HEADER;
    const ends = new Set([whole]);
    for (const { bytes } of SMALL) {
      whole += 36 + bytes.length + (bytes.length + 36 < 0x80 ? 1 : 2);
      ends.add(whole);
    }
    for (let length = 0; length <= small.length; length++)
      expect([length, checkStrict(small.subarray(0, length)).ok]).toEqual([
        length,
        ends.has(length),
      ]);
  });

  test('a CAR with any bit flipped is refused, or is written again the same', () => {
    for (let bit = 0; bit < 8 * small.length; bit++) {
      const bytes = small.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      checkStrict(bytes);
    }
  });

  test.each<[string, fc.Arbitrary<Uint8Array>]>([
    ['bytes', fc.uint8Array({ maxLength: 200 })],
    ['bytes behind a header', fc.uint8Array({ maxLength: 200 }).map(bytes => join(header, bytes))],
    [
      'pieces in any order',
      fc
        .array(
          fc.constantFrom(
            hex('24'),
            hex('22'),
            hex('a400'),
            hex('80'),
            hex('ff7f'),
            id,
            link,
            header,
            version,
          ),
          { maxLength: 9 },
        )
        .map(parts => join(header, ...parts)),
    ],
    [
      'a CAR with some bytes replaced',
      fc
        .array(fc.tuple(fc.nat(small.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
        .map(changes => {
          const bytes = small.slice();
          for (const [at, byte] of changes) bytes[at] = byte;
          return bytes;
        }),
    ],
  ])('%s are refused, or written again the same', (_name, garbage) => {
    fc.assert(
      fc.property(garbage, bytes => void checkStrict(bytes)),
      { numRuns: 2000 * DEEP },
    );
  });
});
