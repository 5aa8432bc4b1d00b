/** Reading match files: what they say, in which hand, and where they are wrong. */
import { type Kifu, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { fold, MATCH, OTHER_HAND, randomKifu } from '../../../test/mat-samples.ts';
import { mat, readMat } from './index.ts';

/** A file with one game of these lines. */
const file = (...lines: string[]) =>
  [' 0 point match', '', ' Game 1', ' Ann : 0          Bob : 0', ...lines, ''].join('\n');
const readOne = (text: string): Kifu => unwrap(mat.read(text));
const games = (text: string) => [...readMat(text)].map(unwrap);

describe('a match of three games', () => {
  const told: string[] = [];
  const all = [...readMat(MATCH, what => told.push(what))].map(unwrap);

  test('has players, score and length in the headers', () => {
    expect(all.map(({ header }) => header)).toMatchObject([
      {
        game: 'backgammon',
        version: 1,
        seed: 0,
        start: null,
        startedAt: '2026-01-02',
        players: [
          { seat: 0, name: 'Ann' },
          { seat: 1, name: 'Bob' },
        ],
        tags: { Site: 'Kifu', 'Match ID': '17', EventDate: '2026.01.02', 'Match length': '5' },
      },
      { tags: { Game: '2', Score: '2-0' } },
      { tags: { Game: '3', Score: '2-1' } },
    ]);
    expect(all[0]!.header.tags).not.toHaveProperty('Game');
  });

  test('the dice of the file are options, the first so that the beginner has the higher', () => {
    const [first, second] = all.map(({ header }) => header.options.dice as number[][]);
    expect(first!.slice(0, 4)).toEqual([
      [3, 2],
      [5, 1],
      [3, 1],
      [6, 6],
    ]);
    expect(second!.slice(0, 2)).toEqual([
      [3, 5],
      [2, 5],
    ]);
    expect(first).toHaveLength(47);
  });

  test('has an ending for each game', () => {
    expect(all.map(({ ending }) => ending?.outcome)).toEqual([
      { result: 'win', winners: [0], points: [2, 0], reason: 'single' },
      { result: 'win', winners: [1], points: [0, 1], reason: 'dropped' },
      { result: 'win', winners: [0], points: [1, 0], reason: 'unknown' },
    ]);
  });

  test('has remarks and the cube as notes', () => {
    expect(all.map(({ notes }) => notes.map(({ entry, text }) => [entry, text]))).toEqual([
      [
        [0, 'played for practice'],
        [31, 'white doubles to 2'],
        [31, 'black takes'],
      ],
      [
        [10, 'black doubles to 2'],
        [10, 'white drops'],
      ],
      [],
    ]);
    expect(told).toEqual([
      'the doubling cube is not supported: its actions are stored as notes',
      'the doubling cube is not supported: its actions are stored as notes',
    ]);
  });

  test('gives records that play to their endings', () => {
    for (const kifu of all) {
      const { state, outcome } = fold(kifu);
      if (outcome !== null) expect(outcome).toEqual(kifu.ending?.outcome);
      else expect(state.dice).not.toBe(0);
    }
  });

  test('gives its first game to read', () => expect(readOne(MATCH)).toEqual(all[0]));
});

describe('ways to write a match', () => {
  test('words for bar and off, joined steps and counted ones give the same positions', () => {
    const plain = games(MATCH)[0]!;
    const other = readOne(OTHER_HAND);
    const { length } = other.entries;
    const cut = { ...plain, entries: plain.entries.slice(0, length) };
    const [here, there] = [fold(other).state, fold(cut).state].map(
      ({ o1, o2, o4, o8, f1, f2, f4, f8 }) => [o1, o2, o4, o8, f1, f2, f4, f8].join(),
    );
    expect(here).toBe(there);
  });

  test.each<[name: string, change: (text: string) => string]>([
    ['line ends of Windows', text => text.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', text => text.replaceAll('\n', '\r')],
    ['a byte order mark', text => `\uFEFF${text}`],
    ['no stars', text => text.replaceAll('*', '')],
    [
      'other letters',
      text =>
        text.replace(/Game|Wins|Doubles|Takes|Drops|point match/g, word => word.toUpperCase()),
    ],
    ['tabs between the sides', text => text.replace(/ {4,}(?=\d\d:|Doubles|Takes)/g, '\t\t')],
    ['wide columns', text => text.replace(/ {8,}/g, '$&        ')],
    ['no empty lines', text => text.replaceAll(/\n+/g, '\n')],
  ])('%s change nothing', (_name, change) => {
    expect(games(change(MATCH))).toEqual(games(MATCH));
  });

  test('bytes are UTF-8, or else Latin-1', () => {
    const text = file('  1) 31: 8/5 6/5').replace('Ann', 'Zoë');
    const latin = Uint8Array.from(text, char => char.charCodeAt(0));
    for (const bytes of [new TextEncoder().encode(text), latin])
      expect(unwrap(mat.read(bytes)).header.players[0]!.name).toBe('Zoë');
  });

  test.each<[name: string, lines: string[], entries: number]>([
    ['a turn cut short at the end', ['  1) 31: 8/5'], 1],
    ['a roll that was not played', ['  1) 31:'], 0],
    ['nothing at all', [], 0],
    ['an empty line of a game', ['  1) 31: 8/5 6/5', '  2)'], 2],
    [
      'words joined to a star behind the count',
      ['  1) 64: 24/14', '  2)   33: 8/5*(2) 6/3(2)'.replace('  2)   ', '  2)             ')],
      6,
    ],
  ])('are read: %s', (_name, lines, entries) => {
    expect(readOne(file(...lines)).entries).toHaveLength(entries);
  });

  test.each([
    ['2024.02.29', '2024-02-29'],
    ['2024.02.30', null],
    ['2023.02.29', null],
    ['2024.04.31', null],
    ['2024.13.01', null],
    ['today', null],
  ])('the day %s is read as %s', (told, day) => {
    expect(readOne(`; [EventDate "${told}"]\n${file()}`).header.startedAt).toBe(day);
  });

  test('of two tags of one name the last is kept', () => {
    const lost: string[] = [];
    const text = `; [Event "a"]\n; [Event "b"]\n${file()}`;
    const [kifu] = [...readMat(text, what => lost.push(what))].map(unwrap);
    expect(kifu!.header.tags).toEqual({ Event: 'b' });
    expect(lost).toEqual(['duplicate tags, all but the last']);
  });

  test.each<[players: string, names: string[], score: string | undefined]>([
    [' Ann : 0                          : 0', ['Ann', ''], undefined],
    [' : 3                         Bob : 4', ['', 'Bob'], '3-4'],
    [' : 0                         : 0', ['', ''], undefined],
    [' A: B : 1      C :D : 0', ['A: B', 'C :D'], '1-0'],
  ])('the players %j are read as %j', (players, names, score) => {
    const { header } = readOne(file('  1) 31: 8/5 6/5').replace(/ Ann.*/, players));
    expect(header.players.map(({ name }) => name)).toEqual(names);
    expect(header.tags.Score).toBe(score);
  });

  test('one checker that goes off by both dice may be written as one way', () => {
    let joined = 0;
    for (let seed = 0; seed < 60; seed++) {
      const text = unwrap(mat.write(randomKifu(seed))).output as string;
      const other = text.replace(/(\d\d: )([1-6])\/([1-6]) \3\/0(?=\n| {2})/g, '$1$2/off');
      if (other === text) continue;
      joined++;
      expect(readOne(other).entries).toHaveLength(readOne(text).entries.length);
    }
    expect(joined).toBeGreaterThan(5);
  });

  test('several matches in one file are read one after the other', () => {
    const two = `; [Event "one"]\n${file('  1) 31: 8/5 6/5')}; [Event "two"]\n${file('  1) 21: 13/11 6/5')}`;
    expect(games(two).map(({ header }) => header.tags)).toEqual([
      { Event: 'one' },
      { Event: 'two' },
    ]);
  });

  describe('points of a game that ends on the board are those of the file', () => {
    /** The first game of the sample ends with a single win, and the cube at 2. */
    const CUBE = '  8)  Doubles => 2                Takes\n';
    const WINS = '      Wins 2 points\n';

    test.each<[string, wins: string, cube: string, points: number, stakes: number[] | undefined]>([
      ['without a cube', '      Wins 1 point\n', '', 1, undefined],
      ['with the cube at 2', WINS, CUBE, 2, [2, 4, 6]],
      ['with the cube, and no line that tells', '', CUBE, 2, [2, 4, 6]],
      ['where no cube tells why', '      Wins 3 points\n', '', 3, [3, 2, 3]],
      ['as the match cut them', '      Wins 1 point and the match\n', CUBE, 1, [1, 4, 6]],
    ])('%s', (_name, wins, cube, points, stakes) => {
      const text = MATCH.replace(WINS, wins).replace(CUBE, cube);
      const kifu = games(text)[0]!;
      expect(kifu.ending?.outcome).toMatchObject({ points: [points, 0], reason: 'single' });
      expect(kifu.header.options.stakes).toEqual(stakes);
      expect(fold(kifu).outcome).toEqual(kifu.ending?.outcome);
      const { output } = unwrap(mat.write(kifu));
      expect(output).toMatch(`Wins ${points} point`);
      expect(readOne(output as string).ending).toEqual(kifu.ending);
    });
  });

  test('the board decides the ending where the file names another winner', () => {
    const text = games(MATCH)[0]!;
    const lost: string[] = [];
    const changed = MATCH.replace('      Wins 2 points', `${' '.repeat(34)}Wins 7 points`);
    const [kifu] = [...readMat(changed, what => lost.push(what))].map(unwrap);
    expect(kifu!.ending).toEqual(text.ending);
    expect(lost.slice(0, 2)).toEqual([
      'the file has the win in the column of black',
      'the file counts 7 for the game, the rules 2',
    ]);
  });

  test.each<[lines: string[], outcome: object | null]>([
    [['      Wins 3 points'], { winners: [0], points: [3, 0], reason: 'unknown' }],
    [[`${' '.repeat(34)}Wins 1 point and the match`], { winners: [1], points: [0, 1] }],
    [['  2)  Losses 1 point               Wins 1 point'], { winners: [1], points: [0, 1] }],
    [
      ['  2) 22: 6/4(2)   2)  Losses 1 point   Wins 1 point and the match'],
      { winners: [1], points: [0, 1] },
    ],
    [['  2)  Resigns', `${' '.repeat(34)}Wins 1 point`], { winners: [1], reason: 'resignation' }],
    [
      ['  2)  Doubles => 2                 Drops'],
      { winners: [0], points: [1, 0], reason: 'dropped' },
    ],
    [['  2)  Doubles => 2                 Takes'], null],
  ])('%j', (lines, outcome) => {
    const { ending } = readOne(file('  1) 31: 8/5 6/5                 21: 13/11 6/5', ...lines));
    if (outcome === null) expect(ending).toBeNull();
    else expect(ending?.outcome).toMatchObject({ result: 'win', ...outcome });
  });
});

describe('what is wrong is told with its place', () => {
  test.each<[name: string, text: string, fault: object]>([
    ['no game', 'hello\nworld\n', { code: 'malformed', message: 'there is no game in this text' }],
    ['no players', ' Game 1\n', { code: 'malformed', at: { line: 1 } }],
    ['no scores', ' Game 1\n Ann and Bob\n', { code: 'malformed', at: { line: 2, column: 1 } }],
    [
      'a line that is none',
      file('  1) 31: 8/5 6/5', 'hello'),
      { code: 'malformed', at: { line: 6 } },
    ],
    [
      'three sides',
      file('  1) 31: 8/5 6/5  21: 6/5  11:'),
      { code: 'malformed', at: { column: 28 } },
    ],
    [
      'three sides behind a second number',
      file('  1) 31: 8/5 6/5  2) 21: 6/5  11:  22:'),
      { code: 'malformed', at: { line: 5, column: 36 } },
    ],
    [
      'a game of which the beginning is missing',
      file('  5) 31: 8/5 6/5'),
      { code: 'broken-record', rule: 'number', at: { line: 5, column: 1 } },
    ],
    ['a word before a roll', file('  1) well 31: 8/5'), { code: 'malformed' }],
    ['a way that is none', file('  1) 31: 8-5'), { code: 'malformed', at: { line: 5, column: 6 } }],
    ['a way up', file('  1) 31: 5/8'), { code: 'malformed' }],
    ['five steps', file('  1) 11: 8/7 8/7 8/7 6/5 6/5'), { code: 'malformed' }],
    ['a win of nothing', file('      Wins 0 points'), { code: 'malformed' }],
    [
      'an illegal play',
      file('  1) 31: Illegal play (x)'),
      { code: 'unsupported', rule: 'illegalPlay' },
    ],
    ['another start', file('; Set Pos=x'), { code: 'unsupported', rule: 'start' }],
    [
      'another game',
      `; [Variation "NackGammon"]\n${file()}`,
      { code: 'unsupported', rule: 'variation' },
    ],
    [
      'a double to begin with',
      file('  1) 33: 8/5 8/5 6/3 6/3'),
      { code: 'illegal-move', rule: 'opening' },
    ],
    [
      'a step that is not there',
      file('  1) 31: 9/6'),
      { code: 'illegal-move', rule: 'noChecker', at: { line: 5 } },
    ],
    ['a die that was not rolled', file('  1) 31: 8/3'), { code: 'illegal-move', rule: 'die' }],
    ['a blocked point', file('  1) 51: 6/1 6/5'), { code: 'illegal-move', rule: 'blocked' }],
    [
      'too little',
      file('  1) 31: 8/5                 21: 6/5'),
      { code: 'illegal-move', rule: 'unplayed', message: /1 is left/ },
    ],
    [
      'the wrong side',
      file('  1) 31: 8/5 6/5', '  2) 31: 8/5 6/5'),
      { code: 'broken-record', rule: 'turn', at: { line: 6 } },
    ],
    [
      'a roll after a drop',
      file('  1) 31: 8/5 6/5     Drops', '  2) 11: 8/7'),
      { code: 'game-over' },
    ],
    [
      'a drop that wins',
      file('  1) 31: 8/5 6/5     Drops', `${' '.repeat(34)}Wins 1 point`),
      { code: 'broken-record', rule: 'ending' },
    ],
    ['a line too long', file(`  1) 31: 8/5 ${'x'.repeat(1100)}`), { code: 'too-large' }],
    ['too many tags', '; [a "b"]\n'.repeat(257) + file(), { code: 'too-large' }],
    [
      'too many rolls',
      file(...new Array<string>(10_100).fill('  1) 31: 8/5')),
      { code: 'too-large' },
    ],
  ])('%s', (_name, text, fault) => {
    expect(mat.read(text)).toMatchObject({ ok: false, fault });
  });

  test('offsets count characters from the start', () => {
    const text = file('  1) 31: 8/5 6/5', '  2)                 21: 5/8');
    const read = mat.read(text);
    expect(read).toMatchObject({
      fault: { at: { line: 6, column: 22, offset: text.indexOf('21: 5/8') } },
    });
  });

  test.each<[name: string, players: string]>([
    ['the players of a game', ' Ann and Bob'],
    ['a score that is none', ' Ann : x          Bob : 0'],
  ])('%s hide no later game', (_name, players) => {
    const text = MATCH.replace(/ Game 1\n.*/, ` Game 1\n${players}`);
    expect([...readMat(text)].map(({ ok }) => ok)).toEqual([false, true, true]);
  });

  test('a bad game does not spoil the next', () => {
    const text = MATCH.replace('24/21 13/11', '24/20 13/11');
    expect([...readMat(text)].map(({ ok }) => ok)).toEqual([false, true, true]);
  });

  test('a move where the roll moves nothing', () => {
    const danced = MATCH.replace('66:\n', '66: 24/18\n');
    expect(mat.read(danced)).toMatchObject({ fault: { code: 'illegal-move', rule: 'blocked' } });
  });

  test('a seed that gives other dice than the file', () => {
    const written = unwrap(mat.write(randomKifu(42))).output as string;
    const changed = written.replace('[Seed "42"]', '[Seed "43"]');
    expect(mat.read(changed)).toMatchObject({ fault: { code: 'broken-record' } });
    const later = written.replace(/ {2}2\) \d\d:.*/, '  2) 66:');
    expect(mat.read(later)).toMatchObject({
      fault: { code: 'broken-record', rule: 'dice', message: /the file has 6-6/ },
    });
  });
});
