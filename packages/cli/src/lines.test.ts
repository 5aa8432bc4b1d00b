import { fail, ok } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './lines.ts';

async function read(chunks: Iterable<Uint8Array | string>, maxBytes?: number) {
  const lines = [];
  async function* input() {
    yield* chunks;
  }
  for await (const line of readLines(input(), maxBytes)) lines.push(line);
  return lines;
}

test('gives lines without their ends, counts blank ones and leaves them out', async () => {
  expect(await read(['a\n\n \t\r\nb', 'c\r\nd'])).toEqual([
    { number: 1, text: ok('a') },
    { number: 4, text: ok('bc\r') },
    { number: 5, text: ok('d') },
  ]);
});

test('refuses what is no UTF-8, and continues', async () => {
  const [bad, good] = await read([Uint8Array.of(0xc3, 0x28, 10), 'é\n']);
  expect(bad!.text).toEqual(fail('malformed', 'the line is not UTF-8'));
  expect(good!.text).toEqual(ok('é'));
});

test('refuses long lines, but not long blanks', async () => {
  const lines = await read(['12345678', '9\n', ' '.repeat(20), '\n12345678\n'], 8);
  expect(lines).toEqual([
    { number: 1, text: fail('too-large', 'the line has 9 bytes, 8 are allowed') },
    { number: 3, text: ok('12345678') },
  ]);
});

test('reads the same lines wherever chunks are cut, also within a character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }).map(text => Buffer.from(text.toWellFormed())),
      fc.array(fc.nat(20)),
      async (bytes, cuts) => {
        const chunks = [];
        let start = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(start, start + cut));
          start += cut;
        }
        chunks.push(bytes.subarray(start));
        expect(await read(chunks)).toEqual(await read([bytes]));
      },
    ),
    { numRuns: 100 },
  );
});
