/** Moves in every spelling. */
import { unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FINISH, type Move, moveAt, moves, numberOf } from './moves.ts';
import { formatMove, parseMove } from './notation.ts';

const runs = { numRuns: process.env.KIFU_DEEP ? 100_000 : 500 };

test('each move on the board has its number, and survives every form', () => {
  const spelled = new Set<string>();
  for (let number = 0; number <= FINISH; number++) {
    const move = moveAt(number);
    expect(numberOf(move)).toBe(number);
    expect(numberOf({ ...move } as Move)).toBe(number); // one that was not made here
    expect(unwrap(moves.hex.decode(moves.hex.encode(move)))).toBe(move);
    expect(unwrap(moves.bytes.decode(moves.bytes.encode(move)))).toBe(move);
    expect(unwrap(parseMove(formatMove(move)))).toBe(move);
    spelled.add(moves.hex.encode(move)).add(formatMove(move));
  }
  expect(spelled.size).toBe(2 * (FINISH + 1));
});

test('moves off the board survive too, for the rules to refuse them', () => {
  const byte = fc.integer({ min: -128, max: 127 });
  const joker = fc.record({
    op: fc.constant('joker'),
    tile: byte,
    rot: byte,
    col: byte,
    row: byte,
  });
  const place = fc.record({ op: fc.constant('place'), rot: byte, col: byte, row: byte });
  fc.assert(
    fc.property(fc.oneof(joker, place), wire => {
      const move = unwrap(moves.json.decode(wire));
      expect(move).toEqual(wire);
      expect(unwrap(moves.hex.decode(moves.hex.encode(move)))).toEqual(wire);
      formatMove(move);
    }),
    runs,
  );
});

test('garbage is refused, or is what would be written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 7 }), bytes => {
      const move = moves.bytes.decode(bytes);
      if (move.ok) expect(moves.bytes.encode(move.value)).toEqual(bytes);
    }),
    runs,
  );
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        op: fc.constantFrom('place', 'joker', 'skip', 'finish', 'constructor', null),
        tile: fc.oneof(fc.integer(), fc.double(), fc.string()),
        rot: fc.integer({ min: -200, max: 200 }),
        col: fc.integer({ min: -200, max: 200 }),
        row: fc.integer({ min: -200, max: 200 }),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(odd, wire => {
      const move = moves.json.decode(wire as never);
      if (move.ok) expect(moves.json.encode(move.value)).toEqual(wire);
      else expect(move.fault.code).toBe('malformed');
    }),
    runs,
  );
});

describe('notation', () => {
  test.each<[text: string, written: string]>([
    ['e8/2', 'e8/2'],
    ['E8', 'e8/0'],
    ['e8 2', 'e8/2'],
    [' a1/0 ', 'a1/0'],
    ['cfrr@e8/2', 'CFRR@e8/2'],
    ['CFRR e8 2', 'CFRR@e8/2'],
    ['Skip', 'skip'],
    ['finish', 'finish'],
  ])('%j is %s', (text, written) => expect(formatMove(unwrap(parseMove(text)))).toBe(written));

  test.each([
    '',
    'i1/0',
    'a0/0',
    'a9',
    'e8/4',
    'e8/-1',
    'RCFR@e8/2',
    'MMMM@e8',
    'e8/2 x',
    'CFRR',
    '@e8',
  ])('%j is no move', text =>
    expect(parseMove(text)).toMatchObject({ ok: false, fault: { code: 'malformed' } }),
  );

  test('no text makes it throw', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefgh12345678/@ crfCRF0'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string()), text => {
        const move = parseMove(text);
        if (move.ok) expect(unwrap(parseMove(formatMove(move.value)))).toBe(move.value);
      }),
      runs,
    );
  });
});
