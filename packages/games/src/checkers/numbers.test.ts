/** Moves by square numbers, as people and programs write them. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initial, parseFen } from './fen.ts';
import { legalPaths } from './generate.ts';
import { fromPath, moves } from './move-codec.ts';
import { formatMove, numbers, parseNumbers } from './numbers.ts';
import { game } from './rules.ts';
import { numberOf, pairOf, SQUARES, squareOf } from './squares.ts';
import type { State } from './state.ts';

const at = (fen: string): State => unwrap(parseFen(fen));
/** A chain over three men. */
const CHAIN = 'B:W6,15,24,32:B1';
/** A king that can go round a square in two ways, and comes back to where it was. */
const ROUND = 'B:W6,7,14,15:BK11';

test('squares are numbered from the right hand of black', () => {
  expect(pairOf(squareOf(1))).toEqual([6, 0]);
  expect(pairOf(squareOf(4))).toEqual([0, 0]);
  expect(pairOf(squareOf(5))).toEqual([7, 1]);
  expect(pairOf(squareOf(11))).toEqual([2, 2]);
  expect(pairOf(squareOf(32))).toEqual([1, 7]);
  for (let square = 0; square < SQUARES; square++) expect(squareOf(numberOf(square))).toBe(square);
  expect([0, 33, -1, 1.5, Number.NaN].map(squareOf)).toEqual([-1, -1, -1, -1, -1]);
});

describe('reading', () => {
  test.each<[fen: string, text: string, move: string]>([
    ['start', '11-15', '11-15'],
    ['start', ' 11 15 ', '11-15'],
    ['start', '11 - 15', '11-15'],
    ['start', '11–15', '11-15'],
    ['start', '11x15', '11-15'], // an old program wrote so
    ['start', '1115', '11-15'],
    ['start', '0914', '9-14'],
    ['start', '09-14', '9-14'],
    ['start', '11-15!?', '11-15'],
    ['start', 'c3-d4', '11-15'],
    ['start', 'c3d4', '11-15'],
    ['start', 'C3-D4', '11-15'],
    [CHAIN, '1x10x19x28', '1x10x19x28'],
    [CHAIN, '1-10-19-28', '1x10x19x28'],
    [CHAIN, '1:10:19:28', '1x10x19x28'],
    [CHAIN, '1 10 19 28', '1x10x19x28'],
    [CHAIN, '1X28', '1x10x19x28'], // only one way leads there
    [CHAIN, '1x19x28', '1x10x19x28'],
    [CHAIN, '1x10x28', '1x10x19x28'],
    ['B:W15:B11', 'c3e5', '11x18'],
  ])('%s: %s', (fen, text, move) => {
    const state = fen === 'start' ? initial : at(fen);
    expect(formatMove(unwrap(parseNumbers(state, text)))).toBe(move);
  });

  test('what may mean several moves names them', () => {
    expect(parseNumbers(at(ROUND), '11x11')).toMatchObject({
      fault: {
        code: 'illegal-move',
        rule: 'ambiguous',
        message: '11 to 11 may be 11x2x9x18x11 or 11x18x9x2x11',
      },
    });
    expect(formatMove(unwrap(parseNumbers(at(ROUND), '11x2x9x11')))).toBe('11x2x9x18x11');
  });

  test.each([
    '',
    '11',
    '11-',
    '-15',
    '11-33',
    '0-5',
    '11-15-x',
    'a1',
    'a2-b3',
    'i9-j8',
    'Nf3',
    '1-2-3-4-5-6-7-8-9-10-11',
    '１１-15',
    '11-15\u0000',
    'x'.repeat(61),
  ])('%j is no move', text => {
    expect(parseNumbers(initial, text)).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('what no legal move fits is told apart', () => {
    expect(parseNumbers(initial, '11-19')).toMatchObject({
      fault: { code: 'illegal-move', rule: 'geometry' },
    });
    // a path on the board: the rules say what is wrong with it
    const move = unwrap(parseNumbers(initial, '11x18'));
    expect(game.play(initial, 0, move)).toMatchObject({ fault: { rule: 'nothingToJump' } });
  });
});

test('any move can be written, and legal ones are read again, all through games', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 120 }), choices => {
      let state = initial;
      for (const choice of choices) {
        const legal = legalPaths(state).map(fromPath);
        for (const move of legal)
          expect(numbers.parse(state, numbers.format(state, move))).toEqual({
            ok: true,
            value: move,
          });
        if (state.outcome !== null) return;
        state = unwrap(game.play(state, state.turn, legal[choice % legal.length]!)).state;
      }
    }),
    { numRuns: 20 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 16 }), bytes => {
      const move = moves.bytes.decode(bytes);
      if (move.ok) expect(numbers.format(initial, move.value)).toMatch(/^\S+[-x]\S+$/);
    }),
  );
});

test('no text makes reading throw', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code));
  const part = fc.constantFrom(...'0123456789-x: abch!?*–');
  const numRuns = process.env.KIFU_DEEP ? 100_000 : 500;
  for (const text of [fc.string({ unit, maxLength: 80 }), fc.string({ unit: part, maxLength: 30 })])
    fc.assert(
      fc.property(text, given => void parseNumbers(at(CHAIN), given)),
      { numRuns },
    );
});
