/** How tic-tac-toe is drawn and described. */
import type { Area, Cell, Narrator, Scene } from '@kifu/core';
import { cellName, type Move } from './moves.ts';
import { lineOf, type State, turnOf } from './state.ts';

/** Names of the seats. */
export const MARKS = ['X', 'O'] as const;

const BOARD: Area = {
  id: 'board',
  columns: 3,
  rows: 3,
  look: 'plain',
  columnLabels: ['a', 'b', 'c'],
  rowLabels: ['3', '2', '1'],
};

/** Rows of a scene are counted from the top. */
const placeOf = (cell: number): Cell => ({
  area: BOARD.id,
  column: cell % 3,
  row: 2 - Math.floor(cell / 3),
});

/** The board, with the last mark and a completed line highlighted. Marks never move, so there are no tweens. */
export function scene(state: State, before?: { readonly move: Move }): Scene {
  const line = lineOf(state, 0) ?? lineOf(state, 1) ?? (before === undefined ? [] : [before.move]);
  return {
    areas: [BOARD],
    pieces: [...state.cells.entries()].flatMap(([cell, owner]) =>
      owner === null
        ? []
        : [
            {
              ...placeOf(cell),
              id: cellName(cell),
              look: MARKS[owner],
              glyph: MARKS[owner],
              owner,
            },
          ],
    ),
    marks: line.map(cell => ({ ...placeOf(cell), kind: 'to' })),
    tweens: [],
  };
}

/** `X on b2, three in a row`. */
export const describe: Narrator<State, Move> = {
  move: (state, move, events) =>
    `${MARKS[turnOf(state)]} on ${cellName(move)}${events.length > 0 ? ', three in a row' : ''}`,
  position(state) {
    const cellsOf = (seat: number) =>
      [...state.cells.keys()].filter(cell => state.cells[cell] === seat).map(cellName);
    return MARKS.map((mark, seat) => `${mark}: ${cellsOf(seat).join(' ') || 'nothing'}.`).join(' ');
  },
};
