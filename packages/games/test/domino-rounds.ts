/** Positions and rounds of dominos, made for tests. */
import { type JsonObject, rngFrom, start, step, unwrap } from '@kifu/core';
import type { Move } from '../src/dominos/move-codec.ts';
import { game } from '../src/dominos/rules.ts';
import type { State } from '../src/dominos/state.ts';

/** The numbers of so many seats. */
export const seatsFor = (count: number): number[] =>
  Array.from({ length: count }, (_, seat) => seat);

/** The canonical form of a position, south to move; `35 44` are tiles of a hand, or of the board as they lie. */
export function canonOf(board: string, hands: readonly string[], boneyard = ''): JsonObject {
  const line = pairsOf(board);
  return {
    board: line.map(tile => ({ left: tile[0], right: tile[1], tile })),
    boneyard: pairsOf(boneyard),
    hands: hands.map(pairsOf),
    leftEnd: line[0]?.[0] ?? -1,
    moveCount: line.length,
    passed: hands.map(() => false),
    playerCount: hands.length,
    rightEnd: line.at(-1)?.[1] ?? -1,
    seed: 1,
    turn: 0,
  };
}

const pairsOf = (text: string): [number, number][] =>
  text.split(' ').flatMap(tile => (tile === '' ? [] : [[Number(tile[0]), Number(tile[1])]]));

/** The position itself. */
export const positionOf = (board: string, hands: readonly string[], boneyard?: string): State =>
  unwrap(game.states.restore(canonOf(board, hands, boneyard)));

/** A round in which any legal move is as good as any other: its states, each with the move made there. */
export function* walk(
  seed: number,
  count: number,
): Generator<{ readonly state: State; readonly move: Move | null }> {
  const luck = rngFrom(seed);
  let { state } = unwrap(start(game, { seed, seats: seatsFor(count) }));
  while (state.outcome === null) {
    const legal = [...game.legal(state, state.turn)];
    const move = legal[luck(legal.length)]!;
    yield { state, move };
    state = unwrap(step(game, state, { do: 'move', seat: state.turn, move })).state;
  }
  yield { state, move: null };
}
