/** A store of blocks shared among peers: they can get blocks that are put here, and missing ones are requested from them. */
import { type Cid, formatCid, hashesTo } from '@kifu/core';
import {
  type Ask,
  BlockCorruptError,
  BlockNotFoundError,
  type BlockStore,
} from '@kifu/record/store';
import { collect } from './blockstore.ts';
import { IpfsClosedError, IpfsNetworkError } from './errors.ts';
import { joinNode, messageOf, type Node, startNode } from './node.ts';

/** Options of a node. */
export interface IpfsOptions {
  /** Where blocks are stored. Any peer that asks gets them, so they must be public. */
  readonly blocks: BlockStore;
  /**
   * `private` (default): this machine alone, without searching for peers; peers are those that connect. `public`: the IPFS
   * network, with its bootstrappers, its DHT and its relays.
   */
  readonly network?: 'private' | 'public';
  /** Multiaddrs to listen at (default for a private node: loopback); none for an empty list. */
  readonly listen?: readonly string[];
  /** Seed of the identity, 32 bytes, so that its address stays the same (default: a new one each time). */
  readonly secret?: Uint8Array;
  /** How long to wait for a block from peers, or for a connection, in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
}

/** Node with its blocks. */
export interface IpfsStore {
  /** `get` requests missing blocks from peers, and stores them; `has` only checks this store. */
  readonly blocks: BlockStore;
  /** Its addresses, including the identity. */
  readonly addresses: readonly string[];
  /** Connects to a peer, from which blocks are then requested; throws `IpfsNetworkError` or `IpfsAddressError`. */
  connect(address: string, ask?: Ask): Promise<void>;
  /** Announces a block to the public network; throws `IpfsNetworkError`, always in a private one. */
  announce(cid: Cid, ask?: Ask): Promise<void>;
  /** Disconnects from all peers. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** A peer that gets a block during a wait may not announce it, so requests are repeated, each after twice the delay. */
const FIRST_ATTEMPT_MS = 500;

/** Starts a node. */
export async function createIpfsStore(options: IpfsOptions): Promise<IpfsStore> {
  const { blocks, network = 'private', listen = null, secret = null } = options;
  const node = await startNode({ blocks, network, listen, secret });
  const running: RunningNode = {
    node,
    blocks,
    network,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    closing: new AbortController(),
  };
  let closed: Promise<void> | undefined;
  return {
    blocks: ipfsBlocks(running),
    get addresses() {
      return node.helia.libp2p.getMultiaddrs().map(String);
    },
    connect: (address, ask = {}) => connect(running, address, ask),
    announce: (cid, ask = {}) => announce(running, cid, ask),
    close() {
      closed ??= (async () => {
        running.closing.abort(new IpfsClosedError());
        await node.helia.stop();
      })();
      return closed;
    },
  };
}

/** Blocks over a libp2p node of the caller. */
export interface IpfsExchange {
  /** `get` requests missing blocks from the connected peers, and stores them. */
  readonly blocks: BlockStore;
  /** Stops requesting and serving blocks; the node keeps running. */
  close(): Promise<void>;
}

/** Exchanges blocks over a running libp2p node: any peer that asks gets all of them. Loads the libraries on first use. */
export async function joinIpfs(
  libp2p: object,
  blocks: BlockStore,
  { timeoutMs = TIMEOUT_MS }: Pick<IpfsOptions, 'timeoutMs'> = {},
): Promise<IpfsExchange> {
  const node = await joinNode(libp2p as Node['helia']['libp2p'], blocks);
  const closing = new AbortController();
  return {
    blocks: ipfsBlocks({ node, blocks, network: 'private', timeoutMs, closing }),
    async close() {
      closing.abort(new IpfsClosedError());
      await node.helia.stop();
    },
  };
}

interface RunningNode {
  readonly node: Node;
  readonly blocks: BlockStore;
  readonly network: 'private' | 'public';
  readonly timeoutMs: number;
  /** Aborted when the node is closed, with the error for waiting and later callers. */
  readonly closing: AbortController;
}

const ipfsBlocks = (running: RunningNode): BlockStore => ({
  async get(cid, ask) {
    checkReady(running, ask);
    if (await running.blocks.has(cid, ask)) return running.blocks.get(cid, ask);
    return askPeers(running, cid, ask?.signal);
  },
  async put(cid, bytes, ask) {
    checkReady(running, ask);
    // a copy: the caller may change the bytes before they are stored
    const copy = new Uint8Array(bytes);
    const own = { ...cid, digest: cid.digest.slice() };
    // the library accepts any bytes for a block that it has already
    if (!hashesTo(own, copy)) throw new BlockCorruptError(own);
    await running.node.helia.blockstore.put(running.node.toForeign(own), copy, aborting(ask));
  },
  async has(cid, ask) {
    checkReady(running, ask);
    return running.blocks.has(cid, ask);
  },
});

function checkReady({ closing }: RunningNode, ask: Ask | undefined): void {
  ask?.signal?.throwIfAborted();
  closing.signal.throwIfAborted();
}

const aborting = (ask: Ask | undefined) =>
  ask?.signal === undefined ? {} : { signal: ask.signal };

/** Returns a block from the first peer that has it; blocks are hashed before they are stored. */
async function askPeers(
  running: RunningNode,
  cid: Cid,
  asked: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { node, network, timeoutMs, closing } = running;
  const { helia } = node;
  if (network === 'private' && helia.libp2p.getPeers().length === 0)
    throw new BlockNotFoundError(cid, { cause: new IpfsNetworkError('no peer is connected') });
  const time = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([time, closing.signal, ...(asked === undefined ? [] : [asked])]);
  for (let attemptMs = FIRST_ATTEMPT_MS; ; attemptMs *= 2) {
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    try {
      const bytes = await collect(helia.blockstore.get(node.toForeign(cid), { signal: attempt }));
      if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      // the libraries return a Buffer, which may share its memory with others
      return new Uint8Array(bytes);
    } catch (cause) {
      asked?.throwIfAborted();
      closing.signal.throwIfAborted();
      if (cause instanceof BlockCorruptError) throw cause;
      if (attempt.aborted && !time.aborted) continue;
      const why = time.aborted
        ? `no peer returned it within ${timeoutMs} ms`
        : `no peer returned it: ${messageOf(cause)}`;
      throw new BlockNotFoundError(cid, { cause: new IpfsNetworkError(why, { cause }) });
    }
  }
}

/** How long a handshake with a peer may take, even if blocks have less time. */
const DIAL_MS = 10_000;

async function connect(running: RunningNode, address: string, ask: Ask): Promise<void> {
  const { node, closing } = running;
  checkReady(running, ask);
  const peer = node.parseAddress(address);
  const signal = limitedBy({ ...running, timeoutMs: Math.max(DIAL_MS, running.timeoutMs) }, ask);
  try {
    await node.helia.libp2p.dial(peer, { signal });
  } catch (cause) {
    ask.signal?.throwIfAborted();
    closing.signal.throwIfAborted();
    throw new IpfsNetworkError(`cannot reach ${address}: ${messageOf(cause)}`, { cause });
  }
}

async function announce(running: RunningNode, cid: Cid, ask: Ask): Promise<void> {
  const { node, network, closing } = running;
  checkReady(running, ask);
  if (network === 'private') throw new IpfsNetworkError('a private node cannot announce blocks');
  try {
    await node.helia.routing.provide(node.toForeign(cid), { signal: limitedBy(running, ask) });
  } catch (cause) {
    ask.signal?.throwIfAborted();
    closing.signal.throwIfAborted();
    throw new IpfsNetworkError(`${formatCid(cid)} was not announced: ${messageOf(cause)}`, {
      cause,
    });
  }
}

const limitedBy = ({ timeoutMs, closing }: RunningNode, { signal }: Ask): AbortSignal =>
  AbortSignal.any([
    AbortSignal.timeout(timeoutMs),
    closing.signal,
    ...(signal === undefined ? [] : [signal]),
  ]);
