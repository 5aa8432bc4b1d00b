/** Seeded games, played with nothing but the interface; every check looks at their states. */
import { type Rng, rngFrom } from '../chance.ts';
import type { Game } from '../game.ts';
import { canonicalText, type Json, type JsonObject } from '../json.ts';
import { unwrap } from '../result.ts';
import { type StepInput, start, step } from '../step.ts';

/** How much to play. */
export interface ConformanceOptions {
  /** Setups to play from; by default one for each number of seats. Seeds are added where the game takes one. */
  readonly setups?: readonly JsonObject[];
  /** Games for each setup. */
  readonly games?: number;
  /** Steps a game at most. */
  readonly steps?: number;
}

/** One played game: its states, each with what was done there. */
export interface GameWalk<State, Move extends Json> {
  readonly setup: JsonObject;
  readonly stops: readonly WalkStop<State, Move>[];
}

export interface WalkStop<State, Move extends Json> {
  readonly state: State;
  /** What the state looked like when it was made. */
  readonly shown: string;
  /** What was done next; null at the end of the walk. */
  readonly what: StepInput<Move> | null;
}

export function playWalks<State, Move extends Json>(
  game: Game<State, Move>,
  options: ConformanceOptions,
): GameWalk<State, Move>[] {
  const walks: GameWalk<State, Move>[] = [];
  for (const setup of options.setups ?? defaultSetups(game))
    for (let i = 0; i < (options.games ?? 4); i++) {
      const seeded = game.chance ? { seed: 7919 * i + 1, ...setup } : setup;
      walks.push(playWalk(game, seeded, rngFrom(i + 1), options.steps ?? 200));
    }
  return walks;
}

const defaultSetups = ({ seats: [min, max] }: Game): JsonObject[] =>
  Array.from({ length: max - min + 1 }, (_, i) => ({ seats: countTo(min + i) }));

export const countTo = (n: number) => Array.from({ length: n }, (_, i) => i);

function playWalk<State, Move extends Json>(
  game: Game<State, Move>,
  setup: JsonObject,
  luck: Rng,
  steps: number,
): GameWalk<State, Move> {
  const stops: WalkStop<State, Move>[] = [];
  let { state } = unwrap(start(game, setup));
  for (let i = 0; i <= steps; i++) {
    const shown = show(game, state);
    const what = i < steps && game.outcome(state) === null ? pick(game, state, luck) : null;
    stops.push({ state, shown, what });
    if (what === null) break;
    state = unwrap(step(game, state, what)).state;
  }
  return { setup, stops };
}

/** A random legal thing to do: mostly a move, now and then some time, rarely a seat that leaves. */
function pick<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  luck: Rng,
): StepInput<Move> | null {
  const at = game.time ? { at: game.time.now(state) + luck(12) } : {};
  const seated = game.seated(state);
  if (game.match?.leave && seated.length > 2 && luck(40) === 0)
    return { do: 'leave', of: seated[luck(seated.length)]!, how: 'resignation', ...at };
  const choices = allLegal(game, state);
  if (game.time && (choices.length === 0 || luck(3) === 0))
    return { do: 'time', at: game.time.now(state) + luck(50) };
  if (choices.length === 0) return null;
  // a move is taken at the present tick: it might not be legal any more at a later one
  return { do: 'move', ...choices[luck(choices.length)]! };
}

export const allLegal = <State, Move extends Json>(game: Game<State, Move>, state: State) =>
  game.active(state).flatMap(seat => [...game.legal(state, seat)].map(move => ({ seat, move })));

/** All there is of a state, as text. */
export const show = <State>({ states }: Game<State>, state: State): string =>
  canonicalText([states.canon(state), states.aside(state), states.position(state)]);
