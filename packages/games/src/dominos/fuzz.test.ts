/** Nothing that strangers send makes a decoder throw, and what is taken is what would be written. */
import { asJson, canonicalText, FAULTS, type Json, type Result, rngFrom } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walk } from '../../test/domino-rounds.ts';
import { describe as say } from './describe.ts';
import { parseMove } from './notation.ts';
import { game } from './rules.ts';
import { scene, sceneOfView } from './scene.ts';
import type { State } from './state.ts';

const { json, bytes, hex } = game.moves;
const { canon, aside, restore } = game.states;
const runs = (numRuns: number) => ({ numRuns: process.env.KIFU_DEEP ? 100_000 : numRuns, seed: 7 });

function checkResult(result: Result<unknown>): void {
  if (!result.ok) expect(Object.keys(FAULTS)).toContain(result.fault.code);
}

describe('moves', () => {
  test('every byte and every two are refused, or written back as they came', () => {
    for (let first = 0; first < 256; first++) {
      const one = bytes.decode(Uint8Array.of(first));
      if (one.ok) expect(bytes.encode(one.value)).toEqual(Uint8Array.of(first));
      expect(bytes.decode(Uint8Array.of(first, first)).ok).toBe(false);
      for (let second = 0; second < 256; second++) {
        const digits = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
        const text = `0x${digits(first)}${digits(second)}`;
        const move = hex.decode(text);
        if (move.ok) expect(hex.encode(move.value)).toBe(text);
      }
    }
  });

  test('any bytes and any text', () => {
    const wires = fc.tuple(fc.uint8Array({ maxLength: 4 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(wires, ([wire, text]) => {
        const move = bytes.decode(wire);
        if (move.ok) expect(bytes.encode(move.value)).toEqual(wire);
        const named = hex.decode(text);
        if (named.ok) expect(hex.encode(named.value)).toBe(text);
        checkResult(move);
        checkResult(named);
      }),
      runs(500),
    );
  });

  test('any JSON, and JSON that is nearly a move', () => {
    const near = fc.record(
      {
        end: fc.oneof(fc.constantFrom('left', 'right', 'top'), fc.jsonValue()),
        flip: fc.oneof(fc.boolean(), fc.jsonValue()),
        tileIndex: fc.oneof(fc.integer({ min: -3, max: 29 }), fc.jsonValue()),
        more: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue()), value => {
        const move = json.decode(value as Json);
        checkResult(move);
        if (!move.ok) return;
        expect(canonicalText(json.encode(move.value))).toBe(canonicalText(value as Json));
        expect(hex.decode(hex.encode(move.value))).toEqual(move);
        expect(bytes.decode(bytes.encode(move.value))).toEqual(move);
      }),
      runs(500),
    );
  });
});

/** States from the first to the last of a round. */
const states = fc
  .tuple(fc.nat(2 ** 31 - 1), fc.integer({ min: 2, max: 4 }), fc.nat(45))
  .map(([seed, count, moves]) => {
    const all = [...walk(seed, count)];
    return all[Math.min(moves, all.length - 1)]!.state;
  });

/** The value with one of its parts, found by luck, put in place of another or changed. */
function spoil(value: Json, seed: number, odd: Json): Json {
  const luck = rngFrom(seed);
  const change = (here: Json): Json => {
    if (typeof here !== 'object' || here === null || luck(5) === 0)
      return typeof here === 'number' && luck(2) === 0 ? here + luck(3) - 1 : odd;
    if (!Array.isArray(here)) {
      const keys = Object.keys(here);
      const key = keys[luck(keys.length)]!;
      return { ...here, [key]: change((here as { [key: string]: Json })[key]!) };
    }
    if (here.length === 0) return [odd];
    const [i, j] = [luck(here.length), luck(here.length)];
    const way = luck(4);
    if (way === 0) return here.toSpliced(i, 1);
    if (way === 1) return [...here, here[j] as Json];
    if (way === 2) return here.with(i, here[j]);
    return here.with(i, change(here[i]));
  };
  return change(value);
}

describe('states', () => {
  test('spoilt in any way: refused, or written just so and fit to be played and drawn', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.integer({ min: -2, max: 30 })) as fc.Arbitrary<Json>;
    let taken = 0;
    fc.assert(
      fc.property(
        states,
        fc.nat(2 ** 31 - 1),
        odd,
        fc.boolean(),
        (state, seed, value, isBeside) => {
          const [inside, beside] = isBeside
            ? [canon(state), spoil(aside(state), seed, value)]
            : [spoil(canon(state), seed, value), aside(state)];
          const restored = restore(inside, beside);
          checkResult(restored);
          if (!restored.ok) return;
          taken++;
          expect(canonicalText(canon(restored.value))).toBe(canonicalText(inside));
          expect(canonicalText(aside(restored.value))).toBe(canonicalText(beside));
          checkPlayable(restored.value);
        },
      ),
      runs(600),
    );
    expect(taken).toBeGreaterThan(10);
  });

  test('any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        checkResult(restore(one as Json, other as Json));
      }),
      runs(300),
    );
  });
});

/** Every legal move can be played, and what seats see is data and can be drawn; also where tiles are missing. */
function checkPlayable(state: State): void {
  scene(state);
  say.position(state);
  for (const seat of game.active(state))
    for (const move of game.legal(state, seat)) expect(game.play(state, seat, move).ok).toBe(true);
  for (const seat of [...game.seated(state), null]) {
    const view = game.secrets!.view(state, seat);
    expect(asJson(view).ok).toBe(true);
    sceneOfView(view, seat);
  }
}

describe('notation', () => {
  const parts = fc.constantFrom(
    ...['0', '1', '3', '5', '6', '7', '35', '[', ']', '|', '-', ' ', 'L', 'R', 'left', 'right'],
    ...['<', '>', 'draw', 'pass', '0x', '\n', '\0', 'é', '💣'],
  );
  const text = fc.oneof(
    fc.array(parts, { maxLength: 8 }).map(list => list.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  test('any text is a move or a fault', () => {
    fc.assert(
      fc.property(states, text, (state, typed) => {
        const move = parseMove(state, typed);
        checkResult(move);
        if (move.ok) expect(hex.decode(hex.encode(move.value))).toEqual(move);
      }),
      runs(500),
    );
  });
});
