/** Writing PDN: one form for each record, and a list of what does not fit. */
import { type Entry, endingOf, type Kifu, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { parseFen } from '../fen.ts';
import { parseNumbers } from '../numbers.ts';
import { game } from '../rules.ts';
import { pdn } from './index.ts';

const read = (text: string): Kifu => unwrap(pdn.read(text));
const write = (kifu: Kifu) => unwrap(pdn.write(kifu));
const again = (text: string) => write(read(text)).output;

test('writes tags, moves, variations, comments and clocks', () => {
  const text = `[White "B"][Black "A"][Annotator "C"][Result "1-0"][Date "1954.07.01"]
    1. 11-15 {a \n b} 22-18 (1... 22-17! (1... 21-17)) 2. 15x22 25x18 {[%clk 0:01:00]} 1-0`;
  expect(again(text)).toBe(
    `[Event "?"]
[Site "?"]
[Date "1954.07.01"]
[Round "?"]
[Black "A"]
[White "B"]
[Result "1-0"]
[GameType "21"]
[Annotator "C"]

1. 11-15 {a b} 1... 22-18 (1... 22-17 $1 (1... 21-17)) 2. 15x22 25x18
{[%clk 0:01:00]} 1-0

`,
  );
});

test('lines have at most 79 characters', () => {
  const moves = '1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 19-15 6. 4-8 ';
  const text = again(`${moves} {${'word '.repeat(60)}} *`) as string;
  expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThan(80);
});

test('numbers begin at 1 wherever the game begins', () => {
  expect(again('[FEN "W:W24,32:B11,19,20"] 24x15x8 20-24 32-28 24-27')).toContain(
    '1... 24x15x8 2. 20-24 32-28 3. 24-27',
  );
});

test('chains are written in full', () => {
  expect(again('[FEN "B:W6,15,24,32:B1"] 1x28')).toContain('1. 1x10x19x28 *');
});

describe('results and reasons', () => {
  test.each<[winner: number | null, reason: string, lines: string[]]>([
    [0, 'resignation', ['[Result "1-0"]', '[Termination "resignation"]']],
    [1, 'timeout', ['[Result "0-1"]', '[Termination "time forfeit"]']],
    [0, 'unknown', ['[Result "1-0"]']],
    [null, 'agreement', ['[Result "1/2-1/2"]']],
  ])('%s, %s', (winner, reason, lines) => {
    const outcome = {
      result: winner === null ? ('draw' as const) : ('win' as const),
      winners: winner === null ? [] : [winner],
      points: null,
      reason,
    };
    const kifu = { ...read('1. 11-15'), ending: endingOf(outcome) };
    const { output, losses } = write(kifu);
    expect((output as string).split('\n')).toEqual(expect.arrayContaining(lines));
    expect(losses).toEqual([]);
    expect(read(output as string).ending?.outcome).toEqual(outcome);
  });

  test('a game that both lost has the result 0-0', () => {
    expect(again('1. 11-15 0-0')).toContain('[Result "0-0"]');
  });

  test('an end on the board gives the result without an ending', () => {
    const { output } = write({ ...read('[FEN "B:W15:B11"] 1. 11x18'), ending: null });
    expect(output).toContain('[Result "1-0"]');
  });

  test('an ending that the board denies is refused', () => {
    const kifu = read('[FEN "B:W15:B11"] 1. 11x18');
    const { outcome } = kifu.ending!;
    const ending = endingOf({ ...outcome, winners: [1] });
    expect(pdn.write({ ...kifu, ending })).toMatchObject({ fault: { code: 'broken-record' } });
  });
});

describe('losses', () => {
  const plain = read('1. 11-15 22-18 2. 15x22 25x18 *');
  const entry = (changed: Partial<Entry>): Kifu => ({
    ...plain,
    entries: plain.entries.map((one, i) => (i === 1 ? { ...one, ...changed } : one)),
  });
  const act = (type: 'offer-draw' | 'pause'): Entry => ({
    ...plain.entries[0]!,
    act: { type },
  });
  const note = { entry: 1, author: null, text: 'x', glyphs: [] };

  test.each<[what: string, kifu: Kifu, losses: string[]]>([
    ['nothing', plain, []],
    ['a hash', entry({ hash: new Uint8Array(32) }), ['a state hash']],
    ['a tick', entry({ at: 3 }), ['a tick']],
    ['a time after a gap', entry({ ms: 3 }), ['a time since the start']],
    ['a negative clock', entry({ clockMs: -3 }), ['a clock reading']],
    [
      'words at the table',
      { ...plain, entries: [...plain.entries, act('offer-draw'), act('pause')] },
      ['a match action: offer-draw', 'a match action: pause'],
    ],
    [
      'a refused move',
      {
        ...plain,
        entries: [
          ...plain.entries,
          {
            ...plain.entries[0]!,
            act: {
              type: 'refused',
              move: Uint8Array.of(5),
              fault: { code: 'malformed', message: 'x' },
            },
          },
        ],
      },
      ['a move that was refused'],
    ],
    [
      'moves taken back',
      {
        ...plain,
        entries: [
          ...plain.entries,
          { ...plain.entries[0]!, act: { type: 'allow-takeback', to: 2 } },
        ],
      },
      ['a match action: allow-takeback', 'a move that was taken back (2 times)'],
    ],
    ['an author', { ...plain, notes: [{ ...note, author: 'me' }] }, ['the author of a comment']],
    [
      'a brace',
      { ...plain, notes: [{ ...note, text: 'a } b' }] },
      ['a closing brace in a comment'],
    ],
    [
      'blanks',
      { ...plain, notes: [{ ...note, text: 'a\nb' }] },
      ['line ends or blanks in a comment'],
    ],
    [
      'an odd glyph',
      { ...plain, notes: [{ ...note, glyphs: [-1] }] },
      ['a glyph without a number'],
    ],
    [
      'a note on nothing',
      { ...plain, notes: [{ ...note, entry: 9 }] },
      ['a comment on a move that was taken back'],
    ],
    [
      'a variation after the end',
      { ...plain, variations: [{ entry: 4, entries: [], notes: [note], variations: [] }] },
      ['a variation on a move that was taken back'],
    ],
    ['a seed', { ...plain, header: { ...plain.header, seed: 7 } }, ['the seed']],
    [
      'a tag that is said elsewhere',
      { ...plain, header: { ...plain.header, tags: { Result: '1-0', GameType: '20' } } },
      ['the tag Result', 'the tag GameType'],
    ],
    [
      'a name that is no tag',
      { ...plain, header: { ...plain.header, tags: { 'a b': 'x' } } },
      ['the tag "a b"'],
    ],
    [
      'a line end in a tag',
      { ...plain, header: { ...plain.header, tags: { Event: 'a\nb' } } },
      ['line ends in the tag "Event"'],
    ],
    [
      'two names of a player',
      {
        ...plain,
        header: { ...plain.header, players: [{ seat: 0, name: 'A' }], tags: { Black: 'B' } },
      },
      ['the tag Black'],
    ],
    [
      'a moment to the millisecond',
      { ...plain, header: { ...plain.header, startedAt: '2024-01-02T03:04:05.678Z' } },
      ['when it began, to less than a second'],
    ],
    [
      'a reason without a word',
      {
        ...plain,
        ending: endingOf(
          { result: 'win', winners: [0], points: [2, 0], reason: 'fright' },
          { ms: 5, hash: new Uint8Array(32) },
        ),
      },
      ['how it ended: win, fright', 'points', 'a state hash', 'the time of the ending'],
    ],
  ])('%s', (_what, kifu, losses) => {
    const written = write(kifu);
    expect(written.losses).toEqual(losses);
    expect(pdn.read(written.output).ok).toBe(true);
  });

  test('moves before the start', () => {
    let state = unwrap(parseFen('B:WK32:BK1'));
    for (const text of ['1-6', '32-27'])
      state = unwrap(game.play(state, state.turn, unwrap(parseNumbers(state, text)))).state;
    const begun = { canon: game.states.canon(state), aside: game.states.aside(state) };
    const kifu = { ...plain, entries: [], header: { ...plain.header, start: begun } };
    expect(write(kifu).losses).toEqual([
      'how many moves came before the start',
      'the moves before the start',
    ]);
  });

  test('moves taken back are not written', () => {
    const kifu = {
      ...plain,
      entries: [
        ...plain.entries.slice(0, 2),
        { ...plain.entries[0]!, act: { type: 'allow-takeback' as const, to: 1 } },
        plain.entries[1]!,
      ],
      notes: [
        { ...note, entry: 2, text: 'gone' },
        { ...note, entry: 4, text: 'kept' },
      ],
    };
    const { output, losses } = write(kifu);
    expect(output).toContain('1. 11-15 22-18 {kept} *');
    expect(losses).toContain('a comment on a move that was taken back');
  });
});

describe('refusals', () => {
  const plain = read('1. 11-15 *');
  test.each<[why: string, kifu: Kifu, code: string, path?: string]>([
    ['another game', { ...plain, header: { ...plain.header, game: 'chess' } }, 'unsupported'],
    ['another version', { ...plain, header: { ...plain.header, version: 2 } }, 'unsupported'],
    ['options', { ...plain, header: { ...plain.header, options: { x: 1 } } }, 'bad-setup'],
    [
      'an illegal move',
      { ...plain, entries: [...plain.entries, ...plain.entries] },
      'wrong-seat',
      '/entries/1',
    ],
    [
      'what is no move',
      {
        ...plain,
        entries: [{ ...plain.entries[0]!, act: { type: 'move', move: Uint8Array.of(5) } }],
      },
      'malformed',
      '/entries/0/act/move',
    ],
    [
      'an impossible takeback',
      {
        ...plain,
        entries: [{ ...plain.entries[0]!, act: { type: 'allow-takeback', to: 5 } }],
      },
      'broken-record',
      '/entries/0',
    ],
  ])('%s', (_why, kifu, code, path) => {
    expect(pdn.write(kifu)).toMatchObject({
      ok: false,
      fault: { code, ...(path === undefined ? {} : { at: { path } }) },
    });
  });

  test('a start in the middle of a chain', () => {
    const canon = game.states.canon(unwrap(parseFen('B:W18,26:B15'))) as object;
    const start = { canon: { ...canon, mustContinueFrom: [3, 3] }, aside: null };
    const kifu = { ...plain, entries: [], header: { ...plain.header, start } };
    expect(pdn.write(kifu)).toMatchObject({ fault: { code: 'unsupported' } });
  });
});

test('moments are written as tags and read again', () => {
  const kifu = read('1. 11-15 *');
  for (const startedAt of ['2024-01-02', '2024-01-02T03:04:05Z']) {
    const { output, losses } = write({ ...kifu, header: { ...kifu.header, startedAt } });
    expect(losses).toEqual([]);
    expect(read(output as string).header.startedAt).toBe(startedAt);
  }
  expect(read('[Date "2004-05-01"] *').header.startedAt).toBe('2004-05-01'); // as some programs have it
  for (const date of ['2023.02.29', '2024.13.01', '1954.??.??', 'x'])
    expect(read(`[Date "${date}"] *`).header.startedAt).toBe(null);
});
