/** A position of tic-tac-toe and its canonical form. */
import { fail, hasKeys, isInteger, isObject, type Json, ok, type StateCodec } from '@kifu/core';

/** Whose mark stands on a cell, if any. */
type Cell = 0 | 1 | null;

/** Nine cells, the bottom row first. Whose turn it is follows from them, so that nothing is said twice. */
export interface State {
  readonly cells: readonly Cell[];
}

export const CELLS = 9;

/** The eight lines of three, by number of the cell. */
const LINES = [
  ...[0, 3, 6].map(row => [row, row + 1, row + 2]),
  ...[0, 1, 2].map(column => [column, column + 3, column + 6]),
  [0, 4, 8],
  [2, 4, 6],
] as const;

const countOf = ({ cells }: State, seat: Cell): number =>
  cells.filter(cell => cell === seat).length;

/** Who has the next mark to make: seat 0 begins. */
export const turnOf = (state: State): 0 | 1 => (countOf(state, null) % 2 === 1 ? 0 : 1);

/** A line that a seat has filled; null where there is none. */
export const lineOf = ({ cells }: State, seat: 0 | 1): readonly number[] | null =>
  LINES.find(line => line.every(cell => cells[cell] === seat)) ?? null;

/** Canonical JSON: `{ "cells": [0, null, …] }`. Nothing else is remembered, so nothing stands beside it. */
export const states: StateCodec<State> = {
  canon: ({ cells }) => ({ cells }),
  aside: () => null,
  position: ({ cells }) => cells.map(cell => cell ?? '-').join(''),
  restore(canon, aside = null) {
    if (!isObject(canon) || !hasKeys(canon, ['cells']) || !isCells(canon.cells))
      return fail('malformed', 'a state is { cells }: nine times 0, 1 or null');
    if (aside !== null) return fail('malformed', 'nothing stands beside a state of tic-tac-toe');
    const state: State = { cells: canon.cells };
    const ahead = countOf(state, 0) - countOf(state, 1);
    if (ahead !== 0 && ahead !== 1)
      return fail('bad-state', 'seat 0 begins, and marks are made in turn');
    // whoever filled a line made the last mark, so that the other is on turn
    if (lineOf(state, turnOf(state)) !== null)
      return fail('bad-state', 'the seat on turn has a line already');
    return ok(state);
  },
};

const isCells = (value: Json | undefined): value is readonly Cell[] =>
  Array.isArray(value) &&
  value.length === CELLS &&
  value.every(cell => cell === null || isInteger(cell, 0, 1));
