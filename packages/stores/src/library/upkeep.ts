/** Looking after a store of any kind: what it takes to check it, to tidy it up and to rebuild its library. */
import type { Cid, Fault, FaultCode, Kit, Result } from '@kifu/core';
import type {
  AnnotationStore,
  Ask,
  Library,
  MatchSummary,
  Query,
  Stores,
  Vault,
} from '@kifu/record/store';

/** A match and its newest node. */
export interface MatchHead {
  readonly match: Cid;
  readonly head: Cid;
}

/** A store that can be gone through from end to end. */
export interface Inventory extends Stores {
  readonly library: Library;
  readonly remarks: AnnotationStore;
  readonly vault: Vault;
  /** Every match once. Those that come or go on meanwhile may be as they were or as they are. */
  eachHead(ask?: Ask): AsyncIterable<MatchHead>;
}

/** Something in a store that is not as it should be. */
export interface StoreProblem {
  readonly what: 'file' | 'block' | 'pack' | 'match' | 'listing' | 'remarks' | 'secret' | 'player';
  /** Which one: a content id as text, kind and name of a secret, the id of a player, or a path. */
  readonly where: string;
  readonly fault: Fault;
}

/** Takes down what a check finds wrong. */
export type NoteProblem = (
  what: StoreProblem['what'],
  where: string,
  code: FaultCode,
  message: string,
) => void;

/** What a check has looked at, and what it found. */
export interface Checked {
  readonly matches: number;
  /** Those among them whose game is not in the registry: their links were checked, and nothing else. */
  readonly unknown: number;
  /** Matches about which something is said. */
  readonly remarks: number;
  readonly listings: number;
  /** Matches that are sound but in no listing: `rebuild` lists them. No error where a store is used without its library. */
  readonly unlisted: readonly Cid[];
  /** Empty where all is well. */
  readonly problems: readonly StoreProblem[];
}

/** What a check of a store has looked at, and what it found. */
export interface StoreChecked extends Checked {
  readonly blocks: number;
  readonly secrets: number;
}

/** How far something has come. */
export interface Progress {
  /** What is being looked at: `file`, `blocks`, `packs`, `secrets`, `matches`, `listings`. */
  readonly step: string;
  readonly done: number;
  /** Null where the number is not known in advance. */
  readonly total: number | null;
}

/** What all that takes long is told. */
export interface UpkeepOptions extends Ask {
  onProgress?(progress: Progress): void;
}

/** How to tidy up. */
export interface GcOptions extends UpkeepOptions {
  /** Blocks that came less than this long ago are kept, in milliseconds; an hour unless told. A writer may be about to use them. */
  readonly graceMs?: number;
  /** Blocks to keep besides, with all that they lead to. */
  readonly keep?: Iterable<Cid>;
  /** Counts, and removes nothing. */
  readonly dryRun?: boolean;
}

/** What was tidied up. */
export interface GcResult {
  /** Blocks that were looked at: those that are old enough. */
  readonly blocks: number;
  /** Blocks that were removed, or would have been, and their bytes. */
  readonly removed: number;
  readonly bytes: number;
}

/** Finds a game with its notations. */
export type FindKit = (name: string, version: number) => Promise<Result<Kit>>;

/** All listings that a query finds, hidden ones too, the oldest first. */
export async function* eachListing(
  library: Library,
  ask?: Ask,
  query: Query = {},
): AsyncGenerator<MatchSummary> {
  for (const hidden of [false, true])
    for (let after: string | null | undefined; after !== null; ) {
      const all = { ...query, hidden, sort: 'oldest', limit: PAGE } as const;
      const page = await library.find(after === undefined ? all : { ...all, after }, ask);
      yield* page.listings;
      after = page.next;
    }
}

const PAGE = 500;
/** How long others wait at most, in milliseconds. */
const TURN_MS = 10;

/** Lets others go first from time to time, and ends where it is told to. Stores that answer at once would keep everybody waiting. */
export function createPacer(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < TURN_MS) return;
    await new Promise(done => setImmediate(done));
    signal?.throwIfAborted();
    since = performance.now();
  };
}
