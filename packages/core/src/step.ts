/** The only way a state changes: recorder, verifier, viewer and command line all call `start` and `step`. */
import { isLeaveReason, LEAVE_REASONS, type LeaveReason } from './acts.ts';
import { isSeed, type Seed } from './chance.ts';
import type { Game, GameEvent, Outcome, Played, Seat } from './game.ts';
import { isInteger, type Json } from './json.ts';
import { type Fail, fail, ok, type Result } from './result.ts';
import { checkSetup } from './setup.ts';

/** What is done to a state. `at` is the tick at which it happens, in games that have ticks. */
export type StepInput<Move extends Json = Json> =
  | { readonly do: 'move'; readonly seat: Seat; readonly move: Move; readonly at?: number }
  | { readonly do: 'leave'; readonly of: Seat; readonly how: LeaveReason; readonly at?: number }
  | { readonly do: 'draw'; readonly seed: Seed; readonly at?: number }
  | { readonly do: 'time'; readonly at: number };

/** One thing that happened in a step, with the state it led to, so that each has its own hash. */
export interface Part<State = unknown> {
  /** `rules`: something automatic, in consequence of the move that follows. */
  readonly by: 'setup' | 'time' | 'rules' | 'move' | 'leave' | 'draw';
  readonly state: State;
  readonly events: readonly GameEvent[];
}

/** Result of a step: the last state, all parts in order, and the outcome if the match has ended. */
export interface StepResult<State = unknown> {
  readonly state: State;
  readonly parts: readonly Part<State>[];
  readonly outcome: Outcome | null;
}

/** `plain`: random draws happen automatically as soon as they are due. `fair`: each waits for a `draw` with fresh entropy. */
export type Draws = 'plain' | 'fair';

/** Maximum number of automatic draws in a row; a game that needs more is broken. */
const MAX_DRAWS = 10_000;

/** Sets a match up. The setup is checked here and by the game; it may come from anywhere. */
export function start<State, Move extends Json>(
  game: Game<State, Move>,
  setup: unknown,
  draws: Draws = 'plain',
): Result<StepResult<State>> {
  const checked = checkSetup(game, setup);
  if (!checked.ok) return checked;
  const state = game.setup(checked.value);
  if (!state.ok) return state;
  return ok(settle(game, [{ by: 'setup', state: state.value, events: NOTHING }], draws));
}

/** Does one thing to a state, or says why not; a refusal changes nothing. */
export function step<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  what: StepInput<Move>,
  draws: Draws = 'plain',
): Result<StepResult<State>> {
  let now = state;
  let parts: readonly Part<State>[] = NO_PARTS;
  if (draws === 'plain' && what.do !== 'draw' && game.chance?.due(state)) {
    parts = drawFrom(game, state, NO_PARTS); // a state from outside may wait for a draw, and in plain matches no caller asks for one
    now = parts.at(-1)!.state;
  }
  if (what.at === undefined)
    return what.do === 'move' && game.chance === undefined
      ? playOnly(game, now, what)
      : act(game, now, parts, what, draws);
  const passed = pass(game, now, parts, what.at, draws);
  if (!passed.ok) return passed;
  return act(game, passed.value.at(-1)?.state ?? now, passed.value, what, draws);
}

/** A move and nothing else, which is what most steps are. */
function playOnly<State, Move extends Json>(
  game: Game<State, Move>,
  now: State,
  { seat, move }: { readonly seat: Seat; readonly move: Move },
): Result<StepResult<State>> {
  const played = game.play(now, seat, move);
  if (!played.ok) return played;
  const { state, events, first } = played.value;
  const part: Part<State> = { by: 'move', state, events };
  const parts = first === undefined ? [part] : add(NO_PARTS, 'move', played.value);
  return { ok: true, value: { state, parts, outcome: game.outcome(state) } };
}

/** Lets time pass up to a tick. */
function pass<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  parts: readonly Part<State>[],
  at: number,
  draws: Draws,
): Result<readonly Part<State>[]> {
  const { time } = game;
  if (time === undefined) return fail('no-ticks', `${game.name} has no ticks`);
  if (!isInteger(at, 0, Number.MAX_SAFE_INTEGER))
    return fail('malformed', 'tick must be an integer from 0');
  const now = time.now(state);
  if (at < now) return fail('past-time', `tick ${at} has passed (now ${now})`);
  if (at === now) return ok(parts);
  const passed = add(parts, 'time', time.advance(state, at));
  return ok(draws === 'plain' ? drawAll(game, passed) : passed);
}

function act<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  parts: readonly Part<State>[],
  what: StepInput<Move>,
  draws: Draws,
): Result<StepResult<State>> {
  switch (what.do) {
    case 'move': {
      if (draws === 'fair' && game.chance?.due(state))
        return fail('draw-due', 'a random draw must come first');
      const played = game.play(state, what.seat, what.move);
      return played.ok ? ok(settle(game, add(parts, 'move', played.value), draws)) : played;
    }
    case 'leave': // also while a draw is due: who withholds a link leaves then
      return leave(game, state, parts, what.of, what.how, draws);
    case 'draw':
      return drawOne(game, state, parts, what.seed);
    case 'time':
      return ok({ state, parts, outcome: game.outcome(state) });
    default:
      return fail('malformed', 'a step must be a move, leave, draw or time');
  }
}

function drawOne<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  parts: readonly Part<State>[],
  seed: Seed,
): Result<StepResult<State>> {
  const { chance } = game;
  if (!isSeed(seed)) return fail('malformed', 'a draw needs a seed');
  if (!chance?.due(state)) return fail('not-due', 'no random draw is due');
  return ok(settle(game, add(parts, 'draw', chance.draw(chance.reseed(state, seed))), 'fair'));
}

function leave<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  parts: readonly Part<State>[],
  seat: Seat,
  how: LeaveReason,
  draws: Draws,
): Result<StepResult<State>> {
  if (!isLeaveReason(how))
    return fail('malformed', `how must be one of ${Object.keys(LEAVE_REASONS).join(', ')}`);
  const refused = refuseAct(game, state, seat);
  if (refused !== null) return refused;
  const left = game.match?.leave?.(state, seat, how);
  if (left === undefined) {
    const all = add(parts, 'leave', { state, events: NOTHING });
    return ok({ state, parts: all, outcome: othersWin(game, state, seat, how) });
  }
  const settled = settle(game, add(parts, 'leave', left), draws);
  return ok(left.outcome === null ? settled : { ...settled, outcome: left.outcome });
}

/** What happens by default when a seat leaves: the match is over and the others have won. */
const othersWin = <State>(
  game: Game<State>,
  state: State,
  seat: Seat,
  how: LeaveReason,
): Outcome => ({
  result: 'win',
  winners: game.seated(state).filter(other => other !== seat),
  points: null,
  reason: LEAVE_REASONS[how],
});

/** The refusals that every game has: a finished match, and a seat that is not in it. */
export function refuseAct<State>(game: Game<State>, state: State, seat: Seat): Fail | null {
  if (game.outcome(state) !== null) return fail('game-over', 'the match is over');
  if (!game.seated(state).includes(seat)) return fail('wrong-seat', `seat ${seat} is not playing`);
  return null;
}

const NOTHING: readonly GameEvent[] = Object.freeze([]);

const NO_PARTS: readonly never[] = Object.freeze([]);

/** The parts with what was played added, what the rules did first before it. */
function add<State>(
  parts: readonly Part<State>[],
  by: Part['by'],
  { state, events, first }: Played<State>,
): readonly Part<State>[] {
  const part = { by, state, events };
  const before = first?.reduce((sofar, played) => add(sofar, 'rules', played), parts) ?? parts;
  // most steps have a part or two, and spreading a list takes longer than all the rest
  if (before.length === 0) return [part];
  return before.length === 1 ? [before[0]!, part] : [...before, part];
}

/** Lets due draws happen, and sums up. */
function settle<State, Move extends Json>(
  game: Game<State, Move>,
  parts: readonly Part<State>[],
  draws: Draws,
): StepResult<State> {
  const all = draws === 'plain' && game.chance !== undefined ? drawAll(game, parts) : parts;
  const { state } = all[all.length - 1]!;
  return { state, parts: all, outcome: game.outcome(state) };
}

function drawAll<State, Move extends Json>(
  game: Game<State, Move>,
  parts: readonly Part<State>[],
): readonly Part<State>[] {
  return drawFrom(game, parts[parts.length - 1]!.state, parts);
}

/** The parts with the draws added that are due in the state they led to, one after the other. */
function drawFrom<State, Move extends Json>(
  { name, chance }: Game<State, Move>,
  state: State,
  parts: readonly Part<State>[],
): readonly Part<State>[] {
  if (chance === undefined) return parts;
  let now = state;
  let all = parts;
  for (let n = 0; chance.due(now); n++) {
    if (n === MAX_DRAWS) throw new Error(`${name} wants more than ${MAX_DRAWS} draws in a row`);
    all = add(all, 'draw', chance.draw(now));
    now = all[all.length - 1]!.state;
  }
  return all;
}
