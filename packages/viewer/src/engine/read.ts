/** Reads bytes of any format into a record that is not replayed yet: the first thing that the engine does. */
import { bytesToHex, type Fault, fail, ok, type Result, sha256 } from '@kifu/core';
import { idOf } from '@kifu/record';
import { LIMITS, scanCar } from '@kifu/record/car';
import {
  expectHead,
  findRecords,
  type Games,
  type ReadArchive,
  type RecordSource,
} from '@kifu/record/file';
import { decodePrev, isHeader } from '@kifu/record/node';
import { gamesNow } from './games.ts';

/** Which record of a file. */
export interface Which {
  /** From 1. */
  readonly number?: number;
  /** As which form to read it; null to find out. */
  readonly form?: string | null;
  /** The head that it must have; null where any will do. */
  readonly head?: string | null;
}

/** Which record of its file it is, from 1. */
export interface RecordPlace {
  readonly number: number;
  /** How many records the file has, as far as they were counted. */
  readonly count: number;
  readonly isMore: boolean;
}

/** A record, and which one of its file it is. */
export interface FoundRecord {
  readonly source: RecordSource;
  readonly place: RecordPlace | null;
  /** Why the file cannot be read completely, where the record is what could be salvaged; null where nothing is wrong. */
  readonly damage: Fault | null;
}

/** Finds the record with that number in a file; of `name`, only the extension counts. */
export async function findRecord(
  name: string,
  bytes: Uint8Array,
  which: Which = {},
): Promise<Result<FoundRecord>> {
  const { gameNames, loadKit, likelyGames } = await gamesNow();
  // the other games need not be loaded to find out what it is
  const names = likelyGames(which.form == null ? name : `.${which.form}`);
  const likely =
    names.length === 0
      ? null
      : await findWith({ names: () => names, load: loadKit, readArchive }, name, bytes, which);
  return likely?.ok
    ? likely
    : findWith({ names: gameNames, load: loadKit, readArchive }, name, bytes, which);
}

const readArchive: ReadArchive = async (blocks, root) => {
  const loaded = await import('./commits.ts').catch(() => null);
  return loaded === null ? NO_ARCHIVES : loaded.readArchive(blocks, root);
};

const NO_ARCHIVES = fail('unreadable', 'cannot load the archive reader');

async function findWith(
  games: Games,
  name: string,
  bytes: Uint8Array,
  { number = 1, form = null, head = null }: Which,
): Promise<Result<FoundRecord>> {
  let count = 0;
  let found: Result<RecordSource> | null = null;
  for await (const source of findRecords(games, name, bytes, form)) {
    if (++count === number) found = source;
    if (found !== null && count >= MOST_COUNTED) break;
  }
  if (found === null) return { ok: false, fault: count === 0 ? NOTHING : NO_SUCH };
  const source = found.ok
    ? found
    : await salvage(games, name, bytes, { number, form }, found.fault);
  if (!source.ok) return source;
  const wanted = expectHead(source.value, head);
  if (!wanted.ok) return wanted;
  const place =
    count === 1
      ? null
      : { number, count: Math.min(count, MOST_COUNTED), isMore: count >= MOST_COUNTED };
  return ok({ source: source.value, place, damage: found.ok ? null : found.fault });
}

/** Longer collections are not counted to the end: that takes as long as reading them. */
const MOST_COUNTED = 1000;

/**
 * Returns what has arrived of a CAR so far: the longest chain of its nodes from the header on. A fault where there is none yet, and for
 * all other formats, which can only be read completely.
 */
export function findPart(bytes: Uint8Array): Result<RecordSource> {
  const { blocks } = scanCar(bytes, LIMITS);
  return sourceOf(orderNodes(blocks.map(block => block.bytes)));
}

/** Returns the longest chain of nodes from a header on, without nodes that belong to no chain; empty where there is no header. */
export function orderNodes(blocks: readonly Uint8Array[]): Uint8Array[] {
  const after = new Map<string, Uint8Array>();
  let here: Uint8Array | null = null;
  for (const bytes of blocks) {
    if (isHeader(bytes)) here ??= bytes;
    else {
      const before = decodePrev(bytes);
      if (before.ok) after.set(bytesToHex(before.value.prev), bytes);
    }
  }
  const nodes: Uint8Array[] = [];
  while (here !== null && nodes.length <= blocks.length) {
    nodes.push(here);
    here = after.get(bytesToHex(sha256(here))) ?? null;
  }
  return nodes;
}

/** Nodes in order, the header first, as a record. */
export function sourceOf(nodes: readonly Uint8Array[]): Result<RecordSource> {
  const last = nodes.at(-1);
  if (last === undefined) return { ok: false, fault: NOTHING };
  return ok({ name: '', form: 'car', losses: [], nodes, head: idOf(sha256(last)), remarks: null });
}

/** Salvages a record from a file that cannot be read completely; the fault `why` where that is impossible. */
async function salvage(
  games: Games,
  name: string,
  bytes: Uint8Array,
  which: Which,
  why: Fault,
): Promise<Result<RecordSource>> {
  const part = findPart(bytes);
  if (part.ok) return part;
  const offset = why.at?.line === undefined ? undefined : why.at.offset;
  if (offset === undefined) return { ok: false, fault: why };
  // of a text, the part before the fault
  const before = new TextEncoder().encode(new TextDecoder().decode(bytes).slice(0, offset));
  let count = 0;
  for await (const source of findRecords(games, name, before, which.form ?? null))
    if (++count === which.number && source.ok) return source;
  return { ok: false, fault: why };
}

const NOTHING: Fault = { code: 'not-found', message: 'no record found in the file' };
const NO_SUCH: Fault = { code: 'not-found', message: 'the file has fewer records' };
