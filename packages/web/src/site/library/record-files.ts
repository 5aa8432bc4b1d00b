/** The records of matches of a list: those of the server come as CARs, those of an archive as packs, those of the browser from their files. */
import type { Fault } from '@kifu/core';
import type { ListedMatch } from '../server.ts';
import { archiveAddress } from './archive-address.ts';
import { getFile, isLocal, type LibraryMatch } from './local-library.ts';

/** A file of records, and which of them are wanted. */
export interface WantedRecords {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly numbers: readonly number[];
  /** The head that the record must have, where it comes from a server, which is not trusted. */
  readonly head?: string;
}

/** A file, or why there is none. */
export type FoundFile = WantedRecords | { readonly fault: Fault };

/** Finds the records of matches, one file after the other. */
export async function* recordFiles(
  matches: readonly ListedMatch[],
  signal: AbortSignal,
): AsyncGenerator<FoundFile> {
  for (const { match } of matches.filter(listed => !isLocal(listed)))
    yield archiveAddress() === null
      ? await fetchRecord(match, signal)
      : await (await import('./archive.ts')).archivedRecord(match, { signal });
  const local = Map.groupBy(matches.filter(isLocal), ({ file }: LibraryMatch) => file);
  for (const [key, some] of local) {
    const file = await getFile(key);
    yield file === null
      ? { fault: { code: 'not-found', message: 'the file is no longer stored in this browser' } }
      : { ...file, numbers: some.map(({ number }) => number) };
  }
}

/** How long the server is left alone where it asks for it and does not say how long, in seconds. */
const PAUSE_S = 2;

/** Who stops asking gets a fault as well, and need not look at it. */
async function fetchRecord(match: string, signal: AbortSignal): Promise<FoundFile> {
  try {
    for (;;) {
      const answer = await fetch(`/api/matches/${encodeURIComponent(match)}/record`, { signal });
      if (answer.status === 429) await pause(Number(answer.headers.get('retry-after') ?? PAUSE_S));
      else if (answer.ok)
        return {
          ...{ name: `${match}.car`, numbers: [1] },
          bytes: new Uint8Array(await answer.arrayBuffer()),
        };
      else return { fault: { code: 'not-found', message: `the server answered ${answer.status}` } };
    }
  } catch {
    return { fault: { code: 'unreachable', message: 'the server does not answer' } };
  }
}

const pause = (seconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, 1000 * seconds));
