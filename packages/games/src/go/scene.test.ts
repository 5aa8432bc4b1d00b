/** Pictures: what stands where, what was taken, what is told beside the board. */
import { drawText, type Scene, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { begin, canonOf, playMoves, positionOf } from '../../test/go-tools.ts';
import { coordinates } from './notation.ts';
import { scene } from './scene.ts';
import type { State } from './state.ts';

/** Plays moves and draws each time from the scene before. */
function follow(state: State, moves: string): Scene {
  let drawn = scene(state);
  let now = state;
  for (const text of moves.split(', ')) {
    const move = unwrap(coordinates.parse(now, text));
    now = playMoves(now, text);
    drawn = scene(now, { scene: drawn, move });
  }
  return drawn;
}

test('the usual board has its star points', () => {
  const drawn = scene(begin());
  const lines = drawText(drawn, 'board');
  expect(lines[0]).toBe('19 . . . . . . . . . . . . . . . . . . .');
  expect(lines[3]).toBe('16 . . . * . . . . . * . . . . . * . . .');
  expect(lines[19]).toBe('   A B C D E F G H J K L M N O P Q R S T');
  expect(drawn.areas[0]).toMatchObject({ look: 'lines', columns: 19, rows: 19 });
  expect(drawn.facts).toEqual([
    { label: 'captures', value: 'Black 0, White 0; komi 7.5; Chinese rules' },
  ]);
});

test('stones, the last one marked, and those that were taken', () => {
  const drawn = follow(positionOf(['.WB', 'WB.', 'B..', '...']), 'A4');
  expect(drawText(drawn, 'board')).toEqual(['4 X . X', '3 . X .', '2 X . .', '1 . . .', '  A B C']);
  expect(drawn.marks).toEqual([{ area: 'board', column: 0, row: 0, kind: 'to' }]);
  expect(drawn.tweens).toEqual([
    { piece: 'white-A3', from: { area: 'board', column: 0, row: 1 }, to: null },
    { piece: 'white-B4', from: { area: 'board', column: 1, row: 0 }, to: null },
  ]);
  expect(drawn.pieces[0]).toEqual({
    area: 'board',
    column: 0,
    row: 0,
    id: 'black-A4',
    look: 'black-stone',
    glyph: 'X',
    owner: 0,
  });
});

test.each([
  [6, ''],
  [7, 'C5 E5 C3 E3'],
  [9, 'C7 G7 E5 C3 G3'],
  [10, 'C8 H8 C3 H3'],
  [13, 'D10 G10 K10 D7 G7 K7 D4 G4 K4'],
  [19, 'D16 K16 Q16 D10 K10 Q10 D4 K4 Q4'],
])('star points of a board of %d', (width, points) => {
  const { pieces } = scene(begin({ width }));
  const inRows = pieces.toSorted((a, b) => a.row - b.row || a.column - b.column);
  expect(inRows.map(({ id }) => id.replace('star-', '')).join(' ')).toBe(points);
});

test('a stone covers its star point', () => {
  const drawn = follow(begin({ width: 9 }), 'E5, pass');
  expect(drawText(drawn, 'board')[4]).toBe('5 . . . . X . . . .');
  expect(drawText(drawn, 'board')[2]).toBe('7 . . * . . . * . .');
  expect(drawn.marks).toEqual([]);
  expect(drawn.facts).toContainEqual({ label: 'passed', value: 'White' });
  const ids = drawn.pieces.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('handicap stones are asked for', () => {
  expect(scene(begin({ width: 5, handicap: 3 })).facts).toEqual([
    { label: 'captures', value: 'Black 0, White 0; komi 0.5; handicap 3; Chinese rules' },
    { label: 'to place', value: '3 handicap stones' },
  ]);
});

test('when play has stopped, territory is shown and the dead are marked', () => {
  const board = ['.BW.W', 'BBWW.', '.BW..', 'WBW..', '.BW..'];
  const state = positionOf(board, 'Chinese', {
    passes: 2,
    turns: 2,
    counting: { agreed: [false, false], dead: [[0, 3]], neutral: [] },
  });
  const drawn = scene(state);
  expect(drawText(drawn, 'board')).toEqual([
    '5 x X O o O',
    '4 X X O O o',
    '3 x X O o o',
    '2 O X O o o',
    '1 x X O o o',
    '  A B C D E',
  ]);
  expect(drawn.marks).toEqual([{ area: 'board', column: 0, row: 3, kind: 'danger' }]);
  expect(drawn.facts?.slice(1)).toEqual([
    { label: 'count', value: 'Black 10, White 15: W+5' },
    { label: 'scoring', value: 'mark dead stones, accept, or resume' },
  ]);
  const agreed = playMoves(state, 'black agree');
  expect(scene(agreed).facts?.[1]?.value).toBe('Black 10, White 15: W+5; Black accepts');
  expect(scene(playMoves(agreed, 'white agree')).facts?.slice(1)).toEqual([
    { label: 'count', value: 'Black 10, White 15: W+5' },
  ]);
});

test('own rules are called by what they count', () => {
  const { rules } = canonOf(['...', '...']) as { rules: object };
  const state = begin({ width: 3, rules: { ...rules, ko: 'simple' } });
  expect(scene(state).facts?.[0]?.value).toBe('Black 0, White 0; komi 7.5; area rules');
});
