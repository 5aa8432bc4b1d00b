/** Unpacking: what other programs packed comes out as it was, and what is damaged, cut off or a bomb is refused. */
import { Readable } from 'node:stream';
import { constants, crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unpackBzip2 } from './bzip2.ts';
import { packingOf, UnpackError, unpack } from './index.ts';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** What `bzip2` made of it (1.0.8, by Python's module). */
const BZIPPED: readonly (readonly [name: string, packed: string, plain: string])[] = [
  ['nothing', 'QlpoORdyRThQkAAAAAA=', ''],
  [
    'a line',
    'QlpoOTFBWSZTWToMz4AAAANZAAAQQBEmAAIAIAAhppo9QQwIsw0OUXi7kinChIHQZnwA',
    '1. e4 e5 *\n',
  ],
  [
    'runs',
    'QlpoOTFBWSZTWZy7bEoAAANBAeAAPAAAgAAIIAAhtUZqfqhDAjLUvpCjRRejJz4u5IpwoSE5dtiU',
    `${'a'.repeat(1000)}bbbbccccc${'d'.repeat(260)}`,
  ],
  [
    'several blocks',
    'QlpoMTFBWSZTWR7YY7UAE4cBAD/wIABwQAwClUMJnFQVHlUFR6qCo+VBUYVBUZVBUaVBUbVBUfqgqOKgqOmKCskymst9hr3AAThwCAH/gQADggBgFKoYTOKgqPFQVHtUFR8qCowqCoyqCo0qCo2qCo/VBUcVBUdMUFZJlNZZusS1AA6lQEAP/AgAHBADAKVQwmcVBUeKgqPVQVH1UFRhUFRlUFRpUFRtUFR+qCo4qCo6YoKyTKazyBmVbgAADwIAf+BAAGIAYCKE0MxISUmk4Nj0fD8cHRdyRThQkGHarFY=',
    'abcdefghij'.repeat(30_000),
  ],
  [
    'one stream after another',
    'QlpoOTFBWSZTWVhHbKIAAALZAAAQQBEkAAIAIAAiGmamIYDiQPdF3JFOFCQWEdsogEJaaDkxQVkmU1kRSgsvAAAC2QAAEEARJAAEACAAIhpmpiGA4kD3RdyRThQkBFKCy8A=',
    '1. e4 *\n1. d4 *\n',
  ],
];

/** A ZIP with these files; how each is packed is its method. */
function zip(files: readonly (readonly [name: string, text: string, method: number])[]): Buffer {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, text, method] of files) {
    const plain = Buffer.from(text);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    list.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.alloc(2), common, more, Buffer.from(name)]),
    );
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** All files of something packed, by name; a fault at the end where there is one. Chunks have at most `size` bytes. */
async function unpackAll(
  bytes: Uint8Array,
  path = 'games.pgn.gz',
  size = bytes.length,
): Promise<string[][]> {
  const files: string[][] = [];
  const packing = packingOf(bytes);
  if (packing === null) return [['not packed']];
  try {
    for await (const file of unpack(path, packing, Readable.from(cut(bytes, size)))) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks) chunks.push(chunk);
      files.push([file.path, Buffer.concat(chunks).toString()]);
    }
  } catch (cause) {
    if (!(cause instanceof UnpackError)) throw cause;
    files.push([cause.failed.fault.code]);
  }
  return files;
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('bzip2', () => {
  test.each(BZIPPED)('unpacks %s', (_name, packed, plain) => {
    const blocks = [...unpackBzip2(bytesOf(packed))];
    expect(Buffer.concat(blocks).toString()).toBe(plain);
  });

  test.each(BZIPPED.slice(1, 3))(
    '%s: a changed byte is refused, or changes nothing',
    (_name, packed, plain) => {
      const bytes = bytesOf(packed);
      for (let at = 0; at < bytes.length; at++) {
        expect(attempt(bytes.subarray(0, Math.max(at, 1)))).toBe('refused');
        expect(['refused', plain]).toContain(attempt(bytes.with(at, bytes[at]! ^ 0x10)));
      }
    },
  );

  function attempt(bytes: Uint8Array): string {
    try {
      return Buffer.concat([...unpackBzip2(bytes)]).toString();
    } catch (cause) {
      if (cause instanceof UnpackError) return 'refused';
      throw cause;
    }
  }

  test('refuses any bytes after the magic number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        const head = Buffer.from('BZh91AY&SY');
        expect(() => [...unpackBzip2(Buffer.concat([head, bytes]))]).toThrow(UnpackError);
      }),
    );
  });
});

describe('what other programs packed', () => {
  const text = '1. e4 e5 *\n';
  test.each<[name: string, bytes: Uint8Array, files: string[][]]>([
    ['gzip', gzipSync(text), [['games.pgn', text]]],
    [
      'gzip in two members',
      Buffer.concat([gzipSync(text), gzipSync('*')]),
      [['games.pgn', `${text}*`]],
    ],
    ['zstd', zstdCompressSync(text), [['games.pgn.gz', text]]],
    [
      'zstd in two frames',
      Buffer.concat([zstdCompressSync(text), zstdCompressSync('*')]),
      [['games.pgn.gz', `${text}*`]],
    ],
    ['bzip2', bytesOf(BZIPPED[1]![1]), [['games.pgn.gz', text]]],
    [
      'ZIP',
      zip([
        ['a/', '', 0],
        ['a/b.pgn', text, 8],
        ['c.txt', 'hello', 0],
      ]),
      [
        ['games.pgn.gz/a/b.pgn', text],
        ['games.pgn.gz/c.txt', 'hello'],
      ],
    ],
    ['no packing', Buffer.from(text), [['not packed']]],
  ])('is unpacked: %s', async (_name, bytes, files) =>
    expect(await unpackAll(bytes)).toEqual(files),
  );

  test.each<[name: string, bytes: Uint8Array, code: string]>([
    ['gzip that is cut off', gzipSync(text).subarray(0, -3), 'malformed'],
    ['gzip that is damaged', gzipSync(text).fill(0xff, 12, 16), 'malformed'],
    ['zstd that is cut off', zstdCompressSync(text).subarray(0, -3), 'malformed'],
    ['ZIP that is cut off', zip([['a.pgn', text, 8]]).subarray(0, -30), 'malformed'],
    ['ZIP with a wrong checksum', zip([['a.pgn', text, 8]]).fill(1, 14, 18), 'malformed'],
    ['ZIP of another method', zip([['a.pgn', text, 12]]), 'unsupported'],
  ])('is refused: %s', async (_name, bytes, code) => {
    // a checksum stands in the list too, which counts
    if (code === 'malformed' && bytes[0] === 0x50) {
      const list = Buffer.from(bytes).indexOf('PK\x01\x02');
      if (list > 0) Buffer.from(bytes.buffer, bytes.byteOffset).fill(1, list + 16, list + 20);
    }
    expect((await unpackAll(bytes)).at(-1)).toEqual([code]);
  });

  test('any bytes after a magic number are unpacked or refused', async () => {
    const signs = [
      [0x1f, 0x8b, 8],
      [0x28, 0xb5, 0x2f, 0xfd],
      [0x50, 0x4b, 3, 4],
      [0x50, 0x2a, 0x4d, 0x18],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signs),
        fc.uint8Array({ maxLength: 200 }),
        async (sign, bytes) => void (await unpackAll(Buffer.concat([Buffer.from(sign), bytes]))),
      ),
    );
  });
});

describe('frames of zstd', () => {
  const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
  const skipped = (size: number) =>
    Buffer.concat([Buffer.of(0x5e, 0x2a, 0x4d, 0x18, size, 0, 0, 0), Buffer.alloc(size, 0x28)]);
  const large = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251));
  /** With each kind of head and of block, and what decoders skip. */
  const frames: readonly (readonly [packed: Buffer, plain: string])[] = [
    [skipped(4), ''],
    [zstdCompressSync('1. e4 *\n'), '1. e4 *\n'],
    [zstdCompressSync(''), ''],
    [zstdCompressSync('1. d4 *\n'.repeat(9000), checked), '1. d4 *\n'.repeat(9000)],
    [skipped(0), ''],
    [zstdCompressSync(Buffer.alloc(1 << 18, 'a')), 'a'.repeat(1 << 18)],
    [zstdCompressSync(large, checked), `${large}`],
    [skipped(9), ''],
  ];
  const all = Buffer.concat(frames.map(([packed]) => packed));
  const plain = frames.map(([, text]) => text).join('');

  test.each([all.length, 65_536, 1000, 7, 1])('all are read in chunks of %i bytes', async size =>
    expect(await unpackAll(all, 'x.pgn.zst', size)).toEqual([['x.pgn', plain]]),
  );

  test('what is cut off within a frame is refused, between two frames it is not', async () => {
    const few = frames.slice(0, 5).map(([packed]) => packed);
    const ends = few.map((_, i) => Buffer.concat(few.slice(0, i + 1)).length);
    const bytes = Buffer.concat(few);
    for (let length = 4; length <= bytes.length; length++) {
      const files = await unpackAll(bytes.subarray(0, length), 'x.zst', 64);
      const [last] = files.at(-1)!;
      expect([length, last]).toEqual([length, ends.includes(length) ? 'x' : 'malformed']);
    }
  });

  test.each([[Buffer.from('garbage')], [Buffer.of(0)], [Buffer.of(0x28, 0xb5)]])(
    'what follows a frame and is none is refused: %o',
    async garbage => {
      const bytes = Buffer.concat([zstdCompressSync('1. e4 *\n'), garbage]);
      for (const size of [bytes.length, 1])
        expect((await unpackAll(bytes, 'x.zst', size)).at(-1)).toEqual(['malformed']);
    },
  );

  test('many that unpack to far more than their size are refused early', async () => {
    const bomb = Buffer.concat(Array(70).fill(zstdCompressSync(Buffer.alloc(1 << 20))));
    expect((await unpackAll(bomb)).at(-1)).toEqual(['too-large']);
  });
});

test('a file that unpacks to far more than its size is refused early', async () => {
  const bomb = gzipSync(Buffer.alloc(1 << 28)); // a thousand times smaller
  let size = 0;
  const read = async () => {
    for await (const { chunks } of unpack('x.gz', 'gzip', Readable.from([bomb])))
      for await (const chunk of chunks) size += chunk.length;
  };
  await expect(read()).rejects.toMatchObject({ failed: { fault: { code: 'too-large' } } });
  expect(size).toBeLessThan(1 << 27);
});
