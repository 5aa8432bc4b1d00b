/**
 * Dependencies of a node. They are many and large, so they are loaded when the first node starts; and published as one
 * script (`scripts/bundle-ipfs.ts`), without the parts that a process does not need.
 */
export { withBitswap } from '@helia/bitswap';
export { withLibp2pLight } from '@helia/libp2p';
export { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
export { identify } from '@libp2p/identify';
export { noise } from '@libp2p/noise';
export { tcp } from '@libp2p/tcp';
export { yamux } from '@libp2p/yamux';
export { multiaddr } from '@multiformats/multiaddr';
export { createHelia, createHeliaLight } from 'helia';
export { CID } from 'multiformats/cid';
