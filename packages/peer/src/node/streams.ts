/** Streams of frames to other nodes and from them, over a relay with limits too. */
import type { Connection, Libp2p, PeerId, Stream } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { multiaddr } from '@multiformats/multiaddr';
import { type FrameStream, framesOf } from './frames.ts';

/** Opens streams, and takes them. */
export interface Streams {
  open(node: string, protocol: string): Promise<FrameStream>;
  handle(protocol: string, handler: (stream: FrameStream) => void): Promise<void>;
  /** Opens one to the first of some addresses or nodes that can be reached. */
  reach(protocol: string, to: readonly string[]): Promise<FrameStream>;
}

const RELAYED = { runOnLimitedConnection: true };

/** Streams of a node. */
export const createStreams = (libp2p: Libp2p): Streams => ({
  open: async (node, protocol) =>
    framesOf(await libp2p.dialProtocol(peerIdFromString(node), protocol, RELAYED), node),
  handle: (protocol, handler) =>
    libp2p.handle(
      protocol,
      (stream: Stream, connection: Connection) =>
        handler(framesOf(stream, connection.remotePeer.toString())),
      RELAYED,
    ),
  async reach(protocol, to) {
    const [first, ...others] = to.map(end => (end.startsWith('/') ? multiaddr(end) : idOf(end)));
    const dial = (end: NonNullable<typeof first>) => libp2p.dialProtocol(end, protocol, RELAYED);
    const stream = await others.reduce((tried, end) => tried.catch(() => dial(end)), dial(first!));
    return framesOf(stream, '');
  },
});

/** A node by its name. */
function idOf(name: string): PeerId {
  try {
    return peerIdFromString(name);
  } catch {
    throw new Error(`unknown player ${JSON.stringify(name)}`);
  }
}
