/** JSON from strangers, and the one spelling that is hashed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asJson, canonicalText, type Json, parseJson } from './json.ts';
import { ok } from './result.ts';

/** Any JSON of ours: whole numbers, well-formed strings. */
const json = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger().map(n => n + 0 || 0),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 5 }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('canonical text', () => {
  test('reads back as the same value, with keys in any order', () => {
    fc.assert(
      fc.property(json, value => {
        const text = canonicalText(value);
        expect(parseJson(text)).toEqual(ok(value));
        expect(canonicalText(shuffleKeys(value))).toBe(text);
      }),
    );
  });

  test('keys are sorted by UTF-16 units at every level (RFC 8785 §3.2.3)', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '1': 3,
      '\u0080': 4,
      '\u00f6': 5,
      '\ud83d\ude02': 6,
      '\ufb33': 7,
    };
    const order = Object.keys(JSON.parse(canonicalText(value)));
    expect(order.filter(key => key !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude02',
      '\ufb33',
    ]);
    expect(canonicalText({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });
});

describe('refuses values that are no JSON of ours', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  test.each<[why: string, value: unknown, path: string]>([
    ['a float', { a: [0, 1.5] }, '/a/1'],
    ['minus zero', [-0], '/0'],
    ['an unsafe integer', 2 ** 53, ''],
    ['not a number', Number.NaN, ''],
    ['undefined', { a: undefined }, '/a'],
    ['a hole', Object.assign(new Array(3), { 0: 1, 2: 2 }), '/1'],
    ['a bigint', 1n, ''],
    ['a function', { toJSON: () => 1 }, '/toJSON'],
    ['a date', new Date(0), ''],
    ['a map', { m: new Map() }, '/m'],
    ['a lone surrogate', ['\ud800'], '/0'],
    ['a lone surrogate in a key', { '\udc00': 1 }, ''],
    ['a key to be escaped', { 'a/b~c': 0.5 }, '/a~1b~0c'],
  ])('%s', (_why, value, path) => {
    expect(asJson(value)).toMatchObject({ ok: false, fault: { code: 'malformed', at: { path } } });
    expect(() => canonicalText(value as Json)).toThrow(TypeError);
  });

  test('what answers differently each time is copied once, and what throws is refused', () => {
    let n = 0;
    const shifty = {
      get a() {
        return ++n;
      },
    };
    const taken = asJson(shifty);
    expect(taken).toEqual(ok({ a: 1 }));
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(asJson(throwing)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
    expect(canonicalText(Object.assign([1], { toJSON: () => 'evil' }) as never)).toBe('[1]');
    expect(canonicalText(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  test('a value that contains itself', () => {
    expect(asJson(cycle)).toMatchObject({ ok: false, fault: { code: 'too-large' } });
  });
});

describe('text from strangers', () => {
  test.each<[why: string, text: string]>([
    ['nothing', ''],
    ['half of it', '{"a":1'],
    ['more behind it', '{} {}'],
    ['a comment', '{} // hello'],
    ['single quotes', "{'a':1}"],
    ['a trailing comma', '[1,]'],
    ['NaN', '[NaN]'],
    ['a float', '[0.5]'],
    ['a float that rounds to a whole number', '[0.99999999999999999999]'],
    ['a whole number written as a float', '[1.0]'],
    ['a power of ten', '[1e2]'],
    ['a tiny number', '[1E-400]'],
    ['minus zero', '[-0]'],
    ['a large number', '[9007199254740993]'],
    ['a lone surrogate', '["\\ud800"]'],
    ['a key twice', '{"a":1,"b":{"c":1,"c":2}}'],
    ['a key twice in another spelling', '{"a":1,"\\u0061":2}'],
    ['a key twice, spaced', '{"a" : 1 , "a"\n:2}'],
  ])('refuses %s', (_why, text) => {
    expect(parseJson(text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  });

  test.each<[text: string, offset: number]>([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['["a', 3],
  ])('says at which offset %j is wrong', (text, offset) => {
    expect(parseJson(text)).toMatchObject({ fault: { at: { offset } } });
  });

  test('says where a key stands again', () => {
    expect(parseJson('{"a":1,"a":2}')).toMatchObject({ fault: { at: { offset: 7 } } });
  });

  test('a string that looks like a key is none', () => {
    expect(parseJson('{"a":"a","b":["a","a"],"c":"{\\"a\\":1,\\"a\\":2}"}').ok).toBe(true);
  });

  test('one string may be as long as the limit', () => {
    const long = JSON.stringify('a\n'.repeat(5_000_000));
    expect(parseJson(long, { maxLength: 1 << 26 }).ok).toBe(true);
  });

  test('size and depth are bounded', () => {
    expect(parseJson(' '.repeat(2_000_000))).toMatchObject({ fault: { code: 'too-large' } });
    expect(parseJson('['.repeat(100_000))).toMatchObject({ ok: false });
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect(parseJson(deep)).toMatchObject({ fault: { code: 'too-large' } });
    expect(parseJson('["0123456789"]', { maxLength: 10 })).toMatchObject({
      fault: { code: 'too-large' },
    });
  });

  test('millions of values are refused before they are made', () => {
    const text = `[${'[],'.repeat(1 << 22)}[]]`;
    const maxLength = 1 << 26;
    expect(parseJson(text, { maxLength })).toMatchObject({ fault: { code: 'too-large' } });
    const words = JSON.stringify([',[{'.repeat(1 << 22)]);
    expect(parseJson(words, { maxLength }).ok).toBe(true);
    const open = `["${',\\'.repeat(1 << 22)}`;
    expect(parseJson(open, { maxLength })).toMatchObject({ fault: { code: 'malformed' } });
  });

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => void parseJson(text)),
    );
    const alphabet = fc.constantFrom(...'{}[]",:\\u0ab1-.e tfn');
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 60 }), text => void parseJson(text)),
    );
  });
});

function shuffleKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffleKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffleKeys(inner)]),
  );
}
