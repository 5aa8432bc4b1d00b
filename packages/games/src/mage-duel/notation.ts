/** Moves as people write them: `e8/2`, `CFRR@e8/2`, `skip`, `finish`. */
import { fail, type Notation, ok, type Result } from '@kifu/core';
import { CELLS, SIZE } from './grid.ts';
import { FINISH, JOKERS_FROM, type Move, moveAt, SKIP } from './moves.ts';
import type { State } from './state.ts';
import { TILES } from './tiles.ts';

/** Reads a move; needs no state. A rotation left out is 0, blanks may stand for signs, and case does not matter. */
export function parseMove(text: string): Result<Move> {
  const word = text.trim().toLowerCase();
  if (word === 'skip') return ok(moveAt(SKIP));
  if (word === 'finish') return ok(moveAt(FINISH));
  const found = MOVE.exec(word);
  if (found === null) return FORM;
  const [, letters, file, rank, turns = '0'] = found;
  const tile = letters === undefined ? -1 : TILES.indexOf(letters.toUpperCase() as 'CCCC');
  if (letters !== undefined && tile < 0)
    return fail('malformed', `no tile type is called ${letters.toUpperCase()}`);
  const position = SIZE * 'abcdefgh'.indexOf(file!) + Number(rank) - 1;
  return ok(moveAt(JOKERS_FROM * (1 + tile) + CELLS * Number(turns) + position));
}

const MOVE = /^(?:([crf]{4})[@ ] *)?([a-h])([1-8])(?:[/ ] *([0-3]))?$/;

const FORM = fail(
  'malformed',
  'a move is a cell and quarter turns, e8/2, for a joker after its tile, CFRR@e8/2, or skip or finish',
);

/** Writes a move. */
export function formatMove(move: Move): string {
  if (move.op === 'skip' || move.op === 'finish') return move.op;
  const { rot, col, row } = move;
  const tile = move.op === 'joker' ? `${TILES[move.tile] ?? move.tile}@` : '';
  return `${tile}${'abcdefgh'[col] ?? `${col},`}${row + 1}/${rot}`;
}

/** The notation. */
export const notation: Notation<State, Move> = {
  name: 'cell/turns',
  format: (_, move) => formatMove(move),
  parse: (_, text) => parseMove(text),
};
