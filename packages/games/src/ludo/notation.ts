/** Moves as people write them: `2+4`, `2out`, or just the token, since the number lies on the table. */
import { fail, type Notation, ok, type Result } from '@kifu/core';
import { BASE, placeOf } from './board.ts';
import { type Move, moveOf } from './move-codec.ts';
import { dieOf, type State, tokensOf, turnOf } from './state.ts';

const FORM = 'a move is the number of a token, 1 to 4, perhaps with its steps: 2, 2+4 or 2out';

/** Writes the token, counted from 1, and its steps; `out` for a token that comes out of base. */
export const formatMove = ({ steps, tokenIndex }: Move): string =>
  `${tokenIndex + 1}${steps === 0 ? 'out' : `+${steps}`}`;

/** Reads a move; a token alone goes as far as was rolled. */
export function parseMove(state: State, text: string): Result<Move> {
  const found = /^([1-4]) ?(?:(out)|\+ ?([1-6]))?$/i.exec(text.trim());
  if (found === null) return fail('malformed', FORM);
  const token = Number(found[1]) - 1;
  if (found[2] !== undefined) return ok(moveOf(token, 0));
  if (found[3] !== undefined) return ok(moveOf(token, Number(found[3])));
  const die = dieOf(state);
  if (die === 0) return fail('malformed', 'nothing was rolled yet, so the steps must be said: 2+4');
  const isInBase = placeOf(tokensOf(state, turnOf(state)), token) === BASE;
  return ok(moveOf(token, isInBase ? 0 : die));
}

/** Tokens by number. */
export const tokenSteps: Notation<State, Move> = {
  name: 'token',
  format: (_, move) => formatMove(move),
  parse: parseMove,
};
