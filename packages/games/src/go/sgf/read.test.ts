/** Reading SGF: what a record keeps of a file, what it is told of, and where a file is wrong. */
import { endingOf, type Kifu, type Note, setUp, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { positionOf } from '../../../test/go-tools.ts';
import { moveIn } from '../../../test/records.ts';
import { moves } from '../move-codec.ts';
import { coordinates } from '../notation.ts';
import { game } from '../rules.ts';
import { cellOf } from '../scene.ts';
import { readSgf, sgf } from './index.ts';

/** Reads a game, with what it had no room for. */
function read(text: string): { kifu: Kifu; lost: string[] } {
  const lost: string[] = [];
  return { kifu: unwrap(sgf.read(text, what => lost.push(what))), lost };
}

const board = positionOf(new Array(19).fill('.'.repeat(19)));
/** Entries as people write them. */
const movesOf = ({ entries }: Pick<Kifu, 'entries'>) =>
  entries
    .map(({ seat, act }) =>
      act.type === 'move'
        ? `${'BW'[seat!]} ${coordinates.format(board, unwrap(moves.bytes.decode(act.move)))}`
        : act.type,
    )
    .join(', ');

test('reads header, moves, comments and the result of a small game', () => {
  const { kifu, lost } = read(
    '(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[19]KM[6.5]RU[Japanese]PB[Shusaku]PW[Gennan]DT[1846-09-11]RE[B+2]EV[Osaka];B[qd];W[dc]C[hm];B[pq])',
  );
  expect(lost).toEqual([]);
  expect(kifu.header).toEqual({
    game: 'go',
    version: 1,
    options: { handicap: 0, height: 19, komiHalves: 13, rules: 'Japanese', width: 19 },
    players: [
      { seat: 0, name: 'Shusaku' },
      { seat: 1, name: 'Gennan' },
    ],
    seed: null,
    start: null,
    startedAt: '1846-09-11',
    tags: { AP: 'x:1', DT: '1846-09-11', EV: 'Osaka' },
  });
  expect(movesOf(kifu)).toBe('B R16, W D17, B Q3');
  expect(kifu.notes).toEqual([{ entry: 2, author: null, text: 'hm', glyphs: [] }]);
  expect(kifu.ending).toEqual(
    endingOf({ result: 'win', winners: [0], points: [4, 0], reason: 'score' }),
  );
});

test.each([
  '(GM[1]SZ[9]PB[Ann];B[aa](;W[bb])(;W[cc]))',
  'by hand:\n( GaMe[1] SiZe[9] PlayerBlack[Ann] ; B[aa] (;W[bb])(;W[cc]))',
  '(PB[Ann]SZ[9];B[aa](;W[bb])(;W[cc]))(;SZ[9])',
])('a root without its semicolon: %s', text => {
  const [game] = [...readSgf(text)].map(unwrap);
  expect(game!.header.players[0]!.name).toBe('Ann');
  expect(movesOf(game!)).toBe('B A19, W B18');
  expect(game!.variations).toHaveLength(1);
});

describe('openings', () => {
  test('a root that branches into setups: the first is the game, the others are told', () => {
    const { kifu, lost } = read(
      '(;SZ[9](;AB[aa]C[one];W[cc](;B[dd])(;B[ee]))(;B[cc];W[dd])(;AW[bb];B[ff]))',
    );
    expect(movesOf(kifu)).toBe('W C17, B D16');
    expect(kifu.header.start).not.toBeNull();
    expect(lost).toEqual([
      'a variation is not read on: it begins before the stones of the game are put',
      'a variation is not read on: it begins before the stones of the game are put',
    ]);
    expect(kifu.variations.map(({ entry, notes }) => [entry, notes[0]?.text])).toEqual([
      [0, expect.stringMatching(/^not read on: .*;B\[cc\];W\[dd\]/)],
      [0, expect.stringMatching(/^not read on: .*;AW\[bb\]/)],
      [1, undefined],
    ]);
  });

  test.each<[string, string, object, start: boolean, moves: string]>([
    ['nothing said', ';B[aa]', { width: 19, rules: 'Japanese', komiHalves: 0 }, false, 'B A19'],
    ['white first', ';W[aa]', { width: 19 }, true, 'W A19'],
    ['fixed handicap', 'HA[2]AB[dp][pd];W[aa]', { handicap: 2 }, false, 'W A19'],
    ['fixed handicap, in any order', 'HA[2]AB[pd][dp];W[aa]', { handicap: 2 }, false, 'W A19'],
    ['handicap elsewhere', 'HA[2]AB[aa][bb];W[cc]', { handicap: 2 }, true, 'W C17'],
    ['more stones than told', 'HA[2]AB[dp][pd][dd];W[aa]', { handicap: 2 }, true, 'W A19'],
    [
      'free handicap',
      'RU[Chinese]HA[2]AB[cc][aa];W[dd]',
      { handicap: 2, rules: 'Chinese' },
      false,
      'B C17, B A19, W D16',
    ],
    ['handicap without stones', 'HA[3];W[dd]', { handicap: 3 }, true, 'W D16'],
    ['a problem', 'SZ[9]AB[aa][bb]AW[cc:cd];B[dd]', { width: 9 }, true, 'B D16'],
    ['setup in the second node', 'SZ[9];AB[aa];AW[bb];C[go];W[cc]', { width: 9 }, true, 'W C17'],
    ['stones taken away again', 'AB[aa];AE[aa];B[bb]', {}, false, 'B B18'],
    ['a side that is told', 'AB[aa]PL[W]', {}, true, ''],
    ['a move in the root', 'B[aa]C[x];W[bb]', {}, false, 'B A19, W B18'],
    ['a rectangle', 'SZ[5:3];B[ec]', { width: 5, height: 3 }, false, 'B E17'],
  ])('%s', (_name, text, options, start, moves) => {
    const { kifu } = read(`(;${text})`);
    expect(kifu.header.options).toMatchObject(options);
    expect(kifu.header.start !== null).toBe(start);
    expect(movesOf(kifu)).toBe(moves);
    const { header } = kifu;
    expect(setUp(game, { options: header.options, start: header.start }).ok).toBe(true);
  });

  test.each<[string, options: object, tags: object, lost: string[]]>([
    ['KM[6.5]', { komiHalves: 13 }, {}, []],
    ['KM[6.50]', { komiHalves: 13 }, {}, []],
    ['KM[-3]', { komiHalves: -6 }, {}, []],
    ['KM[375]', { komiHalves: 15 }, { KM: '375' }, ['KM[375] is read as 7.5 points']],
    ['KM[3.75]', { komiHalves: 15 }, { KM: '3.75' }, ['KM[3.75] is read as 7.5 points']],
    ['KM[650]', { komiHalves: 13 }, { KM: '650' }, ['KM[650] is read as 6.5 points']],
    ['KM[many]', { komiHalves: 0 }, { KM: 'many' }, ['KM[many] is no komi, read as none']],
    ['KM[99999]', { komiHalves: 0 }, { KM: '99999' }, ['KM[99999] is no komi, read as none']],
    ['RU[chinese]', { rules: 'Chinese' }, { RU: 'chinese' }, []],
    ['RU[NZ]', { rules: 'New Zealand' }, {}, []],
    ['RU[Korean]', { rules: 'Japanese' }, { RU: 'Korean' }, []],
    ['RU[GOE]', { rules: 'New Zealand' }, { RU: 'GOE' }, []],
    [
      'RU[Foo]',
      { rules: 'Japanese' },
      { RU: 'Foo' },
      ['the rules "Foo" are not known, read as Japanese'],
    ],
    ['HA[0]', { handicap: 0 }, {}, []],
    ['HA[1]', { handicap: 0 }, { HA: '1' }, ['HA[1] is no handicap, read as none']],
    ['HA[400]', { handicap: 0 }, { HA: '400' }, ['HA[400] is no handicap, read as none']],
    ['GC[two\nlines]', {}, { GC: 'two\nlines' }, []],
    ['EV[two\nlines]', {}, { EV: 'two lines' }, []],
    ['EV[]', {}, {}, []],
    ['PB[x][y]', {}, {}, ['PB has one value only']],
    ['DT[1999]', {}, { DT: '1999' }, []],
  ])('%s', (text, options, tags, lost) => {
    const found = read(`(;${text};B[aa])`);
    expect(found.kifu.header.options).toMatchObject(options);
    expect(found.kifu.header.tags).toEqual(tags);
    expect(found.lost).toEqual(lost);
  });
});

describe('moves', () => {
  test.each<[string, string, moves: string, lost: number]>([
    ['passes, old and new', 'SZ[19];B[];W[tt]', 'B pass, W pass', 0],
    ['play that goes on after two passes', ';B[];W[];B[aa]', 'B pass, W pass, B resume, B A19', 0],
    ['a side that moves twice', ';B[aa];B[bb]', 'B A19, W pass, B B18', 1],
    ['and after a pass', ';B[aa];W[];W[bb]', 'B A19, W pass, B pass, W resume, W B18', 1],
    ['blanks', ' ; B [ aa ] \r\n;W\n[bb]', 'B A19, W B18', 0],
    ['names as words', ';Black[aa];White[bb]', 'B A19, W B18', 0],
  ])('%s', (_name, text, moves, count) => {
    const { kifu, lost } = read(`(;${text})`);
    expect(movesOf(kifu)).toBe(moves);
    expect(lost).toHaveLength(count);
  });

  test.each<[string, number[]]>([
    ['SZ[52];B[ZZ]', [51, 51]],
    ['SZ[20];B[tt]', [19, 19]],
  ])('%s is a point', (text, at) => {
    const [first] = read(`(;${text})`).kifu.entries;
    expect(moveIn(game, first!.act)).toEqual({ at, type: 'play' });
  });

  test('have clocks, glyphs and authors, and unknown properties are kept', () => {
    const { kifu } = read(
      '(;LB[aa:1];B[aa]BL[93.5]OB[3]TE[2];W[bb]BL[10]WL[x]BM[1]C[bad\\]]TR[aa][bb];XA[B]C[yes])',
    );
    expect(kifu.entries.map(({ clockMs }) => clockMs)).toEqual([93_500, null]);
    expect(kifu.notes).toEqual([
      {
        ...{ entry: 0, author: null, text: '', glyphs: [] },
        shapes: [{ type: 'label', at: cellOf([0, 0]), text: '1', color: 'red' }],
      },
      { entry: 1, author: null, text: '', glyphs: [3] },
      { entry: 1, author: 'SGF', text: 'OB[3]', glyphs: [] },
      {
        ...{ entry: 2, author: null, text: 'bad]', glyphs: [2] },
        shapes: [
          { type: 'triangle', at: cellOf([0, 0]), color: 'red' },
          { type: 'triangle', at: cellOf([1, 1]), color: 'red' },
        ],
      },
      { entry: 2, author: 'SGF', text: 'BL[10]WL[x]', glyphs: [] },
      { entry: 2, author: 'black', text: 'yes', glyphs: [] },
    ]);
  });

  test.each<[text: string, note: Partial<Note>]>([
    ['CR[aa]', { shapes: [{ type: 'mark', at: cellOf([0, 0]), color: 'red' }] }],
    [
      'SQ[aa:ab]MA[cc]',
      {
        shapes: [
          { type: 'square', at: cellOf([0, 0]), color: 'red' },
          { type: 'square', at: cellOf([0, 1]), color: 'red' },
          { type: 'cross', at: cellOf([2, 2]), color: 'red' },
        ],
      },
    ],
    [
      'LB[bc:a\\:\\]]',
      { shapes: [{ type: 'label', at: cellOf([1, 2]), text: 'a:]', color: 'red' }] },
    ],
    [
      'AR[aa:bb]LN[cc:dd]',
      {
        shapes: [
          { type: 'arrow', from: cellOf([0, 0]), to: cellOf([1, 1]), color: 'red' },
          { type: 'line', from: cellOf([2, 2]), to: cellOf([3, 3]), color: 'red' },
        ],
      },
    ],
    ['V[-2.5]', { evaluation: { score: -250 } }],
    // what cannot be read stays as it is
    ['CR[zz]', { author: 'SGF', text: 'CR[zz]' }],
    ['LB[aa]', { author: 'SGF', text: 'LB[aa]' }],
    ['AR[aa:zz]', { author: 'SGF', text: 'AR[aa:zz]' }],
    ['V[x]', { author: 'SGF', text: 'V[x]' }],
  ])('markup: %s', (text, note) => {
    const { kifu } = read(`(;SZ[9];B[ee]${text})`);
    expect(kifu.notes).toEqual([{ entry: 1, author: null, text: '', glyphs: [], ...note }]);
    const again = unwrap(sgf.write(kifu));
    expect(again.losses).toEqual([]);
    expect(unwrap(sgf.read(again.output))).toEqual(kifu);
  });

  test('text: escapes, soft and hard line breaks, other blanks', () => {
    const { kifu } = read('(;C[a\\\\b\\]c\\:d\\\ne\r\nf\n\rg\th\\\ti\\jk])');
    expect(kifu.notes[0]!.text).toBe('a\\b]c:de\nf\ng h ijk');
  });
});

describe('variations', () => {
  test('branch off where they stand, and nest', () => {
    const { kifu } = read(
      '(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]C[x]))(;W[ff])(;W[gg](;B[hh])(;B[ii])))',
    );
    expect(movesOf(kifu)).toBe('B A19, W B18, B C17, W D16');
    expect(
      kifu.variations.map(({ entry, entries, notes }) => [
        entry,
        movesOf({ entries }),
        notes.length,
      ]),
    ).toEqual([
      [1, 'W F14', 0],
      [1, 'W G13, B H12', 0],
      [3, 'W E15', 1],
    ]);
    expect(kifu.variations[1]!.variations).toMatchObject([{ entry: 2, variations: [] }]);
    expect(kifu.variations[2]!.notes).toEqual([{ entry: 4, author: null, text: 'x', glyphs: [] }]);
  });

  test.each<[string, string, note: string]>([
    [
      'an illegal move',
      '(;B[aa](;W[bb])(;W[aa];B[cc]))',
      'A19: that point is occupied: ;W[aa];B[cc]))',
    ],
    [
      'stones put down',
      '(;B[aa](;W[bb])(;AB[cc]))',
      'stones are put or taken away in the middle of a game: ;AB[cc]))',
    ],
    [
      'a point off the board',
      '(;B[aa](;W[bb])(;W[zz]))',
      'zz: no such point on this board: ;W[zz]))',
    ],
  ])('end with a note at %s', (_name, text, note) => {
    const { kifu, lost } = read(text);
    expect(kifu.variations).toEqual([
      {
        entry: 1,
        entries: [],
        notes: [{ entry: 1, author: null, text: `not read on: ${note}`, glyphs: [] }],
        variations: [],
      },
    ]);
    expect(lost).toHaveLength(1);
  });

  test('without a move or a word are not kept', () => {
    expect(read('(;B[aa](;W[bb])(;)(;(;)(;)))').kifu.variations).toEqual([]);
  });
});

describe('results', () => {
  const end = (text: string, rules = 'Chinese') => read(`(;SZ[3]RU[${rules}]${text})`).kifu;

  test('territory that comes to the result is counted again', () => {
    const kifu = end('KM[0]RE[B+9];B[bb];W[aa];B[ba];W[];B[];TB[aa][ab][ac][bc][ca][cb][cc])');
    expect(movesOf(kifu).split(', ').slice(-5)).toEqual([
      'W pass',
      'B pass',
      'B mark A19',
      'B agree',
      'W agree',
    ]);
    expect(kifu.ending!.outcome).toMatchObject({ winners: [0], points: [18, 0] });
    expect(kifu.notes).toEqual([]);
  });

  test.each<[string, string]>([
    ['another result', 'KM[0]RE[B+8];B[bb];W[aa];B[ba];W[];B[]TB[aa][ab][ac][bc][ca][cb][cc]'],
    ['no result', 'KM[0];B[bb];W[aa];B[ba];W[];B[]TB[aa][ab][ac][bc][ca][cb][cc]'],
    ['lists that cannot be', 'KM[0]RE[B+9];B[bb];W[aa];B[ba];W[];B[]TB[bb]'],
    ['no passes', 'KM[0]RE[B+9];B[bb];W[aa];B[ba]TB[aa][ab][ac][bc][ca][cb][cc]'],
  ])('%s: the lists are kept', (_name, text) => {
    const { entries, notes } = end(text);
    expect(movesOf({ entries })).not.toMatch('agree');
    expect(notes).toMatchObject([{ author: 'SGF', text: expect.stringMatching(/^TB/) }]);
  });

  test.each<[string, reason: string | null, tag: string | undefined]>([
    ['RE[W+R]', 'resignation', undefined],
    ['RE[B+3.75]', 'score', 'B+3.75'],
    ['RE[Black wins]', null, 'Black wins'],
    ['RE[B+0.0]', 'unknown', 'B+0.0'],
    ['RE[W+0]', 'unknown', 'W+0'],
    ['RE[B+J]', 'unknown', 'B+J'],
    ['RE[B+AW]', 'unknown', 'B+AW'],
    ['RE[w + V]', 'unknown', 'w + V'],
    ['RE[B]', 'unknown', 'B'],
    ['RE[0]', 'score', undefined],
    ['RE[?]', null, undefined],
    ['RE[Void]', 'noResult', undefined],
    ['', null, undefined],
  ])('%s', (text, reason, tag) => {
    const { ending, header } = end(`${text};B[aa]`);
    expect(ending?.outcome.reason ?? null).toBe(reason);
    expect(header.tags.RE).toBe(tag);
  });
});

test.each<[string, string, code: string, rule: string | undefined, line: number, column: number]>([
  ['nothing', '', 'malformed', undefined, 0, 0],
  ['no game', 'hello (world)', 'malformed', undefined, 0, 0],
  ['not closed', 'x\n (;B[aa]', 'malformed', undefined, 2, 2],
  ['a value not closed', '(;B[aa];\nW[bb', 'malformed', undefined, 2, 2],
  ['a name without a value', '(;B[aa];\r\nW )', 'malformed', undefined, 2, 1],
  ['what begins nothing', '(;B[aa]\n  ?)', 'malformed', undefined, 2, 3],
  ['two moves in a node', '(;B[aa]\n;W[bb]B[cc])', 'malformed', undefined, 2, 1],
  ['no point', '(;B[a])', 'malformed', undefined, 1, 5],
  ['off the board', '(;SZ[9];B[jj])', 'illegal-move', 'off-board', 1, 11],
  ['occupied', '(;B[aa]\n;W[aa])', 'illegal-move', 'occupied', 2, 4],
  [
    'ko',
    '(;SZ[4];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]\n;B[cb])',
    'illegal-move',
    'ko',
    2,
    4,
  ],
  ['suicide', '(;SZ[3];B[ba];W[cc];B[ab];\nW[aa])', 'illegal-move', 'suicide', 2, 3],
  ['another game', '(;GM[2];B[aa])', 'unsupported', 'game', 1, 6],
  ['too large', '(;SZ[53];B[aa])', 'unsupported', 'size', 1, 6],
  ['setup in the middle', '(;B[aa];W[bb];\nAW[cc])', 'unsupported', 'setup', 2, 1],
  ['stones that cannot be', '(;SZ[2]AB[aa:bb])', 'bad-state', undefined, 1, 2],
])('%s is refused with its place', (_name, text, code, rule, line, column) => {
  const result = sgf.read(text);
  expect(result.ok).toBe(false);
  if (result.ok) return;
  expect(result.fault).toMatchObject({ code, ...(rule === undefined ? {} : { rule }) });
  if (line > 0) expect(result.fault.at).toMatchObject({ line, column });
});

test('a collection: good games are read beside bad ones', () => {
  const text = `mail header
(;B[aa])(;B[bb]) between
(;B[cc]
(;FF[4];B[dd];W[dd])
(;B[ee];?)
(;B[ff](;W[gg])(;W[hh]))`;
  const games = [...sgf.readAll!(text)];
  expect(games.map(result => (result.ok ? movesOf(result.value) : result.fault.message))).toEqual([
    'B A19',
    'B B18',
    'this game is not closed',
    'D16: that point is occupied',
    '"?" begins no property, node or branch',
    'B F14, W G13',
  ]);
  expect(games.flatMap(result => (result.ok ? [] : [result.fault.at!.line]))).toEqual([3, 4, 5]);
});

/** Several games in one tree, each named where it leaves the others, as FF[4] has them; and another tree. */
const MERGED = `(;FF[4]GM[1]SZ[19]C[Opening book]
;B[pd]
(;PW[Ann]PB[Eve]EV[Club]RE[W+R]W[dp]C[one
(;see below)])
(;PW[Bob]PB[Eve]RE[B+3.5]W[cp])
(;GN[side line]W[ep];B[pp]
(;KM[-5.5]RO[3]W[ed])
(;DT[2001-01-01]TM[600]W[cd])
))

(;FF[4]AP[x:1]GM[1]SZ[9]
(;B[ee]N[first])
(;GN[second]B[cc])
)`;

test('a tree with game-info in its branches is one game, on however many lines', () => {
  const games = [...readSgf(MERGED)].map(unwrap);
  expect(games.map(movesOf)).toEqual(['B Q16, W D4', 'B E15']);
  expect(games[0]!.variations).toHaveLength(2);
  expect(games[0]!.variations[1]!.variations).toHaveLength(1);
  const oneLine = MERGED.replace(/(?<=[\])])\n+(?=[(;)])/g, '');
  expect([...readSgf(oneLine)].map(unwrap)).toEqual(games);
});

test.each([
  ['in a comment', '(;GM[1]SZ[9]C[so it begins:\n(;FF[4];B[aa];W[bb])'],
  ['in a branch', '(;GM[1]SZ[9];B[aa]\n(;SZ[9]W[bb])\n(;FF[4]W[cc]))'],
])('what looks like a game %s of a tree with an end is none', (_name, text) => {
  const games = [...readSgf(text)];
  expect(games.map(game => game.ok && movesOf(game.value))).toEqual(['B A19, W B18']);
});

test.each<[string, text: string, games: string[]]>([
  [
    'a bracket',
    '(;SZ[9];B[aa]\n(;PB[x]W[bb])\n(;GM[1]SZ[9];B[cc])',
    ['this game is not closed', 'B C17'],
  ],
  ['a value', '(;SZ[9];B[aa]C[so\n(;GM[1]SZ[9];B[cc])', ['this value is not closed', 'B C17']],
  [
    'a stray bracket',
    '(;SZ[9];B[aa](;W[bb])[)\n(;GM[1]SZ[9];B[cc])',
    ['"[" begins no property, node or branch', 'B C17'],
  ],
  ['both, in the root', '(;GM[1]C[so\n(;FF[4]GM[1];B[cc])', ['this value is not closed', 'B C17']],
])('a game that lacks the end of %s ends where the next begins', (_name, text, games) => {
  expect(
    [...readSgf(text)].map(game => (game.ok ? movesOf(game.value) : game.fault.message)),
  ).toEqual(games);
});

test('branches of a game that is refused are no games', () => {
  const games = [...readSgf('(;B[aa]?\n(;W[bb])\n(;W[cc]C[)]))\n(;B[dd])')];
  expect(games.map(game => game.ok && movesOf(game.value))).toEqual([false, 'B D16']);
});
