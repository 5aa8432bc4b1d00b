/** The libp2p node of a peer: how it listens, dials, encrypts, finds others, and whom it does not let in. */
import { circuitRelayServer, circuitRelayTransport } from '@libp2p/circuit-relay-v2';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { type GossipSub, gossipsub } from '@libp2p/gossipsub';
import { identify, identifyPush } from '@libp2p/identify';
import type { Libp2p, PrivateKey } from '@libp2p/interface';
import { type KadDHT, kadDHT, passthroughMapper } from '@libp2p/kad-dht';
import { mdns } from '@libp2p/mdns';
import { ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { webSockets } from '@libp2p/websockets';
import { createLibp2p } from 'libp2p';
import { dhtChecks } from '../ipns/records.ts';
import type { Bans } from './bans.ts';
import { NODE_BASICS } from './basics.ts';
import type { NodeDatastore } from './datastore.ts';
import { dhtSource, withSource } from './dht-source.ts';

/** How a node is set up. */
export interface NodeOptions {
  /** 32 bytes: the node's Ed25519 secret. */
  readonly secret: Uint8Array;
  /** Multiaddrs. */
  readonly listen: readonly string[];
  readonly datastore: NodeDatastore;
  readonly bans: Bans;
  /** Whether connections of others may go through this node. */
  readonly isRelay: boolean;
  /** Peers of one network find each other by DHT and mDNS; others do not see them. */
  readonly network: string;
  readonly isAnnouncedLocally: boolean;
}

/** What a node is asked for. */
export type Services = { readonly pubsub: GossipSub; readonly dht: KadDHT };

/** A node, to be started. */
export interface PeerNode {
  readonly libp2p: Libp2p<Services>;
  readonly key: PrivateKey;
}

/** A gossiped message with its envelope; the data alone has 64 KiB at most. */
const MAX_GOSSIP_BYTES = 70_000;
const MIB = 1 << 20;
/** Far more than a lobby needs, and than a machine with many peers on it makes at once. */
const CONNECTIONS_PER_SECOND = 1000;

/** Makes a node. */
export async function createNode(options: NodeOptions): Promise<PeerNode> {
  const { bans, datastore, network } = options;
  const key = await generateKeyPairFromSeed('Ed25519', options.secret);
  const libp2p = await createLibp2p({
    ...NODE_BASICS,
    start: false,
    privateKey: key,
    datastore,
    addresses: { listen: [...options.listen] },
    transports: [tcp(), webSockets(), circuitRelayTransport()],
    // the default refuses loopback and local networks
    connectionGater: {
      denyDialMultiaddr: () => false,
      denyInboundConnection: ({ remoteAddr }) => bans.isAddressBanned(remoteAddr.toString()),
      denyInboundEncryptedConnection: peer => bans.isBanned(peer.toString()),
    },
    connectionManager: {
      // the default of 6 s is spent on each dead address before a relay is tried
      addressDialTimeout: 1500,
      inboundConnectionThreshold: CONNECTIONS_PER_SECOND,
    },
    peerDiscovery: options.isAnnouncedLocally ? [mdns({ serviceTag: `_${network}._udp` })] : [],
    services: {
      identify: identify(),
      // without it a DHT never learns addresses by relays
      identifyPush: identifyPush(),
      ping: ping(),
      pubsub: gossipsub({
        allowPublishToZeroTopicPeers: true,
        maxInboundDataLength: MAX_GOSSIP_BYTES,
        maxOutboundBufferSize: 4 * MIB,
        // many honest peers may be behind one address
        scoreParams: { IPColocationFactorWeight: 0 },
      }),
      dht: withSource(
        kadDHT({
          protocol: `/${network}/kad/1.0.0`,
          // the default drops addresses of local networks
          peerInfoMapper: passthroughMapper,
          clientMode: false,
          ...dhtChecks(datastore, dhtSource),
        }),
      ),
      ...(options.isRelay && {
        // libp2p's own limits make a relayed connection second class: no bitswap, and dials do not use it
        relay: circuitRelayServer({
          reservations: { maxReservations: 100, applyDefaultLimit: false },
        }),
      }),
    },
  });
  return { libp2p: libp2p as unknown as Libp2p<Services>, key };
}
