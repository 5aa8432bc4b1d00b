/** The contents of a tournament: its terms, and the entries of its organizer. Both are JSON, and may come from anywhere. */
import {
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import { isWeakKey } from '@kifu/record/sign';

/** How players are paired. */
export const SYSTEMS = ['swiss', 'round-robin', 'knock-out', 'arena'] as const;
export type System = (typeof SYSTEMS)[number];

/** What a tournament is. */
export interface TournamentTerms {
  readonly name: string;
  readonly system: System;
  /** The game that is played: one of two seats. */
  readonly game: string;
  /** Rounds of a Swiss tournament or waves of an arena; 0 in the others, where it follows from the players. */
  readonly rounds: number;
}

/** One entry. Players are named by `ratedPlayerId`, boards by their number in the newest round, from 1. */
export type TournamentEntry =
  | { readonly type: 'enter'; readonly name: string; readonly key: string | null }
  | { readonly type: 'withdraw'; readonly player: string }
  /** The next round starts: its pairings follow from all entries before. */
  | { readonly type: 'round' }
  | {
      readonly type: 'result';
      readonly round: number;
      readonly board: number;
      /** Content id of the match; null where nothing was played, and one of the two wins all the same. */
      readonly match: string | null;
      /** The seat that won; null for a draw. */
      readonly winner: 0 | 1 | null;
    };

export const MAX_PLAYERS = 2000;
export const MAX_ROUNDS = 1000;
const MAX_NAME = 100;

const isName = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.trim() === value && value !== '' && value.length <= MAX_NAME;

/** Reads terms. */
export function parseTerms(value: Json): Result<TournamentTerms> {
  if (!isObject(value) || !hasKeys(value, ['name', 'system', 'game', 'rounds']))
    return fail('malformed', 'a tournament needs a name, a system, a game and a number of rounds');
  const { name, system, game, rounds } = value;
  if (!isName(name) || !isName(game))
    return fail(
      'malformed',
      `a name must have 1 to ${MAX_NAME} characters, without spaces around them`,
    );
  if (!SYSTEMS.some(known => known === system))
    return fail('malformed', `unknown system; known: ${SYSTEMS.join(', ')}`, {
      at: { path: '/system' },
    });
  const isCounted = system === 'swiss' || system === 'arena';
  if (!isInteger(rounds, isCounted ? 1 : 0, isCounted ? MAX_ROUNDS : 0))
    return fail(
      'malformed',
      isCounted
        ? `a tournament of this system must have 1 to ${MAX_ROUNDS} rounds`
        : 'the number of rounds follows from the players; use 0',
      { at: { path: '/rounds' } },
    );
  return ok(value as unknown as TournamentTerms);
}

const FIELDS: { readonly [type: string]: readonly string[] } = {
  enter: ['type', 'name', 'key'],
  withdraw: ['type', 'player'],
  round: ['type'],
  result: ['type', 'round', 'board', 'match', 'winner'],
};

/** Reads an entry: its format only, `take` checks whether it is allowed. */
export function parseEntry(value: Json): Result<TournamentEntry> {
  const type = isObject(value) ? value.type : null;
  const fields = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (fields === undefined || !hasKeys(value as JsonObject, fields))
    return fail(
      'malformed',
      `invalid entry; expected one of ${Object.keys(FIELDS).join(', ')} with its fields`,
    );
  const wrong = wrongField(value as JsonObject);
  return wrong === null
    ? ok(value as unknown as TournamentEntry)
    : fail('malformed', `invalid field "${wrong}" of an entry`, { at: { path: `/${wrong}` } });
}

/** The name of a field that cannot be what it is. */
function wrongField({
  type,
  name,
  key,
  player,
  round,
  board,
  match,
  winner,
}: JsonObject): string | null {
  if (type === 'enter') {
    if (!isName(name)) return 'name';
    if (key === null) return null;
    const isKey = typeof key === 'string' && /^[0-9a-f]{64}$/.test(key) && !isWeakKey(key);
    return isKey ? null : 'key';
  }
  if (type === 'withdraw') return typeof player === 'string' ? null : 'player';
  if (type === 'round') return null;
  if (!isInteger(round, 1, MAX_ROUNDS)) return 'round';
  if (!isInteger(board, 1, MAX_PLAYERS)) return 'board';
  if (match !== null && !(typeof match === 'string' && parseCid(match).ok)) return 'match';
  if (winner !== 0 && winner !== 1 && winner !== null) return 'winner';
  return match === null && winner === null ? 'winner' : null;
}
