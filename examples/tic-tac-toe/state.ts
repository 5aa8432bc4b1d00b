/** A position of tic-tac-toe, and its canonical encoding. */
import { fail, hasKeys, isInteger, isObject, type Json, ok, type StateCodec } from '@kifu/core';

/** The seat whose mark is on a cell, if any. */
type Cell = 0 | 1 | null;

/** Nine cells, bottom row first. They imply whose turn it is, so that the state does not repeat it. */
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

/** Returns the seat to move; seat 0 starts. */
export const turnOf = (state: State): 0 | 1 => (countOf(state, null) % 2 === 1 ? 0 : 1);

/** Returns a line that a seat has completed; null if there is none. */
export const lineOf = ({ cells }: State, seat: 0 | 1): readonly number[] | null =>
  LINES.find(line => line.every(cell => cells[cell] === seat)) ?? null;

/** Canonical JSON: `{ "cells": [0, null, …] }`. The rules need no other memory, so `aside` is null. */
export const states: StateCodec<State> = {
  canon: ({ cells }) => ({ cells }),
  aside: () => null,
  position: ({ cells }) => cells.map(cell => cell ?? '-').join(''),
  restore(canon, aside = null) {
    if (!isObject(canon) || !hasKeys(canon, ['cells']) || !isCells(canon.cells))
      return fail('malformed', 'state must be { cells }: nine of 0, 1 or null');
    if (aside !== null) return fail('malformed', 'aside must be null in tic-tac-toe');
    const state: State = { cells: canon.cells };
    const ahead = countOf(state, 0) - countOf(state, 1);
    if (ahead !== 0 && ahead !== 1)
      return fail('bad-state', 'wrong number of marks: seat 0 starts, and seats take turns');
    // the seat with a line made the last mark, so it cannot be its turn
    if (lineOf(state, turnOf(state)) !== null)
      return fail('bad-state', 'the seat to move already has a line');
    return ok(state);
  },
};

const isCells = (value: Json | undefined): value is readonly Cell[] =>
  Array.isArray(value) &&
  value.length === CELLS &&
  value.every(cell => cell === null || isInteger(cell, 0, 1));
