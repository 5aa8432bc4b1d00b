/** Places to publish to. Each says how to read back what it was given, by something else than what was given it. */
import { type Cid, formatCid, ok, type Result } from '@kifu/core';
import { writeCar } from '@kifu/record/car';
import type { Block } from '@kifu/record/node';
import type { SqliteStore } from '@kifu/stores/sqlite';
import type { Io } from '../io.ts';
import { type Force, refuseExisting, saveOutput } from '../save.ts';
import { identityOf, openOwn, ownPath } from './own-store.ts';
import type { FetchFrom, PublishTo } from './place.ts';
import { faultFromError } from './publish-faults.ts';

/** What is given to a place. */
interface Parcel {
  readonly roots: readonly Cid[];
  readonly blocks: readonly Block[];
  /** Whether links that every reader understands lead from the roots to all of the blocks, and nowhere else. */
  readonly isLinked: boolean;
}

/** A place that takes blocks. */
export interface Target {
  /** What to call it. */
  readonly name: string;
  /** Takes blocks; resolves when they are durable there, and throws as stores do. */
  put(what: Parcel, told?: (done: number) => void): Promise<Result<void>>;
  /** Tells the public network of a root, where the target is in it; throws as stores do. */
  announce?(root: Cid): Promise<void>;
  /** Where another reader reads the same back. */
  readonly readBack: Extract<FetchFrom, { readonly kind: PublishTo['kind'] }>;
  /** Where others fetch it: what follows `--from`, or null where this user's own store is looked in anyway. */
  readonly from: string | null;
  /** Where others fetch it only as long as this program runs; null where another machine keeps it. */
  readonly serving: string | null;
  close(): Promise<void>;
}

/** How targets are opened. */
export interface TargetOptions extends Force {
  /** For each block, in milliseconds. */
  readonly timeoutMs: number;
  /** This user's own store where it is open already; the caller that opened it closes it. */
  readonly own?: SqliteStore;
}

/** Opens a place. */
export async function openTarget(
  io: Io,
  to: PublishTo,
  options: TargetOptions,
): Promise<Result<Target>> {
  try {
    return await OPENERS[to.kind](io, to as never, options);
  } catch (cause) {
    return faultFromError(cause, to.kind);
  }
}

const OPENERS: {
  readonly [kind in PublishTo['kind']]: (
    io: Io,
    to: Extract<PublishTo, { readonly kind: kind }>,
    options: TargetOptions,
  ) => Promise<Result<Target>>;
} = { ipfs: openIpfs, kubo: openKubo, http: openHttp, car: openCar };

/** This user's own store, to be served; closed again where `work` throws. */
async function withOwn<T>(
  io: Io,
  { own: open }: TargetOptions,
  work: (own: SqliteStore, close: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const own = open ?? (await openOwn(io));
  const close = async () => (open === undefined ? own.close() : undefined);
  try {
    return await work(own, close);
  } catch (cause) {
    await close();
    throw cause;
  }
}

function openIpfs(
  io: Io,
  { network, listen }: Extract<PublishTo, { kind: 'ipfs' }>,
  options: TargetOptions,
): Promise<Result<Target>> {
  const { timeoutMs } = options;
  return withOwn(io, options, async (own, close) => {
    const { createIpfsStore } = await import('@kifu/stores/ipfs');
    const node = await createIpfsStore({
      blocks: own.blocks,
      network,
      secret: await identityOf(own),
      timeoutMs: network === 'public' ? Math.max(timeoutMs, ANNOUNCE_MS) : timeoutMs,
      ...(listen === null ? {} : { listen: [listen] }),
    });
    const peer = node.addresses.find(isPlain) ?? node.addresses[0]!;
    return ok({
      name: io.texts.reports.programs.publish.targets.ipfs(ownPath(io)),
      async put({ blocks }, told) {
        await putAll(blocks, block => node.blocks.put(block.cid, block.bytes), told);
        return DONE;
      },
      ...(network === 'public' ? { announce: (root: Cid) => node.announce(root) } : {}),
      readBack: { kind: 'ipfs', network: 'private', peer },
      from: null,
      serving: `ipfs:${network === 'public' ? 'public' : peer}`,
      close: () => node.close().finally(close),
    });
  });
}

/** By TCP on this machine: what a second peer here can reach. */
const isPlain = (address: string): boolean =>
  /^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\w+$/.test(address);

/** The public network needs time to learn of a provider. */
const ANNOUNCE_MS = 60_000;

function openHttp(
  io: Io,
  { port }: Extract<PublishTo, { kind: 'http' }>,
  options: TargetOptions,
): Promise<Result<Target>> {
  const { timeoutMs } = options;
  return withOwn(io, options, async (own, close) => {
    const { createGateway } = await import('@kifu/stores/http');
    const gateway = await createGateway(own.blocks, { port, timeoutMs });
    return ok({
      name: io.texts.reports.programs.publish.targets.http(ownPath(io)),
      async put({ blocks }, told) {
        await putAll(blocks, ({ cid, bytes }) => own.blocks.put(cid, bytes), told);
        return DONE;
      },
      readBack: { kind: 'http', address: gateway.address },
      from: null,
      serving: gateway.address,
      close: () => gateway.close().finally(close),
    });
  });
}

async function openKubo(
  io: Io,
  { address }: Extract<PublishTo, { kind: 'kubo' }>,
  { timeoutMs }: TargetOptions,
): Promise<Result<Target>> {
  const { kuboBlocks } = await import('@kifu/stores/kubo');
  const daemon = kuboBlocks({ timeoutMs, ...(address === null ? {} : { address }) });
  return ok({
    name: io.texts.reports.programs.publish.targets.kubo(address ?? ''),
    async put({ roots, blocks, isLinked }, told) {
      await putAll(blocks, ({ cid, bytes }) => daemon.put(cid, bytes), told);
      // a pin covers linked blocks; otherwise each block is pinned separately
      const pins = isLinked ? roots : blocks.map(({ cid }) => cid);
      for (const cid of pins) await daemon.pin(cid, { isAlone: !isLinked });
      return DONE;
    },
    readBack: { kind: 'kubo', address, isOffline: true },
    from: address === null ? 'kubo' : `kubo:${address}`,
    serving: null,
    close: async () => {},
  });
}

async function openCar(
  _io: Io,
  { file }: Extract<PublishTo, { kind: 'car' }>,
  { force = false }: TargetOptions,
): Promise<Result<Target>> {
  const exists = await refuseExisting(file, { force });
  if (exists !== null) return exists;
  return ok({
    name: file,
    async put({ roots, blocks }) {
      const saved = await saveOutput(file, writeCar(roots, blocks), { force });
      return saved.ok ? DONE : saved;
    },
    readBack: { kind: 'car', file },
    from: `car:${file}`,
    serving: null,
    close: async () => {},
  });
}

const DONE = ok(undefined);
/** Batch size: a store syncs them together, and a daemon is not flooded. */
const AT_ONCE = 16;

/** In order but for those at a time, so that what is named is there before what names it, nearly always. */
async function putAll(
  blocks: readonly Block[],
  put: (block: Block) => Promise<void>,
  told: (done: number) => void = () => {},
): Promise<void> {
  for (let i = 0; i < blocks.length; i += AT_ONCE) {
    await Promise.all(blocks.slice(i, i + AT_ONCE).map(put));
    told(Math.min(i + AT_ONCE, blocks.length));
  }
}

/** How to fetch a root, as a command. */
export const fetchWords = (root: Cid, from: string | null): string =>
  `kifu fetch ${formatCid(root)}${from === null ? '' : ` --from ${from}`}`;
