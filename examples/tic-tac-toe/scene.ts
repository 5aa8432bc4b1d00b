/** The scene of a position, and moves and positions in words. */
import type { Area, Cell, Narrator, Scene } from '@kifu/core';
import { cellName, type Move } from './moves.ts';
import { lineOf, type State, turnOf } from './state.ts';
import { english, type TicTacToeTexts } from './texts.ts';

/** Names of the seats in data. */
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

/** Moves, positions and cells in words, in any language. */
export const describe: Narrator<State, Move> = {
  move: (state, move, events, texts: TicTacToeTexts = english) =>
    texts.move(texts.seats[turnOf(state)]!, cellName(move), events.length > 0),
  position(state, texts: TicTacToeTexts = english) {
    const cellsOf = (seat: number) =>
      [...state.cells.keys()].filter(cell => state.cells[cell] === seat).map(cellName);
    return texts.seats.map((mark, seat) => texts.cells(mark, cellsOf(seat))).join(' ');
  },
  cell({ pieces }, { column, row }, texts: TicTacToeTexts = english) {
    const piece = pieces.find(one => one.column === column && one.row === row);
    const owner = piece?.owner ?? null;
    return texts.cell(
      cellName(column + 3 * (2 - row)),
      owner === null ? null : texts.seats[owner]!,
    );
  },
};
