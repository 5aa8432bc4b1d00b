/** Writing SGF: one text a record, and a list of what is lost. */
import {
  type Entry,
  endingOf,
  entryOf,
  type Header,
  type Kifu,
  moveAct,
  type Outcome,
  unwrap,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { canonOf } from '../../../test/go-tools.ts';
import { agree, type Move, markAt, moves, pass, playAt, resume } from '../move-codec.ts';
import { sgf } from './index.ts';

const entry = (seat: number, move: Move, more: Partial<Entry> = {}): Entry =>
  entryOf(seat, moveAct({ moves }, move), more);

type Some = Omit<Partial<Kifu>, 'header'> & { readonly header?: Partial<Header> };

const record = (more: Some = {}): Kifu => ({
  entries: [],
  ending: null,
  notes: [],
  variations: [],
  ...more,
  header: {
    game: 'go',
    version: 1,
    options: { rules: 'Chinese', width: 3, komiHalves: 1 },
    players: [],
    seed: null,
    start: null,
    startedAt: null,
    tags: {},
    ...more.header,
  },
});

const write = (kifu: Kifu) => unwrap(sgf.write(kifu));
const ROOT = 'FF[4]GM[1]CA[UTF-8]SZ[3]RU[Chinese]KM[0.5]';

test('a record in all its parts', () => {
  const kifu = record({
    header: {
      players: [
        { seat: 0, name: 'A ]' },
        { seat: 1, name: 'B' },
      ],
      startedAt: '2024-05-06',
      tags: { EV: 'x', GC: 'a\nb', DT: '2024-05-06,07' },
    },
    entries: [entry(0, playAt(1, 1), { clockMs: 61_500 }), entry(1, playAt(0, 0)), entry(0, pass)],
    notes: [
      { entry: 0, author: null, text: 'go', glyphs: [] },
      { entry: 1, author: 'white', text: 'fine\\', glyphs: [1] },
      { entry: 1, author: 'SGF', text: 'MN[5]', glyphs: [] },
      { entry: 1, author: null, text: 'more', glyphs: [] },
    ],
    variations: [
      { entry: 1, entries: [entry(1, pass)], notes: [], variations: [] },
      { entry: 3, entries: [entry(1, playAt(2, 2))], notes: [], variations: [] },
    ],
    ending: endingOf({ result: 'win', winners: [0], points: null, reason: 'resignation' }),
  });
  expect(write(kifu)).toEqual({
    output: `(;${ROOT}PB[A \\]]PW[B]RE[B+Resign]EV[x]DT[2024-05-06,07]GC[a
b]C[go]
;B[bb]BL[61.5]TE[1]XA[W]C[fine\\\\]MN[5]
;C[more]
(;W[aa]
;B[]
(;)
(;W[cc]))
(;W[]))
`,
    losses: [],
  });
});

test('properties of one name stand in different nodes', () => {
  const notes = [
    { entry: 0, author: null, text: '', glyphs: [1] },
    { entry: 0, author: 'SGF', text: 'TE[3]', glyphs: [] },
  ];
  expect(write(record({ notes })).output).toBe(`(;${ROOT}TE[1]\n;TE[3])\n`);
});

test('a count that both agreed to', () => {
  const entries = [
    entry(0, playAt(1, 1)),
    entry(1, playAt(0, 0)),
    entry(0, playAt(1, 0)),
    entry(1, pass),
    entry(0, pass),
    entry(0, markAt(0, 0)),
    entry(0, agree),
    entry(1, agree),
  ];
  const outcome: Outcome = { result: 'win', winners: [0], points: [18, 1], reason: 'score' };
  const kifu = record({ entries, ending: endingOf(outcome) });
  const { output, losses } = write(kifu);
  expect(losses).toEqual([]);
  expect(output).toBe(
    `(;${ROOT}RE[B+8.5]\n;B[bb]\n;W[aa]\n;B[ba]\n;W[]\n;B[]\n;TB[aa][ab][ac][bc][ca][cb][cc])\n`,
  );
  const wrong = { ...outcome, points: [1, 18] };
  expect(sgf.write(record({ entries, ending: endingOf(wrong) }))).toMatchObject({
    ok: false,
    fault: { code: 'broken-record', rule: 'ending' },
  });
});

describe('what is lost is listed', () => {
  const two = [entry(0, pass), entry(1, pass)];
  test.each<[string, Kifu, string[]]>([
    [
      'hashes and times',
      record({ entries: [entry(0, pass, { hash: new Uint8Array(32), ms: 5, at: 1 })] }),
      ['a state hash', 'a tick', 'a time since the start'],
    ],
    [
      'a clock in the future',
      record({ entries: [entry(0, pass, { clockMs: 1e15 })] }),
      ['a clock reading'],
    ],
    [
      'words at the table',
      record({ entries: [{ ...entry(0, pass), act: { type: 'offer-draw' } }] }),
      ['a match action: offer-draw'],
    ],
    [
      'a move taken back',
      record({
        entries: [
          entry(0, pass),
          { ...entry(1, pass), act: { type: 'allow-takeback', to: 0 } },
          entry(0, playAt(0, 0)),
        ],
      }),
      ['a match action: allow-takeback', 'a move that was taken back'],
    ],
    [
      'a resignation is not',
      record({
        entries: [{ ...entry(0, pass), act: { type: 'leave', of: 0, how: 'resignation' } }],
      }),
      [],
    ],
    [
      'marks that led nowhere',
      record({
        entries: [
          entry(0, playAt(0, 0)),
          entry(1, pass),
          entry(0, pass),
          entry(1, markAt(0, 0)),
          entry(1, resume),
          entry(1, pass),
        ],
      }),
      ['a mark or an agreement that led to nothing'],
    ],
    [
      'who marked',
      record({ entries: [...two, entry(1, agree), entry(0, agree)] }),
      ['who marked which stones'],
    ],
    [
      'who resumed',
      record({ entries: [...two, entry(1, resume), entry(0, pass)] }),
      ['who resumed play'],
    ],
    ['play resumed', record({ entries: [...two, entry(1, resume)] }), ['play that was resumed']],
    [
      'other authors',
      record({ notes: [{ entry: 0, author: 'Bo', text: 'x', glyphs: [] }] }),
      ['the author of a comment'],
    ],
    [
      'other glyphs',
      record({ notes: [{ entry: 0, author: null, text: '', glyphs: [1, 3, 99] }] }),
      ['a glyph that has no property (2 times)'],
    ],
    [
      'tabs',
      record({ notes: [{ entry: 0, author: null, text: 'a\tb', glyphs: [] }] }),
      ['tabs or line ends in a comment'],
    ],
    [
      'notes on nothing',
      record({ notes: [{ entry: 9, author: null, text: 'x', glyphs: [] }] }),
      ['a comment on a move that was taken back'],
    ],
    [
      'variations on nothing',
      record({ variations: [{ entry: 9, entries: [], notes: [], variations: [] }] }),
      ['a variation on a move that was taken back'],
    ],
    [
      'empty variations',
      record({ variations: [{ entry: 0, entries: [], notes: [], variations: [] }] }),
      ['a variation without moves'],
    ],
    ['tags of other dialects', record({ header: { tags: { Event: 'x' } } }), ['the tag "Event"']],
    [
      'when it began',
      record({ header: { startedAt: '2024-05-06T07:08:09Z' } }),
      ['when it began, to less than a day'],
    ],
    [
      'how it ended',
      record({
        ending: endingOf(
          { result: 'void', winners: [], points: null, reason: 'repetition' },
          { ms: 5, hash: new Uint8Array(32) },
        ),
      }),
      ['how it ended: void, repetition', 'a state hash', 'the time of the ending'],
    ],
    [
      'rules without a name',
      record({
        header: {
          options: { rules: { ...(canonOf(['..', '..']).rules as object), ko: 'simple' } },
        },
      }),
      ['rules that have no name'],
    ],
    [
      'a rectangle of marks in a variation',
      record({
        entries: two,
        variations: [{ entry: 2, entries: [entry(0, agree)], notes: [], variations: [] }],
      }),
      ['a mark in a variation', 'a variation without moves'],
    ],
  ])('%s', (_name, kifu, losses) => expect(write(kifu).losses).toEqual(losses));

  test('of a start position', () => {
    const canon = canonOf(['.WB', 'WB.', '...'], 'Chinese', {
      ko: [0, 0],
      prisoners: [2, 0],
      turns: 7,
    });
    const options = {};
    const { output, losses } = write(
      record({ header: { options, start: { canon, aside: null } } }),
    );
    expect(output).toBe('(;FF[4]GM[1]CA[UTF-8]SZ[3]RU[Chinese]KM[0]AB[bb][ca]AW[ab][ba]PL[B])\n');
    expect(losses).toEqual([
      'prisoners before the start',
      'a ko at the start',
      'the number of turns before the start',
    ]);
  });

  test('of handicap stones that are still to be placed', () => {
    const options = { width: 3, handicap: 3 };
    const entries = [entry(0, playAt(0, 0)), entry(0, playAt(1, 1))];
    const { output, losses } = write(record({ header: { options }, entries }));
    expect(output).toBe('(;FF[4]GM[1]CA[UTF-8]SZ[3]RU[Chinese]KM[0.5]HA[3]AB[aa][bb])\n');
    expect(losses).toEqual(['handicap stones that are still to be placed']);
  });
});

test.each<[string, Kifu, object]>([
  ['another game', record({ header: { game: 'chess' } }), { code: 'unsupported' }],
  ['another version', record({ header: { version: 2 } }), { code: 'unsupported' }],
  [
    'options that cannot be',
    record({ header: { options: { width: 99 } } }),
    { code: 'bad-setup', at: { path: '/header/options/width' } },
  ],
  [
    'an illegal move',
    record({ entries: [entry(0, playAt(0, 0)), entry(1, playAt(0, 0))] }),
    { code: 'illegal-move', rule: 'occupied', at: { path: '/entries/1' } },
  ],
  [
    'what is no move',
    record({ entries: [entryOf(0, { type: 'move', move: Uint8Array.of(99) })] }),
    { code: 'malformed', at: { path: '/entries/0/act/move' } },
  ],
  [
    'an illegal move in a variation',
    record({ variations: [{ entry: 0, entries: [entry(1, pass)], notes: [], variations: [] }] }),
    { code: 'wrong-seat', at: { path: '/variations/0/entries/0' } },
  ],
  [
    'a takeback to nowhere',
    record({ entries: [{ ...entry(0, pass), act: { type: 'allow-takeback', to: 5 } }] }),
    { code: 'broken-record', rule: 'takeback' },
  ],
])('%s is refused', (_name, kifu, fault) => {
  expect(sgf.write(kifu)).toMatchObject({ ok: false, fault });
});
