/** Ratings as they are kept beside the library: one file of JSON. They can be made anew from the library at any time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Fault,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  parseJson,
  type Result,
} from '@kifu/core';
import type { Ladder, Standing } from '@kifu/record/ratings';
import { homeFolder, makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { within } from '../run-command.ts';
import { reason, saveBytes } from '../save.ts';

/** A ladder as it is kept. */
export interface StoredLadder {
  readonly game: string;
  readonly speed: string;
  /** How many matches it was made of, and the hash of their receipt. */
  readonly matches: number;
  readonly hash: string;
  readonly standings: readonly StoredStanding[];
}

/** A rating as it is kept. Fractions are texts with six digits: JSON of ours has whole numbers only. */
export interface StoredStanding {
  readonly id: string;
  readonly name: string;
  readonly rating: string;
  readonly deviation: string;
  readonly volatility: string;
  readonly matches: number;
}

const FILE = 'ratings.json';
const OWNER_ONLY = 0o600;
const DIGITS = 6;
/** Two machines may differ in the last digit that is written. */
const TOLERANCE = 1.5e-6;
/** Of a file: some hundred thousand players. */
const MAX_LENGTH = 1 << 26;

const pathOf = (io: Io): string => join(homeFolder(io), FILE);

/** Ladders as they are kept. */
export const toStored = (ladders: readonly Ladder[]): StoredLadder[] =>
  ladders.map(({ game, speed, receipt, standings }) => ({
    ...{ game, speed, matches: receipt.matches.length, hash: receipt.hash },
    standings: standings.map(storedStanding),
  }));

const storedStanding = ({ id, player, rating, matches }: Standing): StoredStanding => ({
  id,
  name: player.name,
  rating: rating.R.toFixed(DIGITS),
  deviation: rating.RD.toFixed(DIGITS),
  volatility: rating.volatility.toFixed(DIGITS),
  matches,
});

/** Keeps ratings in the place of those before; they are durable when this resolves. */
export async function saveRatings(
  io: Io,
  ladders: readonly StoredLadder[],
): Promise<Result<string>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  return saveBytes(
    pathOf(io),
    `${JSON.stringify({ kifuRatings: 1, ladders })}\n`,
    true,
    OWNER_ONLY,
  );
}

/** The ratings that are kept; null where there are none yet. */
export async function loadRatings(io: Io): Promise<Result<readonly StoredLadder[] | null>> {
  const path = pathOf(io);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ok(null);
    return fail('unreadable', `${path} cannot be read: ${reason(cause)}`);
  }
  const json = parseJson(text, { maxLength: MAX_LENGTH });
  if (!json.ok) return within(path, json);
  const isWhole =
    isObject(json.value) &&
    hasKeys(json.value, ['kifuRatings', 'ladders']) &&
    json.value.kifuRatings === 1 &&
    isListOf(json.value.ladders, isLadder);
  return isWhole
    ? ok((json.value as JsonObject).ladders as unknown as readonly StoredLadder[])
    : fail('malformed', `${path} holds no ratings; kifu ratings rebuild makes them anew`);
}

const isListOf = (value: Json | undefined, is: (item: Json) => boolean): boolean =>
  Array.isArray(value) && value.every(is);

const areTexts = (...values: readonly (Json | undefined)[]): boolean =>
  values.every(value => typeof value === 'string');

const isCount = (value: Json | undefined): boolean => isInteger(value, 0, Number.MAX_SAFE_INTEGER);

const isLadder = (value: Json): boolean =>
  isObject(value) &&
  hasKeys(value, ['game', 'speed', 'matches', 'hash', 'standings']) &&
  areTexts(value.game, value.speed, value.hash) &&
  isCount(value.matches) &&
  isListOf(value.standings, isStanding);

const isStanding = (value: Json): boolean =>
  isObject(value) &&
  hasKeys(value, ['id', 'name', 'rating', 'deviation', 'volatility', 'matches']) &&
  areTexts(value.id, value.name) &&
  isCount(value.matches) &&
  [value.rating, value.deviation, value.volatility].every(
    text => typeof text === 'string' && /^-?\d{1,9}\.\d{6}$/.test(text),
  );

/** Where ratings that are kept are not those that matches give. */
export function findDrift(
  stored: readonly StoredLadder[],
  made: readonly StoredLadder[],
): readonly Fault[] {
  const nameOf = ({ game, speed }: StoredLadder) => `${game} ${speed}`;
  const byName = new Map(made.map(ladder => [nameOf(ladder), ladder]));
  const known = new Set(stored.map(nameOf));
  const missing = made.filter(ladder => !known.has(nameOf(ladder)));
  return [
    ...stored.flatMap(ladder =>
      driftOf(nameOf(ladder), ladder, byName.get(nameOf(ladder)) ?? null),
    ),
    ...missing.map(ladder => drift(nameOf(ladder), 'matches', 'no rating is kept')),
  ];
}

function driftOf(name: string, stored: StoredLadder, made: StoredLadder | null): Fault[] {
  if (made === null) return [drift(name, 'matches', 'the library has no such match')];
  if (stored.hash !== made.hash || stored.matches !== made.matches) {
    const counts = `made of ${stored.matches} matches, and the library has ${made.matches}`;
    const same = `made of other ${stored.matches} matches than the library has`;
    return [drift(name, 'matches', stored.matches === made.matches ? same : counts)];
  }
  const byId = new Map(made.standings.map(standing => [standing.id, standing]));
  const wrong = stored.standings.filter(standing => !isSame(standing, byId.get(standing.id)));
  const lost = made.standings.length - stored.standings.length;
  return [
    ...wrong.map(({ id, name: player, rating }) =>
      drift(
        name,
        'rating',
        `${player || id} is kept with ${rating}, and has ${byId.get(id)?.rating ?? 'none'}`,
      ),
    ),
    ...(wrong.length === 0 && lost !== 0 ? [drift(name, 'rating', 'a player is missing')] : []),
  ];
}

const isSame = (a: StoredStanding, b: StoredStanding | undefined): boolean =>
  b !== undefined &&
  a.matches === b.matches &&
  (['rating', 'deviation', 'volatility'] as const).every(
    field => Math.abs(Number(a[field]) - Number(b[field])) < TOLERANCE,
  );

const drift = (ladder: string, rule: 'matches' | 'rating', message: string): Fault =>
  fail('rating-drift', `${ladder}: ${message}`, { rule }).fault;
