/** Pictures: what stands where, what keeps its id, what moves. */
import { drawText, type Scene, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { initial, parseFen } from './fen.ts';
import { parseNumbers } from './numbers.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import { numberOf, squareAt } from './squares.ts';
import type { State } from './state.ts';

const at = (fen: string): State => unwrap(parseFen(fen));

/** Plays moves from a state and draws each time from the scene before. */
function follow(state: State, moves: readonly string[]): Scene {
  let drawn = scene(state);
  let now = state;
  for (const text of moves) {
    const move = unwrap(parseNumbers(now, text));
    now = unwrap(game.play(now, now.turn, move)).state;
    drawn = scene(now, { scene: drawn, move });
  }
  return drawn;
}

const nameOf = ({ column, row }: { column: number; row: number }) =>
  numberOf(squareAt(column, 7 - row));
const tweens = (drawn: Scene) =>
  drawn.tweens.map(({ piece, from, to }) => [piece, nameOf(from), to && nameOf(to)]);
const marks = (drawn: Scene) => drawn.marks.map(mark => [mark.kind, nameOf(mark)]);
const fact = (drawn: Scene, label: string) =>
  drawn.facts?.find(known => known.label === label)?.value;

test('draws the start', () => {
  const drawn = scene(initial);
  expect(drawText(drawn, 'board')).toEqual([
    '28+ . w . w . w . w',
    '24+ w . w . w . w .',
    '20+ . w . w . w . w',
    '16+ . . . . . . . .',
    '12+ . . . . . . . .',
    ' 8+ b . b . b . b .',
    ' 4+ . b . b . b . b',
    ' 0+ b . b . b . b .',
    '    4 4 3 3 2 2 1 1',
  ]);
  expect(drawn.pieces.find(piece => nameOf(piece) === 11)).toEqual({
    area: 'board',
    column: 2,
    row: 5,
    id: 'black-11',
    look: 'black-checker',
    glyph: 'b',
    owner: 0,
  });
  expect([drawn.marks, drawn.tweens]).toEqual([[], []]);
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(24);
});

test('row and column add up to the number of the square, and pieces stand on dark ones', () => {
  const { areas, pieces } = scene(at('B:W17-28:B5-16'));
  const [board] = areas;
  for (const piece of pieces) {
    const row = Number.parseInt(board!.rowLabels[piece.row]!, 10);
    expect(row + Number(board!.columnLabels[piece.column])).toBe(nameOf(piece));
    expect((piece.column + piece.row) % 2).toBe(1);
  }
});

test.each<[name: string, fen: string, moves: string[], tweens: (string | number | null)[][]]>([
  ['a step', 'B:W32:B11', ['11-15'], [['black-11', 11, 15]]],
  ['a second step keeps the id', 'B:W32:B11', ['11-15', '32-28', '15-19'], [['black-11', 15, 19]]],
  [
    'a chain',
    'B:W15,22,32:B11',
    ['11x18x25'],
    [
      ['black-11', 11, 25],
      ['white-22', 22, null],
      ['white-15', 15, null],
    ],
  ],
  [
    'a king that comes back to where it was',
    'B:W6,7,14,15,32:BK11',
    ['11x2x9x18x11'],
    [
      ['black-11', 11, 11],
      ['white-15', 15, null],
      ['white-7', 7, null],
      ['white-14', 14, null],
      ['white-6', 6, null],
    ],
  ],
])('%s', (_name, fen, moves, expected) => {
  const drawn = follow(at(fen), moves);
  expect(tweens(drawn)).toEqual(expect.arrayContaining(expected));
  expect(drawn.tweens.length).toBe(expected.length);
});

test('a man that is crowned keeps its id', () => {
  const drawn = follow(at('B:W21:B26'), ['26-31']);
  expect(drawn.pieces.find(({ id }) => id === 'black-26')).toMatchObject({
    look: 'black-checker-king',
    glyph: 'B',
  });
  expect(marks(drawn)).toEqual([
    ['from', 26],
    ['to', 31],
  ]);
});

test('a scene that does not fit is drawn anew', () => {
  const move = unwrap(parseNumbers(initial, '11-15'));
  const { state } = unwrap(game.play(initial, 0, move));
  const drawn = scene(state, { scene: scene(at('B:W32:B1')), move });
  expect(drawn.tweens).toEqual([]);
  expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(24);
});

describe('facts', () => {
  test('pieces are counted', () => {
    expect(fact(scene(at('B:WK9,K10,11:BK1,32')), 'pieces')).toBe(
      'Black 2 (1 king), White 3 (2 kings)',
    );
  });

  test('jumps that must be taken are named, as long as there is something to play', () => {
    expect(fact(scene(at('B:W15,16:B11,4')), 'Black must jump')).toBe('11x20, 11x18');
    expect(scene(initial).facts?.length).toBe(2);
    expect(scene(at('W:W:B1')).facts?.length).toBe(2);
  });

  test('the piece that must continue is marked', () => {
    const canon = game.states.canon(at('B:W11,18,26:B15,8')) as object;
    const state = unwrap(game.states.restore({ ...canon, mustContinueFrom: [3, 3] }));
    expect(marks(scene(state))).toEqual([['choice', 15]]);
    expect(fact(scene(state), 'Black must jump')).toBe('15x22x31');
  });

  test('all pieces that have to jump are marked, and none where none has to', () => {
    expect(marks(scene(at('B:W15,16:B11,4')))).toEqual([['choice', 11]]);
    expect(marks(scene(at('B:W15,16,18:B11,14,4'))).map(([, square]) => square)).toEqual([11, 14]);
    expect(marks(scene(initial))).toEqual([]);
  });
});
