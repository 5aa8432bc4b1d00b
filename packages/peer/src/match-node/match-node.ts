/** A node through which matches are played: ways to other peers, and from them. The same at a terminal and in a page. */
import type { Libp2p, Stream } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import type { Libp2pOptions } from 'libp2p';
import { FOLLOW } from '../follow/protocol.ts';
import { type Frames, frameWire, MATCH_PROTOCOL } from '../match/frame-wire.ts';
import type { Transport } from '../match/transport.ts';
import { NODE_BASICS } from '../node/basics.ts';
import { createContacts } from '../node/contacts.ts';
import { framesOf } from '../node/frames.ts';

/** A node for matches alone. */
export interface MatchNode {
  /** Its name, which is made of the player's key. */
  readonly node: string;
  /** Where others reach it, as far as it is known by now. */
  readonly addresses: readonly string[];
  /** The addresses of those it is connected to. */
  readonly connections: readonly string[];
  /** Opens a way to another. */
  reach(address: string): Promise<Transport>;
  /** Connects to a node that may publish a match (`/kifu/follow/1`). */
  follow(address: string): Promise<Frames>;
  /** Handles streams that others open to us. */
  answer(take: (wire: Transport) => void): Promise<void>;
  /** Calls when an address or a connection has come or gone. */
  onChange(hear: () => void): void;
  stop(): Promise<void>;
}

/** How long a call waits for an answer. */
const REACH_MS = 15_000;

/** A node for matches; `relays` are addresses that it is to be connected to, so that others reach it through them. */
export function matchNodeOf(libp2p: Libp2p, relays: readonly string[]): MatchNode {
  const contacts = createContacts(libp2p, () => false);
  for (const relay of relays) contacts.addAddress(relay);
  libp2p.addEventListener('peer:disconnect', () => contacts.wake());
  return {
    node: libp2p.peerId.toString(),
    get addresses() {
      return libp2p.getMultiaddrs().map(String);
    },
    get connections() {
      return libp2p.getConnections().map(({ remoteAddr }) => remoteAddr.toString());
    },
    async reach(address) {
      const stream = await libp2p.dialProtocol(multiaddr(address), MATCH_PROTOCOL, {
        runOnLimitedConnection: true,
        signal: AbortSignal.timeout(REACH_MS),
      });
      return wireOf(stream);
    },
    follow: async address =>
      framesOf(
        await libp2p.dialProtocol(multiaddr(address), FOLLOW, {
          runOnLimitedConnection: true,
          signal: AbortSignal.timeout(REACH_MS),
        }),
        '',
      ),
    answer: take =>
      libp2p.handle(MATCH_PROTOCOL, stream => take(wireOf(stream)), {
        runOnLimitedConnection: true,
      }),
    onChange(hear) {
      for (const event of ['connection:open', 'connection:close', 'self:peer:update'] as const)
        libp2p.addEventListener(event, hear);
    },
    async stop() {
      contacts.stop();
      await libp2p.stop();
    },
  };
}

/** Messages over a stream; what was sent last is still read by the other side when it is closed. */
function wireOf(stream: Stream): Transport {
  const frames = framesOf(stream, '');
  return frameWire({ ...frames, close: frames.end });
}

/** Options of libp2p: a match has few addresses to dial, and each may take its time. */
export const MATCH_NODE_OPTIONS: Libp2pOptions = {
  ...NODE_BASICS,
  connectionManager: { addressDialTimeout: REACH_MS },
  // the default refuses loopback and local networks
  connectionGater: { denyDialMultiaddr: () => false },
};

/** What an address to listen on means: one that goes by a relay is had while that is connected. */
export function listenAddresses(addresses: readonly string[]): {
  readonly listen: string[];
  readonly relays: string[];
} {
  const relays = addresses.flatMap(address =>
    address.endsWith(CIRCUIT) ? [address.slice(0, -CIRCUIT.length)] : [],
  );
  const direct = addresses.filter(address => !address.endsWith(CIRCUIT));
  return { listen: relays.length === 0 ? direct : [...direct, CIRCUIT], relays };
}

const CIRCUIT = '/p2p-circuit';
