/** Checks a whole file: what SQLite says of it, blocks, packs, secrets, and then the records. */
import { decodeCid, digestAt, fail, formatCid, formatFault } from '@kifu/core';
import { type FindGame, idOf } from '@kifu/record';
import { checkRecords } from '../library/check.ts';
import { loadMergedNames } from '../library/names.ts';
import {
  type Checked,
  createPacer,
  type Inventory,
  type NoteProblem,
  type StoreProblem,
  type UpkeepOptions,
} from '../library/upkeep.ts';
import { DIGEST_BYTES, nodeKey } from '../sql/node-key.ts';
import {
  namedError,
  type SerializedError,
  SqliteClosedError,
  SqlitePackedError,
} from './errors.ts';
import type { Inspect, InspectedBlocks, Integrity } from './inspector.ts';
import type { OpenOptions } from './open.ts';
import { checkPacked, SoundMatches, verifyPack } from './pack-check.ts';
import type { Reads } from './reads.ts';
import { type FileRows, readHead } from './rows-of-file.ts';
import { type InspectedRuns, sumOf } from './run-check.ts';
import { startThread } from './thread.ts';

/** Result of a check of a file: counts and problems. */
export interface FileChecked extends Checked {
  readonly blocks: number;
  readonly packs: number;
  readonly secrets: number;
}

interface CheckParts {
  readonly path: string;
  readonly options: OpenOptions;
  readonly store: Inventory;
  readonly reads: Reads;
  readonly rows: FileRows;
}

/** Checks everything and lists the problems: only the signal and a closed store end this early. */
export async function checkFile(
  parts: CheckParts,
  findGame: FindGame,
  options: UpkeepOptions = {},
): Promise<FileChecked> {
  const problems: StoreProblem[] = [];
  const note: NoteProblem = (what, where, code, message) =>
    problems.push({ what, where, fault: fail(code, message).fault });
  const { blocks, sums } = await inspect(parts, note, options);
  const sound = new SoundMatches(parts.rows);
  const packs = await checkPacks(parts, { findGame, sums, note, sound }, options);
  const secrets = checkSecrets(parts, note, options);
  checkHeads(parts, note);
  const records = await checkRecords(parts.store, findGame, options, sound.find).catch(error => {
    rethrow(error, options);
    note('file', parts.path, 'unreadable', (error as Error).message);
    return { matches: 0, unknown: 0, remarks: 0, listings: 0, unlisted: [], problems: [] };
  });
  return { ...records, blocks, packs, secrets, problems: [...problems, ...records.problems] };
}

/** Checks in a separate thread: a large file takes minutes. */
async function inspect(
  { path, options }: CheckParts,
  note: NoteProblem,
  { onProgress, signal }: UpkeepOptions,
): Promise<{ readonly blocks: number; readonly sums: InspectedRuns['packs'] }> {
  signal?.throwIfAborted();
  const { thread, started } = await startThread({ role: 'inspect', path, options });
  if (started !== null) throw namedError(path, started);
  const look = async <T>(asked: Inspect): Promise<T | null> => {
    const answer = await thread.ask<{ found: T } | { error: SerializedError }>(asked);
    signal?.throwIfAborted();
    if ('found' in answer) return answer.found;
    note('file', path, 'unreadable', namedError(path, answer.error).message);
    return null;
  };
  let blocks = 0;
  try {
    onProgress?.({ step: 'file', done: 0, total: 1 });
    for (const text of (await look<Integrity>({ do: 'integrity' })) ?? [])
      note('file', path, 'unreadable', text);
    const runs = await look<InspectedRuns>({ do: 'runs' });
    for (const text of runs?.wrong ?? []) note('file', path, 'unreadable', text);
    for (const match of runs?.lost ?? [])
      note('listing', nameOf(match), 'broken-record', 'it is not found by all its positions');
    for (const match of runs?.miscounted ?? [])
      note('listing', nameOf(match), 'broken-record', 'the explorer does not count it as it ended');
    onProgress?.({ step: 'file', done: 1, total: 1 });
    for (let after: number | null = 0; after !== null; ) {
      const page: InspectedBlocks | null = await look({ do: 'blocks', after });
      for (const cid of page?.corrupt ?? [])
        note('block', nameOf(cid), 'broken-chain', 'its bytes are not those that its id names');
      for (const cid of page?.lost ?? [])
        note('block', nameOf(cid), 'not-found', 'it is there, but not in the index');
      blocks += page?.count ?? 0;
      onProgress?.({ step: 'blocks', done: blocks, total: null });
      after = page?.last ?? null;
    }
    return { blocks, sums: runs?.packs ?? new Map() };
  } finally {
    await thread.end();
  }
}

interface PackCheck {
  readonly findGame: FindGame;
  readonly sums: InspectedRuns['packs'];
  readonly note: NoteProblem;
  /** Takes down the matches that need not be played again. */
  readonly sound: SoundMatches;
}

/** Each pack opens, is as long as it was, and all its nodes are found; and its match is looked at while it is open. */
async function checkPacks(
  { path, rows, store }: CheckParts,
  { findGame, sums, note, sound }: PackCheck,
  { onProgress, signal }: UpkeepOptions,
): Promise<number> {
  const pace = createPacer(signal);
  let count = 0;
  try {
    const names = await loadMergedNames(store.vault, signal === undefined ? {} : { signal });
    for (let page = rows.packs(0); page.length > 0; page = rows.packs(page.at(-1)!.id))
      for (const { id, nodes, bytes } of page) {
        await pace();
        const where = `${path}, pack ${id}`;
        const opened = await verifyPack(findGame, bytes);
        if (opened.ok) {
          const { replay } = opened.value;
          const length = opened.value.nodes.length;
          if (length !== nodes)
            note('pack', where, 'broken-chain', `it has ${length} nodes, not ${nodes}`);
          checkIndex(id, replay.digests());
          const found = await checkPacked(store, rows, id, opened.value, names);
          if (found !== null) sound.add(id, found.head, found.sound);
        } else {
          const { message } = new SqlitePackedError(path, id, formatFault(opened.fault));
          note('pack', where, 'unreadable', message);
        }
        count++;
        onProgress?.({ step: 'packs', done: count, total: null });
      }
  } catch (error) {
    rethrow(error, { signal });
    note('file', path, 'unreadable', (error as Error).message);
  }
  return count;

  /** Nodes are looked for one by one only where their keys do not come to what the index says. */
  function checkIndex(id: number, digests: Uint8Array): void {
    const keys: number[] = [];
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) keys.push(nodeKey(digests, at));
    const { count, sum } = sumOf(keys);
    if (sums.get(id)?.count === count && sums.get(id)?.sum === sum) return;
    for (const [n, key] of keys.entries()) {
      if (rows.packsOf(key).includes(id)) continue;
      const name = formatCid(idOf(digestAt(digests, DIGEST_BYTES * n)));
      note('pack', `${path}, pack ${id}`, 'not-found', `its node ${name} is not in the index`);
    }
  }
}

function checkSecrets(
  { path, rows, reads }: CheckParts,
  note: NoteProblem,
  { onProgress }: UpkeepOptions,
) {
  let count = 0;
  const attempt = (where: string, what: 'secret' | 'file', look: () => void): void => {
    try {
      look();
    } catch (error) {
      note(what, where, 'unreadable', (error as Error).message);
    }
  };
  attempt(path, 'file', () => {
    for (const { kind, name } of rows.secrets()) {
      attempt(`${kind} ${name}`, 'secret', () => reads.secret(kind, name));
      count++;
    }
  });
  onProgress?.({ step: 'secrets', done: count, total: count });
  return count;
}

/** Rows that name a match and a head are checked with the records. */
function checkHeads({ path, rows }: CheckParts, note: NoteProblem): void {
  try {
    for (let page = rows.heads(0); page.length > 0; page = rows.heads(page.at(-1)!.id))
      for (const row of page)
        if (readHead(row) === null)
          note('match', `${path}, head ${row.id}`, 'malformed', 'it has no content ids');
  } catch (error) {
    rethrow(error, {});
    note('file', path, 'unreadable', (error as Error).message);
  }
}

/** An aborted signal or a closed store ends the check; other errors are noted. */
function rethrow(error: unknown, { signal }: { readonly signal?: AbortSignal | undefined }): void {
  signal?.throwIfAborted();
  if (error instanceof SqliteClosedError) throw error;
}

/** As text; in hex if the bytes are not a content ID. */
function nameOf(cid: Uint8Array): string {
  const decoded = decodeCid(cid);
  return decoded.ok ? formatCid(decoded.value) : Buffer.from(cid).toString('hex');
}
