/** Packs ended matches gradually, while others use the store; unpackable ones stay as they are. */
import { createPacer, type MatchHead, type UpkeepOptions } from '../library/upkeep.ts';
import { readCid } from './rows.ts';

/** Result of packing. */
export interface PackedCount {
  readonly matches: number;
  /** Total bytes of the nodes of those matches, and of their packs. */
  readonly nodeBytes: number;
  readonly packBytes: number;
  /** Ended matches that cannot be packed. */
  readonly left: number;
}

export const NOTHING_PACKED: PackedCount = { matches: 0, nodeBytes: 0, packBytes: 0, left: 0 };

/** Packs the ended matches, one by one. */
export interface Packer {
  /** Called with a head that has moved; null if the caller does not have its bytes at hand. */
  offer(match: Uint8Array, head: Uint8Array, bytes: Uint8Array | null): void;
  /** Packs all ended matches at once. */
  packAll(options?: UpkeepOptions): Promise<PackedCount>;
  /** Waits for the match that is being packed. */
  close(): Promise<void>;
}

/** Match and its newest node, as in a row. */
interface HeadRow {
  readonly id: number;
  readonly match: Uint8Array;
  readonly head: Uint8Array;
}

/** Size of a match before and after packing, in bytes. */
export type PackedSize = Pick<PackedCount, 'nodeBytes' | 'packBytes'>;

/** What a packer needs of its store. */
export interface PackingStore {
  /** Returns some heads after a row that are neither packed nor marked as unpackable; none at the end. */
  looseHeads(after: number): readonly HeadRow[] | Promise<readonly HeadRow[]>;
  /** Whether packing is suspended. */
  isOff(): boolean;
  /** Whether writing is no longer possible. */
  isRefused(): boolean;
  /** Packs a match; null if it is in progress, its game is unknown, or another process was faster. */
  pack(one: MatchHead): Promise<PackedSize | 'left' | null>;
  /** Error for callers of `pack` when it is closed. */
  closedError(): Error;
  /** Ratio of rest to work, so that live matches get the thread. */
  readonly restTimes: number;
}

/** An ending is a list of eight, unlike any other node of a chain. Record format, `ending`. */
const LIST_OF_EIGHT = 0x88;
/** Queue limit; further heads are looked up in the store later. */
const MOST_WAITING = 4096;
const LEAST_REST_MS = 10;

/** Packs in the background, from its creation on. */
export function createPacker(store: PackingStore): Packer {
  let waiting: MatchHead[] = [];
  /** The head up to which the store was searched; null if it need not be. */
  let after: number | null = 0;
  let running: Promise<void> | null = null;
  const closing = new AbortController();
  let packingAll: Promise<unknown> = Promise.resolve();
  let wake = () => {};
  let isClosed = false;

  const rest = (ms: number) =>
    new Promise<void>(done => {
      if (isClosed) return done();
      wake = done;
      // a program with nothing else to do may end
      setTimeout(done, ms).unref();
    });

  const next = async (): Promise<MatchHead | null> => {
    if (store.isOff()) {
      waiting = [];
      after = 0;
      return null;
    }
    if (waiting.length > 0) return waiting.shift()!;
    if (after === null) return null;
    const page = await store.looseHeads(after);
    after = page.at(-1)?.id ?? null;
    waiting.push(...page.map(headOf));
    return waiting.shift() ?? null;
  };

  const run = async (): Promise<void> => {
    while (!isClosed && !store.isRefused()) {
      await packingAll;
      if (isClosed) break;
      const start = performance.now();
      // if the store cannot be read, there is nothing to do
      const one = await next().catch(() => undefined);
      // more may have been offered meanwhile
      if (one === null && waiting.length > 0) continue;
      if (one == null) break;
      // no caller waits for this: a failed write is retried when the store is opened again
      await store.pack(one).catch(() => null);
      await rest(Math.max(LEAST_REST_MS, store.restTimes * (performance.now() - start)));
    }
    running = null;
  };

  running = rest(LEAST_REST_MS).then(run);
  return {
    offer(match, head, bytes) {
      if (bytes !== null && bytes[0] !== LIST_OF_EIGHT) return;
      if (waiting.length < MOST_WAITING)
        waiting.push({ match: readCid(match), head: readCid(head) });
      else after ??= 0;
      if (!isClosed) running ??= run();
    },
    packAll(options) {
      // two at once would pack the same matches twice
      const signal = AbortSignal.any([
        closing.signal,
        ...(options?.signal ? [options.signal] : []),
      ]);
      const mine = packingAll.then(() => packAll(store, { ...options, signal }));
      packingAll = mine.catch(() => null);
      return mine;
    },
    async close() {
      isClosed = true;
      closing.abort(store.closedError());
      wake();
      await running;
    },
  };
}

const headOf = ({ match, head }: HeadRow): MatchHead => ({
  match: readCid(match),
  head: readCid(head),
});

async function packAll(
  store: PackingStore,
  { onProgress, signal }: UpkeepOptions = {},
): Promise<PackedCount> {
  const pace = createPacer(signal);
  let [matches, nodeBytes, packBytes, left, done] = [0, 0, 0, 0, 0];
  const packOne = async (one: MatchHead): Promise<void> => {
    const packed = await store.pack(one);
    if (packed === 'left') left++;
    else if (packed !== null) {
      matches++;
      nodeBytes += packed.nodeBytes;
      packBytes += packed.packBytes;
    }
    onProgress?.({ step: 'matches', done: ++done, total: null });
  };
  for (let after = 0, page = await store.looseHeads(0); page.length > 0; ) {
    // all matches of a page are written together: a commit for each would take longer than packing it
    const writing: Promise<void>[] = [];
    try {
      for (const row of page) {
        await pace();
        writing.push(packOne(headOf(row)));
        after = row.id;
      }
    } finally {
      await Promise.allSettled(writing); // also after an abort
    }
    await Promise.all(writing);
    page = await store.looseHeads(after);
  }
  return { matches, nodeBytes, packBytes, left };
}
