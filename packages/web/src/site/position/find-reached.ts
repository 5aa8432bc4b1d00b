/** Finds matches that reached a position: the server knows which, the browser plays its own through. */

import { gamesAddress } from '@kifu/viewer/games';
import { findMatches } from '../library/find-matches.ts';
import { isLocal, listMatches } from '../library/local-library.ts';
import { recordFiles } from '../library/record-files.ts';
import type { Continued } from '../opening/next-moves.ts';
import { type ListedMatch, NoAnswerError } from '../server.ts';
import type { ReachedAnswer, ReachedQuestion } from './reached-worker.ts';

/** A match that reached the position. */
export interface ReachedMatch extends Continued {
  readonly listed: ListedMatch;
  /** After how many entries. */
  readonly n: number;
}

/** How many matches are looked at: the newest of the server, and as many of the browser. */
export const MOST_LOOKED_AT = 60;

/** How far the search has come. */
export interface SearchProgress {
  readonly read: number;
  readonly all: number;
  readonly found: readonly ReachedMatch[];
  /** Whether only the browser was searched, as the server does not answer. */
  readonly isSilent: boolean;
}

/** Finds matches that reached a position; calls back after each one searched. */
export async function findReached(
  game: string,
  key: string,
  tell: (search: SearchProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ game, position: key, limit: `${MOST_LOOKED_AT}` });
  const [listings, kept] = await Promise.all([
    findMatches(query, signal).then(
      page => page.listings,
      cause => {
        if (cause instanceof NoAnswerError) return null;
        throw cause;
      },
    ),
    listMatches().catch(() => []),
  ]);
  const own = kept.filter(match => match.game === game).slice(0, MOST_LOOKED_AT);
  const isSilent = listings === null;
  const matches = [...(listings ?? []), ...own];
  const found: ReachedMatch[] = [];
  let read = 0;
  for (const listed of matches) {
    if (signal.aborted) return;
    tell({ read, all: matches.length, found: [...found], isSilent });
    for await (const file of recordFiles([listed], signal)) {
      if ('fault' in file) continue;
      for (const { n, move } of await ask({ games: gamesAddress(), file, key }))
        found.push({ listed, n, move, outcome: listed.outcome });
    }
    read++;
  }
  if (!signal.aborted) tell({ read, all: matches.length, found, isSilent });
}

let worker: Worker | null = null;
let questions = 0;

function ask(question: Omit<ReachedQuestion, 'id'>): Promise<ReachedAnswer['reached']> {
  worker ??= new Worker(new URL('./reached-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const id = questions++;
  return new Promise(resolve => {
    const hear = ({ data }: MessageEvent<ReachedAnswer>) => {
      if (data.id !== id) return;
      asked.removeEventListener('message', hear);
      resolve(data.reached);
    };
    asked.addEventListener('message', hear);
    asked.postMessage({ id, ...question } satisfies ReachedQuestion);
  });
}

/** The address of a match at the position. */
export const addressAt = ({ listed, n }: ReachedMatch): string =>
  isLocal(listed)
    ? `/file?local=${listed.file}&number=${listed.number}&at=${n}`
    : `/match/${listed.match}?at=${n}`;
