/** A record from the id that names it: the head of a chain, remarks about one, or the root of a replay log. */
import { type Cid, fail, formatCid, hashesTo, ok, type Result } from '@kifu/core';
import { decodeAnnotations } from '@kifu/record/annotations';
import type { RecordSource } from '@kifu/record/file';
import { BlockCorruptError, loadNodes } from '@kifu/record/store';
import { MAX_INPUT_BYTES } from '../read-input.ts';
import { faultFromError, TooMuchError } from './publish-faults.ts';
import type { Reader } from './reader.ts';

/** What was read, and how much of it. */
export interface ReadRoot {
  readonly source: RecordSource;
  readonly blocks: number;
  readonly bytes: number;
}

/** Reads all that a root names. `told` hears how many blocks have come. */
export async function readRoot(
  reader: Reader,
  root: Cid,
  told: (blocks: number) => void = () => {},
): Promise<Result<ReadRoot>> {
  const counted = countingBlocks(reader, told);
  try {
    await reader.prefetch?.(root);
    const source = await readSource(reader.name, counted, root);
    if (!source.ok) return source;
    const remarks = reader.remarks?.() ?? null;
    const isSaid = remarks !== null && 'nodes' in source.value && source.value.remarks === null;
    return ok({
      source: isSaid ? { ...source.value, remarks } : source.value,
      blocks: counted.count(),
      bytes: counted.bytes(),
    });
  } catch (cause) {
    return faultFromError(cause, reader.name);
  }
}

type Counting = ReturnType<typeof countingBlocks>;

/** The blocks of a reader, hashed once more, each counted once, and no more of them than a record has. */
function countingBlocks({ blocks }: Reader, told: (blocks: number) => void) {
  const seen = new Set<string>();
  let bytesRead = 0;
  return {
    count: () => seen.size,
    bytes: () => bytesRead,
    async get(cid: Cid): Promise<Uint8Array> {
      const bytes = await blocks.get(cid);
      if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      const id = formatCid(cid);
      if (seen.has(id)) return bytes;
      seen.add(id);
      bytesRead += bytes.length;
      if (bytesRead > MAX_INPUT_BYTES)
        throw new TooMuchError(`a record has at most ${MAX_INPUT_BYTES >> 20} MiB`);
      told(seen.size);
      return bytes;
    },
  };
}

async function readSource(
  name: string,
  blocks: Counting,
  root: Cid,
): Promise<Result<RecordSource>> {
  // files hold JSON, and so do the first replay logs
  if (root.codec !== 'dag-cbor') return readReplayLog(name, blocks, root);
  const bytes = await blocks.get(root);
  const remarks = decodeAnnotations(bytes);
  if (remarks.ok) return readChain(name, blocks, remarks.value.about, bytes);
  const { decodeNode } = await import('@kifu/games/chess');
  return decodeNode(bytes, 'dag-cbor').ok
    ? readReplayLog(name, blocks, root)
    : readChain(name, blocks, root, null);
}

async function readChain(
  name: string,
  blocks: Counting,
  head: Cid,
  remarks: Uint8Array | null,
): Promise<Result<RecordSource>> {
  const get = { get: blocks.get, put: refuse, has: refuse };
  const nodes = await loadNodes({ blocks: get }, head);
  if (nodes.ok) return ok({ name, form: 'record', losses: [], nodes: nodes.value, head, remarks });
  const { code, message } = nodes.fault;
  return fail(code, `${formatCid(head)} is not the head of a record: ${message}`);
}

const refuse = (): never => {
  throw new Error('it is only read');
};

async function readReplayLog(
  name: string,
  blocks: Counting,
  root: Cid,
): Promise<Result<RecordSource>> {
  const { readLog } = await import('@kifu/games/chess');
  const report = await readLog(root, blocks.get);
  if (!report.ok) return report;
  const { fault, at, kifu } = report.value;
  if (fault !== null)
    return { ok: false, fault: { ...fault, message: `${fault.message} (node ${at})` } };
  return ok({ name, form: 'replay-log', losses: [], kifu });
}
