/** Pictures: what stands where, what keeps its id, what moves. */
import { drawText, type Scene, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { initial, parseFen } from './fen.ts';
import { squareName } from './move-codec.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';
import { parseUci } from './uci.ts';

const at = (fen: string): State => unwrap(parseFen(fen));

/** Plays moves from a state and draws each time from the scene before. */
function follow(state: State, moves: readonly string[]): { state: State; drawn: Scene } {
  let drawn = scene(state);
  let now = state;
  for (const text of moves) {
    const move = unwrap(parseUci(text));
    now = unwrap(game.play(now, now.turn, move)).state;
    drawn = scene(now, { scene: drawn, move });
  }
  return { state: now, drawn };
}

const nameOf = ({ column, row }: { column: number; row: number }) =>
  squareName(8 * (7 - row) + column);
const tweens = (drawn: Scene) =>
  drawn.tweens.map(({ piece, from, to }) => [piece, nameOf(from), to && nameOf(to)]);
const marks = (drawn: Scene) => drawn.marks.map(mark => [mark.kind, nameOf(mark)]);
const pieceAt = (drawn: Scene, square: string) =>
  drawn.pieces.find(piece => nameOf(piece) === square);

test('draws the start', () => {
  const drawn = scene(initial);
  expect(drawText(drawn, 'board')).toEqual([
    '8 r n b q k b n r',
    '7 p p p p p p p p',
    '6 . . . . . . . .',
    '5 . . . . . . . .',
    '4 . . . . . . . .',
    '3 . . . . . . . .',
    '2 P P P P P P P P',
    '1 R N B Q K B N R',
    '  a b c d e f g h',
  ]);
  expect(drawn.areas).toEqual([
    {
      id: 'board',
      columns: 8,
      rows: 8,
      look: 'chequered',
      columnLabels: [...'abcdefgh'],
      rowLabels: [...'87654321'],
    },
  ]);
  expect(pieceAt(drawn, 'e1')).toEqual({
    area: 'board',
    column: 4,
    row: 7,
    id: 'white-king-e1',
    look: 'white-king',
    glyph: 'K',
    owner: 0,
  });
  expect(pieceAt(drawn, 'b8')).toMatchObject({ look: 'black-knight', glyph: 'n', owner: 1 });
  expect(drawn.marks).toEqual([]);
  expect(drawn.tweens).toEqual([]);
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(32);
});

test.each<[name: string, fen: string, moves: string[], tweens: (string | null)[][]]>([
  ['a step', fenOf('4k3/8/8/8/8/8/4P3/4K3 w'), ['e2e4'], [['white-pawn-e2', 'e2', 'e4']]],
  [
    'a second step keeps the id',
    fenOf('4k3/8/8/8/8/8/4P3/4K3 w'),
    ['e2e4', 'e8e7', 'e4e5'],
    [['white-pawn-e2', 'e4', 'e5']],
  ],
  [
    'a capture',
    fenOf('4k3/8/8/3p4/4P3/8/8/4K3 w'),
    ['e4d5'],
    [
      ['white-pawn-e4', 'e4', 'd5'],
      ['black-pawn-d5', 'd5', null],
    ],
  ],
  [
    'en passant',
    fenOf('4k3/3p4/8/4P3/8/8/8/4K3 b'),
    ['d7d5', 'e5d6'],
    [
      ['white-pawn-e5', 'e5', 'd6'],
      ['black-pawn-d7', 'd5', null],
    ],
  ],
  [
    'castling short',
    fenOf('4k3/8/8/8/8/8/8/4K2R w K'),
    ['e1g1'],
    [
      ['white-king-e1', 'e1', 'g1'],
      ['white-rook-h1', 'h1', 'f1'],
    ],
  ],
  [
    'castling long, black',
    fenOf('r3k3/8/8/8/8/8/8/4K3 b q'),
    ['e8c8'],
    [
      ['black-king-e8', 'e8', 'c8'],
      ['black-rook-a8', 'a8', 'd8'],
    ],
  ],
  [
    'promotion with capture',
    fenOf('3r3k/4P3/8/8/8/8/8/4K3 w'),
    ['e7d8q'],
    [
      ['white-pawn-e7', 'e7', 'd8'],
      ['black-rook-d8', 'd8', null],
    ],
  ],
])('tweens: %s', (_name, fen, moves, expected) => {
  const { drawn } = follow(at(fen), moves);
  expect(tweens(drawn)).toEqual(expected);
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(drawn.pieces.length);
});

test('a promoted pawn keeps its id and changes its look', () => {
  const { drawn } = follow(at(fenOf('7k/4P3/8/8/8/8/8/4K3 w')), ['e7e8n']);
  expect(pieceAt(drawn, 'e8')).toMatchObject({
    id: 'white-pawn-e7',
    look: 'white-knight',
    glyph: 'N',
  });
});

test('the last move and a checked king are marked', () => {
  const { state, drawn } = follow(initial, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  expect(marks(drawn)).toEqual([
    ['from', 'd8'],
    ['to', 'h4'],
    ['danger', 'e1'],
  ]);
  expect(marks(scene(state))).toEqual([['danger', 'e1']]);
});

test('an id is never given twice in a game, even where a piece stands on the home of another', () => {
  const { drawn } = follow(initial, ['g1f3', 'g8f6', 'h1g1', 'h8g8', 'g1h1', 'g8h8', 'f3g1']);
  expect(pieceAt(drawn, 'g1')).toMatchObject({ id: 'white-knight-g1' });
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(32);
});

test('a scene before that does not fit gives fresh ids and no tweens', () => {
  const move = unwrap(parseUci('e2e4'));
  const { state } = unwrap(game.play(initial, 0, move));
  const empty: Scene = { areas: [], pieces: [], marks: [], tweens: [] };
  const drawn = scene(state, { scene: empty, move });
  expect(drawn.pieces).toEqual(scene(state).pieces);
  expect(drawn.tweens).toEqual([]);
  expect(marks(drawn)).toEqual([
    ['from', 'e2'],
    ['to', 'e4'],
  ]);
});

/** A short FEN made whole. */
function fenOf(short: string): string {
  const [pieces, side, rights = '-'] = short.split(' ');
  return `${pieces} ${side} ${rights} - 0 1`;
}
