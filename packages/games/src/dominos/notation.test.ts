/** Moves as people write them. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { positionOf, walk } from '../../test/domino-rounds.ts';
import { formatMove, parseMove } from './notation.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const { hex } = game.moves;
/** South is on turn; west holds something lower. */
const at = (board: string, hand: string, boneyard?: string): State =>
  positionOf(board, [hand, '55'], boneyard);

const open = at('35', '13 25 33 35 46');

describe('writing', () => {
  test.each<[hex: string, text: string]>([
    ['0x0200', '13L'],
    ['0x0311', '25R'],
    ['0x0400', '33L'],
    ['0x0501', '35L'],
    ['0x0511', '35R'],
    ['0x0600', '0x0600'], // does not fit
    ['0x0201', '0x0201'], // the wrong way round
    ['0x1D11', '0x1D11'], // no such tile
    ['0x0100', '0x0100'], // something fits
  ])('%s is %s', (wire, text) => {
    expect(formatMove(open, unwrap(hex.decode(wire)))).toBe(text);
  });

  test('draw and pass are written as words', () => {
    expect(formatMove(at('35', '01', '44'), unwrap(hex.decode('0x0100')))).toBe('draw');
    expect(formatMove(at('35', '01'), unwrap(hex.decode('0x0000')))).toBe('pass');
  });
});

describe('reading', () => {
  test.each<[text: string, hex: string]>([
    ['13L', '0x0200'],
    ['31l', '0x0200'],
    ['13', '0x0200'],
    ['L13', '0x0200'],
    ['left 1-3', '0x0200'],
    ['[1|3] left', '0x0200'],
    ['[ 3 | 1 ]', '0x0200'],
    ['< 3/1', '0x0200'],
    ['25', '0x0311'],
    ['25>', '0x0311'],
    ['52 Right', '0x0311'],
    ['5:2r', '0x0311'],
    ['33', '0x0400'],
    ['35R', '0x0511'],
    ['draw', '0x0100'],
    ['PASS', '0x0000'],
    ['13R', '0x0210'], // read, and refused by the rules
    ['46R', '0x0610'],
  ])('%s is %s', (text, wire) => {
    expect(hex.encode(unwrap(parseMove(open, text)))).toBe(wire);
  });

  test.each<[text: string, code: string, rule: string | undefined, message: RegExp]>([
    ['35', 'illegal-move', 'ambiguous', /^\[3\|5\] fits both ends: 35L or 35R$/],
    ['66', 'illegal-move', 'noTile', /^you do not hold \[6\|6\]$/],
    ['46', 'illegal-move', 'noFit', /^\[4\|6\] fits neither end$/],
    ['', 'malformed', undefined, /35L/],
    ['77', 'malformed', undefined, /35L/],
    ['135', 'malformed', undefined, /35L/],
    ['L13R', 'malformed', undefined, /35L/],
    ['13 up', 'malformed', undefined, /35L/],
    [`13${' '.repeat(50)}L`, 'malformed', undefined, /35L/],
  ])('%s is refused: %s %s', (text, code, rule, message) => {
    const parsed = parseMove(open, text);
    expect(parsed).toMatchObject({ ok: false, fault: { code } });
    if (parsed.ok) return;
    expect(parsed.fault.rule).toBe(rule);
    expect(parsed.fault.message).toMatch(message);
  });

  test('the first tile needs no end', () => {
    const fresh = at('', '66 12');
    expect(hex.encode(unwrap(parseMove(fresh, '66')))).toBe('0x0200');
    expect(formatMove(fresh, unwrap(parseMove(fresh, '66')))).toBe('66L');
    expect(game.play(fresh, 0, unwrap(parseMove(fresh, '12')))).toMatchObject({
      fault: { rule: 'lead', message: '[6|6] must be led: left end, not flipped' },
    });
  });

  test('what is written reads back, all through a round', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.integer({ min: 2, max: 4 }), (seed, count) => {
        for (const { state } of walk(seed, count))
          for (const move of game.legal(state, state.turn))
            expect(parseMove(state, formatMove(state, move))).toEqual({ ok: true, value: move });
      }),
      { numRuns: 30 },
    );
  });
});
