/** Bots against each other, step by step: for demos, and for tests of games and of bots. */
import {
  type Bot,
  fail,
  formatFault,
  type Game,
  type Json,
  type Kit,
  ok,
  playerViewOf,
  type Result,
  type Seat,
  type StepResult,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { type Decided, decidedBy, mayWait, NONE_DECIDED, nextSeat, passing } from './flow.ts';

/** One thing that happened in the match. Seat and move are null where it is set up and where time passes; a seat with no move waits. */
export interface BotStep<State, Move> {
  readonly seat: Seat | null;
  readonly move: Move | null;
  /** The tick at which it happened; null in games without ticks. */
  readonly at: number | null;
  readonly stepped: StepResult<State>;
}

/** How long bots play. */
export interface PlayOptions {
  /** Steps at most; a match may be cut off by this without an outcome. */
  readonly steps?: number;
}

const DEFAULT_STEPS = 2000;

/**
 * Sets a match up and lets bots play it: the first bot the first of the seats, and so on. The first step is the setup;
 * the last has an outcome, unless the steps ran out or no seat can act any more.
 */
export function playBots<State, Move extends Json>(
  kit: Kit<State, Move>,
  setup: unknown,
  bots: readonly Bot<State, Move>[],
  { steps = DEFAULT_STEPS }: PlayOptions = {},
): Result<Generator<BotStep<State, Move>, void, void>> {
  const { game } = kit;
  const first = start(game, setup);
  if (!first.ok) return first;
  const seats = game.seated(first.value.state);
  if (bots.length !== seats.length)
    return fail(
      'bad-setup',
      `the match has ${seats.length} seats, and there are ${bots.length} bots`,
    );
  return ok(play(game, first.value, new Map(seats.map((seat, i) => [seat, bots[i]!])), steps));
}

function* play<State, Move extends Json>(
  game: Game<State, Move>,
  first: StepResult<State>,
  bots: ReadonlyMap<Seat, Bot<State, Move>>,
  steps: number,
): Generator<BotStep<State, Move>, void, void> {
  let stepped = first;
  let decided: Decided = NONE_DECIDED;
  const tell = (seat: Seat | null, move: Move | null) => {
    const at = game.time?.now(stepped.state) ?? null;
    return { seat, move, at, stepped };
  };
  yield tell(null, null);
  for (let n = 0; n < steps && stepped.outcome === null; n++) {
    const next = nextSeat(game, stepped.state, decided);
    if (next === null) {
      const what = passing(game, stepped.state);
      if (what === null) return;
      stepped = unwrap(step(game, stepped.state, what));
      decided = NONE_DECIDED;
      yield tell(null, null);
    } else {
      const { seat } = next;
      const move = bots.get(seat)!.choose(playerViewOf(game, stepped.state, seat));
      decided = decidedBy(game, decided, seat);
      if (move !== null || !mayWait(game)) stepped = playMove(game, stepped.state, seat, move);
      yield tell(seat, move);
    }
  }
}

/** A bot that has legal moves has promised to choose one of them. */
function playMove<State, Move extends Json>(
  game: Game<State, Move>,
  state: State,
  seat: Seat,
  move: Move | null,
): StepResult<State> {
  if (move === null) throw new Error(`${game.name}: the bot of seat ${seat} chose no move`);
  const stepped = step(game, state, { do: 'move', seat, move });
  if (stepped.ok) return stepped.value;
  throw new Error(`${game.name}: the bot of seat ${seat}: ${formatFault(stepped.fault)}`);
}
