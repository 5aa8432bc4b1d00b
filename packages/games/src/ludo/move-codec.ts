/** The spellings of a ludo move. Move format §2.4. */
import {
  fail,
  hasKeys,
  hexOf,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  ok,
} from '@kifu/core';
import { SIX, TOKENS } from './board.ts';

/** Which token, and how far: 0 to come out of base, otherwise the number rolled. */
export interface Move {
  readonly steps: number;
  readonly tokenIndex: number;
  readonly [key: string]: Json;
}

/** What a move looks like. */
export const MOVE_FORM = 'a ludo move is { steps: 0 to 6, tokenIndex: 0 to 3 }';

/** All there are, by tokenIndex · 7 + steps: each exists once, so that looking at one tells whether it is one. */
const MOVES: readonly Move[] = Array.from({ length: TOKENS * (SIX + 1) }, (_, i) =>
  Object.freeze({ steps: i % (SIX + 1), tokenIndex: Math.floor(i / (SIX + 1)) }),
);

/** The move of a token. */
export const moveOf = (tokenIndex: number, steps: number): Move =>
  MOVES[tokenIndex * (SIX + 1) + steps]!;

/** The one shared object for a move from outside; null if the value is not a move. */
export function knownMove(move: Json): Move | null {
  const { steps, tokenIndex } = (move ?? {}) as Partial<Move>;
  const known = MOVES[tokenIndex! * (SIX + 1) + steps!];
  if (known === move && known !== undefined) return known;
  const decoded = json.decode(move);
  return decoded.ok ? decoded.value : null;
}

const isMove = (token: unknown, steps: unknown): boolean =>
  isInteger(token, 0, TOKENS - 1) && isInteger(steps, 0, SIX);

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire) || !hasKeys(wire, ['steps', 'tokenIndex']))
      return fail('malformed', MOVE_FORM);
    const { steps, tokenIndex } = wire;
    if (!isMove(tokenIndex, steps)) return fail('malformed', MOVE_FORM);
    return ok(moveOf(tokenIndex as number, steps as number));
  },
};

/** Two bytes: token, steps. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode: ({ steps, tokenIndex }) => Uint8Array.of(tokenIndex, steps),
  decode(wire) {
    const [token, steps] = wire;
    if (wire.length !== 2 || !isMove(token, steps))
      return fail('malformed', 'a move must be two bytes: token 0 to 3, steps 0 to 6');
    return ok(moveOf(token!, steps!));
  },
};

/** The three forms of a ludo move; hex is the bytes in digits. */
export const moves: MoveCodec<Move> = { json, bytes, hex: hexOf(bytes) };
