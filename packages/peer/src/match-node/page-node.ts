/** The node of a match that is played in a page: over WebSocket to a relay, and from there by WebRTC to the opponent's page. */
import { circuitRelayTransport } from '@libp2p/circuit-relay-v2';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { identify, identifyPush } from '@libp2p/identify';
import { ping } from '@libp2p/ping';
import { webRTC } from '@libp2p/webrtc';
import { webSockets } from '@libp2p/websockets';
import { createLibp2p } from 'libp2p';
import { MATCH_NODE_OPTIONS, type MatchNode, matchNodeOf } from './match-node.ts';

export type { MatchNode } from './match-node.ts';

/** How a node of a page is set up. */
export interface PageNodeOptions {
  /** The secret key of the player, 32 bytes. */
  readonly secret: Uint8Array;
  /** The address of a relay, to which pages can connect. */
  readonly relay: string;
}

/** Starts a node; where others reach it is known once the relay has been reached. */
export async function startPageNode({ secret, relay }: PageNodeOptions): Promise<MatchNode> {
  const libp2p = await createLibp2p({
    ...MATCH_NODE_OPTIONS,
    privateKey: await generateKeyPairFromSeed('Ed25519', secret),
    addresses: { listen: ['/p2p-circuit', '/webrtc'] },
    // the browser may stop a hidden page for a while, and a direct way that is given up is gone where the relay is
    connectionMonitor: {
      pingInterval: 10_000,
      pingTimeout: { minTimeout: 30_000, maxTimeout: 60_000 },
    },
    // no STUN or TURN server is asked for a route to the opponent's page
    transports: [
      webSockets(),
      circuitRelayTransport(),
      webRTC({ rtcConfiguration: { iceServers: [] } }),
    ],
    services: { identify: identify(), identifyPush: identifyPush(), ping: ping() },
  });
  return matchNodeOf(libp2p, [relay]);
}
