/**
 * Moves signed ahead, "if this is played, I play that": a player signs what was seen by its hash, and the moves that come after it by
 * what they are. Only a referee enters such a move, and only after exactly those.
 */
import {
  type Fail,
  fail,
  type Game,
  isSameBytes,
  type Json,
  type NewEntry,
  ok,
  type Result,
  type Seat,
  step,
} from '@kifu/core';
import type { MatchState } from './match-state.ts';
import { drawsOf } from './terms.ts';

/** A move that must have been made before one that was signed ahead. */
export interface ExpectedMove {
  readonly seat: Seat;
  /** The game's own bytes. */
  readonly move: Uint8Array;
}

/** Most moves that lie between what a player had seen and a move signed ahead. */
export const MAX_GIVEN = 64;

/** Returns whether nothing but moves changes positions of a game, and all seats see them: only then can moves be planned. */
export const isForeseeable = <State>({ pace, time, chance, secrets }: Game<State>): boolean =>
  pace !== 'free' && time === undefined && chance === undefined && secrets === undefined;

/** The moves on which an entry depends that its player had not seen; null where it depends on none, or cannot be signed ahead. */
export const givenOf = <State>(
  table: MatchState<State>,
  { act, signed }: NewEntry,
): readonly ExpectedMove[] | null =>
  act.type === 'move' &&
  signed !== null &&
  signed !== undefined &&
  table.game.pace !== 'free' &&
  table.terms.referee !== null &&
  signed.seen < table.changed
    ? movesSince(table, signed.seen)
    : null;

/** The moves since a node, in order; null if something else changed the position since, which a pre-signed move cannot foresee. */
export function movesSince<State>(
  { deal, unforeseen, trail }: MatchState<State>,
  seen: number,
): readonly ExpectedMove[] | null {
  if (deal !== null || seen < unforeseen) return null;
  const moves: ExpectedMove[] = [];
  for (let here = trail; here !== null && here.n >= seen; here = here.before) {
    if (moves.length === MAX_GIVEN) return null;
    moves.push({ seat: here.mover, move: here.move });
  }
  return moves.reverse();
}

/** Moves that may come, played from where a match stands, with whose turn each of them is. */
export function playAhead<State>(
  table: MatchState<State>,
  moves: readonly Json[],
): Result<readonly ExpectedMove[]> {
  const { game } = table;
  let { state } = table;
  const made: ExpectedMove[] = [];
  for (const json of moves) {
    const move: Result<Json> = game.moves.json.decode(json);
    if (!move.ok) return move;
    const [seat, ...others] = game.active(state);
    if (seat === undefined || others.length > 0)
      return fail('unsupported', 'more than one seat can move, or none');
    const stepped = step(game, state, { do: 'move', seat, move: move.value }, drawsOf(table));
    if (!stepped.ok) return stepped;
    ({ state } = stepped.value);
    made.push({ seat, move: game.moves.bytes.encode(move.value) });
  }
  return ok(made);
}

/** What is left of a line of moves that began at a node; null where other moves were made, or all of its own. */
export function restOfLine<State>(
  table: MatchState<State>,
  seen: number,
  line: readonly Uint8Array[],
): readonly Uint8Array[] | null {
  const made = movesSince(table, seen);
  if (made === null || made.length >= line.length) return null;
  return made.every(({ move }, i) => isSameBytes(move, line[i]!)) ? line.slice(made.length) : null;
}

/** The fault of an action whose player had not seen what it acts on, and did not sign ahead of it either. */
export const unseen = (seat: Seat | null, changed: number): Fail =>
  fail('bad-signature', `seat ${seat} acted without having seen entry ${changed}`, {
    rule: 'seen',
  });

/** Why an entry cannot be. One that was signed ahead is entered where it can be done and nowhere else: so `seen` is what is wrong with it. */
export const blame = <State>(table: MatchState<State>, entry: NewEntry, wrong: Fail): Fail =>
  givenOf(table, entry) === null ? wrong : unseen(entry.seat, table.changed);
