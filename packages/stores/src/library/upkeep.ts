/** Maintenance of any store: what it takes to check it, collect garbage and rebuild its index. */
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

/** Match and its newest node. */
export interface MatchHead {
  readonly match: Cid;
  readonly head: Cid;
}

/** Store that can be read from end to end. */
export interface Inventory extends Stores {
  readonly library: Library;
  readonly remarks: AnnotationStore;
  readonly vault: Vault;
  /** Every match once. Matches that change meanwhile may be in their old or new state. */
  eachHead(ask?: Ask): AsyncIterable<MatchHead>;
}

/** Problem in a store. */
export interface StoreProblem {
  readonly what: 'file' | 'block' | 'pack' | 'match' | 'listing' | 'remarks' | 'secret' | 'player';
  /** Where: a content ID as text, kind and name of a secret, the ID of a player, or a path. */
  readonly where: string;
  readonly fault: Fault;
}

/** Called with each problem of a check. */
export type NoteProblem = (
  what: StoreProblem['what'],
  where: string,
  code: FaultCode,
  message: string,
) => void;

/** Result of a check of records: counts and problems. */
export interface Checked {
  readonly matches: number;
  /** Matches of unknown games: only their links were checked. */
  readonly unknown: number;
  /** Matches with annotations. */
  readonly remarks: number;
  readonly listings: number;
  /** Valid matches without an index entry: `rebuild` adds it. Not a problem if a store is used without its library. */
  readonly unlisted: readonly Cid[];
  /** Empty if there are no problems. */
  readonly problems: readonly StoreProblem[];
}

/** Result of a check of a store: counts and problems. */
export interface StoreChecked extends Checked {
  readonly blocks: number;
  readonly secrets: number;
}

/** Progress of a long operation. */
export interface Progress {
  /** Current step: `file`, `blocks`, `packs`, `secrets`, `matches`, `listings`. */
  readonly step: string;
  readonly done: number;
  /** Null if the number is not known in advance. */
  readonly total: number | null;
}

/** Options of everything that takes long. */
export interface UpkeepOptions extends Ask {
  onProgress?(progress: Progress): void;
}

/** Options of garbage collection. */
export interface GcOptions extends UpkeepOptions {
  /** Age below which unreferenced blocks stay, in milliseconds (default: one hour). A writer may be about to use them. */
  readonly graceMs?: number;
  /** Blocks to keep in addition, with everything that they reference. */
  readonly keep?: Iterable<Cid>;
  /** Counts, and deletes nothing. */
  readonly dryRun?: boolean;
}

/** Result of garbage collection. */
export interface GcResult {
  /** Examined blocks: those that are old enough. */
  readonly blocks: number;
  /** Deleted blocks, or those that would have been, and their bytes. */
  readonly removed: number;
  readonly bytes: number;
}

/** Finds a game with its notations. */
export type FindKit = (name: string, version: number) => Promise<Result<Kit>>;

/** Iterates over all summaries that a query finds, hidden ones too, oldest first. */
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
/** How long other work waits at most, in milliseconds. */
const TURN_MS = 10;

/** Yields to other work from time to time, and stops when aborted. Stores that answer at once would block everything else. */
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
