/** The match that was played last, by when it was touched and not by when it began. */
import { type Cid, formatCid, parseCid } from '@kifu/core';
import type { MatchSummary } from '@kifu/record/store';
import type { Library } from './open.ts';

/** What commands call it. */
export const LAST = 'last';

/** What the library calls the source of matches that were played here. */
export const SOURCE = 'play';

/** Where the vault has its id. */
const KIND = 'play';

/** Notes that a match is being played. */
export const touch = ({ vault }: Library, match: Cid): Promise<void> =>
  vault.put(KIND, LAST, formatCid(match));

/** The match that was played last, as it is listed; in libraries that do not say, the newest. Null where there is none. */
export async function findLast({ library, vault }: Library): Promise<MatchSummary | null> {
  const told = await vault.get(KIND, LAST);
  const id = typeof told === 'string' ? parseCid(told) : null;
  const touched = id?.ok ? await library.get(id.value) : null;
  return touched ?? (await library.find({ source: SOURCE, limit: 1 })).listings[0] ?? null;
}
