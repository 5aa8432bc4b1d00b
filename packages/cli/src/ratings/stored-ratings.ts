/** Ratings stored next to the library in one JSON file. They can be recomputed from the library at any time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, hasKeys, isObject, type Json, ok, parseJson, type Result } from '@kifu/core';
import { areStoredLadders, type StoredRatingPool } from '@kifu/record/ratings';
import { dataDir, makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { within } from '../run-command.ts';
import { reason, saveBytes } from '../save.ts';
import type { CountingChoice } from './read-rated.ts';

const FILE = 'ratings.json';
const VERSION = 2;
const OWNER_ONLY = 0o600;
/** Of a file: some hundred thousand players. */
const MAX_LENGTH = 1 << 26;

const pathOf = (io: Io): string => join(dataDir(io), FILE);

/** Ratings as they are stored, with the choice of matches that they were made by. */
export interface StoredRatings {
  readonly counting: CountingChoice;
  readonly ladders: readonly StoredRatingPool[];
}

/** Stores ratings in place of those before; they are durable when this resolves. */
export async function saveRatings(
  io: Io,
  { counting, ladders }: StoredRatings,
): Promise<Result<string>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  return saveBytes(
    pathOf(io),
    `${JSON.stringify({ kifuRatings: VERSION, counting, ladders })}\n`,
    true,
    OWNER_ONLY,
  );
}

/** Loads the stored ratings; null if there are none yet. */
export async function loadRatings(io: Io): Promise<Result<StoredRatings | null>> {
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
  const { value } = json;
  const isWhole =
    isObject(value) &&
    hasKeys(value, ['kifuRatings', 'counting', 'ladders']) &&
    value.kifuRatings === VERSION &&
    isChoice(value.counting) &&
    areStoredLadders(value.ladders);
  return isWhole
    ? ok(value as unknown as StoredRatings)
    : fail('malformed', `${path} does not hold ratings; kifu ratings rebuild makes them again`);
}

const isChoice = (value: Json | undefined): boolean =>
  isObject(value) &&
  hasKeys(value, ['referees', 'unsigned']) &&
  typeof value.unsigned === 'boolean' &&
  Array.isArray(value.referees) &&
  value.referees.every(key => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key));
