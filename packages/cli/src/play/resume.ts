/** The match of the library to resume. */
import { type Cid, fail, formatCid, ok, type Result } from '@kifu/core';
import { decodeHeader } from '@kifu/record/node';
import type { Io } from '../io.ts';
import { findMatch, isIdText } from '../library/ids.ts';
import { findLast, LAST, SOURCE } from '../library/last.ts';
import { type Library, readLibrary } from '../library/open.ts';

/** A match of the library: its whole id, its game, and the public keys of its players. */
export interface Resumed {
  readonly id: string;
  readonly game: string;
  readonly keys: readonly string[];
}

/** Returns whether a text can name a match to resume. */
export const isResumable = (text: string): boolean => text === LAST || isIdText(text);

/** The match that an id, the beginning of one, or `last` names. */
export const findResumed = (io: Io, text: string): Promise<Result<Resumed>> =>
  readLibrary(io, async library => {
    const match = text === LAST ? await findOpen(library) : await findMatch(library, text);
    if (!match.ok) return match;
    const header = decodeHeader(await library.blocks.get(match.value));
    if (!header.ok) return header;
    const { game, players } = header.value;
    const keys = players.flatMap(({ key }) => (key === undefined ? [] : [key]));
    return ok({ id: formatCid(match.value), game, keys });
  });

/** The match that was touched last, where it is open; else the newest that is. */
async function findOpen(library: Library): Promise<Result<Cid>> {
  const last = await findLast(library);
  if (last?.outcome === null) return ok(last.match);
  const { listings } = await library.library.find({ source: SOURCE, result: 'open', limit: 1 });
  return listings[0] === undefined
    ? fail('not-found', 'no match that was played here is still open')
    : ok(listings[0].match);
}
