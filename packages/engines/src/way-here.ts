/** The way to the present position, for engines that are given a first position and all moves since: so they know of repetitions. */
import { type Json, type Kit, type Seat, start } from '@kifu/core';
import type { Turn } from '@kifu/record/match';
import { EngineError } from './process/engine-error.ts';

/** A first state and the moves that lead from it to the present one; none where only the present state is known. */
export interface WayHere {
  readonly first: unknown;
  /** Whether `first` is the usual first state of the game. */
  readonly isUsual: boolean;
  readonly steps: readonly { readonly seat: Seat; readonly before: unknown; readonly move: Json }[];
}

/** Returns the way to the state of a turn, by its standing moves; where they do not lead there, the state alone. */
export function wayHere(kit: Kit, known: unknown, turn: Turn): WayHere {
  const { game } = kit;
  const { state } = turn.view;
  if (state === null)
    throw new EngineError(
      'protocol',
      `it cannot play ${game.name}: its protocol has no hidden hands`,
    );
  const usual = start(game, {});
  const first = known ?? (usual.ok ? usual.value.state : state);
  const alone: WayHere = { first: state, isUsual: false, steps: [] };
  let at: unknown = first;
  const steps: { seat: Seat; before: unknown; move: Json }[] = [];
  for (const move of turn.moves() ?? []) {
    const [seat] = game.active(at);
    const played = seat === undefined ? null : game.play(at, seat, move);
    if (!played?.ok) return alone;
    steps.push({ seat: seat!, before: at, move });
    at = played.value.state;
  }
  const { position } = game.states;
  if (position(at) !== position(state)) return alone;
  const isUsual = usual.ok && position(first) === position(usual.value.state);
  return { first, isUsual, steps };
}
