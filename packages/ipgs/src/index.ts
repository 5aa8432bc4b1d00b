/** Games between players who share no server: identities, challenges, signed commits, the public tree, ratings. */
export {
  checkNodeList,
  formatNodeList,
  type NodeList,
  newestNodeList,
  parseNodeList,
  parsePeerId,
  type SignedNodeList,
  signNodeList,
} from './node-list.ts';
export type { Rating } from './payload.ts';
export type { KeyFile } from './pgp/key-file.ts';
export { createKeyring, type Keyring } from './pgp/keyring.ts';
export {
  createKeyPair,
  type KeyPair,
  type NewIdentity,
  type Signer,
  unlock,
} from './pgp/secret-key.ts';
export { checkSignature, type GoodSignature } from './pgp/signature.ts';
export * from './ratings/assess.ts';
export { adjustRating, trustOf, type WeightedClaim } from './ratings/trust.ts';
export { formatTimestamp, fromMs, parseTimestamp, toDate } from './timestamp.ts';
