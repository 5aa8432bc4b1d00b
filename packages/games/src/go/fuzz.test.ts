/** Any input of strangers gives a fault or a value that is written in the same way again, and never a throw. */
import { canonicalText, type Json, type JsonObject, start } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, canonOf, playMoves } from '../../test/go-tools.ts';
import { coordinates, letters } from './notation.ts';
import { formatResult, parseResult } from './result-text.ts';
import { game } from './rules.ts';
import { formatRules, parseRules } from './rules-object.ts';
import { RULESETS } from './ruleset.ts';

const { moves, states } = game;

/** A few hundred inputs each, or a hundred thousand in all. */
const runs = (numRuns: number) => ({
  numRuns: process.env.KIFU_DEEP ? 50 * numRuns : numRuns,
  seed: 13,
});

/** Values that nearly fit, and others. */
const near = fc.oneof(
  fc.integer({ min: -2, max: 60 }),
  fc.constantFrom(
    'play',
    'mark',
    'pass',
    'agree',
    'Chinese',
    'free',
    '.',
    'B',
    '..',
    'BW',
    '--',
    'aa',
  ),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer({ min: -1, max: 53 }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
) as fc.Arbitrary<Json>;

test('moves are refused, or written back as they came', () => {
  const record = fc.dictionary(fc.constantFrom('at', 'type', 'x'), near, { maxKeys: 3 });
  fc.assert(
    fc.property(fc.oneof(record, near), value => {
      const move = moves.json.decode(value as Json);
      if (!move.ok) return;
      const wire = moves.bytes.encode(move.value);
      expect(moves.bytes.decode(wire)).toEqual(move);
      expect(moves.json.decode(moves.json.encode(move.value))).toEqual(move);
    }),
    runs(400),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3 }), wire => {
      const move = moves.bytes.decode(wire);
      if (move.ok) expect(moves.bytes.encode(move.value)).toEqual(wire);
    }),
    runs(400),
  );
});

/** A value with something in it replaced. */
function spoil(value: Json, path: readonly number[], by: Json): Json {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  if (keys.length === 0) return by;
  const key = keys[first % keys.length]!;
  const inner = spoil((value as JsonObject)[key]!, rest, by);
  return Array.isArray(value)
    ? value.map((item, i) => (String(i) === key ? inner : item))
    : { ...(value as JsonObject), [key]: inner };
}

const played = playMoves(begin({ width: 4 }), 'B4, C4, A3, D3, B2, C2, C3, B3, D1');
const counted = playMoves(
  begin({ width: 3, rules: 'Japanese' }),
  'B3, C1, B2, pass, B1, pass, pass',
);
const SAMPLES = [played, counted, begin({ width: 3, handicap: 2 })].map(state => ({
  canon: states.canon(state),
  aside: states.aside(state),
}));

test('states are refused, or written back as they came', () => {
  const path = fc.array(fc.nat(12), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom(...SAMPLES),
      path,
      near,
      fc.boolean(),
      (sample, at, by, inHistory) => {
        const canon = inHistory ? sample.canon : spoil(sample.canon, at, by);
        const aside = inHistory ? spoil(sample.aside, at, by) : sample.aside;
        const state = states.restore(canon, aside);
        if (!state.ok) return;
        expect(canonicalText(states.canon(state.value))).toBe(canonicalText(canon));
        expect(states.restore(states.canon(state.value), states.aside(state.value)).ok).toBe(true);
        for (const seat of game.active(state.value))
          for (const move of game.legal(state.value, seat))
            expect(game.play(state.value, seat, move).ok).toBe(true);
      },
    ),
    runs(500),
  );
});

test('setups are refused, or give a state that can be restored', () => {
  const names = fc.constantFrom('rules', 'width', 'height', 'komiHalves', 'handicap', 'x');
  fc.assert(
    fc.property(fc.dictionary(names, near, { maxKeys: 4 }), fc.boolean(), (options, isStarted) => {
      const given = isStarted ? { start: { canon: canonOf(['...', '...']) } } : {};
      const begun = start(game, { options, ...given });
      if (begun.ok) expect(states.restore(states.canon(begun.value.state)).ok).toBe(true);
      else expect(['bad-setup', 'too-large']).toContain(begun.fault.code);
    }),
    runs(300),
  );
});

test('text is refused by every reader, or written back', () => {
  const state = begin({ width: 30, height: 9 });
  const rules = formatRules(RULESETS[3]!);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^(mark )?[A-Za-z]{1,2}\d{0,2}$/),
    fc.stringMatching(/^[BW]\+(\d{0,3}\.?\d{0,2}|[RTF]\w*)$/),
    fc
      .tuple(fc.nat(rules.length), fc.nat(9), fc.string({ maxLength: 3 }))
      .map(([at, length, put]) => rules.slice(0, at) + put + rules.slice(at + length)),
  );
  fc.assert(
    fc.property(text, written => {
      for (const notation of [coordinates, letters]) {
        const move = notation.parse(state, written);
        if (move.ok)
          expect(notation.parse(state, notation.format(state, move.value))).toEqual(move);
      }
      const result = parseResult(written);
      if (result.ok && result.value?.points)
        expect(parseResult(formatResult(result.value))).toEqual(result);
      const ruleset = parseRules(written);
      if (ruleset.ok) expect(parseRules(formatRules(ruleset.value))).toEqual(ruleset);
    }),
    runs(400),
  );
});
