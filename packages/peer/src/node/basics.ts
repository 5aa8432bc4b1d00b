/** What all nodes have in common: how they encrypt, share a connection, and detect disconnected nodes. */
import { noise } from '@libp2p/noise';
import { yamux } from '@libp2p/yamux';
import type { Libp2pOptions } from 'libp2p';

const MIB = 1 << 20;

/** Options of libp2p. */
export const NODE_BASICS: Pick<
  Libp2pOptions,
  'connectionEncrypters' | 'streamMuxers' | 'connectionMonitor'
> = {
  connectionEncrypters: [noise()],
  streamMuxers: [
    yamux({ streamOptions: { maxStreamWindowSize: MIB, maxWriteBufferLength: 4 * MIB } }),
  ],
  // a frozen peer is noticed in 4 s instead of 12
  connectionMonitor: { pingInterval: 2000, pingTimeout: { minTimeout: 2000, maxTimeout: 3000 } },
};
