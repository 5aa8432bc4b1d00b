/** What records of every form say about a match besides what happened. */
import { describe, expect, test } from 'vitest';
import {
  factTexts,
  lowestRating,
  type Metadata,
  metadataOf,
  metadataTags,
  NO_FACTS,
  namedPlayer,
  openingWords,
} from './facts.ts';
import type { Header } from './kifu.ts';

const header = (tags: Header['tags']): Header => ({
  game: 'chess',
  version: 1,
  options: {},
  players: [
    { seat: 0, name: 'Ann' },
    { seat: 1, name: 'Bob' },
  ],
  seed: null,
  start: null,
  startedAt: null,
  tags,
});

describe('of tags', () => {
  test.each<[name: string, tags: Header['tags'], seats: string[], facts: Partial<Metadata>]>([
    ['none', { Site: '?' }, ['white', 'black'], {}],
    ['a site', { Site: ' Oslo ' }, ['white', 'black'], { site: 'Oslo' }],
    ['a site of SGF', { PC: 'Osaka' }, ['black', 'white'], { site: 'Osaka' }],
    [
      'other tags',
      { Annotator: 'Ann', EventDate: '2026.01.02', White: 'x', Date: '2026', Result: '*', X: ' ' },
      ['white', 'black'],
      { tags: { Annotator: 'Ann', EventDate: '2026.01.02' } },
    ],
    [
      'PGN',
      {
        ...{ WhiteElo: '2750', BlackElo: '?', WhiteTitle: 'GM', BlackTitle: '-', Event: 'Cup' },
        ...{ Round: '3.1', TimeControl: '180+2', ECO: 'C50a', Opening: 'Italian Game' },
      },
      ['white', 'black'],
      {
        ...{ ratings: [2750, null], titles: ['GM', null], event: 'Cup', round: '3.1' },
        ...{ timeControl: '180+2', eco: 'C50', openingName: 'Italian Game' },
      },
    ],
    [
      'an opening with its variation',
      { Opening: 'Sicilian', Variation: 'Najdorf', ECO: 'b90' },
      ['white', 'black'],
      { openingName: 'Sicilian: Najdorf' },
    ],
    [
      'PDN, where black is first',
      { WhiteElo: '1800', BlackElo: '1900 prov' },
      ['black', 'white'],
      { ratings: [1900, 1800] },
    ],
    [
      'SGF',
      { BR: '5d', WR: '9p', EV: 'Honinbo', RO: '2 (final)', TM: '3600', ON: 'Chinese' },
      ['black', 'white'],
      {
        ...{ titles: ['5d', '9p'], event: 'Honinbo', round: '2 (final)', timeControl: '3600' },
        openingName: 'Chinese',
      },
    ],
    [
      'match files of backgammon',
      { 'Player 1 Elo': '1600.00/0', 'Player 2 Elo': '12345', Event: 'x' },
      ['white', 'black'],
      { ratings: [1600, null], event: 'x' },
    ],
    ['long texts are cut', { Event: 'x'.repeat(300) }, [], { event: 'x'.repeat(200) }],
    ['no properties of objects', { __proto__: 'x' } as never, ['constructor'], {}],
  ])('%s', (_name, tags, seats, facts) => {
    expect(metadataOf(header(tags), seats)).toEqual({ ...NO_FACTS, ...facts });
  });

  test('a match that was played here has a clock', () => {
    const clock = { type: 'fischer', mainMs: 180_000, incrementMs: 2000 } as const;
    const terms = { nonce: '', rated: true, clock, referee: null, fair: null };
    const played = { ...header({}), terms: { ...terms, hashEvery: 16, branch: null } };
    expect(metadataOf(played, []).timeControl).toMatch(/3/);
  });
});

test('names players with title and rating, and gives the words to search for', () => {
  const facts: Metadata = { ...NO_FACTS, ratings: [2750, 2600], titles: ['GM', null], eco: 'C50' };
  expect(namedPlayer('Ann', facts, 0)).toBe('GM Ann (2750)');
  expect(namedPlayer('Bob', facts, 1)).toBe('Bob (2600)');
  expect(namedPlayer('Cy', NO_FACTS, 0)).toBe('Cy');
  expect(factTexts(facts)).toEqual(['GM', 'C50']);
  expect(lowestRating(facts)).toBe(2600);
  expect(lowestRating({ ...facts, ratings: [2750, null] })).toBe(null);
  expect(lowestRating(NO_FACTS)).toBe(null);
});

test('lists the tags that facts are read from', () => {
  expect(metadataTags(['black', 'white'])).toEqual(
    expect.arrayContaining(['WhiteElo', 'BlackTitle', 'BR', 'EV', 'ECO', 'Player 2 Elo']),
  );
  expect(metadataTags(['black', 'white'])).not.toContain('Site');
});

test.each<[eco: string | null, openingName: string | null, words: string]>([
  [null, null, ''],
  ['C65', null, 'C65'],
  ['C65', 'Berlin', 'C65 Berlin'],
])('the opening %s, %s is %j', (eco, openingName, words) =>
  expect(openingWords({ eco, openingName })).toBe(words),
);
