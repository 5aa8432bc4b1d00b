/** Moves and states meet garbage: what is taken is what would be written, and nothing throws. */
import { asJson, canonicalText, type Json, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initial } from './fen.ts';
import { moves, toPath } from './move-codec.ts';
import { NO_PATH } from './path.ts';
import { game } from './rules.ts';

const numRuns = process.env.KIFU_DEEP ? 100_000 : 500;
const { json, bytes, hex } = moves;

/** Bytes that are nearly a move. */
const square = fc.tuple(fc.nat(8), fc.nat(8)).map(([x, y]) => 16 * x + y);
const nearly = fc
  .tuple(square, square, fc.array(square, { maxLength: 13 }), fc.nat(2))
  .map(([from, to, captures, odd]) =>
    Uint8Array.of(from, to, captures.length + (odd === 2 ? 1 : 0), ...captures),
  );

test('bytes are refused, or written back as they came', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.uint8Array({ maxLength: 20 })), wire => {
      const move = bytes.decode(wire);
      if (!move.ok) return;
      expect([...bytes.encode(move.value)]).toEqual([...wire]);
      expect(json.decode(JSON.parse(JSON.stringify(move.value)))).toEqual(move);
      expect(toPath(move.value)).toBeGreaterThanOrEqual(NO_PATH);
      game.play(initial, 0, move.value);
    }),
    { numRuns },
  );
});

test('hex is refused, or written back as it came', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFabx '), maxLength: 12 });
  fc.assert(
    fc.property(digits, text => {
      const move = hex.decode(`0x${text}`);
      if (move.ok) expect(hex.encode(move.value)).toBe(`0x${text}`);
    }),
    { numRuns },
  );
});

test('JSON is refused, or written back as it came', () => {
  const value = fc.oneof(fc.nat(9), fc.integer(), fc.constant(null), fc.string({ maxLength: 3 }));
  const pair = fc.oneof({ weight: 5, arbitrary: fc.tuple(fc.nat(7), fc.nat(7)) }, fc.array(value));
  const nearlyMove = fc.record(
    { from: pair, to: pair, captures: fc.array(pair, { maxLength: 14 }), more: value },
    { requiredKeys: ['from', 'to'] },
  );
  fc.assert(
    fc.property(fc.oneof(nearlyMove, fc.jsonValue()), given => {
      const move = json.decode(given as Json);
      if (move.ok)
        expect(canonicalText(json.encode(move.value))).toBe(canonicalText(given as Json));
    }),
    { numRuns },
  );
});

test('states are refused, or written back as they came', () => {
  const boardOf = (players: number) => {
    const piece = fc.record({ isKing: fc.boolean(), player: fc.nat(players) });
    const cell = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, piece);
    const exactly8 = { minLength: 8, maxLength: 8 };
    return fc.array(fc.array(cell, exactly8), exactly8);
  };
  const board = boardOf(2);
  /** Only playing squares and players that there are, so that some are taken. */
  const playable = boardOf(1).map(columns =>
    columns.map((column, x) => column.map((one, y) => ((x + y) % 2 === 0 ? one : null))),
  );
  const canon = fc.record({
    board: fc.oneof({ weight: 4, arbitrary: playable }, board, fc.jsonValue()),
    moveCount: fc.oneof(fc.nat(20), fc.integer()),
    mustContinueFrom: fc.oneof(fc.constant(null), fc.tuple(fc.nat(8), fc.nat(8))),
    turn: fc.nat(2),
  });
  let taken = 0;
  fc.assert(
    fc.property(canon, fc.oneof(fc.constant(null), fc.jsonValue()), (given, aside) => {
      const state = game.states.restore(given as Json, aside as Json);
      if (!state.ok) return;
      taken++;
      expect(asJson(given).ok).toBe(true);
      expect(game.states.text!(state.value)).toBe(canonicalText(given as Json));
      for (const move of game.legal(state.value, state.value.turn))
        unwrap(game.play(state.value, state.value.turn, move));
    }),
    { numRuns: Math.min(numRuns, 20_000) },
  );
  expect(taken).toBeGreaterThan(0);
});
