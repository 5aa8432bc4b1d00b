/** Positions as draughts programs write them. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, initial, parseFen } from './fen.ts';
import { legalPaths } from './generate.ts';
import { fromPath } from './move-codec.ts';
import { game } from './rules.ts';

const START = 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12';

test.each<[text: string, fen: string]>([
  [START, START],
  ['B:W21-32:B1-12', START],
  ['B:B1-12:W21-32', START],
  ['b:w21-32:b1-12.', START],
  [' B : W 21 - 32 : B 1-11 , 12 . ', START],
  ['B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29', 'B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29'],
  ['W:WK1-3:B', 'W:WK1,K2,K3:B'],
  ['W:W5', 'W:W5:B'],
  ['W:Wa5,Kc3:Bh8', 'W:WK11,20:B29'],
  ['W:W05:BK09', 'W:W5:BK9'],
  ['W:W5:B9:H12:F30', 'W:W5:B9'],
])('%s', (text, fen) => {
  expect(formatFen(unwrap(parseFen(text)))).toBe(fen);
});

test('the move number of a FEN gives the count of moves, 0 without one', () => {
  expect(unwrap(parseFen('B:W5:B9')).moveCount).toBe(0);
  expect(unwrap(parseFen('B:W5:B9:H0:F1')).moveCount).toBe(0);
  expect(unwrap(parseFen('W:W5:B9:F1')).moveCount).toBe(1);
  expect(unwrap(parseFen('B:W5:B9:F30')).moveCount).toBe(58);
});

describe('refusals', () => {
  test.each<[why: string, text: string, code: string, offset?: number]>([
    ['nothing', '', 'malformed'],
    ['only a side', 'B', 'malformed'],
    ['an unknown side', '?:W5:B9', 'malformed', 0],
    ['no such side', 'B:X5', 'malformed', 2],
    ['a side twice', 'B:W5:W6', 'malformed', 5],
    ['a square twice', 'B:W5:B6,5', 'malformed', 8],
    ['a square that is not there', 'B:W33:B1', 'malformed', 3],
    ['square 0', 'B:W0:B1', 'malformed', 3],
    ['a light square', 'B:Wa2:B1', 'malformed', 3],
    ['a range turned round', 'B:W12-1:B30', 'malformed', 3],
    ['a range without end', 'B:W1-:B30', 'malformed', 3],
    ['an empty item', 'B:W1,,2:B30', 'malformed', 5],
    ['a chess position', 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1', 'malformed', 0],
    ['thirteen men', 'B:W20-32:B1', 'bad-state'],
    ['too much', `B:W${'1,'.repeat(300)}`, 'too-large'],
  ])('%s', (_why, text, code, offset) => {
    expect(parseFen(text)).toMatchObject({
      ok: false,
      fault: { code, ...(offset === undefined ? {} : { at: { offset } }) },
    });
  });
});

test('every position of a game is written and read again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 120 }), choices => {
      let state = initial;
      for (const choice of choices) {
        const { black, white, kings, turn } = state;
        const again = unwrap(parseFen(formatFen(state)));
        expect(again).toMatchObject({ black, white, kings, turn });
        if (state.outcome !== null) return;
        const legal = legalPaths(state);
        const move = fromPath(legal[choice % legal.length]!);
        state = unwrap(game.play(state, state.turn, move)).state;
      }
    }),
    { numRuns: 20 },
  );
});

test('no text makes reading throw, and what is taken is written just so', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code));
  const part = fc.constantFrom(...'BWK:,-0123456789 .abchHF?', '12', ':W', ':B');
  const numRuns = process.env.KIFU_DEEP ? 100_000 : 1000;
  const check = (text: string) => {
    const state = parseFen(text);
    if (!state.ok) return;
    const fen = formatFen(state.value);
    expect(formatFen(unwrap(parseFen(fen)))).toBe(fen);
  };
  for (const text of [
    fc.string({ unit, maxLength: 100 }),
    fc.string({ unit: part, maxLength: 40 }).map(rest => `B:W${rest}`),
  ])
    fc.assert(fc.property(text, check), { numRuns });
});
