/** Moves of tic-tac-toe: encodings and notation. */
import { fail, hexOf, isInteger, type MoveCodec, type Notation, ok } from '@kifu/core';
import { CELLS, type State } from './state.ts';

/** The cell to mark: 3 · row + column, from the bottom left. */
export type Move = number;

const isMove = (value: unknown): value is Move => isInteger(value, 0, CELLS - 1);

const FORM = fail('malformed', 'a move must be a cell, an integer from 0 to 8');

/** One byte: the cell. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode: move => Uint8Array.of(move),
  decode: ([move, ...rest]) => (isMove(move) && rest.length === 0 ? ok(move) : FORM),
};

/** JSON is the number itself, hex is the byte in digits. */
export const moves: MoveCodec<Move> = {
  json: { encode: move => move, decode: wire => (isMove(wire) ? ok(wire) : FORM) },
  bytes,
  hex: hexOf(bytes),
};

/** `b2` for the cell in the middle. */
export const cellName = (cell: number): string => `${'abc'[cell % 3]}${1 + Math.floor(cell / 3)}`;

/** Returns a cell as people write it. */
export const cellNames: Notation<State, Move> = {
  name: 'cell',
  format: (_, move) => cellName(move),
  parse(_, text) {
    const cell = Array.from({ length: CELLS }, (_, i) => i).find(i => cellName(i) === text);
    return cell === undefined ? fail('malformed', 'a cell must be a1 to c3') : ok(cell);
  },
};
