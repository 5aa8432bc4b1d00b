/** A store of blocks that peers share: what is put here others can get, and what is not here is asked of them. */
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

/** How a node is run. */
export interface IpfsOptions {
  /** Where blocks are kept. Any peer that asks gets them, so nothing private belongs in there. */
  readonly blocks: BlockStore;
  /**
   * `private` unless told: this machine alone, no peer is looked for, and peers are those that connect. `public`: the IPFS
   * network, with its bootstrappers, its DHT and its relays.
   */
  readonly network?: 'private' | 'public';
  /** Multiaddrs to listen at; a private node listens on loopback unless told, and with an empty list nowhere. */
  readonly listen?: readonly string[];
  /** 32 bytes of which the identity is made, so that its address stays the same; a new one each time unless given. */
  readonly secret?: Uint8Array;
  /** How long peers are asked for a block, or connected to, in milliseconds; 30,000 unless told. */
  readonly timeoutMs?: number;
}

/** A node with its blocks. */
export interface IpfsStore {
  /** `get` asks peers for what is not here, and keeps it; `has` says what is here. */
  readonly blocks: BlockStore;
  /** Where others reach it, the identity included. */
  readonly addresses: readonly string[];
  /** Connects to a peer, who is then asked for blocks; throws `IpfsNetworkError` or `IpfsAddressError`. */
  connect(address: string, ask?: Ask): Promise<void>;
  /** Tells the public network that a block can be had here; throws `IpfsNetworkError`, always so in a private one. */
  announce(cid: Cid, ask?: Ask): Promise<void>;
  /** Takes leave of all peers. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
/** A peer who gets a block while it is waited for may not tell, so it is asked again, each time after twice as long. */
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

/** Blocks over a libp2p node that the caller runs. */
export interface IpfsExchange {
  /** `get` asks the connected peers for a block that is not here, and keeps it. */
  readonly blocks: BlockStore;
  /** Neither asks nor gives any more; the node goes on. */
  close(): Promise<void>;
}

/** Exchanges blocks over a libp2p node that runs: any peer that asks gets all of them. Loads the libraries on first use. */
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
  /** Aborted when the node is closed, with the error for callers that wait or come later. */
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
    // a copy: the caller may change the bytes before they are kept
    const copy = new Uint8Array(bytes);
    const own = { ...cid, digest: cid.digest.slice() };
    // the library takes anything for a block that it has already
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

/** A block from whichever peer gives it first; what they give is hashed before it is kept. */
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
      // the libraries give a Buffer, which may share its memory with others
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

/** How long a peer may take to shake hands, even if blocks have less time. */
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
