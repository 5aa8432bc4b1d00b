/**
 * Who decides next, and when time passes. The rules say who may act; a program that plays all seats also needs an order.
 * Where several may act they take turns. In a game of free pace each seat that can act decides once, to move or to
 * wait, and then a short while passes.
 */
import {
  type Game,
  type Json,
  type Outcome,
  type Seat,
  type StepInput,
  step,
  unwrap,
} from '@kifu/core';

/** The decision to do nothing for now. */
export const WAIT: unique symbol = Symbol('wait');

/** What a seat can decide. */
export type Choice<Move> = Move | typeof WAIT;

/** A state in which a seat decides, or after which no seat ever will. */
export interface BotTurn<State, Move> {
  readonly state: State;
  readonly outcome: Outcome | null;
  /** Null after the end, and where no seat can act however much time passes. */
  readonly seat: Seat | null;
  readonly choices: readonly Choice<Move>[];
  readonly decided: Decided;
}

/** The seats that have decided since time last passed, the newest last. */
export type Decided = readonly Seat[];

/** No seat has decided yet. */
export const NONE_DECIDED: Decided = Object.freeze([]);

/** A player's reaction: how long time passes between two decisions in a game of free pace. */
const REACTION_SECONDS = 0.5;

/** How often time may pass with no seat able to act before the game counts as stuck. */
const MAX_PASSES = 100;

/** Whether seats may wait: only where that lets time pass. */
export const mayWait = (game: Game): boolean => game.pace === 'free' && game.time !== undefined;

/** The seat to decide now, with its legal moves; null where no seat can before time passes. */
export function nextSeat<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  decided: Decided,
): { readonly seat: Seat; readonly legal: readonly Move[] } | null {
  for (const seat of inOrder(game.active(state), decided, mayWait(game))) {
    const legal = [...game.legal(state, seat)];
    if (legal.length > 0) return { seat, legal };
  }
  return null;
}

/** The seats in rotation from the newest that decided; where each decides once, without those that have. */
function inOrder(active: readonly Seat[], decided: Decided, once: boolean): readonly Seat[] {
  const last = decided.at(-1);
  if (last === undefined || (active.length === 1 && !once)) return active;
  const order = [...active.filter(seat => seat > last), ...active.filter(seat => seat <= last)];
  return once ? order.filter(seat => !decided.includes(seat)) : order;
}

/** What happens while no seat acts; null in games without time, and in games of turns that have no next happening. */
export function passing<State>(
  { time, pace }: Game<State>,
  state: State,
): (StepInput<never> & { readonly do: 'time' }) | null {
  if (time === undefined) return null;
  const now = time.now(state);
  const soon = now + Math.max(1, Math.round(time.hz(state) * REACTION_SECONDS));
  // in a game of free pace a hand may be rested, and able to act, before the next happening
  const next = time.next(state) ?? (pace === 'free' ? soon : null);
  if (next === null) return null;
  return { do: 'time', at: Math.max(now + 1, pace === 'free' ? Math.min(next, soon) : next) };
}

/** Lets time pass until a seat can decide or the match is over. */
export function turnAt<State, Move extends Json>(
  game: Game<State, Move>,
  start: State,
  before: Decided,
): BotTurn<State, Move> {
  let [state, decided] = [start, before];
  for (let passes = 0; ; passes++) {
    const outcome = game.outcome(state);
    const next = outcome === null ? nextSeat(game, state, decided) : null;
    if (next !== null) {
      const choices: readonly Choice<Move>[] = mayWait(game) ? [...next.legal, WAIT] : next.legal;
      return { state, outcome, seat: next.seat, choices, decided };
    }
    const what = outcome === null && passes < MAX_PASSES ? passing(game, state) : null;
    if (what === null) return { state, outcome, seat: null, choices: [], decided };
    state = unwrap(step(game, state, what)).state;
    decided = NONE_DECIDED;
  }
}

/** The state right after a decision, before any time passes. */
export const decide = <State, Move extends Json>(
  game: Game<State, Move>,
  { state, seat }: BotTurn<State, Move>,
  choice: Choice<Move>,
): State =>
  choice === WAIT
    ? state
    : unwrap(step(game, state, { do: 'move', seat: seat!, move: choice as Move })).state;

/** The seats that have decided, with this one; where seats cannot wait only the newest matters. */
export const decidedBy = (game: Game, decided: Decided, seat: Seat): Decided =>
  mayWait(game) ? [...decided, seat] : [seat];
