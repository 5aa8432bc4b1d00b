/** Ratings as they are kept beside the library: one file of JSON. They can be made anew from the library at any time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, hasKeys, isObject, type JsonObject, ok, parseJson, type Result } from '@kifu/core';
import { areStoredLadders, type StoredLadder } from '@kifu/record/ratings';
import { homeFolder, makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { within } from '../run-command.ts';
import { reason, saveBytes } from '../save.ts';

const FILE = 'ratings.json';
const OWNER_ONLY = 0o600;
/** Of a file: some hundred thousand players. */
const MAX_LENGTH = 1 << 26;

const pathOf = (io: Io): string => join(homeFolder(io), FILE);

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
    areStoredLadders(json.value.ladders);
  return isWhole
    ? ok((json.value as JsonObject).ladders as unknown as readonly StoredLadder[])
    : fail('malformed', `${path} holds no ratings; kifu ratings rebuild makes them anew`);
}
