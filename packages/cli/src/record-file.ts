/** Records in files of any form: CAR, JSON, and whatever dialects the games know. What a file is, its bytes tell. */
import { open } from 'node:fs/promises';
import {
  type Cid,
  cidOf,
  type Dialect,
  type Fail,
  fail,
  type Game,
  hashesTo,
  isSameCid,
  type Json,
  type Kifu,
  type Kit,
  ok,
  type Result,
} from '@kifu/core';
import {
  type Block,
  checkKifu,
  collectNodes,
  decodeRemarks,
  encodeRemarks,
  formatKifu,
  hasRemarks,
  headOf,
  nodesOf,
  parseKifu,
  readHeader,
  readKifu,
  recordKifu,
} from '@kifu/record';
import { readCar, writeCar } from '@kifu/stores/car';
import { within } from './fault.ts';
import type { Games, Io } from './io.ts';
import { reason, saveBytes } from './save.ts';

/** Largest file that is read at all. */
const MAX_FILE_BYTES = 1 << 28;

/** A record as a file has it: nodes that nobody has checked yet, or a value in which only the form has been checked. */
export type Source = NodeSource | KifuSource;

interface Named {
  /** The file, with `#2` for the second of a collection. */
  readonly name: string;
  /** `car`, `json`, or the name of a dialect. */
  readonly form: string;
  /** What reading had to leave behind. */
  readonly losses: readonly string[];
}
interface NodeSource extends Named {
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
  /** Notes and variations, as the file has them. */
  readonly remarks: Json | null;
}
interface KifuSource extends Named {
  readonly kifu: Kifu;
}

/** A record with its rules and both its forms: as nodes and as a value. */
export interface Opened {
  readonly source: Source;
  readonly kit: Kit;
  readonly kifu: Kifu;
  readonly nodes: readonly Uint8Array[];
  readonly head: Cid;
}

/** All records of a file, the bad ones as faults. `-` is standard input. */
export async function* readRecords(
  io: Io,
  path: string,
  as: string | null = null,
): AsyncGenerator<Result<Source>> {
  const bytes = path === '-' ? await readStream(io) : await readBytes(path);
  if (!bytes.ok) {
    yield bytes;
    return;
  }
  for await (const source of findRecords(io.games, path, bytes.value, as))
    yield source.ok ? source : within(path, source);
}

/** The only record of a file; of a collection the first, or the one with that number. */
export async function readRecord(
  io: Io,
  path: string,
  number = 1,
  as: string | null = null,
): Promise<Result<Source>> {
  let i = 0;
  for await (const source of readRecords(io, path, as)) if (++i === number) return source;
  return fail('not-found', `${path} has ${i} records, there is no number ${number}`);
}

/** Reads the first record of a file as a value. What it says is for whoever plays it through to check. */
export async function loadKifu(io: Io, path: string): Promise<Result<Kifu>> {
  const source = await readRecord(io, path);
  if (!source.ok) return source;
  if ('kifu' in source.value) return ok(source.value.kifu);
  const opened = await openSource(io.games, source.value);
  return opened.ok ? ok(opened.value.kifu) : within(path, opened);
}

/** Writes a record so that it is on disk when this returns: a CAR where the name says so, else JSON. */
export async function saveKifu(
  { game }: Kit,
  path: string,
  kifu: Kifu,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<Result<string>> {
  if (!path.toLowerCase().endsWith('.car')) return saveBytes(path, formatKifu(kifu), mayReplace);
  const chain = recordKifu(game as Game, kifu);
  if (!chain.ok) return chain;
  const nodes = nodesOf(chain.value);
  const { roots, blocks } = toBlocks({ kifu, nodes, head: headOf(chain.value) });
  return saveBytes(path, writeCar(roots, blocks), mayReplace);
}

/** The record as nodes and as a value; everything that a foreign record says is played through on the way. */
export async function openSource(games: Games, source: Source): Promise<Result<Opened>> {
  if ('kifu' in source) return openKifu(games, source);
  const { nodes, head, remarks } = source;
  const header = readHeader(nodes);
  if (!header.ok) return header;
  const kit = await games.load(header.value.game, header.value.version);
  if (!kit.ok) return kit;
  const kifu = readKifu(kit.value.game, nodes);
  if (!kifu.ok) return kifu;
  const whole = remarks === null ? kifu : addRemarks(kifu.value, remarks);
  return whole.ok ? ok({ source, kit: kit.value, kifu: whole.value, nodes, head }) : whole;
}

async function openKifu(games: Games, source: KifuSource): Promise<Result<Opened>> {
  const { kifu } = source;
  const kit = await games.load(kifu.header.game, kifu.header.version);
  if (!kit.ok) return kit;
  const chain = recordKifu(kit.value.game as Game, kifu);
  if (!chain.ok) return chain;
  const opened = { source, kit: kit.value, kifu };
  return ok({ ...opened, nodes: nodesOf(chain.value), head: headOf(chain.value) });
}

/** The blocks of a record for a CAR, its roots first: the head, and remarks where there are any. */
export function toBlocks({ kifu, nodes, head }: Pick<Opened, 'kifu' | 'nodes' | 'head'>): {
  readonly roots: readonly Cid[];
  readonly blocks: readonly Block[];
} {
  const chain = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  if (!hasRemarks(kifu)) return { roots: [head], blocks: chain };
  const bytes = encodeRemarks(head, kifu);
  const cid = cidOf('dag-cbor', bytes);
  return { roots: [head, cid], blocks: [...chain, { cid, bytes }] };
}

/** Nodes in order as a CAR, whose root is the last of them. */
export function carOf(nodes: readonly Uint8Array[]): Uint8Array {
  const blocks = nodes.map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  return writeCar([blocks.at(-1)!.cid], blocks);
}

/** Remarks come from strangers too: the form of the whole is checked again. */
const addRemarks = (kifu: Kifu, remarks: Json): Result<Kifu> =>
  checkKifu({ ...kifu, ...(remarks as object) } as unknown as Json);

async function* findRecords(
  games: Games,
  name: string,
  bytes: Uint8Array,
  as: string | null,
): AsyncGenerator<Result<Source>> {
  if (as === 'car' || (as === null && isCar(bytes))) {
    yield fromCar(name, bytes);
    return;
  }
  const json = as === 'json' || (as === null && isJson(bytes)) ? fromJson(name, bytes) : null;
  if (json?.ok || as === 'json') {
    yield json ?? NO_JSON;
    return;
  }
  const dialect = await findDialect(games, name, bytes, as);
  if (dialect === null) yield json ?? unknownForm(as);
  else yield* fromDialect(dialect, name, bytes);
}

const NO_JSON = fail('malformed', 'it is no JSON');

const unknownForm = (as: string | null): Fail =>
  as === null
    ? fail('malformed', 'it is no record in a form that is known here')
    : fail('unsupported', `no game knows the dialect ${as}`);

/** A CAR begins with the length of its header, and a map with `roots` and `version`. */
const isCar = (bytes: Uint8Array): boolean =>
  latin1.decode(bytes.subarray(0, 16)).includes('eroots');

const isJson = (bytes: Uint8Array): boolean =>
  /^[\s\ufeff]*\{/.test(latin1.decode(bytes.subarray(0, 64)));

const latin1 = new TextDecoder('latin1');

function fromCar(name: string, bytes: Uint8Array): Result<Source> {
  const car = readCar(bytes);
  if (!car.ok) return car;
  const { roots, blocks } = car.value;
  const [head, ...others] = roots;
  if (head === undefined) return fail('malformed', 'the CAR names no root, so there is no head');
  const nodes = collectNodes(blocks, head);
  if (!nodes.ok) return nodes;
  const remarks = others.map(root => remarksOf(blocks, root, head)).find(found => found !== null);
  const base = { name, form: 'car', losses: [], nodes: nodes.value, head };
  return ok({ ...base, remarks: remarks ?? null });
}

/** Remarks about this head, if a root names some; what else a CAR may have is nobody's business here. */
function remarksOf(blocks: readonly Block[], root: Cid, head: Cid): Json | null {
  const block = blocks.find(({ cid }) => isSameCid(cid, root));
  if (block === undefined || !hashesTo(root, block.bytes)) return null;
  const node = decodeRemarks(block.bytes);
  return node.ok && isSameCid(node.value.about, head) ? node.value.remarks : null;
}

function fromJson(name: string, bytes: Uint8Array): Result<Source> {
  const text = decodeUtf8(bytes);
  if (!text.ok) return text;
  const kifu = parseKifu(text.value);
  return kifu.ok ? ok({ name, form: 'json', losses: [], kifu: kifu.value }) : kifu;
}

function decodeUtf8(bytes: Uint8Array): Result<string> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('malformed', 'it is not UTF-8');
  }
}

/** The dialect that is asked for, or the one whose ending the name has, or the first that can read it. */
async function findDialect(
  games: Games,
  name: string,
  bytes: Uint8Array,
  as: string | null,
): Promise<Dialect | null> {
  const dialects = await allDialects(games);
  if (as !== null) return dialects.find(dialect => dialect.name === as) ?? null;
  const named = dialects.filter(({ extensions }) =>
    extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`)),
  );
  if (named.length === 1) return named[0]!;
  const able = named.length > 0 ? named : dialects;
  return able.find(dialect => dialect.read(bytes).ok) ?? named[0] ?? null;
}

/** The dialects of all games. */
async function allDialects(games: Games): Promise<readonly Dialect[]> {
  const kits = await Promise.all(games.names().map(game => games.load(game)));
  return kits.flatMap(kit => (kit.ok ? kit.value.dialects : []));
}

function* fromDialect(
  dialect: Dialect,
  name: string,
  bytes: Uint8Array,
): Generator<Result<Source>> {
  let losses: string[] = [];
  const lost = (what: string) => losses.push(what);
  const all = dialect.readAll?.(bytes, lost) ?? [dialect.read(bytes, lost)];
  let i = 0;
  for (const kifu of all) {
    i++;
    yield kifu.ok
      ? ok({ name: i === 1 ? name : `${name}#${i}`, form: dialect.name, losses, kifu: kifu.value })
      : kifu;
    losses = [];
  }
}

/** Reads a file, unless it is larger than anything that a record could be. */
async function readBytes(path: string): Promise<Result<Uint8Array>> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > MAX_FILE_BYTES) return tooLarge(path);
      return ok(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (cause) {
    return fail('unreadable', `${path} cannot be read: ${reason(cause)}`);
  }
}

async function readStream({ stdin }: Io): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes =
      typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_FILE_BYTES) return tooLarge('standard input');
    chunks.push(bytes);
  }
  return ok(Buffer.concat(chunks));
}

const tooLarge = (path: string): Fail =>
  fail('too-large', `${path} has more than ${MAX_FILE_BYTES >> 20} MiB`);
