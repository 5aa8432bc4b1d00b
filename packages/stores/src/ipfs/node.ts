/** An IPFS node in this process. Its libraries are loaded here, when the first node starts, and nowhere else. */

import type { HeliaWithLibp2p } from '@helia/libp2p';
import { type Cid, encodeCid } from '@kifu/core';
import type { BlockStore } from '@kifu/record/store';
import type { Multiaddr } from '@multiformats/multiaddr';
import type { CID } from 'multiformats/cid';
import { toBlockstore } from './blockstore.ts';
import { IpfsAddressError, IpfsNetworkError } from './errors.ts';

/** Options of a node. */
export interface NodeOptions {
  readonly blocks: BlockStore;
  readonly network: 'private' | 'public';
  /** Null: the usual addresses of the network. */
  readonly listen: readonly string[] | null;
  readonly secret: Uint8Array | null;
}

/** Node with any set of services. */
type Helia = HeliaWithLibp2p<Record<string, unknown>>;

/** Running node. */
export interface Node {
  readonly helia: Helia;
  toForeign(cid: Cid): CID;
  /** Throws `IpfsAddressError`. */
  parseAddress(text: string): Multiaddr;
}

/** Address that only this machine reaches, at any free port. */
const LOOPBACK = ['/ip4/127.0.0.1/tcp/0'];

/** Starts a node. */
export async function startNode(options: NodeOptions): Promise<Node> {
  const libraries = await loadLibraries();
  const helia = await makeNode(libraries, options);
  const node = nodeOf(libraries, helia);
  for (const address of options.listen ?? []) node.parseAddress(address);
  try {
    await helia.start();
  } catch (cause) {
    // a started node must not keep the process alive
    await helia.stop().catch(() => {});
    throw new IpfsNetworkError(`cannot start the IPFS node: ${messageOf(cause)}`, { cause });
  }
  return node;
}

const nodeOf = ({ CID, multiaddr }: Libraries, helia: Helia): Node => ({
  helia,
  toForeign: cid => CID.decode(encodeCid(cid)),
  parseAddress(text) {
    try {
      return multiaddr(text);
    } catch (cause) {
      throw new IpfsAddressError(text, { cause });
    }
  },
});

/** Lets a running libp2p node exchange blocks too. Stopping the result does not stop that node. */
export async function joinNode(libp2p: Helia['libp2p'], blocks: BlockStore): Promise<Node> {
  const libraries = await loadLibraries();
  const light = libraries.createHeliaLight({ blockstore: toBlockstore(blocks) });
  const helia = libraries.withBitswap(Object.assign(light, { libp2p }), PROMPT);
  await helia.start();
  return nodeOf(libraries, helia);
}

type Libraries = typeof import('./libraries.ts');

const loadLibraries = (): Promise<Libraries> => import('./libraries.ts');

async function makeNode(
  libraries: Libraries,
  { blocks, network, listen, secret }: NodeOptions,
): Promise<Helia> {
  const blockstore = toBlockstore(blocks);
  const key =
    secret === null
      ? {}
      : { privateKey: await libraries.generateKeyPairFromSeed('Ed25519', secret) };
  if (network === 'public') {
    const addresses = listen === null ? {} : { addresses: { listen: [...listen] } };
    // with everything for the public network: bootstrappers, the DHT, relays, NAT traversal, gateways
    return libraries.createHelia({ blockstore, libp2p: { ...addresses, ...key } });
  }
  const light = libraries.withLibp2pLight(libraries.createHeliaLight({ blockstore }), {
    ...key,
    addresses: { listen: [...(listen ?? LOOPBACK)] },
    transports: [libraries.tcp()],
    connectionEncrypters: [libraries.noise()],
    streamMuxers: [libraries.yamux()],
    // the node neither searches for peers nor is announced
    peerDiscovery: [],
    services: { identify: libraries.identify() },
  });
  return libraries.withBitswap(light, PROMPT);
}

/** Reads without batching: a record is read block by block, each naming the next, so waiting for more would double the time. */
const PROMPT = { sendWantlistDebounce: 0, sendBlocksDebounce: 0 };

/** Returns the message of an error of the libraries. */
export const messageOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map(messageOf).join('; ') || cause.message
    : cause instanceof Error
      ? cause.message
      : String(cause);
