/** Writing PGN: its export format to the byte, what it cannot carry, and that reading gives back what was written. */
import {
  type Action,
  type Entry,
  endingOf,
  entryOf,
  type Kifu,
  moveAct,
  type Note,
  unwrap,
  type Variation,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { ANALYSIS, COLLECTION, SERVER, STANDARD } from '../../../test/pgn-samples.ts';
import { game } from '../rules.ts';
import { cellOf } from '../scene.ts';
import { parseUci } from '../uci.ts';
import { pgn, readPgn } from './index.ts';

const read = (text: string): Kifu => unwrap(pgn.read(text));
const write = (kifu: Kifu): string => unwrap(pgn.write(kifu)).output as string;
const lossesOf = (kifu: Kifu) => unwrap(pgn.write(kifu)).losses;
const bodyOf = (kifu: Kifu): string => write(kifu).split('\n\n').slice(1).join('\n\n').trimEnd();

const HASH = new Uint8Array(32);
const move = (seat: number, uci: string, more: Partial<Entry> = {}): Entry =>
  entryOf(seat, moveAct(game, unwrap(parseUci(uci))), more);
const line = (...moves: string[]): Entry[] => moves.map((uci, i) => move(i % 2, uci));
const note = (entry: number, text: string, ...glyphs: number[]): Note => ({
  entry,
  author: null,
  text,
  glyphs,
});
const won = (seat: number, reason: string) =>
  endingOf({ result: 'win' as const, winners: [seat], points: null, reason });

const RUY = { eco: 'C60', name: 'Ruy Lopez' };

test('the opening is named where the record says nothing of it, and reads back as what it was', () => {
  const kifu = read('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *');
  const { output, losses } = unwrap(pgn.write(kifu, RUY));
  expect(losses).toEqual([]);
  expect(output).toContain(
    '[Result "*"]\n[ECO "C60"]\n[Opening "Ruy Lopez"]\n[OpeningSource "position"]\n\n1. e4',
  );
  expect(read(output as string)).toEqual(kifu);
});

test.each(['[ECO "C65"]', '[Opening "Spanish"]', '[ECO "?"]', '[NIC "RL 1"]'])(
  'what %s says is not touched',
  tag => {
    const kifu = read(`${tag}\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *`);
    const { output } = unwrap(pgn.write(kifu, RUY));
    expect(output).toBe(write(kifu));
    expect(output).toContain(tag);
  },
);

test('opening tags are left out on reading only where positions gave them', () => {
  const tags = '[ECO "C60"][Opening "Ruy Lopez"]';
  expect(read(`${tags}[OpeningSource "book"] *`).header.tags).toEqual({
    ...{ ECO: 'C60', Opening: 'Ruy Lopez', OpeningSource: 'book' },
  });
  expect(read(`${tags}[OpeningSource "position"] *`).header.tags).toEqual({});
});

const EMPTY: Kifu = {
  header: {
    game: 'chess',
    version: 1,
    options: {},
    players: [
      { seat: 0, name: '' },
      { seat: 1, name: '' },
    ],
    seed: null,
    start: null,
    startedAt: null,
    tags: {},
  },
  entries: [],
  ending: null,
  notes: [],
  variations: [],
};
const UNKNOWN = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
`;

describe('the export format', () => {
  test('writes the sample of the standard as it was', () =>
    expect(write(read(STANDARD))).toBe(STANDARD));

  test('writes a record without moves', () => expect(write(EMPTY)).toBe(`${UNKNOWN}\n*\n\n`));

  test('tags: the roster, then the others in order', () => {
    const tags = { Zoo: '1', ECO: 'C50', Site: 'Paris', FEN: 'x', 'a"b': 'y', Annotator: '"q" \\' };
    const { output, losses } = unwrap(pgn.write({ ...EMPTY, header: { ...EMPTY.header, tags } }));
    expect((output as string).split('\n')).toEqual([
      '[Event "?"]',
      '[Site "Paris"]',
      '[Date "????.??.??"]',
      '[Round "?"]',
      '[White "?"]',
      '[Black "?"]',
      '[Result "*"]',
      '[Annotator "\\"q\\" \\\\"]',
      '[ECO "C50"]',
      '[Zoo "1"]',
      '',
      '*',
      '',
      '',
    ]);
    expect(losses).toEqual(['the tag FEN', 'the tag "a\\"b"']);
  });

  test.each<[name: string, kifu: Partial<Kifu>, body: string]>([
    ['numbers', { entries: line('e2e4', 'e7e5', 'g1f3') }, '1. e4 e5 2. Nf3 *'],
    [
      'a comment makes black’s number needed',
      { entries: line('e2e4', 'e7e5'), notes: [note(0, 'a'), note(1, 'b c')] },
      '{a} 1. e4 {b c} 1... e5 *',
    ],
    [
      'a glyph does not',
      { entries: line('e2e4', 'e7e5'), notes: [note(1, '', 1, 14)] },
      '1. e4 $1 $14 e5 *',
    ],
    [
      'clocks',
      {
        entries: [move(0, 'e2e4', { clockMs: 179_500 }), move(1, 'e7e5', { clockMs: 3_600_001 })],
        notes: [note(2, 'x', 2)],
      },
      '1. e4 {[%clk 0:02:59.5]} 1... e5 $2 {[%clk 1:00:00.001] x} *',
    ],
    [
      'elapsed times',
      { entries: [move(0, 'e2e4', { ms: 1000 }), move(1, 'e7e5', { ms: 61_500 })] },
      '1. e4 {[%emt 0:00:01]} 1... e5 {[%emt 0:01:00.5]} *',
    ],
    [
      'evaluations, drawings, and a time that cannot be added up',
      {
        entries: [move(0, 'e2e4', { clockMs: 60_000 }), move(1, 'e7e5')],
        notes: [
          {
            ...note(1, 'x', 1),
            evaluation: { score: -5, depth: 20 },
            shapes: [
              { type: 'mark', at: cellOf(28), color: 'green' },
              { type: 'mark', at: cellOf(0), color: 'red' },
              { type: 'arrow', from: cellOf(0), to: cellOf(63), color: 'blue' },
            ],
          },
          { ...note(2, ''), evaluation: { winIn: -3 }, tookMs: 5000 },
        ],
      },
      '1. e4 $1 {[%eval -0.05,20] [%csl Ge4,Ra1] [%cal Ba1h8] [%clk 0:01:00] x} 1...\ne5 {[%eval #-3] [%emt 0:00:05]} *',
    ],
  ])('%s', (_name, kifu, body) => {
    expect(bodyOf({ ...EMPTY, ...kifu })).toBe(body);
    expect(lossesOf({ ...EMPTY, ...kifu })).toEqual([]);
  });

  test('writes variations within each other', () => {
    const branch = (entry: number, entries: Entry[], more: Partial<Variation> = {}): Variation => ({
      entry,
      entries,
      notes: [],
      variations: [],
      ...more,
    });
    const kifu: Kifu = {
      ...EMPTY,
      entries: line('e2e4', 'e7e5', 'g1f3'),
      variations: [
        branch(1, [move(1, 'c7c5'), move(0, 'g1f3')], {
          variations: [branch(2, [move(0, 'b1c3')])],
          notes: [note(1, 'sharper')],
        }),
        branch(0, [move(0, 'd2d4')]),
        branch(1, [move(1, 'e7e6')]),
      ],
    };
    expect(bodyOf(kifu)).toBe(
      '1. e4 (1. d4) 1... e5 ({sharper} 1... c5 2. Nf3 (2. Nc3)) (1... e6) 2. Nf3 *',
    );
    expect(lossesOf(kifu)).toEqual([]);
  });

  test('no line is longer than 79, none begins like a tag or an escape, no command is torn', () => {
    const text = 'word %word [x] [%cal Ga1b2,Ga1b3 Gh1h2] {brace '.repeat(20).trim();
    const kifu: Kifu = { ...EMPTY, entries: line('e2e4'), notes: [note(1, text)] };
    const lines = bodyOf(kifu).split('\n');
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(80);
    for (const line of lines) expect(line).toMatch(/^[^[% ].*[^ ]$/);
    expect(lines.join('\n')).not.toMatch(/\[%cal\n/);
    expect(read(write(kifu)).notes).toEqual(kifu.notes);
  });

  test('writes a start position, with the square that a pawn has passed', () => {
    const text = `${UNKNOWN}[FEN "r3k2r/8/8/8/3P4/8/8/R3K2R b KQkq d3 0 31"]\n[SetUp "1"]\n\n31... O-O 32. Kd2 *\n\n`;
    expect(write(read(text))).toBe(text);
  });

  test('writes names and dates', () => {
    const players = [
      { seat: 0, name: 'Ann' },
      { seat: 1, name: 'Ben\nB' },
    ];
    const header = {
      ...EMPTY.header,
      players,
      startedAt: '2024-05-06T07:08:09.5Z',
      tags: { White: 'Anna' },
    };
    const { output, losses } = unwrap(pgn.write({ ...EMPTY, header }));
    expect(output).toMatch('[Date "2024.05.06"]\n[Round "?"]\n[White "Ann"]\n[Black "Ben B"]\n');
    expect(output).toMatch('[UTCDate "2024.05.06"]\n[UTCTime "07:08:09"]\n');
    expect(losses).toEqual([
      'the tag White',
      'when it began, to less than a second',
      'line ends in the tag "Black"',
    ]);
  });
});

describe('endings', () => {
  test.each<[reason: string, termination: string | null, losses: string[]]>([
    ['timeout', 'time forfeit', []],
    ['absence', 'abandoned', []],
    ['resignation', 'resignation', []],
    ['unknown', null, []],
    ['withheldLink', null, ['how it ended: win, withheldLink']],
  ])('%s', (reason, termination, losses) => {
    const kifu = { ...EMPTY, entries: line('e2e4'), ending: won(1, reason) };
    expect(lossesOf(kifu)).toEqual(losses);
    const { header, ending } = read(write(kifu));
    expect(header.tags.Termination ?? null).toBe(termination);
    if (losses.length === 0) expect(ending).toEqual(kifu.ending);
  });

  test('a draw by agreement where one could be claimed is read as the claim', () => {
    const moves = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'.split(' ');
    const outcome = { result: 'draw' as const, winners: [], points: null, reason: 'agreement' };
    const kifu = {
      ...EMPTY,
      entries: line(...moves),
      ending: endingOf(outcome, { ms: 5, hash: HASH }),
    };
    expect(lossesOf(kifu)).toEqual([
      'how it ended: draw, agreement',
      'a state hash',
      'the time of the ending',
    ]);
  });

  test('a match that was called off has no result', () => {
    const outcome = { result: 'void' as const, winners: [], points: [1, 0], reason: 'aborted' };
    const kifu = { ...EMPTY, ending: endingOf(outcome) };
    expect(bodyOf(kifu)).toBe('*');
    expect(lossesOf(kifu)).toEqual(['how it ended: void, aborted', 'points']);
  });

  test('mate is written as won, and nothing else', () => {
    const entries = line('f2f3', 'e7e5', 'g2g4', 'd8h4');
    expect(bodyOf({ ...EMPTY, entries })).toBe('1. f3 e5 2. g4 Qh4# 0-1');
    expect(pgn.write({ ...EMPTY, entries, ending: won(0, 'timeout') })).toMatchObject({
      ok: false,
      fault: { code: 'broken-record', rule: 'ending' },
    });
  });
});

describe('losses', () => {
  test('are counted', () => {
    const refused: Action = {
      type: 'refused',
      move: new Uint8Array(3),
      fault: { code: 'illegal-move', message: 'x' },
    };
    const kifu: Kifu = {
      ...EMPTY,
      header: { ...EMPTY.header, seed: 7, startedAt: 'yesterday' },
      entries: [
        move(0, 'e2e4', { hash: HASH, ms: 10 }),
        entryOf(1, refused, { ms: 20 }),
        entryOf(1, { type: 'offer-draw' }),
        entryOf(0, { type: 'decline' }, { hash: HASH }),
        move(1, 'e7e5', { at: 3, clockMs: -1 }),
        move(0, 'g1f3', { ms: 30 }),
      ],
      notes: [
        { entry: 5, author: 'Ann', text: 'a } b\nc', glyphs: [-1] },
        note(99, 'nowhere'),
        note(1, 'x'.repeat(70_000)),
      ],
      variations: [{ entry: 6, entries: [move(1, 'b8c6')], notes: [], variations: [] }],
    };
    expect(bodyOf(kifu)).toBe('1. e4 {[%emt 0:00:00.01]} 1... e5 {a ) b c} 2. Nf3 *');
    expect(lossesOf(kifu)).toEqual([
      'a state hash (2 times)',
      'a move that was refused',
      'a match action: offer-draw',
      'a match action: decline',
      'a tick',
      'a comment on a move that was taken back',
      'a variation on a move that was taken back',
      'a comment that is too long',
      'a clock reading',
      'the author of a comment',
      'a glyph without a number',
      'line ends or blanks in a comment',
      'a closing brace in a comment',
      'a time since the start',
      'when it began',
      'the seed',
    ]);
  });

  test('moves taken back are gone, and what was said about them', () => {
    const kifu: Kifu = {
      ...EMPTY,
      entries: [
        ...line('e2e4', 'e7e5', 'g1f3'),
        entryOf(0, { type: 'ask-takeback' }),
        entryOf(1, { type: 'allow-takeback', to: 2 }),
        move(0, 'f1c4'),
      ],
      notes: [note(2, 'kept'), note(3, 'gone'), note(5, 'kept too'), note(6, 'and this')],
      variations: [
        { entry: 2, entries: [move(0, 'd2d4')], notes: [], variations: [] },
        { entry: 3, entries: [move(1, 'a7a6')], notes: [], variations: [] },
      ],
    };
    expect(bodyOf(kifu)).toBe('1. e4 e5 {kept} {kept too} 2. Bc4 {and this} (2. d4) *');
    expect(lossesOf(kifu)).toEqual([
      'a match action: ask-takeback',
      'a match action: allow-takeback',
      'a move that was taken back',
      'a comment on a move that was taken back',
      'a variation on a move that was taken back',
    ]);
  });

  test('of variations that are nested too deep', () => {
    let variations: Variation[] = [];
    for (let i = 0; i < 70; i++)
      variations = [{ entry: 0, entries: line('e2e4'), notes: [], variations }];
    const kifu = { ...EMPTY, entries: line('d2d4'), variations };
    expect(lossesOf(kifu)).toEqual(['a variation that is nested too deep']);
    expect(pgn.read(write(kifu)).ok).toBe(true);
  });
});

describe('what cannot be written', () => {
  test.each<[name: string, kifu: Partial<Kifu>, fault: object]>([
    ['another game', { header: { ...EMPTY.header, game: 'go' } }, { code: 'unsupported' }],
    ['options', { header: { ...EMPTY.header, options: { x: 1 } } }, { code: 'bad-setup' }],
    [
      'an illegal move',
      { entries: line('e2e5') },
      { code: 'illegal-move', rule: 'geometry', at: { path: '/entries/0' } },
    ],
    [
      'the wrong seat',
      { entries: [move(1, 'e2e4')] },
      { code: 'wrong-seat', at: { path: '/entries/0' } },
    ],
    [
      'a move without a seat',
      { entries: [{ ...move(0, 'e2e4'), seat: null }] },
      { code: 'wrong-seat' },
    ],
    [
      'no move',
      { entries: [entryOf(0, { type: 'move', move: Uint8Array.of(1) })] },
      { code: 'malformed', at: { path: '/entries/0/act/move' } },
    ],
    [
      'a takeback to nowhere',
      { entries: [entryOf(0, { type: 'allow-takeback', to: 7 })] },
      { code: 'broken-record', rule: 'takeback' },
    ],
    [
      'a bad variation',
      {
        entries: line('e2e4'),
        variations: [{ entry: 0, entries: line('e2e5'), notes: [], variations: [] }],
      },
      { code: 'illegal-move', at: { path: '/variations/0/entries/0' } },
    ],
    [
      'too much',
      { notes: Array.from({ length: 20 }, () => note(0, 'x'.repeat(60_000))) },
      { code: 'too-large' },
    ],
    [
      'too many tags',
      {
        header: {
          ...EMPTY.header,
          tags: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`T${i}`, 'x'])),
        },
      },
      { code: 'too-large' },
    ],
  ])('%s', (_name, kifu, fault) => {
    expect(pgn.write({ ...EMPTY, ...kifu })).toMatchObject({ ok: false, fault });
  });
});

test.each([
  ['a server’s game', SERVER],
  ['an analysis', ANALYSIS],
  ['a collection', COLLECTION],
])('read, written and read again: %s', (_name, text) => {
  const games = [...readPgn(text)].map(unwrap);
  const written = games.map(write);
  expect([...readPgn(written.join(''))].map(unwrap)).toEqual(games);
  expect(games.map(write)).toEqual(written);
  for (const kifu of games) expect(lossesOf(kifu)).toEqual([]);
});
