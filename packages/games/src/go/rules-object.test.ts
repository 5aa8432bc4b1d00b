/** Rules as files: what is not understood is not played. */
import { expect, test } from 'vitest';
import { formatRules, parseRules } from './rules-object.ts';
import { RULESETS } from './ruleset.ts';

const good = JSON.parse(formatRules(RULESETS[0]!)) as object;

test('keys may come in any order, and rules may have any name', () => {
  const turned = Object.fromEntries(Object.entries({ ...good, name: 'Ours' }).reverse());
  expect(parseRules(JSON.stringify(turned))).toEqual({
    ok: true,
    value: { ...RULESETS[0]!, name: 'Ours' },
  });
});

test.each<[string, string, code: string]>([
  ['no JSON', '{', 'malformed'],
  ['a list', '[]', 'malformed'],
  ['null', 'null', 'malformed'],
  ['another game', JSON.stringify({ ...good, game: 'chess' }), 'unsupported'],
  ['another version', JSON.stringify({ ...good, version: 2 }), 'unsupported'],
  ['a key too many', JSON.stringify({ ...good, more: 1 }), 'unsupported'],
  ['a key too few', JSON.stringify({ ...good, ko: undefined }), 'unsupported'],
  ['a ko of its own', JSON.stringify({ ...good, ko: 'long' }), 'unsupported'],
  ['quarters', JSON.stringify({ ...good, 'default-komi': 6.25 }), 'unsupported'],
  ['a number for a name', JSON.stringify({ ...good, name: 1 }), 'unsupported'],
  ['a long text', ' '.repeat(5000), 'too-large'],
])('refuses %s', (_name, text, code) => {
  expect(parseRules(text)).toMatchObject({ ok: false, fault: { code } });
});
