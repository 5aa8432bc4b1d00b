/** A state as the rewrite sends it (rule sheet §14): pieces with their places between squares, moves under way, rests. */
import type { Json } from '@kifu/core';
import { KIND_LETTERS } from '../board.ts';
import { elapsedAt, type Moving, unitsAcross, unitsDown } from '../motion.ts';
import { columnOf, rowOf } from '../squares.ts';
import { kindOf, MOVED, positionTick, type State, squareOf, TAKEN } from '../state.ts';

/** `tick`, `pieces`, `active_moves` and `cooldowns`. Pieces that have been taken are left out: a state does not know when they were. */
export function kfchessState(state: State): Json {
  const tick = positionTick(state);
  return {
    tick,
    pieces: pieces(state, tick),
    active_moves: state.moves.map(moving => activeMove(state, moving, tick)),
    cooldowns: cooldowns(state, tick),
  };
}

function pieces(state: State, tick: number): Json[] {
  const { men, moves, ready, setting } = state;
  const units = 2 * setting.squareTicks;
  return men.flatMap((word, man): Json[] => {
    if ((word & TAKEN) !== 0) return [];
    const { id, seat } = setting.ground.men[man]!;
    const moving = moves.find(other => other.man === man);
    const square = squareOf(word);
    return [
      {
        id,
        type: KIND_LETTERS[kindOf(word)]!,
        player: seat + 1,
        row: moving === undefined ? rowOf(square) : unitsDown(moving, tick, setting) / units,
        col: moving === undefined ? columnOf(square) : unitsAcross(moving, tick, setting) / units,
        captured: false,
        moving: moving !== undefined,
        on_cooldown: ready[man]! > tick,
        moved: (word & MOVED) !== 0,
      },
    ];
  });
}

function activeMove({ setting }: State, moving: Moving, tick: number): Json {
  const { man, start, ticks } = moving;
  return {
    piece_id: setting.ground.men[man]!.id,
    path: pathOf(moving, ticks / setting.squareTicks),
    start_tick: start,
    progress: elapsedAt(moving, tick) / ticks,
  };
}

/** A point for each square of the way; a knight's second point lies halfway. */
function pathOf({ from, to }: Moving, squares: number): Json[] {
  const [rows, columns] = [rowOf(to) - rowOf(from), columnOf(to) - columnOf(from)];
  return Array.from({ length: squares + 1 }, (_, i) => [
    rowOf(from) + (rows * i) / squares,
    columnOf(from) + (columns * i) / squares,
  ]);
}

const cooldowns = ({ ready, setting }: State, tick: number): Json[] =>
  ready.flatMap((until, man) =>
    until > tick ? [{ piece_id: setting.ground.men[man]!.id, remaining_ticks: until - tick }] : [],
  );
