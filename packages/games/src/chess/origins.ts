/** Which pieces could have made a move to a square: what every notation that leaves out the origin has to ask. */
import { PAWN, packMove } from './board.ts';
import { fromPacked } from './move-codec.ts';
import { squaresOf } from './planes.ts';
import { play } from './play.ts';
import type { State } from './state.ts';

/** Any file or rank will do; no square is left out. */
export const ANY = -1;

/**
 * The squares from which a piece of a kind, of the side to move, can legally go to a square, in order; castling counts
 * as a move of the king. Nothing else is looked at, and `file` and `rank` narrow it further: this is what reading
 * whole files of games waits for. `except` is left out: who knows one origin asks for the others.
 */
export function originsOf(
  state: State,
  kind: number,
  to: number,
  file: number = ANY,
  rank: number = ANY,
  except: number = ANY,
): number[] {
  const going = goingOn(state);
  const piece = kind | (state.turn << 3);
  const promotion = promotes(kind, to) ? 1 : 0; // to what, changes nothing for its own king
  const found: number[] = [];
  for (let half = 0; half < 64; half += 32)
    for (let rest = squaresOf(state, piece, half > 0); rest !== 0; rest &= rest - 1) {
      const from = half + 31 - Math.clz32(rest & -rest);
      if (
        (file === ANY || file === (from & 7)) &&
        (rank === ANY || rank === from >> 3) &&
        from !== except &&
        play(going, state.turn, fromPacked(packMove(from, to, promotion))).ok
      )
        found.push(from);
    }
  return found;
}

/** The same position before its end: dead positions and counting rules leave moves that a file may contain. */
export const goingOn = (state: State): State =>
  state.outcome === null ? state : { ...state, outcome: null };

/** Whether a piece of this kind becomes another one on that square. */
export const promotes = (kind: number, to: number): boolean => kind === PAWN && (to < 8 || to > 55);
