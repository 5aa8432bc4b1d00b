/** Why a move is not legal: told at leisure, once it is known that it is not. */
import { anyOf, type Fail, fail } from '@kifu/core';
import { CROWN_ROWS } from './bits.ts';
import { isForward, legalPaths } from './generate.ts';
import type { Move } from './move-codec.ts';
import { formatMove, formatPath } from './names.ts';
import { countOf, directionsOf, fromOf, NO_PATH } from './path.ts';
import { LAND, NEXT, NONE, type Side, squareAt } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** What each refusal says; the key is the rule's name in the fault. */
const REFUSALS = {
  noPiece: 'no piece on that square',
  notYours: 'not your piece',
  geometry: 'pieces move one square diagonally, or jump over an adjacent piece',
  backwards: 'men move and jump forward only',
  occupied: 'the landing square is occupied',
  nothingToJump: 'no opposing piece to jump',
  jumpedTwice: 'a piece can be jumped only once',
  crowned: 'the move ends when a man is crowned',
  mustJump: 'you must capture',
  otherPiece: 'you must continue jumping with the same piece',
  unfinished: 'you must complete the multi-jump',
} as const;

type Refusal = keyof typeof REFUSALS;

/** Refusals after which it helps to know what may be played. */
const HELPED: readonly Refusal[] = ['mustJump', 'otherPiece', 'unfinished'];
const MOST_NAMED = 4;

/** The refusal of a move that is not legal, by its path or NO_PATH. */
export function refuse(state: State, move: Move, path: number): Fail {
  const rule = explain(state, move, path);
  const legal = HELPED.includes(rule) ? legalPaths(state).map(formatPath) : [];
  const hint = legal.length > 0 && legal.length <= MOST_NAMED ? `: ${anyOf(legal)}` : '';
  return fail('illegal-move', `${formatMove(move)}: ${REFUSALS[rule]}${hint}`, { rule });
}

function explain(state: State, move: Move, path: number): Refusal {
  const { turn, chain } = state;
  const from = squareAt(...move.from);
  const isOn = (set: number) => from !== NONE && ((set >> from) & 1) === 1;
  if (isOn(piecesOf(state, (1 - turn) as Side))) return 'notYours';
  if (!isOn(piecesOf(state, turn))) return 'noPiece';
  if (path === NO_PATH) return 'geometry';
  if (chain !== NONE && chain !== from) return 'otherPiece';
  return countOf(path) === 0 ? explainStep(state, path) : explainJumps(state, path);
}

function explainStep(state: State, path: number): Refusal {
  const { black, white, kings, turn } = state;
  const from = fromOf(path);
  const direction = directionsOf(path);
  if (((kings >> from) & 1) === 0 && !isForward(direction, turn)) return 'backwards';
  if ((((black | white) >> NEXT[4 * from + direction]!) & 1) === 1) return 'occupied';
  return 'mustJump';
}

function explainJumps(state: State, path: number): Refusal {
  const { black, white, kings, turn } = state;
  const foe = piecesOf(state, (1 - turn) as Side);
  const from = fromOf(path);
  const isKing = ((kings >> from) & 1) === 1;
  const free = ~(black | white) | (1 << from);
  let at = from;
  let taken = 0;
  let directions = directionsOf(path);
  for (let left = countOf(path); left > 0; left--, directions >>= 2) {
    const way = 4 * at + (directions & 3);
    const over = 1 << NEXT[way]!;
    if (!isKing && ((CROWN_ROWS[turn] >> at) & 1) === 1) return 'crowned';
    if (!isKing && !isForward(directions & 3, turn)) return 'backwards';
    if ((foe & over) === 0) return 'nothingToJump';
    if ((taken & over) !== 0) return 'jumpedTwice';
    at = LAND[way]!;
    if (((free >> at) & 1) === 0) return 'occupied';
    taken |= over;
  }
  return 'unfinished';
}
