/** Reading PGN: what is understood of moves, tags, remarks, variations and results. */
import {
  type Evaluation,
  type Kifu,
  type Result,
  type Shape,
  type ShapeCell,
  start,
  unwrap,
} from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { COLLECTION, SERVER, STUDY } from '../../../test/pgn-samples.ts';
import { moveIn } from '../../../test/records.ts';
import { formatFen, parseFen } from '../fen.ts';
import { game } from '../rules.ts';
import { formatUci } from '../uci.ts';
import { pgn, readPgn } from './index.ts';

const readOne = (text: string): Kifu => unwrap(pgn.read(text));
const readAll = (text: string): Result<Kifu>[] => [...readPgn(text)];
const cell = (column: number, row: number): ShapeCell => ({ area: 'board', column, row });
const movesOf = ({ entries }: Pick<Kifu, 'entries'>): string =>
  entries.map(({ act }) => formatUci(moveIn(game, act))).join(' ');

describe('moves', () => {
  test.each<[name: string, text: string, uci: string]>([
    ['numbers', '1. e4 e5 2. Nf3 *', 'e2e4 e7e5 g1f3'],
    ['numbers without dots', '1 e4 e5 2 Nf3 *', 'e2e4 e7e5 g1f3'],
    ['numbers without blanks', '1.e4 e5 2.Nf3*', 'e2e4 e7e5 g1f3'],
    ['numbers of black', '1. e4 1... e5 2. Nf3 2.. Nc6 *', 'e2e4 e7e5 g1f3 b8c6'],
    ['an ellipsis', '1.e4 1…e5 *', 'e2e4 e7e5'],
    ['no numbers', 'e4 e5 Nf3', 'e2e4 e7e5 g1f3'],
    ['wrong numbers', '1. e4 7. e5 99999999999999999999999999. Nf3 *', 'e2e4 e7e5 g1f3'],
    [
      'a start of its own, and other numbers',
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] 34. e4 Kd8 *',
      'e2e4 e8d8',
    ],
    [
      'from and to',
      '1. e2e4 e7-e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1 *',
      'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1',
    ],
    ['lines of all systems', '1. e4\r\ne5\r2. Nf3\n*', 'e2e4 e7e5 g1f3'],
    ['odd blanks', '1.\u00a0e4\te5\v2.\fNf3\0*', 'e2e4 e7e5 g1f3'],
    [
      'castling with zeros',
      '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0–0 *',
      'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8',
    ],
    ['e.p.', '1. e4 a6 2. e5 d5 3. exd6 e.p. *', 'e2e4 a7a6 e4e5 d7d5 e5d6'],
    ['e.p. at once', '1. e4 a6 2. e5 d5 3. exd6e.p.!? *', 'e2e4 a7a6 e4e5 d7d5 e5d6'],
    ['long forms', '1. e2-e4 e7-e5 2. Ng1f3 Nb8-c6 *', 'e2e4 e7e5 g1f3 b8c6'],
    [
      'an origin that only a pin tells',
      '1. e4 e6 2. d4 Bb4+ 3. Nc3 Nc6 4. Ne2 *',
      'e2e4 e7e6 d2d4 f8b4 b1c3 b8c6 g1e2',
    ],
    ['figures', '1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗xc6 *', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6'],
    ['needless check signs', '1. e4+ e5# 2. Nf3++ *', 'e2e4 e7e5 g1f3'],
    ['nothing', '*', ''],
  ])('%s', (_name, text, uci) => expect(movesOf(readOne(text))).toBe(uci));

  test('a promotion is read in all its spellings', () => {
    const fen = '[FEN "8/P1P1P1P1/8/8/8/8/p7/K6k w - - 0 1"]\n';
    const text = `${fen}1. a8=Q+ Kg1 2. c8N Kf2 3. e8(R) Kg3 4. g8/B *`;
    expect(movesOf(readOne(text))).toBe('a7a8q h1g1 c7c8n g1f2 e7e8r f2g3 g7g8b');
  });

  test('entries are bare moves, by the seats in turn', () => {
    const [first, second] = readOne('1. e4 e5 *').entries;
    expect(first).toEqual({
      seat: 0,
      act: { type: 'move', move: Uint8Array.of(12, 28, 0) },
      at: null,
      ms: null,
      clockMs: null,
      lag: null,
      hash: null,
      signed: null,
      referee: null,
    });
    expect(second?.seat).toBe(1);
  });
});

describe('the header', () => {
  test('is read from the tags of a server’s game', () => {
    const { header } = readOne(SERVER);
    expect(header).toMatchObject({
      game: 'chess',
      version: 1,
      players: [
        { seat: 0, name: 'anna' },
        { seat: 1, name: 'ben_1' },
      ],
      start: null,
      startedAt: '2024-02-29T23:59:07Z',
    });
    expect(header.tags.Opening).toBe('Italian Game: Blackburne-Kostić Gambit');
    expect(Object.keys(header.tags)).toHaveLength(17);
  });

  test.each<[name: string, tags: string, expected: { [name: string]: string }]>([
    ['escapes', '[A "\\"q\\" \\\\ \\n"]', { A: '"q" \\ \\n' }],
    ['quotes without a backslash', '[A "the "big" one"]', { A: 'the "big" one' }],
    ['blanks', '[ A  "x" ]  [B"y"]\t[C ""]', { A: 'x', B: 'y', C: '' }],
    [
      'odd names',
      '[__proto__ "x"][White-Elo "1"][% "2"]',
      JSON.parse('{"__proto__":"x","White-Elo":"1","%":"2"}'),
    ],
    ['the last of two', '[A "x"]\n[A "y"]', { A: 'y' }],
    ['braces and brackets', '[A "{ ] ; ("]', { A: '{ ] ; (' }],
    [
      'the unknown',
      '[Event "?"][Site "?"][Date "????.??.??"][Round "?"][White "?"][Black ""][Result "*"]',
      {},
    ],
    [
      'unknown is only what the roster says',
      '[Event ""][ECO "?"][Date "?"]',
      { Event: '', ECO: '?', Date: '?' },
    ],
    ['a lone surrogate', '[A "\ud800"]', { A: '\ufffd' }],
    ['a backslash at the end', '[A "It \\"]\n[B "x"]', { A: 'It \\', B: 'x' }],
    ['quotes at the end', '[A "\\"It\\""]', { A: '"It"' }],
    ['a quoted bracket', '[A "\\"] \\"]"]', { A: '"] "]' }],
    ['the usual game by another name', '[Variant "Regular"]', { Variant: 'Regular' }],
  ])('tags: %s', (_name, tags, expected) => {
    expect(readOne(`${tags}\n*`).header.tags).toEqual(expected);
  });

  test.each<[tags: string, startedAt: string | null]>([
    ['[Date "2024.02.29"]', '2024-02-29'],
    ['[Date "2023.02.29"]', null],
    ['[Date "1900.02.29"]', null],
    ['[Date "2024.13.01"]', null],
    ['[Date "2024.04.31"]', null],
    ['[Date "2024.01.??"]', null],
    ['[Date "2024.01.02"][UTCTime "10:00:00"]', '2024-01-02'],
    ['[UTCDate "2024.01.03"][UTCTime "10:00:00"][Date "2024.01.02"]', '2024-01-03T10:00:00Z'],
    ['[UTCDate "2024.01.03"][UTCTime "24:00:00"]', '2024-01-03'],
    ['[UTCDate "????.??.??"][Date "2024.01.02"]', '2024-01-02'],
  ])('%s', (tags, startedAt) => expect(readOne(`${tags} *`).header.startedAt).toBe(startedAt));

  test('has the start position of a FEN tag', () => {
    const [saavedra, black] = readAll(STUDY).map(unwrap);
    const fen = 'r3k2r/8/8/8/3Pp3/8/8/R3K2R b KQkq d3 0 31';
    const { start } = black!.header;
    expect(start).toEqual({ canon: game.states.canon(unwrap(parseFen(fen))), aside: null });
    expect(movesOf(black!)).toBe('e4d3 a1a8 e8e7');
    expect(black?.entries[0]?.seat).toBe(1);
    expect(saavedra?.header.tags).not.toHaveProperty('FEN');
  });
});

test.each(['1. e4 e5 ((1... c5)) *', '1. e4 e5 ((((1... c5)))) *', '1. e4 e5 (()(1... c5)()) *'])(
  'more brackets around a variation change nothing: %s',
  text => {
    const kifu = readOne(text);
    expect(kifu.variations).toMatchObject([{ entry: 1, variations: [] }]);
    expect(kifu.variations.map(movesOf)).toEqual(['c7c5']);
    expect(unwrap(pgn.write(kifu)).output).toContain('1. e4 e5 (1... c5) *');
  },
);

describe('words that judge', () => {
  test.each<[text: string, notes: number[][]]>([
    [
      '1. e4 +- e5 -+ 2. Nf3 = *',
      [
        [1, 18],
        [2, 19],
        [3, 10],
      ],
    ],
    [
      '1. e4 N +/= {x} e5 ± 2. Nf3 ∓ *',
      [
        [1, 146, 14],
        [2, 16],
        [3, 17],
      ],
    ],
    [
      '1. e4+- e5= 2. Nf3N Nc6+/- 3. Bb5∞ *',
      [
        [1, 18],
        [2, 10],
        [3, 146],
        [4, 16],
        [5, 13],
      ],
    ],
    [
      '1. e4! += e5 =/+ *',
      [
        [1, 1, 14],
        [2, 15],
      ],
    ],
    ['1. f3 e5 2. g4 Qh4# -+ 0-1', [[4, 19]]],
    ['= 1. e4 *', [[0, 10]]],
  ])('%s', (text, expected) => {
    const { notes, entries } = readOne(text);
    expect(notes.map(({ entry, glyphs }) => [entry, ...glyphs])).toEqual(expected);
    expect(entries.length).toBeGreaterThan(0);
  });

  test('are read in variations, but not after a null move', () => {
    const [one, two] = readOne('1. e4 (1. d4 += d5) (1. c4 -- +- e5) e5 *').variations;
    expect(one!.notes.map(({ entry, glyphs }) => [entry, ...glyphs])).toEqual([[1, 14]]);
    expect(two!.notes).toMatchObject([{ text: 'null move, not read on: -- +- e5', glyphs: [] }]);
  });

  test.each(['1. N e4 *', '1. e4 e5 2. N *'])('a letter alone is no move: %s', text => {
    expect(readOne(text).notes.map(({ glyphs }) => glyphs)).toEqual([[146]]);
  });
});

describe('remarks', () => {
  const notes = (text: string) =>
    readOne(text).notes.map(({ entry, text, glyphs }) => [entry, text, ...glyphs]);

  test.each<[name: string, text: string, notes: (string | number)[][]]>([
    [
      'before and after',
      '{a} 1. e4 {b} {c} e5 {d} *',
      [
        [0, 'a'],
        [1, 'b'],
        [1, 'c'],
        [2, 'd'],
      ],
    ],
    ['before the move, after its number', '1. e4 1... {b} e5 *', [[1, 'b']]],
    ['to the end of the line', '1. e4 ; good } move {\ne5 *', [[1, 'good ) move {']]],
    ['wrapped lines', '1. e4 { a\r\n  b\tc } *', [[1, 'a b c']]],
    ['nothing', '1. e4 { } {} ;\n e5 *', []],
    ['no nesting', '1. e4 {a { b} e5 *', [[1, 'a { b']]],
    [
      'among tags',
      '; one\n[Event "x"]\n{two}\n[Site "y"]\n*',
      [
        [0, 'one'],
        [0, 'two'],
      ],
    ],
    [
      'after the result, on its line',
      '1. e4 1-0 {resigns} ; so\n{next} *',
      [
        [1, 'resigns'],
        [1, 'so'],
      ],
    ],
    [
      'glyphs',
      '1. e4 $1 $14 e5!! 2. Nf3!? Nc6?! 3. Bb5?? a6? *',
      [
        [1, '', 1, 14],
        [2, '', 3],
        [3, '', 5],
        [4, '', 6],
        [5, '', 4],
        [6, '', 2],
      ],
    ],
    [
      'glyphs and comments',
      '1. e4! {a} $2 {b} $3 *',
      [
        [1, 'a', 1],
        [1, 'b', 2],
        [1, '', 3],
      ],
    ],
    ['glyphs before any move', '$9 {a} 1. e4 *', [[0, 'a', 9]]],
    ['an escaped line', '1. e4\n% 1-0 {\n e5 {b} *', [[2, 'b']]],
    ['a percent sign elsewhere', '1. e4 {\n% a} *', [[1, '% a']]],
  ])('%s', (_name, text, expected) => expect(notes(text)).toEqual(expected));

  test('clocks go to the moves, all other text stays', () => {
    const { entries, notes } = readOne(SERVER);
    expect(entries.map(({ clockMs }) => clockMs)).toEqual([
      180_000, 180_000, 179_500, 178_000, 177_000, 175_000, 140_000, 173_000, 121_000, 170_000,
      71_000, 168_000, 100,
    ]);
    expect(notes.filter(({ entry }) => entry === 7)).toEqual([
      { entry: 7, author: null, text: '(1.33 → -1.04) Blunder. c3 was best.', glyphs: [4] },
      {
        ...{ entry: 7, author: null, text: '', glyphs: [], evaluation: { score: -104 } },
        shapes: [
          { type: 'arrow', from: cell(3, 0), to: cell(6, 3), color: 'green' },
          { type: 'arrow', from: cell(6, 3), to: cell(6, 6), color: 'red' },
          { type: 'mark', at: cell(6, 6), color: 'green' },
        ],
      },
    ]);
  });

  test.each<[command: string, evaluation: Evaluation | undefined, text: string]>([
    ['[%eval 0.17]', { score: 17 }, ''],
    ['[%eval +0.29] good', { score: 29 }, 'good'],
    ['good [%eval -1.1,23] move', { score: -110, depth: 23 }, 'good move'],
    ['[%eval -0]', { score: 0 }, ''],
    ['[%eval .5]', { score: 50 }, ''],
    ['[%eval 12]', { score: 1200 }, ''],
    ['[%eval #3]', { winIn: 3 }, ''],
    ['[%eval #-12,40]', { winIn: -12, depth: 40 }, ''],
    ['[%eval 0.1] [%eval 0.2]', { score: 10 }, '[%eval 0.2]'],
    ['[%eval 0.125]', undefined, '[%eval 0.125]'],
    ['[%eval ]', undefined, '[%eval ]'],
    ['[%eval x]', undefined, '[%eval x]'],
    ['[%eval 123456]', undefined, '[%eval 123456]'],
    ['[%evaluation 1]', undefined, '[%evaluation 1]'],
  ])('evaluations: %s', (command, evaluation, text) => {
    const [note] = readOne(`1. e4 {${command}} *`).notes;
    expect(note?.evaluation).toEqual(evaluation);
    expect(note?.text).toBe(text);
  });

  test.each<[command: string, shapes: Shape[] | undefined]>([
    ['[%csl Ga1]', [{ type: 'mark', at: cell(0, 7), color: 'green' }]],
    [
      '[%csl Rh8, Ye4,Bd5]',
      [
        { type: 'mark', at: cell(7, 0), color: 'red' },
        { type: 'mark', at: cell(4, 4), color: 'yellow' },
        { type: 'mark', at: cell(3, 3), color: 'blue' },
      ],
    ],
    ['[%csl Ga9]', undefined],
    ['[%csl Ga1b1]', undefined],
    ['[%csl a1]', undefined],
    ['[%cal Ga1]', undefined],
    ['[%cal Xa1b1]', undefined],
    ['[%cal ]', undefined],
  ])('drawings: %s', (command, shapes) => {
    const [note] = readOne(`1. e4 {${command}} *`).notes;
    expect(note?.shapes).toEqual(shapes);
    expect(note?.text).toBe(shapes === undefined ? command : '');
  });

  test('comments that follow one another say each thing once', () => {
    const { notes } = readOne('1. e4 $1 {[%eval 0.1]} {[%csl Ga1]} {good} {[%eval 0.2]} *');
    expect(notes).toMatchObject([
      { glyphs: [1], text: 'good', evaluation: { score: 10 }, shapes: [{ type: 'mark' }] },
      { glyphs: [], text: '', evaluation: { score: 20 } },
    ]);
  });

  test.each<[name: string, text: string, times: (number | null)[][], notes: string[]]>([
    [
      'elapsed times add up',
      '1. e4 {[%emt 0:00:05]} e5 {[%emt 0:01:00.25] x} *',
      [
        [5000, null],
        [65_250, null],
      ],
      ['x'],
    ],
    [
      'a gap ends that',
      '1. e4 e5 {[%emt 0:00:01]} *',
      [
        [null, null],
        [null, null],
      ],
      ['took 1000'],
    ],
    [
      'seconds',
      '1. e4 {[%emt 12.5]} e5 {[%emt 3]} *',
      [
        [12_500, null],
        [15_500, null],
      ],
      [],
    ],
    [
      'the first of each',
      '1. e4 {[%clk 1:00:00] [%clk 0:00:01]} {[%emt 0:00:02][%emt 0:00:03]} *',
      [[2000, 3_600_000]],
      ['[%clk 0:00:01]', '[%emt 0:00:03]'],
    ],
    ['no move', '{[%clk 0:00:01]} *', [], ['[%clk 0:00:01]']],
    [
      'too long, too fine, no time',
      '1. e4 {[%clk 123456:00:00] [%clk 0:00:01.0009999] [%clk 1:00] [%clk]} *',
      [[null, 1000]],
      ['[%clk 123456:00:00] [%clk 1:00] [%clk]'],
    ],
    [
      'what its going leaves behind',
      '1. e4 {[%clk[%clk 0:00:01]0:00:02] [%emt[%clk 0:00:03]0:00:04]} *',
      [[null, 1000]],
      ['[%clk 0:00:02] [%emt[%clk 0:00:03]0:00:04]'],
    ],
  ])('times: %s', (_name, text, times, texts) => {
    const { entries, notes } = readOne(text);
    expect(entries.map(({ ms, clockMs }) => [ms, clockMs])).toEqual(times);
    expect(
      notes.map(({ text, tookMs }) => (tookMs === undefined ? text : `took ${tookMs}`)),
    ).toEqual(texts);
  });
});

describe('variations', () => {
  test('branch off before the move they follow, nested ones from their own line', () => {
    const { variations } = readOne(
      '1. e4 (1. d4 {q} d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 (1... c5) *',
    );
    expect(variations).toMatchObject([
      { entry: 0, notes: [{ entry: 1, text: 'q' }], variations: [{ entry: 1, variations: [] }] },
      { entry: 0 },
      { entry: 1 },
    ]);
    expect(variations.map(movesOf)).toEqual(['d2d4 d7d5 c2c4', 'c2c4', 'c7c5']);
    expect(movesOf(variations[0]!.variations[0]!)).toBe('g8f6 c2c4');
  });

  test('a result within one is ignored, and empty ones are dropped', () => {
    const kifu = readOne('1. e4 () (1. d4 1-0 d5 *) e5 0-1');
    expect(kifu.ending?.outcome.winners).toEqual([1]);
    expect(kifu.variations.map(movesOf)).toEqual(['d2d4 d7d5']);
  });

  test('have clocks, and times that count on from the match', () => {
    const { variations } = readOne(
      '1. e4 {[%emt 0:00:01]} e5 (1... c5 {[%clk 0:00:09][%emt 0:00:02]} 2. Nf3 {[%emt 0:00:03]}) *',
    );
    const times = variations[0]!.entries.map(({ ms, clockMs }) => [ms, clockMs]);
    expect(times).toEqual([
      [3000, 9000],
      [6000, null],
    ]);
  });

  test.each<[null: string, text: string, note: string]>([
    ['--', '1. e4 e5 (1... -- 2. d4 $1 {threat} (2. Nf3 Nc6) d5) *', '-- d4 ( Nf3 Nc6 ) d5'],
    ['Z0', '1. e4 e5 (1... Z0) *', 'Z0'],
    ['0000', '1. e4 e5 (1... 0000 2. }) *', '0000 )'],
  ])('end at the null move %s, with a note', (_null, text, note) => {
    expect(readOne(text).variations).toEqual([
      {
        entry: 1,
        entries: [],
        notes: [{ entry: 1, author: null, text: `null move, not read on: ${note}`, glyphs: [] }],
        variations: [],
      },
    ]);
  });
});

describe('endings', () => {
  const REPEATED = '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8';
  test.each<[name: string, text: string, ending: string | null]>([
    ['white', '1. e4 1-0', 'win 0 unknown'],
    ['black', '1. e4 0-1', 'win 1 unknown'],
    ['typographers', '1. e4 0–1', 'win 1 unknown'],
    ['draw', '1. e4 1/2-1/2', 'draw agreement'],
    ['draw, short', '1. e4 1/2', 'draw agreement'],
    ['open', '1. e4 *', null],
    ['missing', '1. e4', null],
    ['only the tag', '[Result "1-0"] 1. e4', 'win 0 unknown'],
    ['the tag instead of a star', '[Result "1-0"] 1. e4 *', 'win 0 unknown'],
    ['a tag that says something else', '[Result "unclear"] 1. e4 1-0', 'win 0 unknown'],
    ['on time', '[Termination "Time forfeit"] 1. e4 1-0', 'win 0 timeout'],
    ['in a sentence', '[Termination "ben won on time"] 1. e4 0-1', 'win 1 timeout'],
    ['left', '[Termination "abandoned"] 1. e4 1-0', 'win 0 absence'],
    ['resigned', '[Termination "anna won by resignation"] 1. e4 1-0', 'win 0 resignation'],
    ['adjudicated', '[Termination "adjudication"] 1. e4 1/2-1/2', 'draw adjudication'],
    ['infraction', '[Termination "Rules infraction"] 1. e4 0-1', 'win 1 rulesInfraction'],
    ['normal', '[Termination "Normal"] 1. e4 0-1', 'win 1 unknown'],
    [
      'time, but nothing to mate with',
      '[Termination "Time forfeit"] 1. e4 1/2-1/2',
      'draw timeout',
    ],
    ['mate', '1. f3 e5 2. g4 Qh4# 0-1', 'win 1 checkmate'],
    ['mate and a star', '1. f3 e5 2. g4 Qh4 *', 'win 1 checkmate'],
    ['mate and no word', '1. f3 e5 2. g4 Qh4', 'win 1 checkmate'],
    [
      'stalemate on the board',
      '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"] 1. Qf7 1/2-1/2',
      'draw stalemate',
    ],
    ['dead position', '[FEN "7k/8/8/8/8/8/1q6/K7 w - - 0 1"] 1. Kxb2 1/2-1/2', 'draw deadPosition'],
    ['third occurrence', `${REPEATED} 1/2-1/2`, 'draw threefoldRepetition'],
    ['third occurrence, not claimed', `${REPEATED} 1-0`, 'win 0 unknown'],
    ['fifty moves', '[FEN "7k/8/8/8/8/8/1R6/K7 w - - 99 80"] 1. Rb3 1/2-1/2', 'draw fiftyMoves'],
    [
      'seventy-five moves',
      '[FEN "7k/8/8/8/8/8/1R6/K7 w - - 149 80"] 1. Rb3 *',
      'draw seventyFiveMoves',
    ],
  ])('%s', (_name, text, expected) => {
    const { ending } = readOne(text);
    if (ending === null) return expect(null).toBe(expected);
    const { result, winners, reason } = ending.outcome;
    expect([result, ...winners, reason].join(' ')).toBe(expected);
  });
});

describe('games that continue past an automatic draw', () => {
  const SHUFFLE = 'Nf3 Nf6 Ng1 Ng8 ';
  const TOLD = ['draws have to be claimed: the game continues after an automatic one'];

  test.each<[name: string, text: string, reason: string | undefined]>([
    [
      'a dead position',
      '[SetUp "1"][FEN "8/1P5b/8/8/8/8/8/K1k5 b - - 0 1"] 1... Be4 2. Ka2 Bxb7 3. Ka3 1/2-1/2',
      'deadPosition',
    ],
    ['a dead position to begin with', '[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"] 1. Ka2 *', undefined],
    ['a winner in a dead position', '[FEN "7k/8/8/8/8/8/1q6/K7 w - - 0 1"] 1. Kxb2 1-0', 'unknown'],
    ['a fifth occurrence', `${SHUFFLE.repeat(4)} e4 1/2-1/2`, 'agreement'],
    ['more occurrences', `${SHUFFLE.repeat(6)} 1/2-1/2`, 'threefoldRepetition'],
    [
      'seventy-five moves',
      '[FEN "7k/8/8/8/8/8/1R6/K7 w - - 149 80"] 1. Rb3 Kg8 0-1 {out of time}',
      'unknown',
    ],
    ['a variation', `${SHUFFLE.repeat(4)} (4... Ng8 5. e4) *`, undefined],
  ])('%s', (_name, text, reason) => {
    const lost: string[] = [];
    const kifu = unwrap(pgn.read(text, what => lost.push(what)));
    expect(kifu.header.options).toEqual({ draws: 'claimed' });
    expect(lost).toEqual(TOLD);
    expect(kifu.ending?.outcome.reason).toBe(reason);
    const { header, entries } = kifu;
    let { state } = unwrap(start(game, { options: header.options, start: header.start }));
    for (const { act } of entries)
      ({ state } = unwrap(game.play(state, state.turn, moveIn(game, act))));
    const { output, losses } = unwrap(pgn.write(kifu));
    expect(losses).toEqual([]);
    expect(unwrap(pgn.read(output))).toEqual(kifu);
  });

  test.each([
    ['up to the draw', `${SHUFFLE.repeat(4)} 1/2-1/2`],
    ['with an open end', SHUFFLE.repeat(4)],
  ])('a game %s needs no claimed draws', (_name, text) => {
    const lost: string[] = [];
    expect(unwrap(pgn.read(text, what => lost.push(what))).header.options).toEqual({});
    expect(lost).toEqual([]);
  });

  test('an illegal move after the draw is refused, and so is a move after mate', () => {
    expect(pgn.read(`${SHUFFLE.repeat(5)} Ke2`)).toMatchObject({ fault: { code: 'illegal-move' } });
    expect(pgn.read('1. f3 e5 2. g4 Qh4# 3. a3 *')).toMatchObject({ fault: { code: 'game-over' } });
  });

  test('the option is lost where the moves do not show it', () => {
    const kifu = readOne('1. e4 *');
    const claimed = { ...kifu, header: { ...kifu.header, options: { draws: 'claimed' } } };
    expect(unwrap(pgn.write(claimed)).losses).toEqual(['the option draws']);
  });
});

test('a long game leads to its known last position', () => {
  const { entries } = readOne(COLLECTION);
  let state = unwrap(parseFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'));
  for (const { seat, act } of entries)
    state = unwrap(game.play(state, seat!, moveIn(game, act))).state;
  expect(formatFen(state)).toBe('8/8/4R1p1/2k3p1/1p4P1/1P1b1P2/3K1n2/8 b - - 2 43');
});

describe('results that contradict each other are told, where the moves are good', () => {
  test.each<[name: string, text: string, reason: string, winners: number[], told: string]>([
    [
      'draw, but mate',
      '1. f3 e5 2. g4 Qh4# 1/2-1/2',
      'checkmate',
      [1],
      'the result 1/2-1/2: the board ends with checkmate',
    ],
    [
      'a tag for the loser',
      '[Result "1-0"]\r\n1. f3 e5 2. g4 Qh4#',
      'checkmate',
      [1],
      'the result 1-0: the board ends with checkmate',
    ],
    [
      'a win in stalemate',
      '[FEN "7k/8/6QK/8/8/8/8/8 w - - 0 1"] 1. Qf7 1-0',
      'stalemate',
      [],
      'the result 1-0: the board ends with stalemate',
    ],
    [
      'two results',
      '[Result "1-0"]\r\n\r\n1. e4 0-1',
      'unknown',
      [1],
      'the Result tag 1-0: the moves end with 0-1',
    ],
  ])('%s', (_name, text, reason, winners, told) => {
    const lost: string[] = [];
    const kifu = unwrap(pgn.read(text, what => lost.push(what)));
    expect(kifu.ending?.outcome).toMatchObject({ reason, winners });
    expect(kifu.header.options).toEqual({});
    expect(lost).toEqual([told]);
  });
});
