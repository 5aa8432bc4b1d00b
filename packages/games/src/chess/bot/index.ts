/** A player made for chess: it knows some openings, looks ahead until nothing hangs. */
import {
  type Bot,
  type BotKit,
  type BotOptions,
  type PlayerView,
  type Rng,
  rngFrom,
} from '@kifu/core';
import { fromPacked, type Move } from '../move-codec.ts';
import type { State } from '../state.ts';
import { bookMoves } from './book.ts';
import { type IsEnough, think } from './search.ts';
import { createFindings } from './table.ts';
import { makeWorths, type Worths } from './worth.ts';

/** Lines of play for one move where the options name no budget. */
const DEFAULT_NODES = 1000;
/** The limit where only the time is given. */
const MAX_NODES = 10_000_000;
/** A line of play that others try is a whole match; it costs about as much as evaluating this many positions. */
const POSITIONS = 20;
/** Number of positions between two looks at the clock. */
const CLOCK_EVERY = 256;
/** A bot that looks at few positions also judges them badly, by at most `MISJUDGED` (hundredths of a pawn). */
const SPREAD = 4;
const MISJUDGED = 1600;

/** Makes the bot: the same seed and budget give the same moves. */
export function chessBot(_kit: BotKit<State, Move>, options: BotOptions): Bot<State, Move> {
  const luck = rngFrom(options.seed);
  const nodes = options.nodes ?? (options.timeMs === undefined ? DEFAULT_NODES : MAX_NODES);
  const worths = makeWorths(luck, SPREAD + Math.round(MISJUDGED / nodes));
  return { choose: sight => choose(sight, { ...options, nodes }, luck, worths) };
}

function choose(
  { state, legal }: PlayerView<State, Move>,
  options: BotOptions & { readonly nodes: number },
  luck: Rng,
  worths: Worths,
): Move | null {
  if (state === null || legal.length < 2) return legal[0] ?? null;
  const known = bookMoves(state);
  if (known.length > 0) return known[luck(known.length)]!;
  const isEnough = limitOf(options);
  return fromPacked(think(state, { worths, findings: createFindings(), isEnough }).move);
}

/** Returns whether to stop after a number of positions. */
function limitOf({ nodes, timeMs, now }: BotOptions & { readonly nodes: number }): IsEnough {
  const limit = nodes * POSITIONS;
  if (timeMs === undefined || now === undefined) return positions => positions >= limit;
  const end = now() + timeMs;
  let due = CLOCK_EVERY;
  return positions => {
    if (positions >= limit) return true;
    if (positions < due) return false;
    due = positions + CLOCK_EVERY;
    return now() >= end;
  };
}
