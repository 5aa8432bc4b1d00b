/** Games between players without a common server: identities, challenges, signed commits, the public tree, ratings. */
export { type Commit, type CommitType, type SignedCommit, stringToSign } from './commit.ts';
export {
  checkEvidence,
  type Evidence,
  headsBeside,
  isAhead,
  MAX_BESIDE,
  type Merged,
  type Misconduct,
} from './forks.ts';
export { type GameFile, parseGameFile } from './game-file.ts';
export { type BlockReader, readGiven } from './given-blocks.ts';
export {
  type CheckedHistory,
  checkHistory,
  encodeHistory,
  readArchived,
  readHistory,
} from './history.ts';
export { fileBlock } from './ipld.ts';
export {
  type CarriedRecord,
  toKifu,
  type WholeRecord,
} from './kifu.ts';
export { advance, type RecordInput } from './life/advance.ts';
export { type Advanced, automaticTerms } from './life/challenge.ts';
export { linksToShow, showOwed } from './life/chance.ts';
export { deadlineOf, isClaimable, msLeft, type PeerClocks } from './life/clock.ts';
export {
  awaitedSeats,
  challengeName,
  type FlagName,
  type GameRecord,
  gameName,
  type IpgsMatch,
  isEnded,
  type PeerGame,
  type Phase,
  playersOf,
  type RecordEvent,
  seatOf,
} from './life/game-record.ts';
export { settleWith } from './life/play.ts';
export { resultOf, standardFile } from './life/result.ts';
export {
  acceptTree,
  findTree,
  type Namespace,
  readArchive,
  readArchivePlayers,
  readEvidence,
  readNamespace,
  VERSION_DOCUMENT,
} from './namespace/read.ts';
export {
  changeNamespace,
  joinChanges,
  type NamespaceChange,
  newTree,
  type Published,
  remove,
  setFile,
  setObject,
} from './namespace/write.ts';
export {
  type NodeList,
  newestNodeList,
  parsePeerId,
  peerIdOf,
  type SignedNodeList,
  signNodeList,
} from './node-list.ts';
export type { Accept, Confirm, Offer, PeerClock, Rating, Role } from './payload.ts';
export * from './peer/actions.ts';
export { type EndedGame, type EndedGames, withArchived } from './peer/ended.ts';
export {
  type BadGame,
  type PeerGameState,
  type PeerGames,
  type PeerOffer,
  readGames,
  readOffers,
} from './peer/games.ts';
export * from './peer/players.ts';
export { type PeerUpdate, type Synced, syncTree } from './peer/sync.ts';
export {
  forgetStrangers,
  hashesOf,
  learnTree,
  MAX_TREES,
  type PeerState,
  readTrees,
  type Trees,
} from './peer/trees.ts';
export type { KeyFile } from './pgp/key-file.ts';
export { createKeyring, type Keyring } from './pgp/keyring.ts';
export {
  createKeyPair,
  firstSigning,
  type KeyPair,
  lockSecret,
  type NewIdentity,
  type Signer,
  unlock,
} from './pgp/secret-key.ts';
export type { GoodSignature } from './pgp/signature.ts';
export { type PlayerData, readPlayerData } from './player-data.ts';
export {
  formatPrivate,
  mergePrivate,
  openPrivate,
  type PrivateStorage,
  parsePrivate,
  sealPrivate,
  setPrivate,
} from './private-storage.ts';
export * from './ratings/assess.ts';
export type { KnownGame } from './ratings/known-games.ts';
export { adjustRating, trustOf, type WeightedClaim } from './ratings/trust.ts';
export {
  type CheckedCommits,
  chainTo,
  checkSent,
  type FindPeerGame,
  type Keeping,
  type ReadCommit,
  type Reading,
  readBlock,
  readKeyAt,
} from './read-record.ts';
export { type CertifiedKey, certifyKey, readCertificate } from './record-key.ts';
export { formatTimestamp, fromMs, parseTimestamp } from './timestamp.ts';
export { listDirectory } from './unixfs/directory.ts';
export { decodeNode as decodeDirectory, encodeDirectory, leafOf } from './unixfs/entry.ts';
export {
  collectBlocks,
  compareTrees,
  lookUp,
  putBlocks,
  type TreeDifference,
} from './unixfs/tree.ts';
export { type VerifiedCarried, verifyCarried } from './verify-carried.ts';
