/** An IPFS node in this process. Its libraries are loaded here, when the first node starts, and nowhere else. */

import type { HeliaWithLibp2p } from '@helia/libp2p';
import { type Cid, encodeCid } from '@kifu/core';
import type { BlockStore } from '@kifu/record/store';
import type { Multiaddr } from '@multiformats/multiaddr';
import type { CID } from 'multiformats/cid';
import { toBlockstore } from './blockstore.ts';
import { IpfsAddressError, IpfsNetworkError } from './errors.ts';

/** How a node is started. */
export interface NodeOptions {
  readonly blocks: BlockStore;
  readonly network: 'private' | 'public';
  /** Null: where the network usually listens. */
  readonly listen: readonly string[] | null;
  readonly secret: Uint8Array | null;
}

/** A node with any set of services. */
type Helia = HeliaWithLibp2p<Record<string, unknown>>;

/** A node that runs. */
export interface Node {
  readonly helia: Helia;
  toForeign(cid: Cid): CID;
  /** Throws `IpfsAddressError`. */
  parseAddress(text: string): Multiaddr;
}

/** Only this machine reaches it, at a port that the system gives. */
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
    // what has started must not keep the process alive
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

/** Has a libp2p node that runs already exchange blocks too. It is not stopped with what this gives. */
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
    // with all that the public network takes: bootstrappers, the DHT, relays, NAT traversal, gateways
    return libraries.createHelia({ blockstore, libp2p: { ...addresses, ...key } });
  }
  const light = libraries.withLibp2pLight(libraries.createHeliaLight({ blockstore }), {
    ...key,
    addresses: { listen: [...(listen ?? LOOPBACK)] },
    transports: [libraries.tcp()],
    connectionEncrypters: [libraries.noise()],
    streamMuxers: [libraries.yamux()],
    // the node looks for no peers and is not announced
    peerDiscovery: [],
    services: { identify: libraries.identify() },
  });
  return libraries.withBitswap(light, PROMPT);
}

/** A record is read block by block, each naming the next: waiting for more to ask would double the time. */
const PROMPT = { sendWantlistDebounce: 0, sendBlocksDebounce: 0 };

/** What an error of the libraries says. */
export const messageOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map(messageOf).join('; ') || cause.message
    : cause instanceof Error
      ? cause.message
      : String(cause);
