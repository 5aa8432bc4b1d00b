/** Nothing that strangers send makes ludo throw, and what is taken is written back as it came. */
import { canonicalText, formatHex, type Json, type JsonObject, start, step } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, canonOf, IN_BASE } from '../../test/ludo-positions.ts';
import { parseMove } from './notation.ts';
import { game } from './rules.ts';
import { turnOf } from './state.ts';

const { bytes, hex, json } = game.moves;
const runs = { numRuns: process.env.KIFU_DEEP ? 100_000 : 500, seed: 7 };

/** Whole numbers about the size of those in states and moves, and now and then something else. */
const odd = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -2, max: 58 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
);

describe('moves', () => {
  test('bytes and hex are refused, or written back as they came', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4, max: 8 }), wire => {
        const move = bytes.decode(wire);
        const same = hex.decode(formatHex(wire));
        expect(same).toEqual(move);
        if (move.ok) expect(bytes.encode(move.value)).toEqual(wire);
        if (same.ok) expect(hex.encode(same.value)).toBe(formatHex(wire));
      }),
      runs,
    );
  });

  test('JSON', () => {
    const wire = fc.oneof(
      fc.record({ steps: odd, tokenIndex: odd }),
      fc.record({ steps: odd, tokenIndex: odd, more: odd }, { requiredKeys: [] }),
      fc.jsonValue() as fc.Arbitrary<Json>,
    );
    const state = at([[5, -1, 20, 56], IN_BASE], { dice: 6 });
    fc.assert(
      fc.property(wire, value => {
        const move = json.decode(value);
        if (move.ok) expect(json.encode(move.value)).toEqual(value);
        const played = game.play(state, 0, value as never); // without a look at its form before
        expect(played.ok && !move.ok).toBe(false);
      }),
      runs,
    );
  });

  test('notation', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'01234567+ outOUT-'), maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    for (const state of [at([IN_BASE, IN_BASE], { dice: 6 }), at([IN_BASE, IN_BASE])])
      fc.assert(
        fc.property(text, written => {
          const move = parseMove(state, written);
          if (move.ok) expect(json.decode(move.value)).toEqual(move);
        }),
        runs,
      );
  });
});

describe('states', () => {
  const token = fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(-1, 56) },
      { weight: 3, arbitrary: fc.integer({ min: -1, max: 56 }) },
    )
    .map(position => ({ inHome: position === 56, position }));
  const team = fc.array(token, { minLength: 4, maxLength: 4 });
  /** States of the right form, possible or not. */
  const formed = fc.integer({ min: 2, max: 4 }).chain(count =>
    fc.record({
      consecutiveSixes: fc.nat(2),
      dice: fc.option(fc.integer({ min: 1, max: 6 })),
      eliminated: fc.array(
        fc.integer({ min: 0, max: 5 }).map(n => n === 0),
        { minLength: count, maxLength: count },
      ),
      moveCount: fc.nat(1000),
      playerCount: fc.constant(count),
      seed: fc.nat(2 ** 31 - 1),
      tokens: fc.array(team, { minLength: count, maxLength: count }),
      turn: fc.nat(count - 1),
    }),
  );

  test('what is taken can be played, and is written back as it came', () => {
    let taken = 0;
    fc.assert(
      fc.property(formed, canon => {
        const restored = game.states.restore(canon as unknown as JsonObject);
        if (!restored.ok) {
          expect(restored.fault.code).toBe('bad-state');
          return;
        }
        taken++;
        const state = restored.value;
        expect(game.states.text!(state)).toBe(canonicalText(canon as unknown as Json));
        const [seat] = game.active(state);
        const outcome = game.outcome(state);
        expect([seat !== undefined, game.chance!.due(state), outcome !== null]).toEqual(
          outcome !== null
            ? [false, false, true]
            : [canon.dice !== null, canon.dice === null, false],
        );
        if (seat === undefined) return;
        expect(seat).toBe(turnOf(state));
        for (const move of game.legal(state, seat))
          expect(step(game, state, { do: 'move', seat, move }).ok).toBe(true);
      }),
      runs,
    );
    expect(taken).toBeGreaterThan(50);
  });

  test('garbage in any field is refused, or written back as it came', () => {
    const keys = Object.keys(canonOf([IN_BASE, IN_BASE]));
    const broken = fc.oneof(
      fc
        .tuple(fc.constantFrom(...keys), odd)
        .map(([key, value]) => ({ ...canonOf([IN_BASE, IN_BASE]), [key]: value })),
      fc.jsonValue() as fc.Arbitrary<Json>,
    );
    fc.assert(
      fc.property(broken, odd, (canon, aside) => {
        const restored = game.states.restore(canon, aside);
        if (restored.ok) expect(game.states.canon(restored.value)).toEqual(canon);
        start(game, { seed: 1, start: { canon, aside } });
      }),
      runs,
    );
  });
});

test('setups are refused, or start with the seats that they name', () => {
  const setup = fc.record(
    {
      seats: fc.oneof(fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 5 }), odd),
      seed: fc.oneof(fc.nat(2 ** 31 - 1), odd),
      options: fc.oneof(fc.constant({}), odd),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(setup, given => {
      const started = start(game, given);
      if (!started.ok) expect(started.fault.code).toBe('bad-setup');
      else expect(game.seated(started.value.state)).toEqual(given.seats ?? [0, 1]);
    }),
    runs,
  );
});
