/** Pictures: what stands where, what keeps its id, what moves. */
import { drawText, type Scene, step, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { at, IN_BASE } from '../../test/ludo-positions.ts';
import { HOME } from './board.ts';
import { cellOf } from './layout.ts';
import { moveOf } from './move-codec.ts';
import { game } from './rules.ts';
import { scene } from './scene.ts';
import { type State, turnOf } from './state.ts';

const pieceOf = (drawn: Scene, id: string) => drawn.pieces.find(piece => piece.id === id);
const spot = ({ column, row }: { column: number; row: number }) => [column, row];

test('draws the start of four', () => {
  const drawn = scene(at([IN_BASE, IN_BASE, IN_BASE, IN_BASE], { dice: 6, turn: 1 }));
  expect(drawText(drawn, 'board')).toEqual([
    '                  .  .  .',
    '                  .  g  gv',
    '      R1 R2       *  g  .        G1 G2',
    '      R3 R4       .  g  .        G3 G4',
    '                  .  g  .',
    '                  .  g  .',
    '.  r> .  .  .  .     =0    .  .  .  *  .  .',
    '.  r  r  r  r  r  =0 #6 =0 y  y  y  y  y  .',
    '.  .  *  .  .  .     =0    .  .  .  .  y< .',
    '                  .  b  .',
    '                  .  b  .',
    '      B1 B2       .  b  .        Y1 Y2',
    '      B3 B4       .  b  *        Y3 Y4',
    '                  b^ b  .',
    '                  .  .  .',
  ]);
  expect(drawn.facts).toEqual([
    { label: 'Red', value: '1 base · 2 base · 3 base · 4 base', isAboutText: true },
    { label: 'Green', value: '1 base · 2 base · 3 base · 4 base', isAboutText: true },
    { label: 'Yellow', value: '1 base · 2 base · 3 base · 4 base', isAboutText: true },
    { label: 'Blue', value: '1 base · 2 base · 3 base · 4 base', isAboutText: true },
    { label: 'die', value: 'Green rolled 6' },
  ]);
  expect(drawn.marks).toHaveLength(4);
  const spot = { x: 11.05, y: 2.05, width: 1.6, height: 1.6 };
  expect(drawn.marks[0]).toEqual({ area: 'board', column: 11, row: 2, spot, kind: 'choice' });
  expect(pieceOf(drawn, 'green-1')).toEqual({
    area: 'board',
    column: 11,
    row: 2,
    id: 'green-1',
    look: 'green-token-1',
    glyph: 'G1',
    owner: 1,
    spot,
  });
});

test('draws tokens on the ring, in columns and at home', () => {
  // ring square 8 is red's 8 and yellow's 34; ring square 47 is a star with three seats on it
  const tokens = [
    [8, 56, 56, 47],
    [34, -1, 53, 5],
    [34, 21, -1, -1],
  ];
  const drawn = scene(at(tokens, { dice: 6, consecutiveSixes: 2 }));
  expect(drawText(drawn, 'board')).toEqual([
    '                  .  .  .',
    '                  .  g  gv',
    '      o  o        RY g  .        o  G2',
    '      o  o        .  G3 .        o  o',
    '                  .  g  .',
    '                  .  g  .',
    '.  r> .  .  .  .     =0    G4 .  .  *  .  .',
    '.  r  r  r  r  r  =2 #6 =0 y  y  y  y  y  .',
    '.  .  3x .  .  .     =0    .  .  .  .  y< .',
    '                  .  b  .',
    '                  .  b  .',
    '      o  o        .  b  .        o  o',
    '      o  o        .  b  *        Y3 Y4',
    '                  b^ b  .',
    '                  .  .  .',
  ]);
  expect(drawn.facts).toEqual([
    { label: 'Red', value: '1 at 8 · 2 home · 3 home · 4 at 47', isAboutText: true },
    { label: 'Green', value: '1 at 34 · 2 base · 3 at 53 · 4 at 5', isAboutText: true },
    { label: 'Yellow', value: '1 at 34 · 2 at 21 · 3 base · 4 base', isAboutText: true },
    { label: 'die', value: 'Red rolled 6, the second six' },
  ]);
});

test('no two places of a seat share a cell, and all of them lie on the board', () => {
  for (let seat = 0; seat < 4; seat++) {
    const cells = Array.from({ length: HOME + 1 }, (_, place) =>
      spot(cellOf(seat, 0, place)).join(),
    );
    expect(new Set(cells).size).toBe(HOME + 1);
  }
  // each step on the way goes to a neighbor, over the corners of the cross diagonally
  for (let seat = 0; seat < 4; seat++)
    for (let place = 1; place < HOME; place++) {
      const [a, b] = [cellOf(seat, 0, place), cellOf(seat, 0, place + 1)];
      expect(Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row))).toBe(1);
    }
});

describe('from scene to scene', () => {
  const follow = (state: State, token: number, steps: number) => {
    const move = moveOf(token, steps);
    const { state: after } = unwrap(step(game, state, { do: 'move', seat: turnOf(state), move }));
    return scene(after, { scene: scene(state), move });
  };
  const tweens = (drawn: Scene) =>
    drawn.tweens.map(({ piece, from, to }) => [piece, spot(from), to && spot(to)]);

  test('a token walks', () => {
    const drawn = follow(at([[0, -1, -1, -1], IN_BASE], { dice: 4 }), 0, 4);
    expect(tweens(drawn)).toEqual([['red-1', [1, 6], [5, 6]]]);
    expect(drawn.marks.slice(0, 2)).toEqual([
      { area: 'board', column: 1, row: 6, kind: 'from' },
      { area: 'board', column: 5, row: 6, kind: 'to' },
    ]);
  });

  test('a captured token goes back to base, after the one that took it', () => {
    // green's 3 and red's 16 are one square; the taken token has the number of the mover
    const drawn = follow(
      at(
        [
          [16, -1, -1, -1],
          [2, -1, -1, -1],
        ],
        { dice: 1, turn: 1 },
      ),
      0,
      1,
    );
    expect(tweens(drawn)).toEqual([
      ['green-1', [8, 3], [8, 4]],
      ['red-1', [8, 4], [2, 2]],
    ]);
    expect(drawn.marks[0]).toMatchObject({ kind: 'from', column: 8, row: 3 });
  });

  test('what is printed comes back when a token leaves, and ids are given once', () => {
    const drawn = follow(at([[0, -1, -1, 56], IN_BASE], { dice: 4 }), 0, 4);
    expect(drawn.pieces.find(({ look }) => look === 'red-start')).toMatchObject({ glyph: 'r>' });
    expect(new Set(drawn.pieces.map(({ id }) => id)).size).toBe(drawn.pieces.length);
  });

  test('a scene before that does not fit gives no tweens', () => {
    const state = at([[5, -1, -1, -1], IN_BASE], { dice: 4 });
    const empty: Scene = { areas: [], pieces: [], marks: [], tweens: [] };
    const drawn = scene(state, { scene: empty, move: moveOf(0, 4) });
    expect(drawn).toEqual(scene(state));
  });
});

test('a seat that has left keeps only its tokens at home on the table', () => {
  const state = at([[-1, 56, -1, -1], IN_BASE, IN_BASE], {
    eliminated: [true, false, false],
    turn: 1,
  });
  const drawn = scene(state);
  expect(
    drawn.pieces.filter(({ look }) => look.startsWith('red-token')).map(({ id }) => id),
  ).toEqual(['red-2']);
  expect(drawn.facts?.map(({ label }) => label)).toEqual(['Green', 'Yellow', 'die']);
});

test('after the end it says who has won, and marks nothing', () => {
  const drawn = scene(at([[56, 56, 56, 56], IN_BASE], { turn: 1 }));
  expect(drawn.facts?.at(-1)).toEqual({ label: 'won by', value: 'Red' });
  expect(drawn.marks).toEqual([]);
});
