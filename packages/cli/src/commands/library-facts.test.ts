/** Searching by site and by tags of the record, and counting by what matches have in common. */
import { beforeAll, expect, test } from 'vitest';
import { workshop } from '../../test/files.ts';
import { jsonLines } from '../../test/run-kifu.ts';

const { run, write } = workshop();

const game = (tags: readonly string[], moves: string) =>
  `${tags.map(tag => `[${tag.replace('=', ' "')}"]`).join('\n')}\n\n${moves}\n\n`;

beforeAll(async () => {
  const games = [
    game(
      [
        'Round=1',
        'Site=Reykjavík ISL',
        'Annotator=Zoë Quill',
        'TimeControl=180+2',
        'White=Ann',
        'Black=Bob',
        'Date=2023.01.01',
      ],
      '1. e4 c5 2. Nf3 1-0',
    ),
    game(
      [
        'Round=2',
        'Event=Reykjavik Open',
        'Site=Lyon FRA',
        'Annotator=Quill',
        'White=Ann',
        'Black=Cara',
        'Date=2023.05.??',
        'Board=12',
      ],
      '1. e4 c5 2. Nf3 d6 0-1',
    ),
    game(
      ['Round=3', 'Site=reyk', 'White=Bob', 'Black=Ann', 'TimeControl=180+2'],
      '1. d4 d5 1/2-1/2',
    ),
  ];
  await write('games.pgn', games.join(''));
  expect((await run('library import @games.pgn')).code).toBe(0);
});

const rounds = async (words: string) =>
  jsonLines((await run(`library list ${words} --json`)).out)
    .flatMap(({ facts }) => facts?.round ?? [])
    .sort();

test.each([
  ['--site reykjavik', ['1']],
  ['--site REYK', ['1', '3']],
  ['--site isl', ['1']],
  ['--site kjavik', []],
  ['--site open', []],
  ['--tag Annotator=quill', ['2']],
  ['--tag annotator=Zoe\u00a0Quill', ['1']],
  ['--tag Annotator=', ['1', '2']],
  ['--tag Board=12', ['2']],
  ['--tag TimeControl=180+2', ['1', '3']],
  ['--tag Site=Lyon\u00a0FRA', ['2']],
  ['--tag Board=1', []],
  ['--tag Annotator=quill --site lyon', ['2']],
])('%s', async (words, found) => {
  expect(await rounds(words)).toEqual(found);
});

test.each([
  ['opening', 'Sicilian Defense', { matches: 2, first: 1, second: 1, draws: 0 }],
  ['year', '2023', { matches: 2, first: 1, second: 1 }],
  ['year', null, { matches: 1, draws: 1 }],
  ['player', 'Ann', { matches: 3 }],
  ['clock', '180+2', { matches: 2, first: 1, draws: 1 }],
  ['eco', null, undefined],
])('counts by %s: %s', async (by, group, expected) => {
  const [told] = jsonLines((await run(`library stats --by ${by} --json`)).out);
  const found = told.groups.find((one: { group: string | null }) => one.group === group);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});

test('prints counts as a table, of the matches that are asked for', async () => {
  const { out } = await run('library stats --by player --site reyk --limit 2');
  expect(out).toBe(
    'PLAYER  MATCHES  FIRST WON  SECOND WON  DRAWN  OTHER\nAnn           2          1           0      1      0\nBob           2          1           0      1      0\n',
  );
});

test.each([
  ['White=Ann', '--player'],
  ['PB=', '--player'],
  ['Date=2023.01.01', '--from, --before'],
  ['result=1-0', '--result'],
  ['BlackElo=2100', '--min-rating, --max-rating'],
  ['WhiteTitle=GM', '--text'],
])('what listings have besides tags is not searched as one: %s', async (tag, option) => {
  const told = await run(`library list --tag ${tag}`);
  expect(told.code).toBe(2);
  expect(told.err).toContain(`is not searched as a tag; use ${option}.`);
});

test('a library in which no match has a tag is not called empty', async () => {
  const { out } = await run('library list --tag Board=7');
  expect(out).toBe('no matches found\n');
});

test.each([
  ['library stats --tag endgame', 2, /^kifu: malformed: --tag requires --by\n$/],
  ['library stats --by round', 2, /Must be opening, eco/],
  ['library list --site lyon --archive a', 2, /cannot be used/],
])('refuses %s', async (words, code, why) => {
  const told = await run(words);
  expect(told.code).toBe(code);
  expect(told.err).toMatch(why);
});
