/**
 * Rated matches as a server stores them: apart from their records, which may move to an archive. They are
 * in the vault in small chunks, each written by one process only, so that processes do not conflict; a match that is in two counts once.
 */
import { randomUUID } from 'node:crypto';
import type { Json } from '@kifu/core';
import type { RatedMatch } from '@kifu/record/ratings';
import type { Vault } from '@kifu/record/store';

/** Rated matches, which are stored permanently. */
export interface RatedMatches {
  /** All matches that were read or added, by id. */
  readonly known: ReadonlyMap<string, RatedMatch>;
  /** Reads what other processes have added since. */
  read(): Promise<void>;
  /** Stores matches; they are durable when this resolves. */
  add(matches: readonly RatedMatch[]): Promise<void>;
}

const KIND = 'rated';
/** Size of a chunk: the last one is written again with each match. */
const MAX_MATCHES = 64;
/** How many chunks are read at a time. */
const AT_ONCE = 32;

/** Opens the rated matches of a vault. */
export function createRatedMatches(vault: Vault): RatedMatches {
  const known = new Map<string, RatedMatch>();
  /** Chunks that are full. */
  const full = new Set<string>();
  let open: { readonly name: string; readonly matches: readonly RatedMatch[] } = fresh();
  let writing: Promise<void> = Promise.resolve();

  const readChunk = async (name: string): Promise<void> => {
    const chunk = ((await vault.get(KIND, name)) ?? []) as unknown as readonly RatedMatch[];
    for (const match of chunk) known.set(match.match, match);
    if (chunk.length >= MAX_MATCHES) full.add(name);
  };

  const write = async (given: readonly RatedMatch[]): Promise<void> => {
    const news = given.filter(({ match }) => !known.has(match));
    while (news.length > 0) {
      const { name } = open;
      const taken = news.splice(0, MAX_MATCHES - open.matches.length);
      const matches = [...open.matches, ...taken];
      await vault.put(KIND, name, matches as unknown as Json);
      for (const match of taken) known.set(match.match, match);
      if (matches.length >= MAX_MATCHES) full.add(name);
      open = matches.length < MAX_MATCHES ? { name, matches } : fresh();
    }
  };

  return {
    known,
    async read() {
      const names = (await vault.names(KIND)).filter(name => !full.has(name));
      for (let i = 0; i < names.length; i += AT_ONCE)
        await Promise.all(names.slice(i, i + AT_ONCE).map(readChunk));
    },
    add(matches) {
      const written = writing.then(() => write(matches));
      // the caller who added these gets the failure, and the next ones are added all the same
      writing = written.catch(() => {});
      return written;
    },
  };
}

const fresh = () => ({ name: randomUUID(), matches: [] });
