/** How moves are made on the board: by the token that goes; the die says where. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
import { BASE, placeOf } from './board.ts';
import type { Move } from './move-codec.ts';
import { SEAT_NAMES } from './names.ts';
import { dieOf, type State, tokensOf } from './state.ts';

/** The token of a move. */
export function touch({ tokenIndex }: Move, seat: Seat, { pieces }: Scene): Touch {
  const id = `${SEAT_NAMES[seat]}-${tokenIndex + 1}`;
  const token = pieces.find(piece => piece.id === id);
  if (token === undefined) return { path: [id] };
  const { area, column, row, spot } = token;
  return { path: [[{ area, column, row, ...(spot === undefined ? {} : { spot }) }]] };
}

/** The moves of the own tokens on a cell. */
export function attempts(
  [cell]: readonly Cell[],
  seat: Seat,
  { pieces }: Scene,
  state: State,
): Move[] {
  const own = pieces.filter(
    ({ owner, look, column, row }) =>
      owner === seat && look.includes('-token-') && column === cell?.column && row === cell.row,
  );
  return own.map(({ look }) => {
    const tokenIndex = Number(look.at(-1)) - 1;
    const isInBase = placeOf(tokensOf(state, seat), tokenIndex) === BASE;
    return { steps: isInBase ? 0 : dieOf(state), tokenIndex };
  });
}
