/** Writing match files: what is written reads back as the same record, and what is not is listed. */
import {
  type Entry,
  endingOf,
  entryOf,
  hashState,
  type Kifu,
  moveAct,
  type Note,
  type Terms,
  unwrap,
} from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, MATCH, randomKifu } from '../../../test/mat-samples.ts';
import { game } from '../rules.ts';
import { mat, readMat } from './index.ts';

const write = (kifu: Kifu) => unwrap(mat.write(kifu));
const read = (text: string | Uint8Array) => unwrap(mat.read(text));

/** Writes a record that loses nothing, and reads it again. */
function roundTrip(kifu: Kifu): Kifu {
  const { output, losses } = write(kifu);
  expect(losses).toEqual([]);
  const again = read(output);
  expect(write(again).output).toBe(output);
  return again;
}

const withHeader = (kifu: Kifu, header: Partial<Kifu['header']>): Kifu => ({
  ...kifu,
  header: { ...kifu.header, ...header },
});
const NO_MOVE = Uint8Array.of(99);
const note = (entry: number, text: string): Note => ({ entry, author: null, text, glyphs: [] });

test('writes a short record to the letter', () => {
  const kifu = withHeader(randomKifu(42, 5), {
    tags: { Event: 'Test', 'Match length': '7', Game: '2', Score: '3-0' },
    startedAt: '2026-01-31',
  });
  expect(write({ ...kifu, notes: [note(0, 'a remark')] })).toEqual({
    losses: [],
    output: [
      '; [Event "Test"]',
      '; [EventDate "2026.01.31"]',
      '; [Seed "42"]',
      '; a remark',
      '',
      ' 7 point match',
      '',
      ' Game 2',
      ' Ann : 3                         Bob : 0',
      '  1) 42: 8/6 13/9                13: 24/23 13/10',
      '  2) 51: 6/1*',
      '',
    ].join('\n'),
  });
});

describe('round trips', () => {
  const runs = { numRuns: process.env.KIFU_DEEP ? 3000 : 150, seed: 7 };

  test('random games of any seed, cut off anywhere', () => {
    const seeds = fc.oneof(fc.nat(2 ** 31 - 1), fc.constant('beef'.repeat(16)));
    fc.assert(
      fc.property(seeds, fc.nat(250), fc.nat(1000), (seed, most, luck) => {
        const kifu = randomKifu(seed, most, luck);
        expect(roundTrip(kifu)).toEqual(kifu);
      }),
      runs,
    );
  });

  test('random games with given dice and no seed', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(250), (seed, most) => {
        const kifu = randomKifu(seed, most);
        const foreign = (write(kifu).output as string).replace(/; \[Seed.*\n\n/, '');
        const first = read(foreign);
        expect(first.header).toMatchObject({ seed: 0, options: { dice: {} } });
        expect(roundTrip(first)).toEqual(first);
        const [ours, theirs] = [fold(kifu).state, fold(first).state];
        expect([theirs.o1, theirs.f1, theirs.turn]).toEqual([ours.o1, ours.f1, ours.turn]);
      }),
      runs,
    );
  });

  test('a match of other programs', () => {
    for (const game of readMat(MATCH)) expect(roundTrip(unwrap(game))).toEqual(unwrap(game));
  });

  test('a side that doubles after the other could not move', () => {
    const text = MATCH.replace(
      '  3) 33:',
      '  3)  Doubles => 2                Takes\n  4)  Beavers => 4\n  5) 33:',
    );
    const kifu = read(text);
    expect(kifu.notes.slice(1, 4)).toMatchObject([
      { entry: 6, text: 'white doubles to 2' },
      { entry: 6, text: 'black takes' },
      { entry: 6, text: 'white beavers to 4' },
    ]);
    expect(roundTrip(kifu)).toEqual(kifu);
  });

  test('a side that drops after a roll that was not played', () => {
    const game = ' Game 1\n Ann : 0  Bob : 0\n  1) 31: 8/5 6/5      21: ????\n  2)  Drops\n';
    const kifu = read(game);
    expect(kifu.header.options.dice).toHaveLength(2);
    expect(kifu.ending?.outcome).toMatchObject({ winners: [1], reason: 'dropped' });
    expect(roundTrip(kifu)).toEqual(kifu);
  });

  test.each(['resignation', 'timeout', 'unknown'])('an end by %s', reason => {
    const kifu: Kifu = {
      ...randomKifu(7, 9),
      ending: endingOf({ result: 'win', winners: [1], points: [0, 3], reason }),
    };
    expect(roundTrip(kifu)).toEqual(kifu);
  });

  test.each<[tags: Kifu['header']['tags']]>([
    [{ 'Player 1 Elo': '1600.00/0', Site: 'a "b" c' }],
    [{ Termination: 'resignation' }],
    [{ __proto__: null, toString: 'x' } as never],
    [{ Seed: 'not a seed' }],
  ])('tags %j', tags => {
    const given = read(MATCH);
    const kifu = withHeader(given, { tags: { ...tags, EventDate: '2026.01.02' } });
    expect(roundTrip(kifu)).toEqual(kifu);
  });
});

describe('losses', () => {
  const base = randomKifu(42, 6);
  const won = { result: 'win', winners: [0], points: [1, 0], reason: 'unknown' } as const;
  const given = read(MATCH);
  const { options } = given.header;
  const dice = options.dice as number[][];
  test.each<[what: string, kifu: Kifu]>([
    [
      'the name of white',
      withHeader(base, {
        players: [
          { seat: 0, name: 'A: 1' },
          { seat: 1, name: 'Bob' },
        ],
      }),
    ],
    [
      'the name of black',
      withHeader(base, {
        players: [
          { seat: 0, name: 'A' },
          { seat: 1, name: '?' },
        ],
      }),
    ],
    ['the tag "a]"', withHeader(base, { tags: { 'a]': 'x' } })],
    ['the tag "a"', withHeader(base, { tags: { a: 'x\ny' } })],
    ['the tag Game', withHeader(base, { tags: { Game: '1' } })],
    ['the tag Match length', withHeader(base, { tags: { 'Match length': 'long' } })],
    ['the tag Score', withHeader(base, { tags: { Score: '01-2' } })],
    ['the tag Seed', withHeader(base, { tags: { Seed: '7' } })],
    ['the tag Variation', withHeader(base, { tags: { Variation: 'NackGammon' } })],
    [
      'the tag EventDate',
      withHeader(base, { tags: { EventDate: 'then' }, startedAt: '2026-01-02' }),
    ],
    [
      'the tag Termination',
      {
        ...withHeader(base, { tags: { Termination: 'timeout' } }),
        ending: endingOf(won),
      },
    ],
    ['the time of day when it began', withHeader(base, { startedAt: '2026-01-02T03:04:05.678Z' })],
    ['when it began', withHeader(base, { startedAt: 'long ago' })],
    [
      'a state hash',
      {
        ...base,
        entries: base.entries.map((entry, i) =>
          i === 2 ? { ...entry, hash: new Uint8Array(32) } : entry,
        ),
      },
    ],
    [
      'a time since the start',
      { ...base, entries: base.entries.map((entry, i) => (i === 2 ? { ...entry, ms: 5 } : entry)) },
    ],
    [
      'a clock reading',
      {
        ...base,
        entries: base.entries.map((entry, i) => (i === 2 ? { ...entry, clockMs: 5 } : entry)),
      },
    ],
    [
      'a tick',
      { ...base, entries: base.entries.map((entry, i) => (i === 2 ? { ...entry, at: 5 } : entry)) },
    ],
    [
      'a match action: pause',
      { ...base, entries: [...base.entries, entryOf(0, { type: 'pause' })] },
    ],
    [
      'a move that was refused',
      {
        ...base,
        entries: [
          ...base.entries,
          entryOf(0, {
            type: 'refused',
            move: NO_MOVE,
            fault: { code: 'illegal-move', message: '' },
          }),
        ],
      },
    ],
    ['a comment', { ...base, notes: [note(3, 'well played')] }],
    ['a comment', { ...base, notes: [note(3, 'white doubles to 2')] }],
    ['a comment', { ...base, notes: [{ ...note(0, 'x'), author: 'me' }] }],
    ['a comment (2 times)', { ...base, notes: [note(0, '[a "b"]'), note(0, 'two\nlines')] }],
    ['a comment', { ...base, notes: [note(4, 'white drops')] }],
    ['a comment on a move that was taken back', { ...base, notes: [note(99, 'x')] }],
    [
      'a variation',
      { ...base, variations: [{ entry: 0, entries: [], notes: [], variations: [] }] },
    ],
    [
      'how it ended: draw, agreement',
      {
        ...base,
        ending: endingOf({ result: 'draw', winners: [], points: null, reason: 'agreement' }),
      },
    ],
    [
      'how it ended: win, no reason',
      { ...base, ending: endingOf({ ...won, reason: 'no reason' }) },
    ],
    ['a result without points', { ...base, ending: endingOf({ ...won, points: null }) }],
    ['points', { ...base, ending: endingOf({ ...won, points: [1, 1] }) }],
    ['the time of the ending', { ...base, ending: endingOf(won, { ms: 5 }) }],
    ['a state hash', { ...base, ending: endingOf(won, { hash: new Uint8Array(32) }) }],
    ['the seed', withHeader(given, { seed: 5 })],
    [
      'a given roll that was not played',
      withHeader(given, { options: { ...options, dice: [...dice, [1, 2]] } }),
    ],
    [
      'a given roll that was not played',
      withHeader(given, { options: { ...options, dice: [[4, 4], ...dice] } }),
    ],
  ])('%s', (what, kifu) => {
    const { output, losses } = write(kifu);
    expect(losses).toEqual([what]);
    read(output);
  });

  test('rolls that come from the seed after given ones', () => {
    const kifu = withHeader(base, { options: { dice: [[4, 2]] }, seed: 42 });
    // the seed gives the same rolls again, two dice later
    const { state } = fold(withHeader({ ...base, entries: base.entries.slice(0, 2) }, kifu.header));
    expect(state.dice).not.toBe(0);
    const cut = { ...kifu, entries: base.entries.slice(0, 2) };
    const { output, losses } = write(cut);
    expect(losses).toEqual(['the seed']);
    expect(read(output).header.options).toEqual({ dice: [[4, 2]] });
  });

  test('moves that were taken back', () => {
    const [first, second, third] = base.entries as [Entry, Entry, Entry];
    const back = entryOf(1, { type: 'allow-takeback', to: 1 });
    const kifu = { ...base, entries: [first, second, back, second, third] };
    const { output, losses } = write(kifu);
    expect(losses).toEqual(['a match action: allow-takeback', 'a move that was taken back']);
    expect(read(output).entries).toEqual([first, second, third]);
    expect(
      mat.write({ ...base, entries: [entryOf(0, { type: 'allow-takeback', to: 9 })] }),
    ).toMatchObject({
      fault: { code: 'broken-record', rule: 'takeback', at: { path: '/entries/0' } },
    });
  });
});

describe('refusals', () => {
  const FAIR: Terms = {
    ...{ nonce: '00'.repeat(16), rated: false, clock: null, referee: null, hashEvery: 16 },
    ...{ branch: null, fair: { commitments: [null, null], waitMs: 30_000, deal: null } },
  };
  const kifu = randomKifu(42, 6);
  const { state } = fold(kifu);
  test.each<[name: string, kifu: Kifu, fault: object]>([
    ['another game', withHeader(kifu, { game: 'chess' }), { code: 'unsupported' }],
    ['another version', withHeader(kifu, { version: 2 }), { code: 'unsupported' }],
    [
      'a start position',
      withHeader(kifu, { start: { canon: game.states.canon(state), aside: null } }),
      { code: 'unsupported', rule: 'start', at: { path: '/header/start' } },
    ],
    [
      'no seed',
      withHeader(kifu, { seed: null }),
      { code: 'bad-setup', at: { path: '/header/seed' } },
    ],
    [
      'dice that both players made together',
      withHeader(kifu, { seed: null, terms: FAIR }),
      { code: 'unsupported', rule: 'fair', at: { path: '/header/terms/fair' } },
    ],
    ['strange options', withHeader(kifu, { options: { cube: 2 } }), { code: 'bad-setup' }],
    [
      'links',
      { ...kifu, entries: [entryOf(null, { type: 'links', links: [] })] },
      { code: 'unsupported', at: { path: '/entries/0' } },
    ],
    [
      'a move that is none',
      { ...kifu, entries: [entryOf(0, { type: 'move', move: NO_MOVE })] },
      { code: 'malformed', at: { path: '/entries/0/act/move' } },
    ],
    [
      'an illegal move',
      {
        ...kifu,
        entries: [...kifu.entries, entryOf(state.turn, moveAct(game, { die: 1, from: 0, to: 5 }))],
      },
      { code: 'illegal-move', at: { path: '/entries/6' } },
    ],
    [
      'another end than the board',
      {
        ...randomKifu(42),
        ending: endingOf({ result: 'win', winners: [0], points: [1, 0], reason: 'single' }),
      },
      { code: 'broken-record', rule: 'ending' },
    ],
    [
      'too many tags',
      withHeader(kifu, {
        tags: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`t${i}`, ''])),
      }),
      { code: 'too-large' },
    ],
  ])('%s', (_name, record, fault) => {
    expect(mat.write(record)).toMatchObject({ ok: false, fault });
  });
});

test('the state hash after each move is that of the record, dice and all', () => {
  const kifu = randomKifu(99);
  expect(hashState(game, fold(read(write(kifu).output)).state)).toBe(
    hashState(game, fold(kifu).state),
  );
});
