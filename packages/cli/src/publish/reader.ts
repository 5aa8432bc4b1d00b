/** Places to read blocks from. Each opens a separate connection or file, so that nothing is read back from memory. */
import { type Cid, cidOf, fail, formatCid, hashesTo, ok, type Result } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { CAR_LIMITS, findGameIn } from '@kifu/record/file';
import { unpack } from '@kifu/record/pack';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import type { BlockReader } from '@kifu/stores/http';
import { memoryBlocks } from '@kifu/stores/memory';
import type { Io } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { readInput } from '../read-input.ts';
import { openOwnIfAny, ownPath } from './own-store.ts';
import type { FetchFrom } from './place.ts';
import { faultFromError } from './publish-faults.ts';

/** A place that gives blocks. */
export interface Reader {
  /** What to call it. */
  readonly name: string;
  readonly blocks: Pick<BlockReader, 'get'>;
  /** Asks for all that hangs on a block at once, where the place can do that; what it gives, `blocks` has then. */
  prefetch?(root: Cid): Promise<void>;
  /** The block of remarks that the place keeps with what was fetched; null where nothing is said. */
  remarks?(): Uint8Array | null;
  close(): Promise<void>;
}

/** Opens a place. Waits so long for each block, in milliseconds. */
export async function openReader(
  io: Io,
  from: FetchFrom,
  timeoutMs: number,
): Promise<Result<Reader>> {
  try {
    return await OPENERS[from.kind](io, from as never, timeoutMs);
  } catch (cause) {
    return faultFromError(cause, nameOf(from));
  }
}

/** What to call a place before it is open. */
const nameOf = (from: FetchFrom): string =>
  'address' in from ? (from.address ?? 'kubo') : 'peer' in from ? (from.peer ?? 'ipfs') : from.kind;

const OPENERS: {
  readonly [kind in FetchFrom['kind']]: (
    io: Io,
    from: Extract<FetchFrom, { readonly kind: kind }>,
    timeoutMs: number,
  ) => Promise<Result<Reader>>;
} = {
  own: openOwnReader,
  ipfs: openIpfs,
  kubo: openKubo,
  http: openHttp,
  car: openCar,
  archive: openArchived,
};

async function openOwnReader(io: Io): Promise<Result<Reader>> {
  const store = await openOwnIfAny(io);
  if (store === null)
    return fail('not-found', 'nothing was published from here yet; name a source with --from');
  return ok({ name: ownPath(io), blocks: store.blocks, close: () => store.close() });
}

async function openIpfs(
  _io: Io,
  { network, peer }: Extract<FetchFrom, { kind: 'ipfs' }>,
  timeoutMs: number,
): Promise<Result<Reader>> {
  const { createIpfsStore } = await import('@kifu/stores/ipfs');
  const store = await createIpfsStore({
    blocks: memoryBlocks(),
    network,
    listen: [],
    timeoutMs,
  });
  const reader = { name: peer ?? 'ipfs', blocks: store.blocks, close: () => store.close() };
  try {
    if (peer !== null) await store.connect(peer);
    return ok(reader);
  } catch (cause) {
    await store.close();
    throw cause;
  }
}

async function openKubo(
  _io: Io,
  { address, isOffline }: Extract<FetchFrom, { kind: 'kubo' }>,
  timeoutMs: number,
): Promise<Result<Reader>> {
  const { kuboBlocks } = await import('@kifu/stores/kubo');
  const blocks = kuboBlocks({ timeoutMs, isOffline, ...(address === null ? {} : { address }) });
  return ok({ name: address ?? 'kubo', blocks, close: async () => {} });
}

async function openHttp(
  _io: Io,
  { address }: Extract<FetchFrom, { kind: 'http' }>,
  timeoutMs: number,
): Promise<Result<Reader>> {
  const { httpBlocks } = await import('@kifu/stores/http');
  const gateway = httpBlocks([address], { timeoutMs });
  const known = new Map<string, Uint8Array>();
  return ok({
    name: address,
    blocks: {
      get: async (cid, ask) => known.get(formatCid(cid)) ?? gateway.get(cid, ask),
    },
    async prefetch(root) {
      // some gateways give no CARs, and block by block is slower but as good
      const blocks = await gateway.getAll(root).catch(() => []);
      for (const { cid, bytes } of blocks) known.set(formatCid(cid), bytes);
    },
    close: async () => {},
  });
}

async function openCar(
  io: Io,
  { file }: Extract<FetchFrom, { kind: 'car' }>,
): Promise<Result<Reader>> {
  const bytes = await readInput(io, file);
  if (!bytes.ok) return bytes;
  const car = readCar(bytes.value, CAR_LIMITS);
  if (!car.ok)
    return { ok: false, fault: { ...car.fault, message: `${file}: ${car.fault.message}` } };
  const blocks = new Map(car.value.blocks.map(({ cid, bytes }) => [formatCid(cid), bytes]));
  const get = async (cid: Cid): Promise<Uint8Array> => {
    const found = blocks.get(formatCid(cid));
    if (found === undefined) throw new BlockNotFoundError(cid);
    if (!hashesTo(cid, found)) throw new BlockCorruptError(cid);
    return found;
  };
  return ok({ name: file, blocks: { get }, close: async () => {} });
}

/** The blocks of a record are in its pack, which is fetched and unpacked when the record is asked for. */
async function openArchived(
  io: Io,
  { address }: Extract<FetchFrom, { kind: 'archive' }>,
): Promise<Result<Reader>> {
  const archive = await openArchiveAt(address);
  if (!archive.ok) return archive;
  const known = new Map<string, Uint8Array>();
  let remarks: Uint8Array | null = null;
  return ok({
    name: address,
    remarks: () => remarks,
    blocks: {
      async get(cid) {
        const found = known.get(formatCid(cid));
        if (found === undefined) throw new BlockNotFoundError(cid);
        return found;
      },
    },
    async prefetch(root) {
      const pack = await archive.value.pack(root);
      const unpacked = pack === null ? null : await unpack(findGameIn(io.games), pack);
      if (!unpacked?.ok) return;
      remarks = unpacked.value.remarks;
      for (const bytes of unpacked.value.nodes)
        known.set(formatCid(cidOf('dag-cbor', bytes)), bytes);
    },
    close: async () => {},
  });
}
