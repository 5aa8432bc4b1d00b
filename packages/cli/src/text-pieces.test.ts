import type { wideSetOf } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textPieces } from './text-pieces.ts';

async function read(
  chunks: readonly (Uint8Array | string)[],
  wide?: ReturnType<typeof wideSetOf>,
): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const pieces: string[] = [];
  for await (const piece of textPieces(stream(), wide)) pieces.push(piece);
  return pieces;
}

/** The bytes, cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = places.map(place => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...at, bytes.length].map((end, i) => bytes.subarray(at[i - 1] ?? 0, end));
}

test('wherever the bytes are cut, the text is the same', async () => {
  const lines = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lines, fc.array(fc.nat()), async (texts, places) => {
      const text = texts.join('\n');
      const bytes = Buffer.from(text.toWellFormed());
      expect((await read(cut(bytes, places))).join('')).toBe(text.toWellFormed());
      const wide = Buffer.from(text, 'utf16le');
      expect((await read(cut(wide, places), 'utf-16le')).join('')).toBe(text.toWellFormed());
    }),
  );
});

test('a piece ends with a line, and what is no UTF-8 is Latin-1', async () => {
  const latin1 = Buffer.from('Müller\n', 'latin1');
  expect(await read(['Zoë\nMü', 'ller\nrest'])).toEqual(['Zoë\n', 'Müller\n', 'rest']);
  expect(await read([Buffer.from('Zoë\n'), latin1, Buffer.from('Zoë\n')])).toEqual([
    'Zoë\n',
    'Müller\n',
    'Zoë\n',
  ]);
  expect(await read([Buffer.from([0xc3, 0xab, 0xc3, 0x0a])])).toEqual(['ë\ufffd\n']); // one spoilt letter
  expect(await read([])).toEqual([]);
});

test('a text without line ends is given out before it fills the memory, no letter cut in two', async () => {
  const chunk = Buffer.from('ë'.repeat(40_000)).subarray(1); // begins within a letter
  const first = Buffer.from('ë').subarray(0, 1);
  const chunks = Array.from({ length: 30 }, () => [first, chunk]).flat();
  const pieces = await read(chunks);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe('ë'.repeat(40_000 * 30));
});
