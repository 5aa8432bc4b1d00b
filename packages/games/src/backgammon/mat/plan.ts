/** A record as match files have it: only moves, none of them taken back, in turns with their rolls. */
import {
  type Entry,
  type Fail,
  fail,
  type Json,
  type Kifu,
  type Note,
  ok,
  type Result,
} from '@kifu/core';
import { draw, formatGiven } from '../dice.ts';
import { type Move, moves } from '../move-codec.ts';
import { play } from '../play.ts';
import type { State } from '../state.ts';
import type { Hop } from './items.ts';
import type { Losses } from './losses.ts';
import { hopOf, type Order } from './turn.ts';

/** A roll and what was played with it. */
export interface Turn {
  /** The state with the roll on the table; before it where it moves nothing. */
  readonly start: State;
  readonly dice: Order;
  readonly moves: readonly Move[];
  readonly hops: readonly Hop[];
  /** How many moves had been made before it. */
  readonly first: number;
  /** Whether it came from the seed and not from the rolls that were given. */
  readonly isDrawn: boolean;
}

/** The turns, what was said by how many moves had been made, and the last state. */
export interface Plan {
  readonly turns: readonly Turn[];
  readonly notes: readonly (readonly Note[])[];
  readonly state: State;
}

/** Plays the moves of a record from its first state. */
export function planTurns(kifu: Kifu, first: State, losses: Losses): Result<Plan> {
  const made = trace(kifu.entries, losses);
  if (!made.ok) return made;
  const kept = keptOf(made.value.at(-1)!);
  const isDrawn = isOpeningDrawn(kifu.header.options.dice, first);
  const turns = [turnOf(first, [first.dice >> 3, first.dice & 7], 0, isDrawn)];
  let state = first;
  for (const { entry, path, depth } of kept) {
    if (entry?.act.type !== 'move') continue;
    const move = moves.bytes.decode(entry.act.move);
    if (!move.ok) return within(move, `${path}/act/move`);
    const played = play(state, entry.seat ?? NOBODY, move.value);
    if (!played.ok) return within(played, path);
    const turn = turns.at(-1)!;
    turn.moves.push(move.value);
    turn.hops.push(hopOf(state, move.value));
    state = rollOn(played.value.state, turns, depth);
  }
  return ok({ turns, notes: placeNotes(kifu.notes, made.value, kept, losses), state });
}

/** No seat has this number. */
const NOBODY = -1;

const within = ({ fault: { code, message, rule, at } }: Fail, path: string): Fail =>
  fail(code, message, {
    ...(rule === undefined ? {} : { rule }),
    at: { path: path + (at?.path ?? '') },
  });

/** A turn that is being played. */
interface Open extends Turn {
  readonly moves: Move[];
  readonly hops: Hop[];
}

const turnOf = (start: State, dice: Order, first: number, isDrawn: boolean): Open => ({
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

/** Lets rolls happen until somebody can move. */
function rollOn(state: State, turns: Open[], made: number): State {
  let now = state;
  while (now.dice === 0 && now.outcome === null) {
    const { state: rolled, events } = draw(now);
    const isDrawn = now.given === null;
    const start = rolled.dice === 0 ? now : rolled; // as it passes, or as it is played
    turns.push(turnOf(start, events[0]!.dice as unknown as Order, made, isDrawn));
    now = rolled;
  }
  return now;
}

/** A move that was made, and the one before it; the first has no entry and stands for the start. */
interface Made {
  readonly depth: number;
  readonly entry: Entry | null;
  readonly path: string;
  readonly before: Made | null;
}

/** Where the record stood after each entry, the start first. */
function trace(entries: readonly Entry[], losses: Losses): Result<Made[]> {
  const made: Made[] = [{ depth: 0, entry: null, path: '', before: null }];
  for (const [i, entry] of entries.entries()) {
    const { act } = entry;
    const before = made[i]!;
    const path = `/entries/${i}`;
    addTimes(entry, losses);
    if (act.type === 'move') {
      made.push({ depth: before.depth + 1, entry, path, before });
      continue;
    }
    if (act.type === 'links')
      return fail('unsupported', 'rolls of chance chains cannot be written', { at: { path } });
    losses.add(
      act.type === 'refused' ? 'a move that was refused' : `a word at the table: ${act.type}`,
    );
    const after = act.type === 'allow-takeback' ? made[act.to] : before;
    if (after === undefined)
      return fail('broken-record', 'this goes back to what was not there', {
        rule: 'takeback',
        at: { path },
      });
    losses.add('a move that was taken back', Math.max(0, before.depth - after.depth));
    made.push(after);
  }
  return ok(made);
}

function addTimes({ hash, at, ms, clockMs }: Entry, losses: Losses): void {
  if (hash !== null) losses.add('a state hash');
  if (at !== null) losses.add('a tick');
  if (ms !== null) losses.add('a time since the start');
  if (clockMs !== null) losses.add('a time on a clock');
}

/** The moves that lead to the last, the start first. */
function keptOf(last: Made): Made[] {
  const kept: Made[] = [];
  for (let move: Made | null = last; move !== null; move = move.before) kept.push(move);
  return kept.reverse();
}

/** Notes by how many of the kept moves had been made. */
function placeNotes(
  notes: readonly Note[],
  made: readonly Made[],
  kept: readonly Made[],
  losses: Losses,
): Note[][] {
  const placed: Note[][] = kept.map(() => []);
  for (const note of notes) {
    const there = made[note.entry];
    if (there !== undefined && kept[there.depth] === there) placed[there.depth]!.push(note);
    else losses.add('a comment on a move that is not there');
  }
  return placed;
}
