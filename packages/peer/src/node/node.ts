/** The libp2p node of a peer: how it listens, dials, encrypts, finds others, and whom it does not let in. */
import { autoNAT } from '@libp2p/autonat';
import { circuitRelayServer, circuitRelayTransport } from '@libp2p/circuit-relay-v2';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { dcutr } from '@libp2p/dcutr';
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
import { createRelayBudget, type RelayBudget, type RelayLimits } from './relay-budget.ts';

/** How a node is set up. */
export interface NodeOptions {
  /** 32 bytes: the node's Ed25519 secret. */
  readonly secret: Uint8Array;
  /** Multiaddrs. */
  readonly listen: readonly string[];
  readonly datastore: NodeDatastore;
  readonly bans: Bans;
  /** Multiaddrs besides those that it listens on at which others reach it, as by a forwarded port. */
  readonly announce: readonly string[];
  /** How much this node relays for others; null where it does not. */
  readonly relay: RelayLimits | null;
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
  /** What went through it; null if it does not relay. */
  readonly relayed: RelayBudget | null;
}

/** A gossiped message with its envelope; the data alone has 64 KiB at most. */
const MAX_GOSSIP_BYTES = 70_000;
const MIB = 1 << 20;
/** Far more than a lobby needs, and than a machine with many peers on it makes at once. */
const CONNECTIONS_PER_SECOND = 1000;

/** Makes a node. */
export async function createNode(options: NodeOptions): Promise<PeerNode> {
  const { bans, datastore, network, relay } = options;
  const budget = relay && createRelayBudget(relay);
  const key = await generateKeyPairFromSeed('Ed25519', options.secret);
  const libp2p = await createLibp2p({
    ...NODE_BASICS,
    start: false,
    privateKey: key,
    datastore,
    addresses: { listen: [...options.listen], appendAnnounce: [...options.announce] },
    transports: [tcp(), webSockets(), circuitRelayTransport()],
    // the default refuses loopback and local networks
    connectionGater: {
      denyDialMultiaddr: () => false,
      denyInboundConnection: ({ remoteAddr }) => bans.isAddressBanned(remoteAddr.toString()),
      denyInboundEncryptedConnection: peer => bans.isBanned(peer.toString()),
      denyInboundRelayReservation: peer => budget?.mayUse(peer.toString()) !== true,
      denyOutboundRelayedConnection: (_from, to) => budget?.mayUse(to.toString()) !== true,
    },
    connectionManager: {
      // the default of 6 s is spent on each dead address before a relay is tried; 1.5 s is too short to dial through one on a slow line
      addressDialTimeout: 3000,
      inboundConnectionThreshold: CONNECTIONS_PER_SECOND,
    },
    peerDiscovery: options.isAnnouncedLocally ? [mdns({ serviceTag: `_${network}._udp` })] : [],
    services: {
      identify: identify(),
      // without it a DHT never learns addresses by relays
      identifyPush: identifyPush(),
      ping: ping(),
      // tells which addresses others can reach, and makes a relayed connection direct where one of the two can be
      autoNAT: autoNAT(),
      dcutr: dcutr(),
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
      ...(relay && {
        // libp2p's own limits make a relayed connection second class: no bitswap, and dials do not use it
        relay: circuitRelayServer({
          reservations: { maxReservations: relay.peers, applyDefaultLimit: false },
        }),
      }),
    },
  });
  if (budget !== null)
    libp2p.addEventListener('connection:open', ({ detail }) => budget.watch(detail));
  return { libp2p: libp2p as unknown as Libp2p<Services>, key, relayed: budget };
}
