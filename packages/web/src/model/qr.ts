/**
 * QR codes (ISO/IEC 18004, model 2) of text: bytes as UTF-8, level M, which survives when 15 % cannot be read, the smallest of the 40
 * versions that has room.
 */

/** Rows of a code from the top, true for dark. A quiet zone of four cells belongs around it. */
export type QrCode = readonly (readonly boolean[])[];

/** Check codewords a block, and blocks, of level M by version (ISO/IEC 18004, table 9). */
const CHECKS = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26,
  28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const VERSIONS = 40;
/** Level M in the format bits. */
const LEVEL = 0;

/** The code of a text; null where no version has room for it: 2331 bytes are the most. */
export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= VERSIONS; version++) {
    const room = dataWords(version);
    const countBits = version < 10 ? 8 : 16;
    if (4 + countBits + 8 * bytes.length <= 8 * room)
      return draw(version, interleave(version, fill(bytes, countBits, room)));
  }
  return null;
}

/** A code as the path of an SVG, a unit a cell, without the quiet zone. */
export const qrPath = (code: QrCode): string =>
  code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

const sizeOf = (version: number): number => 17 + 4 * version;

/** Codewords of a version: its cells less those of patterns and of format and version bits. */
function allWords(version: number): number {
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const aligning = count === 0 ? 0 : 25 * count * count - 10 * count - 55;
  const cells = (16 * version + 128) * version + 64 - aligning - (version < 7 ? 0 : 36);
  return Math.floor(cells / 8);
}

const dataWords = (version: number): number =>
  allWords(version) - CHECKS[version - 1]! * BLOCKS[version - 1]!;

/** Mode, count and bytes as codewords, padded to the room that there is. */
function fill(bytes: Uint8Array, countBits: number, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, countBits);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8)
    words.push(bits.slice(i, i + 8).reduce((word, bit) => 2 * word + bit, 0));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Data in blocks, each with its check words, one word of each block in turn. The last blocks may be a word longer. */
function interleave(version: number, data: readonly number[]): number[] {
  const [count, checks] = [BLOCKS[version - 1]!, CHECKS[version - 1]!];
  const short = Math.floor(data.length / count);
  const shorts = count - (data.length % count);
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < shorts ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const ends = blocks.map(block => checkWords(block, checks));
  const words: number[] = [];
  for (let i = 0; i <= short; i++)
    for (const block of blocks) if (i < block.length) words.push(block[i]!);
  for (let i = 0; i < checks; i++) for (const end of ends) words.push(end[i]!);
  return words;
}

/** The product in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> i) & 1) * a;
  }
  return product;
}

/** The remainder of the words after division by the generator, (x − 1)(x − 2)(x − 4)…: Reed and Solomon. */
export function checkWords(words: readonly number[], count: number): number[] {
  const generator = Array.from({ length: count }, (_, i) => Number(i === count - 1));
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    for (let j = 0; j < count; j++)
      generator[j] = times(generator[j]!, root) ^ (generator[j + 1] ?? 0);
  const rest = new Array<number>(count).fill(0);
  for (const word of words) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (const [i, value] of generator.entries()) rest[i]! ^= times(value, factor);
  }
  return rest;
}

type Grid = boolean[][];

/** Draws the words with the mask that reads best. */
function draw(version: number, words: readonly number[]): QrCode {
  const size = sizeOf(version);
  const empty = (): Grid =>
    Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const taken = empty();
  const plain = empty();
  drawPatterns(version, (x, y, isDark) => {
    plain[y]![x] = isDark;
    taken[y]![x] = true;
  });
  drawWords(plain, taken, words);
  let best: Grid = plain;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, isTurned] of MASKS.entries()) {
    const code = plain.map((row, y) =>
      row.map((isDark, x) => isDark !== (!taken[y]![x] && isTurned(x, y))),
    );
    drawFormat(i, size, (x, y, isDark) => {
      code[y]![x] = isDark;
    });
    const penalty = penaltyOf(code);
    if (penalty < least) [best, least] = [code, penalty];
  }
  return best;
}

type Put = (x: number, y: number, isDark: boolean) => void;

/** Everything that says no data: finders, alignment, timing, version, and room for the format. */
function drawPatterns(version: number, put: Put): void {
  const size = sizeOf(version);
  for (let i = 0; i < size; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const;
  for (const [cx, cy] of corners)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        const [x, y] = [cx + dx, cy + dy];
        if (x >= 0 && x < size && y >= 0 && y < size) put(x, y, ring !== 2 && ring !== 4);
      }
  const lines = alignments(version);
  const last = lines.length - 1;
  for (const [i, cx] of lines.entries())
    for (const [j, cy] of lines.entries()) {
      // where finders are, no alignment pattern is
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++)
          put(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  drawFormat(0, size, put);
  if (version < 7) return;
  const bits = withChecks(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    const isDark = ((bits >>> i) & 1) === 1;
    put(a, b, isDark);
    put(b, a, isDark);
  }
}

/** The lines on which alignment patterns have their middles. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  // by the formula version 32 would have 28
  const gap = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  const lines: number[] = [];
  for (let at = sizeOf(version) - 7; lines.length < count - 1; at -= gap) lines.unshift(at);
  return [6, ...lines];
}

/** A number with as many check bits (BCH) as the generator has. */
function withChecks(value: number, count: number, generator: number): number {
  let rest = value;
  for (let i = 0; i < count; i++) rest = (rest << 1) ^ ((rest >>> (count - 1)) * generator);
  return (value << count) | rest;
}

/** Level and mask, twice. */
function drawFormat(mask: number, size: number, put: Put): void {
  const bits = withChecks((LEVEL << 3) | mask, 10, 0x537) ^ 0x5412;
  const bit = (i: number) => ((bits >>> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    if (i < 8) put(size - 1 - i, 8, bit(i));
    else put(8, size - 15 + i, bit(i));
    if (i < 6) put(8, i, bit(i));
    else if (i < 8) put(8, i + 1, bit(i));
    else if (i === 8) put(7, 8, bit(i));
    else put(14 - i, 8, bit(i));
  }
  put(8, size - 8, true);
}

/** Two columns at a time, from the right, up and down in turn. */
function drawWords(code: Grid, taken: Grid, words: readonly number[]): void {
  const size = code.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step;
        if (taken[y]![x] || i >= 8 * words.length) continue;
        code[y]![x] = ((words[i >>> 3]! >>> (7 - (i & 7))) & 1) === 1;
        i++;
      }
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read: long runs, blocks, what looks like a finder, and more of one colour (§7.8.3). */
function penaltyOf(code: Grid): number {
  const size = code.length;
  let penalty = 0;
  let dark = 0;
  for (let i = 0; i < size; i++) {
    penalty += linePenalty(code[i]!) + linePenalty(code.map(row => row[i]!));
    dark += code[i]!.filter(Boolean).length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const here = code[y]![x];
      if (code[y - 1]![x] === here && code[y]![x - 1] === here && code[y - 1]![x - 1] === here)
        penalty += 3;
    }
  return penalty + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

const FINDERS = ['00001011101', '10111010000'];

function linePenalty(line: readonly boolean[]): number {
  const text = line.map(isDark => (isDark ? '1' : '0')).join('');
  let penalty = 0;
  for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
  for (let i = 0; i + 11 <= text.length; i++)
    if (FINDERS.includes(text.slice(i, i + 11))) penalty += 40;
  return penalty;
}
