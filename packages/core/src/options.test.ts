/** Options as data: what may be said, what is refused, and in which words. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from './json.ts';
import {
  describeOption,
  type GameOptions,
  isOption,
  type OptionSchema,
  refuseOptions,
} from './options.ts';

const SIZE: OptionSchema = { type: 'integer', minimum: 2, maximum: 25 };
const PAIR: OptionSchema = { type: 'array', items: SIZE, minItems: 2, maxItems: 2 };
const RULES: OptionSchema = {
  anyOf: [
    { enum: ['old', 'new'] },
    {
      type: 'object',
      properties: { ko: { enum: ['simple'] }, suicide: { type: 'boolean' } },
      required: ['ko', 'suicide'],
      additionalProperties: false,
    },
  ],
};
const OPTIONS: GameOptions = {
  flying: { type: 'boolean', description: 'Whether kings fly.' },
  pairs: {
    ...{ type: 'array', items: PAIR, minItems: 0, maxItems: 3 },
    description: 'Some pairs.',
  },
  rules: { ...RULES, description: 'Which rules.', default: 'new' },
  size: { ...SIZE, description: 'How large.', default: 19 },
};

test.each<[options: JsonObject]>([
  [{}],
  [{ size: 2, flying: false }],
  [{ size: 25, rules: 'old' }],
  [{ rules: { suicide: true, ko: 'simple' } }],
  [{ pairs: [] }],
  [
    {
      pairs: [
        [2, 25],
        [3, 3],
      ],
    },
  ],
])('takes %j', options => {
  expect(refuseOptions('pebbles', OPTIONS, options)).toBeNull();
});

test.each<[options: JsonObject, path: string, message: string]>([
  [
    { width: 9 },
    '/options/width',
    'pebbles has no option "width"; options: flying, pairs, rules, size',
  ],
  [
    { 'a/b': 1 },
    '/options/a~1b',
    'pebbles has no option "a/b"; options: flying, pairs, rules, size',
  ],
  [{ size: 1 }, '/options/size', 'size must be a whole number from 2 to 25'],
  [{ size: '9' }, '/options/size', 'size must be a whole number from 2 to 25'],
  [{ size: null }, '/options/size', 'size must be a whole number from 2 to 25'],
  [{ flying: 1 }, '/options/flying', 'flying must be true or false'],
  [{ rules: 'odd' }, '/options/rules', 'rules must be old or new, or an object of ko and suicide'],
  [
    { rules: { ko: 'simple' } },
    '/options/rules',
    'rules must be old or new, or an object of ko and suicide',
  ],
  [
    {
      pairs: [
        [2, 2],
        [2, 26],
      ],
    },
    '/options/pairs/1/1',
    'pairs must be a list of up to 3 items, each a list of 2 items, each a whole number from 2 to 25',
  ],
])('refuses %j', (options, path, message) => {
  expect(refuseOptions('pebbles', OPTIONS, options)).toMatchObject({
    fault: { code: 'bad-setup', message, at: { path } },
  });
});

test('a game without options says so, and shows only so much of what it was sent', () => {
  const refused = refuseOptions('chess', {}, { ['x'.repeat(1000)]: 1 })!;
  expect(refused.fault.message).toBe(`chess has no option "${'x'.repeat(40)}"; it has none`);
});

test('nothing but JSON that fits is taken, and what does not fit is described', () => {
  fc.assert(
    fc.property(fc.constantFrom(SIZE, PAIR, RULES), fc.jsonValue(), (schema, value) => {
      expect(isOption(schema, value as Json)).toBe(
        refuseOptions('x', { o: { ...schema, description: '' } }, { o: value as Json }) === null,
      );
      expect(describeOption(schema)).not.toMatch(/undefined|object Object/);
    }),
  );
});
