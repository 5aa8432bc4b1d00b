/** Bytes to a record, read and checked in whatever form: what the engine begins with. */
import { type Fault, type Kifu, ok, type Result, sha256 } from '@kifu/core';
import { idOf } from '@kifu/record';
import { LIMITS, scanCar } from '@kifu/record/car';
import { findRecords, type Games, openSource } from '@kifu/record/file';
import { gamesNow } from './games.ts';
import { orderNodes } from './order.ts';

/** A record as it was found. All of it is plain data, so that it can be sent from a worker. */
export interface Found {
  /** As far as it can be played. */
  readonly kifu: Kifu;
  /** In order, the header first; all that the file has. */
  readonly nodes: readonly Uint8Array[];
  /** Digest of the header. */
  readonly match: Uint8Array;
  /** Digest of the head that the file names. */
  readonly head: Uint8Array;
  /** Why the record goes no further; null where all of it can be played. */
  readonly fault: Fault | null;
  /** How many entries the record has, whether they can be played or not. */
  readonly entries: number;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
  /** `car`, `json`, or the name of a dialect. */
  readonly form: string;
}

/** Which record of a file. */
export interface Which {
  /** From 1. */
  readonly number?: number;
  /** As which form to read it; null to find out. */
  readonly form?: string | null;
}

/** Reads the record with that number of a file; `name` is only looked at for its ending. */
export async function readRecord(
  name: string,
  bytes: Uint8Array,
  which: Which = {},
): Promise<Result<Found>> {
  const { gameNames, loadKit, likelyGames } = await gamesNow();
  // the other games need not be loaded to find out what it is
  const names = likelyGames(which.form == null ? name : `.${which.form}`);
  const likely =
    names.length === 0
      ? null
      : await readWith({ names: () => names, load: loadKit }, name, bytes, which);
  return likely?.ok ? likely : readWith({ names: gameNames, load: loadKit }, name, bytes, which);
}

async function readWith(
  games: Games,
  name: string,
  bytes: Uint8Array,
  { number = 1, form = null }: Which,
): Promise<Result<Found>> {
  let count = 0;
  for await (const source of findRecords(games, name, bytes, form)) {
    if (++count < number) continue;
    if (!source.ok)
      return source.fault.code === 'not-found' ? salvage(bytes, source.fault) : source;
    const opened = await openSource(games, source.value);
    if (!opened.ok) return opened;
    const { kifu, head, fault, entries, losses } = opened.value;
    const nodes = 'nodes' in source.value ? source.value.nodes : opened.value.nodes;
    return ok({
      kifu,
      nodes,
      match: sha256(nodes[0]!),
      head: head.digest,
      fault,
      entries,
      losses,
      form: source.value.form,
    });
  }
  return { ok: false, fault: count === 0 ? NOTHING : NO_SUCH };
}

/**
 * Reads what has arrived of a CAR so far: the longest chain of its nodes from the header on. A fault where there is none yet, and for
 * all other forms, which can only be read whole.
 */
export async function readPart(bytes: Uint8Array): Promise<Result<Found>> {
  const { blocks } = scanCar(bytes, LIMITS);
  const nodes = orderNodes(blocks.map(block => block.bytes));
  return readNodes(nodes);
}

/** Reads nodes in order, the header first, as far as they can be played. */
export async function readNodes(nodes: readonly Uint8Array[]): Promise<Result<Found>> {
  if (nodes.length === 0) return { ok: false, fault: NOTHING };
  const head = idOf(sha256(nodes.at(-1)!));
  const source = { name: '', form: 'car', losses: [], nodes, head, remarks: null };
  const { gameNames, loadKit } = await gamesNow();
  const opened = await openSource({ names: gameNames, load: loadKit }, source);
  if (!opened.ok) return opened;
  const { kifu, fault, entries, losses } = opened.value;
  const match = sha256(nodes[0]!);
  return ok({ kifu, nodes, match, head: head.digest, fault, entries, losses, form: 'car' });
}

/**
 * A CAR in which a node is missing, or names another than the one before it: what follows on the header can still be played, and
 * whoever verifies all of it finds where that ends.
 */
async function salvage(bytes: Uint8Array, why: Fault): Promise<Result<Found>> {
  const all = scanCar(bytes, LIMITS).blocks.map(block => block.bytes);
  const sound = orderNodes(all);
  if (sound.length === 0) return { ok: false, fault: why };
  const nodes = [...sound, ...all.filter(node => !sound.includes(node))];
  return readNodes(nodes);
}

const NOTHING: Fault = { code: 'not-found', message: 'there is no record in it' };
const NO_SUCH: Fault = { code: 'not-found', message: 'there are fewer records in it' };
