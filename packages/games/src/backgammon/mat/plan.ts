/** A record as match files have it: only moves, none of them taken back, in turns with their rolls. */
import { fail, type Json, type Kifu, type Note, ok, type Result } from '@kifu/core';
import type { Losses } from '../../formats/losses.ts';
import { NO_SEAT, type PlanForm, planLine, within } from '../../formats/plan.ts';
import { draw, formatGiven } from '../dice.ts';
import { type Move, moves } from '../move-codec.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import type { Hop } from './items.ts';
import { type DiceOrder, hopOf } from './turn.ts';

/** A roll and what was played with it. */
export interface PlayedTurn {
  /** The state with the roll on the table; before it where it moves nothing. */
  readonly start: State;
  readonly dice: DiceOrder;
  readonly moves: readonly Move[];
  readonly hops: readonly Hop[];
  /** How many moves had been made before it. */
  readonly first: number;
  /** Whether it came from the seed and not from the rolls that were given. */
  readonly isDrawn: boolean;
}

/** The turns, what was said by how many moves had been made, and the last state. */
export interface TurnPlan {
  readonly turns: readonly PlayedTurn[];
  readonly notes: readonly (readonly Note[])[];
  readonly state: State;
}

/** What match files make of entries. */
const FORM: PlanForm<Move> = { moves, lacks: ['ms', 'clockMs'], told: [], hasTails: false };

/** Plays the moves of a record from its first state. */
export function planTurns(kifu: Kifu, first: State, losses: Losses): Result<TurnPlan> {
  const linked = kifu.entries.findIndex(({ act }) => act.type === 'links');
  if (linked >= 0)
    return fail('unsupported', 'rolls of chance chains cannot be written', {
      at: { path: `/entries/${linked}` },
    });
  const line = planLine(FORM, { ...kifu, variations: [] }, 0, '', losses);
  if (!line.ok) return line;
  const isDrawn = isOpeningDrawn(kifu.header.options.dice, first);
  const turns = [turnOf(first, [first.dice >> 3, first.dice & 7], 0, isDrawn)];
  let state = first;
  for (const [i, { entry, move, path }] of line.value.moves.entries()) {
    const played = play(state, entry.seat ?? NO_SEAT, move);
    if (!played.ok) return within(played, path);
    const turn = turns.at(-1)!;
    turn.moves.push(move);
    turn.hops.push(hopOf(state, move));
    state = rollOn(played.value.state, turns, i + 1);
  }
  return ok({ turns, notes: line.value.notes, state });
}

/** A turn that is being played. */
interface OpenTurn extends PlayedTurn {
  readonly moves: Move[];
  readonly hops: Hop[];
}

const turnOf = (start: State, dice: DiceOrder, first: number, isDrawn: boolean): OpenTurn => ({
  start,
  dice,
  moves: [],
  hops: [],
  first,
  isDrawn,
});

/** Whether none of the given rolls began the game: there are none, or all of them were equal dice. */
function isOpeningDrawn(dice: Json | undefined, { given }: State): boolean {
  if (!Array.isArray(dice)) return true;
  const used = dice.slice(0, dice.length - formatGiven(given).length);
  const [first, second] = used.at(-1) ?? [];
  return first === second;
}

/** Lets rolls happen until a side can move. */
function rollOn(state: State, turns: OpenTurn[], made: number): State {
  let now = state;
  while (now.dice === 0 && now.outcome === null) {
    const { state: rolled, events } = draw(now);
    const isDrawn = now.given === null;
    const start = rolled.dice === 0 ? now : rolled; // as it passes, or as it is played
    turns.push(turnOf(start, events[0]!.dice as unknown as DiceOrder, made, isDrawn));
    now = rolled;
  }
  return now;
}
