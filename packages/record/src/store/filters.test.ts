/** Filters as addresses, flags and forms give them: each kind of value is read, or refused. */
import { expect, test } from 'vitest';
import { FILTER_NAMES, filterOf, type Kind, parseFilters } from './filters.ts';

/** Texts that each kind reads, with their values, and texts that it refuses. */
const KINDS: {
  readonly [type in Kind<unknown>['type']]: {
    readonly read: readonly (readonly [text: string, value: unknown])[];
    readonly refused: readonly string[];
  };
} = {
  text: { read: [['Ann', 'Ann']], refused: ['', 'x'.repeat(201)] },
  tag: {
    read: [
      ['Annotator=Ann', 'Annotator=Ann'],
      ['Annotator=', 'Annotator='],
    ],
    refused: ['', 'Annotator', '=Ann', `Annotator=${'x'.repeat(300)}`],
  },
  choice: { read: [], refused: ['', 'best', 'constructor'] },
  count: {
    read: [
      ['0', 0],
      ['9999', 9999],
    ],
    refused: ['', '-1', '1.5', '1e3', '007', ' 7', '1000000001'],
  },
  flag: {
    read: [
      ['true', true],
      ['false', false],
    ],
    refused: ['', '1', 'yes', 'TRUE'],
  },
  date: {
    read: [
      ['2026', '2026'],
      ['2026-03-01T12:00Z', '2026-03-01T12:00Z'],
    ],
    refused: ['', 'yesterday', '2026-02-30', `2026-03-01T12:00:00.${'0'.repeat(40)}Z`],
  },
  moves: { read: [['e2e4,e7e5', ['e2e4', 'e7e5']]], refused: ['', 'x'.repeat(401)] },
  position: {
    read: [['0123456789abcdef', Uint8Array.of(1, 35, 69, 103, 137, 171, 205, 239)]],
    refused: ['', '0123456789abcde', '0123456789ABCDEF', '0123456789abcdef0'],
  },
};

test.each(FILTER_NAMES)('%s is read from text, and refuses what is none', name => {
  const { kind } = filterOf(name);
  const { read, refused } = KINDS[kind.type];
  // a code of three letters does not take longer names
  const known = read.filter(([text]) => text.length <= kind.max || kind.type === 'count');
  const choices = kind.type === 'choice' ? kind.values!.map(value => [value, value] as const) : [];
  for (const [text, value] of [...known, ...choices])
    expect(parseFilters([[name, text]]), text).toEqual({ ok: true, value: { [name]: value } });
  for (const text of refused)
    expect(parseFilters([[name, text]]), text).toMatchObject({
      fault: { code: 'malformed', at: { path: `/${name}` } },
    });
});

test('other names of an address are left out', () => {
  const query = parseFilters(new URLSearchParams('game=go&find=1&toString=x&constructor=y'));
  expect(query).toEqual({ ok: true, value: { game: 'go' } });
});
