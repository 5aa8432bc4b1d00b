/** The node of a match that is played at a terminal, where no peer runs. */
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { identify, identifyPush } from '@libp2p/identify';
import { ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { webSockets } from '@libp2p/websockets';
import { createLibp2p } from 'libp2p';
import { listenAddresses, MATCH_NODE_OPTIONS, type MatchNode, matchNodeOf } from './match-node.ts';

export { openDatastore as openSequences } from '../node/datastore.ts';

/** How a node of a terminal is set up. */
export interface MatchNodeOptions {
  /** The secret key of the player, 32 bytes. */
  readonly secret: Uint8Array;
  /** Addresses to listen on; one that ends in `/p2p-circuit` is that of a relay. */
  readonly listen: readonly string[];
}

/** Starts a node. */
export async function startTerminalNode(options: MatchNodeOptions): Promise<MatchNode> {
  const { listen, relays } = listenAddresses(options.listen);
  const libp2p = await createLibp2p({
    ...MATCH_NODE_OPTIONS,
    privateKey: await generateKeyPairFromSeed('Ed25519', options.secret),
    addresses: { listen },
    transports: [tcp(), webSockets(), circuitRelayTransport()],
    services: { identify: identify(), identifyPush: identifyPush(), ping: ping() },
  });
  return matchNodeOf(libp2p, relays);
}
