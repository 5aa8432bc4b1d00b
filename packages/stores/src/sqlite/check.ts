/** Checks a whole file: what SQLite says of it, blocks, packs, secrets, and then the records. */
import { decodeCid, fail, formatCid } from '@kifu/core';
import type { FindGame } from '@kifu/record';
import { checkRecords } from '../library/check.ts';
import {
  type Checked,
  createPacer,
  type Inventory,
  type NoteProblem,
  type StoreProblem,
  type UpkeepOptions,
} from '../library/upkeep.ts';
import { nodeKeyOf } from '../sql/node-key.ts';
import { namedError, type SerializedError, SqliteClosedError } from './errors.ts';
import type { Inspect, InspectedBlocks, Integrity } from './inspector.ts';
import type { OpenOptions } from './open.ts';
import type { PackedInFile } from './packed.ts';
import type { Reads } from './reads.ts';
import { type FileRows, readHead } from './rows-of-file.ts';
import { type InspectedRuns, sumOf } from './run-check.ts';
import { startThread } from './thread.ts';

/** What a check of a file has looked at, and what it found. */
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
  readonly packed: PackedInFile;
}

/** Checks everything. What is wrong is listed: nothing but the signal and a closed store end this early. */
export async function checkFile(
  parts: CheckParts,
  findGame: FindGame,
  options: UpkeepOptions = {},
): Promise<FileChecked> {
  const problems: StoreProblem[] = [];
  const note: NoteProblem = (what, where, code, message) =>
    problems.push({ what, where, fault: fail(code, message).fault });
  const { blocks, sums } = await inspect(parts, note, options);
  const packs = await checkPacks(parts, sums, note, options);
  const secrets = checkSecrets(parts, note, options);
  checkHeads(parts, note);
  const records = await checkRecords(parts.store, findGame, options).catch(error => {
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

/** Each pack opens, is as long as it was, and all its nodes are found. */
async function checkPacks(
  { path, rows, packed }: CheckParts,
  sums: InspectedRuns['packs'],
  note: NoteProblem,
  { onProgress, signal }: UpkeepOptions,
): Promise<number> {
  const pace = createPacer(signal);
  let count = 0;
  try {
    for (let page = rows.packs(0); page.length > 0; page = rows.packs(page.at(-1)!.id))
      for (const { id, nodes } of page) {
        await pace();
        const where = `${path}, pack ${id}`;
        const opened = await packed.open(id).catch((error: Error) => {
          note('pack', where, 'unreadable', error.message);
          return null;
        });
        if (opened !== null && opened.nodes.length !== nodes)
          note('pack', where, 'broken-chain', `it has ${opened.nodes.length} nodes, not ${nodes}`);
        const { cids } = opened ?? { cids: [] };
        const { count: keys, sum } = sumOf(cids.map(nodeKeyOf));
        const isWhole = sums.get(id)?.count === keys && sums.get(id)?.sum === sum;
        if (!isWhole)
          for (const cid of cids)
            if (!rows.packsOf(nodeKeyOf(cid)).includes(id))
              note('pack', where, 'not-found', `its node ${nameOf(cid)} is not in the index`);
        count++;
        onProgress?.({ step: 'packs', done: count, total: null });
      }
  } catch (error) {
    rethrow(error, { signal });
    note('file', path, 'unreadable', (error as Error).message);
  }
  return count;
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
